"""Wire names and the hash chain: nothing is lost on the way, and nothing can be changed unseen."""

from __future__ import annotations

import json
import math
import typing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.context import Context, Section
from disputatio.debate.format import Block, Format, Part
from disputatio.debate.log import commands, events
from disputatio.debate.log.seats import Seat
from disputatio.debate.values import Json
from disputatio.storage.chain import EMPTY, Row, event_of_row, head_of, rows, stamp, verify
from disputatio.storage.codec import COMMANDS, EVENTS, Codec, Unreadable, Upcaster

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
whole = st.integers(-(2**60), 2**60)
floats = st.floats(allow_nan=False, allow_infinity=False)
leaf = st.none() | st.booleans() | whole | floats | text
payload = st.recursive(
    leaf, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3), max_leaves=8
)
data = st.dictionaries(text, payload, max_size=3)
option = leaf | st.lists(text, max_size=3)
options = st.dictionaries(text, option, max_size=3)
texts = st.lists(text, max_size=3).map(tuple)
usage = st.builds(events.Usage, prompt=whole, completion=whole, cached=whole, estimated=st.booleans())
tool = st.builds(events.ToolUse, name=text, arguments=text, result=text, failed=st.booleans(), milliseconds=whole)
blocks = st.deferred(
    lambda: st.builds(
        Block,
        name=text,
        do=st.lists(blocks, max_size=2).map(tuple),
        ask=text,
        repeat=whole | text,
        until=texts,
        pause=st.booleans(),
        sees=texts,
    )
)
seats = st.builds(Seat, id=text, part=text, role=text, model=text)
contexts = st.builds(
    Context, title=text, sections=st.lists(st.builds(Section, name=text, title=text, text=text), max_size=2).map(tuple)
)
formats = st.builds(
    Format,
    name=text,
    title=text,
    body=blocks,
    cast=st.lists(st.builds(Part, name=text, role=text), max_size=2).map(tuple),
    options=options,
)
cost = st.none() | whole
outcome = st.sampled_from(typing.get_args(events.Outcome))
reason = st.sampled_from(typing.get_args(events.PauseReason))
KINDS = {
    events.DebateOpened: st.builds(
        events.DebateOpened,
        question=text,
        format=formats,
        seats=st.lists(seats, max_size=2).map(tuple),
        options=options,
        seed=whole,
        context=contexts,
        services=st.dictionaries(text, text, max_size=2),
    ),
    events.BlockEntered: st.builds(
        events.BlockEntered, path=text, groups=st.lists(texts, max_size=2).map(tuple), why=text
    ),
    events.PassBegan: st.builds(events.PassBegan, path=text, n=whole, pause=st.booleans()),
    events.BlockLeft: st.builds(events.BlockLeft, path=text, exit=text, outcome=outcome, why=text),
    events.TurnAsked: st.builds(
        events.TurnAsked, path=text, seat=text, model=text, task=text, gives=text, heard=text, sees=texts
    ),
    events.FollowUpAsked: st.builds(
        events.FollowUpAsked, path=text, request=text, why=st.sampled_from(["results", "repair", "mend"])
    ),
    events.TurnDrafted: st.builds(
        events.TurnDrafted,
        path=text,
        start=whole,
        text=text,
        answer=st.none()
        | st.builds(
            events.KeptAnswer,
            request=text,
            text=text,
            model=text,
            calls=st.lists(st.dictionaries(text, text, max_size=2), max_size=2).map(tuple),
            usage=usage,
            cost=cost,
            toolless=st.booleans(),
        ),
    ),
    events.TurnCompleted: st.builds(
        events.TurnCompleted,
        path=text,
        text=text,
        data=data,
        by=st.sampled_from(typing.get_args(events.Author)),
        usage=usage,
        cost=cost,
        tools=st.lists(tool, max_size=2).map(tuple),
    ),
    events.TurnFailed: st.builds(events.TurnFailed, path=text, kind=text, why=text, cost=cost, usage=usage),
    events.TurnCut: st.builds(events.TurnCut, path=text, text=text, cost=cost, usage=usage, lost=st.booleans()),
    events.TurnAbstained: st.builds(events.TurnAbstained, path=text, why=text),
    events.Spliced: st.builds(events.Spliced, after=text, block=blocks),
    events.OptionChanged: st.builds(events.OptionChanged, name=text, value=option),
    events.SeatAssigned: st.builds(events.SeatAssigned, seat=text, model=text),
    events.DebateHalted: st.builds(
        events.DebateHalted, status=st.sampled_from(["paused", "error"]), reason=reason, why=text
    ),
    events.DebateResumed: st.builds(events.DebateResumed, by=text),
    events.DebateEnded: st.builds(events.DebateEnded, outcome=outcome, why=text),
}
any_event = st.one_of(*KINDS.values())
ORDERS = st.one_of(
    st.builds(commands.Continue),
    st.builds(commands.Pause, why=text, reason=reason),
    st.builds(commands.Leave, path=text),
    st.builds(commands.Close, why=text),
    st.builds(commands.Interject, text=text, to=text),
    st.builds(commands.Answer, path=text, text=text, data=data),
    st.builds(commands.Skip, path=text),
    st.builds(commands.Retry, path=text),
    st.builds(commands.SetOption, name=text, value=option),
    st.builds(commands.Swap, seat=text, model=text),
    st.builds(commands.Extend, rounds=whole),
    st.builds(commands.Synthesise),
    st.builds(commands.Rule, point=text, status=text, why=text),
    st.builds(commands.OpenRoom, claim=text),
)


