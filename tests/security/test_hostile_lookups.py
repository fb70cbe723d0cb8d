"""Look-ups that are asked for in order to break out, to stall or to crash: each is answered to the model in words,
within its limits of count, bytes and time, recorded, and shown; the turn goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygit2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.views import look_ups
from disputatio.debate.views.transcript import transcript_of
from disputatio.prompting.errors import Misused
from disputatio.prompting.tools import LONGEST_CALL, REPOSITORY, arguments
from disputatio.repository.errors import BadPattern, RepositoryError
from disputatio.repository.source_tree import open_tree
from disputatio.repository.tools import BYTES, COMMITS, LINES, RepositoryTools, search_pattern
from disputatio.testing.loopback import Script
from disputatio.testing.loopback.dialects import results

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

MODELS = {
    "openai": "openai:gpt-5.2",
    "anthropic": "anthropic:claude-opus-4-5-20251101",
    "gemini": "gemini:gemini-3.0-pro-001",
}
HIDDEN = "what was set aside"
WHO = pygit2.Signature("Ada", "ada@example.org", 1_700_000_000, 0)


def repository(folder: Path) -> Path:
    """Two commits on main, one on another branch, one that was set aside; a name that is no UTF-8."""
    made = pygit2.init_repository(str(folder), initial_head="main")

    def commit(reference: str, files: dict[bytes, bytes], parents: list[Any]) -> Any:
        items = [b"100644 %s\0%s" % (name, made.create_blob(data).raw) for name, data in sorted(files.items())]
        tree = made.odb.write(pygit2.enums.ObjectType.TREE, b"".join(items))
        return made.create_commit(reference, WHO, WHO, f"Commit {len(parents)}", tree, parents)

    shop = {b"shop.py": b"total = 1\n", b"caf\xe9.py": b"x = 1\n"}
    first = commit("refs/heads/main", shop, [])
    second = commit("refs/heads/main", shop | {b"shop.py": b"total = 2\n", b"long.txt": b"ab" * 200_000}, [first])
    commit("refs/heads/other", shop | {b"secret.txt": HIDDEN.encode()}, [second])
    commit("refs/stash", shop | {b"wip.txt": HIDDEN.encode()}, [second])
    return folder


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repository(tmp_path_factory.mktemp("hostile") / "shop")


def tools(folder: Path, **options: Any) -> RepositoryTools:
    return RepositoryTools(open_tree(folder), **options)


async def said(read: RepositoryTools, name: str, given: dict[str, Any]) -> str:
    found: str = await getattr(read, name)(**given)
    return found


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("read_file", {"path": "../../etc/passwd"}, "There is no file"),
        ("read_file", {"path": "/etc/passwd"}, "There is no file"),
        ("read_file", {"path": ".git/config"}, "There is no file"),
        ("read_file", {"path": "shop.py\0"}, "There is no file"),
        ("read_file", {"path": "caf\udce9.py"}, "There is no file"),
        ("read_file", {"path": ""}, "There is no file"),
        ("read_file", {"path": "shop.py", "start": 999_999_999}, "has 1 lines"),
        ("read_file", {"path": "shop.py", "start": 2, "end": 1}, "has 1 lines"),
        ("read_file", {"path": "long.txt", "start": 1, "end": 0}, ""),
        ("git_blame", {"path": "shop.py", "start": 5, "end": 2}, "lines"),
        ("git_blame", {"path": "nowhere"}, "There is no file"),
        ("git_history", {"path": "../x"}, "No commit"),
        ("git_history", {"path": "a\0b"}, "No commit"),
        ("list_files", {"pattern": "../**"}, "means no file"),
        ("list_files", {"pattern": "[" * 200}, "means no file"),
        ("list_files", {"pattern": "{" * 200}, "means no file"),
        ("list_files", {"pattern": "{a,b}" * 20}, "more than"),
        ("list_files", {"pattern": "*" * 400}, "more than"),
        ("list_files", {"pattern": "**/" * 90 + "x"}, "means no file"),
        ("search_code", {"query": "(a+)+$", "regex": True}, ""),
        ("search_code", {"query": "(?:a?){500}a{500}", "regex": True}, ""),
        ("search_code", {"query": "((((a{1000}){1000}){1000}))", "regex": True}, "cannot be read"),
        ("search_code", {"query": r"(?<=a)b\1", "regex": True}, "no look-around"),
        ("search_code", {"query": "\\C" * 10, "regex": True}, ""),
        ("search_code", {"query": "x\0y"}, ""),
        ("git_diff", {"base": "--output=/tmp/x"}, "There is no commit"),
        ("git_diff", {"base": "HEAD^{/(a+)+$}"}, "There is no commit"),
        ("git_diff", {"base": ":/(a+)+$"}, "There is no commit"),
        ("git_diff", {"base": "HEAD~999999999"}, "There is no commit"),
        ("git_diff", {"base": "@{-1}"}, "There is no commit"),
        ("git_diff", {"base": "x" * 100_000}, "There is no commit"),
        ("git_diff", {"base": "HEAD:shop.py"}, "There is no commit"),
        ("git_diff", {"base": ""}, "There is no commit"),
        ("git_diff", {"base": "other"}, "not in the history"),
        ("git_diff", {"base": "HEAD", "head": "other"}, "not in the history"),
        ("git_diff", {"base": "HEAD", "head": "refs/stash"}, "not in the history"),
        ("git_diff", {"base": "stash@{0}"}, "not in the history|There is no commit"),
    ],
)
async def test_what_leads_nowhere_is_answered_in_words(
    shop: Path, name: str, given: dict[str, Any], words: str
) -> None:
    read = await asyncio.to_thread(tools, shop)
    if not words:
        text = await said(read, name, given)
        assert len(text.encode()) <= BYTES
        return
    with pytest.raises(RepositoryError, match=words) as raised:
        await said(read, name, given)
    assert HIDDEN not in raised.value.user_message


async def test_a_huge_range_gives_what_a_call_may_give(shop: Path) -> None:
    read = await asyncio.to_thread(tools, shop)
    assert (await read.read_file("shop.py", 1, 999_999_999)).endswith("1| total = 2")
    assert (await read.git_history("", 10**9)).count("\n") < COMMITS
    assert "total = 1" in await read.git_diff("HEAD~1")
    text = await read.read_file("caf\\xe9.py")
    assert "x = 1" in text, "a name that is no UTF-8 is read as it is listed"


async def test_many_lines_are_read_in_parts(tmp_path: Path) -> None:
    made = pygit2.init_repository(str(tmp_path), initial_head="main")
    builder = made.TreeBuilder()
    builder.insert("a.txt", made.create_blob(b"x\n" * 100_000), 0o100644)
    made.create_commit("HEAD", WHO, WHO, "a", builder.write(), [])
    text = await tools(tmp_path).read_file("a.txt")
    assert text.count("\n") == LINES
    assert "of 100000" in text.split("\n")[0]


HOSTILE = st.sampled_from(
    [
        *("", "shop.py", "../x", "/etc/passwd", "C:\\x", "a\0b", "\ud800", "caf\udce9.py", "caf\\xe9.py", "*", "**"),
        *(
            "[!",
            "{a,b}",
            "{{",
            "(?P<",
            "(a+)+$",
            ".*" * 50,
            "HEAD",
            "HEAD~1",
            "HEAD~1..HEAD",
            "main@{1}",
            "@",
            ":shop.py",
        ),
        *("refs/stash", "-x", "--", "\n", "\u202e", "x" * 600, "^", "HEAD^{tree}", "HEAD^{}", "0" * 40),
    ]
)
ANYTHING = HOSTILE | st.text(max_size=12) | st.integers(-5, 10**12) | st.booleans() | st.none() | st.floats()
CALLS = st.sampled_from([(tool.name, tuple(tool.parameters["properties"])) for tool in REPOSITORY]).flatmap(  # type: ignore[arg-type]
    lambda each: st.tuples(st.just(each[0]), st.fixed_dictionaries({}, optional=dict.fromkeys(each[1], ANYTHING)))
)


@settings(max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(CALLS)
def test_whatever_a_model_asks_for_it_gets_text_or_words_why_not(shop: Path, call: tuple[str, dict[str, Any]]) -> None:
    name, given = call
    try:
        understood = arguments(name, json.dumps(given))
        text = asyncio.run(said(tools(shop), name, understood))
    except DisputatioError as error:
        text = error.user_message
    assert text
    assert HIDDEN not in text
    assert len(text.encode("utf-8", "surrogatepass")) <= BYTES


async def test_where_there_is_no_bounded_engine_only_plain_text_is_searched_for(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's own engine would be one that a model can stall, so it is never taken instead."""

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("disputatio.repository.tools.import_module", missing)
    with pytest.raises(BadPattern, match="Search for plain text"):
        search_pattern("nobody asked (for) this before+", regex=True)
    assert "shop.py:1" in await (await asyncio.to_thread(tools, shop)).search_code("total")


