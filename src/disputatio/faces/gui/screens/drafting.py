"""Keeps what is typed and not sent: in the question box and in every open debate."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.widgets.composer import Composer

if TYPE_CHECKING:
    from disputatio.app.drafts import Drafts

LOG = logging.getLogger(__name__)
QUESTION: Final = "question"
PAUSE: Final = 1_000
"""Milliseconds without typing until it is saved."""


class Drafting(QObject):
    def __init__(self, drafts: Drafts, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._drafts, self._bridge = drafts, bridge
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(lambda: self._bridge.start(self.finish()))

    def follow(self, name: str, composer: Composer) -> None:
        """Bring back what was typed there, and remember what will be. What is being typed already stays."""
        if composer.draft():
            self._typed(name, composer.draft())
        elif text := self._drafts.get(name):
            composer.set_draft(text)
        composer.draft_changed.connect(lambda text: self._typed(name, text))

    async def finish(self) -> None:
        """Save what was typed last. A disk that is full loses a draft, and nothing else."""
        self._timer.stop()
        try:
            await asyncio.to_thread(self._drafts.save)
        except OSError as error:
            LOG.warning("Unsent drafts cannot be kept: %s", error)

    def _typed(self, name: str, text: str) -> None:
        if self._drafts.put(name, text):
            self._timer.start()
