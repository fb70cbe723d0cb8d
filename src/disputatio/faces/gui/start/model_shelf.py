"""Which models there are to choose from: fetched live for each provider that can be asked, in the background."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.engine.ports import ModelInfo

RECENT = 5
NOBODY = "nobody:"
"""What is chosen in place of a model to leave a seat empty."""


class ModelShelf(QObject):
    """`found` by provider; `faults` says why a provider's list is missing; `local` are servers that answered."""

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._app: Application | None = None
        self.found: dict[str, list[ModelInfo]] = {}
        self.faults: dict[str, str] = {}
        self.asking: set[str] = set()
        self.local: list[str] = []
        self.recent: list[str] = []

    def adopt(self, app: Application) -> None:
        self._app = app

    def title(self, provider: str) -> str:
        return self._app.providers.title(provider) if self._app else provider

    def refresh(self) -> None:
        """Ask every provider that can be asked, and the local servers that were found; forget who is gone."""
        if self._app is None:
            return
        offered = dict.fromkeys([*self._app.offered_providers(), *self.local])
        self.found = {name: models for name, models in self.found.items() if name in offered}
        self.faults = {name: fault for name, fault in self.faults.items() if name in offered}
        for name in offered:
            if name not in self.asking:
                self.asking.add(name)
                self._bridge.start(self._fetch(name))

    async def detect(self) -> list[str]:
        """Look for local model servers; returns the names of those that answered."""
        assert self._app is not None, "asked after the application is open"
        answered = []
        for name in self._app.providers.local():
            try:
                models = await self._app.providers.models(name)
            except DisputatioError:
                continue
            if models:
                self.found[name] = models
                answered.append(name)
                self.local = list(dict.fromkeys([*self.local, name]))
        self.changed.emit()
        return answered

    async def keep_local(self, model: str) -> None:
        """Remember the model of a local server for the next start."""
        assert self._app is not None, "asked after the application is open"
        await asyncio.to_thread(self._app.settings.set, declarations.LOCAL_MODEL, model)
        self.changed.emit()

    def note_use(self, model: str) -> None:
        """Remember what was chosen."""
        self.recent = list(dict.fromkeys([model, *self.recent]))[:RECENT]

    async def _fetch(self, name: str) -> None:
        assert self._app is not None, "asked after the application is open"
        try:
            self.found[name] = await self._app.providers.models(name)
            self.faults.pop(name, None)
        except DisputatioError as error:
            self.faults[name] = error.user_message
        finally:
            self.asking.discard(name)
            self.changed.emit()
