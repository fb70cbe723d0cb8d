"""Writing notes and documents: where they belong, their Markdown, and the sheet in the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPen, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QSplitter,
    QToolButton,
    QWidget,
)

from disputatio.app.application import Application
from disputatio.debate.natural_order import natural
from disputatio.debate.wording import figure, tr
from disputatio.faces import library_kinds
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.fonts import BODY, font
from disputatio.faces.gui.kit.inputs import DropDown, LineField
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import FLUSH, FlowLayout, column, row
from disputatio.faces.gui.kit.plain_text import PlainEdit, stretches
from disputatio.faces.gui.library.contents import Place, Written
from disputatio.faces.gui.library.parts import SavingSheet, label
from disputatio.faces.gui.transcript.message_body import Preview
from disputatio.library.workspace import DEFAULT, PURPLE, Document, Note, Project

SETTLE = 250
"""Milliseconds without typing until the preview follows."""
LONGEST_LINE: Final = 50_000
"""Characters of a line that can be edited: Qt lays out all of it with each key. What has a longer one can be read."""


class MarkdownEditor(QWidget):
    """Markdown on one side, what it looks like as a message on the other; one of the two where there is little room."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.edit = PlainEdit()
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(tr("Write Markdown…"))
        self.edit.setFont(font(BODY, mono=True))
        self.edit.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.edit.setTabChangesFocus(True)
        self.edit.textChanged.connect(self._typed)
        self.preview = Preview(tr("{name}, preview").format(name=name))
        self._shell = QFrame()
        self._shell.setProperty("card", True)
        column(self.preview, of=self._shell, margins=(2, 2, 2, 2))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(8)
        split.setStyleSheet("QSplitter::handle { background: transparent; }")
        split.setChildrenCollapsible(False)
        split.addWidget(self.edit)
        split.addWidget(self._shell)
        split.setSizes([500, 500])
        self._held = ""
        self._why = caption(
            tr(
                "This text has a line of more than {longest} characters, so it cannot be edited here. Only its "
                "beginning is shown."
            ).format(longest=figure(LONGEST_LINE))
        )
        self._why.hide()
        column((split, 1), self._why, of=self, margins=FLUSH)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(self.render_now)

    def text(self) -> str:
        return self._held or self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Show a text, and emit nothing."""
        held = max(map(len, text.split("\n"))) > LONGEST_LINE
        self._held = text if held else ""
        self.edit.setReadOnly(held)
        self._why.setVisible(held)
        self.edit.blockSignals(True)
        self.edit.setPlainText("".join(stretches(text[:LONGEST_LINE])) if held else text)
        self.edit.blockSignals(False)
        self.render_now()

    def set_parts(self, *, edit: bool, preview: bool) -> None:
        """Set which of the two is shown."""
        self.edit.setVisible(edit)
        self._shell.setVisible(preview)
        if preview:
            self.render_now()

    def render_now(self) -> None:
        if not self._shell.isHidden():
            self.preview.show_text(self.text())

    def _typed(self) -> None:
        self._timer.start()
        self.changed.emit()


COLOURS: Final = {
    tr("No colour"): "",
    tr("Purple"): PURPLE,
    tr("Blue"): "#3B82F6",
    tr("Teal"): "#0D9488",
    tr("Orange"): "#EA580C",
    tr("Pink"): "#DB2777",
}
NO_PROJECT: Final = tr("No project")


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


class SheetFields(QWidget):
    """Project, and of a note tags and colour, in a row that breaks where there is little room."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.project = DropDown()
        self.project.setAccessibleName(tr("Project"))
        self.project.setMinimumWidth(190)
        self.project.setMaximumWidth(260)
        self.project.activated.connect(lambda _row: self.changed.emit())
        self.tags = LineField()
        self.tags.setAccessibleName(tr("Tags, with commas between them"))
        self.tags.setPlaceholderText(tr("Tags, with commas between them"))
        self.tags.setMinimumWidth(230)
        self.tags.textEdited.connect(lambda _text: self.changed.emit())
        self.dots = [Dot(name, colour) for name, colour in COLOURS.items()]
        self._group = QButtonGroup(self)
        self._colours = QWidget()
        row(*self.dots, of=self._colours, margins=FLUSH, spacing=0)
        for dot in self.dots:
            self._group.addButton(dot)
            dot.clicked.connect(lambda _on: self.changed.emit())
        self._tagging = self._labelled(tr("Tags"), self.tags)
        flow = FlowLayout(spacing=12)
        for widget in (self._labelled(tr("Project"), self.project), self._tagging, self._colours):
            flow.addWidget(widget)
        self.setLayout(flow)
        self._projects: dict[str, Project] = {}

    def _labelled(self, text: str, field: QWidget) -> QWidget:
        words = label(text, "muted")
        words.setBuddy(field)
        both = QWidget()
        row(words, field, of=both, margins=FLUSH, spacing=8)
        return both

    def show_item(self, item: Written, projects: Sequence[Project]) -> None:
        """Show where something belongs, and emit nothing."""
        self._projects = {project.id: project for project in projects}
        self.project.clear()
        self.project.addItem(NO_PROJECT, "")
        for project in sorted(projects, key=lambda each: natural(each.name)):
            self.project.addItem(project.name, project.id)
        self.project.setCurrentIndex(max(0, self.project.findData(item.project)))
        for widget in (self._tagging, self._colours):
            widget.setVisible(isinstance(item, Note))
        if isinstance(item, Note):
            self._show_marks(item)

    def _show_marks(self, note: Note) -> None:
        self.tags.setText(", ".join(note.tags))
        chosen = next((dot for dot in self.dots if dot.colour.casefold() == note.colour.casefold()), None)
        self._group.setExclusive(False)
        for dot in self.dots:
            dot.setChecked(dot is chosen)
        self._group.setExclusive(True)

    def onto(self, item: Written) -> Written:
        """Return it with what is chosen here; a colour that is not offered stays."""
        project = str(self.project.currentData() or "")
        known = self._projects.get(project)
        if isinstance(item, Document):
            return item.moved_to(known)
        note, chosen = item, self._group.checkedButton()
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


