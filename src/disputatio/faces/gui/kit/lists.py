"""Lists: one Qt model for every list of items (points, citations, the rows of the board and of the memory); rows with a
hint at their right end (a shortcut, a price, what kind of thing it is); and lists of rows, each with an icon or a dot
of colour, a title, a subtitle and a chip, with the card that holds one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final, Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone
from disputatio.debate.views.participants import Participant
from disputatio.debate.wording import figure
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.focus import MARKS_ROW
from disputatio.faces.gui.kit.fonts import BODY, CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import chip_width, isolated, paint_chip, tip, tone_colours
from disputatio.faces.gui.kit.layouts import from_the_side

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    ITEM = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2


class Item(Protocol):
    """`key` never changes; `text` is what it shows, `spoken` what a screen reader says ("" for the same)."""

    @property
    def key(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def spoken(self) -> str: ...


@value
class RowItem:
    """`chip` is a sign and a word, `note` says more, `spoken` is what a screen reader says."""

    key: str
    text: str
    chip: str = ""
    tone: Tone = "plain"
    note: str = ""
    people: tuple[Participant, ...] = ()
    spoken: str = ""


class ItemModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None, *, cut: bool = False) -> None:
        """`cut`: a row may have no room for all of its words, so that the pointer is told them."""
        super().__init__(parent)
        self.items: list[Any] = []
        self._cut = cut

    def set_items(self, items: Sequence[Item]) -> None:
        """Replace all; rows that stay keep their place, so that selection and scrolling stay."""
        known = len(self.items)
        if [item.key for item in items[:known]] != [item.key for item in self.items]:
            self.beginResetModel()
            self.items = list(items)
            self.endResetModel()
            return
        for row, item in enumerate(items[:known]):
            if self.items[row] != item:
                self.items[row] = item
                self.dataChanged.emit(self.index(row), self.index(row))
        if len(items) > known:
            self.beginInsertRows(QModelIndex(), known, len(items) - 1)
            self.items.extend(items[known:])
            self.endInsertRows()

    def row_of(self, key: str) -> int:
        """Return the row of a key, or -1 for one that is not there."""
        return next((row for row, item in enumerate(self.items) if item.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        item = self.items[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return item.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return item.spoken or item.text
            case Qt.ItemDataRole.ToolTipRole if self._cut:
                return tip(item.spoken or item.text)
            case Role.ITEM:
                return item
            case Role.KEY:
                return item.key
        return None


# ---- rows with a hint at their right end ----------------------------------------------------------------------------
HINT: Final = Qt.ItemDataRole.UserRole + 1
LINE: Final = 34
INSET: Final = 10


class HintedRows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, LINE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        look, hint = theme.current(), str(index.data(HINT) or "")
        box: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.selection))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 7, 7)
        painter.setFont(font(SMALL))
        painter.setPen(QColor(look.muted))
        inside = box.adjusted(INSET, 0, -INSET, 0)
        painter.drawText(inside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, hint)
        room = inside.width() - (painter.fontMetrics().horizontalAdvance(hint) + 2 * INSET if hint else 0)
        heading = not index.flags() & Qt.ItemFlag.ItemIsEnabled
        painter.setFont(font(SMALL, QFont.Weight.DemiBold) if heading else font())
        painter.setPen(QColor(look.muted if heading else look.text))
        shown = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(shown))
        painter.restore()


HIGH: Final = 52
"""Pixels of a row with a subtitle."""
LOW: Final = 36
ROW: Final = Qt.ItemDataRole.UserRole


@value
class Row:
    """`key` is "kind:id"; `dot` a colour that goes before the icon. `is_path`: the subtitle is one, whose end is as
    telling as its beginning."""

    key: str
    title: str
    subtitle: str = ""
    icon: str = ""
    dot: str = ""
    chip: str = ""
    tone: Tone = "plain"
    quiet: bool = False
    is_path: bool = False

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (self.title, self.chip, self.subtitle) if part)


class RowDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row = index.data(ROW)
        return QSize(160, HIGH if row is not None and row.subtitle else LOW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row, box = index.data(ROW), QRectF(option.rect).adjusted(0, 1, 0, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row is None:
            _paint_heading(painter, box, str(index.data(Qt.ItemDataRole.DisplayRole)))
        else:
            paint_ground(painter, box, option.state)
            left = _paint_sign(painter, box, row)
            right = _paint_chip(painter, box, row)
            room = QRectF(left, box.top(), right - left, box.height())
            _paint_words(painter, from_the_side(room, box), row)
        painter.restore()


def _paint_heading(painter: QPainter, box: QRectF, text: str) -> None:
    painter.setFont(font(CAPTION, QFont.Weight.DemiBold))
    painter.setPen(QColor(theme.current().muted))
    painter.drawText(box.adjusted(10, 6, -8, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def paint_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
    """Paint what lies behind a row: whether it is selected, pointed at, and where the keyboard is."""
    look, selected = theme.current(), bool(state & QStyle.StateFlag.State_Selected)
    painter.setPen(Qt.PenStyle.NoPen)
    if selected or state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(QColor(look.selection if selected else look.raised))
        painter.drawRoundedRect(box, 9, 9)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(QColor(look.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 8, 8)


def _paint_sign(painter: QPainter, box: QRectF, row: Row) -> float:
    """Paint the icon or dot, and return where words may begin."""
    if row.dot:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.identity(row.dot, theme.current()).accent))
        painter.drawEllipse(from_the_side(QRectF(box.left() + 14, box.center().y() - 5, 10, 10), box))
    elif row.icon:
        ratio = painter.device().devicePixelRatioF()
        sign = icons.pixmap(row.icon, theme.current().muted, 17, ratio)
        place = from_the_side(QRectF(box.left() + 11, box.center().y() - 8.5, 17, 17), box)
        painter.drawPixmap(place.topLeft(), sign)
    return box.left() + (38 if row.dot or row.icon else 12)


def _paint_chip(painter: QPainter, box: QRectF, row: Row) -> float:
    """Paint the chip, and return where words must end."""
    if not row.chip:
        return box.right() - 12
    wide = chip_width(row.chip)
    colour, ground = tone_colours(row.tone)
    place = from_the_side(QRectF(box.right() - 12 - wide, box.center().y() - 10, wide, 20), box)
    paint_chip(painter, place, row.chip, colour, ground)
    return box.right() - 22 - wide


def _paint_words(painter: QPainter, room: QRectF, row: Row) -> None:
    look = theme.current()
    face = font(BODY, QFont.Weight.Medium)
    place = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.setFont(face)
    painter.setPen(QColor(look.muted if row.quiet else look.text))
    upper = QRectF(room.left(), room.top() + 5, room.width(), 21) if row.subtitle else room
    shown = QFontMetricsF(face).elidedText(row.title, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(upper, place, isolated(shown))
    if row.subtitle:
        face = font(CAPTION)
        painter.setFont(face)
        painter.setPen(QColor(look.muted))
        mode = Qt.TextElideMode.ElideMiddle if row.is_path else Qt.TextElideMode.ElideRight
        under = QFontMetricsF(face).elidedText(row.subtitle, mode, room.width())
        painter.drawText(QRectF(room.left(), room.top() + 26, room.width(), 18), place, isolated(under))


class RowList(QListWidget):
    """Keeps what was selected when its rows are shown anew. Enter and a click open, Delete deletes, F2 renames."""

    opened = Signal(str)
    delete_wanted = Signal(str)
    rename_wanted = Signal(str)
    menu_wanted = Signal(str, object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty(MARKS_ROW, True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setItemDelegate(RowDelegate(self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)
        self.itemClicked.connect(lambda item: self._open(item))

    def show_rows(self, rows: Sequence[Row | str]) -> None:
        """Show rows; texts are headings between them."""
        key = self.key()
        self.clear()
        for row in rows:
            item = QListWidgetItem(row if isinstance(row, str) else row.spoken)
            if isinstance(row, str):
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            else:
                item.setData(ROW, row)
                item.setToolTip(tip("\n".join(filter(None, (row.title, row.subtitle)))))
            self.addItem(item)
        self.select(key)

    def rows(self) -> list[Row]:
        found = [self.item(place).data(ROW) for place in range(self.count())]
        return [row for row in found if row is not None]

    def key(self) -> str:
        """Return the key of the selected row, or ""."""
        item = self.currentItem()
        row = item.data(ROW) if item is not None else None
        return row.key if row is not None else ""

    def select(self, key: str) -> None:
        for place in range(self.count()):
            row = self.item(place).data(ROW)
            if row is not None and row.key == key:
                self.setCurrentRow(place)
                return
        self.setCurrentRow(-1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark the first row where none is: that shows where the keyboard is."""
        super().focusInEvent(event)
        first = next((at for at in range(self.count()) if self.item(at).data(ROW) is not None), -1)
        if self.currentRow() < 0 <= first and event.reason() != Qt.FocusReason.MouseFocusReason:
            self.setCurrentRow(first, QItemSelectionModel.SelectionFlag.NoUpdate)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = self.key()
        signals = {
            Qt.Key.Key_Delete: self.delete_wanted,
            Qt.Key.Key_F2: self.rename_wanted,
            Qt.Key.Key_Return: self.opened,
            Qt.Key.Key_Enter: self.opened,
        }
        signal = signals.get(Qt.Key(event.key()))
        if signal is not None and key:
            signal.emit(key)
        else:
            super().keyPressEvent(event)

    def _open(self, item: QListWidgetItem) -> None:
        row = item.data(ROW)
        if row is not None:
            self.opened.emit(row.key)

    def _ask_menu(self, place: object) -> None:
        item = self.itemAt(place)  # type: ignore[call-overload]
        row = item.data(ROW) if item is not None else None
        if row is not None:
            self.menu_wanted.emit(row.key, self.viewport().mapToGlobal(place))  # type: ignore[call-overload]


