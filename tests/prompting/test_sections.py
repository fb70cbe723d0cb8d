"""What participants are shown in words: each figure of the rules has a writer and a title, and nothing else has."""

from __future__ import annotations

from pathlib import Path

import pytest

from disputatio.debate.policies.figures import FIGURES, shown_in
from disputatio.prompting.reading.figures import claims_known, points
from disputatio.prompting.reading.naming import seats_of
from disputatio.prompting.rehearsal.character import claim_in_room
from disputatio.prompting.request import Brief
from disputatio.prompting.sections import WRITERS, text_of, title_of
from disputatio.testing.boards import moment_of, past_of, told, turn
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


SIDES = ["ada", "ben"]


def test_what_is_written_is_read_back_by_rules_and_rehearsals() -> None:
    """They know points, claims and people from the figures that a model reads: a line and its reader go together."""
    past = past_of(
        *told("say[ada]"),
        turn("say[ada]/points[clerk]", "points", items=[{"text": "The cache is safe"}, {"text": "Readers never wait"}]),
        turn("check[ben]", "assessment", disagree=[{"point": "P1", "reason": "untested"}], agree=[{"point": "P2"}]),
        *told("say[ben]", claims=[{"id": "c1", "text": "Logs help", "sides": SIDES}]),
    )
    moment = moment_of(past, "crux[c1]/statement[ada]")
    brief = Brief(figures={name: text_of(name, moment) for name in FIGURES})
    known, settled = points(brief)
    assert (known.id, known.status, known.author, known.text) == ("P1", "contested", "Ada", "The cache is safe")
    assert known.reason == "untested"
    assert (settled.id, settled.status, settled.text) == ("P2", "agreed", "Readers never wait")
    claims = {claim.id: claim for claim in claims_known(brief)}
    assert (claims["c1"].text, claims["c1"].sides) == ("Logs help", ("Ada", "Ben"))
    assert seats_of(brief) == {each: each for each in ("ada", "ben", "cyd", "dot")}
    assert claim_in_room(brief) == "Logs help"
    assert text_of("claim", moment).split(" ")[0] == "c1"


def test_a_format_says_which_figures_its_seats_are_shown() -> None:
    assert list(shown_in(FORMATS["delphi"])) == ["standings", "disputes", "statistics"]
    assert {"view", "standing-view", "closing-view", "participants"} <= shown_in(FORMATS["dialogue"]).keys()
    assert all(about == FIGURES[name] for form in FORMATS.values() for name, about in shown_in(form).items())
