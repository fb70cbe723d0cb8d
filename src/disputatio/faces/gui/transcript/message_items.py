"""What a card of the transcript shows, as one value: texts, badges, look-ups, and what can be done with it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Literal

from disputatio.debate.values import value
from disputatio.debate.views.labels import Glyph, Tone
from disputatio.debate.wording import tr
from disputatio.faces.gui.window_actions import ShowDebate, ShowInspector, ShowView

if TYPE_CHECKING:
    from disputatio.debate.views.citations import Status

State = Literal["question", "waiting", "streaming", "done", "partial", "failed", "note"]
"""`question`: what is debated; `waiting` for a person, a limit or a gate; `partial`: broken off, what came is kept;
`note`: a line of the record."""


class MessageAction(Enum):
    """What can be done with a message: the words and the icon of each action."""

    COPY = tr("Copy as Markdown"), "copy"
    RETRY = tr("Retry"), "retry"
    CHANGE_KEY = tr("Change the key…"), "key"
    CHANGE_MODEL = tr("Change model…"), "swap"
    SKIP = tr("Skip this turn"), "skip"
    FORK = tr("Fork from here"), "fork"
    INTERJECT = tr("Interject after this"), "interject"
    SHOW_SENT = tr("Show request…"), "send"
    COPY_REQUEST = tr("Copy request"), "copy"

    def __init__(self, label: str, icon: str) -> None:
        self.label, self.icon = label, icon


@value
class ActOn:
    """An action is wanted of the message with that key."""

    key: str
    action: MessageAction


@value
class Badge:
    """A small mark under a message: words, and how they are meant. `opens` names what a click on it shows, or is it."""

    text: str
    tone: Tone = "plain"
    hint: str = ""
    opens: Literal["", "context", "evidence", "ledger", "result"] | ShowDebate = ""

    @property
    def intent(self) -> ShowDebate | ShowInspector | ShowView | None:
        """Return what a click on it shows."""
        match self.opens:
            case "":
                return None
            case "result":
                return ShowView(view="result")
            case ShowDebate():
                return self.opens
            case _:
                return ShowInspector(name=self.opens)


@value
class Mark:
    """One citation in the text of a message. `number` counts the citations of the turn from 0; `start` and `end` are
    places in the message's text; `label` is the citation, `hint` what came of the check."""

    number: int
    start: int
    end: int
    status: Status
    label: str
    hint: str


@value
class LookUp:
    """Something that a turn looked up, or a command that `ran`: what it did in words, and what came back. All of it is
    untrusted."""

    words: str
    state: Literal["running", "done", "failed"] = "done"
    took: str = ""
    result: str = ""
    ran: bool = False


@value
class MessageItem:
    """One card. `key` never changes; everything else may, by `Transcript.update`.

    `colour` is a key or "#RRGGBB" (`theme.identity`). `offers` are the actions behind the message's buttons and menu,
    `remedies` those of its notice (failed and waiting messages). `text` is Markdown and is never altered. `citations`
    are those of the text that were checked. `section` is the name of its stretch of the debate where that is no round;
    `room`: it was said in a crux room, which only its two sides hear. `lookups`: what it looked up, in order. `lines`:
    how many are shown until a person asks for all of them; 0 where nothing is folded.
    """

    key: str
    author: str
    role: str = ""
    glyph: Glyph = "circle"
    colour: str = "slate"
    model: str = ""
    chip: str = ""
    round: int = 0
    time: str = ""
    text: str = ""
    state: State = "done"
    footer: str = ""
    notice: str = ""
    details: str = ""
    remedies: tuple[MessageAction, ...] = ()
    offers: tuple[MessageAction, ...] = (MessageAction.RETRY, MessageAction.FORK, MessageAction.INTERJECT)
    badges: tuple[Badge, ...] = ()
    citations: tuple[Mark, ...] = ()
    section: str = ""
    room: bool = False
    lookups: tuple[LookUp, ...] = ()
    lines: int = 0

    @property
    def heading(self) -> str:
        """Return what stands above the first message of a stretch; "" where it goes on with what is above."""
        return self.section or (tr("Round {round}").format(round=self.round) if self.round else "")

    @property
    def place(self) -> str:
        """Return author and round, as one would say them."""
        place = (
            tr("{author}, round {round}").format(author=self.author, round=self.round) if self.round else self.author
        )
        return tr("{place}, in a crux room").format(place=place) if self.room else place


@value
class Ahead:
    """A message that is there, and whose card is made as soon as somebody needs it: its key, and about what it says."""

    key: str
    text: str
