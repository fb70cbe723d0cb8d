"""What a result lists of agreement: what is agreed and by whom, what only somebody judged who takes no side, and how
much that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.natural_order import natural
from disputatio.debate.payload import share
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.round_ends import came_last
from disputatio.debate.statements.statement import Statement
from disputatio.debate.views.arguments import against, places_of
from disputatio.debate.views.ballot_lines import steadiness
from disputatio.debate.views.board_view import asked_again
from disputatio.debate.views.labels import BY_RULE, DEEDS, PARTLY, POINTS, label_of
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.plain_text import without_item, without_marks
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.result_section import Line
from disputatio.debate.views.score import EARNED, Score
from disputatio.debate.views.status import reason_of_rest
from disputatio.debate.views.tallies import told_by_end
from disputatio.debate.views.verdict_lines import in_short
from disputatio.debate.views.words import percent
from disputatio.debate.views.words import sentence as in_full
from disputatio.debate.wording import listed, quoted, tr

BY_ANALYSIS = "agreed"
"""The exit by which rounds end since a model found enough agreement."""
NAMED = 3
"""Of how many it is said by name who stands behind a statement."""
MOST_AGREED = 12
"""Agreements that are listed: a result is a page that one reads."""


def earned(past: Past) -> Iterator[Line]:
    """Yield what it means that an agreement was earned, for above the first that is called so."""
    if any(one.agreed and one.earned for one in statements_of(past).values()):
        told = tr("An agreement counts as earned if it came about {how}.").format(how=tr(EARNED))
        yield Line(text=told, stage="head")


def agreed(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what is agreed, what is to be done first, then what was earned, and of each what most stand behind: by
    whom, and whether it was earned. In which words each holds it stands with the statements."""
    all_of_them = holders(debate)
    found, known = list[tuple[bool, bool, int, str, Line]](), statements_of(past)
    for one in known.values():
        if one.agreed and not is_met(one):
            let_go = one.raised or one.closed  # nobody asserts it, or its author lets it rest
            held = ([] if let_go else [one.author], [made.seat for made in one.agreeing])
            behind = list(dict.fromkeys(seat for seats in held for seat in seats))
            notes = (
                _behind(debate, behind, all_of_them),
                ground(one),
                tr("said in the last turns, to which nobody could reply") if came_last(one, known) else "",
                *(
                    tr("{who} also attacks it, with {id}").format(
                        who=name_of(made.seat, debate.seats), id=made.attacked
                    )
                    for made in one.agreeing
                    if made.attacked
                ),
                *(
                    f"{name_of(each.seat, debate.seats)} {DEEDS['questioned']}"
                    for each in one.judgements.values()
                    if each.weak
                ),
            )
            guess = tr("{name} calls it an assumption").format(name=name_of(one.author, debate.seats))
            rests = tr("{name} says that it no longer matters").format(name=name_of(one.author, debate.seats))
            aside = (*([rests] if one.closed else []), *([guess] if one.assumed else []), *_aside(debate, one))
            told = "; ".join((", ".join(filter(None, notes)), *aside))
            place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path))
            line = Line(text=f"{one.id} {one.text} ({told})", places=(place,))
            found.append((one.kind != "decision", not one.earned, -len(behind), one.id, line))
    most = MOST_AGREED if len(found) > MOST_AGREED + 1 else len(found)  # one more is no longer than that there is one
    found.sort(key=lambda each: each[:3])
    yield from (line for *_, line in found[:most])
    if left := sorted((id for *_, id, _ in found[most:]), key=natural):
        told = tr("{count} more are under Statements: {ids}.")
        yield Line(text=told.format(count=len(left), ids=listed(left)))
    yield from _met(debate, [one for one in known.values() if is_met(one)])


def is_met(one: Statement) -> bool:
    """Return whether its author says that an objection was met."""
    return one.closed and not one.dropped


def _met(debate: Debate, objections: list[Statement]) -> Iterator[Line]:
    """Yield which objections their authors call met, in whose words, and who else had agreed with them."""
    if objections:
        yield Line(text=tr("Objections that were met, as those say who raised them:"))
    for one in objections:
        said = [step for step in one.history if (step.deed, step.seat) == ("closed", one.author)]
        path, words = (said[-1].path, said[-1].words) if said else (one.since, "")
        by = name_of(one.author, debate.seats)
        told = f"{by}: {quoted(without_marks(words))}" if words else by
        shared = [name_of(made.seat, debate.seats) for made in one.agreeing]
        shared_by = [tr("{who} agreed with the objection").format(who=listed(shared))] if shared else []
        place = Place(path=path, label=when(path), words=words)
        yield Line(text=f"{one.id} {one.text} ({'; '.join((told, *shared_by))})", places=(place,), below=True)


def ground(one: Statement) -> str:
    """Say whether an agreement was earned."""
    if one.earned:
        return tr("earned")
    reasoned = any(made.reasoned for made in one.agreeing)
    return "" if reasoned else tr("without a reason") if one.given_up else tr("no reason recorded")


def holders(debate: Debate) -> set[str]:
    """Return the seats that hold a position."""
    return {id for id, seat in debate.seats.items() if seat.taken and not seat.impartial}


