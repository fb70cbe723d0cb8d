"""The list of writers: of each figure of the rules, the title below which it is shown, and who writes it."""

from __future__ import annotations

from collections.abc import Callable

from disputatio.debate.policy import At
from disputatio.debate.values import value

Write = Callable[[At], str]


@value
class Writer:
    """`write` says what a figure says at a moment, "" for nothing; `title` stands above it in a request."""

    title: str
    write: Write


WRITERS: dict[str, Writer] = {}


def writes(name: str, title: str) -> Callable[[Write], Write]:
    """Register a function as the writer of a figure (see `debate.policies.figures.FIGURES` for which there are)."""

    def register(write: Write) -> Write:
        WRITERS[name] = Writer(title=title, write=write)
        return write

    return register


def text_of(name: str, at: At) -> str:
    """What a figure says at this moment."""
    return WRITERS[name].write(at)


def title_of(name: str) -> str:
    """What stands above a figure; of one that nobody writes any more, its name."""
    return WRITERS[name].title if name in WRITERS else name
