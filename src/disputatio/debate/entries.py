"""Records of the ledger, as they stand in the log: read without trusting their form (SPEC LEDGER.1)."""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.ledger import Entry, Relation, Shift
from disputatio.debate.reading import by_rule, items, message_at, rating, share, speaker_of, word, words
from disputatio.debate.sameness import same
from disputatio.debate.seats import SERVICES
from disputatio.debate.turns import Turn
from disputatio.debate.values import Json


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
