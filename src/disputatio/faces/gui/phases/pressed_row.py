"""Rows that are buttons, and a card that lists them: a few at first, all of them for who asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from disputatio.faces.gui.debate.inspector import narrow
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.buttons import LinkButton, Pressable
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.layouts import clear

INSET: Final = 8
"""Pixels by which the texts of a row begin further in than the row."""


class PressedRow(Pressable):
    """`key`: what it tells of; `framed`: it has a frame of its own;
    `ruled`: a line above it."""

    def __init__(self, key: str, *, framed: bool = False, ruled: bool = False) -> None:
        super().__init__()
        self.key, self._framed, self._ruled = key, framed, ruled

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, box = QPainter(self), theme.current(), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._ruled:
            painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), QColor(look.border))
        edge = look.accent if self.hasFocus() else look.border if self._framed else ""
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1) if edge else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(QColor(look.raised) if self.underMouse() else Qt.BrushStyle.NoBrush)
        if edge or self.underMouse():
            radius = 12.0 if self._framed else 8.0
            painter.drawRoundedRect(box.adjusted(1, 1.5, -1, -1.5), radius, radius)
        painter.end()


class RowsCard(TitledCard):
    """A card with rows. Override `changed`, which fills it."""

    opened = Signal(str)
    """The path of a turn that is to be shown."""

    def __init__(self, title: str, empty: str) -> None:
        super().__init__(title)
        narrow(self)
        self.all = False
        """Whether somebody asked for all rows."""
        self._rows: Sequence[PressedRow] = ()
        self.empty = EmptyState(empty, compact=True)
        self.empty.setContentsMargins(INSET, 0, INSET, 0)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.more = LinkButton("")
        self.more.clicked.connect(self._show_all)
        self.foot = QHBoxLayout()
        self.foot.setContentsMargins(INSET, 0, INSET, 4)
        self.foot.addWidget(self.more)
        self.foot.addStretch(1)
        self.body.addWidget(self.empty)
        self.body.addLayout(self._list)
        self.body.addLayout(self.foot)

    def changed(self) -> None:
        """Fill it anew."""
        raise NotImplementedError

    def fill(self, rows: Sequence[PressedRow], more: str) -> None:
        """Show these rows; `more` asks for the rest, "" where there is none. The keyboard stays where it is."""
        held = next((row.key for row in self._rows if row.hasFocus()), None)
        clear(self._list)
        self._rows = rows
        for row in rows:
            self._list.addWidget(row)
            if row.key == held:
                row.show()
                row.setFocus()
        self.more.set_words(more)
        self.more.setVisible(bool(more))

    def _show_all(self) -> None:
        self.all = True
        self.changed()
