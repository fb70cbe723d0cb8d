"""A role's file (TOML text) becomes a `Role`, checked. All errors of a file come at once; each names the file, the line
and the remedy.

    id    = "database-reviewer"
    title = "Database reviewer"
    focus = "…"                               what it attends to, told with every request
    task  = "…"                               may be missing: what it does besides what a step asks for
    tools = ["read_file", "mcp:tracker"]      the only ones it is offered
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from disputatio.debate.errors import FormatError
from disputatio.debate.formats.file import lines_of, parsed
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.roles import Role, folded
from disputatio.debate.tools import unknown_tool

LONGEST = 20_000
"""Characters of a role's file."""
LIMITS = {"id": 40, "title": 60, "focus": 4_000, "task": 2_000}
"""Characters of its texts: they go with every turn of a seat."""
KEYS = (*LIMITS, "tools")
MAY_BE_MISSING = "task"
_ID = re.compile(r"[a-z][a-z0-9-]*")
_INVISIBLE = "\n\t\u200c\u200d"
"""Characters of a text that cannot be seen and belong there: ends of lines, tabs, and the joiners of some scripts."""


def read_role(text: str, file: str, taken: Mapping[str, str]) -> Role:
    """Return the role of a file. `file` names it in errors; `taken`: names that are in use, folded, with what bears
    each. Raises FormatError with every fault of the file, one a line."""
    found, lines = parsed(text, file, LONGEST), lines_of(text)
    others = {**dict.fromkeys(SERVICES, "a service of every debate"), **taken}
    faults = [(lines.get(("", key), 1), what) for key, what in _faults(found, others)]
    if faults:
        raise FormatError("\n".join(f"{file}:{line}: {what}" for line, what in sorted(faults)))
    texts = {key: found.get(key, "").strip() for key in LIMITS}
    return Role(**texts, tools=tuple(dict.fromkeys(found["tools"])))


def _faults(found: Mapping[str, object], taken: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong, each with the key at which it stands."""
    for key in found:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, 1)
            remedy = f"did you mean `{near[0]}`?" if near else f"there are: {', '.join(KEYS)}"
            yield key, f"unknown key `{key}`; {remedy}"
    for key, most in LIMITS.items():
        given = found.get(key, "")
        if why := _unusable(key, given, most):
            yield key, why
        elif isinstance(given, str) and key in ("id", "title") and (owner := taken.get(folded(given))):
            yield key, f"`{key}` {given!r} is the name of {owner}; choose another one"
    yield from (("tools", why) for why in _faults_of_tools(found.get("tools")))


def _unusable(key: str, given: object, most: int) -> str:
    """Return why a text cannot be used; "" where it can."""
    if not isinstance(given, str):
        return f'`{key}` is not a text; write {key} = "…"'
    text = given.strip()
    if not any(letter.isalnum() for letter in text):
        missing = key != MAY_BE_MISSING or bool(text)
        return f'`{key}` is missing, or has no words; add {key} = "…"' if missing else ""
    if len(text) > most:
        return f"`{key}` has {len(text):,} characters; the limit is {most:,}, so make it shorter"
    if key == "id" and not _ID.fullmatch(text):
        return "`id` has other characters than small letters, digits and hyphens; write it like database-reviewer"
    lines = "" if key == "title" else _INVISIBLE
    if not all(letter.isprintable() or letter in lines for letter in text):
        return f"`{key}` has characters that cannot be seen; take them out"
    return ""


def _faults_of_tools(given: object) -> Iterator[str]:
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        yield "`tools` is missing, or no list of names; write tools = [] for none"
    elif wrong := unknown_tool(given):
        what, remedy = (f"{words[0].lower()}{words[1:]}" for words in wrong)
        yield f"`tools`: {what.rstrip('.')}; {remedy}"
