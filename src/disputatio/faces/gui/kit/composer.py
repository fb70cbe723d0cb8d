"""Where a person writes, the question of a new debate or an interjection, and what keeps a text that was not sent."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from disputatio.debate.wording import figure, tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.labels import tip
from disputatio.faces.gui.kit.layouts import margins_from_the_side
from disputatio.faces.gui.kit.plain_text import PlainEdit

if TYPE_CHECKING:
    from disputatio.app.starting.drafts import Drafts


LINES: Final = 6
"""It grows to so many lines, then it scrolls."""

REMEMBERED: Final = 50
PASTED: Final = 50_000
"""Characters that can be pasted: a question has fewer, and all of a text is laid out to know how high it is."""


class ComposerText(PlainEdit):
    """Enter sends, Shift+Enter begins a line. While an input method composes, Enter belongs to it."""

    send = Signal()
    recall = Signal(int)
    focused = Signal(bool)
    refused = Signal(int)
    """What a person pasted or dropped is too long for this box: its characters."""

    def __init__(self) -> None:
        super().__init__()
        self._hint = self._brief = ""
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self.document().clearUndoRedoStacks()  # the margin is nothing that a person did
        self.textChanged.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Make it as high as its text, up to the limit."""
        lines = max(1, round(self.document().size().height()))
        high = QFontMetricsF(self.font()).lineSpacing() * min(LINES, lines) + 8
        self.setFixedHeight(round(high))
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > LINES else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)

    def setPlaceholderText(self, text: str, brief: str = "") -> None:
        """Keep it on one line, however narrow the window is; `brief` is whole where there is no room for all of it."""
        self._hint, self._brief = text, brief
        self._fit_hint()

    def _fit_hint(self) -> None:
        room, measure = self.viewport().width() - 2 * self.document().documentMargin() - 2, QFontMetricsF(self.font())
        whole = not self._brief or measure.horizontalAdvance(self._hint) <= room
        shown = measure.elidedText(self._hint if whole else self._brief, Qt.TextElideMode.ElideRight, room)
        super().setPlaceholderText(shown if self.isVisible() else self._hint)
        self.setToolTip(tip(self._hint) if shown != self._hint else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shift = event.key(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if self.composing:
            super().keyPressEvent(event)
        elif enter and not shift:
            self.send.emit()
        elif key == Qt.Key.Key_Up and not shift and self._at_edge(QTextCursor.MoveOperation.Start):
            self.recall.emit(-1)
        elif key == Qt.Key.Key_Down and not shift and self._at_edge(QTextCursor.MoveOperation.End):
            self.recall.emit(1)
        else:
            super().keyPressEvent(event)

    def _at_edge(self, edge: QTextCursor.MoveOperation) -> bool:
        place = self.textCursor()
        end = QTextCursor(self.document())
        end.movePosition(edge)
        return not place.hasSelection() and place.position() == end.position()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """A file that is dropped would be an address in the text: who takes files is around this box."""
        return source.hasText() and not any(url.isLocalFile() for url in source.urls())

    def insertFromMimeData(self, source: QMimeData) -> None:
        if len(source.text()) > PASTED:
            self.refused.emit(len(source.text()))
        else:
            super().insertFromMimeData(source)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
        self._fit_hint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)


class Composer(QFrame):
    """A slot at the left (for the context selector), the text, the button. Up and Down recall what was sent."""

    sent = Signal(str)
    """A person sent this text. The box keeps it until `clear`, so that nothing is lost when sending fails."""
    held = Signal(str)
    """A person wanted to send what cannot be sent now, or to paste what this box does not take: why."""
    draft_changed = Signal(str)

    def __init__(self, placeholder: str, *, send_label: str = tr("Send"), foot: bool = False) -> None:
        """`foot`: the slot and the button stand below the text, with room for words beside the button."""
        super().__init__()
        self.setObjectName("composer")
        self._history: list[str] = []
        self._place, self._draft, self._blocked = 0, "", False
        self._soon, self._waiting, self._why_not = False, "", ""
        self.text = ComposerText()
        self.text.setPlaceholderText(placeholder)
        self.text.setAccessibleName(placeholder.rstrip("…. "))
        self.text.send.connect(self.submit)
        self.text.recall.connect(self._recall)
        self.text.focused.connect(self._show_focus)
        self.text.refused.connect(self._refuse)
        self.text.textChanged.connect(self._changed)
        self.button: QAbstractButton = IconButton("send", send_label, tone="fill_text")
        if foot:
            self.button = TextButton(send_label, icon="play", kind="primary")
            self.button.setAccessibleName(send_label)
        self.button.setObjectName("send")
        self.button.clicked.connect(self.submit)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.slot, self.aside = QHBoxLayout(), QHBoxLayout()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(self.slot)
        if foot:
            whole = QVBoxLayout(self)
            whole.setContentsMargins(*margins_from_the_side(18, 14, 14, 12))
            whole.setSpacing(14)
            whole.addWidget(self.text)
            whole.addLayout(row)
            row.addLayout(self.aside, 1)
            row.addWidget(self.button)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)  # as high as the words there
        else:
            self.setLayout(row)
            row.setContentsMargins(*margins_from_the_side(14, 8, 8, 8))
            row.addWidget(self.text, 1, Qt.AlignmentFlag.AlignVCenter)
            row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        self.setFocusProxy(self.text)
        self._changed()

    def _refuse(self, count: int) -> None:
        self.held.emit(
            tr(
                "{count} characters are too many for this box, which takes {most}. Paste a part, or start a debate "
                "with the text as a document."
            ).format(count=figure(count), most=figure(PASTED))
        )

    def set_label(self, label: str) -> None:
        """Say what sending does."""
        self.button.setAccessibleName(label)
        self.button.setToolTip(self._tip())

    def set_kind(self, kind: str) -> None:
        """Let a button that has words look like the obvious thing to do ("primary"), or like any other ("")."""
        if isinstance(self.button, TextButton):
            self.button.set_kind(kind)

    def _tip(self) -> str:
        """Return why nothing can be sent, or what sending does where the button does not say that itself."""
        return self._why_not or ("" if self.button.text() else self.button.accessibleName())

    def draft(self) -> str:
        return self.text.toPlainText()

    def set_draft(self, text: str) -> None:
        self.text.setPlainText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.End)

    def clear(self) -> None:
        """Empty the box after what was sent has arrived."""
        self.text.clear()

    def submit(self) -> None:
        words = self.draft().strip()
        self._waiting = words if self._soon else ""
        if not words or not self.button.isEnabled():
            if words and self._why_not and not self._soon:
                self.held.emit(self._why_not)
            return
        if not self._history or self._history[-1] != words:
            self._history = [*self._history, words][-REMEMBERED:]
        self._place, self._draft = len(self._history), ""
        self.sent.emit(words)

    def set_sendable(self, sendable: bool, why_not: str = "", *, soon: bool = False) -> None:
        """Whether sending is possible now; if not, the button says why. `soon`: what is sent before goes out then,
        unless it is changed meanwhile."""
        self._blocked, self._soon = not sendable, soon and not sendable
        self._why_not = "" if sendable else why_not
        self.button.setToolTip(self._tip())
        self._changed()
        waiting, self._waiting = self._waiting, ""
        if sendable and waiting and waiting == self.draft().strip():
            self.submit()

    def _changed(self) -> None:
        self.button.setEnabled(bool(self.draft().strip()) and not self._blocked)
        self.draft_changed.emit(self.draft())

    def _recall(self, step: int) -> None:
        """Go through what was sent before; the draft waits at the end."""
        if self._place == len(self._history):
            self._draft = self.draft()
        place = self._place + step
        if not 0 <= place <= len(self._history):
            return
        self._place = place
        self.set_draft(self._draft if place == len(self._history) else self._history[place])
        if step < 0:
            self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def _show_focus(self, inside: bool) -> None:
        self.setProperty("focused", inside)
        self.style().unpolish(self)
        self.style().polish(self)


# ---- unsent drafts ----------------------------------------------------------------------------------------------
LOG = logging.getLogger(__name__)
QUESTION: Final = "question"
PAUSE: Final = 1_000
"""Milliseconds without typing until it is saved."""


class DraftKeeper(QObject):
    def __init__(self, drafts: Drafts, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._drafts, self._bridge = drafts, bridge
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(lambda: self._bridge.start(self.finish()))

    def follow(self, name: str, composer: Composer) -> None:
        """Bring back what was typed there, and remember what will be. What is being typed already stays."""
        if composer.draft():
            self._typed(name, composer.draft())
        elif text := self._drafts.get(name):
            composer.set_draft(text)
        composer.draft_changed.connect(lambda text: self._typed(name, text))

    async def finish(self) -> None:
        """Save what was typed last. A disk that is full loses a draft, and nothing else."""
        self._timer.stop()
        try:
            await asyncio.to_thread(self._drafts.save)
        except OSError as error:
            LOG.warning("Unsent drafts cannot be saved: %s", error)

    def _typed(self, name: str, text: str) -> None:
        if self._drafts.put(name, text):
            self._timer.start()
