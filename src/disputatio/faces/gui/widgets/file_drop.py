"""Files and folders that are dropped on a widget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


class FileDrop(QObject):
    """Gives `take` what is dropped on `target` from this computer; anything else is not accepted."""

    def __init__(self, target: QWidget, take: Callable[[Sequence[Path]], object]) -> None:
        super().__init__(target)
        self._take = take
        target.setAcceptDrops(True)
        target.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, (QDragEnterEvent, QDropEvent)):
            return False
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self._take(paths)
        return True
