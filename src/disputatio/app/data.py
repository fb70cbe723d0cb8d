"""The data of this installation as a whole: backed up, restored, and all of it deleted for good. What would be deleted
is said first, by every face in the same words (SPEC DESK.3, MEMORY.5)."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from disputatio.app.memory import thresholds
from disputatio.app.models import health
from disputatio.app.paths import Paths
from disputatio.app.privacy import frontier
from disputatio.app.private_files import write_private
from disputatio.app.settings import Settings
from disputatio.app.starting import drafts
from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.debate.wording import by_face, plural, tr
from disputatio.engine.ports import Clock, SystemClock
from disputatio.providers.config import STANDARD
from disputatio.secrets.keyring import Keys
from disputatio.storage import backup as archives
from disputatio.storage.backup import Manifest, Restoration
from disputatio.storage.database import Database
from disputatio.storage.own_files import BroughtBack

# ---- backup and restore -------------------------------------------------------------------------------
SEAL = "backups.key"
"""The key by which backups of one's own are known. No backup has it in it."""


def sealing_key(paths: Paths) -> bytes:
    """Return that key; made when it is first wanted. Where it cannot be kept there is none, and every backup counts as
    somebody else's. Blocks."""
    file = paths.data / SEAL
    try:
        if not file.exists():
            write_private(file, secrets.token_hex(32).encode())
        return file.read_bytes()[:64] if file.is_file() else b""
    except OSError:
        return b""


async def backup(database: Database, paths: Paths, archive: Path, clock: Clock) -> Manifest:
    """Write everything but keys and settings into one file, while debates may run: the database, and the person's own
    formats and roles. Raises Refused, StorageHeld."""
    if await asyncio.to_thread(archive.exists):
        raise Refused(
            tr("{archive} exists already.").format(archive=archive), "Choose another name, or move that file away."
        )
    return await archives.backup(database, archive, clock, paths.written, await asyncio.to_thread(sealing_key, paths))


def told_of_damage(made: Manifest) -> str:
    """Say what a backup lacks that was made of a damaged database; "" for one that is whole."""
    return made.damage and by_face(
        tr(
            "The database is damaged ({damage}), so this backup lacks something, or cannot be restored. Keep the older "
            "ones, and run `disputatio doctor`."
        ),
        tr(
            "The database is damaged ({damage}), so this backup lacks something, or cannot be restored. Keep the older "
            "ones, and restore one of them."
        ),
    ).format(damage=made.damage)


def restore(archive: Path, environment: Mapping[str, str]) -> Restoration:
    """Put back what a backup holds; what it replaces is kept. No application may be open. Raises Refused."""
    paths = Paths.from_environment(environment)
    paths.create()
    return archives.restore(archive, paths.database, SystemClock().now(), paths.written, sealing_key(paths))


ELSEWHERE: Final = tr(
    "It was not made in this data folder. Whatever it marks as confirmed will count as confirmed by you, so replace "
    "your data with it only if you made it yourself."
)


def examine(archive: Path, paths: Paths, *, mine: bool = False) -> tuple[Manifest, list[str]]:
    """Try beside the data whether a backup could be restored. Returns what it says of itself, and what a person should
    know before it replaces everything; who made it matters only where it is not said to be `mine`. Blocks. Raises
    Refused for one that is damaged."""
    paths.create()
    with tempfile.TemporaryDirectory(dir=paths.data, prefix=".examine-") as spare:
        manifest, _ = archives.unpack(archive, Path(spare))
        archives.own_files(archive, paths.written)
    known = mine or manifest.sealed_with(sealing_key(paths))
    return manifest, [*([] if known else [ELSEWHERE]), *told_of_changed(manifest)]


NAMED: Final = 5
"""Titles of a sentence."""


def some(titles: Sequence[str]) -> str:
    more = (
        tr(" and {number_of_titles} more").format(number_of_titles=len(titles) - NAMED) if len(titles) > NAMED else ""
    )
    return "; ".join(titles[:NAMED]) + more


