"""The keyboard goes round the regions of the window: sidebar, middle, inspector."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def cycle(regions: Sequence[QWidget], step: int) -> None:
    """To the region after, or before, the one that has the focus."""
    focus = QApplication.focusWidget()
    here = next((n for n, each in enumerate(regions) if focus and (each is focus or each.isAncestorOf(focus))), -1)
    regions[(here + step) % len(regions)].setFocus(Qt.FocusReason.ShortcutFocusReason)
