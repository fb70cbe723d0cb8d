"""The page on which a debate ends: when it opens and when it only offers itself, what it says, and where it leads."""

import asyncio
import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from disputatio.app.actions.debates import EXTEND, STOP_NOW
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.commands import Close, Rule
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.views.places import Place
from disputatio.debate.views.result import NO_DECISION, Result
from disputatio.debate.views.result_section import Line, Section
from disputatio.debate.views.score import Score
from disputatio.debate.views.words import REHEARSAL_OVER
from disputatio.engine.errors import ContentRefused
from disputatio.faces.gui.board.balance import Balance
from disputatio.faces.gui.board.result_cards import Passage, ways_of
from disputatio.faces.gui.board.result_page import ResultPage
from disputatio.faces.gui.board.solution_card import SolutionCard
from disputatio.faces.gui.debate.debate_actions import RESULT, TRANSCRIPT
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.faces.gui.shell.overlays import LinkDialog
from disputatio.faces.gui.window_actions import ShowInspector, ShowView
from disputatio.testing.scripted import Hold, ScriptedProvider

WRITER, LOCKED = "One writer is enough for one person.", "P1 holds, since a lock keeps every second window out."
SECOND, ANSWER = "A second window writes too.", "Use one file, with a lock."
FIRST, LAST = "One file is fine as it is.", "One file is fine with a lock."
ANALYSES = (f"{FIRST} {WRITER}", f"{LAST} {WRITER} A lock is cheap.")


def says(request):
    """The Analyst changes the answer in the second round, and the Critic accepts it."""
    first = "round[1]" in request.brief.path
    match request.brief.gives:
        case "assessment" if first:
            return f"{SECOND}\n\n### Agree\n\n### Disagree\n- P1 — {SECOND}"
        case "assessment":
            return f"{LOCKED}\n\n### Agree\n- P1 — {LOCKED}"
        case "ledger" if "analysis" in request.brief.path:
            new = [{"by": "analyst", "text": WRITER, "quote": WRITER}] if first else []
            said = FIRST if first else LAST
            return json.dumps({"new": new, "about": [], "stands": [{"by": "analyst", "stance": said, "quote": said}]})
        case "ledger":
            moved = {"by": "critic", "id": "P1", "does": "agrees", "quote": LOCKED, "because": LOCKED}
            about = [] if first else [{**moved, "why": "argument"}]
            return json.dumps({"new": [], "about": about, "stands": []})
        case "synthesis":
            return json.dumps({"decision": ANSWER, "minority": "Locks can fail.", "decisions": ["Lock it"]})
    return ANALYSES[0 if first else 1]


def held_at(held, place):
    """The same, but whoever is asked at a place waits first."""
    return lambda request: [Hold(held), says(request)] if place in request.brief.path else says(request)


async def begin(gui, script=says, rounds=5, **options):
    gui.app.registry.add(ScriptedProvider(script))
    config = DebateConfig(
        question="Is one file enough?",
        seats=tuple(SeatChoice(seat=seat, model=f"scripted:{seat}") for seat in ("analyst", "critic")),
        services={"clerk": "scripted:one", "synthesis": "scripted:one"},
        options={"auto_continue": True, "rounds": rounds, **options},
    )
    id = await gui.app.start(await gui.app.preview(config))
    gui.window.open_debate(id, begun=True)
    await gui.until(lambda: gui.window.debates.current == id)


async def ended(gui):
    await gui.rested()
    await gui.until(lambda: gui.feed.result.over)


def read(widget):
    """What a person reads there."""
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget) and label.text()]


def passage(gui, text):
    return next(one for one in gui.pane.page("result").findChildren(Passage) if text in one.line.told)


