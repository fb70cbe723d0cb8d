"""A backup is added to what is here: what is missing comes back, and nothing that is here is changed."""

from __future__ import annotations

import zipfile
from array import array
from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.app import data
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.restoration import merge
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Interject, Pause
from disputatio.library.memory import Memory, scope_of
from disputatio.library.persona import Persona
from disputatio.library.workspace import DEFAULT, Document, Note, Project, Task
from disputatio.storage.memories import MemoryStore
from disputatio.storage.search import Hit


async def backup(app: Application, archive: Path) -> None:
    await data.backup(app.database, app.paths, archive, app.clock)


@pytest.fixture
def home(tmp_path: Path):
    def made(name: str):
        return application({"DISPUTATIO_HOME": str(tmp_path / name)})

    return made


async def begun(app: Application, question: str) -> str:
    """A debate that is begun and rests."""
    id = await app.start(await app.prepare(DebateConfig(question=question), rehearse=True))
    await app.sessions.deliver(id, Pause(why="enough"))
    return id


async def test_what_is_missing_is_added_and_found_once(home, tmp_path: Path) -> None:
    archive = tmp_path / "kept.zip"
    async with home("one") as app:
        id = await begun(app, "Does the otter swim?")
        project = await app.library.create(Project(name="Rivers", goals=("clean",)))
        await app.library.create(Task(title="Count", project=project.id))
        note = await app.library.create(Note(title="Otters", body="They hold hands.", project=project.id))
        await app.library.create(Persona(name="Otter", about="Swims."))
        gone = await app.library.create(Document(title="Gone", text="x"))
        await app.library.delete(Document, gone.id)
        at = f"project/{project.id}"
        await MemoryStore(app.database).keep(
            [Memory(kind="message", ref="e1", scope=at, text="An otter.", importance=5.0)]
        )
        rows = await app.log.rows(id)
        await backup(app, archive)
    async with home("two") as app:
        own = await begun(app, "Another question?")
        done = await merge(app, archive, mine=True)
        assert done.sentences == ["Added: 1 debate, 4 things of the library."]
        assert await app.log.rows(id) == rows
        assert await app.log.verify(id) == []
        assert {each.id for each in await app.catalogue.all()} == {id, own}
        assert await app.library.get(Note, note.id) == note
        assert [each.title for each in await app.library.bin()] == ["Gone"]
        found: list[Hit] = (await app.search.find("hold hands", ("note",)))["note"]
        assert [hit.id for hit in found] == [note.id]
        assert (await merge(app, archive, mine=True)).sentences == ["Nothing was missing here."]
        assert len(await app.catalogue.all()) == 2
        assert len(await app.library.all(Note)) == 1
        assert not list(app.paths.data.glob(".merge-*"))


async def test_nothing_that_is_here_is_changed_and_what_differs_is_named(home, tmp_path: Path) -> None:
    archive = tmp_path / "kept.zip"
    async with home("one") as app:
        old = await app.library.create(Note(title="Old", body="first"))
        new = await app.library.create(Note(title="New", body="first"))
        plan = await app.library.create(Project(name="Plan"))
        binned = await app.library.create(Note(title="Binned", body="x"))
        begin = tmp_path / "begin.zip"
        await backup(app, begin)
        await app.library.edit(replace(new, body="as the backup has it"))
        await app.library.edit(replace(plan, name="Plan of the backup"))
        await backup(app, archive)
    async with home("two") as app:
        await merge(app, begin, mine=True)
        await app.library.edit(replace(old, body="edited here"))
        await app.library.edit(replace(plan, name="Plan of this computer"))
        await app.library.delete(Note, binned.id)
        said = (await merge(app, archive, mine=True)).sentences
        assert said[0] == "Nothing was missing here."
        assert len(said) == 4
        assert said[1].startswith("A newer version, added beside the one that is here: New (from the backup of ")
        assert said[2] == "Different in the backup, kept as it is here: Plan of the backup; Old."
        assert said[3] == "In the bin here, left there: Binned."
        bodies = {each.title.partition(" (")[0]: each.body for each in await app.library.all(Note)}
        assert bodies["Old"] == "edited here"
        assert (await app.library.get(Note, new.id)).body == "first"
        assert sorted(each.body for each in await app.library.all(Note)) == [
            "as the backup has it",
            "edited here",
            "first",
        ]
        assert (await app.library.get(Project, plan.id)).name == "Plan of this computer"
        await merge(app, archive, mine=True)
        assert len(await app.library.all(Note)) == 3, "the second version is known by then"


