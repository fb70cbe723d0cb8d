"""The card "Statements": what the debate is about, statement by statement, how each stands, and how that came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.views.places import Place
from disputatio.debate.views.plain_text import without_because
from disputatio.debate.views.statements import UNSUPPORTED, PointItem, Step
from disputatio.debate.wording import figure, quoted, tr
from disputatio.faces.gui.debate.inspector import Links, text_label
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_glyph
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import breakable, chip_width, isolated, paint_chip, tone_colours
from disputatio.faces.gui.kit.layouts import from_the_side, left_to_page, margins_from_the_side, refilled
from disputatio.faces.gui.kit.lists import ItemModel, Role

TALLEST: Final = 420
"""Pixels; longer lists scroll."""

OPEN: Final = frozenset({"contested", "assumption", "unaddressed", "weighed"})
"""What becomes of a statement that nobody has settled yet."""

_WRAP: Final = Qt.TextFlag.TextWordWrap
_FOOT, _NOTE = 26, 16
"""Pixels of the line of the state, and of that of the note where it has no room beside it."""
_AUTHOR: Final = 23
"""Pixels of the author's sign at the end of that line."""


class PointDelegate(QStyledItemDelegate):
    """The whole text, wrapped; below it the state and who stands behind it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        view = self.parent()
        assert isinstance(view, QListView), "the delegate belongs to its list"
        width = max(120, view.viewport().width())
        text = QFontMetricsF(_face()).boundingRect(
            QRectF(0, 0, width - 4, 10_000), _WRAP, breakable(index.data(Role.ITEM).text.replace("`", ""))
        )
        return QSize(width, round(text.height()) + _foot(index.data(Role.ITEM), width) + 14)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item, look = index.data(Role.ITEM), theme.current()
        state = option.state
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.raised))
            painter.drawRoundedRect(box.adjusted(-6, 1, 6, -1), 8, 8)
        if index.row():
            painter.setPen(QPen(QColor(look.border), 1))
            painter.drawLine(box.topLeft(), box.topRight())
        painter.setFont(_face())
        painter.setPen(QColor(look.text))
        foot = _foot(item, box.width())
        painter.drawText(box.adjusted(2, 7, -2, -foot), _WRAP, isolated(breakable(item.text.replace("`", ""))))
        _paint_state(painter, QRectF(box.left(), box.bottom() - foot - 2, box.width(), 20), item, below=foot > _FOOT)
        painter.restore()


def _face() -> QFont:
    return font(SMALL, QFont.Weight.Medium)


def _foot(item: PointItem, width: float) -> int:
    """Return how high the state is, with the note beside or below it."""
    beside = width - chip_width(item.label.marked) - 8 - _AUTHOR
    return _FOOT + (_NOTE if QFontMetricsF(font(CAPTION)).horizontalAdvance(item.note) > beside else 0)


def _paint_state(painter: QPainter, line: QRectF, item: PointItem, *, below: bool) -> None:
    label = item.label
    words = label.marked
    width = chip_width(words)
    place = from_the_side(QRectF(line.left(), line.top(), width, 20), line)
    paint_chip(painter, place, words, *tone_colours(label.tone))
    place = from_the_side(QRectF(line.right() - 7, line.center().y(), 0, 0), line)
    paint_glyph(painter, place.topLeft(), 11, item.author.glyph, item.author.colour)
    beside = line.adjusted(width + 8, 0, -_AUTHOR, 0)
    room = from_the_side(line.adjusted(2, 20, 0, _NOTE) if below else beside, line)
    face = font(CAPTION)
    painter.setFont(face)
    painter.setPen(QColor(theme.current().muted))
    note = QFontMetricsF(face).elidedText(item.note, Qt.TextElideMode.ElideRight, max(0.0, room.width()))
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(note))


class PointsView(QListView):
    """As high as its points, up to a limit."""

    def __init__(self, model: ItemModel) -> None:
        super().__init__()
        self.setAccessibleName(tr("Statements of the debate"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setModel(model)
        self.setItemDelegate(PointDelegate(self))
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # else its card takes what is left
        for signal in (model.rowsInserted, model.dataChanged, model.modelReset):
            signal.connect(self.fit)

    def fit(self) -> None:
        high = 1
        for row in range(self.model().rowCount()):
            high += self.sizeHintForIndex(self.model().index(row, 0)).height()
            if high >= TALLEST:  # what stands below is scrolled to: a long debate has thousands
                break
        self.setFixedHeight(min(TALLEST, high + 1))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not left_to_page(self, event):
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()
            self.fit()


class StatementDetail(QWidget):
    """How one statement came to stand as it does: its reason, its former wordings, and who did what in which words."""

    opened = Signal(object)
    """The message to show (Place)."""

    def __init__(self) -> None:
        super().__init__()
        self.item: PointItem | None = None
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(*margins_from_the_side(8, 4, 0, 8))
        self._lines.setSpacing(4)
        self.hide()

    def show_item(self, item: PointItem | None) -> None:
        if item == self.item:
            return
        self.item = item
        self.setVisible(item is not None)
        with refilled(self._lines):
            if item is not None:
                self._show_story(item)

    def _show_story(self, item: PointItem) -> None:
        if item.words:
            self._lines.addWidget(text_label(quoted(item.words), "caption"))
        if item.reason:
            self._lines.addWidget(
                text_label(tr("Because: {reason}").format(reason=without_because(item.reason)), "caption")
            )
        if item.unsupported:
            self._lines.addWidget(text_label(tr(UNSUPPORTED), "caution"))
        for text in item.former:
            self._lines.addWidget(text_label(tr("Earlier wording: {text}").format(text=text), "caption"))
        for step in item.history:
            self._show_step(step)

    def _show_step(self, step: Step) -> None:
        label = f"{step.who} {step.deed}" + (f", {step.since}" if step.since else "")
        links = Links("", (Place(path=step.path, label=label, words=step.words),))
        links.opened.connect(self.opened)
        self._lines.addWidget(links)
        if step.words:
            self._lines.addWidget(text_label(quoted(step.words) + step.objection, "caption"))


class PointsSwitch(QFrame):
    """All statements, or those alone that are open, or agreed: each with their number."""

    turned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("switch")
        self.setAccessibleName(tr("Which statements to list"))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(1)
        self.all, self.open, self.agreed = self.buttons = tuple(TextButton("") for _ in range(3))
        for button in self.buttons:
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.clicked.connect(self.turned)
            row.addWidget(button)
        self.all.setChecked(True)

    def count(self, points: Sequence[PointItem]) -> None:
        """Say how many there are; where all are alike there is nothing to choose."""
        still = sum(point.status in OPEN for point in points)
        agreed = sum(point.status == "agreed" for point in points)
        self.all.setText(tr("All {count}").format(count=figure(len(points))))
        self.open.setText(tr("Open {count}").format(count=figure(still)))
        self.agreed.setText(tr("Agreed {count}").format(count=figure(agreed)))
        self.setVisible(bool(still and agreed))
        if self.isHidden():
            self.all.setChecked(True)

    def kept(self, points: Sequence[PointItem]) -> list[PointItem]:
        """Return those that are listed."""
        return [
            point
            for point in points
            if self.all.isChecked() or (point.status in OPEN if self.open.isChecked() else point.status == "agreed")
        ]


class PointsCard(TitledCard):
    """The list in its card, with the history of the statement that was chosen; before the first round it says when
    statements come."""

    opened = Signal(object)
    """The passage in which the statement that was chosen stands, or a step of its history (Place)."""

    def __init__(self) -> None:
        super().__init__(tr("Statements"))
        self.model = ItemModel(self)
        self.detail = StatementDetail()
        self.detail.opened.connect(self.opened)
        self.view = PointsView(self.model)
        self.view.activated.connect(self._open)
        self.view.clicked.connect(self._open)
        self._empty = EmptyState(tr("Statements appear after the first answers."), compact=True)
        self.switch = PointsSwitch()
        self.switch.turned.connect(lambda: self.set_points(self._points))
        self._points: Sequence[PointItem] = ()
        for part in (self._empty, self.switch, self.view, self.detail):
            self.body.addWidget(part)
        self._wished = ""
        self.set_points(())

    def choose(self, key: str) -> None:
        """Show how a statement came to stand as it does, as soon as it is there."""
        self._wished = key
        if self.model.row_of(key) < 0 and any(point.key == key for point in self._points):
            self.switch.all.click()
        if (row := self.model.row_of(key)) >= 0:
            self._wished = ""
            index = self.model.index(row, 0)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index, QListView.ScrollHint.PositionAtCenter)
            self.detail.show_item(index.data(Role.ITEM))

    def set_points(self, points: Sequence[PointItem]) -> None:
        self._points = points
        self.switch.count(points)
        self.model.set_items(self.switch.kept(points))
        self.set_title(
            tr("Statements · {number_of_points}").format(number_of_points=len(points))
            if points and self.switch.isHidden()
            else tr("Statements")
        )
        self._empty.setVisible(not points)
        self.view.setVisible(bool(points))
        self.view.fit()
        shown = self.detail.item
        self.detail.show_item(next((one for one in points if shown is not None and one.key == shown.key), None))
        if self._wished:
            self.choose(self._wished)

    def _open(self, index: QModelIndex) -> None:
        """Show how a statement came to stand as it does, and go to where it stands."""
        item = index.data(Role.ITEM)
        self.detail.show_item(item)
        self.opened.emit(Place(path=item.path, label=item.author.name, words=item.words))
