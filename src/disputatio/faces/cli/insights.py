"""An insight in words: its id as it can be typed, what it counts for, where it comes from and what it is about."""

from __future__ import annotations

from disputatio.app.application import Application
from disputatio.engine.errors import NotFound
from disputatio.faces.cli.output import one_line
from disputatio.library.assignment import Assignment
from disputatio.library.insight import Insight
from disputatio.library.project import Project

SHOWN = 90
"""Characters of an insight in a table."""
HEADINGS = ("ID", "WHAT", "SURE", "USED", "INSIGHT")


def row(insight: Insight) -> tuple[str, ...]:
    """Of a table under `HEADINGS`."""
    return (
        short(insight.id),
        standing(insight),
        f"{insight.confidence:.2f}",
        str(insight.retrievals),
        one_line(insight.text, SHOWN),
    )


def short(id: str) -> str:
    """An id as it can be typed: the debate and the number of its insight."""
    head, mark, number = id.rpartition("#")
    return f"{head.partition(':')[0]}{mark}{number}"


def standing(insight: Insight) -> str:
    """What an insight counts for, in a word or two."""
    if insight.status != "active":
        return insight.status
    if insight.rehearsed:
        return f"{insight.kind}, rehearsed"
    return "fact" if insight.established else insight.kind


async def origin(app: Application, insight: Insight) -> str:
    try:
        entry = await app.catalogue.get(insight.debate)
    except NotFound:
        return f"debate {insight.debate}, which was erased"
    return f"debate {entry.id}: {one_line(entry.title, 60)}"


async def about(app: Application, insight: Insight) -> str:
    kind, ref = insight.context_kind, insight.context_ref
    try:
        match kind:
            case "project":
                return f"project {(await app.library.get(Project, ref)).name}"
            case "assignment":
                return f"assignment {(await app.library.get(Assignment, ref)).name}"
    except NotFound:
        return f"a {kind} that was deleted"
    return f"repository {ref}" if kind == "repository" else "no context: recalled on request only"
