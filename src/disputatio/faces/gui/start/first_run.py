"""What the start screen offers whoever has no key yet: ways to begin, none of them taken by itself, and debates
that were recorded."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from disputatio.app.actions.action import EXAMPLES
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import isolated
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.kit.screen_reader import announce

if TYPE_CHECKING:
    from disputatio.app.examples import Example


class Way(Enum):
    """A way to begin."""

    REHEARSE = auto()
    CONNECT = auto()
    LOCAL = auto()
    CHAT = auto()


CARDS: Final = (
    (Way.REHEARSE, "play", tr("Rehearse now"), tr("Rehearse"),
     tr("Try everything without a key. No AI model is asked, and every turn says so.")),
    (Way.CONNECT, "key", tr("Connect a provider"), tr("Add a key…"),
     tr("OpenAI, Anthropic, Gemini, Perplexity or a compatible server. Keys go into the keyring.")),
    (Way.LOCAL, "repository", tr("Use a local server"), tr("Detect"),
     tr("Ollama or LM Studio on this computer. Disputatio looks for it only when you ask.")),
    (Way.CHAT, "copy", tr("Any chat"), tr("Use"),
     tr("Copy each request into any chat you use, and paste its reply. No key is needed.")),
)  # fmt: skip
"""The way, its icon, title, button and words."""


class FirstRun(QWidget):
    chosen = Signal(object)
    """The way that the person takes (Way)."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[Way, QLabel] = {}
        column = layouts.column(of=self, margins=layouts.FLUSH, spacing=8)
        title = QLabel(tr("Who should answer?"))
        title.setProperty("look", "strong")
        column.addWidget(title)
        row = QGridLayout()
        row.setSpacing(12)
        self.buttons: dict[Way, TextButton] = {}
        for place, card in enumerate(CARDS):
            row.addWidget(self._card(*card), place // 2, place % 2)
            row.setColumnStretch(place % 2, 1)
        column.addLayout(row)

    def say(self, way: Way, words: str) -> None:
        """Say what has become of a way that was taken, where the person looks: on its card."""
        self.quiet()
        self.texts[way].setText(words)
        announce(self.texts[way], words)

    def quiet(self) -> None:
        """Say what each way is, and nothing of what became of one."""
        for way, _icon, _title, _label, words in CARDS:
            self.texts[way].setText(words)

    def _card(self, way: Way, icon: str, title: str, label: str, words: str) -> QFrame:
        card = QFrame()
        card.setProperty("card", True)
        picture, head, text = QLabel(), QLabel(title), QLabel(words)
        picture.setPixmap(icons.pixmap(icon, theme.current().accent, 22))
        head.setStyleSheet("font-weight: 600")
        head.setWordWrap(True)
        text.setProperty("look", "caption")
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignTop)
        button = TextButton(label, kind="primary" if way is Way.REHEARSE else "")
        button.setAccessibleName(f"{title}: {label.rstrip('…')}")
        button.clicked.connect(lambda: self.chosen.emit(way))
        self.buttons[way], self.texts[way] = button, text
        lines = layouts.column(head, (text, 1), spacing=1)
        row = layouts.row(of=card, margins=(14, 12, 12, 12), spacing=12)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return card


class RecordingsRow(QWidget):
    chosen = Signal(str)
    """The name of the example that is to be played."""

    def __init__(self) -> None:
        super().__init__()
        title = QLabel(tr("Open an example"))
        title.setProperty("look", "strong")
        about = QLabel(tr("Recorded debates to read and explore. No model is asked, and nothing is paid."))
        about.setProperty("look", "caption")
        about.setWordWrap(True)
        column = layouts.column(title, about, of=self, margins=layouts.FLUSH, spacing=6)
        self._row = FlowLayout(spacing=8)
        column.addLayout(self._row)
        self.buttons: dict[str, TextButton] = {}
        self.hide()

    def offer(self, examples: Sequence[Example]) -> None:
        """Show a button for each."""
        for each in examples:
            button = TextButton(isolated(tr(each.title)), icon="play")
            button.setToolTip(f"{tr(each.about)}. {each.answered}")
            button.setAccessibleName(f"{EXAMPLES.title}: {tr(each.title)}")
            button.clicked.connect(lambda _checked=False, name=each.name: self.chosen.emit(name))
            self.buttons[each.name] = button
            self._row.addWidget(button)
        self.setVisible(bool(self.buttons))

    def begin(self) -> None:
        """Put the caret on the first of them."""
        for button in list(self.buttons.values())[:1]:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
