"""Who sits in the debate: a line for each seat and for the synthesis; where the format allows, seats come and go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from disputatio.debate.log.seats import HUMAN
from disputatio.debate.views import participants
from disputatio.debate.views.participants import Participant
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import layouts, phrases
from disputatio.faces.gui.kit.avatars import paint_glyph
from disputatio.faces.gui.kit.buttons import ChoiceButton, IconButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import tip
from disputatio.faces.gui.kit.layouts import FlowLayout, beside_the_beginning
from disputatio.faces.gui.start.model_shelf import ModelShelf
from disputatio.faces.gui.start.persona_choice import PersonaChoice, PersonaOffer, RoleChoice
from disputatio.faces.gui.start.preparation import Choices

if TYPE_CHECKING:
    from disputatio.app.starting.configuration import DebateConfig
    from disputatio.debate.format import Part
    from disputatio.debate.log.events import DebateOpened
    from disputatio.debate.log.seats import Seat
    from disputatio.faces.gui.debate.context_dialog import ContextDialog
    from disputatio.faces.gui.start.configuration_dialog import ConfigurationDialog
    from disputatio.faces.gui.start.model_picker import ModelPicker
    from disputatio.faces.gui.start.more_options import MoreOptions


# ---- one seat of the question box -------------------------------------------------------------------------------
NAMED_INSET = 7
"""Pixels from the border of a name to its first letter."""
NAME = 80
"""Pixels that a name has at least."""


class Shape(QWidget):
    """The glyph of a seat."""

    def __init__(self) -> None:
        super().__init__()
        self._who: Participant | None = None
        self.setFixedSize(QSize(18, 18))

    def show_identity(self, who: Participant) -> None:
        self._who = who
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._who is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_glyph(painter, QRectF(self.rect()).center(), 13, self._who.glyph, self._who.colour)
        painter.end()


class SeatRow(QWidget):
    """`named`: the person can call the seat as they like, and let it play somebody; services stay what they are."""

    model_wanted = Signal()
    persona_chosen = Signal(str)
    """The id of a persona, "" for nobody."""
    role_chosen = Signal(str)
    """The id of a role, "" for that of the format."""
    renamed = Signal(str)
    removed = Signal()

    def __init__(self, *, named: bool) -> None:
        super().__init__()
        self.shape_, self.name, self.label = Shape(), LineField(), QLabel()
        self.name.setObjectName("plain")
        self.name.setMaxLength(60)
        self.name.setMinimumWidth(NAME)
        self.name.setAlignment(beside_the_beginning())  # the shape stands there, whatever the name is written in
        self.label.setMinimumWidth(NAME)
        self.label.setContentsMargins(NAMED_INSET, 0, 0, 0)
        self.persona, self.role = PersonaChoice(), RoleChoice()
        self.model = ChoiceButton("")
        self.model.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.remove = IconButton("close", tr("Remove this seat"), size=14)
        self.name.editingFinished.connect(self._take_name)
        self.persona.chosen.connect(self.persona_chosen)
        self.role.chosen.connect(self.role_chosen)
        self.model.clicked.connect(self.model_wanted)
        self.remove.clicked.connect(self.removed)
        layouts.row(
            self.shape_,
            (self.name, 1),
            (self.label, 1),
            (self.role, 1),
            (self.persona, 1),
            self.model,
            self.remove,
            of=self,
            margins=(0, 0, 0, 0),
            spacing=8,
        )
        self.name.setVisible(named)
        self.label.setVisible(not named)
        for choice in (self.role, self.persona):
            policy = choice.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # services have neither, and their models stand below the others
            choice.setSizePolicy(policy)
            choice.setVisible(named)

    def show_seat(self, who: Participant, model: str, *, lacks: bool, removable: bool) -> None:
        """`lacks`: its provider has no key."""
        self.shape_.show_identity(who)
        self.label.setText(who.name)
        if not self.name.hasFocus():
            self.name.setText(who.name)
            self.name.setCursorPosition(0)
        self.name.setAccessibleName(tr("Name of the seat {who}").format(who=who.name))
        self.name.setToolTip(tr("Click to give this seat another name"))
        self.persona.show_seat(who.name)
        self.role.show_seat(who.name)
        shown = _model_words(model)
        self.model.set_icon("warning" if lacks else "user" if model == HUMAN else "")
        self.model.set_words(shown)
        self.model.setAccessibleName(
            (tr("Model of {who}: {shown}, no key") if lacks else tr("Model of {who}: {shown}")).format(
                who=who.name, shown=shown
            )
        )
        hint = tr("This provider has no key yet.") if lacks else tr("Choose another model, or sit here yourself")
        self.model.setToolTip(tip(f"{shown}\n{hint}"))  # what is cut there is whole here
        self.remove.setEnabled(removable)
        self.remove.set_label(tr("Remove {who}").format(who=who.name))

    def ask_for_name(self, wanted: str, called: str) -> None:
        """Ask what the name has to say, where nobody has said it yet: "Expert 2: which expertise?"."""
        if not self.name.hasFocus():
            self.name.clear()
        self.name.setPlaceholderText(tr("{called}: which {wanted}?").format(called=called, wanted=wanted))
        self.name.setAccessibleName(tr("{wanted} of {called}").format(wanted=wanted.capitalize(), called=called))
        self.name.setToolTip(tr("Say which {wanted} this seat has").format(wanted=wanted))

    def keep_room(self, keep: bool) -> None:
        """Whether any seat can be removed: rows stay in line."""
        policy = self.remove.sizePolicy()
        policy.setRetainSizeWhenHidden(keep)
        self.remove.setSizePolicy(policy)
        self.remove.setVisible(keep and self.remove.isEnabled())

    def _take_name(self) -> None:
        self.renamed.emit(self.name.text().strip())


def _unsaid(parts: Sequence[Part], seat: Seat, seats: Sequence[Seat]) -> str:
    """Return what the name of a seat has to say, where nobody has said it yet; "" elsewhere."""
    part = next((one for one in parts if one.name == seat.part), None)
    own = [one.id for one in seats if one.part == seat.part]
    bare = part is not None and seat.name == part.seat_name(own.index(seat.id) + 1, len(own), seat.role)
    return part.named if part is not None and bare else ""


def _model_words(model: str) -> str:
    if not model:
        return tr("none")
    return phrases.model(model) if model == HUMAN or model.startswith(phrases.REHEARSAL) else model


MODEL_WIDTH = 280
"""Pixels that a model takes at most, so that names keep theirs."""
SERVICES = {"synthesis": tr("Synthesis"), "clerk": tr("Utility")}


class SeatsCard(TitledCard):
    model_wanted = Signal(str, str)
    """Another model for a seat or a service: its id, the model it has."""
    renamed = Signal(str, str)
    persona_chosen = Signal(str, str)
    """Whom a seat plays: its id, the id of a persona or "" for nobody."""
    role_chosen = Signal(str, str)
    """The role of a seat: its id, the id of a role or "" for that of the format."""
    added = Signal(str)
    """One more seat of a part."""
    removed = Signal(str)
    """The id of a seat."""

    def __init__(self) -> None:
        super().__init__(tr("Who debates"))
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        self.body.addLayout(self._rows)
        self._more = FlowLayout(spacing=8)
        self.body.addLayout(self._more)
        self._parts: tuple[Part, ...] = ()
        self._models: dict[str, str] = {}
        self._personas: tuple[PersonaOffer, ...] = ()
        self._roles: tuple[PersonaOffer, ...] = ()
        self.rows: dict[str, SeatRow] = {}
        self.adders: dict[str, TextButton] = {}
        self.rehearse = TextButton(tr("Rehearse without AI"), icon="play", kind="quiet")
        self.rehearse.setToolTip(tr("Give every seat to the rehearsal, which asks no AI model."))
        self.corner.addWidget(self.rehearse)

    def offer_personas(self, personas: Sequence[PersonaOffer]) -> None:
        """Offer those whom seats can play, as things are now."""
        self._personas = tuple(personas)
        for row in self.rows.values():
            row.persona.offer(personas)

    def offer_roles(self, roles: Sequence[PersonaOffer]) -> None:
        """Offer the roles that seats can have, as things are now."""
        self._roles = tuple(roles)
        for row in self.rows.values():
            row.role.offer(roles)

    def show_choices(self, personas: Mapping[str, str], roles: Mapping[str, str]) -> None:
        """Show whom the seats play and which roles they have: ids by seat id."""
        for id, row in self.rows.items():
            row.persona.show_choice(personas.get(id, ""))
            row.role.show_choice(roles.get(id, ""))

    def show_seats(
        self,
        parts: Sequence[Part],
        seats: Sequence[Seat],
        services: Mapping[str, str],
        missing: Sequence[str],
        wanted: Sequence[str] = ("synthesis",),
    ) -> None:
        """Show the seats; `missing` are models, in words, whose provider cannot be asked; `wanted` are services that
        are shown without a model, too: one can be chosen for them."""
        asked = [id for id in SERVICES if id in services and (services[id] or id in wanted)]
        self._arrange([seat.id for seat in seats], asked)
        counts = {part.name: sum(seat.part == part.name for seat in seats) for part in parts}
        least = {part.name: part.least for part in parts}
        changes = any(part.most > part.least for part in parts)
        for place, seat in enumerate(seats):
            removable = counts.get(seat.part, 0) > least.get(seat.part, 0)
            self._show(seat.id, participants.of_seat(seat, place), seat.model, missing, removable, changes)
            if unsaid := _unsaid(parts, seat, seats):
                self.rows[seat.id].ask_for_name(unsaid, seat.name)
        for id in asked:
            who = participants.SYNTHESIS if id == "synthesis" else participants.CLERK
            named = replace(who, name=SERVICES[id])
            self._show(id, named, services[id], missing, False, changes)
        self._offer_more(parts, counts)
        self._line_up()

    def _line_up(self) -> None:
        """Let the models stand below one another."""
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
        """Keep rows for exactly these; those that stay keep the focus."""
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
        row.role.offer(self._roles)
        row.role_chosen.connect(lambda role: self.role_chosen.emit(id, role))
        row.removed.connect(lambda: self.removed.emit(id))
        return row

    def _offer_more(self, parts: Sequence[Part], counts: Mapping[str, int]) -> None:
        """Offer a button for each part that can have more seats."""
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
                adder.setToolTip(
                    tr("{role}: {least} to {most} seats").format(role=part.role, least=part.least, most=part.most)
                )

    def _adder(self, part: Part) -> TextButton:
        button = TextButton(tr("Add: {role}").format(role=part.role), icon="plus", kind="quiet")
        button.clicked.connect(lambda: self.added.emit(part.name))
        self._more.addWidget(button)
        return button


# ---- all seats of the question box ------------------------------------------------------------------------------
class Dialogs(Protocol):
    """Makes the dialogs that the start screen asks for once the application is open."""

    def picker(self, shelf: ModelShelf, model: str, *, human: bool) -> ModelPicker: ...

    def context(self, opened: DebateOpened) -> ContextDialog: ...

    def more_options(self) -> MoreOptions: ...

    def configuration(self, config: DebateConfig) -> ConfigurationDialog: ...


class SeatPlan(QObject):
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
        card.persona_chosen.connect(lambda id, persona: self.take(self.choices.with_persona(id, persona)))
        card.role_chosen.connect(lambda id, role: self.take(self.choices.with_role(id, role)))
        card.added.connect(lambda part: self.take(self.choices.with_seat(part, self._seats)))
        card.removed.connect(lambda id: self.take(self.choices.without_seat(id, self._seats)))
        card.rehearse.clicked.connect(self.rehearse)

    def adopt(self, dialogs: Dialogs) -> None:
        """Let models be chosen: the application is open."""
        self._dialogs = dialogs

    def show(self, opened: DebateOpened, missing: Sequence[str], services: tuple[str, ...]) -> None:
        """Show what would be started; `missing` are models, in words, whose provider cannot be asked, `services` those
        that the format has."""
        self._seats = opened.seats
        self.choices = replace(self.choices, asked=services)
        wanted = ("synthesis", *(services if self.choices.models else ()))  # who has not chosen any is not asked for it
        self._card.show_seats(opened.format.cast, opened.seats, opened.services, missing, wanted)
        self._card.show_choices(self.choices.personas, self.choices.roles)

    def offer_personas(self, personas: Sequence[PersonaOffer]) -> None:
        """Offer those whom seats can play, as things are now. Who was deleted is played no longer."""
        self._card.offer_personas(personas)
        known = {each.id for each in personas}
        gone = [seat for seat, persona in self.choices.personas.items() if persona not in known]
        for seat in gone:
            self.take(self.choices.with_persona(seat, ""))

    def offer_roles(self, roles: Sequence[PersonaOffer]) -> None:
        """Offer the roles that seats can have, as things are now. One that was deleted is nobody's any longer."""
        self._card.offer_roles(roles)
        known = {each.id for each in roles}
        gone = [seat for seat, role in self.choices.roles.items() if role not in known]
        for seat in gone:
            self.take(self.choices.with_role(seat, ""))

    def begin(self, format: str) -> None:
        """Begin anew with the seats of another format."""
        self.choices, self._seats = Choices(format=format), ()

    def rehearse(self) -> bool:
        """Put the rehearsal on every seat, because the person asked for it. False while nobody sits yet."""
        if self._seats:
            self.take(self.choices.with_rehearsal(self._seats))
        return bool(self._seats)

    def put_everywhere(self, model: str, clerk: str | None = None) -> None:
        """Give every seat a model; `clerk`: another one for the records."""
        models = {seat.id: model for seat in self._seats}
        services = {"clerk": model if clerk is None else clerk, "synthesis": model}
        self.take(replace(self.choices, models=models, services=services))

    def take(self, choices: Choices) -> None:
        if self._seats:
            self.choices = choices
            self.changed.emit()

    def _rename(self, id: str, name: str) -> None:
        if name != next((seat.name for seat in self._seats if seat.id == id), name):
            self.take(self.choices.with_name(id, name))

    async def _choose_model(self, id: str, current: str) -> None:
        service = id in SERVICES
        assert self._dialogs is not None, "nobody sits before the application is open"
        picker = self._dialogs.picker(self._shelf, current, human=not service)
        if await answer(picker) and picker.chosen:
            chosen = self.choices.with_service if service else self.choices.with_model
            self.take(chosen(id, picker.chosen))
