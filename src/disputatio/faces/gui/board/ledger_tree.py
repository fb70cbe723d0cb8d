"""The tree of claims with one column for each participant: sign and word, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from disputatio.debate.views.labels import HOLDS
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Place
from disputatio.debate.views.statements import AspectCell, AspectItem, Cell, ClaimItem
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.board.ledger_head import LedgerHeader, longest_piece
from disputatio.faces.gui.board.ledger_lines import height, paint_lines, parts_of, said_of
from disputatio.faces.gui.board.ledger_model import LedgerModel, Role
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import BODY, CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import chip_width, isolated, paint_chip, tone_colours
from disputatio.faces.gui.kit.layouts import from_the_side, left_to_page
from disputatio.faces.gui.kit.wrapped_rows import text_face, text_in_lines

CELL, WIDEST = 54, 84
"""Pixels of a participant's column, at least and at most: as many as the longest word of a name takes."""
TIGHTEST: Final = 48
"""Pixels of it where there are so many participants that the ledger would be wider than its panel otherwise."""
WIDER: Final = 72
"""Pixels where there are two of them."""
LINES: Final = 5
"""Lines of a claim that are shown."""
INDENT: Final = 8
LEGIBLE: Final = 44
"""Pixels below which a shortened word says nothing."""
SIGN_HIGH, WORD_HIGH = 18, 14
"""Pixels of the lines of a cell: its sign, and each line of its word."""
_WRAP: Final = Qt.TextFlag.TextWordWrap
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE: Final = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


class LedgerDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        if index.column():
            return QSize(CELL, 46)
        view = self.parent()
        assert isinstance(view, LedgerTree), "the delegate belongs to its tree"
        item = index.data(Role.ITEM)
        indent = 0 if not view.rootIsDecorated() else INDENT * (2 if index.parent().isValid() else 1)
        room = view.columnWidth(0) - indent - 10
        below = view.said_high(item, room)
        if isinstance(item, AspectItem):
            return QSize(CELL, 46 + below + round(_title_lines(item.title, view.columnWidth(0) - INDENT)[1]))
        high = round(text_in_lines(item.text, room, LINES)[1]) + 36
        return QSize(CELL, high + below if below else max(64, high))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item, cell, view = index.data(Role.ITEM), index.data(Role.CELL), self.parent()
        assert isinstance(view, LedgerTree), "the delegate belongs to its tree"
        box, state = QRectF(option.rect), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, box, state, aspect=isinstance(item, AspectItem))
        if not index.column():
            below = view.said_high(item, round(box.width()) - 10)
            _paint_item(painter, box.adjusted(0, 0, 0, -below), item)
            if below:
                room = from_the_side(box.adjusted(6, box.height() - below, -4, 0), box)
                paint_lines(painter, room, said_of(item, view.ledger.people))
        elif isinstance(cell, Cell):
            sign, word, tone = HOLDS[cell.hold].parts
            colour = tone_colours(tone)[0] if cell.hold != "holds" else theme.current().text
            said, _, what = word.partition(" to ")  # "said to hold": too long for one line
            told = tr("{said} to").format(said=said) if what else word
            _paint_cell(painter, box, sign, told, what or cell.short, colour)
        elif isinstance(cell, AspectCell):
            _paint_aspect_cell(painter, box, cell)
        painter.restore()


def _title_lines(title: str, width: int) -> tuple[str, float]:
    """Return as much of a title as goes into two lines, and the pixels that it takes beside those of one."""
    shown, high = text_in_lines(title, width - 14, 2)
    return shown, max(0.0, high - QFontMetricsF(text_face()).lineSpacing())


def _paint_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag, *, aspect: bool) -> None:
    look = theme.current()
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, QColor(look.selection))
    elif aspect or state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, QColor(look.raised))
    painter.setPen(QPen(QColor(look.border), 1))
    painter.drawLine(box.bottomLeft(), box.bottomRight())
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(QColor(look.accent), 1.5))
        painter.drawRect(box.adjusted(1, 1, -1.5, -1.5))


