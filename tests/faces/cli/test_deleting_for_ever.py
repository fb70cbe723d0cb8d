"""Nothing is deleted for ever without a question that says what goes; Enter, and nobody to ask, mean no."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

from tests.faces.cli.conftest import Cli

from disputatio.app import bootstrap, erasures
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateEnded, DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.debate.values import Json
from disputatio.library.workspace import Note
from disputatio.secrets.keyring import Masking


def debate(cli: Cli) -> str:
    return str(cli.debate("--rounds", "1").events[0]["debate"])


def taught(id: str) -> str:
    """A debate that left two insights."""
    opened = DebateOpened(
        question="Is the retry sound?",
        format=Format(name="dual", title="Dual", body=Block(name=""), cast=()),
        seats=(Seat(id="analyst", part="analyst", role="Analyst", model="rehearsal:quick"),),
        options={},
    )
    path = "insights[clerk]"
    asked = TurnAsked(path=path, seat="clerk", model="", task="insights", gives="insights", heard="all", sees=())
    items: list[Json] = [{"text": text, "kind": "agreed"} for text in ("Orders wait a second", "A limit is needed")]
    said = TurnCompleted(path=path, text="A synthesis.", data={"items": items})

    async def work() -> None:
        async with bootstrap.application(os.environ, Masking()) as app:
            await app.log.append(id, [opened, asked, said, DebateEnded(outcome="completed", why="every step is done")])
            await app.library.create(Note(title="Kept", body="text", debate=id))

    asyncio.run(work())
    return id


def learnt(cli: Cli, id: str) -> list[dict[str, Any]]:
    """What is remembered of a debate."""
    return [each for each in json.loads(cli("memory", "list", "--json").out) if each["debate"] == id]


def test_the_bin_of_debates_asks_with_the_count_and_what_becomes_of_insights(cli: Cli) -> None:
    first, second = taught("first"), debate(cli)
    known = learnt(cli, first)
    assert known
    assert cli("bin", "empty", "--debates").out == "The bin is empty.\n"
    for id in (first, second):
        assert cli("delete", id, "--keep-insights").code == 0
    for text in ("", "\n", "n\n"):
        done = cli("bin", "empty", "--debates", text=text)
        assert done.code != 0
        assert "Delete 2 debates for good? [y/N]" in done.err
        assert "will be kept, unless you choose otherwise" in done.err
        assert "1 note made from them will be kept" in done.err
    assert "there is nobody to ask here. Give --yes" in cli("bin", "empty", "--debates").err
    assert len(cli("list", "--deleted").out.splitlines()) == 3, "nothing was deleted"
    done = cli("bin", "empty", "--debates", text="y\n")
    assert done.code == 0
    assert done.out.startswith("2 debates erased.")
    assert "kept." in done.out
    assert cli("show", first).code == 2
    kept = [each | {"question": ""} for each in known]
    assert learnt(cli, first) == kept, "what was learnt stays, and its question is gone with the debate"


def test_one_debate_is_spoken_of_as_one(cli: Cli) -> None:
    cli("delete", taught("first"), "--keep-insights")
    said = cli("bin", "empty", "--debates").err
    assert "Its log is erased" in said
    assert "made from it will be kept" in said
    assert "them" not in said


def test_insights_go_with_their_debate_where_the_person_says_so(cli: Cli) -> None:
    id = taught("first")
    assert learnt(cli, id)
    cli("delete", id, "--keep-insights")
    assert cli("bin", "empty", "--debates", "--insights", "--yes").out == "1 debate erased.\n"
    assert learnt(cli, id) == []
    assert cli("bin", "empty", "--insights").code == 2, "nothing else has insights"


def test_insights_come_back_with_their_debate_from_the_bin(cli: Cli) -> None:
    id = taught("first")
    assert cli("memory", "dispute", learnt(cli, id)[0]["id"], "--why", "it was refuted").code == 0
    before = {each["id"]: (each["status"], each["why"]) for each in learnt(cli, id)}
    assert {status for status, _ in before.values()} == {"active", "disputed"}
    cli("delete", id, "--insights")
    assert learnt(cli, id) == []
    assert cli("undelete", id).code == 0
    assert {each["id"]: (each["status"], each["why"]) for each in learnt(cli, id)} == before
    assert "is not in the bin" in cli("undelete", id).err
    cli("delete", id)
    assert "already in the bin" in cli("delete", id).err


def test_what_was_sent_is_erased_with_the_debate_and_not_what_a_fork_still_needs(cli: Cli) -> None:
    id = debate(cli)
    fork = cli("fork", id).out.strip()
    kept = cli("show", fork, "--requests").out
    cli("delete", id)
    cli("bin", "empty", "--debates", "--yes")
    assert cli("show", fork, "--requests").out == kept
    assert cli("audit", "verify", fork).code == 0
    cli("delete", fork)
    cli("bin", "empty", "--debates", "--yes")

    async def left() -> tuple[int, int]:
        async with bootstrap.application(os.environ, Masking()) as app:
            sql = "SELECT (SELECT count(*) FROM requests), (SELECT count(*) FROM memories WHERE kind != 'insight')"
            return await app.database.read(lambda c: tuple(c.exec_driver_sql(sql).one()))

    assert asyncio.run(left()) == (0, 0)


def test_only_what_was_asked_about_is_erased(cli: Cli) -> None:
    """What comes into the bin while the question is open stays there."""
    first, second = debate(cli), debate(cli)
    cli("delete", first)

    async def work() -> list[str]:
        async with bootstrap.application(os.environ, Masking()) as app:
            erasure = await erasures.of_debates(app)
            await app.catalogue.delete(second)
            assert await erasures.erase_debates(app, erasure) == 1
            return [entry.id for entry in await app.catalogue.all(deleted=True)]

    assert asyncio.run(work()) == [second]


def test_the_bin_of_the_library_asks_with_the_count(cli: Cli) -> None:
    cli("project", "add", "Shop")
    cli("task", "add", "Sweep", "--project", "Shop")
    cli("project", "delete", "Shop")
    done = cli("bin", "empty", text="\n")
    assert done.code != 0
    assert "Delete 2 things from the bin of the library for good? [y/N]" in done.err
    assert cli("bin", "empty").code == 2, "nobody was there to be asked"
    assert cli("bin", "empty", text="y\n").out == "1 deletion erased.\n"
    assert cli("bin", "empty").out == "The bin is empty.\n"


def test_a_source_of_a_corpus_is_removed_once_it_was_said(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("Chairs are red.")
    cli("persona", "add", "Ada")
    cli("persona", "corpus", "add", "Ada", "guide.md")
    done = cli("persona", "corpus", "remove", "Ada", "guide.md", text="n\n")
    assert "Remove “guide.md” from the corpus for good?" in done.err
    assert "guide.md" in cli("persona", "corpus", "list", "Ada").out
    assert cli("persona", "corpus", "remove", "Ada", "guide.md", "--yes").out == "Removed: guide.md\n"


def test_what_is_forgotten_of_memory_can_be_brought_back(cli: Cli) -> None:
    id = taught("first")
    known = [each["id"] for each in learnt(cli, id)]
    done = cli("memory", "delete", *known)
    assert f"disputatio memory restore {known[0]}" in done.out
    assert learnt(cli, id) == []
    assert cli("memory", "restore", *known).out == f"{len(known)} remembered again.\n"
    assert len(learnt(cli, id)) == len(known)
    assert "not forgotten" in cli("memory", "restore", known[0]).err


def test_a_debate_that_is_not_in_the_bin_is_not_purged(cli: Cli) -> None:
    id = debate(cli)

    async def work() -> list[str]:
        async with bootstrap.application(os.environ, Masking()) as app:
            return await app.catalogue.purge([id])

    assert asyncio.run(work()) == []
    assert cli("show", id).code == 0
