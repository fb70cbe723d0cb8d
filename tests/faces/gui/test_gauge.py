from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor

from disputatio.debate.views.score import NOBODY_THOUGHT, Score, band
from disputatio.faces.gui.charts.gauge import ASIDE, ConsensusGauge, ScoreAt, Sparkline, label_places
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT


@pytest.fixture
def gauge(qtbot) -> ConsensusGauge:
    made = ConsensusGauge()
    qtbot.addWidget(made)
    made.resize(280, 160)
    return made


def amount_of(gauge: ConsensusGauge, colour: str) -> int:
    wanted, image = QColor(colour), gauge.grab().toImage()
    return sum(
        1 for x in range(image.width()) for y in range(image.height())
        if abs(image.pixelColor(x, y).hue() - wanted.hue()) < 6 and image.pixelColor(x, y).saturation() > 60
    )  # fmt: skip


@pytest.mark.parametrize(
    ("score", "word"),
    [
        (0.0, "split"),
        (0.39, "split"),
        (0.4, "mixed"),
        (0.69, "mixed"),
        (0.7, "converging"),
        (0.84, "converging"),
        (0.85, "agreed"),
        (1.0, "agreed"),
    ],
)
def test_the_words_of_the_bands(score, word):
    assert band(score) == word


def test_nothing_measured_is_not_nought(gauge):
    assert gauge.text() == "not measured yet"
    assert gauge.accessibleName() == "Agreement, not measured yet"
    assert "0 percent" not in "\n".join(gauge.score().lines)
    assert amount_of(gauge, LIGHT.synthesis) < 20


def test_a_screen_reader_finds_role_value_and_words(gauge):
    gauge.set_score(Score(score=0.72, agreed=8, contested=3, before=(9, 14), round=2))
    found = QAccessible.queryAccessibleInterface(gauge)
    assert found.role() == QAccessible.Role.ProgressBar
    assert found.valueInterface().currentValue() == 72
    assert found.text(QAccessible.Text.Name) == "Agreement"
    assert "are agreed (72 percent, converging, after round 2)" in found.text(QAccessible.Text.Description)
    assert "Statements (P1, P2 and so on): 8 agreed, 3 contested" in gauge.accessibleDescription()
    assert "After the round before, 9 of 14 were agreed (64 percent)." in gauge.accessibleDescription()


def test_everything_that_is_known_is_said():
    words = "\n".join(
        Score(score=0.9, agreed=9, contested=1, assumptions=1, unassessed=2, interval=(0.6, 0.98), coverage=0.77,
              earned=0.4, deserved=4, given_up=0.25, before=(19, 20), alike="All participants are m.",
              abstained="No clerk: only fields.").lines
    )  # fmt: skip
    for part in (
        "9 agreed, 1 contested, 1 assumption, 2 without a recorded judgement",
        "By the record, others took a side on 10 of all 13 statements (77 percent)",
        "95% interval 60 to 98",
        "Only 4 of the 9 agreements were earned",
        "No clerk: only fields.",
        "; 2 came about without a reason, 3 without a recorded one.",
        "After the round before, 19 of 20 were agreed (95 percent).",
        "All participants are m.",
    ):
        assert part in words


@pytest.mark.parametrize(("score", "said"), [(None, ""), (0.9, "0 agreed · 0 contested")])
def test_one_model_for_all_is_said_once_in_the_sentence_below_the_gauge(gauge, score, said):
    given = Score(score=score, alike="All participants are m: models that think alike agree easily.")
    gauge.set_score(given)
    assert gauge.last_line()[0] == said
    assert given.alike in given.notes
    assert given.alike in gauge.accessibleDescription()


def test_more_agreement_is_a_longer_arc(gauge):
    amounts = []
    for score in (0.2, 0.5, 0.9):
        gauge.set_score(Score(score=score))
        amounts.append(amount_of(gauge, LIGHT.synthesis))
    assert amounts == sorted(amounts)
    assert amounts[2] > 2 * amounts[0]


def test_what_was_not_earned_is_hatched_and_said(gauge):
    def reading(earned):
        return Score(score=0.9, agreed=9, contested=1, coverage=1.0, earned=earned / 10, deserved=earned)

    gauge.set_score(reading(9))
    whole = amount_of(gauge, LIGHT.synthesis)
    assert gauge.last_line()[0] == "9 agreed · 1 contested"
    gauge.set_score(reading(3))
    assert amount_of(gauge, LIGHT.synthesis) < whole
    assert gauge.last_line()[0] == "9 agreed · 1 contested"
    assert reading(3).unearned in reading(3).notes, "the warning is a sentence below the gauge"
    assert reading(3).layers == (("Earned", 3), ("Not earned", 6), ("Contested", 1))


