"""Formulas in messages: seen as pictures, and copied, found and read aloud as the LaTeX that they are."""

import time

import pytest
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QImage, QPainter, QTextCursor
from PySide6.QtWidgets import QWidget

from disputatio.exporting.formulas import picture_of
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.transcript.document_style import Look
from disputatio.faces.gui.transcript.formulas import PICTURE, draughtsman, with_picture
from disputatio.faces.gui.transcript.message_body import MessageBody
from disputatio.faces.gui.transcript.message_document import GrowingDocument, MessageDocument, message_document
from disputatio.faces.gui.transcript.search import _passage

LOOK = Look(theme=LIGHT)
TEXT = r"""So $P(A\mid B)=\frac{P(B\mid A)}{P(B)}$ for $5 and $10.

$$
\sum_{i=1}^n i
= \frac{n(n+1)}{2}
$$

- in a list \(a*b*c\), `$code$` and $\nobody{x}$

| **a** |
|---|
| $|x|$ |
"""
FORMULAS = 4


def drawn(qtbot, text=TEXT, look=LOOK):
    document = message_document(text, look)
    document.setTextWidth(600)
    qtbot.waitUntil(lambda: pictures_in(document) == document.toPlainText().count(PICTURE) - text.count("nobody"))
    return document


def runs(document):
    block = document.begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            yield at.fragment()
            at += 1
        block = block.next()


def pictures_in(document):
    return sum(
        fragment.text() == PICTURE and fragment.charFormat().verticalAlignment().name == "AlignMiddle"
        for fragment in runs(document)
    )


def painted(document, theme=LIGHT):
    image = QImage(600, 400, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.surface))
    painter = QPainter(image)
    document.drawContents(painter)
    painter.end()
    return image


def nearest(image, colour):
    """Return how far the pixel that is most like a colour is from it, over its three parts."""
    wanted = QColor(colour)
    seen = (image.pixelColor(x, y) for x in range(200) for y in range(60))
    return min(
        abs(a.red() - wanted.red()) + abs(a.green() - wanted.green()) + abs(a.blue() - wanted.blue()) for a in seen
    )


def test_a_formula_is_a_picture_whose_text_stays(qtbot):
    document = drawn(qtbot)
    assert pictures_in(document) == FORMULAS
    text = document.toPlainText().replace(PICTURE, "")
    for written in (
        r"$P(A\mid B)=\frac{P(B\mid A)}{P(B)}$",
        "$5 and $10",
        r"\(a*b*c\)",
        "$code$",
        r"$\nobody{x}$",
        "$|x|$",
    ):
        assert written in text
    assert "$$\n\\sum_{i=1}^n i\n= \\frac{n(n+1)}{2}\n$$" in text
    assert not any(fragment.charFormat().fontItalic() for fragment in runs(document))


def test_the_text_of_a_picture_takes_no_room(qtbot):
    short, long = drawn(qtbot, "$x$"), drawn(qtbot, "$\\mathrm{x}$")
    assert long.idealWidth() == pytest.approx(short.idealWidth(), abs=4)
    assert drawn(qtbot, "$\\nobody{x}$").idealWidth() > 2 * short.idealWidth()


@pytest.mark.parametrize("latex", ["x", r"\frac{a}{b}", "y_{i_j}", r"\sum_{i=1}^n i", r"\hat{x}"])
@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_a_formula_stands_on_the_line_of_its_words(qtbot, latex, zoom):
    """The bottom of the letter behind it is where the line puts it; the picture reaches as far below as it should."""
    document = drawn(qtbot, f"word ${latex}$ word", Look(theme=LIGHT, zoom=zoom))
    line = document.firstBlock().layout().lineAt(0)
    assert document.firstBlock().layout().lineCount() == 1
    picture = picture_of(latex, display=False)
    form = next(f.charFormat() for f in runs(document) if f.text() == PICTURE)
    size = document.documentLayout().handlerForObject(form.objectType()).intrinsicSize(document, 8, form)
    em = size.width() / picture.width
    ascent = size.height() / 2 + QFontMetrics(form.font()).xHeight() / 4
    assert ascent == pytest.approx(picture.ascent * em, abs=1.0)
    assert line.ascent() + 1 >= picture.ascent * em


def test_it_grows_with_the_text(qtbot):
    one, two = drawn(qtbot, "$x+y$"), drawn(qtbot, "$x+y$", Look(theme=LIGHT, zoom=2.0))
    assert two.idealWidth() == pytest.approx(2 * one.idealWidth(), rel=0.1)