def in_part(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield the statements of which those who hold a position accept a part, each with the words in which they do."""
    for one in (one for one in statements_of(past).values() if label_of(one) is PARTLY):
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path))
        told = "; ".join((name_of(one.author, debate.seats), *_aside(debate, one)))
        yield Line(text=f"{one.id} {one.text} ({told})", places=(place,))
        yield from part_lines(debate, one)


def part_lines(debate: Debate, one: Statement) -> Iterator[Line]:
    """Yield who accepts a part of a statement, in their words."""
    for step in one.parts:
        words = without_item(step.words)
        told = tr("{seat} accepts a part of it: {words}").format(
            seat=name_of(step.seat, debate.seats), words=quoted(without_marks(words))
        )
        yield Line(text=told, places=(Place(path=step.path, label=when(step.path), words=words),), below=True)


def _behind(debate: Debate, seats: list[str], holders: set[str]) -> str:
    """Say who stands behind something: "Analyst and Critic"; of more than a few, "all 5" or how many."""
    if len(seats) <= NAMED:
        return listed(name_of(seat, debate.seats) for seat in seats)
    if holders <= {*seats}:
        return tr("all {count}").format(count=len(holders))
    return tr("{count} of {all}").format(count=len(holders & {*seats}), all=len(holders))


def _aside(debate: Debate, one: Statement) -> Iterator[str]:
    """Yield what those say of a statement who take no side."""
    for made in one.judgements.values():
        if made.weighs and not one.overtaken(made):
            right = "partly" if made.part else "upheld"
            told = DEEDS[right if made.verdict == "agrees" else "disputed"]
            told = tr("accepts a part of it and disputes the rest") if one.disputes_part(made) else told
            yield f"{name_of(made.seat, debate.seats)} {told}"


def weighed(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield the statements of which somebody's judgement is recorded who takes no side, and no side's: those apart
    which others had no turn left to answer, with what else nobody judged of the same turns."""
    if is_rehearsal(debate):
        return
    known, order, asked = statements_of(past), places_of(past), asked_again(debate, past)
    found = {one.id: _unasked(debate, asked, one) for one in known.values() if label_of(one) is POINTS["weighed"]}
    turns = {known[id].wordings[-1].path for id, seats in found.items() if seats}
    beside = [
        one for one in known.values() if one.wordings[-1].path in turns and label_of(one) is POINTS["unaddressed"]
    ]
    found |= {one.id: _unasked(debate, asked, one) for one in beside}
    for seats in dict.fromkeys((*filter(None, found.values()), ())):
        group = [one for one in known.values() if found.get(one.id) == seats]
        if group:
            yield Line(text=_unanswered(debate, seats))
        for one in group:
            place = Place(path=one.since, label=when(one.since), words=one.turned.words if one.turned else "")
            attacked = against(one, known.values(), order, shown={each.id for each in group})
            aside = "; ".join((*_aside(debate, one), *attacked))
            yield Line(text=f"{one.id} {one.text}{f' ({aside})' if aside else ''}", places=(place,), below=True)


def _unasked(debate: Debate, asked: Callable[[str, str], bool], one: Statement) -> tuple[str, ...]:
    """Return who holds a position and had no turn left to answer a statement, where that goes for all but its author;
    nobody while the debate goes on."""
    seats = [seat for seat in debate.seats if seat in holders(debate) and seat != one.author]
    late = debate.over and not any(asked(one.wordings[-1].path, seat) for seat in seats)
    return tuple(seats) if late else ()


def _unanswered(debate: Debate, seats: tuple[str, ...]) -> str:
    if not seats:
        return tr("No judgement of a side is recorded of these:")
    if len(seats) > NAMED:
        return tr("The others had no turn left to answer these:")
    return tr("{who} had no turn left to answer these:").format(
        who=listed(name_of(seat, debate.seats) for seat in seats)
    )


def agreement(debate: Debate, past: Past, score: Score, final: Turn | None) -> Iterator[Line]:
    why = reason_of_rest(debate)
    decided = debate.over and not is_rehearsal(debate)
    ruled = in_short(debate, past.last("verdict")) if decided else ""
    if ruled:
        why = f"{ruled}. {why}"
    if why:
        yield Line(text=in_full(why))
    read = any(left.exit.partition(" ")[0] == BY_ANALYSIS for left in debate.left.values())
    if decided and score.score is not None and read:
        told = tr("That is how a model reads the answers as a whole. Single statements are counted separately, below.")
        yield Line(text=told)
    if final is not None:
        if final.by == "rules":
            yield Line(text=tr("The synthesis {by_rule}").format(by_rule=tr(BY_RULE)))
        sure = share(final.data.get("confidence")) if final.by != "rules" else None
        if sure is not None:
            told = tr("The model that wrote this summary is {sure} percent sure of its recommendation.")
            yield Line(text=told.format(sure=percent(sure)))
    aside = (*steadiness(debate, past), *told_by_end(debate, past))
    for at, line in enumerate(score.lines):
        if line not in aside:
            yield Line(text=line)
        if not at and score.explained:
            yield Line(text=score.explained, below=True)
