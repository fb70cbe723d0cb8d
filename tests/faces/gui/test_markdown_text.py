import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.faces.gui.transcript.markdown import (
    MOST,
    SIGN,
    allowed_link,
    beginning,
    count_words,
    reach,
    safe_markdown,
)


def last_safe_cut(text, start):
    return reach(text, start, math.inf, math.inf)[0]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("one paragraph that", ""),
        ("one\n\n", ""),
        ("one\n\ntwo", "one\n\n"),
        ("one\n\n two", ""),
        ("- a\n\n- b", ""),
        ("- a\n\nafter the list", "- a\n\n"),
        ("para\n\n- a", "para\n\n"),
        ("```\ncode\n\nmore", ""),
        ("```\ncode\n\nmore\n```\n\nafter", "```\ncode\n\nmore\n```\n\n"),
        ("````\n```\n\ninside", ""),
        ("~~~\n```\n\ninside", ""),
        ("> q\n\n> r", ""),
        ("one\n   \ntwo", "one\n   \n"),
    ],
)
def test_where_a_text_can_be_cut(text, kept):
    assert text[: last_safe_cut(text, 0)] == kept


@given(st.text(alphabet="ab`-1. >\n", max_size=80))
def test_a_cut_never_moves_back(text):
    first = last_safe_cut(text, 0)
    assert 0 <= first <= len(text)
    assert last_safe_cut(text, first) == first


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("short", "short"),
        ("one tw\n\nthree four", "one tw\n"),
        ("one two\nthree four", "one two\n"),
        ("one two three four", "one two "),
        ("a\n\nb two three four", "a\n\nb two "),
        ("abcdefghijklmno", "abcdefghij"),
    ],
)
def test_the_beginning_of_a_text_ends_with_a_block_a_line_or_a_word(text, shown):
    assert beginning(text, 10) == shown


@pytest.mark.parametrize(
    ("text", "shown", "formulas"),
    [
        (r"so \(a_1 * b_2\) holds", "so <0> holds", ["a_1 * b_2"]),
        ("\\[\nx^2\n\\]", "\n<0>\n", ["x^2"]),
        ("so\n$$x^2$$\nand", "so\n\n<0>\n\nand", ["x^2"]),
        ("- a\n  $$x$$\n- b", "- a\n\n  <0>\n\n- b", ["x"]),
        (r"inline \[x\] too", "inline <0> too", ["x"]),
        ("$x$, $y$-axis and ($z$)", "<0>, <1>-axis and (<2>)", ["x", "y", "z"]),
        ("it costs $120 or $5", "it costs $120 or $5", []),
        ("from $5-$10, US$5 or 5$, $HOME and $PATH", "from $5-$10, US$5 or 5$, $HOME and $PATH", []),
        (r"an escaped \$x\$ and \\(paren\\)", r"an escaped \$x\$ and \\(paren\\)", []),
        (r"`\(code\)` and `$x$` stay", r"`\(code\)` and `$x$` stay", []),
        ("```\n\\(code\\) $x$\n```\n", "```\n\\(code\\) $x$\n```\n", []),
        ("[a](http://x.org/$x$) http://x.org/$y$", "[a](http://x.org/$x$) <http://x.org/$y$>", []),
        ("---\ntitle: x\n---\n", "***\ntitle: x\n---\n", []),
        ("```a\n```\n\n```a\n```\n", "```a\n```\n\n```a\x1f\n```\n", []),
        ("```a\n```\ntext\n```a\n```\n", "```a\n```\ntext\n```a\n```\n", []),
        ("2035. That is late.\n\n1. one", "2035\\. That is late.\n\n1. one", []),
        ("```\n2035. code\n```\n", "```\n2035. code\n```\n", []),
        ("\\[ open\n\nand never closed \\]", "\\[ open\n\nand never closed \\]", []),
        ("\ufdd20\ufdd3 $x$", "\ufffd0\ufffd <0>", ["x"]),
    ],
)
def test_formulas_are_found_outside_of_code_and_prices(text, shown, formulas):
    made, found = safe_markdown(text)
    assert SIGN.sub(r"<\1>", made) == shown
    assert [formula.latex for formula, _ in found] == formulas
    assert all(written in text for _, written in found)


def test_only_so_many_formulas_of_one_stretch_are_drawn():
    made, found = safe_markdown("$x$ " * 1_000)
    assert len(found) == MOST
    assert made.count("$x$") == 1_000 - MOST


@pytest.mark.parametrize(
    "address", ["https://example.org/a?b#c", "http://example.org", "mailto:a@example.org", "HTTPS://X.org"]
)
def test_allowed_links(address):
    assert allowed_link(address)


@pytest.mark.parametrize(
    "address", ["", "javascript:x", "file:///a", "ftp://a", "//example.org", "https://", "http://[bad", "vbscript:x"]
)
def test_refused_links(address):
    assert not allowed_link(address)


def test_words_are_counted_as_a_reader_would():
    assert count_words("It's a well-known fact: 2 words, или три.") == 8
