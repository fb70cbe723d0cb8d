"""What the memory brought into a debate, in words. Pure, and made in a thread: a debate may be long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from disputatio.app.memory.reminders import IN_CONTEXT, Occasion, Reminder, reminders_of, silence
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Course, Place, course_of, when
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.lists import RowItem
from disputatio.faces.gui.memory.insights import KINDS, WhyItem, explanation


@value
class OccasionItem:
    """One time that it came up: for whom and when, what was looked for, why it was that, who read it."""

    words: str
    sought: str
    why: WhyItem
    who: Participant | None = None
    read: tuple[Place, ...] = ()


@value
class ReminderItem:
    """`group`: "established", "settled" or "course". `insight`: its id in the memory, "" for what is of a debate's
    course. `origin`: the debate that it comes from, "" for this one or one that was erased. `audience`: who read it, in
    words. `occasions`: the newest first."""

    key: str
    row: RowItem
    group: str
    chip: str
    tone: Tone
    sure: str = ""
    insight: str = ""
    origin: str = ""
    origin_title: str = ""
    audience: str = ""
    occasions: tuple[OccasionItem, ...] = ()
    repeated: tuple[Place, ...] = ()
    left_out: str = ""


GROUPS: Final[dict[str, tuple[str, str, Tone]]] = {
    "established": ("✓", "established", "ok"),
    "settled": ("●", "settled", "plain"),
    "course": ("≡", "from debates", "plain"),
}
"""Sign, word and tone of what was brought up."""
COURSE: Final = {"position": "position", "message": "message", "reflection": "reflection", "card": "crux card"}
ELSEWHERE: Final = "(from another debate) "
"""How what comes from another debate begins, for participants."""
FACT: Final = "An established fact holds whatever the question is, so it is always recalled."


def reminder_items(
    id: str, debate: Debate, past: Past, titles: Mapping[str, str]
) -> tuple[tuple[ReminderItem, ...], str]:
    """Return what was brought into debate `id`, and why nothing was ("" where something was). `titles`: of the debates
    that it may come from; one that is missing was erased."""
    found = reminders_of(debate, past)
    seen = course_of(debate.seats, past)
    return tuple(_item(id, each, seen, titles) for each in found), "" if found else silence(debate, past)


def origins(debate: Debate, past: Past) -> frozenset[str]:
    """Return the debates that something comes from."""
    return frozenset(each.debate for each in reminders_of(debate, past) if each.debate)


def _item(id: str, found: Reminder, seen: Course, titles: Mapping[str, str]) -> ReminderItem:
    group = "established" if found.established else "settled" if found.insight else "course"
    kind = KINDS.get(found.kind, "") or COURSE.get(found.kind, found.kind)
    sign, word, tone = GROUPS[group]
    chip = f"{sign} {word}" if group == "established" else f"{sign} {kind}"
    here = found.debate == id
    key = found.insight or f"{found.kind} {found.debate} {found.text}"
    text = found.text.removeprefix(ELSEWHERE)
    title = "" if here else titles.get(found.debate, "")
    return ReminderItem(
        key=key,
        row=_row(key, text, chip, tone, found, seen),
        group=group,
        chip=chip,
        tone=tone,
        sure=f"{found.confidence:.0%} sure" if found.confidence is not None else "",
        insight=found.insight,
        origin=found.debate if title else "",
        origin_title=title or ("Earlier in this debate" if here else "From an erased debate"),
        audience=_audience(found, seen),
        occasions=tuple(_occasion(each, seen, found) for each in reversed(found.occasions)),
        repeated=tuple(seen.place(path) for path in found.repeated),
        left_out=found.left_out,
    )


def _row(key: str, text: str, chip: str, tone: Tone, found: Reminder, seen: Course) -> RowItem:
    score = f"score {found.terms.score:.2f}"
    again = f"said again {len(found.repeated)}×" if found.repeated else ""
    read = f"read in {phrases.count(len(found.read), 'turn')}" if not found.insight else ""
    told = {"": read, IN_CONTEXT: "in the context"}.get(found.left_out, "no room")
    note = " · ".join(part for part in (again, told) if part) or score
    people = tuple(dict.fromkeys(seen.people[each.seat] for each in found.occasions if each.seat in seen.people))
    who = " and ".join(one.name for one in people)
    spoken = ", ".join(part for part in (text, chip, note, f"for {who}" if who else "") if part)
    return RowItem(key=key, text=text, chip=chip, tone=tone, note=note, people=people, spoken=spoken)


def _audience(found: Reminder, seen: Course) -> str:
    if found.left_out:
        return found.left_out
    if not found.read:
        return "Nobody has read it yet."
    turns = phrases.count(len(found.read), "turn")
    if found.insight:
        return f"Every participant reads it; {turns} had it before them so far."
    names = dict.fromkeys(seen.name(each.seat) for each in found.occasions if each.read)
    return f"{' and '.join(names)} read it, in {turns}."


def _occasion(found: Occasion, seen: Course, of: Reminder) -> OccasionItem:
    who: Participant | None = seen.people.get(found.seat)
    at = when(found.path)
    said = " · ".join(part for part in (who.name if who else "", at if found.seat else "when the debate began") if part)
    read = tuple(seen.place(path) for path in found.read) if found.seat else ()
    return OccasionItem(words=said, sought=found.sought, why=_why(of, found), who=who, read=read)


def _why(of: Reminder, found: Occasion) -> WhyItem:
    """Return why it was recalled. An established fact that neither search brought up has no place in them, and needs
    none."""
    why = explanation(found.terms)
    places = f"Its place in the search: {why.places}." if why.places else FACT if of.established else ""
    return replace(why, places=places)
