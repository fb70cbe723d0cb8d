"""Early stop (SPEC FORMAT.2): a debate that repeats itself ends before its rounds are used up, where its format says so
and nobody has switched that off; never because somebody is sure, and never on what a rule alone has read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from disputatio.app.paths import resource
from disputatio.debate.board.room_entry import no_new_claims
from disputatio.debate.format import Block, Format
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.conditions import stable, unanimous, undecided
from disputatio.debate.policy import At
from disputatio.testing.boards import (
    checked_citations,
    debate_of,
    deed,
    message_and_record,
    past_of,
    record,
    statement,
    turn,
)
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
ADA, BEN = "round[1]/turn[ada]", "round[1]/turn[ben]"
OPENING = (
    *message_and_record(ADA, "It is safe", new=[statement("P1", "It is safe")]),
    *message_and_record(BEN, "It is cheap", new=[statement("P2", "It is cheap")]),
)
LATER = "round[2]/turn[ada]"


def answered(path: str, position: str = "Yes", model: str = "") -> Turn:
    return replace(turn(path, "answer", text=position, position=position), model=model or f"m:{path[-4:]}")


def at(*turns: Turn, path: str = "round[2]", **options: object) -> At:
    return At(debate=debate_of("ada", "ben", **options), path=path, past=past_of(*turns))


def loop(form: Format) -> Block:
    return next(block for block in form.body.do if block.repeat)


@pytest.mark.parametrize(
    ("name", "exits"),
    [
        ("collaborative", {"unanimous", "stable", "no-new-claims"}),
        ("expert-panel", {"unanimous", "stable", "no-new-claims"}),
        ("adversarial", {"stable", "no-new-claims"}),  # everybody must challenge first, whatever they answered before
        ("devils-advocate", {"stable", "no-new-claims"}),  # so must the devil's advocate
        ("socratic", {"no-new-claims"}),  # nobody is asked for a position
    ],
)
def test_the_round_table_modes_stop_early_unless_that_is_switched_off(name: str, exits: set[str]) -> None:
    form = FORMATS[name]
    found = {str(ref).split()[0].split("(")[0] for ref in (*loop(form).until, *loop(form).unless)}
    named = {exit for exit in exits if any(exit in text for text in found)}
    assert (form.options["early_stop"], named) == (True, exits)


def test_a_council_of_one_mind_ranks_nothing_and_a_dual_debate_has_no_early_stop() -> None:
    assert FORMATS["council"].options["early_stop"] is True
    assert "early_stop" not in FORMATS["dual"].options
    sealed = answered("opinion[ada]"), answered("opinion[ben]")
    assert not undecided(at(*sealed, path="ranking"))
    assert undecided(at(*sealed, path="ranking", early_stop=False)), "switched off, all is ranked"
    assert undecided(at(sealed[0], answered("opinion[ben]", "No"), path="ranking"))
    assert undecided(at(*(replace(each, model="m:1") for each in sealed), path="ranking")), "one model alone"


def test_a_verified_objection_that_is_open_keeps_answers_apart() -> None:
    same = answered(f"{ADA}"), answered(f"{BEN}")
    said = message_and_record(
        "round[1]/say[ben]", "It is cheap at a.py:1", new=[statement("P1", "It is cheap at a.py:1")]
    )
    disputed = message_and_record("round[1]/say[ada]", "No", about=[deed("P1", "disagrees", quote="No")])
    assert unanimous(at(*same)) is not None
    assert unanimous(at(*same, *said, *disputed)) is not None, "nothing of it was verified"
    verified = checked_citations("round[1]/say[ben]", "a.py:1")
    assert unanimous(at(*same, *said, verified, *disputed)) is None


def test_a_round_in_which_nobody_states_anything_new_is_the_last() -> None:
    found = no_new_claims(at(*OPENING, *message_and_record(LATER, "As I said")))
    assert found is not None
    assert (found.outcome, found.why) == ("completed", "no new claim was made")
    fresh = message_and_record(LATER, "It is quick", new=[statement("P3", "It is quick")])
    assert no_new_claims(at(*OPENING, *fresh)) is None
    assert no_new_claims(at(*OPENING, turn(LATER, text="It is quick"))) is None, "nobody recorded the message"


def test_what_a_rule_alone_has_read_ends_nothing() -> None:
    said, kept = turn(LATER, text="It is quick"), record(LATER)
    assert no_new_claims(at(*OPENING, said, replace(kept, by="rules"))) is None
    assert no_new_claims(at(*OPENING, said, replace(kept, data={**kept.data, "derived": "rules"}))) is None
    rehearsed = replace(kept, model="rehearsal:quick")
    assert no_new_claims(at(*OPENING, said, rehearsed)) is not None, "a rehearsal plays the clerk, too"


def test_switched_off_nothing_stops_early() -> None:
    rounds = [answered(f"round[{n}]/turn[{name}]") for n in (0, 1, 2) for name in ("ada", "ben")]
    quiet = (*OPENING, *message_and_record(LATER, "As I said"))
    assert stable(at(*rounds), 2) is not None
    assert stable(at(*rounds, early_stop=False), 2) is None
    assert unanimous(at(*rounds, early_stop=False)) is None
    assert no_new_claims(at(*quiet, early_stop=False)) is None
