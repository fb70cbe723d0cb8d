"""The registry: everything that is held and disputed in a debate, with what became of it. A pure fold over the past.

It reads what participants declare in the forms that they are asked for (`assessment`), what the clerk records of their
turns with receipts (`ledger`), what was found of their citations (`evidence`), what crux rooms come to (`card`), and
what the person rules. It compares no prose: which statement is meant was decided by its id when it was recorded.
Points, claims, ledger, gauge, synthesis, export and memory all read this one fold, so they cannot differ.

A record of the clerk has three lists. `new`: statements that a turn makes. `about`: what somebody does with a statement
that is known: agrees, disagrees, doubts, keeps, revises, withdraws, closes, assumes. `stands`: where somebody stands
now. Each entry says by whom (`by`) and of which turn (`turn`); where it does not, the last message of the one who is
meant is taken, or the message that encloses the record. A new statement may have a `mark`, by which other entries of
the same record name it before it has an id.

A round, here, is the innermost pass of a loop, or the aspect, in which a message stands: ``aspect[cost]/miniround[2]``.
What is said in a room stays in it: only its card changes the statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace

from disputatio.debate import payload
from disputatio.debate.citations.evidence import Item, cites, items_of, subject_of
from disputatio.debate.ids import ASPECT, index_of, inside, parent, segments
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.persistent import PersistentMap
from disputatio.debate.statements import cards, older
from disputatio.debate.statements.cards import ROOM, Card, Rooms
from disputatio.debate.statements.ledger import Entry, is_about, public, spoken
from disputatio.debate.statements.moves import Move, MoveKind, class_of
from disputatio.debate.statements.receipts import passage, sentence
from disputatio.debate.statements.statement import (
    ABANDONED,
    LINKS,
    Deed,
    HistoryStep,
    Judgement,
    Link,
    Statement,
    Verdict,
    Wording,
)
from disputatio.debate.values import Json, value

PLACED = ("line exists", "moved")
"""What came of a citation whose place is there, while nothing that was quoted was found on it."""
DISPUTED, GAVE_UP, SHIFTED = 3, 4, 5
"""What a new disagreement, a concession and a shift add to the epistemic score (SPEC REFLECT.1)."""

ASSESSED: dict[str, Verdict] = {"agree": "agrees", "unverifiable": "doubts", "disagree": "disagrees"}
"""What each list of an assessment says of a statement, in the order in which they are read: the doubt goes last."""
_REWORDED = re.compile(r"\bas (?:revised|reworded|amended|corrected|restated)\b", re.I)
"""Who agrees to a statement as its author has changed it says that the author moved."""
_DEEDS: dict[Verdict, Deed] = {"agrees": "agreed", "disagrees": "disputed", "doubts": "doubted"}
_OF_AUTHORS: dict[str, Deed] = {
    "keeps": "kept",
    "revises": "revised",
    "withdraws": "withdrew",
    "closes": "closed",
    "assumes": "assumed",
}
RULINGS: dict[str, str] = {
    "accepted": "accepted by the person",
    "rejected": "rejected by the person",
    "set aside": "set aside by the person",
    "open": "left open by the person",
    "agreed": "accepted by the person",
    "contested": "left open by the person",
}
"""What a person's ruling says of a statement; the last two are words of earlier versions."""
_LEFT_OPEN = ("open", "contested")


