"""How far a debate has come: the round, the measure after each, and the warning of models that think alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.debate.format import Block
from disputatio.debate.log.events import Author, DebateEnded
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.views.charts import agreement_apart
from disputatio.debate.views.measurability import read_one_another, similar_models
from disputatio.debate.views.progress import NO_CLERK, Progress, history_of, progress_of
from disputatio.debate.views.result import result_of
from disputatio.debate.views.rules import rules_of
from disputatio.debate.views.score import EARNED, score_of
from disputatio.debate.views.status import reason_of_rest
from disputatio.debate.walk.plan import Planner
from disputatio.testing.boards import debate_of, deed, message_and_record, past_of, record, statement, turn
from disputatio.testing.speakers import drive, formats_of, opening_event

FORMATS = formats_of(Path(__file__).parents[2] / "resources" / "formats")


def progress(name: str, upto: int | None = None, **options: int) -> Progress:
    log = drive([opening_event(FORMATS[name], seed=4, auto_continue=True, threshold=101, **options)])
    debate = fold(log[:upto])
    return progress_of(debate, Planner().walk(debate).past)


def test_rounds_are_counted_against_their_option() -> None:
    assert (progress("dual", 1, rounds=3).round, progress("dual", 1, rounds=3).rounds) == (0, 3)
    assert (progress("dual", rounds=3).round, progress("dual", rounds=3).rounds) == (3, 3)


def test_a_number_in_the_format_itself_bounds_the_rounds_and_without_a_loop_there_are_none() -> None:
    def with_body(*blocks: Block) -> Progress:
        form = replace(FORMATS["dual"], body=Block(name="", do=blocks))
        return progress_of(fold([opening_event(form)]), Past())

    assert with_body(Block(name="start"), Block(name="lap", repeat=4)).rounds == 4
    assert (with_body(Block(name="start")).round, with_body(Block(name="start")).rounds) == (0, 0)
    assert with_body(Block(name="lap", repeat="$nothing")).rounds == 0


def test_the_history_has_one_measure_for_each_assessed_round_and_ends_with_the_present_one() -> None:
    found = progress("dual", rounds=3)
    rounds = [round for round, _ in found.history]
    assert rounds == sorted(set(rounds))
    assert rounds
    assert set(rounds) <= {1, 2, 3}
    assert found.history[-1][1] == found.measure or not found.measure.measured
    assert found.points


def test_where_nobody_reads_anybody_no_share_of_statements_is_called_agreement() -> None:
    panel = fold([opening_event(FORMATS["delphi"], extra=2)])
    ada, ben, *_ = panel.seats
    said = message_and_record(f"estimate[{ada}]", new=[statement("P1", "It is half of it")])
    alike = message_and_record(f"estimate[{ben}]", about=[deed("P1", "agrees")])
    past = past_of(*said, *alike)
    found = score_of(panel, progress_of(panel, past))
    assert (found.score, found.agreed, found.apart, found.layers) == (None, 1, True, ())
    assert found.brief == "not measured: panellists saw only figures and unnamed reasons"
    said_alike = (
        "Panellists saw only figures and unnamed reasons, so agreement is not given as a share; "
        "on 1 point two or more said the same"
    )
    assert f"{said_alike}." in found.lines
    every = [deed("P1", "agrees", by=seat) for seat in panel.seats if seat != ada]
    others = [turn(f"estimate[{seat}]") for seat in panel.seats if seat != ada]
    both = record("round[1]", about=every, new=[statement("P2", "Two", by=ada), statement("P3", "Three", by=ada)])
    both = record("estimate", **{**both.data, "about": [*every, deed("P2", "agrees", by=ben)]})
    whole = past_of(*said, *others, both)
    assert "all 5 agree on 1 reason, two or more on 1 other." in score_of(panel, progress_of(panel, whole)).lines[0]
    several = past_of(*said, *others, record("estimate", about=every))
    assert score_of(panel, progress_of(panel, several)).lines[0].endswith("; all 5 agree on 1 reason.")
    reworded = several.add(turn(f"round[1]/revise[{ben}]"))
    against = [deed("P1", "disagrees", by=ben)]
    reworded = reworded.add(record(f"round[1]/revise[{ben}]", about=against)).add(turn(f"round[2]/revise[{ada}]"))
    again = [deed("P1", "revises", text="It is a third", by=ada)]
    reworded = reworded.add(record(f"round[2]/revise[{ada}]", about=again))
    told = "on 0 points two or more said the same; 1 was disputed before a rewording."
    assert score_of(panel, progress_of(panel, reworded)).lines[0].endswith(told), "it is no present dispute"
    assert agreement_apart(panel, progress_of(panel, past)) == found.lines
    disputed = past.add(turn(f"round[1]/revise[{ben}]"))
    disputed = disputed.add(record(f"round[1]/revise[{ben}]", about=[deed("P1", "disagrees", because="No")]))
    now = progress_of(panel, disputed)
    assert "on 0 points two or more said the same, and 1 point is in dispute." in score_of(panel, now).lines[0]
    assert agreement_apart(fold([opening_event(FORMATS["dual"])]), now) == ()
    assert not score_of(panel, progress_of(panel, Past())).apart, "and before that, nothing is said of it"
    opened = {name: fold([opening_event(form, extra=2)]) for name, form in FORMATS.items()}
    assert [name for name, debate in opened.items() if not read_one_another(debate)] == ["delphi"]


def test_a_council_reads_one_another_by_ranking_and_where_that_was_skipped_no_share_is_called_agreement() -> None:
    council = FORMATS["council"]
    skipped = drive([opening_event(replace(council, body=_without(council.body, "ranking")), extra=2)])
    ranked = drive([opening_event(council, extra=2)])
    assert [read_one_another(fold(log)) for log in (skipped, ranked)] == [False, True]
    blind = replace(council, body=_without(council.body, "replies"))
    assert not read_one_another(fold([opening_event(blind, extra=2)])), "what nobody records can show no dispute"
    ada, ben, cyd, *_ = fold(skipped).seats
    made = ("new", [statement("P1", "A pool can be closed for good", by=ada)])
    said = [turn(f"opinion[{seat}]", "answer", text="A pool.") for seat in (ada, ben, cyd)]
    deeds = [deed("P1", "disagrees", by=ben), deed("P2", "agrees", by=cyd)]
    record = turn("review/ledger[clerk]", "ledger", new=[*made[1], statement("P2", "Two", by=ada)], about=deeds)
    debate = fold(skipped)
    found = score_of(debate, progress_of(debate, past_of(*said, record)))
    assert (found.score, found.agreed, found.contested, found.apart) == (None, 1, 1, True)
    assert found.brief == "not measured: no reply of one participant to another was recorded"
    said = "No reply of one participant to another was recorded, so no share says how far they agree; on 1 point"
    assert f"{said} two or more said the same, and 1 point is in dispute." in found.lines
    told = f"An agreement counts as earned if it came about {EARNED}."
    opinions = [turn(f"opinion[{seat}]", "answer", text="A pool.") for seat in (ada, ben, cyd)]
    reasoned = deed("P2", "agrees", by=cyd, because="the list of last May says so")
    kept = turn("review/ledger[clerk]", "ledger", new=record.data["new"], about=[deeds[0], reasoned])
    for past, means in ((past_of(*opinions, record), False), (past_of(*opinions, kept), True)):
        lines = [line.text for line in result_of(debate, past).section("What is agreed").lines]
        assert (told == lines[0]) == means, "it is explained above the first that is called so"


def test_a_council_that_was_spared_the_ranking_says_so() -> None:
    ended = fold(drive([opening_event(FORMATS["council"], extra=2)]))
    told = "nobody had to rank the answers, since all gave the same one before reading the others"
    assert told not in reason_of_rest(ended)
    alike = replace(ended, entered=ended.entered.set("review/ranking", ()))
    past = Planner().walk(ended).past
    assert reason_of_rest(alike) == f"{reason_of_rest(ended)}; {told}"
    assert f"Early stop: on, {told}" in rules_of(alike, past)
    assert "Early stop: on, the first answers differed, so they were ranked" in rules_of(ended, past)


def test_a_record_after_the_rounds_of_what_was_said_in_the_last_one_belongs_to_that() -> None:
    """The record of the last round came with the conclusion, and "the round before" was the last one without it."""
    said = message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap")])
    judged = turn("round[1]/critique[ben]", "assessment", disagree=[{"point": "P1", "reason": "no"}])
    late = turn("round[2]/say[ben]", text="Cheap it is.")
    agrees = deed("P1", "agrees", by="ben", turn=late.path, quote="Cheap it is.")
    past = past_of(*said, judged, late, turn("conclusion/arrears[clerk]", "ledger", new=[], about=[agrees]))
    assert [(round, each.agreed) for round, each in history_of(past)] == [(1, 0), (2, 1)]
    closing = turn("closing[ben]", text="No, dear.")
    back = deed("P1", "disagrees", by="ben", turn=closing.path, quote="No, dear.")
    closed = past_of(*past, closing, turn("closed[clerk]", "ledger", new=[], about=[back]))
    assert [(round, each.agreed) for round, each in history_of(closed)] == [(1, 0), (2, 1)], "a closing is in no round"


def test_an_early_stop_that_a_format_never_had_is_not_called_off() -> None:
    dual, council = (fold([opening_event(FORMATS[name])]) for name in ("dual", "council"))
    assert not any("Early stop" in rule for rule in rules_of(dual, past_of()))
    off = replace(council, options={**council.options, "early_stop": False})
    assert "Early stop: off" in rules_of(off, past_of()), "somebody switched it off"
    on = replace(dual, options={**dual.options, "early_stop": True})
    assert any(rule.startswith("Early stop: on") for rule in rules_of(on, past_of()))


def _without(block: Block, name: str) -> Block:
    return replace(block, do=tuple(_without(child, name) for child in block.do if child.name != name))


def test_a_ruling_outside_of_the_rounds_is_in_no_round() -> None:
    said = message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap")])
    judged = turn("round[1]/critique[ben]", "assessment", disagree=[{"point": "P1", "reason": "no"}])
    ruled = Turn(path="start/ruling-1[person]", seat="person", gives="ruling", heard="all", text="")
    past = past_of(*said, judged, ruled)
    assert [round for round, _ in history_of(past)] == [1]


@pytest.mark.parametrize(
    ("models", "warns"),
    [
        (("m:1", "m:1"), True),
        (("m:1", "m:1", ""), True),
        (("m:1", "m:2"), False),
        (("m:1",), False),
        (("m:1", HUMAN), False),
        (("rehearsal:a", "rehearsal:a"), False),
        ((), False),
    ],
)
def test_one_model_on_every_seat_is_warned_of(models: tuple[str, ...], warns: bool) -> None:
    seats = {f"s{n}": Seat(id=f"s{n}", part="p", model=model) for n, model in enumerate(models)}
    text = similar_models(Debate(seats=seats))
    assert similar_models(Debate(seats=seats, options={"diversity": False})) == "", "where nobody wants to be warned"
    assert bool(text) == warns
    assert not warns or ("m:1" in text and "Mix providers" in text)


def test_a_chat_on_every_seat_is_warned_of_by_its_name() -> None:
    seats = {id: Seat(id=id, part="p", model="clipboard:chat") for id in ("a", "b")}
    assert similar_models(Debate(seats=seats)).startswith("All participants use the chat “chat”: ")


def test_nothing_has_been_asked_and_there_is_progress_to_show() -> None:
    found = progress("dual", 1, rounds=2)
    assert (found.points, found.history, found.measure.measured) == ((), (), False)


def test_formats_with_and_without_a_critic_are_measured_by_the_same_statements() -> None:
    """Common ground is agreed, disagreement is contested, and what nobody took up is not assessed (SPEC DUAL.3)."""
    past = past_of(
        *message_and_record("round[1]/say[ada]", new=[statement(f"P{n}", f"Statement {n} is so") for n in range(1, 5)]),
        *message_and_record(
            "round[1]/say[ben]", about=[deed("P1", "agrees"), deed("P2", "disagrees"), deed("P3", "doubts")]
        ),
    )
    found = progress_of(debate_of("ada", "ben"), past).measure
    assert (found.agreed, found.contested, found.assumptions, found.unaddressed) == (1, 1, 1, 1)
    assert (found.score, found.coverage) == (0.5, 0.5)


def test_a_dispute_that_nobody_returns_to_is_no_agreement() -> None:
    past = past_of(
        *message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap"), statement("P2", "It is fast")]),
        *message_and_record("round[1]/say[ben]", about=[deed("P1", "agrees"), deed("P2", "disagrees")]),
        *(turn(f"round[{n}]/say[ada]") for n in (2, 3, 4)),
    )
    assert registry_of(past).statements["P2"].abandoned
    found = progress_of(debate_of("ada", "ben"), past).measure
    assert (found.agreed, found.contested, found.score) == (1, 1, 0.5)


@pytest.mark.parametrize(
    ("by", "kept", "said"), [("rules", "round", NO_CLERK), ("model", "round", ""), ("rules", "off", "")]
)
def test_where_no_clerk_records_anything_that_is_said(by: Author, kept: str, said: str) -> None:
    form = FORMATS["dual"]
    debate = fold([opening_event(form, ledger=kept)])
    message, record = message_and_record("round[1]/analysis[analyst]", "It is cheap.")
    past = past_of(message, replace(record, by=by))
    assert score_of(debate, progress_of(debate, past)).abstained == said
    assert progress_of(debate, past_of(message)).abstained == ""
    assert progress_of(debate, Past()).abstained == ""


def test_that_no_estimate_changed_any_more_is_said_once_where_that_ended_the_debate() -> None:
    panel = fold([opening_event(FORMATS["delphi"])])
    ada, *others = panel.seats

    def given(place: str, seat: str, number: int) -> Turn:
        value = {"kind": "number", "value": number, "unit": "%"}
        return turn(f"{place}[{seat}]", "answer", position=f"{number} %", value=value)

    first = [given("estimate", seat, 20) for seat in panel.seats]
    later = [given(f"round[{n}]/revise", seat, 26 if seat == ada else 20) for n in (1, 2) for seat in panel.seats]
    past = past_of(*first, *later)
    told = [line.text for line in result_of(panel, past).section("How much is agreed").lines]
    changed = (
        f"One of {len(others) + 1} participants changed the estimate: 20 % → 26 % ({panel.seats[ada].name or ada})."
    )
    assert changed in told
    assert "No estimate changed in the last round; 1 of 3 in the one before." in told
    ended = evolve(panel, DebateEnded(outcome="completed", why="no estimate changed for one round"))
    told = [line.text for line in result_of(ended, past).section("How much is agreed").lines]
    assert [line for line in told if "changed" in line] == [
        "The estimates no longer changed: none did in the last round.",
        changed,
    ]
