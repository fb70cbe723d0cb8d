"""The inspector of the layered result: what to do with a round, who holds what, what it rests on, and how far the
participants agree by the analysis (SPEC LAYERS.1, CONSENSUS.1)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Final

from PySide6.QtWidgets import QLabel, QVBoxLayout

from disputatio.debate.views.analysis import analysis_lines, analysis_of
from disputatio.debate.views.labels import LEVELS, Tone
from disputatio.debate.views.layers import ADVICE, Action, Layers, cited, layers_of, rounds_in, sides_of
from disputatio.debate.views.result import result_of
from disputatio.debate.views.rounds import places_in
from disputatio.debate.views.stances import side_told
from disputatio.debate.views.words import percent
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.inspector import InspectorView, Links, ToneChip, text_label
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.layouts import refilled

SIGNS: Final[dict[Action, tuple[str, Tone]]] = {
    "proceed": ("✓", "ok"),
    "verify": ("?", "caution"),
    "query_detail": ("→", "caution"),
}
"""The sign of what is recommended."""
LATEST = 0
"""In the place of a round: the last one, also when another one is over."""


class LayersInspector(InspectorView):
    """One round at a time; the last one until another is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds = DropDown()
        self.rounds.setAccessibleName(tr("Which round"))
        self.rounds.activated.connect(lambda _: self.refresh())
        self.column.addWidget(self.rounds)
        self.decision, self.answers = TitledCard(tr("What to do")), TitledCard(tr("Who holds what"))
        self.evidence, self.analysis = TitledCard(tr("What it rests on")), TitledCard(tr("Consensus analysis"))
        self._bodies: dict[TitledCard, QVBoxLayout] = {}
        for card in (self.decision, self.answers, self.evidence, self.analysis):
            body = self._bodies[card] = QVBoxLayout()
            body.setSpacing(6)
            card.body.addLayout(body)
            self.column.addWidget(card)
        self.column.addStretch()

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        if len(live.session.past()):
            return "", ""
        return tr("No round yet"), tr("Once participants have spoken, the result of their round appears here.")

    def show_live(self, live: LiveDebate) -> None:
        past = live.session.past()
        self._offer(rounds_in(past), places_in(past))
        number = self.rounds.currentData() or None
        found = layers_of(live.session.id, live.debate, past, number if number in rounds_in(past) else None)
        with ExitStack() as filling:
            for body in self._bodies.values():
                filling.enter_context(refilled(body))
            self._show_decision(found, "" if number else result_of(live.debate, past).answer)
            self._show_answers(found, live)
            self._show_evidence(found, live)
            self._show_analysis(live)

    def _offer(self, rounds: tuple[int, ...], places: Mapping[int, str]) -> None:
        wanted = [
            (tr("The last round"), LATEST),
            *((places.get(n) or tr("Round {number}").format(number=n), n) for n in rounds if n),
        ]
        if [self.rounds.itemData(row) for row in range(self.rounds.count())] == [number for _, number in wanted]:
            return
        chosen = self.rounds.currentData()
        self.rounds.clear()
        for name, number in wanted:
            self.rounds.addItem(name, number)
        self.rounds.setCurrentIndex(max(0, self.rounds.findData(chosen)))
        self.rounds.setVisible(len(wanted) > 2)

    def _show_decision(self, found: Layers, answer: str) -> None:
        """`answer`: what the debate came to, where it is over and its end is shown: that is what to do."""
        decision, body = found.decision, self._bodies[self.decision]
        if answer:
            head, _, rest = answer.partition("\n\n")
            body.addWidget(text_label(head, "strong"))
            if rest:
                body.addWidget(text_label(rest))
        elif decision.agreementScore is not None:
            advice = decision.actionRecommendation.type
            sign, tone = SIGNS[advice]
            body.addWidget(ToneChip(f"{sign} {ADVICE[advice]}", tone))
        body.addWidget(text_label(decision.actionRecommendation.reason))
        if decision.agreementScore is not None:
            level = tr("Agreement: {level}").format(level=LEVELS[decision.consensusLevel])
            body.addWidget(text_label(level, "caption"))

    def _show_answers(self, found: Layers, live: LiveDebate) -> None:
        body = self._bodies[self.answers]
        for number, one in enumerate(found.agentResponses):
            body.addSpacing(8 if number else 0)
            sure = (
                tr(" · {confidence} percent sure").format(confidence=percent(one.confidence))
                if one.confidence is not None
                else ""
            )
            body.addWidget(text_label(f"{one.agentName}{sure}", "strong"))
            body.addWidget(text_label(side_told(one.position) or one.position))
            for point in one.keyPoints:
                body.addWidget(text_label(f"• {point}", "caption"))
        self.answers.setVisible(bool(found.agentResponses))

    def _show_evidence(self, found: Layers, live: LiveDebate) -> None:
        body, evidence = self._bodies[self.evidence], found.evidence
        measured = found.decision.agreementScore is not None
        body.addWidget(text_label(f"{cited(evidence)} {evidence.consensusSummary}" if measured else cited(evidence)))
        for conflict in evidence.conflicts:
            body.addSpacing(6)
            body.addWidget(text_label(f"✕ {conflict.issue}", "strong"))
            for side in sides_of(conflict, live.debate):
                body.addWidget(text_label(side, "caption"))
        said = found.decision.actionRecommendation.reason  # above, where it decides what to do
        for hint in (one for one in found.metadata.verificationHints if one.reason != said):
            body.addWidget(text_label(tr("To check: {reason}").format(reason=hint.reason), "caption"))

    def _show_analysis(self, live: LiveDebate) -> None:
        past, body = live.session.past(), self._bodies[self.analysis]
        found = analysis_of(live.debate, past)
        self.analysis.setVisible(found is not None)
        for line in analysis_lines(found, live.debate, past) if found is not None else ():
            made: QLabel = text_label(f"• {line.text}" if line.below else line.text, "caption" if line.below else "")
            body.addWidget(made)
            if line.places:
                links = Links("", line.places)
                links.opened.connect(self.turn_opened)
                body.addWidget(links)
