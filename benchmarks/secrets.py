"""What secret detection finds of planted secrets, what it takes for one in real repositories, and how fast it is."""

from __future__ import annotations

import importlib.util
import time
from pathlib import Path

from tests.secrets.held_out import held_out, obscure
from tests.secrets.planted import PROSE, REPOSITORIES, false_alarms, leaks, missed, missed_in_a_list, planted

from benchmarks.table import Figure
from disputatio.secrets.detection import find, without_secrets

MOST_MISSED = 5.0
"""Percent of the kinds."""
MOST_FALSE = 2.0
"""Percent of the lines that hold a run of letters as long as a key."""


def measure() -> list[Figure]:
    kinds = len(planted())
    found = [
        ("alone in a text", missed(["{}"])),
        ("one a line in one text", missed_in_a_list()),
        *((f"in prose: {frame.replace(chr(10), ' ')[:34]}", missed([frame])) for frame in PROSE),
    ]
    figures = [
        Figure(f"missed {where}", 100 * len(names) / kinds, "%", MOST_MISSED, ", ".join(names))
        for where, names in found
    ]
    for what, texts in (("held-out kinds", held_out()), ("tokens of obscure issuers", obscure())):
        each_ = [leaks(each.secret, without_secrets(each.text)) for _, each in texts]
        figures.append(Figure(f"missed of {len(each_)} {what}", 100 * sum(each_) / len(each_), "%"))
    for package, licence in REPOSITORIES.items():
        held, lines = false_alarms(package)
        figures.append(Figure(f"false alarms in {package} ({licence})", 100 * held / lines, "%", MOST_FALSE))
    return [Figure("kinds that were planted", kinds, ""), *figures, _speed()]


def _speed() -> Figure:
    (home,) = importlib.util.find_spec("sqlalchemy").submodule_search_locations  # type: ignore[union-attr,misc]
    texts = [file.read_text("utf-8") for file in sorted(Path(home).rglob("*.py"))]
    find("".join(texts[:20]))
    start = time.process_time()
    for text in texts:
        find(text)
    return Figure("time for a megabyte of source", 1e9 * (time.process_time() - start) / sum(map(len, texts)), "ms")
