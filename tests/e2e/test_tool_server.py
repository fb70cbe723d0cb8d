"""The tool server as a client meets it: the official one, over standard input and output of the real program."""

from __future__ import annotations

import asyncio
import base64
import json
import signal
import subprocess
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters

from disputatio.app import bootstrap
from disputatio.debate.log.commands import Interject
from disputatio.testing.loopback import LoopbackServer, Script

TOOLS = {
    *("start_roundtable", "continue_roundtable", "control_session", "list_sessions", "get_consensus", "get_thoughts"),
    *("export_session", "synthesize_debate", "get_round_details", "get_response_detail", "get_citations", "get_agents"),
}
LAYERS = {"sessionId", "topic", "roundNumber", "decision", "agentResponses", "evidence", "metadata"}
PATIENCE = 60.0
LOOKS = 600
ANALYSIS = "round[1]/analysis[analyst]"
SEATS = [
    {"seat": "analyst", "model": "openai:gpt-5.2"},
    {"seat": "critic", "model": "rehearsal:quick"},
]
SERVICES = {"clerk": "rehearsal:quick", "synthesis": "rehearsal:quick"}


class Failed(Exception):
    """A tool said that it failed."""


@dataclass
class Connection:
    client: Client
    heard: list[tuple[float, str]] = field(default_factory=list)

    async def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        async def hear(progress: float, total: float | None, message: str | None) -> None:
            self.heard.append((progress, message or ""))

        answer = await self.client.call_tool(tool, arguments, progress_callback=hear)
        if answer.is_error:
            raise Failed(answer.content[0].text)
        assert answer.structured_content is not None
        assert json.loads(answer.content[0].text) == answer.structured_content
        return answer.structured_content

    async def until(self, tool: str, holds: Callable[[dict[str, Any]], object], **arguments: Any) -> dict[str, Any]:
        for _ in range(LOOKS):
            if holds(found := await self(tool, **arguments)):
                return found
            await asyncio.sleep(0.1)
        raise AssertionError(f"it did not come about: {found}")