def test_arguments_without_end_are_refused_and_told_again_short() -> None:
    for text in ("[" * 10**6, '{"path": "' + "a" * 10**6 + '"}', "1" * 10**5):
        with pytest.raises(Misused, match=f"more than {LONGEST_CALL:,} characters"):
            arguments("read_file", text)


BAD = (
    ("read_file", '{"path": '),
    ("read_file", '["shop.py"]'),
    ("read_file", '{"path": "../../etc/passwd"}'),
    ("read_file", '{"path": "shop.py", "start": -3}'),
    ("delete_everything", "{}"),
    ("search_code", '{"query": "(a", "regex": true}'),
    ("read_file", '{"path": "shop.py"}'),
)


@pytest.mark.parametrize("protocol", list(MODELS))
async def test_calls_at_once_some_of_them_broken_are_each_answered_recorded_and_shown(
    protocol: Any, debating: Any, config: Callable[..., DebateConfig], tmp_path: Path
) -> None:
    """Gemini itself tells of calls that it could not read, all at once; the others hand on what the model wrote."""
    folder = await asyncio.to_thread(repository, tmp_path / "shop")
    critic = MODELS["anthropic" if protocol == "openai" else "openai"]
    seats = (SeatChoice(seat="analyst", model=MODELS[protocol]), SeatChoice(seat="critic", model=critic))
    context = ContextChoice(kind="repository", ref=str(folder))
    wanted = config("Is it so?", context=context, options={"sealed": False, "rounds": 1})
    async with debating() as on:
        on.server.script(protocol, Script(text="", tools=BAD, signature="s"), Script(text="So it is."))
        session = await on.debate(replace(wanted, seats=seats, services={"clerk": "", "synthesis": ""}))
        (turn,) = [
            each.event
            for each in session.hub.records
            if isinstance(each.event, TurnCompleted) and each.event.path == "round[1]/analysis[analyst]"
        ]
        assert turn.text == "So it is."
        own = [seen for seen in on.server.requests if seen.protocol == protocol]
        told = results(protocol, own[1].body)
        made = [use for use in turn.tools if use.name != look_ups.UNAVAILABLE]  # apart from what is not set up
        assert len(told) == len(made)
        failed = [use for use in made if use.failed]
        assert len(failed) == len(made) - 1
        assert sum("total = 2" in each for each in told) == 1
        words = "\n".join(told)
        for each in ("There is no file", "whole number", "no tool of that name", "cannot be read"):
            assert each in words
        assert ("not valid JSON" in words) or ("could not be read" in words)
        shown = transcript_of(session.hub.records).turns[turn.path]
        assert [
            look_ups.look_up_line(use) for use in shown.tools if use.failed and "failed" in look_ups.look_up_line(use)
        ]
        assert len(shown.tools) == len(turn.tools)


