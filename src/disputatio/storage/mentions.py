"""Where words occur in debates: the questions and messages that hold all of them, by debate, for people to read.

Records of the clerk are no messages, and what a model wrote as JSON is read in the words that the transcript shows:
what is found here can be found there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import when
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import Seat
from disputatio.debate.values import value
from disputatio.debate.views.participants import Participant, of_turn
from disputatio.debate.views.plain_text import MARK
from disputatio.debate.views.transcript_words import readable
from disputatio.storage.catalogue import DebateEntry, Narrowing, entries, these
from disputatio.storage.chain import Row, event_of_row
from disputatio.storage.database import Database
from disputatio.storage.search import MARKUP, Search, snippet, text_condition
from disputatio.storage.sqlite import raw

QUESTION: Final = Participant(seat="", name="Question", glyph="pen")
MOST: Final = 1_000
"""Texts that are looked at, the newest; whoever finds more has to ask more closely."""
DEBATES: Final = 20
"""Debates that are read at a time."""
EACH: Final = 3
"""Places of a debate that are shown before a person asks for more."""
ALL: Final = 200

_MESSAGES: Final = """SELECT id, session_id FROM debate_turns WHERE id IN (SELECT value FROM json_each(?1))
    AND coalesce(json_extract(metadata, '$.gives'), 'say') IN (SELECT value FROM json_each(?2))"""
_TURNS: Final = """SELECT id, path, agent_id, coalesce(json_extract(metadata, '$.gives'), 'say'),
    coalesce(json_extract(metadata, '$.by'), 'model'), content FROM debate_turns
    WHERE id IN (SELECT value FROM json_each(?))"""
_OPENING: Final = "SELECT seq, at, type, body, prev_hash, hash FROM events WHERE debate_id = ? AND seq = 1"


@value
class Mention:
    """One place: the path of its turn ("" for the question), who said it and where, what stands there, and where in it
    the words are."""

    path: str
    who: Participant
    place: str
    snippet: str
    marks: tuple[tuple[int, int], ...]


@value
class DebateMentions:
    """A debate with some of its `count` places."""

    entry: DebateEntry
    count: int
    places: tuple[Mention, ...]


@value
class MentionPage:
    """`places` in `debates` altogether, of which some debates are `read`, best first. `more`: only the newest were
    looked at."""

    read: tuple[DebateMentions, ...] = ()
    places: int = 0
    debates: int = 0
    more: bool = False


@value
class _Turn:
    path: str
    seat: str
    gives: str
    by: str
    text: str


class Mentions:
    """Its methods raise StorageHeld."""

    def __init__(self, database: Database, search: Search) -> None:
        self._database, self._search = database, search

    async def find(
        self, text: str, narrowing: Narrowing, *, first: int = 0, each: int = EACH, whole: str = ""
    ) -> MentionPage:
        """Return the debates that hold every word, best first, from the one at `first` on, with `each` of their places;
        or all places of the debate `whole`."""
        words = text.split()
        if not words:
            return MentionPage()
        await self._search.catch_up()
        return await self._database.read(lambda c: _find(c, words, narrowing, first, ALL if whole else each, whole))


def _find(
    connection: sa.Connection, words: list[str], narrowing: Narrowing, first: int, each: int, whole: str
) -> MentionPage:
    driver = raw(connection)
    hits = _hits(driver, words)
    turns = json.dumps([ref for kind, ref in hits if kind == "turn"])
    debates: dict[str, str] = dict(driver.execute(_MESSAGES, (turns, json.dumps(sorted(MESSAGES)))).fetchall())
    found: dict[str, list[str]] = {}
    for kind, ref in hits:
        if kind == "debate":
            found.setdefault(ref, []).insert(0, "")
        elif ref in debates:
            found.setdefault(debates[ref], []).append(ref)
    kept = [id for id in found if id == whole] if whole else list(found)
    wanted = these(connection, narrowing, kept)
    kept = [id for id in kept if id in wanted]
    known = entries(connection, narrowing, kept[first : first + DEBATES])
    read = [_read(driver, entry, found[id], words, each) for id, entry in known.items()]
    return MentionPage(
        read=tuple(one for one in read if one.places),
        places=sum(len(found[id]) for id in kept),
        debates=len(kept),
        more=len(hits) == MOST,
    )


def _hits(driver: Any, words: list[str]) -> list[tuple[str, str]]:
    """Return the texts that hold every word, best first. Where they are too many, the newest, questions first: words
    that stand everywhere rank nothing, and ranking them takes a fifth of a second."""
    condition, values, order = text_condition(words)
    sql = f"SELECT kind, ref FROM search_index WHERE kind IN ('debate', 'turn') AND {condition}"
    newest = driver.execute(f"{sql} ORDER BY rowid DESC LIMIT ?", (*values, MOST)).fetchall()
    if len(newest) == MOST:
        return sorted(newest, key=lambda hit: hit[0] != "debate")
    found: list[tuple[str, str]] = driver.execute(f"{sql} ORDER BY {order}", values).fetchall()
    return found


def _read(driver: Any, entry: DebateEntry, found: Sequence[str], words: list[str], most: int) -> DebateMentions:
    """Read the texts of the places that are shown, "" being the question. A place whose words stand only in what nobody
    sees is none."""
    taken = found[:most]
    rows = driver.execute(_TURNS, (json.dumps([id for id in taken if id]),)).fetchall()
    turns = {id: _Turn(path=path, seat=seat, gives=gives, by=by, text=text) for id, path, seat, gives, by, text in rows}
    seats = _seats(driver, entry.id)
    places = [_mention(turns.get(id), entry.topic, seats, words) for id in taken]
    shown = tuple(place for place in places if place.marks)
    return DebateMentions(entry=entry, count=len(found) - len(places) + len(shown), places=shown)


def _mention(turn: _Turn | None, question: str, seats: Mapping[str, Seat], words: list[str]) -> Mention:
    text = turn.text if turn is not None else question
    if turn is not None and turn.by == "model":
        text = readable(text.removeprefix(MARK).lstrip("\n"))
    piece, marks = snippet(MARKUP.sub("", text), words)
    if turn is None:
        return Mention(path="", who=QUESTION, place="", snippet=piece, marks=marks)
    who = of_turn(turn.seat, turn.gives, seats)
    return Mention(path=turn.path, who=who, place=when(turn.path), snippet=piece, marks=marks)


def _seats(driver: Any, debate: str) -> dict[str, Seat]:
    row = driver.execute(_OPENING, (debate,)).fetchone()
    seq, at, name, body, prev_hash, hash_ = row
    opened = event_of_row(Row(seq=seq, at=at, type=name, body=body, prev_hash=prev_hash, hash=hash_)).event
    return {seat.id: seat for seat in opened.seats} if isinstance(opened, DebateOpened) else {}
