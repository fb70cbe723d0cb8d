"""The order that raises the cap that holds a debate."""

from dataclasses import replace

import pytest

from disputatio.app.actions.debates import higher_cap
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.state import Debate, Spent
from disputatio.faces.gui.kit.phrases import cap as said


def held(name, cap, spent, *, reason="budget", status="paused"):
    why = f"the budget is spent (so much; option {name})"
    return replace(Debate(), status=status, reason=reason, why=why, options={name: cap}, spent=spent)


@pytest.mark.parametrize(
    ("name", "cap", "spent", "raised", "words"),
    [
        ("max_cost", 10_000, Spent(cost=10_600), 20_000, "$0.02"),
        ("max_cost", 10_000, Spent(cost=55_000), 80_000, "$0.08"),
        ("max_tokens", 100_000, Spent(tokens=100_000), 200_000, "200,000 tokens"),
        ("max_turns", 5, Spent(turns=5), 10, "10 turns"),
        ("max_minutes", 30, Spent(), 60, "60 minutes"),
    ],
)
def test_the_cap_is_doubled_until_it_is_above_what_is_spent(name, cap, spent, raised, words):
    order = higher_cap(held(name, cap, spent))
    assert order == SetOption(name=name, value=raised)
    assert said(order) == words


def test_nothing_is_raised_where_no_cap_holds_the_debate():
    assert higher_cap(held("max_turns", 5, Spent(turns=5), reason="person")) is None
    assert higher_cap(held("max_turns", 5, Spent(turns=5), status="debating")) is None
    assert higher_cap(held("max_turns", 9, Spent(turns=5))) is None, "raised since"
    assert higher_cap(held("max_turns", None, Spent(turns=5))) is None, "lifted since"
