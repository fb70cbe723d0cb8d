"""The charts of a debate: reached by keys, said in words, taken along as text and as a picture, and leading on."""

import asyncio
import json

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QGuiApplication, QImage, QMouseEvent, QPainter, QPicture, QWheelEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest

from disputatio.app.actions.debates import MARK
from disputatio.app.debate_files import take_in
from disputatio.app.paths import resource
from disputatio.debate.decide.hindsight import marked as marked_in
from disputatio.debate.track import Track
from disputatio.debate.views.charts import Hearing, Tie
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.score import Score
from disputatio.debate.views.track_records import Recorded
from disputatio.faces.gui.board.charts import EMPTY, MARGIN, NARROW
from disputatio.faces.gui.charts.argument_map import MOST, ORDER, READABLE
from disputatio.faces.gui.charts.chart import ChartCard
from disputatio.faces.gui.charts.course import AgreementChart
from disputatio.faces.gui.charts.readership import ReadershipChart, Told
from disputatio.faces.gui.debate.mark_dialog import MarkDialog
from disputatio.faces.gui.debate.strips import PlayingStrip
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.cards import MARGIN as SHADOW
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.window_actions import ShowView

QUESTION = "Should the event log stay in SQLite?"


async def example(gui, name="one-tired-maintainer"):
    """A recorded debate, with its charts shown."""
    text = await asyncio.to_thread(lambda: resource("examples", f"{name}.json").read_text("utf-8"))
    taken = await take_in(gui.app, json.dumps(json.loads(text)["debate"]))
    gui.window.open_debate(taken.id)
    await gui.until(lambda: gui.window.debates.pane() is not None)
    await gui.rested()
    gui.pane.carry_out(ShowView(view="charts"))
    charts = gui.pane.page("charts")
    await gui.until(lambda: charts.cards and charts.map.parts())
    return charts


async def test_before_anything_was_said_each_chart_says_when_it_will_show_something(loop, opened, read):
    async with opened() as gui:
        await gui.converse(QUESTION)
        assert "charts" not in gui.pane.pages, "they are made once somebody looks"
        gui.pane.show_view("charts")
        charts = gui.pane.page("charts")
        for name, words in EMPTY.items():
            card = charts.cards[name]
            assert card.empty.isHidden() is bool(card.chart.lines())
            assert card.empty.isHidden() or words in read(card)
        await gui.rested()


