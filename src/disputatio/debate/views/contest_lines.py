"""What each section of a result lists of work that was attacked or judged: opposition, attacks and defences, scores and
flaws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from disputatio.debate.board.attacks import attacks_of
from disputatio.debate.board.proposals import flaws_of
from disputatio.debate.ids import seat_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word
from disputatio.debate.policies.reviews import scores_of
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.receipts import receipt_in
from disputatio.debate.views.labels import ATTACKS, FAILED_TESTS, FLAWS, LATE, label_of
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.result_section import Line
from disputatio.debate.views.transcript_words import shortfall_of
from disputatio.debate.views.words import ended
from disputatio.debate.wording import figure, mark, plural, tr

DUTIES = ("opposition", "challenge")
"""Contracts of turns that have to be against something."""
HOW: Final = {
    "wrong": mark("as wrong"),
    "counterexample": mark("by a counterexample"),
    "unsupported": mark("as unsupported"),
    "assumption": mark("as an assumption"),
    "irrelevant": mark("as irrelevant"),
}
"""How a statement is challenged."""
LEFT: Final = {
    "in part": mark("By its author, it closes the attack in part."),
    "no": mark("By its author, it does not close the attack."),
    "": mark("Its author does not say that it closes the attack."),
}
"""What is said of a defence that is not declared to close its attack."""


def opposition(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what those who had to oppose, or to challenge the one before them, declare of each of their turns, with the
    sentence that shows it."""
    for turn in past:
        if turn.by == "person" or turn.gives not in DUTIES:
            continue
        who, at = name_of(turn.seat, debate.seats), when(turn.path)
        words = word(turn.data.get("quote"))
        did = tr("opposed: {words}").format(words=words)
        if turn.gives == "challenge":
            kind = HOW.get(word(turn.data.get("how")), "")
            did = tr("challenged “{word}”{kind}: {word2}").format(
                word=word(turn.data.get("challenged")),
                kind=f" ({tr(kind)})" if kind else "",
                word2=word(turn.data.get("objection")),
            )
        lack = shortfall_of(turn)
        if turn.gives == "challenge" and "challenged" not in turn.data:
            continue  # nobody had spoken before
        fell_short = lack is not None and lack.label != LATE
        said = f"{lack.label.word}: {lack.why}" if lack is not None and fell_short else did
        yield Line(text=f"{who} {said} ({at})", places=(Place(path=turn.path, label=at, words=words),))
        if lack is not None and not fell_short:
            yield Line(text=tr("The challenge came only when it was asked for again."), below=True)
        if turn.gives == "challenge" and not fell_short:
            yield from (Line(text=told, below=True) for told in _came_of(turn, past))


def _came_of(turn: Turn, past: Past) -> Iterator[str]:
    """Yield what became of the statements that a turn disputes with its objection: of each, its id and its status."""
    objection = word(turn.data.get("objection"))
    for one in registry_of(past).statements.values():
        steps = (step for step in one.history if step.path == turn.path and step.deed in ("disputed", "partly"))
        if any(receipt_in(step.words, objection) for step in steps):
            yield f"{one.id}, {label_of(one).word}: {one.text}"


def attacks(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield how many attacks are closed; then each that was published, how often it was repeated, and what was put
    against it."""
    found = attacks_of(past).values()
    if counted := [one for one in found if not one.of]:
        yield Line(text=_outcome(sum(one.closed for one in counted), len(counted)))
    for one in found:
        made = when(one.turn.path)
        how = ", ".join(filter(None, (one.severity, one.category, ATTACKS[one.status].word)))
        told = f"{one.id} {how} ({name_of(one.turn.seat, debate.seats)}, {made}): {one.text}"
        yield Line(text=told, places=(Place(path=one.turn.path, label=made),))
        if one.of:
            yield Line(text=tr("It repeats {id}, as the defence declares.").format(id=one.of), below=True)
        if one.repeats:
            yield Line(text=tr("Made again in {map}.").format(map=", ".join(map(when, one.repeats))), below=True)
        for reply in one.defences:
            where = Place(path=reply.path, label=when(reply.path))
            who = f"{name_of(reply.seat, debate.seats)}{f', {reply.kind}' if reply.kind else ''}"
            failed = f" {tr(FAILED_TESTS)}" if reply.failed else ""
            left = f" {tr(LEFT[reply.closes])}" if reply.closes in LEFT else ""
            said = f"{ended(reply.text)}{left}{failed}" if left or failed else reply.text
            yield Line(text=f"{who}: {said}", places=(where,), below=True)
        if one.answered:
            granted = tr("The attackers grant that it is closed.")
            yield Line(text=granted if one.granted else tr("No answer to this defence is recorded."), below=True)


def _outcome(closed: int, all: int) -> str:
    """Say how many attacks are closed and how many stay open: "Of 7 attacks, 4 are closed, 3 stay open."."""
    open = all - closed
    parts = (
        plural("{count} is closed", "{count} are closed", closed) if closed else "",
        plural("{count} stays open", "{count} stay open", open) if open else "",
    )
    return tr("Of {attacks}, {parts}.").format(
        attacks=plural("{count} attack", "{count} attacks", all), parts=", ".join(filter(None, parts))
    )


def reviews(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what reviewers gave each proposal, the best first, and each flaw that critics named."""
    for score in sorted(scores_of(past), key=lambda one: -one.score):
        place = Place(path=score.path, label=when(score.path))
        by = ", ".join(f"{name} {figure(each, '.2f')}" for name, each in score.criteria.items())
        told = f"{name_of(score.seat, debate.seats)}, {place.label}: {figure(score.score, '.2f')} ({by})"
        yield Line(text=told, places=(place,))
    for one in flaws_of(past).values():
        made = when(one.turn.path)
        of = (
            tr(" in the proposal of {speaker_of}").format(speaker_of=name_of(seat_of(one.proposal), debate.seats))
            if one.proposal
            else ""
        )
        how = ", ".join(
            filter(None, (one.severity, name_of(one.turn.seat, debate.seats), made, FLAWS[one.status].word))
        )
        yield Line(text=f"{one.id}{of} ({how}): {one.text}", places=(Place(path=one.turn.path, label=made),))
        if one.evidence:
            yield Line(text=tr("Shown by: {evidence}").format(evidence=one.evidence), below=True)
        if one.again:
            yield Line(text=tr("Found again in {map}.").format(map=", ".join(map(when, one.again))), below=True)
