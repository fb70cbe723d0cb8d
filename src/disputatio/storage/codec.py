"""Events, commands and library values to JSON and back. The only place that knows their wire names.

A wire name is `name/version`. A changed event gets a new version here and an upcaster from the old one; logs are never
rewritten. The encoding is canonical: no spaces, characters as they are (UTF-8), keys in the order in which they were
given, because what reads a payload may follow that order, and a debate read back must go on as if it had never stopped.
Anyone can compute the hash chain again from an exported log with a JSON library that keeps the order of keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from disputatio.debate.citations.evidence import items_of, summary
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log import commands, events
from disputatio.debate.policies.visibility import FIGURE
from disputatio.debate.values import Json
from disputatio.debate.wording import tr
from disputatio.engine.canonical import storable
from disputatio.library.persona import Persona
from disputatio.library.workspace import Assignment, Document, Note, Project, Task, Workspace

T = TypeVar("T")

LibraryValue = Workspace | Project | Assignment | Task | Document | Note | Persona

EVENT_NAMES: dict[str, type[events.Event]] = {
    "debate-opened/1": events.DebateOpened,
    "block-entered/1": events.BlockEntered,
    "pass-began/1": events.PassBegan,
    "block-left/1": events.BlockLeft,
    "turn-asked/2": events.TurnAsked,
    "follow-up-asked/1": events.FollowUpAsked,
    "turn-drafted/1": events.TurnDrafted,
    "turn-completed/2": events.TurnCompleted,
    "turn-failed/1": events.TurnFailed,
    "turn-cut/1": events.TurnCut,
    "turn-abstained/1": events.TurnAbstained,
    "spliced/1": events.Spliced,
    "option-changed/1": events.OptionChanged,
    "seat-assigned/1": events.SeatAssigned,
    "debate-halted/1": events.DebateHalted,
    "debate-resumed/1": events.DebateResumed,
    "debate-ended/1": events.DebateEnded,
}

COMMAND_NAMES: dict[str, type[commands.Command]] = {
    "continue/1": commands.Continue,
    "pause/1": commands.Pause,
    "leave/1": commands.Leave,
    "close/1": commands.Close,
    "interject/1": commands.Interject,
    "answer/1": commands.Answer,
    "review/1": commands.Review,
    "skip/1": commands.Skip,
    "retry/1": commands.Retry,
    "set-option/1": commands.SetOption,
    "swap/1": commands.Swap,
    "extend/1": commands.Extend,
    "synthesise/1": commands.Synthesise,
    "rule/1": commands.Rule,
    "open-room/1": commands.OpenRoom,
    "mark/1": commands.Mark,
}


LIBRARY_NAMES: dict[str, type[LibraryValue]] = {
    "workspace/1": Workspace,
    "project/1": Project,
    "assignment/1": Assignment,
    "task/1": Task,
    "document/1": Document,
    "note/1": Note,
    "persona/1": Persona,
}


class Unreadable(DisputatioError):
    """Something stored that this version cannot read: written by a newer one, or damaged."""


class Upcaster(NamedTuple):
    """How a body of an old version becomes one of the version `to`."""

    to: str
    change: Callable[[dict[str, Json]], dict[str, Json]]


class Encoded(NamedTuple, Generic[T]):
    """`value` is what the JSON says: what was given, but for what JSON cannot hold (see `Codec.encode`)."""

    name: str
    body: str
    value: T


@lru_cache(maxsize=256)
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@lru_cache(maxsize=256)
def _later(kind: type) -> tuple[str, ...]:
    """Return the fields that are written only where they hold something (see `LATER`)."""
    return tuple(each.name for each in fields(kind) if each.metadata.get("later"))


def _members(given: object) -> dict[str, Any]:
    if not is_dataclass(given) or isinstance(given, type):
        raise TypeError(f"{type(given).__name__} is not a value that can be stored")
    members = {name: getattr(given, name) for name in _names(type(given))}
    for name in _later(type(given)):
        if not members[name]:
            del members[name]
    return members


_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False, default=_members
).encode


def json_object(stored: object) -> dict[str, Json]:
    """Return the JSON object that a column holds; what is damaged, or none, is empty."""
    found: Json = None
    with suppress(ValueError, TypeError, RecursionError):
        found = json.loads(stored)  # type: ignore[arg-type]
    return found if isinstance(found, dict) else {}


def canonical(given: object) -> str:
    """Return canonical JSON. Raises ValueError where the value holds what JSON or UTF-8 cannot: NaN, half a surrogate
    pair."""
    text = _encode(given)
    text.encode()
    return text


class Codec(Generic[T]):
    """A closed union of values and their wire names."""

    def __init__(self, names: Mapping[str, type[T]], upcasters: Mapping[str, Upcaster] | None = None) -> None:
        self._types = dict(names)
        self._names = {kind: name for name, kind in names.items()}
        self._upcasters = dict(upcasters or {})
        self._adapters: dict[str, TypeAdapter[T]] = {}
        self._readers: dict[str, Callable[[str], T]] = {}

    def encode(self, given: T) -> Encoded[T]:
        """Return the wire name and canonical JSON of a value.

        What a model says may hold NaN or broken UTF-16; then `value` is what was really stored.
        """
        name = self._names[type(given)]
        try:
            return Encoded(name, canonical(given), given)
        except ValueError:
            given = storable(given)
            return Encoded(name, canonical(given), given)

    def decode(self, name: str, body: str) -> T:
        """Return the value of some JSON, through the upcasters. Raises Unreadable."""
        if name in self._upcasters:
            name, body = self._upcast(name, body)
        read = self._readers.get(name) or self._reader(name)
        try:
            return read(body)
        except ValidationError as fault:
            first = fault.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "the whole"
            raise Unreadable(
                tr("A stored {name!r} cannot be read: {place}: {first}.").format(
                    name=name, place=place, first=first["msg"]
                ),
                "The file is damaged there; restore a backup, or export what is before it.",
            ) from fault

    def schemas(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return a JSON Schema for each wire name, and the definitions that they share (`#/$defs/…`)."""
        asked = [(name, "validation", self._adapter(name)) for name in self._types]
        found, shared = TypeAdapter.json_schemas(asked)  # type: ignore[arg-type]
        return {name: found[name, "validation"] for name in self._types}, shared.get("$defs", {})

    def _upcast(self, name: str, body: str) -> tuple[str, str]:
        """Return a body of the present version; one that is damaged stays as it is, and is refused where it is read."""
        try:
            content = json.loads(body)
        except (ValueError, RecursionError):
            content = None
        whole = isinstance(content, dict)
        while name in self._upcasters:
            name, change = self._upcasters[name]
            content = change(content) if whole else content
        return name, _encode(content) if whole else body

    def _reader(self, name: str) -> Callable[[str], T]:
        """Return what reads a body: that of the adapter itself, for its own call costs three times as much."""
        return self._readers.setdefault(name, self._adapter(name).validator.validate_json)

    def _adapter(self, name: str) -> TypeAdapter[T]:
        if name not in self._types:
            raise Unreadable(
                tr("This was written by a newer Disputatio: {name!r} is unknown here.").format(name=name),
                "Update Disputatio to open it; nothing was changed.",
            )
        return self._adapters.setdefault(name, TypeAdapter(self._types[name]))


