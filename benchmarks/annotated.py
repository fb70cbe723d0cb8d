"""Annotated debates, and what the program records of their turns: with the recorded answers of a clerk, or without any.

A case is a folder with `debate.json` (an export of the debate), `truth.json` (what was said, by reading alone) and
`clerk/` (the clerk's answers to the requests of this version, for the same turns: a real language model's, recorded).
Without that folder the debate was held by this version, with a clerk of its own: what its log says is measured.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.pooled import Pool, overlaps
from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import round_of, step_of, without_index
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate, alter
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import message_at
from disputatio.debate.policies.conditions import may_end
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.receipts import Span, receipt_in
from disputatio.debate.statements.registry import Registry
from disputatio.debate.values import Json
from disputatio.debate.walk.plan import Planner
from disputatio.exporting.json_export import import_json
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose, compose_repair
from disputatio.prompting.contracts.ledger import LEDGER
from disputatio.prompting.interpret import Incomplete, Unreadable, interpret
from disputatio.prompting.reading.record_rows import UNLISTED, UNTOLD
from disputatio.prompting.request import Request
from disputatio.storage.chain import event_of_row

CLERK = "clerk"
"""The folder of answers that the benchmark holds the program to."""
CASES = Path(__file__).parents[1] / "tests" / "data" / "bookkeeping"
BY_MESSAGE = frozenset({"dual", "dialogue"})
"""Formats whose ledger is written after every message; that of the others after every round."""
TOGETHER = frozenset({"opening", "closing"})
"""Steps of a dialogue in which everybody writes at the same time: one record is made of all their messages."""
FEW = 3
"""Seats up to which a dialogue makes one record a pass, as its format has it."""
PASSES = 2
"""Without a change, after which a debate may end; as the dual format has it."""
OLDER = frozenset({"points", "ledger", "flips"})
"""Records that are made anew."""


@dataclass(frozen=True, slots=True)
class Case:
    """An annotated debate. `answers`: the clerk's, by the name of the request; `held`: what was said and recorded,
    where the debate's own clerk is measured; `closed`: nobody can be asked once more, so that what is refused is left
    out; `pool`: what readers found of entries beyond the annotation."""

    name: str
    debate: Debate
    turns: tuple[Turn, ...]
    truth: dict[str, Any]
    answers: dict[str, str]
    held: Past | None = None
    closed: bool = False
    pool: Pool = field(default_factory=Pool)

    @classmethod
    def of(cls, folder: Path, clerk: str = CLERK) -> Case:
        """`clerk`: the folder with the answers."""
        rows = import_json((folder / "debate.json").read_text(encoding="utf-8")).rows
        debate = fold(event_of_row(row).event for row in rows)
        past = Planner().walk(debate).past
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        kept = tuple(turn for turn in past if turn.gives not in OLDER and turn.heard == "all")
        answers = {file.stem: file.read_text(encoding="utf-8") for file in sorted((folder / clerk).glob("*.txt"))}
        held = None if (folder / clerk).exists() else past
        return cls(
            name=folder.name,
            debate=debate,
            turns=kept,
            truth=truth,
            answers=answers,
            held=held,
            closed=clerk != CLERK,
            pool=Pool.of(folder),
        )


@dataclass
class Missing(Exception):
    """A request without an answer."""

    name: str
    request: Request


def kept_by_clerk(case: Case) -> Registry:
    """The registry with the records of the recorded clerk, or of the debate's own. Raises Missing."""
    if case.held is not None:
        return registry_of(case.held)
    return registry_of(past_of(case))


def kept_by_rule(case: Case) -> Registry:
    """The registry without any model."""
    return registry_of(past_of(case, by_clerk=False))