def _paint_item(painter: QPainter, box: QRectF, item: AspectItem | ClaimItem) -> None:
    look = theme.current()
    if isinstance(item, AspectItem):
        painter.setFont(font(SMALL, QFont.Weight.DemiBold))
        painter.setPen(QColor(look.text))
        room = from_the_side(box.adjusted(6, 5, -4, -21), box)
        painter.drawText(room, _LEFT | _WRAP, isolated(_title_lines(item.title, round(box.width()))[0]))
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(look.muted))
        count = len(item.claims)
        words = plural("{number} claim", "{number} claims", count).format(number=count) if count else tr("no claims")
        painter.drawText(
            from_the_side(QRectF(box.left() + 6, box.bottom() - 23, box.width() - 10, 18), box), _LEFT, words
        )
        return
    painter.setFont(text_face())
    painter.setPen(QColor(look.text))
    room = from_the_side(box.adjusted(6, 6, -4, -28), box)
    painter.drawText(room, _WRAP, isolated(text_in_lines(item.text, round(room.width()), LINES)[0]))
    sign, word, tone = item.label.parts
    words = f"{sign} {word}"
    width = min(chip_width(words), box.width() - 8)
    chip = QRectF(box.left() + 5, box.bottom() - 25, width, 19)
    paint_chip(painter, from_the_side(chip, box), words, *tone_colours(tone))
    painter.setFont(font(CAPTION))
    painter.setPen(QColor(look.muted))
    left = box.left() + 5 + width + 6
    measure, raised = QFontMetricsF(painter.font()), item.since.removeprefix(item.aspect).removeprefix(", ")
    since = measure.elidedText(raised, Qt.TextElideMode.ElideRight, max(0.0, box.right() - left - 4))
    if since != raised and measure.horizontalAdvance(since) < LEGIBLE:
        return
    room = from_the_side(QRectF(left, box.bottom() - 25, box.right() - left, 19), box)
    painter.drawText(room, _LEFT, since)


