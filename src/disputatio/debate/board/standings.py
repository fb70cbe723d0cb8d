"""Where each participant stands (SPEC LEDGER.1): the ledger, as the registry gives it. Pure.

A stance is what a participant declared in a field that was asked for, or what the clerk recorded of their turn with a
receipt; without either there is none. Agreements, disagreements, concessions and shifts are those of the registry.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from disputatio.debate.citations.evidence import STATUSES, Item, Status
from disputatio.debate.ids import inside, parent, without_index
from disputatio.debate.log.turns import Past
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.cards import Given
from disputatio.debate.statements.ledger import (
    Concession,
    Confidence,
    Entry,
    Ledger,
    OnAspect,
    Relation,
    Settlement,
    Shift,
    Standing,
    Strength,
    aspect_of,
)
from disputatio.debate.statements.moves import Move
from disputatio.debate.statements.objections import attacks
from disputatio.debate.statements.receipts import bare_words, same_words
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.statement import Judgement, Statement
from disputatio.debate.wording import tr

ACCEPTS = ("agreed", "partly")
"""What somebody does who accepts a statement of another, or a part of it."""


def ledger_of(past: Past) -> Ledger:
    """Return where each participant stands, by seat, in the order in which they first spoke. The last one is
    remembered: what is composed at one place asks for it several times."""
    registry = registry_of(past)
    known: tuple[Registry, Ledger] | None = past.shared.get("ledger")
    if known is None or known[0] is not registry:
        known = past.shared["ledger"] = (registry, _gathered(registry, {turn.path for turn in past.of("synthesis")}))
    return known[1]


def _gathered(registry: Registry, made_of_all: Collection[str]) -> Ledger:
    """`made_of_all`: messages that sum up what was said, of which no record is kept."""
    found: dict[str, _Account] = {}
    for path, entry in registry.entries.items():
        if (account := found.get(entry.seat)) is None:
            account = found[entry.seat] = _Account(entry.seat)
        account.spoke(entry, known=path not in registry.missed)
        if items := registry.cited.get(path):
            account.cited(aspect_of(path), items)
    if registry.kept:
        for path, seat in registry.missed.items():
            if path not in made_of_all:
                found[seat].missed.append(path)
    answers, attacked = _Answers(registry), _attacked([*registry.statements.values()])
    for one in registry.statements.values():
        _related(found, one, answers, attacked)
    accepted = _accepted(registry)
    for move in (move for moves in registry.moves.values() for move in moves if move.seat in found):
        found[move.seat].moved(move, _reason_of(accepted.get((move.seat, move.path), ()), move))
    for given in (one for card in registry.rooms.cards for one in card.given if one.seat in found):
        found[given.seat].gave(given)
    return {seat: account.standing() for seat, account in found.items()}


def entries_of(past: Past) -> Mapping[str, Entry]:
    """Return what each message says of where its author stands, by the path of the message."""
    return registry_of(past).entries


def keeps_ledger(past: Past) -> bool:
    """Return whether somebody keeps the ledger: without, only what participants declare in fields is known."""
    return registry_of(past).kept


NOWHERE = ("", "", "")
"""No position, in no turn, in no words."""


class _Account:
    """The standing of one participant while it is gathered."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.stance = self.decision = self.since = self.words = self.updated = self.answered = ""
        self.rules = self.unsure = self.adopted = False
        self.positions: dict[str, tuple[str, str, str]] = {}
        self.evidence: dict[str, dict[str, Status]] = {}
        self.unanswered: dict[str, list[tuple[Statement, tuple[str, ...], bool]]] = {}
        self.attacked: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        self.agreements: list[Relation] = []
        self.disagreements: list[Relation] = []
        self.settled: list[Settlement] = []
        self.concessions: list[Concession] = []
        self.shifts: list[Shift] = []
        self.confidences: list[Confidence] = []
        self.read: list[float] = []
        self.missed: list[str] = []

    def spoke(self, entry: Entry, *, known: bool) -> None:
        """A position goes to the aspect that the message was about; a new stance takes the place of an older position
        on the whole. `known`: there is a record of the message."""
        if entry.confidence is not None or entry.stance not in ("", self.stance):
            self.unsure = entry.confidence is None
        if entry.stance and entry.stance != self.stance:
            self.answered, self.adopted = self.stance, entry.adopted
            self.stance, self.since, self.words = entry.stance, entry.about, entry.words
            self.decision = entry.decision
            self.positions.pop("", None)
        held = entry.position or ("" if entry.aspect else entry.stance)
        if held and held != self.positions.get(entry.aspect, NOWHERE)[0]:
            self.positions[entry.aspect] = (held, entry.about, entry.words)
        if entry.confidence is not None:
            self.confidences.append(Confidence(path=entry.about, level=entry.confidence))
        elif entry.read is not None:
            self.read.append(entry.read)
        self.updated = entry.about if known else self.updated
        self.rules = entry.rules

    def withdrew(self, one: Statement) -> None:
        """A position rests on a statement of the same turn and the same words, and goes with it."""
        said = [(worded.path, bare_words(worded.words)) for worded in one.wordings]
        for aspect, (_, since, words) in [*self.positions.items()]:
            held = bare_words(words)
            if any(path == since and held and stated and (held in stated or stated in held) for path, stated in said):
                del self.positions[aspect]

    def cited(self, aspect: str, items: Iterable[Item]) -> None:
        """The evidence that they cited, and what was found of each: of the same place the best."""
        known = self.evidence.setdefault(aspect, {})
        for item in items:
            name = item.where if item.grounded and item.where else item.citation
            known[name] = min(known.get(name, item.status), item.status, key=STATUSES.index)

    def moved(self, move: Move, reason: Statement | None) -> None:
        """A change of position, for this reason of another."""
        self.shifts.append(_shift(move, reason))
        if move.kind in ("withdrawn", "conceded"):
            given = move.before if move.kind == "withdrawn" else f"the objection to {move.after}"
            self.concessions.append(Concession(text=given, path=move.path, words=move.words))

    def gave(self, given: Given) -> None:
        """What they gave up in a room, unless it is on record already, by the same words."""
        words = bare_words(given.words)
        known = (bare_words(one.words) for one in self.concessions if one.path == given.path)
        if not any(one in words or words in one for one in known):
            self.concessions.append(
                Concession(text=given.text, path=given.path, words=given.words, because=given.because, room=True)
            )

    def standing(self) -> Standing:
        return Standing(
            seat=self.seat,
            stance=self.stance,
            decision=self.decision,
            answered=self.answered if self.adopted else "",
            adopted=self.adopted,
            since=self.since,
            words=self.words,
            aspects={
                aspect: self._on(aspect)
                for aspect in {**self.positions, **self.unanswered, **self.attacked, **self.evidence}
            },
            agreements=tuple(self.agreements),
            disagreements=tuple(self.disagreements),
            settled=tuple(self.settled),
            concessions=tuple(self.concessions),
            shifts=tuple(self.shifts),
            confidences=tuple(self.confidences),
            read=() if self.confidences else tuple(self.read),
            unsure=self.unsure,
            updated=self.updated,
            missed=tuple(self.missed),
            rules=self.rules,
        )

    def _on(self, aspect: str) -> OnAspect:
        position, since, words = self.positions.get(aspect, NOWHERE)
        left = self.unanswered.get(aspect, ())
        cited = tuple(self.evidence.get(aspect, {}).items())
        return OnAspect(
            position=position,
            evidence=tuple(name for name, status in cited if status == "verified"),
            cited=cited,
            unanswered=tuple(one.text for one, _, _ in left),
            challenges=tuple(made for _, made, _ in left),
            challenged=tuple(one.id for one, _, _ in left),
            again=tuple(one.id for one, _, again in left if again),
            attacked=tuple(self.attacked.get(aspect, ())),
            since=since,
            words=words,
        )


