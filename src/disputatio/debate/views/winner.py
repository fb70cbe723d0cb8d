"""Who or what won a debate, by which method, with which score and confidence: what it comes to beside its text (SPEC
VERDICT.1, VOTE.1, STORE.1). Derived, so that any other strategy or rule can be asked for over the same record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from disputatio.debate.board.verdict import SIDES, STRATEGIES, Argument, Verdict, labelled, verdict_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.ballots import Poll, poll_of, tally_of
from disputatio.debate.policies.figures import spread_of
from disputatio.debate.policies.judgements import judgement_of
from disputatio.debate.policy import At, seat_in
from disputatio.debate.statements.votes import RULES, Ballot, Tally, tally
from disputatio.debate.track import ENOUGH
from disputatio.debate.values import value
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.words import percent, sentence
from disputatio.debate.wording import Words, as_written, figure, forms, listed, mark, plural, tr

VERDICTS = Words({"SUPPORT": "supported", "OPPOSE": "opposed", "UNCERTAIN": "left undecided"})
METHODS = Words(
    {
        "confidence": "by confidence, evidence and consistency",
        "evidence": "by verified evidence",
        "majority": "by majority",
        "argumentation": "by the graph of arguments",
        "df-quad": "by the same graph as DF-QuAD counts it",
    }
)
"""What each strategy goes by, in words."""
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
    "{voters} did not say how sure they are, so no ballot has more weight than another.",
    "{voters} did not say how sure they are, so no ballot has more weight than another.",
)
"""What is said of ballots that lack something."""
BY_TRACK = mark("Each ballot weighs by the track record of its model: {weights}.")
BY_CONFIDENCE = mark(
    "Each ballot weighs as much as its voter said to be sure ({weights}), since not every model has a track record of "
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
    it sums up what `by_every_rule` tells rule by rule."""

    text: str
    path: str = ""
    below: bool = False
    others: bool = False

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(path=self.path, label=when(self.path)),) if self.path else ()


@value
class Outcome:
    """`winner`: a decision, a participant or a position, "" where nobody and nothing won. `score` and `confidence`:
    0..1, None where the method has none. `lines`: all of it in sentences."""

    winner: str
    method: str
    score: float | None = None
    confidence: float | None = None
    lines: tuple[Stated, ...] = ()


def outcome_of(debate: Debate, past: Past) -> Outcome | None:
    """Return what the record comes to; None where nothing in it decides anything, or nobody thought."""
    if is_rehearsal(debate):
        return None
    strategy = str(debate.options.get("verdict") or STRATEGIES[0])
    if (verdict := verdict_of(past, strategy)) is not None:
        return _of_verdict(debate, past, verdict)
    at = At(debate=debate, path="", past=past)
    judged = tuple(_judgement_lines(debate, past))
    if (poll := poll_of(at)) is not None:
        found = _of_vote(at, poll)
        return replace(found, lines=(*found.lines, *judged))
    if (better := judgement_of(at)) is not None:
        return Outcome(winner=_author(debate, better.winner), method="judge", lines=judged)
    if (ruling := past.last("verdict")) is not None and word(ruling.data.get("decision")):
        return _of_ruling(debate, ruling)
    return _of_answers(at)


# ---- a proposition ---------------------------------------------------------------------------------------------------
def _of_verdict(debate: Debate, past: Past, found: Verdict) -> Outcome:
    ours, theirs = (found.strengths[side] for side in SIDES)
    lines = tuple(_verdict_lines(debate, past, found))
    return Outcome(
        winner=found.decision,
        method=tr("verdict: {strategy}").format(strategy=found.strategy),
        score=max(ours, theirs) / (ours + theirs) if ours + theirs else None,
        confidence=found.confidence,
        lines=lines,
    )


