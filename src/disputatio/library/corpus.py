"""The corpus of a persona: files as passages that can be found and cited. Pure.

A passage is a section (of headings, or a page), at most `LONGEST` characters; longer ones are cut between paragraphs,
else between sentences, else between words (SPEC §17).

Of an HTML page, what is not text for a reader (scripts, styles, forms, what is hidden) is dropped; nothing that the
page refers to is fetched. The standard library parses; what a reader sees is decided here. inscriptis 2.7 and html2text
2025.4 both keep hidden text as text of the page (a known way to smuggle orders to models) and know no sections; the one
needs lxml, the other was stopped after 25 s over nested lists that take 0.1 s here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Literal

from disputatio.debate.citations.passages import vocabulary
from disputatio.debate.values import value

SourceKind = Literal["text", "markdown", "html", "pdf"]
LONGEST = 4_000
"""Characters of a passage."""

_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_ATX = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_ITEM = re.compile(r"^ {0,3}(?:[-*+>|]|\d{1,9}[.)])")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufeff\ufffe\uffff]")
_BLANKS = re.compile(r"\n{3,}")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n(?=[a-zß-ÿ])")
HEADING = 200
"""Characters of a section's name."""


@value
class Part:
    """A piece of a file as it was read: a section or a page (from 1; 0 where there are none)."""

    text: str
    section: str = ""
    page: int = 0


@value
class Chunk:
    """A passage; `number` counts from 1 within its source."""

    number: int
    text: str
    section: str = ""
    page: int = 0

    @property
    def place(self) -> str:
        return place(self.section, self.page, self.number)


@value
class Source:
    """A file of a corpus. `held_back` are likely secrets that were taken out, `notes` what else was left out, both in
    words; `digest` is the SHA-256 of the file."""

    persona: str
    name: str
    kind: SourceKind
    digest: str = ""
    pages: int = 0
    characters: int = 0
    chunks: int = 0
    held_back: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    id: str = ""
    created_at: float = 0.0


def place(section: str, page: int, number: int) -> str:
    """Return where a passage stands, in words."""
    return ", ".join(filter(None, (f"page {page}" if page else "", section))) or f"part {number}"


