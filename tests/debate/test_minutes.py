"""Keeping the ledger (SPEC LEDGER.1): what each record changes, what is missed, how changes of position are classed."""

from __future__ import annotations

from typing import Any

import pytest

from disputatio.debate.board.minutes import entries_of, epistemic_score, ledger_of
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.ledger import Confidence, Ledger, OnAspect, Relation, Standing, entry_of
from disputatio.debate.views.board import board_of
from disputatio.debate.views.stances import timelines
from disputatio.testing.boards import checked, debate_of, past_of, record, told, turn

ADA, BEN = "round[1]/say[ada]", "round[1]/say[ben]"
SAFE = "Cached entries survive a sudden loss of power"
UNSAFE = "Cached entries do not survive a sudden loss of power"


def ledger(*turns: Turn) -> Ledger:
    return ledger_of(past_of(*turns))


def test_what_a_record_leaves_out_stays_as_it_was() -> None:
    first = told(ADA, stance="For", position="It is cheap", evidence=["a.py:1"], confidence=0.7)
    second = told("round[2]/say[ada]", evidence=["b.py:2", "a.py:1"], confidence=0.9)
    [standing] = ledger(*first, *second).values()
    assert (standing.stance, standing.since, standing.updated) == ("For", ADA, "round[2]/say[ada]")
    assert standing.aspects == {"": OnAspect(position="It is cheap", evidence=("a.py:1", "b.py:2"), since=ADA)}
    assert [one.level for one in standing.confidences] == [0.7, 0.9]
    assert standing.confidence == 0.9
    assert (Standing(seat="x").confidence, standing.on("risk")) == (None, OnAspect())


def test_positions_go_to_the_aspect_that_the_message_is_about() -> None:
    path = "aspect[cost]/miniround[2]/reply[ada]"
    found = ledger(*told("opening[ada]", stance="For"), *told(path, position="Cheap", stance="For, mostly"))
    assert found["ada"].aspects == {"cost": OnAspect(position="Cheap", since=path)}
    assert found["ada"].since == path


def test_a_message_without_a_record_is_missed_until_one_comes() -> None:
    talk = (turn(ADA), *told(BEN, stance="Against"), turn("round[2]/say[ben]"))
    found = ledger(*talk)
    assert found["ada"].missed == (ADA,), "the first message counts too"
    assert (found["ben"].missed, found["ben"].stance) == (("round[2]/say[ben]",), "Against")
    late = ledger(*talk, record("round[2]/say[ben]", stance="For"))
    assert (late["ben"].missed, late["ben"].updated) == ((), "round[2]/say[ben]")
    assert ledger(turn(ADA), turn(BEN)) == {}, "a format that makes no records keeps no ledger"


def test_a_record_that_nobody_could_read_leaves_the_message_missed() -> None:
    talk = (*told(ADA, stance="For"), *told("round[2]/say[ada]", note="The ledger stays as it was: unreadable."))
    standing = ledger(*talk)["ada"]
    assert (standing.stance, standing.missed, standing.updated) == ("For", ("round[2]/say[ada]",), ADA)
    [first, second] = timelines(past_of(*talk))["ada"]
    assert (first.recorded, second.recorded, second.stance) == (True, False, "For")
    alone = ledger(*told(ADA, note="unreadable"))
    assert alone["ada"].missed == (ADA,), "a ledger is kept, though nothing is in it"
    assert ledger(*told(ADA, note="no model is set", stance="For"))["ada"].missed == ()


def test_a_new_stance_takes_the_place_of_an_older_position_on_the_whole_for_people() -> None:
    first = told(ADA, stance="For", position="It is cheap")
    later = told("aspect[cost]/take[ada]", stance="Against, mostly")
    last = told("closing[ada]", stance="Against")
    past = past_of(*first, *later, *last)
    shown = board_of(debate_of("ada"), past).ledger["ada"]
    assert shown.aspects[""] == OnAspect(position="Against", since="closing[ada]")
    assert ledger_of(past)["ada"].on("").position == "It is cheap", "what participants are shown stays as it was"
    moments = timelines(past)["ada"]
    assert [(one.aspect, one.position) for one in moments] == [("", "It is cheap"), ("cost", ""), ("", "Against")]
    again = past_of(*first, *told("round[2]/say[ada]", stance="For", position="It is quick"))
    assert board_of(debate_of("ada"), again).ledger["ada"].on("").position == "It is quick"


