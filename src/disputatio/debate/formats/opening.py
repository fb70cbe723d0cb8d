"""Opening a debate: who sits where, which options hold. What is wrong is said with the field and the remedy."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from disputatio.debate.context import Context
from disputatio.debate.decide.options import CAPS, bounds, fits_bound
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Format, Part
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import EFFORTS, SERVICES, Seat, SeatChoice
from disputatio.debate.personas import Character
from disputatio.debate.ranges import MOST_PASSES, amount, passes
from disputatio.debate.tools import OPTION as TOOLS
from disputatio.debate.tools import unknown_tool
from disputatio.debate.values import OptionValue
from disputatio.debate.walk.gates import OPTION as GATES
from disputatio.debate.walk.gates import unknown_point

LONGEST_QUESTION = 20_000
LONGEST_ROLE = 60
_NUMBER = re.compile(r"[1-9][0-9]{0,5}|")
GLYPHS = {"analyst": "diamond", "critic": "triangle"}
OTHER_GLYPHS = ("circle", "square", "pentagon", "hexagon", "star", "cross")
COLOURS = ("#3B82F6", "#8B5CF6", "#0E7490", "#C2410C", "#DB2777", "#0F766E", "#A16207", "#4D7C0F")


def cast(format: Format, choices: Sequence[SeatChoice], models: Mapping[str, str], extra: int = 0) -> tuple[Seat, ...]:
    """Fill a format's parts. Each part gets its least number of seats, or as many as choices name.

    `models` gives the model of a part where no choice does, by part name, with "*" for any. Raises ConfigError.
    """
    chosen: dict[str, SeatChoice] = {}
    counts = {part.name: min(part.most, part.least + extra) for part in format.cast}
    for choice in choices:
        part, number = _place(format, choice.seat)
        if number > part.most:
            raise ConfigError(
                f"Seat {choice.seat!r}: {format.title} has at most {part.most} of {part.role}.",
                "Leave it out, or choose another format.",
                field="seats",
            )
        id = _id(part, number)
        if id in chosen:
            raise ConfigError(f"Seat {id!r} is chosen twice.", "Leave one of the two out.", field="seats")
        counts[part.name] = max(counts[part.name], number)
        chosen[id] = choice
    seats: list[Seat] = []
    _require_teams(format, chosen)
    for part in format.cast:
        for number in range(1, counts[part.name] + 1):
            seats.append(_seat(part, number, counts[part.name], chosen, models, len(seats)))
    return tuple(seats)


def _require_teams(format: Format, chosen: Mapping[str, SeatChoice]) -> None:
    """A team means something only where the format has it, and a role is somebody who debates. Raises ConfigError."""
    teams = list(dict.fromkeys(part.team for part in format.cast if part.team))
    for id, choice in chosen.items():
        if choice.team and choice.team not in teams:
            near = get_close_matches(choice.team, teams, 1)
            known = f"There are: {', '.join(teams)}." if teams else "Leave it out, or choose red-blue."
            what = f"has no team {choice.team!r}" if teams else "has no teams"
            remedy = f"Did you mean {near[0]!r}?" if near else known
            raise ConfigError(f"Seat {id!r}: {format.title} {what}.", remedy, field="seats.team")
        if choice.role.strip().casefold() in SERVICES:
            remedy = "Choose another role, such as Critic or Lawyer."
            raise ConfigError(f"Seat {id!r}: nobody debates as {choice.role!r}.", remedy, field="seats.role")


def _place(format: Format, name: str) -> tuple[Part, int]:
    word, _, number = name.partition("#")
    parts = {part.name: part for part in format.cast}
    if word not in parts and "-" in word:
        word, _, number = word.rpartition("-")
    if word in parts and _NUMBER.fullmatch(number):
        return parts[word], int(number or 1)
    near = get_close_matches(name, parts, 1)
    known = ", ".join(parts)
    raise ConfigError(
        f"{format.title} has no seat {name!r}.",
        f"Did you mean {near[0]!r}?"
        if near
        else f"Its seats: {known}; the second of several is {next(iter(parts))}#2.",
        field="seats",
    )


def seat_id(format: Format, name: str) -> str:
    """Return the id of the seat that a person calls "personas#2". Raises ConfigError where there is none."""
    return _id(*_place(format, name))


def _id(part: Part, number: int) -> str:
    return part.name if number == 1 else f"{part.name}-{number}"


def _seat(
    part: Part, number: int, count: int, chosen: Mapping[str, SeatChoice], models: Mapping[str, str], place: int
) -> Seat:
    id = _id(part, number)
    choice = chosen.get(id, SeatChoice(seat=id))
    model = choice.model or models.get(id) or models.get(part.name) or models.get("*", "")
    if choice.effort and choice.effort not in EFFORTS:
        remedy = f"Choose one of {', '.join(EFFORTS)}."
        raise ConfigError(f"Seat {id!r}: there is no effort {choice.effort!r}.", remedy, field="seats.effort")
    if model and ":" not in model:
        raise ConfigError(f"Seat {id!r}: {model!r} is not a model.", 'Write "provider:model".', field="seats")
    role = " ".join(choice.role.split())[:LONGEST_ROLE] or part.role
    colour = part.colour if part.colour and number == 1 else COLOURS[place % len(COLOURS)]
    return Seat(
        id=id,
        part=part.name,
        role=role,
        name=" ".join(choice.name.split()) or (f"{role} {number}" if count > 1 else role),
        team=choice.team or part.team,
        model=model,
        persona=choice.persona,
        effort=choice.effort,
        colour=colour,
        glyph=GLYPHS.get(id) or OTHER_GLYPHS[place % len(OTHER_GLYPHS)],
    )


def options_of(format: Format, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the format's options with a person's choices over them; a cap of 0 is no cap. Raises ConfigError for an
    unknown name or kind."""
    options = dict(format.options)
    for name, wanted in chosen.items():
        if name not in options:
            near = get_close_matches(name, options, 1)
            remedy = f"Did you mean {near[0]!r}?" if near else f"It has: {', '.join(sorted(options))}."
            raise ConfigError(f"{format.title} has no option {name!r}.", remedy, field=name)
        default = options[name]
        if not _fits(name, default, wanted):
            raise ConfigError(
                f"Option {name!r} cannot be {wanted!r}.", f"Give a value like its default, {default!r}.", field=name
            )
        if name in bounds(format.body) and not fits_bound(wanted):
            remedy = "Give a whole number of passes, 1 or more."
            raise ConfigError(f"Option {name!r} cannot be {wanted!r}.", remedy, field=name)
        if name == GATES and isinstance(wanted, list) and (wrong := unknown_point(format, wanted)):
            raise ConfigError(*wrong, field="gate")
        if name == TOOLS and isinstance(wanted, list) and (wrong := unknown_tool(wanted)):
            raise ConfigError(*wrong, field="tools")
        options[name] = None if name.startswith(CAPS) and not wanted else wanted
    if passes(format.body, options) > MOST_PASSES:
        raise ConfigError(
            f"The loops of {format.title} would have more than {MOST_PASSES:,} passes in all.",
            "Choose fewer rounds.",
            field="rounds",
        )
    return options


