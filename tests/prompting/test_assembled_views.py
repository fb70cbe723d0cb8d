"""Views assembled from the board (SPEC VIEW.1, VIEW.2): their sections, their order, their budget, what gives way."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.board.records import rounds_of
from disputatio.debate.log.events import BlockEntered
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.cards import Card, Given
from disputatio.debate.statements.claims import Claim, claims_of
from disputatio.prompting.sections import WRITERS
from disputatio.prompting.sections.assembly import (
    BOTH,
    CARDS_SO_FAR,
    CLAIMS,
    DISPUTES,
    EVERYONE,
    EXCHANGED,
    LED,
    OBSERVED,
    OTHERS,
    OWN,
    ROUNDS,
    SETTLED,
    AssembledView,
    budget,
    closing_view,
    room_view,
    standing_view,
    view,
)
from disputatio.prompting.sections.lines import (
    ENDLESS,
    aspect_name,
    card_line,
    claim_line,
    cut,
    line,
    sentences_of,
    tokens,
)
from disputatio.prompting.sections.listings import claim as claim_figure
from disputatio.prompting.sections.listings import evidence, participants, reflections
from disputatio.prompting.sections.listings import ledger as ledger_figure
from disputatio.prompting.sections.statement_lists import claims as claims_figure
from disputatio.prompting.sections.statement_lists import disputes as contested
from disputatio.testing.boards import (
    PEOPLE,
    checked_citations,
    deed,
    message_and_record,
    moment_of,
    past_of,
    statement,
    turn,
)

SAFE = "Cached entries survive a sudden loss of power"
HERE = "aspect[cost]/miniround[2]/reply[ada]"
ORDER = [OTHERS, OWN, DISPUTES, EXCHANGED, OBSERVED]


def titles(text: str) -> list[str]:
    return re.findall(r"^## (.*)$", text, re.MULTILINE)


def section(text: str, title: str) -> list[str]:
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found[1].strip().splitlines() if found else []


def said(who: str, text: str = "", n: int = 1, **data: Any) -> tuple[Turn, Turn]:
    return message_and_record(f"aspect[cost]/miniround[{n}]/reply[{who}]", text, **data)


def declared(path: str, stance: str, sure: float) -> tuple[Turn, Turn]:
    """A message whose form says how sure its author is, and its record."""
    record = message_and_record(path, "An opening")[1]
    return turn(path, "answer", text="An opening", position=stance, confidence=sure), record


def small() -> Past:
    cheap = "aspect[cost]/miniround[1]/reply[ada]"
    return past_of(
        *declared("opening[ada]", "Keep the cache", 0.9),
        *declared("opening[ben]", "Drop the cache", 0.7),
        *said(
            "ada",
            "It is cheap.\n## Open disputes\n- none",
            new=[statement("P1", SAFE), statement("P2", "It was fast")],
            stands=[{"position": "Cheap"}],
        ),
        checked_citations(cheap, "a.py:1"),
        *said(
            "ben", "It is not.", about=[deed("P1", "disagrees"), deed("P2", "disagrees")], stands=[{"position": "Dear"}]
        ),
        *said("ada", "Yes it is.", 2, about=[deed("P2", "withdraws")]),
        turn("aspect[cost]/reflect[clerk]", "reflections", items=[{"text": "They talk past each other"}]),
    )


def met(room: str, how: str) -> tuple[Turn, ...]:
    """A room in which both sides accept a statement, and its card."""
    inside = f"room:{room}"
    return (
        turn(f"{room}/statement[ada]", heard=inside, text="secret"),
        turn(f"{room}/rejoinder[ada]", "stance", inside, statement=how, resolved=True),
        turn(f"{room}/rejoinder[ben]", "stance", inside, statement=how, resolved=True),
        turn(f"{room}/card[clerk]", "card", crux="fact", statement="The battery", resolved=True, how=how),
    )


def test_a_view_has_its_sections_in_order() -> None:
    text = view(moment_of(small(), HERE, aspects=["cost", "risk"]))
    assert text.startswith("Aspect 1 of 2: cost. 4 participants; 1 claim in dispute, 1 resolved.\n")
    assert titles(text) == ORDER
    assert section(text, OTHERS) == ["- Ben: Drop the cache", "  on cost: Dear"]
    assert section(text, OWN) == [
        "- Ada (90% sure): Keep the cache",
        "  on cost: Cheap",
        "  cites: a.py:1",
        f"  no answer of yours on record to the objection to: {SAFE}",
        "  gave way: It was fast",
    ]
    assert section(text, DISPUTES) == [f"- P1 [active] {SAFE} (Ada against Ben)"]
    assert section(text, EXCHANGED) == [
        "- Ada: It is cheap. ## Open disputes - none",
        "- Ben: It is not.",
        "- Ada: Yes it is.",
    ], "of this aspect, and on one line each"
    assert section(text, OBSERVED) == ["- They talk past each other"]


def test_how_sure_others_are_and_what_they_owe_is_not_shown_to_participants() -> None:
    text = view(moment_of(small(), HERE.replace("ada", "ben")))
    assert "90%" not in text
    assert "answered:" not in text
    assert "(70% sure)" in text


def test_a_reply_that_did_not_wait_for_the_last_record_is_told_so_and_given_the_message() -> None:
    last = turn("aspect[cost]/miniround[2]/reply[ben]", text="The battery fails in winter.")
    told = view(moment_of(past_of(*small(), last), HERE))
    assert "The last message is not on record yet" in told.splitlines()[0]
    assert section(told, EXCHANGED)[-1] == "- Ben: The battery fails in winter."
    assert "not on record" not in view(moment_of(small(), HERE))
    unkept = past_of(turn("aspect[cost]/miniround[1]/reply[ben]", text="So it is."))
    assert "not on record" not in view(moment_of(unkept, HERE)), "where nobody keeps a ledger, nothing is awaited"


def test_a_first_take_is_made_without_the_recent_exchange() -> None:
    read = past_of(*small(), *message_and_record("aspect[cost]/miniround[2]/reply[cyd]"))
    assert titles(standing_view(moment_of(read, "aspect[cost]/take[cyd]"))) == [OTHERS, OWN, DISPUTES, OBSERVED]
    assert standing_view(moment_of(Past(), "say[ada]")) == "4 participants; 0 claims in dispute, 0 resolved."
    last = turn("aspect[cost]/take[ben]", text="The battery fails in winter.")
    told = standing_view(moment_of(past_of(*small(), last), "aspect[cost]/take[cyd]"))
    assert section(told, EXCHANGED)[-1] == "- Ben: The battery fails in winter.", "that is not on the board yet"


def test_what_was_said_last_is_read_in_the_next_aspect_and_in_the_closing() -> None:
    next_aspect = standing_view(moment_of(small(), "aspect[risk]/take[ben]"))
    assert section(next_aspect, EXCHANGED) == ["- Ada: Yes it is."], "what Ben had read before is not said again"
    assert section(closing_view(moment_of(small(), "closing[ben]")), EXCHANGED) == ["- Ada: Yes it is."]
    for written in (standing_view(moment_of(small(), "aspect[risk]/take[ada]")), closing_view(moment_of(small(), "x"))):
        assert EXCHANGED not in titles(written), "nobody has answered Ada; who sums up is given the closings"


def test_what_was_written_at_the_same_time_as_ones_own_words_is_still_to_be_read() -> None:
    together = BlockEntered(path="opening", groups=(("ada", "ben"),))
    past = past_of(*message_and_record("opening[ada]", "Keep it."), *message_and_record("opening[ben]", "Drop it."))
    for reader, expected in (("ada", ["- Ben: Drop it."]), ("ben", ["- Ada: Keep it."])):
        moment = moment_of(past, f"aspect[cost]/take[{reader}]")
        moment = replace(moment, debate=evolve(moment.debate, together))
        assert section(standing_view(moment), EXCHANGED) == expected
    between = past_of(turn("opening[ada]", text="Keep it."), turn("aside[cyd]"), turn("opening[ben]", text="Drop it."))
    moment = moment_of(between, "aspect[cost]/take[ben]")
    moment = replace(moment, debate=evolve(moment.debate, together))
    assert "- Ada: Keep it." in section(standing_view(moment), EXCHANGED), "also where others have spoken before Ben"


def test_the_message_with_which_an_aspect_ended_is_whole_for_who_has_not_answered_it() -> None:
    long = said("ada", f"At last. {LONG}", 2)
    past = past_of(*small(), *long, *message_and_record("aspect[risk]/take[ada]", f"And so. {LONG}"))
    told = section(standing_view(moment_of(past, "aspect[risk]/take[ben]")), EXCHANGED)
    assert [text.count("rather long") for text in told[-2:]] == [40, 40]


def test_a_message_that_is_on_no_record_is_given_whole_however_long_it_is() -> None:
    waiting = [turn(f"aspect[cost]/miniround[2]/reply[{who}]", text=f"{who}. {LONG}") for who in ("ben", "cyd")]
    told = section(view(moment_of(past_of(*small(), *waiting), HERE)), EXCHANGED)
    assert [text.count("rather long") for text in told[-2:]] == [40, 40]


def test_who_has_said_nothing_that_could_be_recorded_has_no_position() -> None:
    text = view(moment_of(past_of(*small(), turn("opening[cyd]", text="?")), HERE))
    assert "- Cyd: has not taken a position" in text


def test_an_aspect_is_called_what_the_person_called_it() -> None:
    path = "aspect[risk-harm -all-]/reply[ada]"
    moment = moment_of(
        past_of(*message_and_record(path, stands=[{"position": "None", "stance": "Keep"}])),
        path,
        aspects=["cost", "risk/harm [all]"],
    )
    assert view(moment).startswith("Aspect 2 of 2: risk/harm [all]. ")
    assert "  on risk/harm [all]: None" in view(moment)
    assert aspect_name(moment_of(Past(), aspects="x"), "cost") == "cost"


def test_what_the_person_settled_is_kept_before_the_eyes_of_both_sides() -> None:
    ruling = turn("aspect[cost]/x/ruling[person]", "ruling", point="P1", status="accepted", why="It was tested")
    told = section(view(moment_of(past_of(*small(), ruling), HERE)), SETTLED)
    assert told[-1] == f"- settled: P1 {SAFE} — accepted by the person: It was tested"


def test_who_writes_a_card_is_told_what_else_the_two_sides_hold() -> None:
    turns = [
        *message_and_record("round[1]/say[ada]", new=[statement(f"P{n}", f"It is {n}") for n in (1, 2, 3, 4)]),
        *message_and_record("round[1]/say[ben]", about=[deed("P1", "disagrees"), deed("P3", "agrees")]),
        *message_and_record("round[1]/say[cyd]", new=[statement("P5", "It is mine")]),
        *message_and_record("round[2]/say[ada]", about=[deed("P4", "withdraws")]),
    ]
    told = claim_figure(moment_of(past_of(*turns), "round[2]/crux[P1]/card[clerk]"))
    assert told == "P1 It is 1\nSides: Ada, Ben\nOther statements:\nP2 (Ada) It is 2\nP3 (Ada) It is 3"
    assert claim_figure(moment_of(past_of(*turns), "round[2]/card[clerk]")) == ""
    objected = message_and_record("round[2]/say[ben]", new=[{**statement("P6", "It is loud"), "attacks": ["P1"]}])
    answered = [
        {**statement("P7", "A test settles it"), "answers": ["P6"]},
        {**statement("P8", "So"), "supports": ["P5"]},
    ]
    more = past_of(*turns, *objected, *message_and_record("round[2]/say[cyd]", new=answered))
    listed = claim_figure(moment_of(more, "round[2]/crux[P1]/card[clerk]")).splitlines()[3:]
    assert listed == ["P2 (Ada) It is 2", "P3 (Ada) It is 3", "P6 (Ben) It is loud", "P7 (Cyd) A test settles it"], (
        "they may take up what somebody else has said to it"
    )


def test_each_side_is_told_after_a_room_what_they_accepted_gave_up_and_hold_still() -> None:
    room = "aspect[cost]/miniround[2]/crux[P1]"
    *talk, card = met(room, "It has a battery")
    gave = {
        "seat": "ada",
        "text": "The noise: she drops it",
        "quote": "I drop the noise.",
        "turn": f"{room}/statement[ada]",
    }
    said = {**card.data, "conceded": [gave], "best": [{"seat": "ada", "text": "It is cheap."}]}
    open_ = past_of(*small(), *talk, replace(card, data={**said, "resolved": False}))
    undecided = [replace(one, data={**one.data, "settles": False}) for one in talk]
    for past, told in (
        (past_of(*small(), *undecided, replace(card, data=said)), (
            "- in the room on P1 you accepted: It has a battery; you gave up, in your words: “I drop the noise.”; "
            "you still hold: It is cheap"
        )),
        (past_of(*small(), *talk, replace(card, data=said)), (
            "- in the room on P1 you gave up, in your words: “I drop the noise.”"
        )),
    ):  # fmt: skip
        text = view(moment_of(past, HERE))
        assert section(text, SETTLED)[-1] == told
        assert "  you gave way: “I drop the noise.”" in section(text, OWN)
        assert "the noise" not in view(moment_of(past, "aspect[risk]/reply[cyd]"))
        assert section(view(moment_of(past, "aspect[risk]/reply[ada]")), SETTLED)[-1] == told, "and so it stays"
    assert "you accepted" in view(moment_of(open_, HERE.replace("ada", "ben")))


def test_what_was_held_before_a_room_is_called_that_until_its_sides_have_spoken_again() -> None:
    """Who could not go on saying it was told that it was their position."""

    def held(past: Past, reader: str) -> list[str]:
        text = view(moment_of(past, f"aspect[cost]/miniround[4]/reply[{reader}]"))
        shown = [one for title in (OWN, OTHERS) for one in section(text, title) if one.startswith("- ")]
        return [one.partition(":")[0].removeprefix("- ") for one in shown]

    after = past_of(*small(), *met(ROOM, "It has a battery"))
    assert held(after, "ada") == ["Ada (90% sure), before the room on P1", "Ben, before the room on P1"]
    again = past_of(*after, *said("ben", "By day.", 3))
    assert held(again, "ada") == ["Ada (90% sure), before the room on P1", "Ben"]


def test_what_a_room_came_to_is_not_cut_in_a_sentence_and_what_never_ends_is_marked() -> None:
    for words, end in ((150, "and so it goes on"), (900, "[…]")):
        shared = f"It has a battery {'and so it goes ' * (words // 4)}on."
        undecided = [replace(one, data={**one.data, "settles": False}) for one in met(ROOM, shared)]
        told = section(view(moment_of(past_of(*small(), *undecided), "aspect[risk]/reply[ada]")), SETTLED)[-1]
        assert told.endswith(end)


def test_a_claim_that_was_reworded_since_it_was_disputed_is_open_and_says_so() -> None:
    apart = [deed("P1", "partly", because="not at night")]
    turns = [
        *message_and_record("round[1]/say[ada]", new=[statement("P1", SAFE)]),
        *message_and_record("round[1]/say[ben]", about=apart),
        *message_and_record("round[2]/say[ada]", about=[deed("P1", "revises", text="They survive by day")]),
    ]
    assert section(view(moment_of(past_of(*turns), "round[2]/say[ben]")), DISPUTES) == [
        "- P1 [left open, reworded since] They survive by day (Ada against Ben)"
    ]
    attack = [statement("P2", "They drown", attacks=["P1"])]
    sealed = deed("P1", "disagrees", quote="They drown", beside=["round[1]/say[ben]"])
    past = past_of(
        *turns[:2],
        *message_and_record("round[1]/say[ben]", new=attack, about=[sealed]),
        *message_and_record("round[2]/say[ben]", about=[deed("P2", "revises", text="Most drown")]),
    )
    told = ", the objection reworded since]"
    assert told in section(view(moment_of(past, "round[2]/say[ada]")), DISPUTES)[0], "it is worded as it was"
    assert told in contested(moment_of(past))
    late = message_and_record("round[3]/say[cyd]", new=[statement("P3", "Frost kills", attacks=["P1", "P2"])])
    assert contested(moment_of(past_of(*turns[:2], *late))) == (
        "P1 [unaddressed] (Ada) Cached entries survive a sudden loss of power — put against it: P3 (Cyd) Frost kills"
    ), "what came up last is no less against it"
    objects = message_and_record("round[3]/say[cyd]", new=late[1].data["new"], about=[deed("P1", "disagrees")])
    assert "put against it" not in contested(moment_of(past_of(*turns[:2], *objects))), "it says so already"
    gone = [deed("P1", "withdraws", by="ada", turn="round[1]/say[ada]")]
    gone = message_and_record("round[3]/say[cyd]", new=late[1].data["new"], about=gone)
    assert contested(moment_of(past_of(*turns[:2], *gone))) == ""


def test_who_sat_in_no_room_is_told_of_a_dispute_that_goes_on() -> None:
    other = message_and_record("aspect[cost]/miniround[1]/x/reply[cyd]", about=[deed("P1", "disagrees")])
    past = past_of(*small(), *other, *met("aspect[cost]/miniround[2]/crux[P1]", "It has a battery"))
    texts = {seat: view(moment_of(past, HERE.replace("ada", seat))) for seat in ("ada", "ben", "cyd")}
    assert "- settled between you and Ada: P1 It has a battery" in texts["ben"]
    assert "- settled" not in texts["cyd"]
    for text in texts.values():
        assert section(text, DISPUTES)[0] == "- P1 [active, reworded since] It has a battery (Ada against Cyd)"


def test_all_who_speak_in_a_round_see_the_same_disputes() -> None:
    """What nobody had come back to for two rounds was in the view of the first speaker, and in no other; nor was it
    counted. It is in dispute all the same, and somebody may come back to it."""
    turns = [
        *said("ada", "It is safe.", 1, new=[statement("P1", SAFE)]),
        *said("ben", "No.", 1, about=[deed("P1", "disagrees")]),
        *said("cyd", "Well.", 2),
        *said("cyd", "Well.", 3),
    ]
    for said_here in ([], [*said("ada", "Hm.", 4)]):
        text = view(moment_of(past_of(*turns, *said_here), "aspect[cost]/miniround[4]/reply[ben]"))
        assert section(text, DISPUTES) == [f"- P1 [active] {SAFE} (Ada against Ben)"]
        assert text.startswith("4 participants; 1 claim in dispute, 0 resolved.")


def test_an_open_dispute_names_all_who_dispute_it_and_what_they_accept_of_it() -> None:
    """What was accepted of a dispute vanished from it, and of two who disputed it one was named."""
    part = deed("P1", "partly", quote="1. In summer, yes. I have seen it.", because="In winter, no.")
    against = [*said("cyd", "No.", 2, about=[deed("P1", "disagrees")]), *said("ben", "In summer.", 2, about=[part])]
    past = past_of(*small(), *against)
    shown = f"- P1 [active] {SAFE} (Ada against Cyd and Ben); Ben accepts a part: “In summer, yes. I have seen it.”"
    assert section(view(moment_of(past, HERE)), DISPUTES) == [shown]
    back = deed("P1", "partly", quote="At night it is not.", because="At night it is not.")
    yes = (*said("ben", "Yes.", 2, about=[deed("P1", "agrees")]), *said("ben", "At night it is not.", 3, about=[back]))
    shown = f"- P1 [active] {SAFE} (Ada against Ben); Ben agreed before, and takes a part back: “At night it is not.”"
    assert section(view(moment_of(past_of(*small(), *yes), HERE)), DISPUTES) == [shown]
    agreed = [deed("P1", "agrees", because="the battery holds"), deed("P1", "agrees")]
    for n, who in enumerate(("cyd", "ben"), 3):
        past = past_of(*past, *said(who, "Well.", n, about=agreed[n - 3 : n - 2]))
    resolved = f"- P1 [resolved] {SAFE} (Ada against Ben and Cyd) — Cyd: the battery holds"
    assert claims_figure(moment_of(past, HERE)).splitlines()[0] == resolved, "no part outlives the agreement"


def test_who_sat_in_no_room_is_told_in_later_turns_what_others_came_to_there() -> None:
    """Of three participants, two settled what the third learned of when all was over."""
    card = met(ROOM, "It has a battery")
    for path in ("aspect[cost]/miniround[3]/reply[cyd]", "aspect[risk]/take[cyd]"):
        told = section(standing_view(moment_of(past_of(*small(), *card), path)), SETTLED)
        assert told == ["- Ada and Ben settled P1 between them, and you need not accept it: It has a battery"]
    shared = [replace(one, data={**one.data, "settles": False}) for one in card]
    told = section(view(moment_of(past_of(*small(), *shared), HERE.replace("ada", "cyd"))), SETTLED)
    assert told == ["- Ada and Ben left P1 open, and both accept, as you need not: It has a battery"]
    later = HERE.replace("ada", "cyd").replace("[2]", "[4]")
    joined = past_of(*small(), *card, *said("cyd", "Yes.", 3, about=[deed("P1", "agrees")]))
    told = section(view(moment_of(joined, later)), SETTLED)
    assert told == ["- Ada and Ben settled P1 between them, and you accepted it: It has a battery"]
    joined = past_of(*small(), *shared, *said("cyd", "Yes.", 3, about=[deed("P3", "agrees")]))
    told = section(view(moment_of(joined, later)), SETTLED)
    assert told == ["- Ada and Ben left P1 open, and both accept, as you do: It has a battery"]
    undone = [*card, *said("ben", "No.", 3, about=[deed("P1", "disagrees")])]
    assert SETTLED not in titles(view(moment_of(past_of(*small(), *undone), HERE.replace("ada", "cyd"))))
    bare = [*card[:1], replace(card[-1], data={"crux": "fact"})]
    assert SETTLED not in titles(view(moment_of(past_of(*small(), *bare), HERE.replace("ada", "cyd"))))
    assert SETTLED not in titles(view(moment_of(past_of(*small(), *card), HERE.replace("ada", "clerk"))))


def test_nobody_is_said_to_owe_an_answer_to_what_came_after_their_last_words() -> None:
    again = said("ben", "No, as I said.", 3, about=[deed("P1", "disagrees")])
    kept = said("ada", "It is.", 2, about=[deed("P1", "keeps")])
    owed = f"  no answer of yours on record to the objection to: {SAFE}"
    assert owed not in section(view(moment_of(past_of(*small(), *kept, *again), HERE)), OWN)
    passed = [*kept, *again, *said("ada", "The lamp is out.", 4)]
    assert owed in section(view(moment_of(past_of(*small(), *passed), HERE)), OWN)


def test_a_stance_takes_the_place_of_an_older_position_on_the_whole() -> None:
    later = said("ben", "Keep it, with a battery.", 2, stands=[{"stance": "Keep it with a battery"}])
    told = ledger_figure(moment_of(past_of(*small(), *later), HERE))
    assert "- Ben: Keep it with a battery\n  on cost: Dear" in told
    assert "Drop the cache" not in told


def test_what_was_settled_is_told_whole_on_every_aspect() -> None:
    past = past_of(*small(), *met("aspect[cost]/miniround[2]/crux[P1]", "It has a battery. So it runs for hours."))
    for path in (HERE, "aspect[risk]/reply[ada]"):
        told = section(view(moment_of(past, path)), SETTLED)
        assert told == ["- settled between you and Ben: P1 It has a battery. So it runs for hours."]


def test_settled_claims_are_kept_before_the_eyes_of_their_sides() -> None:
    past = past_of(*small(), *met("aspect[cost]/miniround[2]/crux[P1]", "It has a battery"))
    text = view(moment_of(past, HERE))
    assert section(text, SETTLED) == ["- settled between you and Ben: P1 It has a battery"]
    assert "- settled" not in view(moment_of(past, HERE.replace("ada", "cyd")))
    for later in (
        view(moment_of(past, "aspect[risk]/reply[ada]")),
        standing_view(moment_of(past, "aspect[risk]/take[ada]")),
    ):
        assert section(later, SETTLED) == section(text, SETTLED), "a later aspect had reopened what nobody told it of"
    assert DISPUTES not in titles(text)
    assert "secret" not in text + closing_view(moment_of(past, "closing[ben]"))


# the budget

LONG = "This is a rather long message about the cost of it all. " * 40


def crowd(people: tuple[str, ...], rounds: int, disputes: int = 1, text: str = LONG) -> Past:
    turns: list[Turn] = []
    first, other = people[:2]
    contested = [statement(f"c{k}", f"Statement {k} is so and so") for k in range(disputes)]
    disputed = [deed(f"c{k}", "disagrees") for k in range(disputes)]
    for n in range(1, rounds + 1):
        if n == rounds:
            turns += message_and_record(f"aspect[risk]/take[{first}]", new=contested)
            turns += message_and_record(f"aspect[risk]/take[{other}]", about=disputed)
        for who in people:
            stands = [{"stance": f"{who} holds this. " * 9, "position": f"{who} on cost. " * 9}]
            turns += said(who, f"Round {n}. {text}", n, new=[statement("", f"Gist of {who} {n}")], stands=stands)
    turns.append(turn("aspect[cost]/r[clerk]", "reflections", items=[{"text": f"Insight {n}"} for n in range(3)]))
    return past_of(*turns)


def test_what_is_over_the_budget_gives_way_in_order() -> None:
    """More and more open disputes press on the rest: insights go first, then old messages shrink, then positions."""
    states = []
    for disputes in range(0, 60, 2):
        text = view(moment_of(crowd(PEOPLE, 3, disputes, text=LONG[:540]), HERE))
        assert len(section(text, DISPUTES)) == disputes, "open disputes are never cut"
        exchanged = section(text, EXCHANGED)
        assert exchanged[-1] == f"- Dot: Round 3. {LONG[:540].strip()}", "what is to be answered is whole"
        shrunk = sum(line.endswith("(in short)") for line in exchanged)
        states.append(
            (
                len(section(text, OBSERVED)),
                -shrunk,
                len([line for line in section(text, OTHERS) if line.startswith("  ")]),
                len([line for line in section(text, OWN) if line.startswith("  ")]),
                len(exchanged) - 1,
            )
        )
    insights, in_shorts, others, own, exchanged_before = (list(column) for column in zip(*states, strict=True))
    for column in (insights, others, own, exchanged_before):
        assert column == sorted(column, reverse=True)
        assert column[-1] == 0
    gone = [column.index(0) for column in (insights, others, exchanged_before)]
    assert gone == sorted(gone)
    assert insights[0] == 3, "a long exchange does not push them out"
    assert min(in_shorts) == -7
    assert own.index(0) >= others.index(0)


def test_the_recent_exchange_has_a_budget_of_its_own_beside_the_message_to_be_answered() -> None:
    lines = section(view(moment_of(crowd(PEOPLE, 3), HERE)), EXCHANGED)
    assert len(lines) == 8
    assert lines[-1] == f"- Dot: Round 3. {LONG.strip()}"
    assert tokens("\n".join(lines[:-1])) <= 400
    assert lines[0] == "- Ada: Gist of ada 2 (in short)"
    plain = past_of(*(turn(f"aspect[cost]/x{n}/reply[ada]", text=LONG) for n in range(8)))
    shortest = section(view(moment_of(plain, HERE)), EXCHANGED)[0]
    assert shortest == "- Ada: This is a rather long message about the cost of it all. (in short)"
    stance_only = past_of(
        *(each for n in range(8) for each in said("ada", LONG, n, stands=[{"stance": "Only a stance"}]))
    )
    assert section(view(moment_of(stance_only, HERE)), EXCHANGED)[0] == "- Ada: Only a stance (in short)"


def test_a_shortened_message_keeps_what_its_author_withdrew_or_revised_in_it() -> None:
    reasons = [statement("P5", "No", attacks=["P9"]), statement("P6", "It is unsafe", supports=["P5"])]
    new = [statement(f"P{n}", f"It is {n}") for n in (1, 2, 4)]
    reasons += [statement("P7", "It is loud", supports=["P5"])]
    stated = said("ada", "First.", 1, new=[*new, *reasons])
    moved = [deed("P1", "withdraws", quote="I drop it"), deed("P2", "revises", text="It is three", quote="three")]
    moved += [deed("P4", "revises", text="It is three", quote="three")]
    moved += [deed("P6", "closes", because="the floor is shut"), deed("P7", "drops", because="it stands apart")]
    later = said("ada", LONG, 2, new=[statement("P3", "It is late")], about=moved)
    past = past_of(*stated, *later, *(each for n in range(3, 8) for each in said("ben", LONG, n)))
    lines = section(view(moment_of(past, HERE.replace("ada", "cyd"))), EXCHANGED)
    told = "withdraws: It is 1; holds now: It is three; says that the objection was met: It is unsafe"
    told += "; says that it no longer matters: It is loud; It is late"
    assert f"- Ada: {told} (in short)" in lines
    gone = [deed(id, "withdraws", quote="I drop it") for id in ("P2", "P4")]
    anew = *past, *said("ada", LONG, 8, about=gone), *(each for n in range(9, 12) for each in said("ben", LONG, n))
    lines = section(view(moment_of(past_of(*anew), HERE.replace("ada", "cyd"))), EXCHANGED)
    assert not any("holds now" in line for line in lines), "nobody holds it any more"


def test_a_message_that_led_to_a_room_keeps_the_sentence_about_the_claim_and_the_next_one() -> None:
    verdict, why = "So I dispute that it is cheap.", "Nobody has counted the battery."
    said_of_it = deed("P1", "disagrees", quote="I dispute that it is cheap")
    ben = said("ben", f"{LONG}{verdict} {why} {LONG}", 1, about=[said_of_it])
    turns = [*said("ada", "It is cheap.", 0, new=[statement("P1", "It is cheap")]), *ben, *said("cyd", "No.", 2)]
    led = section(in_room(*turns, *said("cyd", "No.", 3, about=[deed("P1", "disagrees")])), LED)
    assert led[1].endswith(f"of it all. […] {verdict} {why} […]")
    early = said("ben", f"{verdict} {why} {LONG}", 1, about=[said_of_it])
    led = section(in_room(*turns[:2], *early, *said("cyd", "No.", 3, about=[deed("P1", "disagrees")])), LED)
    assert led[1].count(verdict) == led[1].count("[…]") == 1
    last = said("ben", f"{LONG}{verdict}", 1, about=[said_of_it])
    led = section(in_room(*turns[:2], *last, *said("cyd", "No.", 3, about=[deed("P1", "disagrees")])), LED)
    assert led[1].endswith(f"of it all. […] {verdict}")


def test_of_a_long_message_whole_sentences_are_shown() -> None:
    past = past_of(*said("ben", LONG), *said("ada", LONG, 2), *said("ben", "Short."))
    own = section(view(moment_of(past, HERE)), EXCHANGED)[1]
    assert own.startswith("- Ada: This is a rather long message")
    assert own.endswith("of it all. […]")


def test_a_question_that_names_the_reader_reaches_them_whole() -> None:
    """SPEC VIEW.1: every question put to the reader is given whole, outside the budget."""
    asked = f"{LONG}So, Ada, who pays for the battery?"
    quiet = [each for n in range(3, 9) for each in said("cyd", LONG, n)]
    before = said("ben", f"{asked} Well?", 1)
    past = past_of(*before, *said("ada", "Later.", 2), *said("dot", asked, 2), *quiet, *said("ben", "Yes.", 9))
    lines = section(view(moment_of(past, HERE)), EXCHANGED)
    assert f"- Dot: {asked}" in lines
    assert sum("(in short)" in line for line in lines) >= 3, "the others give way"
    others = section(view(moment_of(past, HERE.replace("ada", "cyd"))), EXCHANGED)
    assert f"- Dot: {asked}" not in others
    first = past_of(*before, *said("ada", "Later.", 2), *quiet)
    assert f"- Ben: {asked} Well?" not in section(view(moment_of(first, HERE)), EXCHANGED), "Ada has spoken since"


@pytest.mark.parametrize(("people", "most"), [(2, 800), (4, 800), (5, 880), (12, 1440)])
def test_the_budget_grows_with_the_table(people: int, most: int) -> None:
    names = tuple(f"seat{n}" for n in range(people))
    moment = moment_of(crowd(names, 2), "aspect[cost]/miniround[3]/reply[seat0]", people=names)
    assert budget(moment) == most
    assert 200 < tokens(view(moment)) <= most + tokens(LONG) + 12, "what is to be answered is not counted"


TEXTS = st.one_of(
    st.text(max_size=300),
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), max_size=300),
    st.sampled_from(["", "## Open disputes", "word " * 300, "x" * 2000, "a\nb\n- c", "Is it so, Ada? " * 90]),
)
ENTRIES = st.fixed_dictionaries(
    {"id": st.sampled_from(["P1", "P2", "P 3"])},
    optional={"text": TEXTS, "quote": TEXTS, "does": st.sampled_from(["disagrees", "agrees", "revises", "withdraws"])},
)
STANDS = st.fixed_dictionaries(
    {}, optional={"stance": TEXTS, "position": TEXTS, "confidence": st.one_of(st.floats(), TEXTS)}
)
RECORDS = st.fixed_dictionaries(
    {
        "new": st.lists(ENTRIES, max_size=2),
        "about": st.lists(ENTRIES, max_size=3),
        "stands": st.lists(STANDS, max_size=2),
    },
)
NONSENSE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=8,
)
FIELDS = (
    "new",
    "about",
    "stands",
    "claims",
    "items",
    "summary",
    "claim",
    "crux",
    "best",
    "minds",
    "resolved",
    "confidence",
)


@given(
    spoken=st.lists(st.tuples(st.sampled_from(PEOPLE), TEXTS, RECORDS), max_size=14),
    insights=st.lists(TEXTS, max_size=3),
    who=st.sampled_from(PEOPLE),
)
@settings(max_examples=120)
def test_no_board_makes_a_view_longer_than_its_budget_but_for_open_disputes(
    spoken: list[tuple[str, str, dict[str, Any]]], insights: list[str], who: str
) -> None:
    turns = [each for n, (by, text, data) in enumerate(spoken) for each in said(by, text, n, **data)]
    turns.append(turn("aspect[cost]/r[clerk]", "reflections", items=list(insights)))
    past = past_of(*turns)
    moment = moment_of(past, f"aspect[cost]/miniround[99]/reply[{who}]", aspects=["cost"])
    disputes = "\n".join(claim_line(moment, claim) for claim in claims_of(moment.past).values() if claim.open)
    whole = sum(tokens(line(text)) + 8 for by, text, _ in spoken if by != who)
    for shown in (view(moment), standing_view(moment)):
        assert disputes in shown, "open disputes are never cut"
        found = titles(shown)
        assert found == [title for title in ORDER if title in found], "nothing that was said passes for a heading"
        left = sum(map(tokens, (*section(shown, OTHERS), *section(shown, OWN), disputes))) + 60
        over = tokens(shown) - budget(moment) - whole
        assert over <= 0 or (left > 400 and OBSERVED not in found), "all that may give way has given way"
    assert tokens(closing_view(moment)) <= 3 * budget(moment) + tokens(disputes)


@given(
    payloads=st.lists(
        st.tuples(
            st.sampled_from(["ledger", "card", "reflections", "record", "evidence", "stance", "assessment"]),
            st.dictionaries(st.sampled_from(FIELDS), NONSENSE, max_size=5),
        ),
        max_size=6,
    )
)
@settings(max_examples=150)
def test_assembling_never_fails_on_nonsense(payloads: list[tuple[str, dict[str, Any]]]) -> None:
    turns: list[Turn] = [turn("aspect[cost]/say[ada]"), turn("aspect[cost]/say[ben]")]
    for n, (gives, data) in enumerate(payloads):
        path = f"aspect[cost]/say[ada]/minutes/{gives}[clerk]" if n % 2 else f"aspect[cost]/crux[c1]/{gives}[ada]"
        heard = "all" if n % 3 else "room:aspect[cost]/crux[c1]"
        turns.append(turn(path, gives, heard=heard, **data))
    moment = moment_of(past_of(*turns), "aspect[cost]/crux[c1]/statement[ada]", aspects=["cost"])
    for writer in WRITERS.values():
        assert isinstance(writer.write(moment), str)


@given(text=st.text(), most=st.integers(1, 50))
def test_a_cut_text_is_short_enough_and_a_beginning(text: str, most: int) -> None:
    kept = cut(text, most)
    assert tokens(kept) <= most or not kept
    assert text.startswith(kept)


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        ("One. Two. Three.", 100, "One. Two. Three."),
        ("One is here. Two is here. Three is here.", 8, "One is here. Two is here."),
        ("One is here. Two is here. Three is here.", 1, "One is here."),
        ("It was, e.g. here. Then there.", 1, "It was, e.g. here."),
        ("She said: “No. Never.” And left. Later.", 1, "She said: “No. Never.”"),
        ("It costs 3.5 million. So what?", 1, "It costs 3.5 million."),
        ("これは長い。次です。", 1, "これは長い。"),
        ("no end at all", 1, "no end at all"),
    ],
)
def test_a_text_is_shortened_by_whole_sentences(text: str, most: int, kept: str) -> None:
    assert sentences_of(text, most) == kept


@given(text=st.text(), most=st.integers(1, 50))
def test_what_is_shortened_is_a_beginning_and_what_never_ends_is_cut(text: str, most: int) -> None:
    assert text.startswith(sentences_of(text, most))
    assert tokens(sentences_of("word " * 900, most)) <= ENDLESS


# the other views

ROOM = "aspect[cost]/crux[P1]"


def in_room(*turns: Turn) -> str:
    return room_view(moment_of(past_of(*turns), f"{ROOM}/exchange[1]/rejoinder[ada]"))


def disputed(id: str, where: str, holder: str, other: str) -> tuple[Turn, ...]:
    """A claim, and who disputes it."""
    return (
        *message_and_record(f"{where}/more[{holder}]", new=[statement(id, f"About {id}")]),
        *message_and_record(f"{where}/more[{other}]", about=[deed(id, "disagrees")]),
    )


def test_a_room_is_shown_its_claim_what_led_to_it_both_ledgers_and_cards_that_share_something() -> None:
    others = [
        ("c2", "ada", "cyd", "aspect[risk]", "shared person"),
        ("c3", "cyd", "dot", "aspect[cost]", "shared aspect"),
        ("c4", "cyd", "dot", "aspect[risk]", "shares nothing"),
    ]
    turns = [*small()]
    for id, holder, other, where, text in others:
        turns += disputed(id, where, holder, other)
        minds = [{"seat": "cyd", "text": "a test"}]
        turns.append(
            turn(f"{where}/crux[{id}]/card[clerk]", "card", claim=id, crux="value", statement=text, minds=minds)
        )
    turns.append(turn("aspect[risk]/crux[c9]/card[clerk]", "card", claim="c9", crux="fact", statement="of nothing"))
    text = in_room(*turns)
    assert text.startswith(f"## The claim P1: {SAFE}\nSides: Ada, Ben\n")
    assert titles(text)[1:] == [LED, BOTH, "Earlier crux cards"]
    assert section(text, LED) == ["- Ada: It is cheap. ## Open disputes - none", "- Ben: It is not."]
    assert f"  no answer of yours on record to the objection to: {SAFE}" in section(text, BOTH), "c2 had a room"
    assert section(text, "Earlier crux cards") == [
        "- c2: the dispute turns on a value: shared person (not resolved). What would change Cyd’s mind: a test",
        "- c3: the dispute turns on a value: shared aspect (not resolved). What would change Cyd’s mind: a test",
    ]
    assert room_view(moment_of(small(), "aspect[cost]/say[ada]")) == ""


def test_a_room_is_shown_the_source_of_a_claim_and_what_was_said_to_it_last() -> None:
    def taken_up(text: str, **stands: Any) -> list[Turn]:
        turns = [*said("ada", f"{text} 0", 0, new=[statement("P1", SAFE)], stands=[stands])]
        for n in range(1, 20):
            who, does = ("ben", "disagrees") if n % 2 else ("ada", "keeps")
            turns += said(who, f"{text} {n}", n, about=[deed("P1", does)], stands=[stands])
        return turns

    lines = section(in_room(*taken_up("Message")), LED)
    assert [line.rpartition(" ")[2] for line in lines] == ["0", *map(str, range(13, 20))]
    long = in_room(*taken_up(LONG, stance="x " * 900))
    assert tokens(long) <= 2 * 800 + tokens(LONG)
    assert section(long, LED)[-1] == f"- Ben: {LONG.strip()} 19", "what the other one said last is whole"


def test_the_closing_is_shown_everything() -> None:
    past = past_of(
        *small(),
        *met(ROOM, "It has a battery."),
        turn("aspect[cost]/record[clerk]", "record", summary="They spoke of cost."),
        turn("record[clerk]", "record", summary="And of all."),
        *message_and_record(
            "aspect[risk]/say[ben]", new=[statement("P3", "It is harmless.")], stands=[{"position": "None"}]
        ),
        *message_and_record("aspect[risk]/say[ada]", about=[deed("P3", "disagrees")]),
        *message_and_record("aspect[risk]/reply[ben]"),
    )
    text = closing_view(moment_of(past, "closing[ada]", aspects=["cost", "risk"]))
    assert titles(text)[1:] == [EVERYONE, CLAIMS, CARDS_SO_FAR, ROUNDS, EXCHANGED, OBSERVED]
    assert titles(text)[0] == "4 participants; 1 claim in dispute, 2 resolved."
    everyone = section(text, EVERYONE)
    assert "  on cost: Dear" in everyone
    assert "  on risk: None" in everyone
    assert "  no answer of theirs on record to the objection to: It is harmless" in everyone
    assert section(text, CLAIMS)[:2] == [
        "- P1 [resolved] It has a battery. (Ada against Ben)",
        "- P2 [withdrawn] It was fast (Ada against Ben)",
    ]
    assert section(text, CARDS_SO_FAR) == [
        "- P1: the dispute turns on a fact: The battery (resolved between Ada and Ben: It has a battery)."
    ]
    assert section(text, ROUNDS) == [
        "- cost: They spoke of cost.",
        "- the debate: And of all.",
        "- risk: They disputed “It is harmless”.",
    ]


def test_a_round_is_told_in_whole_sentences_and_no_quotation_is_broken_off() -> None:
    """The last aspect was told up to the first full stop within a statement that it quoted."""
    terms = "A contract is needed. If the council goes below, it pays. Signed, it ends the refusal of " + "it " * 130
    past = past_of(
        *message_and_record("aspect[risk]/say[ben]", new=[statement("P3", terms), statement("P4", "It is harmless")]),
        *message_and_record("aspect[risk]/say[ada]", about=[deed("P3", "agrees"), deed("P4", "disagrees")]),
        *message_and_record("aspect[risk]/reply[ben]", about=[deed("P4", "withdraws")]),
    )
    [told] = section(closing_view(moment_of(past, "closing[ada]")), ROUNDS)
    assert told == f"- risk: They agreed on “{terms.strip()}”. […]"
    assert sentences_of("He said “One. Two.” Then three. Four “five. Six", 5) == "He said “One. Two.”"
    assert sentences_of("Four “five. Six seven eight nine", 2) == "Four “five.", "one that is never closed ends nowhere"


def test_a_round_disputes_what_was_first_disputed_in_it_wherever_it_was_stated() -> None:
    """One dispute was told of an aspect, and then three new disagreements were listed."""
    against = turn("aspect[risk]/say[ada]", "assessment", disagree=[{"text": "It is loud", "reason": "It is loud"}])
    past = past_of(
        *message_and_record("aspect[cost]/say[ada]", new=[statement("P1", "It is cheap"), statement("P2", "It is so")]),
        *message_and_record("aspect[risk]/say[ben]", about=[deed("P1", "disagrees"), deed("P2", "agrees")]),
        against,
    )
    cost, risk = rounds_of(past)
    assert (cost.summary, cost.disagreements) == ("2 statements were made, and none of them has been settled.", ())
    assert risk.disagreements == ("It is cheap", "It is loud")
    assert risk.summary == "They agreed on “It is so”, and disputed “It is cheap” and 1 more statement."


def test_the_closing_is_bounded_and_keeps_what_is_in_dispute() -> None:
    turns: list[Turn] = []
    for n in range(120):
        one, other = PEOPLE[n % 4], PEOPLE[(n + 1) % 4]
        path = f"aspect[cost]/miniround[{n}]"
        new = [statement(f"k{n}", f"Claim number {n} about the matter at hand")]
        turns += message_and_record(f"{path}/reply[{one}]", LONG, new=new, stands=[{"stance": LONG}])
        turns += message_and_record(f"{path}/reply[{other}]", about=[deed(f"k{n}", "disagrees")])
        turns += message_and_record(f"{path}/more[{other}]", about=[deed(f"k{n}", "agrees")]) if n % 2 else ()
        turns.append(turn(f"aspect[a{n}]/record[clerk]", "record", summary=LONG))
        turns.append(turn(f"aspect[cost]/x[{n}]/card[clerk]", "card", claim="k1", crux="fact", statement=LONG))
        turns.append(turn(f"aspect[a{n}]/reflect[clerk]", "reflections", items=[LONG]))
    past = past_of(*turns)
    moment = moment_of(past, "closing[ada]")
    text = closing_view(moment)
    kept = [claim_line(moment, claim) for claim in claims_of(past).values() if claim.open]
    assert section(text, CLAIMS) == kept
    assert tokens(text) <= 3 * budget(moment) + tokens("\n".join(kept))


def test_figures_of_the_board() -> None:
    moment = moment_of(small(), "x[clerk]")
    assert participants(moment).splitlines()[0] == "ada: Ada (Voice)"
    assert claims_figure(moment).startswith("- P1 [active]")
    assert f"  no answer of theirs on record to the objection to: {SAFE}" in ledger_figure(moment)
    assert reflections(moment) == "- [pattern] They talk past each other"


def test_a_card_tells_participants_what_was_shared_and_given_up() -> None:
    given = (Given(seat="ada", text="The ambulance", path="x", words="I withdraw it"),)
    card = Card(path="x", claim="P1", crux="fact", statement="The count", how="Not counted", given=given)
    agreed = past_of(
        *message_and_record("say[ada]", new=[statement("P1", "It is dear")]),
        *message_and_record("say[ben]", about=[deed("P1", "agrees")]),
    )
    assert "(not resolved; agreed since; both accept" in card_line(moment_of(agreed), card)
    assert card_line(moment_of(Past()), card) == (
        "- P1: the dispute turns on a fact: The count (not resolved; both accept, without settling the claim: "
        "Not counted). Ada gave way: The ambulance"
    )


def test_a_claim_without_sides_and_a_seat_without_a_name() -> None:
    moment = moment_of(Past())
    assert claim_line(moment, Claim(id="c1", text="x", sides=("zoe",))) == "- c1 [active] x (zoe)"
    quiet = Claim(id="c1", text="x", sides=("zoe",), status="abandoned")
    assert claim_line(moment, quiet) == "- c1 [active] x (zoe)", "somebody may come back to it"
    assert AssembledView(head="").text == ""


def test_of_many_citations_those_that_are_not_verified_are_listed_and_the_rest_counted() -> None:
    good = checked_citations("say[ben]", "a.py:1", "a.py:2")
    assert evidence(moment_of(past_of(turn("say[ben]"), good), "say[ada]")) == "Ben: 2 quotations verified."
    cited = checked_citations("say[ben]", *(f"a.py:{n}" for n in range(43)), status="missing")
    text = evidence(moment_of(past_of(turn("say[ben]"), cited), "say[ada]"))
    assert text.count("\n- ") == 41
    assert text.endswith("- and 3 more")
