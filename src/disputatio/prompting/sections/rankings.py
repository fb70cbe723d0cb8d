"""How the answers were ranked and compared, for whoever weighs them. Under letters, nobody's name stands in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from disputatio.debate.policies.ballots import Ranked, letters, mean_ranks, rankings_of
from disputatio.debate.policy import At
from disputatio.debate.views.analysis import AnalysisLine, analysis_lines, analysis_of
from disputatio.debate.views.letters import has_letters, headed_by
from disputatio.debate.views.participants import name_of
from disputatio.prompting.sections.lines import line
from disputatio.prompting.sections.listings import writes


@writes("ranking", "The rankings, with their reasons")
def ranking(at: At) -> str:
    """Return the mean rank of each answer, best first, and below it each ranking with its reasons. These call the
    answers by letters that were dealt for that ranking alone: what heads a reason is told as its reader calls it, and
    the others with what they stand for, where a reason has one."""
    named = _named(at)
    means = (f"{named[seat]}: mean rank {mean:.2f}" for seat, mean in mean_ranks(at).items())
    given = (text for one in rankings_of(at) if one.order for text in _told(one, named))
    return "\n".join((*means, *given))


def _told(one: Ranked, named: Mapping[str, str]) -> Iterator[str]:
    called = {seat: letter for letter, seat in one.letters.items()}
    reasons = [headed_by(line(reason), one.letters) for reason in one.because]
    lettered = any(has_letters(said, one.letters) for _, said in reasons)
    order = ", ".join(f"{named[seat]} (called {called[seat]} here)" if lettered else named[seat] for seat in one.order)
    yield f"The author of {named[one.voter]} ranks, best first: {order}"
    yield from (f"- {named[seat]}: {said}" if seat else f"- {said}" for seat, said in reasons)
    if one.adopts:
        yield f"- Adopts this answer now: {line(one.adopts)}"


@writes("analysis", "What the answers have in common, and where they differ")
def analysis(at: At) -> str:
    """Return the last consensus analysis as a person reads it, each entry with those of whom it is."""
    found = analysis_of(at.debate, at.past)
    if found is None:
        return ""
    return "\n".join(map(_entry, analysis_lines(found, at.debate, at.past)))


def _entry(one: AnalysisLine) -> str:
    who = ", ".join(dict.fromkeys(place.by for place in one.places))
    return f"  {one.text}" if one.below else f"{one.text} ({who})" if who else one.text


def _named(at: At) -> dict[str, str]:
    """Return what the reader calls each participant, those with the longest names first: "Councillor 12" begins with
    the name of another."""
    seen = letters(at)
    seats = sorted(at.debate.seats, key=lambda seat: -len(name_of(seat, at.debate.seats)))
    return {seat: f"Response {seen[seat]}" if seat in seen else name_of(seat, at.debate.seats) for seat in seats}
