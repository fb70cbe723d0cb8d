from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from disputatio.faces.gui.transcript.row_geometry import RowGeometry

heights = st.floats(1, 500).map(round)


@given(st.lists(heights, max_size=40), st.lists(st.tuples(st.integers(0, 100), heights), max_size=30))
def test_sums_are_those_of_a_plain_addition(first, changes):
    rows, plain = RowGeometry(10, 20), list(first)
    rows.reset(first)
    for place, height in changes:
        if plain and place % 3:
            row = place % len(plain)
            moved = rows.set_height(row, height)
            assert moved == (abs(plain[row] - height) >= 0.5)
            plain[row] = height
        else:
            rows.append(height)
            plain.append(height)
        tops = list(accumulate(plain, initial=10))
        at = place % (len(plain) + 1)
        assert rows.top(at) == tops[at]
        assert rows.total == tops[-1] + 20


@given(st.lists(heights, min_size=1, max_size=30), st.floats(-100, 20_000), st.floats(1, 900))
def test_the_rows_of_a_stretch_are_all_that_touch_it(sizes, upper, high):
    rows = RowGeometry(10, 20)
    rows.reset(sizes)
    found = rows.rows_between(upper, upper + high)
    assert len(found) >= 1
    for row in range(len(sizes)):
        touches = rows.top(row) < upper + high and rows.top(row) + rows.height(row) > upper
        assert not touches or row in found
    assert rows.top(rows.at(upper)) <= max(upper, 10)


def test_no_rows():
    rows = RowGeometry(10, 20)
    assert rows.total == 30
    assert rows.rows_between(0, 100) == range(0)


def test_a_forgotten_height_stands_as_an_estimate():
    rows = RowGeometry(0, 0)
    rows.reset([50, 50])
    rows.set_height(0, 80)
    assert rows.is_measured(0)
    rows.forget(0)
    assert not rows.is_measured(0)
    assert rows.top(1) == 80
