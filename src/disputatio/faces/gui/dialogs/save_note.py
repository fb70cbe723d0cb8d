"""Keeping the final text of a debate as a note: project, title, tags; the note links back to its debate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.workspace import DEFAULT

NO_PROJECT = "No project"


class SaveNote(QDialog):
    def __init__(self, draft: Note, projects: Sequence[Project], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self._projects = {project.id: project for project in projects}
        self.setWindowTitle("Save as note")
        self.resize(520, 260)
        self.project = QComboBox()
        self.project.addItem(NO_PROJECT, "")
        for project in projects:
            self.project.addItem(project.name, project.id)
        self.project.setCurrentIndex(max(0, self.project.findData(draft.project)))
        self.title, self.tags = QLineEdit(draft.title), QLineEdit(", ".join(draft.tags))
        form = QFormLayout()
        form.setVerticalSpacing(10)
        for label, field in (("Project", self.project), ("Title", self.title), ("Tags", self.tags)):
            field.setAccessibleName(label)
            form.addRow(label, field)
        words = QLabel(f"By {draft.author}. The note is marked purple and links back to the debate.")
        words.setProperty("look", "caption")
        words.setWordWrap(True)
        self.save = TextButton("Save note", icon="note", kind="primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self.accept)
        cancel = TextButton("Cancel")
        cancel.clicked.connect(self.reject)
        self.title.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(cancel)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(words)
        column.addStretch()
        column.addLayout(row)

    def note(self) -> Note:
        """As the person wants it."""
        project = str(self.project.currentData() or "")
        known = self._projects.get(project)
        return replace(
            self._draft,
            title=self.title.text().strip(),
            tags=tuple(tag.strip() for tag in self.tags.text().split(",") if tag.strip()),
            project=project,
            workspace=known.workspace if known else DEFAULT,
        )
