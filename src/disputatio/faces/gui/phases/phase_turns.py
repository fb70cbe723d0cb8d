"""What was said in one phase: its turns below the strip, the last ones, each with the way to all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout

from disputatio.debate.log.seats import Seat
from disputatio.debate.views.phases import Phase
from disputatio.debate.views.transcript import TurnEntry
from disputatio.debate.views.transcript_words import author, chip, made_by, text_of
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.debate.columns import Cell
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.labels import caption, tip
from disputatio.faces.gui.kit.layouts import clear
from disputatio.faces.gui.transcript.items_from_entries import message
from disputatio.faces.gui.transcript.message_items import MessageItem

OFF, ON = tr("Switch off"), tr("Switch on")
MOST: Final = 12
"""Turns that are shown at a time, the last ones."""
TWO: Final = 720
"""Pixels of width from which two turns stand side by side."""
SILENT: Final = frozenset(
    ("evidence", "ledger", "verification", "digest", "insights", "record", "reflections", "memories", "recall")
)
"""Contracts of what is recorded beside the turns: the board has a place for it."""


class PhaseTurns(TitledCard):
    opened = Signal(str)
    """The path of a turn that is to be shown whole."""
    closed = Signal()
    switched = Signal(str, bool)
    """A phase is to be on or off from now on: its option, and which."""

    def __init__(self) -> None:
        super().__init__(tr("Phase"))
        self.cells: dict[str, Cell] = {}
        self._shown: tuple[str, ...] = ()
        self.count = caption()
        self.count.setWordWrap(False)
        self.close_button = IconButton("close", tr("Close the turns of the phase (Esc)"), size=16)
        self.close_button.clicked.connect(self.closed)
        self._phase: Phase | None = None
        self.switch = TextButton(ON)
        self.switch.clicked.connect(self._switch)
        self.corner.addWidget(self.switch)
        self.corner.addSpacing(8)
        self.corner.addWidget(self.count)
        self.corner.addSpacing(8)
        self.corner.addWidget(self.close_button)
        self.empty = EmptyState("", compact=True)
        self.body.addWidget(self.empty)
        self._grid = QGridLayout()
        self._grid.setSpacing(12)
        self.body.addLayout(self._grid)
        self._rest = caption()
        self.body.addWidget(self._rest)

    def show_phase(
        self, phase: Phase, turns: Mapping[str, TurnEntry], seats: Mapping[str, Seat], *, hide_cost: bool
    ) -> None:
        said = [turns[path] for path in phase.turns if path in turns and _told(turns[path])]
        shown = said[-MOST:]
        self.set_title(phase.title)
        self.count.setText(plural("{count} turn", "{count} turns", len(said)) if said else "")
        self.empty.set_text(
            "" if said else phase.told + ("" if phase.state == "off" else tr(". Nothing was said in it yet."))
        )
        self.empty.setVisible(not said)
        rest = len(said) - len(shown)
        self._rest.setText(
            plural(
                "{count} turn before these are not shown here.", "{count} turns before these are not shown here.", rest
            )
        )
        self._rest.setVisible(rest > 0)
        items = [_item(turn, seats, hide_cost=hide_cost) for turn in shown]
        keys = tuple(item.key for item in items)
        if keys != self._shown:
            self._shown = keys
            self._make(items)
        for item in items:
            self.cells[item.key].show_item(item)

    def offer_switch(self, phase: Phase, refusal: str, *, over: bool) -> None:
        """Offer to leave the phase out, or to have it again; `refusal`: why that cannot be. Of a debate that is over,
        nothing is switched."""
        self._phase = phase
        begun = phase.state in ("done", "working")
        hint = (
            tr("Skip {phase_title}").format(phase_title=phase.title)
            if phase.on
            else tr("Switch {phase_title} back on").format(phase_title=phase.title)
        )
        self.switch.setVisible(bool(phase.option) and not over)
        self.switch.setText(OFF if phase.on else ON)
        self.switch.setAccessibleName(f"{self.switch.text()}: {phase.title}")
        self.switch.setEnabled(not refusal)
        self.switch.setToolTip(tip(refusal or (tr("{hint} in further rounds").format(hint=hint) if begun else hint)))

    def _switch(self) -> None:
        if self._phase is not None:
            self.switched.emit(self._phase.option, not self._phase.on)

    def _make(self, items: Sequence[MessageItem]) -> None:
        clear(self._grid)
        self.cells = {}
        for item in items:
            cell = self.cells[item.key] = Cell(item)
            cell.opened.connect(self.opened)
        self._place()

    def _place(self) -> None:
        across = 2 if self.width() >= TWO and len(self.cells) > 1 else 1
        for cell in self.cells.values():
            self._grid.removeWidget(cell)
        for place, cell in enumerate(self.cells.values()):
            self._grid.addWidget(cell, place // across, place % across)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1 if across == 2 else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (event.oldSize().width() >= TWO) != (event.size().width() >= TWO):
            self._place()


def _told(turn: TurnEntry) -> bool:
    return (
        turn.gives not in SILENT and turn.gives != "approval" and bool(turn.text or turn.why or turn.status == "open")
    )


def _item(turn: TurnEntry, seats: Mapping[str, Seat], *, hide_cost: bool) -> MessageItem:
    """Return the card of a turn; of ballots and the like, which the transcript leaves to the board, too."""
    who = author(turn, seats)
    if turn.message:
        made = message(turn, seats, hide_cost=hide_cost)
        return replace(made, chip=f"{who.name} · {made.chip}" if made.chip else who.name)
    return MessageItem(
        key=turn.path,
        author=who.name,
        role=who.role,
        glyph=who.glyph,
        colour=who.colour,
        model=phrases.model(made_by(turn)) if turn.by != "rules" else "",
        chip=f"{who.name} · {chip(turn)}",
        round=turn.round,
        time=phrases.clock(turn.at),
        text=text_of(turn, marked=False),
        state="streaming" if turn.status == "open" else "done",
        notice=turn.why,
    )
