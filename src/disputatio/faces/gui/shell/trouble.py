"""When something is broken: the report of a bug, all of which can be read, copied and saved (sending is left to the
person), and what can be done about data that cannot be opened."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import sys
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QWidget

from disputatio.app.paths import Paths
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr, visible
from disputatio.engine.errors import StorageDamaged
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.inputs import ask_file, ask_place


class ReportDialog(QDialog):
    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Something went wrong inside Disputatio"))
        self.setModal(False)
        self.resize(720, 480)
        head = QLabel(tr("Something went wrong inside Disputatio. What was said in your debates is saved."))
        head.setProperty("look", "title")
        head.setWordWrap(True)
        words = QLabel(
            tr(
                "This is everything a maintainer needs. Read it before you give it to anybody: messages may quote "
                "what you "
                "typed. Nothing is sent automatically."
            )
        )
        words.setProperty("look", "muted")
        words.setWordWrap(True)
        self._text = QPlainTextEdit(text)
        self._text.setReadOnly(True)
        self._text.setFont(font(SMALL, mono=True))
        self._text.setAccessibleName(tr("Report"))
        self._said = QLabel()
        self._said.setProperty("look", "muted")
        column = layouts.column(head, words, self._text, of=self, margins=(20, 18, 20, 16), spacing=12)
        row = QHBoxLayout()
        row.addWidget(self._said, 1)
        for label, icon, work in ((tr("Copy"), "copy", self._copy), (tr("Save…"), "export", self._save)):
            button = TextButton(label, icon=icon)
            button.clicked.connect(work)
            row.addWidget(button)
        close = TextButton(tr("Close"), kind="primary")
        close.clicked.connect(self.close)
        row.addWidget(close)
        column.addLayout(row)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())
        self._said.setText(tr("Copied."))

    def _save(self) -> None:
        ask_place(self, tr("Save the report"), "disputatio-report.txt", self._write)

    def _write(self, file: Path) -> None:
        try:
            file.write_text(self._text.toPlainText(), "utf-8")
        except OSError as error:
            self._said.setText(tr("It could not be saved: {strerror}.").format(strerror=error.strerror or error))
            return
        self._said.setText(tr("Saved as {file}.").format(file=file))


# ---- the report of a bug; nothing is ever sent ------------------------------------------------------------------
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


# ---- data that cannot be opened -------------------------------------------------------------------------------------
class Mending(Enum):
    """What can be done about it."""

    AGAIN = auto()
    RESTORE = auto()
    QUIT = auto()


class Trouble(EmptyState):
    """`chosen` is a `Mending`; a backup is offered where the file itself is broken."""

    def __init__(self, error: DisputatioError, parent: QWidget | None = None) -> None:
        super().__init__(error.what, error.remedy, icon="error", parent=parent)
        self.add_button(Mending.AGAIN, tr("Try again"), icon="retry", primary=True)
        if isinstance(error, StorageDamaged):
            self.add_button(Mending.RESTORE, tr("Restore a backup…"), icon="import")
        self.add_button(Mending.QUIT, tr("Quit"))


ZIP = tr("Backups of Disputatio (*.zip)")


class Restoration(QObject):
    restored = Signal(str)
    """A backup took the place of the data: start again. What was done, in words."""

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge, self._window = bridge, window

    def choose(self) -> None:
        """Ask the person which backup to restore."""
        folder = Paths.from_environment(os.environ).backups
        ask_file(self._window, tr("Restore a backup"), self.restore, kinds=ZIP, folder=folder)

    def restore(self, archive: Path) -> None:
        self._bridge.start(self._restore(archive))

    async def _restore(self, archive: Path) -> None:
        """Restore a backup, and keep what it replaces beside it. Raises Refused."""
        data = await asyncio.to_thread(importlib.import_module, "disputatio.app.data")
        done = await asyncio.to_thread(data.restore, archive, os.environ)
        before = tr(" What was there before is in {previous}.").format(previous=done.previous) if done.previous else ""
        self.restored.emit(tr("Restored {archive}.{before}").format(archive=visible(archive.name), before=before))
