"""What was said becomes the payload of a contract: tolerant of form, strict about content (SPEC DUAL.2).

Literals are read first (JSON, JSON with faults, Python), then Markdown sections and labelled lines, then what is
particular to a contract. Nothing but `Unreadable` is raised; the time is linear in the length of the reply.
"""

from __future__ import annotations

from disputatio.debate.values import Json
from disputatio.prompting.contracts import CONTRACTS, Contract
from disputatio.prompting.errors import Incomplete, Unreadable
from disputatio.prompting.reading import clean
from disputatio.prompting.reading.columns import short_rows
from disputatio.prompting.reading.echoes import without_blocks
from disputatio.prompting.reading.literals import LONGEST
from disputatio.prompting.request import Brief

__all__ = ["Incomplete", "Unreadable", "interpret"]


def interpret(gives: str, text: str, brief: Brief) -> dict[str, Json]:
    """Return the payload of a reply. Raises `Unreadable` when the contract's fields cannot be read from it,
    `Incomplete` when some of its entries cannot be used."""
    contract = CONTRACTS.get(gives)
    if contract is None:
        raise Unreadable(f"There is no output contract {gives!r}.")
    said = without_blocks(clean(text if contract.whole else text[-LONGEST:]))
    if not said.strip():
        raise Unreadable("The reply is empty.")
    try:
        found = contract.read(said, brief)
    except Incomplete as error:
        short = "".join(f"{one} " for one in short_rows(contract.fields, said))
        raise Incomplete(f"{short}{error.why}", error.data, rest=error.rest) from error
    if found is None:
        raise Unreadable("".join((*(f"{one} " for one in short_rows(contract.fields, said)), _why(contract))))
    return found


def _why(contract: Contract) -> str:
    needed = [field for field in contract.fields if field.needed]
    named = ", ".join(f"`{field.name}` ({field.says})" for field in needed or contract.fields)
    return f"The reply does not contain what was asked for: {named}."
