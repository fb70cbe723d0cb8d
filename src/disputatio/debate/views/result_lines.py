"""What each section of a result lists, line by line: who answered what and what turned it, what is in dispute, what was
asked, attacked, reviewed and quoted, and which of the words it rests on were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from disputatio.debate.board.attacks import attacks_of
from disputatio.debate.board.proposals import flaws_of, scores_of
from disputatio.debate.board.questions import questions_of
from disputatio.debate.ids import seat_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word, words
from disputatio.debate.policies.ballots import FEWEST, candidates, letters_in
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.cards import cards_of
from disputatio.debate.statements.ledger import is_public_message
from disputatio.debate.statements.receipts import receipt_in
from disputatio.debate.values import Json, value
from disputatio.debate.views.analysis import analysis_lines, analysis_of
from disputatio.debate.views.board_view import card_item, position_changes
from disputatio.debate.views.citations import citation_checks, shares
from disputatio.debate.views.labels import ATTACKS, BY_RULE, FAILED_TESTS, FLAWS, FLIPS, QUESTIONS
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.plain_text import beginning, without_marks
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.score import Score, records_statements
from disputatio.debate.views.stances import timelines
from disputatio.debate.views.status import reason_of_rest
from disputatio.debate.views.transcript_words import shortfall_of
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.views.words import ended, percent
from disputatio.debate.views.words import sentence as in_full
from disputatio.debate.wording import figure, listed, plural, quoted, tr

FIGURE = "figure questions"
"""What those are shown who declare what they have answered."""
DUTIES = ("opposition", "challenge")
"""Contracts of turns that have to be against something."""
TURNING = ("evidence", "argument")
"""The classes of a change of position that has a reason."""
MOST_MOVES = 6
"""Changes of position that are told: a result is a page that one reads."""
LONGEST = 600
"""Characters of what there was to choose, of which a record tells no more than how it begins."""
NO_SOURCE = "No source was given to check quotations against."
Stage = Literal["", "first", "reason", "final"]


@value
class Line:
    """`lead`: what the text is, where it is told of somebody; `seat`: of whom, "" of nobody. `now`: what they hold
    since then. `stage`: what it has to do with how an answer came about: the first one, the reason for a change, the
    final one. `places`: the passages that it rests on. `below`: it belongs to the line above it."""

    text: str
    lead: str = ""
    now: str = ""
    seat: str = ""
    stage: Stage = ""
    places: tuple[Place, ...] = ()
    below: bool = False

    @property
    def told(self) -> str:
        said = " ".join(part for part in (self.text, tr("Now: {now}").format(now=self.now) if self.now else "") if part)
        return f"{self.lead}: {said}" if self.lead else said


@value
class Section:
    """`text` is Markdown, as somebody wrote it; `lines` are plain."""

    title: str
    text: str = ""
    lines: tuple[Line, ...] = ()


def weighing(debate: Debate, past: Past, final: Turn | None) -> Iterator[Line]:
    """Yield what the verdict or the vote comes to, where there is one, and whom the letters of a text stand for whose
    author did not see any names. What other rules make of the ballots has a section of its own."""
    found = outcome_of(debate, past)
    for one in (line for line in (found.lines if found else ()) if not line.others):
        yield Line(text=one.text, places=one.places, below=one.below)
    if final is None:
        return
    named = [
        tr("Response {letter} is by {seat}").format(letter=letter, seat=name_of(seat, debate.seats))
        for letter, seat in letters_in(debate, past, final).items()
        if f"Response {letter}" in f"{final.text} {word(final.data.get('minority'))}"
    ]
    if named:
        yield Line(text=tr("In the synthesis, {named}.").format(named=listed(named)))


def analysis(debate: Debate, past: Past) -> Iterator[Line]:
    found = analysis_of(debate, past)
    for one in analysis_lines(found, debate) if found is not None else ():
        yield Line(text=one.text, places=one.places, below=one.below)


def agreement(debate: Debate, score: Score, final: Turn | None) -> Iterator[Line]:
    if why := reason_of_rest(debate):
        yield Line(text=in_full(why))
    if final is not None:
        if final.by == "rules":
            yield Line(text=tr("The synthesis {by_rule}").format(by_rule=tr(BY_RULE)))
        sure = share(final.data.get("confidence")) if final.by != "rules" else None
        if sure is not None:
            yield Line(text=tr("The author of the synthesis is {sure} percent sure of it.").format(sure=percent(sure)))
    yield from (Line(text=line) for line in score.lines)


def entries(final: Turn | None, name: str) -> Iterator[Line]:
    """Yield what the synthesis lists under a name of its form."""
    yield from (Line(text=text) for text in (words(final.data.get(name)) if final is not None else ()))


def turning_points(debate: Debate, past: Past, final: Turn | None, thought: Turn | None) -> Iterator[Line]:
    """Yield the first answer and the final one of each participant, how many changes of position there were, and
    those that came of evidence or argument."""
    moves = position_changes(debate, past)
    yield from _answers(debate, past, final, thought)
    if moves:
        classes = Counter(move.flip for move in moves)
        told = ", ".join(f"{classes[flip]} {FLIPS[flip].word}" for flip in FLIPS if classes[flip])
        yield Line(
            text=plural(
                "{count} change of position: {told}.", "{count} changes of position: {told}.", len(moves)
            ).format(told=told)
        )
    turning = [one for one in moves if one.flip in TURNING]
    if len(turning) > MOST_MOVES:
        told = tr("The latest {most_moves} follow; all {count} are among the changes of position in the ledger.")
        yield Line(text=told.format(most_moves=MOST_MOVES, count=len(turning)), below=True)
    for move in turning[-MOST_MOVES:]:
        place = Place(path=move.path, label=when(move.path), words=move.sentence)
        moved = tr("{who} has moved {move_label_word}").format(who=move.who.name, move_label_word=move.label.word)
        why = tr("for this reason") if move.cause else ""
        lead = ", ".join(filter(None, (moved, place.label, why)))
        yield Line(
            text=quoted(without_marks(move.cause)) if move.cause else "",
            now=move.after,
            lead=lead,
            seat=move.who.seat,
            stage="reason",
            places=(place,),
            below=True,
        )


def _answers(debate: Debate, past: Past, final: Turn | None, thought: Turn | None) -> Iterator[Line]:
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
    for seat, stated in known.items():
        name, first, last = name_of(seat, debate.seats), stated[0], stated[-1]
        since = next(moment for moment in stated if moment.stance == last.stance)
        start = Place(path=first.path, label=when(first.path), words=first.words)
        end = Place(path=since.path, label=when(since.path), words=since.words)
        if final is not None and first.path == final.path:
            continue  # it is the recommendation
        if first.stance == last.stance:
            held = tr("{name} held throughout") if len(stated) > 1 else tr("{name} answered")
            yield Line(text=first.stance, lead=held.format(name=name), seat=seat, stage="first", places=(start,))
        else:
            began = tr("{name}, first answer").format(name=name)
            yield Line(text=first.stance, lead=began, seat=seat, stage="first", places=(start,))
            ended = tr("{name}, final answer").format(name=name)
            yield Line(text=last.stance, lead=ended, seat=seat, stage="final", places=(end,))


def alternatives(debate: Debate, past: Past, final: Turn | None) -> Iterator[Line]:
    """Yield what there was to choose from: the options of a vote, or the proposals or answers of participants; where
    there is but one, what everybody answered first and in the end."""
    found = candidates(At(debate=debate, path="", past=past))
    if len(found) < FEWEST or is_rehearsal(debate):
        yield from _answers(debate, past, final, None)
        return
    for one in found:
        authors = listed(name_of(seat, debate.seats) for seat in one.authors)
        yield Line(text=beginning(one.text, LONGEST) or one.text, lead=authors)


def assumptions(debate: Debate, past: Past) -> Iterator[Line]:
    for one in statements_of(past).values():
        if one.status != "assumption":
            continue
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path), words=one.words)
        yield Line(text=f"{one.id} {one.text}", places=(place,))
        last = {step.seat: step for step in one.history if step.deed == "doubted" and step.words}
        for step in {step.words: step for step in last.values()}.values():  # what two say alike is said once
            where = Place(path=step.path, label=when(step.path), words=step.words)
            said = tr("To check ({seat}): {step_words}").format(
                seat=name_of(step.seat, debate.seats), step_words=step.words
            )
            yield Line(text=said, places=(where,), below=True)


def disputes(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what is open, with the objection to it, and what its crux room found that it hangs on."""
    cards = {card.path: card for card in cards_of(past)}
    for one in statements_of(past).values():
        if not one.open:
            continue
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path), words=one.words)
        yield Line(text=f"{one.id} {name_of(one.author, debate.seats)}: {one.text}", places=(place,))
        for judgement in one.judgements.values():
            if judgement.verdict == "disagrees":
                where = Place(path=judgement.path, label=when(judgement.path), words=judgement.words)
                why = judgement.reason or judgement.words
                said = f": {why}" if why else ""
                against = name_of(judgement.seat, debate.seats)
                of = tr("it") if judgement.wording == len(one.wordings) - 1 else tr("an earlier wording of it")
                yield Line(
                    text=tr("{against} disputes {of}{said}").format(against=against, of=of, said=said),
                    places=(where,),
                    below=True,
                )
        if one.card in cards:
            card = card_item(cards[one.card], debate.seats)
            where = Place(path=card.key, label=card.label)
            yield from (Line(text=line, places=(where,), below=True) for line in card.lines)


