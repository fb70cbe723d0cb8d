"""How the window looks: one `Theme` value for light and one for dark, applied to the whole application at once; and the
style sheet for the chrome: buttons, fields, lists, menus, bars. Cards, gauge and rows paint themselves.

Widgets ask for a look through properties: `kind` on push buttons (primary, danger, quiet), `look` on labels (section,
title, muted, chip), `card` on frames. Sizes of text are points: they follow the resolution of the screen.

Figures behind the tones are WCAG contrasts, proven by the tests: text at least 4.5 on every ground it stands on, shapes
at least 3. The two debaters' accents (#3B82F6, #8B5CF6) are bars, dots and lines, never text.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Final, Literal

from PySide6.QtCore import QDir, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from disputatio.app.paths import resource
from disputatio.debate.values import value
from disputatio.faces.gui.kit import fonts
from disputatio.faces.gui.kit.colours import DARK, GRAPHICS, LIGHT, Theme, mix, readable
from disputatio.faces.gui.kit.fonts import ANSWER, BODY, CAPTION, HEADING, PAGE, SMALL, TITLE
from disputatio.faces.gui.kit.layouts import runs_from_the_right

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
    # Where one sheet follows another, Qt polishes each widget once for every one that it stands in. Where there was
    # none, it does so once; the other look of a moment is never painted.
    app.setStyleSheet("")
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


_CHROME = "chrome"
"""The name under which Qt looks for those pictures."""


def style_sheet(theme: Theme) -> str:
    return "\n".join((_surfaces(theme), _labels(theme), _buttons(theme), _fields(theme), _views(theme), _bars(theme)))


def _chrome(name: str, theme: Theme) -> str:
    """Return the address of one small picture of the chrome in a style sheet.

    It goes by a search path of Qt's: the folder of a checkout may hold blanks, brackets or quotation marks, and one of
    them in `url(…)` makes Qt throw the whole sheet away.
    """
    QDir.setSearchPaths(_CHROME, [str(resource("icons", "chrome"))])
    return f"{_CHROME}:{resource('icons', 'chrome', f'{name}-{theme.name}.svg').name}"


def _surfaces(t: Theme) -> str:
    return f"""
QMainWindow, QDialog {{ background: {t.window}; }}
QWidget#sidebar, QWidget#rail {{ background: {t.sidebar}; }}
QWidget#rail {{ border-{"left" if runs_from_the_right() else "right"}: 1px solid {t.border}; }}
QFrame#inspector-head {{ background: transparent; border: none; border-bottom: 1px solid {t.border}; }}
QWidget#inspector {{ background: {t.window}; }}
QScrollArea {{ background: transparent; border: none; }}
QFrame[card="true"] {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 14px; }}
QFrame#composer {{ background: {t.surface}; border: 1px solid {t.outline}; border-radius: 16px; padding: 1px; }}
QFrame#composer[focused="true"] {{ border: 2px solid {t.accent}; padding: 0px; }}
QFrame#floating {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 9px; }}
QFrame#toast {{ background: {t.text}; border-radius: 10px; }}
QFrame#toast QLabel {{ color: {t.surface}; }}
QFrame#toast QPushButton {{ background: transparent; border: none; padding: 4px 8px; font-weight: 600;
  color: {"#93C5FD" if not t.dark else "#1D4ED8"}; }}
QFrame[notice="true"] {{ background: {t.raised}; border-radius: 10px; border: none; }}
QFrame[notice="true"] QPushButton[kind="quiet"]:hover {{ background: {t.border}; }}
QFrame[caution="true"] {{ background: {mix(t.found, t.window, 0.5)}; border-radius: 10px;
  border: 1px solid {mix(t.found_here, t.window, 0.5)}; }}
QFrame#gate {{ background: {t.surface}; border: 1px solid {t.caution_edge}; border-radius: 14px; }}
QFrame#gate-head {{ background: {t.caution_wash}; border: none; border-top-left-radius: 13px;
  border-top-right-radius: 13px; }}
QFrame#gate-head[alone="true"] {{ border-radius: 13px; }}
#need {{ background: transparent; border: 1px solid transparent; border-radius: 9px; }}
#need:hover {{ background: {t.raised}; }}
#need:focus {{ border: 1px solid {t.accent}; }}
QFrame#runbar {{ background: {t.window}; border: none; border-top: 1px solid {t.border}; }}
QFrame#controls {{ background: transparent; border: none; border-top: 1px solid {t.border};
  border-bottom: 1px solid {t.border}; }}
