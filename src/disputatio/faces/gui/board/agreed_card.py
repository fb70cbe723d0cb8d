"""How much is agreed, as the first card beside a result: the gauge, what it rests on, and what it means."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from disputatio.debate.views.result_section import Section
from disputatio.debate.views.score import Score
from disputatio.debate.wording import tr
from disputatio.faces.gui.board.result_cards import layer_row
from disputatio.faces.gui.charts.gauge import ConsensusGauge
from disputatio.faces.gui.debate.inspector import text_label
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.cards import TitledCard


class AgreedCard(TitledCard):
    """The gauge is that of the page, which goes from card to card."""

    def __init__(self, section: Section, score: Score, gauge: ConsensusGauge) -> None:
        super().__init__(tr(section.title))
        if score.score is None and score.tallies:  # there is something to tell instead of an empty gauge
            for tally in score.tallies:
                self.body.addWidget(text_label(tally))
        else:
            self.body.addLayout(_gauged(score, gauge))
        if score.basis:
            self.body.addWidget(text_label(score.basis, "caption"))
        for note in score.notes:
            self.body.addWidget(text_label(note, "caution"))
        meaning = text_label("\n".join(line.text for line in section.lines), "caption")
        meaning.hide()
        self.body.addWidget(meaning)
        link = LinkButton(tr("What it means"))
        link.clicked.connect(lambda: meaning.setVisible(meaning.isHidden()))
        self.corner.addWidget(link)


def _gauged(score: Score, gauge: ConsensusGauge) -> QHBoxLayout:
    """Return the gauge, and beside it what it consists of."""
    gauge.set_score(score)
    gauge.setFixedWidth(192)
    gauge.show()
    row = QHBoxLayout()
    row.addWidget(gauge)
    layers = QVBoxLayout()
    layers.setSpacing(8)
    layers.addStretch()
    for word, count in score.layers:
        layers.addLayout(layer_row(word, count))
    layers.addStretch()
    row.addLayout(layers, 1)
    if not score.layers:
        row.insertStretch(0, 1)
    return row
