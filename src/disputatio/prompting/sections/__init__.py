"""What participants are shown besides turns, in words: the figures of the rules, written from the board.

A figure has a name in the rules (`debate.policies.figures`), and here a title and a writer: a function of the moment of
asking. The text goes into the request, which is stored; the log names the figure alone. So every word of this folder
may be changed at any time, and earlier debates replay as they were. Nothing here decides anything.

listings          the list of all writers, and one figure after another: who takes part, statistics, citations
estimates         the figures over all answers: without names for panellists, with them for whoever writes the result
rankings          how the answers of a council were ranked and compared, under the letters that the reader sees
statement_lists   the figures that list statements: points, claims, standings, disputes
judgements        the judgements on record with the words that they rest on, for the clerk to verify
assembly          whole views within a budget of tokens
attempts          what programs that failed teach, here and in earlier debates
lines             what they are made of: a participant, a claim, a card or a message in a few lines
"""

from __future__ import annotations

from disputatio.prompting.sections import assembly, attempts, estimates, judgements, listings, rankings, statement_lists
from disputatio.prompting.sections.listings import WRITERS, Writer, text_of, title_of
from disputatio.prompting.sections.statement_lists import points_by_id

MODULES = (assembly, attempts, estimates, judgements, listings, rankings, statement_lists)
"""Importing them makes the list of writers complete."""

__all__ = ["MODULES", "WRITERS", "Writer", "points_by_id", "text_of", "title_of"]
