"""What answers and rankings come to, in sentences with names: the vote over the first answers (`vote0` of SPEC
FORMAT.2), the last answers, the ranking of a council, and how steady they are."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten

from disputatio.debate.ids import step_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.answers import Answers, answers, first_answers
from disputatio.debate.policies.ballots import mean_ranks
from disputatio.debate.policies.figures import spread_of
from disputatio.debate.policies.stability import Stability, stability_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.views.participants import name_of
from disputatio.debate.wording import figure, tr

LONGEST = 120
"""Characters of a position that is named in a sentence."""


def tallies_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return a sentence for each tally that the debate has."""
    return tuple(_tallies(debate, past))


def _tallies(debate: Debate, past: Past) -> Iterator[str]:
    at = At(debate=debate, path="", past=past)
    first, last = first_answers(past), answers(at, past)
    if first.complete and _sealed(debate, first):
        yield tr("First answers, before anybody had read another: {counted}.").format(counted=_counted(debate, first))
    if last.complete and {one.path for one in last.given.values()} != {one.path for one in first.given.values()}:
        yield tr("Last answers: {counted}.").format(counted=_counted(debate, last))
    if ranks := mean_ranks(at):
        named = ", ".join(f"{name_of(seat, debate.seats)}: {figure(mean, '.2f')}" for seat, mean in ranks.items())
        yield tr("Mean rank in the rankings by the others, best first: {named}.").format(named=named)
    yield from stability_lines(stability_of(at))


def stability_lines(found: Stability) -> Iterator[str]:
    """Yield it in words: what moved in the last round, how far positions differ, how far rankings agree."""
    if found.drift:
        moved = tr("{drift} of the participants changed position in the last round").format(
            drift=figure(found.drift[-1], ".0%")
        )
        before = (
            tr(" ({drift} in the one before)").format(drift=figure(found.drift[-2], ".0%"))
            if len(found.drift) > 1
            else ""
        )
        yield tr("Stability: {moved}{before}.").format(moved=moved, before=before)
    if found.entropy and (len(found.entropy) > 1 or found.entropy[-1] not in (0, 1)):
        over = " → ".join(figure(one, ".2f") for one in found.entropy)
        yield tr("Entropy of the positions, from 0 (all hold one) to 1 (each their own): {over}.").format(over=over)
    if found.correlation is not None:
        yield tr("The rankings correlate at {correlation} (Kendall’s tau, mean of all pairs; 1: the same).").format(
            correlation=figure(found.correlation, ".2f")
        )


def _sealed(debate: Debate, first: Answers) -> bool:
    """Return whether these answers were written without reading anything by others."""
    step = step_of(next(iter(first.given.values())).path)
    return any(block.name == step and block.sees == ("nothing",) for block in blocks(debate.format.body))


def _counted(debate: Debate, found: Answers) -> str:
    groups = (
        tr("{several}“{position}” ({names})").format(
            several=tr("{number} × ").format(number=len(group)) if len(group) > 1 else "",
            position=shorten(min(found.given[seat].position for seat in group), LONGEST, placeholder=" …"),
            names=", ".join(sorted(name_of(seat, debate.seats) for seat in group)),
        )
        for group in found.groups
    )
    spread = spread_of(found.given.values())
    return "; ".join((*([spread.line] if spread else ()), *groups))
