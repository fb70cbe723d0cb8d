"""Whole debates, and the ledger after every turn of them (see `ledgers/telling.py`). The expected ledgers were checked
by hand; where one of these tests fails, mend the program, or read every line of the difference."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from disputatio.debate.statements.ledger import spoken

FOLDER = Path(__file__).parent / "ledgers"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("golden_ledgers_telling", FOLDER / "telling.py")
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


telling = _loaded()
golden = pytest.mark.parametrize("name", telling.NAMES)


def expected(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


@golden
def test_every_turn_changes_the_ledger_as_it_should(name: str) -> None:
    found = telling.story(name)
    assert found.splitlines() == expected(name).splitlines()


@golden
def test_a_debate_has_twenty_turns_and_all_that_is_told_is_said(name: str) -> None:
    _, past = asyncio.run(telling.held(telling.told(name)))
    assert sum(spoken(turn) for turn in past) >= 18
    assert sum(turn.message for turn in past) >= 20
    places = set(expected(name).split("\n\n")[0:1]) | {
        block.split("\n")[0] for block in expected(name).split("\n\n")[1:]
    }
    unsaid = set(telling.told(name).data["turn"]) - {place.strip() for place in places}
    assert not unsaid


def test_between_them_they_show_all_that_can_happen_to_a_ledger() -> None:
    text = "\n".join(map(expected, telling.NAMES))
    for what in (
        "moved, evidence",
        "moved, argument",
        "moved, capitulation",
        "moved, spontaneous",
        "gave up",
        "[in crux room]",
        "[resolved]",
        "[abandoned]",
        "not resolved",
        "recorded by rule",
        "has not answered",
        "+ reflection (",
        "disagrees (strong)",
        "agrees (mild)",
        " attacks ",
        " answers ",
        "[open after room",
        "settled with ada by room",
        "[again after room",
    ):
        assert what in text, what
    revived = [
        name
        for name in telling.NAMES
        if any(
            f"- {id} [abandoned]" in expected(name)
            and f"+ {id} [active]" in expected(name).split(f"- {id} [abandoned]")[-1]
            for id in ("c1", "c2", "c3")
        )
    ]
    assert len(revived) == 3, "in each of them a claim dies and comes back"
