"""What the tokens of many issuers look like: the rules of Betterleaks, a detector that others keep up to date, and the
shapes that those lack; and how likely a text is to be one of them by its letters.

The rules are data: `rules.json` beside this file holds them with their version and licence, and
`scripts/secret_rules.py` writes it anew. A rule is used only where one of its marks stands, and only on so much of a
text around it as a token can be long: so no expression can take time with the square of a text's length.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from disputatio.debate.patterns import compile_pattern
from disputatio.debate.values import value

WINDOW = 4_000
"""How much of a line is searched after a mark; longer tokens than half of it are none that we know."""
SHORTEST = 7
"""A group of fewer letters is a part that repeats itself, and the secret is all that was matched."""
BEFORE = 200
"""How much of a line is searched before a mark."""


@value
class Rule:
    """One of `marks` is in every token that `shape` describes; without `exact`, in small letters. `bits` is the least
    Shannon entropy per character; a `random` one is no word either; what matches one of `examples` or has one of
    `words` in it is an example."""

    kind: str
    shape: str
    marks: tuple[str, ...]
    exact: bool
    bits: float
    random: bool
    examples: tuple[str, ...]
    words: tuple[str, ...]


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """All rules, read once."""
    data = json.loads(Path(__file__).with_name("rules.json").read_text("utf-8"))
    return tuple(
        Rule(
            kind=each["kind"],
            shape=each["shape"],
            marks=tuple(each["marks"]),
            exact=each["exact"],
            bits=each["bits"],
            random=each["random"],
            examples=(*data["examples"], *each.get("examples", ())),
            words=(*data["words"], *each.get("words", ())),
        )
        for each in data["rules"]
    )


def matches(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of everything that a rule describes; of a rule with groups, the group that is the secret."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(each.lower()[:1] for each in text)
    for rule in rules():
        for start, end in windows(text if rule.exact else lower, rule.marks):
            for match in compile_pattern(rule.shape).finditer(text, start, end):
                begin, stop = match.span(next((n for n, group in enumerate(match.groups(), 1) if group), 0))
                begin, stop = (begin, stop) if stop - begin > SHORTEST else match.span()
                if not _example(text[begin:stop], rule):
                    yield begin, stop, rule.kind


def windows(text: str, marks: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """(start, end) of the lines that have one of some marks in them, each with the line end before it; of long lines,
    what is around the marks. What is at most half a window long and begins with its mark is whole in one of them."""
    for mark in marks:
        at = text.find(mark)
        while at >= 0:
            line, end = text.rfind("\n", max(0, at - BEFORE), at), text.find("\n", at, at + WINDOW)
            whole = end >= 0 or at + WINDOW >= len(text)
            end = end if end >= 0 else min(len(text), at + WINDOW)
            yield (line if line >= 0 else max(0, at - BEFORE)), end
            at = text.find(mark, end if whole else max(at + 1, end - WINDOW // 2))


def _example(secret: str, rule: Rule) -> bool:
    if (rule.bits and entropy(secret) < rule.bits) or (rule.random and not looks_scrambled(secret)):
        return True
    small = secret.lower()
    return any(word in small for word in rule.words) or any(
        compile_pattern(each).search(secret) for each in rule.examples
    )


# ---- the shapes that those rules lack -------------------------------------------------------------------------------
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_KINDS = {
    "AWS access key": r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}",
    "GitHub token": r"gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255}",
    "GitLab token": r"gl(?:pat|ptt|dt|rt|cbt)-[\w.-]{20,100}",
    "Slack token": r"xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{10,250}",
    "Stripe key": r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}",
    "SendGrid key": r"SG\.[\w-]{16,32}\.[\w-]{16,64}",
    "Google login token": r"ya29\.[\w-]{20,500}",
    "Google client secret": r"GOCSPX-[\w-]{20,60}",
    "Anthropic key": r"sk-ant-[\w-]{20,250}",
    "OpenRouter key": r"sk-or-[\w-]{20,250}",
    "OpenAI key": r"sk-(?:proj-|svcacct-|admin-)?[\w-]{20,250}",
    "Perplexity key": r"pplx-[A-Za-z0-9]{30,100}",
    "Groq key": r"gsk_[A-Za-z0-9]{30,100}",
    "xAI key": r"xai-[A-Za-z0-9]{40,120}",
    "Hugging Face token": r"hf_[A-Za-z0-9]{30,60}",
    "Stripe web hook secret": r"whsec_[A-Za-z0-9+/=]{24,100}",
    "Telegram bot token": r"\d{8,10}:AA[\w-]{33}",
    "Mailchimp key": r"[0-9a-f]{32}-us\d{1,2}",
    "Resend key": r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}",
    "NuGet key": r"oy2[a-z0-9]{43}",
    "Square secret": r"sq0[a-z]{3}-[\w-]{22,43}|EAAA[\w-]{60}",
    "Bitbucket app password": r"ATBB[A-Za-z0-9]{24,40}",
    "Notion secret": r"secret_[A-Za-z0-9]{43}",
    "Sentry token": r"sntrys_eyJ[\w+/=-]{40,500}",
    "Asana token": r"[0-2]/\d{13,20}(?:/\d{13,20})?:[0-9a-f]{32}",
    "Netlify token": r"nfp_[A-Za-z0-9]{36}",
    "Contentful token": r"CFPAT-[\w-]{43}",
    "Flutterwave key": r"FLWSECK-[0-9a-f]{32}-X",
    "Mapbox token": r"sk\.eyJ[\w-]{20,400}\.[\w-]{20,60}",
    "SonarQube token": r"sq[aup]_[0-9a-f]{40}",
    "Tailscale key": r"tskey-[a-z]{3,12}-[A-Za-z0-9]{8,40}-[A-Za-z0-9]{20,80}",
    "HubSpot token": rf"pat-(?:na|eu)\d-{_UUID}",
    "WakaTime key": rf"waka_{_UUID}",
    "LaunchDarkly key": rf"(?:sdk|api|mob)-{_UUID}",
    "Dropbox token": r"sl\.[A-Za-z0-9_-]{130,1500}",
    "Azure DevOps token": r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}",
    "Vault token": r"hv[sbr]\.[\w-]{24,300}",
    "Doppler token": r"dp\.[a-z]{2,6}\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}",
    "Atlassian token": r"AT[A-Z]TT3xFf[\w=-]{100,300}",
    "New Relic key": r"[0-9a-f]{36}NRAL|NR(?:AK|II|JS|RA|BR)-[\w-]{19,60}",
    "Databricks token": r"(?:dose|dapi|dkea|dsapi)[0-9a-f]{32}(?:-\d)?",
    "Fireworks key": r"fw_[A-Za-z0-9]{22,30}",
    "Axiom token": rf"xa[ap]t-{_UUID}",
    "Aiven password": r"AVNS_[\w-]{17,30}",
    "Brevo key": r"x(?:smtp|key)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}",
    "signed web token": r"eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000}",
}
"""Tokens that the rules of others lack, know only beside the name of their issuer, or want in one length alone."""
_TOKEN = rf"(?<![A-Za-z0-9_])(?:{'|'.join(f'({shape})' for shape in _KINDS.values())})(?![A-Za-z0-9])"
_TOKEN_KINDS = ("", *_KINDS)
_TOKEN_MARKS = (
    *("AKIA", "ASIA", "ABIA", "ACCA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "glptt-"),
    *("gldt-", "glrt-", "glcbt-", "xox", "xapp-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "SG.", "ya29."),
    *("GOCSPX-", "sk-", "pplx-", "gsk_", "xai-", "hf_", "whsec_", ":AA", "-us", "re_", "oy2", "sq0", "EAAA"),
    *("ATBB", "secret_", "sntrys_", "0/", "1/", "2/", "nfp_", "CFPAT-", "FLWSECK-", "sk.eyJ", "squ_", "sqp_"),
    *("sqa_", "tskey-", "pat-", "waka_", "sdk-", "api-", "mob-", "sl.", "eyJ"),
    *("AZDO", "hvs.", "hvb.", "hvr.", "dp.", "TT3xFf", "NRAL", "NRAK-", "NRII-", "NRJS-", "NRRA-", "NRBR-", "dose"),
    *("dapi", "dkea", "dsapi", "fw_", "AVNS_", "sib-", "xaat-", "xapt-"),
)
"""One of these is in every token of `_KINDS`: only lines that have one are looked at closely. The expression would take
40 ms for a large file, in which no other thread can run."""


def tokens(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of the tokens whose shape is known here."""
    for start, end in _lines_with(text, _TOKEN_MARKS):
        for match in compile_pattern(_TOKEN).finditer(text, start, end):
            if not regular(match[0]):
                yield match.start(), match.end(), _TOKEN_KINDS[match.lastindex or 0]


