"""What was chosen on the start screen, and how it becomes a recorded debate: look ahead, check, ask for consent,
start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.settings import declarations
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.seats import HUMAN, Seat, SeatChoice
from disputatio.debate.values import OptionValue, value
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.bridge import Bridge

if TYPE_CHECKING:
    from disputatio.app.application import Application, StartPlan
    from disputatio.app.privacy.sendings import Asked


# ---- what was chosen ------------------------------------------------------------------------------------------------
LIVE, QUICK = "rehearsal:live", "rehearsal:quick"
REHEARSED_SERVICES = {"clerk": QUICK, "synthesis": LIVE}
"""What is written in the background needs no reading pace."""


@value
class Choices:
    """`models`, `names`, `personas` and `roles` (ids) by seat id, `seats` how many of a part there are, `services` by
    service: what was chosen; what is missing here is the default. `asked`: the services that the format has, once that
    is known; what was chosen for all formats is not asked of others."""

    format: str = "dual"
    context: ContextChoice = field(default_factory=ContextChoice)
    files: tuple[str, ...] = ()
    models: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    personas: dict[str, str] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    services: dict[str, str] = field(default_factory=dict)
    asked: tuple[str, ...] | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)

    @property
    def rehearsed(self) -> bool:
        """Whether every seat that was chosen is rehearsed, or a person's."""
        asked = [model for model in self.models.values() if model != HUMAN]
        return bool(asked) and all(model.startswith("rehearsal:") for model in asked)

    @property
    def shared(self) -> str:
        """The model that was chosen for every seat and for the synthesis; "" where there is no such."""
        asked = {model for model in self.models.values() if model != HUMAN} | {self.services.get("synthesis", "")}
        return asked.pop() if len(asked) == 1 else ""

    @property
    def everywhere(self) -> str:
        """The model that would speak in every seat of another format, too; "" where each seat has its own."""
        return LIVE if self.rehearsed else self.shared

    def with_model(self, seat: str, model: str) -> Choices:
        return replace(self, models={**self.models, seat: model})

    def with_service(self, service: str, model: str) -> Choices:
        return replace(self, services={**self.services, service: model})

    def with_name(self, seat: str, name: str) -> Choices:
        """Give a seat a name; an empty one is the default again."""
        others = {id: given for id, given in self.names.items() if id != seat}
        return replace(self, names={**others, seat: name} if name else others)

    def with_persona(self, seat: str, persona: str) -> Choices:
        """Choose whom a seat plays; "" for nobody."""
        others = {id: given for id, given in self.personas.items() if id != seat}
        return replace(self, personas={**others, seat: persona} if persona else others)

    def with_role(self, seat: str, role: str) -> Choices:
        """Choose the role of a seat; "" for that of the format."""
        others = {id: given for id, given in self.roles.items() if id != seat}
        return replace(self, roles={**others, seat: role} if role else others)

    def with_rehearsal(self, seats: Iterable[Seat]) -> Choices:
        """Put the rehearsal on every seat that no person has taken."""
        return replace(self, models={each.id: each.model if each.human else LIVE for each in seats}, services={})

    def with_seat(self, part: str, seats: Iterable[Seat]) -> Choices:
        """Add a seat of a part, with a model like the others' where all are rehearsed."""
        count = sum(each.part == part for each in seats) + 1
        models = {**self.models, _id(part, count): LIVE} if self.rehearsed else self.models
        return replace(self, models=models, seats={**self.seats, part: count})

    def without_seat(self, seat: str, seats: Iterable[Seat]) -> Choices:
        """Remove a seat; those of its part that come after it move up, with their names and models."""
        found = list(seats)
        part = next(each.part for each in found if each.id == seat)
        ids = [each.id for each in found if each.part == part]
        place = ids.index(seat)
        moves = dict(zip(ids[place + 1 :], ids[place:], strict=False))
        return replace(
            self,
            models=_moved(self.models, moves, seat),
            names=_moved(self.names, moves, seat),
            personas=_moved(self.personas, moves, seat),
            roles=_moved(self.roles, moves, seat),
            seats={**self.seats, part: len(ids) - 1},
        )

    def config(self, question: str) -> DebateConfig:
        counted = (_id(part, n) for part, n in self.seats.items())
        services = {**(REHEARSED_SERVICES if self.rehearsed else {}), **self.services}
        chosen = dict.fromkeys([*self.models, *self.names, *self.personas, *self.roles, *counted])
        return DebateConfig(
            question=question,
            format=self.format,
            context=self.context,
            files=self.files,
            seats=tuple(
                SeatChoice(
                    seat=id,
                    model=self.models.get(id, ""),
                    name=self.names.get(id, ""),
                    persona=self.personas.get(id, ""),
                    role=self.roles.get(id, ""),
                )
                for id in chosen
            ),
            services={name: model for name, model in services.items() if self.asked is None or name in self.asked},
            options=dict(self.options),
        )


