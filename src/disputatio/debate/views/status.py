"""How a debate stands, in one sentence, always (SPEC LIFE.1); and what it still lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from disputatio.debate.format import Block
from disputatio.debate.ids import seat_of, step_of
from disputatio.debate.log.seats import CLIPBOARD, SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.policies.conditions import spared
from disputatio.debate.reasons import reason
from disputatio.debate.views.labels import READY, STAGES, of_contract
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.phases import phase_now
from disputatio.debate.views.progress import Progress, is_rehearsal
from disputatio.debate.views.transcript import Transcript, TurnEntry
from disputatio.debate.views.transcript_words import author, waits_for_person
from disputatio.debate.views.words import end_of_debate, once, pause_of_debate
from disputatio.debate.wording import figure, listed, mark, plural, tr

KEPT: Final = "the records are being written"
"""What to show while nobody in the cast speaks and the turn has no words of its own."""


SPARED: Final = mark("nobody had to rank the answers, since all gave the same one before reading the others")
"""What is said of a council that stopped early."""


def reason_of_rest(debate: Debate) -> str:
    """Say why a debate has ended or rests: "Consensus: all 5 assessed points are agreed", "Paused by you". Return ""
    while it runs."""
    if debate.over:
        last = debate.format.body.do[-1].name if debate.format.body.do else ""
        completed = debate.status == "completed" and last in READY
        ready = completed and any(step_of(path) == last for path in debate.replies)
        said = end_of_debate(debate.status, debate.why, rehearsed=is_rehearsal(debate))
        said = f"{READY[last]}. {said}" if ready else said
        return f"{said}; {tr(SPARED)}" if spared(debate) else said
    if debate.status == "paused":
        ready_for = READY.get(stage_of(debate), "") if debate.reason == "round" else ""
        return f"{ready_for}: {reason(debate.why)}" if ready_for else pause_of_debate(debate.why)
    return _failed(debate) if debate.status == "error" else ""


def stage_of(debate: Debate) -> str:
    """Return the step of the format's own that was entered last; "" before the first."""
    return next((block.name for block in reversed(debate.format.body.do) if block.name in debate.entered), "")


def failed_turn(debate: Debate) -> str:
    """Return the turn at whose failure the debate rests; "" where it is not one."""
    return next((path for path, failed in debate.failed.items() if failed.why in debate.why), "")


def _failed(debate: Debate) -> str:
    """Say which turn failed and why: "Analyst failed: the key was refused"."""
    path = failed_turn(debate)
    return tr("{seat_of} failed: {why}").format(
        seat_of=name_of(seat_of(path), debate.seats) if path else tr("A turn"), why=reason(debate.why)
    )


def sentence(debate: Debate, progress: Progress, transcript: Transcript, retrying: Mapping[str, str]) -> str:
    """Say how a debate stands, even while it runs: "Round 2 of 5 · Critic is writing". `retrying` has a sentence for
    each call that is made again, by its path."""
    if rests := reason_of_rest(debate):
        still = activity(transcript, retrying) if debate.status == "paused" else ""
        return tr("{rests} · after this turn: {still}").format(rests=rests, still=still) if still else rests
    stage = STAGES.get(stage_of(debate), "")
    where = progress.rounds_told or stage
    phase = "" if stage else phase_now(debate)
    where = f"{where}, {phase}" if where and phase else where or once(phase)
    parts = (where, activity(transcript, retrying) or tr("working"))
    return " · ".join(part for part in parts if part)


def activity(transcript: Transcript, retrying: Mapping[str, str]) -> str:
    """Say what happens in the open turns; "" if there are none."""
    turns = open_turns(transcript)
    again = next((retrying[turn.path] for turn in turns if turn.path in retrying), "")
    if again or any(waits_for_person(turn) for turn in turns):
        return again or tr("waiting for you")
    names = [author(turn, transcript.seats).name for turn in turns if turn.message and turn.seat not in SERVICES]
    if names:
        who = (
            listed(names) if len(names) < 3 else tr("{number_of_names} participants").format(number_of_names=len(names))
        )
        return plural("{who} is writing", "{who} are writing", len(names)).format(who=who)
    return of_contract(turns[0].gives).busy or tr(KEPT) if turns else ""


def again(name: str, attempt: int, seconds: float, why: str) -> str:
    """Say which call is made again: "Analyst is asked again in 4 s (attempt 2 failed): …"."""
    return tr("{name} is asked again in {seconds} s (attempt {attempt} failed): {why}").format(
        name=name, seconds=figure(seconds, ".0f"), attempt=attempt, why=why
    )


def open_turns(transcript: Transcript) -> list[TurnEntry]:
    """Return the turns under way; what waits for approval is none."""
    return [turn for turn in transcript.turns.values() if turn.status == "open" and turn.gives != "approval"]


# ---- what is waiting or missing ---------------------------------------------------------------------------------
def open_to_people(debate: Debate) -> list[str]:
    """Return the paths of the calls that only a person can answer."""
    return [path for path in debate.asked if debate.waits_at(path, seat_of(path))]


def to_paste(debate: Debate) -> list[str]:
    """Return the paths of the calls whose answer a person pastes from another chat."""
    return [path for path, model in debate.asked.items() if model.startswith(CLIPBOARD)]


def failed_synthesis(debate: Debate) -> str:
    """Say why a synthesis that was wanted is missing; "" otherwise."""
    steps = set(_syntheses(debate.format.body))
    why = next((why for path, why in debate.abstained.items() if step_of(path) in steps), "")
    return why if why and not has_synthesis(debate) else ""


def has_synthesis(debate: Debate) -> bool:
    steps = set(_syntheses(debate.format.body))
    return any(step_of(path) in steps for path in debate.replies)


def _syntheses(block: Block) -> Iterator[str]:
    """Return the names of the steps that write a synthesis."""
    if block.gives == "synthesis":
        yield block.name
    for child in block.do:
        yield from _syntheses(child)
