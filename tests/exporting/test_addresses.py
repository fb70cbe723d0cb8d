"""Web addresses that stand in a text by themselves are links, in every export as in the window; what is clicked is what
is read."""

from __future__ import annotations

import pytest

from disputatio.exporting.addresses import addresses_in, links_in
from disputatio.exporting.html import blocks
from disputatio.exporting.markdown import block, inline
from disputatio.exporting.passages import nodes_of

HIDDEN = "https://exa\u202emple.org/x"
CASES = [
    ("See https://e.org/a?b=c&d=1.", ["https://e.org/a?b=c&d=1"]),
    ("(http://e.org/d_(e)), https://e.org/*x*/_y!", ["http://e.org/d_(e)", "https://e.org/*x*/_y"]),
    ("HTTPS://user@e.org/ and https://xn--80ak6aa92e.com/", ["HTTPS://user@e.org/", "https://xn--80ak6aa92e.com/"]),
    ("見る：https://例え.jp/道。次", ["https://例え.jp/道"]),
    (f"{HIDDEN}, http://, http:///x, javascript://x, xhttps://e.org, file:///etc/passwd", []),
]


@pytest.mark.parametrize(("text", "found"), CASES)
def test_an_address_ends_where_the_sentence_goes_on_and_nothing_hides_in_it(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in addresses_in(text)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Prose (https://a.org/x), and `https://b.org`.", {"https://a.org/x"}),
        ("    https://c.org\n\n```\nhttps://d.org\n```\n\n[words](https://e.org)", {"https://e.org"}),
        (f"{HIDDEN} and nothing else", set()),
    ],
)
def test_of_markdown_the_addresses_outside_of_code_are_links(text: str, found: set[str]) -> None:
    assert links_in(text) == found


@pytest.mark.parametrize(("text", "found"), CASES[:4])
def test_it_is_a_link_to_what_it_says_in_html_and_marked_as_one_in_markdown(text: str, found: list[str]) -> None:
    links = [node for paragraph in nodes_of(text) for node in paragraph.nodes if node.kind == "link"]
    assert [(node.note, node.words) for node in links] == [(address, address) for address in found]
    assert blocks(nodes_of(text), 1).count('rel="noopener noreferrer nofollow"') == len(found)
    for address in found:
        assert f"<{address}>" in block(text)
        assert f"<{address}>" in inline(text)


@pytest.mark.parametrize("text", ["`https://e.org`", "    https://e.org", "[https://a.org](https://b.org)", "x <b"])
def test_code_and_links_keep_their_addresses_as_they_are(text: str) -> None:
    assert "<http" not in block(text)
    assert [node.note for each in nodes_of(text) for node in each.nodes if node.kind == "link"] in (
        [],
        ["https://b.org"],
    )


def test_what_an_author_marked_as_an_address_stays_one() -> None:
    assert block("<https://e.org>") == "<https://e.org>"
