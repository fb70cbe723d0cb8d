"""The inspector "Context": what the models of this debate are told, what was left out, and to whom it goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.context_dialog import ContextDialog, ContextSummary, Part, context_summary
from disputatio.faces.gui.debate.inspector import InspectorView, text_label
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.buttons import Pressable, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import isolated, tip
from disputatio.faces.gui.kit.layouts import clear, from_the_side

if TYPE_CHECKING:
    from disputatio.app.application import Application


_PAD: Final = 7
_LINE: Final = 16
"""Pixels of a line."""


class PartRow(Pressable):
    """A section: Enter or a click opens its text."""

    opened = Signal(str)

    def __init__(self, part: Part) -> None:
        super().__init__()
        self._part = part
        self.clicked.connect(self._open)
        self.setAccessibleName(f"{part.title}: {part.size}. {part.cut}".strip())
        self.setToolTip(tip("\n".join(each for each in (part.title, part.cut) if each)))
        self._more = 0  # pixels of a second line of the title
        self.setFixedHeight(self.sizeHint().height())

    def _open(self) -> None:
        self.opened.emit(self._part.name)

    def sizeHint(self) -> QSize:
        return QSize(160, 2 * _PAD + 26 + self._more)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        measure = QFontMetricsF(font(SMALL))
        self._more = _LINE if measure.horizontalAdvance(self._part.title) > self._room() else 0
        self.setFixedHeight(self.sizeHint().height())

    def _room(self) -> float:
        """Return the pixels that a line of the title has."""
        return self.width() - 16 - QFontMetricsF(font(CAPTION)).horizontalAdvance(self._part.size)

    def paintEvent(self, event: QPaintEvent) -> None:
        part, look = self._part, theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self.underMouse():
            painter.setPen(QPen(QColor(look.accent), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.raised))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        line = QRectF(4, _PAD, self.width() - 8, 18)
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(look.muted))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, part.size)
        title = QRectF(line.left(), line.top(), self._room(), line.height() + self._more)
        painter.setFont(font(SMALL))
        painter.setPen(QColor(look.text))
        lines = 1.8 if self._more else 1  # what does not fit at the end of a line goes to the next
        shown = QFontMetricsF(painter.font()).elidedText(part.title, Qt.TextElideMode.ElideRight, lines * title.width())
        wrapped = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(from_the_side(title, line), wrapped, isolated(shown))
        bar = QRectF(4, _PAD + 20 + self._more, self.width() - 8, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.border))
        painter.drawRoundedRect(bar, 2, 2)
        done = QRectF(bar.left(), bar.top(), max(4.0, bar.width() * part.share), bar.height())
        painter.setBrush(QColor(look.ok if part.verified else look.accent))
        painter.drawRoundedRect(from_the_side(done, bar), 2, 2)
        painter.end()


class ContextInspector(InspectorView):
    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__()
        self._app, self._bridge = app, bridge
        self.summary: ContextSummary | None = None
        self.sections, self.left, self.who = (
            TitledCard(tr("What every model sees")),
            TitledCard(tr("Left out or held back")),
            TitledCard(tr("Who gets it")),
        )
        self._line = text_label("", "caption")
        self._rows, self._cuts, self._receivers = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        self._rows.setSpacing(2)
        self.read = TextButton(tr("Read it all…"), icon="eye")
        self.read.clicked.connect(lambda: self._open(""))
        self.sections.body.addWidget(self._line)
        self.sections.body.addLayout(self._rows)
        self.sections.body.addWidget(self.read, 0, Qt.AlignmentFlag.AlignLeft)
        self.left.body.addLayout(self._cuts)
        self.who.body.addLayout(self._receivers)
        for card in (self.sections, self.left, self.who):
            self.column.addWidget(card)
        self.column.addStretch()

    def focus(self) -> QWidget:
        return self.read

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        if live.debate.context.sections:
            return "", ""
        return (
            tr("No context"),
            tr(
                "The models get only the question and the debate itself. A new debate can start from a project, a "
                "repository or files."
            ),
        )

    def show_live(self, live: LiveDebate) -> None:
        debate = live.debate
        found = context_summary(debate.context, debate.seats.values(), debate.services, self._app.providers)
        if found == self.summary:
            return
        self.summary = found
        self._line.setText(found.line)
        _fill(self._rows, [self._row(place) for place in range(len(found.parts))])
        _fill(self._cuts, [text_label(cut, "caption") for cut in found.cuts])
        _fill(self._receivers, [text_label(each.sentence, "caption") for each in found.receivers])
        self.left.setVisible(bool(found.cuts))

    def _row(self, place: int) -> PartRow:
        assert self.summary is not None, "rows are of what is shown"
        row = PartRow(self.summary.parts[place])
        row.opened.connect(self._open)
        return row

    def _open(self, name: str) -> None:
        if self.summary is None:
            return
        dialog = ContextDialog(self._app, self._bridge, self.summary, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open_at(name)
        dialog.open()


def _fill(column: QVBoxLayout, widgets: Sequence[QWidget]) -> None:
    clear(column)
    for each in widgets:
        column.addWidget(each)
