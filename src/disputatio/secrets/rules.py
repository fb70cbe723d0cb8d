"""The rules of detect-secrets, a detector that is kept up to date by others: what the tokens of many issuers look like.

Only its expressions are used. Its way of verifying a find, which asks the issuer over the network, is never called; nor
are its rules for passwords, entropy and addresses, which this package has its own for. Loading takes about a tenth of a
second, so it happens at first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module

from disputatio.debate.values import value

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


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """All rules, loaded once."""
    found = []
    for name, kind in NAMES.items():
        module = import_module(f"detect_secrets.plugins.{name}")
        found += [Rule(kind=kind, shape=shape, mention=MENTIONED.get(name, "")) for shape in _shapes(module)]
    return tuple(found)


def loaded() -> bool:
    return rules.cache_info().currsize > 0


def _shapes(module: object) -> Iterator[re.Pattern[str]]:
    """The expressions of the detectors that a module itself defines."""
    for each in vars(module).values():
        if isinstance(each, type) and each.__module__ == module.__name__:  # type: ignore[attr-defined]
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
    """The text in pieces whose lines are short enough."""
    if len(text) <= LONGEST or max(map(len, text.split("\n"))) <= LONGEST:
        yield 0, text
        return
    at = 0
    for line in text.split("\n"):
        for start in range(0, max(1, len(line)), LONGEST - OVERLAP):
            yield at + start, line[start : start + LONGEST]
        at += len(line) + 1
