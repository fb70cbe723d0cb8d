"""The start screen: a question, and everything about the debate that is to answer it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.app.settings import declarations
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.errors import DisputatioError
from disputatio.debate.views.participants import of_seat
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.composer import Composer
from disputatio.faces.gui.kit.focus import stops
from disputatio.faces.gui.kit.inputs import FileDrop
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.layouts import SteadyArea
from disputatio.faces.gui.kit.notices import Banner, Button
from disputatio.faces.gui.start.context_card import ConsentCard, ContextButton, ContextCard
from disputatio.faces.gui.start.first_run import FirstRun, RecordingsRow, Way
from disputatio.faces.gui.start.gallery import FormatFacts, Gallery
from disputatio.faces.gui.start.model_shelf import ModelShelf
from disputatio.faces.gui.start.options import OptionsRow, RulesRow
from disputatio.faces.gui.start.persona_choice import PersonaOffer
from disputatio.faces.gui.start.preparation import Choices, StartPreparation, forecast_sentence
from disputatio.faces.gui.start.seats import Dialogs, SeatPlan, SeatsCard

if TYPE_CHECKING:
    from disputatio.app.application import Application, StartPlan
    from disputatio.faces.gui.start.more_options import MoreOptions

WIDE: Final = 1_000
SETTLE: Final = 250
"""Milliseconds after a change before the forecast is made anew."""
TYPED: Final = 900
"""Milliseconds without typing before what bears on the question is looked for anew."""
CHAT: Final = "clipboard:chat"
"""The model of a seat whose requests a person copies into a chat of theirs."""
EXAMPLE: Final = tr("What is the weakest part of this design, and what should be done about it first?")


KEY: Final = tr("key").casefold()
"""What a refusal speaks of that a key would mend."""
NO_KEY: Final = tr("No key for {missing}.").partition("{")[0]


class StartScreen(QWidget):
    started = Signal(str)
    """A debate was recorded and can be opened: its id."""
    settings_wanted = Signal(str)

    def __init__(self, bridge: Bridge, shelf: ModelShelf) -> None:
        super().__init__()
        self._bridge, self._shelf = bridge, shelf
        self._app: Application | None = None
        self._dialogs: Dialogs | None = None
        self._refused = False
        self._surveyed: str | None = None
        self.preparing = StartPreparation(bridge, self)
        self.title = QLabel(tr("What should be debated?"))
        self.title.setProperty("look", "heading")
        self.composer = Composer(tr("Type a question…"), send_label=tr("Start debate"), foot=True)
        self.composer.set_sendable(False, tr("One moment, the application is opening."), soon=True)
        self.context, self.format = ContextButton(), Gallery()
        self.files = TextButton(tr("Add files"), icon="file", kind="quiet")
        self.files.clicked.connect(self.context.ask_files)
        self.seats, self.options, self.rules = SeatsCard(), OptionsRow(), RulesRow()
        self.more: MoreOptions | None = None
        self.unfold = TextButton(tr("Options"), icon="settings")
        self.unfold.setCheckable(True)
        self.as_text = TextButton(tr("As a file…"), icon="file", kind="quiet")
        self.as_text.setToolTip(
            tr("See, edit, open or save the configuration of this debate, with every option there is.")
        )
        self.summary = ElidedLabel(look="caption")
        self.panel = QFrame()
        self.told = ContextCard()
        self.seating = SeatPlan(self.seats, bridge, shelf)
        self.recordings = RecordingsRow()
        self.forecast = QLabel()
        self.forecast.setProperty("look", "caption")
        self.forecast.setWordWrap(True)
        self.notice, self.banner, self.consent, self.first_run = Banner(), Banner(), ConsentCard(), FirstRun()
        for widget in (self.first_run, self.seats, self.unfold, self.as_text, self.panel):
            widget.hide()  # until it is known who would sit there
        self._settle = QTimer(self, singleShot=True, interval=SETTLE)
        self._settle.timeout.connect(self.preview)
        self._typed = QTimer(self, singleShot=True, interval=TYPED)
        self._typed.timeout.connect(self._look_again)
        FileDrop(self, self._dropped)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setMaximumWidth(WIDE)
        holder = QWidget()
        scroll = self._scroll = SteadyArea()
        scroll.setFocusProxy(self.composer.text)
        scroll.setAccessibleName(self.title.text())
        scroll.setWidget(holder)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)
        whole.setSpacing(0)
        whole.addWidget(self.banner.framed((24, 0, 24, 12)))  # below all of it: where it appears, nothing moves
        middle = QHBoxLayout(holder)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addStretch(1)
        middle.addWidget(inside, 100)
        middle.addStretch(1)
        column = self._column = QVBoxLayout(inside)
        column.setContentsMargins(24, 40, 24, 28)
        column.setSpacing(14)
        column.addWidget(self.notice)
        column.addWidget(self.title)
        column.addWidget(self.composer)
        self.composer.slot.addWidget(self.context)
        self.composer.slot.addWidget(self.files)
        self.forecast.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.composer.aside.addWidget(self.forecast, 1)
        self.line = QWidget()
        row = QHBoxLayout(self.line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.summary, 1)
        row.addWidget(self.as_text)
        row.addWidget(self.unfold)
        self.panel.setProperty("card", True)
        inside_panel = self._inside = QVBoxLayout(self.panel)
        inside_panel.setContentsMargins(18, 14, 18, 14)
        inside_panel.setSpacing(14)
        for widget in (self.options, self.rules):
            inside_panel.addWidget(widget)
        for part in (
            self.consent,
            self.format,
            self.told,
            *self._chosen_parts(),
            *self._ways(),
        ):
            column.addWidget(part)
        column.addStretch(1)  # what is left is here alone: no card grows beyond what it needs

    def _unfold(self, open_: bool) -> None:
        """Show the second storey: as much of it as there is room for below what unfolded it."""
        self.panel.setVisible(open_)
        if open_:
            QTimer.singleShot(0, self, self._show_panel)

    def _show_panel(self) -> None:
        bar, room, inside = self._scroll.verticalScrollBar(), self._scroll.viewport().height(), self._scroll.widget()
        assert inside is not None
        line, end = (each.mapTo(inside, QPoint()).y() for each in (self.line, self.panel))
        bar.setValue(max(bar.value(), min(line - 12, end + self.panel.height() + 28 - room)))

    def _chosen_parts(self) -> tuple[QWidget, ...]:
        """Return what says who debates and how."""
        return self.seats, self.line, self.panel

    def _ways(self) -> tuple[QWidget, ...]:
        """Return the ways to begin without anything."""
        return self.recordings, self.first_run

    def _order(self, *, alone: bool) -> None:
        """Let the ways to begin come before who debates where nobody can be asked yet: both do not fit in a window."""
        first, then = (self._ways(), self._chosen_parts()) if alone else (self._chosen_parts(), self._ways())
        after = self._column.indexOf(self.told)
        if self._column.indexOf(first[0]) == after + 1:
            return
        for part in (*first, *then):
            self._column.removeWidget(part)
        for place, part in enumerate((*first, *then), after + 1):
            self._column.insertWidget(place, part)

    def _connect(self) -> None:
        self.composer.sent.connect(self._send)
        self.composer.held.connect(self._hold)
        self.composer.text.textChanged.connect(self._typed.start)
        self.format.chosen.connect(self._format_chosen)
        self.unfold.toggled.connect(self._unfold)
        self.as_text.clicked.connect(self._show_configuration)
        for part in (self.context, self.options, self.rules, self.seating, self.told):
            part.changed.connect(self._changed)
        for forget in (self.told.hide, self.options.tools.wait):  # of what was chosen before
            self.context.changed.connect(forget)
        self.told.read_wanted.connect(self._read_context)
        self.seats.rehearse.clicked.connect(self.first_run.hide)
        self.first_run.chosen.connect(self.begin_by)
        self.seating.changed.connect(self.first_run.quiet)  # what was said of other models
        self.recordings.chosen.connect(lambda name: self._bridge.start(self._play(name)))
        self.banner.chosen.connect(self.begin_by)
        self.notice.chosen.connect(lambda _name: self.notice.quiet())
        self.preparing.previewed.connect(self._show)
        self.preparing.refused.connect(self._refuse)
        self.preparing.busy.connect(lambda busy: self.composer.set_sendable(not busy, tr("Reading the context…")))
        self.preparing.asked.connect(self.consent.ask)
        self.preparing.started.connect(self._started)
        self.preparing.kept.connect(lambda: self._bridge.start(self.offer_contexts()))
        self.consent.approved.connect(self.preparing.consent)
        self.consent.declined.connect(self.consent.hide)

    # ---- opening ---------------------------------------------------------------------------------------------------
    async def adopt(self, app: Application, dialogs: Dialogs) -> None:
        """Offer what there is, now that the application is open."""
        self._app, self._dialogs = app, dialogs
        self.seating.adopt(dialogs)
        self.preparing.adopt(app)
        self.format.offer(await asyncio.to_thread(app.formats.all), self.choices.format)
        more = self.more = dialogs.more_options()
        more.changed.connect(self._changed)
        self._inside.addWidget(more)
        await self.offer_contexts()
        await self.offer_personas()
        self.recordings.offer(await app.examples.all())
        self._default_context(app)
        self.refresh_keys()
        if self.first_run.isVisibleTo(self) and (local := app.settings.get(declarations.LOCAL_MODEL)):
            self._seat_once(partial(self.seating.put_everywhere, local))
        self.composer.set_sendable(True)

    async def offer_contexts(self) -> None:
        """Offer projects and assignments as they are now, and repositories opened lately."""
        if self._app is not None:
            projects = [(each.id, each.name) for each in await self._app.projects()]
            assignments = [(each.id, each.name) for each in await self._app.assignments()]
            self.context.offer(projects, assignments, self._app.settings.get(declarations.RECENT_REPOSITORIES))

    async def offer_personas(self) -> None:
        if self._app is not None:
            self.seating.offer_personas(
                [
                    PersonaOffer(id=each.persona.id, name=each.persona.name, about=each.about, example=each.example)
                    for each in await self._app.personas.all()
                ]
            )

    async def offer_roles(self) -> None:
        if self._app is not None:
            shelved = [each for each in await asyncio.to_thread(self._app.roles.all) if not each.fault]
            self.seating.offer_roles(
                [
                    PersonaOffer(id=each.role.id, name=each.role.title, about=each.about, example=not each.own)
                    for each in shelved
                ]
            )

    def showEvent(self, event: QShowEvent) -> None:
        """Offer anew what there is: the person may come from the page of personas, or of repositories."""
        super().showEvent(event)
        if self._app is not None:
            self._bridge.start(self.offer_personas())
            self._bridge.start(self.offer_roles())
            self._bridge.start(self.offer_contexts())

    def _default_context(self, app: Application) -> None:
        """Choose the context that a new debate begins with, as the settings say."""
        wanted = app.settings.get(declarations.DEFAULT_CONTEXT)
        recent = app.settings.get(declarations.RECENT_REPOSITORIES)
        last = app.settings.get(declarations.LAST_CONTEXT).partition(":")
        if wanted == "last" and last[0] in ("project", "assignment", "repository"):
            self.context.choose(ContextChoice(kind=last[0], ref=last[2]))  # type: ignore[arg-type]
        elif wanted == "repository" and recent:
            self.context.choose(ContextChoice(kind="repository", ref=recent[0]))

    def refresh_keys(self) -> None:
        """Show what can be asked, now that keys or servers have changed, and perhaps roles."""
        if self._app is not None:
            self._bridge.start(self.offer_roles())
            alone = not self._app.offered_providers() and not self._shelf.local
            self._order(alone=alone)
            self.first_run.setVisible(alone and not self.choices.rehearsed)
            self._surveyed = None
            self._changed()

    async def _survey(self, app: Application, model: str) -> None:
        """Find out what a debate of each format takes, those first that are seen first; `model`: the one that is chosen
        for all seats, if one is."""
        for name, card in list(self.format.cards.items()):
            if card.entry.format is None:
                continue
            plan, moments = await app.survey(name, model)
            if self._surveyed != model:
                return  # another one was chosen meanwhile
            people = {seat.id: of_seat(seat, place) for place, seat in enumerate(plan.opening.seats)}
            card.show_facts(
                FormatFacts(
                    moments=tuple(tuple(people[seat] for seat in moment) for moment in moments),
                    calls=plan.forecast.calls,
                    price=plan.forecast.price,
                )
            )

    def begin(self, context: ContextChoice | None = None, question: str = "") -> None:
        """Show the box as it was left, perhaps with a context or a question in it."""
        if context is not None:
            self.context.choose(context)
        if question:
            self.composer.set_draft(question)
        self.consent.hide()
        self.banner.quiet()
        self.composer.text.setFocus()
        self._scroll.ensureWidgetVisible(self.composer)

    def regions(self) -> list[QWidget]:
        """Return where the keyboard can go, in order: to the question, and to what has to be answered before."""
        asked = [next(stops(each), None) for each in (self.consent, self.banner) if each.isVisible()]
        return [self.composer.text, *(each for each in asked if each is not None)]

    def tell(self, words: str) -> None:
        """Say something that a person should have read before they go on."""
        self.notice.say("ok", words, [("close", tr("Close"), "close")])

    # ---- choosing --------------------------------------------------------------------------------------------------
    @property
    def choices(self) -> Choices:
        return self.seating.choices

    def rehearse(self) -> bool:
        """Put the rehearsal on every seat, because the person asked for it. False while nobody sits yet."""
        self.first_run.hide()
        return self.seating.rehearse()

    def begin_by(self, way: Way) -> None:
        """Take one of the ways that are offered where keys are missing."""
        if way in (Way.REHEARSE, Way.CHAT) and not self.seats.rows:
            self._seat_once(partial(self.begin_by, way))  # whoever was quicker than the window is not forgotten
            return
        match way:
            case Way.CONNECT:
                self.settings_wanted.emit(tr("Providers"))
            case Way.LOCAL:
                self._bridge.start(self._detect())
            case Way.REHEARSE:
                self._rehearse_now()
            case Way.CHAT:
                self.seating.put_everywhere(CHAT, clerk="")
                self.first_run.say(
                    way, tr("Every seat now uses your own chat: copy each request there, and paste its reply.")
                )
            case _:
                assert_never(way)

    def _rehearse_now(self) -> None:
        """Rehearse the question that was typed, at once; without one, an example waits in the box."""
        question = self.composer.draft().strip()
        if self.rehearse() and question:
            self._send(question)
            return
        self.composer.set_draft(question or EXAMPLE)
        self.composer.text.selectAll()
        self.composer.text.setFocus()

    async def _play(self, name: str) -> None:
        """Play an example; what was typed stays in the box."""
        if self._app is not None:
            self.started.emit(await self._app.play(name))

    async def _detect(self) -> None:
        say = partial(self.first_run.say, Way.LOCAL)
        say(tr("Looking for Ollama, LM Studio, vLLM and llama.cpp on this computer…"))
        found = await self._shelf.detect()
        if not found:
            say(tr("No local server answered. Start it (for example: ollama serve), then detect again."))
            return
        names = ", ".join(self._shelf.title(name) for name in found)
        model = self._shelf.found[found[0]][0].id
        self.seating.put_everywhere(model)
        say(tr("Found {names}. All seats now use {model}; you can change them below.").format(names=names, model=model))
        await self._shelf.keep_local(model)

    def _format_chosen(self, name: str) -> None:
        """Show the seats, rules and options of another format; whether models are asked stays as it was, and which one
        if all seats have the same."""
        before = self.choices
        self.seating.begin(name)
        self.preparing.forget()
        if before.rehearsed:
            self._seat_once(self.rehearse)
        elif before.shared:
            self._seat_once(partial(self.seating.put_everywhere, before.shared, before.services.get("clerk")))
        self.preparing.preview(self._chosen(), self.composer.draft())

    def _seat_once(self, put: Callable[[], object]) -> None:
        """Do it as soon as it is known who sits."""

        def known() -> None:
            self.preparing.previewed.disconnect(known)
            put()

        self.preparing.previewed.connect(known)

    def _changed(self) -> None:
        self.consent.hide()
        self._refused = False
        if self._app is not None:
            self.preparing.outdate()
            self._settle.start()
            if self._surveyed != (model := self.choices.everywhere):
                self._surveyed = model
                self._bridge.start(self._survey(self._app, model))

    def _chosen(self) -> Choices:
        options = (
            {**self.options.chosen_options(), **self.rules.chosen_options()}
            if self.preparing.prepared is not None
            else {}
        )
        if options and self.more is not None:
            options |= self.more.chosen_options()
        options |= self.told.chosen_options()
        return replace(self.choices, context=self.context.choice, files=self.context.files, options=options)

    # ---- what would be started -------------------------------------------------------------------------------------
    def preview(self) -> None:
        if self.context.choice.kind == "repository":
            self.forecast.setText(tr("Reading the repository…"))
        self.preparing.preview(self._chosen(), self.composer.draft())

    def _look_again(self) -> None:
        """Look ahead again: what the models would be told depends on the question, too."""
        if self.context.choice.kind != "none" and self.preparing.prepared is not None and self.isVisible():
            self.preparing.preview(self._chosen(), self.composer.draft())

    def _read_context(self) -> None:
        """Show what the models will see, section by section."""
        prepared = self.preparing.prepared
        if self._dialogs is not None and prepared is not None:
            dialog = self._dialogs.context(prepared.opening)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

    def _show_configuration(self) -> None:
        """Show what was chosen as a file, from which a debate can be started, too."""
        if self._dialogs is not None:
            dialog = self._dialogs.configuration(self._chosen().config(self.composer.draft().strip()))
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.wanted.connect(self._start_by)
            dialog.open()

    def _start_by(self, config: DebateConfig) -> None:
        self._refused = False
        self.preparing.start_by(config)

    def _show(self, prepared: StartPlan) -> None:
        assert self._app is not None, "shown after the application is open"
        opened = prepared.opening
        missing = self._app.missing_keys(prepared)
        self.seating.show(opened, missing, prepared.services)
        self.seats.show()
        self.unfold.show()
        self.as_text.show()
        self.options.fill(opened.options, opened.format.body)
        if self.more is not None:
            self.more.fill(opened)
        self.summary.setText(self.options.summary())
        self.options.tools.fill(prepared)
        self.options.gates.fill(prepared)
        self.rules.fill(opened.options, opened.format)
        self.told.fill(prepared)
        self.forecast.setText(forecast_sentence(prepared).replace("≈ ", "≈\u00a0"))
        self.composer.set_kind("" if missing else "primary")  # it would be refused: a way to begin is the obvious thing
        if self._refused:
            return  # why it was not started stays until something is chosen anew
        if missing and self.first_run.isVisibleTo(self):
            self.banner.quiet()  # the ways to begin say it already
        elif missing:
            said = tr("No key for {missing}.").format(missing=", ".join(missing))
            self.banner.say("caution", f"{said} {self._app.keys.unread}".rstrip(), self._ways_on())
        elif prepared.warnings:
            self.banner.say("muted", " ".join(prepared.warnings))
        else:
            self.banner.quiet()

    def _ways_on(self) -> list[Button]:
        return [(Way.CONNECT, tr("Add a key…"), "key"), (Way.REHEARSE, tr("Rehearse without AI"), "play")]

    def _send(self, question: str) -> None:
        self._refused = False
        self.composer.text.setFocus()  # the button takes no click meanwhile, and would give the keyboard to anything
        self.preparing.start(self._chosen(), question)

    def _started(self, id: str) -> None:
        self.consent.hide()
        self.composer.clear()
        self.context.clear_files()
        self.banner.quiet()
        self._bridge.start(self.offer_contexts())
        self.started.emit(id)

    def _hold(self, why: str) -> None:
        self._refused = True
        self.banner.say("caution", why)

    def _refuse(self, error: DisputatioError) -> None:
        self._refused = True
        self.forecast.setText("")
        about_key = KEY in error.what.casefold() or error.what.startswith(NO_KEY)
        self.banner.say("error", error.user_message, self._ways_on() if about_key else [])

    def _dropped(self, paths: Sequence[Path]) -> None:
        """Take what was dropped: a folder is a repository, files are added to the question."""
        self.context.add_files([str(path) for path in paths])
