"""Paraphrases are one statement; negations and statements about another thing never are, however near their vectors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.sameness import names, same, stem
from disputatio.debate.statements.paraphrase import NUMBERS, SYNONYMS, another_matter
from disputatio.library.memory import ALIKE, one_statement

NEAR = 0.999

PARAPHRASES = [
    ("The cache keeps its entries for a day", "Entries stay in the cache for one day"),
    ("The queue keeps failed orders for a day", "The queue holds failed orders for a day"),
    ("Sessions live in Redis", "Sessions are kept in Redis"),
    ("Migrating the data takes a week", "The migration of the data takes one week"),
    ("The nightly suite needs two hours", "The nightly suite requires 2 hours"),
    ("Three replicas are enough for the orders service", "3 replicas are enough for the order service"),
    ("The error occurs in `retry_order`", "The fault happens in retry_order"),
    ("Deployment of the service is automatic", "The service is deployed automatically"),
    ("The workers lose the message", "The message is lost by the workers"),
    ("Employees receive the report", "The report is received by the staff"),
    ("Quick feedback is important for the team", "Fast feedback is crucial for the team"),
    ("Ada wrote the parser of the Frankfurt office", "Ada writes the parser for the Frankfurt office"),
    ("The limit is 1,000 requests", "The limit was 1,000 requests"),
]

NEVER = [
    # the object is another
    ("use Redis for the queue", "use Postgres for the queue"),
    ("use redis for the queue", "use postgres for the queue"),
    ("The tests cover the client", "The tests cover the server"),
    ("The operator restarts the node", "The operation restarts the node"),
    ("The team hired Ada last year", "The team fired Ada last year"),
    ("The cache is safe for users", "The cache is safe for admin users"),
    ("Kaffee ist gesund", "Tee ist gesund"),
    ("咖啡有益健康", "茶有益健康"),
    # names and identifiers
    ("Ada wrote the parser", "Ben wrote the parser"),
    ("`retry_order` is idempotent", "`cancel_order` is idempotent"),
    ("Use Java for the backend", "Use JavaScript for the backend"),
    ("Use C for the driver of the board", "Use C++ for the driver of the board"),
    ("Logs are stored in Frankfurt for the audit", "Logs are stored in Dublin for the audit"),
    ("Fix it by Friday in the main branch", "Fix it by Monday in the main branch"),
    (
        "We should choose plan A for the migration of the payment service",
        "We should choose plan B for the migration of the payment service",
    ),
    (
        "The orders queue of the shop is durable in every region",
        "The orders queue of the shop is durable in every Kafka region",
    ),
    # numbers
    ("The service keeps orders for 3 days", "The service keeps orders for 5 days"),
    ("The service keeps orders for three days", "The service keeps orders for five days"),
    ("One replica is enough", "Two replicas are enough"),
    ("The build takes 5 minutes", "The build takes 5 seconds"),
    ("v2 of the protocol is stable", "v3 of the protocol is stable"),
    ("Half of the requests fail", "A third of the requests fail"),
    # directions, negations, questions
    ("The latency stays below the limit", "The latency stays above the limit"),
    ("The parser rejects dates before 1900", "The parser rejects dates after 1900"),
    ("The cache is safe for the readers", "The cache is not safe for the readers"),
    ("The cache is safe for the readers", "The cache is unsafe for the readers"),
    ("The cache is safe for the readers", "Is the cache safe for the readers?"),
    ("All readers wait for the writer", "Some readers wait for the writer"),
    ("Redis is faster than Postgres", "Postgres is faster than Redis"),
]


@pytest.mark.parametrize(("one", "other"), PARAPHRASES)
def test_paraphrases_are_one(one: str, other: str) -> None:
    for a, b in ((one, other), (other, one)):
        assert one_statement(a, b, ALIKE)
        assert not another_matter(a, b)
        assert not one_statement(a, b, ALIKE - 0.01)


@pytest.mark.parametrize(("one", "other"), NEVER)
def test_what_differs_in_what_it_speaks_of_never_is(one: str, other: str) -> None:
    for a, b in ((one, other), (other, one)):
        assert not one_statement(a, b, NEAR)
        assert not same(a, b)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use Redis for the queue", {"redis"}),
        ("Redis is fast. Postgres is safe", set()),
        ("Note: Redis is fast", set()),
        ("- The Queue is durable", {"queue"}),
        ("REST over gRPC in v2", {"rest", "grpc", "v2"}),
        ("`retry order` fails in store/cache.py:12, says @ada", {"retry order", "store cache py", "ada"}),
        ("Call retry() in C++, or F#", {"c++", "f#"}),
        ("I think I'm right", set()),
        ("Take plan B.", {"b"}),
        ("All is well-known and high-grade", set()),
        ("", set()),
        ("`` `*`", set()),
    ],
)
def test_names_are_told_from_other_words(text: str, expected: set[str]) -> None:
    assert names(text) == expected


def test_a_name_may_be_in_another_number_and_a_letter_is_no_article() -> None:
    assert not another_matter("They use Kafka topics", "They use Kafka topic")
    assert not another_matter("They use Kafka topic", "They use Kafka topics")
    assert another_matter("We choose plan A of them", "We choose a plan of them")


def test_no_word_stands_in_two_groups_of_synonyms() -> None:
    words = [word for group in SYNONYMS for word in group]
    assert len(words) == len(set(words))


# ---- laws ------------------------------------------------------------------------------------------------------------
WORDS = st.sampled_from(["queue", "cache", "parser", "service", "region", "reader", "branch", "kafka", "redis"])
OTHERS = st.sampled_from(["the", "of", "Ada", "not", "3", "two", "`x_y`", "A", "B", "C#", "before", "all", "safe?"])
SENTENCES = st.lists(st.one_of(WORDS, OTHERS), max_size=9).map(" ".join)
NAMES = st.sampled_from(["Redis", "Postgres", "Kafka", "MySQL", "S3", "order_id", "C#", "Zürich", "B", "QUIC"])
FRAMES = st.sampled_from(
    [
        "We should use {} for the orders queue of the shop",
        "The team keeps its orders in {} for a week",
        "Nobody but {} has read access to the ledger",
        "It was {} that failed first in the night of the release",
    ]
)


@given(SENTENCES, SENTENCES)
def test_it_is_symmetric_and_nothing_is_another_matter_than_itself(one: str, other: str) -> None:
    assert another_matter(one, other) is another_matter(other, one)
    assert not another_matter(one, one)
    assert one_statement(one, other, NEAR) is one_statement(other, one, NEAR)


@given(FRAMES, NAMES, NAMES)
def test_another_name_in_the_same_place_is_another_statement(frame: str, one: str, other: str) -> None:
    assert one_statement(frame.format(one), frame.format(other), NEAR) is (one == other)
    assert same(frame.format(one), frame.format(other)) is (one == other)


@given(FRAMES, st.integers(2, 10_000), st.integers(2, 10_000))
def test_another_number_in_the_same_place_is_another_statement(frame: str, one: int, other: int) -> None:
    assert one_statement(frame.format(one), frame.format(other), NEAR) is (one == other)


@given(st.sampled_from(sorted(set(NUMBERS) - {"one"})), st.sampled_from(sorted(set(NUMBERS) - {"one"})))
def test_numbers_in_words_are_numbers(one: str, other: str) -> None:
    differs = NUMBERS[one] != NUMBERS[other]
    assert another_matter(f"It takes {one} steps", f"It takes {other} steps") is differs
    assert not another_matter(f"It takes {one} steps", f"It takes {NUMBERS[one]} steps")


@given(WORDS, WORDS, SENTENCES)
def test_another_word_for_another_thing_is_another_statement(one: str, other: str, more: str) -> None:
    a, b = (f"{more} {word} is durable" for word in (one, other))
    if stem(one) != stem(other) and one not in more and other not in more:
        assert not one_statement(a, b, NEAR)


@pytest.mark.parametrize(
    ("said", "denied"),
    [
        ("缓存在断电之后是安全的", "缓存在断电之后是不安全的"),
        ("数据在重启之后保存了", "数据在重启之后没保存"),
        ("このテストは夜に失敗する", "このテストは夜に失敗しない"),
        ("この設定は安全です", "この設定は安全ではありません"),
        ("캐시는 정전 후에도 안전하다", "캐시는 정전 후에도 안전하지 않다"),
        ("แคชปลอดภัยเมื่อไฟดับ", "แคชไม่ปลอดภัยเมื่อไฟดับ"),
    ],
)
def test_a_denial_in_a_script_without_spaces_is_one(said: str, denied: str) -> None:
    assert not one_statement(said, denied, NEAR)
    assert one_statement(said, f"{said}。", NEAR)
