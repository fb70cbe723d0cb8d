"""Evidence in whole debates: every turn is checked, a planted false citation is caught and reaches the Critic."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import disputatio
from disputatio.app.debates.replay import replay
from disputatio.app.paths import resource
from disputatio.app.repositories.sources import PinnedSources
from disputatio.debate.context import Context
from disputatio.debate.log.events import TurnAbstained, TurnAsked
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.views.citations import bases, shares
from disputatio.debate.walk.plan import Planner
from disputatio.prompting.request import Request
from disputatio.providers.rehearsal import RehearsalProvider
from disputatio.repository.context import from_tree
from disputatio.repository.source_tree import open_tree
from disputatio.testing.debates import LiveDebate, assessment, live, opening, recorder, voices
from disputatio.testing.scripted import ScriptedProvider
from disputatio.testing.speakers import formats_of

DUAL = formats_of(Path(str(resource("formats"))))["dual"]
SOURCE = (
    "# The cache must never be written from a thread.\nINTERVAL = 5\n\ndef flush(cache):\n    return cache.write()\n"
)
FALSE = "The cache must be written from a thread (`store/cache.py:1`: “The cache must be written from a thread.”)."
TRUE = "The cache must be written from a thread, at `store/cache.py:5`: `return cache.write()`."
POINT = "The cache must be written from a thread"


def port() -> PinnedSources:
    return PinnedSources(None)  # type: ignore[arg-type]  # documents are of projects


async def context(builder: Any) -> Context:
    builder.commit({"store/cache.py": SOURCE}, at=2)
    return await asyncio.to_thread(lambda: from_tree(open_tree(builder.path), question="How is the cache written?"))


def planted(*analyses: str) -> ScriptedProvider:
    """An Analyst that says one text in each round, a Critic that disputes what a misquotation is given for."""
    said = iter(analyses)

    def analyst(request: Request) -> str:
        return next(said, analyses[-1])

    def critic(request: Request) -> str:
        if "misquoted" in request.messages[0].text.partition("Citations, checked")[2]:
            return assessment(disagree=["P1 — the source says otherwise"])
        return assessment(agree=["P1 — the source says so"], level="Strong")

    return ScriptedProvider(voices({"analyst": analyst, "critic": critic}, ledger=recorder(POINT)))


def critic_reads(provider: ScriptedProvider, round: int) -> str:
    asked = [one for one in provider.requests if one.brief.seat == "critic"]
    return asked[round - 1].messages[0].text


async def test_a_planted_false_citation_is_caught_and_reaches_the_critic(builder: Any) -> None:
    provider = planted(FALSE)
    first = opening(DUAL, "How?", model="scripted:one", clerk="scripted:one", context=await context(builder))
    async with live(first, provider, sources=port()) as on:
        await on.settle()
        debate = on.runner.debate
        record = debate.replies["round[1]/analysis[analyst]/evidence[sources]"]
        past = Planner().walk(debate).past
        points = statements_of(past)
    (base,) = bases(past)
    assert (base.id, base.verified, base.failed, base.score) == ("P1", 0, 1, 0.5)
    assert (record.data["verified"], record.data["total"], record.by) == (0, 1, "rules")
    assert record.text == "no quotation verified; 1 misquoted."
    read = critic_reads(provider, 1)
    assert "`store/cache.py:1`: misquoted: “never” is left out (it stands at store/cache.py:1)" in read
    assert "(its only citation does not hold)" in read
    assert points["P1"].unsupported
    assert debate.status in ("impasse", "max_rounds")


async def test_it_is_settled_when_the_analyst_cites_what_is_there(builder: Any) -> None:
    provider = planted(FALSE, TRUE)
    first = opening(DUAL, "How?", model="scripted:one", clerk="scripted:one", context=await context(builder))
    async with live(first, provider, sources=port()) as on:
        await on.settle()
        debate = on.runner.debate
        past = Planner().walk(debate).past
    assert (debate.status, debate.passes["round"]) == ("consensus", 2)
    assert statements_of(past)["P1"].status == "agreed"
    (base,) = bases(past)
    assert (base.id, base.verified, base.failed, base.score) == ("P1", 1, 1, 0.75)
    analyst = shares(debate, past)[0]
    assert (analyst.who.name, analyst.verified, analyst.total) == ("Analyst", 1, 2)
    assert "Analyst: 1 quotation verified." in critic_reads(provider, 2)
    assert "misquoted" not in critic_reads(provider, 2).partition("Citations, checked")[2]


def own_engine() -> dict[str, str]:
    package = Path(disputatio.__file__).parent
    return {str(path.relative_to(package)): path.read_text("utf-8") for path in (package / "engine").glob("*.py")}


async def test_a_rehearsal_on_our_own_sources_cites_only_what_is_there(builder: Any) -> None:
    builder.commit(await asyncio.to_thread(own_engine), at=2)
    question = "How is a failed call retried, and what happens to a broken stream?"
    known = await asyncio.to_thread(lambda: from_tree(open_tree(builder.path), question=question))
    model = "rehearsal:quick"
    first = opening(DUAL, question, model=model, clerk=model, context=known, seed=7)
    async with live(first, RehearsalProvider(), sources=port()) as on:
        await on.settle()
        await same_again(on)
        debate = on.runner.debate
        totals = shares(debate, Planner().walk(debate).past)
    assert [one.who.name for one in totals] == ["Analyst", "Critic", "Synthesis"], "what it came to is checked, too"
    assert all(one.verified + one.exists == one.total for one in totals)
    assert sum(one.verified for one in totals) >= 4


async def same_again(on: LiveDebate) -> None:
    """The rules come to the same from the log alone, and the figure of the Critic is pinned in it."""
    records = list(on.runner.hub.records)
    assert replay(records).same
    asked = [one.event for one in records if isinstance(one.event, TurnAsked) and one.event.seat == "critic"]
    assert all("#evidence" in one.sees for one in asked)
    assert debate_in(records) == on.runner.debate


async def test_a_debate_goes_on_where_its_sources_cannot_be_read(builder: Any, tmp_path: Path) -> None:
    known = Context(kind="repository", ref=str(tmp_path / "moved away"), pin="0" * 40)
    first = opening(DUAL, "How?", model="scripted:one", clerk="scripted:one", context=known)
    async with live(first, planted(TRUE), sources=port()) as on:
        await on.settle()
        debate = on.runner.debate
        given_up = [event for event in on.events if isinstance(event, TurnAbstained)]
    assert debate.status == "consensus"
    assert {event.path.rpartition("/")[2] for event in given_up} == {"evidence[sources]"}
    assert all("does not exist" in event.why for event in given_up)
