"""What a person has chosen in the question box, as one value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.log.seats import HUMAN, Seat, SeatChoice
from disputatio.debate.values import OptionValue, value

LIVE, QUICK = "rehearsal:live", "rehearsal:quick"
REHEARSED_SERVICES = {"clerk": QUICK, "synthesis": LIVE}
"""What is written in the background needs no reading pace."""


@value
class Choices:
    """`models`, `names` and `personas` (ids) by seat id, `seats` how many of a part there are, `services` by service:
    what was chosen; what is missing here is the default."""

    format: str = "dual"
    context: ContextChoice = field(default_factory=ContextChoice)
    files: tuple[str, ...] = ()
    models: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    personas: dict[str, str] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    services: dict[str, str] = field(default_factory=dict)
    options: dict[str, OptionValue] = field(default_factory=dict)

    @property
    def rehearsed(self) -> bool:
        """Every seat that was chosen is rehearsed, or a person's."""
        asked = [model for model in self.models.values() if model != HUMAN]
        return bool(asked) and all(model.startswith("rehearsal:") for model in asked)

    def with_model(self, seat: str, model: str) -> Choices:
        return replace(self, models={**self.models, seat: model})

    def with_service(self, service: str, model: str) -> Choices:
        return replace(self, services={**self.services, service: model})

    def with_name(self, seat: str, name: str) -> Choices:
        """An empty name is the default again."""
        others = {id: given for id, given in self.names.items() if id != seat}
        return replace(self, names={**others, seat: name} if name else others)

    def with_persona(self, seat: str, persona: str) -> Choices:
        """Whom a seat plays; "" for nobody."""
        others = {id: given for id, given in self.personas.items() if id != seat}
        return replace(self, personas={**others, seat: persona} if persona else others)

    def rehearsing(self, seats: Iterable[Seat]) -> Choices:
        """The rehearsal on every seat that no person has taken."""
        return replace(self, models={each.id: each.model if each.human else LIVE for each in seats}, services={})

    def with_seat(self, part: str, seats: Iterable[Seat]) -> Choices:
        """One more of a part, with a model like the others' where all are rehearsed."""
        count = sum(each.part == part for each in seats) + 1
        models = {**self.models, _id(part, count): LIVE} if self.rehearsed else self.models
        return replace(self, models=models, seats={**self.seats, part: count})

    def without_seat(self, seat: str, seats: Iterable[Seat]) -> Choices:
        """Those of its part that come after it move up, with their names and models."""
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
            seats={**self.seats, part: len(ids) - 1},
        )

    def config(self, question: str) -> DebateConfig:
        counted = (_id(part, n) for part, n in self.seats.items())
        chosen = dict.fromkeys([*self.models, *self.names, *self.personas, *counted])
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
                )
                for id in chosen
            ),
            services={**(REHEARSED_SERVICES if self.rehearsed else {}), **self.services},
            options=dict(self.options),
        )


def _id(part: str, number: int) -> str:
    """The id of a part's n-th seat (see `debate.formats.opening`)."""
    return part if number == 1 else f"{part}-{number}"


def _moved(chosen: Mapping[str, str], moves: Mapping[str, str], gone: str) -> dict[str, str]:
    return {moves.get(id, id): given for id, given in chosen.items() if id != gone}
