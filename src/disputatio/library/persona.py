"""A persona: a fictional or described character that a seat can be given."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.values import value
from disputatio.library.workspace import DEFAULT

LIMITS: Mapping[str, int] = {
    "name": 80,
    "about": 160,
    "holds": 700,
    "cares_for": 350,
    "would_change": 350,
    "voice": 260,
}
"""Characters of each field. Together with the rules for playing them they make a system prompt of at most about 700
tokens (SPEC VIEW.1)."""

TITLES: Mapping[str, str] = {
    "name": "Name",
    "about": "In a sentence",
    "holds": "What they hold",
    "cares_for": "What they value",
    "would_change": "What would change their mind",
    "voice": "Voice",
}


@value
class Persona:
    """The contract (what they hold, what they care for, what would change their mind) and a voice; `about` says in one
    sentence who they are. The corpus they speak from is kept beside it (see `library.corpus`)."""

    name: str
    about: str = ""
    holds: str = ""
    cares_for: str = ""
    would_change: str = ""
    voice: str = ""
    workspace: str = DEFAULT
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0


def too_long(persona: Persona) -> list[str]:
    """The fields that are longer than they may be, each in words."""
    sizes = {name: len(getattr(persona, name)) for name in LIMITS}
    return [
        f"“{TITLES[name]}” has {size:,} characters ({LIMITS[name]:,} are the most)"
        for name, size in sizes.items()
        if size > LIMITS[name]
    ]
