"""Which tools the participants of a debate may use, and what they did with them, in words: "reads src/shop.py:10-40",
"read src/shop.py:10-40" once that is done.
Names and arguments come from models: whatever cannot be understood is shown as it stands, short."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from disputatio.debate.reasons import reason
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
_RAN = Words(
    {
        "run_tests": "ran the tests",
        "format": "ran the formatter",
        "lint": "ran the linter",
        "analyse": "ran the static analysis",
        "type_check": "ran the type checker",
        "profile": "ran the profiler",
        "scan": "ran the security scan",
        "fuzz": "ran the fuzzer",
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
    return _told(name, arguments, done=False)


def look_up_done(name: str, arguments: str) -> str:
    """Return what a call that has ended did."""
    return _told(name, arguments, done=True)


def _told(name: str, arguments: str, *, done: bool) -> str:
    given = _given(arguments)
    path, query = _shown(given.get("path")), _shown(given.get("query"))
    match name:
        case "read_file":
            told = tr("read {path}{lines}") if done else tr("reads {path}{lines}")
            return told.format(path=path or tr("a file"), lines=_lines(given))
        case "search_code":
            where = tr(" in {shown}").format(shown=_shown(given.get("pattern"))) if given.get("pattern") else ""
            told = tr("searched for “{shown}”{where}") if done else tr("searches for “{shown}”{where}")
            return told.format(shown=query, where=where)
        case "list_files":
            told = tr("listed {shown}") if done else tr("lists {shown}")
            return told.format(shown=_shown(given.get("pattern")) or tr("the files"))
        case "git_blame":
            told = tr("asked who wrote {path}{lines}") if done else tr("asks who wrote {path}{lines}")
            return told.format(path=path or tr("a file"), lines=_lines(given))
        case "git_history":
            told = tr("read the history of {path}") if done else tr("reads the history of {path}")
            return told.format(path=path or tr("the repository"))
        case "git_diff":
            head = _shown(given.get("head")) or tr("the debate’s commit")
            told = tr("compared {shown} with {head}{where}") if done else tr("compares {shown} with {head}{where}")
            where = tr(" in {shown}").format(shown=path) if path else ""
            return told.format(shown=_shown(given.get("base")), head=head, where=where)
        case _:
            return _beyond(name, arguments, given, done=done)


def _beyond(name: str, arguments: str, given: Mapping[str, Json], *, done: bool) -> str:
    """Return what a call does that does not read the repository."""
    query = _shown(given.get("query"))
    match name:
        case "search_documents":
            told = tr("searched the documents for “{shown}”") if done else tr("searches the documents for “{shown}”")
            return told.format(shown=query)
        case "recall":
            told = tr("recalled what was settled about “{shown}”")
            return (told if done else tr("recalls what was settled about “{shown}”")).format(shown=query)
        case "web_search":
            told = tr("searched the web for “{shown}”") if done else tr("searches the web for “{shown}”")
            return told.format(shown=query)
        case "fact_check":
            told = tr("had a claim checked on the web: “{shown}”")
            told = told if done else tr("has a claim checked on the web: “{shown}”")
            return told.format(shown=_shown(given.get("claim")))
        case "run_code":
            told = tr("ran a program in {shown}") if done else tr("runs a program in {shown}")
            return told.format(shown=_shown(given.get("language")) or "python")
        case name if name in RUNNING:
            put_in = tr(" with a change put in") if given.get("change") else ""
            return f"{(_RAN if done else _RUNS)[name]}{put_in}"
        case "submit_response":
            return tr("submitted its response as a form") if done else tr("submits its response as a form")
        case "tools":
            return tr("is not given every tool")
    return _called(name, arguments, done=done)


def _called(name: str, arguments: str, *, done: bool) -> str:
    """Return what a call of a tool server's tool does, or of one that nobody knows."""
    server, between, tool = name.partition(BETWEEN)
    said = tr(" with {shown}").format(shown=_shown(arguments)) if arguments.strip(" {}") else ""
    if between:
        told = tr("called {shown} of the tool server {shown2}{said}")
        told = told if done else tr("calls {shown} of the tool server {shown2}{said}")
        return told.format(shown=_shown(tool), shown2=_shown(server), said=said)
    return (tr("called {shown}{said}") if done else tr("calls {shown}{said}")).format(shown=_shown(name), said=said)


def look_up_line(use: ToolUse) -> str:
    """Return a finished call in one line: what it did, whether it failed, how long it took."""
    if use.name == UNAVAILABLE:
        return reason(use.result) or look_up_activity(use.name, "")
    failed = tr(": failed, {shown}").format(shown=_shown(use.result)) if use.failed else ""
    time = f" ({took(use.milliseconds)})" if use.milliseconds else ""
    return f"{look_up_done(use.name, use.arguments)}{failed}{time}"


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
