"""What is in the library, as rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.labels import Tone
from disputatio.faces.gui.kit.rows import Row
from disputatio.faces.gui.library import debate_index
from disputatio.library.assignment import Assignment
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.task import Task, most_pressing
from disputatio.storage.catalogue import DebateEntry
from disputatio.storage.library_store import Removal
from disputatio.storage.search import Hit

TONES: Final[dict[str, Tone]] = {
    "active": "ok",
    "doing": "ok",
    "done": "ok",
    "blocked": "error",
    "review": "caution",
    "paused": "caution",
}
ICONS: Final = {
    "workspace": "panel-left",
    "project": "folder",
    "assignment": "task",
    "task": "task",
    "document": "book",
    "note": "note",
    "persona": "user",
    "debate": "chat",
}
PLURALS: Final = {
    "project": "Projects",
    "assignment": "Assignments",
    "task": "Tasks",
    "document": "Documents",
    "note": "Notes",
    "workspace": "Workspaces",
}
OVER: Final = ("done", "dropped", "archived")


def project(given: Project) -> Row:
    return Row(
        key=f"project:{given.id}",
        title=given.name,
        icon="folder",
        chip="" if given.status == "active" else given.status,
        tone=TONES.get(given.status, "plain"),
        quiet=given.status in OVER,
    )


def assignment(given: Assignment, now: float) -> Row:
    linked = phrases.count(len(given.tasks), "task") if given.tasks else "no tasks"
    return Row(
        key=f"assignment:{given.id}",
        title=given.name,
        subtitle=f"{given.priority} priority · {linked} · changed {phrases.day(given.updated_at, now)}",
        icon="task",
        chip=given.status,
        tone=TONES.get(given.status, "plain"),
        quiet=given.status in OVER,
    )


def tasks(given: Sequence[Task]) -> list[Row]:
    """What is under way first, then by priority."""
    return [_task(each) for each in sorted(given, key=most_pressing)]


def _task(given: Task) -> Row:
    first = " ".join(given.description.split())
    return Row(
        key=f"task:{given.id}",
        title=given.title,
        subtitle=f"{given.priority} priority" + (f" · {first[:120]}" if first else ""),
        icon="check" if given.status == "done" else "task",
        chip=given.status,
        tone=TONES.get(given.status, "plain"),
        quiet=given.status in OVER,
    )


def document(given: Document, now: float) -> Row:
    came = f" · from {given.source}" if given.source else ""
    length = phrases.count(len(given.text), "character")
    return Row(
        key=f"document:{given.id}",
        title=given.title,
        subtitle=f"{length}{came} · {phrases.day(given.updated_at, now)}",
        icon="book",
    )


def note(given: Note, now: float) -> Row:
    first = " ".join(re.sub(r"[#*>`|]+", " ", given.body[:400]).split())[:120]
    tags = " ".join(f"#{tag}" for tag in given.tags)
    parts = (phrases.day(given.updated_at, now), tags, first)
    return Row(
        key=f"note:{given.id}",
        title=given.title,
        subtitle=" · ".join(part for part in parts if part),
        icon="note",
        dot=given.colour,
        chip="from a debate" if given.debate else "",
    )


def debate(given: DebateEntry, now: float) -> Row:
    shown = debate_index.item(given, now)
    return Row(key=f"debate:{given.id}", title=shown.title, subtitle=shown.subtitle, icon="chat")


def bin_row(given: Removal, now: float) -> Row:
    more = len(given.items) - 1
    along = f" with {phrases.count(more, 'thing')} that belonged to it" if more else ""
    return Row(
        key=f"removed:{given.id}",
        title=given.title,
        subtitle=f"{given.kind.capitalize()}{along} · deleted {phrases.day(given.deleted_at, now)}",
        icon=ICONS.get(given.kind, "trash"),
    )


def hits(found: dict[str, list[Hit]]) -> list[Row | str]:
    rows: list[Row | str] = []
    for kind, group in found.items():
        rows.append(PLURALS.get(kind, kind.capitalize()))
        rows += [
            Row(key=f"{kind}:{hit.id}:{hit.parent}", title=hit.title, subtitle=hit.snippet or " ", icon=ICONS[kind])
            for hit in group
        ]
    return rows
