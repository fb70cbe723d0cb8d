"""Which words a citation quotes: those that its text says stand there, not what it proposes, denies or only names.

`recognise` is the whole of recognition: places (see `citations`), then the quotations that belong to them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from disputatio.debate.citations.block_attribution import of_block_quote, of_fence
from disputatio.debate.citations.notations import begun, plain_signs
from disputatio.debate.citations.passages import (
    Span,
    blank,
    block_quotes,
    code_spans,
    fences,
    quoted_spans,
    vocabulary,
)
from disputatio.debate.citations.recognition import Citation, KnownSources, Place, places

AROUND = 240
"""Characters between a place and a quotation of the same sentence."""

MOST_BESIDE = 4

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
_NEGATED = re.compile(r"\b(?:not|never|no|nor|cannot|nowhere|without|neither|lacks?|missing)\b|n['’]t\b", re.I)
_SENTENCE = re.compile(r"[.!?][)”\"*_`]{0,3}\s|\n")
_CLAUSE = re.compile(r"[.;:!?,(]\s|\bbut\b")
_CALLED = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*\(\)")
_COMPOUND = re.compile(r"(?=\w*[a-z0-9]_?[A-Z_]|\w+_\w|[A-Z][a-z]+[A-Z]|[\w.]*\w\.\w)[A-Za-z_$][\w$.]{3,80}")
"""The name of something in code that is no word of the language: `debate.spent`, `MAX_BYTES`, `openTree`."""
_CAUSING = re.compile(
    r"\b(?:rais|throw|return|call|us|pass|catch|get|yield|import|inherit|extend|implement)(?:s|es|ing|e)?"
    r"\s+(?:an? |the )?[`*]*\Z",
    re.I,
)
_CELL = re.compile(r"[`*_]{0,3}[ \t]*\|[ \t]*")
_LOCATING = vocabulary("in at on from of line lines")
_OPENED = re.compile(r"[(\[][`*_\"“]{0,3}(?:see |cf\. )?[`*_\"“]{0,3}\Z")
_OPTION = re.compile(r"--?[A-Za-z][\w-]{2,80}")
"""An option of a command, as it is quoted alone."""
_DIRECTLY = re.compile(r"[*_ \t\n]{0,4}(?:\(|(?:in|at|from|of)[ \t\n])[`*_\[(\"“]{0,4}")
"""What stands between a quotation and the place that it can only belong to."""
_ITEM = re.compile(r"\n[ \t]*(?:[-*+#>|]|\d{1,3}[.)])[ \t]?")
_ROW = re.compile(r"[ \t\n]?(?:,|and|, and|&|/|und)?[ \t\n]?")
_PLACES = re.compile(r"[`*_]{0,3}[ \t\n]?(?:[,;]|and|, and|&|/|und)[ \t\n]?[`*_]{0,3}")
"""What stands between two places in a row."""
_TARGET = re.compile(r"[`*_]{0,3}\]\([^()\n]{0,2000}\)")
"""The rest of a link behind its text."""


def recognise(text: str, known: KnownSources | None = None) -> tuple[Citation, ...]:
    """Return the citations of a text, in the order in which they stand, at most `MOST`."""
    known = known or KnownSources()
    blocks = fences(text)
    plain = blank(text, [(block.start, block.end) for block in blocks])
    found = places(plain, known)
    above = list(found)
    found += [place for block in blocks for place in of_fence(text, block, above, known)]
    given = [block for block in islice(block_quotes(plain), MOST) if of_block_quote(plain, block, found, known)]
    quoted = sorted((span.start, span.end) for span in (*_attach(plain, found), *given))
    cited = [place for place in found if place.cites and not _inside(place, quoted)]
    cited.sort(key=lambda place: (place.start, place.end))
    return tuple(place.citation(text) for place in cited[:MOST])


def _inside(place: Place, quoted: Sequence[tuple[int, int]]) -> bool:
    """Return whether a place is part of what another one quotes: then it is the source that speaks."""
    at = bisect_right(quoted, (place.start, place.end)) - 1
    around = quoted[at] if at >= 0 else (0, 0)
    return around[0] <= place.start and place.end <= around[1] and around != (place.start, place.end)


def _attach(plain: str, found: list[Place]) -> list[Span]:
    """Give each place the quotation that stands beside it, and each quotation to one place at most. Return those that
    were given."""
    signs = plain_signs(plain)
    several = _quotations(plain, signs, found)
    spans = [span for span in several if _says_something(span.text)]
    ends = [span.end for span in spans]
    targets = [place for place in found if place.kind != "address" and not place.quote]
    targets.sort(key=lambda place: place.start)
    claimed = _held_by_earlier(signs, spans, targets)
    for at, place in claimed.items():
        place.quote = spans[at].text
    for place in targets:
        at = bisect_right(ends, place.start) - 1
        if not place.quote and at >= 0 and at not in claimed and _precedes(signs, spans[at], place):
            place.quote = spans[at].text
            claimed[at] = place
    found += _listed(signs, spans, claimed)
    given = {spans[at].start for at in claimed}
    _beside(signs, targets, [span for span in several if span.start not in given])
    _shared(signs, targets)
    return [spans[at] for at in claimed]


def _held_by_earlier(signs: str, spans: Sequence[Span], targets: Sequence[Place]) -> dict[int, Place]:
    """Return the quotations that stand behind their place, by their number. One that a further place follows directly
    ("… `b.py:1`, `x = 1` in `a.py:3`") belongs to that, unless it introduces a quotation of its own."""
    starts, begins = [span.start for span in spans], [place.start for place in targets]
    after: list[int | None] = []
    for place in targets:
        next_ = bisect_left(starts, place.end)
        after.append(next_ if next_ < len(spans) and _follows(signs, place, spans[next_]) else None)
    claimed: dict[int, Place] = {}
    for place, at in zip(targets, after, strict=True):
        if at is None or at in claimed:
            continue
        further = bisect_left(begins, spans[at].end)
        claims = further < len(targets) and after[further] is None
        last = at + 1 == len(spans) or (claims and starts[at + 1] >= targets[further].start)
        if claims and last and _explained(signs, place, spans[at], targets[further]):
            claimed[at] = targets[further]
        elif not (claims and _located(signs, spans[at], targets[further]) and _elsewhere(place, targets[further])):
            claimed[at] = place
    return claimed


def _explained(signs: str, place: Place, span: Span, further: Place) -> bool:
    """Return whether a file is only named, and the citation of what it says follows in brackets: "The README says “…”
    of it (README.md:84)"."""
    if place.first or place.at or place.kind != "lines" or not further.first or further.kind != "lines":
        return False
    between = signs[span.end : further.start] if further.start - span.end <= BETWEEN else ""
    named = sorted((place.path.lower(), further.path.lower()), key=len)
    same = f"/{named[1]}".endswith(f"/{named[0]}") or begun(place.path, [further.path])
    return bool(same) and _OPENED.search(between) is not None and _joined(between)


