"""Checks of proposals in whole debates, in the real box: on a worktree of the debate's branch or beside a program, told
to the participants, holding the debate where the person wants it, played again without running anything."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox.test_isolation import isolated

from disputatio.app.application import Application, StartPlan
from disputatio.app.audit import audit
from disputatio.app.bootstrap import application
from disputatio.app.debates.session import Session
from disputatio.app.hooks.commands import readable_folders
from disputatio.app.paths import closed
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.sendings import Commanding
from disputatio.app.settings import Settings
from disputatio.app.settings.kinds import BadSetting
from disputatio.app.starting.configuration import from_mapping
from disputatio.debate.attempts import attempts_of
from disputatio.debate.board.attacks import attacks_of
from disputatio.debate.context import Context
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.log.commands import Review, SetOption
from disputatio.debate.log.events import TurnAbstained, TurnAsked, TurnCompleted
from disputatio.debate.log.turns import Turn
from disputatio.debate.views.checks import run_again
from disputatio.debate.views.code_versions import history_of
from disputatio.debate.views.gate_view import gates_of
from disputatio.debate.views.transcript import transcript_of
from disputatio.engine.checking import Checking
from disputatio.engine.ports import ToolCalled
from disputatio.prompting.request import Request, SeenTurn
from disputatio.repository.worktrees import memory_folder
from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap
from disputatio.sandbox.isolation import NoIsolation
from disputatio.testing.boards import past_of
from disputatio.testing.debates import voices
from disputatio.testing.repositories import commit
from disputatio.testing.scripted import Act, ScriptedProvider

TESTS = "tests: python3 -m unittest -q"
SHOP = {
    "shop.py": "def total(prices):\n    return sum(prices) - 1\n",
    "test_shop.py": "import unittest\nfrom shop import total\n\n\nclass Totals(unittest.TestCase):\n"
    "    def test_sum(self):\n        self.assertEqual(total([2, 3]), 5)\n",
}
RIGHT = (
    "I mend it.\n\n```diff\n--- a/shop.py\n+++ b/shop.py\n@@ -1,2 +1,2 @@\n def total(prices):\n"
    "-    return sum(prices) - 1\n+    return sum(prices)\n```\n"
)
WRONG = RIGHT.replace("+    return sum(prices)\n", "+    return sum(prices) + 1\n")
UNFIT = RIGHT.replace("-    return sum(prices) - 1", "-    return 0")
PHASES = ("dehallucination", "evolvement", "critique", "review", "optimization", "adversarial", "convergence")

SEATS = ("proposers", "instructor", "critics", "reviewers", "optimizer", "attacker", "defender", "judge")


@pytest.fixture
def opened(home: Path) -> Callable[..., Any]:
    @asynccontextmanager
    async def made(script: Callable[[Request], Any] | None = None, **said: Act) -> AsyncIterator[Application]:
        (home / "settings.toml").write_text("[sandbox]\nuse = true\n", "utf-8")
        async with application({"DISPUTATIO_HOME": str(home)}) as app:
            app.registry.add(ScriptedProvider(script or voices(**said)))
            yield app

    return made


async def plan(app: Application, repository: Path | None = None, on: tuple[str, ...] = (), **given: Any) -> StartPlan:
    """Prepare the eight-phase protocol with its proposal and the phases that are `on`."""
    options = {**{phase: phase in on for phase in PHASES}, "reflexion": False, **given.pop("options", {})}
    config = {
        "question": "Mend the total.", "format": "eight-phase", "seed": 1, "rounds": 1, "auto_continue": True,
        "options": {"planning": "dpde", **options}, "hooks": True,
        "seats": [
            {"seat": seat, "model": "scripted:one"}
            for seat in SEATS
        ],
        "services": {"clerk": "scripted:small", "synthesis": "scripted:one"}, **given,
    }  # fmt: skip
    if repository is not None:
        config["context"] = {"kind": "repository", "ref": str(repository)}
    return await app.prepare(from_mapping(config))


async def debate(app: Application, repository: Path | None = None, on: tuple[str, ...] = (), **given: Any) -> Session:
    """Run it; the person agrees to what they are asked."""
    prepared = await plan(app, repository, on, **given)
    try:
        session = await app.open_and_run(prepared)
    except ConsentNeeded as needed:
        session = await app.open_and_run(prepared, needed.asked)
    await session.wait_for_rest()
    return session


def standing(folder: Path) -> dict[Path, tuple[bytes, int]]:
    """Return what stands in a work tree, its index and its git folder, and since when."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def checks(session: Session) -> dict[str, TurnCompleted]:
    """Return what the checks came to, by the phase after which they were made."""
    done = [each.event for each in session.hub.records if isinstance(each.event, TurnCompleted)]
    return {event.path.split("/")[-2]: event for event in done if "validation[" in event.path}


