"""Taking prose apart without a model: sentences, and what each of them does."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal

from disputatio.debate.citations.passages import code_spans
from disputatio.debate.sameness import content
from disputatio.prompting.reading.markdown import tidy, unfenced

Act = Literal["claim", "question", "concession", "withdrawal", "about"]
"""`about`: speaks about the debate or the turn itself."""

LONGEST = 400
MOST = 400
"""Sentences of one text that are looked at."""

_SKIPPED = re.compile(r"^\s*(?:#{1,6}\s|\||>|[-=*_]{3,}\s*$|<<<)")
_ITEM = re.compile(r"^\s*(?:[-*+•–—]|\(?\d{1,3}[.)]|[a-z][.)])\s+(?:\[[ xX]\]\s+)?")
_END = re.compile(r"(?<=[.!?…])[\"'”’)\]*_]{0,3}\s+(?=[\"'“‘(\[*_`]{0,3}[^\W_a-z])|(?<=[。！？])")
_SHORT = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|etc|approx|resp|incl|no|fig|eq|sec|ch|vol|pp|p|dr|mr|mrs|ms|prof|st|inc|ltd|al|jr|sr"
    r"|z\.b|d\.h|u\.a|bzw|ca|nr|[a-z])\.)$",
    re.I,
)
_BOLD_LEAD = re.compile(r"^\*\*[^*]{1,80}\*\*\s*[:：—–-]?\s*$")
_WITHDRAWS = re.compile(
    r"\b(?:I|we)\s+(?:now\s+|hereby\s+|therefore\s+)?(?:withdraw|retract|take back|drop|give up|abandon)\b", re.I
)
_CONCEDES = re.compile(
    r"\b(?:(?:I|we)\s+(?:now\s+|also\s+|fully\s+)?(?:concede|accept|grant|acknowledge|admit|stand corrected)"
    r"|I was (?:wrong|mistaken)|you are right|fair point|good point|point taken|^granted\b|I agree\b|conceded\b)",
    re.I,
)
_ABOUT = re.compile(
    r"^(?:rehearsal:|let me|let us|I (?:will|'ll|read|looked|checked|take|answer|go|have (?:read|looked|checked)"
    r"|have (?:no|nothing)|begin|start|turn|see|compared|cannot see|don't have|do not have"
    r"|keep|stay|defend|revise|answered|would (?:change|revise))\b|I'll\b"
    r"|I (?:\w+ly )?disagree with [^.,:;]{1,60}\W*$"
    r"|here (?:is|are)\b|in (?:this|my) (?:turn|answer|reply|response)"
    r"|to (?:begin|start|summari[sz]e|conclude|recap)\b|thank|as the (?:analyst|critic|reviewer)|what follows|below\b"
    r"|the question (?:is|asks)|(?:overall|confidence|level|position|decision|because|resolved|statement)\s*:"
    r"|in (?:summary|short|conclusion)\b|sure\b|certainly\b|great\b|yes\b[.,]|no\b[.,]|note:)",
    re.I,
)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order. Code, headings, tables and quoted blocks are left out; a list item is at least
    one sentence of its own; abbreviations, versions, file names and quotations end none."""
    found: list[str] = []
    for paragraph in _paragraphs(text):
        found += _split(paragraph)
        if len(found) >= MOST:
            break
    return found[:MOST]


def items(text: str) -> list[str]:
    """The list items of a text."""
    return [tidy(_ITEM.sub("", line)) for line in unfenced(text).split("\n") if _ITEM.match(line[:40])]


def _paragraphs(text: str) -> list[str]:
    paragraphs: list[str] = []
    fresh = True
    for line in unfenced(text[:200_000]).split("\n"):
        item = _ITEM.match(line[:40])
        if not line.strip() or _SKIPPED.match(line[:40]) or _BOLD_LEAD.match(line[:120]):
            fresh = True
        elif item or fresh or not paragraphs:
            paragraphs.append(line[item.end() :] if item else line.strip())
            fresh = False
        else:
            paragraphs[-1] += f" {line.strip()}"
    return paragraphs


def _split(paragraph: str) -> list[str]:
    found: list[str] = []
    begin = 0
    code = code_spans(paragraph)
    starts = [span.start for span in code]
    quotes = paragraph.count("“") == paragraph.count("”")
    for end in _END.finditer(paragraph):
        piece = paragraph[begin : end.start()].strip()
        at = bisect_right(starts, end.start()) - 1
        quoting = (at >= 0 and end.start() < code[at].end) or (quotes and piece.count("“") > piece.count("”"))
        if not quoting and not _SHORT.search(piece[-12:]):
            found.append(piece)
            begin = end.end()
    return [tidy(one) for one in (*found, paragraph[begin:].strip()) if tidy(one)]


def act(sentence: str) -> Act:
    """What a sentence does."""
    if sentence.rstrip("\"'”’)*_ ").endswith(("?", "？")):
        return "question"
    if _WITHDRAWS.search(sentence):
        return "withdrawal"
    if _CONCEDES.search(sentence):
        return "concession"
    return "about" if _ABOUT.search(sentence) or not substantial(sentence) else "claim"


def substantial(sentence: str) -> bool:
    """Whether a sentence says enough to be a point: words with content, not too many."""
    if len(sentence) > LONGEST:
        return False
    if _WIDE.search(sentence):
        return len(_WIDE.findall(sentence)) >= 4
    return len(sentence.split()) >= 3 and len(content(sentence)) >= 2


def short(text: str, most: int = 300) -> str:
    """The beginning of a text, cut at a word, and never within a piece of code."""
    plain = " ".join(text.split())
    if len(plain) <= most:
        return plain
    kept = plain[: most - 1].rsplit(" ", 1)[0]
    split = next((span for span in code_spans(plain) if span.start < len(kept) < span.end), None)
    return (kept[: split.start].rstrip() or kept if split else kept) + "…"
