"""Episodes: programs of debates that were tried and failed, and what their authors made of it (SPEC REFLEXION.1). Pure.

An attempt that passed after failed ones is an episode, too: it says that the fix before it was right.
"""

from __future__ import annotations

from disputatio.debate.payload import items, word
from disputatio.debate.values import Json, value
from disputatio.library.memory import LONGEST, shortened

LONGEST_TASK = 300
"""Characters of a task in an episode's text."""


@value
class Episode:
    """`turn`: the turn that the program belongs to, `id`: the one that gave it, each with its debate before it.
    `tests`: what came of them, as the contract `tests` has it. `cause`, `wrong`, `change` and how sure its author was
    of the fix are from their reflection, empty where there was none. `at`: seconds since 1970."""

    id: str
    debate: str
    turn: str
    agent: str
    role: str
    task: str
    attempt: int
    language: str
    code: str
    passed: bool
    tests: dict[str, Json]
    cause: str = ""
    wrong: str = ""
    change: str = ""
    confidence: float | None = None
    at: float = 0.0

    @property
    def failed(self) -> tuple[str, ...]:
        """What failed, one entry for each test, or what ended the program."""
        note = word(self.tests.get("note"))
        found = (word(one.get("text")) for one in items(self.tests.get("items")) if one.get("passed") is not True)
        return (*((note,) if note else ()), *(text for text in found if text))

    @property
    def title(self) -> str:
        """Name it in a few words."""
        return f"{self.role or self.agent}, attempt {self.attempt}{' (passed)' if self.passed else ''}"

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """What is known of it, each with what it is."""
        parts = (
            ("Tests", "; ".join(self.failed)),
            ("Root cause", self.cause),
            ("What went wrong", self.wrong),
            ("What to change", self.change),
        )
        return tuple((name, text) for name, text in parts if text)

    @property
    def text(self) -> str:
        """What is remembered of it."""
        told = " ".join(f"{name}: {' '.join(text.split()).rstrip('.')}." for name, text in self.lines)
        head = f"Task: {shortened(self.task, LONGEST_TASK)}\n"
        return head + shortened(told, LONGEST - len(head))
