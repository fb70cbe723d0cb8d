"""What a vote comes to, in sentences: by the rule of the debate and by every other, each ballot with its reasons (SPEC
VOTE.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import word
from disputatio.debate.policies.ballots import Poll, poll_of, rankings_of, slate_of, tally_of
from disputatio.debate.policies.stability import stability_of
from disputatio.debate.policy import At
from disputatio.debate.statements.votes import RULES, Ballot, Tally, tally
from disputatio.debate.track import ENOUGH
from disputatio.debate.values import value
from disputatio.debate.views.letters import headed, key_to
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.tallies import stability_lines
from disputatio.debate.wording import Words, as_written, forms, listed, mark, plural, quoted, tr

RULE_NAMES = Words(
    {
        "plurality": "Plurality",
        "majority": "Majority",
        "weighted": "Weighted",
        "borda": "Borda",
        "borda-pessimistic": "Borda (nothing for what is left out)",
        "borda-modified": "Borda (by places ranked)",
        "condorcet": "Condorcet",
        "schulze": "Schulze",
        "copeland": "Copeland",
        "ranked-pairs": "Ranked pairs",
        "unanimous": "Unanimity",
        "approval": "Approval",
    }
)
VOID = forms(
    "The ballot of {voters} does not count: it names nothing that they could vote for.",
    "The ballots of {voters} do not count: they name nothing that these could vote for.",
)
PARTIAL = forms(
    "The ranking of {voters} does not count: it leaves out an answer that they were shown.",
    "The rankings of {voters} do not count: each leaves out an answer that its author was shown.",
)
SILENT = forms(
    "{voters} did not say how sure they are, so no vote has more weight than another.",
    "{voters} did not say how sure they are, so no vote has more weight than another.",
)
"""What is said of ballots that lack something."""
BY_TRACK = mark("Each vote weighs by the track record of its model: {weights}.")
BY_CONFIDENCE = mark(
    "Each vote weighs by how sure its voter was ({weights}), since not every model has a track record of "
    "{enough} debates."
)
"""What a ballot of a weighted vote weighs, and why so."""

TRUNCATING = frozenset({"borda-pessimistic", "borda-modified"})
"""Borda's rule for ballots that leave options out, in other ways."""
UNSCORED = frozenset({"condorcet", "schulze", "ranked-pairs"})
"""Rules that compare pairs and say who wins, by no score of their own."""


@value
class Stated:
    """A sentence of an outcome; `path`: the turn that it is about. `below`: it belongs to the one above it. `others`:
    it sums up what `by_every_rule` tells rule by rule. `detail`: it is how the rest was calculated."""

    text: str
    path: str = ""
    below: bool = False
    others: bool = False
    detail: bool = False

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(path=self.path, label=when(self.path)),) if self.path else ()


def tallies(at: At, poll: Poll) -> tuple[Tally, ...]:
    """Return the tally of a vote by the rule that the debate names or that fits, and then by each other rule; those for
    ballots that leave options out only where one does."""
    first = tally_of(at, poll.vote)
    found = [first, *(tally(poll.vote, rule, at.debate.seed) for rule in RULES if rule != first.rule)]
    whole = all(
        sum(map(len, one.ranking)) + (one.own in poll.vote.options) == len(poll.vote.options)
        for one in poll.vote.counted
    )
    return tuple(one for one in found if one is first or not (whole and one.rule in TRUNCATING))


def reasons_of(at: At) -> dict[str, tuple[str, ...]]:
    """Return why each voter votes so, in their words: after the name of whom they speak of, where a letter heads the
    reason, and with the key to the letters that stand in these words."""
    seats = at.debate.seats
    said: dict[str, tuple[str, ...]] = {}
    for node in at.past.nodes_of("ballot"):
        if (turn := node.turn) is not None and (reason := word(turn.data.get("reason"))):
            then = replace(at, path=turn.path, past=node)
            key = _options_in(reason, {one.label: one.authors for one in slate_of(then) if one.authors}, seats)
            said[turn.seat] = (f"{quoted(reason)}{f' ({key}.)' if key else ''}",)
    for one in rankings_of(at):
        told = [headed(reason, one.letters, seats) for reason in one.because]
        key = key_to(one.letters, seats, *(reason for _, reason in told))
        said[one.voter] = (
            *(_told(name, quoted(reason)) for name, reason in told),
            *([tr("In these words, {key}.").format(key=key)] if key else []),
        )
    return said


