"""JSON: complete, re-importable to the letter; every change is found; hostile files are refused."""

from __future__ import annotations

import json
import runpy
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import (
    DebateOpened,
    DebateResumed,
    Event,
    OptionChanged,
    TurnAsked,
    TurnCompleted,
    TurnDrafted,
)
from disputatio.exporting.json_export import export_json, import_json
from disputatio.storage.chain import EMPTY, Row, stamp
from disputatio.storage.codec import EVENT_NAMES, EVENTS, Unreadable

REQUEST = '{"model":"m"}'
HASH = sha256(REQUEST.encode()).hexdigest()
EVENTS_OF_IT: list[Event] = [
    DebateOpened(
        question="Quelle <b>base</b>?",
        format=Format(name="dual", title="Dual", body=Block(name="", do=(Block(name="a", ask="x"),)), cast=()),
        seats=(),
        options={"z": 1, "a": 1.0},
    ),
    TurnAsked(path="a[x]", seat="x", model="m", task="a", gives="say", heard="all", sees=(), request=HASH),
    TurnCompleted(path="a[x]", text="日本語 😀", data={"b": [1, 2.5, None, True], "a": {"e": 1e16}}, cost=None),
]


def log_of(events: list[Event]) -> list[Row]:
    return [row for row, _ in stamp([EVENTS.encode(each) for each in events], EMPTY, 1e9 + 0.1)]


def test_what_is_exported_is_imported_to_the_letter() -> None:
    log = log_of(EVENTS_OF_IT)
    text = export_json("d-1", "Its title", log, {HASH: REQUEST})
    imported = import_json(text)
    assert (imported.debate, imported.title) == ("d-1", "Its title")
    assert list(imported.rows) == log
    assert imported.requests == {HASH: REQUEST}
    assert export_json("d-1", "Its title", imported.rows, imported.requests) == text
    assert list(import_json(json.dumps(json.loads(text))).rows) == log


@given(st.lists(st.one_of(st.floats(allow_nan=False), st.integers(), st.text()), max_size=5))
def test_numbers_and_texts_of_every_kind_survive(values: list[float | int | str]) -> None:
    log = log_of([OptionChanged(name="n", value=value) for value in values] + [DebateResumed()])
    assert list(import_json(export_json("d", "t", log)).rows) == log


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c["events"].pop(),
        lambda c: c["events"].pop(0),
        lambda c: c["events"].reverse(),
        lambda c: c["events"][2]["event"].update(text="other words"),
        lambda c: c["events"][2].update(at=0.0),
        lambda c: c["events"][2].update(type="turn-cut/1"),
        lambda c: c["head"].update(seq=4),
        lambda c: c["requests"].update({HASH: "{}"}),
    ],
)
def test_a_changed_export_is_refused(change) -> None:
    content = json.loads(export_json("d", "t", log_of(EVENTS_OF_IT), {HASH: REQUEST}))
    change(content)
    with pytest.raises(Refused, match=r"changed after it was made.*Import the original"):
        import_json(json.dumps(content))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not a debate export"),
        ('{"format": "other"}', "not a debate export"),
        ('{"format": "disputatio-debate", "version": 2}', "reads version 1"),
        ('{"format": "disputatio-debate", "version": 1}', "incomplete"),
        ('{"format": "disputatio-debate", "version": 1, "events": [1]}', "incomplete"),
        (
            '{"format": "disputatio-debate", "version": 1, "debate": "", "title": "", "head": {"seq": 0, "hash": ""},'
            ' "events": []}',
            "contains no events",
        ),
    ],
)
def test_other_files_are_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        import_json(text)


def test_events_of_a_newer_version_are_refused_at_once() -> None:
    encoded = EVENTS.encode(TurnDrafted(path="a", start=0, text=""))._replace(name="turn-drafted/9")
    log = [row for row, _ in stamp([encoded], EMPTY, 1.0)]
    with pytest.raises(Unreadable, match="newer"):
        import_json(export_json("d", "t", log))


def test_the_published_schema_names_every_event() -> None:
    named = {
        branch["if"]["properties"]["type"]["const"] for branch in published()["properties"]["events"]["items"]["allOf"]
    }
    assert named == set(EVENT_NAMES)


def published() -> dict[str, Any]:
    return json.loads(resource("schema", "debate.json").read_text("utf-8"))


def test_the_published_schema_is_that_of_the_codec() -> None:
    script = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "schema.py"))
    assert published() == script["json_schema"](), "python scripts/schema.py makes it anew"
    jsonschema.Draft202012Validator.check_schema(published())


def test_exports_are_valid_by_the_published_schema() -> None:
    valid = jsonschema.Draft202012Validator(published())
    valid.validate(json.loads(export_json("d-1", "t", log_of(EVENTS_OF_IT), {HASH: REQUEST})))
    for file in sorted(resource("examples").glob("*.json")):
        valid.validate(json.loads(file.read_text("utf-8"))["debate"])


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda c: c["events"][0]["event"].pop("question"), "question"),
        (lambda c: c["events"][2]["event"].update(by="nobody"), "nobody"),
        (lambda c: c["events"][1].pop("hash"), "hash"),
        (lambda c: c.update(version=2), "1 was expected"),
        (lambda c: c.update(events=[]), "non-empty"),
    ],
)
def test_the_published_schema_refuses_what_is_no_export(change, where: str) -> None:
    content = json.loads(export_json("d-1", "t", log_of(EVENTS_OF_IT)))
    change(content)
    with pytest.raises(jsonschema.ValidationError, match=where):
        jsonschema.Draft202012Validator(published()).validate(content)
