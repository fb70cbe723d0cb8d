"""Figures: what a view may end with besides turns, by name.

The rules know which figures there are, and the log says by name which of them a call was shown. What a figure says is
written in `prompting.sections` at the moment of asking; none of those words stands in the log or decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from disputatio.debate.format import Block, Format

FIGURES = {
    "topic": "Who takes part, and the aspects to be debated",
    "points": "Every point with its id, status and author",
    "judgements": "Every judgement on record, by number, with the words that it rests on in their place",
    "unaddressed": "Every point that nobody has judged, but for decisions and guesses",
    "standings": "How much is agreed, and what is agreed",
    "disputes": "What is still open, with the reason given",
    "statistics": "What all answer, without names, in figures or counts, and the reasons given",
    "estimates": "Who answered what, first and last; where all answers are figures, their median and range, of four or "
    "more the quartiles, too",
    "ranking": "The mean rank of each answer, best first, and each ranking with its reasons, by the names or letters "
    "that are seen",
    "analysis": "The last consensus analysis: who holds the same, what they share, where they differ, by the names or "
    "letters that are seen",
    "options": "The options of a vote, whole: all but the voter's own, in an order of its own",
    "vote": "What the last vote comes to, by the rule of the debate and by the others",
    "claim": "The claim that an enclosing block is about",
    "questions": "Every question that was asked, whole, with its id, and whether it is answered, partly, or open",
    "answers": "Every question that was asked, whole, with what became of it and who answered what, in which words",
    "open-points": "What the last verdict of an earlier round left open",
    "attacks": "Every published attack, whole, with its id, and whether it is closed or open",
    "patches": "What each defender published last of what is voted on, whole",
    "other-proposals": "The proposals that are not worked on, each by its title and its first sentence",
    "flaws": "Every flaw that critics named, with its id, whether it still stands, where and what shows it",
    "scores": "What reviewers gave each proposal, by criterion",
    "rubric": "The criteria by which work is scored",
    "clarified": "Every question about the task with the sentence that answers it, and what the answers left unclear",
    "ledger": "Where each participant stands",
    "claims": "Every claim with its id, status and sides",
    "participants": "The id, name and role of everybody, for those who keep records",
    "reflections": "The reflections so far, the most important first",
    "view": "The board with the exchange of this round: what is read before a reply",
    "standing-view": "The board with what the reader has not seen: what is read before a first take on an aspect",
    "room-view": "The claim of a crux room, what led to it, where both sides stand, earlier cards",
    "closing-view": "Where each one stands on each aspect, all claims, cards, rounds, and what the reader has not seen",
    "memories": "What the seat is reminded of: from earlier in this debate, and from others where its persona was",
    "lessons": "What programs that failed in earlier debates teach, each with where it comes from",
    "attempts": "Every attempt of a turn with a failing program, with an id, and what its author made of it",
    "runs": "What came of running the program of each proposal and each defence, and which tests failed",
    "evidence": "The citations of what was said since the seat spoke last, as they were checked against the source",
}
"""Every figure that a format may refer to, with what it shows. Names are API: formats and old debates carry them."""


def shown_in(format: Format) -> dict[str, str]:
    """Return the figures that the participants and services of a format are shown, with what each shows."""
    named = {reference.split()[1] for reference in _views(format.body) if reference.startswith("figure ")}
    return {name: about for name, about in FIGURES.items() if name in named}


def _views(block: Block) -> Iterator[str]:
    yield from block.sees
    for child in block.do:
        yield from _views(child)
