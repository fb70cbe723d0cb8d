"""What a debate has cost, in dollars as a person reads them."""

from __future__ import annotations

MICRO = 1_000_000
"""Micro-dollars in a dollar."""


def dollars(micro: int) -> str:
    """Two decimals; four for what costs less than a cent, of which two would say nothing."""
    if 0 < micro < MICRO // 20_000:  # four decimals would say that it cost nothing
        return "<$0.0001"
    return f"${micro / MICRO:.4f}" if 0 < micro < MICRO // 100 else f"${micro / MICRO:.2f}"


def total(micro: int, unpriced: int) -> str:
    """A running total; `unpriced` calls whose price is unknown are said."""
    if not unpriced:
        return dollars(micro)
    calls = f"{unpriced:,} call{'' if unpriced == 1 else 's'} of unknown price"
    return f"{dollars(micro)} + {calls}" if micro else calls
