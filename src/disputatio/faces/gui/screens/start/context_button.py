"""What the debate may take as known: nothing, a project, an assignment, a repository, and files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from disputatio.app.configuration import ContextChoice
from disputatio.debate.natural_order import natural
from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.widgets.buttons import TextButton

ICONS: Final = {"none": "chat", "project": "folder", "assignment": "task", "repository": "repository"}
NONE: Final = "No context"
LONGEST: Final = 40
"""Characters of a name on the button."""


class ContextButton(TextButton):
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(NONE, icon="folder", parent=parent)
        self.choice = ContextChoice()
        self.files: tuple[str, ...] = ()
        self._titles: dict[tuple[str, str], str] = {}
        self._projects: Sequence[tuple[str, str]] = ()
        self._assignments: Sequence[tuple[str, str]] = ()
        self._repositories: Sequence[str] = ()
        self.setToolTip("What the debate may take as known. A folder or files can be dropped onto the question.")
        self.clicked.connect(self._open)
        self._show()

    def offer(
        self, projects: Sequence[tuple[str, str]], assignments: Sequence[tuple[str, str]], repositories: Sequence[str]
    ) -> None:
        """Projects and assignments as (id, name); repositories opened lately."""
        self._projects, self._assignments, self._repositories = projects, assignments, repositories
        self._titles |= {("project", id): name for id, name in projects}
        self._titles |= {("assignment", id): name for id, name in assignments}
        self._show()

    def choose(self, choice: ContextChoice) -> None:
        self.choice = choice
        self._show()
        self.changed.emit()

    def add_files(self, paths: Sequence[str]) -> None:
        """Folders become the repository, files are added."""
        folders = [path for path in paths if Path(path).is_dir()]
        self.files = tuple(dict.fromkeys([*self.files, *(path for path in paths if path not in folders)]))
        if folders:
            self.choose(ContextChoice(kind="repository", ref=folders[-1]))
        else:
            self._show()
            self.changed.emit()

    def clear_files(self) -> None:
        self.files = ()
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        choice = self.choice
        name = Path(choice.ref).name or choice.ref
        title = NONE if choice.kind == "none" else self._titles.get((choice.kind, choice.ref), name)
        title = f"{title} #{choice.issue}" if choice.issue else title
        if self.files:
            more = f"{len(self.files)} file{'' if len(self.files) == 1 else 's'}"
            title = more if choice.kind == "none" else f"{title} + {more}"
        self._icon = ICONS[choice.kind]
        self._draw()
        self.setText(shortened(title).replace("&", "&&"))
        self.setAccessibleName(f"Context: {title}")

    def _open(self) -> None:
        menu = QMenu(self)
        self._entry(menu, NONE, "chat", ContextChoice())
        for label, kind, found in (
            ("Project", "project", self._projects),
            ("Assignment", "assignment", self._assignments),
        ):
            below = menu.addMenu(icons.icon(ICONS[kind], theme.current().muted, 16), label)
            below.setEnabled(bool(found))
            for id, name in sorted(found, key=lambda each: natural(each[1])):
                self._entry(below, name, ICONS[kind], ContextChoice(kind=kind, ref=id))  # type: ignore[arg-type]
        menu.addSeparator()
        for path in self._repositories:
            self._entry(menu, f"{Path(path).name}  —  {path}", "repository", ContextChoice(kind="repository", ref=path))
        look = theme.current().muted
        menu.addAction(icons.icon("repository", look, 16), "Open a repository folder…", self.open_repository)
        menu.addAction(icons.icon("plus", look, 16), "Add files…", self._add_files)
        if self.files:
            menu.addAction(icons.icon("close", look, 16), "Leave the files out", self.clear_files)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))

    def _entry(self, menu: QMenu, label: str, icon: str, choice: ContextChoice) -> None:
        action = menu.addAction(icons.icon(icon, theme.current().muted, 16), shortened(label, 90).replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(choice == self.choice)
        action.triggered.connect(lambda: self.choose(choice))

    def open_repository(self) -> None:
        chooser = QFileDialog(self.window(), "Open a repository")
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.fileSelected.connect(lambda path: self.choose(ContextChoice(kind="repository", ref=path)))
        chooser.open()

    def _add_files(self) -> None:
        chooser = QFileDialog(self.window(), "Add files to the question")
        chooser.setFileMode(QFileDialog.FileMode.ExistingFiles)
        chooser.filesSelected.connect(self.add_files)
        chooser.open()


def shortened(text: str, most: int = LONGEST) -> str:
    """Without its middle where it is long: a folder is told by its beginning and its end."""
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"
