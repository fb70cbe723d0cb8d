"""What the page of the result is made of: words that open the passage that they rest on, as rows and as cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Place
from disputatio.debate.views.plain_text import beginning, without_marks
from disputatio.debate.views.result_section import Line
from disputatio.debate.wording import quoted, tr
from disputatio.faces.gui.debate.inspector import linked_label, text_label
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.kit.avatars import SIGN, Sign
from disputatio.faces.gui.kit.buttons import LinkButton, Pressable
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.screen_reader import speak_as

MARGIN: Final = 22
SLIM: Final = 480
"""Pixels of width below which what the answer rests on stands above the ways to go on."""
BAR: Final = 56
"""Pixels of height of the bar at the foot, at least."""
Ground = Literal["row", "card", "wash"]
"""What words stand on: nothing but the page, a card of their own, or one in the colour of whose words they are."""
RADIUS: Final = 14.0
EDGE: Final = 6
"""Pixels around the words of a line, which the ground under the pointer fills."""
FEW, MANY = 5, 8
"""Lines of a list that are shown before somebody asks for all, and with what belongs to them."""
HEAD: Final = 360
"""Characters of an answer that stand in large type; what is longer is its first sentences, and the rest below."""
BODY: Final = 1_500
"""Characters of the rest; the whole is in the transcript."""
_HEADING: Final = re.compile(r"\s*#{1,6}[ \t]+([^\n]+)\n\s*(?=\S)")
_PARAGRAPH: Final = re.compile(r"\n(?=[ \t]*(?:\n|[|>]|#{1,6}[ \t]))")
"""Where a paragraph ends: at an empty line, or at a table, a quotation or a heading."""


ARROWS: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
BESIDE: Final = 16
"""Characters of a place that stand beside a passage; longer ones stand below it, which would have little room else."""


def words(text: str, look: str = "", written: str = "") -> QLabel:
    """Return a paragraph that lets the pointer through to what it stands on, but for the links that were written."""
    made = linked_label(text, written, look)
    made.setTextInteractionFlags(made.textInteractionFlags() & ~Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


class Passage(Pressable):
    """Words, with the passage that they rest on: where there is one, all of it is a button that opens it."""

    opened = Signal(object)
    """The passage to show (Place)."""

    def __init__(self, line: Line, sign: Sign | None = None, *, ground: Ground = "row", colour: str = "") -> None:
        super().__init__()
        self.line, self.ground, self._colour = line, ground, colour
        self.place: Place | None = line.places[0] if line.places else None
        self.setSizePolicy(_wrapped())
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if self.place is None else Qt.FocusPolicy.TabFocus)
        if self.place is None:
            self.unsetCursor()
            speak_as(self, QAccessible.Role.Grouping)
        else:
            self.clicked.connect(self.open)
            self.setAccessibleName(
                tr("{told}. Go to the passage: {place_label}").format(
                    told=line.told.rstrip("."), place_label=self.place.label
                )
            )
            if self.place.words:
                self.setAccessibleDescription(quoted(self.place.words))
        self._lay_out(sign)

    def _lay_out(self, sign: Sign | None) -> None:
        row = layouts.row(of=self, margins=(16, 12, 16, 12) if self.ground != "row" else (EDGE, 5, EDGE, 5), spacing=8)
        column = QVBoxLayout()
        column.setSpacing(4)
        where = self.place.label if self.place is not None else ""
        if self.ground != "row":
            head = QHBoxLayout()
            head.setSpacing(6)
            if sign is not None:
                head.addWidget(sign)
            where = where.replace(" ", "\u00a0")
            said = self.line.lead if self._told_where() else f"{self.line.lead} · {where}"
            head.addWidget(words(said, "section"), 1)
            column.addLayout(head)
            self._say(column, "")
            column.addStretch()
            row.addLayout(column, 1)
            return
        if sign is not None:
            row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        if self.line.lead:
            column.addWidget(words(self.line.lead, "section"))
        heads = self.line.stage == "head"
        heading = heads and self.line.text.endswith(":")  # a sentence says something of what follows
        self._say(column, "section" if heading else "caption" if heads or self.line.below else "")
        row.addLayout(column, 1)
        if where and not self._told_where():
            if len(where) > BESIDE:
                column.addWidget(words(where, "faint"))
                return
            place = QLabel(where)
            place.setProperty("look", "faint")
            row.addWidget(place, 0, Qt.AlignmentFlag.AlignTop)

    def _told_where(self) -> bool:
        """Whether the words say already where the passage stands."""
        return self.place is None or self.place.label.casefold() in self.line.lead.casefold()

    def _say(self, column: QVBoxLayout, look: str) -> None:
        if text := without_marks(self.line.text):
            text = text if self.line.seat or self.ground == "row" else text[:1].upper() + text[1:]  # a sentence alone
            column.addWidget(words(text, look, self.line.text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            event.ignore()  # they move the page
        else:
            super().keyPressEvent(event)

    def open(self) -> None:
        if self.place is not None:
            self.opened.emit(self.place)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, hover = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self.underMouse() and self.place is not None
        edge, ground = QColor(Qt.GlobalColor.transparent), QColor(Qt.GlobalColor.transparent)
        if self.ground == "wash":
            ground = QColor(theme.identity(self._colour, look).tint)
        elif self.ground == "card":
            ground, edge = QColor(look.surface), QColor(look.border)
        if hover:
            ground, edge = (QColor(look.raised), edge) if self.ground == "row" else (ground, QColor(look.outline))
        painter.setPen(QPen(QColor(look.accent), 2) if self.hasFocus() else QPen(edge, 1))
        painter.setBrush(ground)
        radius = 8.0 if self.ground == "row" else RADIUS
        painter.drawRoundedRect(box, radius, radius)
        painter.end()


class Chevron(QWidget):
    """What leads from one card to the next."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(18)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        sign = icons.pixmap("chevron-right", theme.current().muted, 16, self.devicePixelRatioF())
        painter.drawPixmap(1, self.height() // 2 - 8, sign)
        painter.end()


class Step(QWidget):
    """One thing that was settled, with its number."""

    def __init__(self, number: int, line: Line) -> None:
        super().__init__()
        row = layouts.row(of=self, margins=(0, 4, 0, 4), spacing=12)
        disc = QLabel(str(number))
        disc.setProperty("look", "number")
        disc.setAlignment(Qt.AlignmentFlag.AlignCenter)
        disc.setFixedSize(24, 24)
        row.addWidget(disc, 0, Qt.AlignmentFlag.AlignTop)
        said = linked_label(without_marks(line.text), line.text, "reading")
        said.setContentsMargins(0, 1, 0, 0)
        row.addWidget(said, 1)


class Lines(TitledCard):
    """A card of lines; of long lists the first few, and the rest once somebody asks."""

    opened = Signal(object)

    def __init__(self, title: str, lines: Sequence[Line], signs: Iterable[Sign | None]) -> None:
        super().__init__(title)
        self.widen_body(EDGE)
        self.body.setSpacing(2)
        self.passages: list[Passage] = []
        heads, shown, folded = 0, 0, False
        for line, sign in zip(lines, signs, strict=True):
            heads += (head := bool(not line.below or line.stage))
            folded = heads > FEW or (folded if not head else shown >= MANY)
            shown += not folded
            made = Passage(line, sign)
            made.opened.connect(self.opened)
            if line.below and sign is None:
                made.setContentsMargins(SIGN + 8, 0, 0, 0)
            if folded:
                made.hide()
            self.passages.append(made)
            self.body.addWidget(made)
        if folded:
            all_of_them = tr("Show all {heads}").format(heads=heads) if heads > FEW else tr("Show all")
            self._more = LinkButton(all_of_them)
            self._more.clicked.connect(self._show_all)
            self.body.addLayout(layouts.row(self._more, None, margins=(EDGE, 0, 0, 0)))

    def _show_all(self) -> None:
        for passage in self.passages:
            passage.show()
        self._more.hide()


def _wrapped() -> QSizePolicy:
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    return policy


class Sheet(QWidget):
    """What is scrolled. It is as high as its paragraphs are at its width; Qt would ask for what they need at their
    narrowest, and leave an empty page below them."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class Strip(QFrame):
    """What has to be said before the answer is read: that it is outdated, failed, or about to be another one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("caution", True)
        self.text = self._state = ""
        self._words = text_label("", "caution")
        self.row = layouts.row((self._words, 1), of=self, margins=(14, 10, 12, 10))

    def say(self, text: str) -> None:
        self.text = text
        self._show()

    def show_state(self, state: str) -> None:
        """Say how a debate that is not over stands."""
        self._state = state
        self._show()

    def _show(self) -> None:
        said = " ".join(part for part in (self.text, self._state) if part)
        self._words.setText(said)
        self.setVisible(bool(said))

    def sizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())