@pytest.mark.parametrize("protocol", list(MODELS))
async def test_a_flood_of_calls_is_cut_off_and_every_one_that_is_heard_is_answered(
    protocol: Any, debating: Any, config: Callable[..., DebateConfig], tmp_path: Path
) -> None:
    folder = await asyncio.to_thread(repository, tmp_path / "shop")
    seats = (SeatChoice(seat="analyst", model=MODELS[protocol]), SeatChoice(seat="critic", model=MODELS["openai"]))
    context = ContextChoice(kind="repository", ref=str(folder))
    wanted = config("Is it so?", context=context, options={"sealed": False, "rounds": 1})
    flood = (("read_file", '{"path": "shop.py"}'),) * 400 + (("read_file", '{"path": "' + "x" * 200_000 + '"}'),)
    async with debating() as on:
        on.server.script(protocol, Script(text="", tools=flood), Script(text="Enough."))
        session = await on.debate(replace(wanted, seats=seats, services={"clerk": "", "synthesis": ""}))
        done = [each.event for each in session.hub.records if isinstance(each.event, TurnCompleted)]
        (turn,) = [each for each in done if each.path == "round[1]/analysis[analyst]"]
        assert turn.text == "Enough."
        assert len([use for use in turn.tools if "web search" not in use.result]) == 9
        assert "further look-ups were not made" in look_ups.look_up_line(turn.tools[-1])
        assert len(str(own_body(on, protocol, 1))) < 400_000


def own_body(on: Any, protocol: str, place: int) -> Any:
    return [seen.body for seen in on.server.requests if seen.protocol == protocol][place]
