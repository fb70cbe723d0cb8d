"""From an earlier schema to the present one: a copy is kept, and a migration that fails changes nothing.

Alembic costs a quarter of a second to import, so it is imported only when there is something to migrate."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.engine.errors import StorageHeld
from disputatio.storage import schema, sqlite
from disputatio.storage.sqlite import original_of
from disputatio.storage.surroundings import another_program


@value
class Plan:
    """Where the schema is to go, and the folder with the steps."""

    version: int = schema.VERSION
    scripts: Path = Path(__file__).parent / "migrations"


PRESENT = Plan()


def prepare(engine: sa.Engine, path: Path, plan: Plan = PRESENT) -> Path | None:
    """Make sure that the file has the present schema; returns the copy that was kept if it had to be migrated.

    Raises StorageHeld for a file that is newer than this program, or is not one of ours.
    """
    with engine.connect() as connection:
        with connection.begin():
            if _is_empty(connection):
                schema.create(connection)
                return None
            found = _version(connection, path)
        if found == plan.version:
            return None
        if found < 1:
            raise sqlite.damage(tr("{path} is damaged: it has no version.").format(path=path))
        if found > plan.version:
            raise StorageHeld(
                tr("{path} was written by a newer Disputatio (schema {found}; this one knows up to {version}).").format(
                    path=path, found=found, version=plan.version
                ),
                "Update Disputatio, or start it with another DISPUTATIO_HOME; the file was not changed.",
            )
        copy = _keep_copy(connection, path, found)
        _migrate(connection, path, plan, copy)
        return copy


def make_private(path: Path) -> None:
    """Make an empty file that only the person may read, if there is none: SQLite gives what it keeps beside it the same
    rights. Raises OSError."""
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def _is_empty(connection: sa.Connection) -> bool:
    return not connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar()


def _version(connection: sa.Connection, path: Path) -> int:
    application = connection.exec_driver_sql("PRAGMA application_id").scalar()
    if application != schema.APPLICATION:
        raise another_program(path)
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar() or 0)


def _keep_copy(connection: sa.Connection, path: Path, version: int) -> Path:
    """Return a whole copy beside the file; an earlier copy of the same version is kept as it is."""
    copy = path.with_name(f"{path.name}.schema-{version}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.schema-{version}.{number}")
    make_private(copy)
    driver: Any = connection.connection.driver_connection
    driver.execute("VACUUM INTO ?", (str(copy),))
    return copy


def _migrate(connection: sa.Connection, path: Path, plan: Plan, copy: Path) -> None:
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    scripts = ScriptDirectory(str(plan.scripts), version_locations=[str(plan.scripts)])
    try:
        with connection.begin():
            found = _version(connection, path)  # another process may have been faster
            if found >= plan.version:
                return
            steps = [step for step in scripts.iterate_revisions(str(plan.version), str(found)) if step.module]
            with Operations.context(MigrationContext.configure(connection)):
                for step in reversed(steps):
                    step.module.upgrade()
            connection.exec_driver_sql(f"PRAGMA user_version = {plan.version}")
    except (sa.exc.SQLAlchemyError, CommandError) as fault:
        raise StorageHeld(
            tr("{path} could not be brought to schema {version}: {original_of}.").format(
                path=path, version=plan.version, original_of=original_of(fault)
            ),
            tr("It is unchanged, and a copy is kept at {copy}. Use the previous version of Disputatio.").format(
                copy=copy
            ),
        ) from fault