def _paint_cell(painter: QPainter, box: QRectF, sign: str, word: str, since: str, colour: str) -> None:
    """A word that is wider than its column takes two lines where the row is high enough."""
    face = font(CAPTION, QFont.Weight.DemiBold)
    measure, since_high = QFontMetricsF(face), 14 if since else 0
    wide = measure.horizontalAdvance(word) > box.width() and box.height() > SIGN_HIGH + 2 * WORD_HIGH + since_high
    words = word.split(" ", 1) if wide else [word]
    top = box.center().y() - since_high / 2 - (len(words) - 1) * WORD_HIGH / 2
    painter.setPen(QColor(colour))
    painter.setFont(font(BODY, QFont.Weight.Bold))
    painter.drawText(QRectF(box.left(), top - SIGN_HIGH, box.width(), SIGN_HIGH), _CENTRE, sign)
    painter.setFont(face)
    for each in words:
        told = measure.elidedText(each, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(QRectF(box.left(), top - 1, box.width(), WORD_HIGH + 1), _CENTRE, told)
        top += WORD_HIGH
    if since:
        face = font(CAPTION - 0.5)
        painter.setFont(face)
        painter.setPen(QColor(theme.current().muted))
        shown = QFontMetricsF(face).elidedText(since, Qt.TextElideMode.ElideRight, box.width() - 4)
        painter.drawText(QRectF(box.left(), top, box.width(), since_high), _CENTRE, shown)


def _paint_aspect_cell(painter: QPainter, box: QRectF, cell: AspectCell) -> None:
    look = theme.current()
    sign, word, tone = parts_of(cell)
    if cell.unanswered:
        sign = f"{sign} {len(cell.unanswered)}"
    silent = not (cell.position or cell.evidence or cell.unanswered)
    _paint_cell(
        painter, box, sign, word, "", look.muted if silent else tone_colours(tone)[0] if tone != "plain" else look.text
    )


TALLEST: Final = 900
"""Pixels of the tree at most."""
MANY: Final = 60
"""Rows from which on the tree scrolls by rows: by pixels, Qt measures every row before it shows the first, which takes
0.5 ms for each."""
ROOMY: Final = 280
"""Pixels of the tree from which on two participants have more of it."""
ROOMIER: Final = 130
"""Pixels that the claims keep where names are given the room for their words."""
NARROWEST, CROWDED = 84, 90
"""Pixels of the column of claims; where the narrowest columns would leave it less than the second, what participants
say stands below the claims."""
FOOT: Final = 8
"""Pixels below the lines that stand there."""


class LedgerTree(QTreeView):
    """As high as its rows, up to a limit. The arrow keys go through rows and columns."""

    chosen = Signal(object)
    """AspectItem or ClaimItem of the row that is current now; None without one."""
    opened = Signal(object)
    """The message to show (Place): Enter or a double click on what a participant says."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = LedgerModel(self)
        self._closed: set[str] = set()
        self._filling = False
        self.setAccessibleName(tr("Ledger: claims by participant"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setModel(self.ledger)
        self.setItemDelegate(LedgerDelegate(self))
        self._header = LedgerHeader(self)
        self.setHeader(self._header)
        self._header.setStretchLastSection(False)
        self.setIndentation(INDENT)
        self.setMouseTracking(True)
        self.setUniformRowHeights(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.activated.connect(self._open)
        self.collapsed.connect(lambda index: self._folded(index, folded=True))
        self.expanded.connect(lambda index: self._folded(index, folded=False))
        self.selectionModel().currentChanged.connect(lambda index: self.chosen.emit(index.data(Role.ITEM)))

    def show_ledger(self, people: Sequence[Participant], aspects: Sequence[AspectItem]) -> None:
        key = self.currentIndex().data(Role.KEY) or ""
        column = max(0, self.currentIndex().column())
        self._header.show_people(tuple(people))
        self._filling = True
        if self.ledger.show(people, aspects):
            self._unfold()
            if key and (found := self.ledger.find(key)).isValid():
                self.setCurrentIndex(found.siblingAtColumn(column))
        else:
            self.chosen.emit(self.currentIndex().data(Role.ITEM))
        self._filling = False
        self.fit()

    def _unfold(self) -> None:
        modes = QAbstractItemView.ScrollMode
        rows = sum(1 + len(aspect.claims) for aspect in self.ledger.aspects)
        self.setVerticalScrollMode(modes.ScrollPerItem if rows > MANY else modes.ScrollPerPixel)
        self.setRootIsDecorated(not self.ledger.flat)
        for row in range(self.ledger.rowCount()):
            index = self.ledger.index(row, 0)
            if index.data(Role.KEY) not in self._closed:
                self.expand(index)

    def chosen_item(self) -> AspectItem | ClaimItem | None:
        """Return the item of the row that is current."""
        found = self.currentIndex().data(Role.ITEM)
        return found if isinstance(found, (AspectItem, ClaimItem)) else None

    def choose(self, key: str) -> bool:
        """Go to a claim; return whether it is there."""
        if (found := self.ledger.find(key)).isValid():
            self.setCurrentIndex(found)
        return found.isValid()

    def fit(self) -> None:
        """Fit the columns to the width that there is, and the height to the rows."""
        if self._filling:
            return
        width = self.viewport().width()
        shown = self._columns(width)
        people = len(shown)
        cell = WIDER if people <= 2 and width >= ROOMY else CELL
        names = (self.ledger.people[column - 1].name for column in shown)
        needed = min(WIDEST, ceil(max(map(longest_piece, names), default=0.0)) + 6)
        room = (width - NARROWEST) // max(1, people)
        self._gather(gathered=width - TIGHTEST * people < CROWDED)
        if self.ledger.gathered:
            cell, shown = 0, []
        elif needed * people <= width - ROOMIER:
            cell = max(cell, needed)
        elif people > 2:  # of many, each gets what there is; of two, the claims
            cell = min(room, max(cell, needed))
        if self.columnWidth(0) != (claims := width - cell * len(shown)):
            self._header.resizeSection(0, claims)
            self.scheduleDelayedItemsLayout()  # Qt keeps the heights that rows had at another width
        for column in range(1, 1 + len(self.ledger.people)):
            self.setColumnHidden(column, column not in shown)
            if column in shown:
                self._header.resizeSection(column, cell)
        high, index = (0 if self.ledger.gathered else self._header.height()) + 4, self.model().index(0, 0)
        while index.isValid() and high < TALLEST:
            high += self.sizeHintForIndex(index).height()
            index = self.indexBelow(index)
        self.setFixedHeight(min(TALLEST, high))

    def _gather(self, *, gathered: bool) -> None:
        """Let what participants say stand below the claims, or in columns of their own."""
        if gathered != self.ledger.gathered:
            self.ledger.gathered = gathered
            self.setHeaderHidden(gathered)  # there are no names in it then
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(0))  # that of a column that goes away
            self.scheduleDelayedItemsLayout()

    def said_high(self, item: AspectItem | ClaimItem, wide: int) -> int:
        """Return the pixels of what stands below a claim or an aspect; 0 where there are columns for it."""
        return height(said_of(item, self.ledger.people), wide) + FOOT if self.ledger.gathered else 0

    def _columns(self, width: int) -> list[int]:
        """Return the columns of participants; where they have no room beside one another, without those of whom there
        is nothing to say, as of a chair who only concludes."""
        every = list(range(1, 1 + len(self.ledger.people)))
        if TIGHTEST * len(every) <= width - NARROWEST:
            return every
        return [column for column in every if not self.ledger.silent(column)] or every

    def _folded(self, index: QModelIndex, *, folded: bool) -> None:
        (self._closed.add if folded else self._closed.discard)(index.data(Role.KEY))
        self.fit()

    def _open(self, index: QModelIndex) -> None:
        cell, item = index.data(Role.CELL), index.data(Role.ITEM)
        if cell is not None and cell.path:
            self.opened.emit(Place(path=cell.path, label=cell.since, words=cell.words))
        elif isinstance(item, ClaimItem) and item.messages:
            self.opened.emit(item.messages[0])

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """Begin the ground of an aspect at the edge, below the arrow that folds it."""
        if isinstance(index.data(Role.ITEM), AspectItem):
            painter.fillRect(rect, QColor(theme.current().raised))
        super().drawBranches(painter, rect, index)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not left_to_page(self, event):
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()
            self.fit()
