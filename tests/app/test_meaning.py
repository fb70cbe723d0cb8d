"""Statements are one when they are alike by meaning, never across a negation, and only where a model may see them."""

from __future__ import annotations

import os
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.models.embedding import Statements, alike
from disputatio.debate.context import Context
from disputatio.engine.ports import Vector
from disputatio.testing.loopback import Fault, LoopbackServer

pytestmark = pytest.mark.may_block("the HTTP client imports parts of itself in the middle of a call")

PROJECT = Context(kind="project", ref="p", title="P")
KNOWN = {"c1": "The queue keeps failed orders for a day"}
PARAPHRASE = "The queue holds failed orders for a day"


def vector(*numbers: float) -> Vector:
    return array("f", numbers)


def test_alike_by_the_vectors_and_never_across_a_negation() -> None:
    texts = {PARAPHRASE: vector(1, 0), KNOWN["c1"]: vector(0.95, 0.3), "Elsewhere": vector(0, 1)}
    denial = "The queue does not keep failed orders for a day"
    vectors = {**texts, denial: vector(1, 0)}
    assert alike([PARAPHRASE, "Elsewhere", denial, "without a vector"], KNOWN, vectors) == {PARAPHRASE: "c1"}


@asynccontextmanager
async def running(server: LoopbackServer) -> AsyncIterator[Application]:
    environ = {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"], "OPENAI_API_KEY": "sk-fake-0123456789"}
    async with application({**environ, "OPENAI_BASE_URL": server.openai_url}) as app:
        app.settings.set("memory.embeddings", "openai:text-embedding-3-small")
        yield app


async def test_each_statement_is_embedded_once() -> None:
    async with LoopbackServer() as server, running(server) as app:
        statements = Statements(app.memory.embedding)
        same = KNOWN["c1"]
        assert await statements.same(PROJECT, [same + "."], KNOWN) == {same + ".": "c1"}
        asked = len(server.requests)
        assert await statements.same(PROJECT, [same + "."], KNOWN) == {same + ".": "c1"}
        assert len(server.requests) == asked


async def test_what_fails_leaves_the_words() -> None:
    async with LoopbackServer() as server, running(server) as app:
        server.fault_embeddings("openai", Fault.UNAUTHORISED)
        assert await Statements(app.memory.embedding).same(PROJECT, [PARAPHRASE], KNOWN) == {}


async def test_nothing_is_sent_that_was_not_allowed() -> None:
    async with LoopbackServer() as server, running(server) as app:
        app.settings.reset("memory.embeddings")
        assert await Statements(app.memory.embedding).same(PROJECT, [PARAPHRASE], KNOWN) == {}
        assert not server.requests
