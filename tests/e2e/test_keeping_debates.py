"""What outlives a debate: export, import, replay, backup, the library, all through the program."""

from __future__ import annotations

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
    assert "The result is the same" in program("replay", id, **elsewhere).out
    assert program("audit", "verify", id, **elsewhere).code == 0
    again = program("export", id, "--as", "json", **elsewhere)
    assert again.out == (program.folder / "debate.json").read_text("utf-8")


def test_backup_and_restore(program, tmp_path: Path) -> None:
    id = program.debate("--rounds", "1").events[0]["debate"]
    assert program("backup", "all.zip").code == 0
    assert program("backup", "all.zip").code == 2, "an older backup is not overwritten"
    assert program("delete", id).code == 0
    assert id not in program("list").out
    assert "In the bin here, left there" in program("restore", "all.zip").out
    assert id not in program("list").out
    assert program("restore", "all.zip", "--replace", "--yes").code == 0
    assert id in program("list").out
    assert program("audit", "verify", id).code == 0
    fresh = {"DISPUTATIO_HOME": str(tmp_path / "fresh")}
    assert "Added: 1 debate" in program("restore", "all.zip", **fresh).out
    assert id in program("list", **fresh).out
