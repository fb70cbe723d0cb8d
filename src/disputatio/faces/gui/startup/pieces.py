"""What the window is made of beyond its first picture, imported piece by piece.

All at once would stop the window for 0.12 s. It cannot be done in a thread: a class of Qt is made when it is first
named, and the window's own thread may name the same one at the same time.
"""

from __future__ import annotations

import asyncio
import importlib
from types import ModuleType
from typing import Final

PIECES: Final = (
    "widgets.transcript",
    "screens.debate.pane",
    "screens.board.ledger",
    "screens.inspectors",
    "screens.library.page",
    "screens.repository.page",
    "screens.settings.dialog",
    "later",
)
"""Each takes 10 to 20 ms, once those before it are there."""


async def arrive() -> ModuleType:
    """Import them, the window painting and answering in between. Returns `later`, which makes screens of them."""
    for name in PIECES:
        module = importlib.import_module(f"disputatio.faces.gui.{name}")
        await asyncio.sleep(0)
    return module