QFrame#switch {{ background: {t.raised}; border: 1px solid {t.border}; border-radius: 10px; }}
QFrame#switch QPushButton {{ background: transparent; border: 1px solid transparent; padding: 4px 11px;
  color: {t.muted}; }}
QFrame#switch QPushButton:checked {{ background: {t.surface}; border: 1px solid {t.border}; color: {t.text};
  font-weight: 600; }}
QFrame#switch QPushButton:focus {{ border: 1px solid {t.accent}; }}
QFrame#separator {{ background: {t.border}; border: none; }}
QToolTip {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.border}; padding: 5px 7px; }}
"""


def _labels(t: Theme) -> str:
    return f"""
QLabel {{ background: transparent; color: {t.text}; }}
QLabel[look="muted"] {{ color: {t.muted}; }}
QLabel[look="caption"] {{ color: {t.muted}; font-size: {SMALL}pt; }}
QLabel[look="section"] {{ color: {t.muted}; font-size: {CAPTION}pt; font-weight: 600; }}
QLabel[look="heading"] {{ font-size: {PAGE}pt; font-weight: 600; }}
QLabel[look="title"] {{ font-size: {TITLE}pt; font-weight: 600; }}
QLabel[look="strong"] {{ font-weight: 600; }}
QLabel[look="lead"] {{ font-size: {HEADING}pt; font-weight: 600; }}
QLabel[look="agreed"] {{ color: {t.synthesis}; font-size: {SMALL}pt; font-weight: 600; }}
QLabel[look="recommendation"] {{ font-size: {ANSWER}pt; font-weight: 600; }}
QLabel[look="reading"] {{ font-size: {HEADING}pt; }}
QLabel[look="faint"] {{ color: {t.muted}; font-size: {CAPTION}pt; }}
QLabel[look="number"] {{ background: {mix(t.synthesis, t.surface, 0.12)}; color: {t.synthesis}; border-radius: 12px;
  font-size: {SMALL}pt; font-weight: 600; }}
QLabel[look="error"] {{ color: {t.error}; font-weight: 600; }}
QLabel[look="caution"] {{ color: {t.caution}; font-weight: 600; }}
QLabel[look="chip"] {{ background: {t.raised}; color: {t.muted}; border-radius: 10px; padding: 3px 9px;
  font-size: {CAPTION}pt; font-weight: 600; }}
"""


def _buttons(t: Theme) -> str:
    return f"""
QPushButton {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; border-radius: 8px;
  padding: 6px 12px; outline: none; }}
QPushButton:hover {{ background: {t.raised}; }}
QPushButton:focus {{ border: 1px solid {t.accent}; }}
QPushButton:checked {{ background: {t.selection}; border: 1px solid {t.accent}; }}
QPushButton:checked:focus {{ border: 1px solid {t.text}; }}
QPushButton:disabled {{ color: {t.disabled}; }}
QPushButton[snug="true"] {{ padding: 6px 7px; }}
QPushButton[kind="primary"] {{ background: {t.fill}; color: {t.fill_text}; border: 1px solid {t.fill};
  font-weight: 600; padding: 7px 13px; }}
QPushButton[kind="primary"]:hover {{ background: {t.fill_hover}; }}
QPushButton[kind="primary"]:focus {{ border: 1px solid {t.text}; }}
QPushButton[kind="primary"]:disabled {{ background: {t.raised}; color: {t.disabled}; border-color: {t.border}; }}
QPushButton[kind="danger"] {{ color: {t.error}; }}
QPushButton[kind="danger"]:disabled {{ color: {t.disabled}; }}
QPushButton[kind="quiet"] {{ background: transparent; border: 1px solid transparent; color: {t.muted}; }}
QPushButton[kind="quiet"]:hover {{ background: {t.raised}; color: {t.text}; }}
QPushButton[kind="quiet"]:focus {{ border: 1px solid {t.accent}; }}
QPushButton[nav="true"] {{ background: transparent; border: 1px solid transparent; text-align: left;
  padding: 4px 34px 4px 9px; font-weight: 500; }}
QPushButton[nav="true"]:hover {{ background: {t.raised}; }}
QPushButton[nav="true"][here="true"] {{ background: {t.selection}; }}
QPushButton[nav="true"]:focus {{ border: 1px solid {t.accent}; }}
QPushButton[choice="true"] {{ text-align: left; border-color: {t.outline};
  padding: 7px 26px 7px 9px; }}
