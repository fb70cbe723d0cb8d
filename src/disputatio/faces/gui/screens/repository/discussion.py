"""What is open on GitHub about the repository that is shown: asked for, shown, read in full, taken into a debate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.repository.discussion_card import DiscussionCard
from disputatio.faces.gui.screens.repository.issue_dialog import IssueDialog

if TYPE_CHECKING:
    from disputatio.app.application import Application


class Discussion(QWidget):
    """Invisible; a widget only to stand between its page and the dialog. What comes too late is not shown."""

    debate_wanted = Signal(int)
    """The number of an issue or pull request that a debate is to be told in full."""

    def __init__(self, app: Application, bridge: Bridge, card: DiscussionCard, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._github, self._bridge, self._card = app.github, bridge, card
        self._origin = ""
        self._step = 0
        card.anew_wanted.connect(lambda: self._ask(anew=True))
        card.opened.connect(self._read)

    def follow(self, origin: str) -> None:
        """The repository that is shown was cloned from there ("" for nowhere)."""
        self._origin = origin
        self._ask()

    def _ask(self, *, anew: bool = False) -> None:
        self._step += 1
        self._bridge.start(self._show(self._origin, self._step, anew), self._card.refuse)

    async def _show(self, origin: str, step: int, anew: bool) -> None:
        standing = await self._github.standing(origin)
        if step != self._step:
            return
        self._card.show_standing(standing, self._github.slug(origin))
        if standing != "ready":
            return
        try:
            found = await self._github.threads(origin, anew=anew)
        except DisputatioError as error:
            if step == self._step:
                self._card.refuse(error)
            return
        if step == self._step:
            self._card.show_threads(found)

    def _read(self, number: int) -> None:
        dialog = IssueDialog(number, self.window())
        dialog.debate_wanted.connect(self.debate_wanted)
        self._bridge.start(self._show_one(dialog, number), dialog.refuse, over=dialog.finished)
        dialog.open()

    async def _show_one(self, dialog: IssueDialog, number: int) -> None:
        dialog.show_issue(await self._github.issue(self._origin, number))
