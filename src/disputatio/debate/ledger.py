"""The ledger: where each participant stands, and how that came about (SPEC LEDGER.1). A pure fold over the past.

After every message a record of contract `ledger` says what the message changed, and only that; this module takes the
changes into the state. Records of parallel messages are taken in seat order, because the past joins in that order.
A message without a record (the extraction failed) leaves the state as it is, and the standing says so (`missed`).

A shift is a change of position. How it came about is decided here, from what its author names as the cause, and never
on its author's word alone (SPEC FORMAT.2, flip gate):

    evidence      names a citation that was checked and found verified since the author spoke last
    argument      names a claim that somebody else made since then
    capitulation  names neither, though somebody disagreed with the author
    spontaneous   names neither, and nobody had disagreed
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Literal, NamedTuple

from disputatio.debate.evidence import items_of, subject_of
from disputatio.debate.ids import bound
from disputatio.debate.reading import items, message_at, rating, share, speaker_of, word, words
from disputatio.debate.sameness import likeness, opposed, same
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import Json, value

Strength = Literal["mild", "strong"]
FlipClass = Literal["evidence", "argument", "capitulation", "spontaneous"]

ASPECT = "aspect"
"""The block whose index is the aspect that is being debated."""

NAMED = 0.6
"""Likeness from which a cause is taken to name a claim."""


@value
class Relation:
    """Agreement or disagreement of a participant with another: with whom, on what, how strongly, in which turn."""

    seat: str
    on: str
    strength: Strength = "mild"
    path: str = ""


@value
class Shift:
    """A change of position: from what, to what, what caused it (`because`: the claims and citations that are named),
    and how it is classed. `sentence`: the words in which it was said."""

    path: str
    before: str
    after: str
    cause: str = ""
    because: tuple[str, ...] = ()
    flip: FlipClass = "spontaneous"
    sentence: str = ""
    aspect: str = ""


@value
class Concession:
    """What a participant gave up, in which turn."""

    text: str
    path: str


@value
class OnAspect:
    """What a participant holds about one aspect, the evidence they cited for it, and the challenges to them on it that
    they have not answered. `since`: the turn that gave the position."""

    position: str = ""
    evidence: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    since: str = ""


@value
class Confidence:
    path: str
    level: float


@value
class Standing:
    """Where one participant stands. `updated`: the last turn that was taken into account; `missed`: later turns that
    were not, because no record of them could be made. `rules`: the last record was made by rule, not by a model."""

    seat: str
    stance: str = ""
    since: str = ""
    aspects: dict[str, OnAspect] = field(default_factory=dict)
    agreements: tuple[Relation, ...] = ()
    disagreements: tuple[Relation, ...] = ()
    concessions: tuple[Concession, ...] = ()
    shifts: tuple[Shift, ...] = ()
    confidences: tuple[Confidence, ...] = ()
    updated: str = ""
    missed: tuple[str, ...] = ()
    rules: bool = False

    @property
    def confidence(self) -> float | None:
        """The last confidence that was stated, 0..1; None where none was."""
        return self.confidences[-1].level if self.confidences else None


Ledger = dict[str, Standing]


@value
class Entry:
    """One record: what a message changed, as `ledger` turns say it. `about`: the message; `seat`: its author."""

    about: str
    seat: str
    stance: str = ""
    position: str = ""
    evidence: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    keypoints: tuple[str, ...] = ()
    agreements: tuple[Relation, ...] = ()
    disagreements: tuple[Relation, ...] = ()
    concessions: tuple[str, ...] = ()
    confidence: float | None = None
    importance: int = 1
    rules: bool = False

    @property
    def stir(self) -> int:
        """What the message adds to the epistemic score, without its shifts: see `stir_of`."""
        return 3 * len(self.disagreements) + 4 * len(self.concessions)


class _News(NamedTuple):
    """Something that can move a mind: a verified citation, or a claim that was made. `at`: its place in the past."""

    at: int
    kind: Literal["evidence", "argument"]
    text: str
    by: str


@value
class _Board:
    """`spoke`: the places of each seat's last two messages. `challenged`: when each seat was last disagreed with."""

    length: int = 0
    ledger: Ledger = field(default_factory=dict)
    news: tuple[_News, ...] = ()
    spoke: dict[str, tuple[int, int]] = field(default_factory=dict)
    challenged: dict[str, int] = field(default_factory=dict)


