"""A persona: a fictional or described character that a seat can be given."""

from __future__ import annotations

from disputatio.debate.values import value
from disputatio.library.workspace import DEFAULT


@value
class Persona:
    """The contract (what they hold, what they care for, what would change their mind), a voice, and a corpus: the ids
    of the documents they speak from."""

    name: str
    holds: str = ""
    cares_for: str = ""
    would_change: str = ""
    voice: str = ""
    corpus: tuple[str, ...] = ()
    workspace: str = DEFAULT
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
