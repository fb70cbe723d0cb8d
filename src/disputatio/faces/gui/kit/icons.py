"""Our own stroke icons (`resources/icons/*.svg`, 24 x 24, black), drawn in the colour that the theme asks for."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap, QTransform
from PySide6.QtSvg import QSvgRenderer

from disputatio.app.paths import resource
from disputatio.faces.gui.kit.layouts import runs_from_the_right

_INK = b"#000000"
_TURNED = frozenset({"arrow-left", "chevron-left", "chevron-right", "panel-left", "panel-right"})
"""Icons that point along the line: the other way where one writes from the right."""


@lru_cache(maxsize=128)
def _source(name: str) -> bytes:
    return resource("icons", f"{name}.svg").read_bytes()


def pixmap(name: str, colour: str, size: int = 18, ratio: float = 2.0) -> QPixmap:
    """Return one icon, `size` logical pixels square, for a screen of the device pixel ratio `ratio`.

    Raises `ResourceMissing` when there is no such icon.
    """
    return drawn(name, colour, size, ratio, turned=name in _TURNED and runs_from_the_right())


@lru_cache(maxsize=1024)
def drawn(name: str, colour: str, size: int, ratio: float, *, turned: bool) -> QPixmap:
    """Return one icon as it is kept; `turned`: with its left at the right."""
    return _drawn(_source(name).replace(_INK, colour.encode()), size, ratio, turned=turned)


class _Drawn(QIconEngine):
    """An icon that is drawn when somebody sees it, for the screen it is seen on: most icons of a window are behind
    something else."""

    def __init__(self, name: str, colour: str, size: int) -> None:
        super().__init__()
        self._given = name, colour, size

    def clone(self) -> QIconEngine:
        return _Drawn(*self._given)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        name, colour, most = self._given
        if size.isEmpty():  # of a button that has no room yet
            return QPixmap()
        return pixmap(name, colour, min(most, size.width(), size.height()), scale)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.drawPixmap(rect, self.scaledPixmap(rect.size(), mode, state, painter.device().devicePixelRatio()))


@lru_cache(maxsize=512)
def icon(name: str, colour: str, size: int = 18) -> QIcon:
    """Return one icon of at most `size` logical pixels square. Raises `ResourceMissing` when there is no such icon."""
    _source(name)
    return QIcon(_Drawn(name, colour, size))


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


def _drawn(source: bytes, size: int, ratio: float, *, turned: bool = False) -> QPixmap:
    made = QPixmap(round(size * ratio), round(size * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    if turned:
        painter.setTransform(QTransform(-1, 0, 0, 1, size, 0), combine=True)
    QSvgRenderer(QByteArray(source)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return made
