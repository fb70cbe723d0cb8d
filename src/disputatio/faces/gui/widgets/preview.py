"""A text as a message would look."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from disputatio.faces.gui import theme
from disputatio.faces.gui.widgets.document_style import Look
from disputatio.faces.gui.widgets.link_question import LinkQuestion
from disputatio.faces.gui.widgets.markdown_document import parsed
from disputatio.faces.gui.widgets.message_body import MessageBody


class Preview(QScrollArea):
    """A text as Markdown. Links ask before they open; nothing is loaded."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text = ""
        inside = QWidget()
        self.body = MessageBody(inside)
        self.body.setAccessibleName(name)
        self.body.link.connect(lambda address: LinkQuestion(address, self.window()).open())
        column = QVBoxLayout(inside)
        column.setContentsMargins(14, 10, 14, 10)
        column.addWidget(self.body, 0, Qt.AlignmentFlag.AlignTop)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def show_text(self, text: str) -> None:
        self._text = text
        look = Look(theme=theme.current())
        self._document = parsed(text, look)
        self.body.show_document(self._document, look, "slate")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._text:
            self.show_text(self._text)

    def _fit(self) -> None:
        """As high as the text at this width."""
        wide = max(80, self.viewport().width() - 28)
        document = self.body.document()
        document.setTextWidth(wide)
        self.body.setFixedSize(wide, round(document.size().height()) + 12)
        self.body.measure()
