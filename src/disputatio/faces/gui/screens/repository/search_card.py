"""The card "Search": the parts of a repository that bear on some words, each opening at its lines."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QWidget

from disputatio.app.code_search import CodeHit, CodeResults
from disputatio.faces.gui.screens.library.rows import HIGH, RowList
from disputatio.faces.gui.screens.repository import presenting
from disputatio.faces.gui.widgets.cards import TitledCard

SETTLE = 300
"""Milliseconds without typing until it searches."""
SHOWN = 8
"""Rows that are seen without scrolling."""


class SearchCard(TitledCard):
    searched = Signal(str)
    opened = Signal(object)
    """A place that was chosen (CodeHit)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Search this repository", parent)
        self._hits: tuple[CodeHit, ...] = ()
        self.field = QLineEdit()
        self.field.setPlaceholderText("Words, a name, or what the code does…")
        self.field.setAccessibleName("Search this repository")
        self.field.setClearButtonEnabled(True)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(self._search)
        self.field.textChanged.connect(lambda _text: self._timer.start())
        self.field.returnPressed.connect(self._search)
        self.list = RowList("Places that were found")
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # else its card grows
        self.list.opened.connect(lambda key: self.opened.emit(self._hits[int(key)]))
        self.said = QLabel()
        self.said.setProperty("look", "caption")
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        for widget in (self.field, self.said, self.list):
            self.body.addWidget(widget)
        self.clear()

    def clear(self) -> None:
        self.field.blockSignals(True)
        self.field.clear()
        self.field.blockSignals(False)
        self.show_results(None)

    def show_results(self, found: CodeResults | None, said: str = "") -> None:
        """`said` is what is in the way; None shows nothing."""
        self._hits = found.hits if found is not None else ()
        self.list.show_rows([presenting.hit_row(place, hit) for place, hit in enumerate(self._hits)])
        self.list.setVisible(bool(self._hits))
        self.list.setFixedHeight(min(SHOWN, len(self._hits)) * HIGH + 6)
        if found is not None and not said:
            said = _said(found)
        self.said.setText(said)
        self.said.setVisible(bool(said))

    def _search(self) -> None:
        self._timer.stop()
        text = self.field.text().strip()
        if text:
            self.searched.emit(text)
        else:
            self.show_results(None)


def _said(found: CodeResults) -> str:
    if not found.hits:
        return "Nothing found. Other words, or a name as the code has it, may find it."
    parts = [f"Found by words only: {found.why_not}" if found.why_not else ""]
    if found.stale:
        parts.append(f"{found.stale} more stand in files that have changed: bring the index up to date.")
    return " ".join(part for part in parts if part)
