"""Figures from outside: of providers, imported debates, files, the environment and the command line. Each is within its
range, or refused with a remedy; none ends the program as a fault of its own."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.bootstrap import application
from disputatio.app.debate_files import take_in
from disputatio.app.paths import resource
from disputatio.app.settings import Settings
from disputatio.app.settings.kinds import BadSetting
from disputatio.app.starting.formats import FormatShelf
from disputatio.debate.errors import FormatError, Refused
from disputatio.debate.formats.loader import load
from disputatio.debate.log.events import TurnCompleted, Usage
from disputatio.embeddings.remote import OpenAIEmbedder
from disputatio.engine.errors import Rejected
from disputatio.engine.ports import Finished
from disputatio.exporting.json_export import export_json
from disputatio.faces.gui.kit import phrases
from disputatio.prompting.request import Request
from disputatio.providers.config import ProviderConfig
from disputatio.secrets.keyring import Masking
from disputatio.storage.chain import Row, link
from disputatio.testing.debates import live, opening, voices
from disputatio.testing.loopback import Script as Answer
from disputatio.testing.loopback import running_server
from disputatio.testing.scripted import ScriptedProvider
from disputatio.testing.speakers import formats_of

pytestmark = pytest.mark.may_block("formats and files are read")

FORMATS = formats_of(resource("formats"))
HUGE = 10**30
BEYOND = 10**300


# What a provider counts


class Counting(ScriptedProvider):
    """Says the same, and that it took so much."""

    def __init__(self, usage: Usage) -> None:
        super().__init__(voices(), name="counting")
        self.usage = usage

    def chat(self, model: str) -> Any:
        inner, usage = super().chat(model), self.usage

        class Model:
            async def stream(self, request: Request) -> Any:
                async for part in inner.stream(request):
                    yield (
                        Finished(reason=part.reason, model=part.model, usage=usage)
                        if isinstance(part, Finished)
                        else part
                    )

        return Model()


@pytest.mark.parametrize(
    "usage",
    [
        Usage(prompt=HUGE, completion=3),
        Usage(prompt=3, completion=10**12),
        Usage(prompt=-5, completion=3),
        Usage(prompt=1, completion=1, cached=HUGE),
    ],
)
async def test_a_count_that_cannot_be_so_is_estimated_instead(usage: Usage) -> None:
    first = opening(FORMATS["dual"], "Is it so?", model="counting:one", options={"rounds": 1})
    async with live(first, Counting(usage)) as on:
        await on.settle()
        turns = [
            event for event in on.events if isinstance(event, TurnCompleted) and event.model.startswith("counting")
        ]
    assert turns
    assert all(turn.usage.estimated and 0 < turn.usage.total < 100_000 for turn in turns)


# The command line, and what it is told by providers and the environment


def refused(done: Any) -> str:
    """What it said; it was a mistake of the person's, told in words."""
    said = done.stderr + done.stdout
    assert done.returncode in (2, 4), (done.returncode, said)
    assert "inside Disputatio" not in said
    assert "Traceback" not in said
    assert len(said) < 3_000
    return said


def test_usage_beyond_everything_on_the_wire_ends_in_an_estimate(terminal: Any) -> None:
    with running_server() as server:
        server.always("openai", Answer(text="It is so.", prompt=HUGE, completion=HUGE, cached=HUGE))
        seats = [f"--seat={seat}=openai:gpt-5.2" for seat in ("analyst", "critic", "clerk", "synthesis")]
        keys = {"OPENAI_API_KEY": "k-9f3a1c77", "OPENAI_BASE_URL": server.openai_url}
        done = terminal("debate", "--yes", "Is it so?", "--rounds", "1", *seats, **keys)
        assert done.returncode in (0, 3), done.stderr
        assert terminal("list", "--json").returncode == 0
    assert str(HUGE) not in done.stdout + done.stderr


@pytest.mark.parametrize("port", ["99999", "-1", "0", "x"])
def test_a_port_that_there_is_not_is_told(terminal: Any, port: str) -> None:
    keys = {"OPENAI_API_KEY": "k-9f3a1c77", "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1"}
    said = refused(terminal("check", "openai", **keys))
    assert "cannot be the address" in said
    assert "answered at" not in said
    assert "cannot be the address" in refused(terminal("models", "openai", **keys))
    setting = terminal("settings", "set", "providers.ollama.base_url", f"http://127.0.0.1:{port}/v1")
    assert "up to 65535" in refused(setting)


