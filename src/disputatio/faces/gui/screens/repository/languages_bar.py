"""The languages of a repository by their share of its code: a bar, and a legend that says the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from disputatio.faces.gui import theme
from disputatio.faces.gui.fonts import SMALL, font
from disputatio.repository.languages import Share

COLOURS: Final = ("blue", "teal", "orange", "violet", "pink", "slate")
_BAR, _ROW = 10, 24


class LanguagesBar(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares: tuple[Share, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_shares(self, shares: Sequence[Share]) -> None:
        self._shares = tuple(shares)
        self.setAccessibleName("Languages: " + ", ".join(map(_words, shares)))
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, _BAR + 8 + _ROW * len(self._lines()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self.sizeHint().height())

    def _lines(self) -> list[list[tuple[int, str, float]]]:
        """The legend in lines that fit: place of the language, words, width."""
        measure = QFontMetricsF(font(SMALL))
        lines: list[list[tuple[int, str, float]]] = [[]]
        used = 0.0
        for place, share in enumerate(self._shares):
            width = measure.horizontalAdvance(_words(share)) + 34
            if lines[-1] and used + width > self.width():
                lines.append([])
                used = 0.0
            lines[-1].append((place, _words(share), width))
            used += width
        return lines

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bar(painter)
        painter.setFont(font(SMALL))
        for number, line in enumerate(self._lines()):
            left, middle = 0.0, _BAR + 8 + _ROW * number + _ROW / 2
            for place, words, width in line:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(_colour(place))
                painter.drawEllipse(QPointF(left + 6, middle), 4.5, 4.5)
                painter.setPen(QColor(theme.current().text))
                box = QRectF(left + 17, middle - _ROW / 2, width, _ROW)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)
                left += width
        painter.end()

    def _paint_bar(self, painter: QPainter) -> None:
        bar = QRectF(0, 0, self.width(), _BAR)
        shape = QPainterPath()
        shape.addRoundedRect(bar, _BAR / 2, _BAR / 2)
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(bar, QColor(theme.current().raised))
        left = 0.0
        for place, share in enumerate(self._shares):
            width = bar.width() * share.part
            painter.fillRect(QRectF(left, 0, max(1.0, width - 2), _BAR), _colour(place))
            left += width
        painter.restore()


def _colour(place: int) -> QColor:
    return QColor(theme.identity(COLOURS[min(place, len(COLOURS) - 1)], theme.current()).accent)


def _words(share: Share) -> str:
    return f"{share.language} {share.percent}"
