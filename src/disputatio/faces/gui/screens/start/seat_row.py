"""One seat of the question box: its shape, its name, its model, and the way out."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from disputatio.debate.seats import HUMAN
from disputatio.debate.views.participants import Participant
from disputatio.faces.gui.presenters import words
from disputatio.faces.gui.widgets.avatars import paint_glyph
from disputatio.faces.gui.widgets.buttons import IconButton, YieldingButton
from disputatio.faces.gui.widgets.persona_choice import PersonaChoice

NAMED_INSET = 7
"""Pixels from the border of a name to its first letter."""
NAME = 76
"""Pixels that a name has at least."""


class Shape(QWidget):
    """The glyph of a seat."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._who: Participant | None = None
        self.setFixedSize(QSize(18, 18))

    def show_identity(self, who: Participant) -> None:
        self._who = who
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._who is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_glyph(painter, QRectF(self.rect()).center(), 13, self._who.glyph, self._who.colour)
        painter.end()


class SeatRow(QWidget):
    """`named`: the person can call the seat as they like, and let it play somebody; services stay what they are."""

    model_wanted = Signal()
    persona_chosen = Signal(str)
    """The id of a persona, "" for nobody."""
    renamed = Signal(str)
    removed = Signal()

    def __init__(self, *, named: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shape_, self.name, self.label = Shape(), QLineEdit(), QLabel()
        self.name.setObjectName("plain")
        self.name.setMaxLength(60)
        self.name.setMinimumWidth(NAME)
        self.label.setContentsMargins(NAMED_INSET, 0, 0, 0)
        self.persona = PersonaChoice()
        self.model = YieldingButton("")
        self.model.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.remove = IconButton("close", "Remove this seat", size=14)
        self.name.editingFinished.connect(self._take_name)
        self.persona.chosen.connect(self.persona_chosen)
        self.model.clicked.connect(self.model_wanted)
        self.remove.clicked.connect(self.removed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.shape_)
        row.addWidget(self.name, 1)
        row.addWidget(self.label, 1)
        row.addWidget(self.persona)
        row.addWidget(self.model)
        row.addWidget(self.remove)
        self.name.setVisible(named)
        self.label.setVisible(not named)
        self.persona.setVisible(named)

    def show_seat(self, who: Participant, model: str, *, lacks: bool, removable: bool) -> None:
        """`lacks`: its provider has no key."""
        self.shape_.show_identity(who)
        self.label.setText(who.name)
        if not self.name.hasFocus():
            self.name.setText(who.name)
            self.name.setCursorPosition(0)
        self.name.setAccessibleName(f"Name of the seat {who.name}")
        self.name.setToolTip("Click to give this seat another name")
        self.persona.show_seat(who.name)
        shown = _model_words(model)
        self.model.set_icon("warning" if lacks else "user" if model == HUMAN else "")
        self.model.set_words(shown)
        self.model.setAccessibleName(f"Model of {who.name}: {shown}{', it has no key' if lacks else ''}")
        self.model.setToolTip(
            "This provider has no key yet." if lacks else "Choose another model, or sit here yourself"
        )
        self.remove.setEnabled(removable)
        self.remove.set_label(f"Remove {who.name}")

    def in_order(self) -> tuple[QWidget, ...]:
        """What can have the focus, from left to right."""
        return self.name, self.persona, self.model, self.remove

    def keep_room(self, keep: bool) -> None:
        """Whether any seat can be removed: rows stay in line."""
        policy = self.remove.sizePolicy()
        policy.setRetainSizeWhenHidden(keep)
        self.remove.setSizePolicy(policy)
        self.remove.setVisible(keep and self.remove.isEnabled())

    def _take_name(self) -> None:
        self.renamed.emit(self.name.text().strip())


def _model_words(model: str) -> str:
    if not model:
        return "none"
    return words.model(model) if model == HUMAN or model.startswith(words.REHEARSAL) else model