@pytest.fixture(name="connect")
def connect_fixture(program) -> Callable[..., Any]:
    @asynccontextmanager
    async def connect(mode: str = "auto") -> AsyncIterator[Connection]:
        command, *arguments = program.command("mcp")
        started = StdioServerParameters(
            command=command, args=arguments, env=program.surroundings({}), cwd=str(program.folder)
        )
        async with Client(started, mode=mode) as client:
            yield Connection(client)

    return connect


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_every_tool_answers_about_a_rehearsal(connect, home: Path, mode: str) -> None:
    (home / "formats").mkdir(parents=True)
    (home / "formats" / "broken.toml").write_text('name = "broken"', "utf-8")
    async with connect(mode) as call:
        listed = (await call.client.list_tools()).tools
        assert {tool.name for tool in listed} == TOOLS
        assert all(tool.output_schema and tool.description and tool.annotations for tool in listed)
        done = await call("start_roundtable", question="Tabs or spaces?", rehearse=True, rounds=2, seed=7)
        assert done.keys() >= LAYERS
        assert done["session"]["status"] == "completed"
        assert not done["waitedOut"]
        assert done["decision"]["agreementScore"] is None
        assert "no AI model took part" in done["decision"]["actionRecommendation"]["reason"]
        assert [one["agentId"] for one in done["agentResponses"]] == ["analyst", "critic"]
        assert [progress for progress, _ in call.heard] == sorted({progress for progress, _ in call.heard})
        assert any(said.startswith("Critic, round 1: ") for _, said in call.heard)
        id = done["sessionId"]

        assert [one["sessionId"] for one in (await call("list_sessions"))["sessions"]] == [id]
        assert (await call("list_sessions", status="paused"))["total"] == 0
        assert (await call("get_consensus", sessionId=id))["points"]
        thoughts = await call("get_thoughts", sessionId=id, agentId="Critic")
        assert [one["agentId"] for one in thoughts["agents"]] == ["critic"]
        assert thoughts["agents"][0]["turns"]
        reference = done["metadata"]["detailReference"]
        details = await call(reference["tool"], **{**reference["params"], "roundNumber": 1})
        assert details.keys() >= LAYERS
        assert details["rounds"][-1] == done["roundNumber"]
        path = details["turns"][0]["path"]
        assert path == ANALYSIS
        whole = await call("get_response_detail", sessionId=id, path=path)
        first = await call("get_response_detail", sessionId=id, path=path, limit=10)
        rest = await call("get_response_detail", sessionId=id, path=path, offset=first["nextOffset"])
        assert first["text"] + rest["text"] == whole["text"]
        assert whole["code"] is None
        asked = await call("get_response_detail", sessionId=id, agentId="analyst", roundNumber=1, part="request")
        assert "Tabs or spaces?" in asked["text"]
        assert (await call("get_citations", sessionId=id))["total"] == 0
        agents = await call("get_agents", sessionId=id)
        assert [one["agentName"] for one in agents["participants"]] == ["Analyst", "Critic"]
        assert agents["participants"][0]["health"]["calls"] > 0
        (delphi,) = (one for one in agents["formats"] if one["name"] == "delphi")
        assert delphi["parts"] == [{"seat": "panel", "role": "Panellist", "least": 3, "most": 12, "names": ""}]
        assert (delphi["options"]["rounds"], delphi["options"]["max_cost"], delphi["own"]) == (3, 5.0, False)
        assert "revision" in delphi["gates"]
        assert not {"topology", "aspects"} & delphi["options"].keys(), "nobody is offered what would be refused"
        (experts,) = (one for one in agents["formats"] if one["name"] == "expert-panel")
        assert experts["parts"][0]["names"] == "expertise"
        (broken,) = (one for one in agents["formats"] if one["fault"])
        assert (broken["name"], broken["own"]) == ("broken", True)
        roles = {id: one for one in agents["roles"] for id in (one["id"], *one["also"])}
        assert {"triad-critic", "red-attacker", "judge"} <= roles.keys()
        assert roles["judge"]["tools"] == []
        assert set(roles["refactorer"]["tools"]) == {"analyse", "lint", "format"}
        assert all(one["focus"] and not one["own"] for one in roles.values())
        exported = await call("export_session", sessionId=id, format="json", limit=100_000)
        assert json.loads(exported["text"])["debate"] == id
        printed = await call("export_session", sessionId=id, format="pdf", limit=1_000)
        assert base64.b64decode(printed["text"]).startswith(b"%PDF")
        assert "no AI model took part" in (await call("synthesize_debate", sessionId=id))["missing"]
        more = await call("continue_roundtable", sessionId=id, rounds=1)
        assert more["roundNumber"] == done["roundNumber"] + 1
        assert (await call("continue_roundtable", sessionId=id))["sessionId"] == id
        with pytest.raises(Failed, match="over"):
            await call("control_session", sessionId=id, action="pause")
        with pytest.raises(Failed, match="Nobody has given an answer that could be marked"):
            await call("control_session", sessionId=id, action="mark")
        voted = await call("start_roundtable", question="Tabs?", format="council", rehearse=True)
        with pytest.raises(Failed, match=r"Choose from these, .*: 1\. "):
            await call("control_session", sessionId=voted["sessionId"], action="mark")
        await call("control_session", sessionId=voted["sessionId"], action="mark", right=["1"], text="we saw it")
        whole = await call("export_session", sessionId=voted["sessionId"], format="markdown", limit=100_000)
        assert "Turned out to be right: " in whole["text"]