def test_what_is_said_elsewhere_or_by_services_is_no_message_of_a_participant() -> None:
    room = turn("crux[c1]/statement[ada]", heard="room:crux[c1]")
    inside = record("crux[c1]/statement[ada]", stance="In the room I admit it")
    hidden = Turn(path=inside.path, seat="clerk", gives="ledger", heard=room.heard, text="", data=inside.data)
    others = (turn("ask[person]"), turn("crux[c1]/card[clerk]", "card"), turn("end[clerk]", "synthesis"))
    found = ledger(*told(ADA, stance="For"), room, hidden, *others, turn(f"{ADA}/evidence[sources]", "evidence"))
    assert list(found) == ["ada"]
    assert (found["ada"].stance, found["ada"].missed) == ("For", ())


def test_a_person_on_a_seat_is_a_participant() -> None:
    message = Turn(path=ADA, seat="ada", gives="say", heard="all", text="", by="person")
    assert ledger(message, record(ADA, stance="For"))["ada"].stance == "For"


@pytest.mark.parametrize("path", ["ledger[clerk]", "round[1]/ledger[clerk]", "round[1]/say[nobody]/ledger[clerk]"])
def test_a_record_about_no_message_is_passed_over(path: str) -> None:
    assert ledger(turn(ADA), turn(path, "ledger", stance="For")) == {}


def test_who_made_the_record_is_said() -> None:
    data: dict[str, Any] = {"stance": "For"}
    for by, model, expected in (("rules", "", True), ("model", "rehearsal:quick", True), ("model", "toy:1", False)):
        made = Turn(
            path=record(ADA).path,
            seat="clerk",
            gives="ledger",
            heard="all",
            text="",
            by=by,  # type: ignore[arg-type]
            model=model,
            data=data,
        )
        assert ledger(turn(ADA), made)["ada"].rules is expected


# relations


def disagreeing(seat: str, on: str, strength: str = "mild") -> dict[str, Any]:
    return {"disagreements": [{"seat": seat, "on": on, "strength": strength}]}


def test_a_relation_is_kept_once_with_the_last_word_on_its_strength() -> None:
    found = ledger(
        *told(BEN, **disagreeing("ada", SAFE)),
        *told("round[2]/say[ben]", **disagreeing("ada", f"{SAFE}.", "strong")),
        *told("round[3]/say[ben]", **disagreeing("ada", UNSAFE)),
    )
    kept = [(one.on, one.strength, one.path) for one in found["ben"].disagreements]
    assert kept == [(f"{SAFE}.", "strong", "round[2]/say[ben]"), (UNSAFE, "mild", "round[3]/say[ben]")]


@pytest.mark.parametrize(
    ("who", "data", "left"),
    [
        ("ben", {"agreements": [{"seat": "ada", "text": SAFE}]}, 0),
        ("ben", {"agreements": [{"seat": "cyd", "text": SAFE}]}, 1),
        ("ben", {"agreements": [{"seat": "ada", "text": UNSAFE}]}, 1),
        ("ben", {"concessions": [SAFE]}, 0),
        ("ada", {"concessions": [SAFE]}, 0),
        ("cyd", {"concessions": [SAFE]}, 1),
        ("ada", {"concessions": [UNSAFE]}, 1),
        ("ben", {}, 1),
    ],
)
def test_a_disagreement_ends_only_when_one_of_the_two_ends_it(who: str, data: dict[str, Any], left: int) -> None:
    found = ledger(
        *told(ADA, keypoints=[SAFE]),
        *told(BEN, **disagreeing("ada", SAFE)),
        *told("round[1]/say[cyd]"),
        *told(f"round[2]/say[{who}]", **data),
    )
    assert len(found["ben"].disagreements) == left


def test_nobody_relates_to_themselves_and_who_is_not_there_is_not_challenged() -> None:
    own = told(ADA, **disagreeing("ada", SAFE))
    assert ledger(*own)["ada"].disagreements == ()
    found = ledger(*told(ADA, disagreements=[{"seat": "zoe", "on": SAFE}, {"on": UNSAFE}, {"seat": "ben"}, 7]))
    assert found["ada"].disagreements == (
        Relation(seat="zoe", on=SAFE, path=ADA),
        Relation(seat="", on=UNSAFE, path=ADA),
    )
    assert list(found) == ["ada"]


