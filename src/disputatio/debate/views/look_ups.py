"""Which tools the participants of a debate may use, and what they did with them, in words: "reads src/shop.py:10-40".
Names and arguments come from models: whatever cannot be understood is shown as it stands, short."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from disputatio.debate.tools import BETWEEN, NOT_SEARCHED, RUNNING, tools_wanted
from disputatio.debate.wording import Words, figure, tr

if TYPE_CHECKING:
    from disputatio.debate.context import Context
    from disputatio.debate.log.events import ToolUse
    from disputatio.debate.values import Json, OptionValue

LONGEST = 100
"""Characters of an argument that is shown."""
_RUNS = Words(
    {
        "run_tests": "runs the tests",
        "format": "runs the formatter",
        "lint": "runs the linter",
        "analyse": "runs the static analysis",
        "type_check": "runs the type checker",
        "profile": "runs the profiler",
        "scan": "runs the security scan",
        "fuzz": "runs the fuzzer",
    }
)
UNAVAILABLE = "tools"
"""The name of a use that stands for all tools: they could not be offered, or no more of them could be called."""


def is_idle(use: ToolUse) -> bool:
    """Return whether a use says only that there was no web to search: nothing was looked up, and nothing is missing
    from what came of it."""
    return use.name == UNAVAILABLE and use.result.startswith(NOT_SEARCHED)


def looks_up(context: Context, options: Mapping[str, OptionValue]) -> bool:
    """Return whether the participants of a debate may use tools."""
    return bool(tools_wanted(context, options))


def look_up_activity(name: str, arguments: str) -> str:
    """Return what a call does, in the third person."""
    given = _given(arguments)
    path = _shown(given.get("path"))
    match name:
        case "read_file":
            return tr("reads {path}{lines}").format(path=path or tr("a file"), lines=_lines(given))
        case "search_code":
            where = tr(" in {shown}").format(shown=_shown(given.get("pattern"))) if given.get("pattern") else ""
            return tr("searches for “{shown}”{where}").format(shown=_shown(given.get("query")), where=where)
        case "list_files":
            return tr("lists {shown}").format(shown=_shown(given.get("pattern")) or tr("the files"))
        case "git_blame":
            return tr("asks who wrote {path}{lines}").format(path=path or tr("a file"), lines=_lines(given))
        case "git_history":
            return tr("reads the history of {path}").format(path=path or tr("the repository"))
        case "git_diff":
            head = _shown(given.get("head")) or tr("the debate’s commit")
            return (
                tr("compares {shown} with {head} in {path}") if path else tr("compares {shown} with {head}")
            ).format(shown=_shown(given.get("base")), head=head, path=path)
        case _:
            return _other_activity(name, arguments, given)


def _other_activity(name: str, arguments: str, given: Mapping[str, Json]) -> str:
    """Return what a call does that does not read the repository."""
    match name:
        case "search_documents":
            return tr("searches the documents for “{shown}”").format(shown=_shown(given.get("query")))
        case "recall":
            return tr("recalls what was settled about “{shown}”").format(shown=_shown(given.get("query")))
        case "web_search":
            return tr("searches the web for “{shown}”").format(shown=_shown(given.get("query")))
        case "fact_check":
            return tr("has a claim checked on the web: “{shown}”").format(shown=_shown(given.get("claim")))
        case "run_code":
            return tr("runs a program in {shown}").format(shown=_shown(given.get("language")) or "python")
        case name if name in RUNNING:
            put_in = tr(" with a change put in") if given.get("change") else ""
            return f"{_RUNS[name]}{put_in}"
        case "submit_response":
            return tr("submits its response as a form")
        case "tools":
            return tr("is not given every tool")
    server, between, tool = name.partition(BETWEEN)
    if between:
        said = tr(" with {shown}").format(shown=_shown(arguments)) if arguments.strip(" {}") else ""
        return tr("calls {shown} of the tool server {shown2}{said}").format(
            shown=_shown(tool), shown2=_shown(server), said=said
        )
    return (tr("calls {shown} with {shown2}") if arguments.strip(" {}") else tr("calls {shown}")).format(
        shown=_shown(name), shown2=_shown(arguments)
    )


def look_up_line(use: ToolUse) -> str:
    """Return a finished call in one line: what it did, whether it failed, how long it took."""
    if use.name == UNAVAILABLE:
        return use.result or look_up_activity(use.name, "")
    failed = tr(": failed, {shown}").format(shown=_shown(use.result)) if use.failed else ""
    time = f" ({took(use.milliseconds)})" if use.milliseconds else ""
    return f"{look_up_activity(use.name, use.arguments)}{failed}{time}"


def took(milliseconds: int) -> str:
    return (
        tr("{latency} s").format(latency=figure(milliseconds / 1000, ".1f"))
        if milliseconds >= 1000
        else tr("{milliseconds} ms").format(milliseconds=milliseconds)
    )


def _given(arguments: str) -> dict[str, Json]:
    try:
        found = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _lines(given: dict[str, Json]) -> str:
    """Return the lines that are read: ":10-40", ":10" from there to the end, "" for the whole file."""
    start, end = _shown(given.get("start")), _shown(given.get("end"))
    if end in ("", "0"):
        return f":{start}-" if start not in ("", "0", "1") else ""
    return f":{start or 1}-{end}"


def _shown(given: Json) -> str:
    """Return an argument on one line, and short."""
    text = " ".join(str(given).split()) if given is not None else ""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
