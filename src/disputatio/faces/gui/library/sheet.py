"""Writing a note or a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from disputatio.app.application import Application
from disputatio.faces import library_kinds
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.library.notes import MarkdownEditor, NoteFields
from disputatio.faces.gui.library.parts import SavingSheet, column, label, row
from disputatio.library.workspace import Document, Note, Project

NARROW = 620
"""Pixels below which text and preview take turns."""
UNTITLED = "Untitled"

Written = Note | Document


class SheetEditor(SavingSheet):
    left = Signal()
    """Back to where it was opened."""
    delete_wanted = Signal(str)
    debate_wanted = Signal(str)

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(app, bridge, parent)
        self.back = TextButton("‹ Back", kind="quiet")
        self.back.setToolTip("Back (Escape)")
        self.title = QLineEdit()
        self.title.setPlaceholderText("Title")
        self.title.setAccessibleName("Title")
        self.fields = NoteFields()
        self.body = MarkdownEditor("Text")
        self.origin = label(look="caption")
        self.debate = TextButton("Open its debate", icon="chat")
        self.view = TextButton("Preview", icon="eye")
        self.view.setCheckable(True)
        self.delete = TextButton("Delete", icon="trash", kind="danger")
        self.back.clicked.connect(self.left)
        for changed in (self.title.textEdited, self.fields.changed, self.body.changed):
            changed.connect(self._typed)
        self.debate.clicked.connect(lambda: self.debate_wanted.emit(getattr(self.item, "debate", "")))
        self.delete.clicked.connect(lambda: self.delete_wanted.emit(self.key))
        self.view.toggled.connect(lambda _on: self._fit_parts())
        head = row(self.back, None, self.debate, self.view, self.delete, spacing=10)
        items = (head, self.title, self.fields, (self.body, 1), row((self.origin, 1), self.state))
        column(*items, of=self, margins=(20, 14, 20, 12), spacing=12)

    @property
    def item(self) -> Written | None:
        found: Written | None = self._item
        return found

    @property
    def key(self) -> str:
        """ "note:ID"; "" while it is not stored."""
        return f"{library_kinds.of(self.item).name}:{self.item.id}" if self.item and self.item.id else ""

    def open(self, item: Written, projects: Sequence[Project]) -> None:
        """Show something to write on; what was shown before is saved."""
        self.flush()
        self.title.setText(item.title)
        self.title.setCursorPosition(0)
        self.body.set_text(getattr(item, library_kinds.of(item).body))
        self.fields.setVisible(isinstance(item, Note))
        if isinstance(item, Note):
            self.fields.show_note(item, projects)
            self.origin.setText(f"By {item.author}" if item.author else "")
        else:
            self.origin.setText(f"From the file {item.source}" if item.source else "")
        self.debate.setVisible(bool(item.debate))
        self.delete.setVisible(bool(item.id))
        self._begin(item)
        self._fit_parts()
        (self.body.edit if item.title else self.title).setFocus()

    # ---- saving ----------------------------------------------------------------------------------------------------
    def _typed_item(self) -> Written:
        title = self.title.text().strip() or _first_words(self.body.text()) or UNTITLED
        typed: Written = replace(self._item, title=title, **{library_kinds.of(self._item).body: self.body.text()})
        return self.fields.onto(typed) if isinstance(typed, Note) else typed

    async def _store(self, item: Written) -> Written:
        stored: Written = await (self._app.library.edit(item) if item.id else self._app.library.create(item))  # type: ignore[type-var]
        return stored

    def _show_stored(self) -> None:
        self.delete.show()

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
