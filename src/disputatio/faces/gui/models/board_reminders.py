"""What the inspector of the memory shows: what was brought into a debate, and why."""

from __future__ import annotations

from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Place
from disputatio.faces.gui.models.board_memory import WhyItem
from disputatio.faces.gui.models.lists import RowItem


@value
class OccasionItem:
    """One time that it came up: for whom and when, what was looked for, why it was that, who read it."""

    words: str
    sought: str
    why: WhyItem
    who: Participant | None = None
    read: tuple[Place, ...] = ()


@value
class ReminderItem:
    """`group`: "established", "settled" or "course". `insight`: its id in the memory, "" for what is of a debate's
    course. `origin`: the debate that it comes from, "" for this one or one that was erased. `audience`: who read it, in
    words. `occasions`: the newest first."""

    key: str
    row: RowItem
    group: str
    chip: str
    tone: Tone
    sure: str = ""
    insight: str = ""
    origin: str = ""
    origin_title: str = ""
    audience: str = ""
    occasions: tuple[OccasionItem, ...] = ()
    repeated: tuple[Place, ...] = ()
    left_out: str = ""
