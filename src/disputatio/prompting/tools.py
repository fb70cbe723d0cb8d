"""The tools that participants may call (SPEC TURN.7): what they are called, what they take, which roles use them, and
how a model's call is read. Everything in a call is untrusted; what is wrong with one is told to the model."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from disputatio.debate.roles import Role
from disputatio.debate.tools import DOCUMENTS, FORM, MEMORY, RUN_CODE, TOOLS, WEB
from disputatio.debate.values import Json, value
from disputatio.prompting.book import known_as
from disputatio.prompting.contracts import contract_of
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
    """`kind` is text, texts, share, number or flag; one without a `default` must be given. `longest`: characters of a
    text, where they are more than those of any other."""

    name: str
    kind: str
    about: str
    default: str | int | float | bool | None = None
    longest: int = LONGEST_ARGUMENT


_JSON = {"text": "string", "number": "integer", "flag": "boolean", "share": "number"}
_FALSE, _TRUE = ("false", "no", "0", ""), ("true", "yes", "1")
_SHARE = re.compile(r"0(\.\d{1,9})?|1(\.0{1,9})?|\.\d{1,9}")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")
_PATH = Parameter(name="path", kind="text", about="A path, from the root of the repository.")
_FROM = Parameter(name="start", kind="number", about="First line, from 1.", default=1)
_TO = Parameter(name="end", kind="number", about="Last line; 0: the end of the file.", default=0)
_WHERE = "A folder, or a pattern such as src/**/*.py; empty: all."

_TOOLS: tuple[tuple[str, str, tuple[Parameter, ...]], ...] = (
    ("read_file", "Read lines of a file, with their numbers.", (_PATH, _FROM, _TO)),
    (
        "search_code",
        "Find the lines that hold a text, with path and number.",
        (
            Parameter(name="query", kind="text", about="The text; case counts if it has capitals."),
            Parameter(name="regex", kind="flag", about="It is a regular expression (RE2).", default=False),
            Parameter(name="pattern", kind="text", about=_WHERE, default=""),
        ),
    ),
    (
        "list_files",
        "List files.",
        (Parameter(name="pattern", kind="text", about=_WHERE, default=""),),
    ),
    ("git_blame", "Tell which commit left lines of a file as they are, when, by whom.", (_PATH, _FROM, _TO)),
    (
        "git_history",
        "List the commits that changed a file or a folder, newest first.",
        (
            Parameter(name="path", kind="text", about="A file or a folder; empty: all.", default=""),
            Parameter(name="limit", kind="number", about="At most so many, up to 50.", default=20),
        ),
    ),
    (
        "git_diff",
        "Show what changed from one commit to another.",
        (
            Parameter(name="base", kind="text", about="From: an id, a tag, or HEAD~3."),
            Parameter(name="head", kind="text", about="To; empty: the debate's.", default=""),
            Parameter(name="path", kind="text", about="A file or a folder; empty: all.", default=""),
        ),
    ),
)
_CHANGE = Parameter(
    name="change",
    kind="text",
    about="In a debate about a repository, a unified diff to put in first, or nothing for the branch as it stands; in "
    "any other, the whole program.",
    default="",
    longest=16_000,
)
_COMMANDS = {
    "run_tests": "Run the tests of the project in isolation, and read which of them failed.",
    "format": "Run the formatter of the project in isolation.",
    "lint": "Run the linter of the project in isolation, and read its findings.",
    "analyse": "Run the static analysis of the project in isolation, and read its findings.",
    "type_check": "Run the type checker of the project in isolation, and read its findings.",
    "profile": "Run the profiler of the project in isolation, and read where the time goes.",
    "scan": "Run the security scan of the project in isolation, and read its findings.",
    "fuzz": "Run the fuzzer of the project in isolation, and read what it found.",
}
_OTHERS: tuple[tuple[str, str, tuple[Parameter, ...]], ...] = (
    (
        RUN_CODE,
        "Run a program with its tests in isolation: no network, no files but its own, little time and memory. Without "
        "tests it passes if it ends by itself with exit code 0.",
        (
            Parameter(name="code", kind="text", about="The whole program.", longest=16_000),
            Parameter(
                name="language", kind="text", about="Its language, such as python or javascript.", default="python"
            ),
        ),
    ),
    *((name, about, (_CHANGE,)) for name, about in _COMMANDS.items()),
    (
        DOCUMENTS,
        "Find the passages of this debate's documents, notes and files that bear on some words, with their places.",
        (Parameter(name="query", kind="text", about="The words to look for."),),
    ),
    (
        MEMORY,
        "Recall what earlier debates in the same context settled about something.",
        (Parameter(name="query", kind="text", about="What it is about, in a sentence or a few words."),),
    ),
    (
        "web_search",
        "Search the web. What comes back is what others claim, with the address of each source.",
        (Parameter(name="query", kind="text", about="What to search for; it leaves this computer.", longest=400),),
    ),
    (
        "fact_check",
        "Have the web searched for what supports and what contradicts one claim.",
        (
            Parameter(
                name="claim", kind="text", about="The claim, in one sentence; it leaves this computer.", longest=400
            ),
        ),
    ),
    (
        FORM,
        "Hand in your contribution as a form, as your last call. It takes the place of a contribution in prose.",
        (
            Parameter(name="position", kind="text", about="What you hold, in one sentence."),
            Parameter(name="reasoning", kind="text", about="Your whole contribution, for people.", longest=12_000),
            Parameter(name="confidence", kind="share", about="How sure you are, from 0 to 1."),
            Parameter(
                name="citations", kind="texts", about="The sources it rests on, each as it is cited.", default=""
            ),
        ),
    ),
)
_PARAMETERS = {name: parameters for name, _, parameters in (*_TOOLS, *_OTHERS)}


def _spec(name: str, about: str, parameters: Sequence[Parameter]) -> ToolSpec:
    properties: dict[str, Json] = {one.name: {**_kind(one), "description": one.about} for one in parameters}
    required: list[Json] = [one.name for one in parameters if one.default is None]
    schema: dict[str, Json] = {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
    }
    return ToolSpec(name=name, description=about, parameters=schema)


def _kind(one: Parameter) -> dict[str, Json]:
    return {"type": "array", "items": {"type": "string"}} if one.kind == "texts" else {"type": _JSON[one.kind]}


REPOSITORY = tuple(_spec(*each) for each in _TOOLS)
"""What a participant of a debate about a repository may call."""
SPECS = {spec.name: spec for spec in (*REPOSITORY, *(_spec(*each) for each in _OTHERS))}

# ---- which roles use what (SPEC ROLE.1) ---------------------------------------------------------------------------
_READ = (*(spec.name for spec in REPOSITORY), DOCUMENTS)
_SEARCH = ("search_code", DOCUMENTS, MEMORY, *WEB)
_RUN, _ANALYSE = (RUN_CODE, "run_tests"), ("analyse", "lint")
TOOLS_OF: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("analyst", "critic", "synthesizer"), tuple(dict.fromkeys((*_READ, *_SEARCH)))),
    **dict.fromkeys(("architect", "reviewer", "lead architect"), _READ),
    **dict.fromkeys(("proposer", "generator"), (*_RUN, "format")),
    **dict.fromkeys(("phase critic", "phase reviewer", "optimizer"), (*_READ, *_ANALYSE)),
    "designer": (*_ANALYSE, MEMORY),
    "implementer": (*_RUN, *_READ),
    "refactorer": (*_ANALYSE, "format"),
    "performance analyst": ("profile",),
    "security analyst": ("scan", "fuzz"),
    "compiler": ("type_check",),
    "executor": _RUN,
    "teacher": (DOCUMENTS,),
    "red attacker": (*_RUN, "fuzz"),
    "blue defender": _RUN,
    **dict.fromkeys(("proponent", "opponent", "advocate", "argument critic"), _SEARCH),
    **dict.fromkeys(("judge", "moderator", "refiner", "chair"), ()),
}
"""What the roles of the table work with, each row to the letter. *Read* is the repository at its commit and the
documents; *search* is whatever finds something by words: code, documents, memory, the web."""


def role_uses(role: str, tool: str, own: Role | None = None) -> bool:
    """Return whether a role is for a tool at all; a role that nobody knows is for all of them, and one of the person's
    `own` for those that it names. The form of an answer, and servers that the person names for a debate, are for all
    but those that work with nothing."""
    if own is not None:
        return tool in own.tools
    uses = TOOLS_OF.get(known_as(role))
    return uses is None or tool in uses or (bool(uses) and (tool == FORM or tool not in TOOLS))


def specs_of(names: Sequence[str], role: str, gives: str, own: Role | None = None) -> tuple[ToolSpec, ...]:
    """Return the tools of a list, servers apart, that a role is for, in a turn of the contract `gives`."""
    known = (SPECS[name] for name in names if name in SPECS and role_uses(role, name, own))
    return tuple(spec for spec in known if spec.name != FORM or contract_of(gives).formed)


def arguments(name: str, text: str, offered: Collection[str] = tuple(_PARAMETERS)) -> dict[str, Json]:
    """Return the arguments of a call, every one that its tool takes. What the tool does not know is left out, and what
    can be understood is: "12" is a number. What a tool of a server takes, that server knows. Raises Misused, whose
    words are for the model."""
    if name == UNREADABLE_CALL:
        raise Misused("The call could not be read. Name one tool, and give its arguments as one JSON object.")
    if name not in offered:
        raise Misused(f"There is no tool of that name. There are: {', '.join(offered)}.")
    given = _object(text)
    parameters = _PARAMETERS.get(name)
    return given if parameters is None else {one.name: _argument(name, one, given.get(one.name)) for one in parameters}


def response_text(given: dict[str, Json], gives: str) -> str:
    """Return a response that was handed in as a form, in the words of a contribution; `gives` is its contract."""
    cited = given.get("citations")
    sources = [str(each) for each in cited] if isinstance(cited, list) else []
    listed = "\n".join(f"- {each}" for each in sources)
    parts = [str(given["reasoning"]).strip()]
    parts.append(f"### Position\n{' '.join(str(given['position']).split())}")
    parts.append(f"### Confidence\n{given['confidence']}")
    parts += [f"### {contract_of(gives).formed}\n{listed}"] if listed else []
    return "\n\n".join(parts)


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
        return [] if wanted.kind == "texts" else wanted.default
    found = _understood(wanted.kind, given)
    if found is None:
        raise Misused(f"{wanted.name} of {tool} is {_KINDS[wanted.kind]}: {wanted.about}")
    if isinstance(found, str) and len(found) > wanted.longest:
        raise Misused(f"{wanted.name} of {tool} is too long.")
    return found


_KINDS = {
    "text": "a text",
    "texts": "a list of texts",
    "number": "a whole number",
    "share": "a number from 0 to 1",
    "flag": "true or false",
}


def _understood(kind: str, given: Json) -> Json:
    if kind == "texts":
        return [str(each)[:LONGEST_ARGUMENT] for each in given] if isinstance(given, list) else [str(given)]
    if isinstance(given, list | dict):
        return None
    text = str(given).strip()
    if kind == "share":
        return float(text) if _SHARE.fullmatch(text) else None
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


def result(call: ToolCall, text: str, *, failed: bool = False, left: int | None = None) -> ToolResult:
    """Return what came of a call, as the model is to see it: data between markers, whatever it says; and how many calls
    it has `left` in this turn."""
    told = "" if left is None else f"\n{left} more {'call' if left == 1 else 'calls'} can be made in this turn."
    shown = block("tool result", text, tool=call.name)
    return ToolResult(id=call.id, name=call.name, text=shown + told, failed=failed)


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
