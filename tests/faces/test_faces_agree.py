"""Window, terminal and export say the same of one debate: why it ended, the score and what it rests on, what became of
each point, claim and citation, who moved, what a crux hangs on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from disputatio.app.application import Application
from disputatio.debate.log.events import Recorded, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.views.board_view import board_items
from disputatio.debate.views.citations import citations, shares
from disputatio.debate.views.progress import progress_of, score_of
from disputatio.debate.views.statements import point_items
from disputatio.debate.views.transcript import NoteEntry, Transcript
from disputatio.debate.walk.plan import Planner
from disputatio.exporting.json_export import export_json, import_json
from disputatio.exporting.markdown import export_markdown
from disputatio.faces.cli.debates import evidence, show
from disputatio.faces.cli.face import Face
from disputatio.faces.gui.board.ledger_model import LedgerModel
from disputatio.faces.gui.charts.gauge import ConsensusGauge
from disputatio.faces.gui.debate.points import PointsCard
from disputatio.faces.gui.sources.evidence import CitationList, ShareRow
from disputatio.faces.gui.transcript.entries import message
from disputatio.secrets.keyring import Masking
from disputatio.storage.catalogue import DebateEntry
from disputatio.storage.chain import Row, event_of_row

FOLDER = Path(__file__).parents[1] / "golden"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl") if not path.stem.startswith("asked-"))
ENTRY = DebateEntry(
    id="d1",
    title="Q",
    topic="Q",
    format="dual",
    status="completed",
    why="",
    created_at=0.0,
    updated_at=0.0,
    completed_at=0.0,
    rounds=0,
    turns=0,
    score=None,
    outcome={},
    cost=0,
    unpriced_turns=0,
    tokens=0,
    context_kind="none",
    context_ref="",
    context_title="",
    parent="",
    deleted_at=None,
)
ITEMS: list[Any] = [
    {"citation": "store/cache.py:40", "status": "verified"},
    {"citation": "store/cache.py:12", "status": "moved", "where": "store/cache.py:14"},
    {"citation": "store/cache.py:99", "status": "missing", "differs": "the file has 60 lines"},
    {"citation": "https://example.org", "status": "external"},
]


def log_of(name: str) -> list[Recorded]:
    """A golden log; in "checked" some citations of a turn are checked, and not all of them hold."""
    made = (FOLDER / f"{'dual-cited' if name == 'checked' else name}.jsonl").read_text("utf-8")
    found = [event_of_row(_row(line)) for line in made.splitlines()]
    if name != "checked":
        return found
    place = next(place for place, each in enumerate(found) if "evidence[" in getattr(each.event, "path", "")
                 and isinstance(each.event, TurnCompleted))  # fmt: skip
    event = found[place].event
    assert isinstance(event, TurnCompleted)
    found[place] = replace(found[place], event=replace(event, data={**event.data, "items": ITEMS}))
    return found


def _row(line: str) -> Row:
    given = json.loads(line)
    return Row(body=json.dumps(given.pop("event"), ensure_ascii=False, separators=(",", ":")), **given)


class Terminal(Face):
    """The command line over a log instead of a data folder."""

    records: list[Recorded]

    def run(self, work: Callable[[Application], Coroutine[Any, Any, Any]]) -> Any:
        return ENTRY, self.records


@dataclass
class Shown:
    """A log, and what terminal and export say of it, on one line each way that it can be broken."""

    log: list[Recorded]
    out: Callable[[], str]

    def terminal(self, command: Any, *arguments: str) -> str:
        face = Terminal(environ={}, masking=Masking())
        face.records = self.log
        command.main(["d1", *arguments], obj=face, standalone_mode=False)
        return _plain(self.out())

    @property
    def export(self) -> str:
        return _plain(re.sub(r"\\([\\`*_{}\[\]<>()#|!~&])", r"\1", export_markdown("Q", self.log)))


def _plain(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], qapp: Any) -> Callable[[str], Shown]:
    def out() -> str:
        found = capsys.readouterr()
        return found.out + found.err

    return lambda name: Shown(log=log_of(name), out=out)


def spoken(model: Any) -> list[str]:
    """What a screen reader says of each row."""
    return [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]


@pytest.mark.parametrize("name", NAMES)
def test_why_it_ended_and_the_score(qtbot: Any, shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = fold(record.event for record in faces.log)
    progress = progress_of(debate, Planner().walk(debate).past)
    transcript = Transcript()
    for record in faces.log:
        transcript.add(record)
    ended = [message(one, {}).text for one in transcript.entries if isinstance(one, NoteEntry) and one.kind == "ended"]
    gauge = ConsensusGauge()
    qtbot.addWidget(gauge)
    gauge.set_score(score_of(debate, progress))
    terminal, export = faces.terminal(show), faces.export
    assert debate.over
    assert _plain(ended[-1]) in terminal
    assert _plain(ended[-1]) in export
    described = gauge.accessibleDescription()
    if "not been measured" in described:
        assert "not measured yet" in terminal
        assert "Score:" not in export
        return
    [(percent, band)] = re.findall(r"^(\d+) percent agreed \((\w+)\)", described)
    [counts] = re.findall(r"(?:Points|Claims): (.+)\.", described)
    assert gauge.text() == f"{percent} %, {band}"
    for text in (terminal, export):
        assert f"{percent}% {band} ({counts}" in text


@pytest.mark.parametrize("name", NAMES)
def test_what_became_of_each_point(qtbot: Any, shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = fold(record.event for record in faces.log)
    points = progress_of(debate, Planner().walk(debate).past).points
    card = PointsCard()
    qtbot.addWidget(card)
    card.set_points(point_items(points, debate.seats))
    table, export = faces.terminal(show, "--points"), faces.export.rpartition(" ## Points ")[2]
    assert len(spoken(card.model)) == len(points)
    for item in card.model.items:
        assert f", {item.label.word}, {item.author.name}" in item.spoken
        assert _plain(f"{item.key} {item.label.word} {item.author.name} {item.text}") in table
        section = (
            export.partition(f"### {item.label.word.capitalize()} - ")[2].partition(" ## ")[0].partition(" ### ")[0]
        )
        assert _plain(f"{item.key} {item.text}") in f"- {section}"


@pytest.mark.parametrize("name", NAMES)
def test_claims_standings_cards_and_moves(shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = fold(record.event for record in faces.log)
    board = board_items(debate, Planner().walk(debate).past)
    model = LedgerModel()
    model.show(board.participants, board.aspects)
    claims, ledger, cruxes = (faces.terminal(show, f"--{part}") for part in ("claims", "ledger", "cruxes"))
    export = faces.export
    known = {item.key for aspect in model.aspects for item in aspect.claims}
    assert known == {claim.key for claim in board.claims}
    for claim in board.claims:
        assert claim.spoken.startswith(f"{claim.text}, {claim.label.word}, {claim.against}")
        assert _plain(f"{claim.key} {claim.label.word} {claim.against} {claim.text}") in claims
        told = f": {claim.resolution}" if claim.resolution else ""
        line = _plain(f"{claim.key} **{claim.label.word}{told}** {claim.text} ({claim.against})")
        assert board.derived or line in export
    for standing in board.standings:
        assert _plain(f"{standing.who.name}: {standing.stance or 'no position yet'}") in ledger
        for line in standing.lines:
            assert _plain(line) in ledger
            assert board.derived or _plain(line) in export
    for move in board.moves:
        assert _plain(f"Moved: {move.line}") in ledger
        assert _plain(move.line) in export
        assert move.label.word in move.told, "as the window says it"
    for item in board.cards:
        for line in item.lines:
            assert _plain(line) in cruxes
            assert _plain(line) in export


@pytest.mark.parametrize("name", ["checked", "dual-cited"])
def test_what_came_of_each_citation(qtbot: Any, shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = fold(record.event for record in faces.log)
    past = Planner().walk(debate).past
    listed = CitationList()
    qtbot.addWidget(listed)
    listed.shown.set_items(citations(debate, past))
    table, export = faces.terminal(evidence), faces.export
    assert len(listed.shown.items) == (len(ITEMS) if name == "checked" else 0)
    for item, words in zip(listed.shown.items, spoken(listed.shown), strict=True):
        assert words.startswith(f"{item.citation}: {item.label.word}. {item.who.name}")
        assert f"{item.path} {item.label.word} {item.citation}" in table
        assert _plain(f"{item.who.name}, {item.since}: {item.citation}: {item.label.word}") in export
    for share in shares(debate, past):
        row = ShareRow(share)
        qtbot.addWidget(row)
        assert row.accessibleName() in table
        assert not share.citations or row.accessibleName() in export


@pytest.mark.parametrize("name", ["dialogue", "dual-impasse"])
def test_a_turn_reads_the_same_everywhere(shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    transcript = Transcript()
    for record in faces.log:
        transcript.add(record)
    terminal, export = faces.terminal(show), faces.export
    turns = [one for one in transcript.turns.values() if one.message and one.status == "done"]
    assert any(one.card for one in turns) == (name == "dialogue")
    for entry in turns:
        item = message(entry, transcript.seats)
        words = _plain(item.text.partition("\n\n### Minority report")[0])
        assert words in terminal
        assert item.room == ("in the crux room" in terminal and entry.task in ("statement", "rejoinder", "stance"))
        first = _plain(item.text.splitlines()[0])
        assert first.startswith("#") or first in export


def test_an_export_in_json_is_the_log_itself() -> None:
    log = log_of("dialogue")
    kept = (FOLDER / "dialogue.jsonl").read_text("utf-8").splitlines()
    again = import_json(export_json("d1", "Q", [_row(line) for line in kept]))
    assert [event_of_row(row) for row in again.rows] == log
