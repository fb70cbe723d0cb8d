# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Attacks on a proposal, and the defences against them. Each attack is called by its id, A1, A2 and so on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from disputatio.debate.payload import items
from disputatio.debate.values import Json
from disputatio.debate.wording import mark
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import line, read_list
from disputatio.prompting.reading.columns import in_columns
from disputatio.prompting.rehearsal.claims import order
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import bullet_list, test_results
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

CATEGORIES = ("adversarial input", "edge case", "security exploit", "stress", "other")
"""Kinds of attacks (SPEC PHASE.1); what fits none is another."""
DEFENCES = ("patch", "hardening", "validation")
CLOSES = ("yes", "in part", "no")
"""How far a defence closes its attack, as whoever defends declares it."""
PICKED = {"kind": DEFENCES, "closes": CLOSES}
"""What a person picks of each of their defences."""
_CLOSING = {
    "yes": "It closes the attack.",
    "in part": "It closes the attack in part.",
    "no": "It does not close the attack.",
    "": "How far it closes the attack is left open.",
}

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
    return f"I looked for what fails.\n\n### Findings\n{bullet_list(ranked)}"


def _patches(brief: Brief, given: Material) -> str:
    last = next((turn for turn in reversed(brief.turns) if turn.gives == "findings"), None)
    texts = [str(one.get("text")) for one in items(last.data.get("items"))] if last else []
    found = [f"Check the input before this place and test the failing case: {short(one, 200)}" for one in texts]
    listed = {text: id for id, text in _LISTED.findall(brief.figures.get("attacks", ""))}
    named = [f"{listed[of]} — yes — {one}" if of in listed else one for of, one in zip(texts, found, strict=True)]
    return f"I answer each attack.\n\n### Patches\n{bullet_list(named)}"


_LISTED = re.compile(r"^(A\d{1,4}) \[[\w ]+\](?: \([^()\n]{1,60}\))? (.*)$", re.M)
_AGAIN = re.compile(r"(?:repeats|same as|repetition of)\W{1,3}A\d{1,4}", re.I)
_ID = re.compile(r"\bA\d{1,4}\b")
_LEADING = re.compile(r"\W{0,3}(?:(?:re|to|answers?|against|for)\W{1,3})?(?P<id>A\d{1,4})\W{1,4}", re.I)


def defences_of_person(
    attacks: Mapping[str, str], said: Mapping[str, str], picked: Mapping[str, Mapping[str, str]], change: str
) -> tuple[str, Payload]:
    """Return the turn in which a person answers open attacks, and what it declares: they fill in a field for each, pick
    its kind and how far it closes the attack, and may add a change. All but `change` goes by the ids of the attacks."""
    given = {id: text.strip() for id, text in said.items() if id in attacks and text.strip()}
    how = {id: picked.get(id, {}) for id in given}
    parts = [
        f"**Against {id}: {line(attacks[id])}**\n\n{text}\n\n*{_CLOSING[how[id].get('closes', '')]}*"
        for id, text in given.items()
    ]
    declared: list[Json] = [
        {
            "text": " ".join(text.split()),
            "answers": id,
            "repeats": "",
            **{name: how[id].get(name, "") for name in PICKED},
        }
        for id, text in given.items()
    ]
    return "\n\n".join([*parts, *([change.strip()] if change.strip() else [])]), {"items": declared}


def _read_findings(shape: Shape, text: str, brief: Brief) -> Payload | None:
    return _with_ids(read_list(shape, text, brief), shape, "repeats", "text", "reason")


