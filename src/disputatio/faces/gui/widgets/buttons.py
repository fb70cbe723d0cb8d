"""Buttons that draw our icons in the colours of the theme, and draw them again when the theme changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from disputatio.faces.gui import icons, theme


class IconButton(QToolButton):
    """An icon that says its name to a screen reader and in its tool tip. `tone` names a colour of the theme."""

    def __init__(
        self, icon: str, label: str, *, size: int = 18, tone: str = "muted", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._tone, self._size = icon, tone, size
        self.setIconSize(QSize(size, size))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_label(label)
        self._draw()

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
        self.setIcon(icons.icon(self._icon, colour, self._size))


class TextButton(QPushButton):
    """A push button with an icon. `kind`: "", "primary", "danger" or "quiet" (see the style sheet)."""

    def __init__(self, text: str, *, icon: str = "", kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._icon, self._kind = icon, kind
        self.setProperty("kind", kind)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._draw()

    def set_icon(self, icon: str) -> None:
        if icon != self._icon:
            self._icon = icon
            self._draw()

    def _draw(self) -> None:
        if not self._icon:
            self.setIcon(QIcon())
            return
        tones = {"primary": "fill_text", "danger": "error", "quiet": "muted"}
        colour = getattr(theme.current(), tones.get(self._kind, "text"))
        self.setIcon(icons.icon(self._icon, QColor(colour).name(), 16))
        self.setIconSize(QSize(16, 16))
