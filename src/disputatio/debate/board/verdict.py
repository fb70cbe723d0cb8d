"""The verdict on a proposition: which side the arguments bear out, by any of several strategies (SPEC VERDICT.1). Pure.

What counts is what participants declare in the fields of an `argument`, what was found of their citations, and what the
registry holds of their statements with receipts. Nothing is read out of prose.

    confidence     the sum of confidence × evidence quality × logical consistency over the arguments of a side
    evidence       the verified share of the citations that a side made, and nothing else
    majority       the side that more than half of those declare who speak or decide
    argumentation  the graph of statements: what supports and attacks the proposition, and what attacks those
    df-quad        the same graph, whose strengths are those of DF-QuAD instead of the quadratic energy model

A side needs 1.2 times what the other has; what it has of both together is the confidence, at most 0.95. Otherwise the
verdict is UNCERTAIN, with 0.5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Literal

from disputatio.debate.citations.evidence import CitationRecord, base_score, items_of, subject_of
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, share, word
from disputatio.debate.statements.argumentation import Label, Semantics, grounded_labelling, strengths
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.objections import bears, conceded
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.statement import Link, Statement
from disputatio.debate.values import value

Decision = Literal["SUPPORT", "OPPOSE", "UNCERTAIN"]
SIDES: tuple[Decision, Decision] = ("SUPPORT", "OPPOSE")
STRATEGIES = ("confidence", "evidence", "majority", "argumentation", "df-quad")
LEAD, MOST, UNSURE = 1.2, 0.95, 0.5
"""How many times the other side's strength a side needs; the highest confidence; and that of UNCERTAIN."""
UNCHECKED = 0.5
"""The evidence quality of a turn in which nothing could be checked."""
NO_WORDING = ("", "none", "n a", "keine", "keiner")
"""What stands in the field of a wording where there is none."""
PROPOSITION = ""
"""The node of the graph that stands for what is debated."""

_SUM = re.compile(
    r"(?<![\w.,/+−×*·÷])(?<![-+−×*·/÷] )(?P<a>-?\d{1,12}(?:\.\d{1,6})?)\s?"
    r"(?P<op>[-+−×*·/÷])\s?(?P<b>\d{1,12}(?:\.\d{1,6})?)"
    r"\s?=\s?(?P<c>-?\d{1,12}(?:\.\d{1,6})?)(?![\w/%]|[.,]\d|\s?[-+−×*·/÷]\s?\d)"
)


@value
class Argument:
    """One contribution that counts for a side. `evidence`: the verified share of its citations, None where nothing
    could be checked; `consistency`: 1 − the share of its statements that contradict statements of the same author or
    calculate wrongly, None where nobody recorded any. `judged`: how consistent a judge finds it, the mean over the
    orders in which it was shown; None without a judge. `wording`: the narrower one that it defends, for which its
    confidence was given; "" where that is the proposition as it is put."""

    path: str
    seat: str
    side: Decision
    confidence: float
    evidence: float | None = None
    consistency: float | None = None
    judged: float | None = None
    wording: str = ""

    @property
    def sound(self) -> float | None:
        """Its logical consistency: what is on record bounds what a judge can make of it; None where neither is."""
        known = [one for one in (self.consistency, self.judged) if one is not None]
        return min(known, default=None)

    @property
    def strength(self) -> float:
        evidence = UNCHECKED if self.evidence is None else self.evidence
        return self.confidence * evidence * (1.0 if self.sound is None else self.sound)


@value
class Verdict:
    """`strengths`: what each side has, in the strategy's own unit. `arguments`: all that were weighed, whatever the
    strategy."""

    decision: Decision
    confidence: float
    strategy: str
    strengths: Mapping[Decision, float] = field(default_factory=dict)
    arguments: tuple[Argument, ...] = ()

    @property
    def checked(self) -> bool:
        """Whether anything that was cited could be checked."""
        return any(one.evidence is not None for one in self.arguments)

    @property
    def recorded(self) -> bool:
        """Whether somebody recorded what the arguments state, so that contradictions could be seen, or judged them."""
        return any(one.sound is not None for one in self.arguments)