def past_of(case: Case, *, by_clerk: bool = True) -> Past:
    """The turns of a debate with the records of this version among them. Raises Missing."""
    past, waiting, named = Past(), False, _aliases(case)
    messages = [turn for turn in case.turns if spoken(turn)]
    last = {_stretch(case, turn): turn.path for turn in messages}
    for at, turn in enumerate(case.turns):
        past = past.add(_judging(turn, past, named))
        waiting = waiting or spoken(turn)
        checked_next = at + 1 < len(case.turns) and case.turns[at + 1].gives == "evidence"
        of = turn if spoken(turn) else next((one for one in reversed(case.turns[:at]) if spoken(one)), None)
        due = (
            of is not None and last.get(_stretch(case, of)) == of.path and (of is messages[-1] or _ends(case, past, of))
        )
        if waiting and due and not checked_next and of is not None and turn.path.startswith(of.path):
            past, waiting = past.add(_record(case, past, of, named, by_clerk=by_clerk)), False
    return past


def _judging(turn: Turn, past: Past, named: dict[str, str]) -> Turn:
    """An assessment without the ids that this clerk has not given: in a debate of this version there are no others."""
    if turn.gives != "assessment":
        return turn
    known = registry_of(past).statements
    data: dict[str, Json] = dict(turn.data)
    for key in ("agree", "disagree", "unverifiable"):
        listed = [dict(item) for item in turn.data.get(key) or () if isinstance(item, dict)]  # type: ignore[union-attr]
        for item in listed:
            id = str(item.get("point"))
            item["point"] = next((one for one in (id, named.get(id), named.get(named.get(id, ""))) if one in known), id)
        data[key] = [item for item in listed if item["point"] in ("", "None") or item["point"] in known]
    return replace(turn, data=data)


def _aliases(case: Case) -> dict[str, str]:
    return {alias: each["id"] for each in case.truth["statements"] for alias in each.get("also", [])}


def _named(case: Case, data: dict[str, Json], past: Past, named: dict[str, str]) -> dict[str, Json]:
    """New statements under the ids by which the participants of the debate called them, so that what they say of "P5"
    is about what they meant. Which those are is all that is taken from the annotation here. One that stands for several
    goes by the first of their ids; `named` has it for the others."""
    texts = {turn.path: turn.text for turn in past}
    taken = set(registry_of(past).statements)
    listed: list[Json] = []
    for number, item in enumerate(data.get("new") or ()):  # type: ignore[arg-type]
        entry = dict(item) if isinstance(item, dict) else {}
        turn, words = str(entry.get("turn") or ""), str(entry.get("quote") or "")
        meant = [
            each["id"]
            for each in case.truth["statements"]
            if turn in texts and overlap(turn, words, each, texts, also=False)
        ]
        id = next((id for id in meant if id not in taken), f"N{len(taken)}-{number}")
        taken.add(id)
        named.update({other: id for other in meant if other not in taken and other not in named})
        listed.append({**entry, "id": id})
    return {**data, "new": listed}


def spoken(turn: Turn) -> bool:
    return turn.gives in MESSAGES and turn.seat not in SERVICES and turn.gives not in ("synthesis", "card", "stance")


def _stretch(case: Case, turn: Turn) -> str:
    """What one record covers: a message, or all messages of a round, or of those who write at the same time."""
    if _alone(case, turn):
        return turn.path
    return f"round {round_of(turn.path)}" if round_of(turn.path) else turn.path.partition("[")[0]


def _alone(case: Case, turn: Turn) -> bool:
    """Whether a message has a record of its own."""
    name = case.debate.format.name
    return name in BY_MESSAGE and (name != "dialogue" or step_of(turn.path) not in TOGETHER)


def _ends(case: Case, past: Past, of: Turn) -> bool:
    """Whether a record is made at once: that of a critique which cannot end the debate waits for the next answer."""
    if of.gives != "assessment":
        return True
    debate = alter(case.debate, options={**case.debate.options, "auto_continue": True, "early_stop": False})
    return may_end(At(debate=debate, path=f"{of.path}/closing-minutes", past=past), PASSES)


