"""The pages of the window beside debates and the start screen: one line each, and a maker in `later.PAGES`."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from disputatio.debate.values import value


class Page(QWidget):
    """What every page can ask of the window."""

    debate_opened = Signal(str)
    """The id of a debate that the person wants to see."""
    question_wanted = Signal(object)
    """The context of a debate that the person wants to start (ContextChoice)."""

    def go(self, kind: str, id: str) -> None:
        """The page was opened, at one of its things or ("", "") where it stood. Reads what is shown anew."""
        raise NotImplementedError

    def focus(self) -> QWidget:
        """Where the keyboard goes when the page is opened."""
        return self


@value
class PageKind:
    """`icon` and `title` make the button in the sidebar and the entry of the palette; the first of `keys` is shown."""

    name: str
    title: str
    icon: str
    keys: tuple[str, ...] = ()


PAGES: tuple[PageKind, ...] = (PageKind(name="library", title="Notes and projects", icon="book", keys=("Ctrl+B",)),)
