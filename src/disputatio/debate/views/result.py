"""The result of a debate, the answer first (SPEC EXPORT.1): what export, terminal and window begin with. All of it
comes from the registry, so it says of a statement what board and gauge say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from disputatio.debate.board.questions import questions_of
from disputatio.debate.decide.extensions import outdating
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.cards import ROOM, cards_of
from disputatio.debate.values import value
from disputatio.debate.views.board_view import card_item, moved
from disputatio.debate.views.citations import cited
from disputatio.debate.views.labels import BY_RULE, FLIPS, QUESTIONS, UNOPPOSED
from disputatio.debate.views.messages import unopposed
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.progress import Score, progress_of, rehearsed, score_of
from disputatio.debate.views.stances import timelines
from disputatio.debate.views.status import failed_synthesis, resting
from disputatio.debate.views.words import counted
from disputatio.debate.views.words import sentence as in_full

NO_DECISION = "Rehearsal: nobody thought, so there is no recommendation."
AGAIN = "It can be made again."
FIGURE = "figure questions"
"""What those are shown who declare what they have answered."""
TURNING = ("evidence", "argument")
"""The classes of a change of position that has a reason."""


@value
class Line:
    """`places`: the passages that it rests on. `below`: it belongs to the line above it."""

    text: str
    places: tuple[Place, ...] = ()
    below: bool = False


@value
class Section:
    """`text` is Markdown, as somebody wrote it; `lines` are plain."""

    title: str
    text: str = ""
    lines: tuple[Line, ...] = ()


@value
class Result:
    """`answer`: the recommendation; `path`: the turn that gives it. `missing`: why there is none; `outdated`: that it
    does not know what came later, in a sentence. `sections`: what it rests on; those that are empty are left out."""

    question: str = ""
    answer: str = ""
    path: str = ""
    missing: str = ""
    outdated: str = ""
    sections: tuple[Section, ...] = ()

    @property
    def all_sections(self) -> tuple[Section, ...]:
        """The recommendation, or why there is none, and what it rests on."""
        notes = tuple(Line(text=text) for text in (self.missing, self.outdated) if text)
        return (Section(title="Recommendation", text=self.answer, lines=notes), *self.sections)


def result_of(debate: Debate, past: Past) -> Result:
    """`past` is all that was said so far (`Planner.walk(debate).past`)."""
    final = next((turn for turn in past.newest() if turn.gives in ("synthesis", "artifact")), None)
    silent = final is None or rehearsed(debate)
    answer = "" if final is None or silent else word(final.data.get("decision")) or final.text.strip()
    score = score_of(debate, progress_of(debate, past))
    found = (
        Section(title="How far it was agreed", lines=tuple(_agreed(debate, score, None if silent else final))),
        Section(title="What turned it", lines=tuple(_turned(debate, past))),
        Section(title="Assumptions, and what to check next", lines=tuple(_assumptions(debate, past))),
        Section(title="In dispute", lines=tuple(_disputes(debate, past))),
        Section(title="Questions", lines=question_lines(debate, past)),
        Section(title="Opposition", lines=tuple(_opposition(debate, past))),
        Section(title="Minority report", text="" if final is None or silent else word(final.data.get("minority"))),
        Section(title="Verified quotations", lines=tuple(_quotations(debate, past))),
    )
    return Result(
        question=debate.question,
        answer=answer,
        path=final.path if final is not None else "",
        missing="" if answer else missing(debate),
        outdated=outdated(past),
        sections=tuple(one for one in found if one.text or one.lines),
    )


def outdated(past: Past) -> str:
    """That the synthesis does not know what came after it, in a sentence; "" where nothing did."""
    later = outdating(past)
    if later is None:
        return ""
    if later.gives == "ruling":
        what = f"you ruled on {word(later.data.get('point')) or 'a statement'}"
    elif later.heard.startswith(ROOM):
        what = "a crux room was held"
    else:
        what = "the debate went on"
    return f"The synthesis is outdated: {what} after it was written. {AGAIN}"


def missing(debate: Debate) -> str:
    """Why there is no recommendation, in a sentence."""
    if rehearsed(debate):
        return NO_DECISION
    if why := failure(debate):
        return why
    return "There is no synthesis yet." if debate.over else "The debate is not over yet."


def failure(debate: Debate) -> str:
    """Why a synthesis that was wanted is missing, in a sentence; "" otherwise."""
    why = failed_synthesis(debate)
    return f"The synthesis failed: {in_full(why)} {AGAIN}" if why else ""


def _agreed(debate: Debate, score: Score, final: Turn | None) -> Iterator[Line]:
    if why := resting(debate):
        yield Line(text=in_full(why))
    if final is not None and final.by == "rules":
        yield Line(text=f"The synthesis {BY_RULE}")
    yield from (Line(text=line) for line in score.lines)


def _turned(debate: Debate, past: Past) -> Iterator[Line]:
    """The first answer and the final one of each participant, how many changes of position there were, and those that
    came of evidence or argument."""
    moves = moved(debate, past)
    for seat, moments in timelines(past).items():
        stated = [moment for moment in moments if moment.stance]
        if not stated:
            continue
        name, first, final = name_of(seat, debate.seats), stated[0], stated[-1]
        since = next(moment for moment in stated if moment.stance == final.stance)
        start = Place(path=first.path, label=when(first.path), words=first.words)
        end = Place(path=since.path, label=when(since.path), words=since.words)
        if first.stance == final.stance:
            yield Line(text=f"{name} held throughout: {final.stance}", places=(start,))
        else:
            yield Line(text=f"{name}, first answer: {first.stance}", places=(start,))
            yield Line(text=f"{name}, final answer: {final.stance}", places=(end,))
    if moves:
        classes = Counter(move.flip for move in moves)
        told = ", ".join(f"{classes[flip]} {FLIPS[flip].word}" for flip in FLIPS if classes[flip])
        yield Line(text=f"{counted(len(moves), 'change')} of position: {told}.")
    for move in (one for one in moves if one.flip in TURNING):
        place = Place(path=move.path, label=when(move.path), words=move.sentence)
        yield Line(text=f"{move.who.name} has moved: {move.line}", places=(place,), below=True)


def _assumptions(debate: Debate, past: Past) -> Iterator[Line]:
    for one in statements_of(past).values():
        if one.status != "assumption":
            continue
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path), words=one.words)
        yield Line(text=f"{one.id} {one.text}", places=(place,))
        doubts = {step.words: step for step in one.history if step.deed == "doubted" and step.words}
        for words, step in doubts.items():
            where = Place(path=step.path, label=when(step.path), words=words)
            yield Line(text=f"To check ({name_of(step.seat, debate.seats)}): {words}", places=(where,), below=True)


def _disputes(debate: Debate, past: Past) -> Iterator[Line]:
    """What is open, with the objection to it, and what its crux room found that it hangs on."""
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
                yield Line(text=f"{against} disputes it{said}", places=(where,), below=True)
        if one.card in cards:
            card = card_item(cards[one.card], debate.seats)
            where = Place(path=card.key, label=card.label)
            yield from (Line(text=line, places=(where,), below=True) for line in card.lines)


def question_lines(debate: Debate, past: Past) -> tuple[Line, ...]:
    """Each question that was asked, and what became of it: who answered it in which words, and who left it open. Where
    a format asks nobody to declare that, nothing is known of it."""
    asks = any(one.gives == "answers" and FIGURE in one.sees for one in blocks(debate.format.body))
    return tuple(_questions(debate, past)) if asks else ()


def _questions(debate: Debate, past: Past) -> Iterator[Line]:
    for one in questions_of(past).values():
        asked, word = when(one.turn.path), QUESTIONS[one.status].word
        told = f"{one.id} {word} ({name_of(one.turn.seat, debate.seats)}, {asked}): {one.text}"
        yield Line(text=told, places=(Place(path=one.turn.path, label=asked),))
        for reply in one.replies:
            where = Place(path=reply.path, label=when(reply.path), words=reply.words)
            told = f"answered: {reply.words}" if reply.words else "left it open"
            yield Line(text=f"{name_of(reply.seat, debate.seats)} {told}", places=(where,), below=True)
        if not one.replies:
            yield Line(text="Nobody took it up.", below=True)


def _opposition(debate: Debate, past: Past) -> Iterator[Line]:
    """What those who had to oppose declare of each of their turns, with the sentence that shows it."""
    for turn in past.of("opposition"):
        if turn.by == "person":
            continue
        who, at, words = name_of(turn.seat, debate.seats), when(turn.path), word(turn.data.get("quote"))
        why = unopposed(turn)
        said = f"{UNOPPOSED.word}: {why}" if why else f"opposed: {words}"
        yield Line(text=f"{who} {said} ({at})", places=(Place(path=turn.path, label=at, words=words),))


def _quotations(debate: Debate, past: Past) -> Iterator[Line]:
    """What participants quote from the source and what stands there, each quotation once."""
    seen = set[tuple[str, str]]()
    for turn in cited(debate, past):
        for item in turn.checked.items:
            where = item.where or item.citation
            if item.grounded and item.quote and (item.quote, where) not in seen:
                seen.add((item.quote, where))
                who = name_of(turn.seat, debate.seats)
                place = Place(path=turn.path, label=when(turn.path), words=item.quote)
                yield Line(text=f"“{' '.join(item.quote.split())}” stands at {where} ({who})", places=(place,))
