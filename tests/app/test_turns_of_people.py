"""What a person is told at a turn of theirs: how it is read, what they vote on, and whom the letters stand for."""

from __future__ import annotations

import pytest

from disputatio.app.debates.replies import Answers, answers, form_of_turn, questions_put
from disputatio.app.debates.replies import answer as said_by_person
from disputatio.app.paths import resource
from disputatio.debate.board.attacks import attacks_of
from disputatio.debate.errors import Refused
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


async def test_whoever_defends_is_told_the_open_attacks_and_has_to_say_how_far_each_is_closed() -> None:
    attacks = '{"items": [{"text": "It leaks.", "severity": "high"}, {"text": "It ends."}]}'
    provider = ScriptedProvider(voices(findings=attacks))
    first = opening(FORMATS["red-blue"], "Q?", model="scripted:one", models={"defenders": HUMAN})
    async with live(first, provider) as on:
        await on.settle()
        (path,) = (path for path, model in on.runner.debate.asked.items() if model == HUMAN)
        assert questions_put(on.runner.debate, path) == ()
        await on.tell(said_by_person(on.runner.debate, path, "I look."))
        await on.settle()
        debate = on.runner.debate
        path = next(path for path, model in debate.asked.items() if model == HUMAN and "/defence" in path)
        assert "“- A1 — patch — yes — what you put against A1”" in form_of_turn(debate, path)
        assert form_of_turn(debate, path).endswith("Open attacks: A1: It leaks. A2: It ends.")
        put = questions_put(debate, path)
        assert [(one.id, one.text, one.about, set(one.picks)) for one in put] == [
            ("A1", "It leaks.", "high", {"kind", "closes"}),
            ("A2", "It ends.", "", {"kind", "closes"}),
        ]
        with pytest.raises(Refused, match="nothing against any attack"):
            answers(debate, path, Answers(said={"A1": " "}))
        with pytest.raises(Refused, match="whether your defence closes A2"):
            answers(debate, path, Answers(said={"A2": "So."}, picked={"A2": {"kind": "patch", "closes": ""}}))
        given = {"kind": "", "closes": "no"}
        await on.tell(answers(debate, path, Answers(said={"A2": "So\nit does."}, picked={"A2": given})))
        text = on.texts[path]
        assert text == "**Against A2: It ends.**\n\nSo\nit does.\n\n*It does not close the attack.*"
        found = attacks_of(on.runner.planner.walk(on.runner.debate).past)
        assert [(one.closes, one.text) for one in found["A2"].defences] == [("no", "So it does.")]
        assert found["A1"].defences == ()
