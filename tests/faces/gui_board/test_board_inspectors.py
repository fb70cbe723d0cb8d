"""The inspectors of the board over a debate that was held: what they show, and where their links lead."""

import asyncio
import json
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from scripted_board import ADA, AUDIT, BEN, CLOUD, COST, CYD, LOSS, MEASURED, YIELDS, headings_of, says

from disputatio.app.actions.debates import CONTINUE
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.views.result import result_of
from disputatio.faces.gui.debate.inspector import Links
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.testing.scripted import Hold, ScriptedProvider

SHIFTED = f"aspect[cost]/miniround[2]/reply[{CYD}]"


def items(gui):
    return gui.feed.items


def claim(gui, text):
    return next(each for each in items(gui).claims if each.text == text)


def of_card(request, key):
    """Whether it is for the card of the room of this claim."""
    return f"[{key}]/card[" in request.brief.path


def shown(gui, path):
    store = gui.pane.transcript.store
    return store[store.row_of(path)]


def marked(gui, path):
    """The words that are marked in a message of the transcript."""
    card = gui.pane.transcript.live_cards()[path]
    return [each.cursor.selectedText() + "." for each in card.body.extraSelections()]


async def test_the_ledger_says_who_holds_disputes_concedes_and_keeps_silent(loop, over):
    async with over() as gui:
        await gui.debate()
        held = {each.text: [cell.hold for cell in each.cells] for each in items(gui).claims}
        assert held[COST][:2] == ["disputes", "holds"]
        assert held[CLOUD] == ["holds", "disputes", "silent"], "silence is never agreement"
        assert held[LOSS][:2] == ["holds", "conceded"]
        assert [aspect.name for aspect in items(gui).aspects][:2] == ["cost", "recovery"]
        assert (claim(gui, LOSS).status, claim(gui, LOSS).resolution) == ("resolved", MEASURED)
        tree = gui.inspector("ledger").tree
        await gui.until(lambda: tree.ledger.rowCount() >= 2)
        names = [tree.ledger.headerData(column, Qt.Orientation.Horizontal) for column in range(4)]
        assert names == ["Claim", "Ada", "Ben", "Cyd"]
        index = tree.ledger.find(claim(gui, LOSS).key)
        assert index.siblingAtColumn(2).data() == f"Ben: conceded, recovery, round 2: “{MEASURED}”"


async def test_a_change_of_position_is_classed_wherever_it_is_shown(loop, over):
    async with over() as gui:
        await gui.debate()
        ledger = gui.inspector("ledger")
        await gui.until(lambda: CYD in ledger.standings)
        flips = [mark.move.flip for mark in ledger.standings[CYD].timeline_marks()]
        assert flips == ["argument", "deferred"]
        card = ledger.standings[CYD]
        assert YIELDS.rstrip(".") in card.quote.text()
        assert "deferred" in card.timeline.accessibleDescription()
        badges = [badge.text for badge in shown(gui, SHIFTED).badges]
        assert badges[0] == "↷ changed position: deferred"


async def test_enter_on_the_timeline_goes_to_the_message(loop, over):
    async with over() as gui:
        await gui.debate()
        timeline = gui.inspector("ledger").standings[CYD].timeline
        timeline.setFocus()
        at = [stop.place.path for stop in timeline.stops() if stop.mark].index(SHIFTED)
        marks = [number for number, stop in enumerate(timeline.stops()) if stop.mark]
        QTest.keyClick(timeline, Qt.Key.Key_Left)
        for _ in range(marks[at]):
            QTest.keyClick(timeline, Qt.Key.Key_Right)
        assert YIELDS.rstrip(".") in gui.inspector("ledger").standings[CYD].quote.text()
        QTest.keyClick(timeline, Qt.Key.Key_Return)
        assert gui.pane.transcript.current_key() == SHIFTED
        assert marked(gui, SHIFTED) == [YIELDS]


async def test_enter_in_the_tree_goes_to_what_the_participant_said(loop, over):
    async with over() as gui:
        await gui.debate()
        tree = gui.inspector("ledger").tree
        await gui.until(lambda: tree.ledger.find(claim(gui, CLOUD).key).isValid())
        tree.setCurrentIndex(tree.ledger.find(claim(gui, CLOUD).key).siblingAtColumn(2))
        assert gui.inspector("ledger").detail.item.text == CLOUD
        tree.activated.emit(tree.currentIndex())
        disputed = f"aspect[cost]/miniround[1]/reply[{BEN}]"
        assert gui.pane.transcript.current_key() == disputed
        assert marked(gui, disputed) == ["The price of a hosted one rises with the events."]


