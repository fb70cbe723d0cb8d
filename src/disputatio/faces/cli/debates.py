"""Looking at debates: list, show, rename, delete, undelete; what was sent in them, and what they cite."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import asdict

import click

from disputatio.app.actions.debates import Discard, Rename, Restore
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.debates.open_sessions import is_interrupted
from disputatio.app.debates.requests import SentRequest, parts, request_body, sent_requests, tools
from disputatio.app.debates.session import rests
from disputatio.debate.errors import ConfigError
from disputatio.debate.log.events import Recorded, follow_ups
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.values import Json
from disputatio.debate.views import look_ups
from disputatio.debate.views.arguments import places_of
from disputatio.debate.views.charts import costs_of
from disputatio.debate.views.checks import run_again, shown_checks
from disputatio.debate.views.citations import TALLIED, Cited, Item, Share, bases, citation_checks, label, shares
from disputatio.debate.views.plain_text import without_because
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.result import AGAIN, Result, result_of
from disputatio.debate.views.score import score_of
from disputatio.debate.views.statements import point_items, statements_data
from disputatio.debate.views.status import reason_of_rest
from disputatio.debate.views.transcript import transcript_of
from disputatio.debate.views.transcript_words import is_shown, state, text_of
from disputatio.debate.views.words import STATES, STORED, expenses, percent, quantity, state_of
from disputatio.debate.walk.plan import Planner
from disputatio.faces.cli import board_text, output
from disputatio.faces.cli.face import Face, as_json, debate_id, pass_face
from disputatio.faces.cli.output import one_line
from disputatio.faces.cli.reader import event_line, heading
from disputatio.storage.catalogue import MOST, DebateEntry, Narrowing
from disputatio.storage.codec import Unreadable

# ---- `show --requests` and `show --request SEQ` -----------------------------------------------------------------
WHY = {
    "asked": "begins the turn",
    "results": "with what was looked up",
    "repair": "could not be read",
    "mend": "asks for what was missing or not found",
}


def list_requests(face: Face, id: str, as_json: bool) -> None:
    """List every request of a debate, one per line."""

    async def work(app: Application) -> tuple[SentRequest, ...]:
        return sent_requests((await app.records(id))[1])

    found = face.run(work)
    if as_json:
        face.json(found)
        return
    rows = [(str(each.seq), each.path, each.model, WHY[each.why], each.hash[:12]) for each in found]
    face.out.table(("SEQ", "TURN", "MODEL", "WHY", "HASH"), rows, "No model has been asked anything yet.")


def show_request(face: Face, id: str, seq: int, as_json: bool) -> None:
    """One request, whole. Raises ConfigError where there is none at that place, NotFound where it is not kept."""

    async def work(app: Application) -> tuple[SentRequest, dict[str, Json]]:
        found = next((each for each in sent_requests((await app.records(id))[1]) if each.seq == seq), None)
        if found is None:
            raise ConfigError(
                f"Nothing was sent at place {seq} of this debate.",
                f"List the requests with: disputatio show {id} --requests",
                field="request",
            )
        return found, await request_body(app.log, found.hash)

    found, whole = face.run(work)
    if as_json:
        face.json(whole)
        return
    out = face.out
    out.heading(f"{found.path}, {WHY[found.why]}")
    facts = [("Model", found.model), ("Hash", found.hash), ("Tools", ", ".join(tools(whole)))]
    facts += [(name, str(whole[name])) for name in ("schema_name", "temperature", "max_tokens") if whole.get(name)]
    out.facts(facts)
    for title, text in parts(whole):
        out.line()
        out.heading(f"--- {title} ---")
        out.line(text)


# ---- What was cited in a debate, and what came of checking it: evidence.
NOTHING = "No turn of this debate has cited a source that could be checked."
QUOTED = 80
"""Characters of a quotation that a row shows."""


@click.command()
@debate_id
@click.option("--failed", is_flag=True, help="Show only citations that did not hold.")
@as_json
@pass_face
def evidence(face: Face, id: str, failed: bool, as_json: bool) -> None:
    """Show what debate ID cites, checked against the source. For each participant, this says how many quotations were
    verified and how many cited lines merely exist; for each claim, its base score before anybody supports or attacks
    it: 0.5 if nothing was checked, 1 if every quotation was verified."""
    _, records = face.run(lambda app: app.records(id))
    debate = debate_in(records)
    past = Planner().walk(debate).past
    turns, totals, claims = citation_checks(debate, past), shares(debate, past), bases(past)
    if as_json:
        listed = {
            "turns": [_turn(turn, failed) for turn in turns],
            "participants": [_participant(one) for one in totals],
        }
        face.json({**listed, "claims": [{**asdict(one), "base_score": one.score} for one in claims]})
        return
    rows = [_row(turn, item) for turn in turns for item in turn.checked.items if item.failed or not failed]
    empty = "No citation that could be checked failed." if turns and failed else NOTHING
    face.out.table(("TURN", "STATUS", "CITATION", "FOUND AT", "WHAT DIFFERS", "QUOTED"), rows, empty)
    for one in totals:
        face.out.line(f"{one.who.name}: {one.told}")
    for claim in claims:
        face.out.line(f"{claim.id}: base score {claim.score:.2f}, {claim.told}: {one_line(claim.text, QUOTED)}")


def _row(turn: Cited, item: Item) -> tuple[str, ...]:
    where = item.where if item.status not in TALLIED or item.where != item.citation else ""
    return (turn.path, label(item).word, item.citation, where, item.differs, one_line(item.quote, QUOTED))


def _turn(turn: Cited, failed: bool) -> dict[str, object]:
    items = [asdict(item) for item in turn.checked.items if item.failed or not failed]
    return {"turn": turn.path, "seat": turn.seat, "items": items}


def _participant(one: Share) -> dict[str, object]:
    counts = {name: getattr(one, name) for name in ("turns", "citations", "verified", "exists", "total", "share")}
    return {"seat": one.who.seat, "name": one.who.name, **counts, "others": dict(one.others)}


EVIDENCE = (evidence,)


@click.command(name="list")
@click.option("--status", type=click.Choice(list(STORED)), help="List only debates in this state.")
@click.option("--deleted", is_flag=True, help="List the bin instead.")
@click.option("--limit", type=click.IntRange(1), default=MOST, show_default=True, help="How many at most.")
@as_json
@pass_face
def list_debates(face: Face, status: str | None, deleted: bool, limit: int, as_json: bool) -> None:
    """List your debates, last changed first. An "interrupted" one stopped midway: continue it with `resume`. One that
    waits for you goes on with `answer`."""
    entries, driven, waiting, total = face.run(lambda app: _listed(app, status or "", deleted, limit))
    if as_json:
        face.json([asdict(entry) | ({"status": "paused"} if entry.id in waiting else {}) for entry in entries])
        return
    rows = [
        (
            entry.id,
            STATES[
                "waiting"
                if entry.id in waiting
                else state_of(entry.status, _outcome(entry), interrupted=is_interrupted(entry, driven))
            ],
            entry.format,
            str(entry.rounds or ""),
            f"{percent(entry.score)}%" if entry.score is not None else "",
            output.when(entry.updated_at),
            one_line(entry.title, 60),
        )
        for entry in entries
    ]
    columns = ("ID", "STATE", "FORMAT", "ROUNDS", "AGREEMENT", "CHANGED", "QUESTION")
    face.out.table(columns, rows, 'No debates yet. Start one with: disputatio debate --rehearse "Your question?"')
    if total > len(entries):
        face.out.line(f"These are {len(entries):,} of {total:,}. To see more, give --limit {total}.")


async def _listed(
    app: Application, status: str, deleted: bool, limit: int
) -> tuple[list[DebateEntry], set[str], set[str], int]:
    """Return the debates, the ids of those that some process is running now and of those that wait for the person, and
    how many there are altogether."""
    chosen = Narrowing(status=status, deleted=deleted)
    driven = await app.sessions.driven_debates()
    entries = await app.catalogue.part(chosen, limit)
    waiting = {entry.id for entry in entries if entry.status == "running" and await _waits(app, entry.id)}
    return entries, driven, waiting, await app.catalogue.count(chosen)


async def _waits(app: Application, id: str) -> bool:
    """Return whether a debate in the middle of a round waits for a person: its row does not say it."""
    with suppress(Unreadable):
        return rests(debate_in(await app.log.read(id)))
    return False


@click.command()
@debate_id
@click.option("--points", "part", flag_value="points", help="Show the statements, their status, and in whose words.")
@click.option("--turns", "part", flag_value="turns", help="Show every turn with its place, for fork and retry.")
@click.option("--cost", "part", flag_value="cost", help="Show how often each model was asked and what it cost.")
@click.option(
    "--checks", "part", flag_value="checks", help="Show every test and finding, and what the commands printed."
)
@click.option("--requests", "part", flag_value="requests", help="Show every request that was sent to a model.")
@click.option(
    "--request", type=click.IntRange(1), metavar="SEQ", help="Show exactly what was sent at this place in the log."
)
@board_text.options
@click.option("--round", "number", type=click.IntRange(0), metavar="N", help="The round that --layers shows.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the events, one JSON object per line, or a part of the board."
)
@pass_face
def show(face: Face, id: str, part: str | None, request: int | None, number: int | None, as_json: bool) -> None:
    """Show debate ID: what was said, where it stands, and how it ended."""
    if number is not None and part != "layers":
        raise click.UsageError("--round belongs to --layers: give both.")
    if request is not None and part not in (None, "requests"):
        raise click.UsageError(f"--request shows a single request and does not go with --{part}: give one of them.")
    if as_json and part in ("turns", "cost", "checks"):
        raise click.UsageError(
            f"--json prints the events or a part of the board and does not go with --{part}: give one of them."
        )
    if request is not None:
        return show_request(face, id, request, as_json)
    if part == "requests":
        return list_requests(face, id, as_json)
    entry, records = face.run(lambda app: app.records(id))
    if part in board_text.PARTS:
        board_text.show(face, entry.id, part, records, as_json, number)
    elif as_json and part == "points":
        debate = debate_in(records)
        face.json(statements_data(Planner().walk(debate).past))
    elif as_json:
        _json(face, entry, records)
    else:
        {"points": _points, "turns": _turns, "cost": _cost, "checks": _checks}.get(part or "", _whole)(
            face, entry, records
        )


def _whole(face: Face, entry: DebateEntry, records: list[Recorded]) -> None:
    out, transcript, debate = face.out, transcript_of(records), debate_in(records)
    past = Planner().walk(debate).past
    out.heading(entry.topic)
    _result(face, result_of(debate, past), entry.id)
    out.line()
    out.facts(
        (
            ("Debate", f"{entry.id}, {entry.format}, started {output.when(entry.created_at)}"),
            ("State", reason_of_rest(debate) or STATES["waiting" if rests(debate) else state_of(entry.status)]),
            ("Context", f"{entry.context_kind} {entry.context_title}" if entry.context_kind != "none" else ""),
            ("Agreement", score_of(debate, progress_of(debate, past)).brief),
            ("Spent", expenses(debate.spent, follow_ups(records))),
            ("Forked from", entry.parent),
        )
    )
    if lines := board_text.phase_board(face, debate, past, records).lines:
        out.line()
        out.heading("Phases")
        for line in lines:
            out.line(line)
    for turn in transcript.turns.values():
        if is_shown(turn) and (turn.message or turn.by == "person") and (turn.text or turn.why):
            out.line()
            out.heading(heading(turn, transcript.seats))
            for use in turn.tools:
                out.line(f"-- {look_ups.look_up_line(use)}")
            out.markdown("\n\n".join(part for part in (text_of(turn), state(turn)) if part))


def _result(face: Face, result: Result, id: str) -> None:
    """Say the answer and what it rests on, before anything that was said."""
    for section in result.all_sections:
        face.out.line()
        face.out.heading(section.title)
        if section.text:
            face.out.markdown(section.text)
        for line in section.lines:
            indent = "" if line.stage == "head" else "    " if line.below else "  "
            face.out.prose(f"{indent}{line.told}")
    if AGAIN in result.missing or result.outdated or result.derived:
        face.out.note(f"Get another synthesis with: disputatio synthesise {id}")


def _checks(face: Face, entry: DebateEntry, records: list[Recorded]) -> None:
    """Say of each command that was run on a proposal what it came to, with all that it told."""
    transcript = transcript_of(records)
    turns = [turn for turn in transcript.turns.values() if turn.gives == "tests" and turn.status == "done"]
    for turn in turns:
        face.out.heading(f"{heading(turn, transcript.seats)}, {turn.path}")
        if again := run_again(turn.attempts):
            face.out.line(f"{again}\n")
        for check in shown_checks(turn.data):
            of = transcript.turns.get(check.of)
            face.out.line(f"{check.name}{f' ({check.took})' if check.took else ''}{f', {of.name}' if of else ''}")
            face.out.line(f"{check.output}\n")
        if not shown_checks(turn.data):
            face.out.line(f"{turn.text}\n")
    if not turns:
        face.out.note("Nothing was run in this debate.")


def _points(face: Face, entry: DebateEntry, records: list[Recorded]) -> None:
    """Say of each statement who made it, what became of it, its former wordings, and all that in whose words."""
    debate = debate_in(records)
    past = Planner().walk(debate).past
    found = point_items(progress_of(debate, past).points, debate.seats, places_of(past))
    if not found:
        face.out.line("Nobody has stated anything that would change the answer yet.")
    for one in found:
        face.out.heading(f"{one.key} {one.label.word}, {one.by}: {one.text}")
        reason = f"Because: {without_because(one.reason)}" if one.reason else ""
        for line in filter(None, (one.note, reason, *one.lines)):
            face.out.prose(f"  {line}")


def _turns(face: Face, entry: DebateEntry, records: list[Recorded]) -> None:
    ends = {path: record.seq for record in records if (path := getattr(record.event, "path", ""))}
    turns = transcript_of(records).turns.values()
    rows = [
        (
            str(ends[turn.path]),
            turn.path,
            turn.status,
            turn.model or turn.asked_model or turn.by,
            one_line(turn.text, 60),
        )
        for turn in turns
    ]
    face.out.table(("SEQ", "PATH", "STATUS", "MODEL", "TEXT"), rows, "Nothing has been said yet.")


def _cost(face: Face, entry: DebateEntry, records: list[Recorded]) -> None:
    rows = [
        (one.model, str(one.turns), f"{one.prompt:,}", f"{one.cached:,}", f"{one.completion:,}", one.paid)
        for one in costs_of(transcript_of(records).turns.values())
    ]
    columns = ("MODEL", "TURNS", "PROMPT", "FROM CACHE", "COMPLETION", "COST")
    face.out.table(columns, rows, "Nothing has been spent yet.")


def _json(face: Face, entry: DebateEntry, records: list[Recorded]) -> None:
    for record in records:
        face.out.raw(event_line(entry.id, record) + "\n")


def _outcome(entry: DebateEntry) -> str:
    return str(entry.outcome.get("outcome", ""))


@click.command()
@debate_id
@click.argument("title")
@pass_face
def rename(face: Face, id: str, title: str) -> None:
    """Give debate ID another TITLE."""
    face.run(lambda app: carry_out(app, id, Rename(title=title)))


@click.command()
@debate_id
@click.option(
    "--insights/--keep-insights",
    default=None,
    help="Also forget its insights, or keep them. You are asked if you give neither.",
)
@pass_face
def delete(face: Face, id: str, insights: bool | None) -> None:
    """Put debate ID into the bin. `undelete` takes it out again, with what was learnt from it; `bin empty --debates`
    deletes it for ever."""
    if insights is None and sys.stdin.isatty() and (learnt := face.run(lambda app: _learnt(app, id))):
        insights = click.confirm(
            f"Also forget what was learnt from it ({quantity(learnt, 'insight')})?", default=False, err=True
        )
    done = face.run(lambda app: carry_out(app, id, Discard(insights=bool(insights))))
    face.out.line(f"{done.sentence} Take it out with: disputatio undelete {done.debate}")


async def _learnt(app: Application, id: str) -> int:
    """Return how many insights a debate left."""
    return len(await app.insights.of_debate((await app.catalogue.get(id)).id))


@click.command()
@debate_id
@pass_face
def undelete(face: Face, id: str) -> None:
    """Take debate ID out of the bin, with the insights that were forgotten with it."""
    face.out.line(face.run(lambda app: carry_out(app, id, Restore())).sentence)


COMMANDS = (list_debates, show, rename, delete, undelete)
