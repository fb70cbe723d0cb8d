"""The head of a debate: title, who debates about what, how it stands, and what can be done now; and the strip below it
where an example is played."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QStackedLayout,
    QWidget,
)

from disputatio.app.actions import debates
from disputatio.app.actions.action import Action
from disputatio.debate.views.forecast import another_round
from disputatio.debate.views.words import total
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.debate_actions import COPY_FINAL, FIND, ICONS, PHASES, RECORD, Intent
from disputatio.faces.gui.debate.view_switch import FORMS, Form, ViewSwitch
from disputatio.faces.gui.kit import icons, phrases, theme
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import Chip, ElidedLabel, FittingLabel
from disputatio.faces.gui.kit.layouts import FLUSH, column, margins_from_the_side
from disputatio.faces.gui.transcript.items_from_entries import WRONG_KEY
from disputatio.faces.gui.window_actions import INSPECTORS, Do, ViewName

if TYPE_CHECKING:
    from disputatio.faces.gui.debate.live import LiveDebate

SPACING: Final = 6
ROOMY: Final = 800
"""Pixels from which on there is a button for what the menu has, too."""
STATUS_WIDTH: Final = 200
"""Pixels that how the debate stands has before anything else that only tells something."""
TITLE_MARGINS: Final = 46
"""Pixels beside the title and what stands in its line."""
MARGINS: Final = 56
"""Pixels of the margins and of what stands between the parts."""

KEEPERS: Final = ((debates.EXPORT, ""), (debates.SAVE_NOTE, "primary"))
"""What is offered beside a result, and how it looks."""
BUTTONS: Final = (
    (debates.PAUSE, tr("Pause"), debates.PAUSE.hint),
    (debates.STOP_NOW, tr("Stop"), tr("Stop now and keep what was said (Esc)")),
)
"""What steers a debate that runs, each in a place of its own: what stands on the button, and what it does."""
TITLE: Final = 280
"""Pixels that a title has before the views have words, if it is that long."""
TITLE_AT_LEAST: Final = 200
"""Pixels that it has before the views stand beside it; else they stand below, where who debates gives way."""
SAID: Final = 90
"""Pixels below which who debates is not said at all: two syllables tell nothing."""
PLACE: Final = 92
"""Pixels of each of these places, whatever stands there; more where a language has longer words for both."""
ARMING: Final = 0.6
"""Seconds for which what has just appeared in a place takes no click: it was meant for what was there before."""
MENU: Final[tuple[tuple[Action[Intent], ...], ...]] = (
    (debates.RETRY, debates.EXTEND, debates.SYNTHESISE, debates.END),
    (debates.SAVE_NOTE, debates.SAVE_DOCUMENT, COPY_FINAL, debates.EXPORT, RECORD, debates.CHECK_RECORD, debates.MARK),
    (debates.FORK, debates.BRANCH, debates.CHANGE_MODELS, FIND, debates.DISCARD),
)
"""Between its parts there is a line."""
ROUND: Final = tr("Round {round}").partition("{")[0]
"""How a sentence begins that says the round itself."""


class Title(QWidget):
    """A line that becomes a field when it is clicked, or with F2."""

    renamed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.label = ElidedLabel(look="title")
        self.label.setCursor(Qt.CursorShape.IBeamCursor)
        self.label.installEventFilter(self)
        self.field = LineField()
        self.field.setAccessibleName(tr("Title of the debate"))
        self.field.setMaxLength(300)
        self.field.returnPressed.connect(self._take)
        self.field.installEventFilter(self)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.label)
        self._stack.addWidget(self.field)
        self.setFixedHeight(34)

    def set_title(self, title: str) -> None:
        self.label.setText(title)
        self.label.setAccessibleName(tr("Title: {title}").format(title=title))

    def edit(self) -> None:
        self.field.setText(self.label.text())
        self._stack.setCurrentWidget(self.field)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self.label and isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            self.edit()
        if watched is self.field and event.type() == QEvent.Type.FocusOut:
            self._stack.setCurrentWidget(self.label)
        return False

    def _take(self) -> None:
        title = self.field.text().strip()
        self._stack.setCurrentWidget(self.label)
        if title and title != self.label.text():
            self.set_title(title)
            self.renamed.emit(title)


def _place(*widgets: QWidget, wide: int, fixed: bool) -> QWidget:
    """Return a place that keeps its right edge, and stays empty where nothing can be done in it."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.addStretch(1)
    for widget in widgets:
        row.addWidget(widget)
    made.setMinimumWidth(wide)
    if fixed:
        made.setFixedWidth(wide)
    return made


