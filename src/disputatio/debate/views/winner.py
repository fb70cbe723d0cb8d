"""Who or what won a debate, by which method, with which score and confidence: what it comes to beside its text (SPEC
VERDICT.1, VOTE.1, STORE.1). Derived, so that any other strategy or rule can be asked for over the same record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from disputatio.debate.board.verdict import SIDES, STRATEGIES, Argument, Verdict, verdict_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import word
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.ballots import Poll, poll_of, tally_of
from disputatio.debate.policies.figures import spread_of
from disputatio.debate.policies.judgements import judgement_of
from disputatio.debate.policy import At, seat_in
from disputatio.debate.statements.votes import RULES, Ballot, Tally, tally
from disputatio.debate.values import value
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.words import percent, quantity, sentence

VERDICTS = {"SUPPORT": "supported", "OPPOSE": "opposed", "UNCERTAIN": "left undecided"}
METHODS = {
    "confidence": "by confidence, evidence and consistency",
    "evidence": "by verified evidence",
    "majority": "by majority",
    "argumentation": "by the graph of arguments",
}
"""What each strategy goes by, in words."""
RULE_NAMES = {
    "plurality": "Plurality",
    "majority": "Majority",
    "weighted": "Weighted by confidence",
    "borda": "Borda",
    "condorcet": "Condorcet",
    "schulze": "Schulze",
    "copeland": "Copeland",
    "ranked-pairs": "Ranked pairs",
    "unanimous": "Unanimity",
    "approval": "Approval",
}


@value
class Stated:
    """A sentence of an outcome; `path`: the turn that it is about. `below`: it belongs to the one above it."""

    text: str
    path: str = ""
    below: bool = False

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
    if (better := judgement_of(past)) is not None:
        return Outcome(winner=_author(debate, better.winner), method="judge", lines=judged)
    return _of_answers(debate, at)


# ---- a proposition ---------------------------------------------------------------------------------------------------
def _of_verdict(debate: Debate, past: Past, found: Verdict) -> Outcome:
    ours, theirs = (found.strengths[side] for side in SIDES)
    lines = tuple(_verdict_lines(debate, past, found))
    return Outcome(
        winner=found.decision,
        method=f"verdict: {found.strategy}",
        score=max(ours, theirs) / (ours + theirs) if ours + theirs else None,
        confidence=found.confidence,
        lines=lines,
    )


def _verdict_lines(debate: Debate, past: Past, found: Verdict) -> Iterator[Stated]:
    ours, theirs = (found.strengths[side] for side in SIDES)
    yield Stated(
        text=f"The proposition is {VERDICTS[found.decision]} {METHODS[found.strategy]}: {ours:.2f} for, {theirs:.2f}"
        f" against (confidence {percent(found.confidence)} percent)."
    )
    for one in found.arguments:
        yield Stated(text=_weighed(debate, one), path=one.path, below=True)
    if not found.checked:
        yield Stated(text="Nothing cited could be checked: the evidence of each argument counts one half.", below=True)
    if not found.recorded:
        yield Stated(text="Nobody recorded the statements, so contradictions were not assessed.", below=True)
    if (ruling := past.last("verdict")) is not None:
        decision = word(ruling.data.get("decision"))
        yield Stated(text=f"{name_of(ruling.seat, debate.seats)} decided: {decision}.", path=ruling.path)
    others = [
        f"{METHODS[each]} {VERDICTS[other.decision]}"
        for each in STRATEGIES
        if each != found.strategy and (other := verdict_of(past, each)) is not None
    ]
    yield Stated(text=f"In other ways of weighing: {', '.join(others)}.")


def _weighed(debate: Debate, one: Argument) -> str:
    evidence = "nothing to check" if one.evidence is None else f"{percent(one.evidence)} percent of citations verified"
    by = " by the judge" if one.judged is not None and one.judged == one.sound else ""
    consistent = "" if one.sound in (None, 1.0) else f", {percent(one.sound)} percent consistent{by}"
    side = "for" if one.side == SIDES[0] else "against"
    who = f"{name_of(one.seat, debate.seats)}, {when(one.path)}, {side}"
    return f"{who}: {percent(one.confidence)} percent sure, {evidence}{consistent}; counts {one.strength:.2f}."


# ---- a judge ---------------------------------------------------------------------------------------------------------
def _author(debate: Debate, path: str) -> str:
    return name_of(seat_in(path, debate.seats), debate.seats) if path else ""


def _judgement_lines(debate: Debate, past: Past) -> Iterator[Stated]:
    """Yield what a judge's comparison comes to: a win counts only if all orders agree."""
    found = judgement_of(past)
    if found is None:
        return
    who, orders = name_of(found.seat, debate.seats), "in both orders" if found.orders > 1 else "in one order"
    if found.winner:
        said = f"{who} finds the proposal of {_author(debate, found.winner)} better, {orders}."
    else:
        said = (
            f"{who} finds neither better, {orders}."
            if found.agree
            else f"{who} decides otherwise in the other order: a tie."
        )
    yield Stated(text=f"{said} {sentence(found.reason)}".strip(), path=found.winner)


