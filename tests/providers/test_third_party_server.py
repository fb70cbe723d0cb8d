"""A mock server that others wrote (npm package @copilotkit/aimock, MIT), spoken to with the real SDKs.

It needs node and npm. The package is installed once into DISPUTATIO_TEST_CACHE, or else into the user's cache folder;
where it cannot be had, these tests are skipped and say why.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from disputatio.engine.errors import BrokenStream, ProviderError, RateLimited, Transient
from disputatio.engine.ports import Finished, TextDelta

pytestmark = [
    pytest.mark.may_block("SDKs import parts of themselves in the middle of a call"),
    pytest.mark.skipif(sys.platform == "win32", reason="the server is looked for in the cache folder of Unix systems"),
]

PACKAGE = "@copilotkit/aimock"
VERSION = "1.43.0"
WORDS = "The bees hum because their flight muscles do."
FIXTURES = {"fixtures": [{"match": {"userMessage": "Is it so?"}, "response": {"content": WORDS}}]}


def real_home() -> Path:
    """The home of the user, whatever HOME says during tests."""
    import pwd

    return Path(pwd.getpwuid(os.getuid()).pw_dir)


def program() -> Path:
    """The server's program, installed on first use; skips where it cannot be had."""
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("node and npm are needed to run the third-party mock server")
    chosen = os.environ.get("DISPUTATIO_TEST_CACHE")
    folder = Path(chosen) if chosen else real_home() / ".cache" / "disputatio-tests"
    folder = folder / f"aimock-{VERSION}"
    found = folder / "node_modules" / ".bin" / "llmock"
    if not found.exists():
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder)]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            done = subprocess.run(
                [*command, f"{PACKAGE}@{VERSION}"],
                env={**os.environ, "HOME": str(real_home())},
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            pytest.skip(f"npm could not install {PACKAGE}: {error}")
        if done.returncode:
            pytest.skip(f"npm could not install {PACKAGE}: {done.stderr.strip()[-200:]}")
    return found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    fixtures = tmp_path_factory.mktemp("aimock") / "fixtures.json"
    fixtures.write_text(json.dumps(FIXTURES))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["node", str(program()), "-p", str(port), "-h", "127.0.0.1", "-f", str(fixtures), "--log-level", "silent"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url)
        yield url
    finally:
        process.terminate()
        process.wait()


def wait_for(url: str) -> None:
    patience = time.monotonic() + 120
    while time.monotonic() < patience:
        try:
            with urllib.request.urlopen(f"{url}/v1/models"):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail("the third-party mock server did not start")


def chaos(url: str, **rates: float) -> None:
    """Turns its faults on; without any, off."""
    body = json.dumps(rates).encode() if rates else None
    request = urllib.request.Request(f"{url}/__aimock/chaos", body, {"Content-Type": "application/json"})
    request.method = "POST" if rates else "DELETE"
    with urllib.request.urlopen(request):
        return


PATHS = {"openai": "/v1", "openai-compatible": "/v1", "perplexity": "/v1", "anthropic": "", "gemini": ""}


async def test_it_is_understood(kind: Any, address: str, make_provider: Any, question: Any) -> None:
    provider = make_provider(kind, address + PATHS[kind])
    parts = [part async for part in provider.stream("m-1", question)]
    await provider.close()
    assert "".join(part.text for part in parts if isinstance(part, TextDelta)) == WORDS
    assert isinstance(parts[-1], Finished)
    assert parts[-1].reason == "stop"


@pytest.mark.parametrize(
    ("rate", "kinds"),
    [
        ("rateLimitRate", (RateLimited,)),
        ("dropRate", (Transient,)),
        ("disconnectRate", (Transient, BrokenStream)),
        ("malformedRate", (BrokenStream,)),
    ],
)
async def test_its_chaos_ends_as_our_errors(
    kind: Any, address: str, make_provider: Any, question: Any, rate: str, kinds: tuple[type[ProviderError], ...]
) -> None:
    provider = make_provider(kind, address + PATHS[kind])
    chaos(address, **{rate: 1.0})
    try:
        with pytest.raises(ProviderError) as caught:
            _ = [part async for part in provider.stream("m-1", question)]
    finally:
        chaos(address)
        await provider.close()
    assert type(caught.value) in kinds
    assert caught.value.remedy
