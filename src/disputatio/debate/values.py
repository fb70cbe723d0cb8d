"""How the values of the pure floors are declared: slotted, keyword-only dataclasses, frozen for the type checker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

T = TypeVar("T")

if TYPE_CHECKING:
    Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
else:  # Whoever reads annotations at run time (the codec) cannot follow a union into itself.
    Json = Any
"""What a payload can hold: JSON, nothing else."""


METHODS = ("__repr__", "__eq__", "__hash__")
"""What a value does as its fields have it."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a class a value: immutable, compared by content, every field named where it is built.

    That nobody assigns to a field is proven by the type checker, for the whole program, and not checked again at run
    time: dataclasses do that by setting each field of a new value through `object.__setattr__`, which trebles what it
    costs to make one. A turn makes about 25 values of 130 fields; it was 12 of some 145 µs of our own work.

    Few of the kinds of values are compared, put into sets or shown as they are, so the methods for it are written once
    one of them is: for all kinds it took a seventh of the time in which a command starts.
    """
    made = dataclass(slots=True, kw_only=True, repr=False, eq=False)(cls)
    for name in METHODS:
        if vars(cls).get(name) is None:
            setattr(made, name, _written_when_called(made, name))
    return made


def _written_when_called(made: type[Any], name: str) -> Callable[..., Any]:
    """Return a method that puts the one in its place that dataclasses write for these fields."""

    def first(self: object, *other: object) -> Any:
        told = [(one.name, Any, field(repr=one.repr, compare=one.compare, hash=one.hash)) for one in fields(made)]
        setattr(made, name, getattr(make_dataclass(made.__name__, told, init=False, unsafe_hash=True), name))
        return getattr(made, name)(self, *other)

    return first


LATER: Mapping[str, bool] = {"later": True}
"""Metadata of a field that a value did not have at first. It is stored only where it holds something, so that older
records are written again to the letter."""

OptionValue = None | bool | int | float | str | list[str]
"""What an option of a format can hold."""
