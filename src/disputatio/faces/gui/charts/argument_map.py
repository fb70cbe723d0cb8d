"""The argument map as a drawing: statements, beside each what speaks for and against it, and who said so. It is
zoomed, gone through by keys along its lines, and leads to the statement in the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextOption,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from disputatio.debate.values import value
from disputatio.debate.views.labels import STATUSES, Label
from disputatio.debate.views.participants import Participant
from disputatio.debate.wording import tr
from disputatio.exporting.argument_map import ArgumentMap, Bond, Proposition, Relation
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.charts.layering import Drawing, drawing_of
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_glyph
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import chip_width, isolated, paint_chip, tone_colours
from disputatio.faces.gui.kit.layouts import (
    from_the_side,
    left_to_page,
    mirror,
    point_from_the_side,
    runs_from_the_right,
    step_along,
)

WIDE: Final = 248.0
INSIDE: Final = 12.0
"""Pixels of a node, and between its edge and its words."""
LINES: Final = 3
"""Lines of text that a node has; the tip and the ledger have all of it."""
GAP: Final = (64.0, 14.0)
MOST: Final = 150
"""Nodes that are drawn, the open statements and what bears on them first; the words have all."""
LEAST, LARGEST, STEP = 0.25, 2.5, 1.2
READABLE: Final = 0.85
"""Times the size at which the words of a node are still read with ease."""
EDGE: Final = 8.0
"""Pixels between a node and the edge of what is seen, where the map opens on it."""
LABELS: Final[dict[str, Label]] = {label.word: label for label in STATUSES}
ORDER: Final = {label.word: place for place, label in enumerate(STATUSES)}
TIES: Final[dict[Bond, tuple[str, Qt.PenStyle, str]]] = {
    "supports": ("ok", Qt.PenStyle.SolidLine, tr("supports")),
    "attacks": ("error", Qt.PenStyle.DashLine, tr("attacks")),
    "answers": ("muted", Qt.PenStyle.DotLine, tr("answers")),
}
"""The tone of a line, its style, and its word: nothing is told by colour alone."""


@value
class _Node:
    """`lines`: its text as it is broken; `shows`: the statement that the ledger is to show."""

    one: Proposition
    lines: tuple[str, ...]
    who: Participant | None
    shows: str
    spoken: str


class ArgumentChart(Chart):
    zoomed = Signal(float)

    def __init__(self) -> None:
        self._map = ArgumentMap(title="", question="", propositions=(), relations=(), stances=())
        self._nodes: dict[str, _Node] = {}
        self._ties: tuple[Relation, ...] = ()
        self._drawing = Drawing(places={}, routes={})
        self._sizes: dict[str, tuple[float, float]] = {}
        self.zoom = 1.0
        self._grip: QPoint | None = None
        self._moved = False
        super().__init__(tr("Argument map"))

    # ---- what it shows ---------------------------------------------------------------------------------------------
    def show_map(self, given: ArgumentMap, people: Sequence[Participant], page: float) -> None:
        """`page`: the pixels of width that there are."""
        chosen = self.key()
        self._map = given
        kept = _kept(given)
        self._ties = tuple(each for each in given.relations if each.bond in TIES and {each.source, each.target} <= kept)
        onto = {each.source: each.target for each in reversed(self._ties)}
        named = {who.name: who for who in people}
        self._nodes = {
            one.key: _Node(
                one=one,
                lines=_broken(one.text, _face(one), WIDE - 2 * INSIDE),
                who=named.get(one.by),
                shows=one.key if one.sort == "statement" else onto.get(one.key, ""),
                spoken=self._spoken(one),
            )
            for one in given.propositions
            if one.key in kept
        }
        line, small = QFontMetricsF(font(SMALL)).height(), QFontMetricsF(font(CAPTION)).height()
        self._sizes = {
            key: (WIDE, 2 * INSIDE + len(node.lines) * line + small + 6) for key, node in self._nodes.items()
        }
        edges = [(each.source, each.target) for each in self._ties]
        self._drawing = drawing_of(self._sizes, edges, gap=GAP, width=page)
        self.at = list(self._nodes).index(chosen) if chosen in self._nodes else -1
        self.set_zoom(self.zoom)

    def left_out(self) -> int:
        """Return how many statements are not drawn."""
        return len(self._map.sorted("statement")) - sum(each.one.sort == "statement" for each in self._nodes.values())

    def _spoken(self, one: Proposition) -> str:
        bonds = [f"{TIES[each.bond][2]} {each.target}" for each in self._ties if each.source == one.key]
        into = [
            tr("{source} {ties} it").format(source=each.source, ties=TIES[each.bond][2])
            for each in self._ties
            if each.target == one.key
        ]
        head = f"{one.key}, {one.status}" if one.sort == "statement" else one.sort
        by = f"{one.by}: " if one.by else ""
        return ". ".join(part for part in (head, f"{by}{one.text}", ", ".join(bonds), ", ".join(into)) if part)

    def key(self) -> str:
        """Return the node that is chosen."""
        return list(self._nodes)[self.at] if 0 <= self.at < len(self._nodes) else ""

    def lines(self) -> Sequence[str]:
        return self._map.lines

    def parts(self) -> Sequence[tuple[str, str]]:
        return [(node.shows, node.spoken) for node in self._nodes.values()]

    def changed(self) -> None:
        super().changed()
        count = len(self._map.sorted("statement"))
        self.setAccessibleDescription(
            tr("{number} statements. Arrow keys follow the lines, Enter shows one in the ledger.").format(number=count)
        )

    # ---- size and places -------------------------------------------------------------------------------------------
    def picture_size(self) -> QSize:
        return QSize(max(200, round(self._drawing.width)), max(80, round(self._drawing.height)))

    def set_zoom(self, zoom: float) -> None:
        self.zoom = max(LEAST, min(LARGEST, zoom))
        self.setFixedSize(self.picture_size() * self.zoom)
        self.zoomed.emit(self.zoom)

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        scale = box.width() / self.picture_size().width()
        found = []
        for key in self._nodes:
            (x, y), (wide, high) = self._drawing.places[key], self._sizes[key]
            node = QRectF(box.left() + x * scale, box.top() + y * scale, wide * scale, high * scale)
            found.append(from_the_side(node, box))
        return found

    def fullest(self, wide: float, high: float) -> tuple[float, float]:
        """Return where a part of the drawing of this size begins that holds the statement which is most open, and of
        the other nodes as many as it can: pixels from the side where one begins to write, and from the top."""
        spots = {key: (*self._drawing.places[key], *self._sizes[key]) for key in self._nodes}
        first = min(self._nodes, key=lambda key: ORDER.get(self._nodes[key].one.status, len(ORDER)))
        here, down, across, deep = spots[first]

        def begins(at: float, size: float, room: float, others: set[float]) -> list[float]:
            found = [other for other in others if other <= at and at + size <= other + room]
            return found or [max(0.0, at - EDGE)]

        lefts = begins(here, across, wide, {max(0.0, x - EDGE) for x, _, _, _ in spots.values()})
        tops = begins(down, deep, high, {max(0.0, y - EDGE) for _, y, _, _ in spots.values()})

        def held(corner: tuple[float, float]) -> tuple[int, float, float]:
            left, top = corner
            inside = (
                left <= x and x + w <= left + wide and top <= y and y + h <= top + high for x, y, w, h in spots.values()
            )
            return sum(inside), -left, -abs(down + deep / 2 - top - high / 2)

        return max(((left, top) for left in lefts for top in tops), key=held)

    # ---- drawing ---------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, box: QRectF) -> None:
        painter.save()
        painter.translate(box.topLeft())
        scale = box.width() / self.picture_size().width()
        painter.scale(scale, scale)
        seen = painter.clipBoundingRect() if painter.hasClipping() else QRectF()
        chosen, whole = self.key(), QRectF(QPointF(), self.picture_size().toSizeF())
        for each in self._ties:
            self._draw_tie(painter, each, mirror(whole), strong=chosen in (each.source, each.target))
        for key, node in self._nodes.items():
            (x, y), (wide, high) = self._drawing.places[key], self._sizes[key]
            place = from_the_side(QRectF(x, y, wide, high), whole)
            if seen.isEmpty() or seen.intersects(place):
                self._draw_node(painter, place, node)
        painter.restore()

    def _draw_tie(self, painter: QPainter, tie: Relation, turned: QTransform, *, strong: bool) -> None:
        tone, style, _ = TIES[tie.bond]
        colour = QColor(getattr(theme.current(), tone))
        places, sizes = self._drawing.places, self._sizes
        (x, y), (to_x, to_y) = places[tie.source], places[tie.target]
        forward = x > to_x
        start = QPointF(x if forward else x + WIDE, y + sizes[tie.source][1] / 2)
        end = QPointF(to_x + WIDE if forward else to_x, to_y + sizes[tie.target][1] / 2)
        sign = 1.0 if forward else -1.0
        route = self._drawing.routes.get((tie.source, tie.target), ())
        stops = [start, *(QPointF(left + WIDE / 2, top) for left, top in route), end + QPointF(8 * sign, 0)]
        path = QPainterPath(stops[0])
        for one, two in pairwise(stops):
            half = QPointF((one.x() - two.x()) / 2, 0)
            path.cubicTo(one - half, two + half, two)
        painter.setPen(QPen(colour, 2.4 if strong else 1.4, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(turned.map(path))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        tip = QPolygonF([end, end + QPointF(9 * sign, -4.5), end + QPointF(9 * sign, 4.5)])
        painter.drawPolygon(turned.map(tip))

    def _draw_node(self, painter: QPainter, place: QRectF, node: _Node) -> None:
        look, one = theme.current(), node.one
        chosen = one.key == self.key()
        painter.setPen(QPen(QColor(look.accent if chosen else look.border), 2 if chosen else 1))
        painter.setBrush(QColor(look.raised if one.sort == "statement" else look.surface))
        painter.drawRoundedRect(place, 10, 10)
        head = QRectF(place.left() + INSIDE, place.top() + INSIDE - 3, WIDE - 2 * INSIDE, 0)
        small = QFontMetricsF(font(CAPTION)).height()
        head.setHeight(small + 2)
        self._draw_head(painter, head, node)
        painter.setFont(_face(one))
        painter.setPen(QColor(look.text))
        measure = QFontMetricsF(font(SMALL))
        y = head.bottom() + 5
        for line in node.lines:
            row = QRectF(head.left(), y, head.width(), measure.height())
            painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, isolated(line))
            y += measure.height()

    def _draw_head(self, painter: QPainter, head: QRectF, node: _Node) -> None:
        look, one, x = theme.current(), node.one, head.left()
        if node.who is not None:
            middle = point_from_the_side(QPointF(x + 6, head.center().y()), head)
            paint_glyph(painter, middle, 11, node.who.glyph, node.who.colour)
            x += 18
        if one.sort == "statement":
            painter.setFont(font(CAPTION, mono=True))
            painter.setPen(QColor(look.muted))
            place = from_the_side(QRectF(x, head.top(), 60, head.height()), head)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, one.key)
            label = LABELS.get(one.status)
            if label is not None:
                begins = x + QFontMetricsF(painter.font()).horizontalAdvance(one.key) + 6
                wide = min(chip_width(label.marked), head.right() - begins)
                chip = from_the_side(QRectF(head.right() - wide, head.top(), wide, head.height()), head)
                ink, ground = tone_colours(label.tone)
                if label.tone == "plain":
                    ground = look.surface  # the node has that of such a chip
                paint_chip(painter, chip, label.marked, ink, ground)
            return
        bond = next((TIES[each.bond] for each in self._ties if each.source == one.key), ("muted", None, ""))
        said = tr("Source") if one.sort == "citation" else one.by
        painter.setFont(font(CAPTION, QFont.Weight.DemiBold))
        painter.setPen(QColor(getattr(look, bond[0])))
        words = f"{said} {bond[2]}" if bond[2] else said
        measure = QFontMetricsF(painter.font())
        words = measure.elidedText(words, Qt.TextElideMode.ElideMiddle, head.right() - x)
        place = from_the_side(QRectF(x, head.top(), head.right() - x, head.height()), head)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(words))

    # ---- keys and pointer ------------------------------------------------------------------------------------------
    def choose(self, at: int) -> None:
        super().choose(at)
        self.bring(at)

    def bring(self, at: int) -> None:
        """Scroll to a node."""
        if (area := _area(self)) is not None:
            place = self.boxes(QRectF(self.rect()))[at].center().toPoint()
            if runs_from_the_right():  # Qt counts from the left of the chart to the right of what is seen of it
                place -= QPoint(self.width() - area.viewport().width(), 0)
            area.ensureVisible(place.x(), place.y(), round(WIDE * self.zoom / 2) + 20, 80)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys, step = list(self._nodes), step_along(event)
        if event.text() in ("+", "-", "0"):
            self.set_zoom({"+": self.zoom * STEP, "-": self.zoom / STEP}.get(event.text(), 1.0))
        elif step and self.key():
            near, far = ("target", "source") if step > 0 else ("source", "target")
            ends = [getattr(each, far) for each in self._ties if getattr(each, near) == self.key()]
            if ends:
                self.choose(keys.index(ends[0]))
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom_at(event.position(), STEP ** (event.angleDelta().y() / 120))
            event.accept()
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self._zoom_at(event.position(), 1 + event.value())
            return True
        return super().event(event)

    def _zoom_at(self, place: QPointF, factor: float) -> None:
        """Zoom, and leave what is under the pointer where it is."""
        before, area = self.zoom, _area(self)
        self.set_zoom(self.zoom * factor)
        if area is not None:
            along = point_from_the_side(place, QRectF(0, 0, self.width() * before / self.zoom, 0))
            moved = QPointF(along.x(), place.y()) * (self.zoom / before - 1)
            for bar, by in ((area.horizontalScrollBar(), moved.x()), (area.verticalScrollBar(), moved.y())):
                bar.setValue(bar.value() + round(by))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grip = event.globalPosition().toPoint()
            self._moved = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.globalPosition().toPoint()
        if self._grip is None or not event.buttons():
            found = self._under(event.position()) >= 0
            self.setCursor(Qt.CursorShape.PointingHandCursor if found else Qt.CursorShape.OpenHandCursor)
            return
        by = self._grip - here
        if self._moved or by.manhattanLength() > 6:
            self._moved, self._grip = True, here
            if (area := _area(self)) is not None:
                along = -by.x() if runs_from_the_right() else by.x()
                for bar, step in ((area.horizontalScrollBar(), along), (area.verticalScrollBar(), by.y())):
                    bar.setValue(bar.value() + step)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._grip = self._grip is not None and self._moved, None
        if not dragged:
            super().mouseReleaseEvent(event)


class MapArea(QScrollArea):
    """The part of the map that there is room for."""

    def __init__(self, chart: ArgumentChart) -> None:
        super().__init__()
        self.chart = chart
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(chart)
        self.viewport().setAutoFillBackground(False)
        chart.setAutoFillBackground(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not left_to_page(self, event):
            super().wheelEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(600, max(160, min(520, self.chart.height() + 16)))

    def minimumSizeHint(self) -> QSize:
        return QSize(220, min(520, max(160, self.chart.height() + 16)))

    def begin(self) -> None:
        """Show all of it where that can be read, and else the part where it is most open and most of it is seen."""
        size, room = self.chart.picture_size(), self.viewport().size()
        self.chart.set_zoom(max(READABLE, min(1.0, room.width() / size.width(), room.height() / size.height())))
        zoom = self.chart.zoom
        left, top = self.chart.fullest(room.width() / zoom, room.height() / zoom)
        self.horizontalScrollBar().setValue(round(left * zoom))  # counted from the right where one writes from there
        self.verticalScrollBar().setValue(round(top * zoom))

    def fit(self) -> None:
        """Show all of it, as large as that goes."""
        size, room = self.chart.picture_size(), self.viewport().size()
        self.chart.set_zoom(min(1.0, room.width() / size.width(), room.height() / size.height()))


def _area(chart: QWidget) -> QScrollArea | None:
    found = chart.parentWidget()
    while found is not None and not isinstance(found, QScrollArea):
        found = found.parentWidget()
    return found


def _kept(given: ArgumentMap) -> frozenset[str]:
    """Return what is drawn: open statements with what bears on them first, as many as fit."""
    held = {one.key: one for one in given.propositions if one.sort in ("statement", "reason", "citation")}
    into: dict[str, list[str]] = {}
    for each in given.relations:
        if each.bond in TIES:
            into.setdefault(each.target, []).append(each.source)
    statements = sorted(given.sorted("statement"), key=lambda one: ORDER.get(one.status, len(ORDER)))
    found = dict[str, None]()
    for one in statements:
        found |= dict.fromkeys([one.key, *(source for source in into.get(one.key, ()) if source in held)])
        if len(found) >= MOST:
            break
    return frozenset(found)


def _face(one: Proposition) -> QFont:
    return font(SMALL, QFont.Weight.Medium if one.sort == "statement" else QFont.Weight.Normal)


def _broken(text: str, face: QFont, wide: float) -> tuple[str, ...]:
    """Return the lines of a text, the last one cut where there are more."""
    layout = QTextLayout(text[: LINES * 200], face)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    found = list[tuple[int, int]]()
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(wide)
        found.append((line.textStart(), line.textLength()))
    layout.endLayout()
    lines = [text[start : start + length].rstrip() for start, length in found[:LINES]]
    if len(found) > LINES:
        rest = text[found[LINES - 1][0] : LINES * 200]
        lines[-1] = QFontMetricsF(face).elidedText(rest, Qt.TextElideMode.ElideRight, wide)
    return tuple(lines)
