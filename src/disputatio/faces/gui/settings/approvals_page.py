"""Where new debates wait for the person's approval, and what the person has agreed to so far, to be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from disputatio.app.application import Application
from disputatio.app.privacy.frontier import Consent
from disputatio.app.settings import declarations
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import clear
from disputatio.faces.gui.settings.settings_page import Saver, SettingsPage, rule
from disputatio.library.workspace import Assignment, Project

POINTS: Final = (declarations.GATE_ROUNDS, declarations.GATE_SPEND, declarations.GATE_RESULT)
CARDS: Final = ((tr("New debates wait for you"), POINTS), (tr("While they wait"), (declarations.GATE_MINUTES,)))
HELP: Final = tr(
    "You can choose other points for each debate when you start it, under Options, including the steps of its "
    "format. Data that leaves the computer for the first time, and branches, always wait for your approval."
)
KINDS: Final = {
    "none": tr("The files given with the question of debate {}"),
    "project": tr("The contents of project “{}”"),
    "assignment": tr("The contents of assignment “{}”"),
    "repository": tr("The parts of the repository {} that models are shown"),
    "lookups": tr("The parts of the repository {} that models are shown or look up"),
    "persona": tr("Passages of the corpus of a persona"),
    "index": tr("The whole repository {}, to find passages by meaning"),
    "summary": tr("The whole repository {}, to be summarised"),
    "memories": tr("Your memories, to find them by meaning"),
}
NOTHING: Final = tr("You have agreed to nothing yet.")
TAKEN: Final = tr("What was sent cannot be called back; nothing more is sent before you agree again.")


class ApprovalsPage(SettingsPage):
    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__(tr("Approvals"), CARDS, saver, bridge)
        self._app, self._bridge = app, bridge
        self.body.insertWidget(1, caption(HELP, "muted"))
        card = TitledCard(tr("What you have agreed to"))
        self.said = caption(NOTHING, "muted")
        self._column = QVBoxLayout()
        self._column.setSpacing(6)
        card.body.addWidget(self.said)
        card.body.addLayout(self._column)
        self.buttons: dict[str, TextButton] = {}
        self.body.addWidget(card)
        self.finish()

    def enter(self) -> None:
        self._bridge.start(self.refresh())

    async def refresh(self) -> None:
        """Read anew what was agreed to."""
        found = await self._app.privacy.all()
        names = {each.id: each.name for each in await self._app.library.all(Project)}
        names |= {each.id: each.name for each in await self._app.library.all(Assignment)}
        clear(self._column)
        self.buttons = {}
        for consent in found:
            self._column.addWidget(rule())
            self._column.addWidget(self._row(consent, names))
        self.said.setText(TAKEN if found else NOTHING)

    def _row(self, consent: Consent, names: Mapping[str, str]) -> QWidget:
        what, goes = words_of(consent, names)
        title = QLabel(what)
        title.setWordWrap(True)
        title.setTextFormat(Qt.TextFormat.PlainText)
        words = layouts.column(title, caption(goes, "muted"), spacing=2)
        button = self.buttons[consent.key] = TextButton(tr("Revoke"), icon="close")
        button.setAccessibleName(tr("Revoke: {what}, {goes}").format(what=what, goes=goes))
        button.clicked.connect(lambda: self._bridge.start(self._revoke(consent.key)))
        row = QWidget()
        line = layouts.row((words, 1), of=row, margins=(0, 2, 0, 2))
        line.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    async def _revoke(self, key: str) -> None:
        await self._app.privacy.revoke(key)
        await self.refresh()


def words_of(consent: Consent, names: Mapping[str, str]) -> tuple[str, str]:
    """Return what was agreed to, and where it may go, in words."""
    if consent.kind.startswith("debate/"):
        return tr("The branch {consent_kind}").format(consent_kind=consent.kind), tr("written to {ref}").format(
            ref=consent.ref
        )
    known = KINDS.get(consent.kind, f"{consent.kind} {{}}".strip())
    what = known.replace("{}", names.get(consent.ref, consent.ref)).strip()
    goes = tr("may go to {provider}").format(provider=consent.provider) if what else ""
    return what or consent.provider, tr("{goes} at {address}").format(
        goes=goes, address=consent.address
    ) if consent.address else goes
