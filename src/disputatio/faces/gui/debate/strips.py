"""The strips above and below the transcript: what is played, and how fast; why an order was refused, why the debate
waits, what can be done at a limit and at its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
)

from disputatio.app.actions import debates
from disputatio.app.actions.action import ASK, Action
from disputatio.debate.errors import DisputatioError
from disputatio.debate.views.result import failure
from disputatio.debate.views.status import failed_synthesis, has_synthesis
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.debate_actions import COPY_FINAL, ICONS, RESULT, Intent
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.layouts import margins_from_the_side
from disputatio.faces.gui.kit.notices import DISMISS, Banner, Button
from disputatio.faces.gui.window_actions import ShowSettings
from disputatio.providers.replay import AT_ONCE

if TYPE_CHECKING:
    from disputatio.app.examples import Example

SPEEDS: Final = (
    (1.0, "1×", tr("Play at reading speed")),
    (4.0, "4×", tr("Play four times as fast")),
    (AT_ONCE, tr("At once"), tr("Show everything at once")),
)
"""Times reading speed, what stands on the button, and what it does. Pausing is what it is in every debate."""
WAY_ON: Final = tr("To go on with models of your own, fork it at one of its turns and change the models.")


class PlayingStrip(QFrame):
    sped = Signal(float)
    """How many times as fast as one reads the person wants it."""

    def __init__(self, speed: float) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._about, self._over = "", False
        self.words = QLabel()
        self.words.setProperty("look", "caption")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(*margins_from_the_side(14, 8, 10, 8))
        row.addWidget(self.words, 1)
        self.buttons: dict[float, TextButton] = {}
        for times, label, words in SPEEDS:
            button = TextButton(label)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setChecked(times == speed)
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(lambda _checked=False, times=times: self.sped.emit(times))
            self.buttons[times] = button
            row.addWidget(button)
        self._say()

    def introduce(self, example: Example | None) -> None:
        """Say what is played; None where the example does not ship any more."""
        self._about = f"{example.answered} {example.took}" if example else tr("Recorded debate.")
        self._say()

    def end(self, *, over: bool) -> None:
        """Take the speeds away once the debate is over, and say how to go on."""
        self._over = over
        for button in self.buttons.values():
            button.setVisible(not over)
        self._say()

    def _say(self) -> None:
        self.words.setText(f"{self._about} {WAY_ON}" if self._over else self._about)
        self.words.setAccessibleName(self.words.text())


class StateBanner(Banner):
    def show_state(
        self,
        live: LiveDebate,
        refused: DisputatioError | None,
        why: Mapping[str, str],
        outdated: str,
        off_branch: str,
        *,
        low: bool,
    ) -> None:
        """`refused`: the last order, if it was; `why` actions cannot be done now, by their id; `outdated`: that the
        synthesis is; `off_branch`: what the branch lacks; `low`: the window is, and the text needs the room."""
        debate = live.debate
        if refused is not None:
            more = _way_on(why, debates.EXTEND) if debate.over else []
            self.say("caution", phrases.plain(refused.user_message), [*settings_at(refused.place), *more, DISMISS])
        elif live.held.why:
            told = tr("The debate is waiting: {why} {remedy}").format(why=live.held.why, remedy=live.held.remedy)
            self.say("error", told, settings_at(live.held.place))
        elif debate.over and low and not (failure(debate) or outdated or off_branch):
            self.quiet()  # the text needs the room; the menu and the switch offer the same
        elif debate.over:
            kept = ((RESULT, tr("Read the result")), (debates.SAVE_NOTE, ""), (COPY_FINAL, tr("Copy")))
            buttons = [_button(action, label) for action, label in kept if not (low or why.get(action.id))]
            again = tr("Write the synthesis again") if has_synthesis(debate) or failed_synthesis(debate) else ""
            buttons += [*_way_on(why, debates.SYNTHESISE, again), *_way_on(why, debates.EXTEND)]
            buttons += [] if low else [_button(debates.EXPORT, tr("Export…")), _button(ASK, tr("New question"))]
            if off_branch:
                buttons.insert(0, _button(debates.BRANCH))
            words = " ".join(filter(None, (failure(debate), outdated, off_branch)))
            self.say("caution" if words else "muted", words, buttons)
        elif (order := debates.higher_cap(debate)) is not None:
            raised = _button(debates.RAISE_CAP, tr("Raise to {cap} and continue").format(cap=phrases.cap(order)))
            now = _button(debates.SYNTHESISE, tr("Write the synthesis now"))
            allowed = [] if why.get(debates.SYNTHESISE.id) else [now]
            self.say("caution", "", [raised, *allowed, _button(debates.END)])
        else:
            self.quiet()


def settings_at(place: str) -> list[Button]:
    """Return the button that goes to where the remedy of a fault is; none where that is not in the settings."""
    return [(ShowSettings(page=place), tr("Open the settings"), "settings")] if place else []


def _button(action: Action[Intent], label: str = "") -> Button:
    return action.does, label or action.title, ICONS[action.id]


def _way_on(why: Mapping[str, str], action: Action[Intent], label: str = "") -> list[Button]:
    """Return the button for an action by which a debate that is over can go on, if it can."""
    return [] if why.get(action.id, "?") else [_button(action, label)]