def why_not(session: Session) -> list[str]:
    done = [each.event for each in session.hub.records if isinstance(each.event, TurnAbstained)]
    return [event.why for event in done if "validation[" in event.path]


@isolated
async def test_a_proposal_is_checked_on_a_worktree_and_the_next_participant_reads_what_came_of_it(
    opened: Any, tmp_path: Path, home: Path
) -> None:
    commit(tmp_path / "shop", SHOP)
    before = standing(tmp_path / "shop")
    told: list[str] = []

    def script(request: Request) -> Any:
        if request.brief.gives == "flaws":
            told.append("\n".join(message.text for message in request.messages))
        return voices(artifact=WRONG)(request)

    async with opened(script) as app:
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS])
        session = await debate(app, tmp_path / "shop", on=("critique",))
        assert session.debate.options["hooks"] == [TESTS]
        done = checks(session)["proposal"]
        (check,) = done.data["checks"]  # type: ignore[misc]
        assert (done.data["passed"], done.data["gating"]) == (False, False)
        assert check["of"].endswith("propose[proposers]")  # type: ignore[index, call-overload]
        assert "AssertionError: 6 != 5" in done.text
        assert "### Proposal of Proposer" in done.text
        assert "AssertionError: 6 != 5" in told[0]
        places = filter(None, (home / "cache" / "worktrees", await asyncio.to_thread(memory_folder)))
        assert not [path for place in places for path in place.glob(f"{os.getpid()}-*")]
    assert standing(tmp_path / "shop") == before


@isolated
async def test_after_each_of_four_phases_what_was_written_there_is_checked(opened: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", SHOP)

    def script(request: Request) -> Any:
        patches = RIGHT.replace("sum(prices) - 1", "sum(prices) + 1")  # of what the optimizer wrote
        artifact = RIGHT if request.brief.task == "propose" else WRONG
        findings = '```json\n{"items": [{"text": "It is off by one.", "kind": "edge_cases"}]}\n```'
        return voices(artifact=artifact, patches=patches, findings=findings)(request)

    async with opened(script) as app:
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS])
        session = await debate(app, tmp_path / "shop", on=("optimization", "adversarial", "convergence"))
        found = {phase: event.data["passed"] for phase, event in checks(session).items()}
        assert found.pop("adversarial[2]", True) is True
        assert found == {"proposal": True, "optimization": False, "adversarial[1]": True, "convergence": True}
        assert "### Defence of " in checks(session)["convergence"].text, "it goes on top of what was elected"


@isolated
async def test_a_change_that_does_not_fit_fails_and_a_proposal_without_any_is_not_checked(
    opened: Any, tmp_path: Path
) -> None:
    commit(tmp_path / "shop", SHOP)
    async with opened(artifact=UNFIT) as app:
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS])
        done = checks(await debate(app, tmp_path / "shop"))["proposal"]
        assert "**The change does not apply**" in done.text
        assert "shop.py: hunk 1" in done.text
        app.registry.add(ScriptedProvider(voices(artifact="I would subtract nothing.")))
        silent = await debate(app, tmp_path / "shop")
        assert why_not(silent) == [
            "nothing was run: No proposal contains a change as a diff, so there is nothing to check."
        ]


