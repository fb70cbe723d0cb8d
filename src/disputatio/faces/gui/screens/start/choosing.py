"""What a person has chosen in the question box, as one value."""

from __future__ import annotations

from dataclasses import field

from disputatio.app.configuration import ContextChoice, DebateConfig
from disputatio.debate.opening import SeatChoice
from disputatio.debate.values import OptionValue, value

LIVE, QUICK = "rehearsal:live", "rehearsal:quick"
REHEARSED_SERVICES = {"clerk": QUICK, "synthesis": LIVE}


@value
class Choices:
    """`models` by seat id, `services` by service: what was chosen; what is missing here is the default."""

    format: str = "dual"
    context: ContextChoice = field(default_factory=ContextChoice)
    files: tuple[str, ...] = ()
    models: dict[str, str] = field(default_factory=dict)
    services: dict[str, str] = field(default_factory=dict)
    options: dict[str, OptionValue] = field(default_factory=dict)

    def config(self, question: str) -> DebateConfig:
        rehearsed = bool(self.models) and all(model.startswith("rehearsal:") for model in self.models.values())
        return DebateConfig(
            question=question,
            format=self.format,
            context=self.context,
            files=self.files,
            seats=tuple(SeatChoice(seat=id, model=model) for id, model in self.models.items()),
            services={**(REHEARSED_SERVICES if rehearsed else {}), **self.services},
            options=dict(self.options),
        )
