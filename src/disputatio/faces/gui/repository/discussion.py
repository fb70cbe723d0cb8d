"""The card "On GitHub": what is open there about a repository, or why that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from disputatio.app.repositories.github import KEY, Standing
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.labels import ElidedLabel, caption
from disputatio.faces.gui.kit.lists import ListedCard
from disputatio.faces.gui.repository import repository_rows
from disputatio.faces.gui.transcript.message_body import Preview
from disputatio.repository.github import Issue, Slug, Threads

if TYPE_CHECKING:
    from disputatio.app.application import Application


class IssueDialog(QDialog):
    """One issue or pull request in full."""

    debate_wanted = Signal(int)
    """A debate is to be told this one in full: its number."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("#{number} on GitHub").format(number=number))
        self.resize(780, 640)
        self.title, self.said = ElidedLabel(f"#{number}", look="title"), caption(tr("Asking GitHub…"))
        self.text, self.state = Preview(tr("What was written")), EmptyState(tr("Asking GitHub…"), icon="chat")
        self.text.hide()
        self.debate = TextButton(tr("Debate this…"), icon="chat", kind="primary")
        self.debate.setToolTip(tr("Start a debate that gets all of this"))
        self.debate.setEnabled(False)
        self.debate.clicked.connect(lambda: self._debate(number))
        close = TextButton(tr("Close"))
        close.clicked.connect(self.reject)
        close.setDefault(True)
        self.debate.setAutoDefault(False)
        row = layouts.row((self.said, 1), self.debate, close)
        layouts.column(self.title, (self.state, 1), (self.text, 1), row, of=self, margins=(18, 14, 18, 14))

    def show_issue(self, found: Issue) -> None:
        self.title.setText(f"#{found.thread.number} {found.thread.title}")
        self.said.setText(repository_rows.issue_words(found))
        self.state.hide()
        self.text.show()
        self.text.show_text(repository_rows.issue_text(found))
        self.debate.setEnabled(True)
        self.text.body.setFocus()

    def refuse(self, error: DisputatioError) -> None:
        self.said.setText("")
        self.state.set_text(error.what, error.remedy)

    def _debate(self, number: int) -> None:
        self.debate_wanted.emit(number)
        self.accept()


MOST = 12
MISSING: Final[dict[str, tuple[str, str]]] = {
    "no token": (
        tr("There is no token for GitHub yet"),
        tr(
            "With a read-only token, the five most discussed issues and pull requests appear here, and debates about "
            "this repository are told their titles. Nothing is asked without it."
        ),
    ),
    "off": (
        tr("Asking GitHub is switched off"),
        tr("You can switch it on in the settings, under Debates. Until then, debates use what is on this computer."),
    ),
}
PLACES: Final = {"no token": KEY, "off": tr("Debates")}
"""Where in the settings that is changed."""


class DiscussionCard(ListedCard):
    """The card "On GitHub": open issues and pull requests, or why they are not known."""

    opened = Signal(int)
    """The number of an issue or a pull request that is to be read."""
    anew_wanted = Signal()
    settings_wanted = Signal(str)
    """A page of the settings."""

    def __init__(self) -> None:
        super().__init__(tr("On GitHub"), tr("Open issues and pull requests on GitHub"), MOST)
        self._standing: Standing = "elsewhere"
        self.again = IconButton("retry", tr("Ask GitHub again"), size=15)
        self.again.clicked.connect(self.anew_wanted)
        self.corner.addWidget(self.again)
        self.settings = self.none.add_button("settings", tr("Open the settings…"), icon="settings")
        self.settings.clicked.connect(lambda: self.settings_wanted.emit(PLACES[self._standing]))
        self.list.opened.connect(lambda key: self.opened.emit(int(key)))
        self.hide()

    def show_standing(self, standing: Standing, slug: Slug | None) -> None:
        """Show how GitHub can be asked. Elsewhere there is no card; where it is `ready`, what is open comes next."""
        self._standing, self._plain = standing, tr("On GitHub · {slug}").format(slug=slug) if slug else tr("On GitHub")
        self.setVisible(standing != "elsewhere")
        self.again.setVisible(standing == "ready")
        self.settings.setVisible(standing in PLACES)
        self.settings.setText(tr("Add a token…") if standing == "no token" else tr("Open the settings…"))
        self.say(*MISSING.get(standing, (tr("Asking GitHub…"), "")))

    def show_threads(self, found: Threads) -> None:
        if found.issues or found.pulls:
            self.show_rows(repository_rows.thread_rows(found))
        else:
            self.say(tr("Nothing is open"), tr("No open issues and no open pull requests."))

    def refuse(self, error: DisputatioError) -> None:
        """Say why GitHub cannot be asked or did not answer; nothing else depends on it."""
        self.say(error.what, tr("{remedy} Debates use what is on this computer.").format(remedy=error.remedy).strip())


class Discussion(QWidget):
    """Asks GitHub about the repository that is shown. Invisible; a widget only to stand between its page and the
    dialog. What comes too late is not shown."""

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
        """Show what is open at the origin of the repository that is shown ("" for nowhere)."""
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
