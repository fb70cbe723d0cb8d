"""Writes `src/disputatio/secrets/rules.json` anew from the catalogue of the Kingfisher secret scanner.

    pip install --target FOLDER kingfisher-secret-scanner
    PYTHONPATH=FOLDER python scripts/secret_rules.py

Kingfisher bundles the rules of Betterleaks, which carries on gitleaks. It is needed only here: Disputatio reads the
expressions by itself, so that nothing that could ask an issuer about a key, or revoke one, is ever loaded. Expressions
are put into Python's syntax; the end of a token is loosened, since the original wants a quote or a space after it, and
in a sentence there may be a full stop or a bracket. `tests/secrets` measures what comes out.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path
from re import _parser  # type: ignore[attr-defined]
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "src" / "disputatio" / "secrets" / "rules.json"
HIDDEN_BUT_SECRET = {"alibaba-access-key-id", "alibaba-sts-access-key-id", "razorpay-key-id.1"}
"""The catalogue shows these only together with another half; each says enough by itself."""
ELSEWHERE = re.compile(
    r"curl-auth|kubernetes-secret|gcp-(application|service)|^private-key|credential-uri|connection-string|credentials$"
    r"|jwt-base64|client-id|public|pub-|webhook-url|lob-|^zai|alibaba-secret|alibaba-sts-access-key-secret|hashicorp-tf-password|bedrock-api-key-short"
)
"""What our own rules see, what may take time with the square of a text's length, and what is not secret."""

BETWEEN = r"""(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}"""
ENDS = (
    r"""(?:\\?['"\x60]|[\s;]|\\[nr]|$)""",
    r"""(?:(?:\\?(?:["'`]))|(?:[\x09-\x0D\x20;])|(?:\\(?:[NRnr]))|\z))""",
    r"""(?:$|[\\'"\x60\s<),])""",
    r"""(?:(?:\\?(?:["'`]))|(?:[\x09-\x0D\x20;])|(?:\\(?:[nr]))|\z))""",
)
PUBLISHED = re.compile(r"AIza")
"""Keys that somebody published: they are no less keys."""
END = r"(?![\w+/-])"
BEGINS = r"(?:(?:\A|(?:[\x00-,\./:-@\[-\^`\{-\xFF]))("
OWN_BEGINNING = re.compile(r"\(*(?:\?:)?[A-Za-z0-9]{2,20}(?:[-_.:]|\\[.+-])")
"""Of a value that follows the issuer's name: it tells by itself what it is, so the name need not stand before it."""


def python(pattern: str) -> str:
    """The expression in Python's syntax, for ASCII alone."""
    for end in ENDS:
        if pattern.endswith(end):
            pattern = pattern.removesuffix(end) + END
    if pattern.startswith(BEGINS):
        pattern = r"(?<![\w-])(" + pattern.removeprefix(BEGINS)
    flags, _, rest = pattern.partition(")") if re.match(r"\(\?[imsx]+\)", pattern) else ("(?", "", pattern)
    pattern = rest.replace(r"\z", r"\Z").replace("[:alnum:]", "A-Za-z0-9")
    return f"(?a{flags[2:]})" + local(pattern)


def local(pattern: str) -> str:
    """Flags in mid-expression hold to the end of their group: Python wants the group in brackets."""
    while (at := pattern.find("(?i)")) >= 0:
        depth, end = 0, at + 4
        while end < len(pattern) and depth >= 0:
            step = 2 if pattern[end] == "\\" else 1
            depth += (pattern[end] == "(") - (pattern[end] == ")")
            end += step if depth >= 0 else 0
        pattern = f"{pattern[:at]}(?i:{pattern[at + 4 : end]}){pattern[end:]}"
    return pattern


def value_alone(pattern: str) -> str:
    """The expression without the name that it wants before a value with a beginning of its own."""
    before, between, value = pattern.partition(BETWEEN)
    if not between or not OWN_BEGINNING.match(value):
        return pattern
    flags = "(?i)" if before.startswith("(?i)") else ""
    return flags + r"(?<![\w-])" + value


