"""An argument map as JSON of the Argument Interchange Format, as AIFdb publishes it (arg.tech, "AIFdb Web Services").

I    what was held: statements, their earlier wordings, reasons, citations, the recommendation
RA   an inference: reason, link or citation that supports
CA   a conflict: reason or link that attacks
MA   a rephrase: an earlier wording and the one that took its place
L    a locution: somebody said it, in these words; YA how: asserting, agreeing, disagreeing, challenging
TA   a transition: a statement that answers another one
"""

from __future__ import annotations

import json
from typing import Any, Final

from disputatio.debate.ranges import moment
from disputatio.debate.views.words import clean
from disputatio.exporting.argument_map import ArgumentMap, Attitude, Bond, Relation

SCHEMES: Final[dict[Bond, tuple[str, str, str]]] = {
    "supports": ("RA", "Default Inference", "72"),
    "attacks": ("CA", "Default Conflict", "71"),
    "rephrases": ("MA", "Default Rephrase", "144"),
    "answers": ("TA", "Default Transition", "82"),
}
"""The type of the node, its scheme, and the number that AIFdb has for it."""
ILLOCUTIONS: Final[dict[Attitude, str]] = {"agrees": "Agreeing", "disagrees": "Disagreeing", "doubts": "Challenging"}


def aif_of(given: ArgumentMap) -> str:
    """Return a map as AIF."""
    return json.dumps(_Graph(given).content(), ensure_ascii=False, indent=1) + "\n"


class _Graph:
    def __init__(self, given: ArgumentMap) -> None:
        self._map = given
        self._nodes: list[dict[str, str]] = []
        self._edges: list[dict[str, str | None]] = []
        self._locutions: list[dict[str, str]] = []
        names = (*(one.by for one in given.propositions), *(one.by for one in given.stances))
        self._people = {name: str(place) for place, name in enumerate(dict.fromkeys(filter(None, names)), 1)}
        self._times = {one.key: one.at for one in given.propositions}
        self._held: dict[str, str] = {}
        self._said: dict[str, str] = {}

    def content(self) -> dict[str, Any]:
        for one in self._map.propositions:
            self._held[one.key] = self._node("I", one.text, one.at)
            if one.by:
                self._said[one.key] = self._locution(one.by, one.text, one.at)
                self._illocution("Asserting", self._said[one.key], self._held[one.key], one.at)
        scheme = {(bond.source, bond.target): self._relation(bond) for bond in self._map.relations}
        for each in self._map.stances:
            # With a reason, the locution that gives it anchors the inference or the conflict that it makes.
            said = self._said[each.reason] if each.reason else self._locution(each.by, each.words, each.at)
            towards = scheme[(each.reason, each.target)] if each.reason else self._held[each.target]
            self._illocution(ILLOCUTIONS[each.attitude], said, towards, each.at)
        people = [{"participantID": id, "firstname": name, "surname": ""} for name, id in self._people.items()]
        return {
            "nodes": self._nodes,
            "edges": self._edges,
            "schemefulfillments": [
                {"nodeID": node["nodeID"], "schemeID": node["schemeID"]} for node in self._nodes if "schemeID" in node
            ],
            "participants": people,
            "locutions": self._locutions,
        }

    def _node(self, type: str, text: str, at: float, **more: str) -> str:
        id = str(len(self._nodes) + 1)
        stamp = moment(at).strftime("%Y-%m-%d %H:%M:%S")
        self._nodes.append({"nodeID": id, "text": clean(text), "type": type, "timestamp": stamp, **more})
        return id

    def _edge(self, source: str, target: str) -> None:
        id = str(len(self._edges) + 1)
        self._edges.append({"edgeID": id, "fromID": source, "toID": target, "formEdgeID": None})

    def _relation(self, drawn: Relation) -> str:
        """Put a scheme between two propositions; what answers something stands between what was said. A rephrase goes
        from the earlier wording to the later one."""
        type, name, number = SCHEMES[drawn.bond]
        ends = self._said if drawn.bond == "answers" else self._held
        first, last = drawn.source, drawn.target
        if drawn.bond in ("rephrases", "answers"):
            first, last = last, first
        at = self._times[drawn.source]
        id = self._node(type, name, at, scheme=name, schemeID=number)
        self._edge(ends[first], id)
        self._edge(id, ends[last])
        return id

    def _locution(self, by: str, words: str, at: float) -> str:
        id = self._node("L", f"{by}: {words}" if words else by, at)
        self._locutions.append(
            {"nodeID": id, "personID": self._people[by], "timestamp": self._nodes[int(id) - 1]["timestamp"]}
        )
        return id

    def _illocution(self, name: str, said: str, towards: str, at: float) -> None:
        id = self._node("YA", name, at, scheme=name)
        self._edge(said, id)
        self._edge(id, towards)
