# ruff: noqa: E501
"""What can be had without any model (SPEC RECEIPT.1, CONSENSUS.2): fields that participants filled in, typed values,
declarations by id, and what the registry holds. Rules guess at no prose: where there is nothing of that kind, they
abstain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.statements.history import HistoryStep
from disputatio.debate.statements.statement import Judgement, Statement, Wording
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.interpret import interpret
from disputatio.prompting.request import Brief, Member, SeenTurn
from disputatio.testing.boards import statement_of

RULES = {"agreement", "assessment", "card", "insights", "ledger", "patterns", "synthesis"}
"""Contracts that have something to say without a model."""
PEOPLE = tuple(Member(seat=seat, name=seat.title(), role="Participant") for seat in ("ada", "ben", "cyd", "dot"))


def seen(text: str, seat: str = "ada", gives: str = "say", **data: Any) -> SeenTurn:
    return SeenTurn(path=f"round[1]/turn[{seat}]", label=seat.title(), role="", gives=gives, text=text, data=data)


def brief(*turns: SeenTurn, statements: tuple[Statement, ...] = (), **more: Any) -> Brief:
    return Brief(turns=turns, statements=statements, cast=PEOPLE, **more)


def derived(gives: str, told: Brief, text: str = "") -> tuple[str, Any]:
    found = CONTRACTS[gives].derive(told, text)
    assert found is not None
    return found


def data(gives: str, told: Brief, text: str = "") -> Any:
    return derived(gives, told, text)[1]


def test_only_what_rests_on_fields_or_declarations_has_a_rule() -> None:
    assert {gives for gives, contract in CONTRACTS.items() if contract.rule is not None} == RULES


PROSE = (
    seen("I agree that the cache is safe. You are right, I concede it, and I withdraw what I said."),
    seen("The cache is not safe. I am 90% sure. We should drop it.", "ben"),
)


@pytest.mark.parametrize("gives", sorted(RULES))
def test_rules_read_nothing_out_of_prose(gives: str) -> None:
    """Whatever people say in their own words, what is derived is the same as if they had said something else."""
    other = tuple(seen("The weather was fine, as far as anybody could tell.", turn.seat) for turn in PROSE)
    contract = CONTRACTS[gives]
    assert contract.derive(brief(*PROSE), PROSE[0].text) == contract.derive(brief(*other), other[0].text)


# ---- agreement
def answers(**positions: str) -> Brief:
    return brief(*(seen("x", seat, "answer", position=position) for seat, position in positions.items()))


@pytest.mark.parametrize(
    ("positions", "level", "groups"),
    [
        ({"ada": "Keep the cache", "ben": "keep the cache."}, 1.0, [["ada", "ben"]]),
        ({"ada": "2,031", "ben": "2031.0", "cyd": "2034"}, 0.3333, [["ada", "ben"], ["cyd"]]),
        ({"ada": "It is dangerous", "ben": "It is not dangerous"}, 0.0, [["ada"], ["ben"]]),
        ({"ada": "In wars it is dangerous", "ben": "It is dangerous in wars"}, 0.0, [["ada"], ["ben"]]),
        ({"ada": "nan", "ben": "nan"}, 1.0, [["ada", "ben"]]),
        ({"ada": "REST"}, 0.0, [["ada"]]),
        ({}, 0.0, []),
    ],
    ids=["case and marks", "numbers", "a negation", "other words", "no number", "one alone", "nobody"],
)
def test_positions_are_one_only_where_they_are_equal(positions: Any, level: float, groups: Any) -> None:
    found = data("agreement", answers(**positions))
    assert found["level"] == level
    assert [cluster["seats"] for cluster in found["clusters"]] == groups


WORDS = st.sampled_from(["Keep it", "keep it.", "Do not keep it", "Never keep it", "Drop it", "Keep all of it"])


@given(st.lists(WORDS, min_size=2, max_size=5))
def test_free_prose_is_one_only_where_it_is_equal_but_for_case_and_marks(said: list[str]) -> None:
    """And never across a negation (SPEC CONSENSUS.2)."""
    held = dict(zip(("ada", "ben", "cyd", "dot", "eve"), said, strict=False))
    found = data("agreement", answers(**held))
    alike = [{held[seat].rstrip(".").casefold() for seat in cluster["seats"]} for cluster in found["clusters"]]
    assert all(len(words) == 1 for words in alike)
    assert len({next(iter(words)) for words in alike}) == len(alike), "nor is it apart where it is equal"
    assert sorted(seat for cluster in found["clusters"] for seat in cluster["seats"]) == sorted(held)
    assert 0 <= found["level"] <= 1
    assert (found["level"] == 1) == (len(alike) == 1)


def test_typed_values_are_compared_whatever_stands_around_them() -> None:
    year = {"kind": "year", "value": 2031, "unit": ""}
    told = brief(
        seen("x", "ada", "answer", position="In 2031 (80 % interval 2029 to 2034)", value=year),
        seen("x", "ben", "answer", position="2031"),
        seen("x", "cyd", "answer", position="12 weeks", value={"kind": "number", "value": 12, "unit": "weeks"}),
        seen("x", "dot", "answer", position="12 days", value={"kind": "number", "value": 12, "unit": "days"}),
    )
    found = data("agreement", told)
    assert [cluster["seats"] for cluster in found["clusters"]] == [["ada", "ben"], ["cyd"], ["dot"]]
    assert "4 of 4" in found["reasoning"]


def test_a_position_that_was_declared_is_its_own_receipt() -> None:
    [cluster] = data("agreement", answers(ada="Keep it", ben="keep it"))["clusters"]
    assert cluster["receipts"] == [
        {"seat": "ada", "turn": "round[1]/turn[ada]", "quote": "Keep it"},
        {"seat": "ben", "turn": "round[1]/turn[ben]", "quote": "keep it"},
    ]


@pytest.mark.parametrize(
    ("positions", "said"),
    [
        ({"ada": "REST", "ben": "GraphQL"}, "2 of 2 positions were compared."),
        ({"ada": "It is safe to run", "ben": "It is not safe to run", "cyd": "It is fine by me"}, "2 of 3"),
        ({"ada": "Wait for the tests", "ben": "Do it with care"}, "0 of 2 positions were compared. 2 could not be"),
    ],
)
def test_how_many_positions_could_not_be_compared_is_said(positions: Any, said: str) -> None:
    reasoning = data("agreement", answers(**positions))["reasoning"]
    assert reasoning.startswith("Made by rule, without a model.")
    assert said in reasoning


def test_who_declares_no_position_could_not_be_compared_and_agrees_with_nobody() -> None:
    told = brief(*answers(ada="Yes", ben="yes").turns, seen("Yes, and yes again.", "cyd"))
    found = data("agreement", told)
    assert found["level"] == pytest.approx(1 / 3, abs=1e-3)
    assert "1 could not be" in found["reasoning"]
    assert data("agreement", brief())["reasoning"].endswith("Nobody has spoken.")


def test_only_the_last_position_of_each_counts_and_who_tells_of_others_has_none() -> None:
    told = brief(
        seen("x", "ada", "answer", position="No"),
        seen("x", "ada", "answer", position="Yes"),
        seen("x", "ben", "verdict", decision="yes"),
        seen("x", "cyd", "synthesis", decision="Yes"),
    )
    found = data("agreement", told)
    assert (found["level"], [cluster["seats"] for cluster in found["clusters"]]) == (1.0, [["ada", "ben"]])


def test_common_ground_and_disagreements_are_what_the_registry_holds_with_its_receipts() -> None:
    held = (
        statement_of("P1", "ada", "It is cheap", agrees={"ben": "the list says so"}),
        statement_of("P2", "ada", "It is fast", disagrees={"ben": "nobody timed it"}),
        statement_of("P3", "ben", "It is old"),
    )
    turns = answers(ada="Yes", ben="No").turns
    found = data("agreement", brief(*turns, statements=held))
    assert [one["text"] for one in found["common"]] == ["It is cheap"]
    assert [(one["seat"], one["quote"]) for one in found["common"][0]["receipts"]] == [
        ("ada", "It is cheap"),
        ("ben", "the list says so"),
    ]
    assert [one["text"] for one in found["disagreements"]] == ["Yes", "No", "It is fast"]
    assert [one["quote"] for one in found["disagreements"][2]["receipts"]] == ["It is fast", "nobody timed it"]


# ---- assessment
KNOWN = (statement_of("P1", "ada", "It is cheap"), statement_of("P2", "ada", "It is fast"))


def test_a_critique_declares_by_id() -> None:
    said = "I agree with P1. I dispute P2, since nobody timed it. I agree with P7. I withdraw P1."
    found = data("assessment", brief(statements=KNOWN), said)
    assert found["agree"] == [{"point": "P1", "text": "It is cheap", "reason": ""}]
    assert found["disagree"] == [{"point": "P2", "text": "It is fast", "reason": ""}]
    assert (found["unverifiable"], found["level"]) == ([], ""), "nobody has given a level"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "P1 is correct. P2 cannot be verified.",
        "I agree with P1 in part.",
        "I would reject P2 if it were mine.",
        "An interesting read about gardening.",
    ],
)
def test_a_critique_that_declares_nothing_is_no_assessment(said: str) -> None:
    assert CONTRACTS["assessment"].derive(brief(statements=KNOWN), said) is None


# ---- card
def test_a_room_is_resolved_where_both_sides_accept_one_statement_that_settles_the_claim() -> None:
    def stance(seat: str, accepts: bool, words: str = "It is safe with a battery", settles: bool = True) -> SeenTurn:
        path = f"aspect[cost]/crux[P3]/exchange[1]/rejoinder[{seat}]"
        said: Any = {"statement": words, "resolved": accepts, "settles": settles}
        return SeenTurn(path=path, label=seat.title(), role="", gives="stance", text="…", data=said)

    def card(*turns: SeenTurn) -> Any:
        return data("card", brief(*turns, path="aspect[cost]/crux[P3]/card[clerk]"))

    both = card(stance("ada", False), stance("ben", True), stance("ada", True))
    assert (both["claim"], both["resolved"], both["how"]) == ("P3", True, "It is safe with a battery")
    shared = card(stance("ada", True), stance("ben", True, settles=False))
    assert (shared["resolved"], shared["how"]) == (False, "It is safe with a battery")
    one = card(stance("ada", False), stance("ben", False, "It is safe on phones"))
    assert (one["resolved"], one["how"]) == (False, "")
    assert [(each["seat"], each["text"]) for each in one["best"]] == [
        ("ada", "It is safe with a battery"),
        ("ben", "It is safe on phones"),
    ]


# ---- synthesis
BOARD = (
    statement_of("P1", "ada", "The cache makes every request faster", disagrees={"ben": "one request got slower"}),
    statement_of("P2", "ada", "The retry limit is three", agrees={"ben": "yes"}, kind="fact"),
    statement_of("P3", "ada", "Users will like it", doubts={"ben": "nobody was asked"}),
    statement_of(
        "P4", "ben", "We should keep the log.", agrees={"ada": "it explains every balance so far"}, kind="decision"
    ),
    statement_of("P5", "ben", "The sky is green", withdrawn=True),
    statement_of("P6", "ben", "Logs are read", ruled="accepted", why="I read them"),
    statement_of("P7", "ben", "Nobody has said a word about this"),
)


def test_a_synthesis_by_rule_says_what_was_agreed_decisions_first_and_what_was_not() -> None:
    text, found = derived("synthesis", brief(statements=BOARD))
    assert found["decision"] == "The participants agreed: We should keep the log. The retry limit is three."
    assert found["minority"] == (
        "Ada holds, and no refutation is on record: The cache makes every request faster. Against it: one request got slower."
    )
    assert (found["decisions"], found["findings"]) == (["We should keep the log."], ["The retry limit is three"])
    assert "## Still in dispute\n- The cache makes every request faster — one request got slower" in text
    assert "## Assumptions\n- Users will like it — nobody was asked" in text
    assert "## Settled by the person who asked\n- Logs are read — accepted — I read them" in text
    assert "The sky is green" not in text, "what was withdrawn is nobody's any more"
    assert "P1" not in text, "the reader does not know the ids"
    read = interpret("synthesis", text, Brief())
    assert (read["decision"], read["minority"]) == (found["decision"], found["minority"])


def test_a_rehearsed_synthesis_says_of_nothing_that_it_was_agreed() -> None:
    said = CONTRACTS["synthesis"].rehearse(brief(*answers(ada="Keep it").turns, statements=BOARD))
    found: Any = interpret("synthesis", said, Brief())
    assert found["decision"].startswith("Nothing was agreed, so there is no answer to give")
    assert found["decision"].endswith("Ada: Keep it.")
    assert (found["decisions"], found["findings"]) == ([], [])
    assert "The cache makes every request faster" in found["minority"]
    assert "We should keep the log" not in said
    assert "Logs are read" in said, "what the person settled is settled"


def test_a_synthesis_by_rule_claims_nothing_that_was_not_agreed() -> None:
    told = brief(seen("I agree with everything.", "ada", "answer", position="Keep it"), seen("So do I.", "ben"))
    found = data("synthesis", told)
    assert found["decision"] == (
        "Nothing was agreed, so there is no answer to give in the participants' name. "
        "This is what each of them answered at the end. Ada: Keep it."
    )
    assert "no proof" in found["minority"]
    assert "answered at the end" not in data("synthesis", brief(*PROSE))["decision"]


def test_a_synthesis_by_rule_begins_with_what_a_moderator_decided() -> None:
    ruling = seen("I weigh it so.", "cyd", "verdict", decision="OPPOSE", confidence=0.72)
    found = data("synthesis", brief(seen("First.", "cyd", "verdict", decision="SUPPORT"), ruling, statements=BOARD))
    decided = "Cyd decided against the proposition as put (72 percent sure)."
    assert found["decision"].startswith(f"{decided} The participants agreed: We should keep the log.")
    assert data("synthesis", brief(ruling))["decision"] == (f"{decided} Beyond that, nothing was agreed.")
    unread = seen("I weigh it so.", "cyd", "verdict", decision="perhaps")
    assert data("synthesis", brief(unread))["decision"].startswith("Nothing was agreed")


@pytest.mark.parametrize(
    ("positions", "differ"),
    [
        ({"ada": "Go", "ben": "Go", "cyd": "Rust"}, True),
        ({"ada": "It is safe", "ben": "It is safe enough for us"}, True),
        ({"ada": "Go", "ben": "go."}, False),
        ({"ada": "2,031", "ben": "2031.0"}, False),
        ({"ada": "Go"}, False),
    ],
    ids=["two to one", "other words", "case and marks", "numbers", "one alone"],
)
def test_where_the_answers_differ_nothing_is_said_to_be_beyond_dispute(positions: Any, differ: bool) -> None:
    minority = data("synthesis", answers(**positions))["minority"]
    assert ("the answers at the end are not the same" in minority) is differ
    assert ("Nothing was left in dispute" in minority) is not differ


def test_of_what_is_in_dispute_the_best_supported_is_the_minority_report() -> None:
    plain = statement_of("P1", "ada", "It is dear", disagrees={"ben": ""})
    borne_out = statement_of("P2", "zoe", "It is slow!", disagrees={"ben": ""}, verified=("a.py:3",))
    assert data("synthesis", brief(statements=(plain, borne_out)))["minority"] == (
        "zoe holds, and no refutation is on record: It is slow!"
    )


def test_where_nothing_is_disputed_the_answer_may_rest_on_assumptions() -> None:
    assert "could check: Users will like it." in data("synthesis", brief(statements=BOARD[1:4]))["minority"]


# ---- insights
def test_what_is_agreed_is_remembered_with_its_receipts() -> None:
    found = data("insights", brief(statements=BOARD))["items"]
    assert [(one["text"], one["kind"], one["confidence"], one["id"]) for one in found] == [
        ("The retry limit is three", "finding", 0.8, "P2"),
        ("We should keep the log.", "decision", 0.85, "P4"),
    ]
    assert found[0]["receipts"][1] == {"seat": "ben", "turn": "check[ben]", "quote": "yes"}
    assert found[1]["agreed_by_all"], "all who agree on what to do agree"
    other = statement_of("P9", "cyd", "It should wait")
    open_ = data("insights", brief(statements=(*BOARD, other)))["items"]
    assert [(one["kind"], one["confidence"], one["agreed_by_all"]) for one in open_ if one["id"] == "P4"] == [
        ("finding", 0.8, False)
    ], "cyd has not decided it"


def test_all_who_hold_a_position_are_all_and_who_takes_no_side_agrees_with_nothing() -> None:
    weighs = Judgement(seat="moderator", verdict="agrees", path="ruling[moderator]", words="so it is", neutral=True)
    one = statement_of("P1", "ben", "It is dear", agrees={"cyd": "so it is"})
    one = replace(one, judgements={**one.judgements, "moderator": weighs})
    alone = statement_of("P2", "ben", "It is late")
    alone = replace(alone, judgements={"moderator": weighs})
    found = data("insights", brief(statements=(one, alone)))["items"]
    assert [(kept["id"], kept["agreed_by_all"]) for kept in found] == [("P1", True)]
    assert [receipt["seat"] for receipt in found[0]["receipts"]] == ["ben", "cyd"]


def test_what_came_up_at_the_end_is_no_fact_though_two_say_it_against_one() -> None:
    """Whom it is held against could say nothing any more (SPEC MEMORY.1). What all wrote first, each alone, is one."""
    first, last = (
        replace(
            statement_of(id, "ben", text, agrees={"cyd": "so it is"}),
            wordings=(Wording(text=text, path=f"{step}[ben]"),),
            judgements={"cyd": Judgement(seat="cyd", verdict="agrees", path=f"{step}[cyd]", unread=True)},
            history=(HistoryStep(path=f"{step}[ben]", seat="ben", deed="stated"),),
        )
        for id, text, step in (("P1", "It is dear", "opinion"), ("P2", "It contradicts itself", "ranking"))
    )

    def kept(*statements: Statement) -> list[str]:
        return [one["id"] for one in data("insights", brief(statements=statements))["items"]]

    assert kept(first, last) == ["P1"]
    later = HistoryStep(path="closing[ada]", seat="ada", deed="partly")
    assert kept(first, replace(last, history=(*last.history, later))) == ["P1", "P2"], "somebody spoke after it"
    read = {"cyd": replace(last.judgements["cyd"], unread=False)}
    assert kept(first, replace(last, judgements=read)) == ["P1", "P2"], "who agrees had read it"


# ---- all of them
@pytest.mark.parametrize("gives", sorted(RULES))
def test_every_rule_keeps_its_contract_on_nothing(gives: str) -> None:
    found = CONTRACTS[gives].derive(Brief())
    assert found is None if gives == "assessment" else found is not None and found[0]
    assert found is None or set(CONTRACTS[gives].needed) <= set(found[1])


@given(st.sampled_from(sorted(RULES)), st.text(max_size=200), st.text(max_size=200))
def test_no_text_breaks_a_rule(gives: str, said: str, other: str) -> None:
    told = brief(seen(said), seen(other, "ben", "answer", position=other), statements=KNOWN, question=said)
    assert CONTRACTS[gives].derive(told, said) == CONTRACTS[gives].derive(told, said)