# ---- a vote ----------------------------------------------------------------------------------------------------------
def tallies(at: At, poll: Poll) -> tuple[Tally, ...]:
    """Return the tally of a vote by the rule that the debate names or that fits, and then by each other rule."""
    first = tally_of(at, poll.vote)
    return (first, *(tally(poll.vote, rule, at.debate.seed) for rule in RULES if rule != first.rule))


def _of_vote(at: At, poll: Poll) -> Outcome:
    found = tally_of(at, poll.vote)
    named = {option: _named(at.debate, poll, option) for option in poll.vote.options}
    return Outcome(
        winner=named.get(found.winner, ""),
        method=f"vote: {found.rule}",
        score=float(found.support) if found.winner else None,
        confidence=float(found.support) if found.winner else None,
        lines=tuple(vote_lines(at, poll, named)),
    )


def _named(debate: Debate, poll: Poll, option: str) -> str:
    """Return what an option is called: by those who gave it, or the text itself."""
    authors = poll.authors.get(option)
    return " and ".join(name_of(seat, debate.seats) for seat in authors) if authors else option


def vote_lines(at: At, poll: Poll, named: Mapping[str, str]) -> Iterator[Stated]:
    """Yield what a vote comes to, by the rule of the debate first. `named`: what each option is called."""
    found, *others = tallies(at, poll)
    scores = ", ".join(
        f"{named[option]} {number(score)}" for option, score in sorted(found.scores.items(), key=lambda one: -one[1])
    )
    of = "the answer of " if found.winner in poll.authors else ""
    won = f"{of}{named[found.winner]} wins" if found.winner else "no answer wins"
    by = f"{RULE_NAMES[found.rule]}{f', completed by {RULE_NAMES[found.fallback]}' if found.fallback else ''}"
    yield Stated(text=f"{by}, {quantity(found.voters, 'voter')}: {won} ({scores}).")
    if len(found.winners) > 1:
        tied = ", ".join(named[one] for one in found.winners)
        yield Stated(text=f"Tied: {tied}. The lot of the debate’s seed chose.", below=True)
    for circle in found.cycles:
        beaten = " over ".join(named[one] for one in (*circle, circle[0]))
        yield Stated(text=f"There is a circle: {beaten}.", below=True)
    for ballot in poll.vote.counted:
        yield Stated(text=_cast(ballot, at.debate, named), below=True)
    if void := poll.vote.void:
        yield Stated(text=f"{quantity(len(void), 'ballot')} named no answer that the voter could vote for.", below=True)
    other: dict[str, list[str]] = {}
    for one in others:
        other.setdefault(", ".join(named[each] for each in one.winners) or "Nobody", []).append(RULE_NAMES[one.rule])
    same = other.pop(", ".join(named[each] for each in found.winners) or "Nobody", [])
    agree = f"The same by {', '.join(same)}." if same else ""
    differ = " ".join(f"{winners} would win by {', '.join(rules)}." for winners, rules in other.items())
    yield Stated(text=" ".join(filter(None, (agree, differ))), below=True)


def _cast(ballot: Ballot, debate: Debate, named: Mapping[str, str]) -> str:
    """Return one ballot in words."""
    order = " > ".join(" = ".join(named[one] for one in group) for group in ballot.ranking)
    also = ", ".join(named[one] for one in ballot.approves if one not in ballot.first)
    return f"{name_of(ballot.voter, debate.seats)}: {order or 'no order'}{f'; could live with {also}' if also else ''}."


def number(score: Fraction) -> str:
    """Write a score as people do: 3, 2.5, 0.33."""
    return f"{float(score):.2f}".rstrip("0").rstrip(".")


# ---- answers ---------------------------------------------------------------------------------------------------------
def _of_answers(debate: Debate, at: At) -> Outcome | None:
    """Return what most answers have in common: the median of figures, else the position of the largest group."""
    found = answers(at, at.past)
    if not found.complete:
        return None
    spread = spread_of(found.given.values())
    if spread is not None:
        return Outcome(winner=f"{spread.median:.10g}{spread.unit and ' '}{spread.unit}", method="median")
    largest, *others = found.groups
    if others and len(others[0]) == len(largest):
        return Outcome(winner="", method="positions")
    share = len(largest) / len(found.given)
    position = next(one.position for seat, one in found.given.items() if seat in largest)
    return Outcome(winner=position, method="positions", score=share)
