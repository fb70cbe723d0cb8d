"""Agreement cannot be had for nothing: not by stubbornness, absence, silence, a plurality, or a vote of yesterday; and
nobody is shown what would make them follow the crowd. Each case is a defect that such programs have been seen to have.
"""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import takewhile

import pytest

from disputatio.app.paths import resource
from disputatio.debate.log.commands import Close, Continue, Swap
from disputatio.debate.log.events import BlockLeft, DebateOpened, TurnAsked
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.values import OptionValue
from disputatio.engine.errors import Unauthorised
from disputatio.prompting.request import Request
from disputatio.testing.debates import LiveDebate, answer, assessment, live, opening, recorder, voices
from disputatio.testing.scripted import Script, ScriptedProvider
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
TABLES = ("collaborative", "expert-panel", "delphi")
"""Formats that end when positions are stable."""


def dual(**options: OptionValue) -> DebateOpened:
    return opening(FORMATS["dual"], "Is it so?", model="scripted:one", clerk="scripted:clerk", options=options)


def table(name: str, extra: int = 0, **options: OptionValue) -> DebateOpened:
    models = {f"{part.name}-2": "scripted:two" for part in FORMATS[name].cast}
    return opening(FORMATS[name], "Is it so?", model="scripted:one", models=models, extra=extra, options=options)


async def ended(first: DebateOpened, script: Script, *providers: ScriptedProvider) -> LiveDebate:
    async with live(first, ScriptedProvider(script), *providers) as on:
        await on.settle()
        return on


# Stubbornness


async def test_two_stubborn_opposites_are_an_impasse_and_never_consensus() -> None:
    """Comparing each one with its own last round would call this converged."""
    script = voices(say="It is so.", ledger=recorder("It is so."), assessment=assessment(disagree=["P1 — it is not"]))
    on = await ended(dual(), script)
    assert on.runner.debate.status == "impasse"
    assert on.progress.measure.score == 0.0
    assert on.progress.round == 3  # an impasse ends a debate: it does not run on to the last round


@pytest.mark.parametrize("name", TABLES)
async def test_opposite_answers_that_never_change_are_no_consensus(name: str) -> None:
    def script(request: Request) -> str:
        return answer("no" if request.brief.seat.endswith("-2") else "yes", confidence=0.99)

    on = await ended(table(name, extra=1), script)
    assert on.runner.debate.status == "completed", "stable, with nothing recorded as contested"


async def test_confidence_alone_ends_nothing() -> None:
    """All are very sure, and of different things."""
    changing = {"": ("a", "b", "c"), "-2": ("c", "a", "b")}

    def script(request: Request) -> str:
        number = int((re.match(r"round\[(\d+)\]", request.brief.path) or ["", "1"])[1])
        return answer(changing["-2" if request.brief.seat.endswith("-2") else ""][number % 3], confidence=1.0)

    on = await ended(table("collaborative"), script)
    assert on.runner.debate.status == "max_rounds"


# Absence


async def test_a_critic_alone_agrees_with_nobody() -> None:
    async with live(dual(auto_continue=False), ScriptedProvider(_lonely)) as on:
        await on.settle()
        await on.tell(Swap(seat="analyst", model=""))
        while on.runner.debate.status == "paused":
            await on.tell(Continue())
        assert on.runner.debate.status in ("max_rounds", "impasse")


def _lonely(request: Request) -> str:
    first = request.brief.path.startswith("round[1]")
    said = {
        "say": "It is so.",
        "ledger": recorder("It is so.")(request),
        "assessment": assessment(disagree=["P1 — no"]) if first else assessment(agree=["P1", "I am right"]),
    }
    return said.get(request.brief.gives, "{}")


@pytest.mark.parametrize("name", ["collaborative", "expert-panel"])
async def test_a_lone_survivor_is_not_consensus(name: str) -> None:
    """The others left; what they once said must not count as agreement now, nor as dissent."""
    async with live(table(name, extra=1, auto_continue=False), ScriptedProvider(by_seat)) as on:
        await on.settle()
        assert on.runner.debate.status == "paused"
        survivor, *others = on.runner.debate.seats
        await on.tell(*(Swap(seat=seat, model="") for seat in others))
        while on.runner.debate.status == "paused":
            await on.tell(Continue())
        assert survivor
        assert on.runner.debate.status == "max_rounds"


