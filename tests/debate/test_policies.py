"""The small notions: paths, who speaks, in which order, over which topology, under which conditions, with what view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate import ids
from disputatio.debate.board.records import stirred
from disputatio.debate.board.room_entry import ripe_claims
from disputatio.debate.context import released_secrets
from disputatio.debate.errors import FormatError
from disputatio.debate.format import Block, Format, Part
from disputatio.debate.log.events import DebateOpened, FollowUpAsked, TurnDrafted, Usage
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate, Spent, over_budget
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies import speakers, visibility
from disputatio.debate.policies.conditions import (
    approved,
    confident,
    is_,
    missing,
    nothing_new,
    off,
    on,
)
from disputatio.debate.policies.conditions import complex as complex_task
from disputatio.debate.policies.iterations import aspects
from disputatio.debate.policies.programs import failing, passed
from disputatio.debate.policy import At
from disputatio.debate.statements.cards import resolved
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.walk import rulebook
from disputatio.testing.boards import deed, message_and_record, statement

CAST = (Part(name="table", role="T"), Part(name="guest", role="G"))
SEATS = (
    Seat(id="ada", part="table", team="red", model="a:1"),
    Seat(id="ben", part="table", team="blue", model="a:2"),
    Seat(id="cyd", part="guest", team="blue", model="a:3"),
    Seat(id="dot", part="guest", team="red"),
    Seat(id="eve", part="guest", team="red", model="a:5"),
)


def debate(**options: Any) -> Debate:
    form = Format(name="x", title="X", body=Block(name=""), cast=CAST)
    return fold([DebateOpened(question="?", format=form, seats=SEATS, options=options, seed=7)])


def turn(path: str, gives: str = "say", heard: str = "all", **data: Any) -> Turn:
    return Turn(path=path, seat=ids.index_of(path), gives=gives, heard=heard, text="", data=data)


def at(*turns: Turn, path: str = "x[ada]", **options: Any) -> At:
    past = Past()
    for one in turns:
        past = past.add(one)
    return At(debate=debate(**options), path=path, past=past)


# paths


def test_a_path_is_its_own_scope() -> None:
    path = "round[2]/critique[critic]/ledger[clerk]"
    assert ids.names_bound(path) == {"round": "2", "critique": "critic", "ledger": "clerk"}
    assert (ids.step_of(path), ids.index_of(path), ids.parent(path)) == ("ledger", "clerk", "round[2]/critique[critic]")
    assert (ids.step_of(""), ids.index_of(""), ids.segments("")) == ("", "", ())
    assert ids.without_index("round[2]") == "round"
    assert ids.without_index("round") == "round"
    assert ids.within(path, "critique") == "round[2]/critique[critic]"
    assert ids.ancestors("a/b[c]") == ["a", "a/b", "a/b[c]"]
    assert ids.inside(path, "")
    assert not ids.inside("round[21]", "round[2]")
    with pytest.raises(ValueError, match="not inside a block 'nix'"):
        ids.within(path, "nix")


@given(st.text())
def test_any_text_can_be_an_index(text: str) -> None:
    path = f"aspect[{ids.index(text)}]/take[ada]"
    assert [name for name, _ in ids.segments(path)] == ["aspect", "take"]
    assert "=" not in path


# who


@pytest.mark.parametrize(
    ("reference", "path", "expected"),
    [
        ("all", "", ("ada", "ben", "cyd", "eve")),
        ("table", "", ("ada", "ben")),
        ("part guest table", "", ("ada", "ben", "cyd", "eve")),
        ("team red", "", ("ada", "eve")),
        ("seat dot", "", ("dot",)),
        ("seat x/y]", "", ()),
        ("first guest", "", ("cyd",)),
        ("clerk", "", ("clerk",)),
        ("same", "say[ben]/again", ("ben",)),
        ("same", "round[1]/again", ()),
        ("same", "say[ben]/note[clerk]/again/say[cyd]/x", ("cyd",)),
        ("others", "say[ben]/answer", ("ada", "cyd", "eve")),
        ("rotating round", "round[6]/say", ("ben",)),
        ("rotating say", "say[ada]/x", ("ada",)),
        ("leader", "", ("ada",)),
        ("sides crux", "crux[c9]/x", ()),
    ],
)
def test_who_is_asked(reference: str, path: str, expected: tuple[str, ...]) -> None:
    assert rulebook.seats(reference, at(path=path)) == expected


def test_nobody_is_asked_where_nobody_sits() -> None:
    moment = at()
    empty = replace(moment, debate=replace(moment.debate, seats={}))
    assert rulebook.seats("rotating x", empty) == ()
    assert rulebook.seats("leader", empty) == ()
    assert speakers.topology_of(empty).hears("a", "b")


def test_a_claim_is_ripe_when_two_seats_are_sure_of_it_and_it_had_no_room() -> None:
    def said(n: int, by: str, confidence: float = 0.8, **data: Any) -> tuple[Turn, Turn]:
        return message_and_record(f"round[{n}]/say[{by}]", stands=[{"confidence": confidence}], **data)

    against = deed("c-1", "disagrees")
    first = said(1, "ada", new=[statement("c/1", "It is cheap"), 7, {"id": "c9"}])
    twice = [*first, *said(1, "ben", about=[against]), *said(2, "ben", about=[against, 7, deed("c9", "disagrees")])]
    moment = at(*twice, path="crux[c-1]/statement")
    assert list(claims_of(moment.past)) == ["c-1"]
    assert ripe_claims(moment, 2) == ["c-1"]
    assert rulebook.items("claim c-1", moment) == ("c-1",)
    assert rulebook.items("claim c-9", moment) == ()
    assert rulebook.seats("sides crux", moment) == ("ada", "ben"), "neither twice, nor anybody else"
    assert ripe_claims(moment, 3) == []
    assert ripe_claims(at(*twice, *said(2, "ada", 0.79)), 2) == [], "not both are sure of it"
    assert ripe_claims(at(*twice, turn("card[clerk]", "card", claim="c/1")), 2) == []
    absent = [*first, *said(1, "dot", about=[against]), *said(2, "dot", about=[against])]
    assert ripe_claims(at(*absent), 2) == [], "dot has left"
    assert ripe_claims(at(turn("x[clerk]", "ledger", new=None, about=7)), 1) == []


# order and topology

ITEMS = ("ada", "ben", "cyd", "eve")


@pytest.mark.parametrize(
    ("reference", "path", "expected"),
    [
        ("in-turn", "x", (("ada",), ("ben",), ("cyd",), ("eve",))),
        ("together", "x", (ITEMS,)),
        ("rotated round", "round[2]/x", (("ben",), ("cyd",), ("eve",), ("ada",))),
        ("rotated say", "say[ada]/x", (("ada",), ("ben",), ("cyd",), ("eve",))),
    ],
)
def test_in_which_order(reference: str, path: str, expected: object) -> None:
    assert rulebook.arrange(reference, at(path=path), ITEMS) == expected
    assert rulebook.arrange(reference, at(path=path), ()) == ()


def test_nobody_speaks_twice_running_where_a_pass_ends_and_the_next_begins() -> None:
    def order(*before: Turn, n: int, items: tuple[str, ...]) -> object:
        return rulebook.arrange("onward round", at(*before, path=f"round[{n}]/x"), items)

    last = turn("round[1]/x[ben]")
    assert order(last, n=2, items=("ada", "ben")) == (("ada",), ("ben",))
    assert order(last, turn("room[p1]/x[ada]", heard="room:room[p1]"), n=2, items=ITEMS[:2]) == (("ada",), ("ben",))
    assert order(last, n=1, items=ITEMS[1:]) == (("cyd",), ("eve",), ("ben",))
    room = turn("room[p1]/x[cyd]", heard="room:room[p1]")
    assert order(last, room, n=1, items=ITEMS[1:]) == (("eve",), ("ben",), ("cyd",)), "nor after a room"
    assert order(last, n=2, items=("ben",)) == (("ben",),), "who is alone goes on"
    assert order(last, n=1, items=()) == ()


def test_a_shuffle_is_drawn_from_seed_and_path_alone() -> None:
    first = speakers.shuffled(at(path="a"), ITEMS)
    assert sorted(first) == [(item,) for item in ITEMS]
    assert first == speakers.shuffled(at(path="a"), ITEMS[::-1])
    assert len({speakers.shuffled(at(path=f"p{n}"), ITEMS) for n in range(20)}) > 5


TOPOLOGIES = {
    "mesh": ((ITEMS,), {("ben", "eve"), ("ada", "cyd")}, set()),
    "star": ((("ben", "cyd", "eve"), ("ada",)), {("ben", "ada"), ("ada", "ben")}, {("ben", "cyd")}),
    "chain": ((("ada",), ("ben",), ("cyd",), ("eve",)), {("ben", "ada")}, {("ada", "ben"), ("cyd", "ada")}),
    "tree": (
        (("eve",), ("ben", "cyd"), ("ada",)),
        {("eve", "cyd"), ("ada", "cyd"), ("ben", "ada")},
        {("eve", "ada"), ("ben", "cyd")},
    ),
}


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_who_hears_whom(name: str) -> None:
    groups, hear, deaf = TOPOLOGIES[name]
    found = speakers.topology_of(at(topology=name))
    assert (found.leader, found.groups) == ("ada", groups)
    assert all(found.hears(*pair) for pair in hear)
    assert not any(found.hears(*pair) for pair in deaf)
    assert speakers.by_topology(at(topology=name), ITEMS) == groups
    some = speakers.by_topology(at(topology=name), ("cyd", "clerk", "aspect"))
    assert some == (("cyd",), ("clerk",), ("aspect",)), "what has no place in it comes last"


@pytest.mark.parametrize("found", [None, "x", [], [""], ["a/b", "a/b", "c"]])
def test_aspects(found: object) -> None:
    assert aspects(at(aspects=found)) == (["a-b", "c"] if isinstance(found, list) and len(found) == 3 else ["main"])


# when and until


def test_conditions_on_options() -> None:
    assert on(at(gates=True), "gates")  # type: ignore[arg-type]
    assert not on(at(), "gates")  # type: ignore[arg-type]
    assert off(at(gates=False), "gates")  # type: ignore[arg-type]
    assert is_(at(planning="cpde"), "planning", "cpde")  # type: ignore[arg-type]


def test_conditions_on_the_past() -> None:
    opened = message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap")])
    disputed = message_and_record("round[1]/say[ben]", about=[deed("P1", "disagrees")])
    moved = message_and_record("round[2]/say[ben]", about=[deed("P1", "agrees")])
    revised = message_and_record("round[2]/say[ada]", about=[deed("P1", "revises", text="It is cheap to run")])
    assert stirred(at(*opened, *disputed, *moved, *revised), 3 + 4 + 5 - 1)
    again = message_and_record("round[2]/say[ben]", about=[deed("P1", "disagrees")])
    assert not stirred(at(*opened, *disputed, *again), 3), "the same disagreement is new once"
    assert not stirred(at(disputed[1], *opened), 0), "a record about nobody's message"
    reflected = (*opened, *disputed, turn("r[clerk]", "reflections"), *moved)
    assert not stirred(at(*reflected), 4)
    assert stirred(at(*reflected), 3)
    assert complex_task(at(turn("t[clerk]", "traits", complex=True)))
    assert not complex_task(at())
    assert failing(at(turn("t[sandbox]", "tests", passed=False)))
    assert not failing(at(turn("t[sandbox]", "tests", passed=True)))
    assert not failing(at())
    enclosing = turn("critique[ben]", "assessment")
    assert missing(at(enclosing, path="critique[ben]/again"), "assessment")  # type: ignore[arg-type]
    assert not missing(at(replace(enclosing, data={"agree": []}), path="critique[ben]/again"), "assessment")  # type: ignore[arg-type]
    assert not missing(at(enclosing, path="critique[cyd]/again"), "assessment")  # type: ignore[arg-type]


def test_exits_are_total() -> None:
    here = "round[1]"
    for one in (passed, approved, resolved):
        assert (one(at(path=here)) is not None) == (one is approved), "without a gate there is nothing to approve"
    assert passed(at(turn("round[1]/t[sandbox]", "tests", passed=True), path=here))
    assert not passed(at(turn("round[1]/t[sandbox]", "tests"), path=here))
    assert not approved(at(turn("round[1]/a[person]", "approval", approved=False), path=here))
    both = [turn(f"round[1]/s[{seat}]", "stance", resolved=True, statement="It is so") for seat in ("ada", "ben")]
    assert resolved(at(*both, path=here))
    assert not resolved(at(*both[:1], path=here)), "one side alone"
    assert not resolved(at(*both, turn("round[1]/s[cyd]", "stance"), path=here))
    assert not resolved(at(*both, path="round[2]"))
    verdict = turn("round[1]/v[ada]", "verdict", confidence=0.9)
    assert confident(at(verdict, path=here), 0.8, "verdict")  # type: ignore[arg-type]
    assert not confident(at(replace(verdict, data={"confidence": 0.9, "open": ["x"]}), path=here), 0.8, "verdict")  # type: ignore[arg-type]
    assert not confident(at(replace(verdict, data={"confidence": True}), path=here), 0.8, "verdict")  # type: ignore[arg-type]
    assert not confident(at(path=here), 0.8, "verdict")  # type: ignore[arg-type]
    assert not confident(at(replace(verdict, data={"clear": False}), path=here), 0.8, "verdict")  # type: ignore[arg-type]
    person = confident(at(replace(verdict, data={"clear": True}), path=here), 0.8, "verdict")  # type: ignore[arg-type]
    assert person is not None
    assert person.why.endswith("says that all is clear"), "a person says so without a figure"
    old = turn("round[1]/f[ada]", "findings", items=["f1", {"id": "f2"}, {"text": "f3"}])
    again = turn("round[2]/f[ada]", "findings", items=["f3", {"text": "f2"}])
    assert nothing_new(at(old, again, path="round[2]"), "findings")  # type: ignore[arg-type]
    assert not nothing_new(at(old, replace(again, data={"items": ["f4"]}), path="round[2]"), "findings")  # type: ignore[arg-type]
    assert nothing_new(at(path="round[2]"), "findings")  # type: ignore[arg-type]


# sees

SAID = [turn("a[ada]"), turn("b[ben]"), turn("c[cyd]", heard="team:blue"), turn("d[eve]"), turn("p[person]")]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ((), ("a[ada]", "b[ben]", "d[eve]", "p[person]")),
        (("nothing",), ("p[person]",)),
        (("own",), ("a[ada]", "p[person]")),
        (("others", "last 2"), ("d[eve]", "p[person]")),
        (("step a d",), ("a[ada]", "d[eve]", "p[person]")),
        (("predecessor",), ("p[person]",)),
        (("older 2",), ("a[ada]", "b[ben]", "p[person]")),
        (("older -1",), ("a[ada]", "b[ben]", "d[eve]", "p[person]")),
        (("recent 1",), ("a[ada]", "b[ben]", "d[eve]", "p[person]")),
    ],
)
def test_views(filters: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert visibility.view(at(*SAID), filters) == expected


def test_a_team_hears_its_own() -> None:
    assert visibility.view(at(*SAID, path="x[ben]"), ("step c",)) == ("c[cyd]", "p[person]")
    assert at(path="x[clerk]").team("clerk") == ""


def test_the_topology_bounds_a_view() -> None:
    assert visibility.view(at(*SAID, path="x[eve]", topology="star"), ("neighbours",)) == (
        "a[ada]",
        "d[eve]",
        "p[person]",
    )


def test_letters_hide_authors_and_what_is_filtered_afterwards_stays_out() -> None:
    seen = visibility.view(at(*SAID), ("anonymous",))
    assert seen[:2] == ("a[ada]", "p[person]")
    assert sorted(ref.partition("=")[2] for ref in seen[2:]) == ["b[ben]", "d[eve]"]
    assert sorted(ref[0] for ref in seen[2:]) == ["A", "B"]
    narrowed = visibility.view(at(*SAID), ("anonymous", "step b"))
    assert [ref.partition("=")[2] for ref in narrowed if "=" in ref] == ["b[ben]"]


def test_a_judge_sees_two_candidates_in_both_orders() -> None:
    made = [turn(f"make[{seat}]", "artifact") for seat in ("ada", "ben", "cyd")]
    assert visibility.view(at(*made, path="judging[ab]/judge[eve]"), ("pair",)) == ("A=make[ben]", "B=make[cyd]")
    assert visibility.view(at(*made, path="judging[ba]/judge[eve]"), ("pair",)) == ("A=make[cyd]", "B=make[ben]")
    assert visibility.view(at(made[0], path="judging[ab]/judge[eve]"), ("pair",)) == ("A=make[ada]",)


def test_a_digest_of_a_room_is_not_for_all() -> None:
    private = turn("room[1]/digest[clerk]", "digest", heard="room:room[1]")
    assert visibility.digest_of(at(*SAID, private).past) is None
    assert visibility.view(at(*SAID, private), ("recent 1",)) == visibility.view(at(*SAID), ())


def test_a_view_names_its_figures_and_says_nothing_of_their_words() -> None:
    filters = ("own", "figure topic", "figure points")
    seen = visibility.view(at(*SAID, aspects=["cost"]), filters)
    assert seen == ("a[ada]", "p[person]", "#topic", "#points")
    assert seen == visibility.view(at(*SAID, aspects=["risk"]), filters), "whatever the figures say"
    assert visibility.split_view(seen) == (("a[ada]", "p[person]"), ("topic", "points"))
    assert visibility.split_view(("#topic",)) == ((), ("topic",))
    assert visibility.split_view(("a[ada]",)) == (("a[ada]",), ())


# the rest


@pytest.mark.parametrize("options", [{}, {"max_cost": None}, {"max_cost": "x"}, {"max_cost": 6}])
def test_below_a_cap_or_without_one_nothing_is_held(options: dict[str, Any]) -> None:
    assert over_budget(Spent(cost=5), options) == ""
    assert over_budget(Spent(cost=5), {"max_cost": 5.0}) == "the budget is spent ($0.0000 of $0.0000; option max_cost)"
    small = over_budget(Spent(cost=1_900), {"max_cost": 1_000})
    assert small == "the budget is spent ($0.0019 of $0.0010; option max_cost)"
    usual = over_budget(Spent(cost=1_504_000), {"max_cost": 1_500_000})
    assert usual == "the budget is spent ($1.50 of $1.50; option max_cost)"


def test_a_draft_changes_nothing() -> None:
    assert fold([TurnDrafted(path="x", start=0, text="I th")], debate()) == debate()
    assert fold([FollowUpAsked(path="x", request="h", why="results")], debate()) == debate()


def test_what_was_released_is_a_list_of_ids_or_nothing() -> None:
    assert released_secrets({"release": ["a", "b", "a"]}) == {"a", "b"}
    assert (
        released_secrets({}) == released_secrets({"release": None}) == released_secrets({"release": "a"}) == frozenset()
    )


def test_a_past_can_be_read_in_both_directions() -> None:
    past = at(*SAID).past
    assert [turn.path for turn in past] == [turn.path for turn in SAID]
    assert (past.length, past.last("say"), past.last("plan")) == (5, SAID[-1], None)
    assert [node.turn for node in past.nodes_of("say")] == SAID
    assert past.node_of("plan") is None


def test_errors_say_what_and_what_to_do() -> None:
    fault = FormatError("It is broken.", "Mend it.")
    assert fault.user_message == "It is broken. Mend it."


def test_what_several_attempts_used_adds_up() -> None:
    both = Usage(prompt=3, completion=2).plus(Usage(prompt=4, completion=1, cached=2, estimated=True))
    assert both == Usage(prompt=7, completion=3, cached=2, estimated=True)
    assert both.total == 10
