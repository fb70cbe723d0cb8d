"""Asking in a dialog what the application wants to know before something leaves the computer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Final, TypeVar

from PySide6.QtWidgets import QWidget

from disputatio.app.privacy.errors import ConsentNeeded
from disputatio.app.privacy.sendings import Asked
from disputatio.faces.gui.bridge import answer
from disputatio.faces.gui.screens.settings.confirm import Confirm

T = TypeVar("T")
TITLE: Final = "Do you agree to this?"


async def agreeing(
    parent: QWidget | None,
    work: Callable[[Collection[Asked]], Awaitable[T]],
    *,
    go: str = "Agree",
    stay: str = "Not now",
) -> T | None:
    """Do `work`, which is given what the person has agreed to so far; where it needs more they are asked, and it is
    repeated. None where they say no."""
    agreed: tuple[Asked, ...] = ()
    while True:
        try:
            return await work(agreed)
        except ConsentNeeded as needed:
            words = "\n".join(each.sentence for each in needed.asked)
            if not await answer(Confirm(TITLE, words, go, stay, parent, kind="primary")):
                return None
            agreed += needed.asked
