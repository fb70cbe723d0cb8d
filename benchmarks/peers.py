"""What others take for the debate of `benchmarks.engine`: three participants, five rounds, an instant model.

Run by the Python of an environment that has them (langgraph and langgraph-checkpoint-sqlite, autogen-agentchat and
autogen-ext), because they are no dependencies of this project:

    python benchmarks/peers.py langgraph|autogen memory|durable

It says "ready", and then for each line that it reads, how many debates to hold at once and how many times, how many
milliseconds one turn took (median). Durable is SQLite after every turn, in both as their own documentation does it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import operator
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count, pairwise
from pathlib import Path
from typing import Annotated, Any, TypedDict

TEXT = "This is a canned debate turn of about two hundred characters. " * 3
NAMES = ("pro", "con", "judge")
ROUNDS = 5
TURNS = len(NAMES) * ROUNDS

Hold = Callable[[int], Awaitable[None]]
"""Hold one debate, which has that number."""


class Talk(TypedDict):
    """The state of a debate in LangGraph."""

    messages: Annotated[list[dict[str, str]], operator.add]
    turn: int


async def langgraph(durable: Path | None, stack: AsyncExitStack) -> Hold:
    from langgraph.graph import END, START, StateGraph

    def speaker(name: str) -> Callable[[Talk], Awaitable[dict[str, Any]]]:
        async def speak(state: Talk) -> dict[str, Any]:
            return {"messages": [{"role": "assistant", "name": name, "content": TEXT}], "turn": state["turn"] + 1}

        return speak

    graph = StateGraph(Talk)
    for name in NAMES:
        graph.add_node(name, speaker(name))
    graph.add_edge(START, NAMES[0])
    for name, following in pairwise(NAMES):
        graph.add_edge(name, following)
    graph.add_conditional_edges(NAMES[-1], lambda state: NAMES[0] if state["turn"] < TURNS else END)
    saver = None
    if durable is not None:
        from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

        saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(str(durable)))
    program = graph.compile(checkpointer=saver)

    async def hold(number: int) -> None:
        start = {"messages": [{"role": "user", "content": "motion"}], "turn": 0}
        settings = {"recursion_limit": 100, "configurable": {"thread_id": str(number)}}
        done = await program.ainvoke(start, settings)
        assert len(done["messages"]) == TURNS + 1

    return hold


async def autogen(durable: Path | None, stack: AsyncExitStack) -> Hold:
    from autogen_agentchat.agents import AssistantAgent
    from autogen_agentchat.teams import RoundRobinGroupChat
    from autogen_ext.models.replay import ReplayChatCompletionClient

    def team(turns: int) -> RoundRobinGroupChat:
        agents = [AssistantAgent(name, model_client=ReplayChatCompletionClient([TEXT] * ROUNDS)) for name in NAMES]
        return RoundRobinGroupChat(agents, max_turns=turns)

    async def in_memory(_: int) -> None:
        done = await team(TURNS).run(task="motion")
        assert len(done.messages) == TURNS + 1

    if durable is None:
        return in_memory
    database = sqlite3.connect(durable)
    stack.callback(database.close)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE saved (debate INTEGER, state TEXT)")

    async def kept(number: int) -> None:
        debate = team(1)
        for turn in range(TURNS):
            await debate.run(task=None if turn else "motion")
            with database:
                database.execute("INSERT INTO saved VALUES (?, ?)", (number, json.dumps(await debate.save_state())))

    return kept


async def serve(peer: str, column: str) -> None:
    numbers = count()
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            file = Path(folder) / "peer.db" if column == "durable" else None
            hold = await {"langgraph": langgraph, "autogen": autogen}[peer](file, stack)
            await hold(next(numbers))
            sys.stdout.write("ready\n")
            sys.stdout.flush()
            for line in sys.stdin:
                debates, runs = map(int, line.split())
                times = []
                for _ in range(runs):
                    began = time.perf_counter()
                    async with asyncio.TaskGroup() as group:
                        for _ in range(debates):
                            group.create_task(hold(next(numbers)))
                    times.append((time.perf_counter() - began) * 1000 / TURNS / debates)
                sys.stdout.write(f"{statistics.median(times)}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    asyncio.run(serve(*sys.argv[1:3]))