def log_of(*given: events.Event) -> list[Row]:
    return [row for row, _ in stamp([EVENTS.encode(each) for each in given], EMPTY, 17.25)]


def test_every_event_and_every_command_has_a_wire_name_and_an_example() -> None:
    assert set(KINDS) == set(typing.get_args(events.Event))
    assert set(EVENTS.schemas()[0]) == {EVENTS.encode(each).name for each in map(_example, KINDS)}
    assert len(COMMANDS.schemas()[0]) == len(typing.get_args(commands.Command))


def _example(kind: type) -> events.Event:
    found: list[events.Event] = []

    @given(KINDS[kind])
    def find(event: events.Event) -> None:
        found.append(event)

    find()
    return found[0]


@given(any_event)
def test_events_survive_the_round_trip(event: events.Event) -> None:
    name, body, stored = EVENTS.encode(event)
    assert stored is event
    assert EVENTS.decode(name, body) == event
    assert repr(EVENTS.decode(name, body)) == repr(event)  # 1, 1.0, True are equal; the order of keys counts
    assert json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":")) == body


@given(ORDERS)
def test_commands_survive_the_round_trip(command: commands.Command) -> None:
    name, body, _ = COMMANDS.encode(command)
    assert COMMANDS.decode(name, body) == command


@pytest.mark.parametrize(
    ("said", "stored"),
    [("half \ud83d of it", "half � of it"), ("\ud83d\ude00", "😀"), (math.nan, None), (math.inf, None)],
)
def test_what_json_cannot_hold_is_made_harmless_everywhere(said: object, stored: object) -> None:
    event = events.TurnCompleted(path="a", text=str(said), data={"deep": [{"er": said}]})  # type: ignore[dict-item]
    name, body, value = EVENTS.encode(event)
    assert EVENTS.decode(name, body) == value
    assert isinstance(value, events.TurnCompleted)
    assert value.data == {"deep": [{"er": stored}]}


def test_an_unknown_name_says_that_an_update_helps() -> None:
    with pytest.raises(Unreadable, match=r"newer Disputatio.*'turn-sung/1'.*Update"):
        EVENTS.decode("turn-sung/1", "{}")


def test_a_damaged_body_names_the_place() -> None:
    with pytest.raises(Unreadable, match=r"'pass-began/1'.*n: .*backup"):
        EVENTS.decode("pass-began/1", '{"path":"round","n":"many"}')


def test_old_versions_are_lifted_step_by_step() -> None:
    codec: Codec[events.Event] = Codec(
        {"pass-began/3": events.PassBegan},
        {
            "pass-began/1": Upcaster("pass-began/2", lambda old: {"path": old["where"], "n": old["n"]}),
            "pass-began/2": Upcaster("pass-began/3", lambda old: {**old, "pause": True}),
        },
    )
    assert codec.decode("pass-began/1", '{"where":"round","n":2}') == events.PassBegan(path="round", n=2, pause=True)
    assert codec.decode("pass-began/3", '{"path":"round","n":2}') == events.PassBegan(path="round", n=2)


VIEW = '{"path":"p","seat":"s","model":"m","task":"t","gives":"say","heard":"all","sees":%s}'


