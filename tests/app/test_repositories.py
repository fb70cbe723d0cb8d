"""Repositories as a person knows them: indexed step by step, searched, remembered, moved, forgotten."""

from __future__ import annotations

import asyncio
import json
import shutil
from array import array
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pygit2
import pytest

from disputatio.app.models.embedding import EmbeddingChoice, QueryVector
from disputatio.app.models.providers import Answer
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.frontier import Consents, Frontier
from disputatio.app.privacy.sendings import Sending
from disputatio.app.repositories.indexer import IndexProgress
from disputatio.app.repositories.repositories import Repositories
from disputatio.app.repositories.repository_memory import OUT_OF_DATE
from disputatio.app.settings import Settings
from disputatio.debate.errors import Refused
from disputatio.debate.log.events import Usage
from disputatio.engine.errors import InvalidReply, NotFound
from disputatio.engine.ports import Vector
from disputatio.engine.routing import Cargo
from disputatio.prompting.request import Request
from disputatio.providers.config import ProviderConfig
from disputatio.repository.errors import NotARepository, ReadingStopped
from disputatio.secrets.detection import Screening
from disputatio.storage.database import Database
from disputatio.storage.repositories import RepositoryStore
from disputatio.storage.sqlite import raw
from disputatio.testing.debates import FrozenClock

TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
FILES = {
    "README.md": "# Shop\n\nSells things.\n",
    "shop/cart.py": '"""The cart of a customer."""\n\n\ndef total(cart):\n    return sum(cart)\n',
    "shop/pay.py": f'"""Payments."""\n\nfrom shop import cart\n\nTOKEN = "{TOKEN}"\n\n\ndef pay(card):\n    return 1\n',
    "tests/test_cart.py": "def test_total():\n    assert total([1]) == 1\n",
    "vendor/lib.py": "def total():\n    pass\n",
    ".env": "PASSWORD=hunter2hunter2\n",
    "logo.png": "\0\1",
}


class Meaning:
    """An embedding model of three numbers. What it was sent is in `sent`."""

    def __init__(self, why_not: str = "", allowed: bool = True) -> None:
        self.why_not, self._allowed = why_not, allowed
        self.sent: list[str] = []

    async def choice(self) -> EmbeddingChoice:
        return EmbeddingChoice(model="fake:tiny", why_not=self.why_not)

    async def may_embed(self, scope: str, chosen: EmbeddingChoice) -> bool:
        return self._allowed

    async def sending(self, scope: str, chosen: EmbeddingChoice, characters: int, *, what: str) -> Sending | None:
        return None

    async def space(self) -> tuple[str, int]:
        return "fake:tiny@3", 3

    async def embed(self, scope: str, texts: Sequence[str]) -> list[Vector | None]:
        assert scope.startswith("index/")
        self.sent += texts
        return [None if "README" in text else self._vector(text) for text in texts]

    async def query(self, text: str, scopes: Iterable[str]) -> QueryVector:
        if self.why_not or not self._allowed:
            return QueryVector(why_not=self.why_not or "not allowed")
        return QueryVector(vector=self._vector(text), space="fake:tiny@3")

    def _vector(self, text: str) -> Vector:
        found = [float("money" in text or "card" in text), float("sum" in text), 0.1]
        length = sum(each * each for each in found) ** 0.5
        return array("f", [each / length for each in found])


CART = "- It sums up a cart (shop/cart.py:5: `return sum(cart)`)."


