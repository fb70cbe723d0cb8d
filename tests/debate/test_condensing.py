"""Long debates (SPEC DUAL.5): older messages become a digest, the newest stay verbatim, and nothing falls in between.
Work grows with the length of a debate, not with its square."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from cProfile import Profile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.decide.decide import decide
from disputatio.debate.format import MESSAGES, Block, Format
from disputatio.debate.formats.loader import load
from disputatio.debate.log import commands
from disputatio.debate.log.events import Event, OptionChanged, Spliced, TurnAsked, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policy import At
from disputatio.debate.walk.plan import Planner
from disputatio.debate.walk.rulebook import holds
from disputatio.testing.meddler import Meddler
from disputatio.testing.speakers import LONG_WINDED, dice, drive, formats_of, opening_event

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
FORMATS = formats_of(FOLDER)
STANDARD = (FOLDER / "standard.toml").read_text()
CONDENSING = [name for name in FORMATS if "condense" in (FOLDER / f"{name}.toml").read_text()]
LONG = {"rounds": 9, "threshold": 101, "auto_continue": True}

TEAMS = """
name = "teams"
title = "Teams"
do = ["round"]
[options]
rounds = 6
[cast.reds]
role = "Red"
team = "red"
seats = [2, 2]
[cast.blues]
role = "Blue"
team = "blue"
seats = [2, 2]
[step.round]
repeat = "$rounds"
do = ["condense", "whisper", "say"]
[step.whisper]
ask = "reds"
heard = "team"
sees = "recent $keep"
[step.say]
ask = "all"
sees = "recent $keep"
"""


def teams() -> Format:
    return load(TEAMS, "teams.toml", STANDARD)


def talk(debate: Debate, rng: object) -> commands.Command | None:
    return commands.Interject(text="hear me")


def covered(log: Sequence[Event]) -> None:
    """Every message that a participant may hear, and that is over by then, is in its view or in the digest's chain."""
    debate = fold(log)
    asked = {event.path: event for event in log if isinstance(event, TurnAsked)}
    for path, event in asked.items():
        if event.seat not in debate.seats or not any("recent" in one for one in views(debate, path)):
            continue
        known = set(event.sees)
        todo = [ref for ref in event.sees if ref in asked and asked[ref].gives == "digest"]
        while todo:
            digest = asked[todo.pop()]
            known |= set(digest.sees)
            todo += [ref for ref in digest.sees if ref in asked and asked[ref].gives == "digest"]
        for turn in before(debate, path):
            private = turn.heard.startswith("team:") and debate.seats[event.seat].team != turn.heard[5:]
            if not private:
                assert turn.path in known, f"{path} has lost {turn.path}"
            else:
                assert turn.path not in known, f"{path} reads {turn.path} of the other team"


def views(debate: Debate, path: str) -> Sequence[str]:
    step = path.rpartition("/")[2].partition("[")[0]
    found: list[str] = []
    todo = [debate.format.body]
    while todo:
        block = todo.pop()
        todo += block.do
        if block.name == step:
            found += block.sees
    return () if any(one.startswith(("here", "nothing")) for one in found) else found


def before(debate: Debate, path: str) -> list[TurnHeard]:
    """The messages that precede a turn by the structure; those of a round under way only where the format shows it."""
    turns = list(Planner().walk(debate).past)
    if path in (paths := [turn.path for turn in turns]):
        turns = turns[: paths.index(path)]
    step = views(debate, path)
    loop = path.rpartition("/")[0]
    return [
        TurnHeard(turn.path, turn.heard)
        for turn in turns
        if turn.gives in MESSAGES and not ("earlier round" in step and turn.path.startswith(loop + "/"))
    ]


class TurnHeard:
    def __init__(self, path: str, heard: str) -> None:
        self.path, self.heard = path, heard


@pytest.mark.parametrize("name", [*CONDENSING, "teams"])
@given(
    seed=st.integers(0, 10**6).map(lambda n: 4 * n + LONG_WINDED),
    keep=st.integers(1, 6),
    more=st.integers(0, 4),
    fails=st.booleans(),
)
@settings(max_examples=8)
def test_every_message_is_verbatim_or_in_the_digest(name: str, seed: int, keep: int, more: int, fails: bool) -> None:
    """Also where a digest fails, a person speaks in between, and the number of verbatim messages grows."""
    form = teams() if name == "teams" else FORMATS[name]
    start = opening_event(form, seed=seed, keep=keep, condense=keep + more, **LONG)

    def grow(debate: Debate, rng: object) -> commands.Command | None:
        return commands.SetOption(name="keep", value=keep + seed % 4)

    digests = iter(range(1000))
    log = drive(
        [start],
        pick=dice(seed),
        meddle=Meddler(seed, (talk, grow), times=6),
        fails=lambda call: fails and call.gives == "digest" and next(digests) % 2 == 0,
    )
    covered(log)


