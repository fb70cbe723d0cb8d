"""A key that comes back, from a server that explains itself and from a model in its turn: as it is, in other case, with
a letter changed, in base 64. And what stands in an address. The program shows and writes none of it."""

from __future__ import annotations

import base64
import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from disputatio.testing.loopback import Fault, LoopbackServer, Script, running_server

KEY = "sk-proj-Zk3nW9qLx2Tb7vYpR4cM8dHs6GfJ1aQe"
LOGIN = "Wq7-zT4mXe9"
QUERY = "b5e1c0d9f7a24863"
CHANGED = KEY[:20] + "X" + KEY[21:]
ENCODED = base64.b64encode(KEY.encode()).decode()
ECHOES = {"as it is": KEY, "in capitals": KEY.upper(), "in small letters": KEY.lower(), "changed": CHANGED,
          "encoded": ENCODED, "encoded with more": base64.b64encode(f"key={KEY};".encode()).decode()}  # fmt: skip
WHOLE = {"for an address": "".join(f"%{byte:02X}" for byte in KEY.encode()),
         "for a page": "".join(f"&#{byte};" for byte in KEY.encode()),
         "for a program": "".join(f"\\x{byte:02x}" for byte in KEY.encode()),
         "in digits": KEY.encode().hex(), "in capital digits": KEY.encode().hex().upper(),
         "with marks": "-".join(KEY), "with what nobody sees": "\u200b".join(KEY),
         "wide": "".join(chr(ord(letter) + 0xFEE0) for letter in KEY), "backwards": KEY[::-1],
         "turned": codecs.encode(KEY, "rot13"), "in base 32": base64.b32encode(KEY.encode()).decode(),
         "encoded twice": base64.b64encode(ENCODED.encode()).decode()}  # fmt: skip
APART = {"with spaces": " ".join(KEY), "on several lines": "\n".join((KEY[:15], KEY[15:30], KEY[30:])),
         "in bold": f"**{KEY[:12]}**{KEY[12:]}"}  # fmt: skip
"""Other guises of the key: those that are one word, and those that a reader has to put together."""
MARKED = {"in tags": "".join(f"<b>{letter}</b>" for letter in KEY), "in code": "".join(f"`{each}`" for each in KEY),
          "with lines of a page": "<br/>\n".join(KEY), "with a remark": f"{KEY[:9]}<!-- a b c -->{KEY[9:]}",
          "with a link": f"[{KEY[:9]}](http://127.0.0.1:9/a){KEY[9:]}", "in a forum": "[b]".join(KEY),
          "with names of marks": "&zwnj;".join(KEY), "with tags that are escaped": "&lt;i&gt;".join(KEY),
          "in a formula": rf"\textbf{{{KEY[:12]}}}\mathrm{{{KEY[12:]}}}", "as a quotation": "\n> ".join(KEY),
          "in a table": " | ".join(KEY), "struck through": "\u0336".join(KEY), "in colours": "\x1b[1m".join(KEY),
          "escaped twice": "".join(f"%25{byte:02X}" for byte in KEY.encode()),
          "in a text of a text": json.dumps(json.dumps("\u200b".join(KEY)))[2:-2], "half": KEY[:20],
          "in base 64 with spaces": " ".join(ENCODED), "in digits with spaces": KEY.encode().hex(" ")}  # fmt: skip
"""With marks of all kinds between its letters."""
SEATS = [f"--seat={seat}=openai:gpt-5.2" for seat in ("analyst", "critic", "clerk", "synthesis")]
DEBATE = ("debate", "Is it so?", "--rounds", "1", "--yes", *SEATS)


