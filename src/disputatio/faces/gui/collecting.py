"""Keeping the collector of cycles out of the way.

What a start makes stays until the end: to look through it again and again stopped the window for 0.1 s each time. So it
counts as permanent (`settle`).

A log of 10,000 events becomes a million objects, all of them at once and nearly all to stay. To look through them for
cycles stopped the window for 0.4 s, three times (measured). So it waits until they are there, and then they count as
permanent; what comes later is collected as ever.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

_held: set[object] = set()


def hold() -> Callable[[], None]:
    """Collect nothing until the function that is returned was called; calling it again does nothing."""
    mine = object()
    _held.add(mine)
    gc.disable()

    def release() -> None:
        if mine not in _held:
            return
        _held.discard(mine)
        if not _held:
            gc.freeze()
            gc.enable()

    return release


def settle() -> None:
    """What there is now is never looked through again."""
    gc.freeze()
