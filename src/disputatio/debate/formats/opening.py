"""Opening a debate: who sits where, which options hold. What is wrong is said with the field and the remedy."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from disputatio.debate.context import Context
from disputatio.debate.decide.options import CAPS, bounds, fits_bound, offered, senseless
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Format, Part
from disputatio.debate.hooks import OPTION as HOOKS
from disputatio.debate.hooks import commands_of
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import EFFORTS, SERVICES, Seat, SeatChoice
from disputatio.debate.personas import Character
from disputatio.debate.ranges import MOST_PASSES, amount, passes
from disputatio.debate.roles import Role
from disputatio.debate.tools import OPTION as TOOLS
from disputatio.debate.tools import unknown_tool
from disputatio.debate.track import Track
from disputatio.debate.values import OptionValue
from disputatio.debate.views.labels import RULES
from disputatio.debate.walk.gates import OPTION as GATES
from disputatio.debate.walk.gates import unknown_point
from disputatio.debate.wording import by_face, figure, plural, tr

LONGEST_QUESTION = 20_000
LONGEST_ROLE = 60
_NUMBER = re.compile(r"[1-9][0-9]{0,5}|")
_RUN_ON = re.compile(r"(.+?)[ _]?([1-9]\d?)")
"""A part with a number right behind it: "members4"."""
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
                tr("Seat {seat!r}: {format_title} has at most {most} of {role}.").format(
                    seat=choice.seat, format_title=format.title, most=part.most, role=part.role
                ),
                "Leave it out, or choose another format.",
                field="seats",
            )
        id = _id(part, number)
        if id in chosen:
            raise ConfigError(
                tr("Seat {id!r} is chosen twice.").format(id=id), "Leave one of the two out.", field="seats"
            )
        counts[part.name] = max(counts[part.name], number)
        chosen[id] = choice
    for part in format.cast:
        if part.like:  # both have as many as the larger one, as far as they may
            both = max(counts[part.name], counts[part.like])
            most = {one.name: one.most for one in format.cast}
            counts |= {name: min(both, most[name]) for name in (part.name, part.like)}
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
            raise ConfigError(
                tr("Seat {id!r}: {format_title} {what}.").format(id=id, format_title=format.title, what=what),
                remedy,
                field="seats.team",
            )
        if choice.role.strip().casefold() in SERVICES:
            remedy = "Choose another role, such as Critic or Lawyer."
            raise ConfigError(
                tr("Seat {id!r}: {role!r} is not a role that debates.").format(id=id, role=choice.role),
                remedy,
                field="seats.role",
            )


def _place(format: Format, name: str) -> tuple[Part, int]:
    word, _, number = name.partition("#")
    parts = {part.name: part for part in format.cast}
    if word not in parts and "-" in word:
        word, _, number = word.rpartition("-")
    if word in parts and _NUMBER.fullmatch(number):
        return parts[word], int(number or 1)
    near = get_close_matches(name, parts, 1)
    if (run := _RUN_ON.fullmatch(name)) and run[1] in parts:
        near = [f"{run[1]}-{run[2]}"]
    known = ", ".join(parts)
    raise ConfigError(
        tr("{format_title} has no seat {name!r}.").format(format_title=format.title, name=name),
        tr("Did you mean {near!r}?").format(near=near[0])
        if near
        else tr("Its seats: {known}; the second of several is {next}-2.").format(known=known, next=next(iter(parts))),
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
        raise ConfigError(
            tr("Seat {id!r}: there is no effort {effort!r}.").format(id=id, effort=choice.effort),
            remedy,
            field="seats.effort",
        )
    if model and ":" not in model:
        raise ConfigError(
            tr("Seat {id!r}: {model!r} is not a model.").format(id=id, model=model),
            'Write "provider:model".',
            field="seats",
        )
    role = " ".join(choice.role.split())[:LONGEST_ROLE] or part.role
    colour = part.colour if part.colour and number == 1 else COLOURS[place % len(COLOURS)]
    return Seat(
        id=id,
        part=part.name,
        role=role,
        name=" ".join(choice.name.split()) or part.seat_name(number, count, role),
        team=choice.team or part.team,
        model=model,
        persona=choice.persona,
        effort=choice.effort,
        colour=colour,
        glyph=GLYPHS.get(id) or OTHER_GLYPHS[place % len(OTHER_GLYPHS)],
    )


def require_names(format: Format, seats: Sequence[Seat]) -> None:
    """Raise ConfigError where a format asks what each of its seats is, and nobody has said it of some."""
    for part in format.cast:
        own = [seat for seat in seats if seat.part == part.name]
        bare = [seat for at, seat in enumerate(own, 1) if seat.name == part.seat_name(at, len(own), seat.role)]
        if part.named and bare:
            ids = ", ".join(seat.id for seat in bare)
            raise ConfigError(
                plural(
                    "{format_title}: {seat} has no {named} yet.",
                    "{format_title}: {seat} have no {named} yet.",
                    len(bare),
                ).format(format_title=format.title, named=part.named, seat=", ".join(seat.name for seat in bare)),
                by_face(
                    tr("Give each a name that says it: {ids} (--name {bare_id}=…, or in the list of seats)."),
                    tr("Give each a name that says it, in the list of seats: {ids}."),
                ).format(ids=ids, bare_id=bare[0].id),
                field="seats.name",
            )
        if part.named and len({seat.name.casefold() for seat in own}) < len(own):
            raise ConfigError(
                tr("{format_title}: two seats have the same {named}.").format(
                    format_title=format.title, named=part.named
                ),
                "Give each one of its own.",
                field="seats.name",
            )


def options_of(format: Format, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the format's options with a person's choices over them; a cap of 0 is no cap. Raises ConfigError for an
    unknown name or kind."""
    options, bounding = dict(format.options), bounds(format.body)
    for name, wanted in chosen.items():
        if name not in options:
            there = offered(format, options)
            near = get_close_matches(name, there, 1)
            known = f"Did you mean {near[0]!r}?" if near else f"It has: {', '.join(there)}."
            remedy = RULES[name].elsewhere if name in RULES and RULES[name].elsewhere else known
            raise ConfigError(
                tr("{format_title} has no option {name!r}.").format(format_title=format.title, name=name),
                remedy,
                field=name,
            )
        default = options[name]
        if not _fits(name, default, wanted):
            raise ConfigError(
                tr("Option {name!r} cannot be {wanted!r}.").format(name=name, wanted=wanted),
                tr("Give a value like its default, {default}.").format(default=json.dumps(default, ensure_ascii=False)),
                field=name,
            )
        if name in bounding and not fits_bound(wanted):
            remedy = "Give a whole number of passes, 1 or more."
            raise ConfigError(
                tr("Option {name!r} cannot be {wanted!r}.").format(name=name, wanted=wanted), remedy, field=name
            )
        if name == GATES and isinstance(wanted, list) and (wrong := unknown_point(format, wanted)):
            raise ConfigError(*wrong, field="gate")
        if name == TOOLS and isinstance(wanted, list) and (wrong := unknown_tool(wanted)):
            raise ConfigError(*wrong, field="tools")
        if name == HOOKS:
            commands_of({name: wanted})
        options[name] = None if name.startswith(CAPS) and not wanted else wanted
    if wrong := senseless(options):
        raise ConfigError(*wrong, field="phases")
    if passes(format.body, options) > MOST_PASSES:
        raise ConfigError(
            tr("The loops of {format_title} would have more than {most_passes} passes in all.").format(
                format_title=format.title, most_passes=figure(MOST_PASSES)
            ),
            "Choose fewer rounds.",
            field="rounds",
        )
    return options


