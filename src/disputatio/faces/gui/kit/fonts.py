"""Type: Inter for everything, JetBrains Mono for code, both shipped; the system's fonts stand in for what they lack."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

from disputatio.app.paths import resource

FAMILIES: Final = [
    "Inter",
    "Noto Sans",
    "Noto Sans CJK SC",
    "Segoe UI",
    "DejaVu Sans",
    "Noto Color Emoji",
    "sans-serif",
]
MONO: Final = ["JetBrains Mono", "Cascadia Mono", "Menlo", "DejaVu Sans Mono", "Noto Color Emoji", "monospace"]

CAPTION: Final = 8.25
SMALL: Final = 9.0
BODY: Final = 10.0
HEADING: Final = 11.0
TITLE: Final = 13.0
ANSWER: Final = 15.75
PAGE: Final = 19.5
FIGURE: Final = 27.0
"""Sizes in points. Everything that is drawn uses these, so that one place decides."""


@lru_cache(maxsize=1)
def load() -> tuple[str, ...]:
    """Register the shipped fonts once; needs a QGuiApplication. Returns the families that were registered."""
    families: set[str] = set()
    for file in sorted(resource("fonts").glob("*.[ot]tf")):
        number = QFontDatabase.addApplicationFont(str(file))
        families.update(QFontDatabase.applicationFontFamilies(number))
    return tuple(sorted(families))


def font(points: float = BODY, weight: QFont.Weight = QFont.Weight.Normal, *, mono: bool = False) -> QFont:
    return QFont(_made(points, weight, mono))


@lru_cache(maxsize=256)
def _made(points: float, weight: QFont.Weight, mono: bool) -> QFont:
    made = QFont()
    made.setFamilies(MONO if mono else FAMILIES)
    made.setPointSizeF(points)
    made.setWeight(weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made
