"""The language of a context: what is translated in it, and what speaks English whatever the language around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import copy_context

import pytest

from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.debate.wording import (
    SAMPLE,
    SHARE,
    Words,
    by_face,
    day,
    english,
    figure,
    forms,
    inside,
    language,
    listed,
    mark,
    plural,
    quoted,
    speak,
    speak_in_window,
    spoken,
    tr,
)

TEXTS = {
    "yes": "ja",
    SAMPLE: "1.234,5",
    SHARE: "5 %",
    "No.": "Nein.",
    "{first} and {last}": "{first} und {last}",
    "“{text}”": "„{text}“",
    "{year}-{month}-{day}": "{day}.{month}.{year}",
}


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


def test_what_stands_inside_a_sentence_is_as_the_language_writes_it() -> None:
    assert (inside("Crux card"), listed(["A"]), listed("ABC"), listed([])) == ("crux card", "A", "A, B and C", "")
    assert (quoted("so"), day("2026-03-04"), figure(0.5, ".0%")) == ("“so”", "2026-03-04", "50%")
    speak(German())
    try:
        assert (inside("Karte"), listed("AB"), quoted("so")) == ("Karte", "A und B", "„so“")
        assert (day("2026-03-04"), figure(0.5, ".0%")) == ("04.03.2026", "50 %")
    finally:
        speak(None)


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


def test_what_to_do_is_said_for_the_face_that_a_person_has():
    told = copy_context()
    assert by_face("type this", "choose that") == "type this"
    told.run(speak_in_window)
    assert told.run(by_face, "type this", "choose that") == "choose that"
    assert by_face("type this", "choose that") == "type this", "another context is another person"
