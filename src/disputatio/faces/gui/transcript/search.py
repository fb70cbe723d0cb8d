"""Finding words in the transcript: which messages hold them, where in each, and the bar in which a person asks; and the
one passage that an entry of the board rests on."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeySequence, QShortcut, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QTextEdit, QWidget

from disputatio.debate.views.places import receipt_in
from disputatio.debate.wording import figure, plural, tr
from disputatio.faces.gui.kit.buttons import IconButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.layouts import margins_from_the_side
from disputatio.faces.gui.transcript.formulas import PICTURE, with_picture
from disputatio.faces.gui.transcript.message_card import MessageCard
from disputatio.faces.gui.transcript.message_store import MessageStore

MARKED: Final = 300
"""Places of a message in sight that are coloured; who looks for a letter finds thousands."""


class SearchScope(Protocol):
    """What is searched: the transcript, as far as the search has to know it."""

    def live_cards(self) -> dict[str, MessageCard]: ...

    def go_to(self, key: str, *, focus: bool = True) -> None: ...

    def show_place(self, key: str, position: int) -> None: ...


class TranscriptSearch:
    """One search at a time; `next` and `previous` go round."""

    def __init__(self, transcript: SearchScope, store: MessageStore) -> None:
        self._transcript, self._store = transcript, store
        self._needle = ""
        self.key, self.at = "", -1
        self.passage: tuple[str, str] | None = None
        """The key of a message, and the words in it that are marked."""

    @property
    def needle(self) -> str:
        return self._needle

    def start(self, needle: str) -> int:
        """Mark `needle` wherever it is in sight. Returns how many messages hold it."""
        if needle != self._needle:
            self._needle, self.key, self.at = needle, "", -1
        self.mark()
        return len(self._store.rows_holding(needle)) if needle else 0

    def seek(self, needle: str) -> int:
        """Mark `needle`, and go to the first place of it from where the reader is, as it is typed letter by letter."""
        seen = [self._store.row_of(key) for key, card in self._transcript.live_cards().items() if _in_view(card)]
        here = self._store.row_of(self.key) if self._store.has(self.key) else min(seen, default=0)
        if found := self.start(needle):
            rows = self._store.rows_holding(needle)
            any(self._in_row(row, None, backwards=False) for row in sorted(rows, key=lambda row: (row < here, row)))
        return found

    def stop(self) -> None:
        self.passage = None
        self.start("")

    def show_passage(self, key: str, words: str) -> None:
        """Mark words of a message and bring them into sight; "" takes the mark away. Words that are not found there,
        because the message is shown in another form, leave the reader at its top."""
        self.passage = (key, words) if words else None
        document = self._store.document(key, self._transcript.live_cards())
        if words and (found := _passage(document, words)) is not None:
            self._transcript.show_place(key, found.selectionStart())
        self.mark()

    def next(self) -> bool:
        return self._go(backwards=False)

    def previous(self) -> bool:
        return self._go(backwards=True)

    def _go(self, *, backwards: bool) -> bool:
        """Go to the next place. Says whether there is one."""
        rows = self._store.rows_holding(self._needle) if self._needle else []
        if not rows:
            return False
        here = self._store.row_of(self.key) if self._store.has(self.key) else -1
        if here >= 0 and self._in_row(here, self.at, backwards=backwards):
            return True
        order = sorted(rows, key=lambda row: (row <= here, row))
        if backwards:
            order = sorted(rows, key=lambda row: (row >= here if here >= 0 else False, -row))
        return any(self._in_row(row, None, backwards=backwards) for row in order)

    def _in_row(self, row: int, beyond: int | None, *, backwards: bool) -> bool:
        key = self._store[row].key
        document = self._store.document(key, self._transcript.live_cards())
        found = _place(document, self._needle, beyond, backwards=backwards)
        if found is None:
            return False
        self.key, self.at = key, found
        self._transcript.go_to(key, focus=False)
        self._transcript.show_place(key, self.at)
        self.mark()
        return True

    def mark(self) -> None:
        """Colour the hits on the screen, no more than `MARKED` in a message, the one that was gone to in a stronger
        tone."""
        look = self._store.look.theme
        for key, card in self._transcript.live_cards().items():
            marks = []
            here = self.at if key == self.key else -1
            for cursor in _in_sight(card, self._needle, here) if self._needle else []:
                strong = cursor.selectionStart() == here
                marks.append(_mark(cursor, look.found_here if strong else look.found, look.text))
            if self.passage is not None and self.passage[0] == key:
                found = _passage(card.body.document(), self.passage[1])
                marks += [_mark(found, look.found_here, look.text)] if found is not None else []
            card.body.setExtraSelections(marks)


def _in_view(card: MessageCard) -> bool:
    return card.isVisible() and card.geometry().bottom() > 0


def _mark(cursor: QTextCursor, ground: str, ink: str) -> QTextEdit.ExtraSelection:
    mark, form = QTextEdit.ExtraSelection(), QTextCharFormat()
    form.setBackground(QColor(ground))
    form.setForeground(QColor(ink))
    mark.cursor, mark.format = with_picture(cursor), form
    return mark


def _passage(document: QTextDocument, words: str) -> QTextCursor | None:
    """Return words of a message, selected where they stand in its document; None where they do not."""
    text = document.toPlainText().replace(PICTURE, " ")
    span = receipt_in(words, text)
    if span is None:
        return None
    cursor = QTextCursor(document)
    cursor.setPosition(_units(text[: span.start]))
    cursor.setPosition(_units(text[: span.end]), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _units(text: str) -> int:
    """Return how many places of a document a text takes: Qt counts in units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _place(document: QTextDocument, needle: str, beyond: int | None, *, backwards: bool) -> int | None:
    """Return where words stand in a document: next to a place beyond which they are wanted, else first or last; None
    where they do not."""
    if backwards:
        before = document.characterCount() if beyond is None else max(0, beyond - _units(needle) + 1)
        cursor = document.find(needle, before, QTextDocument.FindFlag.FindBackward)
    else:
        cursor = document.find(needle, 0 if beyond is None else beyond + _units(needle))
    return None if cursor.isNull() else cursor.selectionStart()


