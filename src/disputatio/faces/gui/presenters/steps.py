"""The steps of a format, in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from disputatio.debate.formats import Block


def bound_of_rounds(body: Block) -> str:
    """The option that bounds the rounds of a format: those of its first loop that is in no crux room; "" for none."""
    for child in body.do:
        if child.repeat:
            return child.repeat[1:] if isinstance(child.repeat, str) else ""
        if child.heard != "room" and (found := bound_of_rounds(child)):
            return found
    return ""


def steps(body: Block) -> list[Block]:
    """All steps of a format, each before what it consists of."""
    return [each for block in body.do for each in (block, *steps(block))]
