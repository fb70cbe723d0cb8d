"""What participants are shown in words: each figure of the rules has a writer and a title, and nothing else has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.figures import FIGURES, shown_in
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose
from disputatio.prompting.reading.figures import claims_known, points, seats_of
from disputatio.prompting.request import Brief
from disputatio.prompting.sections import WRITERS, points_by_id, text_of, title_of
from disputatio.testing.boards import (
    PEOPLE,
    checked_citations,
    debate_of,
    deed,
    message_and_record,
    moment_of,
    past_of,
    record,
    statement,
    turn,
)
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(Path(__file__).parents[2] / "resources" / "formats")


def test_the_figures_that_a_format_may_name_are_those_that_somebody_writes() -> None:
    assert WRITERS.keys() == FIGURES.keys()


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_every_figure_has_a_title_and_is_described_in_a_line(name: str) -> None:
    assert title_of(name)
    assert title_of(name) != name
    assert FIGURES[name]
    assert "\n" not in FIGURES[name]


def test_a_figure_is_written_for_the_moment_of_asking() -> None:
    past = past_of(*message_and_record("round[1]/say[ada]", stands=[{"stance": "Keep the cache"}]))
    assert text_of("ledger", moment_of(past)) == "- Ada: Keep the cache"
    assert text_of("topic", moment_of(past, aspects=["cost"])).endswith("Aspects: cost")
    assert text_of("topic", moment_of(past, aspects=["risk"])).endswith("Aspects: risk")


def test_what_a_figure_lists_is_given_as_data_to_rules_and_rehearsals() -> None:
    past = past_of(
        *message_and_record(
            "opening[ada]", new=[statement("P1", "The cache is safe"), statement("P2", "Readers never wait")]
        ),
        turn("check[ben]", "assessment", disagree=[{"point": "P1", "reason": "untested"}], agree=[{"point": "P2"}]),
    )
    debate = debate_of("ada", "ben")

    def brief(*figures: str) -> Brief:
        sees = ("opening[ada]", *(f"#{name}" for name in figures))
        return brief_of(
            debate, Call(path="x[clerk]", seat="clerk", past=past, heard="all", sees=sees, task="x", gives="ledger")
        )

    shown = brief("points")
    contested, agreed = points(shown)
    assert (contested.id, contested.status, contested.author, contested.text, contested.reason) == (
        *("P1", "contested", "Ada", "The cache is safe"),
        "untested",
    )
    assert (agreed.id, agreed.status) == ("P2", "agreed")
    [claim] = claims_known(shown)
    assert (claim.text, claim.status, claim.sides) == ("The cache is safe", "active", ("Ada", "Ben"))
    assert seats_of(shown) == {"ada": "ada", "ben": "ben"}
    assert shown.figures["points"].splitlines() == [
        "Ada:",
        "P1 [contested] The cache is safe — untested",
        "P2 [agreed] Readers never wait",
        "Of what Ben said last, only what the form says by id is on record yet: what the text adds or rewords counts.",
    ]
    only_people = brief("participants")
    assert (only_people.statements, [one.name for one in only_people.cast]) == ((), ["Ada", "Ben"])
    assert (brief().statements, brief().cast) == ((), ())


def test_who_records_finds_authors_by_the_ids_that_its_record_names_and_no_status_where_there_is_none() -> None:
    past = past_of(
        *message_and_record("a[ada]", new=[statement(f"P{n}", f"Statement {n} is so") for n in range(1, 5)]),
        turn("check[ben]", "assessment", agree=[{"point": "P1"}]),
        *message_and_record("b[ada]", about=[deed("P2", "revises", text="It is so at night"), deed("P4", "withdraws")]),
    )

    def listed(*figures: str) -> str:
        call = Call(path="x[clerk]", seat="clerk", past=past, heard="all", sees=figures, task="x", gives="ledger")
        return brief_of(debate_of("ada", "ben"), call).figures["points"]

    assert listed("#participants", "#points").splitlines() == [
        "ada (Ada, Voice):",
        "P1 [agreed] Statement 1 is so",
        "P2 [reworded] It is so at night",
        "P3 Statement 3 is so",
        "ben (Ben, Voice):",
        "Withdrawn: P4",
    ]
    assert "P3 [unaddressed] Statement 3 is so" in listed("#points")


def test_who_records_is_told_who_agrees_where_others_have_not_said_so() -> None:
    past = past_of(
        *message_and_record("a[ada]", new=[statement("P1", "It is safe")]),
        *message_and_record("a[ben]", about=[deed("P1", "agrees")]),
    )

    def listed(*seats: str) -> str:
        sees = ("#participants", "#points")
        call = Call(path="x[clerk]", seat="clerk", past=past, heard="all", sees=sees, task="x", gives="ledger")
        return brief_of(debate_of(*seats), call).figures["points"].splitlines()[1]

    assert listed("ada", "ben", "cyd") == "P1 [agreed by Ben] It is safe", "cyd may hold the contrary still"
    assert listed("ada", "ben", "judge") == "P1 [agreed] It is safe", "who holds no position is not waited for"


def test_who_has_left_stands_in_the_list_by_their_id() -> None:
    past = past_of(*message_and_record("a[zoe]", new=[statement("P1", "It is safe")]))
    sees = ("#participants", "#points")
    call = Call(path="x[clerk]", seat="clerk", past=past, heard="all", sees=sees, task="x", gives="ledger")
    listed = brief_of(debate_of("ada"), call).figures["points"]
    assert listed.splitlines() == ["ada (Ada, Voice):", "zoe:", "P1 It is safe"]


def test_what_was_reworded_withdrawn_or_rests_on_a_failed_citation_is_listed_so() -> None:
    past = past_of(
        *message_and_record(
            "a[ada]", "It is safe, see a.py:9.", new=[statement("P1", "It is safe"), statement("P2", "It is fast")]
        ),
        checked_citations("a[ada]", "a.py:9", status="missing"),
        *message_and_record(
            "b[ada]", about=[deed("P1", "revises", text="It is safe at night"), deed("P2", "withdraws")]
        ),
    )
    listed = text_of("points", moment_of(past))
    assert "P1 [unaddressed, reworded] It is safe at night" in listed
    assert listed.endswith("Withdrawn: P2")
    objection = {**statement("P2", "It burns"), "attacks": ["P1"]}
    said = message_and_record("a[ada]", new=[statement("P1", "It is safe")])
    against = message_and_record("b[ben]", new=[objection])
    met = past_of(*said, *against, *message_and_record("c[ben]", about=[deed("P2", "closes")]))
    assert text_of("points", moment_of(met)).endswith("Met: P2"), "nobody has taken it back"
    assert text_of("points", moment_of(past_of(*message_and_record("a[ada]")))) == ""


def test_what_is_agreed_and_what_is_open_is_counted_and_listed() -> None:
    assert text_of("standings", moment_of(past_of())) == "No judgement is on record yet."
    assert text_of("disputes", moment_of(past_of())) == "", "what nobody has judged may well be disputed"
    entries = [statement(f"P{n}", f"Statement {n} is so") for n in range(1, 5)]
    past = past_of(
        *message_and_record("a[ada]", new=entries),
        turn(
            "check[ben]",
            "assessment",
            agree=[{"point": "P1"}],
            disagree=[{"point": "P2", "reason": "no"}],
            unverifiable=[{"point": "P3", "reason": "a test"}],
        ),
    )
    moment = moment_of(past)
    judged = past.add(turn("rule[moderator]", "verdict", text="…"))
    judged = judged.add(record("rule[moderator]", about=[deed("P4", "agrees")]))
    weighed = text_of("standings", moment_of(judged)).splitlines()
    assert weighed[0].endswith("No judgement on record: 0. Judged only by who takes no side: 1.")
    at = weighed.index("Judged only by who takes no side:")
    assert weighed[at + 1] == "P4 Statement 4 is so (moderator finds it right)", "nobody can weigh what has no words"
    assert not text_of("unaddressed", moment_of(judged)), "somebody has judged it"
    half = moment_of(past_of(*past, *message_and_record("b[ben]", about=[deed("P4", "partly")])))
    assert "No judgement on record: 0. Accepted in part: 1." in text_of("standings", half)
    assert "P4 [accepted in part] Statement 4 is so" in text_of("points", half)
    assert not text_of("unaddressed", half), "a part of it is accepted"
    assert text_of("standings", moment).splitlines() == [
        "Agreed: 1. Contested: 1. Assumptions: 1. No judgement on record: 1.",
        "Agreed:",
        "P1 Statement 1 is so (Ada and Ben)",
        "Assumptions:",
        "P3 Statement 3 is so — a test",
        "Of what Ben said last, only what the form says by id is on record yet: what the text adds or rewords counts.",
    ], "who writes the result owes who agreed"
    assert "P1 Statement 1 is so\n" in text_of("standings", moment_of(past, people=("ada", "ben"))), "then it is both"
    third = past_of(*past, *message_and_record("c[cyd]", about=[deed("P1", "agrees")]))
    three = text_of("standings", moment_of(third, people=("ada", "ben", "cyd")))
    assert "P1 Statement 1 is so (all)\n" in three
    told = (
        "Of what Ben said last, only what the form says by id is on record yet: what the text adds or rewords counts."
    )
    assert text_of("points", moment).splitlines()[-1] == told, "what is contested there may be withdrawn"
    assert told not in points_by_id(moment), "who records it reads all of it"
    prose = moment_of(past.add(turn("round[2]/say[ada]", text="Statement 5 is so.")))
    waits = "What Ada said last is not on record yet: where it rewords or judges any of this, it counts."
    assert text_of("standings", prose).splitlines()[-2:] == [waits, told]
    assert text_of("unaddressed", moment) == "(Ada) Statement 4 is so"
    assert text_of("disputes", moment) == "P2 [contested] (Ada) Statement 2 is so — no"
    assert text_of("claims", moment) == "- P2 [active] Statement 2 is so (Ada against Ben)"
    rest = message_and_record("c[ben]", "Half. No", about=[deed("P4", "partly", quote="Half is", because="No, not it")])
    anew = message_and_record("d[ada]", "Half of it", about=[deed("P4", "revises", text="Half of it is so")])
    brief = message_and_record("e[ben]", "I grant it in May; in winter no.", about=[deed("P4", "disagrees")])
    brief[1].data["about"][0] |= {"quote": "in winter no", "because": "in winter no"}
    told = text_of("disputes", moment_of(past_of(*past, *brief)))
    assert told.endswith("Statement 4 is so — I grant it in May; in winter no."), "words that say little alone"
    more = message_and_record("e[ada]", "All of it", about=[deed("P2", "revises", text="All of it is so")])
    reworded = moment_of(past_of(*past, *rest, *anew, *more))
    assert text_of("disputes", reworded).splitlines() == [
        "P2 [contested as it was worded before] (Ada) All of it is so — no",
        "P4 [contested as it was worded before] (Ada) Half of it is so",
    ]
    head = "Agreed: 1. Contested: 0. Contested as worded before: 2. Assumptions: 1. No judgement on record: 0."
    assert text_of("standings", reworded).startswith(f"{head}\n"), "as many as are listed as disputes"
    attack = message_and_record("f[ben]", new=[statement("P5", "It is a third", attacks=["P4"])])
    attacked = text_of("disputes", moment_of(past_of(*past, *rest, *anew, *more, *attack))).splitlines()
    assert attacked[-1].endswith(" — put against it: P5 (Ben) It is a third")


def test_figures_over_all_answers_name_nobody() -> None:
    def shown(*positions: str, **more: Any) -> str:
        turns = [
            turn(f"round[1]/estimate[{seat}]", "answer", position=position, because=[f"reason of {n}"], **more)
            for n, (seat, position) in enumerate(zip(PEOPLE, positions, strict=False))
        ]
        return text_of("statistics", moment_of(past_of(*turns)))

    year = {"kind": "year", "value": 2031, "unit": "", "low": None, "high": None}
    assert "3 estimates, median 2031" in shown("2031", "2031", "2031", value=year)
    assert "1 × " in shown("Yes", "yes", "No")
    assert not any(name in shown("Yes", "2031").casefold() for name in PEOPLE)
    assert shown("2031", "2031", value=year).splitlines()[1:] == ["- reason of 0", "- reason of 1"], "beside the median"


def test_answers_in_different_units_are_told_unit_by_unit_and_reasons_with_what_is_said_against_them() -> None:
    def answered(seat: str, position: str, number: int | None, unit: str = "", step: str = "estimate") -> Turn:
        value = {} if number is None else {"value": {"kind": "number", "value": number, "unit": unit}}
        because = ["It is so", *(["It is new"] if step != "estimate" else [])]
        return turn(f"{step}[{seat}]", "answer", position=position, because=because, **value)

    first = [answered("ada", "38 %", 38, "%"), answered("ben", "5 km", 5, "km"), answered("cyd", "Nobody knows", None)]
    record = turn(
        "ledger[clerk]",
        "ledger",
        new=[statement("P1", "It got cheaper", by="ada", turn="estimate[ada]")],
        about=[deed("P1", "disagrees", by="ben", turn="estimate[ben]", because="not in China")],
    )
    assert text_of(
        "statistics", moment_of(past_of(*first, record, answered("ada", "39 %", 39, "%", "revise")))
    ).splitlines() == [
        "The answers are in different units, so there is no median of all of them.",
        "1 estimate, median 39 %, range 39 % to 39 %",
        "1 estimate, median 5 km, range 5 km to 5 km",
        "1 × Nobody knows",
        "Reasons on record, new ones first, and how many of you held and disputed each before the last answers:",
        "- (1 for, 1 against) It got cheaper. Against it: not in China",
        "New reasons of the last answers, as they stand there:",
        "- It is new",
    ], "what stood in an earlier answer of hers is not new"
    many = [statement(f"P{n}", f"Reason {n}", by="ada", turn="estimate[ada]") for n in range(2, 15)]
    agreed = [deed(f"P{n}", "agrees", by="ben", turn="estimate[ben]") for n in range(2, 15)]
    full = turn("ledger[clerk]", "ledger", new=many, about=agreed)
    told = text_of("statistics", moment_of(past_of(*first, full))).splitlines()
    assert told[4] == "Reasons on record, new ones first, and how many of you hold and dispute each:"
    assert told[-1] == "(and 1 more)"


def test_who_writes_the_result_is_shown_the_first_and_the_last_estimate_of_everybody() -> None:
    """The turn that gave one was left out of the request, and so the result did not have it."""

    def answered(path: str, position: str, number: int, unit: str = "%") -> Turn:
        return turn(path, "answer", position=position, value={"kind": "number", "value": number, "unit": unit})

    past = past_of(
        answered("estimate[ada]", "about 40 % (30 to 48)", 40),
        answered("estimate[ben]", "33 %", 33),
        answered("round[1]/revise[ada]", "40 % (31 to 47)", 40),
        answered("round[1]/revise[ben]", "35", 35, ""),
        turn("round[1]/revise[cyd]", "answer", position="Nobody knows"),
    )
    assert text_of("estimates", moment_of(past)).splitlines() == [
        "First answers: 2 estimates, median 36.5 %, range 33 % to 40 %.",
        "Ada: first about 40 % (30 to 48); last 40 % (31 to 47)",
        "Ben: first 33 %; last 35",
    ]


@pytest.mark.parametrize(
    ("status", "where", "said"),
    [
        ("moved", "b.py:3", "`a.py:3`: moved (it stands at b.py:3)"),
        ("ambiguous", "b.py:3 or c.py:3", "`a.py:3`: ambiguous (it could be b.py:3 or c.py:3)"),
        ("missing", "", "`a.py:3`: missing"),
    ],
)
def test_what_came_of_checking_a_citation_is_said_in_a_line(status: str, where: str, said: str) -> None:
    item = {"citation": "a.py:3", "status": status, "where": where}
    past = past_of(turn("say[ben]"), turn("say[ben]/evidence[sources]", "evidence", items=[item]))
    assert f"- {said}" in text_of("evidence", moment_of(past, "say[ada]"))
    assert text_of("evidence", moment_of(past, "say[ben]")) == "", "one's own are not checked for oneself"
    for heard, told in (("room:crux[c1]", False), ("team:red", False), ("all", True)):
        hidden = turn("s[ben]/evidence[sources]", "evidence", heard, items=[item])
        assert (said in text_of("evidence", moment_of(past_of(hidden), "say[ada]"))) is told, heard
        assert heard != "room:crux[c1]" or said in text_of("evidence", moment_of(past_of(hidden), "crux[c1]/x[ada]"))


def test_a_room_is_about_a_claim_with_two_sides() -> None:
    past = past_of(
        *message_and_record("a[ada]", new=[statement("P1", "It is safe")]),
        *message_and_record("b[ben]", about=[deed("P1", "disagrees")]),
    )
    assert text_of("claim", moment_of(past, "crux[P1]/statement[ada]")) == "P1 It is safe\nSides: Ada, Ben"
    assert text_of("claim", moment_of(past, "b[ben]")) == ""


FORBIDDEN = re.compile(r"deferred|given up|gave up|moved:|\((?:evidence|argument|none)\)|flip", re.I)


def test_how_somebody_moved_and_how_that_was_classed_reaches_no_participant() -> None:
    """SPEC FORMAT.2, flip gate: the classes are for the person alone."""
    a, b = "aspect[cost]/miniround[1]/reply[ada]", "aspect[cost]/miniround[1]/reply[ben]"
    past = past_of(
        *message_and_record(
            a, "It is cheap, and I hold to it.", new=[statement("P1", "It is cheap"), statement("P2", "It is old")]
        ),
        *message_and_record(
            b, "No, it is dear.", about=[deed("P1", "disagrees"), deed("P2", "disagrees", strength="strong")]
        ),
        *message_and_record(
            a.replace("[1]", "[2]"),
            "I yield to the table on P1.",
            about=[
                deed("P1", "withdraws", because="I yield to the table", why="deferred"),
                deed("P2", "revises", text="It is dated", why="none"),
            ],
            stands=[{"stance": "It is dear", "confidence": 0.4}],
        ),
        *message_and_record(b.replace("[1]", "[2]"), about=[deed("P2", "disagrees")]),
        *message_and_record(b.replace("[1]", "[3]"), about=[deed("P2", "agrees")]),
    )
    assert {move.flip for moves in registry_of(past).moves.values() for move in moves} == {"deferred", "none", ""}
    debate = debate_of("ada", "ben")
    for seat in ("ada", "ben"):
        sees = (a, *(f"#{name}" for name in FIGURES))
        place = f"aspect[cost]/miniround[4]/reply[{seat}]"
        shown = brief_of(
            debate, Call(path=place, seat=seat, past=past, heard="all", sees=sees, task="reply", gives="say")
        )
        request = compose(shown, "m")
        material = request.messages[0].text
        assert "It is dated" in material
        assert FORBIDDEN.findall("\n".join(shown.figures.values())) == []


def test_a_format_says_which_figures_its_seats_are_shown() -> None:
    assert list(shown_in(FORMATS["delphi"])) == [
        *("points", "judgements", "unaddressed", "standings", "disputes", "statistics", "estimates", "participants")
    ]
    assert {"view", "standing-view", "closing-view", "participants"} <= shown_in(FORMATS["dialogue"]).keys()
    assert all(about == FIGURES[name] for form in FORMATS.values() for name, about in shown_in(form).items())


def test_the_clerk_reads_what_belongs_to_another_aspect_by_its_first_words() -> None:
    long = "Fines on books that nobody waits for charge a price and mend no harm at all"
    first = message_and_record(
        "aspect[cost]/take[ada]",
        new=[
            statement("P1", long),
            statement("P2", f"{long}, one"),
            statement("P3", f"{long}, two"),
            statement("P4", "Short"),
        ],
    )
    past = past_of(
        *first,
        *message_and_record("aspect[cost]/take[ben]", about=[deed("P2", "disagrees")]),
        turn("aspect[risk]/take[ada]", text="I keep P3."),
    )
    told = points_by_id(moment_of(past, "aspect[risk]/ledger[clerk]")).splitlines()
    assert told[1:5] == [
        f"P1 {long}",
        f"P2 [contested] {long}, one",
        f"P3 {long}, two",
        "P4 Short",
    ], "the clerk has to judge them"
