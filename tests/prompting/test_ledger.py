"""The clerk's record of a turn or a round: what its reader takes over, and what it sends back (SPEC RECEIPT.1,
LEDGER.1, DUAL.3)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.context import Section
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.statement import Judgement, Link, Statement
from disputatio.prompting.book import LAW
from disputatio.prompting.compose import compose, compose_repair
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.errors import Incomplete, Unreadable
from disputatio.prompting.interpret import interpret
from disputatio.prompting.reading.record_rows import DEEDS, MOST, OWN
from disputatio.prompting.request import Brief, Member, SeenTurn
from disputatio.prompting.shapes import form, schema
from disputatio.testing.boards import moves_of, past_of, statement_of, turn

CAST = (
    Member(seat="ada", name="Ada", role="Analyst"),
    Member(seat="ben", name="Ben Okri", role="Critic"),
    Member(seat="cyd", name="Cyd", role="Expert"),
    Member(seat="dot", name="Dot", role="Expert"),
)
KNOWN = (
    statement_of("P1", "ada", "The pump is cheap."),
    statement_of("P2", "ben", "The house is damp", disagrees={"ada": "it is dry"}),
)


def message(seat: str, text: str, step: str = "turn", gives: str = "say") -> SeenTurn:
    return SeenTurn(path=f"round[1]/{step}[{seat}]", label=seat.title(), role="", gives=gives, text=text)


def brief(*turns: SeenTurn, known: tuple[Statement, ...] = KNOWN, path: str = "", **more: Any) -> Brief:
    place = path or f"{turns[-1].path}/minutes[clerk]"
    return Brief(path=place, role="Clerk", gives="ledger", turns=turns, statements=known, cast=CAST, **more)


ADA = message("ada", "The pump costs 9,000 euros, **as the offer says**. I hold that it pays off. The attic is dry.")
BEN = message("ben", "I doubt that. The pump is not cheap, because the offer leaves out the wiring.")


def read(told: Brief, **lists: Any) -> dict[str, Any]:
    return dict(interpret("ledger", json.dumps({"new": [], "about": [], "stands": [], **lists}), told))


def sent_back(told: Brief, **lists: Any) -> Incomplete:
    with pytest.raises(Incomplete) as back:
        read(told, **lists)
    return back.value


def new(text: str, quote: str, by: str = "ada", **more: Any) -> dict[str, Any]:
    return {"by": by, "text": text, "quote": quote, **more}


def does(id: str, deed: str, quote: str, by: str = "ada", **more: Any) -> dict[str, Any]:
    return {"by": by, "id": id, "does": deed, "quote": quote, **more}


# ---- receipts
@pytest.mark.parametrize(
    "quote",
    [
        "The pump costs 9,000 euros",
        "the PUMP costs 9,000 euros, as the offer says",
        "The pump costs … I hold that it pays off",
    ],
)
def test_a_statement_is_recorded_with_the_words_that_stand_in_the_turn(quote: str) -> None:
    [found] = read(brief(ADA), new=[new("The pump costs 9,000 euros", quote)])["new"]
    assert found["turn"] == ADA.path
    assert found["by"] == "ada"
    assert found["quote"] == (
        quote if "…" not in quote else "The pump costs 9,000 euros, as the offer says. I hold that it pays off"
    )
    assert found["kind"] == "claim"


@pytest.mark.parametrize(
    ("lists", "named"),
    [
        ({"new": [new("The pump costs 8,000 euros", "The pump costs 8,000 euros")]}, "The pump costs 8,000 euros"),
        ({"new": [new("It pays off", "")]}, "nothing quoted"),
        ({"new": [new("It pays off", "pays")]}, "(pays)"),
        ({"about": [does("P1", "keeps", "The pump is a bargain")]}, "P1 keeps"),
        ({"stands": [{"by": "ada", "stance": "Buy it", "quote": "Buy it now"}]}, "Buy it"),
        ({"stands": [{"by": "ada", "confidence": 0.9, "quote": "I am 90% sure"}]}, "confidence"),
        ({"new": [new("It pays off", "I hold that it pays off", by="ben")]}, "It pays off"),
    ],
    ids=["other words", "no words", "one word", "a deed", "a stance", "a confidence", "words of somebody else"],
)
def test_a_reply_in_which_a_receipt_is_missing_is_sent_back_without_the_entry(lists: Any, named: str) -> None:
    told = brief(message("ben", "The attic is wet."), ADA, path="round[1]/ledger[clerk]")
    back = sent_back(told, **lists)
    assert named in back.why
    assert "leave the entry out" in back.why
    assert {**back.data, "left_out": []} == {"new": [], "about": [], "stands": [], "left_out": []}
    assert [named in told for told in back.data["left_out"]] == [True], "what falls away is counted"  # type: ignore[union-attr]


def test_what_has_its_receipt_is_kept_when_the_reply_is_sent_back() -> None:
    good, bad = new("It pays off", "I hold that it pays off"), new("It is new", "It is brand new")
    assert [one["text"] for one in sent_back(brief(ADA), new=[bad, good]).data["new"]] == ["It pays off"]  # type: ignore[index, union-attr, call-overload]


def test_at_most_eight_entries_are_named() -> None:
    back = sent_back(brief(ADA), new=[new(f"Thing {n}", "no such words") for n in range(20)])
    assert back.why.count("no such words") == 8


def test_established_facts_are_no_new_statements_whether_or_not_the_reply_is_complete() -> None:
    facts = (Section(name="established", title="Facts", text="- The attic is dry", verified=True),)
    repeated = new("The attic is dry", "The attic is dry")
    assert read(brief(ADA, sections=facts), new=[repeated])["new"] == []
    assert sent_back(brief(ADA, sections=facts), new=[repeated, new("x", "no such words")]).data["new"] == []


# ---- rows
def test_a_record_in_rows_is_read_by_the_order_of_the_form_and_what_stands_last_may_be_left_out() -> None:
    data = read(
        brief(ADA, BEN, path="round[1]/ledger[clerk]"),
        walk="P1 disagrees; P2 -",
        new=[
            ["ada", "It pays off", "I hold that it pays off", "finding guess", "supports P1, P2; attacks P2"],
            ["ben", "The wiring is left out", "the offer … the wiring"],
        ],
        about=[
            ["ben", "disagrees strongly", "P1", "The pump is not cheap", "because the offer … the wiring"],
            ["ben", "agrees", "N1", "I doubt that"],
        ],
        stands=[["ada", "Buy it", "I hold that it pays off", "8", "0.7"], ["ben", "Do not", "I doubt that", "3"]],
    )
    first, second = data["new"]
    assert (first["mark"], first["kind"], first["assumed"], first["supports"], first["attacks"]) == (
        *("N1", "finding", True),
        *(["P1", "P2"], ["P2"]),
    )
    assert (second["mark"], second["kind"], second["quote"]) == ("N2", "claim", "the offer leaves out the wiring")
    assert "assumed" not in second
    strong, mild = data["about"]
    assert (strong["does"], strong["strength"], strong["because"]) == (
        *("disagrees", "strong"),
        "because the offer leaves out the wiring",
    )
    assert (mild["id"], mild["does"], mild["strength"]) == ("N1", "agrees", "")
    assert [(one["stance"], one["importance"], one.get("confidence")) for one in data["stands"]] == [
        ("Buy it", 8, 0.7),
        ("Do not", 3, None),
    ]


def test_a_single_row_without_the_list_around_it_is_one_row() -> None:
    [found] = read(brief(ADA), stands=["ada", "Buy it", "I hold that it pays off"])["stands"]
    assert found["stance"] == "Buy it"


def test_the_first_and_the_last_words_stand_for_all_between_them_also_for_a_denial() -> None:
    told = brief(message("ada", f"The pump {'or so ' * 40}does not pay off. The **attic** is not dry at all."))
    [found] = read(told, new=[new("The attic is damp", "The attic … at all")])["new"]
    assert found["quote"] == "The attic is not dry at all", "nothing is left out of what is recorded"
    back = sent_back(told, new=[new("It pays off", "The pump … pay off")])
    assert "skips a “not”" in back.why, "nobody reads a passage of that length"


# ---- new statements
def test_one_turn_makes_seven_new_statements_at_most_and_another_turn_seven_more() -> None:
    words = ["red", "blue", "green", "wide", "low", "old", "warm", "loud", "soft"]
    turns = [message(seat, " ".join(f"The {seat} door is {each}." for each in words)) for seat in ("ada", "ben")]
    many = [
        new(f"The {seat} door is {each}", f"The {seat} door is {each}", by=seat)
        for seat in ("ada", "ben")
        for each in words
    ]
    found = read(brief(*turns, path="round[1]/ledger[clerk]"), new=many)
    assert [one["by"] for one in found["new"]] == ["ada"] * MOST + ["ben"] * MOST
    assert len(found["left_out"]) == len(many) - 2 * MOST
    assert found["new"][0]["text"] == "The ada door is red"


@pytest.mark.parametrize(
    ("by", "text", "deed"),
    [
        ("ada", "the pump IS cheap", "keeps"),
        ("ben", "The pump is cheap!", "agrees"),
        ("ben", "The pump is not cheap", "disagrees"),
        ("ada", "The pump is not cheap", "withdraws"),
    ],
)
def test_a_statement_that_is_listed_already_is_no_new_one_and_its_negation_is_none_either(
    by: str, text: str, deed: str
) -> None:
    found = read(brief(message(by, text)), new=[new(text, text, by=by)])
    assert found["new"] == []
    assert [(one["id"], one["by"], one["does"]) for one in found["about"]] == [("P1", by, deed)]


def test_what_two_say_in_one_round_is_one_statement() -> None:
    told = brief(message("ada", "The roof is sound."), message("ben", "The roof is sound."), path="round[1]/l[clerk]")
    entries = [
        new("The roof is sound", "The roof is sound", mark="N1"),
        new("The roof is sound.", "roof is sound", by="ben"),
    ]
    found = read(told, new=entries)
    assert [(one["text"], one["mark"]) for one in found["new"]] == [("The roof is sound", "N1")]
    assert [(one["id"], one["by"], one["does"]) for one in found["about"]] == [("N1", "ben", "agrees")]


def test_a_new_statement_can_be_answered_by_its_mark_in_the_same_record() -> None:
    turns = message("ada", "The roof is sound."), message("ben", "No: the roof leaks, since rain came in.")
    told = brief(*turns, known=(), path="round[1]/ledger[clerk]")
    found = read(
        told,
        new=[
            new("The roof is sound", "roof is sound", mark="N1"),
            new("Rain came in", "rain came in", by="ben", links=["attacks N1, P77", "attacks: `N9`", "yodels N1"]),
        ],
        about=[
            does("`N1`", "disagrees", "the roof leaks", by="ben"),
            does("the roof", "agrees", "No: the roof", by="ben"),
        ],
    )
    assert found["new"][1]["attacks"] == ["N1"]
    said = [turn(each.path, text=each.text) for each in turns]
    sound, rain = statements_of(past_of(*said, turn("round[1]/ledger[clerk]", "ledger", **found))).values()
    assert (sound.id, sound.status, sound.sides) == ("P1", "contested", ("ada", "ben"))
    assert [(link.kind, link.to) for link in rain.links] == [("attacks", "P1")]


def test_a_mark_cannot_take_the_place_of_an_id() -> None:
    told = brief(ADA, message("ben", "I accept that the attic is dry."), path="round[1]/ledger[clerk]")
    found = read(
        told,
        new=[new("The attic is dry", "The attic is dry", mark="P2")],
        about=[does("P2", "keeps", "I accept that", by="ben")],
    )
    assert [(one["id"], one["by"]) for one in found["about"]] == [("P2", "ben")], "P2 is the listed statement of Ben's"
    assert found["new"][0]["mark"] == "", "so the new one cannot be meant by it"


def test_a_statement_that_was_joined_to_an_equal_one_can_be_named_by_its_mark() -> None:
    told = brief(
        ADA, message("ben", "The attic is dry."), message("cyd", "So it is, Ben."), path="round[1]/ledger[clerk]"
    )
    dry = [new("The attic is dry", "The attic is dry", by=by, mark=mark) for by, mark in (("ada", "N1"), ("ben", "N2"))]
    found = read(told, new=dry, about=[does("N2", "agrees", "So it is, Ben", by="cyd")])
    assert [one["mark"] for one in found["new"]] == ["N1"]
    assert [(one["by"], one["id"], one["does"]) for one in found["about"]] == [
        ("ben", "N1", "agrees"),
        ("cyd", "N1", "agrees"),
    ]


# ---- what is done with statements
@pytest.mark.parametrize(
    ("by", "deed"), [(by, deed) for by in ("ada", "ben") for deed in DEEDS if (by, deed) != ("ben", "closes")]
)
def test_authors_do_one_kind_of_thing_with_a_statement_and_others_another(by: str, deed: str) -> None:
    told = brief(ADA if by == "ada" else BEN)
    quote = "I hold that it pays off" if by == "ada" else "The pump is not cheap"
    found = read(told, about=[does("P1", deed, quote, by=by, text="pump is cheap", because=quote)])["about"]
    assert [one["does"] for one in found] == ([deed] if (deed in OWN) == (by == "ada") else [])


def test_who_calls_met_what_another_stated_closes_their_own_objection_or_the_clerk_is_told_who_closes_what() -> None:
    """That the other side called its objection met was dropped in silence: it stood in a statement of the proponent."""
    quote = "The pump is not cheap"
    row = [does("P1", "closes", quote, by="ben")]
    back = sent_back(brief(BEN), about=row)
    assert "Only ada closes P1, who stated it. What does ben make of it: agrees, partly" in back.why
    assert (back.data["about"], back.data["left_out"]) == ([], [f"P1 closes: “{quote}”"])
    attack = Link(kind="attacks", to="P1")
    own = replace(KNOWN[1], links=(attack,))
    linked = read(brief(BEN, known=(KNOWN[0], own)), about=row)
    assert ([one["id"] for one in linked["about"]], linked.get("left_out")) == (["P2"], None)
    two = (KNOWN[0], own, replace(statement_of("P3", "ben", "It is loud."), links=(attack,)))
    assert sent_back(brief(BEN, known=two), about=row).data["about"] == [], "which of the two, nobody knows"
    named = message("ben", "My objection P3 is met.")
    told = read(brief(named, known=two), about=[does("P1", "closes", "My objection P3 is met", by="ben")])
    assert [one["id"] for one in told["about"]] == ["P3"]


def test_what_the_registry_cannot_use_of_a_row_is_told_as_left_out() -> None:
    """That somebody closed what was linked to nothing was kept in the record, and dropped in silence."""
    quote, link = "I hold that it pays off", Link(kind="supports", to="P3")
    row = [does("P1", "closes", quote, because=quote)]
    assert read(brief(ADA), about=row)["left_out"] == [f"P1 closes: “{quote}”"]
    disputed = replace(KNOWN[0], judgements={"ben": Judgement(seat="ben", verdict="disagrees", path="x")})
    for deed, known in (("drops", KNOWN), ("closes", (disputed, *KNOWN[1:]))):
        found = read(brief(ADA, known=known), about=[does("P1", deed, quote, because=quote)])
        assert ("left_out" in found, [one["does"] for one in found["about"]]) == (False, [deed])
    attack = statement_of("P3", "ada", "It is dear.", links=(Link(kind="attacks", to="P2"),))
    for other, left in ((attack, False), (replace(attack, author="ben"), True), (replace(attack, links=()), True)):
        known = (replace(KNOWN[0], links=(link,)), *KNOWN[1:], other)
        assert ("left_out" in read(brief(ADA, known=known), about=row)) == left, "a reason for an objection can be met"
    theirs = statement_of("P3", "ben", "It pays off in ten years.")
    both = read(brief(ADA, known=(*KNOWN, theirs)), about=[does("P1 P3", "keeps", quote)])
    assert both["left_out"] == [f"P3 keeps: “{quote}”"], "only its author keeps it"


def test_a_new_wording_belongs_to_a_revision_alone() -> None:
    quote = "I hold that it pays off"
    told = [does("P1", deed, quote, text="It is dear", because=quote) for deed in ("revises", "keeps")]
    found = read(brief(ADA), about=told)
    assert [one["text"] for one in found["about"]] == ["It is dear", ""]


def test_a_reason_that_is_not_in_the_turn_is_left_out_and_the_entry_stays() -> None:
    given_, made_up = "the offer leaves out the wiring", "everybody knows it"
    [one, other] = read(
        brief(BEN),
        about=[does("P1", "disagrees", "The pump is not cheap", by="ben", because=each) for each in (given_, made_up)],
    )["about"]
    assert (one["because"], other["because"]) == (given_, "")


@pytest.mark.parametrize("deed", ["agrees", "revises", "withdraws"])
@pytest.mark.parametrize("because", ["", "everybody knows it"])
def test_a_change_of_position_for_a_reason_that_is_not_quoted_is_sent_back_once_and_kept(
    deed: str, because: str
) -> None:
    id, quote = "P2" if deed == "agrees" else "P1", "I hold that it pays off"  # Ada has disputed P2
    entry = does(id, deed, quote, because=because, text="The pump is dear")
    back = sent_back(brief(ADA), about=[entry])
    assert f"what they hold of {id}" in back.why
    assert [(one["does"], one["because"]) for one in back.data["about"]] == [(deed, "")]  # type: ignore[index,call-overload,union-attr]
    for fine in ({"because": "no reason"}, {"because": quote}, {"because": "", "why": "none"}, {"why": "deferred"}):
        assert len(read(brief(ADA), about=[entry | fine])["about"]) == 1
    [yields] = read(brief(ADA), about=[entry | {"because": f"deferred: {quote}"}])["about"]
    assert (yields["because"], yields["why"]) == (quote, "deferred")


@pytest.mark.parametrize("ids", ["P1 P3", "P1 and P3", "P1/P3", "P3, [P1]; P3", "P1–P3", ["P1 P3"], ["P1", "`P3`"]])
def test_every_id_that_a_row_names_is_taken_however_they_are_kept_apart(ids: Any) -> None:
    known = (*KNOWN, statement_of("P3", "ada", "The attic is dry."))
    row = {"by": "ada", "does": "assumes", "ids": ids, "quote": "I hold that it pays off"}
    data = read(brief(ADA, known=known), about=[row])
    assert sorted(one["id"] for one in data["about"]) == ["P1", "P3"]
    assert "left_out" not in data


def test_who_agrees_with_a_statement_keeps_it_with_its_author() -> None:
    row = does("P3", "keeps", "I hold that it pays off")
    shared = statement_of("P3", "ben", "It pays off in ten years.", agrees={"ada": "so it does"})
    data = read(brief(ADA, known=(*KNOWN, shared)), about=[row])
    assert [(one["id"], one["does"]) for one in data["about"]] == [("P3", "agrees")]
    assert "left_out" not in data
    theirs = statement_of("P3", "ben", "It pays off in ten years.")
    assert read(brief(ADA, known=(*KNOWN, theirs)), about=[row])["about"] == []


@pytest.mark.parametrize(("ids", "kept"), [("P1 P9", ["P1"]), ("P9", [])])
def test_an_id_under_which_nothing_is_listed_is_told_and_the_rest_of_its_row_is_kept(ids: str, kept: list[str]) -> None:
    back = sent_back(brief(ADA), about=[does(ids, "keeps", "I hold that it pays off")])
    assert "No statement has the id “P9”." in back.why
    assert [one["id"] for one in back.data["about"]] == kept  # type: ignore[index,call-overload,union-attr]
    assert back.data["left_out"] == ["P9 keeps: “I hold that it pays off”"]


def test_what_is_done_with_a_row_that_is_not_taken_is_left_out_with_it() -> None:
    facts = [new("It pays off", "not its words"), new("The attic is dry", "The attic is dry")]
    back = sent_back(brief(ADA), new=facts, about=[does("N1 N2", "keeps", "I hold that it pays off")])
    assert "No statement has the id" not in back.why, "the clerk is told that the row itself has no receipt"
    assert [told[:9] for told in back.data["left_out"]] == ["“It pays ", "N1 keeps:"]  # type: ignore[union-attr]


def test_links_name_their_statements_however_these_are_kept_apart() -> None:
    known = (*KNOWN, statement_of("P3", "ada", "The attic is dry."))
    rows = [["ada", "It pays off", "I hold that it pays off", "", "supports P1 and P3, attacks P2 P8"]]
    data = read(brief(ADA, known=known), new=rows)
    [found] = data["new"]
    assert (found["supports"], found["attacks"], data["left_out"]) == (["P1", "P3"], ["P2"], ["attacks P8"])


def test_that_somebody_attacks_what_is_theirs_is_told_only_with_something_else() -> None:
    damp = ["ada", "The attic is dry", "The attic is dry", "", "attacks P1, P2"]
    assert read(brief(ADA), new=[damp])["new"][0]["attacks"] == ["P1", "P2"]
    back = sent_back(brief(ADA), new=[damp], about=[does("P9", "keeps", "I hold that it pays off")])
    assert "N1 attacks P1, which is ada's own: if they reword or withdraw P1 by it, `about` says so" in back.why
    assert "P2, which" not in back.why


def test_what_is_no_change_of_position_needs_no_reason() -> None:
    entry = does("P1", "disagrees", "The pump is not cheap", by="ben", why="argument")
    assert len(read(brief(BEN), about=[entry])["about"]) == 1


def test_an_entry_about_no_listed_statement_or_without_a_deed_is_left_out() -> None:
    quote = "I hold that it pays off"
    found = read(brief(ADA), about=[does("P1", "yodels", quote), does("P1", "", quote), does("P1", "agrees", quote)])
    assert found["about"] == []
    assert found["left_out"] == [f"P1 {deed}: “{quote}”" for deed in ("yodels", "", "agrees")], "and not in silence"


@pytest.mark.parametrize(
    ("deed", "strength", "decisive"),
    [("doubts", "strong", True), ("doubts", "mild", False), ("disagrees", "strong", False)],
)
def test_how_decisive_a_doubt_is_and_how_strong_an_objection(deed: str, strength: str, decisive: bool) -> None:
    entry = does("P1", deed, "I doubt that", by="ben", strength=strength, why="argument")
    [found] = read(brief(BEN), about=[entry])["about"]
    assert (found["decisive"], found["strength"], found["why"]) == (decisive, strength, "argument")


# ---- the list, gone through one by one
@pytest.mark.parametrize(
    ("walk", "left"),
    [
        (["P1 disagrees", "P2 nothing"], ""),
        (["P2 keeps", "P1 doubts"], "P2"),
        (["[P2]: keeps, then agrees", "P9 agrees", ""], "P2"),
        (["P2 -", "P2"], ""),
        (["P2 -. Ben Okri: P1 disagrees"], ""),
        (["P1 disagrees. Ada: P2 keeps"], "P2"),
    ],
)
def test_what_the_clerk_says_is_done_and_does_not_enter_is_asked_for_once(walk: list[str], left: str) -> None:
    entry = does("P1", "disagrees", "The pump is not cheap", by="ben")
    if not left:
        assert len(read(brief(BEN), walk=walk, about=[entry])["about"]) == 1
        return
    back = sent_back(brief(BEN), walk=walk, about=[entry])
    assert f"done with {left}, and `about` does not say what" in back.why
    assert len(back.data["about"]) == 1  # type: ignore[arg-type]


def mended(told: Brief, first: dict[str, Any], **second: Any) -> dict[str, Any]:
    """The record of a reply whose faulty rows were given again."""
    said = json.dumps({"walk": "", "new": [], "about": [], "stands": [], **first})
    assert sent_back(told, **first).rest, "rows alone are asked for"
    return dict(interpret("ledger", json.dumps({"new": [], **second}), replace(told, said=said)))


def test_of_a_record_that_lacks_a_row_that_row_alone_is_asked_for_and_added() -> None:
    first = does("P1", "disagrees", "The pump is not cheap", by="ben")
    second = does("P2", "keeps", "I doubt that", by="ben")
    reply = {"walk": "P1 disagrees; P2 keeps", "about": [first]}
    for again in ([second], [first, second]):
        found = mended(brief(BEN), reply, about=again)
        assert [one["id"] for one in found["about"]] == ["P1", "P2"], "it may be whole again"
    with pytest.raises(Incomplete) as left:
        mended(brief(BEN), reply, about=[{**second, "quote": "no such words at all"}])
    assert len(left.value.data["about"]) == 1  # type: ignore[arg-type]
    assert "no such words" in str(left.value.data["left_out"]), "what falls away of the second reply is told, too"


def test_a_row_without_a_receipt_alone_is_given_again_and_takes_its_place() -> None:
    """A whole form of many rows was asked for again because of one; and every new statement is called by its place."""
    rows = [new("It costs 9,000 euros", "The pump costs 9,000 euros"), new("It pays off", "It paid off")]
    rows.append(new("The attic is dry", "The attic is dry"))
    reply = {"new": rows, "about": [does("N2", "keeps", "I hold that it pays off")]}
    reply["stands"] = [{"by": "ada", "stance": "Buy it", "quote": "as the offer says"}]
    good = new("It pays off", "I hold that it pays off")
    for again in ([good], [{**good, "text": "The pump pays off"}], [rows[0], good, rows[2]]):
        found = mended(brief(ADA), reply, new=again)
        assert [one["mark"] for one in found["new"]] == ["N1", "N2", "N3"]
        assert found["new"][1]["quote"] == "I hold that it pays off"
        assert [(one["id"], one["does"]) for one in found["about"]] == [("N2", "keeps")]
        assert [one["stance"] for one in found["stands"]] == ["Buy it"], "what was good is not asked for again"
    with pytest.raises(Incomplete) as left:
        mended(brief(ADA), reply, new=[])
    assert [one["mark"] for one in left.value.data["new"]] == ["N1", "N3"], "it was left out"  # type: ignore[index, union-attr, call-overload]


def test_rows_that_are_given_again_may_bring_more_or_fewer_than_were_asked_for() -> None:
    bad = [new("It pays off", "It paid off"), new("It is dry", "It was dry")]
    more = [new("The attic is dry", "The attic is dry"), new("It costs 9,000", "The pump costs 9,000 euros")]
    found = mended(brief(ADA), {"new": bad[:1]}, new=[new("It pays off", "I hold that it pays off"), *more])
    assert [one["text"] for one in found["new"]] == ["It pays off", "The attic is dry", "It costs 9,000"]
    with pytest.raises(Incomplete) as left:
        mended(brief(ADA), {"new": bad}, new=more[:1])
    assert [one["text"] for one in left.value.data["new"]] == ["The attic is dry"]  # type: ignore[index, union-attr, call-overload]


def test_a_second_reply_to_one_that_was_no_record_stands_by_itself() -> None:
    again = replace(brief(ADA), said="I could not make that out.")
    assert len(read(again, new=[new("It pays off", "I hold that it pays off")])["new"]) == 1


def test_a_record_of_one_speaker_before_which_nothing_was_stated_is_asked_for_new_statements_alone() -> None:
    """Of the clerk's input in a short debate 43 % were instructions, most of them about statements that are listed."""
    first, later = (compose(brief(ADA, known=known), "m") for known in ((), KNOWN))
    both = compose(brief(message("ben", "It is wet."), ADA, known=(), path="round[1]/ledger[clerk]"), "m")
    listed = ["about:" in one.system for one in (both, later, first)]
    assert listed == [True, True, False], "of two speakers, one can agree with what the other one states"
    assert len(first.system) < 0.65 * len(later.system)
    assert [*(first.schema or {})["properties"]] == ["new", "stands"]  # type: ignore[call-overload]
    told = brief(ADA, known=())
    repair = compose_repair(told, "{}", sent_back(told, new=[new("It pays off", "It paid off")]), "m")
    assert (repair.schema, repair.system) == (first.schema, first.system)
    assert "with these rows alone" in repair.messages[-1].text