NARROW = 620
"""Pixels below which text and preview take turns."""
UNTITLED = tr("Untitled")


class SheetEditor(SavingSheet):
    """A note or a document to write on; it saves itself."""

    left = Signal()
    """Back to where it was opened."""
    delete_wanted = Signal(object)
    """What is on the sheet, as a place (contents.Place)."""
    debate_wanted = Signal(str)
    """The id of the debate that the note comes from."""
    export_wanted = Signal(object)
    """What is on the sheet, as it is typed: to be written to a file."""

    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__(app, bridge)
        self.back = TextButton(tr("‹ Back"), kind="quiet")
        self.back.setToolTip(tr("Back (Escape)"))
        self.title = LineField()
        self.title.setPlaceholderText(tr("Title"))
        self.title.setAccessibleName(tr("Title"))
        self.fields = SheetFields()
        self.body = MarkdownEditor(tr("Text"))
        self.origin = label(look="caption")
        self.debate = TextButton(tr("Open its debate"), icon="chat")
        self.view = TextButton(tr("Preview"), icon="eye")
        self.view.setCheckable(True)
        self.export = TextButton(tr("Export…"), icon="export")
        self.export.setToolTip(tr("Write it to a Markdown file"))
        self.delete = TextButton(tr("Delete"), icon="trash", kind="danger")
        self.export.clicked.connect(lambda: self.export_wanted.emit(self._typed_item()))
        self.back.clicked.connect(self.left)
        self.title.returnPressed.connect(self.body.edit.setFocus)
        for changed in (self.title.textEdited, self.fields.changed, self.body.changed):
            changed.connect(self._typed)
        self.debate.clicked.connect(lambda: self.debate_wanted.emit(getattr(self.item, "debate", "")))
        self.delete.clicked.connect(lambda: self.delete_wanted.emit(self.place))
        self.view.toggled.connect(lambda _on: self._fit_parts())
        head = row(self.back, None, self.debate, self.view, self.export, self.delete, spacing=10)
        items = (head, self.title, self.fields, (self.body, 1), row((self.origin, 1), self.state))
        column(*items, of=self, margins=(20, 14, 20, 12), spacing=12)

    @property
    def item(self) -> Written | None:
        found: Written | None = self._item
        return found

    @property
    def place(self) -> Place | None:
        """Return what is on the sheet as a place; None while it is not stored."""
        item = self.item
        return Place(kind=library_kinds.of(item).name, id=item.id) if item is not None and item.id else None

    def open(self, item: Written, projects: Sequence[Project]) -> None:
        """Show something to write on; what was shown before is saved."""
        self.flush()
        self.title.setText(item.title)
        self.title.setCursorPosition(0)
        self.body.set_text(getattr(item, library_kinds.of(item).body))
        self.fields.show_item(item, projects)
        if isinstance(item, Note):
            self.origin.setText(tr("By {author}").format(author=item.author) if item.author else "")
        else:
            self.origin.setText(tr("From the file {source}").format(source=item.source) if item.source else "")
        self.debate.setVisible(bool(item.debate))
        self.delete.setVisible(bool(item.id))
        self._begin(item)
        self._fit_parts()
        (self.body.edit if item.title else self.title).setFocus()

    def _typed_item(self) -> Written:
        title = self.title.text().strip() or _first_words(self.body.text()) or UNTITLED
        typed: Written = replace(self._item, title=title, **{library_kinds.of(self._item).body: self.body.text()})
        return self.fields.onto(typed)

    async def _store(self, item: Written) -> Written:
        stored: Written = await (self._app.library.edit(item) if item.id else self._app.library.create(item))  # type: ignore[type-var]
        return stored

    def _show_stored(self) -> None:
        self.delete.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts()

    def _fit_parts(self) -> None:
        both = self.width() >= NARROW
        self.view.setText(tr("Hide preview") if both and not self.view.isChecked() else tr("Preview"))
        if both:
            self.body.set_parts(edit=True, preview=not self.view.isChecked())
        else:
            self.view.setText(tr("Write") if self.view.isChecked() else tr("Preview"))
            self.body.set_parts(edit=not self.view.isChecked(), preview=self.view.isChecked())


def _first_words(text: str) -> str:
    line = next((line.strip("#*-> \t") for line in text.splitlines() if line.strip("#*-> \t")), "")
    return line[:60]
