"""The list of debates before and after it was read."""

from disputatio.faces.gui.actions import ShowDebate, ShowPage
from disputatio.faces.gui.shell.sidebar import Sidebar
from disputatio.storage.search import Hit


def test_no_list_is_called_empty_before_it_was_read(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    assert sidebar.state.text() == "Opening…"
    assert not sidebar.empty.isVisibleTo(sidebar)
    sidebar.set_debates([], [], "")
    assert sidebar.empty.isVisibleTo(sidebar)


def hit(kind, number):
    return Hit(kind=kind, id=str(number), parent="", title=f"{kind} {number}", snippet="lock errors " * 9, marks=())


def test_what_is_found_takes_the_free_height_and_what_was_kept_comes_first(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.resize(268, 900)
    sidebar.show()
    sidebar.set_debates([], [], "")
    sidebar.field.setText("lock errors")
    sidebar.show_hits("lock errors", {"turn": [hit("turn", number) for number in range(20)], "note": [hit("note", 1)]})
    found = sidebar.hits.list
    qtbot.waitUntil(lambda: found.height() > 500)
    assert found.item(0).text().startswith("note 1")
    assert found.count() == 21


def test_what_is_found_opens_where_it_is(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    turn = Hit(kind="turn", id="k3x/round[2]/say[a]", parent="k3x", title="", snippet="lock errors", marks=())
    found = {"note": [hit("note", 1)], "debate": [hit("debate", 2)], "turn": [turn]}
    sidebar.field.setText("lock errors")
    sidebar.show_hits("lock errors", found)
    rows = sidebar.hits.list
    wanted = []
    sidebar.wanted.connect(wanted.append)
    for row in range(rows.count()):
        rows.itemActivated.emit(rows.item(row))
    assert set(wanted) == {
        ShowPage(page="library", kind="note", id="1"),
        ShowDebate(id="2"),
        ShowDebate(id="k3x", turn="round[2]/say[a]"),
    }