@value
class Registry:
    """`statements` by id, in the order in which they were first stated; `worded`: the ids of those that got a wording
    in a turn, by its path; `live`: the ids of those in dispute that are not abandoned. `moves`: the changes of position
    in a turn, by its path. `entries`: what each message changed, by its path. `missed`: the messages of which there is
    no record, with the seats that spoke them. `kept`: there is a record of the clerk. `texts`: what was said, by the
    path of the message; `last`: the last message of each participant, the newest at the end; `confidence`: how sure
    each said last that they are; `values`: the typed value that each gave last (value, unit, position). `given`: in
    which turn each citation was given first. `cited`: the checked citations of each turn. `round`, `rounds`: the
    present round, and how many there were with it. `stir`: the epistemic score since the last reflections.

    One more turn costs about what it changes, however long the debate is."""

    statements: PersistentMap[Statement] = field(default_factory=PersistentMap)
    worded: PersistentMap[tuple[str, ...]] = field(default_factory=PersistentMap)
    live: tuple[str, ...] = ()
    moves: PersistentMap[tuple[Move, ...]] = field(default_factory=PersistentMap)
    entries: PersistentMap[Entry] = field(default_factory=PersistentMap)
    missed: PersistentMap[str] = field(default_factory=PersistentMap)
    kept: bool = False
    texts: PersistentMap[str] = field(default_factory=PersistentMap)
    last: dict[str, str] = field(default_factory=dict)
    values: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)
    cited: PersistentMap[tuple[Item, ...]] = field(default_factory=PersistentMap)
    given: PersistentMap[str] = field(default_factory=PersistentMap)
    rooms: Rooms = field(default_factory=Rooms)
    round: str | None = None
    rounds: int = 0
    stir: int = 0

    def put(self, one: Statement) -> Registry:
        """The registry with a statement as it is now."""
        path, worded = one.wordings[-1].path, self.worded
        if one.id not in (known := worded.get(path, ())):
            worded = worded.set(path, (*known, one.id))
        live = one.open and not one.abandoned
        if live == (one.id in self.live):
            return replace(self, statements=self.statements.set(one.id, one), worded=worded)
        left = tuple(id for id in self.live if id != one.id)
        return replace(
            self,
            statements=self.statements.set(one.id, one),
            worded=worded,
            live=(*left, one.id) if live else left,
        )

    def uncovered(self, record: str) -> list[str]:
        """The messages that the record at a path is about, of which there is no record yet."""
        return [path for path in self.missed if is_about(record, path)]


_EMPTY = Registry()


def registry_of(past: Past) -> Registry:
    """Everything that is held and disputed so far."""
    return past.fold("registry", _with_turn, _EMPTY)


def statements_of(past: Past) -> Mapping[str, Statement]:
    """All statements so far, by id, in the order in which they were first stated."""
    return registry_of(past).statements


def moves_of(past: Past) -> tuple[Move, ...]:
    """All changes of position so far, oldest first."""
    return tuple(move for moves in registry_of(past).moves.values() for move in moves)


def epistemic_score(past: Past) -> int:
    """How much has moved since the last reflections: 3 × new disagreements + 4 × concessions + 5 × shifts."""
    return registry_of(past).stir


def _with_turn(registry: Registry, turn: Turn) -> Registry:
    registry = _with_rooms(registry, turn)
    if turn.heard.startswith(ROOM):
        return registry
    if spoken(turn):
        registry = _with_message(registry, turn)
    if turn.heard != "all":
        return registry
    match turn.gives:
        case "assessment":
            return _assessed(registry, turn)
        case "points":
            by = _author_of(parent(turn.path))
            return _recorded(registry, turn, older.from_points(turn.data, by, parent(turn.path)))
        case "ledger":
            return _recorded(registry, turn, _record(registry, turn))
        case "evidence":
            return _checked(registry, turn)
        case "ruling":
            return _ruled(registry, turn)
        case "reflections":
            return replace(registry, stir=0)
        case _:
            return registry


# ---- messages and rounds ---------------------------------------------------------------------------------------------
def round_at(path: str) -> str:
    """The round that a turn is in: up to the innermost pass or aspect; "" outside of any."""
    parts = path.split("/")
    while parts and not _counts(parts[-1]):
        parts.pop()
    return "/".join(parts)


def _counts(segment: str) -> bool:
    [(name, index)] = segments(segment) or (("", ""),)
    return index.isdecimal() or (name == ASPECT and bool(index))


def _with_message(registry: Registry, turn: Turn) -> Registry:
    """A message: until its record comes, it is one that the ledger has missed."""
    registry = replace(
        registry,
        missed=registry.missed.set(turn.path, turn.seat),
        texts=registry.texts.set(turn.path, turn.text),
        last={**{seat: path for seat, path in registry.last.items() if seat != turn.seat}, turn.seat: turn.path},
    )
    registry = _valued(_entered_in(registry, _declared(turn)), turn)
    round = round_at(turn.path)
    return registry if round == registry.round else _entered(registry, round)


