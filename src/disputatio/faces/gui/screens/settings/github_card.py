"""The token for GitHub, kept like a provider's key: with it, debates about a repository know what is open there."""

from __future__ import annotations

from PySide6.QtCore import Signal

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.github import KEY
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.screens.settings.confirm import Confirm
from disputatio.faces.gui.screens.settings.key_row import KeyRow
from disputatio.faces.gui.screens.settings.provider import ProviderView
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.elided_label import caption

WORDS = (
    "For a repository whose origin is on GitHub, a debate is told the titles of its open issues and pull requests. "
    "A token that may only read is enough. Whether GitHub is asked is set under Debates."
)


class GitHubCard(TitledCard):
    changed = Signal()
    explained = Signal()
    """Something was said below the field that has to be seen."""

    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__("GitHub")
        self._app, self._bridge = app, bridge
        self.key = KeyRow("GitHub")
        self.key.save_wanted.connect(lambda text: self._start(self._keep(text)))
        self.key.session_wanted.connect(lambda text: self._start(self._remember(text)))
        self.key.remove_wanted.connect(lambda: self._start(self._forget()))
        self.body.addWidget(caption(WORDS))
        self.body.addWidget(self.key)

    async def refresh(self) -> None:
        self.key.show_view(
            ProviderView(
                name=KEY,
                title="GitHub",
                enabled=True,
                key=await self._app.keys.get(KEY),
                address="",
                home="",
                overridden="",
                own=False,
                needs_key=True,
            )
        )

    async def _keep(self, text: str) -> None:
        """Into the keyring. Where there is none, the person is asked before anything else is done with it."""
        state = await self._app.keys.set(KEY, text)
        if not state.available:
            self.key.explain(f"The token was not kept. {state.reason} {state.remedy}", session=True)
            self.explained.emit()
            return
        await self._taken()

    async def _remember(self, text: str) -> None:
        self._app.keys.remember(KEY, text)
        await self._taken()

    async def _forget(self) -> None:
        if not await answer(Confirm.of(erasures.of_key("GitHub"), "Keep it", self.window())):
            return
        state = await self._app.keys.delete(KEY)
        await self._taken()
        if not state.available:
            self.key.explain(f"The token was not removed. {state.reason} {state.remedy}")

    async def _taken(self) -> None:
        self.key.clear()
        await self.refresh()
        self.changed.emit()

    def _start(self, work: object) -> None:
        self._bridge.start(work, self._refuse)  # type: ignore[arg-type]

    def _refuse(self, error: DisputatioError) -> None:
        self.key.explain(error.user_message)
