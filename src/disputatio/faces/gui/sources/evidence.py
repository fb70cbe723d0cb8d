"""Citations one below the other: what each says it stands on, what the check found, and whose it is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.views import citations
from disputatio.debate.views.citations import CitationItem, Share
from disputatio.debate.views.labels import VERDICTS
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.debate_actions import ShowSource
from disputatio.faces.gui.debate.inspector import InspectorView
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_glyph
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.labels import chip_width, isolated, paint_chip, tip, tone_colours
from disputatio.faces.gui.kit.layouts import clear, from_the_side, left_to_page, point_from_the_side
from disputatio.faces.gui.kit.lists import ItemModel, Role

TALLEST: Final = 520
"""Pixels; longer lists scroll."""
_LINE: Final = 22
_PAD: Final = 8


class CitationDelegate(QStyledItemDelegate):
    """Status and author in the first line, the citation in the second, what differs in the third."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        item: CitationItem = index.data(Role.ITEM)
        return QSize(100, 2 * _PAD + _LINE * (3 if item.note else 2))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item: CitationItem = index.data(Role.ITEM)
        look, box = theme.current(), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.raised))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 8, 8)
        if index.row():
            painter.setPen(QPen(QColor(look.border), 1))
            painter.drawLine(box.topLeft(), box.topRight())
        line = QRectF(box.left() + 4, box.top() + _PAD, box.width() - 8, _LINE)
        _paint_head(painter, line, item)
        _paint_text(painter, line.translated(0, _LINE), item.citation, look.text, mono=True)
        if item.note:
            _paint_text(painter, line.translated(0, 2 * _LINE), item.note, look.muted)
        painter.restore()


def _paint_head(painter: QPainter, line: QRectF, item: CitationItem) -> None:
    sign, word, tone = VERDICTS[item.status].parts
    words = f"{sign} {word}"
    chip = QRectF(line.left(), line.top(), chip_width(words), 20)
    paint_chip(painter, from_the_side(chip, line), words, *tone_colours(tone))
    place = f"{item.who.name} · {item.since}" if item.since else item.who.name
    face = font(CAPTION)
    wide = QFontMetricsF(face).horizontalAdvance(place)
    painter.setFont(face)
    painter.setPen(QColor(theme.current().muted))
    painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, place)
    middle = point_from_the_side(QPointF(line.right() - wide - 10, line.center().y()), line)
    paint_glyph(painter, middle, 10, item.who.glyph, item.who.colour)


def _paint_text(painter: QPainter, line: QRectF, text: str, colour: str, *, mono: bool = False) -> None:
    """Paint one line; paths lose their middle, sentences their end."""
    face = font(SMALL if mono else CAPTION, mono=mono)
    mode = Qt.TextElideMode.ElideMiddle if mono else Qt.TextElideMode.ElideRight
    painter.setFont(face)
    painter.setPen(QColor(colour))
    shown = QFontMetricsF(face).elidedText(text, mode, line.width())
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(shown))


