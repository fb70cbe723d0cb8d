import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.faces.gui.transcript.markdown import allowed_link, count_words, last_safe_cut, safe_markdown


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
        (r"so \(a_1 * b_2\) holds", "so `a_1 * b_2` holds"),
        ("\\[\nx^2\n\\]", "```math\nx^2\n```"),
        ("$$x^2$$", "```math\nx^2\n```"),
        (r"inline \[x\] too", "inline `x` too"),
        ("it costs $120 or $5", "it costs $120 or $5"),
        (r"`\(code\)` stays", r"`\(code\)` stays"),
        ("```\n\\(code\\)\n```\n", "```\n\\(code\\)\n```\n"),
        (r"an escaped \\(paren\\)", r"an escaped \\(paren\\)"),
        ("---\ntitle: x\n---\n", "***\ntitle: x\n---\n"),
        ("```a\n```\n\n```a\n```\n", "```a\n```\n\n```a\x1f\n```\n"),
        ("```a\n```\ntext\n```a\n```\n", "```a\n```\ntext\n```a\n```\n"),
        ("\\[ open\n\nand never closed \\]", "\\[ open\n\nand never closed \\]"),
    ],
)
def test_mathematics_is_kept_readable_outside_code(text, shown):
    assert safe_markdown(text) == shown


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
