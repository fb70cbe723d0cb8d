"""Keeping the ledger (SPEC LEDGER.1). A pure fold over the past.

After every message a record of contract `ledger` says what the message changed, and only that; here the changes are
taken into the state. Records of parallel messages are taken in seat order, because the past joins in that order. A
message without a record that can be read (the extraction failed) leaves the state as it is, and the standing says so
(`missed`). A crux card settles what was disputed in its room, or says that it did not; so does a person's ruling on a
claim (`settlements`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import partial

from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import identifier, items, word, words
from disputatio.debate.persistent import PersistentMap
from disputatio.debate.sameness import opposed, same
from disputatio.debate.statements.claims import Claims, claims_of
from disputatio.debate.statements.ledger import (
    Concession,
    Confidence,
    Entry,
    Ledger,
    OnAspect,
    Relation,
    Shift,
    Standing,
    entry_of,
    public,
    spoken,
    unreadable,
)
from disputatio.debate.statements.moves import Hearing, News, class_of
from disputatio.debate.statements.settlements import anew, with_card, with_ruling, without_reopened
from disputatio.debate.values import Json, value

DISAGREED, CONCEDED, SHIFTED = 3, 4, 5
"""What a new disagreement, a concession and a shift add to the epistemic score (SPEC REFLECT.1)."""


@value
class _Minutes:
    """`kept`: there is a record. `stir`: the epistemic score since the last reflections."""

    kept: bool = False
    ledger: Ledger = field(default_factory=dict)
    entries: PersistentMap[Entry] = field(default_factory=PersistentMap)
    hearing: Hearing = field(default_factory=Hearing)
    stir: int = 0


_EMPTY = _Minutes()


def ledger_of(past: Past) -> Ledger:
    """Where each participant stands, by seat, in the order in which they first spoke. Empty where no records are
    made."""
    minutes = _minutes(past)
    return minutes.ledger if minutes.kept else {}


def entries_of(past: Past) -> Mapping[str, Entry]:
    """What each message changed, by the path of the message."""
    return _minutes(past).entries


def epistemic_score(past: Past) -> int:
    """How much has moved since the last reflections: 3 × new disagreements + 4 × concessions + 5 × shifts."""
    return _minutes(past).stir


def _minutes(past: Past) -> _Minutes:
    return past.fold("minutes", partial(_with_turn, past), _EMPTY)


def _with_turn(past: Past, minutes: _Minutes, turn: Turn) -> _Minutes:
    minutes = replace(minutes, hearing=minutes.hearing.turned())
    if public(turn, "evidence"):
        return replace(minutes, hearing=minutes.hearing.checked(turn))
    if public(turn, "card"):
        ledger = with_card(minutes.ledger, turn.path, _claims_after(past, turn))
        return replace(minutes, ledger=ledger, hearing=minutes.hearing.told(_settled(minutes.hearing.place, turn)))
    if public(turn, "ruling") and "claim" in turn.data:
        return replace(minutes, ledger=with_ruling(minutes.ledger, turn.path, _claims_after(past, turn)))
    if public(turn, "ledger"):
        return _recorded(minutes, turn)
    if public(turn, "reflections"):
        return replace(minutes, stir=0)
    return _said(minutes, turn) if spoken(turn) else minutes


def _claims_after(past: Past, turn: Turn) -> Claims:
    """The claims as they are since a card or a ruling of this past."""
    return next(claims_of(node) for node in past.back(turn.gives) if node.turn is turn)


# ---- what is new -----------------------------------------------------------------------------------------------------
def _settled(place: int, turn: Turn) -> Iterator[News]:
    """What comes out of a crux room is new to all: each side's best case, and what it came to."""
    id = identifier(turn.data.get("claim"))
    for item in items(turn.data.get("best")):
        yield News(at=place, kind="argument", text=word(item.get("text")), by=word(item.get("seat")))
    for text in (word(turn.data.get("statement")), word(turn.data.get("how"))):
        yield News(at=place, kind="argument", text=text, id=id)