async def test_a_debate_ends_in_its_result_over_the_whole_width(loop, opened):
    async with opened() as gui:
        await begin(gui)
        await ended(gui)
        await gui.until(lambda: gui.pane.view == "result")
        page = gui.pane.page("result")
        await gui.until(lambda: ANSWER in read(page))
        assert not gui.window.aside.shown
        words = read(page)
        assert words.index("You asked: Is one file enough?") < words.index(ANSWER) < words.index("Lock it")
        assert "Locks can fail." in words
        way = [one.line.stage for one in page.findChildren(Passage) if one.line.seat == "analyst"]
        assert way == ["first", "final"]
        assert page.read.text() == "Read the transcript, 5 turns"
        assert page.more.isVisibleTo(page), "one more round is offered"


async def test_the_way_back_to_the_transcript_and_to_the_result(loop, opened):
    async with opened() as gui:
        await begin(gui)
        await ended(gui)
        await gui.until(lambda: gui.pane.view == "result")
        pane = gui.pane
        pane.page("result").read.click()
        assert (pane.view, pane.transcript.isVisible(), gui.window.aside.shown) == ("transcript", True, True)
        assert gui.window.focusWidget() is pane.speaking.composer.text
        pane.header.switch.buttons["result"].click()
        assert (pane.view, pane.page("result").isVisible(), gui.window.aside.shown) == ("result", True, False)
        gui.window.commands.act(TRANSCRIPT)
        assert pane.view == "transcript"
        gui.window.commands.act(RESULT)
        assert pane.view == "result"
        gui.window.aside.show(ShowInspector(name="claims"))
        assert gui.window.aside.shown, "an inspector that is asked for stands beside the result"
        pane.page("result").link.emit("https://a.org/x?b=1")
        await gui.until(lambda: any(each.isVisible() for each in gui.window.findChildren(LinkDialog)))
        asked = gui.window.findChild(LinkDialog)
        assert asked.findChild(QPlainTextEdit).toPlainText() == "https://a.org/x?b=1", "it is seen before it is opened"
        asked.reject()


async def test_every_quotation_opens_its_passage(loop, opened):
    async with opened() as gui:
        await begin(gui)
        await ended(gui)
        await gui.until(lambda: gui.pane.view == "result")
        await gui.until(lambda: ANSWER in read(gui.pane.page("result")))
        found = passage(gui, LAST)
        assert f"Go to the passage: {found.place.label}" in found.accessibleName()
        assert ".. " not in found.accessibleName()
        assert QAccessible.queryAccessibleInterface(found).role() == QAccessible.Role.PushButton
        QTest.mouseClick(found, Qt.MouseButton.LeftButton)
        assert gui.pane.view == "transcript"
        path = found.place.path
        await gui.until(lambda: path in gui.pane.transcript.live_cards())
        card = gui.pane.transcript.live_cards()[path]
        await gui.until(card.body.extraSelections)
        assert card.body.extraSelections()[0].cursor.selectedText() == LAST.rstrip(".")
        gui.pane.show_view("result")
        passage(gui, "P1").setFocus()
        QTest.keyClick(passage(gui, "P1"), Qt.Key.Key_Return)
        assert gui.pane.view == "transcript"


async def test_who_writes_or_reads_is_not_thrown_out(loop, opened):
    async with opened() as gui:
        held = asyncio.Event()
        await begin(
            gui, lambda request: [Hold(held), says(request)] if request.brief.gives == "synthesis" else says(request)
        )
        pane = gui.pane
        pane.speaking.composer.text.setPlainText("But what of")
        held.set()
        await ended(gui)
        await asyncio.sleep(0.3)
        assert pane.view == "transcript"
        offered = next(each for each in pane.banner.findChildren(TextButton) if each.text() == "Read the result")
        offered.click()
        assert pane.view == "result"


async def test_who_looks_at_another_view_when_the_debate_ends_stays_there(loop, opened):
    async with opened() as gui:
        held = asyncio.Event()
        await begin(
            gui, lambda request: [Hold(held), says(request)] if request.brief.gives == "synthesis" else says(request)
        )
        pane = gui.pane
        pane.show_view("columns")
        held.set()
        await ended(gui)
        await gui.until(lambda: pane._ended)
        assert pane.view == "columns"


