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
from PySide6.QtWidgets import QLabel

from disputatio.app.application import Application
from disputatio.debate.decide.decide import decide
from disputatio.debate.decide.extensions import synthesise
from disputatio.debate.log.commands import Rule
from disputatio.debate.log.events import DebateOpened, Event, Recorded, TurnAbstained, TurnCompleted
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.views.board_view import board_items
from disputatio.debate.views.citations import citations, shares
from disputatio.debate.views.participants import at_table
from disputatio.debate.views.plain_text import without_marks
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.result import NO_DECISION, failure, outdated_notice, result_of
from disputatio.debate.views.score import NOBODY_THOUGHT, score_of
from disputatio.debate.views.statements import point_items
from disputatio.debate.views.transcript import NoteEntry, transcript_of
from disputatio.debate.walk.plan import Planner
from disputatio.exporting.json_export import export_json, import_json
from disputatio.exporting.markdown import export_markdown
from disputatio.faces.cli.debates import evidence, show
from disputatio.faces.cli.face import Face
from disputatio.faces.gui.board.ledger_model import LedgerModel
from disputatio.faces.gui.board.result_page import ResultPage
from disputatio.faces.gui.charts.gauge import ConsensusGauge
from disputatio.faces.gui.debate.points import PointsCard
from disputatio.faces.gui.sources.evidence import CitationList, ShareRow
from disputatio.faces.gui.transcript.items_from_entries import message
from disputatio.faces.gui.transcript.message_body import MessageBody
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


def thought(log: list[Recorded]) -> list[Recorded]:
    """The same as if each seat had a language model of its own: the golden logs are rehearsals."""
    found = []
    for each in log:
        event = each.event
        if isinstance(event, DebateOpened):
            event = replace(event, seats=tuple(replace(seat, model=f"m:{seat.id}") for seat in event.seats))
        elif isinstance(event, TurnCompleted) and event.model:
            event = replace(event, model=event.model.replace("rehearsal:", "m:"))
        found.append(replace(each, event=event))
    return found


def log_of(name: str) -> list[Recorded]:
    """A golden log; in "checked" some citations of a turn are checked, and not all of them hold. "… thought": as if
    language models had made it."""
    if name.endswith(" thought"):
        return thought(log_of(name.removesuffix(" thought")))
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


def _letters(text: str) -> str:
    """Return the words of a text: Markdown has marks between them that are not drawn."""
    return " ".join(re.findall(r"\w+", text))


def _plain(text: str) -> str:
    """Without the marks around the addresses of an export."""
    return " ".join(re.sub(r"<(https?://[^<>\s]+)>", r"\1", text).split())


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], qapp: Any) -> Callable[[str], Shown]:
    def out() -> str:
        found = capsys.readouterr()
        return found.out + found.err

    return lambda name: Shown(log=log_of(name), out=out)


def spoken(model: Any) -> list[str]:
    """What a screen reader says of each row."""
    return [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]


