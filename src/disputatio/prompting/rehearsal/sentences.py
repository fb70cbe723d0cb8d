"""Prose read by rule, without a model: its sentences, what each of them does, and what each participant holds.

It serves rehearsals and the records that are made by rule.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Literal

from disputatio.debate.citations.passages import code_spans
from disputatio.debate.format import MESSAGES
from disputatio.debate.sameness import content, same
from disputatio.prompting.reading import line
from disputatio.prompting.reading.markdown import tidy, without_fences
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload

Act = Literal["claim", "question", "concession", "withdrawal", "about"]
"""`about`: speaks about the debate or the turn itself."""

LONGEST = 400
MOST_SENTENCES = 400
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
    """Return the sentences of a text, in order. Code, headings, tables and quoted blocks are left out; a list item is
    at least one sentence of its own; abbreviations, versions, file names and quotations end none."""
    found: list[str] = []
    for paragraph in _paragraphs(text):
        found += _split(paragraph)
        if len(found) >= MOST_SENTENCES:
            break
    return found[:MOST_SENTENCES]


def items(text: str) -> list[str]:
    """Return the list items of a text."""
    return [tidy(_ITEM.sub("", row)) for row in without_fences(text).split("\n") if _ITEM.match(row[:40])]


def _paragraphs(text: str) -> list[str]:
    paragraphs: list[str] = []
    fresh = True
    for row in without_fences(text[:200_000]).split("\n"):
        item = _ITEM.match(row[:40])
        if not row.strip() or _SKIPPED.match(row[:40]) or _BOLD_LEAD.match(row[:120]):
            fresh = True
        elif item or fresh or not paragraphs:
            paragraphs.append(row[item.end() :] if item else row.strip())
            fresh = False
        else:
            paragraphs[-1] += f" {row.strip()}"
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
    """Return what a sentence does."""
    if sentence.rstrip("\"'”’)*_ ").endswith(("?", "？")):
        return "question"
    if _WITHDRAWS.search(sentence):
        return "withdrawal"
    if _CONCEDES.search(sentence):
        return "concession"
    return "about" if _ABOUT.search(sentence) or not substantial(sentence) else "claim"


def substantial(sentence: str) -> bool:
    """Return whether a sentence says enough to be a point: words with content, not too many."""
    if len(sentence) > LONGEST:
        return False
    if _WIDE.search(sentence):
        return len(_WIDE.findall(sentence)) >= 4
    return len(sentence.split()) >= 3 and len(content(sentence)) >= 2


def short(text: str, most: int = 300) -> str:
    """Return the beginning of a text, cut at a word, and never within a piece of code."""
    plain = " ".join(text.split())
    if len(plain) <= most:
        return plain
    kept = plain[: most - 1].rsplit(" ", 1)[0]
    split = next((span for span in code_spans(plain) if span.start < len(kept) < span.end), None)
    return (kept[: split.start].rstrip() or kept if split else kept) + "…"


# ---- The statements of a turn, by rule: which of them could be disputed, of what kind they are, and whose.
MOST = 8
"""Points that one turn is taken to make."""

CITATION = re.compile(r"(?<![\w/])(?:[\w.-]+/)*[\w-]+\.\w{1,8}:\d{1,6}(?:-\d{1,6})?\b")
_LEADING_ID = re.compile(r"^\W{0,3}[PQ]\d{1,6}\b")
_DECISION = re.compile(
    r"\b(?:should|recommend|propose|let's|we will|must|ought to|best to|adopt|choose|decide[ds]?|go with)\b", re.I
)
_FINDING = re.compile(r"\b(?:shows?|measured|found|evidence|indicates?|confirms?|according to|benchmark)\b", re.I)


def claims(text: str) -> list[str]:
    """Return the statements of a text that could be disputed. List items go before prose when there are at least
    two."""
    listed = [one for item in items(text) for one in sentences(item)[:1] if act(one) == "claim"]
    prose = [one for one in sentences(text) if act(one) == "claim"]
    found: list[str] = []
    for one in listed if len(listed) >= 2 else prose:
        if not _LEADING_ID.match(one) and not any(same(one, other) for other in found):
            found.append(one)
    return found[:MOST]


def kind(sentence: str) -> str:
    """Return the kind of a statement: claim, fact, decision or finding."""
    if CITATION.search(sentence):
        return "fact"
    if _DECISION.search(sentence):
        return "decision"
    return "finding" if _FINDING.search(sentence) else "claim"


# ---- What a sentence of a Critic's does to the point that it is about, and what such judgements come to.
Verdict = Literal["agree", "disagree", "unverifiable", ""]

_UNVERIFIABLE = re.compile(
    r"\b(?:cannot|can't|can not|could not|unable to|impossible to|hard to)\s+(?:be\s+)?(?:verif|confirm|check|tell)\w*"
    r"|\bunverif\w+|\bunsupported\b|\bno (?:evidence|source|citation|support|figure|data)\b"
    r"|\bnot (?:cited|sourced|given)\b"
    r"|\bnothing (?:here |in the context |that was loaded )?(?:supports|mentions|says)|\bis silent\b"
    r"|\bdon't have that information\b|\bneeds? (?:evidence|a source|verification)\b",
    re.I,
)
_DISAGREES = re.compile(
    r"\b(?:disagree|object|dispute|contest|reject)\w*"
    r"|\b(?:wrong|incorrect|mistaken|misleading|false|overstated|flawed|fails?"
    r"|contradict\w*|overlook\w*|ignores?|misses|misquot\w*|does not follow|doesn't follow"
    r"|not true|not the case|refut\w*)\b"
    r"|\bnot (?:agree|convinced|correct|right|accurate|supported)\b",
    re.I,
)
_AGREES = re.compile(
    r"\b(?:agree[ds]?|correct|right|accurate|sound|valid|holds|confirmed?|confirms|verified|supported|true|concede|accept"
    r"|well supported|matches|exact)\b",
    re.I,
)


def verdict(sentence: str) -> Verdict:
    """Return what a sentence says of the statement that it is about."""
    if _UNVERIFIABLE.search(sentence):
        return "unverifiable"
    if _DISAGREES.search(sentence):
        return "disagree"
    return "agree" if _AGREES.search(sentence) else ""


def level(lists: Mapping[str, Sequence[object]]) -> str:
    """Return Strong, Moderate or Weak, by how much stands."""
    agreed, disputed = len(lists["agree"]), len(lists["disagree"]) + len(lists["unverifiable"])
    if agreed and not disputed:
        return "Strong"
    return "Moderate" if agreed and agreed >= disputed else "Weak"


SHIFTING = re.compile(r"\b(?:I (?:now|no longer|revise|changed?)|changed my mind|on reflection|I withdraw)\b", re.I)
"""How somebody says that they have moved."""


def positions(brief: Brief) -> dict[str, tuple[SeenTurn, str]]:
    """Return seat → its last message and the position in it."""
    found: dict[str, tuple[SeenTurn, str]] = {}
    for turn in brief.turns:
        if turn.gives in MESSAGES and not _sums_up(turn) and turn.text.strip():
            stated = line(turn.data.get("position")) or next(iter(claims(turn.text)), _gist(turn.text))
            found[turn.seat] = (turn, stated)
    return found


def _gist(text: str) -> str:
    """Return the first sentence that is not about the turn itself, where there is one."""
    return short(next((one for one in sentences(text) if not one.startswith("Rehearsal:")), text))


def _sums_up(turn: SeenTurn) -> bool:
    """Return whether a message tells what others hold."""
    return turn.gives in ("card", "synthesis")


def payload_lines(data: Payload) -> str:
    """Return a payload as lines that people can read."""
    lines = []
    for key, found in data.items():
        if isinstance(found, list) and found:
            entries = [
                line({k: v for k, v in one.items() if v}) if isinstance(one, dict) else line(one) for one in found
            ]
            lines.append(f"{key}:\n" + "\n".join(f"- {entry}" for entry in entries if entry))
        elif isinstance(found, (str, bool, int, float)) and found != "":
            lines.append(f"{key}: {found}")
    return "\n".join(lines) or "Nothing."