def test_a_challenge_stays_until_its_addressee_leaves_it_out() -> None:
    path = "aspect[cost]/reply[ben]"
    challenge = (turn("aspect[cost]/reply[ada]"), *told(path, **disagreeing("ada", SAFE)))
    assert ledger(*challenge)["ada"].aspects["cost"].unanswered == (SAFE,)
    again = (*challenge, *told("aspect[cost]/reply[ben]/x/y[ben]", **disagreeing("ada", f"{SAFE}.")))
    assert ledger(*again)["ada"].aspects["cost"].unanswered == (SAFE,), "the same challenge in other words"
    silent = told("aspect[cost]/more[ada]", stance="For")
    assert ledger(*challenge, *silent)["ada"].aspects["cost"].unanswered == (SAFE,)
    answered = told("aspect[cost]/more[ada]", unanswered=[])
    assert ledger(*challenge, *answered)["ada"].aspects["cost"].unanswered == ()
    partly = told("aspect[cost]/more[ada]", unanswered=["What of a full disk?"])
    assert ledger(*challenge, *partly)["ada"].aspects["cost"].unanswered == ("What of a full disk?",)


def test_a_rule_cannot_tell_that_a_challenge_was_answered() -> None:
    path = f"{ADA}/ledger[clerk]"
    for by, expected in (("rules", None), ("model", ())):
        made = Turn(path=path, seat="clerk", gives="ledger", heard="all", text="", by=by, data={"unanswered": []})  # type: ignore[arg-type]
        assert entry_of(made).unanswered == expected


# changes of position

SHIFT = {"to": "Against", "sentence": "I was wrong."}


def moved(*before: Turn, who: str = "ada", **shift: Any) -> str:
    """The class of ada's change of position in round 2."""
    path = f"round[2]/say[{who}]"
    return ledger(*before, *told(path, shifts=[SHIFT | shift]))[who].shifts[-1].flip


FIRST = told(ADA, stance="For", keypoints=[SAFE])
ANSWER = told(BEN, keypoints=["Flushing happens only every thirty seconds"], **disagreeing("ada", SAFE))
REASON = "Flushing happens only every thirty seconds"


@pytest.mark.parametrize(
    ("before", "shift", "expected"),
    [
        ((*FIRST, *ANSWER, checked(BEN, "log.c:7")), {"because": ["log.c:7"]}, "evidence"),
        ((*FIRST, *ANSWER, checked(BEN, "log.c:7")), {"cause": "I read log.c:7, and it says so"}, "evidence"),
        ((*FIRST, *ANSWER, checked(BEN, "log.c:7", status="moved")), {"because": ["log.c:7"]}, "capitulation"),
        ((*FIRST, *ANSWER, checked(BEN, "log.c:7", status="missing")), {"because": ["log.c:7"]}, "capitulation"),
        ((*FIRST, *ANSWER, checked(BEN, "log.c:7")), {"because": ["log.c:70"]}, "capitulation"),
        ((*FIRST, *ANSWER, checked(BEN, "log.c:7")), {"because": ["src/log.c:7"]}, "capitulation"),
        ((*FIRST, *ANSWER, checked(BEN, "log.c:7")), {}, "capitulation"),
        ((*FIRST, checked(ADA, "log.c:7"), *ANSWER), {"because": ["log.c:7"]}, "capitulation"),
        ((*FIRST, checked(ADA, "log.c:7"), *ANSWER, checked(BEN, "log.c:7")), {"because": ["log.c:7"]}, "capitulation"),
        ((*FIRST, *ANSWER), {"cause": REASON}, "argument"),
        ((*FIRST, *ANSWER), {"cause": f"because {REASON.lower()}, as Ben says"}, "argument"),
        ((*FIRST, *ANSWER), {"because": ["c7"]}, "capitulation"),
        ((*FIRST, *ANSWER), {"cause": "Flushing does not happen every thirty seconds only"}, "capitulation"),
        ((*FIRST, *ANSWER), {"cause": "Everybody else thinks so"}, "capitulation"),
        ((*FIRST, *ANSWER), {"cause": SAFE}, "capitulation"),
        ((*FIRST, *told(BEN, keypoints=[REASON])), {}, "spontaneous"),
        (FIRST, {"cause": "I slept on it"}, "spontaneous"),
        ((), {}, "spontaneous"),
    ],
)
def test_a_change_is_classed_by_what_is_named_and_what_was_new(
    before: tuple[Turn, ...], shift: dict[str, Any], expected: str
) -> None:
    assert moved(*before, **shift) == expected


