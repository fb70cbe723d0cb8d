"""Where each participant stands, and how that came about: stance, relations to others, confidence, changes of position,
message by message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace

from disputatio.debate.board.standings import entries_of
from disputatio.debate.ids import called, index_of, parent, step_of
from disputatio.debate.log.turns import Past
from disputatio.debate.natural_order import natural
from disputatio.debate.policies.estimates import estimate_statements
from disputatio.debate.statements.ledger import (
    Entry,
    Ledger,
    OnAspect,
    Relation,
    Settlement,
    Standing,
    aspect_of,
)
from disputatio.debate.statements.statement import Flip
from disputatio.debate.values import value
from disputatio.debate.views.changes import Move, for_reason, move_of
from disputatio.debate.views.labels import BY_RULE, VERDICTS
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Course, Place, when
from disputatio.debate.views.plain_text import quotation
from disputatio.debate.views.verdict_lines import VERDICTS as DECIDED
from disputatio.debate.views.words import sentence
from disputatio.debate.wording import figure, listed, plural, tr


@value
class LevelAt:
    """A confidence that was stated, 0..1, with its place on the line (in stages)."""

    at: float
    level: float
    path: str
    label: str


@value
class MarkAt:
    """A change of position, with its place on the line (in stages)."""

    at: float
    move: Move


@value
class TimelineItem:
    """`stages`: short names of the stretches of the debate, in their order."""

    stages: tuple[str, ...] = ()
    levels: tuple[LevelAt, ...] = ()
    marks: tuple[MarkAt, ...] = ()


@value
class Tie:
    """An agreement, a disagreement, what has settled one, or what was given up: with whom ("" where nobody is named),
    on what; where it was said, in which words. `part`: a part of it is accepted. `holding`: they
    have said nothing of it, and hold to the statement of this id, which it attacks."""

    name: str
    text: str
    place: Place | None = None
    part: bool = False
    holding: str = ""

    @property
    def told(self) -> str:
        return f"{self.name}: {self.text}" if self.name else self.text

    def line(self, verb: str) -> str:
        """ "Agrees with Critic: it is fast (strongly)"."""
        if self.holding:
            return tr("Holds to {id}, which is attacked by {told}").format(id=self.holding, told=self.told)
        if self.part:
            return tr("Disputes a part of what is said by {told}").format(told=self.told)
        return tr("{verb} with {told}").format(verb=verb, told=self.told) if self.name else f"{verb}: {self.text}"


@value
class Held:
    """What a participant holds about one aspect ("" is the whole question); `place`: where they said so. `unasked`: the
    statements that were challenged when they had no turn left; those are not among the unanswered ones."""

    aspect: str
    place: Place | None = None
    position: str = ""
    evidence: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """The aspect, and when the position on it was given: "cost (round 2)"."""
        since = self.place.label.removeprefix(f"{self.aspect}, ") if self.place else ""
        aspect = self.aspect or tr("the question")
        return f"{aspect} ({since})" if since not in ("", self.aspect) else aspect


@value
class StandingItem:
    """Where one participant stands. `held`: aspect by aspect, without a position that the stance says already.
    `agreements`, open `disagreements`, what crux rooms or a person `settled`, and `concessions`: each in words.
    `cards`: the crux cards that those name. `levels`: how sure they said they were, oldest first, unless they adopted
    another answer since; `read`: as the clerk read their words, where they named no figure. `rules`: the last
    record was made by rule, as all are of a `derived` ledger; `missed`: messages of which there is no record; `over`:
    the debate has ended. `adopted`: they said so of another's answer that they had ranked, `answered`: what they had
    answered."""

    who: Participant
    stance: str = ""
    answered: str = ""
    adopted: str = ""
    since: Place | None = None
    confidence: float | None = None
    levels: tuple[float, ...] = ()
    read: tuple[float, ...] = ()
    held: tuple[Held, ...] = ()
    rules: bool = False
    derived: bool = False
    missed: tuple[Place, ...] = ()
    agreements: tuple[Tie, ...] = ()
    disagreements: tuple[Tie, ...] = ()
    settled: tuple[Tie, ...] = ()
    cards: tuple[Place, ...] = ()
    concessions: tuple[Tie, ...] = ()
    moves: tuple[Move, ...] = ()
    timeline: TimelineItem = field(default_factory=TimelineItem)
    over: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it but the stance, a line each."""
        return (*self._held(), *self._related(), *self._settled(), *self._moved(), *self._recorded())

    @property
    def own_lines(self) -> tuple[str, ...]:
        """What neither the statements nor the changes of position tell, for who is shown these as well."""
        return (*self._held(), *self._settled(), *self._recorded())

    def _held(self) -> Iterator[str]:
        if self.adopted:
            declared = tr("Adopts that in a ranking. The answer was: {answered}")
            told = tr("Adopts that in a ranking: {words}. The answer was: {answered}")
            told = declared if self.adopted == self.stance else told
            yield told.format(words=quotation(self.adopted), answered=self.answered)
        if self.levels:
            yield tr("Confidence: {levels}").format(levels=" → ".join(figure(level, ".0%") for level in self.levels))
        if self.read:
            levels = " → ".join(figure(level, ".0%") for level in self.read)
            yield tr("How sure, as the clerk read their words: {levels}").format(levels=levels)
        for one in self.held:
            on = tr(" on {aspect}").format(aspect=one.aspect) if one.aspect else ""
            if one.position:
                yield tr("On {aspect}: {position}").format(aspect=one.called, position=one.position)
            if one.evidence:
                yield tr("Cites{on}: {evidence}").format(on=on, evidence="; ".join(one.evidence))
            for challenge in one.unanswered:
                told = tr("No answer is recorded yet to the objection to: {challenge}")
                told = tr("No answer is recorded to the objection to: {challenge}") if self.over else told
                yield told.format(challenge=challenge)
            if one.unasked:
                told = plural(
                    "Had no turn left to answer the objection to {ids}.",
                    "Had no turn left to answer the objections to {ids}.",
                    len(one.unasked),
                )
                yield told.format(ids=listed(one.unasked))

    def _related(self) -> Iterator[str]:
        yield from (tie.line(tr("Agrees")) for tie in self.agreements)
        yield from (tie.line(tr("Disagrees")) for tie in self.disagreements)

    def _settled(self) -> Iterator[str]:
        yield from (tie.line(tr("Settled")) for tie in self.settled)

    def _moved(self) -> Iterator[str]:
        yield from (tr("Gave up: {tie_text}").format(tie_text=tie.text) for tie in self.concessions)
        yield from (move.line for move in self.moves)

    def _recorded(self) -> Iterator[str]:
        if self.rules and not self.derived:
            yield tr("The last entry {by_rule}").format(by_rule=tr(BY_RULE))
        if self.missed:
            yield tr("The clerk did not record what they said there: {place_label}.").format(
                place_label=", ".join(place.label for place in self.missed)
            )


