"""Whatever a person asks for, in whatever state of whatever format: it has its effect, or is refused with a remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

from disputatio.debate.context import Context
from disputatio.debate.decide.decide import decide
from disputatio.debate.decide.options import reads
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.format import Block, Format, Part, clerks
from disputatio.debate.formats.opening import options_of
from disputatio.debate.log import commands
from disputatio.debate.log.commands import Command
from disputatio.debate.log.events import (
    BlockLeft,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    Event,
    OptionChanged,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnFailed,
)
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Do, Note
from disputatio.testing.speakers import Driver, drive, formats_of, opening_event, varied_opening

FORMATS = formats_of(Path(__file__).parents[2] / "resources" / "formats")
SEEDS = (1, 2)


# ---- where a debate can be -------------------------------------------------------------------------------------------
def at_rest(log: Sequence[Event]) -> list[Event]:
    return rested(log).log


def rested(log: Sequence[Event]) -> Driver:
    driver = Driver(list(log))
    for _ in going_on(driver):
        pass
    return driver


def going_on(driver: Driver) -> Iterator[None]:
    """On as the engine goes on: until the debate rests, and nothing is continued that waits for a person's word. Stops
    whenever somebody was asked."""
    while True:
        match driver.step():
            case Note(events=events):
                driver.append(*events)
            case Do(calls=calls):
                driver.start(calls)
                yield
                driver.land()
            case _:
                return


def failing(log: Sequence[Event]) -> list[Event]:
    """The first open call fails, and the debate with it; the others are absent."""
    first, *others = fold(log).asked
    absent = [TurnAbstained(path=path, why="absent: it failed") for path in others]
    halted = DebateHalted(status="error", reason="fault", why="The line broke.")
    return [*log, *absent, TurnFailed(path=first, kind="Transient", why="The line broke."), halted]


def told(log: Sequence[Event], *orders: Command) -> list[Event]:
    log = list(log)
    for order in orders:
        log += decide(fold(log), order)
    return log


def states(name: str, seed: int) -> dict[str, list[Event]]:
    """Logs that end in every state, at the start, in the middle and near the end of a debate."""
    whole = drive([varied_opening(FORMATS[name], seed, auto_continue=False)])
    asks = [at + 1 for at, event in enumerate(whole) if isinstance(event, TurnAsked)]
    found = {"over": whole, "opened": whole[:1]}
    for where, at in (("early", asks[1]), ("middle", asks[len(asks) // 2]), ("late", asks[-1])):
        running = whole[:at]
        found[f"running {where}"] = running
        if fold(running).status == "debating":
            found[f"paused {where}"] = told(running, commands.Pause())
            found[f"stopped now {where}"] = cut(told(running, commands.Pause(now=True)))
            found[f"error {where}"] = failing(running)
        found[f"stopped {where}"] = stopped = told(running, commands.Close())
        if where != "late":
            found[f"synthesised after a stop {where}"] = at_rest(told(stopped, commands.Synthesise()))
    seats = [commands.Swap(seat=seat) for seat in fold(whole).seats]
    found["over, everybody gone"] = told(whole, *seats)
    found["stopped, everybody gone"] = told(found["stopped middle"], *seats)
    return found


def cut(log: Sequence[Event]) -> list[Event]:
    """What was in flight is gone, as after the engine has cut it."""
    return [
        *log,
        *(TurnFailed(path=path, kind="Cut", why="cut") for path in fold(log).asked),
        DebateResumed(),
        *_PAUSED,
    ]


_PAUSED = (DebateHalted(status="paused", reason="person", why="stopped by you"),)


# ---- what a person can ask for ---------------------------------------------------------------------------------------
def orders(debate: Debate) -> list[Command]:
    seats = list(debate.seats)
    paths = [*debate.abstained, *debate.failed]
    return [
        commands.Continue(),
        commands.Pause(),
        commands.Pause(now=True),
        commands.Leave(),
        commands.Close(),
        commands.Extend(),
        commands.Extend(rounds=0),
        commands.Synthesise(),
        commands.Interject(text="hear me"),
        commands.Interject(text="why?", to=seats[-1]),
        commands.Interject(text="why?", to="nobody"),
        commands.Answer(path=next(iter(debate.asked), "nowhere"), text="so it is", data={"approved": True}),
        *(commands.Skip(path=path) for path in [*list(debate.asked)[:2], *list(debate.failed)[:1], "nowhere"]),
        *(commands.Retry(path=path) for path in [*paths[:2], *paths[-2:], "nowhere", "round[9]/nothing[nobody]"]),
        *(commands.Swap(seat=seat, model="toy:new") for seat in (seats[0], "clerk", "synthesis", "memory", "nobody")),
        *(commands.Swap(seat=seat, model="human:") for seat in (seats[0], "clerk")),
        *(commands.Rule(point=point, status="open") for point in ("P1", "P2", "P99")),
        *(commands.OpenRoom(claim=claim) for claim in ("P1", "P2", "c1")),
        *(commands.SetOption(name=name, value=another(given)) for name, given in debate.options.items()),
        commands.SetOption(name="nothing", value=1),
    ]


def another(value: object) -> bool | int | float | str | list[str] | None:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case "mesh":
            return "star"
        case str():
            return "other"
        case list():
            return [*value, "another"]
    return 1_000_000_000


def leads_to(
    order: Command, log: list[Event], before: Debate, made: Sequence[Event], rest: Callable[[], Debate]
) -> bool:
    """Whether an order that was accepted has its effect. `rest`: where the debate comes to without it."""
    after = fold(made, before)
    match order:
        case commands.Pause():
            return after.status == "paused" and (before.status == "debating" or bool(before.asked))
        case commands.Close():
            return after.status == "stopped"
        case commands.SetOption() | commands.Swap() | commands.Answer() | commands.Skip():
            return after != before
        case commands.Leave():
            return set(after.left) > set(before.left)
        case commands.Interject() | commands.Rule():
            return set(after.replies) > set(before.replies)
        case commands.Extend() if not before.over:
            return after.options != before.options
    # What is asked for now, or was put where it comes next.
    driver = Driver([*log, *made])
    asked = any(True for _ in going_on(driver))
    if asked or (isinstance(order, commands.OpenRoom) and set(after.splices) >= set(before.splices)):
        return True
    state, was = driver.debate, rest()
    return (state.status, state.reason) != (was.status, was.reason)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_accepted_has_its_effect_and_the_rest_is_refused_with_a_remedy(name: str, seed: int) -> None:
    tried = 0
    for state, log in states(name, seed).items():
        debate = fold(log)
        rest = cache(partial(lambda log: rested(log).debate, log))
        for order in orders(debate):
            tried += 1
            made, refused = answered(debate, order)
            if refused is None:
                assert made, f"{state}: {order} was accepted, and nothing is recorded"
                assert leads_to(order, log, debate, made, rest), (
                    f"{state}: {order} was accepted, and nothing comes of it"
                )
            else:
                assert refused.remedy, f"{state}: {order} is refused without a remedy: {refused}"
    assert tried > 500


def answered(debate: Debate, order: Command) -> tuple[tuple[Event, ...], Refused | None]:
    try:
        return decide(debate, order), None
    except Refused as refused:
        return (), refused


# ---- the cases that were accepted without an effect ------------------------------------------------------------------
def middle(name: str, **options: bool | int) -> list[Event]:
    """A debate in the middle of its first round of calls."""
    whole = drive([opening_event(FORMATS[name], **options)])
    return whole[: next(at for at, event in enumerate(whole) if isinstance(event, TurnCompleted)) + 1]


@pytest.mark.parametrize("name", FORMATS)
def test_a_stopped_debate_goes_on_where_it_was(name: str) -> None:
    log = middle(name)
    stopped = told(log, commands.Close())
    assert fold(stopped).status == "stopped"
    assert fold(drive(told(stopped, commands.Continue()))).replies == fold(drive(log)).replies


@pytest.mark.parametrize("name", FORMATS)
def test_after_the_synthesis_of_a_stopped_debate_nothing_is_left_to_resume(name: str) -> None:
    log = at_rest(told(middle(name), commands.Close(), commands.Synthesise()))
    assert fold(log).status == "stopped"
    with pytest.raises(Refused, match=r"its synthesis is written") as refused:
        decide(fold(log), commands.Continue())
    if "Extend it" in refused.value.remedy:
        after = at_rest(told(log, commands.Extend()))
        assert len(fold(after).replies) > len(fold(log).replies), "the remedy works"
    else:
        assert refused.value.remedy == "Fork it from any turn."


def test_what_a_stopped_debate_refuses_names_the_way_back() -> None:
    stopped = fold(told(middle("dual"), commands.Close()))
    with pytest.raises(Refused, match=r"Resume it first"):
        decide(stopped, commands.Interject(text="hear me"))


def test_an_absent_seat_is_asked_again_and_the_debate_goes_on() -> None:
    log = drive([opening_event(FORMATS["delphi"], seed=4)], fails=lambda call: call.path == "estimate[panel-2]")
    at = next(at for at, event in enumerate(log) if isinstance(event, TurnAbstained)) + 1
    paused = told(log[:at], commands.Pause())
    after = at_rest(told(paused, commands.Retry(path="estimate[panel-2]")))
    again = [path for path in fold(after).replies if path.endswith("[panel-2]") and "extension" in path]
    assert again, "it was asked at once, though the debate was paused"
    gone = told(paused, commands.Swap(seat="panel-2"))
    with pytest.raises(Refused, match=r"The seat 'panel-2' is empty. Give the seat a model first"):
        decide(fold(gone), commands.Retry(path="estimate[panel-2]"))


def test_a_turn_that_failed_in_a_step_that_was_left_is_asked_anew() -> None:
    log = drive([opening_event(FORMATS["dual"], auto_continue=True)])
    at = next(at for at, event in enumerate(log) if isinstance(event, TurnAsked) and "critique" in event.path) + 1
    path = log[at - 1].path  # type: ignore[union-attr]
    failed = [*log[:at], TurnFailed(path=path, kind="Transient", why="it failed")]
    after = at_rest(told(failed, commands.Leave(), commands.Retry(path=path)))
    assert any(one.startswith("extension", one.rfind("/") + 1) for one in fold(after).replies)


def test_retrying_does_not_go_round_the_budget() -> None:
    log = failing(middle_of_a_call("dual"))
    path = next(iter(fold(log).failed))
    spent = [*log, OptionChanged(name="max_turns", value=1), TurnCompleted(path="x", text="", cost=1)]
    with pytest.raises(Refused, match=r"the budget is spent.*Raise that option"):
        decide(fold(spent), commands.Retry(path=path))


def test_a_step_is_left_once() -> None:
    whole = drive([opening_event(FORMATS["dual"], auto_continue=True)])
    at = next(at for at, event in enumerate(whole) if isinstance(event, TurnAsked) and "analysis" in event.path) + 1
    left = told(whole[:at], commands.Leave())
    for path in ("", "round", "round[1]/analysis"):
        with pytest.raises(Refused, match=r"running"):
            decide(fold(left), commands.Leave(path=path))


def test_nothing_is_under_way_in_a_debate_that_is_in_error() -> None:
    error = fold(failing(middle_of_a_call("dual")))
    for order in (commands.Pause(), commands.Pause(now=True)):
        with pytest.raises(Refused, match=r"Nothing is running.*Retry what failed"):
            decide(error, order)
    assert decide(error, commands.Pause(reason="storage", why="the disk is full"))


def test_what_is_in_flight_when_a_debate_is_paused_can_still_be_cut() -> None:
    paused = fold(told(middle_of_a_call("dual"), commands.Pause()))
    assert decide(paused, commands.Pause(now=True))
    landed = fold(told(middle("dual"), commands.Pause()))
    with pytest.raises(Refused, match=r"already paused"):
        decide(landed, commands.Pause(now=True))


def middle_of_a_call(name: str) -> list[Event]:
    whole = drive([opening_event(FORMATS[name])])
    return whole[: next(at for at, event in enumerate(whole) if isinstance(event, TurnAsked)) + 1]


def test_a_synthesis_that_nobody_could_make_is_refused() -> None:
    log = told(middle("council"), commands.Close(), commands.Swap(seat="head"))
    with pytest.raises(Refused, match=r"The seat that writes the synthesis is empty\. Give that seat a model first"):
        decide(fold(log), commands.Synthesise())
    assert at_rest(told(log, commands.Swap(seat="head", model="toy:1"), commands.Synthesise()))


# ---- options ---------------------------------------------------------------------------------------------------------
READ = {
    "topology": {"eight-phase"},
    "aspects": {"dialogue"},
    "gates": set(FORMATS),
    "auto_continue": set(FORMATS) - {"council"},
    "max_cost": set(FORMATS),
    "hidden": set(FORMATS),
    "threshold": {"dual", "eight-phase", "proposition", "proposition-extended"},
    "ledger": set(FORMATS) - {"collaboration"},
    "lessons": {"eight-phase", "red-blue"},
}


@pytest.mark.parametrize("option", READ)
def test_what_formats_read(option: str) -> None:
    assert {name for name, format in FORMATS.items() if option in format.options and reads(format, option)} == (
        READ[option]
    )


def test_what_a_format_does_not_read_is_not_set() -> None:
    dual = fold([opening_event(FORMATS["dual"])])
    refusals = {"topology": "does not use topology. Its options are", "branch": "not about a repository"}
    for name, why in refusals.items():
        with pytest.raises(Refused, match=why):
            decide(dual, commands.SetOption(name=name, value=another(dual.options[name])))
    repository = fold([replace(opening_event(FORMATS["dual"]), context=Context(kind="repository", ref="/shop"))])
    assert decide(repository, commands.SetOption(name="branch", value=True))


def test_an_option_whose_time_is_over_is_not_set() -> None:
    closing = drive([opening_event(FORMATS["dual"], auto_continue=True)])
    at = next(at for at, event in enumerate(closing) if isinstance(event, BlockLeft)) + 1
    for log in (closing[:at], closing):
        with pytest.raises(Refused, match=r"The part of the debate that rounds affects is over. Extend the debate"):
            decide(fold(log), commands.SetOption(name="rounds", value=9))
        with pytest.raises(Refused, match=r"The part of the debate that sealed affects is over.*Fork it"):
            decide(fold(log), commands.SetOption(name="sealed", value=False))
        assert decide(fold(log), commands.SetOption(name="threshold", value=99)), "an extension reads it"
    assert decide(fold(closing[:1]), commands.SetOption(name="sealed", value=False))
    more = told(closing, commands.Extend())
    bound = next(event.name for event in more[len(closing) :] if isinstance(event, OptionChanged))
    assert decide(fold(more), commands.SetOption(name=bound, value=5))


@pytest.mark.parametrize(
    ("format", "most", "more"), [("dual", 100, 101), ("eight-phase", 100, 500), ("proposition", 1, 85)]
)
def test_a_threshold_is_one_that_can_be_reached(format: str, most: int, more: int) -> None:
    debate = fold([opening_event(FORMATS[format])])
    assert decide(debate, commands.SetOption(name="threshold", value=most))
    with pytest.raises(Refused, match=rf"cannot be {more}. It can be {most} at most."):
        decide(debate, commands.SetOption(name="threshold", value=more))


def test_a_phase_is_switched_by_its_own_name() -> None:
    debate = fold([opening_event(FORMATS["eight-phase"])])
    [switched] = decide(debate, commands.SetOption(name="self-evolvement", value=False))
    assert switched == OptionChanged(name="evolvement", value=False)
    with pytest.raises(Refused, match=r"No option 'self-evolvement'"):
        decide(fold([opening_event(FORMATS["dual"])]), commands.SetOption(name="self-evolvement", value=False))


@pytest.mark.parametrize("value", [0, 2.5])
def test_a_bound_is_a_whole_number_of_passes(value: float) -> None:
    with pytest.raises(Refused, match=r"whole number of passes, 1 or more"):
        decide(fold([opening_event(FORMATS["dual"])]), commands.SetOption(name="rounds", value=value))
    with pytest.raises(ConfigError, match=r"whole number of passes, 1 or more"):
        options_of(FORMATS["dual"], {"rounds": value})


def test_whose_rounds_were_skipped_is_not_extended() -> None:
    say = Block(name="say", ask="all")
    body = Block(name="", do=(say, Block(name="round", repeat="$rounds", when=("on more",), do=(say,))))
    format = Format(
        name="f", title="F", body=body, cast=(Part(name="table", role="R"),), options={"rounds": 2, "more": False}
    )
    start = DebateOpened(
        question="Q?", format=format, seats=(Seat(id="table", part="table", model="toy:1"),), options=format.options
    )
    log = at_rest([start])
    assert fold(log).status == "completed"
    with pytest.raises(Refused, match=r"skipped its rounds.*Fork"):
        decide(fold(log), commands.Extend())
    assert not reads(format, "auto_continue")


# ---- who can be swapped ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", FORMATS)
def test_a_model_is_given_to_seats_and_to_the_tasks_that_a_format_has(name: str) -> None:
    debate = fold([opening_event(FORMATS[name])])
    for seat in (*debate.seats, *clerks(FORMATS[name])):
        assert decide(debate, commands.Swap(seat=seat, model="toy:9"))
    for seat in ("recall", "evidence", "memory", "sources", "nobody"):
        with pytest.raises(Refused, match=r"No seat"):
            decide(debate, commands.Swap(seat=seat, model="toy:9"))
    for task in clerks(FORMATS[name]):
        with pytest.raises(Refused, match=f"You cannot be the {task}"):
            decide(debate, commands.Swap(seat=task, model="human:"))


def test_where_nothing_repeats_an_option_is_over_with_its_step() -> None:
    first = Block(name="first", ask="all", when=("on more",))
    body = Block(name="", do=(first, Block(name="last", ask="all")))
    format = Format(name="f", title="F", body=body, cast=(Part(name="table", role="R"),), options={"more": True})
    seat = Seat(id="table", part="table", model="toy:1")
    start = DebateOpened(question="Q?", format=format, seats=(seat,), options=format.options)
    assert decide(fold([start]), commands.SetOption(name="more", value=False))
    with pytest.raises(Refused, match=r"The part of the debate that more affects is over.*Fork it"):
        decide(fold(at_rest([start])), commands.SetOption(name="more", value=False))


def test_an_error_names_the_page_of_the_settings_where_its_remedy_is_if_there_is_one() -> None:
    assert (Refused("No.", place="data").place, Refused("No.").place) == ("data", "")
