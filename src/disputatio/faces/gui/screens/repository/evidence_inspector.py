"""The inspector "Evidence": every citation of the debate with what its check found, and the share that is verified."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from disputatio.debate.views import evidence
from disputatio.debate.views.evidence import CitationItem, Share
from disputatio.debate.views.labels import VERDICTS
from disputatio.faces.gui.debate_actions import ShowSource
from disputatio.faces.gui.screens.debate.inspecting import InspectorView
from disputatio.faces.gui.screens.debate.live import LiveDebate
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.citation_list import CitationList, ShareRow
from disputatio.faces.gui.widgets.empty_state import EmptyState

FAILED: Final = "not verified"
NARROWEST: Final = 80
"""Pixels of a filter."""


class EvidenceInspector(InspectorView):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[CitationItem, ...] = ()
        self._shares: tuple[Share, ...] = ()
        self.shares, self.card = TitledCard("Verified, by participant"), TitledCard("Citations")
        self._rows = QVBoxLayout()
        self.shares.body.addLayout(self._rows)
        self.status, self.who = QComboBox(), QComboBox()
        self.status.setAccessibleName("Show citations of this status")
        self.who.setAccessibleName("Show citations of this participant")
        self.status.addItem("All", "")
        self.status.addItem("✕ Not verified", FAILED)
        for status, label in VERDICTS.items():
            self.status.addItem(f"{label.sign} {label.word.capitalize()}", status)
        self.who.addItem("Everybody", None)
        filters = QHBoxLayout()
        for box, share in ((self.status, 5), (self.who, 6)):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
            box.setMinimumWidth(NARROWEST)  # what Qt wants for them is more than a narrow panel has
            box.currentIndexChanged.connect(self._filter)
            filters.addWidget(box, share)
        self.list = CitationList()
        self.list.opened.connect(lambda item: self.wanted.emit(ShowSource(turn=item.path, number=item.number)))
        self._none = EmptyState("None of these", "Choose another status or participant.", compact=True)
        self.card.body.addLayout(filters)
        self.card.body.addWidget(self._none)
        self.card.body.addWidget(self.list)
        for card in (self.shares, self.card):
            self.column.addWidget(card)
        self.column.addStretch()

    def focus(self) -> QWidget:
        return self.list

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        if any(turn.evidence and turn.evidence.items for turn in live.transcript.turns.values()):
            return "", ""
        return (
            "No citations yet",
            "Where a turn cites a file, a commit, a document or a note, the source is looked up and the result is "
            "listed here.",
        )

    def show_live(self, live: LiveDebate) -> None:
        past = live.session.past()
        found = evidence.citations(live.debate, past)
        if found == self._all:
            return
        self._all = found
        self._show_shares(evidence.shares(live.debate, past))
        self._filter()

    def _show_shares(self, shares: tuple[Share, ...]) -> None:
        if shares == self._shares:
            return
        self._shares = shares
        while (row := self._rows.takeAt(0)) is not None:
            if (widget := row.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for item in shares:
            self._rows.addWidget(ShareRow(item))
        chosen = self.who.currentData()
        self.who.blockSignals(True)
        self.who.clear()
        self.who.addItem("Everybody", None)
        for item in shares:
            self.who.addItem(item.who.name, item.who.seat)
        self.who.setCurrentIndex(max(0, self.who.findData(chosen)))
        self.who.blockSignals(False)

    def _filter(self) -> None:
        status, seat = self.status.currentData(), self.who.currentData()
        shown = [item for item in self._all if _fits(item, status) and seat in (None, item.who.seat)]
        self.list.shown.set_items(shown)
        of = f"{len(shown)} of {len(self._all)}" if len(shown) != len(self._all) else f"{len(shown)}"
        self.card.set_title(f"Citations · {of}")
        self._none.setVisible(not shown)
        self.list.setVisible(bool(shown))


def _fits(item: CitationItem, status: str) -> bool:
    return status in ("", item.status) or (status == FAILED and item.status not in ("verified", "external"))
