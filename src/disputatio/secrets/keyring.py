"""Keys of providers: from the environment, from this session's memory, or from the system keyring, in that order. A key
that was met is masked in everything that is written down: logs, crash reports.

The keyring library and its back ends are loaded at first use and called off the event loop: a back end may wait for a
person who has to unlock it. What goes wrong with a keyring is a value, `KeyringState`, not an exception, because a
missing keyring is an ordinary thing (servers, containers, remote shells) and never stops a debate.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field, replace
from typing import Final, Literal, Protocol, TypeVar

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.debate.wording import mark, spoken, tr
from disputatio.secrets.detection import find, redact
from disputatio.secrets.disguises import Disguises

LOG = logging.getLogger(__name__)

MASK = "[key]"
_LEAST = 6
"""Shorter values would mask ordinary words; no provider issues such keys."""


class Masking:
    """Knows the keys of this process. Nothing of it can be printed."""

    __slots__ = ("_disguises", "_known")

    def __init__(self) -> None:
        self._known: list[str] = []
        self._disguises = Disguises()

    @property
    def empty(self) -> bool:
        """Whether no key is known."""
        return not self._known

    def add(self, key: str) -> None:
        """From now on this value is masked, also in other case, in another guise, and with a letter changed. Of a value
        of several lines each is."""
        for part in {key.strip(), *(line.strip() for line in key.splitlines())}:
            if len(part) >= _LEAST and part not in self._known:
                self._known = sorted([*self._known, part], key=len, reverse=True)
                self._disguises.add(part)

    def hide(self, text: str) -> str:
        """Return the text without known keys, longest first, since one may be the beginning of another."""
        for key in self._known:
            text = re.sub(re.escape(key), MASK, text, flags=re.IGNORECASE)
        return self._disguises.without(text, MASK)

    def begun(self, text: str) -> int:
        """Return where a key begins, in any guise, that may go on behind a text: its end where none does."""
        return self._disguises.begun(text)

    def mask(self, text: str) -> str:
        """Return the text without known keys, and without what has the shape of a key."""
        text = self.hide(text)
        return redact(text, find(text))

    def __repr__(self) -> str:
        return f"Masking({len(self._known)} keys)"


SERVICE = "disputatio"
"""The name under which all keys are kept; the user name is that of the provider."""

PATIENCE = 60.0
"""Seconds to wait for a keyring: a person may have to type the password that unlocks it."""

SLOW = 3.0
"""Seconds after which whoever waits is told why."""
SLOW_TO_ANSWER: Final = mark(
    "The keyring has not answered yet. It may be waiting for a password in a window. Disputatio waits for it for at "
    "most {seconds} s."
)

ASKED_LATELY = 30.0
"""Seconds for which a keyring that was locked is not asked again unless a person orders it: each time it would open its
prompt once more, for one provider after another."""

Source = Literal["environment", "session", "keyring", "none"]
T = TypeVar("T")


@value
class Key:
    """A provider's key and where it comes from. `text` is "" when there is none; it is never printed."""

    source: Source = "none"
    text: str = field(default="", repr=False)

    def __str__(self) -> str:
        return repr(self)

    def __bool__(self) -> bool:
        return bool(self.text)


@spoken("reason", "remedy")
@value
class KeyringState:
    """Whether keys can be kept, and if not: why, and what to do. `name` is the back end's, for a person. `missing`:
    there is no keyring, so that trying again changes nothing."""

    available: bool
    missing: bool = False
    name: str = ""
    reason: str = ""
    remedy: str = ""


class BadKey(DisputatioError):
    """What was typed cannot be a key. The message never contains it."""


class Backend(Protocol):
    """The part of the keyring library's interface that is used. May raise its errors, `OSError` or `RuntimeError`."""

    @property
    def name(self) -> str: ...

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


