"""What a person wants to see of a source, as one value: it is also what back and forward return to."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.citations.recognition import KnownSources, file_places
from disputatio.debate.context import Context
from disputatio.debate.personas import CORPUS
from disputatio.debate.values import value
from disputatio.debate.views.citations import Item, place
from disputatio.debate.views.labels import VERDICTS, Tone
from disputatio.faces.gui.actions import Place, ShowDebate, ShowStart

Shows = Literal["file", "commit", "text"]


@value
class CitationOrigin:
    """The citation that led here: who made it, and what came of the check."""

    who: str
    item: Item

    @property
    def tone(self) -> Tone:
        return VERDICTS[self.item.status].tone

    @property
    def verdict(self) -> str:
        return VERDICTS[self.item.status].meaning


@value
class Passage:
    """`ref` is the repository, `pin` its commit, `name` what people call it. `path` is a file of it, a commit
    ("commit"; `below` keeps to one file of it) or the title of a text that the debate knows ("text", with `context`).
    Lines count from 1. `origin` is where the person came from."""

    ref: str
    pin: str
    name: str
    path: str
    shows: Shows = "file"
    first: int = 0
    last: int = 0
    below: str = ""
    cited: CitationOrigin | None = None
    context: Context | None = None
    origin: Place = ShowStart()

    @property
    def place(self) -> str:
        """Return the place as people write it."""
        return place(self.path, self.first, self.last)


def of_citation(item: Item, who: str, context: Context, debate: str) -> Passage:
    """Return the source of a citation: where its words stand, else the lines that it names."""
    first, last = (item.first, item.last) if item.first else _named(item)
    shows: Shows = "commit" if item.kind == "commit" else "text" if item.kind == "title" else "file"
    read = any(section.name == CORPUS and section.title == item.path for section in context.sections)
    if shows == "file" and (read or context.kind != "repository"):
        shows = "text"
    return Passage(
        ref=context.ref if context.kind == "repository" else "",
        pin=item.pin or context.pin,
        name=context.title,
        path=item.path or item.citation,
        shows=shows,
        first=first,
        last=last,
        cited=CitationOrigin(who=who, item=item),
        context=context,
        origin=ShowDebate(id=debate),
    )


def _named(item: Item) -> tuple[int, int]:
    """Return the lines that a citation names itself, where its words stand nowhere; 0 for none."""
    found = file_places(item.citation, KnownSources(files=lambda path: path == item.path))
    return next(((min(one.first, one.last), max(one.first, one.last)) for one in found if one.first), (0, 0))
