"""The one error for a missing consent, and what is done about it. It imports little, so that the window's first screen
can catch it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from disputatio.debate.wording import tr
from disputatio.engine.errors import NotAgreed

if TYPE_CHECKING:
    from disputatio.app.privacy.sendings import Asked

T = TypeVar("T")


class ConsentNeeded(NotAgreed):
    """Nothing was done, because the person has not agreed to `asked`. Ask, then repeat the call with it as `agreed`."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        super().__init__(
            tr("You have not agreed to this yet: ") + " ".join(each.sentence for each in asked),
            "Agree to it, or choose what stays on this computer.",
        )
        self.asked = tuple(asked)

    @property
    def receivers(self) -> str:
        """Say who would get something; "" if it is only written on this computer."""
        return ", ".join(dict.fromkeys(each.receiver for each in self.asked if each.receiver))


async def ask_and_repeat(
    work: Callable[[tuple[Asked, ...]], Awaitable[T]], ask: Callable[[ConsentNeeded], object]
) -> T:
    """Do `work`, which is given what the person has agreed to so far; where it needs more, `ask`, and repeat it. Who is
    asked and says no raises."""
    agreed: tuple[Asked, ...] = ()
    while True:
        try:
            return await work(agreed)
        except ConsentNeeded as needed:
            ask(needed)
            agreed += needed.asked