_EMPTY = _Board()


def ledger_of(past: Past) -> Ledger:
    """Where each participant stands, by seat, in the order in which they first spoke. Empty where no records are
    made."""
    return past.fold("ledger", _with_turn, _EMPTY).ledger


def entries_of(past: Past) -> dict[str, Entry]:
    """What each message changed, by the path of the message."""
    return past.fold("ledger entries", _with_entry, {})


def _with_entry(entries: dict[str, Entry], turn: Turn) -> dict[str, Entry]:
    if turn.gives != "ledger":
        return entries
    entry = entry_of(turn)
    return {**entries, entry.about: entry}


def entry_of(turn: Turn) -> Entry:
    """A record of contract `ledger`, read."""
    data, about = turn.data, message_at(turn.path)
    return Entry(
        about=about,
        seat=speaker_of(about),
        stance=word(data.get("stance")),
        position=word(data.get("position")),
        evidence=words(data.get("evidence")),
        unanswered=words(data.get("unanswered")),
        keypoints=words(data.get("keypoints")),
        agreements=_relations(data.get("agreements"), about),
        disagreements=_relations(data.get("disagreements"), about),
        concessions=words(data.get("concessions")),
        confidence=share(data.get("confidence")),
        importance=rating(data.get("importance")),
        rules=turn.by == "rules",
    )


def stir_of(turn: Turn) -> int:
    """The epistemic score of one record: 3 × new disagreements + 4 × concessions + 5 × shifts (SPEC REFLECT.1)."""
    return entry_of(turn).stir + 5 * sum(1 for _ in items(turn.data.get("shifts")))


def _relations(found: Json, path: str) -> tuple[Relation, ...]:
    return tuple(
        Relation(
            seat=word(item.get("seat")),
            on=on,
            strength="strong" if word(item.get("strength")) == "strong" else "mild",
            path=path,
        )
        for item in items(found)
        if (on := word(item.get("on")) or word(item.get("text")))
    )


def _with_turn(board: _Board, turn: Turn) -> _Board:
    board = replace(board, length=board.length + 1)
    if turn.gives == "evidence":
        return _checked(board, turn)
    if turn.gives == "ledger":
        return _recorded(board, turn)
    if turn.message and turn.by != "person" and turn.heard == "all" and turn.gives not in ("synthesis", "card"):
        return _spoken(board, turn)
    return board


def _checked(board: _Board, turn: Turn) -> _Board:
    by = speaker_of(subject_of(turn.path, turn.data))
    fresh = (
        _News(board.length, "evidence", text, by)
        for item in items_of(turn.data)
        if item.status == "verified"
        for text in dict.fromkeys((item.citation, item.where))
        if text
    )
    return replace(board, news=(*board.news, *fresh))


def _spoken(board: _Board, turn: Turn) -> _Board:
    """A message: until its record comes, it is one that the ledger has missed."""
    before = board.spoke.get(turn.seat, (0, 0))
    spoke = {**board.spoke, turn.seat: (before[1], board.length)}
    if not board.ledger:
        return replace(board, spoke=spoke)
    standing = board.ledger.get(turn.seat) or Standing(seat=turn.seat)
    missed = replace(standing, missed=(*standing.missed, turn.path))
    return replace(board, spoke=spoke, ledger={**board.ledger, turn.seat: missed})


def _recorded(board: _Board, turn: Turn) -> _Board:
    entry = entry_of(turn)
    if not entry.seat:
        return board
    before = board.ledger.get(entry.seat) or Standing(seat=entry.seat)
    shifts = _shifts(board, turn, entry, before)
    ledger = {**board.ledger, entry.seat: _after(before, entry, shifts)}
    ledger = _challenge(ledger, entry)
    claimed = (word(item.get("text")) for item in items(turn.data.get("claims")))
    said = (_News(board.length, "argument", text, entry.seat) for text in (*entry.keypoints, *claimed) if text)
    disputed = {one.seat: board.length for one in entry.disagreements if one.seat and one.seat != entry.seat}
    return replace(board, ledger=ledger, news=(*board.news, *said), challenged={**board.challenged, **disputed})


