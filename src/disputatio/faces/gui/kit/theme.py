"""How the window looks: one `Theme` value for light and one for dark, applied to the whole application at once.

Figures behind the tones are WCAG contrasts, proven by the tests: text at least 4.5 on every ground it stands on, shapes
at least 3. The two debaters' accents (#3B82F6, #8B5CF6) are bars, dots and lines, never text.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from disputatio.debate.values import value
from disputatio.faces.gui.kit import fonts
from disputatio.faces.gui.kit.colours import DARK, GRAPHICS, LIGHT, Theme, mix, readable
from disputatio.faces.gui.kit.style_sheet import style_sheet

Choice = Literal["system", "light", "dark"]
"""What a person can choose."""

NAMED: Final = {
    "blue": "#3B82F6",
    "violet": "#8B5CF6",
    "teal": "#0D9488",
    "cyan": "#0891B2",
    "orange": "#EA580C",
    "pink": "#DB2777",
    "slate": "#64748B",
    "red": "#DC2626",
}
"""Colour keys beside "#RRGGBB" that formats and messages may use."""


@value
class Identity:
    """The tones of one debater: `accent` for shapes, `text` for words, `tint` behind words, `fill` under white."""

    accent: str
    text: str
    tint: str
    fill: str


_applied: list[Theme] = [LIGHT]


def current() -> Theme:
    """Return the theme that was applied last. Widgets that paint read it while painting."""
    return _applied[-1]


@lru_cache(maxsize=256)
def identity(colour: str, theme: Theme) -> Identity:
    """Return the tones for a colour key or "#RRGGBB"; anything else is drawn in slate rather than refused."""
    base = NAMED.get(colour, colour)
    if len(base) != 7 or base[0] != "#" or any(c not in "0123456789abcdefABCDEF" for c in base[1:]):
        base = NAMED["slate"]
    tint = mix(base, theme.surface, 0.17 if theme.dark else 0.1)
    return Identity(
        accent=readable(base, theme.surface, GRAPHICS),
        text=readable(base, tint, 5.5),
        tint=tint,
        fill=readable(base, "#FFFFFF"),
    )


def theme_for(choice: Choice, scheme: Qt.ColorScheme) -> Theme:
    """Return the theme that a choice means, given what the desktop says of itself."""
    if choice == "system":
        return DARK if scheme == Qt.ColorScheme.Dark else LIGHT
    return DARK if choice == "dark" else LIGHT


def apply(app: QApplication, theme: Theme) -> None:
    """Dress the application. Painted widgets hear of it through the palette change that Qt sends to each of them."""
    fonts.load()
    _applied[:] = [theme]
    if sys.platform != "darwin" and app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    app.setFont(fonts.font())
    app.setPalette(palette(theme))
    app.setStyleSheet(style_sheet(theme))


def choose(app: QApplication, choice: Choice) -> Theme:
    """Apply a person's choice; "system" follows the desktop as it is now. Returns the theme in force."""
    hints = app.styleHints()
    if choice == "system":
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(Qt.ColorScheme.Dark if choice == "dark" else Qt.ColorScheme.Light)
    theme = theme_for(choice, hints.colorScheme())
    apply(app, theme)
    return theme


def palette(theme: Theme) -> QPalette:
    role = QPalette.ColorRole
    made = QPalette()
    for which, colour in {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.raised,
        role.Text: theme.text,
        role.Button: theme.surface,
        role.ButtonText: theme.text,
        role.BrightText: theme.error,
        role.PlaceholderText: theme.muted,
        role.Highlight: theme.selection,
        role.HighlightedText: theme.text,
        role.Accent: theme.accent,
        role.Link: theme.link,
        role.LinkVisited: theme.link,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.Light: theme.raised,
        role.Midlight: theme.border,
        role.Mid: theme.border,
        role.Dark: theme.outline,
        role.Shadow: theme.outline,
    }.items():
        made.setColor(which, QColor(colour))
    for which in (role.Text, role.WindowText, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.disabled))
    return made
