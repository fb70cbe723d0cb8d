# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""A vote over a closed list of options, which its voter is shown whole: a choice, an order, what would do as well.

Options go by their own words, or by the number under which this voter sees them. Models name them in many ways; one that
names an option that is not listed, or contradicts itself, is sent back once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from disputatio.debate.sameness import same
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import line, read_payload, texts
from disputatio.prompting.rehearsal.claims import order, position
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape, json_block

_CALLED = r"(?:option|response|answer|candidate|proposal|solution|choice|number|no\.?|nr\.?|#)"
_NUMBER = re.compile(rf"{_CALLED}\W{{0,3}}(?P<number>\d{{1,2}})\b", re.I)
_BARE = re.compile(r"\W{0,4}(?P<number>\d{1,2})(?:\W|$)")
_CHAIN = re.compile(r"[>≻→,;]|\bthen\b|\bover\b", re.I)
_TOGETHER = r"(?:\s+of)?(?:\s+(?:the|them|these|those))?(?:\s+(?:above|others?|options?))?"
_ALL = re.compile(rf"\W*(?:all|every|each|any)(?:{_TOGETHER}|thing)\W*", re.I)
_NONE = re.compile(rf"\W*(?:none|no|neither)(?:{_TOGETHER}|thing)\W*", re.I)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

Namer = Callable[[str], str]


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the choice as the list writes it, with the order that begins with it. Raises `Incomplete` where one that
    is named is not listed, or where the order begins with another."""
    found, name = read_payload(shape, text, brief), _namer(brief)
    if brief.slate and found is None:
        found = _by_order(shape, text, brief)
    if found is None or not brief.slate:
        return found
    chosen = name(line(found["choice"])) or name(_CHAIN.split(line(found["choice"]))[0])
    ordered = [name(one) for one in _listed(found.get("order"), name, brief)]
    approved = _approved(_listed(found.get("approves"), name, brief), name, brief)
    if not chosen:
        return None
    ranked = list(dict.fromkeys(filter(None, ordered)))
    data: Payload = {
        **found,
        "choice": chosen,
        "order": [*ranked],
        "approves": [*dict.fromkeys(filter(None, approved))],
    }
    if ranked and ranked[0] != chosen:
        why = f"Your choice is {chosen}, and your order begins with {ranked[0]}: it has to begin with your choice."
        raise Incomplete(why, {**data, "order": []})
    if not all((*ordered, *approved)):
        raise Incomplete("You name something that is not among the options: name each as it is listed.", data)
    return data


def _by_order(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return a ballot that gives an order alone: what it puts first is its choice."""
    found = read_payload(tuple(replace(field, needed=False) for field in shape), text, brief)
    ordered = _listed(found.get("order"), _namer(brief), brief) if found else []
    return {**found, "choice": ordered[0]} if found and ordered else None


def _approved(entries: list[str], name: Namer, brief: Brief) -> list[str]:
    """Return the options that would do, which may have been named together: "all of them", "none"."""
    found: list[str] = []
    for entry in entries:
        option = name(entry)
        if not option and _NONE.fullmatch(entry):
            continue
        found += [one.label for one in brief.slate] if not option and _ALL.fullmatch(entry) else [option]
    return found


def _listed(found: Json, name: Namer, brief: Brief) -> list[str]:
    """Return the entries of a list that may have been written on one line: "Option 2 > Option 1"."""
    entries = texts(found)
    if len(entries) != 1 or (not _numbered(brief) and name(entries[0])):
        return entries
    return [part for part in map(str.strip, _CHAIN.split(entries[0])) if part]


def _numbered(brief: Brief) -> bool:
    return any(one.authors for one in brief.slate)


def _namer(brief: Brief) -> Namer:
    """Return what finds the option that is meant: its own words, its number, or its place in the list."""
    labels = [one.label for one in brief.slate]
    numbered = _numbered(brief)

    def name(said: str) -> str:
        plain = bare_words(said)
        exact = [one for one in labels if one == said] or [one for one in labels if bare_words(one) == plain]
        if exact or not numbered:
            meant = exact or [one for one in labels if same(one, said)] or _within(labels, plain)
            return meant[0] if len(meant) == 1 else ""
        if match := _NUMBER.search(said) or _BARE.match(said):
            return next((one for one in labels if one == f"Option {int(match['number'])}"), "")
        places = [place for place, word in enumerate(_ORDINALS, 1) if word in plain.split()]
        return next((one for one in labels if places == [int(one.rpartition(" ")[2])]), "")

    return name


def _within(labels: list[str], plain: str) -> list[str]:
    """Return the options whose words stand in what was said, without those that are only part of another one that does:
    "I vote for use REST now"."""
    found = [one for one in labels if f" {bare_words(one)} " in f" {plain} "]
    return [one for one in found if not any(one != other and bare_words(one) in bare_words(other) for other in found)]


def _ballot(brief: Brief, given: Material) -> str:
    held = position(brief, given)
    listed = sorted((one.label for one in brief.slate), key=lambda one: order(brief, one))
    choice = listed[0] if listed else held.text
    return json_block({"choice": choice, "order": [*listed], "confidence": held.confidence, "reason": "by what holds"})


BALLOT = Contract(
    name="ballot",
    asks="""\
Vote. The options are listed above, whole; an answer of your own is not among them, and there are no others. Where patches were published against attacks on an option, it is meant with them. Choose the one that you now think is best. Then put all of them in order, best first, and name those that would do in your eyes. Call each by the name that it has there. Nobody sees your vote before everybody has voted.""",
    fields=(
        shapes.text(
            "choice",
            "the option that you choose, by its name",
            also="option, vote, position, answer, decision, pick, my vote, first choice, selected option, winner",
            needed=True,
        ),
        shapes.texts(
            "order", "all options, best first", also="ranking, ranked, ranks, preference, preferences, final ranking"
        ),
        shapes.texts(
            "approves", "the options that would do", also="approve, approved, approval, acceptable, approvals"
        ),
        shapes.SURE,
        shapes.text("reason", "why, in one sentence", also="rationale, because, reasoning, explanation, justification"),
    ),
    reader=_read,
    rehearsal=_ballot,
    alone=True,
)
