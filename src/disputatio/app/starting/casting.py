"""Which model sits where when nobody chose (SPEC TURN.2). Never a silent swap: what is missing is said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Format, clerks
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import HUMAN, Seat, SeatChoice
from disputatio.debate.values import value
from disputatio.debate.wording import mark, tr
from disputatio.engine.errors import did_you_mean

REHEARSAL = "rehearsal:quick"
REHEARSED = {"*": REHEARSAL}
"""The models of all parts of a debate that is rehearsed."""
REHEARSAL_SERVICES = {"clerk": REHEARSAL}


def part_models(
    format: Format, roles: Mapping[str, str], equals: Iterable[str], ready: Callable[[str], bool]
) -> dict[str, str]:
    """Return the default model of each part: of its role where one is set, else in turn from the providers that have a
    key.

    `roles` maps part names ("analyst") to models; `equals` are the models for equal seats, best first.
    """
    usable = [model for model in equals if ready(model.partition(":")[0])] or list(equals)[:1]
    found: dict[str, str] = {}
    place = 0
    for part in format.cast:
        if part.name in roles:
            found[part.name] = roles[part.name]
            continue
        for number in range(1, part.most + 1):
            found[part.name if number == 1 else f"{part.name}-{number}"] = usable[place % len(usable)]
            place += 1
    return found


JUDGES = frozenset({"judge"})
"""The roles that should think apart from those whom they judge (SPEC FORMAT.2)."""


def with_impartial_judges(
    seats: Sequence[Seat], chosen: Collection[str], equals: Iterable[str], ready: Callable[[str], bool]
) -> tuple[Seat, ...]:
    """Give each judge a model of another provider than those whom it judges, where one has a key. `chosen` are the
    seats whose model the person chose: they stay."""
    taken = {seat.model.partition(":")[0] for seat in seats if seat.role.casefold() not in JUDGES}
    others = [model for model in equals if ready(model.partition(":")[0]) and model.partition(":")[0] not in taken]

    def seated(seat: Seat) -> Seat:
        partial = seat.role.casefold() in JUDGES and seat.model.partition(":")[0] in taken
        return replace(seat, model=others[0]) if others and partial and seat.id not in chosen else seat

    return tuple(map(seated, seats))


def with_model_everywhere(opened: DebateOpened, model: str) -> DebateOpened:
    """Return the opening with one model in every seat and service."""
    seats = tuple(replace(seat, model=model) for seat in opened.seats)
    return replace(opened, seats=seats, services=dict.fromkeys(opened.services, model))


def missing_keys(opened: DebateOpened, ready: Callable[[str], bool]) -> list[str]:
    """Return the models whose provider has no key, each with the seats and services that it is to speak for, in
    words."""
    asked = [(seat.name or seat.id, seat.model) for seat in opened.seats if seat.model != HUMAN]
    asked += [(tr(name.capitalize()), model) for name, model in opened.services.items() if model]
    missing: dict[str, list[str]] = {}
    for name, model in asked:
        if not ready(model.partition(":")[0]):
            missing.setdefault(model, []).append(name)
    return [f"{model} ({', '.join(names)})" for model, names in missing.items()]


def require_keys(opened: DebateOpened, ready: Callable[[str], bool], offered: list[str]) -> None:
    """Raise ConfigError where a seat's provider cannot be asked, naming what can."""
    missing = missing_keys(opened, ready)
    if not missing:
        return
    offer = (
        tr("There is: {offered}.").format(offered=", ".join(offered)) if offered else tr("No provider has a key yet.")
    )
    raise ConfigError(
        tr("No key for {missing}.").format(missing=", ".join(missing)),
        tr("{offer} Choose another model, add a key in the settings, or rehearse without any model.").format(
            offer=offer
        ),
        field="seats",
    )