def test_beyond_eight_messages_the_last_six_stay_verbatim(monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn(monkeypatch)
    log = drive([opening_event(FORMATS["dual"], seed=LONG_WINDED, sealed=False, **LONG)])
    digests = [event for event in log if isinstance(event, TurnAsked) and event.gives == "digest"]
    messages: list[str] = []
    for event in log:
        if isinstance(event, TurnAsked) and event.gives == "digest":
            assert len(messages) > 8
            break
        if isinstance(event, TurnCompleted) and ("analysis[" in event.path or "critique[" in event.path):
            messages += [event.path] if event.path.endswith(("[analyst]", "[critic]")) else []
    assert digests[0].sees == (*messages[:-6], "#points"), "the older ones are condensed"
    following = next(
        event for event in log[log.index(digests[0]) :] if isinstance(event, TurnAsked) and event.seat == "analyst"
    )
    assert following.sees[:-1] == (*messages[-6:], digests[0].path)
    assert digests[0].path in digests[1].sees, "merged with the earlier digest"


def test_a_digest_that_failed_leaves_the_messages_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn(monkeypatch)
    log = drive([opening_event(FORMATS["dual"], seed=1, **LONG)], fails=lambda call: call.gives == "digest")
    last = [event for event in log if isinstance(event, TurnAsked) and event.seat == "analyst"][-1]
    assert len([ref for ref in last.sees if not ref.startswith("#")]) > 8
    covered(log)


def said_so_far(rounds: int, characters: int, *, before: int = 4) -> At:
    """The beginning of a round of a dual debate of so many rounds, when so many were held."""
    start = opening_event(FORMATS["dual"], rounds=rounds, auto_continue=True)
    past = Past()
    for number in range(1, before + 1):
        for step, seat in (("analysis", "analyst"), ("critique", "critic")):
            path = f"round[{number}]/{step}[{seat}]"
            past = past.add(Turn(path=path, seat=seat, gives="say", heard="all", text="x" * characters))
    return At(debate=fold([start]), path=f"round[{before + 1}]/condense", past=past)


@pytest.mark.parametrize(
    ("rounds", "characters", "saves"),
    [(9, 2_000, True), (9, 200, False), (6, 2_000, False), (60, 500, True)],
    ids=["long messages, many rounds to come", "short messages", "the debate is nearly over", "a great many rounds"],
)
def test_a_digest_is_made_only_where_it_saves_more_than_it_takes(rounds: int, characters: int, saves: bool) -> None:
    at = said_so_far(rounds, characters, before=5)
    assert holds("saves 6", at) is saves


def test_an_extension_counts_the_rounds_that_it_adds() -> None:
    at = said_so_far(5, 2_000, before=6)
    loop = next(block for block in at.debate.format.body.do if block.repeat)
    for added, saves in ((1, False), (20, True)):
        block = Block(name="extension-1-after-5", do=(replace(loop, repeat="$extension-1-after-5"),))
        events = (OptionChanged(name=block.name, value=added), Spliced(after="round", block=block))
        later = replace(at, debate=fold(events, at.debate), path=f"round/{block.name}/round[1]/condense")
        assert holds("saves 6", later) is saves


def test_outside_of_any_loop_older_messages_are_read_once_more_by_each_and_at_the_end() -> None:
    long, short = (replace(said_so_far(9, size, before=5), path="condense") for size in (2_000, 100))
    assert holds("saves 6", long) is False, "read so rarely, they are cheaper as they are"
    assert holds("saves 6", short) is False


def test_what_a_team_says_is_in_no_digest() -> None:
    log = drive([opening_event(teams(), seed=LONG_WINDED, keep=2, condense=3, auto_continue=True)])
    digests = [event for event in log if isinstance(event, TurnAsked) and event.gives == "digest"]
    assert digests
    assert not any("whisper" in ref for event in digests for ref in event.sees)
    covered(log)


# work, counted: calls of functions, Python's and C's, never seconds


def calls_of(work: Callable[[], object]) -> int:
    profile = Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


def long_debate(name: str, rounds: int) -> list[Event]:
    start = opening_event(FORMATS[name], seed=LONG_WINDED, auto_continue=True)
    return [replace(start, options=start.options | {"rounds": rounds, "threshold": 101})]


def stubborn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops run to their bound: exits never hold."""
    monkeypatch.setattr("disputatio.debate.walk.rulebook.leaves", lambda reference, at: None)


@pytest.mark.parametrize("name", CONDENSING)
def test_planning_and_folding_grow_with_the_length(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four times the rounds, about four times the work."""
    stubborn(monkeypatch)
    logs: list[list[Event]] = []
    driven = [calls_of(lambda rounds=rounds: logs.append(drive(long_debate(name, rounds)))) for rounds in (30, 120)]  # type: ignore[misc]
    folded = [calls_of(lambda log=log: fold(log)) for log in logs]  # type: ignore[misc]
    assert driven[1] / driven[0] < 5
    assert folded[1] / folded[0] < 4.5


def test_the_planner_walks_no_further_in_a_longer_debate(monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn(monkeypatch)
    costs = []
    for rounds in (125, 500):
        log = drive(long_debate("dual", rounds), limit=10**6)
        assert len([event for event in log if isinstance(event, TurnCompleted)]) >= 4 * rounds
        planner, debate = Planner(), fold(log[:-12])
        planner.walk(debate)
        costs.append(calls_of(lambda planner=planner, debate=debate: planner.walk(debate)))  # type: ignore[misc]
    assert costs[1] < 1.5 * costs[0]


def test_a_word_of_the_person_costs_no_more_than_one_walk() -> None:
    log = drive([opening_event(FORMATS["dual"], seed=3, auto_continue=True, rounds=5)])[:40]
    debate = fold(log)
    one = calls_of(lambda: decide(debate, commands.Interject(text="x")))
    assert one < 3 * calls_of(lambda: Planner().walk(debate)) + 200
