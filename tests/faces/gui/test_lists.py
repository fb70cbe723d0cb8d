import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from disputatio.debate.views.labels import POINTS
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Place
from disputatio.debate.views.statements import PointItem
from disputatio.debate.views.words import STATES
from disputatio.faces.gui.debate.points import TALLEST, PointsCard
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.layouts import PAUSE, SteadyArea, column
from disputatio.faces.gui.kit.lists import Role
from disputatio.faces.gui.library.debate_index import DebateItem, Group

ANALYST = Participant(seat="analyst", name="Analyst", glyph="diamond", colour="#3B82F6")


def point(key, text, label=POINTS["unaddressed"], note="", words="", status="unaddressed"):
    return PointItem(key=key, text=text, label=label, status=status, author=ANALYST, note=note, words=words)


def debate(key: str, **more: object) -> DebateItem:
    return DebateItem(**{"key": key, "title": f"Question {key}", **more})


@pytest.fixture
def library(qtbot) -> Group:
    made = Group("Recent")
    qtbot.addWidget(made)
    made.resize(260, 500)
    made.show()
    return made


def shown(library: Group) -> list[str]:
    """The keys that pass the search, from above."""
    rows = library.view.model()
    return [rows.index(row, 0).data(Role.KEY) for row in range(rows.rowCount())]


def test_the_search_wants_every_word_in_any_order_and_case(library):
    library.set_items([
        debate("a", title="SQLite or PostgreSQL?"), debate("b", title="Prompts", words="sqlite schema"), debate("c"),
    ])  # fmt: skip
    for text, keys in (("sqlite", ["a", "b"]), ("SCHEMA sqlite", ["b"]), ("", ["a", "b", "c"]), ("nothing", [])):
        library.search(text)
        assert shown(library) == keys
        assert library.isVisible() is bool(keys), "nothing is said to be there that is not"


def test_updates_keep_the_selection_and_new_ones_come_on_top(library):
    library.set_items([debate("a"), debate("b")])
    library.select("b")
    library.model.put(debate("b", score=0.5, state="running"))
    library.model.put(debate("c"))
    assert shown(library) == ["c", "a", "b"]
    assert library.view.currentIndex().data() == "Question b"
    library.set_items([debate("c", title="Renamed"), debate("a"), debate("b")])
    assert library.view.currentIndex().data() == "Question b"
    library.set_items([debate("c", title="Renamed"), debate("a")])
    assert shown(library) == ["c", "a"]


