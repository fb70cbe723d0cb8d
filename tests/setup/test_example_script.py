"""`scripts/example.py`: what it makes of an export holds nothing of where that was made."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.debate.context import Context, Section
from disputatio.debate.errors import Refused
from disputatio.debate.log.events import Event, OptionChanged, TurnCompleted
from disputatio.exporting.json_export import export_json, import_json
from disputatio.storage.chain import Row, event_of_row, head_of, stamp
from disputatio.storage.codec import EVENTS
from disputatio.testing.debates import opening
from disputatio.testing.repositories import commit
from disputatio.testing.speakers import formats_of

SCRIPT = Path(__file__).parents[2] / "scripts" / "example.py"
HEAD = {"title": "A title", "about": "It shows.", "language": "en", "sources": ""}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["example"] = module
    spec.loader.exec_module(module)
    return module


def exported(events: Iterable[Event]) -> str:
    log: list[Row] = []
    for event in events:
        log += [row for row, _ in stamp([EVENTS.encode(event)], head_of(log), 1.0)]
    return export_json("d1234", "?", log)


def debate(context: Context | None = None, **models: str) -> list[Event]:
    dual = formats_of(resource("formats"))["dual"]
    opened = opening(dual, "Is it so?", model="openai:a", models=models, clerk="openai:a", context=context)
    said = TurnCompleted(path="round[1]/analysis[analyst]", text="It is so.", model="openai:a", cost=1_000)
    return [opened, said]


def models(text: str) -> list[str]:
    opened = event_of_row(import_json(json.dumps(json.loads(text)["debate"])).rows[0]).event
    return [seat.model for seat in opened.seats]  # type: ignore[union-attr]


def test_models_become_what_answered(script: Any) -> None:
    made = script.made(exported(debate()), "so", HEAD)
    assert models(made) == ["replay:recorded language model"] * 2
    assert "openai" not in made
    head = json.loads(made)
    assert (head["answered_by"], head["recorded"], head["cost"]) == ("recorded language model", "1970-01-01", 1_000)


def test_several_models_stay_apart_unless_one_answered_for_all(script: Any) -> None:
    several = exported(debate(critic="gemini:b"))
    kind = "replay:recorded language model"
    assert models(script.made(several, "so", HEAD)) == [f"{kind} A", f"{kind} B"]
    assert models(script.made(several, "so", HEAD, alone=True)) == [kind, kind]


@pytest.mark.parametrize("trace", ["/home/ada/notes.txt", "ada@example.org", "openai:gpt-5", "C:\\Users"])
def test_what_tells_of_the_machine_or_of_people_is_refused(script: Any, trace: str) -> None:
    opened, said = debate()
    with pytest.raises(Refused, match="still holds"):
        script.made(exported([opened, replace(said, text=f"See {trace} for more.")]), "so", HEAD)


def test_a_debate_that_was_changed_while_it_ran_is_refused(script: Any) -> None:
    with pytest.raises(Refused, match="changed while it ran"):
        script.made(exported([*debate(), OptionChanged(name="rounds", value=3)]), "so", HEAD)


def test_cited_files_come_along_as_they_were_and_the_repository_does_not(script: Any, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    commit(folder, {"src/a.py": "one = 1\ntwo = 2\n", "src/b.py": "secret\n"}, "The shop")
    home = str(folder)
    section = Section(name="about", title="About", text=f"It is in {home}/src.")
    context = Context(kind="repository", ref=home, title="shop", sections=(section,))
    item = {"citation": "src/a.py:2", "status": "verified", "where": "src/a.py:2", "path": "src/a.py", "first": 2}
    checked = TurnCompleted(path="round[1]/analysis[analyst]/evidence", text="", by="rules", data={"items": [item]})
    made = script.made(exported([*debate(context), checked]), "so", HEAD, folder)
    assert home not in made
    assert "### src/a.py" in made
    assert "2| two = 2" in made
    assert "secret" not in made
    with pytest.raises(Refused, match="--repo"):
        script.made(exported(debate(context)), "so", HEAD)


def test_a_name_that_is_no_file_name_is_refused(script: Any) -> None:
    with pytest.raises(Refused, match="no name of an example"):
        script.made(exported(debate()), "../so", HEAD)


def test_pictures_of_screens_that_there_are_not_are_refused_in_a_sentence(tmp_path):
    pictures = [sys.executable, str(SCRIPT.with_name("pictures.py"))]
    for words, told in ((["PLACE", "start", "nothing"], "no screens named nothing"), ([], "Name a folder")):
        arguments = [str(tmp_path / "album") if word == "PLACE" else word for word in words]
        done = subprocess.run([*pictures, *arguments], capture_output=True, text=True, check=False)
        assert (done.returncode, told in done.stderr, "Traceback" in done.stderr) == (1, True, False), done.stderr
    assert not (tmp_path / "album").exists()
