"""What would go where, as values with a sentence each."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Literal

from disputatio.debate.context import Context, released_secrets
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import by_hand
from disputatio.debate.personas import Character
from disputatio.debate.tools import OPTION as OF_TOOLS
from disputatio.debate.tools import REPOSITORY
from disputatio.debate.values import OptionValue, value
from disputatio.debate.views.words import dollars
from disputatio.debate.wording import figure, tr
from disputatio.engine.routing import Cargo
from disputatio.providers.config import ProviderConfig
from disputatio.providers.transport import in_clear, local
from disputatio.secrets.detection import find

OPTION = "branch"
"""The option of a debate that switches its branch on."""
LOOKED_UP = "and what participants look up in other files of its commit and in its history"
SETTLED = "what earlier debates about it settled"
OWN = "its own address"

OfDebates = Literal["none", "project", "assignment", "repository", "lookups"]
Freight = OfDebates | Literal["persona", "index", "summary", "memories", "web", "tools", "server"]
"""What goes: files of one debate ("none"), a context of debates ("lookups": a repository in which participants look up
more), passages of a persona's corpus, all text of a repository to an embedding model ("index") or to a model that
summarises it ("summary"), everything that is remembered; what participants search the web for, and what they pass to
the tools of a server, in one debate ("tools") or in all ("server"). None of them stands for another, but that "lookups"
includes "repository", and "server" includes "tools"."""

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "none": "the files: ",
        "persona": "",
        "lookups": "repository {ref}: ",
        "index": "the whole repository {ref}: ",
        "summary": "the whole repository {ref}: ",
        "memories": "",
        "web": "",
        "tools": "",
        "server": "",
    }
)


@value
class Sending:
    """What goes to `provider` at `address` ("" its own): `what` of `ref` in words, about so many `characters`. `ref` is
    an id, the path of a repository, or for files the id of the debate that they were given to ("" before it has one).
    `cost` in micro-dollars is an estimate of what the provider will charge, None where its price is unknown; where
    nobody estimated it, `estimated` is False."""

    kind: Freight
    ref: str
    what: str
    characters: int
    provider: str
    address: str
    cost: int | None = field(default=None, compare=False)
    estimated: bool = field(default=False, compare=False)

    @property
    def key(self) -> str:
        return self._key(self.kind)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of which any one is consent to this."""
        if self.kind == "tools":
            return (self.key, replace(self, kind="server", ref="").key)
        return (self.key, self._key("lookups")) if self.kind == "repository" else (self.key,)

    @property
    def once(self) -> bool:
        """Whether the answer can be kept; files dropped onto a question are new every time."""
        return self.kind not in ("none", "tools") or bool(self.ref)

    @property
    def sentence(self) -> str:
        what = WORDS.get(self.kind, f"{self.kind} {self.ref}: ").replace("{ref}", self.ref)
        much = (
            tr("; about {characters} characters").format(characters=figure(self.characters))
            if self.kind not in ("web", "tools", "server")
            else ""
        )
        return tr("This would go to {receiver}: {what}{what2}{much}{price}.").format(
            receiver=self.receiver, what=what, what2=self.what, much=much, price=self.price
        )

    @property
    def receiver(self) -> str:
        """The provider with its address, for a person."""
        return f"{self.provider} ({self.address})" if self.address else self.provider

    @property
    def price(self) -> str:
        """As the end of a sentence."""
        if not self.estimated:
            return ""
        return (
            tr(", at an unknown price")
            if self.cost is None
            else tr(", for about {cost}").format(cost=dollars(self.cost))
        )

    def _key(self, kind: str) -> str:
        return f"{self.provider} at {self.address or OWN} <- {kind} {self.ref}"


class _OneKey(ABC):
    """What only the consent to this very thing allows."""

    __slots__ = ()

    @property
    @abstractmethod
    def key(self) -> str: ...

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,)


class _OnThisComputer(_OneKey):
    """What goes to nobody, and is asked for each debate anew; the answer is kept once the debate has an id."""

    __slots__ = ()
    debate: str

    @property
    def once(self) -> bool:
        return bool(self.debate)

    @property
    def receiver(self) -> str:
        return ""


