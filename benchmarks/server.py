"""How soon the tool server answers, against what importing its SDK takes: fresh processes, in alternation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import IO, Any

from benchmarks.table import Figure, median

TIMES = 7
LIMIT = 2.0
"""Times what importing the SDK takes (issue 13)."""
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "DISPUTATIO_HOME": home}
        _answers(environment)  # the database is made, and the compiled modules are written
        imports: list[float] = []
        found: list[list[float]] = []
        for _ in range(TIMES):
            imports.append(_import(environment))
            found.append(_answers(environment))
    sdk = median(imports)
    ready, listed, called = (median(list(each)) for each in zip(*found, strict=True))
    return [
        Figure("disputatio mcp ready / importing its SDK", ready / sdk, "x", LIMIT),
        Figure("its tools listed / importing its SDK", listed / sdk, "x", LIMIT),
        Figure("importing its SDK in a fresh process, p50", sdk * 1000, "ms"),
        Figure("from its start to the answer to the first message, p50", ready * 1000, "ms"),
        Figure("to the list of its tools, p50", listed * 1000, "ms"),
        Figure("to the answer of list_sessions, the application loaded, p50", called * 1000, "ms"),
    ]


def _import(environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import mcp"], env=environment, check=True)
    return time.perf_counter() - began


def _answers(environment: dict[str, str]) -> list[float]:
    """Seconds from its start until it has greeted, listed its tools, and answered a call."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "disputatio", "mcp"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        found = []
        for number, (method, params) in enumerate(
            (
                ("initialize", HELLO),
                ("tools/list", {}),
                ("tools/call", {"name": "list_sessions", "arguments": {}}),
            )
        ):
            _ask(process.stdin, {"id": number, "method": method, "params": params})
            process.stdout.readline()
            found.append(time.perf_counter() - began)
            if not number:
                _ask(process.stdin, {"method": "notifications/initialized"})
        process.stdin.close()
    return found


def _ask(stream: IO[str], message: dict[str, Any]) -> None:
    stream.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    stream.flush()
