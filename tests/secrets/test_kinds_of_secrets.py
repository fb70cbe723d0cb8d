"""How much of what was planted is held back, how little of what is harmless, and how long hostile text takes."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable

import pytest
from tests.secrets.held_out import held_out, obscure
from tests.secrets.planted import (
    LINES,
    PROSE,
    REPOSITORIES,
    Draw,
    Planted,
    false_alarms,
    leaks,
    missed,
    missed_in_a_list,
    planted,
)

from disputatio.debate.patterns import compile_pattern
from disputatio.secrets import rules
from disputatio.secrets.detection import find, without_secrets

SIZE = 24_000


def test_at_least_eighty_kinds_are_planted_and_differ() -> None:
    assert len({each.kind for each in planted()}) >= 80
    assert len({each.secret for seed in range(3) for each in planted(seed)}) == 3 * len(planted())


@pytest.mark.parametrize("seed", range(3))
def test_planted_secrets_are_found_one_a_line_and_in_prose(seed: int) -> None:
    allowed = len(planted()) // 20
    for found in (missed(["{}"], seed), missed_in_a_list(seed), *(missed([frame], seed) for frame in PROSE)):
        assert len(found) <= allowed, found


@pytest.mark.parametrize("seed", range(3))
def test_values_are_found_in_lines_without_a_sign_and_in_texts_within_texts(seed: int) -> None:
    password = Draw("password", seed).password()
    lines = [line.format(password) for line in LINES]
    there = [each for each in planted(seed) if each.kind in ("JSON in JSON", "Wi-Fi", "words of a wallet")]
    assert len(there) == 3
    for text, secret in [*((line, password) for line in lines), *((each.text, each.secret) for each in there)]:
        assert not leaks(secret, without_secrets(f"# settings\n{text}\nport 5432\n")), text
    for harmless in ("the password is asked for", "community guidelines2024", "seed phrase: not shown", "key length"):
        assert without_secrets(harmless) == harmless


def lost(planted: Iterable[tuple[str, Planted]]) -> tuple[dict[str, int], dict[str, list[str]]]:
    """How many were planted in each place, and the kinds that got through there."""
    all_, through = Counter[str](), defaultdict[str, list[str]](list)
    for where, each in planted:
        all_[where] += 1
        if leaks(each.secret, without_secrets(each.text)):
            through[where].append(each.kind)
    return all_, through


@pytest.mark.parametrize("seed", range(3))
def test_kinds_that_were_held_out_are_found_in_each_place(seed: int) -> None:
    all_, through = lost(held_out(seed))
    assert len(all_) == 8
    for where, kinds in through.items():
        assert len(kinds) <= 0.05 * all_[where], (where, kinds)
    together = without_secrets("\n".join(each.text for _, each in held_out(seed)))
    left = {each.kind for _, each in held_out(seed) if leaks(each.secret, together)}
    assert len(left) <= 0.05 * len({each.kind for _, each in held_out(seed)})


@pytest.mark.parametrize("seed", range(3))
def test_most_tokens_of_issuers_that_nobody_knows_are_found_by_their_looks(seed: int) -> None:
    all_, through = lost(obscure(seed))
    assert sum(map(len, through.values())) <= 0.1 * sum(all_.values()), through


@pytest.mark.parametrize(
    "name", ["Qwen3-Coder-30B-A3B-Instruct", "Meta-Llama-3_3-70B-Instruct", "NousResearch/Hermes-4-405B-FP8"]
)
def test_names_of_models_are_no_secrets(name: str) -> None:
    for text in (f"We asked {name} for it.", f'name="{name}"', f"model: {name}"):
        assert find(text) == []


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
