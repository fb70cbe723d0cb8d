"""A debate side by side: a column for each participant, a row for each round; or one round alone, to compare it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.inspector import text_label
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import Avatar
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.layouts import BAR, SteadyArea, margins_from_the_side
from disputatio.faces.gui.transcript.document_style import Look
from disputatio.faces.gui.transcript.markdown import beginning
from disputatio.faces.gui.transcript.message_body import MessageBody
from disputatio.faces.gui.transcript.message_document import message_document
from disputatio.faces.gui.transcript.message_items import MessageItem

NARROWEST: Final = 256
"""Pixels of a column; more columns than there is room for are scrolled to."""
FEW: Final = 3
"""Columns that may be narrower, so that all of them are seen at once."""
NARROWER: Final = 216
CHOICE: Final = 360
"""Pixels of the choice of a stretch, whatever the longest of them is called."""
ROWS: Final = 8
"""Stretches that are shown at a time, the last ones; any other can be chosen."""
SHOWN: Final = 900
"""Characters of a turn; a link shows all of it in the transcript."""
GAP: Final = 12
HEAD: Final = 38
"""Pixels of the line that says who a column belongs to."""
PAD: Final = 14
LATEST: Final = tr("Latest rounds")
BEGINNING: Final = tr("Beginning")
"""What stands over turns above which the transcript has no heading: sealed answers, estimates, plans."""
CONCLUSION: Final = tr("Conclusion")
STATES: Final = {
    "streaming": tr("writing"),
    "partial": tr("interrupted"),
    "failed": tr("failed"),
    "waiting": tr("waiting"),
}


class Cell(QFrame):
    """One turn: what it is, how it begins, and the way to all of it."""

    opened = Signal(str)
    """The whole turn is to be shown: its key."""

    def __init__(self, item: MessageItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.item: MessageItem | None = None
        self._what, self._state = ElidedLabel(look="section"), QLabel()
        self._state.setProperty("look", "caption")
        self.body = MessageBody(self)
        self.body.setSizePolicy(self.body.sizePolicy().horizontalPolicy(), self.body.sizePolicy().Policy.Fixed)
        self.body.grown.connect(self._fit)
        self.notice = text_label("", "error")
        self.whole = LinkButton(tr("Show whole turn"))
        self.whole.clicked.connect(lambda: self.opened.emit(self.item.key if self.item else ""))
        head = QHBoxLayout()
        head.addWidget(self._what, 1)
        head.addWidget(self._state)
        column = QVBoxLayout(self)
        column.setContentsMargins(PAD, 10, PAD, 10)
        column.setSpacing(6)
        column.addLayout(head)
        for widget in (self.body, self.notice):
            column.addWidget(widget)
        column.addWidget(self.whole, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)  # beside a higher one, what it says still stands at its top
        self.show_item(item)

    def show_item(self, item: MessageItem) -> None:
        if item == self.item:
            return
        self.item = item
        self._what.setText(item.chip or item.author)
        self._state.setText(STATES.get(item.state, item.time))
        self.notice.setText(item.notice)
        self.notice.setVisible(bool(item.notice))
        self._draw()

    def _draw(self) -> None:
        if self.item is None:
            return
        text, look = self.item.text, Look(theme=theme.current())
        shown = beginning(text, SHOWN)
        if len(shown) < len(text) and not shown.endswith("\n"):
            shown = f"{shown.rstrip()} …"
        self.whole.setVisible(bool(text))
        self._document = message_document(shown, look)
        self.body.show_document(self._document, look, self.item.colour)
        self.body.setAccessibleName(self.item.place)
        self.body.setVisible(bool(shown))
        self._fit()

    def _fit(self) -> None:
        wide = max(80, self.width() - 2 * PAD - 2)
        if self._document.textWidth() != wide:  # Qt would lay it out once more
            self._document.setTextWidth(wide)
        self.body.setFixedHeight(round(self._document.size().height()) + 4)
        self.body.measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()


class Heads(QWidget):
    """Who the columns belong to: a line over them that stays while they are scrolled."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.current().window))
        painter.end()


