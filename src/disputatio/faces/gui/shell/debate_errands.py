"""What a person wants of a debate beyond steering it: fork, note, export, another model, the bin."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, assert_never

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from disputatio.app import audit, erasures
from disputatio.app.actions.action import Action
from disputatio.app.actions.debates import (
    CONTINUE,
    DISCARD,
    EXPORT,
    RESTORE,
    ChangeModel,
    CheckRecord,
    Discard,
    Export,
    Fork,
    Rename,
    Restore,
    SaveDocument,
    SaveNote,
    ShowBranch,
    ShowRequests,
)
from disputatio.app.actions.errands import Done, carry_out
from disputatio.app.debate_files import document_of, document_of_version, final_text, note_of
from disputatio.app.debates.code_versions import commit_of
from disputatio.app.debates.requests import sent_requests
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import Mark, Pause, Swap
from disputatio.debate.personas import with_corpora
from disputatio.debate.views.track_records import is_none_right, markable_of
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.debate.debate_actions import (
    ICONS,
    CommitVersion,
    CopyFinal,
    OfErrands,
    ReplaceModel,
    SaveVersion,
    ShowChanges,
    ShowSource,
)
from disputatio.faces.gui.debate.mark_dialog import MarkDialog
from disputatio.faces.gui.debate.sent_dialog import SentDialog
from disputatio.faces.gui.kit import icons, phrases, theme
from disputatio.faces.gui.kit.question import Confirm, with_consent
from disputatio.faces.gui.repository.branch_page import KEEP
from disputatio.faces.gui.sources.source_reader import of_changes, of_citation
from disputatio.faces.gui.start.model_shelf import NOBODY, ModelShelf
from disputatio.faces.gui.window_actions import ShowPage
from disputatio.library.workspace import Note

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.app.privacy.sendings import Asked
    from disputatio.faces.gui.debate.live import LiveDebate
    from disputatio.faces.gui.debate.pane import DebatePane
    from disputatio.faces.gui.library.exports import ExportDialog, KeepingDialog
    from disputatio.faces.gui.start.model_picker import ModelPicker
    from disputatio.library.workspace import Document


class Dialogs(Protocol):
    """Makes what the person is asked with."""

    def keeping(self, suggestion: Note | Document) -> KeepingDialog: ...

    def export(self, id: str, title: str) -> ExportDialog: ...

    def picker(self, shelf: ModelShelf, model: str, *, human: bool, nobody: bool = False) -> ModelPicker: ...


class DebateErrands(QObject):
    said = Signal(str, str)
    """Something is done: words, and the debate that can be taken out of the bin again, or ""."""
    opened = Signal(str)
    """This debate is to be shown."""
    beside_wanted = Signal(str)
    """This debate is to be shown beside the one that is shown already."""
    listed = Signal()
    """The library is different."""
    left = Signal(str)
    """This debate is gone."""
    source_wanted = Signal(object)
    """A source is to be shown (sources.source_reader.Passage)."""
    page_wanted = Signal(object)
    """A page is to be shown (ShowPage)."""

    def __init__(self, app: Application, dialogs: Dialogs, bridge: Bridge, shelf: ModelShelf, window: QWidget) -> None:
        super().__init__(window)
        self._app, self._dialogs, self._bridge, self._shelf, self._window = app, dialogs, bridge, shelf, window

    def run(self, pane: DebatePane, intent: OfErrands) -> None:  # noqa: C901  one line or two for each intent
        """Carry out what the pane of a debate, or something beside it, wants."""
        live = pane.live
        match intent:
            case Export() if not intent.file:
                self._bridge.start(self._export(live.id))
            case SaveNote():
                self._bridge.start(self._save_note(live))
            case SaveDocument():
                self._bridge.start(self._save_document(live))
            case Fork() | Export() | Rename() | Discard() | Restore():
                self._bridge.start(self.carry_out(live.id, intent))
            case CopyFinal():
                QGuiApplication.clipboard().setText(final_text(live.transcript))
                self.said.emit(tr("The final text was copied."), "")
            case SaveVersion(number=number):
                self._bridge.start(self._save_version(live, number))
            case CommitVersion(number=number):
                self._bridge.start(self._commit_version(live, number))
            case ReplaceModel():
                self._bridge.start(self._replace_model(pane, intent.turn))
            case ChangeModel():
                self._choose_seat(pane)
            case Mark():
                self._bridge.start(self._mark(pane))
            case ShowRequests():
                self._show_sent(live, intent.turn)
            case CheckRecord():
                self._bridge.start(self.check_record(live.id))
            case ShowBranch():
                self.page_wanted.emit(ShowPage(page="branch", kind="debate", id=live.id))
            case ShowSource():
                self._show_source(pane, intent)
            case ShowChanges():
                self.source_wanted.emit(of_changes(intent.diff, intent.title, live.debate.context, live.id))
            case _:
                assert_never(intent)

    async def carry_out(self, id: str, errand: Done) -> None:
        """Do it, show what came of it, and say so. Raises NotFound, Refused."""
        outcome = await carry_out(self._app, id, errand)
        match errand:
            case Discard():
                self.left.emit(id)
            case Fork():
                self.opened.emit(outcome.debate)
        if isinstance(errand, Fork | Rename | Discard | Restore):
            self.listed.emit()
        if isinstance(errand, Fork | Export | Discard):
            self.said.emit(outcome.sentence, id if outcome.undo else "")

    async def leave(self, running: Sequence[str]) -> bool:
        """Pause the debates that run here, once the person has agreed; the window is about to close. False where they
        stay."""
        count = plural("{count} debate", "{count} debates", len(running))
        title = plural("{number} is running", "{number} are running", len(running)).format(number=count)
        words = plural(
            "Everything said so far is kept. No model is asked and nothing is paid until you open it again and "
            "continue.",
            "Everything said so far is kept. No model is asked and nothing is paid until you open them again and "
            "continue.",
            len(running),
        )
        if not await answer(Confirm(title, words, tr("Pause and close"), tr("Stay"), self._window, kind="primary")):
            return False
        for id in running:
            with suppress(DisputatioError):
                await self._app.sessions.deliver(id, Pause(why="the window was closed", now=True))
        return True

    async def restore(self, id: str) -> None:
        """Take a debate out of the bin."""
        await self.carry_out(id, Restore())

    async def empty_bin(self) -> None:
        """Erase the debates of the bin for good, once the person has said so. What comes into it meanwhile stays."""
        erasure = await erasures.of_debates(self._app)
        if not erasure.refs:
            self.said.emit(tr("The debate bin is empty."), "")
            return
        dialog = Confirm.of(erasure, tr("Keep them"), self._window)
        if await answer(dialog):
            await erasures.erase_debates(self._app, erasure, insights=dialog.chosen)
            self.listed.emit()

    def _show_source(self, pane: DebatePane, source: ShowSource) -> None:
        """Show the source of a citation; of an address, ask about where it goes."""
        turn = pane.live.transcript.turns.get(source.turn)
        if turn is None or turn.evidence is None or source.number >= len(turn.evidence.items):
            return
        item = turn.evidence.items[source.number]
        if item.kind == "address":
            pane.link.emit(item.path or item.citation)
            return
        who = tr("{turn}, round {round}").format(turn=turn.name, round=turn.round) if turn.round else turn.name
        known = with_corpora(pane.live.debate.context, pane.live.debate.personas.values())
        self.source_wanted.emit(of_citation(item, who, known, pane.live.id))

    def _show_sent(self, live: LiveDebate, path: str) -> None:
        """Show every request of a turn."""
        turn = live.transcript.turns.get(path)
        who = (
            tr("{turn}, round {round}").format(turn=turn.name, round=turn.round)
            if turn and turn.round
            else turn.name
            if turn
            else path
        )
        dialog = SentDialog(self._app, self._bridge, sent_requests(live.history, path), who, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    async def check_record(self, id: str) -> None:
        """Say whether what is kept of a debate is what was recorded; tables that are not can be made anew."""
        found = await audit.audit(self._app, id)
        if found.intact:
            self.said.emit(found.sentences[0], "")
            return
        title = tr("The record of this debate was changed") if found.faults else tr("The tables differ from the record")
        dialog = Confirm(title, "\n\n".join(found.sentences), tr("Rebuild"), tr("Close"), self._window, kind="primary")
        dialog.go.setVisible(bool(found.behind))
        if await answer(dialog):
            await audit.rebuild(self._app, id)
            self.listed.emit()
            self.said.emit(tr("This debate's tables were rebuilt from its log."), "")

    def menu(self, id: str, place: QPoint, *, deleted: bool, beside: bool = False) -> None:
        """Offer what can be done with a debate of the sidebar; `deleted`: it is in the bin; `beside`: another one is
        shown."""
        menu = QMenu(self._window)
        look = theme.current().muted
        menu.addAction(icons.icon("chat", look, 16), tr("Open"), lambda: self.opened.emit(id))
        if beside:
            menu.addAction(icons.icon("panel-left", look, 16), tr("Show beside"), lambda: self.beside_wanted.emit(id))
        if deleted:
            self._offer(menu, id, RESTORE)
        else:
            sign = icons.icon(ICONS[EXPORT.id], look, 16)
            menu.addAction(sign, EXPORT.label, lambda: self._bridge.start(self._export(id)))
            self._offer(menu, id, DISCARD)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def discard(self, id: str) -> None:
        self._bridge.start(self.carry_out(id, DISCARD.does))

    def _offer(self, menu: QMenu, id: str, action: Action[Done]) -> None:
        sign = icons.icon(ICONS[action.id], theme.current().muted, 16)
        menu.addAction(sign, action.label, lambda: self._bridge.start(self.carry_out(id, action.does)))

    # ---- notes and exports -----------------------------------------------------------------------------------------
    async def _save_note(self, live: LiveDebate) -> None:
        entry = await self._app.catalogue.get(live.id)
        context = live.debate.context
        draft = note_of(entry, live.transcript, context.ref if context.kind == "project" else "")
        await self._keep(draft)

    async def _save_document(self, live: LiveDebate) -> None:
        entry = await self._app.catalogue.get(live.id)
        await self._keep(await document_of(self._app, entry, live.transcript))

    async def _save_version(self, live: LiveDebate, number: int) -> None:
        await self._keep(await document_of_version(self._app, live.id, number))

    async def _commit_version(self, live: LiveDebate, number: int) -> None:
        """Commit it, once the person has agreed that the repository is written to. Raises the errors of the
        repository."""
        view = await self._app.branches.view(live.id)
        words = tr("This creates a branch {view} in {repository}. {keep}").format(
            view=view.name, repository=view.repository, keep=KEEP
        )
        asked = Confirm(
            tr("Write to the repository?"), words, tr("Create the branch"), tr("Not now"), self._window, kind="primary"
        )
        if not (view.wanted or view.tip or await answer(asked)):
            return
        version = await self._app.versions.version(live.id, number)
        made = await self._app.branches.put(live.id, commit_of(live.id, version))
        done = tr("{version} is now a commit on {view}.").format(version=version.name, view=view.name)
        self.said.emit(
            done if made else tr("{version} is already on {view}.").format(version=version.name, view=view.name), ""
        )

    async def _keep(self, draft: Note | Document) -> None:
        """Ask where it belongs, and store it."""
        dialog = self._dialogs.keeping(draft)
        if await answer(dialog) and dialog.stored is not None:
            kind = "note" if isinstance(dialog.stored, Note) else "document"
            self.said.emit(
                tr("Saved as {kind}: {stored_title}").format(kind=kind, stored_title=dialog.stored.title), ""
            )
            self.listed.emit()

    async def _export(self, id: str) -> None:
        """Ask which debates go where, in which format; they are written by then."""
        entry = await self._app.catalogue.get(id)
        dialog = self._dialogs.export(entry.id, entry.title or entry.topic)
        if await answer(dialog):
            self.said.emit(dialog.sentence, "")

    async def _mark(self, pane: DebatePane) -> None:
        """Ask what turned out to be right, and record it."""
        live = pane.live
        past = live.session.past()
        dialog = MarkDialog(markable_of(live.debate, past), is_none_right(past), self._window)
        if await answer(dialog) and dialog.order is not None:
            pane.command(dialog.order)

    # ---- models ----------------------------------------------------------------------------------------------------
    def _choose_seat(self, pane: DebatePane) -> None:
        menu = QMenu(self._window)
        seats = {seat.id: (seat.name or seat.id, seat.model) for seat in pane.live.debate.seats.values()}
        services = pane.live.debate.services
        seats |= {name: (name.capitalize(), model) for name, model in services.items() if name not in seats}
        for id, (name, model) in seats.items():
            action = menu.addAction(icons.icon("swap", theme.current().muted, 16), f"{name}: {phrases.model(model)}")
            action.triggered.connect(lambda _checked=False, which=id: self._bridge.start(self.swap(pane, which)))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(pane.header.more.mapToGlobal(pane.header.more.rect().bottomLeft()))

    async def _replace_model(self, pane: DebatePane, path: str) -> None:
        """Give the seat of a failed turn another model, then go on."""
        entry = pane.live.transcript.turns.get(path)
        if entry is None:
            return
        seat = entry.seat
        services = pane.live.debate.services
        if seat not in pane.live.debate.seats and entry.task in services:
            seat = entry.task
        if await self.swap(pane, seat) and pane.live.debate.status == "error":
            pane.act(CONTINUE)

    async def swap(self, pane: DebatePane, seat: str) -> bool:
        debate = pane.live.debate
        seated = seat in debate.seats
        current = debate.seats[seat].model if seated else debate.services.get(seat, "")
        empty = seated and sum(one.taken for one in debate.seats.values()) > 2
        picker = self._dialogs.picker(self._shelf, current, human=seated, nobody=empty and bool(current))
        if not await answer(picker) or not picker.chosen:
            return False
        order = Swap(seat=seat, model="" if picker.chosen == NOBODY else picker.chosen)

        async def swapped(agreed: Collection[Asked]) -> bool:
            await pane.live.session.submit(order, agreed)
            return True

        try:
            return bool(await with_consent(self._window, swapped))
        except DisputatioError as error:
            pane.refuse(error)
            return False
