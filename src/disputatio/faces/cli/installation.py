"""This installation: its settings, and what works on this computer (`doctor`)."""

from __future__ import annotations

import json
from typing import Any

import click

from disputatio.app.application import Application
from disputatio.app.diagnosis import DATABASE, diagnose, diagnose_closed
from disputatio.app.errors import Exit
from disputatio.app.paths import Paths, make_private, said_of_mended
from disputatio.app.settings import Registry, Setting, Settings, declarations
from disputatio.app.settings.kinds import Plain
from disputatio.engine.errors import StorageHeld
from disputatio.faces.cli.face import Face, as_json, leave, pass_face
from disputatio.faces.cli.models import show_checks
from disputatio.providers.config import public_address


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
      disputatio settings set sandbox.reads /opt/node,/opt/tools
      disputatio settings set providers.ollama.base_url http://192.168.1.5:11434/v1
    """
    if told := face.run(lambda app: _set(app, key, value)):
        face.out.note(told)


async def _set(app: Application, key: str, value: str) -> str:
    """Return what is to be said of the choice, as the window says it where one chooses; "" for nothing."""
    if value == "default":
        app.settings.reset(key)
        return ""
    app.settings.set(key, _typed(app.settings.get(key), value))
    box = declarations.SANDBOX_BOX
    return f"{dict(box.choices)[value]}. {box.help}" if key == box.key and value != box.default else ""


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


@click.command()
@click.option("--private", is_flag=True, help="First make your data private, so that nobody else can read it.")
@pass_face
def doctor(face: Face, private: bool) -> None:
    """Check what works on this computer and what does not, and say what to do. Uses no network.

    If the database is damaged or cannot be used, this says what is wrong with it and ends with exit code 3.
    """
    if private:
        mended = make_private(Paths.from_environment(face.environ))
        face.out.note(said_of_mended(len(mended)))
    try:
        rows = face.run(diagnose)
    except StorageHeld as held:
        show_checks(face, diagnose_closed(Paths.from_environment(face.environ), face.environ, held))
        leave(Exit.WAITING)
    else:
        show_checks(face, rows)
        leave(Exit.FINISHED if all(row.ok for row in rows if row.name == DATABASE) else Exit.WAITING)


COMMANDS = (settings, doctor)