def standing_items(
    ledger: Ledger,
    course: Course,
    *,
    derived: bool = False,
    over: bool = False,
    asked: Callable[[str, str], bool] = lambda path, seat: True,
    moves: Sequence[Move] | None = None,
) -> tuple[StandingItem, ...]:
    """Return where each participant stands: in the order of the table, then those who have left it; whoever has not
    spoken is left out. In a `derived` ledger everything is by rule, and no single entry says so. `asked`: whether a
    seat was asked once more after a turn. `moves`: the changes of position that are told (None: all)."""
    seats = [seat for seat in dict.fromkeys((*course.people, *ledger)) if seat in ledger]
    found = (_standing(ledger[seat], course, asked, derived=derived, over=over, moves=moves) for seat in seats)
    return tuple(found)


def _standing(
    found: Standing,
    course: Course,
    asked: Callable[[str, str], bool],
    *,
    derived: bool,
    over: bool,
    moves: Sequence[Move] | None,
) -> StandingItem:
    shifts = tuple(move_of(found, one, course) for one in found.shifts)
    own = shifts if moves is None else tuple(one for one in shifts if one in moves)
    return StandingItem(
        who=course.who(found.seat),
        stance=stance_told(found),
        answered=found.answered,
        adopted=found.words if found.adopted else "",
        since=_place(found.since, found.words),
        confidence=found.confidence,
        levels=() if found.adopted else tuple(one.level for one in found.confidences),
        read=() if found.adopted else found.read,
        held=tuple(
            _held(aspect, on, found.stance, lambda path: asked(path, found.seat), over=over)
            for aspect, on in found.aspects.items()
        ),
        rules=found.rules,
        derived=derived,
        over=over,
        missed=tuple(Place(path=path, label=when(path)) for path in found.missed),
        agreements=_told(found.agreements, course),
        disagreements=_told(found.disagreements, course),
        settled=tuple(
            Tie(
                name=course.name(one.seat),
                text=f"{one.on.rstrip('.')} — {settled_by(one)}{_joined(one, course)}",
                place=_place(one.card),
            )
            for one in found.settled
        ),
        cards=tuple(Place(path=path, label=when(path)) for path in _cards(found)),
        concessions=tuple(
            Tie(name="", text=for_reason(one.text, one.because), place=_place(one.path, one.words))
            for one in found.concessions
        ),
        moves=own,
        timeline=_timeline(found, own, course),
    )


