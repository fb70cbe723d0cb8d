"""Notes and documents as Markdown files: what goes out comes back, and foreign files stay as they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.library.text_file import TextFile, markdown_of, read_markdown
from disputatio.library.workspace import PURPLE, Document, Note, Project

WORDS = st.text(st.characters(codec="utf-8"), max_size=40)


@given(WORDS, WORDS, st.lists(WORDS, max_size=3), WORDS)
def test_a_note_comes_back_as_it_went(title: str, author: str, tags: list[str], body: str) -> None:
    note = Note(title=title, body=body, author=author, tags=tuple(tags), colour=PURPLE)
    found = read_markdown(markdown_of(note))
    assert (found.title, found.author, found.tags, found.colour) == (title, author, note.tags, PURPLE)
    assert found.text.rstrip("\n") == body.rstrip("\n")


def test_a_file_is_what_other_programs_read_too() -> None:
    note = Note(title='Why "now"?', body="# Now\n\nBecause.", tags=("a", "é"))
    assert markdown_of(note) == '---\ntitle: "Why \\"now\\"?"\ntags: ["a", "é"]\n---\n\n# Now\n\nBecause.\n'
    assert markdown_of(Document(title="D", text="x\n\n")) == '---\ntitle: "D"\n---\n\nx\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Plain.",
        "---\nno end",
        "---\ntitle: unquoted\n---\ntext",
        '---\nlayout: "post"\n---\ntext',
        "---\ntitle: 3\n---\ntext",
        '---\ntags: "one"\n---\ntext',
        "---\ntags: [1]\n---\ntext",
        "---\n\n---\ntext",
    ],
)
def test_a_foreign_file_is_its_text(text: str) -> None:
    assert read_markdown(text) == TextFile(text=text)


def test_a_document_moves_to_a_project_and_leaves_the_assignment_of_another_behind() -> None:
    document = Document(title="D", text="x", workspace="w", project="p", assignment="a")
    moved = document.moved_to(Project(name="Other", id="q", workspace="v"))
    assert (moved.project, moved.workspace, moved.assignment) == ("q", "v", "")
    stayed = document.moved_to(Project(name="Own", id="p", workspace="w"))
    assert stayed == document
    alone = document.moved_to(None)
    assert (alone.project, alone.workspace, alone.assignment) == ("", "w", "")
