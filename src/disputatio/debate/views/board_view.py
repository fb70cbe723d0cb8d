"""The board of a debate as every face shows it: where everyone stands, claims, crux cards and rooms, round records,
reflections (SPEC LEDGER.2; `arguments` has how statements and evidence bear on one another). It is pure, and the window
makes it in a thread, since it may take longer than a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, field, replace
from typing import Any

from disputatio.debate.attempts import attempts_of, mended
from disputatio.debate.board.board import Board, Room, board_of
from disputatio.debate.board.questions import Question, changed_since, contradictions, questions_of
from disputatio.debate.board.records import Part, Reflection, ReflectionKind, RoundRecord
from disputatio.debate.decide.extensions import awaits_room
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate, beside
from disputatio.debate.log.turns import Past
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.cards import TURNS_ON, Card, CruxKind
from disputatio.debate.statements.claims import Claims, claims_of, sides_of
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.debate.views.arguments import arguments_of
from disputatio.debate.views.changes import Move, for_reason, moves_of
from disputatio.debate.views.labels import BY_RULE, label_of
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Course, Place, course_of, when
from disputatio.debate.views.stances import StandingItem, Timelines, standing_items, timelines
from disputatio.debate.views.statements import AspectItem, ClaimItem, aspect_items, claim_items
from disputatio.debate.wording import listed, tr

DERIVED = "This debate has no clerk, so the ledger holds only what participants declared themselves."


@value
class Side:
    """One side of a crux: its best case, and what would change its mind."""

    who: Participant
    best: str = ""
    mind: str = ""


@value
class CardItem:
    """A crux card. `key` is the path of the turn that made it; `text` the claim in words; `later`: what became of it
    after the room that had not resolved it: "agreed later (closing)"."""

    key: str
    claim: str
    text: str
    crux: CruxKind
    statement: str = ""
    sides: tuple[Side, ...] = ()
    resolved: bool = False
    how: str = ""
    given: tuple[tuple[Participant, str], ...] = ()
    rules: bool = False
    label: str = ""
    later: str = ""

    @property
    def hangs_on(self) -> str:
        """What the dispute hangs on, in a sentence."""
        return (
            tr("It turned on {crux}: {statement}")
            .format(crux=TURNS_ON[self.crux], statement=self.statement)
            .rstrip(": ")
        )

    @property
    def outcome(self) -> str:
        if not self.resolved:
            told = tr("Not resolved in the room; {later}").format(later=self.later) if self.later else ""
            shared = tr("{told}. Both accept, without settling the claim: {how}") if self.how else "{told}"
            return shared.format(told=told or tr("Not resolved"), how=self.how)
        between = listed(side.who.name for side in self.sides)  # for whoever sat in no room, nothing is
        form = tr("Resolved between {sides}: {how}") if between else tr("Resolved: {how}")
        return form.format(sides=between, how=self.how or tr("both accept a common statement"))

    @property
    def lines(self) -> tuple[str, ...]:
        """All that it says, a line each."""
        best = (
            tr("Best case of {who}: {best}").format(who=side.who.name, best=side.best)
            for side in self.sides
            if side.best
        )
        minds = (
            tr("What would change the mind of {who}: {mind}").format(who=side.who.name, mind=side.mind)
            for side in self.sides
            if side.mind
        )
        given = (tr("{who} gave way: {text}").format(who=who.name, text=text) for who, text in self.given)
        by = (tr("The card {by_rule}").format(by_rule=tr(BY_RULE)),) if self.rules else ()
        return (self.hangs_on, *best, *minds, *given, self.outcome, *by)


@value
class RoomItem:
    """A crux room that is under way: its messages so far."""

    key: str
    claim: str
    text: str
    sides: tuple[Participant, ...] = ()
    messages: tuple[Place, ...] = ()


@value
class PartItem:
    who: Participant
    position: str
    argument: str = ""
    evidence: str = ""
    engaged: str = ""

    @property
    def line(self) -> str:
        """The part in a line: "Ada: too dear. Because: the pump. Cites: a.py:1 (answered Ben)"."""
        argument = (
            tr(" Because: {argument}").format(argument=self.argument)
            if self.argument and self.argument != self.position
            else ""
        )
        evidence = tr(" Cites: {evidence}").format(evidence=self.evidence) if self.evidence else ""
        engaged = tr(" (answered {engaged})").format(engaged=self.engaged) if self.engaged else ""
        return f"{self.who.name}: {self.position}{argument}{evidence}{engaged}"


@value
class RecordItem:
    """What became of one stretch of debate. `key` is the path of the turn that made it."""

    key: str
    title: str
    summary: str
    parts: tuple[PartItem, ...] = ()
    disagreements: tuple[str, ...] = ()
    shifts: tuple[str, ...] = ()
    rules: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it but title and summary, a line each."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from (part.line for part in self.parts)
        yield from (tr("New disagreement: {text}").format(text=text) for text in self.disagreements)
        yield from (tr("Moved: {text}").format(text=text) for text in self.shifts)
        if self.rules:
            yield tr("The record {by_rule}").format(by_rule=tr(BY_RULE))


@value
class ReflectionItem:
    """`sources`: the messages that it rests on; `loose`: what it names instead, and is none."""

    key: str
    text: str
    kind: ReflectionKind = "pattern"
    importance: int = 1
    about: tuple[str, ...] = ()
    sources: tuple[Place, ...] = ()
    loose: tuple[str, ...] = ()
    label: str = ""
    rules: bool = False


@value
class BoardItems:
    """All that faces show of the board of one debate; cards, records and reflections with the newest first. `derived`:
    the format keeps no ledger; it was made from points. `unreflected`: why there are no
    reflections. `mended`: the numbers of failed attempts at programs that were tried once more, by the message."""

    participants: tuple[Participant, ...] = ()
    aspects: tuple[AspectItem, ...] = ()
    claims: tuple[ClaimItem, ...] = ()
    standings: tuple[StandingItem, ...] = ()
    cards: tuple[CardItem, ...] = ()
    rooms: tuple[RoomItem, ...] = ()
    records: tuple[RecordItem, ...] = ()
    reflections: tuple[ReflectionItem, ...] = ()
    moves: tuple[Move, ...] = ()
    derived: bool = False
    unreflected: str = ""
    mended: Mapping[str, int] = field(default_factory=dict)

    @property
    def said(self) -> bool:
        """Whether there is anything on the board yet."""
        return bool(self.standings or self.claims)

    @property
    def moves_by_message(self) -> dict[str, tuple[Move, ...]]:
        """The changes of position that each message made."""
        found: dict[str, tuple[Move, ...]] = {}
        for move in self.moves:
            found[move.path] = (*found.get(move.path, ()), move)
        return found


def board_items(debate: Debate, past: Past) -> BoardItems:
    """Return the board of a debate. `past` is all that was said so far (`Planner.walk(debate).past`)."""
    board = board_of(debate, past)
    seen = course_of(debate.seats, past)
    rooms = tuple(_room(room, board.claims, seen) for room in board.rooms if room.under_way)
    running = {room.claim: room.key for room in rooms}
    refusals = {id: refusal(id, board.claims, debate, past, running) for id in board.claims}
    graph = arguments_of(past)
    moves = moves_of(board.ledger, seen, past, debate.question)
    claims = claim_items(board.claims, seen, refusals, running, statements_of(past), graph.edges, over=debate.over)
    return BoardItems(
        participants=tuple(seen.people.values()),
        aspects=aspect_items(board.aspects, claims, board.ledger, seen),
        claims=claims,
        standings=standing_items(
            board.ledger, seen, derived=board.derived, over=debate.over, asked=asked_again(debate, past), moves=moves
        ),
        cards=tuple(
            replace(_card(card, board.claims, seen), later=_became(card, statements_of(past)))
            for card in reversed(board.cards)
        ),
        rooms=rooms,
        records=tuple(_record(record, seen) for record in reversed(board.records)),
        reflections=_reflections(board, seen),
        moves=moves,
        derived=board.derived,
        unreflected=_unreflected(debate, board),
        mended=mended(attempts_of(past)) if past.last("tests") else {},
    )


def asked_again(debate: Debate, past: Past) -> Callable[[str, str], bool]:
    """Return whether a seat spoke to all once more after a turn, rather than beside it."""
    said = [turn for turn in past if turn.heard == "all" and (turn.message or turn.gives == "ranking")]
    order = {turn.path: number for number, turn in enumerate(said)}
    last = {turn.seat: turn.path for turn in said}

    def asked(path: str, seat: str) -> bool:
        newest = last.get(seat, "")
        later = order.get(newest, -1) > order.get(path, -1)
        return path not in order or (later and path not in beside(debate, newest))

    return asked


def position_changes(debate: Debate, past: Past) -> tuple[Move, ...]:
    """Return the changes of position alone: that is cheaper than all of the board, for those who follow a debate turn
    by turn."""
    return moves_of(board_of(debate, past).ledger, course_of(debate.seats, past), past, debate.question)


def part_of(name: str, debate: Debate, past: Past) -> Any:
    """Return a part of the board as it is kept, for those who read it by machine: "ledger", "stances", "claims",
    "arguments", "cruxes", "rounds", "reflections" or "questions"."""
    board = board_of(debate, past)
    match name:
        case "stances":
            found = moments_of(past)
            return {seat: [asdict(moment) for moment in moments] for seat, moments in found.items()}
        case "arguments":
            return asdict(arguments_of(past))
    listed: dict[str, Iterable[Any]] = {
        "ledger": board.ledger.values(),
        "claims": board.claims.values(),
        "cruxes": board.cards,
        "rounds": board.records,
        "reflections": board.reflections,
        "questions": (_question(one, past) for one in questions_of(past).values()),
    }
    return [one if isinstance(one, dict) else asdict(one) for one in listed[name]]


def _question(one: Question, past: Past) -> dict[str, Any]:
    known = statements_of(past).values()
    changed = [[stated for stated, _ in changed_since(reply, known)] for reply in one.replies]
    replies = [
        {
            **asdict(reply),
            "withdrawn": [stated.id for stated in since if stated.withdrawn],
            "reworded": [stated.id for stated in since if not stated.withdrawn],
        }
        for reply, since in zip(one.replies, changed, strict=True)
    ]
    return {
        "id": one.id,
        "text": one.text,
        "category": one.category,
        "priority": one.priority,
        "seat": one.turn.seat,
        "path": one.turn.path,
        "status": one.status,
        "again": one.again,
        "replies": replies,
        "contradictions": [asdict(each) for each in contradictions(one, past)],
    }


def moments_of(past: Past) -> Timelines:
    """Return the stance of each participant, message by message."""
    return timelines(past)


def claim_texts(past: Past) -> dict[str, str]:
    """Return the claims in words, by id: as they were debated in a room, where they were in one."""
    return {id: claim.debated for id, claim in claims_of(past).items()}


def refusal(id: str, claims: Claims, debate: Debate, past: Past, running: Mapping[str, str]) -> str:
    """Say why a claim cannot be sent into a crux room; "" where it can."""
    claim = claims[id]
    if id in running or claim.status == "in crux room":
        return tr("It is already in a crux room: wait for its card.")
    if len(sides_of(claim, At(debate=debate, path="", past=past))) < 2:
        return tr("Its two sides are not both at the table.")
    return room_awaited(debate.status) if not debate.over and awaits_room(debate, id) else ""


def room_awaited(status: str) -> str:
    """Say when a crux room opens that a person asked for."""
    if status == "debating":
        return tr("Requested: the room opens after the current turn.")
    if status == "paused":
        return tr("Requested: the room opens when the debate goes on. Press Continue.")
    return tr("Requested: the room opens when the debate goes on.")


# ---- crux rooms ------------------------------------------------------------------------------------------------------
def _room(room: Room, claims: Claims, seen: Course) -> RoomItem:
    claim = claims.get(room.claim)
    return RoomItem(
        key=room.path,
        claim=room.claim,
        text=claim.text if claim else room.claim,
        sides=tuple(map(seen.who, claim.seated if claim else ())),
        messages=tuple(seen.place(path) for path in room.messages),
    )


def card_item(card: Card, seats: Mapping[str, Seat]) -> CardItem:
    """Return a card by itself, where the claims are not at hand."""
    return _card(card, {}, course_of(seats, ()))


def _card(card: Card, claims: Claims, seen: Course) -> CardItem:
    claim = claims.get(card.claim)
    order = claim.seated if claim else ()
    told = {*card.best, *card.minds} & set(seen.people)  # a clerk may have named anything: only seats have sides
    seats = [seat for seat in dict.fromkeys((*order, *card.best, *card.minds)) if seat in told]
    return CardItem(
        key=card.path,
        claim=card.claim,
        text=claim.debated if claim else card.claim,
        crux=card.crux,
        statement=card.statement,
        sides=tuple(
            Side(who=seen.who(seat), best=card.best.get(seat, ""), mind=card.minds.get(seat, "")) for seat in seats
        ),
        resolved=card.resolved,
        how=card.how,
        given=tuple((seen.who(one.seat), for_reason(one.text, one.because)) for one in card.given),
        rules=card.rules,
        label=when(card.path),
    )


def _became(card: Card, known: Mapping[str, Statement]) -> str:
    """Return what became of a claim after the room that had not resolved it; "" where it is open still."""
    one = known.get(card.claim)
    if one is None or card.resolved or one.status not in ("agreed", "withdrawn", "settled"):
        return ""
    since = when(one.since)
    told = tr("{status} later ({when})") if since else tr("{status} later")
    return told.format(status=label_of(one).word, when=since)


# ---- records and reflections -----------------------------------------------------------------------------------------
def _record(record: RoundRecord, seen: Course) -> RecordItem:
    return RecordItem(
        key=record.path,
        title=record.aspect or when(record.round) or tr("The debate"),
        summary=record.summary,
        parts=tuple(_part(part, seen) for part in record.parts),
        disagreements=record.disagreements,
        shifts=record.shifts,
        rules=record.rules,
    )


def _part(part: Part, seen: Course) -> PartItem:
    return PartItem(
        who=seen.who(part.seat),
        position=part.position,
        argument=part.argument,
        evidence=part.evidence,
        engaged=", ".join(seen.name(seat) for seat in part.engaged),
    )


def _unreflected(debate: Debate, board: Board) -> str:
    """Say why there are no reflections; "" where there are some."""
    if board.reflections:
        return ""
    steps = [step for step in blocks(debate.format.body) if step.gives == "reflections"]
    if not steps:
        return tr("This format makes no reflections.")
    least = next((when.partition(" ")[2] for step in steps for when in step.when if when.startswith("stirred ")), "0")
    return tr(
        "No reflections. They come once enough has changed: {stir} so far, and it takes more than {least}."
    ).format(stir=board.stir, least=least)


def _reflections(board: Board, seen: Course) -> tuple[ReflectionItem, ...]:
    """Return the reflections, newest first, each with a number that it keeps."""
    return tuple(_reflection(each, place, seen) for place, each in reversed(list(enumerate(board.reflections))))


def _reflection(found: Reflection, place: int, seen: Course) -> ReflectionItem:
    return ReflectionItem(
        key=f"{found.path}#{place}",
        text=found.text,
        kind=found.kind,
        importance=found.importance,
        about=tuple(seen.name(seat) for seat in found.about),
        sources=tuple(seen.place(path) for path in found.sources if path in seen.order),
        loose=tuple(text for text in found.sources if text not in seen.order),
        label=when(found.path),
        rules=found.rules,
    )
