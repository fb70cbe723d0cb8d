"""The field for a token that belongs to no provider, such as that of GitHub or of a tool server, and what keeps it."""

from __future__ import annotations

from PySide6.QtCore import Signal

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.settings.provider_state import KeyRow, ProviderView


class TokenRow(KeyRow):
    changed = Signal()
    explained = Signal()
    """Something was said below the field that has to be seen."""

    def __init__(self, title: str, name: str, app: Application, bridge: Bridge) -> None:
        """`name`: that of the token in the keyring."""
        super().__init__(title)
        self._title, self._name, self._app, self._bridge = title, name, app, bridge
        self.save_wanted.connect(lambda text: self._start(self._keep(text)))
        self.session_wanted.connect(lambda text: self._start(self._remember(text)))
        self.remove_wanted.connect(lambda: self._start(self._forget()))

    async def refresh(self) -> None:
        key = await self._app.keys.get(self._name)
        view = ProviderView(
            name=self._name,
            title=self._title,
            enabled=True,
            key=key,
            address="",
            home="",
            overridden="",
            own=False,
            needs_key=True,
            unread=self._app.keys.unread,
        )
        self.show_view(view)

    async def _keep(self, text: str) -> None:
        """Put a token into the keyring. Where there is none, ask the person before anything else is done with it."""
        state = await self._app.keys.set(self._name, text)
        if not state.available:
            told = tr("The token was not saved. {reason} {remedy}")
            self.explain(told.format(reason=state.reason, remedy=state.remedy), session=True)
            self.explained.emit()
            return
        await self._taken()

    async def _remember(self, text: str) -> None:
        self._app.keys.remember(self._name, text)
        await self._taken()

    async def _forget(self) -> None:
        if not await answer(Confirm.of(erasures.of_key(self._title), tr("Keep it"), self.window())):
            return
        state = await self._app.keys.delete(self._name)
        await self._taken()
        if not state.available:
            told = tr("The token was not removed. {reason} {remedy}")
            self.explain(told.format(reason=state.reason, remedy=state.remedy))

    async def _taken(self) -> None:
        self.clear()
        await self.refresh()
        self.changed.emit()

    def _start(self, work: object) -> None:
        self._bridge.start(work, self._refuse, over=self.destroyed)  # type: ignore[arg-type]

    def _refuse(self, error: DisputatioError) -> None:
        self.explain(error.user_message)
