"""The card "Index and memory": how they stand, what a run would do, progress, and stopping it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from disputatio.app.indexing import IndexProgress
from disputatio.app.repositories import RepositoryStatus
from disputatio.faces.gui.screens.repository import presenting
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.elided_label import ElidedLabel


class IndexCard(TitledCard):
    wanted = Signal(str)
    """ "index" or "stop"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Index and memory", parent)
        self.index, self.meaning, self.stale, self.memory = (_line() for _ in range(4))
        self.stale.setProperty("look", "caution")
        self.meaning.setProperty("look", "muted")
        self.memory.setProperty("look", "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName("Progress of indexing")
        self.where = ElidedLabel(look="caption")
        self.run, self.stop = TextButton("Index now", icon="play"), TextButton("Stop", icon="stop")
        self.run.clicked.connect(lambda: self.wanted.emit("index"))
        self.stop.clicked.connect(lambda: self.wanted.emit("stop"))
        self.stop.setToolTip("What was indexed stays; the next run goes on from there.")
        row = QHBoxLayout()
        row.addWidget(self.run)
        row.addWidget(self.stop)
        row.addWidget(self.where, 1)
        for widget in (self.index, self.meaning, self.stale, self.memory, self.bar):
            self.body.addWidget(widget)
        self.body.addLayout(row)
        self.show_progress(None)

    def show_status(self, status: RepositoryStatus, now: float) -> None:
        index = status.index
        self.index.setText(presenting.index_words(index, now))
        self.memory.setText(presenting.memory_words(status.memory))
        for label, text in (
            (self.meaning, presenting.meaning_words(index)),
            (self.stale, presenting.stale_words(index)),
        ):
            label.setText(text)
            label.setVisible(bool(text))
        self.run.setText("Index now" if not index.at else "Bring up to date" if index.stale else "Index again")
        self.run.setEnabled(bool(status.commit))
        self.run.setToolTip("" if status.commit else "There is nothing to index before the first commit.")

    def show_progress(self, progress: IndexProgress | None) -> None:
        """None: nothing runs."""
        running = progress is not None
        self.bar.setVisible(running)
        self.stop.setVisible(running)
        self.run.setVisible(not running)
        if progress is None:
            self.where.setText("")
            return
        self.bar.setRange(0, max(progress.total, 0))
        self.bar.setValue(progress.done)
        self.where.setText(presenting.progress_words(progress))

    def say(self, words: str) -> None:
        """How the last run ended."""
        self.where.setText(words)


def _line() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
