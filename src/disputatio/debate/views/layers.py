"""The layered result of a round (SPEC LAYERS.1): what to do with it, who holds what, what it rests on, where to read.

For programs that act on a debate: each layer can be read without the next one, and every list is short. Fields are
called what they are called on the wire, so that tool server, terminal and exports have one form of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from disputatio.debate.errors import Refused
from disputatio.debate.ids import seat_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import by_rule, items, share, word
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.estimates import spread_of
from disputatio.debate.policy import At
from disputatio.debate.reasons import reason
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.entries import adopters
from disputatio.debate.statements.receipts import in_context
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json, value
from disputatio.debate.views.analysis import dated, is_outlived
from disputatio.debate.views.arguments import places_of, put_against
from disputatio.debate.views.citations import citation_checks
from disputatio.debate.views.labels import LEVELS
from disputatio.debate.views.participants import Participant, at_table, name_of
from disputatio.debate.views.progress import is_rehearsal, progress_of
from disputatio.debate.views.responses import POINT, POSITION, AgentResponse, responses, shorten
from disputatio.debate.views.rounds import number_in
from disputatio.debate.views.score import NOBODY_THOUGHT, Score, score_of, scores_of
from disputatio.debate.views.words import percent, sentence
from disputatio.debate.wording import Words, listed, mark, plural, quoted, tr

HIGH: Final = 0.7
MEDIUM: Final = 0.4
MOST_CONFLICTS: Final = 12
DETAILS: Final = "get_round_details"
"""The tool that tells all of a round."""

ADVICE: Final = Words({"proceed": "proceed", "verify": "verify first", "query_detail": "read the details"})
"""What is recommended, in words."""

Level = Literal["high", "medium", "low"]
Action = Literal["proceed", "verify", "query_detail"]


@value
class Recommendation:
    type: Action
    reason: str


@value
class Decision:
    """`agreementScore` is 0..1; None where nothing was measured, which counts as low and is said in the reason."""

    consensusLevel: Level
    agreementScore: float | None
    actionRecommendation: Recommendation


@value
class Stance:
    agentId: str
    stance: str


@value
class Conflict:
    issue: str
    positions: tuple[Stance, ...] = ()


@value
class EvidenceLayer:
    """All that was cited and is in conflict at the end of the round, whenever it came up."""

    totalCitations: int = 0
    verifiedCitations: int = 0
    conflicts: tuple[Conflict, ...] = ()
    consensusSummary: str = ""


@value
class DetailReference:
    tool: str
    params: Mapping[str, str | int]


@value
class VerificationHint:
    field: str
    reason: str
    suggestedTool: str


@value
class Metadata:
    detailReference: DetailReference
    verificationHints: tuple[VerificationHint, ...] = ()
    hasMoreDetails: bool = False


@value
class Layers:
    """The result of a round; round 0 is what precedes the first one, and all of a debate without rounds."""

    sessionId: str
    topic: str
    roundNumber: int
    decision: Decision
    agentResponses: tuple[AgentResponse, ...]
    evidence: EvidenceLayer
    metadata: Metadata


def rounds_in(past: Past) -> tuple[int, ...]:
    """Return the rounds in which participants spoke, in order; 0 alone where there are none yet."""
    found = sorted({number_in(past, turn.path) for turn in past if turn.message})
    return tuple(found) or (0,)


def round_in(past: Past, number: int | None) -> int:
    """Return the round that is asked for, the last one for None. Raises Refused for one that there is not."""
    rounds = rounds_in(past)
    if number is not None and number not in rounds:
        there = ", ".join(map(str, rounds))
        raise Refused(
            tr("There is no round {number} in this debate.").format(number=number),
            tr("Rounds so far: {there}.").format(there=there),
        )
    return rounds[-1] if number is None else number


def layers_of(id: str, debate: Debate, past: Past, number: int | None = None) -> Layers:
    """Return the result of a round, of the last one without `number`; that has all that came after it, too. Raises
    Refused for a round that there is not."""
    number = round_in(past, number)
    last = number == rounds_in(past)[-1]
    then = past if last else _end_of(past, number)
    score = _score(debate, then, number, last)
    contested, reworded = tuple(_conflicts(debate, then)), _reworded(debate, then)
    analysed = _analysed(debate, then)
    agreement, why = _agreement(debate, then, score, analysed)
    compared = agreement is not None and agreement != score.score
    return Layers(
        sessionId=id,
        topic=debate.question,
        roundNumber=number,
        decision=_decision(
            agreement,
            why,
            contested,
            reworded,
            compared=(RANKED if dated(then) else COMPARED) if compared else "",
        ),
        agentResponses=tuple(responses(debate, then, number)),
        evidence=_evidence(
            debate, then, contested[:MOST_CONFLICTS], score, agreement if analysed is None else analysed
        ),
        metadata=Metadata(
            detailReference=DetailReference(tool=DETAILS, params={"sessionId": id, "roundNumber": number}),
            verificationHints=tuple(_hints(debate, then, number, score, agreement, why, contested, reworded)),
            hasMoreDetails=bool(len(then)),
        ),
    )


def _end_of(past: Past, number: int) -> Past:
    """Return the past up to the newest turn of a round, records of that round included."""
    return next((node for node in past.nodes() if node.turn and number_in(past, node.turn.path) == number), past)


# ---- what to do --------------------------------------------------------------------------------------------------
def _score(debate: Debate, past: Past, number: int, last: bool) -> Score:
    """Return what was measured by the end of a round."""
    progress = progress_of(debate, past)
    if last:
        return score_of(debate, progress)
    return next((one for one in reversed(scores_of(debate, progress)) if one.round <= number), Score())


def _record(past: Past) -> Turn | None:
    """Return the last analysis, unless participants have spoken since: what it found no longer stands."""
    return None if is_outlived(past) else past.last("agreement")


def _analysed(debate: Debate, past: Past) -> float | None:
    """Return how far participants agree by the analysis of the round; None where there is none that compared
    something."""
    record = _record(past)
    if record is None or is_rehearsal(debate):
        return None
    level = share(record.data.get("level"))
    return None if by_rule(record) and not level and not record.data.get("disagreements") else level


def _agreement(debate: Debate, past: Past, score: Score, analysed: float | None) -> tuple[float | None, str]:
    """Return how far participants agree, and why that is not known: by the analysis of the round or by the statements
    that were assessed, the lower where there are both; else by the answers where all are values."""
    if is_rehearsal(debate):
        return None, tr(NOBODY_THOUGHT)
    if known := [each for each in (analysed, score.score) if each is not None]:
        return min(known), ""
    width = debate.options.get("tolerance")
    held = answers(At(debate=debate, path="", past=past), past, width if isinstance(width, float) else 0.0)
    spread = spread_of(held.given.values()) if held.complete else None
    if spread is not None and len(held.groups) == len(held.given):
        told = tr("No figure is agreed: {measures}")  # no two are equal, however close they lie
        return None, told.format(measures=spread.measures)
    moved = adopters(registry_of(past))
    if held.complete and not moved and all(one.kind for one in held.given.values()):
        alike = sum(len(group) * (len(group) - 1) for group in held.groups)
        return alike / (len(held.given) * (len(held.given) - 1)), ""
    return None, tr("Agreement was not measured: no statement has been assessed or compared yet.")


COMPARED = mark("{agreement} percent agreed, by comparing answers")
RANKED = mark("{agreement} percent agreed, by comparing the answers as they were before anybody had ranked them")


def _decision(
    agreement: float | None, why: str, conflicts: tuple[Conflict, ...], reworded: tuple[str, ...], *, compared: str
) -> Decision:
    """`compared`: what is said where it was found by comparing answers how far they agree, and not by counting
    statements. What was `reworded` since it was disputed is to be looked at, though nobody disputes it now."""
    level: Level = "low"
    if agreement is not None:
        level = "high" if agreement >= HIGH else "medium" if agreement >= MEDIUM else "low"
    figure = tr(compared) if compared else tr("{agreement} percent agreed")
    told = why or figure.format(agreement=percent(agreement or 0.0))
    open_ = plural("{count} point is contested", "{count} points are contested", len(conflicts)) if conflicts else ""
    if level == "high" and not conflicts and not reworded:
        advice = Recommendation(type="proceed", reason=tr("{told}, and no conflict is open.").format(told=told))
    elif level != "low" and not conflicts:
        advice = Recommendation(
            type="verify", reason=tr("{told}: check what it rests on before you act on it.").format(told=told)
        )
    else:
        told = told.rstrip(".")
        reason = tr("{told}, and {open}.").format(told=told, open=open_) if open_ else f"{told}."
        advice = Recommendation(type="query_detail", reason=reason)
    return Decision(consensusLevel=level, agreementScore=agreement, actionRecommendation=advice)


# ---- what it rests on --------------------------------------------------------------------------------------------
def _evidence(
    debate: Debate, past: Past, conflicts: tuple[Conflict, ...], score: Score, agreement: float | None
) -> EvidenceLayer:
    records = [one.checked for one in citation_checks(debate, past)]
    record = _record(past)
    reasoning = reason(word(record.data.get("reasoning"))) if record is not None and not is_rehearsal(debate) else ""
    brief = score.brief
    if agreement is not None and agreement != score.score:  # else the figures of two measures would stand for one
        brief = tr(RANKED if dated(past) else COMPARED).format(agreement=percent(agreement))
        if score.score is not None:
            brief = tr("{compared}; by the statements that were assessed, {assessed}").format(
                compared=brief, assessed=score.brief
            )
    return EvidenceLayer(
        totalCitations=sum(len(one.items) for one in records),
        verifiedCitations=sum(one.verified for one in records),
        conflicts=conflicts,
        consensusSummary=shorten(f"{sentence(brief)} {reasoning}", POSITION),
    )


def _conflicts(debate: Debate, past: Past) -> Iterator[Conflict]:
    """Yield what is contested as it is worded now: the statements, or else what the analysis lists. In a rehearsal
    nothing is."""
    if is_rehearsal(debate):
        return
    known, places, texts = statements_of(past), places_of(past), registry_of(past).texts
    contested = [one for one in known.values() if one.open and (one.recast or not one.outdated)]
    for one in contested:
        against = put_against(one, known.values(), places)
        yield Conflict(issue=shorten(one.text, POINT), positions=(*_sides(one, texts), *map(_attacking, against)))
    record = _record(past)
    if contested or record is None:
        return  # in words of its own, the analysis tells of the same
    for item in items(record.data.get("disagreements")):
        positions, text = tuple(_quoted(item)), word(item.get("text"))
        if text and len({each.agentId for each in positions}) > 1:
            yield Conflict(issue=shorten(text, POINT), positions=positions)


def _reworded(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return the ids of what its author reworded since it was disputed, and nobody has judged since."""
    held = () if is_rehearsal(debate) else statements_of(past).values()
    return tuple(one.id for one in held if one.outdated or one.lapsed)