# ---- a card with a list that is as high as its rows -------------------------------------------------------------
EDGE = 6


class ListedCard(TitledCard):
    def __init__(self, title: str, name: str, most: int) -> None:
        """`most` rows are seen without scrolling; `name` is what the list is called where it is read aloud."""
        super().__init__(title)
        self._plain, self._most = title, most
        self.none, self.list = EmptyState("", compact=True), RowList(name)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # else its card grows
        self.body.addWidget(self.none)
        self.body.addWidget(self.list)
        self.list.hide()
        self.list.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Its rows are ways on, and none is what is shown: without the keyboard on it, none is marked."""
        away = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent) and event.reason() not in away:
            self.list.setCurrentRow(-1)
        return False

    def show_rows(self, rows: Sequence[Row | str], *, counted: int | None = None) -> None:
        """Show rows; `counted` stands beside the title."""
        self.none.hide()
        self.list.show_rows(rows)
        heights = [HIGH if isinstance(row, Row) and row.subtitle else LOW for row in rows]
        self.list.setFixedHeight(sum(heights[: self._most]) + EDGE)
        self.list.show()
        self.set_title(f"{self._plain} · {figure(counted)}" if counted else self._plain)

    def say(self, title: str, words: str = "") -> None:
        """Say why there is nothing to list."""
        self.list.hide()
        self.none.set_text(title, words)
        self.none.show()
        self.set_title(self._plain)
