"""Choosing which insights one stands for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from disputatio.faces.gui.models.lists import RowItem
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.ledger_parts import text_label
from disputatio.faces.gui.widgets.ledger_rows import RowsView


class MergeDialog(QDialog):
    """`chosen` is the id of the insight that goes into the one that stays; "" until one was chosen."""

    def __init__(self, kept: str, others: Sequence[RowItem], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen = ""
        self.setWindowTitle("Merge insights")
        self.resize(520, 480)
        self.list = RowsView("Insights of the same context")
        self.button = TextButton("Merge", icon="fork", kind="primary")
        cancel = TextButton("Cancel", kind="quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(text_label("Which one says the same as this? Its uses are counted with this one's.", "muted"))
        column.addWidget(text_label(kept, "strong"))
        if not others:
            column.addWidget(text_label("There is no other insight of the same context.", "muted"))
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(cancel)
        row.addWidget(self.button)
        column.addLayout(row)
        self.button.setEnabled(bool(others))
        cancel.clicked.connect(self.reject)
        self.button.clicked.connect(self._merge)
        self.list.opened.connect(lambda _key: self._merge())
        self.list.show_rows(others)

    def _merge(self) -> None:
        self.chosen = self.list.key()
        if self.chosen:
            self.accept()
