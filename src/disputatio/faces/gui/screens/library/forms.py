"""Small forms: what a project, an assignment, a task or a workspace is. What cannot be saved stays in the form."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
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

    def _save(self) -> None:
        self.save.setEnabled(False)
        self._bridge.start(self._saved(), self._refused)

    async def _saved(self) -> None:
        await self._work(self.answers())
        self.accept()

    def _refused(self, error: DisputatioError) -> None:
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
            return _checks(entry)
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


def _checks(entry: Entry) -> QListWidget:
    listed = QListWidget()
    listed.setFixedHeight(min(170, 14 + 28 * max(1, len(entry.choices))))
    for name, words in entry.choices:
        item = QListWidgetItem(words)
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setFlags(Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        item.setCheckState(Qt.CheckState.Checked if name in entry.content else Qt.CheckState.Unchecked)
        listed.addItem(item)
    return listed


def _answer(entry: Entry, field: QWidget) -> Any:
    if isinstance(field, QComboBox):
        return field.currentData()
    if isinstance(field, QListWidget):
        items = [field.item(place) for place in range(field.count())]
        return tuple(
            item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() == Qt.CheckState.Checked
        )
    if isinstance(field, QPlainTextEdit):
        text = field.toPlainText()
        return tuple(line.strip() for line in text.splitlines() if line.strip()) if entry.kind == "lines" else text
    assert isinstance(field, QLineEdit)
    return field.text().strip()
