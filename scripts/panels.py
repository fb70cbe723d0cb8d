"""What the participants of large tables say in pictures of the window: scripted, so that each has something to show."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from disputatio.prompting.request import Request
from disputatio.testing.scripted import Script

MODELS = ("first:alder-4", "second:birch-2-large", "third:cedar")
CLOSE, OPEN, TRIAL = "Close the bridge to cars", "Keep the bridge open to cars", "Close it at weekends, as a trial"
REASONS = {
    CLOSE: "The load test of 2023 gave the deck six more years, and two thirds of its traffic is through traffic that "
    "the ring road can take.",
    OPEN: "The fire station lies on the north bank: without the bridge its engines need four minutes more, and nobody "
    "has offered a second station.",
    TRIAL: "A trial costs one pair of gates and tells within a summer what the counts on the ring road become; both "
    "sides argue from figures that nobody has measured.",
}
"""Positions, each with what carries it."""
PEOPLE = (
    *("Traffic planner", "Fire chief", "Shopkeeper", "Cyclist", "Structural engineer", "Bus driver"),
    *("Resident (north)", "Resident (south)", "Treasurer", "Historian", "Market trader", "Paediatrician"),
)
COURSE = ["ct", "oo", "oo", "ccc", "tct", "ot", "oot", "ccc", "tt", "ccc", "otc", "ccc"]
"""Of each of them, what they hold from round to round; who is named once or twice stays there."""
LETTERS = {"c": CLOSE, "o": OPEN, "t": TRIAL}
YEARS = (["2031", "2033", "2034"], ["2040", "2036", "2035"], ["2033", "2034", "2034"], ["2038", "2036", "2035"])


class Case(NamedTuple):
    question: str
    format: str
    seats: Sequence[tuple[str, str, str]]


def seated(part: str, names: Sequence[str]) -> list[tuple[str, str, str]]:
    return [(f"{part}#{at}", name, MODELS[at % 3]) for at, name in enumerate(names, 1)]


BRIDGE = "Should the city close the old bridge to cars?"
CASES: Mapping[str, Case] = {
    "twelve": Case(BRIDGE, "collaborative", seated("table", PEOPLE)),
    "council": Case(BRIDGE, "council", [*seated("members", PEOPLE[:7]), ("head", "Chair", MODELS[0])]),
    "delphi": Case("In which year will the bridge need a new deck?", "delphi", seated("panel", PEOPLE[3:7])),
    "proposition": Case(
        f"{CLOSE}.",
        "proposition",
        [(seat, "", model) for seat, model in zip(("proponent", "opponent", "moderator"), MODELS, strict=True)],
    ),
}


def held(name: str, number: int) -> str:
    """What somebody holds after so many answers."""
    course = COURSE[PEOPLE.index(name)]
    return LETTERS[course[min(number, len(course) - 1)]]


def form(text: str, **fields: Any) -> str:
    parts = {name: "\n".join(f"- {one}" for one in it) if isinstance(it, list) else it for name, it in fields.items()}
    return "\n\n".join([text, *(f"### {name.capitalize()}\n{it}" for name, it in parts.items())])


def answer(request: Request) -> str:
    name, before = request.brief.name, sum(turn.mine for turn in request.brief.turns)
    if request.brief.path.startswith(("estimate", "round")) and "year" in request.brief.question:
        year = YEARS[PEOPLE.index(name) - 3][min(before, 2)]
        because = "The salt of forty winters is in the concrete, and the joints leak."
        return form(f"{year}. {because}", position=year, confidence=0.6 + 0.1 * before, because=[because])
    now = held(name, int(request.brief.path[6]) if request.brief.path.startswith("round[") else 0)
    text = f"**{now}.** {REASONS[now]}"
    return form(text, position=now, confidence=0.7, because=[REASONS[now]])


def argument(request: Request) -> str:
    side, what = ("SUPPORT", CLOSE) if request.brief.seat == "proponent" else ("OPPOSE", OPEN)
    return f"{REASONS[what]}\n\n### Side\n{side}\n\n### Confidence\n{0.85 if what == CLOSE else 0.6}"


def agreement(request: Request) -> str:
    said: dict[str, list[tuple[str, str]]] = {}
    for turn in {turn.seat: turn for turn in request.brief.turns}.values():
        for position in REASONS:
            if position in turn.text:
                said.setdefault(position, []).append((turn.seat, position))
    clusters = [
        {"theme": one, "text": REASONS[one], "receipts": [{"seat": seat, "quote": quote} for seat, quote in who]}
        for one, who in said.items()
    ]
    largest = max(map(len, said.values()), default=0) / max(1, sum(map(len, said.values())))
    apart = [{"text": "Whether cars may cross", "receipts": [each for one in clusters for each in one["receipts"]]}]
    lists: dict[str, Any] = {"clusters": clusters, "disagreements": apart if len(clusters) > 1 else []}
    return json.dumps({"level": round(largest, 2), **lists, "reasoning": "They differ on who pays for the detour."})


def ledger(request: Request) -> str:
    known = {one.text for one in request.brief.statements}
    new: list[dict[str, str]] = []
    for turn in request.brief.turns:
        for text in REASONS.values():
            if text in turn.text and text not in known:
                known.add(text)
                new.append({"by": turn.seat, "turn": turn.path, "text": text, "quote": text})
    return json.dumps({"new": new, "about": [], "stands": []})


def ranking(request: Request) -> str:
    shown = sorted((turn.text.startswith(f"**{OPEN}"), turn.label.rpartition(" ")[2]) for turn in request.brief.turns)
    return json.dumps({"order": [letter for _, letter in shown]})


VERDICT = "### Decision\nSUPPORT\n\n### Confidence\n0.9\n\n### Open\nNone\n\n### Reasoning\nThe deck decides."
SYNTHESIS = f"""## Recommendation

Close the bridge to cars at weekends for one summer, and count.

{REASONS[TRIAL]}

## Minority report

{REASONS[OPEN]}"""


def script() -> Script:
    says = {"answer": answer, "argument": argument, "agreement": agreement, "ledger": ledger, "ranking": ranking}

    def say(request: Request) -> str:
        gives = request.brief.gives
        if gives in says:
            return says[gives](request)
        return {"verdict": VERDICT, "synthesis": SYNTHESIS}.get(gives, json.dumps({"items": []}))

    return say
