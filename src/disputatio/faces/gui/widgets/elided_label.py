"""Labels: small words below a field; and one line of text, with an ellipsis at its end or in its middle where there is
no room. A tool tip has it whole."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from disputatio.faces.gui.widgets.tips import tip


def caption(text: str = "", look: str = "caption") -> QLabel:
    """Small words below a field."""
    label = QLabel(text)
    label.setProperty("look", look)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


class ElidedLabel(QLabel):
    def __init__(self, text: str = "", *, look: str = "", middle: bool = False, parent: QWidget | None = None) -> None:
        """`middle`: the end is as telling as the beginning, as that of a path is."""
        super().__init__(text, parent)
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("look", look)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
        self.setToolTip(tip(self.text()) if cut else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), self._mode, room.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, self.alignment() | Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()