class Foot(QFrame):
    """What stands below a result: how far its quotations were found, and the ways to go on."""

    def __init__(self, *ways: QWidget) -> None:
        super().__init__()
        self.setObjectName("runbar")
        self.receipts, self.mark = text_label("", "caption"), Sign(icon="check")
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setSpacing(10)
        self._lines.setContentsMargins(MARGIN, 8, MARGIN, 8)
        self._lines.addLayout(layouts.row(self.mark, (self.receipts, 1), margins=layouts.FLUSH, spacing=10), 1)
        for way in ways:
            self._lines.addWidget(way)

    def tell(self, receipts: str, *, found: bool) -> None:
        self.receipts.setText(receipts)
        self.mark.setVisible(found)
        self.fit(self.width())

    def fit(self, wide: int) -> None:
        """Be as high as what stands in it takes, and no lower than other bars."""
        slim = wide < SLIM
        self._lines.setDirection(QBoxLayout.Direction.TopToBottom if slim else QBoxLayout.Direction.LeftToRight)
        self.setFixedHeight(max(BAR, self.heightForWidth(wide)))


def layer_row(word: str, count: int) -> QHBoxLayout:
    row = layouts.row(Sign(layer=word), (text_label(tr(word)), 1), spacing=8)
    number = QLabel(str(count))
    number.setProperty("look", "strong")
    row.addWidget(number)
    return row


