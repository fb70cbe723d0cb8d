"""Work on repositories that takes long, apart from the cards that show it: cloning, indexing, embedding, summarising.
Each run can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from disputatio.app.repositories.indexer import IndexProgress, IndexReport
from disputatio.app.repositories.repositories import Repositories
from disputatio.app.repositories.repository_memory import Knowledge
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import figure, plural, tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import margins_from_the_side
from disputatio.faces.gui.kit.plain_text import PlainEdit
from disputatio.faces.gui.kit.question import Confirm, with_consent
from disputatio.faces.gui.repository import repository_rows
from disputatio.faces.gui.transcript.message_body import Preview
from disputatio.repository.cloning import CloneProgress
from disputatio.repository.errors import ReadingStopped

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.app.privacy.sendings import Asked


class KnowledgeDialog(QDialog):
    """The summary of a repository that a model wrote, or the map that a program extracted."""

    def __init__(self, known: Knowledge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("What is known about the repository"))
        self.resize(760, 620)
        said = caption(" ".join(part for part in (repository_rows.memory_words(known.state), known.cut) if part))
        self.text = _text(known)
        if known.state.kind == "made":
            # as far in as the text above it, which has no frame
            said.setContentsMargins(*margins_from_the_side(13, 0, 0, 0))
        close = TextButton(tr("Close"))
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(said, 1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.addWidget(self.text, 1)
        column.addLayout(row)


def _text(known: Knowledge) -> QWidget:
    """Return the view of what is known: what a model wrote is Markdown, what a program extracted are lines."""
    if known.state.kind == "made":
        written = Preview(tr("Memory of the repository"))
        written.show_text(known.text)
        return written
    lines = PlainEdit(known.text or tr("Nothing is known about it yet. Index the repository first."))
    lines.setAccessibleName(tr("Map of the repository"))
    lines.setReadOnly(True)
    lines.setFont(font(SMALL, mono=True))
    return lines


WORDS = tr(
    "When you press Clone, Disputatio fetches a bare copy into its data folder. Nothing in it is checked out or run, "
    "and nothing of yours is sent. Only public addresses work: if a repository needs a login, clone it with git and "
    "open the folder."
)


class CloneDialog(QDialog):
    """A copy of a repository by its address: what happens, how far it is, stopping it, what went wrong."""

    cloned = Signal(str)
    """The folder of the copy."""

    def __init__(self, repositories: Repositories, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Clone a repository"))
        self.setMinimumWidth(540)
        self._repositories, self._bridge = repositories, bridge
        self._stop = threading.Event()
        self.field, self.bar, self.said = LineField(), QProgressBar(), caption()
        self.field.setPlaceholderText(tr("https://github.com/owner/name"))
        self.field.setAccessibleName(tr("Address of the repository"))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(tr("Progress of the copy"))
        self.go, self.stay = TextButton(tr("Clone"), icon="import", kind="primary"), TextButton(tr("Cancel"))
        self.go.setEnabled(False)
        self.go.setDefault(True)
        self.field.textChanged.connect(lambda text: self.go.setEnabled(bool(text.strip())))
        self.go.clicked.connect(self._begin)
        self.stay.clicked.connect(self.reject)
        self.finished.connect(lambda _code: self._stop.set())
        self._lay_out()

    def _lay_out(self) -> None:
        about = caption(WORDS, "muted")
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.stay)
        row.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        for widget in (about, self.field, self.bar, self.said):
            column.addWidget(widget)
        column.addStretch()
        column.addLayout(row)
        self.bar.hide()
        self.said.hide()
        self.field.setFocus()

    def _begin(self) -> None:
        for widget in (self.field, self.go):
            widget.setEnabled(False)
        self._say("caption", tr("Asking the server…"))
        self._bridge.start(self._clone(self.field.text()), self._refuse)

    async def _clone(self, address: str) -> None:
        path = await self._repositories.clone(address, self._progressed, self._stop.is_set)
        if not self._stop.is_set():
            self.cloned.emit(path)
            self.accept()

    def _progressed(self, fetched: CloneProgress) -> None:
        if self._stop.is_set():
            return
        self.bar.setRange(0, max(1, fetched.total))  # without an end, it would run to and fro
        self.bar.show()
        self.bar.setValue(fetched.objects)
        of = plural("{objects} of {count} object", "{objects} of {count} objects", fetched.total).format(
            objects=figure(fetched.objects)
        )
        self._say("caption", f"{of}, {phrases.size(fetched.bytes)}")

    def _refuse(self, error: DisputatioError) -> None:
        if self._stop.is_set():
            return  # the person left, and what was fetched is gone
        self.bar.hide()
        self._say("error", error.user_message)
        for widget in (self.field, self.go):
            widget.setEnabled(True)
        self.field.setFocus()

    def _say(self, look: str, text: str) -> None:
        if self.said.property("look") != look:
            self.said.setProperty("look", look)
            self.said.style().unpolish(self.said)
            self.said.style().polish(self.said)
        self.said.setText(text)
        self.said.show()
        self.adjustSize()


BEGUN = IndexProgress(step="reading", done=0, total=0)
STOPPED = tr("Stopped. What is done stays, and the next run continues from there.")
NO_MODEL = tr("There is no model to ask. Add a key, or choose a utility model.")


@dataclass(slots=True)
class Run:
    """How far it is, and the flag that stops it."""

    progress: IndexProgress = BEGUN
    stop: threading.Event = field(default_factory=threading.Event)


class Runs(QWidget):
    """What runs on which repository. Invisible; a widget only to stand between its page and the dialogs."""

    progressed = Signal(str, object)
    """A path, and how far its run is (IndexProgress)."""
    ended = Signal(str, str, bool)
    """A path, how its run ended, in words, and whether the settings are the way on."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._app, self._bridge, self._repositories = app, bridge, app.repositories
        self._runs: dict[str, Run] = {}

    def progress(self, path: str) -> IndexProgress | None:
        """Return how far the run on a repository is; None where nothing runs."""
        run = self._runs.get(path)
        return run.progress if run else None

    def busy(self) -> frozenset[str]:
        """Return the paths where something runs."""
        return frozenset(self._runs)

    def index(self, path: str) -> None:
        self._begin(path, self._index)

    def embed(self, path: str) -> None:
        self._start(path, self._embed(path))

    def summarise(self, path: str) -> None:
        self._start(path, self._summarise(path))

    def read(self, path: str) -> None:
        self._start(path, self._read(path))

    def stop(self, path: str) -> None:
        if (run := self._runs.get(path)) is not None:
            run.stop.set()

    def _start(self, path: str, work: Coroutine[Any, Any, object]) -> None:
        self._bridge.start(work, partial(self._failed, path))

    def _begin(self, path: str, work: Callable[[str, Run], Awaitable[str]]) -> None:
        if path and path not in self._runs:
            self._runs[path] = Run()
            self._start(path, self._run(path, work))

    async def _run(self, path: str, work: Callable[[str, Run], Awaitable[str]]) -> None:
        run = self._runs[path]
        self.progressed.emit(path, run.progress)
        try:
            said = await work(path, run)
        except ReadingStopped:
            said = STOPPED
        finally:
            del self._runs[path]
        self.ended.emit(path, said, False)

    def _failed(self, path: str, error: DisputatioError) -> None:
        self.ended.emit(path, error.user_message, False)

    def _tell(self, path: str, run: Run, progress: IndexProgress) -> None:
        run.progress = progress
        self.progressed.emit(path, progress)

    async def _index(self, path: str, run: Run) -> str:
        """Index the repository. Where all of it would go to an embedding model, the person is asked first; without that
        it is found by its words, and nothing leaves."""
        tell = partial(self._tell, path, run)

        async def embedded(agreed: Collection[Asked]) -> IndexReport:
            return await self._repositories.index(path, tell, run.stop.is_set, agreed=agreed)

        done = await with_consent(self.window(), embedded, go=tr("Send"), stay=tr("Only by words"))
        if done is None:
            done = await self._repositories.index(path, tell, run.stop.is_set, embed=False)
        why = tr(" Found by words only: {why_not}.").format(why_not=done.why_not) if done.why_not else ""
        return tr("{read} files read, {removed} gone.{why}").format(
            read=figure(done.read), removed=figure(done.removed), why=why
        )

    async def _embed(self, path: str) -> None:
        """Index the repository where there is a model to ask; else say why there is none."""
        if why := await self._repositories.embedding_missing():
            self.ended.emit(path, tr("Nothing can be found by meaning: {why}.").format(why=why), True)
        else:
            self._begin(path, self._index)

    async def _summarise(self, path: str) -> None:
        """Summarise the repository. The forecast comes first, and what would be sent."""
        model = self._app.utility_model()
        if not model:
            self.ended.emit(path, NO_MODEL, True)
            return
        expected = await self._repositories.memory_forecast(path, model)
        if not expected.calls:
            self.ended.emit(path, tr("The memory is up to date."), False)
            return
        agreed = (expected.sending,) if expected.sending is not None else ()
        words = " ".join([repository_rows.forecast_words(expected), *(each.sentence for each in agreed)])
        title, yes = tr("Summarise this repository?"), tr("Summarise")
        if await answer(Confirm(title, words, yes, tr("Not now"), self.window(), kind="primary")):
            self._begin(path, partial(self._remember, model, agreed))

    async def _remember(self, model: str, agreed: Collection[Asked], path: str, run: Run) -> str:
        tell = partial(self._tell, path, run)
        done = await self._repositories.remember(path, model, tell, run.stop.is_set, agreed=agreed)
        return repository_rows.remembered_words(done)

    async def _read(self, path: str) -> None:
        known = await self._repositories.knowledge(path)
        KnowledgeDialog(known, self.window()).open()
