"""Keeping the final text of a debate as a note (SPEC DESK.2): project, title, tags, text."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.app.application import Application
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.library.markdown_editor import MarkdownEditor
from disputatio.faces.gui.screens.library.note_fields import NoteFields
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.library.note import Note
from disputatio.library.project import Project


class NoteDialog(QDialog):
    """Await it with `bridge.answer`: accepted once the note is stored; `note` is the stored one then."""

    def __init__(self, app: Application, bridge: Bridge, suggestion: Note, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge, self._suggestion = app, bridge, suggestion
        self.note: Note | None = None
        self._storing = False
        self.setWindowTitle("Save as note")
        self.setMinimumSize(620, 440)
        self.resize(860, 600)
        self.title = QLineEdit(suggestion.title)
        self.title.setAccessibleName("Title of the note")
        self.title.setPlaceholderText("Title")
        self.title.textChanged.connect(self._fit)
        self.fields = NoteFields()
        self.fields.show_note(suggestion, ())
        self.body = MarkdownEditor("Text of the note")
        self.body.set_text(suggestion.body)
        self.fault = QLabel()
        self.fault.setProperty("look", "error")
        self.fault.setWordWrap(True)
        self.fault.hide()
        self.save, self.cancel = TextButton("Save note", icon="note", kind="primary"), TextButton("Cancel")
        self.save.setDefault(True)
        self.cancel.setAutoDefault(False)
        self.save.clicked.connect(lambda: self._bridge.start(self._create(), self._refused))
        self.cancel.clicked.connect(self.reject)
        self._lay_out()
        self._fit()
        self.title.setCursorPosition(0)
        bridge.start(self._fill(), over=self.finished)

    def _lay_out(self) -> None:
        words = QLabel(self._explained())
        words.setProperty("look", "caption")
        words.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(words, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addWidget(self.fields)
        column.addWidget(self.body, 1)
        column.addWidget(self.fault)
        column.addLayout(row)

    def _explained(self) -> str:
        by = f"By {self._suggestion.author}. " if self._suggestion.author else ""
        return by + ("The note keeps a link to its debate." if self._suggestion.debate else "")

    async def _fill(self) -> None:
        """The projects there are; what the person has typed meanwhile stays."""
        projects = await self._app.library.all(Project)
        self.fields.show_note(self.fields.onto(self._suggestion) if projects else self._suggestion, projects)
        self.fields.project.setCurrentIndex(max(0, self.fields.project.findData(self._suggestion.project)))

    def reject(self) -> None:
        """Not while the note is being stored: it would be kept, and the dialog say that it is not."""
        if not self._storing:
            super().reject()

    async def _create(self) -> None:
        self._storing = True
        self.save.setEnabled(False)
        wanted = replace(self._suggestion, title=self.title.text().strip(), body=self.body.text())
        self.note = await self._app.library.create(self.fields.onto(wanted))
        self.accept()

    def _refused(self, error: DisputatioError) -> None:
        self._storing = False
        self.fault.setText(error.user_message)
        self.fault.show()
        self._fit()

    def _fit(self) -> None:
        self.save.setEnabled(bool(self.title.text().strip()))
