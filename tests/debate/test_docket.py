"""Claims and what becomes of them (SPEC LEDGER.2); the argument graph."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.board.rooms import no_new_claims, room_claim
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.claims import Claim, Link, claims_of, round_at, sides_of
from disputatio.debate.views.arguments import graph_of
from disputatio.testing.boards import moment_of, past_of, told, turn

SAFE = "Cached entries survive a sudden loss of power"
CLAIM = {"id": "c1", "text": SAFE, "sides": ["ada", "ben"]}


def at(n: int, who: str, *claims: Any) -> tuple[Turn, Turn]:
    """A message of round n, and the claims that it takes up."""
    return told(f"round[{n}]/say[{who}]", claims=list(claims))


def one(*turns: tuple[Turn, ...]) -> Claim:
    [claim] = claims_of(past_of(*(each for pair in turns for each in pair))).values()
    return claim


def test_a_new_disagreement_opens_a_claim() -> None:
    claim = one(at(1, "ada"), at(1, "ben", CLAIM))
    assert claim == Claim(id="c1", text=SAFE, sides=("ada", "ben"), messages=("round[1]/say[ben]",), streak=1)
    assert claim.open


@pytest.mark.parametrize(
    ("again", "joins"),
    [
        ({"id": "c1"}, True),
        ({"id": "c1", "text": "Something else, says the record"}, True),
        ({"text": f"{SAFE}."}, True),
        ({"text": "Cached entries really survive a sudden power loss"}, False),
        ({"text": "Really, cached entries survive a sudden loss of power"}, True),
        ({"id": "c2", "text": SAFE.upper()}, True),
        ({"text": "Cached entries do not survive a sudden loss of power"}, False),
        ({"id": "c1", "text": "Cached entries do not survive a sudden loss of power"}, False),
        ({"id": "c2", "text": "The cache is fast"}, False),
    ],
)
def test_what_says_the_same_joins_and_never_across_a_negation(again: dict[str, Any], joins: bool) -> None:
    found = claims_of(past_of(*at(1, "ada"), *at(1, "ben", CLAIM), *at(2, "ada", again)))
    assert (len(found) == 1) is joins
    assert found["c1"].text == SAFE
    assert len(found["c1"].messages) == 1 + joins


def test_an_id_that_is_missing_unfit_or_taken_by_the_contrary_becomes_one_that_is_fit() -> None:
    items = [{"text": "No id"}, {"id": "a/b [c]", "text": "Odd"}, {"id": "12", "text": "Digits"}, {"id": "$x"}, CLAIM]
    contrary = {"id": "c1", "text": "Cached entries do not survive a sudden loss of power"}
    found = claims_of(past_of(*at(1, "ben", *items, contrary)))
    assert list(found) == ["C1", "a-b-c", "c12", "c1", "c1-5"]
    assert all(claim.text for claim in found.values())


@pytest.mark.parametrize(
    ("named", "sides"),
    [
        (["ada", "ben"], ("ada", "ben")),
        (["ada", "ada"], ("ada", "ben")),
        (["ada", "ben", "cyd"], ("ada", "ben")),
        ("ada", ("ada", "ben")),
        (["ben"], ("ben",)),
        (None, ("ben",)),
    ],
)
def test_a_claim_has_two_sides_as_soon_as_two_have_spoken_to_it(named: Any, sides: tuple[str, ...]) -> None:
    claim = one(at(1, "ada"), at(1, "ben", {"id": "c1", "text": SAFE, "sides": named}))
    assert claim.sides == sides
    joined = one(at(1, "ada"), at(1, "ben", {"id": "c1", "text": SAFE, "sides": named}), at(1, "cyd", CLAIM))
    assert joined.sides == (sides if len(sides) > 1 else (*sides, "cyd"))


def test_only_sides_that_are_taken_count() -> None:
    moment = moment_of(Past(), people=("ada", "ben"))
    assert sides_of(Claim(id="c1", sides=("ada", "nobody")), moment) == ["ada"]


# rounds


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("opening[ada]", ""),
        ("", ""),
        ("round[2]/critique[critic]", "round[2]"),
        ("aspect[cost]/take[ada]", "aspect[cost]"),
        ("aspect[cost]/miniround[3]/reply[ada]", "aspect[cost]/miniround[3]"),
        ("round[2]/analysis[analyst]/interjection-1[person]/aside[critic]", "round[2]"),
        ("extension-1-after-3/round[1]/say[ada]", "extension-1-after-3/round[1]"),
    ],
)
def test_a_round_is_the_innermost_pass_or_aspect(path: str, expected: str) -> None:
    assert round_at(path) == expected


QUIET = {2: (), 3: (), 4: (), 5: ()}


@pytest.mark.parametrize(
    ("spoken", "status"),
    [
        ([2], "active"),
        ([2, 3], "active"),
        ([2, 3, 4], "abandoned"),
        ([2, 3, 4, 5], "abandoned"),
    ],
)
def test_a_claim_is_abandoned_after_two_whole_rounds_without_its_sides(spoken: list[int], status: str) -> None:
    quiet = [at(n, who) for n in spoken for who in ("ada", "ben", "cyd")]
    assert one(at(1, "ada"), at(1, "ben", CLAIM), *quiet).status == status
    third = [at(n, "cyd", CLAIM) for n in spoken]
    assert one(at(1, "ada"), at(1, "ben", CLAIM), *third).status == status, "a third voice does not keep it alive"
    asides = [told(f"round[{n}]/say[ada]/interjection-{n}[person]/aside[ben]") for n in (1, 1, 1, 2)]
    assert one(at(1, "ada"), at(1, "ben", CLAIM), *asides).status == "active", "an aside is no round"


def test_a_claim_between_others_than_the_one_who_reports_it_is_abandoned_too() -> None:
    opened = (at(1, "ada"), at(1, "ben"), at(1, "cyd", CLAIM))
    assert one(*opened).status == "active"
    assert one(*opened, at(2, "ada"), at(3, "ada"), at(4, "ada")).status == "abandoned"


def test_an_abandoned_claim_lives_again_when_a_side_returns_to_it() -> None:
    dead = (at(1, "ada"), at(1, "ben", CLAIM), at(2, "ada"), at(3, "ada"), at(4, "ada"))
    for who, status in (("ada", "active"), ("ben", "active"), ("cyd", "abandoned")):
        again = one(*dead, at(4, who, CLAIM))
        assert again.status == status
        assert again.messages[-1] == f"round[4]/say[{who}]"
        assert again.streak == (status == "active")


def test_what_was_over_may_be_disputed_anew_between_others() -> None:
    over = (at(1, "ada"), at(1, "ben", CLAIM), at(2, "ben", CLAIM | {"status": "resolved", "resolution": "I accept"}))
    assert (one(*over).status, one(*over).resolution) == ("resolved", "I accept")
    assert one(*over, at(3, "cyd", CLAIM)).status == "resolved", "cyd is no side of it"
    again = one(*over, at(3, "cyd", CLAIM | {"sides": ["ada", "cyd"]}))
    assert (again.status, again.sides, again.resolution) == ("active", ("ada", "cyd"), "")
    back = one(*over, at(3, "ben", CLAIM))
    assert (back.status, back.sides, back.resolution) == ("active", ("ada", "ben"), "")


def test_only_a_side_can_say_that_it_is_resolved() -> None:
    opened = (at(1, "ada"), at(1, "ben", CLAIM))
    settled = {"id": "c1", "status": "resolved", "resolution": "It is settled"}
    assert one(*opened, at(2, "cyd", settled)).status == "active"
    assert one(*opened, at(2, "ben", settled)).status == "resolved", "who disputed it has come round"
    assert one(*opened, at(2, "ben", settled), at(5, "ada"), at(9, "ada")).status == "resolved", "it is not abandoned"


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({}, "active"),
        ({"concessions": []}, "active"),
        ({"concessions": [SAFE]}, "resolved"),
        ({"shifts": [{"to": "They are lost"}]}, "resolved"),
        ({"agreements": [{"seat": "ben", "on": "They are lost"}]}, "resolved"),
    ],
)
def test_who_holds_a_claim_settles_it_by_giving_way_and_not_by_saying_so(said: dict[str, Any], status: str) -> None:
    settled = {"id": "c1", "status": "resolved", "resolution": "My argument has carried the day"}
    last = told("round[2]/say[ada]", claims=[settled], **said)
    claim = one(at(1, "ada"), at(1, "ben", CLAIM), last)
    assert (claim.status, bool(claim.resolution)) == (status, status == "resolved")
    assert claim.messages[-1] == "round[2]/say[ada]", "it was taken up all the same"


def test_what_was_never_disputed_is_not_settled_by_calling_it_so() -> None:
    settled = {**CLAIM, "status": "resolved", "resolution": "Ben agrees with what nobody said"}
    assert claims_of(past_of(*at(1, "ada"), *at(1, "ben", settled))) == {}


@pytest.mark.parametrize(
    ("rounds", "streak"),
    [([1], 1), ([1, 2], 2), ([1, 1], 1), ([1, 2, 2, 3], 3), ([1, 3], 1), ([1, 2, 4], 1), ([1, 2, 4, 5], 2)],
)
def test_a_streak_is_broken_by_a_round_without(rounds: list[int], streak: int) -> None:
    turns = [
        pair for n in range(1, rounds[-1] + 1) for pair in [at(n, "cyd"), *([at(n, "ben", CLAIM)] * rounds.count(n))]
    ]
    assert one(*turns).streak == streak
    assert one(*turns, at(20, "cyd")).streak == streak, "the round that has just begun may still take it up"
    assert one(*turns, at(20, "cyd"), at(21, "cyd")).streak == 0


def test_links_go_to_claims_by_id_and_else_to_evidence() -> None:
    first, second = CLAIM, {"id": "c2", "text": "The battery is tested weekly", "sides": ["ben", "ada"]}
    linked = second | {"supports": ["c1", "ops.md:4"], "attacks": "c9", "answers": [7, ""]}
    found = claims_of(past_of(*at(1, "ada"), *at(1, "ben", first, linked), *at(2, "ada", linked)))
    path, again = "round[1]/say[ben]", "round[2]/say[ada]"
    assert found["c2"].links == (
        Link(kind="supports", to="c1", by="ben", path=path),
        Link(kind="supports", to="ops.md:4", by="ben", path=path),
        Link(kind="attacks", to="c9", by="ben", path=path),
        Link(kind="supports", to="c1", by="ada", path=again),
        Link(kind="supports", to="ops.md:4", by="ada", path=again),
        Link(kind="attacks", to="c9", by="ada", path=again),
    )
    graph = graph_of(found)
    assert [(node.id, node.kind, node.text) for node in graph.nodes] == [
        ("c1", "claim", SAFE),
        ("c2", "claim", "The battery is tested weekly"),
        ("ops.md:4", "evidence", "ops.md:4"),
        ("c9", "evidence", "c9"),
    ]
    assert graph.nodes[0].claim == found["c1"]
    drawn = [(edge.source, edge.target, edge.kind, edge.by) for edge in graph.edges]
    assert drawn[:3] == [
        ("c2", "c1", "supports", "ben"),
        ("ops.md:4", "c2", "supports", "ben"),
        ("c2", "c9", "attacks", "ben"),
    ]
    assert [edge.by for edge in graph.bearing_on("c1")] == ["ben", "ada"]


def test_a_graph_may_have_circles_but_nothing_bears_on_itself() -> None:
    mutual = [CLAIM | {"attacks": ["c2", "c1"]}, {"id": "c2", "text": "No, it is lost", "attacks": ["c1"]}]
    found = claims_of(past_of(*at(1, "ada"), *at(1, "ben", *mutual), *at(2, "ben", *mutual)))
    edges = {(edge.source, edge.target) for edge in graph_of(found).edges}
    assert edges == {("c1", "c2"), ("c2", "c1")}
    assert graph_of({}).nodes == ()


# points as claims


def listed(*texts: str) -> Turn:
    return turn("round[1]/say[ada]/points[clerk]", "points", items=list(texts), withdrawn=[])


def assessed(n: int, **verdicts: Any) -> Turn:
    return turn(f"round[{n}]/critique[ben]", "assessment", **verdicts)


@pytest.mark.parametrize(
    ("turns", "status", "sides"),
    [
        ([assessed(1, disagree=[{"point": "P1", "reason": "untested"}])], "active", ("ada", "ben")),
        ([assessed(1, unverifiable=["x"]), assessed(1, unverifiable=[{"point": "P1"}])], "active", ("ada", "ben")),
        ([assessed(1, disagree=[SAFE]), assessed(2, agree=[{"point": "P1"}])], "resolved", ("ada", "ben")),
        (
            [assessed(1, disagree=[SAFE]), turn("r[person]", "ruling", point="P1", status="set aside")],
            "abandoned",
            ("ada", "ben"),
        ),
    ],
)
def test_disputed_points_are_claims_where_no_ledger_is_kept(turns: list[Turn], status: str, sides: Any) -> None:
    claim = claims_of(past_of(listed(SAFE, "Nobody looks at this"), *turns))["P1"]
    assert (claim.status, claim.text) == (status, SAFE)
    assert claim.sides[:1] == sides[:1]


def test_points_that_nobody_disputed_are_no_claims() -> None:
    assert claims_of(past_of(listed(SAFE))) == {}
    assert claims_of(past_of(listed(SAFE), assessed(1, agree=[SAFE]))) == {}
    taken_back = turn("round[2]/say[ada]/points[clerk]", "points", items=[], withdrawn=["P1"])
    claim = claims_of(past_of(listed(SAFE), assessed(1, disagree=[SAFE]), taken_back))["P1"]
    assert (claim.status, claim.sides) == ("resolved", ("ada", "ben")), "who disputed it is still known"


# exits and places


def test_a_pass_without_a_new_claim_ends_only_where_every_message_was_recorded() -> None:
    here = "round[2]"
    opened = (*at(1, "ada"), *at(1, "ben", CLAIM))
    assert no_new_claims(moment_of(past_of(*opened), "round[1]")) is None
    assert no_new_claims(moment_of(past_of(*opened, *at(2, "ada", CLAIM)), here))
    missed = (*opened, turn("round[2]/say[ada]"))
    assert no_new_claims(moment_of(past_of(*missed), here)) is None, "nobody knows what was said"


def test_an_enclosing_claim_is_no_seat_and_no_pass() -> None:
    found = past_of(*at(1, "ada"), *at(1, "ben", CLAIM, {"id": "ada", "text": "A claim called ada"}))
    inner = room_claim(moment_of(found, "aspect[x]/crux[c1]/exchange[2]/rejoinder[ada]"))
    assert inner is not None
    assert inner.id == "c1"
    assert room_claim(moment_of(found, "round[2]/say[ada]")) is None


# whatever happens


CLAIMS = st.fixed_dictionaries(
    {"id": st.sampled_from(["c1", "c2", "c3", "", "9", "x y"])},
    optional={
        "text": st.sampled_from([SAFE, f"{SAFE}!", "Cached entries do not survive", "It is slow", ""]),
        "sides": st.lists(st.sampled_from(["ada", "ben", "cyd", "zoe"]), max_size=3),
        "status": st.sampled_from(["active", "resolved", "abandoned", "whim"]),
        "resolution": st.sampled_from(["", "accepted"]),
        "attacks": st.lists(st.sampled_from(["c1", "c2", "a.py:1"]), max_size=2),
    },
)
STEPS = st.one_of(
    st.tuples(st.just("say"), st.sampled_from(["ada", "ben", "cyd"]), st.lists(CLAIMS, max_size=2)),
    st.tuples(st.just("round"), st.none(), st.none()),
    st.tuples(st.just("room"), st.sampled_from(["c1", "c2", "zz"]), st.booleans()),
)
MAY = {
    "active": {"in crux room", "resolved", "abandoned"},
    "in crux room": {"active", "resolved"},
    "resolved": {"active", "in crux room"},
    "abandoned": {"active", "in crux room", "resolved"},
}


def played(steps: list[tuple[Any, Any, Any]]) -> list[Turn]:
    turns: list[Turn] = []
    round = 1
    for number, (kind, who, what) in enumerate(steps):
        if kind == "round":
            round += 1
        elif kind == "say":
            turns += told(f"round[{round}]/say{number}[{who}]", claims=what)
        else:
            room = f"round[{round}]/crux-{number}[{who}]"
            for side in ("ada", "ben"):
                turns.append(turn(f"{room}/statement[{side}]", heard=f"room:{room}", text="secret"))
            if what:
                turns.append(turn(f"{room}/card[clerk]", "card", claim=who, crux="fact", resolved=number % 2 == 0))
    return turns


@given(steps=st.lists(STEPS, max_size=25))
@settings(max_examples=150)
def test_a_claim_goes_only_where_a_claim_can_go(steps: list[tuple[Any, Any, Any]]) -> None:
    past, before = Past(), claims_of(Past())
    for each in played(steps):
        past = past.add(each)
        now = claims_of(past)
        assert list(now)[: len(before)] == list(before), "claims stay, in the order in which they were opened"
        for id, claim in now.items():
            assert claim.id == id
            assert claim.text
            assert " " not in id
            assert 1 <= len(claim.sides) <= 2
            assert claim.messages
            assert not (claim.status == "in crux room" and not claim.room)
            assert claim.streak == 0 or claim.open
            was = before.get(id)
            if was and was.status != claim.status:
                assert claim.status in MAY[was.status]
                assert claim.status != "abandoned" or (each.message and each.heard == "all")
            if was:
                assert claim.text == was.text
                assert claim.messages[: len(was.messages)] == was.messages
        before = now
    assert claims_of(past_of(*past)) == before, "step by step or at once"
