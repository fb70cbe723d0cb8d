import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor, QTextDocument, QTextFormat

from disputatio.faces.gui.kit import code_colours
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.transcript.document_style import Look, code_boxes, quote_boxes
from disputatio.faces.gui.transcript.formulas import draughtsman
from disputatio.faces.gui.transcript.message_document import GrowingDocument, message_document

LOOK = Look(theme=LIGHT)
PATIENCE = 30_000
"""Milliseconds after which a thread counts as stuck."""


@pytest.fixture(scope="module", autouse=True)
def _loaded():
    """Else the first code of a language stands uncoloured until a thread has loaded it."""
    for language in ("python", "sql"):
        code_colours.load(language)


PIECES = (
    "A paragraph with **bold**, *italic*, `code` and a [link](https://example.org/a).",
    "Two lines\nof one paragraph.",
    "# Heading one",
    "## Heading two\n\ntext under it",
    "Setext\n======",
    "- one\n- two\n- three",
    "- loose\n\n- items\n\n- three",
    "1. first\n2. second\n\n   a paragraph in the second\n3. third",
    "- outer\n  - inner\n    - innermost\n- outer again",
    "- with code\n\n  ```python\n  x = 1\n\n  y = 2\n  ```\n- after",
    "- [x] done\n- [ ] to do",
    "```python\ndef f(x):\n\n    return x  # why\n\n```",
    "```\nplain\n```",
    "~~~sql\nSELECT 1;\n\n```\n~~~",
    "> quoted\n>\n> twice",
    "> quoted\n\n> quoted apart",
    "| a | b |\n|---|---:|\n| 1 | 2 |\n| 3 | 4 |",
    "---",
    "    indented code\n\n    goes on",
    "<b>raw</b> <script>x</script>",
    "![alt](file:///etc/hostname) in a line",
    "Mathematics \\(a_1 + b\\) and\n\n\\[\nx^2\n\\]",
    "Prices: $5 and $120.",
    "Ελληνικά, 中文, 🙂 and a e\u0301 accent",
    "Hard  \nbreak",
)


@pytest.fixture(autouse=True)
def formulas(qtbot):
    """Those that stand in the texts here have been drawn: no document has its pictures before another."""
    for key in (("a_1 + b", False), ("x^2", True)):
        qtbot.waitUntil(lambda key=key: draughtsman().picture(key) is not None)


def shape(document: QTextDocument) -> list[tuple[object, ...]]:
    """Everything that a reader could see of every block, the empty ones included."""
    found: list[tuple[object, ...]] = []
    block = document.begin()
    while block.isValid():
        form = block.blockFormat()
        properties = {int(key): val for key, val in form.properties().items() if key != 0}
        items = block.textList()
        listed = (
            (items.format().style(), items.format().indent(), items.format().start(), items.itemNumber(block))
            if items
            else None
        )
        runs, at = [], block.begin()
        while not at.atEnd():
            words = at.fragment().charFormat()
            runs.append(
                (at.fragment().text(), words.fontWeight(), words.fontPointSize(), words.fontItalic(),
                 words.foreground().color().name(), words.background().color().name(), words.anchorHref())
            )  # fmt: skip
            at += 1
        found.append(
            (
                block.text(),
                repr(sorted(properties.items())),
                listed,
                runs,
                QTextCursor(block).currentTable() is not None,
            )
        )
        block = block.next()
    return found


def grown(text: str, cuts: list[int]) -> GrowingDocument:
    growing, position = GrowingDocument(LOOK), 0
    for cut in [*sorted(cuts), len(text)]:
        growing.feed(text[position:cut])
        growing.flush()
        position = cut
    return growing


@pytest.mark.parametrize("first", PIECES)
@pytest.mark.parametrize("second", PIECES)
def test_a_piece_after_a_piece_looks_as_if_parsed_at_once(qapp, first, second):
    text = f"{first}\n\n{second}\n\nThe end.\n"
    growing = grown(text, list(range(0, len(text), 3)))
    assert shape(growing.document) == shape(message_document(text, LOOK))


@given(
    pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=6),
    data=st.data(),
)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_however_it_arrives_it_looks_the_same(qapp, pieces, data):
    text = "\n\n".join(pieces) + "\n"
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=25))
    growing = grown(text, cuts)
    assert shape(growing.document) == shape(message_document(text, LOOK))