def by_seat(request: Request) -> str:
    """All alike from the second round on, but for the first of them."""
    number = re.match(r"round\[(\d+)\]", request.brief.path)
    return answer("yes" if number or not request.brief.seat.endswith("-2") else "no")


@pytest.mark.parametrize("name", ["collaborative", "expert-panel"])
async def test_whoever_left_neither_agrees_nor_objects(name: str) -> None:
    """Two of three go on and hold the same: their agreement is theirs, the third one's old no is not counted."""
    async with live(table(name, extra=1, auto_continue=False), ScriptedProvider(_third_objects)) as on:
        await on.settle()
        leaver = [*on.runner.debate.seats][2]
        await on.tell(Swap(seat=leaver, model=""))
        while on.runner.debate.status == "paused":
            await on.tell(Continue())
        assert on.runner.debate.status == "consensus"


def _third_objects(request: Request) -> str:
    return answer("no" if request.brief.seat.endswith("-3") else "yes")


async def test_an_absent_seat_does_not_agree() -> None:
    def script(request: Request) -> str | Unauthorised:
        return Unauthorised("No key.") if request.brief.seat.endswith(("-2", "-3")) else answer("yes")

    on = await ended(table("collaborative", extra=1), script)
    assert on.runner.debate.status == "error"  # one of three is no quorum


# Silence


async def test_an_objection_that_is_missing_is_not_agreement() -> None:
    """The Critic praises and assesses nothing, also when asked again."""
    on = await ended(dual(), voices(say="It is so.", ledger=recorder("It is so."), assessment="Very well put."))
    assert on.runner.debate.status == "max_rounds"
    measure = on.progress.measure
    assert (measure.agreed, measure.unaddressed, measure.score) == (0, 1, 0.0)
    assert not measure.measured


async def test_what_nobody_assessed_lowers_coverage_and_is_never_agreed() -> None:
    says = voices(
        say="Water is wet. Fire is cold. Stones can swim.",
        ledger=recorder("Water is wet.", "Fire is cold.", "Stones can swim."),
        assessment=assessment(agree=["P1"]),
    )
    on = await ended(dual(), says)
    statuses = {point.id: point.status for point in on.progress.points}
    assert statuses == {"P1": "agreed", "P2": "unaddressed", "P3": "unaddressed"}
    assert on.progress.measure.coverage == pytest.approx(1 / 3)


async def test_a_template_that_comes_back_is_no_assessment() -> None:
    def echo(request: Request) -> str:
        return request.messages[-1].text

    on = await ended(dual(rounds=2), voices(say="It is so.", ledger=recorder("It is so."), assessment=echo))
    assert on.progress.measure.agreed == 0
    assert on.runner.debate.status == "max_rounds"


# Pluralities and votes


@pytest.mark.parametrize("name", TABLES)
async def test_two_to_one_to_one_is_not_consensus(name: str) -> None:
    def script(request: Request) -> str:
        return answer({"2": "no", "3": "perhaps"}.get(request.brief.seat[-1], "yes"), confidence=0.9)

    on = await ended(table(name, extra=2), script)
    assert len(on.runner.debate.seats) >= 4
    assert on.runner.debate.status == "completed"
    assert not any(isinstance(event, BlockLeft) and event.outcome == "consensus" for event in on.events)


async def test_an_abandoned_position_counts_no_more() -> None:
    """One changes its mind; the statistics that the panel is shown know only the new position."""
    seen: list[str] = []

    def script(request: Request) -> str:
        seen.extend(text for name, text in request.brief.figures.items() if name == "statistics")
        held = "perhaps" if request.brief.seat == "panel-2" else "yes"
        return answer("no" if request.brief.path == "estimate[panel]" else held)

    on = await ended(table("delphi"), script)
    assert on.runner.debate.status != "consensus"
    assert any("1 × no" in text for text in seen)
    assert seen[-1].splitlines()[:2] == ["2 × yes", "1 × perhaps"]


# Hidden and sealed


def asked_of_participants(provider: ScriptedProvider) -> list[Request]:
    return [request for request in provider.requests if request.brief.seat not in SERVICES]


def words(request: Request) -> str:
    return "\n".join((request.system, *(message.text for message in request.messages)))


