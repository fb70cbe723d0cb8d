"""What an exception means for the person: an exit code, a sentence with its remedy, or the report of a bug.

Exit codes: 0 finished, 2 bad input, 3 waiting for a person, 4 a model call failed, 70 a bug, 130 stopped.
"""

from __future__ import annotations

import asyncio
import errno
import platform
import re
import sys
import traceback
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Final

import disputatio
from disputatio.app.paths import FolderUnusable, ResourceMissing
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.engine.errors import NotAgreed, ProviderError, StorageHeld
from disputatio.secrets.keyring import Masking

LONGEST_PLACE: Final = 200
"""Characters of the name of a file that a message repeats."""


class Unread(DisputatioError):
    """Whoever was reading the output of a debate left before it ended."""

    def __init__(self, id: str) -> None:
        super().__init__(
            "Nobody is reading the output any more, so the debate was left where it was.",
            tr("Continue with: disputatio resume {id}").format(id=id),
        )


OUTSIDE: Final = frozenset(
    (
        *(errno.ENAMETOOLONG, errno.ELOOP, errno.EACCES, errno.EPERM, errno.EROFS),
        *(errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EIO),
    )
)
"""Faults of names, rights, room and disks, which are no bugs wherever they are met."""


def from_outside(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in OUTSIDE


class Exit(IntEnum):
    FINISHED = 0
    BAD_INPUT = 2
    WAITING = 3
    MODEL_FAILED = 4
    BUG = 70
    STOPPED = 130


_GRAVEST = (Exit.BUG, Exit.MODEL_FAILED, Exit.WAITING, Exit.BAD_INPUT, Exit.STOPPED, Exit.FINISHED)
"""When several things went wrong at once, the first of these that is among them counts."""


def exit_code(error: BaseException) -> Exit:
    """Return the exit code of a process that this exception ends."""
    codes = {_single(each) for each in _members(error)}
    return next(code for code in _GRAVEST if code in codes)


def is_bug(error: BaseException) -> bool:
    """Return whether this is a bug to report, rather than a problem to explain to the person."""
    return exit_code(error) is Exit.BUG


def explanation(error: BaseException, masking: Masking | None = None) -> str:
    """Say what happened, why, and what to do, in one paragraph per fault, without keys."""
    texts: dict[str, None] = {}
    for each in _members(error):
        if isinstance(each, DisputatioError):
            texts.setdefault(each.user_message)
        elif _single(each) is Exit.STOPPED:
            texts.setdefault("Stopped.")
        elif isinstance(each, OSError) and from_outside(each):
            texts.setdefault(_of_the_system(each))
        else:
            texts.setdefault(
                "Something went wrong inside Disputatio. What was said in your debates is saved. "
                f"({type(each).__name__}) Please report this, with the details."
            )
    return (masking or Masking()).mask("\n\n".join(texts))


def _of_the_system(error: OSError) -> str:
    what = str(error.filename or "")[:LONGEST_PLACE]
    return tr("This computer refused it: {why}. Check the name, the permissions and the room on the disk.").format(
        why=f"{what}: {error.strerror}" if what else error.strerror
    )


def crash_report(error: BaseException, masking: Masking | None = None) -> str:
    """Return what a maintainer needs: versions and the traceback, without local values, keys, or the name of the
    person's home folder. Messages of exceptions may quote what was typed: the person reads the report before sending
    it."""
    lines = [
        f"Disputatio {disputatio.__version__}",
        f"Python {platform.python_version()} on {platform.platform()}",
        f"{'Frozen' if getattr(sys, 'frozen', False) else 'Plain'} installation, {sys.byteorder} endian",
        "",
        "".join(traceback.format_exception(error)),
    ]
    return _without_home((masking or Masking()).mask("\n".join(lines))).rstrip() + "\n"


def _members(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _members(each)
    else:
        yield error


def _single(error: BaseException) -> Exit:
    match error:
        case NotAgreed():
            return Exit.BAD_INPUT  # nothing was sent: a consent is to be added
        case ProviderError():
            return Exit.MODEL_FAILED
        case StorageHeld():
            return Exit.WAITING  # the debate is held until the person has made room
        case ResourceMissing():
            return Exit.BUG  # a broken installation: nothing that the person typed
        case Unread():
            return Exit.STOPPED
        case FolderUnusable() | DisputatioError():
            return Exit.BAD_INPUT
        case KeyboardInterrupt() | asyncio.CancelledError():
            return Exit.STOPPED
        case SystemExit():
            return _requested(error.code)
        case OSError() if from_outside(error):
            return Exit.BAD_INPUT
        case BrokenPipeError():
            return Exit.FINISHED  # the reader of a pipe has seen enough
        case _:
            return Exit.BUG


def _requested(code: object) -> Exit:
    if code is None:
        return Exit.FINISHED
    known = {int(each): each for each in Exit}
    return known.get(code, Exit.BUG) if isinstance(code, int) else Exit.BAD_INPUT


def _without_home(text: str) -> str:
    home = str(Path.home())
    return re.sub(re.escape(home) + r"(?=[/\\\"'\s:]|$)", "~", text) if len(home) > 3 else text
