"""Secrets planted anywhere in real-looking text are held back; real code is left alone; released is what was named."""

from __future__ import annotations

import json
import random
import re
import string
import sys
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.debate.patterns import compile_pattern
from disputatio.secrets import rules
from disputatio.secrets.detection import Screening, find, identity, redact, secret_file
from disputatio.secrets.rules import looks_drawn

ALPHABET = string.ascii_letters + string.digits


def run(seed: int, length: int, alphabet: str = ALPHABET) -> str:
    """What a machine would draw, of every kind of letter."""
    source = random.Random(seed)
    while True:
        found = "".join(source.choice(alphabet) for _ in range(length))
        if looks_drawn(found) or alphabet != ALPHABET:
            return found


SHAPES = {
    "github": lambda n: "gh" + "p_" + run(n, 36),
    "gitlab": lambda n: "gl" + "pat-" + run(n, 20),
    "slack": lambda n: "xo" + "xb-" + run(n, 12, string.digits) + "-" + run(n, 24),
    "stripe": lambda n: "rk" + "_live_" + run(n, 24),
    "sendgrid": lambda n: "S" + "G." + run(n, 22) + "." + run(n + 1, 43),
    "square": lambda n: "sq0" + "csp-" + run(n, 43),
    "mailchimp": lambda n: run(n, 32, string.digits + "abcdef") + "-us12",
    "discord": lambda n: "M" + run(n, 23) + "." + run(n, 6) + "." + run(n, 27),
    "twilio": lambda n: "S" + "K" + run(n, 32, string.digits + "abcdef"),
    "azure": lambda n: "Account" + "Key=" + run(n, 86) + "==",
    "anthropic": lambda n: "sk-" + "ant-api03-" + run(n, 60),
    "quoted, of no known shape": lambda n: f'"{run(n, 40)}"',
    "assigned": lambda n: f'DB_PASSWORD = "{run(n, 12)}7x"',
}
LINES = st.sampled_from(
    [
        "def retry(order: Order) -> None:",
        "    # a comment about tokens and passwords",
        "",
        '{"name": "shop", "version": "1.2.3"}',
        "export const limit = 5;",
        "| a | table |",
        "é ü 漢字 \u2028 odd",
        "\tif token is None: raise KeyError('token')",
    ]
)


@given(
    st.sampled_from(sorted(SHAPES)), st.integers(0, 10_000), st.lists(LINES, max_size=6), st.lists(LINES, max_size=6)
)
def test_a_planted_secret_is_gone_and_its_line_named(kind: str, seed: int, before: list[str], after: list[str]) -> None:
    planted = SHAPES[kind](seed)
    secret = planted.strip('"').removeprefix("AccountKey=").removeprefix('DB_PASSWORD = "')
    text = "\n".join([*before, f"  use {planted} here", *after])
    findings = find(text, "src/shop.py")
    assert secret not in redact(text, findings)
    [finding] = [each for each in findings if each.line == len(before) + 1]
    assert redact(text, findings).count("\n") == text.count("\n")
    assert find(text, "src/shop.py", [finding.id]) == [each for each in findings if each.id != finding.id]


def test_real_code_is_left_alone() -> None:
    """Part of the standard library and of what is installed here: nearly nothing in it is a secret."""
    folders = [Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("stdlib")) / "json"]
    folders += [Path(next(iter(sys.modules[name].__path__))) for name in ("hypothesis", "_pytest")]
    files = [file for folder in folders for file in sorted(folder.glob("*.py"))][:220]
    held = [(file.name, each.line, each.kind) for file in files for each in find(file.read_text("utf-8"), file.name)]
    assert len(files) > 150
    assert len(held) <= 3, held


@pytest.mark.parametrize(
    "text",
    [
        "MyClassNameWithManyWords2AndMore",
        "TF2_OnWaitingForPlayersEnd",
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "550e8400-E29B-41d4-a716-446655440000",
        "some/path/To/a/File-2/in/Folder-3",
        "application/vnd-github-v3-JSON-and-more",
        "YOUR-API-KEY-GOES-HERE-abc123XYZ",
    ],
)
def test_names_hashes_paths_and_alphabets_were_not_drawn(text: str) -> None:
    assert not looks_drawn(text)
    assert find(f'value = "{text}"') == []


