"""How far a debate has come: the round, the score and what it rests on, the score over time, the points, the rules of
honest debate with their figures, and what answers and rankings come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from textwrap import shorten
from typing import Final

from disputatio.debate.format import MESSAGES, Block, Format
from disputatio.debate.ids import NO_ROUNDS, round_of, rounds_before, step_of
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import by_rule, word
from disputatio.debate.policies.answers import Answers, answers, first_answers
from disputatio.debate.policies.ballots import mean_ranks
from disputatio.debate.policies.conditions import COMPLEXITIES, ESTIMATED
from disputatio.debate.policies.figures import spread_of
from disputatio.debate.policies.judgements import judgement_of
from disputatio.debate.policies.speakers import plans, topology_of
from disputatio.debate.policies.stability import Stability, stability_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.reasons import reason
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.consensus import Measure, measure
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import OptionValue, value
from disputatio.debate.views.labels import NO_AI, REPLAY, RULES, TASKS
from disputatio.debate.views.participants import name_of, nobody_thinks, reporting
from disputatio.debate.views.words import percent
from disputatio.debate.wording import Words, figure, listed, mark, plural, tr

BANDS: Final = (
    (0.85, mark("agreed")),
    (0.70, mark("converging")),
    (0.40, mark("mixed")),
    (0.0, mark("split")),
)
"""Words for the score (SPEC CONSENSUS.4)."""
UNEARNED: Final = 0.5
"""Share of earned agreement below which a high score comes with a warning."""
HIGH: Final = 0.70
"""Score from which on agreement is high."""
NOBODY_THOUGHT: Final = "Rehearsal: nobody thought, so nothing is measured."
APART: Final = "not measured: participants do not read one another here"
NO_CLERK: Final = "No clerk: only what participants declare in fields and by id is recorded."


def band(score: float) -> str:
    return tr(next(word for least, word in BANDS if score >= least))


@value
class Score:
    """What was measured, for gauge, terminal and export (SPEC CONSENSUS.4). `score`, `interval`, `threshold`,
    `coverage`, `earned` and `given_up` are 0..1; None: not measured. `earned` is a share of all statements,
    `given_up` of the agreed ones; `deserved`: how many of the agreed ones were earned. `change`: since the round
    before. `ends`: the debate ends where `threshold` is reached. `abstained`: what nobody recorded, in a sentence.
    `alike`: a warning that all participants are one model. `rehearsed`: nobody thought. `apart`: participants do not
    read one another, so that no share of statements says how far they agree. `measurable`: the format records
    statements that could be agreed. `tallies`: what answers and rankings come to, in sentences."""

    score: float | None = None
    agreed: int = 0
    contested: int = 0
    assumptions: int = 0
    unassessed: int = 0
    interval: tuple[float, float] | None = None
    coverage: float | None = None
    earned: float | None = None
    deserved: int = 0
    given_up: float = 0.0
    threshold: float = 0.85
    ends: bool = True
    change: float | None = None
    round: int = 0
    abstained: str = ""
    alike: str = ""
    tallies: tuple[str, ...] = ()
    rehearsed: bool = False
    apart: bool = False
    measurable: bool = True

    @property
    def unearned(self) -> str:
        """A warning when agreement is high and was not earned."""
        if self.score is None or self.earned is None or self.score < HIGH or self.earned >= UNEARNED:
            return ""
        return tr("Only {earned} percent of the statements have an agreement that was earned.").format(
            earned=percent(self.earned)
        )

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
            (mark("Not assessed"), self.unassessed),
        )
        return tuple((word, count) for word, count in found if count or word in ("Earned", "Contested"))

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be said beside the figure: what it is not, what was not recorded, what was not earned."""
        parts = [tr(NOBODY_THOUGHT)] if self.rehearsed else []
        if self.given_up:
            parts.append(
                tr("{given_up} percent of the agreement was given up without a reason.").format(
                    given_up=percent(self.given_up)
                )
            )
        return tuple(one for one in (*parts, self.abstained, self.warning) if one)

    @property
    def counts(self) -> str:
        """How many statements there are of each kind: "4 agreed, 1 contested, 1 assumption, 2 not assessed"."""
        parts = [
            tr("{agreed} agreed").format(agreed=self.agreed),
            tr("{contested} contested").format(contested=self.contested),
        ]
        parts += [plural("{count} assumption", "{count} assumptions", self.assumptions)] if self.assumptions else []
        parts += [tr("{unassessed} not assessed").format(unassessed=self.unassessed)] if self.unassessed else []
        return ", ".join(parts)

    @property
    def brief(self) -> str:
        """The score and what it rests on; never a figure where nothing was measured."""
        if self.score is None:
            yet = tr("not measured yet") if self.measurable else tr("not measured in this format")
            return tr(NOBODY_THOUGHT) if self.rehearsed else tr(APART) if self.apart else yet
        earned = tr("; {earned}% earned").format(earned=percent(self.earned)) if self.earned is not None else ""
        given = (
            tr(", {given_up}% of the agreed given up without a reason").format(given_up=percent(self.given_up))
            if self.given_up
            else ""
        )
        return tr("{score}% {band} ({counts}{earned}{given})").format(
            score=percent(self.score), band=band(self.score), counts=self.counts, earned=earned, given=given
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything that is known of it, in sentences."""
        return tuple(self._lines())

    @property
    def _shared(self) -> str:
        told = plural(
            "{count} statement was made by more than one of them",
            "{count} statements were made by more than one of them",
            self.agreed,
        )
        return tr("Participants do not read one another here, so nobody can agree or disagree; {told}.").format(
            told=told
        )

    def _lines(self) -> Iterator[str]:
        if self.score is None:
            unmeasured = tr("Consensus has not been measured yet: nobody has judged a statement of somebody else.")
            silent = self.rehearsed or not self.measurable
            yield from ([] if silent else [self._shared] if self.apart else [unmeasured])
            yield from (*self.tallies, *self.notes)
            return
        after = tr(" after round {round}").format(round=self.round) if self.round else ""
        yield tr("{score} percent agreed ({band}){after}.").format(
            score=percent(self.score), band=band(self.score), after=after
        )
        yield tr("Statements: {counts}.").format(counts=self.counts)
        if self.ends:
            yield tr("Consensus is reached at {threshold} percent with no contested statement left.").format(
                threshold=percent(self.threshold)
            )
        if self.change:
            yield (
                tr("Up {change} since the round before.")
                if self.change > 0
                else tr("Down {change} since the round before.")
            ).format(change=abs(round(self.change * 100)))
        if self.interval:
            low, high = self.interval
            yield tr("With so many statements the true share is likely between {low} and {high} percent.").format(
                low=percent(low), high=percent(high)
            )
        if self.coverage is not None:
            yield tr("{coverage} percent of the statements have been decided.").format(coverage=percent(self.coverage))
        if self.earned is not None and not self.unearned:  # else the warning says so
            how = tr("in sealed answers, by evidence, by argument, or for a named reason")
            yield tr("{earned} percent have an agreement that was earned: {how}.").format(
                earned=percent(self.earned), how=how
            )
        yield from (*self.tallies, *self.notes)


@value
class Progress:
    """`round` of `rounds` (0 where there are none yet, or no bound). `history`: the measure after each round in which
    something was judged, as (round, measure). `abstained`: what nobody recorded, in a sentence. `tallies`: what answers
    and rankings come to."""

    round: int
    rounds: int
    measure: Measure
    points: tuple[Statement, ...]
    history: tuple[tuple[int, Measure], ...]
    abstained: str = ""
    tallies: tuple[str, ...] = ()

    @property
    def assessable(self) -> tuple[str, ...]:
        """The ids of the statements that are neither withdrawn nor settled by the person."""
        return tuple(one.id for one in self.points if one.status not in ("withdrawn", "settled"))

    @property
    def rounds_told(self) -> str:
        """The round in words: "Round 2 of 5"; "" before the first."""
        if not self.round:
            return ""
        return (
            tr("Round {round} of {rounds}").format(round=self.round, rounds=self.rounds)
            if self.rounds
            else tr("Round {round}").format(round=self.round)
        )


def progress_of(debate: Debate, past: Past) -> Progress:
    """Return how far a debate has come. `past` is all that was said so far (`Planner.walk(debate).past`)."""
    registry = registry_of(past)
    now, bound = _rounds(debate)
    asked = any(step.gives == "ledger" for step in _steps(debate.format.body)) and debate.options.get("ledger") != "off"
    silent = asked and bool(registry.texts) and _by_rule_alone(past)
    return Progress(
        round=now,
        rounds=bound,
        measure=measure(registry),
        points=tuple(registry.statements.values()),
        history=history_of(past),
        abstained=tr(NO_CLERK) if silent else "",
        tallies=() if is_rehearsal(debate) else tallies_of(debate, past),
    )


def _by_rule_alone(past: Past) -> bool:
    """Return whether all records were made by rule: then nothing was read but fields and declarations."""
    records = past.of("ledger")
    return bool(records) and all(by_rule(turn) for turn in records)


def score_of(debate: Debate, progress: Progress) -> Score:
    """Return the score as it stands. A rehearsal has none: nobody thought (SPEC TURN.3)."""
    earlier = [each for _, each in progress.history[:-1] if each.measured]
    number = progress.history[-1][0] if progress.history else 0
    interval = progress.measure.interval if progress.measure.measured else None
    found = _score(_blank(debate), progress.measure, number, earlier[-1] if earlier else None, interval=interval)
    abstained = "" if found.rehearsed else progress.abstained
    return replace(found, alike=similar_models(debate), abstained=abstained, tallies=progress.tallies)


def scores_of(debate: Debate, progress: Progress) -> tuple[Score, ...]:
    """Return the score after each round in which something was judged, oldest first. Without the intervals: nobody is
    shown those of earlier rounds, and for a thousand rounds they take a second."""
    found: list[Score] = []
    blank = _blank(debate)
    before: Measure | None = None
    for number, each in progress.history:
        found.append(_score(blank, each, number, before, interval=None))
        before = each if each.measured else before
    return tuple(found)


def _blank(debate: Debate) -> Score:
    """Return what every score of a debate has, whatever was said."""
    return Score(
        threshold=threshold(debate.options),
        ends=_ends_at_consensus(debate),
        rehearsed=is_rehearsal(debate),
        apart=not read_one_another(debate.format),
        measurable=records_statements(debate.format),
    )


def _score(
    blank: Score, found: Measure, number: int, before: Measure | None, *, interval: tuple[float, float] | None
) -> Score:
    apart = found.measured and blank.apart
    if not found.measured or apart or blank.rehearsed:
        return replace(
            blank,
            agreed=found.agreed if apart else 0,
            round=number,
            unassessed=found.unaddressed,
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
        interval=interval,
        coverage=found.coverage,
        earned=found.earned_share,
        deserved=found.earned,
        given_up=found.given_up_share,
        change=found.score - before.score if before is not None else None,
    )


def records_statements(format: Format) -> bool:
    """Return whether some step records statements, so that there is something to agree on."""
    return any(block.gives in ("assessment", "points", "ledger") for block in blocks(format.body))


def read_one_another(format: Format) -> bool:
    """Return whether participants are ever shown what others said, and not figures alone."""
    spoken = [block for block in blocks(format.body) if block.gives in MESSAGES and block.ask]
    seen = {view for block in spoken if block.ask not in SERVICES for view in block.sees or ("all",)}
    return not seen or any(not view.startswith(("nothing", "own", "figure statistics")) for view in seen)


def is_rehearsal(debate: Debate) -> bool:
    """Return whether it is a rehearsal: nobody thinks."""
    return nobody_thinks(debate.seats)


def threshold(options: Mapping[str, OptionValue]) -> float:
    """Return the share of agreed points that counts as consensus."""
    found = options.get("threshold")
    return found / 100 if isinstance(found, int) and not isinstance(found, bool) else 0.85


def _ends_at_consensus(debate: Debate) -> bool:
    """Return whether a loop of the format ends where the threshold is reached."""
    return any(until.startswith("consensus") for step in _steps(debate.format.body) for until in step.until)


def _steps(body: Block) -> Iterator[Block]:
    """Yield all steps of a format, each before the steps that it consists of."""
    for block in body.do:
        yield block
        yield from _steps(block)


def rules_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return the rules of honest debate that the debate's format has: on or off, with their figure (SPEC FORMAT.2)."""
    found = []
    for name, rule in RULES.items():
        on = debate.options.get(name)
        on = on != "off" if name == "ledger" and isinstance(on, str) else on
        if isinstance(on, bool) and (name != "minority" or _synthesises(debate)):
            figure = _figure(name, debate, past) if on else ""
            found.append(
                (tr("{rule_title}: on{words}") if on else tr("{rule_title}: off{words}")).format(
                    rule_title=rule.title, words=f", {figure}" if figure else ""
                )
            )
    return tuple(found)


PLANNING: Final = mark("Planning: {planned}{words}")
PLANNED: Final = Words(
    {"cpde": "one plans for all (CPDE)", "dpde": "each plans its part, and they agree upwards (DPDE)"}
)


def planning_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return how the task is planned, and why, where the format plans (SPEC PLAN.1)."""
    chosen, traits = debate.options.get("planning"), past.last("traits")
    told = (*estimate_of(debate, past), *_structure(debate, past))
    if not isinstance(chosen, str) or (traits is None and chosen not in PLANNED):
        return told
    way = next(way for way in PLANNED if plans(At(debate=debate, path="", past=past), way))
    judged = reason(word(traits.data.get("reason")).rstrip(".")) if traits is not None else ""
    why = f", {tr('as was chosen')}" if chosen in PLANNED else judged and f": {judged}"
    return (*told, tr(PLANNING).format(planned=PLANNED[way], words=why))


def _structure(debate: Debate, past: Past) -> Iterator[str]:
    """Yield who leads, and who reports to somebody else since their lead is gone, where a task is planned (SPEC
    TOPOLOGY.1)."""
    if not isinstance(debate.options.get("planning"), str):
        return
    found, seats = topology_of(At(debate=debate, path="", past=past)), debate.seats
    parts = Counter(seat.part for seat in seats.values() if seat.taken)
    led = [
        tr("{leads} leads the {part}").format(leads=name_of(found.leads[part], seats), part=part)
        for part, many in parts.items()
        if many > 1
    ]
    head = tr("{options}, {leader} leads").format(
        options=debate.options.get("topology"), leader=name_of(found.leader, seats)
    )
    yield tr("Who hears whom: {words}").format(words="; ".join((head, *led)))
    if found.moved:
        gone = listed(name_of(seat.id, seats) for seat in seats.values() if not seat.taken)
        yield tr("Tree: {gone} left, so {moved}").format(gone=gone, moved=reporting(found.moved, seats))


def estimate_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return whether the task counts as complex, so that it is clarified first, and who says so, where the format asks
    (SPEC PHASE.1)."""
    chosen, traits = debate.options.get("complexity"), past.last("traits")
    if chosen not in COMPLEXITIES:
        return ()
    if chosen != ESTIMATED:
        return (tr("Task: {chosen}, as was chosen").format(chosen=TASKS[str(chosen)]),)
    if traits is None:
        return (tr("Task: nobody has estimated how complex it is, so it counts as simple"),) if debate.over else ()
    why = reason(word(traits.data.get("reason")).rstrip("."))
    estimate = TASKS["complex" if traits.data.get("complex") else "simple"]
    return (
        tr("Task: {estimate} by the planner’s estimate{words}").format(
            estimate=estimate, words=f": {why}" if why else ""
        ),
    )


def _synthesises(debate: Debate) -> bool:
    return any(step.gives == "synthesis" for step in _steps(debate.format.body))


def _figure(name: str, debate: Debate, past: Past) -> str:
    match name:
        case "sealed":
            count = sum(path.startswith("sealed[") and "/" not in path for path in debate.replies)
            return tr("{number} written").format(number=count) if count else tr("none written yet")
        case "ledger":
            return _moves(measure(registry_of(past)))
        case "anonymous":
            hidden = sum(turn.message and turn.seat in debate.seats for turn in past)
            return (
                plural("{count} message read under letters", "{count} messages read under letters", hidden)
                if hidden
                else ""
            )
        case "hidden":
            told = sum(turn.data.get("confidence") is not None and turn.seat in debate.seats for turn in past)
            return (
                plural("{count} confidence kept from the others", "{count} confidences kept from the others", told)
                if told
                else ""
            )
        case "early_stop":
            left = [one for one in debate.left.values() if one.exit.split(" ")[0] in EARLY]
            return tr("it ended the rounds: {why}").format(why=reason(left[-1].why)) if left else ""
        case "order_swap":
            return _judged(At(debate=debate, path="", past=past))
        case "diversity":
            models = {seat.model for seat in debate.seats.values() if seat.taken and not seat.human}
            return plural("{count} model", "{count} models", len(models))
        case _:
            final = next((turn for turn in past.newest() if turn.gives == "synthesis"), None)
            given = final is not None and bool(final.data.get("minority"))
            return "" if final is None else tr("there is one") if given else tr("there is none")


EARLY: Final = ("stable", "unanimous", "no-new-claims")
"""The exits that are early stops."""


def _moves(found: Measure) -> str:
    if not found.agreed:
        return ""
    given = tr(", {given_up} given up without a reason").format(given_up=found.given_up) if found.given_up else ""
    return tr("{earned} of {agreed} agreed statements earned{given}").format(
        earned=found.earned, agreed=found.agreed, given=given
    )


def _judged(at: At) -> str:
    found = judgement_of(at)
    if found is None:
        return ""
    return tr("both orders agree") if found.agree else tr("the orders do not agree, so nobody wins")


def _rounds(debate: Debate) -> tuple[int, int]:
    """Return the round that was begun last, and the last one that may come: that of the extension, once there is
    one."""
    loop = next((block for block in debate.format.body.do if block.repeat and block.name not in NO_ROUNDS), None)
    if loop is None:
        return 0, 0
    added = [path for path in debate.passes if step_of(path) == loop.name and rounds_before(path)]
    path = max(added, key=rounds_before, default=loop.name)
    option = step_of(path.rpartition("/")[0]) if added else str(loop.repeat).removeprefix("$")
    bound = debate.options.get(option, loop.repeat)
    before = rounds_before(path)
    return before + debate.passes.get(path, 0), before + bound if isinstance(bound, int) else 0


def history_of(past: Past) -> tuple[tuple[int, Measure], ...]:
    """Return the measure at the end of each round in which somebody judged something."""
    ends: dict[int, Past] = {}
    for contract in ("assessment", "ledger", "ruling", "card"):
        for node in past.back(contract):
            number = round_of(node.turn.path) if node.turn is not None else 0
            if number and (number not in ends or node.length > ends[number].length):
                ends[number] = node
    found = ((number, measure(registry_of(ends[number]))) for number in sorted(ends))
    return tuple((number, each) for number, each in found if each.measured)


def similar_models(debate: Debate) -> str:
    """Return a warning when all participants are one model: their agreement is worth little (SPEC FORMAT.2). In a
    rehearsal nobody thinks, and there is nothing to warn of; nor where the person does not want to be warned."""
    if not debate.options.get("diversity", True):
        return ""
    models = [seat.model for seat in debate.seats.values() if seat.taken and not seat.human]
    if len(models) < 2 or len(set(models)) > 1 or models[0].startswith(NO_AI):
        return ""
    if debate.context.example:
        return tr("All participants were one {models}: models that think alike agree easily.").format(
            models=tr(models[0].removeprefix(REPLAY))
        )
    return tr("All participants are {models}: models that think alike agree easily. Mix providers.").format(
        models=models[0]
    )


# ---- tallies, in sentences with names: the vote over the first answers (`vote0` of SPEC FORMAT.2), the last answers,
# the ranking of a council.
LONGEST = 120
"""Characters of a position that is named in a sentence."""


def tallies_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return a sentence for each tally that the debate has."""
    return tuple(_tallies(debate, past))


def _tallies(debate: Debate, past: Past) -> Iterator[str]:
    at = At(debate=debate, path="", past=past)
    first, last = first_answers(past), answers(at, past)
    if first.complete and _sealed(debate, first):
        yield tr("First answers, before anybody had read another: {counted}.").format(counted=_counted(debate, first))
    if last.complete and {one.path for one in last.given.values()} != {one.path for one in first.given.values()}:
        yield tr("Last answers: {counted}.").format(counted=_counted(debate, last))
    if ranks := mean_ranks(at):
        named = ", ".join(f"{name_of(seat, debate.seats)} {figure(mean, '.2f')}" for seat, mean in ranks.items())
        yield tr("Mean rank in the rankings by the others, best first: {named}.").format(named=named)
    yield from stability_lines(stability_of(at))


def stability_lines(found: Stability) -> Iterator[str]:
    """Yield it in words: what moved in the last round, how far positions differ, how far rankings agree."""
    if found.drift:
        moved = tr("{drift} of the participants changed position in the last round").format(
            drift=figure(found.drift[-1], ".0%")
        )
        before = (
            tr(" ({drift} in the one before)").format(drift=figure(found.drift[-2], ".0%"))
            if len(found.drift) > 1
            else ""
        )
        yield tr("Stability: {moved}{before}.").format(moved=moved, before=before)
    if found.entropy and (len(found.entropy) > 1 or found.entropy[-1] not in (0, 1)):
        over = " → ".join(figure(one, ".2f") for one in found.entropy)
        yield tr("Entropy of the positions, from 0 (all hold one) to 1 (each their own): {over}.").format(over=over)
    if found.correlation is not None:
        yield tr("The rankings correlate at {correlation} (Kendall’s tau, mean of all pairs; 1: the same).").format(
            correlation=figure(found.correlation, ".2f")
        )


def _sealed(debate: Debate, first: Answers) -> bool:
    """Return whether these answers were written without reading anything by others."""
    step = step_of(next(iter(first.given.values())).path)
    return any(block.name == step and block.sees == ("nothing",) for block in blocks(debate.format.body))


def _counted(debate: Debate, found: Answers) -> str:
    groups = (
        tr("{number} × “{position}” ({names})").format(
            number=len(group),
            position=shorten(min(found.given[seat].position for seat in group), LONGEST, placeholder=" …"),
            names=", ".join(sorted(name_of(seat, debate.seats) for seat in group)),
        )
        for group in found.groups
    )
    spread = spread_of(found.given.values())
    return "; ".join((*([spread.line] if spread else ()), *groups))