def _figures_by_name(body: dict[str, Json]) -> dict[str, Json]:
    """A view once held "#name:hash" for a figure, the hash being that of its words."""
    sees = body.get("sees")
    if not isinstance(sees, list):
        return body
    return {**body, "sees": [_without_hash(reference) for reference in sees]}


def _without_hash(reference: Json) -> Json:
    figure = isinstance(reference, str) and reference.startswith(FIGURE)
    return reference.partition(":")[0] if figure else reference  # type: ignore[union-attr]


def _quotations_apart(body: dict[str, Json]) -> dict[str, Json]:
    """A check of citations once called verified what it had compared and what was only there."""
    data = body.get("data")
    items = data.get("items") if isinstance(data, dict) and {"items", "verified", "total"} <= data.keys() else None
    if not isinstance(data, dict) or not isinstance(items, list) or not items:
        return body
    apart = [_without_quotation(item) for item in items]
    counts = {"verified": _count(apart, "verified"), "exists": _count(apart, "line exists")}
    checked: dict[str, Json] = {**data, "items": apart, **counts}
    return {**body, "data": checked, "text": summary(items_of(checked))}


def _without_quotation(item: Json) -> Json:
    """Whether something was compared stands in what was quoted; an item that does not keep it stays as it is."""
    unquoted = isinstance(item, dict) and item.get("status") == "verified" and item.get("quote") == ""
    return {**item, "status": "line exists"} if unquoted else item  # type: ignore[dict-item]


def _count(items: list[Json], status: str) -> int:
    return sum(isinstance(item, dict) and item.get("status") == status for item in items)


FORMER_EVENTS = {
    "turn-asked/1": Upcaster("turn-asked/2", _figures_by_name),
    "turn-completed/1": Upcaster("turn-completed/2", _quotations_apart),
}
"""Events as they were written once, and what becomes of them."""

EVENTS: Codec[events.Event] = Codec(EVENT_NAMES, FORMER_EVENTS)
COMMANDS: Codec[commands.Command] = Codec(COMMAND_NAMES)
LIBRARY: Codec[LibraryValue] = Codec(LIBRARY_NAMES)
