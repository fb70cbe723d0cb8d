"""Where in a debate something was said, in words, and the course of what participants said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from disputatio.debate import ids
from disputatio.debate.ids import ASPECT, called, index_of, names_bound, pass_of, seat_of, step_of
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.receipts import receipt_in as receipt_in
from disputatio.debate.values import value
from disputatio.debate.views.participants import Participant, at_table, name_of
from disputatio.debate.wording import language, tr

ENDS = ("opening", "closing")
"""Steps around the aspects of a dialogue that are stretches of their own."""
SHORTEST = 12
"""Characters of an aspect's name on an axis."""
REVISING: Final = "revise"
"""The step in which answers that were given before the rounds are given anew."""
CLAIM: Final = 64
"""Characters of a claim in the heading of its crux room."""


@value
class Place:
    """A message that one can go to: its path, and who said it when. `words`: the words of the message that are
    meant; `by`: whose words, where several are quoted for one thing."""

    path: str
    label: str
    words: str = ""
    by: str = ""


_when = lru_cache(maxsize=16_384)(lambda path, _: ids.when(path))


def when(path: str) -> str:
    """Return where a path is, in words: “round 2”, “cost, round 1”, “opening”."""
    return _when(path, language())


def moment(path: str) -> str:
    """Return when somebody changed what they hold: where answers were given before the first round, that is their
    first revision."""
    first = step_of(path) == REVISING and pass_of(path) == 1
    return tr("{when} (the first revision)").format(when=when(path)) if first else when(path)


def short(path: str, aspect: str = "") -> str:
    """Return where it was said, for an axis: "R2", "cost 1", "opening". `aspect`: one that is named already."""
    return _short(path, aspect, language())


@lru_cache(maxsize=16_384)
def _short(path: str, named: str, _: object) -> str:
    aspect, number = names_bound(path).get(ASPECT, ""), pass_of(path)
    if aspect and aspect == named:
        return f"R{number}" if number else ""
    if not aspect:
        return f"R{number}" if number else called(step_of(path))
    name = aspect if len(aspect) <= SHORTEST else aspect[: SHORTEST - 1] + "…"
    return f"{name} {number}" if number else name


def heading(path: str, room: str, claims: Mapping[str, str]) -> str:
    """Return what stands above the messages of a stretch of the debate; "" where nothing has to. `room`: the path of
    the crux room in which they are said, "" outside of any. `claims`: the words of claims by id."""
    if room:
        id = index_of(room)
        claim = claims.get(id, id)
        return tr("Crux room: {claim}").format(
            claim=claim if len(claim) <= CLAIM else claim[:CLAIM].rsplit(" ", 1)[0] + " …"
        )
    aspect, number = names_bound(path).get(ASPECT, ""), pass_of(path)
    if aspect:
        return tr("{aspect} · round {number}").format(aspect=aspect, number=number) if number else aspect
    if path.partition("[")[0] in ENDS:
        return tr(step_of(path).capitalize())
    return tr("Round {number}").format(number=number) if number else ""


@value
class Course:
    """Who takes part, and the messages that participants gave, oldest first: `order` has their places, `stages` the
    stretches in which they stand, by their words, with a short name each, and `places` their order."""

    people: Mapping[str, Participant]
    order: Mapping[str, int]
    stages: Mapping[str, str]
    places: Mapping[str, int]
    seats: Mapping[str, Seat]

    def name(self, seat: str) -> str:
        return name_of(seat, self.seats)

    def who(self, seat: str) -> Participant:
        """Return who speaks from a seat, known or not: a model may have named anything."""
        return self.people.get(seat) or Participant(seat=seat, name=self.name(seat))

    def place(self, path: str, words: str = "") -> Place:
        said = when(path)
        who = self.name(seat_of(path))
        return Place(path=path, label=f"{who} · {said}" if said else who, words=words)

    def at(self, path: str) -> float:
        """Return where on a line over the stages a message stands."""
        return float(self.places.get(when(path), max(0, len(self.places) - 1)))


def course_of(seats: Mapping[str, Seat], past: Iterable[Turn]) -> Course:
    people = at_table(seats)
    order: dict[str, int] = {}
    stages: dict[str, str] = {}
    for turn in past:
        if turn.message and turn.seat in people:
            order[turn.path] = len(order)
            if turn.heard == "all":
                stages.setdefault(when(turn.path), short(turn.path))
    places = {said: number for number, said in enumerate(stages)}
    return Course(people=people, order=order, stages=stages, places=places, seats=seats)
