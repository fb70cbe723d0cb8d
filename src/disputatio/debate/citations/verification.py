"""Comparing a citation with the sources that its name can mean. Pure; what each result means stands in `evidence`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from disputatio.debate.citations.alignment import Effort, nearest
from disputatio.debate.citations.evidence import Finding, Status, place
from disputatio.debate.citations.quotations import Match, Text, cut_short, exact
from disputatio.debate.citations.recognition import Citation
from disputatio.debate.values import value

MOST_SOURCES = 12
"""Sources that one citation is compared with; where more fit, it is ambiguous."""

_ELISION = re.compile(r"\[(?:\.\.\.|…)\]|\((?:\.\.\.|…)\)|(?:#|//|--|/\*)?[ \t]{0,4}(?:\.{3,}|…)(?:[ \t]{0,4}\*/)?")


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
        return _found("line exists", source, first, last)
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
    part = "" if source.whole else "the part that is known of "
    return Finding(status="misquoted", path=source.name, differs=f"nothing like it stands in {part}{source.name}")


def _verbatim(words: Text, citation: Citation, text: Text) -> Match | None:
    """The quotation as it stands, or its parts in order where it marks that something is left out."""
    found = exact(words, text, citation.first, citation.last)
    if found is not None or not any(mark in citation.quote for mark in ("...", "…")):
        return found
    parts = [part for piece in _ELISION.split(citation.quote) if (part := Text(piece)).count]
    if not parts or (len(parts) > 1 and min(part.count for part in parts) < 2):
        return None
    return _in_order(parts, citation, text)


def _in_order(parts: Sequence[Text], citation: Citation, text: Text) -> Match | None:
    """The parts one after another, from the cited lines on, else from the beginning."""
    low = text.on_lines(citation.first, citation.last)[0] if citation.first else 0
    for start in dict.fromkeys((low, 0)):
        places, at = [], start
        for part in parts:
            at = text.find(part, at)
            if at < 0:
                break
            places.append(at)
            at += part.count
        if len(places) == len(parts):
            spans = [_span(text, begin, begin + part.count) for begin, part in zip(places, parts, strict=True)]
            return None if any(cut_short(text, span) for span in spans) else _span(text, places[0], at)
    return None


def _span(text: Text, start: int, end: int) -> Match:
    return Match(start=start, end=end, first=text.lines[start], last=text.lines[end - 1])


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
