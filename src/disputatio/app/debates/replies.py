"""What a person says in a seat of a debate, as the command that gives it: a text, which is read like a participant's
reply, or a field for each question that is put to them."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.board.questions import Agenda, Question
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Answer
from disputatio.debate.log.seats import CLIPBOARD, HUMAN
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.steps import Call, Do
from disputatio.debate.values import value
from disputatio.debate.views.participants import name_of
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import listed, tr
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import HIDDEN
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.contracts.questions import answers_of_person
from disputatio.prompting.interpret import Incomplete, Unreadable, interpret


def _open_call(debate: Debate, path: str) -> Call | None:
    step = Planner().plan(debate)
    return next((call for call in step.calls if call.path == path), None) if isinstance(step, Do) else None


def answer(debate: Debate, path: str, text: str) -> Answer:
    """The answer to an open call, with the payload that can be read from it; a free text is an answer without one. Of
    what a model was asked elsewhere for its structure alone, the rules make what they can."""
    if (call := _open_call(debate, path)) is None:
        return Answer(path=path, text=text)
    brief = brief_of(debate, call)
    try:
        return Answer(path=path, text=text, data=interpret(call.gives, text, brief))
    except Incomplete as left:
        return Answer(path=path, text=text, data=left.data)
    except Unreadable:
        pasted = debate.asked.get(path, "").startswith(CLIPBOARD)
        derived = contract_of(call.gives).derive(brief, text) if pasted else None
        return Answer(path=path, text=text, data={**derived[1], "derived": "rules"} if derived else {})


ANSWERS = "answers"
"""The contract of a turn in which questions are answered."""


@value
class Answers:
    """What a person says to the questions that are put to a seat of theirs: by the ids of the questions, what is still
    unclear, and whether everything is clear now."""

    said: Mapping[str, str]
    left: str = ""
    clear: bool = True


@value
class PutQuestion:
    """A question that is put to a person. `about`: what it is about and how much hangs on it, "" where nobody said."""

    id: str
    text: str
    about: str = ""


def questions_put(debate: Debate, path: str) -> tuple[PutQuestion, ...]:
    """Return the questions that a person is to answer at an open call; none where the call asks for something else."""
    return tuple(PutQuestion(id=one.id, text=one.text, about=_about(one)) for one in _put(debate, path))


def _about(one: Question) -> str:
    weight = f"{one.priority} priority" if one.priority else ""
    return ", ".join(filter(None, (one.category.replace("_", " "), weight)))


def _put(debate: Debate, path: str) -> tuple[Question, ...]:
    call = _open_call(debate, path)
    agenda = brief_of(debate, call).agenda if call is not None and call.gives == ANSWERS else Agenda()
    return tuple(one for one in agenda.listed if one.id in agenda.put)


def answers(debate: Debate, path: str, given: Answers) -> Answer:
    """The answer of a person who filled in a field for each question. Raises Refused where nothing is filled in."""
    asked = _put(debate, path)
    if not given.left.strip() and not any(given.said.get(one.id, "").strip() for one in asked):
        raise Refused("You have answered nothing yet.", "Answer a question, or say what is still unclear.")
    text, data = answers_of_person(asked, given.said, given.left, clear=given.clear)
    return Answer(path=path, text=text, data=data)


def form_by_hand(gives: str) -> str:
    """Return how a person ends a turn of a contract so that it is read, in a sentence; "" where any text will do."""
    return contract_of(gives).by_hand


def form_of_turn(debate: Debate, path: str) -> str:
    """Return how a person ends the turn that waits for them so that it is read, and what the names in it stand for; ""
    where any text will do, or where another chat is asked in their place."""
    block = block_at(debate, path)
    if block is None or debate.asked.get(path) != HUMAN or not (form := form_by_hand(block.gives)):
        return ""
    return f"{form} {key_to_turn(debate, path)}".strip()


def key_to_turn(debate: Debate, path: str) -> str:
    """Return what a person votes on at an open call, or whose texts go by letters there, which a model is shown whole;
    "" where all go by their names."""
    if (call := _open_call(debate, path)) is None:
        return ""
    brief = brief_of(debate, call)
    options = [one.label for one in brief.slate if not one.authors]
    by = {one.label: one.authors for one in brief.slate if one.authors}
    by |= {one.label.rpartition(" ")[2]: (one.seat,) for one in brief.turns if HIDDEN.match(one.label)}
    whose = [
        tr("{label} is by {names}").format(label=label, names=listed(name_of(seat, debate.seats) for seat in seats))
        for label, seats in sorted(by.items())
    ]
    said = [tr("The options are: {options}.").format(options=", ".join(options))] if options else []
    return " ".join([*said, *([f"{'; '.join(whose)}."] if whose else [])])
