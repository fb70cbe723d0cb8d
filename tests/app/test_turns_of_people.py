"""What a person is told at a turn of theirs: how it is read, what they vote on, and whom the letters stand for."""

from __future__ import annotations

import pytest

from disputatio.app.debates.replies import answer as said_by_person
from disputatio.app.debates.replies import form_of_turn
from disputatio.app.paths import resource
from disputatio.debate.format import Format
from disputatio.debate.formats.loader import load
from disputatio.debate.log.seats import HUMAN
from disputatio.testing.debates import answer, live, opening, voices
from disputatio.testing.scripted import ScriptedProvider
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
STANDARD = resource("formats/standard.toml").read_text("utf-8")
POLL = """
name  = "poll"
title = "Poll"
do    = ["plan", "vote"]
[options]
{options}
[cast.table]
role  = "Voter"
seats = [2, 12]
[step.plan]
ask   = "table"
sees  = "nothing"
gives = "{gives}"
[step.vote]
ask   = "voters"
order = "together"
sees  = ["nothing", "figure options"]
gives = "ballot"
"""


async def asked(format: Format, seat: str, *said: str, extra: int = 0) -> list[str]:
    """What the person in a seat is told at each turn of theirs, who says these things."""
    provider = ScriptedProvider(voices(answer=answer("Yes"), artifact="A plan.", ranking='{"order": ["A", "B"]}'))
    first = opening(format, "Q?", model="scripted:one", models={seat: HUMAN}, extra=extra)
    told: list[str] = []
    async with live(first, provider) as on:
        for words in (*said, ""):
            await on.settle()
            debate = on.runner.debate
            path = next(path for path, model in debate.asked.items() if model == HUMAN)
            told.append(form_of_turn(debate, path))
            if words:
                await on.tell(said_by_person(debate, path, words))
    return told


async def test_whoever_ranks_is_told_whom_the_letters_stand_for() -> None:
    first, then = await asked(FORMATS["council"], "members-3", "Position: No\nConfidence: 0.5")
    assert first.startswith("End with a line for each of these: “Position: ")
    assert "is by" not in first
    assert "“Order: the letters of the answers, best first”" in then
    whose = then.rpartition("”. ")[2]
    assert whose in (
        "A is by Councillor 1; B is by Councillor 2.",
        "A is by Councillor 2; B is by Councillor 1.",
    )


@pytest.mark.parametrize(
    ("options", "gives", "told"),
    [
        ('choices = ["Red", "Green"]', "say", {"The options are: Red, Green.", "The options are: Green, Red."}),
        (
            "",
            "artifact",
            {"Option 1 is by Voter 1; Option 2 is by Voter 2.", "Option 1 is by Voter 2; Option 2 is by Voter 1."},
        ),
    ],
)
async def test_whoever_votes_is_told_all_options_but_their_own(options: str, gives: str, told: set[str]) -> None:
    poll = load(POLL.format(options=options, gives=gives), "poll.toml", STANDARD)
    plan, vote = await asked(poll, "table-3", "My plan.", extra=1)
    assert "option" not in plan.casefold()
    assert vote.rpartition("”. ")[2] in told
