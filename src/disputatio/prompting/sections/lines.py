"""What figures are made of: participants, claims, cards and messages in a few lines each. Text for models.

What others wrote is put on one line, so that it cannot pass for a heading or a list of the view.

Tokens are estimated: four characters of ASCII, or one of any other script, are one token.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from disputatio.debate.board.records import RoundRecord
from disputatio.debate.citations.evidence import Item
from disputatio.debate.ids import index
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.iterations import aspects
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.cards import TURNS_ON, Card, cards_of
from disputatio.debate.statements.claims import Claim, claims_of
from disputatio.debate.statements.history import HistoryStep, agreed_before
from disputatio.debate.statements.ledger import Concession, Entry, OnAspect, Standing, aspect_of, is_public_message
from disputatio.debate.statements.moves import Move
from disputatio.debate.statements.receipts import sentence, without_mark
from disputatio.debate.wording import listed

MESSAGE = 160
"""Tokens of one message; of a longer one the first sentences are shown."""
SENTENCE = 25
"""Tokens of an observation or the summary of a round, about; twice as many are shown."""
ENDLESS = 120
"""Tokens from which on a text without an end is no sentence."""
LONGEST = 4 * ENDLESS
"""Tokens of a sentence that quotes statements."""
STANDING = 80
"""Tokens of where one participant stands."""
NAME = 20
"""Tokens of an aspect or a name."""

_END = re.compile(r"(?<=[.!?…])[\"'”’)\]*_]{0,3}(?=\s+[\"'“‘(\[*_`]{0,3}[^\W_a-z])|(?<=[。！？])")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|approx|resp|incl|no|fig|eq|sec|ch|vol|pp|p|dr|mr|mrs|ms|prof|st|al|[a-z])\.)$", re.I
)


def tokens(text: str) -> int:
    """Return an estimate of how many tokens a text has."""
    narrow = len(text.encode("ascii", "ignore"))
    return len(text) - narrow + (narrow + 3) // 4


def cut(text: str, most: int) -> str:
    """Return the beginning of a name or a label, at most so many tokens, whole words where it has spaces."""
    if tokens(text) <= most:
        return text
    kept = text[: 4 * most]
    while tokens(kept) > most:
        kept = kept[: len(kept) - max(1, (tokens(kept) - most) // 2)]
    return kept.rsplit(" ", 1)[0] if " " in kept else kept


def sentences_of(text: str, most: int, longest: int = ENDLESS) -> str:
    """Return as many whole sentences of a text as have at most so many tokens together, and the first one in any case;
    of a sentence that is longer than the `longest`, return the beginning."""
    if tokens(text) <= most:
        return text
    kept = 0
    for end in _ends(text):
        if kept and tokens(text[:end]) > most:
            break
        kept = end
    return cut(text[:kept] if kept else text, max(most, longest))


def _ends(text: str) -> Iterator[int]:
    """Yield where the sentences of a text end, but for the last one. Those of a quotation end with it."""
    reached, depth, last = 0, 0, text.rfind("”")
    for end in _END.finditer(text):
        depth += text.count("“", reached, end.end()) - text.count("”", reached, end.end())
        reached = end.end()
        quoting = depth > 0 and last >= reached
        if not quoting and not _ABBREVIATED.search(text[max(0, end.start() - 12) : end.start()]):
            yield reached


def line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def name_of(at: At, seat: str) -> str:
    known = at.debate.seats.get(seat)
    return cut(line((known.name or known.id) if known else seat), NAME)


def aspect_name(at: At, aspect: str) -> str:
    """Return an aspect as the person worded it; paths hold it in a form that is fit for them."""
    found = at.debate.options.get("aspects")
    worded = (str(one) for one in (found if isinstance(found, list) else ()))
    return cut(line(next((one for one in worded if index(one) == aspect), aspect)), NAME)


def state(at: At, claims: Mapping[str, Claim]) -> str:
    """Return the state of the debate in about thirty tokens: the aspect, who takes part, how many claims are open."""
    names, aspect = aspects(at), aspect_of(at.path)
    place = f"Aspect {names.index(aspect) + 1} of {len(names)}: {aspect_name(at, aspect)}. " if aspect in names else ""
    known = statements_of(at.past)
    open_ = [claim.id for claim in claims.values() if claim.open]
    left = sum(id in known and not known[id].open for id in open_)
    still, rest = len(open_) - left, f", {left} left open" if left else ""
    settled = sum(claim.status == "resolved" for claim in claims.values())
    told = f"{still} claim{'s' * (still != 1)} in dispute{rest}, {settled} resolved"
    return f"{place}{len(at.seats)} participants; {told}."


def stands(at: At, standing: Standing, whole: bool = False) -> str:
    """Return where one participant stands, in 50 to 80 tokens; `whole`: with every aspect, what they have not answered
    and what they conceded. How sure they are is for themselves alone, and how they moved is for nobody in the
    debate."""
    here, own = aspect_of(at.path), standing.seat == at.seat
    sure = f" ({standing.confidence:.0%} sure)" if standing.confidence is not None and own else ""
    stance = line(standing.stance) if whole else sentences_of(line(standing.stance), STANDING)
    room = f", before the room on {said}" if stance and (said := _left_behind(at, standing.seat)) else ""
    lines = [f"- {name_of(at, standing.seat)}{sure}{room}: {stance or 'has not taken a position'}"]
    lines += _on_aspects(at, standing, list(standing.aspects) if whole else [here])
    held = standing.on(here)
    if held.evidence:
        lines.append(f"  cites: {'; '.join(map(line, held.evidence[-3:]))}")
    left = _unanswered(at, standing, standing.aspects.values() if whole else [held])
    if left and (own or whole):
        objected = "; ".join(line(one).rstrip(".") for one in left[-3:])
        lines.append(f"  no answer of {'yours' if own else 'theirs'} on record to the objection to: {objected}")
    if own or whole:
        lines += [f"  {_conceded(one, own=own)}" for one in standing.concessions[-3:]]
    return "\n".join(lines) if whole else _within(lines, STANDING)


def _left_behind(at: At, seat: str) -> str:
    """Return the claim of the crux room that a participant has come from, "" where they have spoken to all since: what
    they held before may be what they gave up there."""
    cards, claims = {card.path: card for card in cards_of(at.past)}, claims_of(at.past)
    for turn in at.past.newest() if cards else ():
        card = cards.get(turn.path)
        claim = claims.get(card.claim) if card is not None else None
        if claim is not None and seat in claim.seated:
            return claim.id
        if turn.seat == seat and is_public_message(turn):
            return ""
    return ""


def _unanswered(at: At, standing: Standing, held: Iterable[OnAspect]) -> list[str]:
    """Return what somebody has said nothing to though they have spoken since: what came later, they could not."""
    registry = registry_of(at.past)
    order = {path: place for place, path in enumerate(registry.entries)}
    last = order[registry.last[standing.seat]] if standing.seat in registry.last else 0
    made = ((text, paths) for one in held for text, paths in zip(one.unanswered, one.challenges, strict=True))
    return [text for text, paths in made if any(order.get(path, last) < last for path in paths)]


def _conceded(one: Concession, *, own: bool) -> str:
    """Return what was given up: in a room, whoever did so is told in their own words."""
    return f"you gave way: “{line(one.words)}”" if own and one.room else f"gave way: {line(one.text)}"


def _within(lines: list[str], most: int) -> str:
    """Return the first lines that have at most so many tokens together, and the first one in any case."""
    kept = lines[:1]
    for one in lines[1:]:
        if tokens("\n".join((*kept, one))) > most:
            break
        kept.append(one)
    return "\n".join(kept)


def _on_aspects(at: At, standing: Standing, names: list[str]) -> list[str]:
    held = {name: line(standing.on(name).position) for name in names}
    return [
        f"  on {aspect_name(at, name) or 'the question'}: {position}"
        for name, position in held.items()
        if position and position != line(standing.stance)
    ]


def claim_line(at: At, claim: Claim) -> str:
    """Return a claim in one line: id, status, text, sides, how it was resolved, which parts of it others accept."""
    others = listed(name_of(at, side) for side in claim.against)
    sides = " against ".join(filter(None, (*(name_of(at, side) for side in claim.sides[:1]), others)))
    stated = statements_of(at.past).get(claim.id)
    gone = stated is not None and stated.status == "withdrawn"
    live = "left open" if stated is not None and not stated.open else "active"  # somebody may come back to either
    status = "withdrawn" if gone else live if claim.status in ("active", "abandoned") else claim.status
    since = ", reworded since" if stated is not None and (stated.lapsed or stated.outdated) else ""
    since = ", the objection reworded since" if stated is not None and stated.recast else since
    granted = stated.granted if stated is not None and claim.open else ()
    parts = "".join(_part(at, stated.history, step) for step in granted) if stated is not None else ""
    return f"- {claim.id} [{status}{since}] {line(claim.text)} ({sides}){_resolution(at, claim)}{parts}"


def _part(at: At, history: Sequence[HistoryStep], step: HistoryStep) -> str:
    """Return who accepts a part of a claim, or takes one back and holds the rest, in the sentence in which they begin
    to."""
    does = "accepts a part" if agreed_before(history, step) is None else "agreed before, and takes a part back"
    return f"; {name_of(at, step.seat)} {does}: “{sentences_of(line(without_mark(step.words)), SENTENCE)}”"


def _resolution(at: At, claim: Claim) -> str:
    """Return how a claim was resolved, and in whose words, behind a dash; "" where its wording says that itself."""
    by = f"{name_of(at, claim.by)}: " if claim.by else ""
    return f" — {by}{line(claim.resolution)}" if claim.resolution not in ("", claim.text) else ""


def card_line(at: At, card: Card) -> str:
    said = [f"What would change {name_of(at, seat)}’s mind: {line(text)}" for seat, text in card.minds.items()]
    said += [f"{name_of(at, one.seat)} gave way: {line(one.text)}" for one in card.given]
    how, crux = (line(text).removesuffix(".") for text in (card.how, card.statement))
    shared = f"; both accept, without settling the claim: {how}" if how else ""
    one = statements_of(at.past).get(card.claim)
    since = "; agreed since" if one is not None and one.agreed else ""
    came_to = f"resolved{_between(at, card)}: {how}" if card.resolved else f"not resolved{since}{shared}"
    told = f"- {card.claim}: the dispute turns on {TURNS_ON[card.crux]}: {crux} ({came_to})."
    return f"{told} {'; '.join(said)}".rstrip()


def _between(at: At, card: Card) -> str:
    """Return between whom a room settled its claim, where others take part: it is settled for nobody else."""
    one = statements_of(at.past).get(card.claim)
    names = [name_of(at, seat) for seat in (one.seated if one is not None else ()) if seat in at.debate.seats]
    return f" between {listed(names)}" if 1 < len(names) < len(at.seats) else ""


def citation_line(item: Item) -> str:
    """Return what came of checking one citation, in one line."""
    where = f" (it stands at {item.where})" if item.where and item.status in ("moved", "near", "misquoted") else ""
    if item.status == "ambiguous":
        where = f" (it could be {item.where})"
    came = "quotation verified" if item.grounded else item.status
    return f"`{item.citation}`: {came}{': ' if item.differs else ''}{item.differs}{where}"


def record_line(at: At, record: RoundRecord) -> str:
    """Return a round in the one or two sentences of its record; where one is left out, that is said."""
    where = aspect_name(at, record.aspect) or record.round or "the debate"
    summary = line(record.summary)
    told = sentences_of(summary, 2 * SENTENCE, longest=LONGEST)
    return f"- {where}: {told}{' […]' if told != summary else ''}"


def verbatim(at: At, turn: Turn, whole: bool = False, keep: Iterable[str] = ()) -> str:
    """Return a message on one line; of a long one the first sentences, unless it is to be given `whole`, and those in
    which words to `keep` stand, each with the next one."""
    text = line(turn.text)
    return f"- {name_of(at, turn.seat)}: {text if whole else _excerpt(text, keep)}"


def _excerpt(text: str, keep: Iterable[str]) -> str:
    spans = [(0, len(sentences_of(text, MESSAGE)))]
    for said in filter(None, (sentence(line(words), text) for words in keep)):
        start = text.index(said)
        after = [end for end in _ends(text) if end >= start + len(said)]
        spans.append((start, after[1] if len(after) > 1 else len(text)))
    parts, reached = list[str](), 0
    for start, end in sorted(spans):
        if end > reached:
            parts += ["[…]"] if start > reached + 1 else []
            parts.append(text[max(start, reached) : end].strip())
            reached = end
    return " ".join((*parts, *(["[…]"] if reached < len(text) else [])))


def in_short(at: At, turn: Turn, entry: Entry | None) -> str:
    """Return the gist of a message: what its author withdrew or revised in it, and its key points as they were
    recorded, else its first sentence."""
    moves = [move for move in entry.moves if move.kind != "conceded" and _still_so(at, move)] if entry else []
    moved = dict.fromkeys(map(_moved, moves))
    points = "; ".join((*moved, *(entry.keypoints[:3] or (entry.position or entry.stance,)))) if entry else ""
    return f"- {name_of(at, turn.seat)}: {line(points) or sentences_of(line(turn.text), 1)} (in short)"


def _still_so(at: At, move: Move) -> bool:
    """Return whether a statement still reads as its author reworded it by a change of position."""
    one = statements_of(at.past).get(move.statement)
    return move.kind != "revised" or one is None or (one.text == move.after and not one.withdrawn)


def _moved(move: Move) -> str:
    if move.kind == "met":
        return f"says that the objection was met: {move.before}"
    if move.kind == "dropped":
        return f"says that it no longer matters: {move.before}"
    return f"withdraws: {move.before}" if move.kind == "withdrawn" else f"holds now: {move.after}"


def one_sentence(text: str, longest: int = ENDLESS) -> str:
    """Return the first line of an entry, in its first sentence; where that is longer than the `longest`, its beginning,
    and a mark."""
    first = text.partition("\n")[0]
    told = sentences_of(first, 1, longest)
    return told if told == first or len(told) in _ends(first) else f"{told} […]"
