"""The memory's commands where nothing, or the wrong thing, was asked for; and deleting a debate asks what to forget."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path

import pygit2
import pytest

from disputatio.app.bootstrap import application
from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.debate.values import Json

FACT = "The retry of orders waits a second"
SAID = {"seat": "analyst", "turn": "round[1]/analysis[analyst]", "quote": "It waits a second"}
FOUND: Json = {"text": FACT, "kind": "agreed", "receipts": [SAID]}


async def _learn(folder: Path) -> None:
    """A debate about a repository that was held among models in rehearsal, and left one insight."""
    opened = DebateOpened(
        question="Is the retry sound?",
        format=Format(name="dual", title="Dual", body=Block(name=""), cast=()),
        seats=(Seat(id="analyst", part="analyst", role="Analyst", model="rehearsal:quick"),),
        options={},
        context=Context(kind="repository", ref=str(folder), title="shop"),
    )
    asked = TurnAsked(
        path="insights[clerk]", seat="clerk", model="", task="insights", gives="insights", heard="all", sees=()
    )
    done = TurnCompleted(path="insights[clerk]", text="", data={"items": [FOUND]})
    async with application() as app:
        await app.log.append("shopdebate", [opened, asked, done])


@pytest.fixture
def learnt(tmp_path: Path) -> tuple[str, Path]:
    """The debate that left an insight, and the repository that it was about."""
    folder = tmp_path / "shop"
    pygit2.init_repository(str(folder), initial_head="main")
    asyncio.run(_learn(folder))
    return "shopdebate", folder


def test_an_empty_memory_says_where_insights_come_from(cli) -> None:
    done = cli("memory", "list")
    assert (done.code, done.out) == (0, "")
    assert "no insights yet" in done.err
    assert json.loads(cli("memory", "list", "--json").out) == []
    assert "Nothing was found" in cli("memory", "search", "anything").err
    status = json.loads(cli("memory", "status", "--json").out)
    assert status["model"] == "openai:text-embedding-3-small"
    assert "no key for OpenAI" in status["why_not"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "nothing"), "memory list"),
        (("edit", "nothing", "text"), "memory list"),
        (("dispute", "nothing"), "memory list"),
        (("delete", "nothing"), "memory list"),
        (("merge", "a", "b"), "memory list"),
        (("list", "--project", "Nowhere"), "Nowhere"),
        (("list", "--project", "a", "--assignment", "b"), "Give only one of"),
        (("list", "--repo", "/nowhere/at/all"), "nowhere"),
        (("reembed",), "no key for OpenAI"),
    ],
)
def test_what_cannot_be_done_says_what_to_do(cli, arguments: tuple[str, ...], words: str) -> None:
    done = cli("memory", *arguments)
    assert done.code == 2
    assert words in done.err


def test_what_was_learnt_is_listed_explained_and_reworded(cli, learnt: tuple[str, Path]) -> None:
    id, folder = learnt
    listed = cli("memory", "list", "--repo", str(folder))
    told = [f"{id}#0", "agreed, rehearsed", "0.90", "0", FACT, "Is the retry sound?"]
    assert listed.out.splitlines()[1].split("\t") == told
    shown = cli("memory", "show", f"{id}#0")
    assert shown.code == 0, shown.err
    assert f"debate {id}" in shown.out
    assert f"repository {folder}" in shown.out
    found = cli("memory", "search", "retry", "orders", "--why", "--repo", str(folder))
    assert "nothing was embedded" in found.out
    assert "by words only" in found.err
    assert cli("memory", "edit", id, " ").code == 2
    assert cli("memory", "edit", id, "Orders wait").code == 0
    assert "Orders wait" in cli("memory", "search", "wait").out
    assert cli("memory", "list", "--disputed").out == ""


class Terminal(io.StringIO):
    """Somebody sits there."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "left"), [("y", False), ("n", True)])
def test_deleting_a_debate_asks_about_its_insights(
    cli, learnt: tuple[str, Path], monkeypatch: pytest.MonkeyPatch, answer: str, left: bool
) -> None:
    monkeypatch.setattr(io, "StringIO", Terminal)  # what the fixture types into
    done = cli("delete", learnt[0], text=f"{answer}\n")
    assert done.code == 0, done.err
    assert "Also forget what was learnt from it (1 insight)" in done.err + done.out
    assert bool(json.loads(cli("memory", "list", "--json").out)) is left


@pytest.mark.parametrize(("option", "left"), [((), True), (("--keep-insights",), True), (("--insights",), False)])
def test_in_a_pipe_nothing_is_asked(cli, learnt: tuple[str, Path], option: tuple[str, ...], left: bool) -> None:
    assert cli("delete", learnt[0], *option).code == 0
    assert bool(json.loads(cli("memory", "list", "--json").out)) is left


def test_what_a_debate_was_reminded_of(cli, learnt) -> None:
    _, folder = learnt
    (folder / "README.md").write_text("Orders are retried after a second.\n", "utf-8")
    held = cli.debate("--repo", str(folder), "--rounds", "1", "--yes")
    assert held.code == 0, held.err
    id = held.events[0]["debate"]
    done = cli("show", id, "--memories")
    assert done.out.startswith(FACT)
    assert "Recalled when the debate began, looking for “Is the retry of orders sound?”: score " in done.out
    assert "disputatio memory show shopdebate#0" in done.out
    (one,) = json.loads(cli("show", id, "--memories", "--json").out)
    assert (one["text"], one["debate"], one["left_out"]) == (FACT, "shopdebate", "")
    assert one["occasions"][0]["score"] > 0
    assert "importance" in one["occasions"][0]["why"]
    assert one["read"]


def test_why_a_debate_was_reminded_of_nothing(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert cli("show", id, "--memories").out.startswith("Nothing was recalled. ")
    assert json.loads(cli("show", id, "--memories", "--json").out) == []


def test_calibrating_without_a_model_says_what_is_missing(cli) -> None:
    done = cli("memory", "calibrate")
    assert done.code == 2
    assert "Nothing can be calibrated: there is no key for OpenAI" in done.err
    status = cli("memory", "status").out
    assert "Recalled from:" in status
    assert "0.70, a cautious default: not calibrated for this model" in status


def test_an_insight_is_shown_with_the_words_that_it_rests_on(cli, learnt: tuple[str, Path]) -> None:
    assert "analyst, round 1: “It waits a second”" in cli("memory", "show", f"{learnt[0]}#0").out
    (receipt,) = json.loads(cli("memory", "show", f"{learnt[0]}#0", "--json").out)["receipts"]
    assert (receipt["words"], receipt["path"]) == ("It waits a second", "round[1]/analysis[analyst]")