def _sides(one: Statement, texts: Mapping[str, str]) -> Iterator[Stance]:
    yield Stance(agentId=one.author, stance=tr("holds it"))
    for seat, said in one.judgements.items():
        of = tr(" (its earlier wording)") if said.verdict == "disagrees" and one.earlier(said) else ""
        of += tr(" (in words changed since)") if said.former else ""
        because = f": {in_context(said.reason, texts.get(said.path, ''))}" if said.reason else ""
        says = tr("accepts a part of it and disputes the rest") if one.disputes_part(said) else said.verdict
        says = tr("holds to {id}, which it attacks").format(id=said.holding) if said.holding else says
        yield Stance(agentId=seat, stance=shorten(f"{says}{of}{because}", POINT))
    if one.against and one.against not in one.judgements:
        yield Stance(agentId=one.against, stance=tr("no answer recorded"))


def _attacking(other: Statement) -> Stance:
    told = tr("puts {id} against it: {text}").format(id=other.id, text=other.text)
    return Stance(agentId=other.author, stance=shorten(told, POINT))


def _quoted(item: dict[str, Json]) -> Iterator[Stance]:
    for receipt in items(item.get("receipts")):
        if seat := word(receipt.get("seat")):
            yield Stance(agentId=seat, stance=shorten(quoted(word(receipt.get("quote"))), POINT))


