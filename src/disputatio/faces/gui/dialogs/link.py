"""A link from a debate is followed only after it was shown where it goes."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from disputatio.faces.gui.widgets.buttons import TextButton


class LinkDialog(QDialog):
    def __init__(self, address: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._address = address
        self.setWindowTitle("Open this link?")
        self.resize(520, 200)
        words = QLabel("This address comes from a participant of the debate. It opens in your browser:")
        words.setWordWrap(True)
        shown = QPlainTextEdit(address)
        shown.setReadOnly(True)
        shown.setAccessibleName("Address")
        row = QHBoxLayout()
        row.addStretch()
        for label, icon, kind, work in (
            ("Copy", "copy", "", self._copy),
            ("Stay here", "", "", self.reject),
            ("Open in the browser", "external", "primary", self._open),
        ):
            button = TextButton(label, icon=icon, kind=kind)
            button.setAutoDefault(False)
            button.clicked.connect(work)
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.addWidget(words)
        column.addWidget(shown)
        column.addLayout(row)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._address)
        self.accept()

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl(self._address))
        self.accept()
