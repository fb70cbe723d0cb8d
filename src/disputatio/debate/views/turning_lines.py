"""Who answered what first and in the end, and what turned it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from disputatio.debate.board.standings import ledger_of
from disputatio.debate.format import ANSWERING
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word
from disputatio.debate.policies.answers import Answer, answer_of, answers
from disputatio.debate.policies.estimates import spread_of
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.ledger import is_public_message
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.statement import Flip
from disputatio.debate.views.board_view import position_changes
from disputatio.debate.views.changes import Move, for_reason, told_briefly
from disputatio.debate.views.labels import FLIPS
from disputatio.debate.views.measurability import records_statements
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, moment, when
from disputatio.debate.views.plain_text import beginning, says, without_item, without_marks
from disputatio.debate.views.result_section import Line
from disputatio.debate.views.stances import side_told, timelines
from disputatio.debate.views.statements import told_once
from disputatio.debate.wording import figure, listed, plural, quoted, tr

TURNING = ("evidence", "argument")
"""The classes of a change of position that has a reason."""
MOST_MOVES = 6
"""Changes of position that are told: a result is a page that one reads."""


def turning_points(debate: Debate, past: Past, final: Turn | None, thought: Turn | None) -> Iterator[Line]:
    """Yield the first answer and the final one of each participant, how many changes of position there were, and
    those that came of evidence or argument: those of an answer itself, where there are such."""
    moves = tuple(move for move in position_changes(debate, past) if move.kind != "met")  # told with what is agreed
    given = tuple(_given_up(debate, past, moves))
    ends = tuple(answers_given(debate, past, final, thought))
    if debate.over and len(ends) > 1 and not (moves or given) and all(one.stage == "first" for one in ends):
        yield Line(text=tr("No change of position is recorded."))
    yield from ends
    classes = Counter(move.flip for move in moves)
    if moves:
        yield Line(text=_counted(classes, moves))
    many = len(moves) > MOST_MOVES
    turning = [one for one in moves if one.flip in TURNING] if many else moves
    answered = [one for one in turning if one.answer] if many else []
    if answered and len(answered) < len(turning):
        told = plural(
            "{count} of them changed {answer}; it follows. “Changes of position” lists all {all}.",
            "{count} of them changed {answer}; these follow. “Changes of position” lists all {all}.",
            len(answered),
        )
        typed = spread_of(answers(At(debate=debate, path="", past=past), past).given.values())
        yield Line(text=told.format(answer=tr("an estimate") if typed else tr("an answer"), all=len(moves)), below=True)
    shown = _weightiest(answered or turning, past)
    if len(shown) < len(turning) and not answered:
        told = tr(
            "{shown} of the {turning} with a reason follow, decisions first; “Changes of position” lists all {count}."
        )
        yield Line(text=told.format(shown=len(shown), turning=len(turning), count=len(moves)), below=True)
    for whole, move in zip(shown, told_briefly(shown), strict=True):
        place = Place(path=move.path, label=when(move.path), words=_receipt(whole))
        how = move.label.word if len(classes) > 1 else ""
        lead = ", ".join(part for part in (moment(move.path), how) if part)
        lead = f"{lead[:1].upper()}{lead[1:]}"
        yield Line(text=move.account, lead=lead, seat=move.who.seat, stage="reason", places=(place,), below=True)
    for head, those in (
        (tr("Partly accepted by those who had disputed it:"), tuple(_accepted(debate, past))),
        (tr("Divided, and both parts held:"), tuple(_divided(debate, past))),
        (tr("Given up in crux rooms:"), given),
    ):
        if those:
            yield Line(text=head, stage="head")
        yield from those


def _receipt(move: Move) -> str:
    """Return the words of a change that its account does not tell: else those of the reason, which it quotes."""
    told = (move.cause, move.after)
    return move.cause if move.cause and any(one and says(move.sentence, one) for one in told) else move.sentence


def _weightiest(moves: Sequence[Move], past: Past) -> list[Move]:
    """Return as many changes of position as are told: of an answer, or of a statement that says what is to be done,
    before others, and of each the last ones."""
    known = statements_of(past)
    ids = [(one.statement, *one.also) if one.statement else () for one in moves]
    decides = [any(known[id].kind == "decision" for id in each) for each in ids]
    weighty = [at for at, one in enumerate(moves) if one.answer or decides[at]]
    rest = [at for at in range(len(moves)) if at not in weighty]
    kept = {*(*rest, *weighty)[-MOST_MOVES:]}
    order = (*weighty, *rest) if len(moves) > MOST_MOVES else range(len(moves))
    return [moves[at] for at in order if at in kept]


def _given_up(debate: Debate, past: Past, moves: tuple[Move, ...]) -> Iterator[Line]:
    """Yield what was given up in crux rooms, beyond what the changes of position tell by the same words."""
    told = [(move.path, bare_words(move.sentence)) for move in moves]
    for seat, standing in ledger_of(past).items():
        for one in standing.concessions:
            words = bare_words(one.words)
            if one.room and not any(path == one.path and (said in words or words in said) for path, said in told):
                told_of = tr("{who} gave way: {text}").format(
                    who=name_of(seat, debate.seats), text=for_reason(one.text, one.because)
                )
                place = Place(path=one.path, label=when(one.path), words=one.words)
                yield Line(text=told_of, seat=seat, places=(place,), below=True)


def _divided(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield who divided a statement of theirs in two: that gives nothing up."""
    for one in statements_of(past).values():
        for before, worded in pairwise(one.wordings):
            if worded.into:
                place = Place(path=worded.path, label=when(worded.path), words=worded.words)
                text = tr("{who} divided {id} into {ids}. Before: {before}.").format(
                    who=name_of(one.author, debate.seats),
                    id=one.id,
                    ids=listed([one.id, *worded.into]),
                    before=before.text.rstrip(" ."),
                )
                lead = f"{place.label[:1].upper()}{place.label[1:]}"
                yield Line(text=text, lead=lead, seat=one.author, stage="reason", places=(place,), below=True)


