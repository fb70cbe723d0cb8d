"""What surrounds the program does not do what it should: a keyring that is locked, fails or answers nonsense, a proxy
that is not there or of another kind. Each command says so in a sentence, and what needs neither goes on."""

from __future__ import annotations

import socketserver
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygit2
import pytest

RINGS = """
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

class Locked(KeyringBackend):
    priority = 10
    def get_password(self, service, name):
        with open({prompts!r}, "a") as prompts:
            prompts.write(".")
        raise KeyringLocked("Item is locked!")
    def set_password(self, service, name, word): raise KeyringLocked("Failed to unlock the collection!")
    def delete_password(self, service, name): raise KeyringLocked("Failed to unlock the collection!")

class Odd(KeyringBackend):
    priority = 10
    def get_password(self, service, name): return b"\\xff" if name == "openai" else 5
    def set_password(self, service, name, word): raise TypeError("no such thing")
    def delete_password(self, service, name): raise KeyError(name)

class Broken(KeyringBackend):
    priority = 10
    def get_password(self, service, name): raise AttributeError("bus")
    def set_password(self, service, name, word): raise OSError(5, "Input/output error")
    def delete_password(self, service, name): raise LookupError("bus")
"""


@pytest.mark.parametrize("ring", ["Locked", "Odd", "Broken"])
def test_a_keyring_that_does_not_do_what_it_should_is_said(program: Any, ring: str) -> None:
    prompts = program.folder / "prompts"
    (program.folder / "planted_rings.py").write_text(RINGS.replace("{prompts!r}", repr(str(prompts))))
    inherited = program.surroundings({}).get("PYTHONPATH", "")
    around = {
        "PYTHON_KEYRING_BACKEND": f"planted_rings.{ring}",
        "PYTHONPATH": f"{program.folder}:{inherited}",
    }
    doctor, keys, providers, kept, debated, asked = program.several(
        ("doctor",),
        ("keys", "list"),
        ("providers",),
        ("keys", "set", "openai"),
        ("debate", "Is it so?", "--rehearse", "--rounds", "1"),
        ("check", "openai"),
        text="sk-fake-0123456789\n",
        **around,
    )
    (row,) = [line for line in doctor.out.splitlines() if "\tKeyring\t" in line]
    assert ring == "Odd" or row.startswith("no")
    assert ring != "Locked" or "The keyring is locked." in row
    assert (keys.code, providers.code) == (0, 0)
    assert kept.code == 2
    assert "The key was not saved" in kept.err
    assert "sk-fake" not in kept.err + kept.out
    assert debated.code == 0
    if ring == "Locked":
        (openai,) = [line for line in doctor.out.splitlines() if "\tOpenAI\t" in line]
        assert openai.startswith("no")
        assert "not known whether it has a key. The keyring is locked." in openai
        assert "\tno key\t" not in doctor.out
        assert "openai\tnot known. The keyring is locked." in keys.out
        assert len(prompts.read_text()) <= 6, "each command asks once to unlock it, not once for each provider"
        assert "There is no key for OpenAI, so it cannot be asked. The keyring is locked." in asked.out + asked.err


PROXIES = {
    "nobody is there": ("http://127.0.0.1:9", "through the proxy http://127.0.0.1:9"),
    "with a login": ("http://me:geheim99@127.0.0.1:9", "through the proxy http://127.0.0.1:9"),
    "with a login alone": ("me:geheim99@127.0.0.1:9", "through the proxy 127.0.0.1:9"),
    "of another kind": ("socks5://127.0.0.1:9", "the proxy socks5://127.0.0.1:9 begins neither with http://"),
    "of no kind": ("ftp://x", "the proxy ftp://x begins neither with http://"),
}


