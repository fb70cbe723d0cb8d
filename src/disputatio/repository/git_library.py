"""The library that reads repositories: loaded at first use, and its errors in words of our own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from disputatio.repository.entries import printable
from disputatio.repository.errors import FileMissing, ForeignOwner, NotARepository, RepositoryDamaged, RepositoryError


@lru_cache(maxsize=1)
def library() -> ModuleType:
    """Loaded at first use: nobody waits for it who opens no repository."""
    import pygit2

    return pygit2


@contextmanager
def readable(path: Path, part: str = "some folders") -> Iterator[None]:
    """Translates the library's errors. A missing object (of `part`) is normal in partial and in broken copies."""
    try:
        yield
    except RepositoryError:
        raise
    except KeyError:
        raise FileMissing(
            f"The contents of {part} are not on this computer: the repository at {path} is an incomplete copy.",
            "Fetch the missing objects with git, then open it again.",
        ) from None
    except library().GitError as error:
        raise _translated(path, str(error)) from None
    except OSError as error:
        raise RepositoryDamaged(
            f"The repository at {path} cannot be read: {_printable(str(error))}.", "Check its files."
        ) from error


def _printable(cause: str) -> str:
    """Names in it are those of the repository."""
    return printable(cause[:500].encode("utf-8", "surrogateescape"))


def _translated(path: Path, cause: str) -> RepositoryError:
    cause = _printable(cause)
    if "not owned by current user" in cause:
        return ForeignOwner(
            f"The repository at {path} belongs to another user of this computer, so it is not opened.",
            "Make a copy that is yours (git clone), or become the owner of the folder.",
        )
    if "not found at" in cause or "could not find repository" in cause.lower():
        return NotARepository(
            f"There is no git repository at {path} or above it.",
            "Open a folder that holds one, or run `git init` and commit something first.",
        )
    return RepositoryDamaged(
        f"The repository at {path} cannot be read: {cause}.",
        "Check it with `git fsck`; if git reads it, it uses a feature that this application does not know yet.",
    )
