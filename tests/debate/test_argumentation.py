"""Grounded labelling, against the extensions that an independent solver computed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.board.rooms import grounded_labelling, undecided_claims
from disputatio.debate.statements.claims import Claim, Link

GRAPHS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "oracles" / "dung.json").read_text("utf-8"))


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
