"""Views that are assembled from the board, within a budget of tokens (SPEC VIEW.1, VIEW.2).

Sections, in this order: the state of the debate, where everyone else stands, your position so far, what is settled for
you and what rooms came to, open disputes, the recent exchange, key insights. A view has 800 tokens for four seats and
80 more for each further one, its recent exchange 400. What is over the budget gives way in this order: the insights,
the oldest recent messages (to their key points), the positions of others (to one sentence each), one's own, the oldest
messages altogether, what is settled (to one sentence each). Open disputes are
never cut, so they can make a view longer than its budget; nor is anything cut inside a sentence. The message that is to
be answered, every one that is not on record yet, and every one that puts a question to the reader, is given whole and
outside the budget. What somebody has not read yet is in their next view, also where an aspect is over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field, replace
from itertools import islice

from disputatio.debate.board.records import rounds_of, strongest
from disputatio.debate.board.room_entry import room_claim
from disputatio.debate.board.standings import entries_of, ledger_of
from disputatio.debate.log.state import beside
from disputatio.debate.log.turns import Turn
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.cards import Card, cards_of
from disputatio.debate.statements.claims import Claim, Claims, claims_of
from disputatio.debate.statements.ledger import aspect_of, is_public_message
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.debate.wording import listed
from disputatio.prompting.sections.lines import (
    ENDLESS,
    LONGEST,
    SENTENCE,
    card_line,
    claim_line,
    in_short,
    line,
    name_of,
    one_sentence,
    record_line,
    sentences_of,
    stands,
    state,
    tokens,
    verbatim,
)
from disputatio.prompting.sections.listings import writes

SEATS = 4
BUDGET = 800
PER_SEAT = 80
RECENT = 8
"""Messages of the recent exchange."""
EXCHANGE = 400
"""Tokens of the recent exchange."""
INSIGHTS = 3
"""Reflections of a view."""
CARDS = 4
"""Earlier cards that are shown in a crux room."""

OTHERS, OWN, DISPUTES = "Where everyone else stands", "Your position so far", "Open disputes"
SETTLED = "What is settled for you, and what rooms came to"
EXCHANGED, OBSERVED = "Recent exchange, oldest first", "Observations"
DISPUTED = "The claim"
LED, BOTH, EARLIER = "What led to it, oldest first", "Where both sides stand", "Earlier crux cards"
EVERYONE, CLAIMS, CARDS_SO_FAR, ROUNDS = "Where everyone stands", "Claims", "Crux cards", "Rounds so far"


def budget(at: At) -> int:
    """Return the tokens that a view of this debate may have."""
    return BUDGET + PER_SEAT * max(0, len(at.seats) - SEATS)


@value
class AssembledView:
    """A view: what stands at its head, then sections by their titles, in the order in which they are shown."""

    head: str
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        told = ("\n".join((f"## {title}", *lines)) for title, lines in self.sections.items() if lines)
        return "\n\n".join(block for block in (self.head, *told) if block)

    @property
    def size(self) -> int:
        return tokens(self.text)

    def with_lines(self, title: str, lines: tuple[str, ...]) -> AssembledView:
        return replace(self, sections={**self.sections, title: lines})


@value
class Way:
    """A way to give way: in so many `steps`, each of which makes a view shorter or leaves it as long as it is."""

    steps: int
    taken: Callable[[int], AssembledView]


Ways = Callable[[AssembledView], Way]


def fit(view: AssembledView, most: int, *ways: Ways) -> AssembledView:
    """Return a view within so many tokens, as far as these ways lead, in this order, and no further than they need
    to."""
    for ahead in ways:
        if view.size <= most:
            return view
        way = ahead(view)
        enough = bisect_left(range(way.steps), True, key=lambda step, way=way: way.taken(step).size <= most)  # type: ignore[misc]
        view = way.taken(enough)
    return view


def without(title: str, first: bool = False, keep: Callable[[str], bool] | None = None) -> Ways:
    """Give way by dropping the last lines of a section, or its `first` ones, except for what is to be kept."""

    def ahead(view: AssembledView) -> Way:
        lines = view.sections.get(title, ())
        spare = [place for place, text in enumerate(lines) if keep is None or not keep(text)]

        def taken(step: int) -> AssembledView:
            gone = set(spare[:step] if first else spare[len(spare) - step :])
            return view.with_lines(title, tuple(text for place, text in enumerate(lines) if place not in gone))

        return Way(steps=len(spare), taken=taken)

    return ahead


def shorter(title: str, shorts: tuple[str, ...], keep: Collection[str] = ()) -> Ways:
    """Give way by shortening the oldest lines of a section, one by one; a line that is shorter than its short form
    stays, and so does what is to be kept."""

    def ahead(view: AssembledView) -> Way:
        lines = view.sections.get(title, ())
        pairs = zip(lines, shorts, strict=True)
        brief = [full if full in keep else min(full, short, key=tokens) for full, short in pairs]
        return Way(steps=len(lines), taken=lambda step: view.with_lines(title, (*brief[:step], *lines[step:])))

    return ahead


def brief(title: str, longest: int = ENDLESS) -> Ways:
    """Give way by reducing each entry of a section to one sentence."""

    def ahead(view: AssembledView) -> Way:
        lines = view.sections.get(title, ())
        return Way(
            steps=1,
            taken=lambda step: view.with_lines(
                title, tuple(one_sentence(one, longest) if step else one for one in lines)
            ),
        )

    return ahead


# ---- the views -------------------------------------------------------------------------------------------------------
@writes("standing-view", "The state of the debate")
def standing_view(at: At) -> str:
    """Return the board, which is read before a first take on an aspect (SPEC VIEW.2). Of the recent exchange it has
    only what the reader has not seen yet, or what is not on record."""
    wanted = {*_unread(at), *_waiting(at)}
    return _view(at, [turn for turn in _exchange(at) if turn.path in wanted]).text


@writes("view", "The state of the debate")
def view(at: At) -> str:
    """Return the board with the exchange of this round, which is read before a reply (SPEC VIEW.1)."""
    return _view(at, _exchange(at)).text


def _view(at: At, said: list[Turn]) -> AssembledView:
    ledger, claims = ledger_of(at.past), claims_of(at.past)
    mine = ledger.get(at.seat)
    shorts, put = _shorts(at, said), _put_to(at, said)
    recent = [verbatim(at, turn, whole=turn.path in put) for turn in said]
    whole = frozenset(text for text, turn in zip(recent, said, strict=True) if turn.path in put)
    spared = tokens("\n".join(whole))
    exchange = AssembledView(head="", sections={EXCHANGED: tuple(recent)})
    exchange = fit(exchange, EXCHANGE + spared, shorter(EXCHANGED, shorts, whole))
    sections = {
        OTHERS: tuple(stands(at, one) for seat, one in ledger.items() if seat != at.seat),
        OWN: (stands(at, mine),) if mine else (),
        SETTLED: (*(_settled(at) if mine else ()), *_after_rooms(at, claims)),
        DISPUTES: tuple(claim_line(at, claim) for claim in claims.values() if claim.open),
        EXCHANGED: exchange.sections[EXCHANGED],
        OBSERVED: _insights(at, INSIGHTS),
    }
    return fit(
        AssembledView(head=f"{state(at, claims)}{_behind(at, said)}", sections=sections),
        budget(at) + spared,
        without(OBSERVED),
        shorter(EXCHANGED, shorts, whole),
        brief(OTHERS),
        brief(OWN),
        without(EXCHANGED, first=True, keep=whole.__contains__),
        brief(SETTLED, LONGEST),
    )


def _behind(at: At, said: list[Turn]) -> str:
    """Return that the record of the last message is not here yet, where that is so: the reply need not wait for it."""
    waits = bool(said) and said[-1].path in _waiting(at)
    return " The last message is not on record yet: what it changes stands in the message alone." if waits else ""


def _waiting(at: At) -> Collection[str]:
    """Return the messages of which there is no record yet, where records are made."""
    registry = registry_of(at.past)
    return registry.missed if registry.kept else ()


def _unread(at: At) -> list[str]:
    """Return the messages that others have made since the reader's own last one, or at the same time as it, newest
    first. A service reads what it is given."""
    found: list[str] = []
    left: set[str] | None = None if at.seat in at.debate.seats else set()
    said = (turn for turn in at.past.newest() if is_public_message(turn))
    while left != set() and (turn := next(said, None)) is not None:
        if left is None and turn.seat == at.seat:
            left = {*beside(at.debate, turn.path)} - {turn.path}
        elif left is None or turn.path in left:
            found.append(turn.path)
        if left is not None:
            left -= {*found}
    return found


def _put_to(at: At, said: list[Turn]) -> frozenset[str]:
    """Return the messages that the reader has to see whole: the last one of somebody else, those of which the board
    holds nothing yet, those with which an aspect ended before they could answer, and those since their own last one
    that name them and ask something."""
    others = [turn for turn in said if turn.seat != at.seat]
    waiting, unread, aspects = _waiting(at), set(_unread(at)), ("", aspect_of(at.path))
    late = [turn for turn in others if turn.path in unread and aspect_of(turn.path) not in aspects]
    late += [turn for turn in others if turn.path in waiting]
    own = max((place for place, turn in enumerate(said) if turn.seat == at.seat), default=-1)
    name = re.compile(rf"\b{re.escape(name_of(at, at.seat))}\b", re.IGNORECASE)
    asked = (turn for turn in said[own + 1 :] if any(mark in turn.text for mark in "?？") and name.search(turn.text))
    return frozenset(turn.path for turn in (*others[-1:], *late, *asked))


@writes("room-view", "What this room is about")
def room_view(at: At) -> str:
    """Return what is read in a crux room: the claim, the messages that led to it, the last of another's whole, both
    ledgers, earlier cards that share a participant or the aspect."""
    claim = room_claim(at)
    if claim is None:
        return ""
    ledger = ledger_of(at.past)
    led = _messages(at, claim)
    last = next((verbatim(at, turn, whole=True) for turn in reversed(led) if turn.seat != at.seat), "")
    shown = (verbatim(at, turn, whole=True) for turn in led)
    steps = statements_of(at.past)[claim.id].history
    keep = {turn.path: [step.words for step in steps if step.path == turn.path] for turn in led}
    recent = tuple(
        full if full == last else verbatim(at, turn, keep=keep[turn.path])
        for full, turn in zip(shown, led, strict=True)
    )
    cards = [card_line(at, card) for card in cards_of(at.past) if _shares(at, card, claim)]
    sections = {
        LED: recent,
        BOTH: tuple(stands(at, ledger[side], whole=True) for side in claim.sides if side in ledger),
        EARLIER: tuple(cards[-CARDS:]),
    }
    sides = ", ".join(name_of(at, side) for side in claim.sides)
    head = f"## {DISPUTED} {claim.id}: {line(claim.text)}\nSides: {sides}"
    ways = (shorter(LED, _shorts(at, led), {last}), without(EARLIER, first=True), brief(BOTH))
    return fit(AssembledView(head=head, sections=sections), 2 * budget(at) + tokens(last), *ways).text


@writes("closing-view", "Everything so far")
def closing_view(at: At) -> str:
    """Return everything: where each one stands on each aspect, all claims, cards, rounds, observations, and what the
    reader has not seen yet (SPEC VIEW.2)."""
    claims = claims_of(at.past)
    lines = {id: claim_line(at, claim) for id, claim in claims.items()}
    disputed = {lines[id] for id, claim in claims.items() if claim.open}
    unread = set(_unread(at))
    said = [turn for turn in _exchange(at) if turn.path in unread]
    told = tuple(verbatim(at, turn, whole=turn.path in _put_to(at, said)) for turn in said)
    sections = {
        EVERYONE: tuple(stands(at, standing, whole=True) for standing in ledger_of(at.past).values()),
        CLAIMS: tuple(lines.values()),
        CARDS_SO_FAR: tuple(card_line(at, card) for card in cards_of(at.past)),
        ROUNDS: tuple(record_line(at, record) for record in rounds_of(at.past)),
        EXCHANGED: told,
        OBSERVED: _insights(at, 2 * INSIGHTS),
    }
    return fit(
        AssembledView(head=f"## {state(at, claims)}{_behind(at, said)}", sections=sections),
        3 * budget(at) + tokens("\n".join(told)),
        without(OBSERVED),
        without(ROUNDS, first=True),
        without(CLAIMS, first=True, keep=disputed.__contains__),
        without(CARDS_SO_FAR, first=True),
        brief(EVERYONE),
    ).text


# ---- what goes into them ---------------------------------------------------------------------------------------------
def _settled(at: At) -> tuple[str, ...]:
    """Return what crux rooms and the person settled for this participant: which claim, whole, as it was settled, and
    what a person said."""
    return tuple(
        f"- settled{'' if one.how else f' between you and {name_of(at, one.seat)}'}: {one.claim} {line(one.on)}"
        f"{f' — {line(one.how)}' if one.how else ''}"
        for one in ledger_of(at.past)[at.seat].settled
    )


def _after_rooms(at: At, claims: Claims) -> Iterator[str]:
    """Yield what this participant accepted and gave up in crux rooms, in their own words, and what they hold still
    where the claim stayed open; and what others came to in rooms of their own."""
    for card in cards_of(at.past):
        claim = claims.get(card.claim)
        if claim is None or at.seat not in claim.seated:
            yield from _of_others(at, card, claim) if claim is not None and at.seat in at.debate.seats else ()
            continue
        gave = [f"“{line(one.words)}”" for one in card.given if one.seat == at.seat]
        held = "" if card.resolved else line(card.best.get(at.seat, ""))
        parts = (
            f"you accepted: {line(card.how)}" if card.how and not card.resolved else "",
            f"you gave up, in your words: {', '.join(gave)}" if gave else "",
            f"you still hold: {held}" if held else "",
        )
        if any(parts):
            yield f"- in the room on {card.claim} {'; '.join(one.rstrip('.') for one in parts if one)}"


def _of_others(at: At, card: Card, claim: Claim) -> Iterator[str]:
    """Yield what two others accept since they met in a room, where that still holds between them."""
    known = statements_of(at.past)
    one, who = known[claim.id], listed(name_of(at, seat) for seat in claim.seated)
    if card.resolved and one.met and one.card == card.path:
        mine = "you accepted it" if _accepts(one, at.seat) else "you need not accept it"
        yield f"- {who} settled {claim.id} between them, and {mine}: {line(one.text)}"
    elif card.how and not card.resolved:
        shared = (each for each in known.values() if bare_words(each.text) == bare_words(card.how))
        mine = "as you do" if any(_accepts(each, at.seat) for each in shared) else "as you need not"
        yield f"- {who} left {claim.id} open, and both accept, {mine}: {line(card.how)}"


def _accepts(one: Statement, seat: str) -> bool:
    """Return whether somebody accepts a statement as it is worded now."""
    return any(made.seat == seat and not one.overtaken(made) for made in one.agreeing)


def _insights(at: At, most: int) -> tuple[str, ...]:
    return tuple(f"- {sentences_of(line(one.text), 2 * SENTENCE)}" for one in strongest(at.past, most))


def _exchange(at: At) -> list[Turn]:
    """Return the last messages for all that were made about the same aspect, or that the reader has not seen yet,
    oldest first."""
    aspect, unread = aspect_of(at.path), set(_unread(at))
    said = (turn for turn in at.past.newest() if is_public_message(turn))
    wanted = (turn for turn in said if aspect_of(turn.path) == aspect or turn.path in unread)
    return list(islice(wanted, RECENT))[::-1]


def _messages(at: At, claim: Claim) -> list[Turn]:
    """Return the messages that led to a claim: its source, and the last ones that took it up."""
    wanted = {*claim.messages[:1], *claim.messages[1 - RECENT :]}
    found = (turn for turn in at.past.newest() if turn.path in wanted and turn.heard == "all")
    return list(islice(found, len(wanted)))[::-1]


def _shorts(at: At, turns: list[Turn]) -> tuple[str, ...]:
    entries = entries_of(at.past)
    return tuple(in_short(at, turn, entries.get(turn.path)) for turn in turns)


def _shares(at: At, card: Card, claim: Claim) -> bool:
    """Return whether a card is about the same claim, the same participants or the same aspect."""
    other, here = claims_of(at.past).get(card.claim), aspect_of(at.path)
    shared = other is not None and set(other.seated) & set(claim.sides)
    return card.claim == claim.id or bool(shared) or bool(here and here == aspect_of(card.path))
