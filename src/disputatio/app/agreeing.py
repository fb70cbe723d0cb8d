"""What a person is asked before a debate starts, and what they agreed to."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from disputatio.app.consents import Asked, Consent, Consents, branchings, sendings
from disputatio.app.settings import Settings, declared
from disputatio.debate.events import DebateOpened
from disputatio.debate.values import value
from disputatio.providers.registry import Registry


@value
class Agreements:
    """Kept in `folder`."""

    folder: Path
    settings: Settings
    registry: Registry

    async def unasked(self, opened: DebateOpened) -> list[Asked]:
        """What would leave the computer for the first time, and what would be written to a repository."""
        asked: list[Asked] = [*branchings(opened)]
        if self.settings.get(declared.CONFIRM_SENDING):
            sent = sendings(opened, self.registry.config)
            asked += await asyncio.to_thread(Consents(self.folder).missing, sent)
        return asked

    async def agree(self, asked: Sequence[Asked]) -> None:
        await asyncio.to_thread(Consents(self.folder).give, asked)

    async def all(self) -> list[Consent]:
        """What was agreed to so far."""
        return await asyncio.to_thread(Consents(self.folder).all)

    async def revoke(self, key: str) -> None:
        """Take back what was agreed to; the person is asked again."""
        await asyncio.to_thread(Consents(self.folder).revoke, key)