def _argued(place: int, turn: Turn, entry: Entry) -> Iterator[News]:
    """The reasons that a message gives. A claim is of the side that holds it."""
    for text in entry.keypoints:
        yield News(at=place, kind="argument", text=text, by=entry.seat)
    for item in items(turn.data.get("claims")):
        holder = next(iter(words(item.get("sides"))), entry.seat)
        yield News(at=place, kind="argument", text=word(item.get("text")), by=holder, id=identifier(item.get("id")))


# ---- messages and records --------------------------------------------------------------------------------------------
def _said(minutes: _Minutes, turn: Turn) -> _Minutes:
    """A message: until its record comes, it is one that the ledger has missed."""
    standing = minutes.ledger.get(turn.seat) or Standing(seat=turn.seat)
    missed = replace(standing, missed=(*standing.missed, turn.path))
    return replace(minutes, hearing=minutes.hearing.spoke(turn), ledger={**minutes.ledger, turn.seat: missed})


def _recorded(minutes: _Minutes, turn: Turn) -> _Minutes:
    """A record that is about no message of a participant is passed over; one that nobody can read says nothing."""
    entry = entry_of(turn)
    before = minutes.ledger.get(entry.seat)
    if before is None:
        return minutes
    if unreadable(turn):
        return replace(minutes, kept=True)
    reopened = anew(entry, items(turn.data.get("claims")), before)
    upheld = _upheld(entry, items(turn.data.get("claims")))
    shifts = tuple(_classed(minutes, entry, shift, before) for shift in entry.shifts)
    entry = replace(entry, shifts=shifts, stir=_stir(entry, before))
    ledger = {**minutes.ledger, entry.seat: _after(before, replace(entry, disagreements=reopened), upheld)}
    return replace(
        minutes,
        kept=True,
        ledger=_challenged(without_reopened(_given_up(ledger, entry), entry.seat, reopened), entry),
        entries=minutes.entries.set(entry.about, entry),
        hearing=minutes.hearing.told(_argued(minutes.hearing.place, turn, entry)),
        stir=minutes.stir + entry.stir,
    )


def _stir(entry: Entry, before: Standing) -> int:
    known = (*before.disagreements, *(one for each in before.settled for one in each.relations))
    fresh = [one for one in entry.disagreements if not any(_alike(one, other) for other in known)]
    return DISAGREED * len(fresh) + CONCEDED * len(entry.concessions) + SHIFTED * len(entry.shifts)


def _classed(minutes: _Minutes, entry: Entry, shift: Shift, before: Standing) -> Shift:
    disputed = any(
        one.seat == entry.seat and _same_subject(one.path, entry)
        for seat, other in minutes.ledger.items()
        if seat != entry.seat
        for one in other.disagreements
    )
    flip = class_of(minutes.hearing, entry.seat, (*shift.because, shift.cause), disputed)
    held = before.on(entry.aspect).position or before.stance
    return replace(shift, before=shift.before or held, flip=flip)


def _same_subject(path: str, entry: Entry) -> bool:
    """Of the same aspect, or one of them of the whole question."""
    there = Entry(about=path, seat="").aspect
    return not there or not entry.aspect or there == entry.aspect


