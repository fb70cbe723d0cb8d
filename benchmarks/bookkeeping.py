"""How true the bookkeeping is: what the program says of annotated debates against what was really said.

What a case is stands in `annotated`.

    python -m benchmarks.bookkeeping next CASE        print the next request that has no answer; its name goes to stderr
    python -m benchmarks.bookkeeping measure CASE…    print the figures, and with --list every miss
    python -m benchmarks.bookkeeping disputed CASE…   print the entries beyond the annotation that nobody has read yet
    python -m benchmarks bookkeeping                  the figures of all cases in tests/data/bookkeeping

A statement of the program is one of the annotation where their receipts overlap in the same turn. What the annotation
calls doubtful counts for neither side, and of what it does not have, two readers say what is so (`pooled`). Nothing is
asked for that the record is not to hold:
- statements that are not load-bearing, or beyond the seven that a turn may make (SPEC DUAL.3), and what is done with
  such, unless they are recorded;
- what is said where no record is made: in a crux room, whose card alone comes out, and by who ranks or concludes;
- what is done with a statement that nobody annotated, which counts as one entry too many already;
- an agreement or a dispute that the record holds already: it takes down what changes (SPEC LEDGER.1). Nobody agrees or
  disagrees with a statement of their own: they keep it, or raise it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.annotated import CASES, Case, Missing, kept_by_clerk, kept_by_rule, overlap, spoken
from benchmarks.pooled import Entry, Kind, Pool, overlaps, rows
from benchmarks.table import Figure, show
from disputatio.debate.ids import index_of, without_index
from disputatio.debate.statements.moves import Move
from disputatio.debate.statements.receipts import Span, receipt_in
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.statement import Statement
from disputatio.prompting.compose import in_words
from disputatio.prompting.reading.record_rows import MOST

BLIND = "blind"
"""The folder of answers by whoever had seen nothing but the requests, each given once and never changed."""


@dataclass(slots=True)
class Tally:
    """How many of what the program says are so, and how many of what is so it says. `beyond`: what it says that is
    not annotated, and that nobody has found so."""

    right: int = 0
    said: int = 0
    found: int = 0
    there: int = 0
    misses: list[str] = field(default_factory=list)
    beyond: list[Entry] = field(default_factory=list)

    def say(self, *, right: bool, miss: str, entry: Entry, read: Reading) -> None:
        """Count an entry of the program. `right`: it is annotated; else it is what two readers found."""
        verdict = "so" if right else read.pool.verdict(entry, read.texts)
        if verdict == "room":
            return
        self.said += 1
        self.right += verdict == "so"
        if verdict != "so":
            self.misses.append(miss)
        if verdict is None:
            self.beyond.append(entry)

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
        self.beyond += other.beyond
        return self


@dataclass(slots=True)
class Reading:
    """What the program says of a case beside what is annotated of it. `pairs`: the annotated statements that each of
    the program is; `shared`: words that are quoted of several of them, and tell none; `order`: the place of each turn;
    `taken`: the turns of which a record is made; `wanted`: the annotated statements that the record is to hold."""

    case: Case
    registry: Registry
    texts: dict[str, str] = field(init=False)
    pairs: dict[str, frozenset[str]] = field(init=False)
    shared: frozenset[tuple[str, str]] = field(init=False)
    seats: dict[str, str] = field(init=False)
    order: dict[str, int] = field(init=False)
    taken: frozenset[str] = field(init=False)
    wanted: frozenset[str] = field(init=False)
    by_id: dict[str, dict[str, Any]] = field(init=False)
    pool: Pool = field(init=False)

    def __post_init__(self) -> None:
        case, truth = self.case, self.case.truth["statements"]
        self.pool = case.pool
        self.by_id = {each["id"]: each for each in truth}
        self.texts = {turn.path: turn.text for turn in case.turns}
        self.order = {turn.path: at for at, turn in enumerate(case.turns)}
        self.taken = frozenset(turn.path for turn in case.turns if spoken(turn))
        self.seats = {seat.id: seat.id for seat in case.debate.seats.values()}
        self.seats |= {seat.name: seat.id for seat in case.debate.seats.values()}
        self.shared = frozenset(self._shared())
        self.pairs = {one.id: self._meant(one) for one in self.registry.statements.values()}
        known = frozenset().union(*self.pairs.values()) if self.pairs else frozenset[str]()
        bear = {each["id"]: _first(each) for each in truth if each.get("load_bearing", True)}
        made = Counter(one.path for one in self.registry.statements.values() if self.pairs[one.id] & bear.keys())
        self.wanted = known | {id for id, first in bear.items() if made[first] < MOST and first in self.taken}

    def meant_at(self, one: Statement, path: str, *, later: bool = True) -> frozenset[str]:
        """The annotated statements that one of the program was in a turn, or until then: it may have been reworded
        since, or there."""
        at = self.order.get(path, 0) - (not later)
        then = tuple(worded for worded in one.wordings if self.order.get(worded.path, 0) <= at)
        steps = tuple(step for step in one.history if self.order.get(step.path, 0) <= at)
        return self._meant(replace(one, wordings=then or one.wordings, history=steps))

    def _shared(self) -> Iterator[tuple[str, str]]:
        """The receipts, each with its turn, that overlap with one of another statement."""
        places: dict[str, list[tuple[str, str, Span]]] = {}
        for one in self.registry.statements.values():
            for step in one.history:
                if span := receipt_in(step.words, self.texts.get(step.path, "")):
                    places.setdefault(step.path, []).append((one.id, step.words, span))
        for path, found in places.items():
            for id, words, span in found:
                if any(other != id and overlaps(span, at) for other, _, at in found):
                    yield path, words

    def doubted(self, ids: Iterable[str]) -> bool:
        """Whether reading leaves room about all of these annotated statements."""
        found = [self.by_id[id] for id in ids]
        return bool(found) and all(each.get("doubtful") for each in found)

    def _meant(self, one: Statement) -> frozenset[str]:
        """The annotated statements whose words overlap with the receipts of a statement."""
        places = [(worded.path, worded.words) for worded in one.wordings]
        mine = ((step.path, step.words) for step in one.history if step.seat == one.author)
        places += [place for place in mine if place not in self.shared]
        return frozenset(
            id
            for id, each in self.by_id.items()
            if any(overlap(turn, words, each, self.texts) for turn, words in places if words and turn in self.texts)
        )

    def seat(self, named: str) -> str:
        return self.seats.get(named, named)

    def firm(self, each: dict[str, Any], key: str) -> bool:
        """Whether the record is to hold an entry of the annotation."""
        doubtful = each.get("doubtful") or self.by_id[each[key]].get("doubtful")
        return not doubtful and each["turn"] in self.taken and each[key] in self.wanted


def _first(each: dict[str, Any]) -> str:
    return str(each.get("first_turn") or each["versions"][0]["turn"])


def compared(case: Case, registry: Registry) -> dict[str, Tally]:
    """What the registry says against the annotation: statements, statuses, moves, their classes, who agrees, who
    disagrees."""
    read = Reading(case, registry)
    return {
        "statements": _statements(read),
        "statuses": _statuses(read),
        "moves": _moves(read, classed=False),
        "classes of moves": _moves(read, classed=True),
        "agreements": _judged(read, "agreements", "agreed"),
        "disagreements": _judged(read, "disagreements", "disputed"),
    }


def _statements(read: Reading) -> Tally:
    tally, matched = Tally(), frozenset().union(*read.pairs.values()) if read.pairs else frozenset[str]()
    for one in read.registry.statements.values():
        if read.doubted(read.pairs[one.id]):
            continue
        miss = f"not annotated: {one.id} in {one.path}: {one.text[:90]}"
        tally.say(right=bool(read.pairs[one.id]), miss=miss, entry=Entry.of("statement", one), read=read)
    for each in read.by_id.values():
        if each["id"] in read.wanted and each.get("load_bearing", True) and not each.get("doubtful"):
            tally.there += 1
            tally.found += each["id"] in matched
            if each["id"] not in matched:
                tally.misses.append(f"missed: {each['id']} in {_first(each)}: {each['text'][:90]}")
    return tally


def _statuses(read: Reading) -> Tally:
    """Of a statement of which somebody else speaks last where no record is made, nothing is known: a card of an older
    debate goes by ids that this clerk has not given."""
    tally = Tally()
    for one in read.registry.statements.values():
        found = [each for id in read.pairs[one.id] if not (each := read.by_id[id]).get("doubtful")]
        firm = [each for each in found if read.seat(each["author"]) == one.author]
        if firm and not any(_elsewhere(read, each) for each in firm):
            right = any(each["status"] == one.status for each in firm)
            miss = f"{one.id} is {one.status}, annotated {firm[0]['status']}: {one.text[:80]}"
            tally.say(right=right, miss=miss, entry=Entry.of("status", one, value=one.status), read=read)
    tally.there, tally.found = tally.said, tally.right
    return tally


def _elsewhere(read: Reading, each: dict[str, Any]) -> bool:
    others = [step["turn"] for step in each["history"] if step["by"] != each["author"]]
    return bool(others) and others[-1] not in read.taken and read.case.held is None


def _moves(read: Reading, *, classed: bool) -> Tally:
    """Who moved on what in which turn; `classed`: and by what, among those that are found."""
    tally, moves = Tally(), [move for made in read.registry.moves.values() for move in made]
    annotated = [each for each in read.case.truth["moves"] if each.get("kind") != "accepted"]
    for each in annotated:
        if not read.firm(each, "statement"):
            continue
        same = [move for move in moves if _same_move(read, move, each)]
        if classed and not same:
            continue
        right = bool(same) and (not classed or any(move.flip == _class(each) for move in same))
        tally.there, tally.found = tally.there + 1, tally.found + right
        if not right:
            tally.misses.append(f"missed: {each['by']} {each['kind']} {each['statement']} in {each['turn']}")
    for move in moves:
        same_as = [each for each in read.case.truth["moves"] if _same_move(read, move, each)]
        one = read.registry.statements.get(move.statement)
        before = read.meant_at(one, move.path, later=False) if one is not None else frozenset[str]()
        known = (before or read.pairs.get(move.statement)) or not move.statement
        doubted = any(each.get("doubtful") for each in same_as) or read.doubted(before)
        if doubted or (classed and not same_as) or not known:
            continue
        right = bool(same_as) and (not classed or any(move.flip == _class(each) for each in same_as))
        miss = f"said: {move.seat} {move.kind} {move.statement} ({move.flip}) in {move.path}"
        kind: Kind = "class" if classed else "move"
        value = move.flip if classed else move.kind
        entry = Entry(kind, "", move.path, move.words, move.path, move.seat, value, move.words)  # of the answer itself
        entry = entry if one is None else Entry.of(kind, one, move.path, move.seat, value, move.words)
        tally.say(right=right, miss=miss, entry=entry, read=read)
    return tally


def _class(each: dict[str, Any]) -> str:
    return "none" if each["class"] == "spontaneous" else str(each["class"])


def _same_move(read: Reading, move: Move, each: dict[str, Any]) -> bool:
    return (
        move.path == each["turn"]
        and move.seat == read.seat(each["by"])
        and each["statement"] in read.pairs.get(move.statement, frozenset())
    )


def _judged(read: Reading, key: str, deed: str) -> Tally:
    """Who agrees, or disagrees, with which statement, in which turn."""
    statements = read.registry.statements.values()
    tally = Tally()
    for each in read.case.truth[key]:
        seat, turn, on = read.seat(each["by"]), each["turn"], each["on"]
        if read.firm(each, "on") and not _own(read, on, seat):
            steps = [
                [_Step(s.path, s.seat, s.deed) for s in one.history] for one in statements if on in read.pairs[one.id]
            ]
            right = any(_holds(read, of, turn, seat, deed) for of in steps)
            tally.there, tally.found = tally.there + 1, tally.found + right
            if not right:
                tally.misses.append(f"missed: {seat} {deed} {on} in {turn}{'' if steps else ' (not recorded)'}")
    for one in statements:
        for step in one.history:
            meant = read.meant_at(one, step.path)
            if meant and step.deed == deed and step.seat and not _unread(read.case, one, step.path):
                firm = [_annotated(read, id, doubtful=False) for id in meant]
                right = any(_holds(read, of, step.path, step.seat, deed) for of in firm)
                if not right and _leaves_room(read, meant, step.path, step.seat, deed):
                    continue
                miss = f"said: {step.seat} {deed} {sorted(read.pairs[one.id])} in {step.path}"
                kind: Kind = "agreed" if deed == "agreed" else "disputed"
                entry = Entry.of(kind, one, step.path, step.seat, quote=step.words)
                tally.say(right=right, miss=miss, entry=entry, read=read)
    return tally


@dataclass(frozen=True, slots=True)
class _Step:
    path: str
    seat: str
    deed: str


def _leaves_room(read: Reading, ids: Iterable[str], turn: str, seat: str, deed: str) -> bool:
    """Whether the annotation calls it doubtful what somebody says of these statements in a turn, or them themselves."""
    ids = list(ids)
    given = (each for key in ("agreements", "disagreements") for each in read.case.truth[key] if each["on"] in ids)
    here = any(each["turn"] == turn and read.seat(each["by"]) == seat and each.get("doubtful") for each in given)
    held = any(_holds(read, _annotated(read, id), turn, seat, deed) for id in ids)
    return here or held or read.doubted(ids)


def _annotated(read: Reading, id: str, *, doubtful: bool = True) -> list[_Step]:
    """What is annotated of a statement: who agrees and disagrees, and when it was reworded. `doubtful`: with what
    leaves room."""
    truth, found = read.case.truth, list[_Step]()
    for key, deed in (("agreements", "agreed"), ("disagreements", "disputed")):
        entries = (each for each in truth[key] if each["on"] == id and (doubtful or not each.get("doubtful")))
        found += [_Step(each["turn"], read.seat(each["by"]), deed) for each in entries]
    for step in read.by_id[id]["history"]:
        if step["status"] in ("agreed", "contested") and not _own(read, id, step["by"]):
            judged = "agreed" if step["status"] == "agreed" else "disputed"
            found.append(_Step(step["turn"], read.seat(step["by"]), judged))
    revised = (each for each in truth["moves"] if each["statement"] == id and each.get("kind") == "revised")
    return found + [_Step(each["turn"], "", "revised") for each in revised]


def _own(read: Reading, id: str, by: str) -> bool:
    return read.seat(by) == read.seat(read.by_id[id]["author"])


def _holds(read: Reading, steps: list[_Step], turn: str, seat: str, deed: str) -> bool:
    """Whether somebody agrees (or disagrees) in a turn, or did so before and nothing has changed since: nobody has to
    say it again. Who agreed has not agreed to what it was reworded to."""
    if any((step.path, step.seat, step.deed) == (turn, seat, deed) for step in steps):
        return True
    at, held = read.order.get(turn, -1), ""
    for step in sorted(steps, key=lambda step: read.order.get(step.path, -1)):
        if read.order.get(step.path, -1) >= at:
            break
        if step.deed == "revised" and held == "agreed":
            held = ""
        elif step.seat == seat and step.deed in ("agreed", "disputed", "doubted"):
            held = step.deed
    return held == deed


def _unread(case: Case, one: Statement, path: str) -> bool:
    """Whether a statement was made at the same time as a turn: who says the same there does nothing with it, and the
    annotation is about what participants do."""
    block, index = without_index(path), index_of(path)
    group = next((group for group in case.debate.entered.get(block, ()) if index in group), ())
    return one.path in {f"{block}[{item}]" for item in group}


def consensus(case: Case, registry: Registry) -> tuple[int, int]:
    """(statements that are called agreed and are not, statements that are agreed and are not called so). What two
    readers found so of a status is so, whatever is annotated."""
    read = Reading(case, registry)
    forged = missed = 0
    for one in registry.statements.values():
        firm = [each for id in read.pairs[one.id] if not (each := read.by_id[id]).get("doubtful")]
        if not firm or read.pool.verdict(Entry.of("status", one, value=one.status), read.texts) in ("so", "room"):
            continue
        forged += one.agreed and all(each["status"] in ("contested", "withdrawn") for each in firm)
        missed += one.open and all(each["status"] == "agreed" for each in firm)
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
    found = [each for each in sorted(folder.iterdir()) if (each / "truth.json").exists()]
    cases = [Case.of(each) for each in found]
    unseen = [Case.of(each, BLIND) for each in found if (each / BLIND).exists()]
    return [
        *_figures("with the clerk", cases, by_clerk=True),
        *_figures("with a clerk that had seen nothing", unseen, by_clerk=True, limit=None),
        *_figures("without", cases, by_clerk=False),
    ]


def _figures(how: str, cases: Sequence[Case], *, by_clerk: bool, limit: int | None = 0) -> Iterator[Figure]:
    total, counts = measured(cases, by_clerk=by_clerk)
    for name, tally in total.items():
        yield Figure(f"{name}, {how}: precision", 100 * tally.precision, "%", note=f"of {tally.said}")
        yield Figure(f"{name}, {how}: recall", 100 * tally.recall, "%", note=f"of {tally.there}")
    yield Figure(f"called agreed and are not, {how}", counts["forged"], "", limit=limit)
    yield Figure(f"agreed and called contested, {how}", counts["missed"], "", limit=limit)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bookkeeping", description=__doc__)
    parser.add_argument("what", choices=["next", "measure", "disputed"])
    parser.add_argument("case", type=Path, nargs="+")
    parser.add_argument("--list", action="store_true", help="print every miss")
    chosen = parser.parse_args(arguments)
    if chosen.what == "next":
        return _next(chosen.case[0])
    for folder in chosen.case:
        case = Case.of(folder)
        if chosen.what == "disputed":
            tallies = compared(case, kept_by_clerk(case)).values()
            sys.stdout.write(rows(entry for tally in tallies for entry in tally.beyond) + "\n")
            continue
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
        request = in_words(missing.request)  # whoever answers is shown no schema besides
        said = [f"SYSTEM\n{request.system}"]
        said += [f"{message.role.upper()}\n{message.text}" for message in request.messages]
        sys.stdout.write("\n\n".join(said) + "\n")
        return 0
    sys.stderr.write("Every request has its answer.\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