QPushButton[choice="true"]:focus {{ border-color: {t.accent}; }}
QPushButton[line="true"] {{ padding: 3px 6px 3px 1px; text-align: left; }}
QPushButton[kind="link"] {{ background: transparent; border: none; border-bottom: 2px solid transparent;
  border-radius: 0px; color: {t.link}; padding: 3px 0px 1px 0px; font-size: {SMALL}pt; text-align: left; }}
QPushButton[kind="link"]:hover {{ border-bottom: 2px solid {t.border}; }}
QPushButton[kind="link"]:focus {{ border-bottom: 2px solid {t.accent}; }}
QPushButton[kind="link"]:disabled {{ color: {t.disabled}; }}
QPushButton#pill {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 16px;
  padding: 6px 14px 6px 10px; font-weight: 600; font-size: {SMALL}pt; }}
QPushButton#pill:hover {{ background: {t.raised}; }}
QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 8px; padding: 5px;
  color: {t.text}; }}
QToolButton:hover {{ background: {t.raised}; }}
QToolButton:checked {{ background: {t.selection}; }}
QToolButton:focus {{ border: 1px solid {t.accent}; }}
QToolButton#send {{ background: {t.fill}; border-radius: 16px; min-width: 20px; min-height: 20px; }}
QToolButton#send:hover {{ background: {t.fill_hover}; }}
QToolButton#send:focus {{ border: 1px solid {t.text}; }}
QToolButton#send:disabled {{ background: {t.raised}; }}
QToolButton::menu-indicator {{ image: none; }}
QPushButton::menu-indicator {{ image: url({_chrome("chevron-down", t)}); width: 12px; height: 12px;
  subcontrol-position: right center; subcontrol-origin: padding; margin: 0px 5px; }}
"""


def _fields(t: Theme) -> str:
    end = "left" if runs_from_the_right() else "right"
    return f"""
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox {{ background: {t.surface}; color: {t.text};
  border: 1px solid {t.outline}; border-radius: 9px; padding: 6px 9px; selection-background-color: {t.selection};
  selection-color: {t.text}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {{
  border: 2px solid {t.accent}; padding: 5px 8px; }}
QLineEdit[readOnly="true"], QPlainTextEdit[readOnly="true"], QTextEdit[readOnly="true"] {{
  border: 1px solid {t.border}; padding: 6px 9px; }}
QLineEdit[readOnly="true"]:focus, QPlainTextEdit[readOnly="true"]:focus, QTextEdit[readOnly="true"]:focus {{
  border: 1px solid {t.accent}; }}
QLineEdit:disabled, QPlainTextEdit:disabled, QTextEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled,
QComboBox:disabled {{ color: {t.disabled}; background: transparent; border-color: {t.border}; }}
QLineEdit#plain {{ background: transparent; border-color: transparent; padding-left: 4px; }}
QLineEdit#plain:hover {{ border-color: {t.border}; }}
QLineEdit#plain:focus {{ background: {t.surface}; border-color: {t.accent}; padding-left: 3px; }}
QFrame#composer QPlainTextEdit {{ background: transparent; border: none; padding: 0px; }}
QPlainTextEdit#code {{ border: none; border-top: 1px solid {t.border}; border-radius: 0px; padding: 0px; }}
QPlainTextEdit#code:focus {{ border: none; border-top: 1px solid {t.accent}; }}
QTextBrowser#message {{ background: transparent; border: none; border-radius: 0px; padding: 0px; }}
QComboBox {{ padding-{end}: 26px; combobox-popup: 0; }}
QComboBox:focus {{ padding-{end}: 25px; }}
QComboBox QLineEdit, QComboBox QLineEdit:focus {{ background: transparent; border: none; border-radius: 0px;
  padding: 0px; }}
QComboBoxPrivateContainer {{ background: transparent; border: none; }}
QComboBox::drop-down {{ border: none; width: 24px; }}
QComboBox::down-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{
  image: url({_chrome("chevron-down", t)}); width: 12px; height: 12px; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: url({_chrome("chevron-up", t)}); width: 12px; height: 12px; }}
QSpinBox::up-arrow:disabled, QSpinBox::down-arrow:disabled, QDoubleSpinBox::up-arrow:disabled,
QDoubleSpinBox::down-arrow:disabled {{ image: none; }}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {{
  border: none; width: 20px; background: transparent; }}
QCheckBox, QRadioButton {{ color: {t.text}; spacing: 8px; outline: none; }}
QCheckBox#bare {{ spacing: 0; }}
QCheckBox::indicator, QListWidget::indicator {{ width: 16px; height: 16px; border: 1px solid {t.outline};
  border-radius: 5px; background: {t.surface}; }}
QCheckBox::indicator:checked, QListWidget::indicator:checked {{ background: {t.fill}; border-color: {t.fill};
  image: url({_chrome("check", t)}); }}
QRadioButton::indicator {{ width: 14px; height: 14px; border: 1px solid {t.outline}; border-radius: 8px;
  background: {t.surface}; }}
QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 5px solid {t.fill}; }}
QRadioButton::indicator:focus {{ width: 12px; height: 12px; border: 2px solid {t.accent}; }}
QRadioButton::indicator:checked:focus {{ width: 12px; height: 12px; border: 2px solid {t.text}; background: {t.fill}; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {t.disabled}; }}
QCheckBox::indicator:disabled {{ background: {t.raised}; border-color: {t.border}; }}
QCheckBox::indicator:checked:disabled {{ background: {t.disabled}; border-color: {t.disabled}; }}
QCheckBox::indicator:focus {{ width: 14px; height: 14px; border: 2px solid {t.accent}; }}
QCheckBox::indicator:checked:focus {{ border: 2px solid {t.text}; }}
"""


def _views(t: Theme) -> str:
    return f"""
