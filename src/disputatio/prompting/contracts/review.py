# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What critics and reviewers make of proposals: flaws with what shows them, and scores by criterion. A proposal is
named by the letter under which its judge sees it; the turn that gives it is noted with that."""

from __future__ import annotations

import re

from disputatio.debate.payload import items
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import read_list, read_payload
from disputatio.prompting.reading.amounts import share
from disputatio.prompting.reading.columns import in_columns
from disputatio.prompting.rehearsal.checks import Finding
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import bullet_list, reply_to_last, test_results
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload, Shape

_LETTER = re.compile(r"(?:(?:response|proposal|option)\s+)?\(?([A-Z])\)?", re.I)
_AND = r"\s*(?:,\s*(?:and|und)\b|[,/&+]|\band\b|\bund\b)\s*"
"""Between the names of several proposals."""
_EACH = re.compile(r"both|all(?:\s+(?:of\s+them|proposals|responses))?|beide|alle", re.I)
_ID = re.compile(r"\bF\d{1,4}\b")


# ---- which proposal is meant ----------------------------------------------------------------------------------------
def _proposals(brief: Brief) -> list[SeenTurn]:
    """Return the last document of each author, oldest first."""
    newest = {turn.label: turn for turn in brief.turns if turn.gives == "artifact" and not turn.mine}
    return list(newest.values())


def _with_turns(found: Payload | None, brief: Brief, shape: Shape, *words: str) -> Payload | None:
    """Note with each item the turn that gives the proposal; where there is but one, that is meant. What is said of
    several proposals at once is an item of each."""
    listed = _proposals(brief)
    one = "|".join((_LETTER.pattern, *(re.escape(turn.label) for turn in listed)))
    marks = {"of": re.compile(f"(?:{one})(?:{_AND}(?:{one}))*|{_EACH.pattern}", re.I), "repeats": _ID}
    known = {field.name for field in shape[0].of}
    found = in_columns(found, shape[0], {name: mark for name, mark in marks.items() if name in known}, *words)
    if found is None or "items" not in found:
        return found
    return {**found, "items": [each for item in items(found.get("items")) for each in _with_turn(item, listed)]}


def _with_turn(item: dict[str, Json], listed: list[SeenTurn]) -> list[Json]:
    said = str(item.get("of") or "").strip()
    several = [_meant(part, listed) for part in re.split(_AND, said, flags=re.I)]
    if _EACH.fullmatch(said):
        several = list(listed)
    turns = list({turn.path: turn for turn in several if turn is not None}.values()) if all(several) else []
    turns = turns or listed[: len(listed) == 1]
    return [{**item, "turn": turn.path} for turn in turns] or [item]


def _meant(said: str, listed: list[SeenTurn]) -> SeenTurn | None:
    by_label = {turn.label.casefold(): turn for turn in listed}
    letter = _LETTER.fullmatch(said.strip())
    return by_label.get(said.strip().casefold()) or (by_label.get(f"response {letter[1].lower()}") if letter else None)


OF = shapes.text(
    "of", "the letter of the proposal (A, B …)", also="proposal, response, solution, target, answer, document"
)


# ---- flaws -----------------------------------------------------------------------------------------------------------
def _read_flaws(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = read_list(shape, text, brief)
    found = _with_turns(found, brief, shape, "text", "evidence")
    for item in items(found.get("items")) if found is not None else ():
        named = _ID.search(str(item.get("repeats") or ""))
        item["repeats"] = named[0] if named else ""
    return found


def _found(brief: Brief, given: Material) -> list[tuple[SeenTurn, str, Finding]]:
    return [(turn, *one) for turn in _proposals(brief) for one in test_results(turn, brief, given)]


def _flaws(brief: Brief, given: Material) -> str:
    wrong = [(turn, claim, finding) for turn, claim, finding in _found(brief, given) if finding.status != "agree"]
    before = brief.figures.get("flaws", "")
    listed = [
        f"{turn.label} — {'high' if finding.status == 'disagree' else 'low'} — {short(claim, 160)} — {finding.reason}"
        for turn, claim, finding in wrong
        if short(claim, 160) not in before
    ]
    return f"I looked for what does not hold.\n\n### Flaws\n{bullet_list(listed[:4])}"


FLAWS = Contract(
    name="flaws",
    asks="""\
