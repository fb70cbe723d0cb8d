"""Which format the debate has, and in a sentence what that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from disputatio.debate.natural_order import natural

if TYPE_CHECKING:
    from disputatio.app.formats import Shelved

HINT = Qt.ItemDataRole.ToolTipRole


class FormatBox(QComboBox):
    """`summary` is a label for whoever lays the box out."""

    chosen = Signal(str)
    """The name of another format."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Format of the debate")
        self.summary = QLabel("An Analyst answers, a Critic tests the answer.")
        self.summary.setProperty("look", "caption")
        self.summary.setWordWrap(True)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)  # formats come after it is shown
        self.addItem("Dual debate", "dual")
        self.currentIndexChanged.connect(self._changed)

    def offer(self, formats: Sequence[Shelved], current: str) -> None:
        """The dual debate first, what cannot be used last, with its fault."""
        self.blockSignals(True)
        self.clear()
        for shelved in sorted(formats, key=lambda each: (each.name != "dual", each.format is None, natural(each.name))):
            title = shelved.format.title if shelved.format else f"{shelved.name} (cannot be used)"
            self.addItem(title, shelved.name)
            self.setItemData(self.count() - 1, shelved.format.summary if shelved.format else shelved.fault, HINT)
        self.setCurrentIndex(max(0, self.findData(current)))
        self.blockSignals(False)
        self._show_summary()

    def _changed(self) -> None:
        self._show_summary()
        self.chosen.emit(str(self.currentData() or "dual"))

    def _show_summary(self) -> None:
        self.summary.setText(str(self.currentData(HINT) or ""))
