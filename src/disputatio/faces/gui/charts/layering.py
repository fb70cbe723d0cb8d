"""A drawing of a graph in layers: what bears on something stands to the right of it (after Sugiyama, Tagawa and Toda
1981). Parts of the graph that do not hang together are laid out one by one, and packed like words on a page. Pure."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from disputatio.debate.values import value

Size = tuple[float, float]
Point = tuple[float, float]
Edge = tuple[str, str]
"""From what bears on something to that."""

SWEEPS: Final = 6
"""Times that the order inside each layer is improved; more change nothing that one sees."""
BEND: Final = 12.0
"""Pixels of height that an edge has to itself where it passes a layer."""


@value
class Drawing:
    """`places`: the upper left corner of each node. `routes`: where each edge passes a layer, from its source on."""

    places: Mapping[str, Point]
    routes: Mapping[Edge, tuple[Point, ...]]
    width: float = 0.0
    height: float = 0.0


def drawing_of(sizes: Mapping[str, Size], edges: Iterable[Edge], *, gap: Size, width: float) -> Drawing:
    """Lay out nodes of these sizes; `gap`: between layers, and between nodes of a layer; `width`: that of the page, if
    the parts are narrower than that. Edges with strangers are left out."""
    known = [(start, end) for start, end in dict.fromkeys(edges) if start in sizes and end in sizes and start != end]
    parts = [_Part(part, sizes, [edge for edge in known if edge[0] in part], gap) for part in _parts(sizes, known)]
    places, routes = dict[str, Point](), dict[Edge, tuple[Point, ...]]()
    x = y = high = widest = 0.0
    for part in sorted(parts, key=lambda part: -part.height):  # rows are filled best by parts of one height
        if x and x + part.width > width:
            x, y, high = 0.0, y + high + gap[1] * 2, 0.0
        places |= {node: (x + left, y + top) for node, (left, top) in part.places.items()}
        routes |= {edge: tuple((x + left, y + top) for left, top in via) for edge, via in part.routes.items()}
        x, high = x + part.width + gap[0], max(high, part.height)
        widest = max(widest, x - gap[0])
    return Drawing(places=places, routes=routes, width=widest, height=y + high)


def _parts(nodes: Iterable[str], edges: Sequence[Edge]) -> list[dict[str, None]]:
    """Return the nodes that hang together, in their order."""
    beside: dict[str, list[str]] = {node: [] for node in nodes}
    for start, end in edges:
        beside[start].append(end)
        beside[end].append(start)
    found, seen = list[dict[str, None]](), set[str]()
    for first in beside:
        if first in seen:
            continue
        part, waiting = dict[str, None](), [first]
        seen.add(first)
        while waiting:
            part[node := waiting.pop()] = None
            fresh = [other for other in beside[node] if other not in seen]
            seen.update(fresh)
            waiting += fresh
        found.append({node: None for node in beside if node in part})
    return found


class _Part:
    """A part of the graph whose nodes all hang together."""

    def __init__(self, nodes: Iterable[str], sizes: Mapping[str, Size], edges: Sequence[Edge], gap: Size) -> None:
        self._sizes, self._gap = dict(sizes), gap
        self._edges = edges
        layer = _layers(list(nodes), edges)
        self._chains = self._bend(layer)
        order: list[list[str]] = [[] for _ in range(1 + max(layer.values()))]
        for node, number in layer.items():
            order[number].append(node)
        self._near: dict[str, list[str]] = {node: [] for node in layer}
        for chain in self._chains.values():
            for start, end in pairwise(chain):
                self._near[start].append(end)
                self._near[end].append(start)
        self._sort(order, layer)
        self._place(order)

    def _bend(self, layer: dict[str, int]) -> dict[Edge, list[str]]:
        """Return the nodes through which each edge goes: in the layers between its ends it has one of its own."""
        found = dict[Edge, list[str]]()
        for start, end in self._edges:
            low, high = layer[end], layer[start]
            step = -1 if high > low else 1
            between = [f"{start}\0{end}\0{number}" for number in range(high + step, low, step)]
            for number, name in zip(range(high + step, low, step), between, strict=True):
                layer[name] = number
                self._sizes[name] = (0.0, BEND)
            found[start, end] = [start, *between, end]
        return found

    def _sort(self, order: list[list[str]], layer: Mapping[str, int]) -> None:
        """Let nodes stand at the height of their neighbours, and two change places where fewer edges cross then."""
        best, fewest = [list(each) for each in order], self._crossings(order, layer)
        for sweep in range(SWEEPS):
            back = sweep % 2
            for number in range(len(order))[:: -1 if back else 1]:
                place = {node: at for each in order for at, node in enumerate(each)}
                towards = number + (1 if back else -1)
                centre = dict[str, float]()
                for node in order[number]:
                    near = [place[other] for other in self._near[node] if layer[other] == towards]
                    centre[node] = sum(near) / len(near) if near else place[node]
                order[number].sort(key=centre.__getitem__)
            self._swap(order, layer)
            if (crossings := self._crossings(order, layer)) < fewest:
                best, fewest = [list(each) for each in order], crossings
        order[:] = best

    def _swap(self, order: Sequence[list[str]], layer: Mapping[str, int]) -> None:
        """Let neighbours in a layer change places as long as that makes fewer edges cross."""
        place = {node: at for column in order for at, node in enumerate(column)}
        for column in order:
            for at in range(len(column) - 1):
                one, other = column[at], column[at + 1]
                if self._between(one, other, layer, place) > self._between(other, one, layer, place):
                    column[at], column[at + 1] = other, one
                    place[one], place[other] = at + 1, at

    def _between(self, upper: str, lower: str, layer: Mapping[str, int], place: Mapping[str, int]) -> int:
        """Return how many edges of two nodes of a layer cross if one of them stands above the other."""
        return sum(
            layer[first] == layer[second] and place[first] > place[second]
            for first in self._near[upper]
            for second in self._near[lower]
        )

    def _crossings(self, order: Sequence[Sequence[str]], layer: Mapping[str, int]) -> int:
        """Return how many edges cross: those that end above one which begins above them."""
        place = {node: at for column in order for at, node in enumerate(column)}
        found = 0
        for number, column in enumerate(order):
            ends = list[int]()
            for node in column:
                onward = [place[other] for other in self._near[node] if layer[other] == number + 1]
                found += sum(len(ends) - bisect_right(ends, end) for end in onward)
                for end in onward:
                    insort(ends, end)
        return found

    def _place(self, order: Sequence[Sequence[str]]) -> None:
        top = dict[str, float]()
        for column in order:
            y = 0.0
            for node in column:
                top[node] = y
                y += self._sizes[node][1] + self._gap[1]
        for sweep in range(SWEEPS):
            for column in order[:: -1 if sweep % 2 else 1]:
                self._settle(column, top)
        least = min(top.values())
        x, left = 0.0, dict[str, float]()
        for column in order:
            left |= dict.fromkeys(column, x)
            x += max(self._sizes[node][0] for node in column) + self._gap[0]
        self.width = x - self._gap[0]
        self.height = max(top[node] - least + self._sizes[node][1] for node in top)
        self.places = {node: (left[node], top[node] - least) for node in top if "\0" not in node}
        self.routes = {
            edge: tuple((left[node], top[node] - least + BEND / 2) for node in chain[1:-1])
            for edge, chain in self._chains.items()
        }

    def _settle(self, column: Sequence[str], top: dict[str, float]) -> None:
        """Bring the nodes of a layer to the height of their neighbours, without one over another: half way between
        where they come to lie if all give way downwards, and if all give way upwards."""
        wished = [self._wish(node, top) for node in column]
        down, up = list(wished), list(wished)
        for at in range(1, len(column)):
            down[at] = max(down[at], down[at - 1] + self._sizes[column[at - 1]][1] + self._gap[1])
        for at in range(len(column) - 2, -1, -1):
            up[at] = min(up[at], up[at + 1] - self._sizes[column[at]][1] - self._gap[1])
        for node, low, high in zip(column, down, up, strict=True):
            top[node] = (low + high) / 2

    def _wish(self, node: str, top: Mapping[str, float]) -> float:
        near, own = self._near[node], self._sizes[node][1]
        centres = [top[other] + self._sizes[other][1] / 2 for other in near]
        return sum(centres) / len(centres) - own / 2 if centres else top[node]


def _layers(nodes: Sequence[str], edges: Sequence[Edge]) -> dict[str, int]:
    """Return the layer of each node: one further than the furthest thing it bears on; an edge that closes a circle
    counts for nothing."""
    onto: dict[str, list[str]] = {node: [] for node in nodes}
    for start, end in edges:
        onto[start].append(end)
    found, under = dict[str, int](), set[str]()
    for first in nodes:
        waiting = [first]
        while waiting:
            node = waiting[-1]
            under.add(node)
            open_ = [other for other in onto[node] if other not in found and other not in under]
            if open_:
                waiting.append(open_[0])
                continue
            waiting.pop()
            under.discard(node)
            if node not in found:
                found[node] = 1 + max((found[other] for other in onto[node] if other in found), default=-1)
    return found