async def test_who_reads_further_up_or_has_words_marked_is_busy(loop, opened):
    async with opened() as gui:
        await begin(gui)
        await ended(gui)
        pane = gui.pane
        pane.show_view("transcript")
        await gui.until(lambda: pane.transcript.live_cards())
        pane.transcript.follow_end()
        assert not pane.busy()
        body = next(iter(pane.transcript.live_cards().values())).body
        body.selectAll()
        assert pane.busy()
        body.select(0, 0)
        assert not pane.busy()
        pane.find_bar.open()
        assert pane.busy()
        pane.find_bar.hide()
        assert not pane.busy()
        gui.window.resize(1000, 600)
        pane.transcript.go_to(next(iter(pane.feed.states)))
        await gui.until(pane.busy)


async def test_an_outdated_synthesis_is_made_again_on_the_page(loop, opened):
    async with opened() as gui:
        await begin(gui)
        await ended(gui)
        await gui.until(lambda: gui.pane.view == "result")
        page = gui.pane.page("result")
        gui.pane.command(Rule(point="P1", status="rejected", why="it was measured"))
        await gui.until(lambda: page.strip.text.startswith("The synthesis is outdated: you ruled on P1"))
        await gui.until(lambda: page.again.isVisibleTo(page))
        assert page.again.text().startswith("Write again")
        assert "Write the synthesis again" in [each.text() for each in gui.pane.banner.findChildren(QAbstractButton)]
        page.again.click()
        await gui.until(lambda: not gui.feed.result.outdated and gui.feed.result.over)
        await gui.until(lambda: not page.strip.isVisibleTo(page))
        await gui.until(lambda: ANSWER in read(page))
        assert gui.pane.view == "result", "who asks for it there stays there"


async def test_a_synthesis_that_failed_says_why_and_is_made_again(loop, opened):
    async with opened() as gui:
        failing = [True]

        def script(request):
            if request.brief.gives == "synthesis" and failing:
                return ContentRefused("The model refused to answer.", "Ask another model.")
            return says(request)

        await begin(gui, script)
        await ended(gui)
        page = gui.pane.page("result")
        gui.pane.show_view("result")
        await gui.until(lambda: page.again.isVisibleTo(page))
        assert page.strip.text.startswith("No model has written the synthesis: ")
        assert page.strip.text.endswith("It was made by rule. It can be made again.")
        assert ANSWER not in read(page)
        failing.clear()
        page.again.click()
        await gui.until(lambda: ANSWER in read(page))
        assert not page.strip.text


async def test_a_stopped_debate_has_no_synthesis_until_one_is_wanted(loop, opened):
    async with opened() as gui:
        held = asyncio.Event()
        await begin(gui, held_at(held, "round[2]"))
        await gui.until(lambda: any("round[2]" in path for path in gui.pane.live.debate.asked))
        gui.pane.act(STOP_NOW)
        await gui.rested()
        gui.pane.command(Close())
        await gui.until(lambda: gui.pane.live.debate.over)
        held.set()
        await ended(gui)
        await gui.until(lambda: gui.pane.view == "result")
        page = gui.pane.page("result")
        await gui.until(lambda: "There is no synthesis yet." in read(page))
        assert page.again.isVisibleTo(page)
        assert page.again.text() == "Write a synthesis"
        page.again.click()
        await gui.until(lambda: ANSWER in read(page))


async def test_while_it_runs_the_page_says_so_and_one_more_round_is_read_in_the_transcript(loop, opened):
    async with opened() as gui:
        held = asyncio.Event()
        await begin(
            gui,
            lambda request: [Hold(held), says(request)] if "round[1]/critique" in request.brief.path else says(request),
        )
        gui.pane.carry_out(ShowView(view="result"))
        page = gui.pane.page("result")
        await gui.until(lambda: "The debate is not over yet." in read(page))
        assert "Round 1 of 5" in page.strip._words.text()
        assert not page.more.isVisibleTo(page)
        held.set()
        await ended(gui)
        await gui.until(lambda: page.more.isVisibleTo(page))
        page.more.click()
        assert gui.pane.view == "transcript"


