"""Consent over the wire: the tool says what would go where and at which price, and the client names what the person
agreed to when it repeats the call. Nothing else counts as a yes."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeVar

from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.sendings import Asked, Sending
from disputatio.debate.errors import DisputatioError

T = TypeVar("T")


class ConsentMissing(DisputatioError):
    """What the person has to be asked, with the id of each."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        listed = "\n".join(f"- {id_of(each)}: {each.sentence}" for each in asked)
        named = ", ".join(f'"{id_of(each)}"' for each in asked)
        super().__init__(
            f"The person has not agreed to this yet:\n{listed}",
            f"\nShow them this. If they agree, repeat the call with consent = [{named}]; or choose what stays on this "
            "computer.",
        )


def id_of(asked: Asked) -> str:
    """Return what names it in a call: it changes with what would be sent, and to whom."""
    what = asked.what if isinstance(asked, Sending) else ""
    return hashlib.sha256(f"{asked.key}\n{what}".encode("utf-8", "surrogatepass")).hexdigest()[:10]


async def with_consent(named: Collection[str], work: Callable[[Collection[Asked]], Awaitable[T]]) -> T:
    """Do `work` with what was named as agreed to. Raises ConsentMissing for what was not."""
    agreed: tuple[Asked, ...] = ()
    while True:
        try:
            return await work(agreed)
        except ConsentNeeded as needed:
            if missing := [each for each in needed.asked if id_of(each) not in named]:
                raise ConsentMissing(missing) from None
            agreed += needed.asked