# ---- what each of several speakers makes of what was put to them
BOTH = brief(ADA, BEN, path="round[1]/ledger[clerk]", put={"ada": ("P2",), "ben": ("P1",)})
DOUBTED = does("P1", "doubts", "I doubt that", by="ben")


@pytest.mark.parametrize(
    ("walk", "about", "told"),
    [
        ("ada: P2 -; ben: P1 doubts", [DOUBTED], ""),
        ("Ben Okri: P1 -, [ada]: P2: nothing", [], ""),
        ("ada: P2 -", [DOUBTED], ""),
        ("P1 keeps; P2 -", [DOUBTED, does("P1", "keeps", "I hold that it pays off")], "ada P2."),
        ("", [], "ada P2; ben P1."),
        ("ada: P2 -; rest: P1 -; ben: P1 -", [], ""),
        ("ada: P2 -; rest: P1 keeps", [does("P1", "keeps", "I hold that it pays off")], "ben P1."),
        ("ada: P1 keeps; ben: P2 -", [does("P1", "keeps", "I hold that it pays off")], "ada P2; ben P1."),
    ],
)
def test_what_a_record_of_several_does_not_tell_of_a_speaker_is_asked_for_once(
    walk: str, about: Any, told: str
) -> None:
    """In a council whose clerk left out rows, nine of 25 statuses were untrue and four agreements were missed."""
    if not told:
        assert len(read(BOTH, walk=walk, about=about)["about"]) == len(about)
        return
    back = sent_back(BOTH, walk=walk, about=about)
    assert f"does not say what each makes of these: {told} " in back.why
    assert back.rest, "the rows that are missing alone"
    assert len(back.data["about"]) == len(about), "and what is there is kept"  # type: ignore[arg-type]


