import dataclasses
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from disputatio.faces.gui.kit import fonts, theme
from disputatio.faces.gui.kit.colours import DARK, GRAPHICS, LIGHT, TEXT, Theme, channels, mix, ratio, readable
from disputatio.faces.gui.kit.labels import tone_colours

THEMES = (LIGHT, DARK)
GROUNDS = ("window", "sidebar", "surface", "raised", "code", "selection")
DEBATERS = ("#3B82F6", "#8B5CF6", "#DC2626", "#2563EB", *theme.NAMED)

colours = st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: "#{:02X}{:02X}{:02X}".format(*rgb))


def test_contrast_of_known_pairs():
    assert ratio("#000000", "#FFFFFF") == pytest.approx(21)
    assert ratio("#3B82F6", "#FFFFFF") == pytest.approx(3.68, abs=0.01)
    assert ratio("#777777", "#777777") == pytest.approx(1)


@pytest.mark.parametrize(("look", "ground"), list(product(THEMES, GROUNDS)))
def test_text_can_be_read_on_every_ground(look, ground):
    behind = getattr(look, ground)
    assert ratio(look.text, behind) >= 7
    assert ratio(look.muted, behind) >= TEXT


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("tone", ["link", "synthesis", "ok", "caution", "error"])
def test_tones_can_be_read_as_text(look, tone):
    for ground in (look.window, look.surface, look.raised):
        assert ratio(getattr(look, tone), ground) >= TEXT


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("tone", ["keyword", "definition", "string", "number", "comment", "builtin", "text"])
def test_code_can_be_read(look, tone):
    assert ratio(getattr(look, tone), look.code) >= TEXT


@pytest.mark.parametrize("look", THEMES)
def test_what_stands_on_fills_and_marks_can_be_read(look):
    assert ratio(look.fill_text, look.fill) >= TEXT
    assert ratio(look.fill_text, look.fill_hover) >= 4.2
    assert ratio(look.inline_code, look.raised) >= TEXT
    for words in (look.text, look.muted, look.caution):
        assert ratio(words, look.caution_wash) >= TEXT
    for mark in (look.found, look.found_here):
        assert ratio(look.text, mark) >= TEXT


@pytest.mark.parametrize("look", THEMES)
def test_shapes_can_be_seen(look):
    for shape in (look.accent, look.outline):
        for ground in (look.window, look.sidebar, look.surface, look.raised):
            assert ratio(shape, ground) >= GRAPHICS


@pytest.mark.parametrize(("look", "colour"), list(product(THEMES, DEBATERS)))
def test_every_debater_can_be_read_and_seen(look, colour):
    tones = theme.identity(colour, look)
    assert ratio(tones.text, tones.tint) >= TEXT
    assert ratio(tones.text, look.surface) >= TEXT
    assert ratio(tones.accent, look.surface) >= GRAPHICS
    assert ratio("#FFFFFF", tones.fill) >= TEXT


@given(colours, st.sampled_from(THEMES))
def test_whatever_colour_a_format_names_can_be_read(colour, look):
    tones = theme.identity(colour, look)
    assert ratio(tones.text, tones.tint) >= TEXT
    assert ratio(tones.accent, look.surface) >= GRAPHICS
    assert ratio("#FFFFFF", tones.fill) >= TEXT


@given(colours, colours, st.floats(1, 7))
def test_a_readable_tone_reaches_what_can_be_reached(colour, behind, least):
    best = max(ratio("#000000", behind), ratio("#FFFFFF", behind))
    tone = readable(colour, behind, least)
    assert ratio(tone, behind) >= least or ratio(tone, behind) == pytest.approx(best, rel=0.35)


def test_the_accents_stay_what_they_are_where_they_can_be_seen():
    assert theme.identity("#3B82F6", LIGHT).accent == "#3B82F6"
    assert theme.identity("#8B5CF6", LIGHT).accent == "#8B5CF6"


@pytest.mark.parametrize("wrong", ["", "blurple", "#12", "#GGGGGG", "#3B82F6; x"])
def test_an_unknown_colour_is_slate(wrong):
    assert theme.identity(wrong, LIGHT) == theme.identity("slate", LIGHT)


@pytest.mark.parametrize("wrong", ["", "123456", "#12", "#GGGGGG"])
def test_colour_arithmetic_refuses_what_is_no_colour(wrong):
    with pytest.raises(ValueError):  # noqa: PT011
        channels(wrong)


def test_mixing_goes_from_under_to_over():
    assert mix("#FF0000", "#0000FF", 0) == "#0000FF"
    assert mix("#FF0000", "#0000FF", 1) == "#FF0000"


def test_every_token_is_a_colour():
    for look in THEMES:
        for field in dataclasses.fields(Theme):
            if field.name not in ("name", "dark"):
                assert all(0 <= part <= 1 for part in channels(getattr(look, field.name))), field.name


@pytest.mark.parametrize(
    ("choice", "scheme", "look"),
    [
        ("system", Qt.ColorScheme.Dark, DARK),
        ("system", Qt.ColorScheme.Light, LIGHT),
        ("system", Qt.ColorScheme.Unknown, LIGHT),
        ("light", Qt.ColorScheme.Dark, LIGHT),
        ("dark", Qt.ColorScheme.Light, DARK),
    ],
)
def test_what_a_choice_means(choice, scheme, look):
    assert theme.theme_for(choice, scheme) is look


def test_choosing_dresses_the_whole_application(qapp: QApplication):
    assert theme.choose(qapp, "dark") is DARK
    assert theme.current() is DARK
    assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == DARK.window
    assert DARK.surface in qapp.styleSheet()
    theme.choose(qapp, "system")
    assert theme.choose(qapp, "light") is LIGHT
    assert qapp.palette().color(QPalette.ColorRole.Text).name().upper() == LIGHT.text


def test_the_shipped_fonts_are_used(qapp):
    assert {"Inter", "JetBrains Mono"} <= {name for family in fonts.load() for name in [family.removesuffix(" Medium")]}
    assert QFontInfo(fonts.font()).family() == "Inter"
    assert QFontInfo(fonts.font(mono=True)).family() == "JetBrains Mono"


def test_sizes_of_type_rise():
    sizes = (fonts.CAPTION, fonts.SMALL, fonts.BODY, fonts.HEADING, fonts.TITLE, fonts.FIGURE)
    assert all(one < two for one, two in pairwise(sizes))


@pytest.mark.parametrize(("look", "tone"), list(product(THEMES, ["plain", "ok", "caution", "error"])))
def test_chips_can_be_read(qapp, look, tone):
    theme.apply(qapp, look)
    colour, ground = tone_colours(tone)
    assert ratio(colour, ground) >= TEXT


class Changes(QObject):
    """Counts how often the style of one widget is said to be another."""

    count = 0

    def eventFilter(self, watched, event):
        self.count += event.type() == QEvent.Type.StyleChange
        return False


def test_a_widget_is_polished_no_more_often_the_deeper_it_stands(qapp, qtbot):
    outer = inner = QWidget()
    for _ in range(12):
        inner = QWidget(inner)
    qtbot.addWidget(outer)
    outer.show()
    changes = Changes()
    inner.installEventFilter(changes)
    try:
        theme.apply(qapp, DARK)
    finally:
        theme.apply(qapp, LIGHT)
    assert 2 <= changes.count <= 4
