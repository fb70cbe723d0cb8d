"""Why a call failed, in the engine's own words. Adapters translate their SDK's exceptions into these.

DisputatioError
├── ProviderError            `kind` names it in the log; `retry` says whether asking again can help
│   ├── RateLimited          429; too many requests                                  retried
│   ├── Transient            5xx, overloaded, connection refused or lost           retried
│   │   └── Resting          not asked at all: the circuit breaker is open         never, another model may answer
│   ├── TimedOut             no first byte, silence between parts, too long a turn retried
│   ├── BrokenStream         the stream ended without a finish, or held nonsense   once, from the start of the turn
│   ├── Unauthorised         the key is missing, wrong or may not use the model    never
│   ├── QuotaExceeded        no credit left                                        never
│   ├── Rejected             bad request, unknown model                            never
│   │   └── Unreached        an address or a proxy through which nobody is reached never, nothing was sent
│   ├── TooLong              more than the model can read                          never
│   ├── ContentRefused       the provider's filter, or the model, declined         never
│   ├── NotAgreed            the person has not agreed that this goes there        never, nothing was sent
│   └── InvalidReply         the payload does not keep its contract, even repaired never
├── StorageHeld              the log cannot be written: the debate is held, nothing on disk is lost
│   ├── StorageDamaged       the file itself is broken: a backup takes its place
│   └── TakenOver            another process writes it now: what is said here is not written any more
└── NotFound                 no such debate, model, provider …
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar

from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr


class ProviderError(DisputatioError):
    """`after`: the seconds that the provider asked to be left alone, if it did."""

    kind: ClassVar[str] = "provider"
    retry: ClassVar[bool] = False

    def __init__(self, what: str, remedy: str = "", *, after: float | None = None) -> None:
        super().__init__(what, remedy)
        self.after = after


class RateLimited(ProviderError):
    kind = "rate-limited"
    retry = True


class Transient(ProviderError):
    kind = "transient"
    retry = True


class Resting(Transient):
    """The model failed repeatedly and is not asked for a while; says nothing new about its health."""


class TimedOut(ProviderError):
    kind = "timed-out"
    retry = True


class BrokenStream(ProviderError):
    kind = "broken-stream"


class Unauthorised(ProviderError):
    kind = "unauthorised"


class QuotaExceeded(ProviderError):
    kind = "quota"


class Rejected(ProviderError):
    kind = "rejected"


class Unreached(Rejected):
    """Nothing was sent: no provider can be reached like that."""


class TooLong(ProviderError):
    kind = "too-long"


class ContentRefused(ProviderError):
    kind = "refused"


class NotAgreed(ProviderError):
    """Nothing was sent: the person has not agreed that what the request takes along goes to this model."""

    kind = "not-agreed"


class InvalidReply(ProviderError):
    kind = "invalid-reply"


class StorageHeld(DisputatioError):
    """The log cannot be written (disk full, locked, damaged)."""


class StorageDamaged(StorageHeld):
    """The database file is not what was written."""


class TakenOver(StorageHeld):
    """Another process goes on with the debate."""


class NotFound(DisputatioError):
    """Nothing by that name; the remedy lists what is near."""


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return the remedy for a name that is not `known`: the nearest one that is, or else what to do `otherwise`."""
    near = get_close_matches(name, [*known], 1)
    return tr("Did you mean {near!r}?").format(near=near[0]) if near else otherwise
