"""Writing a note or a document. What is typed is saved by itself, and at once when the person goes elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.app.application import Application
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.library.notes import MarkdownEditor, NoteFields
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project

PAUSE = 900
"""Milliseconds without typing until it is saved."""
NARROW = 620
"""Pixels below which text and preview take turns."""
UNTITLED = "Untitled"

Written = Note | Document


class Sheet:
    """What is being written, and whether it is stored. `saving` keeps a new one from being stored twice."""

    def __init__(self, item: Written) -> None:
        self.item = item
        self.saving = asyncio.Lock()


class SheetEditor(QWidget):
    left = Signal()
    """Back to where it was opened."""
    saved = Signal(object)
    """What was stored (Note, Document)."""
    delete_wanted = Signal(str)
    debate_wanted = Signal(str)

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge = app, bridge
        self.sheet: Sheet | None = None
        self._changed = False
        self.back = TextButton("‹ Back", kind="quiet")
        self.back.setToolTip("Back (Escape)")
        self.title = QLineEdit()
        self.fields = NoteFields()
        self.body = MarkdownEditor("Text")
        self.state, self.origin = QLabel(), QLabel()
        self.debate = TextButton("Open its debate", icon="chat")
        self.view = TextButton("Preview", icon="eye")
        self.delete = TextButton("Delete", icon="trash", kind="danger")
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.flush)
        self._connect()
        self._lay_out()

    def _connect(self) -> None:
        self.back.clicked.connect(self.left)
        self.title.textEdited.connect(self._typed)
        self.fields.changed.connect(self._typed)
        self.body.changed.connect(self._typed)
        self.debate.clicked.connect(lambda: self.debate_wanted.emit(getattr(self.item, "debate", "")))
        self.delete.clicked.connect(lambda: self.delete_wanted.emit(self.key))
        self.view.setCheckable(True)
        self.view.toggled.connect(lambda _on: self._fit_parts())

    def _lay_out(self) -> None:
        self.title.setPlaceholderText("Title")
        self.title.setAccessibleName("Title")
        for label in (self.state, self.origin):
            label.setProperty("look", "caption")
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.back)
        head.addStretch()
        for button in (self.debate, self.view, self.delete):
            head.addWidget(button)
        foot = QHBoxLayout()
        foot.addWidget(self.origin, 1)
        foot.addWidget(self.state)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 12)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.title)
        column.addWidget(self.fields)
        column.addWidget(self.body, 1)
        column.addLayout(foot)

    @property
    def item(self) -> Written | None:
        return self.sheet.item if self.sheet else None

    @property
    def key(self) -> str:
        """ "note:ID"; "" while it is not stored."""
        if self.item is None or not self.item.id:
            return ""
        return f"{'note' if isinstance(self.item, Note) else 'document'}:{self.item.id}"

    def open(self, item: Written, projects: Sequence[Project]) -> None:
        """Show something to write on; what was shown before is saved."""
        self.flush()
        self.sheet = Sheet(item)
        note = isinstance(item, Note)
        self.title.setText(item.title)
        self.title.setCursorPosition(0)
        self.body.set_text(item.body if isinstance(item, Note) else item.text)
        self.fields.setVisible(note)
        if isinstance(item, Note):
            self.fields.show_note(item, projects)
        self.debate.setVisible(bool(item.debate))
        self.origin.setText(self._origin(item))
        self.delete.setVisible(bool(item.id))
        self._said(f"Saved {phrases.day(item.updated_at, self._app.clock.now())}" if item.id else "Not saved yet")
        self._changed = False
        self._timer.stop()
        self._fit_parts()
        (self.body.edit if item.title else self.title).setFocus()

    def _origin(self, item: Written) -> str:
        if isinstance(item, Note):
            return f"By {item.author}" if item.author else ""
        return f"From the file {item.source}" if item.source else ""

    def forget(self) -> None:
        """It was deleted: nothing more is saved."""
        self._timer.stop()
        self._changed, self.sheet = False, None

    # ---- saving ----------------------------------------------------------------------------------------------------
    def _typed(self) -> None:
        self._changed = True
        self._said("…")
        self._timer.start()

    def flush(self) -> asyncio.Task[None] | None:
        """Save what was typed, now; None where nothing was."""
        self._timer.stop()
        if self.sheet is None or not self._changed:
            return None
        self._changed = False
        return self._bridge.start(self._save(self.sheet, self._typed_item(self.sheet.item)), self._refused)

    def _typed_item(self, item: Written) -> Written:
        title = self.title.text().strip() or _first_words(self.body.text()) or UNTITLED
        if isinstance(item, Note):
            return self.fields.onto(replace(item, title=title, body=self.body.text()))
        return replace(item, title=title, text=self.body.text())

    async def _save(self, sheet: Sheet, typed: Written) -> None:
        async with sheet.saving:
            if sheet.item.id:
                known = replace(typed, id=sheet.item.id, created_at=sheet.item.created_at)
                sheet.item = await self._app.library.edit(known)  # type: ignore[type-var]
            else:
                sheet.item = await self._app.library.create(typed)  # type: ignore[type-var]
        if sheet is self.sheet:
            self.delete.setVisible(True)
            self._said(f"Saved {phrases.clock(sheet.item.updated_at)}")
        self.saved.emit(sheet.item)

    def _refused(self, error: DisputatioError) -> None:
        """It is tried again with the next letter, or when the person leaves."""
        self._changed = True
        self._said(f"Not saved. {error.user_message}", bad=True)

    def _said(self, text: str, *, bad: bool = False) -> None:
        self.state.setProperty("look", "error" if bad else "caption")
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)
        self.state.setText(text)

    # ---- room ------------------------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts()

    def _fit_parts(self) -> None:
        both = self.width() >= NARROW
        self.view.setText("Hide preview" if both and not self.view.isChecked() else "Preview")
        if both:
            self.body.set_parts(edit=True, preview=not self.view.isChecked())
        else:
            self.view.setText("Write" if self.view.isChecked() else "Preview")
            self.body.set_parts(edit=not self.view.isChecked(), preview=self.view.isChecked())


def _first_words(text: str) -> str:
    line = next((line.strip("#*-> \t") for line in text.splitlines() if line.strip("#*-> \t")), "")
    return line[:60]
