"""The loopback server itself: scripts, its default answers, the command line, the thread."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.testing.loopback import Fault, LoopbackServer, Script, running_server
from disputatio.testing.loopback.__main__ import main, options, script_server
from disputatio.testing.loopback.scripts import example

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")


async def raw(server: LoopbackServer, text: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(text.encode())
    found = await reader.read()
    writer.close()
    await writer.wait_closed()
    return found.decode()


async def test_scripts_then_always_then_the_responder(stage: Any) -> None:
    async with stage("openai") as here:
        here.server.responder = lambda protocol, body: f"{protocol} {body['model']}"
        here.server.reply("openai", text="first", times=2)
        here.server.reply("anthropic", text="of no concern")
        assert [await here.text() for _ in range(3)] == ["first", "first", "openai m-1"]
        here.server.always("openai", Script(text="always"))
        assert await here.text() == "always"
        here.server.always("openai", None)
        assert await here.text() == "openai m-1"


async def test_without_a_responder_it_answers_what_was_asked_for(kind: Any, stage: Any, question: Any) -> None:
    from dataclasses import replace

    schema = {
        "type": "object",
        "properties": {"level": {"enum": ["Strong", "Weak"]}, "points": {"type": "array", "items": {"type": "string"}}},
        "required": ["level", "points"],
        "additionalProperties": False,
    }
    async with stage(kind) as here:
        assert "no AI model was asked" in await here.text()
        told = await here.text(replace(question, schema=schema, schema_name="s"))
    assert json.loads(told) == {"level": "Strong", "points": ["example"]}


async def test_what_it_does_not_know_is_404() -> None:
    async with LoopbackServer() as server:
        answer = await raw(server, "GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert answer.startswith("HTTP/1.1 404 Not Found")


async def test_nonsense_in_a_body_is_an_empty_request() -> None:
    async with LoopbackServer() as server:
        head = "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 3\r\n\r\n"
        server.fault("openai", Fault.CUT)
        assert "text/event-stream" in await raw(server, head + "{{{")
        assert server.requests[0].body == {}


@given(
    st.recursive(
        st.fixed_dictionaries({"type": st.sampled_from(["string", "number", "integer", "boolean", "null"])}),
        lambda inner: (
            st.fixed_dictionaries({"type": st.just("array"), "items": inner})
            | st.builds(
                lambda properties: {"type": "object", "properties": properties},
                st.dictionaries(st.text(max_size=4), inner, max_size=3),
            )
        ),
    )
)
def test_examples_keep_their_schema(schema: dict[str, Any]) -> None:
    assert keeps(example(schema), schema)


def keeps(found: object, schema: dict[str, Any]) -> bool:
    kinds: dict[str, Any] = {
        "string": str,
        "number": (int, float),
        "integer": int,
        "boolean": bool,
        "null": type(None),
        "array": list,
        "object": dict,
    }
    if not isinstance(found, kinds[schema["type"]]):
        return False
    if isinstance(found, list):
        return all(keeps(item, schema["items"]) for item in found)
    if isinstance(found, dict):
        return all(keeps(found[name], inner) for name, inner in schema["properties"].items())
    return True


def test_examples_follow_references() -> None:
    schema = {"$ref": "#/$defs/Point", "$defs": {"Point": {"anyOf": [{"const": 7}, {"type": "null"}]}}}
    assert example(schema) == 7
    assert example({"$ref": "#/$defs/Nothing"}) is None


async def test_the_server_by_itself(make_provider: Any, question: Any) -> None:
    arguments = ["-m", "disputatio.testing.loopback", "--text", "By itself.", "--fault", "anthropic=overloaded"]
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        addresses = json.loads(await process.stdout.readline())
        provider = make_provider("openai", addresses["OPENAI_BASE_URL"])
        parts = [part async for part in provider.stream("m", question)]
        assert "".join(getattr(part, "text", "") for part in parts) == "By itself."
        await provider.close()
    finally:
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0


@pytest.mark.parametrize(("fault", "listed"), [("unauthorised", False), ("unavailable", False), ("cut", True)])
async def test_what_is_wrong_with_the_key_or_the_server_concerns_the_list_of_models(fault: str, listed: bool) -> None:
    server = LoopbackServer()
    script_server(server, options(["--fault", f"openai={fault}"]))
    async with server:
        found = await raw(server, "GET /v1/models HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (" 200 " in found.splitlines()[0]) is listed


def test_a_fault_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--fault", "openai=flood"]) == 2
    assert main(["--fault", "nobody=cut"]) == 2
    assert "there are openai, anthropic, gemini" in capsys.readouterr().err


def test_the_server_in_a_thread(make_provider: Any, question: Any) -> None:
    async def ask(url: str) -> str:
        provider = make_provider("anthropic", url)
        found = [part async for part in provider.stream("m", question)]
        await provider.close()
        return "".join(getattr(part, "text", "") for part in found)

    with running_server(lambda protocol, body: f"hello {protocol}") as server:
        assert asyncio.run(ask(server.anthropic_url)) == "hello anthropic"
        with pytest.raises(OSError, match="in use"), running_server(port=server.port):
            pass