def verdict_of(past: Past, strategy: str = STRATEGIES[0]) -> Verdict | None:
    """Return the verdict by a strategy; None where nobody has argued a case."""
    cases = [turn for turn in past.of("argument") if turn.heard == "all"]
    if not cases:
        return None
    arguments = tuple(_arguments(past, cases))
    if strategy == "majority":
        found, decision, confidence = _majority(past, cases)
    else:
        by = {"evidence": _by_evidence, "confidence": _by_confidence}.get(strategy)
        found = by(past, arguments) if by else _by_arguments(past, cases, _semantics(strategy))
        decision, confidence = decision_of(found)
    return Verdict(decision=decision, confidence=confidence, strategy=strategy, strengths=found, arguments=arguments)


def decision_of(found: Mapping[Decision, float]) -> tuple[Decision, float]:
    """Return which side has enough, and how sure that is."""
    ours, theirs = (found.get(side, 0.0) for side in SIDES)
    total = ours + theirs
    for side, own, other in ((SIDES[0], ours, theirs), (SIDES[1], theirs, ours)):
        if own > 0 and own >= LEAD * other:
            return side, min(MOST, own / total)
    return "UNCERTAIN", UNSURE


# ---- what is weighed -------------------------------------------------------------------------------------------------
def _arguments(past: Past, cases: list[Turn]) -> Iterator[Argument]:
    records = _records(past)
    stated, judged = _stated(past), _judged(past)
    for turn in cases:
        side = _side(turn)
        if side is None:
            continue
        checked = records.get(turn.path)
        own = stated.get(turn.path)
        yield Argument(
            path=turn.path,
            seat=turn.seat,
            side=side,
            confidence=share(turn.data.get("confidence")) or 0.0,
            evidence=checked.share if checked else None,
            consistency=_consistency(own, registry_of(past).statements) if own else None,
            judged=judged.get(turn.path),
            wording=wording_of(turn),
        )


def wording_of(turn: Turn) -> str:
    """Return the wording that a contribution for the proposition declares to defend; "" where it declares none."""
    told = word(turn.data.get("wording"))
    return "" if _side(turn) != SIDES[0] or bare_words(told) in NO_WORDING else told


def _side(turn: Turn) -> Decision | None:
    declared = word(turn.data.get("side"))
    return next((side for side in SIDES if side == declared), None)


def _records(past: Past) -> dict[str, CitationRecord]:
    """Return the checked citations of each turn."""
    return {subject_of(turn.path, turn.data): CitationRecord(items=items_of(turn.data)) for turn in past.of("evidence")}


def _judged(past: Past) -> dict[str, float]:
    """Return how consistent each argument was found, over all the orders in which a judge was shown it."""
    found: dict[str, list[float]] = {}
    for turn in past.of("appraisal"):
        for item in items(turn.data.get("items")):
            figure = share(item.get("consistency"))
            if figure is not None:
                found.setdefault(word(item.get("turn")), []).append(figure)
    return {path: sum(figures) / len(figures) for path, figures in found.items()}


def _stated(past: Past) -> dict[str, list[Statement]]:
    """Return the statements that each turn made or worded anew."""
    found: dict[str, list[Statement]] = {}
    for one in registry_of(past).statements.values():
        for wording in one.wordings:
            found.setdefault(wording.path, []).append(one)
    return found


def _consistency(own: list[Statement], known: Mapping[str, Statement]) -> float:
    wrong = sum(_contradicts_own(one, known) or miscalculates(one.text) for one in own)
    return 1 - wrong / len(own)


def _contradicts_own(one: Statement, known: Mapping[str, Statement]) -> bool:
    """Return whether a statement is given against another of the same author that they still hold. A fact against
    their own advice is a caveat: they admit it, and contradict nothing."""
    attacked = (known[link.to] for link in one.links if link.kind == "attacks" and link.to in known)
    own = [other for other in attacked if other.author == one.author and other is not one and not other.withdrawn]
    return any(one.kind == other.kind or other.kind != "decision" for other in own)


def miscalculates(text: str) -> bool:
    """Return whether a text contains a sum of two numbers that is wrong, to the precision in which it is written."""
    return any(_wrong(found) for found in _SUM.finditer(text))


def _wrong(found: re.Match[str]) -> bool:
    a, b, told = (Fraction(found[name]) for name in "abc")
    if found["op"] in "/÷" and not b:
        return True
    results = {"+": a + b, "-": a - b, "−": a - b, "/": a / b if b else a, "÷": a / b if b else a}
    off = abs(results.get(found["op"], a * b) - told)
    places = len(found["c"].partition(".")[2])
    return off > Fraction(1, 2 * 10**places) if found["op"] in "/÷" else off != 0


