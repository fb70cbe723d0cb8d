"""Views that are assembled from the board, within a budget of tokens (SPEC VIEW.1, VIEW.2).

Sections, in this order: the state of the debate, where everyone else stands, your position so far, open disputes, the
recent exchange, key insights. A view has 800 tokens for four seats and 80 more for each further one. What is over the
budget gives way in this order: the insights, the oldest recent messages (to their key points), the positions of others
(to one sentence each), the oldest messages altogether. Open disputes are never cut.

Tokens are estimated: four characters of ASCII, or one of any other script, are one token.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from disputatio.debate.claims import Claim, claims_of, room_claim
from disputatio.debate.cruxes import Card, cards_of
from disputatio.debate.ids import bound
from disputatio.debate.iterations import aspects
from disputatio.debate.ledger import ASPECT, Entry, OnAspect, Standing, entries_of, ledger_of
from disputatio.debate.policies import At, policy
from disputatio.debate.reflections import strongest
from disputatio.debate.turns import Turn
from disputatio.debate.values import value

SEATS = 4
BUDGET = 800
PER_SEAT = 80
RECENT = 8
"""Messages of the recent exchange."""
INSIGHTS = 3
"""Reflections of a view."""
MESSAGE = 160
"""Tokens of one message of the recent exchange; the rest of a longer one is left to its key points."""
SENTENCE = 25
"""Tokens of a position that is cut to one sentence."""


def tokens(text: str) -> int:
    """An estimate of how many tokens a text has."""
    wide = sum(not character.isascii() for character in text)
    return wide + (len(text) - wide + 3) // 4


def budget(at: At) -> int:
    """The tokens that a view of this debate may have."""
    return BUDGET + PER_SEAT * max(0, len(at.seats) - SEATS)


@value
class Assembled:
    """The sections of a view, each a list of lines or messages, in the order in which they are shown."""

    state: str = ""
    others: tuple[str, ...] = ()
    own: str = ""
    disputes: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    insights: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return "\n\n".join(block for block in _blocks(self) if block)

    @property
    def size(self) -> int:
        return tokens(self.text)


def _blocks(view: Assembled) -> Iterator[str]:
    yield view.state
    for title, lines in (
        ("Where everyone else stands", view.others),
        ("Your position so far", (view.own,) if view.own else ()),
        ("Open disputes", view.disputes),
        ("Recent exchange, oldest first", view.recent),
        ("Observations", view.insights),
    ):
        yield "\n".join((f"## {title}", *lines)) if lines else ""


# ---- the views -------------------------------------------------------------------------------------------------------
@policy("figure")
def standing_view(at: At) -> str:
    """The board without the recent exchange: what is read before a first take on an aspect (SPEC VIEW.2)."""
    return _fitted(at, replace(_assembled(at), recent=())).text


@policy("figure")
def view(at: At) -> str:
    """The board with the exchange of this round: what is read before a reply (SPEC VIEW.1)."""
    return _fitted(at, _assembled(at)).text


@policy("figure")
def room_view(at: At) -> str:
    """What is read in a crux room: the claim, the messages that led to it, both ledgers, earlier cards that share a
    participant or the aspect."""
    claim = room_claim(at)
    if claim is None:
        return ""
    ledger = ledger_of(at.past)
    led = [_verbatim(at, turn) for turn in _messages(at, set(claim.messages))]
    stood = [stands(at, ledger[side], whole=True) for side in claim.sides if side in ledger]
    cards = [_card(at, card) for card in cards_of(at.past) if _shares(at, card, claim)]
    blocks = (
        (f"The claim {claim.id}: {claim.text}", [f"Sides: {', '.join(_name(at, side) for side in claim.sides)}"]),
        ("What led to it, oldest first", led),
        ("Where both sides stand", stood),
        ("Earlier crux cards", cards),
    )
    return "\n\n".join("\n".join((f"## {title}", *lines)) for title, lines in blocks if lines)


@policy("figure")
def closing_view(at: At) -> str:
    """Everything: where each one stands on each aspect, all claims, all cards, all reflections (SPEC VIEW.2)."""
    ledger = ledger_of(at.past)
    stood = [stands(at, standing, whole=True) for standing in ledger.values()]
    claims = [claim_line(at, claim) for claim in claims_of(at.past).values()]
    cards = [_card(at, card) for card in cards_of(at.past)]
    insights = [f"- {one.text}" for one in strongest(at.past, 2 * INSIGHTS)]
    blocks = (
        (_state(at), [""]),
        ("Where everyone stands", stood),
        ("Claims", claims),
        ("Crux cards", cards),
        ("Observations", insights),
    )
    return "\n\n".join("\n".join((f"## {title}", *lines)).rstrip() for title, lines in blocks if lines)


@policy("figure")
def participants(at: At) -> str:
    """Who takes part: id, name and role, for those who record."""
    return "\n".join(f"{seat.id}: {_name(at, seat.id)} ({seat.role})" for seat in at.seats)


# ---- sections --------------------------------------------------------------------------------------------------------
def _assembled(at: At) -> Assembled:
    ledger = ledger_of(at.past)
    mine = ledger.get(at.seat)
    return Assembled(
        state=_state(at),
        others=tuple(stands(at, one) for seat, one in ledger.items() if seat != at.seat),
        own="\n".join((stands(at, mine), *_settled(at))) if mine else "",
        disputes=tuple(claim_line(at, claim) for claim in claims_of(at.past).values() if claim.open),
        recent=tuple(_verbatim(at, turn) for turn in _exchange(at)),
        insights=tuple(f"- {one.text}" for one in strongest(at.past, INSIGHTS)),
    )


def _settled(at: At) -> list[str]:
    """What crux rooms settled for this participant, on the aspect at hand."""
    aspect = bound(at.path).get(ASPECT, "")
    return [
        f"  settled: {claim.text} — {claim.resolution}"
        for claim in claims_of(at.past).values()
        if claim.status == "resolved" and claim.card and at.seat in claim.sides
        if bound(claim.card).get(ASPECT, "") == aspect
    ]


def _state(at: At) -> str:
    """About thirty tokens: the aspect, the round, how many claims are open."""
    names = aspects(at)
    aspect = bound(at.path).get(ASPECT, "")
    place = f"Aspect {names.index(aspect) + 1} of {len(names)}: {aspect}. " if aspect in names else ""
    claims = claims_of(at.past).values()
    still, settled = sum(claim.open for claim in claims), sum(claim.status == "resolved" for claim in claims)
    return f"{place}{len(at.seats)} participants; {still} claims in dispute, {settled} resolved."


def stands(at: At, standing: Standing, whole: bool = False) -> str:
    """One participant in 50 to 80 tokens; `whole`: with every aspect and what they gave up."""
    named = bound(at.path).get(ASPECT, "")
    sure = f" ({standing.confidence:.0%} sure)" if standing.confidence is not None and standing.seat == at.seat else ""
    lines = [f"- {_name(at, standing.seat)}{sure}: {standing.stance or 'has not taken a position'}"]
    for name, held in standing.aspects.items():
        if held.position and (whole or name == named) and held.position != standing.stance:
            lines.append(f"  on {name or 'the question'}: {held.position}")
    here = standing.aspects.get(named, OnAspect())
    if here.evidence:
        lines.append(f"  cites: {'; '.join(here.evidence[-3:])}")
    if standing.seat == at.seat and here.unanswered:
        lines.append(f"  you have not answered: {'; '.join(here.unanswered[-3:])}")
    if whole or standing.seat == at.seat:
        lines += [f"  gave up: {one.text}" for one in standing.concessions[-3:]]
        lines += [f"  moved: {one.before or 'before'} → {one.after} ({one.flip})" for one in standing.shifts[-2:]]
    return "\n".join(lines)


def claim_line(at: At, claim: Claim) -> str:
    """A claim in one line: id, status, text, sides."""
    sides = " against ".join(_name(at, side) for side in claim.sides)
    how = f" — {claim.resolution}" if claim.resolution else ""
    return f"- {claim.id} [{claim.status}] {claim.text} ({sides}){how}"


def _card(at: At, card: Card) -> str:
    minds = "; ".join(f"{_name(at, seat)} would change their mind for: {text}" for seat, text in card.minds.items())
    state = f"resolved: {card.how}" if card.resolved else "not resolved"
    return f"- {card.claim}: the crux is a matter of {card.crux}: {card.statement} ({state}). {minds}".rstrip()


def _shares(at: At, card: Card, claim: Claim) -> bool:
    """Whether a card is about the same participants or the same aspect."""
    if card.claim == claim.id:
        return True
    other = claims_of(at.past).get(card.claim)
    here, there = bound(at.path).get(ASPECT, ""), bound(card.path).get(ASPECT, "")
    return bool((other and set(other.sides) & set(claim.sides)) or (here and here == there))


def _verbatim(at: At, turn: Turn) -> str:
    text = " ".join(turn.text.split())
    if tokens(text) > MESSAGE:
        text = f"{_cut(text, MESSAGE)} …"
    return f"- {_name(at, turn.seat)}: {text}"


def _keypoints(at: At, turn: Turn, entries: dict[str, Entry]) -> str:
    """The gist of a message: its key points as they were recorded, else its first sentence."""
    entry = entries.get(turn.path)
    points = "; ".join(entry.keypoints[:3] or (entry.position or entry.stance,)) if entry else ""
    return f"- {_name(at, turn.seat)}: {_cut(points or ' '.join(turn.text.split()), SENTENCE)} (in short)"


def _exchange(at: At) -> list[Turn]:
    """The last messages for all that were made about the same aspect, oldest first."""
    aspect = bound(at.path).get(ASPECT, "")
    said = (turn for turn in at.past.newest() if _heard(at, turn) and bound(turn.path).get(ASPECT, "") == aspect)
    return list(islice(said, RECENT))[::-1]


def _heard(at: At, turn: Turn) -> bool:
    return turn.message and turn.by != "person" and turn.gives != "card" and turn.heard == "all"


def _messages(at: At, paths: set[str]) -> list[Turn]:
    found = [turn for turn in at.past.newest() if turn.path in paths and turn.heard == "all"]
    return found[::-1]


def _name(at: At, seat: str) -> str:
    known = at.debate.seats.get(seat)
    return (known.name or known.id) if known else seat


def _cut(text: str, most: int) -> str:
    """The beginning of a text, at most so many tokens, whole words where it has spaces."""
    if tokens(text) <= most:
        return text
    kept = text[: 4 * most]
    while tokens(kept) > most:
        kept = kept[: len(kept) - max(1, (tokens(kept) - most) // 2)]
    return kept.rsplit(" ", 1)[0] if " " in kept else kept


# ---- the budget ------------------------------------------------------------------------------------------------------
def _fitted(at: At, view: Assembled) -> Assembled:
    """A view within its budget, as far as open disputes leave room."""
    most = budget(at)
    while view.size > most and view.insights:
        view = replace(view, insights=view.insights[:-1])
    if view.size > most:
        view = _in_short(at, view, most)
    if view.size > most:
        view = replace(view, others=tuple(_one_sentence(text) for text in view.others), own=_one_sentence(view.own))
    while view.size > most and view.recent:
        view = replace(view, recent=view.recent[1:])
    return view


def _in_short(at: At, view: Assembled, most: int) -> Assembled:
    """The oldest messages to their key points, one by one, until the view fits."""
    entries = entries_of(at.past)
    for place, turn in enumerate(_exchange(at)[: len(view.recent)]):
        recent = (*view.recent[:place], _keypoints(at, turn, entries), *view.recent[place + 1 :])
        view = replace(view, recent=recent)
        if view.size <= most:
            break
    return view


def _one_sentence(text: str) -> str:
    return _cut(text.partition("\n")[0], SENTENCE)
