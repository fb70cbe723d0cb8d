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
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from weakref import WeakKeyDictionary

from disputatio.debate.citations.notations import is_secondary
from disputatio.debate.values import value
from disputatio.repository.entries import Entry, FileText
from disputatio.repository.errors import FileMissing
from disputatio.repository.languages import foreign, is_code
from disputatio.repository.outline import is_told
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
    if is_secondary(path) and not is_secondary(f"{'/'.join(question.split())}/"):
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
NEAR = 8
"""Lines before and after a line that count for it, since a definition says its matter in several."""

_STOP_TEXT = """
a about all also an and any are as at be been but by can could did do does for from get had has have how i if in
into is it its just like make may me more most much must my no nor not now of on one only or our out over should
so some such than that the their them then there these they this those to too use used uses using very want was
we were what when where which while who why will with would you your file files code repository repo project
after already another before every ever go goes next same whether without worth
aber alle als auch auf aus bei bin bis da das dass dem den der des die dies diese dieser doch du ein eine einem
einen einer es für hat ich ihr im ist ja kann kein keine können mit nach nicht noch nur ob oder sein sich sie sind
soll sollte um und uns unser vom von vor war wenn wer werden wie wir wird wo zu zum zur
"""
_STOP_WORDS = frozenset(_STOP_TEXT.split())
_WORD = re.compile(r"[A-Z]+(?![^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_UNSPACED = "\u2e80"
"""From here on, scripts are mostly written without spaces: every two neighbouring characters are a word."""

_ENDINGS = (
    "istically",
    "istic",
    "ism",
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
_IDENTIFIER = re.compile(r"`(?:\w+[.:]+)*(\w{3,})(?:\(\))?`|\b([a-zA-Z]\w*_\w+|[A-Za-z]?[a-z0-9]+[A-Z]\w*)\b")
"""What a question names as it stands in code: in backticks, in snake case or in camel case."""
_DEFINES = r"\b(?:class|def|enum|fn|func|function|interface|record|struct|trait|type)\s+(?:\([^()]{0,80}\)\s*)?"


@value
class Match:
    """A file that bears on the question, the more so the higher `score`; `line` is the one in the midst of its words
    (from 1), 0 where there is none. `named`: the question names its path."""

    entry: Entry
    text: FileText
    score: float
    line: int = 0
    named: bool = False


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


def prominence(entry: Entry) -> tuple[bool, bool, bool, bool, int, bool, bytes]:
    """Sort what a newcomer should see first: own work before foreign, visible before hidden, the matter before its
    tests and examples, what can be read before pictures and the like, upper floors first."""
    path, name = entry.path, entry.name
    hidden = path[0] == "." or "/." in path
    code = is_code(name)
    mute = "." in name and not (code or _is_prose(name))
    return foreign(path), hidden, is_secondary(path), mute, path.count("/"), not code, entry.raw


def by_prominence(tree: SourceTree, stopped: Stopped = never) -> tuple[Entry, ...]:
    """Return the files of a tree, what a newcomer should see first going first. Remembered as long as the tree is
    open."""
    found = _ordered.get(tree)
    if found is None:
        found = _ordered[tree] = tuple(sorted(tree.files(stopped), key=prominence))
    return found


_ordered: WeakKeyDictionary[SourceTree, tuple[Entry, ...]] = WeakKeyDictionary()


def matches(tree: SourceTree, question: str, stopped: Stopped = never, *, most: int = MAX_READ) -> list[Match]:
    """Return the `most` files that bear on the question, best first; empty when none shares a word with it."""
    words = question_words(question)
    named = {found.strip("./").lower() for found in _PATH.findall(question)}
    if not words:
        return []
    candidates = _candidates(tree, words, named, stopped)
    texts = _texts(tree, candidates, stopped)
    names = {each for pair in _IDENTIFIER.findall(question) for each in pair if each}
    places = [occurrences(text.text, words) | _places_of(names, text.text) for _, text in texts]
    weights = _weights(places)
    paths = _PathWords(words, named)
    found = []
    for (entry, text), where in zip(texts, places, strict=True):
        check(stopped)
        in_path = paths.score(entry)
        score = (_score(where, len(text.text), weights) + 1.5 * in_path) * file_weight(entry.path, question)
        if score > 0:
            found.append((Match(entry=entry, text=text, score=score, named=in_path >= NAMED), where))
    best = sorted(found, key=lambda each: (-each[0].score, prominence(each[0].entry)))[:most]
    return [replace(match, line=_line(match.text.text, where, weights)) for match, where in best]


def prominent_files(tree: SourceTree, top: int, stopped: Stopped = never) -> list[Match]:
    """Return the first files that a newcomer would open, for questions that match nothing."""
    entries = [entry for entry in by_prominence(tree, stopped) if _readable(entry) and is_code(entry.name)]
    texts = _texts(tree, entries[: 4 * top], stopped)
    return [Match(entry=entry, text=text, score=0) for entry, text in texts if text.text.strip()][:top]


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
    room = min(max(MAX_READ - len(hits), MAX_READ // 3), len(rest))
    return hits[: MAX_READ - room] + [rest[at * len(rest) // room] for at in range(room)]


def _prose_or_code(entry: Entry) -> bool:
    return is_code(name := entry.name) or _is_prose(name)


def _is_prose(name: str) -> bool:
    return name.lower().endswith((".md", ".rst", ".txt", ".adoc", ".toml", ".cfg", ".ini"))


_NONE = frozenset[str]()
NAMED = 100
"""The score of a path that the question names."""


class _PathWords:
    """How much the path of a file has in common with a question. Each part of a path is looked at once: many files
    have the same folders."""

    def __init__(self, words: frozenset[str], named: set[str]) -> None:
        self._words, self._named = words, named
        self._any = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
        self._parts: dict[str, frozenset[str]] = {}
        self._folders: dict[str, frozenset[str]] = {}

    def score(self, entry: Entry) -> float:
        if self._named:
            path = entry.path.lower()
            if any(path == name or path.endswith("/" + name) for name in self._named):
                return NAMED
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
            # A stem begins its words, so where none of them stands at all, the words need not be told apart.
            found = self._words & stems(part) if self._any.search(part) else _NONE
            self._parts[part] = found
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


def _places_of(names: Iterable[str], text: str) -> dict[str, list[int]]:
    """Return where names stand, and once more where they are defined: that is what one wants to see first."""
    found: dict[str, list[int]] = {}
    for name in names:
        if name in text:
            alone = rf"\b{re.escape(name)}\b"
            for kind, pattern in ((name, alone), (f"{name}:", _DEFINES + alone)):
                if starts := [match.start() for match in islice(re.finditer(pattern, text), MAX_OCCURRENCES)]:
                    found[kind] = starts
    return found


def _weights(places: list[dict[str, list[int]]]) -> dict[str, float]:
    seen = Counter(word for where in places for word in where)
    return {word: math.log(1 + (len(places) - n + 0.5) / (n + 0.5)) for word, n in seen.items()}


def _score(where: dict[str, list[int]], size: int, weights: dict[str, float]) -> float:
    """Return the score of the contents, by Okapi BM25 (k1 = 1.2, b = 0.75 around 6,000 characters). Words stand in no
    order, so the sum must be the same in any."""
    length = 1.2 * (0.25 + 0.75 * size / 6000)
    parts = (weights[word] * len(places) * 2.2 / (len(places) + length) for word, places in where.items())
    return math.fsum(parts)


def _line(text: str, where: dict[str, list[int]], weights: dict[str, float]) -> int:
    """Return the line near which most words of the question stand, 0 where none does."""
    ends = [match.start() for match in re.finditer("\n", text)]
    words: dict[int, set[str]] = {}
    for word, places in where.items():
        for place in places:
            words.setdefault(bisect_left(ends, place) + 1, set()).add(word)
    lines = sorted(words)

    def worth(line: int) -> tuple[float, float, int]:
        near = lines[bisect_left(lines, line - NEAR) : bisect_left(lines, line + NEAR + 1)]
        told = set[str]().union(*(words[each] for each in near))
        own = words[line]
        return math.fsum(weights[word] for word in told), math.fsum(weights[word] for word in own), -line

    return max(lines, key=worth, default=0)