def _valued(registry: Registry, turn: Turn) -> Registry:
    """Who gives another value than before (a number, a year, an option) has moved, for the first reason that they
    give. Answers in words are not compared."""
    found = turn.data.get("value")
    if not isinstance(found, dict):
        return registry
    held = (str(found.get("value")), payload.word(found.get("unit")), payload.word(turn.data.get("position")))
    before = registry.values.get(turn.seat)
    registry = replace(registry, values={**registry.values, turn.seat: held})
    if before is None or before[:2] == held[:2]:
        return registry
    because = next(iter(payload.words(turn.data.get("because"))), "")
    move = Move(
        path=turn.path,
        seat=turn.seat,
        statement="",
        kind="revised",
        before=before[2] or before[0],
        after=held[2] or held[0],
        words=held[2] or held[0],
        because=because,
        flip=class_of("", because, held[2], turn.text, ()),
    )
    return _moved(registry, move)


def _declared(turn: Turn) -> Entry:
    """What a message says of where its author stands in the fields that it was asked for."""
    stance = payload.word(turn.data.get("position")) or payload.word(turn.data.get("decision"))
    return Entry(
        about=turn.path,
        seat=turn.seat,
        stance=stance,
        words=stance,
        confidence=payload.share(turn.data.get("confidence")),
    )


def _entered_in(registry: Registry, entry: Entry) -> Registry:
    """With the entry of a message."""
    sure = registry.confidence if entry.confidence is None else registry.confidence | {entry.seat: entry.confidence}
    return replace(registry, entries=registry.entries.set(entry.about, entry), confidence=sure)


def _entered(registry: Registry, round: str) -> Registry:
    """A message of another round: what nobody has disputed in the last one is disputed no more without a break, and
    what nobody returned to for two whole rounds is abandoned."""
    for one in [registry.statements[id] for id in registry.live]:
        if registry.rounds > one.touched:
            registry = registry.put(_rested(one, registry.rounds - one.touched))
    return replace(registry, round=round, rounds=registry.rounds + 1)


def _rested(one: Statement, rounds: int) -> Statement:
    return replace(one, streak=0, abandoned=one.abandoned or rounds >= ABANDONED)


# ---- what participants declare in a form -----------------------------------------------------------------------------
def _assessed(registry: Registry, turn: Turn) -> Registry:
    """Agree, unverifiable, disagree, by id. What has no id is a statement of its own: of the other side where the words
    stand in its last turn, else one that the assessor raises against it."""
    for key, verdict in ASSESSED.items():
        for item in payload.items(turn.data.get(key)):
            text, reason = payload.word(item.get("text")), payload.word(item.get("reason"))
            id = payload.word(item.get("point"))
            if id not in registry.statements and text:
                registry, id = _raised(registry, turn, text, verdict)
            made = Judgement(
                seat=turn.seat,
                verdict=verdict,
                path=turn.path,
                words=reason or text,
                reason=reason,
                decisive=item.get("decisive") is True,
                declared=_by_rule(turn),
            )
            one = registry.statements.get(id)
            if one is not None and one.author == turn.seat:
                registry = _answered(registry, one, made)
            else:
                registry = _judged(registry, id, made, because=reason)
    return registry


def _answered(registry: Registry, one: Statement, made: Judgement) -> Registry:
    """What an assessor says of a statement of their own: an objection that they agree with now has been answered."""
    deed: Deed = "closed" if one.against and made.verdict == "agrees" else "kept"
    if one.path == made.path:
        return registry
    item: dict[str, Json] = {"quote": made.words, "because": made.reason}
    return _by_author(registry, one, deed, item, made.path)


def _raised(registry: Registry, turn: Turn, text: str, verdict: Verdict) -> tuple[Registry, str]:
    answered = next((path for seat, path in reversed(registry.last.items()) if seat != turn.seat), "")
    if answered and passage(text, registry.texts[answered]):
        return _stated(registry, _author_of(answered), answered, {"text": text, "quote": text})
    against = _author_of(answered) if verdict == "disagrees" else ""
    return _stated(registry, turn.seat, turn.path, {"text": text, "quote": text}, against=against)


# ---- what the clerk records ------------------------------------------------------------------------------------------
def _record(registry: Registry, turn: Turn) -> dict[str, Json]:
    data = turn.data
    if "new" in data or "about" in data or "stands" in data or data.keys() == {"note"}:
        return data
    about = payload.message_at(turn.path)
    return older.from_ledger(data, _author_of(about), about, registry.statements)


