"""Entries of the transcript as cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final

from disputatio.debate.ids import index_of
from disputatio.debate.seats import HUMAN, Seat
from disputatio.debate.values import Json, value
from disputatio.debate.views.structured import readable
from disputatio.debate.views.transcript import Entry, NoteEntry, TurnEntry
from disputatio.faces.gui.models.board import ShiftItem
from disputatio.faces.gui.models.board_signs import FLIP_MEANINGS, FLIPS
from disputatio.faces.gui.models.evidence import Mark
from disputatio.faces.gui.models.messages import Action, Badge, MessageItem, State
from disputatio.faces.gui.presenters import evidence, identities, look_ups, words
from disputatio.faces.gui.presenters.board_places import ROOM, heading
from disputatio.faces.gui.presenters.board_text import card_text
from disputatio.faces.gui.presenters.typed import kept_lines
from disputatio.prompting.contracts import contract_of
from disputatio.repository.patches import MOST_CHANGES, beyond

STATES: Final[dict[str, State]] = {
    "open": "streaming",
    "done": "done",
    "failed": "failed",
    "cut": "partial",
    "absent": "note",
}
CLAIM: Final = 64
"""Characters of a claim above the messages of its crux room."""
REHEARSAL: Final = "rehearsal:"
REHEARSED: Final = "Rehearsal: no AI model was asked"
MARK: Final = f"*{REHEARSED}.*"


def key_of(entry: Entry) -> str:
    """The key of an entry's card; it never changes."""
    return entry.path if isinstance(entry, TurnEntry) else f"#{entry.seq}"


def shown(entry: Entry) -> bool:
    """Whether an entry has a card or a line of its own. The board is in the inspector, its faults are not hidden."""
    if isinstance(entry, NoteEntry):
        return entry.kind in ("halted", "ended", "option", "seat")
    if entry.message or entry.by == "person" or entry.status == "failed":
        return True
    return entry.status == "done" and bool(folded(entry))


@value
class Told:
    """What the board says about messages: changes of position by message, and the words of claims by id."""

    shifts: Mapping[str, tuple[ShiftItem, ...]] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)


NOTHING: Final = Told()


def message(entry: Entry, seats: Mapping[str, Seat], *, hide_cost: bool = False, told: Told = NOTHING) -> MessageItem:
    """The card of an entry that is `shown`."""
    if isinstance(entry, NoteEntry):
        return _line(key_of(entry), words.once(entry.text), words.clock(entry.at))
    if not entry.message and entry.status == "done" and entry.by != "person":
        return _line(key_of(entry), folded(entry), words.clock(entry.at))
    return _turn(entry, seats, hide_cost, told)


def folded(entry: TurnEntry) -> str:
    """An entry of the board in one line; "" where it is not worth one."""
    found = entry.data.get("items")
    one, many = contract_of(entry.gives).counted
    if not one or not isinstance(found, list) or not found:
        return ""
    if entry.gives == "insights" and entry.model.startswith(REHEARSAL):
        return f"{words.count(len(found), 'insight')} found, and not kept: it is a rehearsal"
    by = " · by rule" if entry.by == "rules" else ""
    return f"{len(found)} {one if len(found) == 1 else many}{by}"


def _line(key: str, text: str, time: str) -> MessageItem:
    return MessageItem(key=key, author="Record", text=text, time=time, state="note", offers=())


