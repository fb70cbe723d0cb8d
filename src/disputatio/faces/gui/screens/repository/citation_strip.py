"""Above a source: the citation that led there, what the turn says, and what came of the check."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.debate.views.evidence import hint
from disputatio.debate.views.labels import VERDICTS
from disputatio.faces.gui.models.wanted import Cited
from disputatio.faces.gui.widgets.buttons import IconButton
from disputatio.faces.gui.widgets.chips import Chip, tone_colours

SAYS = 400
"""Characters of the passage that are shown."""
_MARKER: Final = re.compile(r"^(?:[-*+•]|\d{1,3}[.)]) ")
"""What makes a passage an item of a list."""


class CitationStrip(QFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.chip, self._who = Chip(), QLabel()
        self._says, self._result = QLabel(), QLabel()
        self._who.setProperty("look", "caption")
        for label in (self._says, self._result):
            label.setWordWrap(True)
        for label in (self._says, self._result, self._who):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = IconButton("close", "Hide the citation", size=14)
        close.clicked.connect(self.hide)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.chip)
        row.addWidget(self._who, 1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 8, 10)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._says)
        column.addWidget(self._result)
        self.hide()

    def show_citation(self, cited: Cited | None) -> None:
        self.setVisible(cited is not None)
        if cited is None:
            return
        item = cited.item
        sign, word, tone = VERDICTS[item.status].parts
        colour, ground = tone_colours(tone)
        self.chip.setText(f"{sign} {word}")
        self.chip.setStyleSheet(f"color: {colour}; background: {ground}")
        self._who.setText(f"{cited.who} cites {' '.join(item.citation.split())[:160]}")
        says = _MARKER.sub("", " ".join((item.says or item.quote).split()))
        self._says.setText(f"“{says[:SAYS]}{'…' if len(says) > SAYS else ''}”")
        self._says.setVisible(bool(says))
        self._result.setText(hint(item))
        self._result.setProperty("look", "caption")
        self.setAccessibleName(f"{self._who.text()}: {self._result.text()}")
