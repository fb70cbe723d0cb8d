"""How often what a model answered turned out to be right, over the debates whose outcome a person has marked: the track
record by which its ballots weigh in later debates (SPEC VOTE.1).

What is compared with the outcome is how sure the model was of what it answered, as Brier's score has it: the square of
what it was off by, 0 for whoever was sure and right, 1 for whoever was sure and wrong, 0.25 for whoever always says 50
percent. A short record proves little, so it is drawn towards that last figure as if `PRIOR` more debates had given it.
"""

from __future__ import annotations

from fractions import Fraction

from disputatio.debate.values import value

ENOUGH = 10
"""Debates from which on a record weighs."""
PRIOR = 4
GUESSING = Fraction(1, 4)
"""Brier's score of whoever always says 50 percent."""


@value
class Track:
    """The record of a model. `right` and `sure`: the part of its answers that turned out to be right, and how sure it
    was of them, on average over the debates; `brier`: its mean score, smaller is better."""

    debates: int
    right: float
    sure: float
    brier: float

    @property
    def enough(self) -> bool:
        return self.debates >= ENOUGH

    @property
    def weight(self) -> Fraction:
        """For how much one ballot counts, from 0 to 1."""
        lost = Fraction(str(self.brier)) * self.debates + GUESSING * PRIOR
        return 1 - lost / (self.debates + PRIOR)