def test_a_view_that_held_the_hash_of_each_figure_is_read_without() -> None:
    old = VIEW % '["x:y[a]","A=x[b]","#points:0f0f0f0f","#room-view:12345678"]'
    asked = EVENTS.decode("turn-asked/1", old)
    assert isinstance(asked, events.TurnAsked)
    assert asked.sees == ("x:y[a]", "A=x[b]", "#points", "#room-view")
    assert EVENTS.decode("turn-asked/2", EVENTS.encode(asked).body) == asked


def test_a_check_that_called_verified_what_was_only_there_is_read_apart() -> None:
    items: list[dict[str, Json]] = [
        {"citation": "a.py:1", "status": "verified", "quote": "x = 1"},
        {"citation": "a.py:2", "status": "verified", "quote": ""},
        {"citation": "a.py:3", "status": "misquoted", "quote": "y = 2"},
        {"citation": "a.py:4", "status": "verified"},
    ]
    old = {"path": "a[x]/evidence[sources]", "text": "3 of 4 citations verified; 1 misquoted.", "by": "rules"}
    checked = {"items": items, "verified": 3, "total": 4, "of": "a[x]"}
    read = EVENTS.decode("turn-completed/1", json.dumps({**old, "data": checked}))
    assert isinstance(read, events.TurnCompleted)
    assert [item["status"] for item in read.data["items"]] == ["verified", "line exists", "misquoted", "verified"]  # type: ignore[index,union-attr,call-overload]
    assert (read.data["verified"], read.data["exists"], read.data["total"]) == (2, 1, 4)
    assert read.text == "2 quotations verified, 1 line exists; 1 misquoted."
    assert EVENTS.decode("turn-completed/2", EVENTS.encode(read).body) == read


@pytest.mark.parametrize("data", [{}, {"items": [{"status": "verified", "quote": ""}]}, {"items": 7}, {"verified": 1}])
def test_what_is_no_check_of_citations_stays_as_it_was(data: dict[str, Json]) -> None:
    old = {"path": "a[x]", "text": "Said.", "data": data}
    read = EVENTS.decode("turn-completed/1", json.dumps(old))
    assert read == events.TurnCompleted(path="a[x]", text="Said.", data=data)


@pytest.mark.parametrize("body", [VIEW % "7", VIEW % "[7]", VIEW % "null", "[]", "7", "{}", "{", "[" * 100_000, ""])
def test_a_damaged_event_of_former_days_is_refused(body: str) -> None:
    with pytest.raises(Unreadable, match="damaged"):
        EVENTS.decode("turn-asked/1", body)


@given(st.lists(any_event, min_size=1, max_size=6))
def test_a_log_as_it_was_written_has_no_findings(happened: list[events.Event]) -> None:
    log = log_of(*happened)
    assert verify(log, head_of(log)) == []
    assert rows(event_of_row(row) for row in log) == log


@given(st.lists(any_event, min_size=2, max_size=6), st.data())
def test_whatever_is_done_to_a_log_is_found(happened: list[events.Event], data: st.DataObject) -> None:
    log = log_of(*happened)
    head = head_of(log)
    at = data.draw(st.integers(0, len(log) - 1))
    other = data.draw(st.integers(0, len(log) - 1).filter(lambda n: n != at))
    changed = [
        [*log[:at], replace(log[at], body=log[at].body + " "), *log[at + 1 :]],
        [*log[:at], replace(log[at], at=log[at].at + 1), *log[at + 1 :]],
        [*log[:at], replace(log[at], type="spliced/9"), *log[at + 1 :]],
        [*log[:at], *log[at + 1 :]],
        log[:at],
        [*log, log[-1]],
        _swapped(log, at, other),
    ]
    for each in changed:
        assert verify(each, head), each


def test_a_rewritten_end_is_found_by_the_head_that_was_kept() -> None:
    log = log_of(events.DebateResumed(), events.DebateResumed(by="a"))
    forged = log_of(events.DebateResumed(), events.DebateResumed(by="b"))
    assert verify(forged) == []
    assert "replaced" in verify(forged, head_of(log))[0]
    assert "cut off" in verify(log[:1], head_of(log))[0]


def _swapped(log: list[Row], a: int, b: int) -> list[Row]:
    found = list(log)
    found[a], found[b] = replace(log[b], seq=log[a].seq), replace(log[a], seq=log[b].seq)
    return found
