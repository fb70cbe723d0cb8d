"""Keys go to the provider that they belong to, and nowhere else: not into the store, the logs, an export, a request, a
report, an error. Secrets in what is debated stay on this computer."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend

from disputatio.app.data import backup
from disputatio.app.debate_files import export, keep_as_note
from disputatio.app.errors import crash_report, explanation
from disputatio.app.logs import Logging
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.log.commands import Continue
from disputatio.debate.log.events import TurnFailed
from disputatio.library.workspace import Document, Note, Project
from disputatio.testing.loopback import Fault, Script, running_server
from disputatio.testing.repositories import commit

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")


class InMemory(KeyringBackend):
    """A keyring for this test."""

    priority = 1.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def in_memory_keyring() -> Iterator[InMemory]:
    before = keyring.get_keyring()
    kept = InMemory()
    keyring.set_keyring(kept)
    yield kept
    keyring.set_keyring(before)


def everything_written(home: Path) -> bytes:
    """Every byte below the data folder: database, WAL, logs, settings, backups."""
    files = [path for path in home.rglob("*") if path.is_file()]
    assert any(path.name == "disputatio.db" for path in files)
    return b"\0".join(path.read_bytes() for path in files)


def echoing(key: str, fault: Fault) -> Script:
    """A provider that repeats the key in what it says."""
    return Script(fault=fault, said=f"Incorrect API key provided: {key}. Header was Authorization: Bearer {key}")


@pytest.mark.parametrize("source", ["environment", "keyring"])
async def test_keys_are_written_nowhere(
    source: str,
    debating: Any,
    config: Callable[..., DebateConfig],
    keys: dict[str, str],
    home: Path,
    in_memory_keyring: InMemory,
    tmp_path: Path,
    expected_logs: Callable[..., None],
) -> None:
    """Through a debate with every kind of failure in which a provider could throw a key back at us."""
    expected_logs("a bug with")
    held = ["gemini"] if source == "keyring" else []
    if source == "keyring":
        for name in ("openai", "anthropic", "perplexity"):
            in_memory_keyring.set_password("disputatio", name, keys[name])
    async with debating(None, *held) as on:
        logs = Logging(on.masking)
        logs.start(on.app.paths.logs, "debug")
        texts = []
        for protocol, name in (("openai", "openai"), ("anthropic", "anthropic"), ("gemini", "gemini")):
            retried = (Fault.ERROR_EVENT,) if name == "openai" else ()  # each takes a second of backoff
            for fault in (Fault.UNAUTHORISED, Fault.BAD_REQUEST, Fault.QUOTA, *retried):
                on.server.script(protocol, echoing(keys[name], fault))
        session = await on.debate(config())
        failures = [record.event for record in session.hub.records if isinstance(record.event, TurnFailed)]
        assert failures
        while session.debate.status == "error":
            await session.submit(Continue())
            await session.wait_for_rest()
        assert session.debate.over
        used = {name: [seen for seen in on.server.requests if keys[name] in repr(seen.headers)] for name in keys}
        assert used["openai"]
        assert used["anthropic"]
        assert used["gemini"]
        assert not used["perplexity"]
        for name, requests in used.items():
            assert {seen.protocol for seen in requests} <= {name}, "a key went to somebody else"
        texts += [await export(on.app, session.id, "markdown"), await export(on.app, session.id, "json")]
        texts.append((await keep_as_note(on.app, session.id)).body)
        texts += [on.bodies(), repr(on.app), repr(on.app.keys), repr(on.app.registry.config("openai"))]
        try:
            raise RuntimeError(f"the header was {keys['openai']}, and {keys['anthropic']}")
        except RuntimeError as error:
            logging.getLogger("disputatio.test").exception("a bug with %s", keys["gemini"])
            texts += [crash_report(error, on.masking), explanation(error, on.masking)]
        await backup(on.app.database, on.app.paths, tmp_path / "home.zip", on.app.clock)
        logs.stop()
        written = [everything_written(home), (tmp_path / "home.zip").read_bytes(), "\n".join(texts).encode()]
        await on.app.sessions.release(session.id)
    written.append(everything_written(home))
    assert b"a bug with [key]" in written[0]
    for name, key in keys.items():
        for place in written:
            assert key.encode() not in place, name


@pytest.mark.parametrize("arguments", [["--json"], [], ["--json", "--seat", "analyst=openai:wrong"]])
def test_the_command_line_prints_no_key(arguments: list[str], keys: dict[str, str], home: Path, terminal: Any) -> None:
    with running_server() as server:
        if "analyst=openai:wrong" in arguments:
            server.always("openai", echoing(keys["openai"], Fault.UNAUTHORISED))
        terminal.environment |= {
            "OPENAI_API_KEY": keys["openai"],
            "ANTHROPIC_API_KEY": keys["anthropic"],
            "OPENAI_BASE_URL": server.openai_url,
            "ANTHROPIC_BASE_URL": server.anthropic_url,
            "COLUMNS": "100",
        }
        done = terminal("--log-json", "-v", "debate", "Is it so?", "--rounds", "1", "--yes", *arguments)
        assert server.requests
    assert done.returncode == (4 if "analyst=openai:wrong" in arguments else 0), done.stderr
    if "--json" in arguments:
        assert all("type" in json.loads(line) for line in done.stdout.splitlines())
    written = done.stdout.encode() + done.stderr.encode() + everything_written(home)
    for key in keys.values():
        assert key.encode() not in written


# Secrets in what is debated

TOKEN = "ghp_" + "a1B2c3D4e5" * 4
SECRETS = {
    "env": "hunter2hunter2-from-env",
    "password": "S3cr3t-of-the-database",
    "private key": "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "token": TOKEN,
    "aws": "AKIAIOSFODNN7QWERTYU",
    "in prose": "do" + "p_v1_" + "0f3a91c77be2d48c65a0b19e7d3f42c8" * 2,
    "in mid-line": "Zk3nW9!qLx2#",
}
PEM = f"-----BEGIN PRIVATE KEY-----\n{SECRETS['private key']}\n-----END PRIVATE KEY-----\n"
FILES = {
    "README.md": f"# Shop\nThe cache is written through.\nUse token {TOKEN} to deploy the cache.\n",
    ".env": f"CACHE_PASSWORD={SECRETS['env']}\n",
    "cache.py": f'def cache():\n    password = "{SECRETS["password"]}"\n    key = "{SECRETS["aws"]}"\n',
    "deploy/cache.pem": PEM,
    "docs/warming.md": f"The cache is warmed with {SECRETS['in prose']}, as ever.\n",
    "docs/starting.md": f"Start the cache with PASSWORD={SECRETS['in mid-line']} and wait.\n",
    "docs/cache.md": f"How the cache is deployed:\n\n{PEM}\nThen the cache is warm.\n",
}
QUESTION = "Is the cache safe, and what is its password in .env, cache.py and deploy/cache.pem?"


def no_secret_left(on: Any, home: Path) -> None:
    sent = on.bodies()
    assert "cache" in sent
    for name, secret in SECRETS.items():
        assert secret not in sent, name
        assert secret.encode() not in everything_written(home), name


async def test_secrets_of_a_repository_stay_on_this_computer(
    debating: Any, config: Callable[..., DebateConfig], home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "shop"
    commit(folder, FILES, f"Deploy with {TOKEN}")
    async with debating() as on:
        context = ContextChoice(kind="repository", ref=str(folder))
        session = await on.debate(config(QUESTION, context=context))
        assert session.debate.over
        cut = " ".join(section.cut for section in session.debate.context.sections)
        assert "Held back as likely secrets" in cut  # the person is told
        no_secret_left(on, home)


async def test_secrets_of_dropped_files_stay_on_this_computer(
    debating: Any, config: Callable[..., DebateConfig], home: Path, tmp_path: Path
) -> None:
    paths = []
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        paths.append(str(path))
    async with debating() as on:
        session = await on.debate(config(QUESTION, files=tuple(paths)))
        [section] = session.debate.context.sections
        for name in FILES:
            assert f"{Path(name).name}: 1 likely secret held back" in section.cut or name == "cache.py"
        no_secret_left(on, home)


async def test_secrets_in_notes_and_documents_do_not_leave_this_computer(
    debating: Any, config: Callable[..., DebateConfig], home: Path
) -> None:
    """They are the person's own, and stay in the library; only providers never get them."""
    async with debating() as on:
        library = on.app.library
        project = await library.create(Project(name="Shop", description=f"The cache. {TOKEN}", workspace=""))
        await library.create(Note(title="Deploying the cache", body=FILES["cache.py"], project=project.id))
        await library.create(Document(title="cache", text=FILES["docs/cache.md"], project=project.id))
        for name in ("docs/warming.md", "docs/starting.md"):
            await library.create(Note(title=f"The cache, {name}", body=FILES[name], project=project.id))
            await library.create(Document(title=f"cache {name}", text=FILES[name], project=project.id))
        session = await on.debate(config(QUESTION, context=ContextChoice(kind="project", ref="Shop")))
        sent = on.bodies()
        assert "Then the cache is warm." in sent
        for name, secret in SECRETS.items():
            assert secret not in sent, name
        assert any("held back" in section.cut for section in session.debate.context.sections)
