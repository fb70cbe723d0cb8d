"""What SQLite reports, in words a person can act on."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.exc import DBAPIError

from disputatio.engine.errors import StorageDamaged, StorageHeld

DAMAGED = ("malformed", "not a database", "corrupt")

KINDS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("disk is full",),
        "The disk is full, so {file} cannot be written.",
        "Free some space and continue; nothing that was saved is lost.",
    ),
    (
        ("locked", "busy"),
        "Another program holds {file}, so it cannot be written.",
        "Close what else uses the file (a backup, another SQLite program) and continue.",
    ),
    (
        ("readonly", "read-only", "attempt to write"),
        "{file} may only be read, so nothing can be saved.",
        "Give yourself the right to write to the file and its folder, then continue.",
    ),
    (
        DAMAGED,
        "{file} is damaged.",
        "Run `disputatio doctor` for an integrity check, and restore the latest backup.",
    ),
    (
        ("unable to open",),
        "{file} cannot be opened.",
        "Check that its folder exists, that you may write there, and that the disk is connected.",
    ),
    (
        ("disk i/o error",),
        "The disk reported an error at {file}.",
        "Check the disk and its cable or mount, run `disputatio doctor`, then continue.",
    ),
)


def is_held(fault: Exception) -> bool:
    """Whether the storage itself is at fault, rather than what was asked of it."""
    text = str(original_of(fault)).lower()
    return any(sign in text for signs, _, _ in KINDS for sign in signs)


def storage_error(fault: Exception, path: Path) -> StorageHeld:
    """The error for a fault of the storage; anything unknown is given as SQLite said it."""
    original = original_of(fault)
    text = str(original).lower()
    for signs, what, remedy in KINDS:
        if any(sign in text for sign in signs):
            return (StorageDamaged if signs is DAMAGED else StorageHeld)(what.format(file=path), remedy)
    return StorageHeld(f"{path} cannot be used: {original}.", "Run `disputatio doctor`, then continue.")


def original_of(fault: Exception) -> BaseException:
    """What the driver said, without SQLAlchemy's additions."""
    return fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault
