"""What is shown of a debate that plays a recorded one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from disputatio.app.paths import resource
from disputatio.debate.context import EXAMPLE, Context
from disputatio.debate.log.evolve import fold
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.score import similar_models
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
