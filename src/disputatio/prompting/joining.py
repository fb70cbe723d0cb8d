"""The same statement in other words, as far as meaning can be compared (SPEC DUAL.3, LEDGER.2). Pure: what was found to
be alike is given; here it is only written into the record, so that the rules read it there."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.reading import items
from disputatio.debate.values import Json
from disputatio.prompting.boards import known_claims
from disputatio.prompting.figures import points
from disputatio.prompting.reading import line
from disputatio.prompting.request import Brief


def fresh(gives: str, data: dict[str, Json], brief: Brief) -> tuple[list[str], dict[str, str]]:
    """The statements that a record makes anew, and those that they could be the same as, by id."""
    match gives:
        case "points":
            known = {point.id: point.text for point in points(brief)}
            new = [line(item.get("text")) for item in items(data.get("items")) if not line(item.get("same_as"))]
        case "ledger":
            known = known_claims(brief)
            new = [line(item.get("text")) for item in items(data.get("claims")) if line(item.get("id")) not in known]
        case _:
            return [], {}
    return [text for text in new if text], known


def joined(gives: str, data: dict[str, Json], same: Mapping[str, str]) -> dict[str, Json]:
    """The record with each new statement that says the same as a known one under that one's id. `same`: text -> id."""
    match gives:
        case "points":
            name, key = "items", "same_as"
        case _:
            name, key = "claims", "id"
    found: list[Json] = [
        {**item, key: same[text]} if (text := line(item.get("text"))) in same else item
        for item in items(data.get(name))
    ]
    return {**data, name: found} if same else data