async def test_claims_are_filtered_and_their_links_are_followed(loop, over):
    async with over() as gui:
        await gui.debate()
        claims = gui.inspector("claims")
        await gui.until(lambda: claims.list.rows.rowCount() == len(items(gui).claims))
        claims.filter("resolved")
        assert [row.text for row in claims.list.rows.items] == [LOSS]
        claims.show_claim(claim(gui, AUDIT).key)
        assert claims.status is None
        assert claims.detail.item.text == AUDIT
        places = [place.path for place in claims.detail.item.messages]
        opened_ = []
        claims.turn_opened.connect(opened_.append)
        links = claims.detail.findChildren(Links)[-1].findChildren(TextButton)
        links[0].click()
        assert [(place.path, place.words) for place in opened_] == [(places[0], AUDIT)]
        assert links[0].accessibleName().startswith("Go to the message: Ada · cost")


async def test_a_crux_card_says_what_would_change_each_mind(loop, over):
    async with over() as gui:
        await gui.debate()
        cards = gui.inspector("cards")
        await gui.until(lambda: cards.cards)
        found = next(each for each in items(gui).cards if each.claim == claim(gui, COST).key)
        assert (found.crux, found.resolved) == ("prediction", False)
        assert {side.who.name: bool(side.best and side.mind) for side in found.sides} == {"Ada": True, "Ben": True}
        spoken = [label.text() for label in cards.cards[found.key].findChildren(QLabel)]
        assert "What would change their mind" in spoken
        assert "✕ open" in spoken
        card = cards.cards[found.key]
        card.show_item(replace(found, later="agreed later (closing)"))
        told = [label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card)]
        assert "agreed later (closing)" in told, "the claim was settled after the room"
        text = shown(gui, found.key).text
        assert text.startswith("It turned on a prediction: "), "in the transcript it is no record"
        assert "What would change the mind of Ben: A year of history" in text


def spoken(gui, seat):
    """What the ledger says of where somebody stands."""
    return [label.text() for label in gui.inspector("ledger").standings[seat].findChildren(QLabel)]


async def test_a_room_that_did_not_settle_a_disagreement_is_named_beside_it(loop, over):
    async with over() as gui:
        await gui.debate()
        await gui.until(lambda: ADA in gui.inspector("ledger").standings)
        await gui.until(lambda: BEN in gui.inspector("ledger").standings)
        assert f"Ben: {COST} (strongly) — the crux room of cost, round 2 did not settle it" in spoken(gui, ADA)
        assert f"Ada: {AUDIT} (strongly)" in spoken(gui, BEN), "what attacks it between the two goes into no room"
        assert not any(text.startswith("✓ Settled") for text in spoken(gui, BEN))


async def test_what_a_room_settled_is_no_open_disagreement(loop, over):
    async with over() as gui:
        await gui.debate()
        before = len(items(gui).cards)
        key, common = claim(gui, CLOUD).key, "The price of the cloud decides nothing here."
        accepted = f'We agree.\n\n```json\n{{"resolved": true, "settles": true, "statement": "{common}"}}\n```'
        scripted = gui.app.registry.get("scripted")
        scripted.script = lambda request: accepted if request.brief.gives == "stance" else says(request)
        gui.inspector("claims").show_claim(key)
        gui.inspector("claims").detail.room.click()
        await gui.until(lambda: len(items(gui).cards) > before)
        await gui.rested()
        await gui.until(lambda: BEN in gui.inspector("ledger").standings)
        assert next(each for each in items(gui).claims if each.key == key).status == "resolved"
        assert f"Ada: {common.rstrip('.')} — after the rounds" in spoken(gui, BEN)
        assert f"Ada: {CLOUD} (strongly)" not in spoken(gui, BEN)
        standing = gui.inspector("ledger").standings[BEN]
        assert claim(gui, common).card in [place.path for place in standing.item.cards]
        shown_ = [each for each in standing.findChildren(Links) if [*each.findChildren(QLabel)]]
        [links] = [each for each in shown_ if each.findChild(QLabel).text() == "Crux cards"]
        links.findChildren(TextButton)[-1].click()
        assert gui.pane.transcript.current_key() == standing.item.cards[-1].path


