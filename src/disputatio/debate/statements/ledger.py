"""The ledger: where each participant stands, and how that came about (SPEC LEDGER.1). Values; `minutes` keeps them."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Literal

from disputatio.debate.ids import ASPECT, bound
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import by_rule, items, message_at, rating, share, speaker_of, word, words
from disputatio.debate.sameness import same
from disputatio.debate.values import Json, value

Strength = Literal["mild", "strong"]
FlipClass = Literal["evidence", "argument", "capitulation", "spontaneous"]
"""How a change of position came about: see `flips`."""


def aspect_of(path: str) -> str:
    """The aspect that a turn is about; "" where it is about the whole question."""
    return bound(path).get(ASPECT, "")


@value
class Relation:
    """Agreement or disagreement of a participant with another: with whom, on what, how strongly, in which turn. `card`:
    the last crux card about it, "" where there is none; `again`: that card had settled it, and it is disputed anew."""

    seat: str
    on: str
    strength: Strength = "mild"
    path: str = ""
    card: str = ""
    again: bool = False


@value
class Settlement:
    """A dispute with another participant that a crux room ended: about which claim (its id, its words), by which
    statement that both accept. The path of the `card` says since when; `relations` are the disagreements that it
    ended."""

    seat: str
    on: str
    how: str
    card: str
    claim: str = ""
    relations: tuple[Relation, ...] = ()


@value
class Shift:
    """A change of position: from what, to what, what caused it (`because`: the claims and citations that are named),
    and how it is classed. `sentence`: the words in which it was said."""

    path: str
    before: str
    after: str
    cause: str = ""
    because: tuple[str, ...] = ()
    flip: FlipClass = "spontaneous"
    sentence: str = ""
    aspect: str = ""


@value
class Concession:
    """What a participant gave up, in which turn. `again`: the turn in which they held it again, "" where they did
    not."""

    text: str
    path: str
    again: str = ""


@value
class OnAspect:
    """What a participant holds about one aspect, the evidence they cited for it, and the challenges to them on it that
    they have not answered. `since`: the turn that gave the position."""

    position: str = ""
    evidence: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    since: str = ""


@value
class Confidence:
    """How sure a participant was (0..1), as stated in which turn."""

    path: str
    level: float


@value
class Standing:
    """Where one participant stands. `disagreements` are the open ones; `settled`: what crux rooms ended. `updated`: the
    last turn that was taken into account; `missed`: turns that were not, because there is no record of them. `rules`:
    the last record was made by rule, not by a model."""

    seat: str
    stance: str = ""
    since: str = ""
    aspects: dict[str, OnAspect] = field(default_factory=dict)
    agreements: tuple[Relation, ...] = ()
    disagreements: tuple[Relation, ...] = ()
    settled: tuple[Settlement, ...] = ()
    concessions: tuple[Concession, ...] = ()
    shifts: tuple[Shift, ...] = ()
    confidences: tuple[Confidence, ...] = ()
    updated: str = ""
    missed: tuple[str, ...] = ()
    rules: bool = False

    @property
    def confidence(self) -> float | None:
        """The last confidence that was stated, 0..1; None where none was."""
        return self.confidences[-1].level if self.confidences else None

    def on(self, aspect: str) -> OnAspect:
        """What they hold about an aspect; empty where they have said nothing about it."""
        return self.aspects.get(aspect) or OnAspect()


Ledger = dict[str, Standing]


@value
class Entry:
    """One record: what a message changed, and only that. `about`: the message; `seat`: its author. `unanswered`: the
    challenges to the author that are left, None where the record does not say. `stir`: what it adds to the epistemic
    score."""

    about: str
    seat: str
    stance: str = ""
    position: str = ""
    evidence: tuple[str, ...] = ()
    unanswered: tuple[str, ...] | None = None
    keypoints: tuple[str, ...] = ()
    agreements: tuple[Relation, ...] = ()
    disagreements: tuple[Relation, ...] = ()
    concessions: tuple[str, ...] = ()
    shifts: tuple[Shift, ...] = ()
    confidence: float | None = None
    importance: int = 1
    rules: bool = False
    stir: int = 0

    @property
    def aspect(self) -> str:
        return aspect_of(self.about)


# ---- reading records of the ledger (SPEC LEDGER.1) --------------------------------------------------------------
def spoken(turn: Turn) -> bool:
    """Whether a turn is something that a participant said to all. What is said in a room or a team stays there."""
    return turn.message and turn.heard == "all" and turn.seat not in SERVICES


def public(turn: Turn, contract: str) -> bool:
    """Whether a turn is a record for all: the records of a room or a team stay there too."""
    return turn.gives == contract and turn.heard == "all"


def unreadable(turn: Turn) -> bool:
    """Whether a record says only why it could not be made: nothing is known of what the message changed."""
    return turn.data.keys() == {"note"}


def entry_of(turn: Turn) -> Entry:
    """A record of contract `ledger`. Its shifts are not classed yet. Nobody relates to themselves, and who goes from a
    position to the same one has not moved."""
    data, about = turn.data, message_at(turn.path)
    seat, rules = speaker_of(about), by_rule(turn)
    entry = Entry(
        about=about,
        seat=seat,
        stance=word(data.get("stance")),
        position=word(data.get("position")),
        evidence=words(data.get("evidence")),
        unanswered=_left(data, rules),
        keypoints=words(data.get("keypoints")),
        agreements=_relations(data.get("agreements"), about, seat),
        disagreements=_relations(data.get("disagreements"), about, seat),
        concessions=words(data.get("concessions")),
        confidence=share(data.get("confidence")),
        importance=rating(data.get("importance")),
        rules=rules,
    )
    return replace(entry, shifts=_shifts(data.get("shifts"), entry))


def _left(data: dict[str, Json], rules: bool) -> tuple[str, ...] | None:
    """The challenges that are still open. A rule cannot tell that one was answered, so its silence says nothing."""
    if "unanswered" not in data:
        return None
    return words(data["unanswered"]) or (None if rules else ())


def _relations(found: Json, path: str, seat: str) -> tuple[Relation, ...]:
    return tuple(
        Relation(
            seat=other,
            on=on,
            strength="strong" if word(item.get("strength")) == "strong" else "mild",
            path=path,
        )
        for item in items(found)
        if (on := word(item.get("on")) or word(item.get("text"))) and (other := word(item.get("seat"))) != seat
    )


def _shifts(found: Json, entry: Entry) -> tuple[Shift, ...]:
    read = (
        Shift(
            path=entry.about,
            before=word(item.get("from")),
            after=after,
            cause=word(item.get("cause")),
            because=words(item.get("because")),
            sentence=word(item.get("sentence")),
            aspect=entry.aspect,
        )
        for item in items(found)
        if (after := word(item.get("to")) or word(item.get("text")))
    )
    return tuple(shift for shift in read if not same(shift.before, shift.after))
