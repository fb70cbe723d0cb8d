"""What the walks through one debate remember: the past after each finished block, and the calls that are open.

A walk that starts from the same past, the very same object, comes to the same end, so it passes by what is finished.
That is what makes planning a debate take time that grows with its length and not with its square.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from disputatio.debate.ids import ancestors
from disputatio.debate.log.events import DebateEnded
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past

PASSES, INSTANCE, SAID = "[]", "!", "()"
"""Behind a path, what of it a remembered past belongs to: its passes so far, one item of it, what was said there. No
path ends like this."""


@dataclass(slots=True)
class FinishedBlock:
    """A block that is done: from which past it started, and what it came to; `moved`: it has moved the cursor."""

    before: Past
    after: Past
    cursor: str
    verdict: DebateEnded | None
    moved: bool
    passes: int = 0


@dataclass(slots=True)
class Memo:
    """Of one growing debate. `start`: the past that every walk begins with."""

    finished: dict[str, FinishedBlock] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    start: Past = field(default_factory=Past)

    def forget(self, inner: str) -> None:
        """What is at a path, and what it stands in, is not finished after all."""
        for path in ("", *ancestors(inner)):
            for kind in ("", PASSES, INSTANCE):
                self.finished.pop(path + kind, None)
