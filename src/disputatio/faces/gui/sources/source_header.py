"""The head of a source: where the person is, back and forward, and what can be done with the file."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QWidget

from disputatio.debate.views.citations import hint
from disputatio.debate.views.labels import VERDICTS
from disputatio.debate.wording import quoted, tr
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.inputs import LineField, install_keys
from disputatio.faces.gui.kit.labels import Chip, ElidedLabel, tone_colours
from disputatio.faces.gui.sources.source_reader import CitationOrigin

NARROW: Final = 860
"""Pixels of width below which the chip of the commit and the words of the way back are left out."""


class SourceBar(QWidget):
    """Where the person is, the ways back and forward, and a button for each thing that can be done with the file."""

    def __init__(self) -> None:
        super().__init__()
        self.leave = TextButton(tr("Back"), icon="arrow-left", kind="quiet")
        self.leave.setToolTip(tr("Back to where you came from (Esc)"))
        self.leave.setAccessibleName(tr("Back"))
        self.back = IconButton("chevron-left", tr("Previous source (Alt+Left)"))
        self.forward = IconButton("chevron-right", tr("Next source (Alt+Right)"))
        self.title, self.subtitle = ElidedLabel(look="title", middle=True), ElidedLabel(look="caption")
        self.commit = Chip()
        self.open_file = IconButton("file", tr("The file as this commit left it"))
        self.copy = IconButton("copy", tr("Copy path and line (Ctrl+Shift+C)"))
        self.search = IconButton("search", tr("Find in this file (Ctrl+F)"))
        self.blame = IconButton("user", tr("Who wrote each line (Ctrl+Shift+A)"))
        self.history = IconButton("clock", tr("History of the file (Ctrl+H)"))
        for button in (self.blame, self.history):
            button.setCheckable(True)
        titles = layouts.column(self.title, self.subtitle, spacing=0)
        row = layouts.row(self.leave, self.back, self.forward, of=self, margins=(14, 10, 14, 8), spacing=6)
        row.addSpacing(6)
        row.addLayout(titles, 1)
        row.addWidget(self.commit)
        for button in (self.open_file, self.copy, self.search, self.blame, self.history):
            row.addWidget(button)

    def show_place(self, title: str, subtitle: str, commit: str) -> None:
        self.title.setText(title)
        self.title.setAccessibleName(title)
        self.subtitle.setText(subtitle)
        self.commit.setText(tr("commit {commit}").format(commit=commit[:10]))
        self.commit.setToolTip(commit)
        self.commit.setVisible(bool(commit) and self.width() >= NARROW)

    def show_origin(self, label: str) -> None:
        """Say where the way back leads."""
        self.leave.setAccessibleName(label)
        self.leave.setText(label if self.width() >= NARROW else "")

    def show_steps(self, back: bool, forward: bool) -> None:
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the path the room where there is little: the commit stays in its tool tip and in the citation."""
        super().resizeEvent(event)
        self.commit.setVisible(bool(self.commit.toolTip()) and self.width() >= NARROW)
        self.show_origin(self.leave.accessibleName())


class SourceFind(QFrame):
    """Finds words in a source. It is hidden until `open`; Escape closes it."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._pane: QPlainTextEdit | None = None
        self.field = LineField()
        self.field.setPlaceholderText(tr("Find in this file…"))
        self.field.setAccessibleName(tr("Find in this file"))
        self.field.textChanged.connect(lambda: self.go(again=True))
        self.field.returnPressed.connect(self.go)
        self._said = QLabel()
        self._said.setProperty("look", "muted")
        row = layouts.row((self.field, 1), self._said, of=self, margins=(10, 6, 6, 6))
        for icon, label, work in (
            ("chevron-up", tr("Previous match (Shift+Enter)"), lambda: self.go(backwards=True)),
            ("chevron-down", tr("Next match (Enter, F3)"), self.go),
            ("close", tr("Close the search"), self.close_search),
        ):
            button = IconButton(icon, label)
            button.clicked.connect(lambda _checked=False, do=work: do())
            row.addWidget(button)
        install_keys(self, {"Escape": self.close_search, "Shift+Return": lambda: self.go(backwards=True)})
        self.hide()

    def open(self, pane: QPlainTextEdit) -> None:
        self._pane = pane
        self.show()
        if chosen := pane.textCursor().selectedText():
            self.field.setText(chosen.split("\u2029")[0])
        self.field.setFocus()
        self.field.selectAll()

    def close_search(self) -> None:
        self.hide()
        self.closed.emit()

    def go(self, *, backwards: bool = False, again: bool = False) -> None:
        """Go to the next place; `again` begins where the last one begins."""
        needle, pane = self.field.text(), self._pane
        if pane is None or not needle:
            self._said.setText("")
            return
        cursor = pane.textCursor()
        if again:
            cursor.setPosition(cursor.selectionStart())
        flags = QTextDocument.FindFlag.FindBackward if backwards else QTextDocument.FindFlag(0)
        found = pane.document().find(needle, cursor, flags)
        if found.isNull():  # round the end
            end = QTextCursor.MoveOperation.End if backwards else QTextCursor.MoveOperation.Start
            cursor.movePosition(end)
            found = pane.document().find(needle, cursor, flags)
        self._said.setText(
            tr("not found") if found.isNull() else tr("line {blocknumber}").format(blocknumber=found.blockNumber() + 1)
        )
        if not found.isNull():
            pane.setTextCursor(found)
            pane.centerCursor()


SAYS = 400
"""Characters of the passage that are shown."""
_MARKER: Final = re.compile(r"^(?:[-*+•]|\d{1,3}[.)]) ")
"""What makes a passage an item of a list."""


class CitationStrip(QFrame):
    """The citation above a source: who cites it, in which words, and what came of the check."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.chip, self._who = Chip(), QLabel()
        self._says, self._result = QLabel(), QLabel()
        self._who.setProperty("look", "caption")
        for label in (self._says, self._result):
            label.setWordWrap(True)
        for label in (self._says, self._result, self._who):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = IconButton("close", tr("Hide the citation"), size=14)
        close.clicked.connect(self.hide)
        row = layouts.row(self.chip, (self._who, 1), close, spacing=10)
        layouts.column(row, self._says, self._result, of=self, margins=(14, 8, 8, 10), spacing=4)
        self.hide()

    def show_citation(self, cited: CitationOrigin | None) -> None:
        self.setVisible(cited is not None)
        if cited is None:
            return
        item = cited.item
        sign, word, tone = VERDICTS[item.status].parts
        colour, ground = tone_colours(tone)
        self.chip.setText(f"{sign} {word}")
        self.chip.setStyleSheet(f"color: {colour}; background: {ground}")
        self._who.setText(tr("{who} cites {split}").format(who=cited.who, split=" ".join(item.citation.split())[:160]))
        says = _MARKER.sub("", " ".join((item.says or item.quote).split()))
        self._says.setText(quoted(f"{says[:SAYS]}{'…' if len(says) > SAYS else ''}"))
        self._says.setVisible(bool(says))
        self._result.setText(hint(item))
        self._result.setProperty("look", "caption")
        self.setAccessibleName(f"{self._who.text()}: {self._result.text()}")