@pytest.mark.parametrize("name", FORMATS)
async def test_nobody_sees_how_sure_others_are_or_how_they_voted(name: str) -> None:
    """Every seat declares a confidence, and votes for something, that nobody else would say."""
    provider = ScriptedProvider(_telltale)
    async with live(table(name, extra=1, **_all_on(name)), provider) as on:
        await on.settle()
        asked = asked_of_participants(provider)
        assert len(asked) > 2
        for request in asked:
            others = [seat for seat in on.runner.debate.seats if seat != request.brief.seat]
            for seat in others:
                assert f"0.{_digits(seat)}" not in words(request), request.brief.path
                assert f"ballot of {seat}." not in words(request), request.brief.path


def _all_on(name: str) -> dict[str, OptionValue]:
    wanted: dict[str, OptionValue] = {"adversarial": True, "sealed": True, "max_turns": None, "max_tokens": None}
    return {key: value for key, value in wanted.items() if key in FORMATS[name].options}


def _digits(seat: str) -> str:
    return str(int(sha256(seat.encode()).hexdigest(), 16))[:9]


def _telltale(request: Request) -> str:
    seat, sure = request.brief.seat, f"0.{_digits(request.brief.seat)}"
    match request.brief.gives:
        case "answer":
            return f"### Position\nIt is {seat}\n\n### Confidence\n{sure}\n\n### Because\n- so"
        case "ballot":
            return f'{{"choice": "Option 1", "confidence": {sure}, "reason": "ballot of {seat}."}}'
        case "verdict":
            return f"### Decision\nUNCERTAIN\n\n### Confidence: {sure}\n\n### Open\n- much"
        case "answers":
            return f'{{"items": [{{"text": "so", "to": "q"}}], "confidence": {sure}, "ambiguities": ["a"]}}'
        case "ranking":
            return f'{{"order": ["A", "B"], "reason": "ballot of {seat}."}}'
        case "comparison":
            return f'{{"winner": "A", "reason": "ballot of {seat}."}}'
        case "assessment":
            return assessment(disagree=[f"What {seat} holds — no"])
        case _:
            return f"This is {request.brief.path}."


SEALED = [
    name
    for name in FORMATS
    if any(block.name in ("sealed", "draft", "estimate", "opinion") for block in FORMATS[name].body.do)
]


@pytest.mark.parametrize("name", SEALED)
async def test_sealed_first_answers_see_nothing(name: str) -> None:
    """Not a word of a peer is in a request until everybody has answered."""
    provider = ScriptedProvider(
        lambda request: f"WORD-OF-{request.brief.seat}\n\n{answer(request.brief.seat, because=['so'])}"
    )
    async with live(table(name, extra=1, **_all_on(name)), provider) as on:
        await on.settle()
        asked_first = asked_of_participants(provider)
        step = asked_first[0].brief.path.partition("[")[0]
        first = list(takewhile(lambda request: request.brief.path.startswith(f"{step}["), asked_first))
        assert len({request.brief.seat for request in first}) == len(first) > 1
        assert not any("WORD-OF-" in words(request) for request in first)
        asked = [event for event in on.events if isinstance(event, TurnAsked) and event.seat not in SERVICES]
        assert all(event.sees == () for event in asked[: len(first)])


def _own_position(request: Request) -> str:
    return answer(sha256(request.brief.path.encode()).hexdigest())


@pytest.mark.parametrize(("name", "tasks"), [("delphi", ("revise",)), ("council", ("ranking", "chair"))])
async def test_where_authors_are_hidden_no_name_of_another_is_in_a_request(name: str, tasks: tuple[str, ...]) -> None:
    provider = ScriptedProvider(voices(answer=_own_position, ranking='{"order": ["A", "B"]}'))
    first = table(name, extra=1)
    async with live(first, provider) as on:
        await on.settle()
        asked = [request for request in asked_of_participants(provider) if request.brief.task in tasks]
        assert asked
        for request in asked:
            others = [seat for seat in first.seats if seat.id != request.brief.seat]
            for seat in others:
                named = rf"\b{re.escape(seat.id)}\b(?!-\d)|{re.escape(seat.name)}\b|{re.escape(seat.model)}"
                assert not re.search(named, words(request)), (request.brief.path, seat.name)


async def test_a_person_who_ends_a_debate_makes_no_consensus_of_it() -> None:
    async with live(dual(auto_continue=False), ScriptedProvider(voices(assessment=assessment(agree=[])))) as on:
        await on.settle()
        await on.tell(Close())
        assert on.runner.debate.status == "stopped"
