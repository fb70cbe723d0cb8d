"""Likely secrets in a text: where they are, what they seem to be, and the text without them.

Pure functions. Both kinds of error happen: a secret without any known shape is missed, a harmless constant may be
held back. The first is why a person sees what will leave the computer; the second, why they may release it.
The shapes of tokens are those that their issuers document.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from disputatio.debate.values import value


@value
class Finding:
    """A likely secret: text[start:end], which begins on `line` (from 1). `kind` is in words."""

    kind: str
    path: str
    line: int
    start: int
    end: int


_SECRET_FILES = (
    (re.compile(r"(^|/)\.env(\.[\w.-]+)?$", re.I), "environment file"),
    (re.compile(r"(^|/)(\.npmrc|\.pypirc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.git-credentials)$", re.I), "login file"),
    (
        re.compile(r"(^|/)\.(aws|azure|kube|docker)/(credentials|config(\.json)?|accessTokens\.json)$", re.I),
        "login file",
    ),
    (
        re.compile(r"(^|/)(\.?htpasswd|shadow|credentials(\.json)?|secrets?\.(ya?ml|json|toml|ini))$", re.I),
        "login file",
    ),
    (re.compile(r"(^|/)id_(rsa|dsa|ecdsa|ed25519)(_sk)?$", re.I), "private key file"),
    (re.compile(r"\.(pem|key|p12|pfx|ppk|jks|keystore|kdbx|asc|gpg|tfstate)$", re.I), "key file"),
    (re.compile(r"(^|/)(service[-_]?account|gcp[-_]?key)[\w.-]*\.json$", re.I), "key file"),
)
_EXAMPLE_FILE = re.compile(r"\.(example|sample|template|dist|defaults?)$", re.I)

_KEY_BLOCK = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BLOCK_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")

_TOKENS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"(?<![A-Za-z0-9_])(?:{shape})(?![A-Za-z0-9])"))
    for kind, shape in (
        ("AWS access key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}"),
        ("Google API key", r"AIza[\w-]{35}"),
        ("Google login token", r"ya29\.[\w-]{20,500}"),
        ("GitHub token", r"gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255}"),
        ("GitLab token", r"gl(?:pat|ptt|dt|rt|cbt)-[\w.-]{20,100}"),
        ("Slack token", r"xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{10,250}"),
        ("Anthropic key", r"sk-ant-[\w-]{20,250}"),
        ("OpenRouter key", r"sk-or-[\w-]{20,250}"),
        ("OpenAI key", r"sk-(?:proj-|svcacct-|admin-)?[\w-]{20,250}"),
        ("Perplexity key", r"pplx-[A-Za-z0-9]{30,100}"),
        ("Groq key", r"gsk_[A-Za-z0-9]{30,100}"),
        ("xAI key", r"xai-[A-Za-z0-9]{40,120}"),
        ("Hugging Face token", r"hf_[A-Za-z0-9]{30,60}"),
        ("Stripe key", r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}"),
        ("npm token", r"npm_[A-Za-z0-9]{36}"),
        ("PyPI token", r"pypi-AgE[\w-]{50,250}"),
        ("SendGrid key", r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),
        ("Telegram bot token", r"\d{8,10}:AA[\w-]{33}"),
        ("signed web token", r"eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000}"),
    )
)

_WEB_HOOK = re.compile(r"https://hooks\.slack\.com/(?:services|workflows)/[\w/]{20,120}")
_ADDRESS_LOGIN = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@'\"<>]{0,80}:([^\s/@'\"<>]{3,120})@", re.I)
_AUTHORIZATION = re.compile(r"\b(?:Bearer|Basic)\s+([A-Za-z0-9+/_=.-]{16,2000})")

_SECRET_NAME = (
    r"[\w.-]{0,40}(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|account[_-]?key"
    r"|private[_-]?key|credential|auth[_-]?key|encryption[_-]?key|client[_-]?key)[\w-]{0,30}"
)
_QUOTED = re.compile(
    rf"(?<![\w.-])[\"']?{_SECRET_NAME}[\"']?\]?\s{{0,8}}(?::\s{{0,3}}[\w\[\], .|]{{1,40}}\s{{0,3}}=|:=|=>|=|:)\s{{0,8}}"
    r"[bBrRfF]{0,2}([\"'`])([^\"'`\n]{6,500})\1",
    re.I,
)
_BARE = re.compile(
    rf"^\s{{0,40}}(?:export\s+|set\s+|-\s+)?{_SECRET_NAME}\s{{0,8}}[=:]\s{{0,8}}([^\s\"'#;,][^\s\"';,]{{7,500}})", re.I
)

_PLACEHOLDER = re.compile(
    r"^(?:[x*.\-_#0]+|<.*>|\{.*\}|\[.*\]|%.*%|\$.*|.*\$\{.*\}.*|.*\{\{.*\}\}.*)$"
    r"|example|sample|placeholder|change[-_ ]?me|your[-_ ]|dummy|redacted|insert|replace|todo|not[-_]?set|xxxx",
    re.I,
)
_LONGEST_LINE = 20_000
"""Of longer lines only the beginning is searched for assignments; tokens are found anywhere."""


def secret_file(path: str) -> str:
    """What a file of this name seems to be, if such files hold secrets: "environment file", … or ""."""
    if _EXAMPLE_FILE.search(path):
        return ""
    return next((kind for shape, kind in _SECRET_FILES if shape.search(path)), "")


def find(text: str, path: str = "") -> list[Finding]:
    """Every likely secret of a text, in order and without overlaps. A file whose name says "secret" is one whole."""
    kind = secret_file(path)
    if kind and text:
        return [Finding(kind=kind, path=path, line=1, start=0, end=len(text))]
    spans = sorted(_spans(text), key=lambda span: (span[0], -span[1]))
    found: list[Finding] = []
    reached = line = 0
    counted = 0
    for start, end, kind in spans:
        if end <= reached:
            continue
        start = max(start, reached)
        line += text.count("\n", counted, start)
        counted = start
        found.append(Finding(kind=kind, path=path, line=line + 1, start=start, end=end))
        reached = end
    return found


def redact(text: str, findings: Iterable[Finding]) -> str:
    """The text with a mark in place of each finding. Lines keep their numbers."""
    pieces: list[str] = []
    reached = 0
    for finding in sorted(findings, key=lambda finding: finding.start):
        pieces.append(text[reached : finding.start])
        pieces.append(f"[held back: {finding.kind}]" + "\n" * text.count("\n", finding.start, finding.end))
        reached = finding.end
    return "".join([*pieces, text[reached:]])


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    yield from _key_blocks(text)
    for kind, shape in _TOKENS:
        yield from ((match.start(), match.end(), kind) for match in shape.finditer(text) if not _regular(match[0]))
    for match in _WEB_HOOK.finditer(text):
        yield match.start(), match.end(), "Slack web hook"
    for match in _ADDRESS_LOGIN.finditer(text):
        if not _PLACEHOLDER.search(match[1]):
            yield match.start(1), match.end(1), "password in an address"
    for match in _AUTHORIZATION.finditer(text):
        if _random(match[1], 3.2):
            yield match.start(1), match.end(1), "authorization header"
    yield from _assignments(text)


def _key_blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """A block without its end reaches to the end of the text: rather too much than half a key."""
    reached = 0
    while begin := _KEY_BLOCK.search(text, reached):
        end = _KEY_BLOCK_END.search(text, begin.end())
        reached = end.end() if end else len(text)
        yield begin.start(), reached, "private key"


def _assignments(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    for line in text.split("\n"):
        part = line[:_LONGEST_LINE]
        for match in _QUOTED.finditer(part):
            if _random(match[2], 3.0):
                yield at + match.start(2), at + match.end(2), "value of a secret's name"
        bare = _BARE.match(part)
        if bare and _random(bare[1], 3.2) and not _code(bare[1]):
            yield at + bare.start(1), at + bare.end(1), "value of a secret's name"
        at += len(line) + 1


def _random(text: str, bits: float) -> bool:
    """Whether it looks made up by a machine or a careful person: varied, of several kinds of characters, and no
    placeholder. `bits` is the least Shannon entropy per character."""
    if _PLACEHOLDER.search(text) or " " in text.strip():
        return False
    kinds = sum(bool(re.search(kind, text)) for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[^A-Za-z0-9_.\-/]"))
    least = min(bits, math.log2(len(text)) * 0.8)
    return kinds >= 2 and _entropy(text) >= least


def _regular(token: str) -> bool:
    """Tokens of documentation: sk-xxxxxxxxxxxxxxxxxxxx, AKIAIOSFODNN7EXAMPLE, a run of few characters, plain words."""
    if re.search(r"EXAMPLE|xxxx|XXXX|\*\*\*|your[-_]", token):
        return True
    return _entropy(token) < 2.5 or not re.search(r"[0-9A-Z]", token[4:])


def _code(text: str) -> bool:
    """Expressions that name where a secret comes from rather than being one: a call, an index, an attribute, a type."""
    return bool(re.search(r"[()\[\]{}]|::|->", text) or re.fullmatch(r"[A-Za-z_]+|[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", text))


def _entropy(text: str) -> float:
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values())
