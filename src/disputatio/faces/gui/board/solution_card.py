"""The card of the page of a result that holds the solution which won: what is known of it, and its text and code,
whole; of a long one the beginning, until somebody asks for all."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from disputatio.debate.views.result_section import Section
from disputatio.debate.wording import tr
from disputatio.faces.gui.board.result_cards import EDGE, Passage
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.layouts import row
from disputatio.faces.gui.transcript.message_body import Preview

FOLDED: Final = 420
"""Pixels of height of a solution before somebody asks for all of it."""


class SolutionCard(TitledCard):
    opened = Signal(object)
    """The passage to show (Place)."""

    def __init__(self, section: Section) -> None:
        super().__init__(tr(section.title))
        self.section, self.unfolded = section, False
        self.widen_body(EDGE)
        self.body.setSpacing(2)
        for line in section.lines:
            made = Passage(line)
            made.opened.connect(self.opened)
            self.body.addWidget(made)
        self.text = Preview(tr(section.title), edge=EDGE)
        self.text.show_text(section.text)
        self.text.body.installEventFilter(self)
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.verticalScrollBar().setEnabled(False)  # the page around it is what scrolls
        self.body.addWidget(self.text)
        self.more = TextButton(tr("Show all of it"), icon="chevron-down", kind="quiet")
        self.more.clicked.connect(self.unfold)
        self.copy = TextButton(tr("Copy"), icon="copy", kind="quiet")
        self.copy.setToolTip(tr("Copy the whole solution"))
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(section.text))
        self.body.addLayout(row(self.more, self.copy, None))
        self._fit()

    def unfold(self) -> None:
        """Show all of it, as high as it is."""
        self.unfolded = True
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Let the text be as high as it is, or as high as is shown of it at first."""
        high = self.text.body.height() + 24
        self.text.setFixedHeight(high if self.unfolded else min(high, FOLDED))
        self.more.setVisible(not self.unfolded and high > FOLDED)
