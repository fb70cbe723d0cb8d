"""Exporting a debate of 2,000 messages in each format: how long it takes, and how large the file is."""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.board import Talkers, held
from benchmarks.table import Figure
from disputatio.app.paths import resource
from disputatio.debate.log.events import Recorded, TurnCompleted
from disputatio.exporting import adr, aif, argdown, html, markdown, pdf
from disputatio.exporting.account import account_of
from disputatio.exporting.argument_map import map_of
from disputatio.exporting.formats import EXPORTS
from disputatio.exporting.json_export import export_json
from disputatio.storage.chain import EMPTY, rows, stamp
from disputatio.storage.codec import EVENTS

MESSAGES = 2000
NAMED = "A long debate"


def long() -> list[Recorded]:
    """The log of such a debate."""
    counted = [0, 0]  # events that were looked at, messages among them

    def enough(driver: Talkers) -> bool:
        new = driver.log[counted[0] :]
        said = (event.path.rpartition("/")[2] for event in new if isinstance(event, TurnCompleted))
        counted[0] += len(new)
        counted[1] += sum(path.startswith(("opening", "take", "reply")) for path in said)
        return counted[1] >= MESSAGES

    return [record for _, record in stamp([EVENTS.encode(each) for each in held(enough)], EMPTY, 1_700_000_000.0)]


def measure() -> list[Figure]:
    log = long()
    fonts = resource("fonts")
    work: dict[str, Callable[[], str | bytes]] = {
        "html": lambda: html.html_of(account_of(NAMED, log)),
        "pdf": lambda: pdf.pdf_of(account_of(NAMED, log), fonts, log[-1].at),
        "markdown": lambda: markdown.export_markdown(NAMED, log),
        "json": lambda: export_json("d", NAMED, rows(log)),
        "aif": lambda: aif.aif_of(map_of(NAMED, log)),
        "argdown": lambda: argdown.argdown_of(map_of(NAMED, log)),
        "adr": lambda: adr.record_of(account_of(NAMED, log)),
    }
    assert set(work) == set(EXPORTS)
    found = []
    for kind, make in work.items():
        began = time.perf_counter()
        made = make()
        taken = time.perf_counter() - began
        size = len(made if isinstance(made, bytes) else made.encode()) / 1e6
        found.append(Figure(f"{MESSAGES} messages as {kind}", taken, "s", note=f"{size:.1f} MB"))
    return found
