"""Work that is done again and again in the background, whatever becomes of one round of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from disputatio.debate.errors import DisputatioError

LOG = logging.getLogger(__name__)


async def forever(
    seconds: float,
    work: Callable[[], Coroutine[Any, Any, None]],
    name: str,
    faulted: Callable[[BaseException], object],
) -> None:
    """Every so many seconds, until the task is cancelled. What goes wrong round after round is logged once, under a
    name of what is looked after; `faulted` hears of faults of the program."""
    trouble = ""
    while True:
        await asyncio.sleep(seconds)
        fault = await _fault_of(work())
        before, trouble = trouble, f"{type(fault).__name__}: {fault}" if fault is not None else ""
        if fault is None or trouble == before:
            continue
        if isinstance(fault, DisputatioError):
            LOG.warning("Looking after %s: %s", name, fault)
        else:
            LOG.error("Looking after %s failed.", name, exc_info=fault)
            faulted(fault)


async def _fault_of(work: Coroutine[Any, Any, None]) -> BaseException | None:
    """How a round of work ended. It has a task of its own: a fault of the program ends that round and nothing else."""
    task = asyncio.get_running_loop().create_task(work)
    try:
        await asyncio.wait([task])
    finally:
        if not task.done():  # the work is being ended, and the round with it
            task.cancel()
            await asyncio.wait([task])
    return None if task.cancelled() else task.exception()
