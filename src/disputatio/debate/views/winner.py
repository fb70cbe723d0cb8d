"""Who or what won a debate, by which method, with which score and confidence: what it comes to beside its text (SPEC
VERDICT.1, VOTE.1, STORE.1). Derived, so that any other strategy or rule can be asked for over the same record."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from disputatio.debate.board.verdict import SIDES, STRATEGIES, Argument, Verdict, verdict_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import word
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.figures import ranked_vote, spread_of
from disputatio.debate.policy import At
from disputatio.debate.statements.votes import RULES, Tally, Vote, tally
from disputatio.debate.values import value
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.words import percent, quantity

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
    vote = ranked_vote(at)
    if vote.ballots:
        return _of_vote(debate, vote)
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
    consistent = "" if one.consistency in (None, 1.0) else f", {percent(one.consistency)} percent consistent"
    side = "for" if one.side == SIDES[0] else "against"
    who = f"{name_of(one.seat, debate.seats)}, {when(one.path)}, {side}"
    return f"{who}: {percent(one.confidence)} percent sure, {evidence}{consistent}; counts {one.strength:.2f}."


# ---- a vote ----------------------------------------------------------------------------------------------------------
def tallies(debate: Debate, vote: Vote) -> tuple[Tally, ...]:
    """Return the tally of a vote by the rule that the debate names or that fits, and then by each other rule."""
    first = tally(vote, str(debate.options.get("vote") or ""), debate.seed)
    return (first, *(tally(vote, rule, debate.seed) for rule in RULES if rule != first.rule))


def _of_vote(debate: Debate, vote: Vote) -> Outcome:
    found, *others = tallies(debate, vote)
    named = {option: name_of(option, debate.seats) for option in vote.options}
    return Outcome(
        winner=named.get(found.winner, ""),
        method=f"vote: {found.rule}",
        score=float(found.support) if found.winner else None,
        confidence=float(found.support) if found.winner else None,
        lines=tuple(_vote_lines(vote, found, others, named)),
    )


def _vote_lines(vote: Vote, found: Tally, others: list[Tally], named: dict[str, str]) -> Iterator[Stated]:
    scores = ", ".join(
        f"{named[option]} {number(score)}" for option, score in sorted(found.scores.items(), key=lambda one: -one[1])
    )
    won = f"the answer of {named[found.winner]} wins" if found.winner else "no answer wins"
    by = f"{RULE_NAMES[found.rule]}{f', completed by {RULE_NAMES[found.fallback]}' if found.fallback else ''}"
    yield Stated(text=f"{by}, {quantity(found.voters, 'voter')}: {won} ({scores}).")
    if len(found.winners) > 1:
        tied = ", ".join(named[one] for one in found.winners)
        yield Stated(text=f"Tied: {tied}. The lot of the debate’s seed chose.", below=True)
    for circle in found.cycles:
        beaten = " over ".join(named[one] for one in (*circle, circle[0]))
        yield Stated(text=f"There is a circle: {beaten}.", below=True)
    if vote.void:
        yield Stated(
            text=f"{quantity(len(vote.void), 'ballot')} named no answer that the voter could vote for.", below=True
        )
    other: dict[str, list[str]] = {}
    for one in others:
        other.setdefault(", ".join(named[each] for each in one.winners) or "Nobody", []).append(RULE_NAMES[one.rule])
    same = other.pop(", ".join(named[each] for each in found.winners) or "Nobody", [])
    agree = f"The same by {', '.join(same)}." if same else ""
    differ = " ".join(f"{winners} would win by {', '.join(rules)}." for winners, rules in other.items())
    yield Stated(text=" ".join(filter(None, (agree, differ))), below=True)


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
