"""Vectors from servers on this machine: every wire, and everything that can be wrong with an answer."""

from __future__ import annotations

import math

import pytest

from disputatio.embeddings.catalogue import VOYAGE, make
from disputatio.engine.errors import (
    BrokenStream,
    InvalidReply,
    NotFound,
    QuotaExceeded,
    RateLimited,
    Rejected,
    Transient,
    Unauthorised,
)
from disputatio.providers.config import ProviderConfig
from disputatio.testing.loopback import Fault, LoopbackServer

pytestmark = pytest.mark.may_block("the HTTP client imports parts of itself in the middle of a call")
KEY = "sk-fake-0123456789"


def embedder(server: LoopbackServer, model: str = "openai:text-embedding-3-small", key: str = KEY):
    name = model.partition(":")[0]
    if name == "gemini":
        return make(model, ProviderConfig(name=name, kind="gemini", title="Gemini", base_url=server.root, key=key))
    kind = "openai" if name == "openai" else "openai-compatible"
    return make(model, ProviderConfig(name=name, kind=kind, base_url=server.openai_url, key=key))


@pytest.mark.parametrize(
    ("model", "dimension"),
    [
        ("openai:text-embedding-3-small", 1536),
        ("gemini:gemini-embedding-001", 3072),
        ("voyage:tiny", 64),
        ("ollama:nomic-embed-text", 64),
    ],
)
async def test_every_wire_gives_vectors_of_length_one_in_order(model: str, dimension: int) -> None:
    async with LoopbackServer() as server:
        asked = embedder(server, model)
        texts = [f"text number {number}" for number in range(250)]
        found = await asked.embed(texts)
        again = await asked.embed([texts[137]])
        await asked.close()
    assert len(server.embeddings) == 4, "250 texts are three requests of at most 100"
    assert [len(each) for each in found] == [dimension] * 250
    assert all(math.isclose(math.hypot(*each), 1, rel_tol=1e-5) for each in found[:5])
    assert again[0] == found[137]
    assert (asked.dimension, asked.name) == (dimension, f"{model}@{dimension}")


async def test_the_key_is_sent_where_it_belongs_and_nothing_else_is() -> None:
    async with LoopbackServer() as server:
        for model in ("openai:text-embedding-3-small", "gemini:gemini-embedding-001"):
            asked = embedder(server, model)
            await asked.embed(["a"])
            await asked.close()
        local = embedder(server, "ollama:nomic-embed-text", key="")
        await local.embed(["a"])
        await local.close()
    openai, gemini, ollama = (seen.headers for seen in server.embeddings)
    assert openai["authorization"] == f"Bearer {KEY}"
    assert gemini["x-goog-api-key"] == KEY
    assert "authorization" not in ollama
    assert server.embeddings[0].body == {"model": "text-embedding-3-small", "input": ["a"]}


async def test_empty_and_huge_texts_are_sent_as_servers_take_them() -> None:
    async with LoopbackServer() as server:
        asked = embedder(server)
        found = await asked.embed(["", "x" * 1_000_000, "end"])
        assert await asked.embed([]) == []
        await asked.close()
    assert len(found) == 3
    assert [len(text) for text in server.embeddings[0].body["input"]] == [1, 20_000, 3]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.UNAUTHORISED, Unauthorised),
        (Fault.QUOTA, QuotaExceeded),
        (Fault.NOT_FOUND, Rejected),
        (Fault.SERVER_ERROR, Transient),
        (Fault.HANG_UP, Transient),
        (Fault.NOT_SSE, InvalidReply),
    ],
)
async def test_faults_come_in_our_words_without_the_key(fault: Fault, error: type[Exception]) -> None:
    async with LoopbackServer() as server:
        server.fault_embeddings("openai", fault, said=f"The key {KEY} is not good.")
        asked = embedder(server)
        with pytest.raises(error) as caught:
            await asked.embed(["a"])
        await asked.close()
    assert KEY not in caught.value.user_message
    assert caught.value.remedy


async def test_a_hint_when_to_come_back_is_read() -> None:
    async with LoopbackServer() as server:
        server.fault_embeddings("openai", Fault.RATE_LIMITED, headers={"Retry-After": "7"})
        asked = embedder(server)
        with pytest.raises(RateLimited) as caught:
            await asked.embed(["a"])
        await asked.close()
    assert caught.value.after == 7


@pytest.mark.parametrize(
    "raw",
    [
        [0.1] * 1535,
        [0.0] * 1536,
        [0.1] * 1535 + [float("nan")],
        [0.1] * 1535 + [float("inf")],
        [1e308] * 1536,
        ["0.1"] * 1536,
        [True] * 1536,
        [],
        "a text",
        None,
        [10**400] * 1536,
    ],
    ids=["short", "zero", "nan", "inf", "overflow", "texts", "truths", "empty", "text", "nothing", "huge"],
)
async def test_what_is_no_vector_is_refused(raw: object) -> None:
    async with LoopbackServer() as server:
        server.embedding = lambda text, dimension: raw  # type: ignore[assignment,return-value]
        asked = embedder(server)
        with pytest.raises(InvalidReply, match="Check the embedding model"):
            await asked.embed(["a"])
        await asked.close()


async def test_an_unknown_model_may_not_change_its_dimension() -> None:
    async with LoopbackServer() as server:
        asked = embedder(server, "ollama:some-model")
        await asked.embed(["a"])
        server.embedding = lambda text, dimension: [1.0] * 7
        with pytest.raises(InvalidReply, match="7 instead of 64"):
            await asked.embed(["a"])
        await asked.close()


async def test_a_missing_key_and_an_absent_server_say_what_to_do() -> None:
    async with LoopbackServer() as server:
        with pytest.raises(Unauthorised, match="OPENAI_API_KEY"):
            await embedder(server, key="").embed(["a"])
    gone = embedder(server, "ollama:nomic-embed-text")
    with pytest.raises(Transient, match="could not be reached"):
        await gone.embed(["a"])
    await gone.close()
    assert not isinstance(Transient("x"), BrokenStream)
    with pytest.raises(Unauthorised, match="VOYAGE_API_KEY"):
        await make("voyage:voyage-3", VOYAGE).embed(["a"])


@pytest.mark.parametrize("model", ["", "openai", "openai:", "local:other", "anthropic:claude", "nobody:x"])
def test_what_names_no_embedding_model_is_refused(model: str) -> None:
    config = ProviderConfig(name="anthropic", kind="anthropic") if model.startswith("anthropic") else None
    with pytest.raises(NotFound):
        make(model, config)
