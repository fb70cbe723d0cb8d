"""The main job in the window: ask, watch, steer, end, keep; and what must survive."""

import asyncio
import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.faces.conftest import question

from disputatio.app.actions.debates import (
    CONTINUE,
    FORK,
    PAUSE,
    RENAME,
    RETRY,
    SAVE_NOTE,
    STOP_NOW,
    Discard,
    Export,
    SaveDocument,
    SaveNote,
    higher_cap,
)
from disputatio.app.settings.declarations import WINDOW_LAYOUT
from disputatio.debate.log.commands import Continue, SetOption, Synthesise
from disputatio.debate.views.status import has_synthesis
from disputatio.engine.errors import Unauthorised
from disputatio.faces.gui.debate.debate_actions import OFFERED, Find
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.shell.overlays import Palette
from disputatio.faces.gui.start.preparation import LIVE
from disputatio.faces.gui.transcript.message_items import ActOn, MessageAction
from disputatio.faces.gui.window_actions import PALETTE, WINDOW, ShowView
from disputatio.library.workspace import PURPLE, Document, Note
from disputatio.testing.scripted import Hold

QUESTION = "Should the event log stay in SQLite?"


async def finished(gui):
    """Go on after every pause until the debate is over."""
    await gui.rested()
    for _ in range(12):
        if gui.debate.over:
            return
        gui.pane.act(CONTINUE)
        await gui.until(lambda: gui.debate.status != "paused")
        await gui.rested()


def items(gui):
    return list(gui.pane.transcript.store)


async def test_a_first_run_says_that_there_is_no_key_and_chooses_no_rehearsal_by_itself(loop, opened, read):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        models = {seat.model for seat in gui.start.preparing.prepared.opening.seats}
        assert gui.start.first_run.isVisibleTo(gui.start)
        assert models
        assert not any(model.startswith("rehearsal") for model in models)
        assert read(gui.start.banner) == "", "the ways to begin say it"
        gui.start.composer.set_draft(QUESTION)
        gui.start.composer.submit()
        await gui.until(lambda: gui.start.composer.button.isEnabled())
        await gui.until(lambda: "Choose another model" in read(gui.start.banner))
        assert "No key for" in read(gui.start.banner)
        ways = [each.text() for each in gui.start.banner.findChildren(TextButton) if each.isVisible()]
        assert "Add a key…" in ways, "a button for it stands beside the sentence"
        assert gui.window.focusWidget() is gui.start.composer.text
        assert gui.start.composer.draft() == QUESTION, "what was typed is kept"
        assert gui.window.debates.pane() is None


async def test_a_rehearsal_runs_to_its_end_and_every_turn_says_so(loop, opened):
    async with opened() as gui:
        await gui.rehearse(QUESTION)
        await finished(gui)
        assert gui.debate.status in ("consensus", "impasse", "max_rounds")
        shown = [item for item in items(gui) if item.state == "done" and item.author != "Record"]
        assert [item.chip for item in shown if item.author == "Synthesis"] == [""], "it is said once"
        assert all("Rehearsal" in " ".join(badge.text for badge in item.badges) for item in shown)
        assert gui.pane.header.cost.text() == "Rehearsal"


