"""What every page of the window beside debates and the start screen is: what it asks of the window, and its own keys.

`window_actions.PAGES` lists those in the sidebar and the palette; `shell.factory` has the makers.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from disputatio.faces.gui.window_actions import Thing


class Page(QWidget):
    """What every page can ask of the window. `keys` are a page's own: they go before those of the window while the
    person is there. Each is a key and whether Ctrl is held."""

    debate_opened = Signal(str)
    """The id of a debate that the person wants to see."""
    question_wanted = Signal(object)
    """The context of a debate that the person wants to start (ContextChoice)."""
    source_wanted = Signal(object)
    """A file at its lines, or a commit (sources.source_reader.Passage)."""
    settings_wanted = Signal(str)
    """A page of the settings is to be opened."""
    menu_wanted = Signal(str, QPoint)
    """The menu of a debate is to be opened."""
    left = Signal(object)
    """The person goes to another place, or back to where they came from (window_actions.Place)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keys: dict[tuple[Qt.Key, bool], Callable[[], object]] = {}

    def go(self, kind: Thing, id: str) -> None:
        """Show one of its things, or with ("", "") what it showed before, read anew: the page was opened."""
        raise NotImplementedError

    def show_source(self, wanted: object) -> None:
        """Show a file at its lines, or a commit (sources.source_reader.Passage): the page "source" alone does that."""
        raise NotImplementedError

    def settings_changed(self) -> None:
        """Take in that keys or addresses may be different."""

    async def finish(self) -> None:
        """Save what was typed last: the application is about to be closed."""

    def focus(self) -> QWidget:
        """Return where the keyboard goes when the page is opened."""
        return self

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._work(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (work := self._work(event)) is not None:
            work()
        else:
            super().keyPressEvent(event)

    def _work(self, event: QKeyEvent) -> Callable[[], object] | None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
            return None
        return self.keys.get((Qt.Key(event.key()), held == Qt.KeyboardModifier.ControlModifier))
