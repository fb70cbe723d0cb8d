"""The language of a context: what is translated in it, and what speaks English whatever the language around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import copy_context

import pytest

from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.debate.wording import (
    SAMPLE,
    Words,
    english,
    figure,
    forms,
    language,
    mark,
    plural,
    speak,
    spoken,
    tr,
)

TEXTS = {"yes": "ja", SAMPLE: "1.234,5", "No.": "Nein."}


class German:
    def gettext(self, message: str) -> str:
        return TEXTS.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} Tag" if n == 1 else "{count} Tage"


@spoken("word")
@value
class Sign:
    word: str
    name: str


@pytest.fixture
def german() -> Iterator[None]:
    speak(German())
    yield
    speak(None)


DAYS = forms("{count} day", "{count} days")
TABLE = Words({"y": "yes", "n": "no"})


def test_without_a_language_texts_are_as_they_stand() -> None:
    assert (tr("yes"), plural(*DAYS, 1), plural(*DAYS, 12345)) == ("yes", "1 day", "12,345 days")
    assert (figure(0.5, ".2f"), mark("yes"), language()) == ("0.50", "yes", None)


def test_texts_forms_numbers_and_tables_are_in_the_language(german: None) -> None:
    assert (tr("yes"), tr("unknown"), tr("")) == ("ja", "unknown", "")
    assert (plural(*DAYS, 1), plural(*DAYS, 12345)) == ("1 Tag", "12.345 Tage")
    assert (figure(1234.5, ",.1f"), language() is not None) == ("1.234,5", True)
    assert (TABLE["y"], TABLE.get("y"), TABLE.get("z", "none")) == ("ja", "ja", "none")
    assert (list(TABLE), TABLE.values(), dict(TABLE.items())) == (["y", "n"], ["ja", "no"], {"y": "ja", "n": "no"})


def test_some_fields_of_a_value_are_words_and_others_names(german: None) -> None:
    sign = Sign(word="yes", name="yes")
    assert (sign.word, sign.name) == ("ja", "yes")
    assert sign == Sign(word="yes", name="yes")


def test_an_error_is_read_in_the_language_of_whoever_reads_it(german: None) -> None:
    error = Refused("No.", "yes")
    assert (error.what, error.user_message, str(error)) == ("Nein.", "Nein. ja", "No. yes")
    with english():
        assert error.user_message == "No. yes"


def test_english_is_spoken_within_a_block_or_a_function_and_no_longer(german: None) -> None:
    @english()
    def said(deeper: bool) -> str:
        return said(deeper=False) + tr("yes") if deeper else tr("yes")

    with english():
        assert tr("yes") == "yes"
        with english():
            pass
        assert tr("yes") == "yes"
    assert (said(deeper=True), tr("yes")) == ("yesyes", "ja")


def test_a_language_belongs_to_its_context(german: None) -> None:
    elsewhere = copy_context()
    elsewhere.run(speak, None)
    assert (elsewhere.run(tr, "yes"), tr("yes")) == ("yes", "ja")
