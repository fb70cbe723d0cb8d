"""Evidence as every face shows it: the checked citations of each turn with what came of the check in words, the share
of verified quotations of each participant, and what each claim has for itself by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from disputatio.debate.citations.evidence import FAILED as FAILED
from disputatio.debate.citations.evidence import TALLIED as TALLIED
from disputatio.debate.citations.evidence import CitationRecord as CitationRecord
from disputatio.debate.citations.evidence import Item as Item
from disputatio.debate.citations.evidence import Status as Status
from disputatio.debate.citations.evidence import base_score, items_of, others, subject_of
from disputatio.debate.citations.evidence import place as place
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policy import seat_in
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.values import value
from disputatio.debate.views.labels import VERDICTS, Label, Tone
from disputatio.debate.views.participants import Participant, of_turn
from disputatio.debate.views.places import when
from disputatio.debate.wording import figure, language, listed, plural, tr

LONGEST = 200
"""Characters of a citation that a list shows."""


@value
class Cited:
    """The checked citations of one turn: its path, and the seat that made it."""

    path: str
    seat: str
    checked: CitationRecord


@value
class CitationItem:
    """One citation: `path` is that of the turn, `number` its place among the citations of the turn; who made it, and
    when. `note`: what is not as it says."""

    path: str
    number: int
    who: Participant
    since: str
    status: Status
    citation: str
    note: str = ""

    @property
    def key(self) -> str:
        return f"{self.path}#{self.number}"

    @property
    def text(self) -> str:
        return self.citation

    @property
    def label(self) -> Label:
        return VERDICTS[self.status]

    @property
    def told_by(self) -> str:
        """Who made it, and when: each part once."""
        return (
            self.who.name
            if self.since.casefold() in ("", self.who.name.casefold())
            else f"{self.who.name}, {self.since}"
        )

    @property
    def spoken(self) -> str:
        place = self.told_by
        return f"{self.citation}: {self.label.word}. {place}. {self.note}".strip()

    @property
    def line(self) -> str:
        """What came of the check, in a line: "Critic, round 2: a.py:3: moved (stands at a.py:7)"."""
        return f"{self.told_by}: {self.citation}: {self.label.word}{f' ({self.note})' if self.note else ''}"


@value
class Share:
    """What a participant cited in all: quotations that were verified, and lines of which is only known that they exist.
    `others`: how many came to anything else, by what it is.
    `share` is that of verified quotations among the citations that could be checked, None where there are none: then
    nothing is known, which is not the same as nothing being verified."""

    who: Participant
    turns: int
    citations: int
    verified: int
    exists: int
    total: int
    others: Mapping[Status, int] = field(default_factory=dict)

    @property
    def external(self) -> int:
        return self.citations - self.total

    @property
    def share(self) -> float | None:
        return self.verified / self.total if self.total else None

    @property
    def told(self) -> str:
        if self.share is None:
            return tr("nothing that can be checked")
        if self.total == 1:
            return _the_one(self)
        if self.verified == self.total:
            both = tr("both citations quote what stands there")
            every = tr("all {count} citations quote what stands there")
            return both if self.total == 2 else every.format(count=self.total)
        quotes = plural("{count} quotes what stands there", "{count} quote what stands there", self.verified)
        names = plural("{count} only names a line that exists", "{count} only name a line that exists", self.exists)
        parts = [quotes if self.verified else tr("none quotes what stands there"), *([names] if self.exists else [])]
        parts += [f"{figure(count)} {VERDICTS[status].word}" for status, count in self.others.items()]
        told = plural("of {count} citation, {parts}", "of {count} citations, {parts}", self.total)
        return told.format(parts="; ".join(parts))


def _the_one(found: Share) -> str:
    """Return what became of the only citation."""
    if found.verified:
        return tr("the one citation quotes what stands there")
    if found.exists:
        return tr("the one citation only names a line that exists")
    return tr("the one citation: {what}").format(what=listed(VERDICTS[status].word for status in found.others))


@value
class Base:
    """A point or a claim that rests on citations that were checked: how many of their quotations were verified, and how
    many citations failed."""

    id: str
    text: str
    verified: int
    failed: int

    @property
    def score(self) -> float:
        return base_score(self.verified, self.failed)

    @property
    def told(self) -> str:
        if (count := self.verified + self.failed) == 1:
            held = tr("the one citation it rests on holds")
            return held if self.verified else tr("the one citation it rests on does not hold")
        return plural(
            "{verified} of the {all} citations it rests on holds",
            "{verified} of the {all} citations it rests on hold",
            self.verified,
        ).format(verified=self.verified, all=count)


def citation_checks(debate: Debate, past: Past) -> tuple[Cited, ...]:
    """Return the checked citations, turn by turn, oldest first. Of several checks of one turn the last counts."""
    found: dict[str, Cited] = {}
    for turn in past.of("evidence"):
        path, items = subject_of(turn.path, turn.data), items_of(turn.data)
        found[path] = Cited(path=path, seat=seat_in(path, debate.seats), checked=CitationRecord(items=items))
    return tuple(found.values())


def shares(debate: Debate, past: Past) -> tuple[Share, ...]:
    """Return the share of verified quotations of each participant whose turns were checked, in the order of the cast;
    last that of the synthesis, which is nobody's own."""
    by_seat: dict[str, list[CitationRecord]] = {}
    for one in citation_checks(debate, past):
        by_seat.setdefault(one.seat, []).append(one.checked)
    return tuple(
        Share(
            who=of_turn(seat, "synthesis", debate.seats),
            turns=len(by_seat[seat]),
            citations=sum(len(one.items) for one in by_seat[seat]),
            verified=sum(one.verified for one in by_seat[seat]),
            exists=sum(one.exists for one in by_seat[seat]),
            total=sum(one.total for one in by_seat[seat]),
            others=others(item for one in by_seat[seat] for item in one.items),
        )
        for seat in dict.fromkeys((*debate.seats, *by_seat))
        if seat in by_seat
    )


