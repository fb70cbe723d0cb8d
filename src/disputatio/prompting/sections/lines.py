"""What figures are made of: participants, claims, cards and messages in a few lines each. Text for models.

What others wrote is put on one line, so that it cannot pass for a heading or a list of the view.

Tokens are estimated: four characters of ASCII, or one of any other script, are one token.
"""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.board.rounds import RoundRecord
from disputatio.debate.citations.evidence import Item
from disputatio.debate.ids import index
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.iterations import aspects
from disputatio.debate.policy import At
from disputatio.debate.statements.cards import Card
from disputatio.debate.statements.claims import Claim
from disputatio.debate.statements.ledger import Entry, Standing, aspect_of

MESSAGE = 160
"""Tokens of one message; the rest of a longer one is left to its key points."""
SENTENCE = 25
"""Tokens of a position or a message that is cut to one sentence."""
STANDING = 80
"""Tokens of where one participant stands."""
NAME = 20
"""Tokens of an aspect or a name."""


def tokens(text: str) -> int:
    """An estimate of how many tokens a text has."""
    narrow = len(text.encode("ascii", "ignore"))
    return len(text) - narrow + (narrow + 3) // 4


def cut(text: str, most: int) -> str:
    """The beginning of a text, at most so many tokens, whole words where it has spaces."""
    if tokens(text) <= most:
        return text
    kept = text[: 4 * most]
    while tokens(kept) > most:
        kept = kept[: len(kept) - max(1, (tokens(kept) - most) // 2)]
    return kept.rsplit(" ", 1)[0] if " " in kept else kept


def line(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def name_of(at: At, seat: str) -> str:
    known = at.debate.seats.get(seat)
    return cut(line((known.name or known.id) if known else seat), NAME)


def aspect_name(at: At, aspect: str) -> str:
    """An aspect as the person worded it; paths hold it in a form that is fit for them."""
    found = at.debate.options.get("aspects")
    worded = (str(one) for one in (found if isinstance(found, list) else ()))
    return cut(line(next((one for one in worded if index(one) == aspect), aspect)), NAME)


def state(at: At, claims: Mapping[str, Claim]) -> str:
    """About thirty tokens: the aspect, who takes part, how many claims are open."""
    names, aspect = aspects(at), aspect_of(at.path)
    place = f"Aspect {names.index(aspect) + 1} of {len(names)}: {aspect_name(at, aspect)}. " if aspect in names else ""
    still = sum(claim.open for claim in claims.values())
    settled = sum(claim.status == "resolved" for claim in claims.values())
    return f"{place}{len(at.seats)} participants; {still} claims in dispute, {settled} resolved."


def stands(at: At, standing: Standing, whole: bool = False) -> str:
    """Where one participant stands, in 50 to 80 tokens; `whole`: with every aspect, what they have not answered, what
    they gave up and how they moved. How sure they are is for themselves alone."""
    here, own = aspect_of(at.path), standing.seat == at.seat
    sure = f" ({standing.confidence:.0%} sure)" if standing.confidence is not None and own else ""
    lines = [f"- {name_of(at, standing.seat)}{sure}: {line(standing.stance) or 'has not taken a position'}"]
    lines += _on_aspects(at, standing, list(standing.aspects) if whole else [here])
    held = standing.on(here)
    if held.evidence:
        lines.append(f"  cites: {'; '.join(map(line, held.evidence[-3:]))}")
    left = [text for one in standing.aspects.values() for text in one.unanswered] if whole else held.unanswered
    if left and (own or whole):
        lines.append(f"  {'you have' if own else 'has'} not answered: {'; '.join(map(line, left[-3:]))}")
    if own or whole:
        lines += [f"  gave up: {line(one.text)}" for one in standing.concessions[-3:]]
        lines += [
            f"  moved: {line(one.before) or 'before'} → {line(one.after)} ({one.flip})" for one in standing.shifts[-2:]
        ]
    return "\n".join(lines) if whole else cut("\n".join(lines), STANDING)


def _on_aspects(at: At, standing: Standing, names: list[str]) -> list[str]:
    held = {name: line(standing.on(name).position) for name in names}
    return [
        f"  on {aspect_name(at, name) or 'the question'}: {position}"
        for name, position in held.items()
        if position and position != line(standing.stance)
    ]


def claim_line(at: At, claim: Claim) -> str:
    """A claim in one line: id, status, text, sides, how it was resolved."""
    sides = " against ".join(name_of(at, side) for side in claim.sides)
    how = f" — {line(claim.resolution)}" if claim.resolution else ""
    return f"- {claim.id} [{claim.status}] {line(claim.text)} ({sides}){how}"


def card_line(at: At, card: Card) -> str:
    minds = "; ".join(
        f"{name_of(at, seat)} would change their mind for: {line(text)}" for seat, text in card.minds.items()
    )
    came_to = f"resolved: {line(card.how)}" if card.resolved else "not resolved"
    return f"- {card.claim}: the crux is a matter of {card.crux}: {line(card.statement)} ({came_to}). {minds}".rstrip()


def citation_line(item: Item) -> str:
    """What came of checking one citation, in one line."""
    where = f" (it stands at {item.where})" if item.where and item.status in ("moved", "near", "misquoted") else ""
    if item.status == "ambiguous":
        where = f" (it could be {item.where})"
    came = "quotation verified" if item.grounded else item.status
    return f"`{item.citation}`: {came}{': ' if item.differs else ''}{item.differs}{where}"


def record_line(at: At, record: RoundRecord) -> str:
    """A round in its one or two sentences."""
    where = aspect_name(at, record.aspect) or record.round or "the debate"
    return f"- {where}: {cut(line(record.summary), 2 * SENTENCE)}"


def verbatim(at: At, turn: Turn) -> str:
    text = line(turn.text)
    if tokens(text) > MESSAGE:
        text = f"{cut(text, MESSAGE)} …"
    return f"- {name_of(at, turn.seat)}: {text}"


def in_short(at: At, turn: Turn, entry: Entry | None) -> str:
    """The gist of a message: its key points as they were recorded, else its first words."""
    points = "; ".join(entry.keypoints[:3] or (entry.position or entry.stance,)) if entry else ""
    return f"- {name_of(at, turn.seat)}: {cut(line(points or turn.text), SENTENCE)} (in short)"


def one_sentence(text: str) -> str:
    return cut(text.partition("\n")[0], SENTENCE)
