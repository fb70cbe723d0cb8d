"""What each participant holds, by rule, and a derived payload as people read it."""

from __future__ import annotations

import re

from disputatio.debate.formats import MESSAGES
from disputatio.debate.sameness import NEGATIONS
from disputatio.prompting.reading import line
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.sentences import sentences, short
from disputatio.prompting.rules.statements import author, claims
from disputatio.prompting.shapes import Payload

SHIFTING = re.compile(r"\b(?:I (?:now|no longer|revise|changed?)|changed my mind|on reflection|I withdraw)\b", re.I)
"""How somebody says that they have moved."""

_DENYING = NEGATIONS | {"against", "reject", "oppose", "avoid", "unsafe"}


def positions(brief: Brief) -> dict[str, tuple[SeenTurn, str]]:
    """Seat → its last message and the position in it."""
    found: dict[str, tuple[SeenTurn, str]] = {}
    for turn in brief.turns:
        if turn.gives in MESSAGES and not _sums_up(turn) and turn.text.strip():
            stated = line(turn.data.get("position")) or next(iter(claims(turn.text)), _gist(turn.text))
            found[author(turn)] = (turn, stated)
    return found


def _gist(text: str) -> str:
    """The first sentence that is not about the turn itself, where there is one."""
    return short(next((one for one in sentences(text) if not one.startswith("Rehearsal:")), text))


def _sums_up(turn: SeenTurn) -> bool:
    """Whether a message tells what others hold."""
    return turn.gives in ("card", "synthesis")


def verdict_signs(text: str) -> frozenset[str]:
    """The words of a position that turn it round."""
    words = re.findall(r"[\w']+", text.casefold().replace("n't", " not"))
    return frozenset(word for word in words if word in _DENYING)


def spoken(data: Payload) -> str:
    """A payload as lines that people can read."""
    lines = []
    for key, found in data.items():
        if isinstance(found, list) and found:
            entries = [
                line({k: v for k, v in one.items() if v}) if isinstance(one, dict) else line(one) for one in found
            ]
            lines.append(f"{key}:\n" + "\n".join(f"- {entry}" for entry in entries if entry))
        elif isinstance(found, (str, bool, int, float)) and found != "":
            lines.append(f"{key}: {found}")
    return "\n".join(lines) or "Nothing."
