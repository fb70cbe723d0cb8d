"""Full-text search: parts of words, any language, short words, several words, and nothing that is syntax."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.library.workspace import Document, Note, Project
from disputatio.storage import writer
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.search import Search, snippet
from disputatio.storage.sqlite import raw
from disputatio.testing.debates import FrozenClock


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("transaction", ["Databases"]),
        ("ransact", ["Databases"]),
        ("TRANSACTIONS writer", ["Databases"]),
        ("transactions valves", []),
        ("数据库", ["中文"]),
        ("数据", ["中文"]),
        ("库", ["中文"]),
        ("数据库 很", ["中文"]),
        ("of", ["Databases", "Engine"]),
        ('"quoted"', ["Engine"]),
        ("100%", ["Engine"]),
        ("0%", ["Engine"]),
        ("%", ["Engine"]),
        ("_", []),
        ("valves OR transactions", []),
        ("body:valves", []),
        ("NEAR(", []),
        ("*", []),
        ("   ", []),
    ],
)
async def test_queries(database, query: str, titles: list[str]) -> None:
    async with database() as db:
        store, search = LibraryStore(db, FrozenClock()), Search(db)
        await store.create(Document(title="Databases", text="One writer groups transactions of many callers."))
        await store.create(Document(title="Engine", text='A "quoted" valves of 100% steel'))
        await store.create(Document(title="中文", text="这个数据库很快"))
        hits = await search.find(query)
        assert sorted(hit.title for hit in hits.get("document", [])) == sorted(titles)


async def test_hits_are_grouped_by_kind_with_the_place_in_a_snippet(database) -> None:
    async with database() as db:
        store, search = LibraryStore(db, FrozenClock()), Search(db)
        project = await store.create(Project(name="Pump", description="has valves"))
        note = await store.create(
            Note(title="On valves", body="x " * 200 + "\n## Two\n**two**\nvalves here" + " y" * 200, project=project.id)
        )
        hits = await search.find("valves")
        assert set(hits) == {"project", "note"}
        (hit,) = hits["note"]
        assert (hit.id, hit.parent, hit.title) == (note.id, project.id, "On valves")
        assert [hit.snippet[a:b] for a, b in hit.marks] == ["valves"]
        assert hit.snippet.startswith("…")
        assert "Two two valves here" in hit.snippet, "without the signs of Markdown"
        assert set(await search.find("valves", kinds=["project"])) == {"project"}
        await store.edit(Project(name="Pump", description="has none", id=project.id, created_at=0.0))
        assert set(await search.find("valves")) == {"note"}


async def test_texts_are_indexed_while_nobody_writes(database, monkeypatch) -> None:
    monkeypatch.setattr(writer, "QUIET", 0.01)
    async with database() as db:
        Search(db)
        store = LibraryStore(db, FrozenClock())
        for n in range(20):
            await store.create(Note(title=f"note {n}", body="text"))
        waiting = "SELECT count(*) FROM search_queue"
        async with asyncio.timeout(60):
            while await db.read(lambda c: raw(c).execute(waiting).fetchone()[0]):  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0.02)


@given(st.text(max_size=300), st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=3))
def test_marks_are_places_in_the_snippet(body: str, words: list[str]) -> None:
    text, marks = snippet(body, words)
    assert "\n" not in text
    assert all(0 <= a < b <= len(text) for a, b in marks)
