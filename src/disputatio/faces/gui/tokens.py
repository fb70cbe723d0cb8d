"""The colours of the two themes, named after what they are for."""

from __future__ import annotations

from disputatio.debate.values import value


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
    error="#F87171",
    keyword="#C4B5FD",
    definition="#93C5FD",
    string="#7EE0B5",
    number="#F6C177",
    comment="#8A94A6",
    builtin="#6FD3E8",
    inline_code="#F0A678",
)
