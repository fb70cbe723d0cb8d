"""`python -m disputatio.testing.loopback`: the server by itself, until Ctrl+C.

Prints one line of JSON with its addresses, so that a script can read where it is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence

from disputatio.testing.loopback.dialects import MODELS
from disputatio.testing.loopback.scripts import FLOODS, Fault, Script
from disputatio.testing.loopback.server import PLAIN, LoopbackServer

OF_THE_WHOLE = {
    Fault.UNAUTHORISED,
    Fault.SERVER_ERROR,
    Fault.UNAVAILABLE,
    Fault.HANG_UP,
    Fault.NOT_SSE,
    Fault.HUGE_HEADERS,
    *FLOODS,
}
"""Faults of a key or a server, and not of one reply: a connection test meets them, too."""


def options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m disputatio.testing.loopback", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="the port to listen on (default: any free one)")
    parser.add_argument("--text", default="", help="what every reply says")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each piece of a reply")
    parser.add_argument("--thinking", default="", help="reasoning shown before every reply")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="PROTOCOL=FAULT",
        help=f"what goes wrong with every request for a reply (and, where the key or the server is at fault, for the "
        f"list of models); {', '.join(MODELS)} = {', '.join(fault.value for fault in Fault)}",
    )
    return parser.parse_args(arguments)


def script_server(server: LoopbackServer, chosen: argparse.Namespace) -> None:
    """Set the faults that were chosen. Raises ValueError for a fault or a protocol that does not exist."""
    faults = dict(item.split("=", 1) for item in chosen.fault)
    unknown = set(faults) - set(MODELS)
    if unknown:
        raise ValueError(f"{', '.join(unknown)}: not a protocol; there are {', '.join(MODELS)}")
    server.delay = chosen.delay
    for protocol in MODELS:
        fault = Fault(faults[protocol]) if protocol in faults else None
        if fault or chosen.text or chosen.thinking:
            text = chosen.text or PLAIN
            server.always(protocol, Script(text=text, fault=fault, delay=chosen.delay, thinking=chosen.thinking))
        if fault in OF_THE_WHOLE:
            server.fault_list(protocol, fault)


async def serve(chosen: argparse.Namespace) -> None:
    server = LoopbackServer(port=chosen.port)
    script_server(server, chosen)
    async with server:
        addresses = {
            "OPENAI_BASE_URL": server.openai_url,
            "ANTHROPIC_BASE_URL": server.anthropic_url,
            "GEMINI_BASE_URL": server.gemini_url,
        }
        sys.stdout.write(json.dumps(addresses) + "\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        asyncio.run(serve(options(sys.argv[1:] if arguments is None else arguments)))
    except KeyboardInterrupt:
        return 0
    except (OSError, ValueError) as error:
        sys.stderr.write(f"The server could not start: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