def test_a_debate_is_opened_by_click_and_by_enter(library, qtbot):
    library.set_items([debate("a"), debate("b")])
    heard: list[str] = []
    library.opened.connect(heard.append)
    place = library.view.visualRect(library.view.model().index(1, 0)).center()
    qtbot.mouseClick(library.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.keyClick(library.view, Qt.Key.Key_Up)
    qtbot.keyClick(library.view, Qt.Key.Key_Return)
    assert heard == ["b", "a"]
    wanted: list[tuple[str, object]] = []
    library.menu_wanted.connect(lambda key, at: wanted.append((key, at)))
    library.view.customContextMenuRequested.emit(place)
    assert wanted[0][0] == "b"


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_drawn_and_said(library, state):
    library.set_items([debate("a", state=state, score=0.4, subtitle="4 rounds", unread=True)])
    assert not library.view.grab().isNull()
    spoken = library.view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"Question a, 4 rounds, {STATES[state]}, 40 percent agreed"
    assert QAccessible.queryAccessibleInterface(library.view).text(QAccessible.Text.Name) == "Debates: Recent"


@pytest.fixture
def points(qtbot) -> PointsCard:
    made = PointsCard()
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    return made


def test_before_the_first_round_the_points_say_when_they_come(points):
    assert points.findChild(EmptyState).isVisible()
    assert not points.view.isVisible()
    points.set_points([point("a", "A point")])
    assert not points.findChild(EmptyState).isVisible()
    assert points.accessibleName() == "Statements · 1"


def test_long_points_are_shown_whole_and_many_scroll(points, qtbot):
    points.set_points([point("a", "short")])
    low = points.view.height()
    points.set_points([point("a", "long words " * 30)])
    assert points.view.height() > low + 60
    points.set_points([point(str(number), "point " * 10) for number in range(60)])
    assert points.view.height() == TALLEST


def test_a_list_lets_the_page_around_it_scroll_on(qtbot):
    """What is being scrolled does not stop where a list that scrolls itself comes under the pointer."""
    card, below, page = PointsCard(), QWidget(), SteadyArea()
    card.set_points([point(str(number), "point " * 10) for number in range(60)])
    below.setFixedHeight(2_000)
    inside = QWidget()
    column(card, below, of=inside)
    page.setWidget(inside)
    page.resize(340, 500)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 1_000)

    def turn(over, at):
        """Whether the wheel moved what it was turned over; Qt hands on to the page what is not accepted."""
        place, phase = QPointF(over.rect().center()), Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(
            place, QPointF(over.mapToGlobal(place)), QPoint(), QPoint(0, -120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, phase, False,
        )  # fmt: skip
        event.setTimestamp(at)
        bar = over.parentWidget().verticalScrollBar()
        before = bar.value()
        QApplication.sendEvent(over, event)
        assert event.isAccepted() is (bar.value() > before)
        return event.isAccepted()

    inner = card.view.viewport()
    assert turn(page.viewport(), 1_000)
    assert not turn(inner, 1_200), "the page goes on"
    assert turn(page.viewport(), 1_200)
    assert not turn(inner, 1_100 + PAUSE)
    assert turn(inner, 1_200 + PAUSE), "after a pause the list is meant"


def test_the_list_fits_its_width(points):
    points.set_points([point("a", "words that wrap " * 10)])
    wide = points.view.height()
    points.resize(200, 600)
    assert points.view.height() > wide


@pytest.mark.parametrize("status", POINTS)
def test_the_state_of_a_point_is_drawn_and_said(points, status):
    points.set_points([point("a", "It holds", label=POINTS[status], note="round 2")])
    assert not points.view.grab().isNull()
    spoken = points.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"It holds, {POINTS[status].word}, Analyst, round 2"


def test_points_that_stay_keep_the_selection(points, qtbot):
    points.set_points([point("a", "A"), point("b", "B")])
    points.view.setCurrentIndex(points.model.index(1))
    words = "in b's words"
    points.set_points([point("a", "A", label=POINTS["agreed"]), point("b", "B", words=words), point("c", "C")])
    assert points.view.currentIndex().row() == 1
    heard: list[Place] = []
    points.opened.connect(heard.append)
    qtbot.keyClick(points.view, Qt.Key.Key_Return)
    assert [place.words for place in heard] == ["in b's words"]
    assert points.detail.item.key == "b"
    points.set_points([point("c", "C")])
    assert points.model.rowCount() == 1


def test_a_card_of_few_points_is_no_higher_than_they_are(qtbot) -> None:
    column = QWidget()
    layout = QVBoxLayout(column)
    card = PointsCard()
    layout.addWidget(card)
    layout.addStretch()
    column.resize(320, 800)
    qtbot.addWidget(column)
    with qtbot.waitExposed(column):
        column.show()
    card.set_points((point("P1", "One point"),))
    qtbot.waitUntil(lambda: card.height() == card.sizeHint().height())
    assert card.height() < 200


def test_open_statements_can_be_listed_alone_and_one_that_is_wished_for_is_listed(points):
    found = [
        point("a", "A", status="contested"),
        point("b", "B", status="agreed"),
        point("c", "C", status="assumption"),
    ]
    points.set_points(found[:1])
    assert not points.switch.isVisible(), "all are alike"
    points.set_points(found)
    assert points.accessibleName() == "Statements", "their number stands on the switch"
    assert [button.text() for button in points.switch.buttons] == ["All 3", "Open 2", "Agreed 1"]
    points.switch.open.click()
    assert [one.key for one in points.model.items] == ["a", "c"]
    points.set_points([*found, point("d", "D", status="contested")])
    assert [one.key for one in points.model.items] == ["a", "c", "d"], "what comes is sorted in"
    points.choose("b")
    assert points.view.currentIndex().row() == 1
    assert len(points.model.items) == 4