@isolated
async def test_a_secret_that_a_program_or_its_report_tells_is_held_back(opened: Any) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    parts = f"{secret[:20]!r} {secret[20:]!r}"
    report = f"<testsuite><testcase name='t' file='{secret}/a.py'><failure message='{secret}'/></testcase></testsuite>"
    program = f"```python\nprint({parts})\nassert False, {parts}\n```"
    async with opened(artifact=program) as app:
        commands = [f'tests: sh -c "echo \\"{report}\\""', f"lint: echo {secret}"]
        session = await debate(app, hooks=commands, options={"reflexion": True})
        done = [each.event for each in session.hub.records if isinstance(each.event, TurnCompleted)]
        ran = [event for event in done if event.path.endswith("[sandbox]")]
        assert any(event.data.get("checks") for event in ran)
        assert any("What it printed" in event.text for event in ran)
        for event in ran:
            assert secret not in event.text
            assert secret not in json.dumps(event.data)


@isolated
async def test_without_a_repository_the_commands_run_beside_the_program(opened: Any) -> None:
    program = "```python\ndef total(prices):\n    return sum(prices)\n\nassert total([2, 3]) == {}\n```"
    async with opened(artifact=program.format(5)) as app:
        commands = ["tests: python3 program.py", "scan: sh -c 'ls; exit 3'"]
        good = await debate(app, hooks=commands, options={"reflexion": True})
        done = checks(good)["proposal"]
        scan, tests = done.data["checks"]  # type: ignore[misc]
        assert (tests["passed"], scan["passed"], scan["said"]) == (True, False, "program.py")  # type: ignore[index, call-overload]
        assert "It ended with exit code 3." in done.text
        (version,) = history_of(good.hub.records).versions
        assert (version.tests_told, version.run and version.run.tests[0].text) == (
            "1 of 1 passed",
            "python3 program.py",
        )
        trials = [each.event for each in good.hub.records if isinstance(each.event, TurnCompleted)]
        (own,) = [event.text for event in trials if event.path.endswith("propose[proposers]/reflexion/trial[sandbox]")]
        assert own == "Python: 1 check, none failed.\n- passed: running the program", "it is tried by itself before"
        app.registry.add(ScriptedProvider(voices(artifact=program.format(6))))
        assert checks(await debate(app, hooks=["tests: python3 program.py"]))["proposal"].data["passed"] is False


@isolated
async def test_a_failure_that_gates_waits_for_the_person_and_is_tried_again_until_it_passes(
    opened: Any, tmp_path: Path
) -> None:
    commit(tmp_path / "shop", SHOP)
    written = iter([WRONG, RIGHT])
    async with opened(lambda request: voices(artifact=lambda _: next(written))(request)) as app:
        await app.bench.shelf.add(str(tmp_path / "shop"), ["tests!: python3 -m unittest -q"])
        session = await debate(app, tmp_path / "shop", on=("critique",))
        assert session.debate.status == "paused"
        (gate,) = gates_of(session.debate, session.past(), session.hub.records)
        assert gate.path == "round[1]/gate-critique[person]"
        assert gate.why == "You wanted to be asked if this failed: unit tests."
        assert "Unit tests failed: Proposer." in gate.tests
        await session.submit(Review(approved=False, reason="Mend it.", path=gate.path))
        await session.wait_for_rest()
        (again,) = gates_of(session.debate, session.past(), session.hub.records)
        assert "Unit tests passed: Proposer." in again.tests
        await session.submit(Review(approved=True, path=again.path))
        await session.wait_for_rest()
        assert session.debate.over


