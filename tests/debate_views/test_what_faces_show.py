"""What every face shows of a debate, in words: transcript, board, evidence, score, status."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.debate.citations.evidence import CitationRecord, Item
from disputatio.debate.format import Block
from disputatio.debate.log.events import (
    BlockLeft,
    Event,
    FollowUpAsked,
    Recorded,
    TurnAsked,
    TurnCompleted,
    TurnFailed,
    follow_ups,
)
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.log.state import Debate, alter
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.cards import Card, Given
from disputatio.debate.statements.consensus import Measure, measure
from disputatio.debate.statements.history import HistoryStep
from disputatio.debate.statements.ledger import Confidence, OnAspect, Relation, Settlement, Standing
from disputatio.debate.statements.statement import Judgement, Statement, Wording
from disputatio.debate.values import Json
from disputatio.debate.views import citations, status, transcript_words
from disputatio.debate.views.arguments import arguments_of
from disputatio.debate.views.board_view import (
    BoardItems,
    board_items,
    card_item,
    claim_texts,
    moments_of,
    part_of,
    position_changes,
    room_awaited,
)
from disputatio.debate.views.labels import CONCEDED, FLIPS, POINTS, RULES
from disputatio.debate.views.participants import CLERK, SYNTHESIS, YOU, known_glyph, name_of, of_turn
from disputatio.debate.views.places import course_of, heading, short
from disputatio.debate.views.plain_text import MARK
from disputatio.debate.views.progress import Progress
from disputatio.debate.views.rules import rules_of
from disputatio.debate.views.score import NOBODY_THOUGHT, Score, score_of, scores_of
from disputatio.debate.views.stances import standing_items
from disputatio.debate.views.statements import point_items, statements_data
from disputatio.debate.views.transcript import NoteEntry, Transcript, TurnEntry, transcript_of
from disputatio.debate.wording import speak
from disputatio.testing.boards import (
    checked_citations,
    debate_of,
    deed,
    message_and_record,
    past_of,
    record,
    statement,
    statement_of,
    turn,
)
from disputatio.testing.speakers import formats_of

ADA, BEN = "aspect[cost]/take[ada]", "aspect[cost]/take[ben]"
DEBATE = debate_of("ada", "ben")
ROOM = "aspect[cost]/crux[P1]"
STATED = message_and_record(ADA, new=[statement("P1", "It is cheap"), statement("P2", "It is fast")])
TALK = tuple(
    Turn(path=f"{ROOM}/talk[{seat}]", seat=seat, gives="say", heard=f"room:{ROOM}", text="x") for seat in ("ada", "ben")
)


def entry(**more: Any) -> TurnEntry:
    given: dict[str, Any] = {
        "path": "round[1]/say[ada]",
        "seat": "ada",
        "name": "Ada",
        "role": "Voice",
        "task": "say",
        "gives": "say",
        "asked_model": "m:x",
        "at": 0.0,
        "seq": 1,
        "round": 1,
    }
    return TurnEntry(**{**given, **more})


def test_a_turn_that_had_to_oppose_and_did_not_is_marked_once_it_is_whole() -> None:
    torn = entry(gives="opposition", status="done", data={"stance": "mixed", "quote": ""})
    assert transcript_words.doubt_line(torn) == "did not oppose: it declares its stance as “mixed”"
    assert transcript_words.doubt_line(replace_entry(torn, status="open")) == ""
    assert transcript_words.doubt_line(replace_entry(torn, gives="say")) == ""
    assert transcript_words.doubt_line(replace_entry(torn, data={"stance": "opposes", "quote": "It will fail"})) == ""


def test_answers_count_what_they_answer_and_leave_open() -> None:
    taken = [{"to": "Q1", "state": "answered"}, {"to": "Q2", "state": "open"}, {"to": "Q3", "state": "answered"}]
    found = transcript_words.answer_counts(entry(gives="answers", data={"items": taken}))
    assert [(label.word, count) for label, count in found] == [("answered", 2), ("open", 1)]
    assert transcript_words.answer_counts(entry(gives="findings", data={"items": taken})) == ()


# ---- entries of the transcript ---------------------------------------------------------------------------------------
def test_what_has_a_place_of_its_own_in_the_transcript() -> None:
    assert transcript_words.is_shown(NoteEntry("ended", "", 0, 1))
    assert not transcript_words.is_shown(NoteEntry("round", "", 0, 1))
    assert transcript_words.is_shown(entry())
    assert transcript_words.is_shown(entry(gives="ruling", by="person"))
    assert transcript_words.is_shown(entry(gives="ledger", status="failed"))
    assert not transcript_words.is_shown(entry(gives="reflections"))
    kept = entry(gives="reflections", status="done", data={"items": [{}]}, by="rules")
    assert transcript_words.is_shown(kept)
    assert transcript_words.summary_line(kept) == "1 reflection · by rule"
    rehearsed = replace_entry(kept, gives="insights", model="rehearsal:quick")
    assert transcript_words.summary_line(rehearsed) == "1 insight found but not kept: this is a rehearsal"
    assert transcript_words.summary_line(entry(gives="reflections", data={"items": []})) == ""
    estimate = entry(
        gives="traits", status="done", data={"complex": True, "intertwined": True, "reason": "two stores."}
    )
    told = "Estimate of the task: complex, its parts depend on one another (two stores)"
    assert transcript_words.summary_line(estimate) == told
    assert transcript_words.is_shown(estimate)
    assert transcript_words.summary_line(entry(gives="traits", data={})) == "Estimate of the task: simple"
    nothing = entry(gives="patterns", data={"items": [], "note": "Nobody was asked."})
    assert transcript_words.summary_line(nothing) == "Nobody was asked."


def replace_entry(one: TurnEntry, **more: Any) -> TurnEntry:
    return replace(one, **more)


def test_a_turn_is_named_by_who_speaks_and_what_it_is() -> None:
    seats = DEBATE.seats
    assert transcript_words.title(entry(), seats) == "Ada"
    assert transcript_words.title(entry(seat="person", by="person", task="interjection-2"), seats) == "You"
    assert transcript_words.title(entry(seat="clerk", gives="card"), seats) == "Crux card"
    assert transcript_words.chip(entry(seat="person", by="person", task="interjection-2")) == "Interjection"
    assert transcript_words.chip(entry(by="person", gives="answer")) == "Answer"
    assert transcript_words.chip(entry(heard="room:crux[c1]", task="statement")) == "In a crux room · statement"
    assert transcript_words.chip(entry(task="cross-review")) == "Cross review"
    assert transcript_words.claim_of(entry(heard="room:crux[c1]", task="stance")) == "c1"
    assert transcript_words.claim_of(entry(heard="room:work[ada]", task="try")) == "", "alone is no crux room"
    assert [of_turn("x", gives, seats) for gives in ("synthesis", "ledger")] == [SYNTHESIS, CLERK]
    assert of_turn("person", "say", seats) is YOU
    assert [name_of(seat, seats) for seat in ("ada", "clerk", "x", "")] == ["Ada", "Clerk", "x", "somebody"]
    assert known_glyph("▲") == "triangle"
    assert transcript_words.made_by(entry(by="rules")) == "worked out by rules"
    assert transcript_words.made_by(entry(model="m:y")) == "m:y"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"status": "failed", "why": "No key.", "remedy": "Add one."}, "This turn failed: No key. Add one."),
        ({"status": "absent", "why": "skipped"}, "No turn: skipped"),
        ({"status": "cut"}, "This turn was interrupted. What had arrived by then is kept."),
        ({"status": "open"}, ""),
    ],
)
def test_what_is_said_of_a_turn_that_is_not_whole(given: dict[str, Any], said: str) -> None:
    assert transcript_words.state(entry(**given)) == said


def test_what_a_turn_says() -> None:
    mark = MARK
    quick = {"model": "rehearsal:quick", "status": "done"}
    assert transcript_words.text_of(entry(text=f"{mark}\n\nHi", **quick)) == f"{mark}\n\nHi"
    assert transcript_words.text_of(entry(text=f"{mark}\n\nHi", **quick), marked=False) == "Hi"
    assert transcript_words.spoken_text(entry(gives="card", text="{")) == ""
    assert transcript_words.spoken_text(entry(status="failed", partials=["half"])) == "half"
    final = entry(gives="synthesis", status="done", text="Take it.", data={"minority": "But dear."})
    assert transcript_words.text_of(final) == "Take it.\n\n### Minority report\n\nBut dear."
    assert transcript_words.minority(replace_entry(final, text="Take it. But dear.")) == ""
    assert transcript_words.minority(entry(data={"minority": 3})) == ""


def test_questions_are_told_with_the_ids_by_which_they_are_answered() -> None:
    path = "round[1]/question[ada]"
    listed: list[Json] = [{"text": "Why now?"}, {"text": "Who pays?"}, {"text": ""}]
    events: list[Event] = [
        TurnAsked(path=path, seat="ada", model="m:x", task="question", gives="questions", heard="all", sees=()),
        TurnCompleted(path=path, text="I ask.\n\n- Why now?\n- Who pays then?", data={"items": listed}, model="m:x"),
    ]
    records = [Recorded(seq=at, at=0.0, prev_hash="", hash="", event=event) for at, event in enumerate(events, 1)]
    turn = transcript_of(records).turns[path]
    assert turn.asked == {"Q1": "Why now?", "Q2": "Who pays?"}
    assert transcript_words.text_of(turn) == "I ask.\n\n- Q1: Why now?\n- Who pays then?"
    again = replace(turn, text="- low — Q1 again: Who pays?", asked={"Q2": "Who pays?"})
    assert transcript_words.text_of(again) == "- low — Q2 (Q1 again): Who pays?"
    asked_on = FollowUpAsked(path=path, request="r", why="repair")
    assert follow_ups([*records, Recorded(seq=3, at=0.0, prev_hash="", hash="", event=asked_on)]) == 1


def test_what_else_a_turn_tells() -> None:
    judged = entry(data={"agree": [1, 2], "disagree": [], "unverifiable": [3], "confidence": 0.8})
    assert transcript_words.verdicts(judged) == ((POINTS["agreed"], 2), (POINTS["assumption"], 1))
    assert transcript_words.confidence(judged) == 0.8
    assert transcript_words.fell_back(entry(asked_model="a:x", model="b:y"))
    assert not transcript_words.fell_back(entry(asked_model="a:x", model="a:y"))
    assert transcript_words.waits_for_person(entry(asked_model=HUMAN))
    assert not transcript_words.waits_for_paste(entry(asked_model=HUMAN))
    assert transcript_words.waits_for_person(entry(asked_model="clipboard:chat"))
    assert transcript_words.waits_for_paste(entry(asked_model="clipboard:chat"))
    assert transcript_words.is_rehearsal(entry(asked_model="rehearsal:quick"))
    assert not transcript_words.is_rehearsal(entry(asked_model="rehearsal:quick", by="person"))


# ---- places ----------------------------------------------------------------------------------------------------------
def test_where_something_was_said() -> None:
    assert heading("round[2]/say[ada]", "", {}) == "Round 2"
    assert heading("opening[ada]", "", {}) == "Opening"
    assert heading("idea[ada]", "", {}) == ""
    assert heading(ADA, "", {}) == "cost"
    assert heading("aspect[cost]/miniround[2]/reply[ada]", "", {}) == "cost · round 2"
    assert heading(ADA, ROOM, {"P1": "It is cheap"}) == "Crux room: It is cheap"
    assert heading(ADA, ROOM, {"P1": "word " * 20}).endswith("word …")
    assert [short(path) for path in ("round[2]/say[ada]", "opening[ada]", ADA)] == ["R2", "opening", "cost"]
    said = "aspect[the whole price]/miniround[2]/reply[ada]"
    assert short(said) == "the whole p… 2"
    assert (short(said, "the whole price"), short(said, "risk")) == ("R2", "the whole p… 2"), "below its heading"
    assert short("aspect[risk]/take[ada]", "risk") == ""


# ---- the board -------------------------------------------------------------------------------------------------------
def test_a_room_under_way_is_shown_and_its_claim_waits_for_the_card() -> None:
    left_open = turn("ruling-1[person]", "ruling", point="P2", status="open")
    past = past_of(*STATED, *message_and_record(BEN, about=[deed("P1", "disagrees")]), left_open, *TALK)
    board = board_items(DEBATE, past)
    assert [(room.claim, len(room.messages)) for room in board.rooms] == [("P1", 2)]
    assert [claim.status for claim in board.claims] == ["in crux room", "active"]
    assert "wait for its card" in board.claims[0].refusal
    assert "not both at the table" in board.claims[1].refusal
    assert board.said
    assert not BoardItems().said
    assert claim_texts(past) == {"P1": "It is cheap", "P2": "It is fast"}
    unknown = board_items(DEBATE, past_of(*TALK))
    assert (unknown.rooms[0].text, unknown.rooms[0].sides) == ("P1", ())


def test_when_a_room_opens_that_was_asked_for() -> None:
    assert "current turn" in room_awaited("debating")
    assert room_awaited("paused").endswith("Press Continue.")
    assert room_awaited("error").endswith("goes on.")


def test_an_attempt_that_was_mended_is_marked_on_its_message() -> None:
    wrote = turn("take[ben]", "artifact", text="```python\nx = 1\n```")
    tried = turn("take[ben]/trial[sandbox]", "tests", passed=False)
    again = turn("take[ben]/repair[1]/mend[ben]", "artifact", text="```python\nx = 2\n```")
    passed = turn("take[ben]/repair[1]/trial[sandbox]", "tests", passed=True)
    assert board_items(DEBATE, past_of(wrote)).mended == {}
    assert board_items(DEBATE, past_of(wrote, tried, again)).mended == {}, "nobody knows yet what came of it"
    assert board_items(DEBATE, past_of(wrote, tried, again, passed)).mended == {"take[ben]": 1}


def test_changes_of_position_by_message_and_in_a_line() -> None:
    again = "aspect[cost]/reply[ben]"
    came_round = {"id": "P1", "does": "agrees", "quote": "I was wrong", "because": "I forgot the pump"}
    disputed = message_and_record(BEN, about=[deed("P1", "disagrees", because="the pump")])
    past = past_of(
        *STATED, *disputed, *message_and_record(again, "I was wrong. I forgot the pump.", about=[came_round])
    )
    [move] = position_changes(DEBATE, past)
    assert board_items(DEBATE, past).moves_by_message == {again: (move,)}
    assert move.line == "Cost, by argument: Ben accepted P1 (It is cheap), because “I forgot the pump”."
    bare = replace(move, sentence="", aspect="risk", cause="", before='"dear"', kind="withdrawn")
    assert bare.line == "Risk, cost, by argument: Ben withdrew P1 (“dear”).", "marks around all of it are not doubled"


def test_where_somebody_stands_line_by_line() -> None:
    standing = Standing(
        seat="ada",
        agreements=(Relation(seat="ben", on="it is safe", strength="strong"),),
        disagreements=(Relation(seat="", on="the price"), Relation(seat="ben", on="the lake", part=True)),
        missed=(BEN,),
        rules=True,
    )
    course = course_of(DEBATE.seats, ())
    [shown] = standing_items({"ada": standing}, course)
    assert shown.lines == (
        "Agrees with Ben: it is safe (strongly)",
        "Disagrees: the price",
        "Disputes a part of what is said by Ben: the lake",
        "The last entry was made by rule, without a model.",
        "The clerk did not record what they said there: cost.",
    )
    assert shown.own_lines == shown.lines[3:], "with whom they agree stands among the statements"
    assert [tie.told for tie in shown.disagreements] == ["the price", "Ben: the lake"]
    [derived] = standing_items({"ada": standing}, course, derived=True)
    assert not any("by rule" in line for line in derived.lines)
    assert course.who("zed").name == "zed", "a model may have named anything"


def test_what_became_of_a_disagreement_in_words() -> None:
    card = f"{ROOM}/card[clerk]"
    standing = Standing(
        seat="ada",
        disagreements=(
            Relation(seat="ben", on="the price", card=card),
            Relation(seat="ben", on="the pump", card=card, again=True),
        ),
        settled=(
            Settlement(seat="ben", on="It freezes at the shore.", how="", card=card),
            Settlement(seat="ben", on="It thaws.", how="", card=card, joined=("cyd", "dot")),
            Settlement(seat="ben", on="the ice", how="accepted by the person", card="round[2]/ruling-1[person]"),
        ),
    )
    [shown] = standing_items({"ada": standing}, course_of(DEBATE.seats, ()))
    assert shown.lines == (
        "Disagrees with Ben: the price — the crux room of cost did not settle it",
        "Disagrees with Ben: the pump — disputed again after the crux room of cost had settled it",
        "Settled with Ben: It freezes at the shore — since cost",
        "Settled with Ben: It thaws — since cost; accepted by cyd and dot, too",
        "Settled with Ben: the ice — since round 2, accepted by the person",
    )
    assert shown.own_lines == shown.lines[2:]


def test_how_sure_somebody_is_and_what_they_hold_on_each_aspect() -> None:
    standing = Standing(
        seat="ada",
        stance="It is cheap",
        confidences=(Confidence(path=ADA, level=0.5), Confidence(path=ADA, level=0.9)),
        read=(0.67, 0.55),
        aspects={
            "risk": OnAspect(position="High"),
            "speed": OnAspect(position="Fast", since="aspect[speed]/miniround[2]/reply[ada]"),
            "": OnAspect(position="It is cheap", cited=(("a.py:1", "verified"), ("b.py:2", "line exists"))),
            "cost": OnAspect(
                position="Little",
                cited=(("c.py:3", "moved"),),
                unanswered=("And the pump?",),
                challenges=((BEN,),),
                challenged=("P4",),
            ),
        },
    )
    [shown] = standing_items({"ada": standing}, course_of(DEBATE.seats, ()))
    assert "On speed (round 2): Fast" in shown.lines
    assert tuple(line for line in shown.lines if "speed" not in line) == (
        "Confidence: 50% → 90%",
        "How sure, as the clerk read their words: 67% → 55%",
        "On risk: High",
        "Cites: a.py:1 (quotation verified); b.py:2 (line exists)",
        "On cost: Little",
        "Cites on cost: c.py:3 (moved)",
        "No answer is recorded yet to the objection to: And the pump?",
    )
    [shown] = standing_items({"ada": standing}, course_of(DEBATE.seats, ()), moves=())
    assert shown.moves == (), "only the changes that are told"
    [shown] = standing_items({"ada": standing}, course_of(DEBATE.seats, ()), over=True)
    assert shown.lines[-1] == "No answer is recorded to the objection to: And the pump?"
    late = {"over": True, "asked": lambda path, seat: path != BEN}
    [shown] = standing_items({"ada": standing}, course_of(DEBATE.seats, ()), **late)
    assert shown.lines[-1] == "Had no turn left to answer the objection to P4."
    again = {key: replace(on, again=on.challenged) for key, on in standing.aspects.items()}
    [shown] = standing_items({"ada": replace(standing, aspects=again)}, course_of(DEBATE.seats, ()), **late)
    assert shown.lines[-1].startswith("Cites on cost"), "it had been answered before"
    put = {key: replace(on, attacked=(("P3", (ADA, BEN)), ("P2", (ADA,)))) for key, on in standing.aspects.items()}
    [shown] = standing_items({"ada": replace(standing, aspects=put)}, course_of(DEBATE.seats, ()), **late)
    assert shown.lines[-1] == "Had no turn left to answer the objections to P3 and P4."


def test_an_objection_of_the_last_step_was_put_to_nobody_and_a_synthesis_needs_no_record() -> None:
    """Those who rank at the same time cannot answer one another; what sums all up is recorded by nobody."""
    stated = message_and_record("opinion[ada]", new=[statement("P1", "It is cheap")])
    objected = deed("P1", "disagrees", by="ben", turn="ranking[ben]", quote="It is dear")
    rankings = [turn(f"ranking[{who}]", "ranking", text="It is dear", order=["A"]) for who in ("ada", "ben")]
    replies = turn("replies[clerk]", "ledger", new=[], about=[objected])
    past = past_of(*stated, *message_and_record("opinion[ben]"), *rankings, replies, turn("chair[ada]", "synthesis"))
    council = debate_of("ada", "ben")
    together = council.entered.set("ranking", (("ada", "ben"),))  # type: ignore[arg-type]
    debate = replace(council, status="completed", entered=together)

    def lines(past: Past) -> tuple[str, ...]:
        return board_items(debate, past).standings[0].lines

    assert lines(past_of(*stated, *message_and_record("opinion[ben]"), *rankings, replies)) == (
        "Had no turn left to answer the objection to P1.",
    )
    assert not any("did not record" in line for line in lines(past))
    keeps = deed("P1", "keeps", by="ada", turn="ranking[ada]", quote="It is dear")
    kept = turn("replies[clerk]", "ledger", new=[], about=[objected, keeps])
    assert lines(past_of(*stated, *message_and_record("opinion[ben]"), *rankings, kept)) == (
        "Had no turn left to answer the objection to P1.",
    ), "who stands by it in a ranking had not read the other"
    attack = {**statement("P2", "It wears", attacks=["P1"]), "by": "ben", "turn": "ranking[ben]"}
    raised = turn("replies[clerk]", "ledger", new=[attack], about=[{**objected, "beside": ["opinion[ada]"]}])
    assert lines(past_of(*stated, *message_and_record("opinion[ben]"), *rankings, raised))[-1] == (
        "Had no turn left to answer the objection to P1."
    ), "what is put against it in a statement is an objection as well"
    later = past_of(
        *stated, *message_and_record("opinion[ben]"), *rankings, replies, *message_and_record("closing[ada]")
    )
    assert lines(later)[0] == "No answer is recorded to the objection to: It is cheap"
    opinions = (*stated, *message_and_record("opinion[ben]"))
    early = (*opinions, *message_and_record("reply[ben]", about=[deed("P1", "disagrees")]))
    again = past_of(*early, *message_and_record("closing[ada]"), *rankings, replies)
    assert lines(again)[0] == "No answer is recorded to the objection to: It is cheap", "it was made before"


def test_a_card_in_lines() -> None:
    card = Card(
        path="c", claim="c1", crux="fact", statement="Is it measured?", best={"ada": "Yes"}, minds={"ada": "No"}
    )
    assert card_item(card, DEBATE.seats).lines == (
        "It turned on a fact: Is it measured?",
        "Best case of Ada: Yes",
        "What would change the mind of Ada: No",
        "Not resolved",
    )
    named = replace(card, best={"ada": "Yes", "the optimist": "Never"}, minds={"nobody": "A miracle"})
    given = (Given(seat="ada", text="The ambulance", path="x", words="I withdraw it"),)
    shared = Card(path="x/card[clerk]", claim="P1", crux="fact", statement="The count", how="Not counted", given=given)
    assert card_item(shared, DEBATE.seats).lines[1:] == (
        "Ada gave way: The ambulance",
        "Not resolved. Both accept, without settling the claim: Not counted",
    )
    assert [side.who.seat for side in card_item(named, DEBATE.seats).sides] == ["ada"], "only seats have sides"
    over = replace(card, resolved=True, rules=True, best={}, minds={})
    assert card_item(over, DEBATE.seats).lines[1:] == (
        "Resolved: both accept a common statement",
        "The card was made by rule, without a model.",
    )
    both = replace(over, best={"ada": "Yes", "ben": "No"}, how="It is safe")
    assert card_item(both, DEBATE.seats).outcome == "Resolved between Ada and Ben: It is safe", "and for nobody else"


def test_records_and_reflections_in_lines() -> None:
    part = {"seat": "ada", "position": "dear", "argument": "the pump", "evidence": ["a.py:1"], "engaged": ["ben"]}
    said = turn("aspect[cost]/record[clerk]", "record", summary="S", items=[part], disagreements=["d"], shifts=["s"])
    bare = turn("round[1]/record[clerk]", "record", summary="T", derived="rules")
    seen = turn(
        "round[1]/reflect[clerk]", "reflections", items=[{"text": "r", "about": ["ada"], "sources": [ADA, "x"]}]
    )
    board = board_items(DEBATE, past_of(*message_and_record(ADA), said, bare, seen))
    assert board.records[1].lines == (
        "Ada: dear Because: the pump Cites: a.py:1 (answered Ben)",
        "New disagreement: d",
        "Moved: s",
    )
    assert (board.records[0].title, board.records[0].lines) == (
        "round 1",
        ("The record was made by rule, without a model.",),
    )
    [reflection] = board.reflections
    assert ([place.path for place in reflection.sources], reflection.loose) == ([ADA], ("x",))


def test_the_parts_of_the_board_for_who_reads_them_by_machine() -> None:
    stated = statement("P1", "It is cheap", supports=["a.py:1", "P2"], attacks=["P1"])  # itself: that is no edge
    past = past_of(
        *message_and_record(ADA, new=[statement("P2", "Buy it"), stated], stands=[{"position": "Cheap"}]),
        *message_and_record(BEN, about=[deed("P1", "disagrees")]),
    )
    found = {part: part_of(part, DEBATE, past) for part in ("ledger", "stances", "claims", "arguments", "cruxes")}
    assert [one["seat"] for one in found["ledger"]] == ["ada", "ben"]
    assert found["stances"]["ada"][0]["position"] == "Cheap"
    assert found["claims"][0]["id"] == "P1"
    assert {node["id"] for node in found["arguments"]["nodes"]} == {"P1", "P2", "a.py:1"}
    assert found["cruxes"] == part_of("reflections", DEBATE, past) == []
    [one] = part_of("rounds", DEBATE, past)
    assert (one["aspect"], one["disagreements"]) == ("cost", ("It is cheap",))
    graph = arguments_of(past)
    assert {node.id: (node.kind, node.text) for node in graph.nodes if node.id != "P1"} == {
        "a.py:1": ("evidence", "a.py:1"),
        "P2": ("claim", "Buy it"),
    }, "a statement that nobody disputes is none the less one, and no citation"
    assert [(edge.source, edge.target) for edge in graph.edges] == [("a.py:1", "P1"), ("P1", "P2")]
    assert list(moments_of(past)) == ["ada", "ben"]


def test_a_link_says_whether_either_end_has_changed_since() -> None:
    fast = {"id": "P2", "does": "revises", "text": "It is fast enough", "quote": "fast enough"}
    past = past_of(
        *message_and_record(
            ADA, new=[statement("P1", "It is cheap", supports=["P2"]), statement("P2", "It is fast", supports=[])]
        ),
        *message_and_record(
            BEN, new=[statement("P4", "It is small", supports=["P2"])], about=[deed("P1", "disagrees")]
        ),
        *message_and_record("round[2]/say[ada]", about=[fast, deed("P1", "withdraws")]),
        *message_and_record(
            "round[2]/say[ben]", new=[statement("P3", "It is quick to build", supports=["P2"], author="ben")]
        ),
    )
    edges = arguments_of(past).edges
    assert [edge.told for edge in edges] == [
        "used to support P2",
        "supports P2, as it was worded before",
        "supports P2",
    ]
    assert [link.words for link in board_items(DEBATE, past).claims[0].links] == ["+ used to support"]
    own = message_and_record("round[3]/say[ben]", new=[statement("P5", "It is quick once", attacks=["P3"])])
    assert arguments_of(past_of(*past, *own)).edges == edges, "nobody attacks what is theirs"
    assert [one["former"] for one in part_of("arguments", DEBATE, past)["edges"]] == [True, True, False]


def test_a_dispute_about_an_earlier_wording_says_so() -> None:
    worded = tuple(Wording(text=text, path="say[ada]") for text in ("It is safe", "It is safe with a lease"))
    disputed = replace(statement_of("P1", "ada", "It is safe", disagrees={"ben": "no lease"}), wordings=worded)
    [item] = point_items([disputed], DEBATE.seats)
    assert "reworded since it was disputed" in item.note


def test_points_open_first_and_who_gave_way_without_a_reason() -> None:
    def point(id: str, verdict: Any = "", **more: Any) -> Statement:
        said = {"ben": Judgement(seat="ben", verdict=verdict, path="round[1]/say[ben]")} if verdict else {}
        worded = (Wording(text=f"t{id}", path="round[1]/say[ada]"),)
        return Statement(id=id, author="ada", wordings=worded, judgements=said, **more)

    found = point_items(
        [point("P1", "agrees", flip="deferred"), point("P2", "disagrees", failed=("a.py:1 (missing)",)), point("P3")],
        DEBATE.seats,
    )
    assert [item.key for item in found] == ["P2", "P3", "P1"]
    assert [item.label for item in found] == [POINTS["contested"], POINTS["unaddressed"], CONCEDED]
    assert [item.note for item in found] == [
        "round 1, its citation does not hold",
        "round 1",
        f"{FLIPS['deferred'].word}, round 1",
    ]
    assert found[0].spoken == "tP2, contested, Ada, round 1, its citation does not hold"


def test_a_point_is_shown_with_its_way_through_the_debate() -> None:
    revised = {"id": "P1", "does": "revises", "text": "It is cheap to run", "quote": "cheap to run"}
    past = past_of(
        *STATED,
        *message_and_record(BEN, about=[deed("P1", "disagrees")]),
        *message_and_record("end[ada]", about=[revised]),
    )
    [first, second] = point_items(statements_of(past).values(), DEBATE.seats)
    assert (first.text, first.former, first.words) == ("It is cheap to run", ("It is cheap",), "cheap to run")
    assert [step.line for step in first.history] == [
        "Ada stated it (cost): “It is cheap”",
        "Ben disputes it (cost): “I say of P1 that it disagrees”",
        "Ada revised it (end): “cheap to run”",
    ]
    assert [step.who for step in second.history] == ["Ada"]
    room = turn(f"{ROOM}/card[clerk]", "card", claim="P1", resolved=True, how="It is cheap to run")
    [carded] = point_items([statements_of(past.add(room))["P1"]], DEBATE.seats)
    assert carded.history[-1].line == "Both sides met in a crux room (cost)"


# ---- evidence --------------------------------------------------------------------------------------------------------
def item(kind: Any, **more: Any) -> Item:
    return Item(citation="a.py:3", status=kind, **more)


def test_citations_in_words() -> None:
    past = past_of(
        *message_and_record(ADA),
        checked_citations(ADA, "a.py:3"),
        checked_citations(BEN, "http://x", status="external"),
    )
    failed = past.add(checked_citations(ADA, "a.py:3", status="misquoted"))
    assert citations.shares(DEBATE, failed)[0].told == "the one citation: misquoted"
    one, two = citations.citations(DEBATE, past)
    assert (one.key, one.text, one.line) == (f"{ADA}#0", "a.py:3", "Ada, cost: a.py:3: quotation verified")
    assert two.spoken == "http://x: external. Ben, cost."
    assert replace(one, note="n").line.endswith("verified (n)")
    assert replace(one, since="ada").line == "Ada: a.py:3: quotation verified", "nobody is named twice"
    named = past_of(*message_and_record(ADA), checked_citations(ADA, "a.py:3", status="line exists"))
    assert citations.shares(DEBATE, named)[0].told == "the one citation only names a line that exists"
    first, second = citations.shares(DEBATE, past)
    assert (first.told, first.external) == ("the one citation quotes what stands there", 0)
    assert replace(first, total=2, verified=2).told == "both citations quote what stands there"
    assert replace(first, total=3, verified=3).told == "all 3 citations quote what stands there"
    assert (second.told, second.external) == ("nothing that can be checked", 1)
    assert citations.Base(id="c", text="t", verified=1, failed=1).told == "1 of the 2 citations it rests on holds"


def test_what_a_statement_rests_on() -> None:
    path = "round[1]/say[ada]"
    stated = [statement("P1", "It is cheap as a.py:3 says"), statement("P2", "It is fast")]
    past = past_of(
        *message_and_record(path, "It is cheap as a.py:3 says. It is fast.", new=stated),
        checked_citations(path, "a.py:3"),
    )
    assert [(base.id, base.verified) for base in citations.bases(past)] == [("P1", 1)]
    failed = past_of(
        *message_and_record(path, "It is cheap as a.py:3 says.", new=stated),
        checked_citations(path, "a.py:3", status="missing"),
    )
    [base] = citations.bases(failed)
    assert (base.id, base.verified, base.failed, base.score) == ("P1", 0, 1, 0.5)


def test_what_came_of_a_check_in_sentences() -> None:
    moved_ = item("moved", where="a.py:9", differs="two lines lower", pin="0123456789abcdef", path="a.py")
    assert citations.hint(moved_).endswith("Two lines lower. It stands at a.py:9. Checked at commit 0123456789.")
    assert citations.note(moved_) == "two lines lower · stands at a.py:9"
    assert citations.hint(item("missing", differs="no such place")).count("o such place") == 1
    several = item("ambiguous", where="a.py or b.py")
    assert citations.hint(several).endswith("It could be a.py or b.py.")
    assert citations.note(several) == "could be a.py or b.py"


@pytest.mark.parametrize(
    ("kinds", "marked"),
    [
        (("verified", "verified"), "✓ 2 quotations verified"),
        (("verified", "line exists", "line exists"), "✓ 1 quotation verified, 2 lines exist"),
        (("line exists",), "· no quotation verified, 1 line exists"),
        (("verified", "moved"), "≈ 1 quotation verified; 1 moved"),
        (("missing",), "✕ no quotation verified; 1 missing"),
        (("external",), "↗ 1 external citation"),
    ],
)
def test_the_citations_of_a_turn_in_a_mark(kinds: tuple[str, ...], marked: str) -> None:
    record = CitationRecord(items=tuple(item(kind) for kind in kinds))
    label = citations.checked_label(record)
    assert label is not None
    assert label.marked == marked
    assert len(label.parts) == 3
    speak(NullTranslations())  # another language says as much, in words of its own
    try:
        assert citations.checked_label(record) == label
    finally:
        speak(None)


def test_a_turn_without_citations_has_no_mark() -> None:
    assert citations.checked_label(CitationRecord()) is None


# ---- the score and the status ----------------------------------------------------------------------------------------
def progress_with(*history: tuple[int, Measure], **more: Any) -> Progress:
    last = history[-1][1] if history else Measure()
    return Progress(**{"round": 1, "rounds": 0, "measure": last, "points": (), "history": history, **more})


def test_the_score_says_what_it_rests_on() -> None:
    first, second = (
        Measure(agreed=3, contested=3),
        Measure(agreed=6, contested=2, assumptions=1, unaddressed=1, earned=4, given_up=2),
    )
    plain = debate_of("ada", "ben", threshold=90)
    loop = replace(plain.format.body, name="round", repeat=3, until=("consensus $threshold",))
    debate = alter(plain, format=replace(plain.format, body=Block(name="", do=(loop,))))
    found = score_of(debate, progress_with((1, first), (2, Measure()), (3, second), abstained="Nobody recorded it."))
    assert found.counts == "6 agreed, 2 contested, 1 assumption, 1 without a recorded judgement"
    assert found.brief == f"75% converging ({found.counts}; 4 of the 6 agreements earned, 2 without a reason)"
    assert found.lines[0] == (
        "6 of the 8 statements on which others took a side are agreed (75 percent, converging, after round 3)."
    )
    assert found.basis == ("6 of the 8 statements on which others took a side are agreed (95% interval 40 to 93)."), (
        "beside the figure"
    )
    assert Score().basis == "", "nothing was measured"
    more = score_of(
        debate, progress_with((1, Measure(agreed=9, contested=2, earned=1, unaddressed=9, withdrawn=3, met=1)))
    )
    assert (found.rough, more.rough) == (found.basis, ""), "of a handful of statements it is a detail"
    assert "(82 percent, converging, 95% interval 52 to 95, " in more.lines[0]
    assert any(
        "(55 percent); 2 more were withdrawn; 1 more was let go of, as met or as no longer mattering." in line
        for line in more.lines
    )
    assert "After the round before, 3 of 6 were agreed (50 percent)." in found.lines
    assert (
        "No consensus: that needs 90 percent agreement and nothing contested; 2 statements are contested."
        in found.lines
    )
    assert (
        "By the record, others took a side on 8 of all 10 statements (80 percent); "
        "a doubt is not counted as taking a side."
    ) in found.lines
    parts = score_of(debate, progress_with((1, replace(second, partly=2))))
    assert (
        "By the record, others took a side on 8 of all 12 statements (67 percent); "
        "a doubt is not counted as taking a side; 2 were accepted in part."
    ) in parts.lines
    guesses = score_of(debate, progress_with((1, replace(second, partly=1, guessed=1))))
    assert any("2 were accepted in part (1 of them an assumption)." in line for line in guesses.lines)
    earned = "4 of the 6 agreements were earned (in sealed answers, by evidence, by argument, or for a named reason)"
    assert found.lines[-2:] == (f"{earned}; 2 came about without a reason.", "Nobody recorded it.")
    wavered = HistoryStep(path="check[cyd]", seat="cyd", deed="disputed")
    one = statement_of("P1", "ada", "It is safe", agrees={"cyd": "the vendor tested it"}, history=(wavered,))
    named, left = (
        score_of(debate_of("ada", "cyd"), progress_with((1, Measure(agreed=1)), points=points)).warning
        for points in ((one,), ())
    )
    assert (named, left) == (
        "The one agreement was not earned (in sealed answers, by evidence, by argument, or for a named reason).",
        f"{named.removesuffix('.')}; 1 came about without a recorded reason.",
    ), "what somebody names a reason for came about with one"
    told_ = scores_of(debate, progress_with((1, first), (2, Measure()), (3, second)))
    assert [one.score is None for one in told_] == [False, True, False]
    assert "has not been measured yet" in score_of(debate, progress_with()).lines[0]
    assert score_of(debate, progress_with()).brief == "not measured yet"
    ended = score_of(alter(debate, status="max_rounds"), progress_with())
    assert (ended.brief, ended.awaited) == ("not measured", False)
    assert ended.lines == ("Consensus was not measured: no judgement of anybody else's statement is recorded.",)
    down = score_of(debate, progress_with((1, second), (2, first)))
    assert "After the round before, 6 of 8 were agreed (75 percent)." in down.lines
    later = score_of(debate, progress_with((1, first), (2, second), measure=Measure(agreed=4, contested=1)))
    assert "After the round before, 6 of 8 were agreed (75 percent)." in later.lines, "closings come after the rounds"
    few = score_of(debate, progress_with((1, Measure(agreed=2, contested=1)), (2, second)))
    assert few.change == 0, "three statements give no share"
    assert not any("round before" in line for line in few.lines)


def test_what_only_the_moderator_judged_is_counted_beside_what_others_took_a_side_on() -> None:
    debate = debate_of("ada", "ben")
    cyd = Seat(id="cyd", part="moderator", role="Moderator", name="Moderator", model="toy:cyd")
    debate = alter(debate, seats={**debate.seats, "cyd": cyd})
    counted = Measure(agreed=2, contested=2, outdated=1, weighed=3, partly=1, unaddressed=1)
    found = score_of(debate, progress_with((1, counted)))
    sides, others = (
        "2 agreed, 1 contested, 1 contested as worded before, 1 accepted in part",
        "1 without a recorded judgement",
    )
    assert found.counts == f"{sides}, 3 with a neutral judgement only, {others}"
    sided = "By the record, others took a side on 4 of all 9 statements (44 percent)"
    more = "Moderator, who takes none, judged 3 more; 1 was accepted in part."
    assert f"{sided}; {more}" in found.lines
    assert found.layers[-3:] == (("Accepted in part", 1), ("Neutral judgement only", 3), ("No judgement", 1))


def test_what_was_judged_before_it_was_reworded_and_what_some_agree_with_is_counted_as_that() -> None:
    ada, ben, cyd = "round[1]/say[ada]", "round[1]/say[ben]", "round[1]/say[cyd]"
    cheap = deed("P1", "revises", text="It is cheap to run", quote="cheap to run")
    past = past_of(
        *message_and_record(ada, new=[statement("P1", "It is cheap"), statement("P2", "It shrinks")]),
        *message_and_record(ben, about=[deed("P1", "agrees"), deed("P2", "agrees")]),
        *message_and_record(cyd, about=[deed("P2", "doubts")], new=[statement("P3", "It is old")]),
        *message_and_record("round[2]/say[ada]", "It is cheap to run", about=[cheap]),
    )
    shown = {one.key: one.label.word for one in point_items(statements_of(past).values(), {})}
    never = "no judgement recorded"
    assert shown == {"P1": "no judgement of the present wording", "P2": "assumption", "P3": never}
    path = "round[3]/say[cyd]"
    agreed = past.add(turn(path, text="It is cheap, as I say.")).add(record(path, about=[deed("P1", "agrees")]))
    assert {one.key: one.label.word for one in point_items(statements_of(agreed).values(), {})}["P1"] == "agreed"
    found = score_of(DEBATE, progress_with((1, replace(measure(registry_of(past)), agreed=1))))
    counts = "1 without a recorded judgement, 1 reworded since and not judged again"
    assert found.counts == f"1 agreed, 0 contested, 1 assumption, {counts}"
    told = "; 1 more is counted as an assumption: some agree with it, and some doubt it."
    assert any(line.endswith(told) for line in found.lines)


def test_two_that_are_agreed_are_both() -> None:
    assert Score(score=1.0, agreed=2).lines == (
        "Both statements on which others took a side are agreed (100 percent).",
        "Statements (P1, P2 and so on): 2 agreed, 0 contested.",
        "Consensus: 85 percent agreement was needed and nothing contested, and both are there.",
    )
    assert any(line.startswith("No consensus: ") for line in Score(score=0.8, agreed=4).lines)


def test_where_no_score_ends_a_debate_none_is_named() -> None:
    found = score_of(
        debate_of("ada", "ben", threshold=90), progress_with((1, Measure(agreed=9, contested=1, earned=9)))
    )
    assert not found.ends
    assert not any("onsensus: " in line for line in found.lines)


def test_a_high_score_that_was_not_earned_is_warned_of() -> None:
    high = Measure(agreed=9, contested=1, earned=2)
    warned = score_of(DEBATE, progress_with((1, high)))
    assert "Only 2 of the 9 agreements were earned" in warned.warning
    few = Score(score=0.9, agreed=9, contested=1, earned=0.2, deserved=9)
    assert few.unearned == "", "every agreement was earned: it is the others that are not agreed"
    assert "All 9 agreements were earned" in " ".join(few.lines)
    assert sum("were earned" in line for line in warned.lines) == 1, "it is said once"
    assert score_of(DEBATE, progress_with((1, replace(high, earned=8)))).warning == ""
    beside = replace(high, earned=8, unaddressed=40)
    assert score_of(DEBATE, progress_with((1, beside))).warning == "", "eight of nine are not “only” some"
    assert score_of(DEBATE, progress_with((1, Measure(agreed=1, contested=9)))).warning == ""


def test_the_layers_of_a_score_count_what_was_earned_apart() -> None:
    measured = Measure(agreed=5, contested=1, assumptions=2, earned=3)
    assert score_of(DEBATE, progress_with((1, measured))).layers == (
        ("Earned", 3),
        ("Not earned", 2),
        ("Contested", 1),
        ("Assumptions", 2),
    )
    assert score_of(DEBATE, progress_with()).layers == ()


def test_what_can_be_assessed_is_neither_withdrawn_nor_settled() -> None:
    path = "round[1]/say[ada]"
    said = message_and_record(
        path, new=[statement("P1", "It is cheap"), statement("P2", "It is fast")], about=[deed("P2", "withdraws")]
    )
    points = tuple(statements_of(past_of(*said)).values())
    assert progress_with(points=points).assessable == ("P1",)


def test_statements_for_machines_and_the_place_of_a_move() -> None:
    path, again = "round[1]/say[ada]", "round[2]/say[ada]"
    stated = message_and_record(path, new=[statement("P1", "It is cheap")])
    past = past_of(*stated, *message_and_record(again, about=[deed("P1", "withdraws")]))
    [kept] = statements_data(past)
    assert (kept["id"], kept["status"], kept["text"], kept["unsupported"]) == ("P1", "withdrawn", "It is cheap", False)
    [move] = board_items(debate_of("ada", "ben"), past).moves
    assert (move.place.path, move.place.words) == (again, "I say of P1 that it withdraws")
    assert move.line == "Round 2, reason not recorded: Ada withdrew P1 (It is cheap)."
    assert replace(move, cause="Because it is slow;").line.endswith(
        "Ada withdrew P1 (It is cheap), because “it is slow”."
    )


def test_a_rehearsal_has_no_score() -> None:
    seats = {id: replace(seat, model=f"rehearsal:{id}") for id, seat in DEBATE.seats.items()}
    found = score_of(replace(DEBATE, seats=seats), progress_with((1, Measure(agreed=9, contested=1))))
    assert (found.score, found.lines) == (None, (NOBODY_THOUGHT,))


def test_rounds_in_words() -> None:
    assert progress_with(round=0).rounds_told == ""
    assert progress_with(rounds=5).rounds_told == "Round 1 of 5"
    assert progress_with().rounds_told == "Round 1"


def test_the_rules_of_honest_debate_with_their_figures() -> None:
    debate = debate_of("ada", "ben", sealed=True, ledger="round", hidden=False, minority=True)
    assert rules_of(debate, past_of()) == (
        "Sealed first answers: on, none written yet",
        "Moves and reasons: on",
    ), "nobody writes a synthesis here or is asked how sure they are: there is nothing to switch"
    dual = replace(debate, format=formats_of(resource("formats"))["dual"])
    assert "Hidden confidence: off" in rules_of(dual, past_of())
    hidden = alter(dual, options={**dual.options, "hidden": True})
    assert "Hidden confidence: on" in rules_of(hidden, past_of())
    ended = alter(hidden, status="max_rounds")
    assert "Participants did not see how sure the others were" in rules_of(ended, past_of()), "and none was read"
    dual = alter(dual, options={**dual.options, "sealed": False})
    assert not any("confidence" in rule for rule in rules_of(dual, past_of())), "only sealed answers have one there"
    agreed = message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap")])
    second = message_and_record("round[1]/say[ben]", about=[deed("P1", "agrees")])
    assert (
        "Moves and reasons were recorded: the one agreement was not earned"
        in rules_of(debate, past_of(*agreed, *second))[1]
    )
    nobody = {id: replace(seat, model="rehearsal:quick") for id, seat in debate.seats.items()}
    rehearsed = rules_of(replace(debate, seats=nobody), past_of(*agreed, *second))
    assert "Moves and reasons: on" in rehearsed, "where nobody thought, nothing was agreed"
    sealed = replace(debate, replies=debate.replies.set("sealed[ada]", TALK[0]))  # type: ignore[arg-type]
    assert rules_of(sealed, past_of())[0] == "Sealed first answers: on, 1 written"


def test_every_rule_of_honest_debate_shows_its_figure() -> None:
    every = dict.fromkeys(RULES, True)
    council = formats_of(resource("formats"))["council"]
    debate = replace(debate_of("ada", "ben", **every), format=council)
    left = BlockLeft(path="round", exit="stable 2", outcome="completed", why="no position changed for 2 rounds")
    debate = replace(debate, left=debate.left.set("round", left))
    said = [turn(f"opinion[{who}]", "answer", position="Yes", confidence=0.8) for who in ("ada", "ben")]
    said += [turn(f"ranking[{who}]", "ranking", order=["A"]) for who in ("ada", "ben")]
    plans = [turn(f"plan[{who}]", "artifact", text=who) for who in ("ada", "ben")]
    plans += [turn("conclusion/chair[ben]", "synthesis", confidence=0.9, minority="No.")]
    judged = [
        turn(f"judging[{order}]/judgement[cyd]", "comparison", winner=winner)
        for order, winner in (("ab", "A"), ("ba", "B"))
    ]
    told = rules_of(debate, past_of(*said, *plans, *judged, turn("s[clerk]", "synthesis", minority="No.")))
    assert told[1:] == (
        "Letters for names: on, in 3 requests authors were shown as letters",
        "Hidden confidence: on, 2 declared confidences were not shown to those who read the messages, unless these say "
        "the same in their text",
        "Early stop: on, it ended the rounds: no position changed for 2 rounds",
        "Moves and reasons: on",
        "The judge compared in both orders, and they agree",
        "The participants used 2 different models",
    )
    delphi = replace(debate, format=formats_of(resource("formats"))["delphi"], options=dict(debate.options, rounds=3))
    held = replace(delphi, passes=debate.passes.set("round", 3))
    early = "all 3 rounds were held"
    assert f"Early stop: on, {early}" in rules_of(held, past_of())
    assert "Early stop: on" in rules_of(replace(held, left=debate_of("ada").left), past_of()), "it has ended nothing"
    stopped = replace(delphi, passes=debate.passes.set("round", 2))
    assert "Early stop: on, it ended the rounds: no position changed for 2 rounds" in rules_of(stopped, past_of())
    checked = [each for one in said[:2] for each in (one, turn(f"{one.path}/evidence[sources]", "evidence"))]
    assert not any("declared" in line for line in rules_of(debate, past_of(*checked))), "nobody read them"
    assert rules_of(debate, past_of())[1] == "Letters for names: on"
    swayed = [*judged[:1], turn("judging[ba]/judgement[cyd]", "comparison", winner="A")]
    told = rules_of(debate, past_of(*plans, *swayed, turn("s[clerk]", "synthesis", minority="")))
    assert "The judge compared in both orders, which do not agree, so nobody wins" in told
    assert "Minority report: on, there is none" in told
    alike = {id: replace(seat, model="openai:one") for id, seat in debate.seats.items()}
    assert "All participants used one model" in rules_of(replace(debate, seats=alike), past_of())
    people = {id: replace(seat, model="human:") for id, seat in debate.seats.items()}
    assert "Warning about one model: on" in rules_of(replace(debate, seats=people), past_of())


def test_a_rule_is_told_only_where_it_bears_on_the_debate() -> None:
    table = debate_of("ada", "ben", order_swap=True, anonymous=False)
    assert not any(told.startswith(("Both orders", "Letters for names")) for told in rules_of(table, past_of()))
    judge = Seat(id="jo", part="judge", role="Judge", model="toy:jo")
    judged = alter(table, seats={**table.seats, "jo": judge}, options={**table.options, "anonymous": True})
    assert {"Both orders: on", "Letters for names: on"} <= set(rules_of(judged, past_of()))


def test_why_there_are_no_reflections() -> None:
    dialogue = replace(DEBATE, format=formats_of(resource("formats"))["dialogue"])
    told = "No reflections. They come once enough has changed: 0 so far, and it takes more than 15."
    assert board_items(dialogue, past_of()).unreflected == told
    dual = replace(DEBATE, format=formats_of(resource("formats"))["dual"])
    assert board_items(dual, past_of()).unreflected == "This format makes no reflections."
    reflected = past_of(turn("aspect[cost]/reflect[clerk]", "reflections", items=[{"text": "They meet."}]))
    assert board_items(dialogue, reflected).unreflected == ""


def test_how_a_debate_stands_in_one_sentence() -> None:
    def debate(**more: Any) -> Debate:
        return replace(DEBATE, **more)

    failed = DEBATE.failed.set("round[1]/say[ben]", TurnFailed(path="round[1]/say[ben]", kind="k", why="No key."))
    assert status.reason_of_rest(debate(status="impasse", why="nobody moves")) == "Impasse: nobody moves"
    assert status.reason_of_rest(debate(status="stopped", why="stopped by you")) == "Stopped by you"
    assert status.reason_of_rest(debate(status="completed", why="")) == "Completed"
    assert (
        status.reason_of_rest(debate(status="error", why="No key. Add one.", failed=failed))
        == "Ben failed: No key. Add one."
    )
    assert status.reason_of_rest(debate(status="error", why="odd")) == "A turn failed: odd"
    assert status.reason_of_rest(debate(status="debating")) == ""


def test_what_happens_in_the_turns_that_are_open() -> None:
    transcript = Transcript()
    transcript.seats = dict(debate_of("ada", "ben", "cyd").seats)

    def doing(*turns: TurnEntry, **retrying: str) -> str:
        transcript.turns = {turn.path: turn for turn in turns}
        return status.activity(transcript, {turn.path: text for turn in turns for text in retrying.values()})

    three = [entry(path=seat, seat=seat) for seat in ("ada", "ben", "cyd")]
    assert doing() == ""
    assert doing(three[0]) == "Ada is writing"
    assert doing(*three[:2]) == "Ada and Ben are writing"
    assert doing(*three) == "3 participants are writing"
    assert doing(three[0], again="once more") == "once more"
    assert doing(entry(asked_model=HUMAN)) == "waiting for you"
    assert doing(entry(seat="clerk", gives="digest")) == "earlier turns are being condensed"
    assert doing(entry(seat="clerk", gives="ledger")) == status.KEPT
    assert status.again("Ada", 2, 4.2, "No line.") == "Ada is asked again in 4 s (attempt 2 failed): No line."
    paused = replace(DEBATE, status="paused", why="round 1 is over")
    transcript.turns = {"ada": three[0]}
    assert status.sentence(paused, progress_with(), transcript, {}).endswith("after this turn: Ada is writing")
    running = replace(DEBATE, status="debating")
    assert status.sentence(running, progress_with(), transcript, {}) == "Round 1 · Ada is writing"
    transcript.turns = {}
    assert status.sentence(paused, progress_with(), transcript, {}) == "Paused: round 1 is over"
    assert status.sentence(running, progress_with(round=0), transcript, {}) == "working"


def test_who_is_waited_for_and_whether_there_is_a_synthesis() -> None:
    body = Block(name="", do=(Block(name="end", do=(Block(name="final", gives="synthesis"),)),))
    debate = replace(DEBATE, format=replace(DEBATE.format, body=body))
    assert status.failed_synthesis(debate) == ""
    lost = replace(debate, abstained=debate.abstained.set("end/final[clerk]", "no key"))
    assert status.failed_synthesis(lost) == "no key"
    made = replace(lost, replies=lost.replies.set("end/final[clerk]", TALK[0]))  # type: ignore[arg-type]
    assert status.has_synthesis(made)
    assert status.failed_synthesis(made) == ""
    seats = {**DEBATE.seats, "me": Seat(id="me", part="table", model=HUMAN)}
    asked: Any = DEBATE.asked
    for path in ("a[person]", "b[me]", "c[ada]", "d[gone]"):
        asked = asked.set(path, "m")
    assert status.open_to_people(replace(DEBATE, seats=seats, asked=asked)) == ["a[person]", "b[me]"]
    pasted = replace(DEBATE, asked=asked.set("e[ada]", "clipboard:chat"))
    assert status.to_paste(pasted) == ["e[ada]"]
    assert "e[ada]" in status.open_to_people(pasted)


def test_a_card_in_the_transcript_is_resolved_by_its_sides_and_not_by_who_writes_it() -> None:
    transcript = Transcript()
    transcript.seats = dict(DEBATE.seats)
    stance, card = f"{ROOM}/stance[ada]", f"{ROOM}/card[clerk]"
    told_ = {"crux": "fact", "statement": "Is it so?", "resolved": True, "how": "They agree."}
    events: list[Any] = [
        TurnAsked(path=stance, seat="ada", model="m", task="stance", gives="stance", heard=f"room:{ROOM}", sees=()),
        TurnCompleted(path=stance, text="No.", data={"resolved": False}),
        TurnAsked(path=card, seat="clerk", model="m", task="card", gives="card", heard="all", sees=()),
        TurnCompleted(path=card, text="{}", data=told_),
    ]
    for seq, event in enumerate(events, 1):
        transcript.add(Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=event))
    shown = transcript.turns[card]
    assert shown.card is not None
    assert (shown.card.claim, shown.card.resolved) == ("P1", False)
    assert transcript_words.text_of(shown) == "It turned on a fact: Is it so?\n\n- Not resolved"
    assert not transcript_words.by_rule_alone(shown)


def test_a_card_says_what_became_of_its_claim_after_the_room() -> None:
    """A claim that was agreed two rounds later stood on its card as not resolved."""
    stated = message_and_record("round[1]/say[ada]", new=[statement("P1", "It is dear")])
    disputed = message_and_record("round[1]/say[ben]", about=[deed("P1", "disagrees")])
    room = "round[1]/crux[P1]"
    card = turn(f"{room}/card[clerk]", "card", heard="all", claim="P1", crux="fact", statement="Is it?", how="So far")
    past = past_of(*stated, *disputed, turn(f"{room}/statement[ben]", heard=f"room:{room}", text="No."), card)
    [shown] = board_items(debate_of("ada", "ben"), past).cards
    assert shown.outcome == "Not resolved"
    for item in message_and_record("round[3]/say[ben]", about=[deed("P1", "agrees", because="so it is")]):
        past = past.add(item)
    [shown] = board_items(debate_of("ada", "ben"), past).cards
    assert shown.outcome == "Not resolved in the room; agreed later (round 3)"
    assert replace(shown, how="So far").outcome == (
        "Not resolved in the room; agreed later (round 3). Both accept, without settling the claim: So far"
    )


def test_what_became_of_a_claim_and_what_its_room_debated() -> None:
    common = "It is dear in winter"
    stances = [
        turn(f"{ROOM}/stance[{who}]", "stance", f"room:{ROOM}", statement=common, resolved=True)
        for who in ("ada", "ben")
    ]
    card = turn(f"{ROOM}/card[clerk]", "card", crux="horizon", statement="By when", resolved=True)
    talk = [
        *message_and_record("say[ada]", new=[statement("P1", "It is dear")]),
        *message_and_record("say[ben]", about=[deed("P1", "disagrees")]),
    ]
    later = message_and_record("b/say[ada]", about=[deed("P1", "withdraws")])
    for turns, became in (
        ((*stances, card), f"Resolved: {common} (Ada against Ben)"),
        (later, "Withdrawn by Ada (Ada against Ben)"),
        ((), "Active (Ada against Ben)"),
    ):
        board = board_items(DEBATE, past_of(*talk, *turns))
        assert [claim.became for claim in board.claims] == [became]
        assert [claim.debated for claim in board.claims] == ["It is dear"]
        assert [(one.text, one.hangs_on) for one in board.cards] in (
            [], [("It is dear", "It turned on the time horizon: By when")],
        )  # fmt: skip


def test_what_a_synthesis_says_besides_its_answer() -> None:
    form = "### Decision\nUse REST.\n\n### Confidence\n0.8\n\n### Key findings\n- It is cheap"
    minority = "### Minority report\nIt is slow.\n\n"
    data: dict[str, Any] = {"decision": "Use REST.", "minority": "It is slow.", "confidence": 0.8}

    def besides(text: str, gives: str = "synthesis") -> str:
        entry = TurnEntry(
            "s[clerk]", "clerk", "", "Clerk", "synthesis", gives, "m", 0.0, 1, 0, status="done", text=text
        )
        entry.data = data
        return transcript_words.text_besides_answer(entry)

    assert besides(f"They met.\n\n{minority}{form}") == "They met.\n\n### Key findings\n- It is cheap"
    newer = form.replace("Decision", "Recommendation")
    assert besides(f"They met.\n\n{minority}{newer}") == "They met.\n\n### Key findings\n- It is cheap"
    assert besides("### Decision\nSomething else.").startswith("### Decision\nSomething else.")
    assert besides(form.partition("\n\n### Key")[0], "say").startswith("### Decision")


def test_an_early_stop_leaves_out_rounds_or_in_a_council_the_ranking() -> None:
    assert "The remaining rounds (in a council, the ranking) are skipped" in RULES["early_stop"].meaning
