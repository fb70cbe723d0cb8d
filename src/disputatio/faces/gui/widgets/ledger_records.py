"""Round records and reflections as cards."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from disputatio.debate.views.board_view import PartItem, RecordItem, ReflectionItem
from disputatio.debate.views.labels import REFLECTIONS
from disputatio.debate.views.places import Place
from disputatio.faces.gui.widgets.flow_layout import FlowLayout
from disputatio.faces.gui.widgets.ledger_parts import Links, ToneChip, section, text_label, who_row


class RecordCard(QFrame):
    """What became of one stretch of debate, and each participant's part in it."""

    opened = Signal(str)

    def __init__(self, item: RecordItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAccessibleName(f"Record: {item.title}")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.addWidget(text_label(item.title, "strong"), 1)
        if item.rules:
            head.addWidget(ToneChip("by rule"))
        column.addLayout(head)
        column.addWidget(text_label(item.summary))
        for part in item.parts:
            self._show_part(column, part)
        for title, found in (("✕ Open disagreements", item.disagreements), ("↷ Shifts", item.shifts)):
            if found:
                column.addWidget(section(title))
                for text in found:
                    column.addWidget(text_label(f"• {text}", "caption"))

    def _show_part(self, column: QVBoxLayout, part: PartItem) -> None:
        who = who_row(part.who, size=18)
        who.setContentsMargins(0, 8, 0, 0)
        column.addLayout(who)
        column.addWidget(text_label(part.position))
        for word, text in (("Key argument", part.argument), ("Evidence", part.evidence), ("Engaged", part.engaged)):
            if text:
                column.addWidget(text_label(f"{word}: {text}", "caption"))


class ReflectionCard(QFrame):
    """What can be seen only from some way off. Its sources are links."""

    opened = Signal(str)

    def __init__(self, item: ReflectionItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        sign, word, tone = REFLECTIONS[item.kind].parts
        self.setProperty("card", True)
        self.setAccessibleName(f"Reflection, {word}, importance {item.importance} of 10: {item.text}")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(6)
        head = FlowLayout(spacing=6)  # three signs are wider than a narrow panel
        head.addWidget(ToneChip(f"{sign} {word}", tone))
        head.addWidget(ToneChip(f"importance {item.importance} / 10"))
        if item.rules:
            head.addWidget(ToneChip("by rule"))
        column.addLayout(head)
        column.addWidget(text_label(item.text))
        about = " and ".join(item.about)
        said = " · ".join(part for part in (f"About {about}" if about else "", item.label) if part)
        if said:
            column.addWidget(text_label(said, "caption"))
        self._show_sources(column, item.sources, item.loose)

    def _show_sources(self, column: QVBoxLayout, sources: tuple[Place, ...], loose: tuple[str, ...]) -> None:
        if sources:
            links = Links("Sources", sources)
            links.opened.connect(self.opened)
            column.addWidget(links)
        if loose:
            column.addWidget(text_label("Also named: " + ", ".join(loose), "caption"))