def _options_in(text: str, slate: Mapping[str, Sequence[str]], seats: Mapping[str, Seat]) -> str:
    """Return whose proposal each option is that a text calls by its number, which its voter alone knows."""
    named = (label for label in slate if re.search(rf"\b{re.escape(label)}\b", text))
    told = (
        tr("{label} is by {names}").format(label=label, names=listed(name_of(seat, seats) for seat in slate[label]))
        for label in named
    )
    return listed(told)


def _told(name: str, reason: str) -> str:
    return tr("On {name}’s answer: {reason}").format(name=name, reason=reason) if name else reason


def option_name(debate: Debate, poll: Poll, option: str) -> str:
    """Return what an option is called: by those who gave it, or the text itself."""
    authors = poll.authors.get(option)
    return listed(name_of(seat, debate.seats) for seat in authors) if authors else option


def by_every_rule(debate: Debate, past: Past) -> Iterator[tuple[str, str]]:
    """Yield each rule with what it makes of the ballots of the last vote, in words, that of the debate first."""
    at = At(debate=debate, path="", past=past)
    poll = None if is_rehearsal(debate) else poll_of(at)
    if poll is None:
        return
    named = {option: option_name(debate, poll, option) for option in poll.vote.options}
    for found in tallies(at, poll):
        names = listed(named[one] for one in found.winners)
        won = (
            tr("A tie of {names}").format(names=names)
            if len(found.winners) > 1
            else tr("{names} wins").format(names=names)
            if names
            else tr("Nobody wins")
        )
        if found.fallback:
            won = tr("No answer beats each of the others; by {rule}: {won}").format(
                rule=RULE_NAMES[found.fallback], won=won
            )
        scores = {} if (found.fallback or found.rule) in UNSCORED else found.scores
        counted = _scores({one: score for one, score in scores.items() if score}, named)
        yield RULE_NAMES[found.rule], f"{won}{f' ({counted})' if counted else ''}{_how(found.rule, poll)}."


def _how(rule: str, poll: Poll) -> str:
    """Return what the ballots do not say of themselves, and a rule makes of them."""
    if rule == "weighted":
        return _weighing(poll)
    if rule == "approval" and not any(one.approves for one in poll.vote.counted):
        return tr("; each vote is taken to approve of its first choice alone")
    if rule == "unanimous" and any(one.own for one in poll.vote.counted):
        return tr("; nobody has a vote on an answer of their own")
    return ""


def _weighing(poll: Poll) -> str:
    if poll.silent:
        return tr("; all votes weigh the same")
    by_track = tr("; each vote weighs by the track record of its model")
    return by_track if poll.tracks else tr("; each vote weighs by how sure its voter was")


def _scores(scores: Mapping[str, Fraction], named: Mapping[str, str]) -> str:
    best = sorted(scores.items(), key=lambda one: -one[1])
    return ", ".join(f"{named[option]}: {number(score)}" for option, score in best)