def _located(signs: str, span: Span, place: Place) -> bool:
    """Return whether a file follows a quotation so directly that it can only be where that stands."""
    return place.kind == "lines" and _DIRECTLY.fullmatch(signs, span.end, place.start) is not None


def _elsewhere(one: Place, other: Place) -> bool:
    """Return whether two places differ, however much of its path each of them names."""
    named = sorted((one.path, other.path), key=len)
    return (one.first, one.last) != (other.first, other.last) or not f"/{named[1]}".endswith(f"/{named[0]}")


def _beside(signs: str, targets: Sequence[Place], spans: Sequence[Span]) -> None:
    """Give each place without a quotation those of its sentence that no other place is nearer to."""
    starts = [span.start for span in spans]
    for at, place in enumerate(targets):
        low = targets[at - 1].end if at else 0
        high = targets[at + 1].start if at + 1 < len(targets) else len(signs)
        low, high = max(low, place.start - AROUND), min(high, place.end + AROUND)
        if place.quote or not place.first:
            continue
        near = spans[bisect_left(starts, low) : bisect_left(starts, high)]
        fitting = [span for span in near if _counts_beside(span.text) and _in_sentence(signs, span, place)]
        fitting.sort(key=lambda span: max(span.start - place.end, place.start - span.end))
        place.beside = tuple(span.text for span in fitting[:MOST_BESIDE])


