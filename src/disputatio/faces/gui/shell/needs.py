"""What needs the person, over all debates: the group on top of the sidebar, and the notification of what happens behind
another window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOption, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import icons, layouts, phrases, theme
from disputatio.faces.gui.kit.buttons import Pressable
from disputatio.faces.gui.kit.labels import breakable, caption, tip

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.app.debates.needs import Need

SETTLE: Final = 250
"""Milliseconds in which several reasons to look become one."""
AGAIN: Final = 15_000
"""Milliseconds until it is looked again: other processes answer, and time runs out."""
ICON: Final = 16
ICONS: Final = {
    "gate": "gate",
    "consent": "shield",
    "write": "commit",
    "turn": "edit",
    "limit": "clock",
    "failure": "warning",
}


def time_left(seconds: float | None) -> str:
    """Say when a gate counts as rejected: "26 min left"; "" where it waits for ever."""
    if seconds is None:
        return ""
    minutes = round(seconds / 60)
    return tr("{minutes} min left").format(minutes=minutes) if minutes >= 1 else tr("less than a minute left")


def rejected_in(seconds: float | None) -> str:
    """Say it in a sentence."""
    if seconds is None:
        return ""
    minutes = round(seconds / 60)
    if minutes < 1:
        return tr("Counts as rejected in less than a minute")
    return tr("Counts as rejected in {minutes} min").format(minutes=minutes)


BRIEF: Final = 90
"""Characters of what is wanted: some three lines. A fault that takes ten would push all debates out of sight."""


class NeedRow(Pressable):
    opened = Signal(str)

    def __init__(self, need: Need, left: str) -> None:
        super().__init__()
        self.setObjectName("need")
        self.debate = need.debate
        self.clicked.connect(self._open)
        self._sign, self._icon = QLabel(), ICONS[need.kind]
        self._draw()
        title = QLabel(breakable(" ".join(need.title.split())))
        title.setProperty("look", "strong")
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setWordWrap(True)
        what = phrases.plain(need.what)
        brief = what if len(what) <= BRIEF else f"{what[:BRIEF].rsplit(' ', 1)[0]} …"
        wanted = caption(" · ".join(part for part in (brief, left) if part))
        words = layouts.column(title, wanted, spacing=1)
        row = layouts.row(of=self, margins=(9, 7, 9, 7), spacing=10)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        whole = " · ".join(part for part in (what, left) if part)
        self.setAccessibleName(f"{' '.join(need.title.split())}: {whole}")
        self.setToolTip(tip(need.title if what == brief else f"{need.title}\n{what}"))

    def _open(self) -> None:
        self.opened.emit(self.debate)

    def _draw(self) -> None:
        self._sign.setPixmap(icons.icon(self._icon, theme.current().caution, ICON).pixmap(ICON, ICON))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what the style sheet says."""
        painter, option = QPainter(self), QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        painter.end()


class NeedsGroup(QWidget):
    """Hidden while nothing needs the person."""

    opened = Signal(str)
    """This debate is to be shown, where it waits."""

    def __init__(self) -> None:
        super().__init__()
        self.title = QLabel()
        self.title.setProperty("look", "caution")
        self.rows: list[NeedRow] = []
        self._told: list[tuple[Need, str]] = []
        self.title.setContentsMargins(*layouts.margins_from_the_side(2, 0, 0, 0))
        self._column = layouts.column(self.title, of=self, margins=layouts.FLUSH, spacing=2)
        self.setAccessibleName(tr("Needs you"))
        self.hide()

    def show_needs(self, found: Sequence[tuple[Need, str]]) -> None:
        """Show what needs the person, each with the time left. Rows are made anew only where something is different:
        whoever points at one does not lose it."""
        if list(found) == self._told:
            return
        self._told = list(found)
        for row in self.rows:
            self._column.removeWidget(row)
            row.deleteLater()
        self.rows = [NeedRow(need, left) for need, left in found]
        for row in self.rows:
            row.opened.connect(self.opened)
            self._column.addWidget(row)
        self.title.setText(tr("Needs you · {number_of_found}").format(number_of_found=len(found)))
        self.setVisible(bool(found))


class NeedsWatch(QObject):
    """Looks at what needs the person, now and then and whenever `refresh` says so."""

    changed = Signal(list)
    """(Need, seconds left or None) of everything that needs the person."""
    arrived = Signal(object)
    """A need that was not there before (Need)."""

    def __init__(self, group: NeedsGroup, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._group, self._bridge = group, bridge
        self._app: Application | None = None
        self._known: set[tuple[str, str, str]] | None = None
        self._soon = QTimer(self, singleShot=True, interval=SETTLE)
        self._soon.timeout.connect(self._look)
        self._later = QTimer(self, interval=AGAIN)
        self._later.timeout.connect(self._look)

    def adopt(self, app: Application) -> None:
        self._app = app
        self._later.start()
        self.refresh()

    def refresh(self) -> None:
        self._soon.start()

    def _look(self) -> None:
        if self._app is not None and not self._app.closed:
            self._bridge.start(self.look())

    async def look(self) -> None:
        assert self._app is not None, "asked after the application is open"
        asked = self._app.needs
        needs = await asked.all()
        minutes = asked.minutes()
        found: list[tuple[Need, float | None]] = []
        for need in needs:
            timed = bool(minutes) and need.kind == "gate"
            found.append((need, max(60 * minutes - asked.waiting_time(need), 0.0) if timed else None))
        self._group.show_needs([(need, time_left(seconds)) for need, seconds in found])
        self.changed.emit(found)
        keys: set[tuple[str, str, str]] = {(need.debate, need.kind, need.path) for need in needs}
        if self._known is not None:
            for need in needs:
                if (need.debate, need.kind, need.path) not in self._known:
                    self.arrived.emit(need)
        self._known = keys