def told_of_changed(manifest: Manifest) -> list[str]:
    """Say which debates of a backup are not as they were recorded: an import of one of them would be refused."""
    if not manifest.changed:
        return []
    said = plural(
        "The log of {count} debate in this backup was changed after it was recorded, and is restored as it is, so do "
        "not rely on it: {named}.",
        "The logs of {count} debates in this backup were changed after they were recorded, and are restored as they "
        "are, so do not rely on them: {named}.",
        len(manifest.changed),
    )
    return [said.format(named=some(manifest.changed))]


def told_of_files(files: BroughtBack) -> list[str]:
    """Say what became of the person's own formats and roles."""
    told = (
        [tr("Formats and roles of yours that were restored: {added}.").format(added=", ".join(files.added))]
        if files.added
        else []
    )
    return told + [tr("The file that was there before is kept as {path}.").format(path=path) for path in files.kept]


# ---- everything deleted ----------------------------------------------------------------------------------------------
OTHER_KEYS = ("voyage", "github")
"""Services beside the providers of models that may have a key in the keyring."""

GOES = (
    "all debates, with their logs, points, verdicts and costs",
    "workspaces, projects, assignments, tasks, documents, notes and personas",
    "what was learnt from debates, and everything that was read from repositories",
    "backups and copies that are kept in the data folder, and clones of repositories",
    "keys in the system keyring, consents, settings, unsent drafts, logs and the cache",
)
STAYS = (
    "your own formats ({formats}) and roles ({roles})",
    "backups and exports that you saved elsewhere",
    "your repositories, with any branch debate/… in them",
    "keys in the environment, and whatever providers keep of what you sent them",
    "the program itself; and recovery tools may find deleted data until the disk is overwritten",
)


@value
class Erased:
    """`faults`: what could not be taken away, each with why."""

    keys: int
    faults: tuple[str, ...] = ()


def stays(paths: Paths) -> list[str]:
    """Return what is kept, in words."""
    return [each.format(formats=paths.formats, roles=paths.roles) for each in STAYS]


async def erase(environment: Mapping[str, str], settings: Settings, keys: Keys) -> Erased:
    """No application may be open. Raises Refused while one is, and then nothing has changed."""
    paths = Paths.from_environment(environment)
    try:
        await asyncio.to_thread(archives.erase, paths.database)
    except OSError as error:
        raise Refused(
            tr("The database cannot be deleted: {strerror}.").format(strerror=error.strerror or error),
            tr("Delete {database} by hand.").format(database=paths.database),
        ) from error
    forgotten, held = await _forget(keys, [*STANDARD, *OTHER_KEYS, *settings.names("providers")])
    faults = await asyncio.to_thread(_remove, paths)
    return Erased(keys=forgotten, faults=(*held, *faults))


async def _forget(keys: Keys, names: Sequence[str]) -> tuple[int, list[str]]:
    """Forget every key; those of the environment are not ours."""
    count = 0
    state = await keys.state()
    if not state.available:
        return 0, []  # nothing can be kept where there is no keyring
    for name in dict.fromkeys(names):
        known = await keys.get(name)
        state = await keys.delete(name)
        if not state.available:
            return count, [tr("keys in the keyring: {reason}").format(reason=state.reason)]
        count += known.source in ("keyring", "session")
    return count, []


def _remove(paths: Paths) -> list[str]:
    """Take away only what is known to be ours, since the folder may hold other things, too; returns what stays, and
    why."""
    files = [paths.data / name for name in (drafts.FILE, thresholds.FILE, health.FILE, SEAL)] + [paths.settings_file]
    files += [folder / frontier.FILE for folder in dict.fromkeys((paths.config, paths.data))]
    faults = []
    for path in (*files, paths.backups, paths.repositories, paths.cache, paths.logs):
        if not path.exists():
            continue
        try:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        except OSError as error:
            faults.append(f"{path}: {error.strerror or error}")
    return faults


def erasure_report(done: Erased, kept: Sequence[str]) -> str:
    """Return what became of it, in sentences."""
    keys = tr("1 key was") if done.keys == 1 else tr("{keys} keys were").format(keys=done.keys)
    text = tr("Everything was deleted; {keys} removed from the keyring. What is left: {kept}.").format(
        keys=keys, kept="; ".join(kept)
    )
    return (
        tr("{text} Could not be deleted: {faults}.").format(text=text, faults="; ".join(done.faults))
        if done.faults
        else text
    )
