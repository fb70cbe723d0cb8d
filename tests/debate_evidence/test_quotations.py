"""Quotations against sources: what is verbatim is found, and no changed meaning ever passes."""

from __future__ import annotations

import random
import re
import time
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from disputatio.debate.citations.alignment import NEAR, Effort, nearest
from disputatio.debate.citations.attribution import recognise
from disputatio.debate.citations.evidence import (
    CitationRecord,
    Finding,
    item_of,
    items_of,
    record,
    subject_of,
    summary,
)
from disputatio.debate.citations.quotations import REACH, Text
from disputatio.debate.citations.recognition import Citation, Kind
from disputatio.debate.citations.verification import MOST_SOURCES, Source, check
from disputatio.prompting.sections.lines import citation_line

THREAD = "be called from a thread; the limit is"
CALLS = "of the calls that are made."
CODE = """\
def add(a, b):
    # It must not be called from a thread; the limit is 1.5 seconds for each of the calls that are made.
    return a + b

def sub(a, b):
    if not ready:
        raise ValueError("not ready for that")
    return a - b

LIMITS = {"calls": 1,000, "share": 85%, "low": -5}
The cache is written to the disk every
five seconds, and never later than that.
The x² term
"""


def source(text: str = CODE, name: str = "m.py", **more: object) -> Source:
    return Source(name=name, text=Text(text), **more)  # type: ignore[arg-type]


def cite(quote: str = "", first: int = 0, last: int = 0, kind: Kind = "lines", path: str = "m.py") -> Citation:
    return Citation(
        kind=kind,
        text=path,
        start=0,
        end=4,
        path=path,
        first=first,
        last=last or first,
        quote=quote,
    )


def of(quote: str, first: int = 0, last: int = 0, text: str = CODE) -> Finding:
    return check(cite(quote, first, last), [source(text)])


TABLE = [
    ("", 1, 1, "line exists"),
    ("", 3, 13, "line exists"),
    ("", 14, 14, "missing"),
    ("", 3, 99, "missing"),
    ("return a + b", 3, 3, "verified"),
    ("return a+b", 3, 3, "verified"),
    ("return  a\n +\tb", 3, 3, "verified"),
    ("return a + b", 1, 3, "verified"),
    ("return a + b", 0, 0, "verified"),
    ("return a + b", 8, 8, "moved"),
    ("return a + b", 40, 40, "moved"),
    ("return a * b", 3, 3, "misquoted"),
    ("def add(a, b):\n    ...\n    return a + b", 1, 3, "verified"),
    ("def add(a, b): […] return a + b", 1, 3, "verified"),
    ("return a + b\n...\ndef add(a, b):", 1, 3, "misquoted"),
    ("def sub(a, b):\n    # ...\n    return a - b", 5, 8, "verified"),
    (f"It must {THREAD} 1.5 seconds for each {CALLS}", 2, 2, "misquoted"),
    (f"It must not {THREAD} 2.5 seconds for each {CALLS}", 2, 2, "misquoted"),
    (f"It must not {THREAD} 15 seconds for each {CALLS}", 2, 2, "misquoted"),
    (f"It must not {THREAD} 1.5 seconds for each of those calls that are made.", 2, 2, "near"),
    ("it must not be called from a thread", 2, 2, "near"),
    ("be called from a thread", 2, 2, "misquoted"),
    ("5 seconds for each", 2, 2, "misquoted"),
    ("ready for that", 7, 7, "misquoted"),
    ("000, \"share\"", 10, 10, "misquoted"),
    ("\"share\": 85", 10, 10, "misquoted"),
    ("5} The cache", 10, 11, "misquoted"),
    ("“share”: 85%, “low”: −5", 10, 10, "verified"),
    ("the disk every five seconds, and never later than that", 11, 12, "verified"),
    ("the disk every six seconds, and never later than that, I am sure of it", 11, 12, "misquoted"),
    ("The x2 term", 13, 13, "misquoted"),
    ("The x² term", 13, 13, "verified"),
    ("nothing of this kind", 1, 1, "misquoted"),
    ("nothing of this kind", 99, 99, "missing"),
    ("***", 1, 1, "misquoted"),
    (" ", 1, 1, "missing"),
]  # fmt: skip


@pytest.mark.parametrize(("quote", "first", "last", "status"), TABLE)
def test_a_citation_has_the_status_that_it_deserves(quote: str, first: int, last: int, status: str) -> None:
    assert of(quote, first, last).status == status


def test_a_moved_quotation_says_where_it_stands() -> None:
    found = of("return a + b", 8)
    assert (found.where, found.first, found.last) == ("m.py:3", 3, 3)


def test_of_several_places_the_one_that_is_cited_counts_else_the_next() -> None:
    text = "x = 1\ny = 2\nx = 1\nz = 3\nx = 1\n"
    assert of("x = 1", 3, text=text).where == "m.py:3"
    assert of("x = 1", 4, text=text).where == "m.py:5"
    assert of("x = 1", 0, text=text).where == "m.py:1"


