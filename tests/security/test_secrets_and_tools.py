"""Keys that stand in a repository, in every place that a participant can look at: none of them leaves, whatever the
provider and whatever is asked for, but the one that a person named, and that one in their debate alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.app.debate_files import export, keep_as_note
from disputatio.app.logs import Logging
from disputatio.app.settings import declarations
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.log.seats import SeatChoice
from disputatio.secrets.detection import find, identity
from disputatio.testing.loopback import Script
from disputatio.testing.repositories import commit

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

MODELS = {
    "openai": "openai:gpt-5.2",
    "anthropic": "anthropic:claude-opus-4-5-20251101",
    "gemini": "gemini:gemini-3.0-pro-001",
}
SECRETS = {
    "source": "sk" + "_live_" + "Zo0BtNq7Rz2LmX9vKc4TbW8n",
    "readme": "gh" + "p_" + "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo",
    "in prose": "do" + "p_v1_" + "0f3a91c77be2d48c65a0b19e7d3f42c8" * 2,
    "environment": "vK3" + "x9Lq2!pZr7",
    "past": "AKIA" + "Q7RZ2LMXK5VKC4TB",
    "subject": "gl" + "pat-" + "Xy12Zw34Vu56Ts78Rq90",
    "author": "hf" + "_" + "QwErTyUiOpAsDfGhJkLzXcVbNmQwErTyUi",
    "path": "npm" + "_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "pem": "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "utf16": "xoxb" + "-1234567890-AbCdEfGhIjKlMnOp",
    "wide": "gsk" + "_" + "Zo0BtNq7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE",
    "document": "SG." + "q7Rz2LmX9vKc4TbW8nYp3H" + "." + "sD6gFj1QaE5uZo0BtNq7Rz2LmX9vKc4TbW8nYp3HsD6",
}
RELEASED = "pplx-" + "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo0BtN"
"""What the person lets out of one debate."""

PEM = f"-----BEGIN PRIVATE KEY-----\n{SECRETS['pem']}\n-----END PRIVATE KEY-----\n"
WIDE = "var a=1;" * 4_000 + f'key="{SECRETS["wide"]}";' + "var b=2;" * 4_000
FIRST = {"config.py": f'AWS = "{SECRETS["past"]}"\n', "cache.py": "def cache():\n    return 1\n"}
FILES: dict[str, str | bytes] = {
    "README.md": f"# Cache\nDeploy the cache with {SECRETS['readme']} today, warm it with {SECRETS['in prose']}.\n",
    "cache.py": f'def cache():\n    key = "{SECRETS["source"]}"\n    other = "{RELEASED}"\n    return key\n',
    "config.py": 'AWS = ""\n',
    ".env": f"CACHE_PASSWORD={SECRETS['environment']}\n",
    f"docs/{SECRETS['path']}.md": "# How the cache works\n",
    "deploy/cache.pem": PEM,
    "wide.js": WIDE,
    "notes/cache.txt": f"The cache: {SECRETS['utf16']}\n".encode("utf-16"),
    "data/cache.json": json.dumps({"cache": {"mail": SECRETS["document"]}}),
}
CALLS = (
    ("read_file", {"path": "cache.py"}),
    ("read_file", {"path": "README.md"}),
    ("read_file", {"path": "wide.js"}),
    ("read_file", {"path": "notes/cache.txt"}),
    ("read_file", {"path": "data/cache.json"}),
    ("read_file", {"path": ".env"}),
    ("read_file", {"path": "docs"}),
    ("list_files", {}),
    ("search_code", {"query": "key"}),
    ("search_code", {"query": r"(sk_live_|ghp_|gsk_|xoxb-|pplx-|AKIA|SG\.)\w+", "regex": True}),
    ("search_code", {"query": SECRETS["source"][:14]}),
    ("search_code", {"query": ".", "regex": True, "pattern": "**"}),
    ("git_blame", {"path": "cache.py"}),
    ("git_history", {"path": ""}),
    ("git_diff", {"base": "HEAD~1"}),
    ("git_diff", {"base": "HEAD", "head": "HEAD~1", "path": "config.py"}),
)
CITES = f'The cache is sound: `cache.py:3`: `other = "{RELEASED}"`. It returns `cache.py:4`: `return keys`.'


def repository(folder: Path) -> Path:
    for files, subject in ((FIRST, "first"), (FILES, f"Deploy with {SECRETS['subject']}")):
        commit(folder, files, subject, author=f"Ada {SECRETS['author']}")
    return folder


def calling(calls: Sequence[tuple[str, dict[str, object]]]) -> Script:
    return Script(text="", tools=tuple((name, json.dumps(given)) for name, given in calls), signature="s")


def everything_written(home: Path) -> bytes:
    return b"\0".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def nothing_in(place: str | bytes, *more: str) -> None:
    data = place.encode() if isinstance(place, str) else place
    for name, secret in SECRETS.items():
        assert secret.encode() not in data, name
    for secret in more:
        assert secret.encode() not in data


def committed(folder: Path, debate: str) -> bytes:
    """What stands in the documents of a debate's branch, and in what its commits say."""
    made = pygit2.Repository(str(folder))
    tip = made.branches[f"debate/{debate}"].peel(pygit2.Commit)
    below: Any = tip.tree / "debates" / debate
    files = [each.data for each in below if each.type_str == "blob"]
    return b"\0".join([*files, tip.raw_message])


