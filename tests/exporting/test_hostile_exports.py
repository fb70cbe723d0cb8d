"""What a model wrote stays text in every export: it runs nothing, fetches nothing, reads nothing, and lets all end."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from tests.exporting.conftest import Page, letters, log_of, read_pdf

from disputatio.app.paths import resource
from disputatio.exporting import adr, aif, argdown, html, markdown, pdf
from disputatio.exporting.account import account_of
from disputatio.exporting.argument_map import map_of
from disputatio.exporting.passages import nodes_of

FONTS = resource("fonts")
HOSTILE = [
    "</script><script>alert(1)</script>",
    "</style></head><body onload=alert(1)><img src=x onerror=alert(1)>",
    '#read("/etc/passwd") #eval("1+1") #import "@preview/tablex:0.0.8" @label <label> $x$ \\u{41}',
    '```typst\n#read("/etc/passwd")\n```\n`#image("x.png")`',
    "[link](javascript:alert(1)) [l](  JaVaScript:x) <javascript:x> [d](data:text/html,x) [v](vbscript:x)",
    "[a][b]\n\n[b]: javascript:alert(1)",
    "![pixel](http://x.example/y.png) ![](file:///etc/passwd) [f](file:///etc/passwd)",
    "abc\u202edcba\u2066x\u2069 \u200f\u200ey",
    "\x1b[2J\x00\x07 null",
    "&lt;b&gt; &amp; &#106;avascript: <b onclick=x>",
    'key" onmouseover="x',
]
ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "header", "nav", "main", "section", "article", "div", "footer"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "a", "span", "code", "pre", "em", "strong", "s"),
    *("blockquote", "table", "thead", "tbody", "tr", "th", "td", "hr", "br"),
    *(
        "math",
        "semantics",
        "annotation",
        "mrow",
        "mi",
        "mn",
        "mo",
        "mtext",
        "mspace",
        "mfrac",
        "msqrt",
        "mroot",
        "mstyle",
    ),
    *(
        "mpadded",
        "mphantom",
        "menclose",
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mtable",
        "mtr",
        "mtd",
    ),
}
ATTRIBUTES = {
    *("lang", "charset", "name", "content", "http-equiv", "id", "class", "dir", "aria-label", "aria-hidden", "scope"),
    *("href", "rel", "start"),
    *(
        "display",
        "encoding",
        "mathvariant",
        "stretchy",
        "fence",
        "form",
        "displaystyle",
        "columnalign",
        "linethickness",
    ),
    *("width", "lspace", "rspace", "accent", "movablelimits"),
}
LARGE = {
    "one line": "x" * 1_000_000,
    "one paragraph": "lorem ipsum " * 83_000,
    "brackets": "[" * 1_000_000,
    "openings of mathematics": "\\(" * 140_000,
    "dollars": "$a " * 100_000,
    "braces": "$$" + "{" * 100_000 + "$$",
    "roots": "$" + "\\sqrt{" * 40 + "x" + "}" * 40 + "$",
    "quotations": ">" * 500 + " deep",
    "lists": "".join("  " * depth + f"- x{depth}\n" for depth in range(200)),
    "columns": "|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n|" + "b|" * 300,
    "rows": "|a|b|\n|-|-|\n" + "|x|y|\n" * 2000,
    "code": "```\n" + "y" * 40_000 + "\n```",
    "marks": "*" * 40_000 + "a",
    "accents": "Z" + "\u0301" * 2000,
}


def safe(page: str) -> Page:
    found = Page(page)
    assert set(found.tags) <= ALLOWED
    for tag, name, text in found.attributes:
        assert name in ATTRIBUTES, f"<{tag} {name}>"
        if name == "href":
            assert re.match(r"#[\w-]+$|https?://|mailto:", text), text
    assert found.tags.count("style") == 1
    return found


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text_in_every_format(text: str) -> None:
    log = log_of(text, "The end.")
    account = account_of(text, log)
    page = safe(html.html_of(account))
    assert "default-src 'none'" in html.html_of(account)
    assert letters(page.text).endswith("Theend")
    made = pdf.pdf_of(account, FONTS)
    assert letters("The end.") in letters(read_pdf(made))
    assert "root:" not in read_pdf(made)
    found = PdfReader(io.BytesIO(made))
    assert all("/Annots" not in page for page in found.pages), "nothing can be clicked"

    assert not re.search(rb"/(JavaScript|JS|Launch|URI|EmbeddedFile|GoToR)\b", made)
    for made_text in (page.text, read_pdf(made), markdown.markdown_of(account), adr.record_of(account)):
        assert not set("\u202e\u2066\u2069\x1b\x00\x07") & set(made_text)
    assert json.loads(aif.aif_of(map_of(text, log)))["edges"] == []
    assert argdown.argdown_of(map_of(text, log)).startswith("# ")


def test_in_a_pdf_only_an_address_that_is_read_whole_can_be_clicked() -> None:
    log = log_of("[here](https://a.org) is not https://b.org/x, which is.", "The end.")
    found = PdfReader(io.BytesIO(pdf.pdf_of(account_of("?", log), FONTS)))
    links = [one.get_object()["/A"]["/URI"] for page in found.pages for one in page.get("/Annots", ())]
    assert set(links) == {"https://b.org/x"}


def test_typst_text_arrives_to_the_letter() -> None:
    text = 'Say #read("/etc/passwd") and $x$ and @ref.'
    assert letters(text) in letters(read_pdf(pdf.pdf_of(account_of("t", log_of(text)), FONTS)))


@pytest.mark.parametrize("what", LARGE)
def test_what_is_large_or_deep_is_exported_whole(what: str) -> None:
    """Every letter of it, in its order."""
    text = LARGE[what]
    account = account_of("t", log_of(text, "The end."))
    wanted = letters(text)
    assert wanted in letters(safe(html.html_of(account)).text)
    made = letters(read_pdf(pdf.pdf_of(account, FONTS))) if len(text) < 100_000 else ""
    assert not made or made.count("x") >= wanted.count("x")
    assert not made or letters("The end.") in made
    assert len(markdown.markdown_of(account)) > len(wanted)


def test_a_million_characters_make_a_pdf() -> None:
    made = pdf.pdf_of(account_of("t", log_of(LARGE["one line"], "The end.")), FONTS)
    pages = PdfReader(io.BytesIO(made)).pages
    assert "The end." in pages[-1].extract_text()
    assert 10 < max(map(len, pages[1].extract_text().split("\n"))) < 120, "it is broken where the page ends"


def test_characters_without_a_font_are_named() -> None:
    """Gothic and a private character: no empty box stands for them, and the first page says so."""
    text = read_pdf(pdf.pdf_of(account_of("t", log_of("So \ue123 it is \U0001e900.")), FONTS))
    assert "[U+E123]" in text
    assert "has no font for" in text
    assert "\ue123" not in text
    assert "has no font for" not in read_pdf(pdf.pdf_of(account_of("t", log_of("Ça va, Ωμέγα, Москва…")), FONTS))


def test_signs_that_no_font_has_together_cost_the_archive_form_and_not_the_file() -> None:
    """A keycap, where the font of its ring has no digits: models count their steps with them."""
    text = read_pdf(
        pdf.pdf_of(account_of("t", log_of("1\ufe0f\u20e3 Begin, x\u20e3, \u0915\u20e3.", "The end.")), FONTS)
    )
    assert "Begin" in text
    assert "The end." in text


@pytest.mark.parametrize(("columns", "whole"), [(3, True), (10, False)])
def test_no_word_of_a_table_runs_into_the_next_column_on_paper(columns: int, whole: bool) -> None:
    line = "|" + "1234567890|" * columns
    table = f"{line}\n|{'-|' * columns}\n{line}"
    text = read_pdf(pdf.pdf_of(account_of("t", log_of(table)), FONTS))
    assert ("1234567890" in text) is whole
    assert letters(text).count("567890") == 2 * columns


ARABIC = "\u0645\u0631\u062d\u0628\u0627"


@pytest.mark.parametrize(("word", "right"), [("So", False), (ARABIC, True)])
def test_lists_quotations_and_tables_begin_on_the_side_of_their_script(word: str, right: bool) -> None:
    text = f"- {word}\n\n1. {word}\n\n> {word}\n\n|{word}|b|\n|-|-|\n|c|d|"
    account = account_of("t", log_of(text))
    sides = [tag for tag, name, side in Page(html.html_of(account)).attributes if (name, side) == ("dir", "rtl")]
    assert sides == (["ul", "ol", "blockquote", "table"] if right else [])
    page = PdfReader(io.BytesIO(pdf.pdf_of(account, FONTS))).pages[-1]
    at = dict[str, float]()
    page.extract_text(visitor_text=lambda said, cm, _tm, _font, _size: at.update({said.strip()[:1]: cm[4]}))
    assert [at[mark] > float(page.mediabox.width) / 2 for mark in ("•", "1", "c")] == [right] * 3


def test_links_lead_to_the_web_and_say_so_on_paper() -> None:
    text = "See [the paper](https://example.org/a?b=1&c=2), <mail@example.org> and [a file](src/a.py)."
    account = account_of("t", log_of(text))
    page = Page(html.html_of(account))
    assert [text for tag, name, text in page.attributes if name == "href" and not text.startswith("#")] == [
        "https://example.org/a?b=1&c=2",
        "mailto:mail@example.org",
    ]
    assert "a file (src/a.py)" in page.text
    assert "the paper (https://example.org/a?b=1&c=2)" in " ".join(
        read_pdf(pdf.pdf_of(account, FONTS)).replace("\u200b", "").split()
    )


MARKUP = st.text(st.sampled_from("`~#=-<>!&[]()*_|\\$:\n\t a1"), max_size=120)


@settings(max_examples=300)
@given(MARKUP)
def test_no_text_breaks_a_page(text: str) -> None:
    page = safe(html.html_of(account_of(text, log_of(text, "The end."))))
    assert page.tags.count("h1") == 1
    assert page.tags.count("article") == 2


@settings(max_examples=300)
@given(st.text(st.sampled_from("`~#=-<>!&[]()*_\\$ab\n\t "), max_size=80))
def test_no_letter_is_lost(text: str) -> None:
    kept = "".join(f"{node.words}{_notes(node)}" for node in nodes_of(text))
    assert sorted(letters(kept)) == sorted(letters(text)) or "```" in text or "~~~" in text or "&" in text


def _notes(node) -> str:
    own = node.note if node.kind == "link" else ""
    return own + "".join(_notes(each) for each in node.nodes)


MEMORY = """
import gc
from disputatio.app.paths import resource
from disputatio.exporting import pdf
from disputatio.exporting.account import account_of
from tests.exporting.conftest import log_of

def megabytes():
    return int(open("/proc/self/statm").read().split()[1]) * 4 // 1024

print(megabytes())
for number in range(5):
    account = account_of(f"{number}", log_of(*[f"The pump {number} leaks, and nobody looks at it. " * 30] * 200))
    pdf.pdf_of(account, resource("fonts"))
    gc.collect()
    print(megabytes())
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a process is read as Linux tells it")
def test_one_pdf_after_the_other_does_not_fill_the_memory() -> None:
    top = Path(__file__).parents[2]
    environ = os.environ | {"PYTHONPATH": f"{top / 'src'}{os.pathsep}{top}"}
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, env=environ, check=True)
    before, first, *_, last = map(int, done.stdout.split())
    assert last - first < first - before, done.stdout