@value
class Branching(_OnThisComputer):
    """A debate that would write to a repository: asked for each debate anew. `debate` is its id once it has one; then
    the answer is kept."""

    repository: str
    debate: str = ""

    @property
    def key(self) -> str:
        return "branch debate/{debate} in {repository}".format(debate=self.debate or "-", repository=self.repository)

    @property
    def sentence(self) -> str:
        return tr(
            "This would write a branch debate/ID with the results of this debate to the repository {repository}. "
            "Its work tree, index, HEAD and other branches stay as they are."
        ).format(repository=self.repository)


@value
class Commanding(_OnThisComputer):
    """Commands that a debate carries and runs in isolation, and that are not configured for what it is about: asked for
    each debate anew. `debate` is its id once it has one; then the answer is kept. `place`: the repository that they run
    on, "" for none: the same words do something else in another one."""

    lines: tuple[str, ...]
    debate: str = ""
    place: str = ""

    @property
    def key(self) -> str:
        """What was agreed to, to the letter: as a list, since a line may hold any sign that could part two of them."""
        return "commands of debate/{debate}: {dumps}".format(
            debate=self.debate or "-", dumps=json.dumps([self.place, *self.lines], ensure_ascii=False)
        )

    @property
    def sentence(self) -> str:
        return tr("This would run on this computer, in isolation{on}: {lines}.").format(
            on=_on(self.place), lines="; ".join(self.lines)
        )


def _on(place: str) -> str:
    return tr(", on {place}").format(place=place) if place else ""


@value
class QuestionSecret(_OneKey):
    """A question that seems to hold secrets, `kinds` in words, and goes to the providers `receiver` as it stands: asked
    for each debate anew, since the question is the person's own and nothing of it is held back."""

    kinds: str
    receiver: str

    @property
    def key(self) -> str:
        return f"question with {self.kinds} to {self.receiver}"

    @property
    def once(self) -> bool:
        return False

    @property
    def sentence(self) -> str:
        return tr("The question seems to contain a secret ({kinds}). It would go to {receiver} unchanged.").format(
            kinds=self.kinds, receiver=self.receiver
        )


@value
class ClearText(_OneKey):
    """A provider whose address is another computer's and begins with http://: asked once for each address, before
    anything is sent there, its key first of all."""

    provider: str
    address: str

    @property
    def key(self) -> str:
        return f"{self.provider} at {self.address} <- clear text"

    @property
    def once(self) -> bool:
        return True

    @property
    def receiver(self) -> str:
        return f"{self.provider} ({self.address})"

    @property
    def sentence(self) -> str:
        return tr(
            "Everything sent to {receiver} would travel in the clear, with your key if it has one: the address begins "
            "with http://, so anybody on the network can read and change it."
        ).format(receiver=self.receiver)


Asked = Sending | Branching | Commanding | QuestionSecret | ClearText
"""What a person is asked before something is done."""


# ---- of a debate -------------------------------------------------------------------------------------------------
def has_branch(context: Context, options: Mapping[str, OptionValue]) -> bool:
    """Return whether a debate should have a branch: it is about a repository, and the option is on."""
    return context.kind == "repository" and options.get(OPTION) is True


def branchings(opened: DebateOpened) -> list[Branching]:
    """Return the repository that a debate would write to."""
    return [Branching(repository=opened.context.ref)] if has_branch(opened.context, opened.options) else []


def question_secrets(opened: DebateOpened) -> str:
    """The likely secrets of a question, of what its options say in words (aspects, criteria) and of the names of seats,
    in words, but those that the person released; "" if there are none."""
    released = released_secrets(opened.options)
    told = [
        tr("{each_kind} in line {line}").format(each_kind=each.kind, line=each.line)
        for each in find(opened.question, released=released)
    ]
    for name, given in opened.options.items():
        texts = [given] if isinstance(given, str) else given if isinstance(given, list) else []
        told += [
            tr("{each_kind} in the option {name}").format(each_kind=each.kind, name=name)
            for each in find("\n".join(texts), released=released)
        ]
    told += [
        tr("{each_kind} in the name of a seat").format(each_kind=each.kind)
        for each in find("\n".join(seat.name for seat in opened.seats), released=released)
    ]
    return ", ".join(told)


