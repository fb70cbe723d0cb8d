"""What would leave the computer for the first time, and to whom; a person is asked once (SPEC CONTEXT.5)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from disputatio.debate.context import Context
from disputatio.debate.events import DebateOpened
from disputatio.debate.personas import Character
from disputatio.debate.values import OptionValue, value
from disputatio.providers.config import ProviderConfig
from disputatio.providers.transport import local

FILE = "consents.json"
OPTION = "branch"
"""The option of a debate that switches its branch on."""
TOOLS = "tools"
"""The option of a debate that lets participants look things up in its repository."""
LOOKED_UP = "and what participants look up in other files of its commit and in its history"
_BRANCH = re.compile(r"branch (?P<debate>debate/\S+) in (?P<repository>.*)", re.S)
_KEY = re.compile(r"(?P<provider>.+?) at (?P<address>.+?) <- (?P<kind>\w+) (?P<ref>.*)", re.S)
_OWN = "its own address"


A = TypeVar("A", bound="Sending | Branching")


@value
class Sending:
    """A context that goes to a provider, or passages of a persona's corpus (kind "persona", `ref` its id): `what` in
    words, `characters` how much of it."""

    kind: str
    ref: str
    what: str
    characters: int
    provider: str
    address: str

    @property
    def key(self) -> str:
        return f"{self.provider} at {self.address or _OWN} <- {self.kind} {self.ref}"

    @property
    def once(self) -> bool:
        """Whether the answer holds from now on. Files dropped onto a question are new every time."""
        return self.kind != "none"

    @property
    def sentence(self) -> str:
        what = {"none": "the files: ", "persona": ""}.get(self.kind, f"{self.kind} {self.ref}: ")
        where = f" ({self.address})" if self.address else ""
        return f"To {self.provider}{where} would go: {what}{self.what}; about {self.characters:,} characters."


@value
class Branching:
    """A debate that would write to a repository: asked for each debate anew. `debate` is its id once it has one; then
    the answer is kept."""

    repository: str
    debate: str = ""

    @property
    def key(self) -> str:
        return f"branch debate/{self.debate or '-'} in {self.repository}"

    @property
    def once(self) -> bool:
        return bool(self.debate)

    @property
    def sentence(self) -> str:
        return (
            f"To the repository {self.repository} would be written: a branch debate/ID with what this debate comes to. "
            "Its work tree, index, HEAD and other branches stay as they are."
        )


Asked = Sending | Branching
"""What a person is asked before a debate begins."""


@value
class Consent:
    """What was consented to: `ref` (of `kind`) may go to `provider` at `address`. `id` names it in commands."""

    id: str
    key: str
    provider: str
    address: str
    kind: str
    ref: str


def wanted(context: Context, options: Mapping[str, OptionValue]) -> bool:
    """Whether a debate is to have a branch: it is about a repository, and its option is on."""
    return context.kind == "repository" and options.get(OPTION) is True


def branchings(opened: DebateOpened) -> list[Branching]:
    """The repository that a debate would write to."""
    return [Branching(repository=opened.context.ref)] if wanted(opened.context, opened.options) else []


def sendings(opened: DebateOpened, config: Callable[[str], ProviderConfig | None]) -> list[Sending]:
    """What of a debate's context, and of its personas' corpora, goes across a network. Nothing for rehearsal, and for
    servers of this machine."""
    models = [*(seat.model for seat in opened.seats), *opened.services.values()] if opened.context.sections else []
    more = opened.context.kind == "repository" and opened.options.get(TOOLS) is True
    found = [_sending(opened.context, provider, more) for provider in _remote(models, config)]
    for seat in opened.seats:
        character = opened.personas.get(seat.id)
        if character is not None and character.passages:
            found += [_quoting(character, provider) for provider in _remote([seat.model], config)]
    return list(dict.fromkeys(found))


def _remote(models: Iterable[str], config: Callable[[str], ProviderConfig | None]) -> list[ProviderConfig]:
    names = dict.fromkeys(model.partition(":")[0] for model in models if model)
    known = [found for name in names if (found := config(name)) is not None]
    return [found for found in known if not (found.base_url and local(found.base_url))]


def _quoting(character: Character, provider: ProviderConfig) -> Sending:
    sources = ", ".join(dict.fromkeys(passage.source for passage in character.passages))
    return Sending(
        kind="persona",
        ref=character.id,
        what=f"passages of the corpus of {character.name} ({sources})",
        characters=sum(len(passage.text) for passage in character.passages),
        provider=provider.name,
        address=provider.base_url,
    )


def _sending(context: Context, provider: ProviderConfig, more: bool) -> Sending:
    """`more`: participants may look up what else is in the repository."""
    return Sending(
        kind=context.kind,
        ref=context.ref,
        what=", ".join((*(section.title for section in context.sections), *((LOOKED_UP,) if more else ()))),
        characters=sum(len(section.text) for section in context.sections),
        provider=provider.name,
        address=provider.base_url,
    )


class Consents:
    """What the person has consented to, in a file beside the settings."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def missing(self, asked: Iterable[A]) -> list[A]:
        """Those that the person has not been asked about."""
        given = self._given()
        return [each for each in asked if not each.once or each.key not in given]

    def give(self, asked: Iterable[Asked]) -> None:
        """Remember a person's consent."""
        self._keep(self._given() | {each.key for each in asked if each.once})

    def all(self) -> list[Consent]:
        """What was consented to, in a fixed order."""
        return [_consent(key) for key in sorted(self._given())]

    def revoke(self, key: str) -> None:
        """From now on the person is asked again."""
        self._keep(self._given() - {key})

    def _keep(self, given: set[str]) -> None:
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


def _consent(key: str) -> Consent:
    """What a key of the file says; one of another version is shown as it is."""
    id = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    said = _KEY.fullmatch(key)
    if said is None and (branch := _BRANCH.fullmatch(key)):
        return Consent(
            id=id, key=key, provider="this computer", address="", kind=branch["debate"], ref=branch["repository"]
        )
    if said is None:
        return Consent(id=id, key=key, provider=key, address="", kind="", ref="")
    address = said["address"] if said["address"] != _OWN else ""
    return Consent(id=id, key=key, provider=said["provider"], address=address, kind=said["kind"], ref=said["ref"])
