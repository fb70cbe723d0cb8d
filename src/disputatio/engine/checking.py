"""Running code and commands for a debate: the port through which the engine has it done, and which works it hands over
(SPEC HOOK.1, REFLEXION.1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from disputatio.debate.attempts import brings, program_of
from disputatio.debate.context import Context
from disputatio.debate.hooks import BY_THEMSELVES, OPTION, TESTS
from disputatio.debate.ids import inside, parent
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.log.state import Debate
from disputatio.debate.policies.programs import turn_around
from disputatio.debate.policies.works import WORKS
from disputatio.debate.policy import At
from disputatio.debate.values import Json, OptionValue, value
from disputatio.debate.views.labels import REPLAY
from disputatio.engine.flights import Flight
from disputatio.prompting.request import SeenTurn


class CodeReport(Protocol):
    """What came of running code: in words, and as the payload of the contract `tests`."""

    @property
    def text(self) -> str: ...

    @property
    def data(self) -> dict[str, Json]: ...


@value
class Checking:
    """What the commands of debate `id` that are of some `kinds` are to be run on: each of the `works` by itself, put in
    on top of `bases`."""

    id: str
    context: Context
    options: Mapping[str, OptionValue]
    works: tuple[SeenTurn, ...]
    bases: tuple[SeenTurn, ...] = ()
    kinds: tuple[str, ...] = BY_THEMSELVES


class CodeRunner(Protocol):
    """Runs code in isolation. Both raise DisputatioError where nothing was run."""

    async def test(self, code: str, fence: str, cases: str = "") -> CodeReport:
        """Return what came of a program and its tests, and of `cases` that were generated for it; `fence` names its
        language."""
        ...

    async def check(self, asked: Checking) -> CodeReport:
        """Return what the commands of a debate came to."""
        ...


Recorded = Callable[[str, str, str], Awaitable[TurnCompleted | None]]
"""What stands in a recording: of a model that speaks it, for a debate, at a path."""


def checking_of(flight: Flight, debate: Debate) -> Checking | None:
    """Return what the commands of a debate are to be run on in a call; None where it carries none, or nothing was
    written that they could be run on. What was written in the enclosing step is checked, and stands on what was written
    before; without any of it, what was written before is checked itself, a document with the changes that go on top of
    it. Inside a turn, a program is tried by itself, and a change is only tested."""
    written = tuple(turn for turn in flight.brief.turns if turn.gives in WORKS)
    within = turn_around(At(debate=debate, path=flight.call.path, past=flight.call.past))
    around = within or parent(flight.call.path)
    fresh = tuple(turn for turn in written if inside(turn.path, around))
    if within and any(program_of(turn.gives, turn.text, turn.data) is not None for turn in fresh):
        return None
    if not isinstance(debate.options.get(OPTION), list) or not debate.options[OPTION] or not written:
        return None
    works = (
        fresh
        or tuple(turn for turn in written if turn.gives == "patches" and brings(turn.gives, turn.text, turn.data))
        or written
    )
    return Checking(
        id=flight.brief.debate,
        context=debate.context,
        options=debate.options,
        works=works,
        bases=tuple(turn for turn in written if turn not in works),
        kinds=(TESTS,) if within else BY_THEMSELVES,
    )


def replayed(debate: Debate) -> tuple[str, bool]:
    """Return which recording a debate speaks again, "" for none, and whether somebody in it speaks anew."""
    models = [model for model in (*debate.services.values(), *(seat.model for seat in debate.seats.values())) if model]
    spoken = [model for model in models if model.startswith(REPLAY)]
    return (spoken[0], len(spoken) < len(models)) if spoken else ("", True)
