"""Every way from the application to a provider or an embeddings address: nothing is sent before the person agreed."""

from __future__ import annotations

import ast
import asyncio
import importlib
import inspect
import pkgutil
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

import disputatio
from disputatio import app as floor
from disputatio.app import debate_files
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.sendings import Asked, Branching, Sending, cargo_sendings
from disputatio.app.settings import declarations
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.context import Context, Section
from disputatio.debate.log.commands import Continue, Extend, Pause, Swap
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.values import OptionValue
from disputatio.engine.routing import Cargo
from disputatio.library.persona import Persona
from disputatio.providers.config import ProviderConfig
from disputatio.testing.loopback import LoopbackServer, Script
from disputatio.testing.loopback.server import Seen
from disputatio.testing.repositories import commit

pytestmark = pytest.mark.may_block("the HTTP client imports parts of itself in the middle of a call")

MODEL = "openai:gpt-4o-mini"
MARK = "ZEPHYR"
"""Stands in everything that belongs to the person: what was sent of it is found by that."""
QUESTION = f"Is the {MARK} retry sound?"
SUMMARY = "### 1\nIt begins so (retry.py:1: `def again():`).\n"


@dataclass
class World:
    """An application whose OpenAI counts as being across a network, though it is a server of this machine."""

    app: Application
    server: LoopbackServer
    repository: str
    folder: Path
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def sent(self) -> list[str]:
        """What left so far of the person's own: a model's name, or a word of the program's, is none of it."""
        seen = [*self.server.requests, *self.server.embeddings]
        return [repr(each.body) for each in seen if MARK in repr(each.body)]

    async def run(self, id: str) -> str:
        """Open a debate, as somebody who looks at it, until it rests; what it says then."""
        async with self.app.sessions.open(id) as session:
            debate = await session.wait_for_rest()
            return f"{debate.status}: {debate.why}"


