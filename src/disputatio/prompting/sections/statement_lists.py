"""The figures that list statements: all of them, what is agreed, what is in dispute, what nobody has judged. Text for
models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.consensus import measure
from disputatio.debate.statements.receipts import in_context
from disputatio.debate.statements.registry import is_impartial
from disputatio.debate.statements.statement import Judgement, Statement
from disputatio.debate.views.arguments import places_of, put_against
from disputatio.debate.wording import listed
from disputatio.prompting.sections.lines import claim_line, line
from disputatio.prompting.sections.listings import seat_name, writes

WEIGHED = "Judged only by who takes no side:"


@writes("points", "The points so far")
def point_list(at: At) -> str:
    """Return every statement with its id and status, after the name of its author; what was withdrawn, by its id
    alone. Who answers before what was said last is on record is told so."""
    listed = statements_of(at.past).values()
    told = _by_author(at, {one.author: seat_name(at, one.author) for one in listed}, by_id=False)
    return "\n".join((told, *_behind(at))) if listed else told


def points_by_id(at: At) -> str:
    """Return who takes part, for those who record, each with their statements: with its status where somebody has
    judged it, since for them the reasons stand in the turns. Each is whole, also on other aspects: nobody can record
    what becomes of words that they do not see."""
    cast = {seat.id: ", ".join(dict.fromkeys((seat_name(at, seat.id), seat.role))) for seat in at.seats}
    others = (one.author for one in statements_of(at.past).values() if one.author not in cast)
    called = {seat: f"{seat} ({told})" for seat, told in cast.items()}
    return _by_author(at, {**called, **{author: author for author in others}}, by_id=True)


def _by_author(at: At, called: Mapping[str, str], *, by_id: bool) -> str:
    listed, lines = statements_of(at.past).values(), list[str]()
    for author, name in called.items():
        held = [one for one in listed if one.author == author and one.status != "withdrawn"]
        own = [_line(at, one, by_id=by_id) for one in held]
        lines += [f"{name}:", *own] if own or by_id else []
    gone = dict[str, list[str]]()
    for one in (one for one in listed if one.status == "withdrawn"):
        gone.setdefault(_let_go(one).capitalize(), []).append(one.id)
    return "\n".join((*lines, *(f"{word}: {', '.join(ids)}" for word, ids in gone.items())))


def _let_go(one: Statement) -> str:
    """Return how its author has let go of a statement."""
    deed = one.turned.deed if one.closed and one.turned is not None else ""
    return {"closed": "met", "dropped": "no longer matters"}.get(deed, "met" if one.closed else "withdrawn")


@writes("unaddressed", "What was stated, without a judgement on record")
def unaddressed(at: At) -> str:
    """Return the statements of which no judgement is recorded, for whoever looks for findings: what is agreed,
    disputed, questioned or accepted in part is known, what was judged before it was reworded is not settled, and a
    decision or a guess is none."""
    listed = (one for one in statements_of(at.past).values() if one.status == "unaddressed")
    return "\n".join(
        f"({seat_name(at, one.author)}) {line(one.text)}"
        for one in listed
        if not (one.in_part or one.questioned or one.judged_before or one.assumed) and one.kind != "decision"
    )


@writes("standings", "What is agreed")
def standings(at: At) -> str:
    """Return how much is agreed, and what is agreed. Who writes the result need not wait for the last record, and is
    told of what it does not hold."""
    registry = registry_of(at.past)
    found, behind = measure(registry), _behind(at)
    if not found.measured:
        return " ".join(("No judgement is on record yet.", *behind))
    unheard = [one for one in registry.statements.values() if one.lapsed]
    before = found.outdated + len(unheard)
    head = f"Agreed: {found.agreed}. Contested: {found.contested - found.outdated}. "
    head += f"Contested as worded before: {before}. " if before else ""
    head += f"Assumptions: {found.assumptions}. "
    found = replace(
        found,
        unaddressed=found.unaddressed - sum(one.status == "unaddressed" for one in unheard),
        weighed=found.weighed - sum(one.status == "weighed" for one in unheard),
    )
    aside = f" Judged only by who takes no side: {found.weighed}." if found.weighed else ""
    aside += f" Accepted in part: {found.partly}." if found.partly else ""
    lines = [f"{head}No judgement on record: {found.unaddressed}.{aside}"]
    for title, status in (("Agreed:", "agreed"), ("Assumptions:", "assumption"), (WEIGHED, "weighed")):
        stated = [one for one in registry.statements.values() if one.status == status]
        stated = [one for one in stated if not (status == "weighed" and (one.in_part or one.lapsed))]
        listed = [f"{_line(at, one, bare=True)}{_held_by(at, one)}{_weighed_by(at, one)}" for one in stated]
        lines += [title, *listed] if listed else []
    return "\n".join((*lines, *behind))


def _weighed_by(at: At, one: Statement) -> str:
    """Return who finds right or wrong what no side has judged."""
    given = [made for made in one.judgements.values() if one.status == "weighed" and made.weighs]
    told = (
        f"{seat_name(at, made.seat)} {_right(made) if made.verdict == 'agrees' else _disputes(one, made)}"
        for made in given
    )
    return f" ({'; '.join(told)})" if given else ""


def _right(made: Judgement) -> str:
    return "accepts a part of it" if made.part else "finds it right"


def _disputes(one: Statement, made: Judgement) -> str:
    return "accepts a part of it and disputes the rest" if one.disputes_part(made) else "disputes it"


def _held_by(at: At, one: Statement) -> str:
    """Return who holds what is agreed, where more than two hold positions: "(all)", or their names."""
    people = {id for id, seat in at.debate.seats.items() if seat.taken and not seat.impartial}
    author = [] if one.raised or one.closed else [one.author]  # nobody asserts it, or its author calls it answered
    behind = dict.fromkeys((*author, *(made.seat for made in one.agreeing)))
    if len(people) <= 2 or not one.agreed:
        return ""
    return " (all)" if people <= {*behind} else f" ({listed(seat_name(at, seat) for seat in behind)})"


def _behind(at: At) -> list[str]:
    """Return whose last words no record holds yet, where records are made. What a form says by id is on record."""
    registry = registry_of(at.past)
    if not (registry.kept and registry.missed):
        return []
    formed = {step.path for one in registry.statements.values() for step in one.history}
    found = list[str]()
    for judged, told in enumerate(_UNRECORDED):
        seats = dict.fromkeys(seat for path, seat in registry.missed.items() if (path in formed) == bool(judged))
        found += [told.format(names=listed(seat_name(at, seat) for seat in seats))] if seats else []
    return found


_UNRECORDED = (
    "What {names} said last is not on record yet: where it rewords or judges any of this, it counts.",
    "Of what {names} said last, only what the form says by id is on record yet: what the text adds or rewords counts.",
)
"""What is told of last words that no record holds yet: of all of them, and of those that come with a form."""


@writes("disputes", "What is in dispute")
def disputes(at: At) -> str:
    """Return what is still open, with the reason given, and what was reworded since it was disputed, and nobody has
    judged since, each with what others put against it besides, and what has nothing but that against it; where nothing
    has been judged, that is said elsewhere."""
    registry, places = registry_of(at.past), places_of(at.past)
    known = list(registry.statements.values())
    lines = [
        f"{_line(at, one, named=True)}{put}"
        for one in known
        if (put := _put_against(at, one, put_against(one, known, places))) or one.open or one.lapsed
    ]
    return "\n".join(lines) or ("Nothing is in dispute." if measure(registry).measured else "")


def _put_against(at: At, one: Statement, others: Iterable[Statement]) -> str:
    """Return what those put against a statement who do not say that they dispute it as it is worded now."""
    said = {made.seat for made in one.disputing if not one.overtaken(made)}
    told = [f"{each.id} ({seat_name(at, each.author)}) {line(each.text)}" for each in others if each.author not in said]
    return f" — put against it: {'; '.join(told)}" if told and one.status not in ("withdrawn", "settled") else ""


@writes("claims", "The claims so far")
def claims(at: At) -> str:
    """Return every claim with its id, status and sides."""
    return "\n".join(claim_line(at, one) for one in claims_of(at.past).values())


def _line(at: At, one: Statement, *, by_id: bool = False, bare: bool = False, named: bool = False) -> str:
    """Return a statement with its status, unless that is said above, its author, if that is not, and the reason for it
    unless it is agreed."""
    reason = f" — {line(_reason(at, one))}" if one.reason and one.status != "agreed" and not by_id else ""
    worded = "reworded since" if one.outdated else "reworded" if len(one.wordings) > 1 else ""
    worded = "the objection reworded since" if one.recast else worded
    failed = " (its only citation does not hold)" if one.unsupported and not by_id else ""
    before = "contested as it was worded before" if named and (one.lapsed or (one.outdated and not one.recast)) else ""
    stands = "accepted in part" if one.in_part else "questioned" if one.questioned else one.status
    status = "" if by_id and one.status == "unaddressed" else stands
    behind = _agreed(at, one) if by_id and one.agreed else status
    open_ = "nobody asserts it" if one.raised and not by_id else ""
    met = _let_go(one) if one.closed else ""
    told = met if bare else before or ", ".join(filter(None, (behind, worded, open_)))
    author = f" ({seat_name(at, one.author)})" if named else ""
    return f"{one.id}{f' [{told}]' if told else ''}{author} {line(one.text)}{reason}{failed}"


def _reason(at: At, one: Statement) -> str:
    """Return what the last judgement of a statement names as its reason, as one can read it."""
    made = one.judgements.get(one.reason_by)
    return in_context(one.reason, registry_of(at.past).texts.get(made.path, "")) if made is not None else one.reason


def _agreed(at: At, one: Statement) -> str:
    """Return that a statement is agreed, and by whom where others hold a position and have not said that they agree:
    whoever records what they say now is not to take them for settled."""
    registry, behind = registry_of(at.past), [made.seat for made in one.agreeing]
    left = [
        seat.id for seat in at.seats if seat.id not in (one.author, *behind) and not is_impartial(registry, seat.id)
    ]
    return f"agreed by {listed(seat_name(at, seat) for seat in behind)}" if left else "agreed"
