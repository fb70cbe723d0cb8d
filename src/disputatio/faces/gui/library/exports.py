"""What debates leave behind: the dialog that asks which ones are to be exported, in which format and where to, and
writes them; and the one that keeps what a debate has come to in the library, as a note or as a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from disputatio.app.actions.debates import Export
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.debate_files import write_all
from disputatio.app.paths import file_name
from disputatio.debate.errors import Refused
from disputatio.debate.wording import plural, tr
from disputatio.exporting.formats import EXPORTS, Kind
from disputatio.faces import library_kinds
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import LineField, ask_folder, ask_place
from disputatio.faces.gui.kit.labels import caption, isolated
from disputatio.faces.gui.kit.layouts import column, margins_from_the_side, row
from disputatio.faces.gui.library.contents import Written
from disputatio.faces.gui.library.naming import NOUNS
from disputatio.faces.gui.library.notes import MarkdownEditor, SheetFields
from disputatio.faces.gui.library.parts import StoringDialog, label
from disputatio.library.workspace import Note, Project
from disputatio.storage.catalogue import Narrowing

if TYPE_CHECKING:
    from disputatio.app.application import Application

ID: Final = Qt.ItemDataRole.UserRole
PART: Final = 500
"""Debates that are read at a time."""
ROWS: Final = 12
"""Pixels from the edge of a list to the boxes in it (kit.theme)."""
FEW: Final = 3
"""Debates that are named where they could not be exported."""


class _Titles(QStyledItemDelegate):
    """Titles are in the language of who wrote them."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.text = isolated(option.text)