async def test_a_cancelled_call_closes_the_socket_and_the_debate_can_go_on(
    connect, real_models: LoopbackServer
) -> None:
    hold = threading.Event()
    real_models.always("openai", Script(text="So it is, and that is why. " * 10, chunk=4, delay=0.1, hold=hold))
    async with connect() as call:
        asking = asyncio.create_task(
            call("start_roundtable", question="Tabs?", seats=SEATS, services=SERVICES, rounds=1, waitSeconds=600)
        )
        running = await call.until("list_sessions", lambda found: found["total"] and real_models.requests)
        id = running["sessions"][0]["sessionId"]
        turn = {"sessionId": id, "path": ANALYSIS}
        await call.until("get_response_detail", lambda found: found["text"].startswith("So i"), **turn)
        asking.cancel()
        await asyncio.wait([asking])
        assert asking.cancelled()
        await call.until("list_sessions", lambda _: real_models.requests[0].ended == "client left")
        stopped = await call.until("list_sessions", lambda found: found["sessions"][0]["status"] == "paused")
        assert "topped by you" in stopped["sessions"][0]["state"]
        partial = await call("get_response_detail", **turn)
        assert partial["turn"]["status"] == "cut"
        assert partial["text"].startswith("So i")
        hold.set()
        done = await call("continue_roundtable", sessionId=id, waitSeconds=600)
        assert done["session"]["status"] == "completed"
        assert len(real_models.requests) == 2


async def test_a_debate_outlives_its_client_and_another_one_finds_it(connect, real_models: LoopbackServer) -> None:
    hold = threading.Event()
    real_models.always("openai", Script(text="So it is, and that is why. " * 10, hold=hold))
    async with connect() as call:
        begun = await call(
            "start_roundtable", question="Tabs?", seats=SEATS, services=SERVICES, rounds=1, waitSeconds=0
        )
        assert begun["waitedOut"]
        assert begun["session"]["status"] == "active"
        assert begun["session"]["drivenBy"] == "this server"
        id = begun["sessionId"]
        waiting = asyncio.create_task(call("continue_roundtable", sessionId=id, waitSeconds=600))
        await call.until("list_sessions", lambda found: real_models.requests)
    with pytest.raises(MCPError, match="closed"):
        await waiting
    async with connect() as call:
        found = (await call("list_sessions", status="active"))["sessions"]
        assert [(one["sessionId"], one["interrupted"], one["drivenBy"]) for one in found] == [(id, True, "nobody")]
        hold.set()
        done = await call("continue_roundtable", sessionId=id, waitSeconds=600)
        assert done["session"]["status"] == "completed"
        assert not done["waitedOut"]


async def test_a_debate_that_another_process_runs_is_watched_and_stopped_from_here(
    connect, program, real_models: LoopbackServer, id_in
) -> None:
    hold = threading.Event()
    real_models.always("openai", Script(text="So it is, and that is why. " * 10, hold=hold))
    seats = ("--seat", "analyst=openai:gpt-5.2", "--seat", "critic=rehearsal:quick", "--seat", "clerk=rehearsal:quick")
    running = program.start("debate", "Tabs or spaces?", "--rounds", "2", "--json", *seats)
    id = id_in(await asyncio.to_thread(running.until, '"turn-asked"', ANALYSIS))
    async with connect() as call:
        assert (await call("list_sessions"))["sessions"][0]["drivenBy"] == "another process"
        watching = asyncio.create_task(call("continue_roundtable", sessionId=id, waitSeconds=600))
        said = await call("control_session", sessionId=id, action="interject", text="Think of the blind.")
        assert said["status"] == "active"
        stopping = asyncio.create_task(call("control_session", sessionId=id, action="stop"))
        await asyncio.to_thread(running.until, "Think of the blind.")
        await asyncio.sleep(0.5)
        hold.set()
        assert (await stopping)["status"] == "paused"
        watched = await watching
        assert watched["session"]["status"] == "paused"
        assert any(said.startswith("Paused") for _, said in call.heard)
        done = await asyncio.to_thread(running.end)
        assert done.code == 130, done.err
        assert (await call("control_session", sessionId=id, action="end"))["status"] == "completed"


