"""Who or what won a debate, by which method, with which score and confidence: what it comes to beside its text (SPEC
VERDICT.1, VOTE.1, STORE.1). Derived, so that any other strategy or rule can be asked for over the same record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from disputatio.debate.board.verdict import SIDES, STRATEGIES, Argument, Verdict, labelled, verdict_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.ballots import Poll, poll_of, tally_of
from disputatio.debate.policies.figures import spread_of
from disputatio.debate.policies.judgements import judgement_of
from disputatio.debate.policy import At, seat_in
from disputatio.debate.values import value
from disputatio.debate.views.ballot_lines import Stated, option_name, reasons_of, vote_lines
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import when
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.words import percent, sentence
from disputatio.debate.wording import Words, figure, tr

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
def _of_vote(at: At, poll: Poll) -> Outcome:
    found = tally_of(at, poll.vote)
    named = {option: option_name(at.debate, poll, option) for option in poll.vote.options}
    return Outcome(
        winner=named.get(found.winner, ""),
        method=tr("vote: {rule}").format(rule=found.rule),
        score=float(found.support) if found.winner else None,
        confidence=float(found.support) if found.winner else None,
        lines=tuple(vote_lines(at, poll, named, reasons_of(at))),
    )


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
