"""What a person wants of a debate beyond steering it: fork, note, export, another model, the bin."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from disputatio.app.sent import sent
from disputatio.debate.commands import Continue, Swap
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.personas import with_corpora
from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.model_shelf import ModelShelf
from disputatio.faces.gui.models.wanted import of_citation
from disputatio.faces.gui.presenters import words
from disputatio.faces.gui.screens.consenting import agreeing
from disputatio.faces.gui.screens.context.sent_dialog import SentDialog
from disputatio.library.note import from_debate

if TYPE_CHECKING:
    from disputatio.app.privacy.sendings import Asked
    from disputatio.faces.gui.desk import Desk
    from disputatio.faces.gui.dialogs.model_picker import ModelPicker
    from disputatio.faces.gui.screens.debate.live import LiveDebate
    from disputatio.faces.gui.screens.debate.pane import DebatePane
    from disputatio.faces.gui.screens.library.note_dialog import NoteDialog
    from disputatio.library.note import Note

ENDINGS = {"markdown": ("Markdown", ".md"), "json": ("JSON", ".json")}


class Dialogs(Protocol):
    """Makes what the person is asked with."""

    def note(self, suggestion: Note) -> NoteDialog: ...

    def picker(self, shelf: ModelShelf, model: str, *, human: bool) -> ModelPicker: ...


class Errands(QObject):
    said = Signal(str, str)
    """Something is done: words, and the key of its undoing."""
    opened = Signal(str)
    """This debate is to be shown."""
    listed = Signal()
    """The library is different."""
    left = Signal(str)
    """This debate is gone."""
    source_wanted = Signal(object)
    """A source is to be shown (Wanted)."""

    def __init__(self, desk: Desk, dialogs: Dialogs, bridge: Bridge, shelf: ModelShelf, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._dialogs, self._bridge, self._shelf, self._window = desk, dialogs, bridge, shelf, window

    def run(self, pane: DebatePane, what: str, path: str) -> None:
        """Carry out what a pane wants (see `DebatePane.wanted`)."""
        live = pane.live
        match what:
            case "fork":
                self._bridge.start(self._fork(live, path))
            case "save-note":
                self._bridge.start(self._save_note(live))
            case "copy-final":
                QGuiApplication.clipboard().setText(self._desk.final_text(live.transcript))
                self.said.emit("The final text is copied.", "")
            case "export-markdown" | "export-json":
                self._export(live, "json" if what.endswith("json") else "markdown")
            case "change-model":
                self._bridge.start(self._change_model(pane, path))
            case "models":
                self._choose_seat(pane)
            case "sent":
                self._show_sent(live, path)
            case "bin":
                self._bridge.start(self.bin(live.id))
            case "rename":
                self._bridge.start(self._rename(live.id, path))
            case _ if what.startswith("source:"):
                self._show_source(pane, path, int(what.removeprefix("source:")))

    def _show_source(self, pane: DebatePane, path: str, number: int) -> None:
        """The source of a citation, by its number in the turn; of an address, where it goes."""
        turn = pane.live.transcript.turns.get(path)
        if turn is None or turn.evidence is None or number >= len(turn.evidence.items):
            return
        item = turn.evidence.items[number]
        if item.kind == "address":
            pane.link.emit(item.path or item.citation)
            return
        who = f"{turn.name}, round {turn.round}" if turn.round else turn.name
        known = with_corpora(pane.live.debate.context, pane.live.debate.personas.values())
        self.source_wanted.emit(of_citation(item, who, known, pane.live.id))

    def _show_sent(self, live: LiveDebate, path: str) -> None:
        """Every request of a turn."""
        turn = live.transcript.turns.get(path)
        who = f"{turn.name}, round {turn.round}" if turn and turn.round else turn.name if turn else path
        dialog = SentDialog(self._desk, self._bridge, sent(live.history, path), who, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def menu(self, id: str, place: QPoint, *, deleted: bool) -> None:
        """What can be done with a debate of the sidebar; `deleted`: it is in the bin."""
        menu = QMenu(self._window)
        look = theme.current().muted
        menu.addAction(icons.icon("chat", look, 16), "Open", lambda: self.opened.emit(id))
        if deleted:
            menu.addAction(icons.icon("retry", look, 16), "Restore", lambda: self._bridge.start(self._restore(id)))
        else:
            menu.addAction(icons.icon("trash", look, 16), "Move to the bin", lambda: self._bridge.start(self.bin(id)))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    async def _restore(self, id: str) -> None:
        await self._desk.restore(id)
        self.listed.emit()

    async def _fork(self, live: LiveDebate, path: str) -> None:
        fork = await self._desk.fork(live.id, live.seq_of(path) if path else 0)
        entry = await self._desk.debate(live.id)
        await self._desk.rename(fork, f"Fork of {entry.title or entry.topic}"[:300])
        self.listed.emit()
        self.opened.emit(fork)
        self.said.emit("Forked: the new debate goes on from there.", "")

    async def _rename(self, id: str, title: str) -> None:
        await self._desk.rename(id, title)
        self.listed.emit()

    async def bin(self, id: str) -> None:
        """Out of the library; it can be undone."""
        live = self._desk.app.sessions.get(id)
        if live is not None and live.debate.status == "debating":
            raise Refused("This debate is running.", "Stop it first, then move it to the bin.")
        await self._desk.delete(id)
        self.left.emit(id)
        self.listed.emit()
        learnt = len(await self._desk.app.insights.of_debate(id))
        stays = f"; {words.count(learnt, 'insight')} learnt from it kept" if learnt else ""
        self.said.emit(f"Debate moved to the bin{stays}", f"debate:{id}")

    # ---- notes and exports -----------------------------------------------------------------------------------------
    async def _save_note(self, live: LiveDebate) -> None:
        entry = await self._desk.debate(live.id)
        text = self._desk.final_text(live.transcript)
        if not text:
            raise Refused("There is no synthesis yet.", "End the debate, or have a synthesis made, then save it.")
        draft = from_debate(
            debate=live.id,
            question=entry.topic,
            body=text,
            author=", ".join(seat.name or seat.id for seat in live.seats.values()),
            kind=live.debate.context.kind,
            context=entry.context_title,
            project=live.debate.context.ref if live.debate.context.kind == "project" else "",
        )
        dialog = self._dialogs.note(draft)
        if await answer(dialog) and dialog.note is not None:
            self.said.emit(f"Saved as note: {dialog.note.title}", "")
            self.listed.emit()

    def _export(self, live: LiveDebate, kind: Literal["markdown", "json"]) -> None:
        title, ending = ENDINGS[kind]
        chooser = QFileDialog(self._window, f"Export as {title}")
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setNameFilters((f"{title} (*{ending})", "All files (*)"))
        chooser.setDefaultSuffix(ending.lstrip("."))
        chooser.selectFile(f"{words.file_name(live.debate.question, live.id)}{ending}")
        chooser.fileSelected.connect(lambda name: self._bridge.start(self.export(live.id, kind, Path(name))))
        chooser.open()

    async def export(self, id: str, kind: Literal["markdown", "json"], path: Path) -> None:
        """Write a debate to a file. Raises Refused where it cannot be written."""
        text = await self._desk.export(id, kind)
        try:
            await asyncio.to_thread(path.write_text, text, "utf-8")
        except OSError as error:
            raise Refused(f"{path} cannot be written: {error.strerror or error}.", "Choose another place.") from error
        use = "It can be imported elsewhere." if kind == "json" else "It is for reading; a backup keeps everything."
        self.said.emit(f"Exported to {path.name}. {use}", "")

    # ---- models ----------------------------------------------------------------------------------------------------
    def _choose_seat(self, pane: DebatePane) -> None:
        menu = QMenu(self._window)
        seats = {seat.id: (seat.name or seat.id, seat.model) for seat in pane.live.debate.seats.values()}
        services = pane.live.debate.services
        seats |= {name: (name.capitalize(), model) for name, model in services.items() if name not in seats}
        for id, (name, model) in seats.items():
            action = menu.addAction(icons.icon("swap", theme.current().muted, 16), f"{name}: {words.model(model)}")
            action.triggered.connect(lambda _checked=False, which=id: self._bridge.start(self.swap(pane, which)))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(pane.header.more.mapToGlobal(pane.header.more.rect().bottomLeft()))

    async def _change_model(self, pane: DebatePane, path: str) -> None:
        """Another model for the seat of a failed turn, then go on."""
        entry = pane.live.transcript.turns.get(path)
        if entry is None:
            return
        seat = entry.seat
        services = pane.live.debate.services
        if seat not in pane.live.debate.seats and entry.task in services:
            seat = entry.task
        if await self.swap(pane, seat) and pane.live.debate.status == "error":
            pane.command(Continue())

    async def swap(self, pane: DebatePane, seat: str) -> bool:
        debate = pane.live.debate
        current = debate.seats[seat].model if seat in debate.seats else debate.services.get(seat, "")
        picker = self._dialogs.picker(self._shelf, current, human=seat in debate.seats)
        if not await answer(picker) or not picker.chosen:
            return False
        order = Swap(seat=seat, model=picker.chosen)

        async def swapped(agreed: Collection[Asked]) -> bool:
            await pane.live.session.submit(order, agreed)
            return True

        try:
            return bool(await agreeing(self._window, swapped))
        except DisputatioError as error:
            pane.refuse(error)
            return False
