"""The same statement in other words, as far as meaning can be compared (SPEC DUAL.3, LEDGER.2). Pure: what was found to
be alike is given; here it is only written into the record, so that the rules read it there."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.reading import items
from disputatio.debate.values import Json
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.reading import line
from disputatio.prompting.request import Brief


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
