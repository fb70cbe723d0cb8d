"""The registry: everything that is held and disputed in a debate, with what became of it, and what can be done with it.

Points, claims, ledger, gauge, synthesis, export and memory all read this one value, so they cannot differ. What each
turn does with it is the `bookkeeping`. It compares no prose: which statement is meant was decided by its id when it was
recorded.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from disputatio.debate import payload
from disputatio.debate.citations.evidence import Item
from disputatio.debate.log.seats import IMPARTIAL
from disputatio.debate.persistent import PersistentMap
from disputatio.debate.statements.backing import cited_beside, joined, with_quotations
from disputatio.debate.statements.cards import Rooms
from disputatio.debate.statements.history import Deed, HistoryStep, with_step
from disputatio.debate.statements.ledger import Entry, is_about
from disputatio.debate.statements.moves import Move, MoveKind, class_of, concession, gives_up
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.statement import Counted, Judgement, Statement, Verdict, Wording, objects
from disputatio.debate.values import Json

PLACED = ("line exists", "moved")
"""The status of a citation whose place exists, though nothing that was quoted was found there."""
DEEDS: dict[Verdict, Deed] = {"agrees": "agreed", "disagrees": "disputed", "doubts": "doubted"}
"""What others than its author do with a statement."""
BACKING: tuple[Deed, ...] = ("kept", "revised")
"""Deeds of an author whose words speak for the statement, so that what they cite bears it out."""
_REWORDED = re.compile(r"\bas (?:revised|reworded|amended|corrected|restated)\b", re.I)
"""Who agrees to a statement as its author has changed it says that the author moved."""


@dataclass(frozen=True, kw_only=True)  # without slots, for `alter`
class Registry:
    """`statements` by id, in the order in which they were first stated; `worded`: the ids of those that got a wording
    in a turn, by its path, `agreed`: of those with which, or with a part of which, somebody agreed there; `live`: the
    ids of those in dispute that are not abandoned; `counts`: how many there are of each kind. `moves`: the changes of
    position in a turn, by its path. `entries`: what each message changed, by its path. `missed`: the messages of which
    there is no record, with the seats that spoke them. `kept`: there is a record of the clerk. `texts`: what was said,
    by the path of the message; `last`: the last message of each participant, the newest at the end; `confidence`: how
    sure each said last that they are; `values`: the typed value that each gave last (value, unit, position), as an
    answer or as a decision. `beside`: by the path of a message, those that were written at the same time, where its
    record says so. `given`: in which turn each citation was given first. `cited`: the checked citations of each turn.
    `round`, `rounds`: the present round, and how many there were with it.
    `stir`: the epistemic score since the last reflections. `deciders`: who decides between sides, and holds no
    position.

    One more turn costs about what it changes, however long the debate is."""

    statements: PersistentMap[Statement] = field(default_factory=PersistentMap)
    worded: PersistentMap[tuple[str, ...]] = field(default_factory=PersistentMap)
    agreed: PersistentMap[tuple[str, ...]] = field(default_factory=PersistentMap)
    live: tuple[str, ...] = ()
    counts: dict[Counted, int] = field(default_factory=dict)
    moves: PersistentMap[tuple[Move, ...]] = field(default_factory=PersistentMap)
    entries: PersistentMap[Entry] = field(default_factory=PersistentMap)
    missed: PersistentMap[str] = field(default_factory=PersistentMap)
    kept: bool = False
    texts: PersistentMap[str] = field(default_factory=PersistentMap)
    last: dict[str, str] = field(default_factory=dict)
    values: dict[tuple[str, bool], tuple[str, str, str]] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)
    cited: PersistentMap[tuple[Item, ...]] = field(default_factory=PersistentMap)
    given: PersistentMap[str] = field(default_factory=PersistentMap)
    beside: PersistentMap[tuple[str, ...]] = field(default_factory=PersistentMap)
    rooms: Rooms = field(default_factory=Rooms)
    deciders: frozenset[str] = frozenset()
    round: str | None = None
    rounds: int = 0
    stir: int = 0

    def put(self, one: Statement) -> Registry:
        """Return the registry with a statement as it is now."""
        path, worded = one.wordings[-1].path, self.worded
        if one.id not in (known := worded.get(path, ())):
            worded = worded.set(path, (*known, one.id))
        live = self.live
        if (disputed := one.open and not one.abandoned) != (one.id in live):
            left = tuple(id for id in live if id != one.id)
            live = (*left, one.id) if disputed else left
        counts = dict(self.counts)
        if (before := self.statements.get(one.id)) is not None:
            counts[before.counted] -= 1
        counts[one.counted] = counts.get(one.counted, 0) + 1
        return replace(self, statements=self.statements.set(one.id, one), worded=worded, live=live, counts=counts)

    def uncovered_messages(self, record: str) -> list[str]:
        """Return the messages that the record at a path is about, of which there is no record yet."""
        return [path for path in self.missed if is_about(record, path)]


def with_statement(
    registry: Registry, by: str, path: str, item: dict[str, Json], *, against: str = "", raised: bool = False
) -> tuple[Registry, str]:
    """Record a statement that is made for the first time, or `raised` as unverifiable, and return its id, too. One
    whose id is taken changes nothing."""
    text, words = payload.word(item.get("text")), payload.word(item.get("quote"))
    id = payload.identifier(item.get("id")) or f"P{len(registry.statements) + 1}"
    if not text or id in registry.statements:
        return registry, id
    made = Statement(
        id=id,
        author=by,
        kind=payload.word(item.get("kind")) or "claim",
        wordings=(Wording(text=text, path=path, words=words),),
        history=() if raised else (HistoryStep(path=path, seat=by, deed="stated", words=words),),
        against=against,
        assumed=item.get("assumed") is True,
        raised=raised,
        touched=registry.rounds,
        disputed_in=registry.rounds if against else 0,
        streak=int(bool(against)),
    )
    return registry.put(with_citations(made, registry.cited.get(path, ()), registry)), id


def with_deed(
    registry: Registry, one: Statement, deed: Deed, item: dict[str, Json], path: str, *, rule: bool = False
) -> Registry:
    """Record what the author of a statement does with it. `rule`: that was read by rule from a declaration. What
    should be done is no assumption: who calls it one holds it still."""
    deed = "kept" if deed == "assumed" and one.kind == "decision" else deed
    if deed == "closed" and not objects(one, registry.statements):
        deed = "answered"  # what was put against it was met, as they see it: that is for the others to say
        if not one.open:
            return registry
    text, words = payload.word(item.get("text")), payload.word(item.get("quote"))
    because, why = payload.word(item.get("because")), payload.word(item.get("why"))
    step = HistoryStep(path=path, seat=one.author, deed=deed, words=words)
    step = replace(step, because=because) if deed == "kept" and bare_words(because) not in bare_words(words) else step
    after = replace(one, history=(*one.history, step))
    after = replace(after, touched=registry.rounds, abandoned=False)
    kind: MoveKind | None = None
    match deed:
        case "withdrew" if not one.withdrawn:
            after, kind = replace(after, withdrawn=True, withdrawn_by_rule=rule), "withdrawn"
        case "withdrew":  # once more, by the clerk: then it is no longer a rule's reading
            after = replace(after, withdrawn_by_rule=one.withdrawn_by_rule and rule)
        case "closed" | "dropped":
            after, kind = _let_go(registry, one, after, item)
        case "revised" if text and text != one.text:
            into = tuple(payload.words(item.get("into")))
            worded = (*one.wordings, Wording(text=text, path=path, words=words, into=into))
            after = replace(after, wordings=worded, judgements=_left(one), resolution="")
            after = replace(after, withdrawn=False, closed=False, assumed=False, flip="" if into else one.flip)
            kind = None if into else "revised"  # who divides it and holds both gives nothing up
        case "assumed":
            after = replace(after, assumed=True)
        case "kept" if one.withdrawn or one.closed:
            after = replace(after, withdrawn=False, closed=False, resolution="")
    if deed in BACKING:
        after = with_citations(after, registry.cited.get(path, ()), registry, Wording(text="", path=path, words=words))
    if kind is None or not words:  # without a receipt nobody is said to have moved
        return registry.put(after)
    flip = class_of(why, because, words, registry.texts.get(path, ""), fresh_items(registry, path))
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
    return with_move(registry.put(after if kind in ("dropped", "met") else replace(after, flip=flip)), move)


def _let_go(
    registry: Registry, one: Statement, after: Statement, item: dict[str, Json]
) -> tuple[Statement, MoveKind | None]:
    """Return a statement of which its author says that it was met, or that it no longer matters, as it was done with
    it `after` that, and the change of position that this is. What others agree with stands without its author, and an
    objection may have been met by a change."""
    reasoned, gone = bool(payload.word(item.get("because"))), replace(after, closed=True)
    gone = replace(gone, resolution=payload.word(item.get("quote")))
    kind: MoveKind = "dropped" if after.history[-1].deed == "dropped" else "met"
    if not one.objection:
        return after if one.agreed else gone, kind if reasoned else None
    if _prevailed(registry, one):
        return after, None
    return gone, kind if one.open and one.disputing and reasoned else None


def _left(one: Statement) -> dict[str, Judgement]:
    """Return the judgements that outlive a new wording of a statement: disputes of the whole, and doubts on which the
    answer hangs. What its author raised as unverifiable they assert in the new words no more than in the old ones."""
    left = {
        seat: made
        for seat, made in one.judgements.items()
        if (made.verdict == "disagrees" and not made.part) or (made.verdict == "doubts" and made.decisive)
    }
    own = one.judgements.get(one.author) if one.raised else None
    return {**left, one.author: replace(own, wording=len(one.wordings))} if own is not None else left


def _prevailed(registry: Registry, one: Statement) -> bool:
    """Return whether an objection was met because all that it attacks was taken back, and nobody has spoken to it: then
    its author holds it still, and has let go of nothing."""
    attacked = [
        registry.statements[link.to] for link in one.links if link.kind == "attacks" and link.to in registry.statements
    ]
    return one.status == "unaddressed" and bool(attacked) and all(target.withdrawn for target in attacked)


def _given_again(before: Judgement, made: Judgement) -> Judgement:
    """Return a judgement that is given once more: the first reason to agree or to doubt stands, but for a doubt that is
    decisive only now; an objection may be put better, though not by a few words that call the first one to mind. Who
    agreed before reading anybody agrees as independently as then."""
    first = before.reasoned and (made.verdict != "disagrees" or not made.reasoned or made.brief > before.brief)
    first = first and made.decisive <= before.decisive
    verified = joined(before.verified, made.verified)
    independent = made.verdict == "agrees" and (before.unread or before.path.startswith("sealed"))
    reason = before.reason if first else made.reason
    return replace(made, reason=reason, verified=verified, unread=made.unread or independent)


def _superseded(registry: Registry, earlier: Judgement, made: Judgement) -> bool:
    """Return whether a judgement counts no more: its author has given another one, or it was a doubt of who decides
    between the sides, and one of those who hold a position has agreed since."""
    if earlier.seat == made.seat:
        return True
    doubted = earlier.verdict == "doubts" and earlier.seat in registry.deciders
    if not doubted or made.verdict != "agrees":
        return False
    waiting = list(registry.missed)
    return earlier.path not in waiting or made.path in waiting[waiting.index(earlier.path) :]


def with_judgement(
    registry: Registry,
    id: str,
    made: Judgement,
    *,
    because: str,
    why: str = "",
    read: int | None = None,
) -> Registry:
    """Record a judgement of the present wording, or of the earlier one that was `read`. Who disputed this very wording
    and accepts it now has moved; who accepts a wording that its author has changed has not, nor who had not read it, or
    had disputed a part alone and names no reason; and whoever accepts one that is no longer held, or a part of it, no
    longer disputes, but agrees with nothing yet. Who grants what they had not disputed has changed nothing that is on
    record: where they give up something of their own for it, that is the move."""
    one = registry.statements.get(id)
    if one is None or one.withdrawn or (one.ruled and made.verdict != "disagrees"):
        return registry
    made = replace(made, wording=len(one.wordings) - 1 if read is None else read)
    made = with_quotations(made, registry.cited.get(made.path, ()), registry.texts.get(made.path, ""))
    if is_impartial(registry, made.seat):
        made = replace(made, neutral=True)
    if made.weighs:
        return registry.put(_weighed(one, made))
    if made.verdict == "agrees":
        registry = _granted(registry, id, made.path)
    before = one.judgements.get(made.seat)
    deed: Deed = "raised" if one.raised and not one.history else DEEDS[made.verdict]
    why_not = because if made.verdict != "agrees" and bare_words(because) not in bare_words(made.words) else ""
    step = HistoryStep(path=made.path, seat=made.seat, deed=deed, words=made.words, because=why_not, weak=made.weak)
    if before is not None and (before.verdict, before.wording) == (made.verdict, made.wording):
        made = _given_again(before, made)
    given = {seat: each for seat, each in one.judgements.items() if not _superseded(registry, each, made)}
    if not one.overtaken(made) or not (made.verdict == "agrees" or made.part):
        given[made.seat] = made
    after = replace(
        one,
        judgements=given,
        history=with_step(one.history, step, _reworded_after(one, made.wording)),
        ruled="",
        touched=registry.rounds,
        abandoned=False,
        resolution=one.resolution if made.verdict == "agrees" else "",
    )
    after = _contested(one, after, made, registry.rounds) if made.verdict == "disagrees" else after
    moved = gives_up(one, before, made, because) and not _REWORDED.search(made.reason)
    if made.verdict != "agrees" or not (moved and made.words):
        fresh = after.flip if after.agreed and after.flip else ""
        return registry.put(replace(after, flip=fresh))
    flip = class_of(why, because, made.words, registry.texts.get(made.path, ""), fresh_items(registry, made.path))
    return with_move(registry.put(replace(after, flip=flip)), concession(one, made, before, because, flip))


def is_impartial(registry: Registry, seat: str) -> bool:
    """Return whether a seat holds no position of its own, by what it has done or by the part that it has."""
    return seat in registry.deciders or seat.partition("-")[0] in IMPARTIAL


def _weighed(one: Statement, made: Judgement) -> Statement:
    """Return a statement that somebody finds right, in part right or wrong who holds no position: that is told beside
    what others make of it, and nobody agrees or disputes by that."""
    right: Deed = "partly" if made.part else "upheld"
    deed: Deed = right if made.verdict == "agrees" else "disputed"
    step = HistoryStep(path=made.path, seat=made.seat, deed=deed, words=made.words, neutral=deed == "partly")
    return replace(one, judgements={**one.judgements, made.seat: made}, history=(*one.history, step))


def wording_read(registry: Registry, one: Statement, path: str, beside: Collection[str]) -> int:
    """Return the number of the wording that the author of a message had read: none that came at the same time, or
    later."""
    waiting = list(registry.missed)
    later = waiting[waiting.index(path) + 1 :] if path in waiting else []
    return max(sum(each.path not in beside and each.path not in later for each in one.wordings) - 1, 0)


def _reworded_after(one: Statement, wording: int) -> str:
    """Return the turn that took the place of a wording; "" where it is the present one."""
    return next((each.path for each in one.wordings[wording + 1 :]), "")


def _contested(before: Statement, after: Statement, made: Judgement, rounds: int) -> Statement:
    """Return a statement as somebody disputes it now, with the number of rounds in which it was disputed without a
    break."""
    again = before.open and before.disputed_in == rounds and before.streak > 0
    opponents = before.opponents if made.seat in before.opponents else (*before.opponents, made.seat)
    streak = before.streak if again else before.streak + 1
    return replace(after, opponents=opponents, streak=streak, disputed_in=rounds)


def with_part(registry: Registry, one: Statement, by: str, path: str, words: str, read: int | None = None) -> Registry:
    """Record that somebody accepts a part of a statement, or of the wording that they `read`, in their words. That is
    no agreement with it: what they reject of it is disputed, also where the form of the turn disputes it without more,
    and what they leave open stays as it was, but for what they had only questioned. Nobody has moved by it."""
    if one.withdrawn or one.ruled:
        return registry
    neutral = is_impartial(registry, by)
    step = HistoryStep(path=path, seat=by, deed="partly", words=words, neutral=neutral)
    made = one.judgements.get(by)
    if made is not None and (made.path, made.verdict) == (path, "disagrees"):
        one = replace(one, judgements={**one.judgements, by: replace(made, part=True)})
    if made is not None and made.weak and made.path != path:
        one = replace(one, judgements={seat: each for seat, each in one.judgements.items() if seat != by})
    kept = tuple(move for move in registry.moves.get(path, ()) if (move.seat, move.statement) != (by, one.id))
    if path in registry.moves:
        registry = replace(registry, moves=registry.moves.set(path, kept))
    history = with_step(one.history, step, "" if read is None else _reworded_after(one, read))
    registry = _granted(registry, one.id, path)
    return registry.put(replace(one, history=history, touched=registry.rounds, abandoned=False))


def _granted(registry: Registry, id: str, path: str) -> Registry:
    """Note that somebody agrees with a statement in a turn, or with a part of it."""
    ids = (*registry.agreed.get(path, ()), id)
    return replace(registry, agreed=registry.agreed.set(path, tuple(dict.fromkeys(ids))))


def with_reason(registry: Registry, one: Statement, by: str, path: str, item: dict[str, Json]) -> Registry:
    """Record what the clerk adds to a judgement that was given in a form: the reason for a change, in the mover's
    words."""
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
    return with_classes(registry, path, {one.id: payload.word(item.get("why"))})


def with_answer_reason(registry: Registry, path: str, item: dict[str, Json]) -> Registry:
    """Record why somebody gives another answer in a turn than before, where the turn does not say so in a field."""
    because, why = payload.word(item.get("because")), payload.word(item.get("why"))
    moves = registry.moves.get(path, ())
    if not (because or why) or not any(move.answer for move in moves):
        return registry
    found = tuple(replace(move, because=move.because or because) if move.answer else move for move in moves)
    return with_classes(replace(registry, moves=registry.moves.set(path, found)), path, {"": why})


def with_move(registry: Registry, move: Move) -> Registry:
    """Record a change of position."""
    return replace(registry, moves=registry.moves.set(move.path, (*registry.moves.get(move.path, ()), move)))


def with_classes(registry: Registry, path: str, why: dict[str, str]) -> Registry:
    """Class the moves of a turn once more with what is known since."""
    fresh, text = fresh_items(registry, path), registry.texts.get(path, "")
    for at, move in enumerate(registry.moves.get(path, ())):
        if not why or move.statement in why:
            said = why.get(move.statement, move.flip if move.flip in ("deferred", "none") else "")
            flip = class_of(said, move.because, move.words, text, fresh)
            moves = registry.moves[path]
            moves = (*moves[:at], replace(move, flip=flip), *moves[at + 1 :])
            registry = replace(registry, moves=registry.moves.set(path, moves))
            one = registry.statements.get(move.statement)  # none: the answer itself was changed
            if one is not None and one.since == path and move.kind not in ("met", "dropped"):
                registry = registry.put(replace(one, flip=flip))
    return registry


def with_citations(one: Statement, items: Iterable[Item], registry: Registry, said: Wording | None = None) -> Statement:
    """Return a statement with the citations that stand in it, in its receipt, or in the sentence around the receipt.
    `said`: where its author speaks of it once more. What nobody asserts is borne out by nothing."""
    worded = said or one.wordings[-1]
    found = cited_beside(worded.words, registry.texts.get(worded.path, ""), items, worded.text)
    if not found or one.raised:
        return one
    return replace(
        one,
        verified=joined(one.verified, (item.where or item.citation for item in found if item.grounded)),
        placed=joined(one.placed, (item.where or item.citation for item in found if item.status in PLACED)),
        failed=joined(one.failed, (f"{item.citation} ({item.status})" for item in found if item.failed)),
    )


def fresh_items(registry: Registry, path: str) -> list[Item]:
    """Return the citations of a turn whose quotations hold and which nobody had given before."""
    found = registry.cited.get(path, ())
    return [item for item in found if item.grounded and all(registry.given[name] == path for name in names_of((item,)))]


def names_of(items: Iterable[Item]) -> list[str]:
    """Return the citations, each as it was given and as it was found."""
    return [name for item in items for name in (item.citation, item.where) if name]


def named(text: str, ids: Iterable[str]) -> bool:
    """Return whether a text names one of some statements by its id."""
    return any(id and re.search(rf"\b{re.escape(id)}\b", text) for id in ids)
