"""A debate side by side: a column for each participant, a row for each round, and one round compared."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from disputatio.app.actions.debates import CONTINUE
from disputatio.faces.gui.debate.columns import ColumnsView
from disputatio.faces.gui.transcript.message_items import MessageItem
from disputatio.faces.gui.window_actions import ShowView

QUESTION = "Should the event log stay in SQLite?"


def place(view, key):
    """Row and column of the stack in which a turn stands."""
    stack = view.cells[key].parentWidget()
    row, column, _, _ = view._grid.getItemPosition(view._grid.indexOf(stack))
    return row, column


async def test_turns_stand_in_the_column_of_their_author_and_the_row_of_their_round(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        gui.pane.carry_out(ShowView(view="columns"))
        view = gui.pane.page("columns")
        assert view.isVisible()
        assert gui.pane.header.bar.isVisible(), "how it stands and the controls stay"
        said = {entry.path: entry for entry in gui.pane.live.transcript.turns.values() if entry.message}
        assert set(view.cells) == set(said)
        analyst, critic = (next(path for path in said if f"[{seat}]" in path) for seat in ("analyst", "critic"))
        assert place(view, analyst)[0] == place(view, critic)[0], "one round"
        assert place(view, analyst)[1] != place(view, critic)[1]
        before = len(gui.pane.live.history)
        gui.pane.act(CONTINUE)
        await gui.until(lambda: len(gui.pane.live.history) > before)
        await gui.rested()
        gui.pane.show_view("columns")
        await gui.until(lambda: len(view.cells) > len(said))
        later = next(key for key in view.cells if key.startswith("round[2]") and "analyst" in key)
        assert place(view, later)[1] == place(view, analyst)[1]
        assert place(view, later)[0] > place(view, analyst)[0]
        view.rounds.setCurrentIndex(view.rounds.findData("Round 1"))
        assert set(view.cells) == set(said), "one round alone"


async def test_a_cell_leads_to_its_whole_turn(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        gui.pane.show_view("columns")
        key, cell = next(iter(gui.pane.page("columns").cells.items()))
        cell.whole.click()
        assert gui.pane.view == "transcript"
        await gui.until(lambda: gui.pane.transcript.current_key() == key)


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_heads_and_names_of_rounds_stay_while_twelve_columns_are_scrolled(qtbot, qapp, direction):
    before = qapp.layoutDirection()
    qapp.setLayoutDirection(direction)
    try:
        view = ColumnsView()
        qtbot.addWidget(view)
        view.resize(900, 500)
        view.show()
        turns = [  # the first ones are sealed answers, before any round
            MessageItem(key=f"{round}{seat}", author=f"Expert {seat}", round=round, text="It depends. " * 40)
            for round in range(5)
            for seat in range(12)
        ]
        view.show_items(turns)
        across, down = view.area.horizontalScrollBar(), view.area.verticalScrollBar()
        qtbot.waitUntil(lambda: across.maximum() > 1_000 and down.maximum() > 500)
        for bar in (across, down):
            bar.setValue(bar.maximum())
        heads = [head for head in view.sheet.heads.children() if isinstance(head, QWidget)]
        last, cell = heads[-1], view.cells["411"]
        assert len(heads) == 12
        assert view.sheet.heads.mapTo(view.area.viewport(), QPoint()).y() == 0
        assert abs(last.mapToGlobal(QPoint()).x() - cell.mapToGlobal(QPoint()).x()) <= 1
        assert last.visibleRegion().boundingRect().width() == last.width()
        names = ["Beginning", *(f"Round {round}" for round in range(1, 5))]
        assert [name.text() for name in view.sheet.rows] == names
        assert {name.indent() for name in view.sheet.rows} == {across.maximum()}
        assert [view.rounds.itemText(place) for place in range(view.rounds.count())] == ["Latest rounds", *names]
        view.rounds.setCurrentIndex(1)
        assert set(view.cells) == {f"0{seat}" for seat in range(12)}, "the sealed answers alone"
        view.show_items([*turns, MessageItem(key="50", author="Expert 0", round=5, text="Still.")])
        assert view.rounds.currentText() == "Beginning", "what is chosen stays"
        view.rounds.setCurrentIndex(0)
        end = "conclusion/synthesis[synthesis]"
        view.show_items([*turns, MessageItem(key=end, author="Synthesis", text="It depends. " * 40)])
        qtbot.waitUntil(lambda: view.cells[turns[0].key].width() < view.cells[end].width() < 900)
    finally:
        qapp.setLayoutDirection(before)


def test_who_speaks_alone_at_the_end_has_all_the_width_and_no_column(qtbot):
    view = ColumnsView()
    qtbot.addWidget(view)
    view.resize(840, 500)
    view.show()
    turns = [
        MessageItem(key=f"{round}{seat}", author=seat, round=round, text="So.") for round in (1, 2) for seat in "ABC"
    ]
    end = "conclusion/synthesis[synthesis]"
    view.show_items([*turns, MessageItem(key=end, author="Synthesis", text="It is so.")])
    turns[0] = MessageItem(key="1A", author="A", round=1, text="A whole number of sheep. " * 60)
    view.show_items([*turns, MessageItem(key=end, author="Synthesis", text="It is so.")])
    told = view.cells["1A"].body.document().toPlainText()
    assert told.endswith((" A …", " whole …", " number …", " of …", "sheep. …")), "it ends with a word, and says so"
    heads = [head for head in view.sheet.heads.children() if isinstance(head, QWidget)]
    qtbot.waitUntil(lambda: view.cells[end].width() > 2 * view.cells["1A"].width())
    assert len(heads) == 3
    assert [name.text() for name in view.sheet.rows] == ["Round 1", "Round 2", "Conclusion"]
    assert view.area.horizontalScrollBar().maximum() == 0, "three columns are seen at once"