def marks(parsed: Any) -> set[str]:
    """Short words one of which is in every text that matches: of all such sets the one whose shortest is longest."""
    best: set[str] = set()
    run = {""}

    def better(found: set[str]) -> None:
        nonlocal best
        if min(map(len, found), default=0) > min(map(len, best), default=1):
            best = found

    for kind, given in parsed:
        written = exactly(str(kind), given)
        if written and len(run) * len(written) <= 64:
            run = {before + after for before in run for after in written}
            continue
        better(run)
        run = {""}
        if str(kind) == "SUBPATTERN":
            better(marks(given[3]))
        elif str(kind) == "BRANCH":
            found = [marks(each) for each in given[1]]
            better(set().union(*found) if all(found) else set())
        elif str(kind) == "MAX_REPEAT" and given[0] > 0:
            better(marks(given[2]))
    better(run)
    return best


def exactly(kind: str, given: Any) -> set[str]:
    """All that a part of an expression can stand for, if that is a few words; else nothing."""
    if kind == "LITERAL":
        return {chr(given)}
    if kind == "IN" and len(given) <= 4 and all(str(each) == "LITERAL" for each, _ in given):
        return {chr(code) for _, code in given}
    if kind == "SUBPATTERN":
        return together(given[3])
    if kind == "BRANCH":
        found = [together(each) for each in given[1]]
        return set().union(*found) if all(found) else set()
    return set()


def together(parsed: Any) -> set[str]:
    run = {""}
    for kind, given in parsed:
        written = exactly(str(kind), given)
        run = {before + after for before in run for after in written}
    return run if len(run) <= 64 else set()


def refusals(node: Any) -> tuple[float, list[str], list[str]]:
    """Of a rule's filter: the least entropy, the expressions and the words that make a secret an example."""
    if not isinstance(node, dict):
        return 0.0, [], []
    if node.get("operator") == "||":
        left, right = refusals(node["left"]), refusals(node["right"])
        return max(left[0], right[0]), left[1] + right[1], left[2] + right[2]
    call = node["left"] if node.get("operator") in ("<", "<=") else node
    name = call.get("callee", {}).get("value") if call.get("kind") == "call" else ""
    about = call.get("arguments", [{}])[0] if name else {}
    if name and about.get("property", {}).get("value") == "secret":
        if name == "entropy":
            return float(node["right"]["value"]), [], []
        given = [each["value"] for each in call["arguments"][1]["nodes"] if not PUBLISHED.match(each["value"])]
        return 0.0, given if name == "matchesAny" else [], given if name == "containsAny" else []
    return 0.0, [], []


NAMES = {
    "aws": "AWS",
    "gcp": "Google",
    "oauth": "OAuth",
    "pat": "token",
    "jwt": "signed web token",
    "github": "GitHub",
    "gitlab": "GitLab",
    "digitalocean": "DigitalOcean",
    "openai": "OpenAI",
    "npm": "npm",
    "pypi": "PyPI",
    "sendgrid": "SendGrid",
    "huggingface": "Hugging Face",
    "hashicorp": "HashiCorp",
    "age": "age",
    "planetscale": "PlanetScale",
    "launchdarkly": "LaunchDarkly",
    "nvidia": "NVIDIA",
    "rubygems": "RubyGems",
    "newrelic": "New Relic",
    "circleci": "CircleCI",
    "ad": "AD",
    "xai": "xAI",
    "openrouter": "OpenRouter",
    "easypost": "EasyPost",
    "clickup": "ClickUp",
    "dockerhub": "Docker Hub",
    "mongodb": "MongoDB",
    "ibm": "IBM",
}
WHOLE = {
    "aws-access-token": "AWS access key",
    "stripe-access-token": "Stripe key",
    "slack-legacy-bot-token": "Slack token",
    "circleciproject": "CircleCI token",
    "denopatorg": "Deno token",
    "herokuplatformkey": "Heroku key",
    "packagistorgreadtoken": "Packagist token",
    "packagistorgupdatetoken": "Packagist token",
    "packagistsecret": "Packagist secret",
    "postmancollectiontoken": "Postman token",
    "postmanapikey": "Postman key",
    "npmjsaccesstoken": "npm token",
    "digitaloceanapikey": "DigitalOcean token",
    "grokxaiapikey": "xAI key",
    "openrouter": "OpenRouter key",
    "sendgrid": "SendGrid key",
    "bitwardenoauth2access": "Bitwarden token",
    "slackappconfigaccesstoken": "Slack token",
    "slackappconfigrefreshtoken": "Slack token",
    "slackappleveltoken": "Slack token",
    "cloudflareapitoken": "Cloudflare token",
    "hcpclientcredentials": "HashiCorp secret",
    "github-oauth": "GitHub OAuth token",
    "gcp-gemini-api": "Gemini key",
    "gcp-api-key": "Google API key",
}