async def test_a_port_that_there_is_not_is_told_of_embeddings() -> None:
    config = ProviderConfig(name="openai", kind="openai", key="k-9f3a1c77", base_url="http://127.0.0.1:99999/v1")
    with pytest.raises(Rejected, match="cannot be the address"):
        await OpenAIEmbedder(config, "text-embedding-3-small").embed(["a text"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("debate", "--rehearse", "x", "--max-cost", "inf"),
        ("debate", "--rehearse", "x", "--max-cost", "nan"),
        ("debate", "--rehearse", "x", "--max-cost", "1e300"),
        ("debate", "--rehearse", "x", "--seed", str(HUGE)),
        ("debate", "--rehearse", "x", "--issue", str(HUGE), "--repo", "."),
        ("search", "x", "--limit", str(HUGE)),
        ("settings", "set", "budget.cost", "1e300"),
        ("settings", "set", "budget.cost", "nan"),
        ("settings", "set", "budget.tokens", str(HUGE)),
        ("settings", "set", "debate.rounds", "1e9999"),
    ],
)
def test_a_number_that_was_typed_is_refused_in_words(terminal: Any, arguments: tuple[str, ...]) -> None:
    refused(terminal(*arguments))


NO_TEXT, LONG = "a\udcff\udc80b", "x" * 200_000


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "--limit", str(HUGE)),
        ("show", NO_TEXT),
        ("debate", "--rehearse", NO_TEXT),
        ("search", NO_TEXT),
        ("note", "add", NO_TEXT),
        ("show", LONG),
        ("resume", LONG),
        ("note", "show", LONG),
        ("memory", "show", LONG),
        ("gates", "approve", LONG),
        ("debate", "--rehearse", "x", "--repo", LONG),
        ("repo", "index", LONG),
        ("import", LONG),
        ("debate", "x", "--rehearse", "--config", LONG),
        ("export", "x", "--out", LONG),
        ("backup", LONG),
    ],
    ids=lambda arguments: " ".join(arguments)[:30].encode("ascii", "replace").decode(),
)
def test_what_no_file_and_no_name_can_be_called_is_refused_in_words(terminal: Any, arguments: tuple[str, ...]) -> None:
    refused(terminal(*arguments))


def test_a_file_is_called_as_it_is(terminal: Any, tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    file.write_text("It is so.")
    assert terminal("debate", "--rehearse", "Is it so?", "--rounds", "1", "--file", str(file)).returncode == 0
    assert terminal("debate", "--rehearse", "Is it so?", "--rounds", "1", f"--file={file}").returncode == 0


# A debate from elsewhere


def forged(rows: list[Row], change: Callable[[dict[str, Any]], None], id: str = "forged") -> str:
    """An export whose chain holds, after a change to its content."""
    content = json.loads(export_json(id, "Strange", rows))
    change(content)
    last = ""
    for event in content["events"]:
        body = json.dumps(event["event"], ensure_ascii=False, separators=(",", ":"))
        event["prev_hash"], last = last, link(last, event["seq"], event["at"], event["type"], body)
        event["hash"] = last
    content["head"] = {"seq": len(content["events"]), "hash": last}
    return json.dumps(content)


def every(kind: str, **fields: object) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        for event in content["events"]:
            if event["type"].startswith(kind):
                event["event"].update(fields)

    return change


def at(moment: float) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        for event in content["events"]:
            event["at"] = moment

    return change


def repeated(content: dict[str, Any]) -> None:
    left = [content["events"][0]["event"]["format"]["body"]]
    while left:
        block = left.pop()
        block["repeat"] = 10**9 if block.get("repeat") else block.get("repeat", 0)
        left += block.get("do", [])


def step(**keys: object) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        content["events"][0]["event"]["format"]["body"]["do"][-1].update(keys)

    return change


def option(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda content: content["events"][0]["event"]["options"].update({name: value})


def usage(**counts: object) -> Callable[[dict[str, Any]], None]:
    return every("turn-completed", usage={"prompt": 1, "completion": 1, "cached": 0, "estimated": False, **counts})


STRANGE: Mapping[str, Callable[[dict[str, Any]], None]] = {
    "at that is no number": at(float("nan")),
    "at without end": at(float("inf")),
    "at far away": at(1e18),
    "at long ago": at(-1e18),
    "cost": every("turn-completed", cost=BEYOND),
    "cost below nothing": every("turn-completed", cost=-(10**9)),
    "tokens": usage(prompt=HUGE),
    "tokens below nothing": usage(completion=-1),
    "milliseconds": every("turn-completed", total_ms=HUGE),
    "a payload": every("turn-completed", data={"items": [{"quality_score": BEYOND}]}),
    "a seed": every("debate-opened", seed=HUGE),
    "passes of a loop": repeated,
    "passes of an option": option("rounds", 10**9),
    "a cap": option("max_cost", BEYOND),
    "rules that nobody knows": step(when=["nobody-knows"]),
    "rules without a name": step(until=[""]),
    "rules with too few words": step(when=["is-not"]),
    "a number that is none": step(repeat="$question"),
    "somebody who is not there": step(ask="nobody", gives="say"),
}


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """The log of a debate that is over."""

    async def debated() -> list[Row]:
        first = opening(FORMATS["dual"], "Is it so?", model="scripted:one", options={"rounds": 1})
        async with live(first, ScriptedProvider(voices())) as on:
            await on.settle()
            return await on.log.rows("d")

    return asyncio.run(debated())


@pytest.mark.parametrize("name", STRANGE)
async def test_a_debate_with_strange_figures_is_not_taken_in(rows: list[Row], home: Path, name: str) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}, Masking()) as app:
        await take_in(app, forged(rows, lambda content: None, "sound"))
        with pytest.raises(Refused) as caught:
            await take_in(app, forged(rows, STRANGE[name]))
        assert caught.value.remedy
        assert len(caught.value.user_message) < 500
        assert [entry.id for entry in await app.catalogue.all()] == ["sound"]


