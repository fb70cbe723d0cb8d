"""What crux rooms come to: the talk in a room, and the card that comes out of it (SPEC CRUX.1). A pure fold.

What both sides accept is a statement that they share, and no more: it settles the claim where both declare that, or, of
sides that did not say, where the card does. Where they share none, the clerk who writes the card has no say, unless
nobody was asked for a stance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import Literal, get_args

from disputatio.debate.ids import index_of, inside, parent
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import by_rule, identifier, items, word
from disputatio.debate.policy import At, Reason, policy
from disputatio.debate.statements.ledger import public
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json, value
from disputatio.debate.wording import Words

CruxKind = Literal["fact", "value", "definition", "prediction", "premise", "evidence", "horizon"]
KINDS: tuple[CruxKind, ...] = get_args(CruxKind)
TURNS_ON: Words[CruxKind] = Words(
    {
        "fact": "a fact",
        "value": "a value",
        "definition": "a definition",
        "prediction": "a prediction",
        "premise": "a premise",
        "evidence": "the evidence",
        "horizon": "the time horizon",
    }
)
"""On what a dispute turns, in a sentence: "It turned on …"."""
ROOM = "room:"
"""How the audience of what is said in a room begins; the room's path follows."""


@value
class Talk:
    """What is on the table in a room: the common statement that each side worded last, and which statements each of
    them accepted when they spoke last. Who accepts means the other's last wording and their own; who is the first to
    word a statement accepts it by that. `authors`: who that was, of each statement; `settles`: what each declared last,
    whether what they accept settles the claim."""

    worded: dict[str, str] = field(default_factory=dict)
    accepted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    authors: dict[str, str] = field(default_factory=dict)
    settles: dict[str, Json] = field(default_factory=dict)

    def hear(self, turn: Turn) -> Talk:
        if turn.gives != "stance":
            return self
        own = word(turn.data.get("statement"))
        worded = {**self.worded, turn.seat: own} if own else self.worded
        authors = {bare_words(own): turn.seat, **self.authors}
        by_wording = (own,) if own and authors[bare_words(own)] == turn.seat else ()
        accepted = tuple(worded.values()) if turn.data.get("resolved") is True else by_wording
        return Talk(
            worded=worded,
            accepted={**self.accepted, turn.seat: accepted},
            authors=authors,
            settles={**self.settles, turn.seat: turn.data.get("settles")},
        )

    @property
    def common(self) -> str:
        """The statement that all accept, "" where there is none."""
        first, *others = self.accepted.values() or [()]
        shared = (
            text for text in first if all(any(bare_words(text) == bare_words(one) for one in other) for other in others)
        )
        return next(shared, "") if others else ""

    def settled(self, said: bool) -> bool:
        """Return whether what all accept settles the claim: as they declare, and where one did not, as is `said`."""
        declared = list(self.settles.values())
        return bool(self.common) and False not in declared and (said or all(one is True for one in declared))


@value
class Given:
    """What a side gave up in a room, in which turn. `words`: the receipt; `because`: the reason, in their words."""

    seat: str
    text: str
    path: str
    words: str
    because: str = ""


@value
class Said:
    """What a side did in a room with another statement, by its id, in which turn. `words`: the receipt; `because`: the
    reason, in their words."""

    id: str
    seat: str
    does: str
    path: str
    words: str
    because: str = ""


@value
class Card:
    """What a room came to. `crux`: what kind of thing the dispute hangs on; `statement`: the crux in one sentence.
    `best`: each side's best case; `minds`: what would change each mind; both by seat. `given`: what they conceded;
    `about`: what they accepted, kept or withdrew of other statements.
    `resolved`: the claim is settled; `how`: by what; where it is not, the statement that both accept all the same, and
    `author`: whose it is."""

    path: str
    claim: str
    crux: CruxKind
    statement: str = ""
    best: dict[str, str] = field(default_factory=dict)
    minds: dict[str, str] = field(default_factory=dict)
    resolved: bool = False
    how: str = ""
    author: str = ""
    given: tuple[Given, ...] = ()
    about: tuple[Said, ...] = ()
    rules: bool = False