def split_answer(answer: str) -> tuple[str, str]:
    """Return what of an answer stands in large type, and what follows it: together all of it, each word once. A heading
    stands with the paragraph that it is over."""
    over = _HEADING.match(answer)
    title, answer = (f"{over[1].rstrip(' #')}\n", answer[over.end() :]) if over else ("", answer)
    first, *further = _PARAGRAPH.split(answer, maxsplit=1)
    rest = further[0].strip() if further else ""
    if len(first) > HEAD:
        head = beginning(first, HEAD).removesuffix(" …")
        found = re.search(r"\s+".join(map(re.escape, head.split())), first)
        start, end = found.span() if found else (0, 0)  # what is between its lines has been passed over
        left = f"{first[:start]}{first[end:]}".strip()
        first, rest = (head if found else ""), f"{left}\n\n{rest}"
    rest = rest.strip()
    return f"{title}{first}".strip(), rest if len(rest) <= BODY else f"{rest[:BODY].rsplit(' ', 1)[0]} …"


def ways_of(lines: tuple[Line, ...]) -> tuple[list[list[Line]], list[Line]]:
    """Return the way from each first answer to the final one, with the first reason for a change between them, and what
    is left to be told of others."""
    firsts = [line for line in lines if line.stage == "first"]
    finals = {line.seat: line for line in lines if line.stage == "final"}
    reasons = {line.seat: line for line in reversed(lines) if line.stage == "reason"}
    ways, told = [], set[Line]()
    for first in firsts:
        last = finals.get(first.seat) or (finals.get("") if first is firsts[0] else None)
        if last is not None:
            way = [first, *([reasons[first.seat]] if first.seat in reasons else []), last]
            ways.append(way)
            told |= set(way)
    left = [line for line in lines if (line.lead or line.stage or line.below) and line not in told]
    stages = [*(line.stage for line in left), "head"]
    return ways, [line for line, after in zip(left, stages[1:], strict=True) if (line.stage, after) != ("head", "head")]


def sign_of(line: Line, people: Mapping[str, Participant]) -> Sign | None:
    return Sign(people[line.seat]) if line.seat in people else None