async def test_a_debate_that_went_on_otherwise_is_kept_in_both_courses(home, tmp_path: Path) -> None:
    begin, archive = tmp_path / "begin.zip", tmp_path / "kept.zip"
    async with home("one") as app:
        id = await begun(app, "Which way?")
        await backup(app, begin)
        await app.sessions.deliver(id, Interject(text="Look north."))
        rows = await app.log.rows(id)
        await backup(app, archive)
    async with home("two") as app:
        await merge(app, begin, mine=True)
        await app.catalogue.rename(id, "Mine")
        mine = await app.log.rows(id)
        done = await merge(app, archive, mine=True)
        entries = {each.id: each.title for each in await app.catalogue.all()}
        assert len(entries) == 2
        other = next(each for each in entries if each != id)
        assert await app.log.rows(other) == rows
        assert await app.log.rows(id) == mine
        assert entries[id] == "Mine"
        assert entries[other].startswith("Which way? (from the backup of ")
        assert "A debate that went on differently here" in done.sentences[1]
        assert (await merge(app, archive, mine=True)).debates == 0


async def test_a_debate_that_ran_is_paused_and_one_in_the_bin_stays_there(home, tmp_path: Path) -> None:
    archive = tmp_path / "kept.zip"
    async with home("one") as app:
        id = await app.start(await app.prepare(DebateConfig(question="Running?"), rehearse=True))
        thrown = await begun(app, "Thrown away there?")
        kept = await begun(app, "Thrown away here?")
        await app.catalogue.delete(thrown)
        await backup(app, archive)
    async with home("two") as app:
        assert (await merge(app, archive, mine=True)).debates == 3
        assert (await app.catalogue.get(id)).status == "paused"
        assert (await app.catalogue.get(thrown)).deleted_at is not None
        await app.catalogue.delete(kept)
        assert (await merge(app, archive, mine=True)).sentences == [
            "Nothing was missing here.",
            "In the bin here, left there: Thrown away here?.",
        ]
        assert (await app.catalogue.get(kept)).deleted_at is not None


async def test_what_belongs_to_something_in_the_bin_is_not_torn_from_it(home, tmp_path: Path) -> None:
    archive = tmp_path / "kept.zip"
    async with home("one") as app:
        project = await app.library.create(Project(name="Rivers"))
        begin = tmp_path / "begin.zip"
        await backup(app, begin)
        task = await app.library.create(Task(title="Count", project=project.id))
        note = await app.library.create(Note(title="Later", body="x", project=project.id))
        await backup(app, archive)
    async with home("two") as app:
        await merge(app, begin, mine=True)
        await app.library.delete(Project, project.id)
        done = await merge(app, archive, mine=True)
        assert done.library.binned == ["Rivers", "Count"]
        assert await app.library.all(Task) == []
        found = await app.library.get(Note, note.id)
        assert (found.project, found.workspace) == ("", DEFAULT), task


