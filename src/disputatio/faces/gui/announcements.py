"""What a screen reader says by itself, because the eye would have seen it happen."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Tokens are never announced, only what is complete, failed or waits."""
    if not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, words)
    kind = QAccessible.AnnouncementPoliteness
    event.setPoliteness(kind.Assertive if urgent else kind.Polite)
    QAccessible.updateAccessibility(event)