def _turn(entry: TurnEntry, seats: Mapping[str, Seat], hide_cost: bool, told: Told) -> MessageItem:
    who = identities.of_turn(entry.seat, entry.gives, seats)
    state = _state(entry)
    if entry.status == "absent":
        return _line(key_of(entry), f"{who.name} gave no turn: {entry.why}", words.clock(entry.at))
    return MessageItem(
        key=entry.path,
        author=who.name,
        role=who.role,
        glyph=who.glyph,
        colour=who.colour,
        model=_model(entry, seats),
        chip=chip(entry),
        round=entry.round,
        time=words.clock(entry.at),
        text=_text(entry, seats),
        state=state,
        footer=_footer(entry, hide_cost),
        notice=_notice(entry),
        details=_details(entry),
        remedies=_remedies(entry),
        offers=_offers(entry),
        badges=(*(_shift(each) for each in told.shifts.get(entry.path, ())), *_badges(entry)),
        citations=_marks(entry, _text(entry, seats)),
        section=_section(entry, told),
        room=entry.heard.startswith(ROOM),
        lookups=look_ups.of_turn(entry),
    )


def _model(entry: TurnEntry, seats: Mapping[str, Seat]) -> str:
    if entry.by == "person":
        return words.model(HUMAN) if entry.seat in seats else ""
    return words.model(entry.model or entry.asked_model)


def _text(entry: TurnEntry, seats: Mapping[str, Seat]) -> str:
    if entry.gives == "card" and entry.status == "done":
        return card_text(entry.data, seats) or entry.text
    if entry.by == "person" and not (entry.evidence and entry.evidence.total):
        return kept_lines(spoken(entry))
    return readable(spoken(entry)) if entry.status == "done" and entry.by == "model" else spoken(entry)


def _marks(entry: TurnEntry, shown: str) -> tuple[Mark, ...]:
    """Where citations stand in what is shown; a text that is shown in another form has no such places."""
    said = spoken(entry)
    return (
        evidence.marks(entry.evidence, len(entry.text) - len(said)) if entry.status == "done" and shown == said else ()
    )


def room_of(entry: TurnEntry) -> str:
    """The id of the claim in whose crux room it was said; "" outside of any."""
    return index_of(entry.heard.removeprefix(ROOM)) if entry.heard.startswith(ROOM) else ""


def _section(entry: TurnEntry, told: Told) -> str:
    """The name of the stretch that a message stands in, where the number of the round does not say it."""
    if not entry.heard.startswith(ROOM):
        return heading(entry.path, entry.heard)
    id = room_of(entry)
    claim = told.claims.get(id, id)
    return f"Crux room: {claim if len(claim) <= CLAIM else claim[:CLAIM].rsplit(' ', 1)[0] + ' …'}"


def _shift(found: ShiftItem) -> Badge:
    """A change of position, with its class: silence about why is shown too."""
    sign, word, tone = FLIPS[found.flip]
    hint = f"{found.told} {FLIP_MEANINGS[found.flip]}"
    return Badge(text=f"{sign} changed position: {word}", tone=tone, hint=hint, opens="ledger")


def _state(entry: TurnEntry) -> State:
    if entry.status == "open" and entry.asked_model == HUMAN:
        return "waiting"
    return STATES[entry.status]


def chip(entry: TurnEntry) -> str:
    """A word for what this turn is."""
    if entry.by == "person" or entry.seat == "person":
        # The number at its end counts all that was added by hand, rooms too: it says nothing to anybody.
        seated = "" if entry.seat == "person" else contract_of(entry.gives).title
        return seated or entry.task.rstrip("0123456789").replace("-", " ").strip().capitalize()
    if entry.heard.startswith(ROOM):
        return f"In a crux room · {entry.task.replace('-', ' ')}"
    return contract_of(entry.gives).title or entry.task.replace("-", " ").capitalize()


def spoken(entry: TurnEntry) -> str:
    """As it was said; the mark of a rehearsal is a badge instead of its first line. A crux card is shown once it is
    whole: models write it as a record."""
    text = "" if entry.gives == "card" and entry.status == "open" else entry.text
    if text.startswith(MARK) or MARK.startswith(text):
        text = text[len(MARK) :].lstrip("\n")
    if entry.status == "failed" and not text and entry.partials:
        text = entry.partials[-1]
    return text


