"""The steps of a format, in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from disputatio.debate.formats import Block


def steps(body: Block) -> list[Block]:
    """All steps of a format, each before what it consists of."""
    return [each for block in body.do for each in (block, *steps(block))]
