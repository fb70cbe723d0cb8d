"""What is held and disputed, as every face lists it: points with what became of them, claims with their sides, what
each participant says of each, its links, and its way through the debate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from disputatio.debate.ids import ASPECT, called, index_of, names_bound, parent, round_at, step_of
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.turns import Past
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.claims import Claim, Claims
from disputatio.debate.statements.claims import ClaimStatus as ClaimStatus
from disputatio.debate.statements.history import Deed, HistoryStep, agreed_before
from disputatio.debate.statements.ledger import Ledger, OnAspect
from disputatio.debate.statements.receipts import ASSENT, bare_words
from disputatio.debate.statements.statement import Judgement as Judgement
from disputatio.debate.statements.statement import Link as Link
from disputatio.debate.statements.statement import Statement as Statement
from disputatio.debate.statements.statement import Status
from disputatio.debate.values import value
from disputatio.debate.views.arguments import Edge, against
from disputatio.debate.views.labels import (
    CLAIMS,
    DEEDS,
    FLIPS,
    HOLDS,
    LAPSED,
    LINKS,
    POINTS,
    RULED,
    Hold,
    Label,
    label_of,
)
from disputatio.debate.views.outcomes import outcome_of
from disputatio.debate.views.participants import Participant, of_turn
from disputatio.debate.views.places import Course, Place, short, when
from disputatio.debate.views.plain_text import quotation, without_because, without_item
from disputatio.debate.wording import Words, language, listed, quoted, tr

UNSUPPORTED: Final = "Its only citation does not hold."
WHOLE: Final[dict[Deed, str]] = Words(
    {
        "partly": "accepts a part of it and disputes the rest",
        "doubted": "accepts a part of it and doubts the rest",
    }
)
"""What somebody does who accepts a part of a statement in the words in which they turn down the rest."""


# ---- points ----------------------------------------------------------------------------------------------------------
@value
class Step:
    """One step of the history of a statement: who did what (`deed`, in words), in which turn, in which words of
    theirs. `because`: the reason in other words of theirs. `rejected`: what they reject of it, where they accept a part
    in other words."""

    who: str
    deed: str
    words: str = ""
    path: str = ""
    since: str = ""
    because: str = ""
    rejected: str = ""

    @property
    def line(self) -> str:
        """What was done, in a line: "Analyst revised it (round 2): “in their words”"."""
        said = f": {quotation(without_item(self.words))}" if self.words else ""
        reason = tr(", because {cause}").format(cause=quotation(without_because(self.because))) if self.because else ""
        return f"{self.who} {self.deed}{f' ({self.since})' if self.since else ''}{said}{reason}{self.objection}"

    @property
    def objection(self) -> str:
        """What they reject, as it stands behind what they accept."""
        return tr("; objects: {words}").format(words=quotation(self.rejected)) if self.rejected else ""


@value
class PointItem:
    """`label`: what became of it; `note`: what moved whom, and since when; `reason`: what the last judgement said of
    it, `reason_by`: who made that. `path`: the turn that gave its present wording, `words`: the receipt of that.
    `history`: oldest first; `former`: its earlier wordings. `unsupported`: its only citations did not hold; `raised`:
    nobody asserts it. `attacked`: by what, where it is in dispute or no side has judged it: "attacked by P4"."""

    key: str
    text: str
    label: Label
    status: Status = "unaddressed"
    author: Participant
    note: str = ""
    reason: str = ""
    reason_by: str = ""
    path: str = ""
    words: str = ""
    history: tuple[Step, ...] = ()
    former: tuple[str, ...] = ()
    attacked: str = ""
    unsupported: bool = False
    raised: bool = False

    @property
    def by(self) -> str:
        """Who holds it; of what nobody asserts, who raised it."""
        return tr("raised as unverifiable by {name}").format(name=self.author.name) if self.raised else self.author.name

    @property
    def lines(self) -> tuple[str, ...]:
        """How it came to stand as it does, a line each: former wordings, citations that do not hold, its history."""
        worded = (tr("Earlier wording: {text}").format(text=text) for text in self.former)
        return (*worded, *([tr(UNSUPPORTED)] if self.unsupported else []), *(step.line for step in self.history))

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (self.text, self.label.word, self.by, self.note) if part)


def point_items(
    statements: Iterable[Statement], seats: Mapping[str, Seat], places: Mapping[str, int] = MappingProxyType({})
) -> tuple[PointItem, ...]:
    """Return the points: open ones first, in the order in which they were stated. `places`: those of the turns by their
    path, without which nobody can tell to which wording somebody objected."""
    order, known = list(POINTS), tuple(statements)
    speaker = cache(lambda seat: of_turn(seat, "say", seats))
    return tuple(_point(one, known, speaker, places) for one in sorted(known, key=lambda one: order.index(one.status)))


def statements_data(past: Past) -> list[dict[str, Any]]:
    """Return the statements as they are kept, for those who read them by machine: each with its status, its wordings,
    what others say of it, its history, and the words of each of these."""
    return [
        {**asdict(one), "text": one.text, "status": one.status, "reason": one.reason, "unsupported": one.unsupported}
        for one in statements_of(past).values()
    ]


def _point(
    one: Statement, known: Iterable[Statement], speaker: Callable[[str], Participant], places: Mapping[str, int]
) -> PointItem:
    moved = FLIPS[one.flip].word if one.flip else ""
    outdated = tr("reworded since it was disputed") if one.outdated or one.lapsed else ""
    outdated = tr("the objection was reworded since") if one.recast else outdated
    guess = tr("its author calls it an assumption") if one.assumed and one.agreed else ""
    unsupported = tr("its citation does not hold") if one.unsupported else ""
    told = one.status in ("unaddressed", "weighed", "contested") and (places or len(one.wordings) == 1)
    attacked = ", ".join(against(one, known, places)) if told else ""
    return PointItem(
        key=one.id,
        text=one.text,
        label=label_of(one),
        status=one.status,
        author=speaker(one.author),
        note=", ".join(part for part in (moved, _since(one.since), guess, outdated, unsupported, attacked) if part),
        reason=_reason(one),
        reason_by=speaker(one.reason_by).name if one.reason_by else "",
        path=one.wordings[-1].path,
        words=one.words,
        history=tuple(_step(one, step, rejected, speaker) for step, rejected in told_once(one.history)),
        former=tuple(worded.text for worded in one.wordings[:-1]),
        attacked=attacked,
        unsupported=one.unsupported,
        raised=one.raised,
    )


def _reason(one: Statement) -> str:
    """Return what the last judgement said of the present wording. Who judges a statement in the round in which it is
    reworded has known it by its earlier wording."""
    worded = one.wordings[-1].path if len(one.wordings) > 1 else ""
    said = [made for made in one.judgements.values() if made.reason == one.reason]
    spoke_of_it = (not one.overtaken(made) and round_at(made.path) != round_at(worded) for made in said)
    return one.reason if not worded or one.ruled or any(spoke_of_it) else ""


def told_once(history: tuple[HistoryStep, ...]) -> Iterator[tuple[HistoryStep, str | None]]:
    """Yield the steps of a history. Who accepts a part of it in a turn and disputes it there does one thing, whatever
    else the form of the turn says: that comes with the words of the objection, "" where one of the two holds the other;
    with None where there is none. So does who accepts a part of it and doubts it in the same words."""
    parts = {(step.path, step.seat): step.words for step in history if step.deed == "partly"}
    against = {(step.path, step.seat): step.words for step in history if step.deed == "disputed"}
    doubted = {(step.path, step.seat): step.words for step in history if step.deed == "doubted"}
    both = {place for place, words in parts.items() if place in doubted and _overlap(words, doubted[place])}
    for step in history:
        place = (step.path, step.seat)
        if place in both and step.deed == "doubted":
            yield replace(step, words=max(step.words, parts[place], key=len)), ""
        elif place in both and step.deed == "partly":
            continue
        elif step.deed == "kept" and step.words and len(bare_words(without_item(step.words)).split()) <= ASSENT:
            continue  # "as I said" is no defence
        elif step.deed == "partly" and (rejected := against.get(place)) is not None:
            whole = replace(step, words=max(step.words, rejected, key=len))
            yield (whole, "") if _overlap(step.words, rejected) else (step, rejected)
        elif place not in parts or (step.deed != "disputed" and not (step.deed == "agreed" and place in against)):
            yield step, None


def _overlap(one: str, other: str) -> bool:
    """Return whether one of two quotations holds the other."""
    short, long = sorted((bare_words(one), bare_words(other)), key=len)
    return short in long


def _step(one: Statement, step: HistoryStep, rejected: str | None, speaker: Callable[[str], Participant]) -> Step:
    ruled = RULED.get(one.ruled, "") if step.path == one.ruling else ""
    whole = WHOLE[step.deed] if rejected == "" else ""
    if whole and step.deed == "partly" and agreed_before(one.history, step) is not None:
        whole = tr("disputes a part of it and holds the rest")
    made = one.judgements.get(step.seat)
    if step.deed == "sided" and made is not None and made.through:
        whole = tr("agrees with {id}, which attacks it").format(id=made.through)
    if step.deed == "opposed" and made is not None and made.holding:
        whole = tr("holds to {id}, which it attacks").format(id=made.holding)
    return Step(
        who=speaker(step.seat).name if step.seat else tr("Both sides"),
        deed=ruled or whole or _divided(one, step) or DEEDS["questioned" if step.weak else step.deed],
        rejected=rejected or "",
        words="" if step.deed in ("met", "agreed") and bare_words(step.words) == bare_words(one.text) else step.words,
        because=step.because,
        path=step.path,
        since=_since(step.path),
    )


def _divided(one: Statement, step: HistoryStep) -> str:
    """Return into what its author divided a statement in this step; "" where they did not."""
    worded = (worded for worded in one.wordings if worded.path == step.path and worded.into)
    found = next(worded, None) if step.deed == "revised" else None
    return tr("divided it into {ids}").format(ids=listed([one.id, *found.into])) if found is not None else ""


def _since(path: str) -> str:
    """Return when something was said. A ruling has the place of what it follows, where that is in a round."""
    return _once(path, language())


@lru_cache(maxsize=4096)
def _once(path: str, _: object) -> str:
    if index_of(path) != "person":
        return when(path)
    before = parent(path)
    return "" if when(before) == called(step_of(before)) else when(before)


# ---- claims ----------------------------------------------------------------------------------------------------------
@value
class Cell:
    """What one participant says of a claim, and where they said it last, in which words."""

    hold: Hold = "silent"
    since: str = ""
    short: str = ""
    path: str = ""
    words: str = ""

    @property
    def spoken(self) -> str:
        said = ", ".join(part for part in (HOLDS[self.hold].word, self.since) if part)
        return f"{said}: {quoted(self.words)}" if self.words else said


@value
class LinkItem:
    """An edge of the argument graph, read from this claim: `key` is the other claim's, "" for what is none. `back`: the
    other one drew it."""

    edge: Edge
    text: str
    key: str = ""
    by: str = ""
    back: bool = False

    @property
    def words(self) -> str:
        sign, _, passive = LINKS[self.edge.kind]
        return f"{sign} {tr(passive) if self.back else self.edge.relation}{self.edge.worded}"


@value
class ClaimItem:
    """`debated`: its wording in its crux room. `sides`: the two who disagree, the one who holds it first; `others`:
    who disputes it, too; `granting`: who of these disputes a part of it alone. `cells`: what each participant says of
    it, in their order. `refusal`: why no crux room can be opened, "" where one can. `aspect`: "" for the whole
    question. `ruled`: the resolution is a person's word; `outdated`: it was reworded since it was disputed; `lapsed`:
    and no judgement of the new wording is recorded; `dropped`: its author withdrew it. `outcome`: what became of the
    dispute, in a line."""

    key: str
    text: str
    debated: str = ""
    status: ClaimStatus = "active"
    since: str = ""
    aspect: str = ""
    sides: tuple[Participant, ...] = ()
    others: tuple[Participant, ...] = ()
    granting: tuple[Participant, ...] = ()
    cells: tuple[Cell, ...] = ()
    messages: tuple[Place, ...] = ()
    links: tuple[LinkItem, ...] = ()
    resolution: str = ""
    streak: int = 0
    card: str = ""
    room: str = ""
    refusal: str = ""
    ruled: bool = False
    outdated: bool = False
    lapsed: bool = False
    dropped: bool = False
    outcome: str = ""

    @property
    def label(self) -> Label:
        return LAPSED if self.lapsed and self.status in ("active", "abandoned") else CLAIMS[self.status]

    @property
    def became(self) -> str:
        """What became of it, with its sides: "Resolved: it is safe (Analyst against Critic)"."""
        how = f": {self.resolution}" if self.resolution else ""
        word = tr("Withdrawn by {who}").format(who=self.sides[0].name) if self.dropped and not how else self.label.word
        return f"{word[:1].upper()}{word[1:]}{how} ({self.against})"

    @property
    def against(self) -> str:
        """The two sides: "Analyst against Critic"; of a statement that was reworded, what they are divided about."""
        against = (*self.sides[1:], *self.others)
        told = listed(
            tr("{who} (in part)").format(who=one.name) if one in self.granting else one.name for one in against
        )
        sides = " against ".join(filter(None, (*(one.name for one in self.sides[:1]), told)))
        return tr("{sides}, about its earlier wording").format(sides=sides) if self.outdated else sides

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (self.text, self.label.word, self.against, self.since) if part)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The links that this claim drew, each once: "supports P2", "is supported by a.py:1"."""
        return tuple(dict.fromkeys(link.edge.told for link in self.links if link.edge.drawer == self.key))


