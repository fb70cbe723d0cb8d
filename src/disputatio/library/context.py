"""The context of a debate about a project or an assignment: sections within a size budget, saying what was cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from disputatio.debate.context import Context, Section, with_question
from disputatio.debate.values import value
from disputatio.library.memory import Insight
from disputatio.library.workspace import Assignment, Document, Note, Project, Task, most_pressing

TASKS = 10
"""Tasks that a project's context shows."""

SCRAP = 200
"""Characters below which the beginning of a text is not worth showing."""


@value
class Budget:
    """Characters per section (SPEC §17)."""

    documents: int = 8_000
    notes: int = 4_000
    insights: int = 3_000
    description: int = 4_000


DEFAULT_BUDGET = Budget()

Kept = Callable[[str, int], int]
"""How many of the first characters of a text can be kept where it is cut, at most so many: what is to be screened
afterwards must not hold half of anything."""


def anywhere(text: str, most: int) -> int:
    return most


def of_project(
    project: Project,
    *,
    tasks: Sequence[Task] = (),
    documents: Sequence[Document] = (),
    notes: Sequence[Note] = (),
    insights: Sequence[Insight] = (),
    budget: Budget = DEFAULT_BUDGET,
    kept: Kept = anywhere,
) -> Context:
    """Return what a debate about a project may take as known. Texts come in the order given: most relevant first."""
    about = [_about("project", project.name, project.status, project.description, budget.description, kept)]
    if project.goals:
        about.append(Section(name="goals", title="Goals", text="\n".join(f"- {goal}" for goal in project.goals)))
    sections = (
        *about,
        *_tasks(tasks, "Tasks", TASKS),
        *_documents(documents, budget, kept),
        *_texts("notes", "Notes", [(note.title, note.body) for note in notes], budget.notes, kept),
        *_remembered(insights, budget),
    )
    return Context(kind="project", ref=project.id, title=project.name, sections=sections)


def of_assignment(
    assignment: Assignment,
    *,
    tasks: Sequence[Task] = (),
    documents: Sequence[Document] = (),
    insights: Sequence[Insight] = (),
    budget: Budget = DEFAULT_BUDGET,
    kept: Kept = anywhere,
) -> Context:
    """Return what a debate about an assignment may take as known; `tasks` are all of its project."""
    status = f"{assignment.status}, priority {assignment.priority}"
    linked = [task for task in tasks if task.id in assignment.tasks]
    sections = (
        _about("assignment", assignment.name, status, assignment.description, budget.description, kept),
        *_tasks(linked, "Linked tasks", len(linked)),
        *_documents(documents, budget, kept),
        *_remembered(insights, budget),
    )
    return Context(kind="assignment", ref=assignment.id, title=assignment.name, sections=sections)


def _about(kind: str, name: str, status: str, description: str, budget: int, kept: Kept) -> Section:
    text, cut = description, ""
    if len(description) > budget:
        text, cut = _shorten(description, budget, kept), f"the description was shortened to {budget:,} characters"
    return Section(
        name=kind, title=f"{kind.capitalize()}: {name}", text=f"Status: {status}\n\n{text}".rstrip(), cut=cut
    )


def _tasks(tasks: Sequence[Task], title: str, most: int) -> list[Section]:
    if not tasks:
        return []
    chosen = sorted(tasks, key=most_pressing)[:most]
    lines = [f"- {task.title} ({task.status}, priority {task.priority})" for task in chosen]
    left = len(tasks) - len(chosen)
    cut = f"{left} of {len(tasks)} tasks were left out, the least pressing ones" if left else ""
    return [Section(name="tasks", title=title, text="\n".join(lines), cut=cut)]


def _documents(documents: Sequence[Document], budget: Budget, kept: Kept) -> list[Section]:
    return _texts("documents", "Documents", [(each.title, each.text) for each in documents], budget.documents, kept)


def _remembered(insights: Sequence[Insight], budget: Budget) -> list[Section]:
    """Return established facts apart from other insights; disputed and deleted ones are not shown."""
    facts = [each for each in insights if each.established]
    others = [each for each in insights if each.status == "active" and not each.established]
    fact_lines = [f"- {with_question(each.text, each.question)}" for each in facts]
    told = [(f"{each.text} ({each.kind}, confidence {each.confidence:.2f})", each.question) for each in others]
    lines = [f"- {with_question(text, question)}" for text, question in told]
    return [
        *_lines("facts", "Established facts", fact_lines, budget.insights, verified=True),
        *_lines("insights", "Insights from earlier debates", lines, budget.insights),
    ]


def _lines(name: str, title: str, lines: Sequence[str], budget: int, *, verified: bool = False) -> list[Section]:
    """Return as many whole lines as fit."""
    kept: list[str] = []
    room = budget
    for line in lines:
        if len(line) >= room:
            break
        kept.append(line)
        room -= len(line) + 1
    if not lines:
        return []
    left = len(lines) - len(kept)
    cut = f"{left} of {len(lines)} were left out (limit {budget:,} characters)" if left else ""
    return [Section(name=name, title=title, text="\n".join(kept), verified=verified, cut=cut)]


def _texts(name: str, title: str, texts: Sequence[tuple[str, str]], budget: int, kept: Kept) -> list[Section]:
    """Return texts under their titles until the budget is used up; the last one that fits in part is shortened."""
    shown: list[str] = []
    cuts: list[str] = []
    room = budget
    for heading, body in texts:
        entry = f"## {heading}\n\n{body.strip()}"
        if len(entry) <= room:
            shown.append(entry)
        elif room >= len(heading) + SCRAP:
            shown.append(_shorten(entry, room, kept))
            cuts.append(f"“{heading}” was shortened to {room:,} of {len(entry):,} characters")
        else:
            cuts.append(f"“{heading}” was left out")
            continue
        room -= len(shown[-1]) + 2
    if not texts:
        return []
    return [Section(name=name, title=title, text="\n\n".join(shown), cut="; ".join(cuts))]


def _shorten(text: str, size: int, kept: Kept) -> str:
    """Return the beginning of a text, ending at a word, in at most `size` characters with the mark of the cut."""
    head = text[: size - 2]
    space = head.rfind(" ", max(0, len(head) - 80))
    end = space if space > 0 else len(head)
    return f"{text[: kept(text, end)].rstrip()} …"
