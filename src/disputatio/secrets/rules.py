"""The rules of Betterleaks, a detector that others keep up to date: what the tokens of many issuers look like.

They are data: `rules.json` beside this file holds them with their version and licence, and `scripts/secret_rules.py`
writes it anew. A rule is used only where one of its marks stands, and only on so much of a text around it as a token
can be long: so no expression can take time with the square of a text's length.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from disputatio.debate.patterns import compiled
from disputatio.debate.values import value
from disputatio.secrets.plausibility import entropy, looks_scrambled

WINDOW = 4_000
"""How much of a line is searched after a mark; longer tokens than half of it are none that we know."""
SHORTEST = 7
"""A group of fewer letters is a part that repeats itself, and the secret is all that was matched."""
BEFORE = 200
"""How much of a line is searched before a mark."""


@value
class Rule:
    """One of `marks` is in every token that `shape` describes; without `exact`, in small letters. `bits` is the least
    Shannon entropy per character; a `random` one is no word either; what matches one of `examples` or has one of
    `words` in it is an example."""

    kind: str
    shape: str
    marks: tuple[str, ...]
    exact: bool
    bits: float
    random: bool
    examples: tuple[str, ...]
    words: tuple[str, ...]


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """All rules, read once."""
    data = json.loads(Path(__file__).with_name("rules.json").read_text("utf-8"))
    return tuple(
        Rule(
            kind=each["kind"],
            shape=each["shape"],
            marks=tuple(each["marks"]),
            exact=each["exact"],
            bits=each["bits"],
            random=each["random"],
            examples=(*data["examples"], *each.get("examples", ())),
            words=(*data["words"], *each.get("words", ())),
        )
        for each in data["rules"]
    )


def matches(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of everything that a rule describes; of a rule with groups, the group that is the secret."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(each.lower()[:1] for each in text)
    for rule in rules():
        for start, end in windows(text if rule.exact else lower, rule.marks):
            for match in compiled(rule.shape).finditer(text, start, end):
                begin, stop = match.span(next((n for n, group in enumerate(match.groups(), 1) if group), 0))
                begin, stop = (begin, stop) if stop - begin > SHORTEST else match.span()
                if not _example(text[begin:stop], rule):
                    yield begin, stop, rule.kind


def windows(text: str, marks: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """(start, end) of the lines that have one of some marks in them, each with the line end before it; of long lines,
    what is around the marks. What is at most half a window long and begins with its mark is whole in one of them."""
    for mark in marks:
        at = text.find(mark)
        while at >= 0:
            line, end = text.rfind("\n", max(0, at - BEFORE), at), text.find("\n", at, at + WINDOW)
            whole = end >= 0 or at + WINDOW >= len(text)
            end = end if end >= 0 else min(len(text), at + WINDOW)
            yield (line if line >= 0 else max(0, at - BEFORE)), end
            at = text.find(mark, end if whole else max(at + 1, end - WINDOW // 2))


def _example(secret: str, rule: Rule) -> bool:
    if (rule.bits and entropy(secret) < rule.bits) or (rule.random and not looks_scrambled(secret)):
        return True
    small = secret.lower()
    return any(word in small for word in rule.words) or any(compiled(each).search(secret) for each in rule.examples)
