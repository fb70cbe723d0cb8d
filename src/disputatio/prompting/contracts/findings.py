"""Attacks on a proposal, and the defences against them."""

from __future__ import annotations

from disputatio.debate.payload import items
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import read_list
from disputatio.prompting.rehearsal.claims import order
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import bullet_list, test_results
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief

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
    return f"I answer each attack.\n\n### Items\n{bullet_list(found)}"


FINDINGS = Contract(
    name="findings",
    asks="""\
Publish your attacks: those that are new, each of them concrete.""",
    fields=(
        shapes.items(
            "items",
            "the weaknesses found",
            shapes.WORDS,
            shapes.choice("severity", "how bad", "critical", "high", "medium", "low", also="priority, level"),
            shapes.text("category", "which kind of attack or flaw", also="type, kind"),
            shapes.REASON,
            also="findings, attacks, vulnerabilities, weaknesses, flaws, issues, risks",
        ),
    ),
    reader=read_list,
    rehearsal=_findings,
)
PATCHES = Contract(
    name="patches",
    asks="""\
Publish your defences, and say which attack each of them answers.""",
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
            shapes.text("answers", "the finding it answers", also="finding, attack, to, addresses, issue"),
            also="patches, defences, defenses, fixes, mitigations, hardening",
        ),
    ),
    reader=read_list,
    rehearsal=_patches,
)
