"""Chunks: a definition each, within the limits, every line that says something in exactly one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.repository.chunks import CHARACTERS, LINES, MOST, Chunk, cut
from disputatio.repository.grammars import GRAMMARS, LARGEST, parse
from disputatio.repository.languages import language_of

PYTHON = '''"""Orders."""

import os
from shop import cart

RATE = 3

# How often an order is tried.
@retried
def order(cart):
    return cart


class Shop:
    """A shop."""

    def open(self):
        return 1

    async def close(self):
        def inner():
            pass
        return inner
'''

EXAMPLES = {
    "Python": ("a.py", PYTHON, ["order", "Shop"]),
    "JavaScript": (
        "a.js",
        "import x from 'y';\nexport function f() {\n}\nclass A {\n  m() {}\n}\nconst g = () => 1;\n",
        ["f", "A", "g"],
    ),
    "TypeScript": ("a.ts", "interface I { x: number }\ntype T = I;\nexport abstract class B {}\n", ["I", "T", "B"]),
    "TSX": ("a.tsx", "export const V = () => <b>hi</b>;\nfunction W() { return <i/>; }\n", ["V", "W"]),
    "C": ("a.c", "#include <x.h>\nstruct s { int a; };\nstatic int *f(int a)\n{\n  return 0;\n}\n", ["s", "f"]),
    "C++": ("a.cpp", "namespace n {\nclass A { void m(); };\n}\nvoid n::A::m() {}\n", ["n", "n::A::m"]),
    "Go": ("a.go", 'package a\nimport "fmt"\nfunc F() {}\ntype T struct{}\nfunc (t T) M() {}\n', ["F", "T", "T.M"]),
    "Rust": ("a.rs", "use std::io;\nfn f() {}\nstruct S;\nimpl S { fn m(&self) {} }\n", ["f", "S", "S"]),
    "Java": ("A.java", "import java.util.List;\nclass A {\n  int f() { return 1; }\n}\n", ["A"]),
    "Ruby": ("a.rb", "module M\n  class A\n    def f\n    end\n  end\nend\n", ["M"]),
    "C#": ("A.cs", "using System;\nclass A { int F() { return 1; } }\n", ["A"]),
    "PHP": ("a.php", "<?php\nfunction f() {}\nclass A { function m() {} }\n", ["f", "A"]),
    "Shell": ("a.sh", "f() {\n  echo 1\n}\n", ["f"]),
}


NAMES = [
    ("a.js", "const one = 1;\nlet two = 2;\n", []),
    ("a.js", "const f = () => 1;\nvar g = function () {};\n", ["f", "g"]),
    ("a.js", "export const table = make({\n  a: 1,\n});\n", ["table"]),
    ("a.js", "exports.h = () => 1;\nA.prototype.m = function () {};\nx.y = 3;\n", ["exports.h", "A.prototype.m"]),
    ("a.ts", "export const a: X = 1\nexport const b = async (): Promise<void> => {}\n", ["b"]),
    ("a.go", "package a\nfunc (s *Set[K, V]) Add(k K) {}\nfunc (Set) Nop() {}\n", ["Set.Add", "Set.Nop"]),
    ("a.rs", "impl fmt::Debug for Entry {}\nimpl<T> Stack<T> {}\n", ["fmt::Debug for Entry", "Stack<T>"]),
    ("a.h", "#define ONE(x) (x)\n#define TWO(x) \\\n  do { x; } while (0)\n", ["TWO"]),
    ("a.c", "typedef struct node {\n  int a;\n} node_t;\nenum { A,\n B };\n", ["node_t", "A"]),
]


@pytest.mark.parametrize(("path", "text", "names"), NAMES)
def test_what_is_named_and_how(path: str, text: str, names: list[str]) -> None:
    made = cut(path, language_of(path), text)
    assert [chunk.name for chunk in made.chunks if chunk.kind == "definition"] == names


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_each_grammar_finds_definitions(grammar: str) -> None:
    path, text, names = EXAMPLES[grammar]
    made = cut(path, "TypeScript" if grammar == "TSX" else grammar, text)
    assert [chunk.name for chunk in made.chunks if chunk.kind == "definition"] == names


def test_a_definition_has_its_comment_and_decorator_with_it() -> None:
    made = cut("a.py", "Python", PYTHON)
    assert made.chunks == (
        Chunk(first=1, last=7, kind="part"),
        Chunk(first=8, last=11, kind="definition", name="order"),
        Chunk(first=14, last=23, kind="definition", name="Shop"),
    )
    assert made.parsed is not None
    assert made.parsed.imports == ("import os", "from shop import cart")


def test_a_large_class_is_cut_at_its_methods() -> None:
    methods = "".join(f"    def m{n}(self):\n" + "        x = 1\n" * 50 + "\n" for n in range(4))
    made = cut("a.py", "Python", f'class Big:\n    """Doc."""\n\n{methods}')
    assert [chunk.name for chunk in made.chunks] == ["Big", "Big.m0", "Big.m1", "Big.m2", "Big.m3"]
    assert all(chunk.last - chunk.first < LINES for chunk in made.chunks)


def test_prose_is_cut_at_headings_but_not_in_fences() -> None:
    text = "Intro\n\n# One\n\ntext\n```\n# no heading\n```\n## Two ##\nmore\n\nThree\n=====\nend\n"
    made = cut("a.md", "Markdown", text)
    assert [(chunk.first, chunk.kind, chunk.name) for chunk in made.chunks] == [
        (1, "part", ""),
        (3, "section", "One"),
        (9, "section", "Two"),
        (12, "section", "Three"),
    ]
    assert cut("a.rst", "reStructuredText", "Title\n-----\ntext\n").chunks[0].name == "Title"


def test_a_file_too_large_to_parse_and_broken_code_are_cut_by_size() -> None:
    huge = "x = 1\n" * (LARGEST // 6 + 10)
    assert parse(huge, "Python") is None
    made = cut("a.py", "Python", huge)
    assert {chunk.kind for chunk in made.chunks} == {"part"}
    assert cut("a.py", "Python", "def (((\n  ]]] class\n").chunks
    assert len(cut("a.txt", "Text", "a\n" * (LINES * MOST * 2)).chunks) == MOST


WORDS = st.text(alphabet="ab{}()#=\n \t\"'/*:;<>é\x00", max_size=400)


@given(text=WORDS, grammar=st.sampled_from([*GRAMMARS, "Markdown", "Text"]))
def test_every_line_that_says_something_is_in_one_chunk_within_the_limits(text: str, grammar: str) -> None:
    path = EXAMPLES[grammar][0] if grammar in EXAMPLES else "a"
    lines = text.split("\n")
    made = cut(path, "TypeScript" if grammar == "TSX" else grammar, text).chunks
    covered = [line for chunk in made for line in range(chunk.first, chunk.last + 1)]
    assert covered == sorted(set(covered))
    said = {number for number, line in enumerate(lines, 1) if any(c.isalnum() for c in line)}
    assert said <= set(covered)
    for chunk in made:
        body = lines[chunk.first - 1 : chunk.last]
        assert len(body) <= LINES
        assert len(body) == 1 or sum(len(line) + 1 for line in body) <= CHARACTERS
