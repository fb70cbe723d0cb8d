"""The phases as a row of equal cells, in as many lines as there is room for, and below them which are repeated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QSizePolicy, QWidget

from disputatio.debate.views.phases import Bracket, Phase, Phases
from disputatio.debate.wording import inside, tr
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.kit.buttons import pressed_by
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.kit.fonts import BODY, SMALL, font
from disputatio.faces.gui.kit.labels import isolated, tip
from disputatio.faces.gui.kit.layouts import from_the_side, step_along

HEIGHT: Final = 86
NARROWEST: Final = 136
"""Pixels of a cell; where there are fewer, the strip goes on in another line."""
PAD: Final = 13
MARK: Final = 20
BAR: Final = 3
RADIUS: Final = 13.0
DROP: Final = 8.0
"""Pixels by which the ends of a bracket stand up."""


class PhaseCell(QAbstractButton):
    """One phase: state, cost, name, one fact, and how far it is."""

    def __init__(self, strip: PhaseStrip) -> None:
        super().__init__(strip)
        self._strip = strip
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.phase: Phase | None = None
        self.last = False
        """Whether nothing stands beside it in its line."""
        self._price = ""

    def show_phase(self, phase: Phase, of: int, *, hide_cost: bool) -> None:
        self._price = "" if hide_cost else phase.price
        if phase == self.phase and self.accessibleDescription() == self._price:
            return
        self.phase = phase
        self.setAccessibleName(
            tr("Phase {phase_number} of {of}, {told}").format(phase_number=phase.number, of=of, told=phase.told)
        )
        self.setAccessibleDescription(self._price)
        self.setToolTip(tip(f"{phase.told}{f', {self._price}' if self._price else ''}"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(NARROWEST, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if step := step_along(event):
            self._strip.go(self, step)
        elif pressed_by(event):
            self.click()
        else:
            super().keyPressEvent(event)

    # ---- drawing -----------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.phase is None:
            return
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        around = self._strip
        frame = QPainterPath()  # the corners of the strip
        frame.addRoundedRect(QRectF(around.rect()).adjusted(1, 1, -1, -1).translated(-self.pos()), RADIUS, RADIUS)
        painter.save()
        painter.setClipPath(frame)
        painter.fillRect(box, QColor(self._ground()))
        if not self.last:
            end = QRectF(box.right() - 1, box.top(), 1, box.height())
            painter.fillRect(from_the_side(end, box), QColor(look.border))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), QColor(look.border))
        self._draw_bar(painter, box)
        painter.restore()
        self._draw_words(painter, box)
        self._draw_mark(painter, from_the_side(QRectF(PAD, PAD, MARK, MARK), box))
        if self.hasFocus() or self.isChecked():
            painter.setPen(QPen(QColor(look.accent), 2 if self.hasFocus() else 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), RADIUS - 3, RADIUS - 3)
        painter.end()

    def _ground(self) -> str:
        assert self.phase is not None
        look = theme.current()
        if self.phase.state == "working":
            return mix(look.selection, look.surface, 0.6)
        if self.phase.state == "gate":
            return look.caution_wash
        return look.raised if self.underMouse() or self.isChecked() else look.surface

    def _draw_bar(self, painter: QPainter, box: QRectF) -> None:
        """Teal where it is done, blue as far as it is, nothing ahead."""
        assert self.phase is not None
        look, bar = theme.current(), QRectF(box.left(), box.bottom() - BAR, box.width(), BAR)
        if self.phase.state == "done":
            painter.fillRect(bar, QColor(look.synthesis))
        elif self.phase.state == "working":
            painter.fillRect(bar, QColor(look.border))
            done = bar.adjusted(0, 0, -bar.width() * (1 - self.phase.share), 0)
            painter.fillRect(from_the_side(done, bar), QColor(look.fill))

    def _draw_words(self, painter: QPainter, box: QRectF) -> None:
        assert self.phase is not None
        look, phase, room = theme.current(), self.phase, box.width() - 2 * PAD
        quiet = phase.state in ("ahead", "off")
        name, small = font(BODY, QFont.Weight.DemiBold), font(SMALL)
        cost = font(SMALL)
        cost.setFeature(QFont.Tag("tnum"), 1)
        price = phase.price_in_short if self._price else ""
        for words, made, tone, top, across in (
            (price, cost, look.muted, PAD, Qt.AlignmentFlag.AlignRight),
            (phase.title, name, look.muted if quiet else look.text, PAD + MARK + 6, Qt.AlignmentFlag.AlignLeft),
            (phase.fact or _said(phase), small, look.muted, PAD + MARK + 25, Qt.AlignmentFlag.AlignLeft),
        ):
            painter.setFont(made)
            painter.setPen(QColor(tone))
            left = PAD + (MARK + 4 if across == Qt.AlignmentFlag.AlignRight else 0)
            where = QRectF(left, top, box.width() - PAD - left, MARK)
            shown = QFontMetricsF(made).elidedText(words, Qt.TextElideMode.ElideRight, min(room, where.width()))
            painter.drawText(from_the_side(where, box), across | Qt.AlignmentFlag.AlignVCenter, isolated(shown))

    def _draw_mark(self, painter: QPainter, box: QRectF) -> None:
        """A shape for each state: nothing is told by colour alone."""
        assert self.phase is not None
        look, ratio = theme.current(), self.devicePixelRatioF()
        painter.setPen(Qt.PenStyle.NoPen)
        match self.phase.state:
            case "done":
                painter.setBrush(QColor(mix(look.synthesis, look.surface, 0.16 if look.dark else 0.12)))
                painter.drawEllipse(box)
                painter.drawPixmap(box.topLeft() + QPointF(4, 4), icons.pixmap("check", look.synthesis, 12, ratio))
            case "gate":
                draw_gate(painter, box, ratio)
            case "working":
                painter.setBrush(QColor(look.fill))
                painter.drawEllipse(box.center(), 4.0, 4.0)
                painter.setPen(QPen(QColor(look.fill), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(box.adjusted(2, 2, -2, -2))
            case "ahead" if self.phase.gate:
                draw_gate(painter, box, ratio)
            case "ahead":
                painter.setPen(QPen(QColor(look.outline), 1.4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(box.adjusted(3, 3, -3, -3))
            case _:
                painter.setPen(QPen(QColor(look.outline), 1.6))
                painter.drawLine(box.center() - QPointF(5, 0), box.center() + QPointF(5, 0))


class GateMark(QWidget):
    """The sign of a gate, as it stands on a cell."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(MARK, MARK)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_gate(painter, QRectF(self.rect()), self.devicePixelRatioF())
        painter.end()