async def test_a_rehearsal_has_no_score_no_decision_and_no_consensus(loop, opened):
    async with opened() as gui:
        config = DebateConfig(question="Is one file enough?", options={"auto_continue": True})
        id = await gui.app.start(await gui.app.prepare(config, rehearse=True))
        gui.window.open_debate(id, begun=True)
        await gui.until(lambda: gui.window.debates.current == id)
        await ended(gui)
        gui.pane.show_view("result")
        page = gui.pane.page("result")
        await gui.until(lambda: NO_DECISION in read(page))
        assert gui.pane.live.debate.status != "stopped"
        words = " ".join((*read(gui.window), gui.pane.header.status.text()))
        assert page.gauge.text() == "not measured: a rehearsal"
        assert not page.again.isVisibleTo(page)
        assert "Consensus:" not in words
        assert "agreed (" not in words
        if gui.pane.live.debate.status in ("consensus", "impasse"):
            assert REHEARSAL_OVER in words
        assert "≈ $" not in page.more.text(), "nobody is paid for a rehearsal"


async def test_where_there_is_little_room_the_rail_stands_below(loop, opened):
    async with opened() as gui:
        await begin(gui)
        await ended(gui)
        gui.pane.show_view("result")
        page = gui.pane.page("result")
        await gui.until(lambda: ANSWER in read(page))
        assert page._right.x() > page._left.x()
        page.resize(3000, 900)
        page.area.widget().layout().activate()
        assert page._right.x() - page._left.geometry().right() < 60, "they stay beside each other, in the middle"
        assert abs(page._left.x() - (page.area.width() - page._right.geometry().right())) < 30
        gui.window.resize(1000, 700)
        await gui.until(lambda: page._right.y() > page._left.y())
        assert page._right.x() == page._left.x()
        assert page.area.horizontalScrollBar().maximum() == 0
        page.resize(364, 600)  # as one of two beside each other
        page.bar.layout().activate()
        assert page.read.y() > page.bar.receipts.y()
        assert page.read.width() >= page.read.sizeHint().width(), "its words are whole"


async def test_what_the_figures_mean_is_told_when_it_is_asked_for(loop, opened):
    async with opened() as gui:
        await begin(gui)
        await ended(gui)
        gui.pane.show_view("result")
        page = gui.pane.page("result")
        await gui.until(lambda: ANSWER in read(page))
        assert not any("nothing contested" in text for text in read(page))
        next(each for each in page.findChildren(LinkButton) if each.words == "What it means").click()
        assert any("85 percent agreement" in text for text in read(page))
        assert EXTEND.id in gui.pane.live.refusals()


def shown(qtbot, result):
    """The page of a result, without a debate behind it."""
    page = ResultPage()
    qtbot.addWidget(page)
    page.show_result(result, Score(), {})
    return page


def test_beside_the_title_stands_how_many_changes_there_were_and_their_kinds_stand_with_them(qtbot):
    first, last = Line(text="Yes", lead="Ada", seat="ada", stage="first"), Line(text="No", seat="ada", stage="final")
    reason = Line(text="Ada accepted a part of P1.", lead="Round 1", seat="ada", stage="reason", below=True)
    counted, gave = Line(text="2 changes of position."), Line(text="Ben gave way on P2.", seat="ben", below=True)
    heads = [Line(text=text, stage="head") for text in ("Accepted in part:", "Given up in rooms:")]
    lines = (first, last, counted, heads[0], reason, heads[1], gave)
    assert ways_of(lines) == ([[first, reason, last]], [heads[1], gave]), "a head without lines says nothing"
    page = shown(qtbot, Result(answer="Buy it.", sections=(Section(title="How positions changed", lines=lines),)))
    captions = [label.text() for label in page.findChildren(QLabel)]
    assert "2 changes of position." in captions
    assert [one.line for one in page.findChildren(Passage) if one.line in (heads[1], gave)] == [heads[1], gave]


