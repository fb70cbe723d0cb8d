"""What a debate would cost where nobody ever agrees (SPEC LIFE.6)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format, Part
from disputatio.debate.log.events import DebateOpened, Recorded, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import HUMAN, SERVICES, Seat
from disputatio.debate.ranges import blocks
from disputatio.debate.views.forecast import (
    EXCHANGES,
    INFORMED,
    STRUCTURED,
    Expected,
    another_round,
    another_synthesis,
    forecast,
    forecasts,
    moments,
)
from disputatio.debate.views.lengths import (
    FIRST_LOOK_UPS,
    FOUND_TOKENS,
    LEAST_CACHED,
    LENGTHY,
    LOOK_UPS,
    MOST_REASONS,
    REASONS_TOKENS,
    SAID,
    SHORTENED,
    TURN_TOKENS,
    record_of,
)
from disputatio.debate.views.transcript import Transcript
from disputatio.prompting.contracts import CONTRACTS
from disputatio.testing.speakers import formats_of, opening_event

FORMATS = formats_of(Path(__file__).parents[2] / "resources" / "formats")


def totals(start: DebateOpened, tokens: int = 0) -> dict[str, int]:
    return {one.model: one.calls for one in forecast(start, tokens)}


def test_a_dual_debate_is_counted_exactly_where_nobody_ever_agrees() -> None:
    one, two = (totals(opening_event(FORMATS["dual"], rounds=rounds, flips=False)) for rounds in (1, 2))
    assert two["toy:0"] - one["toy:0"] == 2, "one turn of each of two seats in a round more"
    assert one["toy:clerk"] >= 2, "points and a synthesis at the least"


def test_pausing_and_budgets_change_no_forecast() -> None:
    start = opening_event(FORMATS["dual"], rounds=3)
    bounded = replace(
        start, options=start.options | {"auto_continue": False, "max_turns": 2, "max_cost": 1, "max_tokens": 5}
    )
    assert forecast(bounded) == forecast(start)


def test_the_context_is_paid_for_by_every_participant_alone() -> None:
    start = opening_event(FORMATS["dual"], rounds=2)
    plain, informed = ({one.model: one for one in forecast(start, tokens)} for tokens in (0, 1000))
    assert informed["toy:0"].prompt - plain["toy:0"].prompt == 1000 * plain["toy:0"].calls
    assert informed["toy:clerk"].prompt == plain["toy:clerk"].prompt, "records and result are made from turns alone"
    assert plain["toy:0"].completion == TURN_TOKENS * plain["toy:0"].calls


def test_what_a_service_is_given_of_the_context_is_what_the_contracts_say() -> None:
    assert {name for name, contract in CONTRACTS.items() if contract.context == "all"} == INFORMED


def test_what_participants_give_as_structure_alone_is_what_the_contracts_say() -> None:
    asked = {
        block.gives
        for format in FORMATS.values()
        for block in blocks(format.body)
        if block.ask and block.ask not in SERVICES
    }
    assert {name for name in asked & CONTRACTS.keys() if CONTRACTS[name].alone} == STRUCTURED


def test_only_turns_that_are_offered_something_to_look_up_in_look_it_up() -> None:
    """A debate in eight phases took 38 requests, and 88 were foreseen: ballots were taken to look things up, too, and
    seats whose tools run programs."""
    start = replace(
        opening_event(FORMATS["eight-phase"], rounds=1, adversarial=True),
        context=Context(kind="repository", ref="shop", pin="c0ffee"),
    )
    runs = {seat.id: ("run_code", "submit_response") for seat in start.seats}
    reads = {**runs, "critics": ("read_file",)}
    none, some, much = (
        {one.model: one for one in forecast(start, 10_000, look_ups=look_ups, offered=offered)}["toy:0"]
        for look_ups, offered in (((3, 0), runs), ((3, 0), reads), ((3, 1), runs))
    )
    assert some.calls - none.calls == 3, "of the critic's one turn; its ballot looks nothing up"
    found = forecast(start, 10_000, look_ups=(3, 0), offered=reads, glimpses=4_000)
    spared = next(one for one in found if one.model == "toy:0").prompt
    assert some.prompt - spared == 4 * 4_000, "who reads files is not shown their beginnings"
    spoken, attempts = sum(map(len, moments(start))), 2
    assert much.calls - none.calls == spoken + attempts, "who can only run programs runs one at most, and none to vote"


def test_what_people_write_costs_nothing_and_is_read_by_all_others() -> None:
    start = opening_event(FORMATS["eight-phase"], rounds=1, complexity="complex")
    seats = tuple(replace(seat, model=HUMAN) if seat.id == "instructor" else seat for seat in start.seats)
    asked, by_hand = (forecasts(each, lambda path: path) for each in (start, replace(start, seats=seats)))
    answers = [f"dehallucination[{number}]/clarification[instructor]" for number in (1, 2)]
    assert asked.keys() - by_hand.keys() == {*answers}, "the task is clear after the second pass, as a rule"
    assert all(by_hand[path] == asked[path] for path in by_hand)


def test_options_of_a_vote_are_read_whole_but_for_ones_own() -> None:
    found = forecasts(opening_event(FORMATS["eight-phase"], extra=1, rounds=1), lambda path: path)
    [author], [critic] = (found[f"round[1]/convergence/vote[{seat}]"] for seat in ("optimizer", "critics"))
    assert critic.prompt - author.prompt == SAID["optimize"]
    (repaired,) = (path for path in found if path.endswith("attempt[1]/reflect[proposers]"))
    assert repaired.replace("[1]", "[2]") not in found, "the second attempt passes, as a rule"


def test_look_ups_are_counted_where_there_is_something_to_look_up() -> None:
    start = opening_event(FORMATS["dual"], rounds=2)
    searched = replace(start, context=Context(kind="repository", ref="shop", pin="c0ffee"))
    plain, looking = ({one.model: one for one in forecast(each)} for each in (start, searched))
    assert looking["toy:0"].calls - plain["toy:0"].calls == 2 * (FIRST_LOOK_UPS + LOOK_UPS), "of two seats"
    assert looking["toy:0"].prompt > 2 * plain["toy:0"].prompt, "each repeats what the one before it was sent"
    assert looking["toy:clerk"].calls == plain["toy:clerk"].calls
    off = replace(searched, options=searched.options | {"tools": False})
    assert forecast(off) == forecast(start)


def test_a_council_is_asked_which_sealed_answers_in_words_are_one() -> None:
    start = opening_event(FORMATS["council"])
    without = replace(start, format=replace(start.format, body=without_step(start.format.body, "baseline")))
    assert totals(start)["toy:clerk"] - totals(without)["toy:clerk"] == 1


def without_step(body: Block, name: str) -> Block:
    return replace(body, do=tuple(block for block in body.do if block.name != name))


def test_a_record_is_as_long_as_what_it_is_about() -> None:
    few, many = (
        {one.model: one for one in forecast(opening_event(FORMATS["delphi"], extra=extra, rounds=1))}["toy:clerk"]
        for extra in (0, 3)
    )
    assert few.calls == many.calls
    more = [record_of(6, 6 * SAID[step]) - record_of(3, 3 * SAID[step]) for step in ("estimate", "revise")]
    assert many.completion - few.completion == sum(more), "of the estimates, and of the revisions"
    assert record_of(1, 600) > 2 * record_of(1, 100), "more is stated in what is longer"


def test_the_board_that_personas_read_is_as_long_as_what_stands_on_it() -> None:
    """Two dialogues of three took 1.2 and 1.7 times the tokens that were foreseen: what each had to read of the others,
    the whole board that closings and result are made from, and first takes on an aspect were counted too short."""

    def prompts(extra: int, aspects: int) -> dict[str, int]:
        start = opening_event(FORMATS["dialogue"], extra=extra, minirounds=1, aspects=[f"a{n}" for n in range(aspects)])
        return {path: one.prompt for path, (one,) in forecasts(start, lambda path: path).items()}

    two, three, many, long = prompts(0, 1), prompts(1, 1), prompts(7, 1), prompts(1, 3)
    first, seat = "aspect[a0]/take[personas]", "[personas]"
    reply = f"aspect[a0]/miniround[1]/reply{seat}"
    assert three[first] > two[first] == two[reply]
    assert many[first] - three[first] < 3 * (three[first] - two[first]), "a view has a budget"
    assert long[f"closing{seat}"] > three[f"closing{seat}"] > two[f"closing{seat}"]
    result = next(path for path in three if "synthesis" in path)
    assert long[result] > three[result]


def test_of_older_turns_who_writes_the_result_is_shown_what_the_record_rests_on() -> None:
    """It was foreseen whole: half as long again as the requests of eight debates that were held."""

    def result(rounds: int, times: int) -> int:
        found = forecasts(opening_event(FORMATS["dual"], rounds=rounds), lambda path: path, times=times)
        return next(one.prompt for path, (one,) in found.items() if "synthesis" in path)

    assert result(3, 1) - result(2, 1) == round(SHORTENED * 2 * TURN_TOKENS)
    assert result(3, LENGTHY) - result(2, LENGTHY) == LENGTHY * 2 * TURN_TOKENS


def test_where_replies_are_long_all_that_is_read_of_them_is_too() -> None:
    start = opening_event(FORMATS["collaborative"])
    usual, long = ({one.model: one for one in forecast(start, times=times)} for times in (1, LENGTHY))
    assert long["toy:0"].completion == LENGTHY * usual["toy:0"].completion
    assert usual["toy:0"].prompt < long["toy:0"].prompt < LENGTHY * usual["toy:0"].prompt, (
        "instructions are as they are"
    )


def test_a_panel_that_writes_at_length_revises_at_length_and_is_shown_more_reasons_each_round() -> None:
    """A panel took 2.24 times what was foreseen, where it said up to twice: revisions were as long as estimates."""

    def foreseen(times: int, rounds: int) -> tuple[Expected, Expected]:
        start = opening_event(FORMATS["delphi"], rounds=rounds)
        found = {one.model: one for one in forecast(start, times=times)}
        return found["toy:0"], found["toy:clerk"]

    (usual, clerk), (long, kept) = foreseen(1, 3), foreseen(LENGTHY, 3)
    assert usual.completion == SAID["estimate"] + 3 * SAID["revise"]
    assert long.completion == LENGTHY * 4 * SAID["estimate"]
    assert kept.calls > clerk.calls, "more records are asked for twice"
    later, last = (foreseen(LENGTHY, rounds)[0].prompt - foreseen(LENGTHY, rounds - 1)[0].prompt for rounds in (2, 3))
    grown = LENGTHY * (MOST_REASONS - REASONS_TOKENS * 6)
    assert last - later == LENGTHY * SAID["estimate"] + grown, "its own last answer, and the reasons of a round more"


def test_people_and_empty_seats_cost_nothing() -> None:
    start = opening_event(FORMATS["dual"], rounds=2)
    analyst, critic = start.seats
    assert totals(replace(start, seats=(replace(analyst, model=HUMAN), replace(critic, model="")), services={})) == {}


def test_a_task_with_a_model_of_its_own_is_counted_there() -> None:
    start = opening_event(FORMATS["dual"], rounds=1)
    apart = totals(replace(start, services={"clerk": "toy:clerk", "synthesis": "toy:best"}))
    assert apart["toy:best"] == 1
    assert apart["toy:clerk"] == totals(start)["toy:clerk"] - 1


def bare(*blocks: Block) -> DebateOpened:
    seat = Seat(id="ada", part="ada", model="m:1")
    form = Format(name="x", title="X", body=Block(name="", do=blocks), cast=(Part(name="ada", role="Ada"),))
    return DebateOpened(question="?", format=form, seats=(seat,), options={}, services=dict.fromkeys(SERVICES, "m:2"))


def test_endless_formats_are_counted_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("disputatio.debate.views.forecast.MOST_CALLS", 30)
    monkeypatch.setattr("disputatio.debate.views.forecast.MOST_STEPS", 100)
    (found,) = forecast(bare(Block(name="round", repeat=10**6, do=(Block(name="say", ask="ada"),))))
    assert (found.calls, found.more) == (30, True)
    assert forecast(bare(Block(name="round", repeat=10**6))) == (), "rounds in which nothing is asked"


def test_a_course_that_was_counted_before_is_that_of_the_same_options_only() -> None:
    one, two = (opening_event(FORMATS["dual"], rounds=rounds) for rounds in (1, 2))
    first = forecast(one), moments(one)
    assert len(moments(two)) > len(moments(one))
    assert forecast(two) != forecast(one)
    assert (forecast(one), moments(one)) == first
    assert forecast(one, 1_000)[0].prompt > forecast(one)[0].prompt, "a context changes its tokens, and no call"


def test_what_can_be_counted_to_its_end_is_the_most() -> None:
    assert not any(found.more for found in forecast(opening_event(FORMATS["dual"], rounds=2)))


def test_where_all_hear_everything_counting_ends_before_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("disputatio.debate.views.forecast.MOST_SEEN", 100)
    (found,) = forecast(bare(Block(name="round", repeat=10**6, do=(Block(name="tell", ask="ada"),))))
    assert found.more
    assert found.calls == 15, "0 + 1 + … + 14 turns were seen by then"


def test_what_a_seat_has_read_before_is_counted_as_read_again() -> None:
    start = opening_event(FORMATS["dual"], rounds=3)
    short, long = ({one.model: one for one in forecast(start, tokens)} for tokens in (0, 10_000))
    assert short["toy:0"].cached < 2 * LEAST_CACHED, "most of it is too little to be kept"
    turns = long["toy:0"].calls
    assert long["toy:0"].cached > 10_000 * (turns - 2), "the context, in all turns but the first of each seat"
    assert 20_000 < long["toy:0"].written < 30_000
    assert long["toy:clerk"].cached == 0, "it is asked about other things each time"


def test_each_look_up_reads_the_request_before_it_again() -> None:
    start = replace(
        opening_event(FORMATS["dual"], rounds=1), context=Context(kind="repository", ref="shop", pin="c0ffee")
    )
    looking = {one.model: one for one in forecast(start, 10_000)}["toy:0"]
    assert 10_000 * FIRST_LOOK_UPS < looking.cached < looking.prompt - looking.written
    assert looking.written > 10_000 + FIRST_LOOK_UPS * FOUND_TOKENS - FOUND_TOKENS


def test_one_dispute_of_each_aspect_goes_into_a_room_and_comes_to_an_end_there() -> None:
    aspects = {"minirounds": 1, "aspects": ["cost"]}
    two, four = (opening_event(FORMATS["dialogue"], extra=extra, **aspects) for extra in (0, 2))
    without = replace(two, options=two.options | {"ledger": "off"})
    rooms = sum(totals(two).values()) - sum(totals(without).values()) - (2 + 3)
    assert rooms == 2 + 2 * EXCHANGES + 1, (
        "statements, rejoinders, a card; beside a record of the takes and one of the replies, and "
        "one of what all write together at the beginning, one at the end, and the verification of all of them"
    )
    assert sum(totals(four).values()) - sum(totals(two).values()) == 2 * 4 + (2 * 4 - 2) + 1, (
        "turns, each with a record of its own at a large table, of which one is asked for twice, and no room more"
    )


def spent(*costs: tuple[str, str, int | None]) -> Transcript:
    """The transcript of a debate: path, what the turn gives, its cost."""
    found = Transcript()
    for place, (path, gives, cost) in enumerate(costs):
        ask = TurnAsked(path=path, seat="a", model="m:1", task="t", gives=gives, heard="all", sees=(), request="")
        for event in (ask, TurnCompleted(path=path, text="x", cost=cost)):
            found.add(Recorded(seq=place, at=0.0, prev_hash="", hash="", event=event))
    return found


def test_one_more_round_costs_what_the_last_one_did_with_what_is_written_at_the_end() -> None:
    said = [("round[1]/say[a]", "say", 50), ("round[2]/say[a]", "say", 7), ("round[2]/critique[b]", "assessment", 5)]
    closing = [("synthesis[clerk]", "synthesis", 100), ("extension-1/synthesis[clerk]", "synthesis", 30)]
    assert another_round(spent(*said, *closing)) == 7 + 5 + 30, "the last synthesis, not both"
    assert another_synthesis(spent(*said, *closing)) == 30
    assert another_round(spent(*said, ("insights[clerk]", "insights", None))) is None, "nobody knows the price"
    assert another_round(spent(("opinion[a]", "answer", 9))) is None, "there was no round"
    assert another_synthesis(spent(*said)) is None


def test_who_speaks_when_follows_the_rules_of_the_format() -> None:
    start = opening_event(FORMATS["dual"], rounds=2, flips=False)
    seats = [seat.id for seat in start.seats]
    assert moments(start) == tuple((seat,) for seat in seats * 2), "in turn, without the clerk"
    together = moments(opening_event(FORMATS["delphi"], rounds=1, flips=False))
    assert len(together[0]) >= 3, "estimates are made at the same time"