async def test_a_running_debate_is_drawn_on_with_whoever_is_being_asked(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        gui.pane.show_view("charts")
        charts = gui.pane.page("charts")
        await gui.rested()
        await gui.until(lambda: "Round 1" in "\n".join(charts.agreement.lines()))
        assert charts.agreement.parts()[0][1].startswith("Round 1: 50% mixed (1 agreed, 1 contested")
        await gui.until(lambda: "Critic has read, word for word: Analyst (1 turn)." in charts.hearing.lines())
        assert any(line.startswith("one: ") for line in charts.costs.lines())
        charts.set_hide_cost(True)
        await gui.until(lambda: not any("price" in line or "$" in line for line in charts.costs.lines()))
        assert "tokens" in charts.costs.lines()[0]


def end_of(widget):
    """The last pixel of a widget, counted from the left of the window."""
    return widget.mapTo(widget.window(), widget.rect().bottomRight()).x()


def test_names_that_have_no_room_below_their_bars_are_short(qtbot):
    def drawn(*places):
        chart = AgreementChart()
        qtbot.addWidget(chart)
        chart.show_scores([Score(score=0.8, round=n, place=place) for n, place in enumerate(places, 1)])
        chart.resize(360, 240)
        return chart.grab().toImage()

    cost = "what it costs over twenty years, round"
    assert drawn(f"{cost} 1", f"{cost} 2") == drawn("R1", "R2")
    assert drawn("Round 1", "Round 2") == drawn("", "") != drawn("R1", "R2")


async def test_every_chart_is_reached_and_gone_through_by_keys_and_says_where_it_is(loop, opened):
    async with opened() as gui:
        charts = await example(gui, "artificial-turf")
        assert gui.window.focusWidget() is charts.page
        strip = gui.pane.findChild(PlayingStrip)
        assert end_of(charts.cards[charts.map.name]) == end_of(strip), "a page ends below what ends above it"
        gui.pane.carry_out(ShowView(view="transcript"))
        await gui.until(lambda: gui.pane.transcript.live_cards())
        card = next(iter(gui.pane.transcript.live_cards().values()))
        assert end_of(card) - SHADOW == end_of(strip)
        gui.pane.carry_out(ShowView(view="charts"))
        record = Track(debates=12, right=0.5, sure=0.9, brier=0.41)
        charts.records.show_records([Recorded(model="openai:gpt-5.2", track=record)])
        charts.cards[charts.records.name].changed()
        assert charts.records.lines() == ["gpt-5.2: 50% right, 90% sure, 12 debates; vote counts × 0.63"]
        seen = []
        for _ in range(40):
            QTest.keyClick(gui.window.focusWidget(), Qt.Key.Key_Tab)
            seen.append(gui.window.focusWidget())
        for card in charts.cards.values():
            assert card.chart in seen, card.title
            assert card.text in seen, card.title
            assert card.picture in seen, card.title
            chart = card.chart
            told = QAccessible.queryAccessibleInterface(chart)
            assert told.text(QAccessible.Text.Name).startswith(card.title)
            assert told.text(QAccessible.Text.Description)
            assert told.role() == QAccessible.Role.Chart
            QTest.keyClick(chart, Qt.Key.Key_Down)
            assert chart.at == 0
            assert chart.parts()[0][1] in told.text(QAccessible.Text.Name)
            QTest.keyClick(chart, Qt.Key.Key_Up)
            assert chart.at == 0, "there is nothing before the first"


async def test_the_arrow_keys_follow_the_lines_of_the_map(loop, opened):
    async with opened() as gui:
        chart = (await example(gui)).map
        tie = chart._ties[0]
        chart.choose(list(chart._nodes).index(tie.source))
        QTest.keyClick(chart, Qt.Key.Key_Left)
        assert chart.key() == tie.target, "what it bears on stands at the left"
        QTest.keyClick(chart, Qt.Key.Key_Right)
        assert any(each.source == chart.key() and each.target == tie.target for each in chart._ties)


async def test_a_node_leads_to_its_statement_in_the_ledger_or_in_the_list_of_all(loop, opened):
    async with opened() as gui:
        charts = await example(gui, "artificial-turf")
        from disputatio.faces.gui.board.feed import BoardFeed

        feed = BoardFeed.of(gui.pane.live, gui.window.bridge)
        await gui.until(lambda: feed.ready)
        claimed = {claim.key for claim in feed.items.claims}
        keys, panel = list(charts.map._nodes), gui.window.aside.panel
        disputed = next(key for key in keys if key in claimed)
        charts.map.choose(keys.index(disputed))
        QTest.keyClick(charts.map, Qt.Key.Key_Return)
        await gui.until(lambda: panel.current == "ledger")
        await gui.until(lambda: getattr(panel.view("ledger").tree.chosen_item(), "key", "") == disputed)
        quiet = next(key for key in keys if key.startswith("P") and key.isalnum() and key not in claimed)
        charts.map.choose(keys.index(quiet))
        QTest.keyClick(charts.map, Qt.Key.Key_Return)
        await gui.until(lambda: panel.current == "overview")
        await gui.until(lambda: gui.overview.points.detail.item is not None)
        assert gui.overview.points.detail.item.key == quiet
        assert gui.pane.view == "charts", "the map stays beside it"


async def test_what_turned_out_to_be_right_is_marked_once_the_debate_is_over(loop, opened, read):
    async with opened() as gui:
        await example(gui)
        shown = lambda: [one for one in gui.window.findChildren(MarkDialog) if one.isVisible()]  # noqa: E731
        gui.pane.act(MARK)
        await gui.until(shown)
        dialog = shown()[0]
        assert not dialog.save.isEnabled(), "nothing is ticked"
        assert not dialog.unknown.isVisible()
        first = dialog.boxes["1"]
        assert first.text() == "Councillor 1"
        assert "co-maintainers for about three months, and otherwise archive with a" in read(dialog), "all of it"
        first.click()
        dialog.why.setText("we watched")
        dialog.save.click()
        marked = lambda: marked_in(gui.pane.live.session.past())  # noqa: E731
        await gui.until(marked)
        assert len(marked()) == 1
        gui.pane.act(MARK)
        await gui.until(shown)
        again = shown()[0]
        assert again.boxes["1"].isChecked()
        again.none.click()
        assert not again.boxes["1"].isEnabled()
        assert again.save.isEnabled()
        again.unknown.click()
        await gui.until(lambda: not marked())


async def test_a_click_on_a_node_shows_it_and_dragging_moves_the_map(loop, opened):
    async with opened() as gui:
        charts = await example(gui, "artificial-turf")
        chart, shown = charts.map, []
        chart.opened.connect(shown.append)
        at = next(at for at, box in enumerate(chart.boxes(chart.rect().toRectF())) if box.top() > 200)
        place = chart.boxes(chart.rect().toRectF())[at].center().toPoint()
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=place)
        assert (shown, chart.at) == ([chart.parts()[at][0]], at)
        bar = charts.area.verticalScrollBar()
        before = bar.value()
        QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=place)
        for step in (10, 40):
            QTest.mouseMove(chart, place - type(place)(0, step))
        QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=place)
        assert len(shown) == 1 or bar.value() != before


