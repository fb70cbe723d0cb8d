"""What a client of the tool server is told of a gate: why, what was said, which changes were proposed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, Event, Recorded, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.debate.views.gate_view import GateView
from disputatio.faces.mcp import session_state
from disputatio.faces.mcp.session_state import DIFF

CHANGE = "--- a/shop.py\n+++ b/shop.py\n@@ -1 +1 @@\n-total = 1\n+total = 2\n"
FORMAT = Format(name="f", title="F", body=Block(name=""), cast=())


def records(*texts: str) -> list[Recorded]:
    seat = Seat(id="analyst", part="analyst", model="rehearsal:quick")
    events: list[Event] = [DebateOpened(question="?", format=FORMAT, seats=(seat,), options={})]
    for number, text in enumerate(texts, 1):
        path = f"round[{number}]/analysis[analyst]"
        asked = TurnAsked(path=path, seat="analyst", model=seat.model, task="", gives="say", heard="all", sees=())
        events += [asked, TurnCompleted(path=path, text=text)]
    return [Recorded(seq=n, at=float(n), prev_hash="", hash="", event=event) for n, event in enumerate(events, 1)]


def test_a_gate_says_why_and_what_is_to_be_approved() -> None:
    log = records("Nothing new.", f"This fixes it:\n\n```diff\n{CHANGE}```")
    view = GateView(
        path="g",
        phase="round 2",
        why="You wanted to be asked.",
        summary=(("Ada", "This fixes it."),),
        tests=("The tests pass.",),
        scores=("Review by Ada: Ben 0.50.",),
        models=("rehearsal:quick",),
        cost=1_500_000,
        back="analysis",
        requested_at=7.0,
    )
    found = session_state._gate(view, log, 60.0).model_dump(by_alias=True)
    assert found["artifacts"] == {
        "diff": [CHANGE],
        "tests": ["The tests pass."],
        "scores": ["Review by Ada: Ben 0.50."],
        "cut": 0,
    }
    assert (found["question"], found["why"]) == ("May round 2 begin?", "You wanted to be asked.")
    assert found["summary"] == [{"by": "Ada", "text": "This fixes it."}]
    assert (found["costUsd"], found["secondsLeft"], found["back"]) == (1.5, 60.0, "analysis")
    assert found["otherwise"] == "Back to analysis, with your reason."
    later = GateView(path="g", phase="round 3", why="w", since=log[-1].seq)
    assert session_state._gate(later, log, None).artifacts.diff == [], "it was there at the gate before"
    chosen = replace(later, task="Mend it.", chosen=("Ada won.",), works=("round[2]/analysis[analyst]",))
    found = session_state._gate(chosen, log, None)
    assert (found.task, found.chosen) == ("Mend it.", ["Ada won."])
    assert found.artifacts.diff == [CHANGE], "whatever was proposed since, this is about what was chosen"


@pytest.mark.parametrize("lines", [10, 5_000])
def test_changes_are_cut_to_what_a_client_can_take(lines: int) -> None:
    body = "".join(f"+line {number}\n" for number in range(lines))
    change = f"--- a/shop.py\n+++ b/shop.py\n@@ -0,0 +1,{lines} @@\n{body}"
    found = session_state._gate(
        GateView(path="g", phase="p", why="w"), records(f"```diff\n{change}```"), None
    ).artifacts
    assert sum(map(len, found.diff)) + found.cut == len(change)
    assert sum(map(len, found.diff)) <= DIFF
