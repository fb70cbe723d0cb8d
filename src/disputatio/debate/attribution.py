"""Which words a citation quotes: those that its text says stand there, not what it proposes, denies or only names.

`recognise` is the whole of recognition: places (see `citations`), then the quotations that belong to them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from disputatio.debate.citations import Citation, Known, Place, file_places, places
from disputatio.debate.passages import Fence, Span, blanked, code_spans, fences, quoted_spans, vocabulary

MOST = 200
"""Citations of one text that are recognised; a turn with more is no argument any more."""

LONGEST_QUOTE = 8_000
"""Characters of a quotation; what follows is not compared."""

BETWEEN = 60
"""Characters that may stand between a quotation and its place."""

_SAYS = vocabulary(
    """says say said saying reads read reading states state stating contains contain has have shows defines
    declares is are the line lines there it that we where literally verbatim namely comment docstring text code
    writes quote quoted as in s here message subject and also clearly explicitly already sagt steht"""
)
"""Words that may stand between a place and what it is said to hold."""

_FROM = vocabulary(
    """in at from of per on line lines the file source is stands found as said written quoted document note
    according to says and its it commit stated by see cf"""
)
"""Words that may stand between a quotation and its place."""

_PROPOSED = re.compile(
    r"(?:\b(?:add|adds|adding|insert|put|write|use|using|set|append|create|introduce|replace|change|rename|make|try|with|to"
    r"|be|become|becomes|into|instead of|prefer|propose|suggest|want|run|call|no|not|never|nor|without|missing|lacks?"
    r"|any|cannot|nowhere|neither|called|named?|imagine|expect|such as|like)|n['’]t)[:,]?[ \t\n]{1,2}"
    r"(?:(?:a|an|the|this|that|line|call|code|something|find|say|contain|have|read|like)[ \t\n]{1,2}){0,3}[(*]{0,3}\Z",
    re.I,
)
_ACCORDING = re.compile(
    r"\b(?:according to|as|per|quoting|in|from)\s{1,2}(?:the )?(?:document |note |file )?[`*_\"“«]{0,3}\Z", re.I
)
_DENIED = re.compile(r"\b(?:not|never|no|cannot|nowhere|without|should|could|would|must)\b|n['’]t\b", re.I)
_CHANGING = re.compile(
    r"\b(?:chang|replac|add|should|would|could|instead|propos|rewrit|new\b|creat|writ|becom|patch|suggest|fix|try\b"
    r"|run\b|renam|insert|refactor|for example|such as|might|correct|improv|use\b|put\b|must|make|turn|test\b|apply"
    r"|edit|output|updat|implement|sketch|draft|revis|version|consider|e\.g\.|would-be)",
    re.I,
)
_INTRODUCING = re.compile(
    r"\b(?:from|says?|reads?|contains?|defines?|quot\w{1,3}|source|verbatim|stands|has|shows?)\b", re.I
)
_COMMENT = re.compile(r"[ \t]{0,8}(?:#|//|--|;|/\*|<!--|%)+[ \t]{0,4}(?:[Ff]ile:?[ \t]{1,3})?(\S[^\n]{0,300})")
_NUMBERED = re.compile(r"[ \t]{0,8}\d{1,7}[ \t]{0,2}[|:│→][ \t]?(.*)")
_WORD = re.compile(r"[^\W\d_]+")


def recognise(text: str, known: Known | None = None) -> tuple[Citation, ...]:
    """The citations of a text, in the order in which they stand, at most `MOST`."""
    known = known or Known()
    blocks = fences(text)
    plain = blanked(text, [(block.start, block.end) for block in blocks])
    found = places(plain, known)
    found += [place for block in blocks if (place := _of_fence(text, block, found, known)) is not None]
    quoted = sorted((span.start, span.end) for span in _attach(plain, found))
    cited = [place for place in found if place.cites and not _inside(place, quoted)]
    cited.sort(key=lambda place: (place.start, place.end))
    return tuple(place.citation(text) for place in cited[:MOST])


def _inside(place: Place, quoted: Sequence[tuple[int, int]]) -> bool:
    """Whether a place is part of what another one quotes: then it is the source that speaks."""
    at = bisect_right(quoted, (place.start, place.end)) - 1
    return at >= 0 and quoted[at][0] <= place.start and place.end <= quoted[at][1]


# ---- fenced blocks ---------------------------------------------------------------------------------------------------


def _of_fence(text: str, block: Fence, above: Sequence[Place], known: Known) -> Place | None:
    """The file that a block quotes: named in its info string, in its first line or in the line above. A place that
    stands above takes the quotation itself, and None is returned."""
    start = bisect_left(above, block.start, key=lambda place: place.start)
    line = _line_above(text, block.start)
    if block.info.split(" ")[0].lower() in ("diff", "patch") or not block.body.strip():
        return None
    head, _, rest = block.body.partition("\n")
    comment = _COMMENT.fullmatch(head.rstrip(" */->"))
    for words, body in ((block.info, block.body), (comment[1] if comment else "", rest)):
        named = file_places(words, known) if words else []
        if len(named) == 1 and (named[0].first or _shows(line, words is block.info, words, named[0])):
            first, last = named[0].first, named[0].last
            return Place("lines", block.start, block.end, named[0].path, first, last, _unnumbered(body))
    near = [place for place in above[max(0, start - 3) : start] if place.end > block.start - len(line) - 4]
    if len(near) == 1 and not near[0].quote and near[0].kind != "address" and _introduces(line, near[0]):
        near[0].quote = _unnumbered(block.body)
    return None


def _shows(line: str, info: bool, words: str, place: Place) -> bool:
    """Whether a block that names a file but no lines shows what is there, and not what should be: a name in its info
    string says so, a first line that is nothing but the name only after words that introduce it."""
    if _CHANGING.search(line):
        return False
    return info or (words.strip() == place.path and bool(_INTRODUCING.search(line)))


def _line_above(text: str, start: int) -> str:
    """The last line before a block that is not blank."""
    before = text[max(0, start - 500) : start].rstrip()
    if text[max(0, start - 500) : start][len(before) :].count("\n") > 2:
        return ""
    return before.rpartition("\n")[2]


def _introduces(line: str, place: Place) -> bool:
    """Whether a line says that what follows stands at the place."""
    if _CHANGING.search(line):
        return False
    alone = len(_WORD.findall(line)) <= len(_WORD.findall(place.path)) + 2
    return alone or bool(_INTRODUCING.search(line)) or (bool(place.first) and line.rstrip("*_ ").endswith(":"))


def _unnumbered(body: str) -> str:
    """Without the line numbers that an excerpt has before each line."""
    lines = body.split("\n")
    numbered = [_NUMBERED.fullmatch(line) for line in lines]
    full = [line for line in lines if line.strip()]
    if sum(found is not None for found in numbered) >= max(1, len(full) - sum(map(_elided, full))) and any(numbered):
        lines = [found[1] if found else line for found, line in zip(numbered, lines, strict=True)]
    return "\n".join(lines)[:LONGEST_QUOTE]


def _elided(line: str) -> bool:
    return line.strip(" #/*-[]()") in ("...", "…")


# ---- quotations in a line --------------------------------------------------------------------------------------------


def _attach(plain: str, found: list[Place]) -> list[Span]:
    """Give each place the quotation that stands beside it, and each quotation to one place at most; those given."""
    spans = _quotations(plain, found)
    starts, ends = [span.start for span in spans], [span.end for span in spans]
    targets = [place for place in found if place.kind != "address" and not place.quote]
    targets.sort(key=lambda place: place.start)
    claimed: set[int] = set()
    for place in targets:
        at = bisect_left(starts, place.end)
        if at < len(spans) and at not in claimed and _follows(plain, place, spans[at]):
            place.quote = spans[at].text
            claimed.add(at)
    for place in targets:
        at = bisect_right(ends, place.start) - 1
        if not place.quote and at >= 0 and at not in claimed and _precedes(plain, spans[at], place):
            place.quote = spans[at].text
            claimed.add(at)
    return [spans[at] for at in claimed]


def _quotations(plain: str, found: Sequence[Place]) -> list[Span]:
    """Code spans and words in quotation marks that say something: two words at least, and no place or title."""
    taken = sorted((place.start, place.end) for place in found)
    code = code_spans(plain)
    rest = blanked(plain, [(span.start, span.end) for span in code])
    spans = sorted((*code, *quoted_spans(rest)), key=lambda span: span.start)
    begins = [start for start, _ in taken]

    def rest_of(span: Span) -> str:
        """What it says beside the places and titles in it."""
        inner = taken[max(0, bisect_left(begins, span.start) - 1) : bisect_left(begins, span.end)]
        cuts = [(max(start, span.start), min(end, span.end)) for start, end in inner if end > span.start]
        return blanked(plain[span.start : span.end], [(low - span.start, high - span.start) for low, high in cuts])

    return [span for span in spans if len(span.text.split()) >= 2 and len(_WORD.findall(rest_of(span))) >= 1]


def _follows(plain: str, place: Place, span: Span) -> bool:
    """Whether a text says that the place holds what comes after it."""
    between = plain[place.end : span.start] if span.start - place.end <= BETWEEN else ". "
    words = [word.casefold() for word in _WORD.findall(between)]
    if not _joined(between) or not _SAYS.issuperset(words) or words in (["and"], ["is"], ["are"], ["as"], ["also"]):
        return False
    marks = between.strip('`*_ \t\n)]"”»')
    if not (place.first or place.kind != "lines" or set(words) & _SAYS - {"and", "the", "in", "is"} or ":" in marks):
        return False
    before = plain[max(0, place.start - 40) : place.start]
    return bool(words) or any(mark in marks for mark in ":(—–-") or bool(_ACCORDING.search(before) and "," in marks)


def _precedes(plain: str, span: Span, place: Place) -> bool:
    """Whether a text says that what comes before the place stands there."""
    between = plain[span.end : place.start] if place.start - span.end <= BETWEEN else ". "
    words = [word.casefold() for word in _WORD.findall(between)]
    if not _joined(between) or not _FROM.issuperset(words) or words in (["and"], ["is"], ["its"]):
        return False
    if _PROPOSED.search(plain[max(0, span.start - 60) : span.start]):
        return False
    marks = between.strip('`*_ \t\n"”»')
    if place.first or place.kind != "lines":
        return bool(words) or any(mark in marks for mark in "([,—–-")
    return bool(words) and not {"see", "cf", "per", "to", "and"} & set(words)


def _joined(between: str) -> bool:
    """No end of a sentence or paragraph, and nothing that denies, stands between."""
    return "\n\n" not in between and not re.search(r"[.!?;]\s", between) and not _DENIED.search(between)
