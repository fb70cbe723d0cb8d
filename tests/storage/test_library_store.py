"""The library: create, edit, list, find, import, delete with what belongs to it, and undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from disputatio.debate.errors import Refused
from disputatio.engine.errors import NotFound
from disputatio.library.persona import Persona
from disputatio.library.workspace import DEFAULT, Assignment, Document, Note, Project, Task, Workspace
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.search import Search
from disputatio.testing.debates import FrozenClock


async def filled(store: LibraryStore) -> dict[str, object]:
    """A project with one of everything."""
    project = await store.create(Project(name="Engine", goals=("fast", "small"), status="planned"))
    task = await store.create(Task(title="Measure", project=project.id, priority="high"))
    assignment = await store.create(Assignment(name="Report", project=project.id, tasks=(task.id,)))
    inner = await store.create(
        Document(title="Draft", text="of the report", project=project.id, assignment=assignment.id)
    )
    document = await store.create(Document(title="Design", text="pistons and valves", project=project.id))
    note = await store.create(Note(title="Idea", body="turbo", project=project.id, tags=("a", "b")))
    persona = await store.create(Persona(name="Ada", holds="Numbers decide."))
    return {
        v.__class__.__name__ + getattr(v, "title", ""): v
        for v in (project, task, assignment, inner, document, note, persona)
    }


async def test_values_come_back_as_they_were_stored(database) -> None:
    clock = FrozenClock(50.0)
    async with database() as db:
        store = LibraryStore(db, clock)
        everything = await filled(store)
        for value in everything.values():
            assert await store.get(type(value), value.id) == value
            assert (value.created_at, value.updated_at) == (50.0, 50.0)
        assert len({value.id for value in everything.values()}) == len(everything)


async def test_a_default_workspace_always_exists(database) -> None:
    async with database() as db:
        store = LibraryStore(db, FrozenClock())
        assert [each.id for each in await store.all(Workspace)] == [DEFAULT]
        with pytest.raises(Refused, match="cannot be deleted"):
            await store.delete(Workspace, DEFAULT)


async def test_editing_lists_the_last_changed_first(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        store = LibraryStore(db, clock)
        first = await store.create(Project(name="One"))
        clock.advance(1)
        second = await store.create(Project(name="Two"))
        clock.advance(1)
        assert [each.name for each in await store.all(Project)] == ["Two", "One"]
        changed = await store.edit(Project(name="Uno", id=first.id, created_at=first.created_at, status="done"))
        assert await store.all(Project, workspace=DEFAULT) == [changed, second]
        assert changed.updated_at == first.created_at + 2
        with pytest.raises(NotFound, match="no project 'gone'"):
            await store.edit(Project(name="x", id="gone"))


async def test_what_makes_no_sense_is_refused_with_the_remedy(database) -> None:
    async with database() as db:
        store = LibraryStore(db, FrozenClock())
        with pytest.raises(Refused, match="needs a name"):
            await store.create(Project(name="  "))
        with pytest.raises(Refused, match=r"'someday' is not a priority of a task.*low, normal, high, urgent"):
            await store.create(Task(title="t", project="p", priority="someday"))
        with pytest.raises(NotFound, match=r"The project of 't' does not exist \(p\)"):
            await store.create(Task(title="t", project="p"))
        assert await store.all(Task) == []


async def test_things_are_found_by_name_or_id(database) -> None:
    async with database() as db:
        store = LibraryStore(db, FrozenClock())
        project = await store.create(Project(name="Ärger"))
        assert await store.by_name(Project, "ÄRGER") == await store.by_name(Project, project.id) == project
        with pytest.raises(NotFound, match="There are: 'Ärger'"):
            await store.by_name(Project, "Other")
        await store.create(Project(name="ärger"))
        with pytest.raises(Refused, match="Several"):
            await store.by_name(Project, "ärger")


async def test_deleting_takes_what_belongs_to_it_and_restoring_brings_all_of_it_back(database) -> None:
    async with database() as db:
        store, search = LibraryStore(db, FrozenClock()), Search(db)
        everything = await filled(store)
        project = everything["Project"]
        removed = await store.delete(Project, project.id)
        assert {type(item) for item in removed.items} == {Project, Task, Assignment, Document, Note}
        assert len(removed.items) == 6
        assert await store.all(Document) == await store.all(Task) == []
        assert await store.all(Persona) == [everything["Persona"]]
        assert await search.find("pistons") == {}
        assert await store.bin() == [removed]
        await store.restore(removed.id)
        for value in everything.values():
            assert await store.get(type(value), value.id) == value
        assert "document" in await search.find("pistons")
        assert await store.bin() == []
        with pytest.raises(NotFound, match="bin holds nothing"):
            await store.restore(removed.id)


async def test_restoring_needs_the_owner_and_the_bin_can_be_emptied(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        store = LibraryStore(db, clock)
        everything = await filled(store)
        assignment = await store.delete(Assignment, everything["Assignment"].id)
        assert [type(item) for item in assignment.items] == [Assignment, Document]
        clock.advance(1)
        project = await store.delete(Project, everything["Project"].id)
        with pytest.raises(NotFound, match="restore that project first"):
            await store.restore(assignment.id)
        assert await store.purge([assignment.id, "nothing"]) == 1
        assert await store.bin() == [project], "only what was named"
        assert await store.purge([project.id]) == 1
        assert await store.bin() == []


async def test_a_workspace_takes_everything_in_it(database) -> None:
    async with database() as db:
        store = LibraryStore(db, FrozenClock())
        space = await store.create(Workspace(name="Lab"))
        project = await store.create(Project(name="P", workspace=space.id))
        await store.create(Task(title="t", project=project.id))
        await store.create(Document(title="d", text="", workspace=space.id, project=project.id))
        removed = await store.delete(Workspace, space.id)
        assert sorted(type(item).__name__ for item in removed.items) == ["Document", "Project", "Task", "Workspace"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Größe\r\n".encode(), "Größe\n"),
        (b"\xef\xbb\xbfplain", "plain"),
        ("Größe".encode("utf-16"), "Größe"),
        ("Größe".encode("cp1252"), "Größe"),
    ],
)
async def test_text_files_are_imported_in_any_common_encoding(
    database, tmp_path: Path, content: bytes, text: str
) -> None:
    file = tmp_path / "Notes on size.md"
    file.write_bytes(content)
    async with database() as db:
        store = LibraryStore(db, FrozenClock())
        document = await store.import_document(file)
        assert (document.title, document.text, document.source) == ("Notes on size", text, "Notes on size.md")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.exe", b"x", "not a text file"),
        ("a.txt", b"a\0b", "binary"),
        ("a.md", b"x" * 10_000_001, "too large"),
        ("b.md", None, "cannot be read"),
    ],
)
async def test_other_files_are_refused(database, tmp_path: Path, name: str, content: bytes | None, why: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    async with database() as db:
        with pytest.raises(Refused, match=why):
            await LibraryStore(db, FrozenClock()).import_document(tmp_path / name)
