"""The settings file: TOML that the person may edit. Comments, order and unknown keys survive every change made here."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from disputatio.app.private_files import write_private
from disputatio.app.settings.kinds import Plain
from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.debate.wording import tr

LARGEST = 1_000_000
"""Bytes of a settings file."""


class SettingsNotSaved(DisputatioError):
    """The settings file cannot be read or written."""


@value
class Fault:
    """Something in the file that cannot be used as it stands. `line` from 1, 0 where it is not known."""

    file: str
    what: str
    remedy: str
    key: str = ""
    line: int = 0

    @property
    def user_message(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{place}: {self.what} {self.remedy}".strip()


class SyntaxFault(Exception):
    """The file is no TOML: `what` and `line` say where it ends to be."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.what = what
        self.line = line


def read(path: Path) -> str:
    """Return the text of the file, "" where there is none. Raises `SettingsNotSaved`, `SyntaxFault`."""
    try:
        if path.exists() and not path.is_file():  # a device or a pipe may never end
            raise SyntaxFault("It is not an ordinary file.", 0)
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise SyntaxFault(f"It has more than {LARGEST:,} bytes.", 0)
        return content.decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise SyntaxFault("It is not UTF-8 text.", error.object[: error.start].count(b"\n") + 1) from None
    except OSError as error:
        raise SettingsNotSaved(
            tr("The settings in {path} cannot be read: {strerror}.").format(
                path=path, strerror=error.strerror or error
            ),
            "Check its permissions.",
        ) from error


def leaves(text: str) -> dict[str, object]:
    """Return every value with its dotted key. Raises `SyntaxFault`."""
    try:
        return dict(_leaves(tomllib.loads(text), ""))
    except ValueError as error:  # no TOML, or a number with thousands of digits
        place = re.search(r"at line (\d+)", str(error))
        raise SyntaxFault(f"It is not valid TOML: {error}.", int(place[1]) if place else text.count("\n") + 1) from None
    except RecursionError:
        raise SyntaxFault("It is nested too deeply.", 0) from None


def _leaves(table: Mapping[str, Any], above: str) -> Iterator[tuple[str, object]]:
    for name, content in table.items():
        key = f"{above}.{name}" if above else name
        if isinstance(content, dict):
            yield from _leaves(content, key)
        else:
            yield key, content


_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"\s*([\w.\"' -]+?)\s*=")


def line_of(text: str, key: str) -> int:
    """Return the line where a key is set (from 1), or the one of the table that holds it inline, or 0."""
    table, nearest, longest = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _plain(header[1]) + "."
        elif found := _KEY.match(line):
            here = table + _plain(found[1])
            if here == key:
                return number
            if key.startswith(here + ".") and len(here) > longest:
                nearest, longest = number, len(here)
    return nearest


def _plain(key: str) -> str:
    return re.sub(r"[\s\"']", "", key)


def with_changes(text: str, sets: Mapping[str, Plain], removes: tuple[str, ...] = ()) -> str:
    """Return the text with some keys set and some removed, everything else as it was."""
    import tomlkit

    document = tomlkit.parse(text)
    for key in removes:
        _remove(document, key.split("."))
    for key, content in sets.items():
        _put(document, key.split("."), list(content) if isinstance(content, tuple) else content)
    return tomlkit.dumps(document)


def _put(table: Any, parts: list[str], content: object) -> None:
    import tomlkit

    for position, part in enumerate(parts[:-1]):
        if not isinstance(table.get(part), dict):
            table.pop(part, None)
            table[part] = tomlkit.table(is_super_table=position < len(parts) - 2)
        table = table[part]
    table[parts[-1]] = content


def _remove(table: Any, parts: list[str]) -> None:
    """The key, and the tables that are empty without it."""
    inner = table.get(parts[0])
    if len(parts) == 1:
        table.pop(parts[0], None)
    elif isinstance(inner, dict):
        _remove(inner, parts[1:])
        if not inner:
            table.pop(parts[0])


def write(path: Path, text: str) -> None:
    """Write all or nothing, for this person's eyes alone; a symbolic link stays one. Raises `SettingsNotSaved`."""
    try:
        path.resolve().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(path, text.encode("utf-8", "backslashreplace"), durable=True)
    except OSError as error:
        raise SettingsNotSaved(
            tr("The settings could not be saved in {path}: {strerror}.").format(
                path=path, strerror=error.strerror or error
            ),
            "Make room or check the permissions of the folder, then change the setting again.",
        ) from error


def keep_aside(path: Path) -> Path:
    """Move a file that cannot be used to a name beside it that is free. Raises `SettingsNotSaved`."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-broken-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise SettingsNotSaved(
            tr("The damaged settings in {path} could not be set aside: {strerror}.").format(
                path=path, strerror=error.strerror or error
            ),
            "Move the file away, then change the setting again.",
        ) from error
    return aside
