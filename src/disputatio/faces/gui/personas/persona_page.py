"""The page of personas: a list on the left; who they are and what they have read on the right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from disputatio.app.application import Application
from disputatio.app.personas.files import is_example
from disputatio.app.personas.personas import PersonaEntry
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import TextButton, YieldingButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import FileDrop
from disputatio.faces.gui.kit.labels import Fault
from disputatio.faces.gui.kit.layouts import FLUSH, column, row
from disputatio.faces.gui.kit.lists import Row, RowList
from disputatio.faces.gui.kit.notices import Toast
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.library.parts import SearchField, label, separator
from disputatio.faces.gui.personas.corpus import CorpusCard
from disputatio.faces.gui.personas.persona_errands import PersonaErrands
from disputatio.faces.gui.personas.persona_sheet import NARROW, PersonaSheet
from disputatio.library.persona import Persona


class PersonaShelf(QWidget):
    """The left side: search, one's own personas and the examples, and how to get more."""

    new_wanted = Signal()
    import_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.field = SearchField(tr("Search personas"))
        self.list = RowList(tr("Personas"))
        self.nobody = label(tr("No persona matches these words."), "muted")
        self.nobody.setWordWrap(True)
        self.nobody.hide()
        self.new = YieldingButton(tr("New persona"), icon="plus")
        self.take_in = TextButton(tr("Import…"), icon="import")
        self.take_in.setToolTip(tr("Import a persona from its TOML file"))
        self.new.clicked.connect(self.new_wanted)
        self.take_in.clicked.connect(self.import_wanted)
        items = (label(tr("Personas"), "title"), self.field, self.nobody, (self.list, 1))
        column(*items, self.new, self.take_in, of=self, margins=(16, 18, 12, 12), spacing=10)

    def show_personas(self, listed: Sequence[PersonaEntry]) -> None:
        """Show one's own first, and the examples below them, under headings."""
        rows: list[Row | str] = []
        for title, example in ((tr("Yours"), False), (tr("Examples"), True)):
            some = [_row(each) for each in listed if each.example == example]
            rows += [title, *some] if some else []
        self.list.show_rows(rows)
        self.nobody.setVisible(not rows)


def _row(listed: PersonaEntry) -> Row:
    persona = listed.persona
    chip = plural("{count} source", "{count} sources", listed.sources) if listed.sources else ""
    return Row(key=persona.id, title=persona.name, subtitle=listed.about, icon="user", chip=chip)


WIDE: Final = 780
"""Pixels of the sheet at most: longer lines are hard to read."""
SHELF: Final = 270


