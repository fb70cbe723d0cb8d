"""Files as passages: sections keep their names, nothing is lost, nothing is longer than a passage may be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.library.corpus import (
    DEEPEST,
    HEADING,
    LONGEST,
    Chunk,
    Part,
    clean,
    parts_of_html,
    parts_of_markdown,
    parts_of_text,
    pieces,
    place,
    rejoin,
    section_name,
)
from disputatio.library.corpus import chunk as chunked
from disputatio.library.persona import LIMITS, Persona, too_long

GUIDE = """Before all.

# Guide ##

Read this.

## Install

```sh
# not a heading
~~~
pip install it
```

After the fence.

Setext
======

Under it.

Smaller
---

- item
---
text | table
| --- |
"""


def named(markdown: str) -> list[tuple[str, str]]:
    return [(part.section, part.text) for part in parts_of_markdown(markdown)]


def test_markdown_is_cut_at_its_headings() -> None:
    found = dict(named(GUIDE))
    assert list(found) == ["", "Guide", "Guide › Install", "Setext", "Setext › Smaller"]
    assert found["Guide"] == "Read this."
    assert "# not a heading" in found["Guide › Install"]
    assert found["Guide › Install"].endswith("After the fence.")
    assert found["Setext › Smaller"].startswith("- item\n---\ntext")


def test_a_fence_is_closed_only_by_its_own_mark() -> None:
    assert named("````\n```\n# inside\n````\n# Out\nx") == [("", "````\n```\n# inside\n````"), ("Out", "x")]
    assert named("```\n# inside, never closed") == [("", "```\n# inside, never closed")]


@pytest.mark.parametrize("text", ["text\nmore\n===", "    code\n===", "1. item\n---", "===", "> quote\n---"])
def test_what_only_looks_like_an_underlined_heading_is_text(text: str) -> None:
    assert named(text) == [("", text)]


def test_headings_without_text_are_no_sections_but_lead_to_some() -> None:
    assert named("# A\n## B\n### C\nx\n# D") == [("A › B › C", "x")]


def test_long_paths_keep_their_end() -> None:
    name = section_name(["a" * HEADING, "the last"])
    assert name.startswith("… ")
    assert name.endswith("› the last")
    assert section_name(["  one \n line ", " "]) == "one line"


def test_texts_lose_controls_and_needless_lines() -> None:
    assert clean("\ufeffa\r\nb\r\x00\x1b[31mc \n\n\n\nd\u00a0e\n") == "a\nb\n[31mc\n\nd e"
    assert parts_of_text(" x\n") == [Part(text=" x")]
    assert rejoin("post-\nmortem, well-\nKnown, 3-\n4") == "postmortem, well-\nKnown, 3-\n4"


@pytest.mark.parametrize(
    ("chunk", "where"),
    [
        (Chunk(number=4, text="x"), "part 4"),
        (Chunk(number=4, text="x", page=2), "page 2"),
        (Chunk(number=4, text="x", page=2, section="A › B"), "page 2, A › B"),
    ],
)
def test_places_are_said_in_words(chunk: Chunk, where: str) -> None:
    assert chunk.place == where == place(chunk.section, chunk.page, chunk.number)


def test_a_section_is_a_passage_and_a_long_one_several() -> None:
    long = "\n\n".join(f"Paragraph {n}. " + "word " * 150 for n in range(12))
    found = chunked([Part(text="short", section="A"), Part(text=long, page=7)])
    assert [chunk.number for chunk in found] == list(range(1, len(found) + 1))
    assert found[0] == Chunk(number=1, text="short", section="A")
    assert all(chunk.page == 7 and len(chunk.text) <= LONGEST for chunk in found[1:])
    assert all(chunk.text.startswith("Paragraph") for chunk in found[1:]), "cut between paragraphs"
    assert len(found) == 4


def test_sentences_then_words_then_letters_are_cut_where_nothing_better_is() -> None:
    sentences = pieces("One is one. Two is two! Three is three? " * 3, 50)
    assert all(piece.endswith((".", "!", "?")) for piece in sentences)
    assert pieces("word " * 30, 20) == ["word word word word"] * 7 + ["word word"]
    assert pieces("x" * 45, 20) == ["x" * 20, "x" * 20, "x" * 5]
    assert pieces(" \n\n ") == []


@given(st.text(alphabet="ab.! \n#-", max_size=300), st.integers(5, 60))
def test_nothing_but_blanks_is_lost_by_cutting(text: str, longest: int) -> None:
    found = pieces(text, longest)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(0 < len(piece) <= longest for piece in found)


# ---- HTML ------------------------------------------------------------------------------------------------------------
PAGE = """<!doctype html><html><head><title>The &amp; page</title><style>p { color: red }</style>
<script>alert("<p>no</p>")</script></head><body><nav>Menu</nav>
<p>Before.</p><h1>Caches <em>lie</em></h1><p>They go
   stale,&nbsp;all of <b>them</b>.</p><ul><li>one<li>two</ul>
<table><tr><th>TTL<th>Load</tr><tr><td>5<td>half</tr></table><pre>a
   b</pre><h2>Hidden</h2><div hidden>secret<br>words</div><p style="display: none">more</p>Shown<br>here
<img src="http://localhost/x.png" alt="x"><!-- comment --><noscript>no</noscript><h2>Open <p>never closed"""


def test_a_page_is_its_text_in_sections() -> None:
    found = {part.section: part.text for part in parts_of_html(PAGE)}
    assert list(found) == ["The & page", "Caches lie", "Caches lie › Hidden", "Caches lie › Open"]
    assert found["The & page"] == "Before."
    lies = found["Caches lie"]
    assert lies.startswith("They go stale, all of them.\n\n- one\n- two")
    assert "| TTL | Load\n" in lies
    assert lies.endswith("a\n   b"), "preformatted text keeps its blanks"
    assert found["Caches lie › Hidden"] == "Shown\nhere"
    assert found["Caches lie › Open"] == "never closed"
    whole = " ".join(found.values())
    for gone in ("alert", "color", "Menu", "secret", "more", "comment", "localhost", "no"):
        assert gone not in whole.split()


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("just text", "just text"),
        ("</p></div>a</b>b", "ab"),
        ("<h1>only a heading", ""),
        ("<script>never closed <p>x", ""),
        ("<title>T</title><title>U</title>x", "U\n\nx"),
        ("<svg><title>drawn</title></svg>x", "x"),
        ("<div " * 3 + ">x", "x"),
        ("a<br/>b<hr>c", "a\nb\n\nc"),
    ],
)
def test_broken_pages_give_what_text_they_have(page: str, text: str) -> None:
    assert "\n".join(part.text for part in parts_of_html(page)) == text


def test_deep_pages_give_their_text_and_close_again() -> None:
    deep = "<div>" * (DEEPEST + 50) + "in" + "</div>" * (DEEPEST + 50) + "out"
    (part,) = parts_of_html(deep)
    assert part.text.split() == ["in", "out"]


@given(st.text(alphabet='<>/abhp1 "=&;!-', max_size=120))
def test_no_page_is_too_broken(page: str) -> None:
    for part in parts_of_html(page):
        assert part.text.strip()


def test_what_is_longer_than_a_prompt_has_room_for_is_named() -> None:
    fitting = Persona(**{name: "x" * limit for name, limit in LIMITS.items()})  # type: ignore[arg-type]
    assert too_long(fitting) == []
    assert too_long(Persona(name="Ada", voice="x" * 261)) == ["“Voice” has 261 characters (260 are the most)"]
