"""Options of a debate: which of them its format reads at all, which of them may still be read, what they can be; and
which phases of the eight-phase protocol make sense together (SPEC PHASE.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from disputatio.debate.board.verdict import STRATEGIES
from disputatio.debate.context import RELEASE
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.hooks import OPTION as HOOKS
from disputatio.debate.hooks import commands_of
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.events import Event, OptionChanged
from disputatio.debate.log.seats import EFFORTS
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.natural_order import natural
from disputatio.debate.policies.ballots import CHOICES as CHOICES_OF_A_VOTE
from disputatio.debate.policies.conditions import COMPLEXITIES
from disputatio.debate.policies.speakers import PLANNINGS, TOPOLOGIES
from disputatio.debate.ranges import MOST, MOST_PASSES, amount, blocks, passes
from disputatio.debate.statements.votes import FITTING, RULES
from disputatio.debate.tools import OPTION as TOOLS
from disputatio.debate.tools import unknown_tool
from disputatio.debate.values import OptionValue
from disputatio.debate.walk.gates import OPTION as GATES
from disputatio.debate.walk.gates import unknown_point
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import figure, tr

CAPS: Final = "max_"
"""How the names of caps begin: only they can be lifted (None)."""

READERS: Final[dict[str, frozenset[str]]] = {
    "topology": frozenset({"topology", "neighbours", "leader"}),
    "aspects": frozenset({"aspects", "no-aspects"}),
    "keep": frozenset({"long"}),
    "planning": frozenset({"plans"}),
    "complexity": frozenset({"complex"}),
    "rubric": frozenset({"figure rubric"}),
    "order_swap": frozenset({"both-orders"}),
    "early_stop": frozenset({"stable", "unanimous", "undecided", "no-new-claims"}),
    CHOICES_OF_A_VOTE: frozenset({"voters", "voters-among", "figure options", "figure vote"}),
}
"""The policies that read an option without naming it."""

OF_A_REPOSITORY: Final = ("branch", RELEASE)
"""Options that mean something only in a debate about a repository, once it has begun."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "topology": tuple(TOPOLOGIES),
    "effort": EFFORTS,
    "ledger": ("message", "round", "off"),
    "verdict": STRATEGIES,
    "vote": (FITTING, *RULES),
    "planning": PLANNINGS,
    "complexity": COMPLEXITIES,
    "lessons": ("context", "everywhere", "off"),
}
"""Options that are one of a few words."""

THRESHOLD: Final = "threshold"

WEIGHS: Final[Mapping[str, str]] = {"verdict": "argument", "vote": "ranking ballot", "minority": "synthesis"}
"""Options that say how answers of some contracts are weighed, at any time: nothing is asked again for them."""

UNSAID: Final = ("hidden", "diversity", "anonymous", "effort", GATES, TOOLS, *OF_A_REPOSITORY)
"""Options that no step reads, only those who carry out the debate."""


def reads(format: Format, name: str) -> bool:
    """Return whether anything in a format depends on an option."""
    if name in WEIGHS:
        return any(block.gives in WEIGHS[name].split() for block in blocks(format.body))
    return name.startswith(CAPS) or name in UNSAID or _read_in(format.body, name)


def offered(format: Format, options: Mapping[str, OptionValue]) -> list[str]:
    """Return the names of those options that change something in a format: what has no effect is refused, and not
    offered either."""
    return sorted((name for name in options if name not in format.options or reads(format, name)), key=natural)


def bounds(*bodies: Block) -> frozenset[str]:
    """Return the options that say how many passes a loop below one of these blocks has at most."""
    repeats = (str(block.repeat) for body in bodies for block in blocks(body))
    return frozenset(repeat[1:] for repeat in repeats if repeat.startswith("$"))


