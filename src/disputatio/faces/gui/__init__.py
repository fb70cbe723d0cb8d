"""The window.

shell                   start-up, sidebar, places to go, and how it ends; it assembles what the other folders offer
kit                     pieces that know no debate: buttons, cards, colours, type, icons
window_actions          what only the window has to offer, the places that it can show, and all shortcuts
bridge                  where asyncio and Qt meet
language                what the window speaks
start                   the question, and what a debate is begun with
debate, transcript      one open debate, and what was said in it
phases                  one that goes through phases, phase by phase
board, charts, sources  what it came to, in words and as pictures; what it cites
library, personas       what outlives a debate, and whom seats can play
memory, repository      what earlier debates settled; repositories and the branches of debates
settings                the settings dialog
"""

import builtins

import PySide6.QtCore  # noqa: F401  it replaces the import statement, and keeps the one that it replaced

# PySide6's own reads the source of every module that is imported from then on, to look for its own name (for
# `from __feature__ import snake_case`, which nobody asks for here). A start of the window spends 5 % of its time on
# that, the database layer after it a third of a second, and all the lines stay in memory.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