def _attacked(known: Collection[Statement]) -> dict[str, list[str]]:
    """Return in which turns others put a statement of theirs against another, which they hold still, by its id."""
    authors, found = {one.id: one.author for one in known}, dict[str, list[str]]()
    for one in known:
        for link in one.links if not (one.withdrawn or one.closed or one.raised) else ():
            if link.kind == "attacks" and authors.get(link.to, one.author) != one.author:
                found.setdefault(link.to, []).append(link.path)
    return found


def _related(
    found: dict[str, _Account], one: Statement, answers: _Answers, attacked: Mapping[str, Sequence[str]]
) -> None:
    """What a statement says about its author and about everybody who has judged it."""
    if one.withdrawn and one.author in found:
        found[one.author].withdrew(one)
    open_ = one.open
    for judgement in one.judgements.values():
        if judgement.seat in found:
            _judged(found[judgement.seat], one, judgement, open_=open_)
    challenges, again = answers.lacking(one) if open_ and one.author in found else ((), False)
    if challenges:
        found[one.author].unanswered.setdefault(aspect_of(one.path), []).append((one, challenges, again))
    elif open_ and one.author in found and (raised := attacked.get(one.id)):
        found[one.author].attacked.setdefault(aspect_of(one.path), []).append((one.id, tuple(raised)))
    if one.met or (one.ruled and one.disputed and not one.unsettled):
        among = one.seated if one.met else (one.author, *one.disputants)
        joined = tuple(made.seat for made in one.agreeing if one.met and made.seat not in among)
        for seat in found.keys() & set(among):
            other = next((side for side in among if side != seat), "")
            by = one.ruling if one.ruled else one.card
            how = one.resolution if one.ruled else ""
            settled = Settlement(seat=other, on=one.text, how=how, card=by, claim=one.id, joined=joined)
            found[seat].settled.append(settled)


