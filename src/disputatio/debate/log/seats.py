"""Seats: the places in a debate, and the services that every debate has beside them."""

from __future__ import annotations

from dataclasses import field

from disputatio.debate.values import LATER, value

SERVICES = ("clerk", "person", "sandbox", "memory", "sources")
"""Seats of every debate that are not participants: the utility model, the user, the isolated execution of code,
what is remembered from earlier debates, the sources that citations are checked against."""

HUMAN = "human:"
"""The model of a seat that a person has taken."""

CLIPBOARD = "clipboard:"
"""How the models begin that a person asks elsewhere, by copying the request and pasting the reply:
"clipboard:chatgpt"."""


def by_hand(model: str) -> bool:
    """Return whether what a model says is typed or pasted by the person."""
    return model == HUMAN or model.startswith(CLIPBOARD)


IMPARTIAL = frozenset({"chair", "judge", "moderator"})
"""Roles that hold no position of their own, so that neither rules for those who do nor unanimity ask for theirs."""

QUICK = "quick"
EFFORTS = (QUICK, "normal", "thorough")
"""How long models that reason are to think before they speak."""


@value
class Seat:
    """A place in a debate. `model` is "provider:name", `HUMAN`, or "" for an empty seat; `effort` is one of
    `EFFORTS`, or "" for that of the debate."""

    id: str
    part: str
    role: str = ""
    name: str = ""
    team: str = ""
    model: str = ""
    persona: str = ""
    colour: str = ""
    glyph: str = ""
    effort: str = field(default="", metadata=LATER)

    @property
    def taken(self) -> bool:
        return bool(self.model)

    @property
    def human(self) -> bool:
        return self.model == HUMAN

    @property
    def impartial(self) -> bool:
        return self.role.casefold() in IMPARTIAL


@value
class SeatChoice:
    """What a person chose for a seat. `seat` is a part ("critic"), a part's n-th seat ("table#2"), or a seat's id;
    `effort` is one of `EFFORTS`, or "" for that of the debate; `role` and `team` are "" for those of the part."""

    seat: str
    model: str = ""
    name: str = ""
    persona: str = ""
    effort: str = ""
    role: str = ""
    team: str = ""
