"""Languages by what the repository itself is written in, as people see it on GitHub."""

from __future__ import annotations

from typing import Any

import pytest

from disputatio.repository.languages import Share, shares
from disputatio.repository.source_tree import open_tree

TEN = "x" * 10


def told(builder: Any, files: dict[str, Any]) -> dict[str, float]:
    builder.commit(files)
    return {share.language: round(share.part, 3) for share in shares(open_tree(builder.path), 9)}


CASES: list[tuple[str, dict[str, Any], dict[str, float]]] = [
    ("code before prose and data", {"a.py": TEN, "b.md": TEN * 9, "c.json": TEN * 9}, {"Python": 1.0}),
    ("prose where there is no code", {"b.md": TEN, "c.json": TEN}, {"Markdown": 0.5, "JSON": 0.5}),
    (
        "documentation, examples, what is vendored or built",
        {"a.py": TEN, "docs/x.js": TEN, "examples/y.html": TEN, "node_modules/z.js": TEN, "dist/b.js": TEN},
        {"Python": 1.0},
    ),
    ("examples where there is nothing else", {"examples/y.py": TEN, "README.md": TEN}, {"Python": 1.0}),
    ("headers of C++", {"a.cpp": TEN * 2, "a.h": TEN, "b.c": TEN}, {"C++": 0.75, "C": 0.25}),
    ("headers of C", {"a.c": TEN * 2, "a.h": TEN, "b.cpp": TEN}, {"C": 0.75, "C++": 0.25}),
    ("headers alone", {"a.h": TEN}, {"C": 1.0}),
    ("Objective-C", {"a.m": TEN, "b.mm": TEN}, {"Objective-C": 0.5, "Objective-C++": 0.5}),
    ("no name of a language", {"proguard.pro": TEN, "a.java": TEN, "Makefile": TEN}, {"Java": 0.5, "Makefile": 0.5}),
    ("an empty repository", {}, {}),
]


@pytest.mark.parametrize(("files", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_counts(builder: Any, files: dict[str, Any], expected: dict[str, float]) -> None:
    assert told(builder, files) == expected


ATTRIBUTES = """\
# linguist-vendored
gen/** linguist-generated
src/[ab].py linguist-vendored=true
*.inc linguist-language=PHP text
pages/**/*.md linguist-detectable=true -linguist-documentation
docs/** linguist-documentation=false
third_party/** -linguist-vendored
"odd name" linguist-vendored
{a,b,c}{a,b,c}{a,b,c}{a,b,c} linguist-vendored
* text=auto
"""


def test_what_the_repository_says_of_its_files_goes_first(builder: Any) -> None:
    files = {
        ".gitattributes": ATTRIBUTES,
        "gen/x.py": TEN,
        "src/a.py": TEN,
        "src/c.py": TEN,
        "lib/y.inc": TEN,
        "pages/en/ls.md": TEN,
        "docs/z.js": TEN,
        "third_party/t.rb": TEN,
        "README.md": TEN * 50,
    }
    assert told(builder, files) == {"Python": 0.2, "PHP": 0.2, "Markdown": 0.2, "JavaScript": 0.2, "Ruby": 0.2}


def test_attributes_that_leave_nothing_leave_what_is_own(builder: Any) -> None:
    assert told(builder, {".gitattributes": "*.py linguist-detectable=false\n", "a.py": TEN}) == {"Python": 1.0}


@pytest.mark.parametrize("attributes", [(0o120000, b"/etc/passwd"), b"\0\0", "x" * 200_000, "* linguist-language="])
def test_attributes_that_cannot_be_read_say_nothing(builder: Any, attributes: Any) -> None:
    assert told(builder, {".gitattributes": attributes, "a.py": TEN}) == {"Python": 1.0}


def test_a_share_is_never_rounded_to_nothing_or_to_all() -> None:
    words = {part: Share(language="Python", part=part).percent for part in (0.001, 0.5, 0.996, 1.0)}
    assert words == {0.001: "< 1%", 0.5: "50%", 0.996: "> 99%", 1.0: "100%"}
