"""A file as models may see it: likely secrets held back, control characters made visible, its lines where they were."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from disputatio.debate.values import value
from disputatio.repository.entries import Entry, FileText, visible
from disputatio.repository.source_tree import MAX_BYTES, SourceTree
from disputatio.secrets.detection import Finding, find, redact


@value
class Screened:
    """`file` can be shown to a model; `held` is what was taken out of it."""

    file: FileText
    held: tuple[Finding, ...] = ()


def screened(tree: SourceTree, path: str | Entry, limit: int = MAX_BYTES, released: Collection[str] = ()) -> FileText:
    """Raises `FileMissing`. Blocks."""
    return screen(tree.read(path, limit), released).file


def screen(file: FileText, released: Collection[str] = ()) -> Screened:
    """The whole file is searched before any part of it is taken, so that half a key is never shown. What a person
    `released` (by id) is shown."""
    findings = find(file.text, file.path, released)
    return Screened(file=replace(file, text=visible(redact(file.text, findings))), held=tuple(findings))
