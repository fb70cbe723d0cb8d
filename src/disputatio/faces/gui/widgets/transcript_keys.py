"""The keys of the transcript, wherever inside it the caret is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

if TYPE_CHECKING:
    from disputatio.faces.gui.widgets.transcript import Transcript


def install_keys(transcript: Transcript) -> None:
    keys: list[tuple[str, Callable[[], object]]] = [
        ("Alt+Down", lambda: transcript.go_by(1)),
        ("Alt+Up", lambda: transcript.go_by(-1)),
        ("Alt+PgDown", lambda: transcript.go_by_round(1)),
        ("Alt+PgUp", lambda: transcript.go_by_round(-1)),
        ("End", transcript.follow_end),
        ("Ctrl+End", transcript.follow_end),
        ("Ctrl+Shift+C", transcript.copy_current),
        ("Ctrl++", lambda: transcript.zoom_by(1)),
        ("Ctrl+=", lambda: transcript.zoom_by(1)),
        ("Ctrl+-", lambda: transcript.zoom_by(-1)),
        ("Ctrl+0", lambda: transcript.set_zoom(1.0)),
    ]
    for keys_, work in keys:
        shortcut = QShortcut(QKeySequence(keys_), transcript)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(work)