# ---- strategies ------------------------------------------------------------------------------------------------------
def _by_confidence(past: Past, arguments: tuple[Argument, ...]) -> dict[Decision, float]:
    return {side: sum(one.strength for one in arguments if one.side == side) for side in SIDES}


def _by_evidence(past: Past, arguments: tuple[Argument, ...]) -> dict[Decision, float]:
    """The verified share of all that a side cited and that could be checked; nothing for a side that cited nothing."""
    records, found = _records(past), dict[Decision, float]()
    for side in SIDES:
        own = [records[one.path] for one in arguments if one.side == side and one.path in records]
        total = sum(record.total for record in own)
        found[side] = sum(record.verified for record in own) / total if total else 0.0
    return found


def _majority(past: Past, cases: list[Turn]) -> tuple[dict[Decision, float], Decision, float]:
    """Count the last declaration of each participant, the Moderator's decision among them."""
    last: dict[str, Decision] = {turn.seat: side for turn in cases if (side := _side(turn))}
    for turn in past.of("verdict"):
        decision = word(turn.data.get("decision"))
        last[turn.seat] = next((side for side in SIDES if side == decision), "UNCERTAIN")
    counts = Counter(last.values())
    found = {side: float(counts[side]) for side in SIDES}
    winner = next((side for side in SIDES if 2 * counts[side] > len(last)), None)
    return (found, winner, min(MOST, counts[winner] / len(last))) if winner else (found, "UNCERTAIN", UNSURE)


def labelled(past: Past) -> dict[str, Label]:
    """Return which of the statements that attack one another are in, out or undecided, by Dung's grounded labelling."""
    held = _held(past)
    attacks = [
        (id, link.to)
        for id, links in _links(past, held).items()
        for link in links
        if link.kind == "attacks" and _counts(held[id], link, held)
    ]
    return grounded_labelling([id for id in held if any(id in edge for edge in attacks)], attacks)


def _held(past: Past) -> dict[str, Statement]:
    return {id: one for id, one in registry_of(past).statements.items() if one.status != "withdrawn"}


def _links(past: Past, held: Mapping[str, Statement]) -> dict[str, list[Link]]:
    """Return what each statement does to others that are still held, as they are worded now: what it did to a wording
    that is gone, it does to none of them."""
    order = {turn.path: place for place, turn in enumerate(past)}
    return {
        id: [link for link in one.links if link.to in held and link.to != id and bears(link, held[link.to], order)]
        for id, one in held.items()
    }


def _counts(one: Statement, link: Link, held: Mapping[str, Statement]) -> bool:
    """Return whether a link counts: an attack that was conceded since, or whose author finds right what it attacks, is
    none."""
    return link.kind != "attacks" or not conceded(one, held[link.to])


def _semantics(strategy: str) -> Semantics:
    return "df-quad" if strategy == "df-quad" else "quadratic"


def _by_arguments(past: Past, cases: list[Turn], semantics: Semantics) -> dict[Decision, float]:
    """The strength of the proposition among the statements that are still held, and of its denial, by the links as they
    were recorded. A statement that bears on no other one, while others are linked to it, speaks for or against the
    proposition, as its author's side is; those act through it, and so does what only answers another: an answer is no
    attack, here as in the labels. For what one that nobody linked speaks, nobody knows: it may concede something. One
    that was linked to words alone that nobody holds any more counts for nothing, too: it may have been an objection of
    that side's own. Each begins with what its quotations prove, never with how sure its author is."""
    sides = {turn.seat: side for turn in cases if (side := _side(turn))}
    held = _held(past)
    links = _links(past, held)
    base = {PROPOSITION: UNSURE} | {id: base_score(len(one.verified), len(one.failed)) for id, one in held.items()}
    linked = {end for id, drawn in links.items() for link in drawn for end in (id, link.to)}
    attacks: list[tuple[str, str]] = []
    supports: list[tuple[str, str]] = []
    for id, one in held.items():
        acting = [link for link in links[id] if link.kind != "answers"]
        for link in acting:
            if _counts(one, link, held):
                (supports if link.kind == "supports" else attacks).append((id, link.to))
        outlived = not acting and any(link.kind != "answers" and link.to in held for link in one.links)
        if not acting and not outlived and id in linked and one.author in sides:
            (supports if sides[one.author] == "SUPPORT" else attacks).append((id, PROPOSITION))
    strength = strengths(base, attacks, supports, semantics)[PROPOSITION]
    return {"SUPPORT": strength, "OPPOSE": 1 - strength}
