"""Whether a text is likely to be a secret, by its letters alone: varied or drawn at random, no placeholder, no code."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

from disputatio.debate.patterns import compile_pattern

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
    """Tokens of documentation: sk-xxxxxxxxxxxxxxxxxxxx, AKIAIOSFODNN7EXAMPLE, a run of few characters, plain words."""
    if re.search(r"EXAMPLE|xxxx|XXXX|\*\*\*|your[-_]", token):
        return True
    return entropy(token) < 2.5 or not re.search(r"[0-9A-Z]", token[4:])


def code(text: str) -> bool:
    """Expressions that name where a secret comes from rather than being one: a call, an index, an attribute, a type."""
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
    sorts = [next((n for n, kind in enumerate(_KINDS) if kind(c)), 3) for c in text]
    return sum(a != b for a, b in pairwise(sorts))


def entropy(text: str) -> float:
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values())


_HASH = r"[0-9a-f]+|[0-9A-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ORDERED = r"(?i)abcdef|ABCDEF|012345|123456|qwerty|QWERTY"
_WORD = r"[a-z]{5,}|[A-Z]{5,}"
_KINDS = (str.islower, str.isupper, str.isdigit)


def looks_drawn(text: str) -> bool:
    """Whether a run of letters and digits was drawn at random, as keys are. Names, paths, hashes and alphabets are not:
    in them letters of a kind stand together."""
    if not all(any(kind(c) for c in text) for kind in _KINDS):
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