@isolated
@pytest.mark.parametrize("branch", [False, True], ids=["no branch", "a branch that has the first change already"])
async def test_a_change_that_fails_the_tests_is_mended_in_its_turn_before_it_is_checked(
    opened: Any, tmp_path: Path, branch: bool
) -> None:
    commit(tmp_path / "shop", SHOP)
    reflection = '```json\n{"cause": "a sign", "wrong": "it adds one", "change": "add none", "confidence": 0.9}\n```'
    written = iter([WRONG, RIGHT])
    told: list[str] = []

    def script(request: Request) -> Any:
        if request.brief.task == "mend":
            told.append("\n".join(message.text for message in request.messages))
        return voices(artifact=lambda _: next(written), reflection=reflection)(request)

    async with opened(script) as app:
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS, "lint: false"])
        session = await debate(app, tmp_path / "shop", options={"reflexion": True, "branch": branch})
        done = [each.event for each in session.hub.records if isinstance(each.event, TurnCompleted)]
        tried = [event for event in done if event.path.endswith("trial[sandbox]")]
        assert [event.data["passed"] for event in tried] == [False, True]
        assert "AssertionError: 6 != 5" in told[0]
        assert "add none" in told[0]
        assert not any("Linter" in event.text for event in tried), "a turn is tested, and no more"
        last = checks(session)["proposal"]
        assert [(each["kind"], each["passed"]) for each in last.data["checks"]] == [  # type: ignore[union-attr, index, call-overload]
            ("lint", False), ("tests", True),
        ]  # fmt: skip
        first, second = attempts_of(session.past())
        assert (first.passed, first.cause, first.program.language) == (False, "a sign", "diff")
        assert (second.passed, second.number) == (True, 2)
        assert (await audit(app, session.id)).intact


@isolated
async def test_a_defence_that_fails_its_tests_goes_back_and_closes_its_attack_once_it_passes(
    opened: Any, tmp_path: Path
) -> None:
    commit(tmp_path / "shop", SHOP)
    attacks = iter(['[{"text": "It is off by one.", "category": "edge case"}]', "[]"])
    reflection = '```json\n{"cause": "a sign", "wrong": "it adds", "change": "add none", "confidence": 0.9}\n```'
    on_top = RIGHT.replace("-    return sum(prices) - 1", "-    return sum(prices) + 1")
    closes = "\n### Patches\n- A1 — patch — yes — It adds nothing any more\n"
    written = iter([on_top.replace("+    return sum(prices)\n", "+    return sum(prices) + 2\n"), on_top])

    async with opened(
        artifact=WRONG,
        findings=lambda _: f'```json\n{{"items": {next(attacks)}}}\n```',
        reflection=reflection,
        patches=lambda _: next(written) + closes,
    ) as app:
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS])
        session = await debate(app, tmp_path / "shop", on=("adversarial",), options={"reflexion": True})
        tried = [one for one in attempts_of(session.past()) if "/defend[" in one.turn]
        assert [(one.passed, one.program.language) for one in tried] == [(False, "diff"), (True, "diff")]
        assert "AssertionError: 7 != 5" in tried[0].failure
        past, stood = session.past(), dict[str, str]()
        for place in (tried[0].path, f"{tried[0].turn}/reflexion/trial[sandbox]", tried[1].path):
            upto = past_of(*_upto(past, place))
            stood[place] = attacks_of(upto)["A1"].status
        assert list(stood.values()) == ["closed", "open", "closed"]
        assert attacks_of(past)["A1"].status == "closed"
        done = checks(session)["adversarial[1]"]
        assert done.data["passed"] is True
        assert "### Defence of " in done.text
        assert (await audit(app, session.id)).intact


def _upto(past: Any, place: str) -> Iterator[Turn]:
    for turn in past:
        yield turn
        if turn.path == place:
            return


class Refusing(Box):
    """Runs nothing, and says what it was to run."""

    def __init__(self) -> None:
        super().__init__(Bubblewrap())
        self.wanted: list[Sequence[str]] = []

    def check(self) -> None:
        self.wanted.append(())
        raise NoIsolation("Nothing may be run.")