def test_evidence_of_the_very_message_counts_and_that_of_an_earlier_one_does_not() -> None:
    path = "round[2]/say[ada]"
    own = (turn(path), checked(path, "log.c:9"), record(path, shifts=[SHIFT | {"because": ["log.c:9"]}]))
    assert ledger(*FIRST, *ANSWER, *own)["ada"].shifts[0].flip == "evidence"


def test_a_claim_can_be_named_by_its_id_and_belongs_to_who_holds_it() -> None:
    opened = told(BEN, claims=[{"id": "c7", "text": REASON, "sides": ["ben", "ada"]}])
    assert moved(*FIRST, *opened, because=["c7"]) == "argument"
    held = told(BEN, claims=[{"id": "c8", "text": "Something else entirely", "sides": ["ada", "ben"]}])
    assert moved(*FIRST, *held, because=["c8"]) == "spontaneous", "ada's own claim moves nobody but others"


def test_old_reasons_and_repeated_ones_are_no_news() -> None:
    heard = (*FIRST, *ANSWER, *told("round[2]/say[ada]"), *told("round[2]/say[ben]", keypoints=[REASON]))
    found = ledger(*heard, *told("round[3]/say[ada]", shifts=[SHIFT | {"cause": REASON}]))
    assert found["ada"].shifts[0].flip == "capitulation", "she had heard it before she last spoke"


def test_who_spoke_in_parallel_had_not_heard_the_others() -> None:
    opening = (*told("opening[ada]", keypoints=[REASON]), *told("opening[ben]", stance="For"))
    found = ledger(*opening, *told("round[1]/say[ben]", shifts=[SHIFT | {"cause": REASON}]))
    assert found["ben"].shifts[0].flip == "argument"


def test_what_comes_out_of_a_crux_room_is_new_to_both() -> None:
    card = turn(
        "crux[c1]/card[clerk]",
        "card",
        claim="c1",
        statement="It hangs on how often the log is flushed",
        best=[{"seat": "ben", "text": "The battery of the controller may be dead"}],
    )
    for named in ({"because": ["c1"]}, {"cause": "the battery of the controller may be dead"}):
        assert moved(*FIRST, card, **named) == "argument"


def test_a_dispute_about_another_aspect_is_no_pressure() -> None:
    before = (*told("aspect[cost]/say[ada]"), *told("aspect[cost]/say[ben]", **disagreeing("ada", SAFE)))
    shifted: dict[str, Any] = {"shifts": [SHIFT]}
    for path, expected in (
        ("aspect[risk]/say[ada]", "spontaneous"),
        ("aspect[cost]/more[ada]", "capitulation"),
        ("closing[ada]", "capitulation"),
    ):
        assert ledger(*before, *told(path, **shifted))["ada"].shifts[0].flip == expected
    settled = (*before, *told("aspect[cost]/more[ben]", agreements=[{"seat": "ada", "on": SAFE}]))
    assert ledger(*settled, *told("aspect[cost]/more[ada]", **shifted))["ada"].shifts[0].flip == "spontaneous"


def test_who_goes_from_a_position_to_the_same_one_has_not_moved() -> None:
    same = {"from": "We keep the cache", "to": "We keep the cache."}
    found = ledger(*told(ADA, position="Keep it", shifts=[same, {"from": "x"}, 7, {"to": "Drop it"}]))
    assert [(one.before, one.after) for one in found["ada"].shifts] == [("", "Drop it")]
    later = ledger(*told(ADA, position="Keep it"), *told("round[2]/say[ada]", shifts=[{"to": "Drop it"}]))
    assert later["ada"].shifts[0].before == "Keep it"


def test_what_was_given_up_is_given_up_once() -> None:
    first = told(ADA, concessions=["Logs help the team", "Logs help the team"])
    later = told("round[2]/say[ada]", concessions=["Logs help the team.", "Tests are slow"])
    given = ledger(*first, *later)["ada"].concessions
    assert [(one.text, one.path) for one in given] == [
        ("Logs help the team", ADA),
        ("Tests are slow", "round[2]/say[ada]"),
    ]