def _accepted(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield who accepted a part of what they had disputed, with the words in which they did: the first time."""
    for one in statements_of(past).values():
        disputed, told = dict[str, str](), set[str]()
        for step, rejected in told_once(one.history):
            if step.neutral or step.seat == one.author or step.seat in told:
                continue
            granted = step.deed == "partly" or (step.deed == "doubted" and rejected == "")
            if granted and disputed.get(step.seat, step.path) != step.path:
                told.add(step.seat)
                words = without_item(step.words)
                place = Place(path=step.path, label=when(step.path), words=words)
                text = tr("{who} accepted a part of {id}: {words}").format(
                    who=name_of(step.seat, debate.seats), id=one.id, words=quoted(without_marks(words))
                )
                lead = f"{place.label[:1].upper()}{place.label[1:]}"
                yield Line(text=text, lead=lead, seat=step.seat, stage="reason", places=(place,), below=True)
            if step.deed == "disputed":
                disputed.setdefault(step.seat, step.path)


def _counted(classes: Mapping[Flip, int], moves: Collection[Move]) -> str:
    """Say how many changes of position there were, of what, and how they came about."""
    count, answered = len(moves), sum(move.answer for move in moves)
    counted, apart = plural("{count} change of position", "{count} changes of position", count), ""
    if 0 < answered < count:
        apart = tr(": {answers} changed an answer, {statements} a statement")
        apart = apart.format(answers=figure(answered), statements=figure(count - answered))
    if len(classes) == 1 and (only := next(iter(classes))) in TURNING:
        told = plural("{told}, {how}", "{told}, all {how}", count)
        return f"{told.format(told=counted, how=FLIPS[only].word)}{apart}."
    told = ", ".join(f"{figure(classes[flip])} {FLIPS[flip].word}" for flip in FLIPS if classes.get(flip))
    return f"{counted} ({told}){apart}." if any(classes) else f"{counted}{apart}."


def answers_given(debate: Debate, past: Past, final: Turn | None, thought: Turn | None) -> Iterator[Line]:
    """Yield what each participant declared, or what the clerk recorded of them with a receipt. Where there is
    neither for the one who answered first, the words with which that answer begins, and no more; nothing where the
    format is to record nothing. `final` is nobody's answer, also in a rehearsal; it is `thought` where it recommends
    something."""
    known = {seat: found for seat, all_ in timelines(past).items() if (found := [one for one in all_ if one.stance])}
    opener = next((turn for turn in past if is_public_message(turn)), None)
    if (
        records_statements(debate.format)
        and opener is not None
        and opener.seat not in known
        and (begun := beginning(opener.text))
    ):
        place = Place(path=opener.path, label=when(opener.path), words=begun.removesuffix(" …"))
        lead = tr("{seat}’s first answer begins").format(seat=name_of(opener.seat, debate.seats))
        yield Line(text=quoted(begun), lead=lead, seat=opener.seat, stage="first", places=(place,))
        if thought is not None:
            end = Place(path=thought.path, label=when(thought.path))
            yield Line(text=tr("the recommendation above."), lead=tr("Final answer"), stage="final", places=(end,))
    sides = {turn.path: word(turn.data.get("side")) for turn in past.of("argument")}
    sides = {path: side_told(side) or bare_words(side) for path, side in sides.items()}
    typed = {turn.path: answer_of(turn) for turn in past if turn.gives in ANSWERING}
    for seat, all_ in known.items():
        # a declared side is its own receipt: what the clerk quotes beside it says something else
        stated = [
            replace(one, words="") if sides.get(one.path) in (one.stance, bare_words(one.stance)) else one
            for one in all_
        ]
        name, first, last = name_of(seat, debate.seats), stated[0], stated[-1]
        since = next(moment for moment in stated if moment.stance == last.stance)
        start = Place(path=first.path, label=when(first.path), words=first.words)
        end = Place(path=since.path, label=when(since.path), words=since.words)
        if final is not None and first.path == final.path:
            continue  # it is the recommendation
        if kept := _other_range(typed.get(first.path), typed.get(last.path)):
            lead = tr("{name} kept the figure").format(name=name)
            yield Line(text=kept, lead=lead, seat=seat, stage="first", places=(end,))
        elif first.stance == last.stance:
            held = tr("{name} held throughout") if len(stated) > 1 else tr("{name} answered")
            if last.words:  # what was reworded in between is not quoted
                start = Place(path=last.path, label=when(last.path), words=last.words)
            yield Line(text=first.stance, lead=held.format(name=name), seat=seat, stage="first", places=(start,))
        else:
            began = tr("{name}, first answer").format(name=name)
            yield Line(text=first.stance, lead=began, seat=seat, stage="first", places=(start,))
            ended = tr("{name}, final answer").format(name=name)
            yield Line(text=last.stance, lead=ended, seat=seat, stage="final", places=(end,))


def _other_range(first: Answer | None, last: Answer | None) -> str:
    """Say with which range somebody gives the figure that they gave first; "" where it is another one, or the same
    range."""
    if first is None or last is None or last.number is None:
        return ""
    same = last.equals(first, 0.0) and last.typed != first.typed
    return tr("{last}, at first {first}").format(first=first.typed, last=last.typed) if same else ""
