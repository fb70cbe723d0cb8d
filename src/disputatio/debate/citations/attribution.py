"""Which words a citation quotes: those that its text says stand there, not what it proposes, denies or only names.

`recognise` is the whole of recognition: places (see `citations`), then the quotations that belong to them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from disputatio.debate.citations.notations import plain_signs
from disputatio.debate.citations.passages import (
    Fence,
    Span,
    blank,
    block_quotes,
    code_spans,
    fences,
    quoted_spans,
    vocabulary,
)
from disputatio.debate.citations.recognition import Citation, KnownSources, Place, file_places, places

# ---- the place that a block quotes ------------------------------------------------------------------------------
LONGEST_QUOTE = 8_000
"""Characters of a quotation; what follows is not compared."""

LONGEST_PLACE = 300
"""Characters of a line that may be a place alone."""

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
_AROUND_SOURCE = re.compile(
    r"[ \t]*[-–—(*_`\[]*[ \t]*(?:(?:[Ss]ource|[Ff]rom|[Ss]ee|[Ii]n):?)?[ \t`(\[]*[)*_`\].]*[ \t]*"
)
_SOURCE_BELOW = re.compile(
    r"\n{1,2}[ \t]{0,4}[-–—(*_\[]{0,3}[ \t]?(?:(?:[Ss]ource|[Ff]rom|[Ss]ee|[Qq]uoted from):?[ \t])?"
    r"(?P<place>\S[^\n]{0,300}?)[)*_\].]{0,3}(?=\n|\Z)"
)
_PAIRS = frozenset(("``", '""', "“”", "«»", "„“", "„”", "「」", "''"))
_NUMBERED = re.compile(r"[ \t]{0,8}\d{1,7}[ \t]{0,2}[|:│→][ \t]?(.*)")
_BLOCK_WORD = re.compile(r"[^\W\d_]+")


def of_fence(text: str, block: Fence, above: Sequence[Place], known: KnownSources) -> Place | None:
    """The file that a block quotes: named in its info string, in its first line or in the line above. A place that
    stands above takes the quotation itself, and None is returned."""
    start = bisect_left(above, block.start, key=lambda place: place.start)
    line = _line_above(text, block.start)
    if block.info.split(" ")[0].lower() in ("diff", "patch") or not block.body.strip():
        return None
    head, _, rest = block.body.partition("\n")
    comment = _COMMENT.fullmatch(head.rstrip(" */->"))
    for words, body in ((block.info, block.body), (comment[1] if comment else _place_alone(head, known), rest)):
        named = file_places(words, known) if words else []
        if len(named) == 1 and (named[0].first or _shows(line, words is block.info, words, named[0])):
            one = named[0]
            return Place("lines", block.start, block.end, one.path, one.first, one.last, _unnumbered(body), one.at)
    near = [place for place in above[max(0, start - 3) : start] if place.end > block.start - len(line) - 4]
    if len(near) == 1 and not near[0].quote and near[0].kind != "address" and _introduces(line, near[0]):
        near[0].quote = _unnumbered(block.body)
    elif not near and not _CHANGING.search(line) and (below := _below(text, block.end, above)) is not None:
        below.quote = _unnumbered(block.body)
    return None


def _place_alone(line: str, known: KnownSources) -> str:
    """A line that is a place with its lines, and nothing else."""
    named = file_places(line.strip(), known) if len(line) < LONGEST_PLACE else []
    alone = len(named) == 1 and named[0].first and (named[0].start, named[0].end) == (0, len(line.strip()))
    return line.strip() if alone else ""


def _below(text: str, end: int, places: Sequence[Place]) -> Place | None:
    """The place with lines that stands below a quotation, alone or as its source."""
    found = _SOURCE_BELOW.match(text, end)
    at = bisect_left(places, end, key=lambda place: place.start)
    if found is None or at >= len(places) or not places[at].first or places[at].quote:
        return None
    low, high = found.span("place")
    return places[at] if low <= places[at].start and places[at].end <= high <= places[at].end + 3 else None


def of_block_quote(plain: str, block: Span, found: Sequence[Place], known: KnownSources) -> bool:
    """Give a quotation in a block of its own to the place above that introduces it, or that it ends with; whether
    there is one."""
    line = _line_above(plain, block.start)
    if _CHANGING.search(line):
        return False
    above = [place for place in found if block.start - len(line) - 4 < place.end <= block.start]
    if len(above) == 1 and above[0].first and not above[0].quote and _ends_open(line):
        above[0].quote = _bare(block.text)
        return True
    *lines, last = block.text.split("\n")
    low = plain.rfind("\n", 0, block.end - 1) + 1
    inner = [place for place in found if low <= place.start and place.end <= block.end]
    named = file_places(last, known) if len(inner) == 1 and lines else []
    alone = len(named) == 1 and _AROUND_SOURCE.fullmatch(last[: named[0].start] + last[named[0].end :])
    if alone and inner[0].first and not inner[0].quote:
        inner[0].quote = _bare("\n".join(lines))
    return False


def _ends_open(line: str) -> bool:
    return line.rstrip("*_ ").endswith((":", "："))


def _bare(text: str) -> str:
    """Without the marks around the whole of it."""
    text = text.strip()
    marked = len(text) > 2 and text[0] + text[-1] in _PAIRS and text[0] not in text[1:-1] and text[-1] not in text[1:-1]
    return (text[1:-1] if marked else text)[:LONGEST_QUOTE]


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
    alone = len(_BLOCK_WORD.findall(line)) <= len(_BLOCK_WORD.findall(place.path)) + 2
    return alone or bool(_INTRODUCING.search(line)) or (bool(place.first) and _ends_open(line))


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


MOST = 200
"""Citations of one text that are recognised; a turn with more is no argument any more."""

BETWEEN = 60
"""Characters that may stand between a quotation and its place."""

_SAYS = vocabulary(
    """says say said saying reads read reading states state stating contains contain has have shows defines
    declares is are the line lines there it that we where literally verbatim namely comment docstring text code
    writes quote quoted as in s here message subject and also clearly explicitly already sagt steht sets returns
    raises assigns throws see は には 目は 行目は 行は 说 写着 写道"""
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
_WORD = re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile("[\u2e80-\u9fff\uac00-\ud7af]")
_CODE = re.compile(r"[=;,{}<>\[\]|&+*@/]|\((?!\))")
_STATEMENT = re.compile(r"[=;{}]")
_NAME = re.compile(r"\w+")
_STATING = vocabulary("says say reads contains has states shows writes sets returns raises assigns throws sagt steht")
_ROW = re.compile(r"[ \t\n]?(?:,|and|, and|&|/|und)?[ \t\n]?")
_TARGET = re.compile(r"[`*_]{0,3}\]\([^()\n]{0,2000}\)")
"""The rest of a link behind its text."""


def recognise(text: str, known: KnownSources | None = None) -> tuple[Citation, ...]:
    """The citations of a text, in the order in which they stand, at most `MOST`."""
    known = known or KnownSources()
    blocks = fences(text)
    plain = blank(text, [(block.start, block.end) for block in blocks])
    found = places(plain, known)
    found += [place for block in blocks if (place := of_fence(text, block, found, known)) is not None]
    given = [block for block in islice(block_quotes(plain), MOST) if of_block_quote(plain, block, found, known)]
    quoted = sorted((span.start, span.end) for span in (*_attach(plain, found), *given))
    cited = [place for place in found if place.cites and not _inside(place, quoted)]
    cited.sort(key=lambda place: (place.start, place.end))
    return tuple(place.citation(text) for place in cited[:MOST])


def _inside(place: Place, quoted: Sequence[tuple[int, int]]) -> bool:
    """Whether a place is part of what another one quotes: then it is the source that speaks."""
    at = bisect_right(quoted, (place.start, place.end)) - 1
    around = quoted[at] if at >= 0 else (0, 0)
    return around[0] <= place.start and place.end <= around[1] and around != (place.start, place.end)


def _attach(plain: str, found: list[Place]) -> list[Span]:
    """Give each place the quotation that stands beside it, and each quotation to one place at most; those given."""
    signs = plain_signs(plain)
    spans = _quotations(plain, signs, found)
    starts, ends = [span.start for span in spans], [span.end for span in spans]
    targets = [place for place in found if place.kind != "address" and not place.quote]
    targets.sort(key=lambda place: place.start)
    claimed: dict[int, Place] = {}
    for place in targets:
        at = bisect_left(starts, place.end)
        if at < len(spans) and at not in claimed and _follows(signs, place, spans[at]):
            place.quote = spans[at].text
            claimed[at] = place
    for place in targets:
        at = bisect_right(ends, place.start) - 1
        if not place.quote and at >= 0 and at not in claimed and _precedes(signs, spans[at], place):
            place.quote = spans[at].text
            claimed[at] = place
    found += _listed(signs, spans, claimed)
    return [spans[at] for at in claimed]


def _listed(signs: str, spans: Sequence[Span], claimed: dict[int, Place]) -> list[Place]:
    """Quotations in a row with one of several lines: they stand on them as well."""
    more = []
    for step in (1, -1):
        for at, place in list(claimed.items()):
            while place.first < place.last and 0 <= (at := at + step) < len(spans) and at not in claimed:
                low, high = sorted((spans[at], spans[at - step]), key=lambda span: span.start)
                if not _ROW.fullmatch(signs, low.end, high.start):
                    break
                claimed[at] = place
                span = spans[at]
                lines = (place.first, place.last)
                more.append(Place("lines", span.start, span.end, place.path, *lines, span.text, place.at))
    return more


def _quotations(plain: str, signs: str, found: Sequence[Place]) -> list[Span]:
    """Code spans and words in quotation marks that say something, and are no place or title."""
    taken = sorted((place.start, place.end) for place in found if place.kind != "address")
    code = code_spans(plain)
    rest = blank(signs, [(span.start, span.end) for span in code])
    spans = sorted((*code, *quoted_spans(rest)), key=lambda span: span.start)
    begins = [start for start, _ in taken]

    def rest_of(span: Span) -> str:
        """What it says beside the places and titles in it."""
        inner = taken[max(0, bisect_left(begins, span.start) - 1) : bisect_left(begins, span.end)]
        cuts = [(max(start, span.start), min(end, span.end)) for start, end in inner if end > span.start]
        return blank(plain[span.start : span.end], [(low - span.start, high - span.start) for low, high in cuts])

    said = [span for span in spans if _says_something(span.text) and len(_WORD.findall(rest_of(span))) >= 1]
    return [replace(span, text=_as_written(plain, span)) for span in said]


def _says_something(text: str) -> bool:
    """Two words (of scripts without spaces, four signs), or code: the name of something alone is no quotation."""
    return not _one_word(text) or (bool(_CODE.search(text)) and len(_NAME.findall(text)) >= 2)


def _one_word(text: str) -> bool:
    return len(text.split()) + len(_UNSPACED.findall(text)) // 2 < 2


def _as_written(plain: str, span: Span) -> str:
    """A quotation with its own signs."""
    at = plain[span.start : span.end].find(span.text)
    return span.text if at >= 0 else plain[span.start + 1 : span.end - 1]


def _follows(plain: str, place: Place, span: Span) -> bool:
    """Whether a text says that the place holds what comes after it."""
    begin = _TARGET.match(plain, place.end)
    begins = begin.end() if begin else place.end
    between = plain[begins : span.start] if span.start - begins <= BETWEEN else ". "
    words = [word.casefold() for word in _WORD.findall(between)]
    if not _joined(between) or not _SAYS.issuperset(words) or words in (["and"], ["as"], ["also"]):
        return False
    marks = between.strip('`*_ \t\n)]"”»')
    if words in (["is"], ["are"]) and not (place.first and (":" in marks or _code_line(plain, span))):
        return False
    if not (place.first or place.kind != "lines" or set(words) & _SAYS - {"and", "the", "in", "is"} or ":" in marks):
        return False
    if _one_word(span.text) and not (":" in marks or _STATING & set(words)):
        return False
    before = plain[max(0, place.start - 40) : place.start]
    if place.kind == "commit" and not between.strip("`*_ "):
        return True
    return bool(words) or any(mark in marks for mark in ":(—–-") or bool(_ACCORDING.search(before) and "," in marks)


def _code_line(plain: str, span: Span) -> bool:
    """Whether it is code of several words: what "is" at a line is that line, where a name may be what it is about."""
    return plain[span.start] == "`" and not _one_word(span.text)


def _precedes(plain: str, span: Span, place: Place) -> bool:
    """Whether a text says that what comes before the place stands there."""
    between = plain[span.end : place.start] if place.start - span.end <= BETWEEN else ". "
    words = [word.casefold() for word in _WORD.findall(between)]
    if not _joined(between) or not _FROM.issuperset(words) or words in (["and"], ["is"], ["its"]):
        return False
    if _PROPOSED.search(plain[max(0, span.start - 60) : span.start]):
        return False
    if _one_word(span.text) and not _STATEMENT.search(span.text):
        return False
    marks = between.strip('`*_ \t\n"”»')
    if place.first or place.kind != "lines":
        return bool(words) or any(mark in marks for mark in "([,—–-")
    return bool(words) and not {"see", "cf", "per", "to", "and"} & set(words)


def _joined(between: str) -> bool:
    """No end of a sentence or paragraph, and nothing that denies, stands between."""
    return "\n\n" not in between and not re.search(r"[.!?;]\s", between) and not _DENIED.search(between)
