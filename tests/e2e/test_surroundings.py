"""What surrounds the program does not do what it should: a keyring that is locked, fails or answers nonsense, a proxy
that is not there or of another kind. Each command says so in a sentence, and what needs neither goes on."""

from __future__ import annotations

import socketserver
import threading
from typing import Any

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
    """A proxy that lets nobody through without a login."""

    def handle(self) -> None:
        while self.rfile.readline().strip():
            continue
        self.wfile.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")


def test_a_proxy_that_demands_a_login_is_told_from_a_provider_that_fails(program: Any) -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Barred) as proxy:
        threading.Thread(target=proxy.serve_forever).start()
        address = f"http://127.0.0.1:{proxy.server_address[1]}"
        done = program("models", "openai", OPENAI_API_KEY="sk-fake-0123456789", HTTPS_PROXY=address)
        proxy.shutdown()
    assert done.code == 4
    assert f"the proxy {address} lets nothing through (407 Proxy Authentication Required)" in done.out + done.err
    assert "http://NAME:PASSWORD@HOST:PORT" in done.out + done.err