def test_questions_and_opposition_are_listed_with_their_passages(qtbot):
    place = Place(path="round[1]/answer[ben]", label="round 1", words="Rates rise in May")
    asked = Section(title="Questions", lines=(Line(text="Q1 answered (Ada, round 1): Why now?", places=(place,)),))
    opposed = Section(title="Opposition", lines=(Line(text="Ben opposed: It will fail (round 1)"),))
    page = shown(qtbot, Result(answer="Buy it.", sections=(asked, opposed)))
    words = read(page)
    for text in ("Questions", "Q1 answered (Ada, round 1): Why now?", "Opposition", opposed.lines[0].text):
        assert text in words
    opened = []
    page.turn_opened.connect(opened.append)
    next(one for one in page.findChildren(Passage) if "Why now?" in one.line.text).open()
    assert opened == [place]


def test_addresses_are_links_as_in_the_transcript_and_ask_before_they_open(qtbot):
    """The rest of what models wrote stays plain text; a passage around a link is opened beside the link alone."""
    place = Place(path="round[1]/answer[ben]", label="round 1", words="See")
    told = Line(text="See https://a.org/x?b=1&c=2, not `https://code.org`, <b>nor this</b>.", places=(place,))
    asked = Section(title="Questions", lines=(told,))
    page = shown(qtbot, Result(answer="Buy it: **https://b.org**.", sections=(asked,)))
    page.resize(900, 600)
    page.show()
    followed, opened = [], []
    page.link.connect(followed.append)
    page.turn_opened.connect(opened.append)
    links = [label for label in page.findChildren(QLabel) if "<a " in label.text()]
    assert ["https://b.org" in label.text() for label in links] == [True, False]
    head, label = links
    assert label.text().count("<a ") == 1
    assert "https://code.org" in label.text()
    assert "&lt;b&gt;nor this" in label.text()
    qtbot.waitUntil(lambda: label.height() > 10)
    QTest.mouseClick(label, Qt.MouseButton.LeftButton, pos=QPoint(60, 8))
    assert (followed, opened) == (["https://a.org/x?b=1&c=2"], [])
    QTest.mouseClick(label, Qt.MouseButton.LeftButton, pos=QPoint(6, 8))
    assert (len(followed), opened) == (1, [place])
    head.setFocus()
    QTest.keyClick(head, Qt.Key.Key_Tab)
    head.linkActivated.emit("https://b.org")
    assert followed[1:] == ["https://b.org"]


def test_the_bar_at_the_foot_is_as_high_as_what_it_says(qtbot):
    counted = Line(text="All 21 passages on which this result rests were found in their turns. " * 2)
    page = shown(qtbot, Result(answer="Buy it.", sections=(Section(title="Receipts", lines=(counted,)),)))
    page.show()
    for wide in (1100, 560, 500):
        page.resize(wide, 700)
        page.bar.layout().activate()
        assert page.bar.height() >= 56
        assert page.bar.receipts.height() >= page.bar.receipts.heightForWidth(page.bar.receipts.width())