def _id(part: str, number: int) -> str:
    """Return the id of a part's n-th seat (see `debate.formats.opening`)."""
    return part if number == 1 else f"{part}-{number}"


def _moved(chosen: Mapping[str, str], moves: Mapping[str, str], gone: str) -> dict[str, str]:
    return {moves.get(id, id): given for id, given in chosen.items() if id != gone}


# ---- the forecast in a sentence ---------------------------------------------------------------------------------
def forecast_sentence(prepared: StartPlan) -> str:
    """Say the forecast, and the context that every prompt brings with it."""
    context = prepared.opening.context
    if not context.sections:
        return prepared.forecast.summary
    size = plural("{count} character", "{count} characters", sum(len(section.text) for section in context.sections))
    pin = tr(" at commit {pin}").format(pin=context.pin[:12]) if context.pin else ""
    return tr("{summary} Context: {context_title}{pin}, {size}.").format(
        summary=prepared.forecast.summary, context_title=context.title or "files", pin=pin, size=size
    )


class StartPreparation(QObject):
    previewed = Signal(object)
    """What would be started as things are (Prepared)."""
    refused = Signal(object)
    """Why it cannot be (DisputatioError)."""
    busy = Signal(bool)
    """A start is being checked: nothing else can be sent."""
    asked = Signal(list)
    """What would leave the computer for the first time, or be written to a repository; `consent` goes on."""
    started = Signal(str)
    """The debate was recorded: its id."""
    kept = Signal()
    """A repository that was chosen is listed among those opened lately."""

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._app: Application | None = None
        self._number = 0
        self._kept = ""
        self._asked: tuple[Asked, ...] = ()
        self._waiting: tuple[StartPlan, DebateConfig] | None = None
        self.prepared: StartPlan | None = None

    def adopt(self, app: Application) -> None:
        self._app = app

    def forget(self) -> None:
        """Forget what is known of the seats, which does not hold for another format."""
        self.prepared = None

    def outdate(self) -> None:
        """Something else is chosen now: what is being found out does not hold any more, and would undo the choice."""
        self._number += 1

    def preview(self, choices: Choices, question: str) -> None:
        """Find out what would be started; the newest question counts."""
        if self._app is not None:
            self.outdate()
            number = self._number
            self._bridge.start(
                self._preview(self._app, choices, question, number),
                lambda error: self._refuse(error) if number == self._number else None,
            )

    def start(self, choices: Choices, question: str) -> None:
        self.start_by(choices.config(question))

    def start_by(self, config: DebateConfig) -> None:
        """Start a debate by its configuration, whoever wrote it."""
        if self._app is not None:
            self._bridge.start(self._start(self._app, config), self._refuse)

    def consent(self) -> None:
        """Start: the person has agreed to what was asked."""
        if self._app is not None and self._waiting is not None:
            self._bridge.start(self._record(self._app, *self._waiting, self._asked), self._refuse)

    async def _preview(self, app: Application, choices: Choices, question: str, number: int) -> None:
        prepared = await app.preview(choices.config(question))
        if number == self._number:
            self.prepared = prepared
            self.previewed.emit(prepared)
            await self._keep(app, prepared)

    async def _keep(self, app: Application, prepared: StartPlan) -> None:
        """A repository that can be read is known from now on, however it was chosen."""
        context = prepared.opening.context
        known = app.settings.get(declarations.RECENT_REPOSITORIES)
        if context.kind == "repository" and not (context.ref == self._kept and context.ref in known):
            self._kept = context.ref
            await app.keep_repository(context.ref)
            self.kept.emit()

    async def _start(self, app: Application, config: DebateConfig) -> None:
        self.busy.emit(True)
        try:
            prepared = self.prepared = await app.prepare(config)
        finally:
            self.busy.emit(False)
        await self._record(app, prepared, config)

    async def _record(
        self, app: Application, prepared: StartPlan, config: DebateConfig, agreed: tuple[Asked, ...] = ()
    ) -> None:
        """Start it; where the person has to agree first, they are asked, and `consent` goes on from here."""
        self._waiting = None
        try:
            id = await app.start(prepared, agreed)
        except ConsentNeeded as needed:
            self._waiting, self._asked = (prepared, config), (*agreed, *needed.asked)
            self.asked.emit(list(needed.asked))
            return
        await app.remember_context(config.context.kind, config.context.ref)
        self.started.emit(id)

    def _refuse(self, error: DisputatioError) -> None:
        self.refused.emit(error)
