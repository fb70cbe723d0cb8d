"""The branch of a debate: its commits, what they change, who wrote what, and proposals that apply or are refused."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from disputatio.app import erasures
from disputatio.app.debates.branches import NOT_AGREED, OPTION, BranchView, Proposed
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import SetOption
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.lists import RowList
from disputatio.faces.gui.kit.notices import DISMISS, Banner, Button
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.kit.phrases import count
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.repository import branch_rows
from disputatio.faces.gui.sources.diff import DiffView, read_diff
from disputatio.faces.gui.sources.source_view import SourceView
from disputatio.faces.gui.window_actions import ShowDebate
from disputatio.repository.branch_views import FileChange

if TYPE_CHECKING:
    from disputatio.app.application import Application

LEFT = 320
NONE = (
    tr("The branch is empty so far"),
    tr(
        "A debate about a repository can keep its results on a branch of their own: texts after each round, notes, "
        "and the changes it proposes. Your work tree, index and HEAD stay as they are."
    ),
)
KEEP = tr(
    "Nothing else in the repository changes: work tree, index, HEAD and other branches stay as they are, and no "
    "hook runs. You can delete the branch again."
)


AGREE: Final[Button] = ("keep", tr("Keep it up to date"), "check")
"""What is offered where nobody has agreed to the branch."""
NARROW: Final = 860
"""Pixels of width below which the buttons have no words."""


class BranchBar(QWidget):
    """The head of the page: which branch it is, and what can be done with it."""

    leave_wanted = Signal()
    commit_wanted = Signal()
    keep_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.leave = TextButton(tr("Back to the debate"), icon="arrow-left", kind="quiet")
        self.leave.setToolTip(tr("Back to the debate (Esc)"))
        self.commit = TextButton(tr("Commit missing parts"), icon="commit")
        self.commit.setToolTip(tr("Texts after each round, notes, the changes that the final text proposes"))
        self.keep = TextButton(tr("Keep it up to date"), icon="check")
        self.keep.setToolTip(tr("Commit automatically after every round from now on"))
        self.delete = TextButton(tr("Delete…"), icon="trash", kind="danger")
        self.delete.setToolTip(tr("Delete the branch; the debate stays"))
        self.title, self.subtitle = ElidedLabel(look="title"), ElidedLabel(look="caption")
        titles = layouts.column(self.title, self.subtitle, spacing=0)
        self._labels = {
            self.leave: tr("Back to the debate"),
            self.commit: tr("Commit missing parts"),
            self.keep: tr("Keep it up to date"),
            self.delete: tr("Delete…"),
        }
        for button, label in self._labels.items():
            button.setAccessibleName(label)
        row = layouts.row(self.leave, of=self, margins=(14, 10, 14, 8), spacing=6)
        row.addSpacing(6)
        row.addLayout(titles, 1)
        for button in (self.commit, self.keep, self.delete):
            row.addWidget(button)
        self.leave.clicked.connect(self.leave_wanted)
        self.commit.clicked.connect(self.commit_wanted)
        self.keep.clicked.connect(self.keep_wanted)
        self.delete.clicked.connect(self.delete_wanted)

    def show_branch(self, name: str, subtitle: str, *, there: bool, kept: bool) -> None:
        """Show which branch it is. `there`: it has commits; `kept`: it is kept up to date by itself."""
        self.title.setText(name)
        self.title.setAccessibleName(name)
        self.subtitle.setText(subtitle)
        self.delete.setVisible(there)
        self.keep.setVisible(not kept)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the buttons their icons, names and tool tips alone where there is little room."""
        super().resizeEvent(event)
        for button, label in self._labels.items():
            button.setText(label if self.width() >= NARROW else "")