async def test_what_is_said_in_a_crux_room_is_marked_as_that(loop, over):
    async with over() as gui:
        await gui.debate()
        inside = [entry for entry in gui.pane.live.transcript.turns.values() if entry.heard.startswith("room:")]
        assert inside
        card = shown(gui, inside[0].path)
        assert card.room
        assert card.chip == "In a crux room · statement"
        assert card.place.endswith("in a crux room")
        assert not any(shown(gui, path).room for path in (SHIFTED, f"opening[{ADA}]"))
        headings = headings_of(gui.pane.transcript)
        assert headings[:3] == ["Opening", "cost", "cost · round 1"]
        assert any(words.startswith("Crux room: ") for words in headings)


async def test_a_room_is_opened_by_hand_and_seen_while_it_runs(loop, opened):
    async with opened() as gui:
        await gui.first_round()
        before = len(items(gui).cards)
        claims = gui.inspector("claims")
        await gui.until(lambda: claims.list.rows.rowCount())
        claims.show_claim(claim(gui, CLOUD).key)
        assert claims.detail.room.isEnabled()
        claims.detail.room.click()
        assert not claims.detail.room.isEnabled()
        assert claims.detail.why.text() == "Requested: the room opens when the debate goes on. Press Continue."
        await gui.until(lambda: claim(gui, CLOUD).refusal == claims.detail.why.text(), "the board itself says so")
        key, seen = claim(gui, CLOUD).key, asyncio.Event()
        scripted = gui.app.registry.get("scripted")
        scripted.script = lambda request: [Hold(seen), says(request)] if of_card(request, key) else says(request)
        gui.pane.act(CONTINUE)
        await gui.until(lambda: key in [room.claim for room in items(gui).rooms], "it is seen while it runs")
        assert claim(gui, CLOUD).status == "in crux room"
        seen.set()
        await gui.until(lambda: len(items(gui).cards) > before)
        await gui.rested()
        assert any(each.claim == claim(gui, CLOUD).key for each in items(gui).cards)
        assert not items(gui).rooms, "a room with a card is over"


async def test_records_and_reflections_are_shown_with_their_sources(loop, over):
    async with over() as gui:
        await gui.debate()
        view = gui.inspector("reflections")
        await gui.until(lambda: view.reflections.count() and view.records.count())
        record = items(gui).records[-1]
        assert record.title == "cost"
        assert [part.who.name for part in record.parts] == ["Ada", "Ben", "Cyd"]
        kinds = {each.kind for each in items(gui).reflections}
        assert kinds == {"shift", "pattern"}
        assert all(each.sources for each in items(gui).reflections)


async def test_before_anything_was_said_each_inspector_says_what_will_come(loop, opened):
    async with opened() as gui:
        await gui.first_round()
        for name, words in (("cards", "crux card"), ("reflections", "records or reflections")):
            view = gui.inspector(name)
            title, when = view.absent(type(items(gui))())
            assert words in title
            assert when
        for name in ("ledger", "claims"):
            assert all(gui.inspector(name).absent(type(items(gui))()))


async def test_without_a_clerk_the_ledger_says_that_only_fields_are_known(loop, opened):
    async with opened() as gui:
        config = DebateConfig(question="Is one file enough?", options={"ledger": "off"})
        id = await gui.app.start(await gui.app.prepare(config, rehearse=True))
        gui.window.open_debate(id, begun=True)
        await gui.until(lambda: gui.window.debates.current == id)
        await gui.rested()
        ledger = gui.inspector("ledger")
        await gui.until(lambda: ledger.standings)
        assert items(gui).derived
        assert ledger.derived.isVisibleTo(ledger)
        assert "what participants declared themselves" in ledger.derived.text()
        assert set(ledger.standings) == {"analyst", "critic"}


SECOND = "A second window writes too."
WRITER = "One writer is enough for one person."
LOCKED = "P1 holds, since a lock keeps every second window out."


def of_round(request, first, second):
    return second if request.brief.path.startswith("round[2]") else first


