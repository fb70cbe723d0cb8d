"""Migrations: an older file is lifted with a copy kept, a failed one changes nothing, a newer one is refused."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from disputatio.debate.log.events import DebateResumed
from disputatio.engine.errors import StorageHeld
from disputatio.storage import schema, upgrade
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.sqlite import Capabilities, capabilities, choose, load_vectors, raw
from disputatio.testing.debates import FrozenClock, MemoryLog

NEXT, FAILING = schema.VERSION + 1, schema.VERSION + 2
STEPS = {
    **{str(version): "pass" for version in range(1, NEXT)},
    str(NEXT): """op.add_column("notes", sa.Column("mood", sa.String, nullable=False, server_default="calm"))
    op.execute("INSERT INTO requests (hash, body) VALUES ('migrated', 'yes')")""",
    str(FAILING): """op.create_table("extra", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("CREATE VIRTUAL TABLE more USING fts5(text)")
    op.execute("INSERT INTO requests (hash, body) VALUES ('half', 'way')")
    op.execute("SELECT * FROM a_table_that_is_not_there")""",
}


@pytest.fixture
def plan(tmp_path: Path):
    """Steps of a later version of the program, up to some version; the last one fails half-way."""

    def made(version: int) -> upgrade.Plan:
        folder = tmp_path / "steps"
        folder.mkdir(parents=True, exist_ok=True)
        for number, body in STEPS.items():
            before = f"'{int(number) - 1}'" if number != "1" else "None"
            head = f"import sqlalchemy as sa\nfrom alembic import op\nrevision = '{number}'\ndown_revision = {before}\n"
            (folder / f"{number}.py").write_text(head + f"def upgrade():\n    {textwrap.dedent(body)}\n")
        return upgrade.Plan(version=version, scripts=folder)

    return made


async def test_an_older_file_is_lifted_and_a_copy_of_it_kept(database, plan) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append("d", [DebateResumed()])
        assert db.notices == []
    async with database(plan=plan(NEXT)) as db:
        assert db.notices[0].endswith(f"disputatio.db.schema-{schema.VERSION}.")
        log = SqliteEventLog(db, FrozenClock())
        assert await log.get("migrated") == "yes"
        assert await log.verify("d") == []
        assert await db.read(lambda c: raw(c).execute("PRAGMA user_version").fetchone()) == (NEXT,)
    async with database(f"disputatio.db.schema-{schema.VERSION}") as copy:
        log = SqliteEventLog(copy, FrozenClock())
        assert await log.get("migrated") is None
        assert len(await log.read("d")) == 1
    async with database(plan=plan(NEXT)) as db:
        assert db.notices == []


async def test_a_migration_that_fails_half_way_changes_nothing(database, plan, tmp_path: Path) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append("d", [DebateResumed()])
    for copy in (f"disputatio.db.schema-{schema.VERSION}", f"disputatio.db.schema-{schema.VERSION}.2"):
        with pytest.raises(
            StorageHeld, match=rf"could not be brought to schema {FAILING}.*unchanged.*{copy}\. Use the previous"
        ):
            async with database(plan=plan(FAILING)):
                pass
        assert (tmp_path / copy).exists()
    async with database() as db:
        names = await db.read(lambda c: raw(c).execute("SELECT name FROM sqlite_schema").fetchall())
        assert not {("extra",), ("more",)} & set(names)
        log = SqliteEventLog(db, FrozenClock())
        assert (await log.get("half"), await log.get("migrated")) == (None, None)
        assert await log.verify("d") == []
        columns = await db.read(lambda c: raw(c).execute("SELECT name FROM pragma_table_info('notes')").fetchall())
        assert ("mood",) not in columns


def shape(driver) -> dict[str, list[tuple[object, ...]]]:
    """The columns of every table, in any order, and the names of all indexes."""
    names = [name for (name,) in driver.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = {
        n: sorted(driver.execute(f"SELECT name, type, \"notnull\", pk FROM pragma_table_info('{n}')")) for n in names
    }
    indexes = driver.execute("SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    return found | {"": sorted(indexes.fetchall())}


async def test_a_file_of_the_first_version_comes_to_the_shape_of_a_new_one(database) -> None:
    async with database() as db:
        new = await db.read(lambda c: shape(raw(c)))
        await db.write(lambda c: as_first_version(raw(c)))
    async with database() as db:
        assert "brought to the present version" in db.notices[0]
        assert await db.read(lambda c: shape(raw(c))) == new
        (rehearsed,) = await db.read(lambda c: raw(c).execute("SELECT rehearsed FROM insights").fetchone())
        assert rehearsed == 1, "what models in rehearsal agreed on is no fact"
        assert await db.read(lambda c: raw(c).execute("SELECT * FROM search_queue").fetchall()) == [("insight", "i")]


def as_first_version(driver) -> None:
    """What version 1 made, with an insight of a rehearsal in it."""
    driver.execute("ALTER TABLE debates DROP COLUMN imported")
    driver.execute("ALTER TABLE personas DROP COLUMN about")
    driver.execute("ALTER TABLE personas ADD COLUMN corpus VARCHAR NOT NULL DEFAULT ''")
    for table in ("corpus_sources", "corpus_chunks", "episodes"):
        driver.execute(f"DROP TABLE {table}")
    for table in ("repositories", "repository_files", "repository_chunks", "repository_summaries"):
        driver.execute(f"DROP TABLE {table}")
    for table in ("vectors", "embedding_spaces", "memories", "memory_words"):
        driver.execute(f"DROP TABLE {table}")
    driver.execute("DROP INDEX insights_not_reviewed")
    for column in ("merged_into", "why", "rehearsed", "reviewed"):
        driver.execute(f"ALTER TABLE insights DROP COLUMN {column}")
    driver.execute(
        """INSERT INTO debate_sessions (id, config, created_at, updated_at, status)
        VALUES ('d', '{"seats":[{"model":"rehearsal:quick","part":"a"}]}', 0, 0, '')"""
    )
    driver.execute(
        """INSERT INTO insights (id, text, kind, confidence, agreed_by_all, debate, created_at, updated_at)
        VALUES ('i', 'So it is', 'agreed', 0.9, 1, 'd', 0, 0)"""
    )
    driver.execute("PRAGMA user_version = 1")


async def test_a_newer_file_is_refused_untouched(database, tmp_path: Path) -> None:
    async with database() as db:
        await db.write(lambda c: raw(c).execute(f"PRAGMA user_version = {schema.VERSION + 1}") and None)
    before = (tmp_path / "disputatio.db").read_bytes()
    with pytest.raises(StorageHeld, match=r"written by a newer Disputatio.*Update Disputatio.*not changed"):
        async with database():
            pass
    assert (tmp_path / "disputatio.db").read_bytes() == before


async def test_files_that_are_not_ours_are_refused_untouched(database, tmp_path: Path) -> None:
    driver = choose()
    other = driver.connect(str(tmp_path / "other.db"))
    other.execute("CREATE TABLE theirs (x)")
    other.commit()
    other.close()
    with pytest.raises(StorageHeld, match="database of another program"):
        async with database("other.db"):
            pass
    (tmp_path / "text.db").write_text("this is no database at all, but a text that is long enough" * 20)
    with pytest.raises(StorageHeld, match=r"is damaged.*restore the latest backup"):
        async with database("text.db"):
            pass
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageHeld, match="cannot be"):
        async with database("file/disputatio.db"):
            pass


async def test_damage_is_found_by_the_integrity_check(database, tmp_path: Path) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append("d", [DebateResumed()] * 500)
        assert await db.integrity_check() == []
    path = tmp_path / "disputatio.db"
    content = bytearray(path.read_bytes())
    for page in range(len(content) // 4096 - 2, len(content) // 4096):
        content[page * 4096 + 8 : page * 4096 + 200] = b"\xff" * 192
    path.write_bytes(content)
    async with database() as db:
        assert await db.integrity_check() != []


async def test_what_the_storage_can_do_is_said(database) -> None:
    async with database() as db:
        found = db.capabilities
        assert isinstance(found, Capabilities)
        assert bool(found.vectors) != bool(found.vectors_why)


def test_a_driver_that_loads_extensions_is_preferred_and_none_is_survived() -> None:
    assert choose(("no_such_driver", "sqlite3.dbapi2")).__name__ == "sqlite3.dbapi2"
    assert choose(()).__name__ == "sqlite3.dbapi2"
    assert "cannot load extensions" in load_vectors(object())
    connection = choose().connect(":memory:")
    assert capabilities(connection).driver == choose().__name__.partition(".")[0]
    connection.close()


async def test_the_memory_log_fails_when_told_and_then_goes_on() -> None:
    log = MemoryLog()
    log.fault = StorageHeld("The disk is full.")
    with pytest.raises(StorageHeld):
        await log.append("d", [DebateResumed()])
    assert await log.read("d") == []
    assert len(await log.append("d", [DebateResumed()], {"h": "request"})) == 1
    assert await log.get("h") == "request"
    assert [row.seq for row in await log.rows("d")] == [1]
