"""From an entry of the debate (`debate.views.transcript`) to the value that its card shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Final, Literal

from disputatio.debate.log.events import DebateOpened, ToolUse
from disputatio.debate.log.seats import HUMAN, Seat, by_hand
from disputatio.debate.reasons import reason
from disputatio.debate.values import value
from disputatio.debate.views import look_ups
from disputatio.debate.views.changes import Move
from disputatio.debate.views.checks import ShownCheck, run_again, shown_checks, tally_of_checks
from disputatio.debate.views.citations import checked_label
from disputatio.debate.views.participants import UNMODELLED
from disputatio.debate.views.places import heading
from disputatio.debate.views.plain_text import REHEARSED
from disputatio.debate.views.transcript import Entry, NoteEntry, TurnEntry
from disputatio.debate.views.transcript_words import (
    answer_counts,
    author,
    chip,
    confidence,
    fell_back,
    is_rehearsal,
    made_by,
    room_of,
    shortfall_of,
    summary_line,
    verdicts,
    waits_for_paste,
    waits_for_person,
)
from disputatio.debate.wording import figure, plural, tr
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.transcript.message_items import Ahead, Badge, LookUp, MessageAction, MessageItem, State
from disputatio.faces.gui.transcript.shown_text import citation_marks, kept_lines, shown_text
from disputatio.faces.gui.window_actions import ShowDebate
from disputatio.repository.patches import MOST_CHANGES, beyond

STATES: Final[dict[str, State]] = {
    "open": "streaming",
    "done": "done",
    "failed": "failed",
    "cut": "partial",
    "absent": "note",
}

_FILE: Final = re.compile(r"^### (.+)$", re.MULTILINE)
"""How a file that was added to the question begins in its section."""


def key_of(entry: Entry) -> str:
    """Return the key of an entry's card; it never changes."""
    return entry.path if isinstance(entry, TurnEntry) else f"#{entry.seq}"


@value
class BoardRemarks:
    """What the board says about messages: changes of position by message, the words of claims by id, and that a
    synthesis is outdated, in a sentence by its message; the number of each attempt at a program that failed and was
    mended."""

    moves: Mapping[str, tuple[Move, ...]] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    outdated: Mapping[str, str] = field(default_factory=dict)
    mended: Mapping[str, int] = field(default_factory=dict)


NOTHING: Final = BoardRemarks()


def message(
    entry: Entry, seats: Mapping[str, Seat], *, hide_cost: bool = False, told: BoardRemarks = NOTHING
) -> MessageItem:
    """Return the card of an entry that is `shown`."""
    if isinstance(entry, NoteEntry):
        return _line(key_of(entry), phrases.plain(phrases.once(entry.text)), phrases.clock(entry.at))
    if state_of(entry) == "note" and entry.status == "done":
        return _line(key_of(entry), summary_line(entry), phrases.clock(entry.at))
    return _turn(entry, seats, hide_cost, told)


def ahead(entry: Entry) -> Ahead:
    """Announce the card of an entry."""
    return Ahead(key=key_of(entry), text=entry.text)


def state_of(entry: Entry) -> State:
    """Return the state of the card of an entry."""
    if isinstance(entry, NoteEntry) or (not entry.message and entry.status == "done" and entry.by != "person"):
        return "note"
    return "waiting" if waits_for_person(entry) else STATES[entry.status]


WRONG_KEY: Final = "unauthorised"
"""The kind of failure that no second try mends."""
QUESTION: Final = "question"
"""The key of the card of the question."""
LINES: Final = 6
"""Of a question, or of a program that was mended later, that are shown until a person asks for all of it."""
NO_CONTEXT: Final = tr("Participants argue from general knowledge and mark assumptions.")
TOLD: Final = tr("Every participant is told this.")


def question(opened: DebateOpened, at: float) -> MessageItem:
    """Return the card of what is debated: all of its text, and what the participants know besides."""
    context = opened.context
    parts = [each for each in context.sections if each.name != "files" or context.kind == "repository"]
    files = next((_FILE.findall(each.text) for each in context.sections if each not in parts), [])
    about = context.title + (tr(" at {pin}").format(pin=context.pin[:8]) if context.pin else "")
    if parts or context.kind != "none":
        shown = Badge(
            text=f"≡ {_short(about) or tr('Context')}",
            hint=tr("{about}: read what the models see").format(about=about),
            opens="context",
        )
    else:
        shown = Badge(text=tr("No context"), hint=NO_CONTEXT)
    badges = [shown]
    if files:
        badges.append(
            Badge(text=plural("{count} file", "{count} files", len(files)), hint=", ".join(files), opens="context")
        )
    if opened.parent:
        origin, _, place = opened.parent.partition("@")
        hint = (
            tr("Forked at event {place} of another debate: open the original").format(place=place)
            if place
            else tr("Open the debate it came from")
        )
        badges.append(Badge(text=tr("Forked from another debate"), hint=hint, opens=ShowDebate(id=origin)))
    return MessageItem(
        key=QUESTION,
        author=tr("Question"),
        text=kept_lines(opened.question),
        time=tr("You · {at}").format(at=phrases.clock(at)),
        state="question",
        footer=TOLD if context.sections else NO_CONTEXT,
        offers=(),
        badges=tuple(badges),
        lines=LINES,
    )


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"


