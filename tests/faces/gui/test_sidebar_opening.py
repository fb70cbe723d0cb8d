"""The sidebar before and after the library was read: its list, and the rows that lead to the pages."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from disputatio.faces.gui.library.debate_index import DebateItem
from disputatio.faces.gui.shell.sidebar import SHOWN, Sidebar
from disputatio.faces.gui.window_actions import ShowPage


def test_no_list_is_called_empty_before_it_was_read(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    assert sidebar.state.text() == "Opening…"
    assert not sidebar.empty.isVisibleTo(sidebar)
    sidebar.set_debates([], [], "")
    assert sidebar.empty.isVisibleTo(sidebar)


def test_the_rows_say_in_words_where_they_lead_and_how_much_is_there(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    assert [row.text() for row in sidebar.rows.values()] == [
        "Debates",
        "Library",
        "Repositories",
        "Personas",
        "Memory",
    ]
    sidebar.show_counts({"debates": 5_000, "memory": 31})
    assert sidebar.rows["debates"].accessibleName() == "Debates, 5,000"
    sidebar.show_page("memory")
    assert [name for name, row in sidebar.rows.items() if row.accessibleDescription() == "You are here"] == ["memory"]
    assert QAccessible.queryAccessibleInterface(sidebar.rows["memory"]).role() == QAccessible.Role.PushButton
    wanted = []
    sidebar.wanted.connect(wanted.append)
    QTest.mouseClick(sidebar.rows["library"], Qt.MouseButton.LeftButton)
    assert wanted == [ShowPage(page="library")]
    assert not sidebar.rows["library"].accessibleDescription(), "where the person is marks a row, not what was pressed"


def test_debates_beyond_those_in_the_list_are_counted_and_one_click_away(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.set_debates([DebateItem(key=str(number), title="Debate") for number in range(500)], [], "")
    assert sidebar.groups["Recent"].filter.rowCount() == SHOWN
    sidebar.show_counts({"debates": 5_000})
    assert sidebar.all.text() == "All 5,000 debates"
    assert QAccessible.queryAccessibleInterface(sidebar.rows["memory"]).role() == QAccessible.Role.PushButton
    wanted = []
    sidebar.wanted.connect(wanted.append)
    sidebar.all.click()
    assert wanted == [ShowPage(page="debates", kind="search")]


def test_debates_that_run_keep_their_places_and_a_new_one_comes_below(qtbot):
    """The library lists first what changed last; a row must not become another one under the pointer."""
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    one, two, three = (DebateItem(key=key, title=key, state="running") for key in ("one", "two", "three"))
    shown = sidebar.groups["Running"].model
    for listed, expected in (([one, two], "one two"), ([two, one], "one two"), ([three, two, one], "one two three")):
        sidebar.set_debates(listed, [], "one")
        assert " ".join(item.key for item in shown.items) == expected
    sidebar.set_debates([three, two], [], "")
    assert [item.key for item in shown.items] == ["two", "three"]


def test_who_has_gone_where_a_search_led_sees_all_debates_again(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.set_debates([DebateItem(key=title, title=title) for title in ("Prices", "Pumps")], [], "")
    listed = sidebar.groups["Recent"].filter
    QTest.keyClicks(sidebar.field, "prices")
    sidebar.show_page("debates")
    assert listed.rowCount() == 1
    sidebar.show_page("")
    assert (listed.rowCount(), sidebar.field.text()) == (2, "prices")
    sidebar.show_page("debates")
    assert listed.rowCount() == 1, "back among what was found"


def test_the_menu_of_a_debate_leaves_the_one_marked_that_is_shown(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.set_debates([DebateItem(key=key, title=key) for key in ("shown", "other")], [], "shown")
    sidebar.show()
    view = sidebar.groups["Recent"].view
    asked = []
    sidebar.menu_wanted.connect(lambda key, _place: asked.append(key))
    other = view.visualRect(view.model().index(1, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=other)
    view.customContextMenuRequested.emit(other)
    assert asked == ["other"]
    assert view.currentIndex().data() == "shown"
