"""Whole debates with the ledger that they come to after every turn.

    python tests/golden/ledgers/telling.py           says where a debate comes to something else than its NAME.txt
    python tests/golden/ledgers/telling.py --write   writes all NAME.txt anew: read every line of the difference

NAME.toml   what is said, and what the record of each message says. Written by hand.
NAME.txt    after every turn, what it changed on the board: lines that went (-) and that came (+). Checked by hand.

The debates are held by the real engine; models and clerk say what stands in NAME.toml. A turn is called by its place:
`speed/2 ada` is Ada's reply in the second round about speed, `room c1/1 ben` Ben's first rejoinder in the crux room of
claim c1; who has nothing there stays unmoved. A record names claims by the names of the table [claims].
"""

from __future__ import annotations

import asyncio
import json
import sys
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from disputatio.app.paths import resource
from disputatio.debate.citations.evidence import Item, record
from disputatio.debate.context import Context
from disputatio.debate.formats.loader import load
from disputatio.debate.ids import segments
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.statements.claims import Claim, claims_of
from disputatio.debate.statements.ledger import Standing
from disputatio.debate.values import Json
from disputatio.debate.views.board import board_of
from disputatio.debate.walk.plan import Planner
from disputatio.engine.errors import ContentRefused
from disputatio.prompting.reading.naming import claim_id
from disputatio.prompting.request import Request
from disputatio.testing.debates import live, opening
from disputatio.testing.scripted import Act, ScriptedProvider

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
TABLE = """
name = "table"
title = "Table"
do = ["opening", "aspect", "closing"]
[options]
minirounds = 2
{cast}
[step.opening]
ask = "all"
order = "together"
do = ["evidence", "minutes"]
[step.aspect]
each = "aspects"
do = ["take", "miniround"]
[step.take]
ask = "all"
sees = ["nothing", "figure standing-view"]
do = ["evidence", "minutes"]
[step.miniround]
repeat = "$minirounds"
do = ["reply", "reflect", "crux"]
[step.reply]
ask = "all"
order = "rotated miniround"
sees = ["nothing", "figure view"]
do = ["evidence", "minutes"]
[step.reflect]
when = "stirred 15"
ask = "clerk"
sees = ["last 8", "figure participants", "figure ledger", "figure claims"]
gives = "reflections"
optional = true
[step.closing]
ask = "all"
order = "together"
sees = ["nothing", "figure closing-view"]
do = ["evidence", "minutes"]
"""


@dataclass(frozen=True)
class Told:
    """A debate as it is told in a file. It is also what its citations are checked against."""

    data: dict[str, Any]

    def __call__(self, request: Request) -> Act:
        brief = request.brief
        place = self.place(brief.path)
        if brief.gives == "ledger":
            return (
                ContentRefused("No.", "Ask another.") if self.data["turn"][place].get("fails") else self.recorded(place)
            )
        unmoved = {"says": "I stay with what I said.", "resolved": False} if brief.gives == "stance" else None
        said = self.data["turn"].get(place, unmoved) or self.data["turn"][place]
        if brief.gives in ("reflections", "card"):
            return json.dumps(said)
        stance = {key: said[key] for key in ("resolved", "statement") if key in said}
        return f"{said['says']}\n\n```json\n{json.dumps(stance)}\n```" if brief.gives == "stance" else str(said["says"])

    async def check(self, context: Context, text: str, of: str, released: Collection[str] = ()) -> dict[str, Json]:
        cited = self.data["turn"][self.place(of)].get("checks", [])
        return record([Item(citation=citation, status="verified") for citation in cited], of)

    def recorded(self, place: str) -> str:
        said = self.data["turn"][place]
        if said.get("garbled"):
            return "I am afraid that I lost the thread of it."
        found = {key: said[key] for key in said if key not in ("says", "checks", "claims", "shifts")}
        found["shifts"] = [shift | {"because": self.ids(shift.get("because", []))} for shift in said.get("shifts", [])]
        found["claims"] = [self.claim(item) for item in said.get("claims", [])]
        return json.dumps({"importance": 3, **found})

    def claim(self, item: dict[str, Any]) -> dict[str, Any]:
        """A claim by its name; `words` are other words for it."""
        links = {
            key: [self.known.get(to, to) for to in item.get(key, [])] for key in ("supports", "attacks", "answers")
        }
        text = item.get("words") or self.data["claims"][item["claim"]]
        return {
            "status": "active",
            **{k: v for k, v in item.items() if k not in ("claim", "words")},
            "text": text,
        } | links

    @property
    def known(self) -> dict[str, str]:
        return {name: claim_id(text) for name, text in self.data["claims"].items()}

    def ids(self, names: list[str]) -> list[str]:
        return [self.known.get(name, name) for name in names]

    def named(self, id: str) -> str:
        return next((name for name, known in self.known.items() if known == id), id)

    def place(self, path: str) -> str:
        """``aspect[speed]/miniround[2]/reply[ada]/minutes/ledger[clerk]`` is about ``speed/2 ada``."""
        words = []
        for name, index in segments(path):
            match name:
                case "aspect" | "miniround" | "exchange":
                    words.append(f"{index}/")
                case "crux":
                    words = [f"room {self.named(index)}/"]
                case "opening" | "take" | "closing" | "statement":
                    words.append(f"{name} {index}")
                case "reply" | "rejoinder":
                    words.append(f" {index}")
                case "reflect" | "card":
                    words.append(f" {name}")
        return "".join(words).replace("/ ", " ")


