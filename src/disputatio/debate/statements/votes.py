"""Votes: ballots over a closed list of options, and the rules by which they are tallied (SPEC VOTE.1).

Everything is exact: weights are fractions, and a tie is a set of winners, from which one is drawn by a declared seed.
Points are added up as whole numbers over a common denominator, which takes a tenth of the time.
Any rule can be tallied over the same ballots. Sources: Tideman 1987 (ranked pairs), Schulze 2011, Copeland 1951 (a tie
counts one half), Emerson 2013 (modified Borda); that Borda completes Condorcet's rule is SPEC's.

Where ranked pairs meet margins of the same size, none of those goes before the others: each is locked unless the
stronger ones and its equals lead back. So no order of the options or of the voters decides, and there can be more
winners than any one order would leave; without equal margins it is Tideman's rule.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Literal

from disputatio.debate.values import value

ZERO, HALF = Fraction(0), Fraction(1, 2)

Truncated = Literal["averaged", "pessimistic", "modified"]
"""What Borda gives options that a ballot leaves out: averaged, the mean of the places that are left; pessimistic, the
last place; modified, nothing, and the first place counts as much as there are options ranked, the last one of them 1,
so that whoever ranks a single one gives it something, and less than whoever ranks them all."""

FITTING = "fitting"
"""In the place of a rule: the one that fits the number of voters."""
FEW, MANY = 3, 6
"""From how many voters on the rule is weighted, and Borda."""

Scores = dict[str, Fraction]
Margins = Mapping[tuple[str, str], Fraction]
Leads = Mapping[tuple[str, str], int]


@value
class Ballot:
    """One voter's ballot. `ranking`: groups of options, best first; those of one group are tied, and an option in none
    is not ranked. `approves`: what they approve; where they did not say, their first group. `own`: the option that is
    their own answer, on which they have no vote. `weight`: for how many ballots it counts, under every rule; `trust`:
    their calibrated track record, else their confidence, which the rule `weighted` multiplies it by."""

    voter: str
    ranking: tuple[tuple[str, ...], ...] = ()
    approves: tuple[str, ...] = ()
    own: str = ""
    weight: Fraction = Fraction(1)
    trust: Fraction = Fraction(1)

    @property
    def first(self) -> tuple[str, ...]:
        return self.ranking[0] if self.ranking else ()

    def over(self, options: Collection[str]) -> Ballot:
        """Return the ballot with these options alone, each where it is named first, and without the voter's own."""
        named = [one for group in self.ranking for one in group]
        once = set(named)
        in_order = len(once) == len(named) and all(self.ranking) and self.own not in once
        if in_order and not self.approves and once.issubset(options):
            return self  # as nearly all are
        left = {one for one in options if one != self.own}
        approves = tuple(one for one in dict.fromkeys(self.approves) if one in left)
        groups: list[tuple[str, ...]] = []
        for group in self.ranking:
            groups.append(tuple(one for one in dict.fromkeys(group) if one in left))
            left.difference_update(groups[-1])
        return replace(self, ranking=tuple(filter(None, groups)), approves=approves)


@value
class Vote:
    """What was voted on, and every ballot in the order in which they were cast."""

    options: tuple[str, ...]
    ballots: tuple[Ballot, ...] = ()

    @property
    def counted(self) -> tuple[Ballot, ...]:
        """The last ballot of each voter, as far as it names options that are open to them."""
        options = frozenset(self.options)
        last = {one.voter: one.over(options) for one in self.ballots}
        return tuple(one for _, one in sorted(last.items()) if one.ranking or one.approves)

    @property
    def void(self) -> tuple[str, ...]:
        """Those whose last ballot names no option that is open to them."""
        counted = {one.voter for one in self.counted}
        return tuple(sorted({one.voter for one in self.ballots} - counted))


