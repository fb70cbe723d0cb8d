"""The bookkeeping: what each turn does to the registry. A pure fold over the past.

It reads what participants declare in the forms that they are asked for (`assessment`), what the clerk records of their
turns with receipts (`ledger`), what was found of their citations (`evidence`), what crux rooms come to (`card`), and
what the person rules.

A record of the clerk has three lists. `new`: statements that a turn makes. `about`: what somebody does with a statement
that is known: others agree with it or with a part of it, disagree with it, doubt or question it; its author keeps,
revises, withdraws, closes, drops or assumes it; one that is revised may be divided `into` others that its author holds,
too. (In older records others concede it: they agree.) `stands`: where somebody stands now. Each entry says by whom
(`by`) and of which turn (`turn`), else the last message of the one who is meant is taken, or that which encloses the
record. A new statement may have a `mark`, by which other entries of the same record name it before it has an id.
`beside`: the turns that were written at the same time as that of a judgement, which is about the wording that its
author had read.

A round, here, is the innermost pass of a loop, or the aspect, in which a message stands: ``aspect[cost]/miniround[2]``.
What is said in a room stays in it: only its card changes the statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from disputatio.debate import payload
from disputatio.debate.citations.evidence import items_of, subject_of
from disputatio.debate.ids import parent, round_at
from disputatio.debate.log.state import alter
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements import older
from disputatio.debate.statements.backing import with_quotations
from disputatio.debate.statements.cards import ROOM
from disputatio.debate.statements.entries import author_of, entries_in, sharing_reasons, with_adoption, with_adoptions
from disputatio.debate.statements.history import Deed
from disputatio.debate.statements.ledger import Entry, is_public_message
from disputatio.debate.statements.moves import change_of, same_value, told_once, value_of
from disputatio.debate.statements.objections import (
    with_attack,
    with_attack_shared,
    with_challenge,
    with_doubt_settled,
    with_holding,
    with_objection_met,
    with_objections_granted,
)
from disputatio.debate.statements.proofreading import verified
from disputatio.debate.statements.receipts import passage
from disputatio.debate.statements.registry import (
    DEEDS,
    Registry,
    is_impartial,
    named,
    names_of,
    with_citations,
    with_classes,
    with_deed,
    with_judgement,
    with_move,
    with_part,
    with_reason,
    with_statement,
    wording_read,
)
from disputatio.debate.statements.round_ends import entered
from disputatio.debate.statements.rulings_and_rooms import with_rooms, with_ruling
from disputatio.debate.statements.statement import LINKS, Judgement, Link, Statement, Verdict
from disputatio.debate.values import Json

DISPUTED, GAVE_UP, SHIFTED = 3, 4, 5
"""What a new disagreement, a concession and a shift add to the epistemic score (SPEC REFLECT.1)."""

ASSESSED: dict[str, Verdict] = {"agree": "agrees", "unverifiable": "doubts", "disagree": "disagrees"}
"""What each list of an assessment says of a statement, in the order in which they are read: the doubt goes last."""
_QUOTED = re.compile(r"[“„«\"]([^“”„«»\"]+)[”“»\"]")
_QUOTED_ALONE = re.compile(r"\W*" + _QUOTED.pattern + r"\W*(?:\([^()]*\))?\W*")
"""Words of another with nothing but where they stand: who agrees to such an item agrees to them."""
CONCEDES, PARTLY, QUESTIONS = "concedes", "partly", "questions"
_OF_AUTHORS: dict[str, Deed] = {
    "keeps": "kept",
    "revises": "revised",
    "withdraws": "withdrew",
    "closes": "closed",
    "drops": "dropped",
    "assumes": "assumed",
}
_EMPTY = Registry()


def registry_of(past: Past) -> Registry:
    """Return everything that is held and disputed so far."""
    return past.fold("registry", _with_turn, _EMPTY)


def statements_of(past: Past) -> Mapping[str, Statement]:
    """Return all statements so far, by id, in the order in which they were first stated."""
    return registry_of(past).statements


def epistemic_score(past: Past) -> int:
    """Return how much has moved since the last reflections: 3 × new disagreements + 4 × concessions + 5 × shifts."""
    return registry_of(past).stir


def _with_turn(registry: Registry, turn: Turn) -> Registry:
    registry = with_rooms(registry, turn)
    if turn.heard.startswith(ROOM):
        return registry
    if is_public_message(turn):
        registry = _with_message(registry, turn)
    if turn.heard != "all":
        return registry
    match turn.gives:
        case "assessment":
            return _assessed(registry, turn)
        case "challenge":
            return with_challenge(registry, turn)
        case "ledger" | "points":
            return _recorded(registry, turn, _record(registry, turn))
        case "verification":
            return verified(registry, turn)
        case "evidence":
            return _checked(registry, turn)
        case "ranking":
            return with_adoption(registry, turn)
        case "ruling":
            return with_ruling(registry, turn)
        case "reflections":
            return replace(registry, stir=0)
        case _:
            return registry


# ---- messages and rounds ---------------------------------------------------------------------------------------------
def _with_message(registry: Registry, turn: Turn) -> Registry:
    """Take in a message: until its record comes, it is one that the ledger has missed."""
    entry = _declared(turn)
    registry = alter(
        registry,
        missed=registry.missed.set(turn.path, turn.seat),
        texts=registry.texts.set(turn.path, turn.text),
        last={**{seat: path for seat, path in registry.last.items() if seat != turn.seat}, turn.seat: turn.path},
        deciders=registry.deciders | {turn.seat} if turn.gives == "verdict" else registry.deciders,
        entries=registry.entries.set(entry.about, entry),
        confidence=_sure(registry, turn.seat, entry.confidence),
    )
    registry = _valued(registry, turn)
    round = round_at(turn.path)
    return registry if round == registry.round else entered(registry, round)


def _valued(registry: Registry, turn: Turn) -> Registry:
    """Who gives another value than before (a number, a year, an option, a decision) has moved."""
    if (held := value_of(turn)) is None:
        return registry
    of = (turn.seat, turn.gives == "verdict")
    before = registry.values.get(of, held)
    registry = replace(registry, values={**registry.values, of: held})
    return registry if same_value(before, held) else with_move(registry, change_of(turn, before, held))


def _declared(turn: Turn) -> Entry:
    """Return what a message says of where its author stands in the fields that it was asked for. Who decides says
    why."""
    decision, why = payload.word(turn.data.get("decision")), payload.word(turn.data.get("reasoning"))
    position = payload.word(turn.data.get("position"))
    stance = position or ": ".join(filter(None, (decision, decision and why)))
    return Entry(
        about=turn.path,
        seat=turn.seat,
        stance=stance,
        decision="" if position else decision,
        words=why if decision and why else stance,
        confidence=payload.share(turn.data.get("confidence")),
    )


def _sure(registry: Registry, seat: str, level: float | None) -> dict[str, float]:
    """Return how sure each seat is, once this is entered. What rules go by may come from a record (`Entry.read`)."""
    return registry.confidence if level is None else {**registry.confidence, seat: level}


# ---- what participants declare in a form -----------------------------------------------------------------------------
def _assessed(registry: Registry, turn: Turn) -> Registry:
    """Agree, unverifiable, disagree, by id. What has no id is a statement of its own: of the other side where its
    words, or those that it quotes, stand in its last turn, else one that the assessor raises: against it, or, where
    it is a doubt, as an assumption that nobody asserts. Who agrees and names, in the reason, the id of what the same
    form disputes accepts a part, and disputes that which they did before still, for this reason."""
    disputed = {payload.word(item.get("point")) for item in payload.items(turn.data.get("disagree"))}
    for key, verdict in ASSESSED.items():
        for item in payload.items(turn.data.get(key)):
            text, reason = payload.word(item.get("text")), payload.word(item.get("reason"))
            id = payload.word(item.get("point"))
            if id not in registry.statements and text:
                registry, id = _raised(registry, turn, text, verdict)
                quoted = registry.statements[id].text
                reason = reason or (text if quoted != text else "")  # what is said of the words that it quotes
            one = registry.statements.get(id)
            made = Judgement(
                seat=turn.seat,
                verdict=verdict,
                path=turn.path,
                words=reason or text,
                reason=reason,
                decisive=item.get("decisive") is True,
                declared=_by_rule(turn),
            )
            if one is not None and one.author == turn.seat:
                registry = _answered(registry, one, made)
            elif one is not None and verdict == "agrees" and named(reason, disputed):
                registry = with_part(registry, one, turn.seat, turn.path, reason)
                if turn.seat in one.judgements and one.judgements[turn.seat].verdict == "disagrees":
                    registry = with_judgement(registry, id, replace(made, verdict="disagrees"), because="")
            else:
                registry = with_judgement(registry, id, made, because=reason, why="" if reason else "none")
    for id in (payload.word(item.get("point")) for key in ASSESSED for item in payload.items(turn.data.get(key))):
        registry = with_attack_shared(registry, id, turn.seat, turn.path)
    return registry


def _answered(registry: Registry, one: Statement, made: Judgement) -> Registry:
    """Record what an assessor says of a statement of their own: an objection that they agree with now has been
    answered, and what they call unverifiable they accept as an assumption. What they raised as that they still doubt,
    until they agree with it. What a rule read in prose closes nothing."""
    if one.raised and made.verdict != "agrees":
        return with_judgement(registry, one.id, replace(made, verdict="doubts"), because="")
    if (made.declared and made.verdict == "agrees") or one.path == made.path:
        return registry
    if one.raised:
        others = {seat: each for seat, each in one.judgements.items() if seat != one.author}
        one = replace(one, raised=False, judgements=others)
    deed: Deed = "closed" if one.against and made.verdict == "agrees" else "kept"
    deed = "assumed" if made.verdict == "doubts" else deed
    registry = with_deed(registry, one, deed, {"quote": made.words, "because": made.reason}, made.path)
    return with_objection_met(registry, one.id)


def _raised(registry: Registry, turn: Turn, text: str, verdict: Verdict) -> tuple[Registry, str]:
    answered = next((path for seat, path in reversed(registry.last.items()) if seat != turn.seat), "")
    quoted = _QUOTED.findall(text) if verdict != "agrees" or _QUOTED_ALONE.fullmatch(text) else []
    for words in (text, *quoted) if answered else ():
        if passage(words, registry.texts[answered]):
            return with_statement(registry, author_of(answered), answered, {"text": words, "quote": words})
    against = author_of(answered) if verdict == "disagrees" else ""
    stated: dict[str, Json] = {"text": text, "quote": text}
    return with_statement(registry, turn.seat, turn.path, stated, against=against, raised=verdict == "doubts")


# ---- what the clerk records ------------------------------------------------------------------------------------------
def _record(registry: Registry, turn: Turn) -> dict[str, Json]:
    data = turn.data
    if turn.gives == "points":
        return older.from_points(data, author_of(parent(turn.path)), parent(turn.path))
    if "new" in data or "about" in data or "stands" in data or data.keys() == {"note"}:
        return data
    about = payload.message_at(turn.path)
    return older.from_ledger(data, author_of(about), about, registry.statements)


def _recorded(registry: Registry, turn: Turn, data: dict[str, Json]) -> Registry:
    """Take in a record. One that nobody could read says only why it could not be made."""
    registry = replace(registry, kept=registry.kept or turn.gives == "ledger")
    if data.keys() == {"note"}:
        return registry
    rule, fresh = _by_rule(turn), dict[str, list[str]]()
    marks, made = dict[str, str](), dict[str, tuple[dict[str, Json], str, str]]()
    for item, place in entries_in(registry, data.get("new"), turn.path):
        size = len(registry.statements)
        registry, id = with_statement(registry, *place, item)
        marks[payload.word(item.get("mark"))] = id
        if len(registry.statements) > size:
            made[id] = (item, *place)
            fresh.setdefault(place[1], []).append(registry.statements[id].text)
    for id, stated in made.items():  # each may name others that come after it
        if links := tuple(_links(*stated, marks)):
            registry = registry.put(replace(registry.statements[id], links=links))
    disputed, done = dict[str, int](), list[tuple[str, str, str, tuple[str, ...]]]()
    for item, place in sharing_reasons(entries_in(registry, data.get("about"), turn.path)):
        id = payload.word(item.get("id"))
        into = [marks.get(each, each) for each in payload.words(item.get("into"))]
        item = {**item, "id": marks.get(id, id), "into": [each for each in into if each in registry.statements]}
        known = registry.statements.get(payload.word(item["id"]))
        registry = _done(registry, item, *place, rule=rule)
        done.append((payload.word(item["id"]), *place, payload.words(item.get("beside"))))
        if known is not None and not known.disputed and registry.statements[known.id].disputed:
            disputed[place[1]] = disputed.get(place[1], 0) + 1
    for id, by, path, beside in done:
        registry = with_holding(registry, id, path, beside)
        registry = with_attack_shared(registry, id, by, path)
    for id, (_, _, path) in made.items():
        registry, count = with_attack(registry, registry.statements[id], declared=rule)
        disputed[path] = disputed.get(path, 0) + count
    stands = {place[1]: item for item, place in entries_in(registry, data.get("stands"), turn.path)}
    registry = with_adoptions(registry, stands, rules=payload.by_rule(turn))
    for path in registry.uncovered_messages(turn.path):
        registry = with_objections_granted(registry, path)
        if moves := registry.moves.get(path):
            registry = replace(registry, moves=registry.moves.set(path, told_once(moves)))
        stand = stands.get(path, {})
        entry = _entry(registry, path, stand, fresh.get(path, []), disputed.get(path, 0))
        registry = alter(
            registry,
            entries=registry.entries.set(path, replace(entry, rules=payload.by_rule(turn))),
            confidence=_sure(registry, entry.seat, payload.share(stand.get("confidence"))),
        )
        registry = replace(registry, missed=registry.missed.drop(path), stir=registry.stir + entry.stir)
    return registry


def _by_rule(turn: Turn) -> bool:
    """Return whether a record was read by rule from what real participants said. A rehearsal speaks for nobody."""
    return payload.by_rule(turn) and not turn.model.startswith("rehearsal:")


def _links(item: dict[str, Json], by: str, path: str, marks: Mapping[str, str]) -> Iterator[Link]:
    for kind in LINKS:
        for to in dict.fromkeys(payload.words(item.get(kind))):
            yield Link(kind=kind, to=marks.get(to, to), by=by, path=path)


def _done(registry: Registry, item: dict[str, Json], by: str, path: str, *, rule: bool) -> Registry:
    """Record what somebody does with a statement. Only its author keeps, revises, withdraws, closes or assumes it; only
    others judge it."""
    one = registry.statements.get(payload.word(item.get("id")))
    does, because = payload.word(item.get("does")), payload.word(item.get("because"))
    words = payload.word(item.get("quote"))
    if one is None:
        return registry
    if one.author == by:
        if does == "assumes" and ("assumed", path) in ((step.deed, step.path) for step in one.history):
            return registry  # they did so in a form already
        deed = None if one.raised and does in ("keeps", "assumes") else _OF_AUTHORS.get(does)
        return with_objection_met(with_deed(registry, one, deed, item, path, rule=rule), one.id) if deed else registry
    known = one.judgements.get(by)
    beside = payload.words(item.get("beside"))
    if beside and path not in registry.beside:
        registry = replace(registry, beside=registry.beside.set(path, beside))
    part, read = does == PARTLY, wording_read(registry, one, path, beside)
    formed = known.verdict if known is not None and known.path == path and not known.declared else ""
    if part and not because and not formed and is_impartial(registry, by):
        does = "agrees"  # as far as that goes: who takes no side finds it right in part
    elif part:
        registry = with_part(registry, one, by, path, words, read)
        does, words = "disagrees" if because and formed in ("", "agrees") else "", because
        one = registry.statements[one.id]
    elif formed:
        return with_reason(registry, one, by, path, item)  # they judged it in a form already
    if does == QUESTIONS and known is not None and known.verdict != "agrees" and not one.overtaken(known):
        return registry  # who disputes it, or finds that nobody here can decide it, takes nothing back
    meant = {CONCEDES: "agrees", QUESTIONS: "doubts"}.get(does, does)
    verdict: Verdict | None = next((known for known in DEEDS if known == meant), None)
    if verdict is None:
        return registry
    made = Judgement(
        seat=by,
        verdict=verdict,
        path=path,
        words=words,
        reason=because,
        strong=payload.word(item.get("strength")) == "strong",
        decisive=item.get("decisive") is True,
        weak=does == QUESTIONS,
        declared=rule,
        unread=one.wordings[read].path in beside,
        part=part,
    )
    why = payload.word(item.get("why"))
    return with_doubt_settled(with_judgement(registry, one.id, made, because=because, why=why, read=read), one.id, by)


def _entry(registry: Registry, path: str, item: dict[str, Json], stated: list[str], disputed: int) -> Entry:
    """Return what a message changed in where its author stands. New evidence, a concession or a shift is 7 or more."""
    declared = registry.entries[path]
    moves = registry.moves.get(path, ())
    least = 7 if moves or any(one.grounded for one in registry.cited.get(path, ())) else 1
    return replace(
        declared,
        stance=(recorded := payload.word(item.get("stance"))) or declared.stance,
        decision="" if recorded else declared.decision,
        position=payload.word(item.get("position")) or declared.position,
        words=payload.word(item.get("quote")) or declared.words,
        read=payload.share(item.get("confidence")),
        keypoints=tuple(stated),
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
    for name in names_of(items):
        registry = registry if name in registry.given else replace(registry, given=registry.given.set(name, of))
    for id in registry.worded.get(of, ()):
        registry = registry.put(with_citations(registry.statements[id], items, registry))
    for id in registry.agreed.get(of, ()):
        one = registry.statements[id]
        text, judged = registry.texts[of], one.judgements.items()
        given = {seat: with_quotations(made, items, text) if made.path == of else made for seat, made in judged}
        registry = registry.put(replace(one, judgements=given))
    return with_classes(registry, of, {})
