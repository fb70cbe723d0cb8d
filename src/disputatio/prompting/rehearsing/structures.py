"""Rehearsed replies for the output contracts that want a structure, each in the form that prompts ask for."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import combinations

from disputatio.debate.sameness import opposed
from disputatio.debate.values import Json
from disputatio.prompting import rules
from disputatio.prompting.figures import options, points
from disputatio.prompting.rehearsing.character import stance
from disputatio.prompting.rehearsing.claiming import order, topics
from disputatio.prompting.rehearsing.critique import critique
from disputatio.prompting.rehearsing.material import Material
from disputatio.prompting.rehearsing.positions import missing, position
from disputatio.prompting.rehearsing.speech import answered, own, reply_to, say, tested
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.sentences import sentences, short
from disputatio.prompting.rules.standing import positions
from disputatio.prompting.rules.statements import claims

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

Reply = Callable[[Brief, Material], str]


def fenced(data: dict[str, Json]) -> str:
    return f"```json\n{json.dumps(data, indent=1, ensure_ascii=False)}\n```"


def _lines(found: list[str] | tuple[str, ...]) -> str:
    return "\n".join(f"- {one}" for one in found) or "None"


def _answer(brief: Brief, given: Material) -> str:
    held = position(brief, given)
    before = answered(brief, given, attacking=brief.role.casefold() == "challenger") if brief.turns else ""
    parts = [before, own(brief, given)]
    parts.append(
        f"### Position\n{held.text}\n\n### Confidence\n{held.confidence}\n\n### Because\n{_lines(held.because)}"
    )
    return "\n\n".join(part for part in parts if part)


def _verdict(brief: Brief, given: Material) -> str:
    """By how much of each side's case holds; the sides are those who argued for and against."""
    held = {"for": 0, "against": 0}
    open_: list[str] = []
    for turn in brief.turns:
        side = "against" if turn.role.casefold() in ("opponent", "critic") else "for"
        if turn.role.casefold() in ("moderator", "refiner"):
            continue
        for claim, finding in tested(turn, brief, given):
            held[side] += finding.status == "agree"
            open_ += [short(claim, 160)] if finding.status != "agree" else []
    total = held["for"] + held["against"]
    lead = abs(held["for"] - held["against"]) / total if total else 0.0
    decision = "UNCERTAIN" if lead < 0.2 else "SUPPORT" if held["for"] > held["against"] else "OPPOSE"
    sure = round(0.5 + 0.4 * lead, 2)
    said = f"I count {held['for']} claims for and {held['against']} against that hold on what was loaded."
    kept = list(dict.fromkeys(open_))[:4]
    return f"{said}\n\n### Decision\n{decision}\n\n### Confidence\n{sure}\n\n### Open\n{_lines(kept)}"


def _questions(brief: Brief, given: Material) -> str:
    """What is missing, asked once each."""
    asked = " ".join(turn.text for turn in brief.turns if turn.gives == "questions")
    wanted = [*missing(brief, given), *topics(brief.question)]
    fresh = [one for one in dict.fromkeys(wanted) if f"“{one}”" not in asked]
    found = [f"What is known of “{one}”, and from which source?" for one in fresh[:2]]
    return f"I ask what the answer turns on.\n\n### Items\n{_lines(found)}"


def _answers(brief: Brief, given: Material) -> str:
    last = next((turn for turn in reversed(brief.turns) if turn.gives == "questions"), None)
    asked = [one for one in sentences(last.text) if one.endswith("?")] if last else []
    replies = [reply_to(one, given) for one in asked]
    open_ = [short(one, 160) for one, said in zip(asked, replies, strict=True) if said.startswith("I don't have")]
    sure = round(1 - len(open_) / len(asked), 2) if asked else 1.0
    told = [short(said.replace("\n", " ").replace(" - ", " "), 300) for said in replies]
    return f"### Items\n{_lines(told)}\n\n### Confidence\n{sure}\n\n### Ambiguities\n{_lines(open_)}"


