"""What this installation can and cannot do: an honest row for each thing, with a remedy where there is one."""

from __future__ import annotations

import asyncio
import os
import platform
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import disputatio
from disputatio.app.application import Application
from disputatio.app.errors import is_bug
from disputatio.app.memory.thresholds import AGAIN
from disputatio.app.paths import Paths, ResourceMissing, exposed, resource
from disputatio.app.process import frozen, has_display
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.engine.errors import StorageHeld
from disputatio.engine.ports import Check
from disputatio.providers.transport import in_clear, local
from disputatio.secrets.keyring import variable
from disputatio.storage.database import examine, strange_rows
from disputatio.storage.soundness import is_of_search

PACKAGES = ("openai", "anthropic", "google-genai", "pygit2", "sqlite-vec", "sqlalchemy", "mcp")

QT = """
import ctypes, pathlib, PySide6.QtWidgets as widgets, PySide6
for plugin in pathlib.Path(PySide6.__path__[0]).glob("**/platforms/libqxcb.so"):
    ctypes.CDLL(str(plugin))
"""
"""Loads what the window loads, in a process of its own: a missing system library names itself."""

QT_PATIENCE = 60.0
"""Seconds."""
SHOWN = 3
SWITCH = "disputatio settings set sandbox.use true"
DATABASE = "Database"
FINDINGS = 5
"""Of a damaged database, the first: the others mostly follow from them."""


def cause(error: BaseException, environment: Mapping[str, str]) -> BaseException:
    """Return why something failed: where it looks like a fault of the program, and there are rows in the database that
    nobody could have written, it is those. Blocks."""
    return (strange_rows(Paths.from_environment(environment).database) if is_bug(error) else None) or error


async def diagnose(app: Application) -> list[Check]:
    """Nothing is asked over a network, and nothing is changed."""
    rows = [_version(), *(_package(name) for name in PACKAGES)]
    rows += await asyncio.to_thread(_folders, app.paths)
    rows.append(await asyncio.to_thread(_ownership, app.paths))
    rows += [*await _storage(app), *_settings(app), await _keyring(app), *await _providers(app)]
    rows += [await _memory(app), await _sandbox(app)]
    return [*rows, await asyncio.to_thread(_fonts), await asyncio.to_thread(_qt), _display(app.environment)]


def diagnose_closed(paths: Paths, environment: Mapping[str, str], held: StorageHeld) -> list[Check]:
    """Return the same where the database cannot be opened, which is why somebody asks. Blocks; nothing is changed."""
    rows = [_version(), *(_package(name) for name in PACKAGES), *_folders(paths)]
    damages = examine(paths.database) if paths.database.is_file() else []
    rows.append(Check(name=DATABASE, ok=False, detail=held.what, remedy=_way_back(paths) if damages else held.remedy))
    rows += [Check(name=DATABASE, ok=False, detail=f"integrity check: {each}") for each in damages[:FINDINGS]]
    return [*rows, _fonts(), _qt(), _display(environment)]


def _way_back(paths: Paths) -> str:
    """Return what to do about a damaged database: the newest backup that is where backups are kept."""
    archives = sorted(paths.backups.glob("*.zip"), key=lambda path: path.stat().st_mtime)
    newest = (
        f"disputatio restore --replace {archives[-1]}"
        if archives
        else f"disputatio restore --replace FILE (none is in {paths.backups})"
    )
    return f"Restore a backup: {newest}. Without a backup, move the file away, and Disputatio starts with an empty one."


def _version() -> Check:
    detail = f"{disputatio.__version__} on Python {platform.python_version()}, {platform.platform()}"
    return Check(name="Disputatio", ok=True, detail=detail)


def _package(name: str) -> Check:
    try:
        return Check(name=name, ok=True, detail=version(name))
    except PackageNotFoundError:
        return Check(name=name, ok=False, detail="not installed", remedy="Install Disputatio again.")


def _folders(paths: Paths) -> list[Check]:
    return [_folder(path) for path in paths.folders]


def _ownership(paths: Paths) -> Check:
    wide = told_of_exposed(exposed(paths))
    if not wide:
        return Check(name="Privacy", ok=True, detail="nobody else on this computer can read your data")
    return Check(
        name="Privacy",
        ok=False,
        detail=wide,
        remedy="Keep it to yourself: disputatio doctor --private",
    )


def told_of_exposed(wide: Sequence[Path]) -> str:
    """Say what somebody else may read, and how wide its rights are; "" for nothing. Blocks."""
    if not wide:
        return ""
    shown = ", ".join(f"{path} ({stat.S_IMODE(path.lstat().st_mode):04o})" for path in wide[:SHOWN])
    more = tr(" and {count} more").format(count=len(wide) - SHOWN) if len(wide) > SHOWN else ""
    return tr("other users of this computer can read or change {shown}{more}").format(shown=shown, more=more)


def _folder(path: Path) -> Check:
    usable = os.access(path, os.R_OK | os.W_OK | os.X_OK)
    remedy = "" if usable else "Change its permissions, or set DISPUTATIO_HOME to another folder."
    return Check(name="Folder", ok=usable, detail=f"{path}{'' if usable else ' cannot be written to'}", remedy=remedy)


