"""Rows of a list with a hint at their right end: a shortcut, a price, or what kind of thing it is. A row that cannot be
chosen is the heading of those below it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import SMALL, font

HINT: Final = Qt.ItemDataRole.UserRole + 1
HIGH: Final = 34
INSET: Final = 10


class HintedRows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, HIGH)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        look, hint = theme.current(), str(index.data(HINT) or "")
        box: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.selection))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 7, 7)
        painter.setFont(font(SMALL))
        painter.setPen(QColor(look.muted))
        inside = box.adjusted(INSET, 0, -INSET, 0)
        painter.drawText(inside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, hint)
        room = inside.width() - (painter.fontMetrics().horizontalAdvance(hint) + 2 * INSET if hint else 0)
        heading = not index.flags() & Qt.ItemFlag.ItemIsEnabled
        painter.setFont(font(SMALL, QFont.Weight.DemiBold) if heading else font())
        painter.setPen(QColor(look.muted if heading else look.text))
        shown = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()