def _line(key: str, text: str, time: str) -> MessageItem:
    return MessageItem(key=key, author=tr("Record"), text=text, time=time, state="note", offers=())


def _turn(entry: TurnEntry, seats: Mapping[str, Seat], hide_cost: bool, told: BoardRemarks) -> MessageItem:
    who = author(entry, seats)
    if entry.status == "absent":
        return _line(
            key_of(entry),
            tr("{who} gave no answer: {why}").format(who=who.name, why=entry.why),
            phrases.clock(entry.at),
        )
    text = shown_text(entry)
    return MessageItem(
        key=entry.path,
        author=who.name,
        role=who.role,
        glyph=who.glyph,
        colour=who.colour,
        model=_model(entry, seats),
        chip=kind if (kind := chip(entry)) != who.name else "",  # the synthesis is given by nobody else
        round=entry.round,
        time=phrases.clock(entry.at),
        text=text,
        state=state_of(entry),
        footer=_footer(entry, hide_cost),
        notice=_notice(entry),
        details=_details(entry),
        remedies=_remedies(entry),
        offers=_offers(entry),
        badges=(*_told(entry, told), *_badges(entry)),
        citations=citation_marks(entry),
        section=heading(entry.path, room_of(entry), told.claims),
        room=bool(room_of(entry)),
        lookups=looked_up(entry),
        lines=LINES if entry.path in told.mended else 0,
    )


def _model(entry: TurnEntry, seats: Mapping[str, Seat]) -> str:
    if entry.by == "person":
        return phrases.model(HUMAN) if entry.seat in seats else ""
    if who_thinks := entry.model or entry.asked_model:
        return phrases.model(who_thinks)
    return made_by(entry) if entry.seat in UNMODELLED else phrases.model("")


def looked_up(entry: TurnEntry) -> tuple[LookUp, ...]:
    """Return what a turn looked up, in order; the look-up that is being made comes last."""
    found = [_looked_up(use) for use in entry.tools]
    if entry.looking is not None and entry.status == "open":
        found.append(LookUp(words=look_ups.look_up_activity(*entry.looking), state="running"))
    return (*found, *(_ran(check) for check in shown_checks(entry.data) if entry.gives == "tests"))


def _ran(check: ShownCheck) -> LookUp:
    state: Literal["done", "failed"] = "done" if check.passed else "failed"
    return LookUp(words=check.name, state=state, took=check.took, result=check.output, ran=True)


def _looked_up(use: ToolUse) -> LookUp:
    if use.name == look_ups.UNAVAILABLE:
        return LookUp(words=look_ups.look_up_line(use), state="failed")
    return LookUp(
        words=look_ups.look_up_done(use.name, use.arguments),
        state="failed" if use.failed else "done",
        took=look_ups.took(use.milliseconds) if use.milliseconds else "",
        result=f"{use.name} {use.arguments}\n\n{use.result}",
    )


def _told(entry: TurnEntry, told: BoardRemarks) -> Iterator[Badge]:
    path = entry.path
    if path in told.outdated:
        yield Badge(text=tr("outdated"), tone="caution", hint=told.outdated[path], opens="result")
    if path in told.mended:
        text = tr("✕ attempt {mended} failed").format(mended=told.mended[path])
        yield Badge(text=text, tone="error", hint=tr("Its author reflected on it and tried again below."))
    yield from (_moved(each, by_author=each.who.seat == entry.seat) for each in told.moves.get(path, ()))


def _moved(found: Move, *, by_author: bool) -> Badge:
    """Return a change of position as a badge, with its class: silence about why is shown too. Who changed is named
    where somebody else tells it, as the clerk does in the card of a room."""
    label = found.label
    text = (tr("changed position: {word}") if by_author else tr("{who} changed position: {word}")).format(
        who=found.who.name, word=label.word
    )
    sign = f"{label.sign} " if found.flip else ""  # of a reason that nobody recorded there is none
    return Badge(text=sign + text, tone=label.tone, hint=f"{found.line} {label.meaning}", opens="ledger")


def _footer(entry: TurnEntry, hide_cost: bool) -> str:
    if entry.by == "person" or entry.status != "done":
        return ""
    parts = []
    if entry.usage.total and not hide_cost:
        about = "≈ " if entry.usage.estimated else ""
        again = tr(" ({cached} from the cache)").format(cached=figure(entry.usage.cached)) if entry.usage.cached else ""
        parts.append(
            tr("{about}{total} tokens{again}").format(about=about, total=figure(entry.usage.total), again=again)
        )
        parts.append("" if is_rehearsal(entry) else phrases.money(entry.cost))
    if by_hand(entry.asked_model) and not hide_cost:
        parts.append(tr("not paid here"))
    if entry.first_ms >= 100:
        parts.append(tr("first word {first_ms} s").format(first_ms=figure(entry.first_ms / 1000, ".1f")))
    if entry.total_ms >= 100:
        parts.append(tr("{total_ms} s in all").format(total_ms=figure(entry.total_ms / 1000, ".1f")))
    return " · ".join(part for part in parts if part)


