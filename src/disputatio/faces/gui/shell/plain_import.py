"""The import statement as Python has it.

PySide6 puts a function of its own in its place, and that reads the source of every module that is imported from then
on, to look for its own name: for `from __feature__ import snake_case`, which nobody asks for here. A start of the
window spends 5 % of its time on that, the database layer after it a third of a second, and all the lines stay in
memory.
"""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401  what replaces it


def restore() -> None:
    """The one that PySide6 replaced, and kept."""
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
