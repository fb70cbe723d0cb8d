"""From what was chosen to a recorded debate: look ahead, check, ask for consent, start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.start.choices import Choices

if TYPE_CHECKING:
    from disputatio.app.application import Application, StartPlan
    from disputatio.app.privacy.sendings import Asked


# ---- the forecast in a sentence ---------------------------------------------------------------------------------
def forecast_sentence(prepared: StartPlan) -> str:
    """The forecast, and the context that every prompt brings with it."""
    context = prepared.opening.context
    if not context.sections:
        return prepared.forecast.summary
    size = phrases.count(sum(len(section.text) for section in context.sections), "character")
    pin = f" at commit {context.pin[:12]}" if context.pin else ""
    return f"{prepared.forecast.summary} Context: {context.title or 'files'}{pin}, {size}."


class StartPreparation(QObject):
    previewed = Signal(object)
    """What would be started as things are (Prepared)."""
    refused = Signal(object)
    """Why it cannot be (DisputatioError)."""
    busy = Signal(bool)
    """A start is being checked: nothing else can be sent."""
    asked = Signal(list)
    """What would leave the computer for the first time, or be written to a repository; `consent` goes on."""
    started = Signal(str)
    """The debate was recorded: its id."""
    kept = Signal()
    """A repository that was chosen is listed among those opened lately."""

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._app: Application | None = None
        self._number = 0
        self._kept = ""
        self._asked: tuple[Asked, ...] = ()
        self._waiting: tuple[StartPlan, Choices] | None = None
        self.prepared: StartPlan | None = None

    def adopt(self, app: Application) -> None:
        self._app = app

    def forget(self) -> None:
        """Another format: what is known of the seats does not hold any more."""
        self.prepared = None

    def outdate(self) -> None:
        """Something else is chosen now: what is being found out does not hold any more, and would undo the choice."""
        self._number += 1

    def preview(self, choices: Choices, question: str) -> None:
        """Find out what would be started; the newest question counts."""
        if self._app is not None:
            self.outdate()
            number = self._number
            self._bridge.start(
                self._preview(self._app, choices, question, number),
                lambda error: self._refuse(error) if number == self._number else None,
            )

    def start(self, choices: Choices, question: str) -> None:
        if self._app is not None:
            self._bridge.start(self._start(self._app, choices, question), self._refuse)

    def consent(self) -> None:
        """The person has agreed to what was asked: start."""
        if self._app is not None and self._waiting is not None:
            self._bridge.start(self._record(self._app, *self._waiting, self._asked), self._refuse)

    async def _preview(self, app: Application, choices: Choices, question: str, number: int) -> None:
        prepared = await app.preview(choices.config(question))
        if number == self._number:
            self.prepared = prepared
            self.previewed.emit(prepared)
            await self._keep(app, prepared)

    async def _keep(self, app: Application, prepared: StartPlan) -> None:
        """A repository that can be read is known from now on, however it was chosen."""
        context = prepared.opening.context
        known = app.settings.get(declarations.RECENT_REPOSITORIES)
        if context.kind == "repository" and not (context.ref == self._kept and context.ref in known):
            self._kept = context.ref
            await app.keep_repository(context.ref)
            self.kept.emit()

    async def _start(self, app: Application, choices: Choices, question: str) -> None:
        self.busy.emit(True)
        try:
            prepared = self.prepared = await app.prepare(choices.config(question))
        finally:
            self.busy.emit(False)
        await self._record(app, prepared, choices)

    async def _record(
        self, app: Application, prepared: StartPlan, choices: Choices, agreed: tuple[Asked, ...] = ()
    ) -> None:
        """Start it; where the person has to agree first, they are asked, and `consent` goes on from here."""
        self._waiting = None
        try:
            id = await app.start(prepared, agreed)
        except ConsentNeeded as needed:
            self._waiting, self._asked = (prepared, choices), (*agreed, *needed.asked)
            self.asked.emit(list(needed.asked))
            return
        await app.remember_context(choices.context.kind, choices.context.ref)
        self.started.emit(id)

    def _refuse(self, error: DisputatioError) -> None:
        self.refused.emit(error)
