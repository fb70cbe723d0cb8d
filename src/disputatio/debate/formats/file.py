"""A format file as tables: read from TOML, tables where they belong, and every fault with its file and its line."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from disputatio.debate.errors import FormatError
from disputatio.debate.ranges import amount
from disputatio.debate.wording import figure, tr

LONGEST = 200_000
"""Characters of a file: the longest format that ships has five thousand."""
MOST_DOTS = 200
"""Dots of a key: the TOML reader takes quadratic time for a key of many parts."""
KEY = re.compile(r"\s*([^\s=]+)\s*=")


class FormatFile:
    """A format file. `tables` are those of the file, without what cannot be used; `faults` are lines and texts, to be
    told all at once."""

    def __init__(self, text: str, file: str) -> None:
        """Read the tables from a text. `file` names it in faults. Raises FormatError for what is no TOML at all."""
        self.file = file
        self.faults: list[tuple[int, str]] = []
        self.tables = parsed(text, file)
        self._lines = lines_of(text)
        self._tidy()

    def _tidy(self) -> None:
        """Put tables where tables belong; whatever else stands there is reported and ignored."""
        for key in ("options", "cast", "step"):
            found = self.tables.get(key, {})
            if not isinstance(found, dict):
                self.error("", key, f"`{key}` is not a table", f"write [{key}.NAME] with its keys below")
                self.tables[key] = {}
            elif key != "options":
                for name, keys in list(found.items()):
                    if not isinstance(keys, dict):
                        self.error("", key, f"`{key}.{name}` is not a table", f"write [{key}.{name}]")
                        del found[name]
        if not isinstance(self.tables.get("do", []), list):
            self.error("", "do", "`do` is not a list", 'write do = ["first", "second"]')
            self.tables["do"] = []
        for key in ("name", "title", "summary"):
            if not isinstance(self.tables.get(key, ""), str):
                self.error("", key, f"`{key}` is not a text", f'write {key} = "…"')
        for name, value in list(self.tables.get("options", {}).items()):
            if not option_value(value):
                remedy = "give it a number, true, false, a text or a list of texts"
                self.error("options", name, f"option {name!r} cannot be {value!r}", remedy)
                del self.tables["options"][name]

    def error(self, step: str, key: str, what: str, remedy: str) -> None:
        """Note a fault of a key below the header of a step ("": at the top of the file)."""
        place = f"[{step if step.startswith('cast.') or step == 'options' else f'step.{step}'}] " if step else ""
        line = self._line(step, key)
        self.faults.append((line, f"{self.file}:{line}: {place}{what}; {remedy}"))

    def _line(self, step: str, key: str) -> int:
        """Return the line of a key. Flat tables make lines easy to find: the header, then the key below it."""
        headers = (f"step.{step}", step) if step else ("",)
        lines = [self._lines[header, name] for name in (key, "") for header in headers if (header, name) in self._lines]
        return lines[0] if lines else 1


def parsed(text: str, file: str, longest: int = LONGEST) -> dict[str, Any]:
    """Return the tables of a text that somebody wrote. Raises FormatError for what is no TOML, or too long."""
    if len(text) > longest:
        raise FormatError(
            tr("{file} has {number_of_text} characters; the limit is {longest}.").format(
                file=file, number_of_text=figure(len(text)), longest=figure(longest)
            ),
            "Make it shorter.",
        )
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise FormatError(
            tr("{file} has a line with more than {most_dots} dots.").format(file=file, most_dots=MOST_DOTS),
            "Break the line, or use fewer.",
        )
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers and nestings beyond what the reader can hold
        raise FormatError(
            tr("{file}: not valid TOML: {error}.").format(file=file, error=error), "Correct the line that it names."
        ) from error


def lines_of(text: str) -> dict[tuple[str, str], int]:
    """Return where each header stands (its last line), and each key below it (its first), by (header, key)."""
    found: dict[tuple[str, str], int] = {}
    header = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            header = line.strip().split("]")[0].lstrip("[").strip()
            found[header, ""] = number
        elif key := KEY.match(line):
            found.setdefault((header, key[1]), number)
    return found


def option_value(value: object) -> bool:
    """Return whether an option can hold a value, and JSON can say it."""
    if isinstance(value, list):
        return all(isinstance(one, str) for one in value)
    return isinstance(value, (bool, str)) or amount(value)
