"""What the kinds of things in the library are called: their English names are also keys."""

from typing import Final

from disputatio.debate.wording import Words, forms

NOUNS: Final = Words(
    {
        "workspace": "workspace",
        "project": "project",
        "assignment": "assignment",
        "task": "task",
        "document": "document",
        "note": "note",
        "persona": "persona",
        "debate": "debate",
    }
)
HEADINGS: Final = Words(
    {
        "Workspaces": "Workspaces",
        "Projects": "Projects",
        "Assignments": "Assignments",
        "Tasks": "Tasks",
        "Documents": "Documents",
        "Notes": "Notes",
        "Debates": "Debates",
        "Bin": "Bin",
        "Search": "Search",
        "Deletions": "Deletions",
        "Places": "Places",
    }
)
NONE_YET: Final = Words(
    {
        "assignment": "No assignments",
        "task": "No tasks",
        "document": "No documents",
        "note": "No notes",
    }
)
WORTH: Final = Words(
    {
        "assignment": "A piece of work with its tasks and documents; a debate can be about one.",
        "task": "Debates about this project see the ten most urgent ones.",
        "document": "Debates may cite them. Drop .txt or .md files here, or write one.",
        "note": "Texts you write, and texts you keep from debates. Drop .txt or .md files here, or write one.",
    }
)
NUMBERED: Final = {
    "note": forms("{count} note", "{count} notes"),
    "document": forms("{count} document", "{count} documents"),
    "debate": forms("{count} debate", "{count} debates"),
    "assignment": forms("{count} assignment", "{count} assignments"),
    "task": forms("{count} task", "{count} tasks"),
    "deletion": forms("{count} deletion", "{count} deletions"),
    "place": forms("{count} place", "{count} places"),
}
NEW: Final = Words(
    {
        "workspace": "New workspace",
        "project": "New project",
        "assignment": "New assignment",
        "task": "New task",
        "document": "New document",
        "note": "New note",
    }
)
FIELDS: Final = Words(
    {
        "name": "Name",
        "title": "Title",
        "goals": "Goals",
        "status": "Status",
        "priority": "Priority",
        "description": "Description",
        "tasks": "Tasks",
        "text": "Text",
        "author": "Author",
        "tags": "Tags",
    }
)
STANDINGS: Final = Words(
    {
        "planned": "Planned",
        "active": "Active",
        "paused": "Paused",
        "done": "Done",
        "archived": "Archived",
        "open": "Open",
        "doing": "Doing",
        "blocked": "Blocked",
        "dropped": "Dropped",
        "review": "Review",
        "low": "Low",
        "normal": "Normal",
        "high": "High",
        "urgent": "Urgent",
    }
)


def begun(name: str) -> str:
    """Return a noun as a sentence begins with it."""
    word = NOUNS.get(name, name)
    return word[:1].upper() + word[1:]
