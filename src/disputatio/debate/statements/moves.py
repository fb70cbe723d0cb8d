"""How a change of position came about (SPEC FORMAT.2, flip gate): by what its author names and by what was new to them,
never on their word alone.

    evidence      names a citation that was checked and holds, and that nobody had given before they spoke last
    argument      names a claim, a reason or a message that somebody else has given since then
    capitulation  names neither, while somebody disagreed with them
    spontaneous   names neither, and nobody disagreed

"Since then" is since the step in which they spoke last began: whoever speaks in the same step may do so in parallel,
and the first of a round is treated like the last. What somebody else repeats is not new; nor is one's own argument,
nor evidence that one gave in an earlier message.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import field, replace
from functools import lru_cache
from typing import Literal, Protocol

from disputatio.debate.citations.evidence import cites, items_of, subject_of
from disputatio.debate.ids import inside, without_index
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import speaker_of
from disputatio.debate.persistent import PersistentMap
from disputatio.debate.sameness import content, likeness, normalised, opposed
from disputatio.debate.statements.ledger import FlipClass
from disputatio.debate.values import value

NAMED = 0.6
"""Likeness from which a cause is taken to name a claim."""

LEAST = 2
"""Content words of a claim that can be named by standing in a cause."""

TELLING = 3
"""Content words of a sentence of a message that can be named by its words."""

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")


@value
class News:
    """Something that can move a mind: a citation that holds, a claim or reason that was given, or a message, with its
    text where a sentence of it can be named. `at`: its place in the past; `by`: who gave it; `id`: what else it is
    called by, of a message its path."""

    at: int
    kind: Literal["evidence", "argument", "message"]
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
            words = news.id if news.kind == "message" else normalised(news.text)
            key = f"{news.kind}:{words}"
            if (news.text or news.kind == "message") and key not in known:
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
    path: str = ""


@value
class Hearing:
    """What changes of position are judged by: what was new, and when each one spoke. `place`: how many turns so far;
    `step`: the step of the last message, `began`: its place."""

    place: int = 0
    step: str = ""
    began: int = 0
    news: Newsroom = field(default_factory=Newsroom)
    heard: dict[str, Heard] = field(default_factory=dict)

    def turned(self) -> Hearing:
        """One turn later."""
        return replace(self, place=self.place + 1)

    def told(self, found: Iterable[News]) -> Hearing:
        news = self.news.with_news(found)
        return self if news is self.news else replace(self, news=news)

    def spoke(self, turn: Turn, text: str = "") -> Hearing:
        """A message. What somebody adds to their own message belongs to it. `text`: its words, where no record says
        which reasons it gives."""
        step, place, before = without_index(turn.path), self.place, self.heard.get(turn.seat, Heard())
        if before.path and inside(turn.path, before.path):
            return self
        began = self.began if step == self.step else place
        heard = Heard(at=place, began=began, before=before.began, path=turn.path)
        made = replace(self, step=step, began=began, heard={**self.heard, turn.seat: heard})
        return made.told((News(at=place, kind="message", text=text, by=turn.seat, id=turn.path),))

    def checked(self, turn: Turn) -> Hearing:
        """The citations of a message that were found to hold."""
        by = speaker_of(subject_of(turn.path, turn.data))
        return self.told(
            News(at=self.place, kind="evidence", text=item.citation, by=by, id=item.where)
            for item in items_of(turn.data)
            if item.grounded
        )


def class_of(
    hearing: Hearing,
    seat: str,
    named: Iterable[str],
    disputed: bool,
    *,
    until: int | None = None,
    besides: Collection[str] = (),
    about: str = "",
) -> FlipClass:
    """The class of a change of position by `seat`. `named`: what they name as its cause; `disputed`: whether somebody
    disagreed with them. `until`: the place of the message in which they moved, where it is not the last turn; nobody
    heard what others said later. `besides`: what is no news to them, by text or id; `about`: the statement on which
    they moved, which is no reason for itself."""
    told, heard = [text for text in named if text], hearing.heard.get(seat, Heard())
    fresh = [
        one
        for one in (hearing.news.since(heard.before) if told else ())
        if (until is None or one.at <= until or one.by == seat) and one.text not in besides and one.id not in besides
    ]
    if any(one.kind == "evidence" and _theirs(one, seat, heard) and _cites(told, one) for one in fresh):
        return "evidence"
    if any(one.kind != "evidence" and one.by != seat and _argues(told, one, about) for one in fresh):
        return "argument"
    return "capitulation" if disputed else "spontaneous"


def _theirs(news: News, seat: str, heard: Heard) -> bool:
    """Somebody else's, or given in the very message in which they move."""
    return news.by != seat or news.at >= heard.at


def _cites(told: list[str], news: News) -> bool:
    return any(cites(text, name) for text in told for name in (news.text, news.id) if name)


def _argues(told: list[str], news: News, about: str) -> bool:
    if any(news.id and cites(text, news.id) for text in told):
        return True
    reasons = sentences(news.text) if news.kind == "message" else (news.text,)
    return any(_says(text, one) for one in reasons if not _restates(one, about) for text in told)


def _restates(text: str, about: str) -> bool:
    """Whether a text is only the statement that it is about, once more. Another figure makes it another statement."""
    if not about or not _says(about, text):
        return False
    first, other = ([word for word in normalised(one).split() if not word.isalpha()] for one in (text, about))
    return first == other


@lru_cache(maxsize=256)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a message that say enough to be known again by their words."""
    return tuple(one for one in _SENTENCE.split(text) if len(content(one)) >= TELLING)


def _says(cause: str, claim: str) -> bool:
    """Whether a cause names a claim: it holds it word for word, or says much the same, not the contrary."""
    if len(content(claim)) >= LEAST and f" {normalised(claim)} " in f" {normalised(cause)} ":
        return True
    return likeness(claim, cause) >= NAMED and not opposed(claim, cause)


# ---- the flip gate over points (SPEC FORMAT.2) ------------------------------------------------------------------
SETTLED: frozenset[str] = frozenset({"agreed", "resolved"})
"""The assessments that accept a point."""


class Disputed(Protocol):
    """A point, as far as the gate looks at it."""

    @property
    def id(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def disputed(self) -> str: ...
    @property
    def judged(self) -> str: ...


def mover(hearing: Hearing, since: str, said: str) -> str:
    """Who moved: the author of the turn that gave the point its status; where that was no participant, whom the clerk
    names."""
    seat = speaker_of(since)
    return seat if seat in hearing.heard else said


def own_words(text: str, id: str) -> list[str]:
    """The sentences of a message that speak of a point."""
    return [sentence for sentence in sentences(text) if cites(sentence, id)]


def by_words(
    hearing: Hearing, point: Disputed, seat: str, named: Iterable[str], known: Collection[str] = ()
) -> FlipClass:
    """The class of a change on a point by `seat`, by what they name. `known`: citations that are no news. The point
    itself is no reason for its acceptance."""
    heard, own = hearing.heard.get(seat), seat == point.author
    return class_of(
        hearing,
        seat,
        named,
        point.disputed not in ("", seat) if own else point.judged in SETTLED,
        until=heard.at if heard is not None else None,
        besides={*known, point.id, point.text},
        about="" if own else point.text,
    )
