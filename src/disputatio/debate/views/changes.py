"""Changes of position: who changed what, on which ground, and how sure they were."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from disputatio.debate.log.turns import Past
from disputatio.debate.policies.estimates import estimate_statements
from disputatio.debate.statements.ledger import Ledger, Shift, Standing
from disputatio.debate.statements.moves import MoveKind
from disputatio.debate.statements.statement import Flip
from disputatio.debate.values import value
from disputatio.debate.views.labels import FLIPS, Label
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Course, Place, moment, when
from disputatio.debate.views.plain_text import at_clause, quotation, without_because
from disputatio.debate.views.words import percent
from disputatio.debate.wording import Words, listed, quoted, tr, unquoted

DONE: Final[dict[MoveKind, str]] = Words(
    {
        "revised": "{who} revised {id}{because}. Before: {before}. Now: {after}.",
        "withdrawn": "{who} withdrew {id} ({before}){because}.",
        "conceded": "{who} accepted {id} ({after}){because}.",
        "dropped": "{who} says that {id} no longer matters ({before}){because}.",
        "met": "{who} says that the objection {id} was met ({before}){because}.",
    }
)
"""What somebody did who changed position on a statement: that is worded by who keeps the record, so that it stands in
no quotation marks."""
DECISIONS: Final = Words({"SUPPORT": "for", "OPPOSE": "against", "UNCERTAIN": "undecided"})
"""What somebody decides about a proposition."""


@value
class Move:
    """A change of position of one participant. `where`: who says so, and when; `cause`: what they name for it;
    `sentence`: the words of the change. `answer`: it is their answer to the question that changed; `sure`: how sure
    they said they were of it before, and then. `statement`: the id of what changed, "" of an answer. `reason`: the
    statement of another that is the cause, by its id and its author. `also`: what else was reworded by the same
    sentence."""

    who: Participant
    path: str
    where: str
    before: str
    after: str
    flip: Flip
    cause: str = ""
    sentence: str = ""
    aspect: str = ""
    answer: bool = False
    kind: MoveKind = "revised"
    sure: tuple[float | None, float | None] = (None, None)
    statement: str = ""
    reason: str = ""
    also: tuple[str, ...] = ()

    @property
    def label(self) -> Label:
        return FLIPS[self.flip]

    @property
    def place(self) -> Place:
        """The words of the change, in the message that makes it."""
        return Place(path=self.path, label=self.where, words=self.sentence)

    @property
    def account(self) -> str:
        """Who changed what, and why, in a sentence: "Critic withdrew P1 (It is safe), because “the lease ran out”."."""
        cause = without_because(self.cause).rstrip(" .,;:")
        said = ": {cause}" if self.kind in ("met", "dropped") else tr(", because {cause}")  # that may be a condition
        because = said.format(cause=quotation(cause)) if cause else ""
        if self.answer and self.before in DECISIONS and self.after in DECISIONS:
            before, after = map(_decision, (self.before, self.after), self.sure)
            told = tr("{who} changed the decision from {before} to {after}")
            return told.format(who=self.who.name, before=before, after=after) + because + "."
        before, after = (text.rstrip(" .") for text in (self.before, self.after))
        because += f" ({self.reason})" if because and self.reason else ""
        if self.answer:
            told = tr("{who} changed the answer from {before} to {after}")
            return told.format(who=self.who.name, before=quotation(before), after=quotation(after)) + because + "."
        before, after = (quoted(text) if unquoted(text) != text else text for text in (before, after))
        id = tr("{id} (and {also} by the same sentence)") if self.also else "{id}"
        id = id.format(id=self.statement, also=listed(self.also))
        return DONE[self.kind].format(who=self.who.name, id=id, before=before, after=after, because=because)

    @property
    def line(self) -> str:
        """ "Round 2, by argument: Critic withdrew P1 (It is safe), because “the lease ran out”."."""
        aspect = self.aspect if self.aspect and self.aspect not in when(self.path) else ""
        told = ", ".join(part for part in (aspect, moment(self.path), self.label.word) if part)
        return f"{told[:1].upper()}{told[1:]}: {self.account}"


def told_briefly(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield changes that are told one after another: a wording that stands there already is called to mind by how it
    begins."""
    told = set[str]()
    for move in moves:
        before, after = (at_clause(text) if text in told else text for text in (move.before, move.after))
        told |= {move.before, move.after}
        yield move if move.answer else replace(move, before=before, after=after)


def for_reason(text: str, because: str) -> str:
    """Return what somebody gave up, with the reason in their words: "Two of three, because “it does not work”"."""
    cause = without_because(because).rstrip(" .,;:")
    return text.rstrip(" .") + tr(", because {cause}").format(cause=quotation(cause)) if cause else text


def _decision(decision: str, sure: float | None) -> str:
    """Return a decision in words, with how sure its author said they were: "“against” (66 percent sure)"."""
    said = quotation(DECISIONS[decision])
    return said if sure is None else tr("{decision} ({sure} percent sure)").format(decision=said, sure=percent(sure))


def _theirs(found: Shift, course: Course) -> bool:
    """Return whether a reason may be of whom it is said to be: words that name somebody else are about them."""
    names = {seat: course.name(seat) for seat in course.seats}
    named = {seat for seat, name in names.items() if re.search(rf"\b{re.escape(name)}(?!\w)", found.cause)}
    return not named or found.reason_by in named


def move_of(standing: Standing, found: Shift, course: Course) -> Move:
    levels = {one.path: one.level for one in standing.confidences}
    before = [level for path, level in levels.items() if course.order.get(path, 0) < course.order.get(found.path, 0)]
    return Move(
        who=course.who(standing.seat),
        path=found.path,
        where=course.place(found.path).label,
        before=found.before,
        after=found.after,
        flip=found.flip,
        cause=found.cause,
        sentence=found.sentence,
        aspect=found.aspect,
        answer=found.answer,
        kind=found.kind,
        statement=found.statement,
        also=found.also,
        reason=f"{found.reason}, {course.name(found.reason_by)}" if found.reason and _theirs(found, course) else "",
        sure=(before[-1] if before else None, levels.get(found.path)),
    )


def moves_of(ledger: Ledger, course: Course, past: Past, question: str) -> tuple[Move, ...]:
    """Return the changes of position of all who are in the ledger, oldest first. An estimate that is reworded by itself
    has its figure still, and is no change: with another one, the answer has changed."""
    found = [move_of(standing, shift, course) for standing in ledger.values() for shift in standing.shifts]
    own = estimate_statements(past, question) if found else ()
    moved = [one for one in found if one.answer or one.kind != "revised" or one.statement not in own]
    return tuple(sorted(moved, key=lambda move: course.order.get(move.path, 0)))
