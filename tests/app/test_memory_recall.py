"""Memory in the application: what is recalled, what may leave, and embedding in the background with all its faults."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.memory import memories as memories_module
from disputatio.app.memory.memories import terms_of
from disputatio.app.models import embedding as module
from disputatio.app.models.embedding import Progress
from disputatio.app.privacy.frontier import EVERYTHING
from disputatio.app.privacy.sendings import Sending
from disputatio.app.receipts import Grounds, grounds_of
from disputatio.app.settings import declarations
from disputatio.debate.context import Context
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.debate.values import Json
from disputatio.library.similarity import Threshold
from disputatio.testing.loopback import Fault, LoopbackServer

pytestmark = pytest.mark.may_block("the HTTP client imports parts of itself in the middle of a call")

RETRY, QUEUE, WEATHER = "Orders are retried three times", "Failed orders go to a queue", "It rains in November"
QUESTION = "Are orders retried three times"


@asynccontextmanager
async def running(server: LoopbackServer, **environment: str) -> AsyncIterator[Application]:
    """The application on this test's data folder, with an OpenAI that is this machine."""
    environ = {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"], "OPENAI_API_KEY": "sk-fake-0123456789"}
    async with application({**environ, "OPENAI_BASE_URL": server.openai_url} | environment) as app:
        yield app


async def learn(
    app: Application,
    debate: str,
    *texts: str,
    kind: str = "agreed",
    ref: str = "p",
    model: str = "openai:gpt",
    **more: object,
) -> None:
    """A debate on a project that leaves these insights."""
    opened = DebateOpened(
        question="Is it?",
        format=Format(name="dual", title="Dual", body=Block(name=""), cast=()),
        seats=(Seat(id="analyst", part="analyst", role="Analyst", model=model),),
        options={},
        context=Context(kind="project", ref=ref, title="P"),
    )
    asked = TurnAsked(
        path="insights[clerk]", seat="clerk", model=model, task="insights", gives="insights", heard="all", sees=()
    )
    items: list[Json] = [{"text": text, "kind": kind, **more} for text in texts]  # type: ignore[dict-item]
    await app.log.append(debate, [opened, asked, TurnCompleted(path="insights[clerk]", text="", data={"items": items})])


async def embed(app: Application) -> Progress:
    app.memory.embedding.wake()
    return await app.memory.embedding.wait()


def texts(items: Sequence[dict[str, object]]) -> list[object]:
    return [item["text"] for item in items]


async def test_facts_always_and_findings_when_they_are_alike() -> None:
    async with LoopbackServer() as server, running(server) as app:
        await learn(app, "a", QUEUE)
        await learn(app, "b", RETRY + " by rule", WEATHER, kind="finding")
        await learn(app, "c", "Elsewhere orders are retried", ref="other")
        done = await embed(app)
        assert (done.done, done.total, done.trouble) == (4, 4, "")
        items = await app.memory.recall("project", "p", QUESTION)
        assert texts(items) == [QUEUE, RETRY + " by rule"], "the fact holds in any case, the weather is not alike"
        assert [item["established"] for item in items] == [True, False]
        assert items[1]["relevance"] > 0.7
        assert terms_of(items[1]).score > 2
        assert await app.memory.recall("none", "", QUESTION) == []
        counted = {each.text: each.retrievals for each in await app.insights.all(ref="p")}
        assert counted == {QUEUE: 1, RETRY + " by rule": 1, WEATHER: 0}
        await app.memory.embedding.wait()


async def test_what_was_released_for_one_debate_is_held_back_where_it_is_remembered_in_another() -> None:
    key = "gh" + "p_" + "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo"
    async with LoopbackServer() as server, running(server) as app:
        await learn(app, "a", f"Orders are retried with {key}")
        assert (await embed(app)).done == 1
        assert key in (await app.insights.all(ref="p"))[0].text, "the person sees what was said"
        assert texts(await app.memory.recall("project", "p", QUESTION)) == [
            "Orders are retried with [held back: GitHub token]"
        ]
        assert server.embeddings
        assert key not in str([seen.body for seen in server.embeddings])
        await app.memory.embedding.wait()


async def test_words_serve_while_the_embedder_fails_and_it_is_made_up_for_later() -> None:
    async with LoopbackServer() as server, running(server) as app:
        server.fault_embeddings("openai", Fault.UNAUTHORISED)
        await learn(app, "a", RETRY, WEATHER, kind="finding")
        failed = await embed(app)
        assert "did not accept the key" in failed.trouble
        items = await app.memory.recall("project", "p", QUESTION)
        assert texts(items) == [RETRY]
        assert items[0]["relevance"] is None
        assert "did not accept the key" in (await app.memory.search(QUESTION)).why_not
        await app.memory.embedding.wait()
        server.fault_embeddings("openai", None)
        assert (await embed(app)).done == 2
        found = await app.memory.search(QUESTION, kind="project", ref="p")
        assert found.why_not == ""
        assert found.hits[0].insight.text == RETRY
        assert found.hits[0].terms.relevance is not None


async def test_a_question_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUERY", 0.05)
    async with LoopbackServer() as server, running(server) as app:
        server.fault_embeddings("openai", Fault.SLOW_HEADERS)
        await learn(app, "a", RETRY)
        found = await app.memory.search(QUESTION)
        assert "did not answer within" in found.why_not
        assert [each.insight.text for each in found.hits] == [RETRY]


async def test_a_rehearsal_asks_nobody_and_real_debates_never_hear_of_it() -> None:
    async with LoopbackServer() as server, running(server) as app:
        await learn(app, "a", RETRY)
        await learn(app, "r", QUEUE, model="rehearsal:quick")
        assert set(texts(await app.memory.recall("project", "p", "orders", True))) == {RETRY, QUEUE}
        assert server.embeddings == []
        assert texts(await app.memory.recall("project", "p", "orders")) == [RETRY]
        await app.memory.embedding.wait()
        sent = [text for seen in server.embeddings for text in seen.body["input"]]
        assert QUEUE not in sent
        assert RETRY in sent


async def test_by_default_only_what_was_allowed_to_leave_is_embedded() -> None:
    async with LoopbackServer() as server, running(server) as app:
        await learn(app, "a", RETRY, ref="allowed")
        await learn(app, "b", QUEUE, ref="kept")
        far = Sending(
            kind="project", ref="allowed", what="", characters=0, provider="openai", address="https://far.test"
        )
        await app.privacy.give([far])
        chosen = await app.memory.embedding.choice()
        assert chosen.here
        remote = replace(chosen, here=False, config=replace(chosen.config, base_url="https://far.test"))
        allowed = app.memory.embedding.may_embed
        assert await allowed("project/allowed", remote)
        assert not await allowed("project/kept", remote)
        assert not await allowed("none/", remote)
        assert not await allowed("rehearsal/project/allowed", remote)
        app.settings.set(declarations.EMBEDDINGS, "openai:text-embedding-3-large")
        assert not await allowed("project/kept", remote), "who sets a model was not told what goes there"
        await app.privacy.give([replace(far, kind="memories", ref=EVERYTHING)])
        assert await allowed("project/kept", remote)
        assert await allowed("none/", remote)
        assert not await allowed("index/allowed", remote), "all of a repository is a consent of its own"
        assert not await allowed("rehearsal/project/kept", chosen), "a rehearsal stays where it is"


async def test_one_bad_text_keeps_no_other_from_being_embedded() -> None:
    async with LoopbackServer() as server, running(server) as app:
        by_words = server.embedding
        server.embedding = lambda text, size: [] if text == WEATHER else by_words(text, size)
        await learn(app, "a", RETRY, WEATHER, QUEUE)
        done = await embed(app)
        assert (done.done, done.skipped, done.trouble) == (2, 1, "")
        assert (await app.memory.status()).coverage.waiting == {"project/p": 1}


async def test_a_model_that_answers_nonsense_is_given_up_on() -> None:
    async with LoopbackServer() as server, running(server) as app:
        server.embedding = lambda text, size: []
        await learn(app, "a", *(f"Fact number {n} stands" for n in range(20)))
        done = await embed(app)
        assert "no list of numbers" in done.trouble
        assert len(server.embeddings) == 4, "the batch, and three texts of it"


async def test_embedding_is_cancelled_between_batches_and_goes_on_where_it_was(monkeypatch) -> None:
    monkeypatch.setattr(module, "BATCH", 5)
    async with LoopbackServer() as server, running(server) as app:
        await learn(app, "a", *(f"Fact number {n} of kind {n * 7}" for n in range(20)))
        seen: list[Progress] = []
        first = asyncio.Event()

        def look(progress: Progress) -> None:
            seen.append(progress)
            if progress.done:
                first.set()

        stop = app.memory.embedding.observe(look)
        app.memory.embedding.wake()
        await first.wait()
        await app.memory.embedding.cancel()
        assert not app.memory.embedding.progress.running
        before = (await app.memory.status()).coverage.embedded
        assert 5 <= before < 20
        done = await embed(app)
        assert done.done == 20 - before
        assert (await app.memory.status()).coverage.waiting == {}
        stop()
        assert next(each.total for each in seen if each.done) == 20


async def test_another_model_means_another_space_and_nothing_is_compared_across() -> None:
    async with LoopbackServer() as server, running(server) as app:
        await learn(app, "a", RETRY)
        await embed(app)
        app.settings.set(declarations.EMBEDDINGS, "openai:text-embedding-3-large")
        found = (await app.memory.search(QUESTION)).hits
        assert found[0].terms.relevance is None, "not embedded by this model yet: found by its words"
        assert (await embed(app)).done == 1
        assert (await app.memory.search(QUESTION)).hits[0].terms.relevance is not None
        names = [space.name for space, _ in (await app.memory.status()).spaces]
        assert names == ["openai:text-embedding-3-small@1536", "openai:text-embedding-3-large@3072"]
        assert await app.memory.drop_unused() == ["openai:text-embedding-3-small@1536"]


async def test_a_compatible_server_says_its_dimension_by_answering() -> None:
    async with LoopbackServer() as server, running(server) as app:
        app.settings.set("providers.mine.base_url", server.openai_url)
        app.settings.set(declarations.EMBEDDINGS, "mine:any-model")
        await app.keys_changed()
        await learn(app, "a", RETRY)
        assert (await embed(app)).done == 1
        assert [space.name for space, _ in (await app.memory.status()).spaces] == ["mine:any-model@64"]


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ("", "no embedding model is set"),
        ("voyage:voyage-3", "no key for Voyage"),
        ("nobody:x", "no provider nobody"),
        ("local:all-minilm-l6-v2", "no folder with the local model is set"),
        ("gemini:gemini-embedding-001", "no key for Google Gemini"),
    ],
)
async def test_why_only_words_serve_is_said(model: str, why: str) -> None:
    async with LoopbackServer() as server, running(server) as app:
        app.settings.set(declarations.EMBEDDINGS, model)
        await learn(app, "a", RETRY)
        found = await app.memory.search(QUESTION)
        assert why in found.why_not
        assert [each.insight.text for each in found.hits] == [RETRY]
        assert why in (await app.memory.status()).why_not


