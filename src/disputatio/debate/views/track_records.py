"""What faces show of what turned out to be right: the answers that can be marked, and each model's track record."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.decide.hindsight import NONE, called, markable, marked
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.track import ENOUGH, Track
from disputatio.debate.values import value
from disputatio.debate.views.ballot_lines import number
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.verdict_lines import VERDICTS
from disputatio.debate.views.words import percent
from disputatio.debate.wording import figure, listed, plural, tr


@value
class Markable:
    """An answer as a person can mark it. `number`: by which it is named, from 1; `text`: how it begins, `whole`: all of
    it; `who`: whose it is, "" where it is nobody's; `right`: None while nothing is marked."""

    number: int
    text: str
    whole: str = ""
    who: str = ""
    right: bool | None = None

    @property
    def line(self) -> str:
        state = "" if self.right is None else tr("right") if self.right else tr("not right")
        return f"{self.number}. {self.text}{f': {state}' if state else ''}"


@value
class Recorded:
    """The track record of a model. `weighs`: whether it is long enough to weigh in votes."""

    model: str
    track: Track

    @property
    def line(self) -> str:
        return f"{self.model}: {self.told}"

    @property
    def brief(self) -> str:
        """The record in a few words, for a chart."""
        track = self.track
        weighs = (
            tr("vote counts × {weight}").format(weight=number(track.weight))
            if track.enough
            else tr("too few for votes")
        )
        return plural(
            "{right} right, {sure} sure, {count} debate; {weighs}",
            "{right} right, {sure} sure, {count} debates; {weighs}",
            track.debates,
        ).format(right=figure(track.right, ".0%"), sure=figure(track.sure, ".0%"), weighs=weighs)

    @property
    def told(self) -> str:
        """The record in words, without the model."""
        track = self.track
        said = plural(
            "right in {right} percent of {count} debate, {sure} percent sure on average (Brier score {brier})",
            "right in {right} percent of {count} debates, {sure} percent sure on average (Brier score {brier})",
            track.debates,
        ).format(right=percent(track.right), sure=percent(track.sure), brier=figure(track.brier, ".2f"))
        weighs = (
            tr("its ballot weighs {weight}").format(weight=number(track.weight))
            if track.enough
            else tr("it weighs in votes from {enough} debates on").format(enough=ENOUGH)
        )
        return f"{said}; {weighs}"


def markable_of(debate: Debate, past: Past) -> tuple[Markable, ...]:
    """Return the answers that can be marked, with what was."""
    found = marked(past)
    return tuple(
        Markable(
            number=place,
            text=VERDICTS[one.key] if one.key in VERDICTS and not one.authors else called(debate, one),
            whole=one.text,
            who=listed(name_of(seat, debate.seats) for seat in one.authors),
            right=one.key in found if found else None,
        )
        for place, one in enumerate(markable(debate, past), 1)
    )


def is_none_right(past: Past) -> bool:
    """Return whether it is marked that none of the answers is right."""
    return marked(past) == (NONE,)


def records_of(tracks: Mapping[str, Track]) -> tuple[Recorded, ...]:
    """Return the record of each model, the longest first."""
    listed = sorted(tracks.items(), key=lambda each: (-each[1].debates, each[0]))
    return tuple(Recorded(model=model, track=track) for model, track in listed)


def records_at(debate: Debate) -> tuple[Recorded, ...]:
    """Return the records of those at the table, as they were when the debate began."""
    models = {seat.model for seat in debate.seats.values()}
    return records_of({model: track for model, track in debate.tracks.items() if model in models})
