"""The prompt book: every text that a model is ever sent by us, by name. What is not in here is data.

`digest()` goes into the log when a debate is opened, so that one can tell later by which texts it was run.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from disputatio.prompting import forms
from disputatio.prompting.book.law import LAW
from disputatio.prompting.book.roles import ROLES
from disputatio.prompting.contracts import CONTRACTS


@lru_cache(maxsize=1)
def texts() -> dict[str, str]:
    """All texts by name."""
    return {
        **LAW,
        **{f"role.{name}": text for name, text in ROLES.items()},
        **{f"task.{name}": text for name, text in _tasks().items()},
        **{f"form.{name}": forms.form(contract.fields) for name, contract in CONTRACTS.items()},
        **{f"ending.{name}": contract.ending for name, contract in CONTRACTS.items()},
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
    known = _tasks()
    return next(known[name] for name in (f"{role.strip().casefold()}/{task}", task, gives, "say") if name in known)


@lru_cache(maxsize=1)
def _tasks() -> dict[str, str]:
    """What each contract asks for, in general and in particular steps."""
    general = {name: contract.asks for name, contract in CONTRACTS.items() if contract.asks}
    particular = {task: text for contract in CONTRACTS.values() for task, text in contract.tasks.items()}
    return general | particular


__all__ = ["LAW", "digest", "role_text", "task_text", "texts"]