async def test_the_command_line_speaks_to_a_debate_that_the_server_runs(
    connect, program, real_models: LoopbackServer
) -> None:
    hold = threading.Event()
    real_models.always("openai", Script(text="So it is, and that is why. " * 10, hold=hold))
    async with connect() as call:
        begun = await call(
            "start_roundtable", question="Tabs?", seats=SEATS, services=SERVICES, rounds=2, waitSeconds=0
        )
        id = begun["sessionId"]
        said = await asyncio.to_thread(program.process, "say", id, "Think of the blind.")
        assert "passed on to the process" in said.out, said.err
        stopped = await asyncio.to_thread(program.process, "stop", id, "--now")
        assert "is paused" in stopped.out, stopped.err
        assert (await call("list_sessions"))["sessions"][0]["status"] == "paused"


async def test_a_window_that_watches_goes_on_when_the_client_leaves(
    connect, program, real_models: LoopbackServer
) -> None:
    hold = threading.Event()
    real_models.always("openai", Script(text="So it is, and that is why. " * 10, hold=hold))
    async with bootstrap.application(program.surroundings({})) as window:
        async with connect() as call:
            begun = await call(
                "start_roundtable", question="Tabs?", seats=SEATS, services=SERVICES, rounds=1, waitSeconds=0
            )
            id = begun["sessionId"]
            session = await window.sessions.acquire(id)
            assert not session.here
            await session.submit(Interject(text="Think of the blind."))
            assert (await call("list_sessions"))["sessions"][0]["drivenBy"] == "this server"
        hold.set()
        async with asyncio.timeout(PATIENCE):
            ended = await session.wait_for_rest()
            while not ended.over:
                ended = await session.wait_for_rest()
        assert session.here
        await window.sessions.release(id)
    assert "finished" in (await asyncio.to_thread(program.process, "list")).out


async def gates_and_a_persons_seat_are_answered(call: Connection) -> None:
    seats = [{"seat": "critic", "model": "human:"}]
    begun = await call("start_roundtable", question="Tabs?", rehearse=True, rounds=1, seats=seats)
    awaited = begun["session"]["waitingFor"]
    assert begun["session"]["status"] == "paused"
    assert [(one["kind"], one["seat"]) for one in awaited] == [("answer", "critic")]
    assert begun["session"]["state"].startswith("It is the person's turn as Critic.")
    assessed = "It holds.\n\n## Agree\n- P1: it says so itself\n\n## Overall\nStrong"
    done = await call("continue_roundtable", sessionId=begun["sessionId"], answer=assessed)
    assert done["session"]["status"] == "completed"

    asked = await call("start_roundtable", question="Sort it", format="eight-phase", rehearse=True, gates=["all"])
    id, kinds = asked["sessionId"], [one["kind"] for one in asked["session"]["waitingFor"]]
    assert kinds == ["approval"]
    assert asked["session"]["next"].startswith("control_session")
    gate = asked["session"]["waitingFor"][0]["gate"]
    assert gate["question"] == f"May {gate['phase']} begin?"
    assert gate["why"] == "You wanted to be asked before the planning."
    assert gate["models"]
    assert gate["artifacts"] == {"diff": [], "tests": [], "scores": [], "cut": 0}
    assert 0 < gate["secondsLeft"] <= 1800
    with pytest.raises(Failed, match="Nothing waits for an approval at elsewhere"):
        await call("control_session", sessionId=id, action="approve", path="elsewhere")
    with pytest.raises(Failed, match="reason"):
        await call("control_session", sessionId=id, action="reject")
    await call("control_session", sessionId=id, action="approve", path=asked["session"]["waitingFor"][0]["path"])
    before = asked["session"]["turns"]
    await call.until("continue_roundtable", lambda found: found["session"]["turns"] > before, sessionId=id)

    options = {"dehallucination": False, "evolvement": False, "critique": False, "review": False}
    asked = await call(
        "start_roundtable", question="Sort it", format="eight-phase", rehearse=True, rounds=1,
        gates=["after:convergence"], options=options | {"optimization": False},
    )  # fmt: skip
    id, waits = asked["sessionId"], asked["session"]["waitingFor"]
    assert waits[0]["gate"]["otherwise"] == "On to round 2, with your reason."
    await call("control_session", sessionId=id, action="reject", text="Say what it costs.", path=waits[0]["path"])
    again = await call.until(
        "continue_roundtable",
        lambda found: [each["path"] for each in found["session"]["waitingFor"]] == ["gate-2-conclusion[person]"],
        sessionId=id,
    )
    assert again["session"]["turns"] > asked["session"]["turns"]