@asynccontextmanager
async def world(home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr("disputatio.app.privacy.sendings.local", lambda url: "127.0.0.1:1" in url)
    path = folder / "shop"
    commit(path, {"retry.py": f"def again():\n    '''{MARK}'''\n    return 3\n", "README.md": f"# {MARK}\n"})
    async with LoopbackServer() as server:
        server.always("openai", Script(text=SUMMARY))
        keys = {"OPENAI_API_KEY": "sk-fake-0123456789", "OPENAI_BASE_URL": server.openai_url}
        async with application({"DISPUTATIO_HOME": str(home), **keys}) as app:
            yield World(app, server, str(path), folder)


def config(path: str, model: str = MODEL, **changes: object) -> DebateConfig:
    seats = tuple(SeatChoice(seat=seat, model=model) for seat in ("analyst", "critic"))
    asked = DebateConfig(
        question=QUESTION,
        seats=seats,
        services={"clerk": "", "synthesis": model},
        context=ContextChoice(kind="repository", ref=path),
        options={"auto_continue": True, "rounds": 1},
        seed=1,
    )
    return replace(asked, **changes)  # type: ignore[arg-type]


async def opened(on: World, model: str = MODEL, *, files: bool = False) -> DebateOpened:
    """A debate as another computer began it: about a repository there, or about files."""
    own = (await on.app.preview(config(on.repository, model))).opening
    if files:
        return replace(own, context=Context(title="notes", sections=(Section(name="f", title="notes", text=MARK),)))
    return replace(own, context=replace(own.context, ref="/elsewhere/shop"))


def rehearsal(path: str, **options: bool) -> DebateConfig:
    """In which nobody is asked."""
    known = config(path)
    return replace(known, seats=(), services={}, options={**known.options, **options})


Agreed = Collection[Asked]
Door = Callable[[World, Agreed], Awaitable[object]]
DOORS: dict[str, tuple[Door, str]] = {}
"""By name: an operation that could send something, and the operation of the application that it goes through."""


def door(operation: str) -> Callable[[Door], Door]:
    def listed(work: Door) -> Door:
        DOORS[work.__name__] = (work, operation)
        return work

    return listed


@door("Application.start")
async def a_debate_is_started(on: World, agreed: Agreed) -> None:
    await on.run(await on.app.start(await on.app.prepare(config(on.repository)), agreed))


@door("Application.open_and_run")
async def a_debate_is_started_and_run(on: World, agreed: Agreed) -> None:
    session = await on.app.open_and_run(await on.app.prepare(config(on.repository)), agreed)
    await session.wait_for_rest()
    await on.app.sessions.release(session.id)


@door("Application.start")
async def a_debate_with_dropped_files_is_started(on: World, agreed: Agreed) -> None:
    file = on.folder / "notes.txt"
    await asyncio.to_thread(file.write_text, MARK)
    given = config("", context=ContextChoice(), files=(str(file),))
    await on.run(await on.app.start(await on.app.prepare(given), agreed))


@door("Application.start")
async def a_fallback_may_answer(on: World, agreed: Agreed) -> None:
    on.app.settings.set("models.fallback", MODEL)
    given = config(on.repository, "rehearsal:quick", services={"clerk": "", "synthesis": ""})
    await on.app.start(await on.app.prepare(given), agreed)
    on.server.requests.append(as_if_sent(MARK))


@door("Session.submit")
async def a_model_is_swapped_in_an_open_debate(on: World, agreed: Agreed) -> None:
    await _swapped(on, agreed, "analyst")


@door("Session.submit")
async def a_service_gets_another_model(on: World, agreed: Agreed) -> None:
    await _swapped(on, agreed, "synthesis")


@door("Sessions.deliver")
async def a_model_is_swapped_from_outside(on: World, agreed: Agreed) -> None:
    id = await _rehearsed(on)
    await on.app.sessions.deliver(id, Swap(seat="analyst", model=MODEL), agreed)
    async with on.app.sessions.open(id) as session:
        await session.submit(Extend(rounds=1))
        await session.wait_for_rest()


@door("Session.submit")
async def an_imported_debate_goes_on(on: World, agreed: Agreed) -> None:
    id = on.ids.get("imported") or await _imported(on)
    async with on.app.sessions.open(id) as session:
        await session.submit(Continue(), agreed)
        await session.wait_for_rest()


@door("Sessions.permit")
async def an_interrupted_debate_is_asked_about_before_it_is_opened(on: World, agreed: Agreed) -> None:
    id = on.ids.setdefault("interrupted", "interrupted")
    if not await on.app.log.read(id):
        await on.app.log.append(id, [await opened(on)])
    await on.app.sessions.permit(id, agreed)
    await on.run(id)


@door("Session.submit")
async def a_fork_of_an_imported_debate_goes_on(on: World, agreed: Agreed) -> None:
    id = on.ids.get("imported") or await _imported(on)
    on.ids["fork"] = on.ids.get("fork") or await on.app.fork(id)
    async with on.app.sessions.open(on.ids["fork"]) as session:
        await session.submit(Continue(), agreed)
        await session.wait_for_rest()


@door("Repositories.index")
async def a_repository_is_indexed(on: World, agreed: Agreed) -> None:
    await on.app.repositories.index(on.repository, agreed=agreed)


@door("Repositories.remember")
async def a_repository_is_summarised(on: World, agreed: Agreed) -> None:
    await on.app.repositories.index(on.repository, embed=False)
    await on.app.repositories.remember(on.repository, MODEL, agreed=agreed)


@door("Memories.catch_up")
async def what_is_remembered_is_embedded(on: World, agreed: Agreed) -> None:
    if "persona" not in on.ids:
        ada = await on.app.personas.save(Persona(name="Ada"))
        on.ids["persona"] = ada.id
        guide = on.folder / "guide.md"
        await asyncio.to_thread(guide.write_text, f"# {MARK}\n\nOrders are retried.\n")
        await on.app.personas.corpora.add(ada, guide)
        await on.app.memory.embedding.wait()
    await on.app.memory.catch_up(agreed)


@door("Memories.calibrate")
async def the_similarity_is_calibrated_and_then_searched_by(on: World, agreed: Agreed) -> None:
    """What is embedded for it is the program's own; the consent is that of everything remembered."""
    await on.app.memory.calibrate(agreed)
    await on.app.memory.search(MARK, kind="project", ref="p")


def as_if_sent(text: str) -> Seen:
    """Stands for a request that only a failure would bring about."""
    return Seen(protocol="openai", path="", model="", headers={}, body={"text": text})


async def _rehearsed(on: World) -> str:
    """A debate about the repository in which no model was asked, at its end."""
    if "rehearsed" not in on.ids:
        on.ids["rehearsed"] = await on.app.start(await on.app.prepare(rehearsal(on.repository), rehearse=True))
        await on.run(on.ids["rehearsed"])
    return on.ids["rehearsed"]


async def _swapped(on: World, agreed: Agreed, seat: str) -> None:
    id = on.ids.get("swapping")
    if id is None:
        given = config(on.repository, "rehearsal:quick", services={"clerk": "", "synthesis": "rehearsal:quick"})
        id = on.ids["swapping"] = await on.app.start(await on.app.prepare(given))
        await on.run(id)
    async with on.app.sessions.open(id) as session:
        await session.submit(Swap(seat=seat, model=MODEL), agreed)
        await session.submit(Extend(rounds=1))
        await session.wait_for_rest()


async def _imported(on: World) -> str:
    await on.app.log.append("original", [await opened(on)])
    await on.app.sessions.deliver("original", Pause(why="to be exported"))
    text = await debate_files.export(on.app, "original", "json")
    await on.app.catalogue.delete("original")
    await on.app.catalogue.purge(["original"])
    on.ids["imported"] = (await debate_files.take_in(on.app, text)).id
    return on.ids["imported"]


@pytest.mark.parametrize("name", DOORS)
async def test_nothing_is_sent_before_the_person_has_agreed(
    name: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, _ = DOORS[name]
    async with world(home, tmp_path, monkeypatch) as on:
        with pytest.raises(ConsentNeeded) as needed:
            await work(on, ())
        assert on.sent == [], "refused, and sent all the same"
        for asked in needed.value.asked:
            assert isinstance(asked, Sending)
            assert (asked.provider, asked.address) == ("openai", on.server.openai_url)
            assert asked.characters > 0
            assert asked.estimated
            assert asked.sentence in needed.value.user_message
        await work(on, needed.value.asked)
        assert on.sent, "this door leads nowhere, so that the test proves nothing"
        again = await on.app.privacy.all()
        assert again, "what was agreed to is kept, and can be taken back"


@pytest.mark.parametrize("name", DOORS)
async def test_with_the_setting_off_nobody_is_asked(
    name: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, _ = DOORS[name]
    async with world(home, tmp_path, monkeypatch) as on:
        on.app.settings.set(declarations.CONFIRM_SENDING, False)
        await work(on, ())
        assert on.sent


async def test_what_works_silently_sends_nothing_either(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a person did not ask for as such must not be refused: it goes without."""
    async with world(home, tmp_path, monkeypatch) as on:
        await on.app.repositories.index(on.repository, embed=False)
        await on.app.repositories.search(on.repository, MARK)
        await on.app.memory.search(MARK)
        await on.app.memory.recall("repository", on.repository, QUESTION)
        ada = await on.app.personas.save(Persona(name="Ada"))
        guide = tmp_path / "guide.md"
        await asyncio.to_thread(guide.write_text, f"# {MARK}\n\nOrders are retried.\n")
        await on.app.personas.corpora.add(ada, guide)
        await on.app.personas.corpora.look_up(ada, MARK)
        seats = (SeatChoice(seat="analyst", model=MODEL, persona="Ada"), SeatChoice(seat="critic", model=MODEL))
        await on.app.prepare(config(on.repository, seats=seats))
        await on.app.preview(config(on.repository, seats=seats))
        on.app.memory.embedding.wake()
        await on.app.memory.embedding.wait()
        assert on.sent == []
        assert [each.body for each in on.server.requests] == []


async def test_an_interrupted_debate_pauses_before_it_sends_what_was_never_agreed_to(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(home, tmp_path, monkeypatch) as on:
        for kind in ("repository", "none"):
            await on.app.log.append(kind, [await opened(on, files=kind == "none")])
            said = await on.run(kind)
            assert said.startswith("paused: You have not agreed to this yet: This would go to openai")
            assert ("notes" if kind == "none" else "README") in said
        assert on.sent == []


async def test_a_command_from_another_process_cannot_open_the_way(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its letter is carried out by the process that drives the debate, without anybody being asked there."""
    async with world(home, tmp_path, monkeypatch) as on:
        id = "letters"
        await on.app.log.append(id, [await opened(on, "openai:x")])
        await on.run(id)
        async with on.app.sessions.open(id) as session:
            assert session.runner is not None
            await session.runner.submit(Swap(seat="analyst", model=MODEL))
            await session.runner.submit(Continue())
            debate = await session.wait_for_rest()
            assert (debate.status, debate.reason) == ("paused", "consent")
        assert on.sent == []


async def test_another_address_is_another_receiver(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(home, tmp_path, monkeypatch) as on:
        prepared = await on.app.prepare(config(on.repository))
        with pytest.raises(ConsentNeeded) as needed:
            await on.app.start(prepared)
        id = await on.app.start(prepared, needed.value.asked)
        known = on.app.registry.config("openai")
        assert known is not None
        await on.app.registry.replace({"openai": replace(known, base_url=f"{known.base_url}/")})
        said = await on.run(id)
        assert said.startswith("paused: You have not agreed to this yet")
        assert on.sent == []


async def test_what_is_taken_back_stops_a_debate_before_its_next_request(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(home, tmp_path, monkeypatch) as on:
        prepared = await on.app.prepare(config(on.repository))
        with pytest.raises(ConsentNeeded) as needed:
            await on.app.start(prepared)
        id = await on.app.start(prepared, needed.value.asked)
        for each in await on.app.privacy.all():
            await on.app.privacy.revoke(each.key)
        assert (await on.run(id)).startswith("paused: You have not agreed")
        assert on.sent == []


async def test_no_consent_stands_for_a_larger_one(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(home, tmp_path, monkeypatch) as on:
        context = Sending(
            kind="lookups",
            ref=str((await on.app.repositories.open(on.repository)).path),
            what="",
            characters=0,
            provider="openai",
            address=on.server.openai_url,
        )
        await on.app.privacy.give([context])
        for work in (a_repository_is_indexed, a_repository_is_summarised, what_is_remembered_is_embedded):
            with pytest.raises(ConsentNeeded):
                await work(on, ())
        assert on.sent == []
        smaller, larger = replace(context, kind="repository"), replace(context, kind="lookups")
        assert await on.app.privacy.missing_consents([smaller]) == []
        await on.app.privacy.revoke(context.key)
        await on.app.privacy.give([smaller])
        assert await on.app.privacy.missing_consents([larger]) == [larger]


async def test_what_stays_on_this_computer_needs_no_consent(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(home, tmp_path, monkeypatch) as on:
        await on.app.start(await on.app.prepare(rehearsal(on.repository), rehearse=True))
        known = on.app.registry.config("openai")
        assert known is not None
        await on.app.registry.replace({"openai": replace(known, base_url="http://127.0.0.1:1/v1")})
        await on.app.start(await on.app.preview(config(on.repository)))
        await on.app.start(await on.app.preview(config("", context=ContextChoice())))
        assert await on.app.privacy.all() == []


async def test_a_branch_is_agreed_to_for_each_debate(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(home, tmp_path, monkeypatch) as on:
        prepared = await on.app.prepare(rehearsal(on.repository, branch=True), rehearse=True)
        for _ in range(2):
            with pytest.raises(ConsentNeeded) as needed:
                await on.app.start(prepared)
            [asked] = needed.value.asked
            assert isinstance(asked, Branching)
            assert await on.app.branches.has_consent(await on.app.start(prepared, [asked]), asked.repository)


# ---- nobody goes around it ---------------------------------------------------------------------------------------
def _operations() -> set[str]:
    """Everything of the application that takes what the person has agreed to."""
    found = set()
    for module in pkgutil.walk_packages(floor.__path__, f"{floor.__name__}."):
        for name, cls in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if cls.__module__ == module.name and ".privacy" not in module.name:
                for method, function in inspect.getmembers(cls, inspect.isfunction):
                    if "agreed" in inspect.signature(function).parameters and not method.startswith("_"):
                        found.add(f"{name}.{method}")
    return found


INNER = {"Sessions.carry_out", "Keeper.carry_out", "Indexer.permit", "Summariser.make"}
"""Reached through one of the doors alone."""


def test_every_operation_that_takes_an_agreement_is_a_door_here() -> None:
    assert _operations() - INNER == {operation for _, operation in DOORS.values()}


REACHES = {
    "chat": {"engine/asker.py", "app/models/providers.py"},
    "stream": {"engine/asker.py", "app/models/providers.py", "repository/github.py", "embeddings/remote.py"},
}
"""Which modules may call a method by which a model is reached. To add one is to add a way past the frontier: let it go
through `Routing.reach` instead, which asks."""
REGISTRY = {
    ("app/bootstrap.py", "get"),  # what the routing is made of, behind the frontier
    ("app/models/providers.py", "get"),  # lists models
    ("faces/gui/settings/models_page.py", "get"),  # lists models
    ("faces/gui/settings/provider_state.py", "make"),  # tries a key: nothing of the person's goes along
    ("faces/cli/models.py", "get"),  # lists models, and tries a key
    ("faces/mcp/agent_tools.py", "get"),  # the same, for other programs
}
EMBEDDERS = {"app/models/embedding.py"}


def test_no_module_reaches_a_model_but_through_the_frontier() -> None:
    root = Path(disputatio.__file__).parent
    for path in sorted(root.rglob("*.py")):
        module = path.relative_to(root).as_posix()
        if module.startswith(("providers/", "testing/", "embeddings/")):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name, owner = node.func.attr, ast.unparse(node.func.value)
                assert name not in REACHES or module in REACHES[name], (module, owner, name)
                if owner.endswith("registry") and name in ("get", "make", "chat"):
                    assert (module, name) in REGISTRY, (module, owner, name)
                if owner == "embedder" and name == "embed":
                    assert module in EMBEDDERS, (module, owner, name)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("disputatio.embeddings"):
                assert module in EMBEDDERS, (module, node.module)
    embedding = (root / "app/models/embedding.py").read_text("utf-8")
    assert embedding.count("embedder.embed(") == 1, "the only line that sends texts asks first"


async def test_a_question_that_seems_to_hold_a_secret_is_asked_about_each_time(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "do" + "p_v1_" + "0f3a91c77be2d48c65a0b19e7d3f42c8" * 2
    async with world(home, tmp_path, monkeypatch) as on:
        spoken = config("", context=ContextChoice(), question=f"Why is {secret} refused?")
        for _ in range(2):
            prepared = await on.app.prepare(spoken)
            with pytest.raises(
                ConsentNeeded, match="seems to contain a secret \\(DigitalOcean token in line 1\\)"
            ) as needed:
                await on.app.start(prepared)
            assert secret not in str(needed.value)
            assert needed.value.receivers == "openai"
            assert await on.app.start(prepared, needed.value.asked)
        assert await on.app.privacy.all() == []
        rehearsed = await on.app.prepare(replace(rehearsal(on.repository), question=spoken.question), rehearse=True)
        assert await on.app.start(rehearsed)
        on.app.privacy._config = lambda name: None
        assert await on.app.start(await on.app.prepare(spoken)), "no provider is across a network"


@pytest.mark.parametrize("tools", [True, ["web_search", "read_file"]])
def test_who_may_look_things_up_is_said_to_read_more_than_the_context(tools: OptionValue) -> None:
    context = Context(kind="repository", ref="/notes", title="notes", pin="0" * 40)
    provider = ProviderConfig(name="openai", kind="openai", base_url="https://api.example")

    def kinds(**options: OptionValue) -> list[str]:
        return [one.kind for one in cargo_sendings(Cargo(debate="d", context=context, options=options), provider)]

    assert kinds(tools=tools) == ["lookups"]
    assert kinds(tools=["web_search"]) == kinds(tools=False) == ["repository"]
