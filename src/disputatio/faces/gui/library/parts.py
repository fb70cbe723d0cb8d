"""What the pages of the library and of personas are made of: the search, files that are chosen, menus, and a sheet that
saves itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)

from disputatio.app.application import Application
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import icons, phrases, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import Fault


def separator() -> QFrame:
    """Return a line between the left side of a page and the right one."""
    line = QFrame()
    line.setObjectName("separator")
    line.setFixedWidth(1)
    return line


def label(text: str = "", look: str = "") -> QLabel:
    made = QLabel(text)
    made.setProperty("look", look)
    return made


SETTLE: Final = 200
"""Milliseconds without typing until it searches."""


class SearchField(LineField):
    searched = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(f"{name}…")
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        self._lens = self.addAction(self._lens_icon(), QLineEdit.ActionPosition.LeadingPosition)
        self._lens.setText(tr("Search"))
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(lambda: self.searched.emit(self.text().strip()))
        self.textChanged.connect(lambda _text: self._timer.start())

    def take_keyboard(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def empty(self) -> None:
        """Empty the field, and search nothing."""
        self.blockSignals(True)
        self.clear()
        self.blockSignals(False)
        self._timer.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._lens.setIcon(self._lens_icon())

    def _lens_icon(self) -> QIcon:
        return icons.icon("search", theme.current().muted, 16)


def pop_up(entries: Sequence[tuple[str, str, bool, Callable[[], object]]], place: QPoint, parent: QWidget) -> None:
    """Open a menu: of each entry its words, its icon, whether it can be chosen, and what it does."""
    menu = QMenu(parent)
    for words, icon, able, work in entries:
        action = menu.addAction(icons.icon(icon, theme.current().muted, 16), words)
        action.setEnabled(able)
        action.triggered.connect(lambda _checked=False, work=work: work())
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place)


class StoringDialog(QDialog):
    """Await it with `bridge.answer`: it is accepted once everything is stored, and stays with what went wrong."""

    def __init__(self, title: str, save: TextButton, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._storing = False
        self.setWindowTitle(title)
        self.fault = Fault()
        self.save, self.cancel = save, TextButton(tr("Cancel"))
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self.reject)
        self._needed: QLineEdit | None = None

    async def _store(self) -> None:
        raise NotImplementedError

    def _need(self, line: QLineEdit) -> None:
        """Let nothing be stored while this line is empty."""
        self._needed = line
        line.textChanged.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.save.setEnabled(self._needed is None or bool(self._needed.text().strip()))

    def reject(self) -> None:
        """Close the dialog, but not while it is being stored: it would be kept, and the dialog say that it is not."""
        if not self._storing:
            super().reject()

    def _save(self) -> None:
        self._storing = True
        self.save.setEnabled(False)
        self._bridge.start(self._saved(), self._refused)

    async def _saved(self) -> None:
        await self._store()
        self.accept()

    def _refused(self, error: DisputatioError) -> None:
        self._storing = False
        self.fault.explain(error)
        self._fit()


PAUSE: Final = 900
"""Milliseconds without typing until it is saved."""


class OnSheet:
    """What is being written, and whether it is stored. `saving` keeps a new one from being stored twice."""

    def __init__(self, item: Any) -> None:
        self.item = item
        self.saving = asyncio.Lock()


class SavingSheet(QWidget):
    """What is typed is saved by itself, and at once when the person goes elsewhere."""

    saved = Signal(object)
    """What was stored."""

    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__()
        self._app, self._bridge = app, bridge
        self._sheet: OnSheet | None = None
        self._changed = False
        self.state = label(look="caption")
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.flush)

    @property
    def _item(self) -> Any:
        return self._sheet.item if self._sheet else None

    def _typed_item(self) -> Any:
        """Return what is on the sheet with what was typed; None where it cannot be stored as it is."""
        raise NotImplementedError

    async def _store(self, item: Any) -> Any:
        raise NotImplementedError

    def _show_stored(self) -> None:
        """Show that it is stored: it has an id now."""
        raise NotImplementedError

    def _begin(self, item: Any) -> None:
        """Put something else on the sheet; nothing was typed yet."""
        self._sheet, self._changed = OnSheet(item), False
        self._timer.stop()
        when = phrases.day(item.updated_at, self._app.clock.now()) if item.id else ""
        self._said(tr("Saved {when}").format(when=when) if item.id else tr("Not saved yet"))

    def forget(self) -> None:
        """Save nothing more: it was deleted."""
        self._timer.stop()
        self._changed, self._sheet = False, None

    def _typed(self) -> None:
        self._changed = True
        self._said("…")
        self._timer.start()

    def flush(self) -> asyncio.Task[None] | None:
        """Save what was typed, now; None where there is nothing to save, or it cannot be saved as it is."""
        self._timer.stop()
        if self._sheet is None or not self._changed or (typed := self._typed_item()) is None:
            return None
        self._changed = False
        return self._bridge.start(self._save(self._sheet, typed), self._refused)

    async def finish(self) -> None:
        """Wait until what was typed last is stored."""
        if (saving := self.flush()) is not None:
            await saving

    async def _save(self, sheet: OnSheet, typed: Any) -> None:
        async with sheet.saving:
            known = replace(typed, id=sheet.item.id, created_at=sheet.item.created_at)
            sheet.item = await self._store(known)
        if sheet is self._sheet:
            self._show_stored()
            self._said(tr("Saved {updated_at}").format(updated_at=phrases.clock(sheet.item.updated_at)))
        self.saved.emit(sheet.item)

    def _refused(self, error: DisputatioError) -> None:
        """Say why it was not saved. It is tried again with the next letter, or when the person leaves."""
        self._changed = True
        self._said(tr("Not saved. {user_message}").format(user_message=error.user_message), bad=True)

    def _said(self, text: str, *, bad: bool = False) -> None:
        self.state.setProperty("look", "error" if bad else "caption")
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)
        self.state.setText(text)
