"""Settings are saved at once, one after the other, off the thread of the window."""

from __future__ import annotations

import asyncio
from typing import Any

from PySide6.QtCore import QObject, Signal

from disputatio.app.application import Application
from disputatio.app.settings import Setting, Settings


class Saver(QObject):
    """`saved` carries the key, once its value is in the file."""

    saved = Signal(str)

    def __init__(self, app: Application, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._turn = asyncio.Lock()

    @property
    def settings(self) -> Settings:
        return self._app.settings

    async def save(self, setting: Setting[Any], content: object) -> None:
        """Raises BadSetting, SettingsNotSaved; then nothing changed."""
        async with self._turn:
            await asyncio.to_thread(self.settings.set, setting.key, content)
        self.saved.emit(setting.key)

    async def reset(self, setting: Setting[Any]) -> None:
        """Raises SettingsNotSaved."""
        async with self._turn:
            await asyncio.to_thread(self.settings.reset, setting.key)
        self.saved.emit(setting.key)