def question_sendings(opened: DebateOpened, config: Callable[[str], ProviderConfig | None]) -> list[QuestionSecret]:
    """What of a debate's question should not cross a network unless the person says so."""
    models = [*(seat.model for seat in opened.seats), *opened.services.values()]
    receivers = ", ".join(each.name for each in remote(models, config))
    kinds = question_secrets(opened) if receivers else ""
    return [QuestionSecret(kinds=kinds, receiver=receivers)] if kinds else []


def sendings(
    opened: DebateOpened,
    config: Callable[[str], ProviderConfig | None],
    *,
    id: str = "",
    stand_ins: Iterable[str] = (),
) -> list[Sending]:
    """Return what of a debate's context, and of its personas' corpora, goes across a network to the models of its seats
    and services, and to those that stand in for them. Nothing for rehearsal, and for servers of this machine."""
    others = tuple(stand_ins)
    cargo = Cargo(debate=id, context=opened.context, options=opened.options)
    models = [*(seat.model for seat in opened.seats), *opened.services.values(), *others]
    found = [each for provider in remote(models, config) for each in cargo_sendings(cargo, provider)]
    for seat in opened.seats:
        character = opened.personas.get(seat.id)
        if character is not None and not by_hand(seat.model):
            quoting = Cargo(characters=(character,))
            found += [each for to in remote([seat.model, *others], config) for each in cargo_sendings(quoting, to)]
    return list(dict.fromkeys(found))


def remote(models: Iterable[str], config: Callable[[str], ProviderConfig | None]) -> list[ProviderConfig]:
    """Return the providers of models across a network, once each."""
    names = dict.fromkeys(model.partition(":")[0] for model in models if model)
    known = [found for name in names if (found := config(name)) is not None]
    return [found for found in known if not stays(found)]


def clear_texts(receivers: Iterable[ProviderConfig | Sending]) -> list[ClearText]:
    """Return those that would be sent to without encryption, once each."""
    names = ((each.name if isinstance(each, ProviderConfig) else each.provider, each.address) for each in receivers)
    return [ClearText(provider=name, address=at) for name, at in dict.fromkeys(names) if in_clear(at)]


def stays(provider: ProviderConfig) -> bool:
    """Return whether a provider is on this computer."""
    return bool(provider.base_url) and local(provider.base_url)


def cargo_sendings(cargo: Cargo, provider: ProviderConfig) -> list[Sending]:
    """Return what a request with a cargo takes to a provider."""
    found = []
    if cargo.summarised:
        found.append(sending_of("summary", cargo.summarised, provider, what=tr("its files, to be summarised")))
    if cargo.context.kind != "none" or cargo.context.sections:
        found.append(_context(cargo, provider))
    return [*found, *(_quoting(each, provider) for each in cargo.characters if each.passages)]


def sending_of(kind: Freight, ref: str, provider: ProviderConfig, *, what: str = "", characters: int = 0) -> Sending:
    """More than a debate shows."""
    return Sending(
        kind=kind, ref=ref, what=what, characters=characters, provider=provider.name, address=provider.address
    )


def _context(cargo: Cargo, provider: ProviderConfig) -> Sending:
    context = cargo.context
    wanted = cargo.options.get(OF_TOOLS)
    named = wanted if isinstance(wanted, list) else REPOSITORY if wanted is True else ()
    more = context.kind == "repository" and any(name in REPOSITORY for name in named)
    titles = [section.title for section in context.sections] or [SETTLED]
    return Sending(
        kind="lookups" if more else context.kind,
        ref=context.ref if context.kind != "none" else cargo.debate,
        what=", ".join((*titles, *((LOOKED_UP,) if more else ()))),
        characters=sum(len(section.text) for section in context.sections),
        provider=provider.name,
        address=provider.address,
    )


def _quoting(character: Character, provider: ProviderConfig) -> Sending:
    sources = ", ".join(dict.fromkeys(passage.source for passage in character.passages))
    return Sending(
        kind="persona",
        ref=character.id,
        what=tr("passages of the corpus of {character} ({sources})").format(character=character.name, sources=sources),
        characters=sum(len(passage.text) for passage in character.passages),
        provider=provider.name,
        address=provider.address,
    )
