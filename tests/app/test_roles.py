"""The roles there are, and which of them seats have: the person's own beside the built-in ones, pinned when a debate is
opened, offered their tools alone, and heard to say what is not set up."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from tests.app.test_tools_of_debates import place, with_document

from disputatio.app import debate_files
from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import DebateConfig, from_mapping
from disputatio.app.starting.roles import RoleShelf
from disputatio.debate.errors import ConfigError, FormatError, Refused
from disputatio.debate.log.commands import Continue, SetOption
from disputatio.debate.log.events import DebateOpened, TurnCompleted
from disputatio.debate.wording import speak
from disputatio.engine.errors import NotFound
from disputatio.prompting.book import IDS, known_as
from disputatio.testing.debates import voices
from disputatio.testing.loopback import Script
from disputatio.testing.loopback.dialects import offered_tools
from disputatio.testing.pseudo_language import ACCENTS, PseudoLanguage
from disputatio.testing.scripted import ScriptedProvider

__all__ = ["place"]

OWN = """
id = "dba"
title = "Database reviewer"
focus = "You look at indexes."
task = "Name the index."
tools = ["search_documents", "scan", "web_search", "mcp:tracker"]
"""
SECRET = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")


def shelf(folder: Path, **files: str) -> RoleShelf:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return RoleShelf(folder)


def test_every_id_that_a_role_was_promised_under_is_listed(tmp_path: Path) -> None:
    found = RoleShelf(tmp_path / "none")
    listed = found.all()
    assert not any(each.own or each.fault for each in listed)
    names = {name for each in listed for name in (each.role.id, *each.also)}
    assert names >= {*IDS, "architect", "reviewer"}
    for id, title in (
        ("reviewer", "Phase reviewer"),
        ("phase-reviewer", "Phase reviewer"),
        ("collab-reviewer", "Reviewer"),
        ("Reviewer", "Reviewer"),
        ("architect", "Lead architect"),
        ("lead-architect", "Lead architect"),
        ("architect (lead)", "Lead architect"),
        ("collab-architect", "Architect"),
        ("Architect", "Architect"),
    ):
        assert found.get(id).role.title == title, "ids as in the table of roles; titles as they were recorded"
    for name in (
        "collab-architect",
        "triad-critic",
        "triad-moderator",
        "phase-critic",
        "Devil’s advocate",
        "devils-advocate",
    ):
        assert found.get(name).role.focus.startswith("You")
    assert found.get("judge").role.tools == ()
    assert "scan" in found.get("Security analyst").role.tools


def test_what_a_built_in_role_is_asked_to_be_is_translated_and_ones_own_words_never(tmp_path: Path) -> None:
    ours = shelf(tmp_path / "roles", dba=OWN)
    speak(PseudoLanguage())
    try:
        assert ours.get("dba").about == "You look at indexes."
        assert ACCENTS & set(ours.get("Critic").about)
        assert not ACCENTS & set(ours.get("Critic").role.focus), "models are told it as it is written"
    finally:
        speak(None)
    assert ours.get("Critic").about == " ".join(ours.get("Critic").role.focus.split())


def test_own_roles_come_first_and_broken_ones_say_why(tmp_path: Path) -> None:
    ours = shelf(tmp_path / "roles", dba=OWN, other=OWN, broken="id = [")
    (tmp_path / "roles" / "latin.toml").write_bytes(b'title = "\xe9"')
    (tmp_path / "roles" / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "roles" / "pipe.toml")
    own = {each.role.id: each.fault for each in ours.all() if each.own}
    assert own.pop("dba") == ""
    assert "other.toml:2: `id` 'dba' is the name of your role “Database reviewer”" in own["other"]
    assert "broken.toml: not valid TOML" in own["broken"]
    assert all("cannot be read" in own[name] for name in ("latin", "folder", "pipe"))
    assert ours.all()[len(own) + 1].own is False


def test_names_of_built_in_roles_are_taken(tmp_path: Path) -> None:
    ours = shelf(tmp_path / "roles")
    for name in ("critic", "collab-reviewer", "red-attacker", "persona"):
        path = tmp_path / "one.toml"
        path.write_text(OWN.replace('"dba"', f'"{name}"'))
        with pytest.raises(FormatError, match="a role that ships with Disputatio"):
            ours.check(path)


def test_a_file_is_kept_replaced_and_removed(tmp_path: Path) -> None:
    ours, path = RoleShelf(tmp_path / "roles"), tmp_path / "mine.toml"
    path.write_text(OWN)
    assert ours.take_in(path).title == "Database reviewer"
    path.write_text(OWN.replace("Database reviewer", "Index reviewer"))
    ours.take_in(path)
    assert ours.get("index reviewer").path == tmp_path / "roles" / "dba.toml"
    (tmp_path / "roles" / "new.toml").write_text("id = [")
    path.write_text(OWN.replace('"dba"', '"new"').replace("Database", "New"))
    with pytest.raises(Refused, match="holds something else"):
        ours.take_in(path)
    assert (tmp_path / "roles" / "new.toml").read_text() == "id = ["
    path.write_text(OWN.replace('"dba"', '"third"').replace("Database", "Index"))
    with pytest.raises(FormatError, match="your role “Index reviewer”"):
        ours.take_in(path)
    assert ours.remove("dba").role.title == "Index reviewer"
    assert ours.remove("new").fault, "what cannot be used can be removed"
    with pytest.raises(NotFound):
        ours.remove("dba")
    with pytest.raises(NotFound, match="Did you mean 'critic'"):
        ours.get("crtic")
    with pytest.raises(Refused, match="comes with the program"):
        ours.remove("judge")


async def opening(app: Any, **seats: str) -> DebateOpened:
    chosen = [{"seat": seat, "role": role} for seat, role in seats.items()]
    config = from_mapping({"question": "Is it so?", "seats": chosen})
    return (await app.prepare(config, rehearse=True)).opening


async def test_a_seat_gets_a_role_by_its_id_or_title_and_the_debate_keeps_it(place: Any) -> None:
    async with place() as on:
        shelf(on.app.paths.roles, dba=OWN)
        opened = await opening(on.app, critic="dba")
        assert {id: role.task for id, role in opened.roles.items()} == {"critic": "Name the index."}
        assert [seat.role for seat in opened.seats] == ["Analyst", "Database reviewer"]
        assert (await opening(on.app, critic="database  REVIEWER")).roles == opened.roles
        built_in = await opening(on.app, critic="phase-critic")
        assert (built_in.roles, built_in.seats[1].role) == ({}, "Phase critic")
        assert known_as(built_in.seats[1].role) == "phase critic"


async def test_a_format_of_ones_own_names_one_in_its_cast(place: Any) -> None:
    async with place() as on:
        shelf(on.app.paths.roles, dba=OWN)
        cast = '[cast.one]\nrole = "Database reviewer"\n[step.turn]\nask = "one"\n'
        text = f'name = "mine"\ntitle = "Mine"\ndo = ["turn"]\n{cast}'
        (on.app.paths.formats / "mine.toml").write_text(text, "utf-8")
        config = DebateConfig(question="So?", format="mine")
        assert (await on.app.prepare(config, rehearse=True)).opening.roles["one"].id == "dba"


async def test_a_debate_that_was_exported_brings_its_roles_along(place: Any, tmp_path: Path) -> None:
    async with place() as on:
        shelf(on.app.paths.roles, dba=OWN)
        config = from_mapping({"question": "So?", "seats": [{"seat": "critic", "role": "dba"}]})
        id = await on.app.start(await on.app.prepare(config, rehearse=True))
        text = await debate_files.export(on.app, id, "json")
    async with application({"DISPUTATIO_HOME": str(tmp_path / "other")}) as other:
        _, records = await other.records((await debate_files.take_in(other, str(text))).id)
        assert isinstance(records[0].event, DebateOpened)
        assert records[0].event.roles["critic"].focus == "You look at indexes."


async def test_a_broken_one_is_refused_and_an_unknown_one_is_told_of(place: Any) -> None:
    async with place() as on:
        shelf(on.app.paths.roles, dba="id = [")
        with pytest.raises(ConfigError, match=r"The role 'dba' cannot be used. dba.toml"):
            await opening(on.app, critic="dba")
        config = from_mapping({"question": "So?", "seats": [{"seat": "critic", "role": "Lawyer"}]})
        warnings = (await on.app.prepare(config, rehearse=True)).warnings
        assert any("Nobody has described the role “Lawyer”" in each for each in warnings)
        plain = (await on.app.prepare(DebateConfig(question="So?"), rehearse=True)).warnings
        assert not any("described" in each for each in plain)


async def test_a_likely_secret_of_a_role_is_held_back(place: Any) -> None:
    async with place() as on:
        shelf(on.app.paths.roles, dba=OWN.replace("indexes", SECRET))
        config = from_mapping({"question": "So?", "seats": [{"seat": "critic", "role": "dba"}]})
        plan = await on.app.prepare(config, rehearse=True)
        assert SECRET not in plan.opening.roles["critic"].focus
        assert [held.path for held in plan.held_back] == ["role Database reviewer"]


async def test_its_seat_is_told_it_offered_its_tools_alone_and_says_what_is_not_set_up(place: Any) -> None:
    async with place() as on:
        shelf(on.app.paths.roles, dba=OWN)
        context = await with_document(on.app)
        on.server.script("openai", Script(text="So it is."))
        session = await on.debate(
            context={"kind": "project", "ref": context.ref},
            seats=[
                {"seat": "analyst", "model": "openai:gpt-5.2", "role": "dba"},
                {"seat": "critic", "model": "anthropic:claude-opus-4-5-20251101"},
            ],
        )
        first = on.server.requests[0]
        assert offered_tools("openai", first.body) == ["search_documents"]
        told = str(first.body)
        assert "You look at indexes." in told
        assert "Name the index." in told
        scan = (
            "Not set up: scan. Its role may use it, but running programs is switched off; "
            "switch it on with disputatio settings set sandbox.use true."
        )
        tracker = (
            "Not set up: tracker. Its role may use it, but there is no tool server of that name that can be used; "
            "add it with disputatio tools add."
        )
        assert f"{scan} {tracker} Say so in a sentence" in told
        assert [use.result for use in on.uses(session)] == [
            "The web was not searched. No web search is set up.",
            scan,
            tracker,
        ]
        others = [str(seen.body) for seen in on.server.requests if seen.protocol == "anthropic"]
        assert others
        assert not any("You look at indexes." in each or "is not set up here" in each for each in others)


NO_SEARCH = "The web was not searched. No web search is set up."
NOT_SET_UP = re.compile(r"Not set up: (.*)\. Its role may use \w+, but .*")
PHASE_SEVEN = (("attack", "attacker"), ("defend", "defender"))
PROMISED = {
    **dict.fromkeys(("analyst", "critic", "synthesizer", "proponent", "opponent", "advocate"), NO_SEARCH),
    "triad-critic": NO_SEARCH,
    **dict.fromkeys(("proposer", "generator"), "run_code, run_tests, format"),
    **dict.fromkeys(("phase-critic", "phase-reviewer", "optimizer", "designer"), "analyse, lint"),
    **dict.fromkeys(("implementer", "executor", "blue defender"), "run_code, run_tests"),
    "refactorer": "analyse, lint, format",
    "performance analyst": "profile",
    "security analyst": "scan, fuzz",
    "compiler": "type_check",
    "red attacker": "run_code, run_tests, fuzz",
    **dict.fromkeys(("collab-architect", "collab-reviewer", "architect (lead)", "teacher"), ""),
    **dict.fromkeys(("judge", "triad-moderator", "refiner", "chair"), ""),
}
"""What each row of SPEC ROLE.1 works with beyond what there is to read, by the id of the role."""


async def test_every_role_says_in_its_first_turn_what_it_works_with_and_is_not_set_up(home: Path) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        app.registry.add(ScriptedProvider(voices()))
        told: dict[str, str] = {}
        for role, promised in PROMISED.items():
            seats = [
                {"seat": "analyst", "model": "scripted:one", "role": role},
                {"seat": "critic", "model": "rehearsal:quick"},
            ]
            given = {"question": "So?", "rounds": 1, "seats": seats, "services": {"clerk": "", "synthesis": ""}}
            session = await app.open_and_run(await app.prepare(from_mapping(given)))
            await session.wait_for_rest()
            done = [r.event for r in session.hub.records if isinstance(r.event, TurnCompleted)]
            first, *later = [event for event in done if event.path.endswith("[analyst]")]
            assert not any(event.tools for event in later), f"{role} says it once"
            told[role] = " ".join(NOT_SET_UP.sub(r"\1", use.result) for use in first.tools)
            written = str(await debate_files.export(app, session.id, "html"))
            assert ("Not set up" in written) is (promised not in ("", NO_SEARCH))
            assert NO_SEARCH not in written, "nobody looked anything up"
        assert told == PROMISED


async def test_who_only_voted_before_says_what_is_not_set_up_with_what_they_contribute_first(home: Path) -> None:
    """The adversarial phase is switched on for the second round, after its seats have voted in the first."""
    attack = json.dumps({"items": [{"text": "An empty list breaks it.", "kind": "edge case", "repeats": ""}]})
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        app.registry.add(ScriptedProvider(voices(findings=attack)))
        names = ["proposers", "proposers#2", "instructor", "critics", "reviewers", "optimizer", "judge"]
        given = {
            "question": "Sort a list.", "format": "eight-phase", "rounds": 2,
            "services": {"clerk": "", "synthesis": ""},
            "phases": ["proposal", "convergence"], "auto_continue": False, "seed": 1,
            "options": {"threshold": 100, "planning": "cpde"},
            "seats": [{"seat": name, "model": "scripted:one"} for name in [*names, *dict(PHASE_SEVEN).values()]],
        }  # fmt: skip
        session = await app.open_and_run(await app.prepare(from_mapping(given)))
        await session.wait_for_rest()
        assert session.debate.reason == "round", (session.debate.status, session.debate.why)
        await session.submit(SetOption(name="adversarial", value=True))
        await session.submit(Continue())
        await session.wait_for_rest()
        done = [r.event for r in session.hub.records if isinstance(r.event, TurnCompleted)]
        assert sum(event.path.startswith("round[1]/convergence/vote[") for event in done) > 3
        first = {seat: next(e for e in done if e.path.endswith(f"{name}[{seat}]")) for name, seat in PHASE_SEVEN}
        assert [[NOT_SET_UP.sub(r"\1", use.result) for use in event.tools] for event in first.values()] == [
            ["run_code, run_tests, fuzz"],
            ["run_code, run_tests"],
        ]


async def test_a_debate_goes_on_and_is_forked_without_the_file(place: Any) -> None:
    async with place() as on:
        shelf(on.app.paths.roles, dba=OWN)
        seats = [
            {"seat": "analyst", "model": "openai:gpt-5.2", "role": "dba"},
            {"seat": "critic", "model": "anthropic:claude-opus-4-5-20251101"},
        ]
        session = await on.debate(seats=seats)
        on.app.roles.remove("dba")
        records = [each.event for each in session.hub.records]
        fork = await on.app.fork(session.id, 1)
        seen = len(on.server.requests)
        again = await on.app.sessions.acquire(fork)
        await again.wait_for_rest()
        assert again.debate.roles == session.debate.roles
        assert isinstance(records[0], DebateOpened)
        assert any("You look at indexes." in str(each.body) for each in on.server.requests[seen:])
