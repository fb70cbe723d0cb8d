"""All about one thing that the memory brought into a debate: why it came up, who read it, where it was said again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.debate.views.places import Place
from disputatio.faces.gui.models.board_reminders import OccasionItem, ReminderItem
from disputatio.faces.gui.widgets.buttons import LinkButton, TextButton
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.flow_layout import FlowLayout
from disputatio.faces.gui.widgets.ledger_insight import terms_table
from disputatio.faces.gui.widgets.ledger_parts import Links, ToneChip, clear, section, text_label

OCCASIONS = 1
"""Times that are explained at first: the newest."""
SOUGHT = 160
"""Characters of what was looked for."""


class ReminderDetail(TitledCard):
    opened = Signal(str)
    """The path of a message."""
    insight_wanted = Signal(str)
    """The id of an insight that the person wants to see in the memory."""
    debate_wanted = Signal(str)
    """The id of the debate that it comes from."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Remembered", parent)
        self.item: ReminderItem | None = None
        self.memory = TextButton("Open in the memory", icon="memory")
        self.memory.setToolTip("Reword, dispute, merge or forget it")
        self.memory.clicked.connect(self._want_insight)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(6)
        self.body.addLayout(self._lines)
        self.body.addWidget(self.memory)
        self.hide()

    def show_item(self, item: ReminderItem | None) -> None:
        if item == self.item:
            return
        self.item = item
        clear(self._lines)
        self.setVisible(item is not None)
        if item is not None:
            self._show(item)

    def _show(self, item: ReminderItem) -> None:
        chips = FlowLayout(spacing=6)
        chips.addWidget(ToneChip(item.chip, item.tone))
        if item.sure:
            chips.addWidget(ToneChip(item.sure))
        self._lines.addLayout(chips)
        self._lines.addWidget(text_label(item.row.text))
        self._show_origin(item)
        self._lines.addWidget(section("Who read it"))
        self._lines.addWidget(text_label(item.audience, "caption"))
        if item.repeated:
            self._link("Said again in", item.repeated)
        self._lines.addWidget(section("Why was this recalled?"))
        for occasion in item.occasions[:OCCASIONS]:
            self._show_occasion(occasion)
        if earlier := item.occasions[OCCASIONS:]:
            self._fold(earlier)
        self.memory.setVisible(bool(item.insight))

    def _show_origin(self, item: ReminderItem) -> None:
        if not item.origin:
            self._lines.addWidget(text_label(item.origin_title, "caption"))
            return
        button = LinkButton(item.origin_title, icon="chat")
        button.setAccessibleName(f"Comes from the debate {item.origin_title}: open it")
        button.clicked.connect(lambda: self.debate_wanted.emit(item.origin))
        self._lines.addWidget(button)

    def _show_occasion(self, occasion: OccasionItem) -> None:
        sought = occasion.sought if len(occasion.sought) <= SOUGHT else occasion.sought[:SOUGHT].rstrip() + " …"
        about = f"Looked for: {sought}"
        self._lines.addWidget(text_label(f"{occasion.words[:1].upper()}{occasion.words[1:]}", "strong"))
        self._lines.addWidget(text_label(about, "caption"))
        self._lines.addWidget(terms_table(occasion.why))
        if occasion.why.places:
            self._lines.addWidget(text_label(occasion.why.places, "caption"))
        if occasion.read:
            self._link("Read in", occasion.read)

    def _fold(self, earlier: tuple[OccasionItem, ...]) -> None:
        more = LinkButton(f"Show {len(earlier)} earlier")

        def show_all() -> None:
            more.hide()
            for occasion in earlier:
                self._show_occasion(occasion)

        more.clicked.connect(show_all)
        self._lines.addWidget(more)

    def _link(self, caption: str, places: tuple[Place, ...]) -> None:
        links = Links(caption, places)
        links.opened.connect(self.opened)
        self._lines.addWidget(links)

    def _want_insight(self) -> None:
        if self.item is not None and self.item.insight:
            self.insight_wanted.emit(self.item.insight)
