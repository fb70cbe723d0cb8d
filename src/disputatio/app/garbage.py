"""The collector of cycles of a command: Python's own rhythm is made for programs that make few objects and keep few.

A debate makes some 25 objects a turn that live as long as it does, and no cycle that is let go of before its end; to
look through the young ones after every 700 took 4 % of our own work. The window
has its own rhythm (`faces.gui.shell.collector`), because it must never stand still.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 50_000
"""Objects after which the young ones are looked through."""


def settle() -> None:
    """To be called once a command has started: what was loaded stays, and is not looked through again and again."""
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
