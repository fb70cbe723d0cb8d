"""Lines about the board that an export and the terminal have in common: what a seat holds, and what a crux card says.

`name` is what people call a seat; `inline` makes untrusted text harmless on one line of what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from disputatio.debate.cruxes import Card
from disputatio.debate.ledger import Standing

Name = Callable[[str], str]
Inline = Callable[[str], str]

BY_RULE = "was made by rule, without a model."


def held(one: Standing, inline: Inline) -> Iterator[str]:
    """How sure a seat has been, and what it holds, cites and has not answered, aspect by aspect."""
    if one.confidence is not None:
        yield "Confidence: " + " → ".join(f"{stated.level:.0%}" for stated in one.confidences)
    for aspect, on in one.aspects.items():
        if on.position and on.position != one.stance:
            yield f"On {inline(aspect) or 'the question'}: {inline(on.position)}"
        if on.evidence:
            yield f"Cites{f' on {inline(aspect)}' if aspect else ''}: {'; '.join(map(inline, on.evidence))}"
        for challenge in on.unanswered:
            yield f"Has not answered: {inline(challenge)}"


def crux(card: Card, name: Name, inline: Inline) -> Iterator[str]:
    """What a dispute hangs on, the best case of each side, and what would change its mind."""
    yield f"The crux, a matter of {card.crux}: {inline(card.statement)}"
    for seat, text in card.best.items():
        yield f"Best case of {name(seat)}: {inline(text)}"
    for seat, text in card.minds.items():
        yield f"What would change the mind of {name(seat)}: {inline(text)}"
