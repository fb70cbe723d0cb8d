"""CONTRIBUTING names the files that one must touch: whatever it names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_every_file_that_is_named_is_there() -> None:
    named = set(re.findall(r"`((?:src|tests|resources)/[\w./-]+)`", TEXT))
    there = {path for path in named if "NAME" in path or (ROOT / path).exists()}
    assert len(named) > 25
    assert named - there == set()


def test_every_floor_has_its_row() -> None:
    floors = {path.name for path in (ROOT / "src" / "disputatio").iterdir() if (path / "__init__.py").is_file()}
    rows = "\n".join(line for line in TEXT.splitlines() if line.startswith("| `"))
    assert [floor for floor in sorted(floors) if f"`{floor}`" not in rows] == []


def test_what_notices_a_gap_is_named_for_everything_that_can_be_added() -> None:
    table = TEXT.split("| to add |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    for subject in (
        "provider",
        "contract",
        "figure",
        "policy",
        "format",
        "event",
        "command",
        "action",
        "inspector tab",
    ):
        assert any(row.startswith("| a") and subject in row.split("|")[1] for row in table), subject
    for row in table:
        assert re.search(r"`tests/|mypy", row.split("|")[3]), row
