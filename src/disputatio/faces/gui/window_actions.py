"""What only a window has to offer, in the form of `app.actions`; the places that it can show, as typed values; and the
shortcuts of all actions.

It is there before the first picture, and knows of debates by type alone: `gui.debate.intents` has what is done
with one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any, Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from disputatio.app.actions.action import APPLICATION, Action, Task
from disputatio.debate.values import value
from disputatio.debate.wording import tr

PageName = Literal["debates", "library", "repository", "personas", "memory", "branch", "source"]
InspectorName = Literal[
    "overview", "ledger", "claims", "cards", "reflections", "evidence", "context", "memory", "run", "layers"
]
ViewName = Literal["transcript", "phases", "columns", "charts", "code", "record", "result"]
WHOLE: Final[tuple[ViewName, ...]] = ("result", "phases", "code", "record")
"""The views that need all the width: the inspectors give way to them."""
Thing = Literal["", "project", "note", "document", "insight", "debate", "open", "search"]
"""What a page can be opened at: one of its things, a search for the text that is its id, or "" for where it stood."""


# ---- where a person can be -----------------------------------------------------------------------------------------
@value
class ShowStart:
    """The screen on which a question is asked."""


@value
class ShowDebate:
    """A debate, perhaps at the turn of that path, and at words in it."""

    id: str
    turn: str = ""
    words: str = ""


@value
class ShowPage:
    """A page, perhaps at one of its things."""

    page: PageName
    kind: Thing = ""
    id: str = ""


@value
class ShowView:
    """What fills the pane of the debate that is shown: what was said in it, one after the other, side by side or phase
    by phase, or what it came to."""

    view: ViewName


@value
class ShowSettings:
    """The settings, at one of their pages."""

    page: str


@value
class ShowInspector:
    """An inspector beside the debate that is shown; `toggle`: where it is open already, the panel is hidden. `key`: the
    statement at which it is opened."""

    name: InspectorName
    toggle: bool = False
    key: str = ""


Place = ShowStart | ShowDebate | ShowPage
"""What fills the middle of the window: also where a person came from, and goes back to."""


@value
class PageKind:
    """`icon` and `title` make the button in the sidebar and the entry of the palette; the first of `keys` is shown."""

    name: PageName
    title: str
    icon: str
    keys: tuple[str, ...] = ()


PAGES: tuple[PageKind, ...] = (
    PageKind(name="debates", title=tr("Debates"), icon="chat", keys=("Ctrl+Shift+D",)),
    PageKind(name="library", title=tr("Library"), icon="book", keys=("Ctrl+B",)),
    PageKind(name="repository", title=tr("Repositories"), icon="repository", keys=("Ctrl+Shift+O",)),
    PageKind(name="personas", title=tr("Personas"), icon="user"),
    PageKind(name="memory", title=tr("Memory"), icon="memory", keys=("Ctrl+Shift+M",)),
)
"""The pages that the sidebar and the palette offer; their makers are in `shell.factory`."""


# ---- what can be wanted of the window --------------------------------------------------------------------------------
class Do(Enum):
    PALETTE = auto()
    THEME = auto()
    INSPECTORS = auto()
    SIDEBAR = auto()
    BESIDE = auto()
    ALONE = auto()
    OTHER_ALONE = auto()
    NEXT_REGION = auto()
    REGION_BEFORE = auto()
    FULL_SCREEN = auto()
    SHORTCUTS = auto()
    PROVIDERS = auto()
    QUIT = auto()


WindowIntent = Task | Do | ShowStart | ShowDebate | ShowPage | ShowSettings | ShowInspector

PALETTE: Final = Action(id="palette", title="Commands and debates", does=Do.PALETTE, keys=("Ctrl+K", "Ctrl+Shift+P"))
THEME: Final = Action(id="theme", title="Light or dark", does=Do.THEME, keys=("Ctrl+Shift+T",))
SIDEBAR: Final = Action(id="sidebar", title="Show or hide the sidebar", does=Do.SIDEBAR, keys=("F8",))
INSPECTORS: Final = Action(id="inspectors", title="Show or hide the inspectors", does=Do.INSPECTORS, keys=("F9",))
BESIDE: Final = Action(
    id="beside", title="Show another debate beside this one", does=Do.BESIDE, keys=("F7",), on="debate", asks=True
)
ALONE: Final = Action(id="alone", title="Show this debate alone", does=Do.ALONE, keys=("Shift+F7",), on="debate")

WINDOW: Final[tuple[Action[WindowIntent], ...]] = (
    *APPLICATION,
    PALETTE,
    THEME,
    SIDEBAR,
    INSPECTORS,
    BESIDE,
    ALONE,
    Action(id="region", title="Next region", does=Do.NEXT_REGION, keys=("F6",)),
    Action(id="region-before", title="Previous region", does=Do.REGION_BEFORE, keys=("Shift+F6",)),
    Action(id="full-screen", title="Full screen", does=Do.FULL_SCREEN, keys=("F11",)),
    Action(id="shortcuts", title="Keyboard shortcuts", does=Do.SHORTCUTS, keys=("Ctrl+/",)),
    Action(id="providers", title="Providers and keys", does=Do.PROVIDERS),
    Action(id="quit", title="Quit", does=Do.QUIT, keys=("Ctrl+Q",)),
)
"""Pages and inspectors add theirs: see `PAGES` and `shell.inspectors`."""

ELSEWHERE: Final[tuple[tuple[str, str, str], ...]] = (
    (tr("Window"), tr("Next, previous control"), tr("Tab, Shift+Tab")),
    (tr("Window"), tr("Choose in a group, a list or a chart"), tr("Arrow keys")),
    (tr("Window"), tr("Menu of the focused item"), "Shift+F10, Menu"),
    (tr("Window"), tr("Show whole what is cut off"), "Shift+F1"),
    (tr("Window"), tr("Move the focused debate to the bin (in the sidebar)"), tr("Del")),
    (tr("Window"), tr("Close a dialog or a search, go back"), tr("Esc")),
    (tr("Window"), tr("From the search to what it found"), tr("Down")),
    (tr("Window"), tr("Undo, while that is offered"), "Ctrl+Z"),
    (tr("Library"), tr("New note, or what the list has"), "Ctrl+N"),
    (tr("Library"), tr("Search the library"), "Ctrl+F"),
    (tr("Library"), tr("Save a note or document at once"), "Ctrl+S"),
    (tr("Charts"), tr("Larger, smaller, as it was (argument map)"), "+, -, 0"),
    (tr("Charts"), tr("From a statement to related ones, and back"), tr("Right, Left")),
    (tr("Charts"), tr("Show the chosen statement in the ledger"), tr("Enter")),
    (tr("Debate"), tr("Stop now (in the debate)"), tr("Esc")),
    (tr("Transcript"), tr("Next or previous message"), tr("Alt+Down, Alt+Up")),
    (tr("Transcript"), tr("Next or previous round"), tr("Alt+PgDown, Alt+PgUp")),
    (tr("Transcript"), tr("Follow the end"), tr("End")),
    (tr("Transcript"), tr("Copy the message as Markdown"), "Ctrl+Shift+C"),
    (tr("Transcript"), tr("Larger, smaller, usual size"), "Ctrl++, Ctrl+-, Ctrl+0"),
    (tr("Transcript"), tr("Next citation badge, open its source"), tr("Tab, Enter")),
    (tr("Source"), tr("Back to where you came from"), tr("Esc")),
    (tr("Source"), tr("Previous, next source"), tr("Alt+Left, Alt+Right")),
    (tr("Source"), tr("Copy path and line"), "Ctrl+Shift+C"),
    (tr("Source"), tr("Find in the file, next match"), tr("Ctrl+F, F3")),
    (tr("Source"), tr("History of the file"), "Ctrl+H"),
    (tr("Source"), tr("Who wrote each line"), "Ctrl+Shift+A"),
    (tr("Writing"), tr("Send"), tr("Enter")),
    (tr("Writing"), tr("New line"), "Shift+Enter"),
    (tr("Writing"), tr("Earlier messages"), tr("Up, Down")),
)
"""Keys that work inside one place only: group, what, keys."""


KEYED: Final = 8
"""Inspectors that have a key."""


def of_page(page: PageName, title: str, keys: tuple[str, ...]) -> Action[ShowPage]:
    return Action(id=f"page-{page}", title=title, does=ShowPage(page=page), keys=keys)


def of_inspector(place: int, name: InspectorName, title: str) -> Action[ShowInspector]:
    """Return the action that shows an inspector; the first eight have a key, since Alt+9 shows the result."""
    keys = (f"Alt+{place + 1}",) if place < KEYED else ()
    does = ShowInspector(name=name, toggle=True)
    return Action(
        id=f"inspector-{name}", title=tr("Inspector: {title}").format(title=title), does=does, keys=keys, on="debate"
    )


def shortcut(action: Action[object]) -> str:
    """Return the first key of an action, as this computer writes it; "" where it has none."""
    return QKeySequence(action.keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if action.keys else ""


def install(window: QWidget, actions: Sequence[Action[Any]], do: Callable[[Action[Any]], object]) -> None:
    """Make their shortcuts work anywhere in the window."""
    for each in actions:
        if not each.keys:
            continue
        made = QAction(each.title, window)
        made.setShortcuts([QKeySequence(keys) for keys in each.keys])
        made.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        made.triggered.connect(lambda _checked=False, which=each: do(which))
        window.addAction(made)
