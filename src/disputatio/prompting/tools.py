"""The tools that participants may call to read more of the repository (SPEC TURN.7): what they are called, what they
take, and how a model's call is read. Everything in a call is untrusted; what is wrong with one is told to the model."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from disputatio.debate.values import Json, value
from disputatio.prompting.data_blocks import block
from disputatio.prompting.errors import Misused
from disputatio.prompting.request import Message, Request, ToolCall, ToolResult, ToolSpec

NO_MORE = "No more tools can be called. Answer now, whole, from what you know."
LONGEST_ARGUMENT = 2_000
"""Characters of one argument; a longer one means nothing to any of the tools."""
LONGEST_CALL = 20_000
"""Characters of the arguments of one call."""
UNREADABLE_CALL = "unreadable_call"
"""The name of a call that its provider could not read: it says so in place of one."""


@value
class Parameter:
    """`kind` is text, number or flag; one without a `default` must be given."""

    name: str
    kind: str
    about: str
    default: str | int | bool | None = None


_JSON = {"text": "string", "number": "integer", "flag": "boolean"}
_FALSE, _TRUE = ("false", "no", "0", ""), ("true", "yes", "1")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")
_PATH = Parameter(name="path", kind="text", about="A path as list_files writes it, from the root of the repository.")
_FROM = Parameter(name="start", kind="number", about="First line, from 1.", default=1)
_TO = Parameter(name="end", kind="number", about="Last line; 0 for the end of the file.", default=0)
_WHERE = "A pattern of paths such as src/**/*.py, or a folder; empty for everything."

_TOOLS: tuple[tuple[str, str, tuple[Parameter, ...]], ...] = (
    ("read_file", "Read lines of a file of the repository, with their numbers.", (_PATH, _FROM, _TO)),
    (
        "search_code",
        "Find the lines of the repository that hold a text; each comes with path and line number.",
        (
            Parameter(name="query", kind="text", about="The text; in capitals or not, unless it has capitals."),
            Parameter(name="regex", kind="flag", about="Whether it is a regular expression (RE2).", default=False),
            Parameter(name="pattern", kind="text", about=_WHERE, default=""),
        ),
    ),
    (
        "list_files",
        "List the files of the repository.",
        (Parameter(name="pattern", kind="text", about=_WHERE, default=""),),
    ),
    ("git_blame", "Tell which commit left lines of a file as they are, when, and by whom.", (_PATH, _FROM, _TO)),
    (
        "git_history",
        "List the commits that changed a file or a folder, newest first.",
        (
            Parameter(name="path", kind="text", about="A file or a folder; empty for all commits.", default=""),
            Parameter(name="limit", kind="number", about="How many commits at most, up to 50.", default=20),
        ),
    ),
    (
        "git_diff",
        "Show what changed from one commit to another.",
        (
            Parameter(name="base", kind="text", about="The commit to start from: an id, a tag, or HEAD~3."),
            Parameter(name="head", kind="text", about="The commit to end at; empty for the debate's.", default=""),
            Parameter(name="path", kind="text", about="A file or a folder; empty for everything.", default=""),
        ),
    ),
)
_PARAMETERS = {name: parameters for name, _, parameters in _TOOLS}


def _spec(name: str, about: str, parameters: Sequence[Parameter]) -> ToolSpec:
    properties: dict[str, Json] = {one.name: {"type": _JSON[one.kind], "description": one.about} for one in parameters}
    required: list[Json] = [one.name for one in parameters if one.default is None]
    schema: dict[str, Json] = {"type": "object", "properties": properties, "additionalProperties": False}
    return ToolSpec(name=name, description=about, parameters={**schema, "required": required})


REPOSITORY = tuple(_spec(*each) for each in _TOOLS)
"""What a participant of a debate about a repository may call."""


def arguments(name: str, text: str) -> dict[str, Json]:
    """Return the arguments of a call, every one that its tool takes. What the tool does not know is left out, and what
    can be understood is: "12" is a number. Raises Misused, whose words are for the model."""
    if name == UNREADABLE_CALL:
        raise Misused("The call could not be read. Name one tool, and give its arguments as one JSON object.")
    parameters = _PARAMETERS.get(name)
    if parameters is None:
        raise Misused(f"There is no tool of that name. There are: {', '.join(_PARAMETERS)}.")
    given = _object(text)
    return {one.name: _argument(name, one, given.get(one.name)) for one in parameters}


def _object(text: str) -> dict[str, Json]:
    if len(text) > LONGEST_CALL:
        raise Misused(f"The arguments have more than {LONGEST_CALL:,} characters. Ask for one thing at a time.")
    try:
        found = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise Misused(f"The arguments are not valid JSON ({error}). Give one JSON object.") from error
    if not isinstance(found, dict):
        raise Misused("The arguments are not an object. Give one JSON object.")
    return found


def _argument(tool: str, wanted: Parameter, given: Json) -> Json:
    if given is None or (given == "" and wanted.kind != "text"):
        if wanted.default is None:
            raise Misused(f"{tool} needs {wanted.name}: {wanted.about}")
        return wanted.default
    found = _understood(wanted.kind, given)
    if found is None:
        kind = {"text": "a text", "number": "a whole number", "flag": "true or false"}[wanted.kind]
        raise Misused(f"{wanted.name} of {tool} is {kind}: {wanted.about}")
    if isinstance(found, str) and len(found) > LONGEST_ARGUMENT:
        raise Misused(f"{wanted.name} of {tool} is too long.")
    return found


def _understood(kind: str, given: Json) -> str | int | bool | None:
    if isinstance(given, list | dict):
        return None
    text = str(given).strip()
    if kind == "text":
        return str(given)
    if kind == "flag":
        return True if text.lower() in _TRUE else False if text.lower() in _FALSE else None
    digits = text.removesuffix(".0")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None


def repeatable_call(id: str, name: str, text: str, signature: str = "") -> ToolCall:
    """Return a model's call as it can be told to the model again: an id and a name of letters that all providers take,
    and arguments that are an object, whatever they were. An id that cannot be used is left out."""
    try:
        given = json.dumps(_object(text), ensure_ascii=False, allow_nan=False)
    except (Misused, ValueError):
        given = json.dumps({"unreadable": text[:LONGEST_ARGUMENT]}, ensure_ascii=False)
    return ToolCall(
        id=id if _ID.fullmatch(id) else "",
        name=_UNSAFE.sub("_", name)[:64] or "nameless",
        arguments=given.encode("utf-8", "replace").decode(),
        signature=signature,
    )


def result(call: ToolCall, text: str, *, failed: bool = False) -> ToolResult:
    """Return what came of a call, as the model is to see it: data between markers, whatever it says."""
    return ToolResult(id=call.id, name=call.name, text=block("tool result", text, tool=call.name), failed=failed)


def exchange(text: str, calls: Sequence[ToolCall], results: Sequence[ToolResult]) -> tuple[Message, Message]:
    """Return what a model said with the calls it made, and what came of them."""
    asked = Message(role="assistant", text=text, calls=tuple(calls))
    return asked, Message(role="user", text="", results=tuple(results))


def without_signatures(request: Request) -> Request:
    """Return a request without what only the provider that made its calls understands: another model is asked."""
    messages = tuple(
        replace(message, calls=tuple(replace(call, signature="") for call in message.calls))
        if message.calls
        else message
        for message in request.messages
    )
    return replace(request, messages=messages)


def without_tools(request: Request) -> Request:
    """Return a request for a model that is to call no tools, or cannot: the calls and results so far stand there in
    words."""
    messages = [_in_words(message) for message in request.messages]
    return replace(request, messages=(*messages, Message(role="user", text=NO_MORE)), tools=())


def _in_words(message: Message) -> Message:
    if message.calls:
        called = "\n".join(f"(I looked up: {call.name} {call.arguments})" for call in message.calls)
        return Message(role="assistant", text=f"{message.text}\n\n{called}".strip())
    if message.results:
        return Message(role="user", text="\n\n".join(result.text for result in message.results))
    return message
