"""The versions of code of one debate as the window follows them: found in a thread as soon as there are new ones, and
measured while somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from disputatio.debate.ranges import blocks
from disputatio.debate.views.code_quality import POSTPONED
from disputatio.debate.views.code_versions import GIVES, VersionHistory
from disputatio.faces.gui.bridge import Bridge

if TYPE_CHECKING:
    from disputatio.app.debates.code_versions import CodeVersions
    from disputatio.faces.gui.debate.live import LiveDebate

RELEVANT = GIVES | {"tests"}


class CodeFeed(QObject):
    """Belongs to the debate that it follows. `versions` finds and measures them."""

    changed = Signal()

    def __init__(self, live: LiveDebate, bridge: Bridge, versions: CodeVersions) -> None:
        super().__init__(live)
        self.history = VersionHistory()
        self.live = live
        self._bridge, self._versions = bridge, versions
        self._seen = 0
        self._wanted = self._busy = False
        live.state_changed.connect(self.look)
        live.loaded.connect(self.look)
        self.look()

    @classmethod
    def of(cls, live: LiveDebate, bridge: Bridge, versions: CodeVersions) -> CodeFeed:
        """Return the one of this debate."""
        known = next((child for child in live.children() if isinstance(child, CodeFeed)), None)
        return known or cls(live, bridge, versions)

    @property
    def awaited(self) -> bool:
        """Whether the format has a step that gives code."""
        return any(block.gives == "code" for block in blocks(self.live.debate.format.body))

    def look(self) -> None:
        """Find the versions anew if a turn that matters for them has come since."""
        if self._busy or not self.live.caught_up:
            return
        done = sum(turn.gives in RELEVANT and turn.status == "done" for turn in self.live.transcript.turns.values())
        if done != self._seen:
            self._seen, self._busy = done, True
            self._bridge.start(self._make())

    def measure(self) -> None:
        """Somebody looks: what was not measured yet is measured."""
        if not self._busy and any(one.metrics in (None, POSTPONED) for one in self.history.versions):
            self._wanted = self._busy = True
            self._bridge.start(self._make())

    async def _make(self) -> None:
        measure, self._wanted = self._wanted, False
        find = self._versions.of if measure else self._versions.known
        try:
            found = await find(self.live.id, list(self.live.history))
        finally:
            self._busy = False
        if not self.live.stopped:
            self.history = found
            self.changed.emit()
            self.look()
