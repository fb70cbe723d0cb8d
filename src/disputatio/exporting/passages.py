"""Markdown of participants as a tree, for exports that set it themselves.

Whatever was written, the tree holds words and what they are, and nothing that could act: HTML and images are words, a
link is its words and an address, a formula is its LaTeX as it was typed. What is too long or too deep for the parser is
given line by line, as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal
from unicodedata import bidirectional

from disputatio.debate.values import value
from disputatio.debate.views.words import clean
from disputatio.exporting.addresses import addresses_in
from disputatio.exporting.formulas import formula_at

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode

Kind = Literal[
    "paragraph",
    "heading",
    "list",
    "item",
    "quote",
    "code",
    "table",
    "row",
    "cell",
    "rule",
    "text",
    "span",
    "emphasis",
    "strong",
    "deleted",
    "link",
    "break",
    "formula",
]

LONGEST: Final = 300_000
"""Characters of a passage that is parsed."""
LONGEST_LINE: Final = 50_000
DEEPEST: Final = 16
"""Lists and quotations that stand in one another, each list counting twice."""
WIDEST: Final = 16
"""Columns of a table. A page has no room for more."""
SOUGHT_AT: Final = 32
"""Characters at whose beginning the direction of a script is looked for."""
LINES: Final = 100
"""Lines of a formula."""
SOUGHT, MOST_SOUGHT = "lines in which the end of a formula was sought", 20_000
"""Or a text full of beginnings would be searched again for each of them."""
LONGEST_ADDRESS: Final = 2_000
"""Characters of an address that becomes a link by itself."""
_PROTOCOL: Final = re.compile(r"https?$", re.IGNORECASE)
WEB: Final = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)


@value
class Node:
    """`text`: of words and code, and of a formula with what encloses it. `note`: the language of code, the address of a
    link, the side on which a cell stands, "block" of a formula that stands by itself.
    `number`: the level of a heading; the first number of a list, 0 of one with bullets."""

    kind: Kind
    nodes: tuple[Node, ...] = ()
    text: str = ""
    note: str = ""
    number: int = 0

    @property
    def words(self) -> str:
        return self.text + "".join(node.words for node in self.nodes)

    @property
    def from_right(self) -> bool:
        """Whether it begins in a script that runs from right to left."""
        strong = (kind for kind in map(bidirectional, self.words[:SOUGHT_AT]) if kind in ("L", "R", "AL"))
        return next(strong, "L") != "L"

    @property
    def address(self) -> str:
        """The address of a link, where its words do not say it."""
        return "" if self.note in (self.words, f"mailto:{self.words}") else self.note


def nodes_of(text: str) -> tuple[Node, ...]:
    """Return the blocks of a passage."""
    text = clean(text).expandtabs(4)
    lines = text.split("\n")
    if len(text) > LONGEST or max(map(len, lines)) > LONGEST_LINE:
        return _as_it_stands(lines)
    tree = _parser()(text)
    return tuple(_blocks(tree.children)) if tree else _as_it_stands(lines)


def _as_it_stands(lines: Iterable[str]) -> tuple[Node, ...]:
    return tuple(Node(kind="paragraph", nodes=(Node(kind="text", text=line),)) for line in lines if line.strip())


@lru_cache(maxsize=1)
def _parser() -> Callable[[str], SyntaxTreeNode | None]:
    """Return what makes a tree of a text; None of one that is too deep. Made when it is first wanted: to load the
    parser takes as long as to start the command line."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST + 8}).enable(["table", "strikethrough"])
    parser.disable("reference")  # it would take lines out of the text
    parser.inline.ruler.before("escape", "formula", _formula)
    parser.inline.ruler.before("escape", "address", _address)
    parser.block.ruler.before("fence", "formula", _block, {"alt": ["paragraph", "reference", "blockquote", "list"]})

    def parse(text: str) -> SyntaxTreeNode | None:
        tokens = parser.parse(text)
        return None if any(token.level > DEEPEST for token in tokens) else SyntaxTreeNode(tokens)

    return parse


