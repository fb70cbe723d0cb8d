"""How a debate stands, in one sentence, always."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.seats import HUMAN
from disputatio.debate.state import Debate
from disputatio.debate.views.progress import Progress
from disputatio.debate.views.transcript import OUTCOMES, Transcript, TurnEntry
from disputatio.engine.signals import Retrying
from disputatio.faces.gui.presenters import identities, words
from disputatio.prompting.contracts import contract_of


def open_turns(transcript: Transcript) -> list[TurnEntry]:
    return [turn for turn in transcript.turns.values() if turn.status == "open"]


def sentence(
    debate: Debate, progress: Progress, transcript: Transcript, retrying: Mapping[str, Retrying], *, here: bool = True
) -> str:
    """ "Round 2 of 5 · Critic is writing", "Paused: round 1 is over", "Ended: all 5 points are agreed"."""
    if debate.over:
        head = "Stopped" if debate.status == "stopped" else "Ended"
        return words.once(f"{head}: {debate.why or OUTCOMES[debate.status]}")
    if debate.status == "paused":
        still = _doing(transcript, retrying)
        return words.paused(debate.why) + (f" · after this turn: {still}" if still else "")
    if debate.status == "error":
        failed = [turn for turn in transcript.turns.values() if turn.status == "failed"]
        return f"{failed[-1].name} failed: {failed[-1].why}" if failed else f"Something failed: {debate.why}"
    parts = [f"Round {progress.round} of {progress.rounds}"] if progress.rounds and progress.round else []
    parts.append(_doing(transcript, retrying) or "working")
    return " · ".join([*parts, *([] if here else ["driven by another window"])])


def _doing(transcript: Transcript, retrying: Mapping[str, Retrying]) -> str:
    turns = open_turns(transcript)
    for turn in turns:
        if turn.path in retrying:
            return retry_words(turn.name, retrying[turn.path])
    for turn in turns:
        if turn.asked_model == HUMAN or turn.seat == "person":
            return "waiting for you"
    speaking = [turn for turn in turns if turn.message and turn.seat not in ("clerk", "memory")]
    if speaking:
        names = [identities.of_turn(turn.seat, turn.gives, transcript.seats).name for turn in speaking]
        verb = "is" if len(names) == 1 else "are"
        return f"{' and '.join(names) if len(names) < 3 else f'{len(names)} participants'} {verb} writing"
    return contract_of(turns[0].gives).busy or "the record is being kept" if turns else ""


def retry_words(name: str, again: Retrying) -> str:
    """ "Analyst is asked again in 4 s (attempt 2 failed): OpenAI could not be reached." """
    return f"{name} is asked again in {again.seconds:.0f} s (attempt {again.attempt} failed): {again.why}"
