"""The choice of the format: a card for each, with a picture of who speaks when, what it is for, and what it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from disputatio.debate.natural_order import natural
from disputatio.debate.values import value
from disputatio.debate.views.participants import Participant
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.kit.avatars import paint_glyph
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.cards import RADIUS
from disputatio.faces.gui.kit.focus import RINGED
from disputatio.faces.gui.kit.fonts import BODY, CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import tip
from disputatio.faces.gui.kit.layouts import from_the_side, point_from_the_side

if TYPE_CHECKING:
    from disputatio.app.starting.formats import FormatEntry

FIRST: Final = ("dual", "dialogue", "council", "delphi")
"""Formats that stand in the first row; a link shows the others."""
LINES: Final = 4
"""Of what a format is for; the tool tip has all of it."""
PICTURE: Final = 56
"""Pixels of the picture of a card."""
MOMENTS: Final = 8
"""Moments that a picture shows; what comes after them goes on alike."""
LANES: Final = 4
PAD: Final = 16
NAME, FOOT = 20, 16
"""Pixels of the name, and of each line of what it takes."""
ROOM: Final = 2 + 24 + PICTURE + 8 + NAME + 2 + 6
"""Pixels of height beside the lines of a card: edge, margins, picture, name, and what is between them."""
GAP: Final = 12
COLUMNS: Final = ((860, 4), (0, 2))
"""How many cards stand side by side, from which width on."""


@value
class FormatFacts:
    """What a debate of a format takes with the models as they are: who speaks when, calls, and the price in words."""

    moments: tuple[tuple[Participant, ...], ...] = ()
    calls: int = 0
    price: str = ""


class FormatCard(QAbstractButton):
    def __init__(self, entry: FormatEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry, self.facts = entry, FormatFacts()
        self.setCheckable(True)
        self.setAutoExclusive(True)  # the group sees to it; a screen reader asks the card
        self.setProperty(RINGED, True)
        self.setEnabled(entry.format is not None)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._say()

    @property
    def title(self) -> str:
        return (
            tr(self.entry.format.title)
            if self.entry.format
            else tr("{entry} (cannot be used)").format(entry=self.entry.name)
        )

    @property
    def use(self) -> str:
        return tr(self.entry.format.summary) if self.entry.format else self.entry.fault

    @property
    def takes(self) -> str:
        """Return seats, calls and price in a line."""
        cast = self.entry.format.cast if self.entry.format else ()
        least, most = sum(part.least for part in cast), sum(part.most for part in cast)
        seats = (
            tr("{least}–{most} seats").format(least=least, most=most)
            if most > least
            else plural("{count} seat", "{count} seats", least)
        )
        calls = plural("{count} call", "{count} calls", self.facts.calls) if self.facts.calls else ""
        return ", ".join(part for part in (seats if cast else "", calls, self.facts.price) if part)

    def show_facts(self, facts: FormatFacts) -> None:
        self.facts = facts
        self._say()
        self.update()

    def _say(self) -> None:
        self.setAccessibleName(tr("Format {title}").format(title=self.title))
        self.setAccessibleDescription(f"{self.use} {self.takes}")
        self.setToolTip(tip(f"{self.use}\n{self.takes}"))

    def sizeHint(self) -> QSize:
        return QSize(200, self.needed(200))

    def needed(self, wide: int) -> int:
        """Return the pixels of height that its words take where it has so many of width."""
        room = wide - 2 - 2 * PAD
        lines, takes = len(self._lines_of(self.use, room, LINES)), len(self._in_lines(self.takes, room))
        return ceil(ROOM + lines * QFontMetricsF(font(SMALL)).lineSpacing() + FOOT * takes)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        edge = look.accent if chosen or self.hasFocus() else look.outline if self.underMouse() else look.border
        painter.setPen(QPen(QColor(edge), 2 if chosen or self.hasFocus() else 1))
        painter.setBrush(QColor(look.surface))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        inner = box.adjusted(PAD, 12, -PAD, -12)
        self._paint_course(painter, QRectF(inner.left(), inner.top(), inner.width(), PICTURE))
        line = QRectF(inner.left(), inner.top() + PICTURE + 8, inner.width() - (24 if chosen else 0), NAME)
        ink = look.text if self.isEnabled() else look.disabled
        self._words(painter, from_the_side(line, inner), self.title, font(BODY, QFont.Weight.DemiBold), ink)
        if chosen:
            sign = icons.pixmap("check", look.accent, 16, self.devicePixelRatioF())
            painter.drawPixmap(from_the_side(QRectF(inner.right() - 16, line.top() + 2, 16, 16), inner).topLeft(), sign)
        takes = self._in_lines(self.takes, inner.width())
        foot = QRectF(inner.left(), inner.bottom() - FOOT * len(takes), inner.width(), FOOT)
        use = QRectF(inner.left(), line.bottom() + 2, inner.width(), foot.top() - line.bottom() - 4)
        self._paragraph(painter, use, self.use, ink if not self.isEnabled() else look.muted)
        for place, told in enumerate(takes):
            self._words(painter, foot.translated(0, FOOT * place), told, font(CAPTION), look.muted)
        painter.end()

    @staticmethod
    def _in_lines(takes: str, wide: float) -> list[str]:
        """Return what it takes in one line, or the price in one of its own: nobody should have to guess that."""
        rest, comma, price = takes.rpartition(", ")
        fits = QFontMetricsF(font(CAPTION)).horizontalAdvance(takes) <= wide
        return [takes] if fits or not comma else [rest + comma.rstrip(), price]

    @staticmethod
    def _words(painter: QPainter, room: QRectF, text: str, face: QFont, ink: str) -> None:
        painter.setFont(face)
        painter.setPen(QColor(ink))
        shown = QFontMetricsF(face).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def _paragraph(self, painter: QPainter, room: QRectF, text: str, ink: str) -> None:
        """Paint the first lines of a text, as many as there is room for."""
        face = font(SMALL)
        measure = QFontMetricsF(face)
        most = max(1, min(LINES, int(room.height() // measure.lineSpacing())))
        painter.setFont(face)
        painter.setPen(QColor(ink))
        for place, line in enumerate(self._lines_of(text, room.width(), most)):
            row = QRectF(room.left(), room.top() + place * measure.lineSpacing(), room.width(), measure.height())
            painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, line)

    @staticmethod
    def _lines_of(text: str, wide: float, most: int) -> list[str]:
        """Return a text in lines, the last one cut where there are more."""
        measure, words, lines = QFontMetricsF(font(SMALL)), text.split(), [""]
        while words:
            longer = f"{lines[-1]} {words[0]}".strip()
            if measure.horizontalAdvance(longer) <= wide or not lines[-1]:
                lines[-1] = longer
                words.pop(0)
            elif len(lines) == most:
                lines[-1] = measure.elidedText(" ".join((lines[-1], *words)), Qt.TextElideMode.ElideRight, wide)
                break
            else:
                lines.append("")
        return lines

    def _paint_course(self, painter: QPainter, box: QRectF) -> None:
        """Paint who speaks when: time runs as one reads, everybody has a lane, and a document stands at the end."""
        look, shown = theme.current(), self.facts.moments[:MOMENTS]
        if not shown:
            self._paint_lanes(painter, box)
            return
        people = list(dict.fromkeys(who.seat for moment in self.facts.moments for who in moment))
        lanes = min(LANES, len(people))
        step = box.width() / (len(shown) + 1)
        places = [
            [(who, self._spot(box, step, at, people.index(who.seat) % lanes, lanes)) for who in moment[:LANES]]
            for at, moment in enumerate(shown)
        ]
        end = self._end(box)
        painter.setPen(QPen(QColor(look.outline), 1.4))
        spots = [*([spot for _, spot in moment] for moment in places), [end]]
        for before, after in pairwise(spots):
            for one in before:
                for other in after:
                    painter.drawLine(one, other)
        for moment in places:
            for who, spot in moment:
                paint_glyph(painter, spot, 12, who.glyph, who.colour)
        self._paint_document(painter, end, look.synthesis)

    def _paint_lanes(self, painter: QPainter, box: QRectF) -> None:
        """Paint a lane for each seat and the document, in the tone of an edge: who speaks when is being worked out, and
        a card that is empty until then looks broken."""
        if self.entry.format is None:
            return
        look = theme.current()
        lanes = min(LANES, max(1, sum(part.least for part in self.entry.format.cast)))
        painter.setPen(QPen(QColor(look.border), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for lane in range(lanes):
            spot = self._spot(box, 0.0, 0, lane, lanes)
            painter.drawLine(spot, QPointF(self._end(box).x() + (box.center().x() - self._end(box).x()) / 3, spot.y()))
        self._paint_document(painter, self._end(box), look.border)

    @staticmethod
    def _end(box: QRectF) -> QPointF:
        return point_from_the_side(QPointF(box.right() - 10, box.center().y()), box)

    @staticmethod
    def _paint_document(painter: QPainter, at: QPointF, ink: str) -> None:
        painter.setPen(QPen(QColor(ink), 1.6))
        painter.setBrush(QColor(theme.current().surface))
        painter.drawRoundedRect(QRectF(at.x() - 8, at.y() - 9, 16, 18), 3, 3)
        for line in (-3, 2):
            painter.drawLine(QPointF(at.x() - 4, at.y() + line), QPointF(at.x() + 4, at.y() + line))

    @staticmethod
    def _spot(box: QRectF, step: float, at: int, lane: int, lanes: int) -> QPointF:
        high = (box.height() - 14) / max(1, lanes - 1) if lanes > 1 else 0.0
        spot = QPointF(box.left() + 8 + at * step, box.top() + 7 + lane * high if lanes > 1 else box.center().y())
        return point_from_the_side(spot, box)


class Gallery(QWidget):
    chosen = Signal(str)
    """The name of another format."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, FormatCard] = {}
        self._group = QButtonGroup(self)
        self._open, self._columns, self.name = False, 0, "dual"
        title = QLabel(tr("How should they debate?"))
        title.setProperty("look", "strong")
        self.all = LinkButton("")
        self.all.clicked.connect(self.toggle)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.all)
        self._grid = QGridLayout()
        self._grid.setSpacing(GAP)
        layouts.column(head, self._grid, of=self, margins=layouts.FLUSH, spacing=8)
        self.hide()

    def offer(self, formats: Sequence[FormatEntry], current: str) -> None:
        """Offer formats: the four that most people want first, what cannot be used last, with its fault."""
        places = {name: place for place, name in enumerate(FIRST)}
        order = sorted(
            formats, key=lambda each: (places.get(each.name, len(FIRST)), each.format is None, natural(each.name))
        )
        for entry in order:
            card = self.cards[entry.name] = FormatCard(entry, self)
            self._group.addButton(card)
            card.clicked.connect(lambda _checked=False, name=entry.name: self.choose(name))
        self.all.set_words(tr("All {number_of_cards} formats").format(number_of_cards=len(self.cards)))
        self._mark(current)
        self.show()

    def choose(self, name: str) -> None:
        """Choose a format, as a click on its card does."""
        if name != self.name and name in self.cards:
            self._mark(name)
            self.chosen.emit(name)

    def show_facts(self, facts: Mapping[str, FormatFacts]) -> None:
        for name, found in facts.items():
            self.cards[name].show_facts(found)
        self._fit()

    def toggle(self) -> None:
        self._open = not self._open
        self.all.set_words(
            tr("Fewer") if self._open else tr("All {number_of_cards} formats").format(number_of_cards=len(self.cards))
        )
        self._arrange()

    def _mark(self, name: str) -> None:
        self.name = name
        self.cards[name].setChecked(True)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Place the cards that are shown: the first row, and what is chosen, or all of them."""
        columns = next(many for wide, many in COLUMNS if self.width() >= wide)
        shown = list(self.cards) if self._open else [name for name in self.cards if name in FIRST or name == self.name]
        wanted = [self.cards[name] for name in shown]
        placed = [self._grid.itemAt(place).widget() for place in range(self._grid.count())]  # type: ignore[union-attr]
        if wanted == placed and columns == self._columns:
            self._fit()
            return
        self._columns = columns
        for card in self.cards.values():
            self._grid.removeWidget(card)
            card.setVisible(card in wanted)
        for place, card in enumerate(wanted):
            self._grid.addWidget(card, place // columns, place % columns)
        for number in range(max(widest for _, widest in COLUMNS)):
            self._grid.setColumnStretch(number, int(number < columns))
        self._fit()

    def _fit(self) -> None:
        """Make all cards as high as that with the most to say."""
        shown = [card for card in self.cards.values() if not card.isHidden()]
        wide = (self.width() - (self._columns - 1) * GAP) // max(1, self._columns)
        high = max((card.needed(wide) for card in shown), default=0)
        for card in shown:
            card.setFixedHeight(high)