def test_what_differs_is_told() -> None:
    told = of(f"It must {THREAD} 1.5 seconds for each {CALLS}", 2)
    assert told.differs == "“not” is left out"
    assert of("return a * b", 3).differs == "“+” is quoted as “*”"
    assert "right before it" in of("be called from a thread", 2).differs
    assert of("", 99).differs == "m.py has 13 lines"


# ---- properties --------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["the", "cache", "log", "turn", "is", "written", "by", "disk", "when", "thread", "call", "of", "in"]
)
SENTENCES = st.lists(WORDS, min_size=12, max_size=60)
CUT = re.compile("the source (?:says|has|goes on)|in the source$")
"""A quotation that is verbatim, but cut short in the middle of a number or just behind a negation."""
SPACES = st.sampled_from([" ", "  ", "\n", "\t", "\n    ", "\u00a0", "\u2003", " \r\n"])
VARIANTS = {"'": "‘’", '"': "“”„", "-": "‐‑–—−"}


@given(st.data(), st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Cf"]), max_size=40)))
def test_a_verbatim_quotation_with_other_white_space_is_verified(data: st.DataObject, rows: list[str]) -> None:
    text = "\n".join(rows)
    words = Text(text).plain.split()
    assume(len(words) >= 2)
    start = data.draw(st.integers(0, len(words) - 2))
    end = data.draw(st.integers(start + 2, len(words)))
    quote = "".join(word + data.draw(SPACES) for word in words[start:end])
    assume(Text(quote).count)
    found = of(quote, text=text)
    assert found.status == "verified" or CUT.search(found.differs)


@given(SENTENCES, st.integers(1, 5), st.data())
def test_typographic_variants_are_the_same(words: list[str], every: int, data: st.DataObject) -> None:
    marked = [f'"{word}" - it\'s' if at % every == 0 else word for at, word in enumerate(words)]
    text = " ".join(marked)
    quote = "".join(data.draw(st.sampled_from(VARIANTS[c])) if c in VARIANTS else c for c in text)
    assert of(quote, text=text).status == "verified"
    assert of(unicodedata.normalize("NFD", quote), text=text).status == "verified"


NEGATING = st.sampled_from(["not", "never", "no", "cannot", "without", "isn't"])
NUMBERS = st.from_regex(
    r"(?:[1-9][0-9]{0,3}(?:\.[0-9]{1,2})?|-[1-9]|[1-9],[0-9]{3}|[1-9]{2}%|0x[0-9a-f]{2})", fullmatch=True
)


@given(SENTENCES, NEGATING, st.data())
def test_a_dropped_or_added_negation_is_never_verified_or_near(
    words: list[str], word: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(words)))
    longer = [*words[:at], word, *words[at:]]
    plain, negated = " ".join(words), " ".join(longer)
    assert of(plain, text=negated).status not in ("verified", "moved", "near")
    assert of(negated, text=plain).status not in ("verified", "moved", "near")


@given(SENTENCES, NUMBERS, NUMBERS, st.data())
def test_a_changed_number_is_never_verified_or_near(
    words: list[str], one: str, other: str, data: st.DataObject
) -> None:
    assume(one != other)
    at = data.draw(st.integers(0, len(words)))
    true, false = (" ".join([*words[:at], number, *words[at:]]) for number in (one, other))
    assert of(true, text=true).status == "verified"
    assert of(false, text=true).status not in ("verified", "moved", "near")


@given(SENTENCES, NUMBERS, st.data())
def test_a_dropped_number_within_is_never_verified_or_near(words: list[str], one: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(words) - 1))
    text = " ".join([*words[:at], one, *words[at:]])
    assert of(" ".join(words), text=text).status not in ("verified", "moved", "near")