def test_each_planted_key_is_one_that_is_recognised() -> None:
    """Otherwise the tests below would prove nothing."""
    shown = [(name, text) for name, text in (*FILES.items(), *FIRST.items()) if isinstance(text, str)]
    found = {text[each.start : each.end] for name, text in shown for each in find(text, name)}
    for name in ("source", "readme", "in prose", "past", "wide", "document"):
        assert any(SECRETS[name] in each for each in found), name
    for name in ("subject", "author", "path", "utf16"):
        assert [each.kind for each in find(f"x {SECRETS[name]} y")], name
    assert RELEASED in found


@pytest.mark.parametrize("protocol", list(MODELS))
async def test_only_what_was_released_is_looked_up_and_only_in_that_debate(
    protocol: Any, debating: Any, config: Callable[..., DebateConfig], home: Path, tmp_path: Path
) -> None:
    folder = repository(tmp_path / "shop")
    critic = MODELS["anthropic" if protocol == "openai" else "openai"]
    seats = (SeatChoice(seat="analyst", model=MODELS[protocol]), SeatChoice(seat="critic", model=critic))
    context = ContextChoice(kind="repository", ref=str(folder))
    options = {"release": [identity(RELEASED)], "sealed": False, "branch": True}
    wanted = config("Is the cache safe?", context=context, options=options)
    wanted = replace(wanted, seats=seats, services={"clerk": "", "synthesis": MODELS[protocol]})
    async with debating() as on:
        logs = Logging(on.masking)
        logs.start(on.app.paths.logs, "debug")
        on.app.settings.set(declarations.EMBEDDINGS.key, "openai:text-embedding-3-small")
        await on.app.repositories.open(str(folder))
        indexed = await on.app.repositories.index(str(folder))
        assert indexed.embedded
        assert "cache" in str([seen.body for seen in on.server.embeddings])
        nothing_in(str([seen.body for seen in on.server.embeddings]), RELEASED)
        nothing_in(everything_written(home), RELEASED)

        answer = Script(text=CITES)
        on.server.script(protocol, calling(CALLS[:8]), answer, calling(CALLS[8:]), answer)
        session = await on.debate(wanted)
        turns = [record.event for record in session.hub.records if isinstance(record.event, TurnCompleted)]
        used = [use for turn in turns for use in turn.tools if use.name != "tools"]  # that no search is set up
        assert len(used) == len(CALLS)
        told = "\n".join(use.result for use in used)
        for name in ("read_file", "search_code", "git_diff"):
            assert any(RELEASED in use.result for use in used if use.name == name), name
        assert "held back: Stripe key" in told
        nothing_in(told)
        (checked, *_) = [turn for turn in turns if turn.path == "round[1]/analysis[analyst]/evidence[sources]"]
        items = checked.data["items"]
        assert isinstance(items, list)
        assert next(item["status"] for item in items if isinstance(item, dict)) == "verified", "it may be quoted"
        nothing_in(on.bodies())
        assert RELEASED in on.bodies()
        for kind in ("markdown", "json"):
            nothing_in(await export(on.app, session.id, kind))
        nothing_in((await keep_as_note(on.app, session.id)).body)
        nothing_in(committed(folder, session.id))
        nothing_in("\n".join(str(each) for each in await on.app.insights.all()))
        nothing_in(everything_written(home))

        before = len(on.server.requests)
        on.server.script(protocol, calling(CALLS[:8]), Script(text="So it is."))
        other = await on.debate(replace(wanted, options={**wanted.options, "release": [], "branch": False}))
        sent = str([seen.body for seen in on.server.requests[before:]])
        assert "held back: Perplexity key" in sent
        nothing_in(sent, RELEASED)
        nothing_in(await export(on.app, other.id, "json"), RELEASED)
        logs.stop()
    nothing_in(everything_written(home))


async def test_an_id_that_only_tools_can_meet_is_said_to_be_met_by_them(
    debating: Any, config: Callable[..., DebateConfig], tmp_path: Path
) -> None:
    context = ContextChoice(kind="repository", ref=str(repository(tmp_path / "shop")))
    async with debating() as on:
        for tools, words in ((True, "can be looked up"), (False, "changes nothing")):
            options = {"release": ["beefbeefbeef"], "tools": tools}
            prepared = await on.app.preview(config("Is it so?", context=context, options=options))
            (warning,) = [each for each in prepared.warnings if "beefbeefbeef" in each]
            assert words in warning


async def test_what_was_released_is_in_no_row_of_the_index_and_in_no_summary(
    debating: Any, config: Callable[..., DebateConfig], home: Path, tmp_path: Path
) -> None:
    folder = repository(tmp_path / "shop")
    async with debating() as on:
        repositories, model = on.app.repositories, MODELS["openai"]
        await repositories.open(str(folder))
        await repositories.index(str(folder))
        context = ContextChoice(kind="repository", ref=str(folder))
        named = config("Is the cache safe?", context=context, options={"release": [identity(RELEASED)]})
        await on.app.prepare(named)
        await repositories.index(str(folder))
        nothing_in(everything_written(home), RELEASED)
        expected = await repositories.memory_forecast(str(folder), model)
        assert expected.sending is None, "the server is on this computer"
        said = f"### 1\nIt holds `cache.py:3` {RELEASED[:4]} and `cache.py:4`: `return key`.\n"
        on.server.always("openai", Script(text=said))
        await repositories.remember(str(folder), model)
        nothing_in(on.bodies(), RELEASED)
        nothing_in(everything_written(home), RELEASED)
