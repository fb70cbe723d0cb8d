"""The library of debates: its rows, the Qt list model that holds them, and the list itself: a ring with the score,
title and state, a dot while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.values import value
from disputatio.debate.views.words import STATES, DebateState, percent, state_of
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.kit import icons, phrases, theme
from disputatio.faces.gui.kit.buttons import IconButton
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.kit.fonts import BODY, CAPTION, font
from disputatio.faces.gui.kit.labels import isolated
from disputatio.faces.gui.kit.layouts import from_the_side, margins_from_the_side
from disputatio.faces.gui.kit.lists import Index, ItemModel, Role, paint_ground

if TYPE_CHECKING:
    from disputatio.storage.catalogue import DebateEntry


@value
class DebateItem:
    """One debate of the library. `score` is 0..1, or None where nothing was measured."""

    key: str
    title: str
    subtitle: str = ""
    score: float | None = None
    state: DebateState = "done"
    unread: bool = False
    words: str = ""

    @property
    def text(self) -> str:
        return self.title

    @property
    def spoken(self) -> str:
        """Return the row as a screen reader says it."""
        score = (
            tr("not measured") if self.score is None else tr("{score} percent agreed").format(score=percent(self.score))
        )
        return ", ".join(part for part in (self.title, self.subtitle, STATES[self.state], score) if part)


DEBATE: Final = "application/x-disputatio-debate"
"""What a row of the list is while it is dragged; no field of text takes that."""


def dragged(data: QMimeData) -> str:
    """Return the id of the debate that is dragged, "" for anything else."""
    return bytes(data.data(DEBATE).data()).decode("utf-8", "replace")


class DebateListModel(ItemModel):
    """Debates, newest first as given. One can be dragged to where it is to be shown."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [DEBATE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        found = QMimeData()
        for index in indexes[:1]:
            found.setData(DEBATE, str(index.data(Role.KEY)).encode())
        return found

    def put(self, item: DebateItem) -> None:
        """Change the debate of that key, or put a new one on top."""
        row = self.row_of(item.key)
        if row < 0:
            self.beginInsertRows(QModelIndex(), 0, 0)
            self.items.insert(0, item)
            self.endInsertRows()
        elif self.items[row] != item:
            self.items[row] = item
            self.dataChanged.emit(self.index(row), self.index(row))