def _footer(entry: TurnEntry, hide_cost: bool) -> str:
    if entry.by == "person" or entry.status != "done":
        return ""
    parts = []
    if entry.usage.total and not hide_cost:
        about = "≈ " if entry.usage.estimated else ""
        parts.append(f"{about}{entry.usage.total:,} tokens")
        parts.append("" if _rehearsed(entry) else words.money(entry.cost))
    if entry.first_ms >= 100:
        parts.append(f"first word {entry.first_ms / 1000:.1f} s")
    if entry.total_ms >= 100:
        parts.append(f"{entry.total_ms / 1000:.1f} s in all")
    return " · ".join(part for part in parts if part)


def _rehearsed(entry: TurnEntry) -> bool:
    return (entry.model or entry.asked_model).startswith(words.REHEARSAL)


def _notice(entry: TurnEntry) -> str:
    if entry.status == "failed":
        return f"{entry.why} {entry.remedy}".strip()
    if entry.status == "open" and entry.asked_model == HUMAN:
        return "It is your turn: write your answer below."
    return ""


def _details(entry: TurnEntry) -> str:
    if entry.status != "failed":
        return ""
    lines = [f"Turn: {entry.path}", f"Model: {entry.asked_model}", f"Kind of error: {entry.kind}"]
    lines += [f"Attempts: {entry.attempts}", entry.why, entry.remedy]
    return "\n".join(line for line in lines if line)


def _remedies(entry: TurnEntry) -> tuple[Action, ...]:
    return ("retry", "change-model", "skip") if entry.status == "failed" else ()


def _offers(entry: TurnEntry) -> tuple[Action, ...]:
    sent: tuple[Action, ...] = ("sent",) if entry.request and entry.asked_model and entry.by != "person" else ()
    if entry.status == "done":
        return ("fork", "interject", *sent)
    return sent


def _badges(entry: TurnEntry) -> tuple[Badge, ...]:
    found = []
    if _rehearsed(entry) and entry.by != "person":
        found.append(Badge(text=REHEARSED, hint="Composed from the question and the context on this computer."))
    if entry.by == "rules":
        found.append(Badge(text="by rule", hint="Worked out without a model."))
    if (cited := evidence.summary(entry.evidence)) is not None:
        found.append(cited)
    found += _verdicts(entry.data)
    if entry.status == "done" and entry.message and (more := beyond(entry.gives, entry.text, entry.data)):
        taken, _, left = more.partition(": ")
        found.append(
            Badge(text=f"{taken}, {MOST_CHANGES} taken up", tone="caution", hint=f"{left[:1].upper()}{left[1:]}")
        )
    confidence = entry.data.get("confidence")
    if isinstance(confidence, (int, float)) and not isinstance(confidence, bool) and 0 <= confidence <= 1:
        found.append(Badge(text=f"confidence {confidence:.0%}"))
    if entry.model and entry.asked_model and entry.model.partition(":")[0] != entry.asked_model.partition(":")[0]:
        found.append(
            Badge(text=f"asked: {words.model(entry.asked_model)}", tone="caution", hint="A fallback answered.")
        )
    cut = len(entry.partials) - (entry.status == "cut")
    if cut > 0:
        found.append(Badge(text=words.count(cut, "broken-off attempt") + " kept", hint=entry.partials[0][:400]))
    return tuple(found)


def _verdicts(data: Mapping[str, Json]) -> list[Badge]:
    found = []
    for name, sign, tone in (("agree", "✓", "ok"), ("disagree", "✕", "error"), ("unverifiable", "?", "caution")):
        items = data.get(name)
        if isinstance(items, list) and items:
            word = {"agree": "agreed", "disagree": "contested", "unverifiable": "unverifiable"}[name]
            found.append(Badge(text=f"{sign} {len(items)} {word}", tone=tone))  # type: ignore[arg-type]
    return found


def broken_off(item: MessageItem) -> MessageItem:
    """The same card as one that does not grow."""
    return replace(item, state="partial")
