"""The dialog that keeps what a debate has come to in the library, as a note or as a document."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from disputatio.app.application import Application
from disputatio.debate.wording import tr
from disputatio.faces import library_kinds
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.library.contents import Written
from disputatio.faces.gui.library.naming import NOUNS
from disputatio.faces.gui.library.notes import MarkdownEditor, SheetFields
from disputatio.faces.gui.library.parts import StoringDialog, column, label, row
from disputatio.library.workspace import Note, Project


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
        foot = row((words, 1), self.cancel, self.save, spacing=10)
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
