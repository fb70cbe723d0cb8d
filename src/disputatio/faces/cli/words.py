"""Figures, money and times as a person reads them."""

from __future__ import annotations

from disputatio.app.application import Forecast
from disputatio.debate.budget import Spent
from disputatio.debate.consensus import Measure
from disputatio.debate.personas import Character
from disputatio.debate.ranges import moment
from disputatio.debate.shares import percent
from disputatio.debate.views.money import dollars, total

GLYPHS = {
    "diamond": "◆",
    "triangle": "▲",
    "circle": "●",
    "square": "■",
    "pentagon": "⬟",
    "hexagon": "⬢",
    "star": "★",
    "cross": "✚",
}
"""How a seat is told apart, also without colour."""

STATES = {
    "pending": "not begun",
    "running": "running",
    "paused": "paused",
    "completed": "finished",
    "cancelled": "stopped",
    "failed": "failed",
}
"""The stored status of a debate in words."""


def money(micro: int | None) -> str:
    """Micro-dollars; None is an unknown price."""
    return "unknown" if micro is None else dollars(micro)


def spent(so_far: Spent) -> str:
    return f"{total(so_far.cost, so_far.unpriced)}, {so_far.tokens:,} tokens, {counted(so_far.turns, 'turn')}"


def when(at: float | None) -> str:
    """A time in this computer's zone; "" for none."""
    return moment(at).astimezone().strftime("%Y-%m-%d %H:%M") if at else ""


def consensus(measure: Measure) -> str:
    """The score and what it rests on; never a figure where nothing was assessed."""
    if not measure.measured:
        return "no point has been assessed yet"
    parts = [f"{measure.agreed} agreed", f"{measure.contested} contested"]
    parts += [f"{measure.unverifiable} unverifiable"] if measure.unverifiable else []
    parts += [f"{measure.unaddressed} unaddressed"] if measure.unaddressed else []
    parts += [f"{measure.capitulated} given up without a reason"] if measure.capitulated else []
    return f"{percent(measure.score)}% ({', '.join(parts)})"


def forecast(expected: Forecast) -> str:
    """The most that a debate can take, in one sentence; of one that is too long to be counted, that it is more."""
    price = money(expected.cost) if expected.cost is not None else f"unknown ({', '.join(expected.unknown)})"
    bound = "More than" if expected.more else "At most about"
    more = " What participants look up in the repository comes on top." if expected.tools else ""
    return f"{bound} {expected.calls} calls and {expected.tokens:,} tokens; price {price} (estimated).{more}"


def corpus(character: Character) -> str:
    """What a persona has with it of its corpus, to stand behind its name; "" where there is none."""
    sources = dict.fromkeys(passage.source for passage in character.passages)
    if not sources:
        return f" ({character.cut})" if character.cut else ""
    size = f"{counted(len(character.passages), 'passage')} of {', '.join(sources)}"
    return f", with {size}{f' ({character.cut})' if character.cut else ''}"


def counted(number: int, noun: str) -> str:
    """ "1 turn", "2 turns"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
