"""A debate as a decision record (ADR) in Markdown: status, context, decision, what it rests on and
what else there was.

The sections are those of the result, under the names that such records have; what nobody said is said to be missing. A
debate recommends, and people decide: so the status is “proposed” at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from disputatio.debate.views import result as told
from disputatio.debate.views.words import clean
from disputatio.exporting.account import Account
from disputatio.exporting.markdown import block, chapter_lines, inline, part_lines

RECOMMENDATION: Final = "Recommendation"
SECTIONS: Final = {
    "Decision": (RECOMMENDATION, told.SOLUTION, told.WEIGHED, told.DECIDED, told.ADVISED),
    "Assumptions": (told.ASSUMED, told.ASKED),
    "Consequences": (),
    "Alternatives": (),
    "Dissent": (told.MINORITY, told.DISPUTED, told.OPPOSITION),
    "Evidence": (told.FINDINGS, told.QUOTED, told.RECEIPTS),
}
"""The sections of a record, and those of the result that each consists of; all others follow as evidence. What there
was to choose from stands in none of these."""
NOTHING: Final = {
    "Assumptions": "No assumption is recorded, and no question that would have to be followed up.",
    "Consequences": "The debate did not list any apart from its reasons.",
    "Alternatives": "No other proposal is recorded.",
    "Dissent": "No objection is recorded.",
}
"""What is said where there is nothing."""


STATUS = (told.AGREED, told.ENDED)


def record_of(account: Account) -> str:
    """Return the record of a debate."""
    parts = (
        f"# {inline(account.title)}",
        *([f"Date: {account.started[:10]}"] if account.started else []),
        "## Status",
        _status(account),
        *(text for name in STATUS for text in _of(account, name, titled=False)),
        "## Context",
        *([block(account.question)] if account.question else []),
        *(map(part_lines, account.opening.parts) if account.opening else ()),
        *_sections(account),
    )
    return clean("\n\n".join(part for part in parts if part) + "\n")


def _status(account: Account) -> str:
    if not account.result.answer:
        return f"Open. {account.result.missing}"
    return "Proposed, and outdated." if account.result.outdated else "Proposed."


def _sections(account: Account) -> Iterator[str]:
    known = {*STATUS, *(name for names in SECTIONS.values() for name in names)}
    others = tuple(chapter.title for chapter in account.answer if chapter.title not in known)
    for title, names in (SECTIONS | {"Evidence": SECTIONS["Evidence"] + others}).items():
        yield f"## {title}"
        found = [text for name in names for text in _of(account, name, titled=name != names[0])]
        if title == "Alternatives" and account.alternatives:
            found = [part_lines(account.alternatives)]
        yield from found or (NOTHING.get(title, "Nothing was recorded."),)


def _of(account: Account, title: str, *, titled: bool) -> Iterator[str]:
    """Yield a section of the result, below a heading of its own if it is `titled`."""
    for chapter in account.answer:
        if chapter.title == title:
            head, *lines = chapter_lines(chapter)
            yield from ((f"#{head}",) if titled else ())
            yield from lines