async def a_debate_whose_time_is_up_says_what_can_be_done(call: Connection) -> None:
    given = {"format": "eight-phase", "rehearse": True, "budget": {"minutes": 0.0001}}
    held = (await call("start_roundtable", question="Sort it", **given))["session"]
    assert held["status"] == "paused"
    assert held["state"].startswith("Paused: the time is up (")
    assert "raiseLimit" in held["next"]
    assert "synthesize_debate ends the debate with its synthesis" in held["next"]
    done = await call("synthesize_debate", sessionId=held["sessionId"])
    assert done["text"]
    assert done["session"]["status"] == "completed"
    assert done["session"]["state"].startswith("Stopped: the time is up (")


async def test_consent_is_given_by_name_alone(connect, program, real_models: LoopbackServer, repository: Path) -> None:
    program.environment["ANTHROPIC_BASE_URL"] = "http://models.example.org"
    context = {"kind": "repository", "ref": str(repository)}
    seats = [{"seat": "analyst", "model": "openai:gpt-5.2"}, {"seat": "critic", "model": "anthropic:claude-haiku-4-5"}]
    async with connect() as call:
        with pytest.raises(Failed) as refused:
            await call("start_roundtable", question="Is it sound?", context=context, seats=seats)
        told = str(refused.value)
        assert "models.example.org" in told
        assert "README" in told
        assert "$" in told or "price" in told
        with pytest.raises(Failed):
            await call("start_roundtable", question="Is it sound?", context=context, seats=seats, consent=["true"])
        assert (await call("list_sessions"))["total"] == 0
        assert not real_models.requests

        branching = {"question": "Is it sound?", "context": context, "branch": True, "rehearse": True, "rounds": 1}
        with pytest.raises(Failed, match="branch debate/ID") as refused:
            await call("start_roundtable", **branching)
        ids = json.loads(str(refused.value).partition("consent = ")[2].partition(";")[0])
        done = await call("start_roundtable", **branching, consent=ids)
        assert done["session"]["status"] == "completed"


HOSTILE: list[tuple[str, dict[str, Any], str]] = [
    ("start_roundtable", {}, "question is missing"),
    ("start_roundtable", {"question": " "}, "question"),
    ("start_roundtable", {"question": "x", "modle": 1}, "modle"),
    ("start_roundtable", {"question": "x", "round": 1}, "Did you mean 'rounds'"),
    ("start_roundtable", {"question": "x", "format": "../../etc/passwd"}, "no format"),
    ("start_roundtable", {"question": "x", "rehearse": True, "rounds": -3}, "rounds"),
    ("start_roundtable", {"question": "x", "rehearse": True, "options": {"nothing": 1}}, "nothing"),
    ("start_roundtable", {"question": "x", "rehearse": True, "max_cost": -1}, "max_cost"),
    ("start_roundtable", {"question": "x", "rehearse": True, "seats": [{"seat": "nobody"}]}, "nobody"),
    ("start_roundtable", {"question": "x", "rehearse": True, "seats": "[[[[[["}, "seats"),
    ("start_roundtable", {"question": "x", "rehearse": True, "files": ["/etc/shadow\0"]}, "shadow"),
    ("start_roundtable", {"question": "x" * 300_000}, "question"),
    ("start_roundtable", {"question": "x"}, "No key for"),
    ("continue_roundtable", {"sessionId": "%"}, "There is no debate"),
    ("continue_roundtable", {"sessionId": ""}, "sessionId"),
    ("control_session", {"sessionId": "abc", "action": "erase"}, "action"),
    ("get_round_details", {"sessionId": "' OR 1=1 --"}, "There is no debate"),
    ("get_response_detail", {"sessionId": "abc", "limit": 10**9}, "limit"),
    ("export_session", {"sessionId": ["a"]}, "sessionId"),
    ("get_agents", {"provider": "\u202eopenai"}, "u202e"),
    ("erase_everything", {}, "no tool"),
]


