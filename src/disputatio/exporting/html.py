"""A debate as one HTML page that needs nothing but itself: no script, no font, no picture, no style from anywhere else.

It is meant to be read in ten years, on paper too. Every text is escaped, and the page forbids its reader to load or run
anything; a link leads only to the web or to a mail address, and only when it is clicked.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, assert_never

from disputatio.debate.views.words import clean
from disputatio.exporting.account import Account
from disputatio.exporting.formulas import latex_of, mathml_of
from disputatio.exporting.passages import WEB, Node, nodes_of
from disputatio.exporting.pieces import (
    Chapter,
    Item,
    Listing,
    Part,
    Passage,
    Run,
    Runs,
    Sentence,
    Speech,
    Subheading,
    Table,
)

COLOURS: Final = 12
"""Colours for seats in the style sheet."""
IN_CHAPTER, IN_SPEECH = 3, 5
"""The level at which headings of a passage begin."""
TAGS: Final = {
    "emphasis": "em",
    "strong": "strong",
    "deleted": "s",
    "quote": "blockquote",
    "item": "li",
    "row": "tr",
    "break": "br",
    "rule": "hr",
}


@lru_cache(maxsize=1)
def style() -> str:
    return Path(__file__).with_name("page.css").read_text("utf-8")


def html_of(account: Account) -> str:
    """Return an account as a page."""
    allowed = b64encode(sha256(style().encode()).digest()).decode()
    title = _text(account.title)
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f'<meta name="generator" content="Disputatio">\n<title>{title}</title>\n<style>{style()}</style>\n</head>\n'
    )
    begun = f'<p class="about">A debate, begun on {escape(account.started)}</p>\n' if account.started else ""
    body = (
        f'<body>\n<header>\n{begun}<h1 dir="auto">{title}</h1>\n</header>\n{_contents(account)}<main>\n',
        *_question(account),
        *(_chapter(chapter, place) for place, chapter in enumerate(account.all_chapters)),
        *_transcript(account),
        "</main>\n</body>\n</html>\n",
    )
    return "".join((head, *body))


def _text(text: str) -> str:
    return escape(clean(text))


def _contents(account: Account) -> str:
    named = [(f"chapter-{place}", chapter.title) for place, chapter in enumerate(account.all_chapters)]
    if account.stretches:
        named.append(("transcript", "Transcript"))
    lines = "".join(f'<li><a href="#{id}">{_text(title)}</a></li>\n' for id, title in named)
    return f'<nav aria-label="Contents">\n<ul>\n{lines}</ul>\n</nav>\n'


def _question(account: Account) -> Iterator[str]:
    if account.question:
        said = blocks(nodes_of(account.question), IN_CHAPTER)
        yield f'<section id="question" class="question">\n<h2>Question</h2>\n{said}</section>\n'


# ---- chapters --------------------------------------------------------------------------------------------------------
def _chapter(chapter: Chapter, place: int) -> str:
    answer = ' class="answer"' if place == 0 else ""
    parts = "".join(map(_part, chapter.parts))
    return f'<section id="chapter-{place}"{answer}>\n<h2>{_text(chapter.title)}</h2>\n{parts}</section>\n'


def _part(part: Part) -> str:
    match part:
        case Subheading(text=text):
            return f'<h3 dir="auto">{_text(text)}</h3>\n'
        case Passage(text=text):
            return blocks(nodes_of(text), IN_CHAPTER)
        case Sentence(runs=runs):
            return f'<p dir="auto">{_runs(runs)}</p>\n'
        case Listing(items=items):
            return _listing(items)
        case Table(head=head, rows=rows):
            titles = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in head)
            lines = "".join(f"<tr>{''.join(f'<td>{_runs(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
            return f"<table>\n<thead><tr>{titles}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n"
        case _:
            assert_never(part)


def _listing(items: tuple[Item, ...]) -> str:
    """Return a list; what belongs to a line is a list in it."""
    made, below = ["<ul>\n"], False
    for place, item in enumerate(items):
        if item.below and place:
            made.append("" if below else "\n<ul>\n")
        else:
            made.append("</ul>\n</li>\n" if below else "</li>\n" if place else "")
        below = item.below and place > 0
        made.append(f'<li dir="auto">{_runs(item.runs)}{"</li>" + chr(10) if below else ""}')
    made.append("</ul>\n</li>\n" if below else "</li>\n")
    return "".join((*made, "</ul>\n"))


def _runs(runs: Runs) -> str:
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    text = _text(run.shown)
    return f"<{run.style}>{text}</{run.style}>" if run.style in ("strong", "code") else text


# ---- the transcript --------------------------------------------------------------------------------------------------
def _transcript(account: Account) -> Iterator[str]:
    if not account.stretches:
        return
    yield '<section id="transcript">\n<h2>Transcript</h2>\n'
    for stretch in account.stretches:
        yield f'<section>\n<h3 dir="auto">{_text(stretch.title)}</h3>\n'
        yield from map(_speech, stretch.speeches)
        yield "</section>\n"
    yield "</section>\n"


def _speech(speech: Speech) -> str:
    who = f"seat-{speech.seat % COLOURS}" if speech.seat >= 0 else "no-seat"
    told = f'<p class="told" dir="auto">{_text(speech.told)}</p>\n' if speech.told else ""
    lines = "".join(f'<li dir="auto">{_text(line)}</li>\n' for line in speech.looked_up)
    looked_up = f'<div class="looked-up">\n<p>Looked up:</p>\n<ul>\n{lines}</ul>\n</div>\n' if lines else ""
    lacked = "".join(f'<p class="told" dir="auto">{_text(line)}</p>\n' for line in speech.lacked)
    return (
        f'<article class="{who}">\n<header>\n<h4 dir="auto"><span class="sign" aria-hidden="true">{speech.sign}</span> '
        f'{_text(speech.name)}</h4>\n<p class="by">{_run(speech.by)}</p>\n</header>\n'
        f"{told}{blocks(nodes_of(speech.text), IN_SPEECH)}{looked_up}{lacked}</article>\n"
    )


# ---- passages --------------------------------------------------------------------------------------------------------
def blocks(nodes: Iterable[Node], level: int) -> str:
    """Return the blocks of a passage; `level`: at which its headings begin."""
    return "".join(_node(node, level) for node in nodes)


def _node(node: Node, level: int) -> str:
    match node.kind:
        case "text":
            return escape(node.text)
        case "break" | "rule":
            return f"<{TAGS[node.kind]}>\n"
        case "span":
            return f"<code>{escape(node.text)}</code>"
        case "code":
            return _code(node)
        case "formula":
            return _formula(node)
        case "link":
            return _link(node, level)
        case "heading":
            tag = f"h{min(6, node.number + level - 1)}"
            return f'<{tag} dir="auto">{blocks(node.nodes, level)}</{tag}>\n'
        case "list":
            start = f' start="{node.number}"' if node.number > 1 else ""
            tag = "ol" if node.number else "ul"
            return f"<{tag}{_side(node)}{start}>\n{blocks(node.nodes, level)}</{tag}>\n"
        case "table":
            return _table(node, level)
        case "cell":
            side = f' class="{node.note}"' if node.note else ""
            return f'<td dir="auto"{side}>{blocks(node.nodes, level)}</td>'
        case "paragraph":
            return f'<p dir="auto">{blocks(node.nodes, level)}</p>\n'
        case _:
            tag = TAGS[node.kind]
            side = _side(node) if node.kind == "quote" else ""
            return f"<{tag}{side}>{blocks(node.nodes, level)}</{tag}>"


def _link(node: Node, level: int) -> str:
    words = blocks(node.nodes, level)
    if WEB.fullmatch(node.note):
        return f'<a href="{escape(node.note)}" rel="noopener noreferrer nofollow">{words}</a>'
    return f"{words} ({escape(node.address)})" if node.address else words


def _table(node: Node, level: int) -> str:
    head, *rows = (blocks(row.nodes, level) for row in node.nodes)
    lines = "".join(f"<tr>{row}</tr>\n" for row in rows)
    titles = head.replace("<td", "<th").replace("</td>", "</th>")
    return f"<table{_side(node)}>\n<thead><tr>{titles}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n"


def _side(node: Node) -> str:
    """Return on which side a block begins: "auto" would not look into what says its own."""
    return ' dir="rtl"' if node.from_right else ""


def _code(node: Node) -> str:
    note = f' class="language-{escape(node.note)}"' if node.note else ""
    return f"<pre><code{note}>{escape(node.text)}\n</code></pre>\n"


def _formula(node: Node) -> str:
    """Return a formula as MathML, which needs neither a script nor a font, or as it was written."""
    alone = node.note == "block"
    made = mathml_of(latex_of(node.text), display=alone) or escape(node.text)
    return f'<div class="formula">{made}</div>\n' if alone else made