def _in_sight(card: MessageCard, needle: str, here: int) -> list[QTextCursor]:
    """Return the first places of words in the part of a message that is in sight, and that at `here`."""
    document, (first, last) = card.body.document(), card.body.places_in_sight()
    found, cursor = list[QTextCursor](), document.find(needle, max(0, first - _units(needle)))
    while not cursor.isNull() and cursor.selectionStart() <= last and len(found) < MARKED:
        found.append(cursor)
        cursor = document.find(needle, cursor)
    if here >= 0 and here not in [each.selectionStart() for each in found]:
        found.append(document.find(needle, here))
    return [each for each in found if not each.isNull()]


class FindBar(QFrame):
    """The field in which a person asks, over the widget that is searched. It is hidden until `open`; Escape closes it
    and takes the marks away."""

    def __init__(self, search: TranscriptSearch, over: QWidget) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._find, self._over = search, over
        self.field = LineField()
        self.field.setPlaceholderText(tr("Find in this debate…"))
        self.field.setAccessibleName(tr("Find in this debate"))
        self.field.textChanged.connect(self._start)
        self.field.returnPressed.connect(self.next)
        self.count = QLabel()
        self.count.setProperty("look", "muted")
        back, on, close = (
            IconButton("chevron-up", tr("Previous match (Shift+F3)")),
            IconButton("chevron-down", tr("Next match (F3)")),
            IconButton("close", tr("Close the search")),
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(*margins_from_the_side(10, 6, 6, 6))
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        for button, work in ((back, self.previous), (on, self.next), (close, self.close_search)):
            button.clicked.connect(work)
            row.addWidget(button)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.close_search)
        self.hide()

    def open(self) -> None:
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._start(self.field.text())

    def close_search(self) -> None:
        self._find.stop()
        self.hide()
        self._over.setFocus(Qt.FocusReason.OtherFocusReason)

    def next(self) -> None:
        self._find.next()

    def previous(self) -> None:
        self._find.previous()

    def _start(self, text: str) -> None:
        found = self._find.seek(text)
        words = (
            plural("in {found} message", "in {found} messages", found).format(found=figure(found))
            if found
            else tr("not found")
        )
        self.count.setText(words if text else "")
