"""Shares of agreement, as people read them. Alone, because lists of debates show them before any debate is opened."""

from __future__ import annotations


def percent(share: float) -> int:
    """A share of agreement as people read it, the same everywhere. Rounded down: 84.6 % has not reached 85."""
    return int(share * 100 + 1e-9)
