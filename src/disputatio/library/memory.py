"""What is remembered of debates, and the arithmetic of recalling it. Pure.

A memory is an insight that a debate left behind, something of its course (a message, a position, a reflection, a crux
card; SPEC MEMORY.3), or a passage of a persona's corpus (MEMORY.4). Its scope is where it may be recalled: a context
("project/…"), a persona's debates about one context, the persona itself, or one debate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from disputatio.debate.context import ContextKind
from disputatio.debate.sameness import content, normalised
from disputatio.debate.statements.receipts import plain
from disputatio.debate.values import value

MemoryKind = Literal["insight", "message", "position", "reflection", "card", "passage"]

RECENCY, RELEVANCE, IMPORTANCE = 0.5, 3.0, 2.0
FADING = 0.99
"""Recency of a memory, for each newer one that competes with it."""
K = 60
"""Of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): how little the first places count more."""
REHEARSED = "rehearsal/"
"""What models in rehearsal "agree" on is kept apart: nothing real was settled, and nothing of it leaves."""
MOST_IMPORTANT = 10.0


@value
class Memory:
    """`ref` is the insight's id, or names the place in its debate; `importance` is 1 to 10, `at` seconds since 1970.
    `live`: not disputed."""

    kind: MemoryKind
    ref: str
    scope: str
    text: str
    importance: float
    debate: str = ""
    persona: str = ""
    round: int = 0
    at: float = 0.0
    live: bool = True


@value
class Terms:
    """Why a memory was recalled (SPEC MEMORY.3). `relevance` is None where nothing was embedded; `by_words` and
    `by_meaning` are its places in the two searches, from 1, `fused` what they make together."""

    recency: float
    relevance: float | None
    importance: float
    by_words: int | None = None
    by_meaning: int | None = None
    fused: float = 0.0

    @property
    def score(self) -> float:
        return RECENCY * self.recency + RELEVANCE * (self.relevance or 0.0) + IMPORTANCE * self.importance


def terms(
    rank: int,
    similarity: float | None,
    importance: float,
    *,
    by_words: int | None = None,
    by_meaning: int | None = None,
    fused: float = 0.0,
) -> Terms:
    """`rank`: how many newer memories compete; `similarity`: cosine with the query; `importance` 1 to 10."""
    return Terms(
        recency=FADING**rank,
        relevance=None if similarity is None else max(0.0, similarity),
        importance=importance / MOST_IMPORTANT,
        by_words=by_words,
        by_meaning=by_meaning,
        fused=fused,
    )


def why(found: Terms) -> str:
    """Return the terms in a sentence."""
    parts = [f"score {found.score:.2f} = {RECENCY} × recency {found.recency:.2f}"]
    if found.relevance is None:
        parts.append(f"{RELEVANCE} × relevance 0 (nothing was embedded)")
    else:
        parts.append(f"{RELEVANCE} × relevance {found.relevance:.2f}")
    parts.append(f"{IMPORTANCE} × importance {found.importance:.2f}")
    places = [f"no. {found.by_words} by words"] if found.by_words else []
    places += [f"no. {found.by_meaning} by meaning"] if found.by_meaning else []
    return " + ".join(parts) + (f"; {', '.join(places)}" if places else "")


def fuse(rankings: Iterable[Sequence[int]], k: int = K) -> dict[int, float]:
    """Reciprocal rank fusion: the sum over the rankings of 1 / (k + place), best first, ties by id."""
    found: dict[int, float] = {}
    for ranking in rankings:
        for place, id in enumerate(ranking, 1):
            found[id] = found.get(id, 0.0) + 1 / (k + place)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def is_rehearsal(models: Iterable[str]) -> bool:
    """Return whether one of these models asks no AI."""
    return any(model.startswith(("rehearsal:", "replay:")) for model in models)


def scope_of(kind: str, ref: str, *, apart: bool = False) -> str:
    """Return where the insights of a context are recalled; those of rehearsals `apart`."""
    return f"{REHEARSED if apart else ''}{kind}/{ref}"


def search_terms(text: str) -> str:
    """Return the words of a text that the text search keeps, stems and numbers, each once and in order of the
    alphabet."""
    numbers = {word for word in normalised(text).split() if any(each.isdigit() for each in word)}
    return " ".join(sorted(content(text) | numbers))


def one_statement(a: str, b: str) -> bool:
    """Return whether two insights say the same, so that one of them can go: equal but for spaces, marks and case (SPEC
    §17). A duplicate costs a line; a wrong merger would forge agreement."""
    return plain(a) == plain(b)


InsightKind = Literal["agreed", "decision", "finding"]
InsightStatus = Literal["active", "disputed", "deleted"]

ESTABLISHED = 0.85
"""From this confidence on, an insight that all agreed on is an established fact."""


@value
class Insight:
    """`debate` is where it comes from, `context_kind` and `context_ref` what that was about. `status`: a deleted one
    stays as a mark, so that rebuilding from the log does not bring it back. `merged_into`: the insight that says the
    same and stands for it; `why` a disputed or deleted one is that. `rehearsed`: no AI model was asked; it is recalled
    in rehearsals only."""

    text: str
    kind: InsightKind
    confidence: float
    agreed_by_all: bool = False
    status: InsightStatus = "active"
    debate: str = ""
    context_kind: ContextKind = "none"
    context_ref: str = ""
    retrievals: int = 0
    retrieved_at: float | None = None
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
    merged_into: str = ""
    why: str = ""
    rehearsed: bool = False

    @property
    def established(self) -> bool:
        sure = self.agreed_by_all and self.confidence >= ESTABLISHED
        return self.status == "active" and sure and not self.rehearsed
