"""An address that begins with http:// and is not this computer's: a person is asked once, before the key travels in the
clear. 0.0.0.0 stands for another computer: what is sent there comes to the server of the test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.bootstrap import application
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.settings import declarations
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.engine.errors import NotAgreed
from disputatio.providers.transport import in_clear
from disputatio.repository.github import GitHubUnavailable
from disputatio.secrets.keyring import Masking
from disputatio.testing.loopback import LoopbackServer, Script, running_server
from disputatio.tools.servers import ServerFailed

pytestmark = pytest.mark.may_block("settings are written, and SDKs import parts of themselves in the middle of a call")

KEY = "k-9f3a1c77e0b2"
SEATS = [f"--seat={seat}=openai:gpt-5.2" for seat in ("analyst", "critic", "clerk", "synthesis")]
DEBATE = ("debate", "Is it so?", "--rounds", "1", *SEATS)
SERVICES = {"clerk": "", "synthesis": "openai:gpt-5.2"}


class Elsewhere:
    """The program in a terminal, with OpenAI at an address of another computer."""

    def __init__(self, server: LoopbackServer, terminal: Any) -> None:
        self.server, self.terminal = server, terminal
        self.url = server.openai_url.replace("127.0.0.1", "0.0.0.0")
        self.environment = terminal.environment
        self.environment |= {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": self.url, "no_proxy": "*"}

    def __call__(self, *arguments: str) -> Any:
        return self.terminal(*arguments)


@pytest.fixture
def elsewhere(terminal: Any) -> Iterator[Elsewhere]:
    with running_server() as server:
        server.always("openai", Script(text="It is so."))
        yield Elsewhere(server, terminal)


def test_nothing_is_sent_in_the_clear_before_the_person_agrees_and_then_they_are_asked_no_more(
    elsewhere: Elsewhere,
) -> None:
    for command in (DEBATE, ("check", "openai")):
        done = elsewhere(*command)
        assert done.returncode == 2, done.stderr
        assert "in the clear, with your key" in done.stderr
        assert elsewhere.url in done.stderr
        assert "--yes" in done.stderr
    listed = elsewhere("models", "openai")
    assert listed.returncode == 4
    assert "in the clear" in listed.stderr
    assert elsewhere.server.requests == elsewhere.server.lists == []
    assert elsewhere("check", "openai", "--yes").returncode == 0
    assert elsewhere.server.lists
    for command in (DEBATE, ("check", "openai"), ("models", "openai")):
        done = elsewhere(*command)
        assert done.returncode in (0, 3), done.stderr
        assert "in the clear" not in done.stderr
    (given,) = json.loads(elsewhere("consents", "list", "--json").stdout)
    assert (given["provider"], given["address"], given["kind"], given["ref"]) == (
        "openai",
        elsewhere.url,
        "clear",
        "text",
    )
    assert elsewhere("consents", "revoke", given["id"]).returncode == 0
    assert elsewhere("check", "openai").returncode == 2


def test_doctor_says_which_key_travels_in_the_clear(elsewhere: Elsewhere) -> None:
    said = " ".join(elsewhere("doctor").stdout.split())
    assert f"{elsewhere.url} is another computer, reached by http://" in said
    assert KEY not in said
    elsewhere.environment["OPENAI_BASE_URL"] = elsewhere.server.openai_url
    assert "in the clear" not in elsewhere("doctor").stdout


async def test_each_way_to_a_provider_asks_also_where_data_leaves_without_a_question(home: Path) -> None:
    """Starting, trying a key, listing, embedding: with the setting off as well, since that is about data."""
    keys = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://models.example.org/v1"}
    async with application({"DISPUTATIO_HOME": str(home), **keys}, Masking()) as app:
        app.settings.set(declarations.CONFIRM_SENDING, False)
        seats = tuple(SeatChoice(seat=seat, model="openai:gpt-5.2") for seat in ("analyst", "critic"))
        prepared = await app.prepare(DebateConfig(question="Is it so?", seats=seats, services=SERVICES))
        with pytest.raises(ConsentNeeded) as needed:
            await app.start(prepared)
        (asked,) = needed.value.asked
        assert "http://models.example.org/v1" in asked.sentence
        provider = app.registry.get("openai")
        with pytest.raises(NotAgreed):
            await provider.models()
        (row,) = await provider.check()
        assert not row.ok
        assert "in the clear" in row.detail
        config = app.registry.config("openai")
        assert config is not None
        with pytest.raises(NotAgreed):
            await app.registry.make(config).models()
        assert not await app.privacy.may_embed("persona/ada", config)
        id = await app.start(prepared, needed.value.asked)
        assert [(each.provider, each.kind) for each in await app.privacy.all()] == [("openai", "clear")]
        await app.privacy.revoke((await app.privacy.all())[0].key)
        async with app.sessions.open(id) as session:
            debate = await session.wait_for_rest()
            assert (debate.status, debate.reason) == ("paused", "consent")


async def test_the_token_for_github_goes_to_no_address_in_the_clear(home: Path) -> None:
    environment = {"DISPUTATIO_HOME": str(home), "GITHUB_TOKEN": KEY}
    async with application(environment, Masking()) as app:
        app.settings.set("github.address", "http://git.example.org/api/v3")
        with pytest.raises(GitHubUnavailable, match="in the clear"):
            await app.github.threads("https://git.example.org/acme/shop")


async def test_the_token_of_a_tool_server_goes_to_no_address_in_the_clear(home: Path) -> None:
    with running_server() as server:
        address = server.openai_url.replace("127.0.0.1", "0.0.0.0")
        async with application({"DISPUTATIO_HOME": str(home), "SERVER_SHOP_API_KEY": KEY}, Masking()) as app:
            await app.tools.shelf.add("shop", (), address)
            with pytest.raises(ServerFailed, match="in the clear"):
                await app.tools.shelf.connect("shop")
        assert server.requests == server.lists == []


@pytest.mark.parametrize(
    ("url", "clear"),
    [
        ("http://127.0.0.1:11434/v1", False),
        ("http://localhost:1", False),
        ("http://[::1]:1/v1", False),
        ("https://models.example.org", False),
        ("", False),
        ("http://192.168.1.5:11434/v1", True),
        ("HTTP://models.example.org", True),
        ("http://localhost.example.org", True),
        ("http://127.0.0.1.example.org", True),
        ("http://127.0.0.1@models.example.org", True),
        ("http://2130706433/v1", True),
    ],
)
def test_what_counts_as_this_computer(url: str, clear: bool) -> None:
    assert in_clear(url) == clear
