"""How a change of position came about (SPEC FORMAT.2, flip gate): by what its author names and by what was new to them,
never on their word alone.

    evidence      names a citation that was checked and holds, and that nobody had given before they spoke last
    argument      names a claim or a reason that somebody else has given since then
    capitulation  names neither, while somebody disagreed with them
    spontaneous   names neither, and nobody disagreed

"Since then" is since the step in which they spoke last began: whoever speaks in the same step may do so in parallel,
and the first of a round is treated like the last. What somebody else repeats is not new; nor is one's own argument,
nor evidence that one gave in an earlier message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Literal

from disputatio.debate.evidence import cites
from disputatio.debate.ledger import FlipClass
from disputatio.debate.persistent import PersistentMap
from disputatio.debate.sameness import content, likeness, normalised, opposed
from disputatio.debate.values import value

NAMED = 0.6
"""Likeness from which a cause is taken to name a claim."""

LEAST = 2
"""Content words of a claim that can be named by standing in a cause."""


@value
class News:
    """Something that can move a mind: a citation that holds, or a claim or reason that was given. `at`: its place in
    the past; `by`: who gave it; `id`: what else it is called by."""

    at: int
    kind: Literal["evidence", "argument"]
    text: str
    by: str = ""
    id: str = ""


@value
class Newsroom:
    """All that was new when it was said, oldest first."""

    items: tuple[News, ...] = ()
    known: PersistentMap[bool] = field(default_factory=PersistentMap)

    def with_news(self, found: Iterable[News]) -> Newsroom:
        """What had been said before in the same words is no news."""
        known, fresh = self.known, []
        for news in found:
            key = f"{news.kind}:{normalised(news.text)}"
            if news.text and key not in known:
                known = known.set(key, True)
                fresh.append(news)
        return Newsroom(items=(*self.items, *fresh), known=known) if fresh else self

    def since(self, place: int) -> Iterator[News]:
        for news in reversed(self.items):
            if news.at < place:
                return
            yield news


@value
class Heard:
    """When a participant spoke: at which place, in a step that began where, and where the one before that began."""

    at: int = 0
    began: int = 0
    before: int = 0


def class_of(news: Newsroom, seat: str, heard: Heard, named: Iterable[str], disputed: bool) -> FlipClass:
    """The class of a change of position by `seat`. `named`: what they name as its cause; `disputed`: whether somebody
    disagreed with them."""
    told = [text for text in named if text]
    fresh = list(news.since(heard.before)) if told else []
    if any(one.kind == "evidence" and _theirs(one, seat, heard) and _cites(told, one) for one in fresh):
        return "evidence"
    if any(one.kind == "argument" and one.by != seat and _argues(told, one) for one in fresh):
        return "argument"
    return "capitulation" if disputed else "spontaneous"


def _theirs(news: News, seat: str, heard: Heard) -> bool:
    """Somebody else's, or given in the very message in which they move."""
    return news.by != seat or news.at >= heard.at


def _cites(told: list[str], news: News) -> bool:
    return any(cites(text, name) for text in told for name in (news.text, news.id) if name)


def _argues(told: list[str], news: News) -> bool:
    return any((news.id and cites(text, news.id)) or _says(text, news.text) for text in told)


def _says(cause: str, claim: str) -> bool:
    """Whether a cause names a claim: it holds it word for word, or says much the same, not the contrary."""
    if len(content(claim)) >= LEAST and f" {normalised(claim)} " in f" {normalised(cause)} ":
        return True
    return likeness(claim, cause) >= NAMED and not opposed(claim, cause)
