"""A board is made beside the window, once for all who look; a long debate arrives in slices."""

import asyncio
from dataclasses import replace

from PySide6.QtCore import QTimer
from scripted_board import BEN, CYD, headings_of

from disputatio.app.actions.debates import CONTINUE
from disputatio.app.debates import session as session_module
from disputatio.debate.log.events import TurnAsked
from disputatio.engine.errors import StorageHeld
from disputatio.engine.hub import Delta
from disputatio.faces.gui.board import ledger
from disputatio.faces.gui.board.result_page import ResultPage
from disputatio.faces.gui.debate import live as module
from disputatio.faces.gui.debate import transcript_feed
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.debate.pane import DebatePane
from disputatio.faces.gui.shell.router import OpenDebates


async def test_all_inspectors_of_a_debate_share_one_board(loop, opened):
    async with opened() as gui:
        await gui.first_round()
        for name in ("ledger", "claims", "cards", "reflections"):
            assert gui.inspector(name).feed is gui.feed


async def test_a_board_follows_the_debate_and_nothing_else_makes_it_anew(loop, opened):
    async with opened() as gui:
        await gui.first_round()
        feed, told = gui.feed, []
        before = feed.items
        feed.changed.connect(lambda: told.append(feed.items))
        feed.look()
        await gui.until(lambda: not feed.busy)
        assert told == [], "nothing was said since"
        assert feed.items is before
        gui.pane.act(CONTINUE)
        await gui.until(lambda: told)
        await gui.rested()
        assert len(feed.items.moves) >= len(before.moves)


async def test_a_long_debate_is_taken_in_by_slices_and_shown_whole(loop, over, monkeypatch):
    async with over() as gui:
        await gui.debate()
        id, wanted = gui.pane.live.id, len(gui.pane.transcript.store)
        heights = headings_of(gui.pane.transcript)
        await gui.window.places.leave(id)
        monkeypatch.setattr(module, "SLICE", 0.0005)
        monkeypatch.setattr(session_module, "LONG", 10)
        monkeypatch.setattr(transcript_feed, "END", 12)
        held, begun = asyncio.Event(), []
        go_through = gui.app.sessions.go_through

        async def later(session):
            begun.append(list(gui.pane.transcript.live_cards()))
            await held.wait()
            await go_through(session)

        monkeypatch.setattr(gui.app.sessions, "go_through", later)
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.current == id)
        store, overview = gui.pane.transcript.store, gui.inspector("overview")
        assert 0 < len(store) < wanted, "its end is there before all of it is"
        ends = [(store[row].key, store[row].author, store[row].colour) for row in range(len(store))]
        await gui.until(lambda: begun)
        assert ends[-1][0] in begun[0], "it can be read before the rules begin"
        assert (gui.pane.live.caught_up, len(store)) == (False, len(ends))
        assert gui.pane.header.status.text(), "how it stands is known before the rules have gone through it"
        assert not overview.gauge.isVisible(), "nothing is said of what was not measured yet"
        buttons = (gui.pane.header.main, *gui.pane.header.buttons.values())
        assert not any(button.isVisible() for button in buttons), "nor is steering offered that may not be possible"
        held.set()
        await gui.until(overview.gauge.isVisible)
        await gui.rested()
        await gui.until(lambda: len(store) == wanted)
        assert gui.pane.live.caught_up
        all_of_it = [(store[row].key, store[row].author, store[row].colour) for row in range(wanted)]
        assert all_of_it[-len(ends) :] == ends
        await gui.until(lambda: "One moment" not in gui.pane.why_not()["extend"])
        assert gui.pane.why_not()["continue"].startswith("This debate is over")
        shifted = f"aspect[cost]/miniround[2]/reply[{CYD}]"
        store = gui.pane.transcript.store
        await gui.until(lambda: headings_of(gui.pane.transcript) == heights)
        await gui.until(lambda: any("deferred" in badge.text for badge in store[store.row_of(shifted)].badges))


async def test_a_long_debate_that_cannot_be_gone_through_is_closed_again(loop, over, monkeypatch):
    async with over() as gui:
        await gui.debate()
        id, told = gui.pane.live.id, []
        await gui.window.places.leave(id)
        monkeypatch.setattr(session_module, "LONG", 10)
        held = StorageHeld("The disk is full.", "Make room.")

        async def refuse(debate):
            raise held

        with monkeypatch.context() as full:
            full.setattr(gui.app.sessions.leases, "take", refuse)
            gui.window.bridge.explained.connect(told.append)
            gui.window.open_debate(id)
            await gui.until(lambda: told)
        assert told == [held]
        assert (id in gui.window.debates.panes, gui.window.places.stack.currentWidget()) == (
            False,
            gui.window.start_screen,
        )
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.current == id and gui.pane.live.caught_up)