@pytest.mark.parametrize("moment", ["1e400", '"1e400"', "true", "1" + "0" * 400, "null", '"soon"'])
async def test_a_time_that_cannot_even_be_read_is_refused(rows: list[Row], home: Path, moment: str) -> None:
    text = export_json("odd", "Odd", rows)
    line = next(line for line in text.splitlines() if line.strip().startswith('"at":'))
    async with application({"DISPUTATIO_HOME": str(home)}, Masking()) as app:
        with pytest.raises(Refused):
            await take_in(app, text.replace(line, f'"at": {moment},', 1))
        assert await app.catalogue.all() == []


HALF = "\ud800"


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update(title=HALF),
        lambda content: content.update(debate=HALF),
        lambda content: content.update(head={"seq": HALF, "hash": HALF}),
        lambda content: content.update(head={"seq": float("inf"), "hash": ""}),
        lambda content: content.update(requests={HALF: HALF}),
        lambda content: content.update(requests={hashlib.sha256(b"\xed\xa0\x80").hexdigest(): HALF}),
        *(lambda content, name=name: content["events"][0].update({name: HALF}) for name in ("type", "hash", "seq")),
        lambda content: content["events"][0].update(prev_hash=HALF),
        lambda content: content["events"][0]["event"].update(question=HALF),
    ],
)
def test_an_export_with_halves_of_characters_is_refused(
    rows: list[Row], terminal: Any, tmp_path: Path, change: Any
) -> None:
    content = json.loads(export_json("odd", "Odd", rows))
    change(content)
    (tmp_path / "odd.json").write_text(json.dumps(content))
    refused(terminal("import", str(tmp_path / "odd.json")))
    assert json.loads(terminal("list", "--json").stdout) == []


async def test_numbers_of_a_payload_that_no_one_counts_with_are_kept_and_harm_nothing(
    rows: list[Row], home: Path
) -> None:
    data = {"confidence": 1e308, "items": [{"confidence": -1e308, "text": "x", "kind": "agreed"}], "score": 2**62}
    async with application({"DISPUTATIO_HOME": str(home)}, Masking()) as app:
        await take_in(app, forged(rows, every("turn-completed", data=data)))
        found = await app.catalogue.get("forged")
        assert (found.status, found.turns > 0) == ("completed", True)


def test_strange_times_that_are_in_the_store_already_break_no_list(home: Path, terminal: Any) -> None:
    """As an earlier version may have taken them in."""
    assert terminal("debate", "--rehearse", "Is it so?", "--rounds", "1").returncode == 0
    store = sqlite3.connect(next(home.rglob("disputatio.db")))
    (id,) = store.execute("SELECT debate_id FROM debates").fetchone()
    with store:
        store.execute("UPDATE debates SET updated_at = 1e18")
        store.execute("UPDATE debate_sessions SET created_at = 9e999, updated_at = 1e18, completed_at = -1e300")
        store.execute("UPDATE debate_turns SET created_at = -1e18")
    store.close()
    for command in (
        ["list"],
        ["list", "--json"],
        ["show", id],
        ["search", "so"],
        ["export", id],
        ["rebuild"],
        ["backup", str(home / "kept.zip")],
        ["doctor"],
    ):
        done = terminal(*command)
        assert done.returncode == 0, (command, done.stderr)


