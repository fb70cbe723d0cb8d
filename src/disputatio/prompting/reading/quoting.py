"""Receipts of a record while it is read: whose words a quotation repeats, and which entries have none (SPEC RECEIPT.1).

For every contract by which a clerk records something of a participant. A reply in which a receipt is missing is sent
back once; from the second, what has no receipt is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from disputatio.debate.statements.receipts import from_the_beginning, receipt_in, sentence, stretch
from disputatio.prompting import shapes
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading.echoes import without_blocks
from disputatio.prompting.reading.figures import seat_meant, seats_of
from disputatio.prompting.reading.markdown import tidy
from disputatio.prompting.reading.payloads import line, outside
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload, Shape

QUOTE = shapes.text(
    "quote",
    "their own words from the turn, copied exactly, 2 to 25 words; … for what you leave out",
    also="receipt, words, evidence quote, quotation",
)
_TOLD = 8
"""Entries without a receipt that are named when a reply is sent back."""


class Quoting:
    """The turns that a record may quote. `missing`: the entries of it that have no receipt."""

    def __init__(self, brief: Brief, turns: Sequence[SeenTurn]) -> None:
        self.turns = turns
        self.missing: list[str] = []
        self._seats = seats_of(brief)

    def seat(self, named: str) -> str:
        """Return the participant that is meant, "" where that is nobody who takes part."""
        return seat_meant(self._seats, named) or next((turn.seat for turn in self.turns if turn.seat == named), "")

    def turn(self, by: str, quote: str, entry: str) -> SeenTurn | None:
        """Return the last turn of `by`, or of anybody where that names nobody, in which the words quoted stand;
        where there is none, the `entry` is noted."""
        if (turn := self._turn(self.seat(by), quote)) is None:
            self.missing.append(f"“{entry[:80]}” ({quote[:80] or 'nothing quoted'})")
        return turn

    def _turn(self, seat: str, quote: str) -> SeenTurn | None:
        """What a turn only echoes of the blocks that its author was shown is nobody's word."""
        said = (turn for turn in reversed(self.turns) if seat in ("", turn.seat))
        return next((turn for turn in said if _stands(quote, without_blocks(turn.text))), None)

    def reason(self, told: str, seat: str) -> str:
        """Return a reason as it stands in a turn of a participant; "" where it stands in none."""
        turn = self._turn(seat, told) if told else None
        return self.words(told, turn) if turn is not None else ""

    @staticmethod
    def words(quote: str, turn: SeenTurn) -> str:
        """Return what is recorded of a quotation: the passage of the turn of which it holds the first and the last
        words, else the words as they are quoted; where that goes on in another sentence, from the beginning."""
        text = without_blocks(turn.text)
        found = stretch(quote, text)
        whole = from_the_beginning(found or quote, text)
        return (tidy(whole) if found or whole != quote else "") or quote

    @property
    def fault(self) -> str:
        """What is told of the entries that have no receipt; "" where each has one."""
        if not self.missing:
            return ""
        return (
            "These entries have no receipt, because the words quoted do not stand so in a turn of that participant "
            "or the ellipsis skips a “not” or leaves the paragraph: "
            f"{'; '.join(self.missing[:_TOLD])}. Quote two words or more that follow one another, exactly as they "
            "stand there, or leave the entry out."
        )

    def checked(self, data: Payload, *, rest: bool = False) -> Payload:
        """Return the record as it was read. Raises `Incomplete` where an entry of the reply has no receipt; `rest`: its
        reader joins those that are given again to the others."""
        if self.missing:
            raise Incomplete(self.fault, data, rest=rest)
        return data


def _stands(quote: str, text: str) -> bool:
    return receipt_in(quote, text) is not None or stretch(quote, text) != ""


def own_words(shape: Shape, text: str, brief: Brief, cut: Callable[[str, str], str] = sentence) -> Callable[[str], str]:
    """For a turn in which its author quotes it: what `cut` makes of a quotation, the sentence in which it stands; ""
    where it stands in the form alone, or nowhere."""
    turn = outside(shape, without_blocks(brief.said) or text)
    return lambda quote: _MARK.sub("", cut(quote, turn))


_MARK = re.compile(r"^\s*(?:[-*+•>]|\d{1,3}[.)])\s+")


def first_text(item: Payload, *names: str) -> str:
    """Return the first of some fields of an entry that says something."""
    return next((text for name in names if (text := line(item.get(name)))), "")
