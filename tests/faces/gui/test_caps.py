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


@pytest.mark.parametrize(
    ("spent", "cap", "raised"),
    [(30, 30, 60), (75, 30, 120), (1, 0.25, 2), (0.001, 0.001, 1), ("0.000", 0.0001, 1), (30, 30.4, 60.8)],
)
def test_minutes_are_raised_above_those_that_were_debated_which_the_reason_tells(spent, cap, raised):
    why = f"the time is up ({spent} of {cap} minutes of debating; option max_minutes)"
    order = higher_cap(replace(held("max_minutes", cap, Spent()), why=why))
    assert order == SetOption(name="max_minutes", value=raised)
    later = replace(held("max_minutes", 2 * raised, Spent()), why=why)
    assert higher_cap(later) is None, "raised since"


def test_nothing_is_raised_where_no_cap_holds_the_debate():
    assert higher_cap(held("max_turns", 5, Spent(turns=5), reason="person")) is None
    assert higher_cap(held("max_turns", 5, Spent(turns=5), status="debating")) is None
    assert higher_cap(held("max_turns", 9, Spent(turns=5))) is None, "raised since"
    assert higher_cap(held("max_turns", None, Spent(turns=5))) is None, "lifted since"


@pytest.mark.parametrize("told", ["(inf of inf minutes", "(1.2.3 of x minutes", "(9e999 of 1 minutes", "(" + "9" * 400])
def test_what_a_log_from_elsewhere_says_of_its_minutes_does_no_harm(told):
    why = f"the time is up {told}; option max_minutes)"
    assert higher_cap(replace(held("max_minutes", 30, Spent()), why=why)) == SetOption(name="max_minutes", value=60)