def test_what_was_missing_of_a_speaker_is_joined_and_what_is_said_of_them_needs_their_row() -> None:
    reply = {"walk": "ada: P2 -", "about": []}
    assert mended(BOTH, reply, walk="ben: P1 -")["about"] == [], "that nothing is said of it is an answer"
    assert [one["by"] for one in mended(BOTH, reply, walk="ben: P1 doubts", about=[DOUBTED])["about"]] == ["ben"]
    back = sent_back(BOTH, walk="ada: P2 agrees; ben: P1 doubts", about=[DOUBTED])
    assert "done with P2 by ada, and" in back.why
    assert "done with P1 by ben" in sent_back(BOTH, walk="ben: P1 doubts; ada: P2 -").why


def test_a_record_of_several_is_gone_through_by_speaker_and_rehearsed_so() -> None:
    asked = compose(BOTH, "m").system
    assert "`walk` goes from speaker to speaker here" in asked
    assert compose(BOTH, "m").messages[0].text.endswith(" Put to each in `walk`: ada: P2; ben: P1.")
    assert "from speaker to speaker" not in compose(replace(BOTH, put={}), "m").system
    rehearsed = CONTRACTS["ledger"].rehearse(BOTH)
    assert isinstance(interpret("ledger", rehearsed, BOTH)["about"], list), "nothing of it is asked for again"