async def hostile_arguments_are_refused_in_words(call: Connection) -> None:
    for tool, arguments, word in HOSTILE:
        with pytest.raises(Failed) as refused:
            await call(tool, **arguments)
        assert word in str(refused.value), (tool, arguments, str(refused.value))
        assert len(str(refused.value)) < 3_000
        assert "Something went wrong" not in str(refused.value)
    assert (await call("list_sessions"))["total"] == 0


async def test_a_data_folder_that_cannot_be_used_is_said_to_the_client(connect, program) -> None:
    program.environment["DISPUTATIO_HOME"] = "/proc/nothing"
    async with connect() as call:
        for _ in range(2):
            with pytest.raises(Failed, match="/proc/nothing cannot be created"):
                await call("list_sessions")


async def control_characters_are_written_out(call: Connection) -> None:
    done = await call("start_roundtable", question="Tabs \x1b[2J or \u202espaces?", rehearse=True, rounds=1)
    id = done["sessionId"]
    found = [done, await call("get_consensus", sessionId=id), await call("export_session", sessionId=id)]
    found.append(await call("export_session", sessionId=id, format="json", limit=100_000))
    for one in found:
        assert not {"\x1b", "\u202e"} & set(json.dumps(one, ensure_ascii=False).replace("\\u001b", "")), one
    assert "\\u001b[2J" in done["topic"]
    assert json.loads(found[-1]["text"])


async def test_one_server_refuses_in_words_answers_for_a_person_and_writes_out_what_controls(connect) -> None:
    async with connect() as call:
        await hostile_arguments_are_refused_in_words(call)
        await gates_and_a_persons_seat_are_answered(call)
        await a_debate_whose_time_is_up_says_what_can_be_done(call)
        await control_characters_are_written_out(call)


def requests(*messages: dict[str, Any]) -> str:
    return "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)


HELLO = {
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def test_standard_output_carries_the_protocol_alone_whatever_comes_in(program) -> None:
    called = {"id": 2, "method": "tools/call", "params": {"name": "list_sessions", "arguments": {}}}
    half = {"id": 3, "method": "tools/call", "params": {"name": "get_agents", "arguments": {"sessionId": "\ud800"}}}
    text = (
        requests(HELLO, {"method": "notifications/initialized"}) + "no JSON at all\n[1,2\n\n" + requests(called, half)
    )
    process = subprocess.Popen(
        program.command("mcp"),
        cwd=program.folder,
        env=program.surroundings({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(text)
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline())]
    while not {2, 3} <= {answer.get("id") for answer in answers}:
        answers.append(json.loads(process.stdout.readline()))
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in out.splitlines())
    told = {answer.get("id"): answer["result"] for answer in answers}
    assert told[2]["structuredContent"] == {"sessions": [], "total": 0}
    assert told[3]["isError"], "a half of a character is refused by what was asked for, in words"
    assert "Traceback" not in err


def test_told_to_end_it_lets_go_of_its_debates_in_order(program, real_models: LoopbackServer) -> None:
    real_models.always("openai", Script(text="So it is, and that is why. " * 10, delay=0.05, hold=threading.Event()))
    begin = {"question": "Tabs?", "seats": SEATS, "services": SERVICES, "rounds": 1, "waitSeconds": 0}
    process = subprocess.Popen(
        program.command("mcp"),
        cwd=program.folder,
        env=program.surroundings({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    called = {"id": 2, "method": "tools/call", "params": {"name": "start_roundtable", "arguments": begin}}
    process.stdin.write(requests(HELLO, {"method": "notifications/initialized"}, called))
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()), json.loads(process.stdout.readline())]
    id = answers[-1]["result"]["structuredContent"]["sessionId"]
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 130
    process.stdin.close()
    process.stdout.close()
    assert "interrupted" in program("list").out
    assert program("audit", "verify", id).code == 0