class Keys:
    """All keys of this process. `masking` learns each key before anybody else sees it.

    `backend` makes the keyring's back end, by default the one that the system prefers; `told` hears of it when that
    takes long to answer.
    """

    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        backend: Callable[[], Backend] | None = None,
        masking: Masking | None = None,
        patience: float = PATIENCE,
        told: Callable[[str], object] | None = None,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self._backend = backend or system_backend
        self._session: dict[str, str] = {}
        self._turn = asyncio.Lock()
        self._patience, self._told = patience, told or LOG.warning
        self._silent: KeyringState | None = None
        self._closed: KeyringState | None = None
        self._asked = 0.0
        self.masking = masking or Masking()

    def __repr__(self) -> str:
        return f"Keys({len(self._session)} for this session)"

    async def get(self, provider: str) -> Key:
        """Return the key to use, with its source. A keyring that cannot be read counts as empty; `state` says why."""
        key = self.at_hand(provider)
        if key:
            return key
        text, _ = await self._read(provider)
        return self._known("keyring", text if isinstance(text, str) else "")

    def at_hand(self, provider: str) -> Key:
        """Return the key of the environment or of this session; the keyring is not asked."""
        key = self._known("environment", self._environment.get(variable(provider), ""))
        return key or self._known("session", self._session.get(provider, ""))

    async def set(self, provider: str, text: str) -> KeyringState:
        """Keep a key in the keyring. When that is not possible nothing is kept anywhere: the person may then choose
        `remember`. Raises `BadKey`."""
        key = _cleaned(provider, text)
        self.masking.add(key)

        def keep(backend: Backend) -> bool:
            backend.set_password(SERVICE, provider, key)
            return backend.get_password(SERVICE, provider) == key

        kept, state = await self._ask(keep)
        if kept:
            self._session.pop(provider, None)
        elif state.available:
            return _unavailable(state.name, mark("The keyring accepted the key but did not keep it."))
        return state

    def remember(self, provider: str, text: str) -> None:
        """Keep a key until the application ends, on the person's explicit choice. Raises `BadKey`."""
        self._session[provider] = _cleaned(provider, text)
        self.masking.add(self._session[provider])

    async def delete(self, provider: str) -> KeyringState:
        """Forget a key, here and in the keyring. A key that is not there is no error. The environment is not ours to
        change."""
        self._session.pop(provider, None)

        def forget(backend: Backend) -> None:
            if backend.get_password(SERVICE, provider) is not None:
                backend.delete_password(SERVICE, provider)

        return (await self._ask(forget))[1]

    async def state(self) -> KeyringState:
        """Return whether the keyring can be used, tried by reading an entry that does not exist."""
        return (await self._read("-"))[1]

    @property
    def unread(self) -> str:
        """Why the keyring could not be read when it was last asked; "" where it could, or there is none."""
        state = self._silent or self._closed
        return state.reason if state is not None else ""

    def _known(self, source: Source, text: str) -> Key:
        text = text.strip()
        self.masking.add(text)
        return Key(source=source, text=text) if text and usable(text) else Key()

    async def _read(self, name: str) -> tuple[object, KeyringState]:
        """Read an entry, unless the keyring was silent or locked before: who waits for every provider in turn, or is
        asked to unlock it for each, never begins."""
        if self._silent is not None:
            return None, self._silent
        if self._closed is not None and time.monotonic() - self._asked < ASKED_LATELY:
            return None, self._closed
        return await self._ask(lambda backend: backend.get_password(SERVICE, name))

    async def _ask(self, work: Callable[[Backend], T]) -> tuple[T | None, KeyringState]:
        """Make one call at a time: back ends are not made for several threads."""
        async with self._turn:
            answer = asyncio.ensure_future(_in_daemon(lambda: self._tried(work)))
            try:
                async with asyncio.timeout(self._patience):
                    if not (await asyncio.wait((answer,), timeout=min(SLOW, self._patience / 2)))[0]:
                        self._told(tr(SLOW_TO_ANSWER).format(seconds=f"{self._patience:g}"))
                    found = await answer
            except TimeoutError:
                why = mark("The keyring did not answer. It may be waiting for a password in a hidden window.")
                self._silent = _unavailable("", why, RESTART)
                return None, self._silent
            finally:
                answer.cancel()
            state = found[1]
            self._silent, self._asked = None, time.monotonic()
            self._closed = None if state.available or state.missing else state
            return found

    def _tried(self, work: Callable[[Backend], T]) -> tuple[T | None, KeyringState]:
        name = ""
        try:
            backend = self._backend()
            name = backend.name
            return work(backend), KeyringState(available=True, name=name)
        except Exception as fault:  # back ends have no common root of errors; whatever one raises is its own trouble
            return None, _explained(name, fault, self.masking)