class Sheet(QWidget):
    """Columns and rows, with what stays in sight of them: the heads at the top, the names of the rows at the side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(*margins_from_the_side(22, 4, 22 - BAR, 22))
        self.grid.setSpacing(GAP)
        self.grid.setRowMinimumHeight(0, HEAD)
        self.heads, self._columns = Heads(self), list[tuple[QWidget, QWidget]]()
        self.rows: list[QLabel] = []
        """The name of each row."""

    def clear(self) -> None:
        while (taken := self.grid.takeAt(0)) is not None:
            if (widget := taken.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for head, _ in self._columns:
            head.hide()
            head.deleteLater()
        self._columns, self.rows = [], []

    def add_head(self, head: QWidget, below: QWidget) -> None:
        """Put who a column belongs to over something that stands in it."""
        self._columns.append((head, below))
        head.setParent(self.heads)
        head.show()

    def event(self, event: QEvent) -> bool:
        found = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):  # the columns have their places now
            self._place_heads()
        return found

    def _place_heads(self) -> None:
        self.heads.resize(self.width(), HEAD + 4)
        self.heads.raise_()
        for head, below in self._columns:
            head.setGeometry(below.x(), 4, below.width(), HEAD - 4)

    def scroll_down(self, down: int) -> None:
        self.heads.move(0, down)

    def scroll_along(self, along: int) -> None:
        for name in self.rows:
            name.setIndent(along)


class ColumnsView(QWidget):
    opened = Signal(str)
    """A turn is to be shown in the transcript: its key."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: dict[str, Cell] = {}
        self._items: tuple[MessageItem, ...] = ()
        self._placed: tuple[tuple[str, ...], ...] = ()
        self.rounds = DropDown()
        self.rounds.setMaximumWidth(CHOICE)
        self.rounds.setAccessibleName(tr("Rounds to compare"))
        self.rounds.addItem(LATEST, None)
        self.setFocusProxy(self.rounds)
        self.rounds.currentIndexChanged.connect(self._show)
        self.empty = EmptyState(tr("Nobody has spoken yet"), tr("Turns will appear here side by side."), compact=True)
        self.sheet = Sheet()
        self._grid = self.sheet.grid
        self.area = SteadyArea()
        self.area.setAccessibleName(tr("Columns"))
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.area.setWidget(self.sheet)
        self.area.viewport().setAutoFillBackground(False)
        self.sheet.setAutoFillBackground(False)
        self.area.verticalScrollBar().valueChanged.connect(self.sheet.scroll_down)
        self.area.horizontalScrollBar().valueChanged.connect(self.sheet.scroll_along)
        row = QHBoxLayout()
        row.setContentsMargins(22, 10, 22, 6)
        row.setSpacing(8)
        row.addWidget(QLabel(tr("Compare")))
        row.addWidget(self.rounds)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.empty)
        column.addWidget(self.area, 1)

    def show_items(self, items: Sequence[MessageItem]) -> None:
        """Show these turns, in the order in which they began; lines of the record have no place here."""
        spoken = tuple(item for item in items if item.state not in ("note", "question"))
        if spoken == self._items:
            return
        self._items = spoken
        stretches = list(self._stretches())
        if stretches != [self.rounds.itemData(place) for place in range(1, self.rounds.count())]:
            chosen = self.rounds.currentData()
            self.rounds.blockSignals(True)
            self.rounds.clear()
            self.rounds.addItem(LATEST, None)
            for each in stretches:
                self.rounds.addItem(each or BEGINNING, each)
            self.rounds.setCurrentIndex(0 if chosen is None else max(0, self.rounds.findData(chosen)))
            self.rounds.blockSignals(False)
        self._show()

    def _stretches(self) -> dict[str, dict[str, list[MessageItem]]]:
        """Return by stretch, by author, the turns of both."""
        found: dict[str, dict[str, list[MessageItem]]] = {}
        heading = ""
        for item in self._items:
            heading = item.heading or (CONCLUSION if item.key.startswith("conclusion/") else heading)
            found.setdefault(heading, {}).setdefault(item.author, []).append(item)
        return found

    def _rows(self) -> dict[str, dict[str, list[MessageItem]]]:
        """Return what is shown of them."""
        found, chosen = self._stretches(), self.rounds.currentData()
        kept = [chosen] if chosen in found else list(found)[-ROWS:]
        return {each: found[each] for each in kept}

    def _show(self) -> None:
        rows = self._rows()
        authors = _authors(rows)
        form = (
            tuple(authors),
            *((name, *(item.key for each in row.values() for item in each)) for name, row in rows.items()),
        )
        if form != self._placed:
            self._placed = form
            self._place(rows, authors)
        for row in rows.values():
            for item in (each for several in row.values() for each in several):
                self.cells[item.key].show_item(item)
        self.empty.setVisible(not rows)
        self.area.setVisible(bool(rows))

    def _place(self, rows: dict[str, dict[str, list[MessageItem]]], authors: Sequence[str]) -> None:
        self.sheet.clear()
        self.cells = {}
        headless = set(authors)
        for place in range(len(authors)):
            self._grid.setColumnMinimumWidth(place, NARROWEST if len(authors) > FEW else NARROWER)
            self._grid.setColumnStretch(place, 1)
        for place in range(len(authors), self._grid.columnCount()):
            self._grid.setColumnMinimumWidth(place, 0)
            self._grid.setColumnStretch(place, 0)
        for number, (heading, row) in enumerate(rows.items()):
            name = text_label(heading or BEGINNING, "section")
            name.setIndent(self.area.horizontalScrollBar().value())
            self.sheet.rows.append(name)
            self._grid.addWidget(name, 2 * number + 1, 0, 1, max(1, len(authors)))
            for author, items in row.items():
                stack, line = self._stack(items), 2 * number + 2
                if author not in authors:
                    over = len(authors) if len(authors) <= FEW else FEW - 1  # and not out of sight
                    self._grid.addWidget(stack, line, 0, 1, over, Qt.AlignmentFlag.AlignTop)
                    continue
                self._grid.addWidget(stack, line, authors.index(author), Qt.AlignmentFlag.AlignTop)
                if author in headless:
                    headless.remove(author)
                    self.sheet.add_head(_head(items[0]), stack)
        self._grid.setRowStretch(2 * len(rows) + 2, 1)

    def _stack(self, items: Sequence[MessageItem]) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        for item in items:
            cell = self.cells[item.key] = Cell(item)
            cell.opened.connect(self.opened)
            column.addWidget(cell)
        return holder


def _authors(rows: Mapping[str, Mapping[str, Sequence[MessageItem]]]) -> list[str]:
    """Return who has a column. Whoever speaks in one stretch alone, where nobody else does, as the synthesis, has the
    width there, as far as it is seen."""
    found = list(dict.fromkeys(author for row in rows.values() for author in row))
    alone = {
        author
        for row in rows.values()
        for author in row
        if len(row) == 1 and sum(author in other for other in rows.values()) == 1
    }
    return [author for author in found if author not in alone] or found


def _head(item: MessageItem) -> QWidget:
    """Return who a column belongs to."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(2, 0, 2, 0)
    row.addWidget(Avatar(item.author, item.glyph, item.colour, size=24))
    name = ElidedLabel(item.author, look="strong")
    name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    row.addWidget(name)
    row.addWidget(ElidedLabel(item.model, look="caption"), 1)
    return made