def draw_gate(painter: QPainter, box: QRectF, ratio: float) -> None:
    look = theme.current()
    painter.setPen(QPen(QColor(look.caution_edge), 1))
    painter.setBrush(QColor(look.caution_wash))
    painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.drawPixmap(box.topLeft() + QPointF(4, 4), icons.pixmap("gate", look.caution, 12, ratio))


def _said(phase: Phase) -> str:
    return {"working": tr("begins"), "gate": tr("your approval")}.get(phase.state, "")


class PhaseStrip(QFrame):
    chosen = Signal(str)
    """The name of a phase whose turns are to be shown; "" for none."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setAccessibleName(tr("Phases"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.cells: list[PhaseCell] = []

    def show_phases(self, phases: Sequence[Phase], *, hide_cost: bool) -> None:
        while len(self.cells) < len(phases):
            cell = PhaseCell(self)
            cell.clicked.connect(lambda _checked=False, cell=cell: self._choose(cell))
            cell.show()
            self.cells.append(cell)
        for cell, phase in zip(self.cells, phases, strict=True):
            cell.show_phase(phase, len(phases), hide_cost=hide_cost)
        self._arrange()

    @property
    def per_line(self) -> int:
        """Cells in a line: as many as there is room for, so that all lines are alike."""
        count, lines = len(self.cells), 1
        while lines < count and self.width() / -(-count // lines) < NARROWEST:
            lines += 1
        return -(-count // lines)

    def mark(self, name: str) -> None:
        """Mark the phase whose turns are shown; "" marks none."""
        for cell in self.cells:
            cell.setChecked(cell.phase is not None and cell.phase.name == name)

    def go(self, cell: PhaseCell, step: int) -> None:
        """Take the keyboard to a neighbour."""
        place = min(max(0, self.cells.index(cell) + step), len(self.cells) - 1)
        self.cells[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _choose(self, cell: PhaseCell) -> None:
        assert cell.phase is not None
        self.chosen.emit(cell.phase.name if cell.isChecked() else "")

    def _arrange(self) -> None:
        if not self.cells:
            return
        across = self.per_line
        lines = -(-len(self.cells) // across)
        self.setFixedHeight(lines * HEIGHT + 2)
        inner = self.width() - 2
        for place, cell in enumerate(self.cells):
            line, column = divmod(place, across)
            left, right = round(inner * column / across), round(inner * (column + 1) / across)
            cell.last = column == across - 1
            box = QRectF(1 + left, 1 + line * HEIGHT, right - left, HEIGHT)
            cell.setGeometry(from_the_side(box, QRectF(self.rect())).toRect())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()


class Repeated(QWidget):
    """Which phases are repeated, and until when: a bracket below them where they stand in one line, else in words."""

    def __init__(self, strip: PhaseStrip) -> None:
        super().__init__()
        self._strip = strip
        self._brackets: tuple[Bracket, ...] = ()
        self._phases: tuple[Phase, ...] = ()

    def show_phases(self, phases: Phases) -> None:
        self._brackets, self._phases = phases.brackets, phases.listed
        line = round(QFontMetricsF(font(SMALL)).height() * 1.5)
        self.setFixedHeight(round(DROP) + 2 + line * max(1, len(self._brackets)))
        self.setVisible(bool(self._brackets))
        self.setAccessibleName(" ".join(f"{self._span(one)} {one.words}." for one in self._brackets))
        self.update()

    def _span(self, bracket: Bracket) -> str:
        first, last = self._phases[bracket.first - 1].title, self._phases[bracket.last - 1].title
        return tr("{first} to {last}").format(first=first, last=inside(last))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(SMALL))
        measure = QFontMetricsF(painter.font())
        whole = self._strip.per_line >= len(self._strip.cells)
        top = 0.0
        for bracket in self._brackets:
            words = ", ".join(filter(None, (bracket.now, bracket.words)))
            left, right = 0.0, float(self.width())
            if whole and bracket.last <= len(self._strip.cells):
                cells = [cell.geometry() for cell in self._strip.cells[bracket.first - 1 : bracket.last]]
                left, right = min(cell.left() for cell in cells) + 2.0, max(cell.right() for cell in cells) - 1.0
                painter.setPen(QPen(QColor(look.outline), 1))
                path = QPainterPath(QPointF(left, top + 2))
                path.lineTo(left, top + DROP - 4)
                path.quadTo(left, top + DROP, left + 4, top + DROP)
                path.lineTo(right - 4, top + DROP)
                path.quadTo(right, top + DROP, right, top + DROP - 4)
                path.lineTo(right, top + 2)
                painter.drawPath(path)
            else:
                words = f"{self._span(bracket)}: {words}"
            painter.setPen(QColor(look.muted))
            where = QRectF(left, top + DROP + 2, right - left, measure.height() * 1.4)
            shown = measure.elidedText(words, Qt.TextElideMode.ElideRight, where.width())
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, isolated(shown))
            top += measure.height() * 1.5
        painter.end()


class PhaseHead(QWidget):
    """The strip with what is repeated."""

    def __init__(self) -> None:
        super().__init__()
        self.strip = PhaseStrip()
        self.repeated = Repeated(self.strip)
        layouts.column(self.strip, self.repeated, of=self, margins=layouts.FLUSH, spacing=2)

    def show_phases(self, phases: Phases, *, hide_cost: bool) -> None:
        self.strip.show_phases(phases.listed, hide_cost=hide_cost)
        self.repeated.show_phases(phases)