def _findings(brief: Brief, given: Material) -> str:
    """Weak places in what was loaded, and claims that nothing supports; each only once."""
    before = "\n".join(turn.text for turn in brief.turns)
    weak = [line for line in given.lines if line.path and any(word in line.text.casefold() for word in _HARSH)]
    found = [f"[medium] This line may fail under hostile or unusual input: {line.quote}" for line in weak]
    found += [
        f"[low] Nothing supports this: {short(claim, 160)}"
        for turn in brief.turns
        if not turn.mine and turn.gives in ("say", "artifact", "answer")
        for claim, finding in tested(turn, brief, given)
        if finding.status == "unverifiable"
    ]
    fresh = [one for one in dict.fromkeys(found) if one.partition("] ")[2] not in before]
    ranked = sorted(fresh, key=lambda one: order(brief, one))[:2]
    return f"I looked for what fails.\n\n### Items\n{_lines(ranked)}"


def _patches(brief: Brief, given: Material) -> str:
    last = next((turn for turn in reversed(brief.turns) if turn.gives == "findings"), None)
    items = last.data.get("items") if last else None
    texts = [str(one.get("text")) for one in items if isinstance(one, dict)] if isinstance(items, list) else []
    found = [f"Check the input before this place and test the failing case: {short(one, 200)}" for one in texts]
    return f"I answer each attack.\n\n### Items\n{_lines(found)}"


def _review(brief: Brief, given: Material) -> str:
    found = [one for turn in brief.turns if not turn.mine for one in tested(turn, brief, given)]
    held = sum(1 for _, finding in found if finding.status == "agree")
    score = round(held / len(found), 2) if found else 0.5
    prose = answered(brief, given, attacking=True) or "I see nothing here to review."
    return f"{prose}\n\n### Items\n- supported by what was loaded\n\n### Score\n{score}"


def _ranked(brief: Brief, given: Material) -> list[tuple[int, SeenTurn]]:
    """The answers of others, best supported first; equal ones in an order of the seed."""
    seen = [turn for turn in brief.turns if not turn.mine]
    held = [(sum(1 for _, f in tested(turn, brief, given) if f.status == "agree"), turn) for turn in seen]
    return sorted(held, key=lambda one: (-one[0], order(brief, one[1].text)))


def _ranking(brief: Brief, given: Material) -> str:
    found: dict[str, int] = {}
    for held, turn in _ranked(brief, given):
        found.setdefault(turn.label.rpartition(" ")[2] or turn.label, held)
    because = [f"{letter}: {held} claims hold" for letter, held in found.items()]
    return fenced({"order": list(found) or ["A"], "because": list(because)})


def _ballot(brief: Brief, given: Material) -> str:
    listed = options(brief)
    best = next((turn for _, turn in _ranked(brief, given)), None)
    stated = str(best.data.get("position") or best.label) if best else position(brief, given).text
    choice = min(listed, key=lambda one: order(brief, one)) if listed else stated
    return fenced({"choice": choice, "confidence": position(brief, given).confidence, "reason": "by what holds"})


def _comparison(brief: Brief, given: Material) -> str:
    ranked = _ranked(brief, given)[:2]
    level = len(ranked) < 2 or ranked[0][0] == ranked[1][0]
    letter = ranked[0][1].label.rpartition(" ")[2] if ranked else ""
    winner = "tie" if level or letter not in ("A", "B") else letter
    counts = ", ".join(f"{turn.label}: {held}" for held, turn in ranked)
    return fenced({"winner": winner, "reason": f"claims that hold: {counts or 'none'}"})


def _plan(brief: Brief, given: Material) -> str:
    named = topics(brief.question)[:5]
    steps = [f"{at}. Settle what is true of “{topic}”, and say by which source." for at, topic in enumerate(named, 1)]
    return "\n".join((*steps, f"{len(steps) + 1}. Compare the result with the question, and list what stays open."))


