"""Likely secrets are found and taken out, harmless text stays as it is, and lines keep their numbers.

Tokens are put together from pieces here, so that no scanner takes this file for a leak.
"""

import itertools
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.secrets.detection import find, redact, secret_file

BODY = "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo0BtN"
TOKENS = {
    "AWS access key": "AK" + "IA" + "QWERTZ2345ASDFGH",
    "Google API key": "AI" + "za" + BODY[:35],
    "GitHub token": "gh" + "p_" + BODY[:36],
    "GitLab token": "gl" + "pat-" + BODY[:20],
    "Slack token": "xo" + "xb-" + "123456789012-" + BODY[:24],
    "Anthropic key": "sk-" + "ant-api03-" + BODY,
    "OpenAI key": "sk-" + "proj-" + BODY,
    "OpenRouter key": "sk-" + "or-v1-" + BODY,
    "Perplexity key": "pp" + "lx-" + BODY,
    "Hugging Face token": "h" + "f_" + BODY[:34],
    "Stripe key": "sk" + "_live_" + BODY[:24],
    "npm token": "np" + "m_" + BODY[:36],
    "signed web token": "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0NTYifQ." + BODY,
}


@pytest.mark.parametrize(("kind", "token"), TOKENS.items())
@pytest.mark.parametrize("around", ["{}", "key = '{}'", "curl -H x:{} https://a", "<b>{}</b>", '{{"k":"{}"}}'])
def test_tokens_are_found_wherever_they_stand(kind: str, token: str, around: str) -> None:
    text = around.format(token)
    findings = find(text)
    assert kind in [finding.kind for finding in findings] or "value" in findings[0].kind
    assert token not in redact(text, findings)


@pytest.mark.parametrize(
    "line",
    [
        'password = "tr0ub4dor&3x"',
        'password = "correct horse battery staple"',
        "export BACKUP_PASSPHRASE='lamp 7 river-stone Monday ochre'",
        '"passphrase": "my dog ate 3 green fish-cakes!"',
        "DB_PASSWORD=hG7!kQ2#vL9p",
        "  aws_secret_access_key: wJalrXUtnFEMIK7MDENGbPxRfiCYzK3Yq9sT2vB1",
        'const apiKey = "9f86d081884c7d659a2feaa0c55ad015"',
        '"client_secret": "GOCSPX-Ab3dEf6hIj9kLm2nOp"',
        "config['auth_token'] = 'b1946ac92492d2347c6235b8d2611184'",
        "api_key: str = 'b1946ac92492d2347c6235b8d2611184'",
        "postgres://shop:Zk3nW9qLx2@db.internal:5432/shop",
        "Authorization: Bearer 8xLOxBtZp8a1mN4cQ7rT2vY5zB0d",
        "export GITHUB_TOKEN=9f86d081884c7d659a2feaa0c55ad015",
    ],
)
def test_values_of_secret_names_are_found(line: str) -> None:
    (finding,) = find(line)
    held = line[finding.start : finding.end]
    assert len(held) >= 8
    assert held not in redact(line, [finding])


@pytest.mark.parametrize(
    "line",
    [
        'password = os.environ["DB_PASSWORD"]',
        "password = getpass.getpass()",
        "token = self.settings.token_of(provider)",
        'api_key = "your-api-key-here"',
        "API_KEY=${API_KEY}",
        "password: <your password>",
        'PASSWORD = "changeme"',
        "def tokens(text: str) -> list[str]:",
        'help="The secret is read from the keyring, never from a file."',
        "max_tokens = 4096",
        "token_count: int = 0",
        "The secret of a good debate is that nobody is sure.",
        "sk-" + "x" * 40,
        "AKIA" + "IOSFODNN7EXAMPLE",
        "secret_name = settings.providers.secret_name",
        "sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'",
        "commit 62eae23c1b2f4d5e6a7b8c9d0e1f2a3b4c5d6e7f",
        "https://user@example.org/path",
        'label_password = "Please type your password twice"',
        'password: "Must hold eight letters or more"',
        "passphrase = 'Passphrases are never shown here.'",
        'help_password = "Password for the proxy server"',
        "compass = 'north east south west'",
    ],
)
def test_harmless_lines_stay(line: str) -> None:
    assert find(line) == []
    assert redact(line, []) == line


def test_private_key_is_taken_out_and_lines_keep_their_numbers() -> None:
    block = (
        "-----BEGIN OPENSSH " + "PRIVATE KEY-----\nb3BlbnNzaC1rZXk\nAAAAB3Nz\n-----END OPENSSH " + "PRIVATE KEY-----"
    )
    text = f"one\n{block}\nsix\n"
    findings = find(text)
    assert [(finding.kind, finding.line) for finding in findings] == [("private key", 2)]
    cleaned = redact(text, findings)
    assert "b3Blbn" not in cleaned
    assert cleaned.split("\n")[5] == "six"


