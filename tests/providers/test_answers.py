"""Reading what an answer says about its failure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.engine.errors import (
    ProviderError,
    QuotaExceeded,
    RateLimited,
    Rejected,
    TooLong,
    Transient,
    Unauthorised,
)
from disputatio.providers.faults import (
    Fact,
    Site,
    answer_error,
    broken_stream,
    codes_of,
    kind_of,
    retry_after,
    sentence_of,
    status_in,
)
from disputatio.secrets.keyring import Masking

MASKING = Masking()
MASKING.add("sk-1234")
SITE = Site(title="OpenAI", name="openai", model="m", url="https://x/v1", variable="OPENAI_API_KEY", masking=MASKING)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"RETRY-AFTER": "3"}, 3.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"Retry-After": "-4"}, 0.0),
        ({"Retry-After": "30s"}, 30.0),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "Thu, 01 Jan 1970 00:20:00 GMT"}, 200.0),
        ({"Retry-After": "Thu, 01 Jan 1970 00:00:01 GMT"}, 0.0),
        ({"Retry-After": "Thu, 99 Jan 1970"}, None),
        ({"retry-after-ms": "250", "Retry-After": "9"}, 0.25),
        ({}, None),
    ],
)
def test_hints_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, lambda: 1000.0) == seconds


@given(st.dictionaries(st.sampled_from(["retry-after", "date", "retry-after-ms"]), st.text(max_size=40)))
def test_any_hint_is_none_or_a_time_to_wait(headers: dict[str, str]) -> None:
    found = retry_after(headers, lambda: 0.0)
    assert found is None or found >= 0.0


@pytest.mark.parametrize(
    ("body", "sentence", "codes"),
    [
        ({"error": {"message": "No.", "type": "a", "code": "b"}}, "No.", ("b", "a")),
        ({"message": "No.", "code": 7}, "No.", ("7",)),
        ({"error": "No."}, "No.", ()),
        ({"detail": "No."}, "No.", ()),
        ([{"error": {"message": "No.", "status": "S", "details": [{"reason": "R"}]}}], "No.", ("R", "S")),
        ("No.", "No.", ()),
        (None, "", ()),
        ({"error": {"message": 7}}, "", ()),
    ],
)
def test_bodies_in_every_wrapping(body: Any, sentence: str, codes: tuple[str, ...]) -> None:
    assert sentence_of(body) == sentence
    assert codes_of(body) == codes


def test_a_status_among_codes() -> None:
    assert status_in(("overloaded", "502")) == 502
    assert status_in(("7", "200", "none")) == 0


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (400, "This model's maximum context length is 8192 tokens", TooLong),
        (400, "prompt is too long: 250000 tokens > 200000 maximum", TooLong),
        (400, "The input token count (1500000) exceeds the maximum number of tokens allowed", TooLong),
        (500, "the request exceeds the available context size", TooLong),
        (400, "Your credit balance is too low to access the API", QuotaExceeded),
        (402, "", QuotaExceeded),
        (401, "", Unauthorised),
        (403, "", Unauthorised),
        (404, "", Rejected),
        (418, "", Rejected),
        (302, "", Rejected),
        (409, "", Transient),
        (429, "slow down", RateLimited),
        (599, "", Transient),
        (0, "", Transient),
    ],
)
def test_status_and_sentence_make_the_kind(status: int, said: str, kind: type[ProviderError]) -> None:
    assert kind_of(Fact(status=status, said=said), {}) is kind


@given(st.integers(0, 700), st.text(max_size=600), st.lists(st.text(max_size=9), max_size=3))
def test_any_failure_reads_well(status: int, said: str, codes: list[str]) -> None:
    error = answer_error(SITE, Fact(status=status, said=said + "sk-1234", codes=tuple(codes)), {})
    assert error.what.startswith("OpenAI (m) ")
    assert error.remedy
    assert "sk-1234" not in error.user_message
    assert len(error.what) < 450
    assert error.what.isprintable()


def test_what_is_too_short_for_a_key_tears_no_words_apart() -> None:
    masking = Masking()
    masking.add("a")
    error = answer_error(replace(SITE, masking=masking), Fact(status=401, said="Incorrect key."), {})
    assert error.what == "OpenAI (m) did not accept the key (401: Incorrect key.)."


@pytest.mark.parametrize("status", [409, 429, 503])
def test_what_is_said_after_the_last_attempt_promises_no_other(status: int) -> None:
    """The sentence stays on the turn when nobody asks any more."""
    remedy = answer_error(SITE, Fact(status=status), {}).remedy
    assert remedy.startswith("Retry")
    assert "is asked" not in remedy


@pytest.mark.parametrize(
    ("why", "end"), [("it ended", "it ended."), ("is the address right?", "is the address right?")]
)
def test_a_cause_that_asks_gets_no_full_stop(why: str, end: str) -> None:
    assert broken_stream(SITE, why).what == f"OpenAI (m) broke off its answer: {end}"