async def test_models_that_have_no_embeddings_are_said_to_have_none() -> None:
    async with LoopbackServer() as server, running(server, ANTHROPIC_API_KEY="sk-fake-0123456789") as app:
        app.settings.set(declarations.EMBEDDINGS, "anthropic:claude")
        await learn(app, "a", RETRY)
        assert "offers no embeddings" in (await embed(app)).trouble


# ---- from which similarity on ----------------------------------------------------------------------------------------
async def test_the_similarity_is_calibrated_for_the_model_and_decides_what_is_recalled() -> None:
    async with LoopbackServer() as server, running(server) as app:
        before = (await app.memory.status()).least
        assert before.words == "0.70, a cautious default: not calibrated for this model"
        found = await app.memory.calibrate()
        now = (await app.memory.status()).least
        assert now.value == found.least != 0.7
        assert now.words.startswith(f"{found.least:.2f}, calibrated on 360 pairs (precision ")
        assert found.precision >= 0.95
        other = await app.memory.thresholds.least("local:all-minilm-l6-v2")
        assert other.value == 0.7, "what one model's cosines mean says nothing of another's"


async def test_recall_goes_by_the_threshold_in_force() -> None:
    async with LoopbackServer() as server, running(server) as app:
        await learn(app, "b", RETRY + " by rule", WEATHER, kind="finding")
        await embed(app)
        model = (await app.memory.status()).model
        loose = Threshold(least=-1.0, precision=1.0, recall=1.0, pairs=2)
        await app.memory.thresholds.keep(model, loose)
        assert texts(await app.memory.recall("project", "p", QUESTION)) == [RETRY + " by rule", WEATHER]
        app.settings.set(declarations.SIMILARITY, 0.7)
        assert texts(await app.memory.recall("project", "p", QUESTION)) == [RETRY + " by rule"]
        assert (await app.memory.thresholds.least(model)).words == "0.70, as you set it (memory.similarity)"
        await app.memory.embedding.wait()


