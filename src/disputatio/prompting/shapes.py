"""The fields of an output contract, and the makers of fields that several contracts share.

One declaration serves the JSON Schema and the form that prompts show (`forms`), and the reading of replies (`reading`),
so they cannot drift apart.
"""

from __future__ import annotations

from typing import Literal

from disputatio.debate.values import Json, value

Kind = Literal["text", "texts", "flag", "share", "number", "choice", "items"]
"""text: words. texts: a list of them. flag: yes or no. share: 0 to 1. number: 0 to 10. choice: one of `choices`.
items: a list of objects with the fields `of`."""

Payload = dict[str, Json]
"""What is read from a reply, by the names of the fields."""


@value
class Field:
    """`says` is what the model is told; `also` are other names that models use for it; `needed`: without it the
    contract is not kept."""

    name: str
    says: str
    kind: Kind = "text"
    also: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    of: tuple[Field, ...] = ()
    needed: bool = False


Shape = tuple[Field, ...]


def text(name: str, says: str, *, also: str = "", needed: bool = False) -> Field:
    return Field(name=name, says=says, also=_names(also), needed=needed)


def texts(name: str, says: str, *, also: str = "") -> Field:
    return Field(name=name, says=says, kind="texts", also=_names(also))


def flag(name: str, says: str, *, also: str = "", needed: bool = True) -> Field:
    return Field(name=name, says=says, kind="flag", also=_names(also), needed=needed)


def share(name: str, says: str, *, also: str = "", needed: bool = True) -> Field:
    return Field(name=name, says=says, kind="share", also=_names(also), needed=needed)


def number(name: str, says: str, *, also: str = "") -> Field:
    return Field(name=name, says=says, kind="number", also=_names(also))


def choice(name: str, says: str, *choices: str, also: str = "", needed: bool = False) -> Field:
    return Field(name=name, says=says, kind="choice", choices=choices, also=_names(also), needed=needed)


def items(name: str, says: str, *of: Field, also: str = "", needed: bool = True) -> Field:
    return Field(name=name, says=says, kind="items", of=of, also=_names(also), needed=needed)


def _names(also: str) -> tuple[str, ...]:
    """Names as they are written here, with commas."""
    return tuple(name for name in also.split(", ") if name)


CONFIDENCE = share("confidence", "how sure you are, 0 to 1", also="certainty, confidence level, probability")
SURE = share("confidence", "how sure you are, 0 to 1", also="certainty, confidence level", needed=False)
SEAT = text("seat", "id of the participant", also="participant, agent, agentid, who, author, name")
REASON = text("reason", "why, in one sentence", also="because, why, rationale, reasoning, explanation, evidence")
WORDS = text(
    "text",
    "the statement, in one sentence",
    also="claim, statement, content, description, summary, point text, title, issue, item",
    needed=True,
)
