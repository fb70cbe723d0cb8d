"""This installation: its settings, and looking after its data: backup, restore, rebuild, doctor."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import click

from disputatio.app import restoration as keeping
from disputatio.app import total_erasure
from disputatio.app.application import Application
from disputatio.app.diagnosis import diagnose, diagnose_closed
from disputatio.app.errors import Exit
from disputatio.app.paths import Paths
from disputatio.app.settings import Registry, Setting, Settings
from disputatio.app.settings.kinds import Plain
from disputatio.engine.errors import StorageHeld
from disputatio.faces.cli.face import Face, as_json, leave, pass_face
from disputatio.faces.cli.models import show_checks
from disputatio.faces.cli.output import when
from disputatio.providers.config import public_address
from disputatio.secrets.keyring import Keys


@click.group()
def settings() -> None:
    """Models, budgets, addresses of providers and everything else that you can set (kept in a TOML file)."""


@settings.command("list")
@as_json
@pass_face
def list_settings(face: Face, as_json: bool) -> None:
    """List every setting with its value; * marks those that you changed."""
    rows = face.run(_rows)
    if as_json:
        face.json({key: value for key, value, _, _ in rows})
        return
    shown = [(key, _shown(value), "*" if changed else "", title) for key, value, changed, title in rows]
    face.out.table(("SETTING", "VALUE", "", "WHAT IT IS"), shown)


async def _rows(app: Application) -> list[tuple[str, Plain, bool, str]]:
    return [
        (setting.key, _public(app.settings.get(setting)), app.settings.is_set(setting), setting.title)
        for setting in _all(app.settings)
    ]


def _all(settings: Settings) -> list[Setting[Any]]:
    """Return every setting meant for a person; one with a name in its key appears once for each name in use."""
    found: list[Setting[Any]] = []
    for setting in Registry().settings:
        if setting.internal:
            continue
        table, star, _ = setting.key.partition(".*")
        found += [setting.of(name) for name in settings.names(table)] if star else [setting]
    return found


@settings.command("get")
@click.argument("key")
@pass_face
def get_setting(face: Face, key: str) -> None:
    """Print the value of setting KEY."""

    async def work(app: Application) -> Plain:
        return _public(app.settings.get(key))

    face.out.line(_shown(face.run(work)))


@settings.command("set")
@click.argument("key")
@click.argument("value")
@pass_face
def set_setting(face: Face, key: str, value: str) -> None:
    """Set KEY to VALUE. The value "default" undoes your change.

    \b
    Examples:
      disputatio settings set models.critic anthropic:claude-opus-4-5-20251101
      disputatio settings set budget.cost 2.50
      disputatio settings set providers.ollama.base_url http://192.168.1.5:11434/v1
    """
    face.run(lambda app: _set(app, key, value))


async def _set(app: Application, key: str, value: str) -> None:
    if value == "default":
        app.settings.reset(key)
    else:
        app.settings.set(key, _typed(app.settings.get(key), value))


def _typed(before: Plain, text: str) -> object:
    """Read what was typed as the kind of value that the setting has now. The setting refuses what does not fit."""
    match before:
        case bool():
            return {"true": True, "false": False}.get(text.lower(), text)
        case tuple():
            return tuple(part.strip() for part in text.split(",") if part.strip())
        case int() | float():
            try:
                return json.loads(text)
            except ValueError:
                return text
        case _:
            return text


def _public(value: Plain) -> Plain:
    """Return a value without the login and the key that an address may hold."""
    return public_address(value) if isinstance(value, str) and "://" in value else value


def _shown(value: Plain) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return ", ".join(value)
        case _:
            return str(value)


# ---- the data -------------------------------------------------------------------------------------------------------
WORD = "delete everything"

out_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@out_file
@pass_face
def backup(face: Face, file: Path) -> None:
    """Save everything but keys and settings to FILE. Debates may go on meanwhile."""
    found = face.run(lambda app: keeping.backup(app, file.absolute()))
    face.out.line(f"{file}: {found.debates} debates, {found.size:,} bytes of data. It contains no keys.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Put the backup in place of everything instead.")
@click.option("--yes", is_flag=True, help="Go ahead without asking.")
@pass_face
def restore(face: Face, file: Path, replace: bool, yes: bool) -> None:
    """Add what a backup contains to what is here. Nothing that is here is changed; what differs is named.

    With --replace, the backup takes the place of everything, and what is there now is kept beside it: you are asked
    first. Close every window before that.
    """
    if not replace:
        done = face.run(lambda app: keeping.merge(app, file.absolute()))
        for sentence in done.sentences:
            face.out.line(sentence)
        return
    question = f"Replace all debates and the whole library with what is in {file}?"
    face.ask(question, yes, "This would replace all debates and the whole library")
    found = keeping.restore(file, face.environ)
    face.out.line(f"Restored: {found.manifest.debates} debates, as of {when(found.manifest.created_at)}.")
    if found.previous is not None:
        face.out.line(f"What was there before is kept in {found.previous}")


@click.command()
@click.argument("id", required=False)
@pass_face
def rebuild(face: Face, id: str | None) -> None:
    """Rebuild the tables of debate ID, or of all debates, from the logs. Nothing that was said changes."""
    done = face.run(lambda app: _rebuild(app, id))
    face.out.line(f"{len(done)} debates rebuilt from {sum(done.values()):,} events.")


async def _rebuild(app: Application, id: str | None) -> dict[str, int]:
    return await keeping.rebuild(app, (await app.catalogue.get(id)).id if id else "")


@click.command()
@pass_face
def doctor(face: Face) -> None:
    """Check what works on this computer and what does not, and say what to do. Uses no network.

    If the database cannot be used, this examines it and ends with exit code 3.
    """
    try:
        rows = face.run(diagnose)
    except StorageHeld as held:
        show_checks(face, diagnose_closed(Paths.from_environment(face.environ), face.environ, held))
        leave(Exit.WAITING)
    else:
        show_checks(face, rows)


@click.group()
def data() -> None:
    """Delete everything that Disputatio keeps about you."""


@data.command()
@click.option("--everything", is_flag=True, help="Debates, library, memory, keys, consents, settings, logs.")
@click.option("--yes", is_flag=True, help="Go ahead without asking.")
@pass_face
def delete(face: Face, everything: bool, yes: bool) -> None:
    """Delete everything for good. Close every window first."""
    paths = Paths.from_environment(face.environ)
    if not everything:
        raise click.UsageError("Give --everything. To delete only a part, use `disputatio delete`, `keys` or `memory`.")
    kept = total_erasure.stays(paths)
    if not yes:
        face.out.line(f"This will be deleted from {paths.data} for good:")
        for each in total_erasure.GOES:
            face.out.line(f"  - {each}")
        face.out.line("Kept:")
        for each in kept:
            face.out.line(f"  - {each}")
        typed = face.answer(lambda: click.prompt(f'Type "{WORD}" to confirm', err=True), "This would delete everything")
        if typed.strip().casefold() != WORD:
            raise click.Abort
    done = asyncio.run(_erase(face, paths))
    face.out.line(total_erasure.erasure_report(done, kept))
    leave(Exit.BAD_INPUT if done.faults else Exit.FINISHED)


async def _erase(face: Face, paths: Paths) -> total_erasure.Erased:
    settings = await asyncio.to_thread(Settings.load, paths.settings_file)
    return await total_erasure.erase(face.environ, settings, Keys(face.environ, masking=face.masking))


COMMANDS = (settings, data, backup, restore, rebuild, doctor)
