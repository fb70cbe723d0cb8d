"""What was looked up in a debate so far, for those who speak next (SPEC TURN.7, §17): the lines of files, each once,
and what other calls answered. Read from the record alone, so that resuming and replaying see the same.

It comes in one section for each turn that looked something up, in their order, and a later turn leaves the sections of
earlier ones as they are, as long as all of it fits: what stands first in a request and stays is read at a tenth of the
price.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from disputatio.debate.context import Section
from disputatio.debate.log.events import ToolUse
from disputatio.debate.policy import At
from disputatio.debate.values import Json, value
from disputatio.debate.views.look_ups import UNAVAILABLE, look_up_activity, looks_up

EXCERPTS = "excerpts"
"""The name of the sections."""
TITLE = "Looked up earlier in this debate"
CHARACTERS = 16_000
SHARE = 8_000
"""Characters of one file or answer."""
LEAST = 200
"""Characters from which on an excerpt is worth a heading."""
AGAIN = "Looked up before:"
"""How a result begins that only says where the answer stands already."""
LEFT_OUT = "\n… (the record leaves out "
"""What follows the beginning of a result that was too long to be recorded whole."""

_ANYWAY = {"start": 1, "limit": 20}
"""Arguments that a tool takes where it is given none."""
_READ = re.compile(r"(?P<path>.+) at commit [0-9a-f]{4,40}, lines \d+ to \d+ of (?P<total>\d+)")
_LINE = re.compile(r"(\d{1,9})\| ?(.*)")


@value
class Excerpts:
    """`sections`: what is shown. `lines`: the lines of files that stand in it, by path; `totals`: how many lines each
    of those files has; `answers`: other calls whose whole answer stands in it, by name and arguments."""

    sections: tuple[Section, ...]
    lines: Mapping[str, frozenset[int]] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    answers: frozenset[tuple[str, str]] = frozenset()

    def cover(self, name: str, given: Mapping[str, Json]) -> bool:
        """Return whether all that a call asks for stands here."""
        if name != "read_file":
            return (name, _key(given)) in self.answers
        path = str(given.get("path", "")).strip().removeprefix("./").strip("/")
        total, first, last = self.totals.get(path, 0), _number(given.get("start")), _number(given.get("end"))
        wanted = range(max(first, 1), min(last or total, total) + 1)
        return bool(wanted) and self.lines[path].issuperset(wanted)


def uses_of(at: At) -> list[ToolUse]:
    """Return what was looked up in the turns that a seat may hear, oldest first, without what failed or told
    nothing."""
    return [use for _, use in _made(at)]


def _made(at: At) -> list[tuple[str, ToolUse]]:
    """Return the same, with the path of each turn."""
    if not looks_up(at.debate.context, at.debate.options):
        return []
    made = ((turn.path, use) for turn in at.past if at.hears(turn) for use in at.debate.replies[turn.path].tools)
    return [each for each in made if _told(each[1])]


def _told(use: ToolUse) -> bool:
    return not (use.failed or use.name == UNAVAILABLE or use.result.startswith(AGAIN))


def excerpts_of(at: At) -> Excerpts | None:
    """Return what the seat that is to speak can read of it; None while there is nothing."""
    pieces: dict[tuple[str, str, str], _Piece] = {}
    known: dict[tuple[str, str], set[int]] = {}
    for turn, use in _made(at):
        piece = _piece(use, turn)
        before = known.setdefault(piece.key, set())
        fresh = {number: text for number, text in piece.lines.items() if number not in before}
        before.update(fresh)
        if fresh:
            same = pieces.get((turn, *piece.key))
            pieces[turn, *piece.key] = replace(piece, lines={**same.lines, **fresh} if same else fresh)
    said = [turn.text for turn in at.past if turn.message and at.hears(turn)]
    return _composed(list(pieces.values()), said) if pieces else None


@value
class _Piece:
    """Lines of a file that were first read in a turn; or, with `total` 0, the lines of another answer."""

    turn: str
    key: tuple[str, str]
    title: str
    lines: Mapping[int, str]
    total: int = 0
    whole: bool = True

    def cited(self, said: Sequence[str]) -> int:
        """Return how often it was named since, where it is a file."""
        return sum(text.count(self.title) for text in said) if self.total else 0

    def told(self) -> Iterator[tuple[int, str]]:
        """Yield each line as it stands in the section, with its number; what lies between two runs is left out."""
        before = 0
        for number, text in sorted(self.lines.items()):
            gap = "…\n" if self.total and number != before + 1 else ""
            yield number, f"{gap}{number}| {text}" if self.total else text
            before = number


def _piece(use: ToolUse, turn: str) -> _Piece:
    kept, cut, _ = use.result.partition(LEFT_OUT)
    head, *body = kept.split("\n")
    body = body[:-1] if cut else body  # the last one may be half a line
    read = _READ.fullmatch(head) if use.name == "read_file" else None
    if read is not None:
        found = [match for text in body if (match := _LINE.fullmatch(text))]
        lines = {int(match[1]): match[2] for match in found}
        key = ("read_file", read["path"])
        return _Piece(turn=turn, key=key, title=read["path"], lines=lines, total=int(read["total"]))
    key = (use.name, _key(arguments_of(use)))
    title = look_up_activity(use.name, use.arguments)
    return _Piece(turn=turn, key=key, title=title, lines=dict(enumerate((head, *body), 1)), whole=not cut)


def _composed(pieces: Sequence[_Piece], said: Sequence[str]) -> Excerpts:
    """Where not all of it fits, what was cited most comes first, then what is newest."""
    shown: dict[int, dict[int, str]] = {}
    lines: dict[str, frozenset[int]] = {}
    answers: set[tuple[str, str]] = set()
    room = CHARACTERS
    for place in sorted(range(len(pieces)), key=lambda place: (-pieces[place].cited(said), -place)):
        piece = pieces[place]
        shown[place] = _fitting(piece, min(SHARE, room))
        room -= len(_text(piece, shown[place])) + 2 if shown[place] else 0
        if piece.total and shown[place]:
            lines[piece.title] = lines.get(piece.title, frozenset()).union(shown[place])
        elif piece.whole and len(shown[place]) == len(piece.lines):
            answers.add(piece.key)
    left = sum(len(shown[place]) < len(piece.lines) for place, piece in enumerate(pieces))
    cut = f"{left} of {len(pieces)} are shown in part or not at all (limit {CHARACTERS:,} characters)" if left else ""
    texts: dict[str, list[str]] = {}
    for place, piece in enumerate(pieces):
        texts.setdefault(piece.turn, []).extend([_text(piece, shown[place])] if shown[place] else [])
    sections = [Section(name=EXCERPTS, title=TITLE, text="\n\n".join(told)) for told in texts.values() if told]
    return Excerpts(
        sections=(*sections[:-1], replace(sections[-1], cut=cut)),
        lines=lines,
        totals={piece.title: piece.total for piece in pieces if piece.title in lines},
        answers=frozenset(answers),
    )


def _text(piece: _Piece, shown: Mapping[int, str]) -> str:
    return "\n".join((f"### {piece.title}", *shown.values()))


def _fitting(piece: _Piece, room: int) -> dict[int, str]:
    """Return the first lines that fit under the heading."""
    room -= len(piece.title) + len("### ")
    shown: dict[int, str] = {}
    for number, text in piece.told() if room >= LEAST else ():
        room -= len(text) + 1
        if room < 0:
            break
        shown[number] = text
    return shown


def arguments_of(use: ToolUse) -> dict[str, Json]:
    """Return what a recorded call was given, as far as it can be read."""
    try:
        found = json.loads(use.arguments)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _key(given: Mapping[str, Json]) -> str:
    """Return the same key for calls that say the same: arguments that are empty, off, or what they are by default do
    not count."""
    said = {name: str(found) for name, found in given.items() if found not in (None, "", False, 0, _ANYWAY.get(name))}
    return json.dumps(said, sort_keys=True)


def _number(found: Json) -> int:
    return int(found) if isinstance(found, (int, float)) else 0


def same_call(uses: Sequence[ToolUse], name: str, given: Mapping[str, Json]) -> ToolUse | None:
    """Return the last of some calls that asked for exactly this and was answered."""
    wanted = _key(given)
    same = (use for use in reversed(uses) if use.name == name and _key(arguments_of(use)) == wanted)
    return next((use for use in same if not use.failed), None)
