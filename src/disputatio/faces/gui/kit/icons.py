"""Our own stroke icons (`resources/icons/*.svg`, 24 x 24, black), drawn in the colour that the theme asks for."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from disputatio.app.paths import resource

_INK = b"#000000"
_RATIOS = (1.0, 2.0, 3.0)


@lru_cache(maxsize=128)
def _source(name: str) -> bytes:
    return resource("icons", f"{name}.svg").read_bytes()


@lru_cache(maxsize=1024)
def pixmap(name: str, colour: str, size: int = 18, ratio: float = 2.0) -> QPixmap:
    """Return one icon, `size` logical pixels square, for a screen of the device pixel ratio `ratio`.

    Raises `ResourceMissing` when there is no such icon.
    """
    return _drawn(_source(name).replace(_INK, colour.encode()), size, ratio)


@lru_cache(maxsize=512)
def icon(name: str, colour: str, size: int = 18) -> QIcon:
    made = QIcon()
    for ratio in _RATIOS:
        made.addPixmap(pixmap(name, colour, size, ratio))
    return made


@lru_cache(maxsize=1)
def app_icon() -> QIcon:
    """Return the application's own icon, at the sizes desktops ask for."""
    source = resource("icons", "app", "disputatio.svg").read_bytes()
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(_drawn(source, size, 1.0))
    return made


@lru_cache(maxsize=8)
def app_mark(size: int, ratio: float = 2.0) -> QPixmap:
    return _drawn(resource("icons", "app", "disputatio.svg").read_bytes(), size, ratio)


def _drawn(source: bytes, size: int, ratio: float) -> QPixmap:
    made = QPixmap(round(size * ratio), round(size * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    QSvgRenderer(QByteArray(source)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return made