List the flaws of each proposal that you are shown, the worst first: what is wrong, how bad it is, and what shows it (a failing case, a line, a requirement that is not met, words quoted from it). Leave out matters of taste. If flaws were named before, they are listed with ids: one that still stands in the version before you is named again, with its id; one that was mended is left out, and counts as mended then. If a proposal has no flaw, say so.""",
    fields=(
        shapes.items(
            "items",
            "the flaws",
            OF,
            shapes.text(
                "text",
                "the flaw, in one sentence",
                also="flaw, issue, problem, description, weakness, title, content",
                needed=True,
            ),
            shapes.choice("severity", "how bad", "critical", "high", "medium", "low", also="priority, level"),
            shapes.text("evidence", "what shows it", also="reason, because, proof, example, why"),
            shapes.text("repeats", "id of the listed flaw (F1 …) that still stands; empty if it is new", also="id"),
            also="flaws, issues, problems, weaknesses, findings",
        ),
    ),
    reader=_read_flaws,
    rehearsal=_flaws,
    end="""\
### Flaws
- <letter of the proposal> — <critical, high, medium or low> — <the flaw, in one sentence> — <what shows it> — <only if it was listed: its id>

Write "None" under the heading if you found no flaw.""",
)


# ---- scores ----------------------------------------------------------------------------------------------------------
def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return an overall score, or the mean of the criteria's scores where only those are given."""
    found = _with_turns(read_payload(shape, text, brief), brief, shape, "text", "reason")
    if found is None:
        loose = tuple(field for field in shape if field.name != "score")
        found = _with_turns(read_payload(loose, text, brief), brief, shape, "text", "reason")
        listed = items(found.get("items")) if found else []
        scores = [one for item in listed if (one := share(item.get("score"))) is not None]
        if found is None or not scores:
            return None
        found["score"] = round(sum(scores) / len(scores), 6)
    return found


def _held(findings: list[Finding]) -> float:
    return round(sum(one.status == "agree" for one in findings) / len(findings), 2) if findings else 0.5


def _review(brief: Brief, given: Material) -> str:
    found = _found(brief, given)
    scored = [
        f"{turn.label} — supported by what was loaded — {_held([each for of, _, each in found if of is turn])}"
        for turn in _proposals(brief)
    ]
    prose = reply_to_last(brief, given, attacking=True) or "I see nothing here to review."
    overall = _held([each for _, _, each in found])
    return f"{prose}\n\n### Scores\n{bullet_list(scored)}\n\n### Score\n{overall}"


REVIEW = Contract(
    name="review",
    asks="""\
Score each proposal that you are shown on each of the listed criteria, from 0 to 1, with the reason, and then give the overall score of the best one. On each criterion, 1 means that you would put it into use as it is, 0.5 that it needs work, 0 that it does not meet it at all. The same measure holds for all proposals.""",
    fields=(
        shapes.items(
            "items",
            "a score for each proposal on each criterion",
            OF,
            shapes.text("text", "the criterion", also="criterion, name", needed=True),
            shapes.share("score", "0 to 1", also="rating, value", needed=False),
            shapes.REASON,
            also="criteria, scores, rubric",
            needed=False,
        ),
        shapes.share("score", "overall, 0 to 1", also="overall score, overall, total, rating, total score"),
    ),
    reader=_read,
    rehearsal=_review,
    end="""\
### Scores
- <letter of the proposal> — <criterion> — <0 to 1> — <why, in one sentence>

### Score
<of the best proposal, 0 to 1>""",
)
