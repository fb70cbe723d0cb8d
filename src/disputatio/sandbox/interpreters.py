"""The languages that can be run here, by the name that a fence in a turn gives."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from disputatio.debate.values import value


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


def command_for(language: Language, exists: Callable[[str], bool] = os.path.exists) -> Sequence[str] | None:
    """Return the command that runs a program of the language inside of the box, None where nothing here can. Only what
    stands among the system's programs is there."""
    for name in language.programs:
        for folder in ("/usr/bin", "/usr/local/bin"):
            if exists(f"{folder}/{name}"):
                return (f"{folder}/{name}", *language.arguments)
    if language.title == "Python":
        return (f"{sys.base_prefix}/bin/python3", *language.arguments)
    return None


def own_python(exists: Callable[[str], bool] = os.path.exists) -> tuple[str, ...]:
    """Return the folder of this program's Python, which the box is to show where the system has no Python."""
    system = any(exists(f"{folder}/python3") for folder in ("/usr/bin", "/usr/local/bin"))
    return () if system else (sys.base_prefix,)
