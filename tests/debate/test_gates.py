"""Gates (SPEC GATE.1): in every format, at every point, what comes after it does not happen before a person approved;
what they reject is done once more, or ends the debate, and is asked again either way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.debate.decide.approvals import passed_over, way_back
from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.formats.loader import load
from disputatio.debate.formats.opening import options_of
from disputatio.debate.ids import inside, parent, segments, step_of
from disputatio.debate.log import commands
from disputatio.debate.log.events import BlockEntered, DebateHalted, Event, PassBegan, TurnAsked, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.visibility import View, earlier
from disputatio.debate.policy import Index, seat_in
from disputatio.debate.views.forecast import forecast
from disputatio.debate.walk.gates import SPEND, gated_step, is_between_rounds, open_gates, points, subject
from disputatio.debate.walk.plan import Planner, plan
from disputatio.testing import boards
from disputatio.testing.boards import moment_of
from disputatio.testing.speakers import Driver, drive_to_gate, formats_of, opening_event

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
STANDARD = (FOLDER / "standard.toml").read_text()
FORMATS = formats_of(FOLDER)
formats = pytest.mark.parametrize("name", FORMATS)

ALL_ON = {"adversarial": True, "hooks": True, "aspects": ["cost", "risk"], "ledger": "off", "planning": "cpde"}

OWN = """
name  = "own"
title = "Own"
do    = ["opening", "talk", "synthesis"]
[cast.a]
role  = "A"
seats = [2, 2]
[step.opening]
ask   = "all"
order = "together"
[step.talk]
do = ["claim", "round"]
[step.claim]
ask = "first a"
[step.round]
repeat = 2
do     = ["say", "reply"]
[step.say]
ask = "first a"
[step.reply]
ask = "seat a-2"
"""


def own() -> Format:
    return load(OWN, "own.toml", STANDARD)


def started(format: Format, *gates: str, **options: object) -> Driver:
    chosen = {"auto_continue": True, "gates": list(gates), **ALL_ON, **options}
    return drive_to_gate([opening_event(format, **chosen)])  # type: ignore[arg-type]


def told(driver: Driver, **answer: object) -> Driver:
    command = commands.Review(path=open_gates(driver.debate)[0], **answer)  # type: ignore[arg-type]
    return drive_to_gate([*driver.log, *decide(driver.debate, command)])


def asked(log: Sequence[Event]) -> list[str]:
    return [event.path for event in log if isinstance(event, TurnAsked) and not event.path.endswith("[person]")]


def past_of(debate: Debate) -> Past:
    return Planner().walk(debate).past


def spoken(debate: Debate) -> list[str]:
    return [path for path in debate.replies if seat_in(path, debate.seats) not in SERVICES]


def steps(block: Block) -> Iterator[Block]:
    for child in block.do:
        yield child
        yield from steps(child)


@formats
def test_nothing_of_a_step_happens_before_its_gate_was_approved(name: str) -> None:
    format = FORMATS[name]
    for point in points(format):
        if point in ("rounds", SPEND, "synthesis"):
            continue
        driver = started(format, point)
        if not open_gates(driver.debate):  # this debate never came to that step
            assert not any(step_of(parent(path)) == point or f"{point}[" in path for path in driver.debate.entered)
            continue
        [gate] = open_gates(driver.debate)
        assert gated_step(gate[: -len("[person]")]) == point
        assert (driver.debate.status, driver.debate.reason) == ("paused", "gate")
        step = gate.replace("gate-", "").removesuffix("[person]")
        assert not any(inside(path, step) or path.startswith(f"{step}[") for path in asked(driver.log))
        after = told(driver, approved=True)
        assert any(inside(path, step) or path.startswith(f"{step}[") for path in asked(after.log)), point


def within(path: str, step: str) -> bool:
    return any(name == step for name, _ in segments(path))


@formats
def test_nothing_that_follows_a_step_happens_before_the_gate_after_it_was_approved(name: str) -> None:
    format = FORMATS[name]
    for step in points(format):
        if step in ("rounds", SPEND, "synthesis"):
            continue
        driver = started(format, f"after:{step}")
        past = list(past_of(driver.debate).newest())
        if not open_gates(driver.debate):  # nobody spoke in that step, or nothing that could wait follows it
            assert driver.debate.over
            paths = [turn.path for turn in past if turn.seat not in SERVICES]
            last = next((place for place, path in enumerate(paths) if within(path, step)), None)
            assert last is None or all(within(path, "crux") for path in paths[:last]), step
            continue
        [gate] = open_gates(driver.debate)
        assert next(entered.why for entered in driver.log if is_entered(entered, gate)) == f"after:{step}"
        assert not within(gate, step)
        assert within(next(turn.path for turn in past if turn.seat not in SERVICES), step)
        assert len(asked(told(driver, approved=True).log)) > len(asked(driver.log)), step


def is_entered(event: Event, gate: str) -> bool:
    return isinstance(event, BlockEntered) and event.path == gate.removesuffix("[person]")


def test_what_is_rejected_after_a_step_is_done_once_more_and_asked_about_again() -> None:
    driver = started(FORMATS["eight-phase"], "after:critique")
    [gate] = open_gates(driver.debate)
    assert parent(gate) == "round[1]"
    assert (found := way_back(driver.debate, gate)) is not None
    assert found.name == "critique"
    again = told(driver, approved=False, reason="Name the lines.")
    assert sum(step_of(path) == "critique" for path in asked(again.log)) == 2
    assert len(open_gates(again.debate)) == 1
    assert not any(within(path, "review") for path in asked(again.log))
    on = told(again, approved=True)
    assert any(within(path, "review") for path in asked(on.log))


def test_what_comes_after_the_last_phase_waits_for_its_gate_whether_a_round_follows_or_the_result() -> None:
    driver = started(FORMATS["eight-phase"], "after:convergence", rounds=2, threshold=100)
    assert gated_step(open_gates(driver.debate)[0].removesuffix("[person]")) == "proposal"
    driver = told(driver, approved=True)
    assert gated_step(open_gates(driver.debate)[0].removesuffix("[person]")) == "conclusion"
    assert not any(isinstance(event, TurnAsked) and event.gives == "synthesis" for event in driver.log)
    assert told(driver, approved=True).debate.over


def test_a_step_in_which_only_a_service_did_its_work_is_waited_for_as_well() -> None:
    """There was nothing to vote on but one proposal, so only the analysis was made."""
    phases = dict.fromkeys(
        ("dehallucination", "evolvement", "critique", "review", "optimization", "adversarial"), False
    )
    driver = started(FORMATS["eight-phase"], "after:convergence", **{"rounds": 1, "hooks": False, **phases})
    assert open_gates(driver.debate) == ["gate-conclusion[person]"]
    assert not any(step_of(path) == "vote" for path in asked(driver.log))
    assert told(driver, approved=True).debate.over, "it asks once"


def test_what_is_rejected_after_the_last_vote_is_proposed_anew_by_all_who_read_why() -> None:
    driver = drive_to_gate(
        [
            opening_event(
                FORMATS["eight-phase"], extra=1, rounds=1, auto_continue=True, gates=["after:convergence"], ledger="off"
            )
        ]
    )
    again = told(driver, approved=False, reason="Say what it costs.")
    asked_anew = [event for event in again.log[len(driver.log) :] if isinstance(event, TurnAsked)]
    rewritten = [event for event in asked_anew if step_of(event.path) == "propose"]
    assert [event.seat for event in rewritten] == ["proposers", "proposers-2"]
    assert asked_anew[0] == rewritten[0], "nothing comes before that"
    assert all("gate-conclusion[person]" in event.sees for event in rewritten)
    assert any(step_of(event.path) == "vote" for event in asked_anew)
    assert open_gates(again.debate) == ["gate-2-conclusion[person]"], "nothing passes that nobody approved"
    assert told(again, approved=True).debate.over


def test_a_vote_is_something_to_approve_although_nobody_has_said_anything_since_the_gate_before_it() -> None:
    driver = started(FORMATS["eight-phase"], "convergence", "after:convergence", rounds=1)
    assert gated_step(open_gates(driver.debate)[0].removesuffix("[person]")) == "convergence"
    driver = told(driver, approved=True)
    assert gated_step(open_gates(driver.debate)[0].removesuffix("[person]")) == "conclusion"


@pytest.mark.parametrize("point", ["after:", "after:nothing", "after:rounds", "after:synthesis", "after:all"])
def test_a_gate_after_what_is_no_step_is_refused(point: str) -> None:
    with pytest.raises(ConfigError, match="has no gate") as refused:
        options_of(FORMATS["eight-phase"], {"gates": [point]})
    assert "after:STEP" in refused.value.remedy


@formats
def test_no_result_is_written_before_its_gate_was_approved(name: str) -> None:
    format = FORMATS[name]
    assert "synthesis" in points(format)
    final = {"synthesis"} if any(step.gives == "synthesis" for step in steps(format.body)) else {"artifact"}
    driver = started(format, "synthesis")
    assert len(open_gates(driver.debate)) == 1
    assert not any(isinstance(event, TurnAsked) and event.gives in final for event in driver.log)
    over = told(driver, approved=True)
    assert any(isinstance(event, TurnAsked) and event.gives in final for event in over.log)
    assert over.debate.over


@formats
def test_no_round_begins_before_its_gate_was_approved(name: str) -> None:
    format = FORMATS[name]
    if "rounds" not in points(format):
        with pytest.raises(ConfigError, match=f"{format.title} has no gate 'rounds'"):
            options_of(format, {"gates": ["rounds"]})
        return
    driver = started(format, "rounds", rounds=3, minirounds=3, early_stop=False, threshold=100)
    if not open_gates(driver.debate):
        pytest.skip("this debate had one round")
    [gate] = open_gates(driver.debate)
    assert is_between_rounds(gate.removesuffix("[person]"))
    loop = parent(gate.removesuffix("[person]"))
    assert driver.debate.passes[loop.rpartition("[")[0]] == 1
    before = len(driver.log)
    after = told(driver, approved=True)
    begun = [event for event in after.log[before:] if isinstance(event, PassBegan)]
    assert begun[0].path == loop.rpartition("[")[0]
    assert not begun[0].pause, "what was just approved needs no rest"


@formats
def test_without_gates_nobody_is_asked(name: str) -> None:
    assert not open_gates(started(FORMATS[name]).debate)


def test_a_round_is_asked_about_where_it_may_cost_more_than_was_allowed() -> None:
    format = FORMATS["dual"]
    cheap = started(format, "spend:0.01", rounds=3, threshold=100)
    assert cheap.debate.over
    dear = started(format, "spend:0.00001", rounds=3, threshold=100)
    assert open_gates(dear.debate) == ["round[1]/gate-round[person]"]
    unpriced = [
        TurnCompleted(path=e.path, text=e.text, data=e.data, cost=None) if isinstance(e, TurnCompleted) else e
        for e in cheap.log[: next(at for at, e in enumerate(cheap.log) if isinstance(e, PassBegan) and e.n == 2)]
    ]
    assert open_gates(drive_to_gate(unpriced).debate), "an unknown price may be any price"


def test_what_is_rejected_goes_back_to_the_step_before_which_reads_the_reason() -> None:
    driver = started(FORMATS["dual"], "critique")
    gate = "round[1]/gate-critique[person]"
    assert open_gates(driver.debate) == [gate]
    assert not hasattr(plan(driver.debate), "calls")
    back = told(driver, approved=False, reason="Name the file.", reviewer="Ada (command line)")
    assert open_gates(back.debate) == ["round[1]/gate-2-critique[person]"]
    again = [event for event in back.log[len(driver.log) :] if isinstance(event, TurnAsked)]
    assert again[0].path == f"{gate}/again-1/analysis[analyst]"
    assert gate in again[0].sees
    reply = back.debate.replies[gate]
    assert (reply.text, reply.by, reply.data["reviewer"]) == ("Name the file.", "person", "Ada (command line)")
    done = told(back, approved=True)
    assert any(path.startswith("round[1]/critique[critic]") for path in asked(done.log))


def test_an_approval_without_a_word_is_no_message() -> None:
    driver = started(FORMATS["dual"], "critique")
    silent = told(driver, approved=True)
    critic = next(e for e in silent.log if isinstance(e, TurnAsked) and e.path == "round[1]/critique[critic]")
    assert "round[1]/gate-critique[person]" not in critic.sees
    spoken_ = told(driver, approved=True, reason="Mind the budget.")
    critic = next(e for e in spoken_.log if isinstance(e, TurnAsked) and e.path == "round[1]/critique[critic]")
    assert "round[1]/gate-critique[person]" in critic.sees


def test_a_rejected_round_is_held_once_more_and_may_then_end_the_rounds() -> None:
    driver = started(FORMATS["dual"], "rounds", threshold=100, rounds=2)
    back = told(driver, approved=False, reason="Not there yet.")
    again = [path for path in asked(back.log[len(driver.log) :]) if "again-1" in path]
    assert again[0] == "round[1]/gate-round[person]/again-1/analysis[analyst]"
    assert any("again-1/critique" in path for path in again)
    assert open_gates(back.debate) == ["round[1]/gate-2-round[person]"]
    assert subject("round[1]/gate-2-round") == "round 2"


def test_a_rejected_synthesis_brings_another_round() -> None:
    driver = started(FORMATS["dual"], "synthesis", rounds=1, threshold=100)
    back = told(driver, approved=False, reason="You forgot the cost.")
    [loop] = [event.path for event in back.log[len(driver.log) :] if isinstance(event, PassBegan)]
    assert loop.endswith("extension-1-after-1/round")
    over = told(back, approved=True)
    assert over.debate.status in ("max_rounds", "consensus", "impasse")


@pytest.mark.parametrize(
    ("gate", "off", "back", "over"),
    [
        ("review", ("critique",), "proposal", "critique"),
        ("after:critique", ("critique",), "proposal", "critique"),
        ("convergence", ("optimization", "review"), "critique", "optimization"),
        ("critique", ("proposal",), "self-evolvement", "proposal"),
        ("review", (), "critique", ""),
    ],
)
def test_what_is_rejected_goes_back_to_the_last_step_that_is_not_switched_off(
    gate: str, off: tuple[str, ...], back: str, over: str
) -> None:
    driver = started(FORMATS["eight-phase"], gate, hooks=False, adversarial=False, threshold=100)
    for name in off:
        driver.append(*decide(driver.debate, commands.SetOption(name=name, value=False)))
    [path] = open_gates(driver.debate)
    found = way_back(driver.debate, path)
    assert (found and found.name, passed_over(driver.debate, path)) == (back, over)
    before = len(driver.log)
    again = told(driver, approved=False, reason="Once more.")
    first = next(each for each in asked(again.log[before:]))
    assert first.startswith((f"{path}/again-1/{back}[", f"{path}/again-1/{back}/")), "somebody speaks, and reads why"
    assert open_gates(again.debate) == [path.replace("gate-", "gate-2-")]


def test_what_is_rejected_goes_back_past_a_step_whose_seats_are_empty() -> None:
    driver = started(FORMATS["eight-phase"], "review", hooks=False, adversarial=False)
    driver.append(*decide(driver.debate, commands.Swap(seat="critics", model="")))
    [path] = open_gates(driver.debate)
    found = way_back(driver.debate, path)
    assert (found and found.name, passed_over(driver.debate, path)) == ("proposal", "critique")


def test_where_nobody_is_left_to_go_back_to_a_rejection_is_refused_with_what_to_do() -> None:
    text = OWN.replace('["opening", "talk"', '["draft", "talk"').replace("[step.opening]", "[step.draft]")
    text = text.replace('ask   = "all"', 'ask   = "b"').replace("[step.draft]", '[cast.b]\nrole = "B"\n[step.draft]')
    driver = started(load(text, "own.toml", STANDARD), "talk")
    [path] = open_gates(driver.debate)
    driver.append(*decide(driver.debate, commands.Swap(seat="b", model="")))
    assert (way_back(driver.debate, path), passed_over(driver.debate, path)) == (None, "draft")
    with pytest.raises(Refused, match="Nobody would speak in “drafts” now") as refused:
        decide(driver.debate, commands.Review(approved=False, reason="no", path=path))
    assert refused.value.remedy == "Approve it, or reject it and end the debate."


def test_a_round_in_which_nobody_is_left_is_not_held_once_more() -> None:
    driver = started(FORMATS["dual"], "rounds", threshold=100, rounds=2)
    [path] = open_gates(driver.debate)
    seats = {id: replace(seat, model="") for id, seat in driver.debate.seats.items()}
    emptied = replace(driver.debate, seats=seats)
    assert (way_back(emptied, path), passed_over(emptied, path)) == (None, "round 1")


def test_the_first_step_has_no_way_back_but_can_be_ended() -> None:
    driver = started(FORMATS["dual"], "analysis")
    [gate] = open_gates(driver.debate)
    assert not spoken(driver.debate)
    assert way_back(driver.debate, gate) is None
    with pytest.raises(Refused, match="No step before the analysis"):
        decide(driver.debate, commands.Review(approved=False, reason="no", path=gate))
    ended = decide(driver.debate, commands.Review(approved=False, reason="no", end=True, path=gate))
    debate = fold([*driver.log, *ended])
    assert (debate.status, debate.why) == ("stopped", "you rejected the analysis")
    assert not spoken(debate)


def test_a_debate_that_was_ended_at_a_gate_asks_again_when_it_is_resumed() -> None:
    driver = started(FORMATS["dual"], "critique")
    ended = [*driver.log, *decide(driver.debate, commands.Review(approved=False, reason="no", end=True))]
    resumed = drive_to_gate([*ended, *decide(fold(ended), commands.Continue())])
    assert open_gates(resumed.debate) == ["round[1]/gate-2-critique[person]"]
    assert not any("critique[critic]" in path for path in asked(resumed.log))


def test_nobody_in_time_counts_as_a_rejection_and_says_so() -> None:
    driver = started(FORMATS["dual"], "critique")
    late = commands.Review(approved=False, reason="nobody answered within 30 minutes", end=True, overdue=True)
    debate = fold([*driver.log, *decide(driver.debate, late)])
    assert (debate.status, debate.why) == ("stopped", "nobody answered within 30 minutes")
    reply = debate.replies["round[1]/gate-critique[person]"]
    assert (reply.by, reply.data["approved"], reply.data["overdue"]) == ("rules", False, True)


def test_a_gate_is_answered_once() -> None:
    driver = started(FORMATS["dual"], "critique")
    [gate] = open_gates(driver.debate)
    yes = commands.Review(approved=True, path=gate, reviewer="Ada")
    after = fold([*driver.log, *decide(driver.debate, yes)])
    with pytest.raises(Refused, match="already been answered: approved by Ada"):
        decide(after, commands.Review(approved=False, reason="no", path=gate))
    nameless = fold([*driver.log, *decide(driver.debate, commands.Review(approved=False, reason="no", path=gate))])
    with pytest.raises(Refused, match="already been answered: rejected\\."):
        decide(nameless, yes)
    with pytest.raises(Refused, match="Nothing waits for your approval"):
        decide(after, commands.Review(approved=True, path="round[1]/analysis[analyst]"))


def test_what_is_refused_at_a_gate() -> None:
    driver = started(FORMATS["dual"], "critique")
    [gate] = open_gates(driver.debate)
    for command, why in (
        (commands.Review(approved=True, end=True), "does not end"),
        (commands.Review(approved=False, reason=" "), "needs a reason"),
        (commands.Answer(path=gate, text="Yes"), "needs your approval, not a message"),
        (commands.Skip(path=gate), "cannot be skipped"),
        (commands.Continue(), "the critique waits for your approval"),
        (commands.SetOption(name="gates", value=["nowhere"]), "has no gate 'nowhere'"),
    ):
        with pytest.raises(Refused, match=why):
            decide(driver.debate, command)


def test_whoever_leaves_the_step_is_asked_no_more() -> None:
    driver = started(FORMATS["dual"], "critique")
    left = drive_to_gate([*driver.log, *decide(driver.debate, commands.Leave(path="round"))])
    assert left.debate.over
    assert left.debate.abstained["round[1]/gate-critique[person]"] == "its step was left"


def test_gates_can_be_chosen_while_a_debate_runs_for_what_has_not_begun() -> None:
    driver = started(FORMATS["dual"], "rounds", rounds=2, threshold=100)
    more = decide(driver.debate, commands.SetOption(name="gates", value=["analysis", "critique", "round"]))
    after = told(drive_to_gate([*driver.log, *more]), approved=True)
    assert open_gates(after.debate) == ["round[2]/gate-critique[person]"], "the round was just approved"


def test_a_step_that_is_skipped_asks_nobody() -> None:
    off = started(FORMATS["eight-phase"], "adversarial", adversarial=False)
    assert not open_gates(off.debate)
    assert off.debate.over


def test_a_format_of_ones_own_has_the_same_points() -> None:
    assert points(own()) == ["rounds", "spend:", "synthesis", "opening", "talk", "claim", "round", "say", "reply"]
    driver = started(own(), "all")
    seen = []
    while not driver.debate.over:
        seen.append(open_gates(driver.debate)[0].removesuffix("[person]"))
        driver = told(driver, approved=True)
    assert seen == [
        *("gate-opening", "gate-talk", "talk/gate-round", "talk/round[1]/gate-reply"),
        *("talk/round[1]/gate-round", "talk/round[2]/gate-reply", "gate-synthesis"),
    ]


@pytest.mark.parametrize(
    ("gate", "approvals", "back"),
    [
        ("talk", 0, "opening"),  # one of two that answered together
        ("claim", 0, "opening"),  # the first step of a block: what came before the block
        ("round", 0, "claim"),
        ("say", 0, "claim"),
        ("say", 1, "reply"),  # the first step of a later round: the last one of the round before
        ("reply", 0, "say"),
        ("synthesis", 0, "talk"),
    ],
)
def test_the_way_back_leads_to_who_spoke_last(gate: str, approvals: int, back: str) -> None:
    driver = started(own(), gate)
    for _ in range(approvals):
        driver = told(driver, approved=True)
    [path] = open_gates(driver.debate)
    found = way_back(driver.debate, path)
    assert found is not None
    assert found.name == back
    again = told(driver, approved=False, reason="once more")
    assert any(inside(turn, path) for turn in asked(again.log))
    assert told(again, approved=True).debate.replies[path].text == "once more"


def test_the_way_back_leads_out_of_what_is_done_again() -> None:
    driver = told(started(FORMATS["dual"], "rounds", "analysis", threshold=100), approved=True)
    said = [*driver.log, *decide(driver.debate, commands.Interject(text="Think of laptops."))]
    no = decide(fold(said), commands.Review(approved=False, reason="Not yet."))
    again = drive_to_gate([*said, *no])
    [path] = open_gates(again.debate)
    assert path == "round[1]/gate-round[person]/again-2/gate-analysis[person]"
    found = way_back(again.debate, path)
    assert found is not None
    assert found.name == "critique"


def test_the_way_back_from_a_later_item_is_what_ended_the_one_before() -> None:
    driver = told(started(FORMATS["dialogue"], "take", minirounds=1), approved=True)
    [path] = open_gates(driver.debate)
    assert path == "aspect[risk]/gate-take[person]"
    found = way_back(driver.debate, path)
    assert found is not None
    assert found.name == "miniround"
    again = told(driver, approved=False, reason="once more")
    assert any(turn.startswith(f"{path}/again-1/miniround[1]/") for turn in asked(again.log))


ASKING = OWN.replace(
    '[step.claim]\nask = "first a"',
    '[step.claim]\nrepeat = "unbounded"\nuntil = "approved"\ndo = ["draft", "seal"]\n[step.draft]\nask = "first a"\n'
    '[step.seal]\nask = "person"\ngives = "approval"',
)


def test_a_step_of_a_format_that_asks_for_approval_is_a_gate_like_the_others() -> None:
    format = load(ASKING, "own.toml", STANDARD)
    driver = started(format)
    assert open_gates(driver.debate) == ["talk/claim[1]/seal[person]"]
    assert isinstance(driver.log[-1], DebateHalted)
    assert subject("talk/claim[1]/seal") == "what follows claim"
    back = told(driver, approved=False, reason="no")
    assert open_gates(back.debate) == ["talk/claim[2]/seal[person]"], "the format says where it goes on"
    assert "rounds" in points(format)
    assert forecast(opening_event(format))


def test_a_point_that_a_format_lacks_is_refused_with_those_that_it_has() -> None:
    with pytest.raises(ConfigError) as refused:
        options_of(FORMATS["dual"], {"gates": ["nowhere"]})
    assert refused.value.field == "gate"
    assert "all, rounds, spend:USD, synthesis, sealed, round, analysis, critique" in refused.value.remedy
    with pytest.raises(ConfigError, match="no amount"):
        options_of(FORMATS["dual"], {"gates": ["spend:much"]})
    assert options_of(FORMATS["dual"], {"gates": ["spend:$0.50", "all"]})["gates"] == ["spend:$0.50", "all"]


def test_whoever_is_sent_back_reads_their_own_rejected_words_and_nobody_elses() -> None:
    """Each works alone in a pass, also the second time; but whoever is to mend something has to see it."""
    again = "round[2]/gate-critique[person]/again-1/proposal"
    past = boards.past_of(
        boards.turn("round[1]/proposal/propose[ben]", "artifact"),
        boards.turn("round[2]/proposal/propose[ada]", "artifact"),
        boards.turn("round[2]/proposal/propose[ben]", "artifact"),
        boards.turn(f"{again}/propose[ben]", "artifact"),
    )
    for path, seen in (
        (f"{again}/propose[ada]", ["round[1]/proposal/propose[ben]", "round[2]/proposal/propose[ada]"]),
        ("round[2]/proposal/propose[ada]", ["round[1]/proposal/propose[ben]"]),
    ):
        shown = earlier(moment_of(past, path), View(messages=past.nodes()), Index("round")).messages
        assert sorted(node.turn.path for node in shown if node.turn is not None) == seen


def test_what_a_gate_is_before_is_called_by_a_noun() -> None:
    assert subject("round[1]/gate-adversarial[person]") == "the adversarial phase"
    assert subject("round[1]/gate-2-critique[person]") == "the critique"
