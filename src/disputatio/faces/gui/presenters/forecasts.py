"""What a debate may take, in a sentence, before it is started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from disputatio.faces.gui.presenters import words

if TYPE_CHECKING:
    from disputatio.app.application import Prepared


def sentence(prepared: Prepared) -> str:
    expected = prepared.forecast
    calls, tokens = words.count(expected.calls, "call"), words.count(expected.tokens, "token")
    bound = "More than" if expected.more else "At most"
    text = f"{bound} {calls} and about {tokens}: {_price(prepared)}."
    if expected.tools:
        text += " What participants look up comes on top."
    context = prepared.opened.context
    if context.sections:
        size = words.count(sum(len(section.text) for section in context.sections), "character")
        pin = f" at commit {context.pin[:12]}" if context.pin else ""
        text += f" Context: {context.title or 'files'}{pin}, {size}."
    return text


def _price(prepared: Prepared) -> str:
    expected = prepared.forecast
    if all(each.model.startswith(words.REHEARSAL) for each in expected.models):
        return "no AI model is asked, so it costs nothing"
    if expected.cost is None:
        return f"price unknown ({', '.join(expected.unknown)})"
    return f"≈ {words.money(expected.cost)}"