# ---- where to read on --------------------------------------------------------------------------------------------
def _hints(
    debate: Debate,
    past: Past,
    number: int,
    score: Score,
    agreement: float | None,
    why: str,
    conflicts: tuple[Conflict, ...],
    reworded: tuple[str, ...],
) -> Iterator[VerificationHint]:
    if agreement is None:
        yield VerificationHint(field="decision.agreementScore", reason=why, suggestedTool="get_consensus")
    elif score.warning:
        yield VerificationHint(field="decision.agreementScore", reason=score.warning, suggestedTool="get_consensus")
    if conflicts:
        some = plural("{count} conflict is open.", "{count} conflicts are open.", len(conflicts))
        yield VerificationHint(field="evidence.conflicts", reason=some, suggestedTool="get_consensus")
    if reworded:
        told = plural(
            "{ids} was reworded since it was disputed, and not judged again.",
            "{ids} were reworded since they were disputed, and not judged again.",
            len(reworded),
        )
        reason = told.format(ids=listed(reworded))
        yield VerificationHint(field="evidence.conflicts", reason=reason, suggestedTool="get_consensus")
    if failed := sum(one.checked.failed for one in citation_checks(debate, past)):
        reason = plural("{count} citation did not hold.", "{count} citations did not hold.", failed)
        yield VerificationHint(field="evidence.verifiedCitations", reason=reason, suggestedTool="get_citations")
    for who in _silent(debate, past, number):
        reason = tr("{who} gave no answer in this round.").format(who=who.name)
        yield VerificationHint(field="agentResponses", reason=reason, suggestedTool=DETAILS)


