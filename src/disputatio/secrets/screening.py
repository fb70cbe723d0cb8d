"""What is held back of what is about to leave, and what a person released of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from disputatio.debate.values import value
from disputatio.secrets.detection import Finding, find


@value
class HeldBack:
    """A likely secret that does not leave: what it seems to be, where it stands, and the id to release it by."""

    id: str
    kind: str
    path: str
    line: int

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class Screening:
    """Searches texts for secrets, but for those released; gathers what was held back of those that are used."""

    def __init__(self, released: Collection[str] = ()) -> None:
        self.released = frozenset(released)
        self._held: dict[str, HeldBack] = {}
        self._met: set[str] = set()

    def find(self, text: str, path: str = "") -> list[Finding]:
        """Every likely secret that is to be held back."""
        found = find(text, path)
        if not self.released or not any(finding.id in self.released for finding in found):
            return found
        self._met |= {finding.id for finding in found} & self.released
        return find(text, path, self.released)

    def note(self, findings: Iterable[Finding], title: str = "") -> None:
        """These were held back of a text that is used. `title` names it where it has no path."""
        for each in findings:
            held = HeldBack(id=each.id, kind=each.kind, path=each.path or title, line=each.line if each.path else 0)
            self._held.setdefault(each.id, held)

    @property
    def held(self) -> tuple[HeldBack, ...]:
        return tuple(self._held.values())

    @property
    def unknown(self) -> frozenset[str]:
        """Released ids that name nothing that was met."""
        return self.released - self._met