@value
class Tally:
    """What a rule makes of a vote. `winners`: all that are tied, none where the rule needs more than anybody has;
    `winner`: the one of them that was drawn. `scores`: what each option has, in the rule's own unit. `fallback`: the
    rule that decided in its place; `cycles`: options that beat one another in a circle. `support`: the part of the
    voters who put the winner first, from 0 to 1, whatever the rule."""

    rule: str
    winners: tuple[str, ...]
    winner: str = ""
    scores: Mapping[str, Fraction]
    voters: int
    fallback: str = ""
    cycles: tuple[tuple[str, ...], ...] = ()
    support: Fraction = ZERO


def rule_for(voters: int) -> str:
    """Return the rule that fits so many voters, where nobody chose one."""
    return "unanimous" if voters < FEW else "weighted" if voters < MANY else "borda"


def tally(vote: Vote, rule: str = "", seed: int = 0) -> Tally:
    """Tally a vote by a rule of `RULES`; without one, by what fits the number of voters. A tie is broken by lot: the
    options are put in an order that the seed and their names decide."""
    ballots = vote.counted
    name = rule_for(len(ballots)) if rule in ("", FITTING) else rule
    leads = _leads(vote.options, ballots)[0] if name == "condorcet" else {}
    found = _tallied(
        name, _beating_all(vote.options, leads) if leads else _scored(name, vote.options, ballots), ballots
    )
    if leads and not found.winners:
        circles = cycles(vote.options, leads)
        borda = _tallied("borda", _borda(vote.options, ballots), ballots)
        found = replace(borda, rule=name, fallback="borda", cycles=circles)
    winner = min(found.winners, key=lambda one: _lot(seed, one), default="")
    total = _cast(ballots)
    support = _first(vote.options, ballots)[winner] / total if winner and total else ZERO
    return replace(found, winner=winner, support=support)


def _scored(rule: str, options: Sequence[str], ballots: Sequence[Ballot]) -> Scores:
    alone = len(options) == 1  # nothing to compare it with: it has whatever was cast
    return dict.fromkeys(options, _cast(ballots)) if alone else RULES[rule](options, ballots)


def _tallied(rule: str, scores: Scores, ballots: Sequence[Ballot]) -> Tally:
    least = HALF * _cast(ballots) if rule == "majority" else ZERO
    most = max(scores.values(), default=ZERO)
    winners = tuple(option for option, score in scores.items() if score == most > least)
    if rule == "unanimous":
        winners = tuple(option for option, score in scores.items() if ballots and score >= _everybody(option, ballots))
    return Tally(rule=rule, winners=winners, scores=scores, voters=len(ballots))


def _everybody(option: str, ballots: Sequence[Ballot]) -> Fraction:
    """Return the weight of all who can rank an option: whose own it is has no vote on it. A single voter beside its
    author is nobody to be of one mind with."""
    others = [one for one in ballots if one.own != option]
    return _cast(others if len(others) > 1 else ballots)


def _lot(seed: int, option: str) -> bytes:
    return hashlib.sha256(f"{seed}|{option}".encode()).digest()


