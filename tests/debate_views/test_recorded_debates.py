"""What is shown of a debate that plays a recorded one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from disputatio.app.paths import resource
from disputatio.debate.context import EXAMPLE, Context
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.views.measurability import similar_models
from disputatio.debate.views.progress import is_rehearsal, progress_of
from disputatio.debate.views.score import score_of, settled_score
from disputatio.debate.walk.plan import Planner
from disputatio.exporting.json_export import import_json
from disputatio.storage.chain import event_of_row
from disputatio.testing.debates import opening
from disputatio.testing.speakers import formats_of

DUAL = formats_of(resource("formats"))["dual"]
RECORDED = "replay:recorded language model"


def test_a_context_names_the_example_that_its_debate_plays() -> None:
    assert Context(ref=f"{EXAMPLE}cron").example == "cron"
    assert Context(kind="repository", ref="shop").example == ""


@pytest.mark.parametrize(
    ("models", "context", "warning"),
    [
        ((RECORDED, RECORDED), Context(ref="example:x"), "All participants were one recorded language model: "),
        ((f"{RECORDED} A", f"{RECORDED} B"), Context(ref="example:x"), ""),
        (("openai:a", "openai:a"), Context(), "All participants use openai:a: "),
        (("rehearsal:quick",) * 2, Context(), ""),
        (("replay:rehearsal without AI",) * 2, Context(ref="example:x"), ""),
    ],
)
def test_the_warning_of_one_model_says_what_is_true_of_the_recording(
    models: tuple[str, str], context: Context, warning: str
) -> None:
    opened = opening(DUAL, "Is it so?", model=models[0], models={"critic": models[1]}, context=context)
    said = similar_models(fold([opened]))
    assert said.startswith(warning) if warning else said == ""


def test_of_a_recorded_rehearsal_nobody_thought() -> None:
    opened = opening(DUAL, "Is it so?", model="replay:rehearsal without AI")
    assert is_rehearsal(fold([opened]))
    assert not is_rehearsal(fold([replace(opened, seats=opening(DUAL, "?", model=RECORDED).seats)]))


def test_while_a_dual_debate_runs_its_score_moves_only_once_the_critic_has_assessed() -> None:
    """What the clerk records of an answer, a concession too, is no measure before the Critic has seen it."""
    text = json.dumps(json.loads(resource("examples", "fourteen-repositories.json").read_text("utf-8"))["debate"])
    log = [event_of_row(row).event for row in import_json(text).rows]
    planner, before, at_once, moved = Planner(), None, set(), set()
    shown: float | None = None
    for end, event in enumerate(log, 1):
        planner.observe(event)
        debate = fold(log[:end])
        if not isinstance(event, TurnCompleted) or debate.status != "debating":
            continue
        past = planner.walk(debate).past
        progress = progress_of(debate, past)
        if (now := score_of(debate, progress).score) != before:
            before = now
            at_once.add(event.path)
        if (now := settled_score(debate, progress, past).score) != shown:
            shown = now
            moved.add(event.path)
    over, past = fold(log), planner.walk(fold(log)).past
    assert settled_score(over, progress_of(over, past), past) == score_of(over, progress_of(over, past))
    assert any("analysis" in path for path in at_once), "the clerk's records of an answer count in between"
    assert moved, "the score moves"
    assert all("critique[critic]" in path for path in moved)
