"""What a search finds in debates, as cards: a debate, and below it who says the words where, a way to each place."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout

from disputatio.debate.views.words import STATES, state_of
from disputatio.debate.wording import figure, plural, tr
from disputatio.faces.gui.kit import layouts, theme
from disputatio.faces.gui.kit.avatars import paint_glyph
from disputatio.faces.gui.kit.buttons import LinkButton, Pressable
from disputatio.faces.gui.kit.fonts import BODY, CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import isolated
from disputatio.faces.gui.kit.layouts import from_the_side, point_from_the_side, runs_from_the_right
from disputatio.faces.gui.transcript.items_from_entries import QUESTION
from disputatio.faces.gui.window_actions import ShowDebate
from disputatio.storage.mentions import DebateMentions, Mention

LEFT: Final = 36
TOP: Final = 28
PAD: Final = 8


def marked(mention: Mention, ground: str) -> str:
    """Return the snippet as rich text, in which the words that were searched for stand out. All of it is escaped."""
    parts, at, text = [], 0, mention.snippet
    for start, end in mention.marks:
        parts += [escape(text[at:start]), f'<span style="background:{ground}">{escape(text[start:end])}</span>']
        at = end
    return "".join([*parts, escape(text[at:])])


def quotation(mention: Mention) -> str:
    """Return the whole words of a snippet, by which the transcript finds its place."""
    text = mention.snippet
    words = text.strip("…").split()
    return " ".join(words[text.startswith("…") : len(words) - text.endswith("…")])


class MentionRow(Pressable):
    """Who says it, where, and the words around; a click, or Enter, goes there."""

    def __init__(self, mention: Mention) -> None:
        super().__init__()
        self.mention = mention
        self._document = QTextDocument(self)
        self._document.setDocumentMargin(0)
        self._dressed: tuple[QFont, str] | None = None
        self._heights: dict[int, int] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(f"{mention.who.name}, {mention.place}: {mention.snippet}")

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self._dress()
        if width not in self._heights:
            self._document.setTextWidth(max(80, width - LEFT - PAD))
            self._heights[width] = round(self._document.size().height()) + TOP + PAD
        return self._heights[width]

    def _dress(self) -> None:
        """Give the words the present font and colours. Qt asks for the height of each row dozens of times: a text that
        is laid out each time takes half a second for a page of them."""
        face, ground = font(BODY), theme.current().found
        if self._dressed != (face, ground):
            self._dressed = (face, ground)
            self._heights.clear()
            self._document.setDefaultFont(face)
            self._document.setHtml(marked(self.mention, ground))

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(max(320, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        look, who = theme.current(), self.mention.who
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(QColor(look.accent), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.raised))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        whole = QRectF(self.rect())
        paint_glyph(painter, point_from_the_side(QPointF(18, 17), whole), 12, who.glyph, who.colour)
        line = QRectF(LEFT, 6, self.width() - LEFT - PAD, 20)
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(look.muted))
        painter.drawText(
            from_the_side(line, whole), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.mention.place
        )
        line.setRight(line.right() - QFontMetricsF(font(CAPTION)).horizontalAdvance(self.mention.place) - 12)
        face = font(SMALL, QFont.Weight.DemiBold)
        painter.setFont(face)
        painter.setPen(QColor(look.text))
        name = QFontMetricsF(face).elidedText(who.name, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(
            from_the_side(line, whole), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(name)
        )
        self._dress()
        self._document.setTextWidth(max(80, self.width() - LEFT - PAD))
        painter.translate(PAD if runs_from_the_right() else LEFT, TOP)
        self._document.drawContents(painter)
        painter.end()


class MentionsCard(QFrame):
    opened = Signal(object)
    """A place of a debate is to be shown (ShowDebate)."""
    more_wanted = Signal(str)
    """All places of a debate are to be listed."""

    def __init__(self, found: DebateMentions, rules: str) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.debate = found.entry.id
        self.rows: list[MentionRow] = []
        column = layouts.column(self._head(found, rules), of=self, margins=(14, 12, 14, 12), spacing=2)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        column.addLayout(self._rows)
        self.more = LinkButton("")
        self.more.clicked.connect(lambda: self.more_wanted.emit(self.debate))
        column.addLayout(layouts.row(self.more, None, margins=(8, 0, 8, 0)))
        self.show_places(found)

    def _head(self, found: DebateMentions, rules: str) -> QHBoxLayout:
        entry = found.entry
        title = QLabel(" ".join((entry.title or entry.topic).split()))
        title.setProperty("look", "lead")
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setWordWrap(True)
        state = STATES[state_of(entry.status, str(entry.outcome.get("outcome", "")))]
        about = QLabel(", ".join(part for part in (rules, state, entry.context_title or tr("no context")) if part))
        about.setProperty("look", "caption")
        about.setTextFormat(Qt.TextFormat.PlainText)
        about.setWordWrap(True)
        count = QLabel(plural("{count} place", "{count} places", found.count))
        count.setProperty("look", "caption")
        words = layouts.column(title, about, spacing=0)
        head = layouts.row((words, 1), margins=(8, 0, 8, 6))
        head.addWidget(count, 0, Qt.AlignmentFlag.AlignTop)
        return head

    def show_places(self, found: DebateMentions) -> None:
        """Show these places, and how many more there are."""
        for mention in found.places[len(self.rows) :]:
            row = MentionRow(mention)
            row.clicked.connect(lambda _checked=False, mention=mention: self._open(mention))
            self._rows.addWidget(row)
            self.rows.append(row)
        left = found.count - len(self.rows)
        self.more.setText(tr("{left} more in this debate").format(left=figure(left)))
        self.more.setVisible(left > 0)

    def _open(self, mention: Mention) -> None:
        place = mention.path or QUESTION
        self.opened.emit(ShowDebate(id=self.debate, turn=place, words=quotation(mention)))
