"""One repository: what it is, a search over it, how its index stands, its debates, its commits, and GitHub."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from disputatio.app.repository_status import RepositoryStatus
from disputatio.faces.gui.screens.repository import presenting
from disputatio.faces.gui.screens.repository.discussion_card import DiscussionCard
from disputatio.faces.gui.screens.repository.history_list import commit_row
from disputatio.faces.gui.screens.repository.index_card import IndexCard
from disputatio.faces.gui.screens.repository.languages_bar import LanguagesBar
from disputatio.faces.gui.screens.repository.listed import ListedCard
from disputatio.faces.gui.screens.repository.search_card import SearchCard
from disputatio.faces.gui.widgets.buttons import IconButton, TextButton
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.chips import Chip
from disputatio.faces.gui.widgets.elided_label import ElidedLabel
from disputatio.faces.gui.widgets.flow_layout import FlowLayout
from disputatio.repository.past import FileHistory
from disputatio.storage.catalogue import DebateEntry

WIDE = 900
DEBATES, COMMITS = 6, 6
"""Rows that are seen without scrolling."""


class RepositoryView(QScrollArea):
    wanted = Signal(str)
    """ "debate", "refresh", "forget"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.place = ElidedLabel(look="title"), ElidedLabel(look="caption")
        self.debate = TextButton("Debate this repository", icon="chat", kind="primary")
        self.refresh = IconButton("retry", "Read it again")
        self.forget = IconButton("trash", "Forget it: drop the index and all that is kept of it; it stays as it is")
        self.trouble, self.newest = QLabel(), QLabel()
        self.trouble.setProperty("look", "error")
        self.about, self.languages = TitledCard("Current commit"), LanguagesBar()
        self.index, self.search = IndexCard(), SearchCard()
        self.debates = ListedCard("Debates", "Debates about this repository", DEBATES)
        self.list = self.debates.list
        self.github = DiscussionCard()
        self.past = ListedCard("Newest commits", "Newest commits of this repository", COMMITS)
        self._chips = FlowLayout()
        for label in (self.trouble, self.newest):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        for name, button in (("debate", self.debate), ("refresh", self.refresh), ("forget", self.forget)):
            button.clicked.connect(lambda _checked=False, which=name: self.wanted.emit(which))
        self._lay_out()

    def _lay_out(self) -> None:
        self.about.body.addLayout(self._chips)
        self.about.body.addWidget(self.newest)
        self.about.body.addSpacing(4)
        self.about.body.addWidget(self.languages)
        inside = QWidget()
        inside.setMaximumWidth(WIDE)
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 18, 24, 24)
        column.setSpacing(12)
        column.addLayout(self._head())
        for widget in self._cards():
            column.addWidget(widget)
        column.addStretch()
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(inside, 1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(holder)

    def _cards(self) -> tuple[QWidget, ...]:
        return (self.trouble, self.about, self.search, self.index, self.debates, self.github, self.past)

    def _head(self) -> QHBoxLayout:
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self.title)
        titles.addWidget(self.place)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addLayout(titles, 1)
        head.addWidget(self.refresh)
        head.addWidget(self.forget)
        head.addWidget(self.debate)
        return head

    def show_status(self, status: RepositoryStatus, now: float) -> None:
        self.title.setText(status.name)
        self.place.setText(f"{status.path}  ·  from {status.origin}" if status.origin else status.path)
        self.trouble.setText(f"{status.trouble} Where it is not wanted any more, it can be forgotten.")
        self.trouble.setVisible(bool(status.trouble))
        for widget in (self.about, self.index, self.debate):
            widget.setVisible(not status.trouble)
        for widget in (self.search, self.past):
            widget.setVisible(bool(status.commit))
        self._show_chips(presenting.facts(status))
        self.newest.setText(presenting.commit_line(status))
        self.languages.set_shares(status.languages)
        self.languages.setVisible(bool(status.languages))
        self.index.show_status(status, now)

    def _show_chips(self, texts: Sequence[str]) -> None:
        while (item := self._chips.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for text in texts:
            self._chips.addWidget(Chip(text))

    def show_debates(self, entries: Sequence[DebateEntry], now: float) -> None:
        if entries:
            self.debates.show_rows([presenting.debate_row(entry, now) for entry in entries], counted=len(entries))
        else:
            begin = "“Debate this repository” begins one." if self.debate.isVisibleTo(self) else ""
            self.debates.say("No debates about it yet", begin)

    def show_past(self, found: FileHistory) -> None:
        self.past.show_rows([commit_row(commit) for commit in found.commits])