@pytest.mark.parametrize("content", ["{", "[]", '{"MODEL": {"least": "x"}}', '{"MODEL": 1}'])
async def test_a_file_of_thresholds_that_cannot_be_read_holds_none(content: str) -> None:
    async with LoopbackServer() as server, running(server) as app:
        await app.memory.thresholds.keep("a:b", Threshold(least=0.5, precision=1.0, recall=1.0, pairs=2))
        file = app.paths.data / "similarity.json"
        (name,) = json.loads(file.read_text())
        file.write_text(content.replace("MODEL", name))
        assert (await app.memory.thresholds.least("a:b")).calibrated is None
        await app.memory.thresholds.keep("a:b", Threshold(least=0.5, precision=1.0, recall=1.0, pairs=2))
        assert (await app.memory.thresholds.least("a:b")).value == 0.5


async def test_a_model_that_cannot_be_asked_or_cannot_tell_pairs_apart_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with LoopbackServer() as server, running(server) as app:
        monkeypatch.setattr(memories_module, "threshold_of", lambda scored: None)
        with pytest.raises(Refused, match="does not tell related sentences"):
            await app.memory.calibrate()
        app.settings.set(declarations.EMBEDDINGS, "voyage:voyage-3")
        with pytest.raises(Refused, match="Nothing can be calibrated"):
            await app.memory.calibrate()
        assert (await app.memory.status()).least.calibrated is None


# ---- what an insight rests on ----------------------------------------------------------------------------------------
async def test_an_insight_quotes_what_participants_said() -> None:
    async with LoopbackServer() as server, running(server) as app:
        said = {"seat": "analyst", "turn": "round[2]/analysis[analyst]", "quote": "It is retried three times"}
        await learn(app, "a", RETRY, WEATHER, receipts=[said, {"seat": "critic", "turn": "x", "quote": ""}])
        retry, weather = sorted(await app.insights.all(), key=lambda each: each.id)
        (receipt,) = (await grounds_of(app, retry)).receipts
        assert receipt.line == "analyst, round 2: “It is retried three times”"
        assert (receipt.path, receipt.at) == ("round[2]/analysis[analyst]", "round 2")
        assert await grounds_of(app, replace(weather, id="a:insights[clerk]#9")) == Grounds()
        assert await grounds_of(app, replace(weather, id="a:elsewhere[clerk]#0")) == Grounds()
        assert await grounds_of(app, replace(weather, debate="gone")) == Grounds()
