"""The figures of a brief, read back: the points of the debate, and options to vote on."""

from __future__ import annotations

import re

from disputatio.debate.sameness import same
from disputatio.debate.values import value
from disputatio.prompting.request import Brief

_POINT = re.compile(
    r"^\W{0,4}(?P<id>P\d{1,6})\s*(?:\[(?P<status>[^\]\n]{0,40})\])?\s*(?:\((?P<author>[^)\n]{0,120})\))?[\s:.·-]*(?P<rest>.*)$"
)
_CLAIM = re.compile(
    r"^- (?P<id>\S{1,40}) \[(?P<status>active|in crux room|resolved|abandoned)\] (?P<text>.+?)"
    r"(?: \((?P<sides>[^()]*)\))?(?: — .*)?$"
)
SETTLED = frozenset({"agreed", "resolved"})
OPEN = frozenset({"contested", "unverifiable"})


@value
class KnownPoint:
    """A point as a figure lists it: ``P3 [contested] (Analyst) text — reason``."""

    id: str
    status: str
    author: str
    text: str
    reason: str = ""


def points(brief: Brief) -> list[KnownPoint]:
    """All points that the figures name, by id, in order. `points` goes before `standings` and `disputes`."""
    found: dict[str, KnownPoint] = {}
    for name in ("points", "standings", "disputes", "board"):
        for line in brief.figures.get(name, "").splitlines():
            match = _POINT.match(line)
            if match and match["rest"]:
                text, _, reason = match["rest"].rpartition(" — ") if " — " in match["rest"] else (match["rest"], "", "")
                found.setdefault(
                    match["id"],
                    KnownPoint(
                        id=match["id"],
                        status=(match["status"] or "unaddressed").strip().casefold(),
                        author=(match["author"] or "").strip(),
                        text=text.strip(),
                        reason=reason.strip(),
                    ),
                )
    return list(found.values())


@value
class KnownClaim:
    """A claim as a figure lists it: ``- c1a2b3c [active] text (Ada against Ben) — resolution``."""

    id: str
    status: str
    text: str
    sides: tuple[str, ...] = ()


def claims_known(brief: Brief) -> list[KnownClaim]:
    """All claims that the figures name, in order."""
    found: dict[str, KnownClaim] = {}
    for name in ("claims", "disputes", "standing-view", "view", "closing-view"):
        for line in brief.figures.get(name, "").splitlines():
            if match := _CLAIM.match(line.strip()):
                sides = tuple(match["sides"].split(" against ")) if match["sides"] else ()
                claim = KnownClaim(id=match["id"], status=match["status"], text=match["text"], sides=sides)
                found.setdefault(claim.id, claim)
    return list(found.values())


def meant(known: list[KnownPoint], id: str, text: str = "") -> KnownPoint | None:
    """The point that is meant: by its id, else the one that says the same."""
    by_id = next((point for point in known if point.id == id), None)
    return by_id or next((point for point in known if text and same(point.text, text)), None)


def options(brief: Brief) -> list[str]:
    """The options of a vote, as the figure lists them."""
    lines = (line.strip().lstrip("-*• ").strip() for line in brief.figures.get("options", "").splitlines())
    return [line for line in lines if line]
