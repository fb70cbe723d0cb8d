"""What became of a dispute, in a line."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.debate.statements.claims import Claim
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.statement import Statement
from disputatio.debate.views.places import Course, when
from disputatio.debate.views.plain_text import quotation
from disputatio.debate.wording import listed, tr


def outcome_of(one: Statement, claim: Claim, course: Course, *, in_room: bool) -> str:
    """Return what became of a dispute: "Settled in round 3; Critic: “it names no ceiling any more”"."""
    against = [seat for seat, made in one.judgements.items() if made.verdict == "disagrees"] or claim.sides[1:]
    sides = [course.name(claim.sides[0]), *map(course.name, against)]
    others = listed(sides[1:])
    if in_room or claim.open:
        return _undecided(one, claim, sides, course, in_room=in_room)
    if one.ruled:
        return f"{claim.resolution[:1].upper()}{claim.resolution[1:]}" or tr("Settled by you")
    if one.withdrawn or one.closed:
        return _let_go(one, course)
    if one.card and one.resolution:
        told = tr("Settled in a crux room")
        same = bare_words(claim.resolution) == bare_words(one.text)  # that stands above
        return told if same else tr("Settled in a crux room: {how}").format(how=claim.resolution)
    made = one.agreeing[-1:]
    if not made:
        return tr("No longer disputed by {others}; no agreement is recorded").format(others=others)
    first = one.agreed_in(made[0].seat)
    since = when(first.path if first else made[0].path)
    words = first.words if first and first.path != made[0].path else made[0].reason or made[0].words
    settled = tr("Settled in {when}").format(when=since) if since else tr("Settled")
    parts = (step.seat for step in one.history if step.deed == "partly")
    said = tr("{settled}; {who}: {words}")
    said = tr("{settled}; {who}, who had accepted a part before: {words}") if made[0].seat in parts else said
    return said.format(settled=settled, who=course.name(made[0].seat), words=quotation(words)) if words else settled


def _let_go(one: Statement, course: Course) -> str:
    """Return how its author let go of it, in their words: what moved them is for them alone to say."""
    ends = ("withdrew", "closed", "dropped")
    deed, words = next(((step.deed, step.words) for step in reversed(one.history) if step.deed in ends), ("", ""))
    told = tr("Withdrawn by {who}") if one.withdrawn else tr("{who} says that the objection was met")
    told = tr("{who} says that it no longer matters") if deed == "dropped" else told
    told = told.format(who=course.name(one.author))
    return f"{told}: {quotation(words)}" if words else told


def _undecided(one: Statement, claim: Claim, sides: Sequence[str], course: Course, *, in_room: bool) -> str:
    others = listed(sides[1:])
    if in_room or claim.status == "in crux room":
        return tr("In a crux room")
    if one.status == "assumption":
        return tr("It was in dispute, and is an assumption now")
    if claim.status == "abandoned" and one.agreeing:
        behind = listed(course.name(made.seat) for made in one.agreeing)
        return tr("Open: disputed by {others}, and accepted by {names}").format(others=others, names=behind)
    if claim.status == "abandoned":
        last = when(one.history[-1].path)
        return tr("Open: {others} disputed it; last taken up in {when}").format(others=others, when=last)
    if one.in_part:
        behind = listed(course.name(step.seat) for step in one.parts)
        return tr("Disputed by {others}; accepted in part since, by {names}").format(others=others, names=behind)
    if one.lapsed and one.status == "weighed":
        return tr("Reworded after an objection by {others}; no side has judged the new wording").format(others=others)
    if one.lapsed:
        return tr("Reworded after an objection by {others}; no judgement of the new wording is recorded").format(
            others=others
        )
    if one.recast:
        return tr("Open: {others} disputed it, and reworded the objection since").format(others=others)
    if one.outdated:
        return tr("Open: {others} disputed an earlier wording").format(others=others)
    return tr("Open between {sides}").format(sides=listed(sides))
