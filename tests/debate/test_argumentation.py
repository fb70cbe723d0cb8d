"""Which arguments stand: grounded labelling against the extensions that an independent solver computed, and gradual
strengths against published examples and by their axioms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.board.room_entry import undecided_claims
from disputatio.debate.statements import argumentation
from disputatio.debate.statements.argumentation import Semantics, grounded_labelling, strengths
from disputatio.debate.statements.claims import Claim, Link

ORACLES = Path(__file__).parents[1] / "data" / "oracles"
GRAPHS: dict[str, Any] = json.loads((ORACLES / "dung.json").read_text("utf-8"))
WEIGHED: dict[str, Any] = json.loads((ORACLES / "qbaf.json").read_text("utf-8"))


@pytest.mark.parametrize("name", [name for name, graph in GRAPHS.items() if "grounded" in graph])
def test_what_is_in_is_the_grounded_extension(name: str) -> None:
    graph = GRAPHS[name]
    labels = grounded_labelling(graph["arguments"], map(tuple, graph["attacks"]))
    assert sorted(argument for argument, label in labels.items() if label == "in") == sorted(graph["grounded"])


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdefz")), max_size=14))
def test_the_labelling_is_complete(attacks: list[tuple[str, str]]) -> None:
    labels = grounded_labelling("abcdef", attacks)
    for name, label in labels.items():
        attackers = [labels[one] for one, other in attacks if other == name and one in labels]
        assert (label == "in") == all(one == "out" for one in attackers)
        assert (label == "out") == ("in" in attackers)


def claim(id: str, *links: tuple[Any, str], **more: Any) -> Claim:
    return Claim(id=id, text=id, links=tuple(Link(kind=kind, to=to) for kind, to in links), **more)


def test_undecided_claims_are_those_that_others_hang_on() -> None:
    a, b = claim("a", ("attacks", "b"), ("supports", "d")), claim("b", ("attacks", "a"), ("supports", "a.py:1"))
    found = undecided_claims({one.id: one for one in (a, b, claim("c"), claim("d", ("attacks", "d")))})
    assert found == {"a", "b"}, "c is settled, d attacks itself and leads nowhere"
    assert undecided_claims({"a": a, "b": claim("b", ("attacks", "a"), status="resolved")}) == set()


# ---- gradual strengths -------------------------------------------------------------------------------------------
def edges(listed: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(start, end) for end, starts in listed.items() for start in starts]


@pytest.mark.parametrize(("semantics", "column"), [("quadratic", "qe"), ("df-quad", "dfquad")])
@pytest.mark.parametrize("name", WEIGHED)
def test_strengths_are_the_published_ones(name: str, semantics: Semantics, column: str) -> None:
    graph = WEIGHED[name]
    found = strengths(graph["tau"], edges(graph["attackers_of"]), edges(graph["supporters_of"]), semantics)
    assert found == pytest.approx(graph[column], abs=1e-6)


def test_a_circle_comes_to_rest_where_both_equations_hold() -> None:
    found = strengths({"a": 0.8, "b": 0.6}, [("a", "b"), ("b", "a")], [], "df-quad")
    assert found == pytest.approx({"a": 0.615385, "b": 0.230769}, abs=1e-6)


SHARES = st.floats(0.01, 0.99)
every_semantics = pytest.mark.parametrize("semantics", ["quadratic", "df-quad"])


@st.composite
def graphs(draw: st.DrawFn) -> tuple[dict[str, float], list[tuple[str, str]], list[tuple[str, str]]]:
    """Graphs without circles: each edge leads from a later letter to an earlier one."""
    base = {name: draw(SHARES) for name in "abcde"[: draw(st.integers(1, 5))]}
    pairs = [(late, early) for late in base for early in base if early < late]
    drawn = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    attacks = [pair for pair in drawn if draw(st.booleans())]
    return base, attacks, [pair for pair in drawn if pair not in attacks]


@every_semantics
@given(graph=graphs())
def test_who_has_neither_attackers_nor_supporters_keeps_what_it_has(semantics: Semantics, graph: Any) -> None:
    base, attacks, supports = graph
    found = strengths(base, attacks, supports, semantics)
    assert all(0 <= one <= 1 for one in found.values())
    for name in base:
        if not any(end == name for _, end in (*attacks, *supports)):
            assert found[name] == base[name]


@every_semantics
@given(graph=graphs())
def test_duality_attack_and_support_mirror_each_other(semantics: Semantics, graph: Any) -> None:
    base, attacks, supports = graph
    leaves = {name for name in base if not any(end == name for _, end in (*attacks, *supports))}
    direct = [pair for pair in (*attacks, *supports) if pair[0] in leaves]
    for name in base.keys() - leaves:
        into = [pair for pair in direct if pair[1] == name]
        mirrored = {**base, name: 1 - base[name]}
        there = strengths(base, [p for p in into if p in attacks], [p for p in into if p in supports], semantics)
        back = strengths(mirrored, [p for p in into if p in supports], [p for p in into if p in attacks], semantics)
        assert there[name] == pytest.approx(1 - back[name], abs=1e-8)


@every_semantics
@given(graph=graphs(), more=SHARES)
def test_monotony_an_attack_never_raises_and_support_never_lowers(
    semantics: Semantics, graph: Any, more: float
) -> None:
    base, attacks, supports = graph
    wider = {**base, "z": more}
    before = strengths(base, attacks, supports, semantics)["a"]
    assert strengths(wider, [*attacks, ("z", "a")], supports, semantics)["a"] <= before + 1e-8
    assert strengths(wider, attacks, [*supports, ("z", "a")], semantics)["a"] >= before - 1e-8


@every_semantics
@given(own=SHARES, weight=SHARES)
def test_balance_an_attacker_and_a_supporter_of_one_strength_cancel_out(
    semantics: Semantics, own: float, weight: float
) -> None:
    base = {"a": own, "b": weight, "c": weight}
    assert strengths(base, [("b", "a")], [("c", "a")], semantics)["a"] == pytest.approx(own)


def test_strangers_and_empty_graphs_count_for_nothing() -> None:
    assert strengths({}, [("x", "y")], [], "df-quad") == {}
    assert strengths({"a": 0.5}, [("x", "a")], [("a", "y")]) == {"a": 0.5}


def test_what_does_not_come_to_rest_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(argumentation, "PASSES", 1)
    assert strengths({"a": 0.5, "b": 0.8}, [("b", "a")], [], "df-quad")["a"] == pytest.approx(0.3), (
        "half the way to 0.1"
    )