async def test_what_is_no_backup_is_refused_and_changes_nothing(home, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_text("no zip")
    async with home("one") as app:
        with pytest.raises(Refused, match="cannot be restored"):
            await merge(app, tmp_path / "x.zip")
        assert not list(app.paths.data.glob(".merge-*"))


async def test_memories_and_their_vectors_come_along(home, tmp_path: Path) -> None:
    archive = tmp_path / "kept.zip"
    scope = scope_of("project", "p1")
    async with home("one") as app:
        store = MemoryStore(app.database)
        await store.keep([Memory(kind="message", ref="e1", scope=scope, text="An otter.", importance=5.0)])
        space = await store.ready("test:two", 2, 0.0)
        waiting = await store.unembedded_memories(space, [scope], 10)
        await store.put(space, [(each, array("f", [1.0, 0.0])) for each in waiting])
        await backup(app, archive)
    async with home("two") as app:
        await merge(app, archive, mine=True)
        assert (await MemoryStore(app.database).coverage("test:two")).embedded == 1


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.toml"))


FORMAT, ROLE = b'title = "Mine"\n', b'id = "ours"\ntitle = "Ours"\nfocus = "Look."\ntools = []\n'


@pytest.mark.may_block("the test writes files itself")
async def test_formats_and_roles_of_the_person_come_back_and_nothing_is_written_over(home, tmp_path: Path) -> None:
    archive = tmp_path / "kept.zip"
    async with home("one") as app:
        for name, text in (("mine.toml", FORMAT), ("other.toml", FORMAT), ("notes.txt", b"x")):
            (app.paths.formats / name).write_bytes(text)
        (app.paths.roles / "ours.toml").write_bytes(ROLE)
        await backup(app, archive)
    async with home("two") as app:
        (app.paths.formats / "other.toml").write_bytes(b"title = 'Here'\n")
        done = await merge(app, archive, mine=True)
        assert done.sentences == [
            "Added: 1 format, 1 role.",
            "Different in the backup, kept as it is here: formats/other.toml.",
        ]
        assert (app.paths.formats / "mine.toml").read_bytes() == FORMAT
        assert (app.paths.formats / "other.toml").read_bytes() == b"title = 'Here'\n"
        assert [each.role.title for each in app.roles.all() if each.own] == ["Ours"]
        assert sorted(path.name for path in app.paths.formats.iterdir()) == ["mine.toml", "other.toml"]
        again = await merge(app, archive, mine=True)
        assert again.sentences[0] == "Nothing was missing here."


@pytest.mark.may_block("the test writes files itself")
async def test_in_place_of_everything_what_was_written_here_is_kept_beside(home, tmp_path: Path) -> None:
    archive = tmp_path / "kept.zip"
    async with home("one") as app:
        (app.paths.roles / "ours.toml").write_bytes(ROLE)
        await backup(app, archive)
    async with home("two") as app:
        folder = app.paths.roles
        (folder / "ours.toml").write_bytes(b"before")
        (folder / "new.toml").write_bytes(b"new")
    done = data.restore(archive, {"DISPUTATIO_HOME": str(tmp_path / "two")})
    assert (folder / "ours.toml").read_bytes() == ROLE
    assert (folder / "new.toml").read_bytes() == b"new"
    [kept] = done.files.kept
    assert kept.read_bytes() == b"before"
    assert kept.suffix != ".toml", "it is no role any more"
    assert done.previous is not None
    with zipfile.ZipFile(done.previous) as previous:
        assert previous.read("roles/ours.toml") == b"before"
    told = data.told_of_files(done.files)
    assert told == [
        "Formats and roles of yours that were restored: roles/ours.toml.",
        f"The file that was there before is kept as {kept}.",
    ]


@pytest.mark.may_block("the test writes files itself")
async def test_files_of_a_hostile_backup_get_nowhere_else(home, tmp_path: Path) -> None:
    archive = tmp_path / "kept.zip"
    async with home("one") as app:
        await backup(app, archive)
    with zipfile.ZipFile(archive, "a") as more:
        for name in (
            "formats/../../evil.toml", "/formats/evil.toml", "formats/.evil.toml", "formats/a/evil.toml", "evil.toml",
            "settings.toml", "config/evil.toml", "formats/evil.sh", "roles/..\\evil.toml",
        ):  # fmt: skip
            more.writestr(name, b"evil")
        more.writestr("roles/large.toml", b"x" * 300_000)
    async with home("two") as app:
        before = files(tmp_path)
        done = await merge(app, archive, mine=True)
        assert done.files.added == ()
        assert files(tmp_path) == before
        (app.paths.roles / "linked.toml").symlink_to(tmp_path / "outside.toml")
    with zipfile.ZipFile(archive, "a") as more:
        more.writestr("roles/linked.toml", ROLE)
    async with home("two") as app:
        assert (await merge(app, archive, mine=True)).files.stayed == ("roles/linked.toml",)
        assert not (tmp_path / "outside.toml").exists()
