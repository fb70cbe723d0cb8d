"""A person without a mouse: what they press goes to what has the focus, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSlider,
    QSplitter,
    QTabBar,
    QTextEdit,
    QWidget,
)

WORKED = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTabBar,
    QTextEdit,
)
MOUSE = ("mousePressEvent", "mouseReleaseEvent")
PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
ARROWS = (Qt.Key.Key_Down, Qt.Key.Key_Right)
LONGEST = 250
"""Steps of a walk that has not come back to where it began."""


def focus() -> QWidget:
    """What gets the next key: without anything else, the window itself."""
    found = QApplication.activePopupWidget() or QApplication.focusWidget() or QApplication.activeWindow()
    assert found is not None, "nothing has the keyboard"
    return found


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = PLAIN, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(focus(), key, modifiers)


def chord(keys: str) -> None:
    """Press keys as they are written: "Ctrl+Shift+E"."""
    both = QKeySequence(keys)[0]
    QTest.keyClick(focus(), both.key(), both.keyboardModifiers())


def typed(words: str) -> None:
    QTest.keyClicks(focus(), words)


def told(widget: QWidget) -> str:
    """What a failure says of a widget: its kind and name, and what it stands in."""
    around: list[str] = []
    words = widget.accessibleName() or getattr(widget, "text", lambda: "")()
    above = widget.parentWidget()
    while above is not None and len(around) < 4:
        around.append(type(above).__name__)
        above = above.parentWidget()
    return f"{type(widget).__name__} “{str(words)[:40]}” in {' in '.join(around)}"


def walk(*, back: bool = False, look: Callable[[QWidget], object] = bool) -> list[QWidget]:
    """Go on by Tab until it begins anew, and look at each thing while it has the keyboard. Fails where Tab leads no
    further: that is a trap."""
    met: list[QWidget] = []
    for _ in range(LONGEST):
        here = focus()
        press(Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab, SHIFT if back else PLAIN)
        assert focus() is not here, f"Tab does not leave {told(here)}"
        if focus() in met:
            return met
        met.append(focus())
        look(focus())
    raise AssertionError("Tab never comes back")


def unreached(window: QWidget, met: Iterable[QWidget]) -> list[str]:
    """What a mouse works with in a window, and a keyboard does not come to."""
    known = set(met)
    found = []
    for widget in window.findChildren(QWidget):
        if not (widget.isVisible() and widget.isEnabled() and widget.window() is window):
            continue
        own = any(
            event in kind.__dict__
            for kind in type(widget).__mro__
            if kind.__module__.startswith("disputatio")
            for event in MOUSE
        )
        parts = (QAbstractSpinBox, QComboBox, QLineEdit)  # a part of a field that is reached itself
        if not (own or isinstance(widget, WORKED)) or isinstance(widget.parent(), parts):
            continue
        beside = isinstance(widget, QAbstractButton) and any(same_choice(widget, each) for each in known)
        if widget not in known and widget.focusProxy() not in known and not beside:
            found.append(widget)
    return [told(widget) for widget in found]


def go(to: QWidget) -> None:
    """Press Tab until a widget has the keyboard, and in its group an arrow."""
    for _ in range(LONGEST):
        if to.hasFocus():
            return
        here = focus()
        if same_choice(here, to):
            press(ARROWS[0])
            continue
        press(Qt.Key.Key_Tab)
    raise AssertionError(f"Tab does not lead to {told(to)}")


def same_choice(one: QWidget, two: QWidget) -> bool:
    """Whether two buttons are one choice, in which Tab comes to one and the arrow keys to the others."""
    if not (isinstance(one, QAbstractButton) and isinstance(two, QAbstractButton)):
        return False
    if one.group() is not None:
        return one.group() is two.group() and one.group().exclusive()
    return one.autoExclusive() and two.autoExclusive() and one.parentWidget() is two.parentWidget()


def in_sight(widget: QWidget) -> bool:
    """Whether a part of a widget is inside every area that scrolls around it."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            inside = above.viewport().rect()
            if not inside.intersects(widget.rect().translated(widget.mapTo(above.viewport(), widget.rect().topLeft()))):
                return False
        above = above.parentWidget()
    return True


def backwards(met: Sequence[QWidget]) -> list[str]:
    """Steps of a walk that go up where they do not go to the next column: nobody reads so. The one step that begins
    anew, and those into another part of the window, do not count."""
    found = []
    for one, two in pairwise(met):
        if _part(one) is not _part(two):
            continue
        a, b = (QRect(each.mapToGlobal(QPoint()), each.size()) for each in (one, two))
        if b.bottom() <= a.top() and b.left() < a.right():
            found.append(f"{told(one)} -> {told(two)}")
    return found


def _part(widget: QWidget) -> QWidget:
    """The nearest area that scrolls, or what stands beside others in the window."""
    above = widget
    while (around := above.parentWidget()) is not None and not isinstance(around, QSplitter):
        above = around
        if isinstance(above, QAbstractScrollArea):
            break
    return above
