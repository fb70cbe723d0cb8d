"""Where a person speaks in a debate: an interjection to everyone or to one seat, or the answer that is waited for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.app.debates.session import form_by_hand
from disputatio.debate.log.seats import Seat
from disputatio.faces.gui.kit.composer import Composer
from disputatio.faces.gui.kit.inputs import DropDown

LISTED: Final = 12
"""Points that are named; of more, only how many there are."""


def form(gives: str, ids: Sequence[str]) -> str:
    """Return how the answer to a turn is read, "" where any text will do. `ids`: of the statements that are open to an
    assessment."""
    if gives != "assessment":
        return form_by_hand(gives)
    first = ids[0] if ids else "P1"
    named = f" Points: {', '.join(ids)}." if 0 < len(ids) <= LISTED else ""
    return (
        "Write the headings Agree, Disagree and Unverifiable, each on a line of its own; below each the points, such "
        f"as \u201c- {first}: why\u201d. Shift+Enter begins a line. A point that you leave out does not count "
        f"as agreed.{named}"
    )


EVERYONE = "To everyone"
INTERJECT: Final = "Interject: steer, ask for evidence, add a fact…"


class SpeechBox(QWidget):
    interjected = Signal(str, str)
    """Text, and the id of the seat that is asked to answer ("" for all)."""
    answered = Signal(str, str)
    """The path that waits, and the text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waiting = ""
        self.to = DropDown()
        self.to.setAccessibleName("To whom")
        self.to.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.to.setMinimumContentsLength(len(EVERYONE))  # longer names have room in the list
        self.to.addItem(EVERYONE, "")
        self.composer = Composer(INTERJECT, send_label="Interject")
        self.composer.setMaximumWidth(860)
        self.composer.slot.addWidget(self.to)
        self.composer.sent.connect(self._send)
        self.form = QLabel()
        self.form.setProperty("look", "caption")
        self.form.setWordWrap(True)
        self.form.setTextFormat(Qt.TextFormat.PlainText)
        self.form.setMaximumWidth(860)
        self.form.hide()
        row = QHBoxLayout()
        row.addWidget(self.composer)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 8, 22, 16)
        column.setSpacing(6)
        column.addWidget(self.form)
        column.addLayout(row)

    def set_seats(self, seats: Mapping[str, Seat]) -> None:
        wanted = [("", EVERYONE), *((seat.id, f"To {seat.name or seat.id}") for seat in seats.values() if seat.taken)]
        now = [(self.to.itemData(row), self.to.itemText(row)) for row in range(self.to.count())]
        if now == wanted:
            return
        chosen = self.to.currentData()
        self.to.clear()
        for id, name in wanted:
            self.to.addItem(name, id)
        self.to.setCurrentIndex(max(0, self.to.findData(chosen)))
        self.to.view().setMinimumWidth(self.to.view().sizeHintForColumn(0) + 24)

    def wait_for(self, path: str, name: str, form: str = "", chat: str = "") -> None:
        """Let the next thing written answer the turn at `path`; "" for none. `form`: how such an answer is read;
        `chat`: the answer is pasted, and that is who gave it."""
        self.form.setText(form)
        self.form.setVisible(bool(form))
        self.composer.text.setAccessibleDescription(form)
        if path == self._waiting:
            return
        self._waiting = path
        self.to.setVisible(not path)
        field = self.composer.text
        text = INTERJECT if not path else f"Paste the reply of {chat} as {name}…" if chat else f"Your answer as {name}…"
        self.composer.set_label("Use this reply" if chat else "Answer" if path else "Interject")
        field.setPlaceholderText(text)
        field.setAccessibleName(text.rstrip("…"))
        if path:
            field.setFocus()

    def sent(self) -> None:
        """Empty the box: what was sent has arrived."""
        self.composer.clear()
        self.to.setCurrentIndex(0)

    def _send(self, text: str) -> None:
        if self._waiting:
            self.answered.emit(self._waiting, text)
        else:
            self.interjected.emit(text, str(self.to.currentData() or ""))
