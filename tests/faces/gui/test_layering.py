"""The layout of the argument map: nothing lies over anything else, and lines go one way."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.faces.gui.charts.layering import drawing_of

GAP = (40.0, 10.0)
NODES = st.integers(1, 24)


@st.composite
def graphs(draw):
    count = draw(NODES)
    names = [f"P{number}" for number in range(count)]
    sizes = {name: (100.0, draw(st.sampled_from([20.0, 40.0, 75.0]))) for name in names}
    ends = st.sampled_from([*names, "stranger"])
    return sizes, draw(st.lists(st.tuples(ends, ends), max_size=40))


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_every_node_has_a_place_of_its_own_on_the_page(graph):
    sizes, edges = graph
    found = drawing_of(sizes, edges, gap=GAP, width=600)
    assert set(found.places) == set(sizes)
    for name, (x, y) in found.places.items():
        wide, high = sizes[name]
        assert -0.01 <= x <= found.width - wide + 0.01
        assert -0.01 <= y <= found.height - high + 0.01
    for one, other in combinations(sizes, 2):
        (x, y), (a, b) = found.places[one], found.places[other]
        apart = x + 100 <= a or a + 100 <= x or y + sizes[one][1] <= b + 0.01 or b + sizes[other][1] <= y + 0.01
        assert apart, (one, other)


@settings(max_examples=100, deadline=None)
@given(graphs())
def test_without_circles_what_bears_on_something_stands_to_its_right(graph):
    sizes, edges = graph
    onward = [(a, b) for a, b in edges if a in sizes and b in sizes and int(a[1:]) > int(b[1:])]
    found = drawing_of(sizes, onward, gap=GAP, width=600)
    for start, end in onward:
        assert found.places[start][0] > found.places[end][0]
        layers = round((found.places[start][0] - found.places[end][0]) / (100 + GAP[0]))
        assert len(found.routes[start, end]) == layers - 1, "it passes each layer in between at one place"


def test_a_simple_tree_has_no_crossing_and_its_root_in_the_middle():
    sizes = dict.fromkeys(("root", "a", "b", "c"), (100.0, 20.0))
    found = drawing_of(sizes, [("a", "root"), ("b", "root"), ("c", "root")], gap=GAP, width=600)
    tops = [found.places[name][1] for name in ("a", "b", "c")]
    assert sorted(tops) == tops
    assert found.places["root"][1] == tops[1]


def test_parts_that_do_not_hang_together_fill_the_width():
    sizes = {f"P{number}": (100.0, 20.0) for number in range(6)}
    found = drawing_of(sizes, [], gap=GAP, width=600)
    assert len({y for _, y in found.places.values()}) == 2, "four in a row, then two"
    assert drawing_of({}, [], gap=GAP, width=600).width == 0


def test_nodes_change_places_where_fewer_lines_cross_then():
    sizes = dict.fromkeys(("root", "a", "b", "c", "d", "e", "f"), (100.0, 20.0))
    edges = [(each, "root") for each in "abc"] + [("d", "c"), ("e", "b"), ("f", "a"), ("e", "a")]
    found = drawing_of(sizes, edges, gap=GAP, width=600)
    top = {name: place[1] for name, place in found.places.items()}
    lines = [(top[start], top[end]) for start, end in edges if end != "root"]
    assert not [1 for one, other in combinations(lines, 2) if (one[0] - other[0]) * (one[1] - other[1]) < 0]