def _lines_with(text: str, marks: Iterable[str]) -> list[tuple[int, int]]:
    """(start, end) of the lines that have one of some marks in them."""
    found: set[tuple[int, int]] = set()
    for mark in marks:
        at = text.find(mark)
        while at >= 0:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            found.add((text.rfind("\n", 0, at) + 1, end))
            at = text.find(mark, end)
    return sorted(found)


# ---- whether a text is likely to be a secret, by its letters alone -------------------------------------------------
# Varied or drawn at random, no placeholder, no code.
PLACEHOLDER = (
    r"(?i)^(?:[x*.\-_#0]+|<.*>|\{.*\}|\[.*\]|%.*%|\$.*|.*\$\{.*\}.*|.*\{\{.*\}\}.*)$"
    r"|example|sample|placeholder|change[-_ ]?me|your[-_ ]|dummy|redacted|insert|replace|todo|not[-_]?set|xxxx"
)


_WRITTEN = (
    r"^https?://[^@]*$|^[A-Za-z]+[-_.]?\d{1,4}$|^[\d,.:%+-]+$|\(\?|\\[wWdDsSb]|\[\^|\[[aA]-[zZ]|^f?\{\w|^/[\w/.-]*$"
)
"""Addresses, words with a number, figures, expressions, templates and paths."""


