"""The record of a debate as one of its views: every event as a line, filters, what is kept of a line in full; whether
the record is whole, whether the rules come to the same again, and the lines as a file."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from disputatio.app import audit
from disputatio.app.actions.debates import CHECK_RECORD
from disputatio.app.debate_files import put
from disputatio.app.debates.requests import parts, request_body
from disputatio.debate.errors import DisputatioError
from disputatio.debate.ranges import moment
from disputatio.debate.views.trail import ONE_AND_ALL, TrailFilter, TrailKind, TrailRow, trail_of
from disputatio.debate.wording import english, figure, plural, tr
from disputatio.faces.gui.kit import layouts, phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import DropDown, LineField, ask_place
from disputatio.faces.gui.kit.labels import ElidedLabel, caption
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.kit.lists import Row, RowList
from disputatio.faces.gui.kit.plain_text import PlainText

if TYPE_CHECKING:
    from pathlib import Path

    from disputatio.app.application import Application
    from disputatio.faces.gui.bridge import Bridge
    from disputatio.faces.gui.debate.live import LiveDebate

AT_ONCE: Final = 300
"""Lines that are listed before somebody asks for more."""
LEFT: Final = 400
WORDS: Final = 220
SIGNS: Final[dict[TrailKind, str]] = {
    "prompt": "send", "response": "chat", "tool": "search", "test": "check", "vote": "scale",
    "reflection": "reflections", "approval": "gate", "person": "user", "fault": "error", "rule": "phases",
    "change": "edit",
}  # fmt: skip


class RecordView(QWidget):
    wanted = Signal(object)
    """What is to be done with the debate (debate.debate_actions.Intent)."""
    said = Signal(str)
    """What was done, in a sentence."""

    def __init__(self, app: Application, live: LiveDebate, bridge: Bridge) -> None:
        super().__init__()
        self.live = live
        self._app, self._bridge = app, bridge
        self.rows: list[TrailRow] = []
        self.listed: list[TrailRow] = []
        self._read, self._busy, self._most = 0, False, AT_ONCE
        self.kinds, self.people, self.words = DropDown(), DropDown(), LineField()
        self.list = RowList(tr("Lines of the record"))
        self.count, self.title, self.line = ElidedLabel(look="caption"), QLabel(), caption("")
        self.more = TextButton(tr("Show more"), icon="chevron-down")
        self.text = PlainText(tr("What is recorded"))
        self.empty = EmptyState(
            tr("Nothing is recorded yet"), tr("Lines appear as soon as the debate begins."), icon="shield"
        )
        self.pages = QStackedWidget()
        self._lay_out()
        live.state_changed.connect(self.look)

    def _lay_out(self) -> None:
        self.kinds.setAccessibleName(tr("Kind of line"))
        self.kinds.addItem(tr("Everything"), None)
        for kind, words in ONE_AND_ALL.items():
            self.kinds.addItem(plural(*words, 2), kind)
        self.people.setAccessibleName(tr("Who"))
        self.words.setPlaceholderText(tr("Contains words"))
        self.words.setAccessibleName(tr("Contains words"))
        self.words.setClearButtonEnabled(True)
        self.words.setFixedWidth(WORDS)
        for box in (self.kinds, self.people):
            box.setSizeAdjustPolicy(DropDown.SizeAdjustPolicy.AdjustToContents)
        bar = FlowLayout(spacing=8)
        for field in (self.kinds, self.people, self.words):
            bar.addWidget(field)
        check = TextButton(tr("Check"), icon="shield")
        check.setToolTip(tr("Check that the stored debate matches what was recorded"))
        check.clicked.connect(lambda: self.wanted.emit(CHECK_RECORD.does))
        again = TextButton(tr("Run again"), icon="retry")
        again.setToolTip(tr("Apply the rules again to the recorded answers, without calling a model"))
        again.clicked.connect(lambda: self._bridge.start(self.run_again()))
        save = TextButton(tr("Save as file"), icon="export")
        save.setToolTip(tr("Save the listed lines to a file, with their full texts"))
        save.clicked.connect(self._ask_place)
        for button in (check, again, save):
            bar.addWidget(button)
        left = layouts.column(self.count, self.list, self.more, spacing=6)
        self.list.setMaximumWidth(LEFT)
        right = QVBoxLayout()
        right.setSpacing(6)
        self.title.setProperty("look", "strong")
        self.title.setWordWrap(True)
        right.addWidget(self.title)
        right.addWidget(self.line)
        right.addWidget(self.text, 1)
        halves = layouts.row((left, 2), (right, 3), spacing=14)
        page = QWidget()
        layouts.column(bar, (halves, 1), of=page, margins=(22, 12, 22, 18), spacing=12)
        self.pages.addWidget(page)
        self.pages.addWidget(self.empty)
        layouts.column(self.pages, of=self, margins=layouts.FLUSH)
        self.setFocusProxy(self.list)
        self.kinds.currentIndexChanged.connect(self._narrow)
        self.people.currentIndexChanged.connect(self._narrow)
        self.words.textChanged.connect(self._narrow)
        self.more.clicked.connect(self._show_more)
        self.list.currentItemChanged.connect(lambda *_: self._show(self.list.key()))

    # ---- the lines ---------------------------------------------------------------------------------------------------
    def showEvent(self, event: QShowEvent) -> None:
        self.look()
        super().showEvent(event)

    def look(self) -> None:
        """Read the record anew if it has grown, while somebody looks."""
        if self.isVisible() and not self._busy and len(self.live.history) != self._read:
            self._busy = True
            self._bridge.start(self._read_on())

    async def _read_on(self) -> None:
        records = list(self.live.history)
        try:
            found = await asyncio.to_thread(trail_of, records)
        finally:
            self._busy = False
        if not self.live.stopped:
            self.rows, self._read = found, len(records)
            self._list_people()
            self._narrow_on()
            self.look()

    def _list_people(self) -> None:
        known = {self.people.itemData(at) for at in range(self.people.count())}
        self.people.blockSignals(True)
        for name in ("", *dict.fromkeys(row.who for row in self.rows)):
            if name not in known:
                self.people.addItem(name or tr("Everybody"), name)
        self.people.blockSignals(False)

    @property
    def filter(self) -> TrailFilter:
        kind: TrailKind | None = self.kinds.currentData()
        return TrailFilter(
            kinds=frozenset({kind} if kind else ()), who=self.people.currentData() or "", words=self.words.text()
        )

    def _narrow(self) -> None:
        self._most = AT_ONCE
        self._narrow_on()

    def _narrow_on(self) -> None:
        wanted = self.filter
        self.listed = [row for row in self.rows if wanted.takes(row)]
        shown = self.listed[: self._most]
        self.pages.setCurrentIndex(0 if self.rows else 1)
        self.list.show_rows([_row(place, row) for place, row in enumerate(shown)])
        lines = plural("{count} line", "{count} lines", len(self.listed))
        self.count.setText(
            lines
            if len(self.listed) == len(self.rows)
            else tr("{lines} of {number_of_rows}").format(lines=lines, number_of_rows=figure(len(self.rows)))
        )
        rest = len(self.listed) - len(shown)
        self.more.setText(tr("Show {min} more").format(min=figure(min(rest, AT_ONCE))))
        self.more.setVisible(rest > 0)
        if shown and not self.list.key():
            self.list.select(_key(0, shown[0]))
        if not shown:
            self._show("")

    def _show_more(self) -> None:
        self._most += AT_ONCE
        self._narrow_on()

    # ---- one of them -------------------------------------------------------------------------------------------------
    def _show(self, key: str) -> None:
        row = next((row for place, row in enumerate(self.listed) if _key(place, row) == key), None)
        if row is None:
            self.title.setText("")
            self.line.setText("" if self.listed else tr("No lines match."))
            self.text.clear()
            return
        self.title.setText(f"{row.who}: {row.what}" if row.kind not in ("rule", "change") else row.what)
        model = phrases.model(row.model) if row.model else ""
        said = (
            tr("event {seq}").format(seq=row.seq),
            moment(row.at).astimezone().strftime("%Y-%m-%d %H:%M:%S"),
            row.place,
            model,
            tr("checksum {hash}").format(hash=row.hash[:12]),
        )
        self.line.setText(" · ".join(part for part in said if part))
        self.text.show_text(row.text)
        self.text.setPlaceholderText(tr("Nothing more is recorded about it."))
        if row.request:
            self.text.setPlaceholderText(tr("Reading what was sent…"))
            self._bridge.start(self._read_request(key, row.request), lambda error: self._refuse(key, error))

    async def _read_request(self, key: str, hash: str) -> None:
        whole = await request_body(self._app.log, hash)
        if key == self.list.key():
            self.text.show_text("\n\n".join(f"──── {title} ────\n{text}" for title, text in parts(whole)))

    def _refuse(self, key: str, error: DisputatioError) -> None:
        if key == self.list.key():
            self.text.show_text(error.user_message)

    # ---- what is done with all ---------------------------------------------------------------------------------------
    async def run_again(self) -> None:
        """Run the debate again from its record. Raises Refused."""
        self.said.emit((await audit.replayed(self._app, self.live.id)).sentence)

    def _ask_place(self) -> None:
        name = f"record-{self.live.id[:8]}.json"
        ask_place(self, tr("Save as file"), name, lambda file: self._bridge.start(self.write(file)))

    async def write(self, file: Path) -> None:
        """Write the lines that are listed, all of them, in English. Raises Refused."""
        rows, listed, records = self.rows, set(map(id, self.listed)), list(self.live.history[: self._read])
        with english():
            told = await asyncio.to_thread(trail_of, records)
        lines = [one for one, shown in zip(told, rows, strict=True) if id(shown) in listed]
        await put(audit.trail_file(lines), file)
        self.said.emit(
            plural("{count} line saved as {file}.", "{count} lines saved as {file}.", len(lines)).format(file=file.name)
        )


def _key(place: int, row: TrailRow) -> str:
    return f"{place}:{row.seq}"


def _row(place: int, row: TrailRow) -> Row:
    kind = plural(*ONE_AND_ALL[row.kind], 1)
    under = " · ".join(part for part in (str(row.seq), kind, row.place) if part)
    who = "" if row.kind in ("rule", "change") else f"{row.who}: "
    return Row(key=_key(place, row), title=f"{who}{row.what}", subtitle=under, icon=SIGNS[row.kind])
