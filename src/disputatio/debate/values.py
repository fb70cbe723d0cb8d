"""How the values of the pure floors are declared: slotted, keyword-only dataclasses, frozen for the type checker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

T = TypeVar("T")

if TYPE_CHECKING:
    Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
else:  # Whoever reads annotations at run time (the codec) cannot follow a union into itself.
    Json = Any
"""What a payload can hold: JSON, nothing else."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a class a value: immutable, compared by content, every field named where it is built.

    That nobody assigns to a field is proven by the type checker, for the whole program, and not checked again at run
    time: dataclasses do that by setting each field of a new value through `object.__setattr__`, which trebles what it
    costs to make one. A turn makes about 25 values of 130 fields; it was 12 of some 145 µs of our own work.
    """
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(cls)


LATER: Mapping[str, bool] = {"later": True}
"""Metadata of a field that a value did not have at first. It is stored only where it holds something, so that older
records are written again to the letter."""

OptionValue = None | bool | int | float | str | list[str]
"""What an option of a format can hold."""
