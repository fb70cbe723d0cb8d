"""Taking the database away for good, with every copy of it that was kept beside it."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from disputatio.debate.errors import Refused
from disputatio.storage.database import make_engine
from disputatio.storage.driver import choose
from disputatio.storage.statements import raw

PARTS = ("-wal", "-shm", "-journal")


def erase(path: Path) -> list[Path]:
    """Blocks; call it in a thread. Returns what was taken away; raises Refused while somebody has the file open, and
    OSError for what cannot be removed."""
    if path.exists():
        _alone(path)
    copies = [*path.parent.glob(f"{path.name}.schema-*"), *path.parent.glob(f"{path.stem}-before-restore-*")]
    found = [each for each in (path, *(path.with_name(path.name + part) for part in PARTS), *copies) if each.exists()]
    for each in found:
        each.unlink(missing_ok=True)
    return found


def _alone(path: Path) -> None:
    """Only who has the file alone may change its journal. A file that is no database is nobody's."""
    engine = make_engine(path, wait=0.5)
    try:
        with engine.connect() as connection:
            raw(connection).execute("PRAGMA journal_mode = DELETE")
    except (sa.exc.DBAPIError, choose().Error) as fault:
        if "locked" in str(fault) or "busy" in str(fault):
            raise Refused(
                "Disputatio has this data folder open elsewhere.", "Close every window and command of it, then delete."
            ) from fault
    finally:
        engine.dispose()
