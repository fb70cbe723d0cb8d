"""The card "Index and memory" of a repository: how both stand, what a run would do, its progress, and stopping it."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar

from disputatio.app.repositories.indexer import IndexProgress
from disputatio.app.repositories.status import RepositoryStatus
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import ElidedLabel, caption, tip
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.repository import repository_rows


class IndexPress(Enum):
    """What the buttons of the card about index and memory ask for."""

    INDEX = auto()
    EMBED = auto()
    SUMMARISE = auto()
    READ = auto()
    SETTINGS = auto()
    STOP = auto()


class IndexCard(TitledCard):
    """The card "Index and memory": how they stand, what a run would do, progress, and stopping it."""

    wanted = Signal(object)
    """What was pressed (IndexPress)."""

    def __init__(self) -> None:
        super().__init__(tr("Index and memory"))
        self.index, self.stale = caption(look=""), caption(look="caution")
        self.meaning, self.memory = caption(look="muted"), caption(look="muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(tr("Progress of indexing"))
        self.where, self.said = ElidedLabel(look="caption"), caption()
        self.run = TextButton(tr("Index now"), icon="play")
        self.embed = TextButton(tr("Find by meaning…"), icon="search")
        self.summarise = TextButton(tr("Summarise with a model…"), icon="scale")
        self.read = TextButton(tr("Read the memory…"), icon="eye")
        self.settings = TextButton(tr("Open the settings…"), icon="settings")
        self.stop = TextButton(tr("Stop"), icon="stop")
        self.embed.setToolTip(tr("Sends its parts to the embedding model of the settings, after asking you"))
        self.summarise.setToolTip(tr("Tells you first what it would cost and what would be sent"))
        self.stop.setToolTip(tr("What is done stays, and the next run continues from there."))
        self._row = FlowLayout()
        for what, button in self._buttons().items():
            button.clicked.connect(lambda _checked=False, what=what: self.wanted.emit(what))
            self._row.addWidget(button)
        for widget in (self.index, self.meaning, self.stale, self.memory, self.bar, self.where, self.said):
            self.body.addWidget(widget)
        self.body.addLayout(self._row)
        self._indexed = self._embeds = self._remembers = False
        self.show_progress(None)

    def _buttons(self) -> dict[IndexPress, TextButton]:
        """Return the buttons by what each wants."""
        return {
            IndexPress.INDEX: self.run,
            IndexPress.EMBED: self.embed,
            IndexPress.SUMMARISE: self.summarise,
            IndexPress.READ: self.read,
            IndexPress.SETTINGS: self.settings,
            IndexPress.STOP: self.stop,
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
        self.run.setText(
            tr("Index now") if not index.at else tr("Bring up to date") if index.stale else tr("Index again")
        )
        self._indexed = bool(index.at)
        self._embeds = bool(index.model) and index.embedded < index.chunks
        self._remembers = status.memory.kind != "none"
        self.summarise.setText(
            tr("Summarise again…") if status.memory.kind == "made" else tr("Summarise with a model…")
        )
        self.run.setEnabled(bool(status.commit))
        self.run.setToolTip("" if status.commit else tr("There is nothing to index before the first commit."))

    def show_progress(self, progress: IndexProgress | None) -> None:
        """Show how far a run is; None where nothing runs."""
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
        """Say how the last run ended, and whether the settings are the way on."""
        self.said.setText(words)
        self.said.show()
        self.settings.setVisible(settings)
