"""Words on the screen: a chip with a tinted ground, a line with an ellipsis where there is no room, small words below a
field, and the tool tip of a text that came from outside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Final
from unicodedata import bidirectional

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from disputatio.debate.errors import DisputatioError
from disputatio.debate.views.labels import Tone as Tone
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import mix, readable
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.layouts import runs_from_the_right

# ---- texts of unknown direction --------------------------------------------------------------------------------
_ISOLATE, _END = "\u2068", "\u2069"
_SIDES: Final = {"L": False, "R": True, "AL": True}


def isolated(text: str) -> str:
    """Return a text as it is shown by itself or in a sentence: one that runs in another direction than the window
    keeps it, from its first sign to its last (first strong isolate, UAX #9). A title is in the language of who wrote
    it; its question mark else goes to the side where the language of the window ends. A QLabel sees to that itself;
    what is painted, and what a button says, needs it."""
    own = next((_SIDES[side] for sign in text if (side := bidirectional(sign)) in _SIDES), None)
    return text if own is None or own == runs_from_the_right() else f"{_ISOLATE}{text}{_END}"


# ---- Tool tips of texts that came from outside.
def tip(text: str) -> str:
    """Return a tool tip that shows a text to the letter: Qt would take what looks like markup for markup."""
    return f"<p>{escape(text)}</p>" if "<" in text else text


# ---- labels, some with an ellipsis where there is no room -------------------------------------------------------
def caption(text: str = "", look: str = "caption") -> QLabel:
    """Return a label for small words below a field."""
    label = QLabel(text)
    label.setProperty("look", look)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


class Fault(QLabel):
    """What went wrong, in words; hidden while nothing did."""

    def __init__(self, margins: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        super().__init__()
        self.setProperty("look", "error")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setContentsMargins(*margins)
        self.hide()

    def say(self, words: str) -> None:
        """Say what went wrong; "" takes it away."""
        self.setText(words)
        self.setVisible(bool(words))

    def explain(self, error: DisputatioError | None) -> None:
        self.say(error.user_message if error else "")


def breakable(text: str) -> str:
    """Return a text whose long words, such as paths and names in programs, may go on in the next line."""
    return _JOINTS.sub("\\1\u200b", text)


_JOINTS: Final = re.compile(r"([_/(]|(?<!\d)\.|\.(?!\d))(?=\w)")
"""After which signs a word may be broken; "4.0" may not."""


class ElidedLabel(QLabel):
    def __init__(self, text: str = "", *, look: str = "", middle: bool = False) -> None:
        """`middle`: the end is as telling as the beginning, as that of a path is."""
        super().__init__(text)
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("look", look)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def setText(self, text: str) -> None:
        super().setText(text)
        self._tell_whole()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_whole()

    @property
    def cut(self) -> str:
        """The whole of what is cut; "" where nothing is."""
        room = self.contentsRect().width()
        return self.text() if self.fontMetrics().horizontalAdvance(self.text()) > room else ""

    def _tell_whole(self) -> None:
        self.setToolTip(tip(self.cut))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), self._mode, room.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, self.alignment() | Qt.AlignmentFlag.AlignVCenter, isolated(shown))
        painter.end()


class FittingLabel(ElidedLabel):
    """Says the same at greater or lesser length, as there is room; its tip has all of it."""

    def __init__(self, *, look: str = "") -> None:
        super().__init__(look=look)
        self._forms: tuple[str, ...] = ("",)

    def set_forms(self, forms: Sequence[str]) -> None:
        """Set what may be said, the longest first."""
        self._forms = tuple(forms) or ("",)
        self.setAccessibleName(self._forms[0])
        self._choose()

    @property
    def cut(self) -> str:
        return self._forms[0] if self.text() != self._forms[0] else super().cut

    def least(self) -> int:
        """Return the pixels of the shortest that may be said."""
        return self.fontMetrics().horizontalAdvance(self._forms[-1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose()

    def _choose(self) -> None:
        wide, measure = self.contentsRect().width(), self.fontMetrics()
        fitting = (form for form in self._forms if measure.horizontalAdvance(form) <= wide)
        self.setText(next(fitting, self._forms[-1]))


PADDING: Final = 9.0


def chip_font(zoom: float = 1.0) -> QFont:
    return font(CAPTION * zoom, QFont.Weight.DemiBold)


@lru_cache(maxsize=1024)
def chip_width(text: str, zoom: float = 1.0) -> float:
    """Return the pixels that a chip with that text takes."""
    return QFontMetricsF(chip_font(zoom)).horizontalAdvance(text) + 2 * PADDING * zoom


def tone_colours(tone: Tone) -> tuple[str, str]:
    """Return the colours of text and ground of a tone in the theme in force."""
    look = theme.current()
    if tone == "plain":
        return look.muted, look.raised
    if tone == "caution":
        return readable(look.caution, look.caution_wash), look.caution_wash
    base = {"ok": look.ok, "error": look.error}[tone]
    ground = mix(base, look.surface, 0.16 if look.dark else 0.1)
    return readable(base, ground), ground


def paint_chip(painter: QPainter, box: QRectF, text: str, colour: str, ground: str, zoom: float = 1.0) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    painter.setPen(QColor(colour))
    painter.setFont(chip_font(zoom))
    shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width() - 6)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)


class Chip(QLabel):
    """A chip as a label; its text is what a screen reader says."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setProperty("look", "chip")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setTextFormat(Qt.TextFormat.PlainText)
