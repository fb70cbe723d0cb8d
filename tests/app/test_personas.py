"""Personas in the application: the shelf, files in and out, corpora, and what a debate takes along of them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates.replay import replay
from disputatio.app.paths import resource
from disputatio.app.personas import corpora as module
from disputatio.app.personas.files import LONGEST, dump, parse, read_file
from disputatio.app.privacy.sendings import sendings
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.citations.evidence import items_of
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.personas import Character
from disputatio.debate.wording import speak
from disputatio.engine.errors import NotFound
from disputatio.library.corpus import LONGEST as LONGEST_PASSAGE
from disputatio.library.persona import LIMITS, Persona
from disputatio.library.workspace import Workspace
from disputatio.prompting import personas as prompts
from disputatio.providers.catalogue import estimate_tokens
from disputatio.testing.loopback import LoopbackServer
from disputatio.testing.pseudo_language import ACCENTS, PseudoLanguage

SECRET = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
GUIDE = """# Guide

The shop sells chairs.

## Caches

Stale caches served the prices of yesterday to customers for six hours.

## Retries

Retries without backoff prolonged the outage of March from two minutes to forty.
"""
QUESTION = "Are stale caches worse than retries without backoff?"
loopback = pytest.mark.may_block("the HTTP client imports parts of itself in the middle of a call")


@asynccontextmanager
async def opened(**environment: str) -> AsyncIterator[Application]:
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]} | environment) as app:
        yield app


async def reading(app: Application, tmp_path: Path, name: str = "guide.md", text: str = GUIDE) -> Persona:
    """Ada, who has read a guide."""
    ada = await app.personas.save(Persona(name="Ada", about="Counts.", holds="Numbers decide."))
    (tmp_path / name).write_text(text, "utf-8")
    await app.personas.corpora.add(ada, tmp_path / name)
    return ada


def config(*, question: str = QUESTION, **personas: str) -> DebateConfig:
    seats = tuple(SeatChoice(seat=seat, persona=name) for seat, name in personas.items())
    return DebateConfig(question=question, seats=seats, seed=1, options={"auto_continue": True, "rounds": 1})


# ---- the shelf -------------------------------------------------------------------------------------------------------
async def test_the_examples_are_there_from_the_first_start_and_fit_into_a_prompt(home: Path) -> None:
    async with opened() as app:
        listed = await app.personas.all()
        assert len(listed) >= 6
        assert all(each.example and not each.sources for each in listed)
        for each in listed:
            persona = each.persona
            character = Character(**{name: getattr(persona, name) for name in LIMITS})
            assert 500 <= estimate_tokens(prompts.persona_text(character)) <= 700, persona.name
            assert all(getattr(persona, name) for name in LIMITS), "each part of the contract is there"
            assert await app.personas.get(persona.id) == persona


async def test_they_are_found_by_id_by_the_end_of_it_and_by_name(home: Path) -> None:
    async with opened() as app:
        newcomer = await app.personas.by_name("newcomer")
        assert newcomer == await app.personas.by_name("example/newcomer")
        assert newcomer == await app.personas.by_name(" newcomer  TO the code ")
        with pytest.raises(NotFound, match=r"no persona called 'newcommer to the code'.*Did you mean 'Newcomer to"):
            await app.personas.by_name("newcommer to the code")
        with pytest.raises(NotFound, match=r"There are: .*Security reviewer"):
            await app.personas.by_name("qqq")
        with pytest.raises(NotFound, match="no persona 'example/gone'"):
            await app.personas.get("example/gone")
        for _ in range(2):
            await app.personas.save(Persona(name="Ada"))
        with pytest.raises(Refused, match=r"Several personas are called 'ada': .*Give the id"):
            await app.personas.by_name("ada")


async def test_ones_own_goes_before_an_example_of_its_name_and_examples_stay(home: Path) -> None:
    async with opened() as app:
        example = await app.personas.by_name("newcomer")
        own = await app.personas.save(replace(example, voice="Whispers."))
        assert own.id != example.id
        assert await app.personas.by_name("Newcomer to the code") == own
        names = [each.persona.name for each in await app.personas.all()]
        assert names.count("Newcomer to the code") == 1
        assert names[0] == "Newcomer to the code", "one's own first"
        with pytest.raises(Refused, match="comes with the program and cannot be deleted"):
            await app.personas.delete(example)
        await app.personas.delete(own)
        assert await app.personas.by_name("Newcomer to the code") == example


async def test_personas_and_their_files_are_listed_as_a_person_counts(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        for number in (10, 2, 1):
            ada = await app.personas.save(Persona(name=f"Juror {number}"))
            for place in (10, 9):
                (tmp_path / f"Part {place}.md").write_text(GUIDE, "utf-8")
                await app.personas.corpora.add(ada, tmp_path / f"Part {place}.md")
        own = [each.persona.name for each in await app.personas.all() if not each.example]
        assert own == ["Juror 1", "Juror 2", "Juror 10"]
        assert [source.name for source in await app.personas.corpora.of(ada)] == ["Part 9.md", "Part 10.md"]


async def test_every_word_is_searched_for_in_all_that_is_said_of_them(home: Path) -> None:
    async with opened() as app:
        await app.personas.save(Persona(name="Ada", would_change="A count of INTERVALS."))
        found = [each.persona.name for each in await app.personas.search("intervals")]
        assert found == ["Ada", "Empiricist statistician"]
        assert [each.persona.name for each in await app.personas.search("intervals calibration")] == found[1:]
        assert await app.personas.search("zebra") == []
        hits = await app.search.find("intervals", ("persona",))
        assert [hit.title for hit in hits["persona"]] == ["Ada"]


async def test_who_an_example_is_can_be_read_in_another_language_and_searched_for(home: Path) -> None:
    async with opened() as app:
        await app.personas.save(Persona(name="Ada", about="Wants to see the data."))
        speak(PseudoLanguage())
        try:
            about = {each.persona.name: each.about for each in await app.personas.all()}
            assert about["Ada"] == "Wants to see the data."
            shown = about["Empiricist statistician"]
            assert ACCENTS & set(shown)
            assert [each.persona.name for each in await app.personas.search(shown.split()[-1])]
            kept = {each.persona.name: each.persona.about for each in await app.personas.all()}
            assert not ACCENTS & set("".join(kept.values())), "models are told it as it is written"
        finally:
            speak(None)


async def test_what_is_too_long_or_has_no_name_is_refused(home: Path) -> None:
    async with opened() as app:
        with pytest.raises(ConfigError, match=r"“What they hold” has 701 characters \(700 are the most\).*Shorten it"):
            await app.personas.save(Persona(name="Ada", holds="x" * 701))
        with pytest.raises(Refused, match="A persona needs a name"):
            await app.personas.save(Persona(name=" "))


async def test_nobody_is_called_as_an_office_of_the_debate(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "clerk.toml"
    file.write_text('name = "The Clerk"\nholds = "That I record what is said."\n', "utf-8")
    said = r"A persona cannot be called that: 'The Clerk' is an office of the debate.*Give it a name of its own"
    async with opened() as app:
        with pytest.raises(ConfigError, match=said):
            await app.personas.save(Persona(name="The Clerk"))
        with pytest.raises(ConfigError, match=said):
            await app.personas.take_in(file)
        ada = await app.personas.save(Persona(name="Ada"))
        with pytest.raises(ConfigError, match=said):
            await app.personas.copy(ada, "The Clerk")
        assert [each.persona.name for each in await app.personas.all() if not each.example] == ["Ada"]


async def test_one_of_former_days_with_such_a_name_plays_under_another(home: Path) -> None:
    async with opened() as app:
        await app.library.create(Persona(name="Moderator", holds="Order."))
        with pytest.raises(Refused, match=r"Nobody can play Moderator under that name: .*Give it a name of its own"):
            await app.personas.named_choices((SeatChoice(seat="critic", persona="moderator"),))
        [choice] = await app.personas.named_choices((SeatChoice(seat="critic", persona="moderator", name="Mo"),))
        assert (choice.persona, choice.name) == ("Moderator", "Mo")


# ---- files -----------------------------------------------------------------------------------------------------------
async def test_a_persona_goes_out_and_comes_in_the_same_with_its_sources_listed(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path)
        ada = await app.personas.save(replace(ada, voice='Says "so?"\nand \\ waits.\n"""'))
        text = await app.personas.export(ada)
        file = tmp_path / "ada.toml"
        file.write_text(text, "utf-8")
        made, read = await app.personas.take_in(file)
        assert read.sources == ("guide.md",)
        assert made.id != ada.id
        assert [getattr(made, name) for name in LIMITS] == [getattr(ada, name) for name in LIMITS]
        listed = tomllib.loads(text)["corpus"][0]
        assert (listed["name"], listed["kind"], len(listed["digest"])) == ("guide.md", "markdown", 64)
        assert await app.personas.corpora.of(made) == [], "the texts are other people's and stay out of the file"


