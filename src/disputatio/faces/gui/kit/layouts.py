"""Where things stand: rows and columns, a row that goes on in the next line where there is no room, a scrolling area
that keeps its end in sight, and a window that comes back onto a screen that is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

from PySide6.QtCore import QByteArray, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QMainWindow,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)

Item = QWidget | QLayout | tuple[QWidget | QLayout, int] | None
"""A widget or a layout, perhaps with its stretch; None is empty space that stretches."""
Margins = tuple[int, int, int, int]
FLUSH: Final = (0, 0, 0, 0)
_Box = TypeVar("_Box", QHBoxLayout, QVBoxLayout)


def row(*items: Item, of: QWidget | None = None, margins: Margins | None = None, spacing: int = -1) -> QHBoxLayout:
    """Lay out items side by side, as the layout of a widget or inside another layout."""
    return _filled(QHBoxLayout() if of is None else QHBoxLayout(of), items, margins, spacing)


def column(*items: Item, of: QWidget | None = None, margins: Margins | None = None, spacing: int = -1) -> QVBoxLayout:
    """Lay out items below one another, as the layout of a widget or inside another layout."""
    return _filled(QVBoxLayout() if of is None else QVBoxLayout(of), items, margins, spacing)


def _filled(layout: _Box, items: Sequence[Item], margins: Margins | None, spacing: int) -> _Box:
    if margins is not None:
        layout.setContentsMargins(*margins_from_the_side(*margins))
    if spacing >= 0:
        layout.setSpacing(spacing)
    for each in items:
        item, stretch = each if isinstance(each, tuple) else (each, 0)
        if item is None:
            layout.addStretch()
        elif isinstance(item, QLayout):
            layout.addLayout(item, stretch)
        else:
            layout.addWidget(item, stretch)
    return layout


class FlowLayout(QLayout):
    """As one reads along, then down. `centred` lines stand in the middle. `spacing` in pixels, perhaps another one
    between the lines: (across, down)."""

    def __init__(self, *, spacing: int | tuple[int, int] = 6, centred: bool = False) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}  # by width: Qt asks for them again and again
        self._centred = centred
        across, self._down = spacing if isinstance(spacing, tuple) else (spacing, spacing)
        self.setSpacing(across)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def insert(self, place: int, widget: QWidget) -> None:
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        """Forget the heights: Qt calls this when something in it was shown or hidden, or has another size."""
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() + self.spacing() for size in shown) - self.spacing() if shown else 0
        return QSize(width, max((size.height() for size in shown), default=0)).grownBy(self.contentsMargins())

    def minimumSize(self) -> QSize:
        size = QSize(0, 0)
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size.grownBy(self.contentsMargins())

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, space: QRect, *, move: bool) -> int:
        """Return the height that the lines need; with `move` the widgets go to their places."""
        around = self.contentsMargins()
        space = space.marginsRemoved(around)
        y = space.y()
        for line in self._lines(space.width()):
            high = max(item.sizeHint().height() for item in line)
            used = sum(item.sizeHint().width() for item in line) + self.spacing() * (len(line) - 1)
            x = space.x() + (max(0, space.width() - used) // 2 if self._centred else 0)
            for item in line:
                if move:
                    place = QRect(x, y, min(item.sizeHint().width(), space.width()), high)
                    item.setGeometry(QStyle.visualRect(QGuiApplication.layoutDirection(), space, place))
                x += item.sizeHint().width() + self.spacing()
            y += high + self._down
        return max(0, y - self._down - space.y()) + around.top() + around.bottom()

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            wanted = item.sizeHint().width()
            if lines and used + self.spacing() + wanted <= width:
                lines[-1].append(item)
                used += self.spacing() + wanted
            else:
                lines.append([item])
                used = wanted
        return lines


# ---- a scrolling area that follows its end ----------------------------------------------------------------------
END: Final = 3
"""Pixels from the end that still count as the end."""


BAR: Final = 11
"""Pixels of a scroll bar. A page leaves that much less beside it, so that its cards end below what ends above them."""


class SteadyArea(QScrollArea):
    """Scrolls what is as wide as it is, and gives its bar the same room whether there is anything to scroll or not: a
    bar that comes and goes takes and gives width, and what wraps is then higher with it than without, in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFrameShape(QFrame.Shape.NoFrame)
        bar = self.verticalScrollBar()
        bar.setEnabled(False)
        bar.rangeChanged.connect(self._rule)
        self.turned = -PAUSE
        """When the wheel last moved it, in milliseconds of the events."""

    def _rule(self, _low: int, high: int) -> None:
        self.verticalScrollBar().setEnabled(high > 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        before = self.verticalScrollBar().value()
        super().wheelEvent(event)
        if self.verticalScrollBar().value() != before:
            self.turned = event.timestamp()


PAUSE: Final = 400
"""Milliseconds after which another turn of the wheel is for what lies under the pointer then."""


def left_to_page(inner: QWidget, event: QWheelEvent) -> bool:
    """Leave a turn of the wheel to the page around a list that scrolls itself, and say so, while it is the page that is
    being scrolled: it would stop where the list comes under the pointer."""
    page = inner.parentWidget()
    while page is not None and not isinstance(page, SteadyArea):
        page = page.parentWidget()
    if page is None or event.timestamp() - page.turned >= PAUSE:
        return False
    event.ignore()
    return True


def bring_into_sight(widget: QWidget | None) -> None:
    """Scroll to what has just got the keyboard: Qt does so only where it was in the same area before. A click does not
    move what is under the pointer."""
    if widget is None or not widget.isVisible() or QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
        return
    above = widget.parentWidget()
    while above is not None and not above.isWindow():
        inside = above.widget() if isinstance(above, QScrollArea) else None
        if isinstance(above, QScrollArea) and inside is not None and inside.isAncestorOf(widget):
            seen = above.viewport().rect()
            box = widget.rect().translated(widget.mapTo(above.viewport(), QPoint()))
            if not seen.contains(box) and (box.height() <= seen.height() or not seen.intersects(box)):
                above.ensureWidgetVisible(widget, 0, 12)
        above = above.parentWidget()


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and let go of it."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)


@contextmanager
def refilled(layout: QLayout) -> Iterator[None]:
    """Let go of what is in a layout; what is added meanwhile is laid out once."""
    clear(layout)
    with added(layout):
        yield


@contextmanager
def added(layout: QLayout) -> Iterator[None]:
    """Lay out once what is added meanwhile. Where the place is seen, Qt shows each new widget by itself, and goes
    through the layouts of the whole window for each: of 45 ms for twelve lines more, 30 were for their neighbours."""
    before = {id(each) for each in _widgets(layout)}
    yield
    place = layout.parentWidget()
    whole = place.layout() if place is not None else None
    if place is None or whole is None or not place.isVisible():
        return
    whole.setEnabled(False)
    for widget in _widgets(layout):
        if id(widget) not in before and not widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            widget.show()
    whole.setEnabled(True)
    whole.invalidate()


def _widgets(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if item is not None and (widget := item.widget()) is not None:
            yield widget
        elif item is not None and (inner := item.layout()) is not None:
            yield from _widgets(inner)


def ask_menu(widget: QWidget | None) -> None:
    """Open the menu of what has the keyboard, as the menu key does where there is one."""
    if widget is None:
        return
    cursor = widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
    place = cursor.toRect().center() if isinstance(cursor, QRectF) else cursor.center()
    where = widget.mapToGlobal(place)
    QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, where))


