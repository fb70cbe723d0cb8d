"""Whatever a model says, the debate comes to rest with every call accounted for, and its log can be read again."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from time import process_time
from typing import Any

import markdown
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from disputatio.app.debates.replay import replay
from disputatio.app.paths import resource
from disputatio.debate.log.commands import Continue, Skip
from disputatio.debate.log.events import TurnAbstained, TurnAsked, TurnCompleted, TurnCut, TurnFailed
from disputatio.debate.log.evolve import debate_in
from disputatio.engine.limits import Limits, RetryPolicy
from disputatio.engine.ports import Part, TextDelta, ThinkingDelta
from disputatio.exporting.json_export import export_json, import_json
from disputatio.exporting.markdown import export_markdown
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.request import Request
from disputatio.prompting.shapes import Field
from disputatio.storage.chain import verify
from disputatio.testing.debates import LiveDebate, assessment, live, opening, recorder, voices
from disputatio.testing.scripted import Script, ScriptedProvider
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
UNCAPPED = {"max_turns": None, "max_tokens": None, "max_cost": None}

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["P1", "A", "yes", 10**400, -(10**300), 2**63, 1e308]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


async def survives(name: str, script: Script, **options: Any) -> LiveDebate:
    """Run a debate; failed calls are skipped by the person. Checks what must hold of every debate."""
    first = opening(
        FORMATS[name],
        "Is it so?",
        model="scripted:one",
        clerk="scripted:clerk",
        options={key: value for key, value in {**UNCAPPED, **options}.items() if key in FORMATS[name].options},
    )
    limits = Limits(retry=RetryPolicy(attempts=1), breaker_failures=10**6)
    async with live(first, ScriptedProvider(script), limits=limits) as on:
        await on.settle()
        for _ in range(200):
            if on.runner.debate.over:
                break
            assert on.runner.debate.status == "error"
            await on.tell(Skip(path=next(iter(on.runner.debate.failed))))
            if on.runner.debate.status == "error":
                await on.tell(Continue())
        assert on.runner.debate.over
        await accounted_for(on)
        return on


async def accounted_for(on: LiveDebate) -> None:
    rows, records = await on.log.rows("d"), await on.log.read("d")
    ended = (TurnCompleted, TurnFailed, TurnCut, TurnAbstained)
    asked = {event.path for event in on.events if isinstance(event, TurnAsked)}
    assert asked <= {event.path for event in on.events if isinstance(event, ended)}
    assert verify(rows) == []
    assert list(import_json(export_json("d", "t", rows)).rows) == rows
    assert debate_in(records) == on.runner.debate
    assert replay(records).same
    assert export_markdown("t", records)


# Wrong types in every field of every contract


def wrongly_typed(fields: tuple[Field, ...], draw: Callable[[], Any], rng: random.Random) -> dict[str, Any]:
    """An object of the contract's fields, each holding anything; lists of objects are wrong further down."""
    made: dict[str, Any] = {}
    for field in fields:
        if rng.random() < 0.1:
            continue
        inner = [wrongly_typed(field.of, draw, rng) if rng.random() < 0.6 else draw() for _ in range(rng.randrange(3))]
        made[field.name] = inner if field.of and rng.random() < 0.7 else draw()
    return made


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=4, suppress_health_check=list(HealthCheck))
@given(pool=st.lists(JUNK, min_size=10, max_size=10), seed=st.integers(0, 10**6))
def test_wrong_types_in_every_field_of_every_contract(name: str, pool: list[Any], seed: int) -> None:
    rng = random.Random(seed)
    given_to: set[str] = set()

    def script(request: Request) -> str:
        gives = request.brief.gives
        given_to.add(gives)
        payload: Any = wrongly_typed(CONTRACTS[gives].fields, lambda: rng.choice(pool), rng)
        payload = rng.choice([payload, payload, payload, [payload], rng.choice(pool)])
        said = json.dumps(payload)
        return (
            rng.choice([said, f"```json\n{said}\n```", f"I say:\n\n{said}\n\nand more", repr(payload), f"<p>{said}"])
            or "…"
        )

    asyncio.run(survives(name, script, rounds=2, adversarial=True, sealed=True))
    assert given_to <= CONTRACTS.keys()
    assert given_to


# Texts that break programs

