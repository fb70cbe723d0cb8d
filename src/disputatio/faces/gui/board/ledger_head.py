"""The head of the ledger: each participant's shape above the name."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QWidget

from disputatio.debate.views.participants import Participant
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_glyph
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.labels import isolated
from disputatio.faces.gui.kit.layouts import from_the_side

_CENTRE: Final = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
_WRAP: Final = Qt.TextFlag.TextWordWrap
ONE_LINE, ANOTHER, MOST_LINES = 40, 14, 3
"""Pixels of height of the header where names take one line, those of each further line, and how many they are."""
BESIDE: Final = 0.5
"""Pixels at each side of a name."""
_PIECE: Final = re.compile(r"(?<=-)|\s+")
"""Where a name may be broken."""


def longest_piece(name: str, weight: QFont.Weight = QFont.Weight.DemiBold) -> float:
    """Return the pixels of the longest part of a name that stays together."""
    measure = QFontMetricsF(font(CAPTION, weight))
    return max((measure.horizontalAdvance(piece) for piece in _PIECE.split(name)), default=0.0)


def _name_face(name: str, wide: float) -> QFont:
    """Return the face of a name that has so many pixels: a lighter one where its words are whole in that alone."""
    light = longest_piece(name) > wide >= longest_piece(name, QFont.Weight.Normal)
    return font(CAPTION, QFont.Weight.Normal if light else QFont.Weight.DemiBold)


class LedgerHeader(QHeaderView):
    """Each participant's shape above the name, as far as there is room for it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.people: tuple[Participant, ...] = ()
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(40)
        self.setFixedHeight(ONE_LINE)
        self.sectionResized.connect(self._fit)

    def show_people(self, people: tuple[Participant, ...]) -> None:
        self.people = people
        self._fit()

    def _fit(self) -> None:
        """Be as high as the names need."""
        shown = enumerate(self.people[: self.count() - 1], 1)
        lines = max((self._lines(who.name, self.sectionSize(section)) for section, who in shown), default=1)
        self.setFixedHeight(ONE_LINE + (lines - 1) * ANOTHER)

    def _lines(self, name: str, wide: float) -> int:
        """Return over how many lines a name is broken; 1 where that would not make it whole."""
        room, face = max(1.0, wide - 2 * BESIDE), _name_face(name, wide - 2 * BESIDE)
        measure = QFontMetricsF(face)
        box = measure.boundingRect(QRectF(0, 0, room, 1_000), _CENTRE | _WRAP, name)
        lines = round(box.height() / measure.lineSpacing())
        return lines if lines <= MOST_LINES and longest_piece(name, face.weight()) <= room else 1

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        look, box = theme.current(), QRectF(rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(box, QColor(look.surface))
        painter.setPen(QPen(QColor(look.border), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.setFont(font(CAPTION, QFont.Weight.DemiBold))
        painter.setPen(QColor(look.muted))
        if not logicalIndex:
            place = from_the_side(box.adjusted(8, 0, 0, -4), box)
            painter.drawText(place, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, tr("Claim"))
        elif logicalIndex <= len(self.people):
            who = self.people[logicalIndex - 1]
            place, room = box.adjusted(BESIDE, 18, -BESIDE, -2), box.width() - 2 * BESIDE
            painter.setFont(face := _name_face(who.name, room))
            if self._lines(who.name, box.width()) > 1:
                painter.drawText(place, _CENTRE | _WRAP, isolated(who.name))
            else:
                name = QFontMetricsF(face).elidedText(who.name, Qt.TextElideMode.ElideRight, room)
                painter.drawText(place, _CENTRE, isolated(name))
            paint_glyph(painter, QPointF(box.center().x(), box.top() + 11), 12, who.glyph, who.colour)
        painter.restore()
