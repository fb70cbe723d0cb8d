"""Which tools the participants of a debate may use, and what they did with them, in words: "reads src/shop.py:10-40".
Names and arguments come from models: whatever cannot be understood is shown as it stands, short."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from disputatio.debate.tools import BETWEEN, tools_wanted

if TYPE_CHECKING:
    from disputatio.debate.context import Context
    from disputatio.debate.log.events import ToolUse
    from disputatio.debate.values import Json, OptionValue

LONGEST = 100
"""Characters of an argument that is shown."""
UNAVAILABLE = "tools"
"""The name of a use that stands for all tools: they could not be offered, or no more of them could be called."""


def looks_up(context: Context, options: Mapping[str, OptionValue]) -> bool:
    """Return whether the participants of a debate may use tools."""
    return bool(tools_wanted(context, options))


def look_up_activity(name: str, arguments: str) -> str:
    """Return what a call does, in the third person."""
    given = _given(arguments)
    path = _shown(given.get("path"))
    match name:
        case "read_file":
            return f"reads {path or 'a file'}{_lines(given)}"
        case "search_code":
            where = f" in {_shown(given.get('pattern'))}" if given.get("pattern") else ""
            return f"searches for “{_shown(given.get('query'))}”{where}"
        case "list_files":
            return f"lists {_shown(given.get('pattern')) or 'the files'}"
        case "git_blame":
            return f"asks who wrote {path or 'a file'}{_lines(given)}"
        case "git_history":
            return f"reads the history of {path or 'the repository'}"
        case "git_diff":
            head = _shown(given.get("head")) or "the debate’s commit"
            return f"compares {_shown(given.get('base'))} with {head}{f' in {path}' if path else ''}"
        case _:
            return _other_activity(name, arguments, given)


def _other_activity(name: str, arguments: str, given: Mapping[str, Json]) -> str:
    """Return what a call does that does not read the repository."""
    match name:
        case "search_documents":
            return f"searches the documents for “{_shown(given.get('query'))}”"
        case "recall":
            return f"recalls what was settled about “{_shown(given.get('query'))}”"
        case "web_search":
            return f"searches the web for “{_shown(given.get('query'))}”"
        case "fact_check":
            return f"has a claim checked on the web: “{_shown(given.get('claim'))}”"
        case "submit_response":
            return "submits its response as a form"
        case "tools":
            return "could not be given tools"
    server, between, tool = name.partition(BETWEEN)
    if between:
        said = f" with {_shown(arguments)}" if arguments.strip(" {}") else ""
        return f"calls {_shown(tool)} of the tool server {_shown(server)}{said}"
    return f"calls {_shown(name)}{f' with {_shown(arguments)}' if arguments.strip(' {}') else ''}"


def look_up_line(use: ToolUse) -> str:
    """Return a finished call in one line: what it did, whether it failed, how long it took."""
    if use.name == UNAVAILABLE:
        return use.result or look_up_activity(use.name, "")
    failed = f": failed, {_shown(use.result)}" if use.failed else ""
    time = f" ({took(use.milliseconds)})" if use.milliseconds else ""
    return f"{look_up_activity(use.name, use.arguments)}{failed}{time}"


def took(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.1f} s" if milliseconds >= 1000 else f"{milliseconds} ms"


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
