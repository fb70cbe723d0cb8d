"""What the charts of a debate show, and the same in words: what each model cost, agreement over the rounds, and who has
read whom. Nothing is estimated: what a seat was shown stands in the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from disputatio.debate.decide.options import reads
from disputatio.debate.log.events import Event, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import HUMAN, by_hand
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.figures import FIGURES
from disputatio.debate.policies.speakers import topology_of
from disputatio.debate.policies.visibility import split_view
from disputatio.debate.policy import At
from disputatio.debate.values import value
from disputatio.debate.views.participants import Participant, at_table
from disputatio.debate.views.progress import Progress
from disputatio.debate.views.score import Score, score_of, scores_of
from disputatio.debate.views.transcript import TurnEntry
from disputatio.debate.views.words import total
from disputatio.debate.wording import Words, figure, plural, tr


# ---- what each model cost --------------------------------------------------------------------------------------------
@value
class ModelCost:
    """What a model was asked for in a debate. `cost`: micro-dollars of the calls whose price is known; `unpriced`: how
    many there are whose price is not. `elsewhere`: it is asked by hand, and not paid here."""

    model: str
    turns: int = 0
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    cost: int = 0
    unpriced: int = 0
    elsewhere: bool = False

    @property
    def paid(self) -> str:
        return tr("not paid here") if self.elsewhere else total(self.cost, self.unpriced)

    @property
    def line(self) -> str:
        tokens = tr("{prompt} tokens").format(prompt=figure(self.prompt + self.completion))
        return plural(
            "{model}: {paid}, {count} turn, {tokens}", "{model}: {paid}, {count} turns, {tokens}", self.turns
        ).format(model=self.model, paid=self.paid, tokens=tokens)


def costs_of(turns: Iterable[TurnEntry]) -> tuple[ModelCost, ...]:
    """Return what each model cost, in the order in which they were first asked."""
    by_model: dict[str, list[TurnEntry]] = {}
    for turn in turns:
        if turn.asked_model and turn.asked_model != HUMAN:
            by_model.setdefault(turn.model or turn.asked_model, []).append(turn)
    return tuple(_cost(model, found) for model, found in by_model.items())


def _cost(model: str, turns: Sequence[TurnEntry]) -> ModelCost:
    return ModelCost(
        model=model,
        turns=len(turns),
        prompt=sum(turn.usage.prompt for turn in turns),
        cached=sum(turn.usage.cached for turn in turns),
        completion=sum(turn.usage.completion for turn in turns),
        cost=sum(turn.cost or 0 for turn in turns),
        unpriced=sum(turn.cost is None for turn in turns),
        elsewhere=by_hand(model),
    )


# ---- agreement over the rounds ---------------------------------------------------------------------------------------
def agreement_of(debate: Debate, progress: Progress) -> tuple[Score, ...]:
    """Return what was measured after each round, and what is measured now: where there are no rounds, and of a debate
    that is over where something was judged after the last one."""
    now = replace(score_of(debate, progress), round=0)
    found = [score for score in scores_of(debate, progress) if score.score is not None]
    if now.score is not None and (not found or (debate.over and now.counts != found[-1].counts)):
        found.append(now)
    return tuple(found)


def round_told(score: Score) -> str:
    if score.place or score.round:
        return score.place or tr("Round {round}").format(round=score.round)
    return tr("At the end") if score.over else tr("So far")


def round_named(score: Score) -> str:
    """Return the same for an axis with little room."""
    return f"R{score.round}" if score.round else tr("end")


def agreement_apart(debate: Debate, progress: Progress) -> tuple[str, ...]:
    """Return what there is instead where participants do not read one another: how their answers are spread."""
    found = score_of(debate, progress)
    return found.lines if found.apart else ()


def agreement_lines(scores: Iterable[Score]) -> tuple[str, ...]:
    """Return what was measured, a line each."""
    return tuple(f"{round_told(score)}: {score.brief}" for score in scores)


# ---- who has read whom -----------------------------------------------------------------------------------------------
TOPOLOGIES: Final = Words(
    {
        "mesh": "Mesh: everybody hears everybody.",
        "star": "Star: the first participant hears all others, and they hear nobody else.",
        "chain": "Chain: each participant hears the one before.",
        "tree": "Tree: each team hears its own lead, and the leads hear the first participant.",
    }
)
"""Who hears whom, where the format leaves the choice."""


BOARD: Final = tuple(name for name in FIGURES if name not in ("topic", "participants", "memories"))
"""The figures that tell what others said."""


@value
class Tie:
    """Somebody has read so many turns of somebody else: the seats of both."""

    reader: str
    speaker: str
    turns: int


FEW: Final = 2
"""Seats that are named even where they are all others."""
LEFT_OPEN: Final = "open-points"
"""The figure that shows nothing where no earlier verdict left anything open."""


@value
class Hearing:
    """`tiers`: how they sit, the leader's first; one tier where nobody leads. `topology`: a sentence, "" where the
    format settles who hears whom. `figures`: what each seat was shown besides turns, by name. `speaking`: who is being
    asked now."""

    people: tuple[Participant, ...] = ()
    tiers: tuple[tuple[str, ...], ...] = ()
    ties: tuple[Tie, ...] = ()
    figures: tuple[tuple[str, tuple[str, ...]], ...] = ()
    topology: str = ""
    speaking: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        told = (line for who in self.people for line in self._lines_of(who))
        return (*((self.topology,) if self.topology else ()), *told)

    def told_of(self, seat: str) -> str:
        """Return everything about a seat in a few sentences: whom it has read, what else it was shown, who read it."""
        who = next(one for one in self.people if one.seat == seat)
        return " ".join((*(line.strip() for line in self._lines_of(who)), self._heard(who)))

    def brief_of(self, seat: str) -> str:
        """Return the same in short."""
        who = next(one for one in self.people if one.seat == seat)
        told = [next(self._lines_of(who)), self._heard(who)]
        if dict(self.figures).get(seat):
            told.append(tr("{who} was also shown the board.").format(who=who.name))
        return " ".join(told)

    def _heard(self, who: Participant) -> str:
        readers = [tie.reader for tie in self.ties if tie.speaker == who.seat]
        return tr("{who} was read by {read}.").format(who=who.name, read=self._together(readers) or tr("nobody"))

    def _lines_of(self, who: Participant) -> Iterator[str]:
        read = ", ".join(self._read_by(who.seat)) or tr("nobody")
        yield tr("{who} has read, word for word: {read}.").format(who=who.name, read=read)
        yield from (
            tr("  {who} was also shown: {figures}.").format(who=who.name, figures=FIGURES[name])
            for name in dict(self.figures).get(who.seat, ())
        )
        if who.seat in self.speaking:
            yield tr("  {who} is being asked now.").format(who=who.name)

    def _read_by(self, seat: str) -> Iterator[str]:
        """Yield who a seat has read, those together of whom it has read as many turns."""
        by_turns: dict[int, list[str]] = {}
        for tie in self.ties:
            if tie.reader == seat:
                by_turns.setdefault(tie.turns, []).append(tie.speaker)
        for turns, seats in by_turns.items():
            words = (
                plural("{names} ({count} turn)", "{names} ({count} turns)", turns)
                if len(seats) == 1
                else plural("{names} ({count} turn each)", "{names} ({count} turns each)", turns)
            )
            yield words.format(names=self._together(seats))

    def _together(self, seats: Sequence[str]) -> str:
        """Return the names of some seats; of all but one, where these are many, that they are all."""
        if len(seats) > FEW and len(seats) == len(self.people) - 1:
            return tr("everybody else")
        names = {who.seat: who.name for who in self.people}
        return ", ".join(names[seat] for seat in seats)


def hearing_of(debate: Debate, events: Iterable[Event]) -> Hearing:
    """Return who has read whom in a debate that consists of `events`."""
    people = at_table(debate.seats)
    asked: dict[str, str] = {}
    read: dict[str, set[str]] = {seat: set() for seat in people}
    shown: dict[str, set[str]] = {seat: set() for seat in people}
    ruling, left = "", False
    for event in events:
        if isinstance(event, TurnAsked) and event.seat in people:
            asked[event.path] = event.seat
            turns, figures = split_view(event.sees)
            read[event.seat].update(turn.rpartition("=")[2] for turn in turns)
            shown[event.seat].update(name for name in figures if left or name != LEFT_OPEN)
            ruling = event.path if event.gives == "verdict" else ruling
        elif isinstance(event, TurnCompleted) and event.path == ruling:
            left = bool(event.data.get("open"))
    ties = (
        Tie(reader=reader, speaker=speaker, turns=turns)
        for reader, paths in read.items()
        for speaker, turns in sorted(Counter(asked[path] for path in paths if path in asked).items())
        if speaker != reader
    )
    named = str(debate.options.get("topology")) if reads(debate.format, "topology") else ""
    return Hearing(
        people=tuple(people.values()),
        tiers=_tiers(debate, named),
        ties=tuple(ties),
        figures=tuple((seat, tuple(name for name in BOARD if name in names)) for seat, names in shown.items()),
        topology=TOPOLOGIES.get(named, ""),
        speaking=tuple(dict.fromkeys(asked[path] for path in debate.asked if path in asked)),
    )


def _tiers(debate: Debate, named: str) -> tuple[tuple[str, ...], ...]:
    """Return how they sit; those who speak first sit furthest from who leads."""
    if named not in ("star", "chain", "tree"):
        return (tuple(at_table(debate.seats)),)
    groups = topology_of(At(debate=debate, path="", past=Past())).groups
    return tuple(group for group in (groups if named == "chain" else groups[::-1]) if group)
