"""Who or what won a debate, by which method, with which score and confidence: what it comes to beside its text (SPEC
VERDICT.1, VOTE.1, STORE.1). Derived, so that any other strategy or rule can be asked for over the same record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from disputatio.debate.board.verdict import SIDES, STRATEGIES, Verdict, verdict_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.ballots import Poll, poll_of, tally_of
from disputatio.debate.policies.estimates import spread_of
from disputatio.debate.policies.judgements import judgement_of
from disputatio.debate.policy import At, seat_in
from disputatio.debate.values import value
from disputatio.debate.views.ballot_lines import Stated, option_name, reasons_of, vote_lines
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.verdict_lines import decided, verdict_lines
from disputatio.debate.views.words import sentence
from disputatio.debate.wording import tr


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
    ruling = past.last("verdict")
    ruling = ruling if ruling is not None and word(ruling.data.get("decision")) else None
    if (verdict := verdict_of(past, strategy)) is not None:
        return _of_verdict(debate, past, verdict, ruling)
    at = At(debate=debate, path="", past=past)
    judged = tuple(judgement_lines(debate, past))
    if (poll := poll_of(at)) is not None:
        found = _of_vote(at, poll)
        return replace(found, lines=(*found.lines, *judged))
    if (better := judgement_of(at)) is not None:
        return Outcome(winner=_author(debate, better.winner), method="judge", lines=judged)
    if ruling is not None:
        return _of_ruling(debate, ruling)
    return _of_answers(at)


# ---- a proposition ---------------------------------------------------------------------------------------------------
def _of_verdict(debate: Debate, past: Past, found: Verdict, ruling: Turn | None) -> Outcome:
    """Return what the weighing of arguments comes to; where a Moderator has decided, their decision, beside which the
    weighing stands."""
    ours, theirs = (found.strengths[side] for side in SIDES)
    lines = tuple(verdict_lines(debate, past, found, ruling))
    if ruling is not None:
        return replace(_of_ruling(debate, ruling), lines=lines)
    return Outcome(
        winner=found.decision,
        method=tr("verdict: {strategy}").format(strategy=found.strategy),
        score=max(ours, theirs) / (ours + theirs) if ours + theirs else None,
        confidence=found.confidence,
        lines=lines,
    )


def _of_ruling(debate: Debate, ruling: Turn) -> Outcome:
    """Return what was decided where nobody declared for which side their arguments count, so that none is weighed."""
    return Outcome(
        winner=word(ruling.data.get("decision")),
        method="ruling",
        confidence=share(ruling.data.get("confidence")),
        lines=tuple(decided(debate, ruling)),
    )


# ---- a judge ---------------------------------------------------------------------------------------------------------
def _author(debate: Debate, path: str) -> str:
    return name_of(seat_in(path, debate.seats), debate.seats) if path else ""


def judgement_lines(debate: Debate, past: Past, *, reasons: bool = True) -> Iterator[Stated]:
    """Yield what a judge's comparison comes to, with its `reasons`: a win counts only if all orders agree."""
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
    letters = (
        tr("{label} is by {names}").format(label=letter, names=_author(debate, path))
        for letter, path in zip("AB", found.pair, strict=False)
    )
    reason = f"{sentence(found.reason)} ({'; '.join(letters)}.)" if found.reason and reasons else ""
    yield Stated(text=f"{said} {reason}".strip(), path=found.winner)


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
        return Outcome(winner=spread.written(spread.median), method="median")
    largest, *others = found.groups
    if others and len(others[0]) == len(largest):
        return Outcome(winner="", method="positions")
    share = len(largest) / len(found.given)
    position = next(one.position for seat, one in found.given.items() if seat in largest)
    return Outcome(winner=position, method="positions", score=share)
