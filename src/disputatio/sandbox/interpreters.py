"""The languages that can be run here, by the name that a fence in a turn gives."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

from disputatio.debate.values import value

FOLDERS: Final = ("/usr/bin", "/usr/local/bin", "/bin")


@value
class Language:
    """`title`: as it is written; `fences`: what a fence calls it; `file`: the name of the program; `programs`: what can
    run it, the first that is there; `arguments`: what it is told before the file. `reserves`: it takes far more
    addresses than memory."""

    title: str
    fences: tuple[str, ...]
    file: str
    programs: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    reserves: bool = False


LANGUAGES = (
    Language(title="Python", fences=("python", "py", "python3"), file="program.py", programs=("python3",),
             arguments=("-I", "-B")),
    Language(title="JavaScript", fences=("javascript", "js", "node", "mjs", "cjs"), file="program.mjs",
             programs=("node",), arguments=("--max-old-space-size=384",), reserves=True),
    Language(title="shell", fences=("sh", "shell", "bash", "console"), file="program.sh", programs=("bash", "sh")),
    Language(title="Perl", fences=("perl", "pl"), file="program.pl", programs=("perl",)),
    Language(title="Ruby", fences=("ruby", "rb"), file="program.rb", programs=("ruby",)),
    Language(title="Lua", fences=("lua",), file="program.lua", programs=("lua", "lua5.4", "lua5.3")),
    Language(title="PHP", fences=("php",), file="program.php", programs=("php",)),
    Language(title="awk", fences=("awk",), file="program.awk", programs=("gawk", "mawk", "awk"), arguments=("-f",)),
)  # fmt: skip


def language_of(fence: str) -> Language | None:
    """Return the language that a fence names, None where it is not known."""
    name = fence.strip().casefold().split()[0] if fence.strip() else ""
    return next((one for one in LANGUAGES if name in one.fences), None)


def places() -> tuple[str, ...]:
    """Return every place where a box may have something that runs one of the languages."""
    names = [name for language in LANGUAGES for name in language.programs]
    own = (f"{_own()}/bin/python3",) if _own() else ()
    return (*(f"{folder}/{name}" for name in names for folder in FOLDERS), *own)


def command_for(language: Language, exists: Callable[[str], bool]) -> Sequence[str] | None:
    """Return the command that runs a program of the language inside of a box, None where nothing in there can. `exists`
    says which of the `places` the box has."""
    names = [f"{folder}/{name}" for name in language.programs for folder in FOLDERS]
    if language.title == "Python" and _own():
        names.append(f"{_own()}/bin/python3")
    found = next((name for name in names if exists(name)), None)
    return (found, *language.arguments) if found is not None else None


def own_python(exists: Callable[[str], bool] = os.path.exists) -> tuple[str, ...]:
    """Return the folder of this program's Python, which the box is to show where the system has no Python."""
    system = any(exists(f"{folder}/python3") for folder in FOLDERS)
    return (_own(),) if _own() and not system else ()


def _own() -> str:
    """Return the folder of this program's Python; the packaged application has none that another program could run."""
    return "" if getattr(sys, "frozen", False) else sys.base_prefix
