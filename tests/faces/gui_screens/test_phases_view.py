"""The view of phases in the real window: for formats that have phases, steered by keys, with the gate in place."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from tests.faces.gui_screens.keyboard import walk
from tests.faces.gui_screens.test_by_keyboard import active, looked_through, taken, unmarked

from disputatio.app import bootstrap
from disputatio.app.actions.debates import CONTINUE
from disputatio.app.paths import resource
from disputatio.engine.errors import QuotaExceeded
from disputatio.faces.gui.debate.debate_actions import NO_PHASES, PHASES
from disputatio.faces.gui.debate.inspector import ToneChip
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.phases.attack_list import NARROW
from disputatio.faces.gui.start.model_picker import ModelPicker
from disputatio.faces.gui.transcript.message_items import ActOn, MessageAction
from disputatio.faces.gui.window_actions import ShowView
from disputatio.metrics.measurement import ProgramGauge
from disputatio.testing.merging_intervals import TriedCode, script, started
from disputatio.testing.scripted import Hold, ScriptedProvider
from disputatio.testing.speakers import formats_of

EIGHT = formats_of(resource("formats"))["eight-phase"]
HELD = "round[1]/adversarial[2]/attack[attacker]"


@pytest.fixture(autouse=True)
def _unmeasured(monkeypatch):
    """What participants wrote is not measured for these, by a process each: that has tests of its own."""
    monkeypatch.setattr(bootstrap, "ProgramGauge", lambda: ProgramGauge(("/nowhere",)))


async def phases(gui, hold=None, format=EIGHT, heard=None, **options):
    """The scripted debate in the window, with its phases shown; held in mid-attack by `hold`. `heard` gets what is
    asked."""
    says = script()

    def act(request):
        if heard is not None:
            heard.append(request)
        if hold is not None and request.brief.path == HELD:
            return ["An iterator that never ends ", Hold(hold), says(request)]
        return says(request)

    gui.app.registry.add(ScriptedProvider(act))
    await gui.app.log.append("merge", [started(format, **options)])
    gui.window.open_debate("merge")
    await gui.until(lambda: gui.window.debates.pane() is not None)
    gui.pane.act(CONTINUE)
    gui.pane.carry_out(ShowView(view="phases"))
    if hold is None:
        await gui.until(lambda: gui.debate.over or gui.debate.reason == "gate")
        await gui.rested()
        await gui.until(lambda: gui.pane.view == "result" or not gui.debate.over)
    else:
        await gui.until(lambda: HELD in gui.debate.asked)
    view = gui.pane.page("phases")
    gui.pane.show_view("phases")
    await gui.until(lambda: view.head.strip.cells)
    await gui.until(lambda: not view._due.isActive())
    return view


def name_of(widget):
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


async def test_the_strip_tells_each_phase_and_leads_to_what_was_said_in_it(loop, opened, monkeypatch, read):
    monkeypatch.setattr(bootstrap, "Sandbox", lambda *_, **__: TriedCode())
    hold = asyncio.Event()
    async with opened() as gui:
        view = await phases(gui, hold)
        cells = view.head.strip.cells
        await gui.until(lambda: "adversarial" in name_of(cells[6]).lower() and "at work" in name_of(cells[6]))
        assert len(cells) == 8
        assert name_of(cells[3]) == "Phase 4 of 8, Critique: done; 2 flaws"
        assert name_of(cells[7]) == "Phase 8 of 8, Convergence: ahead; vote"
        assert gui.pane.header.switch.buttons["phases"].isVisible()
        await gui.until(lambda: "adversarial 2 of 3" in gui.pane.header.status.text())
        assert not gui.window.aside.shown, "it needs all the width"
        assert gui.pane.speaking.isHidden() or not gui.pane.speaking.isVisible()

        cells[3].setFocus()
        QTest.keyClick(cells[3], Qt.Key.Key_Return)
        assert view.turns.isVisible()
        said = [cell.item.chip.partition(" · ")[0] for cell in view.turns.cells.values()]
        assert [each.lower()[-8:] for each in said] == ["critic 1", "critic 2"]
        QTest.keyClick(cells[3], Qt.Key.Key_Right)
        assert gui.window.focusWidget() is cells[4]
        QTest.keyClick(cells[4], Qt.Key.Key_Escape)
        assert not view.turns.isVisible(), "closed, and the debate goes on"
        assert gui.debate.status == "debating"
        cells[7].click()
        assert "Nothing was said in it yet" in read(view.turns)
        view.turns.close_button.click()
        assert gui.window.focusWidget() is cells[7]

        await gui.until(lambda: HELD in view.workers.cards)
        card = view.workers.cards[HELD]
        await gui.until(lambda: card.worker.state == "writing" and "An iterator that never ends" in read(card))
        assert name_of(card).startswith("Red attacker (scripted:one): attack")
        gui.window.resize(1000, 700)
        narrow, wide = (view.workers, view.tests), (view.attacks, view.code)
        await gui.until(lambda: len({each.x() for each in narrow}) == len({each.x() for each in wide}) == 1)
        assert narrow[0].x() < wide[0].x(), "what is low stands with what is low, and leaves no void"
        hold.set()
        await gui.rested()
        await gui.until(lambda: gui.pane.view == "result")
        gui.pane.show_view("phases")
        await gui.until(lambda: not view.workers.isVisible())
        cells[7].click()
        await gui.until(lambda: "· Vote" in read(view.turns), "the transcript leaves ballots to the board")


@pytest.mark.may_block("pictures of the window are read when they are first seen")
@pytest.mark.parametrize("size", [(1480, 920), (1000, 700)])
async def test_tab_comes_to_all_of_it_and_each_shows_and_says_what_it_is(loop, opened, monkeypatch, size):
    monkeypatch.setattr(bootstrap, "Sandbox", lambda *_, **__: TriedCode())
    hold = asyncio.Event()
    async with opened() as gui:
        await active(gui, size)
        view = await phases(gui, hold, gates=["convergence"], topology="tree")
        view.choose("critique")
        await gui.until(lambda: set(gui.debate.asked) == {HELD} == set(view.workers.cards))
        await gui.until(lambda: view.plan_card.isVisible() and view.tests.lines)
        gui.pane.header.more.setFocus()
        assert looked_through(gui.window) == {}
        assert not [each for each in await unmarked(gui.window) if "in Group" not in each], "but for the sidebar"
        assert not [each for each in walk() if view.isAncestorOf(each) and not name_of(each)]
        line = view.attacks.lines[0]
        line.setFocus()
        view.attacks.changed()
        assert view.attacks.lines[0] is not line
        assert view.attacks.lines[0].hasFocus(), "who has the keyboard there keeps it when something changes"
        hold.set()
        await gui.rested()


async def test_attacks_tests_and_plan_lead_to_their_turns(loop, opened, monkeypatch, read):
    monkeypatch.setattr(bootstrap, "Sandbox", lambda *_, **__: TriedCode())
    async with opened() as gui:
        view = await phases(gui)
        assert [line.row.id for line in view.attacks.lines] == ["A2", "A1"]
        assert "1 of 2 closed" in read(view.attacks)
        assert "No defence" in read(view.attacks.lines[0])
        for size in ((1480, 920), (1000, 700)):  # only what stands in a column has a name above it
            gui.window.resize(*size)
            wide = size[0] > 1000
            await gui.until(lambda wide=wide: (view.attacks.lines[0].width() >= NARROW) is wide)
            for card in (view.code, view.attacks, view.tests):
                heading = card.findChild(ElidedLabel)
                assert card.isHidden() or heading.width() >= heading.sizeHint().width(), "no title is cut"
            assert ("Defence" in read(view.attacks)) is wide
        line = view.tests.lines[0]
        assert not line.is_open
        line.setFocus()
        QTest.keyClick(line, Qt.Key.Key_Space)
        assert line.is_open
        assert name_of(line) == "test_empty: passed, 2 ms. Hide the output"
        assert "No output." in read(line)
        QTest.mouseClick(line, Qt.MouseButton.LeftButton)
        assert not line.is_open
        await gui.until(lambda: view.code.isVisible())
        view.code.chosen.emit(1)
        assert gui.pane.view == "code"
        assert gui.pane.page("code").reader.version.number == 1
        gui.pane.show_view("phases")
        assert view.plan_card.isVisible()
        assert view.plan.lines()[1].startswith("Proposer 1: leads, has planned.")
        QTest.keyClick(view.plan, Qt.Key.Key_Right)
        QTest.keyClick(view.plan, Qt.Key.Key_Return)
        assert gui.pane.view == "transcript"
        await gui.until(lambda: gui.pane.transcript.current_key() == "planning/central-plan[proposers]")
        gui.pane.show_view("phases")
        QTest.keyClick(view.attacks.lines[1], Qt.Key.Key_Return)
        assert gui.pane.view == "transcript"
        await gui.until(lambda: gui.pane.transcript.current_key() == "round[1]/adversarial[1]/attack[attacker]")


async def test_a_test_that_failed_shows_why_at_once(loop, opened, monkeypatch, read):
    monkeypatch.setattr(bootstrap, "Sandbox", lambda *_, **__: TriedCode())
    async with opened() as gui:
        later = ("proposal", "critique", "review", "optimization", "adversarial", "convergence")
        view = await phases(gui, hooks=False, **dict.fromkeys(later, False))
        tests = view.tests
        failed = next(
            one for one in view.live.transcript.turns.values() if one.gives == "tests" and not one.data["passed"]
        )
        from disputatio.debate.log.turns import Past
        from disputatio.debate.views.workshop import last_tests
        from disputatio.testing.boards import turn

        run = last_tests(gui.debate, Past().add(turn(failed.path, gives="tests", **failed.data)))
        tests.show_run(run)
        assert tests.lines[0].result.name == "test_touching"
        assert tests.lines[0].is_open
        assert "AssertionError" in read(tests.lines[0])
        assert any(chip.text() == "1 failed" for chip in tests.findChildren(ToneChip))
        assert not view.attacks.isVisible(), "nobody attacks in this debate"


async def test_the_gate_stands_below_the_phases_and_is_answered_there(loop, opened, read):
    async with opened() as gui:
        heard = []
        view = await phases(gui, heard=heard, gates=["convergence", "after:convergence"], adversarial=False)
        card = gui.pane.approvals.card
        await gui.until(lambda: card.isVisible())
        assert gui.pane.view == "phases"
        await gui.until(lambda: "waits for your approval" in name_of(view.head.strip.cells[7]))
        await gui.until(lambda: "Nobody is working now" in read(view.workers))
        assert "approval" not in read(view.workers), "what is waited for is said once, in the head"
        gui.pane.show_view("columns")
        assert not card.isVisible()
        gui.pane.decide()
        assert gui.pane.view == "transcript"
        gui.pane.show_view("phases")
        assert gui.window.focusWidget() in (card.said, card.diff), "no key there decides anything"

        async def approve(path):
            await gui.until(
                lambda: card.question is not None and card.question.key == path and card.approve.isEnabled()
            )
            card.approve.click()

        await approve("round[1]/gate-convergence[person]")
        conclusion = "gate-conclusion[person]"
        await gui.until(lambda: card.question is not None and card.question.key == conclusion)
        card.reject.click()
        card.reason.setPlainText("Say what it costs.")
        assert card.back.text() == "On to round 2"
        before = len(heard)
        card.back.click()
        further = f"{conclusion}/extension-1-after-1/round[1]"
        await approve(f"{further}/gate-convergence[person]")
        proposed = next(each for each in heard[before:] if each.brief.gives == "artifact")
        assert proposed.brief.path.startswith(f"{further}/proposal/propose[")
        assert "Say what it costs." in proposed.messages[0].text, "who proposes anew reads why"
        await approve("gate-2-conclusion[person]")
        await gui.until(lambda: gui.debate.over)
        await gui.until(lambda: not card.isVisible())


async def test_what_is_asked_next_is_announced(loop, opened, monkeypatch, read):
    hold = asyncio.Event()
    async with opened() as gui:
        view = await phases(gui, hold, gates=["convergence"])
        await gui.until(lambda: view.coming.isVisible())
        await gui.until(lambda: "After that it takes about" in read(view.coming), "it is reckoned in a thread")
        assert "Before the convergence phase you see what was said and the open attacks." in read(view.coming)
        card = view.coming
        await gui.until(lambda: card.height() >= card.heightForWidth(card.width()), "no line of it is cut")
        hold.set()
        await gui.rested()


async def test_a_narrow_window_has_two_rows_of_four(loop, opened):
    async with opened() as gui:
        view = await phases(gui)
        strip = view.head.strip
        gui.window.resize(1480, 920)
        await gui.until(lambda: strip.per_line == 8)
        assert len({cell.geometry().top() for cell in strip.cells}) == 1
        gui.window.resize(1000, 700)
        await gui.until(lambda: strip.per_line == 4)
        assert len({cell.geometry().top() for cell in strip.cells}) == 2
        assert all(strip.rect().contains(cell.geometry()) for cell in strip.cells)


async def test_costs_are_hidden_where_a_person_wants_none(loop, opened):
    async with opened() as gui:
        view = await phases(gui)
        cell = view.head.strip.cells[3]
        await gui.until(lambda: cell.accessibleDescription() == "price unknown")
        gui.pane.set_hide_cost(True)
        await gui.until(lambda: cell.accessibleDescription() == "")


async def test_a_format_without_phases_has_no_such_view(loop, opened):
    async with opened() as gui:
        await gui.converse("Should the event log stay in SQLite?")
        await gui.rested()
        assert not gui.pane.header.switch.buttons["phases"].isVisible()
        assert gui.pane.why_not()[PHASES.id] == NO_PHASES
        gui.pane.carry_out(ShowView(view="phases"))
        assert gui.pane.view == "transcript"
        await taken(gui, "one-tired-maintainer")  # a council, of which there is nothing to show but its turns
        await gui.until(lambda: gui.pane.header.switch.buttons["phases"].isVisible())
        gui.pane.carry_out(ShowView(view="phases"))
        view = gui.pane.page("phases")
        await gui.until(lambda: view.turns.isVisible() and view.turns.cells)
        assert view.chosen == view.board.phases.listed[-1].name, "what it came to is read there"
        QTest.mouseClick(view.turns.close_button, Qt.MouseButton.LeftButton)
        view.refresh()
        assert not view.turns.isVisible(), "who closes it keeps it closed"


async def test_a_phase_is_switched_off_and_on_while_the_debate_runs(loop, opened, monkeypatch):
    monkeypatch.setattr(bootstrap, "Sandbox", lambda *_, **__: TriedCode())
    hold = asyncio.Event()
    async with opened() as gui:
        view = await phases(gui, hold)
        told = []
        view.said.connect(told.append)
        view.choose("convergence")
        switch = view.turns.switch
        assert (switch.text(), switch.isVisible(), switch.isEnabled()) == ("Switch off", True, True)
        assert switch.toolTip() == "Skip Convergence"
        switch.click()
        await gui.until(lambda: gui.debate.options["convergence"] is False)
        await gui.until(lambda: switch.text() == "Switch on")
        assert "off, switched off" in name_of(view.head.strip.cells[7])
        await gui.until(lambda: told == ["Convergence is switched off."])
        switch.click()
        await gui.until(lambda: gui.debate.options["convergence"] is True)
        await gui.until(lambda: "ahead" in name_of(view.head.strip.cells[7]))

        view.choose("critique")
        assert switch.toolTip() == "Skip Critique in further rounds"
        view.choose("dehallucination")
        assert not switch.isEnabled(), "it is over, and no further round has it"
        assert "is over" in switch.toolTip()
        hold.set()
        await gui.until(lambda: gui.debate.over)
        await gui.rested()
        gui.pane.show_view("phases")
        view.choose("critique")
        await gui.until(lambda: not switch.isVisible())


async def test_a_seat_that_fails_for_good_is_left_empty_and_its_subtree_hangs_elsewhere(
    loop, opened, monkeypatch, read
):
    monkeypatch.setattr(bootstrap, "Sandbox", lambda *_, **__: TriedCode())
    says = script()

    def act(request):
        if request.brief.seat == "critics":
            raise QuotaExceeded("There is no credit left.", "Add credit.")
        return says(request)

    async with opened() as gui:
        gui.app.registry.add(ScriptedProvider(act))
        await gui.app.log.append("merge", [started(EIGHT, topology="tree")])
        gui.window.open_debate("merge")
        await gui.until(lambda: gui.window.debates.pane() is not None)
        gui.pane.act(CONTINUE)
        await gui.until(lambda: gui.debate.status == "error")
        await gui.until(lambda: gui.pane.live.failed_turns() and gui.all_shown(gui.pane))
        failed = gui.pane.live.failed_turns()[0].path
        gui.pane.transcript.carry_out(ActOn(key=failed, action=MessageAction.CHANGE_MODEL))
        await gui.until(lambda: any(found.isVisible() for found in gui.window.findChildren(ModelPicker)))
        picker = next(found for found in gui.window.findChildren(ModelPicker) if found.isVisible())
        rows = [picker.list.item(row) for row in range(picker.list.count())]
        nobody = next(row for row in rows if row.text().startswith("Nobody"))
        assert picker.list.currentItem() is not nobody, "Enter alone leaves no seat empty"
        picker.list.itemActivated.emit(nobody)
        await gui.until(lambda: gui.debate.over)
        await gui.rested()
        assert not gui.debate.seats["critics"].taken
        notes = [entry.text for entry in gui.pane.live.transcript.entries if getattr(entry, "kind", "") == "seat"]
        assert notes == ["Phase critic 1: left empty; Phase critic 2 reports to Proposer 2"]
        await gui.until(lambda: gui.pane.view == "result", "else that takes the place of the phases a moment later")
        gui.pane.show_view("phases")
        view = gui.pane.pages["phases"]
        await gui.until(lambda: not view._due.isActive() and view.plan_card.isVisible())
        await gui.until(lambda: "Phase critic 1: left empty" in view.plan.lines())
        assert "Phase critic 2: reports to Proposer 2, moved here, since its lead left" in view.plan.lines()
        gui.window.resize(1480, 920)
        await gui.until(lambda: view.plan_card.width() == view.attacks.width() > 0)
        assert view.plan_card.x() == view.attacks.x(), "where nothing runs, a wide plan has room below the attacks"