class DebateHeader(QWidget):
    wanted = Signal(object)
    """What a person wants (debate.debate_actions.Intent)."""
    renamed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._why: dict[str, str] = {}
        self._programs = False
        self.title = Title()
        self.title.renamed.connect(self.renamed)
        self.subtitle = FittingLabel(look="muted")
        self.status = FittingLabel(look="caption")
        self.round, self.cost = Chip(), Chip()
        self.main = TextButton(debates.CONTINUE.title, icon=ICONS[debates.CONTINUE.id], kind="primary")
        self.main.setToolTip(tr("Continue (Ctrl+Enter)"))
        self.main.setMinimumWidth(PLACE)
        self.main.clicked.connect(self._go_on)
        self._since = 0.0
        self.buttons = {action.id: self._button(action, label, hint) for action, label, hint in BUTTONS}
        self._wide = max(PLACE, *(button.sizeHint().width() for button in self.buttons.values()))
        for button in self.buttons.values():
            button.setFixedWidth(self._wide)
        self.view: ViewName = "transcript"
        self.switch = ViewSwitch()
        self.switch.chosen.connect(self.wanted)
        self.kept = {action.id: self._keeper(action, kind) for action, kind in KEEPERS}
        self.more = IconButton("more", tr("More about this debate"))
        self.more.clicked.connect(self._open_menu)
        self.panel = IconButton("panel-right", INSPECTORS.hint)
        self.panel.clicked.connect(lambda: self.wanted.emit(INSPECTORS.does))
        self.leave = IconButton("close", tr("Show the other debate alone"))
        self.leave.clicked.connect(lambda: self.wanted.emit(Do.OTHER_ALONE))
        self.leave.hide()
        self._paired = self._marked = self._being_told = False
        self._lay_out()

    def _button(self, action: Action[Intent], label: str, hint: str) -> TextButton:
        button = TextButton(label, icon=ICONS[action.id])
        button.setToolTip(hint)
        button.setAccessibleDescription(hint)
        button.clicked.connect(lambda: self.wanted.emit(action.does))
        return button

    def _go_on(self) -> None:
        if time.monotonic() - self._since >= ARMING:
            self.wanted.emit(debates.CONTINUE.does)

    def _keeper(self, action: Action[Intent], kind: str) -> TextButton:
        button = TextButton(action.title, icon=ICONS[action.id], kind=kind)
        button.setToolTip(action.tip)
        button.clicked.connect(lambda: self.wanted.emit(action.does))
        button.hide()
        return button

    def _lay_out(self) -> None:
        row = self._row = QHBoxLayout()
        row.setContentsMargins(*margins_from_the_side(22, 10, 14, 8))
        row.setSpacing(SPACING)
        row.addStrut(52)  # it ends where the tabs of the inspectors end
        self._titles = column(self.title, self.subtitle, spacing=0)
        row.addLayout(self._titles, 1)
        row.addSpacing(8)
        for widget in (*self._views(), self.more, self.panel, self.leave):
            row.addWidget(widget)
        self._below = QHBoxLayout()
        self._below.setSpacing(SPACING)
        self._below.addStretch()
        self._stacked = False
        self.bar = QFrame()
        self.bar.setObjectName("controls")
        line = QHBoxLayout(self.bar)
        line.setContentsMargins(*margins_from_the_side(22, 6, 14, 6))
        line.setSpacing(SPACING)
        line.addStrut(self.main.sizeHint().height())  # as high with buttons as without: what is below stays put
        line.addWidget(self.status, 1)
        line.addWidget(self.round)
        line.addWidget(self.cost)
        line.addSpacing(8)
        pause, stop = (self.buttons[action.id] for action, _, _ in BUTTONS)
        self._places = [
            _place(pause, self.main, wide=self._wide, fixed=False),
            _place(stop, wide=self._wide, fixed=True),
        ]
        for place in self._places:
            line.addWidget(place)
        whole = column(row, self._below, self.bar, of=self, margins=FLUSH, spacing=0)
        self.line = QFrame()
        """Below the titles, where the controls with their own are not: what scrolls ends there."""
        self.line.setObjectName("separator")
        self.line.setFixedHeight(1)
        self.line.hide()
        whole.addWidget(self.line)

    def _views(self) -> tuple[QWidget, ...]:
        return (self.switch, *self.kept.values())

    def show_live(self, live: LiveDebate, why: Mapping[str, str], view: ViewName, *, hide_cost: bool) -> None:
        """Say how a debate stands that is seen in one of its views, and what can be done; `why`: see `set_controls`."""
        debate, rounds = live.debate, live.progress.rounds
        self._being_told = True
        self.subtitle.set_forms(phrases.who_debates(live.debate))
        told = tr("Round {round} / {rounds}").format(round=live.round, rounds=rounds) if rounds and live.round else ""
        cost = "" if hide_cost else total(debate.spent.cost, debate.spent.unpriced)
        cost = tr("Example") if debate.context.example else tr("Rehearsal") if live.rehearsed else cost
        self.set_state(live.sentence(), told, cost, failed=debate.status == "error")
        priced = debate.status == "paused" and not (hide_cost or live.rehearsed or debate.context.example)
        price = f"≈ {phrases.money(more)}" if priced and (more := another_round(live.transcript)) else ""
        self.set_controls(why, failed=debate.status == "error", price=price)
        # Going on is the obvious thing to do; but a wrong key is refused once more.
        refused = any(turn.kind == WRONG_KEY for turn in live.failed_turns())
        self.main.set_kind("" if refused else "primary")
        self._being_told = False
        self.set_view(view, over=debate.over)

    def set_state(self, sentence: str, round_: str, cost: str, *, failed: bool = False) -> None:
        """Say how the debate stands, once. Where there is no room to say why a turn `failed`, its card does."""
        self.status.set_forms((sentence, sentence.partition(": ")[0]) if failed else (sentence,))
        self.status.setAccessibleName(tr("State: {sentence}").format(sentence=sentence))
        for chip, text in ((self.round, "" if sentence.startswith(ROUND) else round_), (self.cost, cost)):
            chip.setText(text)
        self._fit()

    def set_view(self, view: ViewName, *, over: bool) -> None:
        """Say which view is shown, and offer the other. The result tells by itself how the debate ended."""
        self.view = view
        self.switch.show()
        self.switch.buttons["result"].setVisible(over or view == "result")
        self.switch.buttons["code"].setVisible(self._programs or view == "code")
        self.switch.buttons["record"].setVisible(view == "record")
        self.switch.buttons["phases"].setVisible(not self._why.get(PHASES.id))
        self.switch.show_view(view)
        for id, button in self.kept.items():
            button.setVisible(view == "result" and not self._why.get(id))
        self.bar.setVisible(view != "result")
        self.line.setVisible(view == "result")
        self.panel.setVisible(view != "result")
        self._fit()

    def show_side(self, *, paired: bool, current: bool) -> None:
        """Say whether another debate stands beside this one, and which of both the person steers."""
        self.leave.setVisible(paired)
        self._paired = paired
        self._marked = paired and current
        self.update()
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        if self._marked:
            painter.fillRect(0, 0, self.width(), 2, QColor(theme.current().accent))
        if self.bar.isHidden():  # which else has that line
            painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.current().border))
        painter.end()

    def offer_code(self) -> None:
        """Offer the versions of code: there are some, or there will be."""
        self._programs = True
        self.switch.buttons["code"].show()

    def set_controls(self, why: Mapping[str, str], *, failed: bool, price: str = "") -> None:
        """Set why actions cannot be done now, by their id; everything else can. `failed`: going on asks once more.
        `price`: what the next round takes."""
        self._why = dict(why)
        shown = not self.main.isHidden()
        self.main.setText(
            tr("Retry") if failed else tr("Continue, {price}").format(price=price) if price else debates.CONTINUE.title
        )
        self.main.setVisible(not why.get(debates.CONTINUE.id))
        if not shown and not self.main.isHidden():
            self._since = time.monotonic()
        for name, button in self.buttons.items():
            button.setVisible(not why.get(name))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Let the views give way to the title, and the chips where how the debate stands would be cut, cost first: the
        inspectors tell both. It takes a while, so it is done once all is told."""
        if self._being_told:
            return
        if self.view == "result":
            export = debates.EXPORT.id
            self.kept[export].setVisible(self.width() >= ROOMY and not self._why.get(export))
        self._fit_title()
        offered = (self.buttons[debates.PAUSE.id], self.main)
        steered = any(not one.isHidden() for one in (*offered, self.buttons[debates.STOP_NOW.id]))
        for place in self._places:
            place.setVisible(steered)
        shown = sum(max(self._wide, one.sizeHint().width()) + SPACING for one in offered if not one.isHidden())
        places = max(self._wide, shown) + self._wide + SPACING if steered else 0
        room = self.width() - places - MARGINS - max(STATUS_WIDTH, self.status.least())
        for chip in (self.round, self.cost):
            room -= chip.sizeHint().width() + SPACING if chip.text() else 0
            chip.setVisible(bool(chip.text()) and room >= 0 and self.view != "result")

    def _fit_title(self) -> None:
        """Let the views have words where the title has room all the same; where it would have little even beside signs,
        they stand below it, and in both of two debates beside each other, whose lines meet."""
        kept, signs = (
            sum(one.sizeHint().width() + SPACING for one in those if not one.isHidden())
            for those in (self.kept.values(), (self.more, self.panel, self.leave))
        )
        room = self.width() - TITLE_MARGINS - kept - signs
        label = self.title.label
        whole = label.fontMetrics().horizontalAdvance(label.text()) + SPACING
        wished, needed = min(TITLE, whole), self.switch.needed()
        self._stack(stacked := self._paired or room - needed["signs"] < TITLE_AT_LEAST)
        left = self.width() - TITLE_MARGINS - kept if stacked else room - wished
        fitting: list[Form] = [each for each in FORMS if needed[each] <= left]
        # Signs stand beside the words where the title is whole all the same.
        whole_too = (each for each in fitting if stacked or needed[each] <= room - whole)
        form = next(whole_too, fitting[-1] if fitting else "signs")
        self.switch.show_form(form)
        self.subtitle.setVisible(not stacked or left - needed[form] >= SAID)

    def _stack(self, stacked: bool) -> None:
        """Let the views stand below the title, or beside it."""
        if stacked == self._stacked:
            return
        self._stacked = stacked
        self._row.setContentsMargins(*margins_from_the_side(22, 10, 14, 0 if stacked else 8))
        self._below.setContentsMargins(*margins_from_the_side(22, 2, 22, 8 if stacked else 0))
        before, after = (self._row, self._below) if stacked else (self._below, self._row)
        for place, widget in enumerate(self._views()):
            before.removeWidget(widget)
            after.insertWidget(place if stacked else place + 2, widget)
        (self._titles if stacked else self._below).removeWidget(self.subtitle)
        aside = Qt.AlignmentFlag.AlignRight if stacked else Qt.AlignmentFlag.AlignLeft
        self.subtitle.setAlignment(aside | Qt.AlignmentFlag.AlignVCenter)  # beside the views it would look like one
        if stacked:
            self._below.insertWidget(len(self._views()), self.subtitle, 1)
        else:
            self._titles.addWidget(self.subtitle)

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for place, part in enumerate(MENU):
            if place:
                menu.addSeparator()
            for action in part:
                self._list(menu, action)
        menu.popup(self.more.mapToGlobal(QPoint(self.more.width() - menu.sizeHint().width(), self.more.height() + 4)))

    def _list(self, menu: QMenu, action: Action[Intent]) -> None:
        """Add a line to the menu; why it cannot be chosen now is its tip."""
        refusal = self._why.get(action.id, "")
        tone = theme.current().disabled if refusal else theme.current().muted
        line = menu.addAction(icons.icon(ICONS[action.id], tone, 16), action.label)
        line.setEnabled(not refusal)
        line.setToolTip(refusal or action.tip)
        line.triggered.connect(lambda: self.wanted.emit(action.does))
