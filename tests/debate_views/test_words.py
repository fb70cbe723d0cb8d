"""Money is told so that nothing that cost something reads as if it had cost nothing."""

from __future__ import annotations

import json
from gettext import NullTranslations

import pytest

from disputatio.debate.log.state import Spent
from disputatio.debate.views import words
from disputatio.debate.views.plain_text import asked_in, at_clause
from disputatio.debate.views.transcript import option_change
from disputatio.debate.views.words import dollars, percent, total
from disputatio.debate.wording import speak, visible


@pytest.mark.parametrize(
    ("micro", "told"),
    [
        (0, "$0.00"),
        (1, "<$0.0001"),
        (49, "<$0.0001"),
        (50, "$0.0001"),
        (1_234, "$0.0012"),
        (10_000, "$0.01"),
        (2_500_000, "$2.50"),
    ],
)
def test_small_amounts_have_more_decimals(micro: int, told: str) -> None:
    assert dollars(micro) == told


class German(NullTranslations):
    def gettext(self, message: str) -> str:
        return {"${amount}": "{amount} $", "1,234.5": "1.234,5"}.get(message, message)


def test_another_language_has_the_dollars_elsewhere() -> None:
    speak(German())
    try:
        assert [dollars(micro) for micro in (1, 1_234_500_000)] == ["<0,0001 $", "1234,50 $"]
    finally:
        speak(None)


def test_an_unknown_price_is_never_nothing() -> None:
    assert total(500_000, 0) == "$0.50"
    assert total(0, 2) == "2 calls of unknown price"
    assert total(500_000, 1) == "$0.50 + 1 call of unknown price"
    assert total(0, 1_200) == "1,200 calls of unknown price"
    assert words.price(None) == "price unknown"
    assert words.price(0) == "$0.00"


def test_what_a_debate_has_used_is_money_tokens_and_turns() -> None:
    assert words.expenses(Spent(unpriced=2)).startswith("2 calls of unknown price, ")
    assert words.expenses(Spent(cost=0, tokens=1_200, turns=3)) == "$0.00, 1,200 tokens, 3 turns of models, 3 requests"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("rounds", 7, "Rounds is now 7"),
        ("extension-1-after-1", 1, "Extended by 1 round"),
        ("extension-2-after-3", 2, "Extended by 2 rounds"),
        ("max_cost", 2_500_000, "The budget is now $2.50"),
        ("max_cost", None, "The budget is now without a limit"),
        ("max_cost", "odd", "The budget is now odd"),
        ("max_tokens", None, "Max tokens is now without a limit"),
        ("auto_continue", True, "Auto continue is now on"),
        ("flips", False, "Flips is now off"),
    ],
)
def test_a_changed_option_is_said_in_words(name: str, value: object, told: str) -> None:
    assert option_change(name, value) == told


@pytest.mark.parametrize(
    ("status", "outcome", "interrupted", "state"),
    [
        ("completed", "impasse", False, "impasse"),
        ("completed", "consensus", False, "done"),
        ("cancelled", "impasse", False, "stopped"),
        ("running", "", True, "interrupted"),
        ("odd", "", False, "damaged"),
    ],
)
def test_the_state_of_a_debate_by_what_is_stored_of_it(
    status: str, outcome: str, interrupted: bool, state: str
) -> None:
    assert words.state_of(status, outcome, interrupted=interrupted) == state


def test_a_forecast_is_one_sentence_with_its_price_and_what_may_come_on_top() -> None:
    by_hand = "No provider is asked or paid: you write every reply, or carry it here from another chat."
    assert words.forecast(0, 0, 0, most=(0, 0), looks=False) == by_hand
    assert words.forecast(1, 1_200, 500_000) == "About 1 call and 1,200 tokens: ≈ $0.50."
    assert words.forecast(900, 9, None, ("a:b", "a:c"), more=True).startswith(
        "More than 900 calls and 9 tokens: price unknown (a:b, a:c)"
    )
    free = words.forecast(2, 9, 0, most=(7, 0), asks=False)
    assert free == (
        "About 2 calls and 9 tokens: no AI model is asked, so this costs nothing. "
        "If participants look up much, it takes up to 7 calls."
    )
    some = words.forecast(9, 9, None, ("a:b",), known=120_000)
    assert some == "About 9 calls and 9 tokens: ≈ $0.12, without what a:b costs, which is unknown."
    rooms = words.forecast(2, 9, 0, most=(7, 0), looks=False, rooms=True)
    assert rooms.endswith("If crux rooms open in every round, it takes up to 7 calls.")
    both = words.forecast(2, 9, 0, most=(7, 0), rooms=True)
    assert both.endswith("If participants look up much and crux rooms open in every round, it takes up to 7 calls.")
    long = words.forecast(2, 9, 330_000, most=(2, 500_000), looks=False, longest=20)
    assert long.endswith("≈ $0.33. If participants write at length, it takes up to 20 tokens and ≈ $0.50.")
    unpriced = words.forecast(2, 9, None, ["a:b"], most=(2, None), looks=False, longest=20)
    assert unpriced.endswith("If participants write at length, it takes up to 20 tokens.")
    dear = words.forecast(2, 9, 330_000, most=(36, 760_000))
    assert dear.endswith("≈ $0.33. If participants look up much, it takes up to 36 calls and ≈ $0.76.")