def _recorded(registry: Registry, turn: Turn, data: dict[str, Json]) -> Registry:
    """A record that nobody can read says only why it could not be made."""
    registry = replace(registry, kept=registry.kept or turn.gives == "ledger")
    if data.keys() == {"note"}:
        return registry
    rule, fresh = _by_rule(turn), dict[str, list[str]]()
    marks = dict[str, str]()
    for item in payload.items(data.get("new")):
        if place := _place(registry, item, turn.path):
            size = len(registry.statements)
            registry, id = _stated(registry, *place, item, links=tuple(_links(item, *place, marks)))
            marks[payload.word(item.get("mark"))] = id
            if len(registry.statements) > size:
                fresh.setdefault(place[1], []).append(registry.statements[id].text)
    disputed = dict[str, int]()
    for item in payload.items(data.get("about")):
        if place := _place(registry, item, turn.path):
            id = payload.word(item.get("id"))
            item = {**item, "id": marks.get(id, id)}
            known = registry.statements.get(payload.word(item["id"]))
            registry = _done(registry, item, *place, rule=rule)
            if known is not None and not known.disputed and registry.statements[known.id].disputed:
                disputed[place[1]] = disputed.get(place[1], 0) + 1
    stands = {
        place[1]: item for item in payload.items(data.get("stands")) if (place := _place(registry, item, turn.path))
    }
    for path in registry.uncovered(turn.path):
        entry = _entry(registry, path, stands.get(path, {}), fresh.get(path, []), disputed.get(path, 0))
        registry = _entered_in(registry, replace(entry, rules=payload.by_rule(turn)))
        registry = replace(registry, missed=registry.missed.drop(path), stir=registry.stir + entry.stir)
    return registry


def _by_rule(turn: Turn) -> bool:
    """Whether a record was read by rule from what real participants said. A rehearsal speaks for nobody."""
    return payload.by_rule(turn) and not turn.model.startswith("rehearsal:")


def _place(registry: Registry, item: dict[str, Json], record: str) -> tuple[str, str] | None:
    """Who an entry is about, and in which of their messages; None where it is about no message of a participant."""
    path = payload.word(item.get("turn"))
    path = path or registry.last.get(payload.word(item.get("by")), "") or payload.message_at(record)
    by = payload.word(item.get("by")) or _author_of(path)
    return (by, path) if by in registry.last else None


def _stated(
    registry: Registry, by: str, path: str, item: dict[str, Json], *, links: tuple[Link, ...] = (), against: str = ""
) -> tuple[Registry, str]:
    text, words = payload.word(item.get("text")), payload.word(item.get("quote"))
    id = payload.identifier(item.get("id")) or f"P{len(registry.statements) + 1}"
    if not text or id in registry.statements:
        return registry, id
    made = Statement(
        id=id,
        author=by,
        kind=payload.word(item.get("kind")) or "claim",
        wordings=(Wording(text=text, path=path, words=words),),
        history=(HistoryStep(path=path, seat=by, deed="stated", words=words),),
        against=against,
        links=links,
        assumed=item.get("assumed") is True,
        touched=registry.rounds,
        streak=int(bool(against)),
    )
    return registry.put(_borne_out(made, registry.cited.get(path, ()), registry)), id


def _links(item: dict[str, Json], by: str, path: str, marks: Mapping[str, str]) -> Iterator[Link]:
    for kind in LINKS:
        for to in dict.fromkeys(payload.words(item.get(kind))):
            yield Link(kind=kind, to=marks.get(to, to), by=by, path=path)


def _done(registry: Registry, item: dict[str, Json], by: str, path: str, *, rule: bool) -> Registry:
    """What somebody does with a statement. Only its author keeps, revises, withdraws, closes or assumes it; only
    others judge it."""
    one = registry.statements.get(payload.word(item.get("id")))
    does, because = payload.word(item.get("does")), payload.word(item.get("because"))
    words = payload.word(item.get("quote"))
    if one is None:
        return registry
    if one.author == by:
        deed = _OF_AUTHORS.get(does)
        return _by_author(registry, one, deed, item, path) if deed else registry
    verdict: Verdict | None = next((known for known in _DEEDS if known == does), None)
    if verdict is None:
        return registry
    known = one.judgements.get(by)
    if known is not None and known.path == path and not known.declared:
        return _refined(registry, one, by, path, item)  # they judged it in a form already
    made = Judgement(
        seat=by,
        verdict=verdict,
        path=path,
        words=words,
        reason=because,
        strong=payload.word(item.get("strength")) == "strong",
        decisive=item.get("decisive") is True,
        declared=rule,
    )
    return _judged(registry, one.id, made, because=because, why=payload.word(item.get("why")))