@given(st.text(alphabet="ab`*_#>-+1.|()[]!$\\ \n~=:", max_size=120), st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_noise_never_breaks_the_growing_document(qapp, text, data):
    growing = grown(text, data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    assert growing.text == text
    assert not growing.stale


def test_only_the_open_end_is_parsed_again(qapp):
    growing = GrowingDocument(LOOK)
    growing.feed("first paragraph\n\nsecond paragraph\n\nthird begins")
    growing.flush()
    kept = growing.document.begin()
    revision = kept.revision()
    for _ in range(20):
        growing.feed(" and goes on")
        assert growing.flush()
    assert growing.document.begin() == kept
    assert kept.revision() == revision
    assert not growing.flush()


def test_nothing_is_loaded_for_an_image(qapp, tmp_path):
    picture = tmp_path / "secret.png"
    picture.write_bytes(b"not a picture")
    text = f"![mine]({picture.as_uri()}) ![theirs](https://example.org/pixel.png) ![](x.png)"
    document = message_document(text, LOOK)
    assert document.toPlainText() == "[image: mine] [image: theirs] [image: without a name]"
    assert "\ufffc" not in document.toPlainText()
    assert document.resource(2, QUrl(picture.as_uri())) is None
    links = [run[6] for run in shape(document)[0][3] if run[6]]
    assert links == ["https://example.org/pixel.png"]


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "/etc/passwd", "#top"]
)
def test_only_web_and_mail_links_are_links(qapp, address):
    document = message_document(f"[click]({address}) and [web](https://example.org)", LOOK)
    links = {run[6] for run in shape(document)[0][3] if run[6]}
    assert links == {"https://example.org"}
    assert "click" in document.toPlainText()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "See https://e.org/a?b=c. And (http://localhost:8000/v1)!",
            {"https://e.org/a?b=c", "http://localhost:8000/v1"},
        ),
        ("https://user@e.org/x https://xn--80ak6aa92e.com/", {"https://user@e.org/x", "https://xn--80ak6aa92e.com/"}),
        ("`https://e.org` and [https://a.org](https://b.org)", {"https://b.org"}),
        ("https://exa\u202emple.org/x", set()),
    ],
)
def test_an_address_by_itself_is_a_link_to_what_it_says(qapp, text, expected):
    document = message_document(text, LOOK)
    assert {run[6] for run in shape(document)[0][3] if run[6]} == expected
    assert "<" not in document.toPlainText()


def test_front_matter_is_shown_and_two_fences_stay_two(qapp):
    document = message_document("---\ntitle: x\n---\n\n```py\na\n```\n\n```py\nb\n```", LOOK)
    document.setTextWidth(400)
    assert "title: x" in document.toPlainText()
    assert [(box.language, box.code) for box in code_boxes(document, LOOK)] == [("py", "a"), ("py", "b")]


def test_html_stays_text(qapp):
    document = message_document("<b>bold</b> <img src='file:///etc/hostname'>", LOOK)
    assert document.toPlainText() == "<b>bold</b> <img src='file:///etc/hostname'>"


def test_code_is_coloured_in_the_tones_of_the_theme(qapp):
    text = "```python\ndef f():\n    return 1  # why\n```"
    for look in (LOOK, Look(theme=DARK)):
        colours = {run[0]: run[4] for block in shape(message_document(text, look)) for run in block[3]}
        assert colours["def"] == look.theme.keyword.lower()
        assert colours["# why"] == look.theme.comment.lower()


def test_code_stands_uncoloured_until_its_language_is_loaded(qapp, qtbot):
    document = message_document("```elixir\ndef f\n  1 # why\nend\n```", LOOK)
    assert LIGHT.keyword.lower() not in {run[4] for block in shape(document) for run in block[3]}
    qtbot.waitUntil(
        lambda: LIGHT.keyword.lower() in {run[4] for block in shape(document) for run in block[3]}, timeout=PATIENCE
    )
    assert document.toPlainText() == "def f\n  1 # why\nend"


def test_long_code_is_gone_through_in_the_thread(qapp, qtbot):
    code = "\n".join(f"x_{n} = {n}  # why" for n in range(400))
    document = message_document(f"```python\n{code}\n```", LOOK)
    assert LIGHT.comment.lower() not in {run[4] for block in shape(document) for run in block[3]}
    qtbot.waitUntil(
        lambda: LIGHT.comment.lower() in {run[4] for block in shape(document) for run in block[3]}, timeout=PATIENCE
    )


def test_an_unknown_language_is_shown_plain(qapp):
    document = message_document("```no-such-language\nx\n```", LOOK)
    assert document.toPlainText() == "x"


@pytest.mark.parametrize("text", ["```py\na\n```\n\nx", "```py\na\nb\nc\nd\n```", "x\n\n```py\na\n```"])
def test_the_head_of_a_block_of_code_is_never_cut_at_the_top_of_a_message(qapp, text):
    document = message_document(text, LOOK)
    document.setTextWidth(500)
    assert code_boxes(document, LOOK)[0].box.top() >= 0


def test_code_boxes_carry_language_and_text_and_do_not_overlap(qapp):
    document = message_document(
        "before\n\n```python\na = 1\n\nb = 2\n```\n\nbetween\n\n```sql\nSELECT 1;\n```\n\n> quote\n\nafter", LOOK
    )
    document.setTextWidth(500)
    boxes = code_boxes(document, LOOK)
    assert [(box.language, box.code) for box in boxes] == [("python", "a = 1\n\nb = 2"), ("sql", "SELECT 1;")]
    for code in ("a = 1", "SELECT"):
        face = document.find(code).charFormat().font()
        assert [face.featureValue(tag) for tag in face.featureTags()] == [0], "two signs are never drawn as one"
    assert boxes[0].box.bottom() < boxes[1].box.top()
    assert len(quote_boxes(document)) == 1
    assert quote_boxes(document)[0].top() > boxes[1].box.bottom()


def test_zoom_scales_headings_and_code(qapp):
    text = "# Title\n\n`code`"
    small, large = shape(message_document(text, LOOK)), shape(message_document(text, Look(theme=LIGHT, zoom=2.0)))
    assert large[0][3][0][2] == pytest.approx(2 * small[0][3][0][2])
    assert large[1][3][0][2] == pytest.approx(2 * small[1][3][0][2])


def test_a_heading_is_not_enlarged_twice(qapp):
    document = message_document("# Title", LOOK)
    adjustment = document.begin().begin().fragment().charFormat().property(QTextFormat.Property.FontSizeAdjustment)
    assert not adjustment
