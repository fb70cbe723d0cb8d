"""The card "Index and memory": how they stand, what a run would do, progress, and stopping it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from disputatio.app.repositories.index import IndexProgress
from disputatio.app.repositories.status import RepositoryStatus
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import ElidedLabel, tip
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.repository import repository_rows


class IndexCard(TitledCard):
    wanted = Signal(str)
    """ "index", "embed", "summarise", "read", "settings" or "stop"."""

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
        self.where, self.said = ElidedLabel(look="caption"), _line()
        self.said.setProperty("look", "caption")
        self.run = TextButton("Index now", icon="play")
        self.embed = TextButton("Find by meaning…", icon="search")
        self.summarise = TextButton("Summarise with a model…", icon="scale")
        self.read = TextButton("Read the memory…", icon="eye")
        self.settings = TextButton("Open the settings…", icon="settings")
        self.stop = TextButton("Stop", icon="stop")
        self.embed.setToolTip("Sends its parts to the embedding model of the settings, after asking you")
        self.summarise.setToolTip("Tells you first what it would cost and what would be sent")
        self.stop.setToolTip("What is done stays, and the next run continues from there.")
        self._row = FlowLayout()
        for name, button in self.buttons().items():
            button.clicked.connect(lambda _checked=False, which=name: self.wanted.emit(which))
            self._row.addWidget(button)
        for widget in (self.index, self.meaning, self.stale, self.memory, self.bar, self.where, self.said):
            self.body.addWidget(widget)
        self.body.addLayout(self._row)
        self._indexed = self._embeds = self._remembers = False
        self.show_progress(None)

    def buttons(self) -> dict[str, TextButton]:
        """By what each wants."""
        return {
            "index": self.run,
            "embed": self.embed,
            "summarise": self.summarise,
            "read": self.read,
            "settings": self.settings,
            "stop": self.stop,
        }

    def show_status(self, status: RepositoryStatus, now: float) -> None:
        index = status.index
        self.index.setText(repository_rows.index_words(index, now))
        self.memory.setText(repository_rows.memory_words(status.memory))
        self.memory.setToolTip(tip(repository_rows.stale_parts(status.memory)))
        for label, text in (
            (self.meaning, repository_rows.meaning_words(index)),
            (self.stale, repository_rows.stale_words(index)),
        ):
            label.setText(text)
            label.setVisible(bool(text))
        self.run.setText("Index now" if not index.at else "Bring up to date" if index.stale else "Index again")
        self._indexed = bool(index.at)
        self._embeds = bool(index.model) and index.embedded < index.chunks
        self._remembers = status.memory.kind != "none"
        self.summarise.setText("Summarise again…" if status.memory.kind == "made" else "Summarise with a model…")
        self.run.setEnabled(bool(status.commit))
        self.run.setToolTip("" if status.commit else "There is nothing to index before the first commit.")

    def show_progress(self, progress: IndexProgress | None) -> None:
        """None: nothing runs."""
        running = progress is not None
        stopping = self.window().focusWidget() is self.stop and not running  # also in a window that is not in front
        self.bar.setVisible(running)
        self.stop.setVisible(running)
        self.where.setVisible(running)
        for widget in (self.said, self.settings):
            widget.hide()
        for button, possible in (
            (self.run, True),
            (self.embed, self._embeds),
            (self.summarise, self._indexed),
            (self.read, self._remembers),
        ):
            button.setVisible(possible and not running)
        if progress is None:
            if stopping:  # else the keyboard goes to whatever comes next
                self.run.setFocus()
            return
        self.bar.setRange(0, max(progress.total, 0))
        self.bar.setValue(progress.done)
        self.where.setText(repository_rows.progress_words(progress))

    def say(self, words: str, *, settings: bool = False) -> None:
        """How the last run ended, and whether the settings are the way on."""
        self.said.setText(words)
        self.said.show()
        self.settings.setVisible(settings)


def _line() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
