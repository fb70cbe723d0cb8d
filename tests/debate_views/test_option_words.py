"""What a changed option is called: words and dollars, no inner names."""

import pytest

from disputatio.debate.views.option_words import changed


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("rounds", 7, "rounds is now 7"),
        ("extension-1-after-1", 1, "Extended by 1 round"),
        ("extension-2-after-3", 2, "Extended by 2 rounds"),
        ("max_cost", 2_500_000, "the budget is now $2.50"),
        ("max_cost", None, "the budget is now without a cap"),
        ("max_cost", "odd", "the budget is now odd"),
        ("max_tokens", None, "max tokens is now without a cap"),
        ("auto_continue", True, "auto continue is now on"),
        ("flips", False, "flips is now off"),
    ],
)
def test_a_changed_option_is_said_in_words(name: str, value: object, words: str) -> None:
    assert changed(name, value) == words
