"""The rows of a connection test or of another check: what was tried, whether it worked, the next step if not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.engine.chat import Check
from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.announcements import announce
from disputatio.faces.gui.widgets.elided_label import caption


class CheckRow(QWidget):
    def __init__(self, check: Check) -> None:
        super().__init__()
        self._ok = check.ok
        self._sign = QLabel()
        name = QLabel(check.name)
        name.setFixedWidth(84)
        words = caption(f"{check.detail} {check.remedy}".strip(), "muted" if check.ok else "error")
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.setAccessibleName(f"{check.name}: {'yes' if check.ok else 'no'}. {words.text()}")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for widget in (self._sign, name):
            line.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(words, 1)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        look = theme.current()
        icon, colour = ("check", look.ok) if self._ok else ("error", look.error)
        self._sign.setPixmap(icons.pixmap(icon, colour, 16, self.devicePixelRatioF()))


class Checks(QWidget):
    """Hidden while there is nothing to show."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Check] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 0)
        self._column.setSpacing(5)
        self.hide()

    def wait(self, words: str) -> None:
        self._clear()
        self._column.addWidget(caption(words, "muted"))
        self.show()

    def show_rows(self, rows: Sequence[Check]) -> None:
        self._clear()
        self.rows = list(rows)
        for row in rows:
            self._column.addWidget(CheckRow(row))
        self.setVisible(bool(rows))
        announce(self, "; ".join(f"{row.name}: {'yes' if row.ok else 'no'}" for row in rows))

    def clear(self) -> None:
        self._clear()
        self.hide()

    def _clear(self) -> None:
        self.rows = []
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
