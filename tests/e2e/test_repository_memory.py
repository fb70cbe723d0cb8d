"""Repository memory from the terminal, with a model behind a real SDK: what it will cost, stopped midway, gone on with,
stale after a commit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.testing.loopback import Fault, LoopbackServer, Script

MODEL = "openai:gpt-5.2"
TOKEN = "gh" + "p_" + "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo"
LINES = "".join(f"# line {n}: the store says a thing about itself that takes some room\n" for n in range(300))
"""So long that only one such file fits into a question."""
FILES = {
    f"{folder}/{name}.py": f'"""The {name} of {folder}."""\n\n\ndef {name}():\n    return 1\n{LINES}'
    for folder in "ab"
    for name in ("one", "two", "three", "four")
}


class Librarian:
    """Answers as a model does that summarises; after `most` answers its server begins none to the end any more."""

    def __init__(self, server: LoopbackServer) -> None:
        self.server = server
        self.asked: list[str] = []
        self.most = self.refuses = 0

    def __call__(self, protocol: str, body: Mapping[str, Any]) -> str:
        text = body["messages"][-1]["content"]
        self.asked.append(text)
        if len(self.asked) == self.most:
            self.server.always("openai", Script(text="And so on, and so on.", fault=Fault.STALL))
        if len(self.asked) == self.refuses:
            self.server.always("openai", Script(fault=Fault.QUOTA))
        if "Answer with one JSON object" in text:
            paths = dict.fromkeys(re.findall(r"path=\"?([\w./-]+)", text))
            return json.dumps({"files": [{"path": path, "summary": f"It returns 1 (`{path}:5`)."} for path in paths]})
        cited = sorted(set(re.findall(r"`[\w./-]+:5`", text)))
        return "\n".join(
            [
                "## Purpose",
                *(f"- It returns ({each}: `return {n}`)." for each in cited for n in (1, 2)),
                "- It flies `nowhere.py:1`.",
            ]
        )


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    pygit2.init_repository(str(folder), initial_head="main")
    commit(folder, {**FILES, "a/keys.py": f'"""Keys."""\nTOKEN = "{TOKEN}"\n\n\ndef key():\n    return TOKEN\n'})
    return folder


def commit(folder: Path, files: Mapping[str, str | None]) -> None:
    made = pygit2.Repository(str(folder))
    for name, text in files.items():
        if text is None:
            made.index.remove(name)
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
        made.index.add(name)
    made.index.write()
    who = pygit2.Signature("Ada", "ada@example.org", 1_700_000_000, 0)
    parents = [] if made.head_is_unborn else [made.head.target]
    made.create_commit("HEAD", who, who, "The store", made.index.write_tree(), parents)


@pytest.fixture
def librarian(real_models: LoopbackServer) -> Iterator[Librarian]:
    found = Librarian(real_models)
    real_models.responder = found
    yield found
    assert TOKEN not in "\n".join(found.asked)


def memory(program: Any, store: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(program("repo", "status", str(store), "--json").out)["memory"]
    return found


def test_it_costs_are_told_before_and_nothing_is_sent_without_consent(
    program: Any, real_models: LoopbackServer, librarian: Librarian, store: Path
) -> None:
    nothing = program("repo", "knowledge", str(store))
    assert (nothing.code, "Index it first" in nothing.err) == (2, True)
    asked = program("repo", "index", str(store), "--model", MODEL)
    assert asked.code == 2
    assert re.search(r"asked \d+ times to summarise 9 files and 3 folders: about [\d,]+ tokens, \$\d", asked.err)
    assert "--yes" in asked.err
    assert not librarian.asked
    assert memory(program, store)["kind"] == "map"
    shown = program("repo", "knowledge", str(store))
    assert "This is a map that a program extracted" in shown.err
    assert "a/one.py" in shown.out


def test_what_was_stopped_goes_on_and_nothing_is_paid_for_twice(
    program: Any, real_models: LoopbackServer, librarian: Librarian, store: Path
) -> None:
    librarian.most = 3
    running = program.start("repo", "index", str(store), "--model", MODEL, "--yes")
    wait_for_parts(program, store)
    running.interrupt()
    stopped = running.end()
    assert stopped.code == 130, stopped.err
    begun = memory(program, store)
    assert begun["kind"] == "map"
    assert 0 < begun["parts"] < 9
    assert "summarised, not all" in program("repo", "status", str(store)).out
    real_models.always("openai", None)
    librarian.most = 0
    done = program("repo", "index", str(store), "--model", MODEL, "--yes")
    assert done.code == 0, done.err
    assert f"to summarise {9 - begun['parts']} file" in done.err
    whole = memory(program, store)
    assert (whole["kind"], whole["parts"], whole["stale"]) == ("made", 12, [])
    assert "statements left out because no quotation supports them" in done.out
    told = program("repo", "knowledge", str(store))
    assert "- It returns (`a/one.py:5`: `return 1`)." in told.out
    assert "nowhere.py" not in told.out
    assert f"Summarised by {MODEL}" in told.err
    again = program("repo", "index", str(store), "--model", MODEL, "--yes")
    assert "up to date" in again.out


def wait_for_parts(program: Any, store: Path) -> None:
    """Until something of it was kept: what is under way when it is stopped is lost."""
    while not memory(program, store)["parts"]:
        pass


def test_after_a_commit_stale_parts_are_marked_and_only_they_are_made_anew(
    program: Any, real_models: LoopbackServer, librarian: Librarian, store: Path
) -> None:
    assert program("repo", "index", str(store), "--model", MODEL, "--yes").code == 0
    commit(store, {"a/one.py": "def another():\n    return 2\n\n\n\n", "b/two.py": None})
    assert memory(program, store)["stale"] == ["a/one.py", "b/two.py"]
    told = program("repo", "knowledge", str(store))
    marked = [line for line in told.out.splitlines() if "may be out of date" in line]
    assert all("a/one.py" in line or "b/two.py" in line for line in marked)
    assert len(marked) == 2
    assert "Changed since: a/one.py, b/two.py" in told.err
    debated = program.debate("--repo", str(store), "--rounds", "1")
    section = debated.events[0]["context"]["sections"][0]
    assert section["verified"]
    assert section["text"].count("may be out of date)") == 2
    librarian.asked.clear()
    assert program("repo", "index", str(store), "--model", MODEL, "--yes").code == 0
    files = [text for text in librarian.asked if "Answer with one JSON object" in text]
    assert len(files) == 1
    assert 'path="a/one.py"' in files[0]
    assert memory(program, store)["stale"] == []
    assert "b/two.py" not in program("repo", "knowledge", str(store)).out


def test_a_model_that_fails_midway_loses_nothing_that_was_made(
    program: Any, real_models: LoopbackServer, librarian: Librarian, store: Path
) -> None:
    librarian.refuses = 3
    failed = program("repo", "index", str(store), "--model", MODEL, "--yes")
    assert failed.code == 4
    assert "credit" in failed.err
    begun = memory(program, store)
    assert begun["kind"] == "map"
    real_models.always("openai", None)
    done = program("repo", "index", str(store), "--model", MODEL, "--yes")
    assert (done.code, f"to summarise {9 - begun['parts']} file" in done.err) == (0, True)
    assert memory(program, store)["kind"] == "made"
