"""Cards: the painted ground of a message, and the titled frame of the inspector."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import Theme
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.layouts import margins_from_the_side, runs_from_the_right

RADIUS: Final = 13.0
MARGIN: Final = 3
"""Pixels around a card that belong to its shadow."""

_TINTED: Final = 76.0
"""Pixels over which the debater's tint fades out at the top of a card."""

_SIDE, _TOP, _FOOT = 24, 96, 24
"""Pixels of a drawn ground that keep their size; what is between them is stretched."""


def paint_card(painter: QPainter, box: QRect, colour: str, *, focused: bool = False) -> None:
    """Paint shadow (light theme), ground, tint and stripe of a message card that fills `box` with its margin; without a
    colour it has neither tint nor stripe."""
    look = theme.current()
    ground = _ground(colour, look, painter.device().devicePixelRatioF(), from_the_right=runs_from_the_right())
    _stretch(painter, box, ground)
    if focused:
        inner = QRectF(box).adjusted(MARGIN + 1, MARGIN + 1, -MARGIN - 1, -MARGIN - 1)
        painter.setPen(QPen(QColor(look.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(inner, RADIUS, RADIUS)


@lru_cache(maxsize=64)
def _ground(colour: str, look: Theme, ratio: float, *, from_the_right: bool) -> QPixmap:
    """A small card, drawn once: large rounded shapes were the most expensive part of scrolling."""
    width, height = 2 * _SIDE + 16, _TOP + _FOOT + 16
    made = QPixmap(round(width * ratio), round(height * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    box = QRectF(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not look.dark:
        painter.setPen(Qt.PenStyle.NoPen)
        for spread, alpha in ((3, 5), (2, 7), (1, 9)):
            painter.setBrush(QColor(15, 23, 42, alpha))
            painter.drawRoundedRect(box.adjusted(1 - spread, 1, spread - 1, spread), RADIUS + 1, RADIUS + 1)
    inner = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(QColor(look.border), 1))
    painter.setBrush(QColor(look.surface))
    painter.drawRoundedRect(inner, RADIUS, RADIUS)
    if colour:
        _paint_identity(painter, inner, colour, look, from_the_right=from_the_right)
    painter.end()
    return made


def _paint_identity(painter: QPainter, box: QRectF, colour: str, look: Theme, *, from_the_right: bool) -> None:
    accent = QColor(theme.identity(colour, look).accent)
    shape = QPainterPath()
    shape.addRoundedRect(box, RADIUS, RADIUS)
    painter.setClipPath(shape)
    fade = QLinearGradient(box.topLeft(), QPointF(box.left(), box.top() + _TINTED))
    for place, alpha in ((0.0, 32 if look.dark else 22), (1.0, 0)):
        tint = QColor(accent)
        tint.setAlpha(alpha)
        fade.setColorAt(place, tint)
    painter.fillRect(QRectF(box.left(), box.top(), box.width(), _TINTED), fade)
    painter.fillRect(QRectF(box.right() - 4 if from_the_right else box.left(), box.top(), 4, box.height()), accent)


def _stretch(painter: QPainter, box: QRect, ground: QPixmap) -> None:
    """Paint the nine pieces of `ground` over `box`: corners as they are, the rest stretched."""
    ratio = ground.devicePixelRatioF()
    wide, high = ground.width() / ratio, ground.height() / ratio
    top = min(_TOP, max(_SIDE, box.height() - _FOOT))
    columns = (
        (0, _SIDE, 0.0, float(_SIDE)),
        (_SIDE, box.width() - 2 * _SIDE, _SIDE, wide - 2 * _SIDE),
        (box.width() - _SIDE, _SIDE, wide - _SIDE, _SIDE),
    )
    lines = (
        (0, top, 0.0, float(top)),
        (top, box.height() - top - _FOOT, _TOP, high - _TOP - _FOOT),
        (box.height() - _FOOT, _FOOT, high - _FOOT, _FOOT),
    )
    for x, width, from_x, from_width in columns:
        for y, height, from_y, from_height in lines:
            if width > 0 and height > 0:
                source = QRectF(from_x * ratio, from_y * ratio, from_width * ratio, from_height * ratio)
                painter.drawPixmap(QRectF(box.x() + x, box.y() + y, width, height), ground, source)


class TitledCard(QFrame):
    """A frame with a small title; widgets go into `body`, small controls beside the title into `corner`."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setAccessibleName(title)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        head = QHBoxLayout()
        self._title = ElidedLabel(title, look="section")
        head.addWidget(self._title, 1)
        self.corner = QHBoxLayout()
        self.corner.setSpacing(4)
        head.addLayout(self.corner)
        column.addLayout(head)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        column.addLayout(self.body)

    def inset_title(self, pixels: int) -> None:
        """Let the title begin where the texts of the body do."""
        self._title.setContentsMargins(*margins_from_the_side(pixels, 0, 0, 0))

    def widen_body(self, pixels: int) -> None:
        """Let the body begin so much before the title: the words of rows with a ground around them then stand below
        it."""
        self._column.setContentsMargins(16 - pixels, 12, 16 - pixels, 14)
        self.inset_title(pixels)

    def enlarge_title(self) -> None:
        """Let the title be one that a page is gone through by: neither it nor what stands beside it is ever cut."""
        self._title.setProperty("look", "lead")
        beside = filter(None, map(self.corner.itemAt, range(self.corner.count())))
        for each in (self._title, *filter(None, (item.widget() for item in beside))):
            each.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    def set_title(self, title: str) -> None:
        self._title.setText(title)
        self.setAccessibleName(title)
