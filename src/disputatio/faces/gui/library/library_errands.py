"""What changes the library: its forms, deleting with the way back, the bin, and files that are imported."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.debate_files import take_in_file, write_sheet
from disputatio.app.paths import file_name
from disputatio.debate.wording import inside, tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import DropDown, LineField, ask_file, ask_files, ask_place
from disputatio.faces.gui.kit.layouts import column, row
from disputatio.faces.gui.kit.plain_text import PlainEdit
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.library.contents import Contents, Place, PlaceContents, Written
from disputatio.faces.gui.library.naming import FIELDS, HEADINGS, NEW, NOUNS, STANDINGS, begun
from disputatio.faces.gui.library.parts import StoringDialog
from disputatio.faces.library_kinds import NAMED, Field, Thing
from disputatio.library.workspace import Assignment, Task, most_pressing

Save = Callable[[Any], Coroutine[Any, Any, object]]
Offered = Mapping[str, Sequence[tuple[str, str]]]
"""By the name of a field: the ids it may hold, each with its words."""


class Form(StoringDialog):
    """Asks for the fields of a thing, each with an editor that fits it. `save` gets the thing as it was filled in. The
    first field must not be empty."""

    def __init__(
        self,
        title: str,
        thing: Thing,
        asked: Sequence[Field],
        offered: Offered,
        save: Save,
        bridge: Bridge,
        parent: QWidget,
    ) -> None:
        super().__init__(title, TextButton(tr("Save"), icon="check", kind="primary"), bridge, parent)
        self._thing, self._asked, self._work = thing, asked, save
        self.setMinimumWidth(480)
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(14)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.fields = {each.name: _editor(each, getattr(thing, each.name), offered) for each in asked}
        for each, editor in zip(asked, self.fields.values(), strict=True):
            words = (
                tr("Name")
                if each is asked[0]
                else tr("Its {each}").format(each=NOUNS.get(each.name, each.name))
                if each.owner
                else FIELDS.get(each.name, each.name.capitalize())
            )
            editor.setAccessibleName(words)
            form.addRow(words, editor)
        buttons = row(None, self.save, self.cancel)
        column(form, self.fault, buttons, of=self, margins=(20, 18, 20, 16), spacing=12)
        first = self.fields[asked[0].name]
        assert isinstance(first, QLineEdit)
        self._need(first)
        first.selectAll()
        first.setFocus()

    async def _store(self) -> None:
        answers = {each.name: _answer(each, self.fields[each.name]) for each in self._asked}
        await self._work(replace(self._thing, **answers))


def _editor(field: Field, content: Any, offered: Offered) -> QWidget:
    if field.choices:
        combo = DropDown()
        for each in field.choices:
            combo.addItem(STANDINGS.get(each, each.capitalize()), each)
        combo.setCurrentIndex(max(0, combo.findData(content)))
        return combo
    if field.owner is not None:
        return Ticks(content, offered[field.name])
    if field.many or field.prose:
        area = PlainEdit("\n".join(content) if field.many else content)
        area.setPlaceholderText(tr("One a line") if field.many else "")
        area.setTabChangesFocus(True)
        area.setFixedHeight(92 if field.many else 120)
        return area
    return LineField(content)


class Ticks(QScrollArea):
    """Several of a list."""

    def __init__(self, chosen: Sequence[str], offered: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        self.boxes = {name: QCheckBox(words if len(words) <= 60 else words[:59] + "…") for name, words in offered}
        for name, words in offered:
            self.boxes[name].setToolTip(words)
            self.boxes[name].setChecked(name in chosen)
        column(*self.boxes.values(), None, of=inside, margins=(0, 4, 0, 4), spacing=6)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.setFixedHeight(min(170, inside.sizeHint().height() + 4))

    def ticked_ids(self) -> tuple[str, ...]:
        return tuple(name for name, box in self.boxes.items() if box.isChecked())


def _answer(field: Field, editor: QWidget) -> Any:
    if isinstance(editor, QComboBox):
        return editor.currentData()
    if isinstance(editor, Ticks):
        return editor.ticked_ids()
    if isinstance(editor, QPlainTextEdit):
        text = editor.toPlainText()
        return tuple(line.strip() for line in text.splitlines() if line.strip()) if field.many else text
    assert isinstance(editor, QLineEdit)
    return editor.text().strip()


TEXTS: Final = tr("Texts and exported debates (*.txt *.md *.markdown *.text *.json)")
MARKDOWN: Final = tr("Markdown (*.md);;All files (*)")


class LibraryErrands(QObject):
    """What a person does to the library: each says how it went by a signal."""

    changed = Signal()
    said = Signal(str, str)
    """Words, and what can be undone."""
    refused = Signal(object)
    """An error for the person."""
    begun = Signal(object)
    """Something new to write on (Note, Document); it is stored with its first letters."""
    made = Signal(object)
    """Something new that was stored (contents.Place)."""
    imported = Signal(object)
    """What became of files (contents.Imports)."""

    def __init__(self, app: Application, bridge: Bridge, over: QWidget) -> None:
        super().__init__(over)
        self._app, self._bridge, self._over = app, bridge, over
        self._contents = Contents(app)

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        self._bridge.start(work, self.refused.emit)

    async def create(self, name: str, shown: PlaceContents) -> None:
        """Make something of that kind in the place that is shown: on a sheet, or by a form. Raises StorageHeld."""
        kind = NAMED[name]
        thing = kind.new(**shown.owners)
        if kind.written:
            self.begun.emit(thing)
            return

        async def save(filled: Thing) -> None:
            stored: Thing = await self._app.library.create(filled)  # type: ignore[type-var]
            made.append(stored.id)

        made: list[str] = []
        await self._ask(NEW[name], thing, kind.form, save)
        if made:
            self.made.emit(Place(kind=name, id=made[0]))

    async def edit(self, place: Place, *, name_only: bool = False) -> None:
        """Ask for what is to be different about a thing, and store it. Raises NotFound."""
        kind = NAMED[place.kind]
        thing = await self._app.library.get(kind.value, place.id)
        title, asked = (
            (tr("Rename the {kind}").format(kind=NOUNS[kind.name]), kind.form[:1])
            if name_only
            else (begun(kind.name), kind.form)
        )
        await self._ask(title, thing, asked, self._app.library.edit)

    async def _ask(self, title: str, thing: Thing, asked: Sequence[Field], save: Save) -> None:
        """Ask for the fields of a thing. An assignment can be linked to the tasks of its project; where there are none,
        it is not asked for them."""
        offered: dict[str, list[tuple[str, str]]] = {}
        if isinstance(thing, Assignment):
            tasks = sorted(await self._app.library.all(Task, project=thing.project), key=most_pressing)
            offered = {"tasks": [(task.id, task.title) for task in tasks]} if tasks else {}
        asked = [each for each in asked if each.owner is None or each.name in offered]
        if await answer(Form(title, thing, asked, offered, save, self._bridge, self._over)):
            self.changed.emit()

    async def finish_task(self, id: str) -> None:
        """Mark a task as done, or as open again."""
        task = await self._app.library.get(Task, id)
        await self._app.library.edit(replace(task, status="open" if task.status == "done" else "done"))
        self.changed.emit()

    async def delete(self, place: Place) -> None:
        """Move a thing to the bin, with what belongs to it; it can be undone."""
        removed = await self._app.library.delete(NAMED[place.kind].value, place.id)
        more = len(removed.items) - 1
        along = tr(" with {more} that belonged to it").format(more=more) if more else ""
        self.said.emit(
            tr("“{removed_title}” moved to the bin{along}").format(removed_title=removed.title, along=along), removed.id
        )
        self.changed.emit()

    async def restore(self, id: str) -> None:
        removed = await self._app.library.restore(id)
        self.said.emit(tr("“{removed_title}” is back").format(removed_title=removed.title), "")
        self.changed.emit()

    async def empty_bin(self) -> None:
        erasure = await erasures.of_library(self._app)
        if erasure.refs and await answer(Confirm.of(erasure, tr("Keep them"), self._over)):
            await erasures.erase_library(self._app, erasure)
            self.changed.emit()

    def choose_files(self, name: str, take: Callable[[Sequence[Path]], object]) -> None:
        title = tr("Import texts as {plural}").format(plural=inside(HEADINGS[NAMED[name].plural]))
        ask_files(self._over, title, take, kinds=TEXTS)

    async def import_files(self, paths: Sequence[Path], shown: PlaceContents, name: str) -> None:
        """Import files as documents, or as notes, of what is shown."""
        self.imported.emit(await self._contents.import_files(paths, shown, name))

    async def export(self, place: Place) -> None:
        """Ask where to write a note or a document that is stored. Raises NotFound."""
        self.choose_place(await self._app.library.get(NAMED[place.kind].value, place.id))

    def choose_place(self, item: Written) -> None:
        """Ask where to write a note or a document."""
        name = f"{file_name(item.title, item.id or 'text')}.md"
        ask_place(self._over, tr("Export as Markdown"), name, partial(self._write, item), kinds=MARKDOWN)

    def _write(self, item: Written, path: Path) -> None:
        self.start(self._written(item, path))

    async def _written(self, item: Written, path: Path) -> None:
        await write_sheet(item, path)
        self.said.emit(tr("Exported to {path}").format(path=path), "")


EXPORTS: Final = tr("Debates exported as JSON (*.json);;All files (*)")


class DebateImport(QObject):
    """Takes in a debate from a file."""

    taken = Signal(str, str)
    """A debate is here now: its id, and how that came about."""

    def __init__(self, app: Application, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._app, self._bridge, self._window = app, bridge, window

    def choose(self) -> None:
        """Ask the person for a file, and take it in."""
        ask_file(self._window, tr("Import a debate"), self.take_in, kinds=EXPORTS)

    def take_in(self, path: Path) -> None:
        self._bridge.start(self._take_in(path))

    async def _take_in(self, path: Path) -> None:
        done = await take_in_file(self._app, path)
        self.taken.emit(done.id, done.sentence)