def looks_varied(text: str, bits: float) -> bool:
    """Whether it looks made up by a machine or a careful person: varied, of several kinds of characters, and no
    placeholder. `bits` is the least Shannon entropy per character."""
    if compile_pattern(PLACEHOLDER).search(text) or " " in text.strip() or compile_pattern(_WRITTEN).search(text):
        return False
    kinds = sum(bool(re.search(kind, text)) for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[^A-Za-z0-9_.\-/]"))
    least = min(bits, math.log2(len(text)) * 0.8)
    return kinds >= 2 and entropy(text) >= least


_TOLD = (
    r"(?i)\b(?:a|an|the|your|this|that|its?|is|are|was|were|be|been|has|have|had|do|does|did|must|should|can|cannot|could|will"
    r"|would|may|not|no|if|when|please|enter|type|confirm|repeat|forgot|invalid|wrong|incorrect|required|missing|new|old"
    r"|current|for|from|of|to|with|or|by|as|in|on|at|characters?|letters?|min|max|default|optional|field|string|password"
    r"|passphrase|passwords|user|username|name|login|secret|hash|der|die|das|ihr|bitte|ist|nicht|und|passwort)\b"
    r"|[.:?…]$|[{}<>%\\|;()\[\]=/]"
)
"""Words and signs of messages, labels, descriptions and code, which no passphrase of drawn words has."""
_WORDS = r"[A-Za-z0-9!@#$^&*_'-]{1,20}(?: [A-Za-z0-9!@#$^&*_'-]{1,20}){3,11}"


def looks_like_a_passphrase(text: str) -> bool:
    """Whether some words, four or more, seem to be drawn for a passphrase rather than written for people to read."""
    told = compile_pattern(PLACEHOLDER).search(text) or compile_pattern(_TOLD).search(text)
    return not told and compile_pattern(_WORDS).fullmatch(text) is not None and len(set(text.split())) > 3


def regular(token: str) -> bool:
    """Return whether it is a token of documentation: sk-xxxxxxxxxxxxxxxxxxxx, AKIAIOSFODNN7EXAMPLE, a run of few
    characters, plain words."""
    if re.search(r"EXAMPLE|xxxx|XXXX|\*\*\*|your[-_]", token):
        return True
    return entropy(token) < 2.5 or not re.search(r"[0-9A-Z]", token[4:])


def code(text: str) -> bool:
    """Return whether it is an expression that names where a secret comes from rather than being one: a call, an index,
    an attribute, a type."""
    return bool(re.search(r"[()\[\]{}]|::|->", text) or re.fullmatch(r"[A-Za-z_]+|[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", text))


def looks_scrambled(text: str) -> bool:
    """Whether letters, figures and signs are mixed as in a password, and as no word, name or expression has them."""
    if not re.search(r"\d", text) or code(text) or not looks_varied(text, 2.8):
        return False
    if re.fullmatch(_HASH, text):
        return len(text) >= 20
    plain = text.replace("_", "")
    return bool(re.search(r"[!@#$%^&*~+=]", text)) or changes(plain) >= max(3, 0.2 * len(plain))


def changes(text: str) -> int:
    """How often small letters, capitals, figures and others follow one another."""
    sorts = [next((n for n, kind in enumerate(_CASES) if kind(c)), 3) for c in text]
    return sum(a != b for a, b in pairwise(sorts))


def entropy(text: str) -> float:
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values())


_HASH = r"[0-9a-f]+|[0-9A-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ORDERED = r"(?i)abcdef|ABCDEF|012345|123456|qwerty|QWERTY"
_WORD = r"[a-z]{5,}|[A-Z]{5,}"
_CASES = (str.islower, str.isupper, str.isdigit)


def looks_drawn(text: str) -> bool:
    """Whether a run of letters and digits was drawn at random, as keys are. Names, paths, hashes and alphabets are not:
    in them letters of a kind stand together."""
    if not all(any(kind(c) for c in text) for kind in _CASES):
        return False
    if compile_pattern(_HASH).fullmatch(text) or compile_pattern(_ORDERED).search(text):
        return False
    if compile_pattern(PLACEHOLDER).search(text) or entropy(text) < min(4.5, 0.85 * math.log2(len(text))):
        return False
    if len(compile_pattern(_WORD).findall(text)) > 1 + len(text) // 24 or sum(map(str.isdigit, text)) < len(text) / 20:
        return False
    if max(map(len, re.split(r"[-_/+=]", text))) < min(13, len(text) / 2):  # Qwen3-Coder-30B-A3B-Instruct
        return False
    return changes(text) >= 0.4 * len(text)
