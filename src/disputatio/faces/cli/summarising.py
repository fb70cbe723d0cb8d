"""Letting a model summarise a repository: what it would take is said, and a person asked, before anything is sent."""

from __future__ import annotations

import sys

import click

from disputatio.app.application import Application
from disputatio.app.summarising import MemoryForecast
from disputatio.debate.errors import ConfigError
from disputatio.debate.views.words import counted, price
from disputatio.faces.cli.face import Face
from disputatio.faces.cli.output import one_line
from disputatio.faces.cli.progress import indexing


async def summarise(face: Face, app: Application, path: str, model: str, yes: bool) -> None:
    """`yes`: the person need not be asked. Raises ConfigError where nobody can be."""
    expected = await app.repositories.memory_forecast(path, model)
    if not expected.calls:
        face.out.line("The repository memory is up to date.")
        return
    face.out.note(_forecast(expected))
    agreed = (expected.sending,) if expected.sending is not None else ()
    for each in await app.privacy.missing(agreed):
        face.out.note(one_line(each.sentence))
    if not yes:
        _confirm(expected)
    done = await app.repositories.remember(path, model, indexing(face), agreed=agreed)
    dropped = (
        f"; {counted(done.unsupported, 'statement')} left out, whose citations do not hold" if done.unsupported else ""
    )
    face.out.line(
        f"{done.made:,} summaries made by {model}, {done.kept:,} kept{dropped}. {price(done.cost)},"
        f" {done.tokens:,} tokens."
    )


def _forecast(expected: MemoryForecast) -> str:
    left = f" {expected.left:,} more files are only in the map." if expected.left else ""
    return (
        f"{expected.model} would be asked {expected.calls} times to summarise {counted(expected.files, 'file')} and"
        f" {counted(expected.folders, 'folder')}: about {expected.tokens:,} tokens, {price(expected.cost)}.{left}"
    )


def _confirm(expected: MemoryForecast) -> None:
    if not sys.stdin.isatty():
        raise ConfigError(
            f"Summarising would send {expected.characters:,} characters to {expected.model.partition(':')[0]} and cost"
            f" about {price(expected.cost)}, and nobody can be asked here.",
            "Give --yes to agree.",
            field="yes",
        )
    click.confirm("Do so?", abort=True, err=True)
