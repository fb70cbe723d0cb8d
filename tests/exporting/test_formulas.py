"""Formulas are found among prices and code, drawn where they can be, and never cost more than their time."""

from __future__ import annotations

import time
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.exporting.conftest import log_of, read_pdf

from disputatio.app.paths import resource
from disputatio.exporting.account import account_of
from disputatio.exporting.formulas import INK, LONGEST, TIME, formula_at, mathml_of, picture_of, pictures
from disputatio.exporting.html import blocks, html_of
from disputatio.exporting.passages import nodes_of
from disputatio.exporting.pdf import pdf_of


def found(text: str) -> list[str]:
    made, at = [], 0
    while at < len(text):
        formula = formula_at(text, at)
        if formula is not None:
            made.append(formula.latex)
        at = formula.end if formula else at + 1
    return made


@pytest.mark.parametrize(
    "text",
    [
        "it costs $5 and $10",
        "from $5-$10",
        "US$5 and US$6",
        "$5, or 10$ more",
        "$100 million and 20$",
        "pay $5 now and you get 3$ back",
        "$HOME and $PATH, $PATH:$HOME",
        "$ x $",
        "$x\ny$",
        "$$\n\n$$",
        r"\$x\$",
        r"\\(x\\)",
        "$`x`$",
        "$" + "x" * (LONGEST["$"] + 1) + "$",
    ],
)
def test_what_is_no_formula(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("so $x_1$, then $5$", ["x_1", "5"]),
        ("$2 + 3$ and $n$-th", ["2 + 3", "n"]),
        (r"$\text{for all apples}$", [r"\text{for all apples}"]),
        ("$$x$$ and \\(y\\) and \\[z\n+1\\]", ["x", "y", "z\n+1"]),
    ],
)
def test_what_is_one(text: str, latex: list[str]) -> None:
    assert found(text) == latex


@given(st.text(alphabet="$\\()[] x5a\n`", max_size=60))
def test_a_formula_lies_in_its_text(text: str) -> None:
    for at in range(len(text)):
        formula = formula_at(text, at)
        assert formula is None or (at == formula.start < formula.end <= len(text) and formula.latex in text)


@pytest.mark.parametrize(
    "latex",
    [
        r"P(A\mid B)=\frac{P(B\mid A)\,P(A)}{P(B)}",
        r"\sum_{i=1}^{n} i^2",
        r"\begin{pmatrix}a&b\\c&d\end{pmatrix}",
        r"\begin{aligned}a&=b\\&=c\end{aligned}",
        r"\text{für alle } x \neq y",
        r"\color{red}{x}",
    ],
)
def test_usual_formulas_are_drawn_and_told(latex: str) -> None:
    picture = picture_of(latex, display=True)
    assert picture is not None
    assert picture.width > 0.3
    assert picture.ascent > 0.3
    assert INK in picture.svg
    assert "black" not in picture.svg
    page = mathml_of(latex, display=True)
    assert page is not None
    assert fromstring(page).find("semantics/annotation").text == latex  # type: ignore[union-attr]


def test_a_formula_stands_on_its_line() -> None:
    plain, deep = picture_of("x", display=False), picture_of(r"\frac{a}{b}", display=False)
    assert plain is not None
    assert deep is not None
    assert plain.descent < 0.1 < deep.descent
    assert plain.ascent < deep.ascent


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{a}",
        "x_",
        "{",
        "&",
        r"\unicode{0}",
        r"\nobodyknows{x}",
        "漢",
        "",
        "{" * 100_000,
        "{" * 50_000 + "}" * 50_000,
        r"\sqrt{" * 60 + "x" + "}" * 60,
        r"x+\sqrt{" * 20 + "x" + "}" * 20,
        r"\begin{matrix}" * 20 + "a" + r"\end{matrix}" * 20,
        r"\left(" * 200 + r"\right)" * 200,
        "x+" * 2_000,
    ],
)
def test_what_cannot_be_drawn_costs_no_more_than_its_time(latex: str) -> None:
    picture_of("x", display=False)
    begun = time.process_time()
    assert picture_of(latex, display=True) is None
    mathml_of(latex, display=True)
    assert time.process_time() - begun < 2 * TIME + 1


def test_time_that_is_over_leaves_the_rest_as_it_was_written() -> None:
    assert list(pictures([("x", False), ("y", False)], 0.0)) == [None, None]
    assert all(pictures([("x", False), ("y", False)], 20.0))


@pytest.mark.parametrize(
    "latex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\style{color:red}{x}",
        r"\class{a}{x}",
        r"\hspace{99999em}x",
        r"\color{red}{x}",
    ],
)
def test_nothing_that_acts_gets_into_a_page(latex: str) -> None:
    page = mathml_of(latex, display=False) or ""
    for bad in ("href", "style=", "class", "99999", "color", "red<"):
        assert bad not in page.partition("<annotation")[0]


def told(text: str) -> str:
    return blocks(nodes_of(text), 3)


def test_formulas_in_a_page() -> None:
    page = told("so $a*b*c$ and\n\n$$\na\n= b\n- c\n$$\n\n- in a list\n  \\[\n  x\n  \\]\n")
    assert page.count("<math") == 3
    assert page.count('<div class="formula">') == 2
    assert "<em>" not in page
    assert "<li><p" in page


def test_what_cannot_be_read_stays_as_it_was_written() -> None:
    assert told(r"so $\nobody{<b>}$") == '<p dir="auto">so $\\nobody{&lt;b&gt;}$</p>\n'
    assert "<code>$x$</code>" in told("`$x$`")
    assert '<pre><code class="language-math">x\n' in told("```math\nx\n```")


def test_formulas_on_paper_can_be_searched_for() -> None:
    account = account_of("t", log_of("Say $x_1+y$ and\n\n$$\\frac{a}{b}$$\n\nand $\\nobody{z}$ for $5.", "The end."))
    text = "".join(read_pdf(pdf_of(account, resource("fonts"))).split())
    for written in ("x_1+y", "\\frac{a}{b}", "$\\nobody{z}$for$5."):
        assert written in text
    assert "<math" in html_of(account)


@pytest.mark.alone
@pytest.mark.parametrize("line", ["$$", "$$x", "\\[x", "> > $$x"])
def test_a_text_full_of_beginnings_takes_little_longer_than_any_other(line: str) -> None:
    def seconds(of: str) -> float:
        began = time.process_time()
        nodes_of(f"{of}\n" * (150_000 // (len(line) + 1)))
        return time.process_time() - began

    plain = line.replace("$", "a").replace("\\", "a")
    assert seconds(line) < 2.5 * seconds(plain) + 0.3
