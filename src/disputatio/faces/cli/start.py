"""`debate`: from options to a running debate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import click

from disputatio.app.application import Application, StartPlan
from disputatio.app.errors import Exit
from disputatio.app.starting import casting, formats
from disputatio.app.starting.configuration import LARGEST_SEED, TWICE, ContextChoice, DebateConfig, micro_dollars, parse
from disputatio.debate.context import GLIMPSES, Section
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Format
from disputatio.debate.log.seats import HUMAN, SeatChoice
from disputatio.debate.tools import READ, tools_wanted
from disputatio.debate.values import OptionValue
from disputatio.debate.views.look_ups import looks_up
from disputatio.faces.cli import consent, output
from disputatio.faces.cli.face import Face, from_file, from_input, leave, pass_face
from disputatio.faces.cli.interventions import option_value
from disputatio.faces.cli.run import run_on

STDIN = "-"
SERVICES = ("synthesis", "clerk")
"""Who sums up, and the utility model: they sit on no seat, and are chosen as one."""


EXAMPLES = {
    "--seat": "critic=openai:gpt-5.2",
    "--persona": "critic=Ada Lovelace",
    "--effort": "critic=thorough",
    "--name": "experts#2=Economist",
    "--role": "critic=Lawyer",
    "--team": "attackers=defenders",
    "--option": "threshold=90",
}


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of the command, as given."""

    question: str | None
    config: str | None
    format: str | None
    seat: tuple[str, ...]
    persona: tuple[str, ...]
    name: tuple[str, ...]
    role: tuple[str, ...]
    team: tuple[str, ...]
    person: tuple[str, ...]
    aspect: tuple[str, ...]
    project: str | None
    assignment: str | None
    repo: str | None
    commit: str | None
    issue: int | None
    file: tuple[str, ...]
    rounds: int | None
    topology: str | None
    planning: str | None
    complexity: str | None
    phase: tuple[str, ...]
    vote: str | None
    verdict: str | None
    option: tuple[str, ...]
    effort: tuple[str, ...]
    gate: tuple[str, ...]
    hooks: bool
    hook: tuple[str, ...]
    branch: bool
    release: tuple[str, ...]
    tool: tuple[str, ...]
    no_tools: bool
    step: bool
    max_cost: float | None
    seed: int | None
    rehearse: bool