def _notice(entry: TurnEntry) -> str:
    if entry.status == "failed":
        return f"{reason(entry.why)} {reason(entry.remedy)}".strip()
    if waits_for_paste(entry):
        chat = phrases.model(entry.asked_model)
        return tr("Copy the request into {chat}. Then paste the reply below and use it.").format(chat=chat)
    if entry.status == "open" and entry.asked_model == HUMAN:
        return tr("It is your turn: write your answer below.")
    return ""


def _details(entry: TurnEntry) -> str:
    if entry.status != "failed":
        return ""
    lines = [
        tr("Turn: {entry_path}").format(entry_path=entry.path),
        tr("Model: {asked_model}").format(asked_model=entry.asked_model),
        tr("Kind of error: {entry_kind}").format(entry_kind=entry.kind),
    ]
    lines += [tr("Attempts: {attempts}").format(attempts=entry.attempts), reason(entry.why), reason(entry.remedy)]
    return "\n".join(line for line in lines if line)


def _remedies(entry: TurnEntry) -> tuple[MessageAction, ...]:
    if waits_for_paste(entry):
        return (MessageAction.COPY_REQUEST, MessageAction.CHANGE_MODEL, MessageAction.SKIP)
    if entry.status != "failed":
        return ()
    retry, change, skip = MessageAction.RETRY, MessageAction.CHANGE_MODEL, MessageAction.SKIP
    return (MessageAction.CHANGE_KEY, change, retry, skip) if entry.kind == WRONG_KEY else (retry, change, skip)


def _offers(entry: TurnEntry) -> tuple[MessageAction, ...]:
    sent = (MessageAction.SHOW_SENT,) if entry.request and entry.asked_model and entry.by != "person" else ()
    if entry.status == "done":
        return (MessageAction.FORK, MessageAction.INTERJECT, *sent)
    return sent


def _badges(entry: TurnEntry) -> tuple[Badge, ...]:
    found = []
    if is_rehearsal(entry):
        found.append(Badge(text=tr(REHEARSED), hint=tr("Composed from the question and the context on this computer.")))
    if entry.by == "rules":
        found.append(Badge(text=tr("by rule"), hint=tr("Made by rule, without a model.")))
    if entry.evidence is not None and (cited := checked_label(entry.evidence)) is not None:
        found.append(Badge(text=cited.marked, tone=cited.tone, hint=cited.meaning, opens="evidence"))
    if (lack := shortfall_of(entry)) is not None:
        found.append(
            Badge(
                text=lack.label.marked,
                tone=lack.label.tone,
                hint=tr("{meaning} But {why}.").format(meaning=lack.label.meaning, why=lack.why),
            )
        )
    for label, count in (*verdicts(entry), *answer_counts(entry)):
        found.append(Badge(text=f"{label.sign} {count} {label.word}", tone=label.tone))
    if entry.status == "done" and entry.message and (more := beyond(entry.gives, entry.text, entry.data)):
        taken, _, left = more.partition(": ")
        found.append(
            Badge(
                text=tr("{taken}, {most_changes} taken up").format(taken=taken, most_changes=MOST_CHANGES),
                tone="caution",
                hint=f"{left[:1].upper()}{left[1:]}",
            )
        )
    if entry.gives == "tests" and (told := tally_of_checks(checks := shown_checks(entry.data))):
        passed = all(each.passed for each in checks)
        found.append(Badge(text=f"{'✓' if passed else '✗'} {told}", tone="ok" if passed else "error"))
    if entry.gives == "tests" and entry.status == "done" and (again := run_again(entry.attempts)):
        found.append(Badge(text=tr("run again"), hint=again))
    if (sure := confidence(entry)) is not None:
        found.append(Badge(text=tr("confidence {sure}").format(sure=figure(sure, ".0%"))))
    if fell_back(entry):
        found.append(
            Badge(
                text=tr("asked: {model}").format(model=phrases.model(entry.asked_model)),
                tone="caution",
                hint=tr("A fallback answered."),
            )
        )
    cut = len(entry.partials) - (entry.status == "cut")
    if cut > 0:
        found.append(
            Badge(
                text=plural("{count} earlier attempt kept", "{count} earlier attempts kept", cut),
                hint=entry.partials[0][:400],
            )
        )
    return tuple(found)


def partial_card(item: MessageItem) -> MessageItem:
    """Return the same card as one that does not grow."""
    return replace(item, state="partial")
