"""Searching texts by words, and the web at an endpoint that speaks SearXNG's API."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.testing.loopback.searxng import Hit, SearchServer
from disputatio.tools.documents import LINES, PASSAGES, found_in, passages_of
from disputatio.tools.searxng import RESULTS, SearchFailed, search, shown

pytestmark = pytest.mark.may_block("the HTTP library imports parts of itself in the middle of a call")

GUIDE = "# Leave\n\nEvery employee has 30 days of leave.\nUnused leave expires in March.\n\nThe canteen opens at noon."


def test_the_passage_with_the_rarer_word_comes_first_with_its_lines() -> None:
    found = found_in([("Guide", GUIDE), ("Menu", "Leave the tray.\n\nSoup.")], "when does unused leave expire")
    assert found.startswith("Guide:3: Every employee has 30 days of leave.\nGuide:4: Unused leave expires in March.")
    assert "Menu:1: Leave the tray." in found
    assert "canteen" not in found


def test_nothing_found_says_what_there_is() -> None:
    assert found_in([("Guide", GUIDE)], "zeppelin") == "No passage has any of these words. There are: Guide."
    assert found_in([], "zeppelin") == "There are no documents."
    assert "give some words" in found_in([("Guide", GUIDE)], "?")


def test_more_than_is_shown_is_counted() -> None:
    found = found_in([("Long", "\n\n".join(["word"] * (PASSAGES + 3)))], "word")
    assert found.count("Long:") == PASSAGES
    assert "3 more passages" in found


@given(st.lists(st.text(alphabet="ab \n", max_size=30), max_size=20))
def test_passages_hold_every_line_with_words_once_where_it_stands(parts: list[str]) -> None:
    text = "\n".join(parts)
    lines = text.split("\n")
    held = [(each.first + n, line) for each in passages_of("T", text) for n, line in enumerate(each.lines)]
    assert [(n, line) for n, line in enumerate(lines, 1) if line.strip()] == held
    assert all(len(each.lines) <= LINES for each in passages_of("T", text))


async def test_an_endpoint_is_asked_and_its_pages_are_told() -> None:
    async with SearchServer() as engine:
        engine.finds("tides", Hit("https://example.org/t", "On  tides", "The moon\npulls.", "2026-03-01T00:00:00"))
        for address in (engine.root, f"{engine.root}/", f"{engine.root}/search"):
            text = shown(await search(address, "tides"))
            assert text == "[1] On tides https://example.org/t (2026-03-01)\nThe moon pulls."
        assert shown(await search(engine.root, "moons")) == "Nothing was found."
        assert engine.queries == ["tides"] * 3 + ["moons"]


async def test_addresses_that_are_none_and_more_than_is_read_are_left_out() -> None:
    async with SearchServer() as engine:
        engine.finds("q", Hit("javascript:alert(1)"), *(Hit(f"https://example.org/{n}") for n in range(40)))
        pages = await search(engine.root, "q")
        assert len(pages) == RESULTS
        assert all(page.address.startswith("https://") for page in pages)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((403, b""), "refuses to answer in JSON"),
        ((500, b""), "answered 500"),
        ((200, b"<!doctype html>"), "no SearXNG endpoint"),
        ((200, b"[]"), "no SearXNG endpoint"),
        ((200, json.dumps({"results": ["x", None, 7]}).encode()), ""),
        ((200, b"x" * 5_000_000), "too much"),
    ],
)
async def test_what_an_endpoint_does_wrong_is_said(answer: tuple[int, bytes], told: str) -> None:
    async with SearchServer() as engine:
        engine.answer = answer
        if not told:
            assert await search(engine.root, "q") == []
            return
        with pytest.raises(SearchFailed, match=told):
            await search(engine.root, "q")


async def test_an_endpoint_that_is_not_there_or_says_nothing() -> None:
    with pytest.raises(SearchFailed, match="could not be asked"):
        await search("http://127.0.0.1:9", "q")
    async with SearchServer() as engine:
        engine.hang = True
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await search(engine.root, "q")