@value
class AspectCell:
    """What a participant holds about an aspect. `unanswered`: challenges to them that are open."""

    position: str = ""
    since: str = ""
    path: str = ""
    words: str = ""
    evidence: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()


@value
class AspectItem:
    """`name` "" is the whole question."""

    name: str
    cells: tuple[AspectCell, ...] = ()
    claims: tuple[ClaimItem, ...] = ()

    @property
    def title(self) -> str:
        return self.name or tr("The whole question")


def claim_items(
    claims: Claims,
    course: Course,
    refusals: Mapping[str, str],
    running: Mapping[str, str],
    statements: Mapping[str, Statement],
    edges: Iterable[Edge],
    *,
    over: bool,
) -> tuple[ClaimItem, ...]:
    """Return the claims in the order in which they were opened. `refusals`: why each cannot be sent into a crux room;
    `running`: the rooms that are under way, by claim. Before the debate is `over`, none is left open: somebody may come
    back to it."""
    claims = {
        id: one if over or one.status != "abandoned" else replace(one, status="active") for id, one in claims.items()
    }
    links: dict[str, list[LinkItem]] = {}
    for edge in edges:
        for here, other, back in ((edge.source, edge.target, False), (edge.target, edge.source, True)):
            if here in claims:
                text = statements[other].text if other in statements else other
                key, by = other if other in claims else "", course.name(edge.by) if edge.by else ""
                links.setdefault(here, []).append(LinkItem(edge=edge, text=text, key=key, by=by, back=back))
    found = (
        _item(claim, statements[claim.id], course, links.get(claim.id, []), refusals.get(claim.id, ""), running)
        for claim in claims.values()
    )
    return tuple(found)


