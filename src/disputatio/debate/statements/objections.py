"""What an objection does to the statement that it is raised against, where that is declared (SPEC LEDGER.1, RECEIPT.1).

Whoever attacks by id what is agreed, or challenges it in a form by its own words, disputes it from then on, with the
words of the objection as the receipt. Silence settles nothing, and neither does an answer: they dispute it until they
agree with it again, or say that their objection was met, or take it back.
"""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate import payload
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.receipts import passage
from disputatio.debate.statements.registry import Registry, with_judgement, wording_read
from disputatio.debate.statements.statement import Deed, HistoryStep, Judgement, Statement


def with_attack(registry: Registry, one: Statement, *, declared: bool) -> tuple[Registry, int]:
    """Record what a new statement attacks: of others, and agreed until now; and return how many disputes are new. What
    its author says of those in the same turn, or in a later one, stands. `declared`: read by rule."""
    waiting, disputes = list(registry.missed), 0
    later = {one.path, *(waiting[waiting.index(one.path) :] if one.path in waiting else ())}
    for link in one.links:
        target = registry.statements.get(link.to)
        if link.kind != "attacks" or target is None or target.author == one.author or not target.agreed:
            continue
        if any(step.seat == one.author and step.path in later for step in target.history):
            continue
        made = Judgement(
            seat=one.author, verdict="disagrees", path=one.path, words=one.words, reason=one.text, declared=declared
        )
        read = wording_read(registry, target, one.path, ())
        registry = with_judgement(registry, target.id, made, because="", read=read)
        disputes += not target.disputed
    return registry, disputes


def with_objection_met(registry: Registry, id: str) -> Registry:
    """Record that an objection was met or taken back: who raised it no longer disputes by it what it attacks. To agree
    with that is for them to say."""
    one = registry.statements[id]
    if not (one.closed or one.withdrawn):
        return registry
    for link in one.links:
        target = registry.statements.get(link.to)
        made = target.judgements.get(one.author) if target is not None else None
        if target is None or made is None or link.kind != "attacks" or made.verdict != "disagrees":
            continue
        if (made.path, made.words) != (one.path, one.wordings[0].words):  # they dispute it in other words, too
            continue
        given = {seat: each for seat, each in target.judgements.items() if seat != one.author}
        deed: Deed = "closed" if one.closed else "lifted"
        step = HistoryStep(path=one.since, seat=one.author, deed=deed, words=one.history[-1].words)
        registry = registry.put(replace(target, judgements=given, history=(*target.history, step)))
    return registry


def with_challenge(registry: Registry, turn: Turn) -> Registry:
    """Record what the form of a turn challenges in words of somebody else: each statement whose receipt they are of."""
    challenged, objection = payload.word(turn.data.get("challenged")), payload.word(turn.data.get("objection"))
    for one in registry.statements.values() if challenged and objection else ():
        if one.author == turn.seat or not passage(challenged, one.words):
            continue
        made = Judgement(seat=turn.seat, verdict="disagrees", path=turn.path, words=objection, reason=objection)
        registry = with_judgement(registry, one.id, made, because="")
    return registry
