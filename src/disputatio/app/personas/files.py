"""A persona as a TOML file: one a file, with the sources of its corpus listed (SPEC MEMORY.4).

    name         = "…"          about = "…"      in a sentence
    holds        = "…"          cares_for = "…"  would_change = "…"
    voice        = "…"
    [[corpus]]   name = "handbook.pdf"   characters = 81250   digest = "SHA-256 of the file"

The texts of the corpus are not part of it: they are other people's. Nothing that the list names is looked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import tomlkit

from disputatio.app.paths import resource
from disputatio.debate.errors import ConfigError
from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.engine.errors import did_you_mean
from disputatio.library.corpus import Source
from disputatio.library.persona import LIMITS, Persona, too_long, unfit
from disputatio.storage.own_files import read_ordinary

LONGEST = 200_000
"""Bytes of a persona's file."""
LISTED = ("name", "kind", "pages", "characters", "digest")
FIELDS = (*LIMITS, "corpus")
RENAME = "Give it a name of its own, such as “Clerk of the harbour” or “Ada Lovelace”."


@value
class Read:
    """A persona from a file, and the names of the sources that its corpus had."""

    persona: Persona
    sources: tuple[str, ...] = ()


def read_file(path: Path) -> Read:
    """Return the persona of a file. Raises ConfigError, which names the field and the remedy."""
    try:
        content = read_ordinary(path, LONGEST + 1)
        if len(content) > LONGEST:
            raise ConfigError(
                tr("{path} is too large for a persona.").format(path=path.name),
                "Choose a persona's TOML file.",
                field="file",
            )
        return parse(content.decode("utf-8"), path.name)
    except OSError as fault:
        raise ConfigError(
            tr("{path} cannot be read: {strerror}.").format(path=path, strerror=fault.strerror),
            "Check the path.",
            field="file",
        ) from fault
    except UnicodeDecodeError as fault:
        raise ConfigError(
            tr("{path} is not text in UTF-8.").format(path=path.name), "Choose a persona's TOML file.", field="file"
        ) from fault


def parse(text: str, name: str) -> Read:
    """Read a persona from the text of a file. Raises ConfigError."""
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            tr("{name} is not valid TOML: {error}.").format(name=name, error=error), "Correct the line that it names."
        ) from error
    for key in found:
        if key not in FIELDS:
            remedy = did_you_mean(key, FIELDS, f"Known are: {', '.join(FIELDS)}.")
            raise ConfigError(tr("{name}: unknown field {key}.").format(name=name, key=key), remedy, field=key)
    members: dict[str, Any] = {field: _text(found, field, name) for field in LIMITS}
    if not members["name"]:
        raise ConfigError(tr("{name} does not name a persona.").format(name=name), 'Add name = "…".', field="name")
    persona = Persona(**members)
    check(persona)
    return Read(persona=persona, sources=_sources(found.get("corpus", []), name))


def check(persona: Persona) -> None:
    """Raise ConfigError where nobody can be called so, or a field is longer than a system prompt has room for."""
    if why := unfit(persona.name):
        raise ConfigError(tr("A persona cannot be called that: {why}.").format(why=why), RENAME, field="name")
    if faults := too_long(persona):
        raise ConfigError(
            f"{'; '.join(faults)}.", "Shorten it: it goes with every turn of the persona.", field="persona"
        )


def _text(found: dict[str, Any], field: str, name: str) -> str:
    text = found.get(field, "")
    if not isinstance(text, str):
        raise ConfigError(
            tr("{name}: {field} is not text.").format(name=name, field=field), "Put it in quotes.", field=field
        )
    return text.strip() if field not in ("name", "about") else " ".join(text.split())


def _sources(found: Any, name: str) -> tuple[str, ...]:
    if not (isinstance(found, list) and all(isinstance(one, dict) for one in found)):
        raise ConfigError(
            tr("{name}: corpus is not a list of tables.").format(name=name),
            "Write one [[corpus]] for each.",
            field="corpus",
        )
    return tuple(str(one.get("name", "?"))[:200] for one in found)


def dump(persona: Persona, sources: Sequence[Source] = ()) -> str:
    """Return the file of a persona."""
    document = tomlkit.document()
    document.add(tomlkit.comment("A persona for Disputatio. Import it with: disputatio persona import FILE"))
    for field in LIMITS:
        text = getattr(persona, field)
        document.add(field, tomlkit.string(text, multiline="\n" in text or len(text) > 100))
    if sources:
        tables = tomlkit.aot()
        for source in sources:
            table = tomlkit.table()
            for field in LISTED:
                table.add(field, getattr(source, field))
            tables.append(table)
        document.add("corpus", tables)
    return tomlkit.dumps(document)


# ---- the personas that ship with the program --------------------------------------------------------------------
EXAMPLE = "example/"
"""How their ids begin."""


def is_example(persona: Persona) -> bool:
    return persona.id.startswith(EXAMPLE)


def examples() -> list[Persona]:
    """Return all of them. Blocks."""
    files = sorted(resource("personas").glob("*.toml"))
    return [replace(read_file(path).persona, id=f"{EXAMPLE}{path.stem}") for path in files]
