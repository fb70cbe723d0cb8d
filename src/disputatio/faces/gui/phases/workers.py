"""Who works now, by the groups that work side by side: who, with which model, at what, and what they write."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.debate.views.workshop import Group, Worker, parallel
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import layouts, phrases, theme
from disputatio.faces.gui.kit.avatars import Avatar
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.labels import ElidedLabel, caption
from disputatio.faces.gui.kit.layouts import clear
from disputatio.faces.gui.phases.pressed_row import PressedRow

DOT: Final = 8


class Dot(QWidget):
    """Somebody is at work."""

    def sizeHint(self) -> QSize:
        return QSize(DOT, DOT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.current().fill))
        painter.drawEllipse(QPointF(self.rect().center()) + QPointF(0.5, 0.5), DOT / 2, DOT / 2)
        painter.end()


class WorkerCard(PressedRow):
    """One at work; a click leads to the turn."""

    def __init__(self, worker: Worker) -> None:
        super().__init__(worker.path, framed=True)
        self.worker = worker
        self.name = ElidedLabel(worker.who.name, look="strong")
        self.model = ElidedLabel(phrases.model(worker.model), look="caption")
        self.state, self.words = caption(), caption(look="muted")
        self.state.setWordWrap(False)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(Avatar(worker.who.name, worker.who.glyph, worker.who.colour, size=22))
        row.addWidget(self.name, 1)
        row.addWidget(Dot(), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.state)
        layouts.column(row, self.model, self.words, of=self, margins=(14, 10, 14, 11), spacing=5)
        self.show_worker(worker)

    def show_worker(self, worker: Worker) -> None:
        """Say what is different: others stay who they are."""
        self.worker = worker
        self.state.setText(worker.state)
        model = phrases.model(worker.model)
        self.model.setText(" · ".join(filter(None, (worker.task, model))))
        self.words.setText(worker.text)
        self.words.setVisible(bool(worker.text))
        self.setAccessibleName(tr("{line}. Go to the turn").format(line=worker.line))


class WorkersCard(TitledCard):
    opened = Signal(str)
    """The path of a turn that is to be shown."""

    def __init__(self) -> None:
        super().__init__(tr("Working now"))
        self.cards: dict[str, WorkerCard] = {}
        self._form: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self.beside = caption()
        self.beside.setWordWrap(False)
        self.corner.addWidget(self.beside)
        self.empty = EmptyState(tr("Nobody is working now."), compact=True)
        self.body.addWidget(self.empty)
        self._groups = QVBoxLayout()
        self._groups.setSpacing(8)
        self.body.addLayout(self._groups)

    def show_groups(self, groups: tuple[Group, ...]) -> None:
        """Show who works; what is waited for while nobody does, the head of the debate says."""
        self.beside.setText(parallel(groups))
        self.empty.setVisible(not groups)
        form = tuple((group.title, tuple(worker.path for worker in group.workers)) for group in groups)
        if form != self._form:
            self._form = form
            self._place(groups)
        for group in groups:
            for worker in group.workers:
                self.cards[worker.path].show_worker(worker)

    def _place(self, groups: tuple[Group, ...]) -> None:
        """Let those at work stand by groups; who still works keeps the card, and the keyboard with it."""
        before, self.cards = self.cards, {}
        for path in {worker.path for group in groups for worker in group.workers} & before.keys():
            self._groups.removeWidget(before[path])
        clear(self._groups)
        for group in groups:
            title = QLabel(group.title)
            title.setProperty("look", "section")
            title.setTextFormat(Qt.TextFormat.PlainText)
            self._groups.addWidget(title)
            for worker in group.workers:
                card = self.cards[worker.path] = before.get(worker.path) or self._card(worker)
                self._groups.addWidget(card)

    def _card(self, worker: Worker) -> WorkerCard:
        made = WorkerCard(worker)
        made.clicked.connect(lambda _checked=False: self.opened.emit(worker.path))
        return made
