"""The context of a debate: what the participants may take as known, read once and pinned before the first turn."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.values import value

ContextKind = Literal["none", "project", "assignment", "repository"]


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
