"""What would leave the computer for the first time, and to whom; a person is asked once (SPEC CONTEXT.5)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from disputatio.debate.context import Context
from disputatio.debate.events import DebateOpened
from disputatio.debate.values import value
from disputatio.providers.config import ProviderConfig
from disputatio.providers.transport import local

FILE = "consents.json"


@value
class Sending:
    """A context that goes to a provider: `what` in words, `characters` how much of it."""

    kind: str
    ref: str
    what: str
    characters: int
    provider: str
    address: str

    @property
    def key(self) -> str:
        return f"{self.provider} at {self.address or 'its own address'} <- {self.kind} {self.ref}"


def sendings(opened: DebateOpened, config: Callable[[str], ProviderConfig | None]) -> list[Sending]:
    """What of a debate's context goes across a network. Nothing for rehearsal, and for servers of this machine."""
    context = opened.context
    if not context.sections:
        return []
    models = [*(seat.model for seat in opened.seats), *opened.services.values()]
    names = dict.fromkeys(model.partition(":")[0] for model in models if model)
    known = [found for name in names if (found := config(name)) is not None]
    return [_sending(context, found) for found in known if not (found.base_url and local(found.base_url))]


def _sending(context: Context, provider: ProviderConfig) -> Sending:
    return Sending(
        kind=context.kind,
        ref=context.ref,
        what=", ".join(section.title for section in context.sections),
        characters=sum(len(section.text) for section in context.sections),
        provider=provider.name,
        address=provider.base_url,
    )


class Consents:
    """What the person has consented to, in a file beside the settings."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def missing(self, asked: Iterable[Sending]) -> list[Sending]:
        """Those that the person has not been asked about. Files dropped onto a question are new every time."""
        given = self._given()
        return [each for each in asked if each.kind == "none" or each.key not in given]

    def give(self, asked: Iterable[Sending]) -> None:
        """Remember a person's consent."""
        given = self._given() | {each.key for each in asked if each.kind != "none"}
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(sorted(given), ensure_ascii=False, indent=1) + "\n", "utf-8")
        fresh.replace(self._path)

    def _given(self) -> set[str]:
        """An unreadable file means that the person is asked again."""
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return set()
        return {str(each) for each in found} if isinstance(found, list) else set()
