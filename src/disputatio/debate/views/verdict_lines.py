"""A proposition in words: what a Moderator decided and why, which wording was defended in the end, and what weighing
the arguments comes to beside that (SPEC VERDICT.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from disputatio.debate.board.standings import ledger_of
from disputatio.debate.board.verdict import (
    SIDES,
    STRATEGIES,
    UNCHECKED,
    Argument,
    Decision,
    Verdict,
    labelled,
    verdict_of,
    wording_of,
)
from disputatio.debate.citations.evidence import items_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word, words
from disputatio.debate.statements.argumentation import Label
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json
from disputatio.debate.views.ballot_lines import Stated
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import when
from disputatio.debate.views.words import percent, sentence
from disputatio.debate.wording import Words, figure, listed, tr

VERDICTS = Words({"SUPPORT": "supported", "OPPOSE": "opposed", "UNCERTAIN": "left undecided"})
DECIDED = Words(
    {
        "SUPPORT": "{seat} decided for the proposition as put",
        "OPPOSE": "{seat} decided against the proposition as put",
        "UNCERTAIN": "{seat} left the proposition undecided",
    }
)
"""What somebody decided, in a sentence."""
METHODS = Words(
    {
        "confidence": "by how sure each side was and what it could show",
        "evidence": "by verified evidence alone",
        "majority": "counting heads",
        "argumentation": "by the links to statements as they are worded now",
        "df-quad": "by the same links and another formula (DF-QuAD)",
    }
)
"""What each strategy goes by, in words."""
WEIGHS = Words(
    {
        "SUPPORT": "the arguments for it weigh more",
        "OPPOSE": "the arguments against it weigh more",
        "UNCERTAIN": "neither side weighs clearly more",
    }
)
"""What a weighing comes to, in words."""
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
        "in": "nothing that still stands speaks against {ids}",
        "out": "something that still stands speaks against {ids}",
        "undecided": "{ids} speak against each other, and none of them prevails",
    }
)
"""The labels of grounded labelling, in words."""


def verdict_lines(debate: Debate, past: Past, found: Verdict, ruling: Turn | None) -> Iterator[Stated]:
    """Yield what was decided, and what weighing the arguments comes to, in one line; then the arithmetic, and what
    other ways of weighing come to, as details."""
    if ruling is not None:
        yield from decided(debate, ruling)
    yield from _defended(debate, past)
    yield Stated(text=_capital(_otherwise(debate, found, ruling)))
    if ruling is not None and word(ruling.data.get("decision")) != found.decision:
        yield Stated(
            text=tr("This is not what {seat} decided. The decision counts: the weighing {counts}.").format(
                seat=name_of(ruling.seat, debate.seats), counts=COUNTED[found.strategy]
            ),
            below=True,
        )
    yield from _details(debate, past, found)
    for each in (each for each in STRATEGIES if each != found.strategy):
        other = verdict_of(past, each)
        if other is not None and (each != "evidence" or found.checked):
            yield Stated(text=_capital(_otherwise(debate, other, ruling)), detail=True)


def _capital(told: str) -> str:
    return f"{told[:1].upper()}{told[1:]}."


def _notes(past: Past, found: Verdict) -> Iterator[str]:
    """Yield what a weighing leaves out, or cannot know."""
    ours = [one for one in found.arguments if one.side == SIDES[0]]
    if any(one.wording for one in ours):
        whole = tr("All the arguments counted for it defend only the narrower version.")
        part = tr("Some of the arguments counted for it defend only the narrower version.")
        yield whole if all(one.wording for one in ours) else part
    if not found.checked:
        cited = any(items_of(turn.data) for turn in past.of("evidence"))
        none = tr("Nothing was cited, so evidence makes no difference between the sides.")
        unknown = tr("Nothing cited could be checked, so evidence makes no difference between the sides.")
        yield unknown if cited else none
    if not found.recorded:
        yield tr("Nobody recorded the statements, so contradictions were not assessed.")


def _details(debate: Debate, past: Past, found: Verdict) -> Iterator[Stated]:
    """Yield how the weighing was calculated: what each argument counts in it, and which statements stand."""
    ours, theirs = (found.strengths[side] for side in SIDES)
    form = tr("{method}: {ours} for it, {theirs} against it, which is taken as {confidence} percent sure.")
    if found.decision == "UNCERTAIN":
        form = tr("{method}: {ours} for it, {theirs} against it, which is too close to call.")
    told = form.format(
        method=METHODS[found.strategy],
        ours=figure(ours, ".2f"),
        theirs=figure(theirs, ".2f"),
        confidence=percent(found.confidence),
    )
    yield Stated(text=f"{told[:1].upper()}{told[1:]}", detail=True)
    if found.arguments:
        told = tr(
            "Each argument counts how sure its author was, times the share of its citations that hold ({unchecked} "
            "where there were none to check), times the share of its statements that contradict none of its author."
        )
        yield Stated(text=told.format(unchecked=figure(UNCHECKED, ".2f")), below=True, detail=True)
    for one in found.arguments:
        yield Stated(text=_weighed(debate, one), path=one.path, below=True, detail=True)
    yield from (Stated(text=told, below=True, detail=True) for told in _notes(past, found))
    if labels := labelled(past):
        known = statements_of(past)
        open_ = [id for id in labels if labels[id] == "in" and known[id].open]
        groups = {label: [id for id in labels if labels[id] == label and id not in open_] for label in LABELS}
        parts = [LABELS[label].format(ids=listed(ids)) for label, ids in groups.items() if ids]
        parts += (
            [tr("disputed, though no other statement speaks against them, are {ids}").format(ids=listed(open_))]
            if open_
            else []
        )
        told = tr("Where statements speak against one another: {told}.").format(told="; ".join(parts))
        yield Stated(text=told, detail=True)


def _otherwise(debate: Debate, found: Verdict, ruling: Turn | None) -> str:
    """Say what a way of weighing comes to."""
    if found.strategy == "majority":
        ours, theirs = (
            f"{figure(round(found.strengths[side]))} {word}{_heads(debate, found, ruling, side)}"
            for side, word in zip(SIDES, (tr("for"), tr("against")), strict=True)
        )
        return tr("counting heads, the decision included: {ours}, {theirs}").format(ours=ours, theirs=theirs)
    return tr("{method}, {outcome}").format(method=METHODS[found.strategy], outcome=WEIGHS[found.decision])


def _heads(debate: Debate, found: Verdict, ruling: Turn | None, side: Decision) -> str:
    """Say who is on a side, and of which version each has judged: " (Proponent, for a narrower version)"; "" where
    nobody defends another one than was put."""
    last = {one.seat: one for one in found.arguments if ruling is None or one.seat != ruling.seat}
    narrowed = [place for place, one in enumerate(found.arguments) if one.wording and last.get(one.seat) is one]
    if not narrowed:
        return ""
    heads = list[str]()
    for place, one in enumerate(found.arguments):
        if last.get(one.seat) is one and one.side == side:
            of = tr("for a narrower version") if one.wording else ""
            of = of or (tr("after it was narrowed") if place > narrowed[0] else tr("before it was narrowed"))
            heads.append(f"{name_of(one.seat, debate.seats)}, {of}")
    if ruling is not None and word(ruling.data.get("decision")) == side:
        heads.append(f"{name_of(ruling.seat, debate.seats)}, {tr('on the proposition as put')}")
    return f" ({'; '.join(heads)})" if heads else ""


def _defended(debate: Debate, past: Past) -> Iterator[Stated]:
    """Yield the proposition as those who argue for it put it last: the narrower wording that they declare, else where
    they stand by the record."""
    last = {turn.seat: turn for turn in past.of("argument") if turn.heard == "all"}
    ledger = ledger_of(past)
    for seat, turn in last.items():
        if word(turn.data.get("side")) != SIDES[0]:
            continue
        stance = ledger[seat].stance if seat in ledger else ""
        if (text := wording_of(turn) or stance) and bare_words(text) != bare_words(debate.question):
            open_ = (one for one in statements_of(past).values() if one.open and one.author == seat)
            id = next((one.id for one in open_ if bare_words(one.text) == bare_words(text)), "")
            said = tr("The proposition as {seat} defended it in the end: {text}")
            told = tr("{id}, which is in dispute: {text}").format(id=id, text=sentence(text)) if id else sentence(text)
            yield Stated(text=said.format(seat=name_of(seat, debate.seats), text=told), path=turn.path)


def _weighed(debate: Debate, one: Argument) -> str:
    """Return what an argument counts: how sure its author was, times what its citations and its consistency give."""
    evidence = UNCHECKED if one.evidence is None else one.evidence
    side = tr("for") if one.side == SIDES[0] else tr("against")
    told = tr(
        "{who}, {when}, {side}: {confidence} sure × {evidence} for evidence × {sound} for consistency{by} = {strength}."
    )
    return told.format(
        by=tr(" by the judge") if one.judged is not None and one.judged == one.sound else "",
        who=name_of(one.seat, debate.seats),
        when=when(one.path),
        side=tr("for a narrower version") if one.wording else side,
        confidence=figure(one.confidence, ".2f"),
        evidence=figure(evidence, ".2f"),
        sound=figure(1.0 if one.sound is None else one.sound, ".2f"),
        strength=figure(one.strength, ".2f"),
    )


def in_short(debate: Debate, ruling: Turn | None) -> str:
    """Say what was decided, and by whom: "Moderator decided against the proposition as put (72 percent sure)"; ""
    where nobody has decided."""
    return decision_of(name_of(ruling.seat, debate.seats), ruling.data) if ruling is not None else ""


def decision_of(name: str, given: Mapping[str, Json]) -> str:
    """Say what somebody decided by the form of a verdict; "" where it holds no decision."""
    form = DECIDED.get(word(given.get("decision")), "")
    if not form:
        return ""
    told, sure = form.format(seat=name), share(given.get("confidence"))
    return told if sure is None else tr("{told} ({sure} percent sure)").format(told=told, sure=percent(sure))


def decided(debate: Debate, ruling: Turn) -> Iterator[Stated]:
    """Yield what was decided, for which reason, and what was left open."""
    seat = name_of(ruling.seat, debate.seats)
    yield Stated(text=f"{in_short(debate, ruling)}.", path=ruling.path)
    if why := word(ruling.data.get("reasoning")):
        yield Stated(text=tr("For this reason: {why}").format(why=sentence(why)), path=ruling.path, below=True)
    if left := words(ruling.data.get("open")):
        yield Stated(text=tr("Left open by {seat}:").format(seat=seat), path=ruling.path)
    for text in left:
        yield Stated(text=sentence(text), path=ruling.path, below=True)
