"""The memory as the window shows it: insights in words, the terms of a recall, the state of embedding; and what the
memory brought into a debate.

Pure. Reminders are made in a thread: a debate may be long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from disputatio.app.memory.memories import RecallRecord, Status, terms_of
from disputatio.app.memory.reminders import IN_CONTEXT, Occasion, Reminder, reminders_of, silence
from disputatio.app.models.embedding import Progress
from disputatio.app.receipts import Grounds
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Course, Place, course_of, when
from disputatio.debate.wording import figure, listed, plural, tr
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
    """One insight with all that is known of it. `origin` is the id of its debate, "" where that was erased. `attempts`:
    those that a lesson was learnt from, and what is known of each."""

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
    unconfirmed: bool = False
    merged: tuple[str, ...] = ()
    recalls: tuple[RecallItem, ...] = ()
    why: WhyItem | None = None
    why_about: str = ""
    receipts: tuple[str, ...] = ()
    attempts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()


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


KINDS: Final = {
    "agreed": tr("agreed point"),
    "decision": tr("decision"),
    "finding": tr("key finding"),
    "lesson": tr("lesson"),
}
NO_CONTEXT: Final = tr("No context (recalled only on request)")


def sign(insight: Insight) -> tuple[str, Tone]:
    """Return what it counts as, as a chip."""
    if insight.status == "disputed":
        return tr("✕ disputed"), "error"
    if insight.status == "unconfirmed":
        return tr("? unconfirmed"), "caution"
    if insight.established:
        return tr("✓ established"), "ok"
    if insight.rehearsed:
        return tr("~ rehearsed"), "caution"
    return f"● {KINDS[insight.kind]}", "plain"


def row(insight: Insight, terms: Terms | None = None) -> RowItem:
    chip, tone = sign(insight)
    parts = [
        _match(terms),
        tr("{confidence} sure").format(confidence=figure(insight.confidence, ".0%")),
        plural("{count} use", "{count} uses", insight.retrievals),
    ]
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
    return tr("by words and meaning") if both else tr("by meaning") if terms.by_meaning else tr("by words")


Context = tuple[str, str]
"""What an insight was learnt about: the kind of a debate's context, and its reference."""


def context_of(insight: Insight) -> Context:
    return insight.context_kind, insight.context_ref


def about(insight: Insight, names: Mapping[Context, str]) -> str:
    """Return what it was learnt about, in words; `names` are those of projects and assignments."""
    if insight.context_kind == "none":
        return NO_CONTEXT
    if insight.context_kind == "repository":
        return tr("Repository {context_ref}").format(context_ref=insight.context_ref)
    name = names.get(context_of(insight), "")
    return (
        f"{insight.context_kind.capitalize()} {name}"
        if name
        else tr("A deleted {context_kind}").format(context_kind=insight.context_kind)
    )


def item(
    insight: Insight,
    *,
    names: Mapping[Context, str],
    title: str | None,
    merged: Sequence[Insight],
    recalls: Sequence[RecallRecord],
    grounds: Grounds,
    now: float,
    terms: Terms | None = None,
    query: str = "",
) -> InsightItem:
    """Return an insight in full. `title`: that of the debate it comes from, None where it was erased."""
    chip, tone = sign(insight)
    used = plural("{count} debate began with it", "{count} debates began with it", insight.retrievals)
    last = (
        tr(", last {retrieved_at}").format(retrieved_at=phrases.day(insight.retrieved_at, now))
        if insight.retrieved_at
        else ""
    )
    return InsightItem(
        id=insight.id,
        text=insight.text,
        chip=chip,
        tone=tone,
        kind=_kind(insight, chip, grounds.assent),
        confidence=figure(insight.confidence, ".0%"),
        about=about(insight, names),
        origin=insight.debate if title is not None else "",
        origin_title=title if title is not None else tr("an erased debate"),
        learnt=phrases.day(insight.created_at, now),
        used=f"{used}{last}" if insight.retrievals else tr("Not used yet"),
        why_not=insight.why,
        disputed=insight.status == "disputed",
        unconfirmed=insight.status == "unconfirmed",
        merged=tuple(each.text for each in merged),
        recalls=tuple(_recall(each, now) for each in recalls),
        why=explanation(terms) if terms is not None else None,
        why_about=query if terms is not None else "",
        receipts=tuple(each.line for each in grounds.receipts),
        attempts=tuple((each.title, each.lines) for each in grounds.attempts),
    )


