"""Notes and documents as Markdown files, and back. What is more than the text stands above it between two lines of
dashes, as other programs that keep notes in Markdown have it; each value is JSON, which YAML takes as well."""

from __future__ import annotations

import json
from typing import Final

from disputatio.debate.values import value
from disputatio.library.workspace import Document, Note

LINE: Final = "---"
KEYS: Final = ("title", "author", "tags", "colour")
"""What can stand there. A file with anything else between such lines is not ours, and is text as a whole."""


@value
class TextFile:
    """What a file says of itself; "" and () where it says nothing. `text` is what stands below."""

    text: str
    title: str = ""
    author: str = ""
    tags: tuple[str, ...] = ()
    colour: str = ""


def markdown_of(item: Note | Document) -> str:
    """Return the file of a note or a document; it ends in a line break, as files do."""
    body = item.body if isinstance(item, Note) else item.text
    facts = {"title": item.title}
    if isinstance(item, Note):
        facts |= {"author": item.author, "tags": item.tags, "colour": item.colour}  # type: ignore[dict-item]
    head = [f"{key}: {json.dumps(fact, ensure_ascii=False)}" for key, fact in facts.items() if fact]
    return "\n".join([LINE, *head, LINE, "", body.rstrip("\n"), ""])


def read_markdown(text: str) -> TextFile:
    """Read a file that `markdown_of` wrote; any other is its text."""
    head, end, rest = text.removeprefix(f"{LINE}\n").partition(f"\n{LINE}\n")
    if not text.startswith(f"{LINE}\n") or not end:
        return TextFile(text=text)
    found: dict[str, object] = {}
    for line in head.split("\n"):
        key, _, written = line.partition(": ")
        try:
            found[key] = json.loads(written)
        except ValueError:
            return TextFile(text=text)
    if not set(found) <= set(KEYS) or not _fits(found):
        return TextFile(text=text)
    tags = found.pop("tags", ())
    return TextFile(text=rest.removeprefix("\n"), tags=tuple(tags), **found)  # type: ignore[arg-type]


def _fits(found: dict[str, object]) -> bool:
    texts = (fact for key, fact in found.items() if key != "tags")
    tags = found.get("tags", [])
    return all(isinstance(each, str) for each in texts) and (
        isinstance(tags, list) and all(isinstance(each, str) for each in tags)
    )