def test_a_price_is_a_range_where_one_figure_would_be_a_guess() -> None:
    assert words.price_range(330_000, 760_000) == "≈ $0.33 to $0.76"
    assert words.price_range(330_000, 330_000) == "≈ $0.33"
    assert words.price_range(330_000, None) == "≈ $0.33"
    assert words.price_range(None, None) == "price unknown"
    assert words.price_range(0, 0) == words.price_range(0, None) == "free"


def test_requests_are_counted_beside_turns_where_some_took_more_than_one() -> None:
    spent = Spent(cost=10_000, tokens=5, turns=2)
    assert words.expenses(spent, 1).endswith(", 2 turns of models, 3 requests")
    assert words.expenses(spent).endswith(", 2 turns of models, 2 requests")


@pytest.mark.parametrize(
    ("text", "told"), [("", ""), ("it is over", "It is over."), ("Why not?", "Why not?"), (" no ", "No.")]
)
def test_a_sentence_begins_with_a_capital_and_ends(text: str, told: str) -> None:
    assert words.sentence(text) == told


def test_a_reason_that_repeats_itself_is_said_once() -> None:
    assert words.pause_of_debate("paused by you") == "Paused by you"
    assert words.pause_of_debate("round 1 is over") == "Paused: round 1 is over"
    assert words.pause_of_debate("") == "Paused"


@pytest.mark.parametrize(
    ("outcome", "why", "told"),
    [
        (
            "impasse",
            "no estimate changed for 2 rounds",
            "The estimates no longer changed: none did in the last 2 rounds",
        ),
        (
            "completed",
            "no estimate changed for one round",
            "The estimates no longer changed: none did in the last round",
        ),
        ("consensus", "no estimate changed for 2 rounds", "Consensus: no estimate changed for 2 rounds"),
        ("impasse", "no position changed for 2 rounds", "Impasse: no position changed for 2 rounds"),
    ],
)
def test_estimates_that_rest_are_no_impasse_to_a_reader(outcome: str, why: str, told: str) -> None:
    assert words.end_of_debate(outcome, why, rehearsed=False) == told


def test_characters_that_could_rewrite_a_screen_are_written_out() -> None:
    assert visible("a\x1b[2Jb\u202ec\n\td") == "a\\u001b[2Jb\\u202ec\n\td"
    assert json.loads(visible(json.dumps("x\u202ey\x9b", ensure_ascii=False))) == "x\u202ey\x9b"


def test_a_share_is_rounded_but_never_up_to_where_another_word_begins() -> None:
    assert [percent(share) for share in (3 / 8, 5 / 8, 0.29, 1.0, 0.0)] == [38, 63, 29, 100, 0]
    assert [percent(share) for share in (0.396, 0.846, 0.85, 0.996)] == [39, 84, 85, 99]


def test_a_text_that_is_called_to_mind_ends_with_a_clause_where_there_is_one() -> None:
    assert at_clause("It is short.", 40) == "It is short."
    assert at_clause("It should be refused, unless somebody who signs asks for it", 40) == "It should be refused […]"
    assert (
        at_clause("No, it should be refused unless somebody who signs asks", 40)
        == "No, it should be refused unless […]"
    )


def test_of_a_question_that_is_told_at_length_the_sentence_that_asks_is_kept() -> None:
    """A title broke off before the question, in what was told of the hut."""
    assert asked_in("The hut is cold.  It costs 5 a day.\nHow shall we heat it? With coal? We need it.") == (
        "How shall we heat it?"
    )
    assert asked_in("Should approx. 5 buses be ended?") == "Should approx. 5 buses be ended?"
    assert asked_in("End the buses. The board votes in June.") == "End the buses. The board votes in June."
