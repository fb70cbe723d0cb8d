"""Where the person is in the library, and where they came from. A place is a kind and an id: ("project", "p1")."""

from __future__ import annotations

from typing import Final

Place = tuple[str, str]

HOME: Final[Place] = ("notes", "")
WRITTEN: Final = ("note", "document")
STEPS: Final = 20


class Trail:
    """What is being written is no place to come back to: one goes back to where it was opened."""

    def __init__(self) -> None:
        self.place = HOME
        self._before: list[Place] = []

    @property
    def kind(self) -> str:
        return self.place[0]

    @property
    def writes(self) -> bool:
        return self.place[0] in WRITTEN

    def go(self, place: Place, *, remember: bool = True) -> None:
        if remember and place != self.place and not self.writes:
            self._before = [*self._before[1 - STEPS :], self.place]
        self.place = place

    def begin(self, kind: str) -> None:
        """Something new to write on, which has no id yet."""
        self.go((kind, ""))

    def back(self) -> Place:
        self.place = self._before.pop() if self._before else HOME
        return self.place

    def leave(self, place: Place) -> None:
        """A place is gone."""
        if self.place == place:
            self._before = [each for each in self._before if each != place]
            self.back()

    def restart(self) -> None:
        """Another workspace: its places are others."""
        self._before = []
        self.place = HOME
