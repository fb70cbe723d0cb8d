"""The colours of the two themes, named after what they are for, and the arithmetic that keeps them readable."""

from __future__ import annotations

import colorsys
from functools import lru_cache

from disputatio.debate.values import value

# ---- colour arithmetic by WCAG 2.2 (w3.org/TR/WCAG22, "contrast ratio") -----------------------------------------
TEXT = 4.5
"""The least contrast of text against what lies behind it (WCAG AA)."""

GRAPHICS = 3.0
"""The least contrast of a shape that carries meaning."""

Rgb = tuple[float, float, float]


def channels(colour: str) -> Rgb:
    """Return red, green and blue of "#RRGGBB", each 0..1. Raises `ValueError` for anything else."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is not a colour of the form #RRGGBB.")
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def to_hex(colour: Rgb) -> str:
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02X}" for part in colour)


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 (black) to 1 (white)."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    """Return the contrast between two opaque colours, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mix(over: str, under: str, share: float) -> str:
    """Return `over` laid on `under` with the opacity `share`, 0..1."""
    pairs = zip(channels(over), channels(under), strict=True)
    red, green, blue = (top * share + bottom * (1 - share) for top, bottom in pairs)
    return to_hex((red, green, blue))


@lru_cache(maxsize=256)
def readable(colour: str, behind: str, least: float = TEXT) -> str:
    """Return the tone nearest to `colour`, of the same hue, that reaches the contrast `least` on `behind`."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*channels(colour))
    towards = 1.0 if luminance(behind) < 0.18 else 0.0
    for step in range(101):
        tone = to_hex(colorsys.hls_to_rgb(hue, lightness + (towards - lightness) * step / 100, saturation))
        if ratio(tone, behind) >= least:
            return tone
    return "#FFFFFF" if towards else "#000000"


@value
class Theme:
    """Every tone the window uses, "#RRGGBB"."""

    name: str
    dark: bool
    window: str
    sidebar: str
    surface: str
    raised: str
    code: str
    border: str
    outline: str
    text: str
    muted: str
    disabled: str
    accent: str
    link: str
    fill: str
    fill_hover: str
    fill_text: str
    selection: str
    found: str
    found_here: str
    synthesis: str
    ok: str
    caution: str
    caution_wash: str
    caution_edge: str
    error: str
    keyword: str
    definition: str
    string: str
    number: str
    comment: str
    builtin: str
    inline_code: str


LIGHT = Theme(
    name="light",
    dark=False,
    window="#F6F8FB",
    sidebar="#EEF1F6",
    surface="#FFFFFF",
    raised="#F1F5F9",
    code="#F6F8FB",
    border="#E2E7EF",
    outline="#767C88",
    text="#0F172A",
    muted="#475569",
    disabled="#8A94A3",
    accent="#3B82F6",
    link="#1D4ED8",
    fill="#2563EB",
    fill_hover="#1D4ED8",
    fill_text="#FFFFFF",
    selection="#DBE7FE",
    found="#FEF0B4",
    found_here="#FCD34D",
    synthesis="#0F766E",
    ok="#15803D",
    caution="#92400E",
    caution_wash="#FDF4E4",
    caution_edge="#F0D6A4",
    error="#B91C1C",
    keyword="#6D28D9",
    definition="#1D4ED8",
    string="#047857",
    number="#B45309",
    comment="#5B677A",
    builtin="#0E7490",
    inline_code="#9A3412",
)

DARK = Theme(
    name="dark",
    dark=True,
    window="#0E1116",
    sidebar="#0B0D12",
    surface="#171B22",
    raised="#232934",
    code="#10141A",
    border="#28303C",
    outline="#767C88",
    text="#E6E8EB",
    muted="#A3ABB8",
    disabled="#6B7482",
    accent="#3B82F6",
    link="#93C5FD",
    fill="#2563EB",
    fill_hover="#3474EE",
    fill_text="#FFFFFF",
    selection="#1E3A6B",
    found="#564A1B",
    found_here="#7A5C0E",
    synthesis="#2DD4BF",
    ok="#4ADE80",
    caution="#FBBF24",
    caution_wash="#2A2212",
    caution_edge="#57451A",
    error="#F87171",
    keyword="#C4B5FD",
    definition="#93C5FD",
    string="#7EE0B5",
    number="#F6C177",
    comment="#8A94A6",
    builtin="#6FD3E8",
    inline_code="#F0A678",
)