def test_what_can_stand_in_an_assessment_or_is_a_restatement_is_not_missing_in_the_list() -> None:
    judged = message("ben", "I doubt that.", gives="assessment")
    assert read(brief(judged), walk=["P1 disagrees"])["about"] == []
    both = brief(judged, ADA, path="round[1]/ledger[clerk]")
    assert read(both, walk=["P1 disagrees", "P2 keeps"])["about"] == [], "it may stand in Ben's assessment"
    assert read(both, walk=["P1 keeps"])["about"] == [], "and this changes nothing"
    assert "done with P1, " in sent_back(both, walk=["P1 disagrees, assumes"]).why, "Ada gives no assessment"
    assert "done with P2, " in sent_back(both, walk=["P2 disagrees"]).why
    again = new("The pump is cheap!", "The pump costs 9,000 euros")
    assert [one["does"] for one in read(brief(ADA), walk=["P1 keeps"], new=[again])["about"]] == ["keeps"]


# ---- accepting a part
def test_who_accepts_a_part_is_recorded_in_their_own_clause_and_agrees_with_nothing() -> None:
    quote, rest = "the offer leaves out the wiring", "The pump is not cheap"
    part = does("P1", "partly", quote, by="ben", because="the offer", text=rest)  # no objection
    data = read(brief(BEN), about=[part])
    assert data["new"] == [], "what is accepted of a statement is no statement of its author"
    [entry] = data["about"]
    assert (entry["id"], entry["does"], entry["because"], entry["text"]) == ("P1", "partly", rest, "")
    assert entry["quote"] == quote, "another part of the sentence may accept another statement"
    [entry] = read(brief(BEN), about=[{**part, "because": rest, "text": "a cheap pump"}])["about"]
    assert entry["because"] == rest, "there it stood once"
    [entry] = read(brief(BEN), about=[{**part, "quote": "The pump is"}])["about"]
    assert entry["quote"] == "The pump is not cheap, because the offer leaves out the wiring.", "the rest denies it"


