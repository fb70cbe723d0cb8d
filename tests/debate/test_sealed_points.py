"""Sealed first answers of the dual debate: switched on, their points count; switched off, nothing is different."""

from __future__ import annotations

from dataclasses import replace

from disputatio.app.paths import resource
from disputatio.debate.format import Block
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.statements.points import points_of
from disputatio.debate.walk.plan import Planner
from disputatio.testing.speakers import drive, opened, shipped

DUAL = shipped(resource("formats"))["dual"]


def without_points(block: Block) -> Block:
    """The body as it would be if sealed answers listed nothing."""
    do = tuple(replace(each, do=()) if each.name == "sealed" else each for each in block.do)
    return replace(block, do=do)


def test_both_answers_are_listed_before_the_first_round() -> None:
    log = drive([opened(DUAL, seed=3, sealed=True)])
    asked = [event.path for event in log if isinstance(event, TurnAsked)]
    first = next(place for place, path in enumerate(asked) if path.startswith("round"))
    sealed = [path for path in asked[:first] if path.startswith("sealed")]
    answers, listings = ["sealed[analyst]", "sealed[critic]"], ["points[clerk]"] * 2
    assert sorted(path for path in sealed if "/" not in path) == answers
    assert [path.rpartition("/")[2] for path in sealed if "/points" in path] == listings


def test_what_both_said_before_reading_each_other_is_a_point_of_its_author() -> None:
    said = {
        "sealed[analyst]": "Caches lose data when power fails.",
        "sealed[critic]": "Flushing costs time.",
    }
    log = drive([opened(DUAL, seed=3, sealed=True, rounds=1)])
    told = [_listing(event, said) if isinstance(event, TurnCompleted) else event for event in log]
    points = points_of(Planner().walk(fold(told)).past)
    mine = {point.text: (point.author, point.path) for point in points.values() if point.path in said}
    assert mine == {text: (path.partition("[")[2][:-1], path) for path, text in said.items()}


def _listing(event: TurnCompleted, said: dict[str, str]) -> TurnCompleted:
    of = event.path.removesuffix("/points[clerk]")
    return replace(event, data={"items": [{"text": said[of]}]}) if of in said and of != event.path else event


def test_without_them_the_debate_is_the_same_to_the_letter() -> None:
    for seed in range(5):
        before = drive([opened(replace(DUAL, body=without_points(DUAL.body)), seed=seed)])
        now = drive([opened(DUAL, seed=seed)])
        assert isinstance(now[0], DebateOpened)
        assert not now[0].options["sealed"]
        assert now[1:] == before[1:]