def _counts_beside(text: str) -> bool:
    """Return whether a text says enough to be looked for at a place that only stands in the same sentence."""
    return len(_NAME.findall(text)) > 1 or _OPTION.fullmatch(text) is not None


def _shared(signs: str, targets: Sequence[Place]) -> None:
    """Give each place in a row with one that has a quotation ("… (a.py:3, b.py:7)") that one as well: it is said to
    stand at both, and the second counts as read if it does."""
    forth = list(pairwise(targets))
    for pairs in (forth, [(then, first) for first, then in reversed(forth)]):
        said = {id(place): place.quote for place in targets}
        for one, other in pairs:
            low, high = sorted((one, other), key=lambda place: place.start)
            words = said[id(one)]
            if words and not other.quote and other.first and _PLACES.fullmatch(signs, low.end, high.start):
                said[id(other)] = words
                other.beside = (words, *other.beside)[:MOST_BESIDE]


def _in_sentence(signs: str, span: Span, place: Place) -> bool:
    """Return whether a quotation and a place stand in one sentence, or row of a table, that denies nothing between
    them."""
    low, high = (span.end, place.start) if span.end <= place.start else (place.end, span.start)
    between = signs[low:high]
    begin = max(signs.rfind("\n", 0, min(low, span.start)), min(low, span.start) - BETWEEN) + 1
    before = _CLAUSE.split(signs[begin : min(span.start, place.start)])[-1]
    return not (_SENTENCE.search(between) or _NEGATED.search(between) or _NEGATED.search(before))


def _listed(signs: str, spans: Sequence[Span], claimed: dict[int, Place]) -> list[Place]:
    """Return the quotations in a row with one of several lines: they stand on those as well."""
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
    """Return the code spans and the words in quotation marks that say something and are no place or title."""
    taken = sorted((place.start, place.end) for place in found if place.kind != "address")
    code = code_spans(plain)
    rest = blank(signs, [(span.start, span.end) for span in code])
    words = list(quoted_spans(rest))
    outer = [(span.start, span.end) for span in words]
    spans = sorted((*words, *(span for span in code if not _within(span, outer))), key=lambda span: span.start)
    begins = [start for start, _ in taken]

    def rest_of(span: Span) -> str:
        """Return what it says beside the places and titles in it."""
        inner = taken[max(0, bisect_left(begins, span.start) - 1) : bisect_left(begins, span.end)]
        cuts = [(max(start, span.start), min(end, span.end)) for start, end in inner if end > span.start]
        return blank(plain[span.start : span.end], [(low - span.start, high - span.start) for low, high in cuts])

    said = [span for span in spans if len(_WORD.findall(rest_of(span))) >= 1]
    inner = {(span.start, span.end): span.text for span in code}
    return [replace(span, text=_alone(plain, span, inner) or _as_written(plain, span)) for span in said]


def _alone(plain: str, span: Span, code: Mapping[tuple[int, int], str]) -> str:
    """Return the code that is all that stands between quotation marks; "" where something else does. Its backticks are
    marks of the text, and no more part of what is quoted than the quotation marks are."""
    within = plain[span.start + 1 : span.end - 1]
    begin = span.start + 1 + len(within) - len(within.lstrip())
    return code.get((begin, begin + len(within.strip())), "")


def _within(span: Span, outer: Sequence[tuple[int, int]]) -> bool:
    """Return whether code is part of words in quotation marks."""
    at = bisect_right(outer, (span.start, span.end)) - 1
    return at >= 0 and span.end <= outer[at][1]


def _says_something(text: str) -> bool:
    """Return whether a text says something: two words (four signs, in scripts without spaces), or code. Of names alone,
    only one that is no word of the language does."""
    return not _one_word(text) or (bool(_CODE.search(text)) and len(_NAME.findall(text)) >= 2) or _names(text)


def _names(text: str) -> bool:
    return bool(_CALLED.fullmatch(text) or _COMPOUND.fullmatch(text))


def _one_word(text: str) -> bool:
    return len(text.split()) + len(_UNSPACED.findall(text)) // 2 < 2


