"""The document that a debate ends with, kept in the library of what it was about (SPEC COLLAB.1).

A debate whose last word is an artifact is there to make a document. It is saved when the debate has ended here, once
for each debate: an artifact that is made again takes the place of the former one, unless a person has changed that. A
rehearsal saves nothing, because nobody has thought.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace

from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word
from disputatio.debate.views.plain_text import without_marks
from disputatio.debate.views.progress import is_rehearsal
from disputatio.engine.errors import NotFound
from disputatio.library.workspace import QUESTION, Assignment, Document, Project
from disputatio.storage.library_store import LibraryStore

LOG = logging.getLogger(__name__)
FINAL = ("synthesis", "artifact")


def final_document(debate: Debate, past: Past) -> Turn | None:
    """Return the artifact that a debate ended with; None where it ends with something else, or nobody thought."""
    last = next((turn for turn in past.newest() if turn.gives in FINAL), None)
    if last is None or last.gives != "artifact" or not debate.over or is_rehearsal(debate):
        return None
    return last


async def keep_document(library: LibraryStore, id: str, debate: Debate, past: Past) -> Document | None:
    """Save the document that debate `id` ended with. It belongs to its project or assignment, as long as that is there,
    else to the workspace. A debate loses nothing if it cannot be saved: a warning is logged."""
    made = final_document(debate, past)
    if made is None:
        return None
    try:
        about = debate.context
        document = await placed(library, _titled(debate, made, id), about.kind, about.ref)
        kept = [one for one in await library.all(Document, debate=id) if one.source == document.source]
        known = [one for one in kept if one.updated_at == one.created_at]
        return await (library.edit(replace(document, id=known[0].id)) if known else library.create(document))
    except DisputatioError as error:
        LOG.warning("The document of debate %s was not saved: %s", id, error)
        return None


def _titled(debate: Debate, made: Turn, id: str) -> Document:
    question = " ".join(debate.question.split())
    short = question if len(question) <= QUESTION else f"{question[:QUESTION]}…"
    title = without_marks(word(made.data.get("title"))) or short
    return Document(title=title, text=made.text, source="debate", debate=id)


async def placed(library: LibraryStore, document: Document, kind: str, ref: str) -> Document:
    """Return a document as part of what its debate is about, which may be gone: then it stays in its workspace."""
    with suppress(NotFound):
        if kind == "project":
            project = await library.get(Project, ref)
            return replace(document, workspace=project.workspace, project=project.id)
        if kind == "assignment":
            assignment = await library.get(Assignment, ref)
            project = await library.get(Project, assignment.project)
            return replace(document, workspace=project.workspace, project=project.id, assignment=assignment.id)
    return document
