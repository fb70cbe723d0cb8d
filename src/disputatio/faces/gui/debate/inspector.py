"""What an inspector is: a view of one debate beside its transcript. The table of them all is `shell.inspectors`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from disputatio.debate.values import value
from disputatio.faces.gui.actions import InspectorName
from disputatio.faces.gui.kit.empty_state import EmptyState

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.faces.gui.bridge import Bridge
    from disputatio.faces.gui.debate.live import LiveDebate


class InspectorView(QWidget):
    """Cards go into `column`, which scrolls. Only the view that is seen is refreshed, at every change of its debate.

    Override `show_live`, and `nothing`, `focus`, `apply_settings`, `stop` where there is something to say or do.
    """

    turn_opened = Signal(str)
    """The path of a turn that the transcript is to show."""
    wanted = Signal(object)
    """What else is to be shown or done (debate.intents.OfWindow)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.live: LiveDebate | None = None
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(14, 14, 14, 14)
        self.column.setSpacing(12)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inside)
        self._scroll.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self._empty = EmptyState("")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._scroll)
        self._stack.addWidget(self._empty)

    def set_icon(self, icon: str) -> None:
        """The sign of the inspector, which stands where there is nothing to show."""
        self._empty.set_icon(icon)

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        """What is said while there is nothing to show: a title, and when it will be different. ("", "") otherwise."""
        return "", ""

    def show_live(self, live: LiveDebate) -> None:
        """Show the debate as it is now."""
        raise NotImplementedError

    def apply_settings(self) -> None:
        """Settings are different; `refresh` follows."""

    def stop(self) -> None:
        """Nobody looks any more."""

    def focus(self) -> QWidget:
        """Where the keyboard goes when the inspector is entered."""
        return self

    def follow(self, live: LiveDebate | None) -> None:
        """Show another debate; None lets go of it."""
        if self.live is not None and self.live is not live:
            self.live.state_changed.disconnect(self.refresh)
            self.stop()
        if live is not None and self.live is not live:
            live.state_changed.connect(self.refresh)
        self.live = live
        self.refresh()

    def refresh(self) -> None:
        if self.live is None:
            return
        title, words = self.nothing(self.live)
        if title:
            self._empty.set_text(title, words)
            self._stack.setCurrentWidget(self._empty)
        else:
            self.show_live(self.live)
            self._stack.setCurrentWidget(self._scroll)


@value
class Inspector:
    """One line of the table: what its tab and its entry in the palette say, and what makes it when first wanted."""

    name: InspectorName
    title: str
    icon: str
    make: Callable[[Application, Bridge], InspectorView]