def test_the_solution_that_won_is_there_whole_with_what_is_known_of_it_and_unfolds(qtbot):
    code = "\n".join(f"    step_{number}()" for number in range(200))
    text = f"# One way\n\nBy `max`.\n\n```python\ndef solve():\n{code}\n```\n\nThat is all."
    place = Place(path="round[1]/optimization/optimize[optimizer]", label="round 1")
    line = Line(lead="Written by", text="Optimizer: elected by the vote.", places=(place,))
    page = shown(qtbot, Result(answer="Take it.", sections=(Section(title="The solution", text=text, lines=(line,)),)))
    page.resize(1000, 700)
    page.show()
    card = page.findChild(SolutionCard)
    words = card.text.body.toPlainText()
    assert "step_0()" in words
    assert "step_199()" in words
    assert "That is all." in words
    opened = []
    page.turn_opened.connect(opened.append)
    card.findChild(Passage).open()
    assert opened == [place]
    folded = card.text.height()
    qtbot.waitUntil(lambda: card.more.isVisibleTo(card))
    card.more.click()
    qtbot.waitUntil(lambda: card.text.height() > folded)
    assert not card.more.isVisibleTo(card)
    assert card.text.height() >= card.text.body.height()
    card.copy.click()
    assert QGuiApplication.clipboard().text() == text


SAFE = "Rust is the better choice for this team because it is safe."


@pytest.mark.parametrize(
    ("answer", "head", "rest"),
    [
        (f"## Answer\n{SAFE}", f"Answer\n{SAFE}", ""),
        (f"## Answer\n\n{SAFE}\n\nMore.", f"Answer\n{SAFE}", "More."),
        ("## Answer\n" + f"{SAFE} " * 8, "Answer\n" + " ".join([SAFE] * 6), " ".join([SAFE] * 2)),
        (f"{SAFE}  " * 8 + "\n\nMore.", " ".join([SAFE] * 6), f"{SAFE}  {SAFE}\n\nMore."),
        (f"{SAFE}\n" * 8, " ".join([SAFE] * 6), f"{SAFE}\n{SAFE}"),
        (f"{SAFE}\n| a | b |\n| 1 | 2 |", SAFE, "| a | b |\n| 1 | 2 |"),
        ("| a | b |\n" + f"{SAFE} " * 8, " ".join([SAFE] * 6), f"| a | b |\n {SAFE} {SAFE}"),
        ("Rust.\n---\n" + f"{SAFE} " * 8, "", "Rust.\n---\n" + " ".join([SAFE] * 8)),
        ("# Rust", "# Rust", ""),
        ("", "", ""),
    ],
)
def test_what_follows_the_large_type_goes_on_where_it_ends(qtbot, answer, head, rest):
    words = read(shown(qtbot, Result(answer=answer)))
    assert [text for text in (head, rest) if text] == words[words.index("Recommendation") + 1 :][
        : bool(head) + bool(rest)
    ]


@pytest.mark.parametrize("found", [True, False])
def test_a_check_mark_stands_only_where_every_receipt_was_found(qtbot, found):
    cited = Line(text="Ada: of 6 citations, 4 quote what stands there.")
    counted = Section(title="Receipts", lines=(Line(text="2 of 3 receipts found word for word."), cited))
    page = shown(qtbot, Result(sections=(counted,), found=found))
    assert page.bar.receipts.text() == counted.lines[0].text, "the bar has room for one line"
    assert cited.text in read(page)
    assert page.bar.mark.isVisibleTo(page) is found


def test_the_last_cards_of_the_longer_column_stand_below_the_shorter_one(qtbot):
    room = QWidget()
    qtbot.addWidget(room)
    first, second = QVBoxLayout(), QVBoxLayout()
    row = QHBoxLayout(room)
    row.addLayout(first)
    row.addLayout(second)
    balance = Balance(first, second)

    def card(high):
        made = QFrame()
        made.setFixedHeight(high)
        QVBoxLayout(made).addWidget(QLabel("A line."))
        return made

    first.addWidget(card(100))
    for high in (80, 90, 100):
        balance.add(card(high))
    room.show()
    balance.settle(600, 300)
    assert (first.count(), second.count()) == (2, 2), "one more would make the first the longer one"
    assert second.indexOf(balance.cards[1]) == 1
    balance.settle(600, 300)
    assert first.indexOf(balance.cards[2]) == 1, "it stays there"
    balance.restore()
    assert [second.indexOf(each) for each in balance.cards] == [0, 1, 2]