async def _storage(app: Application) -> list[Check]:
    able = app.database.capabilities
    damages = await app.database.integrity_check()
    vectors = able.vectors or f"without sqlite-vec ({able.vectors_why}): numpy searches instead, more slowly"
    whole = Check(name=DATABASE, ok=True, detail=f"{app.database.path}: the integrity check found nothing")
    return [
        Check(name="SQLite", ok=True, detail=f"{able.sqlite} through {able.driver}"),
        Check(name="Vector search", ok=bool(able.vectors), detail=vectors),
        *(_damages(app.paths, damages) if damages else [whole]),
        *(Check(name="Data", ok=False, detail=notice) for notice in app.database.notices),
    ]


def _damages(paths: Paths, damages: Sequence[str]) -> list[Check]:
    """Return a row for each damage. The indexes of the search follow from other tables; everything else is lost where
    there is no backup."""
    rows = []
    for each in damages[:FINDINGS]:
        anew = "Make the index of the search anew: disputatio rebuild"
        remedy = anew if is_of_search(each) else _way_back(paths)
        rows.append(Check(name=DATABASE, ok=False, detail=f"integrity check: {each}", remedy=remedy))
    return rows


async def _memory(app: Application) -> Check:
    """By meaning or by words only; nothing is asked."""
    chosen = await app.memory.embedding.choice()
    if chosen.why_not:
        remedy = "Set a key, or set memory.embeddings to another model (local:all-minilm-l6-v2 needs no key)."
        return Check(name="Memory", ok=False, detail=f"found by words only: {chosen.why_not}", remedy=remedy)
    least = await app.memory.thresholds.least(chosen.model)
    said = f"found by words and by meaning ({chosen.model}), from a similarity of {least.words}; not asked now"
    remedy = f"Set the least similarity for this model: {AGAIN}" if not (least.calibrated or least.chosen) else ""
    return Check(name="Memory", ok=True, detail=said, remedy=remedy)


async def _sandbox(app: Application) -> Check:
    """Whether code that participants write can be run here. Tried even where the person has switched it off, so that
    they know what switching it on would bring: all that runs is a shell that looks for interpreters."""
    off = "" if app.sandbox.wanted else "switched off; "
    try:
        how, languages = await app.sandbox.described()
    except DisputatioError as error:
        remedy = f"{error.remedy} Then switch it on: {SWITCH}" if off else error.remedy
        return Check(name="Sandbox", ok=False, detail=f"{off}{error.what}", remedy=remedy)
    known = ", ".join(languages) or "no language that it could run is in there"
    detail = f"{off}code {'can be' if off else 'is'} run isolated by {how}: {known}"
    return Check(name="Sandbox", ok=bool(languages), detail=detail, remedy=f"Switch it on: {SWITCH}" if off else "")


def _settings(app: Application) -> list[Check]:
    return [
        Check(name="Settings", ok=False, detail=f"{fault.file}:{fault.line}: {fault.what}", remedy=fault.remedy)
        for fault in app.settings.faults
    ] or [Check(name="Settings", ok=True, detail=str(app.paths.settings_file))]


async def _keyring(app: Application) -> Check:
    state = await app.keys.state()
    detail = state.name if state.available else state.reason
    return Check(name="Keyring", ok=state.available, detail=detail, remedy=state.remedy)


async def _providers(app: Application) -> list[Check]:
    """Return whether they could be asked; whether they answer is what `check` tells."""
    rows = []
    for name in app.registry.names():
        config = app.registry.config(name)
        if config is None:
            continue
        key = await app.keys.get(name)
        usable = bool(key) or bool(config.base_url and local(config.base_url))
        if key:
            detail, remedy = f"key from the {key.source}; not asked now", ""
        elif usable:
            detail, remedy = f"needs no key; not asked now ({config.address})", ""
        elif locked := app.keys.unread:
            detail, remedy = f"not known whether it has a key. {locked}", (await app.keys.state()).remedy
        else:
            detail, remedy = "no key", f"disputatio keys set {name}, or set {variable(name)}."
        if clear := in_clear(config.base_url):
            detail += f"; {config.address} is another computer, reached by http://: the key travels in the clear"
            remedy = remedy or f"If it has https://: disputatio settings set providers.{name}.base_url ADDRESS"
        rows.append(Check(name=config.shown, ok=usable and not clear, detail=detail, remedy=remedy))
    return rows


def _fonts() -> Check:
    try:
        found = sorted(path.name for path in resource("fonts").glob("*.[ot]tf"))
    except ResourceMissing as missing:
        return Check(name="Fonts", ok=False, detail=missing.what, remedy=missing.remedy)
    return Check(name="Fonts", ok=bool(found), detail=f"{len(found)} files")


def _qt() -> Check:
    if find_spec("PySide6") is None:
        return Check(name="Window", ok=False, detail="PySide6 is not installed", remedy="Install it with ./run.")
    if frozen():
        return Check(name="Window", ok=True, detail="Qt is part of this program")
    command = [sys.executable, "-P", "-c", QT]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=QT_PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return Check(name="Window", ok=False, detail="Qt did not load within a minute", remedy="Try again.")
    if done.returncode == 0:
        return Check(name="Window", ok=True, detail="Qt and its system libraries load")
    last = (done.stderr.strip().splitlines() or ["it failed without saying why"])[-1]
    return Check(name="Window", ok=False, detail=last, remedy="Start ./run, which names the missing packages.")


def _display(environment: Mapping[str, str]) -> Check:
    if has_display(environment):
        return Check(name="Display", ok=True, detail="there is one")
    remedy = "Log in to a desktop, use ssh -X, or try xvfb-run. The command line needs no display."
    return Check(name="Display", ok=False, detail="none (no DISPLAY, no WAYLAND_DISPLAY)", remedy=remedy)
