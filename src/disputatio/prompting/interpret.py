"""What was said becomes the payload of a contract: tolerant of form, strict about content (SPEC DUAL.2).

Literals are read first (JSON, JSON with faults, Python), then Markdown sections and labelled lines, then what is
particular to a contract. Nothing but `Unreadable` is raised; the time is linear in the length of the reply.
"""

from __future__ import annotations

from disputatio.debate.formats import CONTRACTS
from disputatio.debate.values import Json
from disputatio.prompting.echoes import without_blocks
from disputatio.prompting.errors import Unreadable
from disputatio.prompting.literals import LONGEST
from disputatio.prompting.particular import payload
from disputatio.prompting.reading import clean
from disputatio.prompting.remembered import without_facts
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import SHAPES

_WHOLE = frozenset({"code", "artifact"})
"""Contracts whose payload is the bulk of the reply, so that its beginning must not be left out."""

__all__ = ["Unreadable", "interpret"]


def interpret(gives: str, text: str, brief: Brief) -> dict[str, Json]:
    """The payload of a reply. Raises `Unreadable` when the contract's fields cannot be read from it."""
    if gives not in CONTRACTS:
        raise Unreadable(f"There is no output contract {gives!r}.")
    said = without_blocks(clean(text if gives in _WHOLE else text[-LONGEST:]))
    if not said.strip():
        raise Unreadable("The reply is empty.")
    found = payload(gives, said, brief)
    if found is None:
        raise Unreadable(_why(gives))
    return without_facts(gives, found, brief.sections)


def _why(gives: str) -> str:
    needed = [field for field in SHAPES[gives] if field.needed]
    named = ", ".join(f"`{field.name}` ({field.says})" for field in needed or SHAPES[gives])
    return f"The reply does not contain what was asked for: {named}."