def question_lines(debate: Debate, past: Past) -> tuple[Line, ...]:
    """Return each question that was asked, and what became of it: who answered it in which words, and who left it
    open. Where a format asks nobody to declare that, nothing is known of it."""
    asks = any(one.gives == "answers" and FIGURE in one.sees for one in blocks(debate.format.body))
    return tuple(_questions(debate, past)) if asks else ()


def _questions(debate: Debate, past: Past) -> Iterator[Line]:
    for one in questions_of(past).values():
        asked, word = when(one.turn.path), QUESTIONS[one.status].word
        how = ", ".join(
            filter(None, (name_of(one.turn.seat, debate.seats), asked, one.category, _weight(one.priority)))
        )
        told = f"{one.id} {word} ({how}): {one.text}"
        yield Line(text=told, places=(Place(path=one.turn.path, label=asked),))
        for reply in one.replies:
            where = Place(path=reply.path, label=when(reply.path), words=reply.words)
            told = tr("answered: {reply_words}").format(reply_words=reply.words) if reply.words else tr("left it open")
            yield Line(text=f"{name_of(reply.seat, debate.seats)} {told}", places=(where,), below=True)
        if not one.replies:
            yield Line(text=tr("Nobody took it up."), below=True)


def _weight(priority: str) -> str:
    return tr("{priority} priority").format(priority=priority) if priority else ""


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
            did = tr("challenged “{word}”: {word2}").format(
                word=word(turn.data.get("challenged")), word2=word(turn.data.get("objection"))
            )
        lack = shortfall_of(turn)
        if turn.gives == "challenge" and "challenged" not in turn.data:
            continue  # nobody had spoken before
        said = f"{lack.label.word}: {lack.why}" if lack is not None else did
        yield Line(text=f"{who} {said} ({at})", places=(Place(path=turn.path, label=at, words=words),))


