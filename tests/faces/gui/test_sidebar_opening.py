"""The list of debates before and after it was read."""

from disputatio.faces.gui.screens.sidebar import Sidebar


def test_no_list_is_called_empty_before_it_was_read(qtbot):
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    assert sidebar.state.text() == "Opening…"
    assert not sidebar._empty.isVisibleTo(sidebar)
    sidebar.set_debates([], [], "")
    assert sidebar._empty.isVisibleTo(sidebar)