def _judged(account: _Account, one: Statement, judgement: Judgement, *, open_: bool) -> None:
    strength: Strength = "strong" if judgement.strong else "mild"
    relation = Relation(seat=one.author, on=one.text, strength=strength, path=judgement.path, words=judgement.words)
    if judgement.verdict == "agrees" and not one.withdrawn and one.card != judgement.path:
        account.agreements.append(relation)
    if judgement.verdict == "disagrees" and open_:
        settled = bool(one.card) and any(step.deed == "met" and step.words for step in one.history)
        apart = settled and judgement.seat not in one.seated  # it was settled between others
        card, overtaken = "" if apart else one.card, one.earlier(judgement)
        relation = replace(
            relation, card=card, again=bool(card) and settled, overtaken=overtaken, part=one.disputes_part(judgement)
        )
        relation = replace(relation, holding=judgement.holding, reworded=bool(judgement.former))
        relation = replace(relation, on=one.wordings[judgement.wording].text) if overtaken else relation
        account.disagreements.append(relation)


class _Answers:
    """Which challenges were answered, by what is recorded: deeds, and links of statements."""

    def __init__(self, registry: Registry) -> None:
        messages = (path for path, entry in registry.entries.items() if not entry.adopted)
        self._order = {path: number for number, path in enumerate(messages)}
        self._together = registry.beside
        self._rooms = [parent(card.path) for card in registry.rooms.cards]
        self._given: dict[tuple[str, str], list[str]] = {}
        self._said: dict[tuple[str, str], list[str]] = {}
        attacked = {
            one.id: [link.to for link in one.links if link.kind == "attacks"] for one in registry.statements.values()
        }
        for one in registry.statements.values():
            for link in one.links:
                own = link.kind == "supports" and _of(link.to, one.author, registry)
                to = (link.to,) if own or link.kind == "answers" else ()
                for id in (*to, *(attacked.get(link.to, ()) if link.kind != "supports" else ())):
                    self._given.setdefault((one.author, id), []).append(one.path)
                if link.kind != "supports" and (target := registry.statements.get(link.to)) is not None:
                    self._said.setdefault((one.author, target.path), []).append(one.path)
            for step in one.history:
                self._said.setdefault((step.seat, one.path), []).append(step.path)
                for id in attacked[one.id] if step.seat != one.author else ():
                    self._given.setdefault((step.seat, id), []).append(step.path)

    def lacking(self, one: Statement) -> tuple[tuple[str, ...], bool]:
        """Return the turns of the challenges to a statement to which no answer of its author is on record, and whether
        they all only say once more what was answered before. An answer is what becomes of the statement, a room about
        it, or later another reason of theirs for it, what answers it, what answers or attacks an objection to it, or
        what they make of that objection, or of anything else that was stated with it. Whoever wrote at the same time or
        before it, or says that the objection was met, challenges nothing, nor does what is said in a room, where it is
        answered; what its author wrote beside a challenge answers nothing that they had not read; and who only says it
        once more, beside the answer to it, raises no other one."""
        left, answered, again = dict[str, list[str]](), dict[str, list[str]](), set[str]()
        for step in one.history:
            made = one.judgements.get(step.seat)
            if step.deed == "met":
                left.clear()
            elif step.seat == one.author:
                for seat, paths in left.items():
                    if not all(self._beside(path, step.path) for path in paths):
                        answered.setdefault(seat, []).append(step.path)
                        left, again = {**left, seat: []}, {*again, seat}
                again = set() if step.deed == "revised" else again  # to another wording, they say it first
            elif self._place(step.path) < self._place(one.path) or any(inside(step.path, at) for at in self._rooms):
                continue  # its author had read that when they stated it, or the room came to a card
            elif step.deed == "disputed" and not (made is not None and made.unread and made.path == step.path):
                if not any(self._beside(step.path, reply) for reply in answered.get(step.seat, ())):
                    left.setdefault(step.seat, []).append(step.path)
            elif step.deed in ("agreed", "closed", "dropped", "lifted"):
                left.pop(step.seat, None)
        open_ = {seat: [*self._open(paths, one)] for seat, paths in left.items()}
        first = any(paths and seat not in again and paths == left[seat] for seat, paths in open_.items())
        return tuple(path for paths in open_.values() for path in paths), not first

    def _open(self, paths: Sequence[str], one: Statement) -> Iterator[str]:
        """Yield which challenges of one seat are left by what the author of a statement said of objections to it."""
        said = list(self._given.get((one.author, one.id), ()))
        said += [reply for path in paths for reply in self._said.get((one.author, path), ())]
        replies = [reply for reply in said if any(self._answers(path, reply) for path in paths)]
        for path in paths:
            if not any(self._answers(path, reply) or self._beside(path, reply) for reply in replies):
                yield path

    def _answers(self, path: str, reply: str) -> bool:
        return self._place(reply) > self._place(path) and not self._beside(path, reply)

    def _beside(self, path: str, reply: str) -> bool:
        """Return whether a reply was given at the same time as a challenge, as all rankings are: then its author had
        not read that."""
        if path not in self._order:
            return without_index(path) == without_index(reply)
        return reply in self._together.get(path, ())

    def _place(self, path: str) -> int:
        """Return the place of a message; a ranking, which is none, comes after them all."""
        return self._order.get(path, len(self._order))


