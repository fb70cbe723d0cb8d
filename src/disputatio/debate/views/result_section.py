"""What a result consists of: sections, and their lines."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.values import value
from disputatio.debate.views.places import Place

Stage = Literal["", "first", "reason", "final", "head"]
"""A head says what the lines that follow it have in common."""


@value
class Line:
    """`lead`: what the text is, where it is told of somebody; `seat`: of whom, "" of nobody. `stage`: what it has to do
    with how an answer came about: the first one, the reason for a change, the final one. `places`: the passages that it
    rests on. `below`: it belongs to the line above it. `key`: it tells whom the letters of the synthesis stand for."""

    text: str
    lead: str = ""
    seat: str = ""
    stage: Stage = ""
    places: tuple[Place, ...] = ()
    below: bool = False
    key: bool = False

    @property
    def told(self) -> str:
        return f"{self.lead}: {self.text}" if self.lead else self.text


@value
class Section:
    """`text` is Markdown, as somebody wrote it; `lines` are plain."""

    title: str
    text: str = ""
    lines: tuple[Line, ...] = ()
