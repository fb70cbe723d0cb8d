"""What answers and rankings come to, in sentences with names: the vote over the first answers (`vote0` of SPEC
FORMAT.2), the last answers, the ranking of a council."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten

from disputatio.debate.ids import step_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.answers import Answers, answers, first_answers
from disputatio.debate.policies.figures import mean_ranks, spread_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.views.participants import name_of

LONGEST = 120
"""Characters of a position that is named in a sentence."""


def tallies_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """A sentence for each tally that the debate has."""
    return tuple(_tallies(debate, past))


def _tallies(debate: Debate, past: Past) -> Iterator[str]:
    at = At(debate=debate, path="", past=past)
    first, last = Answers(given=first_answers(past)), answers(at, past)
    if first.complete and _sealed(debate, first):
        yield f"First answers, before anybody had read another: {_counted(debate, first)}."
    if last.complete and {one.path for one in last.given.values()} != {one.path for one in first.given.values()}:
        yield f"Last answers: {_counted(debate, last)}."
    if ranks := mean_ranks(at):
        named = ", ".join(f"{name_of(seat, debate.seats)} {mean:.2f}" for seat, mean in ranks.items())
        yield f"Mean rank in the rankings by the others, best first: {named}."


def _sealed(debate: Debate, first: Answers) -> bool:
    """Whether these were written without reading anything of others."""
    step = step_of(next(iter(first.given.values())).path)
    return any(block.name == step and block.sees == ("nothing",) for block in blocks(debate.format.body))


def _counted(debate: Debate, found: Answers) -> str:
    groups = (
        f"{len(group)} × “{shorten(min(found.given[seat].position for seat in group), LONGEST, placeholder=' …')}” "
        f"({', '.join(sorted(name_of(seat, debate.seats) for seat in group))})"
        for group in found.groups
    )
    spread = spread_of(found.given.values())
    return "; ".join((*([spread.line] if spread else ()), *groups))