class FollowingArea(QAbstractScrollArea):
    """A subclass tells its height by `_set_range`, and goes `_to_end` when it grew and is `following`."""

    following_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._following, self._moving = True, False
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def following(self) -> bool:
        """Whether the end is kept in sight."""
        return self._following

    def _value(self) -> int:
        return self.verticalScrollBar().value()

    def _set_value(self, value: float) -> None:
        self._moving = True
        self.verticalScrollBar().setValue(round(value))
        self._moving = False

    def _set_range(self, total: float) -> None:
        """`total`: the height of everything, in pixels."""
        self._moving = True
        high = self.viewport().height()
        self.verticalScrollBar().setPageStep(high)
        self.verticalScrollBar().setRange(0, max(0, round(total) - high))
        self._moving = False

    def _to_end(self) -> None:
        self._set_value(self.verticalScrollBar().maximum())

    def _scrolled(self) -> None:
        if not self._moving:
            self._follow_at_end()

    def _follow_at_end(self) -> None:
        """The end is followed from now on if it is in sight, and no longer if it is not."""
        self._set_following(self._value() >= self.verticalScrollBar().maximum() - END)

    def _set_following(self, following: bool) -> None:
        if following != self._following:
            self._following = following
            self.following_changed.emit(following)


# ---- the place of a window ------------------------------------------------------------------------------------------
FIRST: Final = (1280, 820)
FRAME: Final = QSize(2, 32)
"""Pixels that a title and borders take at least."""
SEEN: Final = 100
"""Pixels of the window, in both directions, that must be on a screen."""