def _after(before: Standing, entry: Entry, shifts: tuple[Shift, ...]) -> Standing:
    confidence = (Confidence(path=entry.about, level=entry.confidence),) if entry.confidence is not None else ()
    return replace(
        before,
        stance=entry.stance or before.stance,
        since=entry.about if entry.stance and entry.stance != before.stance else before.since,
        aspects=_on_aspects(before.aspects, entry),
        agreements=_joined(before.agreements, entry.agreements),
        disagreements=_joined(_without(before.disagreements, entry), entry.disagreements),
        concessions=(*before.concessions, *(Concession(text=text, path=entry.about) for text in entry.concessions)),
        shifts=(*before.shifts, *shifts),
        confidences=(*before.confidences, *confidence),
        updated=entry.about,
        missed=tuple(path for path in before.missed if path != entry.about),
        rules=entry.rules,
    )


def _on_aspects(aspects: dict[str, OnAspect], entry: Entry) -> dict[str, OnAspect]:
    """Position and evidence go to the aspect that the message was about; "" where it was about the whole."""
    name = bound(entry.about).get(ASPECT, "")
    before = aspects.get(name) or OnAspect()
    after = OnAspect(
        position=entry.position or before.position,
        evidence=tuple(dict.fromkeys((*before.evidence, *entry.evidence))),
        unanswered=entry.unanswered,
        since=entry.about if entry.position and entry.position != before.position else before.since,
    )
    return {**aspects, name: after} if after != OnAspect() or name in aspects else aspects


def _joined(before: tuple[Relation, ...], new: tuple[Relation, ...]) -> tuple[Relation, ...]:
    """The same thing said again about the same participant is one relation: the last word on its strength counts."""
    kept = tuple(one for one in before if not any(_alike(one, other) for other in new))
    return (*kept, *new)


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


def _challenge(ledger: Ledger, entry: Entry) -> Ledger:
    """Who is disagreed with has a challenge to answer, until a record of their own says what is left of it."""
    name = bound(entry.about).get(ASPECT, "")
    for one in entry.disagreements:
        if not one.seat or one.seat == entry.seat or one.seat not in ledger:
            continue
        standing = ledger[one.seat]
        aspect = standing.aspects.get(name) or OnAspect()
        if not any(same(known, one.on) for known in aspect.unanswered):
            open_now = replace(aspect, unanswered=(*aspect.unanswered, one.on))
            ledger = {**ledger, one.seat: replace(standing, aspects={**standing.aspects, name: open_now})}
    return ledger


def _shifts(board: _Board, turn: Turn, entry: Entry, before: Standing) -> tuple[Shift, ...]:
    name = bound(entry.about).get(ASPECT, "")
    held = before.aspects.get(name, OnAspect()).position or before.stance
    found = []
    for item in items(turn.data.get("shifts")):
        after = word(item.get("to")) or word(item.get("text"))
        if not after:
            continue
        cause, because = word(item.get("cause")), words(item.get("because"))
        found.append(
            Shift(
                path=entry.about,
                before=word(item.get("from")) or held,
                after=after,
                cause=cause,
                because=because,
                flip=_class_of(board, entry.seat, (*because, cause)),
                sentence=word(item.get("sentence")),
                aspect=name,
            )
        )
    return tuple(found)


def _class_of(board: _Board, seat: str, named: Sequence[str]) -> FlipClass:
    """How a change of position came about, by what its author names and what was new to them."""
    heard_from = board.spoke.get(seat, (0, 0))[0]
    fresh = [news for news in board.news if news.at > heard_from]
    told = [text for text in named if text]
    if any(news.kind == "evidence" and news.text in text for news in fresh for text in told):
        return "evidence"
    if any(news.kind == "argument" and news.by != seat and _names(text, news.text) for news in fresh for text in told):
        return "argument"
    return "capitulation" if board.challenged.get(seat, 0) > heard_from else "spontaneous"


def _names(cause: str, claim: str) -> bool:
    return claim in cause or same(claim, cause) or (likeness(claim, cause) >= NAMED and not opposed(claim, cause))