def attacks(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield each attack that was published, how often it was repeated, and what was put against it."""
    for one in attacks_of(past).values():
        made = when(one.turn.path)
        how = ", ".join(filter(None, (one.severity, one.category, ATTACKS[one.status].word)))
        told = f"{one.id} {how} ({name_of(one.turn.seat, debate.seats)}, {made}): {one.text}"
        yield Line(text=told, places=(Place(path=one.turn.path, label=made),))
        if one.repeats:
            yield Line(text=tr("Made again in {map}.").format(map=", ".join(map(when, one.repeats))), below=True)
        for reply in one.defences:
            where = Place(path=reply.path, label=when(reply.path))
            who = f"{name_of(reply.seat, debate.seats)}{f', {reply.kind}' if reply.kind else ''}"
            failed = f" {tr(FAILED_TESTS)}" if reply.failed else ""
            said = f"{ended(reply.text)}{failed}" if failed else reply.text
            yield Line(text=f"{who}: {said}", places=(where,), below=True)


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


def quotations(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what participants quote from the source and what stands there, each quotation once."""
    seen = set[tuple[str, str]]()
    for turn in citation_checks(debate, past):
        for item in turn.checked.items:
            where = item.where or item.citation
            if item.grounded and item.quote and (item.quote, where) not in seen:
                seen.add((item.quote, where))
                who = name_of(turn.seat, debate.seats)
                place = Place(path=turn.path, label=when(turn.path), words=item.quote)
                yield Line(
                    text=tr("“{split}” stands at {where} ({who})").format(
                        split=" ".join(item.quote.split()), where=where, who=who
                    ),
                    places=(place,),
                )


def count_receipts(past: Past, sections: list[Section]) -> tuple[int, int]:
    """Return how many of the words that the result rests on were found in the turns that they are quoted from, and
    of how many. What somebody declared in a field is its own receipt, however short it is."""
    turns = {turn.path: turn for turn in past}
    rests = {(place.path, place.words) for one in sections for line in one.lines for place in line.places}
    quoted = [(turns.get(path), said) for path, said in rests if said]
    found = sum(
        turn is not None and (said in _fields(turn) or receipt_in(said, turn.text) is not None) for turn, said in quoted
    )
    return found, len(quoted)


def _fields(turn: Turn) -> Iterator[str]:
    """Yield what stands in the fields of a form. A quotation there still has to be found."""
    left: list[Json] = [turn.data]
    while left:
        match left.pop():
            case dict() as fields:
                left += [each for name, each in fields.items() if name != "quote"]
            case list() as members:
                left += members
            case leaf:
                yield str(leaf).strip()


def receipts(debate: Debate, past: Past, found: int, total: int) -> Iterator[Line]:
    """Yield what was found of the words that the result rests on, and what came of the quotations of the source."""
    if total:
        yield Line(
            text=plural(
                "{found} of {count} receipt (the words that an entry rests on) was found in its turn.",
                "{found} of {count} receipts (the words that an entry rests on) were found in their turns.",
                total,
            ).format(found=found)
        )
    known = [one for one in shares(debate, past) if one.total]
    yield from (Line(text=f"{one.who.name}: {one.told}.") for one in known)
    if debate.context.kind == "none" and not debate.context.sections and not known:
        yield Line(text=tr(NO_SOURCE))
