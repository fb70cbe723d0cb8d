"""Chunks beside memories: their vectors are apart, found within one repository, and gone with it."""

from __future__ import annotations

from array import array

import pytest

from disputatio.library.memory import Memory
from disputatio.storage import memories, vectors
from disputatio.storage.code import ChunkRow, FileRow
from disputatio.storage.repositories import RepositoryStore
from disputatio.storage.sqlite import raw


def file(path: str, blob: str, *words: str) -> FileRow:
    chunks = [
        ChunkRow(first=n, last=n, kind="definition", name=word, names=word, words=word)
        for n, word in enumerate(words, 1)
    ]
    return FileRow(path=path, blob=blob, language="Python", outline='["",[],[],0]', words=path, chunks=tuple(chunks))


def towards(*numbers: float) -> array[float]:
    return array("f", numbers)


@pytest.mark.parametrize("native", [True, False])
async def test_vectors_of_chunks_and_of_memories_do_not_meet(database, native: bool, monkeypatch) -> None:
    if not native:
        monkeypatch.setattr(vectors, "native", lambda driver: False)
    async with database() as db:
        shelf = RepositoryStore(db)
        store = shelf.code
        shop = await shelf.open("/shop", "1" * 40, "shop", 1.0, lambda path: False)
        other = await shelf.open("/other", "2" * 40, "other", 2.0, lambda path: False)
        await store.put(shop.id, [file("a.py", "b1", "cart", "pay")])
        await store.put(other.id, [file("a.py", "b1", "cart")])
        space = await store.ready("fake:tiny@2", 2, 0.0)
        waiting = await store.unembedded_chunks(shop.id, space, 0, 10)
        assert [place.name for place in waiting] == ["cart", "pay"]
        await store.embed(shop.id, space, [(waiting[0].id, towards(1, 0)), (waiting[1].id, towards(0, 1))])
        (theirs,) = await store.unembedded_chunks(other.id, space, 0, 10)
        await store.embed(other.id, space, [(theirs.id, towards(1, 0)), (99, towards(1, 0))])

        def remember(connection) -> None:
            driver = raw(connection)
            own = vectors.ready_space(driver, "fake:tiny@2", 2, 0.0)
            memory = Memory(kind="insight", ref="i", scope="project/p", text="cart", importance=5.0)
            vectors.put(driver, own, memories.keep(driver, memory), "project/p", towards(1, 0))

        await db.write(remember)
        assert [id for id, _ in await store.near(shop.id, "fake:tiny@2", towards(0, 1), 5)] == [
            waiting[1].id,
            waiting[0].id,
        ]
        assert (await store.near(shop.id, "fake:tiny@2", towards(0, 1, 0), 5)) == []
        assert (await store.coverage(shop.id, "fake:tiny"), await store.coverage(shop.id, "fake:ti")) == (2, 0)
        await store.put(shop.id, [file("a.py", "b2", "cart")])
        assert await store.coverage(shop.id, "fake:tiny") == 0, "another blob has no vectors yet"
        assert await store.coverage(other.id, "fake:tiny") == 1
        await db.write(lambda c: memories.forget(raw(c), "insight", "i"))
        assert await store.coverage(other.id, "fake:tiny") == 1
        await shelf.forget(other.id)
        assert await store.near(other.id, "fake:tiny@2", towards(1, 0), 5) == []
        assert (await db.read(lambda c: raw(c).execute("SELECT count(*) FROM vectors").fetchone())) == (0,)


async def test_words_are_weighed_within_one_repository(database) -> None:
    async with database() as db:
        shelf = RepositoryStore(db)
        store = shelf.code
        shop = await shelf.open("/shop", "", "shop", 1.0, lambda path: False)
        await store.put(shop.id, [file("a.py", "b1", "cart", "pay"), file("b.py", "b2", "pay")])
        named = await store.places(list(await store.by_words(shop.id, ["cart"], 5)))
        assert [(place.path, place.name, place.first) for place in named.values()] == [("a.py", "cart", 1)]
        assert len(await store.by_words(shop.id, ["pay", "cart"], 5)) == 3
        assert await store.by_words(shop.id, [], 5) == await store.by_words(shop.id, ['"'], 5) == {}
        known = await store.known_files(shop.id)
        await store.rename(shop.id, [(known["b.py"].id, "money.py", "money")])
        assert len(await store.by_words(shop.id, ["money"], 5)) == 1
        await store.remove(shop.id, [known["a.py"].id])
        assert await store.counts(shop.id) == (1, 1)
        await shelf.clear(shop.id)
        assert await store.counts(shop.id) == (0, 0)
        assert [each.path for each in await shelf.all()] == ["/shop"]
