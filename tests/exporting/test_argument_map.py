"""The argument map: AIF that its published description allows, and Argdown in which nothing that was said is syntax."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import jsonschema
import pytest
from benchmarks.annotated import CASES
from hypothesis import given
from hypothesis import strategies as st
from tests.exporting.conftest import log_of

from disputatio.debate.log.events import Recorded
from disputatio.exporting import aif, argdown
from disputatio.exporting.argument_map import ArgumentMap, Proposition, Relation, Stance, map_of
from disputatio.exporting.json_export import import_json
from disputatio.storage.chain import event_of_row

TEXT = {"type": "string", "minLength": 1}
STAMP = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$"}


def listed(required: dict[str, Any], **more: Any) -> dict[str, Any]:
    known = required | more
    return {
        "type": "array",
        "items": {
            "type": "object",
            "required": list(required),
            "properties": known,
            "additionalProperties": False,
        },
    }


AIF = {
    "type": "object",
    "required": ["nodes", "edges", "schemefulfillments", "participants", "locutions"],
    "additionalProperties": False,
    "properties": {
        "nodes": listed(
            {
                "nodeID": TEXT,
                "text": {"type": "string"},
                "type": {"enum": ["I", "L", "RA", "CA", "MA", "TA", "YA"]},
                "timestamp": STAMP,
            },
            scheme=TEXT,
            schemeID=TEXT,
        ),
        "edges": listed({"edgeID": TEXT, "fromID": TEXT, "toID": TEXT, "formEdgeID": {"type": "null"}}),
        "schemefulfillments": listed({"nodeID": TEXT, "schemeID": TEXT}),
        "participants": listed({"participantID": TEXT, "firstname": TEXT, "surname": {"type": "string"}}),
        "locutions": listed({"nodeID": TEXT, "personID": TEXT, "timestamp": STAMP}),
    },
}
"""AIF as AIFdb publishes it (arg.tech, "AIFdb Web Services")."""
ENDS = {
    "RA": ({"I"}, {"I"}),
    "CA": ({"I"}, {"I"}),
    "MA": ({"I"}, {"I"}),
    "TA": ({"L"}, {"L"}),
    "YA": ({"L"}, {"I", "RA", "CA"}),
}
"""What may stand before and after a scheme."""


def checked(text: str) -> dict[str, Any]:
    """AIF that is valid: each edge joins nodes that are there, and each scheme stands between what it may."""
    found = json.loads(text)
    jsonschema.validate(found, AIF)
    kinds = {node["nodeID"]: node["type"] for node in found["nodes"]}
    assert len(kinds) == len(found["nodes"])
    before: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    for edge in found["edges"]:
        after.setdefault(edge["fromID"], []).append(kinds[edge["toID"]])
        before.setdefault(edge["toID"], []).append(kinds[edge["fromID"]])
    for id, kind in kinds.items():
        if kind in ENDS:
            sources = [each for each in before[id] if each != "YA"]
            assert (len(sources), len(after[id])) == (1, 1), kind
            assert sources[0] in ENDS[kind][0], kind
            assert after[id][0] in ENDS[kind][1], kind
    people = {one["participantID"] for one in found["participants"]}
    assert {one["nodeID"] for one in found["locutions"]} == {id for id, kind in kinds.items() if kind == "L"}
    assert {one["personID"] for one in found["locutions"]} <= people
    return found


def test_aif_of_recorded_debates_is_valid_and_whole(recorded: tuple[str, list[Recorded]]) -> None:
    drawn = map_of(*recorded)
    found = checked(aif.aif_of(drawn))
    count = Counter(node["type"] for node in found["nodes"])
    assert count["I"] == len(drawn.propositions)
    bonds = Counter(one.bond for one in drawn.relations)
    assert (count["RA"], count["CA"], count["MA"], count["TA"]) == (
        bonds["supports"],
        bonds["attacks"],
        bonds["rephrases"],
        bonds["answers"],
    )
    assert min(count["RA"], count["CA"] + count["MA"]) > 0
    assert found["nodes"][0]["text"].startswith(drawn.propositions[0].text[:20])
    assert drawn.propositions[0].key == "Recommendation", "the answer comes first"


def test_a_map_says_who_holds_what_and_why() -> None:
    drawn = ArgumentMap(
        title="t",
        question="q",
        propositions=(
            Proposition(key="P1", sort="statement", text="It leaks.", by="Ada", at=1e9, status="contested"),
            Proposition(key="P1, wording 1", sort="wording", text="It drips.", by="Ada", at=1e9),
            Proposition(key="P1, reason of Ben", sort="reason", text="The seal is new.", by="Ben", at=1e9),
            Proposition(key="E1", sort="citation", text="pump.py:1"),
        ),
        relations=(
            Relation(bond="rephrases", source="P1", target="P1, wording 1", by="Ada"),
            Relation(bond="attacks", source="P1, reason of Ben", target="P1", by="Ben"),
            Relation(bond="supports", source="E1", target="P1", by="Ada"),
        ),
        stances=(
            Stance(by="Ben", attitude="disagrees", target="P1", words="No.", reason="P1, reason of Ben", at=1e9),
            Stance(by="Cy", attitude="doubts", target="P1", words="Who knows?", at=1e9),
        ),
    )
    found = checked(aif.aif_of(drawn))
    nodes = {node["nodeID"]: (node["type"], node["text"]) for node in found["nodes"]}
    edges = {(nodes[edge["fromID"]], nodes[edge["toID"]]) for edge in found["edges"]}
    conflict = ("CA", "Default Conflict")
    assert (("I", "The seal is new."), conflict) in edges
    assert (conflict, ("I", "It leaks.")) in edges
    assert (("YA", "Disagreeing"), conflict) in edges
    assert (("I", "It drips."), ("MA", "Default Rephrase")) in edges
    assert (("L", "Cy: Who knows?"), ("YA", "Challenging")) in edges
    assert (("YA", "Challenging"), ("I", "It leaks.")) in edges
    assert argdown.argdown_of(drawn) == (
        "# t\n\nq\n\n## Statements\n\n"
        "[P1]: It leaks. #(contested) #(by Ada)\n"
        "    - <P1, reason of Ben>: The seal is new. #(by Ben)\n"
        "    + [E1]: pump\\.py\\:1 #(citation)\n\n"
        "## Earlier wordings\n\n[P1, wording 1]: It drips. #(by Ada)\n"
    )


def test_argdown_of_recorded_debates_defines_what_it_refers_to(recorded: tuple[str, list[Recorded]]) -> None:
    drawn = map_of(*recorded)
    text = argdown.argdown_of(drawn)
    defined = re.findall(r"^(?:    [+-] )?[\[<]([^\]>]+)[\]>]: ", text, re.M)
    citations = {one.source for one in drawn.relations if one.source.startswith("E")}
    own = drawn.sorted("recommendation", "statement", "wording", "reason")
    assert Counter(defined) == Counter([*(one.key for one in own), *citations])
    assert set(re.findall(r"^    (?:[+-]|\+>|->) \[([^\]]+)\]$", text, re.M)) <= set(defined)
    bonds = [one for one in drawn.relations if one.bond in ("supports", "attacks")]
    assert len(re.findall(r"^    [+-]", text, re.M)) == len(bonds)


@given(st.text(max_size=60))
def test_nothing_that_was_said_is_syntax_of_argdown(text: str) -> None:
    written = argdown._words(text)
    assert "\n" not in written
    assert re.sub(r"\\(.)", r"\1", written) == (" ".join(text.split()) or "…")
    bare = re.sub(r"\\.", "", written)
    assert not re.search(r"[\[\]<>{}*_#@]|//|/\*|--|==", bare)


def test_what_was_drawn_to_an_earlier_wording_is_shown_as_aimed_at_that() -> None:
    text = (CASES / "8-dual-repository-reading" / "debate.json").read_text(encoding="utf-8")
    found = map_of("t", [event_of_row(row) for row in import_json(text).rows])
    drawn = {(each.bond, each.source, each.target) for each in found.relations}
    assert ("attacks", "P17", "P1, wording 2") in drawn, "P1 was reworded since, because of it"
    assert ("supports", "P19", "P1") in drawn
    told = [line for line in found.lines if "by P17: " in line]
    assert [line.partition(" by ")[0] for line in told] == ["  - attacked, as it was worded before,"]


def test_what_nobody_holds_any_more_is_said_to_be_withdrawn_where_it_attacks() -> None:
    text = (CASES / "9-dialogue-fines" / "debate.json").read_text(encoding="utf-8")
    found = map_of("t", [event_of_row(row) for row in import_json(text).rows])
    status = {one.key: one.status for one in found.propositions if one.sort == "statement"}
    told = [re.search(r"^  . \w+.* by (P\d+)( \((?:withdrawn|objection met)\))?: ", line) for line in found.lines]
    marked = {(each[1], bool(each[2])) for each in told if each}
    assert {True, False} == {gone for _, gone in marked}
    assert all(gone == (status[key] in ("withdrawn", "objection met")) for key, gone in marked)


@pytest.mark.parametrize("records", [[], log_of("I hold that it is fast.")])
def test_a_debate_without_statements_has_an_empty_map(records: list[Recorded]) -> None:
    drawn = map_of("t", records)
    assert drawn.propositions == ()
    assert checked(aif.aif_of(drawn))["nodes"] == []
    assert argdown.argdown_of(drawn).startswith("# t")