def models(opened: DebateOpened) -> list[str]:
    """Return every model that the debate names, once each; people are none."""
    named = (*(seat.model for seat in opened.seats), *opened.services.values())
    return [model for model in dict.fromkeys(named) if model and model != HUMAN]


def require_rehearsal(opened: DebateOpened) -> None:
    """Raise ConfigError if the person chose a model that is no rehearsal."""
    asked = [model for model in models(opened) if not model.startswith("rehearsal:")]
    if asked:
        raise ConfigError(
            tr("A rehearsal asks no AI model, but you chose {asked}.").format(asked=", ".join(asked)),
            "Leave out either the rehearsal (--rehearse) or that model.",
            field="rehearse",
        )


def check_models(chosen: Iterable[SeatChoice], hint: Callable[[str], str]) -> None:
    """Raise ConfigError for a seat whose model names no provider; `hint` says what may have been meant."""
    for each in chosen:
        if each.model and ":" not in each.model:
            raise ConfigError(
                tr("Seat {seat!r}: {model!r} is not a model.").format(seat=each.seat, model=each.model),
                hint(each.model),
                field="seats",
            )


def services_of(format: Format, models: Mapping[str, str]) -> dict[str, str]:
    """Return the models of the services that a format asks; a chair or an author of its own needs no Synthesizer. The
    clerk is kept: whoever opens a crux room by hand has its card written."""
    known = ("clerk", *clerks(format))
    return {name: model for name, model in models.items() if name in known}


def check_services(format: Format, chosen: Mapping[str, str], hint: Callable[[str], str]) -> None:
    """Raise ConfigError for a service or task that the format does not have, and for what names no model; `hint` says
    what may have been meant."""
    known = clerks(format)
    for name, model in chosen.items():
        if name not in known:
            remedy = did_you_mean(name, known, f"There are: {', '.join(known) or 'none'}.")
            raise ConfigError(
                tr("{format_title} has no service {name!r}.").format(format_title=format.title, name=name),
                remedy,
                field=f"services.{name}",
            )
        if model and (":" not in model or model == HUMAN):
            remedy = hint(model) if model != HUMAN else 'Write "provider:model", or leave it out.'
            raise ConfigError(
                tr("Service {name!r}: {model!r} is not a model.").format(name=name, model=model),
                remedy,
                field=f"services.{name}",
            )


@value
class LookingUp:
    """Whether participants can look things up in a debate; `why` not, or who of them cannot, in a sentence, and `short`
    in two words."""

    possible: bool
    why: str = ""
    short: str = ""
    tools: tuple[str, ...] = ()


def looking_up(opened: DebateOpened, takes_tools: Callable[[str], bool], tools: Collection[str]) -> LookingUp:
    """Whatever the option says. `takes_tools` tells it of a model, as far as is known; `tools` are those that there
    are for this context."""
    if not tools and opened.context.kind != "repository":
        why = mark("There is nothing to search: choose a context, or set up web search in the settings.")
        return LookingUp(possible=False, why=why, short=mark("no tools"))
    if not tools:
        return LookingUp(possible=False, why=mark("The repository has no readable commit."), short=mark("no commit"))
    asked = [seat for seat in opened.seats if not seat.human]
    without = [seat for seat in asked if not takes_tools(seat.model)]
    names = ", ".join(dict.fromkeys(seat.model for seat in without))
    if not asked:
        return LookingUp(
            possible=False, why=mark("Only people take part, so no model looks anything up."), short=mark("no model")
        )
    if len(without) == len(asked):
        return LookingUp(
            possible=False, why=tr("{names} cannot use tools.").format(names=names), short=mark("no model takes tools")
        )
    return LookingUp(
        possible=True,
        why=tr("{names} cannot use tools, and answers from what it is given.").format(names=names) if names else "",
        tools=tuple(tools),
    )


def is_rehearsal(opened: DebateOpened) -> bool:
    return all(seat.model.startswith("rehearsal:") or seat.human for seat in opened.seats)
