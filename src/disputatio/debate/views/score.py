"""The score of a debate and what it rests on, for gauge, terminal and export (SPEC CONSENSUS.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from disputatio.debate.ids import round_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.consensus import Measure
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.debate.views.measurability import (
    ends_at_consensus,
    read_one_another,
    records_statements,
    similar_models,
    threshold,
)
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.progress import Progress, is_rehearsal
from disputatio.debate.views.words import percent, rounded
from disputatio.debate.wording import listed, mark, plural, tr

BANDS: Final = (
    (0.85, mark("agreed")),
    (0.70, mark("converging")),
    (0.40, mark("mixed")),
    (0.0, mark("split")),
)
"""Words for the score (SPEC CONSENSUS.4)."""
UNEARNED: Final = 0.5
"""Share of the agreements that were earned below which a high score comes with a warning."""
HIGH: Final = 0.70
"""Score from which on agreement is high."""
FEWEST: Final = 5
"""Statements on which a share has to rest, so that it is worth comparing with another."""
SURE = 10
"""Statements from which on the interval of a share is told with it."""
NOBODY_THOUGHT: Final = "Rehearsal: no AI model took part, so nothing is measured."
EARNED: Final = "in sealed answers, by evidence, by argument, or for a named reason"
APART: Final = "not measured: no reply of one participant to another was recorded"
UNNAMED: Final = "not measured: panellists saw only figures and unnamed reasons"


def band(score: float) -> str:
    return tr(next(word for least, word in BANDS if score >= least))


@value
class Score:
    """What was measured, for gauge, terminal and export (SPEC CONSENSUS.4). `score`, `interval`, `threshold`,
    `coverage`, `earned` and `given_up` are 0..1; None: not measured. `earned` is a share of all statements, `given_up`
    of the agreed ones; `deserved`: how many of the agreed ones were earned. `weighed`: how many only `neutral` has
    judged, who takes no side; `partly`: of how many a side accepts a part, and `guessed`: of how many assumptions;
    `former`: of those without a judgement, how many were judged as they were worded before, `questioned`: how many
    somebody questions, `outdated`: how many are contested as they were worded before; `divided`: with how many of the
    assumptions some agree; `withdrawn`: how many nobody holds any more, `met` of which their authors let go of.
    `before`: how many were agreed after the round before, and of how many; None where too few were judged to compare.
    `ends`: the debate ends where `threshold` is reached. `abstained`: what nobody recorded, in a sentence. `alike`: a
    warning that all participants are one model. `rehearsed`: nobody thought. `apart`: participants do not read one
    another, so that no share of statements says how far they agree; `unnamed`: they are shown figures and reasons
    without names instead. `measurable`: the format records statements that could be agreed. `over`: the debate is.
    `tallies`: what answers and rankings come to, in sentences. `reasoned`: agreements that were not earned, though
    somebody names a reason; `shared`: how many agreements all `people` share who hold a position."""

    score: float | None = None
    agreed: int = 0
    contested: int = 0
    assumptions: int = 0
    unassessed: int = 0
    weighed: int = 0
    partly: int = 0
    withdrawn: int = 0
    met: int = 0
    former: int = 0
    questioned: int = 0
    outdated: int = 0
    divided: int = 0
    guessed: int = 0
    neutral: str = ""
    interval: tuple[float, float] | None = None
    coverage: float | None = None
    earned: float | None = None
    deserved: int = 0
    given_up: float = 0.0
    threshold: float = 0.85
    ends: bool = True
    before: tuple[int, int] | None = None
    round: int = 0
    place: str = ""
    abstained: str = ""
    alike: str = ""
    tallies: tuple[str, ...] = ()
    reasoned: int = 0
    shared: int = 0
    people: int = 0
    rehearsed: bool = False
    apart: bool = False
    unnamed: bool = False
    measurable: bool = True
    over: bool = False

    @property
    def when(self) -> str:
        """The round in words: "round 3"; in a dialogue "cost, round 2"."""
        return self.place or tr("round {number}").format(number=self.round)

    @property
    def awaited(self) -> bool:
        """Whether something may still be measured."""
        return self.measurable and not (self.over or self.rehearsed or self.apart)

    @property
    def unmeasured(self) -> str:
        """What stands in place of a figure where participants who thought read one another."""
        if not self.measurable:
            return tr("not measured in this format")
        return tr("not measured yet") if self.awaited else tr("not measured")

    @property
    def unearned(self) -> str:
        """A warning when agreement is high and most of it was not earned."""
        if self.score is None or self.earned is None or self.score < HIGH or self.deserved >= UNEARNED * self.agreed:
            return ""
        told = plural(
            "Only {count} of the {agreed} agreements was earned ({how}).",
            "Only {count} of the {agreed} agreements were earned ({how}).",
            self.deserved,
        )
        if not self.deserved:
            told = plural(
                "The one agreement was not earned ({how}).",
                "None of the {count} agreements was earned ({how}).",
                self.agreed,
            )
        return f"{told.format(agreed=self.agreed, how=tr(EARNED)).removesuffix('.')}{self._unearned}."

    @property
    def _unearned(self) -> str:
        return unearned_of(self.agreed - self.reasoned, self.deserved, round(self.given_up * self.agreed))

    @property
    def change(self) -> int:
        """Percentage points of the score since the round before."""
        if self.score is None or self.before is None:
            return 0
        return percent(self.score) - percent(self.before[0] / self.before[1])

    @property
    def all(self) -> int:
        """How many statements there are, of whatever kind: what a share of the statements is a share of."""
        return self.agreed + self.contested + self.assumptions + self.unassessed + self.weighed + self.partly

    @property
    def warning(self) -> str:
        return " ".join(one for one in (self.alike, self.unearned) if one)

    @property
    def layers(self) -> tuple[tuple[str, int], ...]:
        """What the statements are, layer by layer: "Earned" and "Not earned" are the agreed ones."""
        if self.score is None:
            return ()
        found = (
            (mark("Earned"), self.deserved),
            (mark("Not earned"), self.agreed - self.deserved),
            (mark("Contested"), self.contested),
            (mark("Assumptions"), self.assumptions),
            (mark("Accepted in part"), self.partly),
            (mark("Neutral judgement only"), self.weighed),
            (mark("No judgement"), self.unassessed),
        )
        return tuple((word, count) for word, count in found if count or word in ("Earned", "Contested"))

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be said beside the figure: what it is not, what was not recorded, what was not earned."""
        rehearsed = tr(NOBODY_THOUGHT) if self.rehearsed else ""
        return tuple(one for one in (rehearsed, self.abstained, self.warning) if one)

    @property
    def counts(self) -> str:
        """How many statements there are of each kind: "4 agreed, 1 contested, 1 assumption, 2 with a neutral
        judgement only, 2 without a recorded judgement"."""
        parts = [
            tr("{agreed} agreed").format(agreed=self.agreed),
            tr("{contested} contested").format(contested=self.contested - self.outdated),
        ]
        before = tr("{count} contested as worded before").format(count=self.outdated)
        parts += [before] if self.outdated else []
        parts += [plural("{count} assumption", "{count} assumptions", self.assumptions)] if self.assumptions else []
        parts += [tr("{partly} accepted in part").format(partly=self.partly)] if self.partly else []
        alone = tr("{count} with a neutral judgement only").format(count=self.weighed)
        parts += [alone] if self.weighed else []
        parts += [tr("{count} questioned").format(count=self.questioned)] if self.questioned else []
        unassessed = self.unassessed - self.former - self.questioned
        never = tr("{unassessed} without a recorded judgement").format(unassessed=unassessed)
        parts += [never] if unassessed else []
        former = tr("{count} reworded since and not judged again").format(count=self.former)
        parts += [former] if self.former else []
        return ", ".join(parts)

    @property
    def brief(self) -> str:
        """The score and what it rests on; never a figure where nothing was measured."""
        if self.score is None:
            apart = tr(UNNAMED) if self.unnamed else tr(APART)
            return tr(NOBODY_THOUGHT) if self.rehearsed else apart if self.apart else self.unmeasured
        one = tr("; the one agreement earned") if self.deserved else tr("; the one agreement not earned")
        several = tr("; {deserved} of the {agreed} agreements earned")
        earned = (one if self.agreed == 1 else several).format(deserved=self.deserved, agreed=self.agreed)
        given = round(self.given_up * self.agreed)
        yielded = plural(", {count} without a reason", ", {count} without a reason", given) if given else ""
        earned = f"{earned}{yielded}" if self.agreed else ""
        return tr("{score}% {band} ({counts}{earned})").format(
            score=percent(self.score), band=band(self.score), counts=self.counts, earned=earned
        )

    @property
    def explained(self) -> str:
        """What the word of the score means, in a sentence; "" where there is none."""
        if self.score is None or self.interval is None:
            return ""
        at = next(at for at, (least, _) in enumerate(BANDS) if self.score >= least)
        least, ceiling = percent(BANDS[at][0]), percent(BANDS[at - 1][0]) - 1
        told = tr("The word “{band}” means {least} to {most} percent.").format(
            band=tr(BANDS[at][1]), least=least, most=ceiling
        )
        return told if at else ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything that is known of it, in sentences."""
        return tuple(self._lines())

    @property
    def _shared(self) -> str:
        told = plural(
            "on {count} point two or more said the same",
            "on {count} points two or more said the same",
            self.agreed,
        )
        if self.shared:
            whole = plural("all {people} agree on {count} reason", "all {people} agree on {count} reasons", self.shared)
            whole = whole.format(people=self.people)
            rest = plural(
                ", two or more on {count} other", ", two or more on {count} others", self.agreed - self.shared
            )
            told = whole + rest if self.agreed > self.shared else whole
        said = (
            tr("Panellists saw only figures and unnamed reasons, so agreement is not given as a share; {told}")
            if self.unnamed
            else tr("No reply of one participant to another was recorded, so no share says how far they agree; {told}")
        ).format(told=told)
        if self.contested > self.outdated:
            said = plural(
                "{said}, and {count} point is in dispute",
                "{said}, and {count} points are in dispute",
                self.contested - self.outdated,
            ).format(said=said)
        recast = plural(
            "; {count} was disputed before a rewording", "; {count} were disputed before a rewording", self.outdated
        )
        return f"{said}{recast if self.outdated else ''}."

    @property
    def _agreed(self) -> str:
        """How many of the statements on which others took a side are agreed: "both", "all 5", "1 of the 5"."""
        if not self.contested:
            return (
                tr("Both statements on which others took a side are agreed ({told}).")
                if self.agreed == 2
                else plural(
                    "The one statement on which others took a side is agreed ({told}).",
                    "All {count} statements on which others took a side are agreed ({told}).",
                    self.agreed,
                )
            )
        if self.agreed + self.contested == 1:
            return tr("The one statement on which others took a side is not agreed ({told}).")
        return plural(
            "{count} of the {sided} statements on which others took a side is agreed ({told}).",
            "{count} of the {sided} statements on which others took a side are agreed ({told}).",
            self.agreed,
        )

    @property
    def _interval(self) -> str:
        if self.interval is None:
            return ""
        low, high = (rounded(end) for end in self.interval)
        return tr("95% interval {low} to {high}").format(low=low, high=high)

    @property
    def basis(self) -> str:
        """What the share is a share of, with its interval, in a sentence; "" where there is none."""
        return self._agreed.format(sided=self.agreed + self.contested, told=self._interval) if self._interval else ""

    @property
    def rough(self) -> str:
        """That, where the share rests on so few statements that its interval is a detail; else ""."""
        return self.basis if self.agreed + self.contested < SURE else ""

    def _consensus(self, score: float) -> str:
        """Say what consensus takes, and whether it is there."""
        if self.contested:
            told = plural(
                "No consensus: that needs {needs} percent agreement and nothing contested; "
                "{count} statement is contested.",
                "No consensus: that needs {needs} percent agreement and nothing contested; "
                "{count} statements are contested.",
                self.contested,
            )
        elif score < self.threshold:
            told = tr("No consensus: that needs {needs} percent agreement and nothing contested.")
        else:
            told = tr("Consensus: {needs} percent agreement was needed and nothing contested, and both are there.")
        return told.format(needs=percent(self.threshold))

    def _lines(self) -> Iterator[str]:
        if self.score is None:
            unmeasured = (
                tr("Consensus was not measured: no judgement of anybody else's statement is recorded.")
                if self.over
                else tr("Consensus has not been measured yet: no judgement of anybody else's statement is recorded.")
            )
            silent = self.rehearsed or not self.measurable
            yield from ([] if silent else [self._shared] if self.apart else [unmeasured])
            yield from (*self.tallies, *self.notes)
            return
        after = tr("after {round}").format(round=self.when) if self.round and not self.over else ""
        word = band(self.score)
        named = word if word != tr(BANDS[0][1]) else ""  # what is agreed is said in the sentence
        share = tr("{score} percent").format(score=percent(self.score))
        interval = self._interval if self.agreed + self.contested >= SURE else ""
        told = ", ".join(filter(None, (share, named, interval, after)))
        yield self._agreed.format(sided=self.agreed + self.contested, told=told)
        yield tr("Statements (P1, P2 and so on): {counts}.").format(counts=self.counts)
        if self.ends:
            yield self._consensus(self.score)
        if self.before and self.change:
            agreed, sided = self.before
            then = tr("After the round before, {agreed} of {sided} were agreed ({percent} percent).")
            yield then.format(agreed=agreed, sided=sided, percent=percent(agreed / sided))
        if self.coverage is not None:
            yield plural(
                "By the record, others took a side on {decided} of {count} statement ({coverage} percent){more}.",
                "By the record, others took a side on {decided} of all {count} statements ({coverage} percent){more}.",
                self.all,
            ).format(
                decided=self.agreed + self.contested, coverage=rounded(self.coverage), more="".join(self._undecided())
            )
        if self.earned is not None and not self.unearned:  # else the warning says so
            yield f"{earned_of(self.deserved, self.agreed)} ({tr(EARNED)}){self._unearned}."
        yield from (*self.tallies, *self.notes)

    def _undecided(self) -> Iterator[str]:
        """Yield what there is besides statements on which others took a side."""
        if gone := self.withdrawn - self.met:
            yield plural("; {count} more was withdrawn", "; {count} more were withdrawn", gone)
        if self.met:
            yield plural(
                "; {count} more was let go of, as met or as no longer mattering",
                "; {count} more were let go of, as met or as no longer mattering",
                self.met,
            )
        if self.assumptions or self.questioned:
            yield tr("; a doubt is not counted as taking a side")
        if self.weighed:
            told = tr("; {neutral}, who takes none, judged {count} more")
            yield told.format(neutral=self.neutral, count=self.weighed)
        if self.divided:
            yield plural(
                "; {count} more is counted as an assumption: some agree with it, and some doubt it",
                "; {count} more are counted as assumptions: some agree with them, and some doubt them",
                self.divided,
            )
        if some := self.partly + self.guessed:
            yield plural("; {count} was accepted in part", "; {count} were accepted in part", some) + (
                plural(" ({count} of them an assumption)", " ({count} of them assumptions)", self.guessed)
                if self.guessed
                else ""
            )


def unearned_of(agreed: int, earned: int, given_up: int) -> str:
    """Say how those agreements came about that were not earned, behind what says how many were."""
    left = agreed - earned - given_up
    if not given_up:
        return (
            plural(
                "; {count} came about without a recorded reason", "; {count} came about without a recorded reason", left
            )
            if left
            else ""
        )
    told = plural("; {count} came about without a reason", "; {count} came about without a reason", given_up)
    return told + (plural(", {count} without a recorded one", ", {count} without a recorded one", left) if left else "")


def reasoned(one: Statement) -> bool:
    """Return whether somebody names a reason for an agreement that was not earned: it did not come about without."""
    return one.agreed and not one.earned and not one.given_up and any(made.reasoned for made in one.agreeing)


def earned_of(earned: int, agreed: int) -> str:
    """Say how many of the agreements were earned: "1 of the 5 agreements was earned"."""
    if agreed == 1:
        return tr("The one agreement was earned") if earned else tr("The one agreement was not earned")
    if earned == agreed:
        return (
            tr("Both agreements were earned")
            if agreed == 2
            else tr("All {agreed} agreements were earned").format(agreed=agreed)
        )
    return plural(
        "{count} of the {agreed} agreements was earned", "{count} of the {agreed} agreements were earned", earned
    ).format(agreed=agreed)


def score_of(debate: Debate, progress: Progress) -> Score:
    """Return the score as it stands. A rehearsal has none: nobody thought (SPEC TURN.3)."""
    earlier = [each for _, each in progress.history if each.measured]
    if earlier[-1:] == [progress.measure]:  # else something was judged after the last round
        earlier.pop()
    number = progress.history[-1][0] if progress.history else 0
    interval = progress.measure.interval if progress.measure.measured else None
    found = _score(_blank(debate), progress.measure, number, earlier[-1] if earlier else None, interval=interval)
    found = replace(found, place=progress.places.get(number, ""))
    holders = {id for id, seat in debate.seats.items() if seat.taken and not seat.impartial}
    agreed = [one for one in progress.points if one.agreed and not (one.raised or one.closed)]
    found = replace(
        found,
        reasoned=sum(map(reasoned, progress.points)),
        shared=sum(holders <= {one.author, *(made.seat for made in one.agreeing)} for one in agreed),
        people=len(holders),
    )
    abstained = "" if found.rehearsed else progress.abstained
    return replace(found, alike=similar_models(debate), abstained=abstained, tallies=progress.tallies)


def settled_score(debate: Debate, progress: Progress, past: Past) -> Score:
    """Return the score as it was measured last. While a round is under way in which nobody has assessed yet, it is that
    of the round before: what the clerk records of an answer is no measure before the Critic has seen it (SPEC
    DESK.1)."""
    if debate.status != "debating" or not any(block.gives == "assessment" for block in blocks(debate.format.body)):
        return score_of(debate, progress)
    last = next((node.turn for node in past.back("assessment") if node.turn is not None), None)
    number = round_of(last.path) if last is not None else 0
    if number >= progress.round:
        return score_of(debate, progress)
    settled = tuple((at, each) for at, each in progress.history if at <= number)
    measured = settled[-1][1] if settled else Measure()
    return score_of(debate, replace(progress, history=settled, measure=measured))


def scores_of(debate: Debate, progress: Progress) -> tuple[Score, ...]:
    """Return the score after each round in which something was judged, oldest first. Without the intervals: nobody is
    shown those of earlier rounds, and for a thousand rounds they take a second."""
    found: list[Score] = []
    blank = _blank(debate)
    before: Measure | None = None
    for number, each in progress.history:
        placed = replace(blank, place=progress.places.get(number, ""))
        found.append(_score(placed, each, number, before, interval=None))
        before = each if each.measured else before
    return tuple(found)


def _blank(debate: Debate) -> Score:
    """Return what every score of a debate has, whatever was said."""
    return Score(
        threshold=threshold(debate.options),
        ends=ends_at_consensus(debate),
        rehearsed=is_rehearsal(debate),
        apart=not read_one_another(debate),
        unnamed=any("figure statistics" in block.sees for block in blocks(debate.format.body)),
        measurable=records_statements(debate.format),
        over=debate.over,
        neutral=listed(name_of(id, debate.seats) for id, seat in debate.seats.items() if seat.taken and seat.impartial),
    )


def _score(
    blank: Score, found: Measure, number: int, before: Measure | None, *, interval: tuple[float, float] | None
) -> Score:
    apart = found.measured and blank.apart
    told = min(one.agreed + one.contested for one in (found, before or found)) >= FEWEST
    if not found.measured or apart or blank.rehearsed:
        return replace(
            blank,
            agreed=found.agreed if apart else 0,
            contested=found.contested if apart else 0,
            round=number,
            unassessed=found.unaddressed,
            weighed=found.weighed,
            partly=found.partly,
            former=found.former,
            questioned=found.questioned,
            outdated=found.outdated,
            assumptions=found.assumptions,
            apart=apart,
        )
    return replace(
        blank,
        round=number,
        score=found.score,
        agreed=found.agreed,
        contested=found.contested,
        assumptions=found.assumptions,
        unassessed=found.unaddressed,
        weighed=found.weighed,
        partly=found.partly,
        withdrawn=found.withdrawn,
        met=found.met,
        former=found.former,
        questioned=found.questioned,
        outdated=found.outdated,
        divided=found.divided,
        guessed=found.guessed,
        interval=interval,
        coverage=found.coverage,
        earned=found.earned_share,
        deserved=found.earned,
        given_up=found.given_up_share,
        before=(before.agreed, before.agreed + before.contested) if before is not None and told else None,
    )