HOSTILE = {
    "blank": " \n\t ",
    "nothing but marks": "\u200b\ufeff\u202e",
    "nul": "It is\0so.\0",
    "half a pair": "It is \ud800 so \udfff.",
    "controls": "".join(map(chr, range(32))) + "\x7f\x9b[2J",
    "numbers": '{"confidence": NaN, "score": 1e999, "items": [Infinity], "level": -0.0}',
    "big number": '{"confidence": ' + "9" * 20_000 + "}",
    "nested lists": "[" * 100_000,
    "nested objects": '{"a":' * 50_000,
    "closed nest": "[" * 20_000 + "]" * 20_000,
    "nested tuple": "(" * 50_000,
    "nested quotes": ">" * 50_000 + " agree",
    "fences": "```" * 50_000,
    "headings": "#" * 100_000 + " Agree",
    "many headings": "### Agree\n- P1\n" * 5_000,
    "bullets": "- " * 100_000,
    "stars": "*" * 200_000,
    "brackets": "[](" * 50_000,
    "data markers": "<<<DATA 0123456789abcdef turn>>>\n" * 5_000,
    "spaces": " " * 500_000 + "x",
    "no spaces": "x" * 500_000,
    "one quote": '"' * 100_001,
    "backslashes": "\\" * 200_000,
    "combining": "a" + "\u0301" * 100_000,
    "entities": "&lt;" * 50_000,
}


@pytest.mark.may_block("formats are read; an answer is read in one go")
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
async def test_hostile_text_from_everybody(text: str) -> None:
    on = await survives("dual", lambda request: text, rounds=1)
    assert on.runner.debate.status in ("max_rounds", "impasse", "completed", "consensus")
    assert on.runner.debate.status != "consensus" or "### Agree" in text


@pytest.mark.may_block("formats are read; an answer is read in one go")
@pytest.mark.parametrize("text", [HOSTILE["half a pair"], HOSTILE["controls"], "<script>alert(1)</script>"])
async def test_hostile_text_in_every_format(text: str) -> None:
    for name in FORMATS:
        await survives(name, lambda request: text, rounds=1)


@pytest.mark.may_block("an answer is read in one go")
async def test_html_and_links_of_a_turn_are_text_in_an_export() -> None:
    evil = (
        "<script>alert(1)</script><img src=x onerror=alert(1)>\n\n![x](http://tracker.invalid/a.png)\n\n"
        "[click](javascript:alert(1))\n\n<!-- -->\n\n# Synthesis\n\n| a |\n|---|\n\n</details><iframe src=//x>"
    )
    script = voices(say=evil, ledger=recorder(evil), assessment=f"{evil}\n\n{assessment(disagree=[f'P1 — {evil}'])}")
    on = await survives("dual", script, rounds=1)
    shown = export_markdown(evil, await on.log.read("d"))
    page = markdown.markdown(shown, extensions=["fenced_code", "tables"])
    for piece in ("<script", "<img", "<iframe", "<!--", "</details", 'href="javascript'):
        assert piece not in page, piece
    assert "alert(1)" in page  # nothing is lost, it is only text
    assert "<h1>Synthesis" not in page


@pytest.mark.may_block("formats are read")
@pytest.mark.parametrize("thinking", [False, True])
async def test_a_model_that_never_stops_is_stopped(thinking: bool) -> None:
    """What it said is kept, the call has failed, and the person can go on."""
    provider = Babbler(thinking)
    first = opening(FORMATS["dual"], "Is it so?", model="babbler:one")
    async with live(first, provider, limits=Limits(longest=50_000)) as on:
        await on.settle()
        assert on.runner.debate.status == "error"
        assert "more than 50,000 characters" in on.runner.debate.why
        assert provider.said < 100_000
        assert any(isinstance(event, TurnCut) and event.text for event in on.events) is not thinking


class Babbler(ScriptedProvider):
    """Says the same for ever."""

    def __init__(self, thinking: bool) -> None:
        super().__init__(lambda request: "", name="babbler")
        self.kind = ThinkingDelta if thinking else TextDelta
        self.said = 0

    def chat(self, model: str) -> Any:
        return self

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        while True:
            await asyncio.sleep(0)
            self.said += 1_000
            yield self.kind(text="and so on " * 100)


@pytest.mark.alone
@pytest.mark.may_block("an answer is read in one go")
@pytest.mark.parametrize(
    "line", ["It is so, and so it is. ", '{"agree": [], ', "- P1 — yes\n", "### Agree\n", "a b ", "(`", "1. ", "x"]
)
async def test_a_reply_of_three_megabytes_takes_no_more_than_its_length(line: str) -> None:
    """Ten times as long takes ten times as long, not a hundred times, whatever is repeated; a line break is no help."""

    async def seconds(size: int) -> float:
        text = (line * (size // len(line) + 1))[:size]
        script = voices(say=text, assessment=text, ledger=recorder("It is so."))
        first = opening(
            FORMATS["dual"], "Is it so?", model="scripted:one", clerk="scripted:clerk", options={"rounds": 1}
        )
        begun = process_time()
        async with live(first, ScriptedProvider(script), limits=Limits(longest=10**9)) as on:
            await on.settle()
            assert on.runner.debate.status != "debating"
        return process_time() - begun

    await seconds(10_000)
    short, long = await seconds(300_000), await seconds(3_000_000)
    assert long < 30 * short + 0.3
