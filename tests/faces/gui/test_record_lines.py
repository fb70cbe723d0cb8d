"""What the board notes between messages, in one line each."""

import pytest

from disputatio.debate.views.transcript import TurnEntry
from disputatio.faces.gui.presenters.messages import folded


def entry(gives, model, count, by="model"):
    return TurnEntry(
        path="insights[clerk]",
        seat="clerk",
        name="Clerk",
        role="",
        task="insights",
        gives=gives,
        asked_model=model,
        at=0.0,
        seq=1,
        round=0,
        status="done",
        data={"items": [{"text": str(number)} for number in range(count)]},
        by=by,
        model=model,
    )


@pytest.mark.parametrize(
    ("gives", "model", "count", "line"),
    [
        ("insights", "openai:gpt", 3, "3 insights kept"),
        ("insights", "rehearsal:quick", 3, "3 insights found, and not kept: it is a rehearsal"),
        ("insights", "rehearsal:live", 1, "1 insight found, and not kept: it is a rehearsal"),
        ("points", "rehearsal:quick", 1, "1 point listed"),
        ("insights", "rehearsal:quick", 0, ""),
    ],
)
def test_what_was_rehearsed_is_not_said_to_be_kept(gives, model, count, line):
    assert folded(entry(gives, model, count)) == line
