"""What can be done with a debate: every intent as a typed value, when it is possible and why not, and the table that
gives each action its name, title and keys.

A command of the rules is an intent as it is. Where an intent leaves a field empty, the face that carries it out asks
the person for it, each in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from disputatio.app.actions.action import Action
from disputatio.app.debates.replies import answer as read_answer
from disputatio.debate.decide.approvals import NOTHING_WAITS
from disputatio.debate.decide.decide import decide, require_hearer
from disputatio.debate.decide.extensions import look
from disputatio.debate.decide.hindsight import UNKNOWN
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block
from disputatio.debate.ids import seat_of, step_of
from disputatio.debate.log.commands import (
    Answer,
    Close,
    Command,
    Continue,
    Extend,
    Interject,
    Leave,
    Mark,
    OpenRoom,
    Pause,
    Retry,
    Review,
    Rule,
    SetOption,
    Skip,
    Swap,
    Synthesise,
)
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate, over_budget
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.values import value
from disputatio.debate.views.status import open_to_people
from disputatio.debate.walk.gates import is_gate, open_gates
from disputatio.debate.wording import tr
from disputatio.exporting.formats import Kind
from disputatio.prompting.contracts import contract_of

CAPS: Final = ("max_cost", "max_tokens", "max_turns", "max_minutes")
LEAST_MINUTES: Final = 1
"""To which a cap of minutes is raised at least."""
_MINUTES: Final = re.compile(r"\((\d{1,9}(?:\.\d{1,9})?) of (\d{1,9}(?:\.\d{1,9})?) minutes")
"""What was debated, and the cap then, in the reason of the runner; a log may come from elsewhere."""
NOT_YOUR_TURN: Final = "It is not your turn in this debate."


# ---- what can be wanted --------------------------------------------------------------------------------------------
@value
class Again:
    """Ask again for the turn at a path. Without a path: for what failed, or else for what was given up last."""

    path: str = ""


@value
class RaiseCap:
    """Raise the limit that stopped the debate, and continue."""


@value
class Conclude:
    """Have the synthesis written: of a debate that is over, or of one that waits at a limit, which ends it there."""


@value
class Say:
    """Say something to everybody; `to` names a seat that is asked to answer."""

    text: str = ""
    to: str = ""


@value
class ChangeModel:
    """Give a seat or a service another model."""

    seat: str = ""
    model: str = ""


@value
class Fork:
    """Start a new debate from what was said up to a turn or an event of the log, or else from all of it."""

    turn: str = ""
    at: int = 0


@value
class Export:
    """Write the debate to a file; the window asks for format and place where none is given."""

    kind: Kind = "markdown"
    file: str = ""


@value
class SaveNote:
    """Keep the final text as a note."""


@value
class SaveDocument:
    """Keep the final text as a document."""


@value
class Rename:
    title: str = ""


@value
class Discard:
    """Put the debate into the bin. `insights`: also forget what was learnt from it."""

    insights: bool = False


@value
class Restore:
    """Take the debate out of the bin."""


@value
class ShowBranch:
    """Show the branch that the debate keeps in its repository, and the changes that were proposed."""


@value
class Later:
    """Put aside what waits for approval: it goes on waiting, and the debate can be read meanwhile."""


@value
class ShowRequests:
    """Show what was sent to the models for a turn."""

    turn: str = ""


@value
class CheckRecord:
    """Say whether what is kept of the debate is what was recorded (app.audit)."""


Steering = Command | Again | RaiseCap | Conclude | Say | ChangeModel
"""Intents that become commands to the rules."""
Errand = Fork | Export | SaveNote | SaveDocument | Rename | Discard | Restore | ShowBranch | ShowRequests | CheckRecord
"""Intents that act on the debate from outside."""
Intent = Steering | Errand | Later


# ---- when it is possible -------------------------------------------------------------------------------------------
def obstacle(debate: Debate, intent: Intent) -> Refused | None:
    """Return why this cannot be done now, with what can be done instead; None where it can. Of an intent that leaves a
    field empty: whether there is anything that the field could name."""
    try:
        _check(debate, intent)
    except Refused as refused:
        return refused
    return None


def _check(debate: Debate, intent: Intent) -> None:  # noqa: C901  one line or two for each intent
    """Refuse an intent that has no place now. Raises Refused."""
    if debate.status == "idle":
        raise Refused("This debate has not been opened.", "Start it first.")
    match intent:
        case Fork() | Export() | Rename() | Restore() | ShowRequests() | CheckRecord():
            return
        case Discard():
            if debate.status == "debating":
                raise still_running()
        case Later():
            if not open_gates(debate):
                raise Refused(NOTHING_WAITS, "See what is waiting for you.")
        case SaveNote() | SaveDocument():
            if not is_concluded(debate):
                raise Refused("There is no synthesis yet.", "It is written when the debate ends.")
        case ShowBranch():
            if debate.context.kind != "repository":
                raise Refused("This debate is not about a repository, so it has no branch.")
        case Pause():
            decide(debate, intent)
            if debate.status != "debating" and not (intent.now and debate.asked):
                raise Refused("Nothing is running.", "Continue the debate, or end it.")
        case Say(text=""):
            require_hearer(debate, intent.to)
        case Conclude():
            require_all(debate, orders(debate, intent))
        case _ if (lacking := _lacking(debate, intent)) is not None:
            if lacking:
                raise Refused(lacking)
        case _:
            for command in orders(debate, intent)[:1]:  # those after it follow from it
                decide(debate, command)


def require_all(debate: Debate, commands: Sequence[Command]) -> None:
    """Refuse orders before a debate is opened, because opening an interrupted one makes it go on. Raises Refused."""
    for command in commands:
        debate = fold(decide(debate, command), debate)


def still_running() -> Refused:
    """What is said where a debate that is running is to go into the bin."""
    return Refused("This debate is running.", "Stop it first, then move it to the bin.")


def _lacking(debate: Debate, intent: Steering) -> str | None:
    """Of an intent that leaves out what it is about: why there is nothing that it could be about, "" where there is
    something. None for an intent that says what it is about."""
    match intent:
        case Skip(path=""):
            open_ = bool(debate.failed) or any(not debate.waits_at(path, seat_of(path)) for path in debate.asked)
            return "" if open_ else tr("No turn is under way, and none has failed.")
        case Review(path="", approved=False, reason=""):
            return "" if open_gates(debate) else NOTHING_WAITS
        case Answer(path=""):
            return "" if turns_of_people(debate) else tr(NOT_YOUR_TURN)
        case OpenRoom(claim=""):
            return "" if claims_of(look(debate).past) else tr("This debate has no claims yet.")
        case Rule(point=""):
            return "" if statements_of(look(debate).past) else tr("Nothing has been stated in this debate yet.")
        case Mark(right=()):
            decide(debate, Mark(right=(UNKNOWN,)))
            return ""
        case SetOption(name="") | Swap(seat="") | ChangeModel(seat="") | ChangeModel(model=""):
            return ""
        case _:
            return None


def orders(debate: Debate, intent: Steering) -> tuple[Command, ...]:
    """Return the commands that an intent comes to in the debate as it stands, in order. Raises Refused where there is
    nothing that it could mean."""
    match intent:
        case Again():
            return (Retry(path=intent.path or _failed(debate)),)
        case RaiseCap():
            if (order := higher_cap(debate)) is None:
                raise Refused("This debate is not waiting at a limit.")
            return order, Continue()
        case Conclude():
            if debate.status != "paused" or debate.reason != "budget":
                return (Synthesise(),)
            order = higher_cap(debate)  # what closes the debate is asked of models, too
            return (*([order] if order is not None else []), Close(why=debate.why), Synthesise())
        case Say():
            return (Interject(text=intent.text, to=intent.to),)
        case Answer(path=""):
            return (read_answer(debate, _turn_of_person(debate), intent.text),)
        case ChangeModel():
            return (Swap(seat=intent.seat, model=intent.model),)
        case (
            Continue()
            | Pause()
            | Leave()
            | Close()
            | Interject()
            | Answer()
            | Review()
            | Skip()
            | Retry()
            | SetOption()
            | Swap()
            | Extend()
            | Synthesise()
            | Rule()
            | Mark()
            | OpenRoom()
        ):
            return (intent,)
        case _:
            assert_never(intent)


def turns_of_people(debate: Debate) -> list[str]:
    """Return the paths at which a person is to speak; an approval is no speech."""
    return [path for path in open_to_people(debate) if not is_gate(debate, path)]


def _turn_of_person(debate: Debate) -> str:
    """Return the first of those paths. Raises Refused."""
    if not (turns := turns_of_people(debate)):
        raise Refused(NOT_YOUR_TURN, "To tell everybody something, say it without being asked.")
    return turns[0]


def _failed(debate: Debate) -> str:
    """Return the path of the turn that failed, or else of the one given up last. Raises Refused."""
    if debate.failed:
        return next(iter(debate.failed))
    if debate.abstained:
        return next(reversed(list(debate.abstained)))
    raise Refused("No turn of this debate has failed.", "To ask for a completed turn again, fork the debate.")


def higher_cap(debate: Debate) -> SetOption | None:
    """Return twice the cap that was reached, or as often twice as it takes to be above what is spent; None where no cap
    holds the debate. Minutes are counted by the runner, which says in its reason how many there were."""
    if debate.status != "paused" or debate.reason != "budget":
        return None
    name = next((each for each in CAPS if f"option {each}" in debate.why), "")
    cap = debate.options.get(name)
    if isinstance(cap, bool) or not isinstance(cap, (int, float)) or cap <= 0:
        return None
    timed = name == "max_minutes"
    told = _MINUTES.search(debate.why) if timed else None
    minutes = max(float(told[1]), float(told[2])) if told else cap if timed else 0
    if not over_budget(debate.spent, {name: cap}) and minutes < cap:
        return None  # somebody raised it since
    cap = max(2 * cap, LEAST_MINUTES) if timed else 2 * cap
    while over_budget(debate.spent, {name: cap}) or cap <= minutes:
        cap *= 2
    return SetOption(name=name, value=cap)


def is_concluded(debate: Debate) -> bool:
    """Return whether the debate has its final text: a synthesis or an artifact."""
    added = (block for blocks in debate.splices.values() for block in blocks)
    steps = {name for block in (debate.format.body, *added) for name in _final(block)}
    return any(name in path and step_of(path) == name for name in steps for path in debate.replies)


def _final(block: Block) -> Iterator[str]:
    """Yield the names of the steps that make a final text."""
    if contract_of(block.gives).final:
        yield block.name
    for child in block.do:
        yield from _final(child)


# ---- the actions ---------------------------------------------------------------------------------------------------
CONTINUE: Final = Action(
    id="continue", title="Continue", does=Continue(), keys=("Ctrl+Return",), command="resume", on="debate"
)
PAUSE: Final = Action(
    id="pause", title="Pause after this turn", does=Pause(), keys=("Ctrl+.",), command="stop", on="debate"
)
STOP_NOW: Final = Action(
    id="stop-now",
    title="Stop now",
    does=Pause(why="stopped by you", now=True),
    keys=("Ctrl+Shift+.",),
    command="stop --now",
    on="debate",
)
RETRY: Final = Action(
    id="retry", title="Retry the failed turn", does=Again(), keys=("Ctrl+R",), command="retry", on="debate"
)
RAISE_CAP: Final = Action(id="raise", title="Raise the limit and continue", does=RaiseCap(), command="set", on="debate")
EXTEND: Final = Action(id="extend", title="Extend by a round", does=Extend(), command="extend", on="debate")
SYNTHESISE: Final = Action(
    id="synthesise", title="Write a synthesis", does=Conclude(), command="synthesise", on="debate"
)
END: Final = Action(id="end", title="End the debate", does=Close(), command="stop --end", on="debate")
SAY: Final = Action(id="interject", title="Say something", does=Say(), command="say", on="debate", asks=True)
SAVE_NOTE: Final = Action(
    id="save-note",
    title="Save as note",
    does=SaveNote(),
    keys=("Ctrl+S",),
    command="note add --from-debate",
    on="debate",
    asks=True,
)
SAVE_DOCUMENT: Final = Action(
    id="save-document",
    title="Save as document",
    does=SaveDocument(),
    command="document add --from-debate",
    on="debate",
    asks=True,
)
EXPORT: Final = Action(
    id="export", title="Export", does=Export(), keys=("Ctrl+Shift+E",), command="export", on="debate", asks=True
)
FORK: Final = Action(
    id="fork", title="Fork this debate", does=Fork(), keys=("Ctrl+Shift+B",), command="fork", on="debate"
)
BRANCH: Final = Action(
    id="branch",
    title="Branch and proposed changes",
    does=ShowBranch(),
    keys=("Ctrl+Shift+G",),
    command="branch",
    on="debate",
)
CHECK_RECORD: Final = Action(
    id="audit", title="Check the record", does=CheckRecord(), command="audit verify", on="debate"
)
CHANGE_MODELS: Final = Action(
    id="models", title="Change models", does=ChangeModel(), command="swap", on="debate", asks=True
)
RENAME: Final = Action(
    id="rename", title="Rename the debate", does=Rename(), keys=("F2",), command="rename", on="debate"
)
DISCARD: Final = Action(id="bin", title="Move to the bin", does=Discard(), command="delete", on="debate")
RESTORE: Final = Action(id="restore", title="Restore", does=Restore(), command="undelete", on="bin")
APPROVE: Final = Action(
    id="approve",
    title="Approve the next step",
    does=Review(approved=True),
    command="gates approve",
    on="debate",
    asks=True,
)
REJECT: Final = Action(
    id="reject",
    title="Reject the next step",
    does=Review(approved=False),
    command="gates reject",
    on="debate",
    asks=True,
)
LATER: Final = Action(id="later", title="Decide later", does=Later(), on="debate")
ANSWER: Final = Action(id="answer", title="Answer", does=Answer(path="", text=""), command="answer", on="turn")
SKIP: Final = Action(id="skip", title="Skip this turn", does=Skip(path=""), on="turn")
REQUESTS: Final = Action(
    id="sent", title="Show the request", does=ShowRequests(), command="show --requests", on="turn", asks=True
)
RULE: Final = Action(id="rule", title="Settle it yourself", does=Rule(point="", status=""), command="rule", on="claim")
MARK: Final = Action(
    id="mark", title="Mark what turned out to be right", does=Mark(right=()), command="mark", on="debate", asks=True
)
OPEN_ROOM: Final = Action(id="room", title="Open a crux room", does=OpenRoom(claim=""), command="room", on="claim")

DEBATE: Final[tuple[Action[Intent], ...]] = (
    *(CONTINUE, PAUSE, STOP_NOW, RETRY, RAISE_CAP, EXTEND, SYNTHESISE, END, SAY),
    *(SAVE_NOTE, SAVE_DOCUMENT, EXPORT, CHECK_RECORD, FORK, BRANCH, CHANGE_MODELS, RENAME, DISCARD, RESTORE),
    *(APPROVE, REJECT, LATER, ANSWER, SKIP, REQUESTS, RULE, MARK, OPEN_ROOM),
)
