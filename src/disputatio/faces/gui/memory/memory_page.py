"""The page of the memory: what earlier debates settled, where it comes from, why it is recalled, and changing it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.memory.memories import Status
from disputatio.app.models.embedding import Progress
from disputatio.app.receipts import grounds_of
from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.engine.errors import NotFound
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.labels import Fault
from disputatio.faces.gui.kit.notices import Toast
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.kit.question import Confirm, with_consent
from disputatio.faces.gui.memory import insights
from disputatio.faces.gui.memory.insight_sheet import InsightSheet, MergeDialog
from disputatio.faces.gui.memory.insights import Context, context_of
from disputatio.faces.gui.memory.memory_shelf import EmbeddingBar, MemoryShelf
from disputatio.library.memory import Insight, InsightStatus, Terms
from disputatio.library.workspace import Assignment, Project

SHELF: Final = 310
WIDE: Final = 760
MOST: Final = 50
"""Insights that a search shows; the list without one shows the newest thousand."""
NOTHING: Final = (tr("There are no memories yet."), "")
KEPT: Final = tr(
    "When a debate about a project, an assignment or a repository ends, its agreements and decisions are kept here. "
    "The next debate about it starts from them."
)
NOT_FOUND: Final = (tr("Nothing found"), tr("Try other words, or look in all contexts."))


def _nothing() -> None:
    """Do nothing: nobody listens to embedding."""


@value
class Before:
    """How an insight stood before it was disputed or forgotten."""

    id: str
    status: InsightStatus


class MemoryPage(Page):
    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge = app, bridge
        self._steps = 0
        self._terms: dict[str, Terms] = {}
        self._names: dict[Context, str] = {}
        self._leave: Callable[[], None] = _nothing
        self.shelf, self.sheet, self.state = MemoryShelf(), InsightSheet(), EmbeddingBar()
        self.fault = Fault()
        self.nobody = EmptyState(tr("What earlier debates settled"), KEPT, icon="memory")
        self.stack = QStackedWidget()
        self.keys = {(Qt.Key.Key_F, True): self.shelf.field.setFocus}
        self._lay_out()
        self.toast = Toast(self.stack)
        self._connect()

    def _lay_out(self) -> None:
        self.shelf.setFixedWidth(SHELF)
        paper, holder = QScrollArea(), QWidget()
        paper.setWidgetResizable(True)
        paper.setFrameShape(QFrame.Shape.NoFrame)
        paper.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        paper.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sheet.setMaximumWidth(WIDE)
        middle = layouts.row((self.sheet, 100), of=holder, margins=(18, 14, 18, 18))
        middle.addStretch(1)
        paper.setWidget(holder)
        self.stack.addWidget(self.nobody)
        self.stack.addWidget(paper)
        right = layouts.column(self.fault, (self.stack, 1), margins=(0, 0, 0, 14), spacing=10)
        self.state.setMaximumWidth(WIDE)
        foot = layouts.row((self.state, 100), margins=(18, 0, 18, 0))
        foot.addStretch(1)
        right.addLayout(foot)
        line = QFrame()
        line.setObjectName("separator")
        line.setFixedWidth(1)
        layouts.row(self.shelf, line, (right, 1), of=self, margins=layouts.FLUSH, spacing=0)

    def _connect(self) -> None:
        self.shelf.asked.connect(self.refresh)
        self.shelf.list.chosen.connect(lambda id: self._start(self._show(id)))
        self.shelf.list.opened.connect(lambda _id: self.sheet.enter())
        self.sheet.debate_opened.connect(self.debate_opened)
        self.sheet.reworded.connect(lambda id, text: self._start(self._reword(id, text)))
        self.sheet.disputed.connect(lambda id, why: self._start(self._mark(id, disputed=True, why=why)))
        self.sheet.upheld.connect(lambda id: self._start(self._mark(id, disputed=False)))
        self.sheet.confirmed.connect(lambda id: self._start(self._confirm(id)))
        self.sheet.merge_wanted.connect(lambda id: self._start(self._merge(id)))
        self.sheet.deleted.connect(lambda id: self._start(self._forget(id)))
        self.toast.undone.connect(lambda before: self._start(self._undo(before)))
        self.state.embed_wanted.connect(lambda: self._start(self._embed()))
        self.state.stop_wanted.connect(lambda: self._start(self._app.memory.embedding.cancel()))
        self.state.calibration_wanted.connect(lambda: self._start(self._calibrate()))
        self.state.drop_wanted.connect(lambda: self._start(self._drop()))

    # ---- going places ------------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        """Show an insight, or ("", "") what was shown."""
        self._leave()
        self._leave = self._app.memory.embedding.observe(self._tell)
        self._start(self._show_state())
        if kind == "insight":
            self._start(self._go_to(id))
        else:
            self.refresh()

    async def _go_to(self, id: str) -> None:
        """Show an insight, or the one that stands for it, whatever was looked for before."""
        insight = await self._app.insights.get(id)
        self.shelf.widen()
        await self._list()
        self.shelf.list.choose(insight.id)
        if insight.status == "deleted":
            raise Refused(
                tr("“{insight_text}” was forgotten: {why}.").format(insight_text=insight.text, why=insight.why),
                tr("It will no longer be recalled."),
            )

    def focus(self) -> QWidget:
        return self.shelf.field

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._leave()
        self._leave = _nothing

    def refresh(self) -> None:
        self._start(self._list())

    def _start(self, work: Coroutine[Any, Any, object]) -> None:
        self.fault.explain(None)
        self._bridge.start(work, self.fault.explain)

    # ---- what is shown -----------------------------------------------------------------------------------------------
    async def _list(self) -> None:
        self._steps += 1
        step, words, about = self._steps, self.shelf.field.text().strip(), self.shelf.context
        everything = await self._app.insights.all()
        await self._read_names(everything)
        self.shelf.offer({context_of(each): insights.about(each, self._names) for each in everything})
        terms: dict[str, Terms] = {}
        note = ""
        if words:
            kind, ref = about or ("", "")
            found = await self._app.memory.search(words, kind=kind, ref=ref, limit=MOST)
            listed = [each.insight for each in found.hits]
            terms = {each.insight.id: each.terms for each in found.hits}
            note = tr("Searched by words only: {why_not}.").format(why_not=found.why_not) if found.why_not else ""
        else:
            listed = [each for each in everything if about in (None, context_of(each))]
        if step == self._steps:
            self._terms = terms
            self._show_rows(
                [each for each in listed if self.shelf.counts_as_chosen(each)], note, nothing=not everything
            )

    def _show_rows(self, listed: list[Insight], note: str, *, nothing: bool) -> None:
        rows = [insights.row(each, self._terms.get(each.id)) for each in listed]
        self.shelf.show_rows(rows, note, NOTHING if nothing else NOT_FOUND)
        if not rows:
            self.stack.setCurrentWidget(self.nobody)
        elif (id := self.shelf.list.key()) and (
            self.sheet.item is None or self.sheet.item.id == id or self._elsewhere()
        ):
            self._start(self._show(id))

    def _elsewhere(self) -> bool:
        return self.stack.currentWidget() is self.nobody

    async def _read_names(self, found: list[Insight]) -> None:
        wanted = {kind for kind, _ref in {context_of(each) for each in found} - set(self._names)}
        if "project" in wanted:
            self._names |= {("project", each.id): each.name for each in await self._app.library.all(Project)}
        if "assignment" in wanted:
            self._names |= {("assignment", each.id): each.name for each in await self._app.library.all(Assignment)}

    async def _show(self, id: str) -> None:
        insight = await self._app.insights.get(id)
        terms = self._terms.get(id)
        item = insights.item(
            insight,
            names=self._names,
            title=await self._title(insight.debate),
            merged=await self._app.insights.merged_into(insight.id),
            recalls=await self._app.memory.recalled_by(insight.id),
            grounds=await grounds_of(self._app, insight),
            now=self._app.clock.now(),
            terms=terms,
            query=self.shelf.field.text().strip(),
        )
        if self.shelf.list.key() in ("", id):
            self.sheet.show_item(item)
            self.stack.setCurrentIndex(1)

    async def _title(self, debate: str) -> str | None:
        try:
            entry = await self._app.catalogue.get(debate)
        except NotFound:
            return None
        return entry.title or entry.topic

    # ---- what is changed ---------------------------------------------------------------------------------------------
    async def _reword(self, id: str, text: str) -> None:
        await self._app.insights.edit(id, text=text)
        await self._changed(id, tr("Reworded"))

    async def _mark(self, id: str, *, disputed: bool, why: str = "") -> None:
        before = await self._app.insights.get(id)
        await self._app.insights.edit(id, status="disputed" if disputed else "active", why=why)
        words = (
            tr("Disputed: it is no longer established, and no longer recalled") if disputed else tr("It holds again")
        )
        await self._changed(id, words, undo=Before(id=id, status=before.status) if disputed else None)

    async def _confirm(self, id: str) -> None:
        await self._app.insights.edit(id, status="active")
        await self._changed(id, tr("Confirmed: your debates can use it now"), Before(id=id, status="unconfirmed"))

    async def _forget(self, id: str) -> None:
        before = await self._app.insights.get(id)
        await self._app.insights.edit(id, status="deleted", why="deleted by you")
        self.sheet.item = None
        self.shelf.list.setFocus()
        self.toast.say(tr("Forgotten"), undo=Before(id=id, status=before.status))
        await self._list()

    async def _undo(self, before: Before) -> None:
        await self._app.insights.edit(before.id, status=before.status)
        await self._changed(before.id, tr("The insight is back"))

    async def _merge(self, id: str) -> None:
        kept = await self._app.insights.get(id)
        others = await self._app.insights.about(
            kept.context_kind, kept.context_ref, rehearsed=kept.rehearsed, lessons=kept.kind == "lesson"
        )
        rows = [insights.row(each) for each in others if each.id != kept.id]
        dialog = MergeDialog(kept.text, rows, self)
        if await answer(dialog) and dialog.chosen:
            await self._app.insights.merge(kept.id, [dialog.chosen])
            await self._changed(kept.id, tr("Merged. One insight now stands for both"))

    async def _changed(self, id: str, words: str, undo: Before | None = None) -> None:
        self.toast.say(words, undo=undo)
        await self._list()
        self.shelf.list.choose(id)
        await self._show(id)

    # ---- embedding ---------------------------------------------------------------------------------------------------
    async def _embed(self) -> None:
        await with_consent(self.window(), self._app.memory.catch_up)

    async def _calibrate(self) -> None:
        self.state.calibrate.setEnabled(False)  # a model on this computer takes a minute
        try:
            found = await with_consent(self.window(), self._app.memory.calibrate)
        finally:
            self.state.calibrate.setEnabled(True)
        status = await self._show_state()
        if found is not None:
            self.toast.say(
                tr("Calibrated: memories are recalled from a similarity of {least_words}").format(
                    least_words=status.least.words
                )
            )

    async def _drop(self) -> None:
        if not await answer(Confirm.of(await erasures.of_vectors(self._app), tr("Keep them"), self.window())):
            return
        dropped = await self._app.memory.drop_unused()
        self.toast.say(
            tr("Deleted the vectors of {dropped}").format(dropped=", ".join(dropped))
            if dropped
            else tr("There is nothing to forget")
        )
        await self._show_state()

    def _tell(self, progress: Progress) -> None:
        """Show each step of embedding."""
        self._bridge.start(self._show_state(), self.fault.explain)

    async def _show_state(self) -> Status:
        status = await self._app.memory.status()
        state = insights.state(status, self._app.memory.embedding.progress)
        self.state.show_state(replace(state, trouble=state.trouble if state.ready else ""))
        return status
