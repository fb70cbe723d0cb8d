"""What changes the library: its forms, deleting with the way back, the bin, and the import of a debate."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, get_args

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
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

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.exchange import take_in_file
from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.question import Confirm
from disputatio.library.assignment import Assignment, AssignmentStatus
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project, ProjectStatus
from disputatio.library.task import Priority, Task, TaskStatus, most_pressing
from disputatio.library.workspace import Workspace

if TYPE_CHECKING:
    from disputatio.app.application import Application


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


# ---- The forms of the library: which entries a kind of thing has, and the value that the answers make.
Thing = Workspace | Project | Assignment | Task | Document | Note
T = TypeVar("T", Workspace, Project, Assignment, Task, Document, Note)

KINDS: Final[dict[str, type[Thing]]] = {
    "workspace": Workspace,
    "project": Project,
    "assignment": Assignment,
    "task": Task,
    "document": Document,
    "note": Note,
}
PRIORITIES: Final = tuple((each, each.capitalize()) for each in get_args(Priority))


def kind_of(thing: Thing) -> str:
    return type(thing).__name__.lower()


def name_of(thing: Thing) -> str:
    return thing.title if isinstance(thing, Task | Document | Note) else thing.name


def name_field(thing: Thing) -> str:
    return "title" if isinstance(thing, Task | Document | Note) else "name"


def name_entries(thing: Thing) -> list[Entry]:
    """Only the name."""
    return [Entry(name=name_field(thing), label="Name", content=name_of(thing))]


def entries(thing: Thing, tasks: Sequence[Task] = ()) -> list[Entry]:
    """Everything about it that is not written on a page of its own."""
    found = name_entries(thing)
    if isinstance(thing, Project):
        goals = Entry(name="goals", label="Goals", kind="lines", content=thing.goals, hint="One a line")
        found += [goals, _status(thing.status, ProjectStatus)]
    elif isinstance(thing, Task):
        found += [_status(thing.status, TaskStatus), _priority(thing.priority)]
    elif isinstance(thing, Assignment):
        found += [_status(thing.status, AssignmentStatus), _priority(thing.priority)]
    if isinstance(thing, Workspace | Project | Task | Assignment):
        found.append(Entry(name="description", label="Description", kind="text", content=thing.description))
    if isinstance(thing, Assignment) and tasks:
        choices = [(task.id, task.title) for task in tasks]
        found.append(Entry(name="tasks", label="Its tasks", kind="many", content=thing.tasks, choices=choices))
    return found


def with_answers(thing: T, answers: Answers) -> T:
    return replace(thing, **answers)


def _status(content: str, kind: object) -> Entry:
    choices = [(each, each.capitalize()) for each in get_args(kind)]
    return Entry(name="status", label="Status", kind="choice", content=content, choices=choices)


def _priority(content: str) -> Entry:
    return Entry(name="priority", label="Priority", kind="choice", content=content, choices=PRIORITIES)


# ---- What changes the library: forms to create and edit, deleting with the way back, the bin.
class Errands(QObject):
    """`said` carries words and what can be undone; `refused` an error for the person."""

    changed = Signal()
    said = Signal(str, str)
    refused = Signal(object)

    def __init__(self, app: Application, bridge: Bridge, over: QWidget) -> None:
        super().__init__(over)
        self._app, self._bridge, self._over = app, bridge, over

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        self._bridge.start(work, self._refuse)

    def _refuse(self, error: DisputatioError) -> None:
        self.refused.emit(error)

    async def create(self, thing: Thing) -> Thing | None:
        """By a form; None if the person changed their mind."""
        made: list[Thing] = []

        async def save(answers: Answers) -> None:
            stored: Thing = await self._app.library.create(replace(thing, **answers))  # type: ignore[type-var]
            made.append(stored)

        kind = kind_of(thing)
        form = Form(f"New {kind}", entries(thing, await self._tasks(thing)), save, self._bridge, self._over)
        if await answer(form):
            self.changed.emit()
        return made[0] if made else None

    async def edit(self, kind: str, id: str, *, name_only: bool = False) -> None:
        thing = await self.get(kind, id)

        async def save(answers: Answers) -> None:
            await self._app.library.edit(replace(thing, **answers))  # type: ignore[type-var]

        asked = name_entries(thing) if name_only else entries(thing, await self._tasks(thing))
        title = f"Rename the {kind}" if name_only else kind.capitalize()
        if await answer(Form(title, asked, save, self._bridge, self._over)):
            self.changed.emit()

    async def get(self, kind: str, id: str) -> Thing:
        """Raises NotFound."""
        return await self._app.library.get(KINDS[kind], id)  # type: ignore[type-var]

    async def finish_task(self, id: str) -> None:
        """Done, or open again."""
        task = await self._app.library.get(Task, id)
        await self._app.library.edit(replace(task, status="open" if task.status == "done" else "done"))
        self.changed.emit()

    async def delete(self, kind: str, id: str) -> None:
        """Into the bin, with what belongs to it; it can be undone."""
        removed = await self._app.library.delete(KINDS[kind], id)  # type: ignore[type-var]
        more = len(removed.items) - 1
        along = f" with {more} that belonged to it" if more else ""
        self.said.emit(f"“{removed.title}” moved to the bin{along}", removed.id)
        self.changed.emit()

    async def restore(self, id: str) -> None:
        removed = await self._app.library.restore(id)
        self.said.emit(f"“{removed.title}” is back", "")
        self.changed.emit()

    async def empty_bin(self) -> None:
        erasure = await erasures.of_library(self._app)
        if erasure.refs and await answer(Confirm.of(erasure, "Keep them", self._over)):
            await erasures.erase_library(self._app, erasure)
            self.changed.emit()

    async def _tasks(self, thing: Thing) -> list[Task]:
        """The tasks that an assignment can be linked to."""
        if not isinstance(thing, Assignment):
            return []
        return sorted(await self._app.library.all(Task, project=thing.project), key=most_pressing)


# ---- A debate from a file: chosen, taken in, shown.
EXPORTS: Final = "Debates exported as JSON (*.json);;All files (*)"


class DebateImport(QObject):
    taken = Signal(str, str)
    """A debate is here now: its id, and how that came about."""

    def __init__(self, app: Application, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._app, self._bridge, self._window = app, bridge, window

    def choose(self) -> None:
        """Which file: the person is asked."""
        chooser = QFileDialog(self._window, "Import a debate", "", EXPORTS)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.fileSelected.connect(lambda name: self.take_in(Path(name)))
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    def take_in(self, path: Path) -> None:
        self._bridge.start(self._take_in(path))

    async def _take_in(self, path: Path) -> None:
        done = await take_in_file(self._app, path)
        self.taken.emit(done.id, done.said)
