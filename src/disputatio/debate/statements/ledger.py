"""The ledger: where each participant stands, and how that came about (SPEC LEDGER.1). Values; `board.standings` makes
them from the registry."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from disputatio.debate.citations.evidence import Status
from disputatio.debate.ids import ASPECT, inside, names_bound, without_index
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import message_at
from disputatio.debate.statements.moves import Move, MoveKind
from disputatio.debate.statements.statement import Flip
from disputatio.debate.values import value

Strength = Literal["mild", "strong"]


def aspect_of(path: str) -> str:
    """Return the aspect that a turn is about; "" where it is about the whole question."""
    return names_bound(path).get(ASPECT, "")


@value
class Relation:
    """Agreement or disagreement of a participant with another: with whom, on what, how strongly, in which turn. `card`:
    the last crux card about it, "" where there is none; `again`: that card had settled it, and it is disputed anew.
    `words`: the receipt. `overtaken`: it is about an earlier wording; `reworded`: it was put in words that were changed
    since. `part`: a part is accepted, the rest disputed.
    `holding`: they say nothing of it, and hold to the statement of this id, which it attacks."""

    seat: str
    on: str
    strength: Strength = "mild"
    path: str = ""
    card: str = ""
    again: bool = False
    words: str = ""
    overtaken: bool = False
    reworded: bool = False
    part: bool = False
    holding: str = ""


@value
class Settlement:
    """A dispute with another participant that a crux room or the person ended: about which claim (its id, its words,
    as both accepted them in a room), and how a person did. The path of the `card`, or of the person's ruling, says
    since when; `joined`: who accepts it, too, and sat in no room."""

    seat: str
    on: str
    how: str
    card: str
    claim: str = ""
    joined: tuple[str, ...] = ()


@value
class Shift:
    """A change of position on a statement, or of the `answer` itself: from what, to what, the reason in their own words
    (`cause`), and how it is classed. `sentence`: the words in which it was said. `kind`: what they did with it.
    `reason`, `reason_by`: the statement of another with which they agree in these words, and whose it is. `also`: what
    else they reworded by the same sentence."""

    path: str
    before: str
    after: str
    cause: str = ""
    statement: str = ""
    flip: Flip = "none"
    sentence: str = ""
    aspect: str = ""
    answer: bool = False
    kind: MoveKind = "revised"
    reason: str = ""
    reason_by: str = ""
    also: tuple[str, ...] = ()


@value
class Concession:
    """What a participant gave up, in which turn. `words`: the receipt. `room`: it is told by the card of a room, which
    is where `because` is from, the reason in their words."""

    text: str
    path: str
    words: str = ""
    because: str = ""
    room: bool = False


@value
class OnAspect:
    """What a participant holds about one aspect, the evidence they cited for it that holds, all that they `cited` with
    what was found of it, and the challenges to them on it that they have not answered; `challenges`: the turns of each,
    `challenged`: the statements that they are to, `again`: those of them of which all only say once more what was
    answered before; `attacked`: their other open statements against which others put one of theirs, with the turns that
    did. `since`: the turn that gave the position, `words`: its receipt."""

    position: str = ""
    evidence: tuple[str, ...] = ()
    cited: tuple[tuple[str, Status], ...] = ()
    unanswered: tuple[str, ...] = ()
    challenges: tuple[tuple[str, ...], ...] = ()
    challenged: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    attacked: tuple[tuple[str, tuple[str, ...]], ...] = ()
    since: str = ""
    words: str = ""


@value
class Confidence:
    """How sure a participant was (0..1), as stated in which turn."""

    path: str
    level: float


@value
class Standing:
    """Where one participant stands, since which turn, in which words. `disagreements` are the open ones; `settled`:
    what crux rooms ended. `unsure`: they have not said how sure they are of their present stance. `updated`: the last
    turn that was taken into account; `missed`: turns that were not, because there is no record of them. `rules`: the
    last record was made by rule, not by a model. `decision`: the stance begins with this decision between sides.
    `adopted`: they said in a ranking that they would hold this now, `answered`: what they had answered. `read`: how
    sure the clerk took them to be where they named no figure."""

    seat: str
    stance: str = ""
    decision: str = ""
    answered: str = ""
    adopted: bool = False
    since: str = ""
    words: str = ""
    aspects: dict[str, OnAspect] = field(default_factory=dict)
    agreements: tuple[Relation, ...] = ()
    disagreements: tuple[Relation, ...] = ()
    settled: tuple[Settlement, ...] = ()
    concessions: tuple[Concession, ...] = ()
    shifts: tuple[Shift, ...] = ()
    confidences: tuple[Confidence, ...] = ()
    read: tuple[float, ...] = ()
    unsure: bool = False
    updated: str = ""
    missed: tuple[str, ...] = ()
    rules: bool = False

    @property
    def confidence(self) -> float | None:
        """The confidence that was stated of the present stance, 0..1; None where none was."""
        return self.confidences[-1].level if self.confidences and not self.unsure else None

    def on(self, aspect: str) -> OnAspect:
        """Return what they hold about an aspect; empty where they have said nothing about it."""
        return self.aspects.get(aspect) or OnAspect()


Ledger = dict[str, Standing]


@value
class Entry:
    """What one message says of where its author stands. `words`: the receipt of the stance; `keypoints`: the statements
    that it makes; `moves`: the changes of position in it. `importance` 1..10. `rules`: recorded by rule, not by a
    model. `stir`: what it adds to the epistemic score. `decision`: the stance begins with it, between sides. `adopted`:
    it is no message, but a ranking in which they say what they would hold now. `read`: how sure the clerk took them to
    be, told as that alone: a record cannot tell the confidence in a part from that in the whole."""

    about: str
    seat: str
    stance: str = ""
    decision: str = ""
    position: str = ""
    words: str = ""
    keypoints: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    confidence: float | None = None
    read: float | None = None
    importance: int = 1
    rules: bool = False
    stir: int = 0
    adopted: bool = False

    @property
    def aspect(self) -> str:
        return aspect_of(self.about)


def is_public_message(turn: Turn) -> bool:
    """Return whether a turn is something that a participant said to all. What is said in a room or a team stays
    there."""
    return turn.message and turn.heard == "all" and turn.seat not in SERVICES


def public(turn: Turn, contract: str) -> bool:
    """Return whether a turn is a record for all: the records of a room or a team stay there too."""
    return turn.gives == contract and turn.heard == "all"


def is_about(record: str, message: str) -> bool:
    """Return whether a record at one place is about a message at another that had none and that its clerk was shown.
    A message beside the enclosing one may have been made at the same time, and waits for a later record."""
    block = message_at(record)
    return inside(message, block) or without_index(message) != without_index(block)
