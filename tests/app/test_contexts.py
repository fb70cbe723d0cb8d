"""What a debate takes as known: nothing, a project, an assignment, a repository, dropped files; and what is refused."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pygit2
import pytest

from disputatio.app.models.embedding import EmbeddingChoice, QueryVector
from disputatio.app.repositories.github import GitHubDesk
from disputatio.app.repositories.repositories import Repositories
from disputatio.app.settings import Settings
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.app.starting.contexts import FILES_CHARACTERS, Contexts
from disputatio.debate.errors import ConfigError, DisputatioError, Refused
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import SystemClock
from disputatio.library.workspace import Assignment, Document, Note, Project, Task
from disputatio.repository.errors import NotARepository, UnknownRevision
from disputatio.secrets.keyring import Keys
from disputatio.storage.database import Database
from disputatio.storage.insights import InsightStore
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.repositories import RepositoryStore

SECRET = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"


class Wordless:
    """No embedding model is set."""

    async def choice(self) -> EmbeddingChoice:
        return EmbeddingChoice(model="", why_not="no embedding model is set")

    async def query(self, text: str, scopes: Iterable[str]) -> QueryVector:
        return QueryVector(why_not="no embedding model is set")


@asynccontextmanager
async def contexts(folder: Path) -> AsyncIterator[Contexts]:
    database, clock = await Database.open(folder / "test.db"), SystemClock()
    try:
        library, insights = LibraryStore(database, clock), InsightStore(database, clock)
        shelf = RepositoryStore(database)
        repositories = Repositories(shelf, Wordless(), clock, None, None, None, folder / "clones")  # type: ignore[arg-type]
        yield Contexts(library, insights, repositories, GitHubDesk(Settings(), Keys({}), clock))
    finally:
        await database.close()


def config(kind: str = "none", ref: str = "", commit: str = "", files: tuple[str, ...] = ()) -> DebateConfig:
    choice = ContextChoice(kind=kind, ref=ref, commit=commit)  # type: ignore[arg-type]
    return DebateConfig(question="Is it so?", context=choice, files=files)


async def test_none_loads_nothing(tmp_path: Path) -> None:
    async with contexts(tmp_path) as loader:
        context = await loader.load(config())
        assert (context.kind, context.sections) == ("none", ())


async def test_a_project_and_an_assignment_by_name_and_by_id(tmp_path: Path) -> None:
    async with contexts(tmp_path) as loader:
        library = loader.library
        project = await library.create(Project(name="Cache", description="Make it safe.", goals=("no loss",)))
        await library.create(Task(project=project.id, title="Flush in time"))
        await library.create(Document(project=project.id, title="Design", text=f"The key is {SECRET} here."))
        await library.create(Note(project=project.id, title="Idea", body="Write through."))
        work = await library.create(Assignment(project=project.id, name="Review", description="Read it all."))
        for ref in ("Cache", project.id):
            context = await loader.load(config("project", ref))
            text = "\n".join(section.text for section in context.sections)
            assert (context.kind, context.ref) == ("project", project.id)
            assert all(word in text for word in ("Make it safe.", "no loss", "Flush in time", "Write through."))
            assert SECRET not in text
            assert any("held back" in section.cut for section in context.sections)
        for ref in ("Review", work.id):
            context = await loader.load(config("assignment", ref))
            assert (context.kind, context.ref) == ("assignment", work.id)
            assert any("Read it all." in section.text for section in context.sections)


@pytest.mark.parametrize("kind", ["project", "assignment"])
async def test_what_there_is_not_is_said(tmp_path: Path, kind: str) -> None:
    async with contexts(tmp_path) as loader:
        for ref in ("nowhere", ""):
            with pytest.raises((NotFound, Refused)) as caught:
                await loader.load(config(kind, ref))
            assert caught.value.remedy


async def test_a_repository_at_a_commit_and_what_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    repository = pygit2.init_repository(str(folder))
    (folder / "README.md").write_text("# Cache\nIt is written in time.\n")
    repository.index.add("README.md")
    person = pygit2.Signature("A", "a@example.org", 1_700_000_000, 0)
    tree = repository.index.write_tree()
    commit = str(repository.create_commit("HEAD", person, person, "First", tree, []))
    async with contexts(tmp_path) as loader:
        context = await loader.load(config("repository", str(folder)))
        assert (context.kind, context.pin) == ("repository", commit)
        assert any("It is written in time." in section.text for section in context.sections)
        assert (await loader.load(config("repository", str(folder), commit[:10]))).pin == commit
        with pytest.raises(UnknownRevision):
            await loader.load(config("repository", str(folder), "no-such-branch"))
        (tmp_path / "plain").mkdir()
        for wrong in (tmp_path / "plain", tmp_path / "missing"):
            with pytest.raises(NotARepository) as caught:
                await loader.load(config("repository", str(wrong)))
            assert caught.value.remedy


async def test_dropped_files_come_numbered_without_secrets_and_cut_to_size(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("a.txt", "b.txt", "c.txt"))
    first.write_text(f"One line.\nkey = {SECRET}\nThree.")
    second.write_text("x" * 2 * FILES_CHARACTERS)
    third.write_text("Too late.")
    async with contexts(tmp_path) as loader:
        context = await loader.load(config(files=tuple(map(str, (first, second, third)))))
        (section,) = context.sections
        assert "### a.txt\n1| One line." in section.text
        assert "3| Three." in section.text
        assert SECRET not in section.text
        assert len(section.text) < FILES_CHARACTERS + 500
        assert "a.txt: 1 likely secret held back" in section.cut
        assert "b.txt:" in section.cut
        assert "c.txt: 0 of 9 characters" in section.cut


async def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    os.mkfifo(tmp_path / "pipe")
    names = [str(tmp_path / name) for name in ("missing", "folder", "binary", "circle", "pipe", "a" * 5000, "nul\0")]
    async with contexts(tmp_path) as loader:
        for name in [*names, "~no-such-person-anywhere/x", "/dev/zero", ""]:
            with pytest.raises(ConfigError) as caught:
                await loader.load(config(files=(name,)))
            assert caught.value.field == "files"
            assert caught.value.remedy


async def test_a_huge_file_is_read_as_far_as_it_is_needed(tmp_path: Path) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.write(b"Begin.\n")
        file.seek(50_000_000_000)  # a sparse file: 50 GB that take no room
        file.write(b"End.")
    async with contexts(tmp_path) as loader:
        with pytest.raises(DisputatioError):  # its holes are no text
            await loader.load(config(files=(str(huge),)))


async def test_text_that_is_not_utf8_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"Caf\xe9 \xff.")
    async with contexts(tmp_path) as loader:
        (section,) = (await loader.load(config(files=(str(tmp_path / "latin.txt"),)))).sections
        assert "Caf\ufffd \ufffd." in section.text
