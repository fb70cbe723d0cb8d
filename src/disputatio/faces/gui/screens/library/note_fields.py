"""Where a note belongs, its tags and its colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from disputatio.debate.natural_order import natural
from disputatio.faces.gui import theme
from disputatio.faces.gui.widgets.flow_layout import FlowLayout
from disputatio.library.note import PURPLE, Note
from disputatio.library.project import Project
from disputatio.library.workspace import DEFAULT

COLOURS: Final = {
    "No colour": "",
    "Purple": PURPLE,
    "Blue": "#3B82F6",
    "Teal": "#0D9488",
    "Orange": "#EA580C",
    "Pink": "#DB2777",
}
NO_PROJECT: Final = "No project"


class Dot(QToolButton):
    """A colour to choose."""

    def __init__(self, name: str, colour: str) -> None:
        super().__init__()
        self.colour = colour
        self.setCheckable(True)
        self.setIcon(QIcon())
        self.setFixedSize(QSize(26, 26))
        self.setAccessibleName(name)
        self.setToolTip(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen if self.colour else QPen(QColor(look.outline), 1.4))
        painter.setBrush(QColor(theme.identity(self.colour, look).accent) if self.colour else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(7, 7, 12, 12)
        if self.isChecked() or self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(look.accent if self.hasFocus() else look.muted), 2))
            painter.drawEllipse(3, 3, 20, 20)
        painter.end()


class NoteFields(QWidget):
    """Project, tags and colour, in a row that breaks where there is little room."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.project = QComboBox()
        self.project.setAccessibleName("Project")
        self.project.setMinimumWidth(190)
        self.project.setMaximumWidth(260)
        self.project.activated.connect(lambda _row: self.changed.emit())
        self.tags = QLineEdit()
        self.tags.setAccessibleName("Tags, with commas between them")
        self.tags.setPlaceholderText("Tags, with commas between them")
        self.tags.setMinimumWidth(230)
        self.tags.textEdited.connect(lambda _text: self.changed.emit())
        self.dots = [Dot(name, colour) for name, colour in COLOURS.items()]
        self._group = QButtonGroup(self)
        colours = QWidget()
        row = QHBoxLayout(colours)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for dot in self.dots:
            self._group.addButton(dot)
            dot.clicked.connect(lambda _on: self.changed.emit())
            row.addWidget(dot)
        flow = FlowLayout(spacing=12)
        for widget in (self._labelled("Project", self.project), self._labelled("Tags", self.tags), colours):
            flow.addWidget(widget)
        self.setLayout(flow)
        self._projects: dict[str, Project] = {}

    def _labelled(self, text: str, field: QWidget) -> QWidget:
        label = QLabel(text)
        label.setProperty("look", "muted")
        label.setBuddy(field)
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(field)
        return both

    def show_note(self, note: Note, projects: Sequence[Project]) -> None:
        """Nothing is emitted."""
        self._projects = {project.id: project for project in projects}
        self.project.clear()
        self.project.addItem(NO_PROJECT, "")
        for project in sorted(projects, key=lambda each: natural(each.name)):
            self.project.addItem(project.name, project.id)
        self.project.setCurrentIndex(max(0, self.project.findData(note.project)))
        self.tags.setText(", ".join(note.tags))
        chosen = next((dot for dot in self.dots if dot.colour.casefold() == note.colour.casefold()), None)
        self._group.setExclusive(False)
        for dot in self.dots:
            dot.setChecked(dot is chosen)
        self._group.setExclusive(True)

    def onto(self, note: Note) -> Note:
        """The note with what is chosen here; a colour that is not offered stays."""
        project = str(self.project.currentData() or "")
        known = self._projects.get(project)
        chosen = self._group.checkedButton()
        own = known.workspace if known else (note.workspace or DEFAULT)
        return replace(
            note,
            project=project,
            workspace=own,
            tags=tuple(dict.fromkeys(tag.strip() for tag in self.tags.text().split(",") if tag.strip())),
            colour=chosen.colour if isinstance(chosen, Dot) else note.colour,
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
