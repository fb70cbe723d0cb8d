"""What waits for a person's approval: what exactly, why, who is asked next, what it may cost, and what came of it so
far (SPEC GATE.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from statistics import mean
from typing import Final

from disputatio.debate.decide.approvals import Return, nobody_in, passed_over, way_back
from disputatio.debate.format import FINDING, Block
from disputatio.debate.ids import (
    NO_ROUNDS,
    join,
    noun_of,
    parent,
    round_of,
    rounds_before,
    segments,
    step_of,
    without_index,
)
from disputatio.debate.log.events import BlockEntered, Recorded, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import SERVICES, Seat
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, share, word
from disputatio.debate.policies.ballots import letters_in, poll_of
from disputatio.debate.policies.speakers import leader
from disputatio.debate.policy import At, seat_in
from disputatio.debate.reasons import subject_told
from disputatio.debate.values import value
from disputatio.debate.views.gate_tests import tested
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.solution import CHOOSING, CHOSEN, Solution, solution_of
from disputatio.debate.views.winner import judgement_lines, outcome_of
from disputatio.debate.views.words import price
from disputatio.debate.walk.gates import (
    AFTER,
    ALL,
    APPROVAL,
    HELD,
    ROUNDS,
    SYNTHESIS,
    amount_of,
    gated_step,
    is_between_rounds,
    open_gates,
    price_of_round,
    seats_named,
    subject,
)
from disputatio.debate.wording import figure, listed, tr

_MARKS: Final = re.compile(r"^(?:#{1,6}|[-*+>]|\d{1,3}[.)])\s+")
_CODE: Final = re.compile(r"^(`{3,}|~{3,}).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
_EMPHASIS: Final = re.compile(r"(?<![\w*/\\])(?:\*(?=[^\s*])([^*]*[^\s*])\*|_(?=[^\s_])([^_]*[^\s_])_)(?![\w*/])")
"""Words between asterisks or underscores: not a product, a pattern of file names, or a name that begins with one."""
LONGEST_SUMMARY: Final = 240
"""Characters of a turn in the summary."""


@value
class GateView:
    """One gate that is open. `path`: of its call. `phase`: what comes next, "round 3". `why` it is asked, in a
    sentence. `summary`: what was said since the last gate, each with who said it. `tests` and reviewers' `scores` since
    then, in words. Where somebody chose since then among what was proposed: the `task`, what was `chosen` and how, the
    turns of that as `works`, and tests and scores of the whole round. `models`: who is asked next. `cost`: in
    micro-dollars, by what the same took the last time; None where nobody knows. `back`: what is done again after a
    rejection, or `onward` the round that is held besides; "" where nothing can be. `passed_over`: what would be done
    again instead, if somebody still spoke in it. `requested_at`: seconds since 1970; `seq`: its place in the log,
    `since`: that of the gate before it."""

    path: str
    phase: str
    why: str
    summary: tuple[tuple[str, str], ...] = ()
    tests: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    task: str = ""
    chosen: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    cost: int | None = None
    back: str = ""
    onward: bool = False
    passed_over: str = ""
    requested_at: float = 0.0
    seq: int = 0
    since: int = 0

    @property
    def question(self) -> str:
        return tr("May {phase} begin?").format(phase=self.phase)

    @property
    def otherwise(self) -> str:
        """Say what comes of a rejection."""
        then = tr("{way}, with your reason.").format(way=self.way) if self.back else tr("The debate ends here.")
        why = f" {nobody_in(self.passed_over)}" if self.passed_over else ""
        return f"{then}{why}"

    @property
    def way(self) -> str:
        """Say where a rejection leads, in a few words; "" where it can only end the debate."""
        said = tr("On to {back}") if self.onward else tr("Back to {back}")
        return said.format(back=self.back) if self.back else ""

    @property
    def price(self) -> str:
        """Say what comes next may cost."""
        if self.cost is None:
            return tr("The cost cannot be known in advance.")
        return tr("The same step cost {price} last time.").format(price=price(self.cost))


def gates_of(debate: Debate, past: Past, records: Sequence[Recorded]) -> list[GateView]:
    """Return the gates that are open, the oldest first."""
    return [_view(debate, past, records, path) for path in open_gates(debate)]


def _view(debate: Debate, past: Past, records: Sequence[Recorded], path: str) -> GateView:
    gate = without_index(path)
    asked = next((r for r in reversed(records) if isinstance(r.event, TurnAsked) and r.event.path == path), None)
    entered = (r.event for r in reversed(records) if isinstance(r.event, BlockEntered) and r.event.path == gate)
    point = next((event.why for event in entered), "")
    earlier = (r for r in records if isinstance(r.event, TurnAsked) and r.event.gives == APPROVAL)
    before = [r.seq for r in earlier if asked is not None and r.seq < asked.seq]
    news = _since_last_gate(past)
    back = way_back(debate, path)
    further = _further(debate, back) if back is not None else 0
    choices = [round_of(turn.path) for turn in news if turn.gives in CHOOSING]
    found = solution_of(debate, past) if choices else None
    judged = [turn for turn in past if round_of(turn.path) in choices] if found is not None else news
    return GateView(
        path=path,
        phase=subject_told(subject(gate)),
        why=_why(point, gated_step(gate)),
        summary=tuple((_speaker(debate, past, turn), _short(turn.text)) for turn in news if turn.message),
        tests=tuple(tested(debate, judged, {turn.seat for turn in found.turns} if found is not None else ())),
        scores=tuple(_scored(debate, judged)),
        task=_short(debate.question) if found is not None else "",
        chosen=tuple(_chosen(debate, past, found)) if found is not None else (),
        works=tuple(turn.path for turn in found.turns) if found is not None else (),
        models=tuple(dict.fromkeys(_asked_next(debate, gate))),
        cost=_cost(debate, gate),
        back=subject_told(f"round {further}" if further else f"the {noun_of(back.name)}") if back is not None else "",
        onward=further > 0,
        passed_over=passed_over(debate, path),
        requested_at=asked.at if asked is not None else 0.0,
        seq=asked.seq if asked is not None else 0,
        since=before[-1] if before else 0,
    )


def _further(debate: Debate, back: Return) -> int:
    """Return the number of the round that is held once more after the last one; 0 where a step is taken again."""
    if not back.loop or step_of(back.loop) in NO_ROUNDS:
        return 0
    return rounds_before(back.loop) + debate.passes.get(back.loop, 0) + 1


def _chosen(debate: Debate, past: Past, found: Solution) -> Iterator[str]:
    """Yield what was chosen of the proposals, and how; what the vote came to by its rule, and what a judge says."""
    who = name_of(found.document.seat, debate.seats)
    yield tr("The proposal of {who}: {chosen}.").format(who=who, chosen=CHOSEN[found.chosen])
    if defenders := listed(dict.fromkeys(name_of(turn.seat, debate.seats) for turn in found.defences)):
        yield tr("The defence by {names} goes on top of it.").format(names=defenders)
    outcome = outcome_of(debate, past) if poll_of(At(debate=debate, path="", past=past)) is not None else None
    yield from (line.text for line in (outcome.lines[:1] if outcome is not None else ()))
    yield from (line.text for line in judgement_lines(debate, past, reasons=False))


def _why(point: str, step: str) -> str:
    if point.startswith(HELD):
        return tr("You wanted to be asked if this failed: {point}.").format(point=point.removeprefix(HELD))
    if not point:
        return tr("You rejected it before.") if step else tr("The format asks for your approval here.")
    return tr("You wanted to be asked {moment}.").format(moment=moment_of(point))


def moment_of(point: str) -> str:
    """Say when a point asks, as the end of a sentence."""
    if point == ALL:
        return tr("before every step")
    if point == ROUNDS:
        return tr("before every further round")
    if point == SYNTHESIS:
        return tr("before the result is written")
    if (dollars := amount_of(point)) is not None:
        return tr("before a round that may cost more than ${dollars}").format(dollars=figure(dollars, ".2f"))
    step = subject_told(f"the {noun_of(point.removeprefix(AFTER))}")
    return (tr("after {step}") if point.startswith(AFTER) else tr("before {step}")).format(step=step)


def _since_last_gate(past: Past) -> list[Turn]:
    found: list[Turn] = []
    for turn in past.newest():
        if turn.gives == APPROVAL:
            break
        found.append(turn)
    return found[::-1]


def _speaker(debate: Debate, past: Past, turn: Turn) -> str:
    """Return who speaks; of one who judges work by letters, with whose it is."""
    name = name_of(turn.seat, debate.seats)
    judged = letters_in(debate, past, turn) if turn.gives in FINDING else {}
    told = ", ".join(f"{letter}: {name_of(seat, debate.seats)}" for letter, seat in judged.items())
    return f"{name} ({told})" if told else name


def _short(text: str) -> str:
    """Return a text on one line, without blocks of code and the marks of headings, lists, quotes and emphasis."""
    lines = _CODE.sub("\n", text).splitlines()
    line = " ".join(_bare(each.strip()) for each in lines if each.strip())
    line = " ".join(_EMPHASIS.sub(r"\1\2", line.replace("**", "").replace("`", "")).split())
    return line if len(line) <= LONGEST_SUMMARY else f"{line[: LONGEST_SUMMARY - 1]}…"


def _bare(line: str) -> str:
    """Return a line without the marks before it; a heading ends as what introduces the next line does."""
    bare = _MARKS.sub("", line)
    return f"{bare}:" if line.startswith("#") and bare.rstrip("*_`")[-1:].isalnum() else bare


def _scored(debate: Debate, turns: Sequence[Turn]) -> Iterator[str]:
    """Yield the newest review of each reviewer: who it is, and what they gave whose proposal."""
    newest = {turn.seat: turn for turn in turns if turn.gives == "review"}
    for seat, turn in newest.items():
        given: dict[str, list[float]] = {}
        for item in items(turn.data.get("items")):
            if (score := share(item.get("score"))) is not None and word(item.get("turn")):
                given.setdefault(name_of(seat_in(word(item.get("turn")), debate.seats), debate.seats), []).append(score)
        each = ", ".join(f"{name} {figure(mean(scores), '.2f')}" for name, scores in given.items())
        whole = share(turn.data.get("score"))
        told = each or (figure(whole, "g") if whole is not None else "")
        if told:
            yield tr("Review by {reviewer}: {told}.").format(reviewer=name_of(seat, debate.seats), told=told)


def _asked_next(debate: Debate, gate: str) -> Iterator[str]:
    """Yield the models that are asked in what comes after a gate."""
    step, base = gated_step(gate), parent(gate)
    around = (block_at(debate, base) if base else None) or debate.format.body
    block = around if is_between_rounds(gate) else next((each for each in around.do if each.name == step), around)
    yield from _models(debate, block)


def _named(debate: Debate, block: Block) -> list[Seat] | None:
    """Return whom a step asks by its name, or as whoever leads; None where that may be anybody."""
    if block.ask == "leader":
        return [debate.seats[seat] for seat in leader(At(debate=debate, path="", past=Past()))]
    return seats_named(debate, block)


WITHIN: Final = ("same", "case-writer")
"""Who is asked inside of a turn: mostly whoever speaks there."""


def _models(debate: Debate, block: Block, around: Sequence[Seat] | None = None) -> Iterator[str]:
    """Yield the models that a step asks; `around`: those for each of whom it is taken, where it is inside another."""
    named = _named(debate, block)
    asked = named if named is not None else around
    if block.ask == "clerk":
        yield debate.model_of("clerk", block.task or block.name)
    elif block.ask and block.ask not in SERVICES:
        known = asked if named is not None or block.ask in WITHIN else None
        yield from (seat.model for seat in debate.seats.values() if seat.taken and (known is None or seat in known))
    if named != []:
        for child in block.do:
            yield from (model for model in _models(debate, child, asked) if model)


def _cost(debate: Debate, gate: str) -> int | None:
    """Return what the same took the last time; None where it has not happened yet, or where a price is unknown."""
    if is_between_rounds(gate):
        return price_of_round(debate, parent(gate))
    step = gated_step(gate)
    places = [_instance(turn, step) for turn in debate.replies if step]
    last = next((place for place in reversed(places) if place), "")
    return price_of_round(debate, last) if last else None


def _instance(path: str, step: str) -> str:
    """Return the path of the step of that name which a turn was given in; "" where it was not."""
    upto = ""
    for name, index in segments(path):
        if name == step:
            return join(upto, name) + (f"[{index}]" if index else "")
        upto = join(upto, f"{name}[{index}]" if index else name)
    return ""


# ---- what was decided ------------------------------------------------------------------------------------------------
@value
class GateDecision:
    """An answer at a gate, as the log has it. `path`: of its call. `verdict`: approved, rejected or timed out; `at`:
    seconds since 1970."""

    seq: int
    path: str
    asked_at: float
    at: float
    phase: str
    verdict: str
    reviewer: str
    reason: str


def decisions_of(records: Iterable[Recorded]) -> list[GateDecision]:
    """Return every answer at a gate, in the order of the log."""
    asked: dict[str, float] = {}
    found: list[GateDecision] = []
    for record in records:
        event = record.event
        if isinstance(event, TurnAsked) and event.gives == APPROVAL:
            asked[event.path] = record.at
        elif isinstance(event, TurnCompleted) and event.path in asked:
            approved, overdue = event.data.get("approved") is True, bool(event.data.get("overdue"))
            found.append(
                GateDecision(
                    seq=record.seq,
                    path=event.path,
                    asked_at=asked[event.path],
                    at=record.at,
                    phase=subject_told(subject(without_index(event.path))),
                    verdict=tr("timed out") if overdue else "approved" if approved else "rejected",
                    reviewer=word(event.data.get("reviewer")),
                    reason=event.text,
                )
            )
    return found