class PersonasPage(Page):
    """List, search, create, edit, copy, import, export and delete personas; give them something to read."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge = app, bridge
        self._steps = 0
        self.shelf = PersonaShelf()
        self.sheet = PersonaSheet(app, bridge)
        self.corpus = CorpusCard()
        self.errands = PersonaErrands(app, bridge, self)
        self.fault = Fault((20, 14, 20, 0))
        self.nobody = EmptyState(
            tr("Who should take part?"),
            tr(
                "A persona holds something, values something, and knows what would change its mind. Choose an example "
                "on the left, or make your own; then give it a seat when you start a debate."
            ),
            icon="user",
        )
        self.stack = QStackedWidget()
        FileDrop(self, self._dropped)
        self.keys = {
            (Qt.Key.Key_N, True): self._begin,
            (Qt.Key.Key_F, True): self.shelf.field.take_keyboard,
            (Qt.Key.Key_S, True): self.sheet.flush,
        }
        self._lay_out()
        self.toast = Toast(self.stack)
        self._connect()

    def _lay_out(self) -> None:
        self.shelf.setFixedWidth(SHELF)
        inside, holder = QWidget(), QWidget()
        inside.setMaximumWidth(WIDE)
        column(self.sheet, self.corpus, None, of=inside, margins=(16, 16, 16, 24), spacing=18)
        middle = row(of=holder, margins=FLUSH)
        middle.addStretch(1)
        middle.addWidget(inside, 100)
        middle.addStretch(1)
        self.paper = QScrollArea()
        self.paper.setWidgetResizable(True)
        self.paper.setFrameShape(QFrame.Shape.NoFrame)
        self.paper.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.paper.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.paper.setWidget(holder)
        self.stack.addWidget(self.nobody)
        self.stack.addWidget(self.paper)
        right = column(self.fault, (self.stack, 1), spacing=0)
        row(self.shelf, separator(), (right, 1), of=self, margins=FLUSH, spacing=0)

    def _connect(self) -> None:
        self.shelf.field.searched.connect(lambda _text: self.refresh())
        self.shelf.new_wanted.connect(self._begin)
        self.shelf.import_wanted.connect(self._import)
        self.shelf.list.opened.connect(lambda id: self.go("persona", id))
        self.shelf.list.delete_wanted.connect(self._delete)
        self.sheet.copy_wanted.connect(self._copy)
        self.sheet.export_wanted.connect(self._export)
        self.sheet.delete_wanted.connect(self._delete)
        self.sheet.saved.connect(self._saved)
        self.corpus.files_chosen.connect(self._add_files)
        self.corpus.remove_wanted.connect(self._remove_source)
        self.corpus.asked.connect(lambda question: self.errands.start(self._try(question)))
        self.errands.changed.connect(self.refresh)
        self.errands.made.connect(lambda id: self.go("persona", id))
        self.errands.said.connect(lambda words, undo: self.toast.say(words, undo=undo))
        self.errands.refused.connect(self.fault.explain)
        self.errands.reading.connect(self.corpus.show_busy)
        self.errands.read.connect(self._read)
        self.toast.undone.connect(lambda id: self.errands.start(self.errands.restore(id)))

    # ---- going places ----------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        """Show a persona, or ("", "") who was shown."""
        self.sheet.flush()
        if kind:
            self.fault.explain(None)
            self.errands.start(self._show(id))
        self.refresh()

    def focus(self) -> QWidget:
        return self.shelf.list

    async def finish(self) -> None:
        await self.sheet.finish()

    def refresh(self) -> None:
        """Read the list anew; who is on the sheet stays as typed."""
        self.errands.start(self._list(self.shelf.field.text().strip()))

    async def _list(self, words: str) -> None:
        self._steps += 1
        step = self._steps
        listed = await (self._app.personas.search(words) if words else self._app.personas.all())
        if step == self._steps:
            self.shelf.show_personas(listed)
            self._select()

    async def _show(self, id: str) -> None:
        persona = await self._app.personas.get(id)
        sources = await self._app.personas.corpora.of(persona)
        self._open(persona)
        self.corpus.show_sources(sources)

    def _open(self, persona: Persona) -> None:
        self.sheet.open(persona)
        self.corpus.begin()
        self.corpus.show_sources(())
        self.corpus.setVisible(bool(persona.id) and not is_example(persona))
        self.stack.setCurrentWidget(self.paper)
        self.paper.verticalScrollBar().setValue(0)
        self._select()

    def _select(self) -> None:
        self.shelf.list.select(self.sheet.persona.id if self.sheet.persona else "")

    # ---- what is wanted --------------------------------------------------------------------------------------------
    def _begin(self) -> None:
        """Show an empty sheet; somebody new is stored once they have a name."""
        self.shelf.field.empty()
        self.fault.explain(None)
        self._open(Persona(name=""))
        self.sheet.fields["name"].edit.setFocus()

    def _import(self) -> None:
        self.sheet.flush()
        self.errands.choose_personas()

    def _copy(self, persona: Persona) -> None:
        self.errands.start(self.errands.copy(persona))

    def _export(self, persona: Persona) -> None:
        self.errands.choose_place(persona)

    def _delete(self, id: str) -> None:
        self.sheet.flush()
        self.errands.start(self._move_to_bin(id))

    async def _move_to_bin(self, id: str) -> None:
        await self.errands.delete(await self._app.personas.get(id))
        if self.sheet.persona is not None and self.sheet.persona.id == id:
            self.sheet.forget()
            self.stack.setCurrentWidget(self.nobody)

    def _saved(self, persona: Persona) -> None:
        if self.sheet.persona is not None and self.sheet.persona.id == persona.id:
            self.corpus.show()
        self.refresh()

    # ---- what they have read ---------------------------------------------------------------------------------------
    def _dropped(self, paths: Sequence[Path]) -> None:
        """Take in the files of personas; others are read by who is shown."""
        personas = [path for path in paths if path.suffix.lower() == ".toml"]
        texts = [path for path in paths if path not in personas]
        if personas:
            self.errands.start(self.errands.take_in(personas))
        elif texts:
            self._add_files(texts)

    def _add_files(self, paths: Sequence[Path]) -> None:
        persona = self.sheet.persona
        if persona is None or not persona.id:
            self.fault.say(tr("No persona is open to read this. Choose one of yours first."))
        elif is_example(persona):
            self.fault.say(
                tr("{persona} ships with Disputatio as it is. Make it yours first.").format(persona=persona.name)
            )
        else:
            self.errands.start(self.errands.add_files(persona, list(paths)))

    def _remove_source(self, id: str) -> None:
        persona, source = self.sheet.persona, self.corpus.source(id)
        if persona is not None and source is not None:
            self.errands.start(self.errands.remove_source(persona, source))

    def _read(self, id: str, faults: list[str]) -> None:
        if self.sheet.persona is not None and self.sheet.persona.id == id:
            self.corpus.fault.say("\n".join(faults))
            self.errands.start(self._show_sources(self.sheet.persona))

    async def _show_sources(self, persona: Persona) -> None:
        sources = await self._app.personas.corpora.of(persona)
        if self.sheet.persona is not None and self.sheet.persona.id == persona.id:
            self.corpus.show_sources(sources)

    async def _try(self, question: str) -> None:
        persona = self.sheet.persona
        if persona is not None and persona.id:
            results = await self._app.personas.corpora.look_up(persona, question, 5)
            self.corpus.show_found(results)

    # ---- the page --------------------------------------------------------------------------------------------------
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shelf.list.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.sheet.flush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sheet.set_narrow(self.width() - SHELF < NARROW)
