"""A debate as PDF, set by Typst.

It was measured against fpdf2 with HarfBuzz, on x86-64 with Python 3.11 and paragraphs of 1,500 characters: 1.7 ms a
paragraph against 65 ms. It keeps lone lines off page ends, repeats the heads of tables, writes tagged PDF/A and
lets go of the interpreter meanwhile, so that the window goes on (no gap over 14 ms). It takes 81 MB on disk (34 MB to
download); fpdf2 with fontTools, Pillow and HarfBuzz takes 60. WeasyPrint needs Pango, which is no wheel. Typst has
wheels for each Python and platform of ours but Windows on ARM, where this export says so.

What was said is data: it goes to the template as JSON and is shown to the letter. The template reads no file and
imports nothing, and the folder that it may see is empty. Text is set in Libertinus Serif, which is part of Typst, with
our Inter and JetBrains Mono; other scripts and emoji take the fonts of the computer. A character that no font has is
shown by its number, so that no empty box stands where a word was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, assert_never

from disputatio.debate.errors import Refused
from disputatio.debate.views.words import clean
from disputatio.exporting.account import Account
from disputatio.exporting.formulas import Picture, latex_of, pictures
from disputatio.exporting.passages import WEB, WIDEST, Node, nodes_of
from disputatio.exporting.pieces import Chapter, Item, Listing, Part, Passage, Run, Sentence, Speech, Subheading, Table

if TYPE_CHECKING:
    from typst import Fonts

STANDARD: Final = "a-2a"
"""PDF/A, which is made to be read in many years, with the tags that screen readers need."""
REMEMBERED: Final = 11
"""Files after which Typst forgets what it has laid out; empty ones follow each of ours, or long debates, of which each
may take a gigabyte, would pile up in the memory of the window."""
HEAD: Final = 90
"""Characters of the title at the head of a page."""
WORD: Final = 32
"""Characters of a word, after which it may be broken anywhere: it would leave the page."""
LINE: Final = 80
"""Characters of a line in a table, of which each column has its share: a longer word would run into the next one."""
BREAK: Final = "\u200b"
PATIENCE: Final = 60.0
"""Seconds that the formulas of one account may take; those that are left stay as they were written."""
_APART: Final = re.compile(r"(?<=[/\\._\-?&=,;:)])(?=\w)")
_USUAL: Final = re.compile("[^\n -\u017f\u0391-\u03c9\u0401-\u045f\u2010-\u201e\u2026\u20ac]")
"""What the fonts that are always there may not have."""
_REFUSED: Final = re.compile(r'the text `"(.+?)"` could not be displayed')
_ESCAPED: Final = re.compile(r"\\u\{([0-9a-f]+)\}")
_PRIVATE: Final = re.compile("[\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff]")
"""Characters that mean something in one place alone, or nothing: PDF/A does not allow them."""


def pdf_of(account: Account, fonts: Path, at: float = 0.0) -> bytes:
    """Return an account as PDF. `fonts`: the folder with ours; `at`: the time that the file bears. Raises Refused."""
    try:
        import typst
    except ImportError as error:
        raise Refused(
            "PDF cannot be made on this computer: Typst is not installed.", "Export as HTML, and print that."
        ) from error
    ours = _fonts(fonts)
    content = _account(account)
    _draw(content)
    given = json.dumps(content, ensure_ascii=False)
    if missing := _missing(given, ours):
        given = json.dumps(content | {"missing": len(missing)}, ensure_ascii=False)
        given = re.sub(f"[{re.escape(''.join(missing))}]", _by_number, given)
    try:
        made = _set(given, ours, at, archive=True)
    except typst.TypstError:  # signs that have a glyph each, and none together: such a file is no PDF/A, but whole
        made = _set(given, ours, at, archive=False)
    finally:
        for _ in range(REMEMBERED):
            typst.compile(b"", font_paths=ours)
    return made


def _set(account: str, fonts: Fonts, at: float, *, archive: bool) -> bytes:
    """Return the pages of an account, as PDF/A or not. Each try needs a compiler of its own: when one fails, it forgets
    its template."""
    import typst

    with TemporaryDirectory() as empty:
        template = typst.Compiler(
            Path(__file__).with_name("paper.typ").read_bytes(),
            root=empty,
            font_paths=fonts,
            sys_inputs={"account": account},
            package_path=empty,
            package_cache_path=empty,
        )
        made = template.compile(format="pdf", pdf_standards=[STANDARD] if archive else [], timestamp=int(at))
    assert isinstance(made, bytes)
    return made


@lru_cache(maxsize=2)
def _fonts(folder: Path) -> Fonts:
    import typst

    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True, font_paths=[str(folder)])


# ---- characters that no font has -------------------------------------------------------------------------------------
def _missing(text: str, fonts: Fonts) -> list[str]:
    """Return the characters of a text that cannot be shown on this computer."""
    private = set(_PRIVATE.findall(text))
    return sorted(private | _without_glyph(set(_USUAL.findall(text)) - private, fonts))


def _without_glyph(characters: set[str], fonts: Fonts) -> set[str]:
    """Return those for which PDF/A is refused, where each stands in a paragraph of its own."""
    import typst

    if not characters:
        return set()
    lines = "\n\n".join(f'#text(font: "Inter", "\\u{{{ord(each):x}}}")' for each in sorted(characters))
    try:
        typst.compile(f'#set document(title: "x")\n{lines}'.encode(), font_paths=fonts, pdf_standards=[STANDARD])
    except typst.TypstError as error:
        told = "".join(_REFUSED.findall(error.diagnostic))
        named = (chr(int(number, 16)) for number in _ESCAPED.findall(told))
        return characters & {*told, *named}
    return set()


def _by_number(found: re.Match[str]) -> str:
    return f"[U+{ord(found[0]):04X}]"


# ---- formulas --------------------------------------------------------------------------------------------------------
def _draw(content: dict[str, Any]) -> None:
    """Give each formula its picture."""
    found = list(_formulas(content))
    wanted = ((latex_of(node["text"]), "note" in node) for node in found)
    for node, picture in zip(found, pictures(wanted, PATIENCE), strict=True):
        if picture is not None:
            node["picture"] = _shown(picture)


def _formulas(content: Any) -> Iterator[dict[str, Any]]:
    if isinstance(content, dict) and content.get("kind") == "formula":
        yield content
    for each in content.values() if isinstance(content, dict) else content if isinstance(content, list) else ():
        yield from _formulas(each)


def _shown(picture: Picture) -> dict[str, Any]:
    return {
        "svg": picture.svg,
        "width": picture.width,
        "height": picture.ascent + picture.descent,
        "under": picture.descent,
    }


# ---- the account as data for the template ----------------------------------------------------------------------------
def _account(account: Account) -> dict[str, Any]:
    title = " ".join(clean(account.title).split())
    return {
        "title": _text(title),
        "short": title if len(title) <= HEAD else f"{title[:HEAD].rsplit(' ', 1)[0]} …",
        "started": account.started,
        "missing": 0,
        "question": clean(account.question),
        "question_nodes": _nodes(nodes_of(account.question)) if account.question else [],
        "chapters": [_chapter(chapter) for chapter in account.all_chapters],
        "stretches": [
            {"title": _text(stretch.title), "speeches": [_speech(speech) for speech in stretch.speeches]}
            for stretch in account.stretches
        ],
    }


def _text(text: str, most: int = WORD) -> str:
    """Return words that can be broken before they leave the page."""

    def broken(word: re.Match[str]) -> str:
        return long.sub(lambda part: BREAK.join(re.findall(f".{{1,{most // 2}}}", part[0])), _APART.sub(BREAK, word[0]))

    long = _long(most)
    return long.sub(broken, clean(text))


@lru_cache(maxsize=WIDEST)
def _long(most: int) -> re.Pattern[str]:
    return re.compile(rf"[^\s{BREAK}]{{{most},}}")


def _chapter(chapter: Chapter) -> dict[str, Any]:
    return {"title": chapter.title, "parts": [_part(part) for part in chapter.parts]}


def _part(part: Part) -> dict[str, Any]:
    match part:
        case Subheading(text=text):
            return {"kind": "subheading", "text": _text(text)}
        case Passage(text=text):
            return {"kind": "passage", "nodes": _nodes(nodes_of(text))}
        case Sentence(runs=runs):
            return {"kind": "sentence", "runs": _runs(runs)}
        case Listing(items=items):
            return {"kind": "listing", "items": _items(items)}
        case Table(head=head, rows=rows):
            return {"kind": "table", "head": list(head), "rows": [[_runs(cell) for cell in row] for row in rows]}
        case _:
            assert_never(part)


def _items(items: Iterable[Item]) -> list[dict[str, Any]]:
    """Return the lines of a list, each with those that belong to it."""
    found = list[dict[str, Any]]()
    for item in items:
        if item.below and found:
            found[-1]["below"].append(_runs(item.runs))
        else:
            found.append({"runs": _runs(item.runs), "below": []})
    return found


def _runs(runs: Iterable[Run]) -> list[dict[str, str]]:
    return [_run(run) for run in runs]


def _run(run: Run) -> dict[str, str]:
    return {"style": run.style, "text": _text(run.shown)}


def _speech(speech: Speech) -> dict[str, Any]:
    return {
        "name": _text(speech.name),
        "seat": speech.seat,
        "by": _run(speech.by),
        "told": _text(speech.told),
        "nodes": _nodes(nodes_of(speech.text)),
        "looked_up": [_text(line) for line in speech.looked_up],
        "lacked": [_text(line) for line in speech.lacked],
    }


def _nodes(nodes: Iterable[Node], most: int = WORD) -> list[dict[str, Any]]:
    return [_node(node, most) for node in nodes]


def _node(node: Node, most: int) -> dict[str, Any]:
    """`most`: the characters of a word that is not broken."""
    found: dict[str, Any] = {"kind": node.kind}
    if node.kind == "table":
        most = min(most, LINE // len(node.nodes[0].nodes))
    if node.text:
        found["text"] = node.text if node.kind == "formula" else _text(node.text, most)
    if node.nodes:
        found["nodes"] = _nodes(node.nodes, most)
    if node.kind == "link" and not node.address and WEB.fullmatch(node.note):
        found["to"] = node.note  # what can be clicked is an address that is read whole
    if node.kind == "link" and node.address:
        found["address"] = _text(node.address, most)
    elif node.note:
        found["note"] = node.note
    if node.number:
        found["number"] = node.number
    if node.kind in ("paragraph", "list", "quote", "table") and node.from_right:
        found["from_right"] = True
    return found
