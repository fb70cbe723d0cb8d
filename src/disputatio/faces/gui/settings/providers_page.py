"""The providers: their keys and addresses, and servers that speak OpenAI's protocol under a name of one's own."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout

from disputatio.app.application import Application
from disputatio.app.repositories.github import KEY
from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import Fault, caption
from disputatio.faces.gui.settings import provider_state
from disputatio.faces.gui.settings.provider_card import ProviderCard
from disputatio.faces.gui.settings.settings_page import CardColumn, Saver
from disputatio.faces.gui.settings.token_row import TokenRow

# ---- the token for GitHub ---------------------------------------------------------------------------------------
GITHUB_WORDS = tr(
    "For a repository whose origin is on GitHub, a debate is told the titles of its open issues and pull requests. "
    "A read-only token is enough. You can switch this off under Debates."
)


class GitHubCard(TitledCard):
    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__("GitHub")
        self.key = TokenRow("GitHub", KEY, app, bridge)
        self.body.addWidget(caption(GITHUB_WORDS))
        self.body.addWidget(self.key)


WORDS = tr(
    "Keys are kept in the keyring of this computer, never in a file of Disputatio. "
    "A rehearsal needs no key, because it asks no AI model."
)


class ProvidersPage(CardColumn):
    changed = Signal()
    """Other models can be asked now."""

    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__(tr("Providers"), WORDS)
        self._app, self._saver, self._bridge = app, saver, bridge
        self.cards: dict[str, ProviderCard] = {}
        self._wanted = ""
        self._filling = asyncio.Lock()
        self.keyring = caption(look="caution")
        self.keyring.hide()
        self.body.addWidget(self.keyring)
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        self.body.addLayout(self._list)
        self.body.addWidget(self._make_adding())
        self.github = GitHubCard(app, bridge)
        self.github.key.explained.connect(self._see_github)
        self.body.addWidget(self.github)
        self.finish()

    def _make_adding(self) -> TitledCard:
        card = TitledCard(tr("Another OpenAI-compatible server"))
        self.new_name, self.new_address = LineField(), LineField()
        for field, name, example in (
            (self.new_name, tr("Name of the server"), tr("Name, such as office")),
            (self.new_address, tr("Address of the server"), tr("Address, such as http://192.168.1.20:8000/v1")),
        ):
            field.setAccessibleName(name)
            field.setPlaceholderText(example)
            field.textChanged.connect(self._fit_add)
            field.returnPressed.connect(self._add)
        self.add = TextButton(tr("Add server"), icon="plus")
        self.add.clicked.connect(self._add)
        self.add_fault = Fault()
        line = layouts.row((self.new_name, 1), (self.new_address, 2), self.add, spacing=8)
        card.body.addLayout(line)
        card.body.addWidget(self.add_fault)
        self._fit_add()
        return card

    def enter(self) -> None:
        self._bridge.start(self.refresh())

    async def refresh(self) -> None:
        """Read how every provider stands."""
        async with self._filling:
            state = await self._app.keys.state()
            for name in provider_state.names(self._app):
                view = await provider_state.view(self._app, name)
                if name in self.cards:
                    self.cards[name].show_view(view)
                else:
                    self._put(ProviderCard(view, self._app, self._saver, self._bridge))
            await self.github.key.refresh()
            for row in (self.github.key, *(card.key for card in self.cards.values())):
                row.set_keyring(missing=state.missing)
            self.keyring.setText(
                tr("No key can be saved. {reason} {remedy}").format(reason=state.reason, remedy=state.remedy)
            )
            self.keyring.setVisible(not state.available)
        self._open_wanted()

    def open_provider(self, name: str) -> None:
        """Unfold one of them and bring it into sight, as soon as it is there."""
        self._wanted = name
        self._open_wanted()

    def _open_wanted(self) -> None:
        card = self.cards.get(self._wanted) or (self.github if self._wanted == KEY and self.cards else None)
        if card is not None:
            self._wanted = ""
            if isinstance(card, ProviderCard):
                card.set_open(True)
            self.body.activate()
            self.ensureWidgetVisible(card, 0, 90)
            card.key.field.setFocus()

    def _see_github(self) -> None:
        """Bring all of the card into sight, once it has grown."""
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.github.key.session, 0, 40))

    def _put(self, card: ProviderCard) -> None:
        self.cards[card.name] = card
        self._list.addWidget(card)
        card.changed.connect(self.changed)
        card.dropped.connect(self._dropped)

    def _dropped(self, name: str) -> None:
        card = self.cards.pop(name)
        self._list.removeWidget(card)
        card.hide()
        card.deleteLater()
        self.changed.emit()

    # ---- another server --------------------------------------------------------------------------------------------
    def _fit_add(self) -> None:
        there = bool(self.new_name.text().strip() and self.new_address.text().strip())
        self.add.setEnabled(there)
        self.add.setToolTip("" if there else tr("Type a name and an address first"))
        self.add_fault.hide()

    def _add(self) -> None:
        if self.add.isEnabled():
            self._bridge.start(self._add_server(self.new_name.text(), self.new_address.text()), self._refuse)

    async def _add_server(self, name: str, address: str) -> None:
        name = provider_state.checked_name(self._app, name)
        await self._saver.save(declarations.PROVIDER_ADDRESS.of(name), address.strip())
        await self._saver.save(declarations.PROVIDER_KIND.of(name), "openai-compatible")
        await self._app.keys_changed()
        self.new_name.clear()
        self.new_address.clear()
        await self.refresh()
        self.open_provider(name)
        self.changed.emit()

    def _refuse(self, error: DisputatioError) -> None:
        self.add_fault.explain(error)
