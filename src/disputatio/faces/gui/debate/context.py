"""What the models of a debate are told, and who gets it, as values. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from disputatio.debate.log.seats import HUMAN
from disputatio.debate.values import value
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.rows import Row

if TYPE_CHECKING:
    from disputatio.app.models.providers import Providers
    from disputatio.debate.context import Context, ContextKind
    from disputatio.debate.log.seats import Seat


KINDS: Mapping[ContextKind, str] = {
    "none": "Files",
    "project": "Project",
    "assignment": "Assignment",
    "repository": "Repository",
}


@value
class Part:
    """A section as it is sent. `share` is that of all characters, 0..1; `cut` says what was left out or held back."""

    name: str
    title: str
    text: str
    cut: str
    share: float
    verified: bool

    @property
    def size(self) -> str:
        return phrases.count(len(self.text), "character")


@value
class Receiver:
    """A provider and the seats that ask it. `leaves`: what it gets crosses a network."""

    title: str
    seats: str
    leaves: bool
    address: str = ""

    @property
    def sentence(self) -> str:
        if not self.leaves:
            return f"{self.title} ({self.seats}): stays on this computer."
        where = f" at {self.address}" if self.address else ""
        return f"{self.title}{where} ({self.seats}): leaves this computer with every turn it is asked for."


@value
class ContextSummary:
    """`line` says what the context is, at which commit, and how much of it."""

    line: str
    parts: tuple[Part, ...] = ()
    receivers: tuple[Receiver, ...] = ()

    @property
    def cuts(self) -> tuple[str, ...]:
        return tuple(f"{part.title}: {part.cut}" for part in self.parts if part.cut)


def context_summary(
    context: Context, seats: Iterable[Seat], services: Mapping[str, str], providers: Providers
) -> ContextSummary:
    """Every model sees the same sections; what differs is who gets them."""
    total = sum(len(section.text) for section in context.sections)
    parts = tuple(
        Part(
            name=each.name,
            title=each.title or each.name,
            text=each.text,
            cut=each.cut,
            share=len(each.text) / total if total else 0.0,
            verified=each.verified,
        )
        for each in context.sections
    )
    return ContextSummary(line=_line(context, total), parts=parts, receivers=_receivers(seats, services, providers))


def _line(context: Context, total: int) -> str:
    if not context.sections:
        return "No context. The models get only the question and what is said."
    name = f"{KINDS[context.kind]} {context.title}".strip()
    pin = f" at commit {context.pin[:10]}" if context.pin else ""
    return f"{name}{pin}: {phrases.count(total, 'character')} in {phrases.count(len(context.sections), 'section')}."


def _receivers(seats: Iterable[Seat], services: Mapping[str, str], providers: Providers) -> tuple[Receiver, ...]:
    by_provider: dict[str, list[str]] = {}
    asked = [(seat.name or seat.id, seat.model) for seat in seats]
    asked += [(name.capitalize(), model) for name, model in services.items()]
    for name, model in asked:
        if model and model != HUMAN:
            by_provider.setdefault(model.partition(":")[0], []).append(name)
    return tuple(_receiver(provider, names, providers) for provider, names in by_provider.items())


def _receiver(provider: str, names: list[str], providers: Providers) -> Receiver:
    address = providers.leaves(provider)
    title = "Rehearsal" if provider == "rehearsal" else providers.title(provider)
    seats = ", ".join(dict.fromkeys(names))
    return Receiver(title=title, seats=seats, leaves=address is not None, address=address or "")


def part_row(place: int, part: Part) -> Row:
    return Row(
        key=f"part:{place}",
        title=part.title,
        subtitle=part.cut or part.text.strip().partition("\n")[0],
        icon="shield" if part.verified else "file",
        chip=f"{len(part.text):,}",
        tone="ok" if part.verified else "caution" if part.cut else "plain",
    )
