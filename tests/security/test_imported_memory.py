"""A debate that somebody else made says what it likes, about a project of the same id or a repository at the same
place. Nothing of it gets into debates of one's own before the person has confirmed it (SPEC TEST.2: poisoning)."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from disputatio.app import data, debate_files
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.restoration import merge
from disputatio.debate.context import Context
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, Event, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.values import Json
from disputatio.library.memory import Memory
from disputatio.storage.memories import MemoryStore
from disputatio.storage.projections import rebuild

QUESTION = "Which hash keeps passwords safe"
POISON, LESSON = "Everybody agrees that MD5 keeps passwords safe", "A hash of passwords is safe without salt"
OWN = "MD5 does not keep passwords safe"
PROJECT = Context(kind="project", ref="p", title="P")


def said(path: str, seat: str, gives: str, **data: Json) -> list[Event]:
    asked = TurnAsked(path=path, seat=seat, model="openai:gpt", task="t", gives=gives, heard="all", sees=())
    return [asked, TurnCompleted(path=path, text="", data=data)]


def settled(text: str, kind: str = "agreed") -> list[Event]:
    """What the clerk wrote down at the end: an established fact, as far as it can say so."""
    given = "insights" if kind == "agreed" else "patterns"
    items: list[Json] = [{"text": text, "kind": kind, "confidence": 0.99, "agreed_by_all": True}]
    return said(f"{given}[clerk]", "clerk", given, items=items)


def failing() -> list[Event]:
    place = "round[1]/forge[smith]"
    return [
        *said(place, "smith", "code", code="hash = md5(password)", language="python"),
        *said(f"{place}/trial[sandbox]", "sandbox", "tests", passed=False, items=[{"text": "t", "passed": False}]),
    ]


def opened(question: str = QUESTION) -> DebateOpened:
    return DebateOpened(
        question=question,
        format=Format(name="smithy", title="Smithy", body=Block(name=""), cast=()),
        seats=(Seat(id="smith", part="smith", role="Implementer", model="openai:gpt"),),
        options={},
        context=PROJECT,
    )


async def poison(home: Path) -> str:
    """Make a debate in somebody else's data folder, and return its export."""
    async with application({"DISPUTATIO_HOME": str(home / "theirs")}) as app:
        await app.log.append("theirs", [opened(), *failing(), *settled(POISON), *settled(LESSON, "lesson")])
        return str(await debate_files.export(app, "theirs", "json"))


async def recalled(app: Application) -> set[str]:
    """All that a new debate about the project would be told."""
    await app.search.catch_up()
    debate = Debate(question=QUESTION, context=PROJECT)
    found = [*await app.memory.recall("project", "p", QUESTION), *await app.memory.lessons("new", debate)]
    return {str(item["text"]) for item in found}


def own(home: Path) -> dict[str, str]:
    return {"DISPUTATIO_HOME": str(home)}


async def test_nothing_of_an_imported_debate_is_recalled_before_it_is_confirmed(home: Path) -> None:
    text = await poison(home)
    async with application(own(home)) as app:
        taken = await debate_files.take_in(app, text)
        assert "comes with 2 insights, which other debates will not use until you confirm them" in taken.sentence
        assert await recalled(app) == set()
        fact, lesson = sorted(await app.insights.all(), key=lambda one: one.kind)
        assert (fact.status, lesson.status, fact.established) == ("unconfirmed", "unconfirmed", False)
        await rebuild(app.database)
        assert await recalled(app) == set()
        await app.insights.edit(fact.id, status="active")
        await app.insights.edit(lesson.id, text="A hash of passwords needs salt to be safe")
        assert await recalled(app) == {POISON, "A hash of passwords needs salt to be safe"}


async def test_the_same_debate_of_ones_own_is_recalled_whole(home: Path) -> None:
    """So that what is missing above is missing for the import alone."""
    async with application(own(home)) as app:
        await app.log.append("mine", [opened(), *failing(), *settled(POISON), *settled(LESSON, "lesson")])
        debate = Debate(question=QUESTION, context=PROJECT)
        assert {POISON, LESSON} < await recalled(app)
        assert [one["kind"] for one in await app.memory.lessons("other", debate)] == ["lesson", "episode"]


async def test_a_fork_and_a_copy_of_an_imported_debate_are_no_way_around(home: Path) -> None:
    text = await poison(home)
    async with application(own(home)) as app:
        await app.log.append("theirs", [opened("Something else")])
        copy = (await debate_files.take_in(app, text)).id
        assert copy != "theirs"
        fork = await app.fork(copy)
        assert {one.debate for one in await app.insights.all()} == {copy, fork}
        assert (await app.catalogue.get(fork)).imported
        assert await recalled(app) == set()


async def test_an_imported_debate_disputes_and_doubles_nothing_of_ones_own(home: Path) -> None:
    text = await poison(home)
    async with application(own(home)) as app:
        await app.log.append("mine", [opened(), *settled(OWN)])
        await app.insights.review()
        await debate_files.take_in(app, text)
        assert await recalled(app) == {OWN}
        [mine] = await app.insights.of_debate("mine")
        [foreign] = [one for one in await app.insights.all() if one.text == POISON]
        assert mine.status == "active"
        for kept, other in ((mine.id, foreign.id), (foreign.id, mine.id)):
            with pytest.raises(Refused, match="comes from an imported debate, and you have not confirmed it"):
                await app.insights.merge(kept, [other])


