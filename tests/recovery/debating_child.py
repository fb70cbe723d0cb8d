"""The other side of test_kill: one process that forks debaters, opens debates and looks into the store.

Orders come as JSON lines; each is answered with one. A fork happens before any thread or loop exists, so that a debater
is a whole process of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys

from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.events import DebateEnded, TurnAsked, TurnCompleted
from disputatio.providers.rehearsal import RehearsalProvider

QUESTION = "Should the cache be written through, and is it safe when the power fails during a write?"


async def opened() -> str:
    async with application() as app:
        config = DebateConfig(question=QUESTION, seed=11, options={"auto_continue": True, "rounds": 5})
        return await app.start(await app.prepare(config, rehearse=True))


async def debate(id: str, published: str) -> None:
    """Debate to the end, slowly, writing the place of every record that is shown, and at the end that it is over."""
    async with application() as app:
        app.registry.add(RehearsalProvider(delay=0.004))
        async with app.sessions.open(id) as session:
            with open(published, "a", buffering=1) as out:  # noqa: ASYNC230  each line must be out before the kill
                async for update in session.updates():
                    if hasattr(update, "seq"):
                        out.write(f"{update.seq}\n")
                    if session.debate.over and getattr(update, "seq", 0) == len(session.hub.records):
                        out.write("over\n")
                        return


async def check(id: str) -> dict[str, object]:
    async with application() as app:
        records = await app.log.read(id)
        return {
            "integrity": await app.database.integrity_check(),
            "chain": await app.log.verify(id),
            "last": records[-1].seq,
            "over": isinstance(records[-1].event, DebateEnded),
            "twice": twice([record.event for record in records]),
        }


def twice(events: list[object]) -> list[str]:
    done: set[str] = set()
    wrong = []
    for event in events:
        if isinstance(event, (TurnAsked, TurnCompleted)) and event.path in done:
            wrong.append(event.path)
        if isinstance(event, TurnCompleted):
            done.add(event.path)
    return wrong


async def texts(id: str) -> dict[str, object]:
    async with application() as app:
        records = await app.log.read(id)
        done = {r.event.path: r.event.text for r in records if isinstance(r.event, TurnCompleted)}
        return {"texts": done, "last": type(records[-1].event).__name__}


def answer(order: dict[str, str]) -> dict[str, object]:
    match order["do"]:
        case "open":
            return {"id": asyncio.run(opened())}
        case "run":
            return {"pid": fork(order["id"], order["published"])}
        case "wait":
            return {"status": os.waitstatus_to_exitcode(os.waitpid(int(order["pid"]), 0)[1])}
        case "check":
            return asyncio.run(check(order["id"]))
        case _:
            return asyncio.run(texts(order["id"]))


def fork(id: str, published: str) -> int:
    pid = os.fork()
    if pid == 0:
        asyncio.run(debate(id, published))
        os._exit(0)
    return pid


def say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    say({"ready": True})
    for line in sys.stdin:
        say(answer(json.loads(line)))


main()
