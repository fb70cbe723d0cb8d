"""Where each participant stands (SPEC LEDGER.1): the ledger, as the registry gives it. Pure.

A stance is what a participant declared in a field that was asked for, or what the clerk recorded of their turn with a
receipt; without either there is none. Agreements, disagreements, concessions and shifts are those of the registry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from disputatio.debate.log.turns import Past
from disputatio.debate.statements.ledger import (
    Concession,
    Confidence,
    Entry,
    Ledger,
    OnAspect,
    Relation,
    Settlement,
    Shift,
    Standing,
    Strength,
    aspect_of,
)
from disputatio.debate.statements.moves import Move
from disputatio.debate.statements.registry import Registry, registry_of
from disputatio.debate.statements.statement import Judgement, Statement


def ledger_of(past: Past) -> Ledger:
    """Where each participant stands, by seat, in the order in which they first spoke."""
    registry = registry_of(past)
    found: Ledger = {}
    for entry in registry.entries.values():
        found[entry.seat] = _after(found.get(entry.seat) or Standing(seat=entry.seat), entry, registry)
    for seat, paths in registry.missed.items():
        if registry.kept:
            found[seat] = replace(found[seat], missed=paths)
    for one in registry.statements.values():
        _related(found, one)
    for move in registry.moves:
        if move.seat in found:
            found[move.seat] = _moved(found[move.seat], move)
    return {seat: _cited(standing, registry) for seat, standing in found.items()}


def entries_of(past: Past) -> Mapping[str, Entry]:
    """What each message says of where its author stands, by the path of the message."""
    return registry_of(past).entries


def recorded(past: Past) -> bool:
    """Whether somebody keeps the ledger: without, only what participants declare in fields is known."""
    return registry_of(past).kept


def _after(before: Standing, entry: Entry, registry: Registry) -> Standing:
    other = bool(entry.stance) and entry.stance != before.stance
    confidence = (Confidence(path=entry.about, level=entry.confidence),) if entry.confidence is not None else ()
    return replace(
        before,
        stance=entry.stance or before.stance,
        since=entry.about if other else before.since,
        words=entry.words if other else before.words,
        aspects=_on_aspects(before, entry),
        confidences=(*before.confidences, *confidence),
        updated=entry.about if entry.about not in registry.missed.get(entry.seat, ()) else before.updated,
        rules=entry.rules,
    )


def _on_aspects(standing: Standing, entry: Entry) -> dict[str, OnAspect]:
    """A position goes to the aspect that the message was about; a new stance takes the place of an older position on
    the whole."""
    held = entry.position or ("" if entry.aspect else entry.stance)
    before = standing.on(entry.aspect)
    if not held or held == before.position:
        return standing.aspects
    return {**standing.aspects, entry.aspect: replace(before, position=held, since=entry.about, words=entry.words)}


def _related(found: Ledger, one: Statement) -> None:
    """What a statement says about its author and about everybody who has judged it."""
    for judgement in one.judgements.values():
        if judgement.seat in found:
            found[judgement.seat] = _as_judge(found[judgement.seat], one, judgement)
    if one.author in found:
        found[one.author] = _as_author(found[one.author], one)
    if one.disputed and not one.open and (one.card or one.ruled):
        for seat in found.keys() & set(one.sides):
            other = next((side for side in one.sides if side != seat), "")
            by = one.ruling if one.ruled else one.card
            made = Settlement(seat=other, on=one.text, how=one.resolution, card=by, claim=one.id)
            found[seat] = replace(found[seat], settled=(*found[seat].settled, made))


def _as_judge(standing: Standing, one: Statement, judgement: Judgement) -> Standing:
    strength: Strength = "strong" if judgement.strong else "mild"
    relation = Relation(
        seat=one.author,
        on=one.text,
        strength=strength,
        path=judgement.path,
        card=one.card,
        words=judgement.words,
    )
    if judgement.verdict == "agrees" and not one.withdrawn and one.card != judgement.path:
        return replace(standing, agreements=(*standing.agreements, replace(relation, card="")))
    if judgement.verdict == "disagrees" and one.open:
        again = bool(one.card) and any(step.deed == "met" and step.words for step in one.history)
        return replace(standing, disagreements=(*standing.disagreements, replace(relation, again=again)))
    return standing


def _as_author(standing: Standing, one: Statement) -> Standing:
    """A challenge is unanswered until the author says what becomes of the statement."""
    challenged = False
    for step in one.history:
        challenged = step.deed == "disputed" or (challenged and step.seat != one.author)
    if not challenged or not one.open:
        return standing
    aspect = aspect_of(one.path)
    held = standing.on(aspect)
    held = replace(held, unanswered=(*held.unanswered, one.text))
    return replace(standing, aspects={**standing.aspects, aspect: held})


def _moved(standing: Standing, move: Move) -> Standing:
    shift = Shift(
        path=move.path,
        before=move.before,
        after=_told(move),
        cause=move.because,
        statement=move.statement,
        flip=move.flip,
        sentence=move.words,
        aspect=aspect_of(move.path),
    )
    standing = replace(standing, shifts=(*standing.shifts, shift))
    if move.kind == "revised":
        return standing
    given = move.before if move.kind == "withdrawn" else f"the objection to: {move.after}"
    conceded = Concession(text=given, path=move.path, words=move.words)
    return replace(standing, concessions=(*standing.concessions, conceded))


def _told(move: Move) -> str:
    match move.kind:
        case "withdrawn":
            return f"{move.statement} is withdrawn"
        case "conceded":
            return f"accepts {move.statement}: {move.after}"
        case "revised":
            return move.after


def _cited(standing: Standing, registry: Registry) -> Standing:
    """With the evidence that they cited on each aspect and that holds."""
    aspects = dict(standing.aspects)
    for path, items in registry.cited.items():
        if registry.entries[path].seat == standing.seat:
            held = aspects.get(aspect_of(path)) or OnAspect()
            given = _once((*held.evidence, *(item.where or item.citation for item in items if item.grounded)))
            if given != held.evidence:
                aspects[aspect_of(path)] = replace(held, evidence=given)
    return standing if aspects == standing.aspects else replace(standing, aspects=aspects)


def _once(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
