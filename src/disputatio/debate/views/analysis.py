"""The consensus analysis of a debate (SPEC CONSENSUS.1): how far participants agree, who holds the same, in what they
differ. Fields are called what they are called on the wire.

What is said of a participant carries receipts. Where no model made it, it says so: a rule compares typed values and
declared fields, and no prose (SPEC CONSENSUS.2). It stands beside the score of the statements, and is blended with
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from disputatio.debate.format import ANSWERING
from disputatio.debate.ids import round_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import by_rule, items, share, word, words
from disputatio.debate.reasons import reason
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.entries import adopters
from disputatio.debate.statements.ledger import is_public_message
from disputatio.debate.values import Json, value
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.words import percent, sentence
from disputatio.debate.wording import tr

SPEAKING: Final = frozenset({*ANSWERING, "argument", "say", "challenge", "assessment"})
"""What participants hold something with: neither votes nor what is made of all."""


@value
class Receipt:
    """Words of a participant that stand in the turn at `path`."""

    agentId: str
    path: str
    quote: str


@value
class Cluster:
    """Who holds the same."""

    theme: str
    agentIds: tuple[str, ...]
    summary: str
    receipts: tuple[Receipt, ...] = ()


@value
class Entry:
    text: str
    receipts: tuple[Receipt, ...] = ()


@value
class Nuances:
    partialAgreements: tuple[Entry, ...] = ()
    conditionalPositions: tuple[Entry, ...] = ()
    uncertainties: tuple[Entry, ...] = ()


@value
class ConsensusAnalysis:
    """`agreementLevel`: 0..1. `byRule`: no model made it."""

    agreementLevel: float
    clusters: tuple[Cluster, ...]
    commonGround: tuple[Entry, ...]
    disagreementPoints: tuple[Entry, ...]
    nuances: Nuances
    reasoning: str
    byRule: bool = False


def analysis_of(debate: Debate, past: Past) -> ConsensusAnalysis | None:
    """Return the last analysis; None where there is none, or nobody thought."""
    record = past.last("agreement")
    level = share(record.data.get("level")) if record is not None else None
    if record is None or level is None or is_rehearsal(debate):
        return None

    def entries(name: str) -> tuple[Entry, ...]:
        return tuple(
            Entry(text=text, receipts=_receipts(item))
            for item in items(record.data.get(name))
            if (text := word(item.get("text")))
        )

    return ConsensusAnalysis(
        agreementLevel=level,
        clusters=tuple(_clusters(record.data.get("clusters"))),
        commonGround=entries("common"),
        disagreementPoints=entries("disagreements"),
        nuances=Nuances(
            partialAgreements=entries("partial"),
            conditionalPositions=entries("conditional"),
            uncertainties=entries("uncertainties"),
        ),
        reasoning=word(record.data.get("reasoning")),
        byRule=by_rule(record),
    )


def _clusters(found: Json) -> Iterator[Cluster]:
    for item in items(found):
        if seats := words(item.get("seats")):
            theme, summary = word(item.get("theme")), word(item.get("text"))
            yield Cluster(theme=theme or summary, agentIds=seats, summary=summary or theme, receipts=_receipts(item))


def _receipts(item: dict[str, Json]) -> tuple[Receipt, ...]:
    found = (
        Receipt(agentId=word(each.get("seat")), path=word(each.get("turn")), quote=word(each.get("quote")))
        for each in items(item.get("receipts"))
    )
    return tuple(one for one in found if one.agentId)


def is_outlived(past: Past) -> bool:
    """Return whether participants have spoken since the last analysis, or adopted another answer: it is about what they
    said before."""
    spoken = [*takewhile(lambda turn: turn.gives != "agreement", past.newest())]
    since = {turn.path for turn in spoken if turn.gives == "ranking"}
    moved = any(entry.about in since for entry in adopters(registry_of(past)).values())
    said = any(is_public_message(turn) and turn.gives in SPEAKING for turn in spoken)
    return past.last("agreement") is not None and (said or moved)


def dated(past: Past) -> str:
    """Say what the last analysis is about, where participants have spoken since, or have said in rankings what they
    make of the answers; "" where they have not."""
    record = past.last("agreement")
    ranked = any(turn.gives == "ranking" for turn in takewhile(lambda turn: turn.gives != "agreement", past.newest()))
    if record is None or not (ranked or is_outlived(past)):
        return ""
    if round_of(record.path):
        return tr("This compares only the answers as of {when}.").format(when=when(record.path))
    return tr("This compares only the first answers.")


# ---- in words --------------------------------------------------------------------------------------------------------
@value
class AnalysisLine:
    """`below`: it belongs to the line above it."""

    text: str
    places: tuple[Place, ...] = ()
    below: bool = False


def analysis_lines(found: ConsensusAnalysis, debate: Debate, past: Past | None = None) -> Iterator[AnalysisLine]:
    """Yield it as a person reads it. `past`: all that was said, for whoever does not read what it is about."""
    if past is not None and (told := dated(past)):
        yield AnalysisLine(text=told)
    by = (
        tr(", compared by rule")
        if found.byRule
        else tr(", as a model reads them; single statements are counted separately")
    )
    form = tr("Agreement of the answers as a whole: {agreementlevel} percent{by}. {reasoning}")
    if found.byRule and not found.clusters:  # no share of nothing
        form = tr("How far the answers as a whole agree is not known. {reasoning}")
    yield AnalysisLine(
        text=form.format(
            agreementlevel=percent(found.agreementLevel), by=by, reasoning=sentence(reason(found.reasoning))
        ).strip()
    )
    for one in found.clusters:
        who = ", ".join(name_of(seat, debate.seats) for seat in one.agentIds)
        yield AnalysisLine(text=f"{who}: {one.summary}", places=_places(one.receipts, debate), below=True)
    for title, entries in (
        (tr("Common ground"), found.commonGround),
        (tr("They differ"), found.disagreementPoints),
        (tr("In part"), found.nuances.partialAgreements),
        (tr("Under a condition"), found.nuances.conditionalPositions),
        (tr("Unsure"), found.nuances.uncertainties),
    ):
        for entry in entries:
            yield AnalysisLine(text=f"{title}: {entry.text}", places=_places(entry.receipts, debate))


def _places(receipts: tuple[Receipt, ...], debate: Debate) -> tuple[Place, ...]:
    return tuple(
        Place(path=one.path, label=when(one.path), words=one.quote, by=name_of(one.agentId, debate.seats))
        for one in receipts
        if one.path
    )