def fits_bound(value: OptionValue) -> bool:
    """Return whether an option that bounds a loop can have a value: only a whole number of passes, 1 or more."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def most_of(name: str, default: OptionValue) -> int:
    """Return the largest amount of an option that is a share, which nothing above it could reach: a threshold is a
    percentage, or a share of 1 where its format gives one. 0 for all others."""
    if name != THRESHOLD:
        return 0
    return 1 if isinstance(default, float) and default <= 1 else 100


def require_few_passes(debate: Debate, options: Mapping[str, OptionValue], *added: Block) -> None:
    """Require that a debate with these options, and with blocks that are `added` to it, stays one that somebody would
    wait for. Raises Refused where its loops, earlier additions included, would have more passes in all than that. What
    adds no pass is never refused."""
    bodies = _bodies(debate)
    before = sum(passes(body, debate.options) for body in bodies)
    after = sum(passes(body, options) for body in (*bodies, *added))
    if after > max(before, MOST_PASSES):
        raise Refused(
            tr("The loops of this debate would have more than {most_passes} passes in all.").format(
                most_passes=figure(MOST_PASSES)
            ),
            "Choose fewer rounds, or fork the debate to go on from one of its turns.",
        )


def _bodies(debate: Debate) -> tuple[Block, ...]:
    """Return the program of a debate, and whatever was added to it."""
    return (debate.format.body, *(block for added in debate.splices.values() for block in added))


def set_option(debate: Debate, command: SetOption) -> tuple[Event, ...]:
    """Return the event that gives an option another value. Raises Refused, also where that would change nothing any
    more."""
    after, known = command.value, debate.options
    name = PHASES.get(command.name, command.name)
    name = name if name in known else command.name
    if name not in known:
        raise Refused(
            tr("No option {name!r}.").format(name=name),
            tr("This debate has {known}.").format(known=", ".join(offered(debate.format, known))),
        )
    _require_value(debate, name, after)
    _require_effect(debate, name, after)
    if name in PHASES.values() and (wrong := senseless({**known, name: after}, proposed=_proposed(debate))):
        raise Refused(*wrong)
    before = known[name]
    if name == "keep" and _number(after) < _number(before) and Planner().walk(debate).past.last("digest"):
        raise Refused(
            tr("The last {before} messages already stay verbatim.").format(before=before),
            tr("Give {before} or more.").format(before=before),
        )
    return (OptionChanged(name=name, value=after),)


def _require_value(debate: Debate, name: str, after: OptionValue) -> None:
    """Require a value that the option can have. Raises Refused."""
    cannot = tr("Option {name} cannot be {after!r}.").format(name=name, after=after)
    if not _alike(name, debate.options[name], after):
        large = f", not above {MOST:,}" if isinstance(after, (int, float)) and after > MOST else ""
        remedy = f"It is {debate.options[name]!r}: give a value of that kind{large}."
        raise Refused(cannot, remedy)
    if name in bounds(*_bodies(debate)) and not fits_bound(after):
        raise Refused(cannot, "Give a whole number of passes, 1 or more.")
    most = most_of(name, debate.format.options.get(name))
    if most and _number(after) > most:
        raise Refused(cannot, tr("It can be {most} at most.").format(most=most))
    require_few_passes(debate, {**debate.options, name: after})
    if name in CHOICES and after not in CHOICES[name]:
        raise Refused(
            tr("There is no {name} {after!r}.").format(name=name, after=after),
            tr("Choose one of {choices}.").format(choices=", ".join(CHOICES[name])),
        )
    if name == GATES and isinstance(after, list) and (wrong := unknown_point(debate.format, after)):
        raise Refused(*wrong)
    if name == TOOLS and isinstance(after, list) and (wrong := unknown_tool(after)):
        raise Refused(*wrong)
    if name == HOOKS:
        _require_commands(after)


def _require_commands(after: OptionValue) -> None:
    try:
        commands_of({HOOKS: after})
    except ConfigError as error:
        raise Refused(error.what, error.remedy) from error


def _proposed(debate: Debate) -> bool:
    return Planner().walk(debate).past.last("artifact") is not None


def _require_effect(debate: Debate, name: str, after: OptionValue) -> None:
    if name not in debate.format.options:  # the bound of an extension
        return
    if not reads(debate.format, name):
        raise Refused(
            tr("{format_title} does not use {name}.").format(format_title=debate.format.title, name=name),
            tr("Its options are {useful}.").format(useful=", ".join(offered(debate.format, debate.options))),
        )
    listed = name == TOOLS and (isinstance(after, list) or isinstance(debate.options[name], list))
    if name in (*OF_A_REPOSITORY, TOOLS) and debate.context.kind != "repository" and not listed:
        raise Refused(
            tr("This debate is not about a repository, so {name} has no effect.").format(name=name),
            "Start a debate about a repository.",
        )
    if name.startswith(CAPS) or name in UNSAID or name in WEIGHS or name == "auto_continue":
        return
    over = name == "planning" and _planned(debate)
    if over or not any(_read_in(block, name, entered=block.name in debate.entered) for block in _to_come(debate)):
        remedy = (
            "Extend the debate to add rounds." if name in bounds(debate.format.body) else "Fork it from a turn before."
        )
        raise Refused(tr("The part of the debate that {name} affects is over.").format(name=name), remedy)


def _planned(debate: Debate) -> bool:
    """Return whether the task has been planned: from then on another way would be told that was not gone."""
    found = (block_at(debate, path) for path in debate.replies)
    return any(block is not None and block.gives == "plan" for block in found)


def _to_come(debate: Debate) -> Iterator[Block]:
    """Yield the steps of the format of which something may still happen, and those that an extension would add."""
    steps = debate.format.body.do
    reached = [at for at, block in enumerate(steps) if any(_lies_in(path, block) for path in debate.entered)]
    yield from (block for block in steps[max(reached, default=0) :] if block.name not in debate.left)
    loops = [at for at, block in enumerate(steps) if block.repeat]
    if loops:
        yield replace(steps[loops[-1]], repeat=0, unless=())  # the bound of an extension is an option of its own
        yield from steps[loops[-1] + 1 :]


def _lies_in(path: str, step: Block) -> bool:
    return path == step.name or path.startswith((f"{step.name}[", f"{step.name}/"))


def _read_in(block: Block, name: str, *, entered: bool = False) -> bool:
    """Return whether a step or one below it reads an option. `entered`: whom it asks has been decided already."""
    asked = () if entered else (block.ask, block.each, block.order, *block.when, *block.unless)
    if any(_names(reference, name) for reference in (*asked, *block.sees, *block.until)):
        return True
    if block.repeat == f"${name}" or (block.pause and name == "auto_continue"):
        return True
    return any(_read_in(child, name) for child in block.do)


def _names(reference: str, name: str) -> bool:
    policy, *words = reference.split() or [""]
    if {policy, reference} & READERS.get(name, frozenset()) or f"${name}" in words:
        return True
    return policy in ("on", "off", "is", "is-not") and words[:1] == [name]


def _alike(name: str, before: OptionValue, after: OptionValue) -> bool:
    """Return whether a value is of the kind that the rules expect. Only a cap can be lifted (None); no amount is
    negative."""
    if name.startswith(CAPS) and (before is None or after is None):
        return after is None or _number(after) >= 0
    if name in (TOOLS, HOOKS):
        return isinstance(after, (bool, list))
    if _number(before) >= 0:
        return _number(after) >= 0
    return type(after) is type(before)


def _number(value: OptionValue) -> float:
    """Return an amount; -1 for what is not one."""
    return float(value) if isinstance(value, (int, float)) and amount(value) and value >= 0 else -1.0


# ---- the phases of the eight-phase protocol ------------------------------------------------------------------------
PHASES = {
    "dehallucination": "dehallucination",
    "self-evolvement": "evolvement",
    "proposal": "proposal",
    "critique": "critique",
    "review": "review",
    "optimization": "optimization",
    "adversarial": "adversarial",
    "convergence": "convergence",
}
"""Each phase, in their order, with the option that switches it."""
PROPOSAL = "proposal"
LATER = ("critique", "review", "optimization", "adversarial", "convergence")
"""Phases that work on proposals."""


def senseless(options: Mapping[str, OptionValue], *, proposed: bool = False) -> tuple[str, str] | None:
    """Return why the phases that are on make no sense together, and the remedy; None where they do, or where there are
    none. `proposed`: there is a proposal already."""
    if not set(PHASES.values()) <= options.keys():
        return None
    on = [phase for phase, option in PHASES.items() if options[option]]
    if not on:
        return "All phases are off, so nothing would happen.", f"Leave one on: {', '.join(PHASES)}."
    idle = [phase for phase in LATER if phase in on]
    if idle and not proposed and PROPOSAL not in on:
        what = (
            f"Without a proposal, there is nothing for {' and '.join(filter(None, (', '.join(idle[:-1]), idle[-1])))}."
        )
        return what, f"Leave the phase {PROPOSAL} on, or switch the later ones off, too."
    return None
