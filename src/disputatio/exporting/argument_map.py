"""The argument map of a debate: what was held, what speaks for and against it, and who said so.

All of it stands in the registry of statements, as board and gauge show it: statements with their wordings, the links
that participants drew, what they say of each other's statements with their reasons, and citations that were compared
and hold. Nothing is inferred: where nobody declared a relation there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

from disputatio.debate.log.events import Recorded
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.values import value
from disputatio.debate.views.arguments import Edge, arguments_of
from disputatio.debate.views.labels import MET, POINTS
from disputatio.debate.views.participants import SYNTHESIS, name_of
from disputatio.debate.views.plain_text import without_marks
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.result import result_of
from disputatio.debate.views.solution import solution_of, solution_text
from disputatio.debate.views.statements import Judgement, Statement, point_items
from disputatio.debate.views.transcript import Transcript, transcript_of
from disputatio.debate.views.transcript_words import author
from disputatio.debate.views.words import clean
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import english

if TYPE_CHECKING:
    from disputatio.debate.log.seats import Seat
    from disputatio.debate.log.state import Debate
    from disputatio.debate.log.turns import Past

Sort = Literal["recommendation", "statement", "wording", "reason", "citation"]
Bond = Literal["supports", "attacks", "rephrases", "answers"]
Attitude = Literal["agrees", "disagrees", "doubts"]
VERDICTS: Final[dict[Attitude, Bond]] = {"agrees": "supports", "disagrees": "attacks"}
"""What a reason does to the statement that is judged with it."""
RECOMMENDATION: Final = "Recommendation"
SOLUTION: Final = "Solution"
PASSIVE: Final[dict[Bond, str]] = {
    "supports": "+ supported",
    "attacks": "- attacked",
    "rephrases": "~ reworded",
    "answers": "> answered",
}
FORMERLY: Final = ", as it was worded before,"
"""What is said of a statement's relation to what somebody else holds where that has been reworded since."""


@value
class Proposition:
    """`key`: what it is called, unlike all others: "P1", "P1, reason of Critic". `by`: who holds it, "" for a citation.
    `at`: when they said so, in seconds since 1970. `status`: what became of it, in a word; `of`: the statement of
    which it is an earlier wording."""

    key: str
    sort: Sort
    text: str
    by: str = ""
    at: float = 0.0
    status: str = ""
    of: str = ""


@value
class Relation:
    """What the proposition `source` does to `target`. `by`: who drew it."""

    bond: Bond
    source: str
    target: str
    by: str = ""


@value
class Stance:
    """What somebody says of a proposition. `words`: those in which they say so; `reason`: the key of the one they
    name, "" where they name none."""

    by: str
    attitude: Attitude
    target: str
    words: str = ""
    reason: str = ""
    at: float = 0.0


