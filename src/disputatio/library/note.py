"""A note: written by a person, or what a person kept of a debate."""

from __future__ import annotations

from disputatio.debate.context import ContextKind
from disputatio.debate.values import value
from disputatio.library.workspace import DEFAULT

PURPLE = "#8B5CF6"
"""The colour of notes that come from debates."""

TAG = "ai-debate"

QUESTION = 50
"""Characters of the question in the title of such a note."""


@value
class Note:
    """`body` is Markdown. `debate` is the id of the debate it was saved from; `project` may be ""."""

    title: str
    body: str
    author: str = ""
    tags: tuple[str, ...] = ()
    colour: str = ""
    workspace: str = DEFAULT
    project: str = ""
    debate: str = ""
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0


def from_debate(
    *, debate: str, question: str, body: str, author: str, kind: ContextKind, context: str, project: str = ""
) -> Note:
    """The note that keeps a debate's final text (SPEC DESK.2). `context` is the title of what it was about."""
    words = " ".join(question.split())
    title = f"{context or 'Debate'}: {words[:QUESTION]}…"
    tags = (TAG,) if kind == "none" else (TAG, kind)
    return Note(title=title, body=body, author=author, tags=tags, colour=PURPLE, project=project, debate=debate)
