"""What a person answers in a seat is read as a participant's reply is: its points count like anybody's."""

from __future__ import annotations

from disputatio.debate.commands import Answer
from disputatio.debate.plan import Planner
from disputatio.debate.state import Debate
from disputatio.debate.steps import Do
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.interpret import Unreadable, interpret


def answer(debate: Debate, path: str, text: str) -> Answer:
    """The answer to an open call, with the payload that can be read from it; a free text is an answer without one."""
    step = Planner().plan(debate)
    call = next((call for call in step.calls if call.path == path), None) if isinstance(step, Do) else None
    if call is None:
        return Answer(path=path, text=text)
    try:
        return Answer(path=path, text=text, data=interpret(call.gives, text, brief_of(debate, call)))
    except Unreadable:
        return Answer(path=path, text=text)
