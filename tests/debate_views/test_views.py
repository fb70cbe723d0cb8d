"""What faces show: the transcript grows with the log, progress has its history, the forecast ends for every format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.debate.log.events import (
    DebateOpened,
    Event,
    Recorded,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
    Usage,
)
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.views.forecast import MOST_CALLS, forecast
from disputatio.debate.views.measurability import similar_models
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.transcript import NoteEntry, Transcript, TurnEntry, transcript_of
from disputatio.debate.walk.plan import Planner
from disputatio.testing.meddler import ANYTHING, Meddler
from disputatio.testing.speakers import dice, drive, formats_of, opening_event, varied_opening

FORMATS = formats_of(resource("formats"))
PATH = "round[1]/analysis[analyst]"


def recorded(log: Sequence[Event]) -> list[Recorded]:
    return [Recorded(seq=n, at=float(n), prev_hash="", hash="", event=event) for n, event in enumerate(log, 1)]


def transcript(log: Sequence[Event]) -> Transcript:
    found = transcript_of(recorded(log))
    return found


def meddled(name: str, seed: int) -> list[Event]:
    roll = dice(seed)
    return drive(
        [varied_opening(FORMATS[name], seed)],
        pick=roll,
        fails=lambda call: roll(10) == 0,
        meddle=Meddler(seed, ANYTHING),
    )


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000))
def test_the_transcript_says_of_every_turn_what_the_rules_say(name: str, seed: int) -> None:
    log = meddled(name, seed)
    shown, debate = transcript(log), fold(log)
    for path, reply in debate.replies.items():
        entry = shown.turns[path]
        assert (entry.status, entry.text, entry.data) == ("done", reply.text, reply.data)
    for path in debate.abstained:
        assert shown.turns[path].status == "absent"
    for path in debate.failed:
        assert shown.turns[path].status == "failed"
    for path in debate.asked:
        assert shown.turns[path].status == "open"
    seqs = [entry.seq for entry in shown.entries]
    assert seqs == sorted(seqs)
    assert len(set(shown.turns)) == sum(isinstance(entry, TurnEntry) for entry in shown.entries)
    assert sum(entry.usage.total for entry in shown.turns.values()) == debate.spent.tokens


@settings(max_examples=10)
@given(seed=st.integers(0, 10_000))
def test_every_record_changes_at_most_the_entry_that_it_returns(seed: int) -> None:
    grown = Transcript()
    for record in recorded(meddled("dual", seed)):
        before = [repr(entry) for entry in grown.entries]
        changed = grown.add(record)
        after = {id(entry): repr(entry) for entry in grown.entries}
        for entry, was in zip(grown.entries, before, strict=False):
            subject = isinstance(changed, TurnEntry) and changed.gives == "evidence"
            assert after[id(entry)] == was or entry is changed or subject
        assert changed is None or changed in grown.entries


def asked() -> TurnAsked:
    return TurnAsked(path=PATH, seat="analyst", model="a:b", task="analysis", gives="say", heard="all", sees=())


def entry_after(*events: Event) -> TurnEntry:
    return transcript([opening_event(FORMATS["dual"]), asked(), *events]).turns[PATH]


PAID = Usage(prompt=10, completion=2)


def test_statuses_partials_and_what_all_attempts_cost() -> None:
    cut = TurnCut(path=PATH, text="I beg", why="It broke.", cost=12, usage=PAID)
    failed = TurnFailed(path=PATH, kind="quota", why="No credit.", remedy="Pay.", cost=0)
    done = TurnCompleted(path=PATH, text="Whole.", cost=20, usage=PAID, model="a:b")
    assert entry_after().status == "open"
    assert (
        entry_after(TurnDrafted(path=PATH, start=0, text="I"), TurnDrafted(path=PATH, start=1, text=" b")).text == "I b"
    )
    entry = entry_after(cut)
    assert (entry.status, entry.text, entry.why, entry.partials) == ("cut", "I beg", "It broke.", ["I beg"])
    entry = entry_after(cut, asked())
    assert (entry.status, entry.text, entry.why, entry.attempts) == ("open", "", "", 2)
    entry = entry_after(cut, asked(), failed)
    assert (entry.status, entry.kind, entry.remedy) == ("failed", "quota", "Pay.")
    entry = entry_after(cut, failed, asked(), done)
    assert (entry.status, entry.text, entry.partials, entry.attempts) == ("done", "Whole.", ["I beg"], 2)
    assert (entry.cost, entry.usage.total) == (32, 24)
    assert (entry.kind, entry.remedy, entry.why) == ("", "", "")
    assert entry_after(cut, asked(), replace(done, cost=None)).cost is None


def test_what_was_given_up_stays_so_whatever_comes_late() -> None:
    skipped = TurnAbstained(path=PATH, why="skipped by you")
    for late in (TurnCut(path=PATH, text="I beg"), TurnCompleted(path=PATH, text="I beg")):
        entry = entry_after(skipped, late)
        assert (entry.status, entry.why, entry.partials) == ("absent", "skipped by you", ["I beg"])


def test_notes_stand_between_turns() -> None:
    log = drive([opening_event(FORMATS["dual"], rounds=2, auto_continue=True)])
    notes = [entry.kind for entry in transcript(log).entries if isinstance(entry, NoteEntry)]
    assert notes[0] == "opened"
    assert notes[-1] == "ended"
    assert notes.count("round") == 2


@settings(max_examples=10)
@given(seed=st.integers(0, 10_000))
def test_progress_grows_round_by_round_and_its_history_ends_in_the_present(seed: int) -> None:
    log = drive([varied_opening(FORMATS["dual"], seed, auto_continue=True)])
    debate = fold(log)
    progress = progress_of(debate, Planner().walk(debate).past)
    rounds = [number for number, _ in progress.history]
    assert rounds == sorted(set(rounds))
    assert all(0 < number <= max(progress.round, 1) for number in rounds)
    assert all(0 <= measure.score <= 100 for _, measure in progress.history)
    if progress.history:
        assert progress.history[-1][1].agreed <= len(progress.points)


def test_a_debate_that_has_not_begun_has_no_progress() -> None:
    first = opening_event(FORMATS["dual"])
    debate = fold([first])
    progress = progress_of(debate, Planner().walk(debate).past)
    assert (progress.round, progress.points, progress.history) == (0, (), ())
    assert not progress.measure.measured


def test_one_model_on_all_seats_is_warned_of() -> None:
    first = opening_event(FORMATS["dual"])
    same = replace(first, seats=tuple(replace(seat, model="a:b") for seat in first.seats))
    assert "a:b" in similar_models(fold([same]))
    person = replace(first, seats=(replace(first.seats[0], model="a:b"), replace(first.seats[1], model=HUMAN)))
    assert similar_models(fold([person])) == ""


# Forecasts


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("extra", [0, 3])
def test_the_forecast_of_every_format_ends_and_is_no_less_than_what_happens(name: str, extra: int) -> None:
    first = opening_event(FORMATS[name], extra=extra)
    expected = forecast(first, 1000)
    assert expected
    assert all(each.calls > 0 and each.prompt > 0 and each.completion > 0 for each in expected)
    assert 0 < sum(each.calls for each in expected) < MOST_CALLS
    assert HUMAN not in [each.model for each in expected]


def test_a_dual_debate_is_forecast_by_its_rounds() -> None:
    def calls(rounds: int) -> dict[str, int]:
        return {each.model: each.calls for each in forecast(opening_event(FORMATS["dual"], rounds=rounds))}

    two, four = calls(2), calls(4)
    assert (two["toy:0"], four["toy:0"]) == (4, 8)  # both seats are this model
    assert four["toy:clerk"] > two["toy:clerk"]
    assert calls(0).get("toy:0", 0) < two["toy:0"]


def test_people_are_not_forecast_and_caps_do_not_shorten_it() -> None:
    first = opening_event(FORMATS["dual"])
    people = replace(first, seats=tuple(replace(seat, model=HUMAN) for seat in first.seats))
    assert [each.model for each in forecast(people)] == ["toy:clerk"]
    assert forecast(people, 10**6) != ()
    capped = replace(first, options={**first.options, "max_turns": 1, "max_cost": 1, "max_tokens": 1})
    assert forecast(capped) == forecast(first)


def test_endless_rounds_have_an_end_here(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 600
    monkeypatch.setattr("disputatio.debate.views.forecast.MOST_CALLS", most)
    first = opening_event(FORMATS["dual"])
    endless: DebateOpened = replace(first, options={**first.options, "rounds": 10**9})
    assert sum(each.calls for each in forecast(endless)) <= most + 10
