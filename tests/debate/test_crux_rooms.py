"""Crux rooms (SPEC CRUX.1): which claims go in, when they are resolved, what comes out, and what stays inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmarks.annotated import CASES, Case
from benchmarks.annotated import past_of as past_with_records

from disputatio.debate.board.board import board_of, rooms_of
from disputatio.debate.board.records import Part, RoundRecord, reflections_of, rounds_of
from disputatio.debate.board.room_entry import ripe_claims, room
from disputatio.debate.board.standings import ledger_of
from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block
from disputatio.debate.formats.loader import load
from disputatio.debate.ids import inside as is_inside
from disputatio.debate.log import commands
from disputatio.debate.log.events import BlockLeft, Event, Spliced, TurnAsked
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.speakers import sides
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.cards import Card, cards_of, resolved, talked_out
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.statement import Statement
from disputatio.debate.walk.plan import Planner
from disputatio.testing.boards import debate_of, deed, message_and_record, moment_of, past_of, statement, turn
from disputatio.testing.speakers import Driver, dice, drive, formats_of, opening_event

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
FORMATS = formats_of(FOLDER)
STANDARD = (FOLDER / "standard.toml").read_text()
ROOM = "round[2]/crux[c1]"
CLAIM = statement("c1", "Cached entries survive a sudden loss of power")
DISPUTED = [deed("c1", "disagrees")]


def contested(*rounds: int, confidence: float | None = 0.9) -> list[Turn]:
    """Ada states it in the first round, and Ben disputes it in each of these."""
    sure = [{"confidence": confidence}]
    found = [*message_and_record("round[1]/say[ada]", new=[CLAIM], stands=sure)]
    for n in rounds:
        found += message_and_record(f"round[{n}]/say[ben]", about=DISPUTED, stands=sure)
    return found


def inside(path: str, gives: str = "say", **data: Any) -> Turn:
    return turn(f"{ROOM}/{path}", gives, heard=f"room:{ROOM}", **data)


def stance(n: int, who: str, resolved: Any, statement: str = "", settles: Any = None, done: bool = False) -> Turn:
    said = {"resolved": resolved, "statement": statement, "settles": settles, "done": done}
    return inside(f"exchange[{n}]/rejoinder[{who}]", "stance", **said)


def card(**data: Any) -> Turn:
    return turn(f"{ROOM}/card[clerk]", "card", **({"claim": "c1", "crux": "fact"} | data))


def test_who_records_outside_of_a_room_does_not_hear_it() -> None:
    past = past_of(*contested(2), inside("statement[ada]"), inside("statement[ben]"))
    for path, heard in ((f"{ROOM}/card[clerk]", True), ("round[2]/record[clerk]", False), ("round[3]/say[cyd]", False)):
        moment = moment_of(past, path)
        assert all(moment.hears(one) is heard for one in past if one.heard != "all")
    assert [moment_of(past, "round[3]/say[ada]").hears(one) for one in past if one.heard != "all"] == [True, False]


# which go in


@pytest.mark.parametrize(
    ("turns", "ripe"),
    [
        (contested(1, 2), True),
        (contested(1), False),
        ([*contested(1), *message_and_record("round[2]/say[ada]"), *contested(3)[2:]], False),
        (contested(1, 2, confidence=0.79), False),
        ([*contested(1, 2), *message_and_record("round[3]/say[ada]"), *message_and_record("round[4]/say[ada]")], False),
        ([*contested(1, 2), *message_and_record("round[3]/say[ben]", about=[deed("c1", "agrees")])], False),
        ([*contested(1, 2), inside("statement[ada]"), *message_and_record("round[3]/say[ben]", about=DISPUTED)], False),
    ],
)
def test_a_claim_is_ripe_when_both_are_sure_and_it_was_contested_without_a_break(turns: list[Turn], ripe: bool) -> None:
    assert bool(ripe_claims(moment_of(past_of(*turns)))) is ripe


HELD = [deed("c1", "keeps")]
REWORDED = [deed("c1", "revises", text="Most entries survive")]


@pytest.mark.parametrize(
    ("last", "ripe"),
    [
        ((("ada", HELD), ("ben", DISPUTED)), True),
        ((("ben", DISPUTED), ("ada", HELD)), True),
        ((("ben", DISPUTED),), False),
        ((("ada", HELD),), False),
        ((("ada", REWORDED), ("ben", DISPUTED)), False),
        ((("ada", HELD), ("ben", [deed("c1", "doubts")])), False),
    ],
)
def test_who_does_not_say_how_sure_they_are_is_committed_by_holding_to_it(
    last: Sequence[tuple[str, list[dict[str, Any]]]], ripe: bool
) -> None:
    turns = contested(1, confidence=None)
    for who, done in last:
        turns += message_and_record(f"round[2]/say[{who}]", about=done)
    assert ripe_claims(moment_of(past_of(*turns))) == (["c1"] if ripe else [])


def test_a_dispute_goes_on_in_the_round_in_which_it_is_repeated_whatever_its_author_said_before() -> None:
    kept = [message_and_record(f"round[{n}]/say[ada]", about=HELD) for n in (2, 3)]
    again = message_and_record("round[2]/say[ben]", about=DISPUTED)
    streaks = [
        claims_of(past_of(*turns))["c1"].streak
        for turns in (
            [*contested(1), *kept[0], *again],
            [*contested(1), *kept[0], *kept[1], *message_and_record("round[4]/say[ada]")],
        )
    ]
    assert streaks == [2, 0], "what its author alone says is no dispute"


def test_who_holds_to_it_for_two_rounds_is_committed_however_sure_of_the_answer_as_a_whole() -> None:
    hedged = [{"confidence": 0.6}]
    turns = contested(1, confidence=0.6)
    for who, done in (("ada", HELD), ("ben", DISPUTED)):
        turns += message_and_record(f"round[2]/say[{who}]", about=done, stands=hedged)
    assert ripe_claims(moment_of(past_of(*turns))) == ["c1"]


def test_in_annotated_dialogues_in_which_nobody_held_out_no_room_opens() -> None:
    for name in ("4-dialogue-cron", "7-dialogue-turf"):
        case = Case.of(CASES / name)
        ends = [node for node in past_with_records(case).nodes() if node.turn and node.turn.gives == "ledger"]
        assert ends
        assert not [ripe for node in ends for ripe in ripe_claims(At(debate=case.debate, path="x", past=node))]


def test_who_left_the_table_goes_into_no_room() -> None:
    assert ripe_claims(moment_of(past_of(*contested(1, 2)), people=("ada", "cyd"))) == []


# when they are resolved

S, T = "Entries survive where the battery is tested weekly", "Entries survive if nobody pulls the plug at night"


@pytest.mark.parametrize(
    ("stances", "expected"),
    [
        ([stance(1, "ada", True, S), stance(1, "ben", True, S)], S),
        ([stance(1, "ada", True, S), stance(1, "ben", True, f"{S}.")], S),
        ([stance(1, "ada", True, S), stance(1, "ben", True)], S),
        ([stance(1, "ada", True, S), stance(1, "ben", True, T)], S),
        ([stance(1, "ada", True), stance(1, "ben", True, S)], ""),
        ([stance(1, "ada", True), stance(1, "ben", True)], ""),
        ([stance(1, "ada", True, S), stance(1, "ben", False, S)], ""),
        ([stance(1, "ada", False, S), stance(1, "ben", True)], S),
        ([stance(1, "ada", False, S), stance(1, "ben", True, f"{S}.")], S),
        ([stance(1, "ada", False, S), stance(1, "ben", False, T)], ""),
        ([stance(1, "ada", False, S), stance(1, "ben", False, T), stance(2, "ada", True, T)], T),
        ([stance(1, "ada", True, S), stance(1, "ben", False, T), stance(2, "ada", False)], ""),
        ([stance(1, "ada", True, S)], ""),
        ([stance(1, "ada", True, S), stance(1, "ben", "yes", S)], ""),
        ([stance(1, "ada", True), stance(1, "ben", True, S), stance(2, "ada", True), stance(2, "ben", True)], S),
        ([stance(1, "ada", True, S), stance(1, "ben", True, S), stance(2, "ada", False), stance(2, "ben", True)], ""),
    ],
)
def test_resolved_means_that_both_accept_one_statement(stances: list[Turn], expected: str) -> None:
    past = past_of(*contested(1, 2), *stances, turn("before[clerk]", "recall"))
    last = stances[-1].path.rpartition("/")[0]
    reason = resolved(moment_of(past, last))
    assert (reason.why if reason else "") == (f"both sides accept: {expected}" if expected else "")
    assert resolved(moment_of(past, f"{ROOM}/exchange[9]")) is None, "nobody said so in this exchange"


@pytest.mark.parametrize(
    ("first", "second", "said", "expected"),
    [
        (None, None, False, False),
        (None, None, True, True),
        (True, True, False, True),
        (True, None, False, False),
        (True, None, True, True),
        (False, None, True, False),
        (True, False, True, False),
    ],
)
def test_what_both_accept_settles_the_claim_only_where_they_or_the_card_say_so(
    first: Any, second: Any, said: bool, expected: bool
) -> None:
    given = [stance(1, "ada", True, S, first), stance(1, "ben", True, S, second)]
    past = past_of(*contested(1, 2), *given, card(resolved=said))
    assert (cards_of(past)[0].resolved, claims_of(past)["c1"].status == "resolved") == (expected, expected)


def test_a_statement_that_both_accept_without_settling_the_claim_is_agreed_and_the_claim_stays_as_it_was() -> None:
    given = [stance(1, "ada", False, "Nobody has counted"), stance(1, "ben", True, S), stance(2, "ada", True, S)]
    past = past_of(*contested(1, 2), *given, stance(2, "ben", True, S), card(resolved=False))
    before, after = statements_of(past_of(*contested(1, 2)))["c1"], statements_of(past)
    assert (after["c1"].text, after["c1"].status) == (before.text, "contested")
    assert (after["P2"].text, after["P2"].author, after["P2"].status) == (S, "ben", "agreed")
    assert after["P2"].judgements.keys() == {"ada"}
    again = past_of(*contested(1, 2), *given, stance(2, "ben", True, S), card(), *message_and_record("r/say[ben]"))
    assert list(statements_of(again)) == ["c1", "P2"]
    known = past_of(
        *contested(1, 2), *message_and_record("round[2]/say[ada]", new=[statement("c2", S)]), *given,
        stance(2, "ben", True, S), card(),
    )  # fmt: skip
    assert {id: one.status for id, one in statements_of(known).items()} == {"c1": "contested", "c2": "agreed"}


def test_what_a_side_gave_up_in_a_room_is_in_the_ledger_with_its_receipt() -> None:
    words = "I withdraw the ambulance"
    conceded = [
        {
            "seat": "ben",
            "text": "The ambulance",
            "quote": words,
            "because": "it is gone",
            "turn": f"{ROOM}/exchange[1]/rejoinder[ben]",
        },
        {"seat": "ada", "text": "Something", "quote": "", "turn": ""},
        {"seat": "zoe", "text": "Something", "quote": "words", "turn": ""},
    ]
    past = past_of(*contested(1, 2), stance(1, "ada", False), stance(1, "ben", False), card(conceded=conceded))
    ledger = ledger_of(past)
    [one] = ledger["ben"].concessions
    assert (one.text, one.words, one.path) == ("The ambulance", words, f"{ROOM}/exchange[1]/rejoinder[ben]")
    assert one.because == "it is gone"
    assert ledger["ada"].concessions == ()


def test_what_a_side_did_in_a_room_with_other_statements_is_on_record_when_it_closes() -> None:
    others = [statement("c2", "It is dear"), statement("c3", "It is slow")]
    theirs = statement("c4", "It is loud")
    turns = [
        *contested(1, 2),
        *message_and_record("round[2]/say[ada]", new=others),
        *message_and_record("round[2]/x/say[ben]", new=[theirs], about=[deed("c3", "disagrees")]),
        inside("statement[ada]"),
    ]

    def said(id: str, seat: str, does: str, quote: str = "so I say") -> dict[str, Any]:
        return {"id": id, "seat": seat, "does": does, "quote": quote, "turn": f"{ROOM}/statement[{seat}]"}

    about = [
        said("c2", "ada", "withdraws", "I withdraw that it is dear"),
        said("c3", "ada", "keeps"),
        said("c4", "ada", "accepts"),
        said("c4", "ada", "withdraws"),
        said("c3", "ada", "accepts"),
        said("c3", "ben", "accepts", ""),
        said("c9", "ben", "accepts"),
        said("c1", "ada", "withdraws"),
    ]
    gave = {"seat": "ada", "text": "The price", "quote": "I withdraw that", "turn": f"{ROOM}/statement[ada]"}
    past = past_of(*turns, card(about=about, conceded=[gave, {**gave, "quote": "I drop the rest"}]))
    found = statements_of(past)
    assert {id: one.status for id, one in found.items()} == {
        "c1": "contested", "c2": "withdrawn", "c3": "contested", "c4": "agreed",
    }  # fmt: skip
    assert found["c4"].judgements["ada"].path == f"{ROOM}/statement[ada]"
    assert [one.deed for one in found["c3"].history] == ["stated", "disputed", "kept"]
    ada = ledger_of(past)["ada"]
    assert [one.text for one in ada.concessions] == ["It is dear", "The price"], "what is on record is told once"
    assert ada.on("").unanswered == (), "it was answered in the room"
    before = ledger_of(past_of(*turns))["ada"]
    assert [*before.on("").unanswered] == [found["c1"].text, found["c3"].text]


def test_a_room_knows_a_part_that_is_accepted_and_what_is_held_with_its_author_or_against_them() -> None:
    """Who adopted half of a statement in a room agreed with all of it."""
    stated = [statement("c2", "A minimum and a leaving payment"), statement("c3", "It is slow"), statement("c4", "So")]
    told = [deed("c3", "agrees"), deed("c4", "disagrees")]
    turns = [
        *contested(1, 2),
        *message_and_record("round[2]/say[ada]", new=stated),
        *message_and_record("round[2]/x/say[ben]", about=told),
        inside("statement[ben]"),
    ]

    def said(id: str, does: str, quote: str, because: str = "") -> dict[str, Any]:
        where = f"{ROOM}/statement[ben]"
        return {"id": id, "seat": "ben", "does": does, "quote": quote, "turn": where, "because": because}

    def after(*about: dict[str, Any]) -> Mapping[str, Statement]:
        return statements_of(past_of(*turns, card(about=[*about])))

    found = after(
        said("c2", "partly", "a minimum, yes", "no leaving payment"), said("c3", "keeps", "slow, as she says")
    )
    assert [(step.deed, step.words) for step in found["c2"].history[1:]] == [
        ("partly", "a minimum, yes"), ("disputed", "no leaving payment"),
    ]  # fmt: skip
    assert (found["c2"].status, found["c2"].judgements["ben"].part) == ("contested", True)
    assert (found["c3"].status, found["c3"].since) == ("agreed", "round[2]/x/say[ben]"), "as before"
    open_ = after(said("c2", "partly", "a minimum, yes"), said("c4", "keeps", "there I stay"))
    assert (open_["c2"].status, open_["c2"].in_part, open_["c4"].status) == ("unaddressed", True, "contested")
    assert open_["c4"].history[-1].words == "there I stay"
    nothing = after(said("c2", "keeps", "a minimum"), said("c2", "withdraws", "no more"))
    assert nothing["c2"].history[-1].deed == "stated", "nobody keeps what they have said nothing of"


def disputed_by(*who: str) -> list[Turn]:
    """Ada states it, and each of these disputes it in the same round."""
    turns = [*message_and_record("round[2]/say[ada]", new=[CLAIM])]
    for seat in who:
        turns += message_and_record(f"round[2]/say[{seat}]", about=DISPUTED)
    return turns


SETTLED = [stance(1, "ada", True, S, True), stance(1, "ben", True, S, True), card(resolved=True)]


def test_a_room_settles_a_claim_between_those_who_sat_in_it_and_for_nobody_else() -> None:
    """Two of three settled a statement; the objection of the third, who was in no room, was gone."""
    settled = [*disputed_by("ben", "cyd"), *SETTLED]
    past = past_of(*settled)
    one, ledger = statements_of(past)["c1"], ledger_of(past)
    assert (one.text, one.status, one.sides, one.outdated) == (S, "contested", ("ada", "cyd"), True)
    assert (one.judgements["cyd"].verdict, one.judgements["cyd"].wording) == ("disagrees", 0)
    assert [one.claim for one in ledger["ada"].settled] == [one.claim for one in ledger["ben"].settled] == ["c1"]
    assert (ledger["ada"].settled[0].seat, ledger["ben"].settled[0].seat) == ("ben", "ada")
    assert ledger["cyd"].settled == ()
    [dispute] = ledger["cyd"].disagreements
    assert (dispute.card, dispute.again) == ("", False), "the room settled nothing with her"
    joined = past_of(*settled, *message_and_record("round[3]/say[cyd]", about=[deed("c1", "agrees")]))
    assert statements_of(joined)["c1"].status == "agreed"
    assert ledger_of(joined)["cyd"].settled == ()
    assert [each.joined for each in (ledger["ada"].settled[0], ledger_of(joined)["ada"].settled[0])] == [(), ("cyd",)]
    assert claims_of(past)["c1"].debated == CLAIM["text"], "as it was worded in the room"
    again = ledger_of(past_of(*settled, *message_and_record("round[3]/say[ben]", about=DISPUTED)))
    assert (again["ada"].settled, again["ben"].settled) == ((), ())
    assert again["ben"].disagreements[0].again
    reworded = [deed("c1", "revises", text="Most of them survive")]
    undecided = [*disputed_by("ben"), inside("statement[ada]"), inside("statement[ben]"), card(resolved=False)]
    undecided += message_and_record("round[3]/say[ada]", about=reworded)
    assert claims_of(past_of(*undecided))["c1"].debated == CLAIM["text"], "it was worded anew after its room"
    assert ledger_of(past_of(*settled, *message_and_record("round[3]/say[ada]", about=reworded)))["ben"].settled == ()


def test_who_accepts_what_a_room_settled_leaves_open_no_more_what_they_doubted_of_an_objection_to_it() -> None:
    """Cyd cannot say whether it is loud; then she takes the rule for when it is."""

    def doubted(*last: dict[str, Any], resolved: bool = True) -> dict[str, str]:
        loud = {**statement("c2", "It is loud"), "attacks": ["c1"]}
        apart = {**statement("c3", "It is dear"), "attacks": ["c1"]}
        turns = [
            *message_and_record("round[1]/say[ada]", new=[CLAIM]),
            *message_and_record("round[1]/say[ben]", new=[loud, statement("c4", "So")], about=DISPUTED),
            *message_and_record("round[1]/say[dot]", new=[apart]),
            *message_and_record("round[1]/say[cyd]", about=[deed(f"c{n}", "doubts") for n in (2, 3, 4)]),
            *message_and_record("round[2]/say[ada]", about=[deed("c2", "agrees")]),
            inside("statement[ada]"),
            inside("statement[ben]"),
            card(resolved=resolved, how="By day they do" if resolved else ""),
            *message_and_record("round[3]/say[cyd]", about=[*last]),
        ]
        return {id: one.status for id, one in statements_of(past_of(*turns)).items() if id != "c1"}

    taken = deed("c1", "agrees")
    open_ = dict.fromkeys(("c2", "c3", "c4"), "assumption")
    assert doubted(taken) == {**open_, "c2": "agreed"}, "c3 is of who sat in no room, and c4 was put against nothing"
    assert doubted(taken, deed("c2", "doubts")) == doubted() == open_
    assert doubted(taken, resolved=False) == doubted(deed("c1", "disagrees")) == open_
    here = [deed("c2", "doubts"), taken]
    assert doubted(*here) == open_, "who doubts it in the same breath leaves it open"


def test_who_was_the_first_to_dispute_a_claim_and_sat_in_no_room_has_settled_nothing() -> None:
    yielded = message_and_record("round[2]/x/say[cyd]", about=[deed("c1", "agrees")])
    past = past_of(*disputed_by("cyd"), *yielded, *message_and_record("round[2]/say[ben]", about=DISPUTED), *SETTLED)
    ledger = ledger_of(past)
    assert [bool(ledger[seat].settled) for seat in ("ada", "ben", "cyd")] == [True, True, False]
    assert statements_of(past)["c1"].judgements.keys() == {"ben"}, "she agreed to a wording that nobody holds any more"
    same = [stance(1, "ada", True, CLAIM["text"], True), stance(1, "ben", True, settles=True), card(resolved=True)]
    kept = past_of(*disputed_by("cyd"), *yielded, *message_and_record("round[2]/say[ben]", about=DISPUTED), *same)
    assert statements_of(kept)["c1"].judgements.keys() == {"ben", "cyd"}, "it is worded as it was"


def test_who_gives_up_their_statement_in_a_room_has_moved_for_the_reason_that_they_give_there() -> None:
    where = f"{ROOM}/exchange[1]/rejoinder[ada]"
    why = "what I feared is the fixed twelve"
    first = {"seat": "ada", "text": "No longer always", "quote": "I no longer say always", "turn": where}
    given = [first, {**first, "quote": "the battery goes first", "because": why}, {**first, "seat": "ben"}]
    *talk, _ = SETTLED

    def moved(*conceded: dict[str, Any], said: Sequence[Turn] = talk) -> list[tuple[str, ...]]:
        past = past_of(*contested(1, 2), *said, card(resolved=True, conceded=[*conceded]))
        found = (move for moves in registry_of(past).moves.values() for move in moves)
        return [(one.seat, one.kind, one.path, one.before, one.after, one.because, one.flip) for one in found]

    before = CLAIM["text"]
    objected = statements_of(past_of(*contested(1, 2)))["c1"].judgements["ben"].reason
    accepted = ("ben", "conceded", where, objected, S, "", "")
    assert moved(*given) == [("ada", "revised", where, before, S, why, "argument"), accepted]
    assert moved(given[0]) == [("ada", "revised", where, before, S, "", "")]
    assert moved(given[2]) == [accepted], "the words are new, and it is Ben who gave something up for them"
    assert moved() == [("ada", "revised", f"{ROOM}/card[clerk]", before, S, "", "")], "both declared that they accept"
    same = [stance(1, "ada", True, before, True), stance(1, "ben", True, settles=True)]
    [(seat, kind, *_, after, because, _flip)] = moved({**given[1], "seat": "ben"}, said=same)
    assert (seat, kind, after, because) == ("ben", "conceded", before, why), "he accepts what he had disputed"
    wanting = [*contested(1, 2)[:-1], *message_and_record("round[2]/x/say[cyd]", new=[statement("c7", "It is dear")])]
    past = past_of(*wanting, *talk, card(about=[{**given[1], "seat": "cyd", "id": "c7", "does": "withdraws"}]))
    moves = (one for moves in registry_of(past).moves.values() for one in moves if one.statement == "c7")
    assert [one.because for one in moves] == [why]


def test_a_claim_that_repeats_one_that_was_in_a_room_gets_none() -> None:
    said = "The cache keeps its entries, as I said"
    room = [*contested(1, 2), inside("statement[ada]"), card()]
    for new in ({"text": CLAIM["text"]}, {"text": "Entries are kept", "quote": said}, {"text": "It is dear"}):
        kept = [deed("c1", "keeps", quote=said)]
        turns = [*room, *message_and_record("round[3]/say[ada]", new=[statement("c2", "x") | new], about=kept)]
        for n in (3, 4):
            sure = [{"confidence": 0.9}]
            turns += message_and_record(f"round[{n}]/say[ben]", about=[deed("c2", "disagrees")], stands=sure)
        assert ripe_claims(moment_of(past_of(*turns))) == (["c2"] if new["text"] == "It is dear" else [])


def test_two_claims_that_are_held_against_one_another_by_the_same_two_go_into_one_room() -> None:
    against = statement("c2", "Entries are lost", attacks=["c1"])

    def held(*others: str, **link: Any) -> list[Turn]:
        turns = [*message_and_record("round[1]/say[ada]", new=[CLAIM], stands=[{"confidence": 0.9}])]
        for n in (1, 2):
            new = [against | link] if n == 1 else []
            turns += message_and_record(f"round[{n}]/say[ben]", new=new, about=DISPUTED, stands=[{"confidence": 0.9}])
            for who in others:
                disputed = [deed("c2", "disagrees")]
                turns += message_and_record(f"round[{n}]/x/say[{who}]", about=disputed, stands=[{"confidence": 0.9}])
        return turns

    assert ripe_claims(moment_of(past_of(*held("ada")))) == ["c1"]
    assert ripe_claims(moment_of(past_of(*held("ada", attacks=[], supports=["c1"])))) == ["c1", "c2"]
    assert ripe_claims(moment_of(past_of(*held("cyd")))) == ["c1", "c2"], "somebody else disputes it"
    after = [*held("ada"), inside("statement[ada]"), card()]
    for n in (3, 4):
        after += message_and_record(f"round[{n}]/say[ada]", about=[deed("c2", "disagrees")])
    assert ripe_claims(moment_of(past_of(*after))) == [], "its opposite was in one"


@pytest.mark.parametrize(
    ("last", "over"),
    [
        ([stance(2, "ada", False, S), stance(2, "ben", False, T)], True),
        ([stance(2, "ada", False, T), stance(2, "ben", False, f"{T}.")], True),
        ([stance(2, "ada", False, "Another"), stance(2, "ben", False, T)], False),
        ([stance(2, "ada", False), stance(2, "ben", False)], False),
        ([stance(2, "ada", False, "Another", done=True), stance(2, "ben", False, T)], True),
        ([stance(2, "ada", False, done=True), stance(2, "ben", False, done=True)], True),
        ([stance(2, "ada", False, done=True), stance(2, "ben", False, "Another")], False),
        ([], False),
    ],
)
def test_a_room_closes_when_an_exchange_brings_nothing_new(last: list[Turn], over: bool) -> None:
    first = [*contested(1, 2), stance(1, "ada", False, S), stance(1, "ben", False, T)]
    assert bool(talked_out(moment_of(past_of(*first, *last), f"{ROOM}/exchange[2]"))) is over
    assert talked_out(moment_of(past_of(*first), f"{ROOM}/exchange[1]")) is None, "nothing was there before"


def test_who_spoke_to_all_last_is_the_second_to_speak_in_a_room() -> None:
    for last, expected in (("ada", ["ben", "ada"]), ("ben", ["ada", "ben"]), ("cyd", ["ada", "ben"])):
        past = past_of(*contested(1, 2), turn(f"round[2]/say[{last}]"))
        assert sides(moment_of(past, ROOM), "crux") == expected


def test_the_clerk_has_no_say_where_they_share_no_statement() -> None:
    apart = [stance(1, "ada", True, S), stance(1, "ben", False, T)]
    claimed = past_of(*contested(1, 2), *apart, card(resolved=True, how="They agreed"))
    assert (cards_of(claimed)[0].resolved, cards_of(claimed)[0].how) == (False, "")
    assert claims_of(claimed)["c1"].status == "active"
    agreed = past_of(*contested(1, 2), stance(1, "ada", True, S), stance(1, "ben", True), card(resolved=True, how=""))
    assert (cards_of(agreed)[0].resolved, cards_of(agreed)[0].how) == (True, S)
    found = claims_of(agreed)["c1"]
    assert (found.status, found.resolution, found.card, found.room) == ("resolved", S, f"{ROOM}/card[clerk]", ROOM)
    nobody_asked = past_of(*contested(1, 2), inside("statement[ada]"), card(resolved=True, statement=S))
    assert (cards_of(nobody_asked)[0].resolved, cards_of(nobody_asked)[0].how) == (True, S)


def test_a_card_is_about_the_claim_of_its_room_and_survives_nonsense() -> None:
    minds = [{"seat": "ada", "text": "a test"}, {"seat": "", "text": "x"}, 7, {"seat": "ben"}]
    past = past_of(
        *contested(1, 2), inside("statement[ada]"), card(claim="another", crux="taste", minds=minds, best="x")
    )
    path = f"{ROOM}/card[clerk]"
    assert cards_of(past) == (Card(path=path, claim="c1", crux="premise", minds={"ada": "a test"}),)
    outside = past_of(*contested(1, 2), turn("x/card[clerk]", "card", claim="c1", crux="value", resolved=True, how=S))
    assert claims_of(outside)["c1"].status == "resolved", "a card of a format without rooms names its claim"
    unknown = past_of(*contested(1, 2), turn("x/card[clerk]", "card", claim="c9", crux="value"))
    assert claims_of(unknown)["c1"].status == "active"


# what becomes of the claim


def statuses(*turns: Turn) -> list[str]:
    """The status of c1 after each turn."""
    past = Past()
    found: list[str] = []
    for one in turns:
        past = past.add(one)
        found += [claim.status for claim in claims_of(past).values()][:1]
    return found


def test_a_room_of_which_no_card_comes_leaves_its_claim_active() -> None:
    said = [*contested(1, 2), inside("statement[ada]"), inside("statement[ben]"), stance(1, "ada", True, S)]
    assert statuses(*said)[-1] == "in crux room"
    after = message_and_record("round[3]/say[cyd]")
    assert statuses(*said, *after)[-1] == "active"
    again = past_of(*said, *after, *message_and_record("round[3]/say[ben]", about=DISPUTED))
    assert claims_of(again)["c1"].status == "active"
    assert ripe_claims(moment_of(again)) == [], "it does not go in again by itself"


def test_what_is_said_to_all_from_within_a_room_ends_it_not() -> None:
    aside = message_and_record(f"{ROOM}/announcement[ben]", about=DISPUTED)
    assert statuses(*contested(1, 2), inside("statement[ada]"), *aside)[-1] == "in crux room"


def test_rooms_side_by_side_end_each_by_itself() -> None:
    other = statement("c2", "The cache is cheap to run")
    second = "round[2]/crux[c2]"
    past = past_of(
        *contested(1, 2),
        *message_and_record("round[2]/say[ben]", new=[other]),
        *message_and_record("round[2]/say[ada]", about=[deed("c2", "disagrees")]),
        inside("statement[ada]"),
        turn(f"{second}/statement[ada]", heard=f"room:{second}"),
        turn(f"{second}/card[clerk]", "card", claim="c2", crux="value"),
    )
    assert [claim.status for claim in claims_of(past).values()] == ["in crux room", "active"]
    assert rooms_of(debate_of("ada", "ben"), past)[1].card == f"{second}/card[clerk]"


def test_a_point_that_goes_into_a_room_is_closed_by_its_card_and_opened_by_a_new_dispute() -> None:
    room_path = "round[1]/critique[ben]/crux-1[P1]"
    stated = message_and_record("round[1]/say[ada]", new=[statement("P1", "Entries survive")])
    disputed = turn("round[1]/critique[ben]", "assessment", disagree=[{"point": "P1"}])
    said = [*stated, disputed, turn(f"{room_path}/statement[ada]", heard=f"room:{room_path}")]
    closing = turn(f"{room_path}/card[clerk]", "card", claim="P1", crux="fact", resolved=True, how=S)
    agreed = turn("round[2]/critique[ben]", "assessment", agree=[{"point": "P1"}])
    again = turn("round[2]/critique[ben]", "assessment", disagree=[{"point": "P1"}])
    expected = ["active", "in crux room", "resolved"]
    assert statuses(*said, closing) == expected
    assert statuses(*said, closing, agreed)[-1] == "resolved"
    assert statuses(*said, closing, again)[-1] == "active"
    found = claims_of(past_of(*said, closing))["P1"]
    assert (found.card, found.room, found.resolution) == (closing.path, room_path, S)
    open_still = claims_of(past_of(*said, replace(closing, data=closing.data | {"resolved": False})))["P1"]
    assert (open_still.status, open_still.card) == ("active", closing.path)


def test_what_is_recorded_in_a_room_stays_in_it() -> None:
    def made(gives: str, **data: Any) -> Turn:
        return replace(inside(f"{gives}[clerk]", gives), seat="clerk", data=data)

    secret = [{"text": "The secret"}]
    past = past_of(
        *contested(1, 2),
        made("reflections", items=secret),
        made("record", summary="The secret"),
        made("card", claim="c1", crux="fact", resolved=True, how="The secret"),
        made("ledger", new=[statement("c9", "The secret")], about=[]),
        made("evidence", items=[]),
    )
    assert (reflections_of(past), rounds_of(past), cards_of(past)) == ((), (), ())
    assert list(claims_of(past)) == ["c1"]
    assert "secret" not in str(board_of(debate_of("ada", "ben"), past))


# records and reflections


def test_a_round_record_has_a_part_for_each_participant() -> None:
    parts = [
        {"seat": "ada", "position": "Keep it", "argument": "cheap", "evidence": ["a.py:1", "b"], "engaged": ["ben"]},
        {"position": "nobody's"},
    ]
    data: dict[str, Any] = {"summary": "All spoke.", "items": parts, "disagreements": ["x"], "shifts": "y"}
    path = "aspect[cost]/record[clerk]"
    [found] = rounds_of(past_of(turn(path, "record", **data)))
    assert found == RoundRecord(
        path=path,
        round="aspect[cost]",
        aspect="cost",
        summary="All spoke.",
        parts=(Part(seat="ada", position="Keep it", argument="cheap", evidence="a.py:1, b", engaged=("ben",)),),
        disagreements=("x",),
        shifts=("y",),
    )
    [plain] = rounds_of(past_of(turn("record[clerk]", "record", text=" In words. ")))
    assert (plain.summary, plain.aspect, plain.round) == ("In words.", "", "")


def test_what_no_clerk_recorded_of_an_aspect_is_read_from_the_ledger() -> None:
    cheap, dear = statement("c1", "It is cheap"), statement("c2", "It is dear to keep")
    first, second, third = (f"aspect[cost]/say[{who}]" for who in ("ada", "ben", "cyd"))
    turns = [
        *message_and_record(first, new=[cheap], stands=[{"position": "Keep it"}]),
        *message_and_record(second, new=[dear], about=[deed("c1", "disagrees")]),
        *message_and_record(third, about=[deed("c2", "agrees")]),
        *message_and_record("aspect[risk]/say[ben]", about=[deed("c2", "revises", text="It is dear in winter")]),
    ]
    [whole] = rounds_of(past_of(*turns[:6]))
    assert (whole.path, whole.round, whole.aspect, whole.rules) == (third, "aspect[cost]", "cost", False)
    assert whole.summary == "They agreed on “It is dear to keep”, and disputed “It is cheap”."
    again = message_and_record("aspect[risk]/say[cyd]", about=[deed("c1", "disagrees")])
    assert rounds_of(past_of(*turns[:6], *again))[-1].disagreements == ("It is cheap",), "disputed there, too"
    less = turn("conclusion/verification[clerk]", "verification", rows=[{"by": "cyd", "id": "c2", "says": "partly"}])
    assert rounds_of(past_of(*turns[:6], less))[0].summary == "They disputed “It is cheap”.", "that was not borne out"
    [begun] = rounds_of(past_of(*turns[:2]))
    assert begun.summary == "One statement was made, and nothing has been settled about it."
    more = statement("c3", "It is loud")
    [several] = rounds_of(
        past_of(
            *message_and_record(first, new=[cheap, more]),
            *message_and_record(second, about=[deed("c1", "agrees"), deed("c3", "agrees")]),
        )
    )
    assert several.summary == "They agreed on “It is cheap” and 1 more statement."
    assert whole.parts == (
        Part(seat="ada", position="Keep it"),
        Part(seat="ben", position="", engaged=("ada",)),
        Part(seat="cyd", position="", engaged=("ben",)),
    )
    assert whole.disagreements == ("It is cheap",)
    [cost, risk] = rounds_of(past_of(*turns))
    assert (cost.aspect, risk.aspect, risk.summary) == ("cost", "risk", "One participant changed position.")
    assert risk.shifts == ("It is dear to keep → It is dear in winter",)
    assert (cost.summary, cost.disagreements) == (whole.summary, whole.disagreements), "as it stood then"
    given = turn("aspect[cost]/record[clerk]", "record", summary="They met.")
    assert [one.summary for one in rounds_of(past_of(*turns, given))] == [
        "They met.",
        "One participant changed position.",
    ]
    said = turn("aspect[time]/say[ada]")
    assert rounds_of(past_of(*turns, said))[-1].summary == "", "nothing is on record of it"


def test_of_one_record_three_reflections_are_taken() -> None:
    kinds = ["shift", "convergence", "escalation", "pattern"]
    items = [{"text": kind, "kind": kind, "importance": n} for n, kind in enumerate(kinds, 4)]
    found = reflections_of(past_of(turn("r[1]/reflect[clerk]", "reflections", items=[{"text": " "}, *items])))
    assert [(one.kind, one.importance, one.round) for one in found] == [
        ("shift", 4, "r[1]"),
        ("convergence", 5, "r[1]"),
        ("escalation", 6, "r[1]"),
    ]
    [other] = reflections_of(past_of(turn("x[clerk]", "reflections", items=[{"text": "z", "kind": "whim"}])))
    assert other.kind == "pattern"


# rooms in whole debates

TALK = """
name = "talk"
title = "Talk"
do = ["round", "end"]
[options]
rounds = 2
ledger = "message"
[cast.table]
role = "Voice"
seats = [2, 3]
[step.round]
repeat = "$rounds"
do = ["say", "crux"]
[step.say]
ask = "table"
do = ["minutes"]
[step.end]
ask = "table"
do = ["minutes"]
"""


class Talker(Driver):
    """Everybody disputes one claim and is sure of it; in a room nobody gives way."""

    def land(self) -> None:
        path = sorted(self.flying)[self.pick(len(self.flying))]
        call, reply = self.flying.pop(path)
        data: dict[str, Any] = {}
        if call.gives == "ledger":
            data = {"new": [CLAIM], "about": [{"by": "table-2"} | DISPUTED[0]], "stands": [{"confidence": 0.9}]}
        if call.gives == "stance":
            data = {"resolved": False, "statement": path}
        if call.gives == "card":
            data = {"claim": "c1", "crux": "fact", "resolved": True}
        self.append(replace(reply, data=data))
        self.flying = {path: pair for path, pair in self.flying.items() if not self.debate.over}


def talk(log: Sequence[Event] = (), **options: Any) -> Talker:
    form = load(TALK, "talk.toml", STANDARD)
    return Talker(list(log) or [opening_event(form, **options)])


def until(driver: Talker, part: str) -> list[Event]:
    """The log up to the moment at which a turn with such a path is asked."""
    while not any(isinstance(event, TurnAsked) and part in event.path for event in driver.log):
        driver.run_one()
    at = next(at for at, event in enumerate(driver.log) if isinstance(event, TurnAsked) and part in event.path)
    return driver.log[: at + 1]


def seen(log: Sequence[Event]) -> tuple[Debate, Past]:
    debate = fold(log)
    return debate, Planner().walk(debate).past


def test_a_room_has_sixteen_turns_at_most_and_sees_all_that_is_said_in_it() -> None:
    log = talk(rounds=2).run(1000)
    asked = {event.path: event for event in log if isinstance(event, TurnAsked) and event.gives == "stance"}
    assert len(asked) == 16
    last = list(asked.values())[-1]
    within = [path for path in last.sees if path.startswith("round[2]/crux[c1]/")]
    assert len(within) == 2 + 15, "both statements and every rejoinder before"
    debate, past = seen(log)
    assert claims_of(past)["c1"].status == "active"
    keeps_to_itself(log)
    board = board_of(debate, past)
    assert [(room.claim, room.under_way, len(room.messages)) for room in board.rooms] == [("c1", False, 18)]


def test_a_room_is_under_way_until_its_last_step_is_done() -> None:
    log = until(talk(rounds=2), "crux[c1]/exchange[2]")
    debate, past = seen(log)
    assert [(room.claim, room.under_way, room.card) for room in rooms_of(debate, past)] == [("c1", True, "")]
    assert board_of(debate, past).claims["c1"].status == "in crux room"
    with pytest.raises(Refused, match="c1 is already in a crux room"):
        decide(debate, commands.OpenRoom(claim="c1"))
    left = fold([*log, *decide(debate, commands.Leave(path="round[2]/crux"))])
    assert rooms_of(left, past)[0].under_way is False
    assert board_of(left, past).claims["c1"].status == "active"
    stopped = fold([*log, *decide(debate, commands.Close())])
    assert board_of(stopped, past).claims["c1"].status == "active"
    loop = fold([*log, BlockLeft(path="round", exit="person", outcome="completed", why="enough")])
    assert rooms_of(loop, past)[0].under_way is False


def test_a_room_whose_clerk_fails_is_over() -> None:
    driver = talk(rounds=2)
    log = until(driver, "crux[c1]/card")
    debate, past = seen(log)
    assert rooms_of(debate, past)[0].under_way
    skipped = fold([*log, *decide(debate, commands.Skip(path="round[2]/crux[c1]/card[clerk]"))])
    assert rooms_of(skipped, past)[0].under_way is False
    assert board_of(skipped, past).claims["c1"].status == "active"


def test_steps_of_a_room_that_are_only_groups_of_others_are_done_with_them() -> None:
    grouped = room("crux-1", "claim c1")
    block = replace(grouped, do=(Block(name="both", do=(replace(grouped.do[0], do=()),)),))
    log = until(talk(rounds=2), "end[table]")
    debate = fold(log)
    [added] = decide(debate, commands.OpenRoom(claim="c1"))
    assert isinstance(added, Spliced)
    driver = talk([*log, replace(added, block=block)])
    while not any("crux-1" in path for path in driver.debate.replies):
        driver.run_one()
    debate, past = seen(driver.log)
    mine = [one for one in rooms_of(debate, past) if "crux-1" in one.path]
    assert [(one.under_way, len(one.messages)) for one in mine] in ([(True, 1)], [(False, 2)])
    while len([path for path in driver.debate.replies if "crux-1" in path]) < 2:
        driver.run_one()
    assert [one.under_way for one in rooms_of(*seen(driver.log)) if "crux-1" in one.path] == [False]


# by hand


def test_a_room_by_hand_is_refused_where_there_is_nothing_to_open() -> None:
    log = until(talk(rounds=2), "round[2]")
    debate = fold(log)
    with pytest.raises(Refused, match=r"No claim 'c9'.*Claims of this debate: c1"):
        decide(debate, commands.OpenRoom(claim="c9"))
    with pytest.raises(Refused, match="none yet"):
        decide(fold(log[:2]), commands.OpenRoom(claim="c1"))
    alone = fold([*log, *decide(debate, commands.Swap(seat="table-2"))])
    with pytest.raises(Refused, match="not have two sides with a model"):
        decide(alone, commands.OpenRoom(claim="c1"))
    waiting = fold([*log, *decide(debate, commands.OpenRoom(claim="c1"))])
    with pytest.raises(Refused, match="already in a crux room"):
        decide(waiting, commands.OpenRoom(claim="c1"))


def test_a_person_rules_on_a_claim_but_not_on_one_in_a_room() -> None:
    log = until(talk(rounds=2), "round[2]")
    debate = fold(log)
    with pytest.raises(Refused, match=r"There is no statement 'c9'.*Statements of this debate: c1"):
        decide(debate, commands.Rule(point="c9", status="accepted"))
    with pytest.raises(Refused, match=r"A ruling cannot be 'agreed'.*Choose accepted, rejected, open or"):
        decide(debate, commands.Rule(point="c1", status="agreed"))
    log = talk(rounds=2).run(10_000)
    debate = fold(log)
    ruled, past = seen([*log, *decide(debate, commands.Rule(point="c1", status="rejected", why="It was measured."))])
    assert claims_of(past)["c1"].status == "resolved"
    [said] = past.of("ruling")
    assert (said.seat, said.text) == (
        "person",
        f"c1 is rejected: {claims_of(past)['c1'].text}\n\nIt was measured.",
    )
    assert ruled.status == debate.status
    room = until(talk(rounds=2), "crux[c1]/exchange[2]")
    with pytest.raises(Refused, match="c1 is in a crux room"):
        decide(fold(room), commands.Rule(point="c1", status="accepted"))
    over = fold([*room, *decide(fold(room), commands.Close())])
    assert decide(over, commands.Rule(point="c1", status="accepted")), "a debate that is over holds no room"


def keeps_to_itself(log: Sequence[Event]) -> None:
    """What one said in a room is read by nobody else outside of it: what a service writes there is read by all."""
    _, past = seen(log)
    spoken = {one.path: one for one in past if one.heard.startswith("room:")}
    for event in log:
        if isinstance(event, TurnAsked):
            told = [one for ref in event.sees if (one := spoken.get(ref)) is not None and one.seat != event.seat]
            assert all(is_inside(event.path, one.heard.removeprefix("room:")) for one in told), event.path


def claim_in(log: Sequence[Event]) -> str:
    """A claim that a room can be opened for, at the end of a log; "" where there is none."""
    debate, past = seen(log)
    for id, claim in claims_of(past).items():
        if len([side for side in claim.sides if side in debate.seats]) > 1:
            return id
    return ""


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("seed", range(3))
def test_a_room_by_hand_in_every_format_also_resumed_and_forked(name: str, seed: int) -> None:
    log = drive(
        [opening_event(FORMATS[name], extra=1, seed=seed, auto_continue=True, aspects=["cost"])], pick=dice(seed)
    )
    for at in (*range(len(log) // 3, len(log), max(1, len(log) // 7)), len(log)):
        claim = claim_in(log[:at])
        if not claim:
            continue
        start = [*log[:at], *decide(fold(log[:at]), commands.OpenRoom(claim=claim))]
        whole = drive(start, pick=dice(seed), check=True)
        debate, past = seen(whole)
        assert debate.over
        assert [room.claim for room in rooms_of(debate, past)].count(claim) >= 1
        assert board_of(debate, past).claims[claim].status != "in crux room"
        for cut in range(len(start), len(whole), max(1, (len(whole) - len(start)) // 4)):
            assert fold(drive(whole[:cut], pick=dice(cut))) == debate
        keeps_to_itself(whole)
        return
    assert not claim_in(log) or name


def test_formats_with_points_or_a_ledger_have_claims_to_open() -> None:
    for name in ("dual", "dialogue"):
        assert any(claim_in(drive([opening_event(FORMATS[name], seed=n)])) for n in range(40)), name


def test_a_card_that_fails_or_a_side_that_abstains_ends_the_room_all_the_same() -> None:
    log = until(talk(rounds=2), "round[2]")
    start = [*log, *decide(fold(log), commands.OpenRoom(claim="c1"))]

    def fails(call: Call) -> bool:
        return call.gives == "card"

    debate, past = seen(drive(start, fails=fails))
    assert board_of(debate, past).claims["c1"].status in ("active", "abandoned", "resolved")
    driver = talk(start)
    while not any("crux-1" in path for path in driver.debate.asked):
        driver.run_one()
    driver.append(*decide(driver.debate, commands.Swap(seat="table")))
    debate, past = seen(driver.run(1000))
    assert debate.over
    assert any("crux-1" in path for path in debate.abstained) or debate.replies