def _silent(debate: Debate, past: Past, number: int) -> Iterator[Participant]:
    """Yield who was asked in a round and did not answer."""
    seats = at_table(debate.seats)
    for path in (*debate.abstained, *debate.failed):
        seat = seat_of(path)
        if seat in seats and number_in(past, path) == number:
            yield seats[seat]


# ---- in words ----------------------------------------------------------------------------------------------------
def cited(evidence: EvidenceLayer) -> str:
    if not evidence.totalCitations:
        return tr("No source was cited.")
    return plural(
        "{verifiedcitations} of {count} citation verified.",
        "{verifiedcitations} of {count} citations verified.",
        evidence.totalCitations,
    ).format(verifiedcitations=evidence.verifiedCitations)


def sides_of(conflict: Conflict, debate: Debate) -> list[str]:
    """Return each stance in a conflict with all who take it: of twelve participants, many take the same."""
    who: dict[str, list[str]] = {}
    for side in conflict.positions:
        who.setdefault(side.stance, []).append(name_of(side.agentId, debate.seats))
    return [f"{', '.join(names)}: {stance}" for stance, names in who.items()]


def layer_lines(layers: Layers, debate: Debate, answer: str = "") -> Iterator[str]:
    """Yield the result as a person reads it, a line each. `answer`: what the debate came to, where it is over: that is
    what to do."""
    decision, evidence = layers.decision, layers.evidence
    level = LEVELS[decision.consensusLevel] if decision.agreementScore is not None else tr("not measured")
    yield tr("Agreement: {level}").format(level=level)
    advice = decision.actionRecommendation
    if answer:
        yield tr("What is recommended: {answer}").format(answer=answer)
        yield advice.reason
    elif decision.agreementScore is not None:
        yield tr("What to do: {advice}. {reason}").format(advice=ADVICE[advice.type], reason=advice.reason)
    else:
        yield advice.reason
    for one in layers.agentResponses:
        sure = (
            tr(" ({confidence}% sure)").format(confidence=percent(one.confidence)) if one.confidence is not None else ""
        )
        yield f"{one.agentName}{sure}: {one.position}"
        yield from (f"  - {text}" for text in one.keyPoints)
    yield tr("Evidence: {cited}").format(cited=cited(evidence))
    for conflict in evidence.conflicts:
        yield tr("In conflict: {issue}").format(issue=conflict.issue)
        yield from (f"  - {side}" for side in sides_of(conflict, debate))
    yield from (tr("To check: {reason}").format(reason=hint.reason) for hint in layers.metadata.verificationHints)
