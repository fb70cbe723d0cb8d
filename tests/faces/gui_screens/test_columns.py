"""A debate side by side: a column for each participant, a row for each round, and one round compared."""

from disputatio.app.actions.debates import CONTINUE
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