class Summariser:
    """A model that answers what `says` makes of a request; what it was asked is in `asked`."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.false_citation = False

    async def ask(self, model: str, request: Request, cargo: Cargo) -> Answer:
        assert cargo.summarised
        text = request.messages[0].text
        self.asked.append(text)
        if '"files"' in text:
            paths = [path for path in FILES if f'path="{path}"' in text]
            listed = [{"path": path, "summary": f"It is {path} ({path}:1)."} for path in paths]
            return Answer(text=json.dumps({"files": listed}), usage=Usage(prompt=100, completion=10))
        claims = [CART, "- It is there (shop/cart.py:4).", "- It has no citation.", "- It flies (shop/wings.py:3)."]
        if self.false_citation:
            claims = claims[1:]
        return Answer(text="\n".join(["## Purpose", *claims]), usage=None)


class Prices:
    def price(self, model: str, usage: Usage) -> int | None:
        return usage.total

    def estimate_tokens(self, text: str) -> int:
        return len(text) // 4


class Shop:
    """A repository in a folder, and what is known of it."""

    def __init__(
        self, folder: Path, store: RepositoryStore, database: Database, meaning: Meaning, settings: Settings
    ) -> None:
        self.path, self.database, self.meaning, self.model = str(folder), database, meaning, Summariser()
        self.git = pygit2.init_repository(self.path, initial_head="main")
        clock = FrozenClock()
        self.providers: dict[str, ProviderConfig] = {}
        frontier = Frontier(settings, self.providers.get, Prices(), Consents(folder.parent))
        clones = folder.parent / "clones"
        self.known = Repositories(store, meaning, clock, self.model, Prices(), frontier, clones)  # type: ignore[arg-type]

    def commit(self, files: Mapping[str, str], *gone: str) -> str:
        index = pygit2.Index()
        parents = [] if self.git.head_is_unborn else [self.git.head.target]
        if parents:
            index.read_tree(self.git.head.peel(pygit2.Commit).tree)
        for path in gone:
            index.remove(path)
        for path, text in files.items():
            index.add(pygit2.IndexEntry(path, self.git.create_blob(text.encode()), pygit2.enums.FileMode.BLOB))
        author = pygit2.Signature("Ada", "ada@example.org", 1_700_000_000 + len(files), 0)
        tree = index.write_tree(self.git)
        return str(self.git.create_commit("HEAD", author, author, "Change", tree, parents))


@asynccontextmanager
async def opened(folder: Path, meaning: Meaning | None = None) -> AsyncIterator[Shop]:
    database = await Database.open(folder / "test.db")
    try:
        none = Meaning(why_not="no embedding model is set")
        settings = await asyncio.to_thread(Settings.load, folder / "settings.toml")
        shop = Shop(folder / "shop", RepositoryStore(database), database, meaning or none, settings)
        shop.commit(FILES)
        yield shop
    finally:
        await database.close()


async def test_a_repository_is_opened_indexed_and_told_of(tmp_path: Path) -> None:
    async with opened(tmp_path) as shop:
        told = await shop.known.open(shop.path)
        assert (told.name, told.branch, told.files, told.index.at, told.memory.kind) == (
            "shop",
            "main",
            7,
            None,
            "none",
        )
        assert [share.language for share in told.languages] == ["Python"]
        steps: list[IndexProgress] = []
        done = await shop.known.index(shop.path, steps.append)
        assert (done.read, done.removed, done.files, done.chunks) == (5, 0, 5, 6)
        assert done.why_not == "no embedding model is set"
        assert [(step.step, step.done, step.total) for step in steps] == [("reading", 0, 5), ("reading", 5, 5)]
        told = await shop.known.status(shop.path)
        assert (told.index.stale, told.index.chunks, told.memory.kind) == (0, 6, "map")
        assert [each.path for each in await shop.known.all()] == [told.path]


async def test_only_what_changed_is_read_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as shop:
        await shop.known.index(shop.path)
        assert (await shop.known.index(shop.path)).read == 0
        moved = FILES["shop/pay.py"]
        shop.commit(
            {"shop/cart.py": "def total(c):\n    return 0\n", "money/pay.py": moved}, "shop/pay.py", "README.md"
        )
        told = await shop.known.status(shop.path)
        assert told.index.stale == 3
        done = await shop.known.index(shop.path)
        assert (done.read, done.removed, done.files) == (1, 1, 4)
        found = await shop.known.search(shop.path, "money pay")
        assert found.hits[0].path == "money/pay.py"
        assert "return 0" in (await shop.known.search(shop.path, "total cart")).hits[0].text
        knowledge = await shop.known.knowledge(shop.path)
        assert "README.md" not in knowledge.text
        assert "money/pay.py (imported" not in knowledge.text
        assert "money/pay.py: Payments." in knowledge.text


async def test_what_is_stopped_is_kept_and_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as shop:
        many = {f"part/module{n}.py": f"def f{n}():\n    return {n}\n" for n in range(100)}
        shop.commit(many)
        seen: list[IndexProgress] = []
        with pytest.raises(ReadingStopped):
            await shop.known.index(shop.path, seen.append, lambda: len(seen) > 1)
        half = await shop.known.status(shop.path)
        assert (half.index.commit, half.index.at) == ("", None)
        with pytest.raises(NotFound, match="not indexed"):
            await shop.known.search(shop.path, "anything")
        done = await shop.known.index(shop.path)
        assert 0 < done.read < 105
        assert done.files == 105
        task = asyncio.create_task(shop.known.index(shop.path))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_secrets_are_neither_indexed_nor_found_nor_embedded(tmp_path: Path) -> None:
    async with opened(tmp_path, Meaning()) as shop:
        done = await shop.known.index(shop.path)
        assert (done.embedded, done.skipped) == (5, 1)
        assert not any(TOKEN in text or "hunter2" in text for text in shop.meaning.sent)
        assert any("[held back: GitHub token]" in text for text in shop.meaning.sent)
        found = await shop.known.search(shop.path, f"token {TOKEN} password hunter2")
        assert not any(TOKEN in hit.text or "hunter2" in hit.text for hit in found.hits)
        words = "SELECT group_concat(words) FROM code_words_of_1"
        (kept,) = await shop.database.read(lambda c: raw(c).execute(words).fetchone())
        assert "16c7e42" not in kept.lower()
        assert [each.kind for each in await shop.known.reading.held_back(shop.path)] == [
            "environment file",
            "GitHub token",
        ]


async def test_a_search_joins_words_and_meaning(tmp_path: Path) -> None:
    async with opened(tmp_path, Meaning()) as shop:
        await shop.known.index(shop.path)
        found = await shop.known.search(shop.path, "money")
        assert found.why_not == ""
        assert (found.hits[0].path, found.hits[0].by_words, found.hits[0].by_meaning) == ("shop/pay.py", None, 1)
        state = (await shop.known.status(shop.path)).index
        assert (state.embedded, state.chunks, state.model) == (5, 6, "fake:tiny")
        shop.commit({"shop/cart.py": "def total():\n    return 2\n"})
        assert (await shop.known.index(shop.path)).embedded == 1
        tables = "SELECT (SELECT count(*) FROM vectors), (SELECT count(*) FROM repository_chunks)"
        assert (await shop.database.read(lambda c: raw(c).execute(tables).fetchone())) == (4, 5)


async def test_nothing_is_embedded_that_may_not_be(tmp_path: Path) -> None:
    async with opened(tmp_path, Meaning(allowed=False)) as shop:
        done = await shop.known.index(shop.path)
        assert done.embedded == 0
        assert "you have not agreed that all of it goes to fake" in done.why_not
        assert shop.meaning.sent == []


async def test_a_debate_gets_what_bears_on_its_question(tmp_path: Path) -> None:
    question = "How is the total of a cart computed?"
    async with opened(tmp_path, Meaning()) as shop:
        plain = await shop.known.context(shop.path, "", question)
        assert "map" not in [section.name for section in plain.sections]
        await shop.known.index(shop.path)
        first = await shop.known.context(shop.path, "", question)
        sections = {section.name: section for section in first.sections}
        assert list(sections) == ["readme", "tree", "languages", "history", "map", "files"]
        assert not sections["map"].verified
        assert "not summarised" in sections["map"].title
        assert "### shop/cart.py\n" in sections["files"].text
        assert "4| def total(cart):" in sections["files"].text
        assert sections["files"].title.endswith("(found by words and by meaning)")
        assert TOKEN not in str(first)
        quiet = await shop.known.context(shop.path, "", question, ask=False)
        assert quiet.sections[-1].title.endswith("(found by words)")
        old = first.pin
        shop.commit({"shop/cart.py": "def total(cart):\n    return 3\n"})
        now = await shop.known.context(shop.path, "", question)
        assert "return 3" in now.sections[-1].text, "an index that lags behind by little is brought up"
        then = await shop.known.context(shop.path, old, question)
        assert "return 3" not in then.sections[-1].text
        assert "of another commit" in then.sections[-1].cut


async def test_what_is_held_back_of_a_context_is_listed_and_can_be_released(tmp_path: Path) -> None:
    async with opened(tmp_path) as shop:
        await shop.known.index(shop.path)
        screening = Screening()
        files = (await shop.known.context(shop.path, "", "payments token", screening=screening)).sections[-1]
        assert "Held back as likely secrets: GitHub token (shop/pay.py:5)" in files.cut
        (held,) = screening.held_back
        assert held.place == "shop/pay.py:5"
        released = Screening([held.id])
        files = (await shop.known.context(shop.path, "", "payments token", screening=released)).sections[-1]
        assert TOKEN in files.text


async def test_a_moved_folder_is_known_again_and_another_in_its_place_is_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as shop:
        await shop.known.index(shop.path)
        shutil.move(shop.path, tmp_path / "elsewhere")
        lost = await shop.known.status(shop.path)
        assert "does not exist" in lost.trouble
        told = await shop.known.open(str(tmp_path / "elsewhere"))
        assert (told.index.chunks, told.name) == (6, "elsewhere")
        assert len(await shop.known.all()) == 1
        shutil.rmtree(tmp_path / "elsewhere")
        other = pygit2.init_repository(str(tmp_path / "elsewhere"), initial_head="main")
        author = pygit2.Signature("Bo", "bo@example.org", 5, 0)
        other.create_commit("HEAD", author, author, "other", other.TreeBuilder().write(), [])
        assert (await shop.known.open(str(tmp_path / "elsewhere"))).index.at is None
        with pytest.raises(NotARepository):
            await shop.known.status(str(tmp_path / "never"))


async def test_forgetting_leaves_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, Meaning()) as shop:
        await shop.known.index(shop.path)
        await shop.known.remember(shop.path, "fake:model")
        assert await shop.known.forget(shop.path)
        assert not await shop.known.forget(shop.path)
        for table in ("repositories", "repository_files", "repository_chunks", "repository_summaries", "vectors"):
            sql = f"SELECT count(*) FROM {table}"
            assert (await shop.database.read(lambda c, sql=sql: raw(c).execute(sql).fetchone())) == (0,), table
        names = "SELECT name FROM sqlite_schema WHERE name LIKE 'code_words%'"
        assert await shop.database.read(lambda c: raw(c).execute(names).fetchall()) == []
        assert await shop.known.all() == []


async def test_a_model_summarises_from_the_files_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as shop:
        await shop.known.index(shop.path)
        expected = await shop.known.memory_forecast(shop.path, "fake:model")
        assert (expected.files, expected.folders, expected.calls) == (4, 2, 3)
        assert expected.cost == expected.tokens
        assert expected.sending is None, "a model in this process"
        shop.providers["fake"] = ProviderConfig(name="fake", kind="openai", key="k")
        with pytest.raises(ConsentNeeded) as needed:
            await shop.known.remember(shop.path, "fake:model")
        [asked] = needed.value.asked
        assert (asked.kind, asked.ref, asked.characters) == ("summary", shop.path, expected.characters)
        assert shop.model.asked == []
        shop.providers.clear()
        done = await shop.known.remember(shop.path, "fake:model")
        assert (done.made, done.unsupported) == (6, 6)
        assert not any(TOKEN in text for text in shop.model.asked)
        known = await shop.known.knowledge(shop.path)
        assert known.text == f"## Purpose\n{CART}"
        context = await shop.known.context(shop.path, "", "cart")
        assert [section.name for section in context.sections] == ["memory", "files"]
        assert context.sections[0].verified
        assert (await shop.known.memory_forecast(shop.path, "fake:model")).calls == 0


async def test_only_what_changed_is_summarised_again_and_what_is_stale_is_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as shop:
        await shop.known.index(shop.path)
        await shop.known.remember(shop.path, "fake:model")
        shop.commit(
            {"shop/cart.py": '"""Another."""\n\n\ndef total(cart):\n    return sum(cart)\n'}, "tests/test_cart.py"
        )
        await shop.known.index(shop.path)
        told = (await shop.known.status(shop.path)).memory
        assert (told.kind, told.stale) == ("made", ("shop/cart.py", "tests/test_cart.py"))
        context = await shop.known.context(shop.path, "", "cart")
        assert "may be out of date: shop/cart.py, tests/test_cart.py" in context.sections[0].text
        line = f"{CART} {OUT_OF_DATE}"
        assert line in context.sections[0].text
        assert line in (await shop.known.knowledge(shop.path)).text
        shop.model.asked.clear()
        await shop.known.remember(shop.path, "fake:model")
        assert len(shop.model.asked) == 3
        assert 'path="shop/pay.py"' not in shop.model.asked[0]
        assert (await shop.known.status(shop.path)).memory.stale == ()


async def test_what_cannot_be_summarised_says_why(tmp_path: Path) -> None:
    async with opened(tmp_path) as shop:
        await shop.known.open(shop.path)
        with pytest.raises(NotFound, match="not indexed"):
            await shop.known.memory_forecast(shop.path, "fake:model")
        await shop.known.index(shop.path)
        for model in ("", "rehearsal:quick"):
            with pytest.raises(Refused, match="no model to summarise"):
                await shop.known.remember(shop.path, model)
        shop.model.false_citation = True
        with pytest.raises(InvalidReply, match="quoted nothing from the repository"):
            await shop.known.remember(shop.path, "fake:model")
        assert (await shop.known.status(shop.path)).memory.kind == "map"
