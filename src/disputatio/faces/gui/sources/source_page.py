"""The source of a citation or a hit: the file at its commit, the lines marked, its history and authors at hand."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts, phrases
from disputatio.faces.gui.kit.inputs import install_keys
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.sources.code_pane import CodePane, beginning
from disputatio.faces.gui.sources.diff import Diff, DiffView
from disputatio.faces.gui.sources.source_header import CitationStrip, SourceBar, SourceFind
from disputatio.faces.gui.sources.source_reader import CommitText, Passage, SourceReader, SourceText, state_of
from disputatio.faces.gui.sources.source_view import WIDTH, Absence, HistoryList, SourceView
from disputatio.faces.gui.window_actions import ShowDebate, ShowStart
from disputatio.repository.errors import FileMissing

MOST = 100
"""Places that back remembers."""


class SourcePage(Page):
    """Shows a source: `show_source` goes to a place; back and forward return to those before."""

    def __init__(self, reading: SourceReader, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading, self._bridge = reading, bridge
        self._trail: list[Passage] = []
        self._at = -1
        self._step = 0
        self._long: SourceText | None = None
        self.bar, self.strip, self.search, self.history = SourceBar(), CitationStrip(), SourceFind(), HistoryList()
        self.source, self.diff = SourceView(), DiffView()
        self.absence = Absence()
        self.state = self.absence.state
        self.stack = QStackedWidget()
        for view in (self.absence, self.source, self.diff):
            self.stack.addWidget(view)
        self.history.hide()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        above = layouts.row(self.strip, margins=(14, 0, 14, 6))
        search = layouts.row(self.search, margins=(14, 0, 14, 6))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.stack)
        split.addWidget(self.history)
        split.setStretchFactor(0, 1)
        split.setSizes([900, WIDTH])
        layouts.column(self.bar, above, search, (split, 1), of=self, margins=layouts.FLUSH, spacing=0)

    def _connect(self) -> None:
        works = {
            self.bar.leave: self._leave,
            self.bar.back: self._back,
            self.bar.forward: self._forward,
            self.bar.open_file: self._open_file,
            self.bar.copy: self._copy,
            self.bar.search: self._find,
            self.bar.blame: self._toggle_blame,
            self.bar.history: self._toggle_history,
        }
        for button, work in works.items():
            button.clicked.connect(work)
        for chosen in (self.history.opened, self.source.commit_wanted):
            chosen.connect(self._open_commit)
        self.source.copy_wanted.connect(self._copy)
        self.source.colours_wanted.connect(self._colour_part)
        self.search.closed.connect(lambda: self.focus().setFocus())
        self.absence.opened.connect(self._open_other)
        self.keys = {
            (Qt.Key.Key_F, True): self._find,
            (Qt.Key.Key_H, True): self._toggle_history,
            (Qt.Key.Key_Escape, False): self._escape,
            (Qt.Key.Key_F3, False): self.search.go,
        }
        more = {"Alt+Left": self._back, "Alt+Right": self._forward, "Ctrl+Shift+C": self._copy}
        install_keys(self, {**more, "Ctrl+Shift+A": self._toggle_blame})

    # ---- going places ----------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        if not self._trail:
            self._say(tr("No source is open"), tr("Choose a citation in a debate, or a search result."))

    def focus(self) -> QWidget:
        views: dict[QWidget | None, QWidget] = {self.source: self.source, self.diff: self.diff}
        return views.get(self.stack.currentWidget(), self.bar.leave)

    @property
    def wanted(self) -> Passage | None:
        """Return what is shown."""
        return self._trail[self._at] if self._trail else None

    def show_source(self, wanted: object) -> None:
        """Go to a place, as one more step of the trail."""
        assert isinstance(wanted, Passage), "a source page shows a file, a commit or a text"
        if wanted != self.wanted:
            self._trail = [*self._trail[: self._at + 1], wanted][-MOST:]
            self._at = len(self._trail) - 1
        self._show()

    def _leave(self) -> None:
        self.left.emit(self.wanted.origin if self.wanted else ShowStart())

    def _find(self) -> None:
        if isinstance(pane := self.stack.currentWidget(), CodePane):
            self.search.open(pane)

    def _escape(self) -> None:
        self.search.close_search() if self.search.isVisible() else self._leave()

    def _back(self) -> None:
        self._move(-1)

    def _forward(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        if 0 <= self._at + step < len(self._trail):
            self._at += step
            self._show()

    def _open_commit(self, id: str) -> None:
        """Show what a commit of the history did to the file."""
        if (here := self.wanted) is not None:
            below = here.path if here.shows == "file" else here.below
            self.show_source(replace(here, path=id, shows="commit", below=below, first=0, last=0, cited=None))

    def _open_file(self) -> None:
        """Show the file as the commit that is shown left it."""
        here = self.wanted
        if here is not None and here.shows == "commit" and here.below:
            self.show_source(replace(here, pin=here.path, path=here.below, shows="file", below=""))

    # ---- showing ---------------------------------------------------------------------------------------------------
    def _show(self) -> None:
        wanted = self.wanted
        assert wanted is not None, "shown after a step"
        self._step += 1
        self._long = None
        self.search.hide()
        self.strip.show_citation(wanted.cited)
        self.bar.show_steps(self._at > 0, self._at + 1 < len(self._trail))
        self.bar.show_origin(tr("Back to the debate") if isinstance(wanted.origin, ShowDebate) else tr("Back"))
        commit = wanted.path if wanted.shows == "commit" else wanted.pin
        self.bar.show_place(wanted.below or wanted.path, wanted.name, commit)
        for button in (self.bar.blame, self.bar.history, self.bar.copy):
            button.setVisible(wanted.shows == "file")
        self.bar.search.show()
        self.bar.open_file.setVisible(bool(wanted.below))
        self.bar.blame.setChecked(False)
        self._say(tr("Reading…"), "")
        step = self._step
        self._bridge.start(self._load(wanted, step), lambda error: self._refuse(error) if step == self._step else None)
        self.history.setVisible(wanted.shows in ("file", "commit") and self.bar.history.isChecked())
        if self.history.isVisibleTo(self) and wanted.shows == "file":
            self._read_history(wanted)

    async def _load(self, wanted: Passage, step: int) -> None:
        """Read, then show; what was wanted last is shown."""
        if wanted.shows == "commit":
            found = await self._reading.commit(wanted.ref, wanted.pin, wanted.path, wanted.below)
            if step == self._step:
                self._show_commit(wanted, found)
            return
        if wanted.shows == "diff":
            changes = await self._reading.changes(wanted.diff)
            if step == self._step:
                self._show_changes(wanted, changes)
            return
        if wanted.shows == "text":
            assert wanted.context is not None, "a text belongs to a debate"
            shown = await self._reading.text(wanted.context, wanted.path)
        else:
            beside = wanted.context if wanted.cited else None
            shown = await self._reading.file(wanted.ref, wanted.pin, wanted.path, beside)
        if step != self._step:
            return
        self._show_file(wanted, shown)
        if shown.kind != "text":
            return
        if shown.parts:
            self._long = shown
            self.source.colour_in_parts()
            return
        runs = await self._reading.colours(shown.path, shown.lines)
        if step == self._step:
            self.source.set_colours(runs)

    def _colour_part(self, first: int, end: int) -> None:
        if (shown := self._long) is not None:
            self._bridge.start(self._load_colours(shown, first, end, self._step))

    async def _load_colours(self, shown: SourceText, first: int, end: int, step: int) -> None:
        """Colour what is in sight of a file that is too long to be coloured at once, read from a little before it."""
        before = beginning(shown.lines, first)
        runs = await self._reading.colours(shown.path, shown.lines[before:end], first - before)
        if step == self._step:
            self.source.add_colours(first, runs)

    def _show_file(self, wanted: Passage, shown: SourceText) -> None:
        title, why = state_of(shown)
        count = "" if title else plural("{count} line", "{count} lines", len(shown.lines))
        size = phrases.size(shown.size) if shown.kind != "submodule" else ""
        parts = [wanted.name, count, size, shown.note]
        self.bar.show_place(wanted.place, " · ".join(part for part in parts if part), wanted.pin)
        if title:
            self._refuse_lines(title, why)
            return
        tone = wanted.cited.tone if wanted.cited else "plain"
        self.source.show_lines(shown.lines, wanted.first, wanted.last, tone)
        self.source.setAccessibleName(tr("Source of {place}").format(place=wanted.place))
        self.stack.setCurrentWidget(self.source)
        self.source.setFocus()

    def _show_commit(self, wanted: Passage, found: CommitText) -> None:
        files = found.cut or (
            plural("{count} file and more changed", "{count} files and more changed", found.files)
            if found.more
            else plural("{count} file changed", "{count} files changed", found.files)
        )
        said = (wanted.below or wanted.name, found.author, found.date, files)
        subject = found.message.partition("\n")[0]
        self.bar.show_place(subject or found.id[:10], " · ".join(part for part in said if part), found.id)
        self.diff.show_diff(found.diff)
        self.stack.setCurrentWidget(self.diff)
        self.diff.setFocus()

    def _show_changes(self, wanted: Passage, changes: Diff) -> None:
        files = sum(line.startswith("+++ ") for line in changes.lines)
        said = (
            wanted.name,
            plural("{count} file changed", "{count} files changed", files) if files else "",
            tr("proposed, not written yet"),
        )
        self.bar.show_place(wanted.path, " · ".join(part for part in said if part), wanted.pin)
        self.diff.show_diff(changes)
        self.stack.setCurrentWidget(self.diff)
        self.diff.setFocus()

    def _say(self, title: str, hint: str) -> None:
        self.absence.say(title, hint)
        self.stack.setCurrentWidget(self.absence)

    def _refuse_lines(self, title: str, hint: str) -> None:
        """Say why there are no lines to read; nobody wrote them, and nothing can be found or copied."""
        self._say(title, hint)
        for button in (self.bar.blame, self.bar.copy, self.bar.search):
            button.hide()

    def _refuse(self, error: DisputatioError) -> None:
        self._refuse_lines(error.what, error.remedy)
        here = self.wanted
        if isinstance(error, FileMissing) and here is not None and here.shows == "file":
            self._bridge.start(self._offer(here, self._step))

    async def _offer(self, wanted: Passage, step: int) -> None:
        found = await self._reading.likely(wanted.ref, wanted.pin, wanted.path)
        if step == self._step:
            self.absence.offer([path for path in found if path != wanted.path])

    def _open_other(self, path: str) -> None:
        """Show another file than the one that is not there; what was cited stays above it."""
        if (here := self.wanted) is not None:
            self.show_source(replace(here, path=path))

    # ---- beside the source -----------------------------------------------------------------------------------------
    def _toggle_history(self) -> None:
        wanted = self.wanted
        if wanted is None or wanted.shows not in ("file", "commit"):
            return
        show = not self.history.isVisibleTo(self)
        self.history.setVisible(show)
        self.bar.history.setChecked(show)
        if show:
            self._read_history(wanted)

    def _read_history(self, wanted: Passage) -> None:
        self.history.wait()
        path = wanted.path if wanted.shows == "file" else wanted.below
        self._bridge.start(self._load_history(replace(wanted, path=path), self._step), self._no_history)

    async def _load_history(self, wanted: Passage, step: int) -> None:
        found = await self._reading.history(wanted.ref, wanted.pin, wanted.path)
        if step == self._step:
            self.history.show_history(found)

    def _no_history(self, error: DisputatioError) -> None:
        self.history.say(error.what, error.remedy)

    def _toggle_blame(self) -> None:
        wanted = self.wanted
        on = wanted is not None and wanted.shows == "file" and self.source.wrote(1) is None
        self.bar.blame.setChecked(on)
        if on and wanted is not None:
            self._bridge.start(self._load_blame(wanted, self._step), self._no_blame)
        else:
            self.source.set_blame(())

    async def _load_blame(self, wanted: Passage, step: int) -> None:
        found = await self._reading.blame(wanted.ref, wanted.pin, wanted.path)
        if step == self._step and self.bar.blame.isChecked():
            self.source.set_blame(found)

    def _no_blame(self, error: DisputatioError) -> None:
        self.bar.blame.setChecked(False)
        self.bar.subtitle.setText(error.user_message)

    def _copy(self) -> None:
        wanted = self.wanted
        if wanted is None or wanted.shows != "file" or self.stack.currentWidget() is not self.source:
            return
        first, last = self.source.selected_lines()
        text = replace(wanted, first=first, last=last).place
        QGuiApplication.clipboard().setText(text)
        self.bar.subtitle.setText(tr("Copied: {text}").format(text=text))
