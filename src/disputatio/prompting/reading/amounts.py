"""Numbers, choices and yes-or-no, as models write them."""

from __future__ import annotations

import math
import re

from disputatio.debate.ranges import amount
from disputatio.debate.values import Json

_OF = re.compile(r"(?<![\d.])(?P<part>\d{1,6}(?:[.,]\d{1,6})?)\s*(?:/|out of|of)\s*(?P<all>10|100|5|1)(?![\d.])", re.I)
_PERCENT = re.compile(r"(?<![\d.])(?P<part>\d{1,3}(?:[.,]\d{1,6})?)\s*(?:%|percent)", re.I)
_PLAIN = re.compile(r"(?<![\d.,\-−])(?P<part>[01]?[.,]\d{1,12}|\d{1,3}(?:\.\d{1,6})?)(?![\d%])")
_RANGE = re.compile(r"\b0(?:\.0+)?\s*(?:-|–|to|\.\.)\s*1(?:\.0+)?\b|<[^<>]{0,40}>", re.I)
_TO = r"(?:%|percent)?\s{0,2}(?:-|–|to|and)\s{0,2}"
_BETWEEN = re.compile(
    rf"(?<![\d.,\-−–])(?P<low>\d{{1,3}}(?:[.,]\d{{1,6}})?)\s{{0,2}}{_TO}(?P<high>\d{{1,3}}(?:[.,]\d{{1,6}})?)(?![\d.,]*\d)"
    r"(?P<of>\s{0,2}(?:%|percent|/\s?\d{1,3}|out of \d{1,3})?)",
    re.I,
)
_SAID = rf"(?:[\d.,]{{1,8}}\s{{0,2}}{_TO})?[\d.,]{{1,8}}\s{{0,2}}(?:%|percent|/\s?\d{{1,3}}|out of \d{{1,3}})?"
_CONFIDENT = re.compile(
    r"confiden(?:ce|t)\W{1,6}(?:(?:level|score|rating|of|is|at|about|around)\W{0,3}){0,3}(?P<after>" + _SAID + ")"
    r"|(?P<before>" + _SAID + r")\s{0,2}(?:sure|certain|confident)",
    re.I,
)
_YES = {
    "yes",
    "true",
    "y",
    "approved",
    "approve",
    "accept",
    "accepted",
    "agreed",
    "resolved",
    "passed",
    "pass",
    "settled",
}
_NO = {
    "no",
    "false",
    "n",
    "not",
    "rejected",
    "reject",
    "refused",
    "unresolved",
    "failed",
    "fail",
    "never",
    "isn't",
    "don't",
}
_WORD = re.compile(r"[\w']+")
_DIGIT = re.compile(r"\d")
_ALIASES: dict[str, tuple[str, ...]] = {
    "SUPPORT": ("supports", "supported", "yes", "for", "affirm", "affirmed", "accept", "proponent", "true", "pro"),
    "OPPOSE": ("opposes", "opposed", "no", "against", "reject", "rejected", "opponent", "negative", "false", "con"),
    "UNCERTAIN": ("undecided", "inconclusive", "unclear", "unresolved", "neither", "tie", "unknown"),
    "Strong": ("high", "full", "strongly", "complete"),
    "Moderate": ("medium", "partial", "mixed", "moderately", "some"),
    "Weak": ("low", "poor", "weakly", "none", "minimal"),
    "in part": ("partly", "partially", "partial"),
    "answered": ("addressed", "done", "resolved"),
    "open": ("unanswered", "unresolved", "unknown", "unclear"),
    "opposes": ("oppose", "opposed", "opposing", "against"),
    "supports": ("support", "supported", "supporting", "for"),
    "tie": ("draw", "equal", "neither", "both", "same", "equally"),
    "edge_cases": ("edge", "edges"),
    "critical": ("severe", "blocker"),
    "high": ("major", "serious"),
    "medium": ("moderate",),
    "low": ("minor", "trivial"),
    "decision": ("decisions", "recommendation"),
    "finding": ("findings", "insight"),
    "agreed": ("agreement", "consensus"),
    "claim": ("opinion", "argument", "assumption", "prediction"),
}