def _kind(insight: Insight, chip: str, assent: str) -> str:
    """Return what the chip beside it does not say yet."""
    kind = KINDS[insight.kind]
    agreed = assent or (tr("all agreed") if insight.agreed_by_all else "")
    return ", ".join((*((kind,) if kind not in chip else ()), *((agreed,) if agreed else ())))


def _recall(found: RecallRecord, now: float) -> RecallItem:
    return RecallItem(
        debate=found.debate, title=found.title, day=phrases.day(found.at, now), why=explanation(terms_of(found.item))
    )


def explanation(terms: Terms) -> WhyItem:
    """Return the formula of recall with its terms (SPEC MEMORY.3)."""
    relevance = terms.relevance or 0.0
    by_meaning = tr("cosine with the question") if terms.relevance is not None else tr("nothing was embedded")
    shares = (
        (tr("Recency"), RECENCY, terms.recency, tr("{fading} for each newer one that competes").format(fading=FADING)),
        (tr("Relevance"), RELEVANCE, relevance, by_meaning),
        (tr("Importance"), IMPORTANCE, terms.importance, tr("0 to 1")),
    )
    places = [tr("no. {by_words} by words").format(by_words=terms.by_words)] if terms.by_words else []
    places += [tr("no. {by_meaning} by meaning").format(by_meaning=terms.by_meaning)] if terms.by_meaning else []
    return WhyItem(
        terms=tuple(
            TermItem(
                name=name,
                weight=figure(weight, "g"),
                amount=figure(amount, ".2f"),
                share=figure(weight * amount, ".2f"),
                hint=hint,
            )
            for name, weight, amount, hint in shares
        ),
        total=figure(terms.score, ".2f"),
        places=", ".join(places),
    )


def state(found: Status, progress: Progress) -> MemoryState:
    waiting = sum(found.coverage.waiting.values())
    name = found.model.partition("@")[0]
    unused = sum(count for space, count in found.spaces if not space.name.startswith(f"{found.model}@"))
    embedded = plural("{count} text", "{count} texts", found.coverage.embedded)
    detail = tr("{embedded} embedded, {waiting} waiting. Index: {index}.").format(
        embedded=embedded, waiting=figure(waiting), index=found.index
    )
    if found.why_not:
        detail += tr(" To search by meaning, add a key or choose another embedding model in the settings.")
    share = progress.done / progress.total if progress.running and progress.total else None
    if share is not None:
        detail = tr("{done} of {total} embedded").format(done=figure(progress.done), total=figure(progress.total)) + (
            tr(", {skipped} refused by the model").format(skipped=figure(progress.skipped)) if progress.skipped else ""
        )
    said = (
        tr("Found by words and by meaning: {name}").format(name=name)
        if not found.why_not
        else tr("Found by words only: {why_not}").format(why_not=found.why_not)
    )
    return MemoryState(
        words=said,
        detail=detail,
        share=share,
        trouble=progress.trouble,
        waiting=waiting,
        unused=unused,
        ready=not found.why_not,
        least=""
        if found.why_not
        else tr("Memories are recalled from a similarity of {least_words}.").format(least_words=found.least.words),
    )


@value
class OccasionItem:
    """One time that it came up: for whom and when, what was looked for, why it was that, who read it."""

    words: str
    sought: str
    why: WhyItem
    who: Participant | None = None
    read: tuple[Place, ...] = ()


@value
class ReminderItem:
    """`group`: "established", "settled" or "course". `insight`: its id in the memory, "" for what is of a debate's
    course. `origin`: the debate that it comes from, "" for this one or one that was erased. `audience`: who read it, in
    words. `occasions`: the newest first."""

    key: str
    row: RowItem
    group: str
    chip: str
    tone: Tone
    sure: str = ""
    insight: str = ""
    origin: str = ""
    origin_title: str = ""
    audience: str = ""
    occasions: tuple[OccasionItem, ...] = ()
    repeated: tuple[Place, ...] = ()
    left_out: str = ""


GROUPS: Final[dict[str, tuple[str, str, Tone]]] = {
    "established": ("✓", tr("established"), "ok"),
    "settled": ("●", tr("settled"), "plain"),
    "lesson": ("✎", tr("lessons"), "plain"),
    "course": ("≡", tr("from debates"), "plain"),
}
"""Sign, word and tone of what was brought up."""
COURSE: Final = {
    "position": tr("position"),
    "message": tr("message"),
    "reflection": tr("reflection"),
    "card": tr("crux card"),
    "episode": tr("failed program"),
}
ELSEWHERE: Final = "(from another debate) "
"""How what comes from another debate begins, for participants."""
FACT: Final = tr("An established fact holds whatever the question is, so it is always recalled.")


