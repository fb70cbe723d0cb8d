"""What the account of a debate consists of: chapters with their parts, and what was said, turn by turn. Nothing here is
escaped; each writer does that for its target."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.log.seats import HUMAN
from disputatio.debate.values import value
from disputatio.debate.views.plain_text import without_marks

Style = Literal["", "own", "strong", "code"]


@value
class Run:
    """Words in one style. `own`: they are ours, and hold nothing that was said in the debate."""

    text: str
    style: Style = ""

    @property
    def shown(self) -> str:
        """The words on one line, without the marks of Markdown, for what is no Markdown."""
        if self.style == "own":
            return self.text
        line = " ".join(self.text.split())
        return line if self.style == "code" else without_marks(line)


Runs = tuple[Run, ...]


@value
class Item:
    """A line of a list. `below`: it belongs to the line above it."""

    runs: Runs
    below: bool = False


@value
class Listing:
    items: tuple[Item, ...]


@value
class Passage:
    """Markdown, as somebody wrote it."""

    text: str


@value
class Sentence:
    runs: Runs


@value
class Subheading:
    text: str


@value
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[Runs, ...], ...]


Part = Subheading | Passage | Sentence | Listing | Table


@value
class Chapter:
    title: str
    parts: tuple[Part, ...]


@value
class Speech:
    """One turn. `name` spoke; `seat` is their place at the table from 0, -1 where they have none. `sign` tells them
    apart without colour. `by`: the model, or who else made it. `told`: what is to be known of the turn.
    `looked_up`: what they did with tools, a line each; `lacked`: what they had to do without, in sentences."""

    name: str
    seat: int
    sign: str
    by: Run
    told: str
    text: str
    looked_up: tuple[str, ...]
    lacked: tuple[str, ...] = ()


@value
class Stretch:
    """What was said in one part of the debate."""

    title: str
    speeches: tuple[Speech, ...]


def own(text: str) -> Run:
    """Return words of ours."""
    return Run(text=text, style="own")


def model_run(model: str) -> Run:
    """Return the name of a model, or who sits there instead."""
    if model == HUMAN:
        return own("a person")
    return Run(text=model, style="code") if model else own("no model")