class DebateFilter(QSortFilterProxyModel):
    """Shows the debates whose title, subtitle or `words` hold every word of the search."""

    def __init__(self, source: DebateListModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self.setSourceModel(source)

    def search(self, text: str) -> None:
        self._words = tuple(text.casefold().split())
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        item = self.sourceModel().index(source_row, 0, source_parent).data(Role.ITEM)
        text = f"{item.title}\n{item.subtitle}\n{item.words}".casefold()
        return all(word in text for word in self._words)


def whole_parts(text: str, measure: QFontMetricsF, width: float) -> str:
    """Return the parts of a line that fit whole, those at its end given up first; of a single part, what fits."""
    parts = text.split(" · ")
    while len(parts) > 1 and measure.horizontalAdvance(" · ".join(parts)) > width:
        parts.pop()
    return measure.elidedText(" · ".join(parts), Qt.TextElideMode.ElideRight, width)


TITLE: Final = 300
INTERRUPTED: Final = tr("Interrupted: open it and continue")


def shortened(title: str) -> str:
    """Return a title as a list has it; the whole of it is on the card of the question."""
    return title if len(title) <= TITLE else f"{title[: TITLE - 1]}…"


def item(
    entry: DebateEntry,
    now: float,
    *,
    live: str = "",
    score: float | None = None,
    waiting: bool = False,
    unread: bool = False,
    interrupted: bool = False,
    needed: bool = False,
) -> DebateItem:
    """Return the row of a debate. `live` is the status sentence of one that is open here, `score` what was measured of
    it. `interrupted`: nobody runs it, although it is in the middle. `needed`: what it waits for is said above the
    list."""
    measured = entry.score if score is None else score
    state = state_of(entry.status, str(entry.outcome.get("outcome", "")), interrupted=interrupted)
    rounds = plural("{count} round", "{count} rounds", entry.rounds) if entry.rounds else ""
    told = rounds if needed else _state(state, entry, measured)
    return DebateItem(
        key=entry.id,
        title=shortened(" ".join((entry.title or entry.topic).split())),
        subtitle=live or " · ".join(filter(None, (told, phrases.day(entry.updated_at, now)))),
        score=measured,
        state="waiting" if waiting else state,
        unread=unread,
        words=f"{entry.topic} {entry.context_title}",
    )


def _state(state: DebateState, entry: DebateEntry, score: float | None) -> str:
    rounds = (
        plural("{count} round", "{count} rounds", entry.rounds)
        if entry.rounds and state in ("done", "impasse", "stopped")
        else ""
    )
    said = phrases.once(STATES[state])
    if state == "done" and score is not None:
        said = tr("{score}% agreed").format(score=percent(score))
    elif state == "paused":
        said = phrases.plain(phrases.paused(entry.why))
    elif state == "interrupted":
        said = INTERRUPTED
    return f"{said} · {rounds}" if rounds else said


HIGH: Final = 66
"""Pixels of a row: two lines of a title, and one about how it stands."""

_SIGNS: Final[dict[DebateState, tuple[str, str]]] = {
    "paused": ("pause", "muted"),
    "waiting": ("clock", "caution"),
    "failed": ("error", "error"),
    "damaged": ("warning", "error"),
    "stopped": ("stop", "muted"),
    "impasse": ("scale", "caution"),
}
"""What is drawn inside the ring where the score alone does not say how it stands: icon and tone."""


class DebateDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(180, HIGH)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item = index.data(Role.ITEM)
        state = option.state
        box = QRectF(option.rect).adjusted(0, 1, 0, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, box, state)
        _paint_ring(painter, from_the_side(QRectF(box.left() + 10, box.center().y() - 13, 26, 26), box), item)
        _paint_text(painter, box, item, selected=bool(state & QStyle.StateFlag.State_Selected))
        painter.restore()


def _paint_ring(painter: QPainter, box: QRectF, item: DebateItem) -> None:
    look, ring = theme.current(), box.adjusted(2, 2, -2, -2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(mix(look.border, look.outline, 0.75)), 3))  # the border alone is lost on a selected row
    painter.drawEllipse(ring)
    if item.score:
        painter.setPen(QPen(QColor(look.synthesis), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawArc(ring, 90 * 16, round(-360 * 16 * item.score))
    if item.state in _SIGNS:
        name, tone = _SIGNS[item.state]
        ratio = painter.device().devicePixelRatioF()
        sign = icons.pixmap(name, getattr(look, tone), 12, ratio)
        painter.drawPixmap(QPointF(box.center().x() - 6, box.center().y() - 6), sign)
    elif item.state == "running":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.accent))
        painter.drawEllipse(box.center(), 3.5, 3.5)


def title_lines(title: str, face: QFont, width: float) -> list[str]:
    """Return a title on at most two lines; only what has no room on the second is left out, and the tool tip has it."""
    layout = QTextLayout(title, face)
    layout.beginLayout()
    first = layout.createLine()
    first.setLineWidth(max(20.0, width))
    layout.endLayout()
    length = first.textLength()
    if length >= len(title):
        return [title]
    rest = QFontMetricsF(face).elidedText(title[length:].lstrip(), Qt.TextElideMode.ElideRight, width)
    return [title[:length].rstrip(), rest]


