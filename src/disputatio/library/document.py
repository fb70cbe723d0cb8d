"""A document: a text that debates may cite. Imported, written, or the artifact of a debate."""

from __future__ import annotations

from disputatio.debate.values import value
from disputatio.library.workspace import DEFAULT


@value
class Document:
    """Belongs to a workspace, perhaps to one of its projects, perhaps to an assignment of that (ids).

    `source` says where the text came from (a file's name); `debate` is the id of the debate that made it.
    """

    title: str
    text: str
    source: str = ""
    workspace: str = DEFAULT
    project: str = ""
    assignment: str = ""
    debate: str = ""
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
