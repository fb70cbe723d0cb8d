"""The head of a debate gives room to how it stands before what only tells something."""

from disputatio.faces.gui.debate.header import STATUS_WIDTH, DebateHeader


def shown(header: DebateHeader) -> list[str]:
    return [chip.text() for chip in (header.round, header.cost) if not chip.isHidden()]


def test_chips_give_way_where_how_the_debate_stands_would_be_cut(qtbot):
    header = DebateHeader()
    qtbot.addWidget(header)
    header.title.set_title("Should every order be settled twice a day, or once?")
    header.set_state("The first round is under way.", "Round 1 / 5", "$0.12 of $5.00")
    header.show()
    header.resize(1100, 60)
    assert shown(header) == ["Round 1 / 5", "$0.12 of $5.00"]
    seen = set()
    for width in range(1100, 300, -20):
        header.resize(width, 60)
        header.layout().activate()
        seen.add(tuple(shown(header)))
        assert not shown(header) or header.status.width() >= STATUS_WIDTH
    assert seen == {("Round 1 / 5", "$0.12 of $5.00"), ("Round 1 / 5",), ()}
    header.resize(1100, 60)
    assert shown(header) == ["Round 1 / 5", "$0.12 of $5.00"]
    header.set_state("It is over.", "", "")
    assert shown(header) == []
