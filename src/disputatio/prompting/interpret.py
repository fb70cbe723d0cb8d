"""What was said becomes the payload of a contract: tolerant of form, strict about content (SPEC DUAL.2).

Literals are read first (JSON, JSON with faults, Python), then Markdown sections and labelled lines, then what is
particular to a contract. Nothing but `Unreadable` is raised; the time is linear in the length of the reply.
"""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.payload import items
from disputatio.debate.values import Json
from disputatio.prompting.contracts import CONTRACTS, Contract, contract_of
from disputatio.prompting.errors import Unreadable
from disputatio.prompting.reading import clean, line
from disputatio.prompting.reading.echoes import without_blocks
from disputatio.prompting.reading.literals import LONGEST
from disputatio.prompting.request import Brief


# ---- The same statement in other words, as far as meaning can be compared (SPEC DUAL.3, LEDGER.2). Pure: what was
#      found to be alike is given; here it is only written into the record, so that the rules read it there.
def fresh(gives: str, data: dict[str, Json], brief: Brief) -> tuple[list[str], dict[str, str]]:
    """The statements that a record makes anew, and those that they could be the same as, by id."""
    joining = contract_of(gives).joining
    if joining is None:
        return [], {}
    known = joining.known(brief)
    new = [line(item.get("text")) for item in items(data.get(joining.items)) if line(item.get(joining.id)) not in known]
    return [text for text in new if text], known


def joined(gives: str, data: dict[str, Json], same: Mapping[str, str]) -> dict[str, Json]:
    """The record with each new statement that says the same as a known one under that one's id. `same`: text -> id."""
    joining = contract_of(gives).joining
    if joining is None or not same:
        return data
    found: list[Json] = [
        {**item, joining.id: same[text]} if (text := line(item.get("text"))) in same else item
        for item in items(data.get(joining.items))
    ]
    return {**data, joining.items: found}


__all__ = ["Unreadable", "interpret"]


def interpret(gives: str, text: str, brief: Brief) -> dict[str, Json]:
    """The payload of a reply. Raises `Unreadable` when the contract's fields cannot be read from it."""
    contract = CONTRACTS.get(gives)
    if contract is None:
        raise Unreadable(f"There is no output contract {gives!r}.")
    said = without_blocks(clean(text if contract.whole else text[-LONGEST:]))
    if not said.strip():
        raise Unreadable("The reply is empty.")
    found = contract.read(said, brief)
    if found is None:
        raise Unreadable(_why(contract))
    return found


def _why(contract: Contract) -> str:
    needed = [field for field in contract.fields if field.needed]
    named = ", ".join(f"`{field.name}` ({field.says})" for field in needed or contract.fields)
    return f"The reply does not contain what was asked for: {named}."