def _of(id: str, author: str, registry: Registry) -> bool:
    """Return whether a statement is of an author: what supports it is a reason of theirs, where they gave it."""
    one = registry.statements.get(id)
    return one is not None and one.author == author


def _accepted(registry: Registry) -> dict[tuple[str, str], list[Statement]]:
    """Return which statements of others somebody accepts in a turn, whole or a part of them, by the two."""
    found = dict[tuple[str, str], list[Statement]]()
    for one in registry.statements.values():
        for place in dict.fromkeys((step.seat, step.path) for step in one.history if step.deed in ACCEPTS):
            found.setdefault(place, []).append(one)
    return found


def _reason_of(accepted: Iterable[Statement], move: Move) -> Statement | None:
    """Return the only statement of another that whoever moves accepts in the same turn, or a part of it, in the words
    of their reason, and among several, or none, the only one with which they agree and that attacks what they give
    up."""
    because, worded, against = bare_words(move.because), list[Statement](), list[Statement]()
    for one in accepted if because else ():
        if one.id == move.statement:
            continue
        steps = [step for step in one.history if (step.seat, step.path) == (move.seat, move.path)]
        made = one.judgements.get(move.seat)
        reason = made.reason if made is not None and made.verdict == "agrees" else ""
        if any(same_words(move.because, words) for words in (reason, *(step.words for step in steps))):
            worded.append(one)
        whole = any(step.deed == "agreed" for step in steps)  # who accepts a part may be moved by something else
        against += [one] if whole and attacks(one, move.statement) else []
    against = [one for one in worded if one in against] or against if worded else against
    return worded[0] if len(worded) == 1 else against[0] if len(against) == 1 else None


def _shift(move: Move, reason: Statement | None) -> Shift:
    return Shift(
        path=move.path,
        before=move.before,
        after=move.after if move.kind == "conceded" else came_to(move),
        cause=move.because,
        statement=move.statement,
        flip=move.flip,
        sentence=move.words,
        aspect=aspect_of(move.path),
        answer=move.answer,
        kind=move.kind,
        also=move.also,
        reason=reason.id if reason else "",
        reason_by=reason.author if reason else "",
    )


def came_to(move: Move) -> str:
    """Return what came of a move. A statement is worded by who keeps the record, so it stands in no quotation marks."""
    if move.kind == "revised":
        return move.after
    if move.kind == "withdrawn":
        return tr("{statement} (withdrawn)").format(statement=move.before.rstrip("."))
    if move.kind == "met":
        return tr("{statement} (objection met)").format(statement=move.before.rstrip("."))
    if move.kind == "dropped":
        return tr("{statement} (it no longer matters)").format(statement=move.before.rstrip("."))
    return tr("{statement} (accepted)").format(statement=move.after.rstrip("."))
