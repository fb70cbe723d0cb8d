"""What can be done with a debate now, asked of the rules themselves."""

from __future__ import annotations

from typing import Final

from disputatio.debate.commands import Close, Command, Continue, Extend, Interject, Pause, Synthesise
from disputatio.debate.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.state import Debate

COMMANDS: Final[dict[str, Command]] = {
    "continue": Continue(),
    "pause": Pause(),
    "stop-now": Pause(now=True),
    "end": Close(),
    "extend": Extend(),
    "synthesise": Synthesise(),
    "interject": Interject(text="?"),
}


def refusals(debate: Debate) -> dict[str, str]:
    """Why each control cannot be used; "" for one that can."""
    return {name: _refusal(debate, name, command) for name, command in COMMANDS.items()}


def _refusal(debate: Debate, name: str, command: Command) -> str:
    if name in ("pause", "stop-now") and debate.status != "debating" and not (name == "stop-now" and debate.asked):
        return "Nothing is under way."
    if name == "end" and debate.over:
        return "The debate is over."
    try:
        decide(debate, command)
    except Refused as refused:
        return refused.user_message
    return ""
