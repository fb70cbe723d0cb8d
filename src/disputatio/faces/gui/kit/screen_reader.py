"""What a screen reader is told: what happened, and what a widget is that Qt knows no role for."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QScrollArea, QWidget

ROLE: Final = "spokenAs"
"""The property of a widget that says its role."""


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Tell a screen reader; tokens are never announced, only what is complete, failed or waits."""
    if not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, words)
    kind = QAccessible.AnnouncementPoliteness
    event.setPoliteness(kind.Assertive if urgent else kind.Polite)
    QAccessible.updateAccessibility(event)


def speak_as(widget: QWidget, role: QAccessible.Role) -> None:
    """Say what a widget is that is neither a button nor anything else of Qt; what is pressed is based on a button."""
    widget.setProperty(ROLE, role.value)


def _spoken(_name: str, thing: QObject | None) -> QAccessibleInterface | None:
    """Answer for such a widget; a page that scrolls, which Qt says nothing of, is a pane where it is nothing else."""
    if not isinstance(thing, QWidget):
        return None
    role = thing.property(ROLE)
    if role is None and isinstance(thing, QScrollArea):
        role = QAccessible.Role.Pane
    return None if role is None else QAccessibleWidget(thing, QAccessible.Role(role))


QAccessible.installFactory(_spoken)
