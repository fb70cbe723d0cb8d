"""What the person has agreed to, in a file beside the settings, so that each thing is asked once (SPEC CONTEXT.5)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from disputatio.app.privacy.sendings import OWN, Asked
from disputatio.debate.values import value

FILE = "consents.json"
_BRANCH = re.compile(r"branch (?P<debate>debate/\S+) in (?P<repository>.*)", re.S)
_KEY = re.compile(r"(?P<provider>.+?) at (?P<address>.+?) <- (?P<kind>\w+) (?P<ref>.*)", re.S)
A = TypeVar("A", bound=Asked)


@value
class Consent:
    """What was consented to: `ref` (of `kind`) may go to `provider` at `address`. `id` names it in commands."""

    id: str
    key: str
    provider: str
    address: str
    kind: str
    ref: str


class Consents:
    """What was agreed to, by the keys of `Sending` and `Branching`. Blocks."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def missing(self, asked: Iterable[A]) -> list[A]:
        """Return those that the person has not agreed to yet."""
        given = self._given()
        return [each for each in asked if not each.once or given.isdisjoint(each.keys)]

    def give(self, asked: Iterable[Asked]) -> None:
        """Remember a person's consent."""
        self._keep(self._given() | {each.key for each in asked if each.once})

    def all(self) -> list[Consent]:
        """Return the consents in a fixed order."""
        return [_consent(key) for key in sorted(self._given())]

    def revoke(self, key: str) -> None:
        """Remove a consent, so that the person is asked again."""
        self._keep(self._given() - {key})

    def _keep(self, given: set[str]) -> None:
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(sorted(given), ensure_ascii=False, indent=1) + "\n", "utf-8")
        fresh.replace(self._path)

    def _given(self) -> set[str]:
        """Read the file. If it is unreadable, there are no consents, and the person is asked again."""
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return set()
        return {str(each) for each in found} if isinstance(found, list) else set()


def _consent(key: str) -> Consent:
    """Read a key of the file; show one from another version as it is."""
    id = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    said = _KEY.fullmatch(key)
    if said is None and (branch := _BRANCH.fullmatch(key)):
        return Consent(
            id=id, key=key, provider="this computer", address="", kind=branch["debate"], ref=branch["repository"]
        )
    if said is None:
        return Consent(id=id, key=key, provider=key, address="", kind="", ref="")
    address = said["address"] if said["address"] != OWN else ""
    return Consent(id=id, key=key, provider=said["provider"], address=address, kind=said["kind"], ref=said["ref"])
