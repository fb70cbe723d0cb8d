"""`disputatio data delete --everything`: asked for in words, and then nothing is left."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def test_it_has_to_be_said_and_typed(cli: Any) -> None:
    cli.debate()
    assert cli("data", "delete").code == 2
    asked = cli("data", "delete", "--everything", text="yes\n")
    assert asked.code == 130
    assert "will be deleted from" in asked.out
    assert "your own formats" in asked.out
    assert cli("list").out.strip()


def test_then_nothing_is_left(cli: Any) -> None:
    cli.debate()
    home = Path(os.environ["DISPUTATIO_HOME"])
    done = cli("data", "delete", "--everything", text="delete everything\n")
    assert done.code == 0
    assert "Everything was deleted" in done.out
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_without_a_question(cli: Any) -> None:
    cli.debate()
    assert cli("data", "delete", "--everything", "--yes").code == 0
    assert "Is the retry" not in cli("list").out
