"""Who sits in the debate: a line for each seat and for the synthesis, with its model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from disputatio.debate.seats import Seat
from disputatio.faces.gui.presenters import identities, words
from disputatio.faces.gui.widgets.avatars import paint_glyph
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.cards import TitledCard

SERVICES = {"synthesis": "Synthesis", "clerk": "Utility"}


class Shape(QWidget):
    """The glyph of a seat."""

    def __init__(self, who: identities.Identity, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._who = who
        self.setFixedSize(QSize(18, 18))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_glyph(painter, QRectF(self.rect()).center(), 13, self._who.glyph, self._who.colour)
        painter.end()


class SeatsCard(TitledCard):
    model_wanted = Signal(str, str)
    """Another model for a seat or a service: its id, the model it has."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Who debates", parent)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self.body.addLayout(self._grid)
        self._shown: object = None
        self.rehearse = TextButton("Rehearse without AI", icon="play", kind="quiet")
        self.rehearse.setToolTip("Put the rehearsal on every seat: no AI model is asked.")
        self.corner.addWidget(self.rehearse)
        self.buttons: dict[str, TextButton] = {}

    def show_seats(self, seats: Sequence[Seat], services: Mapping[str, str], missing: Sequence[str]) -> None:
        """`missing` are models, in words, whose provider cannot be asked."""
        shown = (tuple(seats), tuple(services.items()), tuple(missing))
        if shown == self._shown:
            return
        self._shown = shown
        self._clear()
        for place, seat in enumerate(seats):
            who = identities.of_seat(seat, place)
            self._line(who, who.name, seat.id, seat.model, missing)
        for id, name in SERVICES.items():
            if id in services and (services[id] or id == "synthesis"):
                who = identities.SYNTHESIS if id == "synthesis" else identities.CLERK
                self._line(who, name, id, services[id], missing)

    def _line(self, who: identities.Identity, name: str, id: str, model: str, missing: Sequence[str]) -> None:
        row = self._grid.rowCount()
        label = QLabel(name)
        lacks = any(f"({model})" in each for each in missing)
        shown = model if model and not model.startswith(words.REHEARSAL) else words.model(model)
        button = TextButton(shown or "none", icon="warning" if lacks else "")
        button.setAccessibleName(f"Model of {name}: {shown or 'none'}{', it has no key' if lacks else ''}")
        button.setToolTip("This provider has no key yet." if lacks else "Choose another model")
        button.clicked.connect(lambda: self.model_wanted.emit(id, model))
        label.setBuddy(button)
        self._grid.addWidget(Shape(who), row, 0)
        self._grid.addWidget(label, row, 1)
        self._grid.addWidget(button, row, 2)
        self.buttons[id] = button

    def _clear(self) -> None:
        self.buttons.clear()
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
