"""What can be done with the debate that is shown: the intents of `app.actions.debates`, and those that only a window
has. Needs the rules, and is imported once the application is open."""

from __future__ import annotations

from typing import Final, Literal

from disputatio.app.actions import debates
from disputatio.app.actions.action import Action
from disputatio.app.actions.debates import Errand, Steering, obstacle
from disputatio.debate.log.commands import Mark
from disputatio.debate.log.state import Debate
from disputatio.debate.values import value
from disputatio.debate.views.phases import stages_of
from disputatio.debate.wording import tr
from disputatio.faces.gui.window_actions import ShowView, WindowIntent


@value
class CopyFinal:
    """The final text to the clipboard."""


@value
class Find:
    """Find in the transcript: open the field (0), or go to the next place (1) or the one before (-1)."""

    step: Literal[-1, 0, 1] = 0


@value
class ShowSource:
    """The source of a citation, by its number in the turn."""

    turn: str
    number: int


@value
class ShowChanges:
    """Changes that were proposed, as a diff, with what it is about."""

    diff: str
    title: str


@value
class SaveVersion:
    """Keep a version of the code as a document."""

    number: int


@value
class CommitVersion:
    """Commit a version of the code to the branch of the debate."""

    number: int


@value
class ReplaceModel:
    """Another model for the seat of a turn that failed, and on."""

    turn: str


OfPane = Steering | Find | ShowView | debates.Later
"""What the pane of a debate does itself; of a change of models, what was chosen."""
OfErrands = (
    Errand
    | debates.ChangeModel
    | Mark
    | CopyFinal
    | ShowSource
    | ShowChanges
    | SaveVersion
    | CommitVersion
    | ReplaceModel
)
"""What is done with the debate from outside (shell.debate_errands)."""
OfWindow = OfErrands | WindowIntent
"""What the pane asks the window for."""
Intent = OfPane | OfWindow

COPY_FINAL: Final = Action(id="copy-final", title="Copy the final text", does=CopyFinal(), on="debate")
CHARTS: Final = Action(
    id="charts", title="Show the charts", does=ShowView(view="charts"), keys=("Ctrl+Alt+G",), on="debate"
)
CODE: Final = Action(
    id="code", title="Show the versions of code", does=ShowView(view="code"), keys=("Ctrl+Alt+V",), on="debate"
)

RECORD: Final = Action(
    id="record",
    title="Show the record",
    does=ShowView(view="record"),
    keys=("Ctrl+Alt+R",),
    command="audit show",
    on="debate",
)

FIND: Final = Action(id="find", title="Find in this debate", does=Find(), keys=("Ctrl+F",), on="debate", asks=True)

RESULT: Final = Action(id="result", title="Show the result", does=ShowView(view="result"), keys=("Alt+9",), on="debate")
TRANSCRIPT: Final = Action(
    id="transcript", title="Show the transcript", does=ShowView(view="transcript"), keys=("Alt+0",), on="debate"
)

COLUMNS: Final = Action(
    id="columns", title="Show the turns side by side", does=ShowView(view="columns"), keys=("Ctrl+Alt+C",), on="debate"
)

PHASES: Final = Action(
    id="phases", title="Show the phases", does=ShowView(view="phases"), keys=("Ctrl+Alt+P",), on="debate"
)
NO_PHASES: Final = tr("This format has no phases.")

ACTIONS: Final[tuple[Action[Intent], ...]] = (
    *debates.DEBATE,
    COPY_FINAL,
    RESULT,
    PHASES,
    TRANSCRIPT,
    COLUMNS,
    CHARTS,
    CODE,
    RECORD,
    FIND,
    Action(id="find-next", title="Next match", does=Find(step=1), keys=("F3",), on="debate"),
    Action(id="find-before", title="Previous match", does=Find(step=-1), keys=("Shift+F3",), on="debate"),
)
OFFERED: Final = tuple(each for each in ACTIONS if each.on == "debate")
"""What shortcuts and the palette offer; the rest is offered where its turn, claim or line is."""

ICONS: Final = {
    "continue": "play",
    "pause": "pause",
    "stop-now": "stop-now",
    "retry": "retry",
    "raise": "play",
    "extend": "plus",
    "synthesise": "scale",
    "end": "stop",
    "save-note": "note",
    "save-document": "book",
    "copy-final": "copy",
    "export": "export",
    "audit": "shield",
    "fork": "fork",
    "branch": "commit",
    "mark": "check",
    "models": "swap",
    "find": "search",
    "result": "note",
    "transcript": "chat",
    "phases": "phases",
    "columns": "panel-left",
    "charts": "chart",
    "code": "file",
    "record": "shield",
    "bin": "trash",
    "restore": "retry",
    "new": "chat",
    "approve": "gate",
    "reject": "close",
    "later": "clock",
}
"""The sign of an action on a button or in a menu, by its id."""

STEERING: Final = tuple(each for each in debates.DEBATE if each.on == "debate" and isinstance(each.does, Steering))
"""Whether these are possible is asked of the rules, which in a long debate takes a while."""
QUICK: Final = tuple(each for each in OFFERED if each not in (*STEERING, COPY_FINAL))
"""The others. They are told apart once: comparing each with each took longer than asking."""


def refusals(debate: Debate) -> dict[str, str]:
    """Return why each of `STEERING` cannot be done now, by its id; "" for what can."""
    return {each.id: _why(debate, each.does) for each in STEERING}


def why_not(debate: Debate) -> dict[str, str]:
    """Return the same of all others, at once. Whether there is a final text is looked up but once: in a long debate
    that takes a while."""
    found = {each.id: _why(debate, each.does) for each in QUICK}
    found[PHASES.id] = "" if stages_of(debate.format) else NO_PHASES
    return found | {COPY_FINAL.id: found[debates.SAVE_NOTE.id]}


def _why(debate: Debate, intent: Intent) -> str:
    found = obstacle(debate, intent) if isinstance(intent, Steering | Errand | debates.Later) else None
    return found.user_message if found is not None else ""
