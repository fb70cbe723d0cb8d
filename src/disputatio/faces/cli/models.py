"""Models, providers and their keys; formats, the rules that debates follow."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.errors import Exit
from disputatio.app.models.health import ModelHealth
from disputatio.app.privacy.sendings import Asked
from disputatio.app.repositories.github import KEY as GITHUB
from disputatio.app.starting.formats import FormatEntry
from disputatio.debate.decide.options import reads
from disputatio.debate.errors import Refused
from disputatio.debate.format import Format
from disputatio.debate.policies.figures import shown_in
from disputatio.debate.values import OptionValue
from disputatio.debate.views.words import option as shown
from disputatio.debate.views.words import price
from disputatio.debate.walk.gates import AFTER, ALL, SPEND, points
from disputatio.engine.errors import NotFound, ProviderError
from disputatio.engine.ports import Check, ModelInfo
from disputatio.faces.cli.consent import with_consent, yes_option
from disputatio.faces.cli.face import Face, agreed, as_json, existing_file, leave, pass_face
from disputatio.faces.cli.output import one_line
from disputatio.providers.transport import local

Found = tuple[list[ModelInfo], list[str]]
REHEARSAL = "rehearsal"


@click.command()
@click.argument("provider", required=False)
@click.option("--health", is_flag=True, help="Show how models have done so far, without asking any now.")
@as_json
@pass_face
def models(face: Face, provider: str | None, health: bool, as_json: bool) -> None:
    """List the models that PROVIDER offers now (without PROVIDER: those of every provider with a key).

    You can also use a name that is not listed: --seat critic=PROVIDER:NAME.
    """
    if health:
        _show_health(face, provider, as_json)
        return
    found, faults = face.run(lambda app: _models(app, provider))
    for fault in faults:
        face.out.warn(fault)
    if as_json:
        face.json([asdict(model) | {"id": model.id} for model in found])
    else:
        rows = [
            (
                model.id,
                f"{model.context:,}" if model.context else "",
                price(model.prompt_price),
                price(model.completion_price),
                model.until,
            )
            for model in found
        ]
        columns = ("MODEL", "CONTEXT", "IN/1M TOKENS", "OUT/1M TOKENS", "UNTIL")
        shown = columns if any(model.until for model in found) else columns[:-1]
        face.out.table(shown, [row[: len(shown)] for row in rows], "There are no models.")
    leave(Exit.MODEL_FAILED if faults and not found else Exit.FINISHED)


def _show_health(face: Face, provider: str | None, as_json: bool) -> None:
    async def work(app: Application) -> list[ModelHealth]:
        if provider:
            app.registry.get(provider)
        return [each for each in app.health.all() if not provider or each.model.startswith(f"{provider}:")]

    found = face.run(work)
    if as_json:
        face.json([asdict(each) | {"state": each.state} for each in found])
        return
    rows = [
        (
            each.model,
            each.state,
            f"{each.calls:,}",
            f"{each.success_rate:.0%}" if each.success_rate is not None else "",
            f"{each.latency / 1000:.1f} s" if each.latency else "",
            one_line(each.last_error, 100),
        )
        for each in found
    ]
    columns = ("MODEL", "STATE", "CALLS", "ANSWERED", "TIME", "LAST FAULT")
    face.out.table(columns, rows, "No model has been asked yet.")


async def _models(app: Application, provider: str | None) -> Found:
    names = [provider] if provider else [*app.offered_providers(), REHEARSAL]
    asked = [app.registry.get(name) for name in names]
    found: list[ModelInfo] = []
    faults: list[str] = []
    for each in asked:
        try:
            found += await each.models()
        except ProviderError as fault:
            faults.append(fault.user_message)
    return found, faults


@click.command()
@as_json
@pass_face
def providers(face: Face, as_json: bool) -> None:
    """List the providers, which of them have a key, and their addresses."""
    rows = face.run(_providers)
    columns = ("PROVIDER", "KEY", "ADDRESS")
    if as_json:
        face.json([dict(zip(("provider", "key", "address"), row, strict=True)) for row in rows])
    else:
        face.out.table(columns, rows)


async def _providers(app: Application) -> list[tuple[str, str, str]]:
    rows = []
    for name in app.registry.names():
        config = app.registry.config(name)
        if config is None:
            rows.append((name, "needs none", "on this computer"))
            continue
        key = await app.keys.get(name)
        unknown = f"not known. {app.keys.unread}" if app.keys.unread else "none"
        needless = "needs none" if config.base_url and local(config.base_url) else unknown
        rows.append((name, f"from the {key.source}" if key else needless, config.address or "the provider's own"))
    return rows


@click.command()
@click.argument("provider")
@yes_option
@pass_face
def check(face: Face, provider: str, yes: bool) -> None:
    """Test PROVIDER: can it be reached, does it accept the key, does it list its models? If not, exit code 4."""
    rows = face.run(lambda app: with_consent(face, yes, lambda agreed: _checked(app, provider, agreed)))
    show_checks(face, rows)
    leave(Exit.FINISHED if all(row.ok for row in rows) else Exit.MODEL_FAILED)


async def _checked(app: Application, provider: str, agreed: Collection[Asked]) -> list[Check]:
    """Raise ConsentNeeded where the key would travel in the clear."""
    if (config := app.registry.config(provider)) is not None:
        await app.privacy.reach(config, agreed)
    return await app.registry.get(provider).check()


def show_checks(face: Face, rows: Sequence[Check]) -> None:
    shown = [("ok" if row.ok else "no", row.name, row.detail, row.remedy) for row in rows]
    face.out.table(("", "WHAT", "FOUND", "WHAT TO DO"), shown)


@click.group()
def keys() -> None:
    """Keys of providers, and the token for `github`, in your system's keyring. Keys in the environment (OPENAI_API_KEY,
    …, GITHUB_TOKEN) take precedence."""


@keys.command("list")
@pass_face
def list_keys(face: Face) -> None:
    """List which providers have a key, and where it comes from. The keys themselves are never shown."""
    rows = face.run(_providers)
    face.out.table(("PROVIDER", "KEY"), [row[:2] for row in rows if row[0] != REHEARSAL])


@keys.command("set")
@click.argument("provider")
@pass_face
def set_key(face: Face, provider: str) -> None:
    """Save the key of PROVIDER in the keyring. You type it hidden, or it is read from standard input."""
    text = click.prompt("Key", hide_input=True, err=True) if sys.stdin.isatty() else sys.stdin.readline()
    face.run(lambda app: _set_key(face, app, provider, text))


async def _set_key(face: Face, app: Application, provider: str, text: str) -> None:
    _known(app, provider)
    state = await app.keys.set(provider, text)
    if not state.available:
        raise Refused(f"The key was not saved: {state.reason}", state.remedy)
    if app.keys.at_hand(provider).source == "environment":
        face.out.warn("The environment has another key for it, which overrides this one.")
    face.out.line(
        f"Saved in {state.name}. Test it: disputatio {'repo issues' if provider == GITHUB else f'check {provider}'}"
    )


@keys.command("delete")
@click.argument("provider")
@agreed
@pass_face
def delete_key(face: Face, provider: str, yes: bool) -> None:
    """Delete the key of PROVIDER from the keyring."""

    async def look(app: Application) -> bool:
        _known(app, provider)
        return bool(await app.keys.get(provider)) or not (await app.keys.state()).available

    if not face.run(look):
        raise Refused(f"The keyring has no key for {provider}.", "See the keys you have with: disputatio keys list")
    face.confirm(erasures.of_key(provider), yes)
    face.run(lambda app: _delete_key(face, app, provider))


async def _delete_key(face: Face, app: Application, provider: str) -> None:
    _known(app, provider)
    state = await app.keys.delete(provider)
    if not state.available:
        raise Refused(f"The keyring cannot be used: {state.reason}", state.remedy)
    face.out.line(f"The key for {provider} is no longer in the keyring.")


def _known(app: Application, provider: str) -> None:
    """Raise NotFound, listing the names, if no provider of that name takes a key."""
    if provider != GITHUB and app.registry.config(provider) is None:
        names = [name for name in app.registry.names() if app.registry.config(name) is not None]
        raise NotFound(f"There is no provider {provider!r} that takes a key.", f"Choose one of {', '.join(names)}.")


# ---- formats --------------------------------------------------------------------------------------------------------
@click.group()
def formats() -> None:
    """The rules of debate: built-in ones, and your own (TOML files in the folder that `list` names)."""


@formats.command("list")
@pass_face
def list_formats(face: Face) -> None:
    """List the formats, and say what is wrong with any that cannot be used."""

    async def work(app: Application) -> tuple[list[FormatEntry], Path]:
        return await asyncio.to_thread(app.formats.all), app.paths.formats

    shelved, own = face.run(work)
    rows = [
        (each.name, "yours" if each.own else "", each.format.summary if each.format else one_line(each.fault, 200))
        for each in shelved
    ]
    face.out.table(("FORMAT", "", "WHAT IT IS"), rows)
    face.out.note(f"Put your own formats into: {own}")


@formats.command("show")
@click.argument("name")
@pass_face
def show_format(face: Face, name: str) -> None:
    """Show who speaks in format NAME, what they see besides turns, and its options with their defaults."""
    found = face.run(lambda app: asyncio.to_thread(app.formats.get, name))
    face.out.heading(found.title)
    face.out.line(found.summary)
    face.out.line()
    seats = [
        (
            part.name,
            part.role,
            str(part.least) if part.least == part.most else f"{part.least} to {part.most}",
            part.team,
        )
        for part in found.cast
    ]
    face.out.table(("SEAT", "ROLE", "HOW MANY", "TEAM"), seats)
    face.out.line()
    if figures := shown_in(found):
        face.out.table(("FIGURE", "WHAT IT SHOWS"), list(figures.items()))
        face.out.line()
    options = [(key, _shown(key, found.options[key])) for key in sorted(found.options) if reads(found, key)]
    face.out.table(("OPTION", "DEFAULT"), options)
    gates = [each.replace(SPEND, f"{SPEND}USD") for each in [ALL, *points(found)]]
    face.out.line(f"Gates: {', '.join(gates)}; {AFTER}STEP for a step")


def _shown(name: str, value: OptionValue) -> str:
    """Write a value as `set` reads it: switches as words, money in dollars."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else shown(name, value)


@formats.command("check")
@existing_file
@pass_face
def check_format(face: Face, file: Path) -> None:
    """Check a format file of your own, and list every fault with its line and what to do."""

    async def work(app: Application) -> Format:
        return await asyncio.to_thread(app.formats.check, file)

    found = face.run(work)
    face.out.line(f"{found.title}: this file works. Put it into the folder that `formats list` names.")


COMMANDS = (models, providers, check, keys, formats)
