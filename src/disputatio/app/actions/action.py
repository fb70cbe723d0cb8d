"""What an action is, and the actions of the application as a whole.

The window imports this before it has shown anything: nothing here may need the debates or what keeps them.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, Generic, Literal, TypeVar

from disputatio.debate.values import value
from disputatio.debate.wording import spoken, tr

I = TypeVar("I", covariant=True)  # noqa: E741  an intent

Where = Literal["anywhere", "debate", "turn", "claim", "bin"]
"""Where an action is chosen: anywhere, on the debate that is shown, on one of its turns or claims, or on a debate that
is in the bin."""


@spoken("title")
@value
class Action(Generic[I]):
    """`does` is the intent that every face carries out. `keys` are written as people write them; the first is shown.
    `command` is what the command line calls it, with the option that means it; "" where only the window has it.
    `asks`: the window asks for something first."""

    id: str
    title: str
    does: I
    keys: tuple[str, ...] = ()
    command: str = ""
    on: Where = "anywhere"
    asks: bool = False

    @property
    def label(self) -> str:
        """The label in a menu, with three dots if a question comes first."""
        return f"{self.title}…" if self.asks else self.title

    @property
    def group(self) -> str:
        """The heading under which the list of keys has it."""
        return tr("Window") if self.on in ("anywhere", "bin") else tr("Debate")

    @property
    def hint(self) -> str:
        """The title, and the key that does the same."""
        return f"{self.title} ({self.keys[0]})" if self.keys else self.title

    @property
    def tip(self) -> str:
        """What a tip says where the title can be read already: nothing, unless there is a key."""
        return self.hint if self.keys else ""


class Task(Enum):
    """An action of the application as a whole."""

    ASK = auto()
    EXAMPLES = auto()
    OPEN_REPOSITORY = auto()
    IMPORT = auto()
    SEARCH = auto()
    SETTINGS = auto()
    HELP = auto()
    EMPTY_BIN = auto()


ASK: Final = Action(id="new", title="New debate", does=Task.ASK, keys=("Ctrl+N",), command="debate")
EXAMPLES: Final = Action(
    id="examples", title="Watch a recorded debate", does=Task.EXAMPLES, command="examples", asks=True
)
OPEN_REPOSITORY: Final = Action(
    id="open-repository",
    title="Open a repository",
    does=Task.OPEN_REPOSITORY,
    keys=("Ctrl+O",),
    command="repo",
    asks=True,
)
IMPORT: Final = Action(
    id="import", title="Import a debate", does=Task.IMPORT, keys=("Ctrl+Shift+I",), command="import", asks=True
)
SEARCH: Final = Action(
    id="search", title="Search everything", does=Task.SEARCH, keys=("Ctrl+Shift+F",), command="search"
)
SETTINGS: Final = Action(id="settings", title="Settings", does=Task.SETTINGS, keys=("Ctrl+,",), command="settings")
HELP: Final = Action(id="help", title="Help", does=Task.HELP, keys=("F1",), command="--help")
EMPTY_BIN: Final = Action(
    id="empty-bin", title="Empty the debate bin", does=Task.EMPTY_BIN, command="bin empty --debates"
)

APPLICATION: Final[tuple[Action[Task], ...]] = (
    ASK,
    EXAMPLES,
    OPEN_REPOSITORY,
    IMPORT,
    SEARCH,
    SETTINGS,
    HELP,
    EMPTY_BIN,
)
