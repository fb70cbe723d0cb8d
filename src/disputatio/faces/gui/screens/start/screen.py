"""The start screen: a question, and everything about the debate that is to answer it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from disputatio.app.configuration import ContextChoice
from disputatio.app.settings import declared
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.dialogs.model_picker import ModelPicker
from disputatio.faces.gui.model_shelf import ModelShelf
from disputatio.faces.gui.presenters import words
from disputatio.faces.gui.screens.debate.banner import Banner
from disputatio.faces.gui.screens.start.choosing import LIVE, Choices
from disputatio.faces.gui.screens.start.consent_card import ConsentCard
from disputatio.faces.gui.screens.start.context_button import ContextButton
from disputatio.faces.gui.screens.start.first_run import FirstRun
from disputatio.faces.gui.screens.start.options_row import OptionsRow
from disputatio.faces.gui.screens.start.seats_card import SERVICES, SeatsCard
from disputatio.faces.gui.widgets.composer import Composer

if TYPE_CHECKING:
    from disputatio.app.application import Prepared
    from disputatio.app.consents import Sending
    from disputatio.faces.gui.desk import Desk

WIDE: Final = 760
SETTLE: Final = 250
"""Milliseconds after a change before the forecast is made anew."""
EXAMPLE: Final = "What is the weakest part of this design, and what should be done about it first?"


class StartScreen(QWidget):
    started = Signal(str)
    """A debate was recorded and can be opened: its id."""
    settings_wanted = Signal(str)

    def __init__(self, bridge: Bridge, shelf: ModelShelf, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self._bridge, self._shelf = bridge, shelf
        self._desk: Desk | None = None
        self._choices = Choices()
        self._prepared: Prepared | None = None
        self._sendings: list[Sending] = []
        self._number = 0
        self._title = QLabel("What should be debated?")
        self._title.setProperty("look", "title")
        self.composer = Composer("Type a question…", send_label="Start the debate")
        self.composer.set_sendable(False, "One moment: the application is opening.")
        self.context = ContextButton()
        self.format = QComboBox()
        self.format.setAccessibleName("Format of the debate")
        self.format.addItem("Dual debate", "dual")
        self.summary = QLabel("An Analyst answers, a Critic tests the answer.")
        self.summary.setProperty("look", "caption")
        self.summary.setWordWrap(True)
        self.seats = SeatsCard()
        self.options = OptionsRow()
        self.forecast = QLabel()
        self.forecast.setProperty("look", "caption")
        self.forecast.setWordWrap(True)
        self.banner, self.consent, self.first_run = Banner(), ConsentCard(), FirstRun()
        self.first_run.hide()
        self._settle = QTimer(self, singleShot=True, interval=SETTLE)
        self._settle.timeout.connect(self._preview)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setMaximumWidth(WIDE)
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 40, 24, 28)
        column.setSpacing(14)
        column.addWidget(self._title)
        column.addWidget(self.composer)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.context)
        row.addWidget(self.format)
        row.addWidget(self.summary, 1)
        column.addLayout(row)
        for widget in (self.banner, self.consent, self.first_run, self.seats, self.options, self.forecast):
            column.addWidget(widget)
        column.addStretch()
        holder = QWidget()
        middle = QHBoxLayout(holder)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addStretch(1)
        middle.addWidget(inside, 100)
        middle.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(holder)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def _connect(self) -> None:
        self.composer.sent.connect(self._send)
        self.context.changed.connect(self._changed)
        self.format.currentIndexChanged.connect(self._format_chosen)
        self.options.changed.connect(self._changed)
        self.seats.model_wanted.connect(lambda id, model: self._bridge.start(self._choose_model(id, model)))
        self.seats.rehearse.clicked.connect(self.rehearse)
        self.first_run.chosen.connect(self._begin)
        self.consent.approved.connect(lambda: self._bridge.start(self._consented(), self._refuse))
        self.consent.declined.connect(self.consent.hide)
        self.banner.chosen.connect(self._mend)

    # ---- opening ---------------------------------------------------------------------------------------------------
    async def adopt(self, desk: Desk) -> None:
        """The application is open: offer what there is."""
        self._desk = desk
        formats = await desk.formats()
        self.format.blockSignals(True)
        self.format.clear()
        for shelved in sorted(formats, key=lambda each: (each.name != "dual", each.format is None, each.name)):
            title = shelved.format.title if shelved.format else f"{shelved.name} (cannot be used)"
            self.format.addItem(title, shelved.name)
            hint = shelved.format.summary if shelved.format else shelved.fault
            self.format.setItemData(self.format.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)
        self.format.setCurrentIndex(max(0, self.format.findData(self._choices.format)))
        self.format.blockSignals(False)
        self._show_summary()
        self.composer.set_sendable(True)
        await self.offer_contexts()
        self._default_context(desk)
        self.refresh_keys()

    async def offer_contexts(self) -> None:
        """Projects and assignments as they are now, repositories opened lately."""
        if self._desk is not None:
            projects = [(each.id, each.name) for each in await self._desk.projects()]
            assignments = [(each.id, each.name) for each in await self._desk.assignments()]
            self.context.offer(projects, assignments, self._desk.settings.get(declared.RECENT_REPOSITORIES))

    def _default_context(self, desk: Desk) -> None:
        """What the settings say a new debate begins with."""
        wanted = desk.settings.get(declared.DEFAULT_CONTEXT)
        recent = desk.settings.get(declared.RECENT_REPOSITORIES)
        last = desk.settings.get(declared.LAST_CONTEXT).partition(":")
        if wanted == "last" and last[0] in ("project", "assignment", "repository"):
            self.context.choose(ContextChoice(kind=last[0], ref=last[2]))  # type: ignore[arg-type]
        elif wanted == "repository" and recent:
            self.context.choose(ContextChoice(kind="repository", ref=recent[0]))

    def refresh_keys(self) -> None:
        """Keys or servers have changed."""
        if self._desk is not None:
            alone = not self._desk.offered() and not self._shelf.local
            self.first_run.setVisible(alone and not self._rehearsed())
            self._changed()

    def begin(self, context: ContextChoice | None = None, question: str = "") -> None:
        """An empty box, perhaps with a context or a question in it."""
        if context is not None:
            self.context.choose(context)
        if question:
            self.composer.set_draft(question)
        self.consent.hide()
        self.banner.quiet()
        self.composer.text.setFocus()

    # ---- choosing --------------------------------------------------------------------------------------------------
    def rehearse(self) -> None:
        """Put the rehearsal on every seat, because the person asked for it."""
        if self._prepared is not None:
            seats = self._prepared.opened.seats
            self._choices = replace(self._choices, models={seat.id: LIVE for seat in seats}, services={})
            self.first_run.hide()
            self._changed()

    def _rehearsed(self) -> bool:
        models = self._choices.models.values()
        return bool(models) and all(model.startswith(words.REHEARSAL) for model in models)

    def _begin(self, how: str) -> None:
        if how == "rehearse":
            self.rehearse()
            if not self.composer.draft().strip():
                self.composer.set_draft(EXAMPLE)
                self.composer.text.selectAll()
            self.composer.text.setFocus()
        elif how == "connect":
            self.settings_wanted.emit("Providers")
        else:
            self._bridge.start(self._detect())

    async def _detect(self) -> None:
        self.first_run.say("Looking for Ollama, LM Studio, vLLM and llama.cpp on this computer…")
        found = await self._shelf.detect()
        if not found:
            self.first_run.say("No local server answered. Start it (for example: ollama serve), then detect again.")
            return
        names = ", ".join(self._shelf.title(name) for name in found)
        model = self._shelf.found[found[0]][0].id
        self.first_run.say(f"Found {names}. All seats have {model} now; choose others below.")
        if self._prepared is not None:
            models = {seat.id: model for seat in self._prepared.opened.seats}
            self._choices = replace(self._choices, models=models, services={"clerk": model, "synthesis": model})
            self._changed()

    async def _choose_model(self, id: str, current: str) -> None:
        picker = ModelPicker(self._shelf, current, human=id not in SERVICES, parent=self.window())
        if await answer(picker) and picker.chosen:
            if id in SERVICES:
                self._choices = replace(self._choices, services={**self._choices.services, id: picker.chosen})
            else:
                self._choices = replace(self._choices, models={**self._choices.models, id: picker.chosen})
            self._changed()

    def _format_chosen(self) -> None:
        rehearsed = self._rehearsed()
        self._choices = Choices(format=str(self.format.currentData() or "dual"))
        self._show_summary()
        self._prepared = None
        self._bridge.start(self._show_format(rehearsed), self._refuse)

    async def _show_format(self, rehearsed: bool) -> None:
        await self._load(self._choices)
        if rehearsed:
            self.rehearse()

    def _show_summary(self) -> None:
        hint = self.format.currentData(Qt.ItemDataRole.ToolTipRole)
        self.summary.setText(str(hint or ""))

    def _changed(self) -> None:
        self.consent.hide()
        if self._desk is not None:
            self._settle.start()

    def _chosen(self) -> Choices:
        options = self.options.chosen() if self._prepared is not None else {}
        return replace(self._choices, context=self.context.choice, files=self.context.files, options=options)

    # ---- forecast --------------------------------------------------------------------------------------------------
    def _preview(self) -> None:
        self._bridge.start(self._load(self._chosen()), self._refuse)

    async def _load(self, choices: Choices) -> None:
        """Show what would be started; the newest question counts."""
        if self._desk is None:
            return
        self._number += 1
        number = self._number
        if choices.context.kind == "repository":
            self.forecast.setText("Reading the repository…")
        prepared = await self._desk.preview(choices.config(self.composer.draft()))
        if number == self._number:
            self._show(prepared)

    def _show(self, prepared: Prepared) -> None:
        assert self._desk is not None, "shown after the application is open"
        self._prepared = prepared
        opened = prepared.opened
        missing = self._desk.missing_keys(prepared)
        self.seats.show_seats(opened.seats, opened.services, missing)
        pauses = any(block.pause for block in opened.format.body.do)
        self.options.fill(opened.options, pauses=pauses)
        self.forecast.setText(self._forecast_words(prepared))
        if missing:
            self.banner.say("caution", f"No key for {', '.join(missing)}.", self._ways_on())
        elif prepared.warnings:
            self.banner.say("muted", " ".join(prepared.warnings))
        else:
            self.banner.quiet()

    def _ways_on(self) -> list[tuple[str, str, str]]:
        if self.first_run.isVisibleTo(self):
            return []
        return [("connect", "Add a key…", "key"), ("rehearse", "Rehearse without AI", "play")]

    def _forecast_words(self, prepared: Prepared) -> str:
        expected = prepared.forecast
        rehearsed = all(each.model.startswith(words.REHEARSAL) for each in expected.models)
        if rehearsed:
            price = "no AI model is asked, so it costs nothing"
        elif expected.cost is None:
            price = f"price unknown ({', '.join(expected.unknown)})"
        else:
            price = f"≈ {words.money(expected.cost)}"
        calls, tokens = words.count(expected.calls, "call"), words.count(expected.tokens, "token")
        text = f"At most {calls} and about {tokens}: {price}."
        context = prepared.opened.context
        if context.sections:
            size = words.count(sum(len(section.text) for section in context.sections), "character")
            pin = f" at commit {context.pin[:12]}" if context.pin else ""
            text += f" Context: {context.title or 'files'}{pin}, {size}."
        return text

    # ---- starting --------------------------------------------------------------------------------------------------
    def _send(self, question: str) -> None:
        self._bridge.start(self._start(question), self._refuse)

    async def _start(self, question: str) -> None:
        assert self._desk is not None, "the button is off until the application is open"
        self.composer.set_sendable(False, "The context is being read…")
        try:
            prepared = await self._desk.prepare(self._chosen().config(question))
            self._prepared = prepared
            self._sendings = await self._desk.unasked(prepared)
        finally:
            self.composer.set_sendable(True)
        if self._sendings:
            self.consent.ask(self._sendings)
        else:
            await self._record(prepared)

    async def _consented(self) -> None:
        assert self._desk is not None, "asked after the application is open"
        if self._prepared is None:
            return
        await self._desk.consent(self._sendings)
        self.consent.hide()
        await self._record(self._prepared)

    async def _record(self, prepared: Prepared) -> None:
        assert self._desk is not None, "asked after the application is open"
        id = await self._desk.start(prepared)
        await self._desk.remember_context(self.context.choice.kind, self.context.choice.ref)
        await self.offer_contexts()
        self.composer.clear()
        self.context.clear_files()
        self.banner.quiet()
        self.started.emit(id)

    def _refuse(self, error: DisputatioError) -> None:
        self.forecast.setText("")
        self.banner.say("error", error.user_message, self._ways_on() if "key" in error.what.lower() else [])

    def _mend(self, how: str) -> None:
        self._begin(how)

    # ---- drag and drop ---------------------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """A folder is a repository, files are added to the question."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.context.add_files(paths)
