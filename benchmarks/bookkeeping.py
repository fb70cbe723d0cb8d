"""How true the bookkeeping is: what the program says of annotated debates against what was really said.

A case is a folder with `debate.json` (an export of the debate), `truth.json` (what was said, by reading alone) and
`clerk/` (the clerk's answers to the requests of this version, for the same turns: a real language model's, recorded).
Without that folder the debate was held by this version, with a clerk of its own: what its log says is measured.

    python -m benchmarks.bookkeeping next CASE        print the next request that has no answer; its name goes to stderr
    python -m benchmarks.bookkeeping measure CASE…    print the figures, and with --list every miss
    python -m benchmarks bookkeeping                  the figures of all cases in tests/data/bookkeeping

A statement of the program is one of the annotation where their receipts overlap in the same turn. What the annotation
calls doubtful counts for neither side.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.table import Figure, show
from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import index_of, round_of, without_index
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.receipts import receipt_in
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json
from disputatio.debate.walk.plan import Planner
from disputatio.exporting.json_export import import_json
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose, compose_repair
from disputatio.prompting.contracts.ledger import LEDGER
from disputatio.prompting.interpret import Incomplete, Unreadable, interpret
from disputatio.prompting.request import Request
from disputatio.storage.chain import event_of_row

CASES = Path(__file__).parents[1] / "tests" / "data" / "bookkeeping"
BY_MESSAGE = frozenset({"dual", "dialogue"})
"""Formats whose ledger is written after every message; that of the others after every round."""
OLDER = frozenset({"points", "ledger", "flips"})
"""Records that are made anew."""
SEES = ("figure participants", "figure points")


@dataclass(frozen=True, slots=True)
class Case:
    """An annotated debate. `answers`: the clerk's, by the name of the request; `held`: what was said and recorded,
    where this version held the debate."""

    name: str
    debate: Debate
    turns: tuple[Turn, ...]
    truth: dict[str, Any]
    answers: dict[str, str]
    held: Past | None = None

    @classmethod
    def of(cls, folder: Path) -> Case:
        rows = import_json((folder / "debate.json").read_text(encoding="utf-8")).rows
        debate = fold(event_of_row(row).event for row in rows)
        past = Planner().walk(debate).past
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        kept = tuple(turn for turn in past if turn.gives not in OLDER and turn.heard == "all")
        clerk = folder / "clerk"
        answers = {file.stem: file.read_text(encoding="utf-8") for file in sorted(clerk.glob("*.txt"))}
        held = None if clerk.exists() else past
        return cls(name=folder.name, debate=debate, turns=kept, truth=truth, answers=answers, held=held)


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
    past, waiting = Past(), False
    messages = [turn for turn in case.turns if _spoken(turn)]
    last = {_stretch(case, turn): turn.path for turn in messages}
    for at, turn in enumerate(case.turns):
        past = past.add(_judging(case, turn, past))
        waiting = waiting or _spoken(turn)
        checked_next = at + 1 < len(case.turns) and case.turns[at + 1].gives == "evidence"
        of = turn if _spoken(turn) else next((one for one in reversed(case.turns[:at]) if _spoken(one)), None)
        due = of is not None and last.get(_stretch(case, of)) == of.path
        if waiting and due and not checked_next and of is not None and turn.path.startswith(of.path):
            past, waiting = past.add(_record(case, past, of, by_clerk=by_clerk)), False
    return past


def _judging(case: Case, turn: Turn, past: Past) -> Turn:
    """An assessment without the ids that this clerk has not given: in a debate of this version there are no others."""
    if turn.gives != "assessment":
        return turn
    known, also = registry_of(past).statements, _aliases(case)
    data: dict[str, Json] = dict(turn.data)
    for key in ("agree", "disagree", "unverifiable"):
        listed = [dict(item) for item in turn.data.get(key) or () if isinstance(item, dict)]  # type: ignore[union-attr]
        for item in listed:
            item["point"] = also.get(str(item.get("point")), item.get("point"))
        data[key] = [item for item in listed if not item.get("point") or item["point"] in known]
    return replace(turn, data=data)


def _aliases(case: Case) -> dict[str, str]:
    return {alias: each["id"] for each in case.truth["statements"] for alias in each.get("also", [])}


def _named(case: Case, data: dict[str, Json], past: Past) -> dict[str, Json]:
    """New statements under the ids by which the participants of the debate called them, so that what they say of "P5"
    is about what they meant. Which those are is all that is taken from the annotation here."""
    texts = {turn.path: turn.text for turn in past}
    taken = set(registry_of(past).statements)
    listed: list[Json] = []
    for number, item in enumerate(data.get("new") or ()):  # type: ignore[arg-type]
        entry = dict(item) if isinstance(item, dict) else {}
        turn, words = str(entry.get("turn") or ""), str(entry.get("quote") or "")
        meant = (
            each["id"] for each in case.truth["statements"] if turn in texts and _overlap(turn, words, each, texts)
        )
        id = next((id for id in meant if id not in taken), f"N{len(taken)}-{number}")
        taken.add(id)
        listed.append({**entry, "id": id})
    return {**data, "new": listed}


def _spoken(turn: Turn) -> bool:
    return turn.gives in MESSAGES and turn.seat not in SERVICES and turn.gives not in ("synthesis", "card", "stance")


def _stretch(case: Case, turn: Turn) -> str:
    """What one record covers: a message, or all messages of a round."""
    if case.debate.format.name in BY_MESSAGE:
        return turn.path
    return f"round {round_of(turn.path)}" if round_of(turn.path) else turn.path.partition("[")[0]


def _record(case: Case, past: Past, of: Turn, *, by_clerk: bool) -> Turn:
    block = of.path if case.debate.format.name in BY_MESSAGE else of.path.rpartition("/")[0]
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
        again = case.answers.get(f"{name}-again")
        if again is None:
            raise Missing(name=f"{name}-again", request=compose_repair(brief, said, fault.why, "recorded")) from fault
        try:
            data = interpret("ledger", again, brief)
        except Incomplete as left:
            data = left.data
        except Unreadable:
            data = fault.data if isinstance(fault, Incomplete) else {"note": "unreadable"}
    data = _named(case, data, past)
    return Turn(path=path, seat="clerk", gives="ledger", heard="all", text=said, model="recorded", data=data)


def record_of(past: Past, path: str) -> Call:
    """What the clerk is asked to record: every message of which there is no record."""
    missed = registry_of(past).missed
    seen = tuple(turn.path for turn in past if turn.path in missed)
    return Call(
        path=path, seat="clerk", task="ledger", gives="ledger", heard="all", sees=(*seen, "#participants", "#points"),
        past=past,
    )  # fmt: skip


# ---- comparing -------------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Tally:
    """How many of what the program says are so, and how many of what is so it says."""

    right: int = 0
    said: int = 0
    found: int = 0
    there: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / self.said if self.said else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.there if self.there else 1.0

    def __iadd__(self, other: Tally) -> Tally:
        self.right, self.said = self.right + other.right, self.said + other.said
        self.found, self.there = self.found + other.found, self.there + other.there
        self.misses += other.misses
        return self


def compared(case: Case, registry: Registry) -> dict[str, Tally]:
    """What the registry says against the annotation: statements, statuses, moves, their classes, who agrees, who
    disagrees."""
    texts = {turn.path: turn.text for turn in case.turns}
    truth = case.truth["statements"]
    pairs = {one.id: _meant(one, truth, texts) for one in registry.statements.values()}
    seats = _seats(case)
    return {
        "statements": _statements(registry, truth, pairs),
        "statuses": _statuses(registry, truth, pairs),
        "moves": _moves(case, registry, pairs, seats, texts, classed=False),
        "classes of moves": _moves(case, registry, pairs, seats, texts, classed=True),
        "agreements": _judged(case, registry, pairs, seats, "agreements", "agreed"),
        "disagreements": _judged(case, registry, pairs, seats, "disagreements", "disputed"),
    }


def _seats(case: Case) -> dict[str, str]:
    found = {seat.id: seat.id for seat in case.debate.seats.values()}
    return found | {seat.name: seat.id for seat in case.debate.seats.values()}


def _meant(one: Statement, truth: list[dict[str, Any]], texts: dict[str, str]) -> frozenset[str]:
    """The annotated statements whose words overlap with the receipts of a statement."""
    places = [(worded.path, worded.words) for worded in one.wordings]
    places += [(step.path, step.words) for step in one.history if step.seat == one.author]
    return frozenset(
        each["id"]
        for each in truth
        if any(_overlap(turn, words, each, texts) for turn, words in places if words and turn in texts)
    )


def _overlap(turn: str, words: str, truth: dict[str, Any], texts: dict[str, str]) -> bool:
    mine = receipt_in(words, texts[turn])
    quotes = [(each["turn"], each["quote"]) for each in truth["versions"]]
    quotes += [(each["turn"], each["quote"]) for each in truth["history"] if each["by"] == truth["author"]]
    for place, quote in quotes:
        theirs = receipt_in(quote, texts.get(place, "")) if place == turn else None
        if mine is not None and theirs is not None:
            shared = min(mine.end, theirs.end) - max(mine.start, theirs.start)
            if shared >= 0.3 * min(mine.end - mine.start, theirs.end - theirs.start):
                return True
    return False


def _doubtful(each: dict[str, Any]) -> bool:
    return bool(each.get("doubtful"))


def _statements(registry: Registry, truth: list[dict[str, Any]], pairs: dict[str, frozenset[str]]) -> Tally:
    tally, matched = Tally(), frozenset().union(*pairs.values()) if pairs else frozenset[str]()
    for one in registry.statements.values():
        tally.said += 1
        tally.right += bool(pairs[one.id])
        if not pairs[one.id]:
            tally.misses.append(f"not annotated: {one.id} {one.text[:90]}")
    for each in truth:
        if each.get("load_bearing", True) and not _doubtful(each):
            tally.there += 1
            tally.found += each["id"] in matched
            if each["id"] not in matched:
                tally.misses.append(f"missed: {each['id']} {each['text'][:90]}")
    return tally


def _statuses(registry: Registry, truth: list[dict[str, Any]], pairs: dict[str, frozenset[str]]) -> Tally:
    tally, by_id = Tally(), {each["id"]: each for each in truth}
    for one in registry.statements.values():
        firm = [by_id[id] for id in pairs[one.id] if not _doubtful(by_id[id])]
        if firm:
            right = any(each["status"] == one.status for each in firm)
            tally.said, tally.there = tally.said + 1, tally.there + 1
            tally.right, tally.found = tally.right + right, tally.found + right
            if not right:
                tally.misses.append(f"{one.id} is {one.status}, annotated {firm[0]['status']}: {one.text[:80]}")
    return tally


def _moves(
    case: Case,
    registry: Registry,
    pairs: dict[str, frozenset[str]],
    seats: dict[str, str],
    texts: dict[str, str],
    *,
    classed: bool,
) -> Tally:
    """Who moved on what in which turn; `classed`: and by what, among those that are found."""
    tally, moves = Tally(), [move for made in registry.moves.values() for move in made]
    annotated = [each for each in case.truth["moves"] if each.get("kind") != "accepted"]
    for each in annotated:
        if _doubtful(each):
            continue
        same = [move for move in moves if _same_move(move, each, pairs, seats)]
        if classed and not same:
            continue
        right = bool(same) and (not classed or any(move.flip == _class(each) for move in same))
        tally.there, tally.found = tally.there + 1, tally.found + right
        if not right:
            tally.misses.append(f"missed: {each['by']} {each['kind']} {each['statement']} in {each['turn']}")
    for move in moves:
        same_as = [each for each in case.truth["moves"] if _same_move(move, each, pairs, seats)]
        if any(map(_doubtful, same_as)) or (classed and not same_as):
            continue
        right = bool(same_as) and (not classed or any(move.flip == _class(each) for each in same_as))
        tally.said, tally.right = tally.said + 1, tally.right + right
        if not right:
            tally.misses.append(f"said: {move.seat} {move.kind} {move.statement} ({move.flip}) in {move.path}")
    return tally


def _class(each: dict[str, Any]) -> str:
    return {"spontaneous": "none"}.get(each["class"], each["class"])


def _same_move(move: Any, each: dict[str, Any], pairs: dict[str, frozenset[str]], seats: dict[str, str]) -> bool:
    return (
        move.path == each["turn"]
        and move.seat == seats.get(each["by"], each["by"])
        and each["statement"] in pairs.get(move.statement, frozenset())
    )


def _judged(
    case: Case, registry: Registry, pairs: dict[str, frozenset[str]], seats: dict[str, str], key: str, deed: str
) -> Tally:
    """Who agrees, or disagrees, with which statement, in which turn."""
    said = {
        (step.path, step.seat, id)
        for one in registry.statements.values()
        for step in one.history
        if step.deed == deed and step.seat
        for id in pairs[one.id]
    }
    there = {(each["turn"], seats.get(each["by"], each["by"]), each["on"]) for each in case.truth[key]}
    firm = {
        (each["turn"], seats.get(each["by"], each["by"]), each["on"]) for each in case.truth[key] if not _doubtful(each)
    }
    known = {id for ids in pairs.values() for id in ids}
    tally = Tally(found=len(firm & said), there=len(firm))
    deeds = [
        (step.path, step.seat, pairs[one.id])
        for one in registry.statements.values()
        for step in one.history
        if step.deed == deed and step.seat and pairs[one.id] & known and not _unread(case, one, step.path)
    ]
    for path, seat, ids in deeds:
        tally.said += 1
        right = any((path, seat, id) in there for id in ids)
        tally.right += right
        if not right:
            tally.misses.append(f"said: {seat} {deed} {sorted(ids)} in {path}")
    tally.misses += [f"missed: {who} {deed} {on} in {path}" for path, who, on in sorted(firm - said)]
    return tally


def _unread(case: Case, one: Statement, path: str) -> bool:
    """Whether a statement was made at the same time as a turn: who says the same there does nothing with it, and the
    annotation is about what participants do."""
    block, index = without_index(path), index_of(path)
    group = next((group for group in case.debate.entered.get(block, ()) if index in group), ())
    return all(worded.path in {f"{block}[{item}]" for item in group} for worded in one.wordings)


def consensus(case: Case, registry: Registry) -> tuple[int, int]:
    """(statements that are called agreed and are not, statements that are agreed and are not called so)."""
    texts = {turn.path: turn.text for turn in case.turns}
    by_id = {each["id"]: each for each in case.truth["statements"]}
    forged = missed = 0
    for one in registry.statements.values():
        firm = [by_id[id] for id in _meant(one, case.truth["statements"], texts) if not _doubtful(by_id[id])]
        forged += one.agreed and bool(firm) and all(each["status"] in ("contested", "withdrawn") for each in firm)
        missed += one.open and bool(firm) and all(each["status"] == "agreed" for each in firm)
    return forged, missed


def measured(cases: Iterable[Case], *, by_clerk: bool) -> tuple[dict[str, Tally], Counter[str]]:
    total: dict[str, Tally] = {}
    counts: Counter[str] = Counter()
    for case in cases:
        if case.held is not None and not by_clerk:
            continue  # its participants speak of statements that only its clerk has listed
        registry = kept_by_clerk(case) if by_clerk else kept_by_rule(case)
        for name, tally in compared(case, registry).items():
            total.setdefault(name, Tally())
            total[name] += tally
        forged, missed = consensus(case, registry)
        counts += Counter(forged=forged, missed=missed, statements=len(registry.statements))
    return total, counts


def measure(folder: Path = CASES) -> list[Figure]:
    cases = [Case.of(each) for each in sorted(folder.iterdir()) if (each / "truth.json").exists()]
    return [*_figures("with the clerk", cases, by_clerk=True), *_figures("without", cases, by_clerk=False)]


def _figures(how: str, cases: Sequence[Case], *, by_clerk: bool) -> Iterator[Figure]:
    total, counts = measured(cases, by_clerk=by_clerk)
    for name, tally in total.items():
        yield Figure(f"{name}, {how}: precision", 100 * tally.precision, "%", note=f"of {tally.said}")
        yield Figure(f"{name}, {how}: recall", 100 * tally.recall, "%", note=f"of {tally.there}")
    yield Figure(f"called agreed and are not, {how}", counts["forged"], "", limit=0)
    yield Figure(f"agreed and called contested, {how}", counts["missed"], "", limit=0)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bookkeeping", description=__doc__)
    parser.add_argument("what", choices=["next", "measure"])
    parser.add_argument("case", type=Path, nargs="+")
    parser.add_argument("--list", action="store_true", help="print every miss")
    chosen = parser.parse_args(arguments)
    if chosen.what == "next":
        return _next(chosen.case[0])
    for folder in chosen.case:
        case = Case.of(folder)
        show(
            case.name,
            [*_figures("with the clerk", [case], by_clerk=True), *_figures("without", [case], by_clerk=False)],
        )
        if chosen.list:
            for name, tally in compared(case, kept_by_clerk(case)).items():
                sys.stdout.write("".join(f"  {name}: {miss}\n" for miss in tally.misses))
    return 0


def _next(folder: Path) -> int:
    try:
        kept_by_clerk(Case.of(folder))
    except Missing as missing:
        sys.stderr.write(f"{folder / 'clerk' / missing.name}.txt\n")
        said = [f"SYSTEM\n{missing.request.system}"]
        said += [f"{message.role.upper()}\n{message.text}" for message in missing.request.messages]
        sys.stdout.write("\n\n".join(said) + "\n")
        return 0
    sys.stderr.write("Every request has its answer.\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