async def test_the_map_is_zoomed_by_keys_by_the_wheel_and_as_a_whole(loop, opened):
    async with opened() as gui:
        charts = await example(gui, "artificial-turf")
        chart, whole = charts.map, charts.map.picture_size()
        await gui.until(lambda: chart.zoom == READABLE, "it has opened")
        QTest.keyClicks(chart, "0")
        assert chart.size() == whole
        QTest.keyClicks(chart, "+")
        assert chart.width() > whole.width()
        QTest.keyClicks(chart, "0-")
        assert chart.width() < whole.width()
        place, turn = QPointF(50, 50), QPoint(0, 120)
        for keys, grows in ((Qt.KeyboardModifier.ControlModifier, True), (Qt.KeyboardModifier.NoModifier, False)):
            before, where, none = chart.zoom, chart.mapToGlobal(place), Qt.MouseButton.NoButton
            turned = QWheelEvent(place, where, QPoint(), turn, none, keys, Qt.ScrollPhase.NoScrollPhase, False)
            chart.wheelEvent(turned)
            assert (chart.zoom > before) is grows
        charts.area.fit()
        assert chart.height() <= charts.area.viewport().height() or chart.zoom == 0.25


@pytest.mark.parametrize("name", ["fourteen-repositories", "one-tired-maintainer"])
async def test_the_map_opens_on_what_is_most_open_with_many_others_and_can_be_read(loop, opened, name):
    async with opened() as gui:
        gui.window.resize(1480, 920)
        charts = await example(gui, name)
        chart, area = charts.map, charts.area
        await gui.until(lambda: chart.zoom != 1.0 or area.verticalScrollBar().value())
        assert chart.zoom >= READABLE
        corner = chart.mapTo(area.viewport(), QPoint())
        seen = area.viewport().rect().toRectF()
        boxes = dict(zip(chart._nodes, chart.boxes(chart.rect().toRectF()), strict=True))
        whole = {key: box for key, box in boxes.items() if seen.contains(box.translated(corner))}
        worst = min((node.one.status for node in chart._nodes.values()), key=lambda word: ORDER.get(word, len(ORDER)))
        assert worst in {chart._nodes[key].one.status for key in whole}
        assert len(whole) >= 6
        beside = min(box.left() + corner.x() for box in whole.values())
        assert beside < 20 or chart.width() < area.viewport().width() + 20, "nothing but space at the side"
        assert min(box.top() + corner.y() for box in whole.values()) < 80, "or at the top"


async def test_a_chart_is_taken_along_as_text_as_points_and_as_a_drawing(loop, opened, tmp_path, read):
    async with opened() as gui:
        charts = await example(gui)
        for card in charts.cards.values():
            card.text.click()
            copied = QGuiApplication.clipboard().text().splitlines()
            assert copied[0].startswith(f"{card.title}: ")
            assert copied[1:] == list(card.chart.lines())
            await gui.until(lambda title=card.title: f"{title} copied as text." in read(gui.window.toast))
            card.copy_picture()
            assert not QGuiApplication.clipboard().image().isNull()
            made = QImage.fromData(card.points())
            shades = {made.pixel(x, y) for x in range(0, made.width(), 3) for y in range(0, made.height(), 3)}
            assert len(shades) > 8, f"{card.title} is drawn"
            assert QSvgRenderer(card.drawing()).isValid()
            assert b"<text" in card.drawing(), "its words are words"
        for name, begins in (("chart.png", b"\x89PNG"), ("chart.svg", b"<?xml")):
            card.save(tmp_path / name)
            await gui.until(lambda name=name: f"saved as {name}" in read(gui.window.toast))
            assert (await asyncio.to_thread((tmp_path / name).read_bytes)).startswith(begins)
        card.save(tmp_path / "missing" / "chart.png")
        await gui.until(lambda: "cannot be written" in read(gui.window.toast))


def test_the_pictures_follow_the_theme(qtbot, qapp):
    card = ChartCard("Agreement", AgreementChart(), "Nothing yet")
    qtbot.addWidget(card)
    card.chart.show_scores([Score(score=0.6, agreed=3, contested=2, earned=0.3, coverage=0.8, round=1)])
    card.changed()
    try:
        for look in (DARK, LIGHT):
            theme.apply(qapp, look)
            made = card.image()
            assert made.pixelColor(2, 2) == QColor(look.surface)
            inks = {made.pixel(x, y) for x in range(0, made.width(), 5) for y in range(0, made.height(), 5)}
            assert QColor(look.synthesis).rgb() in inks
    finally:
        theme.apply(qapp, LIGHT)


