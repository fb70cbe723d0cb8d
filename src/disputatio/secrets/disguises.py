"""A key in another guise: with markup, marks or what nobody sees between its letters, escaped for an address, a page or
a program, in other letters of the same shape, encoded, backwards. A server that echoes a key may write it in any of
these, and so may a model that was asked to.

All guises are read alike: what is no letter or figure falls away, and markup and escapes are taken for what they show.
What is left is searched, and where a key is found, all that it was written with goes.
"""

from __future__ import annotations

import base64
import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from typing import Final

LEAST = 16
"""Letters of a key that is looked for in other guises: a shorter one could be found in ordinary words."""
_FEWEST = 12
"""Of those, letters and figures."""
_PART = 8
"""A part of so many letters and figures can give a key away by itself."""
_CHANGED = 2
"""So many may differ: whoever echoes a key may have altered it, and the rest gives it away."""
_BEGUN = 4
UNSEEN: Final = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""What stands between letters and is not shown."""
IN_KEYS: Final = "".join(chr(code + wide) for code in range(0x21, 0x7F) for wide in (0, 0xFEE0)) + UNSEEN
"""What keys are made of, and what may stand between: a text that ends in this may end in the beginning of a key."""

Step = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]
"""What is written otherwise than it is read, and how it is read."""

_CODES: Final = (
    (r"%([0-9A-Fa-f]{2})", 16),
    (r"=([0-9A-F]{2})", 16),
    (r"\\{1,4}x([0-9A-Fa-f]{2})", 16),
    (r"\\{1,4}u([0-9A-Fa-f]{4})", 16),
    (r"\\{1,4}u\{([0-9A-Fa-f]{1,6})\}", 16),
    (r"\\{1,4}U([0-9A-Fa-f]{8})", 16),
    (r"\\{1,4}([01][0-7]{2})", 8),
    (r"&#0{0,9}([0-9]{1,7});?", 10),
    (r"&#[xX]0{0,9}([0-9A-Fa-f]{1,6});?", 16),
)
"""Escapes of letters, and the base of the number in each."""
_NAMED: Final = r"&[A-Za-z][A-Za-z0-9]{1,30};"
_LINE_ENDS: Final = r"\\{1,4}[nrtbfv0]"


def _escaped(match: re.Match[str]) -> str:
    """Return the letter that an escape stands for, "" where it stands for none."""
    if match.lastindex is None:
        return html.unescape(match[0]) if match[0].startswith("&") else ""
    number = int(match[match.lastindex], _CODES[match.lastindex - 1][1])
    return chr(number) if number < 0x110000 else ""


_ESCAPE: Final[Step] = (re.compile("|".join([*(code for code, _ in _CODES), _NAMED, _LINE_ENDS])), _escaped)
_MARKUP: Final[Step] = (
    re.compile(
        r"<[^<>]{0,500}>"  # of a page, also what is left out there
        r"|\]\([^()\n]{0,500}\)"  # where a link leads
        r"|\[/?[A-Za-z]{1,10}(?:=[^\[\]]{0,100})?\]"  # of a forum
        r"|\\[A-Za-z]{2,20}\s{0,3}(?=\{)"  # of a formula
        r"|\x1b\[[0-9;]{0,20}[A-Za-z]"  # of a terminal
    ),
    lambda _: "",
)
_READINGS: Final[tuple[tuple[Step, ...], ...]] = ((), (_MARKUP,), (_ESCAPE, _ESCAPE), (_ESCAPE, _ESCAPE, _MARKUP))
"""As it stands, and as it shows: an escape may have been escaped once more."""
_OPEN: Final = re.compile(
    r"(?:<[^<>]{0,500}|\]\([^()\n]{0,500}|\[[^\[\]\s]{0,100}|\x1b\[?[0-9;]{0,20}|&[#\w]{0,30}|%\w?)$"
)
"""Markup or an escape that may go on."""
_TURNED: Final = str.maketrans(
    ascii_letters, "".join(each[13:] + each[:13] for each in (ascii_lowercase, ascii_uppercase))
)
_NO_LETTER: Final = re.compile("[^0-9a-z]+")


class Disguises:
    """Keys as they may be written otherwise. Nothing of them can be printed."""

    __slots__ = ("_heads", "_needles", "_shortest", "_starts")

    def __init__(self) -> None:
        self._needles: dict[str, None] = {}
        self._shortest = 0
        self._heads: set[str] = set()
        self._starts: tuple[str, ...] = ()

    def add(self, key: str) -> None:
        if len(key) >= LEAST:
            bare = map(_bare, (key, *_encodings(key)))
            self._needles |= dict.fromkeys(each for each in bare if len(each) >= _FEWEST)
            self._shortest = min((len(each) // _parts(each) for each in self._needles), default=0)
            self._heads = {each[:_BEGUN] for each in self._needles}
            self._starts = tuple({each[:few] for each in self._needles for few in range(1, _BEGUN)})

    def without(self, text: str, mask: str) -> str:
        """Return the text with the mask in place of each key, and of each part of one."""
        spans: list[tuple[int, int]] = []
        for reading in _readings(text) if self._needles else ():
            bare = _read(text, reading)
            if len(bare) < self._shortest:
                continue
            if found := [span for needle in self._needles for span in _found(bare, needle)]:
                places = _places(text, reading)
                spans += [(places[first][0], places[end - 1][1]) for first, end in found]
        return _masked(text, spans, mask) if spans else text

    def begun(self, text: str) -> int:
        """Return where a key begins that may go on behind a text: its end where none does."""
        least = len(text)
        for so_far in {text, _OPEN.sub("", text)} if self._needles else ():
            for reading in _readings(so_far):
                bare = _read(so_far, reading)
                if not (bare.endswith(self._starts) or any(head in bare for head in self._heads)):
                    continue
                begun = min(_begun(bare, needle) for needle in self._needles)
                if begun < len(bare):
                    at = _places(so_far, reading)[begun][0]
                    apart = begun + _BEGUN <= len(bare) or not so_far[max(0, at - 1) : at].isalnum()
                    least = min(least, at) if apart else least
        return least

    def __repr__(self) -> str:
        return f"Disguises({len(self._needles)})"


def _readings(text: str) -> Iterator[tuple[Step, ...]]:
    """Yield the ways in which a text is to be read: most are read only as they stand."""
    escaped, marked = (any(each in text for each in marks) for marks in ("%\\&=", "<[]\\\x1b&%="))
    for reading in _READINGS:
        if (escaped or _ESCAPE not in reading) and (marked or _MARKUP not in reading):
            yield reading


def _bare(text: str) -> str:
    """Return the letters and figures of a text alone, all small."""
    plain = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return _NO_LETTER.sub("", plain.lower())


def _read(text: str, reading: Iterable[Step]) -> str:
    """Return the letters and figures of a text as it is read."""
    for written, read in reading:
        text = written.sub(read, text)
    return _bare(text)


def _places(text: str, reading: Iterable[Step]) -> list[tuple[int, int]]:
    """Return where in a text each letter of `_read` stands."""
    places = [(at, at + 1) for at in range(len(text))]
    for written, read in reading:
        pieces, kept, reached = [], [], 0
        for match in written.finditer(text):
            start, end = match.span()
            pieces += [text[reached:start], new := read(match)]
            kept += [*places[reached:start], *[(places[start][0], places[end - 1][1])] * len(new)]
            reached = end
        text, places = "".join([*pieces, text[reached:]]), [*kept, *places[reached:]]
    return [place for letter, place in zip(text, places, strict=True) for _ in _bare(letter)]


def _parts(key: str) -> int:
    """Return by how many parts a key is known: with two letters changed, one of three is still whole."""
    return 3 if len(key) >= 3 * _PART else 2


def _found(bare: str, key: str) -> Iterator[tuple[int, int]]:
    """Yield where a key stands, told by any of its parts, with what stands beside that and belongs to it."""
    parts = _parts(key)
    cuts = [len(key) * part // parts for part in range(parts + 1)]
    for start, end in pairwise(cuts):
        at = bare.find(key[start:end])
        while at >= 0:
            before = _reach(bare[max(0, at - start - _CHANGED) : at][::-1], key[:start][::-1])
            after = _reach(bare[at + end - start : at + len(key) - start + _CHANGED], key[end:])
            if _telling(key[start:end]) or before[1] + end - start + after[1] >= len(key) - _CHANGED:
                yield at - before[0], at + end - start + after[0]
            at = bare.find(key[start:end], at + 1)


def _telling(part: str) -> bool:
    """Return whether a part of a key gives it away by itself: what might be a word does not, unless it is long."""
    return len(part) >= _FEWEST or (len(part) >= _PART and not part.isalpha())


def _reach(text: str, key: str) -> tuple[int, int]:
    """Return how far a text is the same as a key, and how much of the key that is, where a few letters may differ, lack
    or be too many."""
    at = of = 0
    reached = (0, 0)
    changes = _CHANGED
    while at < len(text) and of < len(key):
        if text[at] == key[of]:
            at, of = at + 1, of + 1
            reached = (at, of)
        elif not changes:
            break
        else:
            changes -= 1
            lacks, more = key[of + 1 : of + 3] == text[at : at + 2], text[at + 1 : at + 3] == key[of : of + 2]
            at, of = at + (not lacks), of + (lacks or not more)
    return reached


def _begun(bare: str, key: str) -> int:
    """Return where a key begins that a text ends in the middle of: its end where none does."""
    at = bare.find(key[:_BEGUN], max(0, len(bare) - len(key) + 1))
    while at >= 0:
        if _differing(bare[at:], key) <= _CHANGED:
            return at
        at = bare.find(key[:_BEGUN], at + 1)
    return len(bare) - next((few for few in range(_BEGUN - 1, 0, -1) if bare.endswith(key[:few])), 0)


def _differing(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False))


def _masked(text: str, spans: Iterable[tuple[int, int]], mask: str) -> str:
    pieces, reached = [], 0
    for start, end in sorted(spans):
        if start >= reached:
            pieces += [text[reached:start], mask]
        reached = max(reached, end)
    return "".join([*pieces, text[reached:]])


def _encodings(key: str) -> list[str]:
    """Return a key as it is encoded: base 64 wherever in what was encoded it began, without the letters that depend on
    its neighbours, also once more; hexadecimal, base 32; backwards, and with the alphabet turned by half."""
    raw = key.encode()
    found = [*_base64(raw), *_base64(base64.b64encode(raw)), raw.hex()]
    return [*found, base64.b32encode(raw).decode().rstrip("=")[:-1], key[::-1], key.translate(_TURNED)]


def _base64(raw: bytes) -> list[str]:
    found = []
    for before in range(3):
        plain = base64.b64encode(b"\0" * before + raw).decode().rstrip("=")
        found.append(plain[(0, 2, 3)[before] : len(plain) - 1])
    return found