@pytest.mark.parametrize(
    ("said", "again"),
    [
        ({"position": f"{SAFE}!"}, True),
        ({"shifts": [{"from": "x", "to": SAFE}]}, True),
        ({"disagreements": [{"seat": "ben", "on": UNSAFE}]}, True),
        ({"claims": [{"id": "c1", "text": SAFE, "sides": ["ada", "ben"]}]}, True),
        ({"claims": [{"id": "c1", "text": UNSAFE, "sides": ["ben", "ada"]}]}, True),
        ({"claims": [{"id": "c1", "text": SAFE, "sides": ["ben", "ada"]}]}, False),
        ({"claims": [{"id": "c1", "text": SAFE, "sides": ["ada", "ben"], "status": "resolved"}]}, False),
        ({"claims": [{"id": "c1", "text": SAFE, "sides": ["ben", "cyd"]}]}, False),
        ({"position": SAFE, "concessions": [SAFE]}, False),
        ({"position": UNSAFE}, False),
    ],
)
def test_a_concession_that_is_taken_back_says_so(said: dict[str, Any], again: bool) -> None:
    turns = (*told(BEN), *told(ADA, concessions=[SAFE]), *told("round[2]/say[ada]", **said))
    [given] = ledger(*turns)["ada"].concessions
    assert (given.text, given.again) == (SAFE, "round[2]/say[ada]" if again else "")
    if again:
        both = ledger(*turns, *told("round[3]/say[ada]", concessions=[SAFE]))["ada"].concessions
        assert [(one.path, one.again) for one in both] == [(ADA, "round[2]/say[ada]"), ("round[3]/say[ada]", "")]


# figures


def test_the_score_counts_what_is_new_and_begins_again_with_each_reflection() -> None:
    dispute = told(BEN, **disagreeing("ada", SAFE))
    turns = [turn(ADA), *dispute, *told("round[2]/say[ben]", **disagreeing("ada", SAFE))]
    assert epistemic_score(past_of(*turns)) == 3, "the same disagreement is new once"
    turns += told("round[3]/say[ada]", concessions=["x", "y"], shifts=[SHIFT])
    assert epistemic_score(past_of(*turns)) == 3 + 8 + 5
    turns += [turn("round[3]/reflect[clerk]", "reflections")]
    assert epistemic_score(past_of(*turns)) == 0
    room = Turn(path="r[clerk]", seat="clerk", gives="reflections", heard="room:x", text="")
    turns += [*told("round[4]/say[ben]", concessions=["z"]), room]
    assert epistemic_score(past_of(*turns)) == 4


def test_entries_say_what_each_message_changed() -> None:
    entries = entries_of(past_of(*FIRST, *ANSWER))
    assert list(entries) == [ADA, BEN]
    assert (entries[BEN].keypoints, entries[BEN].stir, entries[BEN].aspect) == ((REASON,), 3, "")
    assert not entries_of(Past())


def test_a_timeline_has_a_moment_for_each_message_also_for_those_that_were_missed() -> None:
    found = timelines(
        past_of(
            *told("aspect[cost]/say[ada]", stance="For", position="Cheap", confidence=0.6),
            *told("aspect[cost]/say[ben]", **disagreeing("ada", "It is cheap")),
            turn("aspect[cost]/more[ada]"),
            turn("ask[person]"),
            *told("aspect[risk]/say[ada]", importance=8, shifts=[SHIFT]),
        )
    )
    ada = [(one.path, one.stance, one.position, one.confidence, one.flips, one.recorded) for one in found["ada"]]
    assert ada == [
        ("aspect[cost]/say[ada]", "For", "Cheap", 0.6, (), True),
        ("aspect[cost]/more[ada]", "For", "Cheap", None, (), False),
        ("aspect[risk]/say[ada]", "For", "", None, ("spontaneous",), True),
    ]
    assert (found["ada"][-1].sentence, found["ada"][-1].importance) == ("I was wrong.", 8)
    assert timelines(past_of(turn(ADA))) == {}


NONSENSE: list[Any] = [
    None,
    3,
    True,
    "x",
    {"a": 1},
    [3, None, [], {"text": 5}, {"seat": 4}, {"to": []}],
    float("nan"),
    [[[]]],
]


@pytest.mark.parametrize("found", NONSENSE)
def test_nonsense_changes_nothing_but_that_there_is_a_record(found: Any) -> None:
    fields = ("stance", "position", "evidence", "unanswered", "keypoints", "agreements", "disagreements", "concessions")
    data = dict.fromkeys((*fields, "shifts", "confidence", "importance", "claims"), found)
    standing = ledger(turn(ADA), record(ADA, **data))["ada"]
    assert standing.updated == ADA
    assert standing.missed == ()
    assert standing.confidences in ((), (Confidence(path=ADA, level=1.0),))
