"""Gates in the window (SPEC GATE.1), driven with mouse and keyboard: a card in place of the composer, which Enter never
approves; the group "Needs you" on top of the sidebar; the points at the start."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.commands import Review
from disputatio.debate.log.events import TurnAsked, TurnCompleted
from disputatio.faces.gui.debate.gate_card import ARMED
from disputatio.faces.gui.shell.needs import time_left
from disputatio.faces.gui.window_actions import ShowInspector
from disputatio.testing.scripted import ScriptedProvider

LEFT = Qt.MouseButton.LeftButton
PATCH = """I propose this.

```diff
--- a/src/store.py
+++ b/src/store.py
@@ -1,2 +1,4 @@
 def store(event):
-    append(event)
+    if event is None:
+        raise ValueError("nothing")
+    append(event)
```
"""


def click(widget) -> None:
    QTest.mouseClick(widget, LEFT)


async def waiting(gui, *points: str, question: str = "Is one file enough?", first: str = "") -> ScriptedProvider:
    """A debate of two scripted models that waits at these points, in the window."""
    await gui.until(lambda: gui.start.preparing.prepared is not None)
    gui.start.options.auto.setChecked(True)
    chosen = gui.start.options.gates
    for action in (*chosen.menu.actions(), *chosen.after_menu.actions()):
        action.setChecked(action.data() in points)
    chosen.rounds.setChecked("rounds" in points)
    chosen.result.setChecked("synthesis" in points)
    provider = await gui.converse(question, *([first] if first else []))
    await gui.until(lambda: gui.pane.approvals.waiting)
    return provider


def gates(gui) -> list[str]:
    return [
        e.event.path
        for e in gui.pane.live.history
        if isinstance(e.event, TurnCompleted) and e.event.path.endswith("[person]")
    ]


async def approve(gui) -> None:
    """Approve what waits, by a click, and wait for what comes of it."""
    card = gui.pane.approvals.card
    await gui.until(lambda: card.question is not None)
    before = card.question.key
    await gui.until(lambda: card.approve.isEnabled())
    click(card.approve)
    await gui.until(lambda: card.question is None or card.question.key != before)


async def test_a_card_takes_the_place_of_the_composer_and_no_key_approves(loop, opened, heard):
    async with opened() as gui:
        provider = await waiting(gui, "critique")
        card, pane = gui.pane.approvals.card, gui.pane
        sent = len(provider.requests)
        assert card.isVisible()
        assert not pane.speaking.isVisible()
        await gui.until(lambda: any(said.endswith("waits for your approval") and urgent for said, urgent in heard))
        assert ("Analyst finished, round 1", False) in heard
        assert card.title.text() == "May the critique begin?"
        assert "Analyst" in card.said.text()
        assert not card.approve.isDefault()
        for widget in (pane.focus(), card, card.said, card.approve):
            for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Y, Qt.Key.Key_A):
                QTest.keyClick(widget, key)
        assert card.question is not None
        assert len(provider.requests) == sent
        assert gates(gui) == []
        await gui.until(lambda: card.approve.isEnabled(), f"{ARMED} ms are over")
        await approve(gui)
        assert len(provider.requests) > sent
        await approve(gui)
        await gui.until(lambda: gui.debate.over and not pane.live.streaming)
        await gui.until(lambda: not pane.speaking.isHidden(), "the composer is back, behind the result perhaps")
        assert not card.isVisible()
        [answer, _] = [
            e.event for e in pane.live.history if isinstance(e.event, TurnCompleted) and e.event.by == "person"
        ]
        assert answer.data == {"approved": True, "reviewer": "you, in the window"}


async def test_a_debate_waits_after_a_step_too(loop, opened):
    async with opened() as gui:
        provider = await waiting(gui, "after:critique")
        card = gui.pane.approvals.card
        await gui.until(lambda: card.question is not None)
        assert ("Why", "You wanted to be asked after the critique.") in card.question.facts
        assert any("/critique[" in each.brief.path for each in provider.requests)
        sent = len(provider.requests)
        await approve(gui)
        await gui.until(lambda: len(provider.requests) > sent)


async def test_a_rejection_needs_a_reason_and_goes_back(loop, opened):
    async with opened() as gui:
        await waiting(gui, "critique")
        card = gui.pane.approvals.card
        click(card.reject)
        assert card.reason.isVisible()
        assert not card.back.isEnabled()
        assert not card.end.isEnabled()
        QTest.keyClicks(card.reason, "Name the file.")
        QTest.keyClick(card.reason, Qt.Key.Key_Return)
        assert gates(gui) == [], "Enter begins a line"
        assert card.back.text() == "Back to the analysis"
        click(card.back)
        await gui.until(lambda: card.question is not None and "gate-2" in card.question.key)
        assert not card.reasons.isVisible()
        await gui.until(lambda: card.content.widget().width() == card.content.viewport().width())
        assert card.content.verticalScrollBar().maximum() == 0, "what is asked anew has the room that it needs"
        again = [
            e.event.path for e in gui.pane.live.history if isinstance(e.event, TurnAsked) and "again-1" in e.event.path
        ]
        assert again[0].endswith("analysis[analyst]")
        assert gui.debate.replies["round[1]/gate-critique[person]"].text == "Name the file."
        click(card.reject)
        QTest.keyClicks(card.reason, "No.")
        click(card.end)
        await gui.until(lambda: gui.debate.over)
        assert gui.debate.why == "you rejected the critique"


async def test_later_folds_the_card_and_the_sidebar_leads_back(loop, opened):
    async with opened() as gui:
        gui.window.resize(1000, 700)
        await waiting(gui, "critique")
        card, group = gui.pane.approvals.card, gui.window.needs
        await gui.until(lambda: group.rows)
        assert group.title.text() == "Needs you · 1"
        assert group.isVisible()
        QTest.keyClick(card.said, Qt.Key.Key_Escape)
        assert card.folded
        assert gui.pane.speaking.isVisible()
        assert card.height() < 70
        gui.window.new_debate()
        await gui.until(lambda: not gui.pane.isVisible() if gui.window.debates.pane() else True)
        click(group.rows[0])
        await gui.until(lambda: gui.window.debates.pane() is not None and card.isVisible() and not card.folded)
        await gui.until(lambda: card.approve.isEnabled())
        QTest.keyClick(card.approve, Qt.Key.Key_Space)
        await gui.until(lambda: "round[2]" in getattr(card.question, "key", ""))
        await approve(gui)
        await gui.until(lambda: gui.debate.over)
        await gui.until(lambda: not group.rows)
        assert not group.isVisible()


async def test_what_was_asked_and_answered_stands_in_an_inspector(loop, opened, read):
    async with opened() as gui:
        await waiting(gui, "critique")
        gui.window.aside.show(ShowInspector(name="run"))
        run = gui.window.aside.panel.view("run")
        await gui.until(lambda: "waits" in read(run.approvals))
        assert "You wanted to be asked before the critique." in read(run.approvals)
        await approve(gui)
        card = gui.pane.approvals.card
        await gui.until(lambda: card.question is not None and card.reject.isVisible() and card.reject.isEnabled())
        click(card.reject)
        QTest.keyClicks(card.reason, "Too soon.")
        click(card.end)
        await gui.until(lambda: gui.debate.over)
        await gui.until(lambda: "rejected" in read(run.approvals))
        words = read(run.approvals)
        assert "Approved by you, in the window at " in words
        assert "“Too soon.”" in words
        assert "You wanted to be asked before the critique." in words
        asked = []
        run.turn_opened.connect(asked.append)

        def links() -> list[QAbstractButton]:
            if not run.isVisible():  # a result that opened has the whole width
                gui.window.aside.show(ShowInspector(name="run"))
            return [each for each in run.approvals.findChildren(QAbstractButton) if each.isVisible()]

        await gui.until(lambda: len(links()) == 2)
        assert [each.accessibleName() for each in links()] == ["Go to the message: Show it in the transcript"] * 2
        click(links()[0])
        assert asked[0].path == "round[1]/gate-critique[person]"
        assert asked[0].path in gui.pane.feed.states, "there is a message to go to"


async def test_the_whole_diff_opens_as_a_source_and_leads_back(loop, opened):
    async with opened() as gui:
        await waiting(gui, "critique", question="Should it refuse nothing?", first=PATCH)
        card = gui.pane.approvals.card
        assert "I propose this." in card.said.text()
        assert "append" not in card.said.text(), "the diff stands below it"
        click(card.whole)
        await gui.until(lambda: gui.window.places.page() == "source")
        source = gui.window.places.pages["source"]
        await gui.until(lambda: source.stack.currentWidget() is source.diff)
        assert "+    if event is None:" in source.diff.toPlainText()
        assert source.bar.title.accessibleName() == "Proposed changes"
        click(source.bar.leave)
        await gui.until(lambda: card.isVisible())
        assert gui.debate.status == "paused", "nothing was approved by looking"


async def test_what_a_debate_waits_for_is_said_once_in_the_sidebar(loop, opened):
    async with opened() as gui:
        await waiting(gui, "critique")
        await gui.until(lambda: gui.window.needs.rows)
        id = gui.pane.live.id
        model = gui.window.sidebar.groups["Recent"].model
        await gui.until(lambda: any(each.key == id and "approval" not in each.subtitle for each in model.items))


async def test_a_limit_that_was_reached_needs_the_person(loop, opened):
    async with opened() as gui:
        config = DebateConfig(question="Is it so?", seed=7, options={"auto_continue": True, "max_turns": 1})
        session = await gui.app.open_and_run(await gui.app.prepare(config, rehearse=True))
        await session.wait_for_rest()
        await gui.app.sessions.release(session.id)
        [need] = await gui.app.needs.all()
        assert need.kind == "limit"
        assert await gui.app.needs.gates() == [], "it is no question of yes or no"
        gui.window.needing.refresh()
        await gui.until(lambda: gui.window.needs.rows)
        [row] = gui.window.needs.rows
        assert row.accessibleName() == "Is it so?: Paused: the budget is spent (1 of 1 turns)"


async def test_a_card_leaves_room_for_its_buttons_in_a_small_window(loop, opened):
    async with opened() as gui:
        gui.window.resize(1000, 700)
        await waiting(gui, "critique")
        card = gui.pane.approvals.card
        gui.window.aside.show(ShowInspector(name="run"))
        await gui.until(lambda: card.width() < 560)
        for button in (card.approve, card.reject, card.later):
            assert button.width() >= button.sizeHint().width()
            await gui.until(
                lambda one=button: one.mapTo(card, one.rect().topLeft()).y() >= card.content.geometry().bottom()
            )


async def test_another_debate_runs_on_while_one_waits_and_the_desktop_is_told(loop, opened):
    async with opened() as gui:
        told: list[str] = []
        gui.window.notifier.tell = lambda title, status, **more: told.append(status)
        await waiting(gui, "critique")
        first = gui.pane
        await gui.until(lambda: "gate" in told)
        gui.window.new_debate()
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        for action in gui.start.options.gates.menu.actions():
            action.setChecked(False)
        await gui.rehearse("Is another one possible meanwhile?")
        await gui.until(lambda: gui.pane is not first and gui.debate.over)
        assert first.approvals.waiting
        assert not gui.pane.approvals.waiting
        assert gui.pane.speaking.isVisible() or gui.pane.view == "result"


async def test_a_debate_that_nobody_has_open_tells_that_it_waits(loop, opened):
    async with opened() as gui:
        told: list[tuple[str, str]] = []
        gui.window.notifier.tell = lambda title, status, **more: told.append((title, status))
        await gui.until(lambda: gui.window.needing._known is not None)
        config = DebateConfig(question="Is it so?", seed=7, options={"auto_continue": True, "gates": ["critique"]})
        session = await gui.app.open_and_run(await gui.app.prepare(config, rehearse=True))
        await session.wait_for_rest()
        await gui.app.sessions.release(session.id)
        gui.window.needing.refresh()
        await gui.until(lambda: told)
        assert told == [("Is it so?", "gate")]
        [row] = gui.window.needs.rows
        assert QAccessible.queryAccessibleInterface(row).role() == QAccessible.Role.PushButton
        assert row.accessibleName().startswith("Is it so?: May the critique begin?")
        QTest.keyClick(row, Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.debates.pane() is not None and gui.pane.approvals.card.isVisible())
        assert gui.pane.live.id == session.id


async def test_an_answer_from_elsewhere_takes_the_card_away_and_a_late_one_is_told(loop, opened):
    async with opened() as gui:
        await waiting(gui, "round", "synthesis")
        card = gui.pane.approvals.card
        path = card.question.key
        await gui.app.sessions.deliver(gui.pane.live.id, Review(approved=True, path=path, reviewer="another"))
        card.approved.emit(path)
        await gui.until(lambda: "already been answered" in gui.pane.banner._text.text())
        await gui.until(lambda: card.question is not None and card.question.key == "gate-conclusion[person]")


async def test_points_of_a_format_are_chosen_at_the_start(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        row = gui.start.options.gates
        assert row.chosen_options() == {"gates": []}
        row.rounds.setChecked(True)
        row.spend.setChecked(True)
        row.amount.setValue(0.25)
        row.menu.actions()[-1].setChecked(True)
        assert row.chosen_options() == {"gates": ["rounds", "spend:0.25", "critique"]}
        assert row.steps.text() == "steps (1)"
        row.after_menu.actions()[-1].setChecked(True)
        assert row.chosen_options() == {"gates": ["rounds", "spend:0.25", "critique", "after:critique"]}
        assert row.afterwards.text() == "or after steps (1)"
        await gui.until(lambda: "rounds" in gui.start.preparing.prepared.opening.options["gates"])
        assert row.rounds.isChecked(), "what was chosen stays"


def test_the_time_left_in_words() -> None:
    assert [time_left(seconds) for seconds in (None, 0.0, 40.0, 1560.0)] == [
        "",
        "less than a minute left",
        "1 min left",
        "26 min left",
    ]
