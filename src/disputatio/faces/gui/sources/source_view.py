"""A file at a commit, to be read, with the cited lines marked and who wrote which line; and its history beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from disputatio.debate.views.labels import Tone
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import layouts, theme
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.lists import ListedCard, Row, RowList
from disputatio.faces.gui.sources.code_pane import CodePane
from disputatio.repository.blame import Blame
from disputatio.repository.entries import Commit
from disputatio.repository.past import FileHistory

AUTHOR: Final = 28
"""Characters of the column that says when and by whom a line was written."""
DATE: Final = 10
ROOMY: Final = 620
"""Pixels of width below which it says only when."""


class SourceView(CodePane):
    """The lines of a file with their numbers and colours, those that are cited marked, and who wrote which."""

    copy_wanted = Signal()
    """Path and line are to be copied."""
    commit_wanted = Signal(str)
    """What a commit changed is to be shown: its id."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Source"))
        self._first, self._last, self._tone = 0, 0, "plain"
        self._blame: dict[int, Blame] = {}
        self.gutter.pressed.connect(self.select_line)

    def show_lines(self, lines: Sequence[str], first: int = 0, last: int = 0, tone: Tone = "plain") -> None:
        """Show a file, with lines `first` to `last` marked and in sight; 0 marks none."""
        self._first, self._last, self._tone = first, max(first, last), tone
        self._blame = {}
        self.set_lines(lines)
        if not first:
            return
        if first <= self.blockCount():
            self.go_to_line(first)
        else:
            self.filled.connect(self._arrive, Qt.ConnectionType.SingleShotConnection)

    def _arrive(self) -> None:
        self.go_to_line(self._first)

    def set_blame(self, found: Sequence[Blame]) -> None:
        """Show who wrote which line; an empty sequence takes the column away."""
        self._blame = {line: each for each in found for line in range(each.first, each.last + 1)}
        self._fit()
        self.gutter.update()

    def columns(self) -> Sequence[int]:
        numbers = super().columns()
        return (self._author(), *numbers) if self._blame else numbers

    def _author(self) -> int:
        return AUTHOR if self.width() >= ROOMY else DATE

    def labels(self, line: int) -> Sequence[str]:
        if not self._blame:
            return super().labels(line)
        found = self._blame.get(line)
        begins = found is not None and line in (found.first, self.firstVisibleBlock().blockNumber() + 1)
        return (_wrote(found, self._author()) if found is not None and begins else "", str(line))

    def alignment_of(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignLeft if self._blame and not column else Qt.AlignmentFlag.AlignRight

    def ground(self, line: int) -> str:
        if not (self._first and self._first <= line <= self._last):
            return ""
        look = theme.current()
        base = {"ok": look.ok, "caution": look.caution, "error": look.error}.get(self._tone, look.accent)
        return mix(base, look.surface, 0.2 if look.dark else 0.13)

    def wrote(self, line: int) -> Blame | None:
        """Return who wrote a line, once that is known."""
        return self._blame.get(line)

    def hint(self, line: int) -> str:
        found = self._blame.get(line)
        older = tr(" · or earlier: the history was not followed further") if found and found.older else ""
        return f"{found.commit.subject} · {found.commit.id[:10]} · {found.commit.author}{older}" if found else ""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be copied, the place, and the commit that a line is from."""
        if event.reason() == QContextMenuEvent.Reason.Mouse and not self.textCursor().hasSelection():
            self.setTextCursor(self.cursorForPosition(event.pos()))
        menu = self.createStandardContextMenu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSeparator()
        menu.addAction(tr("Copy path and line"), self.copy_wanted.emit)
        found = self.wrote(self.selected_lines()[0])
        if found is not None:
            subject = found.commit.subject[:60].replace("&", "&&")
            menu.addAction(
                tr("What “{subject}” changed").format(subject=subject), lambda: self.commit_wanted.emit(found.commit.id)
            )
        menu.popup(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._first:
            return
        look = theme.current()
        painter = QPainter(self.viewport())
        colour = {"ok": look.ok, "caution": look.caution, "error": look.error}.get(self._tone, look.accent)
        for block in self._seen():
            if self._first <= block.blockNumber() + 1 <= self._last:
                painter.fillRect(0, round(self._top(block)), 3, round(self._high(block)) + 1, QColor(colour))
        painter.end()


def _wrote(found: Blame, room: int) -> str:
    """Return date and author in the characters of the column; the tool tip says the rest."""
    date = found.commit.date[:DATE]
    text = f"{date} {found.commit.author}"
    return date if room == DATE else text if len(text) <= room else f"{text[: room - 1]}…"


WIDTH = 300


def path_row(place: int, path: str) -> Row:
    folder, _, name = path.rpartition("/")
    return Row(key=f"path {place}", title=name, subtitle=folder or tr("in the top folder"), icon="file")


def commit_row(commit: Commit) -> Row:
    said = " · ".join(part for part in (commit.id[:10], commit.author, commit.date[:10]) if part)
    return Row(key=commit.id, title=commit.subject or tr("(no message)"), subtitle=said, icon="commit")


class HistoryList(QWidget):
    """The commits that changed a file, newest first, beside its source."""

    opened = Signal(str)
    """The id of a commit that was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumWidth(WIDTH - 80)
        self._title = QLabel(tr("History of the file"))
        self._title.setProperty("look", "section")
        self.list = RowList(tr("Commits that changed the file"))
        self.list.opened.connect(self.opened)
        self._empty = EmptyState(tr("Reading the history…"), compact=True)
        layouts.column(self._title, self._empty, (self.list, 1), of=self, margins=(14, 10, 10, 10))

    def wait(self) -> None:
        self.list.clear()
        self._say(tr("Reading the history…"), "")

    def show_history(self, found: FileHistory) -> None:
        self.list.clear()
        self.list.show_rows([commit_row(commit) for commit in found.commits])
        more = "" if found.whole else tr(" (the newest)")
        self._title.setText(
            tr("History of the file · {number_of_commits}{more}").format(
                number_of_commits=len(found.commits), more=more
            )
        )
        if found.commits:
            self._empty.hide()
            self.list.show()
            self.list.setCurrentRow(0)
        else:
            self._say(
                tr("No commit changed it"), tr("It came with a part of the history that is not on this computer.")
            )

    def say(self, title: str, words: str) -> None:
        """Say why there is nothing to list."""
        self.list.clear()
        self._say(title, words)

    def _say(self, title: str, words: str) -> None:
        self._title.setText(tr("History of the file"))
        self._empty.set_text(title, words)
        self._empty.show()
        self.list.hide()


ABSENCE: Final = 560
"""Pixels that other files take at most."""


class Absence(QWidget):
    """The message where no source can be shown, and other files that may be meant."""

    opened = Signal(str)
    """The path of another file that was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.state = EmptyState("", icon="file")
        self.others = ListedCard(tr("Files of that name"), tr("Files that may be meant"), 8)
        self.others.setMaximumWidth(ABSENCE)
        self.others.list.opened.connect(lambda key: self.opened.emit(self._paths[key]))
        self._paths: dict[str, str] = {}
        column = layouts.column((self.state, 1), of=self, margins=(24, 0, 24, 24))
        column.addWidget(self.others, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()

    def say(self, title: str, words: str) -> None:
        self.state.set_text(title, words)
        self.others.hide()

    def offer(self, paths: Sequence[str]) -> None:
        """Offer other files, below what was said."""
        rows = [path_row(place, path) for place, path in enumerate(paths)]
        self._paths = {row.key: path for row, path in zip(rows, paths, strict=True)}
        self.others.setVisible(bool(rows))
        self.others.setMinimumWidth(min(ABSENCE, self.width() - 48))
        self.others.show_rows(rows)
