"""Entries of the transcript in words: who speaks, what a turn is, what it says, what became of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from disputatio.debate.ids import called, index_of, without_index
from disputatio.debate.log.seats import CLIPBOARD, Seat, by_hand
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import items, share, word
from disputatio.debate.reasons import reason, subject_told
from disputatio.debate.statements.cards import ROOM
from disputatio.debate.values import value
from disputatio.debate.views.labels import (
    BY,
    LATE,
    NO_AI,
    POINTS,
    QUESTIONS,
    TASKS,
    UNCHALLENGED,
    UNOPPOSED,
    Label,
    of_contract,
)
from disputatio.debate.views.letters import has_letters
from disputatio.debate.views.participants import Participant, of_turn
from disputatio.debate.views.plain_text import MARK
from disputatio.debate.views.transcript import Entry, NoteEntry, TurnEntry
from disputatio.debate.views.words import sentence
from disputatio.debate.walk.gates import gated_step, subject
from disputatio.debate.wording import plural, tr

ROOM_TASKS: Final = frozenset({"statement", "rejoinder", "stance"})
"""What is said in a crux room."""
TEAM: Final = "team:"
"""What the audience of a turn begins with that only its team hears; the name of the team follows."""
ISOLATED: Final = "run in isolation"
ASSESSED: Final[dict[str, Label]] = {
    "agree": POINTS["agreed"],
    "disagree": POINTS["contested"],
    "unverifiable": POINTS["assumption"],
}
"""What each list of an assessment says of its points."""


def is_shown(entry: Entry) -> bool:
    """Return whether an entry is shown in the transcript. The board has a place of its own, so its entries appear here
    only where they have a line to tell, or failed."""
    if isinstance(entry, NoteEntry):
        return entry.kind in ("halted", "ended", "option", "seat")
    if entry.gives == "approval" and entry.status == "open":
        return False  # what waits for approval is asked in a place of its own
    if entry.message or entry.by == "person" or entry.status == "failed":
        return True
    return entry.status == "done" and bool(summary_line(entry))


def summary_line(entry: TurnEntry) -> str:
    """Return an entry of the board in one line; "" where it is not worth one."""
    found = entry.data.get("items")
    if entry.gives == "traits":
        return estimate_line(entry)
    one, many = of_contract(entry.gives).counted
    if entry.gives == "patterns" and not found:
        return word(entry.data.get("note"))
    if not one or not isinstance(found, list) or not found:
        return ""
    if entry.gives == "insights" and entry.model.startswith(NO_AI):
        return plural(
            "{count} insight found but not kept: this is a rehearsal",
            "{count} insights found but not kept: this is a rehearsal",
            len(found),
        )
    by = tr(" · by rule") if entry.by == "rules" else ""
    return f"{plural(one, many, len(found))}{by}"


def estimate_line(entry: TurnEntry) -> str:
    """Return how complex the planner takes the task to be, and why."""
    found = [
        TASKS["complex" if entry.data.get("complex") else "simple"],
        *([tr("its parts depend on one another")] if entry.data.get("intertwined") else []),
    ]
    why = reason(word(entry.data.get("reason")).rstrip("."))
    return tr("Estimate of the task: {found}{words}").format(found=", ".join(found), words=f" ({why})" if why else "")


def author(entry: TurnEntry, seats: Mapping[str, Seat]) -> Participant:
    return of_turn(entry.seat, entry.gives, seats)


def title(entry: TurnEntry, seats: Mapping[str, Seat]) -> str:
    """Return who speaks; of the clerk, what it gives."""
    return author(entry, seats).name if entry.seat in seats or entry.seat == "person" else chip(entry)


def named_turn(entry: TurnEntry, seats: Mapping[str, Seat]) -> str:
    """Return who speaks; of a team, whose turns come in pairs, also what the turn is."""
    seat = seats.get(entry.seat)
    who = title(entry, seats)
    return f"{who} · {chip(entry)}" if seat is not None and seat.team else who


def chip(entry: TurnEntry) -> str:
    """Return a word for what this turn is."""
    if entry.by == "person" or entry.seat == "person":
        # The number at its end counts all that was added by hand, rooms too: it says nothing to anybody.
        seated = "" if entry.seat == "person" else of_contract(entry.gives).title
        return seated or tr(entry.task.rstrip("0123456789").replace("-", " ").strip().capitalize())
    if room_of(entry):
        return tr("In a crux room · {replace}").format(replace=called(entry.task))
    if entry.heard.startswith(TEAM):
        return tr("Team talk ({team} only)").format(team=entry.heard.removeprefix(TEAM))
    return of_contract(entry.gives).title or tr(entry.task.replace("-", " ").capitalize())


def made_by(entry: TurnEntry) -> str:
    """Return the model that spoke or was asked, or whoever spoke instead of one; of programs, how they were run."""
    if entry.seat == "sandbox":
        return ISOLATED
    return BY[entry.by] or entry.model or entry.asked_model


def state(entry: TurnEntry) -> str:
    """Say what has become of a turn that is not whole; "" for a whole one, and for one under way."""
    match entry.status:
        case "failed":
            return (
                tr("This turn failed: {why} {remedy}")
                .format(why=reason(entry.why), remedy=reason(entry.remedy))
                .rstrip()
            )
        case "absent":
            return tr("No turn: {why}").format(why=reason(entry.why))
        case "cut":
            return tr("This turn was interrupted. What had arrived by then is kept.")
        case _:
            return ""


@value
class Shortfall:
    """What a turn does not do that its seat is there for, and why it does not count."""

    label: Label
    why: str


def shortfall_of(turn: Turn | TurnEntry) -> Shortfall | None:
    """Why a turn that had to oppose, or to challenge the one before it, does not count as one that does, or does so
    only since it was asked again; None of one that does, and of all others. A person declares nothing, and is not
    marked."""
    if turn.by == "person" or (isinstance(turn, TurnEntry) and turn.status != "done"):
        return None
    if turn.gives == "challenge":
        missing = "challenged" in turn.data and not word(turn.data["challenged"])
        if missing:
            return Shortfall(label=UNCHALLENGED, why=tr("it quotes no sentence of it with an objection"))
        return Shortfall(label=LATE, why=tr("its first form showed none")) if turn.data.get("again") else None
    why = _lack_of_opposition(turn) if turn.gives == "opposition" else ""
    return Shortfall(label=UNOPPOSED, why=why) if why else None


def _lack_of_opposition(turn: Turn | TurnEntry) -> str:
    stance = word(turn.data.get("stance"))
    if stance != "opposes":
        return (
            tr("it declares its stance as “{stance}”").format(stance=stance) if stance else tr("it declares no stance")
        )
    return "" if word(turn.data.get("quote")) else tr("no sentence of it shows that it opposes")


def doubt_line(entry: TurnEntry) -> str:
    """The same in a line below the turn: "did not oppose: it declares its stance as “mixed”"."""
    found = shortfall_of(entry)
    return f"{found.label.word}: {found.why}" if found is not None else ""


def by_rule_alone(entry: TurnEntry) -> bool:
    """Return whether a model was asked, and the card that is shown was made by rule."""
    return entry.by == "model" and entry.card is not None and entry.card.rules


def room_of(entry: TurnEntry) -> str:
    """Return the path of the crux room in which a turn is said; "" outside of any. A service that works alone is in no
    crux room."""
    return entry.heard.removeprefix(ROOM) if entry.heard.startswith(ROOM) and entry.task in ROOM_TASKS else ""


def claim_of(entry: TurnEntry) -> str:
    """Return the id of the claim in whose crux room a turn is said; "" outside of any."""
    return index_of(room_of(entry))


def spoken_text(entry: TurnEntry) -> str:
    """Return what was said; the mark of a rehearsal is told apart. A crux card is shown once it is whole, since models
    write it as a record. Of a turn that failed, return what was said before."""
    if entry.gives == "approval" and entry.status == "done" and gated_step(without_index(entry.path)):
        return decision_text(entry)
    text = "" if entry.gives == "card" and entry.status == "open" else entry.text
    if text.startswith(MARK) or MARK.startswith(text):
        text = text[len(MARK) :].lstrip("\n")
    if entry.status == "failed" and not text and entry.partials:
        text = entry.partials[-1]
    return text


def decision_text(entry: TurnEntry) -> str:
    """Say what a person answered at a gate: who, what, and the reason."""
    if entry.data.get("overdue"):
        return sentence(entry.text)
    approved = tr("{subject} may begin: approved{by}.")
    told = approved if entry.data.get("approved") else tr("{subject} may not begin yet: rejected{by}.")
    by = tr(" by {who}").format(who=who) if (who := word(entry.data.get("reviewer"))) else ""
    next_ = subject_told(subject(without_index(entry.path)))
    head = told.format(subject=f"{next_[:1].upper()}{next_[1:]}", by=by)
    return f"{head}\n\n{entry.text}" if entry.text else head


def text_of(entry: TurnEntry, *, marked: bool = True, keyed: bool = True) -> str:
    """Return what a turn says, for people, in Markdown; a synthesis with its minority report, and what judges proposals
    by letters, or sums up answers by them, with whose they are. `marked`: that it is of a rehearsal is said first;
    `keyed`: whom letters stand for, before they come."""
    report = minority(entry)
    text = text_without_report(entry, marked=marked)
    text = with_key(entry, text, report) if keyed else text
    return tr("{text}\n\n### Minority report\n\n{report}").format(text=text, report=report) if report else text


def with_key(entry: TurnEntry, text: str, report: str = "") -> str:
    """Return a text of a turn with whom its letters stand for: a synthesis may do without any."""
    lettered = entry.gives != "synthesis" or has_letters(f"{text}\n{report}", entry.letters)
    if not (entry.letters and lettered and entry.status == "done"):
        return text
    known = ", ".join(f"{letter}: {name}" for letter, name in sorted(entry.letters.items()))
    return f"*{known}*\n\n{text}"


def text_without_report(entry: TurnEntry, *, marked: bool = True) -> str:
    """Return what a turn says without its minority report: a crux card and a reply in JSON in words, what a person
    typed as it is."""
    if entry.card is not None:
        hangs_on, *others = entry.card.lines
        return "\n".join((hangs_on, "", *(f"- {line}" for line in others)))
    text = spoken_text(entry)
    if entry.status == "done" and entry.by == "model":
        text = _with_stance(text, entry) if entry.gives == "stance" else readable(text)
    text = _with_ids(text, entry.asked)
    return f"{MARK}\n\n{text}" if marked and text and is_rehearsal(entry) else text


def _with_stance(text: str, entry: TurnEntry) -> str:
    """Return what a side of a crux room says, with what its form declares in a sentence."""
    said, statement = entry.data.get("resolved"), word(entry.data.get("statement"))
    found = _STANCE.search(text)
    if found is None or not isinstance(said, bool):
        return readable(text)
    accepts = tr("Accepted: {statement}") if said else tr("Did not accept; would accept: {statement}")
    told = accepts.format(statement=statement) if statement else tr("Accepted") if said else tr("Did not accept")
    settles = entry.data.get("settles")
    if said and isinstance(settles, bool):
        told = f"{told} ({tr('which settles the claim') if settles else tr('the claim stays open')})"
    return f"{text[: found.start()].rstrip()}\n\n*{told}*"


_STANCE: Final = re.compile(r"^#{1,6} *Resolved\b.*", re.MULTILINE | re.IGNORECASE)
"""Where the form of a stance begins, which stands at the end of its turn."""


_AGAIN: Final = re.compile(r"\b(Q\d{1,4}) again\W{1,3}\Z", re.IGNORECASE)
"""How a question begins that is put once more."""


def _with_ids(text: str, asked: Mapping[str, str]) -> str:
    """Return the text of a turn with the ids of the questions that it asks, by which they are answered."""
    for id, question in asked.items():
        before, found, after = text.rpartition(question)
        again = _AGAIN.search(before)
        if again is not None:
            before, id = before[: again.start()], f"{id} ({again[1]} again)"
        text = f"{before}{id}: {found}{after}" if found else text
    return text


def text_besides_answer(entry: TurnEntry) -> str:
    """Return what a synthesis says besides its answer, its minority report and how sure it is, where these have been
    told already; all of it where it says nothing else, or is none. Whom its letters stand for is not among it."""
    text = whole = text_of(entry, keyed=False)
    said = {name: re.escape(word(entry.data.get(name))) for name in ("decision", "minority")}
    for name, told in (*said.items(), ("confidence", r"[\d.,]+ ?%?")) if entry.gives == "synthesis" else ():
        named = "(?:decision|recommendation)" if name == "decision" else name  # it had the first heading once
        section = rf"^#{{1,6}} *{named}\b.*\n+{told}\s*(?=^#|\Z)"
        text = re.sub(section, "", text, flags=re.IGNORECASE | re.MULTILINE) if told else text
    return text.strip() or whole


def minority(entry: TurnEntry) -> str:
    """Return the minority report of a synthesis, where its text does not hold it already."""
    report = entry.data.get("minority")
    found = report.strip() if isinstance(report, str) else ""
    return "" if found in entry.text else found


def is_rehearsal(entry: TurnEntry) -> bool:
    """Return whether no AI model was asked for a turn."""
    return entry.by != "person" and (entry.model or entry.asked_model).startswith(NO_AI)


def verdicts(entry: TurnEntry) -> tuple[tuple[Label, int], ...]:
    """Return how many points an assessment agrees with, disputes, and cannot verify."""
    found = ((label, entry.data.get(name)) for name, label in ASSESSED.items())
    return tuple((label, len(items)) for label, items in found if isinstance(items, list) and items)


def answer_counts(entry: TurnEntry) -> tuple[tuple[Label, int], ...]:
    """How many questions answers answer, and how many they leave open."""
    taken = [item.get("state") for item in items(entry.data.get("items"))] if entry.gives == "answers" else []
    return tuple((label, taken.count(state)) for state, label in QUESTIONS.items() if state in taken)


def confidence(entry: TurnEntry) -> float | None:
    """Return how sure its author is, 0..1, where a turn says so."""
    return share(entry.data.get("confidence"))


def fell_back(entry: TurnEntry) -> bool:
    """Return whether a model answered that belongs to another provider than the one that was asked."""
    asked, spoke = (model.partition(":")[0] for model in (entry.asked_model, entry.model))
    return bool(asked and spoke and asked != spoke)


def waits_for_person(entry: TurnEntry) -> bool:
    return entry.status == "open" and (by_hand(entry.asked_model) or entry.seat == "person")


def waits_for_paste(entry: TurnEntry) -> bool:
    """Return whether a turn waits for what another chat answers."""
    return entry.status == "open" and entry.asked_model.startswith(CLIPBOARD)


# ---- replies that came as JSON, as a person reads them: headings, bullets, sentences; all else stays as it was
LONGEST: Final = 200_000
DEEPEST: Final = 4
FENCES: Final = ("```json", "```")


def begins_as_record(text: str) -> bool:
    """Return whether a reply that is still arriving begins as a record would: there is nothing to read in it yet."""
    return text.lstrip().startswith(("{", FENCES[0]))


def readable(text: str) -> str:
    """Return Markdown for a reply that is one JSON object, in a fence or bare."""
    inside = text.strip()
    for fence in FENCES:
        if inside.startswith(fence) and inside.endswith("```"):
            inside = inside[len(fence) : -3].strip()
            break
    if not (inside.startswith("{") and inside.endswith("}")) or len(inside) > LONGEST:
        return text
    try:
        found = json.loads(inside)
    except (ValueError, RecursionError):
        return text
    parts = [f"### {_title(key)}\n\n{_body(value)}" for key, value in found.items()]
    return "\n\n".join(parts) or text


def _title(key: str) -> str:
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:] if words else "…"


def _body(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(f"- {_line(each, 1)}" for each in value) or "None"
    if isinstance(value, dict):
        return "\n".join(f"- **{_title(key)}:** {_line(each, 1)}" for key, each in value.items()) or "None"
    return _line(value, 0)


def _line(value: Any, depth: int) -> str:
    """Return one line: the parts of a record one after the other, without what is empty or said already."""
    if depth > DEEPEST:
        return "…"
    if isinstance(value, dict):
        parts = list(dict.fromkeys(_line(each, depth + 1) for each in value.values()))
        return " — ".join(part for part in parts if part)
    if isinstance(value, list):
        return ", ".join(part for each in value if (part := _line(each, depth + 1)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else " ".join(str(value).split())