class CitationList(QListView):
    """As high as its citations, up to a limit."""

    opened = Signal(object)
    """A citation was chosen (CitationItem)."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Citations"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.shown = ItemModel(self, cut=True)
        self.setModel(self.shown)
        self.setItemDelegate(CitationDelegate(self))
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(tr("Enter or a click opens the source"))
        for signal in (self.shown.modelReset, self.shown.rowsInserted, self.shown.dataChanged):
            signal.connect(self.fit)
        self.activated.connect(self._open)
        self.clicked.connect(self._open)

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(index.data(Role.ITEM))

    def fit(self) -> None:
        high = sum(2 * _PAD + _LINE * (3 if item.note else 2) for item in self.shown.items)
        self.setFixedHeight(min(TALLEST, max(1, high + 2)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not left_to_page(self, event):
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()


class ShareRow(QWidget):
    """A participant's share of verified quotations: shape and name, below them the figures and a bar."""

    def __init__(self, item: Share) -> None:
        super().__init__()
        self._item, self._told = item, item.told[:1].upper() + item.told[1:]
        self.setFixedHeight(self._bar() + 14)
        self.setAccessibleName(f"{item.who.name}: {item.told}")
        more = tr("{told}; {external} external").format(told=item.told, external=item.external)
        self.setToolTip(tip(f"{item.who.name}: {more if item.external else item.told}"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setFixedHeight(self._bar() + 14)

    def _words(self) -> QRectF:
        """Return where the figures stand, in as many lines as they need."""
        room = QRectF(0, 22, self.width(), 200)
        return QFontMetricsF(font(SMALL)).boundingRect(room, Qt.TextFlag.TextWordWrap, self._told)

    def _bar(self) -> int:
        """Return at which height the bar begins."""
        return 28 + max(18, round(self._words().height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        item, look = self._item, theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = QRectF(0, 2, self.width(), 20)
        paint_glyph(painter, QPointF(6, line.center().y()), 11, item.who.glyph, item.who.colour)
        painter.setFont(font(SMALL))
        painter.setPen(QColor(look.text))
        measure, end = QFontMetricsF(font(SMALL)), Qt.TextElideMode.ElideRight
        name = measure.elidedText(item.who.name, end, self.width() - 18)
        painter.drawText(line.adjusted(18, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setPen(QColor(look.muted))
        words = QRectF(0, 22, self.width(), self._bar() - 28)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, self._told)
        bar = QRectF(0, self._bar(), self.width(), 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.raised))
        painter.drawRoundedRect(bar, 3, 3)
        if item.total and item.verified:
            bar.setWidth(max(6.0, bar.width() * item.verified / item.total))
            painter.setBrush(QColor(theme.identity(item.who.colour, look).accent))
            painter.drawRoundedRect(bar, 3, 3)
        painter.end()


FAILED: Final = "failed"
NARROWEST: Final = 80
"""Pixels of a filter."""


class EvidenceInspector(InspectorView):
    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[CitationItem, ...] = ()
        self._shares: tuple[Share, ...] = ()
        self.shares, self.card = TitledCard(tr("Quotations verified, by participant")), TitledCard(tr("Citations"))
        self._rows = QVBoxLayout()
        self.shares.body.addLayout(self._rows)
        self.status, self.who = DropDown(), DropDown()
        self.status.setAccessibleName(tr("Show citations of this status"))
        self.who.setAccessibleName(tr("Show citations of this participant"))
        self.status.addItem(tr("All"), "")
        self.status.addItem(tr("✕ Failed"), FAILED)
        for status, label in VERDICTS.items():
            self.status.addItem(f"{label.sign} {label.word.capitalize()}", status)
        self.who.addItem(tr("Everybody"), None)
        filters = QHBoxLayout()
        for box, share in ((self.status, 5), (self.who, 6)):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
            box.setMinimumWidth(NARROWEST)  # what Qt wants for them is more than a narrow panel has
            box.currentIndexChanged.connect(self._filter)
            filters.addWidget(box, share)
        self.list = CitationList()
        self.list.opened.connect(lambda item: self.wanted.emit(ShowSource(turn=item.path, number=item.number)))
        self._none = EmptyState(tr("None of these"), tr("Choose another status or participant."), compact=True)
        self.card.body.addLayout(filters)
        self.card.body.addWidget(self._none)
        self.card.body.addWidget(self.list)
        for card in (self.shares, self.card):
            self.column.addWidget(card)
        self.column.addStretch()

    def focus(self) -> QWidget:
        return self.list

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        if any(turn.evidence and turn.evidence.items for turn in live.transcript.turns.values()):
            return "", ""
        return (
            tr("No citations") if live.debate.over else tr("No citations yet"),
            tr(
                "When a turn cites a file, a commit, a document or a note, Disputatio looks the source up and lists "
                "the "
                "result here."
            ),
        )

    def show_live(self, live: LiveDebate) -> None:
        past = live.session.past()
        found = citations.citations(live.debate, past)
        if found == self._all:
            return
        self._all = found
        self._show_shares(citations.shares(live.debate, past))
        self._filter()

    def _show_shares(self, shares: tuple[Share, ...]) -> None:
        if shares == self._shares:
            return
        self._shares = shares
        clear(self._rows)
        for item in shares:
            self._rows.addWidget(ShareRow(item))
        chosen = self.who.currentData()
        self.who.blockSignals(True)
        self.who.clear()
        self.who.addItem(tr("Everybody"), None)
        for item in shares:
            self.who.addItem(item.who.name, item.who.seat)
        self.who.setCurrentIndex(max(0, self.who.findData(chosen)))
        self.who.blockSignals(False)

    def _filter(self) -> None:
        status, seat = self.status.currentData(), self.who.currentData()
        shown = [item for item in self._all if _fits(item, status) and seat in (None, item.who.seat)]
        self.list.shown.set_items(shown)
        of = (
            tr("{number_of_shown} of {number_of__all}").format(
                number_of_shown=len(shown), number_of__all=len(self._all)
            )
            if len(shown) != len(self._all)
            else f"{len(shown)}"
        )
        self.card.set_title(tr("Citations · {of}").format(of=of))
        self._none.setVisible(not shown)
        self.list.setVisible(bool(shown))


def _fits(item: CitationItem, status: str) -> bool:
    return status in ("", item.status) or (status == FAILED and item.status in citations.FAILED)
