"""A page of the settings: a title, and cards below one another that scroll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from disputatio.app.settings import Setting
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.settings.rows import SettingRow
from disputatio.faces.gui.screens.settings.saving import Saver
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.elided_label import caption

WIDEST: Final = 820
"""Pixels: longer lines are hard to follow."""


class Page(QScrollArea):
    """`body` takes what the page shows."""

    def __init__(self, title: str, words: str = "") -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(title)
        inside = QWidget()
        inside.setMaximumWidth(WIDEST)
        self.body = QVBoxLayout(inside)
        self.body.setContentsMargins(24, 20, 24, 20)
        self.body.setSpacing(12)
        head = QLabel(title)
        head.setProperty("look", "title")
        self.body.addWidget(head)
        if words:
            self.body.addWidget(caption(words, "muted"))
        self.setWidget(inside)
        self.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)

    def finish(self) -> None:
        """Everything is in: what is left stays empty."""
        self.body.addStretch(1)

    def shown(self) -> None:
        """The person came to this page."""


class SettingsPage(Page):
    """Declared settings in one card or several: titles with the settings below each."""

    def __init__(
        self, title: str, cards: Sequence[tuple[str, Sequence[Setting[Any]]]], saver: Saver, bridge: Bridge
    ) -> None:
        super().__init__(title)
        self.rows: dict[str, SettingRow] = {}
        for heading, settings in cards:
            self.body.addWidget(self._card(heading, settings, saver, bridge))

    def _card(self, heading: str, settings: Sequence[Setting[Any]], saver: Saver, bridge: Bridge) -> TitledCard:
        card = TitledCard(heading)
        for place, setting in enumerate(settings):
            if place:
                card.body.addWidget(rule())
            self.rows[setting.key] = row = SettingRow(setting, saver, bridge)
            card.body.addWidget(row)
        return card


def rule() -> QFrame:
    """A thin line between rows."""
    line = QFrame()
    line.setObjectName("separator")
    line.setFixedHeight(1)
    return line
