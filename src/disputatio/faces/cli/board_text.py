"""What `show` says of the board of a debate (where everyone stands, what is claimed, crux cards, round records,
reflections), of what the window shows as charts, and of what was remembered in it; and insights in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

import click

from disputatio.app.application import Application
from disputatio.app.memory.reminders import Occasion, Reminder, reminders_of, silence
from disputatio.debate.ids import when
from disputatio.debate.log.events import DebateOpened, Recorded
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views.analysis import analysis_lines, analysis_of
from disputatio.debate.views.arguments import arguments_of
from disputatio.debate.views.board_view import DERIVED, BoardItems, board_items, moments_of, part_of
from disputatio.debate.views.charts import agreement_apart, agreement_lines, agreement_of, hearing_of
from disputatio.debate.views.labels import FLIPS, REFLECTIONS
from disputatio.debate.views.layers import Layers, layer_lines, layers_of
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.phase_board import PhaseBoard, phase_board_of
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.question_lines import question_lines
from disputatio.debate.views.result import result_of
from disputatio.debate.views.statements import ClaimItem
from disputatio.debate.views.track_records import records_at
from disputatio.debate.views.transcript import transcript_of
from disputatio.debate.walk.plan import Planner
from disputatio.engine.errors import NotFound
from disputatio.exporting.argument_map import map_of
from disputatio.faces.cli.face import Face
from disputatio.faces.cli.output import one_line
from disputatio.library.memory import Insight, why
from disputatio.library.workspace import Assignment, Project

C = TypeVar("C", bound=Callable[..., object])

_HELP = {
    "ledger": "Where each participant stands, what they gave up, how they moved.",
    "stances": "How each stance came about: message by message, how sure, and what moved it.",
    "claims": "Every claim with its sides, its state and its links.",
    "arguments": "The argument graph: what supports, attacks or answers what.",
    "cruxes": "Crux cards: what each dispute hangs on, and what would change each mind.",
    "rounds": "The records of the rounds, aspect by aspect.",
    "reflections": "Patterns that only show from a distance.",
    "questions": "The questions that were asked: who answered them and how, or that they are open.",
    "layers": "The layered result of the last round, or of --round: what to do, who holds what, what it rests on.",
    "analysis": "The consensus analysis: how far everybody agrees, who shares a position, and where they differ.",
    "agreement": "What was agreed and contested after each round.",
    "map": "The argument map: every statement, and below it what supports and attacks it.",
    "heard": "Who has read whom, how often, and who is being asked now.",
    "calibration": "How right each model was in debates before, and how sure of it, as known when this one began.",
    "phases": "The phases, where the format has them: who works now, attacks, tests and the plan.",
    "memories": "What was recalled from the memory, why, who read it, and where it was said again.",
}
PARTS = tuple(_HELP)


def options(command: C) -> C:
    """Add the options of `show` for the parts of the board and the memory."""
    for name, text in reversed(_HELP.items()):
        command = click.option(f"--{name}", "part", flag_value=name, help=text)(command)
    return command


def show(face: Face, id: str, part: str, records: list[Recorded], as_json: bool, number: int | None = None) -> None:
    """`number`: the round that the layered result is of, None for the last one. Raises Refused."""
    debate = debate_in(records)
    past = Planner().walk(debate).past
    if part == "layers":
        answer = "" if number else result_of(debate, past).answer
        return _layers(face, debate, layers_of(id, debate, past, number), answer, as_json)
    if part == "phases":
        return _phases(face, debate, phase_board(face, debate, past, records), as_json)
    whole = {"stances": _stances, "arguments": _arguments, "questions": _questions, "memories": _memories}
    if part == "analysis":
        return _analysis(face, debate, past, as_json)
    if part in CHARTS:
        _chart(face, id, part, records, as_json)
    elif as_json and part == "memories":
        face.json([_data(one) for one in reminders_of(debate, past)])
    elif as_json:
        face.json(part_of(part, debate, past))
    elif part in whole:
        whole[part](face, debate, past)
    else:
        shown = {"ledger": _ledger, "claims": _claims, "cruxes": _cruxes, "rounds": _rounds}
        shown.get(part, _reflections)(face, board_items(debate, past))


CHARTS = {
    "agreement": "Nothing has been measured yet: nobody has judged anybody else's statement.",
    "map": "Nobody has stated anything that would change the answer yet.",
    "heard": "All seats are empty.",
    "calibration": "No model had a track record when this debate began.",
}
"""What the charts of the window show, and what is said where there is nothing to show."""


def _chart(face: Face, id: str, part: str, records: list[Recorded], as_json: bool) -> None:
    debate = debate_in(records)
    if part == "agreement":
        progress = progress_of(debate, Planner().walk(debate).past)
        data: Any = agreement_of(debate, progress)
        lines = agreement_lines(data) or agreement_apart(debate, progress)
    elif part == "calibration":
        data = records_at(debate)
        lines = tuple(one.line for one in data)
    else:
        data = map_of(id, records) if part == "map" else hearing_of(debate, (record.event for record in records))
        lines = data.lines
    if as_json:
        face.json(data)
        return
    for line in lines or (CHARTS[part],):
        face.out.prose(line)


def _layers(face: Face, debate: Debate, layers: Layers, answer: str, as_json: bool) -> None:
    if as_json:
        face.json(layers)
        return
    face.out.heading(layers.topic)
    for line in layer_lines(layers, debate, answer):
        face.out.prose(line)


def phase_board(face: Face, debate: Debate, past: Past, records: list[Recorded]) -> PhaseBoard:
    """Return the phases of a debate, with what those to come may cost; empty where its format has none."""
    opened = records[0].event
    assert isinstance(opened, DebateOpened), "the first event of every debate"
    ahead = face.run(lambda app: app.phases_ahead(opened, debate)) if not debate.over else {}
    return phase_board_of(debate, past, transcript_of(records), ahead)


def _phases(face: Face, debate: Debate, board: PhaseBoard, as_json: bool) -> None:
    if as_json:
        face.json(board if board.lines else None)
        return
    for line in board.lines or (f"{debate.format.title} has no phases.",):
        face.out.prose(line)


def _analysis(face: Face, debate: Debate, past: Past, as_json: bool) -> None:
    found = analysis_of(debate, past)
    if as_json:
        face.json(found)
    elif found is None:
        face.out.line("There is no analysis yet: this format makes none, or nobody has compared anything.")
    for line in analysis_lines(found, debate, past) if found is not None and not as_json else ():
        face.out.prose(f"  {line.text}" if line.below else line.text)


def _ledger(face: Face, board: BoardItems) -> None:
    if not board.standings:
        face.out.line("Nobody has taken a position yet.")
    elif board.derived:
        face.out.note(DERIVED)
    for standing in board.standings:
        face.out.heading(f"{standing.who.name}: {standing.stance or 'no position yet'}")
        for line in standing.lines:
            face.out.prose(f"  {line}")


def _stances(face: Face, debate: Debate, past: Past) -> None:
    if past.last("ledger") is None:
        face.out.note(DERIVED)
    rows = [
        (
            name_of(seat, debate.seats),
            moment.path,
            moment.sure,
            ", ".join(FLIPS[flip].word for flip in moment.flips),
            moment.position or moment.stance,
            moment.words or moment.sentence,
        )
        for seat, moments in moments_of(past).items()
        for moment in moments
    ]
    columns = ("PARTICIPANT", "MESSAGE", "SURE", "MOVED", "HOLDS", "IN THE WORDS")
    face.out.table(columns, rows, "Nobody has taken a position yet.")


def _arguments(face: Face, debate: Debate, past: Past) -> None:
    graph = arguments_of(past)
    texts = {node.id: node.text for node in graph.nodes}
    rows = [
        (
            edge.source,
            texts[edge.source],
            f"{edge.relation}{edge.worded}",
            edge.target,
            texts[edge.target],
            name_of(edge.by, debate.seats),
        )
        for edge in graph.edges
    ]
    columns = ("FROM", "WHICH SAYS", "RELATION", "TO", "WHICH SAYS", "DRAWN BY")
    face.out.table(
        columns, rows, "No statement bears on another, and none names its evidence. --map shows all statements."
    )


def _claims(face: Face, board: BoardItems) -> None:
    rows = [_claim(claim) for claim in board.claims]
    face.out.table(
        ("CLAIM", "STATUS", "SIDES", "TEXT", "LINKS", "RESOLUTION"),
        rows,
        "No dispute has been recorded. --map shows which statements speak against others.",
    )


def _claim(claim: ClaimItem) -> tuple[str, ...]:
    return (claim.key, claim.label.word, claim.against, claim.text, "; ".join(claim.drawn), claim.resolution)


def _cruxes(face: Face, board: BoardItems) -> None:
    if not board.cards:
        face.out.line("No crux room has ended yet. You can open one with: disputatio room ID CLAIM")
    for card in reversed(board.cards):
        face.out.heading(f"{card.claim} {card.text if card.text != card.claim else ''}".rstrip())
        for line in card.lines:
            face.out.prose(f"  {line}")


def _rounds(face: Face, board: BoardItems) -> None:
    if not board.records:
        face.out.line("No round has been recorded yet. Only some formats keep such records, for example dialogue.")
    for record in reversed(board.records):
        face.out.heading(f"{record.title}: {record.summary}")
        for line in record.lines:
            face.out.prose(f"  {line}")


def _questions(face: Face, debate: Debate, past: Past) -> None:
    found = question_lines(debate, past)
    for line in found:
        face.out.prose(f"{'    ' if line.below else ''}{line.text}")
    if not found:
        face.out.line("In this debate, nobody has to declare whether questions were answered.")


def _reflections(face: Face, board: BoardItems) -> None:
    rows = [
        (
            REFLECTIONS[one.kind].word + (" (by rule)" if one.rules else ""),
            str(one.importance),
            ", ".join(one.about),
            one.text,
            one.label,
        )
        for one in reversed(board.reflections)
    ]
    face.out.table(("KIND", "IMPORTANCE", "ABOUT", "TEXT", "AFTER"), rows, board.unreflected)


# ---- what was remembered --------------------------------------------------------------------------------------------
# ---- An insight in words: its id as it can be typed, what it counts for, where it comes from and what it is about.
SHOWN = 90
"""Characters of an insight in a table."""
ASKED = 40
"""Characters of the question of its debate there."""
HEADINGS = ("ID", "WHAT", "SURE", "USED", "INSIGHT", "DEBATE ABOUT")


def row(insight: Insight) -> tuple[str, ...]:
    """Return the row of a table under `HEADINGS`."""
    return (
        short(insight.id),
        standing(insight),
        f"{insight.confidence:.2f}",
        str(insight.retrievals),
        one_line(insight.text, SHOWN),
        one_line(insight.question, ASKED),
    )


def short(id: str) -> str:
    """Return an id as it can be typed: the debate and the number of its insight."""
    head, mark, number = id.rpartition("#")
    return f"{head.partition(':')[0]}{mark}{number}"


def standing(insight: Insight) -> str:
    """Say what an insight counts for, in a word or two."""
    if insight.status != "active":
        return insight.status
    if insight.rehearsed:
        return f"{insight.kind}, rehearsed"
    return "established" if insight.established else insight.kind


async def origin(app: Application, insight: Insight) -> str:
    try:
        entry = await app.catalogue.get(insight.debate)
    except NotFound:
        return f"debate {insight.debate}, which has been erased"
    return f"debate {entry.id}: {one_line(entry.title, 60)}"


async def about(app: Application, insight: Insight) -> str:
    kind, ref = insight.context_kind, insight.context_ref
    try:
        match kind:
            case "project":
                return f"project {(await app.library.get(Project, ref)).name}"
            case "assignment":
                return f"assignment {(await app.library.get(Assignment, ref)).name}"
    except NotFound:
        return f"a deleted {kind}"
    return f"repository {ref}" if kind == "repository" else "no context (recalled only on request)"


SOUGHT = 60
"""Characters of what was looked for."""


def _memories(face: Face, debate: Debate, past: Past) -> None:
    found = reminders_of(debate, past)
    if not found:
        face.out.line(f"Nothing was recalled. {silence(debate, past)}")
    names = {seat.id: seat.name or seat.id for seat in debate.seats.values()}
    for one in found:
        face.out.heading(one.text)
        for line in _lines(one, names):
            face.out.prose(f"  {line}")


def _data(one: Reminder) -> dict[str, Any]:
    occasions = [{**asdict(each), "score": each.terms.score, "why": why(each.terms)} for each in one.occasions]
    return {**asdict(one), "occasions": occasions, "read": list(one.readers)}


def _lines(one: Reminder, names: Mapping[str, str]) -> Iterator[str]:
    sure = f", {one.confidence:.2f} sure" if one.confidence is not None else ""
    yield f"{'established fact' if one.established else one.kind}{sure}, of debate {one.debate or 'unknown'}"
    if one.insight:
        yield f"See, reword or dispute it with: disputatio memory show {short(one.insight)}"
    if one.left_out:
        yield one.left_out
    elif one.insight:
        yield f"Read by every participant, before {len(one.readers)} turns"
    for each in one.occasions:
        yield _occasion(each, names)
    if one.repetitions:
        yield f"Said again in: {', '.join(one.repetitions)}"


def _occasion(found: Occasion, names: Mapping[str, str]) -> str:
    whom = f"for {names.get(found.seat, found.seat)} in {when(found.path)}" if found.seat else "when the debate began"
    read = f"; read in {', '.join(found.readers)}" if found.seat and found.readers else ""
    return f"Recalled {whom}, looking for “{one_line(found.query, SOUGHT)}”: {why(found.terms)}{read}"
