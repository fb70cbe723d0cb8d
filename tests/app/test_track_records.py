"""What a person marks in debates becomes the track record of the models, reaches the terminal, and goes into the next
debate; what somebody else may have made, repeats another debate or lies in the bin does not count (SPEC VOTE.1)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.format import Block, Format
from disputatio.debate.log.commands import Mark
from disputatio.debate.log.events import BlockEntered, DebateEnded, DebateOpened, Event, TurnCompleted
from disputatio.debate.log.seats import Seat, SeatChoice
from disputatio.debate.track import Track
from disputatio.faces.cli.main import run

ADA, BEN = "clipboard:ada", "clipboard:ben"


def debated(sure: float) -> list[Event]:
    """A debate that is over: Ada says left, as sure as that, and Ben right, as good as sure."""
    seats = tuple(Seat(id=id, part=id, name=id.title(), model=f"clipboard:{id}") for id in ("ada", "ben"))
    steps = tuple(Block(name=f"say-{seat.id}", ask=f"seat {seat.id}", gives="answer") for seat in seats)
    form = Format(name="small", title="Small", body=Block(name="", do=steps), cast=())
    said = {"ada": {"position": "Left", "confidence": sure}, "ben": {"position": "Right", "confidence": 0.9}}
    return [
        DebateOpened(question="Which way?", format=form, seats=seats, options={}),
        *(BlockEntered(path=step.name, groups=((seat.id,),)) for step, seat in zip(steps, seats, strict=True)),
        *(
            TurnCompleted(path=f"say-{seat.id}[{seat.id}]", text="So.", data=said[seat.id], model=seat.model)
            for seat in seats
        ),
        DebateEnded(outcome="completed", why="all is said"),
    ]


async def marked(app: Application, id: str, right: str, sure: float = 0.8) -> None:
    await app.log.append(id, debated(sure))
    await app.sessions.deliver(id, Mark(right=(right,), why="we went there"))


async def begin() -> str:
    """Mark two debates and open a third; returns its id."""
    async with application() as app:
        assert await app.tracks() == {}
        await marked(app, "d1", "1", 0.8)
        await marked(app, "d2", "2", 0.6)
        expected = {
            ADA: Track(debates=2, right=0.5, sure=0.7, brier=0.2),
            BEN: Track(debates=2, right=0.5, sure=0.9, brier=0.41),
        }
        assert await app.tracks() == expected
        fork = await app.fork("d1")
        assert await app.tracks() == expected, "a fork repeats what was said"
        await app.sessions.deliver(fork, Mark(right=("2",)))
        assert await app.tracks() == expected
        await app.sessions.deliver("d2", Mark(right=("unknown",)))
        assert (await app.tracks())[ADA].debates == 1, "it was taken back"
        await app.sessions.deliver("d2", Mark(right=("2",)))
        await app.catalogue.delete("d2")
        assert (await app.tracks())[ADA].debates == 1, "it lies in the bin"
        await app.catalogue.restore("d2")
        rows = await app.log.rows("d1")
        assert await app.log.add("d9", rows)
        await app.sessions.deliver("d9", Mark(right=("2",)))
        assert await app.tracks() == expected, "anybody may have made what was imported"

        seats = tuple(SeatChoice(seat=f"members#{at}", model=ADA if at < 3 else BEN) for at in (1, 2, 3))
        config = DebateConfig(question="And now?", format="council", seats=(*seats, SeatChoice(seat="head", model=ADA)))
        prepared = await app.prepare(config)
        assert prepared.opening.tracks == expected
        assert (await app.preview(config)).opening.tracks == {}, "what is only shown needs none"
        return await app.start(prepared)


def test_what_is_marked_becomes_a_record_that_the_next_debate_begins_with(home: Path, capsys) -> None:
    next_one = asyncio.run(begin())

    def cli(*arguments: str) -> str:
        assert run(arguments, lambda: 99) == 0, capsys.readouterr().err
        return str(capsys.readouterr().out)

    assert "1. Left (Ada): right" in cli("mark", "d1")
    assert "None of them turned out to be right." not in cli("mark", "d1")
    assert [one["number"] for one in json.loads(cli("mark", "d1", "--json"))] == [1, 2]
    table = cli("track")
    assert f"{ADA} 2 50% 70% 0.20 -".split() == next(line for line in table.splitlines() if ADA in line).split()
    assert json.loads(cli("track", "--json"))[0]["track"]["debates"] == 2
    assert "right in 50 percent of 2 debates, 70 percent sure" in cli("show", next_one, "--calibration")
    assert "No model had a track record" in cli("show", "d1", "--calibration")
    assert "Right: 2" in cli("mark", "d1", "2", "--why", "the map says so")
    assert "Turned out to be right: Right (Ben)." in cli("show", "d1")
    assert "None is right" in cli("mark", "d1", "none")
    assert "None of them turned out to be right." in cli("mark", "d1")
    assert "Nothing is marked" in cli("mark", "d1", "unknown")
    assert run(("mark", "d1", "7"), lambda: 99) == 2
    assert "There is no answer 7. Choose from these" in capsys.readouterr().err
