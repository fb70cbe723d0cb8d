"""The rules by which votes are tallied (SPEC VOTE.1): against an independent library, by hand, and by their laws."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.statements.votes import RULES, Ballot, Vote, cycles, margins, rule_for, tally

DATA = Path(__file__).parents[1] / "data" / "oracles"
KNOWN: dict[str, Any] = json.loads((DATA / "voting.json").read_text("utf-8"))
DRAWN: list[dict[str, Any]] = json.loads((DATA / "profiles.json").read_text("utf-8"))
NAMES = "ABCDEF"


def vote(*rankings: Sequence[str | tuple[str, ...]], options: Sequence[str] = "") -> Vote:
    ballots = [
        Ballot(voter=f"v{at:03}", ranking=tuple(one if isinstance(one, tuple) else (one,) for one in ranking))
        for at, ranking in enumerate(rankings)
    ]
    named = dict.fromkeys(one for each in ballots for group in each.ranking for one in group)
    return Vote(options=tuple(options or sorted(named)), ballots=tuple(ballots))


def of_table(table: dict[str, Any]) -> Vote:
    return vote(*(each["ranking"] for each in table["ballots"] for _ in range(each["count"])))


# ---- against others' results -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", KNOWN)
def test_the_known_profiles_have_the_known_winners(name: str) -> None:
    table = KNOWN[name]
    profile = of_table(table)
    for rule in ("plurality", "borda", "copeland", "schulze", "ranked-pairs"):
        assert sorted(tally(profile, rule).winners) == sorted(table["winners"][rule.replace("-", "_")]), rule
    found = margins(profile.options, profile.counted)
    assert {f"{one}>{other}": by for (one, other), by in found.items()} == table["margins"]
    assert tally(profile, "borda").scores == table["borda_scores"]
    assert tally(profile, "plurality").scores == table["plurality_scores"]
    won = tally(profile, "condorcet")
    assert (None if won.fallback else won.winner) == table["condorcet_winner"]


def test_three_hundred_random_profiles_have_the_winners_that_an_independent_library_finds() -> None:
    for table in DRAWN:
        profile = vote(*([NAMES[one] for one in ballot] for ballot in table["ballots"]))
        for rule, winners in table["winners"].items():
            assert sorted(tally(profile, rule).winners) == [NAMES[one] for one in winners], (rule, table)
        won = tally(profile, "condorcet")
        assert (None if won.fallback else NAMES.index(won.winner)) == table["condorcet"], table


# ---- by hand -----------------------------------------------------------------------------------------------------
def test_a_majority_is_more_than_half() -> None:
    assert tally(vote("A", "A", "B", "B"), "majority").winners == ()
    assert tally(vote("A", "A", "B"), "majority").winner == "A"


def test_unanimity_needs_everybody() -> None:
    assert tally(vote("A", "A"), "unanimous").winner == "A"
    split = tally(vote("A", "B"), "unanimous")
    assert (split.winners, split.winner, split.support) == ((), "", 0)


def test_unanimity_is_of_all_who_can_rank_an_answer() -> None:
    """Nobody may rank their own: one that all the others put first was said to have won over nobody."""

    def ranked(**firsts: str) -> Vote:
        ballots = tuple(
            Ballot(voter=who, ranking=tuple((one,) for one in order), own=who.upper()) for who, order in firsts.items()
        )
        return Vote(options=tuple(who.upper() for who in firsts), ballots=ballots)

    assert tally(ranked(a="BC", b="AC", c="AB"), "unanimous").winners == ("A",)
    assert tally(ranked(a="BC", b="CA", c="AB"), "unanimous").winners == ()
    assert tally(ranked(a="B", b="A"), "unanimous").winners == (), "one voter is of one mind with nobody"


def test_trust_counts_under_the_weighted_rule_alone() -> None:
    ballots = (
        Ballot(voter="a", ranking=(("A",),), trust=Fraction(9, 10)),
        Ballot(voter="b", ranking=(("B",),), trust=Fraction(2, 5)),
        Ballot(voter="c", ranking=(("B",),), trust=Fraction(2, 5)),
    )
    asked = Vote(options=("A", "B"), ballots=ballots)
    assert (tally(asked, "weighted").winner, tally(asked, "plurality").winner) == ("A", "B")


def test_weights_of_any_fraction_are_added_up_exactly() -> None:
    third, half = (
        Ballot(voter=name, ranking=(tuple(order),), weight=weight)
        for name, order, weight in (("a", "AB", Fraction(1, 3)), ("b", "B", Fraction(1, 2)))
    )
    asked = Vote(options=("A", "B", "C"), ballots=(third, half))
    assert tally(asked, "plurality").scores == {"A": Fraction(1, 6), "B": Fraction(2, 3), "C": 0}
    assert tally(asked, "borda").scores == {"A": Fraction(3, 4), "B": Fraction(3, 2), "C": Fraction(1, 4)}
    assert margins(asked.options, asked.counted)["B", "A"] == Fraction(1, 2)
    assert margins(asked.options, asked.counted)["B", "C"] == Fraction(5, 6)
    assert tally(asked, "plurality").support == Fraction(4, 5)


def test_a_circle_is_listed_and_borda_decides_in_place_of_condorcet() -> None:
    found = tally(vote("ABC", "BCA", "CAB", "ABC"), "condorcet")
    assert (found.rule, found.fallback, found.winner, found.cycles) == ("condorcet", "borda", "A", ())
    found = tally(vote("ABCD", "BCAD", "CABD"), "condorcet")
    assert found.fallback == "borda"
    assert found.cycles == (("A", "B", "C"),)
    assert set(found.winners) == {"A", "B", "C"}


def test_options_that_a_ballot_leaves_out_count_as_the_person_chose() -> None:
    # Of four options one ballot ranks A, then B; another C alone.
    asked = vote("AB", "C", options="ABCD")
    scores = {rule: dict(tally(asked, rule).scores) for rule in RULES if rule.startswith("borda")}
    assert scores == {
        "borda": {"A": 4, "B": 3, "C": Fraction(7, 2), "D": Fraction(3, 2)},
        "borda-pessimistic": {"A": 3, "B": 2, "C": 3, "D": 0},
        "borda-modified": {"A": 2, "B": 1, "C": 1, "D": 0},
    }


def test_modified_borda_ranks_as_borda_does_where_nobody_leaves_anything_out() -> None:
    own = Ballot(voter="ada", ranking=(("A",), ("C",), ("D",)), own="B")
    whole = Vote(options=tuple("ABCD"), ballots=(own, *vote("DABC", "CABD").ballots))
    plain, modified = (tally(whole, rule).scores for rule in ("borda", "borda-modified"))
    assert modified == {option: score + 3 for option, score in plain.items()}, "one more for each of three ballots"


def test_options_of_one_group_share_their_places() -> None:
    assert tally(vote([("A", "B"), "C"]), "borda").scores == {"A": Fraction(3, 2), "B": Fraction(3, 2), "C": 0}
    assert tally(vote([("A", "B"), "C"]), "plurality").scores == {"A": Fraction(1, 2), "B": Fraction(1, 2), "C": 0}


BORDA = ("borda", "borda-pessimistic", "borda-modified")


def given_by(ballot: Ballot, options: str, rule: str) -> dict[str, Fraction]:
    """What one ballot gives each option."""
    return dict(tally(Vote(options=tuple(options), ballots=(ballot,)), rule).scores)


@st.composite
def partial(draw: st.DrawFn) -> tuple[str, Ballot]:
    """Options, and the ballot of the author of the first of them, who ranks some of the others, some of these tied."""
    options = NAMES[: draw(st.integers(2, 6))]
    ranked = draw(st.permutations(options[1:]))[: draw(st.integers(1, len(options) - 1))]
    groups: list[tuple[str, ...]] = []
    for one in ranked:
        if groups and draw(st.booleans()):
            groups[-1] = (*groups[-1], one)
        else:
            groups.append((one,))
    return options, Ballot(voter="ada", ranking=tuple(groups), own=options[0])


@given(partial(), st.sampled_from(BORDA))
def test_an_author_gives_their_own_answer_the_mean_of_what_they_give_the_others(
    asked: tuple[str, Ballot], rule: str
) -> None:
    options, ballot = asked
    found = given_by(ballot, options, rule)
    others = [found[one] for one in options[1:]]
    assert found[options[0]] == sum(others) / len(others), "whatever they leave out, it does their own no good"


@given(partial(), st.sampled_from(BORDA))
def test_among_the_others_an_author_weighs_as_much_as_whoever_wrote_none_of_them(
    asked: tuple[str, Ballot], rule: str
) -> None:
    options, ballot = asked
    found, plain = (
        given_by(ballot, options, rule),
        given_by(replace(ballot, own=""), options[1:], rule) if len(options) > 2 else {},
    )
    assert {one: found[one] - Fraction(1, 2) for one in plain} == plain


@given(partial(), st.sampled_from(BORDA[:2]))
def test_leaving_out_one_answer_is_ranking_it_last(asked: tuple[str, Ballot], rule: str) -> None:
    options, ballot = asked
    left = [one for one in options[1:] if one not in {each for group in ballot.ranking for each in group}]
    for own in (ballot.own, ""):
        named = options if own else options[1:]
        cut = replace(ballot, own=own)
        if len(left) == 1 and len(named) > 1:
            whole = replace(cut, ranking=(*cut.ranking, (left[0],)))
            assert given_by(cut, named, rule) == given_by(whole, named, rule)


@given(st.permutations("BCDE"))
def test_a_whole_ballot_gives_as_much_whoever_casts_it(order: list[str]) -> None:
    own = Ballot(voter="ada", ranking=tuple((one,) for one in order), own="A")
    other = Ballot(voter="ben", ranking=(("A",), *own.ranking))
    for rule in BORDA:
        assert sum(given_by(own, "ABCDE", rule).values()) == sum(given_by(other, "ABCDE", rule).values())
    assert given_by(own, "ABCDE", "borda") == given_by(own, "ABCDE", "borda-pessimistic")


def test_nobody_votes_for_their_own_answer() -> None:
    own = Ballot(voter="ada", ranking=(("A",), ("B",), ("C",)), own="A")
    asked = Vote(options=("A", "B", "C"), ballots=(own,))
    assert tally(asked, "plurality").scores == {"A": 0, "B": 1, "C": 0}
    assert tally(asked, "borda").scores == {"A": 1, "B": Fraction(3, 2), "C": Fraction(1, 2)}
    assert margins(asked.options, asked.counted)["A", "B"] == 0
    assert Vote(options=("A", "B"), ballots=(Ballot(voter="ada", ranking=(("A",),), own="A"),)).void == ("ada",)


def test_the_last_ballot_of_a_voter_counts_once_and_names_listed_options_alone() -> None:
    ballots = (
        Ballot(voter="ada", ranking=(("A",),)),
        Ballot(voter="ben", ranking=(("Z",),), approves=("Z",)),
        Ballot(voter="ada", ranking=(("B",), ("Z",), ("B",), ("A",))),
    )
    asked = Vote(options=("A", "B"), ballots=ballots)
    assert [(one.voter, one.ranking) for one in asked.counted] == [("ada", (("B",), ("A",)))]
    assert asked.void == ("ben",)
    assert tally(asked).rule == "unanimous"


def test_approval_counts_what_is_approved_and_else_what_comes_first() -> None:
    ballots = (Ballot(voter="a", ranking=(("A",),), approves=("A", "B")), Ballot(voter="b", ranking=(("B",), ("C",))))
    assert tally(Vote(options=("A", "B", "C"), ballots=ballots), "approval").scores == {"A": 1, "B": 2, "C": 0}


def test_the_rule_fits_the_number_of_voters() -> None:
    assert [rule_for(count) for count in (0, 2, 3, 5, 6, 12)] == [
        "unanimous",
        "unanimous",
        "weighted",
        "weighted",
        "borda",
        "borda",
    ]


@pytest.mark.parametrize("rule", RULES)
def test_without_a_ballot_nobody_wins_and_a_single_option_wins_by_one(rule: str) -> None:
    empty = tally(Vote(options=("A", "B")), rule)
    assert (empty.winners, empty.winner, empty.support) == ((), "", 0)
    assert tally(Vote(options=()), rule).winner == ""
    assert tally(vote("A"), rule).winner == "A"


def test_a_tie_is_a_set_and_the_seed_draws_from_it() -> None:
    found = [tally(vote("A", "B", "C"), "plurality", seed=seed) for seed in range(30)]
    assert {one.winners for one in found} == {("A", "B", "C")}
    assert {one.winner for one in found} == {"A", "B", "C"}
    assert tally(vote("A", "B"), "plurality", seed=7) == tally(vote("A", "B"), "plurality", seed=7)


# ---- by their laws -----------------------------------------------------------------------------------------------
def rankings(count: int, strict: bool = False) -> st.SearchStrategy[tuple[tuple[str, ...], ...]]:
    names = NAMES[:count]
    whole = st.permutations(names).map(lambda order: tuple((one,) for one in order))
    if strict:
        return whole
    places = st.dictionaries(st.sampled_from(names), st.integers(0, 2), min_size=1)
    return whole | places.map(
        lambda at: tuple(group for place in range(3) if (group := tuple(one for one in names if at.get(one) == place)))
    )


@st.composite
def votes(draw: st.DrawFn, strict: bool = False, most: int = 7) -> Vote:
    count = draw(st.integers(2, 5))
    found = draw(st.lists(rankings(count, strict), min_size=1, max_size=most))
    ballots = tuple(
        Ballot(voter=f"v{at}", ranking=one, trust=Fraction(draw(st.integers(1, 10)), 10))
        for at, one in enumerate(found)
    )
    return Vote(options=tuple(NAMES[:count]), ballots=ballots)


every_rule = pytest.mark.parametrize("rule", RULES)


@every_rule
@given(asked=votes(), data=st.data())
def test_anonymity_who_casts_a_ballot_makes_no_difference(rule: str, asked: Vote, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(asked.ballots))
    renamed = tuple(replace(one, voter=f"w{at}") for at, one in enumerate(shuffled))
    first, second = tally(asked, rule), tally(replace(asked, ballots=renamed), rule)
    assert (first.winners, first.winner, first.scores) == (second.winners, second.winner, second.scores)


@every_rule
@given(asked=votes(), data=st.data())
def test_neutrality_names_and_order_of_the_options_make_no_difference(
    rule: str, asked: Vote, data: st.DataObject
) -> None:
    names = dict(zip(asked.options, data.draw(st.permutations(asked.options)), strict=True))
    ballots = tuple(
        replace(one, ranking=tuple(tuple(names[each] for each in group) for group in one.ranking))
        for one in asked.ballots
    )
    renamed = tally(Vote(options=asked.options, ballots=ballots), rule)
    assert {names[one] for one in tally(asked, rule).winners} == set(renamed.winners)


@every_rule
@given(asked=votes())
def test_a_weight_of_two_is_two_copies(rule: str, asked: Vote) -> None:
    first, *rest = asked.ballots
    twice = replace(asked, ballots=(replace(first, weight=Fraction(2)), *rest))
    copied = replace(asked, ballots=(first, replace(first, voter="copy"), *rest))
    assert tally(twice, rule).scores == tally(copied, rule).scores
    assert tally(twice, rule).winners == tally(copied, rule).winners


@pytest.mark.parametrize("rule", ["condorcet", "schulze", "copeland", "ranked-pairs"])
@given(asked=votes())
def test_who_beats_every_other_wins(rule: str, asked: Vote) -> None:
    found = margins(asked.options, asked.counted)
    for one in asked.options:
        if all(found[one, other] > 0 for other in asked.options if other != one):
            assert tally(asked, rule).winners == (one,)


@pytest.mark.parametrize("rule", ["plurality", "borda", "schulze", "ranked-pairs", "copeland", "approval"])
@given(asked=votes(strict=True), data=st.data())
def test_monotony_who_wins_is_not_hurt_by_rising(rule: str, asked: Vote, data: st.DataObject) -> None:
    winner = data.draw(st.sampled_from(tally(asked, rule).winners))
    at = data.draw(st.integers(0, len(asked.ballots) - 1))
    order = [group[0] for group in asked.ballots[at].ranking]
    place = order.index(winner)
    order.insert(data.draw(st.integers(0, place)), order.pop(place))
    risen = replace(asked.ballots[at], ranking=tuple((one,) for one in order))
    ballots = (*asked.ballots[:at], risen, *asked.ballots[at + 1 :])
    assert winner in tally(replace(asked, ballots=ballots), rule).winners


@pytest.mark.parametrize("rule", ["schulze", "ranked-pairs"])
@given(asked=votes(strict=True), data=st.data())
def test_a_clone_that_stands_below_its_original_changes_nothing(rule: str, asked: Vote, data: st.DataObject) -> None:
    original = data.draw(st.sampled_from(asked.options))
    if original in tally(asked, rule).winners:
        return

    def cloned(ballot: Ballot) -> Ballot:
        ranking = [
            each for group in ballot.ranking for each in ((group, ("clone",)) if group == (original,) else (group,))
        ]
        return replace(ballot, ranking=tuple(ranking))

    wider = Vote(options=(*asked.options, "clone"), ballots=tuple(map(cloned, asked.ballots)))
    assert tally(wider, rule).winners == tally(asked, rule).winners


@given(asked=votes())
def test_every_circle_that_is_listed_is_one(asked: Vote) -> None:
    found = margins(asked.options, asked.counted)
    for circle in cycles(asked.options, found):
        assert len(circle) > 2
        assert all(found[one, other] > 0 for one, other in zip(circle, (*circle[1:], circle[0]), strict=True))