def _upheld(entry: Entry, claims: Iterable[dict[str, Json]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the author says in a message, and what they dispute in it, claims that they take up included."""
    said = [entry.stance, entry.position, *entry.keypoints, *(shift.after for shift in entry.shifts)]
    disputed = [one.on for one in entry.disagreements]
    for item in claims:
        sides, text = words(item.get("sides"))[:2], word(item.get("text"))
        if entry.seat in sides and word(item.get("status")) != "resolved":
            (said if sides[0] == entry.seat else disputed).append(text)
    return tuple(filter(None, said)), tuple(filter(None, disputed))


def _after(before: Standing, entry: Entry, upheld: tuple[tuple[str, ...], tuple[str, ...]]) -> Standing:
    confidence = (Confidence(path=entry.about, level=entry.confidence),) if entry.confidence is not None else ()
    return replace(
        before,
        stance=entry.stance or before.stance,
        since=entry.about if entry.stance and entry.stance != before.stance else before.since,
        aspects=_on_aspects(before, entry),
        agreements=_joined(before.agreements, entry.agreements),
        disagreements=_joined(_without(before.disagreements, entry), entry.disagreements),
        concessions=_concessions(before, entry, *upheld),
        shifts=(*before.shifts, *entry.shifts),
        confidences=(*before.confidences, *confidence),
        updated=entry.about,
        missed=tuple(path for path in before.missed if path != entry.about),
        rules=entry.rules,
    )


def _concessions(
    before: Standing, entry: Entry, said: tuple[str, ...], disputed: tuple[str, ...]
) -> tuple[Concession, ...]:
    """With what the message gives up; what was given up already is given up once, unless it was held again since. It is
    held again by who says it, or disputes the contrary of it."""

    def again(one: Concession) -> bool:
        if one.again or any(same(one.text, text) for text in entry.concessions):
            return False
        return any(same(one.text, text) for text in said) or any(opposed(one.text, text) for text in disputed)

    known = tuple(replace(one, again=entry.about) if again(one) else one for one in before.concessions)
    given = [one.text for one in known if not one.again]
    texts = [text for text in entry.concessions if not any(same(text, one) for one in given)]
    return (*known, *(Concession(text=text, path=entry.about) for text in dict.fromkeys(texts)))


def _on_aspects(standing: Standing, entry: Entry) -> dict[str, OnAspect]:
    """Position and evidence go to the aspect that the message was about; "" where it was about the whole."""
    before = standing.on(entry.aspect)
    after = OnAspect(
        position=entry.position or before.position,
        evidence=tuple(dict.fromkeys((*before.evidence, *entry.evidence))),
        unanswered=before.unanswered if entry.unanswered is None else entry.unanswered,
        since=entry.about if entry.position and entry.position != before.position else before.since,
    )
    return standing.aspects if after == before else {**standing.aspects, entry.aspect: after}


# ---- relations -------------------------------------------------------------------------------------------------------
def _joined(before: tuple[Relation, ...], new: tuple[Relation, ...]) -> tuple[Relation, ...]:
    """The same thing said again about the same participant is one relation: the last word on its strength counts, and
    a crux card about it stays with it."""
    left = (one for one in before if not any(_alike(one, other) for other in new))
    return (*left, *(_carded(other, before) for other in new))


def _carded(new: Relation, before: tuple[Relation, ...]) -> Relation:
    known = next((one for one in before if one.card and _alike(one, new)), None)
    return replace(new, card=known.card, again=known.again) if known and not new.card else new


def _without(before: tuple[Relation, ...], entry: Entry) -> tuple[Relation, ...]:
    """A disagreement ends when its author agrees on the same with the same participant, or concedes it."""
    return tuple(
        one
        for one in before
        if not any(_alike(one, other) for other in entry.agreements)
        and not any(same(one.on, text) for text in entry.concessions)
    )


def _alike(one: Relation, other: Relation) -> bool:
    return one.seat == other.seat and same(one.on, other.on)


def _given_up(ledger: Ledger, entry: Entry) -> Ledger:
    """Nobody disagrees with a participant any more on what that participant has given up."""
    for seat, standing in ledger.items() if entry.concessions else ():
        left = tuple(
            one
            for one in standing.disagreements
            if one.seat != entry.seat or not any(same(one.on, text) for text in entry.concessions)
        )
        if left != standing.disagreements:
            ledger = {**ledger, seat: replace(standing, disagreements=left)}
    return ledger


def _challenged(ledger: Ledger, entry: Entry) -> Ledger:
    """Who is disagreed with has a challenge to answer, until a record of their own says what is left of it."""
    for one in entry.disagreements:
        standing = ledger.get(one.seat)
        if standing is None:
            continue
        held = standing.on(entry.aspect)
        if not any(same(known, one.on) for known in held.unanswered):
            held = replace(held, unanswered=(*held.unanswered, one.on))
            ledger = {**ledger, one.seat: replace(standing, aspects={**standing.aspects, entry.aspect: held})}
    return ledger
