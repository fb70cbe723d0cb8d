"""One repository: what it is, a search over it, how its index stands, its debates, its commits, and GitHub."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QWidget

from disputatio.app.repositories.status import RepositoryStatus
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import layouts, theme
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.labels import Chip, ElidedLabel, caption
from disputatio.faces.gui.kit.layouts import FlowLayout, clear
from disputatio.faces.gui.kit.lists import ListedCard
from disputatio.faces.gui.repository import repository_rows
from disputatio.faces.gui.repository.discussion import DiscussionCard
from disputatio.faces.gui.repository.index_card import IndexCard
from disputatio.faces.gui.repository.repository_search import SearchCard
from disputatio.faces.gui.sources.source_view import commit_row
from disputatio.repository.languages import Share
from disputatio.repository.past import FileHistory
from disputatio.storage.catalogue import DebateEntry

COLOURS: Final = ("blue", "teal", "orange", "violet", "pink", "slate")
_BAR, _ROW = 10, 24


class LanguagesBar(QWidget):
    """The languages of a repository: a bar in their shares, and its legend."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: tuple[Share, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_shares(self, shares: Sequence[Share]) -> None:
        self._shares = tuple(shares)
        self.setAccessibleName(tr("Languages: {shares}").format(shares=", ".join(map(_words, shares))))
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, _BAR + 8 + _ROW * len(self._lines()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self.sizeHint().height())

    def _lines(self) -> list[list[tuple[int, str, float]]]:
        """Return the legend in lines that fit: place of the language, words, width."""
        measure = QFontMetricsF(font(SMALL))
        lines: list[list[tuple[int, str, float]]] = [[]]
        used = 0.0
        for place, share in enumerate(self._shares):
            width = measure.horizontalAdvance(_words(share)) + 34
            if lines[-1] and used + width > self.width():
                lines.append([])
                used = 0.0
            lines[-1].append((place, _words(share), width))
            used += width
        return lines

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bar(painter)
        painter.setFont(font(SMALL))
        for number, line in enumerate(self._lines()):
            left, middle = 0.0, _BAR + 8 + _ROW * number + _ROW / 2
            for place, words, width in line:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(_colour(place))
                painter.drawEllipse(QPointF(left + 6, middle), 4.5, 4.5)
                painter.setPen(QColor(theme.current().text))
                box = QRectF(left + 17, middle - _ROW / 2, width, _ROW)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)
                left += width
        painter.end()

    def _paint_bar(self, painter: QPainter) -> None:
        bar = QRectF(0, 0, self.width(), _BAR)
        shape = QPainterPath()
        shape.addRoundedRect(bar, _BAR / 2, _BAR / 2)
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(bar, QColor(theme.current().raised))
        left = 0.0
        for place, share in enumerate(self._shares):
            width = bar.width() * share.part
            gap = 2 if place < len(self._shares) - 1 else 0
            painter.fillRect(QRectF(left, 0, max(1.0, width - gap), _BAR), _colour(place))
            left += width
        painter.restore()


def _colour(place: int) -> QColor:
    return QColor(theme.identity(COLOURS[min(place, len(COLOURS) - 1)], theme.current()).accent)


def _words(share: Share) -> str:
    return f"{share.language} {share.percent}"


WIDE = 900
DEBATES, COMMITS = 6, 6
"""Rows that are seen without scrolling."""


class RepositorySheet(QScrollArea):
    """Everything about one repository, card below card."""

    debate_wanted = Signal()
    refresh_wanted = Signal()
    forget_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title, self.place = ElidedLabel(look="title"), ElidedLabel(look="caption", middle=True)
        self.debate = TextButton(tr("Debate this repository"), icon="chat", kind="primary")
        self.refresh = IconButton("retry", tr("Read it again"))
        self.forget = IconButton(
            "trash", tr("Forget the index and everything kept about it; the repository stays as it is")
        )
        self.trouble, self.newest = caption(look="error"), caption(look="")
        self.about, self.languages = TitledCard(tr("Current commit")), LanguagesBar()
        self.index, self.search = IndexCard(), SearchCard()
        self.debates = ListedCard(tr("Debates"), tr("Debates about this repository"), DEBATES)
        self.list = self.debates.list
        self.github = DiscussionCard()
        self.past = ListedCard(tr("Newest commits"), tr("Newest commits of this repository"), COMMITS)
        self._chips = FlowLayout()
        self.debate.clicked.connect(self.debate_wanted)
        self.refresh.clicked.connect(self.refresh_wanted)
        self.forget.clicked.connect(self.forget_wanted)
        self._lay_out()

    def _lay_out(self) -> None:
        self.about.body.addLayout(self._chips)
        self.about.body.addWidget(self.newest)
        self.about.body.addSpacing(4)
        self.about.body.addWidget(self.languages)
        inside = QWidget()
        inside.setMaximumWidth(WIDE)
        layouts.column(self._head(), *self._cards(), None, of=inside, margins=(24, 18, 24, 24), spacing=12)
        holder = QWidget()
        layouts.row((inside, 1), of=holder, margins=layouts.FLUSH)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(holder)

    def _cards(self) -> tuple[QWidget, ...]:
        return (self.trouble, self.about, self.search, self.index, self.debates, self.github, self.past)

    def _head(self) -> QHBoxLayout:
        titles = layouts.column(self.title, self.place, spacing=0)
        head = layouts.row((titles, 1), self.refresh, self.forget, self.debate, spacing=6)
        return head

    def show_status(self, status: RepositoryStatus, now: float) -> None:
        self.title.setText(status.name)
        self.place.setText(
            tr("{status_path}  ·  from {origin}").format(status_path=status.path, origin=status.origin)
            if status.origin
            else status.path
        )
        self.trouble.setText(
            tr("{trouble} If you no longer want it, you can forget it.").format(trouble=status.trouble)
        )
        self.trouble.setVisible(bool(status.trouble))
        for widget in (self.about, self.index, self.debate):
            widget.setVisible(not status.trouble)
        for widget in (self.search, self.past):
            widget.setVisible(bool(status.commit))
        self._show_chips(repository_rows.facts(status))
        self.newest.setText(repository_rows.commit_line(status))
        self.languages.set_shares(status.languages)
        self.languages.setVisible(bool(status.languages))
        self.index.show_status(status, now)

    def _show_chips(self, texts: Sequence[str]) -> None:
        clear(self._chips)
        for text in texts:
            self._chips.addWidget(Chip(text))

    def show_debates(self, entries: Sequence[DebateEntry], now: float) -> None:
        if entries:
            self.debates.show_rows([repository_rows.debate_row(entry, now) for entry in entries], counted=len(entries))
        else:
            begin = tr("“Debate this repository” starts one.") if self.debate.isVisibleTo(self) else ""
            self.debates.say(tr("No debates about it yet"), begin)

    def show_past(self, found: FileHistory) -> None:
        self.past.show_rows([commit_row(commit) for commit in found.commits])