def _verdict_lines(debate: Debate, past: Past, found: Verdict) -> Iterator[Stated]:
    ours, theirs = (found.strengths[side] for side in SIDES)
    yield Stated(
        text=tr(
            "The proposition is {verdicts} {methods}: {ours} for, {theirs} against (confidence {confidence} percent)."
        ).format(
            verdicts=VERDICTS[found.decision],
            methods=METHODS[found.strategy],
            ours=figure(ours, ".2f"),
            theirs=figure(theirs, ".2f"),
            confidence=percent(found.confidence),
        )
    )
    for one in found.arguments:
        yield Stated(text=_weighed(debate, one), path=one.path, below=True)
    if not found.checked:
        yield Stated(
            text=tr("Nothing cited could be checked: the evidence of each argument counts one half."), below=True
        )
    if not found.recorded:
        yield Stated(text=tr("Nobody recorded the statements, so contradictions were not assessed."), below=True)
    if labels := labelled(past):
        groups = {label: ", ".join(id for id in labels if labels[id] == label) for label in ("in", "out", "undecided")}
        told = "; ".join(f"{label}: {ids}" for label, ids in groups.items() if ids)
        yield Stated(
            text=tr("Of the statements that attack one another (grounded labelling), {told}.").format(told=told),
            below=True,
        )
    if (ruling := past.last("verdict")) is not None:
        yield _decided(debate, ruling)
    others = [
        f"{METHODS[each]} {VERDICTS[other.decision]}"
        for each in STRATEGIES
        if each != found.strategy and (other := verdict_of(past, each)) is not None
    ]
    yield Stated(text=tr("In other ways of weighing: {others}.").format(others=", ".join(others)))


def _weighed(debate: Debate, one: Argument) -> str:
    evidence = (
        tr("nothing to check")
        if one.evidence is None
        else tr("{evidence} percent of citations verified").format(evidence=percent(one.evidence))
    )
    by = tr(" by the judge") if one.judged is not None and one.judged == one.sound else ""
    consistent = (
        ""
        if one.sound in (None, 1.0)
        else tr(", {sound} percent consistent{by}").format(sound=percent(one.sound), by=by)
    )
    side = tr("for") if one.side == SIDES[0] else tr("against")
    who = f"{name_of(one.seat, debate.seats)}, {when(one.path)}, {side}"
    return tr("{who}: {confidence} percent sure, {evidence}{consistent}; counts {strength}.").format(
        who=who,
        confidence=percent(one.confidence),
        evidence=evidence,
        consistent=consistent,
        strength=figure(one.strength, ".2f"),
    )


def _of_ruling(debate: Debate, ruling: Turn) -> Outcome:
    """Return what was decided where nobody declared for which side their arguments count, so that none is weighed."""
    return Outcome(
        winner=word(ruling.data.get("decision")),
        method="ruling",
        confidence=share(ruling.data.get("confidence")),
        lines=(_decided(debate, ruling),),
    )


def _decided(debate: Debate, ruling: Turn) -> Stated:
    decision, sure = word(ruling.data.get("decision")), share(ruling.data.get("confidence"))
    seat, said = name_of(ruling.seat, debate.seats), VERDICTS.get(decision, decision)
    told = (
        tr("{seat} decided: {decision}.").format(seat=seat, decision=said)
        if sure is None
        else tr("{seat} decided: {decision} ({sure} percent sure).").format(
            seat=seat, decision=said, sure=percent(sure)
        )
    )
    return Stated(text=told, path=ruling.path)


# ---- a judge ---------------------------------------------------------------------------------------------------------
def _author(debate: Debate, path: str) -> str:
    return name_of(seat_in(path, debate.seats), debate.seats) if path else ""


def _judgement_lines(debate: Debate, past: Past) -> Iterator[Stated]:
    """Yield what a judge's comparison comes to: a win counts only if all orders agree."""
    found = judgement_of(At(debate=debate, path="", past=past))
    if found is None:
        return
    who, orders = name_of(found.seat, debate.seats), tr("in both orders") if found.orders > 1 else tr("in one order")
    if found.winner:
        said = tr("{who} finds the proposal of {author} better, {orders}.").format(
            who=who, author=_author(debate, found.winner), orders=orders
        )
    else:
        said = (
            tr("{who} finds neither better, {orders}.").format(who=who, orders=orders)
            if found.agree
            else tr("{who} decides otherwise in the other order: a tie.").format(who=who)
        )
    yield Stated(text=f"{said} {sentence(found.reason)}".strip(), path=found.winner)