def _as_written(plain: str, span: Span) -> str:
    """Return a quotation with its own signs."""
    at = plain[span.start : span.end].find(span.text)
    return span.text if at >= 0 else plain[span.start + 1 : span.end - 1]


def _follows(plain: str, place: Place, span: Span) -> bool:
    """Return whether a text says that the place holds what comes after it."""
    begin = _TARGET.match(plain, place.end)
    begins = begin.end() if begin else place.end
    between = plain[begins : span.start] if span.start - begins <= BETWEEN else ". "
    words = [word.casefold() for word in _WORD.findall(between)]
    if _CELL.fullmatch(between):
        return _alone_in_row(plain, place, span)
    if not _joined(between) or not _SAYS.issuperset(words) or words in (["and"], ["as"], ["also"]):
        return False
    marks = between.strip('`*_ \t\n)]"”»')
    if words in (["is"], ["are"]) and not (place.first and (":" in marks or _code_line(plain, span))):
        return False
    if not (place.first or place.kind != "lines" or set(words) & _SAYS - {"and", "the", "in", "is"} or ":" in marks):
        return False
    if _one_word(span.text) and not (":" in marks or _STATING & set(words)):
        return _names(span.text) and not words and marks == "("
    before = plain[max(0, place.start - 40) : place.start]
    if place.kind == "commit" and not between.strip("`*_ "):
        return True
    return bool(words) or any(mark in marks for mark in ":(—–-") or bool(_ACCORDING.search(before) and "," in marks)


def _code_line(plain: str, span: Span) -> bool:
    """Return whether it is code of several words: what "is" at a line is that line, whereas a name may be what the line
    is about."""
    return plain[span.start : span.start + 2].lstrip('"“«„').startswith("`") and not _one_word(span.text)


def _precedes(plain: str, span: Span, place: Place) -> bool:
    """Return whether a text says that what comes before the place stands there."""
    between = plain[span.end : place.start] if place.start - span.end <= BETWEEN else ". "
    words = [word.casefold() for word in _WORD.findall(between)]
    if _CELL.fullmatch(between):
        return _alone_in_row(plain, place, span)
    if not _joined(between) or not _FROM.issuperset(words) or words in (["and"], ["is"], ["its"]):
        return False
    if _PROPOSED.search(plain[max(0, span.start - 60) : span.start]):
        return False
    if _one_word(span.text) and not _STATEMENT.search(span.text):
        return _named_at(plain, span, place, words)
    marks = between.strip('`*_ \t\n"”»')
    if place.first or place.kind != "lines":
        return bool(words) or any(mark in marks for mark in "([,—–-")
    return bool(words) and not {"see", "cf", "per", "to", "and"} & set(words)


def _named_at(plain: str, span: Span, place: Place, words: Sequence[str]) -> bool:
    """Return whether a text says that something of this name is at a place: `foo()` (a.py:3), `MAX_BYTES` in a.py. What
    is raised or called there may well be written elsewhere."""
    if _CAUSING.search(plain[max(0, span.start - 40) : span.start]):
        return False
    if _CALLED.fullmatch(span.text):
        return bool(place.first or words)
    return bool(words and _COMPOUND.fullmatch(span.text) and _LOCATING & set(words))


def _alone_in_row(plain: str, place: Place, span: Span) -> bool:
    """Return whether a row of a table holds one quotation, in a cell of its own beside that of the place."""
    low = plain.rfind("\n", 0, place.start) + 1
    high = plain.find("\n", place.end)
    row = plain[low : high if high >= 0 else len(plain)]
    cells = plain[low : span.start].rstrip(" \t").endswith("|") or not plain[low : span.start].strip()
    after = plain[span.end : low + len(row)].lstrip(" \t")[:1] in ("|", "")
    return cells and after and len(code_spans(row)) - (plain[place.start - 1 : place.start] == "`") == 1


def _joined(between: str) -> bool:
    """Return whether no end of a sentence or paragraph, and nothing that denies, stands between."""
    return (
        "\n\n" not in between
        and not _ITEM.search(between)
        and not re.search(r"[.!?;]\s", between)
        and not _DENIED.search(between)
    )