def test_private_key_without_its_end_is_taken_out_to_the_last_character() -> None:
    text = "a\n-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nline"
    assert "MIIE" not in redact(text, find(text))
    assert "line" not in redact(text, find(text))


@pytest.mark.parametrize(
    ("path", "secret"),
    [
        (".env", True),
        ("deploy/.env.production", True),
        (".env.example", False),
        ("home/id_rsa", True),
        ("home/id_rsa.pub", False),
        ("certs/server.pem", True),
        (".npmrc", True),
        (".aws/credentials", True),
        ("src/environment.py", False),
        ("docs/keys.md", False),
        ("config/secrets.yaml", True),
    ],
)
def test_names_of_files_that_hold_secrets(path: str, secret: bool) -> None:
    assert bool(secret_file(path)) is secret


def test_a_secret_file_is_held_back_whole() -> None:
    text = "PLAIN=harmless\nOTHER=words\n"
    assert redact(text, find(text, ".env")) == "[held back: environment file]\n\n"


def test_several_secrets_of_one_line_do_not_overlap() -> None:
    text = f"a {TOKENS['GitHub token']} b {TOKENS['OpenAI key']} token='{TOKENS['Slack token']}'"
    findings = find(text)
    assert all(a.end <= b.start for a, b in itertools.pairwise(findings))
    assert len(findings) == 3
    assert BODY[:20] not in redact(text, findings)


@given(st.text(alphabet=string.printable, max_size=300), st.sampled_from(sorted(TOKENS.values())))
def test_no_surrounding_text_saves_a_token_or_loses_a_line(around: str, token: str) -> None:
    text = f"{around}\n{token}\n{around}"
    cleaned = redact(text, find(text))
    assert token not in cleaned
    assert cleaned.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "password" * 20_000,
        "a:" * 50_000,
        "eyJ" + "a" * 200_000,
        "://" + "x" * 200_000,
        "token=" * 30_000,
        "\t" * 200_000,
    ],
)
def test_hostile_text_is_searched_in_about_linear_time(text: str) -> None:
    """Twice the text takes no more than a few times as long (quadratic search would take minutes here)."""
    start = time.process_time()
    find(text[: len(text) // 4])
    quarter = time.process_time() - start
    start = time.process_time()
    find(text)
    assert time.process_time() - start <= 12 * quarter + 0.5


LINES = "\n".join("mQGNBGTestAbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/AbCdEfGhIjKlMnOpQ"[:64] for _ in range(5))


def armoured(label: str, body: str = LINES) -> str:
    return f"-----BEGIN {label}-----\n{body}\n-----END {label}-----\n"


PUBLIC = armoured("PGP PUBLIC KEY BLOCK", f"Version: GnuPG v2\nComment: of a team\n\n{LINES}\n=aB3d")


@pytest.mark.parametrize(
    ("path", "text", "held"),
    [
        ("keys/ada.asc", PUBLIC, False),
        ("keys/all.gpg", f"Ada's key:\n{PUBLIC}\nBen's key:\n{PUBLIC}".replace("\n", "\r\n"), False),
        ("release.asc", armoured("PGP SIGNATURE"), False),
        ("ca.pem", armoured("CERTIFICATE") * 2, False),
        ("jwt.pem", armoured("RSA PUBLIC KEY"), False),
        ("ada.asc", armoured("PGP " + "PRIVATE KEY BLOCK"), True),
        ("both.asc", PUBLIC + armoured("PGP " + "PRIVATE KEY BLOCK"), True),
        ("server.pem", armoured("CERTIFICATE") + armoured("PRIVATE" + " KEY"), True),
        ("open.asc", PUBLIC.partition("-----END")[0], True),
        ("other.asc", PUBLIC.replace("END PGP PUBLIC", "END PGP"), True),
        ("hidden.asc", PUBLIC.replace("Version: GnuPG v2", "what = this, then"), True),
        ("beside.asc", f"{PUBLIC}\n{LINES}", True),
        ("none.asc", LINES, True),
        ("notes.md", PUBLIC, False),
    ],
)
def test_public_keys_are_no_secret_whatever_their_file_is_called(path: str, text: str, held: bool) -> None:
    found = find(text, path)
    assert bool(found) is held
    assert held or redact(text, found) == text


def test_what_stands_beside_a_public_key_is_searched_as_anywhere() -> None:
    (found,) = find(f"{PUBLIC}password = 'vK9!mQ2#xT7$'\n", "ada.asc")
    assert found.line == PUBLIC.count("\n") + 1
