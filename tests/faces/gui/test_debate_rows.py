"""Rows of the library of debates: figure and ring say the same; and money."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontMetricsF

from disputatio.faces.gui import language
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.library.debate_index import item, whole_parts
from disputatio.storage.catalogue import DebateEntry


def entry(score):
    return DebateEntry(
        id="a",
        title="",
        topic="Which database?",
        format="dialogue",
        status="completed",
        why="",
        created_at=0.0,
        updated_at=0.0,
        completed_at=0.0,
        rounds=0,
        turns=4,
        score=score,
        outcome={},
        cost=0,
        unpriced_turns=0,
        tokens=0,
        context_kind="none",
        context_ref="",
        context_title="",
        parent="",
        deleted_at=None,
    )


@pytest.mark.parametrize(("stored", "measured", "said"), [(0.75, 1.0, "100% agreed"), (0.75, None, "75% agreed")])
def test_what_was_measured_since_is_said_in_words_and_in_the_ring(stored, measured, said):
    shown = item(entry(stored), 0.0, score=measured)
    assert shown.subtitle.startswith(said)
    assert shown.score == (stored if measured is None else measured)


def test_an_ended_debate_without_a_measure_is_finished():
    assert item(entry(None), 0.0).subtitle.startswith("Finished")


@pytest.mark.parametrize(
    ("micro", "said"), [(0, "$0.00"), (18, "<$0.0001"), (50, "$0.0001"), (300, "$0.0003"), (None, "price unknown")]
)
def test_what_cost_something_is_never_said_to_have_cost_nothing(micro, said):
    assert phrases.money(micro) == said


def test_what_does_not_fit_is_given_up_whole_from_the_end(qapp):
    measure = QFontMetricsF(QFont())
    line = "Finished without agreement · 3 rounds · 13:58"
    for kept in (line, "Finished without agreement · 3 rounds", "Finished without agreement"):
        assert whole_parts(line, measure, measure.horizontalAdvance(kept) + 0.5) == kept
    assert whole_parts(line, measure, measure.horizontalAdvance("Finished")).endswith("…")


def test_a_state_begins_large_and_keeps_the_words_of_its_language(qapp):
    ended, before = replace(entry(None), outcome={"outcome": "impasse"}), QLocale()
    language.speak_as(QLocale("de"), language.translations("de"))
    try:
        assert item(ended, 0.0).subtitle.startswith("Abgeschlossen ohne Einigung")
    finally:
        language.speak_as(before, None)
