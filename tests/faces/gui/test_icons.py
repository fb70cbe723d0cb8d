import re
from itertools import combinations

import pytest
from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from disputatio.app.paths import ResourceMissing, resource
from disputatio.debate.log.seats import Seat
from disputatio.debate.views.labels import CHARACTER, Glyph
from disputatio.debate.views.participants import known_glyph, of_seat
from disputatio.debate.views.words import STATES
from disputatio.faces.gui.kit import avatars, icons
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.library.debate_index import _SIGNS
from disputatio.faces.gui.transcript.message_items import MessageAction

NAMES = sorted(path.stem for path in resource("icons").glob("*.svg"))


def ink(image: QImage) -> dict[str, int]:
    """How many pixels have each opaque colour."""
    found: dict[str, int] = {}
    for y in range(image.height()):
        for x in range(image.width()):
            colour = image.pixelColor(x, y)
            if colour.alpha() == 255:
                found[colour.name()] = found.get(colour.name(), 0) + 1
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_is_drawn_in_the_colour_asked_for(qapp, name):
    drawn = ink(icons.pixmap(name, "#ff0000", 24, 2.0).toImage())
    assert set(drawn) == {"#ff0000"}
    assert drawn["#ff0000"] > 8


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_is_plain_svg(name):
    source = resource("icons", f"{name}.svg").read_text()
    assert not re.search(r"<(script|image|use|foreignObject)|href|url\(", source)


def test_an_icon_is_as_sharp_as_the_screen(qapp):
    sharp = icons.pixmap("copy", "#000000", 18, 3.0)
    assert (sharp.width(), sharp.devicePixelRatio()) == (54, 3.0)
    assert icons.pixmap("copy", "#000000", 18, 3.0) is sharp
    assert icons.pixmap("copy", "#111111", 18, 3.0) is not sharp


def test_an_icon_that_nobody_sees_is_not_drawn(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    icons.drawn.cache_clear()
    button = TextButton("Copy", icon="copy", parent=window)
    assert icons.drawn.cache_info().misses == 0
    shown = ink(button.icon().pixmap(QSize(16, 16), 2.0).toImage())
    assert (icons.drawn.cache_info().misses, len(shown)) == (1, 1)


@pytest.mark.parametrize(("asked", "ratio", "given"), [(12, 2.0, 24), (16, 2.0, 32), (16, 3.0, 48), (40, 1.0, 16)])
def test_an_icon_has_the_size_that_is_asked_for_up_to_its_own(qapp, asked, ratio, given):
    image = icons.icon("copy", "#123456", 16).pixmap(QSize(asked, asked), ratio).toImage()
    assert (image.width(), image.devicePixelRatio()) == (given, ratio)


def test_an_icon_can_be_painted_and_copied(qapp):
    canvas = QPixmap(20, 20)
    canvas.fill(QColor("#ffffff"))
    painter = QPainter(canvas)
    QIcon(icons.icon("copy", "#123456", 16)).paint(painter, QRect(2, 2, 16, 16))
    painter.end()
    assert "#123456" in ink(canvas.toImage())


def test_an_icon_without_room_paints_nothing(qapp):
    """A button that was painted before it was laid out drew on a picture of no size, and Qt complained."""
    made, image = icons.icon("send", "#123456", 18), QImage(8, 8, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    made.paint(painter, QRect(0, 0, 0, 12))
    painter.end()
    assert not any(image.pixel(x, y) for x in range(8) for y in range(8))


def test_an_unknown_icon_is_an_error():
    with pytest.raises(ResourceMissing):
        icons.pixmap("no-such-icon", "#000000")
    with pytest.raises(ResourceMissing):
        icons.icon("no-such-icon", "#000000")


def test_all_icons_that_are_named_exist():
    named = {action.icon for action in MessageAction} | {icon for icon, _ in _SIGNS.values()}
    assert named <= set(NAMES)
    assert set(_SIGNS) <= set(STATES)


def test_the_application_has_an_icon_at_every_size(qapp):
    assert {size.width() for size in icons.app_icon().availableSizes()} == {16, 24, 32, 48, 64, 128, 256}
    assert len(ink(icons.app_mark(64, 1.0).toImage())) > 20


def covered(glyph: Glyph) -> set[tuple[int, int]]:
    path = avatars.outline(glyph, QRectF(0, 0, 40, 40))
    return {(x, y) for x in range(40) for y in range(40) if path.contains(QRectF(x, y, 1, 1).center())}


def test_the_shapes_are_told_apart_without_colour():
    shapes = {glyph: covered(glyph) for glyph in CHARACTER}
    for one, two in combinations(CHARACTER, 2):
        different = len(shapes[one] ^ shapes[two])
        assert different > 100, (one, two)


@pytest.mark.parametrize("glyph", CHARACTER)
def test_a_shape_stays_inside_its_box(glyph):
    box = avatars.outline(glyph, QRectF(10, 10, 40, 40)).boundingRect()
    assert QRectF(9, 9, 42, 44).contains(box)
    assert known_glyph(CHARACTER[glyph]) == glyph


def test_roles_have_their_shapes():
    def glyph(role, place=0, own=""):
        return of_seat(Seat(id="s", part="p", role=role, glyph=own), place).glyph

    assert glyph("Analyst") == "diamond"
    assert glyph("critic") == "triangle"
    assert [glyph("judge", place) for place in range(3)] == ["circle", "square", "pentagon"]
    assert glyph("judge", own="☃") == "circle"