def test_who_has_not_read_a_statement_says_the_same_or_a_part_of_it_and_concedes_nothing() -> None:
    beside = replace(BEN, beside=(KNOWN[0].path, BEN.path))

    def kept(does_: str) -> list[tuple[str, str]]:
        row = {**does("P1", does_, "the offer leaves out the wiring", by="ben"), "because": "leaves out the wiring"}
        return [(one["does"], one["because"]) for one in read(brief(beside), about=[row])["about"]]

    assert kept("partly") == [("partly", "")], "they had not read what they would reject of it"
    assert kept("concedes") == kept("agrees") == [("agrees", "leaves out the wiring")], "nobody has moved by it"
    assert kept("disagrees") == kept("doubts") == []


def test_one_sentence_can_be_about_several_statements_of_which_each_is_judged_by_others_alone() -> None:
    entry = {"by": "ben", "ids": ["P1", "P2", "P3, P1"], "does": "agrees", "quote": "The pump is not cheap"}
    known = (*KNOWN, statement_of("P3", "ada", "The attic is dry."))
    found = read(brief(BEN, known=known), about=[entry])["about"]
    assert [(one["id"], one["by"]) for one in found] == [("P1", "ben"), ("P3", "ben")]


def test_who_has_not_read_a_statement_can_say_the_same_and_not_object_to_it() -> None:
    both = ("round[1]/turn[ada]", "round[1]/turn[ben]")
    ada, ben = (replace(one, beside=both) for one in (ADA, BEN))
    told = brief(ada, ben, path="round[1]/minutes[clerk]")
    pays = new("It pays off", "I hold that it pays off", mark="N1")
    entries = [does("N1", deed, "The pump is not cheap", by="ben") for deed in ("agrees", "disagrees", "doubts")]
    assert [one["does"] for one in read(told, new=[pays], about=entries)["about"]] == ["agrees"]
    listed = does("P1", "disagrees", "The pump is not cheap", by="ben")
    [judged] = read(told, about=[listed])["about"]
    assert judged["beside"] == [*both], "P1 was stated before; whoever speaks has not read what Ada makes of it now"
    [kept] = read(told, about=[does("P2", "keeps", "The pump is not cheap", by="ben")])["about"]
    assert kept["beside"] == [*both], "nor what others hold against it now"