def _artifact(brief: Brief, given: Material) -> str:
    gaps = _lines([f"“{one}”" for one in missing(brief, given)])
    said = answered(brief, given, attacking=False)
    parts = (f"# {short(brief.question, 100)}", said, own(brief, given), f"## What is not known\n\n{gaps}")
    return "\n\n".join(part for part in parts if part)


def _code(brief: Brief, given: Material) -> str:
    text = json.dumps(short(brief.question, 200), ensure_ascii=True)
    program = f'TASK = {text}\n\n\ndef solution() -> str:\n    return "not written: " + TASK'
    return f"I don't have that information: a rehearsal cannot write a program.\n\n```python\n{program}\n```"


def _reflection(brief: Brief, given: Material) -> str:
    change = "Choose a model that can write programs for this seat."
    return fenced({"cause": "a rehearsal cannot write a program", "wrong": "", "change": change, "confidence": 0.1})


def _ruling(brief: Brief, given: Material) -> str:
    known = points(brief)
    id = known[-1].id if known else "P1"
    return fenced({"point": id, "status": "contested", "why": "a rehearsal rules on nothing"})


def _chair(brief: Brief, given: Material) -> str:
    text, _ = rules.derive("synthesis", brief, "")
    if points(brief) or not brief.turns:
        return text
    held = positions(brief)
    stated = {turn.label: said for turn, said in held.values()}
    split = next((pair for pair in combinations(stated.items(), 2) if opposed(pair[0][1], pair[1][1])), None)
    lines = "\n".join(dict.fromkeys(f"- {turn.label}: {_gist(turn)}" for turn in brief.turns))
    if split:
        (_, one), (label, contrary) = split
        decision = f"Not settled: what was held to the end: {short(one, 300)}"
        minority = f"{label} holds the contrary: {short(contrary, 300)}"
    else:
        decision = position(brief, given).text
        minority = _differing([turn for turn, _ in held.values()], decision)
    return f"## Decision\n{decision}\n\n## Minority report\n{minority}\n\n## Findings\n{lines}"


def _differing(turns: Sequence[SeenTurn], decision: str) -> str:
    """Who states another position; that somebody states none is said, and is no agreement."""
    stated = {turn.label: str(turn.data.get("position") or "") for turn in turns}
    others = [f"{label} holds: {short(text, 300)}" for label, text in stated.items() if text not in ("", decision)]
    silent = [label for label, text in stated.items() if not text]
    said = "; ".join(others[:3]) or "Nobody who stated a position differed."
    return f"{said} No position was stated by {', '.join(silent)}." if silent else said


def _gist(turn: SeenTurn) -> str:
    """What a turn comes to: its position, else its first claim."""
    said = str(turn.data.get("position") or "") or next(iter(claims(turn.text)), "")
    return short(said or turn.text, 200)


STRUCTURES: dict[str, Reply] = {
    "say": say,
    "assessment": critique,
    "answer": _answer,
    "verdict": _verdict,
    "stance": stance,
    "questions": _questions,
    "answers": _answers,
    "findings": _findings,
    "patches": _patches,
    "review": _review,
    "ranking": _ranking,
    "ballot": _ballot,
    "comparison": _comparison,
    "plan": _plan,
    "artifact": _artifact,
    "code": _code,
    "reflection": _reflection,
    "ruling": _ruling,
    "synthesis": _chair,
    "approval": lambda brief, given: fenced({"approved": False, "reason": "a rehearsal approves nothing"}),
    "tests": lambda brief, given: fenced({"passed": False, "items": []}),
    "recall": lambda brief, given: fenced({"items": []}),
    "memories": lambda brief, given: fenced({"items": []}),
    "evidence": lambda brief, given: fenced({"items": []}),
}
"""Contracts by name. What is missing here is derived by `rules`."""
