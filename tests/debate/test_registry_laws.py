"""Laws of the registry, whatever is said, judged, recorded, checked and ruled in whatever order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.board.standings import entries_of, ledger_of
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.consensus import Measure, firm_measure, measure
from disputatio.testing.boards import checked_citations, moves_of, past_of, record, turn

SEATS = ("ada", "ben", "cyd")
IDS = ("P1", "P2", "P3")
TEXT = "It is cheap as a.py:3 says. I was wrong, I see it now. I yield to you all."
ids, seats = st.sampled_from([*IDS, "P9"]), st.sampled_from([*SEATS, "nobody"])
quotes = st.sampled_from(["", "It is cheap", "I was wrong", "as a.py:3 says"])
paths = st.builds("round[{}]/say[{}]".format, st.integers(1, 5), st.sampled_from(SEATS))
deeds = st.sampled_from(["agrees", "disagrees", "doubts", "keeps", "revises", "withdraws", "assumes", "sings"])
texts = st.sampled_from(["", "It is cheap", "It is cheap to run", "It is dear"])
stated = st.fixed_dictionaries({"by": seats, "text": texts, "quote": quotes, "attacks": st.lists(ids, max_size=1)})
done = st.fixed_dictionaries(
    {
        "by": seats,
        "id": ids,
        "does": deeds,
        "text": texts,
        "quote": quotes,
        "because": quotes,
        "decisive": st.booleans(),
    }
)
stands = st.fixed_dictionaries({"by": seats, "stance": texts, "confidence": st.sampled_from([None, 0.5, 0.9, "x"])})
judged = st.lists(st.fixed_dictionaries({"point": ids, "text": texts, "reason": quotes}), max_size=2)
messages = st.builds(turn, paths, text=st.just(TEXT))
records = st.builds(
    record,
    paths,
    new=st.lists(stated, max_size=2),
    about=st.lists(done, max_size=3),
    stands=st.lists(stands, max_size=1),
)
assessments = st.builds(
    turn, paths, st.just("assessment"), text=st.just(TEXT), agree=judged, disagree=judged, unverifiable=judged
)
checks = st.builds(checked_citations, paths, st.just("a.py:3"), status=st.sampled_from(["verified", "missing", "odd"]))
rulings = st.builds(
    turn, st.just("ruling[person]"), st.just("ruling"), point=ids, status=st.sampled_from(["accepted", "open", "odd"])
)
cards = st.builds(turn, st.just("x/card[clerk]"), st.just("card"), claim=ids, resolved=st.booleans(), how=texts)
talk = st.lists(st.one_of(messages, messages, records, records, assessments, checks, rulings, cards), max_size=14)
openings = st.just([turn(f"round[1]/say[{seat}]", text=TEXT) for seat in SEATS])
debates = st.builds(lambda first, then: [*first, *then], openings, talk)


@given(debates)
def test_every_statement_has_one_status_and_what_is_withdrawn_or_settled_counts_for_nothing(turns: list[Turn]) -> None:
    registry = registry_of(past_of(*turns))
    statements = registry.statements.values()
    for firm in (False, True):
        found = firm_measure(registry) if firm else measure(registry)
        status = Counter(one.firm if firm else one.status for one in statements)
        assert found.total == len(statements) - status["withdrawn"] - status["settled"]
        counted = [one for one in statements if not one.withdrawn and one.ruled in ("", "open")]
        assert (found.agreed, found.contested) == (
            sum((one.firm if firm else one.status) == "agreed" for one in counted),
            sum((one.firm if firm else one.status) == "contested" for one in counted),
        )


@given(debates)
def test_what_the_registry_counts_as_it_goes_is_what_stands_in_it(turns: list[Turn]) -> None:
    past = past_of(*turns)
    for node in past.nodes():
        registry = registry_of(node)
        counts = Counter(one.counted for one in registry.statements.values())
        assert +Counter(registry.counts) == counts


@given(debates)
def test_every_figure_is_a_share(turns: list[Turn]) -> None:
    found = measure(registry_of(past_of(*turns)))
    low, high = found.interval
    for share in (found.score, found.coverage, found.earned_share, found.given_up_share, low, high):
        assert 0 <= share <= 1
    assert low < high
    assert max(found.earned, found.given_up) <= found.agreed
    assert found.blocking <= found.assumptions


def test_the_shares_are_of_what_they_are_said_to_be_and_the_interval_is_that_of_beta() -> None:
    found = Measure(agreed=3, contested=1, assumptions=1, unaddressed=1, earned=2, given_up=1)
    assert (found.score, found.coverage, found.earned_share, found.given_up_share) == (3 / 4, 4 / 6, 2 / 6, 1 / 3)
    assert Measure().interval == pytest.approx((0.025, 0.975), abs=1e-6)
    assert Measure(agreed=1).interval == pytest.approx((0.025**0.5, 0.975**0.5), abs=1e-6), "Beta(2, 1)"
    assert Measure(contested=1).interval == pytest.approx((1 - 0.975**0.5, 1 - 0.025**0.5), abs=1e-6), "Beta(1, 2)"


@given(debates)
def test_a_registry_that_grows_is_the_registry_of_the_whole(turns: list[Turn]) -> None:
    """From every prefix on the rest folds to the same, and what was made of a prefix stays as it was."""
    grown, before = Past(), []
    for one in turns:
        grown = grown.add(one)
        before.append((grown, registry_of(grown), ledger_of(grown)))
    assert registry_of(past_of(*turns)) == registry_of(grown)
    for past, registry, ledger in before:
        fresh = past_of(*past)
        assert (registry_of(fresh), ledger_of(fresh)) == (registry, ledger)


@given(debates, st.lists(done, max_size=3), paths)
def test_what_has_no_receipt_moves_nobody(turns: list[Turn], about: list[dict[str, Any]], path: str) -> None:
    before = past_of(*turns)
    after = before.add(record(path, about=[{**item, "quote": ""} for item in about]))
    assert moves_of(after) == moves_of(before)
    for seat, standing in ledger_of(after).items():
        known = ledger_of(before)[seat]
        assert (standing.shifts, standing.concessions) == (known.shifts, known.concessions)
        assert standing.stance == known.stance


@given(debates)
def test_what_a_rule_read_off_prose_never_makes_a_consensus(turns: list[Turn]) -> None:
    by_rule = [replace(one, by="rules") for one in turns if one.gives != "card"]
    assert firm_measure(registry_of(past_of(*by_rule))).agreed == 0


@given(debates)
def test_an_index_of_the_registry_says_what_the_statements_say(turns: list[Turn]) -> None:
    past = past_of(*turns)
    registry, statements = registry_of(past), statements_of(past)
    assert set(registry.live) == {id for id, one in statements.items() if one.open and not one.abandoned}
    for path, made in registry.worded.items():
        assert all(any(worded.path == path for worded in statements[id].wordings) for id in made)
    for id, one in statements.items():
        assert all(id in registry.worded[worded.path] for worded in one.wordings)
    assert claims_of(past).keys() == {id for id, one in statements.items() if one.disputed}
    assert registry.missed.keys() <= entries_of(past).keys() == registry.texts.keys()