def reminder_items(
    id: str, debate: Debate, past: Past, titles: Mapping[str, str]
) -> tuple[tuple[ReminderItem, ...], str]:
    """Return what was brought into debate `id`, and why nothing was ("" where something was). `titles`: of the debates
    that it may come from; one that is missing was erased."""
    found = reminders_of(debate, past)
    seen = course_of(debate.seats, past)
    return tuple(_item(id, each, seen, titles) for each in found), "" if found else silence(debate, past)


def origins(debate: Debate, past: Past) -> frozenset[str]:
    """Return the debates that something comes from."""
    return frozenset(each.debate for each in reminders_of(debate, past) if each.debate)


def _item(id: str, found: Reminder, seen: Course, titles: Mapping[str, str]) -> ReminderItem:
    taught = found.kind in ("lesson", "episode")
    group = "established" if found.established else tr("lesson") if taught else "settled" if found.insight else "course"
    kind = KINDS.get(found.kind, "") or COURSE.get(found.kind, found.kind)
    sign, word, tone = GROUPS[group]
    chip = f"{sign} {word}" if group == "established" else f"{sign} {kind}"
    here = found.debate == id
    key = found.insight or f"{found.kind} {found.debate} {found.text}"
    text = found.text.removeprefix(ELSEWHERE)
    title = "" if here else titles.get(found.debate, "")
    return ReminderItem(
        key=key,
        row=_row(key, text, chip, tone, found, seen),
        group=group,
        chip=chip,
        tone=tone,
        sure=tr("{confidence} sure").format(confidence=figure(found.confidence, ".0%"))
        if found.confidence is not None
        else "",
        insight=found.insight,
        origin=found.debate if title else "",
        origin_title=title or (tr("Earlier in this debate") if here else tr("From an erased debate")),
        audience=_audience(found, seen),
        occasions=tuple(_occasion(each, seen, found) for each in reversed(found.occasions)),
        repeated=tuple(seen.place(path) for path in found.repetitions),
        left_out=found.left_out,
    )


def _row(key: str, text: str, chip: str, tone: Tone, found: Reminder, seen: Course) -> RowItem:
    score = tr("score {score}").format(score=figure(found.terms.score, ".2f"))
    again = (
        tr("said again {number_of_repetitions}×").format(number_of_repetitions=len(found.repetitions))
        if found.repetitions
        else ""
    )
    read = plural("read in {count} turn", "read in {count} turns", len(found.readers)) if not found.insight else ""
    told = {"": read, tr(IN_CONTEXT): tr("in the context")}.get(found.left_out, tr("no room"))
    note = " · ".join(part for part in (again, told) if part) or score
    people = tuple(dict.fromkeys(seen.people[each.seat] for each in found.occasions if each.seat in seen.people))
    who = listed(one.name for one in people)
    spoken = ", ".join(part for part in (text, chip, note, tr("for {who}").format(who=who) if who else "") if part)
    return RowItem(key=key, text=text, chip=chip, tone=tone, note=note, people=people, spoken=spoken)


def _audience(found: Reminder, seen: Course) -> str:
    if found.left_out:
        return found.left_out
    if not found.readers:
        return tr("Nobody has read it yet.")
    turns = plural("{count} turn", "{count} turns", len(found.readers))
    if found.insight:
        return tr("Every participant reads it; so far in {turns}.").format(turns=turns)
    names = dict.fromkeys(seen.name(each.seat) for each in found.occasions if each.readers)
    return tr("{names} read it, in {turns}.").format(names=listed(names), turns=turns)


def _occasion(found: Occasion, seen: Course, of: Reminder) -> OccasionItem:
    who: Participant | None = seen.people.get(found.seat)
    at = when(found.path)
    said = " · ".join(
        part for part in (who.name if who else "", at if found.seat else tr("when the debate began")) if part
    )
    read = tuple(seen.place(path) for path in found.readers) if found.seat else ()
    return OccasionItem(words=said, sought=found.query, why=_why(of, found), who=who, read=read)


def _why(of: Reminder, found: Occasion) -> WhyItem:
    """Return why it was recalled. An established fact that neither search brought up has no place in them, and needs
    none."""
    why = explanation(found.terms)
    places = (
        tr("Its place in the search: {places}.").format(places=why.places)
        if why.places
        else FACT
        if of.established
        else ""
    )
    return replace(why, places=places)
