"""Finding the passages of some texts that bear on a query, by words: rare ones count more than common ones."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from disputatio.debate.values import value

PASSAGES = 8
"""Passages that are shown at most."""
LONGEST_LINE = 600
LINES = 12
"""Lines of a passage at most."""
_WORD = re.compile(r"\w{2,}")


@value
class Passage:
    """Lines of a text that stand together, from the line `first` on."""

    title: str
    first: int
    lines: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The lines, with title and number before each, as they are cited."""
        return "\n".join(f"{self.title}:{at}: {_short(line)}" for at, line in enumerate(self.lines, self.first) if line)


def passages_of(title: str, text: str) -> Iterator[Passage]:
    """Yield the paragraphs of a text; long ones in parts."""
    lines, start = text.split("\n"), 0
    for at in range(len(lines) + 1):
        over = at == len(lines) or not lines[at].strip() or at - start >= LINES
        if over and at > start:
            yield Passage(title=title, first=start + 1, lines=tuple(lines[start:at]))
        if over:
            start = at + (at < len(lines) and not lines[at].strip())


def found_in(texts: Iterable[tuple[str, str]], query: str) -> str:
    """Return the passages of texts (title and text) that bear on a query most, best first."""
    wanted = frozenset(_words(query))
    if not wanted:
        return "There is nothing to search for: give some words."
    known = list(dict.fromkeys(texts))
    passages = [passage for title, text in known for passage in passages_of(title, text)]
    best = _ranked(passages, wanted)
    titles = ", ".join(dict.fromkeys(title for title, _ in known))
    if not best:
        return f"No passage has any of these words. There are: {titles}." if titles else "There are no documents."
    more = len(best) - PASSAGES
    told = [f"{more} more passages have some of these words; search for rarer ones."] if more > 0 else []
    return "\n\n".join((*(passage.shown for passage in best[:PASSAGES]), *told))


def _ranked(passages: Sequence[Passage], wanted: frozenset[str]) -> list[Passage]:
    counted = [
        Counter(word for line in passage.lines for word in _words(line) if word in wanted) for passage in passages
    ]
    spread = Counter(word for each in counted for word in each)
    weight = {word: math.log(1 + len(passages) / count) for word, count in spread.items()}
    scored = [
        (sum(weight[word] * (1 + math.log(count)) for word, count in each.items()), -at)
        for at, each in enumerate(counted)
        if each
    ]
    return [passages[-at] for _, at in sorted(scored, reverse=True)]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _short(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