def test_what_one_writes_against_another_at_the_same_time_is_a_dispute_also_where_that_row_comes_later() -> None:
    both = ("opinion[ada]", "opinion[ben]")
    ada, ben = (replace(one, path=path, beside=both) for one, path in zip((ADA, BEN), both, strict=True))
    told = brief(ada, ben, path="review/ledger[clerk]", known=())
    rows = [
        new("The attic is wet", "attic is dry", links=["supports N1"]),  # itself is nothing that it could support
        new("It pays off", "I hold that it pays off", links=["attacks N3, N1", "supports P9"]),
        new("The pump is dear", "The pump is not cheap", by="ben", links=["attacks N2; N2"]),
    ]
    data = read(told, new=rows)
    assert [(one["by"], one["id"], one["does"]) for one in data["about"]] == [
        ("ada", "N3", "disagrees"),
        ("ben", "N2", "disagrees"),
    ], "each once, and nobody contradicts a statement of their own"
    assert data["new"][0]["supports"] == []
    said = [turn(one.path, text=one.text) for one in (ada, ben)]
    wet, pays, dear = statements_of(past_of(*said, turn("review/ledger[clerk]", "ledger", **data))).values()
    assert [(one.status, one.sides) for one in (pays, dear)] == [
        ("contested", ("ada", "ben")),
        ("contested", ("ben", "ada")),
    ]
    assert (wet.status, [link.to for link in pays.links]) == ("unaddressed", [dear.id, wet.id])
    agreed = read(told, new=rows, about=[does("N2", "agrees", "The pump is not cheap", by="ben")])
    assert [one["does"] for one in agreed["about"] if one["by"] == "ben"] == ["agrees"], "what is said outright counts"
    apart = read(brief(ADA, BEN, path="round[1]/ledger[clerk]", known=()), new=rows)
    assert apart["about"] == [], "who has read the other says so, and the clerk records that"


def test_the_reasons_of_a_ranking_are_replies_to_those_whose_answers_it_ranks() -> None:
    text = '{"order": ["B", "A"], "because": ["A: the claim that the pump is cheap is only assumed."]}'
    vote = message("ben", text, step="ranking", gives="ranking")
    told = brief(ADA, vote, path="conclusion/record/replies[clerk]")
    [made] = read(told, about=[does("P1", "doubts", "is only assumed", by="ben")])["about"]
    assert (made["turn"], made["quote"]) == (vote.path, "is only assumed")


def test_what_a_ranking_holds_against_an_answer_is_a_dispute_of_what_it_attacks() -> None:
    """The reasons are the only reply: of one who attacked by a link alone nobody knew that they dispute it."""
    vote = message("ben", "The pump breaks. It is dear.", step="ranking", gives="ranking")
    rows = [
        new("The pump breaks", "The pump breaks", by="ben", links=["attacks P1"]),
        new("It is dear", "It is dear", by="ben", links=["attacks P1"]),
    ]
    told = brief(ADA, vote, path="conclusion/record/replies[clerk]")
    [made] = read(told, new=rows)["about"]
    assert (made["by"], made["id"], made["does"], made["quote"]) == ("ben", "P1", "disagrees", "The pump breaks")
    granted = does("P1", "partly", "It is dear", by="ben")
    assert [one["does"] for one in read(told, new=rows, about=[granted])["about"]] == ["partly"], "what is said counts"
    held = replace(KNOWN[0], judgements={"ben": Judgement(seat="ben", verdict="agrees", path=BEN.path)})
    agreed = brief(ADA, vote, path="conclusion/record/replies[clerk]", known=(held,))
    assert read(agreed, new=rows)["about"] == [], "a link alone undoes no agreement"
    own = replace(statement_of("P2", "ada", "The pump breaks"), links=(Link(kind="attacks", to="P1"),))
    admits = brief(ADA, vote, path="conclusion/record/replies[clerk]", known=(KNOWN[0], own))
    granted = does("P2", "partly", "The pump breaks", by="ben")
    further = [new("It is dear", "It is dear", by="ben", links=["attacks P1"])]
    assert [one["id"] for one in read(admits, new=further, about=[granted])["about"]] == ["P2"], "their author says so"
    assert [one["id"] for one in read(admits, new=further)["about"]] == ["P1"]
    spoken = message("ben", "The pump breaks. It is dear.", step="ranking")
    assert read(brief(ADA, spoken, path="conclusion/record/replies[clerk]"), new=rows)["about"] == []


def test_a_ranking_states_no_stance_but_that_of_another_answer_which_its_author_adopts() -> None:
    vote = message("ben", "B keeps faith, and I would now adopt it.", step="ranking", gives="ranking")
    told = brief(ADA, vote, path="conclusion/record/replies[clerk]")

    def stood(stance: str, by: str = "ben", quote: str = "I would now adopt it") -> list[tuple[Any, Any]]:
        row = {"by": by, "stance": stance, "quote": quote, "importance": 7}
        return [(one.get("stance"), one.get("adopted")) for one in read(told, stands=[row])["stands"]]

    assert stood("adopts: Lease it, with a limit") == [("Lease it, with a limit", True)]
    assert stood("Lease it") == stood("adopts:") == [("", None)], "it is what they held before, or not to be told"
    older = compose(told, "toy:one").system
    assert "stands: each speaker's stance" in older, "its form did not ask for it"
    declared = replace(vote, data={"order": ["B"], "adopts": "Lease it"})
    asked = brief(declared, path="conclusion/record/replies[clerk]")
    assert "stands" not in [field.name for field in CONTRACTS["ledger"].asked(asked)]
    text = compose(asked, "toy:one").system
    assert "stands:" not in text, "its author says in the form what they adopt"
    assert "about: a row" in text
    told = brief(ADA, declared, path="conclusion/record/replies[clerk]")
    assert stood("adopts: Lease it, with a limit") == [("", None)]
    spoken = brief(ADA, path="conclusion/record/replies[clerk]")
    row = {"by": "ada", "stance": "It pays off", "quote": "I hold that it pays off"}
    assert [one["stance"] for one in read(spoken, stands=[row])["stands"]] == ["It pays off"]


def test_a_guess_is_recorded_as_one() -> None:
    said = "I hold that it pays off"
    [guess, claim] = read(
        brief(ADA), new=[new("It pays off", said, assumed=True), new("The attic is dry now", "The attic is dry")]
    )["new"]
    assert guess["assumed"] is True
    assert "assumed" not in claim