_FORMAT = (
    click.option("--config", metavar="FILE", help="A debate configuration, TOML or JSON; options override it."),
    click.option("--format", metavar="NAME", help="The rules: dual (the default), delphi, socratic, …"),
)
"""A file with all of it, and the rules."""
_SEATS = (
    click.option("--seat", multiple=True, metavar="SEAT=PROVIDER:MODEL", help="The model for a seat (repeatable)."),
    click.option("--persona", multiple=True, metavar="SEAT=NAME", help="The persona that a seat plays (repeatable)."),
    click.option("--name", multiple=True, metavar="SEAT=NAME", help="The name of a seat, or its field (repeatable)."),
    click.option("--role", multiple=True, metavar="SEAT=ROLE", help="Another role for a seat (repeatable)."),
    click.option("--team", multiple=True, metavar="SEAT=TEAM", help="Another team for a seat (repeatable)."),
    click.option("--person", multiple=True, metavar="SEAT", help="Take this seat yourself (repeatable)."),
)
"""Who sits where, and as whom."""
_SUBJECT = (
    click.option("--aspect", multiple=True, metavar="TEXT", help="A facet to debate on its own (repeatable)."),
    click.option("--project", metavar="NAME", help="About a project of yours (name or id)."),
    click.option("--assignment", metavar="NAME", help="About an assignment of yours (name or id)."),
    click.option("--repo", metavar="PATH", help="About a git repository on this computer; it is only read."),
    click.option("--commit", metavar="REV", help="Read the repository at this commit (by default HEAD)."),
    click.option("--issue", type=click.IntRange(1), metavar="N", help="Add issue or pull request N from GitHub."),
    click.option("--file", multiple=True, metavar="PATH", help="Add a text file to the context (repeatable)."),
)
"""What the debate is about."""
_COURSE = (
    click.option("--rounds", type=click.IntRange(1, 100), help="The maximum number of rounds."),
    click.option("--topology", metavar="NAME", help="Who hears whom: mesh, star, chain, tree."),
    click.option("--planning", metavar="NAME", help="Who plans, where a format plans: adaptive, cpde, dpde."),
    click.option(
        "--complexity",
        metavar="NAME",
        help="Whether a task is clarified first: estimated (the default), complex, simple.",
    ),
    click.option("--phase", multiple=True, metavar="NAME", help="A phase that is on; all others are off (repeatable)."),
    click.option("--vote", metavar="RULE", help="How votes are counted, such as borda or condorcet."),
    click.option("--verdict", metavar="NAME", help="How the arguments of a proposition are weighed."),
    click.option(
        "--option",
        multiple=True,
        metavar="NAME=VALUE",
        help="Any other option or rule of the format: sealed=false. Give a list, such as rubric, once for each entry "
        "(repeatable).",
    ),
    click.option(
        "--effort",
        multiple=True,
        metavar="LEVEL",
        help="How long models think: quick, normal, thorough; or SEAT=LEVEL (repeatable).",
    ),
)
"""How it goes."""
_WORK = (
    click.option(
        "--gate",
        multiple=True,
        metavar="POINT",
        help="Wait for your approval here: rounds, synthesis, spend:USD, a step, after:STEP, or all (repeatable).",
    ),
    click.option("--hooks", is_flag=True, help="Check proposals with the commands of the project (see hooks)."),
    click.option(
        "--hook",
        multiple=True,
        metavar="KIND: COMMAND",
        help='Check proposals with only this command: "tests: make test" (repeatable).',
    ),
    click.option("--branch", is_flag=True, help="Commit the results to a branch debate/ID in --repo."),
    click.option("--release", multiple=True, metavar="ID", help="Send the secret held back as ID (repeatable)."),
    click.option(
        "--tool",
        multiple=True,
        metavar="NAME",
        help="Let participants use only this tool; mcp:NAME for a tool server (repeatable).",
    ),
    click.option("--no-tools", is_flag=True, help="Switch look-ups off."),
)
"""What it waits for, checks, writes, sends and looks up."""
_RUN = (
    click.option("--step", is_flag=True, help="Return after each round (exit code 3); continue with resume."),
    click.option("--max-cost", type=click.FloatRange(0), metavar="USD", help="Pause when this much is spent."),
    click.option(
        "--seed",
        type=click.IntRange(-LARGEST_SEED, LARGEST_SEED),
        metavar="NUMBER",
        help="For shuffled orders and rehearsals; the same seed gives the same draw.",
    ),
    click.option("--rehearse", is_flag=True, help="Ask no AI model; rules compose the debate. Needs no key."),
    click.option(
        "--yes", is_flag=True, help="Agree in advance to sending data, running commands and writing a branch."
    ),
    click.option("--json", "as_json", is_flag=True, help="Print the events, one JSON object per line."),
)
"""How this run goes, and what is printed."""


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options, in the order in which help lists them."""
    for option in reversed((*_FORMAT, *_SEATS, *_SUBJECT, *_COURSE, *_WORK, *_RUN)):
        command = option(command)
    return command


@click.command()
@click.argument("question", required=False)
@_options
@pass_face
def debate(face: Face, /, yes: bool, as_json: bool, **given: Any) -> None:
    """Debate QUESTION and show it live, to the synthesis. "-" reads the question from standard input.

    \b
    Examples:
      disputatio debate --rehearse "Is our retry logic sound?" --repo ~/src/shop
      disputatio debate "Which database?" --seat critic=ollama:llama3.3 --rounds 3
      disputatio debate "Should we ship on Friday?" --format devils-advocate --max-cost 0.50
      git diff | disputatio debate - --file CONTRIBUTING.md

    Seats of one part are numbered: --seat members=… is the first councillor, --seat members-4=… the fourth, and naming
    it seats as many. `disputatio formats` lists the parts. --seat also takes "synthesis", the model that writes the
    synthesis, and "clerk", the utility model.

    Ctrl+C stops at once and keeps what was said; continue with `disputatio resume ID`.
    """
    choices = Choices(**given)
    config = configuration(choices)
    leave(face.run(lambda app: _debate(face, app, config, choices, yes=yes, json=as_json)))


async def _debate(
    face: Face, app: Application, config: DebateConfig, choices: Choices, *, yes: bool, json: bool
) -> Exit:
    config = with_options(config, choices, await asyncio.to_thread(app.formats.get, config.format))
    prepared = await app.prepare(config, rehearse=choices.rehearse, shape=formats.headless_shape(choices.step))
    if choices.rehearse:
        casting.require_rehearsal(prepared.opening)
    await app.require_held(prepared.opening.context, prepared.unmet, [each.id for each in prepared.held_back])
    return await begin(face, app, prepared, yes=yes, json=json)


async def begin(face: Face, app: Application, prepared: StartPlan, *, yes: bool = False, json: bool = False) -> Exit:
    """Say what to know beforehand, start the debate once the person agrees, and show it until it rests."""
    foretell(face, prepared)
    id = await consent.with_consent(face, yes, lambda agreed: app.start(prepared, agreed))
    face.out.note(f"Debate {id}")
    return await run_on(face, app, id, json=json)


def foretell(face: Face, prepared: StartPlan) -> None:
    """Print the context and what was cut from it, the warnings and the forecast."""
    context = prepared.opening.context
    if context.sections:
        pin = f" at {context.pin[:12]}" if context.pin else ""
        face.out.note(f"Context: {context.kind if context.kind != 'none' else 'files'} {context.title}{pin}".rstrip())
        for section in context.sections:
            if cut := _cut(section, prepared):
                face.out.note(f"  {section.title}: {cut}")
    for seat in prepared.opening.seats:
        if (character := prepared.opening.personas.get(seat.id)) is not None:
            face.out.note(f"{seat.id}: {character.name}{output.corpus(character)}")
    for held in prepared.held_back:
        face.out.note(
            f"  Held back: {held.kind} in {held.place or 'the context'} (to send it anyway: --release {held.id})"
        )
    if looks_up(context, prepared.opening.options) and prepared.looking_up.why:
        face.out.note(f"Look-ups: {prepared.looking_up.why}")
    for warning in prepared.warnings:
        face.out.warn(warning)
    face.out.note(prepared.forecast.summary)


def _cut(section: Section, prepared: StartPlan) -> str:
    """Return what is left out of a section. Whoever can read the files is not sent excerpts that were chosen by their
    words alone."""
    if section.name != GLIMPSES or READ not in tools_wanted(prepared.opening.context, prepared.opening.options):
        return section.cut
    if not prepared.looking_up.possible:
        return section.cut
    return f"sent only to those who cannot read the files themselves. {section.cut}".rstrip()


# ---- options -> configuration ----------------------------------------------------------------------------------------
def configuration(choices: Choices) -> DebateConfig:
    """Combine what was given with the file, if there is one, and wins over it. What --option gives is left to
    `with_options`. Raises ConfigError."""
    config = _from_file(choices.config) if choices.config else DebateConfig()
    config = replace(config, question=_question(choices.question) or config.question)
    if choices.format:
        config = replace(config, format=choices.format)
    if choices.seed is not None:
        config = replace(config, seed=choices.seed)
    return replace(
        config,
        context=_context(choices, config.context),
        seats=_seats(choices, config.seats),
        services={**config.services, **_services(choices)},
        files=tuple(dict.fromkeys((*config.files, *choices.file))),
        options={"auto_continue": True, **config.options, **_chosen(choices)},
    )


def _from_file(name: str) -> DebateConfig:
    return parse(from_input("config") if name == STDIN else from_file(name, "config"), name)


def _question(given: str | None) -> str:
    return from_input("question").strip() if given == STDIN else given or ""


def with_options(config: DebateConfig, choices: Choices, format: Format) -> DebateConfig:
    """Add what was given with --option, as the kind of value that the format has. Raises ConfigError, UsageError."""
    named: dict[str, list[str]] = {}
    for name, text in (_pair("--option", each) for each in choices.option):
        named.setdefault(name, []).append(text)
    now: Mapping[str, OptionValue] = {"phases": [], **format.options}
    found = {name: option_value(name, texts, now.get(name)) for name, texts in named.items()}
    return replace(config, options={**config.options, **found, **_chosen(choices)})


def _chosen(choices: Choices) -> Mapping[str, OptionValue]:
    """Return what was given with options of its own, by the names that it has in a configuration."""
    levels = [level for level in choices.effort if "=" not in level]
    given: dict[str, OptionValue] = {
        "auto_continue": False if choices.step else None,
        "rounds": choices.rounds,
        "topology": choices.topology,
        "planning": choices.planning,
        "complexity": choices.complexity,
        "vote": choices.vote,
        "verdict": choices.verdict,
        "effort": levels[-1] if levels else None,
        "phases": list(dict.fromkeys(choices.phase)),
        "aspects": list(choices.aspect),
        "gates": list(dict.fromkeys(choices.gate)),
        "release": list(dict.fromkeys(choices.release)),
        "hooks": list(dict.fromkeys(choices.hook)) or choices.hooks or None,
        "branch": choices.branch or None,
        "tools": False if choices.no_tools else list(dict.fromkeys(choices.tool)),
    }
    found: dict[str, OptionValue] = {name: chosen for name, chosen in given.items() if chosen not in (None, [], "")}
    if choices.max_cost is not None:
        found["max_cost"] = micro_dollars(choices.max_cost)
    return found


def _context(choices: Choices, before: ContextChoice) -> ContextChoice:
    given = {"project": choices.project, "assignment": choices.assignment, "repository": choices.repo}
    kinds = [kind for kind, ref in given.items() if ref is not None]
    if len(kinds) > 1:
        raise ConfigError(
            "A debate has one context.", "Give only one of --project, --assignment and --repo.", field="context"
        )
    if kinds:
        kind = kinds[0]
        before = ContextChoice(kind=kind, ref=given[kind] or "", commit=before.commit, issue=before.issue)  # type: ignore[arg-type]
    if choices.commit and before.kind != "repository":
        raise ConfigError("--commit belongs to a repository.", "Give --repo PATH too.", field="commit")
    if choices.branch and before.kind != "repository":
        raise ConfigError("--branch belongs to a repository.", "Give --repo PATH too.", field="branch")
    if choices.no_tools and choices.tool:
        raise ConfigError("--no-tools and --tool do not go together.", "Leave one of the two out.", field="tools")
    if choices.issue and before.kind != "repository":
        raise ConfigError("--issue belongs to a repository.", "Give --repo PATH too.", field="issue")
    return replace(before, commit=choices.commit or before.commit, issue=choices.issue or before.issue)


def _seats(choices: Choices, before: tuple[SeatChoice, ...]) -> tuple[SeatChoice, ...]:
    seats = {choice.seat: choice for choice in before}
    efforts = tuple(text for text in choices.effort if "=" in text)
    for option, field, texts in (
        ("--seat", "model", choices.seat),
        ("--persona", "persona", choices.persona),
        ("--effort", "effort", efforts),
        ("--name", "name", choices.name),
        ("--role", "role", choices.role),
        ("--team", "team", choices.team),
        ("--seat", "model", tuple(f"{seat}={HUMAN}" for seat in choices.person)),
    ):
        given: set[str] = set()
        for text in texts:
            seat, chosen = _pair(option, text)
            if seat in given:
                raise ConfigError(f"You gave {option} {seat} twice.", TWICE, field="seats")
            given.add(seat)
            if field != "model" or seat not in SERVICES:
                seats[seat] = replace(seats.get(seat, SeatChoice(seat=seat)), **{field: chosen})
    return tuple(seats.values())


def _pair(option: str, text: str) -> tuple[str, str]:
    """Raise ConfigError for what is no NAME=VALUE."""
    name, equals, chosen = text.partition("=")
    if not (name and equals and chosen):
        remedy = f"Write {option} {EXAMPLES[option]!r}."
        raise ConfigError(f"{option} {text!r} is incomplete.", remedy, field=option.removeprefix("--"))
    return name, chosen


def _services(choices: Choices) -> dict[str, str]:
    """Return the models of those who sit on no seat."""
    found = (text.partition("=") for text in choices.seat)
    return {name: model for name, _, model in found if name in SERVICES}
