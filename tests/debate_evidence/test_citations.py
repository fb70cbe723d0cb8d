"""Which words of a text are citations, and which only look as if."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from disputatio.debate.citations.attribution import MOST, recognise
from disputatio.debate.citations.block_attribution import LONGEST_QUOTE
from disputatio.debate.citations.evidence import at_commit
from disputatio.debate.citations.notations import begun
from disputatio.debate.citations.recognition import Citation, KnownSources

KNOWN = KnownSources(
    files=lambda path: (
        path in ("bin/tool", "src/x.foo", "conf/site", "docs/my file.md", "b c/größe d.py", "My Notes.txt", "it's.py")
        or path
        in (
            "app/(group)/page.tsx",
            "run",
            "ChangeLog",
            "_gitignore",
            "C:/Program Files/x.c",
            "src/a.py",
            "docs/a%20b.md",
        )
    ),
    commits=lambda id: "8cf82ad91e0b".startswith(id),
    titles=("Design notes", "Budget", "Plan for 2027 (draft)"),
)

Found = tuple[str, str, int, int, str]
"""Kind, path, first line, last line, quotation."""


def lines(path: str, first: int, last: int = 0, quote: str = "") -> Found:
    return ("lines", path, first, last or first, quote)


def quote(path: str, words: str) -> Found:
    return ("quote", path, 0, 0, words)


def titled(title: str, words: str) -> Found:
    return ("title", title, 0, 0, words)


def commit(id: str, words: str = "") -> Found:
    return ("commit", id, 0, 0, words)


def address(text: str) -> Found:
    return ("address", text, 0, 0, "")


PLACES: list[tuple[str, list[Found]]] = [
    (
        "limited (2 MB in `src/b.py:138`, `MOST_BYTES = 400_000` in `src/a.py:28`)",
        [lines("src/b.py", 138), lines("src/a.py", 28, quote="MOST_BYTES = 400_000")],
    ),
    (
        "According to `src/b.py:25`, `WAIT = 12.0` (`src/a.py:26`) is enough.",
        [lines("src/b.py", 25), lines("src/a.py", 26, quote="WAIT = 12.0")],
    ),
    (
        "`src/b.py:25` says `WAIT = 12.0` (`src/a.py:26` says `WAIT = 10.0`).",
        [lines("src/b.py", 25, quote="WAIT = 12.0"), lines("src/a.py", 26, quote="WAIT = 10.0")],
    ),
    (
        "`src/a.py:26` says `WAIT = 10.0` (a.py:26).",
        [lines("src/a.py", 26, quote="WAIT = 10.0"), lines("a.py", 26)],
    ),
    ("See src/a.py:12.", [lines("src/a.py", 12)]),
    ("src/a.py:12-20", [lines("src/a.py", 12, 20)]),
    ("src/a.py:12–20 says so", [lines("src/a.py", 12, 20)]),
    ("src/a.py:20-12", [lines("src/a.py", 12, 20)]),
    ("(src/a.py:12)", [lines("src/a.py", 12)]),
    ("[src/a.py:12]", [lines("src/a.py", 12)]),
    ("`src/a.py:12`", [lines("src/a.py", 12)]),
    ("`src/a.py`:12", [lines("src/a.py", 12)]),
    ("**src/a.py**:12-14", [lines("src/a.py", 12, 14)]),
    ("src/a.py:12:5", [lines("src/a.py", 12)]),
    ("src/a.py#L12", [lines("src/a.py", 12)]),
    ("src/a.py#L12-L20", [lines("src/a.py", 12, 20)]),
    ("src/a.py#L12-20", [lines("src/a.py", 12, 20)]),
    ("src/a.py#L12C3-L20C7", [lines("src/a.py", 12, 20)]),
    ("src/a.py:L12-L20", [lines("src/a.py", 12, 20)]),
    ("[the loop](src/a.py#L12)", [lines("src/a.py", 12)]),
    ("src/a.py line 12", [lines("src/a.py", 12)]),
    ("src/a.py, line 12", [lines("src/a.py", 12)]),
    ("src/a.py, lines 12 to 20", [lines("src/a.py", 12, 20)]),
    ("src/a.py, lines 12–20, where", [lines("src/a.py", 12, 20)]),
    ("src/a.py (line 12)", [lines("src/a.py", 12)]),
    ("src/a.py (lines 12-20)", [lines("src/a.py", 12, 20)]),
    ("`src/a.py` at line 12", [lines("src/a.py", 12)]),
    ("`src/a.py` on lines 12 through 20", [lines("src/a.py", 12, 20)]),
    ("`src/a.py` (L12-L20)", [lines("src/a.py", 12, 20)]),
    ("line 12 of src/a.py", [lines("src/a.py", 12)]),
    ("Lines 12 to 20 of the file `src/a.py`", [lines("src/a.py", 12, 20)]),
    ("on line 3 in a.py", [lines("a.py", 3)]),
    ("in `a.py`, Zeilen 3 bis 5", [lines("a.py", 3, 5)]),
    ("./src/a.py:3", [lines("./src/a.py", 3)]),
    ("/home/me/shop/src/a.py:3", [lines("/home/me/shop/src/a.py", 3)]),
    (r"C:\shop\src\a.py:12", [lines("C:/shop/src/a.py", 12)]),
    ("Makefile:3", [lines("Makefile", 3)]),
    ("README:4", [lines("README", 4)]),
    (".gitignore:2", [lines(".gitignore", 2)]),
    ("docs/readme:4", [lines("docs/readme", 4)]),
    ("`app/[id]/page.tsx:12`", [lines("app/[id]/page.tsx", 12)]),
    ("@types/node/index.d.ts:5", [lines("@types/node/index.d.ts", 5)]),
    ("bin/tool:4 and src/x.foo:3", [lines("bin/tool", 4), lines("src/x.foo", 3)]),
    ("a.py:1, b.py:2 and c.py:3", [lines("a.py", 1), lines("b.py", 2), lines("c.py", 3)]),
    ("`f(a.py:3)`", [lines("a.py", 3)]),
    ("naïve/größe.py:7", [lines("naïve/größe.py", 7)]),
    ("It fails (a.py:3). It always did.", [lines("a.py", 3)]),
    # names with spaces, brackets, marks: only of files that are known
    ("docs/my file.md:12", [lines("docs/my file.md", 12)]),
    ("see `docs/my file.md:12-14`", [lines("docs/my file.md", 12, 14)]),
    ("`docs/my file.md` line 12", [lines("docs/my file.md", 12)]),
    ('"docs/my file.md", line 12', [lines("docs/my file.md", 12)]),
    ("lines 12 to 20 of docs/my file.md", [lines("docs/my file.md", 12, 20)]),
    ("[there](docs/my%20file.md#L12)", [lines("docs/my file.md", 12)]),
    ("[there](<docs/my file.md#L12>)", [lines("docs/my file.md", 12)]),
    (r"`b c\größe d.py:3`", [lines("b c/größe d.py", 3)]),
    (r"C:\Program Files\x.c:12", [lines("C:/Program Files/x.c", 12)]),
    ("My Notes.txt:3 and a.py:4", [lines("My Notes.txt", 3), lines("a.py", 4)]),
    ("app/(group)/page.tsx:12", [lines("app/(group)/page.tsx", 12)]),
    ("it's.py:3", [lines("it's.py", 3)]),
    ("the other file.md:12", [lines("file.md", 12)]),
    ("na\u0308ive/gro\u0308ße.py:7", [lines("na\u0308ive/gro\u0308ße.py", 7)]),
    # several lines
    ("a.py:3,7-9", [lines("a.py", 3), lines("a.py", 7, 9)]),
    ("`a.py:3,7`", [lines("a.py", 3), lines("a.py", 7)]),
    ("a.py:3, :7 and L9", [lines("a.py", 3), lines("a.py", 7), lines("a.py", 9)]),
    ("a.py:3, 7 times", [lines("a.py", 3)]),
    ("a.py lines 3, 7 and 9-11", [lines("a.py", 3), lines("a.py", 7), lines("a.py", 9, 11)]),
    ("a.py line 3, 7 of them", [lines("a.py", 3)]),
    ("lines 3, 7–8 and 12 of a.py", [lines("a.py", 3), lines("a.py", 7, 8), lines("a.py", 12)]),
    # as compilers, editors and web pages have it
    ("src/a.py(12)", [lines("src/a.py", 12)]),
    ("src/a.py(12,5): error", [lines("src/a.py", 12)]),
    ("src/a.py(12-20)", [lines("src/a.py", 12, 20)]),
    ('File "src/a.py", line 12, in f', [lines("src/a.py", 12)]),
    ("a.py:12:5-14:9", [lines("a.py", 12, 14)]),
    ("a.py:12..20, a.py:3…5", [lines("a.py", 12, 20), lines("a.py", 3, 5)]),
    ("a.py:12ff. and b.py:3f", [lines("a.py", 12), lines("b.py", 3)]),
    ("a.py:12 – 20.", [lines("a.py", 12, 20)]),
    ("a.py:12 - 3 of them", [lines("a.py", 12)]),
    ("src/a.py#12-20", [lines("src/a.py", 12, 20)]),
    ("src/zz.py#12", []),
    ("file:src/a.py:12", [lines("src/a.py", 12)]),
    ("file:///home/me/a.py#L12", [lines("/home/me/a.py", 12)]),
    ("_a.py:12_, __b.py:3__", [lines("a.py", 12), lines("b.py", 3)]),
    ("[`src/a.py:12`](src/a.py#L12)", [lines("src/a.py", 12)]),
    ("[src/a.py](./src/a.py#L12-L20)", [lines("./src/a.py", 12, 20)]),
    ("[src/a.py:12](src/a.py)", [lines("src/a.py", 12)]),
    ("[a.py:12](a.py#L13)", [lines("a.py", 12), lines("a.py", 13)]),
    ("[a.py:12](b.py#L12)", [lines("a.py", 12), lines("b.py", 12)]),
    ("`bin/tool`, line 3; `src/x.foo` line 4", [lines("bin/tool", 3), lines("src/x.foo", 4)]),
    ("run:65, `run` line 3, ChangeLog:7", [lines("run", 65), lines("run", 3), lines("ChangeLog", 7)]),
    ("_gitignore:17 and __init__.py:3", [lines("_gitignore", 17), lines("__init__.py", 3)]),
    ("src/_a.py:3_", [lines("src/_a.py", 3)]),
    ("docs/what.pqr:3", [lines("docs/what.pqr", 3)]),
    (r"bin\tool:4", [lines("bin/tool", 4)]),
    ("as src/../my file.md:3 has it", [lines("file.md", 3)]),
    # in words
    ("L12-L20 of a.py", [lines("a.py", 12, 20)]),
    ("a.py, L12", [lines("a.py", 12)]),
    ("a.py's line 12", [lines("a.py", 12)]),
    ("a.py between lines 12 and 20", [lines("a.py", 12, 20)]),
    ("a.py, starting at line 12", [lines("a.py", 12)]),
    ("a.py near line number 12", [lines("a.py", 12)]),
    ("at line 12 (a.py)", [lines("a.py", 12)]),
    ("b.py line 3 of a.py", [lines("b.py", 3)]),
    ("a.py, lignes 12 à 20", [lines("a.py", 12, 20)]),
    ("строка 12 в a.py", [lines("a.py", 12)]),
    # signs that look the same, and scripts without spaces
    ("a.py:12\u201120", [lines("a.py", 12, 20)]),
    ("a.py\u202fline\u00a012\u221220", [lines("a.py", 12, 20)]),
    ("my\u2011mod.py:3", [lines("my-mod.py", 3)]),
    ("请看src/a.py：12。", [lines("src/a.py", 12)]),
    ("「src/a.py:12」", [lines("src/a.py", 12)]),
    ("src/a.pyの12行目", [lines("src/a.py", 12)]),
    ("`src/a.py` 第12到20行", [lines("src/a.py", 12, 20)]),
    ("日本/資料.py:3", [lines("日本/資料.py", 3)]),
]

QUOTATIONS: list[tuple[str, list[Found]]] = [
    ("`return 1` in src/a.py", [quote("src/a.py", "return 1")]),
    ("src/a.py contains `return 1`", [quote("src/a.py", "return 1")]),
    ("“two words” (src/a.py:12)", [lines("src/a.py", 12, quote="two words")]),
    ('"two words" (src/a.py:12-13)', [lines("src/a.py", 12, 13, "two words")]),
    ("«two words», src/a.py:12", [lines("src/a.py", 12, quote="two words")]),
    ("see src/a.py:12 (`retry`)", [lines("src/a.py", 12)]),
    ("src/a.py (“two words”)", []),
    ("„zwei Worte“ (src/a.py:12)", [lines("src/a.py", 12, quote="zwei Worte")]),
    ("`src/a.py:12`: `return 1`", [lines("src/a.py", 12, quote="return 1")]),
    ("`src/a.py:12`: ``f(`x`, 1)``", [lines("src/a.py", 12, quote="f(`x`, 1)")]),
    ("src/a.py:12 says “two words”", [lines("src/a.py", 12, quote="two words")]),
    ("src/a.py:12 (`return 1`)", [lines("src/a.py", 12, quote="return 1")]),
    ("src/a.py:12 — `return 1`", [lines("src/a.py", 12, quote="return 1")]),
    ("According to src/a.py:12, “two words”", [lines("src/a.py", 12, quote="two words")]),
    ("`a = 1` (x.py:3), `b = 2` (x.py:4)", [lines("x.py", 3, quote="a = 1"), lines("x.py", 4, quote="b = 2")]),
    ("x.py:3: `a = 1`, x.py:4: `b = 2`", [lines("x.py", 3, quote="a = 1"), lines("x.py", 4, quote="b = 2")]),
    (
        'src/a.py:12: `for name in ("LICENSE", "b.toml"):`',
        [lines("src/a.py", 12, quote='for name in ("LICENSE", "b.toml"):')],
    ),
    (
        'src/a.py:12: `get("https://x.org", 1)`',
        [lines("src/a.py", 12, quote='get("https://x.org", 1)')],
    ),
    ("src/a.py:12: `see b.py:3 there`", [lines("src/a.py", 12, quote="see b.py:3 there")]),
    ("`Runner.start` (src/a.py:12)", [lines("src/a.py", 12)]),
    ("change a.py:3 to `x = 1`", [lines("a.py", 3)]),
    ("replace it with `x = 1` in a.py", []),
    ("add `x = 1` to a.py:3", [lines("a.py", 3)]),
    ("there is no `x = 1` in a.py", []),
    ("it doesn't contain `x = 1` (a.py:3)", [lines("a.py", 3)]),
    ("a.py:3 does not say `x = 1`", [lines("a.py", 3)]),
    ("Run `python -m shop` (see README.md)", []),
    ("It is `x = 1`. In a.py:3 nothing is set.", [lines("a.py", 3)]),
    ("According to Design notes, “it is so”", [titled("Design notes", "it is so")]),
    ("“it is so” (design notes)", [titled("Design notes", "it is so")]),
    ("the note “Budget” says “ten euros”", [titled("Budget", "ten euros")]),
    ("Plan for 2027 (draft): “ship in May”", [titled("Plan for 2027 (draft)", "ship in May")]),
    ("the document “Unheard of” says “two words”", [titled("Unheard of", "two words")]),
    ("The Budget is a “big problem” for us", []),
    ("the budget says “ten euros”", []),
    ("commit 1a2b3c4d: “Mend it all”", [commit("1a2b3c4d", "Mend it all")]),
    ("[src/a.py:12](src/a.py#L12): `return 1`", [lines("src/a.py", 12, quote="return 1")]),
    (
        "[a.py:12](https://x.org/a.py#L12): `return 1`",
        [lines("a.py", 12, quote="return 1"), address("https://x.org/a.py#L12")],
    ),
    ("src/a.py:12 sets `x = 1`", [lines("src/a.py", 12, quote="x = 1")]),
    ("a.py:3-4: `x = 1` and `y = 2`", [lines("a.py", 3, 4, "x = 1"), lines("a.py", 3, 4, "y = 2")]),
    ("`x = 1`, `y = 2` (a.py:3-4)", [lines("a.py", 3, 4, "x = 1"), lines("a.py", 3, 4, "y = 2")]),
    ("a.py:3-4: `x = 1`. Then `y = 2`", [lines("a.py", 3, 4, "x = 1")]),
    ("a.py:3: `x = 1` and `y = 2`", [lines("a.py", 3, quote="x = 1")]),
    ("`a.py:3`: `@app.route(PATH)`", [lines("a.py", 3, quote="@app.route(PATH)")]),
    ("a.py:3 says `free(x);`", [lines("a.py", 3, quote="free(x);")]),
    ("a.py line 3 is: `from b import c`", [lines("a.py", 3, quote="from b import c")]),
    ("a.py:3 is `from b import c`.", [lines("a.py", 3, quote="from b import c")]),
    ("a.py:3 is “too slow for this”.", [lines("a.py", 3)]),
    ("a.py:3 is `slow`, and a.py is `from b import c`", [lines("a.py", 3)]),
    ("a.py:3 is not `from b import c`", [lines("a.py", 3)]),
    ("`free(x);` (a.py:3)", [lines("a.py", 3, quote="free(x);")]),
    ("`Runner.start()`: a.py:3", [lines("a.py", 3, quote="Runner.start()")]),
    ("a.py:3: `Runner.start()`", [lines("a.py", 3, quote="Runner.start()")]),
    ("`send(message)` (a.py:3)", [lines("a.py", 3)]),
    ("a.py:3 (`send(message)`)", [lines("a.py", 3)]),
    ("a.py contains `@app.route(PATH)`", [quote("a.py", "@app.route(PATH)")]),
    ("a.py:3: `* https://x.org/y`", [lines("a.py", 3, quote="* https://x.org/y")]),
    ("「戻り値は一つ」（a.py:12）", [lines("a.py", 12, quote="戻り値は一つ")]),
    ("a.pyの12行目は「戻り値：一つ」", [lines("a.py", 12, quote="戻り値：一つ")]),
    ("“so‑called thing” (a.py:3)", [lines("a.py", 3, quote="so‑called thing")]),
]

BLOCKS: list[tuple[str, list[Found]]] = [
    ("```python a.py:3-4\nx = 1\n```", [lines("a.py", 3, 4, "x = 1")]),
    ('```python title="a.py"\nx = 1\n```', [quote("a.py", "x = 1")]),
    ("```3:4:src/a.py\nx = 1\n```", [lines("src/a.py", 3, 4, "x = 1")]),
    ("```a.py\nx = 1\n```", [quote("a.py", "x = 1")]),
    ("~~~ a.py:3\nx = 1\n~~~", [lines("a.py", 3, quote="x = 1")]),
    ("```python\n# src/a.py:3\nx = 1\n```", [lines("src/a.py", 3, quote="x = 1")]),
    ("This is from our code:\n```js\n// a.js\nlet x = 1\n```", [quote("a.js", "let x = 1")]),
    ("```js\n// a.js\nlet x = 1\n```", []),
    ("It reads:\n```c\n#include <a.h>\nint x;\n```", []),
    ("The updated file:\n```python a.py\nx = 1\n```", []),
    ("From `a.py:3`:\n\n```python\nx = 1\n```", [lines("a.py", 3, quote="x = 1")]),
    ("**a.py**\n```python\nx = 1\n```", [quote("a.py", "x = 1")]),
    ("`a.py:3` reads:\n```\n3| x = 1\n4| y = 2\n```", [lines("a.py", 3, quote="x = 1\ny = 2")]),
    ("Change `a.py` to:\n```python\nx = 1\n```", []),
    ("`a.py` should become:\n```python a.py\nx = 1\n```", []),
    ("Run the tests of a.py:\n```bash\npytest a.py:3\n```", []),
    ("```diff a.py\n-x = 1\n+x = 2\n```", []),
    ("```\nTraceback: a.py:3\n```", []),
    ("```python a.py:3\nx = 1", [lines("a.py", 3, quote="x = 1")]),
    ("```python:src/a.py:3-4\nx = 1\n```", [lines("src/a.py", 3, 4, "x = 1")]),
    ("```python file=a.py\nx = 1\n```", [quote("a.py", "x = 1")]),
    ("```docs/my file.md:3\nx = 1\n```", [lines("docs/my file.md", 3, quote="x = 1")]),
    ("```\nsrc/a.py:3\nx = 1\n```", [lines("src/a.py", 3, quote="x = 1")]),
    ("```\nx = 1\n```\n— `a.py:3`", [lines("a.py", 3, quote="x = 1")]),
    ("It is so:\n```\n3| x = 1\n```\n(Source: a.py:3)", [lines("a.py", 3, quote="x = 1")]),
    ("Make it:\n```\nx = 2\n```\n(a.py:3)", [lines("a.py", 3)]),
    ("```\nx = 1\n```\na.py:3 is another matter", [lines("a.py", 3)]),
    ("```\nx = 1\n```\nThe file a.py has more.", []),
    ("> x = 1\n> — a.py:3", [lines("a.py", 3, quote="x = 1")]),
    ("> `x = 1`\n> (a.py:3)", [lines("a.py", 3, quote="x = 1")]),
    ("> a.py:3", [lines("a.py", 3)]),
    ("a.py:3 reads:\n\n> “two words”\n", [lines("a.py", 3, quote="two words")]),
    ("Change a.py:3 to:\n> two words\n", [lines("a.py", 3)]),
    ("a.py:3 is old.\n> two words of the Critic\n", [lines("a.py", 3)]),
    ("a.py:3 reads:\n> see b.py:4 there\n", [lines("a.py", 3, quote="see b.py:4 there")]),
    ("> two words\n> a.py:3 says otherwise", [lines("a.py", 3)]),
    ("> As a.py:3 shows, it is so.\n> And more.", [lines("a.py", 3)]),
]

OTHERS: list[tuple[str, list[Found]]] = [
    ("commit 1a2b3c4d mends it", [commit("1a2b3c4d")]),
    ("in commit `1234567`", [commit("1234567")]),
    ("the 1a2b3c4 commit", [commit("1a2b3c4")]),
    ("8cf82ad9 mends it", [commit("8cf82ad9")]),
    ("1a2b3c4d is a number", []),
    ("commit hash `1a2b3c4d`", [commit("1a2b3c4d")]),
    ("commits 1a2b3c4d and 2b3c4d5e", [commit("1a2b3c4d"), commit("2b3c4d5e")]),
    ("commits `1a2b3c4d..2b3c4d5e`", [commit("1a2b3c4d"), commit("2b3c4d5e")]),
    ("see https://example.org/a.py:12.", [address("https://example.org/a.py:12")]),
    ("[there](http://localhost:8080/x)", [address("http://localhost:8080/x")]),
]

THEN: list[tuple[str, list[Found]]] = [
    ("See 8cf82ad:src/a.py:12.", [lines("8cf82ad:src/a.py", 12)]),
    ("`8cf82ad:src/a.py:12-20`", [lines("8cf82ad:src/a.py", 12, 20)]),
    ("8cf82ad:src/a.py#L12-L20", [lines("8cf82ad:src/a.py", 12, 20)]),
    ("`8cf82ad:src/a.py`:12", [lines("8cf82ad:src/a.py", 12)]),
    ("8cf82ad:src/a.py, lines 12 to 20", [lines("8cf82ad:src/a.py", 12, 20)]),
    ("line 12 of 8cf82ad:src/a.py", [lines("8cf82ad:src/a.py", 12)]),
    ("8cf82ad:src/a.py:3,7", [lines("8cf82ad:src/a.py", 3), lines("8cf82ad:src/a.py", 7)]),
    ("[then](8cf82ad:src/a.py#L3)", [lines("8cf82ad:src/a.py", 3)]),
    (r"8cf82ad:src\a.py:3", [lines("8cf82ad:src/a.py", 3)]),
    ("commit 8cf82ad:src/a.py:12", [lines("8cf82ad:src/a.py", 12)]),
    ("8cf82ad:src/a.py:3 and src/a.py:4", [lines("8cf82ad:src/a.py", 3), lines("src/a.py", 4)]),
    ("8cf82ad:src/a.py:3, after 8cf82ad", [lines("8cf82ad:src/a.py", 3), commit("8cf82ad")]),
    # a commit that is not known is one by its look; then only what looks like a file is one, as anywhere
    ("1a2b3c4:src/a.py:12", [lines("1a2b3c4:src/a.py", 12)]),
    ("8cf82ad:then.foo:3", [lines("8cf82ad:then.foo", 3)]),
    ("1a2b3c4:then.foo:3", []),
    ("deadbeef:src/a.py:12", []),
    ("1234567:src/a.py:12", []),
    # without lines the file itself is cited, with words they are
    ("`git show 8cf82ad:src/a.py`", [("lines", "8cf82ad:src/a.py", 0, 0, "")]),
    ("`return 1` in 8cf82ad:src/a.py", [quote("8cf82ad:src/a.py", "return 1")]),
    ("8cf82ad:src/a.py:12: `return 1`", [lines("8cf82ad:src/a.py", 12, quote="return 1")]),
    ("```python 8cf82ad:src/a.py:3\nx = 1\n```", [lines("8cf82ad:src/a.py", 3, quote="x = 1")]),
    (
        "`x = 1` and `y = 2` (8cf82ad:src/a.py:3-4)",
        [lines("8cf82ad:src/a.py", 3, 4, "x = 1"), lines("8cf82ad:src/a.py", 3, 4, "y = 2")],
    ),
    # what is no file is none at a commit either
    ("8cf82ad: src/a.py:3", [commit("8cf82ad"), lines("src/a.py", 3)]),
    ("8cf82ad:12 and 8cf82ad::x", [commit("8cf82ad"), commit("8cf82ad")]),
]
"""Files at a commit of the past: the path is told with it, as git does."""

LOOKALIKES = """\
at 12:30 · 12:30:45 · from 9:00-17:00 · 2026-11-21T12:30 · localhost:8080 · 127.0.0.1:80 · example.com:443 ·
db.internal:5432 · python:3 · node:18-alpine · library/redis:7 · v1.2.3:4 · 16:9 · a ratio of 3:1 · 1.5:1 ·
John 3:16 · {"a.py": 3} · {'a.py':3} · "main.py": 12 · a.py: 3 · and/or:3 · e.g.:3 · i.e. line 3 ·
std::vector:3 · a::b.c::3 · line 12 · lines 3 to 5 · L12 · #L12 · :12 · a.py · src/a.py · a.py:x · a.py:3.5 ·
a.py:50% · a.py:12px · foo.bar:12 · etc.:5 · deadbeef · Node.js:3 · nodejs/io.js#1836 · llama.ui#179 ·
#3b82f6aa · 550e8400-e29b-41d4-a716-446655440000 · sha256:1a2b3c4d5e · 1234567 · key:1a2b3c4 · x.y.z:3 ·
at 10:30 in a.py · http:x:80 · 1.2:3 · 12 of a.py · page 3 of a.py · lines 3 of 10 in a.py · a.py has line 12 ·
a.py from 3 to 5 · a.py (3) · a.py(x) · f(3) · printf(3) · a.py#main · a.py@12 · $3:50 · 10:30–11:00 · 4:3 aspect ·
a.py in 3 lines · a.py, 12 · foo@example.com:12 · [::1]:80 · C:3 · D:\\ · user@host:22 · 2:1 odds · Rom 8:28 ·
10:30 · 3:2, 4:1 · 12:30 (a.py) · v2:3 · a.b@1.2:3"""
NOTHING = re.split(r"\s+·\s+", LOOKALIKES)


def found(text: str) -> list[Found]:
    return [(one.kind, at_commit(one.at, one.path), one.first, one.last, one.quote) for one in recognise(text, KNOWN)]


@pytest.mark.parametrize(("text", "expected"), PLACES + QUOTATIONS + BLOCKS + OTHERS + THEN)
def test_a_citation_is_recognised_as_it_is_written(text: str, expected: list[Found]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_a_citation_is_none(text: str) -> None:
    assert found(f"It is {text} here.") == []


def test_there_are_many_examples() -> None:
    assert len(PLACES + QUOTATIONS + BLOCKS + OTHERS) + len(NOTHING) >= 130


def test_a_citation_says_where_it_stands_and_in_which_sentence() -> None:
    text = "First this. The loop ends early (`src/a.py:12`). Then that.\n- another item, b.py:3"
    one, two = recognise(text)
    assert text[one.start : one.end] == one.text == "src/a.py:12"
    assert one.says == "The loop ends early (`src/a.py:12`)."
    assert two.says == "- another item, b.py:3"


def test_a_place_alone_belongs_to_the_sentence_before_it() -> None:
    (one,) = recognise("Nothing. The loop ends early. (a:) ".replace("(a:)", "(`s.py:1`)"))
    assert "s.py:1" in one.says


def test_a_turn_has_a_bounded_number_of_citations_and_quotations_a_bounded_length() -> None:
    assert len(recognise(" ".join(f"a{n}.py:{n}" for n in range(1000)))) == MOST
    (one,) = recognise("```a.py:1\n" + "x = 1\n" * 10_000 + "```")
    assert len(one.quote) == LONGEST_QUOTE


# ---- hostile text ------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *"`\"“”«»'()[]{}:#-–.,;*_~/\\\n \t|<>@$%=+!?0129aL",
        *(
            "```",
            "~~~",
            "a.py",
            "a.py:1",
            ":12",
            "#L1-L2",
            " line 3",
            "lines 3 to ",
            "of ",
            "says ",
            "commit ",
            "1a2b3c4",
        ),
        *("http://", "Budget", "the note ", "…", "\u200b", "\x00", "é", "\u202e", "```py a.py\n"),
    ]
)


@given(st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=200))
@example("`" * 99 + "a.py:1")
@example("```a.py\n```a.py\n```")
def test_any_text_has_citations_within_it(text: str) -> None:
    before = 0
    for one in recognise(text, KNOWN):
        assert 0 <= before <= one.start < one.end <= len(text)
        assert text[one.start : one.end] == one.text
        assert one.path
        assert 0 <= one.first <= one.last
        assert one.first or one.quote or one.kind in ("commit", "address")
        before = one.start


@given(st.lists(st.sampled_from(PLACES + QUOTATIONS), min_size=1, max_size=6))
def test_citations_are_the_same_wherever_they_stand(examples: list[tuple[str, list[Found]]]) -> None:
    text = "\n\nSo it is.\n\n".join(text for text, _ in examples)
    assert found(text) == [one for _, expected in examples for one in expected]


HOSTILE: list[Callable[[int], str]] = [
    lambda n: "`" * n,
    lambda n: "` " * (n // 2),
    lambda n: "“" * n,
    lambda n: '"' * n,
    lambda n: "a.py:1 " * (n // 7),
    lambda n: "a" * n + ".py:1",
    lambda n: "a/" * (n // 2) + "a.py:1",
    lambda n: "a.py line " * (n // 10),
    lambda n: "line 3 of " * (n // 10) + "a.py",
    lambda n: "```\n" * (n // 4),
    lambda n: "```a.py\n" * (n // 8),
    lambda n: "x. " * (n // 3) + "a.py:1",
    lambda n: "http://" * (n // 7),
    lambda n: "1a2b3c4" * (n // 7),
    lambda n: "commit 1a2b3c4d " * (n // 16),
    lambda n: "Design " * (n // 7),
    lambda n: "a.py (" * (n // 6),
    lambda n: " " * n + "a.py:1",
    lambda n: "`x y` in a.py " * (n // 14),
    lambda n: "(" * n,
    lambda n: "the note “" * (n // 10),
]


@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: ascii(make(24))[:20])
def test_time_grows_with_the_text_and_no_faster(make: Callable[[int], str]) -> None:
    def seconds(n: int) -> float:
        text = make(n)
        times = []
        for _ in range(3):
            start = time.process_time()
            recognise(text, KNOWN)
            times.append(time.process_time() - start)
        return min(times)

    small, large = seconds(7_500), seconds(30_000)
    assert large < 8 * small + 0.02, "four times the text, far less than sixteen times the work"


def test_values_are_compared_by_content() -> None:
    assert recognise("a.py:1") == (
        Citation(kind="lines", text="a.py:1", start=0, end=6, path="a.py", first=1, last=1, says="a.py:1"),
    )


def test_a_quotation_before_two_places_in_a_row_is_compared_with_both() -> None:
    first, second = recognise("It says “the retry waits for sixty seconds” (src/a.py:3, docs/b.md:4).")
    assert (first.quote, second.beside) == ("the retry waits for sixty seconds", ("the retry waits for sixty seconds",))


def test_a_name_in_prose_and_its_citation_in_brackets_are_one_citation() -> None:
    text = "The README says “there is no unbiased way of it” at some length (README.md:84). So {name}."
    [cited] = recognise(text.replace("{name}", "it goes"), KNOWN)
    assert (cited.path, cited.first, cited.quote) == ("README.md", 84, "there is no unbiased way of it")
    paths = [one.path for one in recognise("src/a.py says “the retry waits” first and lib/b.py:3 last.", KNOWN)]
    assert paths == ["src/a.py", "lib/b.py"], "two files are two"


@pytest.mark.parametrize(
    ("name", "files", "found"),
    [
        ("README", ("README.md", "src/a.py"), "README.md"),
        ("readme", ("docs/README.rst",), "docs/README.rst"),
        ("docs/README", ("README.md", "docs/README.md"), "docs/README.md"),
        ("README", ("README.md", "docs/README.md"), "README.md"),
        ("README", ("a/README.md", "b/README.md"), ""),
        ("docs/README", ("README.md",), ""),
        ("README.md", ("README.md",), ""),
        ("thing", ("thing.py",), ""),
    ],
)
def test_a_name_without_an_ending_means_the_one_file_that_begins_so(
    name: str, files: tuple[str, ...], found: str
) -> None:
    assert begun(name, files) == found
