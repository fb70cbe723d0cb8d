"""A program that came with a debate from elsewhere: the rules know all that it names, or say what they do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from disputatio.app.paths import resource
from disputatio.debate.format import Block
from disputatio.debate.formats.foreign import unknown_in
from disputatio.debate.log.events import BlockEntered, TurnAsked
from disputatio.testing.speakers import drive_to_gate, formats_of, opening_event

FORMATS = formats_of(resource("formats"))
CAST = {"analyst", "critic"}
OPTIONS = {"rounds": 3, "name": "x"}


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_of_what_ships_is_unknown(name: str) -> None:
    format = FORMATS[name]
    assert unknown_in(format.body, {part.name for part in format.cast}, format.options) == ""


@pytest.mark.parametrize(
    ("step", "word"),
    [
        (Block(name="s", ask="nobody", gives="say"), "s: nobody"),
        (Block(name="s", ask="analyst", gives="nothing"), "s: nothing"),
        (Block(name="s", each="nothing"), "s: nothing"),
        (Block(name="s", order=""), "s: an empty order"),
        (Block(name="s", repeat="$none"), "s: $none"),
        (Block(name="s", repeat="$name"), "s: $name"),
        (Block(name="s", repeat=2, until=("consensus",)), "s: consensus"),
        (Block(name="s", repeat=2, until=("impasse x",)), "s: impasse x"),
        (Block(name="s", when=("",)), "s: an empty when"),
        (Block(name="s", when=("is-not",)), "s: is-not"),
        (Block(name="s", ask="critic", sees=("last $name",)), "s: last $name"),
        (Block(name="s", when=("x" * 500,)), f"s: {'x' * 97}"),
    ],
)
def test_what_the_rules_do_not_know_is_named(step: Block, word: str) -> None:
    assert unknown_in(Block(name="", do=(Block(name="above", do=(step,)),)), CAST, OPTIONS) == word


def test_what_needs_no_index_has_none() -> None:
    known = Block(name="s", repeat="unbounded", do=(Block(name="t", ask="clerk", gives="say"),))
    assert unknown_in(known, CAST, OPTIONS) == ""
    assert unknown_in(replace(known, repeat=2), CAST, OPTIONS) == ""
    assert unknown_in(replace(known, repeat="$rounds"), CAST, OPTIONS) == ""


def test_a_program_of_an_earlier_version_is_known_and_nobody_is_asked_for_its_records() -> None:
    format = FORMATS["dual"]
    former = Block(name="former", ask="clerk", gives="points", optional=True)
    older = replace(format, body=replace(format.body, do=(former, *format.body.do)))
    assert unknown_in(older.body, CAST, format.options) == ""
    log = drive_to_gate([opening_event(older, auto_continue=True)]).log
    assert BlockEntered(path="former", groups=()) in log
    asked = [event.path for event in log if isinstance(event, TurnAsked)]
    assert asked
    assert not any(path.startswith("former") for path in asked)
