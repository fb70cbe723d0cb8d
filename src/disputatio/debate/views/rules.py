"""The rules of honest debate that the format of a debate has: on or off, with their figure (SPEC FORMAT.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from disputatio.debate.format import CONTRACTS, Block
from disputatio.debate.ids import step_of, without_index
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.conditions import spared
from disputatio.debate.policies.judgements import judgement_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.reasons import reason
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.consensus import measure
from disputatio.debate.statements.registry import Registry
from disputatio.debate.views.labels import RULES
from disputatio.debate.views.progress import is_rehearsal, rounds_of
from disputatio.debate.views.score import earned_of, reasoned, unearned_of
from disputatio.debate.views.status import SPARED
from disputatio.debate.wording import plural, tr


def rules_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return the rules of honest debate that the debate's format has: on or off, with their figure (SPEC FORMAT.2)."""
    found = []
    for name, rule in RULES.items():
        on = debate.options.get(name)
        on = on != "off" if name == "ledger" and isinstance(on, str) else on
        if isinstance(on, bool) and _bears(name, debate, past, on=on):
            figure = _figure(name, debate, past) if on else ""
            if name == "hidden" and on and debate.over and not figure:
                found.append(tr("Participants did not see how sure the others were"))
                continue
            if name == "ledger" and figure:
                found.append(tr("Moves and reasons were recorded: {figure}").format(figure=figure))
                continue
            if name in ("diversity", "order_swap") and figure:  # what it comes to, whether or not it warns
                found.append(figure)
                continue
            found.append(
                (tr("{rule_title}: on{words}") if on else tr("{rule_title}: off{words}")).format(
                    rule_title=rule.title, words=f", {figure}" if figure else ""
                )
            )
    return tuple(found)


def _bears(name: str, debate: Debate, past: Past, *, on: bool) -> bool:
    """Return whether a rule says anything of the debate. Nobody who is never asked how sure they are has a confidence
    to hide; names are what is usual; and orders are a judge's."""
    off = {f"on {option}" for option, value in debate.options.items() if value is False}
    steps = [step for step in blocks(debate.format.body) if step.ask and not off.intersection(step.when)]
    match name:
        case "hidden":
            asked = {step.gives for step in steps if step.ask not in SERVICES}
            return any(each in HIDING or "confidence" in CONTRACTS.get(each, "") for each in asked)
        case "anonymous":
            return on
        case "sealed":  # where turns follow one another, nobody is without what is there to be switched on
            return on or debate.format.options.get(name) is True
        case "order_swap":
            seated = any(seat.taken and "judge" in (seat.part, seat.role.casefold()) for seat in debate.seats.values())
            return seated or any(past.last(gives) is not None for gives in ("comparison", "appraisal"))
        case "early_stop":
            if not on and debate.format.options.get(name) is not True:  # it was never there
                return False
            loops = any(step.repeat or step.until for step in blocks(debate.format.body))
            return loops or any("undecided" in step.when for step in steps) or bool(_figure(name, debate, past))
        case "minority":
            given = next((turn for turn in past.newest() if turn.gives == "synthesis"), None)
            asked_for = any(step.gives == "synthesis" for step in steps)
            return asked_for and not (given is not None and given.data.get("minority"))  # one reads it
        case _:
            return True


def _read(debate: Debate, past: Past) -> Iterator[Turn]:
    """Yield the messages of participants that another participant read: somebody who spoke after the step in which they
    stand, in one that shows what others said."""
    shown = {block.name for block in blocks(debate.format.body) if _shows(block)}
    readers, waiting, step = set[str](), set[str](), ""
    for turn in past.newest():
        if turn.seat not in debate.seats:
            continue  # a check of a turn stands between it and those that were written at the same time
        if without_index(turn.path) != step:
            readers, waiting, step = readers | waiting, set(), without_index(turn.path)
        if turn.message and readers - {turn.seat}:
            yield turn
        if step_of(turn.path) in shown:
            waiting.add(turn.seat)
            readers |= waiting if not _together(debate, turn) else set()


