"""What the page of the memory shows."""

from __future__ import annotations

from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone


@value
class TermItem:
    """One term of the formula of recall: its name, its weight, its value, what they make together."""

    name: str
    weight: str
    amount: str
    share: str
    hint: str = ""


@value
class WhyItem:
    """Why a memory came up: the terms and their sum, and the places in the two searches."""

    terms: tuple[TermItem, ...]
    total: str
    places: str = ""


@value
class RecallItem:
    """A debate that it was recalled for."""

    debate: str
    title: str
    day: str
    why: WhyItem | None = None


@value
class InsightItem:
    """One insight with all that is known of it. `origin` is the id of its debate, "" where that was erased. `undo`: it
    is disputed, and can hold again."""

    id: str
    text: str
    chip: str
    tone: Tone
    kind: str
    confidence: str
    about: str
    origin: str = ""
    origin_title: str = ""
    learnt: str = ""
    used: str = ""
    why_not: str = ""
    disputed: bool = False
    merged: tuple[str, ...] = ()
    recalls: tuple[RecallItem, ...] = ()
    why: WhyItem | None = None
    why_about: str = ""


@value
class MemoryState:
    """How memories are found. `share` 0..1 of what waits is embedded while it runs, None at rest."""

    words: str
    detail: str = ""
    share: float | None = None
    trouble: str = ""
    waiting: int = 0
    unused: int = 0
    ready: bool = False