def vote_lines(
    at: At, poll: Poll, named: Mapping[str, str], reasons: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> Iterator[Stated]:
    """Yield what a vote comes to, by the rule of the debate first. `named`: what each option is called; `reasons`: what
    each voter said of it."""
    found, *others = tallies(at, poll)
    by = RULE_NAMES[found.rule]
    if found.fallback:
        by = tr("{rule}, completed by {other}").format(rule=by, other=RULE_NAMES[found.fallback])
    yield Stated(
        text=plural(
            "{by}, {count} voter: {won} ({scores}).", "{by}, {count} voters: {won} ({scores}).", found.voters
        ).format(by=by, won=_won(found, poll, named), scores=_scores(found.scores, named))
    )
    if len(found.winners) > 1:
        yield Stated(
            text=tr("The debate's seed drew {drawn} from these.").format(drawn=named[found.winner]), below=True
        )
    for circle in found.cycles:
        beaten = tr(" over ").join(named[one] for one in (*circle, circle[0]))
        yield Stated(text=tr("The votes form a circle: {beaten}.").format(beaten=beaten), below=True)
    apart = any(len(why) > 1 for why in reasons.values())
    if not apart:
        yield from _ballots(at, poll, named, reasons, apart=False)
    yield from _shortfalls(at.debate, poll, found.rule == "weighted")
    if found.rule == "weighted" and not poll.silent:
        yield Stated(text=_weights(at.debate, poll), below=True)
    other: dict[tuple[str, ...], list[str]] = {}
    for one in others:
        other.setdefault(one.winners, []).append(RULE_NAMES[one.rule])
    same = other.pop(found.winners, [])
    agree = tr("The same by {same}.").format(same=listed(same)) if same else ""
    differ = (_elsewhere([named[one] for one in winners], listed(rules)) for winners, rules in other.items())
    yield Stated(text=" ".join(filter(None, (agree, *differ))), below=True, others=True)
    if apart:
        yield from _ballots(at, poll, named, reasons, apart=True)


def _ballots(
    at: At, poll: Poll, named: Mapping[str, str], reasons: Mapping[str, Sequence[str]], *, apart: bool
) -> Iterator[Stated]:
    """Yield each ballot with its reasons. `apart`: some have several, which stand below the ballot that they are of."""
    for ballot in poll.vote.counted:
        cast, why = _cast(ballot, at.debate, named), reasons.get(ballot.voter, ())
        cast = tr("Ranking of {cast}").format(cast=cast) if apart else cast
        yield Stated(text=f"{cast} {why[0]}" if len(why) == 1 else cast, below=not apart)
        yield from (Stated(text=text, below=True) for text in why if len(why) > 1)


def _won(found: Tally, poll: Poll, named: Mapping[str, str]) -> str:
    """Say what a vote comes to: a tie is one, whatever is drawn from it."""
    if len(found.winners) > 1:
        return tr("{tied} are tied").format(tied=listed(named[one] for one in found.winners))
    told = tr("the answer of {named} wins") if found.winner in poll.authors else tr("{named} wins")
    return told.format(named=named[found.winner]) if found.winner else tr("no answer wins")


def _elsewhere(winners: Sequence[str], rules: str) -> str:
    """Say who would have won by other rules."""
    if not winners:
        return tr("Nobody would win by {rules}.").format(rules=rules)
    return plural("{winners} would win by {rules}.", "{winners} would tie by {rules}.", len(winners)).format(
        winners=listed(winners), rules=rules
    )


def _weights(debate: Debate, poll: Poll) -> str:
    """Say what each ballot weighs, and by what."""
    weights = {name_of(one.voter, debate.seats): (one.trust, poll.tracks.get(one.voter)) for one in poll.vote.counted}
    told = (
        plural(
            "{name}: {weight} (from {count} debate)", "{name}: {weight} (from {count} debates)", track.debates
        ).format(name=name, weight=number(trust))
        if track is not None
        else f"{name}: {number(trust)}"
        for name, (trust, track) in weights.items()
    )
    return tr(BY_TRACK if poll.tracks else BY_CONFIDENCE).format(weights=", ".join(told), enough=ENOUGH)


def _shortfalls(debate: Debate, poll: Poll, weighted: bool) -> Iterator[Stated]:
    """Yield whose ballot does not count, and who said too little for a weighted vote."""
    void = tuple(voter for voter in poll.vote.void if voter not in poll.partial)
    for voters, (one, many) in ((void, VOID), (poll.partial, PARTIAL), (poll.silent if weighted else (), SILENT)):
        if voters:
            told = listed(name_of(voter, debate.seats) for voter in voters)
            yield Stated(text=plural(one, many, len(voters)).format(voters=told), below=True)


def _cast(ballot: Ballot, debate: Debate, named: Mapping[str, str]) -> str:
    """Return one ballot in words."""
    order = " > ".join(" = ".join(named[one] for one in group) for group in ballot.ranking)
    also = ", ".join(named[one] for one in ballot.approves if one not in ballot.first)
    told = tr("{voter}: {order}; could live with {also}.") if also else tr("{voter}: {order}.")
    return told.format(voter=name_of(ballot.voter, debate.seats), order=order or tr("no order"), also=also)


def number(score: Fraction) -> str:
    """Write a score as people do: 3, 2.5, 0.33."""
    return as_written(f"{float(score):.2f}".rstrip("0").rstrip("."))


def steadiness(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return how positions spread and rankings correlate, where that stands with the rules of a vote."""
    at = At(debate=debate, path="", past=past)
    return tuple(stability_lines(stability_of(at))) if poll_of(at) is not None else ()
