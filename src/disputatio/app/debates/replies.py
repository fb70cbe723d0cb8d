"""What a person says in a seat of a debate, as the command that gives it: a text, which is read like a participant's
reply, or a field for each question that is put to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from disputatio.debate.board.attacks import Attack, attacks_of
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
from disputatio.prompting.contracts.findings import PICKED, defences_of_person
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


ANSWERS, DEFENCES = "answers", "patches"
"""The contracts of turns in which questions, or attacks, are answered one by one."""


@value
class Answers:
    """What a person says to what is put to a seat of theirs: by the ids of questions or attacks, and of attacks also
    what they `picked`. `left`: what is still unclear, or the change that they make; `clear`: all is clear now."""

    said: Mapping[str, str]
    left: str = ""
    clear: bool = True
    picked: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@value
class PutQuestion:
    """A question or an attack that is put to a person. `about`: what it is about and how much hangs on it, "" where
    nobody said. `picks`: what they pick from besides what they say, by its name."""

    id: str
    text: str
    about: str = ""
    picks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def questions_put(debate: Debate, path: str) -> tuple[PutQuestion, ...]:
    """Return the questions or the open attacks that a person is to answer at an open call; none where the call asks for
    something else."""
    put = [
        PutQuestion(id=one.id, text=one.text, about=_joined(one.category.replace("_", " "), _weight(one.priority)))
        for one in _put(debate, path)
    ]
    put += (
        PutQuestion(id=one.id, text=one.text, about=_joined(one.severity, one.category, _stood(one)), picks=PICKED)
        for one in _attacks(debate, path)
    )
    return tuple(put)


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _weight(priority: str) -> str:
    return f"{priority} priority" if priority else ""


def _stood(one: Attack) -> str:
    """Return what was put against an attack last; "" where nothing was."""
    if not one.defences:
        return ""
    state = tr("open in part") if one.status == "partly" else tr("still open")
    return tr("{state} after: {defence}").format(state=state, defence=one.defences[-1].text)


def _attacks(debate: Debate, path: str) -> tuple[Attack, ...]:
    call = _open_call(debate, path)
    found = attacks_of(call.past).values() if call is not None and call.gives == DEFENCES else ()
    return tuple(one for one in found if one.status in ("open", "partly"))


def _put(debate: Debate, path: str) -> tuple[Question, ...]:
    call = _open_call(debate, path)
    agenda = brief_of(debate, call).agenda if call is not None and call.gives == ANSWERS else Agenda()
    return tuple(one for one in agenda.listed if one.id in agenda.put)


def answers(debate: Debate, path: str, given: Answers) -> Answer:
    """The answer of a person who filled in a field for each question or attack. Raises Refused where nothing is filled
    in, and where they do not say how far they close an attack."""
    if attacks := _attacks(debate, path):
        return _defence(path, {one.id: one.text for one in attacks}, given)
    asked = _put(debate, path)
    if not given.left.strip() and not any(given.said.get(one.id, "").strip() for one in asked):
        raise Refused("You have answered nothing yet.", "Answer a question, or say what is still unclear.")
    text, data = answers_of_person(asked, given.said, given.left, clear=given.clear)
    return Answer(path=path, text=text, data=data)


def _defence(path: str, attacks: Mapping[str, str], given: Answers) -> Answer:
    answered = [id for id in attacks if given.said.get(id, "").strip()]
    if not answered:
        raise Refused(tr("You have put nothing against any attack yet."), tr("Answer at least one."))
    if silent := [id for id in answered if given.picked.get(id, {}).get("closes", "") not in PICKED["closes"]]:
        raise Refused(
            tr("You have not said whether your defence closes {ids}.").format(ids=listed(silent)),
            tr("Pick: it closes the attack, it closes it in part, or it does not."),
        )
    text, data = defences_of_person(attacks, given.said, given.picked, given.left)
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
    which attacks are open; "" where all go by their names."""
    if (call := _open_call(debate, path)) is None:
        return ""
    if attacks := _attacks(debate, path):
        return tr("Open attacks: {attacks}").format(attacks=" ".join(f"{one.id}: {one.text}" for one in attacks))
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
