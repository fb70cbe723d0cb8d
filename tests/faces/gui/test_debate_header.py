"""The head of a debate gives room to how it stands before what only tells something."""

import pytest
from PySide6.QtCore import QPoint, QRect

from disputatio.app.actions import debates
from disputatio.faces.gui.debate.header import SAID, STATUS_WIDTH, TITLE, TITLE_AT_LEAST, DebateHeader
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import LIGHT


def shown(header: DebateHeader) -> list[str]:
    return [chip.text() for chip in (header.round, header.cost) if not chip.isHidden()]


def test_chips_give_way_where_how_the_debate_stands_would_be_cut(qtbot, qapp):
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
        qapp.processEvents()  # the views may give way, and the least width with them
        seen.add(tuple(shown(header)))
        assert not shown(header) or header.status.width() >= STATUS_WIDTH
        assert not shown(header) or not header.status.toolTip(), "nothing of it is cut"
    assert seen == {("Round 1 / 5", "$0.12 of $5.00"), ("Round 1 / 5",), ()}
    header.resize(1100, 60)
    assert shown(header) == ["Round 1 / 5", "$0.12 of $5.00"]
    header.set_state("It is over.", "", "")
    assert shown(header) == []
    header.set_controls(
        {action.id: "over" for action in (debates.PAUSE, debates.STOP_NOW, debates.CONTINUE)}, failed=False
    )
    header.set_state("It is over.", "Round 5 / 5", "$0.12")
    header.resize(520, 60)
    assert shown(header) == ["Round 5 / 5", "$0.12"], "where nothing is steered its places are free"
    long = "The debate ended because all five rounds were used"
    header.resize(360, 60)
    header.set_state(long, "Round 5 / 5", "$0.12")
    qapp.processEvents()
    assert (header.status.text(), header.status.toolTip()) == (long, ""), "nothing of it is cut"
    header.set_state(f"{long}: {'this is why it failed. ' * 5}", "", "", failed=True)
    qapp.processEvents()
    assert header.status.text() == long, "its card says why"


SHORTER = "Should every order be settled twice a day, or once?"
LONG = "Should every order of our eleven warehouses be settled twice a day, or only once?"


@pytest.mark.parametrize("width", [376, 396, 480, 560, 736, 886, 1216])
@pytest.mark.parametrize("view", ["transcript", "record"])
def test_the_views_give_way_to_the_title_and_stay_whole(qtbot, qapp, width, view):
    theme.apply(qapp, LIGHT)
    header = DebateHeader()
    qtbot.addWidget(header)
    header.offer_code()
    header.set_controls({debates.CONTINUE.id: "It is over.", debates.EXPORT.id: "It is over."}, failed=False)
    header.title.set_title(LONG)
    header.subtitle.setText("Dual debate: Analyst gpt-5, Critic claude-opus-4.5")
    header.set_view(view, over=True)
    header.show()
    header.resize(width, header.sizeHint().height())
    header.layout().activate()
    assert header.title.width() >= TITLE_AT_LEAST
    assert header.title.label.toolTip() == LONG
    assert header.subtitle.isHidden() or header.subtitle.width() >= SAID - 10
    assert not any(button.isVisible() and not header.rect().contains(box(button, header)) for button in buttons(header))


def test_a_title_has_room_before_the_views_have_words(qtbot, qapp):
    theme.apply(qapp, LIGHT)
    header = DebateHeader()
    qtbot.addWidget(header)
    header.offer_code()
    header.set_view("transcript", over=True)
    header.resize(800, 90)
    header.show()
    assert header.switch.needed()["words"] < header.switch.needed()["both"]
    for title, words in ((LONG, False), ("On pumps", True)):
        header.title.set_title(title)
        header.resize(header.width() + 1, 90)
        assert all(bool(button.text()) is words for button in header.switch.buttons.values())
        wished = min(TITLE, header.title.label.fontMetrics().horizontalAdvance(title))
        qtbot.waitUntil(lambda wished=wished: header.title.width() >= wished)
    header.title.set_title(SHORTER)
    whole = header.title.label.fontMetrics().horizontalAdvance(SHORTER)
    signs = []
    for width in range(700, 1400, 4):
        header.resize(width, 90)
        qapp.processEvents()
        button = header.switch.buttons["transcript"]
        if button.text() and not button.icon().isNull():
            signs.append(header.title.width())
    assert min(signs) >= whole, "signs stand beside words only where the title is whole"


def buttons(header):
    return [*header.switch.buttons.values(), *header.buttons.values(), header.main, header.more, header.panel]


def box(button, header):
    return QRect(button.mapTo(header, QPoint()), button.size())


@pytest.mark.parametrize("width", [376, 1216])
def test_what_is_below_stays_put_when_a_debate_ends_and_where_two_debates_stand_beside_each_other(qtbot, qapp, width):
    theme.apply(qapp, LIGHT)
    header = DebateHeader()
    qtbot.addWidget(header)
    header.show()
    header.resize(width, header.sizeHint().height())

    def height() -> int:
        header.layout().activate()
        return (
            header.layout().totalHeightForWidth(width)
            if header.layout().hasHeightForWidth()
            else (header.layout().totalSizeHint().height())
        )

    header.set_controls({debates.CONTINUE.id: "It runs."}, failed=False)
    header.set_state("The first round is under way.", "Round 1 / 5", "$0.12")
    running = height()
    header.set_controls({each.id: "over" for each in (debates.PAUSE, debates.STOP_NOW)}, failed=False)
    assert height() == running, "paused"
    header.set_controls({each.id: "over" for each in (debates.PAUSE, debates.STOP_NOW, debates.CONTINUE)}, failed=False)
    header.set_state("It is over.", "", "")
    assert height() == running, "over, with nothing to steer and nothing to tell"
    header.show_side(paired=True, current=True)
    beside = height()
    header.offer_code()
    header.set_state("It is over.", "Round 1 / 5", "$0.12")
    assert height() == beside, "the lines of both meet, whatever each offers"
