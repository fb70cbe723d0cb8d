"""What outlives a debate: export, import, replay, backup, the library, all through the program."""

from __future__ import annotations

import json
from pathlib import Path


def test_a_debate_is_exported_imported_elsewhere_and_replayed_the_same(program, tmp_path: Path) -> None:
    id = program.debate("--rounds", "2").events[0]["debate"]
    assert program("export", id, "--as", "json", "--out", "debate.json").code == 0
    read = program("export", id)
    assert read.code == 0
    assert read.out.startswith("# ")
    elsewhere = {"DISPUTATIO_HOME": str(tmp_path / "elsewhere")}
    imported = program("import", "debate.json", **elsewhere)
    assert imported.out.strip() == id
    assert program("show", id, "--json", **elsewhere).out == program.events(id).out
    assert "The same" in program("replay", id, **elsewhere).out
    assert program("audit", "verify", id, **elsewhere).code == 0
    again = program("export", id, "--as", "json", **elsewhere)
    assert again.out == (program.folder / "debate.json").read_text("utf-8")


def test_a_changed_export_is_refused(program) -> None:
    id = program.debate("--rounds", "1").events[0]["debate"]
    content = json.loads(program("export", id, "--as", "json").out)
    content["events"][5]["at"] += 1
    (program.folder / "changed.json").write_text(json.dumps(content), "utf-8")
    refused = program("import", "changed.json", DISPUTATIO_HOME=str(program.folder / "elsewhere"))
    assert refused.code == 2
    assert "changed" in refused.err


def test_a_fork_goes_its_own_way(program, paths) -> None:
    done = program.debate("--rounds", "2")
    id = done.events[0]["debate"]
    at = next(event["seq"] for event in done.of("turn-completed") if event["path"].startswith("round[1]/critique"))
    fork = program("fork", id, "--at", str(at)).out.strip()
    resumed = program("resume", fork, "--json")
    assert resumed.code == 0
    assert program.events(fork).events[0]["parent"] == f"{id}@{at}"
    assert "round[1]/critique[critic]" not in paths(resumed.events, "turn-asked")


def test_backup_and_restore(program, tmp_path: Path) -> None:
    id = program.debate("--rounds", "1").events[0]["debate"]
    assert program("backup", "all.zip").code == 0
    assert program("backup", "all.zip").code == 2, "an older backup is not overwritten"
    assert program("delete", id).code == 0
    assert id not in program("list").out
    assert program("restore", "all.zip", "--yes").code == 0
    assert id in program("list").out
    assert program("audit", "verify", id).code == 0
    fresh = {"DISPUTATIO_HOME": str(tmp_path / "fresh")}
    assert program("restore", "all.zip", "--yes", **fresh).code == 0
    assert id in program("list", **fresh).out


def test_the_tables_are_rebuilt_from_the_log(program) -> None:
    id = program.debate("--rounds", "1").events[0]["debate"]
    before = program("list", "--json").out
    assert program("rebuild").code == 0
    after = program("list", "--json").out
    assert json.loads(after)[0]["id"] == id
    assert json.loads(after) == json.loads(before)


def test_the_library_from_project_to_note(program) -> None:
    project = program("project", "add", "Shop", "--goal", "Sell", "--goal", "Ship", "--description", "A web shop")
    assert project.code == 0, project.err
    assert program("task", "add", "Fix retries", "--project", "shop", "--priority", "high").code == 0
    assert program("document", "add", "Retry policy", "--text", "-", "--project", "Shop", text="Thrice.").code == 0
    assert "Thrice." in program("document", "show", "Retry policy").out
    assert program("task", "edit", "Fix retries", "--status", "doing").code == 0
    assert "doing" in program("task", "list", "--project", "Shop").out
    assert "Retry policy" in program("document", "search", "thrice").out
    done = program.debate("--project", "shop", "--rounds", "1")
    assert done.code == 0, done.err
    assert "Fix retries" in str(done.events[0]["context"])
    note = program("note", "add", "--from-debate", done.events[0]["debate"], "--project", "Shop")
    shown = json.loads(program("note", "show", note.out.strip(), "--json").out)
    assert shown["title"] == f"Shop: {'Is the retry of orders sound?'[:50]}…"
    assert shown["tags"] == ["ai-debate", "project"]
    assert shown["colour"] == "#8B5CF6"
    assert shown["debate"] == done.events[0]["debate"]
    assert "Rehearsal" in shown["body"]
    removed = program("project", "delete", "Shop").out
    assert "Fix retries" not in program("task", "list").out
    assert program("bin", "restore", removed.split()[-1]).code == 0
    assert "Fix retries" in program("task", "list").out


def test_doctor_names_what_does_not_work_and_asks_nobody(program) -> None:
    done = program("doctor")
    assert done.code == 0
    assert "integrity check found nothing" in done.out
    assert "no key" in done.out
    assert "disputatio keys set openai" in done.out