@isolated
async def test_what_was_run_is_played_again_without_running_anything_and_audited(opened: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", SHOP)
    async with opened(artifact=WRONG) as app:
        await app.bench.shelf.add(str(tmp_path / "shop"), ["tests!: python3 -m unittest -q"])
        first = await debate(app, tmp_path / "shop")
        if first.debate.status == "paused":
            (gate,) = gates_of(first.debate, first.past(), first.hub.records)
            await first.submit(Review(approved=True, path=gate.path))
            await first.wait_for_rest()
        assert (await audit(app, first.id)).intact
        box = Refusing()
        app.sandbox._box = box
        again = await app.sessions.acquire(await app.speak_again(first.id))
        await again.wait_for_rest()
        assert again.debate.over
        assert box.wanted == []
        was, now = checks(first)["proposal"], checks(again)["proposal"]
        assert (now.text, now.data) == (was.text, was.data)


@isolated
async def test_commands_that_came_with_a_debate_from_elsewhere_are_not_run(opened: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", SHOP)
    async with opened(artifact=RIGHT) as app:
        prepared = await app.prepare(
            from_mapping(
                {
                    "question": "Mend it.", "format": "eight-phase", "hooks": [TESTS], "auto_continue": True,
                    "seats": [{"seat": "proposers", "model": "scripted:one"}],
                    "options": dict.fromkeys(PHASES, False), "services": {"clerk": "", "synthesis": ""},
                    "context": {"kind": "repository", "ref": str(tmp_path / "shop")}, "rounds": 1,
                }
            ),
            rehearse=True,
        )  # fmt: skip
        opening = replace(
            prepared.opening,
            seats=tuple(replace(seat, model="scripted:one") for seat in prepared.opening.seats),
        )
        await app.log.append("foreign", [opening])
        session = await app.sessions.acquire("foreign")
        await session.wait_for_rest()
        assert why_not(session)[0].startswith("nothing was run: This debate comes with commands")
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS])
        asked = Checking(
            id="foreign", context=opening.context, options=opening.options,
            works=(SeenTurn(path="propose[proposers]", label="One", role="Proposer", gives="artifact", text=RIGHT),),
        )  # fmt: skip
        assert (await app.bench.check(asked)).data["passed"] is True


@isolated
async def test_commands_that_nobody_configured_are_run_for_nobody_who_did_not_agree(
    opened: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(tmp_path / "shop", SHOP)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-in-the-environment")
    async with opened(artifact=RIGHT) as app:
        await asyncio.to_thread(app.settings.set, "privacy.confirm_sending", False)
        prepared = await plan(app, tmp_path / "shop", hooks=["scan: env"])
        with pytest.raises(ConsentNeeded) as asked:
            await app.start(prepared)
        assert [each.sentence for each in asked.value.asked] == [
            f"This would run on this computer, in isolation, on {tmp_path / 'shop'}: scan: env."
        ]
        session = await app.open_and_run(prepared, asked.value.asked)
        await session.wait_for_rest()
        done = checks(session)["proposal"]
        assert "HOME=/work" in json.dumps(done.data)
        assert "planted" not in json.dumps(done.data)
        with pytest.raises(ConsentNeeded, match="true, evil"):
            await app.sessions.deliver(session.id, SetOption(name="hooks", value=["scan: true, evil"]))
        assert session.debate.options["hooks"] == ["scan: env"]
        fork = await app.fork(session.id)
        again = app.privacy.running(prepared.opening, fork)
        assert again, "they are still not configured"
        assert await app.privacy.missing_consents(again) == [], "a fork runs what its original did"
        assert f"scan: env (in {tmp_path / 'shop'})" in [each.ref for each in await app.privacy.all()]


async def test_a_machine_that_isolates_nothing_says_what_to_install(opened: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", SHOP)
    async with opened(artifact=RIGHT) as app:
        app.sandbox._box = Box(Bubblewrap(find=lambda name: None))
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS])
        (why,) = why_not(await debate(app, tmp_path / "shop"))
        assert "Install it: sudo apt-get install bubblewrap." in why


@isolated
async def test_a_check_that_a_crash_broke_off_is_run_again_and_says_so(opened: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", SHOP)
    async with opened(artifact=RIGHT) as app:
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS])
        whole = await debate(app, tmp_path / "shop")
        events = [each.event for each in whole.hub.records]
        asked = next(
            n for n, event in enumerate(events) if isinstance(event, TurnAsked) and "validation[" in event.path
        )
        await app.log.append("killed", events[: asked + 1])
        session = await app.sessions.acquire("killed")
        await session.wait_for_rest()
        (path,) = [event.path for event in checks(session).values()]
        turn = transcript_of(session.hub.records).turns[path]
        assert (turn.status, turn.attempts) == ("done", 2)
        assert run_again(turn.attempts) == "Run twice: it was interrupted before."
        (before,) = [event.path for event in checks(whole).values()]
        assert run_again(transcript_of(whole.hub.records).turns[before].attempts) == ""