@value
class Rooms:
    """`talks`: the rooms that have no card yet, by their paths."""

    talks: dict[str, Talk] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()


_EMPTY = Rooms()


def cards_of(past: Past) -> tuple[Card, ...]:
    """Return all cards so far, oldest first. A claim that went into a room twice has two."""
    return past.fold("cards", with_turn, _EMPTY).cards


def with_turn(rooms: Rooms, turn: Turn) -> Rooms:
    """Return the rooms after one more turn."""
    if turn.heard.startswith(ROOM):
        room = turn.heard.removeprefix(ROOM)
        talk = rooms.talks.get(room, Talk()).hear(turn)
        return replace(rooms, talks={**rooms.talks, room: talk})
    if not public(turn, "card"):
        return rooms
    room = next((path for path in rooms.talks if inside(turn.path, path)), "")
    left = {path: talk for path, talk in rooms.talks.items() if path != room}
    return Rooms(talks=left, cards=(*rooms.cards, _card(turn, room, rooms.talks.get(room, Talk()))))


def _card(turn: Turn, room: str, talk: Talk) -> Card:
    """The claim is the one that the room is about, whatever the card calls it."""
    data, crux, common = turn.data, word(turn.data.get("crux")), talk.common
    said = data.get("resolved") is True
    resolved = talk.settled(said) if talk.accepted else said
    return Card(
        path=turn.path,
        claim=index_of(room) or identifier(data.get("claim")),
        crux=next((kind for kind in KINDS if kind == crux), "premise"),
        statement=word(data.get("statement")),
        best=_by_seat(data.get("best")),
        minds=_by_seat(data.get("minds")),
        resolved=resolved,
        how=common or (word(data.get("how")) or word(data.get("statement")) if resolved else ""),
        author=talk.authors.get(bare_words(common), ""),
        given=tuple(_given(data.get("conceded"))),
        about=tuple(_about(data.get("about"))),
        rules=by_rule(turn),
    )


def _given(found: Json) -> Iterator[Given]:
    for item in items(found):
        one = Given(**{name: word(item.get(key)) for name, key in _GIVEN.items()})
        if one.text and one.words:  # without a receipt nobody is said to have given anything up
            yield one


def _about(found: Json) -> Iterator[Said]:
    for item in items(found):
        one = Said(**{name: word(item.get(key)) for name, key in _ABOUT.items()})
        if one.words:
            yield one


_ABOUT = {"id": "id", "seat": "seat", "does": "does", "path": "turn", "words": "quote", "because": "because"}
_GIVEN = {"seat": "seat", "text": "text", "path": "turn", "words": "quote", "because": "because"}


def _by_seat(found: Json) -> dict[str, str]:
    said = ((word(item.get("seat")), word(item.get("text"))) for item in items(found))
    return {seat: text for seat, text in said if seat and text}


@policy("until", needs="stance")
def resolved(at: At) -> Reason | None:
    """Both sides accept a common statement."""
    stances = at.past.of("stance", parent(at.path))
    talk = Talk()
    for turn in stances:
        talk = talk.hear(turn)
    if talk.common and inside(stances[-1].path, at.path):
        return Reason("completed", f"both sides accept: {talk.common}")
    return None


@policy("until", needs="stance")
def talked_out(at: At) -> Reason | None:
    """The exchange that just ended brought nothing new: each side declares that it has nothing to add, or words no
    other statement than one that was there before."""
    stances = at.past.of("stance", parent(at.path))
    here = [turn for turn in stances if inside(turn.path, at.path)]
    before = {bare_words(word(turn.data.get("statement"))) for turn in stances if turn not in here} - {""}
    quiet = [turn.data.get("done") is True or bare_words(word(turn.data.get("statement"))) in before for turn in here]
    return Reason("completed", "the exchange brought nothing new") if quiet and all(quiet) else None
