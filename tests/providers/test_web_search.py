"""A search of the web by the provider's own tool, through each real SDK."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.prompting.request import Request
from disputatio.providers.registry import MAKERS
from disputatio.testing.loopback.dialects import searches

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

PAGES = (("https://example.org/a", "On caches"), ("https://example.org/b", "On disks"))


async def test_the_provider_searches_and_its_pages_end_the_answer(kind: Any, stage: Any, question: Request) -> None:
    if kind not in ("openai", "anthropic", "gemini"):
        pytest.skip("it searches by itself, or not at all")
    asking = replace(question, search=True, temperature=None)
    async with stage(kind) as here:
        here.script(pages=PAGES)
        here.script(pages=PAGES)
        text = await here.text(asking)
        assert text.startswith("Yes, it is so.")
        assert text.rstrip().endswith(
            "Sources:\n[1] On caches https://example.org/a\n[2] On disks https://example.org/b"
        )
        last = await here.finished(asking)
        assert (last.reason, last.usage.prompt, last.usage.completion) == ("stop", 100, 20)
        for seen in here.server.requests:
            assert searches(here.protocol, seen.body)
            assert "Is it so?" in str(seen.body)


async def test_a_turn_never_searches_by_itself(kind: Any, stage: Any, question: Request) -> None:
    async with stage(kind) as here:
        here.script()
        await here.text(question)
        assert not searches(here.protocol, here.server.requests[0].body)


async def test_who_can_search_is_known_before(kind: Any) -> None:
    assert MAKERS[kind].searches is (kind != "openai-compatible")


async def test_an_answer_without_an_end_is_broken_also_when_it_searched(
    kind: Any, stage: Any, question: Request
) -> None:
    from disputatio.testing.loopback import Fault

    async with stage(kind) as here:
        here.fault(Fault.NO_FINISH)
        error = await here.error(replace(question, search=True))
        assert error.kind == "broken-stream"
