"""The memory as the window shows it: insights in words, the terms of a recall, the state of embedding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from disputatio.app.memory.memories import InsightHit, RecallRecord, Status, terms_of
from disputatio.app.models.embedding import Progress
from disputatio.app.receipts import InsightReceipt
from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.lists import RowItem
from disputatio.library.memory import FADING, IMPORTANCE, RECENCY, RELEVANCE, Insight, Terms


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
    receipts: tuple[str, ...] = ()


@value
class MemoryState:
    """How memories are found. `share` 0..1 of what waits is embedded while it runs, None at rest. `least`: from which
    similarity on they are recalled."""

    words: str
    detail: str = ""
    share: float | None = None
    trouble: str = ""
    waiting: int = 0
    unused: int = 0
    ready: bool = False
    least: str = ""


KINDS: Final = {"agreed": "agreed point", "decision": "decision", "finding": "key finding"}
NO_CONTEXT: Final = "No context (recalled only on request)"


def sign(insight: Insight) -> tuple[str, Tone]:
    """Return what it counts as, as a chip."""
    if insight.status == "disputed":
        return "✕ disputed", "error"
    if insight.established:
        return "✓ established", "ok"
    if insight.rehearsed:
        return "~ rehearsed", "caution"
    return f"● {KINDS[insight.kind]}", "plain"


def row(insight: Insight, terms: Terms | None = None) -> RowItem:
    chip, tone = sign(insight)
    parts = [_match(terms), f"{insight.confidence:.0%} sure", phrases.count(insight.retrievals, "use")]
    note = " · ".join(part for part in parts if part)
    return RowItem(
        key=insight.id, text=insight.text, chip=chip, tone=tone, note=note, spoken=f"{insight.text}, {chip}, {note}"
    )


def _match(terms: Terms | None) -> str:
    """Return by what it was found: the list is in the order of the places in both searches, which a score would not
    show."""
    if terms is None:
        return ""
    both = terms.by_words and terms.by_meaning
    return "by words and meaning" if both else "by meaning" if terms.by_meaning else "by words"


Context = tuple[str, str]
"""What an insight was learnt about: the kind of a debate's context, and its reference."""


def context_of(insight: Insight) -> Context:
    return insight.context_kind, insight.context_ref


def about(insight: Insight, names: Mapping[Context, str]) -> str:
    """Return what it was learnt about, in words; `names` are those of projects and assignments."""
    if insight.context_kind == "none":
        return NO_CONTEXT
    if insight.context_kind == "repository":
        return f"Repository {insight.context_ref}"
    name = names.get(context_of(insight), "")
    return f"{insight.context_kind.capitalize()} {name}" if name else f"A deleted {insight.context_kind}"


def item(
    insight: Insight,
    *,
    names: Mapping[Context, str],
    title: str | None,
    merged: Sequence[Insight],
    recalls: Sequence[RecallRecord],
    receipts: Sequence[InsightReceipt] = (),
    now: float,
    terms: Terms | None = None,
    query: str = "",
) -> InsightItem:
    """Return an insight in full. `title`: that of the debate it comes from, None where it was erased."""
    chip, tone = sign(insight)
    used = phrases.count(insight.retrievals, "debate began", "debates began") + " with it"
    last = f", last {phrases.day(insight.retrieved_at, now)}" if insight.retrieved_at else ""
    return InsightItem(
        id=insight.id,
        text=insight.text,
        chip=chip,
        tone=tone,
        kind=_kind(insight, chip),
        confidence=f"{insight.confidence:.0%}",
        about=about(insight, names),
        origin=insight.debate if title is not None else "",
        origin_title=title if title is not None else "an erased debate",
        learnt=phrases.day(insight.created_at, now),
        used=f"{used}{last}" if insight.retrievals else "Not used yet",
        why_not=insight.why,
        disputed=insight.status == "disputed",
        merged=tuple(each.text for each in merged),
        recalls=tuple(_recall(each, now) for each in recalls),
        why=explanation(terms) if terms is not None else None,
        why_about=query if terms is not None else "",
        receipts=tuple(each.line for each in receipts),
    )


def _kind(insight: Insight, chip: str) -> str:
    """Return what the chip beside it does not say yet."""
    kind = KINDS[insight.kind]
    return ", ".join((*((kind,) if kind not in chip else ()), *(("all agreed",) if insight.agreed_by_all else ())))


def _recall(found: RecallRecord, now: float) -> RecallItem:
    return RecallItem(
        debate=found.debate, title=found.title, day=phrases.day(found.at, now), why=explanation(terms_of(found.item))
    )


def explanation(terms: Terms) -> WhyItem:
    """Return the formula of recall with its terms (SPEC MEMORY.3)."""
    relevance = terms.relevance or 0.0
    by_meaning = "cosine with the question" if terms.relevance is not None else "nothing was embedded"
    shares = (
        ("Recency", RECENCY, terms.recency, f"{FADING} for each newer one that competes"),
        ("Relevance", RELEVANCE, relevance, by_meaning),
        ("Importance", IMPORTANCE, terms.importance, "0 to 1"),
    )
    places = [f"no. {terms.by_words} by words"] if terms.by_words else []
    places += [f"no. {terms.by_meaning} by meaning"] if terms.by_meaning else []
    return WhyItem(
        terms=tuple(
            TermItem(name=name, weight=f"{weight:g}", amount=f"{amount:.2f}", share=f"{weight * amount:.2f}", hint=hint)
            for name, weight, amount, hint in shares
        ),
        total=f"{terms.score:.2f}",
        places=", ".join(places),
    )


def state(found: Status, progress: Progress) -> MemoryState:
    waiting = sum(found.coverage.waiting.values())
    name = found.model.partition("@")[0]
    unused = sum(count for space, count in found.spaces if not space.name.startswith(f"{found.model}@"))
    embedded = phrases.count(found.coverage.embedded, "memory", "memories")
    detail = f"{embedded} embedded, {waiting:,} waiting. Index: {found.index}."
    if found.why_not:
        detail += " To search by meaning, add a key or choose another embedding model in the settings."
    share = progress.done / progress.total if progress.running and progress.total else None
    if share is not None:
        detail = f"{progress.done:,} of {progress.total:,} embedded" + (
            f", {progress.skipped:,} refused by the model" if progress.skipped else ""
        )
    said = f"Found by words and by meaning: {name}" if not found.why_not else f"Found by words only: {found.why_not}"
    return MemoryState(
        words=said,
        detail=detail,
        share=share,
        trouble=progress.trouble,
        waiting=waiting,
        unused=unused,
        ready=not found.why_not,
        least="" if found.why_not else f"Recalled from a similarity of {found.least.words}.",
    )


def results(found: Sequence[InsightHit]) -> tuple[list[RowItem], dict[str, Terms]]:
    """Return the rows of a search, best first, and the terms of each."""
    return [row(each.insight, each.terms) for each in found], {each.insight.id: each.terms for each in found}