async def test_a_debate_pauses_after_the_round_goes_on_and_ends_in_agreement(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        paused = ("paused", "round", "Paused: round 1 is over", "Round 1 / 5")
        header = gui.pane.header
        assert (gui.debate.status, gui.debate.reason, header.status.text(), header.round.text()) == paused
        assert not header.main.isHidden()
        waited = gui.pane.live.elapsed_seconds()
        await asyncio.sleep(0.05)
        assert gui.pane.live.elapsed_seconds() == waited, "a pause is no time spent debating"
        assert gui.overview.gauge.score().score == 0.5
        assert [point.status for point in gui.overview.points.model.items] == ["contested", "agreed"]
        await finished(gui)
        assert gui.debate.status == "consensus"
        assert header.status.text() == "Consensus: all 2 assessed points are agreed"
        assert header.main.isHidden()
        assert gui.overview.gauge.score().score == 1.0


async def test_a_person_speaks_and_all_hear_it(loop, opened):
    async with opened() as gui:
        provider = await gui.converse(QUESTION)
        await gui.rested()
        gui.pane.speaking.composer.set_draft("Assume a team of three.")
        gui.pane.speaking.composer.submit()
        await gui.until(lambda: any(turn.by == "person" for turn in gui.pane.live.transcript.turns.values()))
        said = next(turn for turn in gui.pane.live.transcript.turns.values() if turn.by == "person")
        assert said.text == "Assume a team of three."
        await gui.until(lambda: gui.pane.feed.states.get(said.path) == "done")
        await gui.until(lambda: gui.pane.speaking.composer.draft() == "")
        await finished(gui)
        assert any("team of three" in message.text for message in provider.requests[-1].messages)
        assert not gui.pane.speaking.composer.button.isEnabled(), "nobody listens any more"


HALF = "1. One file is easy to back up, which counts where nobody looks after it but the person themself."


async def test_what_is_said_after_the_end_is_kept_and_told_why_it_cannot_be_sent(loop, opened, read, buttons):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        composer = gui.pane.speaking.composer
        composer.set_draft("One more thing.")
        composer.submit()
        await gui.until(lambda: "This debate is over" in read(gui.pane.banner))
        await gui.until(lambda: list(buttons(gui.pane.banner)) == ["Extend by a round", "Close"])
        assert composer.draft() == "One more thing."
        gui.pane.banner.dismiss()
        await gui.until(lambda: "Save as note" in buttons(gui.pane.banner))


async def test_stopping_now_keeps_what_was_said(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION, [HALF, Hold(asyncio.Event())])
        await gui.until(lambda: any(len(turn.text) > 80 for turn in gui.pane.live.transcript.turns.values()))
        gui.pane.act(STOP_NOW)
        await gui.rested()
        cut = [turn for turn in gui.pane.live.transcript.turns.values() if turn.status == "cut"]
        assert len(cut) == 1
        assert len(cut[0].text) > 40
        assert gui.debate.status == "paused"
        await gui.until(lambda: gui.pane.feed.states[cut[0].path] == "partial")


async def test_pausing_lets_the_turn_in_flight_end(loop, opened):
    async with opened() as gui:
        ends = asyncio.Event()
        await gui.converse(QUESTION, [HALF, Hold(ends), "\n2. And one writer is enough."])
        await gui.until(lambda: any(turn.text for turn in gui.pane.live.transcript.turns.values()))
        gui.pane.act(PAUSE)
        await gui.until(lambda: gui.debate.status == "paused")
        ends.set()
        await gui.rested()
        done = [turn for turn in gui.pane.live.transcript.turns.values() if turn.message and turn.status == "done"]
        assert len(done) == 1
        assert (gui.debate.status, gui.debate.reason) == ("paused", "person")


async def test_a_spent_budget_is_raised_from_the_window_and_the_debate_goes_on(loop, opened, read, buttons):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        spent = gui.debate.spent.turns
        gui.pane.command(SetOption(name="max_turns", value=1))
        await gui.until(lambda: gui.debate.options["max_turns"] == 1)
        gui.pane.command(Continue())
        await gui.until(lambda: "Raise that limit first" in read(gui.pane.banner))
        gui.pane.command(SetOption(name="max_turns", value=spent + 1))
        gui.pane.command(Continue())
        await gui.until(lambda: gui.debate.reason == "budget")
        order = higher_cap(gui.debate)
        assert order.value == 2 * (spent + 1)
        words = f"Raise to {order.value} turns and continue"
        await gui.until(lambda: words in buttons(gui.pane.banner))
        buttons(gui.pane.banner)[words].click()
        await gui.until(lambda: gui.debate.status == "debating" or gui.debate.reason != "budget")
        await gui.rested()
        assert gui.debate.options["max_turns"] == 2 * (spent + 1)
        assert higher_cap(gui.debate) is None
        assert gui.debate.spent.turns > spent + 1


async def test_at_a_limit_the_synthesis_can_be_had_at_once(loop, opened, buttons):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        gui.pane.command(SetOption(name="max_turns", value=gui.debate.spent.turns + 1))
        gui.pane.command(Continue())
        await gui.until(lambda: gui.debate.reason == "budget")
        await gui.rested()
        await gui.until(lambda: "Write the synthesis now" in buttons(gui.pane.banner))
        buttons(gui.pane.banner)["Write the synthesis now"].click()
        await gui.until(lambda: gui.debate.over and has_synthesis(gui.debate))
        assert gui.debate.status == "stopped"
        assert "option max_turns" in gui.debate.why


async def test_what_cannot_be_done_says_why(loop, opened, read):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        assert gui.pane.why_not()["pause"] == "The debate is already paused. Continue it when you are ready."
        assert "no synthesis yet" in gui.pane.why_not()["save-note"]
        assert gui.pane.why_not()["continue"] == ""
        gui.pane.command(Synthesise())
        await gui.until(lambda: "not over" in read(gui.pane.banner))
        gui.pane.banner.dismiss()
        assert gui.pane.banner.isHidden()


async def test_quitting_in_the_middle_and_starting_again_goes_on(loop, opened):
    async with opened() as gui:
        await gui.rehearse(QUESTION, LIVE)
        await gui.until(lambda: any(len(turn.text) > 80 for turn in gui.pane.live.transcript.turns.values()))
        id = gui.pane.live.id
        await gui.until(lambda: id in str(gui.app.settings.get(WINDOW_LAYOUT)), "kept while it runs: it may be killed")
    async with opened() as gui:
        assert gui.window.listing.is_known(id)
        gui.window.show_last()
        await gui.until(lambda: gui.window.debates.current == id)
        await gui.rested()
        assert gui.debate.status in ("paused", "consensus")
        asked = [
            record.event.path for record in gui.pane.live.history if type(record.event).__name__ == "TurnCompleted"
        ]
        assert len(asked) == len(set(asked)), "no completed turn is asked twice"


async def test_an_error_stands_at_its_turn_and_retry_goes_on(loop, opened):
    fault = Unauthorised("OpenAI does not accept this key.", "Check it in the settings.")
    async with opened() as gui:
        await gui.converse(QUESTION, fault)
        await gui.rested()
        assert gui.debate.status == "error"
        failed = gui.pane.live.failed_turns()[0]
        item = next(each for each in gui.pane.transcript.store if each.key == failed.path)
        key, change, retry, skip = (
            MessageAction.CHANGE_KEY,
            MessageAction.CHANGE_MODEL,
            MessageAction.RETRY,
            MessageAction.SKIP,
        )
        assert item.remedies == (key, change, retry, skip), "a wrong key is refused once more"
        assert gui.pane.header.main.property("kind") != "primary"
        assert item.notice == "OpenAI does not accept this key. Check it in the settings."
        status = gui.pane.header.status
        assert status.text() == "Analyst failed", "its card says why, and nothing is cut"
        assert "failed: OpenAI does not accept" in status.accessibleName()
        gui.pane.transcript.carry_out(ActOn(key=failed.path, action=MessageAction.RETRY))
        await gui.until(lambda: gui.debate.status != "error")
        await gui.rested()
        assert (gui.debate.status, gui.pane.feed.states[failed.path]) == ("paused", "done")


async def test_several_debates_are_open_and_the_hidden_one_goes_on(loop, opened):
    async with opened() as gui:
        await gui.rehearse("The first question?", LIVE)
        first = gui.pane
        gui.window.new_debate()
        await gui.rehearse("The second question?")
        assert gui.pane is not first
        await gui.rested()
        await gui.until(lambda: first.live.debate.status != "debating")
        assert len(gui.window.debates.panes) == 2
        await gui.until(lambda: gui.all_shown(first))
        assert "done" in first.feed.states.values(), "its transcript has grown while it was hidden"


async def test_the_synthesis_is_kept_as_a_note_and_the_debate_is_exported(loop, opened, tmp_path):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        gui.window.errands.run(gui.pane, SaveNote())
        await gui.until(lambda: _dialog(gui) is not None)
        dialog = _dialog(gui)
        await gui.until(lambda: dialog.save.isEnabled())
        dialog.save.click()
        await gui.until(lambda: dialog.stored is not None)
        notes = await gui.app.library.all(Note)
        assert [(note.debate, note.colour) for note in notes] == [(gui.pane.live.id, PURPLE)]
        assert "ai-debate" in notes[0].tags
        gui.window.errands.run(gui.pane, SaveDocument())
        await gui.until(lambda: _dialog(gui) is not None and _dialog(gui) is not dialog)
        _dialog(gui).save.click()
        await gui.until(lambda: _dialog(gui) is None or _dialog(gui).stored is not None)
        (document,) = await gui.app.library.all(Document)
        assert (document.debate, document.text) == (gui.pane.live.id, notes[0].body)
        told = []
        gui.window.errands.said.connect(lambda words, undo: told.append(words))
        for kind, name in (("json", "debate.json"), ("markdown", "debate.md")):
            await gui.window.errands.carry_out(gui.pane.live.id, Export(kind=kind, file=str(tmp_path / name)))
        assert told == [
            f"Exported to {tmp_path / 'debate.json'}. It can be imported elsewhere.",
            f"Exported to {tmp_path / 'debate.md'}. It is for reading; a backup keeps everything.",
        ]
        texts = [await asyncio.to_thread((tmp_path / name).read_text, "utf-8") for name in ("debate.json", "debate.md")]
        assert json.loads(texts[0])
        assert QUESTION in texts[1]


def _dialog(gui):
    return next((child for child in gui.window.children() if type(child).__name__ == "KeepingDialog"), None)


async def test_a_debate_in_the_bin_comes_back(loop, opened):
    async with opened() as gui:
        await gui.rehearse(QUESTION)
        await gui.rested()
        id = gui.pane.live.id
        await gui.window.errands.carry_out(id, Discard())
        await gui.until(lambda: gui.window.listing.is_deleted(id))
        await gui.until(lambda: gui.window.debates.pane() is None)
        await gui.window.errands.restore(id)
        await gui.until(lambda: gui.window.listing.is_known(id))


@pytest.mark.parametrize("forget", [False, True])
async def test_the_bin_is_emptied_only_once_the_person_has_said_so(loop, opened, forget):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        id, app = gui.pane.live.id, gui.app
        learnt = await app.insights.of_debate(id)
        assert learnt
        told = []
        gui.window.errands.said.connect(lambda words, undo: told.append((words, undo)))
        recent = gui.window.sidebar.groups["Recent"]
        await gui.until(lambda: recent.select(id))
        QTest.keyClick(recent.view, Qt.Key.Key_Delete)
        await gui.until(lambda: told)
        kept = f"{len(learnt)} insights learnt from it were kept."
        assert told == [(f"The debate is in the bin. {kept}", id)]
        await gui.until(lambda: gui.window.listing.is_deleted(id))
        empty = next(
            each for each in gui.window.findChildren(IconButton) if each.accessibleName() == "Empty the debate bin"
        )
        empty.click()
        await gui.until(lambda: question(gui.window) is not None)
        asked = question(gui.window)
        assert asked.windowTitle() == "Delete 1 debate for good?"
        assert asked.choice.text() == f"Forget the {len(learnt)} insights learnt from it, too"
        assert not asked.chosen
        QTest.keyClick(asked, Qt.Key.Key_Return)
        await gui.until(lambda: question(gui.window) is None)
        await asyncio.sleep(0.1)
        assert [entry.id for entry in await app.catalogue.all(deleted=True)] == [id], "Enter keeps it"
        empty.click()
        await gui.until(lambda: question(gui.window) is not None)
        asked = question(gui.window)
        asked.choice.setChecked(forget)
        asked.go.click()
        await gui.until(lambda: not gui.window.listing.is_deleted(id))
        assert await app.catalogue.all(deleted=True) == []
        kept = [replace(each, question="") for each in learnt]  # that is gone with the debate
        assert await app.insights.of_debate(id) == ([] if forget else kept)
        empty.click()
        await asyncio.sleep(0.1)
        assert question(gui.window) is None, "there is nothing to ask about"


async def test_other_formats_can_be_chosen_and_show_their_seats(loop, opened):
    async with opened() as gui:
        preparing = gui.start.preparing
        await gui.until(lambda: preparing.prepared is not None)
        for name in ("adversarial", "council", "delphi"):
            gui.start.format.choose(name)
            await gui.until(
                lambda name=name: preparing.prepared is not None and preparing.prepared.opening.format.name == name
            )
            seats = {seat.id for seat in preparing.prepared.opening.seats}
            assert seats <= set(gui.start.seats.rows), name
            assert gui.start.format.cards[name].isChecked(), name


async def test_what_is_chosen_by_its_key_and_cannot_be_done_says_why(loop, opened):
    async with opened() as gui:
        said = []
        gui.window.toast.say, say = lambda words, **more: (said.append(words), say(words, **more)), gui.window.toast.say
        gui.window.commands.act(FORK)
        assert said == ["No debate is open. Open one first."]
        await gui.converse(QUESTION)
        await gui.rested()
        gui.window.commands.act(RETRY)
        assert said[-1].startswith("No turn of this debate has failed.")
        gui.window.commands.act(SAVE_NOTE)
        assert said[-1].startswith("There is no synthesis yet.")


def offered(gui):
    gui.window.commands.act(PALETTE)
    palette = gui.window.findChildren(Palette)[-1]
    titles = {palette.list.item(row).text() for row in range(palette.list.count())}
    palette.close()
    return titles


async def test_what_is_chosen_in_the_palette_does_something(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        gui.pane.carry_out(ShowView(view="result"))
        assert "Show the result" not in offered(gui)
        assert "Show the transcript" in offered(gui)
        gui.pane.carry_out(Find(step=1))
        assert gui.pane.view == "transcript", "it is found where it can be read"
        assert gui.pane.find_bar.isVisible(), "there was nothing to find yet"
        gui.pane.focus().setFocus()
        gui.pane.carry_out(Find(step=-1))
        assert gui.window.focusWidget() is gui.pane.find_bar.field, "there is nothing to find still"
        assert "Show the transcript" not in offered(gui)
        told = []
        gui.window.errands.said.connect(lambda words, undo: told.append(words))
        gui.window.empty_bin()
        await gui.until(lambda: told)
        assert told == ["The debate bin is empty."]


async def test_the_palette_offers_what_does_something_where_the_person_is(loop, opened):
    async with opened() as gui:
        apart = {each.label for each in WINDOW if each.id not in ("palette", "inspectors") and each.on != "debate"}
        found = offered(gui)
        assert apart <= found
        assert not {each.label for each in OFFERED} & found, "no debate is open"
        await gui.rehearse(QUESTION)
        await gui.rested()
        found = offered(gui)
        why = gui.pane.why_not()
        here = {each.label for each in OFFERED if each.does == ShowView(view=gui.pane.view)}
        assert {each.label for each in OFFERED if not why[each.id]} - here <= found
        assert not here & found
        assert not {each.label for each in OFFERED if why[each.id]} & found


async def test_the_palette_searches_all_texts_for_what_nothing_is_called(loop, opened):
    async with opened() as gui:
        await gui.app.library.create(Note(title="Roof", body="Wool lasts longer than foam."))
        gui.window.commands.act(PALETTE)
        palette = gui.window.findChildren(Palette)[-1]
        palette.field.setText("wool")
        assert [palette.list.item(row).text() for row in range(palette.list.count())] == ["Search all texts for “wool”"]
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.places.page() == "debates")
        page = gui.window.places.pages["debates"]
        await gui.until(lambda: page.heading.text() == "1 note or document")
        gui.window.overlays.palette([])
        named = gui.window.findChildren(Palette)[-1]
        named.field.setText("wool")
        assert named.list.item(0).text() == "Nothing is called “wool”"
        QTest.keyClick(named.field, Qt.Key.Key_Return)
        assert named.isVisible(), "there is nothing to choose"
        named.close()


async def test_a_fork_is_opened_and_says_whose_it_is(loop, opened):
    async with opened() as gui:
        await gui.rehearse(QUESTION)
        await gui.rested()
        first = gui.pane.live.id
        gui.pane.act(FORK)
        await gui.until(lambda: gui.window.debates.current not in ("", first))
        assert gui.pane.header.title.label.text().startswith("Fork of ")
        gui.pane.act(RENAME)
        gui.pane.header.title.field.setText("Another way")
        gui.pane.header.title.field.returnPressed.emit()
        await gui.until(lambda: ("Another way") in [title for _, title in gui.window.listing.titles()])