def saved_place(window: QMainWindow) -> str:
    """Return where a window stands, as text."""
    return bytes(window.saveGeometry().toBase64().data()).decode()


def restore_place(window: QMainWindow, saved: str) -> None:
    """Put a window where it stood, on a screen that is there. Nonsense counts as nothing saved."""
    window.resize(within_screen(*FIRST))
    if saved:
        window.restoreGeometry(QByteArray.fromBase64(saved.encode("ascii", "ignore")))
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    frame = window.frameGeometry()
    if screens and not on_screen(frame, screens):
        space = QGuiApplication.primaryScreen().availableGeometry()
        window.resize(min(window.width(), space.width()), min(window.height(), space.height()))
        window.move(space.center() - window.rect().center())


def within_screen(width: int, height: int) -> QSize:
    """Return a least size, or the screen's where that is smaller: what lies outside would be out of reach."""
    screen = QGuiApplication.primaryScreen()
    room = screen.availableSize() - FRAME if screen is not None else QSize(width, height)
    return QSize(min(width, room.width()), min(height, room.height()))


def on_screen(frame: QRect, screens: Sequence[QRect]) -> bool:
    """Whether enough of a window can be seen to be taken hold of."""
    shown = [frame.intersected(screen) for screen in screens]
    return any(part.width() >= SEEN and part.height() >= SEEN for part in shown)


def from_the_side(part: QRectF, whole: QRectF) -> QRectF:
    """Return the place of a part that is painted, counted from the side on which the language begins: what is placed
    from the left is placed from the right where one writes from the right."""
    if not runs_from_the_right():
        return part
    return QRectF(whole.left() + whole.right() - part.right(), part.top(), part.width(), part.height())


def point_from_the_side(point: QPointF, whole: QRectF) -> QPointF:
    return from_the_side(QRectF(point, point), whole).topLeft()


def mirror(whole: QRectF) -> QTransform:
    """Return what brings lines without words to the side on which the language begins."""
    if not runs_from_the_right():
        return QTransform()
    return QTransform(-1, 0, 0, 1, whole.left() + whole.right(), 0)


def step_along(event: QKeyEvent) -> int:
    """Return where an arrow key leads in what one reads along: 1 for onwards, -1 for back, 0 for any other key."""
    onwards, back = Qt.Key.Key_Right, Qt.Key.Key_Left
    if runs_from_the_right():
        onwards, back = back, onwards
    return {onwards: 1, back: -1}.get(Qt.Key(event.key()), 0)


def margins_from_the_side(near: int, top: int, far: int, bottom: int) -> Margins:
    """Return margins for a layout, which Qt does not mirror: `near` is where one begins to read."""
    return (far, top, near, bottom) if runs_from_the_right() else (near, top, far, bottom)


def beside_the_beginning() -> Qt.AlignmentFlag:
    """Return on which side a text begins that stands beside a sign, in whatever direction it runs itself."""
    side = Qt.AlignmentFlag.AlignRight if runs_from_the_right() else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter


def runs_from_the_right() -> bool:
    return QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
