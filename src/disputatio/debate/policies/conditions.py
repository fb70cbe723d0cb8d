"""Conditions: when a block is entered, and when a loop ends. Each is evaluated once and recorded with its reason.

For an exit, `at.path` is the pass that just ended, or `loop[0]` before the first.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice, pairwise

from disputatio.debate.ids import ancestors, index_of, inside, parent, step_of
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import by_rule, share
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.visibility import digest_of, messages_to_condense
from disputatio.debate.policy import At, Contract, Option, Reason, policy
from disputatio.debate.ranges import amount, blocks
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.consensus import ends_of_passes, impasse, stops_early
from disputatio.debate.statements.proofreading import rows_of
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json


@policy("when")
def on(at: At, option: Option) -> bool:
    """An option is on."""
    return bool(at.debate.options.get(option))


@policy("when")
def off(at: At, option: Option) -> bool:
    """An option is off."""
    return not at.debate.options.get(option)


@policy("when", name="is")
def is_(at: At, option: Option, value: str) -> bool:
    """An option has a value."""
    return str(at.debate.options.get(option)) == value


@policy("when")
def is_not(at: At, option: Option, value: str) -> bool:
    """An option has another value."""
    return not is_(at, option, value)


@policy("when")
def long(at: At, messages: int) -> bool:
    """More messages than that stand verbatim, since the last digest (SPEC DUAL.5)."""
    keep = at.debate.options.get("keep")
    fresh = messages_to_condense(at.past, keep if isinstance(keep, int) else 0)
    return sum(1 for _, _ in zip(range(messages + 1), fresh, strict=False)) > messages


LONGEST_DIGEST = 4_000
"""Characters of a digest in all (SPEC DUAL.5)."""
FRAME = 3_000
"""Characters of the instructions that a digest is asked for with."""
WRITTEN = 5
"""What a word that is written costs, in words that are read."""
CLOSING = 2
"""Readings once the rounds are over: the synthesis and the insights."""


@policy("when")
def saves(at: At, keep: int) -> bool:
    """A digest of all but the newest messages, as many, saves more than it takes (SPEC DUAL.5)."""
    digest = digest_of(at.past)
    older = [*islice(messages_to_condense(at.past, keep), max(keep, 0), None), *([digest] if digest else [])]
    size = sum(len(node.turn.text) for node in older if node.turn is not None)
    shorter = min(LONGEST_DIGEST, size // 2)
    return _readings(at) * (size - shorter) > size + FRAME + WRITTEN * shorter


def _readings(at: At) -> int:
    """Return how often the older messages would still be read: by each participant in every pass that is left of the
    innermost loop, and at the end."""
    loops = [block for path in ancestors(at.path) if (block := block_at(at.debate, path)) and block.repeat]
    if not loops:
        return len(at.seats) + CLOSING
    bound = at.value(str(loops[-1].repeat))
    left = int(bound) - at.number(loops[-1].name) + 1 if str(bound).isdecimal() else 1
    return len(at.seats) * max(left, 1) + CLOSING


@policy("when")
def missing(at: At, contract: Contract) -> bool:
    """The turn that encloses this step should have given the contract's payload and did not."""
    around = parent(at.path)
    return any(not turn.data for turn in at.past.of(contract, around) if turn.path == around)


ESTIMATED, COMPLEX = "estimated", "complex"
COMPLEXITIES = (ESTIMATED, COMPLEX, "simple")
"""How hard a task is taken to be (SPEC PHASE.1): as a planner estimates it, or as a person says."""


@policy("when", needs="traits")
def complex(at: At) -> bool:
    """The task is complex: by the option `complexity`, or, where that is estimated, by its traits."""
    chosen = at.debate.options.get("complexity", ESTIMATED)
    if chosen != ESTIMATED:
        return chosen == COMPLEX
    traits = at.past.last("traits")
    return bool(traits and traits.data.get("complex"))


@policy("when", needs="questions")
def asked(at: At) -> bool:
    """Something was asked in the block around this step."""
    return any(items_of(turn) for turn in at.past.of("questions", parent(at.path)))


@policy("when", needs="ledger")
def unrecorded(at: At) -> bool:
    """There are messages that no record of the ledger covers yet, and this one can."""
    return bool(registry_of(at.past).uncovered_messages(at.path))


@policy("when")
def judged(at: At) -> bool:
    """There are judgements on record that a model has read out of what was said."""
    return bool(rows_of(statements_of(at.past).values()))


@policy("when", needs="ranking")
def ranked(at: At) -> bool:
    """Somebody has ranked the answers of others."""
    return bool(at.past.of("ranking"))


@policy("when", needs="answer")
def near_end(at: At, tolerance: float = 0.0) -> bool:
    """The last answers agree, nobody has changed position in this pass, or the debate may rest after it: `unanimous` or
    `stable` may end it, or a person looks at it. So does whoever answers next, where answers are in words: of these,
    clusters of reasons are shown, and of values their statistics (SPEC §4)."""
    now, around = answers(at, at.past, tolerance), parent(at.path)
    if not at.debate.options.get("auto_continue") or not any(one.kind for one in now.given.values()):
        return True
    if not index_of(around).isdecimal():
        return len(now.groups) == 1
    _, before = ends_of_passes(replace(at, path=around), 1)
    return len(now.groups) == 1 or now.kept_since(answers(at, before, tolerance))


