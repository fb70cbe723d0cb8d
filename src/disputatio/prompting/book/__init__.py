"""The prompt book: every text that a model is ever sent by us, by name. What is not in here is data.

`digest()` goes into the log when a debate is opened, so that one can tell later by which texts it was run.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from disputatio.prompting.book.forms import ending, form
from disputatio.prompting.book.law import LAW
from disputatio.prompting.book.roles import ROLES
from disputatio.prompting.book.tasks import TASKS
from disputatio.prompting.shapes import SHAPES


@lru_cache(maxsize=1)
def texts() -> dict[str, str]:
    """All texts by name."""
    return {
        **LAW,
        **{f"role.{name}": text for name, text in ROLES.items()},
        **{f"task.{name}": text for name, text in TASKS.items()},
        **{f"form.{gives}": form(gives) for gives in SHAPES},
        **{f"ending.{gives}": ending(gives) for gives in SHAPES},
    }


@lru_cache(maxsize=1)
def digest() -> str:
    """The SHA-256 of all texts with their names, in hexadecimal."""
    named = sorted(texts().items())
    return hashlib.sha256("\x00".join(f"{name}\x01{text}" for name, text in named).encode()).hexdigest()


def role_text(role: str) -> str:
    """What a role is asked to be; a role that the book does not know gets the general text with its name."""
    known = ROLES.get(role.strip().casefold().replace("’", "'"))
    return known if known is not None else f"{ROLES['']}\nRole: {role or 'Participant'}"


def task_text(role: str, task: str, gives: str) -> str:
    """What is asked now: by role and task, else by task, else by the output contract."""
    for name in (f"{role.strip().casefold()}/{task}", task, gives):
        if name in TASKS:
            return TASKS[name]
    return TASKS["say"]


__all__ = ["LAW", "digest", "ending", "form", "role_text", "task_text", "texts"]