@isolated
@pytest.mark.parametrize("carried", [False, True])
async def test_participants_run_code_and_the_commands_of_the_debate_by_their_roles(
    opened: Any, tmp_path: Path, carried: bool
) -> None:
    """They are configured for the project, or came with the debate alone, and the person agreed to them."""
    commit(tmp_path / "shop", SHOP)
    calls = [
        ToolCalled(id="1", name="run_code", arguments=json.dumps({"code": "assert 1 + 1 == 2"})),
        ToolCalled(id="2", name="run_tests", arguments="{}"),
        ToolCalled(id="3", name="run_tests", arguments=json.dumps({"change": RIGHT})),
        ToolCalled(id="4", name="lint", arguments="{}"),
    ]

    def script(request: Request) -> Any:
        first = request.brief.gives == "artifact" and request.tools and not any(m.results for m in request.messages)
        return calls if first else voices(artifact=RIGHT)(request)

    async with opened(script) as app:
        commands = [TESTS, "fuzz: true"]
        if not carried:
            await app.bench.shelf.add(str(tmp_path / "shop"), commands)
        session = await debate(app, tmp_path / "shop", on=("critique",), hooks=commands if carried else False)
        done = {each.event.path: each.event for each in session.hub.records if isinstance(each.event, TurnCompleted)}
        uses = done["round[1]/proposal/propose[proposers]"].tools
        assert [(use.name, use.failed) for use in uses] == [
            ("run_code", False), ("run_tests", False), ("run_tests", False), ("lint", True),
        ]  # fmt: skip
        assert "Python: 1 check, none failed." in uses[0].result
        assert "Unit tests failed" in uses[1].result
        assert "Unit tests passed" in uses[2].result
        told = [use.result for each in done.values() for use in each.tools if use.name == "tools"]
        assert sum(each.startswith("Not set up: format. Its role may use it, but no command") for each in told) == 1, (
            "each seat says it once"
        )
        assert sum(each.startswith("Not set up: analyse, lint. Its role may use them") for each in told) == 1, (
            "the Phase critic, too"
        )


@isolated
async def test_a_tool_runs_the_command_of_a_project_beside_the_program_that_it_is_given(opened: Any) -> None:
    async with opened() as app:
        await app.bench.shelf.add("Handbook", ["tests: python3 program.py"])
        handbook = Context(kind="project", ref="p1", title="Handbook")
        for change in ("Look:\n```python\nprint(6 * 7)\nexit(3)\n```", "print(6 * 7)\nexit(3)"):
            told = await app.bench.call("d", handbook, {}, "run_tests", {"change": change})
            assert "Unit tests failed" in told
            assert "42" in told
        with pytest.raises(Refused, match="needs the program"):
            await app.bench.call("d", handbook, {}, "run_tests", {"change": " "})
        with pytest.raises(Refused, match="No command is configured for linter"):
            await app.bench.call("d", handbook, {}, "lint", {"change": "1"})
        with pytest.raises(Refused, match="commands that nobody has configured on this computer"):
            await app.bench.call("d", handbook, {"hooks": ["lint: true"]}, "lint", {"change": "1"})


