"""The commits that changed a file, newest first, beside its source."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.rows import Row, RowList
from disputatio.repository.entries import Commit
from disputatio.repository.past import FileHistory

WIDTH = 300


def path_row(place: int, path: str) -> Row:
    folder, _, name = path.rpartition("/")
    return Row(key=f"path:{place}", title=name, subtitle=folder or "in the top folder", icon="file")


def commit_row(commit: Commit) -> Row:
    said = " · ".join(part for part in (commit.id[:10], commit.author, commit.date[:10]) if part)
    return Row(key=commit.id, title=commit.subject or "(no message)", subtitle=said, icon="commit")


class HistoryList(QWidget):
    opened = Signal(str)
    """The id of a commit that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(WIDTH - 80)
        self._title = QLabel("History of the file")
        self._title.setProperty("look", "section")
        self.list = RowList("Commits that changed the file")
        self.list.opened.connect(self.opened)
        self._empty = EmptyState("Reading the history…", compact=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 10, 10)
        column.addWidget(self._title)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)

    def wait(self) -> None:
        self.list.clear()
        self._say("Reading the history…", "")

    def show_history(self, found: FileHistory) -> None:
        self.list.clear()
        self.list.show_rows([commit_row(commit) for commit in found.commits])
        more = "" if found.whole else " (the newest)"
        self._title.setText(f"History of the file · {len(found.commits)}{more}")
        if found.commits:
            self._empty.hide()
            self.list.show()
            self.list.setCurrentRow(0)
        else:
            self._say("No commit changed it", "It came with a part of the history that is not on this computer.")

    def say(self, title: str, words: str) -> None:
        """Why there is nothing to list."""
        self.list.clear()
        self._say(title, words)

    def _say(self, title: str, words: str) -> None:
        self._title.setText("History of the file")
        self._empty.set_text(title, words)
        self._empty.show()
        self.list.hide()