def told(name: str) -> Told:
    return Told(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")))


async def held(debate: Told) -> tuple[Debate, Past]:
    data = debate.data
    cast = "\n".join(f'[cast.{seat}]\nrole = "{role}"' for seat, role in data["people"].items())
    format = load(TABLE.format(cast=cast), "table.toml", (resource("formats") / "standard.toml").read_text("utf-8"))
    options = {"aspects": data["aspects"], "minirounds": data["minirounds"], "max_tokens": None}
    first = opening(format, data["question"], model="scripted:one", clerk="scripted:clerk", options=options)
    async with live(first, ScriptedProvider(debate), sources=debate) as on:
        await on.settle()
        state = fold(on.events)
        assert state.over, state.why
        return state, Planner().walk(state).past


def story(name: str) -> str:
    """What each turn changes on the board."""
    debate = told(name)
    state, past = asyncio.run(held(debate))
    lines, before = [f"# {debate.data['question']}"], dict.fromkeys(_facts(debate, state, Past()))
    nodes = [(node, node.turn) for node in reversed(list(past.nodes())) if node.turn is not None]
    for place, group in groupby(nodes, key=lambda pair: debate.place(pair[1].path)):
        *_, (node, _turn) = group
        now = dict.fromkeys(_facts(debate, state, node))
        gone, come = [one for one in before if one not in now], [one for one in now if one not in before]
        lines += ["", place, *(f"  - {one}" for one in gone), *(f"  + {one}" for one in come)]
        before = now
    return "\n".join(lines) + "\n"


def _facts(debate: Told, state: Debate, past: Past) -> Iterator[str]:
    board = board_of(state, past)
    for standing in () if board.derived else board.ledger.values():
        yield from (f"{standing.seat}: {fact}" for fact in _standing(debate, standing))
    for claim in claims_of(past).values():
        yield from _claim(debate, claim)
    for card in board.cards:
        came_to = f"resolved: {card.how}" if card.resolved else "not resolved"
        yield f"card {debate.named(card.claim)}: a matter of {card.crux}; {came_to}; minds {card.minds}"
    for one in board.reflections:
        yield f"reflection ({one.kind}, {one.importance}): {one.text}"
    yield f"score {board.stir}"


def _standing(debate: Told, one: Standing) -> Iterator[str]:
    yield f"holds: {one.stance or 'nothing yet'}"
    for aspect, held in one.aspects.items():
        where = f"on {aspect or 'the whole'}"
        yield f"{where}: {held.position or 'nothing yet'}"
        yield from (f"{where} cites {citation}" for citation in held.evidence)
        yield from (f"{where} has not answered: {text}" for text in held.unanswered)
    yield from (f"agrees ({each.strength}) with {each.seat}: {each.on}" for each in one.agreements)
    for each in one.disagreements:
        room = f" [{'again after' if each.again else 'open after'} {debate.place(each.card)}]" if each.card else ""
        yield f"disagrees ({each.strength}) with {each.seat}: {each.on}{room}"
    yield from (
        f"settled with {each.seat} by {debate.place(each.card)}: {each.on} -> {each.how}" for each in one.settled
    )
    yield from (f"gave up: {each.text}" for each in one.concessions)
    for shift in one.shifts:
        because = "; ".join((*map(debate.named, shift.because), shift.cause)).strip("; ") or "no reason given"
        yield f"moved, {shift.flip}: {shift.before} -> {shift.after} [{because}]"
    yield f"sure: {' '.join(f'{each.level:.2f}' for each in one.confidences) or 'unknown'}"
    if one.rules:
        yield "recorded by rule"
    yield from (f"not recorded: {debate.place(path)}" for path in one.missed)


def _claim(debate: Told, claim: Claim) -> Iterator[str]:
    how = f" ({claim.resolution})" if claim.resolution else ""
    id = debate.named(claim.id)
    yield f"{id} [{claim.status}]{how} {' against '.join(claim.sides)}, streak {claim.streak}: {claim.text}"
    for link in claim.links:
        yield f"{id} {link.kind} {debate.named(link.to)}, says {link.by}"


def main() -> None:
    for name in NAMES:
        file, found = FOLDER / f"{name}.txt", story(name)
        if "--write" in sys.argv:
            file.write_text(found, "utf-8", newline="\n")
        same = file.exists() and file.read_text("utf-8") == found
        sys.stdout.write(f"{name}: {'as it was' if same else 'something else'}\n")


if __name__ == "__main__":
    main()
