"""Printing figures: name, value, unit, and what it is held against."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """`limit` is the most it should be (None: only shown)."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    note: str = ""

    def __str__(self) -> str:
        held = (
            "" if self.limit is None else f"  (at most {self.limit:g}: {'yes' if self.value <= self.limit else 'NO'})"
        )
        return f"  {self.name:<58} {self.value:>10.3f} {self.unit:<8}{held}{'  ' + self.note if self.note else ''}"


def show(title: str, figures: list[Figure]) -> None:
    sys.stdout.write(f"\n{title}\n")
    for figure in figures:
        sys.stdout.write(f"{figure}\n")
    sys.stdout.flush()


def median(values: list[float]) -> float:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