def test_the_interval_is_drawn_around_the_arc(gauge):
    def inked(interval):
        gauge.set_score(Score(score=0.5, agreed=5, contested=5, interval=interval))
        image, muted = gauge.grab().toImage(), QColor(LIGHT.muted)
        ring = [(x, y) for x in range(image.width()) for y in range(image.height())
                if 101 < ((x - image.width() / 2) ** 2 + (y - 22 - 92) ** 2) ** 0.5 < 107]  # fmt: skip
        return sum(abs(image.pixelColor(*place).lightness() - muted.lightness()) < 30 for place in ring)

    gauge.resize(280, 166)
    narrow, wide = inked((0.45, 0.55)), inked((0.1, 0.9))
    assert wide > 3 * narrow > 0
    assert inked(None) < narrow


def test_a_rehearsal_has_no_figure(gauge):
    gauge.set_score(Score(rehearsed=True, unassessed=3))
    assert gauge.text() == "not measured: a rehearsal"
    assert gauge.score().lines == (NOBODY_THOUGHT,)
    assert gauge.score().brief == NOBODY_THOUGHT
    assert gauge.score().layers == ()
    assert amount_of(gauge, LIGHT.synthesis) < 20
    at_rest = gauge.grab().toImage()
    gauge.set_score(gauge.score(), updating=True)
    assert gauge.grab().toImage() == at_rest, "nothing is being measured while it runs either"


def test_what_is_over_is_not_measured_any_more(gauge):
    gauge.set_score(Score(over=True))
    assert gauge.text() == "not measured"
    over = gauge.grab().toImage()
    gauge.set_score(Score())
    assert gauge.grab().toImage() != over


def test_it_follows_the_theme(gauge, qapp):
    gauge.set_score(Score(score=0.9))
    light = gauge.grab().toImage().pixelColor(140, 108)
    theme.apply(qapp, DARK)
    dark = gauge.grab().toImage()
    assert dark != light
    theme.apply(qapp, LIGHT)


def test_it_opens_by_mouse_and_keyboard(gauge, qtbot):
    gauge.show()
    with qtbot.waitSignal(gauge.opened):
        qtbot.mouseClick(gauge, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(gauge.opened):
        qtbot.keyClick(gauge, Qt.Key.Key_Return)


def test_the_line_says_its_figures(qtbot):
    line = Sparkline()
    qtbot.addWidget(line)
    line.resize(260, 108)
    assert line.accessibleDescription() == "Nothing has been measured yet."
    for count in (1, 2, 40):
        line.set_points([ScoreAt(label=f"R{number}", score=number / count) for number in range(1, count + 1)])
        assert line.grab().width() == 260
    line.set_points([ScoreAt(label="R1", score=0.31), ScoreAt(label="R2", score=0.72)])
    assert line.accessibleDescription() == "R1 31 percent, R2 72 percent"


def test_red_yellow_and_green_only_where_they_were_chosen(gauge: ConsensusGauge) -> None:
    def hues() -> list[str]:
        return [gauge.hue(score) for score in (0.1, 0.6, 0.95)]

    assert len(set(hues())) == 1
    gauge.set_traffic(True)
    assert len(set(hues())) == 3
    gauge.set_traffic(False)
    assert len(set(hues())) == 1


@pytest.mark.parametrize("count", [0, 1, 2, 5, 9, 30, 99, 100, 101, 449, 450, 451, 2000])
@pytest.mark.parametrize("width", [1.0, 118.0, 218.0, 700.0])
def test_labels_of_rounds_never_overlap_and_the_last_one_has_one(count: int, width: float) -> None:
    wide = 28.0
    found = label_places(count, width, wide)
    assert found[:1] == ([count - 1] if count else [])
    places = [number * width / max(1, count - 1) for number in found]
    assert all(left - right >= wide for left, right in pairwise(places))
    if count > 1 and width > 200:
        assert found[-1] * width / (count - 1) < 2 * (wide + ASIDE), "as far to the left as there is room"


def test_many_rounds_are_told_in_few_words(qtbot) -> None:
    line = Sparkline()
    qtbot.addWidget(line)
    line.set_points([ScoreAt(label=f"R{number}", score=0.5) for number in range(1, 451)])
    assert line.accessibleDescription().startswith("R1 50 percent, …, R440 50 percent")
    assert line.toolTip().endswith("R450 50 percent")
    line.set_points([ScoreAt(label=f"R{number}", score=0.5) for number in range(1, 13)])
    assert "…" not in line.toolTip()