QListView, QTreeView, QTableView {{ background: transparent; border: none; outline: none; color: {t.text}; }}
QListWidget[look="rows"]::item {{ padding: 7px 9px; border-radius: 8px; color: {t.text}; }}
QListWidget[look="rows"]::item:hover {{ background: {t.raised}; }}
QListWidget[look="rows"]::item:selected {{ background: {t.selection}; color: {t.text}; }}
QComboBox QAbstractItemView {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 10px;
  padding: 4px; selection-background-color: {t.selection}; selection-color: {t.text}; }}
QComboBox QAbstractItemView::item {{ min-height: 28px; padding: 0px 8px; border-radius: 6px; }}
QComboBox QAbstractItemView::item:selected {{ background: {t.selection}; color: {t.text}; }}
QHeaderView::section {{ background: transparent; color: {t.muted}; border: none; padding: 5px; font-weight: 600; }}
QMenu {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: 10px; padding: 5px; color: {t.text}; }}
QMenu::item {{ padding: 6px 26px 6px 12px; border-radius: 6px; }}
QMenu::item:selected {{ background: {t.selection}; }}
QMenu::item:disabled {{ color: {t.disabled}; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::separator {{ height: 1px; background: {t.border}; margin: 5px 8px; }}
QMenuBar {{ background: {t.window}; color: {t.text}; }}
QMenuBar::item {{ padding: 5px 9px; border-radius: 6px; background: transparent; }}
QMenuBar::item:selected {{ background: {t.raised}; }}
QTabBar::tab {{ background: transparent; color: {t.muted}; padding: 7px 12px; border: none;
  border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {t.text}; border-bottom: 2px solid {t.accent}; }}
QTabBar[close="true"]::tab {{ padding: 7px 5px; }}
QWidget#inspector QTabBar::tab {{ padding: 8px 6px; margin-right: 8px; font-weight: 500; }}
QTabBar {{ outline: 0; }}
QTabBar::tab:selected:focus {{ background: {t.selection}; }}
QTabBar::tab:hover {{ color: {t.text}; }}
QTabWidget::pane {{ border: none; }}
QStatusBar {{ background: {t.window}; color: {t.muted}; font-size: {SMALL}pt; }}
QStatusBar::item {{ border: none; }}
"""


def _bars(t: Theme) -> str:
    handle = "#3A4352" if t.dark else "#C5CCD8"
    return f"""
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 2px; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 2px; }}
QScrollBar::handle {{ background: {handle}; border-radius: 3px; }}
QScrollBar::handle:vertical {{ min-height: 36px; }}
QScrollBar::handle:horizontal {{ min-width: 36px; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::handle:hover {{ background: {t.outline}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0px; height: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSplitter::handle {{ background: {t.border}; }}
QProgressBar {{ background: {t.raised}; border: none; border-radius: 3px; font-size: {BODY}pt; }}
QProgressBar::chunk {{ background: {t.fill}; border-radius: 3px; }}
QProgressBar[level="near"]::chunk {{ background: {"#FBBF24" if t.dark else "#B45309"}; }}
QProgressBar[level="over"]::chunk {{ background: {t.error}; }}
"""