@pytest.mark.parametrize("name", [*NAMES, *(f"{name} thought" for name in NAMES)])
def test_why_it_ended_and_the_score(qtbot: Any, shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = debate_in(faces.log)
    progress = progress_of(debate, Planner().walk(debate).past)
    transcript = transcript_of(faces.log)
    ended = [message(one, {}).text for one in transcript.entries if isinstance(one, NoteEntry) and one.kind == "ended"]
    gauge = ConsensusGauge()
    qtbot.addWidget(gauge)
    gauge.set_score(score_of(debate, progress))
    terminal, export = faces.terminal(show), faces.export
    assert debate.over
    why = ended[-1].rpartition(": ")[2]  # what a collaboration comes to is told before it
    assert _plain(why) in terminal
    assert _plain(why) in export
    described = gauge.accessibleDescription()
    for line in described.splitlines():
        assert " ".join(line.split()) in terminal
        assert " ".join(line.split()) in " ".join(export.split())
    if not name.endswith(" thought"):
        assert described == NOBODY_THOUGHT
        assert "took a side" not in terminal + export
    elif not score_of(debate, progress).measurable:
        assert (described, gauge.text()) == ("", "not measured in this format")
    elif "measured" not in described:
        [(percent, named)] = re.findall(r"^.* agreed \((\d+) percent(?:, (converging|mixed|split))?", described)
        band = named or "agreed"  # which the sentence says already
        assert gauge.text() == f"{percent}%, {band}"
        assert f"{percent}% {band} (" in terminal


@pytest.mark.parametrize("name", [*NAMES, *(f"{name} thought" for name in NAMES)])
def test_the_answer_comes_first_and_rests_on_the_same(qtbot: Any, shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = debate_in(faces.log)
    past = Planner().walk(debate).past
    result = result_of(debate, past)
    view = ResultPage()
    qtbot.addWidget(view)
    view.show_result(result, score_of(debate, progress_of(debate, past)), at_table(debate.seats))
    bodies = [body.toPlainText() for body in view.findChildren(MessageBody)]
    window = _plain(" ".join([*(label.text() for label in view.findChildren(QLabel)), *bodies]))
    terminal, export = faces.terminal(show), faces.export
    for section in result.all_sections:
        told = [line.told for line in section.lines]
        assert all(_plain(text) in face for text in (section.title, *told) for face in (terminal, export))
        for line in section.lines:
            parts = (line.lead, line.text)  # one that is a sentence alone begins as one
            assert [part for part in parts if _plain(without_marks(part)).casefold() not in window.casefold()] == []
        assert _letters(without_marks(section.text))[:60] in _letters(window)
        assert section.title in window or section.title == "Receipts", "those stand in the bar below"
    transcript = export.index(" ## Transcript ")
    came = "How it ended" if name.startswith("collaboration") else "How much is agreed"
    assert export.index(f" ## {result.title} ") < export.index(f" ## {came} ") < transcript
    assert bool(result.answer) == name.endswith(" thought")
    assert result.answer or NO_DECISION in window


def later(log: list[Recorded], *events: Event) -> list[Recorded]:
    """A log that goes on with more events."""
    return [*log, *(replace(log[-1], seq=log[-1].seq + 1 + place, event=each) for place, each in enumerate(events))]


def test_a_synthesis_that_a_ruling_outdates_says_so_everywhere(shown: Callable[[str], Shown]) -> None:
    faces = shown("dual-impasse thought")
    debate = debate_in(faces.log)
    faces.log = later(faces.log, *decide(debate, Rule(point="P2", status="rejected", why="it was measured")))
    debate = debate_in(faces.log)
    said = outdated_notice(Planner().walk(debate).past)
    assert said.startswith("The synthesis is outdated: you ruled on P2")
    assert said in faces.export
    terminal = faces.terminal(show)
    assert said in terminal
    assert "disputatio synthesise d1" in terminal
    assert synthesise(debate), "it can be made again"


def test_a_synthesis_that_failed_says_why_everywhere(shown: Callable[[str], Shown]) -> None:
    faces = shown("dual-impasse thought")
    made = next(
        place for place, each in enumerate(faces.log)
        if isinstance(each.event, TurnCompleted) and each.event.path.startswith("conclusion/synthesis")
    )  # fmt: skip
    path = "conclusion/synthesis[clerk]"
    faces.log[made] = replace(faces.log[made], event=TurnAbstained(path=path, why="the model refused to answer"))
    debate = debate_in(faces.log)
    said = "The synthesis failed: The model refused to answer. It can be made again."
    assert failure(debate) == said
    assert said in faces.export
    assert said in faces.terminal(show)


@pytest.mark.parametrize("name", NAMES)
def test_what_became_of_each_point(qtbot: Any, shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = debate_in(faces.log)
    points = progress_of(debate, Planner().walk(debate).past).points
    card = PointsCard()
    qtbot.addWidget(card)
    card.set_points(point_items(points, debate.seats))
    table, export = faces.terminal(show, "--points"), faces.export.rpartition(" ## Statements ")[2]
    assert len(spoken(card.model)) == len(points)
    for item in card.model.items:
        assert f", {item.label.word}, {item.author.name}" in item.spoken
        assert _plain(f"{item.key} {item.label.word}, {item.author.name}: {item.text}") in table
        for line in item.lines:
            assert _plain(line) in table
            assert _plain(line) in export
        section = (
            export.partition(f"### {item.label.word.capitalize()} - ")[2].partition(" ## ")[0].partition(" ### ")[0]
        )
        assert _plain(f"{item.key} {item.author.name}: {item.text}") in f"- {section}"


@pytest.mark.parametrize("name", NAMES)
def test_claims_standings_cards_and_moves(shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = debate_in(faces.log)
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
        assert board.derived or _plain(claim.outcome) in export.partition(_plain(f": {claim.text}"))[2]
    for standing in board.standings:
        assert _plain(f"{standing.who.name}: {standing.stance or 'no position yet'}") in ledger
        for line in standing.lines:
            assert _plain(line) in ledger
        assert board.derived or all(_plain(line) in export for line in standing.own_lines)
    for move in board.moves:
        assert _plain(move.line) in ledger
        assert _plain(move.account) in export
        assert move.label.word in move.line, "as the window says it"
    for item in board.cards:
        for line in item.lines:
            assert _plain(line) in cruxes
            assert _plain(line) in export


@pytest.mark.parametrize("name", ["checked", "dual-cited"])
def test_what_came_of_each_citation(qtbot: Any, shown: Callable[[str], Shown], name: str) -> None:
    faces = shown(name)
    debate = debate_in(faces.log)
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
    transcript = transcript_of(faces.log)
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