def _read_patches(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = in_columns(read_list(shape, text, brief), shape[0], {"answers": _ID, "repeats": _AGAIN}, "text")
    for item in items(found.get("items")) if found is not None else ():
        earlier = _ID.search(str(item.get("repeats") or ""))
        item["repeats"] = earlier[0] if earlier else ""
    return _with_ids(found, shape, "answers")


def _with_ids(found: Payload | None, shape: Shape, name: str, *words: str) -> Payload | None:
    """Return the items with the bare id of the attack that each one names: in its field, or in front of its text."""
    found = in_columns(found, shape[0], {name: _ID}, *words) if words else found
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
Publish your attacks, each of them concrete. If some were made before, they are listed with ids: one that repeats one of them, in whatever words, names its id; leave it out unless the defence against it has failed. Name those of which you grant that they are closed.""",
    fields=(
        shapes.items(
            "items",
            "the weaknesses found",
            shapes.WORDS,
            shapes.choice("severity", "how bad", "critical", "high", "medium", "low", also="priority, level"),
            shapes.choice("category", "which kind of attack", *CATEGORIES, also="type, kind"),
            shapes.text(
                "repeats",
                "id of the listed attack (A1 …) that this one repeats, in whatever words; empty if it is new",
                also="same as, id, repeat, repeated, duplicate of",
            ),
            shapes.REASON,
            also="findings, attacks, vulnerabilities, weaknesses, flaws, issues, risks",
        ),
        shapes.texts(
            "closed",
            "ids of the listed attacks (A1 …) of which you grant that the defence closes them",
            also="closed attacks, granted, answered",
        ),
    ),
    tasks={
        "attack-proposals": """\
Attack the proposal that you are shown, each of them where there are several: with adversarial inputs, edge cases, security exploits and stress. Publish each attack: what has to be the case, what is done, what happens, how bad that is, and its category. If some were made before, they are listed with ids, each with what was put against it. Leave out what is closed, unless the defence against it fails: then say how, and name its id. If you find nothing new, publish nothing: write "None" under the heading.""",
    },
    reader=_read_findings,
    rehearsal=_findings,
    list_by_hand=mark(
        "List your attacks under the heading Findings, one a line: “- high — edge case — the attack — what shows it”. It is critical, high, medium or low, and its kind is adversarial input, edge case, security exploit, stress or other."
    ),
    end=f"""\
### Findings
- <critical, high, medium or low> — <{", ".join(CATEGORIES)}> — <the attack, in one sentence> — <what shows that it works> — <only if a listed one failed to be answered: its id>

### Closed
- <id of each listed attack of which you grant that the defence closes it; "None" where there is none>""",
)
PATCHES = Contract(
    name="patches",
    asks="""\
Publish your defences, name the id of the attack that each of them answers, and declare how far it closes it: "yes", "in part" where something is left open or it is only made less likely, "no". An attack that is an earlier one in other words repeats that one: name it, too.""",
    tasks={
        "defend-proposals": """\
Defend the proposal that you are shown against every attack that is listed as open. For each, publish the patch that closes it, the hardening that makes it harmless, or the validation that keeps it out, with the changed code where the proposal is code, and name its id. If an attack does not work, show why: that closes it, too. What you cannot defend, leave out of the list, and say so: it stays open. Declare of each how far it is closed: "yes", "in part", "no".""",
    },
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
            shapes.choice("kind", "which kind of defence", *DEFENCES, also="category, type"),
            shapes.choice(
                "closes", "whether it closes the attack", *CLOSES, also="closed, closes it, closes the attack"
            ),
            shapes.text(
                "repeats",
                "id of the earlier attack that this attack only repeats in other words; empty if it is new",
                also="same as, repetition of, duplicate of",
            ),
            also="patches, defences, defenses, fixes, mitigations, hardening",
        ),
    ),
    reader=_read_patches,
    changes="law.change.defence",
    rehearsal=_patches,
    list_by_hand=mark(
        "List your defences under the heading Patches, one a line: “- A1 — patch — yes — what you put against A1”. Its kind is patch, hardening or validation; then say whether it closes the attack: yes, in part or no. A defence that names no attack closes none."
    ),
    end=f"""\
### Patches
- <id of the attack> — <{", ".join(DEFENCES[:-1])} or {DEFENCES[-1]}> — <closes it: {", ".join(CLOSES[:-1])} or {CLOSES[-1]}> — <the defence, in one sentence> — <only if the attack is an earlier one in other words: repeats and its id>""",
)