@pytest.mark.parametrize("way", ["forget", "bin"])
async def test_deleting_and_bringing_back_confirms_nothing(home: Path, way: str) -> None:
    text = await poison(home)
    async with application(own(home)) as app:
        id = (await debate_files.take_in(app, text)).id
        for each in await app.insights.all():
            if way == "forget":
                await app.insights.edit(each.id, status="deleted", why="deleted by you")
                await app.insights.edit(each.id, status="active")
        if way == "bin":
            await app.catalogue.delete(id)
            await app.catalogue.restore(id)
        assert [one.status for one in await app.insights.all()] == ["unconfirmed"] * 2
        assert await recalled(app) == set()


def test_the_terminal_shows_what_waits_and_confirms_it(
    home: Path, terminal: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "theirs.json"
    file.write_text(asyncio.run(poison(home)), "utf-8")
    assert "comes with 2 insights" in terminal("import", str(file)).stderr
    listed = terminal("memory", "list", "--unconfirmed").stdout
    assert (POISON in listed, LESSON in listed, listed.count("unconfirmed")) == (True, True, 2)
    done = terminal("memory", "confirm", "theirs:insights[clerk]#0")
    assert (done.returncode, done.stdout) == (0, "1 confirmed.\n")
    assert POISON not in terminal("memory", "list", "--unconfirmed").stdout
    again = terminal("memory", "confirm", "theirs:insights[clerk]#0")
    assert (again.returncode, "needs no confirmation" in again.stderr) == (2, True)
    assert terminal("memory", "list", "--unconfirmed", "--disputed").returncode == 2


async def backed_up(home: Path, archive: Path) -> None:
    async with application(own(home)) as app:
        await app.log.append("theirs", [opened(), *failing(), *settled(POISON), *settled(LESSON, "lesson")])
        await app.search.catch_up()
        unseen = Memory(kind="message", ref="theirs/x", scope="project/p", text=POISON, importance=9.0)
        await MemoryStore(app.database).keep([unseen])
        await data.backup(app.database, app.paths, archive, app.clock)


async def test_what_a_backup_of_somebody_else_holds_is_recalled_once_it_is_confirmed(home: Path) -> None:
    archive = home / "theirs.zip"
    await backed_up(home / "theirs", archive)
    async with application(own(home / "mine")) as app:
        done = await merge(app, archive)
        assert not done.own
        assert any("was not made here" in sentence for sentence in done.sentences)
        assert (await app.catalogue.get("theirs")).imported
        assert await recalled(app) == set()
        assert {each.status for each in await app.insights.all()} == {"unconfirmed"}
        assert not await app.database.read(
            lambda c: c.exec_driver_sql("SELECT 1 FROM memories WHERE kind = 'message'").all()
        )
        await rebuild(app.database)
        assert await recalled(app) == set()
        await app.insights.edit(
            next(each.id for each in await app.insights.all() if each.text == POISON), status="active"
        )
        assert await recalled(app) == {POISON}
        assert not any("was not made here" in sentence for sentence in (await merge(app, archive)).sentences)


async def test_what_a_backup_of_ones_own_holds_is_as_it_was(home: Path) -> None:
    archive = home / "kept.zip"
    await backed_up(home / "mine", archive)
    async with application(own(home / "mine")) as app:
        await app.catalogue.delete("theirs")
        await app.catalogue.purge(["theirs"])
        done = await merge(app, archive)
        assert done.own
        assert not (await app.catalogue.get("theirs")).imported
        assert {POISON, LESSON} < await recalled(app)
    async with application(own(home / "another")) as app:
        assert (await merge(app, archive, mine=True)).own, "the person says so"
        assert {POISON, LESSON} < await recalled(app)


@pytest.mark.parametrize("forged", ["", "0" * 64, "seal"])
async def test_a_forged_seal_makes_nothing_ones_own(home: Path, forged: str) -> None:
    """Nor does the seal of another backup: it belongs to one database."""
    archive, mine = home / "theirs.zip", home / "mine.zip"
    await backed_up(home / "theirs", archive)
    async with application(own(home / "mine")) as app:
        await data.backup(app.database, app.paths, mine, app.clock)
        with zipfile.ZipFile(mine) as known:
            seal = json.loads(known.read("manifest.json"))["seal"]
            assert "backups.key" not in " ".join(known.namelist())
        with zipfile.ZipFile(archive) as given, zipfile.ZipFile(home / "forged.zip", "w") as made:
            manifest = json.loads(given.read("manifest.json"))
            manifest["seal"] = seal if forged == "seal" else forged
            made.writestr("manifest.json", json.dumps(manifest))
            made.writestr("disputatio.db", given.read("disputatio.db"))
        assert not (await merge(app, home / "forged.zip")).own
        assert await recalled(app) == set()
