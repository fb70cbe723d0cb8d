"""A persona: a fictional or described character that a seat can be given."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from disputatio.debate.log.seats import SERVICES
from disputatio.debate.sameness import normalise
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

OFFICES: frozenset[str] = frozenset(
    (
        *SERVICES,
        *(
            "moderator",
            "chair",
            "chairman",
            "chairwoman",
            "chairperson",
            "judge",
            "jury",
            "referee",
            "arbiter",
            "umpire",
        ),
        *("synthesist", "synthesizer", "synthesiser", "synthesis", "summariser", "summarizer", "recorder", "record"),
        *("ledger", "board", "debate", "disputatio", "rehearsal", "system", "assistant", "model", "user", "human"),
        *("you", "me", "i", "we", "us", "everyone", "everybody", "all", "anyone", "anybody", "someone", "somebody"),
        *("no one", "nobody", "none", "anonymous", "persona", "participant", "participants", "seat"),
    )
)
"""Names under which something else speaks, records, decides or is spoken to in a debate, in small letters."""

_ID = re.compile(r"[pc]\d+")
"""What points and claims are called."""
_ARTICLES = ("the ", "a ", "an ", "our ", "your ", "my ")


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
    """Return the fields that are longer than they may be, each in words."""
    sizes = {name: len(getattr(persona, name)) for name in LIMITS}
    return [
        f"“{TITLES[name]}” has {size:,} characters ({LIMITS[name]:,} are the most)"
        for name, size in sizes.items()
        if size > LIMITS[name]
    ]


def unfit(name: str) -> str:
    """Return why nobody can be called so, in words; "" where they can, and for no name at all. What looks like an
    office is one: letter case, signs, invisible characters, a word such as "the" before it make no other name."""
    visible = "".join(one for one in name if unicodedata.category(one) != "Cf")
    plain = " ".join(word for word in normalise(visible).split() if any(map(str.isalnum, word)))
    bare = next((plain.removeprefix(article) for article in _ARTICLES if plain.startswith(article)), plain)
    if name and not any(map(str.isalpha, plain)):
        return f"{name!r} has no letter"
    if visible.lstrip().startswith("@"):
        return f"{name!r} begins as a seat is addressed"
    if {plain, bare} & OFFICES or bare.rstrip("0123456789 ") in OFFICES:
        return f"{name!r} is an office of the debate: what the persona says would pass for what that office says"
    return f"{name!r} is what points and claims are called" if _ID.fullmatch(bare) else ""