def citations(debate: Debate, past: Past) -> tuple[CitationItem, ...]:
    """Return every checked citation, in the order in which the turns were checked."""
    return tuple(
        CitationItem(
            path=turn.path,
            number=number,
            who=of_turn(turn.seat, "synthesis", debate.seats),
            since=when(turn.path),
            status=item.status,
            citation=" ".join(item.citation.split())[:LONGEST],
            note=note(item),
        )
        for turn in citation_checks(debate, past)
        for number, item in enumerate(turn.checked.items)
    )


def bases(past: Past) -> tuple[Base, ...]:
    """Return what statements rest on, in the order in which they came up; those that nothing checked bears on are not
    listed: their score is that of anything, 0.5."""
    found = (
        Base(id=one.id, text=one.text, verified=len(one.verified), failed=len(one.failed))
        for one in statements_of(past).values()
    )
    return tuple(one for one in found if one.verified or one.failed)


# ---- one citation in words -------------------------------------------------------------------------------------------
def label(item: Item) -> Label:
    return VERDICTS[item.status]


def note(item: Item) -> str:
    """Return what is not as the citation says, in a few words."""
    where = (
        tr("stands at {where}").format(where=item.where)
        if item.where and item.status in ("moved", "near", "misquoted")
        else ""
    )
    could = tr("could be {where}").format(where=item.where) if item.where and item.status == "ambiguous" else ""
    return " · ".join(part for part in (item.differs, where, could) if part)


def hint(item: Item) -> str:
    """Return what came of a check, in sentences: what it means, what differs, where it stands."""
    found = label(item)
    parts = [f"{found.word.capitalize()}. {found.meaning}"]
    if item.differs and item.differs.lower() not in found.meaning.lower():
        parts.append(f"{item.differs[0].upper()}{item.differs[1:]}.".replace("..", "."))
    if item.where and item.status not in TALLIED:
        parts.append(
            tr("It could be {where}.").format(where=item.where)
            if item.status == "ambiguous"
            else tr("It stands at {where}.").format(where=item.where)
        )
    if item.pin and item.path:
        parts.append(tr("Checked at commit {pin}.").format(pin=item.pin[:10]))
    return " ".join(parts)


def checked_label(checked: CitationRecord) -> Label | None:
    """Return how the citations of a turn stand as a whole, the worst of them deciding the tone; None without any."""
    if not checked.items:
        return None
    if not checked.total:
        return Label(
            sign="↗",
            word=plural("{count} external citation", "{count} external citations", len(checked.items)),
            meaning=checked.summary,
        )
    tones = {label(item).tone for item in checked.items}
    tone: Tone = next(one for one in _WORST if one in tones)
    sign = {"ok": "✓", "error": "✕", "plain": "·"}.get(tone, "≈")
    told = _summary(checked)
    return Label(sign=sign, word=told.removesuffix("."), tone=tone, meaning=told)


def _summary(checked: CitationRecord) -> str:
    """Say what came of the citations, as the log does in English: what was compared, and what is only there."""
    if language() is None:
        return checked.summary
    counts = Counter(item.status for item in checked.items)
    verified, exists = counts["verified"], counts["line exists"]
    lines = [plural("{count} line exists", "{count} lines exist", exists)] if exists else []
    quotations = plural("{count} quotation verified", "{count} quotations verified", verified)
    both = ", ".join([quotations if verified else tr("no quotation verified"), *lines])
    rest = ", ".join(f"{count} {VERDICTS[status].word}" for status, count in others(checked.items).items())
    return f"{'; '.join(filter(None, (both, rest)))}."


_WORST: tuple[Tone, ...] = ("error", "caution", "ok", "plain")
