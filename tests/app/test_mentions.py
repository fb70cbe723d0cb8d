"""Where words occur in debates: messages in the words that people read, by debate, never a record of the clerk."""

from pathlib import Path

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.storage import mentions
from disputatio.storage.catalogue import Narrowing


async def _opening(app: Application, question: str) -> DebateOpened:
    return (await app.prepare(DebateConfig(question=question), rehearse=True)).opening


def _turn(path: str, seat: str, gives: str, text: str) -> tuple[TurnAsked, TurnCompleted]:
    asked = TurnAsked(path=path, seat=seat, model="m:x", task=gives, gives=gives, heard="all", sees=(), request="")
    return asked, TurnCompleted(path=path, text=text, model="m:x")


async def _fill(app: Application) -> None:
    opened = await _opening(app, "Which zebra crossing is safest?")
    said = (
        *_turn("round[1]/analysis[analyst]", "analyst", "say", "The **zebra** crossing by the school is lit."),
        *_turn("round[1]/critique[critic]", "critic", "assessment", '{"agree": [], "level": "The zebra is unlit."}'),
        *_turn("round[1]/ledger[clerk]", "clerk", "ledger", '{"new": [{"text": "The zebra by the school is lit."}]}'),
    )
    await app.log.append("one", [opened, *said])
    await app.log.append("two", [await _opening(app, "Which bridge is oldest?")])


async def test_messages_are_found_in_the_words_that_people_read_and_records_are_not(home: Path) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        await _fill(app)
        page = await app.mentions.find("zebra", Narrowing())
        assert (page.places, page.debates, page.more) == (3, 1, False)
        (debate,) = page.read
        assert [(each.path, each.who.name, each.place) for each in debate.places] == [
            ("", "Question", ""),
            ("round[1]/analysis[analyst]", "Analyst", "round 1"),
            ("round[1]/critique[critic]", "Critic", "round 1"),
        ]
        for each in debate.places:
            assert "{" not in each.snippet
            assert '"' not in each.snippet
            assert "*" not in each.snippet
            assert [each.snippet[start:end] for start, end in each.marks]
        assert (await app.mentions.find("ledger new text", Narrowing())).read == ()


async def test_what_is_found_is_narrowed_and_some_of_a_debate_is_read_at_first(home: Path) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        await _fill(app)
        few = await app.mentions.find("zebra", Narrowing(), each=1)
        assert (few.read[0].count, len(few.read[0].places)) == (3, 1)
        whole = await app.mentions.find("zebra", Narrowing(), each=1, whole="one")
        assert len(whole.read[0].places) == 3
        assert (await app.mentions.find("zebra", Narrowing(status="completed"))).read == ()
        assert (await app.mentions.find("zebra", Narrowing(context_kind="project", context_ref="p"))).debates == 0
        await app.catalogue.delete("one")
        assert (await app.mentions.find("zebra", Narrowing())).debates == 0


async def test_of_words_that_stand_everywhere_the_newest_places_are_looked_at(home: Path, monkeypatch) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        for number in range(4):
            opened = await _opening(app, f"Is otter {number} wet?")
            turns = _turn("round[1]/analysis[analyst]", "analyst", "say", f"The otter {number} is wet.")
            await app.log.append(f"d{number}", [opened, *turns])
            await app.search.catch_up()
        assert not (await app.mentions.find("otter", Narrowing())).more
        monkeypatch.setattr(mentions, "MOST", 4)
        page = await app.mentions.find("otter", Narrowing())
        assert page.more
        assert (page.places, page.debates) == (4, 2)
        assert [each.entry.id for each in page.read] == ["d3", "d2"]
        assert [[place.path for place in each.places] for each in page.read] == [["", "round[1]/analysis[analyst]"]] * 2
