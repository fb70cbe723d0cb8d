"""Who sits in the debate: a line for each seat and for the synthesis; where the format allows, seats come and go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.debate.views import participants
from disputatio.debate.views.participants import Participant
from disputatio.faces.gui.screens.start.seat_row import SeatRow
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.flow_layout import FlowLayout
from disputatio.faces.gui.widgets.persona_choice import Offered

if TYPE_CHECKING:
    from disputatio.debate.formats import Part
    from disputatio.debate.seats import Seat

MODEL_WIDTH = 280
"""Pixels that a model takes at most, so that names keep theirs."""
SERVICES = {"synthesis": "Synthesis", "clerk": "Utility"}


class SeatsCard(TitledCard):
    model_wanted = Signal(str, str)
    """Another model for a seat or a service: its id, the model it has."""
    renamed = Signal(str, str)
    persona_chosen = Signal(str, str)
    """Whom a seat plays: its id, the id of a persona or "" for nobody."""
    added = Signal(str)
    """One more seat of a part."""
    removed = Signal(str)
    """The id of a seat."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Who debates", parent)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        self.body.addLayout(self._rows)
        self._more = FlowLayout(spacing=8)
        self.body.addLayout(self._more)
        self._parts: tuple[Part, ...] = ()
        self._models: dict[str, str] = {}
        self._personas: tuple[Offered, ...] = ()
        self.rows: dict[str, SeatRow] = {}
        self.adders: dict[str, TextButton] = {}
        self.rehearse = TextButton("Rehearse without AI", icon="play", kind="quiet")
        self.rehearse.setToolTip("Put the rehearsal on every seat: no AI model is asked.")
        self.corner.addWidget(self.rehearse)

    def offer_personas(self, personas: Sequence[Offered]) -> None:
        """Whom seats can play, as things are now."""
        self._personas = tuple(personas)
        for row in self.rows.values():
            row.persona.offer(personas)

    def show_personas(self, chosen: Mapping[str, str]) -> None:
        """Whom the seats play: ids of personas by seat id."""
        for id, row in self.rows.items():
            row.persona.show_choice(chosen.get(id, ""))

    def show_seats(
        self, parts: Sequence[Part], seats: Sequence[Seat], services: Mapping[str, str], missing: Sequence[str]
    ) -> None:
        """`missing` are models, in words, whose provider cannot be asked."""
        asked = [id for id in SERVICES if id in services and (services[id] or id == "synthesis")]
        self._arrange([seat.id for seat in seats], asked)
        counts = {part.name: sum(seat.part == part.name for seat in seats) for part in parts}
        least = {part.name: part.least for part in parts}
        changes = any(part.most > part.least for part in parts)
        for place, seat in enumerate(seats):
            removable = counts.get(seat.part, 0) > least.get(seat.part, 0)
            self._show(seat.id, participants.of_seat(seat, place), seat.model, missing, removable, changes)
        for id in asked:
            who = participants.SYNTHESIS if id == "synthesis" else participants.CLERK
            named = replace(who, name=SERVICES[id])
            self._show(id, named, services[id], missing, False, changes)
        self._offer_more(parts, counts)
        self._line_up()
        self._chain()

    def _chain(self) -> None:
        """The keyboard goes through the rows as the eye does, although they are made after what stands below."""
        before: QWidget = self.rehearse
        for widget in (*(each for row in self.rows.values() for each in row.in_order()), *self.adders.values()):
            self.setTabOrder(before, widget)
            before = widget

    def _line_up(self) -> None:
        """The models stand below one another."""
        for row in self.rows.values():
            row.model.wished = 0
        widest = max((row.model.sizeHint().width() for row in self.rows.values()), default=0)
        for row in self.rows.values():
            row.model.wished = min(widest, MODEL_WIDTH)
            row.model.updateGeometry()

    def _show(
        self, id: str, who: Participant, model: str, missing: Sequence[str], removable: bool, changes: bool
    ) -> None:
        self._models[id] = model
        row = self.rows[id]
        lacks = any(f"({model})" in each for each in missing)
        row.show_seat(who, model, lacks=lacks, removable=removable)
        row.keep_room(changes)

    def _arrange(self, seats: Sequence[str], services: Sequence[str]) -> None:
        """Rows for exactly these; those that stay keep the focus."""
        wanted = [*seats, *services]
        for id in [id for id in self.rows if id not in wanted]:
            row = self.rows.pop(id)
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        for place, id in enumerate(wanted):
            if id not in self.rows:
                self.rows[id] = self._made(id, named=id in seats)
                self._rows.insertWidget(place, self.rows[id])
        self.rows = {id: self.rows[id] for id in wanted}
        for place, id in enumerate(wanted):
            if self._rows.indexOf(self.rows[id]) != place:
                self._rows.removeWidget(self.rows[id])
                self._rows.insertWidget(place, self.rows[id])

    def _made(self, id: str, *, named: bool) -> SeatRow:
        row = SeatRow(named=named)
        row.model_wanted.connect(lambda: self.model_wanted.emit(id, self._models[id]))
        row.renamed.connect(lambda name: self.renamed.emit(id, name))
        row.persona.offer(self._personas)
        row.persona_chosen.connect(lambda persona: self.persona_chosen.emit(id, persona))
        row.removed.connect(lambda: self.removed.emit(id))
        return row

    def _offer_more(self, parts: Sequence[Part], counts: Mapping[str, int]) -> None:
        """A button for each part that can have more seats."""
        if tuple(parts) != self._parts:
            self._parts = tuple(parts)
            for button in self.adders.values():
                self._more.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.adders = {part.name: self._adder(part) for part in parts if part.most > part.least}
        for part in parts:
            if (adder := self.adders.get(part.name)) is not None:
                full = counts.get(part.name, 0) >= part.most
                adder.setEnabled(not full)
                adder.setToolTip(f"{part.role}: {part.least} to {part.most} seats")

    def _adder(self, part: Part) -> TextButton:
        button = TextButton(f"Add: {part.role}", icon="plus", kind="quiet")
        button.clicked.connect(lambda: self.added.emit(part.name))
        self._more.addWidget(button)
        return button
