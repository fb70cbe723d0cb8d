"""What a persona has read: the files, what of them was left out, and what a question would bring up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal

from disputatio.app.personas.corpora import Found, Results
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import LineField, ask_files
from disputatio.faces.gui.kit.labels import Fault
from disputatio.faces.gui.kit.layouts import row
from disputatio.faces.gui.kit.lists import HIGH, Row, RowList
from disputatio.faces.gui.library.parts import label
from disputatio.library.corpus import Source
from disputatio.storage.corpus_files import KINDS

FILES: Final = tr("Texts and PDFs ({words})").format(words=" ".join(f"*{ending}" for ending in KINDS))
ROWS: Final = 5
"""Rows that a list shows before it scrolls."""


class CorpusCard(TitledCard):
    files_chosen = Signal(object)
    """Files to read (a list of Path)."""
    remove_wanted = Signal(str)
    """The id of a source."""
    asked = Signal(str)
    """A question to try."""

    def __init__(self) -> None:
        super().__init__(tr("Has read"))
        self._sources: dict[str, Source] = {}
        self.files = RowList(tr("Files that they have read"))
        self.found = RowList(tr("Passages for the question"))
        self.add = TextButton(tr("Add files…"), icon="plus")
        self.remove = TextButton(tr("Remove"), icon="trash", kind="danger")
        self.add.clicked.connect(self.choose_files)
        self.remove.clicked.connect(lambda: self._remove(self.files.key()))
        self.corner.addWidget(self.remove)
        self.corner.addWidget(self.add)
        self.fault = Fault()
        self.busy, self.left_out, self.note = label(look="caption"), label(look="caption"), label(look="caption")
        self.found.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.question = LineField()
        self.question.setPlaceholderText(tr("Try a question: what would they quote?"))
        self.question.setAccessibleName(tr("Try a question on what they have read"))
        self.question.setClearButtonEnabled(True)
        self.try_it = TextButton(tr("Try"), icon="search")
        self.empty = EmptyState(
            tr("Nothing yet"),
            tr(
                "Add texts, web pages or PDFs, or drop them here. Only this persona's seat sees the passages that "
                "bear on the question, with file and page, and quotations are checked against them."
            ),
            compact=True,
        )
        for each in (self.fault, self.left_out, self.note, self.busy):
            each.setWordWrap(True)
            each.setTextFormat(Qt.TextFormat.PlainText)
            each.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            each.hide()
        for widget in (self.fault, self.busy, self.empty, self.files, self.left_out):
            self.body.addWidget(widget)
        self.body.addLayout(row((self.question, 1), self.try_it, spacing=8))
        self.body.addWidget(self.note)
        self.body.addWidget(self.found)
        self.files.currentItemChanged.connect(lambda *_items: self._chosen())
        self.files.delete_wanted.connect(self._remove)
        self.question.returnPressed.connect(self._ask)
        self.try_it.clicked.connect(self._ask)
        self.question.textChanged.connect(lambda text: None if text else self.show_found(None))
        self.show_sources(())

    # ---- what is shown ---------------------------------------------------------------------------------------------
    def show_sources(self, sources: Sequence[Source]) -> None:
        self._sources = {source.id: source for source in sources}
        self.files.show_rows([_source_row(source) for source in sources])
        _fit(self.files)
        self.empty.setVisible(not sources)
        for widget in (self.question, self.try_it):
            widget.setVisible(bool(sources))
        if not sources:
            self.question.clear()
        self._chosen()

    def show_found(self, results: Results | None) -> None:
        rows = [_found_row(each, number) for number, each in enumerate(results.hits)] if results else []
        self.found.show_rows(rows)
        _fit(self.found)
        said = ""
        if results is not None:
            said = "" if rows else tr("Nothing they have read is relevant to this.")
            if results.why_not:
                said = (
                    tr("{said} Searched by words only: {why_not}.").format(said=said, why_not=results.why_not).strip()
                )
        self.note.setText(said)
        self.note.setVisible(bool(said))

    def show_busy(self, name: str) -> None:
        """Name the file that is being read; "" for none."""
        self.busy.setText(tr("Reading {name}…").format(name=name))
        self.busy.setVisible(bool(name))
        self.add.setEnabled(not name)

    def begin(self) -> None:
        """Forget what was tried: somebody else is shown."""
        self.question.clear()
        self.fault.say("")
        self.show_found(None)

    # ---- what is wanted --------------------------------------------------------------------------------------------
    def choose_files(self) -> None:
        ask_files(self, tr("What have they read?"), self.files_chosen.emit, kinds=FILES)

    def source(self, id: str) -> Source | None:
        return self._sources.get(id)

    def _chosen(self) -> None:
        source = self._sources.get(self.files.key())
        self.remove.setVisible(source is not None)
        self.remove.setAccessibleName(tr("Remove {source}").format(source=source.name) if source else tr("Remove"))
        said = _left_out(source) if source else self._all_left_out()
        self.left_out.setText(said)
        self.left_out.setVisible(bool(said))

    def _all_left_out(self) -> str:
        lacking = sum(bool(_left_out(source)) for source in self._sources.values())
        return (
            plural(
                "Part of {count} file was left out: choose it to see what.",
                "Parts of {count} files were left out: choose one to see what.",
                lacking,
            )
            if lacking
            else ""
        )

    def _remove(self, id: str) -> None:
        if id:
            self.remove_wanted.emit(id)

    def _ask(self) -> None:
        if question := self.question.text().strip():
            self.asked.emit(question)


def _fit(rows: RowList) -> None:
    """Make a list as high as its rows, up to some of them."""
    number = len(rows.rows())
    rows.setVisible(number > 0)
    rows.setFixedHeight(min(number, ROWS) * HIGH + 4)


def _source_row(each: Source) -> Row:
    pages = plural("{count} page · ", "{count} pages · ", each.pages) if each.pages else ""
    size = ("{pages}{characters} · {passages}").format(
        pages=pages,
        characters=plural("{count} character", "{count} characters", each.characters),
        passages=plural("{count} passage", "{count} passages", each.chunks),
    )
    chip = tr("held back") if each.held_back else tr("in part") if each.notes else ""
    return Row(
        key=each.id,
        title=each.name,
        subtitle=size,
        icon="file",
        chip=chip,
        tone="caution" if chip else "plain",
    )


def _found_row(each: Found, number: int) -> Row:
    title = f"{each.source}, {each.chunk.place}"
    return Row(key=str(number), title=title, subtitle=" ".join(each.chunk.text.split())[:300], icon="quote")


def _left_out(each: Source) -> str:
    """Return what of a file is not in the corpus, in sentences; "" where all of it is."""
    parts = []
    if each.held_back:
        named = "; ".join(held.rpartition(", ")[0] or held for held in each.held_back)
        parts.append(tr("Held back as likely secrets: {named}.").format(named=named))
    if each.notes:
        parts.append(tr("Left out: {notes}.").format(notes="; ".join(each.notes)))
    return " ".join(parts)
