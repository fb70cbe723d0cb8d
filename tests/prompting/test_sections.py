"""What participants are shown in words: each figure of the rules has a writer and a title, and nothing else has."""

from __future__ import annotations

from pathlib import Path

import pytest

from disputatio.debate.figures import FIGURES, shown_in
from disputatio.prompting.sections import WRITERS, text_of, title_of
from disputatio.testing.boards import moment_of, past_of, told
from disputatio.testing.speakers import shipped

FORMATS = shipped(Path(__file__).parents[2] / "resources" / "formats")


def test_the_figures_that_a_format_may_name_are_those_that_somebody_writes() -> None:
    assert WRITERS.keys() == FIGURES.keys()


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_every_figure_has_a_title_and_is_described_in_a_line(name: str) -> None:
    assert title_of(name)
    assert title_of(name) != name
    assert FIGURES[name]
    assert "\n" not in FIGURES[name]


def test_a_figure_is_written_for_the_moment_of_asking() -> None:
    past = past_of(*told("round[1]/say[ada]", stance="Keep the cache"))
    assert text_of("ledger", moment_of(past)) == "- Ada: Keep the cache"
    assert text_of("topic", moment_of(past, aspects=["cost"])).endswith("Aspects: cost")
    assert text_of("topic", moment_of(past, aspects=["risk"])).endswith("Aspects: risk")


def test_a_format_says_which_figures_its_seats_are_shown() -> None:
    assert list(shown_in(FORMATS["delphi"])) == ["standings", "disputes", "statistics"]
    assert {"view", "standing-view", "closing-view", "participants"} <= shown_in(FORMATS["dialogue"]).keys()
    assert all(about == FIGURES[name] for form in FORMATS.values() for name, about in shown_in(form).items())