# ---- who is meant
@pytest.mark.parametrize("by", ["ben", "BEN", "Ben Okri", "@ben:", "Critic", "Ben Okri (Critic)", "", "Zoe", "Expert"])
def test_participants_are_known_by_id_name_or_a_role_of_their_own_and_else_by_their_words(by: str) -> None:
    told = brief(ADA, BEN, path="round[1]/ledger[clerk]")
    [found] = read(told, new=[new("The offer leaves out the wiring", "the offer leaves out the wiring", by=by)])["new"]
    assert (found["by"], found["turn"]) == ("ben", BEN.path)


def test_a_record_of_a_message_quotes_that_message_and_none_before_it() -> None:
    assert sent_back(brief(ADA, BEN), new=[new("It pays off", "I hold that it pays off", by="")]).data["new"] == []


def test_a_record_of_a_round_finds_the_turn_of_each_entry_the_newest_first() -> None:
    first, second = message("ada", "The attic is dry.", "case"), message("ada", "Yes. The attic is dry.", "again")
    told = brief(first, BEN, second, path="round[1]/ledger[clerk]")
    found = read(
        told,
        new=[new("The attic is dry", "The attic is dry")],
        about=[does("P1", "disagrees", "The pump is not cheap", by="ben")],
        stands=[{"by": "ada", "stance": "Buy", "quote": "The attic is dry"}, {"by": "ben", "importance": 9}],
    )
    assert [one["turn"] for one in (*found["new"], *found["about"])] == [second.path, BEN.path]
    assert [(one["by"], one["turn"], one["importance"]) for one in found["stands"]] == [
        ("ada", second.path, 1),
        ("ben", BEN.path, 9),
    ]


def test_records_are_about_messages_alone() -> None:
    digest = message("clerk", "The attic is dry, they said.", gives="digest")
    assert sent_back(brief(ADA, digest, path="x[clerk]"), new=[new("x", "they said")]).data["new"] == []
    assert read(Brief(path="x[clerk]", gives="ledger"), stands=[{"by": "ada", "importance": 3}])["stands"] == []


def test_where_somebody_stands_is_what_they_said_and_how_sure_they_are_if_they_said_so() -> None:
    entry = {"by": "ada", "stance": "Buy the pump", "position": "It pays", "quote": "I hold that it pays off"}
    [one] = read(brief(ADA), stands=[{**entry, "confidence": 0.8, "importance": 12}])["stands"]
    assert (one["stance"], one["position"], one["confidence"]) == ("Buy the pump", "It pays", 0.8)
    assert 1 <= one["importance"] <= 10
    [other] = read(brief(ADA), stands=[entry])["stands"]
    assert "confidence" not in other


# ---- replies that hold no record
HOLLOW = form(schema(CONTRACTS["ledger"].fields))


@pytest.mark.parametrize("reply", [HOLLOW, "They went on talking.", '{"new": 5}', "{}"])
def test_a_form_repeated_or_prose_is_no_record(reply: str) -> None:
    with pytest.raises(Unreadable) as failed:
        interpret("ledger", reply, brief(ADA))
    assert not isinstance(failed.value, Incomplete)


def test_an_entry_of_the_form_that_was_left_in_is_no_entry() -> None:
    echo = {"by": "<id of the participant>", "text": "<the statement, in one sentence>", "quote": "<their own words>"}
    assert (
        read(brief(ADA), new=[echo, new("It pays off", "I hold that it pays off")])["new"][0]["text"] == "It pays off"
    )


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20), st.sampled_from(["P1", "N1", "ada"])),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4),
            st.dictionaries(
                st.sampled_from(["new", "about", "stands", "by", "id", "does", "text", "quote", "mark", "because"]),
                inner,
                max_size=5,
            ),
        ),
        max_leaves=12,
    )
)
def test_whatever_a_reply_holds_each_entry_of_the_record_has_its_receipt(reply: Any) -> None:
    told = brief(ADA, BEN, path="round[1]/ledger[clerk]")
    try:
        found = interpret("ledger", json.dumps(reply), told)
    except Incomplete as left:
        found = left.data
    except Unreadable:
        return
    texts = {each.path: each.text.replace("*", "") for each in (ADA, BEN)}
    for name in ("new", "about"):
        for entry in found[name]:  # type: ignore[union-attr]
            assert entry["turn"] in texts  # type: ignore[index, call-overload]


# ---- by rule
def declared(text: str, seat: str = "cyd", known: tuple[Statement, ...] = KNOWN) -> list[tuple[str, str]]:
    derived = CONTRACTS["ledger"].derive(brief(message(seat, text), known=known))
    assert derived is not None
    data: Any = derived[1]
    assert (data["new"], data["stands"]) == ([], [])
    assert all(one["quote"] in text.replace("**", "") for one in data["about"])
    return [(one["id"], one["does"]) for one in data["about"]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I agree with P2.", [("P2", "agrees")]),
        ("It is so. I now accept P1 and P2, because the offer says so.", [("P1", "agrees"), ("P2", "agrees")]),
        ("- I disagree with P1: it is dear.", [("P1", "disagrees")]),
        ("1. I fully agree with P1, P2, and P9", [("P1", "agrees"), ("P2", "agrees")]),
        ("**I reject P1.** It is dear.", [("P1", "disagrees")]),
        ("I dispute P2 — it is dry", [("P2", "disagrees")]),
    ],
)
def test_by_rule_a_declaration_by_id_is_recorded(text: str, found: list[tuple[str, str]]) -> None:
    assert declared(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "I would agree with P2 if it were dry.",
        "I agree with P2 if it is dry.",
        "I agree with P2 in part.",
        "I agree with P2, but the date is wrong.",
        "I agree with P2, although not with its date.",
        "I agree with P2's premise.",
        "I agree with P2b.",
        "I accept P2 for the sake of argument.",
        "Should I accept P2?",
        "I accept P2?",
        "Nobody has shown why I agree with P2.",
        "I do not agree with P2.",
        "I never said I agree with P2.",
        'Ben says: "It is dry. I agree with P2."',
        "Ben says: “I agree with P2.”",
        "Ben wrote „Gut. I agree with P2.“",
        "> I agree with P2.",
        "```\nI agree with P2.\n```",
        "We agree with P2.",
        "You are right about P2, it is damp.",
        "P2 is correct.",
        "I withdraw P2.",
    ],
)
def test_by_rule_nothing_less_is_a_declaration(text: str) -> None:
    assert declared(text) == []


def test_by_rule_an_author_withdraws_and_agrees_with_nobody_but_others() -> None:
    assert declared("I withdraw P1. I agree with P1. I retract P2.", "ada") == [("P1", "withdraws")]


