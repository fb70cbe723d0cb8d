"""How memories are found by meaning: what is embedded, what waits and why, and embedding it."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.embedding import Progress
from disputatio.app.errors import Exit
from disputatio.app.memory import Status
from disputatio.debate.errors import Refused
from disputatio.faces.cli.consent import agreeing, yes_option
from disputatio.faces.cli.face import Face, as_json, leave, pass_face


@click.command()
@click.option("--drop-unused", is_flag=True, help="Also forget the vectors of other models.")
@yes_option
@pass_face
def reembed(face: Face, drop_unused: bool, yes: bool) -> None:
    """Embed what waits for the embedding model of the settings. Ctrl+C ends it; what is done stays. Where the model
    fails, the vectors of others stay, too. What would leave the computer for it is asked once."""
    if drop_unused and (erasure := face.run(erasures.of_vectors)).refs:
        face.confirm(erasure, yes)
    if not face.run(lambda app: _reembed(face, app, drop_unused, yes)):
        leave(Exit.MODEL_FAILED)


async def _reembed(face: Face, app: Application, drop_unused: bool, yes: bool) -> bool:
    """Whether the model did its part."""
    chosen = await app.memory.embedding.chosen()
    if chosen.why_not:
        raise Refused(
            f"Nothing can be embedded: {chosen.why_not}.",
            "Set a key, or another model: disputatio settings set memory.embeddings PROVIDER:MODEL.",
        )
    stop = app.memory.embedding.observe(lambda progress: _tell(face, progress))
    try:
        done = await agreeing(face, yes, app.memory.catch_up)
    except asyncio.CancelledError:
        await app.memory.embedding.cancel()
        raise
    finally:
        stop()
    for sentence in done.merged:
        face.out.line(sentence)
    if done.trouble:
        face.out.warn(done.trouble)
    if drop_unused and not done.trouble:
        for space in await app.memory.drop_unused():
            face.out.line(f"Forgotten: the vectors of {space}.")
    _status(face, await app.memory.status())
    return not done.trouble


def _tell(face: Face, progress: Progress) -> None:
    if progress.running and progress.total:
        face.out.note(f"{progress.done} of {progress.total} embedded by {progress.model}")


@click.command()
@as_json
@pass_face
def status(face: Face, as_json: bool) -> None:
    """How memories are found: the embedding model, what is embedded, what waits and why."""

    async def work(app: Application) -> tuple[Status, dict[str, int]]:
        await app.search.catch_up()
        found = await app.memory.status()
        chosen = await app.memory.embedding.chosen()
        held = {s: n for s, n in found.coverage.waiting.items() if not await app.memory.embedding.allowed(s, chosen)}
        return found, held

    found, held = face.run(work)
    if as_json:
        face.json({**asdict(found), "held_back": held})
        return
    _status(face, found)
    if held and not found.why_not:
        provider = found.model.partition(":")[0]
        face.out.line(
            f"{sum(held.values())} are held back: you have not agreed that they go to {provider}. Agree with: "
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
            ("Index", found.index),
            ("Spaces", ", ".join(f"{space.name} ({count})" for space, count in found.spaces)),
        ]
    )


COMMANDS = (reembed, status)
"""Of the group `memory`."""
