"""The context of a debate: what the participants may take as known, read once and pinned before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from disputatio.debate.values import OptionValue, value

ContextKind = Literal["none", "project", "assignment", "repository"]

EXAMPLE = "example:"
"""How the `ref` of a context begins where the debate plays a recorded example."""

GLIMPSES = "glimpses"
"""The name of a section with excerpts that were chosen by their words alone: whoever can read files reads those that
matter, and is spared these."""

ASKED_OF = " (of the debate: "
"""How it is told which debate a memory comes from: what it calls the claim, or the problem, is known there alone."""

RELEASE = "release"
"""The option of a debate that names the likely secrets which a person let out of it."""


def with_question(text: str, question: str) -> str:
    """Return a memory in a line, with the question of the debate that it comes from, where that is known."""
    return f"{text}{ASKED_OF}{' '.join(question.split())})" if question.strip() else text


def without_question(line: str) -> str:
    """Return a memory without the question that it is told with."""
    return line.partition(ASKED_OF)[0]


@value
class Section:
    """One part of the context. `cut` says in words what was left out to keep the size budget."""

    name: str
    title: str
    text: str
    verified: bool = False
    cut: str = ""


@value
class Context:
    """`ref` is the id of the project or assignment, or the path of the repository; `pin` its commit."""

    kind: ContextKind = "none"
    ref: str = ""
    title: str = ""
    pin: str = ""
    sections: tuple[Section, ...] = ()

    @property
    def example(self) -> str:
        """The name of the recorded example that the debate plays, "" for a debate of the person's own."""
        return self.ref.removeprefix(EXAMPLE) if self.ref.startswith(EXAMPLE) else ""


def released_secrets(options: Mapping[str, OptionValue]) -> frozenset[str]:
    """Return what a person let out, by the ids under which it is held back. It holds for the debate of these options
    alone."""
    names = options.get(RELEASE)
    return frozenset(names) if isinstance(names, list) else frozenset()
