"""Everything a person can do with the keyboard: one table for shortcuts, command palette and help."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from disputatio.debate.values import value


@value
class Action:
    """`keys`: the first is shown. `group` is a heading of the help."""

    name: str
    title: str
    work: Callable[[], object]
    keys: tuple[str, ...] = ()
    group: str = "Window"

    @property
    def shortcut(self) -> str:
        return QKeySequence(self.keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if self.keys else ""


def install(window: QWidget, actions: Sequence[Action]) -> None:
    """Their shortcuts work anywhere in the window."""
    for each in actions:
        if not each.keys:
            continue
        made = QAction(each.title, window)
        made.setShortcuts([QKeySequence(keys) for keys in each.keys])
        made.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        made.triggered.connect(lambda _checked=False, one=each: one.work())
        window.addAction(made)


ELSEWHERE: tuple[tuple[str, str, str], ...] = (
    ("Debate", "Stop now (in the debate)", "Esc"),
    ("Transcript", "Next or previous message", "Alt+Down, Alt+Up"),
    ("Transcript", "Next or previous round", "Alt+PgDown, Alt+PgUp"),
    ("Transcript", "Follow the end", "End"),
    ("Transcript", "Copy the message as Markdown", "Ctrl+Shift+C"),
    ("Transcript", "Larger, smaller, usual size", "Ctrl++, Ctrl+-, Ctrl+0"),
    ("Writing", "Send", "Enter"),
    ("Writing", "New line", "Shift+Enter"),
    ("Writing", "What was sent before", "Up, Down"),
)
"""Keys that work inside one place only: group, what, keys."""
