"""The messages of a transcript and their documents: made when seen, thrown away when long unseen."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtGui import QTextDocument

from disputatio.faces.gui.transcript.document_style import Look
from disputatio.faces.gui.transcript.markdown import PIECE, beginning, reach
from disputatio.faces.gui.transcript.message_document import (
    GrowingDocument,
    lay,
    message_document,
    stand_ins,
    text_with_stand_ins,
)
from disputatio.faces.gui.transcript.message_items import Ahead, Mark, MessageItem

KEPT: Final = 120
"""Documents that are kept after their message has left the screen."""

LONGEST: Final = 40_000
"""Characters of one message that are shown at first; the rest on demand: a reader rarely wants it, a parse costs."""

_MARKUP: Final = re.compile(r"[*_`~\\#>|\[\]]+")


class StagedDocument:
    """A document that is laid out stretch by stretch. `length`: characters of the message that it is to show; `marks`:
    the citations whose badges follow at the end, with their stand-ins."""

    def __init__(self, growing: GrowingDocument, length: int = 0, marks: Sequence[Mark] = (), signs: str = "") -> None:
        self.growing, self.length, self.marks, self.signs = growing, length, marks, signs


class MessageStore:
    """Messages in order, found by key. The text of a streaming message is where its deltas gather."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._items: list[MessageItem | Ahead] = []
        self._card: Callable[[str], MessageItem] | None = None
        self._ahead = 0
        self._rows: dict[str, int] = {}
        self._growing: dict[str, GrowingDocument] = {}
        self._staged: dict[str, StagedDocument] = {}
        self._shown: dict[str, int] = {}
        self._held: set[str] = set()
        self._documents: OrderedDict[str, QTextDocument] = OrderedDict()
        self._whole: set[str] = set()

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, row: int) -> MessageItem:
        item = self._items[row]
        if isinstance(item, Ahead):
            assert self._card is not None, "whoever announces messages makes them"
            item = self._items[row] = self._card(item.key)
        return item

    def about(self, row: int) -> MessageItem | Ahead:
        """Return what is known of a message without making anything."""
        return self._items[row]

    def make_some(self, until: float) -> bool:
        """Make cards of messages that nobody needed yet, from the end on, until that time (performance counter). Say
        whether there are more."""
        while self._ahead and time.perf_counter() < until:
            self._ahead -= 1
            self[self._ahead]
        return self._ahead > 0

    @property
    def look(self) -> Look:
        return self._look

    def row_of(self, key: str) -> int:
        """Raises `KeyError` for a key that is not there."""
        return self._rows[key]

    def has(self, key: str) -> bool:
        return key in self._rows

    def reset(self, items: Sequence[MessageItem | Ahead], card: Callable[[str], MessageItem] | None = None) -> None:
        """`card` makes what is only announced, by its key. Raises `ValueError` when two have the same key; then nothing
        has changed."""
        rows = {item.key: row for row, item in enumerate(items)}
        if len(rows) != len(items):
            raise ValueError("Two messages have the same key.")
        self._items, self._card, self._ahead, self._rows = list(items), card, len(items), rows
        for kept in (self._growing, self._staged, self._shown, self._documents):
            kept.clear()
        self._whole.clear()
        self._held.clear()
        for item in items:
            if isinstance(item, MessageItem) and item.state == "streaming":
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
            self._forget(item.key)
            self._keep_long(item, growing)
        self._items[row] = item
        return row

    def _forget(self, key: str) -> None:
        """Have the document of a message made anew."""
        for kept in (self._documents, self._staged, self._shown):
            kept.pop(key, None)
        self._held.discard(key)

    def _keep_long(self, item: MessageItem, growing: GrowingDocument | None) -> None:
        """Keep the document that a very long answer grew in: the reader has all of it, parsing it again would stall."""
        long = len(item.text) > LONGEST or reach(item.text, 0)[1] < len(item.text)
        if growing is not None and long and growing.text == item.text and not growing.held:
            self._staged[item.key] = StagedDocument(growing)
            self._whole.add(item.key)

    def begin(self, key: str) -> int:
        """Let the message grow by `feed` from now on; what it has already stays."""
        row = self._rows[key]
        if key not in self._growing:
            item = self._items[row] = replace(self[row], state="streaming")
            self._forget(key)
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
        self._items[row] = replace(self[row], text=growing.text)
        return True

    def text(self, key: str) -> str:
        """Return the Markdown of a message as it came, everything fed so far included."""
        growing = self._growing.get(key)
        return growing.text if growing else self[self._rows[key]].text

    def document(self, key: str, in_use: Container[str]) -> QTextDocument:
        """Return the document of a message, made now where there is none. Those of `in_use` are not thrown away. What a
        message that streams has said since is for `flush`."""
        growing = self._growing.get(key)
        if growing is not None:
            if growing.shown < 0:
                self.flush(key)
            return growing.document
        if key not in self._documents and key not in self._staged:
            self._make(key)
            self._trim(in_use)
        staged = self._staged.get(key)
        if staged is not None:
            return staged.growing.document
        self._documents.move_to_end(key)
        return self._documents[key]

    def has_document(self, key: str) -> bool:
        """Return whether the document of a message is made."""
        return key in self._documents or key in self._staged or (key in self._growing and self._growing[key].shown >= 0)

    def _make(self, key: str) -> None:
        """Make the document of a message: all at once where that does not stall the window, else its beginning."""
        text, marks = self.text(key), self[self._rows[key]].citations
        if key not in self._whole:
            text = beginning(text, LONGEST)
        reached = reach(text, 0)
        if reached[1] == len(text):
            self._shown[key] = len(text)
            self._documents[key] = message_document(text, self._look, marks)
        else:
            signs = stand_ins(text, len(marks)) if marks else ""
            planted = text_with_stand_ins(text, marks, signs) if signs else text
            growing = GrowingDocument(self._look, planted, PIECE, reached if planted is text else None)
            self._staged[key] = StagedDocument(growing, len(text), marks, signs)
            self.grow(key)

    def grow(self, key: str) -> bool:
        """Lay out the next stretch of a long message that does not stream. Says whether anything was."""
        staged = self._staged.get(key)
        if staged is None:
            return False
        growing, drawn = staged.growing, staged.growing.flush()
        if not growing.stale:
            del self._staged[key]
            if staged.signs:
                lay(growing.document, staged.marks, staged.signs, self._look)
            self._documents[key] = growing.document
            self._shown[key] = growing.shown if growing.held else staged.length or len(growing.text)
            if growing.held:
                self._held.add(key)
        return drawn

    def unfinished(self, key: str) -> bool:
        """Return whether more of a message is to be laid out."""
        return key in self._staged or (key in self._growing and self._growing[key].stale)

    def hidden_characters(self, key: str) -> int:
        """Return how many characters at the end of a very long message are not laid out, nor will be soon."""
        growing = self._growing.get(key)
        if growing is not None:
            return len(growing.text) - growing.shown if growing.held else 0
        return len(self.text(key)) - self._shown[key] if key in self._shown else 0

    def held(self, key: str) -> bool:
        """Return whether the rest of a message cannot be laid out without a stall."""
        return key in self._held or (key in self._growing and self._growing[key].held)

    def folded(self, key: str) -> int:
        """Return how many lines of a message are shown; 0 for all of them."""
        return 0 if key in self._whole else self[self._rows[key]].lines

    def show_whole(self, key: str) -> None:
        self._whole.add(key)
        self._forget(key)

    def _trim(self, in_use: Container[str]) -> None:
        for key in [key for key in self._staged if key not in in_use][:-1]:
            del self._staged[key]
        surplus = len(self._documents) - KEPT
        for key in [key for key in self._documents if key not in in_use][: max(0, surplus)]:
            del self._documents[key]

    @property
    def kept(self) -> int:
        """Return how many documents are in memory."""
        return len(self._documents) + len(self._staged) + len(self._growing)

    def dress(self, look: Look) -> None:
        """Take another theme or zoom: every document is made again when it is next seen."""
        self._look = look
        for kept in (self._documents, self._staged, self._shown):
            kept.clear()
        self._growing = {key: GrowingDocument(look, old.text) for key, old in self._growing.items()}

    def rows_holding(self, needle: str) -> list[int]:
        """Return the rows whose text may hold `needle`, markup left out of account."""
        wanted = needle.casefold()
        texts = (self.text(self[row].key).casefold() for row in range(len(self)))
        return [row for row, text in enumerate(texts) if wanted in text or wanted in _MARKUP.sub("", text)]


def _differ(one: MessageItem, other: MessageItem | Ahead) -> bool:
    """Whether the document of a message has to be made anew."""
    return isinstance(other, Ahead) or one.text != other.text or one.citations != other.citations