def test_names_around_a_full_circle_are_whole_where_they_have_room_to_the_edge(qtbot):
    """The eleventh seat stands further in than the outermost ones, so that its name may be longer."""
    names = [f"Seat {number}" for number in range(10)] + ["Paediatrician", "Anaesthetist"]
    people = tuple(Participant(seat=f"s{number}", name=name) for number, name in enumerate(names))
    chart = ReadershipChart()
    qtbot.addWidget(chart)
    chart.resize(340, 270)
    chart.show_hearing(Hearing(people=people, tiers=(tuple(who.seat for who in people),)))
    drawn, painter = QPicture(), QPainter()
    painter.begin(drawn)
    chart.draw(painter, QRectF(0, 0, 340, 270))
    painter.end()
    assert [name for name in names if name.encode("utf-16-be") not in bytes(drawn.data())] == []
    four = tuple(Participant(seat=name, name=name) for name in ("Soil", "Farm", "Field", "Weeds and crop disease"))
    chart.show_hearing(Hearing(people=four, tiers=(tuple(who.seat for who in four),)))
    chart.resize(338, 260)
    picture = chart.grab().toImage()
    edge = {picture.pixel(0, y) for y in range(picture.height())}
    assert len(edge) == 1, "the name at the left ends within the chart"
    top, _, foot, side = chart.boxes(QRectF(chart.rect()))
    disc = side.width() / 2
    assert (top.bottom() - disc - top.top()) > disc + 8, "who sits above the middle has the name above"
    assert (foot.bottom() - foot.top() - disc) == (side.bottom() - side.top() - disc) > disc + 8
    assert top.top() >= 0


def test_among_many_arrows_those_of_the_seat_in_question_stand_out_and_are_told(qtbot):
    seats = [f"s{number}" for number in range(12)]
    people = tuple(Participant(seat=seat, name=f"Seat {seat[1:]}", colour="teal") for seat in seats)
    ties = tuple(Tie(reader=one, speaker=other, turns=1) for one in seats for other in seats if one != other)
    chart = ReadershipChart()
    told = Told(chart)
    for widget in (chart, told):
        qtbot.addWidget(widget)
    chart.resize(360, 300)
    chart.show_hearing(Hearing(people=people, tiers=(tuple(seats),), ties=ties))
    chart.changed()

    def ink():
        picture = chart.grab().toImage()
        colour = QColor(theme.identity("teal", theme.current()).accent).rgb()
        return sum(picture.pixel(x, y) == colour for x in range(90, 270) for y in range(60, 240))

    def point_at(place):
        at, none = QPointF(place), Qt.MouseButton.NoButton
        moved = QMouseEvent(
            QEvent.Type.MouseMove, at, chart.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier
        )
        chart.event(moved)

    discs, hint, high = ink(), told.text(), told.heightForWidth(300)
    assert "Point at somebody" in hint
    place = chart.boxes(QRectF(chart.rect()))[3].center().toPoint()
    point_at(place)
    assert (
        told.text()
        == "Seat 3 has read, word for word: everybody else (1 turn each). Seat 3 was read by everybody else."
    )
    assert ink() > discs + 100, "the arrows that lead to it have its colour"
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=place)
    point_at(QPoint(2, 2))
    assert told.text().startswith("Seat 3 "), "what is chosen stays"
    assert told.heightForWidth(300) == high, "nothing moves under the pointer"
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert told.text() == hint
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert told.text().startswith("Seat 0 ")


async def test_charts_stand_side_by_side_where_there_is_room_and_no_sentence_stands_beside_a_chart(loop, opened):
    async with opened() as gui:
        charts = await example(gui)
        first, second = list(charts.cards.values())[:2]
        gui.window.resize(1480, 920)
        assert not first.filled, "nobody's statement was judged in it"
        await gui.until(lambda: second.y() > first.y() and first.width() == second.width() >= NARROW - 2 * MARGIN)
        charts.agreement.show_scores([Score(score=0.8, round=1)])
        first.changed()
        await gui.until(lambda: first.y() == second.y() and charts.width() >= NARROW)
        gui.window.resize(900, 700)
        await gui.until(lambda: second.y() > first.y() and charts.width() < NARROW)


async def test_of_very_many_statements_the_open_ones_are_drawn_and_the_text_has_all(loop, opened):
    from disputatio.exporting.argument_map import ArgumentMap, Proposition
    from disputatio.faces.gui.charts.argument_map import ArgumentChart

    many = tuple(
        Proposition(key=f"P{n}", sort="statement", text=f"Statement {n}. " * 30, by="Ada",
                    status="contested" if n > MOST * 2 - 5 else "agreed")
        for n in range(MOST * 2)
    )  # fmt: skip
    chart = ArgumentChart()
    chart.show_map(ArgumentMap(title="", question="", propositions=many, relations=(), stances=()), (), 800)
    assert chart.left_out() == MOST
    assert {f"P{n}" for n in range(MOST * 2 - 4, MOST * 2)} <= set(chart._nodes)
    assert len(chart.lines()) == MOST * 2
    chart.deleteLater()