class BranchPage(Page):
    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge, self._branches = app, bridge, app.branches
        self._debate = ""
        self.branch: BranchView | None = None
        self._changes: Sequence[FileChange] = ()
        self._step = 0
        self.bar, self.banner = BranchBar(), Banner()
        self.list, self.files = RowList(tr("Commits and proposals")), DropDown()
        self.files.setAccessibleName(tr("Files that are changed"))
        self.blame = IconButton("user", tr("Who wrote each line of this file"))
        self.blame.setCheckable(True)
        self.diff, self.source, self.nothing = DiffView(), SourceView(), EmptyState(*NONE, icon="fork")
        first = self.nothing.add_button("commit", tr("Commit current results"), icon="commit", primary=True)
        first.clicked.connect(self._start_commit)
        self.stack = QStackedWidget()
        for view in (self.nothing, self.diff, self.source):
            self.stack.addWidget(view)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        above = layouts.row((self.files, 1), self.blame, margins=(14, 6, 14, 6))
        right = QWidget()
        column = layouts.column(of=right, margins=layouts.FLUSH, spacing=0)
        said = layouts.row(self.banner, margins=(14, 6, 14, 6))
        column.addLayout(said)  # beside the list, which stays where it is when something is said
        column.addLayout(above)
        column.addWidget(self.stack, 1)
        left = self._left = QWidget()
        layouts.column(self.list, of=left, margins=(10, 4, 8, 10))
        left.setMinimumWidth(200)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([LEFT, 900])
        layouts.column(self.bar, (split, 1), of=self, margins=layouts.FLUSH, spacing=0)

    def _connect(self) -> None:
        self.bar.leave_wanted.connect(self._leave)
        self.bar.commit_wanted.connect(self._start_commit)
        self.bar.keep_wanted.connect(self._start_keeping)
        self.bar.delete_wanted.connect(lambda: self._bridge.start(self._delete(), self._refuse))
        self.banner.chosen.connect(self._do)
        self.list.currentItemChanged.connect(lambda *_: self._choose(self.list.key()))
        self.files.currentIndexChanged.connect(self._show_file)
        self.blame.clicked.connect(self._show_file)
        self.keys = {(Qt.Key.Key_Escape, False): self._leave}

    # ---- going places ----------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        if kind == "debate" and id != self._debate:
            self._debate, self.branch = id, None
            self.list.show_rows(())
            self._empty(tr("Reading the branch…"), "")
        if self._debate:
            self._read()
            self.list.setFocus()

    def focus(self) -> QWidget:
        return self.list

    def _leave(self) -> None:
        self.left.emit(ShowDebate(id=self._debate))

    def _do(self, wanted: object) -> None:
        if isinstance(wanted, Proposed):
            self._bridge.start(self._apply(wanted), self._refuse)
        else:
            self._start_keeping()

    def _start_keeping(self) -> None:
        self._bridge.start(self._keep(), self._refuse)

    def _start_commit(self) -> None:
        self._bridge.start(self._commit(), self._refuse)

    def _read(self) -> None:
        self._step += 1
        self._bridge.start(self._load(self._step), self._refuse)

    async def _load(self, step: int, said: str = "") -> None:
        view = await self._branches.view(self._debate)
        if step != self._step:
            return
        self.branch = view
        kept = view.wanted
        self.bar.show_branch(view.name, branch_rows.subtitle(view), there=bool(view.tip), kept=kept)
        self.list.show_rows(branch_rows.rows(view, self._app.clock.now()))
        if view.trouble or said:
            ways = [AGREE, DISMISS] if tr(NOT_AGREED) in view.trouble else [DISMISS]
            self.banner.say("caution" if view.trouble else "ok", view.trouble or said, ways)
        else:
            self.banner.quiet()
        found = self.list.rows()
        self._left.setVisible(bool(found))
        if not found or (said and not view.tip):  # deleted just now: that is what stays said
            self._empty(*NONE)
        elif not self.list.key():
            self.list.select(found[0].key)
        else:
            self._choose(self.list.key())

    def _empty(self, title: str, words: str) -> None:
        self.nothing.set_text(title, words)
        self._show_changes(())
        self.stack.setCurrentWidget(self.nothing)

    def _refuse(self, error: DisputatioError) -> None:
        if self.branch is None:
            self._empty(error.what, error.remedy)
        self.banner.say("error", error.user_message, [DISMISS])

    # ---- what is chosen --------------------------------------------------------------------------------------------
    def _choose(self, key: str) -> None:
        chosen = branch_rows.choices(self.branch).get(key) if self.branch is not None else None
        if isinstance(chosen, Proposed):
            self._show_proposal(chosen)
        elif chosen is not None:
            self.banner.quiet()
            self._step += 1
            self._bridge.start(self._read_diff(chosen, self._step), self._refuse)

    async def _read_diff(self, commit: str, step: int) -> None:
        changes = await self._branches.diff(self._debate, commit)
        if step == self._step:
            self._show_changes(changes)
            self._show_file()

    def _show_changes(self, changes: Sequence[FileChange]) -> None:
        self._changes = changes
        self.files.blockSignals(True)
        self.files.clear()
        if changes:
            self.files.addItem(tr("All files ({number_of_changes})").format(number_of_changes=len(changes)), "")
        for change in changes:
            self.files.addItem(branch_rows.file_label(change), change.path)
        self.files.blockSignals(False)
        for widget in (self.files, self.blame):
            widget.setVisible(bool(changes))
        self.blame.setChecked(False)

    def _show_file(self) -> None:
        """Show the diff of the chosen file, or who wrote its lines."""
        path = self.files.currentData()
        self.blame.setEnabled(bool(path))
        if path and self.blame.isChecked():
            self._step += 1
            self._bridge.start(self._read_blame(path, self._step), self._no_blame)
            return
        self.blame.setChecked(False)
        shown = [change for change in self._changes if path in ("", None, change.path)]
        self._show_diff(branch_rows.diff_text(shown) or tr("Nothing has changed."))

    def _show_diff(self, text: str) -> None:
        self._step += 1
        self._bridge.start(self._read_text(text, self._step))

    async def _read_text(self, text: str, step: int) -> None:
        found = await asyncio.to_thread(read_diff, text)
        if step == self._step:
            self.diff.show_diff(found)
            self.stack.setCurrentWidget(self.diff)

    async def _read_blame(self, path: str, step: int) -> None:
        lines = await self._branches.blame(self._debate, path)
        if step == self._step:
            self.source.show_lines([line.text for line in lines])
            self.source.set_blame(branch_rows.blame_of(path, lines))
            self.source.setAccessibleName(tr("Who wrote {path}").format(path=path))
            self.stack.setCurrentWidget(self.source)

    def _no_blame(self, error: DisputatioError) -> None:
        self.blame.setChecked(False)
        self.banner.say("caution", error.user_message, [DISMISS])

    def _show_proposal(self, proposed: Proposed) -> None:
        self._show_changes(())
        self._show_diff(proposed.proposal.diff)
        open_ = not proposed.commit and not proposed.why_not
        tone = "ok" if proposed.commit else "error" if proposed.why_not and proposed.proposal.due else "muted"
        self.banner.say(
            tone, branch_rows.verdict(proposed), [(proposed, tr("Apply to the branch"), "check")] if open_ else ()
        )

    # ---- writing ---------------------------------------------------------------------------------------------------
    async def _agreed(self) -> bool:
        """Ask before the first writing to a repository; a branch that is there was agreed to."""
        view = self.branch
        if view is None or view.wanted or view.tip:
            return view is not None
        words = tr("This creates a branch {view} in {repository}. {keep}").format(
            view=view.name, repository=view.repository, keep=KEEP
        )
        title, yes = tr("Write to the repository?"), tr("Create the branch")
        return await answer(Confirm(title, words, yes, tr("Not now"), self.window(), kind="primary"))

    async def _commit(self) -> None:
        if await self._agreed():
            made = await self._branches.commit(self._debate)
            await self._again(
                tr("{number} made.").format(number=count(made, "commit"))
                if made
                else tr("The branch already has everything.")
            )

    async def _keep(self) -> None:
        if await self._agreed():
            await self._set_option(True)
            await self._branches.commit(self._debate)
            await self._again(tr("From now on the branch is kept up to date automatically."))

    async def _apply(self, proposed: Proposed) -> None:
        if await self._agreed():
            await self._branches.apply(self._debate, proposed.proposal.turn, proposed.proposal.number)
            await self._again(tr("The proposal is now a commit on the branch."))

    async def _delete(self) -> None:
        view = self.branch
        if view is None:
            return
        if not await answer(Confirm.of(erasures.of_branch(view), tr("Keep it"), self.window())):
            return
        if view.wanted:
            await self._set_option(False)
        await self._branches.delete(self._debate)
        await self._again(tr("The branch is deleted. No new one is made unless you ask."))

    async def _set_option(self, on: bool) -> None:
        await self._app.sessions.deliver(self._debate, SetOption(name=OPTION, value=on))

    async def _again(self, said: str) -> None:
        """Show what was done, and put the keyboard where it can go on: the button that did it may be gone."""
        self._step += 1
        await self._load(self._step, said)
        if self.isVisible():
            there = self.branch is not None and self.branch.tip
            (self.list if there else self.bar.leave).setFocus()
