"""The result of a debate, the answer first (SPEC EXPORT.1): what export, terminal and window begin with. All of it
comes from the registry, so it says of a statement what board and gauge say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from disputatio.debate.board.questions import questions_of
from disputatio.debate.decide.extensions import stands_in, turn_after_synthesis
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word, words
from disputatio.debate.policies.figures import letters
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.cards import ROOM, cards_of
from disputatio.debate.statements.ledger import is_public_message
from disputatio.debate.statements.receipts import receipt_in
from disputatio.debate.values import Json, value
from disputatio.debate.views.board_view import card_item, position_changes
from disputatio.debate.views.citations import citation_checks, shares
from disputatio.debate.views.labels import BY_RULE, FLIPS, QUESTIONS, UNOPPOSED
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.plain_text import beginning, without_marks
from disputatio.debate.views.progress import Score, is_rehearsal, progress_of, score_of
from disputatio.debate.views.stances import timelines
from disputatio.debate.views.status import failed_synthesis, reason_of_rest
from disputatio.debate.views.transcript_words import lack_of_opposition
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.views.words import percent, quantity
from disputatio.debate.views.words import sentence as in_full

NO_DECISION = "Rehearsal: nobody thought, so there is no recommendation."
AGAIN = "It can be made again."
FIGURE = "figure questions"
"""What those are shown who declare what they have answered."""
TURNING = ("evidence", "argument")
"""The classes of a change of position that has a reason."""
DECIDED, FINDINGS = "What was settled", "What it relies on"
AGREED, WEIGHED = "How far it was agreed", "How it was weighed"
TURNED, ASSUMED = "What turned it", "Assumptions, and what to check next"
DISPUTED, ASKED, OPPOSITION = "In dispute", "Questions", "Opposition"
MINORITY, QUOTED, RECEIPTS = "Minority report", "Verified quotations", "Receipts"
"""The titles of what a result consists of, beside the recommendation."""
MOST_MOVES = 6
"""Changes of position that are told: a result is a page that one reads."""
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
        said = " ".join(part for part in (self.text, f"Now: {self.now}" if self.now else "") if part)
        return f"{self.lead}: {said}" if self.lead else said


@value
class Section:
    """`text` is Markdown, as somebody wrote it; `lines` are plain."""

    title: str
    text: str = ""
    lines: tuple[Line, ...] = ()


@value
class Result:
    """`answer`: the recommendation; `path`: the turn that gives it. `missing`: why there is none; `outdated`: that it
    does not know what came later; `derived`: that a rule made it, since a model failed: each in a sentence. `sections`:
    what it rests on; those that are empty are left out. `over`: the debate had ended by then. `found`: it rests on
    words of which each was found, and no citation failed."""

    question: str = ""
    answer: str = ""
    path: str = ""
    missing: str = ""
    outdated: str = ""
    derived: str = ""
    sections: tuple[Section, ...] = ()
    over: bool = False
    found: bool = False

    def section(self, title: str) -> Section:
        """Return the section of that title; an empty one where there is none."""
        return next((one for one in self.sections if one.title == title), Section(title=title))

    @property
    def all_sections(self) -> tuple[Section, ...]:
        """The recommendation, or why there is none, and what it rests on."""
        notes = tuple(Line(text=text) for text in (self.missing, self.outdated, self.derived) if text)
        return (Section(title="Recommendation", text=self.answer, lines=notes), *self.sections)


def result_of(debate: Debate, past: Past) -> Result:
    """`past` is all that was said so far (`Planner.walk(debate).past`)."""
    final = next((turn for turn in past.newest() if turn.gives in ("synthesis", "artifact")), None)
    silent = final is None or is_rehearsal(debate)
    answer = "" if final is None or silent else word(final.data.get("decision")) or final.text.strip()
    score = score_of(debate, progress_of(debate, past))
    thought = None if silent else final
    found = [
        Section(title=DECIDED, lines=tuple(_listed(thought, "decisions"))),
        Section(title=AGREED, lines=tuple(_agreed(debate, score, thought))),
        Section(title=WEIGHED, lines=tuple(_weighed(debate, past, thought))),
        Section(title=TURNED, lines=tuple(_turned(debate, past, final, thought))),
        Section(title=ASSUMED, lines=tuple(_assumptions(debate, past))),
        Section(title=DISPUTED, lines=tuple(_disputes(debate, past))),
        Section(title=ASKED, lines=question_lines(debate, past)),
        Section(title=OPPOSITION, lines=tuple(_opposition(debate, past))),
        Section(title=MINORITY, text="" if thought is None else word(thought.data.get("minority"))),
        Section(title=FINDINGS, lines=tuple(_listed(thought, "findings"))),
        Section(title=QUOTED, lines=tuple(_quotations(debate, past))),
    ]
    receipts, total = _counted(past, found)
    found.append(Section(title=RECEIPTS, lines=tuple(_receipts(debate, past, receipts, total))))
    return Result(
        question=debate.question,
        answer=answer,
        path=final.path if final is not None else "",
        missing="" if answer else absence_notice(debate),
        outdated=outdated_notice(past),
        derived=derived_notice(thought) if thought is not None else "",
        sections=tuple(one for one in found if one.text or one.lines),
        over=debate.over,
        found=0 < total == receipts and not any(one.checked.failed for one in citation_checks(debate, past)),
    )


def _weighed(debate: Debate, past: Past, final: Turn | None) -> Iterator[Line]:
    """Yield what the verdict or the vote comes to, where there is one, and whom the letters of a text stand for whose
    author did not see any names."""
    found = outcome_of(debate, past)
    for one in found.lines if found else ():
        yield Line(text=one.text, places=one.places, below=one.below)
    if final is None:
        return
    node = next(node for node in past.nodes() if node.turn is final)
    seen = letters(At(debate=debate, path=final.path, past=node))
    named = [
        f"Response {letter} is by {name_of(seat, debate.seats)}"
        for seat, letter in sorted(seen.items(), key=lambda each: each[1])
        if f"Response {letter}" in f"{final.text} {word(final.data.get('minority'))}"
    ]
    if named:
        yield Line(text=f"In the synthesis, {', '.join(named)}.")


def outdated_notice(past: Past) -> str:
    """That the synthesis does not know what came after it, in a sentence; "" where nothing did."""
    later = turn_after_synthesis(past)
    if later is None:
        return ""
    if later.gives == "ruling":
        what = f"you ruled on {word(later.data.get('point')) or 'a statement'}"
    elif later.heard.startswith(ROOM):
        what = "a crux room was held"
    else:
        what = "the debate went on"
    return f"The synthesis is outdated: {what} after it was written. {AGAIN}"


def derived_notice(final: Turn) -> str:
    """That a rule made the synthesis in the place of a model that failed, in a sentence; "" where none did."""
    why = stands_in(final)
    return f"No model has written the synthesis: {in_full(why)} It was made by rule. {AGAIN}" if why else ""


def absence_notice(debate: Debate) -> str:
    """Why there is no recommendation, in a sentence."""
    if is_rehearsal(debate):
        return NO_DECISION
    if why := failure(debate):
        return why
    return "There is no synthesis yet." if debate.over else "The debate is not over yet."


def failure(debate: Debate) -> str:
    """Why a synthesis that was wanted is missing, in a sentence; "" otherwise."""
    why = failed_synthesis(debate)
    return f"The synthesis failed: {in_full(why)} {AGAIN}" if why else ""


def _agreed(debate: Debate, score: Score, final: Turn | None) -> Iterator[Line]:
    if why := reason_of_rest(debate):
        yield Line(text=in_full(why))
    if final is not None:
        if final.by == "rules":
            yield Line(text=f"The synthesis {BY_RULE}")
        sure = share(final.data.get("confidence")) if final.by != "rules" else None
        if sure is not None:
            yield Line(text=f"The author of the synthesis is {percent(sure)} percent sure of it.")
    yield from (Line(text=line) for line in score.lines)


def _listed(final: Turn | None, name: str) -> Iterator[Line]:
    """Yield what the synthesis lists under a name of its form."""
    yield from (Line(text=text) for text in (words(final.data.get(name)) if final is not None else ()))


def _turned(debate: Debate, past: Past, final: Turn | None, thought: Turn | None) -> Iterator[Line]:
    """Yield the first answer and the final one of each participant, how many changes of position there were, and
    those that came of evidence or argument."""
    moves = position_changes(debate, past)
    yield from _answers(debate, past, final, thought)
    if moves:
        classes = Counter(move.flip for move in moves)
        told = ", ".join(f"{classes[flip]} {FLIPS[flip].word}" for flip in FLIPS if classes[flip])
        yield Line(text=f"{quantity(len(moves), 'change')} of position: {told}.")
    turning = [one for one in moves if one.flip in TURNING]
    if left := len(turning[:-MOST_MOVES]):
        yield Line(
            text=f"The last {MOST_MOVES} of them; {quantity(left, 'earlier change')} of position "
            f"{'is' if left == 1 else 'are'} in the ledger.",
            below=True,
        )
    for move in turning[-MOST_MOVES:]:
        place = Place(path=move.path, label=when(move.path), words=move.sentence)
        lead = ", ".join(filter(None, (f"{move.who.name} has moved {move.label.word}", place.label)))
        yield Line(
            text=f"“{without_marks(move.cause)}”" if move.cause else "",
            now=move.after,
            lead=lead,
            seat=move.who.seat,
            stage="reason",
            places=(place,),
            below=True,
        )


def _answers(debate: Debate, past: Past, final: Turn | None, thought: Turn | None) -> Iterator[Line]:
    """Yield what each participant declared, or what the clerk recorded of them with a receipt. Where there is
    neither for the one who answered first, the words with which that answer begins, and no more. `final` is nobody's
    answer, also in a rehearsal; it is `thought` where it recommends something."""
    known = {seat: found for seat, all_ in timelines(past).items() if (found := [one for one in all_ if one.stance])}
    opener = next((turn for turn in past if is_public_message(turn)), None)
    if opener is not None and opener.seat not in known and (begun := beginning(opener.text)):
        place = Place(path=opener.path, label=when(opener.path), words=begun.removesuffix(" …"))
        lead = f"{name_of(opener.seat, debate.seats)}’s first answer begins"
        yield Line(text=f"“{begun}”", lead=lead, seat=opener.seat, stage="first", places=(place,))
        if thought is not None:
            end = Place(path=thought.path, label=when(thought.path))
            yield Line(text="the recommendation above.", lead="What it came to", stage="final", places=(end,))
    for seat, stated in known.items():
        name, first, last = name_of(seat, debate.seats), stated[0], stated[-1]
        since = next(moment for moment in stated if moment.stance == last.stance)
        start = Place(path=first.path, label=when(first.path), words=first.words)
        end = Place(path=since.path, label=when(since.path), words=since.words)
        if final is not None and first.path == final.path:
            continue  # it is the recommendation
        if first.stance == last.stance:
            held = f"{name} held throughout" if len(stated) > 1 else f"{name} answered"
            yield Line(text=first.stance, lead=held, seat=seat, stage="first", places=(start,))
        else:
            yield Line(text=first.stance, lead=f"{name}, first answer", seat=seat, stage="first", places=(start,))
            yield Line(text=last.stance, lead=f"{name}, final answer", seat=seat, stage="final", places=(end,))


def _assumptions(debate: Debate, past: Past) -> Iterator[Line]:
    for one in statements_of(past).values():
        if one.status != "assumption":
            continue
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path), words=one.words)
        yield Line(text=f"{one.id} {one.text}", places=(place,))
        last = {step.seat: step for step in one.history if step.deed == "doubted" and step.words}
        for step in {step.words: step for step in last.values()}.values():  # what two say alike is said once
            where = Place(path=step.path, label=when(step.path), words=step.words)
            said = f"To check ({name_of(step.seat, debate.seats)}): {step.words}"
            yield Line(text=said, places=(where,), below=True)


def _disputes(debate: Debate, past: Past) -> Iterator[Line]:
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
                of = "it" if judgement.wording == len(one.wordings) - 1 else "an earlier wording of it"
                yield Line(text=f"{against} disputes {of}{said}", places=(where,), below=True)
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
        told = f"{one.id} {word} ({name_of(one.turn.seat, debate.seats)}, {asked}): {one.text}"
        yield Line(text=told, places=(Place(path=one.turn.path, label=asked),))
        for reply in one.replies:
            where = Place(path=reply.path, label=when(reply.path), words=reply.words)
            told = f"answered: {reply.words}" if reply.words else "left it open"
            yield Line(text=f"{name_of(reply.seat, debate.seats)} {told}", places=(where,), below=True)
        if not one.replies:
            yield Line(text="Nobody took it up.", below=True)


def _opposition(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what those who had to oppose declare of each of their turns, with the sentence that shows it."""
    for turn in past.of("opposition"):
        if turn.by == "person":
            continue
        who, at, words = name_of(turn.seat, debate.seats), when(turn.path), word(turn.data.get("quote"))
        why = lack_of_opposition(turn)
        said = f"{UNOPPOSED.word}: {why}" if why else f"opposed: {words}"
        yield Line(text=f"{who} {said} ({at})", places=(Place(path=turn.path, label=at, words=words),))


def _quotations(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what participants quote from the source and what stands there, each quotation once."""
    seen = set[tuple[str, str]]()
    for turn in citation_checks(debate, past):
        for item in turn.checked.items:
            where = item.where or item.citation
            if item.grounded and item.quote and (item.quote, where) not in seen:
                seen.add((item.quote, where))
                who = name_of(turn.seat, debate.seats)
                place = Place(path=turn.path, label=when(turn.path), words=item.quote)
                yield Line(text=f"“{' '.join(item.quote.split())}” stands at {where} ({who})", places=(place,))


def _counted(past: Past, sections: list[Section]) -> tuple[int, int]:
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
            case list() as listed:
                left += listed
            case leaf:
                yield str(leaf).strip()


def _receipts(debate: Debate, past: Past, found: int, total: int) -> Iterator[Line]:
    """Yield what was found of the words that the result rests on, and what came of the quotations of the source."""
    if total:
        yield Line(text=f"{found} of {quantity(total, 'receipt')} found word for word.")
    known = [one for one in shares(debate, past) if one.total]
    yield from (Line(text=f"{one.who.name}: {one.told}.") for one in known)
    if debate.context.kind == "none" and not debate.context.sections and not known:
        yield Line(text=NO_SOURCE)