@pytest.mark.parametrize("moment", [1e18, -1e18, float("nan"), float("inf"), -float("inf"), 0.0])
def test_the_window_shows_any_time(moment: float) -> None:
    assert phrases.day(moment, 1_700_000_000.0)
    assert phrases.clock(moment)


# Formats


def nested(*repeats: str) -> str:
    """A format of loops inside one another."""
    steps = [f'[step.s{n}]\nrepeat = {repeat}\ndo = ["s{n + 1}"]\n' for n, repeat in enumerate(repeats)]
    last = f'[step.s{len(repeats)}]\nask = "one"\n'
    top = 'name = "deep"\ntitle = "Deep"\ndo = ["s0"]\n'
    return top + '[options]\nrounds = 5\n[cast.one]\nrole = "One"\n' + "".join(steps) + last


def loaded(text: str) -> Any:
    return load(text, "deep.toml", (resource("formats") / "standard.toml").read_text("utf-8"))


@pytest.mark.parametrize("repeats", [["1000000000"], ["1001"], ["40", "40"], ["2"] * 12, ["$rounds"] * 5, ["9" * 400]])
def test_a_format_with_too_many_passes_is_refused(repeats: list[str]) -> None:
    text = nested(*(f'"{each}"' if each.startswith("$") else each for each in repeats))
    with pytest.raises(FormatError, match="passes in all"):
        loaded(text)


def test_an_option_that_would_make_too_many_passes_is_refused() -> None:
    format = loaded(nested('"$rounds"', "20"))
    assert opening(format, "Is it so?", model="m:m", options={"rounds": 40})
    with pytest.raises(Exception, match="1,000 passes"):
        opening(format, "Is it so?", model="m:m", options={"rounds": 50})


@pytest.mark.parametrize("number", ["1e300", str(HUGE), "inf", "nan", "9" * 5000, "-1e17"])
def test_an_option_of_a_format_is_a_number_that_can_be_counted_with(number: str) -> None:
    with pytest.raises(FormatError):
        loaded(nested('"$rounds"').replace("rounds = 5", f"rounds = 5\nthreshold = {number}"))


# Files that never end


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def long(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(20 * 2**30)  # without taking the room


ENDLESS = [device, pipe, long]


@pytest.mark.parametrize("made", ENDLESS)
def test_settings_without_an_end_are_told_and_not_read(tmp_path: Path, made: Callable[[Path], None]) -> None:
    path = tmp_path / "settings.toml"
    made(path)
    settings = Settings.load(path)
    (fault,) = settings.faults
    assert "ordinary file" in fault.what or "bytes" in fault.what
    assert settings.model("clerk") == Settings().model("clerk")


@pytest.mark.parametrize("made", ENDLESS)
def test_formats_without_an_end_are_told_and_not_read(tmp_path: Path, made: Callable[[Path], None]) -> None:
    own = tmp_path / "formats"
    own.mkdir()
    made(own / "endless.toml")
    shelf = FormatShelf(own)
    assert "dual" in {found.name for found in shelf.all()}
    with pytest.raises(FormatError):
        shelf.check(own / "endless.toml")


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("budget.cost", float("inf")),
        ("budget.cost", float("nan")),
        ("budget.cost", 10**400),
        ("budget.tokens", HUGE),
        ("budget.turns", -1),
        ("providers.ollama.base_url", "http://127.0.0.1:99999"),
        ("providers.ollama.base_url", "http://[::1"),
        ("providers.ollama.base_url", "http://:80"),
        ("github.address", "https://api.github.com:0"),
    ],
)
def test_a_setting_out_of_range_is_refused(tmp_path: Path, key: str, raw: object) -> None:
    with pytest.raises(BadSetting) as caught:
        Settings(tmp_path / "settings.toml").set(key, raw)
    assert len(caught.value.user_message) < 300


def test_a_number_in_the_settings_with_thousands_of_digits_is_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"[budget]\ncost = {'9' * 5000}\n")
    assert Settings.load(path).faults
    path.write_text(f"[budget]\ncost = {'9' * 400}\ntokens = {HUGE}\nminutes = inf\n")
    assert {fault.key for fault in Settings.load(path).faults} == {"budget.cost", "budget.tokens", "budget.minutes"}
