"""The transcript of an account: every turn in its place, without what the first page tells already."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from disputatio.debate.ids import ancestors, called, noun_of, parent, step_of, without_index
from disputatio.debate.log.seats import Seat
from disputatio.debate.views import look_ups
from disputatio.debate.views.labels import BY, CHARACTER
from disputatio.debate.views.places import heading
from disputatio.debate.views.transcript import Transcript, TurnEntry
from disputatio.debate.views.transcript_words import (
    author,
    doubt_line,
    made_by,
    named_turn,
    room_of,
    state,
    text_besides_answer,
    text_of,
    with_key,
)
from disputatio.debate.walk.gates import gated_step
from disputatio.debate.wording import listed
from disputatio.exporting.pieces import Run, Speech, Stretch, model_run

IN_FULL: Final = "The result in full"
SANDBOX: Final = "sandbox"
_DECLARED: Final = re.compile(r"^#{1,6} *Answers *\n(?:\s*[-*] *Q\d+\b.*(?:\n|\Z))+\s*(?=#|\Z)", re.MULTILINE)
"""What a turn declares of each question in its form."""


def stretches(
    transcript: Transcript, claims: Mapping[str, str], result: str, *, moved: bool, answered: bool = False
) -> Iterator[Stretch]:
    """Yield the stretches of the debate. `result`: the turn of which the first page tells; `moved`: it stands there,
    and not here; `answered`: what was declared of each question stands there, too."""
    now, speeches, known = "", list[Speech](), set[str]()
    told = [entry for entry in transcript.turns.values() if _shown(entry) and not (moved and entry.path == result)]
    for entry in _in_rooms(told):
        here = " ".join(_stretch(entry, transcript, claims).split())
        if here != now and speeches:
            yield Stretch(title=now, speeches=tuple(speeches))
            speeches = []
        now = here
        speech = _speech(entry, transcript.seats, told=entry.path == result)
        if answered and entry.gives == "answers":
            speech = replace(speech, text=_DECLARED.sub("", speech.text).rstrip())
        elif entry.seat == SANDBOX:
            speech = replace(speech, text=_without_repetition(speech.text, known))
        speeches.append(speech)
    if speeches:
        yield Stretch(title=now, speeches=tuple(speeches))


def _without_repetition(text: str, known: set[str]) -> str:
    """Return what a run came to without what an earlier one came to, word for word: the same is checked after the turn
    in which it was written, and after its phase. `known`: what was told so far."""
    parts = [part.strip() for part in re.split(r"^(?=### )", text, flags=re.MULTILINE) if part.strip()]
    again = [part for part in parts if part in known and part.startswith("### ")]
    known.update(parts)
    if not again:
        return text
    of = listed(part.partition("\n")[0].removeprefix("### ") for part in again)
    return "\n\n".join((*(part for part in parts if part not in again), f"Run again, with the same result: {of}."))


def _in_rooms(entries: list[TurnEntry]) -> Iterator[TurnEntry]:
    """Yield the turns in their order, all of a crux room and its card together: rooms go on at the same time."""
    rooms = dict[str, list[TurnEntry]]()
    for entry in entries:
        rooms.setdefault(_room(entry) or entry.path, []).append(entry)
    return (entry for room in rooms.values() for entry in room)


def _room(entry: TurnEntry) -> str:
    """Return the path of the crux room in which a turn is said, or whose card it is; "" for any other."""
    return parent(entry.path) if entry.card is not None else room_of(entry)


def _shown(entry: TurnEntry) -> bool:
    """Return whether participants or people said it, or it is a card or a synthesis; the rest has its own chapters."""
    return (entry.message or entry.by == "person") and bool(entry.status != "open" or entry.text or entry.partials)


def _stretch(entry: TurnEntry, transcript: Transcript, claims: Mapping[str, str]) -> str:
    """Return where in the debate a turn is: what is below a synthesis was said after it."""
    if found := heading(entry.path, _room(entry), claims):
        return found
    above = (transcript.turns.get(path) for path in ancestors(parent(entry.path)))
    if any(turn is not None and turn.gives == "synthesis" for turn in above):
        return "After the synthesis"
    first = without_index(entry.path.partition("/")[0])
    if step := gated_step(first):
        return f"Before the {noun_of(step)}"
    name = step_of(first)
    return name.capitalize() if name.startswith("self-") else called(name).capitalize() or "Debate"


def _made_by(entry: TurnEntry) -> Run:
    if BY[entry.by] or entry.seat == "sandbox":
        return Run(text=made_by(entry))
    return model_run(entry.model or entry.asked_model)


def _speech(entry: TurnEntry, seats: Mapping[str, Seat], *, told: bool) -> Speech:
    return Speech(
        name=named_turn(entry, seats),
        seat=list(seats).index(entry.seat) if entry.seat in seats else -1,
        sign=CHARACTER[author(entry, seats).glyph],
        by=_made_by(entry),
        told=state(entry) or doubt_line(entry),
        text=with_key(entry, text_besides_answer(entry)) if told else text_of(entry),
        looked_up=tuple(look_ups.look_up_line(use) for use in entry.tools if use.name != look_ups.UNAVAILABLE),
        lacked=tuple(
            look_ups.look_up_line(use)
            for use in entry.tools
            if use.name == look_ups.UNAVAILABLE and not look_ups.is_idle(use)
        ),
    )
