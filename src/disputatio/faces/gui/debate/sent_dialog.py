"""What exactly was sent to the model of a turn, request by request: a turn that looks things up makes several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QWidget

from disputatio.app.debates.requests import SentRequest, parts, request_body, tools
from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import Json
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts, phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.lists import Row, RowList
from disputatio.faces.gui.kit.plain_text import PlainText

if TYPE_CHECKING:
    from disputatio.app.application import Application

LEFT: Final = 240
WHY: Final = {
    "asked": tr("The turn begins"),
    "results": tr("With look-up results"),
    "repair": tr("Asked again for a readable answer"),
    "mend": tr("Asked again for what was missing or not found"),
}


class SentDialog(QDialog):
    """`requests` are those of the turn, in order; `who` is whose turn it is."""

    def __init__(
        self, app: Application, bridge: Bridge, requests: Sequence[SentRequest], who: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Requests of this turn"))
        self.resize(960, 640)
        self._app, self._bridge = app, bridge
        self._requests = {str(each.seq): each for each in requests}
        self.list = RowList(tr("Requests of this turn"))
        self.list.setFixedWidth(LEFT)
        self.title, self.line = QLabel(who), QLabel()
        self.title.setProperty("look", "title")
        self.line.setProperty("look", "caption")
        for label in (self.title, self.line):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.text = PlainText(tr("The request"))
        self.text.setPlaceholderText(tr("Reading it…"))
        self.list.currentItemChanged.connect(lambda *_: self._show(self.list.key()))
        self._lay_out()
        self.list.show_rows(
            [
                Row(
                    key=key,
                    title=WHY[each.why],
                    subtitle=tr("event {seq}, {model}").format(seq=each.seq, model=phrases.model(each.model)),
                    icon="send",
                )
                for key, each in self._requests.items()
            ]
        )
        self.list.select(next(iter(self._requests), ""))
        if not requests:
            self.text.setPlaceholderText(tr("No request is stored for this turn."))

    def _lay_out(self) -> None:
        close = TextButton(tr("Close"))
        close.clicked.connect(self.accept)
        right = layouts.column(self.title, self.line, (self.text, 1), spacing=6)
        row = layouts.row(self.list, (right, 1), spacing=14)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        layouts.column((row, 1), foot, of=self, margins=(16, 16, 18, 14), spacing=12)

    def _show(self, key: str) -> None:
        if key in self._requests:
            self.text.clear()
            self.line.clear()
            self._bridge.start(self._read(key), lambda error: self._refuse(key, error), over=self.finished)

    async def _read(self, key: str) -> None:
        whole = await request_body(self._app.log, self._requests[key].hash)
        if key == self.list.key():
            self.line.setText(_told(whole))
            self._read_out(parts(whole), self._requests[key].why)

    def _read_out(self, found: Sequence[tuple[str, str]], why: str) -> None:
        """Show a request that follows another from where it says more than that one."""
        whole = "\n\n".join(f"──── {title} ────\n{text}" for title, text in found)
        self.text.show_text(whole, last="──── assistant" if why == "results" else "")

    def _refuse(self, key: str, error: DisputatioError) -> None:
        if key == self.list.key():
            self.line.setText(error.user_message)


def _told(whole: Mapping[str, Json]) -> str:
    size = plural("{count} character", "{count} characters", sum(len(text) for _, text in parts(whole)))
    names = tools(whole)
    return tr("{size}; may call {names}").format(size=size, names=", ".join(names)) if names else size
