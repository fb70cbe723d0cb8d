"""Reading off the event loop, stopped when the waiting task is cancelled."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from disputatio.repository.errors import ReadingStopped

T = TypeVar("T")

Stopped = Callable[[], bool]
"""Asked now and then by long work: whether nobody waits for it any more."""


def never() -> bool:
    """Never stop: for callers that do not stop what they started."""
    return False


def check(stopped: Stopped) -> None:
    """End long work: raise `ReadingStopped` once `stopped` says so."""
    if stopped():
        raise ReadingStopped("Reading the repository was stopped.", "Start again when you wish.")


async def in_thread(work: Callable[[Stopped], T]) -> T:
    """Run blocking `work` in a thread. Cancelling the caller makes the work stop at its next check."""
    stop = threading.Event()
    try:
        return await asyncio.to_thread(work, stop.is_set)
    finally:
        stop.set()