def _held(aspect: str, on: OnAspect, stance: str, asked: Callable[[str], bool], *, over: bool) -> Held:
    """Return what is held about an aspect. Once the debate is over, who was not asked again has left nothing
    unanswered, and could not answer what was first said then."""
    position = on.position if on.position != stance else ""
    made = [*zip(on.challenged, on.unanswered, on.challenges, strict=True)]
    last = {id for id, _, paths in made if over and not any(map(asked, paths))}
    unread = (id for id, paths in on.attacked if over and not all(map(asked, paths)))
    return Held(
        aspect=aspect,
        place=_place(on.since, on.words),
        position=position,
        evidence=tuple(f"{name} ({VERDICTS[status].word})" for name, status in on.cited),
        unanswered=tuple(text for id, text, _ in made if id not in last),
        unasked=tuple(sorted((*(id for id in last if id not in on.again), *unread), key=natural)),
    )


def _place(path: str, words: str = "") -> Place | None:
    return Place(path=path, label=when(path), words=words) if path else None


def _cards(found: Standing) -> Iterable[str]:
    """Yield the paths of the crux cards about what is settled or still open, each once."""
    named = (*(one.card for one in found.settled), *(one.card for one in found.disagreements))
    return dict.fromkeys(path for path in named if path and not by_person(path))


def _told(relations: Iterable[Relation], course: Course) -> tuple[Tie, ...]:
    return tuple(
        Tie(
            name=course.name(one.seat) if one.seat else "",
            text=one.on
            + (tr(" (strongly)") if one.strength == "strong" and one.seat else "")
            + (tr(" (its earlier wording)") if one.overtaken else "")
            + (tr(" (in words changed since)") if one.reworded else "")
            + (f" — {room_on(one)}" if one.card else ""),
            place=_place(one.path, one.words),
            part=one.part,
            holding=one.holding,
        )
        for one in relations
    )


def _timeline(found: Standing, moves: tuple[Move, ...], course: Course) -> TimelineItem:
    return TimelineItem(
        stages=tuple(course.stages.values()),
        levels=tuple(
            LevelAt(at=course.at(one.path), level=one.level, path=one.path, label=course.place(one.path).label)
            for one in found.confidences
        ),
        marks=tuple(MarkAt(at=course.at(one.path), move=one) for one in moves),
    )


