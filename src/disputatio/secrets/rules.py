"""The rules of detect-secrets, a detector that is kept up to date by others: what the tokens of many issuers look like.

Only its expressions are used. Its way of verifying a find, which asks the issuer over the network, must never be
called, and the library that it would ask with opens a socket as soon as it is loaded. So its modules are not imported:
their sources are run by themselves, with nothing at hand but a few harmless modules of Python, and what they define is
read. Its rules for passwords, entropy and addresses are left aside: this package has its own.
"""

from __future__ import annotations

import builtins
import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from types import ModuleType
from typing import Any

from disputatio.debate.patterns import compiled
from disputatio.debate.values import value

# ---- whether a text is a placeholder ----------------------------------------------------------------------------
PLACEHOLDER = (
    r"(?i)^(?:[x*.\-_#0]+|<.*>|\{.*\}|\[.*\]|%.*%|\$.*|.*\$\{.*\}.*|.*\{\{.*\}\}.*)$"
    r"|example|sample|placeholder|change[-_ ]?me|your[-_ ]|dummy|redacted|insert|replace|todo|not[-_]?set|xxxx"
)


_WRITTEN = (
    r"^https?://[^@]*$|^[A-Za-z]+[-_.]?\d{1,4}$|^[\d,.:%+-]+$|\(\?|\\[wWdDsSb]|\[\^|\[[aA]-[zZ]|^f?\{\w|^/[\w/.-]*$"
)
"""Addresses, words with a number, figures, expressions, templates and paths."""


def looks_varied(text: str, bits: float) -> bool:
    """Return whether it looks made up by a machine or a careful person: varied, of several kinds of characters, and no
    placeholder. `bits` is the least Shannon entropy per character."""
    if compiled(PLACEHOLDER).search(text) or " " in text.strip() or compiled(_WRITTEN).search(text):
        return False
    kinds = sum(bool(re.search(kind, text)) for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[^A-Za-z0-9_.\-/]"))
    least = min(bits, math.log2(len(text)) * 0.8)
    return kinds >= 2 and entropy(text) >= least


def regular(token: str) -> bool:
    """Tokens of documentation: sk-xxxxxxxxxxxxxxxxxxxx, AKIAIOSFODNN7EXAMPLE, a run of few characters, plain words."""
    if re.search(r"EXAMPLE|xxxx|XXXX|\*\*\*|your[-_]", token):
        return True
    return entropy(token) < 2.5 or not re.search(r"[0-9A-Z]", token[4:])


def code(text: str) -> bool:
    """Expressions that name where a secret comes from rather than being one: a call, an index, an attribute, a type."""
    return bool(re.search(r"[()\[\]{}]|::|->", text) or re.fullmatch(r"[A-Za-z_]+|[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", text))


def entropy(text: str) -> float:
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values())


_HASH = r"[0-9a-f]+|[0-9A-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ORDERED = r"(?i)abcdef|ABCDEF|012345|123456|qwerty|QWERTY"
_WORD = r"[a-z]{5,}|[A-Z]{5,}"
_KINDS = (str.islower, str.isupper, str.isdigit)


def looks_drawn(text: str) -> bool:
    """Return whether a run of letters and digits was drawn at random, as keys are. Names, paths, hashes and alphabets
    are not: in them letters of a kind stand together."""
    if not all(any(kind(c) for c in text) for kind in _KINDS):
        return False
    if compiled(_HASH).fullmatch(text) or compiled(_ORDERED).search(text):
        return False
    if compiled(PLACEHOLDER).search(text) or entropy(text) < min(4.5, 0.85 * math.log2(len(text))):
        return False
    if len(compiled(_WORD).findall(text)) > 1 or sum(map(str.isdigit, text)) < len(text) / 12:
        return False
    sorts = [next((n for n, kind in enumerate(_KINDS) if kind(c)), 3) for c in text]
    changes = sum(a != b for a, b in pairwise(sorts))
    return changes >= 0.4 * len(text)