@policy("when", needs="assessment")
def may_end(at: At, passes: int) -> bool:
    """The debate may end after the assessment around this step, or rest for a person to look at it: either something
    was judged and none of it is sure to stay contested, or what is contested has not changed for so many passes."""
    if not at.debate.options.get("auto_continue") or stops_early(at):
        return True
    form = parent(at.path)
    around = parent(form)
    if not index_of(around).isdecimal():  # outside of a loop no later answer may come
        return True
    said = next((turn.text for turn in at.past.newest() if turn.path == form), "")
    judged = [one for one in statements_of(at.past).values() if one.firm in ("agreed", "contested")]
    if judged and not any(_stays(one, form, said) for one in judged if one.firm == "contested"):
        return True
    return impasse(replace(at, path=around), passes) is not None


def _stays(one: Statement, path: str, said: str) -> bool:
    """Return whether a contested statement stays so whatever a record says of the turn at a path, in which that was
    `said`: the form there disputes it, or raises it as an objection, or it stands as it was disputed and is not named,
    so that nobody took anything back."""
    disputes = (made for made in one.disputing if not made.declared)
    if (bool(one.against) and one.path == path) or any(made.path == path for made in disputes):
        return True
    return not one.outdated and re.search(rf"\b{re.escape(one.id)}\b", said) is None


# ---- until and unless: further exits of loops --------------------------------------------------------------------
@policy("until", needs="answer")
def stable(at: At, passes: int, tolerance: float = 0.0) -> Reason | None:
    """Nobody has changed their answer for some passes: what they make of single statements may have moved. That is
    consensus only among answers given in the pass that just ended: whoever has gone on to oppose, or has failed to
    speak, is not taken to agree by an answer of before."""
    if int(index_of(at.path)) < passes or not stops_early(at):
        return None
    now, *before = [answers(at, past, tolerance) for past in ends_of_passes(at, passes)]
    later = (now, *before)
    if not now.complete or not all(one.kept_since(earlier) for one, earlier in pairwise(later)):
        return None
    rounds = "one round" if passes == 1 else f"{passes} rounds"
    figures = all(one.number is not None for one in now.given.values())
    kept = f"no {'estimate' if figures else 'position'} changed for {rounds}"
    if len(now.groups) == 1 and all(inside(one.path, at.path) for one in now.given.values()):
        return Reason("consensus", kept)
    contested = any(one.firm == "contested" for one in statements_of(at.past).values())
    return Reason("impasse" if contested else "completed", kept)


@policy("until", needs="answer")
def unanimous(at: At, tolerance: float = 0.0) -> Reason | None:
    """The last answers agree, and different models gave them."""
    found = answers(at, at.past, tolerance)
    models = {one.model for one in found.given.values()}
    objected = any(one.open and one.verified for one in statements_of(at.past).values())
    if not found.complete or len(found.groups) > 1 or len(models) < 2 or objected or not stops_early(at):
        return None
    sealed = index_of(at.path) == "0"
    said = "everybody had given the same answer before reading the others" if sealed else "everybody gives one answer"
    return Reason("consensus", said)


@policy("when", needs="answer")
def worded(at: At) -> bool:
    """The last answers are neither all the same nor all values, so somebody has to say which of them are one."""
    found = answers(at, at.past)
    return found.complete and len(found.groups) > 1 and not all(one.kind for one in found.given.values())


@policy("when", needs="answer")
def undecided(at: At) -> bool:
    """The last answers differ, or one model gave them all, or a verified objection is open."""
    return unanimous(at) is None


def spared(debate: Debate) -> tuple[str, ...]:
    """Return the paths of the steps that were left out because the first answers were one."""
    names = {block.name for block in blocks(debate.format.body) if "undecided" in block.when}
    return tuple(path for path, entered in debate.entered.items() if not entered and step_of(path) in names)


@policy("until", needs="agreement")
def agreed(at: At, percent: float) -> Reason | None:
    """The analysis of this pass finds that share of agreement (SPEC PHASE.1). One that a rule made ends nothing: it
    compares too little."""
    found = at.past.of("agreement", at.path)
    level = share(found[-1].data.get("level")) if found and not by_rule(found[-1]) else None
    if level is None or 100 * level < percent:
        return None
    return Reason("consensus", f"the analysis finds {round(100 * level)} percent agreement")


@policy("until")
def nothing_new(at: At, contract: Contract) -> Reason | None:
    """No item of a kind that had not been named before."""
    now: set[str] = set()
    before: set[str] = set()
    for turn in at.past.of(contract):
        (now if inside(turn.path, at.path) else before).update(items_of(turn))
    return None if now - before else Reason("completed", f"nothing new in {contract}")


@policy("until")
def confident(at: At, above: float, contract: Contract) -> Reason | None:
    """The last of a kind is confident enough, and declares nothing open; a person, that all is clear."""
    given = at.past.of(contract, at.path)
    if not given:
        return None
    if given[-1].data.get("clear") is True:
        return Reason("completed", f"{at.called(given[-1].seat)} says that all is clear")
    confidence, open_points = number(given[-1].data.get("confidence")), given[-1].data.get("open")
    if confidence > above and not open_points:
        who = at.called(given[-1].seat)
        return Reason("completed", f"{who} is confident ({confidence:.2f}) and names no open point")
    return None


@policy("until", needs="approval")
def approved(at: At) -> Reason | None:
    """The person approved (vacuously so where no gate was asked for)."""
    given = at.past.of("approval", at.path)
    return Reason("completed", "approved") if all(turn.data.get("approved") for turn in given) else None


def items_of(turn: Turn) -> set[str]:
    """Return the names of a turn's items: their id, else their text."""
    items = turn.data.get("items")
    return {_name(item) for item in items} if isinstance(items, list) else set()


def _name(item: Json) -> str:
    return str(item.get("id") or item.get("text") or "") if isinstance(item, dict) else str(item)


def number(found: Json) -> float:
    """Return a number from a payload, 0 where there is none."""
    return float(found) if isinstance(found, (int, float)) and amount(found) else 0.0
