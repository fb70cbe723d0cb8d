"""What all charts have in common: they paint themselves on anything, are gone through by keys, and are said in words;
and the card that one stands in, with the ways to take it along as text or as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QGuiApplication,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolTip, QWidget

from disputatio.app.paths import file_name
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.focus import RINGED
from disputatio.faces.gui.kit.fonts import HEADING, font
from disputatio.faces.gui.kit.inputs import ask_place
from disputatio.faces.gui.kit.labels import isolated, tip
from disputatio.faces.gui.kit.layouts import step_along
from disputatio.faces.gui.kit.screen_reader import announce, speak_as

PICTURE: Final = 2.0
"""Pixels of an exported picture for each pixel on the screen."""
AROUND: Final = 20
"""Pixels of margin in a picture."""
HEAD: Final = 34
KINDS: Final = tr("Picture (*.png);;Drawing (*.svg)")


class Chart(QWidget):
    """Left and Right go through its parts, Enter opens one. Override `draw`, `parts`, `boxes`, `lines`. What is read
    along begins where the language does: a chart counts its places from there (`from_the_side`)."""

    opened = Signal(str)
    """A part is to be shown where it is told in full: its key."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.at = name, -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RINGED, True)
        speak_as(self, QAccessible.Role.Chart)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)

    # ---- what it shows ---------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Paint it into a box, in the theme in force."""
        raise NotImplementedError

    def parts(self) -> Sequence[tuple[str, str]]:
        """Return what can be gone to: the key of each, and what is said of it."""
        raise NotImplementedError

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        """Return where the parts are if it is painted into a box."""
        raise NotImplementedError

    def lines(self) -> Sequence[str]:
        """Return all of it in words; nothing where there is nothing to show."""
        raise NotImplementedError

    def picture_size(self) -> QSize:
        return self.size()

    def changed(self) -> None:
        """Say and paint what is different."""
        self.at = min(self.at, len(self.parts()) - 1)
        self.setAccessibleDescription("\n".join(self.lines()))
        self.updateGeometry()
        self.update()

    # ---- keys and pointer ------------------------------------------------------------------------------------------
    def choose(self, at: int) -> None:
        """Go to a part, and say it."""
        self.at = at
        words = self.parts()[at][1]
        self.setAccessibleName(f"{self.name}: {words}")
        announce(self, words)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0) or step_along(event)
        parts = self.parts()
        if step and parts:
            self.choose(max(0, min(len(parts) - 1, self.at + step)))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self.at < len(parts):
            self.opened.emit(parts[self.at][0])
        else:
            super().keyPressEvent(event)

    def _under(self, place: QPointF) -> int:
        boxes = self.boxes(QRectF(self.rect()))
        return next((at for at, box in enumerate(boxes) if box.contains(place)), -1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and (found := self._under(event.position())) >= 0:
            self.choose(found)
            self.opened.emit(self.parts()[found][0])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self._under(QPointF(event.pos()))
            if found >= 0:
                QToolTip.showText(event.globalPos(), tip(self.parts()[found][1]), self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, box = QPainter(self), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, box)
        if self.hasFocus():
            boxes = self.boxes(box)
            around = boxes[self.at] if 0 <= self.at < len(boxes) else box.adjusted(1, 1, -1, -1)
            painter.setPen(QPen(QColor(theme.current().accent), 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(around, 8, 8)
        painter.end()


class ChartCard(TitledCard):
    """A chart under its title. `empty` says when there will be something to show."""

    said = Signal(str)
    """What was done, in a sentence."""
    turned = Signal()
    """It shows a chart where it showed a sentence, or the other way round."""
    kept = Signal(object, object)
    """A picture is to be written: its content, and the file."""

    def __init__(self, title: str, chart: Chart, empty: str, *, holder: QWidget | None = None) -> None:
        """`holder`: the widget in which the chart is scrolled."""
        super().__init__(title)
        self.title, self.chart, self.subject = title, chart, ""
        self.filled = False
        self._holder = holder or chart
        self.empty = EmptyState(empty, compact=True)
        self.text, self.picture = LinkButton(tr("Copy as text")), LinkButton(tr("Picture…"))
        self.text.setAccessibleName(tr("Copy as text: {title}").format(title=title))
        self.picture.setAccessibleName(tr("Copy or save as a picture: {title}").format(title=title))
        self.text.clicked.connect(self.copy_text)
        self.picture.clicked.connect(self._offer)
        self.corner.addWidget(self.text)
        self.corner.addSpacing(8)
        self.corner.addWidget(self.picture)
        self.body.addWidget(self.empty)
        self.body.addWidget(self._holder, 1)
        self.changed()

    def changed(self) -> None:
        """The chart shows something else."""
        self.chart.changed()
        before, self.filled = self.filled, bool(self.chart.lines())
        self.empty.setHidden(self.filled)
        for widget in (self._holder, self.text, self.picture):
            widget.setVisible(self.filled)
        if self.filled != before:
            self.turned.emit()

    # ---- to take along ---------------------------------------------------------------------------------------------
    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText("\n".join((f"{self.title}: {self.subject}", *self.chart.lines())))
        self.said.emit(tr("{title} copied as text.").format(title=self.title))

    def copy_picture(self) -> None:
        QGuiApplication.clipboard().setImage(self.image())
        self.said.emit(tr("{title} copied as a picture.").format(title=self.title))

    def _offer(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Copy as a picture")).triggered.connect(self.copy_picture)
        menu.addAction(tr("Save as a picture…")).triggered.connect(self._ask)
        menu.popup(self.picture.mapToGlobal(QPoint(0, self.picture.height() + 4)))

    def _ask(self) -> None:
        name = file_name(f"{self.title} {self.subject}", "chart")
        ask_place(self, tr("Save as a picture"), f"{name}.png", self.save, kinds=KINDS)

    def save(self, file: Path) -> None:
        """Have the picture written: a drawing where the name ends so, else points."""
        self.kept.emit(self.drawing() if file.suffix.casefold() == ".svg" else self.points(), file)

    def points(self) -> bytes:
        """Return the picture as PNG."""
        kept = QBuffer()
        self.image().save(kept, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, the library a word
        return bytes(kept.data().data())

    def image(self) -> QImage:
        size = self._size()
        made = QImage(size * PICTURE, QImage.Format.Format_ARGB32_Premultiplied)
        made.setDevicePixelRatio(PICTURE)
        painter = QPainter(made)
        self._paint(painter, size)
        painter.end()
        return made

    def drawing(self) -> bytes:
        """Return the picture as SVG."""
        size, made, kept = self._size(), QSvgGenerator(), QBuffer()
        made.setOutputDevice(kept)
        made.setSize(size)
        made.setViewBox(QRect(QPoint(), size))
        made.setTitle(f"{self.title}: {self.subject}")
        made.setDescription("\n".join(self.chart.lines()))
        painter = QPainter(made)
        self._paint(painter, size)
        painter.end()
        return bytes(kept.data().data())

    def _size(self) -> QSize:
        return self.chart.picture_size() + QSize(2 * AROUND, 2 * AROUND + HEAD)

    def _paint(self, painter: QPainter, size: QSize) -> None:
        look = theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRect(QPoint(), size), QColor(look.surface))
        painter.setPen(QColor(look.text))
        painter.setFont(font(HEADING))
        head = QRectF(AROUND, AROUND, size.width() - 2 * AROUND, HEAD)
        words = painter.fontMetrics().elidedText(
            f"{self.title}: {isolated(self.subject)}", Qt.TextElideMode.ElideRight, round(head.width())
        )
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, words)
        inner = self.chart.picture_size()
        self.chart.draw(painter, QRectF(AROUND, AROUND + HEAD, inner.width(), inner.height()))