def coming_round(request):
    """The critic disputes P1 in the first round, and accepts it in the second one for a reason of its own."""
    match request.brief.gives:
        case "assessment":
            disputed = f"{SECOND}\n\n### Agree\n\n### Disagree\n- P1 — {SECOND}"
            return of_round(request, disputed, f"{LOCKED}\n\n### Agree\n- P1 — {LOCKED}")
        case "ledger" if "analysis" in request.brief.path:
            new = [{"by": "analyst", "text": WRITER, "quote": WRITER}]
            return json.dumps({"new": of_round(request, new, []), "about": [], "stands": []})
        case "ledger":
            moved = {
                "by": "critic",
                "id": "P1",
                "does": "agrees",
                "quote": LOCKED,
                "because": LOCKED,
                "why": "argument",
            }
            return json.dumps({"new": [], "about": of_round(request, [], [moved]), "stands": []})
    return f"The answer is yes.\n\n{WRITER}"


async def dual(gui, rounds):
    """A dual debate over `coming_round`, until it rests."""
    gui.app.registry.add(ScriptedProvider(coming_round))
    config = DebateConfig(
        question="Is one file enough?",
        seats=tuple(SeatChoice(seat=seat, model="scripted:one") for seat in ("analyst", "critic")),
        services={"clerk": "scripted:one"},
        options={"auto_continue": True, "rounds": rounds},
    )
    id = await gui.app.start(await gui.app.preview(config))
    gui.window.open_debate(id, begun=True)
    await gui.until(lambda: gui.window.debates.current == id)
    await gui.rested()
    await gui.until(lambda: items(gui).standings)


async def test_a_person_settles_a_statement_and_the_synthesis_is_outdated(loop, opened):
    async with opened() as gui:
        await dual(gui, 1)
        claims = gui.inspector("claims")
        await gui.until(lambda: claims.list.rows.rowCount() == 1)
        point = items(gui).claims[0]
        assert (point.key, [cell.hold for cell in point.cells]) == ("P1", ["holds", "disputes"])
        assert not gui.feed.result.outdated
        claims.detail.rulings.findChildren(TextButton)[0].click()
        await gui.until(lambda: items(gui).claims[0].status == "resolved")
        assert gui.feed.result.outdated.startswith("The synthesis is outdated: you ruled on P1")
        banner = gui.pane.banner
        await gui.until(lambda: any(gui.feed.result.outdated in label.text() for label in banner.findChildren(QLabel)))
        written = gui.feed.result.path
        await gui.until(lambda: shown(gui, written).badges[0].text == "outdated")
        assert gui.inspector("reflections").absent(items(gui))[1].endswith("This format makes no reflections.")


async def test_a_claim_is_settled_by_a_person_and_left_open_again(loop, over):
    async with over() as gui:
        await gui.debate()
        claims = gui.inspector("claims")
        key = claim(gui, CLOUD).key
        await gui.until(lambda: claims.list.rows.rowCount() == len(items(gui).claims))
        claims.show_claim(key)
        detail = claims.detail
        accept, reject, leave, aside = detail.rulings.findChildren(TextButton)
        names = [button.accessibleName() for button in (accept, reject, leave, aside)]
        assert [name.removeprefix("Settle this claim: ") for name in names] == [
            "accept", "reject", "leave open", "set aside",
        ]  # fmt: skip
        reject.click()
        await gui.until(lambda: claim(gui, CLOUD).status == "resolved")
        found = claim(gui, CLOUD)
        assert (found.resolution, found.ruled) == ("rejected by the person", True)
        assert [cell.hold for cell in found.cells] == ["holds", "disputes", "silent"], "nobody has come round"
        await gui.until(lambda: "Your ruling" in {label.text() for label in detail.findChildren(QLabel)})
        ledger = gui.inspector("ledger")
        await gui.until(lambda: CYD in ledger.standings)
        settled = [tie.text for standing in items(gui).standings for tie in standing.settled]
        assert (
            len(
                [
                    text
                    for text in settled
                    if f"{CLOUD.rstrip('.')} — " in text and text.endswith("rejected by the person")
                ]
            )
            == 2
        )
        [row] = [item for item in gui.inspector("overview").points.model.items if item.key == key]
        assert (row.label.word, row.history[-1].line) == ("settled by you", "You rejected it")
        claims = gui.inspector("claims")
        claims.show_claim(key)
        claims.detail.rulings.findChildren(TextButton)[2].click()
        await gui.until(lambda: claim(gui, CLOUD).status == "active")


