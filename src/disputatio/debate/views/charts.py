"""What the charts of a debate show, and the same in words: what each model cost, agreement over the rounds, and who has
read whom. Nothing is estimated: what a seat was shown stands in the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
    """Return what was measured after each round; where there are no rounds, what is measured now."""
    found = scores_of(debate, progress) or (score_of(debate, progress),)
    return tuple(score for score in found if score.score is not None)


def round_told(score: Score) -> str:
    return score.place or (tr("Round {round}").format(round=score.round) if score.round else tr("So far"))


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
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.topology:
            yield self.topology
        names = {who.seat: who.name for who in self.people}
        shown = dict(self.figures)
        for who in self.people:
            read = [
                plural("{names} ({count} turn)", "{names} ({count} turns)", tie.turns).format(names=names[tie.speaker])
                for tie in self.ties
                if tie.reader == who.seat
            ]
            yield tr("{who} has read, word for word: {read}.").format(
                who=who.name, read=", ".join(read) or tr("nobody")
            )
            yield from (
                tr("  {who} was also shown: {figures}.").format(who=who.name, figures=FIGURES[name])
                for name in shown.get(who.seat, ())
            )
            if who.seat in self.speaking:
                yield tr("  {who} is being asked now.").format(who=who.name)


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
