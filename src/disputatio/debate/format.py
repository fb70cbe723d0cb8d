"""A format, the rules of one kind of debate, is a program: a tree of one kind of block. Values only.

A block runs so:  `when`  →  for each item / each seat asked / each pass  →  [`ask`]  →  its children, in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from disputatio.debate.values import LATER, OptionValue, value

MESSAGES: dict[str, str] = {
    "say": "",
    "answer": "position confidence",
    "challenge": "position confidence",
    "assessment": "agree disagree unverifiable level",
    "stance": "resolved",
    "opposition": "stance",
    "argument": "side confidence",
    "questions": "items",
    "answers": "confidence",
    "plan": "",
    "artifact": "",
    "flaws": "items",
    "review": "score",
    "findings": "items",
    "patches": "items",
    "verdict": "decision confidence",
    "approval": "approved",
    "card": "claim crux",
    "synthesis": "",
}
"""Output contracts that are part of the exchange: whoever may hear such a turn can see it.
The value names the fields that its payload must have."""

RECORDS: dict[str, str] = {
    "aspects": "items",
    "ledger": "new about",
    "verification": "rows",
    "record": "",
    "reflections": "items",
    "digest": "",
    "traits": "complex",
    "code": "",
    "cases": "",
    "tests": "passed",
    "reflection": "",
    "lessons": "items",
    "patterns": "items",
    "ranking": "order",
    "ballot": "choice",
    "comparison": "winner",
    "appraisal": "items",
    "agreement": "level",
    "recall": "items",
    "memories": "items",
    "insights": "items",
    "ruling": "point status",
    "marks": "right",
    "evidence": "items",
}
"""Output contracts that are entries of the board: seen only through `of CONTRACT`, `recent` or a figure.
That is what keeps ballots, tallies and confidences hidden while people deliberate (FORMAT.2)."""

ANSWERING = frozenset({"answer", "challenge"})
"""Output contracts that give an answer to the question."""

FINDING = frozenset({"flaws", "review", "findings"})
"""Output contracts that say what is wrong with somebody's work: who gives one finds for itself, and is told of what
others found no more than the topology lets it hear."""

CONTRACTS: dict[str, str] = MESSAGES | RECORDS
"""All that the rules know of output contracts; the rest of each is `prompting.contracts`."""

FORMER = frozenset({"points", "flips"})
"""Records of earlier versions. A log that has them is read, and nobody is asked for one any more."""


@value
class Block:
    """The only node of a format. At most one of `ask`, `each`, `repeat` gives it its index."""

    name: str
    do: tuple[Block, ...] = ()
    ask: str = ""
    each: str = ""
    repeat: int | str = 0
    order: str = "in-turn"
    unless: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    pause: bool = False
    when: tuple[str, ...] = ()
    task: str = ""
    gives: str = "say"
    sees: tuple[str, ...] = ()
    optional: bool = False
    heard: str = ""

    @property
    def parallel(self) -> bool:
        """A block without an index may run its children together."""
        return self.order == "together" and not (self.ask or self.each or self.repeat)

    @property
    def beside(self) -> bool:
        """Whether a step after a seat's turn is made beside the turn of the next seat."""
        return self.order == "beside"

    @property
    def relay(self) -> bool:
        """Whether the turns of its seats run beside steps of one another."""
        return bool(self.ask) and any(child.beside for child in self.do)


@value
class Part:
    """A part in the cast; opening a debate puts `least` to `most` seats into it. `like`: as many as that part has;
    `named`: what the name of each of its seats says, which whoever opens a debate is asked for."""

    name: str
    role: str
    team: str = ""
    least: int = 1
    most: int = 1
    colour: str = ""
    like: str = field(default="", metadata=LATER)
    named: str = field(default="", metadata=LATER)

    def seat_name(self, number: int, count: int, role: str = "") -> str:
        """Return what the n-th of its seats is called where nobody has given it a name; `role`: of the seat, where it
        is another one."""
        return f"{role or self.role} {number}" if count > 1 else role or self.role


@value
class Format:
    name: str
    title: str
    body: Block
    cast: tuple[Part, ...]
    summary: str = ""
    options: dict[str, OptionValue] = field(default_factory=dict)


def clerks(format: Format) -> tuple[str, ...]:
    """Return the clerk and the tasks that a format gives it, for each of which a model can be chosen; none where a
    format gives it nothing to do."""
    tasks = tuple(dict.fromkeys(_tasks(format.body)))
    return ("clerk", *tasks) if tasks else ()


def _tasks(block: Block) -> Iterator[str]:
    if block.ask == "clerk":
        yield block.task or block.name
    for child in block.do:
        yield from _tasks(child)
