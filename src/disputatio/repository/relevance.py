"""Which lines of which files bear on a question: plain word matching, bounded work, the same result every time.

The words of the question are compared with the words in paths and contents. `parseConfig`, `parse_config` and
"parsing the config" share their words. Rare words weigh more than common ones (inverse document frequency over the
files that were read). No model and no index is needed, so it works at once on any repository.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from weakref import WeakKeyDictionary

from disputatio.debate.values import value
from disputatio.repository.entries import Entry, FileText
from disputatio.repository.errors import FileMissing
from disputatio.repository.languages import foreign, is_code
from disputatio.repository.outline import is_told, secondary
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never
from disputatio.secrets.detection import secret_file

# ---- how much a part counts, by its kind ------------------------------------------------------------------------
BESIDE = 0.4
"""Tests, examples and documentation, unless they are asked for."""
DATA = 0.85
REMARKS = 0.8
"""Notes of changes, licences and lists of people."""
LOOSE = 0.9
"""What stands between definitions: imports, and the like."""
SHORT, SHORTEST = 8, 0.4
"""Lines under which a part counts for less, down to this for a single one."""

_REMARKS = re.compile(
    r"(^|/)(changes|changelog|news|history|releases?|licen[cs]e|copying|notice|authors|contributors|contributing)[^/]*$",
    re.I,
)


def file_weight(path: str, question: str) -> float:
    """Return the weight of a file, 0…1."""
    weight = 1.0
    if secondary(path) and not secondary(f"{'/'.join(question.split())}/"):
        weight *= BESIDE
    if _REMARKS.search(path):
        weight *= REMARKS
    return weight if is_told(path) else weight * DATA


def part_weight(path: str, kind: str, first: int, last: int, question: str) -> float:
    """Return the weight of some lines of a file, 0…1; `kind` as of a chunk."""
    lines = last - first + 1
    weight = file_weight(path, question) * (LOOSE if kind == "part" else 1.0)
    return weight * (1.0 if lines >= SHORT else SHORTEST + (1 - SHORTEST) * (lines - 1) / (SHORT - 1))


MAX_READ = 1_000
"""Files that are read to look for the words of a question."""

MAX_READ_BYTES = 6_000_000
MAX_FILE_BYTES = 300_000
MAX_OCCURRENCES = 300
MAX_LINES = 12

_STOP_TEXT = """
a about all also an and any are as at be been but by can could did do does for from get had has have how i if in
into is it its just like make may me more most much must my no nor not now of on one only or our out over should
so some such than that the their them then there these they this those to too use used uses using very want was
we were what when where which while who why will with would you your file files code repository repo project
aber alle als auch auf aus bei bin bis da das dass dem den der des die dies diese dieser doch du ein eine einem
einen einer es für hat ich ihr im ist ja kann kein keine können mit nach nicht noch nur ob oder sein sich sie sind
soll sollte um und uns unser vom von vor war wenn wer werden wie wir wird wo zu zum zur
"""
_STOP_WORDS = frozenset(_STOP_TEXT.split())
_WORD = re.compile(r"[A-Z]+(?![^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_UNSPACED = "\u2e80"
"""From here on, scripts are mostly written without spaces: every two neighbouring characters are a word."""

_ENDINGS = (
    "ations",
    "ation",
    "ingly",
    "edly",
    "ings",
    "ing",
    "ies",
    "ied",
    "ers",
    "er",
    "ed",
    "es",
    "ly",
    "s",
    "e",
    "y",
)
_PATH = re.compile(r"[\w./-]*\w\.\w+|[\w.-]+/[\w./-]+")


@value
class Match:
    """A file that bears on the question, the more so the higher `score`; `lines` are those with its words (from 1)."""

    entry: Entry
    text: FileText
    score: float
    lines: tuple[int, ...]


def question_words(question: str) -> frozenset[str]:
    """Return the stems of the words that carry the question."""
    return frozenset(_stems(word for word in _WORD.findall(question) if word.lower() not in _STOP_WORDS))


def stems(text: str) -> frozenset[str]:
    """Return the stems of all words of a text, as `question_words` knows those of a question."""
    return frozenset(_stems(_WORD.findall(text)))


def stem_counts(text: str) -> Counter[str]:
    """Return the same, each with how often it stands there."""
    return Counter(_stems(_WORD.findall(text)))


def _stems(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word[0] >= _UNSPACED:
            yield from (word[at : at + 2] for at in range(max(len(word) - 1, 1)))
        elif len(word) > 1:
            yield _stem(word.lower())


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    """Return the beginning that related words share: parse, parses, parser, parsing -> "pars"."""
    ending = next((end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= 3), "")
    stem = word[: len(word) - len(ending)]
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem


def occurrences(text: str, words: Iterable[str]) -> dict[str, list[int]]:
    """Return where each stem begins a word, at most `MAX_OCCURRENCES` times each. A stem is a prefix of its words, so a
    plain search finds the places and only those are looked at: megabytes a second instead of a word at a time."""
    lower = text.lower()
    if len(lower) != len(text):
        text = lower
    found: dict[str, list[int]] = {}
    for word in words:
        places: list[int] = []
        at = lower.find(word)
        while at >= 0 and len(places) < MAX_OCCURRENCES:
            if _begins(text, at, word):
                places.append(at)
            at = lower.find(word, at + 1)
        if places:
            found[word] = places
    return found


def _begins(text: str, at: int, stem: str) -> bool:
    """Return whether a word of that stem begins here; in camel case an upper-case letter begins one."""
    if stem[0] >= _UNSPACED:
        return True
    if at and text[at - 1].isalpha() and not text[at].isupper():
        return False
    match = _WORD.match(text, at)
    return match is not None and _stem(match[0].lower()) == stem


def prominence(entry: Entry) -> tuple[bool, bool, int, bool, bytes]:
    """Sort what a newcomer should see first: own work before foreign, visible before hidden, upper floors first."""
    path = entry.path
    hidden = path[0] == "." or "/." in path
    return foreign(path), hidden, path.count("/"), not is_code(entry.name), entry.raw


def by_prominence(tree: SourceTree, stopped: Stopped = never) -> tuple[Entry, ...]:
    """Return the files of a tree, what a newcomer should see first going first. Remembered as long as the tree is
    open."""
    found = _ordered.get(tree)
    if found is None:
        found = _ordered[tree] = tuple(sorted(tree.files(stopped), key=prominence))
    return found


_ordered: WeakKeyDictionary[SourceTree, tuple[Entry, ...]] = WeakKeyDictionary()


def matches(tree: SourceTree, question: str, stopped: Stopped = never) -> list[Match]:
    """Return the files that bear on the question, best first; empty when none shares a word with it."""
    words = question_words(question)
    named = {found.strip("./").lower() for found in _PATH.findall(question)}
    if not words:
        return []
    candidates = _candidates(tree, words, named, stopped)
    texts = _texts(tree, candidates, stopped)
    places = [occurrences(text.text, words) for _, text in texts]
    weights = _weights(words, places)
    found = []
    for (entry, text), where in zip(texts, places, strict=True):
        check(stopped)
        score = _score(entry, where, len(text.text), weights, named) * file_weight(entry.path, question)
        if score > 0:
            found.append(Match(entry=entry, text=text, score=score, lines=_lines(text.text, where)))
    return sorted(found, key=lambda match: (-match.score, prominence(match.entry)))


def prominent_files(tree: SourceTree, top: int, stopped: Stopped = never) -> list[Match]:
    """Return the first files that a newcomer would open, for questions that match nothing."""
    entries = [entry for entry in by_prominence(tree, stopped) if _readable(entry) and is_code(entry.name)]
    texts = _texts(tree, entries[: 4 * top], stopped)
    return [Match(entry=entry, text=text, score=0, lines=()) for entry, text in texts if text.text.strip()][:top]


def _readable(entry: Entry) -> bool:
    return entry.kind == "file" and not foreign(entry.path)


def _candidates(tree: SourceTree, words: frozenset[str], named: set[str], stopped: Stopped) -> list[Entry]:
    """Return files: those whose paths match go first, the rest evenly from all over the tree, code and prose before
    data."""
    entries = [entry for entry in by_prominence(tree, stopped) if _readable(entry)]
    hit = _PathWords(words, named)
    scores = [hit.score(entry) for entry in entries]
    matching = [(score, entry) for score, entry in zip(scores, entries, strict=True) if score > 0]
    hits = [entry for _, entry in sorted(matching, key=lambda each: -each[0])]
    rest = [entry for score, entry in zip(scores, entries, strict=True) if not score and _prose_or_code(entry)]
    room = max(MAX_READ - len(hits), MAX_READ // 3)
    step = -(-len(rest) // room) or 1
    return hits[: MAX_READ - min(room, len(rest[::step]))] + rest[::step]


def _prose_or_code(entry: Entry) -> bool:
    return is_code(entry.name) or entry.name.lower().endswith((".md", ".rst", ".txt", ".adoc", ".toml", ".cfg", ".ini"))


_NONE = frozenset[str]()


class _PathWords:
    """How much the path of a file has in common with a question. Each part of a path is looked at once: many files
    have the same folders."""

    def __init__(self, words: frozenset[str], named: set[str]) -> None:
        self._words, self._named = words, named
        self._parts: dict[str, frozenset[str]] = {}
        self._folders: dict[str, frozenset[str]] = {}

    def score(self, entry: Entry) -> float:
        if self._named:
            path = entry.path.lower()
            if any(path == name or path.endswith("/" + name) for name in self._named):
                return 100
        folder, _, name = entry.path.rpartition("/")
        own, above = self._hits(name), self._above(folder)
        return 2 * len(own) + len(above - own)

    def _above(self, folder: str) -> frozenset[str]:
        waiting = []
        while folder and folder not in self._folders:
            waiting.append(folder)
            folder = folder.rpartition("/")[0]
        found = self._folders.get(folder, _NONE)
        for each in reversed(waiting):
            found = self._folders[each] = found | self._hits(each.rpartition("/")[2])
        return found

    def _hits(self, part: str) -> frozenset[str]:
        found = self._parts.get(part)
        if found is None:
            found = self._parts[part] = self._words & stems(part)
        return found


def _texts(tree: SourceTree, entries: list[Entry], stopped: Stopped) -> list[tuple[Entry, FileText]]:
    """Return what is text, until the bound on bytes is reached. What is not on this computer is passed over, and so are
    files that are secrets by their name."""
    found = []
    read = 0
    for entry in entries:
        check(stopped)
        if secret_file(entry.path):
            continue
        try:
            text = tree.read(entry, MAX_FILE_BYTES)
        except FileMissing:
            continue
        if text.kind == "text":
            found.append((entry, text))
            read += text.size
        if read > MAX_READ_BYTES:
            break
    return found


def _weights(words: frozenset[str], places: list[dict[str, list[int]]]) -> dict[str, float]:
    seen = {word: sum(word in where for where in places) for word in words}
    return {word: math.log(1 + (len(places) - n + 0.5) / (n + 0.5)) for word, n in seen.items()}


def _score(entry: Entry, where: dict[str, list[int]], size: int, weights: dict[str, float], named: set[str]) -> float:
    """Okapi BM25 (k1 = 1.2, b = 0.75 around 6,000 characters) for the contents, plus the path's words."""
    length = 1.2 * (0.25 + 0.75 * size / 6000)
    contents = sum(weights[word] * len(places) * 2.2 / (len(places) + length) for word, places in where.items())
    return contents + 1.5 * _PathWords(frozenset(weights), named).score(entry)


def _lines(text: str, where: dict[str, list[int]]) -> tuple[int, ...]:
    """Return the `MAX_LINES` lines with the most words of the question, in order of the file."""
    ends = [match.start() for match in re.finditer("\n", text)]
    words: Counter[int] = Counter()
    for places in where.values():
        words.update({bisect_left(ends, place) + 1 for place in places})
    best = sorted(words, key=lambda number: (-words[number], number))[:MAX_LINES]
    return tuple(sorted(best))
