"""Colour arithmetic: WCAG 2.2 contrast (w3.org/TR/WCAG22, "contrast ratio") and tones that can be read."""

from __future__ import annotations

import colorsys
from functools import lru_cache

TEXT = 4.5
"""The least contrast of text against what lies behind it (WCAG AA)."""

GRAPHICS = 3.0
"""The least contrast of a shape that carries meaning."""

Rgb = tuple[float, float, float]


def channels(colour: str) -> Rgb:
    """Red, green and blue of "#RRGGBB", each 0..1. Raises `ValueError` for anything else."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is not a colour of the form #RRGGBB.")
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def to_hex(colour: Rgb) -> str:
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02X}" for part in colour)


def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    """Contrast between two opaque colours, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mix(over: str, under: str, share: float) -> str:
    """`over` laid on `under` with the opacity `share`, 0..1."""
    pairs = zip(channels(over), channels(under), strict=True)
    red, green, blue = (top * share + bottom * (1 - share) for top, bottom in pairs)
    return to_hex((red, green, blue))


@lru_cache(maxsize=256)
def readable(colour: str, behind: str, least: float = TEXT) -> str:
    """The tone nearest to `colour`, same hue, that reaches the contrast `least` on `behind`."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*channels(colour))
    towards = 1.0 if luminance(behind) < 0.18 else 0.0
    for step in range(101):
        tone = to_hex(colorsys.hls_to_rgb(hue, lightness + (towards - lightness) * step / 100, saturation))
        if ratio(tone, behind) >= least:
            return tone
    return "#FFFFFF" if towards else "#000000"