# ---- message by message ----------------------------------------------------------------------------------------------
@value
class Moment:
    """What one message says about where its author stands. `path`: the message; `aspect`: what it was about.
    `stance` and `position` (on that aspect) are what is held from then on. `confidence`: 0..1, None where it was
    not said; `read`: what the clerk took it for. `words`: the receipt of the stance. `flips`: the classes of the
    changes of position that it makes, `sentence`: the words of the first one."""

    path: str
    aspect: str = ""
    stance: str = ""
    position: str = ""
    words: str = ""
    confidence: float | None = None
    read: float | None = None
    flips: tuple[Flip, ...] = ()
    sentence: str = ""
    importance: int = 1

    @property
    def sure(self) -> str:
        """How sure they said they were, else how sure the clerk took them to be, who says so; "" of neither."""
        if self.confidence is not None:
            return figure(self.confidence, ".0%")
        read = tr("{level} (as the clerk read it)")
        return read.format(level=figure(self.read, ".0%")) if self.read is not None else ""


Timelines = dict[str, tuple[Moment, ...]]


def timelines(past: Past) -> Timelines:
    """Return the moments of each participant, oldest first, by seat. Who words an estimate anew and keeps its figure
    has not moved."""
    found, entries = dict[str, list[Moment]](), entries_of(past)
    own = estimate_statements(past) if any(entry.moves for entry in entries.values()) else set[str]()
    held = dict[tuple[str, str], Moment]()  # the last one of each participant on each aspect
    for entry in entries.values():
        told, on = found.setdefault(entry.seat, []), (entry.seat, aspect_of(entry.about))
        moves = tuple(move for move in entry.moves if move.answer or move.statement not in own)
        entry = replace(entry, moves=moves)
        held[on] = _moment(entry, told[-1].stance if told else "", held[on].position if on in held else "")
        told.append(held[on])
    return {seat: tuple(moments) for seat, moments in found.items()}


def _moment(entry: Entry, stance: str, position: str) -> Moment:
    """Return what a message changes. `stance`, `position`: what its author held before, also on the aspect of the
    message."""
    aspect, told = aspect_of(entry.about), stance_told(entry)
    return Moment(
        path=entry.about,
        aspect=aspect,
        stance=told or stance,
        position=entry.position or ("" if aspect else told) or position,
        words=entry.words,
        confidence=entry.confidence,
        read=entry.read,
        flips=tuple(move.flip for move in entry.moves),
        sentence=next((move.words for move in entry.moves), ""),
        importance=entry.importance,
    )


# ---- in words --------------------------------------------------------------------------------------------------------
def stance_told(held: Entry | Standing) -> str:
    """Return a stance as one says it: a decision between sides by its label, with the reason for it."""
    if not (told := side_told(held.decision or held.stance)):
        return held.stance
    why = held.stance.removeprefix(held.decision or held.stance).removeprefix(": ")
    return f"{told} {sentence(why)}" if why else told


def side_told(side: str) -> str:
    """Return a declared side, or a decision between them, in words; "" of anything else."""
    verdict = DECIDED.get(side.upper())
    return tr("The proposition is {verdict}.").format(verdict=verdict) if verdict else ""


def settled_by(one: Settlement) -> str:
    """Say since when a dispute is settled, and what a person said: "since cost, round 2", "…, accepted by the
    person"."""
    if by_person(one.card):
        return f"{_at('since', parent(one.card)).strip() or tr('since then')}, {one.how}"
    return _at("since", one.card).strip() or tr("after the rounds")


def _joined(one: Settlement, course: Course) -> str:
    """Say who accepts it, too, without having sat in the room."""
    return tr("; accepted by {names}, too").format(names=listed(map(course.name, one.joined))) if one.joined else ""


def room_on(one: Relation) -> str:
    """Return what its crux room made of a disagreement that is still open."""
    if one.again:
        return tr("disputed again after the crux room{at} had settled it").format(at=_at("of", one.card))
    return tr("the crux room{at} did not settle it").format(at=_at("of", one.card))


def by_person(path: str) -> bool:
    """Return whether a settlement is a person's ruling, and not the card of a crux room."""
    return index_of(path) == "person"


def _at(word: str, card: str) -> str:
    where = when(card)
    return f" {word} {where}" if where != called(step_of(card)) else ""
