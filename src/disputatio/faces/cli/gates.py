"""`gates`: what waits for approval, and a person's answer to it."""

from __future__ import annotations

import asyncio

import click

from disputatio.app.actions.debates import APPROVE, CONTINUE, END, REJECT, obstacle
from disputatio.app.application import Application
from disputatio.app.debates.needs import ASKED, Need, diffs_of
from disputatio.app.errors import Exit
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Close, Command, Review
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.log.state import Debate
from disputatio.debate.views.gate_view import GateDecision, decisions_of
from disputatio.debate.views.words import sentence
from disputatio.faces.cli.consent import yes_option
from disputatio.faces.cli.control import as_events, go_on
from disputatio.faces.cli.exchange import audit
from disputatio.faces.cli.face import Face, as_json, debate_id, pass_face, text_argument
from disputatio.faces.cli.output import one_line, to_the_second
from disputatio.faces.cli.run import BETWEEN, LOOKS

REVIEWER = "you, in the terminal"
NOT_WAITING = Refused("This debate is not waiting for an approval.", "See those that are with: disputatio gates list")

path_option = click.option("--path", default="", metavar="PATH", help="Answer this one, if several wait (gates list).")


@click.group()
def gates() -> None:
    """Steps that wait for your approval: the gates of `debate --gate POINT`, and data that would be sent."""


@gates.command("list")
@as_json
@pass_face
def list_gates(face: Face, as_json: bool) -> None:
    """List the steps that wait for your approval: what comes next, why you are asked, and what it may cost."""
    found = face.run(_waiting)
    if as_json:
        face.json([_shown(need, left, diffs) for need, left, diffs in found])
        return
    rows = [(need.debate, need.what, need.path, _left(left), need.title) for need, left, _ in found]
    face.out.table(("ID", "WHAT", "PATH", "TIME LEFT", "TITLE"), rows, "Nothing waits for your approval.")
    for need, _, diffs in found:
        if need.gate is None:
            continue
        face.out.note(f"{need.debate}: {need.gate.why} {need.gate.price}")
        if need.gate.models:
            face.out.note(f"  It asks {', '.join('you' if model == HUMAN else model for model in need.gate.models)}.")
        for name, text in need.gate.summary:
            face.out.note(f"  {name}: {text}")
        if need.gate.task:
            face.out.note(f"  The task: {need.gate.task}")
        for told in need.gate.chosen:
            face.out.note(f"  {told}")
        for told in (*need.gate.tests, *need.gate.scores):
            face.out.note(f"  {told}")
        face.out.note(f"  If you reject it: {need.gate.otherwise}")
        if diffs:
            what = "what was chosen changes files" if need.gate.works else "changes were proposed"
            face.out.note(f"  {what.capitalize()} ({len(diffs)}): disputatio branch {need.debate} shows them.")


async def _waiting(app: Application) -> list[tuple[Need, float | None, list[str]]]:
    """Return what waits, with the seconds until it counts as rejected, and the changes proposed since the last gate."""
    found: list[tuple[Need, float | None, list[str]]] = []
    minutes = app.needs.minutes()
    for need in await app.needs.gates():
        if need.gate is None:
            found.append((need, None, []))
            continue
        left = max(60 * minutes - app.needs.waiting_time(need), 0.0) if minutes else None
        diffs = diffs_of(await app.log.read(need.debate), need.gate)
        found.append((need, left, diffs))
    return found


def _left(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds / 60:.0f} min"


def _shown(need: Need, left: float | None, diffs: list[str]) -> dict[str, object]:
    """Return a need as a program reads it (SPEC GATE.1)."""
    gate = need.gate
    found: dict[str, object] = {
        "debate": need.debate,
        "session": need.debate,
        "kind": need.kind,
        "title": need.title,
        "question": need.what,
        "path": need.path,
        "requested_at": need.since,
        "seconds_left": left,
    }
    if gate is not None:
        found |= {"task": gate.task, "chosen": list(gate.chosen)}
        artifacts = {"diff": diffs, "tests": list(gate.tests), "scores": list(gate.scores)}
        found |= {"phase": gate.phase, "why": gate.why, "models": list(gate.models), "cost": gate.cost}
        found |= {"back": gate.back, "summary": [dict(zip(("by", "text"), each, strict=True)) for each in gate.summary]}
        found["artifacts"] = artifacts
    return found