class Shell:
    """The program in a terminal, with all that it logs; everything that it said so far."""

    def __init__(self, home: Path, server: LoopbackServer, terminal: Any) -> None:
        self.home, self.server, self.terminal = home, server, terminal
        self.environment = terminal.environment
        self.environment |= {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.openai_url}

    def __call__(self, *arguments: str) -> Any:
        return self.terminal("--log-json", "-v", *arguments)

    @property
    def said(self) -> str:
        return str(self.terminal.said)

    def nothing_of(self, *secrets: str) -> None:
        """Neither what was said nor what was written holds any of these, or the better part of one."""
        written = b"\0".join(path.read_bytes() for path in self.home.rglob("*") if path.is_file()).decode(
            "utf-8", "replace"
        )
        for text in (self.said, written):
            for secret in secrets:
                for part in (secret, secret[: len(secret) // 2 + 2], secret[len(secret) // 2 - 2 :]):
                    assert part not in text, part


@pytest.fixture
def shell(home: Path, terminal: Any) -> Iterator[Shell]:
    with running_server() as server:
        yield Shell(home, server, terminal)


def everything(shell: Shell) -> None:
    """What there is to see of a debate and of the installation."""
    for arguments in ((*DEBATE, "--json"), ("check", "openai"), ("models", "openai"), ("providers",), ("doctor",)):
        shell(*arguments)
    told(shell)


def told(shell: Shell) -> None:
    """What there is to see of the newest debate."""
    ids = [line.split('"')[3] for line in shell("list", "--json").stdout.splitlines() if '"id"' in line]
    for arguments in (("show",), ("export", "--as", "json"), ("export", "--as", "markdown")) if ids else ():
        shell(arguments[0], ids[0], *arguments[1:])


def test_a_key_that_a_model_repeats_in_its_turn_is_not_kept(shell: Shell) -> None:
    said = "I was asked with " + " and ".join(f'{each}, ({each}), "{each}"' for each in ECHOES.values()) + ". It is so."
    calls = tuple(("read_file", f'{{"path": "{each}"}}') for each in ECHOES.values())
    script = Script(text=said, chunk=7, thinking=said, tools=calls, model=ECHOES["in capitals"])
    shell.server.always("openai", script)
    everything(shell)
    assert "I was asked with" in shell.said
    shell.nothing_of(*ECHOES.values())


@pytest.mark.parametrize(
    ("fault", "how"),
    [
        (Fault.UNAUTHORISED, ("as it is", "in capitals")),
        (Fault.BAD_REQUEST, ("changed", "in small letters")),
        (Fault.ERROR_EVENT, ("encoded", "changed")),
        (Fault.QUOTA, ("encoded with more",)),
    ],
)
def test_a_key_that_a_server_repeats_in_an_error_is_not_kept(shell: Shell, fault: Fault, how: tuple[str, ...]) -> None:
    shell("settings", "set", "calls.retries", "0")
    said = "Wrong: " + " and ".join(f"{ECHOES[each]} ({ECHOES[each]})" for each in how)
    shell.server.always("openai", Script(text="It is so.", fault=fault, said=said))
    shell.server.fault_list("openai", Fault.UNAUTHORISED)
    everything(shell)
    assert "Wrong: " in shell.said
    assert "[key]" in shell.said
    shell.nothing_of(*(ECHOES[each] for each in how))


def test_a_key_in_another_guise_is_not_kept_either(shell: Shell) -> None:
    shell("settings", "set", "calls.retries", "0")
    guises = [*WHOLE.values(), *APART.values(), *MARKED.values()]
    wrong = Script(fault=Fault.BAD_REQUEST, said="Wrong: " + " and ".join(WHOLE.values()))
    shell.server.script("openai", Script(text=f"I was asked with {' and '.join(guises)}. It is so.", chunk=7))
    shell.server.script("openai", wrong, *(Script(fault=Fault.QUOTA, said=f"No: {each}") for each in APART.values()))
    for _ in range(1 + len(APART)):
        shell(*DEBATE)
        told(shell)
    assert "I was asked with" in shell.said
    assert "Wrong: " in shell.said
    assert "No: [key]" in shell.said
    shell.nothing_of(*guises)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\nX-Other: 1", "\u2028"])
def test_a_key_with_a_line_end_is_not_used_and_not_shown(shell: Shell, end: str) -> None:
    first, last = KEY[:20], KEY[20:]
    shell.environment["OPENAI_API_KEY"] = f"{first}{end}{last}"
    everything(shell)
    assert shell.server.requests == []
    shell.nothing_of(first, last)


@pytest.mark.parametrize("reached", [True, False])
def test_a_login_and_a_key_in_an_address_are_not_shown(shell: Shell, reached: bool) -> None:
    port = shell.server.openai_url.split(":")[2] if reached else "9/v1"
    shell.environment["OPENAI_BASE_URL"] = f"http://grace:{LOGIN}@127.0.0.1:{port}?api_key={QUERY}"
    shell("settings", "set", "calls.retries", "0")
    shell.server.always("openai", Script(text=f"You came as grace:{LOGIN} with {QUERY}. It is so."))
    everything(shell)
    shell.nothing_of(LOGIN, QUERY)
    shell("settings", "set", "providers.ollama.base_url", f"http://grace:{LOGIN}@127.0.0.1:{port}?api_key={QUERY}")
    shell.terminal.said = ""
    for arguments in (
        ("providers",),
        ("check", "ollama"),
        ("doctor",),
        ("settings", "list"),
        ("settings", "get", "providers.ollama.base_url"),
    ):
        shell(*arguments)
    for secret in (LOGIN, QUERY):
        assert secret not in shell.said