def _by_author(registry: Registry, one: Statement, deed: Deed, item: dict[str, Json], path: str) -> Registry:
    text, words = payload.word(item.get("text")), payload.word(item.get("quote"))
    because, why = payload.word(item.get("because")), payload.word(item.get("why"))
    after = replace(one, history=(*one.history, HistoryStep(path=path, seat=one.author, deed=deed, words=words)))
    after = replace(after, touched=registry.rounds, abandoned=False)
    kind: MoveKind | None = None
    match deed:
        case "withdrew" if not one.withdrawn:
            after, kind = replace(after, withdrawn=True), "withdrawn"
        case "closed":  # an objection that was met was right: nobody has moved by letting go of it
            after = replace(after, withdrawn=True, resolution=words)
        case "revised" if text and text != one.text:
            left = {seat: each for seat, each in one.judgements.items() if each.verdict != "agrees"}
            worded = (*one.wordings, Wording(text=text, path=path, words=words))
            after = replace(after, wordings=worded, judgements=left, withdrawn=False, resolution="")
            kind = "revised"
        case "assumed":
            after = replace(after, assumed=True)
        case "kept" if one.withdrawn:
            after = replace(after, withdrawn=False, resolution="")
    after = _borne_out(after, registry.cited.get(path, ()), registry, Wording(text="", path=path, words=words))
    if kind is None or not words:  # without a receipt nobody is said to have moved
        return registry.put(after)
    flip = class_of(why, because, words, registry.texts.get(path, ""), _fresh(registry, path))
    move = Move(
        path=path,
        seat=one.author,
        statement=one.id,
        kind=kind,
        before=one.text,
        after=text if kind == "revised" else "",
        words=words,
        because=because,
        flip=flip,
    )
    return _moved(registry.put(replace(after, flip=flip)), move)


def _judged(registry: Registry, id: str, made: Judgement, *, because: str, why: str = "") -> Registry:
    """A judgement of the present wording. Who disputed this very wording and accepts it now has moved; who accepts a
    wording that its author has changed has not."""
    one = registry.statements.get(id)
    if one is None or one.withdrawn or (one.ruled and made.verdict != "disagrees"):
        return registry
    made = replace(made, wording=len(one.wordings) - 1)
    before = one.judgements.get(made.seat)
    step = HistoryStep(path=made.path, seat=made.seat, deed=_DEEDS[made.verdict], words=made.words)
    after = replace(
        one,
        judgements={**{seat: each for seat, each in one.judgements.items() if seat != made.seat}, made.seat: made},
        history=(*one.history, step),
        ruled="",
        touched=registry.rounds,
        abandoned=False,
        resolution=one.resolution if made.verdict == "agrees" else "",
    )
    after = _contested(one, after, made, registry.rounds) if made.verdict == "disagrees" else after
    moved = before is not None and before.verdict == "disagrees" and before.wording == made.wording
    conceded = moved and bool(made.words) and not _REWORDED.search(made.reason)
    if made.verdict != "agrees" or not conceded:
        fresh = after.flip if after.agreed and after.flip else ""
        return registry.put(replace(after, flip=fresh))
    flip = class_of(why, because, made.words, registry.texts.get(made.path, ""), _fresh(registry, made.path))
    move = Move(
        path=made.path,
        seat=made.seat,
        statement=id,
        kind="conceded",
        before=before.reason if before is not None else "",
        after=one.text,
        words=made.words,
        because=because,
        flip=flip,
    )
    return _moved(registry.put(replace(after, flip=flip)), move)


def _contested(before: Statement, after: Statement, made: Judgement, rounds: int) -> Statement:
    """Disputed by somebody: in how many rounds without a break."""
    again = before.open and before.touched == rounds and before.streak > 0
    opponents = before.opponents if made.seat in before.opponents else (*before.opponents, made.seat)
    return replace(after, opponents=opponents, streak=before.streak if again else before.streak + 1)


