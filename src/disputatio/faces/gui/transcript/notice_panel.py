"""What went wrong, or what is waited for, inside the card it belongs to: a sentence, buttons, details on demand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.transcript.messages import ACTIONS, MessageItem


class NoticePanel(QFrame):
    """Shows the notice of one message. Everything that came from outside is plain text."""

    action = Signal(str)
    expanded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("notice", True)
        self._tone = "error"
        self._buttons: list[TextButton] = []
        self._icon, self._text = QLabel(), QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._details = QPlainTextEdit()
        self._details.setReadOnly(True)
        self._details.setAccessibleName("Details")
        self._details.setFixedHeight(110)
        self._more = TextButton("Details", icon="chevron-down", kind="quiet")
        self._more.setCheckable(True)
        self._more.toggled.connect(self._toggle)
        self._copy = TextButton("Copy details", icon="copy", kind="quiet")
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._details.toPlainText()))
        self._lay_out()

    def _lay_out(self) -> None:
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(14, 11, 12, 10)
        column.setSpacing(8)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._text, 1)
        column.addLayout(line)
        self._row = FlowLayout()
        self._row.addWidget(self._more)
        self._row.addWidget(self._copy)
        column.addLayout(self._row)
        column.addWidget(self._details)

    def show_item(self, item: MessageItem, *, open_details: bool) -> None:
        failed = item.state == "failed"
        self._tone = "error" if failed else "caution"
        self._text.setText(item.notice)
        self._text.setAccessibleName(f"{'Error' if failed else 'Waiting'}: {item.notice}")
        self._details.setPlainText(item.details)
        self._set_remedies(item)
        self._more.setVisible(bool(item.details))
        self._more.blockSignals(True)
        self._more.setChecked(open_details and bool(item.details))
        self._more.blockSignals(False)
        self._show_details()
        self._draw()

    def _set_remedies(self, item: MessageItem) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for place, remedy in enumerate(item.remedies):
            label, icon = ACTIONS[remedy]
            button = TextButton(label, icon=icon, kind="primary" if place == 0 else "")
            button.setAccessibleName(f"{label}: {item.place}")
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, name=remedy: self.action.emit(name))
            self._row.insert(place, button)
            button.show()
            self._buttons.append(button)

    def height_at(self, width: int) -> int:
        """Pixels it needs at that width."""
        self._column.activate()
        return self._column.totalHeightForWidth(width)

    def sizeHint(self) -> QSize:
        return self._column.totalSizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _toggle(self, open_: bool) -> None:
        self._show_details()
        self.expanded.emit(open_)

    def _show_details(self) -> None:
        open_ = self._more.isChecked()
        self._details.setVisible(open_)
        self._copy.setVisible(open_)

    def _draw(self) -> None:
        name = "error" if self._tone == "error" else "clock"
        self._icon.setPixmap(icons.pixmap(name, getattr(theme.current(), self._tone), 18, self.devicePixelRatioF()))