def clean(text: str) -> str:
    """Return a text without control characters, with one kind of line end and no more than one empty line at a time."""
    text = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " "))
    return _BLANKS.sub("\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip("\n")


def rejoin(text: str) -> str:
    """Return the text of a page with the words whole that were hyphenated at the ends of lines."""
    return _HYPHEN.sub("", text)


def parts_of_text(text: str) -> list[Part]:
    return [Part(text=clean(text))]


def parts_of_markdown(text: str) -> list[Part]:
    """Return a part for each section, named by its headings from the outermost on ("Guide › Install")."""
    found: list[Part] = []
    path: dict[int, str] = {}
    body: list[str] = []
    section = ""

    def close() -> None:
        written = clean("\n".join(body))
        if written.strip():
            found.append(Part(text=written, section=section))
        body.clear()

    for line, heading in _headed(clean(text).split("\n")):
        if heading is None:
            body.append(line)
            continue
        close()
        level, title = heading
        path = {**{depth: name for depth, name in path.items() if depth < level}, level: title}
        section = section_name(path.values())
    close()
    return found


def section_name(headings: Iterable[str]) -> str:
    """Return the headings that lead to a section, in one line; the innermost is kept where that is long."""
    whole = " › ".join(" ".join(each.split()) for each in headings if each.strip())
    return whole if len(whole) <= HEADING else f"… {whole[-HEADING:].lstrip()}"


def _headed(lines: list[str]) -> Iterator[tuple[str, tuple[int, str] | None]]:
    """Yield each line, and what it is the heading of: (level, title). An underlined heading takes two lines."""
    fence = ""
    skip = False
    for at, line in enumerate(lines):
        if skip:
            skip = False
            continue
        if mark := _FENCE.match(line):
            fence = ("" if mark[1].startswith(fence) else fence) if fence else mark[1]
            yield line, None
        elif fence:
            yield line, None
        elif atx := _ATX.match(line):
            yield line, (len(atx[1]), atx[2])
        elif (level := _underlined(lines, at)) > 0:
            skip = True
            yield line, (level, line.strip())
        else:
            yield line, None


def _underlined(lines: list[str], at: int) -> int:
    """Return 1 or 2 where a line is a heading underlined by = or -, else 0."""
    alone = at == 0 or not lines[at - 1].strip()
    below = _UNDERLINE.match(lines[at + 1]) if at + 1 < len(lines) else None
    if below is None or not alone or not lines[at].strip() or _ITEM.match(lines[at]) or lines[at].startswith("    "):
        return 0
    return 1 if below[1].startswith("=") else 2


def chunk(parts: Iterable[Part]) -> list[Chunk]:
    """Return the passages of a file, numbered."""
    found: list[Chunk] = []
    for part in parts:
        for text in pieces(part.text):
            found.append(Chunk(number=len(found) + 1, text=text, section=part.section, page=part.page))
    return found


def pieces(text: str, longest: int = LONGEST) -> list[str]:
    """Return a text in pieces of at most `longest` characters, cut where it hurts least. Nothing but blanks is lost."""
    return [piece for piece in _packed(_bricks(text, longest), longest) if piece.strip()]


def _bricks(text: str, longest: int) -> Iterator[tuple[str, str]]:
    """Yield (what joins it to the one before, text) of pieces that each fit: paragraphs, sentences, words, in this
    order."""
    for paragraph in re.split(r"\n[ \t]*\n", text.strip("\n")):
        joint = "\n\n"
        for brick in _sentences(paragraph, longest):
            yield joint, brick
            joint = " "


def _sentences(paragraph: str, longest: int) -> Iterator[str]:
    if len(paragraph) <= longest:
        yield paragraph
        return
    for sentence in filter(str.strip, _SENTENCE.split(paragraph)):
        yield from _words(sentence, longest)


def _words(sentence: str, longest: int) -> Iterator[str]:
    while len(sentence) > longest:
        space = sentence.rfind(" ", longest // 2, longest)
        end = space if space > 0 else longest
        yield sentence[:end].rstrip()
        sentence = sentence[end:].lstrip()
    yield sentence.rstrip()


def _packed(bricks: Iterable[tuple[str, str]], longest: int) -> Iterator[str]:
    kept = ""
    for joint, brick in bricks:
        if kept and len(kept) + len(joint) + len(brick) > longest:
            yield kept
            kept = brick
        else:
            kept = f"{kept}{joint}{brick}" if kept else brick
    if kept:
        yield kept


# ---- HTML: the text of a page, in sections by its headings --------------------------------------------------------
DROPPED = vocabulary(
    """script style template noscript iframe object embed applet svg math canvas audio video map nav form select
    button textarea dialog"""
)
"""Elements whose content is no text of the page."""

BLOCKS = vocabulary(
    """address article aside blockquote caption dd details div dl dt figcaption figure footer header hr legend main ol
    p section summary table tbody tfoot thead title tr ul h1 h2 h3 h4 h5 h6"""
)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
VOID = vocabulary("area base br col embed hr img input link meta param source track wbr")
DEEPEST = 200
"""Elements within one another that are followed; deeper ones only give their text."""

KEPT = "\x1f"
"""Stands for a blank of preformatted text until the lines are made."""


class _Reader(HTMLParser):
    """`open` are the elements around, each with whether it drops its content."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[Part] = []
        self.title = ""
        self.open: list[tuple[str, bool]] = []
        self.dropping = 0
        self.text: list[str] = []
        self.path: dict[int, str] = {}
        self.heading = 0

    # ---- what the parser finds ---------------------------------------------------------------------------------------
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.heading and tag in BLOCKS:
            self._named()
        if tag == "br" or tag in BLOCKS:
            self._break("\n" if tag in ("br", "tr") else "\n\n")
        elif tag == "li":
            self._break("\n- ")
        elif tag in ("td", "th"):
            self._break(" | ")
        if tag in VOID:
            return
        drops = tag in DROPPED or _hidden(dict(attrs))
        if len(self.open) < DEEPEST:
            self.open.append((tag, drops))
            self.dropping += drops
        if tag in HEADINGS and not self.dropping:
            self.close_section()
            self.heading = HEADINGS[tag]

    def handle_endtag(self, tag: str) -> None:
        if tag in HEADINGS and self.heading:
            self._named()
        if any(name == tag for name, _ in self.open):
            name = ""
            while name != tag:
                name, drops = self.open.pop()
                self.dropping -= drops
        if tag == "title" and not self.title:
            self.title = " ".join("".join(self.text).split())
            self.text.clear()
        elif tag in BLOCKS:
            self._break("\n\n")

    def handle_data(self, data: str) -> None:
        if self.dropping:
            return
        kept = any(name == "pre" for name, _ in self.open)
        self.text.append(data.replace(" ", KEPT) if kept else _spaced(data))

    # ---- sections ----------------------------------------------------------------------------------------------------
    def _break(self, joint: str) -> None:
        if not self.dropping:
            self.text.append(joint)

    def _named(self) -> None:
        """End a heading: it names what follows."""
        title = " ".join("".join(self.text).split())
        self.text.clear()
        self.path = {level: name for level, name in self.path.items() if level < self.heading} | {self.heading: title}
        self.heading = 0

    def close_section(self) -> None:
        if self.heading:
            self._named()
        lines = (line.strip(" ").replace(KEPT, " ") for line in "".join(self.text).split("\n"))
        self.text.clear()
        if written := clean("\n".join(lines)).strip():
            self.parts.append(Part(text=written, section=section_name(self.path.values()) or self.title))


def _spaced(data: str) -> str:
    words = " ".join(data.split())
    return f"{' ' if data[:1].isspace() else ''}{words}{' ' if words and data[-1:].isspace() else ''}"


def _hidden(attributes: dict[str, str | None]) -> bool:
    style = (attributes.get("style") or "").replace(" ", "").lower()
    return "hidden" in attributes or "display:none" in style or "visibility:hidden" in style


def parts_of_html(text: str) -> list[Part]:
    """Return a part for each section of the page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.close_section()
    return reader.parts
