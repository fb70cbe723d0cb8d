"""Notes of how far long work has come: now and then, and nothing of what is done at once."""

from __future__ import annotations

import time
from collections.abc import Callable

from disputatio.app.indexing import IndexProgress
from disputatio.debate.views.words import counted
from disputatio.faces.cli.face import Face
from disputatio.repository.cloning import Fetched

OFTEN = 2.0
"""Seconds between two notes of progress."""
STEPS = {"reading": "Reading files", "embedding": "Embedding parts", "summarising": "Summarising"}


def now_and_then(face: Face) -> Callable[[str], None]:
    """Shows a note, unless one was shown a moment before."""
    last = time.monotonic()

    def tell(note: str) -> None:
        nonlocal last
        if time.monotonic() - last >= OFTEN:
            last = time.monotonic()
            face.out.note(note)

    return tell


def fetching(face: Face) -> Callable[[Fetched], None]:
    """How far a copy of a repository is."""
    tell = now_and_then(face)
    return lambda fetched: tell(f"{fetched.objects:,} of {counted(fetched.total, 'object')}")


def indexing(face: Face) -> Callable[[IndexProgress], None]:
    """How far the index, or the summary, of a repository is."""
    tell = now_and_then(face)
    return lambda at: tell(f"{STEPS[at.step]}: {at.done:,} of {at.total:,}  {at.path}")
