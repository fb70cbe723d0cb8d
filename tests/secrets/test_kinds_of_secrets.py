"""How much of what was planted is held back, how little of what is harmless, and how long hostile text takes."""

from __future__ import annotations

import time

import pytest
from tests.secrets.planted import PROSE, REPOSITORIES, Draw, false_alarms, missed, missed_in_a_list, planted

from disputatio.debate.patterns import compile_pattern
from disputatio.secrets import rules
from disputatio.secrets.detection import find

SIZE = 24_000


def test_at_least_eighty_kinds_are_planted_and_differ() -> None:
    assert len({each.kind for each in planted()}) >= 80
    assert len({each.secret for seed in range(3) for each in planted(seed)}) == 3 * len(planted())


@pytest.mark.parametrize("seed", range(3))
def test_planted_secrets_are_found_one_a_line_and_in_prose(seed: int) -> None:
    allowed = len(planted()) // 20
    for found in (missed(["{}"], seed), missed_in_a_list(seed), *(missed([frame], seed) for frame in PROSE)):
        assert len(found) <= allowed, found


@pytest.mark.parametrize("package", REPOSITORIES)
def test_real_repositories_are_left_alone(package: str) -> None:
    held, all_lines = false_alarms(package)
    assert all_lines > 100
    assert held <= 0.02 * all_lines


@pytest.mark.parametrize(
    "line",
    [
        "The password is required, and it is sent to nobody.",
        "the token is refreshed2x a day",
        "def login(user, password=DEFAULT_PASSWORD_V2): ...",
        "client = Client(token=settings.tokens.ci2, timeout=5)",
        "if token == other.token1: pass",
        'names = ["access_token", "refresh_token2", "id_token"]',
        "curl -u user:password https://example.org",
        "https://example.org/?page=2&sort=key&key=name",
        "<password>secret</password>",
        "localhost:8080:shop:ada:rest",
        "git commit 62eae23c1b2f4d5e6a7b8c9d0e1f2a3b4c5d6e7f fixes the key",
        "mysql --password -h db",
        "PRIMARY_KEY = 'orders_customer_id_and_date'",
        '"auth": "required"',
        "class SecretKeyWithAVeryLongNameIndeed(KeyStore): ...",
    ],
)
def test_what_only_looks_like_a_place_of_secrets_stays(line: str) -> None:
    assert find(line) == []


def hostile(mark: str) -> list[str]:
    """Texts in which a rule is tried as often, or as long, as can be."""
    pieces = (mark, f"{mark}{'a1B2' * 12} ", f"{mark} = '", f"{mark}{'a.' * 300}")
    return [*((piece * SIZE)[:SIZE] for piece in pieces), mark + ("aB3_" * SIZE)[:SIZE]]


def taken(rule: rules.Rule, text: str) -> float:
    start = time.process_time()
    for begin, end in rules.windows(text if rule.exact else text.lower(), rule.marks):
        sum(1 for _ in compile_pattern(rule.shape).finditer(text, begin, end))
    return time.process_time() - start


@pytest.mark.alone
def test_no_rule_takes_time_with_the_square_of_a_hostile_text() -> None:
    """Four times the text takes about four times as long; with the square of its length it would be sixteen times."""
    slow = []
    for rule in rules.rules():
        for text in hostile(rule.marks[0]):
            part, whole = taken(rule, text[: SIZE // 4]), taken(rule, text)
            if whole > 10 * part + 0.1:
                slow.append((rule.kind, text[:30], part, whole))
    assert slow == []


def test_the_letters_of_a_password_need_not_be_many() -> None:
    for seed in range(40):
        password = Draw("any", seed).password()
        assert find(f"the password is {password}."), password
