"""Buttons that draw our icons in the colours of the theme, and draw them again when the theme changes."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QIcon,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QPushButton,
    QSizePolicy,
    QStyleOptionButton,
    QToolButton,
    QToolTip,
    QWidget,
)

from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.labels import isolated, tip
from disputatio.faces.gui.kit.layouts import from_the_side

LEAST = 60
"""Pixels of a button that has to give way."""
ICON = 16
CHEVRON = 12


def pressed_by(event: QKeyEvent) -> bool:
    """Whether a key presses the button that has the focus. Qt itself knows Enter for that in dialogs alone."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and held == Qt.KeyboardModifier.NoModifier
    return enter and not event.isAutoRepeat()


class Pressable(QAbstractButton):
    """Whatever is pressed as a whole: a subclass paints it, and what stands in it lets the pointer through."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)  # those of a button never shrink
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if pressed_by(event):
            self.click()
        else:
            super().keyPressEvent(event)


class IconButton(QToolButton):
    """An icon that says its name to a screen reader and in its tool tip. `tone` names a colour of the theme."""

    def __init__(
        self, icon: str, label: str, *, size: int = 18, tone: str = "muted", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._tone, self._size, self._drawn = icon, tone, size, ("", "")
        self.setIconSize(QSize(size, size))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_label(label)
        self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if pressed_by(event):
            self.click()
        else:
            super().keyPressEvent(event)

    def set_label(self, label: str) -> None:
        self.setAccessibleName(label)
        self.setToolTip(label)

    def set_icon(self, icon: str) -> None:
        if icon != self._icon:
            self._icon = icon
            self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.EnabledChange):
            self._draw()

    def _draw(self) -> None:
        colour = getattr(theme.current(), self._tone if self.isEnabled() else "disabled")
        if self._drawn != (drawn := (self._icon, colour)):
            self._drawn = drawn  # Qt tells of every change of style several times, and lays out anew for each icon
            self.setIcon(icons.icon(self._icon, colour, self._size))


class TextButton(QPushButton):
    """A push button with an icon. `kind`: "", "primary", "danger" or "quiet" (see the style sheet). Enter presses it
    where it has the keyboard; in all of a dialog only if that says so (`setDefault`): Qt would take any."""

    def __init__(self, text: str, *, icon: str = "", kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._icon, self._kind, self._drawn = icon, kind, ("", "")
        self.setAutoDefault(False)
        self.setProperty("kind", kind)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setIconSize(QSize(ICON, ICON))
        self._draw()

    def sizeHint(self) -> QSize:
        """With room for its words in bold, where it may be chosen: Qt measures them as they are otherwise."""
        hint = super().sizeHint()
        if self.isCheckable():
            bold = self.font()
            bold.setWeight(QFont.Weight.DemiBold)
            words = self.text()
            more = QFontMetricsF(bold).horizontalAdvance(words) - QFontMetricsF(self.font()).horizontalAdvance(words)
            hint.setWidth(hint.width() + ceil(max(0.0, more)))
        return hint

    def set_kind(self, kind: str) -> None:
        if kind != self._kind:
            self._kind = kind
            self.setProperty("kind", kind)
            self.style().unpolish(self)
            self.style().polish(self)
            self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What deletes is pressed by the space bar alone."""
        if pressed_by(event) and self._kind != "danger":
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.EnabledChange):
            self._draw()

    def set_icon(self, icon: str) -> None:
        if icon != self._icon:
            self._icon = icon
            self._draw()

    def _draw(self) -> None:
        tones = {"primary": "fill_text", "danger": "error", "quiet": "muted"}
        colour = getattr(theme.current(), tones.get(self._kind, "text") if self.isEnabled() else "disabled")
        if self._drawn != (drawn := (self._icon, colour if self._icon else "")):
            self._drawn = drawn
            self.setIcon(icons.icon(self._icon, QColor(colour).name(), ICON) if self._icon else QIcon())


class YieldingButton(TextButton):
    """A button as long as its words, or as there is room for: then they are cut. An ampersand is one, and marks no
    key."""

    def __init__(self, words: str, *, icon: str = "", kind: str = "") -> None:
        super().__init__("", icon=icon, kind=kind)
        self.words = ""
        self._missing = 0  # pixels that there is no room for
        self.wished = 0
        """Pixels that it takes where there is room, whatever its words."""
        self.elides = Qt.TextElideMode.ElideRight
        """Where its words are cut."""
        self.set_words(words)

    def set_words(self, words: str) -> None:
        self.words = words
        self.setText(words.replace("&", "&&"))
        self._missing = max(0, self._natural() - self.width())

    def sizeHint(self) -> QSize:
        """As long as its words: Qt measures what `initStyleOption` shows."""
        missing, self._missing = self._missing, 0
        hint = super().sizeHint()
        self._missing = missing
        return QSize(max(hint.width(), self.wished), hint.height())

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(LEAST, hint.width()), hint.height())

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        if self._missing:
            measure = self.fontMetrics()
            room = measure.horizontalAdvance(self.words) - self._missing
            option.text = measure.elidedText(self.words, self.elides, room).replace("&", "&&")
        option.text = isolated(option.text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._missing = max(0, self._natural() - self.width())

    def event(self, event: QEvent) -> bool:
        """Say to the pointer what is cut, where there is no other tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.cut and not self.toolTip():
            QToolTip.showText(event.globalPos(), tip(self.cut), self)
            return True
        return super().event(event)

    @property
    def cut(self) -> str:
        """The whole of what is cut; "" where nothing is."""
        return self.words if self._missing else ""

    def _natural(self) -> int:
        """Return the pixels that all words need."""
        wished, self.wished = self.wished, 0
        width = self.sizeHint().width()
        self.wished = wished
        return width


class ChoiceButton(YieldingButton):
    """A button that says what is chosen, as a list of choices does, and opens something larger to choose from."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.setProperty("choice", True)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, box = QPainter(self), QRectF(self.rect())
        sign = icons.pixmap("chevron-down", theme.current().text, CHEVRON, self.devicePixelRatioF())
        place = QRectF(box.right() - CHEVRON - 8, box.center().y() - CHEVRON / 2, CHEVRON, CHEVRON)
        painter.drawPixmap(from_the_side(place, box).topLeft(), sign)
        painter.end()


class LinkButton(YieldingButton):
    """A link; where it is cut, the whole stands in the tool tip."""

    def __init__(self, words: str, *, icon: str = "") -> None:
        super().__init__(words, icon=icon, kind="link")
        self._hint = ""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_hint(self, hint: str) -> None:
        """Say more while the pointer rests on it."""
        self._hint = hint
        self.setAccessibleDescription(hint)
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def _tell(self) -> None:
        said = "\n".join(part for part in (self.words if self._missing else "", self._hint) if part)
        self.setToolTip(tip(said) if said else "")
