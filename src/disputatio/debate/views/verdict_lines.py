"""A proposition in words: what a Moderator decided and why, which wording was defended in the end, and what weighing
the arguments comes to beside that (SPEC VERDICT.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from disputatio.debate.board.standings import ledger_of
from disputatio.debate.board.verdict import SIDES, STRATEGIES, Argument, Verdict, labelled, verdict_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word, words
from disputatio.debate.statements.argumentation import Label
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.views.ballot_lines import Stated
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import when
from disputatio.debate.views.words import percent, sentence
from disputatio.debate.wording import Words, figure, plural, tr

VERDICTS = Words({"SUPPORT": "supported", "OPPOSE": "opposed", "UNCERTAIN": "left undecided"})
METHODS = Words(
    {
        "confidence": "by confidence, evidence and consistency",
        "evidence": "by verified evidence alone",
        "majority": "by majority",
        "argumentation": "by the graph of arguments",
        "df-quad": "by the same graph, counted as DF-QuAD does,",
    }
)
"""What each strategy goes by, in words."""
COUNTED = Words(
    {
        "confidence": "adds up how sure each side said that it is, and of what it defended",
        "evidence": "counts citations that hold, and nothing else",
        "majority": "counts each participant once",
        "argumentation": "counts which statements support and attack it",
        "df-quad": "counts which statements support and attack it",
    }
)
"""What each strategy counts, in words."""
LABELS: Mapping[Label, str] = Words(
    {
        "in": "these stand unrefuted",
        "out": "these are refuted by an objection that stands",
        "undecided": "these refute one another",
    }
)
"""The labels of grounded labelling, in words."""


def verdict_lines(debate: Debate, past: Past, found: Verdict, ruling: Turn | None) -> Iterator[Stated]:
    if ruling is not None:
        yield from decided(debate, ruling)
    yield from _defended(debate, past)
    weighed, *each = _strengths(debate, found)
    yield weighed
    if ruling is not None and word(ruling.data.get("decision")) != found.decision:
        yield Stated(
            text=tr("This is not what {seat} decided. The decision counts: the weighing {counts}.").format(
                seat=name_of(ruling.seat, debate.seats), counts=COUNTED[found.strategy]
            ),
            below=True,
        )
    yield from each
    if not found.checked:
        yield Stated(
            text=tr("Nothing cited could be checked: the evidence of each argument counts one half."), below=True
        )
    if not found.recorded:
        yield Stated(text=tr("Nobody recorded the statements, so contradictions were not assessed."), below=True)
    if labels := labelled(past):
        groups = {label: ", ".join(id for id in labels if labels[id] == label) for label in LABELS}
        told = "; ".join(f"{LABELS[label]}: {ids}" for label, ids in groups.items() if ids)
        yield Stated(text=tr("Of the statements that attack one another, {told}.").format(told=told), below=True)
    others = [
        _otherwise(other)
        for each in STRATEGIES
        if each != found.strategy and (other := verdict_of(past, each)) is not None
    ]
    yield Stated(text=tr("In other ways of weighing: {others}.").format(others="; ".join(others)))


def _strengths(debate: Debate, found: Verdict) -> Iterator[Stated]:
    """Yield what the weighing comes to, and what each argument counts in it."""
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


def _otherwise(other: Verdict) -> str:
    """Say what another way of weighing comes to."""
    if other.strategy == "majority":
        ours, theirs = (round(other.strengths[side]) for side in SIDES)
        return tr("{ours} and {theirs}").format(
            ours=plural("{count} was for it", "{count} were for it", ours),
            theirs=plural("{count} was against it", "{count} were against it", theirs),
        )
    return tr("{method} it is {verdict}").format(method=METHODS[other.strategy], verdict=VERDICTS[other.decision])


def _defended(debate: Debate, past: Past) -> Iterator[Stated]:
    """Yield the proposition as those who argue for it put it last: the narrower wording that they declare, else where
    they stand by the record."""
    last = {turn.seat: turn for turn in past.of("argument") if turn.heard == "all"}
    ledger = ledger_of(past)
    for seat, turn in last.items():
        if word(turn.data.get("side")) != SIDES[0]:
            continue
        stance = ledger[seat].stance if seat in ledger else ""
        if (text := word(turn.data.get("wording")) or stance) and bare_words(text) != bare_words(debate.question):
            said = tr("The proposition as {seat} defended it in the end: {text}")
            yield Stated(text=said.format(seat=name_of(seat, debate.seats), text=sentence(text)), path=turn.path)


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


def in_short(debate: Debate, ruling: Turn | None) -> str:
    """Say what was decided, and by whom: "Opposed by Moderator (72 percent sure)"; "" where nobody has decided."""
    said = VERDICTS.get(word(ruling.data.get("decision")), "") if ruling is not None else ""
    if ruling is None or not said:
        return ""
    told = tr("{decision} by {seat}").format(decision=said, seat=name_of(ruling.seat, debate.seats))
    told, sure = f"{told[:1].upper()}{told[1:]}", share(ruling.data.get("confidence"))
    return told if sure is None else tr("{told} ({sure} percent sure)").format(told=told, sure=percent(sure))


def decided(debate: Debate, ruling: Turn) -> Iterator[Stated]:
    """Yield what was decided, for which reason, and what was left open."""
    decision, sure = word(ruling.data.get("decision")), share(ruling.data.get("confidence"))
    seat, said = name_of(ruling.seat, debate.seats), VERDICTS.get(decision, decision)
    told = (
        tr("{seat} decided: {decision}.").format(seat=seat, decision=said)
        if sure is None
        else tr("{seat} decided: {decision} ({sure} percent sure).").format(
            seat=seat, decision=said, sure=percent(sure)
        )
    )
    yield Stated(text=told, path=ruling.path)
    if why := word(ruling.data.get("reasoning")):
        yield Stated(text=tr("For this reason: {why}").format(why=sentence(why)), path=ruling.path, below=True)
    if left := words(ruling.data.get("open")):
        yield Stated(text=tr("Left open by {seat}:").format(seat=seat), path=ruling.path)
    for text in left:
        yield Stated(text=sentence(text), path=ruling.path, below=True)
