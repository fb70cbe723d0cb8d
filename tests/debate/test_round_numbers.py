"""Rounds are counted on through extensions, wherever a round is shown."""

from __future__ import annotations

import pytest

from disputatio.app.paths import resource
from disputatio.debate.decide.decide import decide
from disputatio.debate.ids import pass_over, round_of, rounds_before
from disputatio.debate.log.commands import Extend
from disputatio.debate.log.events import Recorded
from disputatio.debate.log.evolve import fold
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.transcript import NoteEntry, transcript_of
from disputatio.debate.walk.plan import Planner
from disputatio.testing.speakers import drive, formats_of, opening_event


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("", 0),
        ("synthesis[clerk]", 0),
        ("round[3]/critique[critic]", 3),
        ("synthesis[clerk]/extension-1-after-5/round[2]/critique[critic]", 7),
        ("a[clerk]/extension-1-after-5/synthesis[clerk]/extension-2-after-7/round[1]/analysis[analyst]", 8),
        ("a[clerk]/extension-1-after-5/synthesis[clerk]", 0),
        ("round[2]/crux[c1]/exchange[4]/rejoinder[ada]", 2),
        ("aspect[2024]/take[ada]", 0),
        ("aspect[2024]/miniround[1]/reply[ada]", 1),
    ],
)
def test_the_round_of_a_path(path: str, number: int) -> None:
    assert round_of(path) == number


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("round", "round 2 is over"),
        ("aspect[cost]/miniround", "Aspect cost: miniround 2 is over"),
        ("phase[3]/part[a]/loop", "Phase 3, part a: loop 2 is over"),
        ("aspect[cost]", "aspect cost is next"),
        ("phase[3]/part[a]", "Phase 3: part a is next"),
        ("synthesis[clerk]/extension-1-after-5/round", "round 7 is over"),
        ("synthesis[clerk]/extension-4/round", "round 2 is over"),
    ],
)
def test_a_pause_says_in_words_what_is_over(path: str, said: str) -> None:
    assert pass_over(path, 2) == said


def test_an_extension_goes_on_counting() -> None:
    format = formats_of(resource("formats"))["adversarial"]
    log = drive([opening_event(format, rounds=2, auto_continue=True, seed=3)])
    for _ in range(2):
        log = drive([*log, *decide(fold(log), Extend(rounds=1))])
    records = [Recorded(seq=n, at=0.0, prev_hash="", hash="", event=event) for n, event in enumerate(log, 1)]
    transcript = transcript_of(records)
    notes = [entry.text for entry in transcript.entries if isinstance(entry, NoteEntry) and entry.kind == "round"]
    assert notes == ["Round 1", "Round 2", "Round 3", "Round 4"]
    debate = fold(log)
    progress = progress_of(debate, Planner().walk(debate).past)
    assert (progress.round, progress.rounds) == (4, 4)
    assert {round_of(path) for path in debate.replies if "challenge" in path} == {1, 2, 3, 4}
    assert max(rounds_before(path) for path in debate.replies) == 3
