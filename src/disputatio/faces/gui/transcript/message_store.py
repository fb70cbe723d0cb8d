"""The messages of a transcript and their documents: made when seen, thrown away when long unseen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtGui import QTextDocument

from disputatio.faces.gui.transcript.document_style import Look
from disputatio.faces.gui.transcript.markdown import last_safe_cut
from disputatio.faces.gui.transcript.message_document import GrowingDocument, message_document
from disputatio.faces.gui.transcript.message_items import MessageItem

KEPT: Final = 120
"""Documents that are kept after their message has left the screen."""

LONGEST: Final = 40_000
"""Characters of one message that are shown at first; the rest on demand: a reader rarely wants it, a parse costs."""

_MARKUP: Final = str.maketrans("", "", "*_`~\\#>|[]")


class MessageStore:
    """Messages in order, found by key. The text of a streaming message is where its deltas gather."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._items: list[MessageItem] = []
        self._rows: dict[str, int] = {}
        self._growing: dict[str, GrowingDocument] = {}
        self._documents: OrderedDict[str, QTextDocument] = OrderedDict()
        self._whole: set[str] = set()

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, row: int) -> MessageItem:
        return self._items[row]

    @property
    def look(self) -> Look:
        return self._look

    def row_of(self, key: str) -> int:
        """Raises `KeyError` for a key that is not there."""
        return self._rows[key]

    def has(self, key: str) -> bool:
        return key in self._rows

    def reset(self, items: Sequence[MessageItem]) -> None:
        self._items = list(items)
        self._rows = {item.key: row for row, item in enumerate(items)}
        if len(self._rows) != len(self._items):
            raise ValueError("Two messages have the same key.")
        self._growing.clear()
        self._documents.clear()
        self._whole.clear()
        for item in items:
            if item.state == "streaming":
                self.begin(item.key)

    def append(self, item: MessageItem) -> int:
        if item.key in self._rows:
            raise ValueError(f"A message with the key {item.key!r} is there already.")
        self._rows[item.key] = len(self._items)
        self._items.append(item)
        if item.state == "streaming":
            self.begin(item.key)
        return len(self._items) - 1

    def update(self, item: MessageItem) -> int:
        """Replace a message. While it streams, its text stays what was fed."""
        row = self._rows[item.key]
        growing = self._growing.get(item.key)
        if growing is not None and item.state == "streaming":
            item = replace(item, text=growing.text)
        elif growing is not None or _differ(item, self._items[row]):
            self._growing.pop(item.key, None)
            self._documents.pop(item.key, None)
            self._keep_long(item, growing)
        self._items[row] = item
        return row

    def _keep_long(self, item: MessageItem, growing: GrowingDocument | None) -> None:
        """Keep the document that a very long answer grew in: the reader has all of it, parsing it again would stall."""
        if growing is not None and len(item.text) > LONGEST and growing.text == item.text:
            growing.flush()
            self._documents[item.key] = growing.document
            self._whole.add(item.key)

    def begin(self, key: str) -> int:
        """Let the message grow by `feed` from now on; what it has already stays."""
        row = self._rows[key]
        if key not in self._growing:
            item = self._items[row] = replace(self._items[row], state="streaming")
            self._documents.pop(key, None)
            self._growing[key] = GrowingDocument(self._look, item.text)
        return row

    def feed(self, key: str, delta: str) -> int:
        """Raises `KeyError` for a message that does not stream."""
        growing = self._growing[key]
        growing.feed(delta)
        row = self._rows[key]
        return row

    def is_streaming(self, key: str) -> bool:
        return key in self._growing

    @property
    def stale(self) -> bool:
        """Whether something was fed that no document shows yet."""
        return any(growing.stale for growing in self._growing.values())

    def flush(self, key: str) -> bool:
        growing = self._growing.get(key)
        if growing is None or not growing.flush():
            return False
        row = self._rows[key]
        self._items[row] = replace(self._items[row], text=growing.text)
        return True

    def text(self, key: str) -> str:
        """Return the Markdown of a message as it came, everything fed so far included."""
        growing = self._growing.get(key)
        return growing.text if growing else self._items[self._rows[key]].text

    def document(self, key: str, in_use: Container[str]) -> QTextDocument:
        """Return the document of a message, made now where there is none. Those of `in_use` are not thrown away."""
        growing = self._growing.get(key)
        if growing is not None:
            self.flush(key)
            return growing.document
        document = self._documents.get(key)
        if document is None:
            text = self.text(key)
            shown = text[: len(text) - self.hidden_characters(key)]
            document = self._documents[key] = message_document(
                shown, self._look, self._items[self._rows[key]].citations
            )
            self._trim(in_use)
        self._documents.move_to_end(key)
        return document

    def hidden_characters(self, key: str) -> int:
        """Return how many characters at the end of a very long message are not shown yet."""
        text = self.text(key)
        if len(text) <= LONGEST or key in self._whole or key in self._growing:
            return 0
        return len(text) - (last_safe_cut(text[:LONGEST], 0) or LONGEST)

    def folded(self, key: str) -> int:
        """Return how many lines of a message are shown; 0 for all of them."""
        return 0 if key in self._whole else self._items[self._rows[key]].lines

    def show_whole(self, key: str) -> None:
        self._whole.add(key)
        self._documents.pop(key, None)

    def _trim(self, in_use: Container[str]) -> None:
        surplus = len(self._documents) - KEPT
        for key in [key for key in self._documents if key not in in_use][: max(0, surplus)]:
            del self._documents[key]

    @property
    def kept(self) -> int:
        """Return how many documents are in memory."""
        return len(self._documents) + len(self._growing)

    def dress(self, look: Look) -> None:
        """Take another theme or zoom: every document is made again when it is next seen."""
        self._look = look
        self._documents.clear()
        self._growing = {key: GrowingDocument(look, old.text) for key, old in self._growing.items()}

    def rows_holding(self, needle: str) -> list[int]:
        """Return the rows whose text may hold `needle`, markup left out of account."""
        wanted = needle.casefold()
        return [row for row, item in enumerate(self._items) if wanted in self._plain(item)]

    def _plain(self, item: MessageItem) -> str:
        text = self.text(item.key).casefold()
        return text + "\n" + text.translate(_MARKUP)


def _differ(one: MessageItem, other: MessageItem) -> bool:
    """Whether the document of a message has to be made anew."""
    return one.text != other.text or one.citations != other.citations
