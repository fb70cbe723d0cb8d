"""What was found to be alike by meaning is written into the record, so that the rules read it there."""

from __future__ import annotations

import pytest

from disputatio.debate.values import Json
from disputatio.prompting.interpret import fresh, joined
from disputatio.prompting.request import Brief

BRIEF = Brief(
    figures={
        "points": "P1 [agreed] (Analyst) The cache is safe",
        "claims": "- c1 [active] Logs help (Ada against Ben)",
    }
)


def test_points_without_an_id_are_new() -> None:
    data: dict[str, Json] = {"items": [{"text": "One", "same_as": "P1"}, {"text": "Two", "same_as": ""}, {"text": " "}]}
    assert fresh("points", data, BRIEF) == (["Two"], {"P1": "The cache is safe"})
    found = joined("points", data, {"Two": "P1"})["items"]
    assert isinstance(found, list)
    assert [item.get("same_as") for item in found if isinstance(item, dict)] == ["P1", "P1", None]


def test_claims_with_an_unknown_id_are_new() -> None:
    data: dict[str, Json] = {"claims": [{"id": "c1", "text": "Logs help"}, {"id": "c2", "text": "Logs are useful"}]}
    assert fresh("ledger", data, BRIEF) == (["Logs are useful"], {"c1": "Logs help"})
    found = joined("ledger", data, {"Logs are useful": "c1"})["claims"]
    assert isinstance(found, list)
    assert [item["id"] for item in found if isinstance(item, dict)] == ["c1", "c1"]


@pytest.mark.parametrize("gives", ["say", "synthesis"])
def test_nothing_else_is_compared(gives: str) -> None:
    assert fresh(gives, {"items": [{"text": "x"}]}, BRIEF) == ([], {})
    assert joined("points", {"items": []}, {}) == {"items": []}
