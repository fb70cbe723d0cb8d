"""A text as a message would look, and the question before one of its links is followed."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QMessageBox, QScrollArea, QVBoxLayout, QWidget

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.transcript.document import message_document
from disputatio.faces.gui.transcript.document_style import Look
from disputatio.faces.gui.transcript.markdown import allowed_link
from disputatio.faces.gui.transcript.message_body import MessageBody


# ---- asking before a link is opened -----------------------------------------------------------------------------
class LinkQuestion(QMessageBox):
    """Shows the whole address; opens it only when a person says so. Call `open`: it never blocks the loop.

    Raises `ValueError` for an address that is neither of the web nor of mail.
    """

    def __init__(self, address: str, parent: QWidget) -> None:
        if not allowed_link(address):
            raise ValueError(f"{address!r} is neither an address of the web nor of mail.")
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._address = address
        place = urlsplit(address).hostname or address
        self.setWindowTitle("Open a link")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(f"This link leads outside Disputatio, to {place}:")
        self.setInformativeText(address)
        self._go = self.addButton("Open in the browser", QMessageBox.ButtonRole.AcceptRole)
        self._copy = self.addButton("Copy the address", QMessageBox.ButtonRole.ActionRole)
        stay = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(stay)
        self.setEscapeButton(stay)
        self.buttonClicked.connect(self._answer)

    def _answer(self, button: object) -> None:
        if button is self._go:
            QDesktopServices.openUrl(QUrl(self._address))
        elif button is self._copy:
            QGuiApplication.clipboard().setText(self._address)


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
        self._document = message_document(text, look)
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
