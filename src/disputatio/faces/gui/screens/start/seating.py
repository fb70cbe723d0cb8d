"""Who sits where, as the person chooses it: models, names, seats that come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.model_shelf import ModelShelf
from disputatio.faces.gui.screens.start.choosing import Choices
from disputatio.faces.gui.screens.start.seats_card import SERVICES, SeatsCard
from disputatio.faces.gui.widgets.persona_choice import Offered

if TYPE_CHECKING:
    from disputatio.debate.events import DebateOpened
    from disputatio.debate.seats import Seat
    from disputatio.faces.gui.dialogs.model_picker import ModelPicker
    from disputatio.faces.gui.screens.context.dialog import ContextDialog


class Dialogs(Protocol):
    """Makes the dialogs that the start screen asks for once the application is open."""

    def picker(self, shelf: ModelShelf, model: str, *, human: bool) -> ModelPicker: ...

    def context(self, opened: DebateOpened) -> ContextDialog: ...


class Seating(QObject):
    """`choices` is everything that was chosen beside context, files and options."""

    changed = Signal()

    def __init__(self, card: SeatsCard, bridge: Bridge, shelf: ModelShelf) -> None:
        super().__init__(card)
        self._card, self._bridge, self._shelf = card, bridge, shelf
        self._dialogs: Dialogs | None = None
        self._seats: Sequence[Seat] = ()
        self.choices = Choices()
        card.model_wanted.connect(lambda id, model: self._bridge.start(self._choose_model(id, model)))
        card.renamed.connect(self._rename)
        card.persona_chosen.connect(lambda id, persona: self._take(self.choices.with_persona(id, persona)))
        card.added.connect(lambda part: self._take(self.choices.with_seat(part, self._seats)))
        card.removed.connect(lambda id: self._take(self.choices.without_seat(id, self._seats)))
        card.rehearse.clicked.connect(self.rehearse)

    def adopt(self, dialogs: Dialogs) -> None:
        """The application is open: models can be chosen."""
        self._dialogs = dialogs

    def show(self, opened: DebateOpened, missing: Sequence[str]) -> None:
        """What would be started; `missing` are models, in words, whose provider cannot be asked."""
        self._seats = opened.seats
        self._card.show_seats(opened.format.cast, opened.seats, opened.services, missing)
        self._card.show_personas(self.choices.personas)

    def offer_personas(self, personas: Sequence[Offered]) -> None:
        """Whom seats can play, as things are now. Who was deleted is played no longer."""
        self._card.offer_personas(personas)
        known = {each.id for each in personas}
        gone = [seat for seat, persona in self.choices.personas.items() if persona not in known]
        for seat in gone:
            self._take(self.choices.with_persona(seat, ""))

    def begin(self, format: str) -> None:
        """Another format: its seats are others."""
        self.choices, self._seats = Choices(format=format), ()

    def rehearse(self) -> bool:
        """Put the rehearsal on every seat, because the person asked for it. False while nobody sits yet."""
        if self._seats:
            self._take(self.choices.rehearsing(self._seats))
        return bool(self._seats)

    def put_everywhere(self, model: str) -> None:
        models = {seat.id: model for seat in self._seats}
        self._take(replace(self.choices, models=models, services={"clerk": model, "synthesis": model}))

    def _take(self, choices: Choices) -> None:
        if self._seats:
            self.choices = choices
            self.changed.emit()

    def _rename(self, id: str, name: str) -> None:
        if name != next((seat.name for seat in self._seats if seat.id == id), name):
            self._take(self.choices.with_name(id, name))

    async def _choose_model(self, id: str, current: str) -> None:
        service = id in SERVICES
        assert self._dialogs is not None, "nobody sits before the application is open"
        picker = self._dialogs.picker(self._shelf, current, human=not service)
        if await answer(picker) and picker.chosen:
            chosen = self.choices.with_service if service else self.choices.with_model
            self._take(chosen(id, picker.chosen))
