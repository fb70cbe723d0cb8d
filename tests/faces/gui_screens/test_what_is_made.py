"""Opening a debate makes what is seen, and nothing else."""

import gc

from PySide6.QtWidgets import QWidget

from disputatio.faces.gui.debate.gate_card import GateCard
from disputatio.faces.gui.debate.question_form import QuestionForm
from disputatio.faces.gui.shell import event_loop
from disputatio.faces.gui.transcript.message_card import MessageCard
from disputatio.faces.gui.transcript.search import FindBar

QUESTION = "Should the event log stay in SQLite?"
MOST = 110
"""Widgets of a pane beside the cards of its messages: 79 when this was written; before that was looked at, 230."""


async def test_a_debate_that_is_opened_makes_no_view_that_nobody_looks_at(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.until(lambda: gui.pane.live.caught_up and gui.pane.transcript.live_cards())
        assert gui.pane.pages == {}
        for kind in (GateCard, QuestionForm, FindBar):
            assert not gui.pane.findChildren(kind), kind.__name__
        inside = {part for card in gui.pane.findChildren(MessageCard) for part in (card, *card.findChildren(QWidget))}
        assert len(set(gui.pane.findChildren(QWidget)) - inside) <= MOST
        gui.pane.show_view("columns")
        assert list(gui.pane.pages) == ["columns"]
        await gui.rested()


async def test_nothing_is_looked_through_for_garbage_while_a_debate_is_opened(loop, opened, monkeypatch):
    monkeypatch.setattr(event_loop, "YOUNG", 0)
    async with opened() as gui:
        debates, looked, loaded = gui.window.debates, [], []
        debates.loaded.connect(loaded.append)

        def note(phase, about):
            looked.append(bool(debates._opening))

        gc.callbacks.append(note)
        try:
            await gui.converse(QUESTION)
            await gui.until(lambda: loaded)
            await gui.rested()
        finally:
            gc.callbacks.remove(note)
        assert loaded == [gui.pane.live.id]
        assert looked
        assert not any(looked)