@pytest.mark.parametrize(("proxy", "said"), PROXIES.values(), ids=PROXIES)
@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini"])
def test_a_proxy_that_cannot_be_used_is_named_without_its_login(
    program: Any, provider: str, proxy: str, said: str
) -> None:
    around = {f"{provider.upper()}_API_KEY": "sk-fake-0123456789", "ALL_PROXY": proxy, "HTTPS_PROXY": proxy}
    done = program("check", provider, **around)
    assert done.code == 4
    assert said in done.out + done.err
    assert "ok\tReached" not in done.out
    assert "geheim99" not in done.out + done.err


class Barred(socketserver.StreamRequestHandler):
    """A proxy that lets nobody through, and says the login back that it got: as it was sent, and what it means."""

    def handle(self) -> None:
        login = b""
        while line := self.rfile.readline().strip():
            if line.lower().startswith(b"proxy-authorization: basic "):
                login = b" for %s (%s)" % (line.split()[-1], b64decode(line.split()[-1]))
        self.wfile.write(b"HTTP/1.1 407 Proxy Authentication Required%s\r\nContent-Length: 0\r\n\r\n" % login)


@contextmanager
def barred(login: str = "") -> Iterator[str]:
    """Run such a proxy, and yield its address."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Barred) as proxy:
        threading.Thread(target=proxy.serve_forever).start()
        yield f"http://{login}127.0.0.1:{proxy.server_address[1]}"
        proxy.shutdown()


def test_the_login_of_a_proxy_is_written_down_nowhere_though_the_proxy_says_it_back(
    program: Any, home: Path, repository: Path
) -> None:
    put_on_github(repository)
    with barred("me:geheim%4099@") as proxy:
        keys = {f"{name}_API_KEY": "sk-fake-0123456789" for name in ("OPENAI", "ANTHROPIC", "GEMINI")}
        around = {**keys, "GITHUB_TOKEN": "ghp_0123456789", "HTTPS_PROXY": proxy}
        seats = ("--seat", "analyst=openai:gpt-5.2", "--seat", "critic=openai:gpt-5.2", "--yes", "--json")
        done = program.several(
            ("debate", "Is it so?", *seats),
            ("tools", "add", "far", "--address", "https://tools.elsewhere.invalid/mcp"),
            ("repo", "issues", str(repository)),
            ("models", "openai"),
            **around,
        )
    told = "".join(each.out + each.err for each in done)
    assert told.count("407 Proxy Authentication Required") >= 4
    kept = b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())
    for secret in (b"geheim@99", b"geheim%4099", b64encode(b"me:geheim@99")):
        assert secret.decode() not in told
        assert secret not in kept


@pytest.mark.parametrize(
    "command", [("tools", "add", "far", "--address", "https://tools.elsewhere.invalid/mcp"), ("repo", "issues")]
)
def test_whatever_is_asked_through_a_proxy_of_another_kind_says_that_the_proxy_is_to_blame(
    program: Any, repository: Path, command: tuple[str, ...]
) -> None:
    put_on_github(repository)
    given = (*command, str(repository)) if command == ("repo", "issues") else command
    done = program(*given, ALL_PROXY="socks5://127.0.0.1:9", GITHUB_TOKEN="ghp_0123456789")
    assert "the proxy socks5://127.0.0.1:9 begins neither with http://" in done.err + done.out
    assert "Set one that begins with http://, or name the host in NO_PROXY." in done.err + done.out
    assert "address is right" not in done.err + done.out


def put_on_github(repository: Path) -> None:
    pygit2.Repository(str(repository)).remotes.create("origin", "https://github.com/owner/name")


def test_a_proxy_that_demands_a_login_is_told_from_a_provider_that_fails(program: Any) -> None:
    with barred() as address:
        done = program("models", "openai", OPENAI_API_KEY="sk-fake-0123456789", HTTPS_PROXY=address)
    assert done.code == 4
    assert f"the proxy {address} lets nothing through (407 Proxy Authentication Required)" in done.out + done.err
    assert "http://NAME:PASSWORD@HOST:PORT" in done.out + done.err
