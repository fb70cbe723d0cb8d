"""Fields for numbers. With buttons of our own, Qt puts the number at the very border of the field: it is moved in."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

INSET: Final = 8
"""Pixels, as in the other fields."""


class NumberBox(QSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(INSET, 0, 0, 0)


class DecimalBox(QDoubleSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(INSET, 0, 0, 0)