def share(found: Json) -> float | None:
    """Return a share from 0 to 1, of 0.8, 80%, 8/10, "8 out of 10" or 80, and of a range its middle. Return None where
    none is said; nothing is made up from words.

    A bare number above 1 is out of 10 up to 10, and out of 100 up to 100.
    """
    if isinstance(found, bool) or found is None:
        return None
    if isinstance(found, (int, float)):
        return _unit(float(found)) if amount(found) else None
    if not isinstance(found, str):
        return None
    text = _RANGE.sub(" ", found[:400])
    between = _BETWEEN.search(text)
    if between and not _DIGIT.search(text, 0, between.start()) and (middle := _middle(between)) is not None:
        return middle
    if of := _OF.search(text):
        return _bounded(_float(of["part"]) / float(of["all"]))
    if percent := _PERCENT.search(text):
        return _bounded(_float(percent["part"]) / 100)
    plain = _PLAIN.search(text)
    return _unit(_float(plain["part"])) if plain else None


def _middle(between: re.Match[str]) -> float | None:
    """Return the middle of two shares; None where they are no range."""
    low, high = share(between["low"] + between["of"]), share(between["high"] + between["of"])
    return round((low + high) / 2, 6) if low is not None and high is not None and low < high else None


def spoken_share(text: str) -> float | None:
    """Return the last confidence that a sentence names: "I am 80% confident", "confidence: 0.8"."""
    found = [share(match["after"] or match["before"]) for match in _CONFIDENT.finditer(text)]
    said = [one for one in found if one is not None]
    return said[-1] if said else None


def _unit(number: float) -> float | None:
    if not math.isfinite(number) or number < 0:
        return None
    return _bounded(number if number <= 1 else number / 10 if number <= 10 else number / 100)


def _bounded(number: float) -> float | None:
    return round(number, 6) if 0 <= number <= 1 else None


def _float(text: str) -> float:
    return float(text.replace(",", "."))


def number(found: Json) -> int | None:
    """Return a whole number from 1 to 10; None where none is said."""
    if isinstance(found, bool):
        return None
    if isinstance(found, str):
        plain = _PLAIN.search(found[:100])
        found = _float(plain["part"]) if plain else None
    if not isinstance(found, (int, float)) or not amount(found):
        return None
    return int(min(10, max(1, found)))


def flag(found: Json) -> bool | None:
    """Return yes or no; None where neither is said. A "not" before a yes makes it a no."""
    if isinstance(found, bool):
        return found
    if isinstance(found, (int, float)):
        return bool(found) if found in (0, 1) else None
    words = [word.casefold() for word in _WORD.findall(found[:200])] if isinstance(found, str) else []
    if {"yes", "no"} <= set(words) or {"true", "false"} <= set(words):
        return None
    if any(word in _NO for word in words):
        return False
    return True if any(word in _YES for word in words) else None


def choice(found: Json, choices: tuple[str, ...]) -> str:
    """Return the choice that is meant, or "". A list of all choices is a form, not a choice."""
    if not isinstance(found, str):
        return ""
    text = found[:400].replace("_", " ")
    words = text.split() if any(len(one) == 1 for one in choices) else text.casefold().split()
    bare = [word.strip(".,;:!?*()[]\"'`<>|/") for word in " ".join(words).replace("|", " ").replace("/", " ").split()]
    named = [one for one in choices if _named(one, bare)]
    if len(named) == len(choices) > 1 or (len(named) > 1 and not _named(named_first(named, bare), bare[:1])):
        return ""
    if named:
        return named_first(named, bare)
    meant = [one for one in choices if any(alias in bare for alias in _ALIASES.get(one, ()))]
    return meant[0] if len(meant) == 1 else ""


def named_first(named: list[str], bare: list[str]) -> str:
    """Return the choice that is named first."""
    return min(named, key=lambda one: next((at for at, word in enumerate(bare) if _named(one, [word])), len(bare)))


def _named(one: str, bare: list[str]) -> bool:
    if len(one) == 1:
        return one in bare or (len(bare) == 1 and bare[0].upper() == one)
    folded = one.casefold().replace("_", " ")
    return folded in bare or (" " in folded and folded in " ".join(bare))
