"""Small forms: what a project, an assignment, a task or a workspace is. What cannot be saved stays in the form."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.widgets.buttons import TextButton

Answers = dict[str, Any]
Save = Callable[[Answers], Coroutine[Any, Any, object]]


@value
class Entry:
    """`kind`: line, text (several lines), lines (a tuple, one a line), choice (of `choices`: value and words), many
    (of `choices`, a tuple of values)."""

    name: str
    label: str
    kind: Literal["line", "text", "lines", "choice", "many"] = "line"
    content: Any = ""
    choices: Sequence[tuple[str, str]] = ()
    hint: str = ""


class Form(QDialog):
    """Await it with `bridge.answer`; it is accepted once `save` has succeeded. The first entry must not be empty."""

    def __init__(self, title: str, entries: Sequence[Entry], save: Save, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._entries, self._work, self._bridge = entries, save, bridge
        self._storing = False
        self.setWindowTitle(title)
        self.setMinimumWidth(480)
        self.fields: dict[str, QWidget] = {}
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(14)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for entry in entries:
            self.fields[entry.name] = field = _field(entry)
            field.setAccessibleName(entry.label)
            form.addRow(entry.label, field)
        self.fault = QLabel()
        self.fault.setProperty("look", "error")
        self.fault.setWordWrap(True)
        self.fault.hide()
        self.save, cancel = TextButton("Save", icon="check", kind="primary"), TextButton("Cancel")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(cancel)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self.fault)
        column.addLayout(row)
        first = self.fields[entries[0].name]
        if isinstance(first, QLineEdit):
            first.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
            self.save.setEnabled(bool(first.text().strip()))
            first.selectAll()
        first.setFocus()

    def answers(self) -> Answers:
        return {entry.name: _answer(entry, self.fields[entry.name]) for entry in self._entries}

    def reject(self) -> None:
        """Not while it is being stored: it would be kept, and the form say that it is not."""
        if not self._storing:
            super().reject()

    def _save(self) -> None:
        self._storing = True
        self.save.setEnabled(False)
        self._bridge.start(self._saved(), self._refused)

    async def _saved(self) -> None:
        await self._work(self.answers())
        self.accept()

    def _refused(self, error: DisputatioError) -> None:
        self._storing = False
        self.fault.setText(error.user_message)
        self.fault.show()
        self.save.setEnabled(True)


def _field(entry: Entry) -> QWidget:
    match entry.kind:
        case "choice":
            combo = QComboBox()
            for name, words in entry.choices:
                combo.addItem(words, name)
            combo.setCurrentIndex(max(0, combo.findData(entry.content)))
            return combo
        case "many":
            return Ticks(entry)
        case "text" | "lines":
            area = QPlainTextEdit("\n".join(entry.content) if entry.kind == "lines" else entry.content)
            area.setPlaceholderText(entry.hint)
            area.setTabChangesFocus(True)
            area.setFixedHeight(92 if entry.kind == "lines" else 120)
            return area
        case _:
            line = QLineEdit(entry.content)
            line.setPlaceholderText(entry.hint)
            return line


class Ticks(QScrollArea):
    """Several of a list."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(6)
        self.boxes: dict[str, QCheckBox] = {}
        for name, words in entry.choices:
            box = self.boxes[name] = QCheckBox(words if len(words) <= 60 else words[:59] + "…")
            box.setToolTip(words)
            box.setChecked(name in entry.content)
            column.addWidget(box)
        column.addStretch()
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.setFixedHeight(min(170, inside.sizeHint().height() + 4))

    def ticked(self) -> tuple[str, ...]:
        return tuple(name for name, box in self.boxes.items() if box.isChecked())


def _answer(entry: Entry, field: QWidget) -> Any:
    if isinstance(field, QComboBox):
        return field.currentData()
    if isinstance(field, Ticks):
        return field.ticked()
    if isinstance(field, QPlainTextEdit):
        text = field.toPlainText()
        return tuple(line.strip() for line in text.splitlines() if line.strip()) if entry.kind == "lines" else text
    assert isinstance(field, QLineEdit)
    return field.text().strip()
