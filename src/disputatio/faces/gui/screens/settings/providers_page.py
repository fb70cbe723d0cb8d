"""The providers: their keys and addresses, and servers that speak OpenAI's protocol under a name of one's own."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout

from disputatio.app.application import Application
from disputatio.app.github import KEY
from disputatio.app.settings import declared
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.settings import provider
from disputatio.faces.gui.screens.settings.github_card import GitHubCard
from disputatio.faces.gui.screens.settings.page import Page
from disputatio.faces.gui.screens.settings.provider_card import ProviderCard
from disputatio.faces.gui.screens.settings.saving import Saver
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.elided_label import caption

WORDS = (
    "Keys are kept in the keyring of this computer, never in a file of Disputatio. "
    "Rehearsal needs none of this: it asks no AI model."
)


class ProvidersPage(Page):
    changed = Signal()
    """Other models can be asked now."""

    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__("Providers", WORDS)
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
        self.github.explained.connect(self._see_github)
        self.body.addWidget(self.github)
        self.finish()

    def _make_adding(self) -> TitledCard:
        card = TitledCard("Another OpenAI-compatible server")
        self.new_name, self.new_address = QLineEdit(), QLineEdit()
        for field, name, example in (
            (self.new_name, "Name of the server", "Name, such as office"),
            (self.new_address, "Address of the server", "Address, such as http://192.168.1.20:8000/v1"),
        ):
            field.setAccessibleName(name)
            field.setPlaceholderText(example)
            field.textChanged.connect(self._fit_add)
            field.returnPressed.connect(self._add)
        self.add = TextButton("Add server", icon="plus")
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self._add)
        self.add_fault = caption(look="error")
        self.add_fault.hide()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.new_name, 1)
        line.addWidget(self.new_address, 2)
        line.addWidget(self.add)
        card.body.addLayout(line)
        card.body.addWidget(self.add_fault)
        self._fit_add()
        return card

    def shown(self) -> None:
        self._bridge.start(self.refresh())

    async def refresh(self) -> None:
        """Read how every provider stands."""
        async with self._filling:
            for name in provider.names(self._app):
                view = await provider.view(self._app, name)
                if name in self.cards:
                    self.cards[name].show_view(view)
                else:
                    self._put(ProviderCard(view, self._app, self._saver, self._bridge))
            await self.github.refresh()
            state = await self._app.keys.state()
            self.keyring.setText(f"No key can be kept. {state.reason} {state.remedy}")
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
        """All of it, once it has grown."""
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.github.key.session, 0, 40))

    def _put(self, card: ProviderCard) -> None:
        """The keyboard goes through the cards as the eye does, although they are made after what stands below."""
        self.cards[card.name] = card
        self._list.addWidget(card)
        before = self.new_name.previousInFocusChain()
        while before is not None and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
            before = before.previousInFocusChain()
        for widget in card.in_order():
            if before is not None:
                self.setTabOrder(before, widget)
            before = widget
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
        self.add.setToolTip("" if there else "Type a name and an address first")
        self.add_fault.hide()

    def _add(self) -> None:
        if self.add.isEnabled():
            self._bridge.start(self._add_server(self.new_name.text(), self.new_address.text()), self._refuse)

    async def _add_server(self, name: str, address: str) -> None:
        name = provider.checked_name(self._app, name)
        await self._saver.save(declared.PROVIDER_ADDRESS.of(name), address.strip())
        await self._saver.save(declared.PROVIDER_KIND.of(name), "openai-compatible")
        await self._app.keys_changed()
        self.new_name.clear()
        self.new_address.clear()
        await self.refresh()
        self.open_provider(name)
        self.changed.emit()

    def _refuse(self, error: DisputatioError) -> None:
        self.add_fault.setText(error.user_message)
        self.add_fault.show()