# ---- a vote ----------------------------------------------------------------------------------------------------------
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


def _of_vote(at: At, poll: Poll) -> Outcome:
    found = tally_of(at, poll.vote)
    named = {option: _named(at.debate, poll, option) for option in poll.vote.options}
    return Outcome(
        winner=named.get(found.winner, ""),
        method=tr("vote: {rule}").format(rule=found.rule),
        score=float(found.support) if found.winner else None,
        confidence=float(found.support) if found.winner else None,
        lines=tuple(vote_lines(at, poll, named)),
    )


def _named(debate: Debate, poll: Poll, option: str) -> str:
    """Return what an option is called: by those who gave it, or the text itself."""
    authors = poll.authors.get(option)
    return listed(name_of(seat, debate.seats) for seat in authors) if authors else option


def by_every_rule(debate: Debate, past: Past) -> Iterator[tuple[str, str]]:
    """Yield each rule with what it makes of the ballots of the last vote, in words, that of the debate first."""
    at = At(debate=debate, path="", past=past)
    poll = None if is_rehearsal(debate) else poll_of(at)
    if poll is None:
        return
    named = {option: _named(debate, poll, option) for option in poll.vote.options}
    for found in tallies(at, poll):
        names = listed(named[one] for one in found.winners)
        won = (
            tr("A tie of {names}").format(names=names)
            if len(found.winners) > 1
            else tr("{names} wins").format(names=names)
            if names
            else tr("Nobody wins")
        )
        by = tr(", completed by {rule_names}").format(rule_names=RULE_NAMES[found.fallback]) if found.fallback else ""
        scores = {} if (found.fallback or found.rule) in UNSCORED else found.scores
        counted = _scores({one: score for one, score in scores.items() if score}, named)
        yield RULE_NAMES[found.rule], f"{won}{by}{f' ({counted})' if counted else ''}."


def _scores(scores: Mapping[str, Fraction], named: Mapping[str, str]) -> str:
    best = sorted(scores.items(), key=lambda one: -one[1])
    return ", ".join(f"{named[option]}: {number(score)}" for option, score in best)


def vote_lines(at: At, poll: Poll, named: Mapping[str, str]) -> Iterator[Stated]:
    """Yield what a vote comes to, by the rule of the debate first. `named`: what each option is called."""
    found, *others = tallies(at, poll)
    told = tr("the answer of {named} wins") if found.winner in poll.authors else tr("{named} wins")
    won = told.format(named=named[found.winner]) if found.winner else tr("no answer wins")
    by = RULE_NAMES[found.rule]
    if found.fallback:
        by = tr("{rule}, completed by {other}").format(rule=by, other=RULE_NAMES[found.fallback])
    yield Stated(
        text=plural(
            "{by}, {count} voter: {won} ({scores}).", "{by}, {count} voters: {won} ({scores}).", found.voters
        ).format(by=by, won=won, scores=_scores(found.scores, named))
    )
    if len(found.winners) > 1:
        tied = listed(named[one] for one in found.winners)
        yield Stated(text=tr("{tied} are tied; the debate's seed drew the winner.").format(tied=tied), below=True)
    for circle in found.cycles:
        beaten = tr(" over ").join(named[one] for one in (*circle, circle[0]))
        yield Stated(text=tr("The votes form a circle: {beaten}.").format(beaten=beaten), below=True)
    for ballot in poll.vote.counted:
        yield Stated(text=_cast(ballot, at.debate, named), below=True)
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


# ---- answers ---------------------------------------------------------------------------------------------------------
def _of_answers(at: At) -> Outcome | None:
    """Return what most answers have in common: the median of figures, else the position of the largest group."""
    found = answers(at, at.past)
    if not found.complete:
        return None
    spread = spread_of(found.given.values())
    if spread is not None:
        return Outcome(winner=f"{figure(spread.median, '.10g')}{spread.unit and ' '}{spread.unit}", method="median")
    largest, *others = found.groups
    if others and len(others[0]) == len(largest):
        return Outcome(winner="", method="positions")
    share = len(largest) / len(found.given)
    position = next(one.position for seat, one in found.given.items() if seat in largest)
    return Outcome(winner=position, method="positions", score=share)