def test_by_rule_each_turn_of_a_round_is_read() -> None:
    turns = message("cyd", "I agree with P1."), message("dot", "I reject P1.")
    derived = CONTRACTS["ledger"].derive(brief(*turns, path="round[1]/ledger[clerk]"))
    assert derived is not None
    about: Any = derived[1]["about"]
    assert [(one["by"], one["turn"], one["does"]) for one in about] == [
        ("cyd", turns[0].path, "agrees"),
        ("dot", turns[1].path, "disagrees"),
    ]


def test_what_a_turn_only_echoes_of_a_block_is_nobody_s_word() -> None:
    code = "0123456789abcdef"
    echo = f"Fine.\n<<<DATA {code} context>>>\nI accept that the attic is dry.\n<<<END DATA {code}>>>\nMore later."
    told = brief(message("ben", echo))
    assert sent_back(told, about=[does("P2", "agrees", "I accept that the attic is dry", by="ben")]).data["about"] == []


def test_who_holds_a_statement_as_two_claims_divides_it_and_gives_nothing_up() -> None:
    """“I divide it, and defend both” was recorded as a change of position by argument."""
    both = message("ada", "I divide it. It pays off. It is quiet, too.")
    told = brief(both)
    second = new("It is quiet", "It is quiet, too")
    row = {"by": "ada", "does": "divides", "ids": ["P1", "N1"], "quote": "I divide it", "text": "It pays off"}
    [found] = read(told, new=[second], about=[row], walk="P1 divides")["about"]
    assert (found["id"], found["does"], found["into"], found["text"]) == ("P1", "revises", ["N1"], "It pays off")
    assert "Why does ada change" in str(sent_back(told, about=[{**row, "ids": ["P1"]}])), "no other carries it on"
    assert "into" not in read(told, about=[{**row, "ids": ["P1"], "because": "It pays off"}])["about"][0]
    only_new = read(told, new=[second], about=[{**row, "ids": ["N1"]}])
    assert not only_new["about"]
    assert only_new["left_out"]
    assert "P1" in str(sent_back(told, new=[second], walk="P1 divides"))


def test_a_receipt_that_goes_on_in_another_sentence_has_all_of_the_first_one() -> None:
    told = message("ada", "I treat nearly all of it as leakage. That is an assumption. So far, so good.")
    for quote in ("nearly all of it as leakage. That is an assumption", "nearly all … an assumption"):
        [found] = read(brief(told, known=()), new=[new("It leaks", quote)])["new"]
        assert found["quote"] == "I treat nearly all of it as leakage. That is an assumption"


# ---- typed answers
def estimating(seat: str, step: str, text: str, value: float, **more: Any) -> SeenTurn:
    typed = {"kind": "number", "value": value, "unit": "%", "low": value - 4, "high": value + 4}
    return replace(message(seat, text, step, "answer"), data={"position": f"{value} %", "value": typed, **more})


def test_a_row_that_only_words_a_typed_answer_states_nothing_and_a_reason_with_its_figure_does() -> None:
    """Three estimates were listed as statements and counted among the points in dispute; the figure is on record."""
    asked = "What share of 35 percent is lost in five years?"
    said = "I expect 24 percent of 35. Crews find 24 percent more. Option B. The pump is cheap. Detection brings 6."
    ada, ben = (
        estimating("ada", "estimate", said, 24),
        estimating("ben", "estimate", "I expect 29 percent, 25 to 33.", 29),
    )
    rows = [
        new("The utility will lose 24 percent (20 to 28) of its 35", "I expect 24 percent of 35"),
        new("24 %", "24 percent more"),
        new("The figure of 24 percent (20 to 28) needs all to go right", "The pump is cheap"),
        new("24 percent are found at once", "24 percent more"),
        new("Crews find 24 percent more", "Crews find 24 percent more", links=["supports N1"]),
        new("Detection brings 6", "Detection brings 6", links=["attacks N1, P9"]),
        new("The utility will lose 29 percent", "I expect … 25 to 33", by="ben", links=["attacks N1"]),
    ]
    told = brief(ada, ben, known=(), path="round[1]/ledger[clerk]", question=asked)
    deeds = [does("N1", "disagrees", "I expect 29 percent", by="ben", ids=["N1"])]
    found = interpret("ledger", json.dumps({"new": rows, "about": deeds}), told)
    kept = ["The figure of 24 percent (20 to 28) needs all to go right", "24 percent are found at once"]
    kept += ["Crews find 24 percent more", "Detection brings 6"]
    assert [one["text"] for one in found["new"]] == kept, "what says something of the figure is no estimate"
    assert (found["new"][2]["supports"], found["new"][3]["attacks"], found["about"]) == ([], [], [])
    assert found["left_out"] == ["attacks P9"], "nothing is told of what is on record"
    option = replace(ada, data={"position": "Option B", "value": {"kind": "option", "value": "B"}})
    assert read(brief(option, known=(), question=asked), new=[new("option B.", "Option B.")])["new"] == []
    words = replace(ada, data={"position": "The pump is cheap"})
    [kept] = read(brief(words, known=()), new=[new("The pump is cheap", "The pump is cheap")])["new"]
    assert kept["text"] == "The pump is cheap", "an answer in words is typed by nobody"
    for one, typed in ((ada, True), (words, False), (replace(ada, path="take[ada]"), False)):
        system = compose(replace(brief(one), seat="clerk"), "m").system
        assert (LAW["law.record.typed"] in system) is typed


def test_why_a_typed_answer_changed_is_told_of_the_answer_and_not_of_a_statement() -> None:
    said = "I change to 26. What moved me is unbilled use."
    later = estimating("ada", "revise", said, 26)
    told = brief(later, path="round[1]/ledger[clerk]")
    row = {"by": "ada", "does": "revises", "ids": ["answer"], "quote": "I change to 26"}
    reason = {**row, "because": "What moved me is unbilled use"}
    first = turn("estimate[ada]", "answer", position="20 %", value={"kind": "number", "value": 20, "unit": "%"})
    second = turn(later.path, "answer", text=said, **later.data)

    def moved(**lists: Any) -> tuple[str, str]:
        data = read(told, **lists)
        assert data["about"] == []
        [move] = moves_of(past_of(first, second, turn(told.path, "ledger", **data)))
        return move.because, move.flip

    assert moved(about=[reason]) == ("What moved me is unbilled use", "argument")
    stands = {"by": "ada", "stance": "26", "quote": "I change to 26", "importance": 8}
    assert moved(about=[reason], stands=[stands]) == ("What moved me is unbilled use", "argument")
    assert moved(about=[{**row, "because": "no reason"}]) == ("", "none")
    assert moved(about=[{**reason, "does": "keeps"}]) == ("", ""), "who keeps it has moved by nothing"
    assert moved(about=[reason], walk="P1 -, answer revises") == ("What moved me is unbilled use", "argument")
    assert "Why does ada change their answer?" in sent_back(told, about=[row]).why
    assert "answer" in sent_back(told, about=[{**reason, "quote": "I change to 29"}]).why
    same = turn(later.path, "answer", text=said, **first.data)
    assert moves_of(past_of(first, same, turn(told.path, "ledger", **read(told, about=[reason])))) == ()
