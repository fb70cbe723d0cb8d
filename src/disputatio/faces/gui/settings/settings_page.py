"""A page of the settings: cards of rows, one for each setting, saved as soon as a value is entered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from disputatio.app.application import Application
from disputatio.app.settings import Setting, Settings
from disputatio.app.settings.kinds import Plain
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import IconButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import Fault, caption
from disputatio.faces.gui.settings.fields import field_for


# ---- saving settings at once, off the window's thread -----------------------------------------------------------
class Saver(QObject):
    """`saved` carries the key, once its value is in the file."""

    saved = Signal(str)

    def __init__(self, app: Application, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._turn = asyncio.Lock()

    @property
    def settings(self) -> Settings:
        return self._app.settings

    async def save(self, setting: Setting[Any], content: object) -> None:
        """Raises BadSetting, SettingsNotSaved; then nothing changed."""
        async with self._turn:
            await asyncio.to_thread(self.settings.set, setting.key, content)
        self.saved.emit(setting.key)

    async def reset(self, setting: Setting[Any]) -> None:
        """Raises SettingsNotSaved."""
        async with self._turn:
            await asyncio.to_thread(self.settings.reset, setting.key)
        self.saved.emit(setting.key)


LEAST = 26
"""Characters of help in a line, below which the field goes under it."""


class SettingRow(QWidget):
    """Saves what is entered. A value that cannot be saved stays in the field, with the reason below it."""

    def __init__(self, setting: Setting[Any], saver: Saver, bridge: Bridge) -> None:
        super().__init__()
        self.setting, self._saver, self._bridge = setting, saver, bridge
        self._under_way = 0
        self.field = field_for(setting)
        self.field.changed.connect(self._entered)
        self.back = IconButton(
            "retry",
            tr("Back to the default: {value_text} ({setting_title})").format(
                value_text=value_text(setting), setting_title=setting.title
            ),
            size=15,
        )
        self.back.clicked.connect(self.reset)
        keep = self.back.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.back.setSizePolicy(keep)
        self.note = caption()
        self.note.hide()
        self.fault = Fault()
        self._lay_out()
        saver.saved.connect(lambda key: self.refresh() if key == setting.key else None)
        self.refresh()

    def _lay_out(self) -> None:
        title = QLabel(self.setting.title)
        title.setBuddy(self.field)
        title.setWordWrap(True)
        words = layouts.column(title, caption(self.setting.help), spacing=2)
        entry = QHBoxLayout()
        entry.setSpacing(10)
        entry.addStretch(1)
        entry.addWidget(self.back, 0, Qt.AlignmentFlag.AlignVCenter)
        entry.addWidget(self.field, 0, Qt.AlignmentFlag.AlignVCenter)
        line = self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        line.setSpacing(10)
        line.addLayout(words, 1)
        line.addLayout(entry)
        column = layouts.column(line, of=self, margins=(0, 4, 0, 4), spacing=3)
        for label in (self.note, self.fault):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            column.addWidget(label)
        # No Maximum: that is the height of the hint, which knows nothing of help that needs more lines in a narrow row.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """It may be as narrow as the field, which then stands under its words."""
        return QSize(self.field.minimumSizeHint().width(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Large text, or a small window: nothing is cut."""
        super().resizeEvent(event)
        field = self.back.sizeHint().width() + self.field.minimumSizeHint().width() + 2 * self._line.spacing()
        narrow = self.width() - field < LEAST * self.fontMetrics().averageCharWidth()
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._line.direction() != direction:
            self._line.setDirection(direction)
            self.updateGeometry()

    def refresh(self) -> None:
        """Show what is in force, and what is wrong with the line in the file. Not while something newer is on its way
        there: a number that is stepped on would jump back."""
        if self._under_way:
            return
        settings = self._saver.settings
        self.field.show_value(settings.get(self.setting.key))
        self.back.setVisible(settings.is_set(self.setting.key))
        faults = [fault.user_message for fault in settings.faults if fault.key == self.setting.key]
        self._explain("\n".join(faults))

    def say(self, words: str) -> None:
        """Make a remark below the field, such as on a key that is missing."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def reset(self) -> None:
        self._start(lambda: self._saver.reset(self.setting))

    def _entered(self, content: Plain) -> None:
        self._start(lambda: self._saver.save(self.setting, content))

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._under_way += 1
        self._bridge.start(self._carried_out(work), self._refused)

    async def _carried_out(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        finally:
            self._under_way -= 1
        self.refresh()

    def _refused(self, error: DisputatioError) -> None:
        self._explain(error.user_message)

    def _explain(self, words: str) -> None:
        self.fault.say(words)
        self.fault.setAccessibleName(f"{self.setting.title}: {words}" if words else "")


def value_text(setting: Setting[Any]) -> str:
    """Return a default as a person reads it."""
    if setting.kind == "switch":
        return tr("on") if setting.default else tr("off")
    if setting.kind == "choice":
        return tr(dict(setting.choices)[setting.default])
    return f"{setting.default} {setting.unit}".strip() if setting.default != "" else tr("empty")


# ---- a page of the settings -------------------------------------------------------------------------------------
WIDEST: Final = 820
"""Pixels: longer lines are hard to follow."""


class CardColumn(QScrollArea):
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
        self.body = layouts.column(of=inside, margins=(24, 20, 24, 20), spacing=12)
        head = QLabel(title)
        head.setProperty("look", "title")
        self.body.addWidget(head)
        if words:
            self.body.addWidget(caption(words, "muted"))
        self.setWidget(inside)
        self.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)

    def finish(self) -> None:
        """Close the page after its last part: what is left stays empty."""
        self.body.addStretch(1)

    def enter(self) -> None:
        """The person came to this page."""


class SettingsPage(CardColumn):
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
    """Return a thin line between rows."""
    line = QFrame()
    line.setObjectName("separator")
    line.setFixedHeight(1)
    return line
