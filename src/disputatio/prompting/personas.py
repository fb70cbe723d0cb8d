"""A persona as a participant is told it: the contract with the voice in the system prompt, and of its corpus the
passages that bear on the question and on what was said last (SPEC MEMORY.4, VIEW.1). Pure, so that a debate that is
resumed or replayed is told the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from disputatio.debate.context import Section
from disputatio.debate.personas import Character, Passage, sections_of
from disputatio.debate.sameness import content
from disputatio.library.persona import LIMITS, TITLES
from disputatio.prompting.book import LAW

ROOM = 6_000
"""Characters of passages that a turn shows."""
FOR_THE_ANSWER = 2
"""Passages that come in for the message that is answered, before those for the question."""
SHARED = 2
"""Words that a passage must share with a message to bear on it."""

CONTRACT = ("holds", "cares_for", "would_change", "voice")


def contract(character: Character) -> str:
    """Return what the persona is, for the block of the system prompt; without the name, which may be hidden."""
    told = {name: _cut(getattr(character, name), LIMITS[name]) for name in ("about", *CONTRACT)}
    return "\n\n".join(text if name == "about" else f"{TITLES[name]}\n{text}" for name, text in told.items() if text)


def _cut(text: str, longest: int) -> str:
    text = text.strip()
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def evidence(character: Character, said: str) -> tuple[Section, ...]:
    """Return the passages for a turn: the nearest to the message that it answers (`said`, "" where there is none), then
    the nearest to the question, as far as there is room."""
    chosen: list[Passage] = []
    left = ROOM
    for passage in dict.fromkeys((*_bearing(character.passages, said), *character.passages)):
        if len(passage.text) <= left:
            chosen.append(passage)
            left -= len(passage.text)
    return sections_of(chosen, _left_out(character, len(chosen)))


def persona_text(character: Character) -> str:
    """Return all that a persona adds to a request, for estimates."""
    return "\n\n".join((LAW["law.persona"], contract(character), *(each.text for each in evidence(character, ""))))


def _bearing(passages: Sequence[Passage], said: str) -> list[Passage]:
    """Return the passages that share words with a message, best first: a word counts for more the fewer passages have
    it."""
    wanted = content(said)
    if not wanted:
        return []
    words = [content(passage.text) for passage in passages]
    counts = Counter(word for each in words for word in each)
    scored = []
    for at, each in enumerate(words):
        shared = wanted & each
        if len(shared) >= SHARED:
            scored.append((-round(sum(1 / counts[word] for word in shared), 6), at))
    return [passages[at] for _, at in sorted(scored)[:FOR_THE_ANSWER]]


def _left_out(character: Character, shown: int) -> str:
    kept = len(character.passages)
    here = f"{shown} of {kept} passages are shown" if shown < kept else ""
    return "; ".join(filter(None, (here, character.cut)))
