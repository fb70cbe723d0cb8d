"""What is said of a path that is no text: what it is, why nothing is shown, and what one can do."""

from __future__ import annotations

from disputatio.faces.gui.presenters import words
from disputatio.faces.gui.screens.repository.reading import LARGEST, Shown


def state_of(shown: Shown) -> tuple[str, str]:
    """A title and a sentence; ("", "") for a text that can be read."""
    size = words.size(shown.size)
    match shown.kind:
        case "text":
            if shown.lines and any(shown.lines):
                return "", ""
            return "An empty file", "It is there at this commit, with nothing in it."
        case "symlink":
            target = "\n".join(shown.lines)
            return "A symbolic link", f"It points to {target}. Links are never followed: open that path instead."
        case "submodule":
            return "A submodule", "Another repository at a commit of its own. It is not read; open it by itself."
        case "large-file pointer":
            return "Kept in Git LFS", "The repository holds a pointer only; the contents are in large file storage."
        case "binary":
            return "Not a text", f"A binary file of {size}. There are no lines to show."
        case _:
            return "Too large to be shown", f"{size}; files up to {words.size(LARGEST)} are."
