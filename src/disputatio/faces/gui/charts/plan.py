"""How a task is planned: who leads, further on those who report to them, and what each plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea

from disputatio.debate.views.planning import STATES, Plan, PlanNode
from disputatio.debate.wording import tr
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.charts.layering import Drawing, drawing_of
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_avatar
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.layouts import from_the_side, mirror

NARROWEST, WIDEST, HIGH = 116.0, 260.0, 44.0
"""Pixels of a node: as wide as there is room for, within bounds."""
ROOMY: Final = 180.0
"""Pixels of a node from which on it tells how its plan begins."""
GAP: Final = (22.0, 12.0)
DISC: Final = 20.0
EDGE: Final = 3.0
"""Pixels around the picture."""


class PlanChart(Chart):
    def __init__(self) -> None:
        self._plan = Plan()
        self._drawing = self._least = Drawing(places={}, routes={})
        self._wide = WIDEST
        super().__init__(tr("Plan"))

    def show_plan(self, plan: Plan) -> None:
        self._plan = plan
        self._draw_into(self.width())

    def _draw_into(self, width: float) -> None:
        """Lay it out in nodes that fill a width, if they can."""
        least = self._laid_out(NARROWEST)
        layers = len({left for left, _ in least.places.values()}) or 1
        wide = (width - 2 * EDGE - (layers - 1) * GAP[0]) / layers
        self._wide = max(NARROWEST, min(WIDEST, wide))
        self._least, self._drawing = least, self._laid_out(self._wide)

    def _laid_out(self, wide: float) -> Drawing:
        sizes = {node.seat: (wide, HIGH) for node in self._plan.nodes}
        return drawing_of(sizes, self._plan.edges, gap=GAP, width=wide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw_into(event.size().width())

    def sizeHint(self) -> QSize:
        return QSize(round(self._drawing.width + 2 * EDGE), round(self._drawing.height + 2 * EDGE))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._least.width + 2 * EDGE), round(self._least.height + 2 * EDGE))

    def picture_size(self) -> QSize:
        return self.sizeHint()

    def lines(self) -> Sequence[str]:
        return self._plan.lines

    def parts(self) -> Sequence[tuple[str, str]]:
        return [
            (node.path, said)
            for node, said in zip(self._plan.nodes, self._plan.lines[-len(self._plan.nodes) :], strict=True)
        ]

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        return [from_the_side(node, self._whole(box)) for node in self._from_the_left(box).values()]

    def _whole(self, box: QRectF) -> QRectF:
        """Return what the drawing has if it is painted into a box: as much of it as there is, so that it begins where
        one begins to read."""
        wide = max(box.width(), self._drawing.width + 2 * EDGE)
        return QRectF(box.topLeft(), QSizeF(wide, self._drawing.height + 2 * EDGE))

    def _from_the_left(self, box: QRectF) -> dict[str, QRectF]:
        origin, places = box.topLeft() + QPointF(EDGE, EDGE), self._drawing.places
        size = QSizeF(self._wide, HIGH)
        return {node.seat: QRectF(origin + QPointF(*places[node.seat]), size) for node in self._plan.nodes}

    # ---- drawing ---------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, box: QRectF) -> None:
        boxes, whole = self._from_the_left(box), self._whole(box)
        origin = box.topLeft() + QPointF(EDGE, EDGE)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(mix(theme.current().muted, theme.current().surface, 0.7)), 1.3))
        for below, above in self._plan.edges:
            via = [origin + QPointF(*point) for point in self._drawing.routes.get((below, above), ())]
            painter.drawPath(mirror(whole).map(_curve(boxes[below], boxes[above], via)))
        for node in self._plan.nodes:
            self._draw_node(painter, from_the_side(boxes[node.seat], whole), node)

    def _draw_node(self, painter: QPainter, box: QRectF, node: PlanNode) -> None:
        look = theme.current()
        gone = node.state == "gone"
        working = node.state == "working"
        painter.setPen(
            QPen(
                QColor(look.fill if working else look.border),
                1.8 if working else 1.2,
                Qt.PenStyle.DashLine if gone else Qt.PenStyle.SolidLine,
            )
        )
        painter.setBrush(QColor(look.raised if node.leads else look.surface))
        painter.drawRoundedRect(box, 10, 10)
        disc = QRectF(box.left() + 9, box.center().y() - DISC / 2, DISC, DISC)
        if gone:
            painter.setOpacity(0.4)
        paint_avatar(painter, from_the_side(disc, box), node.who.glyph, node.who.colour)
        painter.setOpacity(1.0)
        state = STATES[node.state] or (tr("leads") if node.leads else tr("moved here") if node.moved else "")
        below = node.text if node.text and box.width() >= ROOMY else state
        left = disc.right() + 8
        room = from_the_side(QRectF(left, box.top() + 4, box.right() - left - 8, box.height() - 8), box)
        name = font(SMALL, QFont.Weight.DemiBold)
        painter.setFont(name)
        painter.setPen(QColor(look.muted if gone else look.text))
        words = QFontMetricsF(name).elidedText(node.who.name, Qt.TextElideMode.ElideRight, room.width())
        half = QRectF(room.left(), room.top(), room.width(), room.height() / 2)
        painter.drawText(half if below else room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        if below:
            small = font(CAPTION)
            painter.setFont(small)
            painter.setPen(QColor(look.muted))
            words = QFontMetricsF(small).elidedText(below, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(
                half.translated(0, half.height()), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words
            )


def _curve(below: QRectF, above: QRectF, via: Sequence[QPointF]) -> QPainterPath:
    """Return the line from who reports to whom, past the layers between them."""
    path = QPainterPath(QPointF(below.left(), below.center().y()))
    for point in (*via, QPointF(above.right(), above.center().y())):
        start = path.currentPosition()
        bend = (start.x() - point.x()) / 2
        path.cubicTo(start - QPointF(bend, 0), point + QPointF(bend, 0), point)
    return path


class PlanArea(QScrollArea):
    """Where it stands: as high as it is; one that has too many layers for the width is scrolled."""

    def __init__(self, chart: PlanChart) -> None:
        super().__init__()
        self._chart = chart
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(chart)
        self.viewport().setAutoFillBackground(False)
        chart.setAutoFillBackground(False)

    def fit(self) -> None:
        """Be as high as the chart, with its bar where there is one."""
        least = self._chart.minimumSizeHint()
        bar = self.horizontalScrollBar().sizeHint().height() if least.width() > self.width() else 0
        self.setFixedHeight(least.height() + bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
