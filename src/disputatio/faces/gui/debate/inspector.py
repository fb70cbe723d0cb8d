"""What every inspector beside a debate is made of: its base, and small parts: text, links to messages, who it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Place
from disputatio.debate.wording import quoted, tr
from disputatio.exporting.addresses import links_in, with_addresses
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.avatars import Avatar
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.labels import ElidedLabel, tone_colours
from disputatio.faces.gui.kit.layouts import BAR, FlowLayout, SteadyArea
from disputatio.faces.gui.window_actions import InspectorName

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.faces.gui.bridge import Bridge
    from disputatio.faces.gui.debate.live import LiveDebate

BREATH = 10
"""Milliseconds after which the inspector of a long debate is filled: its pane is shown first."""


def text_label(text: str, look: str = "") -> QLabel:
    """Return a paragraph. It is never rich text: it may come from a model."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if look:
        made.setProperty("look", look)
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
    return made


def linked_label(text: str, written: str, look: str = "") -> QLabel:
    """Return a paragraph whose web addresses are links, as far as they are in the Markdown that was `written`. Nothing
    else of it is rich text: it may come from a model. What a link does is up to whoever takes its `linkActivated`."""
    made, links = text_label(text, look), links_in(written)
    if links:

        def address(found: str) -> str:
            return '<a href="{}">{}</a>'.replace("{}", escape(found)) if found in links else escape(found)

        made.setTextFormat(Qt.TextFormat.RichText)
        made.setText(f'<span style="white-space: pre-wrap">{with_addresses(text, escape, address)}</span>')
        made.setTextInteractionFlags(
            made.textInteractionFlags()
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
    return made


def section(text: str) -> QLabel:
    """Return the title of what follows inside a card, apart from what stands above it."""
    made = text_label(text, "section")
    made.setContentsMargins(0, 6, 0, 0)
    return made


def narrow(card: TitledCard) -> None:
    """Leave less room at the sides, for rows that need all the width; their texts begin as far in as those of other
    cards."""
    if (layout := card.layout()) is not None:
        layout.setContentsMargins(8, 12, 8, 8)
    card.inset_title(8)


class ToneChip(QLabel):
    """A chip in the colours of a tone."""

    def __init__(self, text: str, tone: Tone = "plain") -> None:
        super().__init__(text)
        self._tone: Tone = tone
        self.setProperty("look", "chip")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        colour, ground = tone_colours(self._tone)
        wanted = "" if self._tone == "plain" else f"QLabel {{ color: {colour}; background: {ground}; }}"
        if wanted != self.styleSheet():  # setting it is a change of style of its own
            self.setStyleSheet(wanted)


class Links(QWidget):
    """A caption and one small button for each message that can be gone to."""

    opened = Signal(object)
    """The message to show (Place)."""

    def __init__(
        self,
        caption: str,
        places: Sequence[Place],
        spoken: str = tr("Go to the message"),
    ) -> None:
        super().__init__()
        self._spoken = spoken
        row = FlowLayout(spacing=(12, 2))
        self.setLayout(row)
        if caption:
            title = QLabel(caption)
            title.setProperty("look", "caption")
            title.setContentsMargins(0, 3, 0, 3)
            row.addWidget(title)
            row.setSpacing(8)  # it leads to what follows
        for place in places:
            row.addWidget(self._button(place))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _button(self, place: Place) -> LinkButton:
        button = LinkButton(place.label)
        button.elides = Qt.TextElideMode.ElideMiddle  # who said it stands at one end, the round at the other
        button.setAccessibleName(f"{self._spoken}: {place.label}")
        button.clicked.connect(lambda: self.opened.emit(place))
        if place.words:
            button.set_hint(quoted(place.words))
        return button


class Detail(TitledCard):
    """One thing in full, below the list that it was chosen from. Hidden until there is one."""

    opened = Signal(object)
    """The message to show (Place)."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.lines = QVBoxLayout()
        self.lines.setSpacing(6)
        self.body.addLayout(self.lines)
        self.hide()

    def link(self, caption: str, *places: Place) -> Links:
        """Add the messages that can be gone to."""
        links = Links(caption, places)
        links.opened.connect(self.opened)
        self.lines.addWidget(links)
        return links


def who_row(who: Participant, *chips: QWidget, size: int = 22) -> QHBoxLayout:
    """Return avatar and name, with chips at the end of the line."""
    row = layouts.row(
        Avatar(who.name, who.glyph, who.colour, size=size), (ElidedLabel(who.name, look="strong"), 1), *chips, spacing=8
    )
    return row


class InspectorView(QWidget):
    """Cards go into `column`, which scrolls. Only the view that is seen is refreshed, at every change of its debate.

    Override `show_live`, and `nothing`, `focus`, `choose`, `apply_settings`, `stop` where there is something to say or
    do.
    """

    turn_opened = Signal(object)
    """The message that the transcript is to show, with the words that are meant (Place)."""
    wanted = Signal(object)
    """What else is to be shown or done (debate.debate_actions.OfWindow)."""

    def __init__(self) -> None:
        super().__init__()
        self.live: LiveDebate | None = None
        inside = QWidget()
        self.column = layouts.column(of=inside, margins=(14, 14, 14 - BAR, 14), spacing=12)
        self._scroll = SteadyArea()
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inside)
        self._scroll.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self._empty = EmptyState("")
        self._due = QTimer(self, singleShot=True, interval=BREATH)
        self._due.timeout.connect(self.refresh)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._scroll)
        self._stack.addWidget(self._empty)

    def set_icon(self, icon: str) -> None:
        """Set the sign of the inspector, which stands where there is nothing to show."""
        self._empty.set_icon(icon)

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        """Return what is said while there is nothing to show: a title, and when it will be different; ("", "")
        otherwise."""
        return "", ""

    def show_live(self, live: LiveDebate) -> None:
        """Show the debate as it is now."""
        raise NotImplementedError

    def apply_settings(self) -> None:
        """Take over settings that are different; `refresh` follows."""

    def stop(self) -> None:
        """Stop what goes on by itself: nobody looks any more."""

    def focus(self) -> QWidget:
        """Return where the keyboard goes when the inspector is entered."""
        return self

    def choose(self, key: str) -> None:
        """Show a statement, as soon as it is there."""

    def follow(self, live: LiveDebate | None) -> None:
        """Show another debate; None lets go of it."""
        if self.live is not None and self.live is not live:
            self.live.state_changed.disconnect(self.refresh)
            self.stop()
        if live is not None and self.live is not live:
            live.state_changed.connect(self.refresh)
        self.live = live
        if live is not None and live.is_long:
            self._due.start()
        else:
            self.refresh()

    def refresh(self) -> None:
        if self.live is None:
            return
        ready = self.live.session.ready
        title, words = self.nothing(self.live) if ready else ("", "")
        if title or not ready:
            self._empty.set_text(title, words)
            self._stack.setCurrentWidget(self._empty)
        else:
            self.show_live(self.live)
            self._stack.setCurrentWidget(self._scroll)


@value
class Inspector:
    """One line of the table: the tab that it stands behind, what it and its entry in the palette say, and what makes it
    when first wanted. `gives`: the output contracts that it shows; a debate whose format has none of them does without
    it (empty: every debate has it)."""

    name: InspectorName
    title: str
    icon: str
    group: str
    make: Callable[[Application, Bridge], InspectorView]
    gives: frozenset[str] = frozenset()
