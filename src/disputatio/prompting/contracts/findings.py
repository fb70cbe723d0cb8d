# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Attacks on a proposal, and the defences against them. Each attack is called by its id, A1, A2 and so on."""

from __future__ import annotations

import re

from disputatio.debate.payload import items
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import read_list
from disputatio.prompting.rehearsal.claims import order
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import bullet_list, test_results
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

_HARSH = (
    "todo",
    "fixme",
    "except",
    "eval",
    "exec",
    "shell",
    "password",
    "secret",
    "http:",
    "assert",
    "unsafe",
    "sleep",
)


def _findings(brief: Brief, given: Material) -> str:
    """Return weak places in what was loaded, and claims that nothing supports, each only once."""
    before = "\n".join(turn.text for turn in brief.turns)
    weak = [line for line in given.lines if line.path and any(word in line.text.casefold() for word in _HARSH)]
    found = [f"[medium] This line may fail under hostile or unusual input: {line.quote}" for line in weak]
    found += [
        f"[low] Nothing supports this: {short(claim, 160)}"
        for turn in brief.turns
        if not turn.mine and turn.gives in ("say", "artifact", "answer")
        for claim, finding in test_results(turn, brief, given)
        if finding.status == "unverifiable"
    ]
    fresh = [one for one in dict.fromkeys(found) if one.partition("] ")[2] not in before]
    ranked = sorted(fresh, key=lambda one: order(brief, one))[:2]
    return f"I looked for what fails.\n\n### Items\n{bullet_list(ranked)}"


def _patches(brief: Brief, given: Material) -> str:
    last = next((turn for turn in reversed(brief.turns) if turn.gives == "findings"), None)
    texts = [str(one.get("text")) for one in items(last.data.get("items"))] if last else []
    found = [f"Check the input before this place and test the failing case: {short(one, 200)}" for one in texts]
    listed = {text: id for id, text in _LISTED.findall(brief.figures.get("attacks", ""))}
    named = [f"{listed[of]}: {one}" if of in listed else one for of, one in zip(texts, found, strict=True)]
    return f"I answer each attack.\n\n### Items\n{bullet_list(named)}"


_LISTED = re.compile(r"^(A\d{1,4}) \[\w+\] (.*)$", re.M)
_ID = re.compile(r"\bA\d{1,4}\b")
_LEADING = re.compile(r"\W{0,3}(?:(?:re|to|answers?|against|for)\W{1,3})?(?P<id>A\d{1,4})\W{1,4}", re.I)


def _read_findings(shape: Shape, text: str, brief: Brief) -> Payload | None:
    return _with_ids(read_list(shape, text, brief), "repeats")


def _read_patches(shape: Shape, text: str, brief: Brief) -> Payload | None:
    return _with_ids(read_list(shape, text, brief), "answers")


def _with_ids(found: Payload | None, name: str) -> Payload | None:
    """Return the items with the bare id of the attack that each one names: in its field, or in front of its text."""
    for item in items(found.get("items")) if found is not None else ():
        said, text = str(item.get(name) or ""), str(item.get("text") or "")
        named = _ID.search(said)
        leading = _LEADING.match(text)
        if named is None and not said and leading is not None and leading.end() < len(text):
            item[name], item["text"] = leading["id"].upper(), text[leading.end() :]
        elif named is not None:
            item[name] = named[0]
    return found


FINDINGS = Contract(
    name="findings",
    asks="""\
Publish your attacks, each of them concrete. Those that were made so far are listed with ids: one that repeats one of them, in whatever words, names its id; leave it out unless the defence against it has failed.""",
    fields=(
        shapes.items(
            "items",
            "the weaknesses found",
            shapes.WORDS,
            shapes.choice("severity", "how bad", "critical", "high", "medium", "low", also="priority, level"),
            shapes.text("category", "which kind of attack or flaw", also="type, kind"),
            shapes.text(
                "repeats",
                "id of the listed attack (A1 …) that this one repeats, in whatever words; empty if it is new",
                also="same as, id, repeat, repeated, duplicate of",
            ),
            shapes.REASON,
            also="findings, attacks, vulnerabilities, weaknesses, flaws, issues, risks",
        ),
    ),
    reader=_read_findings,
    rehearsal=_findings,
)
PATCHES = Contract(
    name="patches",
    asks="""\
Publish your defences, and name the id of the attack that each of them answers.""",
    fields=(
        shapes.items(
            "items",
            "the defences",
            shapes.text(
                "text",
                "the defence, in one sentence",
                also="defence, defense, patch, fix, mitigation, description, content",
                needed=True,
            ),
            shapes.text(
                "answers", "id of the attack (A1 …) that it answers", also="finding, attack, to, addresses, issue"
            ),
            also="patches, defences, defenses, fixes, mitigations, hardening",
        ),
    ),
    reader=_read_patches,
    rehearsal=_patches,
)