class ExportDialog(StoringDialog):
    """Await it with `bridge.answer`: once it is accepted, `sentence` says what was written, and where. The debate that
    is shown is chosen; the person may choose others as well, which then go into one folder."""

    def __init__(self, app: Application, bridge: Bridge, id: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(tr("Export"), TextButton(tr("Export…"), icon="export", kind="primary"), bridge, parent)
        self._app, self._place = app, Path()
        self.sentence = ""
        self.setMinimumSize(560, 460)
        self.resize(720, 490)
        self.formats = QButtonGroup(self)
        self.kinds: dict[Kind, QRadioButton] = {}
        choices = [self._choice(kind) for kind in EXPORTS]
        self.field = LineField()
        self.field.setPlaceholderText(tr("Filter by title"))
        self.field.setAccessibleName(tr("Filter debates by title"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._filter)
        self.debates = QListWidget()
        self.debates.setAccessibleName(tr("Debates to export"))
        self.debates.setProperty("look", "rows")
        self.debates.setItemDelegate(_Titles(self.debates))
        self.debates.setFrameShape(QFrame.Shape.NoFrame)
        self.debates.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.debates.itemChanged.connect(lambda _: self._fit())
        self.all = QCheckBox(tr("All listed debates"))
        self.all.clicked.connect(self._choose_all)
        self._list(id, title, chosen=True)
        self.state = caption("")
        backup = caption(tr("A backup of everything is made in the settings, under Privacy and data."))
        left = column(label(tr("Format"), "section"), *choices, None, backup, spacing=6)
        all_of_them = row(self.all, margins=(ROWS, 6, 0, 0))
        right = column(label(tr("Debates"), "section"), self.field, all_of_them, (self.debates, 1), spacing=6)
        foot = row((self.state, 1), self.save, self.cancel, spacing=10)
        both = row((left, 3), (right, 4), spacing=22)
        column((both, 1), self.fault, foot, of=self, margins=(20, 18, 20, 16), spacing=12)
        self.kinds["html"].setChecked(True)
        self.kinds["html"].setFocus()
        self._fit()
        bridge.start(self._fill(id), over=self.finished)

    def _choice(self, kind: Kind) -> QWidget:
        """Return a format as it is offered."""
        found, both = EXPORTS[kind], QWidget()
        button = QRadioButton(found.title)
        button.setAccessibleDescription(found.about)
        self.formats.addButton(button)
        self.kinds[kind] = button
        words = caption(f"{found.about[0].upper()}{found.about[1:]}.")
        words.setContentsMargins(*margins_from_the_side(24, 0, 0, 0))
        column(button, words, of=both, margins=(0, 0, 0, 0), spacing=0)
        return both

    # ---- what is chosen --------------------------------------------------------------------------------------------
    @property
    def kind(self) -> Kind:
        return next(kind for kind, button in self.kinds.items() if button.isChecked())

    @property
    def chosen(self) -> list[tuple[str, str]]:
        """The id and title of each debate that is chosen."""
        items = map(self.debates.item, range(self.debates.count()))
        return [(item.data(ID), item.text()) for item in items if item.checkState() == Qt.CheckState.Checked]

    async def _fill(self, shown: str) -> None:
        """Offer the other debates, those that were changed last first."""
        first = 0
        while part := await self._app.catalogue.part(Narrowing(), PART, first):
            first += len(part)
            for entry in part:
                if entry.id != shown:
                    self._list(entry.id, entry.title or entry.topic, chosen=False)
            self._filter(self.field.text())

    def _list(self, id: str, title: str, *, chosen: bool) -> None:
        item = QListWidgetItem(" ".join(title.split()) or id)
        item.setData(ID, id)
        item.setToolTip(item.text())
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)
        self.debates.addItem(item)

    def _filter(self, text: str) -> None:
        """Show what holds every word, and what is chosen."""
        words = text.casefold().split()
        for item in map(self.debates.item, range(self.debates.count())):
            found = all(word in item.text().casefold() for word in words)
            item.setHidden(not found and item.checkState() != Qt.CheckState.Checked)

    def _choose_all(self, on: bool) -> None:
        """Choose every debate that is listed, or none of them."""
        self.debates.blockSignals(True)
        for item in map(self.debates.item, range(self.debates.count())):
            if not item.isHidden():
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.debates.blockSignals(False)
        self._filter(self.field.text())
        self._fit()

    def _fit(self) -> None:
        number = len(self.chosen)
        self.save.setEnabled(number > 0)
        self.state.setText(
            tr("Choose a debate.")
            if not number
            else plural("{count} debate chosen.", "{count} debates chosen.", number)
        )

    # ---- writing them ----------------------------------------------------------------------------------------------
    def _save(self) -> None:
        found, chosen = EXPORTS[self.kind], self.chosen
        if len(chosen) > 1:
            ask_folder(
                self,
                tr("Export {number_of_chosen} debates as {title}").format(
                    number_of_chosen=len(chosen), title=found.title
                ),
                self._go,
            )
            return
        id, title = chosen[0]
        kinds = tr("{title} (*{ending});;All files (*)").format(title=found.title, ending=found.ending)
        ask_place(
            self,
            tr("Export as {title}").format(title=found.title),
            f"{file_name(title, id)}{found.ending}",
            self._go,
            kinds=kinds,
        )

    def _go(self, place: Path) -> None:
        self._place = place
        super()._save()

    async def _store(self) -> None:
        """Write what was chosen; one that cannot be written keeps out no other."""
        kind, chosen = self.kind, self.chosen
        if len(chosen) == 1:
            self.state.setText(tr("Exporting…"))
            done = await carry_out(self._app, chosen[0][0], Export(kind=kind, file=str(self._place)))
            self.sentence = done.sentence
            return
        ids, told = (
            [id for id, _ in chosen],
            tr("Exporting {{}} of {number_of_chosen}…").format(number_of_chosen=len(chosen)).format,
        )
        _, faults = await write_all(self._app, ids, kind, self._place, lambda number: self.state.setText(told(number)))
        if faults:
            raise _refused(faults, len(chosen))
        self.sentence = plural(
            "{count} debate exported as {exports_title} to {place}.",
            "{count} debates exported as {exports_title} to {place}.",
            len(chosen),
        ).format(exports_title=EXPORTS[kind].title, place=self._place)


def _refused(faults: Sequence[str], number: int) -> Refused:
    more = tr(" and {number_of_faults} more").format(number_of_faults=len(faults) - FEW) if len(faults) > FEW else ""
    words = tr("{number_of_faults} of {number} debates could not be exported. {faults}{more}").format(
        number_of_faults=len(faults), number=number, faults="; ".join(faults[:FEW]), more=more
    )
    return Refused(words, tr("The others were exported."))


# ---- a note or a document of what it came to --------------------------------------------------------------------
class KeepingDialog(StoringDialog):
    """Asks for project, title, text, and of a note for its tags (SPEC DESK.2). `stored` is what was kept, once it is
    accepted."""

    def __init__(self, app: Application, bridge: Bridge, suggestion: Written, parent: QWidget | None = None) -> None:
        kind = library_kinds.of(suggestion)
        save = TextButton(tr("Save {kind}").format(kind=NOUNS[kind.name]), icon=kind.icon, kind="primary")
        super().__init__(tr("Save as {kind}").format(kind=NOUNS[kind.name]), save, bridge, parent)
        self._app, self._suggestion, self._body = app, suggestion, kind.body
        self.stored: Written | None = None
        self.setMinimumSize(620, 440)
        self.resize(860, 600)
        self.title = LineField(suggestion.title)
        self.title.setAccessibleName(tr("Title of the {kind}").format(kind=NOUNS[kind.name]))
        self.title.setPlaceholderText(tr("Title"))
        self.fields = SheetFields()
        self.fields.show_item(suggestion, ())
        self.body = MarkdownEditor(tr("Text of the {kind}").format(kind=NOUNS[kind.name]))
        self.body.set_text(getattr(suggestion, kind.body))
        words = label(self._explained(kind.name), "caption")
        words.setWordWrap(True)
        foot = row((words, 1), self.save, self.cancel, spacing=10)
        items = (self.title, self.fields, (self.body, 1), self.fault, foot)
        column(*items, of=self, margins=(20, 18, 20, 16), spacing=12)
        self._need(self.title)
        self.title.setCursorPosition(0)
        bridge.start(self._fill(), over=self.finished)

    def _explained(self, kind: str) -> str:
        author = self._suggestion.author if isinstance(self._suggestion, Note) else ""
        by = tr("By {author}. ").format(author=author) if author else ""
        link = tr("The {kind} keeps a link to its debate.").format(kind=NOUNS[kind])
        return by + (link if self._suggestion.debate else "")

    async def _fill(self) -> None:
        """Offer the projects there are; what the person has typed meanwhile stays."""
        projects = await self._app.library.all(Project)
        self.fields.show_item(self.fields.onto(self._suggestion) if projects else self._suggestion, projects)
        self.fields.project.setCurrentIndex(max(0, self.fields.project.findData(self._suggestion.project)))

    async def _store(self) -> None:
        texts = {"title": self.title.text().strip(), self._body: self.body.text()}
        wanted: Written = replace(self._suggestion, **texts)  # type: ignore[arg-type]
        found = self.fields.onto(wanted)
        self.stored = await self._app.library.create(found)  # type: ignore[type-var]
