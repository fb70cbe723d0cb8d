"""One point in other words, and never its contrary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.sameness import are_opposed, likeness, normalise, same

SUBJECTS = ["the cache", "this design", "the retry limit of the engine", "a write-ahead log", "every request handler"]
VERBS = ["is", "was", "can be", "will be", "must be"]
PREDICATES = ["safe under heavy load", "fast for small inputs", "correct after a crash", "needed by the new interface"]
statements = st.builds(
    lambda subject, verb, predicate: (subject, verb, predicate),
    st.sampled_from(SUBJECTS),
    st.sampled_from(VERBS),
    st.sampled_from(PREDICATES),
)
denials = st.sampled_from(["not", "never", "hardly", "no longer", "rarely", "barely"])


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The cache is safe.", "the  CACHE is **safe**"),
        ("“Caching” isn’t free!", "Caching is not free"),
        ("The limit is ５", "The limit is 5"),
        ("It can't fail", "It cannot fail"),
        ("The write-ahead log makes recovery reliable", "The write-ahead log really makes the recovery very reliable"),
        ("服务器是安全的。", "服务器是安全的"),
        ("!?", "!?"),
        ("The builds of Cargo are fast for the whole team", "The builds of cargo are very fast for the whole team"),
        ("The store needs PostgreSQL for safe writes", "The store really needs `PostgreSQL` for safe writes"),
    ],
)
def test_the_same_in_other_words(a: str, b: str) -> None:
    assert same(a, b)
    assert same(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The cache is safe", "The cache is unsafe"),
        ("The cache always helps the read path", "The cache never helps the read path"),
        ("Caching reduces the latency of the read path", "Caching raises the latency of the read path"),
        ("The parser depends on the lexer and the reader", "The lexer depends on the parser and the reader"),
        ("Latency stays < 5 ms in all tests", "Latency stays > 5 ms in all tests"),
        ("The limit of the retry is 3 attempts", "The limit of the retry is 4 attempts"),
        ("The value of x is -5", "The value of x is 5"),
        ("The tool is written in C", "The tool is written in C++"),
        ("The cache is safe", "Is the cache safe?"),
        ("All requests of the client are cached by the server", "Some requests of the client are cached by the server"),
        ("The request goes from the client to the server", "The request goes to the client from the server"),
        ("Der Dienst ist in der Regel sicher und schnell", "Der Dienst ist in der Regel nicht sicher und schnell"),
        ("服务器是安全的", "服务器是不安全的"),
        ("The service may lose the last write", "The service must lose the last write"),
        ("", ""),
        ("", "The cache"),
        ("!", "?"),
    ],
)
def test_not_the_same(a: str, b: str) -> None:
    assert not same(a, b)
    assert not same(b, a)


@given(statements, denials)
def test_never_across_a_negation(said: tuple[str, str, str], denial: str) -> None:
    subject, verb, predicate = said
    positive, negative = f"{subject} {verb} {predicate}", f"{subject} {verb} {denial} {predicate}"
    assert not same(positive, negative)
    assert not same(negative, positive)
    assert not same(f"It is true that {positive}", f"It is true that {negative}")


@given(st.text(max_size=80), st.text(max_size=80))
def test_symmetric_and_total(a: str, b: str) -> None:
    assert same(a, b) == same(b, a)
    assert are_opposed(a, b) == are_opposed(b, a)
    assert 0 <= likeness(a, b) <= 1


@given(st.text(min_size=1, max_size=80).filter(str.strip))
def test_a_statement_is_itself(text: str) -> None:
    assert same(text, text)
    assert same(text, f"  {text.upper().lower()}  ") or normalise(text) != normalise(text.upper().lower())
    assert not are_opposed(text, text)


@given(statements)
def test_white_space_case_and_marks_do_not_matter(said: tuple[str, str, str]) -> None:
    text = " ".join(said)
    assert same(text, f"**{text.upper()}**.")
    assert same(text, text.replace(" ", "\u00a0 "))


@pytest.mark.parametrize(
    ("a", "b", "contrary"),
    [
        ("X is dangerous", "X is not dangerous", True),
        ("The cache is safe", "The cache is unsafe", True),
        ("The cache is dangerous", "The cache is safe", True),
        ("The cache is not unsafe", "The cache is safe", False),
        ("The cache is safe", "The cache is safe", False),
        ("The cache is safe", "The log is not safe at all in this case", False),
        ("Is the cache safe?", "The cache is not safe", False),
        ("The system is available", "The system is unavailable", True),
        ("The plan is infeasible", "The plan is feasible", True),
        ("The plan is not infeasible", "The plan is feasible", False),
        ("The plan is not infeasible", "The plan is infeasible", True),
        ("The tests improve the design", "The tests prove the design", False),
        ("Der Cache ist unsicher", "Der Cache ist sicher", True),
    ],
)
def test_opposed(a: str, b: str, contrary: bool) -> None:
    assert are_opposed(a, b) is contrary


def test_signs_that_nobody_sees_do_not_matter() -> None:
    assert same("The c\u200bache is sa\u00adfe\ufeff", "The cache is safe")
    assert not same("The c\u200bache is not safe", "The cache is safe")


def test_a_dash_between_numbers_is_no_sign() -> None:
    assert normalise("10-12 days") == "10 12 days"
    assert normalise("It fell to -12 degrees") == "it fell to -12 degrees"