def _item(
    claim: Claim,
    statement: Statement,
    course: Course,
    links: list[LinkItem],
    refusal: str,
    running: Mapping[str, str],
) -> ClaimItem:
    source = claim.messages[0] if claim.messages else ""
    words = {step.path: step.words for step in statement.history}
    against = {made.seat: statement.disputes_part(made) for made in statement.disputing}
    return ClaimItem(
        key=claim.id,
        text=claim.text,
        debated=claim.debated,
        status="in crux room" if claim.id in running else claim.status,
        since=when(source),
        aspect=names_bound(source).get(ASPECT, ""),
        sides=tuple(map(course.who, claim.sides)),
        others=tuple(course.who(seat) for seat in against if seat not in claim.sides),
        granting=tuple(course.who(seat) for seat, part in against.items() if part),
        cells=tuple(_cell(statement, seat, names_bound(source).get(ASPECT, "")) for seat in course.people),
        messages=tuple(course.place(path, words.get(path, "")) for path in claim.messages),
        links=tuple(sorted(links, key=lambda link: link.back)),
        resolution=claim.resolution,
        ruled=bool(claim.ruling),
        outdated=(statement.outdated and not statement.recast) or statement.lapsed,
        lapsed=statement.lapsed,
        dropped=statement.status == "withdrawn",
        outcome=outcome_of(statement, claim, course, in_room=claim.id in running),
        streak=claim.streak,
        card=claim.card,
        room=running.get(claim.id, claim.room),
        refusal=refusal,
    )


