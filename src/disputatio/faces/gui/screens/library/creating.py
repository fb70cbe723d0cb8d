"""New things in the place that is shown: by a form, on a sheet, or from files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, assert_never

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from disputatio.app.application import Application
from disputatio.faces.gui.screens.library.contents import Contents
from disputatio.faces.gui.screens.library.errands import Errands
from disputatio.faces.gui.screens.library.reading import Shown
from disputatio.faces.gui.screens.library.section import NewKind
from disputatio.library.assignment import Assignment
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.task import Task
from disputatio.library.workspace import Workspace

FILES: Final = "Texts (*.txt *.md *.markdown *.text)"


class Creating(QObject):
    begun = Signal(object)
    """Something new to write on (Note, Document); it is stored with its first letters."""
    made = Signal(str, str)
    """A project or a workspace that is to be shown: kind and id."""
    imported = Signal(int, list)
    """How many files became documents, and what kept the others from it."""

    def __init__(self, app: Application, errands: Errands, over: QWidget) -> None:
        super().__init__(over)
        self._contents, self._errands, self._over = Contents(app), errands, over

    async def create(self, kind: NewKind, shown: Shown) -> None:
        """Raises StorageHeld."""
        workspace, project, assignment = _owners(shown)
        match kind:
            case "note":
                self.begun.emit(Note(title="", body="", workspace=workspace, project=project))
            case "document":
                owned = Document(title="", text="", workspace=workspace, project=project, assignment=assignment)
                self.begun.emit(owned)
            case "task":
                await self._errands.create(Task(title="", project=project))
            case "assignment":
                await self._errands.create(Assignment(name="", project=project))
            case "project":
                made = await self._errands.create(Project(name="", workspace=workspace))
                if made is not None:
                    self.made.emit("project", made.id)
            case "workspace":
                made = await self._errands.create(Workspace(name=""))
                if made is not None:
                    self.made.emit("workspace", made.id)
            case _:
                assert_never(kind)

    def choose_files(self, take: Callable[[Sequence[Path]], object]) -> None:
        chooser = QFileDialog(self._over.window(), "Import texts as documents", "", FILES)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFiles)
        chooser.filesSelected.connect(lambda names: take([Path(name) for name in names]))
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    async def import_files(self, paths: Sequence[Path], shown: Shown) -> None:
        """As documents of what is shown."""
        workspace, project, assignment = _owners(shown)
        made, faults = await self._contents.import_files(list(paths), workspace, project, assignment)
        self.imported.emit(len(made), faults)


def _owners(shown: Shown) -> tuple[str, str, str]:
    """The workspace, the project and the assignment that something new belongs to, as ids."""
    project = shown.project.id if shown.project else ""
    return shown.workspace, project, shown.assignment.id if shown.assignment else ""
