"""What the inspectors of the board show: values without behaviour, made off the thread of the window."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from disputatio.debate.claims import ClaimStatus
from disputatio.debate.cruxes import CruxKind
from disputatio.debate.ledger import FlipClass
from disputatio.debate.reflections import ReflectionKind
from disputatio.debate.values import value
from disputatio.faces.gui.glyphs import Glyph
from disputatio.faces.gui.models.board_signs import FLIPS, HOLDS, LINKS, STATUS, Hold


@value
class Participant:
    seat: str
    name: str
    glyph: Glyph
    colour: str


@value
class Place:
    """A message that can be gone to: its path, and who said it when."""

    path: str
    label: str


@value
class Cell:
    """What one participant says of a claim or an aspect, and where they said it last."""

    hold: Hold = "silent"
    since: str = ""
    short: str = ""
    path: str = ""

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (HOLDS[self.hold][1], self.since) if part)


@value
class LinkItem:
    """An edge of the argument graph, read from this claim: `key` is the other claim's, "" for a citation. `back`: the
    other claim drew it."""

    kind: Literal["supports", "attacks", "answers"]
    text: str
    key: str = ""
    by: str = ""
    back: bool = False

    @property
    def words(self) -> str:
        sign, word = LINKS[self.kind]
        passive = {"supports": "supported by", "attacks": "attacked by", "answers": "answered by"}[self.kind]
        return f"{sign} {passive if self.back else word}"


@value
class ClaimItem:
    """`cells`: what each participant says of it, in their order. `refusal`: why no crux room can be opened, "" where
    one can. `aspect`: "" for the whole question. `point`: it is a point of the debate, which a person settles as one.
    `ruled`: the resolution is a person's word."""

    key: str
    text: str
    status: ClaimStatus = "active"
    since: str = ""
    aspect: str = ""
    sides: tuple[Participant, ...] = ()
    cells: tuple[Cell, ...] = ()
    messages: tuple[Place, ...] = ()
    links: tuple[LinkItem, ...] = ()
    resolution: str = ""
    streak: int = 0
    card: str = ""
    room: str = ""
    refusal: str = ""
    point: bool = False
    ruled: bool = False

    @property
    def spoken(self) -> str:
        sides = " against ".join(side.name for side in self.sides)
        return ", ".join(part for part in (self.text, STATUS[self.status][1], sides, self.since) if part)


@value
class AspectCell:
    """What a participant holds about an aspect. `unanswered`: challenges to them that are open."""

    position: str = ""
    since: str = ""
    path: str = ""
    evidence: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()


@value
class AspectItem:
    """`name` "" is the whole question."""

    name: str
    cells: tuple[AspectCell, ...] = ()
    claims: tuple[ClaimItem, ...] = ()

    @property
    def title(self) -> str:
        return self.name or "The whole question"


@value
class ShiftItem:
    """A change of position of one participant."""

    path: str
    label: str
    before: str
    after: str
    flip: FlipClass
    cause: str = ""
    because: tuple[str, ...] = ()
    sentence: str = ""
    aspect: str = ""

    @property
    def sign(self) -> str:
        return f"{FLIPS[self.flip][0]} {FLIPS[self.flip][1]}"

    @property
    def quoted(self) -> str:
        """The words of the change, else what it was about."""
        return f"“{self.sentence}”" if self.sentence else f"Now: {self.after}"

    @property
    def told(self) -> str:
        aspect = f" on {self.aspect}" if self.aspect and self.aspect not in self.label else ""
        cause = f" Named as the cause: {self.cause}" if self.cause else ""
        before = f" Before: {self.before}." if self.before else ""
        said = f"{self.label}{aspect}, {FLIPS[self.flip][1]}: {self.quoted}.{before}{cause}"
        return said.replace("..", ".").replace(".”.", ".”")


@value
class LevelAt:
    """A confidence that was stated: where on the line (in stages), 0..1."""

    at: float
    level: float
    path: str
    label: str


@value
class MarkAt:
    """A change of position: where on the line (in stages)."""

    at: float
    shift: ShiftItem


@value
class TimelineItem:
    """`stages`: short names of the stretches of the debate, in their order."""

    stages: tuple[str, ...] = ()
    levels: tuple[LevelAt, ...] = ()
    marks: tuple[MarkAt, ...] = ()


@value
class StandingItem:
    """Where one participant stands. `agreements`, open `disagreements`, and what crux rooms `settled`: with whom, on
    what, each in words. `cards`: the crux cards that those name."""

    who: Participant
    stance: str = ""
    since: Place | None = None
    confidence: float | None = None
    rules: bool = False
    missed: tuple[Place, ...] = ()
    agreements: tuple[str, ...] = ()
    disagreements: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    cards: tuple[Place, ...] = ()
    concessions: tuple[str, ...] = ()
    timeline: TimelineItem = field(default_factory=TimelineItem)


@value
class Side:
    """One side of a crux: its best case, and what would change its mind."""

    who: Participant
    best: str = ""
    mind: str = ""


@value
class CardItem:
    """A crux card. `key` is the path of the turn that made it."""

    key: str
    claim: str
    text: str
    crux: CruxKind
    statement: str = ""
    sides: tuple[Side, ...] = ()
    resolved: bool = False
    how: str = ""
    rules: bool = False
    label: str = ""


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


@value
class ReflectionItem:
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
    """All that the inspectors show of one debate. `derived`: the format keeps no ledger; it was made from points.
    `shifts`: by the message that shifted; `rooms`: the names of crux rooms by their paths."""

    participants: tuple[Participant, ...] = ()
    aspects: tuple[AspectItem, ...] = ()
    claims: tuple[ClaimItem, ...] = ()
    standings: tuple[StandingItem, ...] = ()
    cards: tuple[CardItem, ...] = ()
    rooms: tuple[RoomItem, ...] = ()
    records: tuple[RecordItem, ...] = ()
    reflections: tuple[ReflectionItem, ...] = ()
    shifts: dict[str, tuple[ShiftItem, ...]] = field(default_factory=dict)
    derived: bool = False

    @property
    def said(self) -> bool:
        """Whether there is anything on the board yet."""
        return bool(self.standings or self.claims)
