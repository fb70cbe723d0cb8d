"""Comparing a citation with the sources that its name can mean. Pure; what each result means stands in `evidence`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from disputatio.debate.citations.alignment import Effort, nearest
from disputatio.debate.citations.evidence import Finding, Status, place
from disputatio.debate.citations.quotations import Match, Text, cut_short, exact, match_between, match_with_gaps
from disputatio.debate.citations.recognition import Citation
from disputatio.debate.patterns import compile_pattern
from disputatio.debate.values import value

MOST_SOURCES = 12
"""Sources that one citation is compared with; where more fit, it is ambiguous."""

MOST_LINES = 60
"""Lines of a place on which a few words still say which ones are meant."""

NAME = r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(\(\))?"
"""The name of something in code alone; with empty brackets, of something that is called."""

_CODE = r"[=;{}\[\]<>]"
_CALL = r"[()_]"
_SIGNS = r"^[ \t]*(?:#+|//+|\*+|--|;+|>+)[ \t]?"
"""What begins each line of a comment."""


@value
class Source:
    """Something that can be cited: `name` as it is shown, `text` ready to be searched. `flaw` says why it cannot be
    compared ("" if it can); `whole` is False where only the beginning is known."""

    name: str
    text: Text
    flaw: str = ""
    whole: bool = True


def check(citation: Citation, sources: Sequence[Source], effort: Effort | None = None) -> Finding:
    """Compare a citation with the sources that its name can mean (none: it is missing), as far as the effort goes."""
    if citation.kind == "address":
        return Finding(status="external", path=citation.path)
    if not sources:
        return Finding(status="missing", path=citation.path, differs=_nothing(citation))
    if len(sources) == 1:
        return in_source(citation, sources[0], effort)
    if len(sources) > MOST_SOURCES:
        return _ambiguous(citation, sources)
    found = [in_source(citation, source, effort) for source in sources]
    for status in ("verified", "line exists", "moved", "near"):
        fitting = [(one, source) for one, source in zip(found, sources, strict=True) if one.status == status]
        if len(fitting) == 1:
            return fitting[0][0]
        if fitting:
            return _ambiguous(citation, [source for _, source in fitting])
    return found[0] if all(one.status == found[0].status for one in found) else _ambiguous(citation, sources)


def in_source(citation: Citation, source: Source, effort: Effort | None = None) -> Finding:
    """Compare a citation with one source."""
    if source.flaw:
        return Finding(status="missing", path=source.name, differs=source.flaw)
    text, first, last = source.text, citation.first, citation.last
    beyond = "" if not first or 1 <= first <= last <= text.length else _beyond(source)
    if not citation.quote:
        if beyond:
            return Finding(status="missing", path=source.name, differs=beyond)
        return _beside(citation, source) or _found("line exists", source, first, last)
    if compile_pattern(NAME).fullmatch(citation.quote):
        return _name(citation, source, beyond)
    words = Text(citation.quote)
    if not words.count:
        return Finding(status="missing", path=source.name, differs="the quotation is empty")
    return _quoted(words, citation, source, beyond, effort or Effort())


def _quoted(words: Text, citation: Citation, source: Source, beyond: str, effort: Effort) -> Finding:
    first, last = citation.first, citation.last
    if (found := _verbatim(words, citation, source.text)) is not None:
        if cut := cut_short(source.text, found):
            return _found("misquoted", source, found.first, found.last, cut)
        there = not first or (found.first <= last and found.last >= first)
        return _found("verified" if there else "moved", source, found.first, found.last)
    near = nearest(words, source.text, first, last, effort)
    if near is not None:
        return _found("near" if near.near else "misquoted", source, near.first, near.last, near.differs)
    if beyond:
        return Finding(status="missing", path=source.name, differs=beyond)
    if effort.left < 0:
        why = "it does not stand there word for word; too many quotations of this turn fail to be compared further"
        return Finding(status="misquoted", path=source.name, differs=why)
    differs = f"nothing like it stands in {_known_part(source)}"
    return Finding(status="misquoted", path=source.name, differs=differs)


def _verbatim(words: Text, citation: Citation, text: Text) -> Match | None:
    """Return where the quotation stands, or its parts in order where it marks that something is left out. A full stop
    or a comma before the closing mark may belong to the sentence around a quotation in words."""
    first, last = citation.first, citation.last
    found = exact(words, text, first, last) or match_with_gaps(citation.quote, text, first, last)
    bare = citation.quote.rstrip(" .,")
    if found is None and bare != citation.quote and _are_words(bare, 2) and not compile_pattern(_CALL).search(bare):
        found = exact(Text(bare), text, first, last)
    if found is None and _are_words(bare, 4):
        found = _in_comment(Text(bare), text, first, last)
    return found


def _are_words(text: str, least: int) -> bool:
    """Return whether a quotation consists of words, at least so many, and not of code."""
    return compile_pattern(_CODE).search(text) is None and len(text.split()) >= least


def _in_comment(words: Text, text: Text, first: int, last: int) -> Match | None:
    """Return where words stand on the cited lines once the signs of a comment before each line are left out."""
    if not first or last > text.length or last - first > MOST_LINES:
        return None
    low, high = text.on_lines(first, last)
    if low == high:
        return None
    above = text.lines[low] - 1
    begin = text.plain.rfind("\n", 0, text.starts[low]) + 1
    end = text.plain.find("\n", text.starts[high - 1])
    rows = text.plain[begin : end if end >= 0 else len(text.plain)].split("\n")
    commented = Text("\n".join(compile_pattern(_SIGNS).sub("", row) for row in rows))
    at = commented.find(words)
    if at < 0 or cut_short(commented, match_between(commented, at, at + words.count)):
        return None
    low = text.on_lines(commented.lines[at] + above, last)[0]
    high = text.on_lines(first, commented.lines[at + words.count - 1] + above)[1]
    return match_between(text, low, high)


def _name(citation: Citation, source: Source, beyond: str) -> Finding:
    """Check a name in code: it stands on the lines, or elsewhere. Where only its last part is there, the rest says
    whose it is, which cannot be compared."""
    name = citation.quote.removesuffix("()")
    found = exact(Text(name), source.text, citation.first, citation.last)
    if found is not None:
        there = not citation.first or (found.first <= citation.last and found.last >= citation.first)
        return _found("verified" if there else "moved", source, found.first, found.last)
    if beyond:
        return Finding(status="missing", path=source.name, differs=beyond)
    own = re.split(r"\W+", name)[-1]
    if own != name and exact(Text(own), source.text) is not None:
        only = f"of {citation.quote} only {own} could be found"
        return _found("line exists", source, citation.first, citation.last, only)
    return Finding(status="misquoted", path=source.name, differs=f"{own} does not stand in {_known_part(source)}")


def _beside(citation: Citation, source: Source) -> Finding | None:
    """Check a quotation in the same sentence that stands on the cited lines, whatever words are between: it counts as
    quoted from the place if it is there, and as nothing if it is not."""
    for quote in citation.beside if citation.last - citation.first <= MOST_LINES else ():
        one = replace(citation, quote=quote, beside=())
        found = _verbatim(Text(quote), one, source.text)
        if found is None or not (found.first <= citation.last and found.last >= citation.first):
            continue
        if not cut_short(source.text, found):
            return replace(_found("verified", source, found.first, found.last), quote=quote)
    return None


def _known_part(source: Source) -> str:
    return source.name if source.whole else f"the part that is known of {source.name}"


def _found(status: Status, source: Source, first: int, last: int, differs: str = "") -> Finding:
    return Finding(
        status=status, path=source.name, first=first, last=last, where=place(source.name, first, last), differs=differs
    )


def _beyond(source: Source) -> str:
    lines = source.text.length
    if source.whole:
        return f"{source.name} has {lines:,} line{'s' * (lines != 1)}"
    return f"of {source.name} only the first {lines:,} lines are known to this debate"


def _nothing(citation: Citation) -> str:
    match citation.kind:
        case "commit":
            return f"there is no commit {citation.path} in the history"
        case "title":
            return f"there is no document or note with the title {citation.path}"
        case _:
            return f"there is no file {citation.path}"


def _ambiguous(citation: Citation, sources: Sequence[Source]) -> Finding:
    names = ", ".join(source.name for source in sources[:5])
    more = f" and {len(sources) - 5} more" if len(sources) > 5 else ""
    return Finding(status="ambiguous", path=citation.path, where=names + more, differs="several sources fit")
