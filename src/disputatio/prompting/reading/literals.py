"""Finding data in a reply: JSON, JSON with the faults that models make, and Python literals.

One scanner for all of them. It reads strings in either quotes, trailing commas, comments, bare words as keys and
values, raw line breaks in strings, `True / None`; it evaluates nothing. Every call does at most `_STEPS` times the
length of the text in steps, nests at most `_DEPTH` deep, and never raises.

json-repair 0.64 was measured beside it and makes data up: prose about `{see} below` swallows the Markdown sections that
follow as one value, `80%` becomes 80, an answer that was cut off in the middle of a string counts as whole, and of two
objects only the last is left. It does not say where something stood, and 64 kB of `{` take it 4.4 s instead of 0.1 s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from disputatio.debate.values import Json, value

LONGEST = 64_000
"""Characters of a reply that are looked at: payloads stand at the end, so the end is kept."""

_DEPTH = 40
_STEPS = 3
_START = re.compile(r"[{\[]")
_SPACE = re.compile(r"(?:[\s\ufeff]+|//[^\n]*|/\*[^*]*\*/)*")
_BARE = re.compile(r"[^\s,:{}\[\]\"'][^,:{}\[\]\"'\n]*")
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]{0,30})?(?:\.\d{1,30})?(?:[eE][-+]?\d{1,3})?%?")
_WORDS: dict[str, Json] = {
    "true": True, "True": True, "false": False, "False": False, "null": None, "None": None, "NaN": None,
    "undefined": None, "Infinity": None,
}  # fmt: skip
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": "", "0": "", "\n": ""}
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_AFTER_STRING = frozenset(",:}])#/")


@value
class Found:
    """A literal in a text: where it stands, and what it says."""

    start: int
    end: int
    value: Json


def pair_surrogates(text: str) -> str:
    """Return the text with surrogates paired; a half that stands alone becomes the replacement character."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Bad(Exception):
    """What stands there is no literal."""


class _Deep(_Bad):
    """It is nested deeper than any payload, so what it is made of is not looked at again."""


def literals(text: str) -> list[Found]:
    """Return all objects and lists that stand in a text, outermost ones only, in order."""
    return list(_Scanner(text[-LONGEST:], max(0, len(text) - LONGEST)).all())


def objects(text: str) -> list[Found]:
    """Return the objects among the literals of a text; a list of objects counts as one."""
    return [found for found in literals(text) if isinstance(found.value, dict) or _objects(found.value)]


def _objects(found: Json) -> bool:
    return isinstance(found, list) and bool(found) and all(isinstance(item, dict) for item in found)


class _Scanner:
    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset
        self.at = 0
        self.left = _STEPS * len(text) + 1000

    def all(self) -> Iterator[Found]:
        place = 0
        while (match := _START.search(self.text, place)) and self.left > 0:
            start = self.at = match.start()
            try:
                found = self.value(0)
            except _Bad as bad:
                self.left -= self.at - start + 1
                place = self.at if isinstance(bad, _Deep) else start + 1
            else:
                self.left -= self.at - start
                place = self.at
                yield Found(start=start + self.offset, end=self.at + self.offset, value=found)

    def value(self, depth: int) -> Json:
        if depth > _DEPTH:
            raise _Deep
        match self.peek():
            case "{":
                return self.object(depth)
            case "[" | "(":
                return self.sequence(depth)
            case quote if quote in _QUOTES:
                return self.string()
            case _:
                return self.bare()

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def peek(self) -> str:
        self.skip()
        if self.at >= len(self.text):
            raise _Bad
        return self.text[self.at]

    def object(self, depth: int) -> dict[str, Json]:
        found: dict[str, Json] = {}
        self.at += 1
        while not self.ended("}"):
            key = self.string() if self.peek() in _QUOTES else self.word()
            if self.peek() != ":":
                raise _Bad
            self.at += 1
            found[key] = self.value(depth + 1)
            self.separator("}")
        return found

    def sequence(self, depth: int) -> list[Json]:
        found: list[Json] = []
        close = "]" if self.text[self.at] == "[" else ")"
        self.at += 1
        while not self.ended(close):
            found.append(self.value(depth + 1))
            self.separator(close)
        return found

    def ended(self, close: str) -> bool:
        """Return whether the object or list ends here. One that was never closed ends with the text, after a whole
        value."""
        self.skip()
        if self.at < len(self.text) and self.text[self.at] == close:
            self.at += 1
            return True
        return self.at >= len(self.text)

    def separator(self, close: str) -> None:
        self.skip()
        sign = self.text[self.at : self.at + 1]
        if sign == ",":
            self.at += 1
        elif sign not in ("", close) and sign not in _QUOTES:  # a forgotten comma before a string is forgiven
            raise _Bad

    def string(self) -> str:
        """Read a string. Its closing quote is one that a string can end at: a quote inside a word or a sentence is part
        of it."""
        close, pieces, place = _QUOTES[self.text[self.at]], [], self.at + 1
        stops = re.compile(rf"[{close}\\]")
        start = place
        while match := stops.search(self.text, place):
            pieces.append(self.text[place : match.start()])
            place = match.end()
            if match[0] != "\\":
                if self.closes(place):
                    self.at = place
                    return pair_surrogates("".join(pieces))
                pieces.append(close)
            else:
                place = self.escape(place, pieces)
        self.at = max(start, len(self.text))
        raise _Bad

    def closes(self, place: int) -> bool:
        match = _SPACE.match(self.text, place)
        end = match.end() if match else place
        self.left -= end - place
        return end >= len(self.text) or self.text[end] in _AFTER_STRING or "\n" in self.text[place:end]

    def escape(self, place: int, pieces: list[str]) -> int:
        sign = self.text[place : place + 1]
        size = {"u": 4, "x": 2}.get(sign, 0)
        code = self.text[place + 1 : place + 1 + size]
        if size and len(code) == size and all(c in "0123456789abcdefABCDEF" for c in code):
            pieces.append(chr(int(code, 16)))
            return place + 1 + size
        pieces.append(_ESCAPES.get(sign, sign))
        return place + 1

    def word(self) -> str:
        match = _BARE.match(self.text, self.at)
        if match is None or match.end() - match.start() > 60:
            raise _Bad
        self.at = match.end()
        return match[0].strip()

    def bare(self) -> Json:
        match = _BARE.match(self.text, self.at)
        if match is None or match.end() - match.start() > 300:
            raise _Bad
        self.at = match.end()
        return _read(match[0].strip())


def _read(word: str) -> Json:
    if word in _WORDS:
        return _WORDS[word]
    if any(c.isdigit() for c in word) and _NUMBER.fullmatch(word) and not word.endswith("%"):
        plain = word.replace("_", "")
        return float(plain) if any(c in ".eE" for c in plain) else int(plain)
    return word