@value
class ArgumentMap:
    title: str
    question: str
    propositions: tuple[Proposition, ...]
    relations: tuple[Relation, ...]
    stances: tuple[Stance, ...]

    def sorted(self, *sorts: Sort) -> tuple[Proposition, ...]:
        return tuple(one for one in self.propositions if one.sort in sorts)

    @property
    def lines(self) -> tuple[str, ...]:
        """The statements in words, and below each of them what bears on it."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        known = {one.key: one for one in self.propositions}
        for one in self.sorted("statement"):
            yield f"{one.key} ({one.status}, {one.by}): {one.text}"
            for bond in self.relations:
                source, target = known[bond.source], known[bond.target]
                if one.key in (bond.target, target.of) and source.sort != "wording" and bond.bond != "rephrases":
                    gone = f" ({source.status})" if source.status in (POINTS["withdrawn"].word, MET.word) else ""
                    name = f"{source.key}{gone}" if source.sort == "statement" else source.by
                    named = f"{name}: " if name else ""
                    then = FORMERLY if target.of else ""
                    yield f"  {PASSIVE[bond.bond]}{then} by {named}{source.text}"


@english()
def map_of(named: str, records: Sequence[Recorded]) -> ArgumentMap:
    """Return the map of the debate so far, and before it the solution that won, if there is one. `named`: its title."""
    debate, transcript = debate_in(records), transcript_of(records)
    past = Planner().walk(debate).past
    found = map_at(named, debate, past, transcript, records[0].at if records else 0.0)
    if (solution := solution_of(debate, past)) is None:
        return found
    turn = transcript.turns.get(solution.document.path)
    won = Proposition(
        key=SOLUTION,
        sort="recommendation",
        text=clean(solution_text(debate, solution)),
        by=clean(name_of(solution.document.seat, debate.seats)),
        at=turn.at if turn is not None else 0.0,
    )
    return replace(found, propositions=(won, *found.propositions))


def map_at(named: str, debate: Debate, past: Past, transcript: Transcript, start: float = 0.0) -> ArgumentMap:
    """Return the same where debate, past and transcript are at hand. `start`: when it was opened."""
    points = progress_of(debate, past).points
    labels = {item.key: item.label.word for item in point_items(points, debate.seats)}
    drawing = _Drawing({one.id for one in points}, debate.seats, transcript, start)
    result = result_of(debate, past)
    if result.answer:
        turn = transcript.turns.get(result.path)
        by = author(turn, debate.seats).name if turn else SYNTHESIS.name
        drawing.put(RECOMMENDATION, "recommendation", result.answer, by=by, path=result.path)
    for one in points:
        drawing.state(one, labels[one.id])
    for edge in arguments_of(past).edges:
        drawing.link(edge)
    return drawing.map(named, debate.question)


class _Drawing:
    """A map that is being drawn; nothing is in it twice. `ids`: those of all statements; `start`: when the debate was
    opened."""

    def __init__(self, ids: set[str], seats: Mapping[str, Seat], transcript: Transcript, start: float) -> None:
        self._ids, self._seats, self._transcript, self._start = ids, seats, transcript, start
        self._propositions: dict[str, Proposition] = {}
        self._citations: dict[str, str] = {}
        self._relations: dict[Relation, None] = {}
        self._stances: list[Stance] = []
        self._worded: dict[str, list[str]] = {}

    def state(self, one: Statement, status: str) -> None:
        """Add a statement with its wordings, and what others say of it."""
        who = self._name(one.author)
        keys = [*(f"{one.id}, wording {place}" for place in range(1, len(one.wordings))), one.id]
        for key, worded in zip(keys, one.wordings, strict=True):
            present = key == one.id
            sort: Sort = "statement" if present else "wording"
            of = "" if present else one.id
            self.put(key, sort, worded.text, by=who, path=worded.path, status=status if present else "", of=of)
        self._worded[one.id] = keys
        for older, newer in pairwise(keys):
            self._bind("rephrases", newer, older, who)
        for judgement in one.judgements.values():
            self._judge(one.id, keys[judgement.wording], judgement)

    def _judge(self, id: str, target: str, judgement: Judgement) -> None:
        judge, reason = self._name(judgement.seat), ""
        bond = VERDICTS.get(judgement.verdict)
        if bond and judgement.reasoned:
            named = f"{id}, reason of {judge}"
            reason = self.put(named, "reason", judgement.reason, by=judge, path=judgement.path)
            self._bind(bond, reason, target, judge)
        words = " ".join(clean(judgement.words or judgement.reason).split())
        at = self._at(judgement.path)
        self._stances.append(
            Stance(by=judge, attitude=judgement.verdict, target=target, words=words, reason=reason, at=at)
        )

    def link(self, edge: Edge) -> None:
        """Add what a statement rests on, or what it does to another."""
        ends = self._worded.get(edge.source), self._worded[edge.target]
        source = ends[0][-1] if ends[0] else self._cite(edge.source)
        self._bind(edge.kind, source, ends[1][edge.wording if ends[0] else -1], self._name(edge.by))

    def put(
        self, key: str, sort: Sort, text: str, *, by: str = "", path: str = "", status: str = "", of: str = ""
    ) -> str:
        """Add a proposition; return the key that it has, since two participants may have one name."""
        free, number = key, 2
        while free in self._propositions or (free in self._ids and sort != "statement"):
            free, number = f"{key} ({number})", number + 1
        told = " ".join(without_marks(clean(text)).split())
        at = self._at(path)
        made = Proposition(key=free, sort=sort, text=told, by=clean(by), at=at, status=status, of=of)
        self._propositions[free] = made
        return free

    def _cite(self, citation: str) -> str:
        if citation not in self._citations:
            self._citations[citation] = self.put(f"E{len(self._citations) + 1}", "citation", citation)
        return self._citations[citation]

    def _bind(self, bond: Bond, source: str, target: str, by: str) -> None:
        if source != target:
            self._relations[Relation(bond=bond, source=source, target=target, by=by)] = None

    def _name(self, seat: str) -> str:
        return clean(name_of(seat, self._seats))

    def _at(self, path: str) -> float:
        turn = self._transcript.turns.get(path)
        return turn.at if turn else self._start

    def map(self, title: str, question: str) -> ArgumentMap:
        return ArgumentMap(
            title=" ".join(clean(title).split()),
            question=" ".join(clean(question).split()),
            propositions=tuple(self._propositions.values()),
            relations=tuple(self._relations),
            stances=tuple(self._stances),
        )
