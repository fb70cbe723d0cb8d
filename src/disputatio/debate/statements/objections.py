"""What an objection does to the statement that it is raised against, where that is declared (SPEC LEDGER.1, RECEIPT.1).

Whoever attacks by id what others agree on, or challenges a statement in a form by its own words, disputes it from then
on, with the words of the objection as the receipt. A link alone undoes no agreement of its own author: they agree until
they say in words that they do not, and that they attack it is told beside that. Silence settles nothing, and neither
does an answer: they dispute it until they agree with it again, or say that their objection was met, or take it back.
Whoever agrees with an objection of another disputes what it attacks, of which they have said nothing.
Only whoever agrees with an objection and rewords for it what it is raised against has met it: the objection was to
words that nobody holds any more. Nor has agreed to an objection who keeps what it attacks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from disputatio.debate import payload
from disputatio.debate.ids import without_index
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.history import Deed, HistoryStep
from disputatio.debate.statements.receipts import passage
from disputatio.debate.statements.registry import Registry, is_impartial, with_judgement, wording_read
from disputatio.debate.statements.statement import Judgement, Link, Statement


def attacks(one: Statement, id: str) -> bool:
    """Return whether a statement was declared to attack another."""
    return any(link.kind == "attacks" and link.to == id for link in one.links)


def with_attack(registry: Registry, one: Statement, *, declared: bool) -> tuple[Registry, int]:
    """Record what a new statement attacks: of others, and agreed until now; and return how many disputes are new. What
    its author says of those in the same turn, or in a later one, stands; one that was met or taken back in the same
    record disputes nothing. `declared`: read by rule."""
    if one.closed or one.withdrawn:
        return registry, 0
    waiting, disputes = list(registry.missed), 0
    later = {one.path, *(waiting[waiting.index(one.path) :] if one.path in waiting else ())}
    for link in one.links:
        target = registry.statements.get(link.to)
        if link.kind != "attacks" or target is None or target.author == one.author or not target.agreed:
            continue
        if any(step.seat == one.author and step.path in later for step in target.history):
            continue
        known = target.judgements.get(one.author)
        if known is not None and known.verdict == "agrees":  # they have not said that they agree no more
            given = {**target.judgements, one.author: replace(known, attacked=one.id)}
            registry = registry.put(replace(target, judgements=given))
            continue
        made = Judgement(
            seat=one.author, verdict="disagrees", path=one.path, words=one.words, reason=one.text, declared=declared
        )
        read = wording_read(registry, target, one.path, ())
        registry = with_judgement(registry, target.id, made, because="", read=read)
        disputes += registry.statements[target.id].disputed and not target.disputed
    return registry, disputes


def with_objection_met(registry: Registry, id: str) -> Registry:
    """Record that an objection was met or taken back: who raised it no longer disputes by it what it attacks. To agree
    with that is for them to say. Where they reworded it, they disputed that in other words than they hold now."""
    one = registry.statements[id]
    if not (one.closed or one.withdrawn):
        return _with_objection_reworded(registry, one)
    for link in one.links:
        target = registry.statements.get(link.to)
        made = target.judgements.get(one.author) if target is not None else None
        if target is None or made is None or link.kind != "attacks":
            continue
        if made.attacked == one.id:
            held = {**target.judgements, one.author: replace(made, attacked="")}
            registry = registry.put(replace(target, judgements=held))
        if made.verdict != "disagrees":
            continue
        if (made.path, made.words) != (one.path, one.wordings[0].words):  # they dispute it in other words, too
            continue
        given = {seat: each for seat, each in target.judgements.items() if seat != one.author}
        ended: Deed = "dropped" if one.history[-1].deed == "dropped" else "closed"
        deed: Deed = ended if one.closed else "lifted"
        step = HistoryStep(path=one.history[-1].path, seat=one.author, deed=deed, words=one.history[-1].words)
        registry = registry.put(replace(target, judgements=given, history=(*target.history, step)))
    return registry


def _with_objection_reworded(registry: Registry, one: Statement) -> Registry:
    first, reworded = one.wordings[0], len(one.wordings) > 1 and not one.wordings[-1].into
    for link in one.links if reworded else ():
        target = registry.statements.get(link.to)
        made = target.judgements.get(one.author) if target is not None else None
        if target is None or made is None or (link.kind, made.verdict) != ("attacks", "disagrees"):
            continue
        if (made.path, made.words) == (first.path, first.words):
            held = {**target.judgements, one.author: replace(made, former=one.id)}
            registry = registry.put(replace(target, judgements=held))
    return registry


def with_holding(registry: Registry, id: str, path: str, beside: Collection[str] = ()) -> Registry:
    """Record what the author of a statement has done with it, in the message at a path, for what attacks it: whoever
    keeps it against an attack that others have agreed to, and of which they have said nothing, has not agreed. That is
    so for as long as they hold it in these words. Those in which they stand by it may answer somebody else. `beside`:
    the messages that were written at the same time."""
    one = registry.statements.get(id)
    steps = [step for step in one.history if (step.seat, step.path) == (one.author, path)] if one is not None else []
    if one is None or not steps:
        return registry
    step, gone = steps[-1], one.withdrawn or one.closed or steps[-1].deed == "revised"
    for other in registry.statements.values():
        if other.author == one.author or not attacks(other, id):
            continue
        known = other.judgements.get(one.author)
        if known is None and step.deed == "kept" and other.agreed and _meets(registry, one, step, other, beside):
            made = Judgement(
                seat=one.author,
                verdict="disagrees",
                path=step.path,
                wording=len(other.wordings) - 1,
                holding=id,
            )
            told = replace(step, deed="opposed", words="")
            judgements = {**other.judgements, one.author: made}
            registry = registry.put(replace(other, judgements=judgements, history=(*other.history, told)))
        elif known is not None and known.holding == id and gone:
            given = {seat: each for seat, each in other.judgements.items() if seat != one.author}
            registry = registry.put(replace(other, judgements=given))
    return registry


def _meets(registry: Registry, one: Statement, step: HistoryStep, attack: Statement, beside: Collection[str]) -> bool:
    """Return whether a statement is kept in the face of an attack: in a later turn than its wording, by words of its
    author, while who attacks it disputes it as it stands. Nobody has read what was written at the same time, as all
    rankings are."""
    made, waiting, worded = one.judgements.get(attack.author), list(registry.missed), attack.wordings[-1].path
    later = waiting[waiting.index(step.path) :] if step.path in waiting else []
    disputed = made is not None and made.verdict == "disagrees" and not one.overtaken(made)
    ranked = step.path not in registry.texts and without_index(worded) == without_index(step.path)
    return disputed and bool(step.words) and not ranked and worded not in (*later, *beside)


def with_attack_shared(registry: Registry, id: str, by: str, path: str) -> Registry:
    """Record what it means for a statement that somebody agrees, in the message at a path, with what attacks it: they
    dispute it, too, unless they say what they make of it, or of a part of it. That is so for as long as they agree with
    the attack, and its own author does not: whoever grants the caveat of an author disputes nothing of theirs."""
    one = registry.statements.get(id)
    behind = {made.seat: made for made in one.agreeing} if one is not None and not (one.withdrawn or one.closed) else {}
    for link in one.links if one is not None else ():
        target = registry.statements.get(link.to)
        if one is None or target is None or link.kind != "attacks":
            continue
        caveat = target.author in (one.author, *behind) or is_impartial(registry, one.author)
        held = {seat: made for seat, made in target.judgements.items() if made.through != id or seat in behind}
        held = {seat: made for seat, made in held.items() if made.through != id} if caveat else held
        if len(held) < len(target.judgements):
            registry = registry.put(target := replace(target, judgements=held))
        made = None if caveat else behind.get(by)
        if made is not None and made.path == path and _silent(registry, target, by, link):
            told = replace(made, verdict="disagrees", wording=len(target.wordings) - 1, through=id, reason="")
            step = HistoryStep(path=path, seat=by, deed="sided", words=made.words)
            judgements = {**target.judgements, by: replace(told, verified=())}
            registry = registry.put(replace(target, judgements=judgements, history=(*target.history, step)))
    return registry


def _silent(registry: Registry, target: Statement, seat: str, link: Link) -> bool:
    """Return whether somebody has said nothing of a statement, which is worded as it was when a link was drawn to it,
    and is neither taken back nor settled. What is no message came after all of them."""
    worded, said = target.wordings[-1].path, seat in target.judgements or any(s.seat == seat for s in target.granted)
    if said or target.withdrawn or target.ruled:
        return False
    order = list(registry.entries) if len(target.wordings) > 1 and worded in registry.texts else []
    later = link.path not in registry.texts or (worded in order and order.index(link.path) > order.index(worded))
    return len(target.wordings) == 1 or (worded in registry.texts and later)


def with_doubt_settled(registry: Registry, id: str, by: str) -> Registry:
    """Record what it means that somebody accepts a statement as a room settled it, in which they did not sit: what they
    had doubted of an objection to it, raised by who sat there, they leave open no more."""
    one = registry.statements[id]
    made = one.judgements.get(by)
    if made is None or made.verdict != "agrees" or by in one.seated or not one.met:
        return registry
    for other in registry.statements.values():
        doubt = other.judgements.get(by)
        raised = other.author in one.seated and any(link.kind == "attacks" and link.to == id for link in other.links)
        if raised and doubt is not None and doubt.verdict == "doubts" and doubt.path != made.path:
            given = {seat: each for seat, each in other.judgements.items() if seat != by}
            registry = registry.put(replace(other, judgements=given))
    return registry


LATER = float("inf")


def with_objections_granted(registry: Registry, path: str) -> Registry:
    """Record what a message rewords although it was disputed: whoever raised objections to it that its author has
    accepted, all of them, no longer disputes it, since they spoke of the former wording. What they make of this one,
    they have not said."""
    for one in [registry.statements[id] for id in registry.worded.get(path, ())]:
        accepted = dict[str, bool]()  # by who raised them: whether all of their objections are
        for other in registry.statements.values():
            if attacks(other, one.id):
                granted = any(made.seat == one.author for made in other.agreeing)
                accepted[other.author] = granted and accepted.get(other.author, True)
        if gone := {made.seat for made in one.disputing if one.overtaken(made) and accepted.get(made.seat)}:
            given = {seat: made for seat, made in one.judgements.items() if seat not in gone}
            registry = registry.put(replace(one, judgements=given))
    return registry


def aimed_at(link: Link, target: Statement, order: Mapping[str, int]) -> int:
    """Return the number of the wording that a link was drawn to: the last one until then. It may have been answered by
    the rewording, and nobody has said the same of the new one. `order`: the places of the turns by their path."""
    place = order.get(link.path, LATER)
    until = [number for number, one in enumerate(target.wordings) if order.get(one.path, 0) <= place]
    return until[-1] if until else 0


def bears(link: Link, target: Statement, order: Mapping[str, int]) -> bool:
    """Return whether a link was drawn to the present wording of its target."""
    return aimed_at(link, target, order) == len(target.wordings) - 1


def conceded(one: Statement, target: Statement) -> bool:
    """Return whether what a statement attacks is agreed all the same, or accepted by its own author, or found right by
    them who take no side: then it is a caveat."""
    made = target.judgements.get(one.author)
    return target.agreed or (made is not None and made.verdict == "agrees")


def with_challenge(registry: Registry, turn: Turn) -> Registry:
    """Record what the form of a turn challenges in words of somebody else: each statement whose receipt they are of."""
    challenged, objection = payload.word(turn.data.get("challenged")), payload.word(turn.data.get("objection"))
    for one in registry.statements.values() if challenged and objection else ():
        if one.author == turn.seat or not passage(challenged, one.words):
            continue
        made = Judgement(seat=turn.seat, verdict="disagrees", path=turn.path, words=objection, reason=objection)
        registry = with_judgement(registry, one.id, made, because="")
    return registry
