"""Keys of providers: from the environment, from this session's memory, or from the system keyring, in that order.

The keyring library and its back ends are loaded at first use and called off the event loop: a back end may wait for a
person who has to unlock it. What goes wrong with a keyring is a value, `KeyringState`, not an exception, because a
missing keyring is an ordinary thing (servers, containers, remote shells) and never stops a debate.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from typing import Literal, Protocol, TypeVar

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.secrets.masking import Masking

SERVICE = "disputatio"
"""The name under which all keys are kept; the user name is that of the provider."""

PATIENCE = 120.0
"""Seconds to wait for a keyring: a person may have to type the password that unlocks it."""

Source = Literal["environment", "session", "keyring", "none"]
T = TypeVar("T")


@value
class Key:
    """A provider's key and where it comes from. `text` is "" when there is none; it is never printed."""

    provider: str
    source: Source = "none"
    text: str = field(default="", repr=False)

    def __str__(self) -> str:
        return repr(self)

    def __bool__(self) -> bool:
        return bool(self.text)


@value
class KeyringState:
    """Whether keys can be kept, and if not: why, and what to do. `name` is the back end's, for a person."""

    available: bool
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

    `backend` makes the keyring's back end, by default the one that the system prefers.
    """

    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        backend: Callable[[], Backend] | None = None,
        masking: Masking | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self._backend = backend or system_backend
        self._session: dict[str, str] = {}
        self._turn = asyncio.Lock()
        self._patience = patience
        self.masking = masking or Masking()

    def __repr__(self) -> str:
        return f"Keys({len(self._session)} for this session)"

    async def get(self, provider: str) -> Key:
        """The key to use, with its source. A keyring that cannot be read counts as empty; `state` says why."""
        key = self.at_hand(provider)
        if key:
            return key
        text, _ = await self._ask(lambda backend: backend.get_password(SERVICE, provider))
        return self._known(provider, "keyring", text or "")

    def at_hand(self, provider: str) -> Key:
        """The key of the environment or of this session; the keyring is not asked."""
        key = self._known(provider, "environment", self._environment.get(variable(provider), ""))
        return key or self._known(provider, "session", self._session.get(provider, ""))

    async def set(self, provider: str, text: str) -> KeyringState:
        """Keeps a key in the keyring. When that is not possible nothing is kept anywhere: the person may then choose
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
            return _unavailable(state.name, "It took the key but did not keep it.")
        return state

    def remember(self, provider: str, text: str) -> None:
        """Keeps a key until the application ends, on the person's explicit choice. Raises `BadKey`."""
        self._session[provider] = _cleaned(provider, text)
        self.masking.add(self._session[provider])

    async def delete(self, provider: str) -> KeyringState:
        """Forgets a key, here and in the keyring. A key that is not there is no error. The environment is not ours to
        change."""
        self._session.pop(provider, None)

        def forget(backend: Backend) -> None:
            if backend.get_password(SERVICE, provider) is not None:
                backend.delete_password(SERVICE, provider)

        return (await self._ask(forget))[1]

    async def state(self) -> KeyringState:
        """Whether the keyring can be used, tried by reading an entry that does not exist."""
        return (await self._ask(lambda backend: backend.get_password(SERVICE, "-")))[1]

    def _known(self, provider: str, source: Source, text: str) -> Key:
        text = text.strip()
        if not text:
            return Key(provider=provider)
        self.masking.add(text)
        if not usable(text):
            return Key(provider=provider)
        return Key(provider=provider, source=source, text=text)

    async def _ask(self, work: Callable[[Backend], T]) -> tuple[T | None, KeyringState]:
        """One call at a time: back ends are not made for several threads."""
        async with self._turn:
            try:
                return await asyncio.wait_for(_in_daemon(lambda: self._tried(work)), self._patience)
            except TimeoutError:
                return None, _unavailable("", "It did not answer; perhaps it waits for a password in a hidden window.")

    def _tried(self, work: Callable[[Backend], T]) -> tuple[T | None, KeyringState]:
        name = ""
        try:
            backend = self._backend()
            name = backend.name
            return work(backend), KeyringState(available=True, name=name)
        except _faults() as fault:
            return None, _explained(name, fault, self.masking)


def variable(provider: str) -> str:
    """The variable of the environment that holds a provider's key: "openai" -> OPENAI_API_KEY. GitHub's own tools call
    theirs GITHUB_TOKEN."""
    if provider == "github":
        return "GITHUB_TOKEN"
    return re.sub(r"[^A-Z0-9]", "_", provider.upper()) + "_API_KEY"


def system_backend() -> Backend:
    """The back end that the system prefers."""
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
        raise BadKey(f"The key for {provider} is empty.", "Paste the key that the provider shows.")
    if not usable(key):
        raise BadKey(
            f"The key for {provider} contains characters that no key has (spaces, line ends, …).",
            "Copy it again from the provider's page, without what stands around it.",
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


def _faults() -> tuple[type[Exception], ...]:
    """What back ends raise: the library's errors, the system's, and those of the Linux secret service where it is
    in use (they have no common root)."""
    from keyring.errors import KeyringError

    service = sys.modules.get("secretstorage.exceptions")
    bus = sys.modules.get("jeepney.wrappers")
    found = [getattr(service, "SecretStorageException", None), getattr(bus, "DBusErrorResponse", None)]
    return (KeyringError, OSError, RuntimeError, ValueError, *(fault for fault in found if fault is not None))


def _explained(name: str, fault: Exception, masking: Masking) -> KeyringState:
    kind = type(fault).__name__
    cause = masking.mask(str(fault))
    if kind == "NoKeyringError":
        return _unavailable(name, "This computer offers no keyring.")
    if kind in ("KeyringLocked", "LockedException"):
        return _unavailable(name, "The keyring is locked.", "Unlock it, then try again")
    if kind in ("InitError", "PromptDismissedException") or "dismissed" in cause.lower():
        return _unavailable(name, "The question for its password was dismissed.", "Try again and unlock it")
    return _unavailable(name, f"The keyring failed: {cause or kind}.")


def _unavailable(name: str, reason: str, first: str = "") -> KeyringState:
    other = "set the key in the environment (for example OPENAI_API_KEY), or keep it for this session only."
    remedy = f"{first}; or {other}" if first else other[0].upper() + other[1:]
    return KeyringState(available=False, name=name, reason=reason, remedy=remedy)