def _refined(registry: Registry, one: Statement, by: str, path: str, item: dict[str, Json]) -> Registry:
    """What the clerk adds to a judgement that was given in a form: the reason for a change, in the mover's words."""
    because = payload.word(item.get("because"))
    found = tuple(
        replace(move, because=move.because or because, words=move.words or payload.word(item.get("quote")))
        if (move.seat, move.statement) == (by, one.id)
        else move
        for move in registry.moves.get(path, ())
    )
    if not because or not found:
        return registry
    registry = replace(registry, moves=registry.moves.set(path, found))
    return _classed(registry, path, {one.id: payload.word(item.get("why"))})


def _moved(registry: Registry, move: Move) -> Registry:
    return replace(registry, moves=registry.moves.set(move.path, (*registry.moves.get(move.path, ()), move)))


def _classed(registry: Registry, path: str, why: dict[str, str]) -> Registry:
    """The moves of a turn, classed once more with what is known since."""
    fresh, text = _fresh(registry, path), registry.texts.get(path, "")
    for at, move in enumerate(registry.moves.get(path, ())):
        if not why or move.statement in why:
            said = why.get(move.statement, "deferred" if move.flip == "deferred" else "")
            flip = class_of(said, move.because, move.words, text, fresh)
            moves = registry.moves[path]
            moves = (*moves[:at], replace(move, flip=flip), *moves[at + 1 :])
            registry = replace(registry, moves=registry.moves.set(path, moves))
            one = registry.statements.get(move.statement)  # none: the answer itself was changed
            if one is not None and one.since == path:
                registry = registry.put(replace(one, flip=flip))
    return registry


def _entry(registry: Registry, path: str, item: dict[str, Json], stated: list[str], disputed: int) -> Entry:
    """What a message changed in where its author stands. New evidence, a concession or a shift is 7 or more."""
    declared = registry.entries[path]
    moves = registry.moves.get(path, ())
    least = 7 if moves or any(one.grounded for one in registry.cited.get(path, ())) else 1
    confidence = payload.share(item.get("confidence"))
    return replace(
        declared,
        stance=payload.word(item.get("stance")) or declared.stance,
        position=payload.word(item.get("position")) or declared.position,
        words=payload.word(item.get("quote")) or declared.words,
        keypoints=tuple(stated),
        confidence=declared.confidence if confidence is None else confidence,
        importance=max(payload.rating(item.get("importance")), least),
        moves=moves,
        stir=DISPUTED * disputed + sum(SHIFTED if move.kind == "revised" else GAVE_UP for move in moves),
    )


# ---- citations -------------------------------------------------------------------------------------------------------
def _checked(registry: Registry, turn: Turn) -> Registry:
    """Citations of a turn were checked. They bear out the statements beside which they stand, and say whether a change
    of position rests on new evidence; they never overrule what participants declare (SPEC EVIDENCE.1)."""
    of, items = subject_of(turn.path, turn.data), items_of(turn.data)
    if not items or of not in registry.texts:
        return registry
    registry = replace(registry, cited=registry.cited.set(of, items))
    for name in _names(items):
        registry = registry if name in registry.given else replace(registry, given=registry.given.set(name, of))
    for id in registry.worded.get(of, ()):
        registry = registry.put(_borne_out(registry.statements[id], items, registry))
    return _classed(registry, of, {})


def _borne_out(one: Statement, items: Iterable[Item], registry: Registry, said: Wording | None = None) -> Statement:
    """A statement with the citations that stand in it, in its receipt, or in the sentence around the receipt. `said`:
    where its author speaks of it once more."""
    worded = said or one.wordings[-1]
    where = "\n".join((worded.text, worded.words, sentence(worded.words, registry.texts.get(worded.path, ""))))
    found = [item for item in items if any(cites(where, name) for name in (item.citation, item.where) if name)]
    if not found:
        return one
    return replace(
        one,
        verified=_joined(one.verified, (item.where or item.citation for item in found if item.grounded)),
        placed=_joined(one.placed, (item.where or item.citation for item in found if item.status in PLACED)),
        failed=_joined(one.failed, (f"{item.citation} ({item.status})" for item in found if item.failed)),
    )