def _cell(one: Statement, seat: str, aspect: str) -> Cell:
    """Return what they said of it last; it stands below its aspect."""
    path, words = next(((step.path, step.words) for step in reversed(one.history) if step.seat == seat), ("", ""))
    hold = _hold(one, seat)
    if hold == "settled" and not path:
        path = one.card
    if not path:
        return Cell(hold=hold)
    return Cell(hold=hold, since=when(path), short=short(path, aspect), path=path, words=words)


def _hold(one: Statement, seat: str) -> Hold:
    if one.met and seat in one.seated:
        return "settled"
    if seat == one.author and not one.raised:
        ended: Hold = "dropped" if one.dropped else "met"
        return "withdrew" if one.withdrawn else ended if one.closed else "holds"
    judgement = one.judgements.get(seat)
    if judgement is None:
        return "part" if seat in (step.seat for step in one.parts) else "silent"
    if judgement.verdict == "agrees":
        return (
            ("part" if judgement.part else "upheld")
            if judgement.neutral
            else "conceded"
            if seat in one.disputants
            else "agrees"
        )
    if judgement.verdict == "doubts":
        return "questions" if judgement.weak else "doubts"
    return "rest" if one.disputes_part(judgement) else "disputes"


def aspect_items(
    names: tuple[str, ...], claims: tuple[ClaimItem, ...], ledger: Ledger, course: Course
) -> tuple[AspectItem, ...]:
    """Return the aspects with their claims; claims about none of them come under the whole question, at the end."""
    held = sorted(
        {name for standing in ledger.values() for name in standing.aspects},
        key=lambda name: (_first_spoken_of(name, ledger, course), name),
    )
    others = [claim.aspect for claim in claims]
    found = [name for name in dict.fromkeys((*names, *held, *others)) if name and name in {*held, *others}]
    whole = "" in held or "" in others
    return tuple(_aspect(name, claims, ledger, course) for name in (*found, *([""] if whole else [])))


def _first_spoken_of(name: str, ledger: Ledger, course: Course) -> int:
    """Return the place of the oldest message that gave a position on an aspect."""
    given = (standing.aspects[name].since for standing in ledger.values() if name in standing.aspects)
    return min((course.order[path] for path in given if path in course.order), default=len(course.order))


def _aspect(name: str, claims: tuple[ClaimItem, ...], ledger: Ledger, course: Course) -> AspectItem:
    return AspectItem(
        name=name,
        cells=tuple(_held(ledger[seat].aspects.get(name) if seat in ledger else None) for seat in course.people),
        claims=tuple(claim for claim in claims if claim.aspect == name),
    )


def _held(found: OnAspect | None) -> AspectCell:
    if found is None:
        return AspectCell()
    return AspectCell(
        position=found.position,
        since=when(found.since),
        path=found.since,
        words=found.words,
        evidence=found.evidence,
        unanswered=found.unanswered,
    )
