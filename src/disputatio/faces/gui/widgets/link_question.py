"""Before a link of a model, or of anybody else, is followed: where it goes."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from disputatio.faces.gui.widgets.markdown_text import allowed_link


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
        self.setText(f"This link leads out of Disputatio, to {place}:")
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
