"""What participants are shown besides turns, in words: the figures of the rules, written from the board.

A figure has a name in the rules (`debate.policies.figures`), and here a title and a writer: a function of the moment of
asking. The text goes into the request, which is stored; the log names the figure alone. So every word of this folder
may be changed at any time, and earlier debates replay as they were. Nothing here decides anything.

listings   the list of all writers, and one figure after another: points, claims, standings, citations
estimates  the figures over all answers: for panellists without names, for whoever writes the result with them
assembly   whole views within a budget of tokens
attempts   what programs that failed teach, here and in earlier debates
lines      what both are made of: a participant, a claim, a card or a message in a few lines
"""

from __future__ import annotations

from disputatio.prompting.sections import assembly, attempts, estimates, listings
from disputatio.prompting.sections.listings import WRITERS, Writer, points_by_id, text_of, title_of

MODULES = (assembly, attempts, estimates, listings)
"""Importing them makes the list of writers complete."""

__all__ = ["MODULES", "WRITERS", "Writer", "points_by_id", "text_of", "title_of"]
