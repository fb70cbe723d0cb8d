"""The middle of the window: what fills it, and perhaps a second debate beside the first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import BODY, font
from disputatio.faces.gui.kit.layouts import from_the_side
from disputatio.faces.gui.library.debate_index import dragged

NARROWEST: Final = 364
"""Pixels of each side."""


class DropHint(QWidget):
    """Where a debate will stand that is dragged here."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(look.selection)
        ground.setAlphaF(0.86)
        box = QRectF(self.rect()).adjusted(9, 9, -9, -9)
        painter.setBrush(ground)
        painter.setPen(QPen(QColor(look.accent), 2))
        painter.drawRoundedRect(box, 14, 14)
        painter.setPen(QColor(look.text))
        painter.setFont(font(BODY))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tr("Show it here"))
        painter.end()


def _turn_to(stack: QStackedWidget, side: QWidget) -> None:
    """Show a side, and give it the keyboard if what it replaces had that: Qt would look through the whole window for
    the next thing that takes it, which in a large one lasts as long as a picture."""
    held, before = stack.window().focusWidget(), stack.currentWidget()
    leaves = held is not None and before is not side and before is not None and before.isAncestorOf(held)
    if held is not None and leaves:
        held.clearFocus()
    stack.setCurrentWidget(side)
    if leaves:
        (side.focusWidget() or side).setFocus(Qt.FocusReason.OtherFocusReason)


class Middle(QWidget):
    dropped = Signal(str, int)
    """A debate was dragged here from the sidebar: its id, and the side where it is to stand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.stack, self.second = QStackedWidget(), QStackedWidget()
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        for place, side in enumerate((self.stack, self.second)):
            side.setMinimumWidth(NARROWEST)
            self._split.addWidget(side)
            self._split.setStretchFactor(place, 1)
        self.second.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._split)
        self.hint = DropHint(self)
        self.shown: tuple[QWidget, ...] = ()
        self._steered = 0

    def minimumSizeHint(self) -> QSize:
        """It may be too narrow for two: then there is one."""
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def show_sides(self, sides: Sequence[QWidget]) -> None:
        """Show one debate, or two."""
        paired = len(sides) > 1
        fresh = paired and self.second.isHidden()
        self.shown = tuple(sides)
        for stack, side in zip((self.stack, self.second), sides, strict=False):
            if stack.indexOf(side) < 0:
                stack.addWidget(side)
            _turn_to(stack, side)
        self._make_room()
        if fresh:
            self._split.setSizes([self.width() // 2, self.width() // 2])

    def steer(self, side: QWidget) -> None:
        """Take note which of two the person steers: where there is room for one alone, it is that."""
        self._steered = self.shown.index(side) if side in self.shown else 0
        self._make_room()

    def _make_room(self) -> None:
        paired = len(self.shown) > 1
        crowded = paired and self.width() < 2 * NARROWEST
        self.stack.setVisible(not crowded or self._steered == 0)
        self.second.setVisible(paired and (not crowded or self._steered == 1))

    def show_alone(self, widget: QWidget) -> None:
        """Show something that stands beside nothing."""
        self.shown = ()
        self._make_room()
        self.stack.setCurrentWidget(widget)

    # ---- debates that are dragged here -----------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.dragMoveEvent(event)

    def dragMoveEvent(self, event: QDropEvent) -> None:
        if not (self.shown and dragged(event.mimeData())):
            event.ignore()
            return
        event.acceptProposedAction()
        self.hint.setGeometry(self._place(self._side(event)).toRect())
        self.hint.raise_()
        self.hint.show()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.hint.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.hint.hide()
        if self.shown and (id := dragged(event.mimeData())):
            event.acceptProposedAction()
            self.dropped.emit(id, self._side(event))

    def _side(self, event: QDropEvent) -> int:
        """Return the side that the pointer is on, 0 for the one where one begins to read; a single debate stays there,
        and what is dragged comes beside it."""
        if len(self.shown) < 2:
            return 1
        return next((side for side in (0, 1) if self._place(side).contains(event.position())), 1)

    def _place(self, side: int) -> QRectF:
        if len(self.shown) > 1:
            return QRectF((self.stack, self.second)[side].geometry())
        whole = QRectF(self.rect())
        return from_the_side(whole.adjusted(whole.width() / 2, 0, 0, 0), whole)