@pytest.mark.parametrize("line", ['"integrity": "sha512-{}=="', "hash = 'sha256:{}'", '"sha384-{}"'])
def test_digests_are_no_secrets(line: str) -> None:
    assert find(line.format(run(3, 60))) == []


@pytest.mark.parametrize(
    "path", ["package-lock.json", "web/yarn.lock", "pnpm-lock.yaml", "a.min.js", "x.ipynb", "go.sum"]
)
def test_in_files_full_of_digests_only_known_shapes_count(path: str) -> None:
    assert find(f'"resolved": "{run(5, 40)}"', path) == []
    assert find(f'"token": "{SHAPES["github"](5)}"', path)


@pytest.mark.parametrize(
    "path",
    ["prod.env", ".boto", "home/.cargo/credentials.toml", ".terraformrc", "gcloud/application_default_credentials.json",
     ".vault-token", ".docker/config.json", ".gem/credentials", ".s3cfg"],
)  # fmt: skip
def test_more_files_of_logins_are_held_back_whole(path: str) -> None:
    assert secret_file(path)


def test_addresses_of_documentation_keep_their_passwords() -> None:
    for word in ("tiger", "password", "pass", "TEST"):
        assert find(f"postgresql://scott:{word}@localhost/test") == []
    assert find("postgresql://scott:Zk3nW9qLx2@localhost/test")


def test_long_lines_take_no_time_with_the_square_of_their_length() -> None:
    for piece in ("a" * 200_000, "://a:" * 40_000, "//x/:_authToken=" * 10_000, "AC" * 100_000, "aws key " * 20_000):
        find(piece)  # the time limit of the test run would tell


def test_a_secret_at_the_seam_of_a_long_line_is_found() -> None:
    secret = "do" + "p_v1_" + run(1, 64, "0123456789abcdef")
    for place in range(rules.WINDOW - 100, rules.WINDOW + 10, 7):
        text = " do" + "p_v1_" + " " * place + secret + " " * 3000
        assert secret not in redact(text, find(text))


def test_the_rules_of_others_say_where_they_are_from_and_each_can_be_used() -> None:
    found = rules.rules()
    assert len(found) > 400
    assert all(rule.marks and rule.kind and all(rule.marks) for rule in found)
    for rule in found:
        for shape in (rule.shape, *rule.examples):
            compile_pattern(shape)
    data = json.loads(Path(rules.__file__).with_name("rules.json").read_text("utf-8"))
    assert re.fullmatch(r"kingfisher-secret-scanner [\d.]+", data["source"])
    for name in re.findall(r"licences/([\w.-]+\.txt)", data["licence"]):
        assert resource("licences", name).read_text("utf-8")


def test_what_a_rule_calls_an_example_is_none() -> None:
    token = "do" + "p_v1_" + run(4, 64, "0123456789abcdef")
    assert find(f"use {token} here")
    assert not find("use do" + "p_v1_" + "a" * 64 + " here")


# ---- releasing -------------------------------------------------------------------------------------------------------
def test_the_same_secret_has_the_same_id_wherever_it_stands_numbered_or_not() -> None:
    key = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA " + "PRIVATE KEY-----"
    numbered = "\n".join(f"{n}| {line}" for n, line in enumerate(key.split("\n"), 12))
    [plain] = find(f"x\n{key}\ny")
    [again] = find(numbered.replace("12| ", ""))
    assert plain.id == again.id == identity(key)
    assert "MIIE" not in plain.id


def test_only_what_was_named_is_let_out() -> None:
    one, two = SHAPES["github"](1), SHAPES["stripe"](2)
    text = f"a = {one}\nb = {two}\n"
    first, second = find(text)
    screening = Screening([first.id, "0" * 12])
    left = screening.find(text, "a.py")
    assert [each.id for each in left] == [second.id]
    screening.note(left)
    assert one in redact(text, left)
    assert two not in redact(text, left)
    assert [(each.kind, each.place) for each in screening.held_back] == [("Stripe key", "a.py:2")]
    assert screening.unknown == {"0" * 12}


def test_of_a_released_login_file_each_secret_in_it_is_held_back_by_itself() -> None:
    text = f"PLAIN=1\nTOKEN={SHAPES['github'](3)}\n"
    [whole] = find(text, ".env")
    inside = find(text, ".env", [whole.id])
    assert "PLAIN=1" in redact(text, inside)
    assert SHAPES["github"](3) not in redact(text, inside)