@gates.command()
@debate_id
@path_option
@click.option("--reason", default="", help="A message to the next speaker.")
@as_events
@yes_option
@pass_face
def approve(face: Face, id: str, path: str, reason: str, as_json: bool, yes: bool) -> None:
    """Approve what debate ID is waiting to do, and continue it."""

    async def work(app: Application) -> Exit:
        need = await _need(app, id, path)
        if need.kind == "write":
            made = await app.needs.write(need.debate)
            face.out.line(f"Committed to the branch of debate {need.debate}: {made}.")
            return Exit.FINISHED
        if need.kind == "consent":
            await app.privacy.give(await app.needs.open_sendings(need.debate))
            return await go_on(face, app, need.debate, lambda debate: [CONTINUE.does], json=as_json, yes=yes)
        answer = Review(approved=APPROVE.does.approved, reason=reason, path=need.path, reviewer=REVIEWER)
        return await go_on(face, app, need.debate, lambda debate: _answered(debate, answer), json=as_json, yes=yes)

    face.end(work)


@gates.command()
@debate_id
@path_option
@click.option("--reason", required=True, help='Your reason; the next speaker reads it ("-": standard input).')
@click.option("--end", is_flag=True, help="End the debate, instead of sending it back.")
@as_events
@yes_option
@pass_face
def reject(face: Face, id: str, path: str, reason: str, end: bool, as_json: bool, yes: bool) -> None:
    """Reject what debate ID is waiting to do: it goes back to the step before, with your reason, and continues.

    The step is taken once more, and you are asked again. With --end, the debate ends here; you can resume it later.
    """
    words = text_argument(reason)

    async def work(app: Application) -> Exit:
        need = await _need(app, id, path)
        if need.kind == "write":
            await app.needs.refuse_write(need.debate)
            face.out.line(f"Debate {need.debate} writes no branch.")
            return Exit.FINISHED
        if need.kind == "consent" and not end:
            raise Refused(
                "There is nothing to go back to before data is sent.",
                f"Choose another model with: disputatio swap {need.debate} SEAT=PROVIDER:MODEL; or end it with --end.",
            )
        if need.kind == "consent":
            return await _ended(face, app, need.debate, Close(why=f"{END.does.why}: {words}"))
        answer = Review(approved=REJECT.does.approved, reason=words, end=end, path=need.path, reviewer=REVIEWER)
        if end:
            return await _ended(face, app, need.debate, answer)
        return await go_on(face, app, need.debate, lambda debate: _answered(debate, answer), json=as_json, yes=yes)

    face.end(work)


@audit.command("gates")
@debate_id
@as_json
@pass_face
def list_decisions(face: Face, id: str, as_json: bool) -> None:
    """List what was approved and rejected in debate ID: who answered, when and why."""

    async def work(app: Application) -> list[GateDecision]:
        _, records = await app.records(id)
        return decisions_of(records)

    found = face.run(work)
    if as_json:
        face.json(found)
        return
    rows = [
        (str(each.seq), to_the_second(each.at), each.phase, each.verdict, each.reviewer, one_line(each.reason, 200))
        for each in found
    ]
    heads = ("EVENT", "WHEN", "WHAT", "DECISION", "BY", "REASON")
    face.out.table(heads, rows, "Nothing had to be approved in this debate.")


async def _need(app: Application, id: str, path: str) -> Need:
    """Return what waits in a debate. Raises NotFound, and Refused where nothing does."""
    waiting = [need for need in await app.needs.needs(id) if need.kind in ASKED]
    found = [need for need in waiting if path in ("", need.path)]
    if not found:
        known = ", ".join(need.path for need in waiting if need.path)
        raise Refused(f"Nothing waits at {path}.", f"These wait: {known}.") if waiting and path else NOT_WAITING
    return found[0]


def _answered(debate: Debate, answer: Review) -> list[Command]:
    paused = debate.status == "paused" and debate.reason != "gate"
    return [answer, *([CONTINUE.does] if paused else [])]


async def _ended(face: Face, app: Application, id: str, command: Command) -> Exit:
    """End a debate by an answer. Raises Refused where another one came first: the process that drives the debate finds
    this one in its inbox, and says nothing back."""
    here = await app.sessions.deliver(id, command)
    debate = debate_in(await app.log.read(id))
    for _ in range(0 if here else LOOKS):
        if debate.over or obstacle(debate, command) is not None:
            break
        await asyncio.sleep(BETWEEN)
        debate = debate_in(await app.log.read(id))
    if not debate.over:
        raise obstacle(debate, command) or Refused(
            "Another process runs this debate, and has not taken your answer yet.",
            f"See what became of it with: disputatio audit gates {id}",
        )
    face.out.line(sentence(f"Debate {id} has ended: {debate.why}"))
    return Exit.FINISHED


COMMANDS = (gates,)
