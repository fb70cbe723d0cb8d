"""A keyring in memory, with the faults that real ones have. For tests and for trying things out."""

from __future__ import annotations

import threading
from typing import Literal

from keyring.errors import InitError, KeyringLocked, NoKeyringError, PasswordDeleteError

Mood = Literal["working", "absent", "locked", "dismissed", "failing", "forgetful", "silent"]
"""absent: no keyring on this computer; dismissed: nobody unlocked it; forgetful: accepts keys and loses them;
silent: never answers, until `release` is called."""


class FakeKeyring:
    """Hand it to `Keys(backend=lambda: keyring)`. `calls` counts; `passwords` is what it holds."""

    name = "fake keyring"

    def __init__(self, mood: Mood = "working") -> None:
        self.mood: Mood = mood
        self.passwords: dict[tuple[str, str], str] = {}
        self.calls = 0
        self.threads: set[str] = set()
        self._released = threading.Event()

    def release(self) -> None:
        """Let a silent keyring answer."""
        self._released.set()

    def get_password(self, service: str, username: str) -> str | None:
        self._react("")
        return self.passwords.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._react(password)
        if self.mood != "forgetful":
            self.passwords[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._react("")
        if (service, username) not in self.passwords:
            raise PasswordDeleteError("Not found")
        del self.passwords[service, username]

    def _react(self, password: str) -> None:
        self.calls += 1
        self.threads.add(threading.current_thread().name)
        if self.mood == "absent":
            raise NoKeyringError("No recommended backend was available.")
        if self.mood == "locked":
            raise KeyringLocked("Failed to unlock the collection!")
        if self.mood == "dismissed":
            raise InitError("Failed to create the collection: Prompt dismissed.")
        if self.mood == "failing":
            raise RuntimeError(f"could not store {password}")
        if self.mood == "silent":
            self._released.wait()