def _paint_text(painter: QPainter, box: QRectF, item: DebateItem, *, selected: bool) -> None:
    look = theme.current()
    room = box.adjusted(46, 0, -12, 0)
    weight = QFont.Weight.DemiBold if selected or item.unread else QFont.Weight.Medium
    face = font(BODY, weight)
    painter.setFont(face)
    painter.setPen(QColor(look.text))
    if item.unread:
        room.setRight(room.right() - 14)
    room = from_the_side(room, box)
    lines = title_lines(item.title, face, room.width())
    upper = QRectF(room.left(), box.center().y() - (10 * len(lines) + 9), room.width(), 20)
    for line in lines:
        painter.drawText(upper, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(line))
        upper.translate(0, 19)
    face = font(CAPTION)
    painter.setFont(face)
    painter.setPen(QColor(look.text if selected else look.muted))
    under = whole_parts(item.subtitle, QFontMetricsF(face), room.width())
    lower = QRectF(room.left(), upper.top(), room.width(), 18)
    painter.drawText(lower, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(under))
    if item.unread:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.accent))
        painter.drawEllipse(from_the_side(QRectF(box.right() - 18, box.center().y() - 4, 8, 8), box))


# ---- the list of debates in the sidebar -------------------------------------------------------------------------
UNDER_WAY: Final = ("running", "waiting")


class GroupView(QListView):
    """As high as its rows: the sidebar scrolls, not the list."""

    delete_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.currentIndex().isValid():
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(180, self.model().rowCount() * HIGH + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Who asks for the menu of a debate has not opened it: what is marked stays what is shown."""
        if event.button() != Qt.MouseButton.RightButton:
            super().mousePressEvent(event)


class Group(QWidget):
    opened = Signal(str)
    menu_wanted = Signal(str, QPoint)
    discard_wanted = Signal(str)

    def __init__(self, title: str, *, folded: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.model = DebateListModel(self, cut=True)
        self.filter = DebateFilter(self.model, self)
        self.label = QLabel(title)
        self.label.setProperty("look", "section")
        self.fold = IconButton("chevron-down", tr("Collapse {title}").format(title=title), size=14)
        self.view: GroupView = self._make_view()
        self.fold.clicked.connect(lambda: self.set_folded(self.view.isVisibleTo(self)))
        head = QHBoxLayout()
        head.setContentsMargins(*margins_from_the_side(2, 4, 0, 0))
        head.addWidget(self.label, 1)
        self.head = head
        head.addWidget(self.fold)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.view)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.set_folded(folded)
        self._fit()

    def _make_view(self) -> GroupView:
        view = GroupView()
        view.setAccessibleName(tr("Debates: {title}").format(title=self.title))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setModel(self.filter)
        view.setItemDelegate(DebateDelegate(view))
        view.setUniformItemSizes(True)
        view.setDragEnabled(True)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.clicked.connect(self._open)
        view.activated.connect(self._open)
        view.customContextMenuRequested.connect(self._ask_menu)
        view.delete_pressed.connect(lambda: self.discard_wanted.emit(view.currentIndex().data(Role.KEY)))
        return view

    def set_folded(self, folded: bool) -> None:
        self.view.setVisible(not folded)
        self.fold.set_icon("chevron-right" if folded else "chevron-down")
        self.fold.set_label((tr("Expand {title}") if folded else tr("Collapse {title}")).format(title=self.title))

    def set_items(self, items: Sequence[DebateItem]) -> None:
        self.model.set_items(items)
        self._fit()

    def search(self, text: str) -> None:
        self.filter.search(text)
        self._fit()

    def select(self, key: str) -> bool:
        """Mark a debate as the one that is shown; nothing is emitted."""
        row = self.model.row_of(key)
        if row < 0:
            self.view.clearSelection()
            return False
        self.view.setCurrentIndex(self.filter.mapFromSource(self.model.index(row)))
        return True

    def _fit(self) -> None:
        rows = self.filter.rowCount()
        self.label.setText(f"{self.title} · {rows}" if rows else self.title)
        self.setVisible(rows > 0)
        self.view.updateGeometry()

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(index.data(Role.KEY))

    def _ask_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        if index.isValid():
            self.menu_wanted.emit(index.data(Role.KEY), self.view.viewport().mapToGlobal(place))


def under_way(item: DebateItem) -> bool:
    return item.state in UNDER_WAY
