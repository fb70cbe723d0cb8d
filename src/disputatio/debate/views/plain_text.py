"""Markdown that somebody wrote, as plain text: without the marks inside its lines, or its first sentences alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from disputatio.debate.citations.passages import fences
from disputatio.debate.statements.receipts import SENTENCE, bare_words, without_mark
from disputatio.debate.wording import quoted

REHEARSED: Final = "Rehearsal: no AI model was asked"
MARK: Final = f"*{REHEARSED}.*"
"""How a rehearsed turn begins."""
BEGINNING = 240
"""Characters of how an answer begins, at most, where its first sentence is not longer."""
_BECAUSE = re.compile(r"^because(?: of)?\s+", re.IGNORECASE)
_BRACKETS = re.compile(r"[()]")
CLAUSE = 120
"""Characters of a text, at most, that is called to mind by its first clauses."""
_TICKS = re.compile(r"`+|\n\s*\n")
"""What begins or ends code within a text, and the empty line over which only a fence reaches."""
FENCE = 3
"""Backticks of a fence, at least."""
_QUOTES = re.compile('[“”"]')
_BOLD = re.compile(r"(?<![\w*`/])\*\*(?=[^\s*/])([^*`]{1,400}?)(?:(?<=\S)\*\*(?![\w*`/])|$)")
"""Words in bold letters; the second mark may have been cut off."""
_MARKS = re.compile(r"\*\*|`")
_STRONG = re.compile(r"(?<![\w_])__(?=[^\s_])((?:(?!__)\S)*\s(?:(?!__|\n\s*\n).)*?\S)__(?![\w_])", re.DOTALL)
"""Words between double underscores: a single one may be a name, as `__init__` is."""
_EMPHASIS = re.compile(r"(?<![\w*`/\\])\*(?=[^\s*])([^*`]{1,400}?)(?<=[^\s*])\*(?![\w*`/])")
"""Words between single stars; with a letter or a number before or after them they may be a product."""
_ASIDE = re.compile(r"^\s*(?:#|\||>|[-*_]{3,}\s*$)")
"""A line that is a heading, a row of a table, a quotation or a rule, and no prose of a paragraph."""


def without_marks(text: str) -> str:
    """Markdown without the marks inside its lines, for where it is shown as plain text: each word as it was written.
    Code of which some words look like marks stays between its backticks, so that it says the same when read again."""
    kept, end = list[str](), 0
    for start, stop in _code_in(text):
        code = text[start:stop]
        if "**" in code or "__" in code:
            kept += (_bare(text[end:start]), code)
            end = stop
    return "".join((*kept, _bare(text[end:])))


def without_item(text: str) -> str:
    """Return words of a list without the mark of their item, and without the id that it is about ("- P6 — ") or the
    letter of a ranking ("A: ")."""
    return without_mark(text)


def without_because(words: str) -> str:
    """Return a reason without the word that begins it, for where it is introduced as one."""
    return _BECAUSE.sub("", words)


def quotation(words: str) -> str:
    """Return somebody's words in quotation marks, without marks of bold letters, and without a mark of a quotation
    inside them that was cut off. Code stays between its backticks."""
    return quoted(paired(_BOLD.sub(r"\1", words)))


def says(text: str, words: str) -> bool:
    """Return whether a text has these words, whatever marks are around them or inside."""
    return bare_words(words) in bare_words(text)


def paired(words: str) -> str:
    """Return words without a quotation mark that has no partner, and with every bracket closed: the words were cut out
    of a text."""
    opened, alone = list[int](), list[int]()
    for found in _QUOTES.finditer(words):
        if found[0] == "“" or (found[0] == '"' and not opened):
            opened.append(found.start())
        elif opened:
            opened.pop()
        else:
            alone.append(found.start())
    brackets = list[int]()
    for found in _BRACKETS.finditer(words):
        if found[0] == "(":
            brackets.append(found.start())
        elif brackets:
            brackets.pop()
    gone = {*opened, *alone}
    kept = "".join(mark for place, mark in enumerate(words) if place not in gone)
    return f"{kept} …{')' * len(brackets)}" if brackets else kept


def _code_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield where code stands in a text: between backticks and the next ones that are as many."""
    closing, ends, end = dict[int, int](), dict[int, int](), 0
    for found in reversed(list(_TICKS.finditer(text))):
        size = len(found[0])
        if found[0][0] != "`":
            closing = {many: at for many, at in closing.items() if many >= FENCE}
            continue
        if size in closing:
            ends[found.start()] = closing[size]
        closing[size] = found.end()
    for start in reversed(ends):
        if start >= end:
            end = ends[start]
            yield start, end


def _bare(text: str) -> str:
    return _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", _MARKS.sub("", text)))


def beginning(text: str, most: int = BEGINNING) -> str:
    """Return how a turn begins: the first paragraph of prose without its marks, whole sentences of it where they are
    not too long (`most`: characters). A quotation, and no judgement of what matters in it; "" where there is no
    prose."""
    text = text.removeprefix(MARK)
    for fence in reversed(fences(text)):
        text = text[: fence.start] + text[fence.end :]
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if not _ASIDE.match(line)]
        if found := " ".join(without_marks(" ".join(lines)).split()):
            return _cut(found, most)
    return ""


def at_clause(text: str, most: int = CLAUSE) -> str:
    """Return how a text begins, up to the end of a clause, where it is long; else of a word. What was left out is
    marked."""
    if len(text) <= most:
        return text
    ends = [found.start() for found in re.finditer(r"[,;:](?=\s)|\s[–—](?=\s)", text[: most + 1])]
    end = next((end for end in reversed(ends) if end >= most // 3), 0)
    return f"{text[:end]} […]" if end else f"{text[:most].rsplit(' ', 1)[0]} […]"


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    ends = [found.end() for found in re.finditer(r"[.!?][”’)]*(?=\s)", text)]
    fit = [end for end in ends if end <= most] or ends[:1]
    return f"{text[: fit[-1]]} …" if fit else f"{text[:most].rsplit(' ', 1)[0]} …"


def asked_in(question: str) -> str:
    """Return the first sentence of a question that ends with a question mark, on one line: what stands before it tells
    of the matter. All of it where none does, or where a full stop may belong to an abbreviation."""
    one, start = " ".join(question.split()), 0
    for end in SENTENCE.finditer(f"{one} "):
        said = one[start : end.end()].strip()
        if "?" in end[0]:
            return said
        if not one[end.end() : end.end() + 1].isupper():
            continue
        start = end.end()
    return one
