"""What a card holds beside its text: what the turn looked up, and what went wrong or is waited for."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.labels import tip
from disputatio.faces.gui.kit.layouts import FlowLayout, margins_from_the_side
from disputatio.faces.gui.kit.plain_text import PlainEdit
from disputatio.faces.gui.transcript.message_items import ActOn, LookUp, MessageItem

RESULT: Final = 190
"""Pixels of what came back; it scrolls."""
FOLDED: Final = -2
LISTED: Final = -1
"""Beside the number of the look-up that is open: nothing is, or their list alone."""


class ToolUses(QFrame):
    """Pooled with its card. `opened` tells what is open now: FOLDED, LISTED, or the number of a look-up."""

    opened = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._uses: tuple[LookUp, ...] = ()
        self._open, self._live, self._room = FOLDED, False, 400
        self._head = TextButton("", icon="chevron-right", kind="quiet")
        self._head.setProperty("line", True)
        self._head.clicked.connect(self._fold)
        self._lines: list[TextButton] = []
        self._result = PlainEdit()
        self._result.setReadOnly(True)
        self._result.setTabChangesFocus(True)
        self._result.setFont(font(SMALL, mono=True))
        self._result.setFixedHeight(RESULT)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 6)
        self._column.setSpacing(1)
        self._column.addWidget(self._head, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._result)

    def show_item(self, item: MessageItem, opened: int) -> None:
        """Show what a turn looked up; `opened`: as `opened` told last of this message."""
        self._uses, self._live = item.lookups, item.state == "streaming"
        self._open = opened if opened < len(self._uses) else LISTED
        self._draw(item.author)

    def _draw(self, author: str) -> None:
        listed = self._live or self._open != FOLDED
        self._head.setVisible(not self._live)
        self._head.set_icon("chevron-down" if listed else "chevron-right")
        self._head.setAccessibleName(
            (tr("{summary} by {author}, expanded") if listed else tr("{summary} by {author}, collapsed")).format(
                summary=summary(self._uses), author=author
            )
        )
        self._fill(listed)
        shown = self._uses[self._open].result if self._open >= 0 else ""
        self._result.setVisible(bool(shown))
        if shown != self._result.toPlainText():
            self._result.setPlainText(shown)
        if self._open >= 0:
            self._result.setAccessibleName(tr("Results: {uses_words}").format(uses_words=self._uses[self._open].words))
        self._place()
        self._elide()

    def _fill(self, listed: bool) -> None:
        while len(self._lines) < len(self._uses):
            line, number = TextButton("", kind="quiet", parent=self), len(self._lines)
            line.setProperty("line", True)
            line.clicked.connect(lambda _checked=False, which=number: self._choose(which))
            self._lines.append(line)
        for number, line in enumerate(self._lines):
            line.setVisible(listed and number < len(self._uses))
            if number < len(self._uses):
                use = self._uses[number]
                line.set_icon("check" if use.ran and use.state == "done" else _ICONS[use.state])
                line.setEnabled(bool(use.result))
                line.setAccessibleName(_told(use))

    def _place(self) -> None:
        """Place the lines below the head, and what came back below its line."""
        for line in self._lines:
            self._column.removeWidget(line)
        self._column.removeWidget(self._result)
        for number, line in enumerate(self._lines):
            self._column.addWidget(line, 0, Qt.AlignmentFlag.AlignLeft)
            if number == self._open:
                self._column.addWidget(self._result)
        if self._open < 0:
            self._column.addWidget(self._result)

    def _elide(self) -> None:
        """Show as much of each line as there is room for."""
        measure, room = QFontMetrics(self._head.font()), self._room - 48
        said = summary(self._uses, whole=self._open == FOLDED)
        self._head.setText(_plain(measure.elidedText(said, Qt.TextElideMode.ElideRight, room)))
        for line, use in zip(self._lines, self._uses, strict=False):
            shown = measure.elidedText(_told(use), Qt.TextElideMode.ElideMiddle, room)
            line.setText(_plain(shown))
            line.setToolTip(tip(_told(use)) if shown != _told(use) else "")

    def height_at(self, width: int) -> int:
        """Return the pixels that it needs at that width."""
        if width != self._room:
            self._room = width
            self._elide()
        self._column.activate()
        return self._column.totalSizeHint().height()

    def _fold(self) -> None:
        self.opened.emit(LISTED if self._open == FOLDED else FOLDED)

    def _choose(self, number: int) -> None:
        self.opened.emit(LISTED if self._open == number else number)


_ICONS: Final = {"running": "clock", "done": "search", "failed": "warning"}


def summary(uses: tuple[LookUp, ...], *, whole: bool = True) -> str:
    """Return all of it in one line, or how much it is."""
    if any(use.ran for use in uses):
        count = (
            tr("Ran one command")
            if len(uses) == 1
            else tr("Ran {number_of_uses} commands").format(number_of_uses=len(uses))
        )
    else:
        count = (
            tr("Looked up once")
            if len(uses) == 1
            else tr("Looked up {number_of_uses} times").format(number_of_uses=len(uses))
        )
    return f"{count}: {' · '.join(use.words for use in uses)}" if whole else count


def _told(use: LookUp) -> str:
    end = {"running": " …", "failed": "" if use.ran else tr(" · failed")}.get(use.state, "")
    return f"{use.words}{end}{f' · {use.took}' if use.took else ''}"


def _plain(text: str) -> str:
    """Return words for a button: an & would underline what follows it."""
    return text.replace("&", "&&")


class NoticePanel(QFrame):
    """Shows the notice of one message. Everything that came from outside is plain text."""

    action = Signal(object)
    """What is wanted of the message (ActOn)."""
    expanded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("notice", True)
        self._tone = "error"
        self._buttons: list[TextButton] = []
        self._icon, self._text = QLabel(), QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._details = PlainEdit()
        self._details.setReadOnly(True)
        self._details.setAccessibleName(tr("Details"))
        self._details.setFixedHeight(110)
        self._more = TextButton(tr("Details"), icon="chevron-down", kind="quiet")
        self._more.setCheckable(True)
        self._more.toggled.connect(self._toggle)
        self._copy = TextButton(tr("Copy details"), icon="copy", kind="quiet")
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._details.toPlainText()))
        self._lay_out()

    def _lay_out(self) -> None:
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(*margins_from_the_side(14, 11, 12, 10))
        column.setSpacing(8)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._text, 1)
        column.addLayout(line)
        self._row = FlowLayout()
        self._row.addWidget(self._more)
        self._row.addWidget(self._copy)
        column.addLayout(self._row)
        column.addWidget(self._details)

    def show_item(self, item: MessageItem, *, open_details: bool) -> None:
        failed = item.state == "failed"
        self._tone = "error" if failed else "caution"
        self._text.setText(item.notice)
        self._text.setAccessibleName(
            (tr("Error: {notice}") if failed else tr("Waiting: {notice}")).format(notice=item.notice)
        )
        self._details.setPlainText(item.details)
        self._set_remedies(item)
        self._more.setVisible(bool(item.details))
        self._more.blockSignals(True)
        self._more.setChecked(open_details and bool(item.details))
        self._more.blockSignals(False)
        self._show_details()
        self._draw()

    def _set_remedies(self, item: MessageItem) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for place, remedy in enumerate(item.remedies):
            button = TextButton(remedy.label, icon=remedy.icon, kind="primary" if place == 0 else "")
            button.setAccessibleName(f"{remedy.label}: {item.place}")
            wanted = ActOn(key=item.key, action=remedy)
            button.clicked.connect(lambda _checked=False, wanted=wanted: self.action.emit(wanted))
            self._row.insert(place, button)
            button.show()
            self._buttons.append(button)

    def height_at(self, width: int) -> int:
        """Return the pixels that it needs at that width."""
        self._column.activate()
        return self._column.totalHeightForWidth(width)

    def sizeHint(self) -> QSize:
        return self._column.totalSizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _toggle(self, open_: bool) -> None:
        self._show_details()
        self.expanded.emit(open_)

    def _show_details(self) -> None:
        open_ = self._more.isChecked()
        self._details.setVisible(open_)
        self._copy.setVisible(open_)

    def _draw(self) -> None:
        name = "error" if self._tone == "error" else "clock"
        self._icon.setPixmap(icons.pixmap(name, getattr(theme.current(), self._tone), 18, self.devicePixelRatioF()))