async def test_nothing_is_offered_that_runs_programs_while_that_is_switched_off(opened: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", SHOP)
    offered: list[str] = []

    def script(request: Request) -> Any:
        offered.extend(tool.name for tool in request.tools)
        return voices(artifact=RIGHT)(request)

    async with opened(script) as app:
        await asyncio.to_thread(app.settings.set, "sandbox.use", False)
        await app.bench.shelf.add(str(tmp_path / "shop"), [TESTS])
        session = await debate(app, tmp_path / "shop")
        assert not {"run_code", "run_tests"} & set(offered)
        (why,) = why_not(session)
        assert why.startswith("nothing was run: Running the code of participants is switched off. Switch it on")


async def test_a_debate_that_wants_checks_is_told_beforehand_where_nothing_can_isolate_them(
    opened: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as app:
        await asyncio.to_thread(app.settings.set, "sandbox.box", "podman")
        monkeypatch.setenv("PATH", str(tmp_path))
        warnings = " ".join((await plan(app)).warnings)
        assert "No proposal is checked. Code of participants cannot be run: podman is not installed." in warnings
        assert "Install it" in warnings
        assert "checked" not in " ".join((await plan(app, hooks=False)).warnings)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pytest -q", "is no command"),
        ("cook: an egg", "no kind of command"),
        ("tests: 'open", "cannot be read"),
        ("tests 9999 s: true", "too long"),
    ],
)
async def test_a_line_that_is_no_command_is_refused_before_a_debate_begins(opened: Any, line: str, told: str) -> None:
    async with opened() as app:
        with pytest.raises(ConfigError, match=told):
            await debate(app, hooks=[line])


async def test_commands_are_kept_by_project_and_found_by_path_and_by_name(opened: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", SHOP)
    async with opened() as app:
        shelf = app.bench.shelf
        await shelf.add(str(tmp_path / "shop"), [TESTS, "lint: ruff check ."])
        await shelf.add("Handbook", ["scan 60 s!: bandit -r ."])
        await shelf.add(str(tmp_path / "elsewhere" / "shop"), [TESTS])
        assert [each.name for each in shelf.all()] == ["shop", "handbook", "shop-2"]
        kept = shelf.of_context(Context(kind="repository", ref=str(tmp_path / "shop")))
        assert [each.kind for each in kept] == ["tests", "lint"]
        (scan,) = shelf.of_context(Context(kind="project", ref="p1", title="handbook"))
        assert (scan.seconds, scan.gating, scan.line) == (60, True, "bandit -r .")
        await shelf.remove(str(tmp_path / "shop"), "lint")
        assert len(shelf.of_context(Context(kind="repository", ref=str(tmp_path / "shop")))) == 1
        with pytest.raises(Refused, match="There is no command"):
            await shelf.remove("Handbook", "fuzz")
        with pytest.raises(Refused, match="There is no command"):
            await shelf.remove("Nowhere", "fuzz")


def test_programs_never_read_the_home_folder_nor_what_stands_in_for_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home" / "ada"))
    inner = tmp_path / "home" / "ada" / "venv"
    inner.mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "home")
    (inner.parent / ".ssh").mkdir()
    (tmp_path / "tools").symlink_to(inner.parent / ".ssh")
    links = [str(tmp_path / "link"), str(tmp_path / "tools")]
    refused = ["/", "~", str(tmp_path), *links, "/tmp", "/work", "/work/x", "/proc/1", "/run/user", "venv"]
    settings = Settings()
    for key in (
        "~/.ssh",
        "~/.config",
        "~/.local",
        "~/.local/share/keyrings/x",
        "/srv/ada/.aws/",
        "/",
        "~",
        str(tmp_path),
    ):
        with pytest.raises(BadSetting, match=r"holds the (keys|passwords) of .*, and no program may read them"):
            settings.set("sandbox.reads", ["/opt/tools", key])
    assert settings.get("sandbox.reads") == ()
    settings.set("sandbox.reads", [*(each for each in refused if not closed(each)), "~/venv", "/opt/tool/../tools"])
    assert readable_folders(settings) == (str(inner), "/opt/tools")


def test_no_list_of_commands_is_taken_for_another_nor_for_the_same_in_another_repository() -> None:
    lists = [("tests: a; lint: b",), ("tests: a", "lint: b"), ("tests: a; lint: b", ""), ("tests: a", "; lint: b")]
    places = ("", "/shop", "/other")
    keys = {Commanding(lines=lines, debate="d", place=place).key for lines in lists for place in places}
    assert len(keys) == len(places) * len(lists)
    assert Commanding(lines=("/shop", "a"), debate="d").key not in keys
