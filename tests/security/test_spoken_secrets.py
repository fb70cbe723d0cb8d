"""What a person says goes to every participant: its secrets are held back, whatever they say it with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.debates.spoken_secrets import without_secrets_of
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.commands import Answer, Command, Interject, Rule, SetOption
from disputatio.debate.log.events import Recorded, TurnCompleted
from disputatio.debate.log.seats import SeatChoice
from disputatio.secrets.detection import identity

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

SECRET = "do" + "p_v1_" + "0f3a91c77be2d48c65a0b19e7d3f42c8" * 2
KEY = "gh" + "p_" + "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo"
WORDS = f"Use {SECRET} for the deployment."
HELD = "Use [held back: DigitalOcean token] for the deployment."


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        (Interject(text=WORDS, to="critic"), Interject(text=HELD, to="critic")),
        (
            Answer(path="a", text=WORDS, data={"points": [{"text": WORDS, "weight": 1}], "sure": True}),
            Answer(path="a", text=HELD, data={"points": [{"text": HELD, "weight": 1}], "sure": True}),
        ),
        (Rule(point="P1", status="agreed", why=WORDS), Rule(point="P1", status="agreed", why=HELD)),
        (SetOption(name="rubric", value=["sound", WORDS]), SetOption(name="rubric", value=["sound", HELD])),
        (SetOption(name="topology", value=WORDS), SetOption(name="topology", value=HELD)),
    ],
)
def test_each_thing_that_a_person_says_is_looked_through(command: Any, kept: Command) -> None:
    assert without_secrets_of(command, {}) == kept
    assert without_secrets_of(command, {"release": [identity(SECRET)]}) == command


async def begun(on: Any, config: Callable[..., DebateConfig]) -> str:
    """A debate that nobody has opened yet."""
    id: str = await on.app.start(await on.app.prepare(config("Is the cache safe?", options={"rounds": 1})))
    return id


def written(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def said(records: Sequence[Recorded]) -> list[str]:
    return [each.event.text for each in records if isinstance(each.event, TurnCompleted)]


async def test_an_interjection_takes_no_secret_along(
    debating: Any, config: Callable[..., DebateConfig], home: Path
) -> None:
    async with debating() as on, on.app.sessions.open(await begun(on, config)) as session:
        await session.submit(Interject(text=WORDS, to="critic"))
        await session.wait_for_rest()
        assert HELD in said(session.hub.records)
        assert "for the deployment" in on.bodies()
        assert SECRET not in on.bodies()
    assert SECRET.encode() not in written(home)


async def test_an_interjection_into_a_debate_that_nobody_has_open_takes_no_secret_along(
    debating: Any, config: Callable[..., DebateConfig], home: Path
) -> None:
    async with debating() as on:
        id = await begun(on, config)
        assert await on.app.sessions.deliver(id, Interject(text=WORDS))
        _, records = await on.app.records(id)
        assert HELD in said(records)
    assert SECRET.encode() not in written(home)


async def test_a_question_is_the_persons_own_and_what_seems_secret_in_it_is_said_before(
    debating: Any, config: Callable[..., DebateConfig]
) -> None:
    async with debating() as on:
        asked = await on.app.prepare(config(f"Why does {SECRET} not work?"))
        assert any("DigitalOcean token in line 1" in warning for warning in asked.warnings)
        assert not any(SECRET in warning for warning in asked.warnings)
        words = DebateConfig(
            question="Why does it not work?",
            format="dialogue",
            options={"aspects": ["cost", WORDS]},
            seats=(SeatChoice(seat="personas", model="openai:gpt-5.2", name=f"Keeper of {KEY}"),),
        )
        told = " ".join((await on.app.prepare(words)).warnings)
        assert "DigitalOcean token in the option aspects" in told
        assert "GitHub token in the name of a seat" in told
        assert KEY not in told
        clean = await on.app.prepare(config("Why does the token not work?"))
        known = await on.app.prepare(config(f"Why does {SECRET} not work?", options={"release": [identity(SECRET)]}))
        assert not any("DigitalOcean" in warning for warning in (*clean.warnings, *known.warnings))