def _reading(debate: Debate, past: Past) -> Iterator[Turn]:
    """Yield the turns of participants whose request showed messages of others: those before the step in which they
    stand, and within it where turns follow one another."""
    shown = {block.name for block in blocks(debate.format.body) if _shows(block)}
    authors, waiting, step = set[str](), set[str](), ""
    for turn in past:
        if turn.seat not in debate.seats:
            continue
        if without_index(turn.path) != step:
            authors, waiting, step = authors | waiting, set(), without_index(turn.path)
        if step_of(turn.path) in shown and authors - {turn.seat}:
            yield turn
        if turn.message:
            (waiting if _together(debate, turn) else authors).add(turn.seat)


def _shows(block: Block) -> bool:
    """Return whether a step shows messages of others, and not figures alone."""
    return not block.sees or any(not view.startswith(("nothing", "own", "figure", "anonymous")) for view in block.sees)


def _together(debate: Debate, turn: Turn) -> bool:
    block = next((one for one in blocks(debate.format.body) if one.name == step_of(turn.path)), None)
    return block is not None and block.order == "together"


def _figure(name: str, debate: Debate, past: Past) -> str:
    match name:
        case "sealed":
            count = sum(path.startswith("sealed[") and "/" not in path for path in debate.replies)
            return tr("{number} written").format(number=count) if count else tr("none written yet")
        case "ledger":
            return "" if is_rehearsal(debate) else _moves(registry_of(past))
        case "anonymous":
            hidden = sum(1 for _ in _reading(debate, past))
            return (
                plural(
                    "in {count} request authors were shown as letters",
                    "in {count} requests authors were shown as letters",
                    hidden,
                )
                if hidden
                else ""
            )
        case "hidden":
            told = sum(turn.data.get("confidence") is not None for turn in _read(debate, past))
            return (
                plural(
                    "{count} declared confidence was not shown to those who read the message, unless it says the "
                    "same in its text",
                    "{count} declared confidences were not shown to those who read the messages, unless these say the "
                    "same in their text",
                    told,
                )
                if told
                else ""
            )
        case "early_stop":
            if spared(debate):
                return tr(SPARED)
            if early := _early(debate):
                return early
            held = {block.name for block in blocks(debate.format.body) if "undecided" in block.when}
            ranked = any(entered and step_of(path) in held for path, entered in debate.entered.items())
            return tr("the first answers differed, so they were ranked") if ranked else ""
        case "order_swap":
            return _judged(At(debate=debate, path="", past=past))
        case "diversity":
            models = {seat.model for seat in debate.seats.values() if seat.taken and not seat.human}
            if not models:
                return ""
            return plural(
                "All participants used one model", "The participants used {count} different models", len(models)
            )
        case _:
            final = next((turn for turn in past.newest() if turn.gives == "synthesis"), None)
            if final is None or is_rehearsal(debate):  # of which nothing is said that nobody thought
                return ""
            return tr("there is none")


def _early(debate: Debate) -> str:
    """Say why an early stop ended the rounds; where all of them had been held by then, it ended none."""
    left = next((one for one in reversed([*debate.left.values()]) if one.exit.split(" ")[0] in EARLY), None)
    now, bound = rounds_of(debate)
    if left is None:
        return ""
    if not now == bound > 0:
        return tr("it ended the rounds: {why}").format(why=reason(left.why))
    return plural("the one round was held", "all {count} rounds were held", bound)  # why, is told of the end


HIDING: Final = frozenset({"ballot", "ranking"})
"""Votes, which are kept from the others as a confidence is."""
EARLY: Final = ("stable", "unanimous", "no-new-claims")
"""The exits that are early stops."""


def _moves(registry: Registry) -> str:
    found = measure(registry)
    if not found.agreed:
        return ""
    named = sum(reasoned(one) for one in registry.statements.values())
    told = earned_of(found.earned, found.agreed) + unearned_of(found.agreed - named, found.earned, found.given_up)
    return f"{told[:1].lower()}{told[1:]}"


def _judged(at: At) -> str:
    found = judgement_of(at)
    if found is None:
        return ""
    if found.agree:
        return tr("The judge compared in both orders, and they agree")
    return tr("The judge compared in both orders, which do not agree, so nobody wins")
