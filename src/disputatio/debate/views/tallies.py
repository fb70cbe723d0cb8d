"""What answers and rankings come to, in sentences with names: the vote over the first answers (`vote0` of SPEC
FORMAT.2), the last answers, the ranking of a council, and how steady they are."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten

from disputatio.debate.ids import step_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word, words
from disputatio.debate.policies.answers import Answer, Answers, answers, first_answers
from disputatio.debate.policies.ballots import mean_ranks
from disputatio.debate.policies.estimates import spread_of, spreads_of
from disputatio.debate.policies.stability import Stability, stability_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.views.participants import name_of, nobody_thinks
from disputatio.debate.views.words import STILL
from disputatio.debate.wording import figure, plural, tr

FEW = 3
"""Answers that two rankings have in common of which it has to be said that they are few."""
LONGEST = 120
"""Characters of a position that is named in a sentence."""


def tallies_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return a sentence for each tally that the debate has."""
    return tuple(_tallies(debate, past))


def _tallies(debate: Debate, past: Past) -> Iterator[str]:
    at = At(debate=debate, path="", past=past)
    first, last = first_answers(past), answers(at, past)
    if first.complete and _sealed(debate, first):
        yield tr("First answers, before anybody had read another: {counted}.").format(
            counted=_counted(debate, first, next(iter(past.of("agreement")), None))
        )
    if last.complete and {one.path for one in last.given.values()} != {one.path for one in first.given.values()}:
        counted = _counted(debate, last, past.last("agreement"))
        yield tr("Last answers: {counted}.").format(counted=counted)
    if ranks := mean_ranks(at):
        named = ", ".join(f"{name_of(seat, debate.seats)}: {figure(mean, '.2f')}" for seat, mean in ranks.items())
        yield tr("Mean rank in the rankings by the others, best first: {named}.").format(named=named)
    found = stability_of(at)
    yield from _changed(debate, found)
    yield from stability_lines(found)


def _changed(debate: Debate, found: Stability) -> Iterator[str]:
    """Yield who changed a figure, and from which to which."""
    if found.spread is not None and found.moved:
        each = (
            f"{' → '.join(map(found.spread.written, stood))} ({name_of(seat, debate.seats)})"
            for seat, stood in found.figures
        )
        told = plural(
            "One of {all} participants changed the estimate: {each}.",
            "{count} of {all} participants changed their estimate: {each}.",
            len(found.figures),
        ).format(all=found.moved[-1][1], each="; ".join(each))
        yield told if found.figures else tr("Nobody has changed their estimate.")


def told_by_end(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return that nobody changed an estimate any more, where that is why the debate ended: it is said once."""
    found = stability_of(At(debate=debate, path="", past=past))
    still = debate.over and bool(STILL.fullmatch(debate.why)) and bool(found.moved)
    return (_steady(found),) if still else ()


def _steady(found: Stability) -> str:
    return f"{'; '.join(_moved(found))}."


def stability_lines(found: Stability) -> Iterator[str]:
    """Yield it in words: how many changed their answer in the last round, how far positions in words differ, how far
    rankings agree."""
    if found.moved:
        yield _steady(found)
    if not found.spread and found.entropy and (len(found.entropy) > 1 or found.entropy[-1] not in (0, 1)):
        over = " → ".join(figure(one, ".2f") for one in found.entropy)
        told = tr("How far positions lie apart (their entropy), from 0 (all hold one) to 1 (each their own): {over}.")
        yield told.format(over=over)
    if found.correlation is not None:
        told = tr("The rankings correlate at {correlation} (Kendall’s tau, mean of all pairs; 1: the same{shared}).")
        yield told.format(correlation=figure(found.correlation, ".2f"), shared=_in_common(*found.shared))


def _moved(found: Stability) -> Iterator[str]:
    """Yield how many answers changed in the last round, and in the one before: that of a statement is another move."""
    count, all_ = found.moved[-1]
    if found.spread is None:
        last = plural(
            "{count} of {all} changed the answer in the last round",
            "{count} of {all} changed their answer in the last round",
            count,
        )
        yield last.format(all=all_) if count else tr("Nobody changed their answer in the last round")
    else:
        last = plural(
            "{count} of {all} estimates changed in the last round",
            "{count} of {all} estimates changed in the last round",
            count,
        )
        yield last.format(all=all_) if count else tr("No estimate changed in the last round")
    for count, all_ in found.moved[-2:-1]:
        before = plural("{count} of {all} in the one before", "{count} of {all} in the one before", count)
        yield before.format(all=all_) if count else tr("none in the one before")


def _in_common(least: int, most: int) -> str:
    """Say on how few answers a correlation rests, where nobody ranked their own."""
    if not 0 < least == most <= FEW:
        return ""
    return tr("; each pair has only {count} answers in common").format(count=most)


def figures_apart(debate: Debate, past: Past) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield who gives which figure, with the turns that do, where all give one and they differ: that is a dispute, too.
    A rehearsal has none."""
    at = At(debate=debate, path="", past=past)
    width = debate.options.get("tolerance")
    found = answers(at, past, width if isinstance(width, float) else 0.0)
    spread = spread_of(found.given.values())
    if spread is not None and len(found.groups) > 1 and not nobody_thinks(debate.seats):
        held = sorted((one.number or 0.0, one.seat, one.path) for one in found.given.values())
        each = "; ".join(f"{spread.written(number)} ({name_of(seat, debate.seats)})" for number, seat, _ in held)
        yield tr("The figure itself: {each}.").format(each=each), tuple(path for *_, path in held)


def _sealed(debate: Debate, first: Answers) -> bool:
    """Return whether these answers were written without reading anything by others."""
    step = step_of(next(iter(first.given.values())).path)
    return any(block.name == step and block.sees == ("nothing",) for block in blocks(debate.format.body))


def _counted(debate: Debate, found: Answers, record: Turn | None) -> str:
    """Say who answers what. `record`: by which answers in other words are one group."""
    if (spread := spread_of(found.given.values())) is not None:
        return spread.line  # who gave which figure is told of each participant
    groups = (_group(debate, [found.given[seat] for seat in sorted(group)], record) for group in found.groups)
    spreads = spreads_of(found.given.values())
    apart = [tr("figures in {count} units, which have no median together").format(count=len(spreads))]
    return "; ".join((*(apart if len(spreads) > 1 else ()), *groups))


def _group(debate: Debate, held: list[Answer], record: Turn | None) -> str:
    """Say what a group answers, and who is in it: each in words of their own, unless these are the same. Words that
    differ are close as whoever compared them reads them, by what that record says of them."""
    if len({one.words for one in held}) > 1:
        each = ", ".join(_stated(one.position, name_of(one.seat, debate.seats)) for one in held)
        seats, rows = {one.seat for one in held}, items(record.data.get("clusters")) if record is not None else ()
        shared = next((word(row.get("text")) for row in rows if seats <= {*words(row.get("seats"))}), "")
        told = tr("{number} that are close ({shared}): {each}") if shared else tr("{number} that are close: {each}")
        return told.format(number=len(held), shared=shared.rstrip("."), each=each)
    names = ", ".join(sorted(name_of(one.seat, debate.seats) for one in held))
    several = tr("{number}\u00a0×\u00a0").format(number=len(held)) if len(held) > 1 else ""  # no line ends there
    return f"{several}{_stated(min(one.position for one in held), names)}"


def _stated(position: str, names: str) -> str:
    return tr("“{position}” ({names})").format(position=shorten(position, LONGEST, placeholder=" …"), names=names)
