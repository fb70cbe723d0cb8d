"""What the watchers of a live debate see besides its events. Signals may be merged or missed; events never are."""

from __future__ import annotations

from disputatio.debate.log.events import Recorded, ToolUse
from disputatio.debate.values import value


@value
class Delta:
    """More text of a turn that is being spoken, from character `start` on. Thinking comes apart from the answer."""

    path: str
    start: int
    text: str
    thinking: bool = False


@value
class Retrying:
    """A call failed and will be made again in `seconds`: `attempt` counts from 1."""

    path: str
    seconds: float
    why: str
    attempt: int


@value
class ToolRunning:
    """The model of a turn looks something up; `arguments` as it wrote them, untrusted. Ends with `ToolDone`, or with
    the turn."""

    path: str
    name: str
    arguments: str


@value
class ToolDone:
    """What a look-up came to. Those of one turn come one after another."""

    path: str
    use: ToolUse


@value
class Held:
    """The log cannot be written, so the debate is held; an empty `why` means that it goes on."""

    why: str
    remedy: str = ""


@value
class Settled:
    """Nothing is under way: the debate rests, or waits for a person."""

    status: str
    waiting: bool = False


Signal = Delta | Retrying | ToolRunning | ToolDone | Held | Settled
Update = Recorded | Signal
