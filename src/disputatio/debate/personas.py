"""The personas of a debate as they were when it was opened: contract, voice, and the passages of their corpus that were
set aside for the question. Editing a persona later changes no debate that it took part in.

The passages are pinned, so that resuming and replaying see what the first run saw: the ones that bear on a turn are
chosen from them by rule (see `prompting.personas`), and citations of them are checked against them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from disputatio.debate.context import Context, Section
from disputatio.debate.values import value

CORPUS = "corpus"
"""The name of sections that are passages of a persona's corpus."""

_MARK = re.compile(r"\[§ (.+)\]")


@value
class Passage:
    """A piece of a source of the corpus: `source` is the file's name, `place` its page or section in words."""

    source: str
    place: str
    text: str


@value
class Character:
    """A persona as it was. `id` is "" for one that ships with the program. `passages` come nearest to the question
    first; `cut` says in words what the corpus holds besides."""

    name: str
    id: str = ""
    about: str = ""
    holds: str = ""
    cares_for: str = ""
    would_change: str = ""
    voice: str = ""
    passages: tuple[Passage, ...] = ()
    cut: str = ""


def sections_of(passages: Iterable[Passage], cut: str = "") -> tuple[Section, ...]:
    """Return a section for each source, the passages in the order given, each under its place; `cut` stands with the
    first."""
    texts: dict[str, list[str]] = {}
    for passage in passages:
        texts.setdefault(passage.source, []).append(f"[§ {passage.place}]\n{passage.text}")
    return tuple(
        Section(name=CORPUS, title=source, text="\n\n".join(parts), cut=cut if number == 0 else "")
        for number, (source, parts) in enumerate(texts.items())
    )


def with_corpora(context: Context, characters: Iterable[Character]) -> Context:
    """Return the context with all that was set aside from corpora, for whoever checks citations or opens what they
    name: each source once for each persona."""
    known: dict[str, Character] = {}
    for each in characters:
        known.setdefault(each.id or each.name, each)
    corpora = (section for each in known.values() for section in sections_of(each.passages))
    return replace(context, sections=(*context.sections, *corpora))


def place_at(text: str, line: int) -> str:
    """Return the place, in words, of a line (from 1) of a section of passages; "" before the first."""
    marks = (_MARK.fullmatch(each) for each in text.split("\n")[:line])
    return next((mark[1] for mark in reversed([*marks]) if mark), "")
