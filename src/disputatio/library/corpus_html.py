"""The text of an HTML page, in sections by its headings. What is not text for a reader (scripts, styles, forms, what is
hidden) is dropped; nothing that the page refers to is fetched.

The standard library parses; what a reader sees is decided here. inscriptis 2.7 and html2text 2025.4 both keep hidden
text as text of the page (a known way to smuggle orders to models) and know no sections; the one needs lxml, the other
was stopped after 25 s over nested lists that take 0.1 s here.
"""

from __future__ import annotations

from html.parser import HTMLParser

from disputatio.debate.citations.passages import vocabulary
from disputatio.library.corpus import Part, clean, section_name

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
        """The heading has ended: it names what follows."""
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
