"""What earlier debates settled: search, list, show, reword, dispute, merge, forget, restore, embed."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.errors import Exit
from disputatio.app.memory.memories import InsightHit, Status, terms_of
from disputatio.app.memory.thresholds import AGAIN
from disputatio.app.models.embedding import Progress
from disputatio.app.receipts import grounds_of
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.views.words import percent
from disputatio.faces.cli.board_text import HEADINGS, SHOWN, about, origin, row, standing
from disputatio.faces.cli.consent import with_consent, yes_option
from disputatio.faces.cli.face import Face, as_json, leave, pass_face
from disputatio.faces.cli.output import one_line, when
from disputatio.library.memory import Insight, InsightStatus, why
from disputatio.library.similarity import Threshold
from disputatio.library.workspace import Assignment, Project
from disputatio.repository.source_tree import open_tree


# ---- How memories are found by meaning: what is embedded, what waits and why, and embedding it.
@click.command()
@click.option("--drop-unused", is_flag=True, help="Also delete the vectors of other models.")
@yes_option
@pass_face
def reembed(face: Face, drop_unused: bool, yes: bool) -> None:
    """Embed the waiting texts with the embedding model of the settings. Ctrl+C stops; what is done stays. If the model
    fails, the vectors of other models stay, too. You are asked once before anything leaves the computer."""
    if drop_unused and (erasure := face.run(erasures.of_vectors)).refs:
        face.confirm(erasure, yes)
    if not face.run(lambda app: _reembed(face, app, drop_unused, yes)):
        leave(Exit.MODEL_FAILED)


async def _reembed(face: Face, app: Application, drop_unused: bool, yes: bool) -> bool:
    """Whether the model did its part."""
    chosen = await app.memory.embedding.choice()
    if chosen.why_not:
        raise Refused(
            f"Nothing can be embedded: {chosen.why_not}.",
            "Set a key, or choose another model: disputatio settings set memory.embeddings PROVIDER:MODEL",
        )
    stop = app.memory.embedding.observe(lambda progress: _tell(face, progress))
    try:
        done = await with_consent(face, yes, app.memory.catch_up)
    except asyncio.CancelledError:
        await app.memory.embedding.cancel()
        raise
    finally:
        stop()
    if done.trouble:
        face.out.warn(done.trouble)
    if drop_unused and not done.trouble:
        for space in await app.memory.drop_unused():
            face.out.line(f"Deleted the vectors of {space}.")
    _status(face, await app.memory.status())
    return not done.trouble


def _tell(face: Face, progress: Progress) -> None:
    if progress.running and progress.total:
        face.out.note(f"{progress.done} of {progress.total} embedded by {progress.model}")


@click.command()
@as_json
@pass_face
def status(face: Face, as_json: bool) -> None:
    """Show how memories are found: the embedding model, what is embedded, what is waiting and why."""

    async def work(app: Application) -> tuple[Status, dict[str, int]]:
        await app.search.catch_up()
        found = await app.memory.status()
        chosen = await app.memory.embedding.choice()
        held = {s: n for s, n in found.coverage.waiting.items() if not await app.memory.embedding.may_embed(s, chosen)}
        return found, held

    found, held = face.run(work)
    if as_json:
        face.json({**asdict(found), "held_back": held})
        return
    _status(face, found)
    if not (found.why_not or found.least.calibrated or found.least.chosen):
        face.out.line(f"Set the least similarity for this model: {AGAIN}")
    if held and not found.why_not:
        provider = found.model.partition(":")[0]
        face.out.line(
            f"{sum(held.values())} are held back, because you have not agreed to send them to {provider}. Agree with: "
            "disputatio memory reembed"
        )


def _status(face: Face, found: Status) -> None:
    waiting = sum(found.coverage.waiting.values())
    face.out.facts(
        [
            ("Embedding model", found.model or "none"),
            ("By meaning", f"no, by words only: {found.why_not}" if found.why_not else "yes"),
            ("Embedded", str(found.coverage.embedded)),
            ("Waiting", str(waiting)),
            ("Recalled from", found.least.words if found.model else ""),
            ("Index", found.index),
            ("Spaces", ", ".join(f"{space.name} ({count})" for space, count in found.spaces)),
        ]
    )


@click.command()
@as_json
@yes_option
@pass_face
def calibrate(face: Face, as_json: bool, yes: bool) -> None:
    """Set how similar a memory must be to be recalled, for the embedding model of the settings. This embeds pairs of
    sentences that ship with Disputatio, and picks the threshold that finds the most related pairs while at most one in
    twenty of the pairs it finds is wrong. A similarity that you have set yourself overrides it."""

    async def work(app: Application) -> tuple[Threshold, Status]:
        return await with_consent(face, yes, app.memory.calibrate), await app.memory.status()

    found, now = face.run(work)
    if as_json:
        face.json({"model": now.model, **asdict(found), "f1": round(found.f1, 4), "in_force": now.least.value})
        return
    face.out.facts(
        [
            ("Embedding model", now.model),
            ("Pairs", str(found.pairs)),
            ("Least similarity", f"{found.least:.4f}"),
            ("Precision", f"{percent(found.precision)} % of what it finds bears on the question"),
            ("Recall", f"{percent(found.recall)} % of what bears on the question is found"),
            ("F1", f"{found.f1:.2f}"),
            ("In force", now.least.words),
        ]
    )


EMBEDDING = (reembed, status, calibrate)
"""Of the group `memory`."""


ID = click.argument("id", metavar="ID")
CONTEXT = (
    click.option("--project", default="", metavar="NAME", help="Show only what was learnt about this project."),
    click.option("--assignment", default="", metavar="NAME", help="Show only what was learnt about this assignment."),
    click.option("--repo", default="", metavar="PATH", help="Show only what was learnt about this repository."),
)


@click.group()
def memory() -> None:
    """Insights: what earlier debates settled, and how it was used since.

    \b
    Examples:
      disputatio memory search "retry policy" --project Shop
      disputatio memory show k3x#0           where it comes from, why and when it was recalled
      disputatio memory dispute k3x#0 --why "the queue was replaced"
    """


def in_context(command: click.decorators.FC) -> click.decorators.FC:
    for option in reversed(CONTEXT):
        command = option(command)
    return command


async def _context(app: Application, project: str, assignment: str, repo: str) -> tuple[str, str]:
    """Return (kind, ref) of what was asked for; ("", "") for everything."""
    if sum(map(bool, (project, assignment, repo))) > 1:
        raise ConfigError("You gave several contexts.", "Give only one of --project, --assignment and --repo.")
    if project:
        return "project", (await app.library.by_name(Project, project)).id
    if assignment:
        return "assignment", (await app.library.by_name(Assignment, assignment)).id
    return ("repository", str((await asyncio.to_thread(open_tree, repo)).root)) if repo else ("", "")


@memory.command()
@click.argument("text", nargs=-1, required=True)
@in_context
@click.option("--limit", type=click.IntRange(1, 50), default=20, show_default=True, help="How many at most.")
@click.option("--why", "explain", is_flag=True, help="Show why each was found.")
@as_json
@pass_face
def search(
    face: Face,
    text: tuple[str, ...],
    project: str,
    assignment: str,
    repo: str,
    limit: int,
    explain: bool,
    as_json: bool,
) -> None:
    """Search for insights by words and, if there is an embedding model to ask, by meaning."""

    async def work(app: Application) -> tuple[tuple[InsightHit, ...], str]:
        kind, ref = await _context(app, project, assignment, repo)
        results = await app.memory.search(" ".join(text), kind=kind, ref=ref, limit=limit)
        return results.hits, results.why_not

    found, why_not = face.run(work)
    if as_json:
        face.json([{**asdict(each.insight), "why": why(each.terms), **asdict(each.terms)} for each in found])
        return
    if why_not:
        face.out.note(f"Searched by words only: {why_not}.")
    rows = [(*row(each.insight), *([why(each.terms)] if explain else [])) for each in found]
    face.out.table((*HEADINGS, *(["WHY"] if explain else [])), rows, "Nothing was found.")


@memory.command("list")
@in_context
@click.option("--disputed", is_flag=True, help="List only disputed insights.")
@click.option("--unconfirmed", is_flag=True, help="List only insights of imported debates that you have not confirmed.")
@as_json
@pass_face
def list_insights(
    face: Face, project: str, assignment: str, repo: str, disputed: bool, unconfirmed: bool, as_json: bool
) -> None:
    """List insights, newest first."""
    if disputed and unconfirmed:
        raise click.UsageError("Give only one of --disputed and --unconfirmed.")
    status: InsightStatus | None = "disputed" if disputed else "unconfirmed" if unconfirmed else None

    async def work(app: Application) -> list[Insight]:
        kind, ref = await _context(app, project, assignment, repo)
        await app.insights.review()
        return await app.insights.all(kind=kind, ref=ref, status=status)

    found = face.run(work)
    if as_json:
        face.json(found)
        return
    face.out.table(HEADINGS, map(row, found), "There are no insights yet. They come from debates that have ended.")


@memory.command()
@ID
@as_json
@pass_face
def show(face: Face, id: str, as_json: bool) -> None:
    """Show insight ID: where it comes from and in whose words, from which
    attempts it was learnt, which others it stands for, and why it was recalled."""
    face.run(lambda app: _show(face, app, id, as_json))


async def _show(face: Face, app: Application, id: str, as_json: bool) -> None:
    insight = await app.insights.get(id)
    merged = await app.insights.merged_into(insight.id)
    recalls = await app.memory.recalled_by(insight.id)
    grounds = await grounds_of(app, insight)
    if as_json:
        lists = {"merged": merged, "recalls": recalls, "receipts": grounds.receipts, "attempts": grounds.attempts}
        face.json({**asdict(insight), **lists})
        return
    assent = grounds.assent or ("agreed by all" if insight.agreed_by_all else "")
    face.out.heading(insight.text)
    face.out.facts(
        [
            ("Id", insight.id),
            ("Counts as", standing(insight)),
            ("Why", insight.why),
            ("Confidence", ", ".join(filter(None, (f"{insight.confidence:.2f}", assent)))),
            ("From", await origin(app, insight)),
            ("About", await about(app, insight)),
            ("Learnt", when(insight.created_at)),
            (
                "Recalled",
                f"{insight.retrievals} times, last {when(insight.retrieved_at)}" if insight.retrievals else "",
            ),
        ]
    )
    for receipt in grounds.receipts:
        face.out.line(f"  {receipt.line}")
    for attempt in grounds.attempts:
        face.out.line(f"Learnt from {attempt.title}:")
        for name, said in attempt.lines:
            face.out.line(f"  {name}: {one_line(said, 4 * SHOWN)}")
    for each in merged:
        face.out.line(f"Also stands for “{one_line(each.text)}” of {await origin(app, each)}")
    for recall in recalls:
        face.out.line(f"Recalled for debate {recall.debate} ({one_line(recall.title, 50)}), {when(recall.at)}:")
        face.out.line(f"  {why(terms_of(recall.item))}")


@memory.command()
@ID
@click.argument("text")
@pass_face
def edit(face: Face, id: str, text: str) -> None:
    """Reword insight ID as TEXT."""

    async def work(app: Application) -> None:
        await app.insights.edit((await app.insights.get(id)).id, text=text)

    face.run(work)
    face.out.line("Reworded.")


async def _made_active(app: Application, ids: tuple[str, ...], status: str, otherwise: str) -> int:
    """Let insights of one status count again; return how many. Raises Refused, which says `otherwise` of the others."""
    found = [await app.insights.get(id) for id in ids]
    if others := [each.id for each in found if each.status != status]:
        raise Refused(f"{', '.join(others)} {otherwise}.", "See what it counts as with: disputatio memory show ID")
    for each in found:
        await app.insights.edit(each.id, status="active")
    return len(found)


@memory.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@pass_face
def confirm(face: Face, ids: tuple[str, ...]) -> None:
    """Confirm insights of imported debates, so that your own debates use them.

    Until then they do not, since somebody else may have written them: disputatio memory list --unconfirmed
    """
    count = face.run(lambda app: _made_active(app, ids, "unconfirmed", "needs no confirmation"))
    face.out.line(f"{count} confirmed.")


@memory.command()
@ID
@click.option("--why", "reason", default="", help="Your reason.")
@click.option("--undo", is_flag=True, help="Withdraw the dispute: the insight holds after all.")
@pass_face
def dispute(face: Face, id: str, reason: str, undo: bool) -> None:
    """Dispute insight ID, so that it no longer counts as established and is no longer recalled."""

    async def work(app: Application) -> str:
        insight = await app.insights.get(id)
        if undo and insight.status != "disputed":
            raise Refused("This insight is not disputed.", "See what it counts as with: disputatio memory show ID")
        await app.insights.edit(insight.id, status="active" if undo else "disputed", why=reason)
        return "It holds again" if undo else "Disputed"

    face.out.line(f"{face.run(work)}.")


@memory.command()
@ID
@click.argument("others", nargs=-1, required=True, metavar="OTHER…")
@pass_face
def merge(face: Face, id: str, others: tuple[str, ...]) -> None:
    """Merge OTHER insights, of the same context and with the same content, into insight ID."""
    kept = face.run(lambda app: app.insights.merge(id, others))
    face.out.line(f"Merged into one insight: {one_line(kept.text, SHOWN)} ({kept.confidence:.2f})")


@memory.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@pass_face
def delete(face: Face, ids: tuple[str, ...]) -> None:
    """Forget insights. Rebuilding from the logs does not bring them back; `memory restore` does."""

    async def work(app: Application) -> int:
        found = [(await app.insights.get(id)).id for id in ids]
        for id in found:
            await app.insights.edit(id, status="deleted", why="deleted by you")
        return len(found)

    face.out.line(f"{face.run(work)} forgotten. Bring them back with: disputatio memory restore {' '.join(ids)}")


@memory.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@pass_face
def restore(face: Face, ids: tuple[str, ...]) -> None:
    """Bring back insights that you forgot."""
    count = face.run(lambda app: _made_active(app, ids, "deleted", "was not forgotten"))
    face.out.line(f"{count} remembered again.")


@memory.command()
@click.argument("text", nargs=-1)
@click.option("--agent", default="", metavar="SEAT", help="Show only those of this seat or role.")
@click.option("--debate", default="", metavar="ID", help="Show only those of this debate.")
@click.option("--limit", type=click.IntRange(1, 1_000), default=20, show_default=True, help="How many at most.")
@as_json
@pass_face
def episodes(face: Face, text: tuple[str, ...], agent: str, debate: str, limit: int, as_json: bool) -> None:
    """List programs that failed, with their authors' reflections: the newest, or those like TEXT.
    The last thousand attempts are kept."""
    words = " ".join(text)
    found = face.run(lambda app: app.memory.learning.find(words, agent=agent, debate=debate, limit=limit))
    if as_json:
        face.json([{**asdict(each.episode), "why": why(each.terms) if each.terms else ""} for each in found.hits])
        return
    if found.why_not:
        face.out.note(f"Searched by words only: {found.why_not}.")
    if not found.hits:
        face.out.line("No program has failed yet." if not (words or agent or debate) else "Nothing was found.")
    for each in (hit.episode for hit in found.hits):
        face.out.heading(f"{each.title} · {when(each.at)}")
        face.out.facts(
            [
                ("Debate", each.debate),
                ("Task", one_line(each.task, SHOWN)),
                *((name, one_line(said, 4 * SHOWN)) for name, said in each.lines),
                ("Sure of the fix", f"{each.confidence:.2f}" if each.confidence is not None else ""),
            ]
        )


for command in EMBEDDING:
    memory.add_command(command)

COMMANDS = (memory,)