# ---- rules that count places ----------------------------------------------------------------------------------------
def _weights(ballots: Sequence[Ballot], trusted: bool = False) -> tuple[list[int], int]:
    """Return the weight of each ballot as so many parts, and how many parts are one whole."""
    found = [one.weight * one.trust for one in ballots] if trusted else [one.weight for one in ballots]
    unit = lcm(*{each.denominator for each in found})
    return [each.numerator * (unit // each.denominator) for each in found], unit


def _cast(ballots: Sequence[Ballot]) -> Fraction:
    """Return the weight of all ballots."""
    weights, unit = _weights(ballots)
    return Fraction(sum(weights), unit)


def _sum(options: Sequence[str], given: Iterable[tuple[str, int]], unit: int = 1) -> Scores:
    scores = dict.fromkeys(options, 0)
    for option, parts in given:
        scores[option] += parts
    return {option: Fraction(parts, unit) for option, parts in scores.items()}


def _first(options: Sequence[str], ballots: Sequence[Ballot], trusted: bool = False) -> Scores:
    """First places; tied ones share theirs."""
    weights, unit = _weights(ballots, trusted)
    share = lcm(*{len(one.first) or 1 for one in ballots})
    places = zip(weights, (one.first for one in ballots), strict=True)
    return _sum(
        options, ((one, weight * (share // len(first))) for weight, first in places for one in first), unit * share
    )


def _weighted(options: Sequence[str], ballots: Sequence[Ballot]) -> Scores:
    return _first(options, ballots, trusted=True)


def _approval(options: Sequence[str], ballots: Sequence[Ballot]) -> Scores:
    weights, unit = _weights(ballots)
    approved = zip(weights, (one.approves or one.first for one in ballots), strict=True)
    return _sum(options, ((one, weight) for weight, each in approved for one in each), unit)


def _unanimous(options: Sequence[str], ballots: Sequence[Ballot]) -> Scores:
    """How many put an option first, alone or with others."""
    weights, unit = _weights(ballots)
    firsts = zip(weights, (one.first for one in ballots), strict=True)
    return _sum(options, ((one, weight) for weight, first in firsts for one in first), unit)


def _borda(options: Sequence[str], ballots: Sequence[Ballot], truncated: Truncated = "averaged") -> Scores:
    """Places counted from the last one, which has none; tied options share theirs. Whoever has an option of their own
    ranks the others alone. Theirs gets the mean of what these get, so that leaving some out does it no good; and all of
    them get half a place more, so that a whole ballot gives as much as anybody's. In parts of half a place."""
    weights, unit = _weights(ballots)
    scores = dict.fromkeys(options, 0)
    others = max(1, len(options) - 1)
    for ballot, weight in zip(ballots, weights, strict=True):
        ranked = {one for group in ballot.ranking for one in group}
        own = ballot.own in scores
        place = 2 * (len(ranked) if truncated == "modified" else len(options) - own - 1) + own
        given = 0
        for group in ballot.ranking:
            mean = place - len(group) + 1
            place -= 2 * len(group)
            given += mean * len(group)
            for one in group:
                scores[one] += weight * others * mean
        if truncated == "averaged" or own:
            left = scores.keys() - ranked - {ballot.own}
            mean = place - len(left) + 1 if truncated == "averaged" else own
            given += mean * len(left)
            for one in left:
                scores[one] += weight * others * mean
        if own:
            scores[ballot.own] += weight * given
    return {option: Fraction(parts, 2 * others * unit) for option, parts in scores.items()}


# ---- rules that compare pairs ----------------------------------------------------------------------------------------
def margins(options: Sequence[str], ballots: Sequence[Ballot]) -> Margins:
    """Return for every ordered pair by how much more weight the first is preferred to the second. Whatever is ranked is
    preferred to what is not."""
    found, unit = _leads(options, ballots)
    return {pair: Fraction(by, unit) for pair, by in found.items()}


def _leads(options: Sequence[str], ballots: Sequence[Ballot]) -> tuple[Leads, int]:
    """Return the margins as so many parts, and how many parts are one whole.

    What an option is preferred to is counted in one number, in which each of the others has bits of its own: so a
    ballot takes one addition for each option that it ranks, and none for each pair.
    """
    weights, unit = _weights(ballots)
    wide = sum(weights).bit_length()
    bit = {one: 1 << wide * at for at, one in enumerate(options)}
    everything = sum(bit.values())
    preferred = dict.fromkeys(options, 0)
    for ballot, weight in zip(ballots, weights, strict=True):
        below = everything - bit.get(ballot.own, 0)
        for group in ballot.ranking:
            below -= sum(map(bit.__getitem__, group)) if len(group) > 1 else bit[group[0]]
            more = weight * below
            for one in group:
                preferred[one] += more
    only = (1 << wide) - 1
    count = {(one, other): preferred[one] // bit[other] & only for one in options for other in options}
    return {(one, other): by - count[other, one] for (one, other), by in count.items() if one != other}, unit


def _condorcet(options: Sequence[str], ballots: Sequence[Ballot]) -> Scores:
    return _beating_all(options, _leads(options, ballots)[0])


def _beating_all(options: Sequence[str], found: Leads) -> Scores:
    """1 for the option that beats every other, 0 for all where there is none."""
    return {one: Fraction(all(found[one, other] > 0 for other in options if other != one)) for one in options}


def cycles(options: Sequence[str], found: Margins | Leads) -> tuple[tuple[str, ...], ...]:
    """Return a shortest circle through each option that is in one and in none of those listed before it; each option of
    a circle beats the next, and the last one the first."""
    listed: list[tuple[str, ...]] = []
    for start in options:
        if any(start in circle for circle in listed):
            continue
        ways: list[tuple[str, ...]] = [(start,)]
        seen = {start}
        while ways:
            way = ways.pop(0)
            if len(way) > 1 and found[way[-1], start] > 0:
                listed.append(way)
                break
            onwards = [one for one in options if one not in seen and found[way[-1], one] > 0]
            seen.update(onwards)
            ways += [(*way, one) for one in onwards]
    return tuple(listed)


def _copeland(options: Sequence[str], ballots: Sequence[Ballot]) -> Scores:
    found = _leads(options, ballots)[0].items() if ballots else ()
    return _sum(options, ((one, 2 if by > 0 else 1) for (one, _), by in found if by >= 0), unit=2)


def _schulze(options: Sequence[str], ballots: Sequence[Ballot]) -> Scores:
    """How many others each option reaches by a path as strong as theirs: all of them, for a winner."""
    widest = {pair: max(by, 0) for pair, by in _leads(options, ballots)[0].items()}
    for middle in options:
        for one in options:
            if one == middle:
                continue
            for other in options:
                if other not in (one, middle):
                    through = min(widest[one, middle], widest[middle, other])
                    widest[one, other] = max(widest[one, other], through)
    wins = ((one, 1) for (one, other), by in widest.items() if ballots and by >= widest[other, one])
    return _winners_alone(options, _sum(options, wins))


def _ranked_pairs(options: Sequence[str], ballots: Sequence[Ballot]) -> Scores:
    """How many others do not beat an option by what is locked: all of them, for a winner."""
    found = {pair: by for pair, by in _leads(options, ballots)[0].items() if by > 0}
    locked: dict[str, set[str]] = {one: set() for one in options}
    for size in sorted(set(found.values()), reverse=True):
        equals = [pair for pair, by in found.items() if by == size]
        ahead = {one: set(beaten) for one, beaten in locked.items()}
        for one, other in equals:
            ahead[one].add(other)
        for one, other in equals:
            if one not in _reached(ahead, other):
                locked[one].add(other)
    unbeaten = (
        (one, 1) for one in options for other in options if ballots and one != other and one not in locked[other]
    )
    return _winners_alone(options, _sum(options, unbeaten))


def _reached(ahead: Mapping[str, set[str]], start: str) -> set[str]:
    found, ways = set[str](), [start]
    while ways:
        onwards = ahead[ways.pop()] - found
        found |= onwards
        ways += onwards
    return found


def _winners_alone(options: Sequence[str], wins: Scores) -> Scores:
    """Return 1 for each option that no other stands in the way of, and 0 for the rest."""
    return {one: Fraction(wins[one] == len(options) - 1) for one in options}


RULES: Mapping[str, Callable[[Sequence[str], Sequence[Ballot]], Scores]] = {
    "plurality": _first,
    "majority": _first,
    "weighted": _weighted,
    "borda": _borda,
    "borda-pessimistic": partial(_borda, truncated="pessimistic"),
    "borda-modified": partial(_borda, truncated="modified"),
    "condorcet": _condorcet,
    "schulze": _schulze,
    "copeland": _copeland,
    "ranked-pairs": _ranked_pairs,
    "unanimous": _unanimous,
    "approval": _approval,
}
"""Every rule with what it scores; the options with the highest score win, as far as the rule allows."""
