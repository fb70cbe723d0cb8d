"""The names in the headers of a diff: quoted or not, with a side before them and a time behind them. Pure."""

from __future__ import annotations

import re

_PART = r"(?:\"(?:[^\"\\]|\\.)*\"|\S+)"
_TWO = re.compile(rf"({_PART}) ({_PART})")
_ESCAPE = re.compile(r"\\([0-7]{1,3}|.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_NOWHERE = "/dev/null"


def pair(written: str) -> tuple[str, str] | None:
    """The two names behind `diff --git`; None where it cannot be told where the first one ends."""
    if two := _TWO.fullmatch(written):
        return name(two[1], "a"), name(two[2], "b")
    middle = len(written) // 2
    sides = name(written[:middle], "a"), name(written[middle + 1 :], "b")
    return sides if written[middle : middle + 1] == " " and sides[0] == sides[1] else None


def name(written: str, side: str) -> str:
    """The path of a header: without quotes, time and the prefix of its side; "" for nowhere."""
    found = written.rstrip()
    found = _unquoted(found) if found.startswith('"') else found.partition("\t")[0]
    if found == _NOWHERE:
        return ""
    return found[2:] if side and found.startswith(f"{side}/") else found


def _unquoted(quoted: str) -> str:
    """git quotes names as C does; octal numbers are bytes."""
    body = quoted[1:].partition('"')[0] if '\\"' not in quoted else quoted[1:].rpartition('"')[0]

    def plain(match: re.Match[str]) -> str:
        found = match[1]
        return chr(int(found, 8) & 255) if found.isdecimal() else _LETTERS.get(found, found)

    text = _ESCAPE.sub(plain, body)
    try:
        return text.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text
