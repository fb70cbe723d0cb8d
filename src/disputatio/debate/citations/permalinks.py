"""Addresses that name a place in a file on a code host, as GitHub, GitLab, Bitbucket and Gitea write them.

    https://github.com/owner/name/blob/1a2b3c4/src/a.py#L3-L7
    https://gitlab.com/group/name/-/blob/main/src/a.py#L3-7
    https://bitbucket.org/owner/name/src/1a2b3c4/src/a.py#lines-3:7
    https://codeberg.org/owner/name/src/commit/1a2b3c4/src/a.py#L3-L7      (also src/branch/…, src/tag/…)
    https://github.com/owner/name/commit/1a2b3c4

Only those of the debated repository are places (`home`); nothing is ever fetched. One that names a branch or a tag is
taken as it stands at the debated commit: a branch moves, and this is the state that the participants speak of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

from disputatio.debate.patterns import compiled
from disputatio.debate.values import value

SHORT = 10
"""Characters of a commit's id in a place."""

_HOST = r"(?:[a-z][a-z0-9+.-]*://)?(?:[^@/\s]{1,200}@)?(\w[\w.-]{0,200})(?::\d{1,5}(?=/))?[:/](\S{1,500}?)(?:\.git)?/?"
_RAW = r"raw\.githubusercontent\.com/([^/]+/[^/]+)/(.*)"
_VIEW = r"(?:-/)?(?:blob|blame|raw|src|edit)/(?:(?:commit|branch|tag)/)?(.+)"
_COMMIT = r"(?:-/)?commits?/([0-9a-f]{7,40})/?"
_LINES = r"(?:L|lines-|n)(\d{1,7})(?:C\d{1,5})?(?:[-:]L?(\d{1,7})(?:C\d{1,5})?)?"
_SHA = r"[0-9a-f]{7,40}"


@value
class Permalink:
    """A place on a code host; without a path it is a commit. `at`: the id of the commit, "" for a branch or a tag."""

    path: str = ""
    first: int = 0
    last: int = 0
    at: str = ""


def home_of(origin: str) -> str:
    """The host and the path of a repository by the address of its `origin`; "" where that is none."""
    found = compiled(_HOST).fullmatch(origin.strip(), 0)
    return f"{found[1]}/{found[2].strip('/')}".lower() if found and "." in found[1] else ""


def permalink(address: str, home: str, known: Callable[[str], bool]) -> Permalink | None:
    """The place in the repository at `home` that an address names; `known` tells files, where a branch has slashes."""
    whole, _, fragment = address.partition("#")
    whole = unquote(whole.partition("?")[0]).partition("://")[2]
    raw = compiled(_RAW).fullmatch(whole)
    if raw is not None:
        whole = f"github.com/{raw[1]}/raw/{raw[2]}"
    if not home or not whole.lower().removeprefix("www.").startswith(f"{home}/"):
        return None
    rest = whole.removeprefix("www.")[len(home) + 1 :]
    if (commit := compiled(_COMMIT).fullmatch(rest)) is not None:
        return Permalink(at=commit[1])
    view = compiled(_VIEW).fullmatch(rest)
    if view is None or "/" not in view[1].strip("/"):
        return None
    at, path = _parted(view[1].strip("/"), known)
    lines = compiled(_LINES).fullmatch(fragment)
    first = int(lines[1]) if lines else 0
    last = int(lines[2]) if lines and lines[2] else first
    return Permalink(path=path, first=first, last=last, at=at)


def _parted(rest: str, known: Callable[[str], bool]) -> tuple[str, str]:
    """The commit ("" for a branch or a tag) and the path behind it."""
    revision, _, path = rest.partition("/")
    if re.fullmatch(_SHA, revision):
        return revision[:SHORT], path
    parts = path.split("/")
    ends = ("/".join(parts[at:]) for at in range(len(parts)))
    return "", next((end for end in ends if known(end)), path)