def test_a_wide_formula_becomes_as_wide_as_its_column(qtbot):
    document = drawn(qtbot, "$$" + "+".join(f"a_{{{n}}}" for n in range(60)) + "$$")
    assert document.size().width() <= 600
    image = painted(document)
    assert any(image.pixelColor(x, y).lightness() < 160 for x in range(540, 600) for y in range(40))
    document.setTextWidth(300)
    assert document.size().width() <= 300


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_its_colour_is_that_of_the_theme(qtbot, theme):
    document = drawn(qtbot, r"$\mathbf{HHH}-\frac{H}{H}$", Look(theme=theme, zoom=3.0))
    assert nearest(painted(document, theme), theme.text) < 12
    other = DARK if theme is LIGHT else LIGHT
    assert nearest(painted(document, theme), other.text) > nearest(painted(document, theme), theme.text)


def test_a_heading_is_larger_than_its_text_and_its_formula_too(qtbot):
    heading, plain = drawn(qtbot, "# Words $x+y$"), drawn(qtbot, "**Words** $x+y$")
    assert heading.idealWidth() > 1.3 * plain.idealWidth()


def test_growing_ends_as_the_whole_does(qtbot):
    whole, growing = drawn(qtbot), GrowingDocument(LOOK)
    for start in range(0, len(TEXT), 7):
        growing.feed(TEXT[start : start + 7])
        growing.flush()
    assert growing.document.toPlainText() == whole.toPlainText()
    assert pictures_in(growing.document) == FORMULAS


def test_pictures_that_come_late_are_told(qtbot):
    document = message_document(r"a formula nobody wrote before: $q_{987}+\frac{x}{y}$", LOOK)
    assert pictures_in(document) == 0
    with qtbot.waitSignal(document.grown):
        pass
    assert pictures_in(document) == 1
    growing = GrowingDocument(LOOK, "First $q_{988}$.\n\nThen")
    growing.flush()
    with qtbot.waitSignal(growing.document.grown):
        pass
    growing.feed(" more.\n\nEnd.")
    growing.flush()
    assert growing.document.toPlainText().replace(PICTURE, "") == "First $q_{988}$.\nThen more.\nEnd."


def body(parent: QWidget, document: MessageDocument) -> MessageBody:
    made = MessageBody(parent)
    made.show_document(document, LOOK, "slate")
    return made


def test_what_is_copied_and_read_aloud_is_latex(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    shown = body(parent, drawn(qtbot, "So $x^2$ holds."))
    shown.selectAll()
    copied = shown.createMimeDataFromSelection()
    assert copied.text() == "So $x^2$ holds."
    assert not copied.hasHtml()
    spoken = QAccessible.queryAccessibleInterface(shown).textInterface()
    assert "So $x^2$" in spoken.text(0, spoken.characterCount())


def test_a_hit_in_a_formula_marks_its_picture(qtbot):
    document = drawn(qtbot, r"😀 So $\frac{a}{b}$ holds.")
    hit = with_picture(document.find("frac"))
    assert hit.selectedText() == "frac{a}{b}$" + PICTURE
    assert with_picture(document.find("holds")).selectedText() == "holds"
    quoted = _passage(document, r"So $\frac{a}{b}$ holds")
    assert isinstance(quoted, QTextCursor)
    assert quoted.selectedText().replace(PICTURE, "") == r"So $\frac{a}{b}$ holds"


def test_a_thousand_formulas_do_not_hold_the_window(qtbot):
    document = message_document(" ".join(f"$z_{{{n}}}$" for n in range(1_000)), LOOK)
    assert document.toPlainText().count(PICTURE) == 400
    qtbot.waitUntil(lambda: draughtsman()._waiting == 0)
    qtbot.waitUntil(lambda: pictures_in(document) == 400)  # the last is put in a moment later


@pytest.mark.parametrize("sign", ["&#xFDD2;7&#xFDD3;", "&#64978;9999&#64979;"])
def test_what_stands_for_a_formula_is_text_where_somebody_writes_it(qtbot, sign):
    document = message_document(f"$x$ and {sign}", LOOK)
    assert document.toPlainText().startswith(f"$x${PICTURE} and ")
    assert document.toPlainText().count("$x$") == 1


@pytest.mark.parametrize("text", ["$x$ " * 60_000, "$$x\n" * 50_000], ids=["in a line", "by themselves"])
def test_a_line_full_of_formulas_is_laid_out_once(qtbot, text):
    def took(share):
        began = time.process_time()
        message_document(text[: len(text) // share], LOOK)
        return time.process_time() - began

    took(8)
    assert took(1) < 20 * took(8), "eight times the text; what is laid out anew for each takes 64 times as long"
