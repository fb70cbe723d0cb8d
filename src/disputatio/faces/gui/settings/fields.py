"""The field that fits a setting: made from its declaration, so that a new setting needs nothing here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QDoubleSpinBox,
    QHBoxLayout,
    QSpinBox,
    QWidget,
)

from disputatio.app.settings.declarations import ROUTING
from disputatio.app.settings.kinds import Plain, Setting
from disputatio.debate.wording import Words, tr
from disputatio.faces.gui.kit.inputs import DecimalBox, DropDown, LineField, NumberBox, put_currency

WIDE = 320
"""Pixels of a field that holds text."""
NARROW = 190
"""Pixels of a number or a choice."""
MOST = 1_000_000_000
MODEL: Final = "provider:model"
"""How a model is written."""

UNITS: Final = Words({"minutes": "minutes", "tokens": "tokens", "turns": "turns"})
"""What is counted in whole words; other units are signs."""


class Field(QWidget):
    """One value that a person can change. `changed` carries what was entered, unchecked."""

    changed = Signal(object)

    def __init__(self, setting: Setting[Any]) -> None:
        super().__init__()
        self.setting = setting
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(8)

    def adopt(self, editor: QWidget, width: int = 0) -> None:
        """Take the widget that is typed into, under the setting's name."""
        editor.setAccessibleName(self.setting.title)
        editor.setAccessibleDescription(self.setting.help)
        if width:
            editor.setFixedWidth(width)
        self.setFocusProxy(editor)
        self.line.addWidget(editor)

    def show_value(self, content: Plain) -> None:
        """Show what is in force; nothing is emitted."""
        raise NotImplementedError


class SwitchField(Field):
    def __init__(self, setting: Setting[Any]) -> None:
        super().__init__(setting)
        self.box = QCheckBox()
        self.box.setObjectName("bare")
        self.box.setCursor(Qt.CursorShape.PointingHandCursor)
        self.adopt(self.box)
        self.box.clicked.connect(lambda on: self.changed.emit(bool(on)))

    def show_value(self, content: Plain) -> None:
        self.box.setChecked(bool(content))


class ChoiceField(Field):
    def __init__(self, setting: Setting[Any]) -> None:
        super().__init__(setting)
        self.combo = DropDown()
        for name, title in setting.choices:
            self.combo.addItem(tr(title), name)
        self.adopt(self.combo)
        self.combo.setMinimumWidth(NARROW)
        ignore_wheel(self.combo)
        self.combo.activated.connect(lambda row: self.changed.emit(self.combo.itemData(row)))

    def show_value(self, content: Plain) -> None:
        self.combo.setCurrentIndex(self.combo.findData(content))


class NumberField(Field):
    """Whole or decimal, within the bounds of the setting, with its unit."""

    def __init__(self, setting: Setting[Any]) -> None:
        super().__init__(setting)
        self.spin = _whole(setting) if setting.kind == "whole" else _decimal(setting)
        self.spin.setGroupSeparatorShown(True)
        self.spin.setKeyboardTracking(False)
        self.spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        if setting.unit == "$":
            put_currency(self.spin)
        elif setting.unit:
            self.spin.setSuffix(f" {UNITS.get(setting.unit, setting.unit)}")
        self.spin.setToolTip(setting.expectation.capitalize())
        self.adopt(self.spin, NARROW)
        ignore_wheel(self.spin)
        self.spin.valueChanged.connect(lambda number: self.changed.emit(number))

    def show_value(self, content: Plain) -> None:
        if self.spin.value() != content and isinstance(content, int | float):
            self.spin.blockSignals(True)
            self.spin.setValue(content)  # type: ignore[arg-type]
            self.spin.blockSignals(False)


def _whole(setting: Setting[Any]) -> QSpinBox | QDoubleSpinBox:
    spin = NumberBox()
    spin.setRange(int(setting.low or 0), MOST if setting.high is None else min(MOST, int(setting.high)))
    return spin


def _decimal(setting: Setting[Any]) -> QSpinBox | QDoubleSpinBox:
    spin = DecimalBox()
    spin.setRange(setting.low or 0.0, float(MOST) if setting.high is None else setting.high)
    fine = setting.high is not None and setting.high <= 1
    spin.setDecimals(2 if fine or setting.unit == "$" else 1)
    spin.setSingleStep(0.05 if fine else 1.0)
    return spin


class TextField(Field):
    """Text, an address; saved when the person leaves it or presses Enter."""

    def __init__(self, setting: Setting[Any]) -> None:
        super().__init__(setting)
        self._shown = ""
        self.edit = LineField()
        self.edit.setMinimumWidth(WIDE)
        self.edit.setPlaceholderText(_form(setting))
        self.adopt(self.edit)
        self.edit.editingFinished.connect(self._finished)

    def show_value(self, content: Plain) -> None:
        self._shown = ", ".join(content) if isinstance(content, tuple) else str(content)
        self.edit.setText(self._shown)

    def _finished(self) -> None:
        text = self.edit.text().strip()
        if text != self._shown:
            self._shown = text
            parts = tuple(part.strip() for part in text.split(",") if part.strip())
            self.changed.emit(parts if self.setting.kind == "list" else text)


def _form(setting: Setting[Any]) -> str:
    """Return how the text of a setting is written, where that is not plain."""
    if setting.kind == "list":
        return ", ".join([MODEL] * 2) if setting.group == ROUTING else tr("Separated by commas")
    return "https://…" if setting.kind == "address" else ""


class ModelField(Field):
    """A model out of those that are known, or any other that is typed as provider:model."""

    def __init__(self, setting: Setting[Any]) -> None:
        super().__init__(setting)
        self._shown = ""
        self.combo = DropDown()
        self.edit = LineField()
        self.edit.setPlaceholderText(MODEL)
        self.edit.setAccessibleName(setting.title)
        self.combo.setLineEdit(self.edit)
        self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.combo.setMinimumContentsLength(12)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        completer = QCompleter(self.combo.model(), self.combo)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.combo.setCompleter(completer)
        self.adopt(self.combo, WIDE)
        ignore_wheel(self.combo)
        self.combo.activated.connect(lambda _row: self._finished())
        self.edit.editingFinished.connect(self._finished)

    def offer(self, models: Sequence[str]) -> None:
        """Offer models to choose from; what is shown stays."""
        text = self.combo.currentText()
        self.combo.clear()
        self.combo.addItems(list(models))
        self.combo.setEditText(text)

    def show_value(self, content: Plain) -> None:
        self._shown = str(content)
        self.combo.setEditText(self._shown)
        self.edit.setCursorPosition(0)

    def _finished(self) -> None:
        text = self.combo.currentText().strip()
        if text != self._shown:
            self._shown = text
            self.changed.emit(text)


class _Still(QObject):
    """Keeps the wheel from changing what the pointer only happens to pass."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def ignore_wheel(widget: QWidget) -> None:
    """Let the wheel scroll the page, unless the widget was chosen."""
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.installEventFilter(_Still(widget))


def field_for(setting: Setting[Any]) -> Field:
    match setting.kind:
        case "switch":
            return SwitchField(setting)
        case "choice":
            return ChoiceField(setting)
        case "whole" | "number":
            return NumberField(setting)
        case "model":
            return ModelField(setting)
        case _:
            return TextField(setting)