def kind(rule: str) -> str:
    """What a person calls it, from the rule's name: "DigitalOcean refresh token"."""
    words = rule.rpartition("/")[2].removeprefix("betterleaks.").split(".")[0].split("-")
    if (whole := WHOLE.get("-".join(words))) is not None:
        return whole
    kept = [word for word in words if word not in ("api", "access", "personal", "personnal", "legacy", "v2")]
    return " ".join(NAMES.get(word, word if number else word.capitalize()) for number, word in enumerate(kept))


def main() -> int:
    catalogue = importlib.import_module("kingfisher_sdk").Rules(cache_dir=tempfile.mkdtemp(), confidence="low")
    found, left = [], []
    for rule in (catalogue.detail(each["id"]) for each in catalogue.metadata()):
        name = rule["id"].removeprefix("betterleaks.").rpartition("/")[2]
        if ELSEWHERE.search(name) or not (rule["visible"] or name in HIDDEN_BUT_SECRET):
            continue
        shape = python(value_alone(rule["detection_regex"]))
        bits, shapes, words = refusals(rule["betterleaks_filter"])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                known = marks(_parser.parse(shape))
                for each in shapes:
                    re.compile(python(each))
        except (re.error, Warning) as problem:
            left.append(f"{name}: {problem}")
            continue
        if not known:
            left.append(f"{name}: nothing in it is sure to be there")
            continue
        exact = not ("i" in shape.partition(")")[0] or "(?i:" in shape)
        if not exact:
            known = {each.lower() for each in known}
        found.append({"id": rule["id"], "kind": kind(rule["id"]), "bits": bits,
                      "random": "tokenRatio" in json.dumps(rule["betterleaks_filter"]), "exact": exact,
                      "marks": sorted(known), "shape": shape,
                      "examples": [python(each) for each in shapes], "words": words})  # fmt: skip
    common = {key: [each for each in found[0][key] if sum(each in rule[key] for rule in found) > len(found) / 2]
              for key in ("examples", "words")}  # fmt: skip
    for rule in found:
        for key, shared in common.items():
            rule[key] = [each for each in rule[key] if each not in shared]
            if not rule[key]:
                del rule[key]
    head = {"source": f"kingfisher-secret-scanner {version('kingfisher-secret-scanner')}",
            "licence": "Betterleaks: MIT, Copyright (c) 2026 Zachary Rice. Kingfisher and Veles: Apache-2.0. "
            "See licences/Betterleaks-MIT.txt and licences/Kingfisher-Apache-2.0.txt."}  # fmt: skip
    lines = [json.dumps({**head, **common}, indent=1)[:-2] + ',\n "rules": [']
    lines.append(",\n".join("  " + json.dumps(rule) for rule in sorted(found, key=lambda rule: rule["id"])))
    TARGET.write_text("\n".join([*lines, " ]\n}\n"]), "utf-8")
    sys.stderr.write("\n".join([*left, f"{len(found)} rules written, {len(left)} left out", ""]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