def _fits(name: str, default: OptionValue, value: OptionValue) -> bool:
    if name.startswith(CAPS) and (default is None or value is None):
        return value is None or _fits("", 0, value)
    if name == TOOLS:
        return isinstance(value, (bool, list))
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, (int, float)):
        return isinstance(value, (int, float)) and amount(value) and value >= 0
    return isinstance(value, type(default))


def require_words(question: str) -> None:
    """Raise ConfigError for a question in which there is nothing to see: blanks, control characters."""
    if not any(character.isprintable() and not character.isspace() for character in question):
        raise ConfigError("There is no question.", "Type what is to be debated.", field="question")


def open_debate(
    question: str,
    format: Format,
    seats: tuple[Seat, ...],
    options: dict[str, OptionValue],
    *,
    seed: int = 0,
    context: Context | None = None,
    services: Mapping[str, str] | None = None,
    prompts: str = "",
    parent: str = "",
    personas: Mapping[str, Character] | None = None,
    day: str = "",
) -> DebateOpened:
    """Return the first event of a debate. Raises ConfigError for a question that cannot be debated or seats nobody
    fills."""
    text = question.strip()
    require_words(text)
    if len(text) > LONGEST_QUESTION:
        raise ConfigError(
            f"The question has {len(text):,} characters; {LONGEST_QUESTION:,} are the most.",
            "Shorten it, and add the rest as a document.",
            field="question",
        )
    empty = [seat.name for seat in seats if not seat.taken]
    if empty:
        raise ConfigError(f"No model is chosen for {', '.join(empty)}.", "Choose one for each seat.", field="seats")
    assert not set(SERVICES) & {seat.id for seat in seats}
    return DebateOpened(
        question=text,
        format=format,
        seats=seats,
        options=options,
        seed=seed,
        context=context or Context(),
        services=dict(services or {}),
        prompts=prompts,
        parent=parent,
        personas=dict(personas or {}),
        day=day,
    )
