"""The questions that participants put to one another, and what became of each (SPEC §4, socratic). A pure fold.

A question is called by its place among all that were asked: Q1, Q2 … Whoever answers declares by that id what they did:
answered it or a part of it, with words of theirs that show it, or left it open. What nobody took up is open, too. Who
asked it or answered it opens it again, by saying so or by putting it once more. That two answers differ is known by the
statements that they make: one stands in the answer of the one, and the other disputes it. An answer stays what was
said, though its author withdraws or rewords it later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations, takewhile
from typing import Literal

from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word, words
from disputatio.debate.persistent import EMPTY, PersistentMap
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.history import HistoryStep
from disputatio.debate.statements.receipts import receipt_in
from disputatio.debate.statements.statement import Judgement, Statement
from disputatio.debate.values import value

QuestionStatus = Literal["answered", "partly", "open"]
LISTED = 24
"""Questions that a view lists, the last ones; more only where more are put to its reader."""


@value
class Reply:
    """What a participant declared of a question in the turn at `path`. `words`: what answers it, "" where they left it
    open; `part`: that answers only a part of it."""

    seat: str
    path: str
    words: str = ""
    part: bool = False


@value
class Question:
    """`turn` asked it. `replies`: the last one of each participant, in the order of their first. `category` and
    `priority`: as they were declared, "" where they were not. `again`: the id under which it was put once more;
    `reopened`: who asked or answered it has said since that it is open."""

    id: str
    text: str
    turn: Turn
    category: str = ""
    priority: str = ""
    replies: tuple[Reply, ...] = ()
    again: str = ""
    reopened: bool = False

    @property
    def status(self) -> QuestionStatus:
        if not any(one.words for one in self.replies):
            return "open"
        return "answered" if self.whole and not self.reopened else "partly"

    @property
    def whole(self) -> bool:
        """Whether somebody declared to have answered all of it."""
        return any(one.words and not one.part for one in self.replies)

    def concerns(self, seat: str) -> bool:
        """Return whether somebody asked or answered it."""
        return seat == self.turn.seat or any(one.seat == seat and one.words for one in self.replies)

    def with_reply(self, reply: Reply) -> Question:
        by_seat = {one.seat: one for one in self.replies} | {reply.seat: reply}
        whole = bool(reply.words) and not reply.part
        reopened = not whole and (self.reopened or self.concerns(reply.seat))
        return replace(self, replies=tuple(by_seat.values()), reopened=reopened)


Questions = PersistentMap[Question]


def questions_of(past: Past) -> Questions:
    """Return all questions by id, in the order in which they were asked."""
    return past.fold("questions", _with_turn, EMPTY)


def _with_turn(found: Questions, turn: Turn) -> Questions:
    listed = items(turn.data.get("items")) if turn.gives in ("questions", "answers") else ()
    for item in listed:
        if turn.gives == "answers":
            found = _declared(found, turn, *(word(item.get(name)) for name in ("to", "state", "quote")))
        elif text := word(item.get("text")):
            id = f"Q{len(found) + 1}"
            category, priority = word(item.get("category")), word(item.get("priority"))
            found = found.set(id, Question(id=id, text=text, turn=turn, category=category, priority=priority))
            before = found.get(word(item.get("again")))
            if before is not None and before.concerns(turn.seat):
                found = found.set(before.id, replace(before, again=id, reopened=True))
    return found


def _declared(found: Questions, turn: Turn, id: str, state: str, words: str) -> Questions:
    """An answer is shown by its words; without them it is none."""
    answers = state in ("answered", "partly")
    if id not in found or not (state == "open" or (answers and words)):
        return found
    reply = Reply(seat=turn.seat, path=turn.path, words=words if answers else "", part=state == "partly")
    return found.set(id, found[id].with_reply(reply))


@value
class Contradiction:
    """That one who answered, `seat`, disputes what the other, `of`, answered, or a `part` of it."""

    seat: str
    of: str
    part: bool = False


def contradictions(one: Question, past: Past) -> Iterator[Contradiction]:
    """Yield who disputes whose answer to a question: both answered it, and the words that the one declared as the
    answer are those, by its receipt, of a statement that the other disputes as it is worded now. What else is contested
    in the turn may be no answer to this question."""
    answered = {reply.seat: reply for reply in one.replies if reply.words}
    known = statements_of(past).values() if len(answered) > 1 else ()
    for mine, theirs in permutations(answered.values(), 2):
        held = (each for each in known if each.author == theirs.seat and _same(theirs.words, each.words))
        found = [each.disputes_part(made) for each in held if (made := _disputes(each, mine.seat))]
        if found:
            yield Contradiction(seat=mine.seat, of=theirs.seat, part=all(found))


def _disputes(stated: Statement, seat: str) -> Judgement | None:
    """Return the judgement by which somebody disputes a statement as it is worded now."""
    made = stated.judgements.get(seat)
    disputes = made is not None and made.verdict == "disagrees" and stated.open and not stated.overtaken(made)
    return made if disputes else None


def changed_since(reply: Reply, statements: Iterable[Statement]) -> Iterator[tuple[Statement, HistoryStep]]:
    """Yield what somebody withdrew or reworded after they had answered with it, with the step in which they did."""
    for stated in statements:
        deed = "withdrew" if stated.withdrawn else "revised"
        last = next((at for at, step in enumerate(reversed(stated.history), 1) if step.deed == deed), 0)
        said = stated.history[:-last] if last and stated.author == reply.seat else ()
        if any(step.seat == reply.seat and step.path == reply.path and _same(reply.words, step.words) for step in said):
            yield stated, stated.history[-last]


def _same(answer: str, words: str) -> bool:
    return receipt_in(words, answer) is not None or receipt_in(answer, words) is not None


def ambiguities_of(past: Past) -> tuple[str, ...]:
    """Return what remains unclear by the last answers."""
    last = past.last("answers")
    return words(last.data.get("ambiguities")) if last is not None else ()


@value
class Agenda:
    """The questions that a seat is shown, oldest first; those with the ids `put` it has to answer now."""

    listed: tuple[Question, ...] = ()
    put: tuple[str, ...] = ()


def agenda_of(at: At) -> Agenda:
    """Return the last questions that a seat may know. Those of others since it answered last are put to it; to a
    service nothing is put."""
    found, fresh = questions_of(at.past), _fresh(at)
    listed: list[Question] = []
    for number in range(len(found), 0, -1):
        one = found[f"Q{number}"]
        if len(listed) >= LISTED and one.turn.path not in fresh:
            break
        if at.hears(one.turn):
            listed.append(one)
    put = (one.id for one in reversed(listed) if one.turn.path in fresh and one.turn.seat != at.seat)
    return Agenda(listed=tuple(reversed(listed)), put=tuple(put))


def _fresh(at: At) -> set[str]:
    """Return the turns in which something was asked since the participant answered last."""
    if at.seat not in at.debate.seats:
        return set()
    answered = next((node.length for node in at.past.by_seat(at.seat) if node.turn and node.turn.gives == "answers"), 0)
    asked = takewhile(lambda node: node.length > answered, at.past.back("questions"))
    return {node.turn.path for node in asked if node.turn is not None}