def _fits(name: str, default: OptionValue, value: OptionValue) -> bool:
    if name.startswith(CAPS) and (default is None or value is None):
        return value is None or _fits("", 0, value)
    if name in (TOOLS, HOOKS):
        return isinstance(value, (bool, list))
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, (int, float)):
        return isinstance(value, (int, float)) and amount(value) and value >= 0
    return isinstance(value, type(default))


def require_words(question: str) -> None:
    """Raise ConfigError for a question in which there is nothing to see: blanks, control characters."""
    if not any(character.isprintable() and not character.isspace() for character in question):
        raise ConfigError("There is no question.", "Type a question.", field="question")


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
    roles: Mapping[str, Role] | None = None,
    tracks: Mapping[str, Track] | None = None,
) -> DebateOpened:
    """Return the first event of a debate. Raises ConfigError for a question that cannot be debated or seats nobody
    fills."""
    text = question.strip()
    require_words(text)
    if len(text) > LONGEST_QUESTION:
        raise ConfigError(
            tr("The question has {number_of_text} characters; the limit is {longest_question}.").format(
                number_of_text=figure(len(text)), longest_question=figure(LONGEST_QUESTION)
            ),
            "Shorten it, and add the rest as a document.",
            field="question",
        )
    empty = [seat.name for seat in seats if not seat.taken]
    if empty:
        raise ConfigError(
            tr("No model is chosen for {empty}.").format(empty=", ".join(empty)),
            "Choose one for each seat.",
            field="seats",
        )
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
        roles=dict(roles or {}),
        tracks=dict(tracks or {}),
    )
