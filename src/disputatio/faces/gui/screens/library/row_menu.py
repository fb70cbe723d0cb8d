"""What can be done with a row of the library, as a menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from disputatio.faces.gui import icons, theme

ENTRIES: Final = {
    "open": ("Open", "eye"),
    "finish": ("Done, or open again", "check"),
    "debate": ("Debate this", "chat"),
    "restore": ("Restore", "retry"),
    "rename": ("Rename…", "edit"),
    "delete": ("Delete", "trash"),
}
KINDS: Final = {
    "task": ("open", "finish", "rename", "delete"),
    "assignment": ("open", "debate", "rename", "delete"),
    "project": ("open", "debate", "rename", "delete"),
    "document": ("open", "rename", "delete"),
    "note": ("open", "rename", "delete"),
    "removed": ("restore",),
    "debate": ("open",),
}


def pop_up(kind: str, place: QPoint, do: Callable[[str], object], parent: QWidget) -> None:
    """`do` gets the name of what was chosen."""
    menu = QMenu(parent)
    for name in KINDS.get(kind, ("open",)):
        label, icon = ENTRIES[name]
        action = menu.addAction(icons.icon(icon, theme.current().muted, 16), label)
        action.triggered.connect(lambda _checked=False, which=name: do(which))
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place)
