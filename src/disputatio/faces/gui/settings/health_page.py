"""How the models have done so far, and which of them may stand in for others."""

from __future__ import annotations

import asyncio
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from disputatio.app.application import Application
from disputatio.app.models.health import STATES, ModelHealth
from disputatio.app.settings import declarations
from disputatio.debate.reasons import reason
from disputatio.debate.wording import figure, tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import clear
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.settings.settings_page import Saver, SettingsPage

STANDING_IN = (*declarations.ROUTING_LISTS, declarations.ROUTING_CEILING)
WORDS = tr(
    "Every model call on this computer counts. After many faults in a short time, a model gets a rest; Limits says "
    "after how many, and for how long."
)
NONE = tr("No model has been asked yet.")
TONES = {"well": "", "shaky": "caution", "failing": "error", "resting": "caution"}
COLUMNS = (tr("Model"), tr("State"), tr("Calls"), tr("Answered"), tr("Usual time"), tr("Last asked"))


class HealthPage(SettingsPage):
    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__(tr("Routing and health"), ((tr("Models that may stand in"), STANDING_IN),), saver, bridge)
        self._app, self._bridge = app, bridge
        self.rows_shown: list[tuple[str, ...]] = []
        card = TitledCard(tr("Health"))
        card.body.addWidget(caption(WORDS))
        self._table = QWidget()
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(18)
        self._grid.setColumnStretch(0, 1)
        card.body.addWidget(self._table)
        self.nothing = caption(NONE)
        card.body.addWidget(self.nothing)
        self.forget = TextButton(tr("Clear history"), icon="trash")
        self.forget.clicked.connect(lambda: self._bridge.start(self._forget()))
        card.body.addWidget(self.forget, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.insertWidget(1, card)
        self.finish()
        self.refresh()

    def enter(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show what is known now."""
        clear(self._grid)
        found = self._app.health.all()
        self.rows_shown = [_row(each) for each in found]
        for column, title in enumerate(COLUMNS if found else ()):
            self._grid.addWidget(caption(title, "muted"), 0, column)
        place = 1
        for each, row in zip(found, self.rows_shown, strict=True):
            for column, text in enumerate(row):
                label = QLabel(text)
                label.setTextFormat(Qt.TextFormat.PlainText)
                if column == 1:
                    label.setProperty("look", TONES[each.state])
                self._grid.addWidget(label, place, column)
            if each.last_error and each.state != "well":
                self._grid.addWidget(caption(reason(each.last_error)), place + 1, 0, 1, len(COLUMNS))
            place += 2
        self.nothing.setVisible(not found)
        self.forget.setVisible(bool(found))

    async def _forget(self) -> None:
        words = tr("Failing models will be asked again like any other. Debates and their costs stay.")
        if await answer(
            Confirm(tr("Clear the history of how models have done?"), words, tr("Clear"), tr("Keep it"), self.window())
        ):
            await self._app.health.forget()
            await asyncio.sleep(0)
            self.refresh()


def _row(each: ModelHealth) -> tuple[str, ...]:
    rate = figure(each.success_rate, ".0%") if each.success_rate is not None else ""
    time = tr("{latency} s").format(latency=figure(each.latency / 1000, ".1f")) if each.latency else ""
    last = datetime.fromtimestamp(each.last).astimezone().strftime("%Y-%m-%d %H:%M") if each.last else ""
    return (each.model, STATES[each.state], figure(each.calls), rate, time, last)
