"""Keys of a part of the window, wherever inside it the caret is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


def install_keys(widget: QWidget, keys: Mapping[str, Callable[[], object]]) -> None:
    """`keys`: from the sequence as Qt writes it ("Alt+Down") to what it does."""
    for sequence, work in keys.items():
        shortcut = QShortcut(QKeySequence(sequence), widget)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(work)
