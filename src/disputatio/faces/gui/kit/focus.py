"""What has the keyboard. A ring around it where the thing itself shows none: lists, messages, cards; of a page that
scrolls, around its bar. Whoever goes on with the mouse sees none. Tab goes from one thing to the next as a person reads
them: as they are laid out, whenever they were made. Qt itself goes by when they were made, so that what comes later is
reached last, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFocusFrame,
    QGridLayout,
    QLayout,
    QPlainTextEdit,
    QScrollArea,
    QSplitter,
    QTextEdit,
    QWidget,
)

from disputatio.faces.gui.kit import theme

ROUND: Final = 8
RINGED: Final = "ringed"
"""The property of a widget of another kind that wants the ring, or that wants none: what is around it shows one."""
MARKS_ROW: Final = "marksRow"
"""The property of a list that shows by its row that it has the keyboard: a ring around both would be a second one."""


class FocusRing(QFocusFrame):
    by_keys: ClassVar = False
    """Whether the keyboard went somewhere by a key, the last time that it was a person who moved it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hide()  # else it is shown with the window, around nothing

    def follow(self, widget: QWidget | None) -> None:
        """Stand around what has got the keyboard. Who clicks knows where they are, and sees none, also around what a
        click opens and gives the keyboard to a moment later: the last Tab, shortcut or click counts."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            FocusRing.by_keys = False
        elif widget is not None and widget.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            FocusRing.by_keys = True
        wanted = _around(widget) if widget is not None and FocusRing.by_keys and _bare(widget) else None
        if wanted is not self.widget():
            self.setWidget(wanted)  # type: ignore[arg-type]  # None lets go of it
            self.clearMask()  # that of a page that fills its parent leaves nothing to paint

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.mask().isEmpty():
            self.clearMask()  # Qt keeps the rim outside the widget alone, which its parent may cut off
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.current().accent), 2))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(3, 3, -3, -3), ROUND, ROUND
        )  # a widget may fill its parent
        painter.end()


def _bare(widget: QWidget) -> bool:
    if isinstance(widget, QAbstractItemView) and widget.property(MARKS_ROW):
        return not widget.currentIndex().isValid()
    if (ringed := widget.property(RINGED)) is not None:
        return bool(ringed)
    if isinstance(widget, (QTextEdit, QPlainTextEdit)):
        return widget.isReadOnly()
    return isinstance(widget, (QAbstractItemView, QAbstractScrollArea))


def _around(widget: QWidget) -> QWidget:
    """Return what the ring is to stand around: of a page the bar that the keys move, for a ring around all of it tells
    nothing; of a large picture the part in sight."""
    if isinstance(widget, QAbstractScrollArea) and not isinstance(
        widget, (QAbstractItemView, QTextEdit, QPlainTextEdit)
    ):
        return widget.verticalScrollBar()
    viewport = widget.parentWidget()
    area = viewport.parentWidget() if viewport is not None else None
    return area if isinstance(area, QScrollArea) and area.widget() is widget else widget


# ---- in the order of reading ----------------------------------------------------------------------------------------
def move_focus(window: QWidget, *, forward: bool) -> bool:
    """Give the keyboard to what comes next in a window, or before. False: nothing there takes it."""
    # What has the keyboard without Tab, as a list has that is only clicked, stands somewhere all the same.
    here = window.focusWidget() or window
    wanted = next(_after(here, window) if forward else _before(here, window), None)
    if wanted is None:
        return False
    wanted.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    return True


def move_or_stay(window: QWidget, middle: QWidget, home: Callable[[], QWidget], *, forward: bool) -> bool:
    """Do as `move_focus`. Qt asks for it, too, where what has the keyboard is hidden: then nobody wants to go on, and
    it stays in the middle of the window, at home if nothing follows there."""
    here = window.focusWidget()
    moved = move_focus(window, forward=forward)
    if here is None or here.isVisible():
        return moved
    now = window.focusWidget()
    if now is None or not (middle.isAncestorOf(here) and middle.isAncestorOf(now)):
        home().setFocus(Qt.FocusReason.OtherFocusReason)
    return True


def stops(above: QWidget) -> Iterator[QWidget]:
    """Yield what Tab comes to below a widget, in the order of reading."""
    for widget in _in_order(above):
        yield from _stops_of(widget)


def entry(widget: QWidget, otherwise: QWidget | None = None) -> QWidget:
    """Return what takes the keyboard for a widget: itself, or what stands for it, or the first thing in it that Tab
    comes to, or `otherwise`."""
    proxy = widget.focusProxy() or widget
    if proxy.focusPolicy() != Qt.FocusPolicy.NoFocus and proxy.isVisibleTo(widget.window()):
        return widget
    return next(stops(widget), otherwise or widget)


def _stops_of(widget: QWidget) -> Iterator[QWidget]:
    """Yield what Tab comes to in a widget, itself first."""
    if not widget.isWindow() and widget.isVisible():
        if _takes_tab(widget):
            yield widget
        yield from stops(widget)


def _takes_tab(widget: QWidget) -> bool:
    wants = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(wants) and widget.isEnabled() and widget.focusProxy() is None


def _after(here: QWidget, window: QWidget) -> Iterator[QWidget]:
    """Yield what Tab comes to after a widget, from the beginning of the window once its end is reached."""
    yield from stops(here)
    while here is not window and (above := here.parentWidget()) is not None:
        order = _in_order(above)
        for widget in order[order.index(here) + 1 :]:
            yield from _stops_of(widget)
        here = above
    yield from stops(window)


def _before(here: QWidget, window: QWidget) -> Iterator[QWidget]:
    """Yield what Tab comes to before a widget, from the end of the window once its beginning is reached."""
    while here is not window and (above := here.parentWidget()) is not None:
        order = _in_order(above)
        for widget in reversed(order[: order.index(here)]):
            yield from reversed(list(_stops_of(widget)))
        if above is not window and _takes_tab(above):
            yield above
        here = above
    yield from reversed(list(stops(window)))


def _in_order(above: QWidget) -> list[QWidget]:
    """Return the children of a widget: as its layout has them, then the others from top to bottom."""
    children = [each for each in above.children() if isinstance(each, QWidget)]
    if isinstance(above, QSplitter):
        panes = (above.widget(place) for place in range(above.count()))
        laid_out = [each for each in panes if each is not None]
    else:
        layout = above.layout()
        laid_out = list(_of_layout(layout)) if layout is not None else []
    placed = {id(each) for each in laid_out}
    others = [each for each in children if id(each) not in placed]
    return [*laid_out, *sorted(others, key=lambda each: (each.y(), each.x()))]


def _of_layout(layout: QLayout) -> Iterator[QWidget]:
    items = [layout.itemAt(place) for place in range(layout.count())]
    if isinstance(layout, QGridLayout):
        places: list[Any] = [layout.getItemPosition(place) for place in range(layout.count())]
        items = [item for _, item in sorted(zip(places, items, strict=True), key=lambda pair: pair[0][:2])]
    for item in items:
        if item is None:
            continue
        if (widget := item.widget()) is not None:
            yield widget
        elif (inner := item.layout()) is not None:
            yield from _of_layout(inner)