def _joined(known: tuple[str, ...], found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *found)))


def _fresh(registry: Registry, path: str) -> list[Item]:
    """The citations of a turn whose quotations hold and which nobody had given before."""
    found = registry.cited.get(path, ())
    return [item for item in found if item.grounded and all(registry.given[name] == path for name in _names((item,)))]


def _names(items: Iterable[Item]) -> list[str]:
    return [name for item in items for name in (item.citation, item.where) if name]


# ---- a person's word -------------------------------------------------------------------------------------------------
def _ruled(registry: Registry, turn: Turn) -> Registry:
    id = payload.word(turn.data.get("point")) or payload.identifier(turn.data.get("claim"))
    one, status = registry.statements.get(id), payload.word(turn.data.get("status"))
    if one is None or status not in RULINGS:
        return registry
    why = payload.word(turn.data.get("why"))
    said = f"{RULINGS[status]}{f': {why}' if why else ''}"
    after = replace(
        one,
        ruled="open" if status in _LEFT_OPEN else status,
        ruling=turn.path,
        why=why,
        resolution=said,
        history=(*one.history, HistoryStep(path=turn.path, seat="person", deed="ruled", words=why)),
        touched=registry.rounds,
        streak=0,
        flip="",
        abandoned=False,
        withdrawn=False,
    )
    return registry.put(after)


# ---- crux rooms ------------------------------------------------------------------------------------------------------
def _with_rooms(registry: Registry, turn: Turn) -> Registry:
    rooms = cards.with_turn(registry.rooms, turn)
    if public(turn, "card"):
        return _closed(replace(registry, rooms=rooms), rooms.cards[-1])
    if rooms is not registry.rooms:
        registry = replace(registry, rooms=rooms)
    if turn.heard.startswith(ROOM):
        return _in_room(registry, turn.heard.removeprefix(ROOM))
    return _left(registry, turn) if rooms.talks and turn.heard == "all" else registry


def _in_room(registry: Registry, room: str) -> Registry:
    one = registry.statements.get(index_of(room))
    if one is None or (one.talking and one.room == room):
        return registry
    return registry.put(replace(one, room=room, talking=True))


def _closed(registry: Registry, card: Card) -> Registry:
    """The card returns to the board: what both sides accept is a new wording that both agree to; else the dispute goes
    on as before."""
    one = registry.statements.get(card.claim)
    if one is None:
        return registry
    after = replace(
        one,
        card=card.path,
        room=one.room or parent(card.path),
        talking=False,
        streak=0,
        touched=registry.rounds,
        abandoned=False,
        history=(*one.history, HistoryStep(path=card.path, seat="", deed="met", words=card.how)),
    )
    if card.resolved:
        after = _met(after, card)
    return registry.put(after)


def _met(one: Statement, card: Card) -> Statement:
    """A dispute that a room has resolved."""
    text = card.how or one.text
    worded = one.wordings if text == one.text else (*one.wordings, Wording(text=text, path=card.path, words=text))
    others = one.sides[1:]
    judgements = {
        **{seat: each for seat, each in one.judgements.items() if each.verdict == "doubts"},
        **{
            seat: Judgement(
                seat=seat, verdict="agrees", path=card.path, wording=len(worded) - 1, words=text, reason=text
            )
            for seat in others
        },
    }
    return replace(
        one, wordings=worded, judgements=judgements, flip="argument", ruled="", withdrawn=False, resolution=card.how
    )


def _left(registry: Registry, turn: Turn) -> Registry:
    """The debate has gone on outside of a room: what has no card will have none."""
    gone = [room for room in registry.rooms.talks if not inside(turn.path, room)]
    if not gone:
        return registry
    talks = {room: talk for room, talk in registry.rooms.talks.items() if room not in gone}
    registry = replace(registry, rooms=replace(registry.rooms, talks=talks))
    for room in gone:
        one = registry.statements.get(index_of(room))
        if one is not None and one.talking and one.room == room:
            registry = registry.put(replace(one, talking=False, streak=0, touched=registry.rounds))
    return registry


def _author_of(path: str) -> str:
    """Who speaks at a path: the innermost index of it that is no pass."""
    return next((index for _, index in reversed(segments(path)) if index and not index.isdecimal()), "") if path else ""