@pytest.mark.parametrize("path", sorted(resource("personas").glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_files_come_back_as_they_were(path: Path) -> None:
    persona = read_file(path).persona
    assert parse(dump(persona), "x.toml").persona == persona


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "is not valid TOML"),
        ('about = "x"', r"does not name a persona.*Add name"),
        ('name = "A"\nhold = "x"', r"unknown field hold.*Did you mean 'holds'"),
        ('name = "A"\nzzz = "x"', r"unknown field zzz.*Known are: name"),
        ("name = 3", "name is not text"),
        ('name = "A"\ncorpus = "x"', "corpus is not a list of tables"),
        (f'name = "A"\nvoice = "{"x" * 999}"', "“Voice” has 999 characters"),
        ("a = " + "[" * 10_000, "is not valid TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse(text, "ada.toml")


def test_what_is_no_file_of_a_persona_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text("#" * (LONGEST + 1))
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    for name, said in (
        ("large.toml", "too large"),
        ("binary.toml", "not text in UTF-8"),
        ("gone.toml", "cannot be read"),
        (".", "not an ordinary file"),
    ):
        with pytest.raises(ConfigError, match=said):
            read_file(tmp_path / name)


# ---- corpora ---------------------------------------------------------------------------------------------------------
async def test_a_file_is_read_into_the_corpus_without_its_secrets(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path, text=GUIDE + f"\nThe token is {SECRET}.\n")
        (source,) = await app.personas.corpora.of(ada)
        assert (source.name, source.kind, source.chunks) == ("guide.md", "markdown", 3)
        (held,) = source.held_back
        assert held.startswith("GitHub token (Guide › Retries, line 3), ")
        texts = [chunk.text for chunk in await app.personas.corpora.store.chunks(source.id)]
        assert not any(SECRET in text for text in texts)
        assert any("[held back: GitHub token]" in text for text in texts)
        assert SECRET not in app.paths.database.read_bytes().decode("latin-1")


async def test_tokens_of_any_issuer_and_passwords_in_sentences_stay_out_of_a_corpus(home: Path, tmp_path: Path) -> None:
    token, password = "do" + "p_v1_" + "0f3a91c77be2d48c65a0b19e7d3f42c8" * 2, "Zk3nW9!qLx2#"
    said = f"\nRetries use {token}, and the password is {password}.\n"
    async with opened() as app:
        ada = await reading(app, tmp_path, text=GUIDE + said)
        (source,) = await app.personas.corpora.of(ada)
        assert len(source.held_back) == 2
        kept = " ".join(chunk.text for chunk in await app.personas.corpora.store.chunks(source.id))
        assert "Retries use [held back" in kept
        for secret in (token, password):
            assert secret not in kept
            assert secret.encode() not in app.paths.database.read_bytes()


async def test_what_is_no_secret_can_be_let_in_by_its_id(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path, text=f"{GUIDE}\nThe token is {SECRET}.\n")
        (source,) = await app.personas.corpora.of(ada)
        id = source.held_back[0].rpartition(", ")[2]
        again = await app.personas.corpora.add(ada, tmp_path / "guide.md", (id,))
        assert again.held_back == ()
        texts = [chunk.text for chunk in await app.personas.corpora.store.chunks(again.id)]
        assert any(SECRET in text for text in texts)


async def test_a_secret_at_the_border_of_two_passages_is_still_found(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        text = "x" * (LONGEST_PASSAGE - 12) + " " + SECRET + " y" * 50
        ada = await reading(app, tmp_path, "long.txt", text)
        (source,) = await app.personas.corpora.of(ada)
        kept = "".join(chunk.text for chunk in await app.personas.corpora.store.chunks(source.id))
        assert SECRET[10:30] not in kept
        assert len(source.held_back) == 1


async def test_a_secret_in_the_name_of_a_file_is_held_back_as_well(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path, f"{SECRET}.md")
        (source,) = await app.personas.corpora.of(ada)
        assert source.name.startswith("[held back")
        assert SECRET.encode() not in app.paths.database.read_bytes()


async def test_many_secrets_are_counted_once_they_would_fill_the_page(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path, text="\n\n".join(f"{SECRET[:-2]}{n:02}" for n in range(30)))
        (source,) = await app.personas.corpora.of(ada)
        assert source.held_back[-1] == "and 10 more"


async def test_the_same_name_again_takes_the_place_of_the_old(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path)
        (tmp_path / "guide.md").write_text("# New\n\nOnly chairs.", "utf-8")
        await app.personas.corpora.add(ada, tmp_path / "guide.md")
        (source,) = await app.personas.corpora.of(ada)
        assert source.chunks == 1
        assert (await app.personas.corpora.look_up(ada, "outage of March")).hits == ()
        (found,) = (await app.personas.corpora.look_up(ada, "chairs")).hits
        assert (found.source, found.chunk.place, found.by_words, found.by_meaning) == ("guide.md", "New", 1, None)


async def test_what_is_read_belongs_to_one_persona_and_goes_with_it(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path)
        ben = await app.personas.copy(ada, "Ben")
        (mine,), (theirs,) = [await app.personas.corpora.of(each) for each in (ada, ben)]
        assert mine.id != theirs.id
        await app.personas.corpora.remove(mine.id)
        with pytest.raises(NotFound, match="No corpus has a source"):
            await app.personas.corpora.remove(mine.id)
        assert (await app.personas.corpora.look_up(ada, "chairs")).hits == ()
        assert len((await app.personas.corpora.look_up(ben, "chairs")).hits) == 1
        removed = await app.personas.delete(ben)
        await app.library.restore(removed.id)
        assert len(await app.personas.corpora.of(ben)) == 1, "the corpus waits in the bin"
        workspace = await app.library.create(Workspace(name="W"))
        await app.library.edit(replace(ben, workspace=workspace.id))
        await app.library.delete(Workspace, workspace.id)
        await app.library.purge([])
        assert await app.personas.corpora.store.counts() == {ben.id: 1}
        await app.library.purge([each.id for each in await app.library.bin()])
        assert await app.personas.corpora.store.counts() == {}
        assert (await app.memory.status()).coverage.waiting == {}


async def test_examples_and_those_who_are_gone_read_nothing(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path)
        with pytest.raises(Refused, match=r"comes with the program.*Copy the persona first"):
            await app.personas.corpora.add(await app.personas.by_name("newcomer"), tmp_path / "guide.md")
        await app.personas.delete(ada)
        with pytest.raises(NotFound, match="look in the bin"):
            await app.personas.corpora.add(ada, tmp_path / "guide.md")


async def test_a_corpus_has_a_most_of_files(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SOURCES", 1)
    async with opened() as app:
        ada = await reading(app, tmp_path)
        (tmp_path / "b.txt").write_text("more")
        with pytest.raises(Refused, match="The corpus already has 1 files, which is the limit"):
            await app.personas.corpora.add(ada, tmp_path / "b.txt")
        await app.personas.corpora.add(ada, tmp_path / "guide.md")


@loopback
async def test_passages_are_found_by_meaning_where_a_model_may_see_them(home: Path, tmp_path: Path) -> None:
    async with LoopbackServer() as server:
        far = {"OPENAI_API_KEY": "sk-fake-0123456789", "OPENAI_BASE_URL": server.openai_url}
        async with opened(**far) as app:
            ada = await reading(app, tmp_path)
            await app.memory.embedding.wait()
            results = await app.personas.corpora.look_up(ada, QUESTION)
            assert results.why_not == ""
            assert all(found.by_meaning for found in results.hits)
            asked = len(server.embeddings)
            await app.preview(config(analyst="Ada"))
            await app.prepare(config(analyst="Ada"), rehearse=True)
            assert len(server.embeddings) == asked, "neither a preview nor a rehearsal asks a model"


# ---- debates ---------------------------------------------------------------------------------------------------------
async def test_a_debate_keeps_who_they_were_and_what_they_read(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path)
        prepared = await app.prepare(config(analyst="ada", critic="newcomer"), rehearse=True)
        analyst, critic = prepared.opening.seats
        assert (analyst.name, analyst.persona, critic.name) == ("Ada", "Ada", "Newcomer to the code")
        character = prepared.opening.personas["analyst"]
        assert (character.id, character.holds, character.cut) == (ada.id, "Numbers decide.", "")
        assert {passage.place for passage in character.passages} == {"Guide", "Guide › Caches", "Guide › Retries"}
        assert character.passages[0].place != "Guide", "what bears on the question goes first"
        assert prepared.opening.personas["critic"].id == ""
        session = await app.open_and_run(prepared)
        await session.wait_for_rest()
        await app.sessions.release(session.id)
        await app.personas.save(replace(ada, holds="Words decide."))
        await app.personas.corpora.remove((await app.personas.corpora.of(ada))[0].id)
        _, records = await app.records(session.id)
        first = records[0].event
        assert isinstance(first, DebateOpened)
        assert first.personas["analyst"] == character
        assert replay(records).same
        checks = [
            each.event for each in records if isinstance(each.event, TurnCompleted) and "evidence" in each.event.path
        ]
        items = [item for each in checks for item in items_of(each.data)]
        assert any(item.status == "verified" and item.where.startswith("guide.md, Guide") for item in items)


async def test_only_the_seat_of_the_persona_is_shown_its_corpus(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        await reading(app, tmp_path)
        session = await app.open_and_run(await app.prepare(config(analyst="Ada"), rehearse=True))
        await session.wait_for_rest()
        await app.sessions.release(session.id)
        _, records = await app.records(session.id)
        for record in records:
            if isinstance(record.event, TurnAsked) and record.event.request:
                body = await app.log.get(record.event.request)
                assert body is not None
                mine = record.event.seat == "analyst"
                assert ("own source title" in body) == mine
                assert ("Numbers decide." in body) == mine


async def test_of_a_large_corpus_the_nearest_passages_go_along(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ROOM", 150)
    async with opened() as app:
        await reading(app, tmp_path, text=GUIDE + f"\n{SECRET}\n")
        prepared = await app.prepare(config(analyst="Ada"), rehearse=True)
        character = prepared.opening.personas["analyst"]
        assert len(character.passages) == 1
        assert character.cut == (
            "1 of 3 passages of the corpus were set aside for this question; likely secrets of the corpus are held back"
        )
        far = await app.preview(config(question="Zebras?", analyst="Ada"))
        assert far.opening.personas["analyst"].passages == ()


async def test_personas_count_in_the_forecast_and_unknown_ones_are_refused(home: Path) -> None:
    async with opened() as app:
        plain = await app.prepare(config(), rehearse=True)
        played = await app.prepare(config(analyst="newcomer"), rehearse=True)
        assert played.forecast.tokens > plain.forecast.tokens + 500
        assert plain.opening.personas == {}
        with pytest.raises(NotFound, match="no persona called 'Nobody'"):
            await app.prepare(config(analyst="Nobody"), rehearse=True)
        named = SeatChoice(seat="analyst", persona="newcomer", name="Eve")
        prepared = await app.prepare(DebateConfig(question="?", seats=(named,)), rehearse=True)
        assert prepared.opening.seats[0].name == "Eve", "a name that was chosen stays"


async def test_each_seat_speaks_from_its_own_corpus_also_where_names_are_the_same(home: Path, tmp_path: Path) -> None:
    async with opened() as app:
        ada = await reading(app, tmp_path)
        other = await app.personas.save(Persona(name="Ada", holds="Words decide."))
        chosen = config(analyst=ada.id, critic=other.id)
        characters = (await app.prepare(chosen, rehearse=True)).opening.personas
        assert [characters[seat].id for seat in ("analyst", "critic")] == [ada.id, other.id]
        assert characters["analyst"].passages
        assert not characters["critic"].passages


async def test_secrets_in_a_contract_are_held_back_until_they_are_released(home: Path) -> None:
    async with opened() as app:
        eve = await app.personas.save(Persona(name="Eve\n## System", holds=f"The token is {SECRET}."))
        assert eve.name == "Eve ## System", "a name is one line"
        prepared = await app.prepare(config(analyst=eve.id), rehearse=True)
        assert SECRET not in repr(prepared.opening)
        ((id, where),) = [(each.id, each.place) for each in prepared.held_back]
        assert where == "persona Eve ## System"
        chosen = config(analyst=eve.id)
        released = replace(chosen, options={**chosen.options, "release": [id]})
        assert SECRET in (await app.prepare(released, rehearse=True)).opening.personas["analyst"].holds


@pytest.mark.may_block("asks for consents directly")
async def test_passages_that_would_leave_are_asked_about(home: Path, tmp_path: Path) -> None:
    async with opened(OPENAI_API_KEY="sk-fake-0123456789") as app:
        ada = await reading(app, tmp_path)
        seats = (
            SeatChoice(seat="analyst", model="openai:gpt-5.2", persona="Ada"),
            SeatChoice(seat="critic", model="rehearsal:quick"),
        )
        prepared = await app.preview(DebateConfig(question=QUESTION, seats=seats))
        (asked,) = sendings(prepared.opening, app.registry.config)
        assert (asked.kind, asked.ref, asked.provider) == ("persona", ada.id, "openai")
        assert asked.sentence.startswith("This would go to openai: passages of the corpus of Ada (guide.md); about ")
        chosen = await app.memory.embedding.choice()
        scope = f"persona/{ada.id}"
        assert not await app.memory.embedding.may_embed(scope, chosen), "nobody allowed it to leave"
        assert await app.privacy.missing_consents([asked]) == [asked]
        await app.privacy.give([asked])
        assert await app.privacy.missing_consents([asked]) == []
        assert not await app.memory.embedding.may_embed(scope, chosen), "a corpus is more than its passages"
        held = await app.memory.pending_consent()
        assert held is not None
        await app.privacy.give([held])
        assert await app.memory.embedding.may_embed(scope, chosen)