NAMES = {
    "artifactory": "Artifactory credential",
    "aws": "AWS key",
    "azure_storage_key": "Azure storage key",
    "cloudant": "Cloudant credential",
    "discord": "Discord bot token",
    "github_token": "GitHub token",
    "gitlab_token": "GitLab token",
    "ibm_cloud_iam": "IBM Cloud key",
    "ibm_cos_hmac": "IBM storage credential",
    "mailchimp": "Mailchimp key",
    "npm": "npm token",
    "pypi_token": "PyPI token",
    "sendgrid": "SendGrid key",
    "slack": "Slack token",
    "softlayer": "SoftLayer credential",
    "square_oauth": "Square secret",
    "stripe": "Stripe key",
    "telegram_token": "Telegram bot token",
    "twilio": "Twilio key",
}
"""Its modules that are used, and what a person calls what they find."""

MENTIONED = {"cloudant": "cloudant", "ibm_cloud_iam": "ibm", "ibm_cos_hmac": "ibm", "softlayer": "softlayer"}
"""Rules that go by the name of a value and would match nearly any: only where their issuer is mentioned at all."""
LONGEST = 2_000
"""Its expressions are made for lines that people write: on longer ones some take time with the square of the length."""
OVERLAP = 300


@value
class Rule:
    """`mention`: only texts that contain this word are searched."""

    kind: str
    shape: re.Pattern[str]
    mention: str = ""


HARMLESS = frozenset({"abc", "base64", "binascii", "datetime", "hashlib", "hmac", "json", "re", "string", "typing"})
"""What the sources may import; anything else is a stand-in that can do nothing."""


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Return all rules, loaded once."""
    base = _defined("base", {})
    found: list[Rule] = []
    for name, kind in NAMES.items():
        mention = MENTIONED.get(name, "")
        found += [Rule(kind=kind, shape=shape, mention=mention) for shape in _shapes(_defined(name, base))]
    return tuple(found)


def detectors() -> bool:
    return rules.cache_info().currsize > 0


class _Nothing(ModuleType):
    """Stands in for what is not at hand: any name of it is an empty class."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def _defined(name: str, base: dict[str, Any]) -> dict[str, Any]:
    """Return what a module of the detector defines; `base` is what the classes of its detectors derive from."""

    def at_hand(wanted: str, *given: Any, level: int = 0, **more: Any) -> Any:
        depth = given[3] if len(given) > 3 else level
        if not depth and wanted.partition(".")[0] in HARMLESS:
            return builtins.__import__(wanted, *given, **more)
        stand_in = _Nothing(wanted)
        vars(stand_in).update(base if depth and wanted == "base" else {})
        return stand_in

    spec = find_spec("detect_secrets")
    assert spec is not None
    assert spec.submodule_search_locations
    path = f"{spec.submodule_search_locations[0]}/plugins/{name}.py"
    source = spec.loader.get_data(path)  # type: ignore[union-attr]
    defined: dict[str, Any] = {"__name__": name, "__builtins__": {**vars(builtins), "__import__": at_hand}}
    exec(compile(source, path, "exec"), defined)
    return defined


def _shapes(defined: dict[str, Any]) -> Iterator[re.Pattern[str]]:
    """Yield the expressions of the detectors that a module itself defines."""
    for each in defined.values():
        if isinstance(each, type) and each.__module__ == defined["__name__"]:
            yield from getattr(each, "denylist", ())


def matches(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of everything that a rule describes; of a rule with groups, the group that is the secret."""
    lower = text.lower()
    found = [rule for rule in rules() if rule.mention in lower]
    for at, part in _parts(text):
        for rule in found:
            for match in rule.shape.finditer(part):
                group = next((n for n in range(1, rule.shape.groups + 1) if match[n]), 0)
                start, end = match.span(group)
                yield at + start, at + end, rule.kind


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text in pieces whose lines are short enough."""
    if len(text) <= LONGEST or max(map(len, text.split("\n"))) <= LONGEST:
        yield 0, text
        return
    at = 0
    for line in text.split("\n"):
        for start in range(0, max(1, len(line)), LONGEST - OVERLAP):
            yield at + start, line[start : start + LONGEST]
        at += len(line) + 1