async def test_the_class_of_a_change_stands_in_a_dual_debate_too(loop, opened):
    async with opened() as gui:
        await dual(gui, 2)
        badges = [badge.text for badge in shown(gui, "round[2]/critique[critic]").badges]
        assert badges[0] == "» changed position: by argument"


async def test_a_statement_shows_its_history_and_each_step_leads_to_its_words(loop, opened):
    async with opened() as gui:
        await dual(gui, 2)
        points = gui.inspector("overview").points
        await gui.until(lambda: points.model.rowCount())
        points.view.activated.emit(points.model.index(0, 0))
        assert marked(gui, "round[1]/analysis[analyst]") == [WRITER]
        steps = [button for links in points.detail.findChildren(Links) for button in links.findChildren(TextButton)]
        assert [step.words for step in steps] == [
            "Analyst stated it, round 1", "Critic disputes it, round 1", "Critic agrees, round 2",
        ]  # fmt: skip
        steps[1].click()
        assert gui.pane.transcript.current_key() == "round[1]/critique[critic]"
        assert marked(gui, "round[1]/critique[critic]") == [SECOND]
        assert SECOND in steps[1].toolTip()


def texts(view):
    return [each.text() for each in view.findChildren(QLabel) if each.isVisibleTo(view)]


async def test_the_rounds_say_what_to_do_who_holds_what_and_what_is_in_conflict(loop, over):
    async with over() as gui:
        await gui.debate()
        view = gui.inspector("layers")
        await gui.until(lambda: f"✕ {COST}" in texts(view), "what is contested")
        shown = texts(view)
        assert {"What to do", "Who holds what", "What it rests on"} <= set(shown)
        advice = {"✓ proceed", "? verify first", "→ read the details"}
        answer = result_of(gui.pane.live.debate, gui.pane.live.session.past()).answer
        assert answer in shown, "what to do is what the debate came to"
        assert not advice & set(shown)
        assert any(text.startswith("Ada") for text in shown)
        assert "Consensus analysis" not in shown, "a dialogue makes none"
        rounds = [view.rounds.itemText(row) for row in range(view.rounds.count())]
        assert rounds[:2] == ["The last round", "cost, round 1"]
        view.rounds.setCurrentIndex(1)
        view.rounds.activated.emit(1)
        assert "Who holds what" in texts(view)
        await gui.until(lambda: advice & set(texts(view)), "of a round there is only advice")
        assert answer not in texts(view)


async def test_the_consensus_analysis_leads_to_the_passages_that_it_rests_on(loop, opened):
    said = json.dumps({"position": "Yes", "confidence": 0.8, "because": ["it is cheap"]})
    receipts = [{"seat": seat, "quote": "I say yes"} for seat in ("table", "table-2")]
    group = {"theme": "yes", "text": "All say yes", "receipts": receipts}
    agreed = json.dumps({"level": 1.0, "clusters": [group], "reasoning": "one answer"})

    def speaks(request):
        return agreed if request.brief.gives == "agreement" else f"I say yes.\n\n{said}"

    async with opened() as gui:
        seats = tuple(SeatChoice(seat=f"table#{n}", model="scripted:one") for n in (1, 2))
        options = {"rounds": 1, "auto_continue": True, "early_stop": False, "sealed": False, "ledger": "off"}
        services = {"clerk": "scripted:small", "synthesis": "scripted:one"}
        gui.app.registry.add(ScriptedProvider(speaks))
        config = DebateConfig(question="?", format="collaborative", seats=seats, services=services, options=options)
        id = await gui.app.start(await gui.app.preview(config))
        gui.window.open_debate(id, begun=True)
        await gui.until(lambda: gui.window.debates.current == id)
        await gui.until(lambda: gui.pane.live.debate.over)
        view = gui.inspector("layers")
        await gui.until(lambda: "Consensus analysis" in texts(view))
        await gui.until(lambda: any("100 percent, as a model reads them" in one for one in texts(view)))
        [links] = view.analysis.findChildren(Links)
        found = []
        view.turn_opened.connect(found.append)
        links.findChildren(LinkButton)[0].click()
        assert [place.words for place in found] == ["I say yes"]
