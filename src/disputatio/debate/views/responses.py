"""What each participant answers in a round: position, key points, how sure they are, what evidence they used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Final

from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word, words
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.cards import ROOM
from disputatio.debate.statements.entries import adopters
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.debate.views.board_view import position_changes
from disputatio.debate.views.changes import Move
from disputatio.debate.views.citations import CitationRecord, citation_checks
from disputatio.debate.views.look_ups import UNAVAILABLE
from disputatio.debate.views.participants import at_table
from disputatio.debate.views.plain_text import beginning
from disputatio.debate.views.rounds import number_in
from disputatio.debate.views.stances import Moment, timelines
from disputatio.debate.wording import Words, quoted, tr

SEARCHES: Final = frozenset({"web_search", "fact_check"})
"""The tools that search the web."""
MOST_POINTS: Final = 3
POSITION: Final = 600
"""Characters of a position; the whole answer is a detail."""
NAMED: Final = 120
"""Characters of a statement that somebody judges."""
POINT: Final = 300
"""Characters of a key point, of an issue and of a stance on it."""


@value
class ConfidenceChange:
    """`previousRound`: the round in which the confidence was stated that it is compared with."""

    delta: float
    previousRound: int
    reason: str = ""


@value
class EvidenceUsed:
    """`webSearches` and `citations` are counts, `toolCalls` the names of the tools in the order of their use."""

    webSearches: int = 0
    citations: int = 0
    toolCalls: tuple[str, ...] = ()


@value
class AgentResponse:
    agentId: str
    agentName: str
    position: str
    keyPoints: tuple[str, ...] = ()
    confidence: float | None = None
    confidenceChange: ConfidenceChange | None = None
    evidenceUsed: EvidenceUsed = field(default_factory=EvidenceUsed)


def shorten(text: str, most: int) -> str:
    """Return a text on one line, cut at a word."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most].rsplit(' ', 1)[0].rstrip()} …"


def responses(debate: Debate, past: Past, number: int) -> Iterator[AgentResponse]:
    """Yield the last answer of each participant in the round to all, or the one that they adopted since in a ranking:
    what is said in a crux room is none."""
    moments, adopted = timelines(past), adopters(registry_of(past))
    moves = position_changes(debate, past)
    citations = {one.path: one.checked for one in citation_checks(debate, past)}
    for seat, who in at_table(debate.seats).items():
        found = [node.turn for node in past.by_seat(seat) if node.turn]
        now = adopted[seat].about if seat in adopted else ""
        spoken = [one for one in found if (one.message or one.path == now) and not one.heard.startswith(ROOM)]
        rounds = [number_in(past, one.path) for one in spoken]
        at = next((at for at, each in enumerate(rounds) if each == number or (not each and any(rounds[at:]))), None)
        turn = spoken[at] if at is not None else None  # what is said after the rounds is the last word
        if turn is None:
            continue
        stated = {moment.path: moment for moment in moments.get(seat, ())}
        yield AgentResponse(
            agentId=seat,
            agentName=who.name,
            position=(held := _position(turn, stated.get(turn.path))),
            keyPoints=tuple(_key_points(turn, past, held)),
            confidence=_confidence(turn, stated),
            confidenceChange=_change(turn, past, spoken, stated, [move for move in moves if move.path == turn.path]),
            evidenceUsed=_used(debate, turn, citations.get(turn.path)),
        )


def _position(turn: Turn, moment: Moment | None) -> str:
    """Return what its author declares to hold, else what the record of the turn says, else how the turn begins."""
    recorded = (moment.position or moment.stance) if moment is not None else ""
    return shorten(word(turn.data.get("position")) or recorded or beginning(turn.text), POSITION)


def _key_points(turn: Turn, past: Past, held: str) -> list[str]:
    """Return what the turn declares, states or keeps and its author has not taken back, and what it says of others'
    statements; of a turn of which nothing is known, its first sentences, which are quoted and not judged. That it holds
    what it `held` is no point of its own."""
    statements = statements_of(past).values()
    if turn.gives == "ranking":  # its reasons are of others' answers, under letters
        return [shorten(text, POINT) for text in reversed([*_judged(turn, statements)])][:MOST_POINTS]
    mine = [one for one in statements if one.author == turn.seat and one.status != "withdrawn"]
    own = [one.text for one in mine if any(worded.path == turn.path for worded in one.wordings)]
    own += (one.text for one in mine if ("kept", turn.path) in ((step.deed, step.path) for step in one.history))
    why = (*words(turn.data.get("because")), *words(turn.data.get("reasoning")), *words(turn.data.get("open")))
    decision = word(turn.data.get("decision"))
    known = {"", *map(bare_words, (held, decision, *(_sentences(held) if decision else ())))}
    found = dict.fromkeys(one for one in (*why, *own, *_judged(turn, statements)) if bare_words(one) not in known)
    if not found:
        found = dict.fromkeys(one for one in _sentences(beginning(turn.text)) if bare_words(one) not in known)
    return [shorten(text, POINT) for text in list(found)[:MOST_POINTS]]


def _judged(turn: Turn, statements: Iterable[Statement]) -> Iterator[str]:
    """Yield what a turn says of the statements of others: what it disputes comes first."""
    said = [(one, made) for one in statements if (made := one.judgements.get(turn.seat)) and made.path == turn.path]
    for one, made in sorted(said, key=lambda pair: list(_SAYS).index(pair[1].verdict)):
        says = (
            tr("Disputes a part of") if one.disputes_part(made) else _SAYS["questions" if made.weak else made.verdict]
        )
        about = f"{says} {one.id}, {quoted(shorten(one.text, NAMED))}"
        yield f"{about}: {made.reason}" if made.reason else about


_SAYS: Final = Words(
    {
        "disagrees": "Disagrees with",
        "doubts": "Doubts",
        "questions": "Is not convinced of",
        "agrees": "Agrees with",
    }
)


def _sentences(text: str) -> list[str]:
    return text.replace("! ", "!\n").replace("? ", "?\n").replace(". ", ".\n").split("\n")


def _confidence(turn: Turn, stated: Mapping[str, Moment]) -> float | None:
    declared = share(turn.data.get("confidence"))
    moment = stated.get(turn.path)
    return moment.confidence if declared is None and moment is not None else declared


def _change(
    turn: Turn, past: Past, spoken: list[Turn], stated: Mapping[str, Moment], moves: list[Move]
) -> ConfidenceChange | None:
    """Return how much surer its author is than when they last said how sure they were."""
    now = _confidence(turn, stated)
    before = (one for one in spoken[spoken.index(turn) + 1 :] if _confidence(one, stated) is not None)
    earlier = next(before, None)
    if now is None or earlier is None:
        return None
    known = (move for move in moves if move.flip)
    reason = next(
        (move.cause or tr("moved {move_label_word}").format(move_label_word=move.label.word) for move in known), ""
    )
    delta = round(now - (_confidence(earlier, stated) or 0.0), 4)
    return ConfidenceChange(delta=delta, previousRound=number_in(past, earlier.path), reason=shorten(reason, POINT))


def _used(debate: Debate, turn: Turn, checked: CitationRecord | None) -> EvidenceUsed:
    reply = debate.replies.get(turn.path)
    used = reply.tools if reply is not None else ()
    names = tuple(use.name for use in used if use.name != UNAVAILABLE)
    return EvidenceUsed(
        webSearches=sum(name in SEARCHES for name in names),
        citations=len(checked.items) if checked is not None else 0,
        toolCalls=names,
    )
