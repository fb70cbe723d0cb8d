"""Bugs end in a dialog that shows the whole report; nothing is ever sent."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any

LOG = logging.getLogger(__name__)
Show = Callable[[BaseException], object]


class Hooks:
    """Catches what Qt slots and the loop's callbacks raise, until `remove`."""

    def __init__(self, loop: asyncio.AbstractEventLoop, show: Show) -> None:
        self._loop, self._show = loop, show
        self._before = sys.excepthook
        sys.excepthook = self._slot
        loop.set_exception_handler(self._callback)

    def remove(self) -> None:
        sys.excepthook = self._before
        self._loop.set_exception_handler(None)

    def _slot(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, error, trace)
            return
        self._report(error.with_traceback(trace))

    def _callback(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            self._report(error)
        else:
            LOG.warning("The event loop says: %s", context.get("message", ""))

    def _report(self, error: BaseException) -> None:
        LOG.error("A bug", exc_info=error)
        self._show(error)