async def test_a_turn_that_is_wanted_while_a_debate_arrives_is_gone_to(loop, over, monkeypatch):
    async with over() as gui:
        await gui.debate()
        id, wanted = gui.pane.live.id, gui.pane.transcript.store[2].key
        await gui.window.places.leave(id)
        monkeypatch.setattr(module, "SLICE", 0.0005)
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.current == id)
        gui.pane.go_to(wanted)
        await gui.rested()
        await gui.until(lambda: gui.pane.transcript.current_key() == wanted)


async def test_a_large_ledger_shows_its_participants_one_after_the_other(loop, over, monkeypatch):
    async with over() as gui:
        await gui.debate()
        monkeypatch.setattr(ledger, "MANY", 0)
        inspector = gui.inspector("ledger")
        assert not inspector.standings
        await gui.until(lambda: len(inspector.standings) == len(gui.feed.items.standings) > 1)


async def test_sides_that_are_not_at_the_table_are_named_as_they_were(loop, opened):
    async with opened() as gui:
        await gui.first_round()
        assert {person.name for each in gui.feed.items.claims for person in each.sides} <= {"Ada", "Ben", "Cyd"}
        assert BEN in [person.seat for person in gui.feed.items.participants]


async def test_what_is_being_said_while_a_debate_arrives_is_shown_and_goes_on(loop, over, monkeypatch):
    async with over() as gui:
        await gui.debate()
        id, path = gui.pane.live.id, f"opening[{BEN}]/again"
        await gui.window.places.leave(id)
        session = await gui.app.sessions.acquire(id)
        last, shown = session.hub.records[-1], f"opening[{BEN}]"
        asked = TurnAsked(
            path=path, seat=BEN, model="scripted:one", task="take", gives="say", heard="all", sees=(), request=""
        )
        session.hub.publish([replace(last, seq=last.seq + 1, event=asked)])
        monkeypatch.setattr(module, "SLICE", 0.0001)
        monkeypatch.setattr(session_module, "LONG", 10)
        monkeypatch.setattr(module, "AT_ONCE", 1)
        said, go_on = [], LiveDebate._go_on
        # Else it might have arrived before the test has its turn.
        monkeypatch.setattr(LiveDebate, "_go_on", lambda live: go_on(live) if said else live._slices.start())
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.current == id)
        session.hub.signal(Delta(path=path, start=0, text="Half a "))
        said.append(True)
        assert not gui.pane.live.caught_up
        await gui.until(lambda: gui.pane.live.caught_up)
        await gui.until(lambda: path in gui.pane.feed.states and gui.pane.transcript.text(path) == "Half a ")
        session.hub.signal(Delta(path=path, start=7, text="word"))
        await gui.until(lambda: gui.pane.transcript.text(path) == "Half a word")
        assert gui.pane.feed.states[path] == "streaming"
        assert gui.pane.feed.states[shown] == "done"
        await gui.app.sessions.release(id)


async def test_a_debate_is_made_told_placed_and_shown_each_in_a_turn_of_its_own(loop, over, monkeypatch):
    async with over() as gui:
        await gui.debate()
        id = gui.pane.live.id
        await gui.window.places.leave(id)
        turn, steps = 0, []
        beat = QTimer(interval=0)

        def beats():
            nonlocal turn
            turn += 1

        def noted(cls, name):
            work = getattr(cls, name)
            monkeypatch.setattr(
                cls, name, lambda *given, **named: (steps.append((name, turn)), work(*given, **named))[1]
            )

        for cls, name in (
            (DebatePane, "_lay_out"),
            (DebatePane, "_show_state"),
            (OpenDebates, "_add"),
            (OpenDebates, "_show_sought"),
        ):
            noted(cls, name)
        beat.timeout.connect(beats)
        beat.start()
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.current == id)
        beat.stop()
        first = dict(reversed(steps))
        assert sorted(first, key=first.__getitem__) == ["_lay_out", "_show_state", "_add", "_show_sought"]
        assert len(set(first.values())) == len(first), "Qt had its turn in between"


async def test_cards_that_change_at_once_are_made_one_by_one(loop, over, monkeypatch):
    async with over() as gui:
        await gui.debate()
        live, told = gui.pane.live, []
        live.entries_changed.connect(lambda entries: told.append(len(entries)))
        monkeypatch.setattr(module, "SLICE", 60.0)
        entries = live.transcript.entries[:5]
        live._changed = {id(entry): entry for entry in entries}
        live.take([])
        assert told == [1] * len(entries), "the time is looked at after each"


async def test_the_result_of_a_debate_is_filled_before_anybody_sees_it(loop, over, monkeypatch):
    async with over() as gui:
        seen, fill = [], ResultPage.show_result
        monkeypatch.setattr(
            ResultPage, "show_result", lambda page, *given: (seen.append(page.isVisible()), fill(page, *given))[1]
        )
        await gui.first_round()
        while not gui.pane.live.debate.over:
            gui.pane.act(CONTINUE)
            await gui.until(lambda: gui.pane.live.debate.status != "paused")
            await gui.rested()
        await gui.until(lambda: gui.pane.view == "result" and gui.pane.page("result").isVisible())
        assert not seen[0], "making and showing it are two pieces"