def _record(case: Case, past: Past, of: Turn, named: dict[str, str], *, by_clerk: bool) -> Turn:
    block = of.path if _alone(case, of) else of.path.rpartition("/")[0]
    path = f"{block}/ledger[clerk]" if block else "ledger[clerk]"
    if any(turn.path == path for turn in past):
        path = path.replace("ledger[", f"ledger-{len(past)}[")
    brief = brief_of(case.debate, record_of(past, path))
    if not by_clerk:
        _, data = LEDGER.derive(brief) or ("", {})
        return Turn(path=path, seat="clerk", gives="ledger", heard="all", text="", by="rules", data=data)
    name = f"{len(past):03}"
    request = compose(brief, "recorded")
    said = case.answers.get(name)
    if said is None:
        raise Missing(name=name, request=request)
    try:
        data = interpret("ledger", said, brief)
    except Unreadable as fault:
        older = fault.why.startswith((UNLISTED, UNTOLD))  # of an older version's list, or form: nothing is to mend
        again = case.answers.get(f"{name}-again", said if case.closed or older else None)
        if again is None:
            raise Missing(name=f"{name}-again", request=compose_repair(brief, said, fault, "recorded")) from fault
        try:
            data = interpret("ledger", again, replace(brief, said=said))
        except Incomplete as left:
            data = left.data
        except Unreadable:
            data = fault.data if isinstance(fault, Incomplete) else {"note": "unreadable"}
    data = _named(case, data, past, named)
    return Turn(path=path, seat="clerk", gives="ledger", heard="all", text=said, model="recorded", data=data)


def in_passes(case: Case, past: Past) -> tuple[Past, frozenset[str]]:
    """The same turns with the records where the format makes them at a table of a few: once a pass, when all have
    spoken; and the paths of those records that are part of the one that comes after them. The answers were given
    message by message, as at a large table."""
    turns, waiting, part = list(past), list[Turn](), set[str]()
    if case.debate.format.name != "dialogue" or len(case.debate.seats) > FEW:
        return past, frozenset()
    found = Past()
    for at, turn in enumerate(turns):
        block = without_index(message_at(turn.path))
        more = any(spoken(one) and without_index(one.path) == block for one in turns[at + 1 :])
        if turn.gives == "ledger" and more:
            waiting.append(turn)
            part.add(turn.path)
            continue
        for one in (*waiting, turn) if turn.gives == "ledger" else (turn,):
            found = found.add(one)
        waiting = [] if turn.gives == "ledger" else waiting
    return found, frozenset(part)


def record_of(past: Past, path: str) -> Call:
    """What the clerk is asked to record: every message of which there is no record."""
    missed = registry_of(past).missed
    seen = tuple(turn.path for turn in past if turn.path in missed)
    return Call(
        path=path, seat="clerk", task="ledger", gives="ledger", heard="all", sees=(*seen, "#participants", "#points"),
        past=past,
    )  # fmt: skip


def overlap(turn: str, words: str, truth: dict[str, Any], texts: dict[str, str], *, also: bool = True) -> bool:
    """`also`: with the other words of a version, by which nothing was called when the answers were given."""
    mine = _place(words, texts[turn])
    if mine is None:
        return False
    quotes = [(each["turn"], each["quote"]) for each in truth["versions"]]
    quotes += [(each["turn"], quote) for each in truth["versions"] if also for quote in each.get("also", ())]
    quotes += [(each["turn"], each["quote"]) for each in truth["history"] if _of_itself(each, truth)]
    places = (_place(quote, texts[turn]) for at, quote in quotes if at == turn)
    return any(theirs is not None and overlaps(mine, theirs) for theirs in places)


@functools.lru_cache(maxsize=20_000)
def _place(words: str, text: str) -> Span | None:
    """Where words stand in a turn: each receipt is compared with every annotated statement."""
    return receipt_in(words, text)


def _of_itself(step: dict[str, Any], truth: dict[str, Any]) -> bool:
    """Whether the words of a step word the statement: its author's, or somebody's who says that it is undecided."""
    return bool(step["by"] == truth["author"] or step["status"] in ("unverifiable", "assumption"))
