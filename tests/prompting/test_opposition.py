"""The devil's advocate declares its stance, and a sentence of its own turn has to show it (SPEC §4)."""

from __future__ import annotations

import pytest

from disputatio.prompting.compose import compose, compose_again
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.interpret import Incomplete, Unreadable, interpret
from disputatio.prompting.request import Brief

SAID = "The plan will fail. I am against it, since the pump has no spare part."
BRIEF = Brief(question="Buy the pump?", role="Devil's advocate", gives="opposition")


def turn(stance: str, quote: str, said: str = SAID) -> str:
    return f"{said}\n\n### Stance\n{stance}\n\n### Quote\n{quote}"


def test_a_stance_that_opposes_keeps_the_sentence_that_shows_it() -> None:
    found = interpret("opposition", turn("opposes", "I am against it"), BRIEF)
    assert found == {"stance": "opposes", "quote": "I am against it, since the pump has no spare part"}


def test_the_form_may_come_as_json() -> None:
    text = f'{SAID}\n\n```json\n{{"stance": "I oppose it", "quote": "The plan will fail."}}\n```'
    assert interpret("opposition", text, BRIEF) == {"stance": "opposes", "quote": "The plan will fail"}


@pytest.mark.parametrize("stance", ["supports", "mixed"])
def test_a_turn_that_declares_anything_else_is_sent_back_with_the_reason(stance: str) -> None:
    with pytest.raises(Incomplete, match=f"must oppose here, and you declare your stance as “{stance}”") as left:
        interpret("opposition", turn(stance, "The plan will fail."), BRIEF)
    assert left.value.data == {"stance": stance, "quote": "The plan will fail"}


@pytest.mark.parametrize(
    "text",
    [
        turn("opposes", "I oppose this with all my might"),
        f'{SAID}\n\n```json\n{{"stance": "opposes", "quote": "I oppose this with all my might"}}\n```',
        turn("opposes", ""),
    ],
    ids=["headings", "json", "nothing quoted"],
)
def test_a_quotation_that_stands_in_the_form_alone_shows_nothing(text: str) -> None:
    with pytest.raises(Incomplete, match="does not stand in your contribution") as left:
        interpret("opposition", text, BRIEF)
    assert left.value.data == {"stance": "opposes", "quote": ""}


@pytest.mark.parametrize("form", ["### Stance\nopposes\n\nQuote: {}\n\n", "Quote: {}\nStance: opposes\n"])
def test_a_quotation_on_the_line_of_its_label_ends_there(form: str) -> None:
    found = interpret("opposition", f"{form.format('The plan will fail.')}{SAID}", BRIEF)
    assert found == {"stance": "opposes", "quote": "The plan will fail"}
    with pytest.raises(Incomplete, match="does not stand in your contribution"):
        interpret("opposition", f"{form.format('I oppose all of it.')}{SAID}", BRIEF)


def test_other_data_in_a_turn_is_part_of_what_it_says() -> None:
    said = f'{SAID}\n\n```json\n{{"pump": "it will surely fail"}}\n```'
    assert interpret("opposition", turn("opposes", "it will surely fail", said=said), BRIEF)["quote"]


def test_a_turn_is_asked_for_again_as_a_whole_with_the_reason() -> None:
    first, again = compose(BRIEF, "m"), compose_again(BRIEF, SAID, "it declares “mixed”", "m", "normal")
    assert again.messages[0] == first.messages[0]
    assert (again.messages[1].role, again.messages[1].text) == ("assistant", SAID)
    assert "it declares “mixed”" in again.messages[2].text
    assert contract_of("opposition").ending in again.messages[2].text
    assert (again.schema, again.tools, again.effort) == (None, (), "normal"), "people read it, as they read the first"


def test_no_stance_is_read_out_of_prose() -> None:
    with pytest.raises(Unreadable):
        interpret("opposition", "I oppose this plan, firmly and in every respect.", BRIEF)


def test_where_the_form_alone_is_given_the_turn_itself_is_quoted() -> None:
    brief = Brief(gives="opposition", said=SAID)
    assert interpret("opposition", turn("opposes", "The plan will fail.", said=""), brief)["quote"]
    with pytest.raises(Incomplete):
        interpret("opposition", turn("opposes", "It is raining hard.", said="It is raining hard."), brief)


def test_a_rehearsed_devil_opposes_in_a_sentence_of_its_turn() -> None:
    found = interpret("opposition", contract_of("opposition").rehearse(BRIEF), BRIEF)
    assert found["stance"] == "opposes"
    assert found["quote"]