# ---- mathematics -----------------------------------------------------------------------------------------------------
def _formula(state: StateInline, silent: bool) -> bool:
    found = formula_at(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("formula", "", 0).content = state.src[found.start : found.end]
    state.pos = found.end
    return True


def _block(state: StateBlock, line: int, last: int, silent: bool) -> bool:
    """Take a formula that stands by itself, over several lines maybe: other blocks would begin in the midst of it."""
    start = state.bMarks[line] + state.tShift[line]
    if state.is_code_block(line) or state.src[start : start + 2] not in ("$$", "\\["):
        return False
    if state.env.setdefault(SOUGHT, 0) > MOST_SOUGHT:
        return False
    end = line + 1
    while end < min(last, line + LINES) and not state.isEmpty(end) and state.sCount[end] >= state.blkIndent:
        end += 1
    state.env[SOUGHT] += end - line
    text = state.getLines(line, end, state.blkIndent, False).strip()
    found = formula_at(text, 0)
    if found is None or text[found.end :].split("\n")[0].strip():
        return False
    if not silent:
        state.line = line + text[: found.end].count("\n") + 1
        token = state.push("formula", "", 0)
        token.content, token.block, token.map = text[: found.end], True, [line, state.line]
    return True


# ---- addresses -------------------------------------------------------------------------------------------------------
def _address(state: StateInline, silent: bool) -> bool:
    """Take a web address that stands by itself, at the "://" in it: what comes before is waiting as words by then."""
    begun = _PROTOCOL.search(state.pending) if state.src.startswith("://", state.pos) else None
    if begun is None or state.linkLevel or silent:
        return False
    start = state.pos - len(begun[0])
    stretch = state.src[max(0, start - 1) : start + LONGEST_ADDRESS]
    end = next((end for at, end in addresses_in(stretch) if at == min(1, start)), 0)
    if not end:
        return False
    address = stretch[min(1, start) : end]
    state.pending = state.pending[: -len(begun[0])]
    state.push("link_open", "a", 1).attrs = {"href": address}
    state.push("text", "", 0).content = address
    state.push("link_close", "a", -1)
    state.pos = start + len(address)
    return True


# ---- the tree --------------------------------------------------------------------------------------------------------
def _blocks(found: Iterable[SyntaxTreeNode]) -> Iterator[Node]:
    for each in found:
        match each.type:
            case "paragraph":
                yield Node(kind="paragraph", nodes=tuple(_words(each)))
            case "heading":
                yield Node(kind="heading", nodes=tuple(_words(each)), number=int(each.tag[1:]))
            case "bullet_list" | "ordered_list":
                items = tuple(Node(kind="item", nodes=tuple(_blocks(item.children))) for item in each.children)
                start = int(each.attrGet("start") or 1) if each.type == "ordered_list" else 0
                yield Node(kind="list", nodes=items, number=start)
            case "blockquote":
                yield Node(kind="quote", nodes=tuple(_blocks(each.children)))
            case "fence" | "code_block":
                yield Node(kind="code", text=each.content.removesuffix("\n"), note=_language(each.info))
            case "formula":
                yield Node(kind="formula", text=each.content, note="block")
            case "hr":
                yield Node(kind="rule")
            case "table":
                yield from _table(each)
            case _:
                yield Node(kind="paragraph", nodes=(Node(kind="text", text=each.content),))


def _language(info: str) -> str:
    name = info.split(maxsplit=1)[0] if info.strip() else ""
    return name if re.fullmatch(r"[\w.+#-]{1,20}", name) else ""


def _table(table: SyntaxTreeNode) -> Iterator[Node]:
    rows = [row.children for part in table.children for row in part.children]
    if len(rows[0]) > WIDEST:
        for row in rows:
            cells = (node for cell in row for node in (*_words(cell), Node(kind="text", text=" | ")))
            yield Node(kind="paragraph", nodes=tuple(cells))
        return
    yield Node(kind="table", nodes=tuple(Node(kind="row", nodes=tuple(map(_cell, row))) for row in rows))


def _cell(cell: SyntaxTreeNode) -> Node:
    side = str(cell.attrGet("style") or "").removeprefix("text-align:")
    return Node(kind="cell", nodes=tuple(_words(cell)), note=side if side in ("center", "right") else "")


STYLES: Final[dict[str, Kind]] = {"em": "emphasis", "strong": "strong", "s": "deleted"}


def _words(block: SyntaxTreeNode) -> Iterator[Node]:
    """Yield what stands in the lines of a block."""
    for each in block.children:
        match each.type:
            case "inline":
                yield from _words(each)
            case "softbreak":
                yield Node(kind="text", text=" ")
            case "hardbreak":
                yield Node(kind="break")
            case "code_inline":
                yield Node(kind="span", text=each.content)
            case "formula":
                yield Node(kind="formula", text=each.content)
            case "em" | "strong" | "s":
                yield Node(kind=STYLES[each.type], nodes=tuple(_words(each)))
            case "link":
                yield Node(kind="link", nodes=tuple(_words(each)), note=str(each.attrGet("href") or ""))
            case "image":
                named = Node(kind="text", text=f"image: {each.content}" if each.content else "image")
                yield Node(kind="link", nodes=(named,), note=str(each.attrGet("src") or ""))
            case _:
                yield Node(kind="text", text=each.content)
