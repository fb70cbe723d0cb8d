"""Everything a person can do, by name: one table for shortcuts, command palette and help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from disputatio.debate.values import value


@value
class Action:
    """`name` is what the window is told (`Window.act`); the first of `keys` is shown; `group` heads it in the help."""

    name: str
    title: str
    keys: tuple[str, ...] = ()
    group: str = "Window"

    @property
    def shortcut(self) -> str:
        return QKeySequence(self.keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if self.keys else ""


def _of_window(name: str, title: str, *keys: str) -> Action:
    return Action(name=name, title=title, keys=keys)


def _of_debate(name: str, title: str, *keys: str) -> Action:
    return Action(name=name, title=title, keys=keys, group="Debate")


ACTIONS: Final[tuple[Action, ...]] = (
    _of_window("new", "New debate", "Ctrl+N"),
    _of_window("open-repository", "Open a repository…", "Ctrl+O"),
    _of_window("import", "Import a debate…", "Ctrl+Shift+I"),
    _of_window("palette", "Commands and debates", "Ctrl+K", "Ctrl+Shift+P"),
    _of_window("search", "Search everything", "Ctrl+Shift+F"),
    _of_window("settings", "Settings", "Ctrl+,"),
    _of_window("theme", "Light or dark", "Ctrl+Shift+T"),
    _of_window("inspectors", "Show or hide the inspectors", "F9"),
    _of_window("region", "Next region", "F6"),
    _of_window("region-before", "Region before", "Shift+F6"),
    _of_window("full-screen", "Full screen", "F11"),
    _of_window("help", "Help", "F1"),
    _of_window("shortcuts", "Keyboard shortcuts", "Ctrl+/"),
    _of_window("quit", "Quit", "Ctrl+Q"),
    _of_debate("continue", "Continue", "Ctrl+Return"),
    _of_debate("pause", "Pause after this turn", "Ctrl+."),
    _of_debate("stop-now", "Stop now", "Ctrl+Shift+."),
    _of_debate("retry", "Retry the failed turn", "Ctrl+R"),
    _of_debate("save-note", "Save as note", "Ctrl+S"),
    _of_debate("export-markdown", "Export as Markdown", "Ctrl+Shift+E"),
    _of_debate("fork", "Fork this debate", "Ctrl+Shift+B"),
    _of_debate("branch", "Branch and proposed changes", "Ctrl+Shift+G"),
    _of_debate("find", "Find in this debate", "Ctrl+F"),
    _of_debate("extend", "Extend by a round"),
    _of_debate("synthesise", "Make a synthesis"),
    _of_debate("end", "End the debate"),
    _of_debate("copy-final", "Copy the final text"),
    _of_debate("export-json", "Export as JSON"),
    _of_debate("models", "Change models"),
    _of_debate("rename", "Rename the debate", "F2"),
    _of_debate("find-next", "Next place found", "F3"),
    _of_debate("find-before", "Place before", "Shift+F3"),
)
"""Pages and inspectors add theirs: see `screens.pages` and `screens.inspectors`."""

PAGE, INSPECTOR = "page:", "inspector:"
"""What the names of actions begin with that open one."""

ELSEWHERE: Final[tuple[tuple[str, str, str], ...]] = (
    ("Debate", "Stop now (in the debate)", "Esc"),
    ("Transcript", "Next or previous message", "Alt+Down, Alt+Up"),
    ("Transcript", "Next or previous round", "Alt+PgDown, Alt+PgUp"),
    ("Transcript", "Follow the end", "End"),
    ("Transcript", "Copy the message as Markdown", "Ctrl+Shift+C"),
    ("Transcript", "Larger, smaller, usual size", "Ctrl++, Ctrl+-, Ctrl+0"),
    ("Transcript", "Next badge of a citation, open its source", "Tab, Enter"),
    ("Source", "Back to where you came from", "Esc"),
    ("Source", "The source before, after", "Alt+Left, Alt+Right"),
    ("Source", "Copy path and line", "Ctrl+Shift+C"),
    ("Source", "Find in the file, next place", "Ctrl+F, F3"),
    ("Source", "History of the file", "Ctrl+H"),
    ("Source", "Who wrote each line", "Ctrl+Shift+A"),
    ("Writing", "Send", "Enter"),
    ("Writing", "New line", "Shift+Enter"),
    ("Writing", "What was sent before", "Up, Down"),
)
"""Keys that work inside one place only: group, what, keys."""


def of_page(name: str, title: str, keys: tuple[str, ...]) -> Action:
    return Action(name=f"{PAGE}{name}", title=title, keys=keys)


def of_inspector(place: int, name: str, title: str) -> Action:
    """The first nine have a key."""
    keys = (f"Alt+{place + 1}",) if place < 9 else ()
    return Action(name=f"{INSPECTOR}{name}", title=f"Inspector: {title}", keys=keys, group="Debate")


def install(window: QWidget, actions: Sequence[Action], do: Callable[[str], object]) -> None:
    """Their shortcuts work anywhere in the window: `do` gets the name."""
    for each in actions:
        if not each.keys:
            continue
        made = QAction(each.title, window)
        made.setShortcuts([QKeySequence(keys) for keys in each.keys])
        made.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        made.triggered.connect(lambda _checked=False, name=each.name: do(name))
        window.addAction(made)
