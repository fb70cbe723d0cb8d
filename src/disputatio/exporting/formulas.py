r"""Mathematics in what participants write: where a formula stands, what it means as MathML, and how it looks.

A formula is LaTeX between `$` and `$`, `$$` and `$$`, `\(` and `\)`, `\[` and `\]`. latex2mathml reads it and ziamath
draws it with STIX Two Math, in pure Python and without a network. Both trust what they are given: ziamath measures what
stands in a row twice, so that its time doubles with each row in a row, and links, colours and lengths without an end
would go through. So a formula that is too long, too deep or too wide, that takes too long, that names a command nobody
knows, or that holds a letter the font does not have, is None here, and stays as it was written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from inspect import CO_GENERATOR
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, TypeVar
from xml.etree.ElementTree import Element

from disputatio.debate.values import value

if TYPE_CHECKING:
    from collections.abc import Iterator

Found = TypeVar("Found")

CLOSING: Final = {"\\(": "\\)", "\\[": "\\]", "$$": "$$", "$": "$"}
LONGEST: Final = {"\\(": 1_000, "\\[": 4_000, "$$": 4_000, "$": 400}
"""Characters between the two."""
DEEPEST: Final = 24
"""Braces and environments that stand in one another."""
MOST: Final = 1_500
"""Parts of a formula, as MathML counts them."""
WORK: Final = 3_000
"""Parts of a formula that ziamath works through, counted as often as it visits them."""
TIME: Final = 1.0
"""Seconds that one formula may take."""
SIZE: Final = 24.0
"""Units of a picture in which one em is drawn."""
LARGEST: Final = 250.0
"""Ems that a picture may be wide or high."""
INK: Final = "#0a0b0c"
"""The colour of a picture; whoever shows it puts another in its place."""
KEPT: Final = 2_048
"""Formulas that are remembered."""

_BLANK: Final = re.compile(r"\n[ \t]*\n")
_GROUP: Final = re.compile(r"\\[a-zA-Z]+\*?\{[^{}]*\}|\\[a-zA-Z]+")
_WORDS: Final = re.compile(r"\A\d.*[\s,;][A-Za-z]{2,}[\s,;]|(?<![A-Za-z])[A-Za-z]{3,}[,;:.]?\s+[A-Za-z]{3,}")
"""Prose between two prices: words behind a first number, or two of them in a row."""
_NESTING: Final = re.compile(r"\\.|[{}]", re.DOTALL)
_SPACE: Final = re.compile(r"-?\d{1,2}(?:\.\d{1,4})?(?:em|ex|px|pt|%)?")
_ELEMENTS: Final = {
    *("math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot", "mstyle", "mpadded"),
    *("mphantom", "menclose", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts"),
    *("mtable", "mtr", "mtd"),
}
_ATTRIBUTES: Final = {
    *("display", "mathvariant", "stretchy", "fence", "form", "accent", "accentunder", "displaystyle", "scriptlevel"),
    *("columnalign", "columnlines", "rowlines", "separator", "symmetric", "largeop", "movablelimits", "notation"),
}
_SPACES: Final = {
    *("width", "height", "depth", "voffset", "lspace", "rspace", "rowspacing", "columnspacing", "linethickness"),
    *("minsize", "maxsize"),
}
_VALUE: Final = re.compile(r"[\w .+\-%]{0,60}")


# ---- where a formula stands ------------------------------------------------------------------------------------------
@value
class Formula:
    """A formula in a text, from `start` to `end`, what encloses it included."""

    start: int
    end: int
    latex: str
    display: bool


def formula_at(text: str, at: int) -> Formula | None:
    """Return the formula that begins there; None where none does. A price begins none: between single dollars there is
    no space at either end, no second line and no prose, and no letter or figure touches them from outside."""
    opening = text[at : at + 2]
    if opening not in CLOSING:
        opening = text[at : at + 1]
    if opening not in CLOSING or _escaped(text, at):
        return None
    start, closing = at + len(opening), CLOSING[opening]
    end = text.find(closing, start, start + LONGEST[opening] + len(closing))
    if end < 0 or (opening == "$" and not _stands(text, at, end)):
        return None
    inside = text[start:end]
    if not inside.strip() or "`" in inside or _BLANK.search(inside):
        return None
    return Formula(start=at, end=end + len(closing), latex=inside.strip(), display=opening in ("\\[", "$$"))


def _escaped(text: str, at: int) -> bool:
    back = at
    while back and text[back - 1] == "\\":
        back -= 1
    return (at - back) % 2 == 1


def _stands(text: str, at: int, end: int) -> bool:
    """Return whether two single dollars enclose a formula."""
    inside, before, behind = text[at + 1 : end], text[at - 1 : at], text[end + 1 : end + 2]
    if not inside or inside[0].isspace() or inside[-1].isspace() or "\n" in inside or inside[-1] == "\\":
        return False
    if before.isalnum() or before == "$" or behind.isalnum() or behind == "$":
        return False
    return not _WORDS.search(_GROUP.sub("x", inside))


def latex_of(written: str) -> str:
    """Return what a formula encloses, without what encloses it."""
    ends = 1 if written.startswith("$") and not written.startswith("$$") else 2
    return written[ends:-ends].strip()


# ---- what it means ---------------------------------------------------------------------------------------------------
@lru_cache(maxsize=KEPT)
def mathml_of(latex: str, *, display: bool) -> str | None:
    """Return a formula as MathML that a page can show, with its LaTeX beside it for whoever copies it."""
    _load()
    return _tried(lambda: _page_of(latex, display=display))


def _page_of(latex: str, *, display: bool) -> str:
    from xml.etree.ElementTree import SubElement, tostring

    tree = _read(latex, display=display)
    page = Element("math", tree.attrib)
    meaning = SubElement(page, "semantics")
    row = SubElement(meaning, "mrow")
    row.extend(list(tree))
    SubElement(meaning, "annotation", {"encoding": "application/x-tex"}).text = latex
    return tostring(page, encoding="unicode")


def _read(latex: str, *, display: bool) -> Element:
    """Return a formula as MathML. Raises whatever the library does, and ValueError for what is too deep."""
    from ziamath.tex import tex2mml

    deep = 0
    for mark in _NESTING.finditer(latex):
        deep += {"{": 1, "}": -1}.get(mark[0], 0)
        if deep > DEEPEST:
            raise ValueError("it is too deep")
    return _safe(tex2mml(latex, inline=not display))


def _safe(given: str) -> Element:
    """Return MathML without anything that acts, has a colour of its own or is out of all measure. Raises ValueError
    for what is no formula."""
    from xml.etree.ElementTree import fromstring

    tree = fromstring(given)
    for count, part in enumerate(tree.iter()):
        part.tag = part.tag.rpartition("}")[2]
        if part.tag not in _ELEMENTS or count > MOST:
            raise ValueError(f"it holds {part.tag}")
        if part.tag != "mtext" and (part.text or "").startswith("\\") and len(part.text or "") > 1:
            raise ValueError(f"nobody knows {part.text}")
        part.attrib = {name: said for name, said in part.attrib.items() if _harmless(name, said)}
        if part.tag == "mstyle" and not part.attrib:
            part.tag = "mrow"
    return tree


def _harmless(name: str, said: str) -> bool:
    if name in _SPACES:
        return all(_SPACE.fullmatch(each) for each in said.split())
    return name in _ATTRIBUTES and _VALUE.fullmatch(said) is not None


# ---- how it looks ----------------------------------------------------------------------------------------------------
@value
class Picture:
    """A formula as SVG, drawn with `INK`. Its sizes are in ems; `ascent` and `descent` are those over and under the
    line that it stands on."""

    svg: str
    width: float
    ascent: float
    descent: float


@lru_cache(maxsize=KEPT)
def picture_of(latex: str, *, display: bool) -> Picture | None:
    """Return how a formula looks. It takes some hundredths of a second, and `TIME` at most: call it in a thread."""
    _load()
    return _tried(lambda: _drawn(latex, display=display))


def _drawn(latex: str, *, display: bool) -> Picture:
    from xml.etree.ElementTree import tostring

    from ziamath.zmath import Math

    tree = _read(latex, display=display)
    _join(tree)
    if _work(tree) > WORK:
        raise ValueError("it is too deep")
    tree.set("mathcolor", INK)
    letters = {char for part in tree.iter() for char in part.text or "" if not char.isspace()}
    drawn = Math(tree, size=SIZE)
    if not all(map(drawn.font.glyphindex, letters)):
        raise ValueError("the font does not have all of its letters")
    svg = drawn.svgxml()
    _, top, width, height = map(float, svg.attrib["viewBox"].split())
    if not (0 < width <= LARGEST * SIZE and 0 < height <= LARGEST * SIZE):
        raise ValueError("it is too large")
    return Picture(
        svg=tostring(svg, encoding="unicode"), width=width / SIZE, ascent=-top / SIZE, descent=(top + height) / SIZE
    )


def _join(part: Element) -> None:
    """Put what stands alone in a row into the place of the row."""
    for place, child in enumerate(part):
        while child.tag == "mrow" and len(child) == 1:
            child = child[0]
        part[place] = child
        _join(child)


def _work(part: Element) -> int:
    below = sum(map(_work, part))
    return 1 + below * (2 if part.tag == "mtable" or (part.tag in ("mrow", "math") and len(part) > 1) else 1)


@lru_cache(maxsize=1)
def _load() -> None:
    """Load what reads and draws, which takes a third of a second: it is no fault of the first formula."""
    from ziamath.config import config
    from ziamath.zmath import Math

    config.svg2 = False  # neither Qt nor Typst need follow references then
    Math("<math><mi>x</mi></math>", size=SIZE)


class _LateError(BaseException):
    """No library catches it."""


def _tried(work: Callable[[], Found]) -> Found | None:
    """Return what some work gives; None where it fails or takes longer than `TIME`. Nothing else ends a loop in another
    package: each of its calls asks the clock. Generators do not: what is raised while one is closed gets lost, and with
    it the watch."""
    until, before = perf_counter() + TIME, sys.getprofile()

    def watch(frame: FrameType, event: str, _given: Any) -> None:
        if event == "call" and perf_counter() > until and not frame.f_code.co_flags & CO_GENERATOR:
            raise _LateError

    sys.setprofile(watch)
    try:
        return work()
    except (Exception, _LateError):  # whatever goes wrong in them, it is no formula
        return None
    finally:
        sys.setprofile(before)


def pictures(formulas: Iterable[tuple[str, bool]], seconds: float) -> Iterator[Picture | None]:
    """Yield how each of many formulas looks, (LaTeX, display); None for those that are left when the time is over."""
    until = perf_counter() + seconds
    for latex, display in formulas:
        yield picture_of(latex, display=display) if perf_counter() < until else None
