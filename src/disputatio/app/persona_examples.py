"""The personas that ship with the program: read, never changed; a copy of one can be."""

from __future__ import annotations

from dataclasses import replace

from disputatio.app import persona_files
from disputatio.app.assets import resource
from disputatio.library.persona import Persona

EXAMPLE = "example/"
"""How their ids begin."""


def is_example(persona: Persona) -> bool:
    return persona.id.startswith(EXAMPLE)


def examples() -> list[Persona]:
    """All of them. Blocks."""
    files = sorted(resource("personas").glob("*.toml"))
    return [replace(persona_files.read_file(path).persona, id=f"{EXAMPLE}{path.stem}") for path in files]
