"""Times, and what a persona has with it, as a person reads them."""

from __future__ import annotations

from disputatio.debate.personas import Character
from disputatio.debate.ranges import moment
from disputatio.debate.views.words import counted


def when(at: float | None) -> str:
    """A time in this computer's zone; "" for none."""
    return moment(at).astimezone().strftime("%Y-%m-%d %H:%M") if at else ""


def corpus(character: Character) -> str:
    """What a persona has with it of its corpus, to stand behind its name; "" where there is none."""
    sources = dict.fromkeys(passage.source for passage in character.passages)
    if not sources:
        return f" ({character.cut})" if character.cut else ""
    size = f"{counted(len(character.passages), 'passage')} of {', '.join(sources)}"
    return f", with {size}{f' ({character.cut})' if character.cut else ''}"
