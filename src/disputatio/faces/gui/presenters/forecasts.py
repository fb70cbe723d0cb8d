"""What a debate may take, in a sentence, before it is started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from disputatio.faces.gui.presenters import words

if TYPE_CHECKING:
    from disputatio.app.application import Prepared


def told(prepared: Prepared) -> str:
    """The forecast, and the context that every prompt brings with it."""
    context = prepared.opened.context
    if not context.sections:
        return prepared.forecast.told
    size = words.count(sum(len(section.text) for section in context.sections), "character")
    pin = f" at commit {context.pin[:12]}" if context.pin else ""
    return f"{prepared.forecast.told} Context: {context.title or 'files'}{pin}, {size}."