def variable(provider: str) -> str:
    """Return the variable of the environment that holds a provider's key: "openai" -> OPENAI_API_KEY. GitHub's own
    tools call theirs GITHUB_TOKEN."""
    if provider == "github":
        return "GITHUB_TOKEN"
    return re.sub(r"[^A-Z0-9]", "_", provider.upper()) + "_API_KEY"


def system_backend() -> Backend:
    """Return the back end that the system prefers."""
    import keyring

    return keyring.get_keyring()


def usable(key: str) -> bool:
    """Whether a text, without what stands around it, can be a key: it is sent as one word of a request's head."""
    key = key.strip()
    return key.isascii() and key.isprintable() and " " not in key


def _cleaned(provider: str, text: str) -> str:
    """Keys are pasted, often with what stood around them."""
    key = text.strip().strip("\"'`").strip()
    if not key:
        raise BadKey(
            tr("The key for {provider} is empty.").format(provider=provider), "Paste the key that the provider shows."
        )
    if not usable(key):
        raise BadKey(
            tr("The key for {provider} contains characters that no key has (spaces, line ends, …).").format(
                provider=provider
            ),
            "Copy it again from the provider's page, without any text around it.",
        )
    return key


async def _in_daemon(work: Callable[[], T]) -> T:
    """In a thread of its own that does not keep the application from ending while a keyring waits for somebody."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, fault: BaseException | None) -> None:
        if done.done():
            return
        if fault is not None:
            done.set_exception(fault)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result: T | None = None
        fault: BaseException | None = None
        try:
            result = work()
        except BaseException as raised:
            fault = raised  # nothing is hidden: the waiting task raises it
        with suppress(RuntimeError):  # the loop may have ended while a keyring waited for somebody
            loop.call_soon_threadsafe(settle, result, fault)

    threading.Thread(target=run, name="keyring", daemon=True).start()
    return await done


def _explained(name: str, fault: Exception, masking: Masking) -> KeyringState:
    kind = type(fault).__name__
    cause = masking.mask(str(fault))
    if kind == "NoKeyringError":
        return replace(_unavailable(name, mark("This computer offers no keyring.")), missing=True)
    if kind in ("KeyringLocked", "LockedException"):
        return _unavailable(name, mark("The keyring is locked."), UNLOCK)
    if kind in ("InitError", "PromptDismissedException") or "dismissed" in cause.lower():
        return _unavailable(name, mark("The keyring's password prompt was dismissed."), RETRY)
    return _unavailable(name, tr("The keyring failed: {cause}.").format(cause=cause or kind))


ELSEWHERE: Final = mark(
    "Set the key in the environment (for example OPENAI_API_KEY), or keep it for this session only."
)
UNLOCK: Final = mark(
    "Unlock it, then try again; or set the key in the environment (for example OPENAI_API_KEY), or keep it for this "
    "session only."
)
RETRY: Final = mark(
    "Try again and unlock it; or set the key in the environment (for example OPENAI_API_KEY), or keep it for this "
    "session only."
)
RESTART: Final = mark(
    "Unlock it, then start Disputatio again; or set the key in the environment (for example OPENAI_API_KEY), or keep "
    "it for this session only."
)


def _unavailable(name: str, reason: str, first: str = "") -> KeyringState:
    return KeyringState(available=False, name=name, reason=reason, remedy=first or ELSEWHERE)
