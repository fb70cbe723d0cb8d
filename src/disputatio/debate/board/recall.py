"""What participants are reminded of before a round, in a long debate or where a persona was in other debates (SPEC
MEMORY.3).

The memory is asked once before each round, for all participants together. Its answer is recorded (contract `memories`:
items with the seat that may read each), so that resuming and replaying see the same.
"""

from __future__ import annotations

from itertools import islice

from disputatio.debate.ids import ASPECT, names_bound
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word
from disputatio.debate.policy import At, policy

LONG = 50
"""Messages from which on a debate is long: participants are then also reminded of what they said in it themselves."""
ROOM = 3_000
"""Characters of what failing programs of earlier debates teach (SPEC §17)."""
SHOWN = 8
"""Memories that a participant reads."""


@policy("when")
def remembers(at: At, messages: int) -> bool:
    """The debate has so many messages, or a persona sits in it that may remember other debates."""
    return any(seat.persona for seat in at.seats) or long(at.past, messages)


def long(past: Past, messages: int = LONG) -> bool:
    """Return whether that many messages were said."""
    said = (turn for turn in past.newest() if turn.message)
    return len(list(islice(said, messages))) == messages


def recall_query(at: At) -> str:
    """Return what memories are looked for: the aspect at hand, and the last message, which is the one to be
    answered."""
    aspect = names_bound(at.path).get(ASPECT, "") or at.debate.question
    last = next((turn.text for turn in at.past.newest() if turn.message and turn.heard == "all"), "")
    return f"{aspect}\n{last}".strip()


def memories_of(at: At) -> list[str]:
    """Return what the seat is reminded of: from earlier in this debate, and from others where its persona was."""
    last = at.past.last("memories")
    own = [item for item in items(last.data.get("items")) if item.get("seat") == at.seat] if last else []
    return [text for item in own[:SHOWN] if (text := word(item.get("text")))]


def messages_by_path(past: Past) -> dict[str, Turn]:
    """Return the messages for all, by path."""
    return {turn.path: turn for turn in past if turn.message and turn.heard == "all"}