@given(st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=20, max_size=80, unique=True), st.data())
def test_near_is_a_token_ratio(words: list[str], data: st.DataObject) -> None:
    changes = data.draw(st.integers(0, len(words) // 4))
    quoted = list(words)
    for at in random.Random(changes).sample(range(1, len(words) - 1), changes):
        quoted[at] = f"{quoted[at]}q"
    found = nearest(Text(" ".join(quoted)), Text("before it " + " ".join(words) + " after it"))
    if changes / len(words) <= 0.3:
        assert found is not None
        assert found.near == (1 - changes / len(words) >= NEAR - 1e-9)


@given(st.text(max_size=120), st.text(max_size=200), st.integers(0, 9), st.integers(0, 9))
def test_any_quotation_of_any_text_has_a_status(quote: str, text: str, first: int, last: int) -> None:
    low, high = sorted((first, last))
    found = check(cite(quote, low, high if low else 0), [source(text)])
    assert found.first <= found.last <= source(text).text.length
    assert (found.status in ("verified", "line exists", "moved")) <= bool(found.where)


@pytest.mark.parametrize(
    "make", [lambda n: "a " * n, lambda n: "a b " * (n // 2), lambda n: " ".join(map(str, range(n)))], ids=range(3)
)
def test_time_grows_with_the_source_and_no_faster(make: object) -> None:
    """For hostile sources and quotations, found and not found."""

    def seconds(n: int) -> float:
        text, times = make(n), []  # type: ignore[operator]
        for _ in range(3):
            start = time.process_time()
            for quote in ("a " * 300 + "b", "a b a b " * 60 + "c c c", "7 8 9 11 10"):
                of(quote, 5, text=text)
            times.append(time.process_time() - start)
        return min(times)

    small, large = seconds(10_000), seconds(40_000)
    assert large < 8 * small + 0.05


def test_of_a_huge_source_only_what_is_around_the_cited_lines_is_looked_through_for_something_alike() -> None:
    far = "\n".join(f"word{n} and so on" for n in range(REACH))
    alike = f"word{REACH - 3} and so on word{REACH - 2} and so off word{REACH - 1} and so on"
    assert nearest(Text(alike), Text(far), REACH - 2, REACH - 1) is not None
    found = nearest(Text(alike), Text(far))
    assert found is None or (found.last < REACH // 4 and not found.near)


def test_the_work_for_one_turn_is_bounded() -> None:
    """Two hundred long quotations that are all a little wrong: the first are compared, the others only looked for."""
    rng = random.Random(1)
    words = [f"w{rng.randrange(300)}" for _ in range(4_000)]
    text, effort = source(" ".join(words)), Effort()
    found = []
    for _ in range(200):
        start = rng.randrange(3_000)
        quoted = [word if at % 3 else "zz" for at, word in enumerate(words[start : start + 390])]
        found.append(check(cite(" ".join(quoted)), [text], effort))
    assert {one.status for one in found} == {"misquoted"}
    assert "quoted as" in found[0].differs
    assert "too many" in found[-1].differs
    assert check(cite(" ".join(words[:390])), [text], effort).status == "verified", "what is verbatim is always found"


# ---- several sources, none, and the other kinds ------------------------------------------------------------


def test_without_a_source_it_is_missing_and_says_what() -> None:
    assert check(cite("", 3), []).differs == "there is no file m.py"
    assert check(cite("", kind="commit", path="1a2b3c4"), []).status == "missing"
    assert "title" in check(cite("a b", kind="title", path="X"), []).differs


def test_an_address_is_external() -> None:
    assert check(cite(kind="address", path="https://x.org"), [source()]).status == "external"


def test_several_files_fit_unless_one_alone_holds_it() -> None:
    one, two = source("x = 1\ny = 2\n", "a/m.py"), source("x = 1\nz = 3\n", "b/m.py")
    found = check(cite("x = 1", 1), [one, two])
    assert (found.status, found.where) == ("ambiguous", "a/m.py, b/m.py")
    assert check(cite("z = 3", 2), [one, two]).where == "b/m.py:2"
    assert check(cite("", 1), [one, two]).status == "ambiguous"
    assert check(cite("q = 9", 1), [one, two]).status == "misquoted"
    many = [source("x = 1\n", f"{n}/m.py") for n in range(MOST_SOURCES + 1)]
    assert check(cite("x = 1", 1), many).where.endswith("and 8 more")


def test_what_cannot_be_read_and_what_is_known_in_part_says_so() -> None:
    assert check(cite("", 1), [source(flaw="it is binary")]).differs == "it is binary"
    found = check(cite("", 99), [source(whole=False)])
    assert (found.status, found.differs) == ("missing", "of m.py only the first 13 lines are known to this debate")


# ---- records -----------------------------------------------------------------------------------------------


def items(text: str) -> list[object]:
    return [item_of(citation, check(citation, [source()]), "abc") for citation in recognise(text)]


def test_a_record_is_read_back_and_counts_what_can_be_checked() -> None:
    found = items("m.py:3: `return a + b`, m.py:99 and https://x.org")
    data = record(found, "round[1]/a[x]")  # type: ignore[arg-type]
    assert (data["verified"], data["total"], data["of"]) == (1, 2, "round[1]/a[x]")
    assert list(items_of(data)) == found
    checked = CitationRecord(items=items_of(data))
    assert (checked.verified, checked.total, checked.failed, checked.share) == (1, 2, 1, 0.5)
    assert checked.summary == summary(checked.items) == "1 quotation verified; 1 missing."
    assert CitationRecord().share is None


FIELDS = st.sampled_from(["items", "status", "citation", "first", "of", "says"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner) | st.dictionaries(FIELDS, inner),
)


@given(JSON)
def test_any_payload_can_be_read(data: object) -> None:
    for found in (data, {"items": data}, {"items": [data]}, {"items": [{"status": "verified", "first": data}]}):
        if isinstance(found, dict):
            for item in items_of(found):
                assert citation_line(item)
            assert subject_of("a[x]/evidence[sources]", found)
